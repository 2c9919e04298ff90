"""Arguments and actions of environments, checked: what cannot be is refused in one sentence that names it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from sim.errors import InputError, whole
from sim.people.skill import Skill
from sim.refusals import one_of
from sim.untrusted_text import quoted

RENDER_MODES = ("rgb_array", "ansi")


def a_skill(skills: Mapping[str, Skill], hands: str) -> Skill:
    """Return the skill of this name. Raises InputError."""
    return skills[among("hands", hands, tuple(skills))]


def among(name: str, value: Any, known: Sequence[str]) -> str:
    """Return the value of an argument if it is known. Raises InputError."""
    if value not in known:
        raise InputError("{name}: {one_of}.", name=name, one_of=one_of(value, known))
    return str(value)


def a_render_mode(value: Any, known: Sequence[str] = RENDER_MODES) -> str | None:
    """Return the mode of rendering, or None. Raises InputError."""
    return None if value is None else among("render_mode", value, known)


def an_action(space: spaces.Space[Any], action: Any, name: str = "action") -> Any:
    """Return an action as its space has it: a whole number of a Discrete, an array of finite numbers of a Box.

    Numbers beyond the ends of a Box are left as they are. Raises InputError.
    """
    if isinstance(action, np.ndarray) and action.shape == ():
        action = action[()]
    if isinstance(space, spaces.Discrete):
        return whole(name, action, int(space.start), int(space.start + space.n) - 1)
    assert isinstance(space, spaces.Box)
    expected = f"{name}: expected {math.prod(space.shape)} finite numbers"
    try:
        numbers = np.asarray(action)
    except ValueError:
        raise InputError("{expected}, found {action}.", expected=expected, action=quoted(action)) from None
    if numbers.shape != space.shape or numbers.dtype.kind not in "fiu":
        raise InputError("{expected}, found {action}.", expected=expected, action=quoted(action))
    odd = np.flatnonzero(~np.isfinite(numbers))
    if odd.size:
        raise InputError(
            "{expected}, found {flat} as number {odd}.", expected=expected, flat=numbers.flat[odd[0]], odd=odd[0] + 1
        )
    return numbers.astype(np.float64)


def check_under_way(under_way: bool) -> None:
    """Raise ResetNeeded for a step before the first reset or after the end of an episode."""
    if not under_way:
        raise ResetNeeded("expected a reset before the first step of an episode, found a step")


def only(name: str, given: Mapping[str, Any] | None, known: Sequence[str]) -> Mapping[str, Any]:
    """Return the options of a reset; empty for None. Raises InputError for one that is not known."""
    unknown = next((key for key in given or {} if key not in known), None)
    if unknown is not None:
        raise InputError("{name}: {one_of}.", name=name, one_of=one_of(unknown, known))
    return given or {}
