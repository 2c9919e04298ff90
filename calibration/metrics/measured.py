"""The figures of a run, found by their keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from calibration.metrics.figures import Figure
from calibration.metrics.metrics_reader import Reader, StoredRun
from calibration.metrics.survival import Curve
from sim.batch.store_format import making_sense
from sim.seat import Seat


@dataclass(frozen=True, slots=True)
class Measured:
    """All figures of a run in the order in which they are told, and the curves that some of them are points of."""

    run: StoredRun
    figures: tuple[Figure, ...]
    curves: Mapping[str, Curve]
    _of: Mapping[str, Figure] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_of", {figure.key: figure for figure in self.figures})

    def __getitem__(self, key: str) -> Figure:
        """The figure of that key. Raises KeyError."""
        return self._of[key]

    def __contains__(self, key: str) -> bool:
        return key in self._of

    def table(self, key: str) -> dict[str, Figure]:
        """The figures of a kind by the last part of their keys: `fall_rate.slot` gives those of the slots."""
        before = f"{key}."
        return {
            figure.key.removeprefix(before): figure
            for figure in self.figures
            if figure.key.startswith(before) and "." not in figure.key[len(before) :]
        }


def measure(store: Reader, run: StoredRun, pairs: bool = False) -> Measured:
    """The figures of a run, read once from its store. `pairs`: to be compared match by match with those of another.

    Raises InputError for a store that is damaged.
    """
    collector = _collector(run.game)(run.seats, pairs)
    with making_sense(store.path):
        for row, turns in store.rows(run):
            collector.add(row, turns)
        figures, curves = collector.figures()
    return Measured(run, tuple(figures), {curve.key: curve for curve in curves})


def _collector(game: str) -> Callable[[tuple[Seat, ...], bool], Any]:
    from calibration.metrics import riff_raff, zack, zatre, zigzag

    games: dict[str, Callable[[tuple[Seat, ...], bool], Any]] = {
        "riff-raff": riff_raff.Collector,
        "zack": zack.Collector,
        "zatre": zatre.Collector,
        "zigzag": zigzag.Collector,
    }
    return games[game]
