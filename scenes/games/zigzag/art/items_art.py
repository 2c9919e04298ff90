"""The pictures of what lies before a player (constraint card, powers face down), and faces that make a sign."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from scenes.drawing.palette import (
    CARD_PAPER,
    GLOW,
    INK,
    PAPER,
    SKIN,
    SKIN_LINE,
    TONES,
    Colour,
    darker,
    forget_on_use,
    lighter,
)
from scenes.drawing.panels import FINE
from scenes.games.zigzag.art.card_art import BACK, LETTERS, card_image, ink_on, trait_colour
from scenes.games.zigzag.art.characters import creature, landscape, possession
from scenes.layout.text import width_px, write


@lru_cache(maxsize=64)
def constraint_image(trait: str, width: int, height: int) -> Image.Image:
    """Paint a small constraint card: the characteristic that it demands, with its letter below."""
    size = 200, 280
    picture = Image.new("RGBA", size, (*CARD_PAPER, 255))
    draw = ImageDraw.Draw(picture)
    ground = trait_colour(trait) if trait in ("blue", "yellow", "green", "pink") else lighter(CARD_PAPER, 0.2)
    drawn = _drawn(trait)
    if drawn is not None:
        drawn = drawn.resize((200, 280), Image.Resampling.LANCZOS)
        picture.alpha_composite(drawn)
    draw.rectangle((0, 0, 200, 40), fill=(*INK, 255))
    write(picture, (100, 20), "must", 32, (255, 255, 255), bold=True, anchor="mm")
    draw.rectangle((0, 196, 200, 280), fill=(*ground, 255))
    write(picture, (100, 238), LETTERS[trait], 84, ink_on(ground), bold=True, anchor="mm")
    draw.rounded_rectangle((0, 0, 199, 279), 18, outline=(*INK, 255), width=8)
    return picture.resize((max(2, width), max(2, height)), Image.Resampling.LANCZOS)


def _drawn(trait: str) -> Image.Image | None:
    if trait in ("water", "earth", "air", "fire"):
        return creature(trait, False, 3.2)
    if trait in ("blue", "yellow", "green", "pink"):
        return landscape(trait, 3.2)
    if trait == "sunglasses":
        return creature("air", True, 3.2)
    return possession(trait, 3.2)


@lru_cache(maxsize=8)
def deferred_image(width: int, height: int) -> Image.Image:
    """Paint a power laid face down: a back with a dark edge and a clock."""
    picture = card_image(BACK, 200, 280).copy()
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((2, 2, 197, 277), 16, outline=(*INK, 255), width=16)
    draw.ellipse((48, 88, 152, 192), fill=(255, 255, 255, 255), outline=(*INK, 255), width=12)
    draw.line((100, 140, 100, 104), fill=(*INK, 255), width=12)
    draw.line((100, 140, 126, 140), fill=(*INK, 255), width=12)
    return picture.resize((max(2, width), max(2, height)), Image.Resampling.LANCZOS)


@lru_cache(maxsize=64)
def sign_image(sign: str, words: str, side: int, small: int) -> Image.Image:
    """Paint a small face that makes a sign: a wink (zig), a finger on the nose (zag), a raised brow (any other).

    words: written below the face, if any. side, small: sizes of face and text in pixels.
    """
    picture = sign_face(sign, side)
    if not words:
        return picture
    wide = max(side, width_px(words, small, True) + small)
    whole = Image.new("RGBA", (wide, side + round(1.25 * small)), (0, 0, 0, 0))
    whole.alpha_composite(picture, ((wide - side) // 2, 0))
    ImageDraw.Draw(whole).rounded_rectangle(
        (0, side - 1, wide - 1, whole.height - 1), small // 3, fill=(*PAPER, 245), outline=(*_edge(sign), 255)
    )
    tone = TONES["bad"] if sign == "bluff" else INK
    write(whole, (wide / 2, side + 0.58 * small), words, small, tone, bold=True, anchor="mm")
    return whole


def _edge(sign: str) -> Colour:
    return TONES["bad"] if sign == "bluff" else darker(GLOW, 0.3)


@lru_cache(maxsize=32)
def sign_face(sign: str, side: int) -> Image.Image:
    """Return the face of `sign_image` alone, cached."""
    big = 100 * FINE
    face = Image.new("RGBA", (big, big), (0, 0, 0, 0))
    draw = ImageDraw.Draw(face)
    unit = big / 100
    edge = _edge(sign)

    def box(x: float, y: float, rx: float, ry: float) -> tuple[float, float, float, float]:
        return (x - rx) * unit, (y - ry) * unit, (x + rx) * unit, (y + ry) * unit

    draw.ellipse(box(50, 50, 49, 49), fill=(*PAPER, 255), outline=(*edge, 255), width=round(6 * unit))
    draw.ellipse(box(50, 52, 31, 34), fill=(*SKIN, 255), outline=(*SKIN_LINE, 255), width=round(2 * unit))
    draw.pieslice(box(50, 44, 32, 30), 180, 360, fill=(70, 48, 38, 255))
    draw.ellipse(box(38, 52, 5, 6), fill=(*INK, 255))
    if sign == "zig":
        draw.line((54 * unit, 53 * unit, 70 * unit, 51 * unit), fill=(*INK, 255), width=round(4.5 * unit))
    else:
        draw.ellipse(box(62, 52, 5, 6), fill=(*INK, 255))
    if sign not in ("zig", "zag"):
        draw.line((53 * unit, 42 * unit, 72 * unit, 36 * unit), fill=(*INK, 255), width=round(4.5 * unit))
    draw.arc(box(50, 66, 12, 9), 15, 165, fill=(*SKIN_LINE, 255), width=round(4 * unit))
    if sign == "zag":
        draw.line((92 * unit, 96 * unit, 54 * unit, 61 * unit), fill=(*SKIN_LINE, 255), width=round(14 * unit))
        draw.line((92 * unit, 96 * unit, 54 * unit, 61 * unit), fill=(*lighter(SKIN, 0.2), 255), width=round(10 * unit))
    return face.resize((side, side), Image.Resampling.LANCZOS)


for _cache in (constraint_image, deferred_image, sign_image, sign_face):
    forget_on_use(_cache.cache_clear)
