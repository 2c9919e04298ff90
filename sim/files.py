"""Files: written whole or not at all, read with one clear sentence when something is wrong."""

from __future__ import annotations

import contextlib
import os
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from sim.errors import InputError


def write_whole(path: Path, content: bytes | str) -> None:
    """Write a file under a temporary name beside it, then rename: readers see the old file or the new one, never half.

    Raises InputError if the folder cannot be written.
    """
    with writing_whole(path) as stream:
        stream.write(content.encode() if isinstance(content, str) else content)


@contextlib.contextmanager
def writing_whole(path: Path) -> Iterator[BinaryIO]:
    """As `write_whole`, for what is too long to be held in memory: a stream; the file is there when it is closed.

    Raises InputError if the folder cannot be written.
    """
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error}).") from error
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        # mkstemp makes files private to the user; a result should have the permissions of any new file.
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise InputError(f"{path}: cannot be written ({error.strerror or error}).") from error
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def read_text(path: Path) -> str:
    """The text of a UTF-8 file. Raises InputError."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error}).") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 text (byte {error.start}).") from error


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file. Raises InputError."""
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: is not valid TOML ({error}).") from error
