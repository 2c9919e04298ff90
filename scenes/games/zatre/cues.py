"""Cues of a match of ZATRE, for sounds and marks, and its drama: one moment for every turn.

A turn lasts from the first tile put down to the last cell written. Each point counts 0.12, a cross 0.25, what a turn
added to the grand total beyond its points (bonuses, doubling) 0.04 a point; a turn with nothing to place 0.5, one that
takes the lead 0.8, the one that ends the match 1.5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from scenes.playback.cues import APART_S, Cue
from scenes.playback.theatre import Moment
from sim.games.zatre.match.frame import (
    BagEmptied,
    Gains,
    MatchEnded,
    News,
    StaticScene,
    TableStage,
    TurnBegan,
    TurnRuled,
    ZatreFrame,
)
from sim.games.zatre.match.text import points_words, said_of_side, side_words
from sim.language import _
from sim.match.grammar import called, said_of, said_of_all

KNOCK = 0.45
GLIDE_S = 0.55
"""The time a tile takes from the rack to its square."""
BIG_POINTS = 6
"""A turn of at least this many points gets a stronger cue and a mark on the timeline."""
MOST_POINTS = 12

POINT, CROSS, EXTRA, NOTHING, LEAD, LAST = 0.12, 0.25, 0.04, 0.5, 0.8, 1.5
LEAD_S, TRAIL_S = 1.0, 1.2
_SEEN = (TableStage.PLACED, TableStage.RULED)


class Listener:
    """A follower of one match, which derives cues from successive frames."""

    def __init__(self, _static_scene: StaticScene) -> None:
        self.forget()

    def forget(self) -> None:
        """Treat the next frame as the first."""
        self._before: ZatreFrame | None = None
        self._number = -1

    def hear(self, frame: ZatreFrame) -> tuple[Cue, ...]:
        """Return the cues since the frame before; none after a jump, or for the first frame."""
        before, number = self._before, self._number
        if before is not None and not 0.0 < frame.time_s - before.time_s <= APART_S:
            if frame.time_s == before.time_s and frame.table_stage is before.table_stage:
                return ()
            before = None
        self._before = frame
        self._number = frame.events[-1].number if frame.events else -1
        if before is None:
            return ()
        return *_tiles(before, frame), *_rulings(frame, [event.what for event in frame.events if event.number > number])


def _tiles(before: ZatreFrame, frame: ZatreFrame) -> list[Cue]:
    """Return a knock for each tile that came down on its square between the two frames."""
    return [
        Cue(frame.time_s, "knock", KNOCK)
        for tile in frame.board
        if tile.new and before.time_s < tile.put_s + GLIDE_S <= frame.time_s
    ]


def _rulings(frame: ZatreFrame, news: Sequence[News]) -> list[Cue]:
    """Return cues for turns, their points, the last tile and the end of the match."""
    found, now = [], frame.time_s
    for event in news:
        match event:
            case TurnBegan():
                found.append(
                    Cue(now, "turn", 0.5, _("Turn {turn}: {what}", turn=event.turn, what=side_words(event.side)))
                )
            case TurnRuled(gains=gains) if gains.points:
                kind = "catch" if gains.points >= BIG_POINTS else "score"
                found.append(Cue(now, kind, min(1.0, 0.3 + gains.points / MOST_POINTS), gains_words(gains)))
            case TurnRuled(gains=gains, tiles=0):
                found.append(
                    Cue(now, "miss", 0.5, said_of(gains.by, _("You can place nothing"), _("{name} can place nothing")))
                )
            case BagEmptied():
                found.append(Cue(now, "round", 1.0, _("The bag is empty: the last turn")))
            case MatchEnded():
                found.append(Cue(now, "end", 1.0, _("The end")))
    return found


def gains_words(gains: Gains) -> str:
    """Return what a turn scored, in words: `Ada: 12 and 10, 5 points, 1 x2`."""
    crosses = f", {len(gains.crosses)} x2" if gains.crosses else ""
    return f"{called(gains.by)}: {sums_words(gains)}, {points_words(gains.points)}{crosses}"


def sums_words(gains: Gains) -> str:
    """Return the sums of a turn's runs, highest first: `12, 12 and 10`."""
    sums = [str(total) for total in sorted((run.sum for run in gains.runs), reverse=True)]
    return _(" and ").join([*([", ".join(sums[:-1])] if len(sums) > 1 else []), *sums[-1:]])


def moments(frames: Sequence[ZatreFrame], cues: Sequence[Cue]) -> list[Moment]:
    """Return a moment for every turn of the match, or a single one for the whole match if no turn was played."""
    turns, last = list(_turns(frames)), frames[-1]
    over = last.table_stage is TableStage.OVER
    totals: Mapping[str, int] = {}
    found = []
    for number, turn in enumerate(turns, start=1):
        ruling = _ruling(turn[-1])
        found.append(_moment(turn, ruling, totals, last if over and number == len(turns) else None))
        totals = totals if ruling is None else ruling.totals
    return found or [Moment(frames[0].time_s, frames[-1].time_s, 0.0, _("Nobody has placed a tile"))]


def _turns(frames: Sequence[ZatreFrame]) -> Iterator[list[ZatreFrame]]:
    """Yield the frames of each turn, from its first tile on the board until its points are written down."""
    for key, group in groupby(frames, key=lambda frame: (frame.turn, frame.table_stage in _SEEN)):
        if key[1]:
            yield list(group)


def _ruling(frame: ZatreFrame) -> TurnRuled | None:
    """Return the ruling of the turn that a frame shows, None if it is not there yet."""
    rulings = [event.what for event in frame.events if isinstance(event.what, TurnRuled)]
    return rulings[-1] if rulings and rulings[-1].turn == frame.turn else None


def _leaders(totals: Mapping[str, int]) -> set[str]:
    best = max(totals.values(), default=0)
    return {side for side, total in totals.items() if total == best and best > 0}


def _moment(
    turn: list[ZatreFrame], ruling: TurnRuled | None, was: Mapping[str, int], last: ZatreFrame | None
) -> Moment:
    """Return the moment of a turn. was: the totals of all sides before it. last: the match's last frame, if it ends."""
    first, end = turn[0], turn[-1]
    drama, done = LAST * bool(last), []
    many = sum(seat.is_due for seat in first.seats) > 1
    you, one, team = _("You score nothing"), _("{name} scores nothing"), _("{name} score nothing")
    what = said_of_side(first.due or _("Someone"), many, you, one, team)
    if ruling is not None:
        side, gains = ruling.side, ruling.gains
        added = ruling.totals[side] - was.get(side, 0)
        leads = _leaders(ruling.totals) == {side} and side not in _leaders(was)
        drama += POINT * gains.points + EXTRA * max(0, added - gains.points) + NOTHING * (not ruling.tiles)
        drama += LEAD * leads + CROSS * len(gains.crosses)
        if gains.runs:
            you, one, team = _("You make {sums}"), _("{name} makes {sums}"), _("{name} make {sums}")
            what = said_of_side(side, many, you, one, team, sums=sums_words(gains))
            done.append(_("{added} for the sheet", added=added))
        elif not ruling.tiles:
            one = _("{name} can place nothing")
            what = said_of_side(side, many, _("You can place nothing"), one, one)
        if leads:
            done.append(_("and takes the lead"))
    if last is not None and last.winners:
        done.append(said_of_all(last.winners, _("You win"), _("{name} wins"), _("{names} win")))
    ruled = next((frame.time_s for frame in turn if frame.table_stage is TableStage.RULED), end.time_s)
    start = max(0.0, first.time_s - LEAD_S)
    stop = end.time_s if last is None else last.time_s
    stop = min(stop, ruled + GLIDE_S + TRAIL_S + 1.0) if last is None else stop
    title = _("Turn {turn}: {what}", turn=end.turn, what=what)
    return Moment(start, max(stop, start + 1.0), drama, title, ", ".join(done))
