"""Throwing hands: the release of a card, and where hands are drawn while people play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sim.games.zack.bots.hand import Card, ThrowIntent, carried_out
from sim.games.zack.match.frame import HandState, HandView
from sim.games.zack.match.intents import AnyThrow
from sim.games.zack.match.rule_adapter import CHALLENGE, PLAYER_CARD, THROW
from sim.people.skill import Skill
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.state import Release
from sim.physics.bowl.throwing import aimed_throw
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.minimum_jerk import minimum_jerk

FOLLOW_S = 0.3
"""The time in which a hand that has let go comes back to rest (assumed; nothing depends on it)."""
REST_BACK_MM, REST_HEIGHT = 10.0, 0.35
PERSON_S = 0.35
"""The time for which a person's hand is drawn to throw where its movement is unknown, as in a replay (assumed)."""
RAISE_MM = 14.0
"""The height between the releases of hands on one side, which would else be in one place of the section."""


CARDS = {THROW: Card.ZACK, PLAYER_CARD: Card.PLAYER, CHALLENGE: Card.CHALLENGE}
"""The kind of card that a hand throws for each kind of act; all other acts are spoken."""


def side_of(seat: int, seats: int) -> int:
    """Return the side of the plane on which a seat's hand is: 1 (right) for the first half of the table, else -1."""
    return 1 if seat < (seats + 1) // 2 else -1


def executed(setup: BowlSetup, throw: AnyThrow, height_mm: float, skill: Skill) -> Release:
    """Return the release from a hand that is not measured: as meant, with the noise under the throw's seed."""
    assert throw.pace is not None
    assert throw.noise_seed is not None
    intent = ThrowIntent(CARDS[throw.question], throw.side, throw.distance_mm, throw.target_x_mm, throw.pace)
    meant = aimed_throw(setup, intent.side * intent.distance_mm, height_mm, intent.target_x_mm)
    return carried_out(setup, intent, meant, skill, throw.noise_seed)


@dataclass(slots=True)
class HandTrack:
    """The movement of one seat's hand: what it does since when, and where it lets go (mm).

    face_up: True if the card in it shows its face. pointer: where it is drawn, for a hand that follows a mouse; tilt:
    how it holds its card (rad); ready: the card in it before others see it move (`reverse`: its back shows).
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
        """Start the hand. face: of its card. towards_s, at_s: when it moves to the bowl, and when it lets go (s)."""
        self.doing, self.face, self.face_up = doing, face, False
        self.begin_s, self.towards_s, self.at_s = now_s, towards_s, at_s

    def takes(self, now_s: float, doing: str, face: str | None) -> None:
        """Start a person's hand. When it will let go is unknown, so without a mouse it is drawn to take `PERSON_S`."""
        self.begin(now_s, doing, face, now_s, now_s + PERSON_S)

    def withdraw(self) -> None:
        self.doing = self.face = None

    def let_go(self, now_s: float) -> None:
        """Let go of the card."""
        self.doing = self.face = None
        self.let_go_s = now_s

    def view(self, tick: int) -> HandView:
        """Return the hand as it is drawn at this tick."""
        now_s = tick / TICK_HZ
        side = 1.0 if self.release_x > 0 else -1.0
        rest = self.release_x + side * REST_BACK_MM, self.release_y * REST_HEIGHT
        if self.doing is None:
            if self.pointer is not None:
                # A hand at rest leaves the section; this one stays where the pointer is.
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
    """Return the hand of each player, those on one side one above the other."""
    beside = dict.fromkeys((-1, 1), 0)
    hands = {}
    for name, side in sides.items():
        hands[name] = HandTrack(side * distance_mm, height_mm + RAISE_MM * beside[side])
        beside[side] += 1
    return hands


def _along(a: tuple[float, float], b: tuple[float, float], share: float) -> tuple[float, float]:
    """Return the place on a minimum-jerk path from `a` to `b` after `share` (0 to 1) of its time."""
    gone = minimum_jerk(share)
    return a[0] + (b[0] - a[0]) * gone, a[1] + (b[1] - a[1]) * gone
