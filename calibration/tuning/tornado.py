"""The verb `study sensitivity`: the table, the CSV and the tornado picture of the parameters' influence."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence

from calibration.options import SensitivityOptions
from calibration.tuning.evaluations import Simulations
from calibration.tuning.sensitivity import Influence, Sensitivity, study
from calibration.tuning.space import Parameter, check_played, parse_space
from calibration.tuning.targets import figure
from sim.batch.job import crashed_text
from sim.batch.progress import Bar
from sim.configuration import load_configuration, preset_file, provenance
from sim.csv_table import CsvTable, Decimal
from sim.errors import InputError
from sim.files import check_outputs, output_folder, temporary_folder, write_whole
from sim.match.seats import seats_from
from sim.seat import Seat
from sim.statistics import Interval
from sim.text_table import text_table
from sim.untrusted_text import printable

_KINDS = ("first_order", "total", "at_low", "at_high")


def sensitivity_command(given: SensitivityOptions) -> None:
    """Measure and print the influence of parameters; with --out, write sensitivity.csv and sensitivity.png there.

    Raises InputError.
    """
    files = ("sensitivity.csv", "sensitivity.png")
    check_outputs({}, {"--config": preset_file(given.game, given.config)}, {"--out": (given.out, files)})
    configuration = load_configuration(given.game, given.config, given.profile)
    seats = seats_from(given.players, given.game)
    wanted = figure(given.metric, configuration, seats, "--metric")
    space = parse_space(given.vary or (), given.game, given.config, given.profile)
    check_played(space, seats)
    if given.matches < 2:
        raise InputError("--matches: expected at least 2 at each point, to see how they vary.")
    if given.out is not None:
        output_folder(given.out, "--out")
    with (
        temporary_folder("sensitivity") as folder,
        Bar("matches", given.points * given.matches) as bar,
        Simulations(
            space, seats, [wanted], given.seed, given.workers, folder / "matches.sqlite", False, bar.step
        ) as play,
    ):
        found = study(space, wanted, play, given.points, given.matches, given.seed)
    if given.out is not None:
        write_whole(given.out / "sensitivity.csv", csv_text(found, given.decimal))
        write_whole(given.out / "sensitivity.png", picture(found))
    if given.as_json:
        print(json.dumps(answer(found, seats), allow_nan=False))
        return
    print(text(found))
    if given.out is not None:
        print()
        print(printable(f"Written: {given.out / 'sensitivity.csv'}, {given.out / 'sensitivity.png'}"))


def rows(found: Sensitivity) -> list[tuple[Parameter, Influence]]:
    """Return the parameters with their influences, the greatest total index first."""
    pairs = zip(found.space.parameters, found.influences, strict=True)
    return sorted(pairs, key=lambda pair: (-_or_zero(pair[1].total.estimate), pair[0].name))


def _or_zero(value: float) -> float:
    return value if value == value else 0.0


def _intervals(influence: Influence) -> tuple[Interval, ...]:
    return influence.first, influence.total, influence.at_low, influence.at_high


def answer(found: Sensitivity, seats: Sequence[Seat]) -> dict[str, object]:
    """Return what `--json` prints."""
    space = found.space
    return {
        "game": space.game,
        "players": [seat.to_json() for seat in seats],
        "metric": found.figure.name,
        "overall": found.overall.to_json(),
        "parameters": [
            {
                **parameter.to_json(),
                **{k: i.to_json() for k, i in zip(_KINDS, _intervals(influence), strict=True)},
            }
            for parameter, influence in rows(found)
        ],
        "points": len(found.evaluations),
        "matches": found.matches,
        **({"crashed": _crashes(found)} if found.crashed else {}),
        "seconds_simulated": round(found.seconds, 6),
        # The provenance of the game without any variation.
        **provenance(load_configuration(space.game, space.preset, space.profile), found.seed),
    }


def _crashes(found: Sensitivity) -> list[dict[str, object]]:
    return [
        {"values": found.space.named_values(evaluation.values), **crash.to_json()}
        for evaluation in found.evaluations
        for crash in evaluation.crashed
    ]


def text(found: Sensitivity) -> str:
    """Return the table as text."""
    space, show = found.space, found.figure.words
    figure = found.figure
    name = figure.label if figure.label == figure.name else f"{figure.label} ({figure.name})"
    head = f"{space.game}, seed {found.seed}, profile {space.profile}: {name} over the box"
    lines = [
        f"{head} {show(found.overall)}, {len(found.evaluations)} points, {found.matches} matches",
        *_left_out(found),
        "(in brackets: 95 % intervals)",
        "",
    ]
    table = [("  parameter", "alone", "with others", " at low", "at high")]
    for parameter, influence in rows(found):
        first, total = (_share(i) for i in (influence.first, influence.total))
        name = f"  {parameter.name} {parameter.low:g}:{parameter.high:g}"
        table.append((name, first, total, f" {show(influence.at_low)}", show(influence.at_high)))
    return "\n".join([*lines, *text_table(table, "<>><<", (34, 18, 18, 23))])


def _left_out(found: Sensitivity) -> list[str]:
    if not found.crashed:
        return []
    left_out = crashed_text(len(found.crashed), found.matches + len(found.crashed))
    return [f"{left_out}, such as {found.crashed[0].description()}"]


def _share(interval: Interval) -> str:
    if interval.estimate != interval.estimate:
        return "none"
    return f"{interval.estimate:.2f} ({interval.low:.2f}-{interval.high:.2f})"


def csv_text(found: Sensitivity, decimal: Decimal = ".") -> str:
    """Return the table as CSV, one row per parameter, the greatest total index first."""
    content = io.StringIO()
    table = CsvTable(content, decimal)
    sides = ("", "_low", "_high")
    table.row(["parameter", "low", "high", *(f"{kind}{side}" for kind in _KINDS for side in sides)])
    for parameter, influence in rows(found):
        cells = [v for i in _intervals(influence) for v in (i.estimate, i.low, i.high)]
        cells_text = ["" if v != v else table.number(v, 6) for v in cells]
        table.row([parameter.name, parameter.low, parameter.high, *cells_text])
    return content.getvalue()


def picture(found: Sensitivity) -> bytes:
    """Draw the figure at each parameter's bounds, averaged over the others (left), and the indices (right), as PNG."""
    from matplotlib.figure import Figure

    ranked = rows(found)
    sheet = Figure(figsize=(11, 1.6 + 0.6 * len(ranked)), layout="constrained")
    left, right = sheet.subplots(1, 2, sharey=True)
    middle = found.overall.estimate
    names = [f"{p.name}\n{p.low:g} to {p.high:g}" for p, _ in ranked]
    for n, (_, influence) in enumerate(ranked):
        for shift, side, colour, label in (
            (-0.1, influence.at_low, "#4477aa", "at low"),
            (0.1, influence.at_high, "#ee8866", "at high"),
        ):
            left.barh(n, side.estimate - middle, left=middle, height=0.5, color=colour, label=None if n else label)
            # Shifted, so that both show where they lie on one side.
            left.plot([side.low, side.high], [n + shift] * 2, color="black", linewidth=1, marker="|")
        for shift, index, colour, label in (
            (-0.17, influence.first, "#228833", "alone (first order)"),
            (0.17, influence.total, "#aa3377", "with others (total)"),
        ):
            if index.estimate == index.estimate:
                right.barh(n + shift, index.estimate, height=0.3, color=colour, label=None if n else label)
                right.plot([index.low, index.high], [n + shift] * 2, color="black", linewidth=1, marker="|")
    left.axvline(middle, color="black", linewidth=0.8)
    left.set_yticks(range(len(ranked)), names)
    left.invert_yaxis()
    left.set_xlabel(found.figure.label)
    left.set_title("At each bound, averaged over the others")
    right.set_xlim(left=0)
    right.set_xlabel("share of the variance")
    right.set_title("Sobol indices, 95 % intervals")
    for axes in (left, right):
        if axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize=8)
    content = io.BytesIO()
    sheet.savefig(content, format="png", dpi=110, metadata={"Software": None})
    return content.getvalue()
