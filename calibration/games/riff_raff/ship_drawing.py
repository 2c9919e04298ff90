"""The ship seen from the stern, in the proportions of a run's configuration, with every slot coloured by its risk.

Colours are of one scale from pale to dark (ColorBrewer's YlOrBr, which colour-blind readers can order and which prints
in grey); each slot has its number and its figure with the interval beside it, so nothing is said by colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from calibration.metrics.figures import Figure, format_interval
from calibration.metrics.measured import Measured
from calibration.reports.charts import Run
from calibration.reports.page import Picture
from calibration.reports.pictures import WIDTH_IN, Canvas
from sim.configuration import configuration_from
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.language import N_, _
from sim.physics import Point
from sim.physics.ship.measures import Ship, Slot, Yard

SLOTS = "fall_rate_at_equal_cargo.slot"
_TITLE = N_("Risk of every slot, at equal cargo aboard")
_CAPTION = N_(
    "The ship from the stern, port on the left. Attempts that drop something, with 95 % intervals of each slot by "
    "itself: darker is more. Grey: too few attempts, or never used."
)
_WOOD, _EDGE, _INK, _SOFT, _GREY = "#f3ecdf", "#8a7a62", "#1d2227", "#545d66", "#dfe2e5"
_SHIP_WIDE_IN, _SHIP_TALL_IN, _LABEL_IN, _ROW_IN, _BAR_PT = 2.7, 4.2, 1.5, 0.36, 11.0


def ship_pictures(runs: Sequence[Run]) -> list[Picture]:
    """Return a drawing of the ship of each run, the last one first, as tables go from the other run to this one.

    All have the same scale of colours.
    """
    shown = list(reversed(runs))
    tables = [run.measured.table(SLOTS) for run in shown]
    most = max((f.interval.estimate for table in tables for f in table.values() if not f.few), default=0.0)
    found = []
    for run, table in zip(shown, tables, strict=True):
        if table:
            named = _(_TITLE) if len(runs) == 1 else f"{_(_TITLE)}: {run.label}"
            texts = "; ".join(
                _("slot {}").format(name) + f": {format_interval(f.interval, f.unit)}" for name, f in table.items()
            )
            alt = _("{title}, with 95 % intervals. {figures}.", title=named, figures=texts)
            found.append(Picture(named, draw_ship(_ship(run.measured), table, most), alt, _(_CAPTION)))
    return found


def _ship(measured: Measured) -> Ship:
    run = measured.run
    configuration = configuration_from(run.tree, run.key, run.profile, run.game)
    assert isinstance(configuration, RiffRaffConfiguration)
    return configuration.setup.ship


def draw_ship(ship: Ship, table: Mapping[str, Figure], most: float) -> bytes:
    """Draw a ship with the figures of her slots, given by number. most: the share that has the darkest colour."""
    from matplotlib import colormaps

    yards = [_strip(ship, yard) for yard in ship.yards]
    corners = [*ship.hull, *ship.mast, *(corner for strip in yards for corner in strip)]
    low, high = min(y for _, y in corners), max(y for _, y in corners)
    half = max(abs(x) for x, _ in corners)
    # Everything is drawn in inches, so that labels take the room that they need.
    scale = min(_SHIP_WIDE_IN / (2 * half), _SHIP_TALL_IN / (high - low))
    bars = {slot.number: _bar(slot, scale) for slot in ship.slots}
    rows = {
        **_spread({slot.number: bars[slot.number][0][1] for slot in ship.slots if slot.side < 0}),
        **_spread({slot.number: bars[slot.number][0][1] for slot in ship.slots if slot.side > 0}),
    }
    bottom = min(low * scale, *(y - _ROW_IN / 2 for y in rows.values())) - 0.05
    top = max(high * scale + 0.15, *(y + _ROW_IN / 2 for y in rows.values())) + 0.05
    canvas = Canvas(height_in=top - bottom, width_in=WIDTH_IN)
    axes: Any = canvas.axes
    for outline in (ship.mast, *yards, ship.hull):
        axes.fill(*zip(*((x * scale, y * scale) for x, y in outline), strict=True), facecolor=_WOOD, edgecolor=_EDGE)
    for slot in ship.slots:
        figure = table.get(str(slot.number))
        known = figure is not None and not figure.few
        share = figure.interval.estimate / most if figure is not None and known and most > 0 else 0.0
        # Squared, as risks of slots are seldom far apart. The palest and the darkest colours are left out, as paper is
        # white and text black.
        colour = colormaps["YlOrBr"](0.08 + 0.72 * min(1.0, share) ** 2) if known else _GREY
        (x, y), length, tilt = bars[slot.number]
        axes.plot(*_line((x, y), length, tilt), color=_EDGE, linewidth=_BAR_PT + 1.2, solid_capstyle="butt", zorder=3)
        axes.plot(*_line((x, y), length - 0.02, tilt), color=colour, linewidth=_BAR_PT, solid_capstyle="butt", zorder=4)
        ink = "white" if known and share > 0.9 else _INK
        axes.text(
            x,
            y,
            str(slot.number),
            color=ink,
            fontsize=8,
            fontweight="bold",
            ha="center",
            va="center_baseline",
            zorder=5,
        )
        _label(axes, slot, figure, (x + slot.side * length / 2, y), (slot.side * _LABEL_IN, rows[slot.number]))
    axes.set_xlim(-WIDTH_IN / 2, WIDTH_IN / 2)
    axes.set_ylim(bottom, top)
    axes.axis("off")
    return canvas.svg()


def _strip(ship: Ship, yard: Yard) -> list[Point]:
    """Return the corners of a yard as it lies unladen, in the ship's frame."""
    (left, right), thick = yard.ends_mm, ship.measures.yard_thickness_mm
    along, across = (
        (math.cos(yard.lies_rad), math.sin(yard.lies_rad)),
        (-math.sin(yard.lies_rad), math.cos(yard.lies_rad)),
    )
    return [
        (x * along[0] + y * across[0], yard.y_mm + x * along[1] + y * across[1])
        for x, y in ((left, 0.0), (right, 0.0), (right, thick), (left, thick))
    ]


def _bar(slot: Slot, scale: float) -> tuple[Point, float, float]:
    """Return the centre, the length and the angle of a slot's bar, in inches and radians.

    The quadrants at the bow lie behind those at the stern, so they are drawn higher.
    """
    length = (slot.wood_right_mm - slot.wood_left_mm) * scale / math.cos(slot.tilt_rad)
    thick = _BAR_PT / 72
    above = thick / 2 + (1.4 * thick if slot.half == "bow" else 0.0)
    return (slot.centre_mm * scale, slot.surface_at(slot.centre_mm) * scale + above), length, slot.tilt_rad


def _line(centre: Point, length: float, angle: float) -> tuple[list[float], list[float]]:
    """Return the two ends of a line as their x and their y."""
    x, y = math.cos(angle) * length / 2, math.sin(angle) * length / 2
    return [centre[0] - x, centre[0] + x], [centre[1] - y, centre[1] + y]


def _spread(wanted: Mapping[int, float]) -> dict[int, float]:
    """Return the heights of labels, near those wanted, from the lowest up, and at least a row apart."""
    heights: dict[int, float] = {}
    for number in sorted(wanted, key=lambda each: (wanted[each], -each)):
        heights[number] = max([wanted[number], *(height + _ROW_IN for height in heights.values())])
    # What was pushed up is shared by all.
    moved = sum(heights[number] - wanted[number] for number in heights) / max(1, len(heights))
    return {number: height - moved for number, height in heights.items()}


def _label(axes: Any, slot: Slot, figure: Figure | None, start: Point, place: Point) -> None:
    """Write a slot's number and figure beside the ship, with a line that leads there."""
    x, y = place
    axes.plot([start[0], x], [start[1], y], color=_EDGE, linewidth=0.6, zorder=2)
    text = _("never used") if figure is None else format_interval(figure.interval, figure.unit)
    estimate, _bracket, bounds = text.partition(" (")
    side = {"ha": "left" if slot.side > 0 else "right", "fontsize": 8.5}
    edge = x + slot.side * 0.05
    axes.text(edge, y + 0.015, f"{slot.number}:  {estimate}", va="bottom", color=_INK, fontweight="bold", **side)
    axes.text(edge, y - 0.015, f"({bounds}" if bounds else "", va="top", color=_SOFT, **(side | {"fontsize": 7.5}))
