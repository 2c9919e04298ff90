"""Percepts, which a mind takes in, each with the time at which it can be seen; plans and acts, which it returns."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sim.games.zack.bots.hand import ThrowIntent
from sim.games.zack.bots.turn_reading import CardFace, Turn
from sim.games.zack.rules import Reason
from sim.match.intents import Fault


@dataclass(frozen=True, slots=True)
class Shown:
    """A Zack card in flight whose face the others can see now (perception.face_seen_s); its thrower sees it later.

    face: what can be read if it lands now. card: the name of the card, as in Landed and Missed.
    """

    at_s: float
    card: str
    face: CardFace


@dataclass(frozen=True, slots=True)
class Landed:
    """A Zack card that came to count in the bowl. face: what can be read in it now.

    A mind reads again only what it did not read in flight, or what reads differently now that the card lies there.
    """

    at_s: float
    card: str
    face: CardFace


@dataclass(frozen=True, slots=True)
class Missed:
    """A Zack or player card of `seat` beside the bowl, `distance_mm` from their hand; `turn` says who is due."""

    at_s: float
    card: str
    seat: int
    distance_mm: float
    turn: Turn


@dataclass(frozen=True, slots=True)
class Began:
    """The start of the hand of `seat` towards the bowl (`Plan.towards_bowl_s`)."""

    at_s: float
    seat: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """A stop of play: a challenge was called, or a stop card landed."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Ruled:
    """The ruling on a stop; `seat` goes on when the table is in order (`choose`: they first name a colour)."""

    at_s: float
    seat: int
    choose: bool = False


@dataclass(frozen=True, slots=True)
class Resumed:
    """The resumption of play, or the beginning of a game: all know that `seat` throws."""

    at_s: float
    seat: int


Percept = Shown | Landed | Missed | Began | Stopped | Ruled | Resumed


class Do(StrEnum):
    """The kind of a plan."""

    THROW = "throw"
    PLAYER_CARD = "player_card"
    CHALLENGE = "challenge"
    RESUME = "resume"
    CHOOSE = "choose"


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan of a seat: its hand starts at `begin_s`, and acts (lets go of the card) at `at_s`.

    For the first `fetch_s` the hand fetches a card from beside the bowl. Throws carry the intent and the ticket of
    their motor noise (random_bot.py). A challenge carries the seat whose colour is on the card thrown (`target`), the
    seat meant (`meant`: people may take the wrong card), and the reason. The times must be those of the hand
    (planning.py).
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
        """The time (s) at which the hand starts towards the bowl."""
        return self.begin_s + self.fetch_s


class ActKind(StrEnum):
    """The kind of an act: the hand starts, the hand is withdrawn, the plan is carried out."""

    BEGIN = "begin"
    WITHDRAW = "withdraw"
    ACT = "act"


@dataclass(frozen=True, slots=True)
class Act:
    """A step of `plan` at `at_s`. fault: why it stands in for the answer of an external bot, if it does."""

    at_s: float
    kind: ActKind
    plan: Plan
    fault: Fault | None = None
