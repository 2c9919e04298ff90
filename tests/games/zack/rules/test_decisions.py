"""The sixteen decisions where both rulebooks are silent, by their numbers in docs/explanation/games.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sim.games.zack import rules as zack
from tests.games.zack.rules.table import EDITIONS, Game

both = pytest.mark.parametrize("edition", EDITIONS)


def table(edition: str, stops: bool = False, **hands: str) -> Game:
    """Anita red, Bernd blue, Corinna green, Dieter yellow; Anita begins."""
    hands = {"anita": "L L L", "bernd": "L R L", "corinna": "R L R", "dieter": "2L L R", **hands}
    return Game(edition, stops=stops, **hands)


@both
def test_decision_1_after_a_mirror_its_thrower_plays(edition: str) -> None:
    game = table(edition, stops=True, anita="mirror L").throw("anita")
    assert game.due == "anita"
    assert game.resume().throw("anita").wrong == []


@both
def test_decision_2_again_on_again(edition: str) -> None:
    game = table(edition, anita="L", bernd="again", corinna="again", dieter="again")
    assert [game.throw(name).due for name in ("anita", "bernd", "corinna", "dieter")] == [
        "bernd", "corinna", "dieter", "anita",
    ]  # fmt: skip


@both
def test_decision_3_again_on_back(edition: str) -> None:
    game = table(edition, anita="L again", bernd="back").throw("anita", "bernd")
    assert game.due == "anita"
    assert game.throw("anita").due == "bernd"  # who threw the back, directly below the again


@both
def test_decision_4_again_on_a_stop_card(edition: str) -> None:
    game = table(edition, stops=True, anita="mirror again R", bernd="L L").throw("anita")
    assert game.state.mirrored
    game.resume().throw("anita")
    assert (game.state.mirrored, game.state.stopped, game.due) == (False, True, "anita")
    game = table(edition, stops=True, anita="choose L", bernd="again L").throw("anita").choose("blue").resume()
    game.throw("bernd")
    assert (game.state.phase, game.due) == (zack.Phase.CHOOSE, "bernd")


@both
def test_decision_5_back_names_whoever_threw_out_of_turn_too(edition: str) -> None:
    game = table(edition, dieter="L", anita="L back").throw("anita", "dieter")
    assert game.wrong == ["dieter"]
    assert game.due == "anita"
    assert game.throw("anita").due == "dieter"


@both
def test_decision_6_nothing_below(edition: str) -> None:
    game = table(edition, corinna="back again L").throw("anita").slow("corinna", "blue").resume()
    assert game.throw("corinna").due == "corinna"
    assert game.throw("corinna").due == "corinna"


@both
def test_decision_7_who_is_due_cannot_challenge(edition: str) -> None:
    game = table(edition).throw("anita", "dieter").out("bernd", "yellow")
    assert game.returned() == "due"
    assert (game.state.stopped, game.due, len(game.bowl)) == (False, "bernd", 2)
    assert game.throw("bernd").wrong == ["dieter"]


@both
def test_decision_8_a_challenge_with_an_empty_bowl(edition: str) -> None:
    game = table(edition).slow("dieter", "red")
    assert game.ruling == (True, "anita", 0, "dieter")
    assert game.resume().due == "dieter"


@both
def test_decision_9_too_slow_has_no_minimum_time(edition: str) -> None:
    assert table(edition).throw("anita").slow("corinna", "blue").ruling[0] is True


@both
def test_decision_10_an_undetected_card_out_of_turn_stands(edition: str) -> None:
    game = table(edition, corinna="circle:yellow").throw("anita", "corinna")
    assert game.wrong == ["corinna"]
    assert game.due == "dieter"
    assert game.throw("bernd").wrong == ["corinna", "bernd"]  # whose turn it was before


@both
def test_decision_11_three_and_four_players(edition: str) -> None:
    for card, same in (("2R", "L"), ("2L", "R")):
        three = [Game(edition, anita=c, bernd="L", corinna="L").throw("anita").due for c in (card, same)]
        assert three[0] == three[1]
        assert Game(edition, anita=card, bernd="L", corinna="L", dieter="L").throw("anita").due == "corinna"


@both
def test_decision_12_the_own_circle(edition: str) -> None:
    game = table(edition, anita="circle:red L").throw("anita")
    assert game.due == "anita"
    assert game.throw("anita").wrong == []


@both
def test_decision_13_left_is_the_next_seat(edition: str) -> None:
    game = table(edition, anita="L", bernd="R").throw("anita")
    assert game.due == game.state.seats[1]
    assert game.throw("bernd").due == game.state.seats[0]


def test_decision_14_circles_follow_the_colours() -> None:
    game = table("amigo", stops=True, anita="swap circle:red").throw("anita").resume().throw("anita")
    assert game.due == "bernd"
    assert game.state.seats == ("anita", "bernd", "corinna", "dieter")


@both
def test_decision_15_the_player_card_comes_back(edition: str) -> None:
    game = table(edition, anita="L L").throw("anita").own("anita").out("corinna", "red")
    assert game.ruling == (True, "anita", 1, "corinna")
    assert zack.events.PlayerCardReturned("anita", zack.OwnCard.RED) in game.events
    assert not game.state.laid_out("anita")
    assert game.resume().own("anita").wrong == ["anita"]


@both
def test_decision_16_the_engine_shows_a_card_when_it_has_landed(edition: str) -> None:
    game = table(edition).throw("anita")
    assert game.events[0] == zack.events.CardLanded("anita", zack.Card.LEFT, False, zack.Card.LEFT)


def test_the_sixteen_are_all_here() -> None:
    source = Path(__file__).read_text("utf-8")
    assert {int(number) for number in re.findall(r"^def test_decision_(\d+)_", source, re.MULTILINE)} == set(
        range(1, 17)
    )
