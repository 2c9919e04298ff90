"""Matches in step: their luck belongs to set and hand, so that two designs meet the same."""

from __future__ import annotations

from sim.games.zigzag.match.bot_driver import Chance
from sim.games.zigzag.match.dealer import in_own_order
from sim.games.zigzag.rules.cards import Card
from sim.seeds import Noise

CARDS = tuple(Card)[:20]


def test_one_card_more_leaves_the_others_in_their_order() -> None:
    noise = Noise(4)
    fewer, more = (in_own_order(cards, noise, "set", 2) for cards in (CARDS[:-1], CARDS))
    assert sorted(more) == sorted(CARDS)
    assert more != in_own_order(CARDS, noise, "set", 3)
    assert fewer == tuple(card for card in more if card != CARDS[-1])
    assert more == in_own_order(CARDS[::-1], noise, "set", 2), "however the cards came back"
    twice = in_own_order((*CARDS, CARDS[0]), noise, "set", 2)
    assert twice.count(CARDS[0]) == 2
    one_less = list(twice)
    places = [at for at, card in enumerate(twice) if card == CARDS[0]]
    assert any(tuple(one_less[:at] + one_less[at + 1 :]) == more for at in places)


def test_one_question_more_leaves_all_other_luck_as_it_is() -> None:
    hand = [(1, 1)]
    one, other = (Chance(Noise(4), "Ann", lambda: hand[0]) for _ in range(2))
    first = one.draw("laid")
    assert other.draw("laid") == first
    assert other.draw("laid") != first, "no stream is drawn from twice"
    assert one.draw("sign") == other.draw("sign")
    hand[0] = (1, 2)
    later = one.draw("laid")
    assert later not in (first, one.draw("laid"))
    assert other.draw("laid") == later, "in the next hand"
