"""A store through whatever is done with it, in any order: runs, interrupts, refusals, resumes and reports."""

from __future__ import annotations

import contextlib
import io
import sqlite3
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

import yardarm.command
from sim.batch import job
from tests.batch.here import play_here
from tests.batch.stores import exports

LINE = "simulate zatre --players casual:random,casual:random --profile draft --json"
MOST = 3


def run(line: str) -> tuple[int, str, str]:
    """The exit code of a command line, and what it says on both streams."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        code = yardarm.command.run(line.split())
    return code, out.getvalue(), err.getvalue()


@cache
def undisturbed(matches: int) -> tuple[str, dict[str, bytes]]:
    """What a run of this many matches prints that nothing disturbs, and its export."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "s.sqlite"
        code, out, err = run(f"{LINE} --seed 3 --matches {matches} --out {store}")
        assert (code, err) == (0, "")
        with contextlib.redirect_stdout(io.StringIO()):
            return out, exports(store, Path(folder) / "csv")


class StoreMachine(RuleBasedStateMachine):
    """asked: the matches of the run in the store, 0 while it has none that was played. kept: how many it has."""

    def __init__(self) -> None:
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        play_here(self.patch)
        self.folder = tempfile.TemporaryDirectory()
        self.store = Path(self.folder.name) / "s.sqlite"
        self.asked = self.kept = 0

    def teardown(self) -> None:
        """However it got there: finished, it is like one that nothing disturbed."""
        if self.store.exists():
            asked = self.asked or 1
            code, out, err = run(f"{LINE} --seed 3 --matches {asked} --resume --out {self.store}")
            with contextlib.redirect_stdout(io.StringIO()):
                found = code, err, out, exports(self.store, Path(self.folder.name) / "csv")
            assert found == (0, "", *undisturbed(asked))
        self.patch.undo()
        self.folder.cleanup()

    def simulate(self, words: str) -> tuple[int, str, str]:
        """Play into the store."""
        return run(f"{LINE} --out {self.store} {words}")

    def refused(self, words: str) -> str:
        """The sentence by which this is refused; the store stays as it was."""
        before = self.store.read_bytes() if self.store.exists() else None
        code, out, err = self.simulate(words)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert (self.store.read_bytes() if self.store.exists() else None) == before
        return err

    @rule(matches=st.integers(1, MOST), resume=st.booleans(), until=st.integers(0, MOST))
    def play(self, matches: int, resume: bool, until: int) -> None:
        """Play, and be interrupted when this many have been played."""
        words = f"--seed 3 --matches {matches} {'--resume' if resume else ''}"
        if resume and not self.store.exists():
            assert "there is no such store" in self.refused(words)
        elif self.kept and not resume:
            assert "holds this run already" in self.refused(words)
        elif matches < self.asked:
            assert f"expected --matches {self.asked} or more" in self.refused(words)
        else:
            left, real = [until], job.play

            def play(*given: Any) -> Any:
                left[0] -= 1
                if left[0] < 0:
                    raise KeyboardInterrupt
                return real(*given)

            with self.patch.context() as patch:
                patch.setattr(job, "play", play)
                code, out, err = self.simulate(words)
            missing = matches - self.kept
            assert (code, err) == (130 if until < missing else 0, "")
            assert out == ("" if code else undisturbed(matches)[0])
            with contextlib.closing(sqlite3.connect(self.store)) as connection:
                (kept,) = connection.execute("SELECT count(*) FROM matches").fetchone()
            # The last one may have been on its way.
            assert self.kept + min(until, missing) - (code == 130) <= kept <= self.kept + min(until, missing)
            self.kept, self.asked = kept, matches if kept else 0

    @precondition(lambda self: self.kept)
    @rule()
    def go_on_with_another_seed(self) -> None:
        """A run that the store does not hold cannot be gone on with."""
        assert "holds no run of these players, seed" in self.refused(f"--seed 4 --matches {MOST} --resume")

    @precondition(lambda self: self.kept)
    @rule()
    def report(self) -> None:
        """Reading changes nothing, and counts what is there."""
        before = self.store.read_bytes()
        code, out, err = run(f"report {self.store} --json")
        assert (code, err) == (0, "")
        assert f'"matches": {self.kept}' in out
        assert self.store.read_bytes() == before


@pytest.mark.slow
def test_a_store_is_whole_whatever_is_done_with_it() -> None:
    run_state_machine_as_test(StoreMachine, settings=settings(max_examples=10, stateful_step_count=6))
