"""External bots at the games in which everybody acts at once: asked, checked, stood in for, recorded, replayed."""

from __future__ import annotations

import contextlib
import json
import math
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.batch.job import PlayedMatch, Task, play
from sim.batch.runner import run_tasks, tasks_of
from sim.bots.started import end_bots
from sim.bots.words import seated_with_bots
from sim.configuration import changed_configuration
from sim.errors import IllegalAction
from sim.match.at_once import LONGEST_S, RELOOK_S, Prompt, StandIn
from sim.match.record import read_record
from sim.match.replay import verify
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Configuration
from sim.seat import NAMES, Seat
from sim.spec import match_of
from tests.bots import diary
from tests.bots.at_once_bots import Noted
from tests.short_matches import SHORT

HERE = "casual:tests.bots.at_once_bots:"
ENGINE = f"casual:!{sys.executable} {Path(__file__).with_name('engine.py')}"
GAMES = ("zack", "zigzag")


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """End all bots after each test."""
    yield
    end_bots()


def short(game: str) -> Configuration:
    """Return what is played here: one game of few cards, or some seconds."""
    return changed_configuration(game, SHORT[game], profile="draft")


def words_of(game: str, bot: str) -> list[str]:
    return [bot, *["casual"] * (2 if game == "zack" else 3)]


def played(game: str, bot: str, record: Path | None = None, time_s: float = 5.0, seed: int = 3) -> PlayedMatch:
    """Play one match with a bot on the first seat."""
    seats, bots = seated_with_bots(words_of(game, bot), game, time_s=time_s)
    found = play(short(game), Task(0, seed, seats, record, bots))
    assert isinstance(found, PlayedMatch)
    return found


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def intents_of(path: Path, by: str = "Anne") -> list[dict[str, Any]]:
    return [line for line in lines_of(path) if line.get("stage") == "intent" and line["by"] == by]


def noted(game: str, every_s: float = 0.0) -> list[dict[str, Any]]:
    """Play a match with a Python bot and return what it has noted."""
    diary.begin()
    played(game, f"{HERE}Drawn?every_s={every_s}")
    return diary.diaries()[-1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "bot"),
    [("zack", "hasty"), ("zack", "process"), ("zigzag", "hasty"), ("zigzag", "Drawn"), ("zigzag", "process")],
)
def test_a_match_with_a_bot_repeats_and_its_record_needs_no_bot(game: str, bot: str, tmp_path: Path) -> None:
    word = ENGINE if bot == "process" else HERE + bot
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    assert played(game, word, one).faults == ()
    end_bots()
    played(game, word, other)
    assert one.read_text() == other.read_text()
    assert intents_of(one)
    assert not any("fault" in line for line in intents_of(one))
    assert verify(read_record(one)) is None


@pytest.mark.parametrize(
    "game", [pytest.param("zigzag", marks=pytest.mark.slow), pytest.param("zack", marks=pytest.mark.study)]
)
def test_two_workers_play_what_one_plays(game: str) -> None:
    seats, bots = seated_with_bots(words_of(game, ENGINE), game)
    one, two = (list(run_tasks(short(game), tasks_of(seats, 5, range(2), bots=bots), jobs)) for jobs in (1, 2))
    assert one == two
    assert all(isinstance(match, PlayedMatch) and not match.faults for match in (*one, *two))


WRONG = "casual:tests.bots.examples:Wrong"
FAULTS = {
    f"{WRONG}?kind=illegal": ("illegal", "do: expected a word, found None."),
    f"{WRONG}?kind=raises": ("failed", "ZeroDivisionError: by zero"),
    f"{HERE}Never": ("failed", "expected a number, found nan"),
    f"{ENGINE} dies": ("failed", "has ended with exit code 1 (no more)"),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", FAULTS)
def test_what_does_not_count_is_played_by_the_usual_strategy_and_noted(game: str, bot: str, tmp_path: Path) -> None:
    """A bot that always fails leaves the very match that the usual strategy would have played."""
    path, usual = tmp_path / "bot.jsonl", tmp_path / "usual.jsonl"
    found = played(game, bot, path)
    why, text = FAULTS[bot]
    assert text in found.faults[0].text
    gone = [fault.why for fault in found.faults].index("forfeited")
    assert gone == (0 if "dies" in bot else 3)
    assert {fault.why for fault in found.faults[:gone]} <= {why}
    assert {line["fault"] for line in intents_of(path)} <= {why, "forfeited"}
    assert found[0].victory[0] == 0.0
    assert verify(read_record(path)) is None
    played(game, "casual", usual)
    without = [{key: value for key, value in line.items() if key != "fault"} for line in lines_of(path)[1:-2]]
    assert without == lines_of(usual)[1:-2]


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_that_is_late_three_times_forfeits_the_match(game: str) -> None:
    found = played(game, f"{WRONG}?kind=sleeps", time_s=0.01)
    assert [fault.why for fault in found.faults][:3] == ["late", "late", "forfeited"]
    assert {fault.why for fault in found.faults[2:]} == {"forfeited"}
    assert {fault.text for fault in found.faults[2:]} == {"no answer within 0.01 s, 3 times in a row"}
    assert found[0].victory[0] == 0.0


@pytest.mark.parametrize("game", GAMES)
def test_questions_are_plain_data_and_one_can_always_do_nothing(game: str) -> None:
    lines = noted(game)
    asked = [line for line in lines if "kind" in line]
    assert {question["kind"] for question in asked} == {"move"}
    times = [question["view"]["time_s"] for question in asked]
    assert times == sorted(times)
    for question in asked:
        assert question["now_s"] == question["view"]["time_s"]
        assert {"do": "nothing"} in question["legal"]
    heard = [line["heard"] for line in lines if "heard" in line]
    assert heard
    assert all(percept["at_s"] <= times[-1] for percept in heard)


# ------------------------------------------------------------------------------------------ the asking


@pytest.mark.parametrize(
    ("wish", "next_s"),
    [(None, 2 + RELOOK_S), (0, 2 + 1 / TICK_HZ), (2.5, 2.5), (math.inf, 2 + LONGEST_S)],
)
def test_a_bot_is_asked_again_when_it_has_said(wish: float | None, next_s: float) -> None:
    bots = Noted(lambda _question: {"do": "nothing"}, wish)
    prompt = Prompt("Anne", bots)
    prompt.sees(1.0, {"see": "past"})
    prompt.sees(3.0, {"see": "future"})
    assert prompt.ask(prompt.question(2.0, dict, list, lambda answer: answer)) == {"do": "nothing"}
    assert [percept["see"] for percept in bots.heard] == ["past"]
    assert prompt.next_s == pytest.approx(next_s)


def test_a_bot_that_asks_all_the_time_is_not_asked_before_it_has_noticed_what_happened() -> None:
    prompt = Prompt("Anne", Noted(lambda _question: {"do": "nothing"}, 0))
    prompt.ask(prompt.question(2.0, dict, list, lambda answer: answer))
    prompt.wake(2.4)
    assert prompt.next_s == 2.4
    prompt.calm()
    assert prompt.next_s == math.inf


def test_a_stand_in_says_what_it_stands_in_for() -> None:
    assert StandIn().in_place_of("late") == StandIn("late")


# ------------------------------------------------------------------------------------------ anything as an answer


WORDS = """do at_s aim_mm pace target reason player card cards team call sign box level wants throw challenge
    player_card resume choose withdraw nothing slow out_of_turn lay grab home pick_up draw pass announce
    contre play cancel look assign tick zig zag swap steal z joker Anne Bert Zoe""".split()  # noqa: SIM905
PLAIN = st.none() | st.booleans() | st.integers() | st.just(10**400) | st.floats() | st.sampled_from(WORDS) | st.text()
ANYTHING = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=2)
)
LIKELY = st.builds(
    lambda do, more: {**more, "do": do},
    st.sampled_from(WORDS),
    st.dictionaries(st.sampled_from(WORDS), ANYTHING, max_size=3),
)


@cache
def question_of(game: str) -> Any:
    """Return a question of a match in which the hand is free."""
    asked: list[Any] = []

    def answer(question: Any) -> Any:
        asked.append(question)
        return {"do": "nothing"}

    seats = tuple(Seat(name, "casual", "noted@1") for name in NAMES[: 3 if game == "zack" else 4])
    match = match_of(game).open(short(game), seats, 3, bots=Noted(answer))
    match.advance(12.0)
    return asked[-1]


@pytest.mark.parametrize("game", GAMES)
@given(answer=ANYTHING | LIKELY)
def test_any_answer_is_read_or_refused(game: str, answer: object) -> None:
    with contextlib.suppress(IllegalAction):
        question_of(game).read(answer)


@given(wish=PLAIN)
def test_any_next_time_is_taken_or_refused(wish: object) -> None:
    prompt = Prompt("Anne", Noted(lambda _question: {"do": "nothing"}, wish))
    prompt.ask(prompt.question(2.0, dict, list, lambda answer: answer))
    assert 2.0 < prompt.next_s <= 2.0 + LONGEST_S
