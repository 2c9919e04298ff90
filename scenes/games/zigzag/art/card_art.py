"""The faces and backs of the cards of ZIGZAG: 64 characters, jokers and special cards. A face is named as in the rules.

Every characteristic is shown three times: as a picture, as a colour, and as a letter (a word where there is room).
A character is put together from layers: landscape, creature, accessory, and at its foot the three characteristics.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import Image

from scenes.drawing.palette import INK, Colour, forget_on_use
from scenes.drawing.pictures import Sheet
from sim.games.zigzag.rules.cards import Card, Trait

SHAPE = 88.9 / 63.5
"""The height of a drawn card over its width."""
BACK = "back"
NAMES = {
    "joker": "joker",
    "stop_character": "STOP character",
    "stop_accessory": "STOP accessory",
    "stop_landscape": "STOP landscape",
    "steal": "steal a card",
    "swap": "swap hands",
    "z": "Z: cancel",
    "master": "card master",
    "ten_seconds": "10 seconds",
    "peek": "see a hand",
    "plus_one": "constraint +1",
    "minus_one": "constraint −1",
}
DEFERRED = ("master", "ten_seconds", "peek")
FACES = tuple(card.value for card in Card)
WORDS_FROM = 84
"""A card at least this many pixels wide has words instead of letters."""
PICTURES = Path(__file__).parents[1] / "pictures"
TRAITS = tuple(trait.value for trait in Trait)
ELEMENTS, LANDS = TRAITS[:4], TRAITS[4:8]
HELD = ("cocktail", "suitcase")
CARDS = Sheet(
    PICTURES / "cards.png",
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
FEET = Sheet(PICTURES / "feet.png", [f"{what}{how}" for how in ("", " in words") for what in (*TRAITS, *NAMES)])
"""The feet of cards, with letters and with words; of a character card one for each of its characteristics."""


def title(face: str) -> str:
    """Return a card in a few words: `water, blue, sunglasses`; `swap hands`."""
    if "." in face:
        element, land, thing = face.split(".")
        return f"{element}, {land}, {thing if thing != 'none' else 'no accessory'}"
    return NAMES.get(face, face)


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
        part = FEET[f"{foot} in words" if words else foot]
        picture.alpha_composite(part, (0, picture.height - part.height))
    picture.alpha_composite(CARDS["dark edge" if face in DEFERRED else "edge"])
    # All cards have the outline of a back.
    picture.putalpha(CARDS[BACK].getchannel("A"))
    return picture


for _cache in (card_image, _whole):
    forget_on_use(_cache.cache_clear)
