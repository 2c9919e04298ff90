"""The pictures of what lies before a player (constraint card, powers face down), and faces that make a sign."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from scenes.drawing.palette import GLOW, INK, PAPER, TONES, darker, forget_on_use
from scenes.games.zigzag.art.card_art import CARDS
from scenes.layout.text import width_px, write


@lru_cache(maxsize=64)
def constraint_image(trait: str, width: int, height: int) -> Image.Image:
    """Return a small constraint card: the characteristic that it demands, with its letter below."""
    return CARDS[f"must {trait}"].resize((max(2, width), max(2, height)), Image.Resampling.LANCZOS)


@lru_cache(maxsize=8)
def deferred_image(width: int, height: int) -> Image.Image:
    """Return a power laid face down: a back with a dark edge and a clock."""
    return CARDS["deferred"].resize((max(2, width), max(2, height)), Image.Resampling.LANCZOS)


@lru_cache(maxsize=64)
def sign_image(sign: str, words: str, side: int, small: int) -> Image.Image:
    """Paint a small face that makes a sign: zig (a wink), zag (a finger on the nose), gesture or bluff (a raised brow).

    words: written below the face, if any. side, small: sizes of face and text in pixels.
    """
    picture = sign_face(sign, side)
    if not words:
        return picture
    wide = max(side, width_px(words, small, True) + small)
    edge, tone = (TONES["bad"], TONES["bad"]) if sign == "bluff" else (darker(GLOW, 0.3), INK)
    whole = Image.new("RGBA", (wide, side + round(1.25 * small)), (0, 0, 0, 0))
    whole.alpha_composite(picture, ((wide - side) // 2, 0))
    ImageDraw.Draw(whole).rounded_rectangle(
        (0, side - 1, wide - 1, whole.height - 1), small // 3, fill=(*PAPER, 245), outline=(*edge, 255)
    )
    write(whole, (wide / 2, side + 0.58 * small), words, small, tone, bold=True, anchor="mm")
    return whole


@lru_cache(maxsize=32)
def sign_face(sign: str, side: int) -> Image.Image:
    """Return the face of `sign_image` alone, cached."""
    face = CARDS[sign]
    return face.crop((0, 0, face.width, face.width)).resize((side, side), Image.Resampling.LANCZOS)


for _cache in (constraint_image, deferred_image, sign_image, sign_face):
    forget_on_use(_cache.cache_clear)
