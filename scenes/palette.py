"""Colours, named by what they are for; nothing else in the scenes spells a colour.

The eight piece colours follow the game's own, which are by type (reviews: kevinandgames, horstspielt), and differ in
lightness as well as in hue, so that they survive the common colour blindnesses; a test measures it.
"""

from __future__ import annotations

Colour = tuple[int, int, int]


def rgb(text: str) -> Colour:
    """`#rrggbb` as three numbers."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """From `a` (share 0) to `b` (share 1)."""
    return tuple(round(x + (y - x) * share) for x, y in zip(a, b, strict=True))  # type: ignore[return-value]


def darker(colour: Colour, share: float) -> Colour:
    """Towards a warm black."""
    return mix(colour, (24, 16, 14), share)


def lighter(colour: Colour, share: float) -> Colour:
    """Towards a warm white."""
    return mix(colour, (255, 250, 238), share)


SKY_TOP = rgb("#5d9fd3")
SKY_MIDDLE = rgb("#a5d0ea")
SKY_LOW = rgb("#fbeed2")
CLOUD = rgb("#ffffff")
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
PLAYERS: tuple[Colour, ...] = (rgb("#1d6fd0"), rgb("#c93a4a"), rgb("#54307d"), rgb("#2ba896"))

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

# Zack!: the six colours by the rules' names; lightness differs as well as hue, as a test measures.
SIX: dict[str, Colour] = {
    "red": rgb("#b5121f"),
    "blue": rgb("#1858c9"),
    "green": rgb("#1fae86"),
    "yellow": rgb("#f9dc14"),
    "orange": rgb("#e08424"),
    "violet": rgb("#5b2a73"),
}
CARD_PAPER = rgb("#fdfaf1")
CARD_LINE = rgb("#b9b09a")
ARROW_RIGHT = rgb("#2c3a45")
ARROW_LEFT = rgb("#8d979e")
AGAIN = rgb("#8b2fa8")
GO_BACK = rgb("#178a3a")
STOP = rgb("#d1232a")
CARD_REVERSE = rgb("#9c2b33")
BOLT = rgb("#fff3b0")

WALL_LIT = rgb("#e9b878")
WALL = rgb("#8a5138")
WALL_DARK = rgb("#3a211d")
OAK = rgb("#9a6238")
OAK_FRONT = rgb("#5e3820")
MAT = rgb("#24505c")
BOARD = rgb("#c9b48d")
BOX_INSIDE = rgb("#7d262c")
LENS = rgb("#2e2622")
WRONG = rgb("#ff3b30")
"""A card that was thrown out of turn."""
