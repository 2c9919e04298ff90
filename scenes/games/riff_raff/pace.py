"""How fast a match of Riff Raff passes on the screen: slowly where it matters, quickly where nobody acts, or skipped.

The record of a match counts ticks, so it is the same at any pace.
"""

from __future__ import annotations

from collections.abc import Mapping

from scenes.play.settings import PlaySettings
from sim.games.riff_raff.deliberation import ThinkAhead
from sim.games.riff_raff.match.frame import WAITS, TableStage
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.match.practice import Practice
from sim.language import _
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.carrying import ALARM_MM_S, Carrying

BENT, BEND_S, EASE_S = 0.3, 1.6, 0.5
"""The pace of match time when cargo falls, how long it is kept, and in what time it rises back to 1 (wall time)."""
HURRIED = 8.0
"""The pace of the match while bots think, take up a piece or tidy."""
BRISK: Mapping[TableStage, tuple[float, float]] = {
    TableStage.CHOOSING: (8.0, 0.6),
    TableStage.REVEALED: (1.5, 1.6),
    TableStage.THINKING: (8.0, 0.3),
    TableStage.TAKING: (8.0, 0.2),
    TableStage.LOADING: (1.0, 0.6),
    TableStage.WATCHING: (1.0, 0.75),
    TableStage.RULED: (1.5, 0.5),
    TableStage.TIDYING: (8.0, 0.1),
}
"""By stage of a brisk turn: the pace that it begins with, and the wall time (s) in which it is over, however long."""
FALLS_S = 0.45
"""The longest part of a brisk turn (wall time, s) in which what falls is shown at its own pace."""
MOST_S = 3600.0
"""The longest match time that is skipped at once."""
_OWN = (TableStage.LOADING, TableStage.WATCHING, TableStage.RULED)


class Pacing:
    """The pace of one match, and the steps in which it moves on.

    rate: seconds of match time in a second of wall time, as of the last call of `begin`. ahead: works out slow
    decisions of bots; a brisk turn waits for it.
    """

    def __init__(
        self, match: RiffRaffMatch | Practice, settings: PlaySettings, ahead: ThinkAhead | None = None
    ) -> None:
        self.match, self.settings, self.ahead = match, settings, ahead
        self.rate = 1.0
        self._stage = match.table.stage
        self._stage_s = self._falls_s = 0.0
        self._by_hand = isinstance(match, Practice)
        self._attempt: Carrying | None = None
        self._bent_s: float | None = None

    def begin(self, wall_s: float) -> float:
        """Return the pace for the next `wall_s` of wall time."""
        table = self.match.table
        if table.stage is not self._stage:
            self._stage, self._stage_s = table.stage, 0.0
            if table.stage in WAITS:
                self._falls_s = 0.0
        if table.loading is not None:
            self._by_hand = table.carrying is not None
        self.rate = self._rate(wall_s)
        self._stage_s += wall_s
        return self.rate

    def _rate(self, wall_s: float) -> float:
        stage, settings = self._stage, self.settings
        if not isinstance(self.match, RiffRaffMatch) or self.match.waits_for or stage is TableStage.OVER:
            return self._bent(wall_s)
        if settings.brisk_bots and not (self._by_hand and stage in _OWN):
            return self._brisk(wall_s)
        if settings.waits_pass and stage in WAITS:
            return HURRIED
        return self._bent(wall_s)

    def _bent(self, wall_s: float) -> float:
        """Return BENT for BEND_S from when cargo of a person's attempt begins to fall, then rise to 1 within EASE_S.

        1 after the attempt, and wherever the settings do not bend time.
        """
        carrying = self.match.table.carrying
        if carrying is not self._attempt:
            self._attempt, self._bent_s = carrying, None
        if carrying is None or carrying.done or not carrying.alarm or not self.settings.time_bends:
            return 1.0
        self._bent_s = wall_s if self._bent_s is None else self._bent_s + wall_s
        return BENT + (1.0 - BENT) * min(1.0, max(0.0, (self._bent_s - BEND_S) / EASE_S))

    def _brisk(self, wall_s: float) -> float:
        """Return a pace that grows from the stage's first one so that the stage is over in its time."""
        if self._stage is TableStage.THINKING and self.ahead is not None and self.ahead.busy:
            # To run into a decision that is not there yet would stop the picture.
            return 1.0
        if self._falls() and self._falls_s < FALLS_S:
            self._falls_s += wall_s
            self._stage_s -= wall_s
            return 1.0
        first, lasts_s = BRISK[self._stage]
        left = 1.0 - (self._stage_s + wall_s / 2) / lasts_s
        return MOST_S if left <= 0.0 else min(first / left**2, MOST_S)

    def _falls(self) -> bool:
        """Return True while cargo that was let go falls."""
        loading = self.match.table.loading
        if loading is None or self._stage is not TableStage.WATCHING:
            return False
        aboard = (cargo for name, cargo in loading.world.cargo.items() if name not in loading.fallen)
        return any(cargo.falling or cargo.body.velocity.y < -ALARM_MM_S for cargo in aboard)

    def advance(self, wall_s: float) -> None:
        """Move the match on by `wall_s` of wall time at the pace of now, but not past the end of a hurried stage."""
        match, seconds = self.match, wall_s * self.rate
        if self.rate <= 1.0:
            match.advance(seconds)
            return
        stage, waits = match.table.stage, bool(match.waits_for)
        while seconds > 0.0 and match.table.stage is stage and bool(match.waits_for) is waits and not match.finished:
            match.advance(min(seconds, 1.0 / TICK_HZ))
            seconds -= 1.0 / TICK_HZ
            if match.held_up_by:
                break

    def skip(self) -> str:
        """Run the match on to the outcome of the next turn of a bot, or to a question to a person.

        Return why it cannot be done, in one sentence, or an empty text.
        """
        match = self.match
        if not isinstance(match, RiffRaffMatch):
            return _("There is no one else to wait for.")
        if match.waits_for or match.finished:
            return _("It is your move: there is nothing to skip.")
        if match.table.carrying is not None:
            return _("Wait for the outcome first.")
        ends, left = match.time_s + MOST_S, False
        while not (match.waits_for or match.finished) and match.time_s < ends:
            left = left or match.table.stage is not TableStage.RULED
            if left and match.table.stage is TableStage.RULED:
                break
            match.advance(1.0 / TICK_HZ)
            if match.held_up_by:
                return _("{name} is thinking: the table waits.", name=match.held_up_by)
        return ""
