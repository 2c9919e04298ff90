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
from typing import Any, TypeAlias

import numpy as np

from sim.games.riff_raff.bots.learned.checkpoint import Provenance
from sim.games.riff_raff.bots.learned.features import Data, Features, Places
from sim.games.riff_raff.match.intents import Place
from sim.games.riff_raff.match.questions import range_mm, table_of, view_of
from sim.match.turn_based import Question
from sim.people.execution import PlaceIntent
from sim.seeds import rng
from yardarm.baselines.bots import Learned
from yardarm.envs.riff_raff_place import ME, PlaceAction, RiffRaffPlace

Policy: TypeAlias = Callable[["Table", np.random.Generator], PlaceIntent]
"""A choice of a placement; the stream is what it draws from, where it draws at all."""


@dataclass(frozen=True, slots=True)
class Table:
    """A ship that is loaded in the environment, with what a bot at a table would be given."""

    env: RiffRaffPlace
    plain: dict[str, Any]
    features: Features

    @classmethod
    def of(cls, env: Any) -> Table:
        """Return the table of a RiffRaffPlace, which may be wrapped."""
        inner = env.unwrapped
        assert isinstance(inner, RiffRaffPlace)
        plain = table_of(inner.configuration)
        return cls(inner, plain, Features(plain))

    @property
    def view(self) -> Data:
        """What a bot sees now, as plain data."""
        return view_of(Question((ME,), Place, self.env.view))

    def places(self) -> Places:
        """Return the places that are there for the pieces in the hand."""
        return self.features.places(self.view)

    def action(self, answer: Data) -> PlaceAction:
        """Return the action of the environment that means a bot's answer."""
        return self.env.action(self.meant(answer))

    def by(self, bot: Learned) -> Policy:
        """Return the placements of a bot, seated here, as a policy."""
        bot.sit(self.plain)
        return lambda at, _: at.meant(bot.head.place(at.view))

    def meant(self, answer: Data) -> PlaceIntent:
        """Return the placement that a bot's answer means."""
        if "stance" in answer:
            return PlaceIntent(answer["piece"], answer["stance"], answer["slot"], answer["x_mm"])
        # As the match completes it: the first stance, in the middle of what is allowed.
        kind, slot = answer["piece"], self.env.slot
        stance = next(iter(self.plain["pieces"][kind]["stances"]))
        return PlaceIntent(kind, stance, slot, sum(range_mm(self.env.configuration.setup, slot, kind, stance)) / 2.0)


@dataclass(frozen=True, slots=True)
class Setting:
    """Whose hands practise, and on which design. config: a preset or a file; None for the shipped values."""

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


def positive(text: str) -> int:
    """Return a whole number of at least 1, as argparse reads an option. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1, found {text!r}")
    return int(text)
