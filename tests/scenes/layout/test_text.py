"""Texts: a text that has been rendered is painted again from its mask, and looks as Pillow paints it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from scenes.layout import text

WORDS = "Elsa lays water, green, sunglasses."
INKS = ((20, 30, 40), (220, 30, 60))


def painted(at: tuple[float, float], ink: tuple[int, int, int], anchor: str, size_px: int = 13) -> Any:
    picture = Image.new("RGBA", (300, 40), (240, 230, 210, 232))
    text.write(picture, at, WORDS, size_px, ink, anchor=anchor)
    return np.asarray(picture)


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are rendered from now on."""
    found: list[str] = []
    original = ImageFont.FreeTypeFont.getmask2

    def noting(self: Any, words: str, *args: Any, **options: Any) -> Any:
        found.append(words)
        return original(self, words, *args, **options)

    monkeypatch.setattr(ImageFont.FreeTypeFont, "getmask2", noting)
    text._mask.cache_clear()
    return found


@pytest.mark.parametrize("anchor", ["ls", "lm", "rs", "mm", "ms"])
@pytest.mark.parametrize("shift", [0.0, 0.25, 0.5, 0.81])
def test_a_text_painted_again_looks_as_pillow_paints_it(anchor: str, shift: float) -> None:
    at = 150.0 + shift, 20.0 + shift
    path = text._file(False)
    if path is None:
        pytest.skip("DejaVu Sans is not there")
    plain = ImageFont.truetype(str(path), 13, layout_engine=ImageFont.Layout.BASIC)
    for ink in (*INKS, INKS[0]):
        expected = Image.new("RGBA", (300, 40), (240, 230, 210, 232))
        ImageDraw.Draw(expected).text(at, WORDS, font=plain, fill=(*ink, 255), anchor=anchor)
        assert (painted(at, ink, anchor) == np.asarray(expected)).all()


def test_a_text_is_rendered_once_whatever_its_colours(rendered: list[str]) -> None:
    for ink in INKS:
        for x in (10.0, 60.0):
            painted((x, 20.0), ink, "ls")
    assert rendered == [WORDS]
    painted((10.0, 20.0), INKS[0], "ls", size_px=14)
    painted((10.5, 20.0), INKS[0], "ls")
    assert rendered == [WORDS] * 3


def test_a_text_in_several_colours_of_its_own_is_rendered_as_pillow_does(rendered: list[str]) -> None:
    made = text.font(13)
    assert isinstance(made, text.MaskFont)
    for _ in range(2):
        made.getmask2(WORDS, "RGBA", ink=255, anchor="ls")
    assert rendered == [WORDS] * 2
