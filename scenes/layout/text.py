"""Text painted with Pillow: the same letters on every machine, measured without a window.

DejaVu Sans comes with matplotlib, which the project needs anyway; if its file is missing, Pillow's own font is used.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from scenes.layout.parts import WHITE, apart, listened
from sim.language import Wording

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
Point = tuple[float, float]
LEAST_TEXT = 11
"""Smallest height of a text (window units), because most people cannot read a smaller one."""
LEAST_SCALE, MOST_SCALE = 0.8, 2.0
_scale = 1.0
TIED = "\u00a0"
"""A space at which no line ends, as French has before some marks."""
MASKS = 1024
"""The number of texts that are kept as masks: at most some 8 MB with the usual sizes."""


def set_scale(scale: float) -> None:
    """Set how many times as large as usual texts are written; call it before a scene is made.

    Raises ValueError outside LEAST_SCALE to MOST_SCALE.
    """
    global _scale
    check_scale(scale)
    _scale = float(scale)


def check_scale(scale: float) -> None:
    """Check that texts can be written that many times as large. Raises ValueError if not."""
    if not LEAST_SCALE <= scale <= MOST_SCALE:
        raise ValueError(
            Wording(
                "expected {least_scale:g} to {most_scale:g}, found {scale:g}",
                least_scale=LEAST_SCALE,
                most_scale=MOST_SCALE,
                scale=scale,
            )
        )


def scale() -> float:
    """Return how many times as large as usual texts are written."""
    return _scale


def least_text() -> float:
    """Return the height of the smallest text, in window units."""
    return LEAST_TEXT * _scale


def text_height(size: float, unit: float) -> float:
    """Return the height (window units) of a text, given its `size` in a 720-line window and the window's `unit`."""
    return max(LEAST_TEXT, round(size * unit)) * _scale


@cache
def _file(bold: bool) -> Path | None:
    # find_spec, not import: matplotlib takes half a second to import and only its folder is wanted.
    spec = find_spec("matplotlib")
    for folder in (spec.submodule_search_locations or []) if spec is not None else []:
        path = Path(folder) / "mpl-data" / "fonts" / "ttf" / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")
        if path.is_file():
            return path
    return None


class MaskFont(ImageFont.FreeTypeFont):
    """A font that renders a text once and keeps its mask.

    Rendering is nearly all that painting a text costs, and most texts of a panel that is painted again were there
    before, in the same colour or another.
    """

    def getmask2(
        self,
        text: str | bytes,
        mode: str = "",
        direction: str | None = None,
        features: list[str] | None = None,
        language: str | None = None,
        stroke_width: float = 0,
        anchor: str | None = None,
        ink: int = 0,
        start: tuple[float, float] | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> tuple[Any, tuple[int, int]]:
        """Return mask and offset of a text as Pillow does, for reading only."""
        if mode != "L" or direction or features or language or stroke_width:
            more = direction, features, language, stroke_width, anchor, ink, start
            return super().getmask2(text, mode, *more, *args, **kwargs)
        return _mask(self, text, anchor, start)


@lru_cache(maxsize=MASKS)
def _mask(
    font: MaskFont, text: str | bytes, anchor: str | None, start: tuple[float, float] | None
) -> tuple[Any, tuple[int, int]]:
    return ImageFont.FreeTypeFont.getmask2(font, text, "L", anchor=anchor, start=start)


@lru_cache(maxsize=64)
def font(size_px: int, bold: bool = False) -> Font:
    """Return the font of that height in pixels."""
    path = _file(bold)
    if path is None:
        return ImageFont.load_default(size_px)
    # Every build of Pillow has the basic layout, so text has the same width everywhere.
    return MaskFont(str(path), size_px, layout_engine=ImageFont.Layout.BASIC)


def clean(text: str) -> str:
    """Return the text with `?` for characters that cannot be printed: names come from files."""
    return text if text.isprintable() else "".join(c if c.isprintable() or c == TIED else "?" for c in text)


def words_of(text: str) -> list[str]:
    """Return the words between which a line may end: not before a question mark in French."""
    return text.split() if TIED not in text else [word for word in text.split(" ") if word]


@lru_cache(maxsize=4096)
def width_px(text: str, size_px: int, bold: bool = False) -> int:
    """Return the width of a line of text in pixels."""
    return math.ceil(font(size_px, bold).getlength(clean(text)))


def line_px(size_px: int) -> int:
    """Return the distance from one line of text to the next, in pixels."""
    return round(size_px * 1.3)


def fitted(text: str, room_px: int, size_px: int, bold: bool = False) -> str:
    """Return the text, cut with an ellipsis if it is wider than `room_px`; empty if nothing fits."""
    text = clean(text)
    if width_px(text, size_px, bold) <= room_px:
        return text
    for end in range(len(text) - 1, 0, -1):
        short = text[:end].rstrip() + "…"
        if width_px(short, size_px, bold) <= room_px:
            return short
    return ""


@lru_cache(maxsize=512)
def wrapped(text: str, room_px: int, size_px: int, bold: bool = False) -> tuple[str, ...]:
    """Return the text as lines no wider than `room_px`."""
    lines: list[str] = []
    for word in words_of(text):
        if lines and width_px(f"{lines[-1]} {word}", size_px, bold) <= room_px:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(fitted(word, room_px, size_px, bold))
    return tuple(lines)


def write(
    picture: Image.Image,
    at: Point,
    text: str,
    size_px: int,
    colour: tuple[int, int, int],
    bold: bool = False,
    anchor: str = "ls",
) -> None:
    """Paint a line of text; `anchor` as Pillow's (left, middle, right x baseline, middle, ascender)."""
    text, letters = clean(text), font(size_px, bold)
    look, (left, top) = None, (0, 0)
    if listened():
        (beyond_x, x), (beyond_y, y) = (math.modf(place) for place in at)
        look, left, top = _look(text, letters, anchor, (beyond_x, beyond_y))
        left, top = left + int(x), top + int(y)
    with apart(picture, look, (left, top), colour):
        ImageDraw.Draw(picture).text(at, text, font=letters, fill=(*colour, 255), anchor=anchor)


@lru_cache(maxsize=MASKS)
def _look(text: str, letters: Font, anchor: str, beyond: Point) -> tuple[Image.Image | None, int, int]:
    """Return white letters, and the place of their left upper corner. beyond: the part of a pixel of their place."""
    pen = ImageDraw.Draw(Image.new("L", (1, 1)))
    left, top, right, bottom = pen.textbbox(beyond, text, font=letters, anchor=anchor)
    corner = math.floor(left), math.floor(top)
    size = math.ceil(right) - corner[0], math.ceil(bottom) - corner[1]
    if min(size) < 1:
        return None, 0, 0
    look = Image.new("RGBA", size, (*WHITE, 0))
    at = beyond[0] - corner[0], beyond[1] - corner[1]
    ImageDraw.Draw(look).text(at, text, font=letters, fill=(*WHITE, 255), anchor=anchor)
    return look, *corner
