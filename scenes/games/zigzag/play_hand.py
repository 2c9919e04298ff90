"""The person's hand over the tapis of ZIGZAG: its errands, one at a time, and the mark that arrows move."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from scenes.games.zigzag.play_choices import AnyMatch, why_not
from sim.errors import IllegalAction
from sim.games.zigzag.intents import DrawCard, Grab, Lay, PickUpCard
from sim.games.zigzag.match.frame import HandState
from sim.games.zigzag.match.legality import HAND_CODES
from sim.games.zigzag.rules.vocabulary import HAND
from sim.language import _

HAND_MM_S = 700.0
"""The speed at which keys lead the hand over the tapis: that of a mouse that is in no hurry (assumed)."""
AHEAD = 0.5
"""An arrow finds what lies less than 60 degrees beside its direction: the cosine of that."""

GIVES_UP_S = 2.5
"""An errand that has not been possible for this long is given up."""
NEAR_MM = 20.0
"""A card is laid when the hand is this near to where the card was let go."""
SLOW_S = 0.7
Point = tuple[float, float]
Fetch = PickUpCard | DrawCard
Task = Lay | Grab | Fetch


@dataclass(frozen=True, slots=True)
class Mark:
    """The marked card: one of the person's own by its number, or one on the tapis by its name there."""

    own: int | None = None
    lying: str | None = None


class KeyCursor:
    """The mark that arrows move. mark: what it is on, None while it is hidden."""

    def __init__(self) -> None:
        self.mark: Mark | None = None

    def tidy(self, own: int, lying: Mapping[str, Point]) -> None:
        """Take the mark off a card that is not there any more. own: number of own cards. lying: places by name."""
        mark = self.mark
        if mark is None:
            return
        if mark.own is not None and mark.own >= own:
            self.mark = Mark(own=own - 1) if own else None
        elif mark.lying is not None and mark.lying not in lying:
            self.mark = None

    def move(self, direction: tuple[int, int], own: int, lying: Mapping[str, Point]) -> None:
        """Move the mark one step. direction: along x and y, of length 1. own, lying: as for `tidy`."""
        self.tidy(own, lying)
        dx, dy = direction
        mark = self.mark
        if mark is None:
            self.mark = _first(lying) if dy > 0 and lying else Mark(own=own - 1 if dx < 0 else 0) if own else None
        elif mark.own is not None:
            if dx:
                self.mark = Mark(own=(mark.own + dx) % own)
            elif dy > 0 and lying:
                self.mark = _first(lying)
        elif mark.lying is not None:
            found = _next(lying, lying[mark.lying], direction)
            if found is not None:
                self.mark = Mark(lying=found)
            elif dy < 0 and own:
                self.mark = Mark(own=0)


def _first(lying: Mapping[str, Point]) -> Mark:
    """Return the mark on the card that is nearest to the person, whose cards are below the tapis."""
    return Mark(lying=min(lying, key=lambda name: (round(math.hypot(lying[name][0], lying[name][1] + 200.0), 3), name)))


def _next(lying: Mapping[str, Point], start: Point, direction: tuple[int, int]) -> str | None:
    """Return the nearest card in that direction; one that lies askew counts as farther away."""

    def cost(name: str) -> float:
        x, y = lying[name][0] - start[0], lying[name][1] - start[1]
        far = math.hypot(x, y)
        ahead = (x * direction[0] + y * direction[1]) / far if far > 1e-6 else 0.0
        return far / ahead if ahead >= AHEAD else math.inf

    best = min(lying, key=lambda name: (cost(name), name), default=None)
    return best if best is not None and math.isfinite(cost(best)) else None


def led(start: Point, target: Point, seconds: float) -> Point:
    """Return the place to which keys have led the hand after `seconds` on its way to `target` (mm)."""
    far, step = math.dist(start, target), HAND_MM_S * seconds
    if far <= step:
        return target
    return start[0] + (target[0] - start[0]) * step / far, start[1] + (target[1] - start[1]) * step / far


class TableHand:
    """The hand that is sent out, home, and to fetch cards.

    trouble: why the last errand has failed; empty again once it is read.
    """

    def __init__(self, match: AnyMatch, me: str) -> None:
        self.match, self.me = match, me
        self.trouble = ""
        self._task: Task | None = None
        self._since_s = 0.0
        self._let_go: Point | None = None

    # ------------------------------------------------------------------------------------------ errands

    def follow(self, x: float, y: float) -> None:
        """Lead the hand to a place over the table (mm), unless it is on its way to lay a card."""
        if self._let_go is None:
            self.match.hand.follow(x, y)

    def lay(self, face: str, at: Point | None = None) -> None:
        """Lay a card of the person's own at a place (mm): where the pointer is now, or where keys choose (at)."""
        if at is not None:
            self.match.hand.follow(*at, by_keys=True)
        self._let_go = self.match.hand.pointer
        self._begin(Lay(by=self.me, card=face))

    def grab(self, card: str) -> None:
        """Grab a card of the tapis."""
        self._begin(Grab(by=self.me, card=card))

    def fetch(self, intent: Fetch) -> None:
        """Pick up the person's face-down card, or draw one, as soon as the hand is free. Raises IllegalAction."""
        refusal = why_not(self.match, intent)
        if refusal is not None and refusal.code not in HAND_CODES:
            raise refusal
        self._begin(intent)

    def home(self) -> None:
        """Give up the errand and go back to where the hand rests."""
        self._end()
        if self.match.hand.out:
            self.match.hand.go_home()

    @property
    def aim(self) -> str | None:
        """The name of the card on the tapis that the hand goes for, or is going to; None for none."""
        if isinstance(self._task, Grab):
            return self._task.card
        return self.match.table.tasks[self.me].aim

    def lead(self, wall_s: float) -> bool:
        """Lead the hand on towards its aim, as keys do. Return False if it has nothing to do over the table."""
        if self._let_go is not None:
            return True
        name, world, hand = self.aim, self.match.table.world, self.match.hand
        pose = world.cards.get(name) if name is not None and name not in world.held else None
        if pose is None:
            state = self.match.table.state
            # A hand that has laid a card stays out to snatch another one.
            return self.busy or (state.face_down[self.me] is None and len(state.hands[self.me]) < HAND)
        start = hand.pointer if hand.out else hand.home
        hand.follow(*led(start, (pose.x, pose.y), wall_s), by_keys=True)
        return True

    @property
    def busy(self) -> bool:
        """True while the hand is on an errand."""
        return self._task is not None

    # ------------------------------------------------------------------------------------------ time

    def _begin(self, task: Task) -> None:
        self._task, self._since_s = task, 0.0
        if not isinstance(task, Lay):
            self._let_go = None

    def _end(self) -> None:
        self._task, self._let_go = None, None

    def update(self, wall_s: float, beside: bool, carrying: bool) -> None:
        """Continue the errand. beside: the pointer is not over the table. carrying: a card is dragged over the table.

        Raises IllegalAction where the errand is against the rules.
        """
        out, state = self.match.hand.out, self.match.table.tasks[self.me].state
        task = self._task
        if task is None:
            if out and (beside or self.match.table.tasks[self.me].card is not None):
                self.match.hand.go_home()
            elif carrying and not out and state is HandState.REST:
                self._reach()
            return
        self._since_s += wall_s
        if self._since_s > GIVES_UP_S:
            self._end()
            self.trouble = _("Your hand could not get there.")
            return
        try:
            self._go_on(task, out, state)
        except IllegalAction:
            self._end()
            raise

    def _go_on(self, task: Task, out: bool, state: HandState) -> None:
        if isinstance(task, PickUpCard | DrawCard):
            if out:
                self.match.hand.go_home()
            elif state is HandState.REST:
                self._end()
                self.match.act(task)
            return
        if not out:
            if isinstance(task, Grab) and task.card not in self.match.table.world.cards:
                self._end()
                self.trouble = _("Another hand was faster.")
            elif state is HandState.REST:
                self._reach()
            return
        if isinstance(task, Lay):
            assert self._let_go is not None
            x, y = self.match.hand.place
            if math.hypot(x - self._let_go[0], y - self._let_go[1]) < NEAR_MM or self._since_s > SLOW_S:
                self._end()
                self.match.hand.lay(task.card)
            return
        self._end()
        self.match.hand.grab(task.card)

    def _reach(self) -> None:
        try:
            self.match.hand.reach()
        except IllegalAction:
            # Still on its way home: it can only set out from there.
            return
