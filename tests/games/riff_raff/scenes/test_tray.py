"""The tray's picture: on narrow items, counts and keys stay readable. No display."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scenes.drawing.palette import INK, PAPER
from scenes.drawing.panels import Pen
from scenes.games.riff_raff.panels import Icons
from scenes.games.riff_raff.tray import Item, Sort, Tray, tray_picture
from scenes.window.camera import Rectangle
from sim.games.riff_raff.configuration import load

WHALE = "[pieces.whale]\noutline = [[-20, 0], [20, 0], [22, 14], [-18, 16]]\ndepth_mm = 14\n"


@pytest.mark.parametrize(("wide", "high"), [(44, 74), (48, 46), (85, 74)])
def test_no_piece_of_nine_reaches_into_its_count(tmp_path: Path, wide: int, high: int) -> None:
    preset = tmp_path / "whale.toml"
    preset.write_text(WHALE)
    pieces = load(preset).setup.pieces
    assert len(pieces) == 9
    spots = tuple(Rectangle(5 + n * (wide + 5), 4, 5 + n * (wide + 5) + wide, 4 + high) for n in range(9))
    items = tuple(Item(Sort.PIECE, kind, kind, 2, "") for kind in pieces)
    tray = Tray(Rectangle(0, 0, 9 * (wide + 5) + 10, high + 32), items, spots)
    picture = tray_picture(tray, ("Your turn", "plain"), (30, 80, 200), None, Pen(1.0, 1.0), Icons(pieces))
    pixels = np.asarray(picture.convert("RGB")).astype(float)
    top = round(tray.place.top - spots[0].top)
    for spot in spots:
        # The digit is drawn at the right end, 13 px high: all there is a mixture of ink and paper.
        corner = pixels[top + 3 : top + 15, round(spot.right) - 12 : round(spot.right) - 4].reshape(-1, 3)
        ink, paper = np.array(INK, float), np.array(PAPER, float)
        share = (corner - paper) @ (ink - paper) / ((ink - paper) @ (ink - paper))
        assert np.abs(corner - paper - share[:, None] * (ink - paper)).max() < 12
        assert share.max() > 0.5


def test_where_a_piece_in_the_hand_goes_back_is_a_picture() -> None:
    """Its empty place, which lights up under the pointer; the words of the tray are those of the message alone."""
    pieces = load().setup.pieces

    def painted(back: str, hover: int | None) -> np.ndarray:
        tray = Tray(Rectangle(0, 0, 500, 100), (), (), back)
        picture = tray_picture(tray, ("To slot 9", "plain"), (30, 80, 200), hover, Pen(1.0, 1.0), Icons(pieces))
        return np.asarray(picture.convert("RGB")).astype(int)

    none, bottle, lit = painted("", None), painted("bottle", None), painted("bottle", 0)
    for one, other in ((none, bottle), (bottle, lit)):
        rows, columns = np.nonzero(np.abs(one - other).max(axis=2) > 8)
        assert len(rows) > 500
        assert rows.min() > 20, "below the message"
        assert columns.max() < 100
