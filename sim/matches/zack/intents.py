"""What people do at Zack!, as it stands in the record: every movement of a hand, with the tick at which it was made."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from sim.matches.record import RecordModel

Seat = Annotated[str, Field(min_length=1)]


class _Deed(RecordModel):
    stage: Literal["intent"]
    by: Seat
    tick: int = Field(ge=0)


class Begin(_Deed):
    """A hand starts: to do what (against which colour), when the card leaves it, when it moves towards the bowl (s)."""

    question: Literal["begin"]
    do: Literal["throw", "player_card", "challenge", "resume", "choose"]
    at_s: float = Field(ge=0)
    towards_bowl_s: float = Field(ge=0)
    target: Literal["red", "blue", "green", "yellow", "orange", "violet"] | None = None


class Withdraw(_Deed):
    """A hand thinks better of it."""

    question: Literal["withdraw"]


class _Aimed(_Deed):
    side: Literal[-1, 1]
    distance_mm: float = Field(gt=0)
    target_x_mm: float
    pace: float = Field(gt=0)
    noise_seed: int = Field(ge=0)


class ThrowCard(_Aimed):
    """The top card is thrown."""

    question: Literal["throw"]


class ThrowPlayerCard(_Aimed):
    """The own colour card is thrown."""

    question: Literal["player_card"]


class ThrowChallenge(_Aimed):
    """A challenge card is thrown; `target` is the colour on it."""

    question: Literal["challenge"]
    target: Literal["red", "blue", "green", "yellow", "orange", "violet"]
    reason: Literal["slow", "out_of_turn"]


class ResumePlay(_Deed):
    """The stop is ended."""

    question: Literal["resume"]


class ChooseColour(_Deed):
    """A colour is named after a choose card."""

    question: Literal["choose"]
    colour: Literal["red", "blue", "green", "yellow", "orange", "violet"]


IntentModel = Annotated[
    Begin | Withdraw | ThrowCard | ThrowPlayerCard | ThrowChallenge | ResumePlay | ChooseColour,
    Field(discriminator="question"),
]
INTENT: TypeAdapter[Any] = TypeAdapter(IntentModel)
