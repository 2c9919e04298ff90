"""Throwing hands: the card as it leaves one, and where they are while people play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sim.games.zack.bots.hand import Card, ThrowIntent, execute_throw
from sim.games.zack.match.frame import HandState, HandView
from sim.games.zack.match.intents import AnyThrow
from sim.games.zack.match.rule_adapter import CHALLENGE, PLAYER_CARD, THROW
from sim.people.skill import Skill
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.state import Release
from sim.physics.bowl.throwing import aimed_throw, perturb
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.hands.minimum_jerk import minimum_jerk

FOLLOW_S = 0.3
"""A hand that has let go is back at rest after so long (assumed; nothing depends on it)."""
REST_BACK_MM, REST_HEIGHT = 10.0, 0.35
PERSON_S = 0.35
"""So long a person's hand is drawn to throw where its movement is not at hand, as in a replay (assumed)."""
RAISE_MM = 14.0
"""Hands on one side let go one above the other, because in the section they would be in one place."""


CARDS = {THROW: Card.ZACK, PLAYER_CARD: Card.PLAYER, CHALLENGE: Card.CHALLENGE}
"""The card that a hand throws to do this; the rest is done with words."""


def side_of(seat: int, seats: int) -> int:
    """Return the side of the plane on which a seat's hand is: the first half of the table sits to the right (1)."""
    return 1 if seat < (seats + 1) // 2 else -1


def executed(setup: BowlSetup, throw: AnyThrow, height_mm: float, skill: Skill) -> Release:
    """Return how the card leaves a hand that is not measured: as meant, with the noise under the throw's seed."""
    assert throw.pace is not None
    assert throw.noise_seed is not None
    intent = ThrowIntent(CARDS[throw.question], throw.side, throw.distance_mm, throw.target_x_mm, throw.pace)
    noise = execute_throw(intent, skill, throw.noise_seed)
    meant = aimed_throw(setup, intent.side * intent.distance_mm, height_mm, intent.target_x_mm)
    return perturb(meant, noise.speed_factor, noise.direction_rad, noise.spin_factor)


@dataclass(slots=True)
class HandTrack:
    """One seat's hand: since when it does what, and where it lets go (mm).

    face_up: whether the card in it shows its face. pointer: where it is drawn, for a hand that follows a mouse; tilt:
    how it holds its card (rad); ready: the card in it before anybody sees it move (`reverse`: its back shows).
    """

    release_x: float
    release_y: float
    doing: str | None = None
    face: str | None = None
    begin_s: float = 0.0
    towards_s: float = 0.0
    at_s: float = 0.0
    let_go_s: float = -10.0
    face_up: bool = False
    pointer: tuple[float, float] | None = None
    tilt: float = 0.0
    ready: str | None = None

    def begin(self, now_s: float, doing: str, face: str | None, towards_s: float, at_s: float) -> None:
        """Start the hand. face: of the card in it; towards_s, at_s: when it moves to the bowl and lets go (s)."""
        self.doing, self.face, self.face_up = doing, face, False
        self.begin_s, self.towards_s, self.at_s = now_s, towards_s, at_s

    def takes(self, now_s: float, doing: str, face: str | None) -> None:
        """Start a person's hand: nobody knows when it lets go, so without a mouse it is drawn to take `PERSON_S`."""
        self.begin(now_s, doing, face, now_s, now_s + PERSON_S)

    def withdraw(self) -> None:
        """Hold the hand back."""
        self.doing = self.face = None

    def let_go(self, now_s: float) -> None:
        """Let the card go."""
        self.doing = self.face = None
        self.let_go_s = now_s

    def view(self, tick: int) -> HandView:
        """Return the hand at this moment."""
        now_s = tick / TICK_HZ
        side = 1.0 if self.release_x > 0 else -1.0
        rest = self.release_x + side * REST_BACK_MM, self.release_y * REST_HEIGHT
        if self.doing is None:
            if self.pointer is not None:
                # Not withdrawn from the section as a hand at rest is: it is drawn where the pointer is.
                return HandView(HandState.FOLLOWING, None, 0.0, *self.pointer)
            gone = (now_s - self.let_go_s) / FOLLOW_S
            if gone >= 1.0:
                return HandView(HandState.REST, None, 0.0, *rest)
            x, y = _along((self.release_x, self.release_y), rest, gone)
            return HandView(HandState.FOLLOWING, None, gone, x, y)
        if now_s < self.towards_s:
            share = (now_s - self.begin_s) / max(1e-9, self.towards_s - self.begin_s)
            # Out to the table and back to the pile.
            out = 1.0 - abs(2.0 * share - 1.0)
            x, y = _along(rest, (self.release_x, 30.0), out)
            return HandView(HandState.FETCHING, None, share, x, y)
        share = min(1.0, (now_s - self.towards_s) / max(1e-9, self.at_s - self.towards_s))
        if self.pointer is not None:
            return HandView(HandState.THROWING, self.face, 1.0, *self.pointer)
        x, y = _along(rest, (self.release_x, self.release_y), share)
        return HandView(HandState.THROWING, self.face, share, x, y)


def tracks(sides: Mapping[str, int], distance_mm: float, height_mm: float) -> dict[str, HandTrack]:
    """Return the hand of each player, one above the other on each side."""
    beside = dict.fromkeys((-1, 1), 0)
    hands = {}
    for name, side in sides.items():
        hands[name] = HandTrack(side * distance_mm, height_mm + RAISE_MM * beside[side])
        beside[side] += 1
    return hands


def _along(a: tuple[float, float], b: tuple[float, float], share: float) -> tuple[float, float]:
    """Return the place on a minimum-jerk path from `a` to `b` after a share of its time."""
    gone = minimum_jerk(share)
    return a[0] + (b[0] - a[0]) * gone, a[1] + (b[1] - a[1]) * gone
