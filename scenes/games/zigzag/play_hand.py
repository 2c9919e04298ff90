"""The errands of the person's hand over the tapis: one at a time, until it is done or proves impossible."""

from __future__ import annotations

import math

from scenes.games.zigzag.play_choices import AnyMatch, why_not
from scenes.games.zigzag.play_keys import led
from sim.errors import IllegalAction
from sim.games.zigzag.intents import DrawCard, Grab, Lay, PickUpCard
from sim.games.zigzag.match.frame import HandState
from sim.games.zigzag.match.legality import HAND_CODES
from sim.games.zigzag.rules.vocabulary import HAND

GIVES_UP_S = 2.5
"""An errand that has not been possible for this long is given up."""
NEAR_MM = 20.0
"""A card is laid when the hand is this near to where the card was let go."""
SLOW_S = 0.7
Point = tuple[float, float]
Fetch = PickUpCard | DrawCard
Task = Lay | Grab | Fetch


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
            self.trouble = "Your hand could not get there."
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
                self.trouble = "Another hand was faster."
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
