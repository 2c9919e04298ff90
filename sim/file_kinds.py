"""The kinds of files that are written, and which suffixes say so: a name that says another kind is refused.

A suffix that nobody has heard of says nothing, and neither does none: a file may be called what it is for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sim.errors import InputError


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file. what: with its article. suffixes: those that say so. needed: one of them decides on the form."""

    what: str
    suffixes: tuple[str, ...]
    needed: bool = False

    @property
    def expected(self) -> str:
        """The kind in words, with its suffixes."""
        *others, last = self.suffixes
        return f"{self.what} ({', '.join(others)}{' or ' * bool(others)}{last})"


DRAWING = FileKind("a drawing", (".png", ".svg", ".pdf"), needed=True)
JSON = FileKind("JSON", (".json",))
PAGE = FileKind("a page", (".html", ".htm"))
PICTURE = FileKind("a picture, a film or a page", (".gif", ".png", ".mp4", ".html"), needed=True)
PRESET = FileKind("a preset", (".toml",))
RECORD = FileKind("a record", (".jsonl",))
STORE = FileKind("a store", (".sqlite", ".sqlite3", ".db"))
TABLE = FileKind("a table", (".csv",))

_PAGE = "yardarm report STORE.sqlite --out PAGE.html"
_TABLES = "yardarm report STORE.sqlite --csv DIR"
_SHOWN = "yardarm replay MATCH.jsonl --export MATCH"
_COMPRESSED = "compress it afterwards"
HOW: Mapping[str, str] = {
    ".csv": f"for CSV: {_TABLES}",
    ".db": "for a store: yardarm simulate GAME --out STORE.sqlite",
    ".gif": f"for a moving picture: {_SHOWN}.gif",
    ".gz": _COMPRESSED,
    ".htm": f"for a page: {_PAGE}",
    ".html": f"for a page: {_PAGE}, or {_SHOWN}.html",
    ".jpeg": f"for a picture: {_SHOWN}.png",
    ".jpg": f"for a picture: {_SHOWN}.png",
    ".json": "for JSON: --json, on standard output",
    ".jsonl": "for a record: yardarm watch GAME --record MATCH.jsonl",
    ".mov": f"for a film: {_SHOWN}.mp4",
    ".mp4": f"for a film: {_SHOWN}.mp4",
    ".ods": f"for a spreadsheet: {_TABLES}",
    ".parquet": "for Parquet: yardarm report STORE.sqlite --parquet DIR",
    ".pdf": f"for PDF: print the page of {_PAGE} from a browser",
    ".png": f"for a picture: {_SHOWN}.png",
    ".sqlite": "for a store: yardarm simulate GAME --out STORE.sqlite",
    ".sqlite3": "for a store: yardarm simulate GAME --out STORE.sqlite",
    ".svg": 'for a drawing: sweep(...).plot("SWEEP.svg") in Python',
    ".toml": "for a preset: yardarm tune GAME --out PRESET.toml",
    ".tsv": f"for a table: {_TABLES}",
    ".webm": f"for a film: {_SHOWN}.mp4",
    ".xlsx": f"for a spreadsheet: {_TABLES}",
    ".zip": _COMPRESSED,
}
"""The suffixes that say something, and how what they say is made."""


def check_kind(path: Path, kind: FileKind, flag: str = "") -> str:
    """Return the suffix of a file to be written, in small letters.

    Raises InputError, with `flag` in front, for a suffix that says another kind, and for any other where one is needed.
    """
    suffix = path.suffix.lower()
    if suffix not in kind.suffixes and (kind.needed or suffix in HOW):
        raise _refusal(path, kind.expected, flag, suffix)
    return suffix


def check_folder_name(path: Path, flag: str) -> None:
    """Raise InputError for the name of a folder to be made that a file should have."""
    suffix = path.suffix.lower()
    if suffix in HOW:
        raise _refusal(path, "a folder", flag, suffix)


def _refusal(path: Path, expected: str, flag: str, suffix: str) -> InputError:
    how = f"; {HOW[suffix]}" if suffix in HOW else ""
    return InputError(f"{flag and f'{flag}: '}{path}: expected {expected}{how}.")
