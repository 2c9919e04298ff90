"""Draw the picture of the house in docs/explanation/design.md: `python -m studies.house docs/pictures/house.png`."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sim.files import write_whole

if TYPE_CHECKING:
    from matplotlib.patches import FancyBboxPatch

# Each floor from the ground up: the rooms on it, and what a room is for.
FLOORS: tuple[tuple[tuple[str, str], ...], ...] = (
    (("ground", "errors, files, seeds, statistics, measures, wire, spec, protocols, rules_frame"),),
    (("sim/physics", "contact, ship, bowl, tapis, air, pointer"),),
    (("sim/people", "skill, reaction, motor, execution"),),
    (("sim/configuration", "shipped data + preset"),),
    (("sim/match", "turn-based and simultaneous matches; records, replays, human input"),),
    (
        ("sim/batch", "jobs, engines, stores, metrics"),
        ("sim/forecast", "an attempt tried in the background"),
        ("sim/referee", "rules behind a pipe"),
    ),
    (
        ("sim/games/riff_raff", "rules, bots, match, metrics, spec"),
        ("sim/games/zack", "rules, bots, match, metrics, spec"),
        ("sim/games/zigzag", "rules, bots, match, metrics, spec"),
        ("sim/games/zatre", "rules, bots, match, metrics, spec"),
    ),
    (
        ("sim/lab, verbs", "one experiment, many times"),
        ("scenes", "window, layout, play, board, games/GAME"),
        ("calibration", "fit, tuning, reports, league"),
    ),
    (("yardarm", "the command, and Python's front door"),),
)
_COLOURS = ("#e8e3d8", "#d5e4ee", "#dfeadb", "#dfeadb", "#f4e6c8", "#f4e6c8", "#f3d5c6", "#e2d9ee", "#ffffff")
_WIDE, _HIGH, _GAP = 12.0, 0.8, 0.22


def picture() -> bytes:
    """Return the floors of the house as a PNG, the ground below; arrows of imports run down only."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.6, 7.2), dpi=100)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(-0.2, _WIDE + 0.2)
    axes.set_ylim(-0.2, len(FLOORS) * (_HIGH + _GAP))
    axes.axis("off")
    for number, (rooms, colour) in enumerate(zip(FLOORS, _COLOURS, strict=True)):
        width = (_WIDE - _GAP * (len(rooms) - 1)) / len(rooms)
        for place, (name, what) in enumerate(rooms):
            x, y = place * (width + _GAP), number * (_HIGH + _GAP)
            axes.add_patch(_box(x, y, width, colour))
            axes.text(x + 0.15, y + 0.55, name, va="center", weight="bold", fontsize=9)
            axes.text(x + 0.15, y + 0.23, what, va="center", fontsize=7.5, color="#333333")
        if number:
            axes.annotate(
                "", (_WIDE / 2, number * (_HIGH + _GAP) - _GAP), (_WIDE / 2, number * (_HIGH + _GAP)),
                arrowprops={"arrowstyle": "->", "color": "#555555"},
            )  # fmt: skip
    kept = io.BytesIO()
    figure.savefig(kept, format="png", metadata={"Software": None})
    return kept.getvalue()


def _box(x: float, y: float, width: float, colour: str) -> FancyBboxPatch:
    from matplotlib.patches import FancyBboxPatch

    return FancyBboxPatch((x, y), width, _HIGH, "round,pad=0,rounding_size=0.1", facecolor=colour, edgecolor="#777777")


if __name__ == "__main__":
    write_whole(Path(sys.argv[1]), picture())
