"""Forecasts for a piece: where it would come to rest while a person aims, and "usually" after an attempt.

"Usually" replays the last attempt several times, each under other noise.
"""

from __future__ import annotations

import math

from scenes.drawing.chance import ShownChance
from scenes.play.forecast import Forecasts, ForecastSource
from sim.forecast.trials import Forecast
from sim.games.riff_raff.bots.observation import as_agreed
from sim.games.riff_raff.forecast import Ghost, LettingGo, OutcomeCloud, SettingDown, Usually
from sim.games.riff_raff.match.frame import RiffRaffFrame
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.match.past_attempts import as_let_go
from sim.games.riff_raff.match.practice import Practice
from sim.games.riff_raff.match.table import nearest_stance
from sim.language import _
from sim.people.execution import PlaceIntent
from sim.people.skill import Skill
from sim.physics.ship.carrying import Carrying
from sim.physics.ship.fitting import within_limits
from sim.physics.ship.letting_go import Refusal
from sim.physics.ship.state import Pose
from sim.physics.ship.world import touches

GHOSTS, USUALLY = 40, 12
GRID_MM, GRID_RAD, GRID_MM_S = 3.0, math.radians(6.0), 60.0
"""The steps of the grid on which aims are compared: ghosts are asked for anew when the aim has moved by one."""
NEAR_MM = 25.0
"""The farthest that a hand that aims at its slot is beside it."""
SEEN_S = 3.0
"""The longest part of a try that "usually" shows."""


Aim = tuple[str, tuple[float, ...]]


class PieceForecasts:
    """The forecasts for a piece in the hand, and "usually" for one that has been let go.

    source: the background process. profile: the skill whose noise is used.
    """

    def __init__(self, match: RiffRaffMatch | Practice, source: ForecastSource, profile: str) -> None:
        self.match = match
        self.skill: Skill = match.configuration.skills[profile]
        self._asked = Forecasts(source)
        self._where: Aim = ("", ())
        self._like: RiffRaffFrame | None = None
        self._which = 0

    @property
    def problem(self) -> str | None:
        """The reason why there can be no forecast, or None."""
        return self._asked.problem

    def close(self) -> None:
        """End the background process."""
        self._asked.close()

    # ------------------------------------------------------------------------------------------ ghosts

    def aim(self) -> None:
        """Ask where the piece in the hand would come to rest if the hand let go of it now.

        Drop the request where the hand holds nothing.
        """
        carrying = self.match.table.carrying
        if carrying is None or carrying.hand is None or carrying.done:
            self._asked.end_aim()
            return
        action, where = self._action(carrying)
        if action is None:
            self._asked.aimed_at = None
            return
        # A hand that trembles at the edge of a step does not ask again and again.
        how, place = where
        key = self._asked.aimed_at
        if key is None or how != self._where[0] or math.dist(place, self._where[1]) > 1.0:
            self._where = where
            key = (self.match.table.attempts, carrying.stance, *where)
        world = carrying.world
        self._asked.aim(
            OutcomeCloud(key, world.setup, world.snapshot(), action, self.skill, self.match.seed, GHOSTS, carrying.name)
        )

    def ghosts(self) -> Forecast[Ghost] | None:
        """Return what is known about the aim, with at least one ghost, or None."""
        # While there is no answer for this aim, that for the one before is near enough.
        known = self._asked.cloud(or_before=True)
        return known if known is not None and isinstance(known.shown[0], Ghost) else None

    def _action(self, carrying: Carrying) -> tuple[SettingDown | LettingGo | None, Aim]:
        """Return what the hand is about to do, and the aim: a word and coordinates in steps of the grid.

        None where the hand neither throws nor is near its slot.
        """
        cargo = carrying.cargo
        x, y, angle = carrying.place
        piece = self.match.configuration.setup.pieces[carrying.kind]
        stance = piece.stances[nearest_stance(piece, cargo.form, angle)]
        turn = math.remainder(angle - stance.angle, 2 * math.pi)
        slot = carrying.slot
        intent = as_agreed(PlaceIntent(carrying.kind, stance.name, slot.number, x), self.match.configuration.agreed)
        throws = self.match.table.mouse.flick(self.match.now_s)
        if throws is not None:
            vx, vy = throws
            motion = Pose(cargo.body.position.x, cargo.body.position.y, cargo.body.angle, vx, vy)
            return LettingGo(intent, motion), ("flies", tuple(v / GRID_MM_S for v in (3 * x, 3 * y, vx, vy)))
        if carrying.inside and touches(cargo.body):
            # Held on its place to calm the ship: let go, it stays as it is, on the ship as she is.
            motion = Pose(cargo.body.position.x, cargo.body.position.y, cargo.body.angle)
            return LettingGo(intent, motion, rests=True), ("rests", (x / GRID_MM, turn / GRID_RAD))
        beside = abs(within_limits(slot, cargo.section, angle, x) - x)
        over = slot.wood_left_mm - NEAR_MM < x < slot.wood_right_mm + NEAR_MM
        near = beside <= NEAR_MM and over and slot.surface_mm - 40 < y < slot.ceiling_mm + 60
        # A chance is shown only where the hand would open for setting down.
        if not near or isinstance(carrying.letting_go(thrown=False), Refusal):
            return None, ("", ())
        return SettingDown(intent, turn, cares=False), (f"down, {stance.name}", (x / GRID_MM, turn / GRID_RAD))

    # ------------------------------------------------------------------------------------------ usually

    def let_go(self, carrying: Carrying) -> None:
        """Keep the attempt of a piece that has just been let go, for "usually"."""
        setup, number = self.match.configuration.setup, self.match.table.attempts
        key, action = ("usually", number), as_let_go(carrying, self.match.configuration)
        self._asked.keep(Usually(key, setup, carrying.ship, action, self.skill, self.match.seed + number, USUALLY))

    @property
    def playing(self) -> bool:
        """True while "usually" is shown."""
        return self._asked.playing

    def usually(self) -> bool:
        """Start to show the last attempt under other noise; return False if there was none."""
        if not self._asked.usually():
            return False
        self._like, self._which = self.match.frame(), 0
        return True

    def stop(self) -> None:
        """Stop "usually": the match is shown again."""
        self._asked.stop()

    def update(self, wall_s: float) -> None:
        """Move "usually" on by `wall_s` of wall time, from one try to the next, and stop after the last."""
        known = self._asked.played
        if known is None or self._which >= len(known.shown):
            return
        replay = known.shown[self._which]
        self._asked.played_s += wall_s
        if self._asked.played_s > min(replay.times_s[-1] + 0.4, SEEN_S):
            self._asked.played_s, self._which = 0.0, self._which + 1
            if self._which >= known.wanted:
                self.stop()

    def frame(self) -> RiffRaffFrame | None:
        """Return the frame of "usually" to be shown instead of the match, or None."""
        known = self._asked.played
        if self._like is None or known is None or not known.shown:
            return None
        replay = known.shown[min(self._which, len(known.shown) - 1)]
        frame: RiffRaffFrame = replay.frame(self._like, replay.at(self._asked.played_s))
        return frame

    def words(self) -> str:
        """Return the line that goes with "usually"."""
        known = self._asked.played
        problem = self.problem or (None if known is None else known.problem)
        if problem is not None:
            return problem
        if known is None or not known.shown:
            return _("Working out what usually happens ...")
        held, which = next(iter(known.counted.values())), min(self._which + 1, known.wanted)
        return _(
            "Usually: {held} of {trials} hold, {chance}. Try {which} of {wanted}.",
            held=held.count,
            trials=held.trials,
            chance=ShownChance.of(known.chance).line(),
            which=which,
            wanted=known.wanted,
        )
