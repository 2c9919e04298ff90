"""Files are whole or absent, and what is wrong with them is said in one sentence."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from sim.errors import InputError
from sim.files import read_text, read_toml, write_whole


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


def test_read_text_names_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read") as caught:
        read_text(tmp_path / "absent")
    assert str(tmp_path / "absent") in str(caught.value)
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    with pytest.raises(InputError, match=r"is not UTF-8 text \(byte 3\)"):
        read_text(tmp_path / "latin")


def test_read_toml(tmp_path: Path) -> None:
    path = tmp_path / "preset.toml"
    path.write_text("[ship]\nmass_g = 110.0\n")
    assert read_toml(path) == {"ship": {"mass_g": 110.0}}
    path.write_text("[ship\n")
    with pytest.raises(InputError, match="is not valid TOML") as caught:
        read_toml(path)
    assert "\n" not in str(caught.value)
