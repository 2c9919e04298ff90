"""A person's hand over the tapis as lines of the hand log (hand_log.py): cards that it laid, took, or lost to others.

A movement begins where the hand set out, or where the one before it ended, and ends at the moment at which the card was
laid or covered. Only what a hand does live is noted: what is caught up with from a record was noted then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.games.zigzag.bots.observation import What
from sim.match.hand_log_schema import reach
from sim.physics import Point
from sim.physics.contact.profiles import TICK_HZ

if TYPE_CHECKING:
    from sim.games.zigzag.match.match import ZigzagMatch


class HandNotes:
    """What there is to note of the person's hand. `grabbed`, `late`: cards that it took, and lost to others."""

    def __init__(self, match: ZigzagMatch) -> None:
        self._match = match
        self._lies: dict[str, tuple[float, Point]] = {}
        self._outing: object = None
        self._from = 0
        self.grabbed = self.late = 0

    def sees(self, what: What, seat: str | None, name: str | None) -> None:
        """Something happened that everybody can see."""
        match, me = self._match, self._match.person
        if me is None or name is None or what not in (What.LAID, What.TAKEN):
            return
        course = match.courses[me]
        if what is What.LAID:
            pose = match.world.cards[name]
            self._lies[name] = match.time_s, (pose.x, pose.y)
            if seat == me and course.steered:
                self._note("lay", None, None, None)
            return
        lay_s, at = self._lies.pop(name, (None, None))
        if seat == me:
            self.grabbed += 1
        elif course.steered and course.aim == name:
            self.late += 1
        else:
            return
        if course.steered:
            self._note("grab", at, lay_s, seat == me)

    def goes_home(self) -> None:
        """The person's hand goes back by itself."""
        me = self._match.person
        if me is not None and self._match.courses[me] is not self._outing:
            self._note("nothing", None, None, None)

    def _note(self, what: str, aim: Point | None, lay_s: float | None, won: bool | None) -> None:
        match = self._match
        assert match.person is not None
        course = match.courses[match.person]
        if course is not self._outing:
            self._outing, self._from = course, 0
        path, set_out_s = course.path[self._from :], match.time_s - (len(course.path) - self._from) / TICK_HZ
        # Its last sample is where the next movement begins.
        self._from = max(0, len(course.path) - 1)
        if course.ahead or not path:
            return
        hand = match.world.hands[match.person]
        waited = None if lay_s is None or set_out_s < lay_s else 1000.0 * (set_out_s - lay_s)
        match.note_hand(
            reach(
                what,
                x_mm=hand.x,
                y_mm=hand.y,
                aim_mm=aim,
                width_mm=match.configuration.setup.tapis.card_width_mm,
                took_ms=1000.0 * (len(path) - 1) / TICK_HZ,
                waited_ms=waited,
                won=won,
                path=path,
                by=match.person,
            )
        )
