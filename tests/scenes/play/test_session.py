"""What is kept of a match, wherever it can be; whose hands are noted, and that the switch is obeyed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scenes.play.folders import fresh_path, hands_folder, matches_folder, unfinished
from scenes.play.session import Session
from scenes.play.setup import Setup, usual_setup
from sim.match.record import read_record
from sim.seat import PERSON, Seat

REACTION = {"move": "react", "cue": "turn", "bits": 1.0, "conflict": False, "rt_ms": 412.0, "correct": True}
pytestmark = pytest.mark.usefixtures("fake_game")


def begun(path: Path | None = None, wanted: bool = True, who: str | None = None, **more: Any) -> Session:
    setup = replace(usual_setup("riff-raff", "", "casual", 7), **more)
    return Session.begin(setup, path, lambda: wanted, lambda: who)


def test_a_match_left_in_the_middle_is_kept_in_the_users_folder() -> None:
    session = begun()
    session.match.advance(2.5)
    kept = session.close()
    assert kept.path.parent == matches_folder()
    assert kept.path.name.startswith("riff-raff-")
    assert kept.path.name.endswith("-seed7.jsonl")
    record = read_record(kept.path)
    assert (record.intact, record.complete, len(record.lines)) == (True, False, 3)
    assert kept.sentence() == f"The match is saved: {kept.path}; go on with it by: yardarm play --resume {kept.path}"
    assert unfinished() == kept.path


def test_a_match_in_which_nothing_happened_is_not_kept() -> None:
    session = begun()
    assert session.close() is None
    assert not matches_folder().exists()
    assert unfinished() is None


def test_a_finished_match_is_kept_without_a_word_of_resuming(tmp_path: Path) -> None:
    session = begun(tmp_path / "match.jsonl")
    session.match.advance(6)
    session.match.tell({"stage": "end", "time_s": 6.0, "winners": ["You"]})
    kept = session.keep()
    assert kept.sentence() == f"The match is saved: {tmp_path / 'match.jsonl'}"
    assert read_record(tmp_path / "match.jsonl").complete
    assert session.close() == kept  # not written again


def test_a_file_asked_for_is_written_even_when_nothing_happened(tmp_path: Path) -> None:
    session = begun(tmp_path / "match.jsonl")
    assert session.close() is not None
    assert len(read_record(tmp_path / "match.jsonl").lines) == 1


def test_where_the_file_cannot_be_written_another_folder_is_found(tmp_path: Path, own_folders: Path) -> None:
    session = begun(tmp_path / "nowhere" / "match.jsonl")
    session.match.advance(1.5)
    kept = session.close()
    assert kept.path.parent == matches_folder()
    assert "cannot be written" in kept.sentence()
    assert "yardarm play --resume" in kept.sentence()
    assert read_record(kept.path).intact


def test_where_the_users_folder_cannot_be_either_the_last_resort_is_the_temporary_one(
    tmp_path: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own_folders / "data").write_text("no folder")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    session = begun()
    session.match.advance(1.5)
    kept = session.close()
    assert kept.path.parent == tmp_path
    assert "cannot be a folder" in kept.trouble


def test_nowhere_at_all_is_told(tmp_path: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (own_folders / "data").write_text("no folder")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    session = begun()
    session.match.advance(1.5)
    kept = session.close()
    assert kept.path is None
    assert kept.sentence().startswith("The match is not saved: ")


def test_every_ruling_is_saved_at_once_and_nothing_else_is_written() -> None:
    session = begun()
    session.match.advance(0.5)
    assert session.save_new_ruling() is None
    for _ in range(3):
        session.match.advance(1.0)
        saved = session.save_new_ruling()
        record = read_record(saved.path)
        assert (record.intact, record.lines) == (True, tuple(session.recorder.lines))
        before = saved.path.stat()
        assert session.save_new_ruling() is None
        assert saved.path.stat().st_mtime_ns == before.st_mtime_ns
    assert len(list(matches_folder().iterdir())) == 1


def test_the_end_says_why_a_match_lies_in_another_folder_however_often_it_was_saved(tmp_path: Path) -> None:
    session = begun(tmp_path / "nowhere" / "match.jsonl")
    for _ in range(3):
        session.match.advance(1.5)
        session.save_new_ruling()
    kept = session.close()
    assert "nowhere" in kept.trouble
    assert len(list(matches_folder().iterdir())) == 1


def test_practice_has_no_record() -> None:
    session = begun(practice={"slot": 7, "piece": "rat", "aboard": 0})
    session.match.advance(10)
    assert session.save_new_ruling() is None
    assert session.close() is None
    assert session.is_practice


def test_names_of_files_do_not_meet(tmp_path: Path) -> None:
    first = fresh_path(tmp_path, "zack", "seed1")
    first.write_text("")
    second = fresh_path(tmp_path, "zack", "seed1")
    second.write_text("")
    third = fresh_path(tmp_path, "zack", "seed1")
    assert len({first, second, third}) == 3


def test_only_the_latest_record_is_gone_on_with(own_folders: Path) -> None:
    matches_folder().mkdir(parents=True)
    (matches_folder() / "broken.jsonl").write_text("{")
    assert unfinished() is None
    session = begun()
    session.match.advance(6)
    session.match.tell({"stage": "end", "time_s": 6.0, "winners": ["You"]})
    session.close()
    assert unfinished() is None


# ---------------------------------------------------------------------------------------------- hands


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_each_persons_hands_have_a_log_of_their_own() -> None:
    seats = usual_setup("riff-raff", "Ada", "skilled").seats
    seats = (seats[0], Seat("Bob", "child", PERSON), *seats[2:])
    now = ["Ada"]
    session = Session.begin(Setup("riff-raff", seats, 7), None, lambda: True, lambda: now[0])
    session.match.note_hand(REACTION)
    now[0] = "Bob"
    session.match.note_hand(REACTION)
    session.match.note_hand({**REACTION, "by": "Ada"})
    session.close()
    logs = [lines_of(path) for path in sorted(hands_folder().iterdir())]
    told = sorted((log[0]["person"], log[0]["profile"], len(log)) for log in logs)
    assert told == [("Ada", "skilled", 3), ("Bob", "child", 2)]
    assert session.hands.noted == 3


def test_nothing_is_noted_when_it_is_not_wanted() -> None:
    session = begun(wanted=False)
    session.match.note_hand(REACTION)
    session.close()
    assert not hands_folder().exists()


def test_a_log_that_cannot_be_written_is_told_and_stops_nothing(own_folders: Path) -> None:
    (own_folders / "data").write_text("no folder")
    session = begun()
    session.match.note_hand(REACTION)
    session.match.note_hand(REACTION)
    assert session.hands.complaint
    assert session.hands.noted == 0
    session.match.advance(1.0)
