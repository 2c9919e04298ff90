"""Arguments of environments, checked: what cannot be is refused in one sentence that names it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gymnasium.error import ResetNeeded

from sim.errors import InputError
from sim.people.skill import Skill
from sim.refusals import one_of

RENDER_MODES = ("rgb_array", "ansi")


def a_skill(skills: Mapping[str, Skill], hands: str) -> Skill:
    """Return the skill of this name. Raises InputError."""
    return skills[among("hands", hands, tuple(skills))]


def among(name: str, value: Any, known: Sequence[str]) -> str:
    """Return the value of an argument if it is known. Raises InputError."""
    if value not in known:
        raise InputError(f"{name}: {one_of(value, known)}.")
    return str(value)


def a_render_mode(value: Any) -> str | None:
    """Return the mode of rendering, or None. Raises InputError."""
    return None if value is None else among("render_mode", value, RENDER_MODES)


def check_under_way(under_way: bool) -> None:
    """Raise ResetNeeded for a step before the first reset or after the end of an episode."""
    if not under_way:
        raise ResetNeeded("expected a reset before the first step of an episode, found a step")


def only(name: str, given: Mapping[str, Any] | None, known: Sequence[str]) -> Mapping[str, Any]:
    """Return the options of a reset; empty for None. Raises InputError for one that is not known."""
    unknown = next((key for key in given or {} if key not in known), None)
    if unknown is not None:
        raise InputError(f"{name}: {one_of(unknown, known)}.")
    return given or {}
