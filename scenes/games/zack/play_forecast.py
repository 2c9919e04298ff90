"""Forecasts for a throw: where the card would go while it is in the hand, and "usually" afterwards.

"Usually" shows the last throw several times at once, each under other noise. An aim is the throw that would
leave the hand now.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from scenes.drawing.chance import ShownChance
from scenes.games.zack.play_keys import KeyThrow, needed_near
from scenes.games.zack.play_paths import Aim, Paths
from scenes.play.forecast import Forecasts, ForecastSource
from sim.games.zack.forecast import PICTURE_HZ, Throws, resting
from sim.games.zack.match.gesture import arc, presentation_rad, stays_in
from sim.games.zack.match.hand_log_entries import meant_throw
from sim.games.zack.match.match import ZackMatch
from sim.games.zack.match.mouse_hand import MouseHand
from sim.games.zack.match.practice import Practice
from sim.language import _
from sim.people.skill import Skill
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.state import Release

GHOSTS, USUALLY = 60, 12
GRID_MM = 12.0
"""The steps of the grid on which the hand's places are compared: ghosts are asked for anew when it leaves a step."""
AIMS_MM_S = 600.0
"""A hand slower than this is still aiming (assumed; a throw leaves at 1500 mm/s)."""
AFTER_S = 1.2
"""How long the cards of "usually" lie before they are removed."""


class ThrowForecasts:
    """The forecasts for a card in the hand, and "usually" for one that was thrown, both shown as paths.

    source: the background process. profile: the skill whose noise is used.
    """

    def __init__(self, match: ZackMatch | Practice, source: ForecastSource, profile: str) -> None:
        self.match = match
        skills: Mapping[str, Skill] = match.configuration.skills
        self.skill = skills[profile]
        self.words = ""
        """What goes with "usually"."""
        self.chance: ShownChance | None = None
        """The chance that the card in the hand stays in the bowl; None while it is not known."""
        self._asked = Forecasts(source)

    @property
    def problem(self) -> str | None:
        """The reason why there can be no forecast, or None."""
        return self._asked.problem

    def close(self, wait_s: float) -> None:
        """End the background process, and wait at most `wait_s` for that."""
        self._asked.close(wait_s)

    @property
    def playing(self) -> bool:
        """True while "usually" is shown."""
        return self._asked.playing

    def thrown(self, release: Release, number: int) -> None:
        """Keep a throw that leaves the hand now, and the bowl as it is, for "usually". number: of the throw."""
        key, setup = ("usually", number), self.match.configuration.setup
        snapshot = resting(self.match.world.snapshot())
        self._asked.keep(Throws(key, setup, snapshot, release, self.skill, number, USUALLY))
        self._stop()

    def usually(self) -> bool:
        """Start to show the last throw under other noise; return False if there was none."""
        return self._asked.usually()

    def _stop(self) -> None:
        self._asked.stop()
        self.words, self.chance = "", None

    @property
    def ghosts(self) -> int:
        """The number of ghosts that show where the card would go."""
        known = self._asked.cloud()
        return 0 if known is None else len(known.shown)

    # ------------------------------------------------------------------------------------------ frames

    def show(self, paths: Paths, wall_s: float, now_s: float, mm: float) -> None:
        """Bring the ghosts up to what is known.

        wall_s: the wall time since the last call. now_s: by the clock of the hand. mm: the size of a pixel.
        """
        if self.playing:
            self._show_usually(paths, wall_s, mm)
            return
        hand = self.match.hand
        if hand.card is None or hand.busy or not hand.begun:
            # Nothing is forecast before the hand has moved with the card.
            self._asked.end_aim()
            self.words, self.chance = "", None
            paths.clear()
            return
        self._ask_where_it_would_go(now_s)
        known = self._asked.cloud()
        if known is None:
            paths.clear()
            self.words, self.chance = "", None
            return
        shown = known.shown
        paths.cloud(self._asked.aimed_at, [p.points for p in shown], [p.hit for p in shown], mm)
        self.chance = ShownChance.of(known.chance)

    def _ask_where_it_would_go(self, now_s: float) -> None:
        """Ask where a practised hand's throw would go from the place of this one.

        A hand faster than AIMS_MM_S throws already: it is not asked about.
        """
        hand, match = self.match.hand, self.match
        if hand.speed_mm_s(now_s) > AIMS_MM_S and self._asked.aimed_at is not None:
            return
        x, y = (round(value / GRID_MM) * GRID_MM for value in hand.place)
        key = ("aim", hand.card, x, y, hand.spin_rad_s, tuple(match.world.names()))
        if key == self._asked.aimed_at:
            return
        meant = meant_throw(match.configuration, hand.side, x, y)
        if meant is None:
            return
        turned = presentation_rad(match.configuration.setup, hand.spin_rad_s)
        rise = math.atan2(meant.motion.vy, abs(meant.motion.vx))
        spun = meant.motion._replace(angle=-hand.side * (rise + turned), omega=-hand.side * hand.spin_rad_s)
        snapshot = resting(match.world.snapshot())
        self._asked.aim(Throws(key, match.configuration.setup, snapshot, Release(spun), self.skill, 1, GHOSTS))

    def _show_usually(self, paths: Paths, wall_s: float, mm: float) -> None:
        known = self._asked.played
        if known is None or not known.shown:
            paths.clear()
            if self.problem is not None or (known is not None and known.problem is not None):
                self._stop()
            return
        shown = known.shown
        if len(shown) >= USUALLY or self._asked.played_s > 0:
            self._asked.played_s += wall_s
        longest = max(len(path.points) for path in shown)
        paths.moment([p.points for p in shown], [p.hit for p in shown], self._asked.played_s * PICTURE_HZ, mm)
        hits = sum(path.hit for path in shown)
        self.words = _(
            "Usually, with the same hand: {hits} of {throws} in, {chance}.",
            hits=hits,
            throws=len(shown),
            chance=ShownChance.of(known.chance).line(),
        )
        if self._asked.played_s > longest / PICTURE_HZ + AFTER_S:
            self._stop()
            paths.clear()


def aim_of(setup: BowlSetup, hand: MouseHand, keys: KeyThrow, now_s: float) -> Aim | None:
    """Return the throw that the moving hand, or the keys, would make now; None while nothing is thrown."""
    if keys.steers:
        way = arc(setup, hand.release_at(keys.velocity(now_s)))
        return Aim(hand.place, way, keys.share(now_s) if keys.charging else 0.0, stays_in(setup, way))
    if not hand.throws(now_s):
        return None
    release = hand.release(now_s)
    motion = release.motion
    if -hand.side * motion.vx <= 0.0:
        return None
    needed = needed_near(setup, hand, math.radians(setup.throw.flick_elevation_deg))
    way = arc(setup, release)
    strength, fresh = math.hypot(motion.vx, motion.vy) / needed.middle, hand.trace.last_motion(now_s).fresh
    return Aim((motion.x, motion.y), way, strength, stays_in(setup, way), fresh)
