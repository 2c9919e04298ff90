"""Whatever call fails: one sentence, nothing half written, and what was there stays or is gone on with."""

from __future__ import annotations

import contextlib
import io
import itertools
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

import yardarm.command
from calibration.tuning import tuner
from scenes.play import folders
from sim.match.record import read_record
from tests.amounts import amount
from tests.batch.here import play_here
from tests.batch.stores import exports
from tests.faults import KINDS, failing

PLAYERS = "--players casual:random,casual:greedy --profile draft"
TUNE = f"tune zatre {PLAYERS} --vary table.starter_draw_s=1:9 --target turns=60+-30 --jobs 1 --out preset.toml"
REPLAY = "replay match.jsonl --size 64x64 --speed 100 --export"
SIMULATE = f"simulate zatre --matches 2 {PLAYERS} --seed 3"

TEMPORARY = "temporary"
"""The folder for temporary files, in every folder where a command is tried."""
STRIDES = {"statement": 4, "memory": 6, "interrupt": 6}
"""How far it is from one call to the next, where 2 is usual; kinds have thousands, whose neighbours tell the same."""


@dataclass(frozen=True)
class Case:
    """A command line; its files, which are there already; its store and what continues it; the files that it reads.

    typed: what a person answers. The match that they play is among what is read, and grows.
    """

    line: str
    files: tuple[str, ...] = ()
    store: bool = False
    resuming: str = ""
    reads: tuple[str, ...] = ()
    typed: str = ""
    draws: bool = False


CASES = {
    "simulate": Case(f"{SIMULATE} --json --out store.sqlite", store=True, resuming="--resume"),
    "records": Case(f"{SIMULATE} --json --record records"),
    "report": Case("report made.sqlite --json", reads=("made.sqlite",)),
    "export": Case("report made.sqlite --csv csv --parquet parquet", reads=("made.sqlite",)),
    "league": Case(f"league run zatre {PLAYERS} --pairs 1 --seed 1 --json --out store.sqlite", store=True),
    "table": Case("league table league.sqlite --out league.html", files=("league.html",), reads=("league.sqlite",)),
    "sway": Case("lab sway --duration-s 0.5 --csv sway.csv", files=("sway.csv",)),
    "tune": Case(f"{TUNE} --report tuned.html", files=("preset.toml", "tuned.html")),
    "kept": Case(f"{TUNE} --store store.sqlite", files=("preset.toml",), store=True, resuming="--resume"),
    "play": Case("play --resume match.jsonl --text", reads=("match.jsonl",), typed="1\n"),
    "gif": Case(f"{REPLAY} film.gif", files=("film.gif",), reads=("match.jsonl",), draws=True),
    "png": Case(f"{REPLAY} still.png", files=("still.png",), reads=("match.jsonl",), draws=True),
    "fit": Case("fit reactions trials.csv --out people.toml", files=("people.toml",), reads=("trials.csv",)),
}


@pytest.fixture(scope="module", autouse=True)
def _in_this_process() -> Iterator[None]:
    """Matches are played in this process, and few of them confirm a tuning."""
    with pytest.MonkeyPatch.context() as patch:
        play_here(patch)
        for name in ("_OWN", "_FEWEST_FRESH"):
            patch.setattr(tuner, name, tuner.COARSE)
        yield


@contextlib.contextmanager
def at_home(folder: Path) -> Iterator[None]:
    """Work in a folder, which holds the user's folders and the temporary files as well."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        (folder / TEMPORARY).mkdir()
        patch.setattr(tempfile, "tempdir", str(folder / TEMPORARY))
        for name in ("user_config_path", "user_data_path"):
            patch.setattr(folders, name, lambda *_, **__: folder)
        yield


def run(line: str, typed: str = "") -> tuple[int, str]:
    """The exit code of a command line, and what it says on standard error. typed: the lines of standard input."""
    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()) as err,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(sys, "stdin", io.StringIO(typed))
        code = yardarm.command.run(line.split())
    return code, err.getvalue()


def tree() -> dict[str, bytes]:
    """All files that are here, but temporary ones and those of a store that is written."""
    paths = [path for path in sorted(Path().rglob("*")) if path.is_file() and "store.sqlite" not in path.name]
    return {str(path): path.read_bytes() for path in paths if path.parts[0] != TEMPORARY}


def goes_on(path: Path, before: bytes) -> bool:
    """Whether a file is the whole record of a match that goes on with the one before."""
    return read_record(path).intact and path.read_bytes().startswith(before[: before.rindex(b'{"stage":"seal"')])


class Bench:
    """Where commands are tried, with what they do when nothing fails."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._count = folder, itertools.count()
        self._undisturbed: dict[str, tuple[dict[str, bytes], dict[str, bytes]]] = {}

    @cached_property
    def _inputs(self) -> Path:
        """A folder with all that is read."""
        folder = self._new()
        with at_home(folder):
            assert run(f"{SIMULATE} --out made.sqlite") == (0, "")
            assert run(f"league run zatre {PLAYERS} --pairs 1 --out league.sqlite") == (0, "")
            assert run("play zatre --text --seats me,casual:random --seed 3 --record match.jsonl", "1\n") == (0, "")
        rows = (f"p{n % 3},{250 + n * n % 97 + n % 7 * 20},1,simple" for n in range(120))
        (folder / "trials.csv").write_text("\n".join(("person,rt_ms,correct,condition", *rows)) + "\n")
        return folder

    def _new(self) -> Path:
        folder = self._folder / str(next(self._count))
        folder.mkdir()
        return folder

    def _with_files(self, case: Case) -> Path:
        folder = self._new()
        for name in case.reads:
            shutil.copy(self._inputs / name, folder / name)
        for name in case.files:
            (folder / name).write_text("old")
        return folder

    def _store(self, case: Case) -> dict[str, bytes]:
        return exports(Path("store.sqlite"), self._new()) if case.store else {}

    def undisturbed(self, name: str) -> tuple[dict[str, bytes], dict[str, bytes]]:
        """Return the files of a case, and what its store holds, where nothing fails."""
        case = CASES[name]
        if name not in self._undisturbed:
            with at_home(self._with_files(case)):
                assert run(case.line, case.typed) == (0, "")
                self._undisturbed[name] = tree(), self._store(case)
        return self._undisturbed[name]

    def attempt(self, name: str, kind: str, number: int) -> bool:
        """Let the n-th call of a kind fail in a case, and look at everything; return False if there were fewer."""
        case = CASES[name]
        files, kept = self.undisturbed(name)
        with at_home(self._with_files(case)):
            before = tree()
            with failing(kind, number) as countdown:
                code, err = run(case.line, case.typed)
            where = f"{name}, {kind} {number}: {code} {err}"
            assert code in (0, 130 if kind == "interrupt" else 2), where
            assert err.count("\n") in ((0, 1) if code == 130 else (code // 2,)), where
            found = tree()
            assert not list(Path().rglob(".*")), where
            # What was to be opened may be the temporary folder itself, to be emptied.
            assert not list(Path(TEMPORARY).iterdir()) or (kind, code) == ("open", 0), where
            if code == 0 and not case.typed:
                assert found == files, where
            elif code == 0:
                # Where it cannot be saved, it is saved elsewhere.
                assert set(files.values()) <= set(found.values()), where
            for path, content in found.items():
                there = content in (before.get(path), files.get(path))
                assert there or (case.typed and goes_on(Path(path), before["match.jsonl"])), f"{where}: {path}"
            assert set(before) <= set(found), where
            if code != 0 and not case.files and not case.typed:
                assert set(found) == set(before) or "record" in name, where
            if case.store:
                begun = Path("store.sqlite").exists() and Path("store.sqlite").stat().st_size
                again = run(f"{case.line} {case.resuming if begun else ''}")
                assert again == (0, ""), f"{where}: {again}"
                assert (tree(), self._store(case)) == (files, kept), where
            return countdown.struck


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """The one bench, so that every case is tried undisturbed but once."""
    return Bench(tmp_path_factory.mktemp("bench"))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "start"])
@pytest.mark.parametrize(
    "name", [name if name == "sway" else pytest.param(name, marks=pytest.mark.slow) for name in CASES]
)
@amount(1, full=1, whole=100)
def test_whichever_call_fails(name: str, kind: str, amount: int, bench: Bench, request: pytest.FixtureRequest) -> None:
    """Each of the first `amount` calls and more fail, then the fewer, the later in the course of the command."""
    if CASES[name].draws:
        request.getfixturevalue("display")
    number, stride = 1, STRIDES.get(kind, 2)
    while bench.attempt(name, kind, number):
        number += max(1, stride * number // amount)
