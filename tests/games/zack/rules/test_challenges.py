"""Challenges of both kinds, what lands after them, and the end of a game. D: German rules, page; F: French rules.

Anita is red, Bernd blue, Corinna green, Dieter yellow, as in the rulebook's example.
"""

from __future__ import annotations

import pytest

from sim.games.zack import rules as zack
from sim.games.zack.rules import Colour, OwnCard, Reason
from tests.games.zack.rules.table import EDITIONS, Game

both = pytest.mark.parametrize("edition", EDITIONS)


def table(edition: str = "amigo", **hands: str) -> Game:
    hands = {"anita": "L L L", "bernd": "L R L", "corinna": "R L R", "dieter": "2L L R", **hands}
    return Game(edition, **hands)


@both
def test_example_bernd_and_corinna(edition: str) -> None:
    """D 5 and F: Corinna's blue challenge card lies under Bernd's Zack card: she succeeds."""
    game = table(edition).throw("anita")
    assert game.due == "bernd"
    game.slow("corinna", "blue")
    assert game.events[0] == zack.events.Challenge(True, "corinna", "bernd", "bernd", 1, "corinna")
    assert game.pile("bernd") == ["L", "R", "L", "L"]
    # Bernd's card stays on top of Corinna's challenge card: it comes back to him and goes under his pile.
    game.throw("bernd")
    assert game.kinds() == ["card_returned"]
    assert game.pile("bernd") == ["R", "L", "L", "L"]
    assert game.bowl == []
    assert game.due == "corinna"
    assert game.resume().throw("corinna").bowl == ["R"]


@both
def test_example_bernds_card_under_corinnas_challenge_card(edition: str) -> None:
    """F: "Si la carte de Bernd avait été sous la carte de Corinna, le défi ... aurait échoué." D 5: not successful."""
    game = table(edition, bernd="2L R").throw("anita", "bernd").slow("corinna", "blue")
    assert game.ruling[:3] == (False, "corinna", 2)
    assert game.pile("corinna") == ["R", "L", "R", "L", "2L"]


@both
def test_slow_needs_whoever_is_due(edition: str) -> None:
    """D 5: "Ist ein Mitspieler an der Reihe und hat noch keine Karte in die Schale geworfen"."""
    game = table(edition).throw("anita").slow("corinna", "yellow")
    assert game.ruling[:3] == (False, "corinna", 1)


def test_out_of_turn_is_proved_by_the_card_in_the_bowl() -> None:
    """D 5: "wenn dem Mitspieler nachgewiesen wird, dass er nicht an der Reihe war"."""
    game = table().throw("anita", "dieter")
    assert game.wrong == ["dieter"]
    assert game.due == "bernd"  # 2L from Dieter: the card stands as long as nobody says anything
    game.out("corinna", "yellow")
    assert game.ruling == (True, "dieter", 2, "corinna")
    assert game.pile("dieter") == ["L", "R", "L", "2L"]
    assert game.state.challengeable == frozenset()


def test_the_reason_that_is_called_must_be_the_true_one() -> None:
    """D 5: the challenger must always say for which of the two reasons."""
    game = table().throw("anita", "dieter").slow("corinna", "yellow")
    assert game.ruling == (False, "corinna", 2, "dieter")
    game = table().throw("anita", "dieter").out("corinna", "blue")
    assert game.ruling == (False, "corinna", 2, "bernd")


@both
def test_a_wrong_colour_is_not_successful(edition: str) -> None:
    """D 5: the colours must match, else "ist die Herausforderung nicht erfolgreich"."""
    game = table(edition).throw("anita", "dieter").out("corinna", "red")
    assert game.ruling[:3] == (False, "corinna", 2)


@both
@pytest.mark.parametrize("above", range(6))
def test_the_window_of_four_cards(edition: str, above: int) -> None:
    """D 5: only "solange die falsche Karte eine der vier obersten Karten in der Schale ist". F: the same."""
    game = Game(edition, anita="L L L L", bernd="L L L", corinna="L L", dieter="L L L").throw("dieter")
    assert game.wrong == ["dieter"]  # Anita was to begin; her turn it is all the same, to the left of Dieter
    for _ in range(above):
        assert game.due is not None
        game.throw(game.due)
    challenger = next(name for name in ("corinna", "bernd") if name != game.due)
    game.out(challenger, "yellow")
    assert game.ruling[0] is (above <= 3)
    if above <= 3:
        assert game.ruling[1:] == ("dieter", 1 + above, challenger)


@both
def test_everyone_who_is_wrong_within_the_window_can_be_challenged(edition: str) -> None:
    game = table(edition).throw("anita", "dieter", "corinna")
    assert game.state.challengeable == {"dieter", "corinna"}
    assert game.out("anita", "yellow").ruling == (True, "dieter", 3, "anita")


@both
def test_success_the_challenged_takes_all_zack_cards_face_down_under_his_pile(edition: str) -> None:
    """D 3 (right column): he takes them, the challenger has his card back and goes on. Lowest card first."""
    game = table(edition).throw("anita", "bernd", "corinna")
    assert game.bowl == ["L", "L", "R"]
    assert game.due == "bernd"
    game.slow("dieter", "blue")
    assert game.ruling == (True, "bernd", 3, "dieter")
    assert game.pile("bernd") == ["R", "L", "L", "L", "R"]
    assert game.bowl == []
    assert game.state.challenges["dieter"] == (Colour.RED, Colour.BLUE, Colour.GREEN)
    assert game.resume().due == "dieter"
    assert game.throw("dieter").wrong == []


@both
def test_failure_the_challenger_takes_all_cards(edition: str) -> None:
    """D: "muss der Herausforderer alle Karten aus der Schale zu sich nehmen"; F agrees. His challenge card is back."""
    game = table(edition).throw("anita", "bernd").slow("anita", "yellow")
    assert game.ruling[:3] == (False, "anita", 2)
    assert game.pile("anita") == ["L", "L", "L", "L"]
    assert game.state.challenges["anita"] == (Colour.BLUE, Colour.GREEN, Colour.YELLOW)


def test_failure_the_wrongly_challenged_player_goes_on() -> None:
    """D: "Der fälschlich Herausgeforderte setzt das Spiel fort." """
    game = table().throw("anita", "bernd").slow("anita", "yellow").resume()
    assert game.due == "dieter"


def test_failure_by_the_french_text_the_challenger_goes_on() -> None:
    """F: "c'est lui qui prend la main et jette la carte à suivre"."""
    game = table("french").throw("anita", "bernd").slow("anita", "yellow").resume()
    assert game.due == "anita"


@both
def test_cards_after_a_challenge_card_come_back_whether_it_succeeds_or_not(edition: str) -> None:
    """D: "Zack!-Karten, die nach einer Herausforderungskarte ..."; F: "que le défi soit réussi ou pas"."""
    for target, success in (("blue", True), ("yellow", False)):
        game = table(edition).throw("anita").slow("corinna", target)
        assert game.ruling[0] is success
        before = {seat: sorted(game.pile(seat)) for seat in game.state.seats}
        game.throw("bernd", "dieter", "bernd")
        assert {seat: sorted(game.pile(seat)) for seat in game.state.seats} == before
        assert game.bowl == []


@both
def test_only_the_first_of_several_challenge_cards_counts(edition: str) -> None:
    """D: "Dann gilt nur die Karte des ersten Herausforderers", the others are given back. F: the same."""
    game = table(edition).throw("anita").slow("corinna", "yellow")
    assert game.ruling[0] is False
    after = game.state
    game.slow("dieter", "blue")
    assert game.returned() == "stopped"
    game.out("bernd", "red").beside("anita", "blue")
    assert game.kinds() == ["challenge_missed", "challenge_returned"]
    assert game.state == after
    # After the stop a challenge counts again.
    due = game.resume().due
    assert due is not None
    challenger = next(name for name in ("anita", "bernd") if name != due)
    assert game.slow(challenger, game.state.colours[due].value).ruling == (True, due, 0, challenger)


@both
def test_a_challenger_must_not_be_due(edition: str) -> None:
    """D 5: "darf ein Spieler nicht an der Reihe sein". F: "Un joueur dont c'est le tour ne peut pas lancer de défi"."""
    game = table(edition).throw("anita", "dieter")
    before = game.state
    game.out("bernd", "yellow")
    assert game.returned() == "due"
    assert game.state == before
    assert game.beside("bernd", "yellow").returned() == "due"
    assert game.state == before
    assert not game.state.stopped


@both
def test_nobody_has_to_challenge(edition: str) -> None:
    """D 6: he can only hope that nobody notices; F: "il ne se passe rien car on n'est jamais obligé"."""
    game = table(edition).throw("anita", "dieter", "bernd")
    assert game.wrong == ["dieter"]
    assert game.due == "corinna"


@both
def test_the_bowl_is_always_right(edition: str) -> None:
    """D 6: of cards thrown at the same time the lower one came first. Bernd was due, Dieter's card lies below his."""
    game = table(edition).throw("anita", "dieter", "bernd")
    assert game.wrong == ["dieter"]  # Dieter's 2L makes it Bernd's turn after all
    game = table(edition, dieter="L").throw("anita", "dieter", "bernd")
    assert game.wrong == ["dieter", "bernd"]  # Dieter's L has made it Anita's, and Bernd's card lies above it
    game = table(edition, dieter="L").throw("anita", "bernd", "dieter")
    assert game.wrong == ["dieter"]


@both
def test_example_the_challenge_cards_of_four_players(edition: str) -> None:
    """D 2, example: everyone has one card against each other colour in play. F: "aux couleurs des autres joueurs"."""
    red, blue, green, yellow = list(Colour)[:4]
    assert table(edition).state.challenges == {
        "anita": (blue, green, yellow),
        "bernd": (red, green, yellow),
        "corinna": (red, blue, yellow),
        "dieter": (red, blue, green),
    }


@both
def test_six_players_hold_thirty_challenge_cards(edition: str) -> None:
    """D 1: "30 Herausforderungskarten" are six border colours with five other centres each."""
    state = Game(edition, **dict.fromkeys(("a", "b", "c", "d", "e", "f"), "L")).state
    assert sum(len(colours) for colours in state.challenges.values()) == 30


@both
def test_only_one_player_can_be_challenged_at_a_time(edition: str) -> None:
    """D 5: "jeweils nur einen Mitspieler"; F: "On ne peut défier qu'un seul joueur à la fois". The next comes back."""
    game = table(edition).throw("anita", "dieter").out("corinna", "yellow")
    assert game.ruling[0] is True
    assert game.slow("corinna", "blue").returned() == "stopped"


@both
def test_a_missed_card_may_be_thrown_again_unless_a_challenge_comes_first(edition: str) -> None:
    """D 6: "darf er sie natürlich in einem zweiten Versuch in die Schale werfen. Er läuft jedoch Gefahr ..." """
    game = table(edition).throw("anita")
    held = game.pile("bernd")
    game.miss("bernd")
    assert game.events == (zack.events.CardMissed("bernd", zack.Card.LEFT),)
    assert (game.pile("bernd"), game.due, game.bowl) == (held, "bernd", ["L"])
    assert game.throw("bernd").wrong == []
    game.miss("corinna").miss("corinna").slow("dieter", "green")
    assert game.ruling == (True, "corinna", 2, "dieter")


@both
def test_a_missed_challenge_card_is_a_failed_challenge(edition: str) -> None:
    """F: "la carte défi qu'il a lancée tombe à côté de la boîte"; D is silent and we adopt it, even if it was right."""
    for reason, target in (("slow", "blue"), ("out_of_turn", "yellow"), ("slow", "red")):
        game = table(edition).throw("anita", "dieter").beside("corinna", target, reason)
        assert game.kinds()[0] == "challenge_missed"
        assert game.ruling[:3] == (False, "corinna", 2)
        assert game.state.challenges["corinna"] == (Colour.RED, Colour.BLUE, Colour.YELLOW)
        assert game.throw("bernd").kinds() == ["card_returned"]


@both
def test_a_challenge_before_any_card_has_landed(edition: str) -> None:
    """Anita is due from the start; the bowl is empty, so she takes nothing (decision 8)."""
    assert table(edition).slow("corinna", "red").ruling == (True, "anita", 0, "corinna")


# The end of a game.


@both
def test_the_last_card_is_not_enough_the_player_card_wins(edition: str) -> None:
    """D 7: only "wenn er wieder an der Reihe ist und seine Spielerkarte ... werfen konnte". F: "il doit encore"."""
    game = Game(edition, anita="L", bernd="R R", corinna="R").throw("anita")
    assert game.state.winner is None
    game.throw("bernd")
    assert game.due == "anita"
    game.own("anita")
    assert game.kinds() == ["player_card_landed", "game_over"]
    assert (game.state.phase, game.state.winner, game.state.winners) == (zack.Phase.OVER, "anita", ("anita",))
    assert game.state.ending is zack.Ending.PLAYER_CARD
    assert game.state.due is None
    assert game.bowl == ["L", "R", "player:red"]


def test_a_player_card_out_of_turn_is_a_mistake() -> None:
    """D 7: "oder er ist gar nicht an der Reihe ... dann macht er einen Fehler"."""
    game = Game(anita="L", bernd="R R", corinna="R").throw("anita").own("anita")
    assert game.state.winner is None
    assert game.wrong == ["anita"]
    assert game.due == "bernd"
    game.out("corinna", "red")
    assert game.ruling == (True, "anita", 1, "corinna")
    assert "player_card_returned" in game.kinds()
    assert game.bowl == []
    assert game.pile("anita") == ["L"]


@both
def test_a_player_card_with_cards_in_hand_is_a_mistake(edition: str) -> None:
    """D 7: "er hat noch Karten in seinem Handstapel". F: "alors qu'il a encore des cartes Zack en mains"."""
    game = Game(edition, anita="L R", bernd="R R", corinna="R").own("anita")
    assert game.state.winner is None
    assert game.due == "anita"  # it has no function: whoever was due is still due
    assert game.out("corinna", "red").ruling == (True, "anita", 0, "corinna")
    game = Game(edition, anita="L R", bernd="R R", corinna="R").throw("anita").own("anita")
    assert game.due == "bernd"
    assert game.out("corinna", "red").ruling == (True, "anita", 1, "corinna")


def test_who_does_not_notice_his_last_turn_can_be_challenged_as_slow() -> None:
    """D 7: "er ist an der Reihe und merkt es nicht": the ordinary slow challenge."""
    game = Game(anita="L", bernd="R R", corinna="R").throw("anita", "bernd")
    game.slow("corinna", "red")
    assert game.ruling == (True, "anita", 2, "corinna")
    game.own("anita")
    assert game.kinds() == ["player_card_returned"]
    assert game.state.winner is None
    assert game.pile("anita") == ["L", "R"]


@both
def test_a_wrong_player_card_counts_while_fewer_than_four_zack_cards_lie_above(edition: str) -> None:
    for above in range(6):
        game = Game(edition, anita="L L L", bernd="L L L", corinna="L L L", dieter="L L L").own("dieter")
        for _ in range(above):
            assert game.due is not None
            game.throw(game.due)
        challenger = next(name for name in ("corinna", "bernd") if name != game.due)
        assert game.out(challenger, "yellow").ruling[0] is (above <= 3)


def test_a_player_card_lies_in_the_bowl_only_once_and_is_thrown_again_when_it_is_right() -> None:
    """Texts silent: a wrong player card that nobody challenged is taken out and thrown again in the own turn."""
    game = Game(anita="L", bernd="R R", corinna="R").throw("anita").own("anita")
    assert "already" in game.refused(zack.PlayerCard("anita"))
    assert zack.PlayerCard("anita") not in zack.legal_actions(game.state)
    game.throw("bernd")
    assert game.due == "anita"
    game.own("anita")
    assert game.kinds() == ["player_card_returned", "player_card_landed", "game_over"]
    assert game.bowl == ["L", "R", "player:red"]
    assert game.wrong == []
    assert game.state.bowl[-1].card is OwnCard.RED


@both
@pytest.mark.parametrize("stop_card", ["mirror", "choose"])
def test_a_player_card_thrown_too_early_can_be_challenged_although_a_stop_card_follows(
    edition: str, stop_card: str
) -> None:
    """D 7: "Wenn ein Spieler seine Spielerkarte in die Schale wirft und er hat noch Karten in seinem Handstapel ...,
    dann macht er einen Fehler und kann von den Mitspielern herausgefordert werden": it lies there until it is ruled."""
    game = Game(edition, stops=True, anita=stop_card, bernd="R R", corinna="R").own("anita").throw("anita")
    assert game.state.stopped
    assert game.state.may_finish("anita")
    assert "already" in game.refused(zack.PlayerCard("anita"))
    assert "already" in game.refused(zack.Miss("anita", own_card=True))
    assert "already" in game.refused(zack.Miss("anita"))
    assert not {zack.PlayerCard("anita"), zack.Miss("anita", own_card=True), zack.Miss("anita")} & {
        *zack.legal_actions(game.state)
    }
    assert game.bowl == ["player:red", stop_card]
    assert game.out("corinna", "red").ruling == (True, "anita", 1, "corinna")
    assert zack.events.PlayerCardReturned("anita", OwnCard.RED) in game.events


def test_a_player_card_thrown_too_early_stays_while_a_challenge_without_effect_stops_the_game() -> None:
    """F: an unproved challenge "n'est pas valable et n'a aucun effet": the bowl stays as it was."""
    game = Game("french", anita="L", bernd="L", corinna="L", dieter="L").own("anita")
    game.throw("anita", "bernd", "corinna", "dieter").out("bernd", "yellow")
    assert game.ruling == (False, None, 0, "anita")
    assert "already" in game.refused(zack.PlayerCard("anita"))
    assert game.bowl == ["player:red", "L", "L", "L", "L"]
    assert game.resume().own("anita").state.winner == "anita"


@both
def test_a_player_card_beside_the_bowl_is_no_winning_card_and_may_be_thrown_again(edition: str) -> None:
    """D 7: only "wenn er ... seine Spielerkarte ... in die Schale werfen konnte"; D 6: "in einem zweiten Versuch"."""
    for miss in (Game.miss_own, Game.miss):  # a miss of someone without cards in hand can only be the player card's
        game = Game(edition, anita="L", bernd="R R", corinna="R").throw("anita", "bernd")
        before = game.state
        miss(game, "anita")
        assert game.events == (zack.events.CardMissed("anita", OwnCard.RED),)
        assert game.state == before
        assert game.slow("corinna", "red").ruling == (True, "anita", 2, "corinna")  # "Er läuft jedoch Gefahr ..."
        game = Game(edition, anita="L", bernd="R R", corinna="R").throw("anita", "bernd")
        assert miss(game, "anita").own("anita").state.winner == "anita"


@both
def test_a_player_card_that_misses_too_early_is_no_mistake(edition: str) -> None:
    """D 7: the mistake is to throw it "in die Schale"."""
    game = Game(edition, anita="L R", bernd="R R", corinna="R")
    before = game.state
    game.miss_own("anita")
    assert game.events == (zack.events.CardMissed("anita", OwnCard.RED),)
    assert game.state == before
    assert game.state.challengeable == frozenset()
    assert game.miss_own("bernd").state == before
    assert "no seat" in game.refused(zack.Miss("nobody", own_card=True))


def test_an_early_player_card_stays_when_the_second_throw_of_it_misses() -> None:
    """Texts silent: thrown again when it would win and missed, it has proved nothing: the mistake can be challenged."""
    game = Game(anita="L", bernd="R R", corinna="R").throw("anita").own("anita").throw("bernd")
    game.miss_own("anita")
    assert game.bowl == ["L", "player:red", "R"]
    assert game.out("corinna", "red").ruling == (True, "anita", 2, "corinna")


@both
def test_a_failed_challenge_returns_player_cards_to_their_owners_too(edition: str) -> None:
    game = Game(edition, anita="L L", bernd="R R", corinna="R").own("bernd").throw("anita").slow("anita", "green")
    assert game.ruling[:3] == (False, "anita", 1)
    assert zack.events.PlayerCardReturned("bernd", OwnCard.BLUE) in game.events
    assert game.bowl == []


@both
def test_the_game_can_go_on_from_anywhere_here(edition: str) -> None:
    game = Game(edition, anita="", bernd="", corinna="", dieter="L").slow("bernd", "red").resume()
    assert game.due == "bernd"
    assert game.own("bernd").state.winner == "bernd"


def test_legal_actions_name_everything_that_hands_can_do() -> None:
    game = Game(anita="L", bernd="", corinna="R")
    found = zack.legal_actions(game.state)
    assert [action for action in found if isinstance(action, zack.Throw)] == [
        zack.Throw("anita"),
        zack.Throw("corinna"),
    ]
    assert zack.Miss("bernd") in found  # of the player card: nothing else is left
    assert zack.Miss("anita", own_card=True) in found
    assert [action.player for action in found if isinstance(action, zack.PlayerCard)] == ["anita", "bernd", "corinna"]
    told = [action for action in found if isinstance(action, zack.Challenge)]
    assert len(told) == len({*told}) == 3 * 2 * 2
    assert zack.Challenge("corinna", Colour.RED, Reason.SLOW) in told
    assert zack.Resume() not in found
    assert zack.Resume() in zack.legal_actions(game.slow("bernd", "red").state)
