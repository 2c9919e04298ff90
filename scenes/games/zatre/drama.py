"""The measure of drama in ZATRE: one moment for every turn, from the first tile put down to the last cell written.

Each point counts 0.12, a cross 0.25, what a turn added to the grand total beyond its points (bonuses, doubling) 0.04 a
point; a turn with nothing to place 0.5, one that takes the lead 0.8, the one that ends the match 1.5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scenes.games.zatre.cues import GLIDE_S, sums_words
from scenes.games.zatre.panels import sides_of
from scenes.playback.cues import Cue
from scenes.playback.theatre import Moment
from sim.games.zatre.match.frame import TableStage, ZatreFrame

POINT, CROSS, EXTRA, NOTHING, LEAD, LAST = 0.12, 0.25, 0.04, 0.5, 0.8, 1.5
LEAD_S, TRAIL_S = 1.0, 1.2
_SEEN = (TableStage.PLACED, TableStage.RULED)


def moments(frames: Sequence[ZatreFrame], cues: Sequence[Cue]) -> list[Moment]:
    """Return a moment for every turn of the match, or a single one for the whole match if no turn was played."""
    turns, last = list(_turns(frames)), frames[-1]
    over = last.table_stage is TableStage.OVER
    before: ZatreFrame | None = None
    found = []
    for number, turn in enumerate(turns, start=1):
        found.append(_moment(turn, before, last if over and number == len(turns) else None))
        before = turn[-1]
    return found or [Moment(frames[0].time_s, frames[-1].time_s, 0.0, "Nobody has placed a tile")]


def _turns(frames: Sequence[ZatreFrame]) -> Iterator[list[ZatreFrame]]:
    for key, group in groupby(frames, key=lambda frame: (frame.turn, frame.table_stage in _SEEN)):
        if key[1]:
            yield list(group)


def _totals(frame: ZatreFrame) -> dict[str, int]:
    return {side: seats[0].sheet.total for side, seats in sides_of(frame).items()}


def _leaders(totals: dict[str, int]) -> set[str]:
    best = max(totals.values(), default=0)
    return {side for side, total in totals.items() if total == best and best > 0}


def _moment(turn: list[ZatreFrame], before: ZatreFrame | None, last: ZatreFrame | None) -> Moment:
    first, end = turn[0], turn[-1]
    side = first.due or end.due or "Somebody"
    now = _totals(end)
    was = _totals(before) if before is not None else dict.fromkeys(now, 0)
    gains = end.gains
    points = 0 if gains is None else gains.points
    placed = any(tile.new for tile in end.board)
    added = now.get(side, 0) - was.get(side, 0)
    leads = _leaders(now) == {side} and side not in _leaders(was)
    drama = POINT * points + EXTRA * max(0, added - points) + NOTHING * (not placed) + LEAD * leads + LAST * bool(last)
    told = []
    if gains is not None and gains.runs:
        drama += CROSS * len(gains.crosses)
        title = f"Turn {end.turn}: {side} makes {sums_words(gains)}"
        told.append(f"{added} for the sheet")
    elif placed:
        title = f"Turn {end.turn}: {side} places without points"
    else:
        title = f"Turn {end.turn}: {side} can place nothing"
    if leads:
        told.append("and takes the lead")
    if last is not None and last.winners:
        names = " and ".join(last.winners)
        told.append(f"{names} win{'s' if len(last.winners) == 1 else ''}")
    ruled = next((frame.time_s for frame in turn if frame.table_stage is TableStage.RULED), end.time_s)
    start = max(0.0, first.time_s - LEAD_S)
    stop = end.time_s if last is None else last.time_s
    stop = min(stop, ruled + GLIDE_S + TRAIL_S + 1.0) if last is None else stop
    return Moment(start, max(stop, start + 1.0), drama, title, ", ".join(told))
