"""The files behind external bots, and their digests: a bot that is changed in a league gets another version."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.machinery import PathFinder
from pathlib import Path

from sim.bots.loading import entries
from sim.bots.words import BotWords
from sim.errors import InputError
from sim.files import given_file


def digests_of(bots: BotWords) -> dict[str, str]:
    """Return the digest of the files behind each bot, by its label; empty where there is none, as of a function.

    That of one file is its SHA-256; that of more is the SHA-256 of theirs, one a line. Raises InputError where one
    cannot be read.
    """
    return {label: _digest(word) for label, word in bots.words}


def _digest(word: str) -> str:
    found = []
    for path in _files(word):
        try:
            found.append(sha256(path.read_bytes()).hexdigest())
        except OSError as error:
            raise InputError("{path}: cannot be read ({why}).", path=path, why=error.strerror) from error
    return found[0] if len(found) == 1 else sha256("\n".join(found).encode()).hexdigest() if found else ""


def _files(word: str) -> Iterator[Path]:
    """Yield the file of a bot in Python; of a command its program, and each other word that is a file."""
    if word.startswith("("):
        return
    if word.startswith("!"):
        program, *words = shlex.split(word[1:])
        paths = [Path(shutil.which(program) or program), *map(Path, words)]
        yield from (path for path in paths if path.is_file())
        return
    place = word.partition("?")[0]
    if place.startswith("@"):
        yield given_file(Path(place[1:].partition(":")[0]))
        return
    module = (place if ":" in place else entries()[place].value).partition(":")[0]
    path = _file_of(module)
    if path is not None:
        yield path


def _file_of(module: str) -> Path | None:
    """Return the file of a module, of which nothing is imported: bots do what they do in processes of their own."""
    where, spec = list(sys.path), None
    for part in module.split("."):
        spec = PathFinder.find_spec(part, where)
        if spec is None:
            return None
        where = list(spec.submodule_search_locations or ())
    return Path(spec.origin) if spec is not None and spec.origin is not None else None
