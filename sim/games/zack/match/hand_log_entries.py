"""A throw as a line of the hand log (hand_log.py): what the hand did, and what a practised hand would have done."""

from __future__ import annotations

import math
from typing import Any, cast

from sim.errors import InputError
from sim.games.zack.bots.hand import Card
from sim.games.zack.configuration import ZackConfiguration
from sim.match.hand_log import Meant, Thrown
from sim.physics.air import Motion
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.state import Release
from sim.physics.bowl.throwing import aimed_throw, ballistic_speed
from sim.protocols import Line

MIDDLE_MM = 0.0


def _measures(motion: Motion, side: int) -> Meant:
    """Return speed, rise and backspin of a throw from that side."""
    return Meant(math.hypot(motion.vx, motion.vy), math.atan2(motion.vy, -side * motion.vx), -side * motion.omega)


def meant_throw(configuration: ZackConfiguration, side: int, x_mm: float, y_mm: float) -> Release | None:
    """Return approximately a practised hand's throw from there to the bowl's middle; None where there is none.

    An exact one takes trial shots, for which a frame is too short. So this is the throw from the usual place of hands,
    found once, with its speed scaled by the ratio of the speeds that a body without air needs from the two places.
    """
    setup, table = configuration.setup, configuration.table
    usual = usual_throw(setup, side, table.seat_distance_mm, table.hand_height_mm)
    drop, reach = y_mm - setup.bowl.depth_mm, abs(x_mm - MIDDLE_MM)
    rise = setup.throw.flick_elevation_deg
    if reach < 1 or drop + reach * math.tan(math.radians(rise)) <= 0:
        return None

    def plain(distance: float, height: float) -> float:
        return ballistic_speed(setup, math.radians(rise), distance, height - setup.bowl.depth_mm)

    factor = plain(reach, y_mm) / plain(table.seat_distance_mm, table.hand_height_mm)
    motion = usual.motion
    return Release(Motion(x_mm, y_mm, motion.angle, motion.vx * factor, motion.vy * factor, motion.omega))


def usual_throw(setup: BowlSetup, side: int, distance_mm: float, height_mm: float) -> Release:
    """Return the throw of a practised hand from the usual place of hands."""
    return aimed_throw(setup, side * distance_mm, height_mm, MIDDLE_MM)


def throw_line(configuration: ZackConfiguration, card: Card, side: int, release: Release) -> Line:
    """Return the line for a card with that release, meant for the bowl's middle."""
    motion = release.motion
    try:
        meant = meant_throw(configuration, side, motion.x, motion.y)
    except InputError:
        meant = None
    thrown = _measures(motion, side)
    return Thrown(
        card=cast(Any, card.value),
        side=cast(Any, side),
        distance_mm=abs(motion.x),
        aim_x_mm=MIDDLE_MM,
        speed_mm_s=thrown.speed_mm_s,
        elevation_rad=thrown.elevation_rad,
        spin_rad_s=thrown.spin_rad_s,
        meant=None if meant is None else _measures(meant.motion, side),
    ).line()
