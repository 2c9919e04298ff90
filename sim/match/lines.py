"""Files of JSON lines that grow: each line is written whole or not at all, and what is there stays."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from io import FileIO
from pathlib import Path

from sim.errors import InputError
from sim.files import is_there, output_file, read_bytes
from sim.protocols import Line
from sim.untrusted_text import read_json


def open_lines(path: Path, header: Line, check: Callable[[bytes], None]) -> tuple[FileIO, int]:
    """Open a file at its end, with `header` as the first line of a new one; return it, and the number of its lines.

    A last line that was cut off, as by a crash, is removed. check: raises InputError for a file that has another first
    line than it should, before anything is changed. Raises OSError and InputError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    there = read_bytes(output_file(path)) if is_there(path) else b""
    whole = there[: there.rfind(b"\n") + 1]
    if there:
        check(whole.partition(b"\n")[0])
    file = FileIO(str(path), "a")
    try:
        if len(whole) < len(there):
            os.ftruncate(file.fileno(), len(whole))
        if not whole:
            append_line(file, header)
    except BaseException:
        file.close()
        raise
    return file, max(1, whole.count(b"\n"))


def append_line(file: FileIO, line: Line) -> None:
    """Write one line, whole or not at all. Raises OSError."""
    size = os.fstat(file.fileno()).st_size
    data = f"{line_text(line)}\n".encode()
    try:
        written = file.write(data)
        if written != len(data):
            raise OSError(None, "the disk is full")
    except OSError:
        os.ftruncate(file.fileno(), size)
        raise


def read_line(path: Path, number: int, text: str) -> Line:
    """Return a line of such a file as an object. Raises InputError, which names file and line."""
    try:
        line = read_json(text)
    except ValueError as error:
        raise InputError("{path}: line {number}: is not JSON; the log is damaged.", path=path, number=number) from error
    if not isinstance(line, dict):
        raise InputError("{path}: line {number}: expected a JSON object.", path=path, number=number)
    return line


def line_text(line: Line) -> str:
    """Return a line as it is written, without its end."""
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
