"""The games that can be designed in the workshop, and how their prototypes are opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sim.workshop.document import Document
from sim.workshop.prototype import Prototype
from sim.workshop.tuning import Wish


def _ship() -> Callable[..., Prototype]:
    from sim.workshop.ship.prototype import ShipPrototype

    return ShipPrototype


def _bowl() -> Callable[..., Prototype]:
    from sim.workshop.bowl.prototype import BowlPrototype

    return BowlPrototype


PROTOTYPES: dict[str, Callable[[], Callable[..., Prototype]]] = {"riff-raff": _ship, "zack": _bowl}
"""By game: a function that imports and returns the class of its prototypes."""
_WISHES = {
    "riff-raff": Wish("riff-raff", "fall_rate", 0.15),
    "zack": Wish("zack", "miss_rate", 0.06),
}


def prototype_of(game: str, preset: Path | None, profile: str) -> Prototype:
    """Open the prototype of a preset, or of the shipped design. Raises InputError."""
    document: Document[Any] = Document(game, preset, profile)
    return PROTOTYPES[game]()(document)


def copied(prototype: Prototype) -> Prototype:
    """Return a second prototype of the design as it is now, with the same hands and load."""
    document = prototype.document.copy()
    return PROTOTYPES[document.game]()(document, prototype.hands, prototype.load)


def wish_of(game: str) -> Wish:
    """Return what is tuned in a game."""
    return _WISHES[game]
