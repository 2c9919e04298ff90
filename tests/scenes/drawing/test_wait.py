"""The first frame of a window: words in the middle of the sky, in any size, shown once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from scenes.drawing.palette import SKY_MIDDLE


class Hidden:
    """A window of this size that counts the frames it shows."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.flips = 0

    def get_framebuffer_size(self) -> tuple[int, int]:
        """Return the size in pixels."""
        return self.width, self.height

    def switch_to(self) -> None:
        """Do nothing: the target is current."""

    def flip(self) -> None:
        """Count the frame."""
        self.flips += 1


@pytest.mark.parametrize("size", [(640, 480), (320, 240)])
def test_words_stand_in_the_middle_of_an_empty_sky(screen: Any, size: tuple[int, int]) -> None:
    from scenes.drawing.hud import show_wait

    window = Hidden(*size)

    class Drawing:
        def draw(self, _window: Any) -> None:
            show_wait(window, "The table is being set")

    screen.resize(*size)
    touched = (np.asarray(screen.picture(Drawing()), dtype=int) != SKY_MIDDLE).any(axis=2)
    assert window.flips == 1
    rows, columns = np.flatnonzero(touched.any(axis=1)), np.flatnonzero(touched.any(axis=0))
    assert rows[0] + rows[-1] == pytest.approx(size[1], abs=3)
    assert columns[0] + columns[-1] == pytest.approx(size[0], abs=3)
    assert len(columns) > 60
    assert 10 < len(rows) < 60
