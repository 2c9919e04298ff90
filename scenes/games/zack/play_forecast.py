"""Forecasts of a throw under the player's own noise: a cloud while a card is in the hand, and "usually" afterwards.

"Usually" shows the last throw several times at once, each under other noise.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import Any, Protocol

from scenes.games.zack.play_paths import Paths
from sim.games.zack.forecast import PICTURE_HZ, Throws, resting
from sim.games.zack.match.gesture import presentation_rad
from sim.games.zack.match.hand_log_entries import meant_throw
from sim.people.skill import Skill
from sim.physics.bowl.state import BowlSnapshot, Release

GHOSTS, USUALLY = 60, 12
GRID_MM = 12.0
"""The steps of the grid on which the hand's places are compared: ghosts are asked for anew when it leaves a step."""
AIMS_MM_S = 600.0
"""A hand slower than this is still aiming (assumed; a throw leaves at 1500 mm/s)."""
AFTER_S = 1.2
"""How long the cards of "usually" lie before they are removed."""


class Asked(Protocol):
    """The background process (sim.forecast.worker.Forecaster), or a substitute for it.

    problem: a sentence that says why there can be no answer, or None.
    """

    problem: str | None

    def ask(self, request: Any) -> None:
        """Start on this request, and drop the one before."""

    def latest(self, key: Hashable = None) -> Any:
        """Return what is known so far (`shown`, `estimate`, `low`, `high`), or None.

        With a key, only the answer to the request of that key.
        """

    def forget(self) -> None:
        """Drop the request and what is known."""

    def close(self, wait_s: float = 0.0) -> None:
        """End the process, and wait at most `wait_s` for that."""


def chance_words(known: Any) -> str:
    """Return a chance in per cent with its 95 % interval."""
    return f"{100 * known.estimate:.0f} % ({100 * known.low:.0f}–{100 * known.high:.0f})"


class Foresights:
    """The forecasts of one play layer: asks the background process, and shows its answers as paths.

    profile: the skill whose noise is used.
    """

    def __init__(self, match: Any, foreseer: Asked, profile: str) -> None:
        self.match, self.foreseer = match, foreseer
        skills: Mapping[str, Skill] = match.configuration.skills
        self.skill = skills[profile]
        self.words: tuple[str, str] | None = None
        """A title and a chance to show; None while there is none."""
        self._aim: Hashable = None
        self._last: tuple[Release, BowlSnapshot, int] | None = None
        self._playing: Hashable = None
        self._played_s = 0.0

    @property
    def playing(self) -> bool:
        """True while "usually" is shown."""
        return self._playing is not None

    def thrown(self, release: Release, number: int) -> None:
        """Keep a throw that leaves the hand now, and the bowl as it is, for "usually". number: of the throw."""
        self._last = release, resting(self.match.world.snapshot()), number
        self._stop()

    def usually(self) -> bool:
        """Start to show the last throw under other noise; return False if there was none."""
        if self._last is None:
            return False
        release, snapshot, number = self._last
        self._playing, self._played_s = ("usually", number), 0.0
        self.foreseer.ask(
            Throws(self._playing, self.match.configuration.setup, snapshot, release, self.skill, number, USUALLY)
        )
        return True

    def _stop(self) -> None:
        self._playing = None
        self.words = None

    @property
    def ghosts(self) -> int:
        """The number of ghosts that show where the card would go."""
        known = None if self._aim is None else self.foreseer.latest(self._aim)
        return 0 if known is None else len(known.shown)

    # ------------------------------------------------------------------------------------------ frames

    def show(self, paths: Paths, wall_s: float, now_s: float, mm: float) -> None:
        """Bring the ghosts up to what is known.

        wall_s: the wall time since the last call. now_s: by the clock of the hand. mm: the size of a pixel.
        """
        if self._playing is not None:
            self._show_usually(paths, wall_s, mm)
            return
        hand = self.match.hand
        if hand.card is None or hand.busy:
            self._aim, self.words = None, None
            paths.clear()
            return
        self._ask_where_it_would_go(now_s)
        known = self.foreseer.latest(self._aim)
        if known is None or not known.shown:
            paths.clear()
            self.words = None
            return
        shown = known.shown
        paths.cloud(self._aim, [p.points for p in shown], [p.hit for p in shown], mm)
        self.words = "Would stay in the bowl", chance_words(known)

    def _ask_where_it_would_go(self, now_s: float) -> None:
        """Ask where a practised hand's throw would go from the place of this one.

        A hand faster than AIMS_MM_S throws already: it is not asked about.
        """
        hand, match = self.match.hand, self.match
        motion = hand.release(now_s).motion
        if math.hypot(motion.vx, motion.vy) > AIMS_MM_S and self._aim is not None:
            return
        x, y = (round(value / GRID_MM) * GRID_MM for value in hand.place)
        key = ("aim", hand.card, x, y, hand.spin_rad_s, tuple(match.world.names()))
        if key == self._aim:
            return
        meant = meant_throw(match.configuration, hand.side, x, y)
        if meant is None:
            return
        self._aim = key
        turned = presentation_rad(match.configuration.setup, hand.spin_rad_s)
        rise = math.atan2(meant.motion.vy, abs(meant.motion.vx))
        spun = meant.motion._replace(angle=-hand.side * (rise + turned), omega=-hand.side * hand.spin_rad_s)
        snapshot = resting(match.world.snapshot())
        self.foreseer.ask(Throws(key, match.configuration.setup, snapshot, Release(spun), self.skill, 1, GHOSTS))

    def _show_usually(self, paths: Paths, wall_s: float, mm: float) -> None:
        known = self.foreseer.latest(self._playing)
        if known is None or not known.shown:
            paths.clear()
            if self.foreseer.problem is not None:
                self._stop()
            return
        shown = known.shown
        if len(shown) >= USUALLY or self._played_s > 0:
            self._played_s += wall_s
        longest = max(len(path.points) for path in shown)
        paths.moment([p.points for p in shown], [p.hit for p in shown], self._played_s * PICTURE_HZ, mm)
        hits = sum(path.hit for path in shown)
        self.words = "Usually, with the same hand", f"{hits} of {len(shown)} in: {chance_words(known)}"
        if self._played_s > longest / PICTURE_HZ + AFTER_S:
            self._stop()
            paths.clear()
