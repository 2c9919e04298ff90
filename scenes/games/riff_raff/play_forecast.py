"""What one's own noise would make of it: a cloud of ghosts while one aims, and afterwards "usually"."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any, Protocol

from sim.forecast.trials import Forecast
from sim.games.riff_raff.forecast import Course, Ghost, LettingGo, OutcomeCloud, SettingDown, Usually
from sim.games.riff_raff.match.frame import RiffRaffFrame
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.match.practice import Practice
from sim.games.riff_raff.match.table import nearest_stance
from sim.people.execution import PlaceIntent
from sim.people.skill import Skill
from sim.physics.ship.carrying import FLICK_MM_S, Carrying
from sim.physics.ship.fitting import within_limits
from sim.physics.ship.state import Pose, Snapshot

GHOSTS, USUALLY = 40, 12
GRID_MM, GRID_RAD, GRID_MM_S = 3.0, math.radians(6.0), 60.0
"""Ghosts follow a hand in steps of so much."""
NEAR_MM = 25.0
"""A hand no farther beside its slot is taken to aim at it."""
SEEN_S = 3.0
"""Of every course of "usually" as much is shown after the piece is let go."""


Aim = tuple[str, tuple[float, ...]]


class Asked(Protocol):
    """The background process (sim.forecast.worker.Forecaster), or nothing behind the same door."""

    problem: str | None

    def ask(self, request: OutcomeCloud | Usually) -> None:
        """Try this out, and nothing else any more."""

    def latest(self, key: Hashable = None) -> Forecast[Any] | None:
        """What is known of it: `shown`, `estimate`, `low`, `high`; None for nothing."""

    def forget(self) -> None:
        """Nothing is of interest now."""

    def close(self, wait_s: float = 0.0) -> None:
        """End it."""


def chance_words(known: Forecast[Ghost] | Forecast[Course]) -> str:
    """How likely, with its 95 % interval."""
    return f"{100 * known.estimate:.0f} % ({100 * known.low:.0f}–{100 * known.high:.0f})"


class Foresights:
    """Asks the background process, and tells what came back."""

    def __init__(self, match: RiffRaffMatch | Practice, foreseer: Asked, profile: str) -> None:
        self.match, self.foreseer = match, foreseer
        self.skill: Skill = match.configuration.skills[profile]
        self._aim: Hashable = None
        self._where: Aim = ("", ())
        self._last: tuple[Snapshot, SettingDown | LettingGo, int] | None = None
        self._key: Hashable = None
        self._like: RiffRaffFrame | None = None
        self._seen_s = 0.0
        self._which = 0

    # ------------------------------------------------------------------------------------------ ghosts

    def aim(self) -> None:
        """Ask where the piece in the hand would come to rest, if one set it down, or let it fly, now."""
        carrying = self.match.table.carrying
        if carrying is None or carrying.hand is None or carrying.done:
            if self._aim is not None:
                self._aim = None
                self.foreseer.forget()
            return
        deed, where = self._deed(carrying)
        if deed is None:
            self._aim = None
            return
        # A hand that trembles about the edge of a step does not ask again and again.
        how, place = where
        if self._aim is None or how != self._where[0] or math.dist(place, self._where[1]) > 1.0:
            self._where = where
            self._aim = (self.match.table.attempts, carrying.stance, *where)
        world = carrying.world
        self.foreseer.ask(
            OutcomeCloud(
                self._aim, world.setup, world.snapshot(), deed, self.skill, self.match.seed, GHOSTS, carrying.name
            )
        )

    def ghosts(self) -> Forecast[Ghost] | None:
        """What is known of that: None, or a `Forecast`, of which some ghosts are `shown`."""
        if self._aim is None:
            return None
        # While nothing is known of this aim, the one before is near enough.
        known = self.foreseer.latest(self._aim) or self.foreseer.latest()
        return known if known is not None and known.shown and isinstance(known.shown[0], Ghost) else None

    def _deed(self, carrying: Carrying) -> tuple[SettingDown | LettingGo | None, Aim]:
        """What the hand is about to do, and at what it aims: a word, and places in steps that are worth asking anew."""
        cargo = carrying.cargo
        x, y, angle = carrying.place
        piece = self.match.configuration.setup.pieces[carrying.kind]
        stance = piece.stances[nearest_stance(piece, cargo.form, angle)]
        turn = math.remainder(angle - stance.angle, 2 * math.pi)
        (vx, vy), slot = cargo.body.velocity, carrying.slot
        intent = PlaceIntent(carrying.kind, stance.name, slot.number, x)
        if math.hypot(vx, vy) > 3 * FLICK_MM_S:
            motion = Pose(cargo.body.position.x, cargo.body.position.y, cargo.body.angle, vx, vy)
            return LettingGo(intent, motion), ("flies", tuple(v / GRID_MM_S for v in (3 * x, 3 * y, vx, vy)))
        beside = abs(within_limits(slot, cargo.section, angle, x) - x)
        over = slot.wood_left_mm - NEAR_MM < x < slot.wood_right_mm + NEAR_MM
        if beside > NEAR_MM or not over or not slot.surface_mm - 40 < y < slot.ceiling_mm + 60:
            return None, ("", ())
        return SettingDown(intent, turn), (f"down, {stance.name}", (x / GRID_MM, turn / GRID_RAD))

    # ------------------------------------------------------------------------------------------ usually

    def let_go(self, carrying: Carrying) -> None:
        """A piece has been let go: what there is to tell about it afterwards."""
        release, motion = carrying.release, carrying.motion
        assert release is not None
        assert motion is not None
        piece = self.match.configuration.setup.pieces[carrying.kind]
        stance = piece.stances[nearest_stance(piece, piece.stances[carrying.stance].form, release.angle)]
        intent = PlaceIntent(carrying.kind, stance.name, carrying.grasp.slot, release.x)
        turn = math.remainder(release.angle - stance.angle, 2 * math.pi)
        far = carrying.flicked or carrying.release_height_mm > NEAR_MM
        deed = LettingGo(intent, motion) if far else SettingDown(intent, turn)
        self._last = (self.match.table.snapshot, deed, self.match.table.attempts)

    @property
    def playing(self) -> bool:
        """Is "usually" being shown?"""
        return self._like is not None

    def usually(self) -> bool:
        """Show the last attempt under other noise; False where there was none."""
        if self._last is None:
            return False
        snapshot, deed, number = self._last
        self._like, self._seen_s, self._which = self.match.frame(), 0.0, 0
        self._key = ("usually", number)
        setup = self.match.configuration.setup
        self.foreseer.ask(Usually(self._key, setup, snapshot, deed, self.skill, self.match.seed + number, USUALLY))
        return True

    def stop(self) -> None:
        """Back to the match."""
        self._like = None
        self.foreseer.forget()

    def update(self, wall_s: float) -> None:
        """So much time has passed while "usually" is shown."""
        known = self.foreseer.latest(self._key)
        if known is None or self._which >= len(known.shown):
            return
        course = known.shown[self._which]
        self._seen_s += wall_s
        if self._seen_s > min(course.times_s[-1] + 0.4, SEEN_S):
            self._seen_s, self._which = 0.0, self._which + 1
            if self._which >= known.wanted:
                self.stop()

    def frame(self) -> RiffRaffFrame | None:
        """What is to be shown instead of the match."""
        known = self.foreseer.latest(self._key)
        if self._like is None or known is None or not known.shown:
            return None
        course = known.shown[min(self._which, len(known.shown) - 1)]
        frame: RiffRaffFrame = course.frame(self._like, course.at(self._seen_s))
        return frame

    def words(self) -> str:
        """What "usually" tells."""
        known = self.foreseer.latest(self._key)
        if self.foreseer.problem is not None:
            return self.foreseer.problem
        if known is None or not known.shown:
            return "What would usually have happened: one moment ..."
        if known.problem is not None:
            return str(known.problem)
        held = next(iter(known.counted.values()))
        which = min(self._which + 1, known.wanted)
        return f"Usually: {held.words()} hold, {chance_words(known)}. This is try {which} of {known.wanted}."
