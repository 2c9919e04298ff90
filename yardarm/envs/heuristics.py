"""Policies that need no training: the house's own bots, as functions from an environment to an action.

`env` may be wrapped; `stream` is what a policy draws from, where it draws at all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.games.riff_raff.bots import STRATEGIES
from yardarm.envs.riff_raff_place import PlaceAction, RiffRaffPlace


def thumb(env: Any, stream: np.random.Generator) -> PlaceAction:
    """Return the placement of RiffRaffPlace that looks best at a glance, by the rule of thumb of the house's bots."""
    return _placed(env, "thumb", stream)


def look_ahead(env: Any, stream: np.random.Generator) -> PlaceAction:
    """Return the placement of RiffRaffPlace that does best in a few trials in mind, as the look-ahead bot does."""
    return _placed(env, "lookahead", stream)


def _placed(env: Any, strategy: str, stream: np.random.Generator) -> PlaceAction:
    table = env.unwrapped
    assert isinstance(table, RiffRaffPlace)
    return table.action(STRATEGIES[strategy].place(table.view, stream))
