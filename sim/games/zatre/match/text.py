"""ZATRE as text: what the ticker says of each ruling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sim.games.zatre import rules
from sim.language import N_, _, _n, capital, put_in
from sim.match.grammar import called, said_of
from sim.match.seats import YOU
from sim.rules_frame import Event

Shown = Callable[[str], bool]
"""A function that says of a player's name whether the viewer sees their tiles."""
Many = Callable[[str], bool]
"""A function that says of a side's or player's name whether it takes a plural verb: that of a team, or You."""


def side_words(side: str) -> str:
    """Return the name of a player or of a team as it is shown."""
    return _(" and ").join(called(name) for name in side.split(" and "))


def said_of_side(side: str, many: bool, you: str, one: str, team: str, /, **values: object) -> str:
    """Return what is said of a side: `you`, `one` of a player or `team`, the latter two with its `{name}`."""
    if side == YOU:
        return put_in(you, **values)
    return put_in(team if many else one, name=side_words(side), **values)


def not_now(side: str | None) -> str:
    """Return why a person may not place tiles now, the turn being that of `side`."""
    if side is None:
        return N_("Not now.")
    return said_of(side, _("It is your turn."), _("It is {name}'s turn."))


def headline(event: Event, shown: Shown, many: Many) -> tuple[str, str] | None:
    """Return an event of the rules as a sentence and its tone (good, bad, turn, plain); None if it needs no words."""

    def said(side: str, you: str, one: str, team: str, **values: object) -> str:
        return said_of_side(side, many(side), you, one, team, **values)

    match event:
        case rules.GameStarted():
            you, one = _("You begin and keep the {tile}."), _("{name} begins and keeps the {tile}.")
            return said(event.starter, you, one, _("{name} begin and keep the {tile}."), tile=event.tile), "plain"
        case rules.TilesDrawn():
            what = _listed(map(str, event.tiles)) if shown(event.player) else _tiles(len(event.tiles))
            return said(event.player, _("You draw {what}."), _("{name} draws {what}."), "", what=what), "turn"
        case rules.BagEmptied():
            you = _("That was the last tile of the bag: You play the last turn.")
            one = _("That was the last tile of the bag: {name} plays the last turn.")
            return said(
                event.side, you, one, _("That was the last tile of the bag: {name} play the last turn.")
            ), "plain"
        case rules.TilesPlaced():
            where = "; ".join(
                _("{tile} at row {row}, column {column}", tile=tile.value, row=tile.row, column=tile.col)
                for tile in event.tiles
            )
            you, one, team = _("You place {where}."), _("{name} places {where}."), _("{name} place {where}.")
            return said(event.side, you, one, team, where=where) + _kept(event.kept.values()), "plain"
        case rules.NothingPlaced():
            one = _("{name} can place nothing.")
            words = said(event.side, _("You can place nothing."), one, _("{name} can place nothing."))
            return words + _kept(event.kept.values()), "bad"
        case rules.RunsScored():
            return _scored(event, many(event.side)), "good"
        case rules.BagShared():
            return _("No tile fits any more: what is left in the bag is drawn in turn and deducted."), "bad"
        case rules.GameOver():
            return _over(event, many), "turn"
    return None


def _over(event: rules.GameOver, many: Many) -> str:
    totals = ", ".join(f"{side_words(side)} {total}" for side, total in event.totals.items())
    first = event.winners[0]
    if len(event.winners) == 1:
        result = said_of_side(first, many(first), _("You win"), _("{name} wins"), _("{name} win"))
    else:
        # A comma between teams, since each of their names has an `and` already.
        joint = _(", and ") if any(" and " in side for side in event.winners) else _(" and ")
        result = _("{names} share the victory", names=joint.join(map(side_words, event.winners)))
    return _("The game is over. {result}: {totals}.", result=result, totals=totals)


def _scored(event: rules.RunsScored, many: bool) -> str:
    runs, points = _(" and ").join(_sum(run.total) for run in event.runs), points_words(event.points)
    you, one, team = (
        _("You make {runs}: {points}"),
        _("{name} makes {runs}: {points}"),
        _("{name} make {runs}: {points}"),
    )
    made = said_of_side(event.side, many, you, one, team, runs=runs, points=points)
    if not event.crosses:
        return _("{made}.", made=made)
    times = _times(event.crosses)
    if many:
        return _("{made} and tick x2{times}.", made=made, times=times)
    return _("{made} and ticks x2{times}.", made=made, times=times)


def _sum(total: int) -> str:
    return _("an {total}", total=total) if total == 11 else _("a {total}", total=total)


def _times(crosses: int) -> str:
    return {1: "", 2: _(" twice")}.get(crosses, _(" {crosses} times", crosses=crosses))


def points_words(points: int) -> str:
    """Return a number of points: `1 point`, `5 points`."""
    return _n("{count} point", "{count} points", points)


def _listed(values: Iterable[str]) -> str:
    *first, last = values
    return _("{list} and {last}", list=", ".join(first), last=last) if first else last


def _tiles(number: int) -> str:
    words = (
        N_("no tiles"),
        N_("one tile"),
        N_("two tiles"),
        N_("three tiles"),
        N_("four tiles"),
        N_("five tiles"),
        N_("six tiles"),
    )
    return _(words[number]) if number < len(words) else _("{number} tiles", number=number)


def _kept(kept: Iterable[Sequence[int]]) -> str:
    number = sum(map(len, kept))
    return " " + _("{Tiles} kept.", Tiles=capital(_tiles(number))) if number else ""
