"""Do the intervals of the workshop hold the truth? `python -m studies.survey_coverage [--surveys 1000 --rounds 1 3 8]`

Surveys of four made-up designs are simulated, whose rates are known: ten slots and eight kinds of pieces, eight cargoes
a round, ten placements to a cargo that share its luck. A placement fails where a normal number, the hand's noise, lies
below a limit made of slot, kind and cargo. The first design is surveyed alone; the others beside a reference of
`REFERENCE_ROUNDS` rounds, whose noise correlates with theirs much, little, or much except on two slots or on one; the
last beside six references, easier and harder ones.

Printed are, by design and number of rounds, the share of intervals that hold the truth and their half widths in points:
of the headline, and on average and for the worst of the slots and of the kinds. Beside a half width stands the one that
holds 95 % of the errors of such figures. Where few pairs differ, as in three rounds of a small edit, intervals that are
no wider than that on average hold the truth more often than 95 %, since they are wide where errors are. The worst of
ten shares of a thousand surveys is about a point below their mean by chance.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from sim.seeds import rng
from sim.statistics import Interval, rate
from sim.workshop.findings import Cell, Findings, half_width

SLOTS = tuple(range(1, 11))
KINDS = ("barrel", "boat", "bottle", "chest", "crate", "plank", "rat", "sailor")
CARGOES = tuple(cargo for cargo in range(len(KINDS)) for _ in SLOTS)
CELLS: tuple[Cell, ...] = tuple(
    (slot, KINDS[(index + cargo) % len(KINDS)]) for cargo in range(len(KINDS)) for index, slot in enumerate(SLOTS)
)
LUCK = 0.35
"""The standard deviation of the limits by cargo, in standard deviations of the hand's noise."""
REFERENCE_ROUNDS = 100
VARIANT_CORRELATION = 0.9
"""The correlation of the noise of a further reference with the first one's."""


@dataclass(frozen=True, slots=True)
class Design:
    """A made-up design. correlation: of its noise with the reference's, by slot; None without a reference.

    variants: by how much further references are harder than the first one.
    """

    name: str
    harder: tuple[float, ...]
    correlation: tuple[float, ...] | None
    variants: tuple[float, ...] = ()


DESIGNS = (
    Design("alone", (0.1,) * 10, None),
    Design("small edit", (0.1,) * 10, (0.98,) * 10),
    Design("large edit", (0.4,) * 10, (0.6,) * 10),
    Design("edit of two slots", (0.0,) * 8 + (0.5,) * 2, (0.995,) * 8 + (0.6,) * 2),
    Design("edit of one slot", (0.0,) * 9 + (0.5,), (0.995,) * 9 + (0.6,)),
    Design("one slot a little", (0.0,) * 9 + (0.3,), (0.995,) * 9 + (0.9,)),
    Design("six references", (-0.3,) * 10, (0.9,) * 10, (-0.6, -0.3, 0.2, 0.4, 0.6)),
)
FIGURES: dict[str, tuple[tuple[Cell, ...], ...]] = {
    "headline": (CELLS,),
    "slots": tuple(tuple(cell for cell in CELLS if cell[0] == slot) for slot in SLOTS),
    "kinds": tuple(tuple(cell for cell in CELLS if cell[1] == kind) for kind in KINDS),
}


def limits(design: Design | None = None) -> np.ndarray:
    """Return the limit below which the noise makes a placement fail, by cell; None: those of the reference."""
    harder = (0.0,) * 10 if design is None else design.harder
    return np.array(
        [
            (-0.9 if slot <= 4 else -1.7) + (1.0 if kind == "sailor" else -0.1) + harder[slot - 1]
            for slot, kind in zip(SLOTS * len(KINDS), (str(cell[1]) for cell in CELLS), strict=True)
        ]
    )


def truths(design: Design) -> dict[str, list[float]]:
    """Return the rates of the figures, by kind of figure."""
    by_cell = dict(zip(CELLS, ndtr(limits(design) / np.sqrt(1 + LUCK**2)).tolist(), strict=True))
    return {
        name: [float(np.mean([by_cell[cell] for cell in cells])) for cells in each] for name, each in FIGURES.items()
    }


def simulated(design: Design, rounds: int, seed: int) -> Findings:
    """Return the findings of a simulated survey of a design, beside its reference."""
    drawn = rng(seed, "survey", design.name)
    known = rounds if design.correlation is None else max(rounds, REFERENCE_ROUNDS)
    luck = LUCK * drawn.normal(size=(known, len(KINDS)))[:, np.array(CARGOES)]
    noise = drawn.normal(size=luck.shape)
    references: tuple[Findings, ...] = ()
    if design.correlation is not None:
        references = (_findings(noise < limits() + luck, ()),)
        for harder in design.variants:
            own = drawn.normal(size=luck.shape)
            other = VARIANT_CORRELATION * noise + math.sqrt(1 - VARIANT_CORRELATION**2) * own
            references += (_findings(other < limits() + harder + luck, ()),)
        alike = np.array(design.correlation * len(KINDS))
        noise = alike * noise + np.sqrt(1 - alike**2) * drawn.normal(size=luck.shape)
    return _findings((noise < limits(design) + luck)[:rounds], references)


def _findings(outcomes: np.ndarray, references: tuple[Findings, ...]) -> Findings:
    found = Findings(CELLS, len(outcomes), CARGOES, references)
    for number, row in enumerate(outcomes.tolist()):
        found.add(number, dict(zip(CELLS, row, strict=True)))
    return found


@dataclass(frozen=True, slots=True)
class Covered:
    """The share of intervals that held the truth, of all figures and of the worst one, and their mean half width.

    needed: the half width that holds 95 % of the errors.
    """

    all: Interval
    worst: float
    half: float
    needed: float


def covered(design: Design, rounds: int, surveys: int) -> dict[str, Covered]:
    """Return how often intervals hold the truth, by kind of figure."""
    true = truths(design)
    held = {name: np.zeros(len(each)) for name, each in FIGURES.items()}
    half = dict.fromkeys(FIGURES, 0.0)
    errors: dict[str, list[float]] = {name: [] for name in FIGURES}
    for seed in range(surveys):
        found = simulated(design, rounds, seed)
        for name, each in FIGURES.items():
            for index, cells in enumerate(each):
                share = found.share(cells)
                held[name][index] += share.low <= true[name][index] <= share.high
                half[name] += half_width(share) / len(each) / surveys
                errors[name].append(abs(share.estimate - true[name][index]))
    return {
        name: Covered(
            rate(int(counts.sum()), surveys * len(counts)),
            float(counts.min()) / surveys,
            half[name],
            float(np.quantile(errors[name], 0.95)),
        )
        for name, counts in held.items()
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--surveys", type=int, default=1000)
    parser.add_argument("--rounds", type=int, nargs="+", default=[1, 3, 8, 18])
    given = parser.parse_args(arguments)
    print(
        "design             rounds  headline (needed)           slots (worst) (needed)           kinds (worst) (needed)"
    )
    for design in DESIGNS:
        for rounds in given.rounds:
            found = covered(design, rounds, given.surveys)
            words = "   ".join(_words(each, name != "headline") for name, each in found.items())
            print(f"{design.name:18} {rounds:5}   {words}", flush=True)


def _words(each: Covered, with_worst: bool) -> str:
    worst = f" ({100 * each.worst:.1f})" if with_worst else ""
    return f"{100 * each.all.estimate:5.1f} %{worst} at ±{100 * each.half:4.1f} ({100 * each.needed:4.1f})"


if __name__ == "__main__":
    main()
