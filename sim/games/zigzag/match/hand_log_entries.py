"""The movements of a person's hand over the tapis as lines of the hand log: cards laid, taken, or lost to others.

A movement begins where the hand set out, or where the one before it ended, and ends at the moment at which the card was
laid or covered. Only what a hand does live is noted: what is caught up with from a record was noted then. Nor is a hand
noted that is led by keys.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from sim.games.zigzag.bots.observation import PerceptKind
from sim.games.zigzag.match.table import HandTask, ZigzagTable
from sim.match.hand_log import Reached
from sim.match.simultaneous import Schedule
from sim.physics import Point
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line


class HandLogEntries:
    """The log of the movements of the person's hand.

    note: takes the lines of the hand log. grabbed, late: numbers of cards that the hand took, and lost to others.
    """

    def __init__(self, table: ZigzagTable, schedule: Schedule) -> None:
        """Watch the hand of the table's person; note nothing where there is none."""
        self.note: Callable[[Line], None] = lambda _line: None
        self.grabbed = self.late = 0
        self._table, self._schedule = table, schedule
        self._lies: dict[str, tuple[float, Point]] = {}
        self._outing: HandTask | None = None
        self._from = 0

    def notice(self, kind: PerceptKind, seat: str | None, name: str | None) -> None:
        """Follow what all can see. seat: the player who acts. name: of the card."""
        table, me = self._table, self._table.person
        if me is None or name is None or kind not in (PerceptKind.LAID, PerceptKind.TAKEN):
            return
        task = table.tasks[me]
        if kind is PerceptKind.LAID:
            pose = table.world.cards[name]
            self._lies[name] = self._schedule.time_s, (pose.x, pose.y)
            if seat == me and task.steered:
                self._note("lay", None, None, None)
            return
        lay_s, at = self._lies.pop(name, (None, None))
        if seat == me:
            self.grabbed += 1
        elif task.steered and task.aim == name:
            self.late += 1
        else:
            return
        if task.steered:
            self._note("grab", at, lay_s, seat == me)

    def note_return(self) -> None:
        """Note a movement without a result: the person's hand goes home."""
        me = self._table.person
        if me is not None and self._table.tasks[me] is not self._outing:
            self._note("nothing", None, None, None)

    def _note(
        self, what: Literal["lay", "grab", "nothing"], aim: Point | None, lay_s: float | None, won: bool | None
    ) -> None:
        table = self._table
        assert table.person is not None
        task = table.tasks[table.person]
        if task is not self._outing:
            self._outing, self._from = task, 0
        path = task.path[self._from :]
        took_s = (len(path) - 1) / TICK_HZ
        set_out_s = self._schedule.time_s - took_s
        # Its last sample is where the next movement begins.
        self._from = max(0, len(task.path) - 1)
        if task.ahead or not path or table.by_keys:
            return
        hand = table.world.hands[table.person]
        waited = None if lay_s is None or set_out_s < lay_s else 1000.0 * (set_out_s - lay_s)
        self.note(
            Reached(
                by=table.person,
                what=what,
                aim_x_mm=None if aim is None else aim[0],
                aim_y_mm=None if aim is None else aim[1],
                x_mm=round(hand.x, 3),
                y_mm=round(hand.y, 3),
                width_mm=table.configuration.setup.tapis.card_width_mm,
                took_ms=1000.0 * took_s,
                waited_ms=waited,
                won=won,
                path=tuple((round(x, 2), round(y, 2)) for x, y in path),
            ).line()
        )
