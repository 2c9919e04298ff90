"""Files: written whole or not at all and never over what is read, read with one clear sentence if something is wrong.

Everything that writes a file goes through `writing_whole`, or asks `output_file` where it writes by itself (SQLite, the
log of hands). A command that reads and writes says `check_outputs` before it begins to work.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
import tomllib
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from sim.errors import InputError, reason
from sim.file_kinds import FileKind, check_folder_name, check_kind
from sim.untrusted_text import NESTING_LIMIT, check_toml, has_control, quoted

LONGEST_TEXT = 1 << 28
"""The largest file that is read as text (bytes); no record, log or table of measurements comes near it."""
_LONGEST_TOML = _PIECE = 1 << 20

_Identity = tuple[int, int, str]
"""Device and inode of a file that is there; of its folder, and the name, of one that is not."""
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}

# ------------------------------------------------------------------------------------------- where something may go


def output_file(path: Path) -> Path:
    """Return the file that writing to `path` makes or replaces: links are followed, also one that leads nowhere yet.

    Raises InputError for a folder, for what is no regular file (a device, a pipe, a socket), for links in a circle, and
    where the file or its folder cannot be written.
    """
    try:
        there = _status(path)
        real = Path(os.path.realpath(path))
        if there is not None and not stat.S_ISREG(there.st_mode):
            raise _unwritable(path, f"it is {_KINDS.get(stat.S_IFMT(there.st_mode), 'no regular file')}")
        folder = _status(real.parent)
        if folder is None or not stat.S_ISDIR(folder.st_mode):
            raise _unwritable(path, f"there is no folder {real.parent}")
        if not os.access(real.parent, os.W_OK | os.X_OK) or (there is not None and not os.access(real, os.W_OK)):
            raise _unwritable(path, "Permission denied")
    except (OSError, ValueError) as error:
        raise _unwritable(path, reason(error)) from error
    return real


def output_folder(path: Path, flag: str = "") -> Path:
    """Return the folder that files go into, made if it is not there; a link that leads nowhere yet is followed.

    Raises InputError, with `flag` in front, where there can be no such folder.
    """
    try:
        Path(os.path.realpath(path)).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InputError(
            "{flag}{path}: cannot be a folder ({error}).", flag=flag and f"{flag}: ", path=path, error=reason(error)
        ) from error
    return path


def check_outputs(
    outputs: Mapping[str, tuple[Path | None, FileKind]],
    inputs: Mapping[str, Path | Iterable[Path] | None],
    folders: Mapping[str, tuple[Path | None, Container[str]]] | None = None,
) -> None:
    """Refuse outputs that cannot be written or that would destroy something. Nothing is made or written.

    outputs: files and their kinds, by the option that names them. inputs: what the command reads, likewise. folders:
    by option, a folder that is made if need be, and the names of the files that go into it. None: not given.
    Raises InputError where `output_file` does, for an output that is an input by any name (another spelling, a link, a
    hard link) or the file of a standard stream, for two outputs that are one file, and for a suffix of another kind.
    """
    taken: dict[_Identity, str] = {}
    for descriptor, name in ((1, "standard output"), (2, "standard error")):
        with contextlib.suppress(OSError):
            status = os.fstat(descriptor)
            if stat.S_ISREG(status.st_mode):
                taken[_there(status)] = name
    for flag, read in inputs.items():
        for file in (read,) if isinstance(read, Path) else read or ():
            identity = _identity(file)
            if identity is not None:
                taken[identity] = flag
    for flag, (path, _) in outputs.items():
        if path is not None:
            output_file(path)
            _take(taken, flag, path, "file")
    for flag, (folder, names) in (folders or {}).items():
        if folder is not None:
            _check_folder(folder, flag)
            if not is_folder(folder):
                _take(dict(taken), flag, folder, "folder")
            # By what is there or is to be, since names may be those of as many files as matches are asked for.
            for name in _listed(folder):
                if name in names:
                    output_file(folder / name)
                    _take(taken, flag, folder / name, "file")
            its = _identity(folder)
            for (*above, name), owner in taken.items():
                if its is not None and name and tuple(above) == its[:2] and name in names:
                    raise _taken(flag, folder / name, owner, "file")
    for flag, (path, kind) in outputs.items():
        if path is not None:
            check_kind(path, kind, flag)
    for flag, (folder, _) in (folders or {}).items():
        if folder is not None and not is_folder(folder):
            check_folder_name(folder, flag)


def _take(taken: dict[_Identity, str], flag: str, path: Path, kind: str) -> None:
    """Note the option that a file belongs to. Raises InputError where it belongs to another already."""
    identity = _identity(path)
    if identity in taken:
        raise _taken(flag, path, taken[identity], kind)
    if identity is not None:
        taken[identity] = flag


def _taken(flag: str, path: Path, owner: str, kind: str) -> InputError:
    return InputError(
        "{flag}: {path}: is the file of {owner} too, expected another {kind}.",
        flag=flag,
        path=path,
        owner=owner,
        kind=kind,
    )


def _listed(folder: Path) -> list[str]:
    """Return the names of what is in a folder, sorted; none where it is not there or cannot be listed."""
    with contextlib.suppress(OSError, ValueError):
        return sorted(os.listdir(folder))
    return []


def _check_folder(folder: Path, flag: str) -> None:
    """Raise InputError where there is no such folder and none can be made."""
    try:
        above = Path(os.path.realpath(folder))
        while (there := _status(above)) is None:
            above = above.parent
        if not stat.S_ISDIR(there.st_mode):
            raise InputError(
                "{flag}: {folder}: cannot be a folder ({above} is none).", flag=flag, folder=folder, above=above
            )
        if not os.access(above, os.W_OK | os.X_OK):
            raise InputError("{flag}: {folder}: cannot be written (Permission denied).", flag=flag, folder=folder)
    except (OSError, ValueError) as error:
        raise InputError(
            "{flag}: {folder}: cannot be a folder ({error}).", flag=flag, folder=folder, error=reason(error)
        ) from error


def _identity(path: Path) -> _Identity | None:
    """Return what distinguishes a file from every other, None where there is no folder for it."""
    with contextlib.suppress(OSError, ValueError):
        there = _status(path)
        if there is not None:
            return _there(there)
        real = Path(os.path.realpath(path))
        folder = os.stat(real.parent)
        return folder.st_dev, folder.st_ino, real.name
    return None


def _there(status: os.stat_result) -> _Identity:
    return status.st_dev, status.st_ino, ""


def _status(path: Path) -> os.stat_result | None:
    """Return the status of what is there, links followed; None for nothing.

    Raises OSError and ValueError for what can never be a file.
    """
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _unwritable(path: Path, why: str) -> InputError:
    return InputError("{path}: cannot be written ({why}).", path=path, why=why)


# ------------------------------------------------------------------------------------------------------- is written


def write_whole(path: Path, content: bytes | str) -> None:
    """Write a file under a temporary name beside it, then rename: readers see the old file or the new one, never half.

    Raises InputError where `output_file` does.
    """
    with writing_whole(path) as stream:
        stream.write(content.encode() if isinstance(content, str) else content)


@contextlib.contextmanager
def writing_whole(path: Path) -> Iterator[BinaryIO]:
    """Open a stream that is written as `write_whole` writes, for what is too long to be held in memory.

    The file is there when the stream is closed. A file that was there keeps its mode, and its owner where we may give
    files away; a link stays one. Raises InputError where `output_file` does.
    """
    real = output_file(path)
    try:
        # Not the whole name in front: the longest that a disk takes leaves no room for more.
        handle, temporary = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name[:16]}.", suffix=".part")
    except OSError as error:
        raise _unwritable(path, reason(error)) from error
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        _make_alike(temporary, real)
        os.replace(temporary, real)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise _unwritable(path, reason(error)) from error
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


@contextlib.contextmanager
def temporary_folder(what: str) -> Iterator[Path]:
    """Make a folder that is removed at the end.

    Where it cannot be removed it is left to the system, since the work that was done in it must not be lost with it.
    """
    with tempfile.TemporaryDirectory(prefix=f"yardarm-{what}-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _make_alike(temporary: str, real: Path) -> None:
    """Give a new file mode and owner of the one it replaces, else those of any new file."""
    old = _status(real)
    if old is None:
        # mkstemp makes files private to the user; a result should have the permissions of any new file.
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        return
    if hasattr(os, "chown"):
        with contextlib.suppress(PermissionError):
            os.chown(temporary, old.st_uid, old.st_gid)
    os.chmod(temporary, stat.S_IMODE(old.st_mode))


# ---------------------------------------------------------------------------------------------------------- is read


def as_path(path: object) -> Path:
    """Return a text or a path as a path. Raises InputError for anything else."""
    if not isinstance(path, str | Path):
        raise InputError("path: expected text, found {path}.", path=quoted(path))
    return Path(path)


def given_file(path: Path) -> Path:
    """Return the file that a path names: the shipped one for a path such as examples/bot.py, if there is no such file.

    In a wheel the examples lie within the package yardarm, in a checkout beside it.
    """
    if path.parts[:1] != ("examples",) or ".." in path.parts or os.path.lexists(path):
        return path
    root = Path(__file__).resolve().parent.parent
    folders = (root / "yardarm" / "examples", root / "examples")
    return next((folder.joinpath(*path.parts[1:]) for folder in folders if folder.is_dir()), path)


def is_there(path: Path) -> bool:
    """Return True if there is something of that name; False for a name that no file can have."""
    return os.path.exists(path)


def is_file(path: Path) -> bool:
    """Return True if there is a regular file of that name; False for a name that no file can have."""
    return os.path.isfile(path)


def is_blank(path: Path) -> bool:
    """Return True if there is nothing of that name, or an empty file, which a store that failed at once leaves."""
    return not is_there(path) or (is_file(path) and path.stat().st_size == 0)


def is_folder(path: Path) -> bool:
    """Return True if there is a folder of that name; False for a name that no folder can have."""
    return os.path.isdir(path)


def read_text(path: Path, longest: int = LONGEST_TEXT) -> str:
    """Return the text of a UTF-8 file without the byte order mark that some editors write.

    Raises InputError, also for a file of more than `longest` bytes.
    """
    try:
        return read_bytes(path, longest).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("{path}: is not UTF-8 text (byte {start}).", path=path, start=error.start) from error


def read_bytes(path: Path, longest: int = LONGEST_TEXT) -> bytes:
    """Return what a file holds. Raises InputError, also for one of more than `longest` bytes."""
    try:
        with given_file(path).open("rb") as stream:
            # Piece by piece, since memory is set aside for all that may come.
            parts, left = [], longest + 1
            while left > 0 and (part := stream.read(min(left, _PIECE))):
                parts.append(part)
                left -= len(part)
    except (OSError, ValueError) as error:
        raise InputError("{path}: cannot be read ({error}).", path=path, error=reason(error)) from error
    if left == 0:
        raise InputError("{path}: is too large, expected at most {longest} bytes.", path=path, longest=longest)
    return b"".join(parts)


def read_toml(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file. Raises InputError, also for keys that no terminal can show as they are."""
    text = read_text(path, _LONGEST_TOML)
    try:
        check_toml(text)
    except ValueError:
        raise _too_deep(path) from None
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).removesuffix(")").partition(" (at ")
        where = f"{path}: {place}" if place.startswith("line") else f"{path}"
        raise InputError(
            "{where}: is not valid TOML ({what}{what2}).", where=where, what=what[:1].lower(), what2=what[1:]
        ) from error
    except ValueError as error:
        # Python refuses to read integers of more than some thousand digits.
        raise InputError("{path}: is not valid TOML (a number has too many digits).", path=path) from error
    except RecursionError:
        raise _too_deep(path) from None
    _check_tree(tree, path)
    return tree


def _check_tree(tree: dict[str, Any], path: Path) -> None:
    waiting: list[tuple[Any, int]] = [(tree, 1)]
    while waiting:
        item, depth = waiting.pop()
        if depth > NESTING_LIMIT:
            raise _too_deep(path)
        if isinstance(item, dict):
            strange = next((key for key in item if has_control(key)), None)
            if strange is not None:
                raise InputError(
                    "{path}: {strange!r}: expected a key without control characters.", path=path, strange=strange
                )
        inner = item.values() if isinstance(item, dict) else item
        waiting += [(value, depth + 1) for value in inner if isinstance(value, dict | list)]


def _too_deep(path: Path) -> InputError:
    return InputError(
        "{path}: is nested too deeply, expected at most {nesting_limit} tables inside each other.",
        path=path,
        nesting_limit=NESTING_LIMIT,
    )
