"""Yardarm: a laboratory for dexterity games, from Python. `import yardarm as ya`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.errors import IllegalAction, InputError
    from yardarm.batches import Batch, Sweep, simulate, sweep
    from yardarm.configurations import GameConfiguration
    from yardarm.duels import Duel, duel
    from yardarm.experiments import place, slots, sway, throw
    from yardarm.leagues import League, league
    from yardarm.lists import configuration, figures, games, pieces, presets, strategies
    from yardarm.matches import Match, Question, Result, match
    from yardarm.our_strategies import strategy
    from yardarm.replays import Replay, replay
    from yardarm.reports import Report, report
    from yardarm.rulebooks import rules, start
    from yardarm.stores import Store, load
    from yardarm.suites import suite, suite_tasks
    from yardarm.tunings import Tuned, tune
    from yardarm.windows import play, watch
    from yardarm.words import BotQuestion

    __version__: str

__all__ = [
    "Batch",
    "BotQuestion",
    "Duel",
    "GameConfiguration",
    "IllegalAction",
    "InputError",
    "League",
    "Match",
    "Question",
    "Replay",
    "Report",
    "Result",
    "Store",
    "Sweep",
    "Tuned",
    "__version__",
    "configuration",
    "duel",
    "figures",
    "games",
    "league",
    "load",
    "match",
    "pieces",
    "place",
    "play",
    "presets",
    "replay",
    "report",
    "rules",
    "simulate",
    "slots",
    "start",
    "strategies",
    "strategy",
    "suite",
    "suite_tasks",
    "sway",
    "sweep",
    "throw",
    "tune",
    "watch",
]

_HOMES = {
    "sim.errors": ("IllegalAction", "InputError"),
    "yardarm.batches": ("Batch", "Sweep", "simulate", "sweep"),
    "yardarm.configurations": ("GameConfiguration",),
    "yardarm.duels": ("Duel", "duel"),
    "yardarm.experiments": ("place", "slots", "sway", "throw"),
    "yardarm.leagues": ("League", "league"),
    "yardarm.lists": ("configuration", "figures", "games", "pieces", "presets", "strategies"),
    "yardarm.matches": ("Match", "Question", "Result", "match"),
    "yardarm.replays": ("Replay", "replay"),
    "yardarm.reports": ("Report", "report"),
    "yardarm.rulebooks": ("rules", "start"),
    "yardarm.stores": ("Store", "load"),
    "yardarm.our_strategies": ("strategy",),
    "yardarm.suites": ("suite", "suite_tasks"),
    "yardarm.tunings": ("Tuned", "tune"),
    "yardarm.windows": ("play", "watch"),
    "yardarm.words": ("BotQuestion",),
}
"""The module that each public name is loaded from when it is first asked for."""


if not TYPE_CHECKING:
    # A checker is to know the names above, and no others.
    def __getattr__(name: str) -> object:
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
