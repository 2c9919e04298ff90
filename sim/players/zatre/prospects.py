"""What a sheet will be worth in the end, as far as it can be told now.

Every column grows by at most one cell in a turn, with a chance that does not depend on the others (judgement.toml has
the chances, counted in matches). So the number of its cells in the end is binomial, and of every row follows the chance
that its three cells are filled, which brings the bonus, and that it is crossed, which doubles it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import Field

from sim.rules.zatre import BONUSES, Sheet
from sim.tables import Table, check, shipped

JUDGEMENT_FILE = Path(__file__).with_name("judgement.toml")


class Pace(Table):
    """The table [pace]: of a turn, the chances of a cell in each column, and what such a cell holds on the average."""

    tens: float = Field(gt=0, lt=1)
    elevens: float = Field(gt=0, lt=1)
    twelves: float = Field(gt=0, lt=1)
    crosses: float = Field(gt=0, lt=1)
    ten_points: float = Field(ge=1, le=8)
    eleven_points: float = Field(ge=2, le=16)
    twelve_points: float = Field(ge=4, le=32)


@cache
def shipped_pace() -> Pace:
    """As counted in matches."""
    return check(Pace, shipped(JUDGEMENT_FILE)["pace"], JUDGEMENT_FILE.name, "pace")


@cache
def at_least(turns: int, chance: float) -> tuple[float, ...]:
    """For j = 1, 2, ... the chance that something that happens with `chance` in a turn happens j times in `turns`."""
    exactly = [math.comb(turns, j) * chance**j * (1.0 - chance) ** (turns - j) for j in range(turns + 1)]
    tails: list[float] = []
    total = 0.0
    for probability in reversed(exactly[1:]):
        total += probability
        tails.append(total)
    return tuple(reversed(tails))


@dataclass(frozen=True, slots=True)
class Prospects:
    """What sheets are worth to whoever has so many turns left."""

    turns: int
    pace: Pace

    def worth(self, sheet: Sheet) -> float:
        """The expected grand total, without tiles left over."""
        pace, turns = self.pace, self.turns
        columns = (
            (sheet.tens, at_least(turns, pace.tens), pace.ten_points),
            (sheet.elevens, at_least(turns, pace.elevens), pace.eleven_points),
            (sheet.twelves, at_least(turns, pace.twelves), pace.twelve_points),
        )
        crossed = (1.0,) * sheet.crosses + at_least(turns, pace.crosses)
        total = 0.0
        for row in range(max(len(cells) + len(tail) for cells, tail, _ in columns)):
            points, complete = 0.0, 1.0
            for cells, tail, usual in columns:
                later = row - len(cells)
                if later < 0:
                    points += cells[row]
                elif later < len(tail):
                    points += usual * tail[later]
                    complete *= tail[later]
                else:
                    complete = 0.0
            if row < len(BONUSES):
                points += BONUSES[row] * complete
            total += points * (1.0 + (crossed[row] if row < len(crossed) else 0.0))
        return total
