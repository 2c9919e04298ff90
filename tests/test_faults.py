"""Whatever call fails: one sentence, nothing half written, and what was there stays or is gone on with."""

from __future__ import annotations

import contextlib
import io
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import yardarm.command
from tests.amounts import amount
from tests.batch.here import play_here
from tests.batch.stores import exports
from tests.faults import KINDS, failing

PLAYERS = "--players casual:random,casual:greedy --profile draft"
SIMULATE = f"simulate zatre --matches 2 {PLAYERS} --seed 3"


@dataclass(frozen=True)
class Case:
    """A command line; its files, which are there already; its store and what continues it; the files that it reads."""

    line: str
    files: tuple[str, ...] = ()
    store: bool = False
    resuming: str = ""
    reads: tuple[str, ...] = ()
    code: int = 0


CASES = {
    "simulate": Case(f"{SIMULATE} --json --out store.sqlite", store=True, resuming="--resume"),
    "records": Case(f"{SIMULATE} --json --record records"),
    "report": Case("report made.sqlite --json", reads=("made.sqlite",)),
    "export": Case("report made.sqlite --csv csv --parquet parquet", reads=("made.sqlite",)),
    "league": Case(f"league run zatre {PLAYERS} --pairs 1 --json --out store.sqlite", store=True),
    "table": Case("league table league.sqlite --out league.html", files=("league.html",), reads=("league.sqlite",)),
    "sway": Case("lab sway --duration-s 0.5 --csv sway.csv", files=("sway.csv",)),
    "fit": Case("fit reactions trials.csv --out people.toml", files=("people.toml",), reads=("trials.csv",)),
}


@pytest.fixture(scope="module", autouse=True)
def _in_this_process() -> Iterator[None]:
    """Matches are played in this process."""
    with pytest.MonkeyPatch.context() as patch:
        play_here(patch)
        yield


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all that is read."""
    folder = tmp_path_factory.mktemp("inputs")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert run(f"{SIMULATE} --out made.sqlite") == (0, "")
        assert run(f"league run zatre {PLAYERS} --pairs 1 --out league.sqlite") == (0, "")
    rows = (f"p{n % 3},{250 + n * n % 97 + n % 7 * 20},1,simple" for n in range(120))
    (folder / "trials.csv").write_text("\n".join(("person,rt_ms,correct,condition", *rows)) + "\n")
    return folder


def run(line: str) -> tuple[int, str]:
    """The exit code of a command line, and what it says on standard error."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as err:
        code = yardarm.command.run(line.split())
    return code, err.getvalue()


def tree() -> dict[str, bytes]:
    """All files that are here, but those of a store that is written."""
    paths = [path for path in sorted(Path().rglob("*")) if path.is_file() and "store.sqlite" not in path.name]
    return {str(path): path.read_bytes() for path in paths}


@pytest.fixture
def attempt(inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str, int], bool]:
    """Let the n-th call of a kind fail in a case, and look at everything; return False if there were not so many."""
    count = iter(range(10**9))

    def fresh(case: Case) -> None:
        folder = tmp_path / str(next(count))
        folder.mkdir()
        for name in case.reads:
            shutil.copy(inputs / name, folder / name)
        for name in case.files:
            (folder / name).write_text("old")
        monkeypatch.chdir(folder)

    def store() -> dict[str, bytes]:
        return exports(Path("store.sqlite"), tmp_path / f"exports{next(count)}")

    @cache
    def undisturbed(name: str) -> tuple[dict[str, bytes], dict[str, bytes]]:
        case = CASES[name]
        fresh(case)
        assert run(case.line) == (case.code, "")
        return tree(), store() if case.store else {}

    def attempted(name: str, kind: str, number: int) -> bool:
        case = CASES[name]
        files, kept = undisturbed(name)
        fresh(case)
        before = tree()
        with failing(kind, number) as countdown:
            code, err = run(case.line)
        where = f"{name}, {kind} {number}: {code} {err}"
        assert code in ((case.code, 130) if kind == "interrupt" else (case.code, 2)), where
        assert err.count("\n") == (code == 2), where
        found = tree()
        assert not list(Path().rglob(".*")), where
        if code == case.code:
            assert found == files, where
        for path, content in found.items():
            assert content in (before.get(path), files.get(path)), f"{where}: {path}"
        assert set(before) <= set(found), where
        if code != case.code and not case.files:
            assert set(found) == set(before) or "record" in name, where
        if case.store:
            there = Path("store.sqlite").exists() and Path("store.sqlite").stat().st_size
            again = run(f"{case.line} {case.resuming if there else ''}")
            assert again == (case.code, ""), f"{where}: {again}"
            assert store() == kept, where
        return countdown.struck

    return attempted


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "start"])
@pytest.mark.parametrize(
    "name", [name if name == "sway" else pytest.param(name, marks=pytest.mark.slow) for name in CASES]
)
@amount(1, full=1, whole=50)
def test_whichever_call_fails(name: str, kind: str, amount: int, attempt: Callable[[str, str, int], bool]) -> None:
    """Each of the first `amount` calls and more fail, then the fewer, the later in the course of the command."""
    number = 1
    while attempt(name, kind, number):
        number += max(1, number // amount)
