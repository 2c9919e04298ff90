"""The pictures of ZIGZAG: faces and backs of its cards, hands, the table from above.

Every characteristic of a card is shown three times: as a picture, as a colour, and as a letter (a word where there is
room). A character is put together from layers: landscape, creature, accessory, and at its foot the three
characteristics. A face is named as in the rules. A hand is a right one, pointing up; the point that it covers is its
origin.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw

from scenes.drawing.canvas import Picture, Point
from scenes.drawing.hands import Cut
from scenes.drawing.palette import GLOW, INK, OAK, PAPER, TONES, Colour, darker, forget_on_use
from scenes.drawing.pictures import Sheet, kept, scaled
from scenes.layout.text import width_px, wrapped, write
from sim.games.zigzag.rules.cards import Card, Trait
from sim.language import N_, _

SHAPE = 88.9 / 63.5
"""The height of a drawn card over its width."""
BACK = "back"
NAMES = {
    "joker": N_("joker"),
    "stop_character": N_("STOP character"),
    "stop_accessory": N_("STOP accessory"),
    "stop_landscape": N_("STOP landscape"),
    "steal": N_("steal a card"),
    "swap": N_("swap hands"),
    "z": N_("Z: cancel"),
    "master": N_("card master"),
    "ten_seconds": N_("10 seconds"),
    "peek": N_("see a hand"),
    "plus_one": N_("constraint +1"),
    "minus_one": N_("constraint −1"),
}
SHORT = {
    "joker": N_("JOKER"),
    "steal": N_("STEAL"),
    "swap": N_("SWAP"),
    "master": N_("MASTER"),
    "ten_seconds": N_("10 SEC"),
    "peek": N_("SEE"),
}
"""The words of a card that is too small for its name. STOP, Z, +1 and the letters are the same in all languages."""
MUST = N_("must")
DEFERRED = ("master", "ten_seconds", "peek")
FACES = tuple(card.value for card in Card)
WORDS_FROM = 96
"""A card at least this many pixels wide has words instead of letters."""
PICTURES = Path(__file__).parent / "pictures"
TRAITS = tuple(trait.value for trait in Trait)
ELEMENTS, LANDS = TRAITS[:4], TRAITS[4:8]
HELD = ("cocktail", "suitcase")
CARDS = Sheet(
    PICTURES / "cards.webp",
    (
        *LANDS,
        *(f"{element}{shades}" for element in ELEMENTS for shades in ("", " sunglasses")),
        *HELD,
        *NAMES,
        "edge",
        "dark edge",
        BACK,
        *(f"must {trait}" for trait in TRAITS),
        "deferred",
        "zig",
        "zag",
        "gesture",
        "bluff",
    ),
)
"""All parts of cards but their feet, cards that lie before a player, and faces that make a sign."""
FEET = Sheet(PICTURES / "feet.webp", [f"{what}{how}" for how in ("", " in words") for what in (*TRAITS, *NAMES)])
"""The feet of cards, with letters and with words; of a character card one for each of its characteristics."""

WRIST: Point = (0.0, -122.0)
"""The middle of the cuff; the arm goes straight back from there."""
KEPT_AT, ORIGIN = 3.0, (223.5, 439.5)
"""The pixels a millimetre of a hand's picture as it is kept, and the place of its origin then (pixels)."""

FINEST = 0.45
"""The pixels a millimetre of the table's picture as it is kept."""
FLOOR = darker(OAK, 0.4)
"""The colour of the floor, into which the table fades at the end of its picture."""


def title(face: str) -> str:
    """Return a card in a few words: `water, blue, sunglasses`; `swap hands`."""
    if "." in face:
        element, land, thing = face.split(".")
        return ", ".join((_(element), _(land), _(thing) if thing != "none" else _("no accessory")))
    return _(NAMES.get(face, face))


def ink_on(colour: Colour) -> Colour:
    """Return a text colour that is readable on that colour: INK or white."""
    red, green, blue = colour
    return INK if 0.30 * red + 0.59 * green + 0.11 * blue > 140 else (255, 255, 255)


@lru_cache(maxsize=512)
def card_image(face: str, width: int, height: int) -> Image.Image:
    """Return a card's face (or `back`) at that size in pixels."""
    whole = _whole(face, width >= WORDS_FROM)
    return whole.resize((max(2, width), max(2, height)), Image.Resampling.LANCZOS)


@lru_cache(maxsize=256)
def _whole(face: str, words: bool) -> Image.Image:
    """Return a card as large as its parts are kept. words: it has words at its foot instead of letters."""
    if face == BACK:
        return CARDS[BACK]
    layers, feet = [face], [face]
    if "." in face:
        element, land, thing = feet = face.split(".")
        layers = [land, f"{element} sunglasses" if thing == "sunglasses" else element]
        layers += [thing] if thing in HELD else []
    picture = CARDS[layers[0]]
    for layer in layers[1:]:
        picture.alpha_composite(CARDS[layer])
    for foot in feet:
        part = _foot(foot, words)
        picture.alpha_composite(part, (0, picture.height - part.height))
    picture.alpha_composite(CARDS["dark edge" if face in DEFERRED else "edge"])
    # All cards have the outline of a back.
    picture.putalpha(CARDS[BACK].getchannel("A"))
    return picture


def _foot(what: str, words: bool) -> Image.Image:
    """Return the foot of a card as large as it is kept, which is in English, or with its words in another language."""
    part = FEET[f"{what} in words" if words else what]
    english = (NAMES.get(what, "no accessory" if what == "none" else what)) if words else SHORT.get(what, "")
    if _(english) != english:
        left, top, right, bottom = part.getbbox() or (0, 0, *part.size)
        # Not over the line at the upper edge.
        _write_over(part, (left, top + 2, right, bottom), _(english), 32 if words else 52)
    return part


def _write_over(part: Image.Image, box: tuple[int, int, int, int], words: str, most: int) -> None:
    """Write words instead of those in a box of a card's part, at most `most` pixels high."""
    left, top, right, bottom = box
    ground = part.getpixel((left + 4, bottom - 4))
    assert isinstance(ground, tuple)
    ImageDraw.Draw(part).rectangle((left, top, right - 1, bottom - 1), fill=ground)
    room, high = right - left - 8, bottom - top
    for size in range(most, 11, -1):
        lines = wrapped(words, room, size, True)
        if len(lines) * 1.1 * size <= high and not any("…" in line for line in lines):
            break
    ink = ink_on((ground[0], ground[1], ground[2]))
    for number, line in enumerate(lines):
        y = (top + bottom) / 2 + (number - (len(lines) - 1) / 2) * 1.1 * size
        write(part, ((left + right) / 2, y), line, size, ink, bold=True, anchor="mm")


for _cache in (card_image, _whole):
    forget_on_use(_cache.cache_clear)


@lru_cache(maxsize=64)
def constraint_image(trait: str, width: int, height: int) -> Image.Image:
    """Return a small constraint card: the characteristic that it demands, with its letter below."""
    card = CARDS[f"must {trait}"]
    if _(MUST) != MUST:
        _write_over(card, (8, 3, card.width - 8, 50), _(MUST), 36)
    return card.resize((max(2, width), max(2, height)), Image.Resampling.LANCZOS)


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


def sleeve_cut(striped: bool) -> Cut:
    """Return the cut of a sleeve; that of the second member of a team is striped."""
    return Cut(cuff_mm=72.0, arm_mm=132.0, length_mm=340.0, striped=striped)


def open_picture(scale: float) -> Picture:
    """Return a hand with spread fingers, as when reaching."""
    return scaled(kept(PICTURES / "open.webp"), KEPT_AT, ORIGIN, scale)


def grip_picture(scale: float) -> Picture:
    """Return a hand with closed fingers on a card, the thumb below its edge."""
    return scaled(kept(PICTURES / "grip.webp"), KEPT_AT, ORIGIN, scale)


def table_picture(scale: float) -> Picture:
    """Return the table with its origin in the middle of the felt, at no more than FINEST pixels a millimetre."""
    table = kept(PICTURES / "table.webp")
    return scaled(table, FINEST, (table.width / 2, table.height / 2), scale)
