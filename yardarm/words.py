"""What the public functions take in common: players, a configuration, and refusals in the words of Python."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from sim.bots.words import TIME_S, BotWords, seated_with_bots
from sim.configuration import changed_configuration, overlaid, preset_file
from sim.configuration.default_opponents import usual_players
from sim.errors import InputError
from sim.protocols import Configuration
from sim.seat import Seat

Config: TypeAlias = str | Path | Mapping[str, Any] | None
"""A shipped preset's name, a preset's file, or what differs, as `{"ship.ball_mass_g": 90}`; None: as shipped."""
Players: TypeAlias = str | Sequence[str] | None
"""`["casual", "skilled:thumb"]`, or these words with commas between; None: the usual ones."""

_OPTION = re.compile(r"^--([a-z][a-z-]*)")
_OPTIONS = {"player": "hands", "config": "config"}


@contextmanager
def in_words_of_python() -> Iterator[None]:
    """Name an argument where a refusal names an option of the command: `slot: ...` instead of `--slot: ...`."""
    try:
        yield
    except InputError as refused:
        option = _OPTION.match(str(refused))
        if option is None:
            raise
        name = option[1].replace("-", "_")
        raise InputError(f"{_OPTIONS.get(name, name)}{str(refused)[option.end() :]}") from None


def configured(game: str, config: Config, profile: str, changes: Mapping[str, Any] | None = None) -> Configuration:
    """Return the configuration of a game, with `changes` on top. Raises InputError."""
    if config is None or isinstance(config, str | Path):
        preset, own = None if config is None else preset_file(game, Path(config)), {}
    else:
        preset, own = None, nested(config)
    changed = overlaid(own, nested(changes or {}))
    return changed_configuration(game, changed, preset=preset, profile=profile, where="config")


def nested(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return changes with dotted keys as tables in tables: `{"ship.ball_mass_g": 90}` as `{"ship": {...}}`.

    Raises InputError where one key is a part of another.
    """
    tree: dict[str, Any] = {}
    for key, value in changes.items():
        *path, last = str(key).split(".")
        table = tree
        for name in path:
            table = table.setdefault(name, {})
            if not isinstance(table, dict):
                raise InputError(f"config: {key}: expected a table at {name!r}, found {table!r}.")
        if last in table:
            raise InputError(f"config: {key}: expected each key once.")
        table[last] = nested(value) if isinstance(value, Mapping) else value
    return tree


def seated_at(
    configuration: Configuration, players: Players, bot_time_s: float = TIME_S
) -> tuple[tuple[Seat, ...], BotWords]:
    """Return the seats of players, and the bots from outside among them. Raises InputError."""
    if players is None:
        players = usual_players(configuration)
    elif isinstance(players, str):
        players = [word.strip() for word in players.split(",")]
    return seated_with_bots(players, configuration.game, "players", bot_time_s)
