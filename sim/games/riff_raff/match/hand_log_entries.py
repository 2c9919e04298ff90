"""The lines of the hand log (sim/match/hand_log.py) about a person's placements; none of a hand that keys lead."""

from __future__ import annotations

from sim.games.riff_raff.match.mouse_hand import Mouse
from sim.match.hand_log import Placed, Reacted
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.carrying import Carrying
from sim.physics.ship.pieces import Stance
from sim.protocols import Line

PATH_S = 10.0
"""The last part of a path that is logged (s): a longer wait tells no more about a hand's tremor."""


def place_line(by: str, carrying: Carrying, stance: Stance, aim_x_mm: float | None) -> Line:
    """Return the line of a placement: the piece's centre of gravity tick by tick, and how it was let go.

    The speed is the hand's downward speed when the piece met wood or when it was let go, whichever came first. A person
    who aims at a mark (`aim_x_mm`) is taken to aim at no turn of the piece.
    """
    release, grasp = carrying.release, carrying.grasp
    assert release is not None
    path = carrying.trace[-round(PATH_S * TICK_HZ) :]
    return Placed(
        by=by,
        piece=grasp.kind,
        stance=stance.name,
        slot=grasp.slot,
        x_mm=release.x,
        angle_rad=release.angle - stance.angle,
        height_mm=None if carrying.flicked else carrying.release_height_mm,
        speed_mm_s=carrying.lowered_mm_s,
        aim_x_mm=aim_x_mm,
        aim_angle_rad=None if aim_x_mm is None else 0.0,
        path_hz=float(TICK_HZ),
        # Rounded to a micrometre, a hundredth of the steadiest hand's tremor.
        path=tuple((round(x, 3), round(y, 3), round(angle - stance.angle, 5)) for x, y, angle in path),
    ).line()


def react_line(by: str, carrying: Carrying, mouse: Mouse) -> Line | None:
    """Return the line of how soon a palm moved after a fall began; None if nothing fell, or it moved already.

    There is none after a throw either: what is thrown moves anyway, so it is no cue.
    """
    palms = carrying.guided
    if carrying.flicked or palms.noticed_s is None or palms.moved_s is None or not palms.falls_side:
        return None
    rt_s = mouse.since(palms.moved_s, palms.noticed_s, carrying.released_s)
    return Reacted(by=by, cue="falls", rt_ms=1000.0 * rt_s, correct=palms.moved_side == palms.falls_side).line()
