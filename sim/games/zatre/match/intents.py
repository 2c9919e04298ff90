"""The decisions that stand in the record of a ZATRE match."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, TypeAdapter

from sim.games.zatre.rules import Tile, Turn, turn_of
from sim.match.record import RecordModel
from sim.protocols import Line
from sim.rules_frame import IllegalAction


class TileModel(RecordModel):
    """A tile on a square."""

    value: int = Field(ge=1, le=6)
    row: int = Field(ge=0, le=14)
    col: int = Field(ge=0, le=14)


class PlaceIntent(RecordModel):
    """A whole turn; of persons, and when."""

    stage: Literal["intent"]
    by: str
    question: Literal["place"]
    tiles: list[TileModel]
    tick: int | None = Field(default=None, ge=0)


INTENT: TypeAdapter[Any] = TypeAdapter(PlaceIntent)


def _nothing(_line: Any) -> Any:
    raise ValueError("nobody's hand is measured at ZATRE")


MEASURED: TypeAdapter[Any] = TypeAdapter(Annotated[Any, BeforeValidator(_nothing)])
"""Nobody's hand is measured: a tile lies where it is meant to lie."""


def turn_from(line: Line) -> Turn:
    """The turn that a line says. Raises IllegalAction for what is none."""
    try:
        return turn_of(Tile(int(tile["row"]), int(tile["col"]), int(tile["value"])) for tile in line["tiles"])
    except (KeyError, TypeError, ValueError) as error:
        raise IllegalAction("Expected tiles, each with its value, row and col.") from error


def told(turn: Turn) -> list[Line]:
    """The tiles of a turn as plain data, as the referee takes them."""
    return [{"value": tile.value, "row": tile.row, "col": tile.col} for tile in turn]
