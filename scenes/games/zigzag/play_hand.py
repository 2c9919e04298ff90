"""The person's hand over the tapis: what it has been sent for, one thing at a time, until it is done or cannot be."""

from __future__ import annotations

import math

from scenes.games.zigzag.play_asking import AnyMatch, why_not
from sim.errors import IllegalAction
from sim.games.zigzag.intents import DrawCard, Grab, Lay, PickUpCard
from sim.games.zigzag.match.frame import HandState
from sim.games.zigzag.match.legality import HAND_CODES

GIVES_UP_S = 2.5
"""What has not been possible for this long is not done any more."""
NEAR_MM = 20.0
"""A card is laid when the hand has come so near to where it was let go."""
SLOW_S = 0.7
Point = tuple[float, float]
Fetch = PickUpCard | DrawCard
Task = Lay | Grab | Fetch


class TableHand:
    """Sends the hand out, home, and to fetch. trouble: why something has come to nothing, until it is read."""

    def __init__(self, match: AnyMatch, me: str) -> None:
        self.match, self.me = match, me
        self.trouble = ""
        self._task: Task | None = None
        self._since_s = 0.0
        self._let_go: Point | None = None

    # ------------------------------------------------------------------------------------------ told from outside

    def follow(self, x: float, y: float) -> None:
        """Lead the hand to a place over the table (mm), unless a card that was let go keeps its place."""
        if self._let_go is None:
            self.match.hand.follow(x, y)

    def lay(self, face: str) -> None:
        """Lay a card of one's own where the pointer has let it go."""
        self._let_go = self.match.hand.pointer
        self._begin(Lay(by=self.me, card=face))

    def grab(self, card: str) -> None:
        """Go for that card of the tapis."""
        self._begin(Grab(by=self.me, card=card))

    def fetch(self, intent: Fetch) -> None:
        """Pick up one's face-down card, or draw one, as soon as the hand is free for it. Raises IllegalAction."""
        refusal = why_not(self.match, intent)
        if refusal is not None and refusal.code not in HAND_CODES:
            raise refusal
        self._begin(intent)

    def home(self) -> None:
        """Let everything be, and go back to where the hand rests."""
        self._end()
        if self.match.hand.out:
            self.match.hand.go_home()

    @property
    def busy(self) -> bool:
        """True while the hand is about something."""
        return self._task is not None

    # ------------------------------------------------------------------------------------------ time

    def _begin(self, task: Task) -> None:
        self._task, self._since_s = task, 0.0
        if not isinstance(task, Lay):
            self._let_go = None

    def _end(self) -> None:
        self._task, self._let_go = None, None

    def update(self, wall_s: float, beside: bool, carrying: bool) -> None:
        """Go on with it. beside: the pointer is not over the table. carrying: a card is dragged over the table.

        Raises IllegalAction where what was begun is against the rules.
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
                self.trouble = "Somebody was faster."
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
            # Still on its way home: it sets out when it is there.
            return
