"""The decisions that stand in the record of a Riff Raff match."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from sim.matches.record import RecordModel


class _Intent(RecordModel):
    stage: Literal["intent"]
    by: str


class CardIntent(_Intent):
    """A card chosen in secret."""

    question: Literal["card"]
    card: int


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
    count: int


class PlaceIntentModel(_Intent):
    """A placement as it was meant."""

    question: Literal["place"]
    piece: Literal["boat", "barrel", "bottle", "crate", "sailor", "plank", "rat", "chest"]
    stance: str
    slot: int = Field(ge=1, le=10)
    x_mm: float
    catch: Literal["all", "others", "none"]


IntentModel = Annotated[
    CardIntent | CaptainIntent | OrderIntent | CountIntent | PlaceIntentModel, Field(discriminator="question")
]
INTENT: TypeAdapter[Any] = TypeAdapter(IntentModel)
