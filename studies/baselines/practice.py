"""Episodes of `Yardarm/RiffRaffPlace-v0` in which baselines learn and are scored; they need the extra `rl`."""

from __future__ import annotations

import argparse
import datetime
import math
import platform
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from typing import TypeAlias

import numpy as np

from sim.games.riff_raff.bots.learned.checkpoint import Provenance
from sim.games.riff_raff.bots.learned.features import Data
from sim.people.execution import PlaceIntent
from sim.seeds import rng
from yardarm.baselines.bots import Learned
from yardarm.baselines.practice import Table
from yardarm.envs.riff_raff_place import RiffRaffPlace

Policy: TypeAlias = Callable[[Table, np.random.Generator], PlaceIntent]
"""A choice of a placement; the stream is what it draws from, where it draws at all."""


def policy_of(bot: Learned, at: Table) -> Policy:
    """Return the placements of a bot, seated at a table, as a policy."""
    bot.sit(at.plain)
    return lambda at, _: at.meant(bot.head.place(at.view))


@dataclass(frozen=True, slots=True)
class Setting:
    """The hands that practise, and the design. config: a preset or a file; None for the shipped values."""

    hands: str = "casual"
    config: str | None = None

    @classmethod
    def given(cls, options: argparse.Namespace) -> Setting:
        """Return the setting that the options of a command name (`add_setting`)."""
        return cls(options.hands, options.config)

    @property
    def options(self) -> str:
        """The options of a command that name this setting."""
        return f"--hands {self.hands}" + ("" if self.config is None else f" --config {shlex.quote(self.config)}")


CASUAL = Setting()
"""The hands of a casual player, on the shipped design."""


def add_setting(parser: argparse.ArgumentParser) -> None:
    """Add the options from which `Setting.given` reads a setting."""
    parser.add_argument("--hands", default="casual", help="a skill profile")
    parser.add_argument("--config", help="a preset or a file: the design to practise on; the shipped one unless given")


@lru_cache(maxsize=4)
def table(setting: Setting) -> Table:
    """Return the table of a setting; one a process. Raises InputError."""
    return Table.of(RiffRaffPlace(setting.hands, setting.config))


def episode(at: Table, policy: Policy, seed: int, seen: Callable[[float, Data], None] | None = None) -> float:
    """Play one episode and return the sum of its rewards.

    seen: is called with the reward and the info of each step.
    """
    env, stream = at.env, rng(seed, "policy")
    env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        _, reward, terminated, truncated, info = env.step(env.action(policy(at, stream)))
        total += reward
        over = terminated or truncated
        if seen is not None:
            seen(reward, info)
    return total


def provenance(
    command: str, seed: int, placements: int, hands: str, configuration: str, figures: Mapping[str, float]
) -> Provenance:
    """Return where weights come from that were learned just now, on this machine."""
    return Provenance(
        command=command,
        seed=seed,
        placements=placements,
        hands=hands,
        configuration=configuration,
        figures={name: round(value, 4) for name, value in figures.items() if math.isfinite(value)},
        versions={"python": platform.python_version()}
        | {name: version(name) for name in ("yardarm", "numpy", "scipy", "pymunk", "gymnasium", "cma")},
        date=datetime.datetime.now(datetime.UTC).date().isoformat(),
    )
