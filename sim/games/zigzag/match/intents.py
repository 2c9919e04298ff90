"""What people do at ZIGZAG, as it stands in the record, with the tick at which it was done."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from sim.match.record import RecordModel

Seat = Annotated[str, Field(min_length=1)]
CardName = Annotated[str, Field(min_length=1)]


class _Deed(RecordModel):
    stage: Literal["intent"]
    by: Seat
    tick: int = Field(ge=0)


class _Moved(_Deed):
    """Without time and seed of the noise where a person's hand was measured: the executed line tells what it did.

    at_s: when exactly the hand set out, within the tick.
    """

    card: CardName
    at_s: float | None = Field(default=None, ge=0)
    noise_seed: int | None = Field(default=None, ge=0)


class Lay(_Moved):
    """A card of the own hand is carried to the tapis."""

    question: Literal["lay"]


class Grab(_Moved):
    """The hand reaches for a card on the tapis, by its name there (two alike are told apart)."""

    question: Literal["grab"]


class Home(_Deed):
    """The hand goes back to where it rests."""

    question: Literal["home"]


class ReachOut(_Deed):
    """A person's hand sets out over the table."""

    question: Literal["reach"]


class PickUpCard(_Deed):
    """The card that was dealt is taken up."""

    question: Literal["pick_up"]


class DrawCard(_Deed):
    """A card from the pile."""

    question: Literal["draw"]


class PassOn(_Deed):
    """No card of the tapis is wanted any more."""

    question: Literal["pass"]


class MakeSign(_Deed):
    """A sign for the partner: what it means (bluff: nothing)."""

    question: Literal["sign"]
    sign: Literal["zig", "zag", "bluff"]


class PlayPower(_Deed):
    """A special card is played, on somebody where it needs a target."""

    question: Literal["play"]
    card: CardName
    target: Seat | None = None


class CancelPower(_Deed):
    """A Z against a card on oneself or one's partner."""

    question: Literal["cancel"]
    card: CardName
    target: Seat


class CallOut(_Deed):
    """An announcement."""

    question: Literal["announce"]
    call: Literal["zig", "zag", "double_zig", "zig_zag", "double_zag"]


class CallContre(_Deed):
    """CONTRE against a team."""

    question: Literal["contre"]
    team: int = Field(ge=0)


class LookAt(_Deed):
    """Whose hand is looked at."""

    question: Literal["look"]
    target: Seat


class ShareOut(_Deed):
    """Who is dealt which card, by the master of cards."""

    question: Literal["assign"]
    cards: dict[str, str]


class TickBox(_Deed):
    """The box for a DOUBLE-ZAG."""

    question: Literal["tick"]
    level: int
    box: Literal["zig", "zag", "double_zig", "zig_zag"]


IntentModel = Annotated[
    Lay
    | Grab
    | Home
    | ReachOut
    | PickUpCard
    | DrawCard
    | PassOn
    | MakeSign
    | PlayPower
    | CancelPower
    | CallOut
    | CallContre
    | LookAt
    | ShareOut
    | TickBox,
    Field(discriminator="question"),
]
INTENT: TypeAdapter[Any] = TypeAdapter(IntentModel)

Coordinate = Annotated[float, Field(ge=-5000, le=5000)]


class Path(RecordModel):
    """Where a person's hand was at every control tick, from the one at which it set out (mm)."""

    path: list[Annotated[tuple[Coordinate, Coordinate], Field(strict=False)]]


class MeasuredPath(RecordModel):
    """What a person's hand did between leaving its place and coming back to it."""

    stage: Literal["executed"]
    by: Seat
    measured: Literal[True]
    action: Path


MEASURED: TypeAdapter[Any] = TypeAdapter(MeasuredPath)
