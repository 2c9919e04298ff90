"""Compare Yardarm with the open measurements: `python -m studies.against_measurements DIR [--only SET ...]`.

The measurements are no part of the project, since several have no licence. DIR holds

    stacks/mental_jenga_exp1_bricks.csv            trial, index, fall, x, y, angle: 42 piles (Zhou et al. 2023)
    impact/planar_ellipse_859_impacts.csv.gz       859 impacts of an ellipse (Fazeli et al.)
    pendulum/rip_freeswing_90deg_200Hz.csv         t_s, theta_deg: a rotary pendulum let go at 90 degrees
    pendulum/phy180_L0.495m_30fps.csv              t_s, theta_rad: a string pendulum
    pendulum/phy180_period_vs_length.csv           length, period: the same pendulum, timed
    plates/howison_squares_and_disks.csv           falling paper (Howison, Hughes & Iida 2020; studies/air_fit.py)
    reactions/, aim/                               reactions and aiming (studies/fit_people.py), and
    aim/dart_scores_100.csv                        score: darts aimed at the bull

Each row printed is one comparison: what was found, the band it must lie in, and whether it does. The exit code is 1 if
a comparison fails. All of it takes some minutes.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from calibration.fit.darts import fit_scores
from calibration.fit.reactions import ConditionFit, Trial, fit_reactions
from calibration.fit.ship import fit_ship
from calibration.fit.throws import cv, fit_column
from sim.batch.figures import clustered_rate
from sim.errors import InputError
from sim.lab.impact import errors, fit, read_impacts, restitution_at_contact, thrown
from sim.lab.pile import Brick, PileSettings, run_pile
from sim.people.skill import load_skills
from sim.physics.air import shipped_air, shipped_sheets
from sim.physics.contact.impact import Ellipse
from sim.physics.contact.profiles import load_profile
from sim.seeds import rng
from sim.statistics import Interval, median, rate
from studies import arguments
from studies.air_fit import halves, measured_motion, our_motion, read_drops, share_at, squares
from studies.fit_nerves import INCOMPATIBLE, NERVES, judgements
from studies.fit_people import findings
from studies.fit_table import Floats, read_number, read_rows

PLATE = Ellipse(mass_g=36.4, gyration_radius_mm=19.2, a_mm=35.0, b_mm=25.0)
"""The plate of the measured impacts."""
PILE_WORLD = PileSettings(gravity_mm_s2=1000, table_y_mm=0, table_half_width_mm=150)
"""The world of the measured piles, at 100 mm a unit."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One figure beside the band from `low` to `high` that it must lie in. interval: its own, where there is one."""

    name: str
    found: float
    low: float
    high: float
    interval: Interval | None = None

    @property
    def held(self) -> bool:
        """True if the figure lies in the band."""
        return self.low <= self.found <= self.high

    def line(self) -> str:
        """Return the comparison as one row of a table."""
        band = f"{self.low:.4g} to {self.high:.4g}"
        return f"{self.name:72} {self.found:9.4g}  {band:22} {'yes' if self.held else 'NO'}"


def near(name: str, found: float, expected: float, off: float) -> Comparison:
    """Compare with a figure that may be missed by `off`."""
    return Comparison(name, found, expected - off, expected + off)


def holds(name: str, interval: Interval, expected: float) -> Comparison:
    """Compare a quoted figure with the interval of the fit, which must hold it."""
    return Comparison(name, expected, interval.low, interval.high)


# --- piles


def piles(folder: Path) -> Iterator[Comparison]:
    """Compare which bricks fall when one is taken away, at three settings, and that piles left alone stand."""
    measured = read_piles(folder / "mental_jenga_exp1_bricks.csv")
    settings = {
        "piles": replace(PILE_WORLD, remove="0"),
        "piles at real gravity": replace(PILE_WORLD, remove="0", gravity_mm_s2=9806.65),
        "piles, nothing said about the table": PileSettings(remove="0", gravity_mm_s2=1000),
    }
    for name, each in settings.items():
        per_brick, any_falls = agreement(measured, each)
        yield Comparison(f"{name}: agreement on each brick", per_brick.estimate, 0.92, 1.0, per_brick)
        yield Comparison(f"{name}: agreement on whether anything falls", any_falls.estimate, 0.85, 1.0, any_falls)
    fallen = sum(bool(run_pile(bricks, PILE_WORLD).fell) for bricks, _ in measured.values())
    # In one of them a brick hangs over the table's edge, held by friction alone, and is as likely to slip.
    yield Comparison("piles left alone that fall", fallen, 0, 1)


def read_piles(path: Path) -> dict[str, tuple[list[Brick], dict[str, bool]]]:
    """Return the piles at 100 mm a unit, y turned up, the middle of the table's top at 0; and which bricks fell."""
    found: dict[str, tuple[list[Brick], dict[str, bool]]] = {}
    for row in read_rows(path, ("trial", "index", "fall", "x", "y", "angle")):
        bricks, falls = found.setdefault(row["trial"], ([], {}))
        x, y, angle = (read_number(row, column, path) for column in ("x", "y", "angle"))
        bricks.append(Brick(row["index"], 100 * (x - 4), 100 * (4.82 - y), -angle, 80, 40))
        falls[row["index"]] = row["fall"] == "1"
    return found


def agreement(
    measured: dict[str, tuple[list[Brick], dict[str, bool]]], settings: PileSettings
) -> tuple[Interval, Interval]:
    """Return the share of bricks, and of piles as to whether anything falls, in which ours do as measured."""
    right, bricks, piles_right = [], [], []
    for pile, falls in measured.values():
        result = run_pile(pile, settings)
        right.append(float(sum((name in result.fell) == falls[name] for name in result.moved_mm)))
        bricks.append(float(len(result.moved_mm)))
        piles_right.append(bool(result.fell) == any(falls.values()))
    return clustered_rate(right, bricks), rate(sum(piles_right), len(piles_right))


# --- impacts


def impacts(folder: Path) -> Iterator[Comparison]:
    """Fit half of the impacts and repeat the others."""
    measured = read_impacts(folder / "planar_ellipse_859_impacts.csv.gz", PLATE)
    ratios = np.quantile(restitution_at_contact(measured, PLATE), [0.25, 0.5, 0.75])
    quoted = {"lower quartile": 0.53, "median": 0.59, "upper quartile": 0.64}
    for found, (name, expected) in zip(ratios, quoted.items(), strict=True):
        yield near(f"restitution at the contact, {name}", float(found), expected, 0.01)
    half = len(measured) // 2
    for seed in (1, 2, 3):
        order = rng(seed, "against-measurements", "impacts").permutation(len(measured))
        fitted = fit(measured.some(order[:half]), PLATE, seed)
        mu, e = fitted.friction.estimate, fitted.restitution.estimate
        kept = measured.some(order[half:])
        missed = median(errors(kept, thrown(kept, PLATE, mu, e, load_profile("play")), PLATE))
        yield Comparison(f"impacts, half {seed}: friction", mu, 0.15, 0.25)
        yield Comparison(f"impacts, half {seed}: restitution", e, 0.54, 0.64)
        yield Comparison(f"impacts, half {seed}: median error on the others, at most", missed.high, 0.0, 0.10)


# --- pendulums


def pendulums(folder: Path) -> Iterator[Comparison]:
    """Fit free decays, and foretell their ends from their beginnings."""
    wide, long = _wide_decay(folder / "rip_freeswing_90deg_200Hz.csv"), _long_decay(folder / "phy180_L0.495m_30fps.csv")
    yield Comparison("wide decay, its last third foretold: error over its rms", missed_share(*wide, 2 / 3), 0.0, 0.10)
    yield Comparison("wide decay, its second half foretold", missed_share(*wide, 1 / 2), 0.0, 0.06)
    yield Comparison("long decay, its last third foretold", missed_share(*long, 2 / 3), 0.0, 0.10)
    found = fit_ship(*wide)
    yield near("wide decay: w0^2, 1/s^2", found.value("omega0_sq_s2"), 120.3, 1.2)
    yield Comparison("wide decay: viscous and dry", len({"viscous", "coulomb"} & set(found.law)), 2, 2)
    yield Comparison("wide decay: rms, rad", found.rms_rad.estimate, 0.0, 0.01)
    found = fit_ship(*long)
    period = math.tau / math.sqrt(found.value("omega0_sq_s2")) * (1 + found.value("theta0_rad") ** 2 / 16)
    timed = _timed_period(folder / "phy180_period_vs_length.csv", "0.495")
    yield near("long decay: period, s", period, timed, 0.01 * timed)
    yield Comparison("long decay: rms, rad", found.rms_rad.estimate, 0.0, 0.005)


def missed_share(times: Floats, angles: Floats, share: float) -> float:
    """Return how far the rest is off (rms), as a share of its own rms, by the fit to the first `share`."""
    known = times <= times[0] + (times[-1] - times[0]) * share
    found = fit_ship(times[known], angles[known])
    missed = angles[~known] - found.angles(times[~known])
    return float(np.sqrt(np.mean(missed**2)) / np.std(angles[~known]))


def _wide_decay(path: Path) -> tuple[Floats, Floats]:
    # Without its first swing: from the first turn on the other side.
    times, angles = _columns(path, "t_s", "theta_deg")
    return times[times >= 0.72], np.radians(angles[times >= 0.72])


def _long_decay(path: Path) -> tuple[Floats, Floats]:
    times, angles = _columns(path, "t_s", "theta_rad")
    return times[times <= 45.0], angles[times <= 45.0]


def _timed_period(path: Path, length: str) -> float:
    for row in read_rows(path, ("length", "period")):
        if row["length"] == length:
            return read_number(row, "period", path)
    raise InputError(f"{path}: length: expected a row of {length}, found none.")


def _columns(path: Path, *names: str) -> list[Floats]:
    rows = read_rows(path, names)
    return [np.array([read_number(row, name, path) for row in rows]) for name in names]


# --- paper in air


def paper(folder: Path) -> Iterator[Comparison]:
    """Compare the squares kept from the fit: motion, and how many tumble."""
    law, sheet_sd = shipped_air(), shipped_sheets().lift_rotational_sd
    _, kept = halves(read_drops(folder / "howison_squares_and_disks.csv"))
    runs = squares(law.square, sheet_sd, 200)
    ours, measured = our_motion(runs, law.square), measured_motion(kept, law.square)
    for name in ("descent_mm_s", "path_deg", "rotation"):
        found = math.nan if ours is None else getattr(ours, name)
        expected = getattr(measured, name)
        yield near(f"kept squares of paper: {name}", found, expected, 0.1 * expected)
    shares = [share_at(runs, drop.size_mm) for drop in kept]
    spread = math.sqrt(math.fsum(share * (1 - share) for share in shares))
    tumbled = sum(drop.tumbled for drop in kept)
    yield near("kept squares of paper: how many tumble", tumbled, math.fsum(shares), 1.96 * spread + 0.5)


# --- people

QUOTED = {
    "reaction": {"mu_ms": 246.0, "sigma_ms": 22.0, "tau_ms": 59.0, "mean_ms": 305.0},
    "goNoGo": {"mu_ms": 355.0, "sigma_ms": 54.0, "tau_ms": 91.0, "mean_ms": 445.0},
    "discrimination": {"mu_ms": 365.0, "sigma_ms": 42.0, "tau_ms": 148.0, "mean_ms": 514.0},
}
"""Pooled ex-Gaussians of 50 people by task, as docs/evidence.md quotes them (ms)."""


def reactions(folder: Path) -> Iterator[Comparison]:
    """Fit the files as `fit reactions` does."""
    for task, condition in _fitted(folder / "mental_chronometry_50x3x20.csv", "task").items():
        for key, quoted in QUOTED[task].items():
            yield near(f"{task}: {key}", condition.intervals[key].estimate, quoted, 0.05 * quoted)
            yield holds(f"{task}: {key} quoted, in its interval", condition.intervals[key], quoted)
        if task == "discrimination":
            yield near(f"{task}: errors", condition.intervals["error_rate"].estimate, 0.026, 0.001)
    flanker = _fitted(folder / "flanker_trials.csv", "congruency")
    added = {
        key: flanker["incongruent"].intervals[key].estimate - flanker["congruent"].intervals[key].estimate
        for key in ("error_rate", "mean_ms")
    }
    yield near("weak flankers: errors added", added["error_rate"], 0.019, 0.002)
    yield near("weak flankers: time added, ms", added["mean_ms"], 0.0, 10.0)


def _fitted(path: Path, condition: str) -> dict[str, ConditionFit]:
    trials = []
    for row in read_rows(path, ("subj", condition, "rt", "correct")):
        # Nothing was due where the answer was to hold back.
        time = None if row.get("response") == "wait" else read_number(row, "rt", path)
        trials.append(Trial(row["subj"], time, row["correct"] == "1", row[condition]))
    return fit_reactions(trials)


def aim(folder: Path) -> Iterator[Comparison]:
    """Fit throws and darts as `fit throws` does."""
    throws = folder / "freethrow_60.csv"
    speed, elevation = (fit_column(key, _columns(throws, key)[0].tolist()) for key in ("speed_ms", "elev_deg"))
    yield holds("a skilled thrower: speed CV quoted, in its interval", cv(speed), 0.011)
    yield holds("a skilled thrower: elevation SD quoted, in its interval", elevation.sd, 1.25)
    spread = fit_scores(_columns(folder / "dart_scores_100.csv", "score")[0].tolist())
    yield near("darts of an amateur: spread, mm", spread.estimate, 28.0, 2.0)
    yield holds("darts of an amateur: spread quoted, in its interval", spread, 28.0)


def people(data: Path) -> Iterator[Comparison]:
    """Compare the shipped people with all fits of `fit_people`, and with what is kept from the fit."""
    found = findings(data, resamples=60)
    for each in found:
        if each.shipped is not None:
            yield holds(f"shipped, in the interval of its fit: {each.name}", each.fitted, each.shipped)
    fitted = {each.name: each.fitted.estimate for each in found}
    yield near("web false goes", fitted["web false goes"], 0.038, 0.001)
    yield near("false goes, hedge2018", fitted["false goes, hedge2018"], 0.209, 0.001)
    yield near("arrows: conflict cost, ms", fitted["arrows: conflict_cost_ms"], 45.98, 0.1)
    for judged in judgements(data / "reactions" / NERVES, load_skills()["casual"]):
        # In the second session people were hastier by 20 ms: the fastest fifth of their plain answers is out a little.
        off = 0.05 if INCOMPATIBLE in judged.name else 0.07
        yield near(f"right answers: {judged.name}", judged.ours, judged.measured.estimate, off)


SETS: dict[str, Callable[[Path], Iterator[Comparison]]] = {
    "stacks": lambda data: piles(data / "stacks"),
    "impact": lambda data: impacts(data / "impact"),
    "pendulum": lambda data: pendulums(data / "pendulum"),
    "plates": lambda data: paper(data / "plates"),
    "reactions": lambda data: reactions(data / "reactions"),
    "aim": lambda data: aim(data / "aim"),
    "people": people,
}


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m studies.against_measurements", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("data", type=Path, metavar="DIR", help="the folder of open measurements")
    parser.add_argument("--only", nargs="+", choices=SETS, default=list(SETS), metavar="SET", help=", ".join(SETS))
    parser.add_argument("--json", action="store_true", help="print one JSON object: what was found by name")
    options = parser.parse_args(words)
    failed = 0
    found: dict[str, Interval | float] = {}
    if not options.json:
        print(f"{'comparison':72} {'found':>9}  {'band':22} held")
    try:
        for name in options.only:
            for each in SETS[name](options.data):
                found[each.name] = each.interval or each.found
                failed += not each.held
                if not options.json:
                    print(each.line(), flush=True)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    if options.json:
        arguments.print_json(found)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
