"""The cues of a match of Riff Raff, for sounds and marks, and its drama: a moment for every attempt to place a piece.

A fall counts 1, a catch 0.8 more (it was a fall, too), a heel from 8 to 20 degrees up to 1.5, a piece that slides or
swings from 12 to 42 mm in the ship's frame and yet stays up to 1.2, the attempt that ends the match 1.5.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby

from scenes.playback.cues import APART_S, Cue
from scenes.playback.theatre import Moment, between, number_words
from sim.games.riff_raff.match.frame import (
    PieceEvent,
    PieceState,
    PieceView,
    RiffRaffFrame,
    StaticScene,
    TableStage,
)
from sim.games.riff_raff.match.text import loads, piece_words
from sim.language import _, put_in
from sim.match.grammar import said_of, said_of_all

GRAVITY_MM_S2 = 9806.65
KNOCK_MM_S = 160.0
"""The least change of a piece's velocity between two frames that counts as a knock."""
LOUD_MM_S = 1500.0
HEEL_SHARE = 0.6
"""A heel of this share of the end stop is remarkable; once the ship is back at HEEL_BACK, the next one is."""
HEEL_BACK = 0.4

Velocity = tuple[float, float]

FALL, CATCH, HEEL, SHIFT, LAST = 1.0, 0.8, 1.5, 1.2, 1.5
CALM_HEEL_DEG, WILD_HEEL_DEG = 8.0, 20.0
CALM_SHIFT_MM, WILD_SHIFT_MM = 12.0, 42.0
LEAD_S, CALM_LEAD_S, TRAIL_S = 1.6, 1.2, 1.6
_ATTEMPT = (TableStage.LOADING, TableStage.WATCHING)


class Listener:
    """A listener that follows the frames of one match."""

    def __init__(self, static_scene: StaticScene) -> None:
        self._stop_rad = math.radians(static_scene.ship.measures.end_stop_deg)
        self._palm_mm = static_scene.palm_width_mm
        self.forget()

    def forget(self) -> None:
        """Begin anew: the next frame is taken as the first."""
        self._before: RiffRaffFrame | None = None
        self._velocities: dict[str, Velocity] = {}
        self._slipped: set[str] = set()
        self._heeling = False

    def hear(self, frame: RiffRaffFrame) -> tuple[Cue, ...]:
        """Return the cues since the frame before; none after a jump in time, or for the first frame."""
        before = self._before
        if before is not None and not 0.0 < frame.time_s - before.time_s <= APART_S:
            if frame.time_s == before.time_s and frame.table_stage is before.table_stage:
                return ()
            self.forget()
            before = None
        self._before = frame
        if before is None:
            self._heeling = abs(frame.hull_angle) > HEEL_SHARE * self._stop_rad
            return ()
        return (*self._pieces(before, frame), *self._table(before, frame))

    def _pieces(self, before: RiffRaffFrame, frame: RiffRaffFrame) -> list[Cue]:
        found: list[Cue] = []
        now, dt = frame.time_s, frame.time_s - before.time_s
        new = () if frame.events == before.events else [event for event in frame.events if event not in before.events]
        happened = [event for event in new if isinstance(event, PieceEvent)]
        slipped = {event.name for event in happened if event.what == "slips"}
        fallen = {event.name for event in happened if event.what == "falls"}
        was = {piece.name: piece for piece in before.pieces}
        velocities: dict[str, Velocity] = {}
        for piece in frame.pieces:
            old = was.get(piece.name)
            if old is None:
                continue
            velocity = (piece.x - old.x) / dt, (piece.y - old.y) / dt
            last = self._velocities.get(piece.name, velocity)
            velocities[piece.name] = velocity
            if piece.name in slipped or (piece.name in fallen and piece.name not in self._slipped):
                found.append(Cue(now, "falls", 0.6, _("The {piece} falls", **piece_words(piece.kind))))
            if piece.name in fallen:
                found.append(Cue(now, "splash", min(1.0, max(0.35, math.hypot(*last) / (2 * LOUD_MM_S)))))
            elif piece.name not in slipped and not self._at_a_palm(piece, frame):
                found += _knock(old, piece, last, velocity, dt, now)
        found += [
            Cue(now, "catch", 0.8, _("The {piece} is caught", **piece_words(event.kind)))
            for event in happened
            if event.what == "caught"
        ]
        self._velocities = velocities
        self._slipped |= slipped
        return found

    def _at_a_palm(self, piece: PieceView, frame: RiffRaffFrame) -> bool:
        """Return True for what falls into a hand: that is heard once it is caught."""
        if piece.state is not PieceState.FALLING:
            return False
        return any(math.hypot(piece.x - palm.x, piece.y - palm.y) < self._palm_mm for palm in frame.palms)

    def _table(self, before: RiffRaffFrame, frame: RiffRaffFrame) -> list[Cue]:
        now, found = frame.time_s, []
        share = abs(frame.hull_angle) / self._stop_rad
        if not self._heeling and share > HEEL_SHARE:
            words = _("She heels to starboard") if frame.hull_angle < 0 else _("She heels to port")
            found.append(Cue(now, "heel", min(1.0, share), words))
        self._heeling = share > HEEL_SHARE or (self._heeling and share > HEEL_BACK)
        if frame.round != before.round:
            found.append(Cue(now, "round", 1.0, _("Round {round}", round=frame.round)))
        if frame.table_stage is not before.table_stage:
            if frame.table_stage is TableStage.LOADING:
                found.append(Cue(now, "turn", 0.5, loads(frame.due or "", frame.slot)))
            elif frame.table_stage is TableStage.OVER:
                found.append(Cue(now, "end", 1.0, _("The end")))
        return found


def _knock(old: PieceView, piece: PieceView, last: Velocity, velocity: Velocity, dt: float, now: float) -> list[Cue]:
    """Return the knock of a piece whose velocity (mm/s) has changed from `last` within `dt` (s), or no cue."""
    # What has landed, or was caught, has been heard.
    if piece.state not in (PieceState.ABOARD, PieceState.FALLING) or old.form != piece.form:
        return []
    # A piece that has lost its hold falls freely before it counts as falling, and gravity is no knock.
    vx, vy, falls = velocity[0] - last[0], velocity[1] - last[1], GRAVITY_MM_S2 * dt
    change = min(math.hypot(vx, vy + falls), math.hypot(vx, vy) if piece.state is PieceState.ABOARD else math.inf)
    if change < KNOCK_MM_S * (2.5 if piece.state is PieceState.FALLING else 1.0):
        if old.state is PieceState.HELD:
            return [Cue(now, "knock", 0.25)]
        return []
    return [Cue(now, "knock", min(1.0, change / LOUD_MM_S))]


def moments(frames: Sequence[RiffRaffFrame], cues: Sequence[Cue]) -> list[Moment]:
    """Return a moment for every attempt of the match; a single one for the whole match where there was none."""
    attempts, last, caught = list(_attempts(frames)), frames[-1], _caught(frames)
    over = last.table_stage is TableStage.OVER
    found = [
        _moment(attempt, cues, last, caught, is_last=over and number == len(attempts))
        for number, attempt in enumerate(attempts, start=1)
    ]
    return found or [Moment(frames[0].time_s, frames[-1].time_s, 0.0, _("Nothing was loaded"))]


def _attempts(frames: Sequence[RiffRaffFrame]) -> Iterator[list[RiffRaffFrame]]:
    for is_attempt, group in groupby(frames, key=lambda frame: frame.table_stage in _ATTEMPT):
        if is_attempt:
            yield list(group)


def _moment(
    attempt: list[RiffRaffFrame],
    cues: Sequence[Cue],
    last: RiffRaffFrame,
    caught: Sequence[PieceEvent],
    is_last: bool,
) -> Moment:
    first, begins, ends = attempt[0], attempt[0].time_s, attempt[-1].time_s
    release = next((frame.time_s for frame in attempt if frame.table_stage is TableStage.WATCHING), ends)
    falls = between(cues, begins, ends + 0.1, "falls")
    landings = between(cues, begins, ends + 0.1, "splash")
    catches = between(cues, begins, ends + 0.1, "catch")
    heeling = max(attempt, key=lambda frame: abs(frame.hull_angle))
    heel_deg = math.degrees(abs(heeling.hull_angle))
    shift_mm, shifted, shifted_s = _shift(attempt, release)
    drama = FALL * len(falls) + CATCH * len(catches) + LAST * is_last
    drama += HEEL * _share(heel_deg, CALM_HEEL_DEG, WILD_HEEL_DEG)
    drama += SHIFT * _share(shift_mm, CALM_SHIFT_MM, WILD_SHIFT_MM)
    caught_then = [event for event in caught if begins <= event.at_s <= ends + 0.1]
    what = _title(first.due or _("Someone"), len(falls), len(catches), caught_then)
    title = _("Round {round}: {what}", round=first.round, what=what)
    notes = []
    if not falls:
        if heel_deg > CALM_HEEL_DEG and _share(heel_deg, CALM_HEEL_DEG, WILD_HEEL_DEG) >= _share(
            shift_mm, CALM_SHIFT_MM, WILD_SHIFT_MM
        ):
            starboard, port = _("Round {round}: {heel:.0f}° to starboard"), _("Round {round}: {heel:.0f}° to port")
            title = put_in(starboard if heeling.hull_angle < 0 else port, round=first.round, heel=heel_deg)
            notes.append(_("and everything holds"))
        elif shift_mm > CALM_SHIFT_MM:
            title = _(
                "Round {round}: the {piece} slides {shift:.0f} mm",
                round=first.round,
                shift=shift_mm,
                **piece_words(shifted),
            )
            notes.append(_("and stays"))
    if is_last and last.winners:
        notes.append(said_of_all(last.winners, _("You win"), _("{name} wins"), _("{names} win")))
    counts = [cue.time_s for cue in (*falls, *landings, *catches)]
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


def _caught(frames: Sequence[RiffRaffFrame]) -> list[PieceEvent]:
    """Return the catches of a whole match, each once."""
    found: dict[PieceEvent, None] = {}
    before: object = None
    for frame in frames:
        if frame.events is not before:
            pieces = [event for event in frame.events if isinstance(event, PieceEvent)]
            found.update((event, None) for event in pieces if event.what == "caught")
        before = frame.events
    return list(found)


def _title(name: str, falls: int, catches: int, caught: Sequence[PieceEvent]) -> str:
    lost = falls - catches
    what = piece_words(caught[0].kind) if catches == 1 and caught else {}
    values = {**what, "caught": number_words(catches), "lost": number_words(lost)}
    if what and lost > 0:
        you, other = _("You catch the {piece} and drop {lost}"), _("{name} catches the {piece} and drops {lost}")
    elif what:
        you, other = _("You catch the {piece}"), _("{name} catches the {piece}")
    elif catches and lost > 0:
        you, other = _("You catch {caught} and drop {lost}"), _("{name} catches {caught} and drops {lost}")
    elif catches:
        you, other = _("You catch {caught}"), _("{name} catches {caught}")
    elif falls:
        you, other = _("You drop {lost}"), _("{name} drops {lost}")
    else:
        you, other = _("You load a piece"), _("{name} loads a piece")
    return said_of(name, you, other, **values)


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
