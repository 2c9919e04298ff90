"""The folders for a player's settings, matches and hand logs: the user's own, as the system defines them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from platformdirs import user_config_path, user_data_path

from sim.errors import InputError
from sim.files import output_folder, read_text
from sim.untrusted_text import read_json

NAME = "yardarm"


def settings_file() -> Path:
    """Return the file of the settings; neither it nor its folder need exist."""
    return user_config_path(NAME, appauthor=False) / "settings.json"


def matches_folder() -> Path:
    """Return the default folder for records of matches."""
    return user_data_path(NAME, appauthor=False) / "matches"


def hands_folder() -> Path:
    """Return the folder for hand logs."""
    return user_data_path(NAME, appauthor=False) / "hands"


def made(folder: Path) -> Path:
    """Return the folder, created if it does not exist. Raises InputError."""
    return output_folder(folder)


def fresh_path(folder: Path, game: str, what: str) -> Path:
    """Return a path in that folder at which no file exists; its name contains game, time and `what`."""
    now = datetime.now().astimezone()
    stem = f"{game}-{now:%Y%m%d-%H%M%S}-{what}"
    names = (stem, *(f"{stem}-{number}" for number in range(2, 1000)))
    return next(path for name in names if not (path := folder / f"{name}.jsonl").exists())


def unfinished() -> Path | None:
    """Return the newest record in the matches folder if its match was left before its end, else None."""
    try:
        latest = max(matches_folder().glob("*.jsonl"), key=lambda path: path.stat().st_mtime, default=None)
        if latest is None or latest.is_symlink():
            return None
        lines = read_text(latest).splitlines()
        stages = [read_json(line)["stage"] for line in lines[-2:]]
    except (OSError, InputError, ValueError, KeyError, TypeError):
        # An unusable file is not offered; `play --resume` reports what is wrong with it.
        return None
    return latest if len(stages) == 2 and stages[1] == "seal" and stages[0] != "end" else None
