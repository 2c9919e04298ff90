"""What people report of Riff Raff, and the figure of it that the ship shows without a match."""

from __future__ import annotations

import math
from pathlib import Path

from calibration.assumptions.reports import ReportsPart
from sim.games.riff_raff.cargo import heeled, load
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.swinging import Swing

_START_DEG, _AFTER_S = 10.0, 10.0


def swing_left_deg(configuration: RiffRaffConfiguration) -> float:
    """Return how far the empty ship still swings to either side (degrees) 10 s after she was let go at 10 degrees."""
    swing = Swing(configuration.setup, heeled(load(configuration.setup, ()), math.radians(_START_DEG)))
    around = range(round((_AFTER_S - 1) * TICK_HZ), round((_AFTER_S + 1) * TICK_HZ))
    angles = [swing.at(tick).hull.angle for tick in around]
    return math.degrees(max(angles) - min(angles)) / 2


REPORTS = ReportsPart(Path(__file__).with_suffix(".toml"), {"swing_left_deg": swing_left_deg})
