"""Work against precision: the same placements in pymunk and in MuJoCo, each against its own fine-step reference.

    pip install -r benchmarks/requirements.txt
    python -m benchmarks.peer --out peer                 # 72 placements: about five minutes of one core
    python -m benchmarks.peer --placements 12 --out peer --json

Writes peer.csv, peer.png and ship.xml (the MJCF of the first placement) into the folder; docs/evidence.md has results.
"""

from __future__ import annotations

import csv
import io
import json
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer

from benchmarks.engines import SECONDS, Engine, Mujoco, Outcome, Pymunk, need_mujoco
from benchmarks.picture import Row, picture
from benchmarks.placements import Placement, placements
from benchmarks.ship_mjcf import ship_mjcf
from benchmarks.statics import Check, checks
from sim import options
from sim.batch.progress import Bar
from sim.errors import InputError
from sim.files import check_outputs, output_folder, write_whole
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.statistics import Interval, mean, median, paired_difference, rate
from sim.verbs import verbs_app

REFERENCES: tuple[Engine, Engine] = (Pymunk(64), Mujoco(32))
"""The finest step of each engine, 7680 and 3840 Hz: four times finer than the finest that is compared with it."""
# One engine after the other, step by step.
CONTENDERS: tuple[Engine, ...] = (
    Pymunk(1),
    Mujoco(2),
    Pymunk(2),
    Mujoco(4),
    Mujoco(4, "Euler"),
    Pymunk(4),
    Mujoco(4, "discrete"),
    Mujoco(8),
    Pymunk(8),
    Mujoco(8, "discrete"),
    Pymunk(16),
)
PLAY = Pymunk(4)
"""What a match is played with; costs are given in it."""

Outcomes = dict[Engine, Outcome]


@dataclass(frozen=True, slots=True)
class Between:
    """The comparison of the two references on the same placements."""

    verdict_differs: Interval
    fall_difference: Interval
    pose_mm: Interval
    heel_deg: Interval


def engine_of(label: str, outcomes: Outcomes) -> Engine:
    """Return the reference that belongs to an engine's label."""
    return next(one for one in REFERENCES if one in outcomes and one.label.split()[0] == label.split()[0])


def study(tasks: Sequence[Placement], seconds: float = SECONDS) -> Iterator[Outcomes]:
    """Yield every placement by every engine at every step, in turn; every second one in the opposite order."""
    setup = load_riff_raff().setup
    order = [*CONTENDERS, *REFERENCES]
    for number, task in enumerate(tasks):
        yield {engine: engine.run(setup, task, seconds) for engine in (order if number % 2 == 0 else order[::-1])}


def distances(first: Outcome, second: Outcome) -> list[float]:
    """Return how far apart (mm) the pieces that stayed in both ended, in the hull's frame."""
    off = first.fell | second.fell
    return [math.dist(place[:2], second.places[name][:2]) for name, place in first.places.items() if name not in off]


def _rms(values: Sequence[float]) -> float:
    return math.sqrt(math.fsum(v * v for v in values) / len(values)) if values else math.nan


def _differs(first: Outcome, second: Outcome) -> bool:
    return bool(first.fell) != bool(second.fell) or not (first.sound and second.sound)


def _pairs(outcomes: Sequence[Outcomes], first: Engine, second: Engine) -> list[tuple[Outcome, Outcome]]:
    """Return both engines' outcomes of every placement on which neither ran away."""
    pairs = [(one[first], one[second]) for one in outcomes]
    return [(a, b) for a, b in pairs if a.sound and b.sound]


def _pose(pairs: Sequence[tuple[Outcome, Outcome]]) -> Interval:
    return median(_rms(apart) for a, b in pairs if (apart := distances(a, b)))


def _heel(pairs: Sequence[tuple[Outcome, Outcome]]) -> Interval:
    return median(abs(math.degrees(a.hull_rad - b.hull_rad)) for a, b in pairs)


def table(outcomes: Sequence[Outcomes]) -> list[Row]:
    """Return the rows of every engine at every step, coarse to fine, the references last of their engine."""
    rows = []
    for engine in sorted((*CONTENDERS, *REFERENCES), key=lambda e: (e.label != "pymunk", e.label, e.step_hz)):
        reference = engine_of(engine.label, outcomes[0])
        pairs = _pairs(outcomes, engine, reference)
        mine = [one[engine] for one in outcomes]
        rows.append(
            Row(
                engine=engine.label,
                step_hz=engine.step_hz,
                reference=engine is reference,
                seconds=mean([o.step_s for o in mine]),
                build_seconds=mean([o.build_s for o in mine]),
                times_play=median(one[engine].step_s / one[PLAY].step_s for one in outcomes),
                fell=rate(sum(bool(o.fell) for o in mine), len(mine)),
                verdict_differs=rate(sum(_differs(one[engine], one[reference]) for one in outcomes), len(mine)),
                pose_mm=_pose(pairs),
                pose_rms_mm=_rms([d for a, b in pairs for d in distances(a, b)]),
                heel_deg=_heel(pairs),
                unsound=sum(not o.sound for o in mine),
            )
        )
    return rows


def between(outcomes: Sequence[Outcomes]) -> Between:
    """Compare the two references: how far the models, not the steps, are apart."""
    ours, theirs = REFERENCES
    pairs = _pairs(outcomes, ours, theirs)
    return Between(
        verdict_differs=rate(sum(_differs(one[ours], one[theirs]) for one in outcomes), len(outcomes)),
        fall_difference=paired_difference(
            [float(bool(one[ours].fell)) for one in outcomes], [float(bool(one[theirs].fell)) for one in outcomes]
        ),
        pose_mm=_pose(pairs),
        heel_deg=_heel(pairs),
    )


# ------------------------------------------------------------------------------------------------- printing


def csv_text(rows: Sequence[Row]) -> str:
    """Return the table as CSV; shares are 0..1."""
    text = io.StringIO()
    plain = [_flat(row) for row in rows]
    writer = csv.DictWriter(text, list(plain[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(plain)
    return text.getvalue()


def _flat(row: Row) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in asdict(row).items():
        if isinstance(value, dict):
            flat |= {name if key == "estimate" else f"{name}_{key}": f"{v:.6g}" for key, v in value.items()}
        else:
            flat[name] = f"{value:.6g}" if isinstance(value, float) else value
    return flat


def _json(thing: Row | Between | Check) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in thing.__dataclass_fields__:
        value = getattr(thing, name)
        if isinstance(value, Interval):
            found[name] = value.to_json()
        else:
            found[name] = None if isinstance(value, float) and math.isnan(value) else value
    return found


def _number(interval: Interval, digits: int = 3, factor: float = 1.0) -> str:
    low, high = interval.low * factor, interval.high * factor
    if math.isnan(low):
        return f"{interval.estimate * factor:.{digits}g}"
    return f"{interval.estimate * factor:.{digits}g} ({low:.{digits}g}-{high:.{digits}g})"


def _print_rows(statics: Sequence[Check], rows: Sequence[Row], apart: Between) -> None:
    print("The same ship? Closed form, pymunk, MuJoCo:")
    for check in statics:
        off = [f"{100 * (found / check.closed_form - 1):+.2f} %" for found in (check.pymunk, check.mujoco)]
        print(f"  {check.what:24} {check.closed_form:10.5g} {check.unit:5}  {off[0]:>9} {off[1]:>9}")
    print("Against the same engine's own finest step:")
    head = ("", "Hz", "ms a placement", "x play", "fell", "verdict differs", "final pose, mm", "rms, mm", "heel, deg")
    form = "  {:20} {:>5} {:>20} {:>20} {:>20} {:>20} {:>26} {:>8} {:>28}"
    print(form.format(*head))
    for row in rows:
        rms = f"{row.pose_rms_mm:.3g}"
        error = (row.verdict_differs.percent(), _number(row.pose_mm), rms, _number(row.heel_deg, 2))
        if row.reference:
            error = ("(reference)", "", "", "")
        cost = (_number(row.seconds, 3, 1000), _number(row.times_play))
        print(form.format(row.engine, row.step_hz, *cost, row.fell.percent(), *error))
        if row.unsound:
            print(f"    ran away on {row.unsound} placements")
    difference = apart.fall_difference
    print("The references against each other (MuJoCo less pymunk):")
    print(f"  verdict differs {apart.verdict_differs.percent()}, final pose {_number(apart.pose_mm)} mm,", end=" ")
    print(f"heel {_number(apart.heel_deg, 2)} deg, fall rate {100 * difference.estimate:+.1f} points", end=" ")
    print(f"({100 * difference.low:+.1f} to {100 * difference.high:+.1f})")


def peer_command(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for table, picture and model.")],
    count: Annotated[int, typer.Option("--placements", min=2, metavar="N", help="Placements, ship after ship.")] = 72,
    seed: options.Seed = options.DEFAULT_SEED,
    as_json: options.AsJson = False,
) -> None:
    """Put the same pieces on the same ships in pymunk and in MuJoCo, and see what accuracy costs in each."""
    try:
        _measure(out, count, seed, as_json)
    except InputError as refusal:
        print(f"benchmarks.peer: {refusal}", file=sys.stderr)
        raise typer.Exit(2) from refusal


def _measure(out: Path, count: int, seed: int, as_json: bool) -> None:
    need_mujoco()
    check_outputs({}, {}, {"--out": (out, ("peer.csv", "peer.png", "ship.xml"))})
    output_folder(out, "--out")
    statics = checks()
    tasks = placements(count, seed)
    outcomes = []
    with Bar("placements", count) as bar:
        for one in study(tasks):
            outcomes.append(one)
            bar.step()
    rows, apart = table(outcomes), between(outcomes)
    write_whole(out / "peer.csv", csv_text(rows))
    write_whole(out / "peer.png", picture(rows, count))
    write_whole(out / "ship.xml", ship_mjcf(load_riff_raff().setup, tasks[0].cargo))
    if as_json:
        answer = {
            "placements": count,
            "seed": seed,
            "pymunk": version("pymunk"),
            "mujoco": version("mujoco"),
            "statics": [_json(check) for check in statics],
            "rows": [_json(row) for row in rows],
            "references": _json(apart),
        }
        print(json.dumps(answer))
        return
    print(f"{count} placements of {SECONDS:.0f} s, seed {seed}; pymunk {version('pymunk')}, MuJoCo {version('mujoco')}")
    _print_rows(statics, rows, apart)
    print(f"Written: {out / 'peer.csv'}, {out / 'peer.png'}, {out / 'ship.xml'}")


if __name__ == "__main__":
    app = verbs_app()
    app.command()(peer_command)
    app(prog_name="benchmarks.peer")
