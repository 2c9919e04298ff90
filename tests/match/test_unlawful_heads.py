"""What a head may not answer: the match refuses it before anything moves, and says whose answer to what was wrong."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import yardarm.command
from sim.configuration import load_configuration
from sim.errors import IllegalAction, InputError
from sim.games.riff_raff import bots as riff_raff
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.zatre import bots as zatre
from sim.games.zatre.match import ZatreMatch
from sim.games.zatre.rules import SQUARES, Tile, fault, place
from sim.match.record import Recorder
from sim.match.replay import load_replay
from sim.match.seats import seats_from
from sim.people.execution import Catch, PlaceIntent
from tests.match.heads import Head, Layer

HUGE = 10**5000
RAT = PlaceIntent("rat", "flat", 5, -60.0, Catch.ALL)


def seat(monkeypatch: pytest.MonkeyPatch, game: Any, **heads: Any) -> None:
    """Have these heads among the game's strategies."""
    for name, head in heads.items():
        monkeypatch.setitem(game.STRATEGIES, name, head)


def refused(match: RiffRaffMatch | ZatreMatch, by: str, question: str) -> str:
    """What is wrong with the answer at which the match stops, in its words."""
    with pytest.raises(IllegalAction) as caught:
        match.run()
    sentence, start = str(caught.value), f"{by} answers {question!r}: "
    assert sentence.startswith(start)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 250
    return sentence.removeprefix(start)


WRONG: list[tuple[str, Any, str]] = [
    *(("card", answer, "card: ") for answer in (0, 100, -1, HUGE, True, 5.0, "5", None, math.nan, [5])),
    ("card", 11, "Bert does not hold the card 11."),
    *(("captain", answer, "captain: ") for answer in (None, 3, ["Bert"], math.nan)),
    *(("captain", answer, "must be one of") for answer in ("", "Zoe", "Anne")),
    *(("order", answer, "order") for answer in (None, "Cleo", 7, (None,), (3, 4), [["Cleo"], "Anne"])),
    *(("order", answer, "must name each of") for answer in ((), ("Cleo",), ("Cleo", "Cleo"), ("Cleo", "Bert", "Anne"))),
    ("count", 3, "One or two pieces can be announced"),
    *(("count", answer, "count: ") for answer in (0, 5, -1, HUGE, True, 1.0, "1", None, math.nan)),
    *(
        ("place", answer, "expected a PlaceIntent")
        for answer in (None, "rat", {"piece": "rat"}, ("rat", "flat", 5, 0.0))
    ),
    *(("place", replace(RAT, kind=kind), "piece: ") for kind in ("", None, 5)),
    ("place", replace(RAT, kind="anvil\nrat"), "There is no piece 'anvil\\nrat' in this game."),
    *(
        ("place", replace(RAT, stance=stance), "There is no such piece as rat")
        for stance in ("standing_on_its_ear", "")
    ),
    *(("place", replace(RAT, stance=stance), "stance: ") for stance in (None, 3)),
    *(("place", replace(RAT, slot=slot), "slot: ") for slot in (0, 100, "5", 5.0, None, True, math.nan, HUGE)),
    ("place", replace(RAT, slot=11), "The card says slot 5, not 11."),
    ("place", replace(RAT, slot=6), "The card says slot 5, not 6."),
    *(("place", replace(RAT, x_mm=x), "x_mm: ") for x in (math.nan, math.inf, -math.inf, "0", None)),
    *(("place", replace(RAT, x_mm=x), "is over slot 5 between") for x in (1e300, -1e300, 60.0, -2000.0)),
    *(("place", replace(RAT, hands=hands), "hands: ") for hands in (0, 3, True, "2", 1.0, None)),
    *(("place", replace(RAT, catch=catch), "catch: ") for catch in ("some", None, True)),
]


def heads_around(question: str, answer: Any) -> tuple[str, dict[str, Head]]:
    """Who is asked that question in the first round, and gives that answer; and all three heads.

    Two have the highest card, and Anne, who is captain, names the first of them, who loads slot 5 before the other; or
    she has it alone, and puts the others in order.
    """
    cards = {"anne": 5, "bert": 4, "cleo": 4} if question == "order" else {"anne": 4, "bert": 5, "cleo": 5}
    by = {"captain": "Anne", "order": "Anne", "count": "Cleo"}.get(question, "Bert")
    heads = {name: Head(cards=(card,)) for name, card in cards.items()}
    heads[by.lower()] = Head(question, answer, (cards[by.lower()],))
    return by, heads


@pytest.mark.parametrize(("question", "answer", "says"), WRONG, ids=[f"{row[0]}{n}" for n, row in enumerate(WRONG)])
def test_no_wrong_answer_moves_anything_on_the_ship(
    monkeypatch: pytest.MonkeyPatch, configuration: RiffRaffConfiguration, question: str, answer: Any, says: str
) -> None:
    by, heads = heads_around(question, answer)
    seat(monkeypatch, riff_raff, **heads)
    told: list[dict[str, Any]] = []
    match = RiffRaffMatch(configuration, seats_from([f"skilled:{name}" for name in heads], "riff-raff"), 3, told.append)
    assert says in refused(match, by, question)
    assert not [line for line in told if line["stage"] == "intent" and (line["by"], line["question"]) == (by, question)]
    assert match.table.loading is None


def test_a_card_and_a_piece_that_one_no_longer_has_are_refused(
    monkeypatch: pytest.MonkeyPatch, configuration: RiffRaffConfiguration
) -> None:
    class Again(Head):
        def place(self, view: riff_raff.Observation, rng: Any) -> PlaceIntent:
            """The rat, round after round."""
            return replace(super().place(view, rng), kind="rat")

    seat(monkeypatch, riff_raff, good=Head(), card=Head(cards=(5, 5)), piece=Again())
    match = RiffRaffMatch(configuration, seats_from(["skilled:good", "skilled:good", "skilled:card"], "riff-raff"), 3)
    assert refused(match, "Cleo", "card") == "Cleo does not hold the card 5."
    match = RiffRaffMatch(configuration, seats_from(["skilled:piece", "skilled:good", "skilled:good"], "riff-raff"), 3)
    assert refused(match, "Anne", "place") == "Anne has no rat to load."


FIRST = (Tile(7, 7, 1), Tile(7, 8, 1), Tile(8, 7, 1))
UNTILED: list[tuple[Any, str]] = [
    *((answer, "expected a tuple of tiles") for answer in (None, 5, "", [*FIRST], ((7, 7, 1),), ({"value": 1},))),
    *(((Tile(row, 7, 1),), "tiles.0.row: ") for row in ("7", 7.0, None, True, -1, 15, HUGE, math.nan)),
    *(((Tile(7, col, 1),), "tiles.0.col: ") for col in ("7", 7.0, None, True, -1, 15, HUGE, math.nan)),
    *(((Tile(7, 7, value),), "tiles.0.value: ") for value in ("1", 1.0, None, True, 0, 7, HUGE, math.nan)),
    (lambda view: (Tile(7, 7, lacking(view)),), "is no tile of the value"),
    (lambda view: at(view, (7, 7), (7, 7)), "is taken"),
    (lambda view: at(view, (0, 0)), "The board has no square"),
    (lambda view: at(view, (3, 3)), "must lie on the red square"),
    (lambda view: at(view, (7, 7), (3, 3)), "does not continue"),
    ((), "Every tile that can be placed must be placed"),
]


def lacking(view: zatre.Observation) -> int:
    """A value that is not in the rack."""
    return next(value for value in range(1, 7) if value not in view.rack)


def at(view: zatre.Observation, *squares: tuple[int, int]) -> tuple[Tile, ...]:
    """The first tiles of the rack on these squares."""
    return tuple(Tile(*where, value) for where, value in zip(squares, view.rack, strict=False))


@pytest.mark.parametrize(("answer", "says"), UNTILED, ids=map(str, range(len(UNTILED))))
def test_no_wrong_answer_lays_a_tile(monkeypatch: pytest.MonkeyPatch, answer: Any, says: str) -> None:
    seat(monkeypatch, zatre, wrong=Layer(answer))
    told: list[dict[str, Any]] = []
    match = ZatreMatch(load_configuration("zatre"), seats_from(["casual:wrong"] * 2, "zatre"), 3, told.append)
    assert says in refused(match, "Anne", "place")
    assert [line["stage"] for line in told] == ["outcome", "ruling"]  # of the start draw
    assert match.table.state.first_turn


def test_a_run_of_13_is_refused_whoever_lays_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lawful turns up to the first one that could make 13, which it does."""

    def high(view: zatre.Observation) -> tuple[Tile, ...]:
        for square in SQUARES:
            turn = (Tile(*place(square), max(view.rack)),)
            if "13 or more" in (fault(view.cells, view.rack, turn) or ""):
                return turn
        return view.options[0].turn

    seat(monkeypatch, zatre, high=Layer(high))
    match = ZatreMatch(load_configuration("zatre"), seats_from(["casual:high"] * 2, "zatre"), 3)
    with pytest.raises(IllegalAction, match=r"answers 'place': The run through .* and 13 or more are not allowed"):
        match.run()


# ------------------------------------------------------------------------------------------ records and commands


def rewritten(path: Path, recorder: Recorder, question: str, change: Callable[[dict[str, Any]], None]) -> int:
    """Write a record with one answer to a question changed; the number of its line."""
    lines = [json.loads(line) for line in recorder.text().splitlines()]
    number, line = next((n, line) for n, line in enumerate(lines, start=1) if line.get("question") == question)
    change(line)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return number


@pytest.mark.parametrize(
    ("question", "key", "value", "says"),
    [
        ("captain", "captain", "Anne", "answers 'captain': The new captain must be one of"),
        ("place", "slot", 6, "answers 'place': The card says slot 5, not 6."),
        ("place", "x_mm", 4e5, "answers 'place': A "),
        ("count", "count", 3, "One or two pieces can be announced"),
        ("count", "count", 99, "count: expected at most"),
    ],
)
def test_a_record_of_the_ship_with_an_unlawful_intent_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
    configuration: RiffRaffConfiguration,
    tmp_path: Path,
    question: str,
    key: str,
    value: Any,
    says: str,
) -> None:
    _, heads = heads_around("count", 1)
    seat(monkeypatch, riff_raff, **heads)
    seats = seats_from([f"skilled:{name}" for name in heads], "riff-raff")
    recorder = Recorder.of(configuration, seats, 3)
    match = RiffRaffMatch(configuration, seats, 3, recorder.record_line)
    while match.state.round == 1:
        match.advance(0.5)
    path = tmp_path / "match.jsonl"
    number = rewritten(path, recorder, question, lambda line: line.update({key: value}))
    with pytest.raises(InputError) as caught:
        load_replay(path).run()
    assert str(caught.value).startswith(f"{path}: line {number}: ")
    assert says in str(caught.value)


def test_a_record_of_zatre_with_an_unlawful_intent_is_refused_in_a_sentence(tmp_path: Path) -> None:
    configuration, seats = load_configuration("zatre"), seats_from(["casual:greedy"] * 2, "zatre")
    recorder = Recorder.of(configuration, seats, 3)
    ZatreMatch(configuration, seats, 3, recorder.record_line).run()
    path = tmp_path / "match.jsonl"
    number = rewritten(path, recorder, "place", lambda line: line.update(tiles=[]))
    with pytest.raises(InputError) as caught:
        load_replay(path).run()
    assert str(caught.value).startswith(f"{path}: line {number}: ")
    assert "answers 'place': Every tile that can be placed must be placed" in str(caught.value)


@pytest.mark.parametrize("verb", [("watch", "--text"), ("simulate", "--matches", "1")])
@pytest.mark.parametrize(
    ("game", "head", "says"),
    [
        ("riff-raff", Head("place", replace(RAT, slot=6)), "answers 'place': The card says slot 5, not 6."),
        ("zatre", Layer(()), "answers 'place': Every tile that can be placed must be placed"),
    ],
)
def test_a_command_with_an_unlawful_head_ends_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    verb: tuple[str, ...],
    game: str,
    head: Any,
    says: str,
) -> None:
    seat(monkeypatch, riff_raff if game == "riff-raff" else zatre, unlawful=head)
    name, *options = verb
    code = yardarm.command.run(
        [name, game, "--players", "casual:unlawful,casual:unlawful", "--profile", "draft", *options]
    )
    told = capsys.readouterr().err
    assert code == 2
    assert says in told
    assert "Traceback" not in told
