"""What a person's hand did, as lines of the log of hands (sim/match/hand_log.py)."""

from __future__ import annotations

from sim.games.riff_raff.match.mouse_hand import Mouse
from sim.match.hand_log_schema import placement, reaction
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.carrying import Carrying
from sim.physics.ship.pieces import Stance
from sim.protocols import Line

PATH_S = 10.0
"""Of a path no more than the last so many seconds are logged: nobody's tremor is better known from a minute's wait."""


def place_line(by: str, carrying: Carrying, stance: Stance, aim_x_mm: float | None) -> Line:
    """A placement: the piece's centre of gravity tick by tick, and how it was let go.

    The speed is that with which the hand went down when the piece met wood, or when it was let go, whichever came
    first. Who aims at a mark aims to turn the piece not at all.
    """
    release, grasp = carrying.release, carrying.grasp
    assert release is not None
    path = carrying.trace[-round(PATH_S * TICK_HZ) :]
    return placement(
        grasp.kind,
        stance.name,
        grasp.slot,
        x_mm=release.x,
        angle_rad=release.angle - stance.angle,
        height_mm=None if carrying.flicked else carrying.release_height_mm,
        speed_mm_s=carrying.lowered_mm_s,
        aim_x_mm=aim_x_mm,
        aim_angle_rad=None if aim_x_mm is None else 0.0,
        path=[(x, y, angle - stance.angle) for x, y, angle in path],
        path_hz=float(TICK_HZ),
        by=by,
    )


def react_line(by: str, carrying: Carrying, mouse: Mouse) -> Line | None:
    """How soon a palm moved after something began to fall; None where nothing did, or the palm was under way.

    What was thrown moves anyway, so it is no cue.
    """
    palms = carrying.guided
    if carrying.flicked or palms.noticed_s is None or palms.moved_s is None or not palms.falls_side:
        return None
    rt_s = mouse.since(palms.moved_s, palms.noticed_s, carrying.released_s)
    return reaction("falls", 1000.0 * rt_s, correct=palms.moved_side == palms.falls_side, by=by)
