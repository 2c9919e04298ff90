"""What lies behind the lobby."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from PIL import Image

from scenes.games.riff_raff import lobby
from scenes.games.riff_raff.art import backdrop

SIZES = (
    (320, 240), (640, 360), (360, 640), (500, 500), (800, 300), (300, 800), (1280, 720), (1001, 563), (720, 901),
    (1366, 500), (450, 1000), (64, 64),
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_sky_shows_below_the_horizon(monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    width, height = size
    # What floats would hide the sky behind it.
    monkeypatch.setattr(lobby, "AFLOAT", ())
    monkeypatch.setattr(lobby, "swell_picture", cache(lobby.swell_picture))
    drawn = []
    for sky in ((0, 0, 0), (255, 255, 255)):
        monkeypatch.setattr(lobby, "sky_picture", lambda *size, sky=sky: Image.new("RGB", size[:2], sky))
        drawn.append(np.asarray(lobby.cover(width, height).convert("RGB"), dtype=int))
    depends = np.abs(drawn[0] - drawn[1]).max(axis=(1, 2))
    scale = max(height / 330.0, width / 900.0)
    horizon = (1 - lobby.HORIZON) * height + backdrop.trough_mm(0) * scale + 4
    assert depends[: round(0.3 * height)].max() > 100
    assert not np.flatnonzero(depends[round(horizon) :]).size
