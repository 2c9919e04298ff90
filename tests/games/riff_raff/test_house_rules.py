"""House rules of Riff Raff in a preset: matches, records and the referee follow them; without them all is as it was."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import yardarm as ya
from calibration.tuning.space import parse_space
from scenes.games.riff_raff.guide import GUIDE, rules_at
from sim.configuration import changed_configuration, load_configuration
from sim.errors import InputError
from sim.games.riff_raff import rules
from sim.games.riff_raff.bots.lookahead import imagine
from sim.games.riff_raff.configuration import RiffRaffConfiguration, load, tacit
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.riff_raff.match.intents import TakePiece
from sim.language import _, speak
from sim.match.record import Recorder, read_record
from sim.match.replay import verify
from sim.people.execution import PlaceIntent
from tests.games.riff_raff.match.by_hand import kept, seated, set_down, to_my_turn
from tests.games.riff_raff.matches import answered, play
from tests.processes import completed
from yardarm.testing.matches import holdings_apart

HOUSES: dict[str, dict[str, Any]] = {
    "rounds": {"rounds": 2},
    "cards": {"cards": [9, 10], "rounds": 3},
    "one piece": {"pieces_a_turn": 1, "rounds": 3},
    "three on a yard": {"pieces_a_turn": 3, "pieces_on": "yard", "cards": [5, 6, 7], "rounds": 3},
    "four anywhere": {"pieces_a_turn": 4, "pieces_on": "anywhere", "rounds": 2},
    "everybody catches": {"catches": "everybody", "rounds": 3},
    "nobody catches": {"catches": "nobody", "rounds": 3},
    "caught leaves": {"caught": "always_leaves", "cards": [9, 10], "rounds": 4},
    "caught falls": {"caught": "falls", "cards": [9, 10], "rounds": 4},
}


def configured(table: dict[str, Any]) -> RiffRaffConfiguration:
    found = changed_configuration("riff-raff", {"table": table}, profile="draft")
    assert isinstance(found, RiffRaffConfiguration)
    return found


@cache
def played(name: str) -> tuple[RiffRaffMatch, Recorder, list[dict[str, Any]]]:
    """A whole match by the rules of this house, at whose end the table shows what the rules hold."""
    match, recorder = play(configured(HOUSES[name]), 5, "casual:simple", "casual:random", "child:lookahead?tries=2")
    assert holdings_apart(match) == []
    return match, recorder, [json.loads(line) for line in recorder.lines[1:]]


def events(name: str, kind: str) -> list[dict[str, Any]]:
    return [event for line in played(name)[2] for event in line.get("events", ()) if event["type"] == kind]


@pytest.mark.slow
@pytest.mark.parametrize("name", HOUSES)
def test_a_whole_match_is_played_by_them_recorded_verified_and_refereed(name: str, tmp_path: Path) -> None:
    match, recorder, lines = played(name)
    state = match.state
    assert match.finished
    assert state.agreed == rules.Agreed(
        **{**tacit()["table"], **HOUSES[name], "cards": tuple(HOUSES[name].get("cards", ()))}
    )
    assert state.round <= state.rounds == HOUSES[name]["rounds"]
    recorder.write(tmp_path / "house.jsonl")
    record = read_record(tmp_path / "house.jsonl")
    assert record.header.configuration["table"] == HOUSES[name]
    assert verify(record) is None
    answers = answered(lines, match)
    assert [answer.get("error") for answer in answers if not answer["ok"]] == []
    rulings = [line for line in lines if line["stage"] == "ruling"]
    assert [answer["events"] for answer in answers[1:]] == [line["events"] for line in rulings]
    assert answers[-1]["state"]["agreed"] == rules.to_json(state)["agreed"]


@pytest.mark.slow
def test_bots_announce_what_these_rules_allow() -> None:
    def counts(name: str) -> set[int]:
        return {event["count"] for event in events(name, "announced")}

    assert counts("one piece") == set()
    assert max(counts("three on a yard") | counts("four anywhere")) > 2
    slots = {event["slot"] for event in events("four anywhere", "turn_started") if event["may_place_two"]}
    assert slots & {1, 2, 3, 4}


@pytest.mark.slow
def test_hands_are_there_only_where_somebody_catches() -> None:
    for name, catches, helps in (
        ("nobody catches", False, False),
        ("rounds", True, False),
        ("everybody catches", True, True),
    ):
        actions = [line["action"] for line in played(name)[2] if line["stage"] == "executed"]
        assert actions
        assert {action["catch"] is not None for action in actions} == {catches}
        assert {"helps" in action for action in actions} == {helps}
    # The neighbour's hands are the neighbour's: the third player is a child, the first is not.
    match, _, lines = played("everybody catches")
    skills = match.configuration.skills
    widths = {line["by"]: line["action"]["helps"]["width_mm"] for line in lines if line["stage"] == "executed"}
    players = match.state.players
    assert widths[players[1]] == skills["child"].catch_width_mm
    assert widths[players[2]] == skills["casual"].catch_width_mm


@pytest.mark.slow
def test_what_is_caught_goes_where_the_table_says() -> None:
    assert not events("nobody catches", "piece_caught")
    caught = [
        line
        for line in played("caught falls")[2]
        if line["stage"] == "outcome" and (line["caught"] or line["placed"] == "caught")
    ]
    assert caught, "nothing was caught in this match: take another seed"
    assert not events("caught falls", "piece_caught") + events("caught falls", "piece_returned")
    assert sum(played("caught falls")[0].state.removed.values()) == 0
    assert not events("caught leaves", "piece_returned")


def test_a_preset_without_a_table_is_what_it_was(tmp_path: Path) -> None:
    shipped, preset = load(), tmp_path / "house.toml"
    assert shipped.agreed == rules.PRINTED
    assert "table" not in shipped.tree
    assert shipped.digest == "333979b33ada58cd"
    preset.write_text('[table]\npieces_a_turn = 2\ncatches = "loader"\ncards = []\n')
    assert load(preset).digest == shipped.digest
    preset.write_text("[table]\npieces_a_turn = 2\nrounds = 5\n")
    assert load(preset).tree["table"] == {"rounds": 5}
    assert load(preset).digest != shipped.digest


def test_the_values_of_the_file_are_the_printed_rules() -> None:
    assert rules.Agreed(**tacit()["table"]) == rules.PRINTED


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rounds = -1", "table.rounds: expected"),
        ("rounds = 2.5", "table.rounds: expected"),
        ("pieces_a_turn = 9", "table.pieces_a_turn: expected"),
        ("cards = [4, 3]", "table.cards: The cards of a hand are different numbers of slots, the lowest first."),
        ("cards = [4, 12]", "table.cards: There is no slot 12 for a card, the slots are 1 to 10."),
        ("cards = 3", "table.cards: expected"),
        ('catches = "all"', "table.catches: expected"),
        ('caught = "aboard"', "table.caught: expected"),
        ("penalty = 1", "table.penalty: "),
        ("\n[[table.rounds]]\na = 1", "table.rounds: expected"),
    ],
)
def test_what_is_no_table_is_refused_in_a_sentence(text: str, words: str, tmp_path: Path) -> None:
    preset = tmp_path / "house.toml"
    preset.write_text(f"[table]\n{text}\n")
    with pytest.raises(InputError) as refused:
        load(preset)
    assert str(refused.value).startswith(f"{preset}: {words}")


def test_numbers_of_it_can_be_varied_and_read() -> None:
    space = parse_space(["table.rounds=3:8", "table.pieces_a_turn=1:3"], "riff-raff", None, "draft")
    assert [(one.whole, one.usual) for one in space.parameters] == [(True, 0.0), (True, 2.0)]
    agreed = space.configuration((4.0, 1.0))
    assert isinstance(agreed, RiffRaffConfiguration)
    assert (agreed.agreed.rounds, agreed.agreed.pieces_a_turn) == (4, 1)
    found = ya.configuration("riff-raff", {"table": {"rounds": 4}})
    assert (found["table.rounds"], found["table.catches"]) == (4, "loader")
    assert [each.key for each in found.differences()] == ["table.rounds"]


def test_the_page_of_rules_says_what_the_table_plays() -> None:
    printed = rules_at(load_configuration("riff-raff"))  # type: ignore[arg-type]
    assert printed == GUIDE.rules
    found = rules_at(
        configured({"rounds": 4, "cards": [5, 9], "pieces_a_turn": 3, "pieces_on": "yard", "catches": "nobody"})
    )
    cards, *rest, more, catch = found.turn
    assert tuple(rest) == printed.turn[1:4]
    assert cards.startswith("Everybody picks one of the cards 5, 9 in secret")
    assert "on a yard that held a piece" in more
    assert "up to 3 pieces" in more
    assert catch.startswith("Cargo falls? Nobody catches it")
    assert "after 4 rounds" in found.end
    for catches in ("loader", "everybody"):
        for caught in ("always_leaves", "falls"):
            assert len(rules_at(configured({"catches": catches, "caught": caught})).turn[-1]) > 60
    speak("de")
    try:
        assert _(found.end) != str(found.end)
        assert "4 Runden" in _(found.end)
    finally:
        speak("en")


@pytest.mark.parametrize(("catches", "sides"), [("loader", [True]), ("everybody", [True, False]), ("nobody", [])])
def test_palms_wait_beside_a_person_who_loads_as_the_table_says(
    catches: str, sides: list[bool], tmp_path: Path
) -> None:
    match, recorder = seated(configured({"catches": catches}), 11, "me", "casual:random")
    to_my_turn(match, 6)
    match.act(TakePiece(by="You", piece="crate"))
    match.advance(0.1)
    assert [palm.x < 0 for palm in match.frame().palms] == sides
    match.table.put_back()
    match.advance(0.1)
    # Over the yard's end: it falls, and nobody moves a hand.
    set_down(match, "You", "crate", 6, 95.0)
    assert match.state.removed == match.state.equipment.stock()
    assert verify(kept(recorder, tmp_path / "house.jsonl")) is None


def test_a_bot_that_looks_ahead_imagines_what_the_table_makes_of_a_catch() -> None:
    """A rat is put down over the end of a yard, and falls; of these two the second is caught."""
    changes = {}
    for word, table in {
        "as printed": {"catches": "everybody"},
        "leaves": {"catches": "everybody", "caught": "always_leaves"},
        "nobody": {"catches": "nobody", "caught": "always_leaves"},
    }.items():
        match, _recorder = seated(configured(table), 3, "skilled:random", "casual:random")
        match.advance(0.1)
        view = match._view(match.state.players[0])
        intent = PlaceIntent("rat", "flat", 6, view.setup.ship.slot(6).wood_right_mm + 9.0)
        changes[word] = {imagine(view, intent, seed) for seed in (12, 13)}
    assert changes == {"as printed": {0}, "leaves": {0, -1}, "nobody": {0}}


@pytest.mark.study
def test_a_table_with_rules_of_its_own_passes_the_conformance_suite(tmp_path: Path) -> None:
    preset = tmp_path / "house.toml"
    preset.write_text(
        "[table]\nrounds = 3\ncards = [4, 5, 6, 7]\npieces_a_turn = 3\npieces_on = 'yard'\ncatches = 'everybody'\n"
        "caught = 'falls'\n"
    )
    words = [sys.executable, "-m", "yardarm.testing", "riff-raff", "--config", str(preset), "-q", "-n", "0"]
    done = completed([*words, "-m", "not slow and not study"], text=True)
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout
