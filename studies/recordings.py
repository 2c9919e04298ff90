"""How often do the intervals of `fit ship` hold the truth? `python -m studies.recordings [--sets 200] [--kind KIND]`

Every set is a simulated recording with 2 mrad of noise: 30, 60, 120 or 240 rows a second, some of them dropped, the
ends trimmed anywhere in the decay. Kinds:

    rows       dropped rows are missing, the clock is right
    pictures   the clock counts the pictures that are left, so that every loss is a jump of phase
    held       a hand holds before the release, and stops the swing in every second recording
    rates      a gyroscope's rates (rad/s) instead of angles, with a bias and 10 mrad/s of noise

Printed is, for each figure, in how many recordings its interval holds the truth (with the interval of that share), and
how many verdicts are good, doubtful and failed.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from calibration.fit.ship import fit_ship
from calibration.fit.swing import Pendulums, swing
from calibration.fit.verdict import Grade
from sim.seeds import rng
from sim.statistics import rate
from studies.fit_table import Floats

NOISE_RAD, NOISE_RAD_S = 0.002, 0.01
KINDS = ("rows", "pictures", "held", "rates")
FIGURES = ("omega0_sq_s2", "viscous_per_s", "coulomb_s2", "rms_rad")
"""The figures whose truth does not depend on where a recording begins."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A simulated recording: times (s), angles (rad) or rates (rad/s), and the truth by the keys of the fit."""

    times: Floats
    values: Floats
    truth: dict[str, float]
    rates: bool = False


def recording(kind: str, seed: int) -> Recording:
    """Simulate a recording of a kind (one of KINDS)."""
    drawn = rng(seed, "recording", kind)
    omega0_sq, viscous, coulomb = drawn.uniform(15, 45), drawn.uniform(0.05, 0.9), drawn.uniform(0.02, 0.2)
    theta = drawn.uniform(0.12, 0.3) * drawn.choice((-1.0, 1.0))
    zero = drawn.uniform(-0.05, 0.05)
    step = 1 / float(drawn.choice((30, 60, 120, 240)))
    times = np.arange(0, drawn.uniform(6, 9), step)
    rates = kind == "rates"
    pendulums = Pendulums(*(np.array([value]) for value in (omega0_sq, viscous, coulomb, 0.0, theta, 0.0)))
    clean = swing(pendulums, times, rates=rates)[:, 0] + zero
    if kind == "held":
        clean, times = _held(clean, step, drawn)
    else:
        kept = (times >= drawn.uniform(0, 1.0)) & (times <= times[-1] - drawn.uniform(0, 1.0))
        clean, times = clean[kept], times[kept]
    noise = NOISE_RAD_S if rates else NOISE_RAD
    values = clean + noise * drawn.standard_normal(times.size)
    kept = _kept(times.size, kind, drawn)
    clock = times[0] + step * np.arange(int(kept.sum())) if kind == "pictures" else times[kept]
    truth = {"omega0_sq_s2": omega0_sq, "viscous_per_s": viscous, "coulomb_s2": coulomb, "rms_rad": noise}
    return Recording(clock, values[kept], truth, rates)


def _kept(count: int, kind: str, drawn: np.random.Generator) -> np.ndarray:
    """Return a mask of the rows that are not dropped: single ones, or a few runs of pictures."""
    if kind != "pictures":
        return drawn.random(count) > drawn.uniform(0, 0.15)
    kept = np.ones(count, dtype=np.bool_)
    for start in drawn.integers(5, count - 10, size=drawn.integers(0, 4)):
        kept[start : start + drawn.integers(1, 5)] = False
    return kept


def _held(clean: Floats, step: float, drawn: np.random.Generator) -> tuple[Floats, Floats]:
    """Hold a swing before its start, and, half the time, stop it before its end."""
    if drawn.random() < 0.5:
        stopped = int(clean.size * drawn.uniform(0.5, 0.9))
        clean = np.where(np.arange(clean.size) < stopped, clean, clean[stopped])
    before = np.full(int(drawn.uniform(0.1, 1.5) / step), clean[0])
    clean = np.concatenate([before, clean])
    return clean, np.asarray(step * np.arange(clean.size), dtype=np.float64)


def outcomes(kind: str, sets: int) -> Iterator[tuple[dict[str, bool], Grade]]:
    """Yield, for each recording, by figure whether its interval holds the truth, and the grade of the fit."""
    for seed in range(sets):
        made = recording(kind, seed)
        fit = fit_ship(made.times, made.values, rates=made.rates)
        intervals = {**fit.intervals, "rms_rad": fit.rms_rad}
        yield {key: intervals[key].low <= made.truth[key] <= intervals[key].high for key in FIGURES}, fit.verdict.grade


def main() -> None:
    """Print the coverage of one kind of recording, or of each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", type=int, default=200)
    parser.add_argument("--kind", choices=KINDS)
    given = parser.parse_args()
    for kind in (given.kind,) if given.kind else KINDS:
        held: Counter[str] = Counter()
        grades: Counter[str] = Counter()
        for holds, grade in outcomes(kind, given.sets):
            held.update({key: int(inside) for key, inside in holds.items()})
            grades[grade] += 1
        for key in FIGURES:
            print(f"{kind:9} {key:14} {rate(held[key], given.sets).percent()}")
        print(f"{kind:9} verdicts       {', '.join(f'{grade} {count}' for grade, count in grades.items())}")


if __name__ == "__main__":
    main()
