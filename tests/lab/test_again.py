"""`lab place --from-record`: the moment of a recorded match, its rates beside what happened, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import yardarm.command
from sim.games.riff_raff.again import Again, fell, what_happened
from sim.games.riff_raff.match import RiffRaffMatch
from sim.lab import again
from sim.match.record import Recorder
from sim.seeds import derive
from sim.statistics import rate
from tests.commands import answer_of, refusal_of
from tests.games.riff_raff.matches import finished

__all__ = ["finished"]


@pytest.fixture(scope="module")
def record(finished: tuple[RiffRaffMatch, Recorder], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its record."""
    path: Path = tmp_path_factory.mktemp("again") / "match.jsonl"
    finished[1].write(path)
    return path


def asked(capsys: pytest.CaptureFixture[str], record: Path, turn: int, *words: str) -> dict[str, Any]:
    """The answer of `lab place --from-record --json`."""
    return answer_of(capsys, "lab", "place", "--from-record", record, "--turn", turn, "--json", *words)


def test_the_rates_are_those_of_trials_of_the_recorded_moment(
    finished: tuple[RiffRaffMatch, Recorder], record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    past = next(past for past in finished[0].past if past.fell and past.view.snapshot.cargo)
    answer = asked(capsys, record, past.number, "--trials", "6", "--seed", "4")
    # Counted a second way: trial after trial, from the match that was played.
    cloud = Again.as_meant(past).cloud(4, 6)
    ghosts = [cloud.under(derive(4, "foresight", index)) for index in range(6)]
    off = sum(ghost.fell or ghost.others > 0 for ghost in ghosts)
    assert sum(fell(ghosts)) == off
    assert answer["fall_rate"] == rate(off, 6).to_json()
    assert answer["own_fall_rate"] == rate(sum(ghost.end != "aboard" for ghost in ghosts), 6).to_json()
    assert answer["lost_rate"] == rate(sum(not ghost.saved for ghost in ghosts), 6).to_json()
    assert answer["changed"] == []
    then = answer["then"]
    assert (then["turn"], then["by"], then["fell"]) == (past.number, past.by, True)
    assert then["intent"] == answer["intent"] == past.intent.to_json()
    assert then["pieces_aboard"] == len(past.view.snapshot.cargo)
    assert {"profile": "draft", "seed": 4}.items() <= answer.items()


def test_a_hundred_times_unless_it_is_said(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert again.TRIALS == 100
    monkeypatch.setattr(again, "TRIALS", 3)
    answer = asked(capsys, record, 1)
    assert answer["trials"] == 3
    assert answer == asked(capsys, record, 1, "--trials", "3"), "the same seed, the same answer"


def test_elsewhere_is_told_beside_as_it_was_meant(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = asked(capsys, record, 2, "--trials", "4")
    piece = "rat" if plain["intent"]["piece"] != "rat" else "chest"
    slot = 8 if plain["intent"]["slot"] != 8 else 7
    other = asked(capsys, record, 2, "--trials", "4", "--piece", piece, "--slot", str(slot), "--player", "child")
    assert other["changed"] == ["piece", "slot", "hands"]
    assert (other["intent"]["piece"], other["intent"]["slot"], other["hands"]) == (piece, slot, "child")
    assert other["as_meant"]["fall_rate"] == plain["fall_rate"]
    estimates = [one["fall_rate"]["estimate"] for one in (other, other["as_meant"])]
    assert other["fall_rate_difference"]["estimate"] == pytest.approx(estimates[0] - estimates[1], abs=1e-5)
    assert other["then"] == plain["then"]


def test_the_offset_counts_from_the_middle_of_the_slot(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, there = (
        asked(capsys, record, 2, "--trials", "1", "--slot", "8", "--piece", "crate", "--offset-mm", offset)
        for offset in ("0", "7")
    )
    assert there["intent"]["x_mm"] - here["intent"]["x_mm"] == pytest.approx(7)


def test_the_hands_of_a_player_at_the_table(
    finished: tuple[RiffRaffMatch, Recorder], record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    past = finished[0].past[1]
    same = asked(capsys, record, 2, "--trials", "1", "--player", past.by)
    assert same["changed"] == [], "the same hands"
    other = next(seat.name for seat in finished[0].seats if seat.name != past.by)
    assert asked(capsys, record, 2, "--trials", "1", "--player", other)["hands"] == f"{other}'s"


def test_a_person_reads_what_happened_then(
    finished: tuple[RiffRaffMatch, Recorder], record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    past = next(past for past in finished[0].past if past.fell)
    arguments = ["lab", "place", "--from-record", str(record), "--turn", str(past.number), "--trials", "3"]
    assert yardarm.command.run([*arguments, "--player", "child", "--slot", "2"]) == 0
    out, _ = capsys.readouterr()
    assert out.count("\n") == 14
    assert what_happened(past) in out
    assert "does not show which" in out, "two things differ"
    assert re.search(r"points (more|less) often \(\d+\.\d (more|less) to \d+\.\d (more|less)\)", out)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("--turn 0", "--turn"),
        ("--turn 999", "from 1 to"),
        ("", "--turn"),
        ("--turn 1 --cargo 7:rat", "--cargo"),
        ("--turn 1 --config family", "--config"),
        ("--turn 1 --profile play", "--profile"),
        ("--turn 1 --piece dragon", "--piece: expected"),
        ("--turn 1 --stance sideways", "--stance: for a bottle on slot 9, expected one of upright"),
        ("--turn 1 --player wizard", "wizard"),
        ("--turn 1 --slot 11", "--slot"),
    ],
)
def test_bad_options_are_one_sentence(record: Path, words: str, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert named in refusal_of(capsys, "lab", "place", "--from-record", record, *words.split())


def test_damaged_records_are_refused(
    finished: tuple[RiffRaffMatch, Recorder],
    record: Path,
    root: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "bad.jsonl"

    def refused(named: str, path: Path = file) -> None:
        assert named in refusal_of(capsys, "lab", "place", "--from-record", path, "--turn", 3)

    text = record.read_text()
    refused("bad.jsonl")  # there is none
    file.write_text("")
    refused("empty")
    file.write_text(text[: len(text) // 2])
    refused("cut off")
    file.write_text(re.sub(r'"time_s":(\d)', r'"time_s":1\1', text, count=1))
    refused("the seal does not fit")
    # Sealed anew, so that only the simulation can tell.
    forged = Recorder(lines=[re.sub(r'"max_heel_rad":0', '"max_heel_rad":1', line) for line in finished[1].lines])
    forged.write(file)
    refused("does not come out as recorded")
    Recorder(lines=[finished[1].lines[0].replace('"game":"riff-raff"', '"game":"zatre"')]).write(file)
    refused("expected a record of riff-raff, found zatre")
    refused("line 1", root / "README.md")


@pytest.mark.parametrize("words", ["--slot 3", "--piece rat", "--slot 3 --piece rat --turn 2"])
def test_without_a_record_slot_and_piece_are_needed(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--from-record" in refusal_of(capsys, "lab", "place", *words.split())


def test_a_stance_that_the_slot_has_no_room_for_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    said = refusal_of(capsys, "lab", "place", "--slot", 3, "--piece", "barrel", "--stance", "hanging")
    assert "--stance: for a " in said
    assert (
        yardarm.command.run(["lab", "place", "--slot", "3", "--piece", "crate", "--stance", "upright", "--trials", "1"])
        == 0
    )
