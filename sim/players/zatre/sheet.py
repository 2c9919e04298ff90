"""The player who looks at the whole sheet: rows to complete, crosses, and what the board then offers the next one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.players.zatre.prospects import Prospects, shipped_pace
from sim.players.zatre.replies import Look, Worth, laid
from sim.players.zatre.view import View
from sim.players.zatre.ways import Option
from sim.rules.zatre import Outcome, Turn, square

LOOKED_AT = 24
"""So many of the ways that bring most are looked at from the other side of the table."""
ENVY = 0.5
"""How much of what the only rival may gain next counts against a way: what he leaves, one finds again oneself."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A way to place one's tiles: what it adds to one's sheet, and that less what it offers the next player."""

    option: Option
    gain: float
    worth: float


class SheetPlayer:
    """Values every way by what the sheet may expect in the end, and the best of them by what they leave behind."""

    def place(self, view: View, rng: np.random.Generator) -> Turn:
        """The best way."""
        return judged(view, rng)[0].option.turn


def judged(view: View, rng: np.random.Generator, envy: float = ENVY) -> list[Judged]:
    """The ways that bring most, with what they are worth, best first. Equal ways come in any order.

    envy: the weight of what a way offers the next player.
    """
    prospects = Prospects(view.turns_left, shipped_pace())
    known: dict[Outcome, float] = {}
    for option in view.options:
        if option.outcome not in known:
            known[option.outcome] = prospects.gain(view.sheet, option.outcome)
    # Tiles that are kept when the bag is empty are deducted; before that they are only late.
    lost = {option: _kept(view, option) for option in view.options} if not view.bag else {}
    values = [known[option.outcome] - lost.get(option, 0) for option in view.options]
    tie = rng.random(len(values))
    order = sorted(range(len(values)), key=lambda n: (-values[n], tie[n]))[:LOOKED_AT]
    if not view.bag or not view.rivals or not envy:
        return [Judged(view.options[n], values[n], values[n]) for n in order]
    worth = Worth.of(prospects, view.rivals[0])
    found = [
        Judged(view.options[n], values[n], values[n] - envy / len(view.rivals) * _offer(view, view.options[n], worth))
        for n in order
    ]
    return sorted(found, key=lambda one: -one.worth)


def tiles_of(option: Option) -> Sequence[tuple[int, int]]:
    """The tiles of a way as (square, value)."""
    return [(square(tile.row, tile.col), tile.value) for tile in option.turn]


def _kept(view: View, option: Option) -> int:
    return sum(view.rack) - sum(tile.value for tile in option.turn)


def _offer(view: View, option: Option, worth: Worth) -> float:
    return Look(laid(view.cells, tiles_of(option)), worth).expected(view.unseen)
