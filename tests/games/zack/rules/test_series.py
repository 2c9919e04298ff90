"""The deal, the dealer and the match to two games won (D 2, 3 and 7)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.games.zack import rules as zack
from sim.games.zack.rules import Card
from sim.rules_frame import IllegalAction

NAMES = ("anita", "bernd", "corinna", "dieter", "eva", "fritz")


@given(cards=st.lists(st.sampled_from(Card), max_size=80), players=st.sampled_from(zack.SEATS))
def test_everyone_is_dealt_the_same_number_and_nothing_is_lost(cards: list[Card], players: int) -> None:
    dealt = zack.deal(cards, NAMES[:players])
    assert tuple(dealt.hands) == NAMES[:players]
    assert {len(hand) for hand in dealt.hands.values()} == {len(cards) // players}
    assert len(dealt.aside) == len(cards) % players
    assert Counter([card for hand in dealt.hands.values() for card in hand] + list(dealt.aside)) == Counter(cards)


def test_cards_are_dealt_one_by_one() -> None:
    dealt = zack.deal(
        [Card.RIGHT, Card.LEFT, Card.AGAIN, Card.BACK, Card.TWO_LEFT, Card.TWO_RIGHT, Card.SWAP], NAMES[:3]
    )
    assert dealt.hands == {
        "anita": (Card.RIGHT, Card.BACK), "bernd": (Card.LEFT, Card.TWO_LEFT), "corinna": (Card.AGAIN, Card.TWO_RIGHT),
    }  # fmt: skip
    assert dealt.aside == (Card.SWAP,)


def test_the_dealer_moves_clockwise_whoever_wins() -> None:
    """D 7: "wechselt der Kartengeber im Uhrzeigersinn"; F: "en respectant le sens des aiguilles d'une montre"."""
    series = zack.start_series(NAMES[:4], dealer="corinna")
    begun = []
    for winner in ("anita", "bernd", "corinna", "dieter"):
        begun.append((series.dealer, series.first))
        series = series.won(winner)
    assert begun == [("corinna", "dieter"), ("dieter", "anita"), ("anita", "bernd"), ("bernd", "corinna")]
    assert (series.games, series.winner) == (4, None)


def test_two_games_win_the_match() -> None:
    """D 7: "Gesamtsieger ist dann der Spieler, der zwei Partien gewonnen hat." """
    series = zack.start_series(NAMES[:3])
    assert (series.dealer, series.first) == ("corinna", "anita")
    for winner in ("bernd", "anita", "corinna"):
        series = series.won(winner)
        assert series.winner is None
    series = series.won("corinna")
    assert series.winner == "corinna"
    assert series.wins == {"anita": 1, "bernd": 1, "corinna": 2}
    with pytest.raises(IllegalAction, match="over"):
        series.won("anita")


def test_a_match_lasts_at_most_one_game_more_than_there_are_players() -> None:
    series = zack.start_series(NAMES)
    for winner in NAMES:
        series = series.won(winner)
    assert series.winner is None
    assert series.won("eva").winner == "eva"


def test_what_is_no_match() -> None:
    for seats in (NAMES[:2], (*NAMES, "gerd"), ("anita", "anita", "bernd")):
        with pytest.raises(IllegalAction):
            zack.start_series(seats)
    with pytest.raises(IllegalAction, match="dealer 'eva'"):
        zack.start_series(NAMES[:3], dealer="eva")
    with pytest.raises(IllegalAction, match="no seat"):
        zack.start_series(NAMES[:3]).won("eva")
