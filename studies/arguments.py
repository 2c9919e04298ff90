"""The options that the command lines of several studies share, and what becomes of a refusal."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sim.errors import InputError
from sim.statistics import Interval


def positive(text: str) -> int:
    """Return a whole number of at least 1, as argparse reads an option. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1, found {text!r}")
    return int(text)


_OPTIONS: dict[str, dict[str, Any]] = {
    "config": {"type": Path, "metavar": "FILE.toml", "help": "a preset, or a shipped one, such as family"},
    "jobs": {"type": positive, "default": 1, "metavar": "N", "help": "processes; they change no number"},
    "json": {"action": "store_true", "help": "print one JSON object"},
    "matches": {"type": positive, "metavar": "N"},
    "out": {"type": Path, "required": True, "metavar": "DIR", "help": "the folder for tables and pictures"},
    "profile": {"choices": ("draft", "play", "reference"), "default": "play"},
    "seed": {"type": int, "default": 1, "metavar": "N"},
    "trials": {"type": positive, "metavar": "N", "help": "how often the experiment is done"},
}


def parser(document: str | None, *options: str, **defaults: object) -> argparse.ArgumentParser:
    """Return a parser of these options; `document` describes the study, `defaults` take the place of the usual ones."""
    made = argparse.ArgumentParser(description=document, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in options:
        made.add_argument(f"--{name}", **_OPTIONS[name])
    made.set_defaults(**defaults)
    return made


def print_json(found: object) -> None:
    """Print one JSON object; an interval in it becomes its estimate and bounds."""
    print(json.dumps(found, default=Interval.to_json, allow_nan=False))


def run(main: Callable[[], None]) -> None:
    """Do the work of a command; a refusal is printed on standard error, and the exit code is 2."""
    try:
        main()
    except InputError as refusal:
        print(refusal, file=sys.stderr)
        sys.exit(2)
