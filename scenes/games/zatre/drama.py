"""The measure of drama in ZATRE: one moment for every turn, from the first tile put down to the last cell written.

Each point counts 0.12, a cross 0.25, what a turn added to the grand total beyond its points (bonuses, doubling) 0.04 a
point; a turn with nothing to place 0.5, one that takes the lead 0.8, the one that ends the match 1.5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from scenes.games.zatre.cues import GLIDE_S, sums_words
from scenes.playback.cues import Cue
from scenes.playback.theatre import Moment
from sim.games.zatre.match.frame import TableStage, TurnRuled, ZatreFrame

POINT, CROSS, EXTRA, NOTHING, LEAD, LAST = 0.12, 0.25, 0.04, 0.5, 0.8, 1.5
LEAD_S, TRAIL_S = 1.0, 1.2
_SEEN = (TableStage.PLACED, TableStage.RULED)


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
    return found or [Moment(frames[0].time_s, frames[-1].time_s, 0.0, "Nobody has placed a tile")]


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
    title = f"Turn {end.turn}: {first.due or 'Someone'} places without points"
    if ruling is not None:
        side, gains = ruling.side, ruling.gains
        added = ruling.totals[side] - was.get(side, 0)
        leads = _leaders(ruling.totals) == {side} and side not in _leaders(was)
        drama += POINT * gains.points + EXTRA * max(0, added - gains.points) + NOTHING * (not ruling.tiles)
        drama += LEAD * leads + CROSS * len(gains.crosses)
        if gains.runs:
            title = f"Turn {end.turn}: {side} makes {sums_words(gains)}"
            done.append(f"{added} for the sheet")
        elif not ruling.tiles:
            title = f"Turn {end.turn}: {side} can place nothing"
        if leads:
            done.append("and takes the lead")
    if last is not None and last.winners:
        names = " and ".join(last.winners)
        done.append(f"{names} win{'s' if len(last.winners) == 1 else ''}")
    ruled = next((frame.time_s for frame in turn if frame.table_stage is TableStage.RULED), end.time_s)
    start = max(0.0, first.time_s - LEAD_S)
    stop = end.time_s if last is None else last.time_s
    stop = min(stop, ruled + GLIDE_S + TRAIL_S + 1.0) if last is None else stop
    return Moment(start, max(stop, start + 1.0), drama, title, ", ".join(done))
