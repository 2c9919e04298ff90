"""Where a player's settings, matches and logs of hands lie: the user's own folders, as the system has them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from platformdirs import user_config_path, user_data_path

from sim.errors import InputError
from sim.files import output_folder, read_text
from sim.untrusted_text import read_json

NAME = "yardarm"


def settings_file() -> Path:
    """The file of the settings; neither it nor its folder need be there."""
    return user_config_path(NAME, appauthor=False) / "settings.json"


def matches_folder() -> Path:
    """Where the records of matches go unless told otherwise."""
    return user_data_path(NAME, appauthor=False) / "matches"


def hands_folder() -> Path:
    """Where the logs of hands go."""
    return user_data_path(NAME, appauthor=False) / "hands"


def made(folder: Path) -> Path:
    """The folder, made where it is not there. Raises InputError."""
    return output_folder(folder)


def fresh_path(folder: Path, game: str, what: str) -> Path:
    """A path in that folder at which nothing is yet; its name tells the game, the moment and what it is."""
    now = datetime.now().astimezone()
    stem = f"{game}-{now:%Y%m%d-%H%M%S}-{what}"
    names = (stem, *(f"{stem}-{number}" for number in range(2, 1000)))
    return next(path for name in names if not (path := folder / f"{name}.jsonl").exists())


def unfinished() -> Path | None:
    """The record of the match that was left last, if the latest of all was left before its end."""
    try:
        latest = max(matches_folder().glob("*.jsonl"), key=lambda path: path.stat().st_mtime, default=None)
        if latest is None or latest.is_symlink():
            return None
        lines = read_text(latest).splitlines()
        stages = [read_json(line)["stage"] for line in lines[-2:]]
    except (OSError, InputError, ValueError, KeyError, TypeError):
        # Nothing to go on with that could be shown to work; the verb's --resume tells what is wrong with a file.
        return None
    return latest if len(stages) == 2 and stages[1] == "seal" and stages[0] != "end" else None
