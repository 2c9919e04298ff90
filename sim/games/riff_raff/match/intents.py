"""The decisions that stand in the record of a Riff Raff match."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from sim.match.record import RecordModel

Kind = Literal["boat", "barrel", "bottle", "crate", "sailor", "plank", "rat", "chest"]


class _Intent(RecordModel):
    """What all have: who, and of persons, when."""

    stage: Literal["intent"]
    by: str
    tick: int | None = Field(default=None, ge=0)


class CardIntent(_Intent):
    """A card chosen in secret."""

    question: Literal["card"]
    card: int = Field(ge=1, le=10)


class CaptainIntent(_Intent):
    """The captain named by the outgoing one."""

    question: Literal["captain"]
    captain: str


class OrderIntent(_Intent):
    """The order of those with equal cards."""

    question: Literal["order"]
    order: list[str]


class CountIntent(_Intent):
    """One piece or two."""

    question: Literal["count"]
    count: int = Field(ge=1, le=2)


class PlaceIntentModel(_Intent):
    """A placement as it was meant."""

    question: Literal["place"]
    piece: Kind
    stance: str
    slot: int = Field(ge=1, le=10)
    x_mm: float
    catch: Literal["all", "others", "none"]


IntentModel = Annotated[
    CardIntent | CaptainIntent | OrderIntent | CountIntent | PlaceIntentModel, Field(discriminator="question")
]
INTENT: TypeAdapter[Any] = TypeAdapter(IntentModel)
