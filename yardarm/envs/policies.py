"""Policies that need no training: the house's own bots, as functions from an environment to an action.

`env` may be wrapped; `stream` is what a policy draws from, where it draws at all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sim.games.riff_raff.bots import STRATEGIES
from yardarm.envs.numbers import Numbers
from yardarm.envs.riff_raff_hand import RiffRaffHand
from yardarm.envs.riff_raff_place import PlaceAction, RiffRaffPlace

_HOVER_MM, _OVER_MM, _LOWER_MM = 10.0, 2.0, 1.5
_CALM_RAD_S = 0.1
_DOWN_MM = 3.0


Policy = Callable[[Any, np.random.Generator], Any]


def fixed_action(space: Any, stream: np.random.Generator) -> Any:
    """Return an action of a space as the fixed policy draws it: uniformly, and not by the space's own means.

    Raises TypeError for a space other than a Discrete, a MultiDiscrete or a bounded Box.
    """
    from gymnasium import spaces

    match space:
        case spaces.Discrete():
            return int(space.start) + math.floor(stream.random() * int(space.n))
        case spaces.MultiDiscrete():
            return (space.start + np.floor(stream.random(space.shape) * space.nvec)).astype(space.dtype)
        case spaces.Box() if space.is_bounded():
            return (space.low + stream.random(space.shape) * (space.high - space.low)).astype(space.dtype)
    raise TypeError(f"expected a Discrete, a MultiDiscrete or a bounded Box, found {space}")


def at_random(env: Any, stream: np.random.Generator) -> Any:
    """Return any action, each with the same chance."""
    return fixed_action(env.action_space, stream)


def simple(env: Any, stream: np.random.Generator) -> PlaceAction:
    """Return the placement of RiffRaffPlace that looks best at a glance, as the simple bot does."""
    return _placed(env, "simple", stream)


def look_ahead(env: Any, stream: np.random.Generator) -> PlaceAction:
    """Return the placement of RiffRaffPlace that does best in a few trials in mind, as the look-ahead bot does."""
    return _placed(env, "lookahead", stream)


def _placed(env: Any, strategy: str, stream: np.random.Generator) -> PlaceAction:
    table = env.unwrapped
    assert isinstance(table, RiffRaffPlace)
    return table.action(STRATEGIES[strategy].place(table.view, stream))


def at_the_middle(_env: Any, _stream: np.random.Generator) -> Numbers:
    """Return the throw of ZackThrow at the middle of the bowl, at the usual pace."""
    return np.zeros(2, np.float32)


def set_down(env: Any, stream: np.random.Generator) -> Numbers:
    """Return the move of RiffRaffHand that carries the piece over a free place, lowers it, and opens on the wood.

    It waits above the place until the ship is calm.
    """
    hand = env.unwrapped
    assert isinstance(hand, RiffRaffHand)
    attempt = hand.attempt
    world = attempt.world
    stance = world.setup.pieces[attempt.kind].stances[attempt.stance]
    there = hand.room_mm
    # The hand's own place, since a piece that is followed while it swings swings the more.
    away = there - world.to_ship(hand.hand_mm)[0]
    height = hand.piece_place[1] + stance.seat_mm - _top_mm(hand, there)
    over = abs(away) < _OVER_MM
    calm = abs(world.hull.angular_velocity) < _CALM_RAD_S or height < _HOVER_MM / 2
    down = -_LOWER_MM if over and calm else _HOVER_MM - height
    opens = abs(away) < 2 * _OVER_MM and height < (_DOWN_MM if attempt.touched else 0.0)
    if not over and height < _HOVER_MM / 2 and not attempt.touched:
        away = 0.0  # up first, so as not to push what lies there
    hull = world.hull.angle
    cos, sin = np.cos(hull), np.sin(hull)
    move = np.array([cos * away - sin * down, sin * away + cos * down]) / hand.step_mm
    return np.array([*np.clip(move, -1.0, 1.0), 0.0, 1.0 if opens else -1.0], np.float32)


def _top_mm(hand: RiffRaffHand, there: float) -> float:
    """Return the height (mm, ship's frame) of what the piece comes to lie on at a place: wood, or cargo on it."""
    attempt, slot = hand.attempt, hand.attempt.slot
    top = slot.surface_at(there)
    left, right = hand.section.sides(hand.piece_place[2])
    cargo, poses = attempt.world.ship_frame()
    row = attempt.row
    for piece, (x, y, angle) in zip(cargo, poses.tolist(), strict=True):
        meets = piece.name != attempt.name and (None in (row, piece.layer) or row == piece.layer)
        port, low, starboard, high = piece.section.extent(angle)
        above = slot.surface_mm < y + high and y + low < slot.ceiling_mm
        if meets and above and x + port < there + right and there + left < x + starboard:
            top = max(top, y + high)
    return top


POLICIES: Mapping[str, Mapping[str, Policy]] = {
    "Yardarm/RiffRaffPlace-v0": {"at random": at_random, "simple": simple, "looking ahead": look_ahead},
    "Yardarm/RiffRaffHand-v0": {"at random": at_random, "set down on a free place": set_down},
    "Yardarm/ZackThrow-v0": {"at random": at_random, "at the middle, at the usual pace": at_the_middle},
}
"""The shipped policies of each environment, chance first."""
