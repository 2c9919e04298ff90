"""What a mind sees (percepts, each with the time of the light), and what it does (plans and acts)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sim.games.zack.bots.hand import ThrowIntent
from sim.games.zack.bots.turn_reading import CardFace, Turn
from sim.games.zack.rules import Reason


@dataclass(frozen=True, slots=True)
class Shown:
    """The face of a Zack card in flight can be seen by the others (perception.face_seen_s); the thrower sees it later.

    `face`: what there is to be read if it lands now; `card` names the card, as in Landed and Missed.
    """

    at_s: float
    card: str
    face: CardFace


@dataclass(frozen=True, slots=True)
class Landed:
    """A Zack card came to count in the bowl; `face`: what there is to be read in it now.

    A mind reads again only what it did not read in flight, or what reads differently now that it lies.
    """

    at_s: float
    card: str
    face: CardFace


@dataclass(frozen=True, slots=True)
class Missed:
    """A Zack or player card of `seat` lies beside the bowl, `distance_mm` from their hand; `turn` says who is due."""

    at_s: float
    card: str
    seat: int
    distance_mm: float
    turn: Turn


@dataclass(frozen=True, slots=True)
class Began:
    """The hand of `seat` starts to move towards the bowl (`Plan.towards_bowl_s`)."""

    at_s: float
    seat: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """Play stops: a challenge was called, or a stop card landed."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Ruled:
    """The stop is judged; `seat` goes on when the table is in order (`choose`: they first name a colour)."""

    at_s: float
    seat: int
    choose: bool = False


@dataclass(frozen=True, slots=True)
class Resumed:
    """Play goes on (also: the game begins), and all know that `seat` throws."""

    at_s: float
    seat: int


Percept = Shown | Landed | Missed | Began | Stopped | Ruled | Resumed


class Do(StrEnum):
    """What is planned."""

    THROW = "throw"
    PLAYER_CARD = "player_card"
    CHALLENGE = "challenge"
    RESUME = "resume"
    CHOOSE = "choose"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a seat will do: its hand starts at `begin_s`, and the act (letting go of the card) is at `at_s`.

    For the first `fetch_s` the hand fetches a card from beside the bowl. Throws carry the intent and the ticket of
    their motor noise (chance.py). A challenge carries the seat whose colour is on the card thrown (`target`), the one
    meant (`meant`: people may take the wrong card), and the reason. The times must be those of the hand (planning.py).
    """

    do: Do
    begin_s: float
    at_s: float
    intent: ThrowIntent | None = None
    noise: int = 0
    target: int | None = None
    meant: int | None = None
    reason: Reason | None = None
    fetch_s: float = 0.0

    @property
    def towards_bowl_s(self) -> float:
        """When the hand starts towards the bowl."""
        return self.begin_s + self.fetch_s


class ActKind(StrEnum):
    """What a mind does at a moment: the hand starts, the hand is withdrawn, the plan is carried out."""

    BEGIN = "begin"
    WITHDRAW = "withdraw"
    ACT = "act"


@dataclass(frozen=True, slots=True)
class Act:
    """At `at_s`, in the course of `plan`."""

    at_s: float
    kind: ActKind
    plan: Plan
