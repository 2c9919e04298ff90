"""The finished store does not depend on engine, workers, order, hash seed or interruptions: its export is the proof."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import yardarm
from sim.batch import course
from sim.batch.dispatch import PATIENCE
from tests.batch.stores import exports
from tests.batch.test_engines import needs_dask

PLAYERS = "simulate riff-raff --players casual:random,casual:random --profile draft --seed 3 --json"
SHORT = 3
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")


def command(store: Path, matches: int, *words: str) -> list[str]:
    """The command line of a run into a store."""
    return [sys.executable, "yardarm.py", *PLAYERS.split(), "--matches", str(matches), "--out", str(store), *words]


def simulated(root: Path, store: Path, matches: int, *words: str, hash_seed: int = 0) -> str:
    """What a run says that is not disturbed."""
    done = subprocess.run(
        command(store, matches, *words),
        cwd=root,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


@pytest.fixture(scope="module")
def undisturbed(root: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, bytes]]:
    """What a few matches say on one process, and their export."""
    store = tmp_path_factory.mktemp("undisturbed") / "s.sqlite"
    return simulated(root, store, SHORT), exports(store, store.with_suffix(".csv"))


@pytest.mark.parametrize(("engine", "hash_seed"), [("processes", 1), ("dask", 2)])
def test_engines_workers_and_hash_seeds_change_nothing(
    root: Path, tmp_path: Path, undisturbed: tuple[str, dict[str, bytes]], engine: str, hash_seed: int
) -> None:
    if engine == "dask":
        needs_dask()
    store = tmp_path / "s.sqlite"
    told = simulated(root, store, SHORT, "--jobs", "2", "--engine", engine, hash_seed=hash_seed)
    assert (told, exports(store, tmp_path / "csv")) == undisturbed


def test_without_a_store_the_figures_are_the_same(
    root: Path, undisturbed: tuple[str, dict[str, bytes]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert yardarm.run([*PLAYERS.split(), "--matches", str(SHORT)]) == 0
    assert capsys.readouterr().out == undisturbed[0]


def matches_in(store: Path) -> int:
    """How many matches a store holds that may be in use; reading waits for nobody and disturbs nobody."""
    # The write-ahead log cannot be read while it is written; what a transaction leaves behind makes it grow.
    with contextlib.suppress(FileNotFoundError):
        return store.with_name(f"{store.name}-wal").stat().st_size // 4096
    return 0


@POSIX
def test_an_interrupt_keeps_what_is_done(root: Path, tmp_path: Path, undisturbed: tuple[str, dict[str, bytes]]) -> None:
    store = tmp_path / "s.sqlite"
    # As from a terminal: the interrupt reaches every process of the command.
    process = subprocess.Popen(
        command(store, SHORT), cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    begun = time.monotonic()
    while matches_in(store) == 0 and time.monotonic() - begun < 60:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    assert (*process.communicate(timeout=30), process.returncode) == (b"", b"", 130)
    with contextlib.closing(sqlite3.connect(store)) as connection:
        (kept,) = connection.execute("SELECT count(*) FROM matches").fetchone()
    assert 0 < kept < SHORT
    assert (simulated(root, store, SHORT, "--resume"), exports(store, tmp_path / "csv")) == undisturbed
    # Once more there is nothing to do.
    assert simulated(root, store, SHORT, "--resume") == undisturbed[0]


def test_a_run_stops_where_it_stops_whoever_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(course, "FIRST_LOOK", 3)
    words = [*PLAYERS.split(), "--matches", "40", "--until", "fall_rate=0.9"]
    told = []
    for more in ([], ["--out", f"{tmp_path}/1"], ["--out", f"{tmp_path}/2", "--jobs", "2"]):
        # Twice: a run that has stopped stays where it is.
        for again in ([], ["--resume"]) if more else ([],):
            assert yardarm.run([*words, *more, *again]) == 0
            out, err = capsys.readouterr()
            assert err == ""
            told.append(out)
    assert len(set(told)) == 1
    answer = json.loads(told[0])
    assert answer["matches"] == 3
    assert (answer["fall_rate"]["high"] - answer["fall_rate"]["low"]) / 2 <= 0.9
    assert exports(tmp_path / "1", tmp_path / "a") == exports(tmp_path / "2", tmp_path / "b")


def test_a_goal_that_is_not_reached_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert yardarm.run([*PLAYERS.split(), "--matches", "1", "--until", "fall_rate=0.001"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["matches"] == 1
    assert err.startswith("yardarm: --until fall_rate=0.001 was not reached: fall_rate ")
    assert err.count("\n") == 1


# ------------------------------------------------------------------------------------------------ fifty kills

KILLS = 50
MATCHES = 24


def descendants(pid: int) -> list[int]:
    """The processes below one, from /proc."""
    children: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = status.read_text().rpartition(")")[2].split()
            children.setdefault(int(fields[1]), []).append(int(status.parent.name))
    found, todo = [], [pid]
    while todo:
        below = children.get(todo.pop(), [])
        found += below
        todo += below
    return found


def workers_of(pid: int) -> list[int]:
    """The worker processes of a run: not the one that only keeps track of semaphores."""
    found = []
    for child in descendants(pid):
        with contextlib.suppress(OSError):
            words = Path(f"/proc/{child}/cmdline").read_bytes()
            if b"spawn_main" in words:
                found.append(child)
    return found


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc on this system")
@pytest.mark.parametrize("engine", ["processes", "dask"])
def test_fifty_kills_leave_no_trace(root: Path, tmp_path: Path, engine: str) -> None:
    """Half of the fifty kills for each engine, at random moments: workers, and the parent itself.

    A match that kills `PATIENCE` workers is poison, and nobody can tell such a match from one whose workers are shot.
    So between two kills of the parent (after which counting begins anew) fewer than that are shot at.
    """
    if engine == "dask":
        needs_dask()
    expected = simulated(root, tmp_path / "undisturbed.sqlite", MATCHES, "--jobs", "2")
    plain = exports(tmp_path / "undisturbed.sqlite", tmp_path / "plain")
    rng = random.Random(engine)
    store = tmp_path / "s.sqlite"
    kills = {"workers": 0, "parents": 0}
    while sum(kills.values()) < KILLS // 2:
        resume = ("--resume",) if store.exists() and store.stat().st_size else ()
        process = subprocess.Popen(
            command(store, MATCHES, "--jobs", "2", "--engine", engine, *resume),
            cwd=root,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        shots = rng.randrange(PATIENCE)
        while process.poll() is None:
            time.sleep(rng.uniform(0.1, 1.5))
            victims = workers_of(process.pid)
            if shots and victims:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(rng.choice(victims), signal.SIGKILL)
                    kills["workers"] += 1
                shots -= 1
            elif not shots and process.poll() is None:
                process.kill()
                kills["parents"] += 1
                break
        _, err = process.communicate(timeout=60)
        # Deaths that are made up for are nobody's business.
        assert process.returncode == -signal.SIGKILL or (process.returncode, err) == (0, b"")
    assert min(kills.values()) >= 3
    resume = ("--resume",) if store.exists() and store.stat().st_size else ()
    assert simulated(root, store, MATCHES, *resume, "--jobs", "2", "--engine", engine) == expected
    assert exports(store, tmp_path / "csv") == plain
