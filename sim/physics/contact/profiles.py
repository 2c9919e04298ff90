"""How finely a world is stepped: profiles of precision, and an empty space that follows one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pymunk

from sim.errors import InputError
from sim.files import read_toml
from sim.refusals import one_of

GRAVITY_MM_S2 = 9806.65
TICK_HZ = 120
PROFILES_FILE = Path(__file__).with_name("profiles.toml")


@dataclass(frozen=True, slots=True)
class Profile:
    """The precision with which a world is stepped.

    A world advances in control ticks of 1/tick_hz s, each of `steps_per_tick` engine steps. `collision_slop_mm` is the
    overlap the engine leaves alone, `collision_bias` the share of a larger overlap left after one second,
    `collision_persistence` the number of steps an ended contact is remembered.
    """

    name: str
    steps_per_tick: int
    iterations: int
    collision_slop_mm: float
    collision_bias: float
    collision_persistence: int
    tick_hz: int = TICK_HZ

    @property
    def step_hz(self) -> int:
        """Engine steps per second."""
        return self.tick_hz * self.steps_per_tick

    @property
    def dt_s(self) -> float:
        """The engine's step."""
        return 1.0 / self.step_hz


_PROFILE_KEYS: dict[str, type] = {
    "steps_per_tick": int,
    "iterations": int,
    "collision_slop_mm": float,
    "collision_bias": float,
    "collision_persistence": int,
}


def _number(file: Path, key: str, entry: Any) -> float:
    value = entry.get("value") if isinstance(entry, dict) else entry
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InputError("{file}: {key}: expected a finite number, found {value!r}.", file=file, key=key, value=value)
    return value


@cache
def load_profiles(file: Path = PROFILES_FILE) -> Mapping[str, Profile]:
    """Return all profiles of a file, by name. Raises InputError."""
    profiles = {}
    for name, table in read_toml(file).items():
        values: dict[str, Any] = {}
        if not isinstance(table, dict) or set(table) != set(_PROFILE_KEYS):
            raise InputError(
                "{file}: {name}: expected exactly the keys {profile_keys}.",
                file=file,
                name=name,
                profile_keys=", ".join(_PROFILE_KEYS),
            )
        for key, kind in _PROFILE_KEYS.items():
            number = _number(file, f"{name}.{key}", table[key])
            if number <= 0 or kind(number) != number:
                raise InputError(
                    "{file}: {name}.{key}: expected a positive {kind}, found {number!r}.",
                    file=file,
                    name=name,
                    key=key,
                    kind=kind.__name__,
                    number=number,
                )
            values[key] = kind(number)
        profiles[name] = Profile(name=name, **values)
    return profiles


def load_profile(name: str, file: Path = PROFILES_FILE) -> Profile:
    """Return the profile of a file called `name`. Raises InputError for an unknown name."""
    profiles = load_profiles(file)
    if name not in profiles:
        raise InputError("--profile: {one_of}.", one_of=one_of(name, profiles))
    return profiles[name]


def new_space(profile: Profile, gravity_mm_s2: float = GRAVITY_MM_S2) -> pymunk.Space:
    """Return an empty space with gravity downwards and the profile's contact settings.

    Raises ValueError for a persistence below 1: the engine then loses every collision (a ball falls through the floor).
    """
    if profile.collision_persistence < 1:
        raise ValueError(f"collision_persistence must be at least 1, found {profile.collision_persistence}")
    space = pymunk.Space()
    space.gravity = (0.0, -gravity_mm_s2)
    space.iterations = profile.iterations
    space.collision_slop = profile.collision_slop_mm
    space.collision_bias = profile.collision_bias
    space.collision_persistence = profile.collision_persistence
    return space
