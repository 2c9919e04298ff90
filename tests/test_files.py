"""Files are whole or absent, and what is wrong with them is said in one sentence."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from sim.errors import InputError
from sim.file_kinds import PRESET
from sim.files import check_outputs, output_folder, read_text, read_toml, write_whole


def test_writes_text_and_bytes(tmp_path: Path) -> None:
    write_whole(tmp_path / "a.txt", "Käpt’n\n")
    write_whole(tmp_path / "b.bin", b"\x00\xff")
    assert (tmp_path / "a.txt").read_bytes() == "Käpt’n\n".encode()
    assert (tmp_path / "b.bin").read_bytes() == b"\x00\xff"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.txt", "b.bin"]


def test_permissions_are_those_of_any_new_file(tmp_path: Path) -> None:
    write_whole(tmp_path / "ours", "x")
    (tmp_path / "plain").write_text("x")
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("ours", "plain")}
    assert len(modes) == 1


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    path = tmp_path / "preset.toml"
    path.write_text("old")

    def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(InputError if isinstance(failure, OSError) else KeyboardInterrupt) as caught:
        write_whole(path, "new")
    monkeypatch.undo()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
    if isinstance(failure, OSError):
        assert str(caught.value) == f"{path}: cannot be written (No space left on device)."


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "out.json"
    with pytest.raises(InputError, match="cannot be written") as caught:
        write_whole(path, "x")
    assert str(caught.value).startswith(f"{path}: ")


def test_a_folder_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with pytest.raises(InputError, match="cannot be written"):
        write_whole(tmp_path / "out", "x")
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_a_file_that_was_there_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "preset.toml"
    path.write_text("old")
    path.chmod(mode)
    write_whole(path, "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_file_that_was_there_keeps_its_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "preset.toml"
    path.write_text("old")
    given: list[tuple[int, int]] = []

    def chown(_: str, user: int, group: int) -> None:
        given.append((user, group))
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chown", chown)
    write_whole(path, "new")
    assert given == [(path.stat().st_uid, path.stat().st_gid)]
    assert path.read_text() == "new"


def test_a_file_that_must_not_be_written_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "preset.toml"
    path.write_text("old")
    path.chmod(0o444)
    # To the superuser every file is open, so the answer is given here.
    monkeypatch.setattr(os, "access", lambda file, mode: not (mode == os.W_OK and Path(file) == path))
    with pytest.raises(InputError, match="Permission denied"):
        write_whole(path, "new")
    assert path.read_text() == "old"


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_one_and_what_it_names_is_written(tmp_path: Path, there: bool) -> None:
    real, link, first = tmp_path / "elsewhere" / "real.toml", tmp_path / "link.toml", tmp_path / "first.toml"
    real.parent.mkdir()
    if there:
        real.write_text("old")
    link.symlink_to(Path("elsewhere") / "real.toml")
    first.symlink_to(link)
    write_whole(first, "new")
    assert first.is_symlink()
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["elsewhere", "first.toml", "link.toml", "real.toml"]


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)


def _circle(path: Path) -> None:
    path.with_name("back").symlink_to(path)
    path.symlink_to(path.with_name("back"))


def _lost(path: Path) -> None:
    path.symlink_to(path.parent / "absent" / "real")


SPECIAL: dict[str, tuple[Callable[[Path], None], str]] = {
    "a folder": (Path.mkdir, "it is a folder"),
    "a pipe": (_pipe, "it is a pipe"),
    "a socket": (_socket, "it is a socket"),
    "links in a circle": (_circle, "symbolic links"),
    "a link into no folder": (_lost, "there is no folder"),
}


@pytest.mark.parametrize("kind", SPECIAL)
@pytest.mark.parametrize("by_link", [False, True])
def test_what_is_no_regular_file_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, by_link: bool
) -> None:
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    made, path = tmp_path / "made", tmp_path / ("link" if by_link else "made")
    SPECIAL[kind][0](made)
    if by_link:
        path.symlink_to(made)
    before = sorted((each.name, each.lstat().st_mode) for each in tmp_path.iterdir())
    with pytest.raises(InputError, match="cannot be written") as caught:
        write_whole(path, "x")
    assert SPECIAL[kind][1] in str(caught.value)
    assert sorted((each.name, each.lstat().st_mode) for each in tmp_path.iterdir()) == before


def test_the_longest_name_that_a_disk_takes_is_written(tmp_path: Path) -> None:
    path = tmp_path / ("ä" * 127)
    write_whole(path, "x")
    assert path.read_text() == "x"
    with pytest.raises(InputError, match="File name too long"):
        write_whole(tmp_path / ("ä" * 128), "x")
    with pytest.raises(InputError, match="cannot be written"):
        write_whole(tmp_path / "a\0b", "x")


def same_files(tmp_path: Path) -> dict[str, Path]:
    """One file under several names."""
    one = tmp_path / "one"
    one.write_text("kept")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("one")
    (tmp_path / "way").symlink_to(tmp_path)
    os.link(one, tmp_path / "hard")
    return {
        "its name": one,
        "another spelling": tmp_path / "folder" / ".." / "one",
        "from here": Path(os.path.relpath(one)),
        "a link": tmp_path / "link",
        "through a linked folder": tmp_path / "way" / "one",
        "a hard link": tmp_path / "hard",
    }


def test_an_output_that_is_an_input_is_refused_by_any_name(tmp_path: Path) -> None:
    files = same_files(tmp_path)
    for read in files.values():
        for written in files.values():
            with pytest.raises(InputError, match="is the file of --config too, expected another file"):
                check_outputs({"--out": (written, PRESET)}, {"--config": read})
            with pytest.raises(InputError, match="is the file of --out too"):
                check_outputs({"--out": (read, PRESET), "--report": (written, PRESET)}, {})
    check_outputs(
        {"--out": (tmp_path / "two", PRESET), "--report": (None, PRESET)},
        {"--config": tmp_path / "one", "--store": None},
    )


def test_two_outputs_that_will_be_one_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "dangling").symlink_to("new")
    for other in (tmp_path / "new", tmp_path / "folder" / ".." / "new", tmp_path / "dangling"):
        with pytest.raises(InputError, match="is the file of --out too"):
            check_outputs({"--out": (tmp_path / "new", PRESET), "--report": (other, PRESET)}, {})


def test_a_file_that_goes_into_a_folder_obeys_the_same_law(tmp_path: Path) -> None:
    read = tmp_path / "tables" / "runs.csv"
    read.parent.mkdir()
    read.write_text("kept")
    names = ("figures.csv", "runs.csv")
    with pytest.raises(InputError, match="is the file of STORE too"):
        check_outputs({}, {"STORE": read}, {"--csv": (read.parent, names)})
    check_outputs({}, {}, {"--csv": (read.parent, names)})
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "figures.csv").symlink_to(tmp_path / "other" / "runs.csv")
    with pytest.raises(InputError, match=r"runs.csv: is the file of --csv too"):
        check_outputs({}, {}, {"--csv": (tmp_path / "other", names)})
    check_outputs({}, {}, {"--csv": (tmp_path / "new" / "folder", names)})
    assert not (tmp_path / "new").exists()


def test_the_file_that_standard_output_goes_to_is_no_output(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    kept = os.dup(1)
    try:
        with (tmp_path / "told.txt").open("wb") as told:
            os.dup2(told.fileno(), 1)
        with pytest.raises(InputError, match="is the file of standard output too"):
            check_outputs({"--out": (tmp_path / "told.txt", PRESET)}, {})
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def test_a_folder_is_made_where_a_link_leads(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("new")
    output_folder(tmp_path / "link", "--csv")
    assert (tmp_path / "new").is_dir()
    (tmp_path / "file").write_text("kept")
    for path in (tmp_path / "file", tmp_path / "file" / "below", tmp_path / ("x" * 300), tmp_path / "a\0b"):
        with pytest.raises(InputError, match=r"^--csv: .*cannot be a folder"):
            output_folder(path, "--csv")


def test_read_text_names_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read") as caught:
        read_text(tmp_path / "absent")
    assert str(tmp_path / "absent") in str(caught.value)
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    with pytest.raises(InputError, match=r"is not UTF-8 text \(byte 3\)"):
        read_text(tmp_path / "latin")
    for name in ("x" * 300, "a\0b", "\ud800"):
        with pytest.raises(InputError, match="cannot be read"):
            read_text(tmp_path / name)


def test_a_byte_order_mark_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "preset.toml"
    path.write_text("\ufeff[ship]\r\nball_mass_g = 110.0\r\n", encoding="utf-8")
    assert read_toml(path) == {"ship": {"ball_mass_g": 110.0}}


HOSTILE = {
    "digits": ("a = " + "9" * 5000, "a number has too many digits"),
    "arrays": ("a = " + "[" * 5000 + "]" * 5000, "is nested too deeply"),
    "dotted keys": (".".join("a" * 5000) + " = 1", "is nested too deeply"),
    "inline tables": ("a = " + "{a = " * 5000 + "1" + "}" * 5000, "is nested too deeply"),
    "deep, but readable": ("a = " + "[" * 40 + "]" * 40, "is nested too deeply"),
    "an escape in a key": ('"a\\u001b[31m" = 1', "expected a key without control characters"),
    "a turn of direction in a table": ('["a\\u202eb"]', "expected a key without control characters"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_toml_is_refused_in_one_sentence(tmp_path: Path, what: str) -> None:
    text, reason = HOSTILE[what]
    path = tmp_path / "preset.toml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_toml(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert reason in str(caught.value)
    assert str(caught.value).isprintable()


def test_read_toml(tmp_path: Path) -> None:
    path = tmp_path / "preset.toml"
    path.write_text("[ship]\nmass_g = 110.0\n")
    assert read_toml(path) == {"ship": {"mass_g": 110.0}}
    path.write_text("[ship\n")
    with pytest.raises(InputError, match="is not valid TOML") as caught:
        read_toml(path)
    assert "\n" not in str(caught.value)
