"""The faces and backs of the cards of ZIGZAG: 64 characters, jokers and special cards. A face is named as in the rules.

Every characteristic is shown three times: as a picture, as a colour, and as a letter (a word where there is room).
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from scenes.drawing.palette import (
    CARD_LINE,
    CARD_PAPER,
    ELEMENTS,
    INK,
    LANDS,
    POWER,
    Colour,
    darker,
    forget_on_use,
    mix,
)
from scenes.drawing.palette import lighter as pale
from scenes.games.zigzag.art.characters import BAND, HIGH, WIDE, creature, landscape, possession
from scenes.games.zigzag.art.special_art import sign
from scenes.layout.text import width_px, write
from sim.games.zigzag.rules.cards import Card

SHAPE = HIGH / WIDE
"""The height of a drawn card over its width."""
BACK = "back"
LETTERS = {
    "water": "W", "earth": "E", "air": "A", "fire": "F",
    "blue": "B", "yellow": "Y", "green": "G", "pink": "P",
    "sunglasses": "S", "cocktail": "C", "suitcase": "V", "none": "–",
}  # fmt: skip
"""The letters of characteristics on small cards; V is for valise, since S is taken."""
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
SHORT = {
    "joker": "JOKER", "steal": "STEAL", "swap": "SWAP", "z": "Z", "master": "MASTER", "ten_seconds": "10 SEC",
    "peek": "SEE", "plus_one": "+1", "minus_one": "−1",
    "stop_character": "STOP", "stop_accessory": "STOP", "stop_landscape": "STOP",
}  # fmt: skip
DEFERRED = ("master", "ten_seconds", "peek")
FACES = tuple(card.value for card in Card)
WORDS_FROM = 84
"""A card at least this many pixels wide has words instead of letters."""
_MASTER = 4.0  # pixels per mm of the picture that all sizes are scaled from
_ROUND = 5.0


def title(face: str) -> str:
    """Return a card in a few words: `water, blue, sunglasses`; `swap hands`."""
    if "." in face:
        element, land, thing = face.split(".")
        return f"{element}, {land}, {thing if thing != 'none' else 'no accessory'}"
    return NAMES.get(face, face)


def trait_colour(trait: str) -> Colour:
    """Return the colour of a characteristic's field."""
    return ELEMENTS.get(trait) or LANDS.get(trait) or INK


def ink_on(colour: Colour) -> Colour:
    """Return a text colour that is readable on that colour: INK or white."""
    red, green, blue = colour
    return INK if 0.30 * red + 0.59 * green + 0.11 * blue > 140 else (255, 255, 255)


@lru_cache(maxsize=512)
def card_image(face: str, width: int, height: int) -> Image.Image:
    """Paint a card's face (or `back`) at that size in pixels."""
    master = _master(face, width >= WORDS_FROM)
    return master.resize((max(2, width), max(2, height)), Image.Resampling.LANCZOS)


@lru_cache(maxsize=256)
def _master(face: str, words: bool) -> Image.Image:
    if face == BACK:
        picture = _back()
    elif "." in face:
        element, land, thing = face.split(".")
        picture = _land(land).copy()
        picture.alpha_composite(_figure(element, thing == "sunglasses"))
        held = _thing(thing)
        if held is not None:
            picture.alpha_composite(held)
        _band(picture, (element, land, thing), words)
    else:
        picture = _special(face, words)
    return _trimmed(picture, face)


@lru_cache(maxsize=8)
def _land(name: str) -> Image.Image:
    return landscape(name, _MASTER)


@lru_cache(maxsize=8)
def _figure(name: str, shades: bool) -> Image.Image:
    return creature(name, shades, _MASTER)


@lru_cache(maxsize=8)
def _thing(name: str) -> Image.Image | None:
    return possession(name, _MASTER)


def _band(picture: Image.Image, traits: tuple[str, str, str], words: bool) -> None:
    """Paint the foot of a card: its characteristics in letters, or in words."""
    draw, top = ImageDraw.Draw(picture), picture.height - round(BAND * _MASTER)
    draw.rectangle((0, top, picture.width, picture.height), fill=(*CARD_PAPER, 255))
    third, high = picture.width / 3, picture.height - top
    if not words:
        for index, trait in enumerate(traits):
            ground = trait_colour(trait) if index < 2 else CARD_PAPER
            left = round(index * third)
            draw.rectangle((left, top, round((index + 1) * third), picture.height), fill=(*ground, 255))
            spot = left + third / 2, top + 0.47 * high
            write(picture, spot, LETTERS[trait], round(0.98 * high), ink_on(ground), bold=True, anchor="mm")
    else:
        half = high / 2
        for index, trait in enumerate(traits[:2]):
            ground, left = trait_colour(trait), round(index * picture.width / 2)
            draw.rectangle((left, top, round((index + 1) * picture.width / 2), top + half), fill=(*ground, 255))
            spot = left + picture.width / 4, top + 0.48 * half
            write(picture, spot, trait, round(0.78 * half), ink_on(ground), bold=True, anchor="mm")
        thing = "no accessory" if traits[2] == "none" else traits[2]
        spot = picture.width / 2, top + 1.44 * half
        write(picture, spot, thing, round(0.76 * half), INK, bold=True, anchor="mm")
    draw.line((0, top, picture.width, top), fill=(*darker(CARD_PAPER, 0.5), 255), width=round(0.6 * _MASTER))


def _special(face: str, words: bool) -> Image.Image:
    ground = CARD_PAPER if face == "joker" or face.startswith("stop") else POWER
    size = round(WIDE * _MASTER), round(HIGH * _MASTER)
    picture = Image.new("RGBA", size, (*(pale(ground, 0.78) if ground == POWER else ground), 255))
    picture.alpha_composite(sign(face, _MASTER))
    draw, top = ImageDraw.Draw(picture), picture.height - round(BAND * _MASTER)
    band = INK if face in DEFERRED else POWER if ground == POWER else CARD_PAPER
    draw.rectangle((0, top, picture.width, picture.height), fill=(*band, 255))
    if band == CARD_PAPER:
        draw.line((0, top, picture.width, top), fill=(*darker(CARD_PAPER, 0.5), 255), width=round(0.6 * _MASTER))
    high, ink = picture.height - top, ink_on(band)
    if words:
        first, _, rest = NAMES.get(face, face).partition(" ")
        for row, text in enumerate((first, rest) if rest else (first,)):
            size_px = round((0.40 if rest else 0.52) * high)
            while size_px > 8 and width_px(text, size_px, True) > 0.94 * picture.width:
                size_px -= 2
            y = top + high * ((0.27 + 0.46 * row) if rest else 0.5)
            write(picture, (picture.width / 2, y), text, size_px, ink, bold=True, anchor="mm")
    else:
        text = SHORT.get(face, face)
        size_px = round(0.80 * high)
        while size_px > 8 and width_px(text, size_px, True) > 0.94 * picture.width:
            size_px -= 2
        write(picture, (picture.width / 2, top + 0.47 * high), text, size_px, ink, bold=True, anchor="mm")
    return picture


def _back() -> Image.Image:
    size = round(WIDE * _MASTER), round(HIGH * _MASTER)
    tone = darker(POWER, 0.25)
    picture = Image.new("RGBA", size, (*tone, 255))
    draw = ImageDraw.Draw(picture)
    step, stroke = 9 * _MASTER, round(1.6 * _MASTER)
    for row in range(-1, 12):
        points = [(x * step / 2, row * step + (x % 2) * step * 0.6) for x in range(20)]
        draw.line(points, fill=(*mix(tone, (255, 255, 255), 0.20), 255), width=stroke, joint="curve")
    inset = 3.2 * _MASTER
    box = (inset, inset, size[0] - inset, size[1] - inset)
    draw.rounded_rectangle(box, 3 * _MASTER, outline=(*pale(POWER, 0.75), 255), width=round(1.0 * _MASTER))
    x, y, r = size[0] / 2, size[1] / 2, 15 * _MASTER
    draw.ellipse((x - r, y - r, x + r, y + r), fill=(*pale(POWER, 0.85), 255))
    write(picture, (x, y), "ZZ", round(16 * _MASTER), darker(POWER, 0.3), bold=True, anchor="mm")
    return picture


def _trimmed(picture: Image.Image, face: str) -> Image.Image:
    """Round the corners and draw an edge, a thick dark one for a deferred power. Changes the picture."""
    mask = Image.new("L", (picture.width * 2, picture.height * 2), 0)
    ImageDraw.Draw(mask).rounded_rectangle((1, 1, mask.width - 2, mask.height - 2), _ROUND * _MASTER * 2, fill=255)
    dark = face in DEFERRED
    tone = INK if dark else darker(POWER, 0.5) if face == BACK else darker(CARD_LINE, 0.25)
    edge = ImageDraw.Draw(picture)
    stroke = round((3.0 if dark else 1.1) * _MASTER)
    edge.rounded_rectangle(
        (0, 0, picture.width - 1, picture.height - 1), _ROUND * _MASTER, outline=(*tone, 255), width=stroke
    )
    picture.putalpha(mask.reduce(2))
    return picture


for _cache in (card_image, _master, _land, _figure, _thing):
    forget_on_use(_cache.cache_clear)
