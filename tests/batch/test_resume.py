"""The finished store does not depend on engine, workers, order, hash seed or interruptions: its export is the proof."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import yardarm.command
from sim.batch import job, progress, simulate
from sim.batch.runner import PATIENCE
from sim.toml_text import toml_text
from tests import short_matches
from tests.batch.crashing_workers.sitecustomize import crashing, environment
from tests.batch.here import play_here
from tests.batch.stores import exports
from tests.batch.test_engines import needs_dask
from tests.processes import LONG_S, attempts, completed, running, until

PLAYERS = "simulate zatre --players casual:random,casual:random,casual:random --profile draft --seed 3 --json"
SHORT = 4
MANY = 24
"""More matches than are written at once, so that some are there while others are played."""
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")


def into(store: Path, matches: int, *words: str) -> list[str]:
    """The words of a run into a store."""
    return [*PLAYERS.split(), "--matches", str(matches), "--out", str(store), *words]


def command(store: Path, matches: int, *words: str) -> list[str]:
    """The command line of it."""
    return [sys.executable, "-m", "yardarm", *into(store, matches, *words)]


def here(store: Path, matches: int, *words: str) -> str:
    """What a run in this process says that is not disturbed."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        assert yardarm.command.run(into(store, matches, *words)) == 0
    assert err.getvalue() == ""
    return out.getvalue()


def simulated(root: Path, store: Path, matches: int, *words: str, hash_seed: int = 0) -> str:
    """What a run in a process of its own says that is not disturbed."""
    env = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    done = completed(command(store, matches, *words), cwd=root, env=env, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, bytes]]:
    """What a few matches say on one process, and their export."""
    store = tmp_path_factory.mktemp("undisturbed") / "s.sqlite"
    return here(store, SHORT), exports(store, store.with_suffix(".csv"))


@pytest.mark.parametrize(
    ("engine", "hash_seed"),
    [pytest.param("processes", 1, marks=pytest.mark.slow), pytest.param("dask", 2, marks=pytest.mark.study)],
)
def test_engines_workers_and_hash_seeds_change_nothing(
    root: Path, tmp_path: Path, undisturbed: tuple[str, dict[str, bytes]], engine: str, hash_seed: int
) -> None:
    if engine == "dask":
        needs_dask()
    store = tmp_path / "s.sqlite"
    told = simulated(root, store, SHORT, "--jobs", "2", "--engine", engine, hash_seed=hash_seed)
    assert (told, exports(store, tmp_path / "csv")) == undisturbed


@pytest.mark.slow
def test_without_a_store_the_figures_are_the_same(
    root: Path, undisturbed: tuple[str, dict[str, bytes]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert yardarm.command.run([*PLAYERS.split(), "--matches", str(SHORT)]) == 0
    assert capsys.readouterr().out == undisturbed[0]


@pytest.mark.study
def test_a_match_that_raises_is_kept_as_such_and_played_again(
    root: Path,
    tmp_path: Path,
    undisturbed: tuple[str, dict[str, bytes]],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = tmp_path / "s.sqlite"
    for name, value in environment("raise", 1).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(job, "play", crashing(job, "raise", [1]))
    said = []
    for words in (["--out", str(store), "--jobs", "2"], ["--out", str(store), "--resume"], []):
        assert yardarm.command.run([*PLAYERS.split(), "--matches", str(SHORT), *words]) == 0
        said.append(capsys.readouterr())
    # With a store and without, and when it is tried again: the same match, the same words.
    assert said[0] == said[1] == said[2]
    (crash,) = json.loads(said[0].out)["crashed"]
    assert crash["match"] == 1
    assert crash["error"] == "ArithmeticError: match 1 raises"
    with contextlib.closing(sqlite3.connect(store)) as connection:
        kept = connection.execute("SELECT match, status, error FROM matches ORDER BY match").fetchall()
    assert kept == [(n, "crashed", crash["error"]) if n == 1 else (n, "played", None) for n in range(SHORT)]
    # Its cause is mended: --resume has it like any other.
    monkeypatch.undo()
    assert (here(store, SHORT, "--resume"), exports(store, tmp_path / "csv")) == undisturbed


def matches_in(store: Path) -> int:
    """How many matches a store holds that may be in use; reading waits for nobody and disturbs nobody."""
    # The write-ahead log cannot be read while it is written; what a transaction leaves behind makes it grow.
    with contextlib.suppress(FileNotFoundError):
        return store.with_name(f"{store.name}-wal").stat().st_size // 4096
    return 0


@pytest.mark.busy
@POSIX
def test_an_interrupt_keeps_what_is_done(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tmp_path / "whole.sqlite"
    undisturbed = here(whole, MANY), exports(whole, tmp_path / "whole")
    for number in attempts():
        store = tmp_path / f"{number}.sqlite"
        with running(command(store, MANY), cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            until(lambda: matches_in(store) > 0)  # noqa: B023
            # As from a terminal: the interrupt reaches every process of the command.
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=LONG_S)
        with contextlib.closing(sqlite3.connect(store)) as connection:
            (kept,) = connection.execute("SELECT count(*) FROM matches").fetchone()
        if kept < MANY:
            break
        # We were too slow, and it had played them all; where Python was ending already, nothing catches the interrupt.
        assert process.returncode in (0, 130, -signal.SIGINT)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert kept > 0
    bars: list[tuple[Any, ...]] = []

    def shown(*words: Any) -> progress.Bar:
        bars.append(words[:3])
        return progress.Bar(*words)

    monkeypatch.setattr(simulate, "Bar", shown)
    assert (here(store, MANY, "--resume"), exports(store, tmp_path / "csv")) == undisturbed
    assert bars == [("matches", MANY, kept)]
    # Once more there is nothing to do.
    assert here(store, MANY, "--resume") == undisturbed[0]


@pytest.mark.slow
@POSIX
def test_a_file_that_may_not_grow_any_more(
    root: Path, tmp_path: Path, undisturbed: tuple[str, dict[str, bytes]]
) -> None:
    """The system itself refuses to write, as it does when a disk is full."""
    store = tmp_path / "s.sqlite"
    # Room for the store when it is new (24,576 bytes), not for the log of four matches: that has 28,872 bytes if all
    # are written at once, and more if the machine is slow and each is written alone.
    limited = (
        "import os, resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (26000, 26000)); "
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    done = completed([sys.executable, "-c", limited, *command(store, SHORT)], cwd=root, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"yardarm: {store}: cannot be used as a store (")
    assert done.stderr.endswith("); what was written before is kept.\n")
    assert done.stderr.count("\n") == 1
    # When there is room again it goes on.
    assert (here(store, SHORT, "--resume"), exports(store, tmp_path / "csv")) == undisturbed


@pytest.mark.study
def test_a_run_stops_where_it_stops_whoever_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "FIRST_LOOK", 2)
    words = [*PLAYERS.split(), "--matches", "40", "--until", "scoring_rate=0.9"]
    told = []
    for more in ([], ["--out", f"{tmp_path}/1"], ["--out", f"{tmp_path}/2", "--jobs", "2"]):
        # Twice: a run that has stopped stays where it is.
        for again in ([], ["--resume"]) if more else ([],):
            assert yardarm.command.run([*words, *more, *again]) == 0
            out, err = capsys.readouterr()
            assert err == ""
            told.append(out)
    assert len(set(told)) == 1
    answer = json.loads(told[0])
    assert answer["matches"] == 2
    assert (answer["scoring_rate"]["high"] - answer["scoring_rate"]["low"]) / 2 <= 0.9
    assert exports(tmp_path / "1", tmp_path / "a") == exports(tmp_path / "2", tmp_path / "b")


def test_a_goal_that_is_not_reached_is_told_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play_here(monkeypatch)
    store, words = tmp_path / "s.sqlite", [*PLAYERS.split(), "--matches", "1", "--until", "scoring_rate=0.001"]
    assert yardarm.command.run([*words, "--out", str(store)]) == 0
    out, err = capsys.readouterr()
    with contextlib.closing(sqlite3.connect(store)) as connection:
        assert connection.execute("SELECT until, stopped FROM runs").fetchall() == [("scoring_rate=0.001", None)]
    assert json.loads(out)["matches"] == 1
    assert err.startswith("yardarm: --until scoring_rate=0.001 was not reached: scoring_rate ")
    assert err.count("\n") == 1


# ------------------------------------------------------------------------------------------------ fifty kills

KILLS = 50
MATCHES = 72


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


@pytest.mark.study
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc on this system")
@pytest.mark.parametrize("engine", ["processes", "dask"])
def test_fifty_kills_leave_no_trace(root: Path, tmp_path: Path, engine: str) -> None:
    """Fifty kills at random moments: of workers, and of the parent itself.

    A match that kills `PATIENCE` workers crashes, and nobody can tell such a match from one whose workers are shot.
    So between two kills of the parent (after which counting begins anew) fewer than that are shot at. A run that comes
    to its end among the shots is compared, and the next begins: no shot is wasted on a run that has nothing to do.
    """
    if engine == "dask":
        needs_dask()
    expected = simulated(root, tmp_path / "undisturbed.sqlite", MATCHES, "--jobs", "2")
    plain = exports(tmp_path / "undisturbed.sqlite", tmp_path / "plain")
    rng = random.Random(engine)
    kills, runs = {"workers": 0, "parents": 0}, 0
    store = tmp_path / "s0.sqlite"
    while sum(kills.values()) < KILLS:
        words = command(store, MATCHES, "--jobs", "2", "--engine", engine, *resuming(store))
        with running(words, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
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
            out, err = process.communicate(timeout=LONG_S)
        # Deaths that are made up for are nobody's business.
        assert process.returncode == -signal.SIGKILL or (process.returncode, err) == (0, "")
        if process.returncode == 0:
            assert (out, exports(store, tmp_path / f"csv{runs}")) == (expected, plain)
            runs += 1
            store = tmp_path / f"s{runs}.sqlite"
    assert min(kills.values()) >= 6
    assert simulated(root, store, MATCHES, *resuming(store), "--jobs", "2", "--engine", engine) == expected
    assert exports(store, tmp_path / "csv") == plain


def resuming(store: Path) -> tuple[str, ...]:
    """How a run is called that may have begun."""
    return ("--resume",) if store.exists() and store.stat().st_size else ()


@pytest.mark.study
def test_so_at_zack(root: Path, tmp_path: Path) -> None:
    """One process, two, and dask, each under another hash seed."""
    needs_dask()
    preset = tmp_path / "one.toml"
    preset.write_text(toml_text(short_matches.SHORT["zack"]))
    words = (
        f"simulate zack --matches 3 --players child,casual,skilled --profile draft --seed 3 --json --config {preset}"
    )
    told = []
    for seed, engine in enumerate(("--jobs 1", "--jobs 2", "--jobs 2 --engine dask")):
        store = tmp_path / f"{seed}.sqlite"
        done = completed(
            [sys.executable, "-m", "yardarm", *words.split(), *engine.split(), "--out", str(store)],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, "")
        told.append((done.stdout, exports(store, tmp_path / f"csv{seed}")))
    assert told[0] == told[1] == told[2]
