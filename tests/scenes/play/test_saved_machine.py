"""A match that is saved, left, gone on with, and whose disk fails: it goes on as one that was never left."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from scenes.play import folders
from scenes.play.session import Session
from scenes.play.setup import Setup
from sim.errors import InputError
from sim.match.record import read_record
from sim.match.seats import seats_from
from tests.faults import failing


class SavedMatch(RuleBasedStateMachine):
    """A match of Zack!, whose bots go on by themselves, beside the same match that is never left."""

    def __init__(self) -> None:
        super().__init__()
        self.patch = pytest.MonkeyPatch()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "match.jsonl"
        self.patch.setattr(folders, "matches_folder", lambda: Path(self.folder.name) / "usual")
        self.patch.setattr(tempfile, "tempdir", self.folder.name)
        self.session, self.whole = self.begun(self.path), self.begun(Path(self.folder.name) / "whole.jsonl")
        self.session.keep()

    @staticmethod
    def begun(path: Path) -> Session:
        """The match at its beginning."""
        setup = Setup("zack", seats_from(["me=Ada", "casual", "child"], "zack", persons=True), 3, None, "draft")
        return Session.begin(setup, path, lambda: False, lambda: None)

    def teardown(self) -> None:
        """Leave both."""
        for session in (self.session, self.whole):
            session.match.leave()
        self.patch.undo()
        self.folder.cleanup()

    @rule(seconds=st.sampled_from([0.5, 2.0, 6.0]))
    def play(self, seconds: float) -> None:
        """Let time pass, for the other more than for this one, which begins again at its last line."""
        self.session.match.advance(seconds)
        self.whole.match.advance(seconds)

    @rule()
    def save(self) -> None:
        """Save where nothing fails."""
        kept = self.session.keep()
        # A match that has just been gone on with has nothing new to save.
        assert kept is None or kept.path is not None

    @rule(kind=st.sampled_from(["open", "write", "rename"]), number=st.integers(1, 4))
    def save_on_a_bad_disk(self, kind: str, number: int) -> None:
        """Save where a call fails: what was saved before stays, or the match is kept elsewhere."""
        before = read_record(self.session.path).lines if self.session.path else ()
        with failing(kind, number):
            kept = self.session.keep()
        path = self.file() if kept is None or kept.path is None else kept.path
        assert read_record(path).lines[: len(before)] == before
        assert not list(Path(self.folder.name).rglob(".*"))

    @rule()
    def leave_and_go_on(self) -> None:
        """Leave, and go on from the file."""
        kept = self.session.close()
        assert kept is None or kept.path is not None
        self.session = Session.going_on(self.file(), None, lambda: False, lambda: None)

    @rule(share=st.floats(0.0, 0.99))
    def cut_short(self, share: float) -> None:
        """A copy that is cut off anywhere is refused, or is the match up to some line of it."""
        whole = self.file().read_bytes()
        copy = Path(self.folder.name) / "cut.jsonl"
        copy.write_bytes(whole[: int(share * len(whole))])
        # One that is cut off in its first lines is none.
        with contextlib.suppress(InputError):
            record = read_record(copy)
            assert not record.intact
            assert record.lines == read_record(self.file()).lines[: len(record.lines)]
        copy.unlink()

    def file(self) -> Path:
        """Where the match is."""
        return self.session.path or self.path

    @invariant()
    def is_the_same_match(self) -> None:
        """Line for line, as far as both have come."""
        pairs = zip(self.session.recorder.lines, self.whole.recorder.lines, strict=False)
        assert all(one == other for one, other in pairs)
        saved = read_record(self.file())
        assert saved.intact
        assert list(saved.lines) == self.session.recorder.lines[: len(saved.lines)]


@pytest.mark.slow
def test_a_saved_match_goes_on_as_one_that_was_never_left() -> None:
    run_state_machine_as_test(SavedMatch, settings=settings(max_examples=8, stateful_step_count=8))
