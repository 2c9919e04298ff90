"""The intents of players of ZATRE, as the match takes them and the record has them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, TypeAdapter

from sim.games.zatre.rules import Tile, Turn, turn_of
from sim.match.intents import Intent, IntentCodec
from sim.match.record import RecordModel


class TileModel(RecordModel):
    """A tile on a square."""

    value: int = Field(ge=1, le=6)
    row: int = Field(ge=0, le=14)
    col: int = Field(ge=0, le=14)


def _by_square(tiles: tuple[TileModel, ...]) -> tuple[TileModel, ...]:
    return tuple(sorted(tiles, key=lambda tile: (tile.row, tile.col, tile.value)))


class PlaceTiles(Intent):
    """A whole turn."""

    question: Literal["place"] = "place"
    tiles: Annotated[tuple[TileModel, ...], Field(strict=False), AfterValidator(_by_square)]

    @classmethod
    def of(cls, by: str, turn: Turn) -> PlaceTiles:
        """Return a player's intent. Raises pydantic's ValidationError."""
        return cls.model_validate({"by": by, "tiles": tile_lines(turn)})

    @property
    def turn(self) -> Turn:
        """The tiles as the rules take them."""
        return turn_of(Tile(tile.row, tile.col, tile.value) for tile in self.tiles)


INTENT: IntentCodec[PlaceTiles] = IntentCodec(PlaceTiles)


def _nothing(_line: Any) -> Any:
    raise ValueError("nobody's hand is measured at ZATRE")


MEASURED: TypeAdapter[Any] = TypeAdapter(Annotated[Any, BeforeValidator(_nothing)])
"""No hand is measured: a tile lies where it is meant to lie."""


def tile_lines(turn: Turn) -> list[dict[str, int]]:
    """Return the tiles of a turn as plain data, as the referee takes them."""
    return [{"value": tile.value, "row": tile.row, "col": tile.col} for tile in turn]
