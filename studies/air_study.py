"""How cards fall in our air, against what was measured: `python -m studies.air_study [--plot FILE.png]`.

Prints every band with the figure found and its 95 % interval, and, with `--sets N`, how many of N sets of coefficients
drawn around the shipped ones hold it: whether the fit sits in a valley or on a needle. Squares and strips were fitted
by studies/air_fit.py. Everything is a function of the seed.
"""

from __future__ import annotations

import argparse
import io
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from sim.errors import InputError
from sim.files import write_whole
from sim.lab.fall import MODES, Fall, falls, flat_speed, inertia_ratio, let_fall, sheet
from sim.physics.air import Air, AirLaw, shipped_air, shipped_sheets
from sim.physics.contact.profiles import GRAVITY_MM_S2, load_profile
from sim.seeds import rng
from sim.statistics import Interval, mean, median, rate
from studies import arguments

PLAY = load_profile("play")
CARD_GSM, PAPER_GSM, CARD_MM, CARD_SPAN_MM = 320.0, 70.0, 63.5, 88.9
STOCKS_GSM = (100.0, 150.0, 200.0, 250.0, 320.0, 400.0)
WIDTHS_MM = (20.0, 30.0, 40.0, 60.0, 80.0, 110.0)
SMALL_MM = (15.0, 20.0, 30.0)
LARGE_MM = (150.0, 200.0, 297.0)
ASPECTS = (2.0, 3.0, 5.0, 7.0, 10.0)
TUMBLING_MM = (30.0, 34.0, 38.0, 45.0)
"""Sizes of squares whose motion is compared with the tumbling squares of at most 54 mm (half of them up to 34 mm)."""
SQUARES = {30.0: 0.99, 45.0: 0.89, 60.0: 0.46, 75.0: 0.12, 90.0: 0.03, 100.0: 0.01}
"""Share of squares let go edge-on that tumble, by size in mm: the logistic curve through the 42 measured drops."""
DESCENT_MM_S, PATH_DEG, ROTATION = 704.0, 52.6, 1.13
"""Medians of the measured squares of at most 54 mm that tumble; the rotation is Omega l / sqrt(sigma g / rho)."""
_HOWISON = "squares, Howison et al. 2020"


@dataclass(frozen=True, slots=True)
class Band:
    """A figure found, with its interval, and where it should lie; infinite ends are open."""

    name: str
    found: Interval
    low: float
    high: float
    source: str

    @property
    def held(self) -> bool:
        """True if the figure lies in its band."""
        return self.low <= self.found.estimate <= self.high

    def line(self) -> str:
        """Return the band as one row of a table."""
        ends = (f"{end:g}" if math.isfinite(end) else "" for end in (self.low, self.high))
        verdict = "held" if self.held else "MISSED"
        interval = f"{self.found.low:.3f} to {self.found.high:.3f}"
        return (
            f"{self.name:48} {self.found.estimate:8.3f}  {interval:18} {' to '.join(ends):16} {verdict:7} {self.source}"
        )


def edge_on(air: Air, length_mm: float, gsm: float, height_mm: float, count: int, sheet_sd: float = 0.0) -> list[Fall]:
    """Let sheets go edge-on, 90 +/- 3 degrees, in this air, and return their falls."""
    return falls(sheet(length_mm, length_mm, gsm), air, count, 90.0, 3.0, height_mm, 1, PLAY, sheet_sd)


def _share(runs: Sequence[Fall], *modes: str) -> Interval:
    return rate(sum(run.mode in modes for run in runs), len(runs))


def _mean(runs: Sequence[Fall], key: str, unit: float = 1.0) -> Interval:
    """Return the mean of one figure of falls, in units of `unit`."""
    return mean([getattr(run, key) / unit for run in runs])


def _off_one_curve(constants: Sequence[Interval]) -> Interval:
    """Return by how much the furthest is off the middle of them (a ratio less 1)."""
    values = [each.estimate for each in constants]
    off = math.sqrt(max(values) / min(values)) - 1
    unsure = max((each.high - each.estimate) / each.estimate for each in constants)
    return Interval(off, max(0.0, off - unsure), off + unsure)


def froude_border(air: Air, count: int = 4) -> float:
    """Find Fr = sqrt(sigma / (rho l)) below which strips flutter in long falls; NaN outside 0.55 to 0.9."""
    low, high = 0.55, 0.9

    def flutters(froude: float) -> bool:
        length = PAPER_GSM * 1e-6 / (air.density_g_mm3 * froude**2)
        return _share(edge_on(air, length, PAPER_GSM, 40 * length, count), "fluttering", "steady").estimate > 0.5

    if not flutters(low) or flutters(high):
        return math.nan
    while high - low > 0.005:
        middle = (low + high) / 2
        low, high = (middle, high) if flutters(middle) else (low, middle)
    return (low + high) / 2


def autorotation(air: Air, count: int) -> tuple[Interval, Interval]:
    """Return the mean C_L and C_D of a tumbling glide: 160 g/m2, a chord of 50 mm, from 3 m, edge-on."""
    lifts, drags = [], []
    for run in edge_on(air, 50.0, 160.0, 3000.0, count):
        speed = math.hypot(run.descent_mm_s, run.horizontal_mm_s)
        force = 160.0e-6 * GRAVITY_MM_S2 / (air.density_g_mm3 / 2 * speed**3)
        lifts.append(force * run.horizontal_mm_s)
        drags.append(force * run.descent_mm_s)
    return mean(lifts), mean(drags)


def square_bands(law: AirLaw, sheet_sd: float, count: int) -> list[Band]:
    """Return the bands of squares of paper let go edge-on from 1.1 m."""
    found = []
    for size, measured in SQUARES.items():
        share = _share(edge_on(law.square, size, PAPER_GSM, 1100.0, count, sheet_sd), "tumbling")
        low, high = max(0.0, measured - 0.1), min(1.0, measured + 0.1)
        found.append(Band(f"square of {size:g} mm: share that tumbles", share, low, high, _HOWISON))
    tumbling = [
        (size, run)
        for size in TUMBLING_MM
        for run in edge_on(law.square, size, PAPER_GSM, 1100.0, count, sheet_sd)
        if run.mode == "tumbling"
    ]
    unit = math.sqrt(PAPER_GSM * 1e-6 * GRAVITY_MM_S2 / law.square.density_g_mm3)
    for name, values, measured in (
        ("tumbling squares: descent, m/s", [run.descent_mm_s / 1000 for _, run in tumbling], DESCENT_MM_S / 1000),
        (
            "tumbling squares: path angle, degrees",
            [math.degrees(math.atan2(run.descent_mm_s, run.horizontal_mm_s)) for _, run in tumbling],
            PATH_DEG,
        ),
        ("tumbling squares: rotation", [run.rotation_rad_s * size / unit for size, run in tumbling], ROTATION),
    ):
        found.append(Band(name, median(values), 0.9 * measured, 1.1 * measured, _HOWISON))
    return found


def rightly_changing(law: AirLaw, count: int) -> int:
    """Return how many of twelve changes have the sign that Wang, Hu, Xu & Wu (2013) report.

    From one span over chord of 2, 3, 5, 7, 10 to the next the descent and the path angle fall and the rotation rises.
    """
    rows = []
    for aspect in ASPECTS:
        runs = edge_on(law.at(aspect), 50.0, 160.0, 3000.0, count)
        down, aside, turning = (
            _mean(runs, key).estimate for key in ("descent_mm_s", "horizontal_mm_s", "rotation_rad_s")
        )
        rows.append((-down, -math.atan2(down, aside), turning))
    return sum(after > before for one, other in pairwise(rows) for before, after in zip(one, other, strict=True))


def bands(law: AirLaw, sheet_sd: float, count: int = 30) -> list[Band]:
    """Return every band, with `count` sheets a point."""
    card_air, side_air = law.at(CARD_SPAN_MM / CARD_MM), law.at(CARD_MM / CARD_SPAN_MM)
    card = edge_on(card_air, CARD_MM, CARD_GSM, 1500.0, count, sheet_sd)
    side = edge_on(side_air, CARD_SPAN_MM, CARD_GSM, 1500.0, count, sheet_sd)
    stocks = {gsm: edge_on(card_air, CARD_MM, gsm, 1500.0, count) for gsm in STOCKS_GSM}
    widths = {width: edge_on(card_air, width, 160.0, 1500.0, count) for width in WIDTHS_MM}
    roots = [_mean(runs, "rotation_rad_s", math.sqrt(gsm)) for gsm, runs in stocks.items()]
    inverse = [_mean(runs, "rotation_rad_s", 1 / width) for width, runs in widths.items()]
    smalls = [run for mm in SMALL_MM for run in edge_on(law.square, mm, PAPER_GSM, 1100.0, count, sheet_sd)]
    larges = [run for mm in LARGE_MM for run in edge_on(law.square, mm, PAPER_GSM, 1100.0, count, sheet_sd)]
    flat = let_fall(sheet(CARD_MM, CARD_SPAN_MM, CARD_GSM), card_air, 0.0, 6000.0, PLAY).descent_mm_s
    off_closed = flat / flat_speed(sheet(CARD_MM, CARD_SPAN_MM, CARD_GSM), card_air) - 1
    border, (lift, drag) = froude_border(law.strip), autorotation(law.strip, count)
    changing = rightly_changing(law, max(2, count // 10))
    return [
        *square_bands(law, sheet_sd, count),
        Band("squares of 15-30 mm: share that tumbles", _share(smalls, "tumbling"), 0.9, 1, "small paper tumbles"),
        Band("squares of 150-297 mm: share that tumbles", _share(larges, "tumbling"), 0, 0.1, "large paper does not"),
        Band("span over chord 2-10: changes as reported", _exact(changing), 12, 12, "Wang et al. 2013, trend only"),
        Band("strips: Fr below which they flutter", _near(border, 0.0025), 0.62, 0.72, "Belmonte et al. 1998"),
        Band("strips: mean C_L of a tumbling glide", lift, 1.98, 2.42, "Smith 1970, 2.20"),
        Band("strips: mean C_D of a tumbling glide", drag, 1.44, 1.76, "Smith 1970, 1.60"),
        Band("card, chord 63.5: share that tumbles", _share(card, "tumbling"), 0.95, 1, "tumbles"),
        Band("card, chord 88.9: share that tumbles", _share(side, "tumbling"), 0.95, 1, "tumbles"),
        Band("card, chord 63.5: turns/s", _mean(card, "rotation_rad_s", math.tau), 3, 7, "playing cards"),
        Band("card, chord 88.9: turns/s", _mean(side, "rotation_rad_s", math.tau), 3, 7, "playing cards"),
        Band("card, chord 63.5: descent, m/s", _mean(card, "descent_mm_s", 1000), 0.7, 1.9, "playing cards"),
        Band("card, chord 88.9: descent, m/s", _mean(side, "descent_mm_s", 1000), 0.7, 1.9, "playing cards"),
        Band("rotation off sqrt(sigma), 100-400 g/m2", _off_one_curve(roots), 0, 0.15, "Mahadevan et al. 1999"),
        Band("rotation off 1/width, 20-110 mm, 160 g/m2", _off_one_curve(inverse), 0, 0.15, "Mahadevan et al. 1999"),
        Band("flat: descent over the closed form, less 1", _exact(off_closed), -0.01, 0.01, "closed form"),
    ]


def _exact(value: float) -> Interval:
    """Return a figure that no chance enters."""
    return Interval(value, value, value)


def _near(value: float, by: float) -> Interval:
    """Return a figure found by halving, to within `by`."""
    return Interval(value, value - by, value + by)


def around(law: AirLaw, spread: float, index: int, seed: int) -> AirLaw:
    """Return the `index`-th set of coefficients within `spread` (a share) of these, for squares and strips apart."""
    square, strip = rng(seed, "air study", index).uniform(-1.0, 1.0, size=(2, 5))
    return replace(law, square=_off(law.square, spread, square), strip=_off(law.strip, spread, strip))


def _off(air: Air, spread: float, draw: Sequence[float]) -> Air:
    """Return C_T, C_R, A + B, A - B and mu2 off by shares of up to `spread`."""
    c_t, c_r, total, difference, mu2 = (
        value * (1 + spread * float(off))
        for value, off in zip(
            (
                air.lift_translational,
                air.lift_rotational,
                air.drag_a + air.drag_b,
                air.drag_a - air.drag_b,
                air.mu2,
            ),
            draw,
            strict=True,
        )
    )
    return replace(
        air,
        lift_translational=c_t,
        lift_rotational=c_r,
        drag_a=(total + difference) / 2,
        drag_b=(total - difference) / 2,
        mu2=mu2,
    )


def picture(law: AirLaw, sheet_sd: float, count: int = 30) -> bytes:
    """Draw paths, motion against span over chord, and modes against the size of squares of paper, as a PNG."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(13, 3.8), layout="constrained")
    paths, turning, modes = figure.subplots(1, 3, width_ratios=(1.6, 1, 1))
    for name, length, gsm, aspect, colour in (
        ("playing card, 63.5 x 88.9 mm, 320 g/m2", CARD_MM, CARD_GSM, CARD_SPAN_MM / CARD_MM, "C0"),
        ("paper, 40 x 40 mm, 70 g/m2", 40.0, PAPER_GSM, 1.0, "C1"),
        ("strip of paper, 40 mm, 70 g/m2", 40.0, PAPER_GSM, math.inf, "C2"),
        ("paper, 100 x 100 mm, 70 g/m2", 100.0, PAPER_GSM, 1.0, "C3"),
    ):
        run = let_fall(sheet(length, length, gsm), law.at(aspect), math.radians(86), 1500.0, PLAY)
        paths.plot(
            [x for _, x, _, _ in run.path], [y for _, _, y, _ in run.path], color=colour, linewidth=1, label=name
        )
        for _, x, y, angle in run.path[::4]:
            dx, dy = length / 2 * math.cos(angle), length / 2 * math.sin(angle)
            paths.plot([x - dx, x + dx], [y - dy, y + dy], color=colour, linewidth=0.8, alpha=0.6)
    paths.set_aspect("equal")
    paths.set_ylim(0, 1650)
    paths.set_xticks([-2000, -1000, 0, 1000])
    paths.set_xlabel("mm")
    paths.set_ylabel("mm")
    paths.set_title("Let go edge-on from 1.5 m, 1/30 s apart")
    paths.legend(fontsize=6, loc="upper left")
    aspects = [0.7, 1.0, 1.4, 2.0, 3.0, 5.0, 7.0, 10.0, 20.0]
    glides = [edge_on(law.at(aspect), 50.0, 160.0, 3000.0, max(1, count // 10)) for aspect in aspects]
    for key, unit, label in (
        ("descent_mm_s", 1000.0, "descent, m/s"),
        ("horizontal_mm_s", 1000.0, "sideways, m/s"),
        ("rotation_rad_s", 5 * math.tau, "rotation, 5 turns/s"),
    ):
        turning.plot(aspects, [_mean(runs, key, unit).estimate for runs in glides], "o-", label=label, markersize=3)
    turning.set_xscale("log")
    turning.set_xticks([1, 2, 5, 10, 20], ["1", "2", "5", "10", "20"])
    turning.minorticks_off()
    turning.set_ylim(0, None)
    turning.set_xlabel("span over chord (50 mm, 160 g/m2, 3 m)")
    turning.set_title("Tumbling")
    turning.legend(fontsize=7, loc="lower right")
    sizes = [*range(20, 126, 5)]
    runs = {size: edge_on(law.square, float(size), PAPER_GSM, 1100.0, count, sheet_sd) for size in sizes}
    floor = [0.0] * len(sizes)
    for mode in MODES:
        shares = [rate(sum(run.mode == mode for run in runs[size]), count).estimate for size in sizes]
        modes.bar(sizes, shares, width=5, bottom=floor, label=mode)
        floor = [low + share for low, share in zip(floor, shares, strict=True)]
    modes.plot(list(SQUARES), list(SQUARES.values()), "o-", color="black", markersize=3, label="tumbling, measured")
    modes.set_xlabel("side, mm (70 g/m2 squares, 1.1 m)")
    modes.set_title("How they fall, share of releases")
    modes.legend(fontsize=7, loc="lower center", ncols=2)
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=110, metadata={"Software": None})
    return content.getvalue()


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m studies.air_study", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--count", type=int, default=30, metavar="N", help="sheets a point (default 30)")
    parser.add_argument("--sheets", type=int, default=30, metavar="N", help="sheets a point of those (default 30)")
    parser.add_argument("--sets", type=int, default=0, metavar="N", help="sets of coefficients around the shipped ones")
    parser.add_argument(
        "--spread", type=float, default=0.05, metavar="S", help="how far around, a share (default 0.05)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of those sets (default 1)")
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="draw the picture of docs/explanation/physics.md")
    parser.add_argument("--json", action="store_true", help="print one JSON object: the bands alone")
    options = parser.parse_args(words)
    if min(options.count, options.sheets) < 2 or min(options.sets, options.seed) < 0 or not 0 < options.spread < 1:
        parser.error("expected --count and --sheets from 2, --sets and --seed from 0, --spread between 0 and 1")
    law, sheet_sd = shipped_air(), shipped_sheets().lift_rotational_sd
    found = bands(law, sheet_sd, options.count)
    if options.json:
        arguments.print_json({band.name: band.found for band in found})
        return 0
    card = sheet(CARD_MM, CARD_SPAN_MM, CARD_GSM)
    print(f"a playing card has I* {inertia_ratio(card, law.square):.2f}; {options.count} sheets a point")
    for band in found:
        print(band.line())
    if options.sets:
        held = [0] * len(found)
        for index in range(options.sets):
            other = around(law, options.spread, index, options.seed)
            for place, band in enumerate(bands(other, sheet_sd, options.sheets)):
                held[place] += band.held
        print(f"\n{options.sets} sets of coefficients within {options.spread:g} of the shipped ones hold")
        for band, number in zip(found, held, strict=True):
            print(f"{band.name:48} {rate(number, options.sets).percent()}")
    if options.plot is not None:
        try:
            write_whole(options.plot, picture(law, sheet_sd, options.count))
        except InputError as error:
            print(error, file=sys.stderr)
            return 2
    return 0 if all(band.held for band in found) else 1


if __name__ == "__main__":
    sys.exit(main())
