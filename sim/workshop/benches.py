"""The games that have a bench in the workshop, and how their benches are opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sim.workshop.bench import Bench
from sim.workshop.document import Document
from sim.workshop.tuning import Wish


def _ship() -> Callable[..., Bench]:
    from sim.workshop.ship import ShipBench

    return ShipBench


def _bowl() -> Callable[..., Bench]:
    from sim.workshop.bowl import BowlBench

    return BowlBench


BENCHES: dict[str, Callable[[], Callable[..., Bench]]] = {"riff-raff": _ship, "zack": _bowl}
"""By game: a function that imports and returns what makes its bench, given a document, the hands and the load."""
_WISHES = {
    "riff-raff": Wish("riff-raff", "fall_rate", ("ship.ball_mass_g=40:300", "wood.friction=0.15:0.6"), 0.15),
    "zack": Wish("zack", "miss_rate", ("table.seat_distance_mm=250:900", "bowl.opening_mm=120:260"), 0.06),
}


def bench_of(game: str, preset: Path | None, profile: str) -> Bench:
    """Open a preset, or the shipped design, on the game's bench. Raises InputError."""
    document: Document[Any] = Document(game, preset, profile)
    return BENCHES[game]()(document)


def copied(bench: Bench) -> Bench:
    """Return another bench with the design as it is now, tried by the same hands with the same load."""
    document = bench.document.copy()
    return BENCHES[document.game]()(document, bench.hands, bench.load)


def wish_of(game: str) -> Wish:
    """Return what is tuned in a game, and by which values."""
    return _WISHES[game]
