"""What a result rests on, each as a digest: it changes with the values in TOML, and with what a fixed probe gives.

So it changes with the behaviour of the physics, the people and the bots, and not with how their code is written.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import cache, partial
from typing import Any

from sim.batch.job import CrashingMatch
from sim.batch.runner import run_tasks, tasks_of
from sim.configuration import digest, load_configuration
from sim.lab.fall import let_fall, sheet
from sim.lab.pile import Brick, PileSettings, run_pile
from sim.match.seats import seats_from
from sim.people.skill import shipped_skills
from sim.physics.air import shipped_air
from sim.physics.contact.impact import Ellipse, Motion, throw_at_table
from sim.physics.contact.profiles import load_profile
from sim.spec import GAMES
from studies.crowd import figures
from studies.env_versions import current

PLAYERS = ("child", "casual", "casual", "skilled")
SEED = 17
DIGITS = 3
"""The digits behind the point that count; beyond them machines may differ."""


def _rounded(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _rounded(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(part) for part in value]
    if isinstance(value, float):
        # Adding 0 makes -0.0 and 0.0 the same.
        return round(value, DIGITS) + 0.0 if math.isfinite(value) else str(value)
    return value if value is None or isinstance(value, int | str) else str(value)


def _contact() -> Any:
    profile = load_profile("play")
    plate = Ellipse(mass_g=36.4, gyration_radius_mm=19.2, a_mm=35.0, b_mm=25.0)
    thrown = throw_at_table(plate, 0.4, Motion(300.0, -800.0, 2.0), 0.2, 0.6, profile)[0]
    bricks = [
        Brick("a", 0.0, 20.0, 0.0, 80, 40),
        Brick("b", 30.0, 60.0, 0.0, 80, 40),
        Brick("c", 75.0, 100.0, 0.0, 80, 40),
    ]
    pile = run_pile(bricks, PileSettings(gravity_mm_s2=1000, table_y_mm=0, table_half_width_mm=150), profile)
    return [thrown.vx, thrown.vy, thrown.om, sorted(pile.fell), pile.moved_mm]


def _air() -> Any:
    profile, law = load_profile("play"), shipped_air()
    sheets = (sheet(63.5, 88.9, 320.0), sheet(40.0, 40.0, 70.0))
    return [let_fall(each, law.square, 1.5, 1100.0, profile).path[-1] for each in sheets]


def _people() -> Any:
    drawn = (value if isinstance(value, float) else value.estimate for value in figures(40).values())
    return [digest(shipped_skills()), *drawn]


def _match(game: str) -> Any:
    """Play a match of our bots, and return its rows beside the digest of the game's configuration."""
    configuration = load_configuration(game)
    (played,) = run_tasks(configuration, tasks_of(seats_from(PLAYERS, game), SEED, range(1)))
    assert not isinstance(played, CrashingMatch), played.description()
    return [configuration.digest, asdict(played[0]), [asdict(turn) for turn in played[1]]]


PROBES: Mapping[str, Callable[[], Any]] = {
    "contact": _contact,
    "air": _air,
    "people": _people,
    "ship": lambda: asdict(current("Yardarm/RiffRaffPlace-v0")),
    "bowl": lambda: asdict(current("Yardarm/ZackThrow-v0")),
    **{game: partial(_match, game) for game in GAMES},
}
"""What a command may rest on. ship, bowl: without bots; the games: whole matches of our bots."""


@cache
def today(what: str) -> str:
    """Return the digest of one of PROBES as it is now."""
    return digest(_rounded(PROBES[what]()))
