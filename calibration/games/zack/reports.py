"""What people report of Zack!, and the figure of it that the deck shows without a match."""

from __future__ import annotations

from pathlib import Path

from calibration.assumptions.reports import ReportsPart
from sim.games.zack.configuration import ZackConfiguration


def circles_per_colour(configuration: ZackConfiguration) -> float:
    """Return the number of circles of each colour in the deck."""
    return float(configuration.deck.circles_per_colour)


REPORTS = ReportsPart(Path(__file__).with_suffix(".toml"), {"circles_per_colour": circles_per_colour})
