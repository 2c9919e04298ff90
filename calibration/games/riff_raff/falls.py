"""Pictures of what falls at Riff Raff, for which there is no common kind of chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from calibration.metrics.figures import Figure, difference, format_interval
from calibration.metrics.measured import Measured
from calibration.reports import pictures
from calibration.reports.charts import Run, alternative, few_are_grey
from calibration.reports.page import Picture
from calibration.reports.pictures import Series
from sim.batch.metrics import part_words
from sim.language import _
from sim.metrics import SHARE

_WORST = 12
"""The most cells that the words for a picture list."""


def first_falls_by_seat(runs: Sequence[Run]) -> list[Picture]:
    """Return how long each seat of a run drops nothing; nothing for several runs."""
    if len(runs) > 1:
        return []
    measured = runs[0].measured
    series = [
        Series(f"{seat.name} ({_(seat.profile)})", measured.table(f"first_fall.seat.{seat.name}.survival"))
        for seat in measured.run.seats
    ]
    series = [line for line in series if line.points]
    if not series:
        return []
    title = _("How long nobody has dropped anything, by seat")
    drawn = pictures.curve(series, _("own attempt"), _("has dropped nothing yet"), step=True, bands=False)
    return [
        Picture(
            title,
            drawn,
            alternative(title, series),
            _("Counted in own attempts; the bands are in the table."),
        )
    ]


def falls_by_slot_and_piece(runs: Sequence[Run]) -> list[Picture]:
    """Return a table of shades: falls by slot and piece, or what changed in them between two runs."""
    tables = [_cells(run.measured) for run in runs]
    rows = sorted({slot for run in runs for slot in run.measured.table("fall_rate.slot")}, key=int)
    columns = list(dict.fromkeys(piece for run in runs for piece in run.measured.table("fall_rate.piece")))
    cells: dict[tuple[str, str], tuple[Any, str, bool]] = {}
    if len(runs) == 1:
        title = _("Falls by slot and piece")
        percent = _("Percent of the attempts that drop something; below, the attempts.")
        caption = f"{percent} {few_are_grey()}"
        cells = {at: (f.interval, str(f.count), f.few) for at, f in tables[0].items()}
    else:
        title = _("What changed, by slot and piece")
        caption = _(
            "Points more ({one} less {other}) of the attempts that drop something; below, the attempts of both. Grey: "
            "too few in one of them, or the difference may be chance.",
            one=runs[0].label,
            other=runs[1].label,
        )
        paired = runs[0].measured.run.pairs_with(runs[1].measured.run)
        for at in tables[0].keys() & tables[1].keys():
            one, other = tables[0][at], tables[1][at]
            found = difference(one, other, paired)
            doubtful = one.few or other.few or not found.distance > 1
            cells[at] = (found.interval, f"{one.count}/{other.count}", doubtful)
        cells = {at: cells[at] for at in sorted(cells)}
    if not cells:
        return []
    solid = [(at, cell) for at, cell in cells.items() if not cell[2]]
    worst = sorted(solid, key=lambda item: -abs(item[1][0].estimate))[:_WORST]
    texts = "; ".join(
        _("{piece} on slot {slot}", piece=part_words(piece), slot=slot)
        + f": {format_interval(c[0], SHARE, len(runs) > 1)}"
        for (slot, piece), c in worst
    )
    alt = _(
        "{title}. The largest of {count} cells: {figures}.",
        title=title,
        count=len(cells),
        figures=texts or _("none that is known well enough"),
    )
    return [Picture(title, pictures.heat(cells, rows, columns, _("slot"), len(runs) > 1), alt, caption)]


def _cells(measured: Measured) -> Mapping[tuple[str, str], Figure]:
    return {
        (slot, piece): figure
        for slot in measured.table("fall_rate.slot")
        for piece, figure in measured.table(f"fall_rate.slot_piece.{slot}").items()
    }
