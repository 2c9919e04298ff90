"""What a seat may know, positions that agree with it, and what is left to chance, in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

import yardarm as ya
from sim.rules_frame import IllegalAction
from sim.rules_frame.chance import draws, shuffled
from tests.amounts import amount
from tests.games.playthroughs import NAMES, playthrough
from tests.games.zigzag.rules.test_notation import POSITIONS

MOST = 100
"""Outcomes that are listed: those of one card or two tiles, and not of many."""
GAMES = ("riff-raff", "zatre", "zack", "zigzag")


def some_positions(game: str, amount: int) -> Iterator[tuple[Any, Random]]:
    """Positions spread over games, and of ZIGZAG one of every kind, each with a source of chance."""
    if game == "zigzag":
        yield from ((position().state, Random(1)) for position in POSITIONS.values())
    for seed in range(amount):
        for place, state in enumerate(playthrough(game, seed)):
            if place % 15 == seed % 15:
                yield state, Random(place)


def everything(state: Any) -> Counter[object]:
    """All cards and tiles of a position, wherever they are."""
    if hasattr(state, "deck"):
        return Counter(state.deck)
    if hasattr(state, "cells"):
        return Counter([*state.bag, *(t for rack in state.rack.values() for t in rack), *filter(None, state.cells)])
    if hasattr(state, "piles"):
        return Counter([*(e.card for e in state.bowl), *(card for pile in state.piles.values() for card in pile)])
    return Counter()


def leaves(data: Any) -> Iterator[str]:
    """The words and numbers in plain data."""
    if isinstance(data, Mapping):
        for item in data.values():
            yield from leaves(item)
    elif isinstance(data, list):
        for item in data:
            yield from leaves(item)
    else:
        yield str(data)


@pytest.mark.parametrize("game", GAMES)
@amount(1, full=6, whole=40)
def test_a_position_drawn_anew_looks_the_same_to_its_seat(game: str, amount: int) -> None:
    rules, moved = ya.rules(game), 0
    for state, random in some_positions(game, amount):
        space = rules.actions(state)
        for seat in (*space.seats, None):
            other = rules.determinize(state, seat, random)
            assert rules.observation(other, seat) == rules.observation(state, seat)
            assert everything(other) == everything(state)
            assert rules.from_json(rules.to_json(other)) == other
            if seat is not None:
                assert set(space.legal(other, seat)) == set(space.legal(state, seat))
            moved += other != state
        with pytest.raises(IllegalAction, match="no seat"):
            rules.observation(state, "nobody")
        with pytest.raises(IllegalAction, match="no seat"):
            rules.determinize(state, "nobody", random)
    assert bool(moved) == (game != "riff-raff")


@pytest.mark.parametrize("game", ["zatre", "zack", "zigzag"])
@amount(1, full=3, whole=20)
def test_an_observation_shows_what_is_seen_and_the_rest_in_order(game: str, amount: int) -> None:
    """Every card is in it once: where it is seen, or among the unseen ones, which are sorted."""
    rules = ya.rules(game)
    for state, _ in some_positions(game, amount):
        for seat in rules.actions(state).seats:
            seen = rules.observation(state, seat)
            assert seen["unseen"] == sorted(seen["unseen"], key=everything_in_order(game))
            if game == "zatre":
                shown = [t for rack in seen["rack"].values() if isinstance(rack, list) for t in rack]
                shown += [tile["value"] for tile in seen["board"]]
            elif game == "zack":
                shown = [entry["card"] for entry in seen["bowl"]]
            else:
                shown = [*leaves(seen["hands"][seat]), *leaves(seen["tapis"]), *leaves(seen["stops"])]
                shown += [*leaves(seen["shifts"]), *(effect["card"] for effect in seen["effects"])]
                shown += [power["card"] for power in seen["laid"] if power["card"]]
                shown += seen["offered"] if isinstance(seen["offered"], list) else []
                public = {} if state.case is None else dict(state.case.shown)
                if state.choice is not None:
                    public = {name: state.hands[name] for name in state.teams[state.choice.team]}
                shown += [card for name, cards in public.items() if name != seat for card in cards]
            assert Counter([*shown, *seen["unseen"]]) == everything(state)


def everything_in_order(game: str) -> Callable[[Any], Any]:
    return list(map(str, ya.rules(game).Card)).index if game == "zigzag" else lambda card: card


def fits(found: Counter[Any], law: Mapping[Any, Fraction]) -> None:
    """Drawn as often as the law says, but for one in ten thousand such tests."""
    drawn = found.total()
    assert set(found) <= set(law)
    distance = sum((found[key] - drawn * share) ** 2 / (drawn * share) for key, share in law.items())
    assert min(law.values()) * drawn >= 5
    assert float(distance) < chi2.ppf(0.9999, len(law) - 1)


def test_unseen_tiles_are_dealt_by_the_law_of_a_good_shuffle() -> None:
    rules, random = ya.rules("zatre"), Random(3)
    setup = rules.Setup(NAMES[:2], NAMES[0], 6, (1, 2, 3, 3, 4, 5))
    state, _ = rules.apply(None, setup)
    state, _ = rules.apply(state, next(iter(rules.legal_actions(state))))
    unseen = rules.observation(state, NAMES[0])["unseen"]
    hidden = len(state.rack[NAMES[1]])
    law: Counter[Any] = Counter()
    for share, order in draws(unseen, len(unseen)):
        law[order] += share
    found = Counter[Any]()
    for _ in range(60 * len(law)):
        drawn = rules.determinize(state, NAMES[0], random)
        found[(*drawn.rack[NAMES[1]], *drawn.bag)] += 1
    assert hidden
    fits(found, law)


def test_face_down_powers_are_powers_and_all_else_lies_anywhere() -> None:
    rules, random = ya.rules("zigzag"), Random(5)
    deck = (*rules.CHARACTERS[:16], *rules.DEFERRED)
    state = rules.start(NAMES[:3], random, deck, variant=rules.Variant.THREE)
    while not state.laid:
        state, _ = rules.sample(
            rules.start(NAMES[:3], random, deck, variant=rules.Variant.THREE), rules.Deal(deck), random
        )
        state, _ = rules.sample(state, rules.NextHand(), random)
        held = [(seat, card) for seat in NAMES[:3] for card in state.hands[seat] if card in rules.DEFERRED]
        if held:
            state, _ = rules.apply(state, rules.Play(*held[0]))
    seat = next(name for name in NAMES[:3] if name != state.laid[0].by)
    unseen = [rules.Card(card) for card in rules.observation(state, seat)["unseen"]]
    powers = [card for card in unseen if card in rules.DEFERRED]
    laid, top = Counter[Any](), Counter[Any]()
    for _ in range(3000):
        drawn = rules.determinize(state, seat, random)
        laid[drawn.laid[0].card] += 1
        top[drawn.pile[0]] += 1
    fits(laid, dict.fromkeys(powers, Fraction(1, len(powers))))
    # One power lies before its player, each as likely as another, and so is a little less likely on the pile.
    plain = Fraction(1, len(unseen) - 1)
    fits(top, {card: plain * (1 - Fraction(card in powers, len(powers))) for card in unseen})


def some_action(rules: Any, state: Any, random: Random) -> Any:
    """A whole action of anybody: the first one where there are thousands."""
    if hasattr(rules, "placements"):
        return rules.Place(next(rules.placements(state)))
    if state.phase == "reveal":
        return rules.Reveal({name: random.choice(cards) for name, cards in state.hands.items()})
    return random.choice(rules.legal_actions(state))


@pytest.mark.parametrize("game", GAMES)
@amount(1, full=3, whole=20)
def test_the_outcomes_of_an_action_are_all_there_are(game: str, amount: int) -> None:
    rules, several = ya.rules(game), 0
    for state, random in some_positions(game, amount):
        if state.winners:
            continue
        for action in [some_action(rules, state, random), *rules.actions(state).of_nobody(state)[:1]]:
            found = list(islice(rules.outcomes(state, action), MOST))
            if len(found) == MOST:
                continue
            assert sum(outcome.probability for outcome in found) == 1
            drawn = rules.sample(state, action, random)
            assert rules.observation(drawn[0], None) in [rules.observation(one.state, None) for one in found]
            if not isinstance(action, getattr(rules, "Resolve", ())):
                assert rules.apply(state, action)[1] in [one.events for one in found]
            several += len(found) > 1
    # At ZIGZAG draws of one card are rare; a theft is one (see below).
    assert several or game in ("riff-raff", "zigzag")


@pytest.mark.parametrize("game", ["zatre", "zack"])
def test_a_sample_is_drawn_as_likely_as_its_outcome_is(game: str) -> None:
    rules, random = ya.rules(game), Random(8)
    state = ya.start(game, NAMES[:3], random)
    action = rules.legal_actions(state)[0]
    law: Counter[Any] = Counter()
    for outcome in rules.outcomes(state, action):
        law[outcome.events] += outcome.probability
    fits(Counter(rules.sample(state, action, random)[1] for _ in range(5000)), law)


def test_a_stolen_card_is_any_of_the_hand() -> None:
    rules, random = ya.rules("zigzag"), Random(2)
    for seed in range(40):
        for state in playthrough("zigzag", seed):
            theft = next(
                (a for a in rules.actions(state).of_nobody(state) if isinstance(a, rules.Resolve) and a.card), None
            )
            if theft is not None:
                hand = state.hands[state.effects[0].target]
                law = {outcome.events[0].card: outcome.probability for outcome in rules.outcomes(state, theft)}
                assert law == {card: Fraction(hand.count(card), len(hand)) for card in hand}
                fits(Counter(rules.sample(state, theft, random)[1][0].card for _ in range(400)), law)
                return
    raise AssertionError("Nobody has stolen.")


def test_a_deal_is_shuffled_and_its_outcomes_begin_at_once() -> None:
    rules = ya.rules("zigzag")
    state = ya.start("zigzag", NAMES[:4], Random(1))
    hands = {str(rules.sample(state, rules.Deal(state.pile), Random(seed))[0].hands) for seed in range(5)}
    assert len(hands) == 5
    first = next(rules.outcomes(state, rules.Deal(state.pile)))
    assert 0 < first.probability < Fraction(1, 10**20)


def test_what_hands_may_make_of_an_action() -> None:
    riff, zack = ya.rules("riff-raff"), ya.rules("zack")
    assert [load.placed for load in riff.fates(riff.Load("rat"))] == list(riff.Fate)
    assert zack.fates(zack.Throw("a")) == (zack.Throw("a"), zack.Miss("a"))
    assert zack.fates(zack.PlayerCard("a"))[1] == zack.Miss("a", own_card=True)
    challenge = zack.Challenge("a", zack.Colour.RED, zack.Reason.SLOW)
    assert zack.fates(challenge)[1] == zack.ChallengeMiss("a", zack.Colour.RED, zack.Reason.SLOW)
    assert zack.fates(zack.Resume()) == (zack.Resume(),)


def test_draws_are_all_orders_of_those_drawn() -> None:
    found = {order: share for share, order in draws("aab", 2)}
    assert found == {tuple("aab"): Fraction(1, 3), tuple("aba"): Fraction(1, 3), tuple("baa"): Fraction(1, 3)}
    assert list(draws("ab", 0)) == [(1, ("a", "b"))]
    assert sum(share for share, _ in draws("abc", 9)) == 1


def test_a_generator_of_numpy_is_a_source_of_chance_too() -> None:
    assert sorted(shuffled("abc", np.random.default_rng(1))) == ["a", "b", "c"]
    state = ya.start("zack", NAMES[:3], np.random.default_rng(1))
    assert ya.rules("zack").determinize(state, None, np.random.default_rng(2)) != state


def test_no_two_players_of_a_game_that_starts_have_one_name() -> None:
    for game in ("riff-raff", "zack", "zatre", "zigzag"):
        with pytest.raises(IllegalAction, match="Two players have the same name"):
            ya.start(game, ["Anne", "Bert", "Cleo", "Anne"], Random(1))
