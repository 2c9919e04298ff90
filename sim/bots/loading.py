"""Loading a bot in Python: of a file, a module or an entry point. Done in the bot's own process, and nowhere else."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from sim.bots.bot import Options, PythonBot, is_bot

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "yardarm.bots"
"""The group of entry points under which other packages offer bots: a class, a factory, or a function of a question."""


class NoBot(Exception):  # noqa: N818 - its message becomes part of a sentence
    """What was named is no bot. The message says why, in words without a full stop."""


def entries() -> dict[str, EntryPoint]:
    """Return the bots that are installed, by name."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def load(place: str, options: Options) -> PythonBot:
    """Return the bot of a place such as `@bot.py:Clever`, `package.module:Class` or the name of an entry point.

    Raises NoBot, and whatever the code of the bot raises.
    """
    if place.startswith("@"):
        path, _, name = place[1:].partition(":")
        found = _chosen(_of_file(Path(path)), name, path)
        named = name or Path(path).stem
    elif ":" in place:
        module, _, name = place.partition(":")
        found = _chosen(importlib.import_module(module), name, module)
        named = name or module.rpartition(".")[2]
    else:
        found, named = entries()[place].load(), place
    made = found(**options) if isinstance(found, type) or options else found
    if not is_bot(made):
        raise NoBot(
            f"expected an object with act(question, rng), or a function of a question, found {type(made).__name__}"
        )
    return PythonBot(made, named)


def _of_file(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"yardarm_bot_{path.stem}", path.resolve())
    if spec is None or spec.loader is None:
        raise NoBot(f"{path}: expected a file of Python with a bot")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _chosen(module: ModuleType, name: str, place: str) -> Any:
    """Return what a module calls by that name; without one, its `Bot` or `act`. Raises NoBot."""
    for wanted in (name,) if name else ("Bot", "act"):
        if hasattr(module, wanted):
            return getattr(module, wanted)
    raise NoBot(f"expected {name or 'a class Bot or a function act'} in {place}")
