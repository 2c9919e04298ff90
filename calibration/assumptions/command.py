"""The verb `study assumptions`: what the assumed values of a game leave open of its figures, and which carry it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from calibration.assumptions.drawing import assumptions_of
from calibration.assumptions.reports import read_reports
from calibration.assumptions.shares import Share
from calibration.assumptions.study import USUAL, AssumptionsStudy, Open, check_counts, study
from calibration.assumptions.weighed import weighed_json, weighing_json, weighing_lines
from calibration.assumptions.weighing import Weighing, weigh
from calibration.options import AssumptionsOptions
from calibration.tuning.evaluations import Simulations
from calibration.tuning.targets import figure
from sim.batch.job import crashed_text
from sim.batch.match_counts import metrics_of
from sim.batch.progress import Bar
from sim.configuration import load_configuration, preset_file, provenance
from sim.errors import InputError
from sim.file_kinds import PAGE
from sim.files import check_outputs, temporary_folder, write_whole
from sim.match.seats import seats_from
from sim.seat import Seat
from sim.statistics import Interval
from sim.untrusted_text import printable

_SHOWN = 8
"""The most assumptions that the text names for a figure."""
_WORTH = 0.01
"""The least share that the text names."""


def assumptions_command(given: AssumptionsOptions) -> None:
    """Measure and print what is left open; with --out, write the page. Raises InputError."""
    reports = None if given.given is None else read_reports(given.given, given.game)
    inputs = {"--config": preset_file(given.game, given.config), "--given": None if reports is None else reports.path}
    check_outputs({"--out": (given.out, PAGE)}, inputs)
    check_counts(given.points, given.matches)
    configuration = load_configuration(given.game, given.config, given.profile)
    seats = seats_from(given.players, given.game)
    names = given.metric or headline_figures(given.game)
    if len(set(names)) < len(names):
        raise InputError("--metric: expected each figure once.")
    figures = [figure(name, configuration, seats, "--metric") for name in names]
    # All figures that the matches are summed for: those of the reports come last.
    summed = {one.name: one for one in figures}
    if reports is not None:
        summed |= {name: one for name, one in reports.figures(configuration, seats).items() if name not in summed}
    assumptions = assumptions_of(given.game, seats, given.config, given.profile, given.seed)
    total = (given.points + USUAL) * given.matches
    with temporary_folder("assumptions") as folder, Bar("matches", total) as bar:
        store = folder / "matches.sqlite"
        with Simulations(
            assumptions, seats, [*summed.values()], given.seed, given.workers, store, False, bar.step, True
        ) as play:
            found = study(assumptions, figures, play, given.points, given.matches, given.seed)
    weighing = None if reports is None else weigh(found, reports, [*summed])
    if given.out is not None:
        from calibration.assumptions.page import assumptions_page

        write_whole(given.out, assumptions_page(found, seats, weighing))
    if given.as_json:
        print(json.dumps(answer(found, seats, weighing), allow_nan=False))
        return
    print(text(found, weighing))
    if given.out is not None:
        print()
        print(printable(f"Written: {given.out}"))


def headline_figures(game: str) -> list[str]:
    """Return the names of the figures that are studied unless others are named."""
    return [*metrics_of(game).table.until, "minutes"]


def answer(found: AssumptionsStudy, seats: Sequence[Seat], weighing: Weighing | None = None) -> dict[str, object]:
    """Return what `--json` prints, and what `simulate` and `report` read with --assumptions.

    Where reports are given, the band of a figure is that of the weighed draws.
    """
    assumptions = found.assumptions
    figures = [_figure_json(one, found) for one in found.found]
    if weighing is not None:
        figures = [one | weighed_json(by_weight) for one, by_weight in zip(figures, weighing.figures, strict=True)]
    return {
        "game": assumptions.game,
        "players": [seat.to_json() for seat in seats],
        "figures": figures,
        "assumptions": [part.to_json() for part in assumptions.parts],
        "points": len(found.points),
        "points_refused": found.refused,
        "matches": found.matches,
        "matches_as_usual": found.usual.matches,
        "run_seed": found.run_seed,
        **({} if weighing is None else {"given": weighing_json(weighing)}),
        **({"crashed": [crash.to_json() for crash in found.crashed]} if found.crashed else {}),
        **provenance(load_configuration(assumptions.game, assumptions.preset, assumptions.profile), found.seed),
    }


def _figure_json(one: Open, found: AssumptionsStudy) -> dict[str, object]:
    data: dict[str, object] = {
        "figure": one.figure.name,
        "label": one.figure.metric.label,
        "unit": one.figure.metric.unit,
        **one.usual.to_json(),
        "points": one.points,
        "band": None,
    }
    if one.band is not None:
        data["band"] = one.band.to_json()
        data |= {"variance_caused": one.caused, "variance_of_chance": one.noise, "flat": one.flat}
    if one.shares is not None:
        data["shares"] = [_share_json(name, share) for name, share in one.ranked(found.assumptions)]
        data["together"] = one.shares.together.to_json()
    return data


def _share_json(name: str, share: Share) -> dict[str, object]:
    ends = None if share.ends is None else [end.to_json() for end in share.ends]
    low, high = ends or (None, None)
    data: dict[str, object] = {
        "name": name,
        "first_order": share.share.to_json(),
        "matters": round(share.matters, 6),
        "at_low": low,
        "at_high": high,
    }
    if share.moved is not None:
        low, high = (end.to_json() for end in share.moved)
        data["from_usual"] = {"usual": round(share.usual, 6), "low": low, "high": high}
    return data


def text(found: AssumptionsStudy, weighing: Weighing | None = None) -> str:
    """Return the result as text."""
    assumptions = found.assumptions
    refused = f" ({found.refused} more could not be built)" if found.refused else ""
    drawn = f"{len(assumptions.parts)} assumptions, {len(found.points)} draws of them{refused}"
    played = f"{found.matches} matches there and {found.usual.matches} as usual"
    lines = [
        f"{assumptions.game}, seed {found.seed}, profile {assumptions.profile}: {drawn}, {played}",
        "(in brackets: 95 % intervals by sampling; the band: where the figure lies in 95 of 100 draws)",
    ]
    if found.crashed:
        left_out = crashed_text(len(found.crashed), found.matches + found.usual.matches + len(found.crashed))
        lines.append(f"{left_out}, such as {found.crashed[0].description()}")
    if weighing is not None:
        lines += ["", *weighing_lines(weighing)]
    for n, one in enumerate(found.found):
        show = one.figure.words
        lines += ["", f"  {one.figure.label} ({one.figure.name}): {show(one.usual)}"]
        if one.band is None:
            lines.append(f"    counted at {one.points} draws only, too few for a band")
            continue
        lines.append(f"    the assumptions leave {show(one.band.low)} to {show(one.band.high)}")
        if weighing is not None and (band := weighing.figures[n].band) is not None:
            lines.append(f"    the reports leave {show(band.low)} to {show(band.high)}")
        if one.shares is None:
            lines.append("    no more than chance: no assumption stands out")
            continue
        for name, share in one.ranked(assumptions)[:_SHOWN]:
            if share.share.estimate < _WORTH:
                break
            ends = "" if share.ends is None else f"   {_span(one, share.ends)}"
            lines.append(f"    {_percent(share.share):22}{name:42}{ends}")
        lines.append(f"    {_percent(one.shares.together):22}several together")
    return "\n".join(lines)


def _span(one: Open, ends: tuple[Interval, Interval]) -> str:
    share = one.figure.metric.proportion
    low, high = (f"{100 * end.estimate:.1f} %" if share else f"{end.estimate:.2f}" for end in ends)
    return f"{low} at its low end, {high} at its high end"


def _percent(share: Interval) -> str:
    return f"{100 * share.estimate:.0f} % ({100 * share.low:.0f}-{100 * share.high:.0f})"
