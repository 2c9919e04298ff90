"""What tests ask of pictures."""

from __future__ import annotations

from typing import Any

import numpy as np


class Batched:
    """What is drawn of a batch of pyglet's, in a window's own coordinates."""

    def __init__(self, batch: Any) -> None:
        self.batch = batch

    def draw(self, window: Any) -> None:
        from pyglet.math import Mat4

        window.view = Mat4()
        self.batch.draw()


def colours_in(picture: Any) -> int:
    """How many colours a picture has, be it an image or an array of rows of pixels."""
    pixels = np.asarray(picture)[..., :3].astype(np.uint32)
    return len(np.unique(pixels @ np.array([1, 256, 65536], dtype=np.uint32)))
