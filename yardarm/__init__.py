"""Yardarm: a laboratory for dexterity games, from Python. `import yardarm as ya`."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.errors import IllegalAction, InputError
    from yardarm.batches import simulate, sweep
    from yardarm.duels import duel
    from yardarm.experiments import place, sway, throw
    from yardarm.leagues import league
    from yardarm.matches import Match, Question, Result, games, match
    from yardarm.replays import Replay, replay
    from yardarm.rulebooks import rules, start
    from yardarm.strategies import strategy
    from yardarm.suites import suite, suite_tasks

__all__ = [
    "IllegalAction",
    "InputError",
    "Match",
    "Question",
    "Replay",
    "Result",
    "__version__",
    "duel",
    "games",
    "league",
    "match",
    "place",
    "replay",
    "rules",
    "simulate",
    "start",
    "strategy",
    "suite",
    "suite_tasks",
    "sway",
    "sweep",
    "throw",
]

_HOMES = {
    "sim.errors": ("IllegalAction", "InputError"),
    "yardarm.batches": ("simulate", "sweep"),
    "yardarm.duels": ("duel",),
    "yardarm.experiments": ("place", "sway", "throw"),
    "yardarm.leagues": ("league",),
    "yardarm.matches": ("Match", "Question", "Result", "games", "match"),
    "yardarm.replays": ("Replay", "replay"),
    "yardarm.rulebooks": ("rules", "start"),
    "yardarm.strategies": ("strategy",),
    "yardarm.suites": ("suite", "suite_tasks"),
}
"""The module that each public name is loaded from when it is first asked for."""


def __getattr__(name: str) -> Any:
    """Load a public name. Raises AttributeError."""
    if name == "__version__":
        from yardarm.command import installed_version

        return installed_version()
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module 'yardarm' has no attribute {name!r}")
    from importlib import import_module

    from yardarm.rooms import check_rooms

    check_rooms()
    found = globals()[name] = getattr(import_module(home), name)
    return found


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
