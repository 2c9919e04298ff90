"""A match that raises costs only itself: it is named with its seed and what it raised, counted, and left out."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import yardarm.command
from sim.batch import job as work
from sim.batch.job import (
    DIED,
    MOST_PRINTED,
    CrashingMatch,
    JobSpec,
    MatchError,
    Task,
    crashed_text,
    in_one_line,
    match_seed,
    play,
    play_chunk,
    tried,
    tried_here,
)
from sim.batch.runner import PATIENCE, dispatch, index_of, run_tasks, tasks_of
from sim.errors import InputError
from sim.games.riff_raff.match import RiffRaffMatch
from sim.match.seats import seats_from
from tests.batch.crashing_workers.sitecustomize import crashing, environment
from tests.batch.here import play_by

PLAYERS = "casual:random,casual:random"
SIMULATE = f"simulate riff-raff --players {PLAYERS} --profile draft --seed 3 --jobs 1"
SEATS = seats_from(PLAYERS.split(","), "riff-raff")


def raised(error: Exception) -> Exception:
    """The same, after someone raised it."""
    with pytest.raises(type(error)) as caught:
        raise error
    return caught.value


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (ValueError("tuple.index(x): x not in tuple"), "ValueError: tuple.index(x): x not in tuple"),
        (KeyError("crate"), "KeyError: 'crate'"),
        (AssertionError(), "AssertionError"),
        (RuntimeError("one\n\ttwo \x1b[31m"), "RuntimeError: one two \\x1b[31m"),
        (RuntimeError("<Body at 0x7f00AB12>"), "RuntimeError: <Body at 0x...>"),
        (RuntimeError("x" * 500), f"RuntimeError: {'x' * 200} ..."),
        (RecursionError("too deep"), "RecursionError: too deep"),
    ],
)
def test_an_exception_is_told_in_one_line_that_is_the_same_everywhere(error: Exception, line: str) -> None:
    assert in_one_line(raised(error)) == line


def test_the_line_says_where_in_yardarm_it_was_raised(configuration) -> None:
    with pytest.raises(TypeError) as refusal:
        match_seed(3, None)
    told = in_one_line(refusal.value)
    assert told.startswith("TypeError: ")
    assert "(sim/seeds.py, line " in told
    assert str(Path.cwd()) not in told


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, played) -> Callable[[dict[int, Exception]], None]:
    """Matches take no time, and some raise."""

    def quickly(_configuration: Any, task: Task) -> Any:
        row, turns = played[2].row, played[2].turns
        seeded = replace(row, index=task.index, seed=task.seed)
        return seeded, [replace(turn, match=task.index, profile="casual") for turn in turns]

    return lambda raising: play_by(monkeypatch, quickly, lambda task: raising.get(task.index))


def told(capsys: pytest.CaptureFixture[str], words: str, code: int = 0) -> tuple[str, str]:
    """What a command says on both streams."""
    assert yardarm.command.run(words.split()) == code
    out, err = capsys.readouterr()
    return out, err


@pytest.mark.slow
def test_a_match_that_raises_is_left_out_and_named(quick, capsys: pytest.CaptureFixture[str]) -> None:
    quick({1: ValueError("no such piece"), 4: KeyError("rat")})
    out, err = told(capsys, f"{SIMULATE} --matches 6 --json")
    answer = json.loads(out)
    assert answer["matches"] == 4
    assert answer["crashed"] == [
        {"match": 1, "seed": match_seed(3, 1), "error": "ValueError: no such piece"},
        {"match": 4, "seed": match_seed(3, 4), "error": "KeyError: 'rat'"},
    ]
    first, second = err.splitlines()
    again = f"yardarm watch riff-raff --players {PLAYERS} --seed {match_seed(3, 1)} --profile draft --text"
    assert first == (
        f"yardarm: match 1 (seed {match_seed(3, 1)}): ValueError: no such piece; it is left out, and seen again with: "
        f"{again}"
    )
    assert second.startswith(f"yardarm: match 4 (seed {match_seed(3, 4)}): KeyError: 'rat'; ")
    out, _ = told(capsys, f"{SIMULATE} --matches 6")
    assert out.startswith("riff-raff, seed 3, profile draft: 2 of 6 matches crashed and are left out; 4 matches, ")


def test_the_command_that_is_named_plays_the_very_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The preset is named too, quoted for a shell."""
    seen: list[Any] = []

    def crash(self: RiffRaffMatch, *_: float) -> None:
        seen.append((self.configuration.digest, self.seats, self.seed))
        raise LookupError("lost")

    for method in ("advance", "run"):
        monkeypatch.setattr(RiffRaffMatch, method, crash)
    preset = tmp_path / "heavy ball.toml"
    preset.write_text("[ship]\nball_mass_g = 150\n")
    words = [*SIMULATE.split(), "--matches", "1", "--config", str(preset)]
    assert yardarm.command.run(words) == 2
    _, command = capsys.readouterr().err.split("seen again with: yardarm ")
    import shlex

    with pytest.raises(LookupError, match="lost"):
        yardarm.command.run(shlex.split(command))
    assert seen[0] == seen[1]


@pytest.mark.slow
def test_only_so_many_are_told_one_by_one(quick, capsys: pytest.CaptureFixture[str]) -> None:
    quick({index: ValueError("no") for index in range(MOST_PRINTED + 3)})
    _, err = told(capsys, f"{SIMULATE} --matches {MOST_PRINTED + 4} --json")
    assert len(err.splitlines()) == MOST_PRINTED + 1
    assert err.splitlines()[-1] == "yardarm: 3 more matches crashed and are left out."


@pytest.mark.slow
def test_when_every_match_crashes_there_is_one_sentence(quick, capsys: pytest.CaptureFixture[str]) -> None:
    quick({index: ValueError("no such piece") for index in range(3)})
    out, err = told(capsys, f"{SIMULATE} --matches 3", 2)
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("yardarm: simulate: all 3 matches crashed, so there is nothing to sum up; match 0 (seed ")
    assert "ValueError: no such piece; seen again with: yardarm watch riff-raff " in err
    assert crashed_text(1, 1) == "1 of 1 match crashed and is left out"


def test_what_no_match_can_be_played_with_ends_the_run(quick, capsys: pytest.CaptureFixture[str]) -> None:
    quick({2: InputError("records: cannot be written.")})
    out, err = told(capsys, f"{SIMULATE} --matches 6 --json", 2)
    assert (out, err) == ("", "yardarm: records: cannot be written.\n")


def test_a_record_that_cannot_be_written_is_no_crash_of_the_match(
    monkeypatch: pytest.MonkeyPatch, configuration, tmp_path: Path
) -> None:
    monkeypatch.setattr(RiffRaffMatch, "run", lambda _self: None)
    monkeypatch.setattr("sim.games.riff_raff.rows.RowCollector.match_row", lambda _self: None)
    (blocked,) = tasks_of(SEATS, 3, [0], tmp_path / "missing")
    with pytest.raises(InputError, match=r"match-00000\.jsonl: cannot be written"):
        tried(configuration, blocked)


def test_what_the_rules_refuse_in_a_match_is_a_crash_of_it(monkeypatch: pytest.MonkeyPatch, configuration) -> None:
    def refused(_self: Any) -> None:
        raise InputError("slot: expected 1 to 10, found 11.")

    monkeypatch.setattr(RiffRaffMatch, "run", refused)
    (task,) = tasks_of(SEATS, 3, [0])
    assert tried(configuration, task) == CrashingMatch(task, "InputError: slot: expected 1 to 10, found 11.")
    with pytest.raises(MatchError, match="expected 1 to 10"):
        play(configuration, task)


def test_a_match_that_cannot_even_begin_has_crashed_unless_none_can(
    monkeypatch: pytest.MonkeyPatch, configuration
) -> None:
    (task,) = tasks_of(SEATS, 3, [0])
    errors: list[Exception] = [ZeroDivisionError("of nought"), InputError("expected two to four players.")]

    def begins(*_: Any, **__: Any) -> None:
        raise errors[0]

    monkeypatch.setattr(RiffRaffMatch, "__init__", begins)
    crashed = tried(configuration, task)
    assert isinstance(crashed, CrashingMatch)
    assert crashed.error.startswith("ZeroDivisionError: of nought (sim/match/turn_based.py")
    errors.pop(0)
    with pytest.raises(InputError, match="expected two to four players"):
        tried(configuration, task)


def test_an_interrupt_is_no_crash(monkeypatch: pytest.MonkeyPatch, configuration) -> None:
    def interrupted(_self: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(RiffRaffMatch, "run", interrupted)
    (task,) = tasks_of(SEATS, 3, [0])
    with pytest.raises(KeyboardInterrupt):
        tried(configuration, task)


def test_lack_of_memory_is_no_fault_of_the_match(monkeypatch: pytest.MonkeyPatch, configuration) -> None:
    def starved(_self: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(RiffRaffMatch, "run", starved)
    tasks = list(tasks_of(SEATS, 3, [0]))
    with pytest.raises(InputError, match=r"match 0 \(seed \d+\) cannot be played: there is not enough memory\.$"):
        list(tried_here(configuration, tasks))


class Here:
    """An engine of this process, in which jobs end in another order than they began; some matches starve it."""

    deaths: tuple[type[BaseException], ...] = ()

    def __init__(self, workers: int, starving: dict[int, int] | None = None) -> None:
        self.workers, self.ahead = workers, 2 * workers
        self.starving = dict(starving or {})
        self._begun: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        """Begin, and end the job before."""
        self._begun.append((Future(), lambda: self._done(fn, *args)))
        if len(self._begun) == self.ahead:
            self.tend()
        return self._begun[-1][0] if self._begun else self._last

    def tend(self) -> None:
        """End everything that was begun, the last first."""
        self._last = self._begun[-1][0] if self._begun else Future()
        while self._begun:
            future, job = self._begun.pop()
            try:
                future.set_result(pickle.loads(pickle.dumps(job())))
            except MemoryError as error:
                future.set_exception(error)

    def close(self) -> None:
        """Nothing to end."""

    def _done(self, fn: Callable[..., Any], shared: JobSpec, tasks: list[Task]) -> Any:
        for task in tasks:
            if self.starving.get(task.index, 0) > 0:
                self.starving[task.index] -= 1
                raise MemoryError
        return fn(shared, tasks)


@pytest.mark.slow
@given(st.integers(1, 12), st.integers(1, 3), st.integers(1, 4), st.sets(st.integers(0, 11)))
def test_the_same_matches_crash_whoever_plays_them(count: int, workers: int, chunk: int, raising: set[int]) -> None:
    shared = JobSpec("riff-raff", "draft", "{}", ())

    def error(task: Task) -> Exception | None:
        return LookupError(f"{task.index}") if task.index in raising else None

    with pytest.MonkeyPatch.context() as patch:
        play_by(patch, lambda _configuration, task: (TheRow(task.index), []), error)
        patch.setattr(work, "_configuration", lambda _work: None)
        patch.setattr("sim.batch.runner.TEND_S", 0.0)
        came = sorted(dispatch(Here(workers), shared, tasks_of(SEATS, 1, range(count)), chunk), key=index_of)
        alone = list(tried_here(None, tasks_of(SEATS, 1, range(count))))
    assert came == alone
    assert [index_of(result) for result in came if isinstance(result, CrashingMatch)] == sorted(
        index for index in raising if index < count
    )


class TheRow:
    """A row with nothing but its number."""

    def __init__(self, index: int) -> None:
        self.index = index

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TheRow) and other.index == self.index

    __hash__ = None


def test_a_worker_without_memory_is_as_good_as_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    play_by(monkeypatch, lambda _configuration, task: (TheRow(task.index), []))
    monkeypatch.setattr(work, "_configuration", lambda _work: None)
    monkeypatch.setattr("sim.batch.runner.TEND_S", 0.0)
    engine = Here(1, {1: 1, 3: PATIENCE})
    results = {
        index_of(result): result
        for result in dispatch(engine, JobSpec("riff-raff", "draft", "{}", ()), tasks_of(SEATS, 1, range(5)), 1)
    }
    assert sorted(results) == list(range(5))
    assert [result for result in results.values() if isinstance(result, CrashingMatch)] == [
        CrashingMatch(Task(3, match_seed(1, 3), SEATS), DIED)
    ]


def test_five_matches_that_raise_say_nothing_of_the_workers(quick, configuration) -> None:
    """Where the first of a run all raise, whoever comes first must not decide whether the run goes on."""
    quick({index: ValueError("no") for index in range(9)})
    results = list(run_tasks(configuration, tasks_of(SEATS, 3, range(10))))
    assert [isinstance(result, CrashingMatch) for result in results] == [True] * 9 + [False]


@pytest.mark.slow
def test_a_match_that_raises_does_so_in_worker_processes_too(configuration, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = list(tasks_of(SEATS, 3, [0]))
    with monkeypatch.context() as patch:
        for name, value in environment("raise", 0).items():
            patch.setenv(name, value)
        (elsewhere,) = run_tasks(configuration, tasks, jobs=2)
        patch.setattr(work, "play", crashing(work, "raise", [0]))
        (here,) = play_chunk(JobSpec.of(configuration), tasks)
    assert elsewhere == here == CrashingMatch(tasks[0], "ArithmeticError: match 0 raises")
