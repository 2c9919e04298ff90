"""What holds of the matches and records of every game, for every number of players that it allows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from sim.errors import InputError
from sim.match.base import Match as OurMatch
from sim.match.held import Held, state_of
from sim.match.play_on import cut_at
from sim.match.record import Recorder, read_record
from sim.match.replay import load_replay, replay, resume, verify
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import UNRECORDED, Line, Match
from sim.spec import match_of
from yardarm.testing.matches import (
    COUNTS,
    FACTS,
    GAMES,
    LARGEST,
    SEED,
    SMALLEST,
    TABLES,
    Played,
    digests,
    opened,
    played,
)

STAGES = ("intent", "executed", "physics", "outcome", "ruling")
"""Without physics, or without hands that err, a game has fewer."""


LONG_S = 180.0
"""What comes within seconds on a quiet machine has not hung before."""


def written(found: Played, path: Path) -> Path:
    found.recorder.write(path)
    return path


def cut(found: Played, path: Path, keep: int) -> Path:
    """Return the record of a match that was left after `keep` lines."""
    left = Recorder(found.recorder.lines[:keep])
    left.write(path)
    return path


@pytest.mark.parametrize(("game", "count"), TABLES)
def test_a_record_is_stage_after_stage_up_to_its_end(game: str, count: int, tmp_path: Path) -> None:
    found = played(game, count)
    stages = [line["stage"] for line in found.lines]
    assert {"intent", "outcome", "ruling", "end"} <= set(stages) <= {*STAGES, "end"}
    assert stages.index("end") == len(stages) - 1
    names = {seat.name for seat in found.match.seats}
    assert {line["by"] for line in found.lines if line["stage"] in ("intent", "executed")} <= names
    assert set(found.lines[-1]["winners"]) <= names
    assert found.lines[-1]["winners"]
    times = [line["time_s"] for line in found.lines if "time_s" in line]
    assert times == sorted(times)
    assert times[-1] == pytest.approx(found.match.time_s, abs=1.01 / TICK_HZ)
    # What is ruled was an outcome before, and what a hand did was meant.
    for index, stage in enumerate(stages):
        before = STAGES[: STAGES.index(stage)] if stage != "end" else ("ruling",)
        if stage in ("executed", "physics", "end"):
            assert set(stages[:index]) & set(before), (index, stage)
    record = read_record(written(found, tmp_path / "match.jsonl"))
    assert record.intact
    assert record.complete
    assert record.seats == found.match.seats
    assert record.length_s == times[-1]
    assert len(record.intents) == stages.count("intent")


@pytest.mark.parametrize(("game", "count"), SMALLEST)
def test_the_same_seed_gives_the_same_match_at_any_frame_rate(game: str, count: int) -> None:
    found = played(game, count)
    match, recorder, lines = opened(game, count)
    for number, frames_per_s in enumerate((7.0, 30.0, 144.0), 1):
        while match.time_s < number * FACTS[game].watched_s and not match.finished:
            match.advance(1.0 / frames_per_s)
            match.frame()  # looking changes nothing
    assert len(lines) > 5
    while not match.finished:
        match.advance(7.0)
    assert recorder.text() == found.recorder.text()
    assert match.summary_line() == found.match.summary_line()
    assert [(line.time_s, line.text) for line in match.ticker] == [
        (line.time_s, line.text) for line in found.match.ticker
    ]


@pytest.mark.parametrize("seeds", [pytest.param(1, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.study)])
def test_records_are_the_same_in_other_processes_under_other_hash_seeds(seeds: int) -> None:
    path = os.pathsep.join(filter(None, sys.path))
    here = digests()
    for hash_seed in range(1, seeds + 1):
        environment = os.environ | {"PYTHONHASHSEED": str(1234 * hash_seed), "PYTHONPATH": path}
        done = subprocess.run(
            [sys.executable, "-m", "yardarm.testing.matches"],
            env=environment,
            text=True,
            capture_output=True,
            check=False,
            timeout=LONG_S,
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == here


@pytest.mark.parametrize(("game", "count"), SMALLEST)
def test_a_record_repeats_exactly(game: str, count: int, tmp_path: Path) -> None:
    found = played(game, count)
    assert verify(read_record(written(found, tmp_path / "match.jsonl"))) is None


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_shows_the_same_match(game: str, tmp_path: Path) -> None:
    found = played(game, COUNTS[game][-1])
    record = read_record(written(found, tmp_path / "match.jsonl"))
    again = replay(record)
    assert again.recorded_s == record.length_s
    again.run()
    assert again.finished
    assert type(again) is type(found.match)
    assert again.time_s == found.match.time_s
    assert position(again) == position(found.match)
    assert again.summary_line() == found.match.summary_line()
    assert again.ticker == found.match.ticker
    # What is believed at the seats is not on record.
    shown, known = again.frame(), found.match.frame()
    for part in fields(known):
        assert part.name == "seats" or getattr(shown, part.name) == getattr(known, part.name)


@pytest.mark.parametrize(("game", "count"), SMALLEST)
def test_a_match_that_was_left_repeats_as_far_as_it_goes_and_goes_on_as_if_it_had_not_been(
    game: str, count: int, tmp_path: Path
) -> None:
    found = played(game, count)
    rulings = [number for number, text in enumerate(found.recorder.lines, 1) if '{"stage":"ruling"' in text]
    keep = rulings[(len(rulings) * count) // 7]
    record = read_record(cut(found, tmp_path / "left.jsonl", keep))
    assert not record.complete
    assert verify(record) is None
    shown = replay(record)
    shown.run()
    assert shown.finished
    reported: list[Line] = []
    match, recorder = resume(record, reported.append)
    assert recorder.lines[:keep] == list(record.lines)
    match.run()
    assert recorder.text() == found.recorder.text()
    kept = [{key: item for key, item in line.items() if key != UNRECORDED} for line in reported]
    assert [json.dumps(line, separators=(",", ":")) for line in kept] == recorder.lines[keep:]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "count"), SMALLEST)
def test_a_match_that_is_held_goes_on_as_the_match_does_and_otherwise_under_other_noise(game: str, count: int) -> None:
    found = played(game, count)
    match, recorder, _ = opened(game, count)
    match.advance(found.match.time_s * 0.9)
    assert isinstance(match, OurMatch)
    state = json.dumps(state_of(match, recorder.lines, {}))
    records = []
    for seed in (None, 1, 2):
        held = Held(json.loads(state))
        again = Recorder(recorder.lines[: len(held.before) + 1])
        loaded = held.open(again.record_line)
        assert again.lines == recorder.lines
        if seed is not None:
            loaded.renoise(seed)
        loaded.run()
        records.append(tuple(again.lines))
    assert records[0] == tuple(found.recorder.lines)
    assert len(set(records)) == 3


@pytest.mark.parametrize(("game", "count"), LARGEST)
def test_a_person_plays_on_at_a_decision_up_to_which_nothing_changes(game: str, count: int, tmp_path: Path) -> None:
    found = played(game, count)
    record = read_record(cut(found, tmp_path / "left.jsonl", len(found.recorder.lines) // 3))
    moment = cut_at(record, record.length_s or 0.0)
    match, recorder = resume(moment)
    (tick,) = [seat.person_from for seat in moment.seats if seat.person_from is not None]
    assert (match.tick, tuple(recorder.lines)) == (tick, moment.lines)
    assert sum(seat.is_person for seat in match.seats) == 1
    assert verify(moment) is None


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_is_over_or_comes_out_otherwise_is_not_gone_on_with(game: str, tmp_path: Path) -> None:
    found = played(game, COUNTS[game][0])
    with pytest.raises(InputError, match="played to its end"):
        resume(read_record(written(found, tmp_path / "whole.jsonl")))
    path = cut(found, tmp_path / "left.jsonl", len(found.recorder.lines) // 2)
    path.write_text(path.read_text().replace(f'"seed":{SEED},', f'"seed":{SEED + 1},', 1))
    with pytest.raises(InputError, match="does not come out as recorded"):
        resume(read_record(path))


def changed(found: Played, number: int, change: Callable[[Line], object], path: Path) -> Path:
    """The record with one of its lines (from 0, behind the header) changed, and sealed again."""
    lines = list(found.recorder.lines)
    line = json.loads(lines[number + 1])
    change(line)
    lines[number + 1] = json.dumps(line, separators=(",", ":"))
    Recorder(lines).write(path)
    return path


MALFORMED: dict[str, Callable[[Line], object]] = {
    "an unknown question": lambda line: line.update(question="fly"),
    "a key too many": lambda line: line.update(luck=1),
    "nobody": lambda line: line.pop("by"),
    "a seat that is a number": lambda line: line.update(by=5),
    "a time before the match": lambda line: line.update(tick=-1),
}


@pytest.mark.parametrize("how", MALFORMED)
@pytest.mark.parametrize("game", GAMES)
def test_an_intent_of_another_form_is_refused_by_its_line(game: str, how: str, tmp_path: Path) -> None:
    found = played(game, COUNTS[game][0])
    intents = [number for number, line in enumerate(found.lines) if line["stage"] == "intent"]
    number = intents[len(intents) // 2]
    path = changed(found, number, MALFORMED[how], tmp_path / "match.jsonl")
    with pytest.raises(InputError, match=rf"^{path}: line {number + 2}: ") as refused:
        load_replay(path)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("game", GAMES)
def test_an_intent_against_the_rules_is_refused_before_anything_moves(game: str, tmp_path: Path) -> None:
    found = played(game, COUNTS[game][0])
    question, change = FACTS[game].unlawful or (None, None)
    intents = [(n, line) for n, line in enumerate(found.lines) if line["stage"] == "intent"]
    number, last = [(n, line) for n, line in intents if line["question"] == (question or line["question"])][-1]
    before = [line for line in found.lines[:number] if (line.get("by"), line.get("question")) == (last["by"], question)]
    another = next(seat.name for seat in found.match.seats if seat.name != last["by"])
    more = {"by": another} if change is None else change(before)
    path = changed(found, number, lambda line: line.update(more), tmp_path / "match.jsonl")
    reported: list[Line] = []
    with pytest.raises(InputError, match=rf"^{path}: line {number + 2}: ") as refused:
        replay(read_record(path), reported.append).run()
    assert "\n" not in str(refused.value)
    # Whether everybody who acts sits at the table is known before the match begins.
    assert [json.loads(json.dumps(line)) for line in reported] == (
        [] if "Zoe" in str(refused.value) else list(found.lines[:number])
    )


def position(match: Match) -> object:
    """Return where a match stands by the rules."""
    return match_of(match.game).position(match)


@pytest.mark.parametrize(("game", "count"), TABLES)
def test_nothing_is_lost_or_doubled(game: str, count: int) -> None:
    if FACTS[game].conserved is None:
        pytest.skip("the game does not say what stays the same")
    (always,) = played(game, count).conserved
    assert always
