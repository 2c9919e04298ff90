"""What people do at Zack!, as it stands in the record: every movement of a hand, with the tick at which it was made."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, TypeAdapter, model_validator

from sim.match.record import RecordModel

Seat = Annotated[str, Field(min_length=1)]


def _together(keys: str, first: object, second: object) -> None:
    if (first is None) != (second is None):
        raise ValueError(f"{keys}: expected both or neither")


class _Deed(RecordModel):
    stage: Literal["intent"]
    by: Seat
    tick: int = Field(ge=0)


class Begin(_Deed):
    """A hand starts: to do what (against which colour), when the card leaves it, when it moves towards the bowl (s).

    Without the times where a person's hand starts, since nobody knows them then.
    """

    question: Literal["begin"]
    do: Literal["throw", "player_card", "challenge", "resume", "choose"]
    at_s: float | None = Field(default=None, ge=0)
    towards_bowl_s: float | None = Field(default=None, ge=0)
    target: Literal["red", "blue", "green", "yellow", "orange", "violet"] | None = None

    @model_validator(mode="after")
    def _both(self) -> Self:
        _together("at_s and towards_bowl_s", self.at_s, self.towards_bowl_s)
        return self


class Show(_Deed):
    """A person's hand has turned its card up."""

    question: Literal["show"]


class PickUp(_Deed):
    """A person takes up what he threw beside the bowl."""

    question: Literal["pick_up"]


class Withdraw(_Deed):
    """A hand thinks better of it."""

    question: Literal["withdraw"]


class _Aimed(_Deed):
    """Without pace and seed of the noise where a person's hand was measured: the executed line tells what it did."""

    side: Literal[-1, 1]
    distance_mm: float = Field(gt=0)
    target_x_mm: float
    pace: float | None = Field(default=None, gt=0)
    noise_seed: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _both(self) -> Self:
        _together("pace and noise_seed", self.pace, self.noise_seed)
        return self


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
    Begin | Show | Withdraw | PickUp | ThrowCard | ThrowPlayerCard | ThrowChallenge | ResumePlay | ChooseColour,
    Field(discriminator="question"),
]
INTENT: TypeAdapter[Any] = TypeAdapter(IntentModel)


Far = Annotated[float, Field(ge=-10_000, le=10_000)]
Fast = Annotated[float, Field(ge=-50_000, le=50_000)]
Turn = Annotated[float, Field(ge=-1000, le=1000)]


class Left(RecordModel):
    """A card that left a person's hand: x, y, angle, vx, vy, omega."""

    card: str = Field(min_length=1)
    face: str
    # A list in the record, which strict checking takes for no tuple.
    release: Annotated[tuple[Far, Far, Turn, Fast, Fast, Turn], Field(strict=False)]


class MeasuredThrow(RecordModel):
    """What a person's hand did."""

    stage: Literal["executed"]
    by: Seat
    measured: Literal[True]
    action: Left


MEASURED: TypeAdapter[Any] = TypeAdapter(MeasuredThrow)
