"""What does tuning cost beside a plain grid? `python -m studies.against_grid`

The plain way to tune: a grid over the same bounds, so close that the figure changes by no more than the tolerance from
one point to the next along any parameter, and at every point as many matches as the tuning confirmed its answer with,
so that the interval at the end is the same. The tuning is run; the grid is computed from it, not run:

    points of the grid   product over the parameters of 1 + ceil(variation / tolerance), where the variation is how far
                         the model's figure goes up and down along that parameter, through the answer (the largest over
                         the targets)
    matches a point      the fresh matches of the confirmation
    seconds a match      the mean of all matches that the tuning played

That favours the grid: it needs no second grid where the first was laid too coarsely, and its own choice of the best of
all these points would still have to be checked on fresh matches.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from calibration.tuning.evaluations import Simulations
from calibration.tuning.space import parse_space
from calibration.tuning.targets import parse_targets
from calibration.tuning.tuner import Problem, tune
from calibration.tuning.tuning import Tuning
from sim.batch.progress import Bar
from sim.configuration import load_configuration
from sim.match.seats import seats_from


@dataclass(frozen=True, slots=True)
class Comparison:
    """A tuning, and the grid that would have done the same."""

    steps: tuple[int, ...]
    matches_per_point: int
    grid_seconds: float
    tuning_seconds: float
    tuning_matches: int

    @classmethod
    def of(cls, tuning: Tuning) -> Comparison:
        """Return the grid for a tuning that met its targets. Raises ValueError for another one."""
        if tuning.ending != "met":
            raise ValueError(f"a grid is compared with a tuning that met its targets: {tuning.sentence()}")
        tolerances = {target.metric: target.tolerance for target in tuning.targets}
        steps = []
        for parameter in tuning.space.parameters:
            needed = 1
            for curve in tuning.curves:
                if curve.parameter == parameter.name:
                    variation = sum(abs(b.estimate - a.estimate) for a, b in pairwise(curve.figures))
                    needed = max(needed, math.ceil(variation / tolerances[curve.metric] - 1e-9))
            most = round(parameter.high - parameter.low) if parameter.whole else needed
            steps.append(1 + min(needed, most))
        per_match = tuning.seconds / tuning.matches
        seconds = math.prod(steps) * tuning.fresh * per_match
        return cls(tuple(steps), tuning.fresh, seconds, tuning.seconds, tuning.matches)

    @property
    def points(self) -> int:
        """Of the grid."""
        return math.prod(self.steps)

    @property
    def ratio(self) -> float:
        """The factor by which the tuning took fewer simulated seconds."""
        return self.grid_seconds / self.tuning_seconds

    def text(self) -> str:
        """Return the comparison in words."""
        grid = " x ".join(map(str, self.steps))
        return (
            f"tuning (run): {self.tuning_matches} matches, {self.tuning_seconds:.0f} simulated seconds\n"
            f"grid (computed): {grid} = {self.points} points of {self.matches_per_point} matches, "
            f"{self.grid_seconds:.0f} simulated seconds\n"
            f"the grid takes {self.ratio:.1f} times as long"
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a tuning (the README's example, if nothing else is asked for) and report what a grid would have taken."""
    parser = argparse.ArgumentParser(prog="python -m studies.against_grid", description=main.__doc__)
    parser.add_argument("--game", default="riff-raff")
    parser.add_argument("--target", action="append")
    parser.add_argument("--vary", action="append")
    parser.add_argument("--players", default="casual,casual,casual")
    parser.add_argument("--profile", default="play", choices=("draft", "play", "reference"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--max-matches", type=int, default=5000)
    parser.add_argument("--store", type=Path, help="matches of such a tuning, which are not played again")
    asked = parser.parse_args(arguments)
    seats = seats_from(asked.players.split(","), asked.game)
    configuration = load_configuration(asked.game, None, asked.profile)
    targets, figures = parse_targets(asked.target or ["fall_rate=0.20+-0.02"], configuration, seats)
    space = parse_space(
        asked.vary or ["ship.ball_mass_g=60:200", "wood.friction=0.2:0.5"], asked.game, None, asked.profile
    )
    problem = Problem(space, targets, figures, asked.seed, asked.max_matches)
    with (
        tempfile.TemporaryDirectory(prefix="yardarm-grid-") as folder,
        Bar("matches, at most", asked.max_matches) as bar,
        Simulations(
            space,
            seats,
            figures,
            asked.seed,
            asked.jobs,
            asked.store or Path(folder) / "s.sqlite",
            asked.store is not None,
            bar.step,
        ) as play,
    ):
        tuning = tune(problem, play)
    print(tuning.sentence())
    print(Comparison.of(tuning).text())


if __name__ == "__main__":
    main()
