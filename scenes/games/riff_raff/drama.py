"""The drama of Riff Raff, measured: one moment for every attempt to place a piece.

A fall counts 1, a catch 0.8 more (it was a fall, too), a heel from 8 to 20 degrees up to 1.5, a piece that slides or
swings from 12 to 42 mm in the ship's frame and yet stays up to 1.2, the attempt that ends the match 1.5.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby

from scenes.playback.cues import Cue
from scenes.playback.theatre import Moment, between, number_words
from sim.games.riff_raff.match.frame import PieceCaught, PieceState, RiffRaffFrame, TableStage

FALL, CATCH, HEEL, SHIFT, LAST = 1.0, 0.8, 1.5, 1.2, 1.5
CALM_HEEL_DEG, WILD_HEEL_DEG = 8.0, 20.0
CALM_SHIFT_MM, WILD_SHIFT_MM = 12.0, 42.0
LEAD_S, CALM_LEAD_S, TRAIL_S = 1.6, 1.2, 1.6
_ATTEMPT = (TableStage.LOADING, TableStage.WATCHING)


def moments(frames: Sequence[RiffRaffFrame], cues: Sequence[Cue]) -> list[Moment]:
    """Return a moment for every attempt of the match; a single one for the whole match where there was none."""
    attempts, last, caught = list(_attempts(frames)), frames[-1], _caught(frames)
    over = last.table_stage is TableStage.OVER
    found = [
        _moment(attempt, cues, last, caught, is_last=over and number == len(attempts))
        for number, attempt in enumerate(attempts, start=1)
    ]
    return found or [Moment(frames[0].time_s, frames[-1].time_s, 0.0, "Nothing was loaded")]


def _attempts(frames: Sequence[RiffRaffFrame]) -> Iterator[list[RiffRaffFrame]]:
    for is_attempt, group in groupby(frames, key=lambda frame: frame.table_stage in _ATTEMPT):
        if is_attempt:
            yield list(group)


def _moment(
    attempt: list[RiffRaffFrame],
    cues: Sequence[Cue],
    last: RiffRaffFrame,
    caught: Sequence[PieceCaught],
    is_last: bool,
) -> Moment:
    first, begins, ends = attempt[0], attempt[0].time_s, attempt[-1].time_s
    release = next((frame.time_s for frame in attempt if frame.table_stage is TableStage.WATCHING), ends)
    falls = between(cues, begins, ends + 0.1, "falls")
    tables = between(cues, begins, ends + 0.1, "table")
    catches = between(cues, begins, ends + 0.1, "catch")
    heeling = max(attempt, key=lambda frame: abs(frame.hull_angle))
    heel_deg = math.degrees(abs(heeling.hull_angle))
    shift_mm, shifted, shifted_s = _shift(attempt, release)
    drama = FALL * len(falls) + CATCH * len(catches) + LAST * is_last
    drama += HEEL * _share(heel_deg, CALM_HEEL_DEG, WILD_HEEL_DEG)
    drama += SHIFT * _share(shift_mm, CALM_SHIFT_MM, WILD_SHIFT_MM)
    title = f"Round {first.round}: " + _title(
        first.due or "Someone",
        len(falls),
        len(catches),
        [event for event in caught if begins <= event.at_s <= ends + 0.1],
    )
    notes = []
    if not falls:
        if heel_deg > CALM_HEEL_DEG and _share(heel_deg, CALM_HEEL_DEG, WILD_HEEL_DEG) >= _share(
            shift_mm, CALM_SHIFT_MM, WILD_SHIFT_MM
        ):
            side = "starboard" if heeling.hull_angle < 0 else "port"
            title = f"Round {first.round}: {heel_deg:.0f}° to {side}"
            notes.append("and everything holds")
        elif shift_mm > CALM_SHIFT_MM:
            title = f"Round {first.round}: the {shifted} slides {shift_mm:.0f} mm"
            notes.append("and stays")
    if is_last and last.winners:
        notes.append(f"{' and '.join(last.winners)} win{'s' if len(last.winners) == 1 else ''}")
    counts = [cue.time_s for cue in (*falls, *tables, *catches)]
    if counts:
        slow = min(counts) - 0.25, max(counts) + 0.2
        start, end = max(begins, min(counts) - LEAD_S), max(counts) + TRAIL_S
    else:
        climax = heeling.time_s if heel_deg > CALM_HEEL_DEG else shifted_s
        slow = climax - 0.5, climax + 0.4
        start, end = max(begins, min(release, climax) - CALM_LEAD_S), max(release, climax) + TRAIL_S
    if is_last:
        end = last.time_s
    elif not falls:
        end = min(end, ends + 1.0)
    return Moment(start, max(end, start + 1.0), drama, title, ", ".join(notes), slow if drama > 0.5 else None)


def _share(value: float, calm: float, wild: float) -> float:
    return min(1.0, max(0.0, (value - calm) / (wild - calm)))


def _caught(frames: Sequence[RiffRaffFrame]) -> list[PieceCaught]:
    """Return the catches of a whole match, each once."""
    found: dict[PieceCaught, None] = {}
    before: object = None
    for frame in frames:
        if frame.events is not before:
            found.update((event, None) for event in frame.events if isinstance(event, PieceCaught))
        before = frame.events
    return list(found)


def _title(name: str, falls: int, catches: int, caught: Sequence[PieceCaught]) -> str:
    lost = falls - catches
    what = f"the {caught[0].kind}" if catches == 1 and caught else number_words(catches)
    if catches and lost > 0:
        return f"{name} catches {what} and drops {number_words(lost)}"
    if catches:
        return f"{name} catches {what}"
    if falls:
        return f"{name} drops {number_words(falls)}"
    return f"{name} loads a piece"


def _shift(attempt: Sequence[RiffRaffFrame], release_s: float) -> tuple[float, str, float]:
    """Return how far the piece that moved most has moved since the release, among those that stay aboard.

    The distance (mm) is measured in the ship's frame. With it come the kind of the piece and the time of its greatest
    distance (s); 0, "" and `release_s` where nothing moved.
    """
    after = [frame for frame in attempt if frame.time_s >= release_s]
    if len(after) < 2:
        return 0.0, "", release_s
    stay = {piece.name for piece in after[-1].pieces if piece.state is PieceState.ABOARD}
    start = {piece.name: (piece.x, piece.y, after[0].hull_angle) for piece in after[0].pieces if piece.name in stay}
    found = (0.0, "", release_s)
    for frame in after:
        for piece in frame.pieces:
            if piece.name in start:
                x0, y0, angle0 = start[piece.name]
                moved = math.dist(_aboard(piece.x, piece.y, frame.hull_angle), _aboard(x0, y0, angle0))
                if moved > found[0]:
                    found = moved, piece.kind, frame.time_s
    return found


def _aboard(x: float, y: float, hull_angle: float) -> tuple[float, float]:
    c, s = math.cos(hull_angle), math.sin(hull_angle)
    return c * x + s * y, -s * x + c * y
