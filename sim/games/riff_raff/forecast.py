"""Forecasts for Riff Raff: where a player's own noise takes a piece, and what would usually have happened.

Both use the physics profile of the setup they are given. Measured: a trial takes 6 to 20 ms of a processor at profile
play, from one piece aboard to ten, and at profile draft 60 to 90 % of that. So a coarser profile gains too little for
its error: one in eight of its single trials ends differently, though its rates agree within their intervals.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from sim.forecast.attempts import NAME, Action, LettingGo, SettingDown, start_attempt
from sim.games.riff_raff.match.frame import PieceState, PieceView, RiffRaffFrame, TableStage
from sim.people.skill import Skill
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.attempt import Attempt
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.state import CargoState, Layer, Pose, Snapshot
from sim.seeds import derive

__all__ = ["End", "Ghost", "LettingGo", "OutcomeCloud", "SettingDown", "TrialReplay", "Usually"]

HOLDS, STAYS, SAVED = "holds", "stays", "saved"
QUESTIONS = (HOLDS, STAYS, SAVED)
"""The questions that a trial answers: nothing left the ship, and the piece lies on its own slot; the piece itself did
not leave the ship; nothing was lost, since hands caught all that left."""
PICTURE_HZ = 30
_EVERY = TICK_HZ // PICTURE_HZ


class End(StrEnum):
    """The place where the piece ended."""

    ABOARD = "aboard"
    CAUGHT = "caught"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Ghost:
    """The place where the piece came to rest in one trial.

    x, y (mm), angle (rad): in the world's frame; those of a piece that stays aboard are moved with the ship to her pose
    at the request, so that it lies on the wood that is drawn. slot: where aboard. others: the number of other pieces
    that left the ship. saved: nothing was lost. path: from letting go, at 30 Hz, in the world's frame; only for a piece
    that flies. astray: aboard, but on another slot than the one it is for.
    """

    x: float
    y: float
    angle: float
    form: str
    end: End
    slot: int | None
    others: int
    saved: bool
    settled: bool
    path: tuple[tuple[float, float, float], ...] = ()
    astray: bool = False

    @property
    def fell(self) -> bool:
        """True if the piece left the ship."""
        return self.end is not End.ABOARD

    @property
    def answers(self) -> tuple[bool, ...]:
        """The answers to QUESTIONS."""
        return (not (self.fell or self.others or self.astray), not self.fell, self.saved)


@dataclass(frozen=True, slots=True)
class OutcomeCloud:
    """A request: an attempt, `count` times under a player's own noise. Trial i depends on (seed, i) alone.

    held: the name of the piece in hand, if the snapshot has it too. Its trials return a Ghost.
    """

    key: Hashable
    setup: ShipSetup
    snapshot: Snapshot
    action: Action
    skill: Skill
    seed: int
    count: int = 60
    held: str | None = None
    questions: tuple[str, ...] = field(default=QUESTIONS, init=False)

    def trial(self, index: int) -> Ghost:
        """Return the outcome of trial `index`. Raises KeyError for an unknown piece, stance or slot."""
        return self.under(derive(self.seed, "foresight", index))

    def under(self, noise_seed: int) -> Ghost:
        """Return the outcome of the attempt with this seed of noise, exactly as a match executes it."""
        ship = self.snapshot.without(self.held)
        attempt = start_attempt(self.action, self.setup, ship, self.skill, noise_seed)
        return _ghost(attempt, self.action.intent.slot, ship.hull.angle, isinstance(self.action, LettingGo))


@dataclass(frozen=True, slots=True)
class TrialReplay:
    """A trial as it can be shown, at 30 Hz: kept compact, since it comes from another process.

    pieces: name, kind, form and layer of every piece that is in it at any time. times_s: the times of the pictures. For
    each picture, `bodies`: the hull's angle, the pitch, then x, y, angle of every yard; `poses`: x, y, angle of every
    piece; `fores`: how far before the mast each is; `states`: a letter per piece (see STATES; a blank for one that is
    not there); `hands`: x, y, angle of the hand that lowers, if there is one, and then of the palms. World's frame, mm
    and rad. own: the index of the piece that was placed.
    """

    pieces: tuple[tuple[str, str, str, Layer | None], ...]
    own: int
    times_s: tuple[float, ...]
    bodies: tuple[tuple[float, ...], ...]
    poses: tuple[tuple[float, ...], ...]
    fores: tuple[tuple[float, ...], ...]
    states: tuple[str, ...]
    hands: tuple[tuple[float, ...], ...]
    answers: tuple[bool, ...]
    settled: bool
    fallen: tuple[str, ...]
    caught: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """True if nothing left the ship, and the piece lies on its own slot."""
        return self.answers[0]

    def at(self, time_s: float) -> int:
        """Return the index of the picture at a time since the attempt began (s); after its end, of the last one."""
        return min(len(self.times_s) - 1, max(0, int(time_s * PICTURE_HZ + 1e-9)))

    def frame(self, like: RiffRaffFrame, picture: int) -> RiffRaffFrame:
        """Return a picture as a frame of the match, with everything outside the attempt as in `like`."""
        bodies, hands = self.bodies[picture], self.hands[picture]
        held = "H" in self.states[picture]
        last = picture == len(self.times_s) - 1
        return replace(
            like,
            time_s=like.time_s + self.times_s[picture],
            table_stage=TableStage.LOADING if held else TableStage.RULED if last else TableStage.WATCHING,
            hull_angle=bodies[0],
            pitch_angle=bodies[1],
            yards=tuple(_triples(bodies[2:])),
            pieces=tuple(self._views(picture)),
            hand=next(_triples(hands)) if held else None,
            palms=tuple(_triples(hands[3 if held else 0 :])),
        )

    def _views(self, picture: int) -> Iterator[PieceView]:
        poses = _triples(self.poses[picture])
        places = zip(self.pieces, self.states[picture], poses, self.fores[picture], strict=True)
        for (name, kind, form, layer), state, pose, fore_mm in places:
            if state in STATES:
                yield PieceView(name, kind, form, pose.x, pose.y, pose.angle, STATES[state], layer, fore_mm)


STATES = {
    "A": PieceState.ABOARD,
    "H": PieceState.HELD,
    "F": PieceState.FALLING,
    "L": PieceState.FALLEN,
}


@dataclass(frozen=True, slots=True)
class Usually:
    """A request for what would usually have happened: the same attempt with `count` other seeds of noise.

    It is like OutcomeCloud, but its trials return a TrialReplay, where the piece that is placed is called `NAME`.
    """

    key: Hashable
    setup: ShipSetup
    snapshot: Snapshot
    action: Action
    skill: Skill
    seed: int
    count: int = 12
    held: str | None = None
    questions: tuple[str, ...] = field(default=QUESTIONS, init=False)

    def trial(self, index: int) -> TrialReplay:
        """Return the replay of trial `index`. Raises KeyError for an unknown piece, stance or slot."""
        return self.under(derive(self.seed, "foresight", index))

    def under(self, noise_seed: int) -> TrialReplay:
        """Return the replay of the attempt with this seed of noise, exactly as a match executes it."""
        ship = self.snapshot.without(self.held)
        return _replay(start_attempt(self.action, self.setup, ship, self.skill, noise_seed), self.action.intent.slot)


# ---------------------------------------------------------------------------------------------------- one trial


def _pictures(attempt: Attempt) -> Iterator[int]:
    """Run the attempt to its end; yield the tick of every picture and of the end."""
    yield 0
    ticks = 0
    while not attempt.done:
        attempt.tick()
        ticks += 1
        if ticks % _EVERY == 0 or attempt.done:
            yield ticks


def _answers(attempt: Attempt, slot: int) -> tuple[bool, ...]:
    off = {*attempt.fallen, *attempt.caught}
    return not off and _lies_on(attempt) == slot, NAME not in off, not attempt.fallen


def _lies_on(attempt: Attempt) -> int | None:
    """Return the slot on which the piece lies after an attempt; None if it left the ship."""
    return next((slot for slot, names in attempt.result().aboard.items() if NAME in names), None)


def _ghost(attempt: Attempt, meant: int, hull_angle: float, flies: bool) -> Ghost:
    world, path = attempt.world, []
    form = world.cargo[NAME].form
    x = y = angle = 0.0
    for _ in _pictures(attempt):
        cargo = world.cargo.get(NAME)
        if cargo is not None:
            (x, y), angle = cargo.body.position, cargo.body.angle
            if flies:
                path.append((x, y, angle))
    end, slot = End.ABOARD, None
    if NAME in attempt.fallen:
        end = End.LOST
        lies = next(state.pose for state in attempt.debris if state.name == NAME)
        x, y, angle = lies.x, lies.y, lies.angle
    elif NAME in attempt.caught:
        end = End.CAUGHT
    else:
        slot = _lies_on(attempt)
        back = hull_angle - world.hull.angle
        (x, y), angle = _turned(x, y, back), angle + back
    others = len({*attempt.fallen, *attempt.caught} - {NAME})
    saved, astray = not attempt.fallen, slot not in (None, meant)
    return Ghost(x, y, angle, form, end, slot, others, saved, attempt.settled, tuple(path), astray)


def _replay(attempt: Attempt, meant: int) -> TrialReplay:
    world = attempt.world
    pieces = tuple((cargo.name, cargo.kind, cargo.form, cargo.layer) for cargo in world.cargo.values())
    times, bodies, poses, fores, states, hands = [], [], [], [], [], []
    for tick in _pictures(attempt):
        debris = {state.name: state for state in attempt.debris}
        places: list[float] = []
        ahead: list[float] = []
        letters = ""
        for name, *_ in pieces:
            letter, pose, fore_mm = _seen(attempt, name, debris)
            letters += letter
            places += pose
            ahead.append(fore_mm)
        times.append(tick / TICK_HZ)
        pitch = world.pitching.angle
        bodies.append((world.hull.angle, pitch, *(v for yard in world.yards for v in (*yard.position, yard.angle))))
        poses.append(tuple(places))
        fores.append(tuple(ahead))
        states.append(letters)
        palms = () if attempt.catchers is None else attempt.catchers.poses()
        seen = (*(() if attempt.hand is None else (attempt.hand.pose(),)), *palms)
        hands.append(tuple(v for pose in seen for v in (pose.x, pose.y, pose.angle)))
    return TrialReplay(
        pieces=pieces,
        own=[name for name, *_ in pieces].index(NAME),
        times_s=tuple(times),
        bodies=tuple(bodies),
        poses=tuple(poses),
        fores=tuple(fores),
        states=tuple(states),
        hands=tuple(hands),
        answers=_answers(attempt, meant),
        settled=attempt.settled,
        fallen=tuple(attempt.fallen),
        caught=tuple(attempt.caught),
    )


def _seen(attempt: Attempt, name: str, debris: dict[str, CargoState]) -> tuple[str, tuple[float, float, float], float]:
    """Return how a piece is drawn: its letter in STATES, x, y (mm), angle (rad), and how far before the mast (mm)."""
    cargo = attempt.world.cargo.get(name)
    if cargo is not None:
        letter = "A"
        if attempt.hand is not None and attempt.hand.name == name:
            letter = "H"
        elif name in attempt.fallen:
            letter = "L"
        elif cargo.falling:
            letter = "F"
        return letter, (cargo.body.position.x, cargo.body.position.y, cargo.body.angle), cargo.fore.mm
    if name in debris:
        pose = debris[name].pose
        return "L", (pose.x, pose.y, pose.angle), debris[name].fore.mm
    return " ", (0.0, 0.0, 0.0), 0.0


def _turned(x: float, y: float, turn: float) -> tuple[float, float]:
    """Return a point turned about the origin, the ship's gimbal (counter-clockwise, rad)."""
    c, s = math.cos(turn), math.sin(turn)
    return c * x - s * y, s * x + c * y


def _triples(values: tuple[float, ...]) -> Iterator[Pose]:
    for index in range(0, len(values), 3):
        yield Pose(*values[index : index + 3])
