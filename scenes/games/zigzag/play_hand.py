"""The person's hand over the tapis: what it has been sent for, one thing at a time, until it is done or cannot be."""

from __future__ import annotations

import math

from sim.games.zigzag.match.frame import HandState
from sim.games.zigzag.match.match import ZigzagMatch
from sim.physics.tapis.world import entry
from sim.rules_frame import IllegalAction

GIVES_UP_S = 2.5
"""What has not been possible for so long is not done any more."""
NEAR_MM = 20.0
"""A card is laid when the hand has come so near to where it was let go."""
SLOW_S = 0.7
Point = tuple[float, float]


class TableHand:
    """Sends the hand out, home, and to fetch. `trouble`: why something has come to nothing, told once."""

    def __init__(self, match: ZigzagMatch) -> None:
        assert match.person is not None
        self.match, self.me = match, match.person
        self.trouble = ""
        self._task: tuple[str, str] | None = None
        self._since_s = 0.0
        self._let_go: Point | None = None

    # ------------------------------------------------------------------------------------------ told from outside

    def follow(self, x: float, y: float) -> None:
        """The pointer is over the table there (mm); a card that has been let go keeps its place."""
        if self._let_go is None:
            self.match.hand.follow(x, y)

    def lying_at(self, x: float, y: float) -> str | None:
        """The free card on the tapis at that place, None where there is none."""
        world, tapis = self.match.world, self.match.configuration.setup.tapis
        found = [
            (math.hypot(pose.x - x, pose.y - y), name)
            for name, pose in world.cards.items()
            if name not in world.held
            and entry((x, y, x, y), pose, tapis.card_width_mm, tapis.card_height_mm) is not None
        ]
        return min(found)[1] if found else None

    def lay(self, face: str) -> None:
        """A card of the own hand has been let go where the pointer is."""
        self._let_go = self.match.hand.pointer
        self._begin("lay", face)

    def grab(self, card: str) -> None:
        """That card is wanted."""
        self._begin("grab", card)

    def fetch(self, question: str) -> None:
        """One's face-down card is picked up, or one is drawn: when the hand is free for it. Raises IllegalAction."""
        try:
            self.match.may({"by": self.me, "question": question})
        except IllegalAction as refusal:
            if not str(refusal).startswith("Your hand"):
                raise
        self._begin(question, "")

    def home(self) -> None:
        """Let everything be, and back to where it rests."""
        self._end()
        if self.match.hand.out:
            self.match.hand.go_home()

    @property
    def busy(self) -> bool:
        """Is it about something?"""
        return self._task is not None

    # ------------------------------------------------------------------------------------------ time

    def _begin(self, what: str, card: str) -> None:
        self._task, self._since_s = (what, card), 0.0
        if what != "lay":
            self._let_go = None

    def _end(self) -> None:
        self._task, self._let_go = None, None

    def update(self, wall_s: float, beside: bool, carrying: bool) -> None:
        """Go on with it. beside: the pointer is not over the table. carrying: a card is dragged over it.

        Raises IllegalAction where what was begun is against the rules.
        """
        out, state = self.match.hand.out, self.match.courses[self.me].state
        task = self._task
        if task is None:
            if out and (beside or self.match.courses[self.me].card is not None):
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

    def _go_on(self, task: tuple[str, str], out: bool, state: HandState) -> None:
        what, card = task
        if what in ("pick_up", "draw"):
            if out:
                self.match.hand.go_home()
            elif state is HandState.REST:
                self._end()
                self.match.act({"by": self.me, "question": what})
            return
        if not out:
            if what == "grab" and card not in self.match.world.cards:
                self._end()
                self.trouble = "Somebody was faster."
            elif state is HandState.REST:
                self._reach()
            return
        if what == "lay":
            assert self._let_go is not None
            x, y = self.match.hand.place
            if math.hypot(x - self._let_go[0], y - self._let_go[1]) < NEAR_MM or self._since_s > SLOW_S:
                self._end()
                self.match.hand.lay(card)
            return
        self._end()
        self.match.hand.grab(card)

    def _reach(self) -> None:
        try:
            self.match.hand.reach()
        except IllegalAction:
            # Still on its way home: it sets out when it is there.
            return
