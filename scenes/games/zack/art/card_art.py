"""Faces, backs and edges of the cards. Faces are named as in the frame: `circle:red`, `2R`, `again`, `player:red`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import Image

from scenes.drawing.palette import INK, SIX, Colour, forget_on_use
from scenes.drawing.pictures import Sheet

SHAPE = 91.0 / 59.0  # the height of a drawn card by its width
LETTERS = {"red": "R", "blue": "B", "green": "G", "yellow": "Y", "orange": "O", "violet": "V"}
BACK = "reverse"
STOPS = ("choose", "swap", "mirror")
ARROWS = ("R", "2R", "L", "2L")
PICTURES = Path(__file__).parents[1] / "pictures"
FACES = (
    *(f"circle:{name}" for name in SIX),
    *ARROWS,
    "again",
    "back",
    BACK,
    *STOPS,
    *(f"player:{name}" for name in SIX),
)
"""All faces but those of challenge cards, which are put together from a border and a field."""
FIELDS = (*(f"challenge:{name}" for name in SIX), "challenge")
CARDS = Sheet(PICTURES / "cards.png", (*FACES, *(f"border:{name}" for name in (*SIX, "")), *FIELDS))
EDGES = Sheet(PICTURES / "edges.png", (*FACES, *(f"{field} {name}".strip() for name in (*SIX, "") for field in FIELDS)))


def colour_of(name: str) -> Colour:
    """Return a player's colour by its name in the rules, dark grey for an unknown name."""
    return SIX.get(name, (88, 88, 88))


def ink_on(colour: Colour) -> Colour:
    """Return the colour of text that can be read on a ground: dark on a light one, white on a dark one."""
    red, green, blue = colour
    return INK if 0.30 * red + 0.59 * green + 0.11 * blue > 140 else (255, 255, 255)


def faces(border_colours: tuple[str, ...], stop_cards: bool = True) -> list[tuple[str, str]]:
    """Return every (face, border) that a game with those player colours can show; border is "" but on challenge cards.

    `challenge` without a colour is a challenge card in a hand that does not show yet against whom it is.
    """
    plain = [*(f"circle:{name}" for name in SIX), *ARROWS, "again", "back", BACK]
    plain += STOPS if stop_cards else ()
    plain += [f"player:{name}" for name in border_colours]
    challenges = [(f"challenge:{a}", b) for b in border_colours for a in border_colours if a != b]
    return [*((face, "") for face in plain), *challenges, *(("challenge", name) for name in border_colours)]


def border_of(face: str, colour: str) -> str:
    """Return the border of a card thrown by the player of that colour: that colour on challenge cards, else ""."""
    return colour if face.partition(":")[0] == "challenge" else ""


@lru_cache(maxsize=256)
def card_image(face: str, border: str, width: int, height: int) -> Image.Image:
    """Return a card's face (or back) of that size in pixels.

    border: the colour of the player who threw it, which only challenge cards show.
    """
    return _whole(face, border_of(face, border)).resize((max(2, width), max(2, height)), Image.Resampling.LANCZOS)


@lru_cache(maxsize=128)
def _whole(face: str, border: str) -> Image.Image:
    if not face.startswith("challenge"):
        return CARDS[face]
    picture = CARDS[f"border:{border}"]
    picture.alpha_composite(CARDS[face.rstrip(":")])
    return picture


@lru_cache(maxsize=128)
def edge_image(face: str, border: str, width: int, height: int) -> Image.Image:
    """Return a card seen from its edge, of that size in pixels.

    Circles and single arrows are plain; all others have a part in a second colour.
    """
    return EDGES[f"{face.rstrip(':')} {border}".strip()].resize((width, height), Image.Resampling.BOX)


for _cache in (card_image, _whole, edge_image):
    forget_on_use(_cache.cache_clear)
