"""Stop cards, for the practised (D 8; F, variante)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.games.zack import rules as zack
from sim.games.zack.rules import Colour, Reason, Stop
from tests.games.zack.rules.table import EDITIONS, Game

both = pytest.mark.parametrize("edition", EDITIONS)


def table(edition: str = "amigo", **hands: str) -> Game:
    hands = {"anita": "L L L", "bernd": "L R L", "corinna": "R L R", "dieter": "2L L R", **hands}
    return Game(edition, stops=True, **hands)


@both
@pytest.mark.parametrize("card", ["choose", "swap", "mirror"])
def test_a_stop_card_stops_the_game_and_later_cards_come_back_under_the_pile(edition: str, card: str) -> None:
    """D 8: all Zack cards thrown after a stop card go back, face down under the piles. F: recovered by their owners."""
    game = table(edition, anita=f"{card} L L").throw("anita")
    assert game.state.stopped
    assert game.state.stop is Stop.STOP_CARD
    before = game.state
    pile = game.pile("bernd")
    game.throw("bernd")
    assert game.kinds() == ["card_returned"]
    assert game.pile("bernd") == [*pile[1:], pile[0]]
    assert game.throw(*["bernd"] * (len(pile) - 1)).state == before  # all of his pile, and nothing counts
    assert game.bowl == [card]
    assert game.due == "anita"


@both
def test_choose_the_thrower_names_the_colour_that_throws_next(edition: str) -> None:
    """D 8: "Der Spieler, dessen Farbe gewählt wurde, muss die nächste Karte in die Schale werfen." F: the same."""
    game = table(edition, anita="choose L").throw("anita")
    assert (game.state.phase, game.due) == (zack.Phase.CHOOSE, "anita")
    assert game.events[-1] == zack.events.Due("anita", choose=True)
    assert "has to choose" in game.refused(zack.Resume())
    assert "Nobody has the colour" in game.refused(zack.Choose(Colour.VIOLET))
    game.choose("green")
    assert (game.state.phase, game.due, game.state.stopped) == (zack.Phase.PLAY, "corinna", True)
    assert game.events == (zack.events.ColourChosen("anita", Colour.GREEN, "corinna"),)
    assert "no colour to be chosen" in game.refused(zack.Choose(Colour.RED))
    assert game.resume().throw("corinna").wrong == []


@both
def test_choose_may_be_the_own_colour(edition: str) -> None:
    """D 8: "Er darf auch seine eigene Farbe wählen." F: "Il a le droit de choisir sa propre couleur." """
    game = table(edition, anita="choose L").throw("anita").choose("red").resume()
    assert game.due == "anita"
    assert game.throw("anita").due == "bernd"


@both
def test_choose_with_the_last_card_and_the_own_colour_wins(edition: str) -> None:
    game = table(edition, anita="choose").throw("anita")
    assert game.own("anita").kinds() == ["player_card_returned"]
    assert game.choose("red").resume().own("anita").state.winner == "anita"


def test_swap_player_and_challenge_cards_go_left_and_the_thrower_goes_on() -> None:
    """D 8: everyone gives player and challenge cards to his left neighbour; the thrower of the card goes on."""
    game = table(anita="swap circle:red").throw("anita")
    assert {seat: colour.value for seat, colour in game.state.colours.items()} == {
        "anita": "yellow", "bernd": "red", "corinna": "blue", "dieter": "green",
    }  # fmt: skip
    assert game.state.challenges["anita"] == (Colour.RED, Colour.BLUE, Colour.GREEN)
    assert game.pile("anita") == ["circle:red"]  # hands stay
    game.resume()
    assert game.due == "anita"
    assert game.throw("anita").due == "bernd"  # who is red now
    assert "holds no challenge card against yellow" in game.refused(zack.Challenge("anita", Colour.YELLOW, Reason.SLOW))
    assert game.slow("corinna", "red").ruling == (True, "bernd", 2, "corinna")


def test_swap_by_the_french_text_hands_and_challenge_cards_go_left() -> None:
    """F: "rassemblent leurs cartes Zack et leurs cartes défi et les donnent à leur voisin de gauche"."""
    game = table("french", anita="swap circle:red").throw("anita")
    assert game.state.colours["anita"] is Colour.RED
    assert game.pile("bernd") == ["circle:red"]
    assert game.pile("anita") == ["2L", "L", "R"]
    assert game.due == "anita"
    # Anita has Dieter's challenge cards now: one against herself, none against yellow.
    assert game.state.challenges["anita"] == (Colour.RED, Colour.BLUE, Colour.GREEN)
    game.resume().throw("anita")
    assert game.due == "corinna"
    assert "holds no challenge card against yellow" in game.refused(zack.Challenge("anita", Colour.YELLOW, Reason.SLOW))
    # A card against oneself can be thrown, and never succeeds, whatever one has done.
    game.throw("dieter")
    assert game.wrong == ["dieter"]
    assert Colour.YELLOW in game.state.challenges["dieter"]
    assert game.out("dieter", "yellow").ruling[0] is False


def test_swap_takes_a_wrong_player_card_out_of_the_bowl() -> None:
    game = table(anita="swap").own("bernd").throw("anita")
    assert game.bowl == ["swap"]
    assert zack.events.PlayerCardReturned("bernd", zack.OwnCard.BLUE) in game.events
    assert zack.PlayerCard("bernd") in zack.legal_actions(game.state)
    game.resume().own("bernd")
    assert game.bowl == ["swap", "player:red"]


@both
def test_example_anitas_two_right_after_links_rechts(edition: str) -> None:
    """D 8: a "2 rechts" while Links=Rechts lies in the bowl is a 2 left. Told with five, where the sides differ."""
    game = Game(edition, stops=True, anita="L 2R", bernd="mirror R circle:red", corinna="R", dieter="R", eva="R").throw(
        "anita", "bernd"
    )
    assert game.state.mirrored
    game.resume().throw("bernd")
    assert game.due == "corinna"  # R is L now
    game.throw("corinna")
    assert game.due == "dieter"
    game.throw("dieter", "eva").throw("anita")
    assert game.bowl[-1] == "2R"
    assert game.wrong == []
    assert game.due == "corinna"  # two to the left of Anita; to the right it would have been Dieter


@both
def test_mirror_works_on_all_four_direction_cards_and_a_second_one_turns_back(edition: str) -> None:
    """D 8: "rechts ist dann wieder rechts und links ist wieder links". F: the same, "valable aussi pour 2 R ou 2 L"."""
    for card, due in (("R", "bernd"), ("L", "eva"), ("2R", "corinna"), ("2L", "dieter")):
        names = dict.fromkeys(("bernd", "corinna", "dieter", "eva"), "R")
        game = Game(edition, stops=True, anita=f"mirror {card}", **names).throw("anita").resume()
        assert game.throw("anita").due == due
        game = Game(edition, stops=True, anita=f"mirror mirror {card}", **names).throw("anita").resume()
        game.throw("anita").resume()
        assert not game.state.mirrored
        straight = Game(edition, stops=True, anita=card, **names).throw("anita").due
        assert game.throw("anita").due == straight


@both
def test_after_a_mirror_the_thrower_goes_on(edition: str) -> None:
    """Neither text says who (decision 1)."""
    game = table(edition, anita="L", bernd="mirror R").throw("anita", "bernd").resume()
    assert game.due == "bernd"


@both
@pytest.mark.parametrize("card", ["choose", "swap", "mirror"])
def test_again_on_a_stop_card_executes_it_again_for_its_own_thrower(edition: str, card: str) -> None:
    """Decision 4."""
    game = table(edition, anita=f"{card} L L", bernd="L L", corinna="L").throw("anita")
    if card == "choose":
        game.choose("blue")
    game.resume()
    game.edit(lambda state: replace(state, piles=state.piles.put("bernd", (zack.Card.AGAIN, zack.Card.LEFT))))
    before = game.state
    game.throw("bernd")
    assert game.state.stop is Stop.STOP_CARD
    assert game.due == "bernd"
    if card == "choose":
        assert game.state.phase is zack.Phase.CHOOSE
        assert game.choose("green").due == "corinna"
    elif card == "mirror":
        assert before.mirrored
        assert not game.state.mirrored
    elif edition == "amigo":
        assert game.state.colours["corinna"] is Colour.RED
    else:
        assert game.state.borders["corinna"] is Colour.RED
        assert [len(game.pile(seat)) for seat in game.state.seats] == [1, 3, 1, 2]


@both
def test_a_stop_card_out_of_turn_can_be_challenged_during_its_own_stop(edition: str) -> None:
    """D 8 returns Zack cards only: a challenge card counts, with the window of four as its only condition."""
    game = table(edition, dieter="choose L").throw("anita", "dieter")
    assert game.wrong == ["dieter"]
    game.out("corinna", "yellow")
    assert game.ruling == (True, "dieter", 2, "corinna")
    # The card is gone, and with it the choice.
    assert (game.state.phase, game.due, game.state.stop) == (zack.Phase.PLAY, "corinna", Stop.CHALLENGE)
    assert "no colour" in game.refused(zack.Choose(Colour.RED))


@both
def test_a_slow_challenge_that_lands_on_the_stop_card_is_too_late(edition: str) -> None:
    """His card, a stop card, has landed first. That it makes him the next to act does not make him slow."""
    game = table(edition, bernd="mirror L").throw("anita", "bernd").slow("corinna", "blue")
    assert game.ruling[:3] == (False, "corinna", 2)
    game = table(edition, bernd="mirror L").throw("anita", "bernd").resume().slow("corinna", "blue")
    assert game.ruling[:3] == (True, "bernd", 2)


@both
def test_a_challenge_during_a_choice_that_fails_ends_the_choice_too(edition: str) -> None:
    game = table(edition, bernd="choose L").throw("anita", "bernd").slow("corinna", "red")
    assert game.ruling == (False, "corinna", 2, "anita" if edition == "amigo" else "corinna")
    assert game.state.phase is zack.Phase.PLAY


def test_by_the_french_text_a_challenge_without_effect_leaves_the_choice_open() -> None:
    game = table("french", bernd="choose L").throw("anita", "bernd").out("corinna", "red")
    assert game.ruling == (False, None, 0, "bernd")
    assert (game.state.phase, game.state.stop) == (zack.Phase.CHOOSE, Stop.CHALLENGE)
    assert game.out("dieter", "red").returned() == "stopped"
    assert zack.from_json(zack.to_json(game.state)) == game.state
    assert game.choose("yellow").resume().due == "dieter"


def test_whose_turn_is_after_a_back_on_a_stop_card() -> None:
    game = table(anita="mirror L back").throw("anita").resume().throw("anita", "bernd")
    assert game.bowl == ["mirror", "L", "L"]
    game = table(anita="choose", bernd="back").throw("anita").choose("blue").resume().throw("bernd")
    assert game.due == "anita"


@both
def test_who_is_due_cannot_challenge_during_the_stop_of_a_stop_card_either(edition: str) -> None:
    """Dieter's choose card was out of turn; Bernd, whom it names, may not challenge him, Corinna may."""
    game = table(edition, dieter="choose L").throw("anita", "dieter").choose("blue")
    assert (game.due, game.state.stopped) == ("bernd", True)
    assert game.out("bernd", "yellow").returned() == "due"
    assert game.out("corinna", "yellow").ruling == (True, "dieter", 2, "corinna")
