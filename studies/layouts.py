"""One true swing in the layouts that programs and people write: `python -m studies.layouts`.

Each layout is made, read by `fit ship`, and fitted. Printed is which were read as they are, which with the options that
their refusal names, which were refused for good, and which gave another swing than the true one without a word.
"""

from __future__ import annotations

import gzip
import json
import math
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from calibration.fit.ship import fit_ship
from calibration.fit.sway_table import read_sway
from calibration.fit.swing import Pendulums, swing
from calibration.options import FitShipOptions
from sim.errors import InputError
from sim.seeds import rng
from studies.fit_table import Floats

OMEGA0_SQ, VISCOUS, COULOMB = 28.51, 0.8, 0.12
FPS, SECONDS, LENGTH_M = 30.0, 8.0, 0.3
_OFF, _COULOMB_OFF = 0.01, 0.4
"""By which share the frequency and the dry friction may be off; a wrong unit of the angle makes the second wrong."""

Outcome = Literal["read", "read with options", "refused", "wrong"]


@dataclass(frozen=True, slots=True)
class Layout:
    """A way to write the swing. asked: the options that it needs, which its refusal without them must name.

    refused: it looks like another table, and must not be read.
    """

    content: bytes
    asked: dict[str, object] = field(default_factory=dict)
    refused: bool = False


def true_swing() -> tuple[Floats, Floats]:
    """Return times (s) and angles (degrees, with 2 mrad of noise) of a ship let go at 12 degrees."""
    times = np.arange(0, SECONDS, 1 / FPS)
    pendulum = Pendulums(*(np.array([value]) for value in (OMEGA0_SQ, VISCOUS, COULOMB, 0.0, math.radians(12), 0.0)))
    angles = swing(pendulum, times)[:, 0] + 0.002 * rng(3, "layouts").standard_normal(times.size)
    return times, np.degrees(angles)


def table(
    rows: Sequence[Sequence[str]], head: str | None, separator: str = ",", end: str = "\n", before: str = ""
) -> bytes:
    """Return rows of cells as a table in UTF-8."""
    lines = [*([head] if head is not None else []), *(separator.join(row) for row in rows)]
    return (before + end.join(lines) + end).encode()


def layouts() -> dict[str, Layout]:
    """Return the layouts by name."""
    times, degrees = true_swing()
    plain = [[f"{t:.4f}", f"{a:.4f}"] for t, a in zip(times, degrees, strict=True)]
    comma = [[cell.replace(".", ",") for cell in row] for row in plain]
    minus = [[cell.replace("-", "−") for cell in row] for row in plain]
    rad = [[f"{t:.4f}", f"{math.radians(a):.6f}"] for t, a in zip(times, degrees, strict=True)]
    ms = [[f"{1000 * t:.1f}", row[1]] for t, row in zip(times, plain, strict=True)]
    frames = [[str(n), row[1]] for n, row in enumerate(plain)]
    xs, ys = LENGTH_M * np.sin(np.radians(degrees)), -LENGTH_M * np.cos(np.radians(degrees))
    places = [[t, f"{x:.5f}", f"{y:.5f}"] for (t, _), x, y in zip(plain, xs, ys, strict=True)]
    pixels = [[t, f"{640 + 2000 * x:.2f}", f"{80 - 2000 * y:.2f}"] for (t, _), x, y in zip(plain, xs, ys, strict=True)]
    text = table(plain, "t_s,angle_deg").decode()
    return {
        "radians": Layout(table(rad, "t_s,angle_rad")),
        "degrees": Layout(text.encode()),
        "semicolons, decimal comma": Layout(table(comma, "t_s;angle_deg", ";")),
        "tabs": Layout(table(plain, "t_s\tangle_deg", "\t")),
        "tabs, decimal comma": Layout(table(comma, "t_s\tangle_deg", "\t")),
        "spaces": Layout(table([[f"{t:>10}", f"{a:>12}"] for t, a in plain], "       t_s    angle_deg", " ")),
        "bars": Layout(table(plain, "t_s|angle_deg", "|")),
        "commas with spaces": Layout(table(plain, "t_s, angle_deg", ", ")),
        "UTF-8 with a mark, CRLF": Layout(b"\xef\xbb\xbf" + table(plain, "t_s,angle_deg", end="\r\n")),
        "UTF-16, tabs": Layout(table(comma, "t_s\tangle_deg", "\t").decode().encode("utf-16")),
        "UTF-16, big end first": Layout(b"\xfe\xff" + text.encode("utf-16-be")),
        "UTF-16 without a mark": Layout(text.encode("utf-16-le")),
        "Latin-1": Layout(table(comma, "Zeit (s);Winkel (°)", ";").decode().encode("latin-1")),
        "CR alone": Layout(table(plain, "t_s,angle_deg", end="\r")),
        "no header": Layout(table(plain, None)),
        "no header, decimal comma": Layout(table(comma, None, "\t")),
        "units in brackets": Layout(table(plain, "Time (s),Angle (deg)")),
        "units in square brackets": Layout(table(ms, "time [ms],theta [°]")),
        "units behind a slash": Layout(table(comma, "t/s;θ/°", ";")),
        "a line of units": Layout(table([["s", "deg"], *plain], "time,angle")),
        "a line of units in brackets": Layout(table([["(ms)", "(rad)"], *_both(ms, rad)], "t;angle", ";")),
        "comments above": Layout(table(plain, "t_s,angle_deg", before="# phone on a tripod\n# 30 a second\n")),
        "the header in a comment": Layout(table(plain, "# t_s angle_deg", " ")),
        "comments of MATLAB": Layout(table(plain, "t_s,angle_deg", before="% swing 3\n")),
        "a title above": Layout(table(plain, "t_s;angle_deg", ";", before="Swing of the ship\n\n")),
        "what the device says above": Layout(
            table(plain, "t_s,angle_deg", before="Device,Pixel 7\nDate,2024-05-01\nRate,30\n")
        ),
        "the separator of a spreadsheet": Layout(table(comma, "t_s;angle_deg", ";", before="sep=;\n")),
        "all in quotation marks": Layout(table([[f'"{cell}"' for cell in row] for row in comma], '"t_s","angle_deg"')),
        "missing values": Layout(
            table(
                [[t, ("NaN", "", "NA", "-", "null")[n % 5] if n % 9 == 4 else a] for n, (t, a) in enumerate(plain)],
                "t_s,angle_deg",
            )
        ),
        "minus signs of a printer": Layout(table(minus, "t_s,angle_deg")),
        "a dial of 360 degrees": Layout(table([[t, f"{float(a) % 360:.3f}"] for t, a in plain], "t_s,angle_deg")),
        "about 180 degrees": Layout(
            table([[t, f"{(float(a) + 360) % 360 - 180:.3f}"] for t, a in plain], "t_s,angle_deg")
        ),
        "a line without an arrow": Layout(
            table([[t, f"{(float(a) + 180) % 180 - 90:.3f}"] for t, a in plain], "t_s,angle_deg")
        ),
        "milliseconds": Layout(table(ms, "time_ms,angle_deg")),
        "milliseconds without a unit": Layout(table(ms, "Time,Angle")),
        "clock times": Layout(table([[f"0:00:{float(t):06.3f}", a] for t, a in plain], "time,angle_deg")),
        "dates and times": Layout(
            table([[f"2024-05-01T12:00:{float(t):09.6f}", a] for t, a in plain], "timestamp,angle_deg")
        ),
        "milliseconds since 1970": Layout(
            table([[f"{1714564800000 + 1000 * float(t):.0f}", a] for t, a in plain], "timestamp,angle_deg")
        ),
        "frames": Layout(table(frames, "frame,angle_deg"), {"fps": FPS}),
        "angles alone": Layout(table([[a] for _, a in plain], "angle_deg"), {"fps": FPS}),
        "Tracker, the pivot given": Layout(table(places, "mass A\t\t\nt\tx\ty", "\t"), {"xy": "x,y", "pivot": "0,0"}),
        "Tracker, the pivot fitted": Layout(table(places, "mass_A\t\t\nt\tx\ty", "\t"), {"xy": "x,y", "pivot": "fit"}),
        "Tracker with angles": Layout(
            table([[*p, a] for p, (_, a) in zip(places, plain, strict=True)], "mass_A\t\t\t\nt\tx\ty\tθ_{r}", "\t")
        ),
        "pixels, y downwards": Layout(table(pixels, "time,cx,cy"), {"xy": "cx,cy", "pivot": "fit"}),
        "phyphox, a gyroscope": Layout(_phyphox()),
        "phyphox, German": Layout(_phyphox().decode().replace(".", ",").replace("\t", ";").encode()),
        "names of rows from R": Layout(
            table([[f'"{n + 1}"', *row] for n, row in enumerate(plain)], '"t_s" "angle_deg"', " ")
        ),
        "an index from pandas": Layout(table([[str(n), *row] for n, row in enumerate(plain)], ",t_s,angle_deg")),
        "other columns": Layout(
            table([["run 1", *row, "0.98", "ok"] for row in plain], "run,time_s,angle_deg,confidence,note")
        ),
        "one run of two": Layout(
            table([*(["1", *row] for row in plain), *(["2", t, "0.0"] for t, _ in plain)], "run,t_s,angle_deg"),
            {"where": ["run=1"]},
        ),
        "the header again": Layout(table([*plain[:100], ["t_s", "angle_deg"], *plain[100:]], "t_s,angle_deg")),
        "exponents": Layout(table([[f"{float(c):.6E}" for c in row] for row in plain], '"t (s)"\t"angle (deg)"', "\t")),
        "exponents, decimal comma": Layout(
            table([[f"{float(c):.6E}".replace(".", ",") for c in row] for row in plain], "t;angle (deg)", ";")
        ),
        "units in every cell": Layout(table([[f"{t} s", f"{a}°"] for t, a in plain], "time,angle")),
        "the angle in both units": Layout(
            table([[*p, r[1]] for p, r in zip(plain, rad, strict=True)], "t_s,angle_deg,angle_rad")
        ),
        "the angle first": Layout(table([row[::-1] for row in plain], "angle_deg,t_s")),
        "a separator at the end": Layout(table([[*row, ""] for row in plain], "t_s,angle_deg,")),
        "degrees without a unit": Layout(table(plain, "time,angle")),
        "radians without a unit": Layout(table(rad, "time,theta")),
        "capitals": Layout(table(plain, "TimeS,AngleDeg")),
        "JSON": Layout(json.dumps([{"t_s": float(t), "angle_deg": float(a)} for t, a in plain]).encode()),
        "packed": Layout(gzip.compress(text.encode())),
        "names of one's own": Layout(table(plain, "a,b"), {"time": "a", "angle": "b"}),
        "degrees called radians": Layout(table(plain, "t_s,angle_rad"), {"unit": ["deg"]}),
        "milliseconds called seconds": Layout(table(ms, "t_s,angle_deg"), {"unit": ["ms"]}),
        "commas for all": Layout(table(comma, "t_s,angle_deg"), refused=True),
        "one coordinate": Layout(table([row[:2] for row in places], "t,x"), refused=True),
        "a workbook": Layout(b"PK\x03\x04" + bytes(500), refused=True),
    }


def _both(first: Sequence[Sequence[str]], second: Sequence[Sequence[str]]) -> list[list[str]]:
    return [[a[0], b[1]] for a, b in zip(first, second, strict=True)]


def _phyphox() -> bytes:
    """Return the swing as a gyroscope sees it, in the layout of phyphox."""
    times = np.arange(0.02, SECONDS, 0.01)
    pendulum = Pendulums(*(np.array([value]) for value in (OMEGA0_SQ, VISCOUS, COULOMB, 0.0, math.radians(12), 0.0)))
    noise = 0.005 * rng(3, "layouts", "rates").standard_normal((3, times.size))
    rates = swing(pendulum, np.append(0.0, times), rates=True)[1:, 0] + 0.004 + noise[0]
    head = "\t".join(f'"{name}"' for name in ("Time (s)", *(f"Gyroscope {axis} (rad/s)" for axis in "xyz")))
    rows = zip(times, noise[1], rates, noise[2], strict=True)
    return table([[f"{value:.9E}" for value in row] for row in rows], head, "\t")


def outcome(file: Path, layout: Layout) -> tuple[Outcome, str]:
    """Return what becomes of a layout that is in a file, and what was understood or refused."""
    try:
        return _fitted(file, FitShipOptions(file=file)), "read"
    except InputError as error:
        refusal = str(error)
    named = all(f"--{name}" in refusal for name in layout.asked)
    if not layout.asked or not named:
        return "refused", refusal
    try:
        found = _fitted(file, FitShipOptions(file=file, **layout.asked))  # type: ignore[arg-type]
    except InputError as error:
        return "refused", str(error)
    return ("read with options" if found == "read" else found), refusal


def _fitted(file: Path, asked: FitShipOptions) -> Outcome:
    sway = read_sway(file, asked)
    fit = fit_ship(sway.times, sway.values, rates=sway.rates)
    frequency = abs(fit.value("omega0_sq_s2") / OMEGA0_SQ - 1)
    friction = abs(fit.value("coulomb_s2") / COULOMB - 1)
    return "read" if frequency < _OFF and friction < _COULOMB_OFF else "wrong"


def main() -> None:
    """Print what becomes of each layout, and how many are read."""
    counts: Counter[Outcome] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for name, layout in layouts().items():
            file = Path(folder) / "swing.csv"
            file.write_bytes(layout.content)
            found, said = outcome(file, layout)
            counts[found] += 1
            print(f"{name:32} {found:18} {said if found != 'read' else ''}".rstrip())
    print(", ".join(f"{count} {found}" for found, count in counts.most_common()))


if __name__ == "__main__":
    main()
