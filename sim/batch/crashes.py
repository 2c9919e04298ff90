"""How matches that crashed are told: which, how, and the command that shows each again, with its traceback."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from sim.batch.job import CrashingMatch
from sim.protocols import Configuration
from sim.untrusted_text import printable

MOST_TOLD = 10
"""So many matches that crashed are told one by one on standard error."""


def crashed_text(crashed: int, matches: int) -> str:
    """`2 of 40 matches crashed and are left out`."""
    verb = "is" if crashed == 1 else "are"
    return f"{crashed} of {matches} match{'es' * (matches != 1)} crashed and {verb} left out"


def tell_crashed(poison: Sequence[CrashingMatch], configuration: Configuration, config: Path | None) -> None:
    """Name the matches that crashed on standard error, and the command that shows each again, with its traceback."""
    for crash in poison[:MOST_TOLD]:
        again = shown_again(crash, configuration, config)
        told = f"yardarm: {crash.told()}; it is left out, and seen again with: {again}"
        print(printable(told), file=sys.stderr)
    if len(poison) > MOST_TOLD:
        print(f"yardarm: {len(poison) - MOST_TOLD} more matches crashed and are left out.", file=sys.stderr)


def shown_again(crash: CrashingMatch, configuration: Configuration, config: Path | None) -> str:
    """The command that plays a match that crashed again."""
    players = ",".join(f"{seat.profile}:{seat.strategy}" for seat in crash.task.seats)
    words = ["yardarm", "watch", configuration.game, "--players", players, "--seed", str(crash.task.seed)]
    words += ["--profile", configuration.profile]
    if config is not None:
        words += ["--config", str(config)]
    return shlex.join([*words, "--text"])
