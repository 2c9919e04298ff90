"""The numbered actions of ZIGZAG: the list as it is, masks against the rules, games by masks alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.games.zigzag import rules as zigzag
from sim.games.zigzag.rules import Call, Card, Phase, State, Variant
from sim.rules_frame import IllegalAction
from tests.amounts import amount
from tests.games.action_spaces import (
    mask_is_what_the_rules_accept,
    numbers_are_a_spelling,
    played_out,
    some_choice,
)
from tests.games.zigzag.rules.table import BOX, FOUR, SIX, ZAG, ZAG_2, Game, one
from tests.games.zigzag.rules.test_games import setup

TABLE = (zigzag.Deal, zigzag.NextHand, zigzag.Resolve, zigzag.Shuffle, zigzag.Verify, zigzag.TimeUp)


def by_the_table(state: State, random: Random) -> zigzag.Action | None:
    """Something that nobody decides, if there is any."""
    found = [action for action in zigzag.legal_actions(state) if isinstance(action, TABLE)]
    if not found:
        return None
    action = random.choice(found)
    if isinstance(action, zigzag.Deal | zigzag.Shuffle):
        pile = tuple(random.sample(action.pile, len(action.pile)))
        if isinstance(action, zigzag.Shuffle):
            return zigzag.Shuffle(pile)
        return zigzag.Deal(pile, None if state.level == 1 else random.randint(1, 12))
    return action


def hurried(space: Any, state: State, begun: Any, random: Random) -> tuple[str | None, Any]:
    """A masked action or one of the table: what brings a hand to its end more often than talk, seldom an error."""
    must = state.phase in (Phase.DEAL, Phase.VERIFY) or state.shuffle_due
    if must or (not begun and random.random() < 0.3):
        action = by_the_table(state, random)
        if action is not None:
            return None, action
    for _ in range(30):
        seat, action = some_choice(space, state, begun, random)
        wrong = isinstance(action, zigzag.Announce) and not zigzag.levels_reached(state, seat, action.call)
        talk = isinstance(action, zigzag.Sign | zigzag.Contre | zigzag.Discard)
        if not (wrong or talk) or random.random() < 0.1:
            break
    return seat, action


def names(space: Any, state: State, seat: str, begun: Any = ()) -> list[str]:
    return [space.words[number] for number in space.mask(state, seat, begun).nonzero()[0]]


def test_the_actions_of_four_are_these() -> None:
    """A change of this list changes every environment that is built on it."""
    space = zigzag.actions(Game().state)
    cards = [card.value for card in Card]
    assert len(cards) == 76
    stops = ("stop_character", "stop_accessory", "stop_landscape")
    boxes = ("zig", "zag", "double_zig", "zig_zag")
    assert list(space.words) == [
        "pick up the card", "draw", "pass",
        *(f"discard {card}" for card in cards), *(f"take {card}" for card in cards),
        "sign zig", "sign zag", "sign bluff",
        *(f"announce {call}" for call in ("zig", "zag", "double_zig", "zig_zag", "double_zag")),
        "CONTRE against team 0", "CONTRE against team 1",
        *(f"play {card}" for card in ("master", "ten_seconds", "peek", "plus_one", "minus_one")),
        *(f"play {card} on {seat}" for card, seat in product((*stops, "steal", "swap"), FOUR)),
        *(f"cancel {card} on {seat}" for card, seat in product((*stops, "steal", "swap", "peek"), FOUR)),
        *(f"look at the hand of {seat}" for seat in FOUR),
        *(f"give the next card to {seat}" for seat in FOUR), "give no card",
        *(f"tick {box} of level {level}" for level, box in product((1, 2), boxes)),
        *(f"show {card}" for card in cards), "show no cards",
    ]  # fmt: skip
    assert len(space) == 308


@pytest.mark.parametrize(
    ("variant", "count", "length"),
    [(Variant.TEAMS, 4, 308), (Variant.TEAMS, 6, 335), (Variant.TWO, 4, 308), (Variant.THREE, 3, 296)],
)
@pytest.mark.parametrize("level", [1, 2])
def test_every_action_has_one_number_at_every_level(variant: Variant, count: int, length: int, level: int) -> None:
    space = zigzag.actions(Game(SIX[:count], level, variant=variant).state)
    assert len(space) == length
    if level == 1:
        numbers_are_a_spelling(space)


@amount(2, full=5, whole=10)
@given(st.integers(0, 2**32))
def test_masks_are_what_the_rules_accept_in_games_of_any_kind(seed: int) -> None:
    random = Random(seed)
    state, _ = zigzag.apply(None, setup(random))
    space = zigzag.actions(state)
    begun: Any = ()
    seen = set()
    for _ in range(120):
        if state.phase is Phase.OVER:
            break
        if state.phase not in seen or random.random() < (0.2 if begun else 0.01):
            mask_is_what_the_rules_accept(space, state, begun)
        seen.add(state.phase)
        if not space.to_act(state, begun):
            assert by_the_table(state, random) is not None
        seat, action = hurried(space, state, begun, random)
        state, begun, _ = space.apply(state, seat, action, begun)


@pytest.mark.parametrize(("variant", "level"), [(Variant.TEAMS, 1), (Variant.THREE, 1)])
def test_games_played_by_masks_come_to_an_end(variant: Variant, level: int) -> None:
    """With few characters and many jokers, so that random hands are combinations often enough."""
    random = Random(2)
    seats = SIX[: 4 if variant is Variant.TEAMS else 3]
    deck = tuple(map(Card, BOX.deck(level, 2)))[:16] + (Card.JOKER,) * 30
    state, _ = zigzag.apply(None, zigzag.Setup(seats, deck, level, {}, variant))
    end = played_out(zigzag.actions(state), state, random, hurried)
    assert end.phase is Phase.OVER


def mastered() -> State:
    """Return a position in which Ann, who has played the master of cards, looks at four cards between two hands."""
    game = Game().deal(ann="master").hand().play("ann", "master").open("bob", "cem", "dora").pick("ann")
    return game.passes().state


def test_the_master_gives_one_card_after_the_other() -> None:
    state = mastered()
    assert (state.phase, state.due, len(state.offered)) == (Phase.BETWEEN, "ann", 4)
    space = zigzag.actions(state)
    begun: Any = ()
    order = ("cem", "ann", "dora", "bob")
    for place, seat in enumerate(order):
        gifts = [name for name in names(space, state, "ann", begun) if name.startswith("give")]
        assert gifts == [f"give the next card to {to}" for to in FOUR if to not in order[:place]]
        assert not any(name.startswith("give") for name in names(space, state, "bob", begun))
        if place == 1:
            # What the others do meanwhile changes nothing about it.
            state, begun, _ = space.apply(state, "bob", zigzag.Sign("bob", "zig"), begun)
            assert len(begun) == 1
        before = state
        state, begun, events = space.apply(state, "ann", zigzag.Give("ann", seat), begun)
    assert begun == ()
    assert (state, events) == zigzag.apply(before, zigzag.Assign("ann", dict(zip(order, before.offered, strict=True))))


def test_what_the_master_has_begun_is_forgotten_when_the_set_ends() -> None:
    state = mastered()
    space = zigzag.actions(state)
    state, begun, _ = space.apply(state, "ann", zigzag.Give("ann", "bob"))
    state = zigzag_with_hand(state, "cem")
    state, begun, _ = space.apply(state, "ann", zigzag.Announce("ann", Call.ZIG), begun)
    assert begun == (zigzag.Give("ann", "bob"),)
    state, begun, _ = space.apply(state, None, zigzag.Verify(), begun)
    assert (state.phase, begun) == (Phase.DEAL, ())


def zigzag_with_hand(state: State, seat: str) -> State:
    """The same position with four jokers in a hand."""
    return replace(state, hands=state.hands.put(seat, (Card.JOKER,) * 4))


def test_a_master_who_was_offered_nothing_gives_nothing() -> None:
    state = replace(mastered(), offered=())
    space = zigzag.actions(state)
    assert [name for name in names(space, state, "ann") if name.startswith("give")] == ["give no card"]
    after, begun, events = space.apply(state, "ann", zigzag.Give("ann", None))
    assert begun == ()
    assert (after, events) == zigzag.apply(state, zigzag.Assign("ann", {}))


def test_two_cards_are_shown_under_contre_one_after_the_other() -> None:
    game = Game().deal(ann="wbs wyc joker joker").hand().contre("bob", 0)
    state, begun = game.state, ()
    space = zigzag.actions(state)
    shown = ["show water.blue.sunglasses", "show water.yellow.cocktail", "show joker"]
    assert names(space, state, "ann") == [*shown, "show no cards"]
    assert space.to_act(state) == ("ann", "cem")
    state, begun, events = space.apply(state, "ann", zigzag.Expose("ann", one("wbs")))
    assert (state, events) == (game.state, ())
    assert names(space, state, "ann", begun) == shown[1:]
    with pytest.raises(IllegalAction, match="has shown a card already"):
        space.apply(state, "ann", zigzag.Show("ann"), begun)
    # Her partner needs no proof to be first.
    state, begun, _ = space.apply(state, "cem", zigzag.Show("cem"), begun)
    assert begun == (zigzag.Expose("ann", one("wbs")),)
    before = state
    state, begun, events = space.apply(state, "ann", zigzag.Expose("ann", one("wyc")), begun)
    assert begun == ()
    assert (state, events) == zigzag.apply(before, zigzag.Show("ann", (one("wbs"), one("wyc"))))


def test_the_box_of_a_double_zag_is_chosen_by_either_partner() -> None:
    state = Game().deal(ann=ZAG, cem=ZAG_2).hand().announce("ann", "double_zag").state
    space = zigzag.actions(state)
    assert state.phase is Phase.TICK
    assert space.to_act(state) == ("ann", "cem")
    boxes = ("zig", "zag", "double_zig", "zig_zag")
    assert names(space, state, "cem") == [f"tick {box} of level 1" for box in boxes]


def test_mistakes_can_be_made() -> None:
    """A wrong announcement and a CONTRE without ground are legal, and punished."""
    state = Game().deal().hand().state
    space = zigzag.actions(state)
    found = names(space, state, "ann")
    assert {f"announce {call}" for call in Call} <= set(found)
    assert "CONTRE against team 1" in found
    assert "CONTRE against team 0" not in found
    assert [name for name in found if name.startswith("sign")] == ["sign zig", "sign zag", "sign bluff"]
