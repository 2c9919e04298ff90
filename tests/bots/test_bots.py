"""External bots: named, seated, asked, stood in for, recorded and replayed."""

from __future__ import annotations

import json
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import yardarm.command
from sim.batch.job import PlayedMatch, Task, play
from sim.batch.runner import run_tasks, tasks_of
from sim.bots.bot import Info, Question
from sim.bots.player import Late
from sim.bots.started import end_bots, seated_bots
from sim.bots.words import NO_BOTS, BotWords, options_of, seated_with_bots, start
from sim.configuration import load_configuration
from sim.errors import InputError
from sim.match.record import read_record
from sim.match.replay import verify
from sim.seat import Seat
from tests.bots import diary
from tests.commands import refusal_of
from tests.processes import LONG_S

FIRST, DRAWN, WRONG = (f"casual:tests.bots.examples:{name}" for name in ("first", "Drawn", "Wrong"))
ENGINE = Path(__file__).with_name("engine.py")


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """End all bots after each test."""
    yield
    end_bots()


def engine(*words: str) -> str:
    """Return the word of the bot in another process."""
    return " ".join((f"casual:!{sys.executable} {ENGINE}", *words))


def played(
    words: list[str], game: str = "zatre", seed: int = 3, record: Path | None = None, time_s: float = 5.0
) -> Any:
    """Play one match and return it."""
    seats, bots = seated_with_bots(words, game, time_s=time_s)
    found = play(load_configuration(game, profile="draft"), Task(0, seed, seats, record, bots))
    assert isinstance(found, PlayedMatch)
    return found


@pytest.mark.parametrize(
    ("game", "bot"),
    [
        *(pytest.param("zatre", bot, marks=pytest.mark.slow) for bot in (FIRST, DRAWN + "?skip=2", "process")),
        pytest.param("riff-raff", DRAWN, marks=pytest.mark.study),
    ],
)
def test_a_match_with_a_bot_repeats_and_its_record_needs_no_bot(bot: str, game: str, tmp_path: Path) -> None:
    words = [engine() if bot == "process" else bot, "casual"]
    one = played(words, game, record=tmp_path / "one.jsonl")
    end_bots()
    other = played(words, game, record=tmp_path / "other.jsonl")
    assert one.faults == other.faults == ()
    text = (tmp_path / "one.jsonl").read_text()
    assert text == (tmp_path / "other.jsonl").read_text()
    record = read_record(tmp_path / "one.jsonl")
    assert record.seats[0].strategy == {FIRST: "first@0", "process": "engine@7"}.get(bot, "drawn@1.2")
    assert verify(record) is None


def test_options_reach_the_bot() -> None:
    assert options_of("depth=3&eager=true&x=1.5&name=a", "--players") == {
        "depth": 3, "eager": True, "x": 1.5, "name": "a",
    }  # fmt: skip
    for wrong in ("depth", "=3", "a-b=1"):
        with pytest.raises(InputError, match="expected options such as"):
            options_of(wrong, "--players")


FAULTS = {
    "illegal": ("illegal", "Anne answers 'place': card: expected no such key, found {'card': 99}."),
    "nothing": ("illegal", "Anne answers 'place': expected an object with the keys of this question, found None."),
    "raises": ("failed", "ZeroDivisionError: by zero"),
    "exits": ("failed", "SystemExit: 3"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", FAULTS)
def test_what_does_not_count_is_played_by_the_usual_strategy_and_counted(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    found = played([f"{WRONG}?kind={kind}", "casual"], record=path)
    why, text = FAULTS[kind]
    usual = played(["casual", "casual"], record=tmp_path / "usual.jsonl")
    assert {(fault.why, fault.text) for fault in found.faults[:3]} == {(why, text)}
    # More than three that do not count are too many.
    gone = f"4 of 4 answers did not count, the last: {text}".rstrip(".")
    assert {(fault.why, fault.text) for fault in found.faults[3:]} == {("forfeited", gone)}
    # The stand-in decides as the usual strategy would have done in this seat.
    assert len(found[1]) == len(usual[1])
    assert found[0].victory == (0.0, 1.0)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    noted = [line for line in lines if line.get("fault")]
    assert len(noted) == len(found.faults) > 0
    assert {line["fault"] for line in noted} == {why, "forfeited"}
    assert lines[-2]["forfeited"] == {"Anne": gone}
    assert lines[-2]["winners"] == ["Bert"]
    assert verify(read_record(path)) is None


def test_a_bot_that_is_late_three_times_in_a_row_forfeits_the_match() -> None:
    found = played([f"{WRONG}?kind=sleeps", "casual"], time_s=0.02)
    assert [fault.why for fault in found.faults][:4] == ["late", "late", "forfeited", "forfeited"]
    assert found[0].victory == (0.0, 1.0)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["dies", "garbage", "silent", "deaf", "floods", "other", "pick", "long"])
def test_a_process_that_fails_ends_in_counted_faults(way: str) -> None:
    found = played([engine(way), "casual"], time_s=0.05 if way in ("silent", "deaf") else 5.0)
    assert found.faults
    assert {fault.by for fault in found.faults} == {"Anne"}
    assert all(fault.why in ("failed", "late", "forfeited") for fault in found.faults)
    assert found[0].victory == (0.0, 1.0)


@pytest.mark.slow
def test_a_bot_that_reads_nothing_more_holds_nothing_up() -> None:
    seats, bots = seated_with_bots([engine("deaf"), "casual"], "riff-raff", time_s=0.05)
    player = bots.start(seats[0].strategy)
    player.begin(Info("riff-raff", "Anne", ("Anne", "Bert"), ("casual", "casual"), {}, 1, 0.05))
    with pytest.raises(Late):
        player.ask(Question("Anne", "card", {}, lambda: [{"card": 1}]), 1, 0.05)
    # Far more than a pipe holds.
    for _ in range(200):
        player.see({"see": "x" * 10_000})
    player.end()


def test_a_byte_order_mark_before_the_first_answer_is_no_part_of_it() -> None:
    bot = start(engine("marked").partition(":")[2])
    assert bot.name == "engine"
    bot.end()


def test_a_bot_that_writes_megabytes_before_it_is_asked_is_ended() -> None:
    bot = start(engine("hoards").partition(":")[2])
    kept = bot._kept
    assert kept is not None
    bot.see({"see": "x"})
    try:
        assert kept.ended(LONG_S) == -signal.SIGKILL
    finally:
        bot.end()


def test_complaints_without_an_end_are_no_harm() -> None:
    assert not played([engine("grumbles"), "casual"]).faults


@pytest.mark.study
def test_two_workers_play_what_one_plays() -> None:
    seats, bots = seated_with_bots([DRAWN, engine()], "zatre")
    configuration = load_configuration("zatre")
    one, two = (list(run_tasks(configuration, tasks_of(seats, 5, range(4), bots=bots), jobs)) for jobs in (1, 2))
    assert one == two
    assert all(isinstance(match, PlayedMatch) and not match.faults for match in (*one, *two))


REFUSED = {
    "casual:tests.bots.examples:NoBot": "expected an object with act",
    "casual:tests.bots.examples:Nobody": "expected Nobody in tests.bots.examples",
    "casual:tests.bots.nowhere:Bot": "ModuleNotFoundError",
    "casual:tests.bots.examples:Drawn?depth=3": "TypeError",
    "casual:@nowhere.py": "expected a file of Python",
    "casual:!nowhere-at-all": "cannot be started",
    "casual:!": "is not a command",
    "casual:!./engine 'fast": "is not a command",
    "casual:nobody": "expected one of the strategies",
    "casual:(function": "expected one of the strategies",
    "casual:(function 99999)": "a function plays in the process that has it alone",
    "casual:drawn@1.2": "expected one of the strategies",
    "wild:tests.bots.examples:first": "expected one of the skills",
}


@pytest.mark.parametrize("word", REFUSED)
def test_a_word_that_names_no_bot_is_refused(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = refusal_of(capsys, "simulate", "zatre", "--matches", "1", "--players", f"{word},casual")
    assert said.startswith("yardarm: --players: ")
    assert REFUSED[word] in said


def test_a_file_without_a_bot_is_named_as_it_was_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "moves.py").write_text("def move(question):\n    return question.legal[0]\n")
    word = f"casual:@{tmp_path / 'moves.py'}"
    said = refusal_of(capsys, "simulate", "zatre", "--matches", "1", "--players", f"{word},casual")
    assert f"expected a class Bot or a function act in {tmp_path / 'moves.py'}; see" in said


def test_a_record_alone_starts_no_bot() -> None:
    seats = (Seat("Anne", "casual", "first@0"), Seat("Bert", "casual", "sheet"))
    with pytest.raises(InputError, match="expected it to be named again"):
        seated_bots(load_configuration("zatre"), seats, NO_BOTS)


def test_what_bots_note_lies_in_the_folder_that_they_inherit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert diary.folder() == diary.FOLDER
    assert not list(tmp_path.iterdir())


def test_a_bot_that_calls_itself_otherwise_by_now_is_refused() -> None:
    words = BotWords((("first@9", FIRST.partition(":")[2]),))
    with pytest.raises(InputError, match="expected the bot first@9, found first@0"):
        words.start("first@9")


@pytest.mark.study
def test_a_python_bot_is_told_of_the_match_and_of_what_everybody_sees() -> None:
    diary.begin()
    seats, bots = seated_with_bots([DRAWN, "casual"], "riff-raff")
    configuration = load_configuration("riff-raff", profile="draft")
    found = play(configuration, Task(0, 3, seats, None, bots))
    assert isinstance(found, PlayedMatch)
    end_bots()
    (noted,) = (lines for lines in diary.diaries() if "players" in lines[0])
    (begun,) = (line for line in noted if "players" in line)
    assert sum("saw" in line for line in noted) >= len(found[1])
    assert begun["players"] == ["Anne", "Bert"]
    assert sorted(begun["table"]["slots"], key=int) == [str(number) for number in range(1, 11)]
    assert noted[-1] == {"closed": True}


def test_the_faults_of_a_batch_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    words = f"{WRONG},casual"
    assert yardarm.command.run(["simulate", "zatre", "--matches", "1", "--players", words, "--json"]) == 0
    out, err = capsys.readouterr()
    forfeited, illegal = json.loads(out)["faults"]
    assert (forfeited["why"], illegal["why"], illegal["answers"]) == ("forfeited", "illegal", 3)
    assert f"3 not allowed (first: {illegal['first']}), {forfeited['answers']} forfeited" in err
    assert "the usual strategy of casual players answered instead" in err
