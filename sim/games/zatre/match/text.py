"""ZATRE as text: what the ticker says of each ruling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sim.games.zatre import rules
from sim.rules_frame import Event

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
Shown = Callable[[str], bool]
"""A function that says of a player's name whether the viewer sees their tiles."""
Many = Callable[[str], bool]
"""A function that says of a side's or player's name whether it takes a plural verb: that of a team, or You."""


def headline(event: Event, shown: Shown, many: Many) -> tuple[str, str] | None:
    """Return an event of the rules as a sentence and its tone (good, bad, turn, plain); None if it needs no words."""

    def does(name: str, verb: str) -> str:
        """Return a name with its verb: `Ada places`, `Ada and Bert place`."""
        return f"{name} {verb}{'' if many(name) else 's'}"

    match event:
        case rules.GameStarted():
            keeps = "keep" if many(event.starter) else "keeps"
            return f"{does(event.starter, 'begin')} and {keeps} the {event.tile}.", "plain"
        case rules.TilesDrawn() if shown(event.player):
            return f"{does(event.player, 'draw')} {_values(event.tiles)}.", "turn"
        case rules.TilesDrawn():
            return f"{does(event.player, 'draw')} {_count(len(event.tiles))}.", "turn"
        case rules.BagEmptied():
            return f"That was the last tile of the bag: {does(event.side, 'play')} the last turn.", "plain"
        case rules.TilesPlaced():
            where = "; ".join(f"{tile.value} at row {tile.row}, column {tile.col}" for tile in event.tiles)
            return f"{does(event.side, 'place')} {where}.{_kept(event.kept.values())}", "plain"
        case rules.NothingPlaced():
            return f"{event.side} can place nothing.{_kept(event.kept.values())}", "bad"
        case rules.RunsScored():
            return _scored(event, many(event.side)), "good"
        case rules.BagShared():
            return "No tile fits any more: what is left in the bag is drawn in turn and deducted.", "bad"
        case rules.GameOver():
            totals = ", ".join(f"{side} {total}" for side, total in event.totals.items())
            if len(event.winners) == 1:
                result = does(event.winners[0], "win")
            else:
                # A comma between teams, since each of their names has an `and` already.
                joint = ", and " if any(" and " in side for side in event.winners) else " and "
                result = f"{joint.join(event.winners)} share the victory"
            return f"The game is over. {result}: {totals}.", "turn"
    return None


def _scored(event: rules.RunsScored, many: bool) -> str:
    makes, ticks = ("make", "tick") if many else ("makes", "ticks")
    runs = " and ".join(f"a {run.total}" for run in event.runs)
    crosses = f" and {ticks} x2{' twice' if event.crosses == 2 else ''}" if event.crosses else ""
    if event.crosses > 2:
        crosses = f" and {ticks} x2 {event.crosses} times"
    return f"{event.side} {makes} {runs.replace('a 11', 'an 11')}: {_points(event.points)}{crosses}."


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _values(tiles: Sequence[int]) -> str:
    return " and ".join([", ".join(map(str, tiles[:-1])), str(tiles[-1])] if len(tiles) > 1 else map(str, tiles))


def _count(number: int) -> str:
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} tile{'' if number == 1 else 's'}"


def _kept(kept: Iterable[Sequence[int]]) -> str:
    number = sum(map(len, kept))
    return f" {_count(number).capitalize()} kept." if number else ""
