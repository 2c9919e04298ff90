"""`lab impact`: a body thrown at the table, its motion before and after; and measured impacts done again in the engine.

The error of one impact is |(d vx, d vy, k d om)| over |(vx, vy, k om) before|, k the gyration radius: how far the
engine's motion after the impact is from the measured one, as a share of the motion before.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.configuration import digest, versions
from sim.errors import InputError, between
from sim.lab.measurements import MOST, number, read_rows
from sim.options import HEAVIEST_G, LEAST_SIZE_MM, LIGHTEST_G, MOST_SIZE_MM, ImpactOptions
from sim.physics.contact.impact import Ellipse, Motion, Plate, Polygon, even_polygon, rigid_impact, throw_at_table
from sim.physics.contact.profiles import Profile, load_profile
from sim.seeds import rng
from sim.statistics import LEVEL, Interval, median

COLUMNS = ("th_pre", "vx_pre", "vy_pre", "om_pre", "vx_post", "vy_post", "om_post")
UNITS_MM = {"m": 1000.0, "mm": 1.0}
# What fits the 859 measured impacts of a plate (Fazeli et al.; data sheet B).
FRICTION, RESTITUTION = 0.2, 0.59
# That plate's radius of gyration.
GYRATION_RADIUS_MM = 19.2
RESAMPLES = 200

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Impacts:
    """Measured impacts of one body: angle before (rad), motions before and after (mm/s, rad/s), counter-clockwise.

    `clockwise` says that the file counted angles the other way round.
    """

    angle: Floats
    before: Motion
    after: Motion
    clockwise: bool

    def some(self, rows: NDArray[np.intp]) -> Impacts:
        pick = [Motion(m.vx[rows], m.vy[rows], m.om[rows]) for m in (self.before, self.after)]
        return Impacts(self.angle[rows], pick[0], pick[1], self.clockwise)

    def __len__(self) -> int:
        return len(self.angle)


@dataclass(frozen=True, slots=True)
class Fit:
    """Pair coefficients with the least mean error, and how many impacts they were fitted to."""

    friction: Interval
    restitution: Interval
    impacts: int


def read_impacts(file: Path, body: Plate, unit: str = "m") -> Impacts:
    """Read the impacts of a file in the columns of the measured set: speeds in `unit` per second, angles in radians.

    Which way a file counts its angles is read off its own momenta: an impulse at the lowest point of the rim changes
    velocity and spin together, and only one sense fits. Raises InputError.
    """
    rows = read_rows(file, COLUMNS)
    cells = np.array([[number(where, column, row[column], MOST) for column in COLUMNS] for where, row in rows])
    scale = np.array([1.0] + [UNITS_MM[unit], UNITS_MM[unit], 1.0] * 2)
    angle, *rates = (cells * scale).T
    before, after = Motion(*rates[:3]), Motion(*rates[3:])
    turned = Motion(before.vx, before.vy, -before.om), Motion(after.vx, after.vy, -after.om)
    readings = (Impacts(angle, before, after, clockwise=False), Impacts(-angle, turned[0], turned[1], clockwise=True))
    return min(readings, key=lambda impacts: imbalance(impacts, body))


def imbalance(impacts: Impacts, body: Plate) -> float:
    """Return the median of |k d om - (what the change of velocity at the contact makes of it)|, mm/s.

    0 for a perfect file.
    """
    rx, ry = body.contact(impacts.angle)
    k = body.gyration_radius_mm
    jt, jn = impacts.after.vx - impacts.before.vx, impacts.after.vy - impacts.before.vy
    return float(np.median(np.abs(k * (impacts.after.om - impacts.before.om) - (rx * jn - ry * jt) / k)))


def restitution_at_contact(impacts: Impacts, body: Plate) -> Floats:
    """Return speed of separation over speed of approach at the point of contact, for those that approach."""
    rx, _ = body.contact(impacts.angle)
    before, after = (motion.vy + motion.om * rx for motion in (impacts.before, impacts.after))
    ratio: Floats = -after[before < 0] / before[before < 0]
    return ratio


def errors(impacts: Impacts, after: Motion, body: Plate) -> Floats:
    """Return the error of each impact, see the module."""
    k, was, is_ = body.gyration_radius_mm, impacts.before, impacts.after
    off = np.sqrt((after.vx - is_.vx) ** 2 + (after.vy - is_.vy) ** 2 + (k * (after.om - is_.om)) ** 2)
    result: Floats = off / np.sqrt(was.vx**2 + was.vy**2 + (k * was.om) ** 2)
    return result


def thrown(impacts: Impacts, body: Plate, friction: float, restitution: float, profile: Profile) -> Motion:
    """Simulate the same impacts in the engine and return the motions after them."""
    after = []
    for index in range(len(impacts)):
        before = Motion(*(float(part[index]) for part in (impacts.before.vx, impacts.before.vy, impacts.before.om)))
        motion, _, _ = throw_at_table(body, float(impacts.angle[index]), before, friction, restitution, profile)
        after.append((motion.vx, motion.vy, motion.om))
    return Motion(*np.array(after, dtype=float).reshape(-1, 3).T)


def fit(impacts: Impacts, body: Plate, seed: int = 1) -> Fit:
    """Fit friction and restitution by the least mean error, with bootstrap intervals over the impacts.

    The closed form is fitted, which the engine reproduces (tests/physics/test_contact.py) and which is a thousand times
    faster. Raises ValueError for fewer than ten impacts.
    """
    if len(impacts) < 10:
        raise ValueError("a fit needs at least ten impacts")
    best = _least(impacts, body)
    stream = rng(seed, "impact", "bootstrap")
    again = [_least(impacts.some(stream.integers(len(impacts), size=len(impacts))), body) for _ in range(RESAMPLES)]
    edges = np.quantile(np.array(again), [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    friction, restitution = (Interval(best[i], float(edges[0, i]), float(edges[1, i])) for i in (0, 1))
    return Fit(friction, restitution, len(impacts))


def _least(impacts: Impacts, body: Plate) -> tuple[float, float]:
    from scipy.optimize import minimize

    arm = body.contact(impacts.angle)

    def mean_error(point: Floats) -> float:
        friction, restitution = float(point[0]), float(point[1])
        after = rigid_impact(impacts.before, arm, body.gyration_radius_mm, friction, restitution)
        return float(np.mean(errors(impacts, after, body)))

    found = minimize(
        mean_error,
        np.array([FRICTION, RESTITUTION]),
        method="Nelder-Mead",
        bounds=[(0.0, 3.0), (0.0, 1.0)],
        options={"xatol": 1e-4},
    )
    return float(found.x[0]), float(found.x[1])


# ------------------------------------------------------------------------------------------------ the command


def body_of(given: ImpactOptions) -> Ellipse | Polygon:
    """Return the body that the options describe. Raises InputError naming the option."""
    between("--mass-g", given.mass_g, LIGHTEST_G, HEAVIEST_G)
    if given.gyration_radius_mm is not None:
        between("--gyration-radius-mm", given.gyration_radius_mm, LEAST_SIZE_MM, MOST_SIZE_MM)
    for axis in given.semi_axes_mm:
        between("--semi-axes-mm", axis, LEAST_SIZE_MM, MOST_SIZE_MM)
    if given.corners_mm is not None:
        for x, y in given.corners_mm:
            between("--corners-mm", max(abs(x), abs(y)), 0.0, MOST_SIZE_MM)
        try:
            return even_polygon(given.mass_g, given.corners_mm, given.gyration_radius_mm)
        except ValueError as error:
            raise InputError("--corners-mm: expected a convex polygon, {error}.", error=error) from error
    return Ellipse(given.mass_g, given.gyration_radius_mm or GYRATION_RADIUS_MM, *given.semi_axes_mm)


def impact_command(given: ImpactOptions) -> None:
    """Print how well the engine repeats the impacts of a file, or without one a throw, before and after.

    Raises InputError.
    """
    if given.length_unit not in UNITS_MM:
        raise InputError("--length-unit: expected m or mm, found {length_unit!r}.", length_unit=given.length_unit)
    body = body_of(given)
    if (given.file is None) == (given.speed_mm_s is None):
        raise InputError("lab impact: expected either a FILE of impacts or --speed-mm-s for one throw.")
    settings: dict[str, Any] = {"body": asdict(body), "friction": given.friction, "restitution": given.restitution}
    if given.file is not None:
        impacts = read_impacts(given.file, body, given.length_unit)
        answer = _compare(
            given.file,
            impacts,
            body,
            given.friction,
            given.restitution,
            given.fit,
            load_profile(given.profile),
            given.seed,
        )
    else:
        assert given.speed_mm_s is not None
        down = math.radians(given.descent_deg)
        before = Motion(given.speed_mm_s * math.cos(down), -given.speed_mm_s * math.sin(down), given.spin_rad_s)
        settings["throw"] = _state(before, given.tilt_rad)
        answer = _throw_once(
            body, before, given.tilt_rad, given.friction, given.restitution, load_profile(given.profile)
        )
    if given.as_json:
        about = {
            "profile": given.profile,
            "configuration": digest(settings),
            "seed": given.seed,
            "versions": versions(),
        }
        print(json.dumps({**answer, **about}))
    else:
        print("\n".join(_lines(answer)))


def _compare(
    file: Path,
    impacts: Impacts,
    body: Plate,
    friction: float,
    restitution: float,
    fit_first: bool,
    profile: Profile,
    seed: int,
) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "impacts": len(impacts),
        "angles": "clockwise" if impacts.clockwise else "counter-clockwise",
    }
    tested = impacts
    if fit_first:
        if len(impacts) < 20:
            raise InputError('{file}: expected at least 20 impacts for --fit, half to fit and half to test, found '
'{impacts}.', file=file, impacts=len(impacts))  # fmt: skip
        order = rng(seed, "impact", "halves").permutation(len(impacts))
        fitted = fit(impacts.some(np.sort(order[: len(order) // 2])), body, seed)
        tested = impacts.some(np.sort(order[len(order) // 2 :]))
        friction, restitution = fitted.friction.estimate, fitted.restitution.estimate
        answer["fit"] = {
            "friction": fitted.friction.to_json(),
            "restitution": fitted.restitution.to_json(),
            "impacts": fitted.impacts,
        }
    off = errors(tested, thrown(tested, body, friction, restitution, profile), body)
    quartiles = np.quantile(off, [0.25, 0.75])
    answer |= {
        "friction": round(friction, 6),
        "restitution": round(restitution, 6),
        "tested": len(tested),
        "median_error": median(off).to_json(),
        "error_quartiles": [round(float(value), 6) for value in quartiles],
        "restitution_at_contact": median(restitution_at_contact(impacts, body)).to_json(),
    }
    return answer


def _throw_once(
    body: Plate, before: Motion, tilt_rad: float, friction: float, restitution: float, profile: Profile
) -> dict[str, Any]:
    after, angle, hit = throw_at_table(body, tilt_rad, before, friction, restitution, profile)
    return {
        "before": _state(before, tilt_rad),
        "after": _state(after, angle),
        "hit": hit,
        "friction": friction,
        "restitution": restitution,
    }


def _state(motion: Motion, angle: float) -> dict[str, float]:
    return {
        "vx_mm_s": round(float(motion.vx), 4),
        "vy_mm_s": round(float(motion.vy), 4),
        "om_rad_s": round(float(motion.om), 6),
        "angle_rad": round(float(angle), 6),
    }


def _lines(answer: dict[str, Any]) -> list[str]:
    lines = []
    for key, value in answer.items():
        if isinstance(value, dict) and set(value) == {"estimate", "low", "high"}:
            interval = "" if value["low"] is None else f" ({value['low']:.4f} to {value['high']:.4f})"
            lines.append(f"{key}: {value['estimate']:.4f}{interval}")
        elif isinstance(value, dict):
            lines += [f"{key} {line}" for line in _lines(value)]
        else:
            lines.append(f"{key}: {value}")
    return lines
