"""The start draw: who begins, as a pure function of the tiles in the order in which they come out of the bag."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sim.games.zatre.rules.vocabulary import TILES
from sim.rules_frame import IllegalAction, Table, quote


@dataclass(frozen=True, slots=True)
class StartDraw:
    """A start draw.

    Attributes:
        starter: who begins.
        tile: the highest of the tiles that he drew, not the last one if a tie came before it; he keeps it, and it is
            one of his three first tiles.
        rounds: what everybody drew, round by round; from the second round on only those who were tied draw.
        returned: the tiles that go back into the bag, in the order in which they were drawn.
    """

    starter: str
    tile: int
    rounds: tuple[Table[str, int], ...]
    returned: tuple[int, ...]


def start_draw(players: Iterable[str], tiles: Iterable[int]) -> StartDraw:
    """Let each player draw one of the tiles in turn, and the tied ones again, until one alone has the highest.

    Args:
        players: names, clockwise.
        tiles: values in the order in which they are drawn; no more are taken than are needed.

    Raises IllegalAction when the tiles run out before anybody is alone, for a value that no tile has, and for nobody.
    """
    drawing = tuple(players)
    if not drawing:
        raise IllegalAction("Nobody draws for the start.")
    source = iter(tiles)
    drawn: list[tuple[str, int]] = []
    rounds: list[Table[str, int]] = []
    while len(drawing) > 1 or not rounds:
        values: dict[str, int] = {}
        for name in drawing:
            value = next(source, None)
            if value is None:
                raise IllegalAction("The tiles run out before one player alone has the highest.")
            if value not in TILES:
                raise IllegalAction(f"There is no tile of the value {quote(value)}, the values are 1 to 6.")
            values[name] = value
            drawn.append((name, value))
        rounds.append(Table(values))
        highest = max(values.values())
        drawing = tuple(name for name in drawing if values[name] == highest)
    # "Celui qui commence garde le jeton avec le plus grand nombre de points et remet les autres dans le sac": of those
    # that he drew himself.
    (starter,) = drawing
    kept = max(value for name, value in drawn if name == starter)
    drawn.remove((starter, kept))
    return StartDraw(starter, kept, tuple(rounds), tuple(value for _, value in drawn))
