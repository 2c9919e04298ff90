"""Strategies of ours with options, and as bots that a bot of one's own may ask."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import yardarm as ya
from scenes.labels import strategy_label
from sim.batch.job import PlayedMatch, Task, play
from sim.bots.started import end_bots
from sim.bots.words import is_outside, seated_with_bots
from sim.configuration import changed_configuration
from sim.errors import InputError
from sim.match.record import read_record
from sim.match.replay import verify
from sim.match.seats import checked_strategy, seats_from
from sim.spec import bots_of, game_of
from tests.short_matches import SHORT

SPELLED_OUT = {
    "riff-raff": ("lookahead", "lookahead?tries=5&candidates=5", "lookahead?tries=1&candidates=2", 2),
    "zack": ("bold", "bold?haste=1.25&challenge_pace=1.4", "bold?haste=0.5", 3),
    "zatre": ("sheet", "sheet?ways=8&envy=0.5", "sheet?envy=2", 2),
    "zigzag": ("random", "random?keen=0.4", "random?keen=0.05", 4),
}


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """End all bots after each test."""
    yield
    end_bots()


def lines_of(game: str, strategy: str, seats: int, path: Path) -> list[str]:
    """Play a match of one strategy; return its record without header and seal."""
    found = seats_from([f"casual:{strategy}", *["casual:random" if game != "zack" else "casual"] * (seats - 1)], game)
    play(changed_configuration(game, SHORT[game], profile="draft"), Task(0, 3, found, path))
    return path.read_text().splitlines()[1:-1]


@pytest.mark.study
@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.study if game == "riff-raff" else pytest.mark.slow) for game in SPELLED_OUT],
)
def test_options_that_say_the_usual_change_nothing_and_others_do(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def imagine(_view: object, intent: object, seed: int) -> int:
        tried.append(seed)
        return (zlib.crc32(repr(intent).encode()) + seed) % 4 - 1

    monkeypatch.setattr("sim.games.riff_raff.bots.lookahead.imagine", imagine)  # a real trial takes long
    plain, same, other, seats = SPELLED_OUT[game]
    path = tmp_path / "match.jsonl"
    usual = lines_of(game, plain, seats, path)
    times = len(tried)
    assert lines_of(game, same, seats, path) == usual
    assert len(tried) == 2 * times
    assert lines_of(game, other, seats, path) != usual
    assert len(tried) < 2 * times + 0.4 * times + 1
    record = read_record(path)
    assert record.seats[0].strategy == other
    assert verify(record) is None  # a replay needs the label no more than any other


@pytest.mark.parametrize(
    ("game", "word", "said"),
    [
        ("riff-raff", "simple?tries=2", "--players: simple: expected no options, found 'tries'."),
        (
            "riff-raff",
            "lookahead?tries=0",
            "--players: lookahead: tries: expected a whole number from 1 to 200",
        ),
        ("riff-raff", "lookahead?tries=2.5", "expected a whole number from 1 to 200, found 2.5."),
        ("riff-raff", "lookahead?tries", "expected tries (1 to 200, whole), candidates (1 to 40, whole)"),
        ("riff-raff", "lookahead?tries=2&tries=3", "each once"),
        ("zatre", "planner?ways=many", "'planner?ways=many': expected ways (1 to 200, whole), envy (0 to 2)"),
        ("zatre", "planner?envy=nan", "envy: expected a number from 0 to 2, found nan"),
        ("zack", "bold?haste=9", "--players: bold: haste: expected a number from 0.5 to 2, found 9."),
        ("zigzag", "team?plan=own", "'team?plan=own': expected keen (0 to 1)"),
        ("zigzag", "nobody?keen=1", "expected one of the strategies random, greedy, team, watchful, shrewd, found"),
    ],
)
def test_an_option_that_there_is_not_gets_one_sentence(game: str, word: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        seated_with_bots([f"casual:{word}"] * {"zack": 3, "zigzag": 4}.get(game, 2), game)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_same_options_are_the_same_label() -> None:
    found = checked_strategy("lookahead?candidates=4.0&tries=20", "riff-raff", "here")
    assert found == "lookahead?tries=20&candidates=4"
    assert not is_outside(found, "riff-raff")
    assert strategy_label(found, "riff-raff") == "looks ahead (tries 20, candidates 4)"


def test_the_page_has_every_strategy_and_for_whom_it_is_usual(root: Path) -> None:
    text = (root / "docs" / "reference" / "strategies.md").read_text("utf-8")
    for game in SPELLED_OUT:
        bots = bots_of(game)
        section = text.partition(f"## {game_of(game).title}\n")[2].partition("\n## ")[0]
        for strategy in bots.strategies:
            usual = ", ".join(profile for profile, name in bots.usual.items() if name == strategy)
            assert f"| `{strategy}` | {usual} | ".replace("|  |", "| |") in section, strategy


class AsksOurs:
    """Lets a strategy of ours decide, and turns its answer over where it likes."""

    def __init__(self) -> None:
        self.ours = ya.strategy("riff-raff", "lookahead?tries=2&candidates=2")

    def act(self, question: ya.Question, rng: np.random.Generator) -> object:
        """Ask; two pieces are never announced."""
        return {"count": 1} if question.kind == "count" else self.ours.act(question, rng)


@pytest.mark.study
def test_a_bot_of_ones_own_may_ask_ours() -> None:
    seats, bots = seated_with_bots(["casual:tests.bots.test_strategy_options:AsksOurs", "casual:random"], "riff-raff")
    found = play(changed_configuration("riff-raff", {}, profile="draft"), Task(0, 3, seats, None, bots))
    assert isinstance(found, PlayedMatch)
    assert found.faults == ()


@pytest.mark.study
@pytest.mark.parametrize(("game", "name"), [("zatre", "sheet"), ("riff-raff", "simple")])
def test_a_strategy_answers_questions_as_it_does_at_the_table(game: str, name: str) -> None:
    """With the stream of the match it gives the very answers that the seat of that strategy gives."""
    from sim.seeds import sealed_rng

    usual = ya.match(game, [f"casual:{name}"] * 2, seed=4, profile="draft").run()
    m, numbers, ours = ya.match(game, [f"casual:{name}"] * 2, seed=4, profile="draft"), [], ya.strategy(game, name)
    for question in m.questions():
        pending = m._played.pending
        numbers.append(pending.number)
        question.answer(ours.act(question, sealed_rng(4, "mind", question.by, pending.number)))
    assert repr(m.run()) == repr(usual)
    assert numbers


def test_where_all_act_at_once_a_strategy_cannot_be_asked() -> None:
    with pytest.raises(InputError, match="expected one in which players take turns, found 'zack'"):
        ya.strategy("zack", "bold")
    with pytest.raises(InputError, match=r"name: expected .*simple, lookahead, trained, found 'genius'"):
        ya.strategy("riff-raff", "genius")
