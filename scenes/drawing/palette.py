"""Colours, named by their use; nothing else in the scenes spells a colour, but pictures that are kept as files.

The eight piece colours follow those of the published game, which go by type (reviews: kevinandgames, horstspielt), and
differ in lightness as well as in hue, so that they stay distinct under the common colour blindnesses; a test measures
it.

In the palette `colour-blind` everybody can tell the colours apart: hues as in Okabe & Ito, "Color Universal Design"
(2008; Wong, Nature Methods 8:441, 2011), moved apart, mostly in lightness, until the smallest CIELAB distance within a
set was greatest for normal sight and for protanopes, deuteranopes and tritanopes as Machado, Oliveira and Fernandes
(2009) simulate them. No information is in colour alone in either palette: cards carry letters, players a shape.
"""

from __future__ import annotations

from collections.abc import Callable

Colour = tuple[int, int, int]


def rgb(text: str) -> Colour:
    """Convert `#rrggbb` to three numbers, 0 to 255."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Mix two colours, from `a` (share 0) to `b` (share 1)."""
    return tuple(round(x + (y - x) * share) for x, y in zip(a, b, strict=True))  # type: ignore[return-value]


def darker(colour: Colour, share: float) -> Colour:
    """Mix a colour with a warm black; `share` is that of the black."""
    return mix(colour, (24, 16, 14), share)


def lighter(colour: Colour, share: float) -> Colour:
    """Mix a colour with a warm white; `share` is that of the white."""
    return mix(colour, (255, 250, 238), share)


SKY_TOP = rgb("#5d9fd3")
SKY_MIDDLE = rgb("#a5d0ea")
SKY_LOW = rgb("#fbeed2")
SUN = rgb("#fff6cf")
SWELL = (rgb("#8cc4d2"), rgb("#5fabc4"), rgb("#3f90b2"), rgb("#2c779e"))
FOAM = rgb("#f2fbfa")
CARD_FRONT = rgb("#2b6f9c")
CARD_BACK = rgb("#1d4f78")
BOX = rgb("#8f2f33")
TABLE = rgb("#6d4a35")
TABLE_FRONT = rgb("#543626")

HULL = rgb("#c48a52")
HULL_BAND = rgb("#2f6f73")
DECK = rgb("#e2b77e")
MAST = rgb("#d3a066")
YARD = rgb("#dba968")
PEG = rgb("#8a5733")
STEEL = rgb("#9aa5af")
BRASS = rgb("#d9b04c")
SKIN = rgb("#efc09a")
SKIN_LINE = rgb("#9a5f3d")

PIECES: dict[str, Colour] = {
    "boat": rgb("#f1e3bd"),
    "barrel": rgb("#f0a11f"),
    "bottle": rgb("#c9302c"),
    "crate": rgb("#1f8f62"),
    "sailor": rgb("#1f5fb0"),
    "plank": rgb("#3b332f"),
    "rat": rgb("#9a9b9f"),
    "chest": rgb("#7fc8ef"),
}
PLAYERS: list[Colour] = [rgb("#1d6fd0"), rgb("#c93a4a"), rgb("#54307d"), rgb("#2ba896")]
GAUGE: list[Colour] = [rgb("#529e76"), rgb("#ebb446"), rgb("#c4443e")]
"""Heel: calm, lively, near the stop."""
AIM: list[Colour] = [rgb("#2bd67b"), rgb("#ffb02e")]
"""A flick that would meet its slot, and one that would not."""

INK = rgb("#22303c")
INK_SOFT = rgb("#5d6770")
PAPER = rgb("#fdf8ec")
PAPER_DUE = rgb("#fff3c9")
PAPER_EDGE = rgb("#cdbf9f")
GLOW = rgb("#ffd34d")
TONES: dict[str, Colour] = {
    "plain": INK,
    "turn": rgb("#2b4f75"),
    "good": rgb("#1c6b47"),
    "bad": rgb("#a3262a"),
}
CHANCES: dict[str, Colour] = {
    "safe": rgb("#1c6b47"),
    "likely": rgb("#4f7a12"),
    "risky": rgb("#a85a00"),
    "hopeless": rgb("#a3262a"),
}
"""The words for a chance, on paper."""

# Zack!: the six colours by the rules' names; lightness differs as well as hue, as a test measures.
SIX: dict[str, Colour] = {
    "red": rgb("#b5121f"),
    "blue": rgb("#1858c9"),
    "green": rgb("#1fae86"),
    "yellow": rgb("#f9dc14"),
    "orange": rgb("#e08424"),
    "violet": rgb("#5b2a73"),
}
STOP = rgb("#d1232a")
CARD_REVERSE = rgb("#9c2b33")

WALL_DARK = rgb("#3a211d")
OAK = rgb("#9a6238")
OAK_FRONT = rgb("#5e3820")
MAT = rgb("#24505c")
BOARD = rgb("#c9b48d")
BOX_INSIDE = rgb("#7d262c")
LENS = rgb("#2e2622")
WRONG = rgb("#ff3b30")
"""The mark of a card that was thrown out of turn."""

# ------------------------------------------------------------------------------------------------ two palettes

STANDARD, COLOUR_BLIND = "standard", "colour-blind"
NAMES = (STANDARD, COLOUR_BLIND)
_SETS: dict[str, dict[str, Colour]] = {
    "pieces": PIECES,
    "six": SIX,
    "tones": TONES,
    "chances": CHANCES,
}
_LISTS: dict[str, list[Colour]] = {"players": PLAYERS, "gauge": GAUGE, "aim": AIM}
_OTHER: dict[str, tuple[str, ...]] = {
    "pieces": ("#edf49b", "#f5810b", "#611105", "#04a064", "#3240c5", "#03063e", "#9d72bd", "#65feff"),
    "six": ("#b6223c", "#1936d8", "#2ac9a6", "#fbff7e", "#bf8000", "#b187dc"),
    "tones": ("#22303c", "#3b0a45", "#1360b0", "#9a3b00"),
    "chances": ("#1360b0", "#3b5f8a", "#8a6a00", "#6b1400"),
    "players": ("#025bd0", "#f34e0b", "#1d030c", "#ce8fa2"),
    "gauge": ("#3f7fc4", "#e8c84e", "#a8400f"),
    "aim": ("#a8f4ff", "#e07800"),
}
_PALETTES: dict[str, dict[str, tuple[Colour, ...]]] = {
    STANDARD: {
        **{name: tuple(colours.values()) for name, colours in _SETS.items()},
        **{name: tuple(colours) for name, colours in _LISTS.items()},
    },
    COLOUR_BLIND: {name: tuple(rgb(colour) for colour in colours) for name, colours in _OTHER.items()},
}
_painted: list[Callable[[], None]] = []
_used = STANDARD


def use(name: str) -> None:
    """Use the palette of that name from now on; call it before a scene is made. Raises KeyError for an unknown name."""
    global _used
    palette, _used = _PALETTES[name], name
    for key, colours in _SETS.items():
        colours.update(zip(colours, palette[key], strict=True))
    for key, row in _LISTS.items():
        row[:] = palette[key]
    for forget in _painted:
        forget()


def used() -> str:
    """Return the name of the palette in use."""
    return _used


def forget_on_use(forget: Callable[[], None]) -> None:
    """Register a function to call when the palette changes: it empties a cache whose keys do not contain colours."""
    _painted.append(forget)
