"""The Zack cards: whose turn each of them makes it. Sentences are quoted from the German rules (D, page) and the French
ones (F)."""

from __future__ import annotations

from itertools import product

import pytest

from sim.games.zack import rules as zack
from sim.games.zack.rules import Card, Colour, Entry, due_after
from sim.rules_frame import IllegalAction
from tests.games.zack.rules.table import EDITIONS, Game

NAMES = ("anita", "bernd", "corinna", "dieter", "eva", "fritz")
COLOURS = dict(zip(NAMES, Colour, strict=True))


def table(players: int, edition: str = "amigo", **hands: str) -> Game:
    """This many players, each with the cards named or a single R."""
    return Game(edition, **{name: hands.get(name, "R") for name in NAMES[:players]})


def after(players: int, *thrown: tuple[str, str], mirrored: bool = False) -> str:
    """Who is due after these (card, thrower), bottom to top."""
    seats = NAMES[:players]
    bowl = [Entry(Card(card), by) for card, by in thrown]
    return due_after(seats, {seat: COLOURS[seat] for seat in seats}, bowl, mirrored)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_player_left_of_the_dealer_begins(edition: str) -> None:
    """D 3: "beginnt der Spieler links vom Kartengeber". F: "Le joueur placé à la gauche du donneur commence." """
    series = zack.start_series(NAMES[:4], dealer="bernd")
    game = Game(edition, first=series.first, **dict.fromkeys(NAMES[:4], "R"))
    assert game.due == "corinna"
    assert game.throw("corinna").wrong == []


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", range(3, 7))
def test_circle_the_player_with_that_colour(edition: str, players: int) -> None:
    """D 4: who has the colour of the topmost circle must throw. F: "C'est le joueur qui correspond à la couleur"."""
    for name in NAMES[:players]:
        game = table(players, edition, anita=f"circle:{COLOURS[name].value}").throw("anita")
        assert game.due == name


def test_example_red_circle_makes_it_the_red_players_turn() -> None:
    """D 4: "Der Spieler mit der roten Spielerfarbe ist an der Reihe"."""
    assert table(4, anita="circle:blue", bernd="circle:red").throw("anita", "bernd").due == "anita"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", range(3, 7))
@pytest.mark.parametrize(("card", "left"), [("R", -1), ("2R", -2), ("L", 1), ("2L", 2)])
def test_directions_count_seats_from_the_thrower(edition: str, players: int, card: str, left: int) -> None:
    """D 4 and F, four cards: one or two places right or left of whoever threw. Left is the next seat clockwise."""
    for place, name in enumerate(NAMES[:players]):
        game = Game(edition, first=name, **dict.fromkeys(NAMES[:players], card)).throw(name)
        assert game.due == NAMES[(place + left) % players]


def test_example_the_r_under_nochmal() -> None:
    """D 4: R under Nochmal: the right neighbour of the Nochmal's thrower. F has the same example."""
    game = table(4, anita="R", dieter="again").throw("anita", "dieter")
    assert game.bowl == ["R", "again"]
    assert game.due == "corinna"  # right of Dieter; Anita's right neighbour was Dieter himself
    assert game.events[0] == zack.events.CardLanded("dieter", Card.AGAIN, False, Card.RIGHT)


def test_example_the_red_circle_under_zurueck() -> None:
    """D 4: the thrower of the red circle is due. (F's example names the red player; its own rule says the thrower.)"""
    game = Game(anita="L back", bernd="circle:red", corinna="R", dieter="R").throw("anita", "bernd", "anita")
    assert game.bowl == ["L", "circle:red", "back"]
    assert game.due == "bernd"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("card", ["again", "back"])
def test_first_card_again_or_back_the_same_player_throws_another(edition: str, card: str) -> None:
    """D 5 and F: "derselbe Spieler [muss] eine weitere Karte ... in die Schale werfen"."""
    game = table(4, edition, anita=f"{card} L").throw("anita")
    assert game.due == "anita"
    assert game.throw("anita").due == "bernd"


FUNCTIONS = ["R", "2R", "L", "2L", "circle:green"]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("agains", [1, 2, 3])
def test_again_on_again_is_the_same_function_for_the_newest_thrower(function: str, agains: int) -> None:
    for players, thrower in product(range(3, 7), NAMES[:3]):
        pile = [(function, "anita"), *[("again", name) for name in NAMES[1 : 1 + agains - 1]], ("again", thrower)]
        assert after(players, *pile) == after(players, (function, thrower))


@pytest.mark.parametrize("agains", [1, 2, 3])
def test_again_on_back_goes_to_whoever_threw_the_card_below_the_again(agains: int) -> None:
    pile = [("R", "anita"), ("back", "fritz"), *[("again", name) for name in NAMES[:agains]]]
    expected = {1: "fritz", 2: "anita", 3: "bernd"}[agains]
    assert after(6, *pile) == expected


def test_back_on_anything_goes_to_whoever_threw_it() -> None:
    for card in ("R", "2L", "circle:red", "again", "back", "mirror", "swap", "choose"):
        assert after(5, ("L", "eva"), (card, "corinna"), ("back", "dieter")) == "corinna"


def test_agains_and_backs_with_nothing_below() -> None:
    assert after(4, ("again", "bernd")) == "bernd"
    assert after(4, ("back", "bernd")) == "bernd"
    assert after(4, ("again", "bernd"), ("again", "corinna")) == "corinna"
    assert after(4, ("again", "bernd"), ("back", "corinna")) == "bernd"
    assert after(4, ("back", "bernd"), ("again", "corinna")) == "bernd"
    assert after(4, ("back", "bernd"), ("back", "corinna")) == "bernd"


def test_back_goes_to_and_fro() -> None:
    assert after(4, ("R", "anita"), ("back", "dieter"), ("back", "anita")) == "dieter"


def test_again_and_back_repeat_only_the_function_not_the_effect_of_circles_on_others() -> None:
    assert after(4, ("circle:blue", "anita"), ("L", "bernd"), ("again", "corinna")) == "dieter"
    assert after(4, ("circle:blue", "anita"), ("again", "dieter")) == "bernd"


def test_player_cards_have_no_function() -> None:
    """Neither text says what an again or a back on a player card does: Zack cards only count."""
    seats = NAMES[:4]
    own = Entry(zack.OwnCard.YELLOW, "dieter", wrong=True)
    right = Entry(Card.RIGHT, "anita")
    assert due_after(seats, COLOURS, [right, own, Entry(Card.BACK, "corinna")], False) == "anita"
    assert due_after(seats, COLOURS, [right, own, Entry(Card.AGAIN, "corinna")], False) == "bernd"
    assert due_after(seats, COLOURS, [right, own], False) == "dieter"


def test_due_after_needs_a_card_and_a_holder() -> None:
    with pytest.raises(ValueError, match="no Zack card"):
        due_after(NAMES, COLOURS, [], False)
    with pytest.raises(KeyError):
        after(3, ("circle:violet", "anita"))


def test_mirrored_right_is_left() -> None:
    for card, turned in (("R", "L"), ("2R", "2L"), ("L", "R"), ("2L", "2R")):
        for players in range(3, 7):
            assert after(players, (card, "bernd"), mirrored=True) == after(players, (turned, "bernd"))
            pile = (("R", "anita"), (card, "corinna"), ("again", "bernd"))
            assert after(players, *pile, mirrored=True) == after(players, (turned, "bernd"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_play_goes_on_until_a_hand_is_empty(edition: str) -> None:
    """D 3: the card decides who is next "bis ein Spieler keine Karten mehr in seiner Hand liegen hat"."""
    game = Game(edition, anita="L R", bernd="L", corinna="L", dieter="back").throw("anita", "bernd", "corinna")
    assert game.throw("dieter").due == "corinna"
    assert game.state.hands == {"anita": 1, "bernd": 0, "corinna": 0, "dieter": 0}
    assert game.bowl == ["L", "L", "L", "back"]


SETUPS = {
    "3 to 6 players, not 2": {"seats": NAMES[:2]},
    "same name": {"seats": ("anita", "bernd", "anita")},
    "same colour": {"colours": {**dict(list(COLOURS.items())[:3]), "bernd": Colour.RED}},
    "The colour of 'corinna' is missing": {"colours": dict(list(COLOURS.items())[:2])},
    "a colour for 'dieter'": {"colours": dict(list(COLOURS.items())[:4])},
    "The hand of 'corinna' is missing": {"hands": {"anita": (), "bernd": ()}},
    "a hand for 'eva'": {"hands": dict.fromkeys(("anita", "bernd", "corinna", "eva"), ())},
    "'eva', who is to begin": {"first": "eva"},
    "nobody has that colour": {"hands": dict.fromkeys(NAMES[:3], (Card.CIRCLE_VIOLET,))},
    "stop cards are not in play": {"hands": dict.fromkeys(NAMES[:3], (Card.MIRROR,))},
}


@pytest.mark.parametrize(("part", "change"), SETUPS.items(), ids=SETUPS)
def test_a_table_that_cannot_be(part: str, change: dict[str, object]) -> None:
    fields: dict[str, object] = {
        "seats": NAMES[:3],
        "colours": dict(list(COLOURS.items())[:3]),
        "hands": dict.fromkeys(NAMES[:3], (Card.RIGHT,)),
        "first": "anita",
    }
    zack.apply(None, zack.Setup(**fields))
    with pytest.raises(IllegalAction, match=part):
        zack.apply(None, zack.Setup(**{**fields, **change}))


def test_the_setup_comes_first_and_once() -> None:
    with pytest.raises(IllegalAction, match="first action must be a setup"):
        zack.apply(None, zack.Throw("anita"))
    game = table(3)
    again = zack.Setup(NAMES[:3], dict(list(COLOURS.items())[:3]), dict.fromkeys(NAMES[:3], ()), "anita")
    assert "already" in game.refused(again)


def test_what_cannot_happen_is_refused() -> None:
    game = Game(anita="L", bernd="R", corinna="R").throw("anita")
    assert "no card left" in game.refused(zack.Throw("anita"))
    # With an empty hand it is the player card that misses, unless that lies in the bowl already.
    early = Game(anita="L", bernd="R", corinna="R").throw("anita").own("anita")
    assert "lies in the bowl already" in early.refused(zack.Miss("anita"))
    for action in (zack.Throw("eva"), zack.Miss("eva"), zack.PlayerCard("eva")):
        assert "no seat" in game.refused(action)
    assert "no colour to be chosen" in game.refused(zack.Choose(Colour.RED))
    assert "not stopped" in game.refused(zack.Resume())
    assert "no seat" in game.refused(zack.Challenge("eva", Colour.RED, zack.Reason.SLOW))
    # Not his own colour, and none that nobody has: those cards were taken out (D 2).
    for colour in (Colour.GREEN, Colour.VIOLET):
        for kind in (zack.Challenge, zack.ChallengeMiss):
            assert "holds no challenge card" in game.refused(kind("corinna", colour, zack.Reason.SLOW))


def test_nothing_happens_after_the_end() -> None:
    game = Game(anita="", bernd="R", corinna="R").own("anita")
    assert game.state.winners == ("anita",)
    assert zack.legal_actions(game.state) == ()
    for action in (zack.Throw("bernd"), zack.Resume(), zack.Challenge("bernd", Colour.RED, zack.Reason.SLOW)):
        assert game.refused(action) == "The game is over."
