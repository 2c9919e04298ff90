"""What placements tell of whole matches: `python -m studies.placements [--designs 6] [--matches 56] [--reference 24]`

The attempts of reference matches of the shipped ship are carried out again, with the same noise of the hand, on designs
spread over a range of two parameters, and whole matches are played on each. A search that looked at placements first
would take their falls for a prediction of a match's. Printed are both figures by design, how outcomes of the same
placements go together with those on the shipped ship, the cost of either in processor time, and how far a line through
the predictions (logits of the fall rate; minutes) leaves the matches' figures off, beyond chance.

Measured with 6 designs, 821 placements and 56 matches each (the defaults): see `docs/explanation/statistics.md`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import qmc

from calibration.tuning.response import Array, Sums
from calibration.tuning.space import Space, Values, parse_space
from sim.batch.job import match_seed
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.match.seats import seats_from
from sim.physics.ship.loading import Loading
from sim.physics.ship.world import ShipWorld
from studies.attempts import Attempt, attempts_of

RANGE = ("ship.ball_mass_g=70:180", "ship.yard_stop_deg=2:8")
REFERENCE, PLAYED = 7, 11
"""Run seeds of the reference matches and of the whole matches."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A design: what came of each placement, falls and attempts of its matches, their minutes, and processor s."""

    values: Values
    fell: Array
    falls: Sums
    minutes: Array
    placing_s: float
    playing_s: float


@dataclass(frozen=True, slots=True)
class Line:
    """A line through figures: its slope, the correlation, and the sd about it, all of it and by chance alone."""

    slope: float
    correlation: float
    off: float
    chance: float

    @property
    def bias(self) -> float:
        """The sd about the line beyond chance; 0 if chance explains it."""
        return float(np.sqrt(max(self.off**2 - self.chance**2, 0.0)))


def logit(share: Array) -> Array:
    """Return the logarithm of the odds."""
    return np.asarray(np.log(share / (1 - share)))


def line_through(x: Array, y: Array, errors: Array) -> Line:
    """Return the least-squares line of y over x. errors: the standard errors of y."""
    slope, level = np.polyfit(x, y, 1)
    off = np.sqrt(((y - level - slope * x) ** 2).sum() / (len(x) - 2))
    return Line(float(slope), float(np.corrcoef(x, y)[0, 1]), float(off), float(np.sqrt((errors**2).mean())))


def compared(space: Space, values: Values, attempts: Sequence[Attempt], matches: int) -> Compared:
    """Carry the attempts out on a design, and play matches there."""
    configuration = space.configuration(values)
    assert isinstance(configuration, RiffRaffConfiguration)
    seats = seats_from(("casual",) * 4, "riff-raff")
    begun = time.process_time()
    results = [
        Loading(ShipWorld(configuration.setup, each.snapshot), each.action, each.wander).run() for each in attempts
    ]
    placed = time.process_time()
    played = [RiffRaffMatch(configuration, seats, match_seed(PLAYED, index)) for index in range(matches)]
    for match in played:
        match.run()
    ended = time.process_time()
    falls = np.array([float(sum(past.fell for past in match.past)) for match in played])
    tried = np.array([float(len(match.past)) for match in played])
    return Compared(
        values,
        np.array([float(bool(result.fallen or result.caught)) for result in results]),
        Sums(falls, tried),
        np.array([match.time_s / 60 for match in played]),
        placed - begun,
        ended - placed,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table, and what the lines leave open."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--designs", type=int, default=6)
    parser.add_argument("--matches", type=int, default=56)
    parser.add_argument("--reference", type=int, default=24)
    given = parser.parse_args(arguments)
    space = parse_space(RANGE, "riff-raff", None, "play")
    usual = space.configuration(space.usual)
    assert isinstance(usual, RiffRaffConfiguration)
    seats = seats_from(("casual",) * 4, "riff-raff")
    attempts = [a for index in range(given.reference) for a in attempts_of(usual, seats, REFERENCE, index)]
    points = qmc.Sobol(2, rng=np.random.default_rng(5)).random_base2(4)[: given.designs - 1]
    print(f"{len(attempts)} placements of {given.reference} matches; {given.matches} matches a design")
    print("ball, stop    placements fall   with shipped   a match's falls  minutes   ms a placement, s a match")
    found: list[Compared] = []
    for values in [space.usual, *map(space.values, points)]:
        found.append(each := compared(space, values, attempts, given.matches))
        together = np.corrcoef(found[0].fell, each.fell)[0, 1]
        words = f"{100 * each.fell.mean():13.1f} %{together:15.2f}{100 * each.falls.value:16.1f} %"
        words += f"{each.minutes.mean():9.1f}{1000 * each.placing_s / len(attempts):17.1f}"
        print(f"{values[0]:6.1f} {values[1]:4.1f}{words}{each.playing_s / given.matches:11.2f}", flush=True)
    rates = np.array([each.falls.value for each in found])
    slack = np.array([np.sqrt(each.falls.scatter() / given.matches) for each in found])
    predicted = logit(np.array([each.fell.mean() for each in found]))
    fall = line_through(predicted, logit(rates), slack / (rates * (1 - rates)))
    points_of = 100 * float((rates * (1 - rates)).mean())
    minutes = np.array([each.minutes.mean() for each in found])
    waits = np.array([each.minutes.std(ddof=1) / np.sqrt(given.matches) for each in found])
    for name, line, size, unit in (
        ("falls", fall, points_of, "points"),
        ("minutes", line_through(predicted, minutes, waits), 1.0, "minutes"),
    ):
        print(
            f"{name}: slope {line.slope:.2f}, correlation {line.correlation:.2f}; off by {size * line.off:.2f} {unit}, "
            f"by chance {size * line.chance:.2f}, so beyond it {size * line.bias:.2f}"
        )


if __name__ == "__main__":
    main()
