"""How cards fall in our air, against what was measured: `python -m studies.air_study [--plot FILE.png]`.

Prints every band of docs/air.md with the figure found, and, with `--sets N`, how many of N sets of coefficients drawn
around the shipped ones hold it: whether the fit sits in a valley or on a needle. Everything is a function of the seed.
"""

from __future__ import annotations

import argparse
import io
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sim.errors import InputError
from sim.files import write_whole
from sim.lab.fall import MODES, Fall, falls, flat_speed, inertia_ratio, let_fall, sheet
from sim.physics.air.air import Air, shipped_air
from sim.physics.contact.profiles import GRAVITY_MM_S2, load_profile
from sim.seeds import rng
from sim.statistics import mean, rate

PLAY = load_profile("play")
CARD_GSM, PAPER_GSM, CARD_MM = 320.0, 70.0, 63.5
STOCKS_GSM = (100.0, 150.0, 200.0, 250.0, 320.0, 400.0)
WIDTHS_MM = (20.0, 30.0, 40.0, 60.0, 80.0, 110.0)
SMALL_MM = (15.0, 20.0, 30.0, 40.0, 50.0, 60.0)
LARGE_MM = (90.0, 100.0, 110.0, 150.0, 200.0, 297.0)


@dataclass(frozen=True, slots=True)
class Band:
    """A figure found and where it should lie; infinite ends are open."""

    name: str
    found: float
    low: float
    high: float
    source: str

    @property
    def held(self) -> bool:
        """True if the figure lies in its band."""
        return self.low <= self.found <= self.high

    def line(self) -> str:
        """Return the band as one row of a table."""
        ends = (f"{end:g}" if math.isfinite(end) else "" for end in (self.low, self.high))
        told = "held" if self.held else "MISSED"
        return f"{self.name:48} {self.found:9.3f}   {' to '.join(ends):14} {told:7} {self.source}"


def edge_on(air: Air, length_mm: float, gsm: float, height_mm: float, count: int, seed: int = 1) -> list[Fall]:
    """Let squares go edge-on, 90 +/- 3 degrees, and return their falls."""
    return falls(sheet(length_mm, length_mm, gsm), air, count, 90.0, 3.0, height_mm, seed, PLAY)


def _share(runs: Sequence[Fall], *modes: str) -> float:
    return sum(run.mode in modes for run in runs) / len(runs)


def _mean(runs: Sequence[Fall], key: str) -> float:
    return mean([getattr(run, key) for run in runs]).estimate


def _off_one_curve(constants: Sequence[float]) -> float:
    """Return by how much the furthest is off the middle of them (a ratio less 1)."""
    return math.sqrt(max(constants) / min(constants)) - 1


def froude_border(air: Air, count: int = 4) -> float:
    """Find Fr = sqrt(sigma / (rho l)) below which paper flutters in long falls; NaN outside 0.55 to 0.9."""
    low, high = 0.55, 0.9

    def flutters(froude: float) -> bool:
        length = PAPER_GSM * 1e-6 / (air.density_g_mm3 * froude**2)
        return _share(edge_on(air, length, PAPER_GSM, 40 * length, count), "fluttering", "steady") > 0.5

    if not flutters(low) or flutters(high):
        return math.nan
    while high - low > 0.005:
        middle = (low + high) / 2
        low, high = (middle, high) if flutters(middle) else (low, middle)
    return (low + high) / 2


def bands(air: Air, count: int = 30) -> list[Band]:
    """Return every band, with `count` sheets a point."""
    card = edge_on(air, CARD_MM, CARD_GSM, 1500.0, count)
    side = edge_on(air, 88.9, CARD_GSM, 1500.0, count)
    stocks = {gsm: edge_on(air, CARD_MM, gsm, 1500.0, count) for gsm in STOCKS_GSM}
    widths = {width: edge_on(air, width, 160.0, 1500.0, count) for width in WIDTHS_MM}
    roots = [_mean(runs, "rotation_rad_s") / math.sqrt(gsm) for gsm, runs in stocks.items()]
    inverse = [_mean(runs, "rotation_rad_s") * width for width, runs in widths.items()]
    small = min(_share(edge_on(air, mm, PAPER_GSM, 1100.0, count), "tumbling") for mm in SMALL_MM)
    large = min(_share(edge_on(air, mm, PAPER_GSM, 1100.0, count), "fluttering", "chaotic") for mm in LARGE_MM)
    flat = let_fall(sheet(CARD_MM, CARD_MM, CARD_GSM), air, 0.0, 6000.0, PLAY)
    closed = flat_speed(sheet(CARD_MM, CARD_MM, CARD_GSM), air)
    glide = edge_on(air, 50.0, 160.0, 3000.0, count)
    down, aside = _mean(glide, "descent_mm_s"), _mean(glide, "horizontal_mm_s")
    force = 160.0e-6 * GRAVITY_MM_S2 / (air.density_g_mm3 / 2 * math.hypot(down, aside) ** 3)
    discs = min(
        _share(edge_on(air, mm, PAPER_GSM, 40 * mm, count), "tumbling")
        for mm in (PAPER_GSM * 1e-6 / (air.density_g_mm3 * ratio) for ratio in (0.85, 1.1, 2.5))
    )
    return [
        Band("card, chord 63.5: share that tumbles", _share(card, "tumbling"), 0.95, 1, "tumbles"),
        Band("card, chord 88.9: share that tumbles", _share(side, "tumbling"), 0.95, 1, "tumbles"),
        Band("card, chord 63.5: turns/s", _mean(card, "rotation_rad_s") / math.tau, 3, 7, "playing cards"),
        Band("card, chord 88.9: turns/s", _mean(side, "rotation_rad_s") / math.tau, 3, 7, "playing cards"),
        Band("card, chord 63.5: descent, m/s", _mean(card, "descent_mm_s") / 1000, 0.7, 1.9, "playing cards"),
        Band("card, chord 88.9: descent, m/s", _mean(side, "descent_mm_s") / 1000, 0.7, 1.9, "playing cards"),
        Band("rotation off sqrt(sigma), 100-400 g/m2", _off_one_curve(roots), 0, 0.15, "Mahadevan et al. 1999"),
        Band("rotation off 1/width, 20-110 mm, 160 g/m2", _off_one_curve(inverse), 0, 0.15, "Mahadevan et al. 1999"),
        Band("flat: descent over the closed form, less 1", flat.descent_mm_s / closed - 1, -0.01, 0.01, "closed form"),
        Band("70 g/m2, 15-60 mm: least share that tumbles", small, 0.9, 1, "small paper tumbles"),
        Band("70 g/m2, 90-110, 150-297 mm: least share not", large, 0.8, 1, "large paper does not"),
        Band("Fr below which paper flutters", froude_border(air), 0.62, 0.72, "Belmonte et al. 1998"),
        Band("sigma/(rho l) 0.85, 1.1, 2.5: least tumbling", discs, 0.9, 1, "discs, Field et al. 1997"),
        Band("mean C_L in a tumbling glide (2.20)", force * aside, 1.6, 2.8, "Smith 1970, orientation"),
        Band("mean C_D in a tumbling glide (1.60)", force * down, 1.0, 2.0, "Smith 1970, orientation"),
    ]


def around(air: Air, spread: float, index: int, seed: int) -> Air:
    """Return the `index`-th set of coefficients within `spread` (a share) of these; mu1 (0) up to spread / 5."""
    draw = rng(seed, "air study", index).uniform(-1.0, 1.0, size=6)
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
            strict=False,
        )
    )
    return replace(
        air,
        lift_translational=c_t,
        lift_rotational=c_r,
        drag_a=(total + difference) / 2,
        drag_b=(total - difference) / 2,
        mu1=air.mu1 + spread * abs(float(draw[5])) / 5,
        mu2=mu2,
    )


def picture(air: Air, count: int = 30) -> bytes:
    """Draw paths, rotation against the areal density, and modes against the size of paper, as a PNG."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(13, 3.8), layout="constrained")
    paths, turning, modes = figure.subplots(1, 3, width_ratios=(1.6, 1, 1))
    for name, length, gsm, colour in (("playing card, 63.5 mm, 320 g/m2", CARD_MM, CARD_GSM, "C0"),
                                      ("paper, 40 mm, 70 g/m2", 40.0, PAPER_GSM, "C1"),
                                      ("paper, 100 mm, 70 g/m2", 100.0, PAPER_GSM, "C2"),
                                      ("paper, 200 mm, 70 g/m2", 200.0, PAPER_GSM, "C3")):  # fmt: skip
        run = let_fall(sheet(length, length, gsm), air, math.radians(86), 1500.0, PLAY)
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
    stocks = (60.0, 80.0, *STOCKS_GSM, 500.0)
    rates = [_mean(edge_on(air, CARD_MM, gsm, 1500.0, count), "rotation_rad_s") / math.tau for gsm in stocks]
    turning.plot(stocks, rates, "o", color="black")
    constants = [each / math.sqrt(gsm) for gsm, each in zip(stocks, rates, strict=True) if gsm in STOCKS_GSM]
    middle = math.sqrt(max(constants) * min(constants))
    for factor, style in ((1.0, "-"), (1.15, ":"), (1 / 1.15, ":")):
        turning.plot(stocks, [factor * middle * math.sqrt(s) for s in stocks], style, color="0.5", linewidth=1)
    turning.set_xscale("log")
    turning.set_yscale("log")
    turning.set_xticks([100, 200, 400], ["100", "200", "400"])
    turning.set_yticks([2, 3, 4, 5, 6], ["2", "3", "4", "5", "6"])
    turning.minorticks_off()
    turning.set_xlabel("g/m2 (63.5 mm squares, 1.5 m)")
    turning.set_ylabel("turns a second")
    turning.set_title("Rotation; lines: sqrt, and 15 % off")
    sizes = [*range(20, 211, 5)]
    runs = {size: edge_on(air, float(size), PAPER_GSM, 1100.0, count) for size in sizes}
    floor = [0.0] * len(sizes)
    for mode in MODES:
        shares = [rate(sum(run.mode == mode for run in runs[size]), count).estimate for size in sizes]
        modes.bar(sizes, shares, width=5, bottom=floor, label=mode)
        floor = [low + share for low, share in zip(floor, shares, strict=True)]
    modes.set_xlabel("side, mm (70 g/m2 squares, 1.1 m)")
    modes.set_title("How they fall, share of releases")
    modes.legend(fontsize=7, loc="lower center", ncols=2)
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=110, metadata={"Software": None})
    return content.getvalue()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m studies.air_study", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--count", type=int, default=30, metavar="N", help="sheets a point (default 30)")
    parser.add_argument("--sets", type=int, default=0, metavar="N", help="sets of coefficients around the shipped ones")
    parser.add_argument(
        "--spread", type=float, default=0.05, metavar="S", help="how far around, a share (default 0.05)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of those sets (default 1)")
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="draw the picture of docs/air.md")
    options = parser.parse_args(arguments)
    if options.count < 1 or options.sets < 0 or options.seed < 0 or not 0 < options.spread < 1:
        parser.error("expected --count of at least 1, --sets and --seed not negative, --spread between 0 and 1")
    air = shipped_air()
    found = bands(air, options.count)
    card = sheet(CARD_MM, 88.9, CARD_GSM)
    print(f"a playing card has I* {inertia_ratio(card, air):.2f}; {options.count} sheets a point")
    for band in found:
        print(band.line())
    if options.sets:
        held = [0] * len(found)
        for index in range(options.sets):
            for place, band in enumerate(bands(around(air, options.spread, index, options.seed), 4)):
                held[place] += band.held
        print(f"\n{options.sets} sets of coefficients within {options.spread:g} of the shipped ones hold")
        for band, number in zip(found, held, strict=True):
            print(f"{band.name:48} {rate(number, options.sets).percent()}")
    if options.plot is not None:
        try:
            write_whole(options.plot, picture(air, options.count))
        except InputError as error:
            print(error, file=sys.stderr)
            return 2
    return 0 if all(band.held for band in found) else 1


if __name__ == "__main__":
    sys.exit(main())
