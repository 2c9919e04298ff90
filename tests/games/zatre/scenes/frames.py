"""Frames of ZATRE made by hand, and matches with someone at the table."""

from __future__ import annotations

from typing import Any

from sim.configuration import load_configuration
from sim.games.zatre.match import ZatreMatch as Match
from sim.games.zatre.match.frame import (
    FrameEvent,
    Gains,
    News,
    RowView,
    RunView,
    SeatView,
    SheetView,
    TableStage,
    TileView,
    ZatreFrame,
)
from sim.games.zatre.match.table import SCENERY
from sim.protocols import TickerLine
from sim.seat import PERSON, Seat

NAMES = ("Ada", "Bosun Bartholomew", "Caro", "Dirk", "Eva", "Fritz")
SHEET = SheetView(
    (
        RowView(True, 1, 2, 8, 3, True, 28),
        RowView(True, None, 2, 4, 3, False, 12),
        RowView(False, None, None, 4, 3, False, 4),
    ),
    0,
    44,
)
OPENING = ((7, 7, 6), (7, 8, 5), (8, 8, 5))


def seat(name: str, due: bool = False, team: int | None = None, rack: tuple[int | None, ...] = (3, 5)) -> SeatView:
    return SeatView(name, "casual", "greedy", rack, due, team, SHEET)


def frame(count: int = 2, **changes: Any) -> ZatreFrame:
    """The rulebook's opening, just counted."""
    values: dict[str, Any] = {
        "time_s": 10.0,
        "table_stage": TableStage.RULED,
        "turn": 1,
        "seats": tuple(seat(name, due=index == 0) for index, name in enumerate(NAMES[:count])),
        "due": "Ada",
        "board": tuple(TileView(row, col, value, "Ada", True, 5.0) for row, col, value in OPENING),
        "bag": 118,
        "gains": Gains("Ada", (RunView(((7, 7), (7, 8)), 11, 2), RunView(((7, 8), (8, 8)), 10, 1)), ((7, 7), (8, 8))),
        "ticker": (TickerLine(9.0, "Ada makes a 10 and an 11: 3 points and ticks x2 twice.", "good"),),
    }
    return ZatreFrame(**{**values, **changes})


def events(*news: News) -> tuple[FrameEvent, ...]:
    """The first events of a match."""
    return tuple(FrameEvent(number, 9.95, what) for number, what in enumerate(news))


def by_hand(seed: int = 3, others: int = 1, persons: int = 1) -> Match:
    """A match with persons at the table."""
    seats = tuple(Seat(name, "casual", PERSON) for name in NAMES[:persons])
    seats += tuple(Seat(name, "casual", "random") for name in NAMES[persons : persons + others])
    return Match(load_configuration("zatre"), seats, seed)


__all__ = ["NAMES", "OPENING", "SCENERY", "SHEET", "by_hand", "events", "frame", "seat"]
