"""The picture of Zack!'s bowl: where cards come down, and on which side those that miss leave it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from calibration.metrics.figures import Figure
from calibration.metrics.measured import Measured
from calibration.reports.charts import Run
from calibration.reports.page import Picture
from calibration.reports.pictures import COLOURS, Canvas
from sim.configuration import configuration_from
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.metrics import SPOT_MM, way_words
from sim.games.zack.rows import WAYS
from sim.language import _
from sim.physics.bowl.measures import BowlSetup

_HIT, _MISS, _INK, _SOFT = COLOURS[0], COLOURS[1], "#1d2227", "#545d66"
_BESIDE_MM, _MOST_BESIDE_MM = (58.0, 28.0), 160.0
"""The least that is drawn of the table beside the bowl, along and across the throw: room for words; and the most."""
_SHOWN = 0.985
"""The share of the cards that the picture holds; the others came down farther out."""
_BARS_MM = 70.0
"""The height of the tallest bar over the section."""
_WIDTH_IN = 5.2


def bowl_picture(measured: Measured, label: str = "") -> Picture | None:
    """Return the picture of a run's bowl; None where the store does not hold where cards come down.

    label: of the run among several.
    """
    counts = measured.spots
    if not counts:
        return None
    setup = _setup(measured)
    ways = measured.table("miss_way")
    title = _("Where cards come down") + (f": {label}" if label else "")
    drawn = sum(counts.values())
    missed = sum(count for (*_cell, what), count in counts.items() if what != "hit")
    words = "; ".join(f"{_(way_words(way))} {figure.text}" for way, figure in ways.items())
    m = setup.bowl
    alt = _(
        "{title}: the bowl from above and in section, {long:g} by {wide:g} mm and {deep:g} mm deep, with {cards} "
        "cards, of which {missed} miss. Of all cards, with 95 % intervals: {ways}.",
        title=title,
        long=m.opening_mm,
        wide=m.width_mm,
        deep=m.depth_mm,
        cards=drawn,
        missed=missed,
        ways=words,
    )
    caption = _(
        "{cards} cards ({missed} miss, orange) where their middles come down to the height of the rim, with nothing in "
        "their way; all turned so that they are thrown from the left. Top: seen from above, darker where more come "
        "down. Bottom: the section, and how many come down where. In percent: of all cards, those that leave on that "
        "side, with 95 % intervals.",
        cards=drawn,
        missed=missed,
    )
    return Picture(title, _draw(setup, counts, ways), alt, caption)


def _setup(measured: Measured) -> BowlSetup:
    run = measured.run
    found = configuration_from(run.tree, run.key, run.profile, run.game)
    assert isinstance(found, ZackConfiguration)
    return found.setup


def _draw(setup: BowlSetup, counts: Mapping[tuple[int, int, str], int], ways: Mapping[str, Figure]) -> bytes:
    half_x = _extent(counts, 0, setup.half_outside_mm)
    half_y = _extent(counts, 1, setup.half_width_mm + setup.bowl.wall_thickness_mm)
    foot, above = 14.0, _BARS_MM + 12.0
    heights = 2 * half_y, setup.bowl.depth_mm + foot + above
    canvas = Canvas(height_in=(_WIDTH_IN - 0.6) * sum(heights) / (2 * half_x) + 0.75, width_in=_WIDTH_IN)
    canvas.drawing.delaxes(canvas.axes)
    plan, section = canvas.drawing.subplots(2, 1, sharex=True, height_ratios=heights)
    for axes in (plan, section):
        axes.set_aspect("equal")
        axes.grid(visible=False)
        axes.set_xlim(-half_x, half_x)
    plan.set_ylim(-half_y, half_y)
    section.set_ylim(-foot, setup.bowl.depth_mm + above)
    _plan(plan, setup, counts, ways, half_x, half_y)
    _section(section, setup, counts)
    plan.set_ylabel(_("mm to the side"))
    section.set_ylabel(_("mm high"))
    section.set_yticks([tick for tick in (0, 20, 40, 60, 80) if tick <= setup.bowl.depth_mm])
    section.set_xlabel(_("mm beyond the bowl's middle"))
    return canvas.svg()


def _extent(counts: Mapping[tuple[int, int, str], int], axis: int, bowl_mm: float) -> float:
    """Return how far from the middle the picture reaches along an axis: to nearly all cards, past the bowl."""
    far: Counter[float] = Counter()
    for (along, across, _what), count in counts.items():
        far[SPOT_MM * (abs((along, across)[axis] + 0.5) + 0.5)] += count
    needed, total = 0.0, 0
    for distance in sorted(far):
        needed, total = distance, total + far[distance]
        if total >= _SHOWN * sum(far.values()):
            break
    return min(bowl_mm + _MOST_BESIDE_MM, max(bowl_mm + _BESIDE_MM[axis], needed + 5.0))


def _plan(
    axes: Any,
    setup: BowlSetup,
    counts: Mapping[tuple[int, int, str], int],
    ways: Mapping[str, Figure],
    half_x: float,
    half_y: float,
) -> None:
    """Draw the bowl from above with the cards that come down, and the shares that leave on each side."""
    from matplotlib import colormaps
    from matplotlib.patches import Ellipse, Rectangle

    blues = colormaps["YlGnBu"]
    hits: Counter[tuple[int, int]] = Counter()
    misses: Counter[tuple[int, int]] = Counter()
    for (along, across, what), count in counts.items():
        (hits if what == "hit" else misses)[along, across] += count
    most = max(hits.values(), default=1)
    for (along, across), count in sorted(hits.items()):
        # Pale cells are still seen on white paper.
        face = blues(0.12 + 0.75 * math.sqrt(count / most))
        axes.add_patch(Rectangle((SPOT_MM * along, SPOT_MM * across), SPOT_MM, SPOT_MM, facecolor=face, linewidth=0))
    for (along, across), count in sorted(misses.items()):
        middle = SPOT_MM * (along + 0.5), SPOT_MM * (across + 0.5)
        size = 7.0 * min(4.0, math.sqrt(count))
        axes.scatter(*middle, s=size, marker="x", color=_MISS, linewidth=0.9, alpha=0.85, zorder=3)
    rims = (setup.half_opening_mm, setup.half_width_mm, 1.6, "-"), (setup.half_floor_mm, setup.half_width_mm, 0.8, ":")
    for wide, deep, width, line in rims if setup.half_floor_mm < setup.half_opening_mm - 1 else rims[:1]:
        look: Any = {"fill": False, "edgecolor": _INK, "linewidth": width, "linestyle": line, "zorder": 4}
        if setup.bowl.round:
            axes.add_patch(Ellipse((0.0, 0.0), 2 * wide, 2 * wide, **look))
        else:
            axes.add_patch(Rectangle((-wide, -deep), 2 * wide, 2 * deep, **look))
    card = setup.plate.length_mm, setup.plate.span_mm
    at = half_x - card[0] - 6.0, half_y - card[1] - 6.0
    if at[0] > setup.half_outside_mm + 4.0:
        look = {"fill": False, "edgecolor": _SOFT, "linewidth": 0.9, "linestyle": "--"}
        middle = at[0] + card[0] / 2, at[1] + card[1] / 2
        axes.add_patch(Ellipse(middle, *card, **look) if setup.plate.round else Rectangle(at, *card, **look))
        axes.text(
            at[0] + card[0] / 2, at[1] + card[1] / 2, _("a card"), ha="center", va="center", fontsize=7, color=_SOFT
        )
    places = {
        "short": ((-setup.half_outside_mm - 4.0, 0.0), {"ha": "right", "va": "center"}),
        "beyond": ((setup.half_outside_mm + 4.0, 0.0), {"ha": "left", "va": "center"}),
        # In corners, as most of the cards that these two count come down above and below the bowl's middle.
        "side": ((-half_x + 3.0, half_y - 2.0), {"ha": "left", "va": "top"}),
        "out_again": ((half_x - 3.0, -half_y + 2.0), {"ha": "right", "va": "bottom"}),
    }
    for way in WAYS:
        if way in ways:
            at, how = places[way]
            share, _bracket, bounds = ways[way].text.partition(" (")
            # Beside the bowl there is less room than in the corners.
            apart = "\n" if way in ("short", "beyond") else " "
            text = f"{_(way_words(way))}\n{share}{apart}({bounds}"
            axes.text(
                *at,
                text,
                fontsize=7.5,
                color=_SOFT if ways[way].few else _INK,
                linespacing=1.25,
                zorder=5,
                bbox=_PAPER,
                **how,
            )
    axes.annotate(
        "",
        xy=(-half_x + 34.0, -half_y + 9.0),
        xytext=(-half_x + 5.0, -half_y + 9.0),
        arrowprops={"arrowstyle": "->", "color": _SOFT},
    )
    axes.text(-half_x + 5.0, -half_y + 13.0, _("thrown"), fontsize=7.5, color=_SOFT, va="bottom")


_PAPER = {"facecolor": "white", "alpha": 0.78, "edgecolor": "none", "pad": 1.0}


def _section(axes: Any, setup: BowlSetup, counts: Mapping[tuple[int, int, str], int]) -> None:
    """Draw the section with the cards that come down over it, as bars."""
    from matplotlib.patches import Circle, Polygon

    hits: Counter[int] = Counter()
    misses: Counter[int] = Counter()
    for (along, _across, what), count in counts.items():
        (hits if what == "hit" else misses)[along] += count
    most = max((hits[at] + misses[at] for at in hits | misses), default=1)
    scale, rim = _BARS_MM / most, setup.bowl.depth_mm + 4.0
    for at in sorted(hits | misses):
        left, hit, miss = SPOT_MM * at, scale * hits[at], scale * misses[at]
        axes.bar(left, hit, 0.9 * SPOT_MM, rim, align="edge", color=_HIT, alpha=0.6, linewidth=0)
        axes.bar(left, miss, 0.9 * SPOT_MM, rim + hit, align="edge", color=_MISS, alpha=0.9, linewidth=0)
    axes.axhline(0.0, color=_SOFT, linewidth=0.8)
    for part in setup.parts():
        axes.add_patch(Polygon(part, closed=True, facecolor=_INK, edgecolor=_INK, linewidth=0.6))
    for centre in setup.rims():
        axes.add_patch(Circle(centre, setup.bowl.rim_radius_mm, color=_INK))


def bowl_pictures(runs: Sequence[Run]) -> list[Picture]:
    found = (bowl_picture(run.measured, run.label if len(runs) > 1 else "") for run in runs)
    return [picture for picture in found if picture is not None]
