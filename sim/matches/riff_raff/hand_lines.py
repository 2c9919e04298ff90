"""What a person's hand did, as lines of the log of hands (sim/matches/hand_log.py)."""

from __future__ import annotations

from sim.matches.match import Line
from sim.matches.riff_raff.mouse import Mouse
from sim.physics.carrying import Carrying
from sim.physics.contact import TICK_HZ

PATH_S = 10.0
"""Of a path no more than the last so many seconds are logged: nobody's tremor is better known from a minute's wait."""


def place_line(carrying: Carrying, stance: str, stance_angle: float) -> Line:
    """A placement: the piece's centre of gravity (ship's frame) tick by tick, and how it was let go.

    `angle_rad` is what it was turned beyond its stance; `speed_mm_s` how fast the hand went down when the piece met
    wood, or when it was let go, whichever came first.
    """
    release, grasp = carrying.release, carrying.grasp
    assert release is not None
    return {
        "move": "place",
        "piece": grasp.kind,
        "stance": stance,
        "slot": grasp.slot,
        "aim_x_mm": None,
        "x_mm": release.x,
        "aim_angle_rad": None,
        "angle_rad": release.angle - stance_angle,
        "height_mm": None if carrying.flicked else carrying.release_height_mm,
        "speed_mm_s": carrying.lowered_mm_s,
        "path_hz": TICK_HZ,
        "path": [
            [round(x, 3), round(y, 3), round(angle, 5)] for x, y, angle in carrying.trace[-round(PATH_S * TICK_HZ) :]
        ],
    }


def react_line(carrying: Carrying, mouse: Mouse) -> Line | None:
    """How soon a palm moved after something began to fall; None where nothing did, or the palm was under way.

    What was thrown moves anyway, so it is no cue.
    """
    palms = carrying.guided
    if carrying.flicked or palms.noticed_s is None or palms.moved_s is None or not palms.falls_side:
        return None
    rt_s = mouse.since(palms.moved_s, palms.noticed_s, carrying.released_s)
    return {
        "move": "react",
        "cue": "falls",
        "bits": 0.0,
        "conflict": False,
        "rt_ms": 1000.0 * rt_s,
        "correct": palms.moved_side == palms.falls_side,
    }
