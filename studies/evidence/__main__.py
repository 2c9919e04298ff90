"""Make the page of evidence: `python -m studies.evidence [--make [NAME ...]] [--stale] [--data DIR]`.

Without options it writes docs/evidence.md from what is stored. `--make` runs commands first: those named, those of the
sections named by their anchors, or all; with `--stale` only what is out of date of these. What a command gave is stored
as soon as it has ended. `--data` is the folder that stands for DATA in a command.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import shlex
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sim.errors import InputError
from sim.files import write_whole
from studies import arguments
from studies.evidence import digests
from studies.evidence.page import PAGE, STORE, stored, text, ways, why_stale
from studies.evidence.rows import DATA, ROOT, Command, pick, read


def chosen(names: Sequence[str]) -> list[Command]:
    """Return the commands of these names and anchors, or all. Raises InputError for another word."""
    commands, sections = read()
    by_word = {section.anchor: [commands[row.command] for row in section.rows] for section in sections}
    by_word |= {name: [command] for name, command in commands.items()}
    unknown = [name for name in names if name not in by_word]
    if unknown:
        raise InputError(f"--make: expected names of commands or sections, found {unknown[0]!r}.")
    found = [command for name in names or commands for command in by_word[name]]
    return list({command.name: command for command in found}.values())


def made(command: Command, data: Path | None) -> dict[str, Any]:
    """Run a command and return what is stored of it. Raises InputError if it fails or says too little."""
    if DATA in command.run and data is None:
        raise InputError(f"{command.name}: expected --data DIR, the folder of open measurements.")
    words = [word.replace(DATA, str(data)) for word in shlex.split(command.run)]
    words[:1] = {"python": [sys.executable], "yardarm": [sys.executable, "-m", "yardarm"]}[words[0]]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        printed = json.loads(done.stdout)
        figures = {way: _rounded(pick(printed, way)) for way in ways(command.name)}
    except (ValueError, LookupError, TypeError, StopIteration) as error:
        raise InputError(
            f"{command.name}: expected its figures as JSON, found {error!r} and exit code {done.returncode}: "
            f"{done.stderr.strip()[-500:]}"
        ) from error
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {
        "command": command.run,
        "digests": {what: digests.today(what) for what in command.rests},
        "versions": {name: version(name) for name in ("yardarm", "pymunk", "numpy")}
        | {"python": platform.python_version()},
        "machine": f"{_processor()}, {os.cpu_count()} cores",
        "seconds": round(spent, 1),
        "figures": figures,
    }


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(value[key]) for key in ("estimate", "low", "high")}
    return round(value, 6) if isinstance(value, float) else value


def _processor() -> str:
    """Return the name of the processor, where the system gives it."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())


def main() -> None:
    """Run what the command line asks for, and write the page."""
    parser = arguments.parser(__doc__)
    parser.add_argument(
        "--make", nargs="*", metavar="NAME", help="run these commands first, or those of these sections"
    )
    parser.add_argument("--stale", action="store_true", help="of these run only what is out of date")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the folder of open measurements")
    given = parser.parse_args()
    for command in () if given.make is None else chosen(given.make):
        if given.stale and not why_stale(command, stored()):
            continue
        print(f"{command.name}: {command.run}", flush=True)
        result = made(command, given.data)
        # Read again: another process may have made another command meanwhile.
        store = {**stored(), command.name: result}
        order = [name for name in read()[0] if name in store]
        write_whole(STORE, (json.dumps({name: store[name] for name in order}, indent=1) + "\n").encode())
    write_whole(PAGE, text().encode())


if __name__ == "__main__":
    arguments.run(main)
