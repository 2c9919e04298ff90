"""The table of ZIGZAG from above (felt on oak), with shadows and lights."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from scenes.drawing.canvas import Picture
from scenes.drawing.palette import FELT, GLOW, OAK, darker, lighter
from scenes.games.zigzag.view import FELT_HALF

HALF_WIDE, HALF_HIGH = 1400.0, 1300.0
MOST_SCALE = 0.45
ROUND_MM = 70.0
FADES_MM = 420.0
"""The distance over which the table fades into the floor at the end of its picture."""
FLOOR = darker(OAK, 0.4)


def table_picture(scale: float) -> Picture:
    """Paint the table with its origin in the middle of the felt, at no more than MOST_SCALE pixels a millimetre."""
    return _table(min(scale, MOST_SCALE))


@lru_cache(maxsize=4)
def _table(scale: float) -> Picture:
    wide, high = round(2 * HALF_WIDE * scale), round(2 * HALF_HIGH * scale)
    # Single precision is twice as fast and enough for eight bits.
    x = ((np.arange(wide, dtype=np.float32)[None, :] + 0.5) / scale - HALF_WIDE).astype(np.float32)
    y = (HALF_HIGH - (np.arange(high, dtype=np.float32)[:, None] + 0.5) / scale).astype(np.float32)
    plank = np.floor((y + 2000) / 170.0)
    grain = 1 + 0.035 * np.sin(y / 3.1 + 2.4 * np.sin(x / 140 + 5 * plank) + 7 * plank)
    grain = grain + 0.02 * np.sin(y / 1.3 + x / 60 + 3 * plank) + 0.05 * np.sin(11 * plank)
    seam = np.where(np.mod(y + 2000, 170.0) < 2.4, 0.72, 1.0)
    light = 0.62 + 0.38 * np.exp(-((x / 760) ** 2) - (y / 560) ** 2)
    oak = np.array(lighter(OAK, 0.05), np.float32) * (grain * light * seam)[..., None]
    # Far out the planks fade into the floor, so that the picture's end does not show.
    inside = np.clip(np.minimum(HALF_WIDE - np.abs(x), HALF_HIGH - np.abs(y)) / FADES_MM, 0, 1)[..., None]
    floor = np.array(FLOOR, np.float32)
    oak = floor + (oak - floor) * inside
    rng = np.random.default_rng(3)
    nap = np.asarray(
        Image.fromarray(rng.integers(0, 255, (high, wide), dtype=np.uint8)).filter(ImageFilter.GaussianBlur(0.8)),
        np.float32,
    )
    glow = 0.74 + 0.34 * np.exp(-((x / 420) ** 2) - (y / 300) ** 2)
    felt = np.array(FELT, np.float32) * (glow * (1 + 0.10 * (nap - 127) / 127))[..., None]
    half_x, half_y = FELT_HALF
    box = (
        (HALF_WIDE - half_x) * scale, (HALF_HIGH - half_y) * scale,
        (HALF_WIDE + half_x) * scale, (HALF_HIGH + half_y) * scale,
    )  # fmt: skip
    mask = Image.new("L", (wide, high), 0)
    ImageDraw.Draw(mask).rounded_rectangle(box, ROUND_MM * scale, fill=255)
    shade = np.asarray(mask.filter(ImageFilter.GaussianBlur(9 * scale + 1)), np.float32)[..., None] / 255
    there = np.asarray(mask.filter(ImageFilter.GaussianBlur(0.7)), np.float32)[..., None] / 255
    pixels = oak * (1 - 0.45 * shade) * (1 - there) + felt * there
    image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8)).convert("RGBA")
    rim = ImageDraw.Draw(image)
    inset = 9 * scale
    inner = (box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset)
    tone = (*lighter(FELT, 0.35), 255)
    rim.rounded_rectangle(inner, (ROUND_MM - 9) * scale, outline=tone, width=max(1, round(2.2 * scale)))
    return Picture(image, (wide / 2, high / 2), scale)


def shadow_picture() -> Image.Image:
    """Paint a card's soft shadow in white, to be tinted."""
    alpha = Image.new("L", (60, 80), 0)
    ImageDraw.Draw(alpha).rounded_rectangle((9, 9, 50, 70), 6, fill=255)
    picture = Image.new("RGBA", alpha.size, (255, 255, 255, 0))
    picture.putalpha(alpha.filter(ImageFilter.GaussianBlur(4)))
    return picture


def halo_picture() -> Image.Image:
    """Paint the light around a marked card in white, to be tinted."""
    alpha = Image.new("L", (76, 100), 0)
    ImageDraw.Draw(alpha).rounded_rectangle((6, 6, 69, 93), 9, fill=255)
    picture = Image.new("RGBA", alpha.size, (255, 255, 255, 0))
    picture.putalpha(alpha.filter(ImageFilter.GaussianBlur(2.4)))
    return picture


def bump_picture() -> Image.Image:
    """Paint a ring of strokes, shown where two hands touch."""
    picture = Image.new("RGBA", (192, 192), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    for step in range(12):
        turn = np.pi * step / 6
        c, s = float(np.cos(turn)), float(np.sin(turn))
        far = 92 if step % 2 else 74
        for tone, width in ((darker(GLOW, 0.75), 17), (GLOW, 9)):
            draw.line((96 + 46 * c, 96 + 46 * s, 96 + far * c, 96 + far * s), fill=(*tone, 255), width=width)
    return picture.reduce(2)
