"""Which step, iterations and slop are the cheapest true ones: `python -m studies.precision ship|bowl --out DIR`.

The trials are those of studies/convergence.py and studies/bowl.py: each is carried out at every point from the same
state by the same hands, so that differences are paired. The points take turns, and begin with another one from trial to
trial, so that their processor times compare. It writes a table of rates, one of processor times, and a picture.
docs/evidence.md has the results.
"""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sim.batch.figures import Ratio, number_text
from sim.files import output_folder, write_whole
from sim.physics.bowl.measures import load_card_profile
from sim.physics.contact.profiles import TICK_HZ, Profile
from sim.physics.ship.measures import load_ship_profile
from sim.statistics import Interval
from studies import arguments, bowl
from studies import convergence as ship
from studies.paired import ALL, PairedStudy, Row, Trial, in_order, png, points_off

CLOSE = 0.01
"""What a rate may be off the reference, with its whole interval."""

Experiment = Callable[[str, int, int, Profile], Mapping[str, float]]
"""A trial of a group, by its index, the seed and the profile; returns its measures."""


def point(shipped: Profile, step_hz: int, iterations: int, slop_mm: float) -> Profile:
    """Return a profile at these three settings, named after them; the rest is as shipped."""
    return replace(
        shipped,
        name=f"{step_hz} Hz, {iterations} iterations, {slop_mm:g} mm",
        steps_per_tick=step_hz // TICK_HZ,
        iterations=iterations,
        collision_slop_mm=slop_mm,
    )


@dataclass(frozen=True, slots=True)
class Bench:
    """The experiments of one world, and the points that are compared.

    deciding: the measures that must lie close to the reference. points: the reference comes last, and before it one
    that is finer still and shows how far the reference agrees with itself. base: the name of the point whose work is
    1.
    """

    groups: tuple[str, ...]
    experiment: Experiment
    measures: tuple[str, ...]
    means: tuple[str, ...]
    deciding: tuple[str, ...]
    points: tuple[Profile, ...]
    base: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the points."""
        return tuple(each.name for each in self.points)


def _throw(group: str, index: int, seed: int, profile: Profile) -> Mapping[str, float]:
    return bowl.throw_at(int(group), index, seed, profile)


def bench_of(what: str) -> Bench:
    """Return the bench of the `ship` or of the `bowl`."""
    if what == "ship":
        wood = partial(point, load_ship_profile(ship.REFERENCE))
        coarse = ((240, 5, 0.2), (480, 5, 0.2))
        plain = tuple((hz, iterations, 0.05) for hz in (240, 360, 480, 960) for iterations in (5, 10))
        return Bench(
            ship.SHIPS,
            ship.place_once,
            ship.MEASURES,
            (),
            ("fell", "own_fell", "lost", "caught"),
            tuple(wood(*at) for at in (*coarse, *plain, (1920, 20, 0.05), (1920, 10, 0.05))),
            wood(480, 10, 0.05).name,
        )
    card = partial(point, load_card_profile(bowl.REFERENCE))
    thick = ((1920, 5, 0.05), (2880, 5, 0.05))
    thin = tuple((hz, iterations, 0.02) for hz in (1440, 1920, 2880) for iterations in (5, 10))
    return Bench(
        tuple(map(str, bowl.FILLINGS)),
        _throw,
        bowl.MEASURES,
        bowl.MEANS,
        ("hit", "inverted"),
        tuple(card(*at) for at in (*thick, *thin, (11520, 20, 0.02), (11520, 10, 0.02))),
        card(2880, 10, 0.02).name,
    )


@dataclass(frozen=True, slots=True)
class TimedTrial:
    """A trial, and the processor time (s) that it took at each point."""

    trial: Trial
    seconds: Mapping[str, float]


def run_trial(group: str, index: int, bench: Bench, seed: int) -> TimedTrial:
    """Carry out one trial at every point."""
    found, seconds = {}, {}
    # What all points share is made before the clock runs.
    bench.experiment(group, index, seed, bench.points[0])
    first = index % len(bench.points)
    for profile in (*bench.points[first:], *bench.points[:first]):
        began = time.process_time()
        found[profile.name] = bench.experiment(group, index, seed, profile)
        seconds[profile.name] = time.process_time() - began
    return TimedTrial(Trial(group, {name: found[name] for name in bench.names}), seconds)


def study(bench: Bench, trials: int, jobs: int, seed: int) -> list[TimedTrial]:
    """Carry out `trials` trials of every group, in the same order for any number of jobs."""
    trial = partial(run_trial, bench=bench, seed=seed)
    return in_order(trial, bench.groups, trials, jobs, f"tens of trials, each at {len(bench.points)} points")


def work(bench: Bench, trials: Sequence[TimedTrial]) -> dict[str, Interval]:
    """Return the processor time of each point as a multiple of that at the base."""
    base = [trial.seconds[bench.base] for trial in trials]
    return {name: Ratio.of((trial.seconds[name] for trial in trials), base).positive_mean() for name in bench.names}


def close_points(bench: Bench, rows: Sequence[Row]) -> list[str]:
    """Return the points whose deciding measures, over all groups, lie close to the reference, interval and all."""
    far = {
        row.profile
        for row in rows
        if row.group == ALL
        and row.measure in bench.deciding
        and not -CLOSE < row.difference.low <= row.difference.high < CLOSE
    }
    return [name for name in bench.names if name not in far]


def _paired(what: str, bench: Bench) -> PairedStudy:
    rates = {each.name: each.step_hz for each in bench.points}
    return PairedStudy(
        name=f"precision-{what}",
        group="group",
        value="value",
        measures=bench.measures,
        means=bench.means,
        step_hz=rates.__getitem__,
        heading="All trials, and the difference from the reference in points:",
        label=lambda row: f"{row.measure:9} {row.profile:30}",
        printed=bench.deciding,
        each_group=False,
    )


def work_csv(seconds: Mapping[str, Interval]) -> str:
    """Return the work of each point as CSV. It is measured, so it differs from run to run."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["profile", "work", "work_low", "work_high"])
    writer.writerows([name, *(f"{v:.4f}" for v in (i.estimate, i.low, i.high))] for name, i in seconds.items())
    return text.getvalue()


def picture(bench: Bench, rows: Sequence[Row], seconds: Mapping[str, Interval]) -> bytes:
    """Draw each deciding measure's difference from the reference against the work, with a band of one point, as PNG."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(3.4 * len(bench.deciding), 3.9), layout="constrained")
    shared = figure.subplots(1, len(bench.deciding), sharey=True)
    iterations = {each.name: each.iterations for each in bench.points}
    for axes, measure in zip(shared, bench.deciding, strict=True):
        mine = [row for row in rows if row.group == ALL and row.measure == measure]
        axes.axhspan(-100 * CLOSE, 100 * CLOSE, color="0.9")
        for count, colour in ((5, "tab:orange"), (10, "tab:blue"), (20, "black")):
            some = [row for row in mine if iterations[row.profile] == count]
            axes.errorbar(
                [seconds[row.profile].estimate for row in some],
                [points_off(row)[0] for row in some],
                yerr=[points_off(row)[1] for row in some],
                fmt="o",
                markersize=4,
                capsize=2,
                color=colour,
                label=f"{count} iterations",
            )
        axes.set_xscale("log", base=2)
        axes.set_xticks([0.5, 1, 2, 4], ["0.5", "1", "2", "4"])
        axes.set_xlabel("work")
        axes.set_title(f"{measure}, {mine[0].trials} pairs")
    figure.axes[0].set_ylabel("difference from the reference, points")
    figure.axes[0].legend(fontsize=8)
    return png(figure)


def main(words: Sequence[str] | None = None) -> None:
    """Carry out the trials of the ship or the bowl at every point; write two tables and a picture."""
    parser = arguments.parser(__doc__, "out", "trials", "jobs", "seed", trials=500)
    parser.add_argument("world", choices=("ship", "bowl"))
    given = parser.parse_args(words)
    bench = bench_of(given.world)
    paired = _paired(given.world, bench)
    work_file = output_folder(given.out, "--out") / f"{paired.name}-work.csv"
    trials = study(bench, given.trials, given.jobs, given.seed)
    rows, seconds = paired.table([each.trial for each in trials]), work(bench, trials)
    write_whole(work_file, work_csv(seconds))
    paired.report(given.out, rows, picture(bench, rows, seconds))
    print(f"Processor time, as a multiple of that at {bench.base}:")
    for name, spent in seconds.items():
        print(f"  {name:30} {number_text(spent, 2)}")
    close = close_points(bench, rows)
    cheapest = min(close, key=lambda name: seconds[name].estimate)
    print(f"Within one point of the reference: {'; '.join(close)}. The cheapest of them: {cheapest}.")
    print(f"Written: {work_file}")


if __name__ == "__main__":
    arguments.run(main)
