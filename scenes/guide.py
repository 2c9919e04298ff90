"""A newcomer's guide to a game: its rules in short, a picture of it, and the cards of the first minute."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL import Image

MOST_CARDS = 4
"""The most cards that a game shows in the first minute."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game in short. turn: its steps, one by one. words: what the words mean."""

    goal: str
    turn: tuple[str, ...]
    end: str
    words: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Glance:
    """A look at the table: the match or practice, its play layer, and who has the mouse (None: nobody)."""

    match: Any
    layer: Any
    person: str | None


@dataclass(frozen=True, slots=True)
class FirstCard:
    """A card of the first minute: a thing to know, and one to try.

    progress: returns how far the thing to try is, None where it cannot be tried yet; the card has done its work as soon
    as that changes. None: only the player can say so. stands: returns True while time has to
    stand still under the card.
    """

    title: str
    text: str
    to_try: str
    progress: Callable[[Glance], Hashable] | None = None
    stands: Callable[[Glance], bool] | None = None


@dataclass(frozen=True, slots=True)
class Guide:
    """A newcomer's guide to a game.

    line: the game in one line. picture: paints a picture of the game, given width and height in pixels. practice: the
    keywords of the game's practice at which the cards are shown, for a game that leaves no time to read; None for one
    whose cards are shown at the match itself.
    """

    line: str
    rules: Rules
    cards: tuple[FirstCard, ...]
    picture: Callable[[int, int], Image.Image]
    practice: Mapping[str, object] | None = None
