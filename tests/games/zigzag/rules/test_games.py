"""Whole random games: what must never change, whatever happens."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.games.zigzag import rules as zigzag
from sim.games.zigzag.rules import Box, Call, Card, ContreTest, Phase, State, Trait, Variant
from sim.rules_frame import Event, IllegalAction, event_type
from tests.amounts import amount
from tests.games.zigzag.rules.table import BOX, SIX
from tests.games.zigzag.rules.test_notation import POSITIONS

LISTS = [tuple(map(Trait, card)) for card in BOX.constraints]


def setup(random: Random) -> zigzag.Setup:
    """A game of any kind, now and then with a deck that is nearly too small."""
    variant = random.choice((Variant.TEAMS, Variant.TEAMS, Variant.TWO, Variant.THREE))
    seats = SIX[: {Variant.TEAMS: random.choice((4, 6)), Variant.TWO: 4, Variant.THREE: 3}[variant]]
    level = random.choice((1, 2, 3))
    deck = list(map(Card, BOX.deck(level, 3)))
    if random.random() < 0.3:
        deck = [*deck[64:], *deck[: max(14, 5 * len(seats) - len(deck) + 64)]]
    constraints = dict(zip(seats, random.sample(LISTS, len(seats)), strict=True)) if level > 1 else {}
    return zigzag.Setup(
        seats, tuple(deck), level, constraints, variant, random.random() < 0.3, random.choice(list(ContreTest)),
        random.choice((0, 3, 50)),
    )  # fmt: skip


def some_action(state: State, random: Random) -> zigzag.Action:
    """Something that can happen: likelier what a table does, rather right announcements, and chance as it comes."""
    legal = zigzag.legal_actions(state)
    rare = (zigzag.Announce, zigzag.Contre, zigzag.Sign, zigzag.AgreeSigns)
    # What brings a hand to its end, half of the time: otherwise nobody would ever see the second one.
    onward = (zigzag.Pass, zigzag.PickUp, zigzag.NextHand, zigzag.TimeUp, zigzag.Resolve, zigzag.Take, zigzag.Assign)
    usual = [action for action in legal if isinstance(action, onward)]
    if usual and random.random() < 0.6:
        (action,) = random.sample(usual, 1)
    else:
        (action,) = random.choices(legal, [1 if isinstance(action, rare) else 6 for action in legal])
    if isinstance(action, zigzag.Announce) and random.random() < 0.7:
        right = [a for a in legal if isinstance(a, zigzag.Announce) and zigzag.levels_reached(state, a.player, a.call)]
        action = random.choice(right) if right else action
    if isinstance(action, zigzag.Shuffle):
        return zigzag.Shuffle(tuple(random.sample(action.pile, len(action.pile))))
    if isinstance(action, zigzag.Deal):
        number = None if state.level == 1 else random.randint(1, 12)
        return zigzag.Deal(tuple(random.sample(action.pile, len(action.pile))), number)
    return action


def any_action(state: State, random: Random) -> zigzag.Action:
    """Anything that anybody might try, sense or none."""
    seat, other = random.choice((*state.seats, "zoe")), random.choice((*state.seats, "zoe"))
    card, team = random.choice(list(Card)), random.randint(-1, 3)
    held = random.choice([*state.hands.get(seat, ()), card])
    return random.choice(
        [
            zigzag.AgreeSigns(team, "a", random.choice("ab")),
            zigzag.Deal(state.pile[1:], random.randint(0, 13)),
            zigzag.NextHand(),
            zigzag.Discard(seat, held),
            zigzag.PickUp(seat),
            zigzag.Take(seat, random.choice([*state.tapis, card])),
            zigzag.Draw(seat),
            zigzag.Pass(seat),
            zigzag.Sign(seat, "a"),
            zigzag.Play(seat, held, random.choice((None, other))),
            zigzag.Cancel(seat, other, card),
            zigzag.Resolve(random.choice((None, held))),
            zigzag.Look(seat, other),
            zigzag.Assign(seat, dict.fromkeys(state.seats, card)),
            zigzag.TimeUp(),
            zigzag.Announce(seat, random.choice(list(Call))),
            zigzag.Verify(),
            zigzag.Tick(seat, team, random.choice(list(Box))),
            zigzag.Contre(seat, team),
            zigzag.Show(seat, (held,) * random.randint(0, 2)),
            zigzag.Shuffle(state.poubelle[1:]),
        ]
    )


def holds_always(state: State, deck: tuple[Card, ...]) -> None:
    assert state.deck == deck
    for seat in state.seats:
        assert len(state.hands[seat]) <= 4
        assert len(state.stops[seat]) <= 2
    assert (state.phase is Phase.OVER) == bool(state.winners) == (zigzag.legal_actions(state) == ())
    assert all(lost <= state.contre_limit for lost in state.failed)


@pytest.mark.slow
@amount(5, full=7, whole=15)
@given(st.integers(0, 2**32), st.integers(20, 150))
def test_whole_random_games(seed: int, steps: int) -> None:
    """Cards are conserved, every state spells and resumes, and whoever is refused finds everything as it was."""
    random = Random(seed)
    told = setup(random)
    state, _ = zigzag.apply(None, told)
    deck = zigzag.sort_cards(told.deck)
    for _ in range(steps):
        if state.phase is Phase.OVER:
            break
        tried = any_action(state, random)
        before = zigzag.to_json(state)
        if (why := zigzag.why_illegal(state, tried)) is not None:
            with pytest.raises(IllegalAction, match=re.escape(why.message)) as refused:
                zigzag.apply(state, tried)
            assert refused.value.code == why.code
            assert why.code in set(zigzag.Refusal)
            assert why.message.endswith(".")
            assert why.message.count(". ") == 0
        assert zigzag.to_json(state) == before
        assert zigzag.from_json(json.loads(json.dumps(before))) == state
        state, _ = zigzag.apply(state, some_action(state, random))
        holds_always(state, deck)


def check_what_is_legal(state: State, random: Random) -> None:
    """What is legal is accepted and all else is refused, of all that anybody can spell."""
    legal = set(zigzag.legal_actions(state))
    spelled: list[zigzag.Action] = [zigzag.NextHand(), zigzag.TimeUp(), zigzag.Verify(), zigzag.Resolve()]
    for seat in state.seats:
        spelled += [zigzag.PickUp(seat), zigzag.Draw(seat), zigzag.Pass(seat), zigzag.Show(seat)]
        spelled += [kind(seat, card) for kind in (zigzag.Discard, zigzag.Take, zigzag.Play) for card in Card]
        spelled += [zigzag.Announce(seat, call) for call in Call]
        spelled += [zigzag.Look(seat, other) for other in state.seats]
        spelled += [zigzag.Contre(seat, team) for team in range(3)]
        spelled += [zigzag.Tick(seat, level, box) for level, box in product(range(4), Box)]
        for card, other in product([card for card in Card if card.is_special], state.seats):
            spelled += [zigzag.Play(seat, card, other), zigzag.Cancel(seat, other, card)]
    assert {action for action in spelled if zigzag.why_illegal(state, action) is None} <= legal
    assert len(legal) == len(zigzag.legal_actions(state))
    for action in random.sample(sorted(legal, key=repr), min(5, len(legal))):
        zigzag.apply(state, action)
    own = [action for seat in state.seats for action in zigzag.legal_actions(state, seat)]
    assert set(own) <= legal


@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_legal_in_a_position_of_every_kind(name: str) -> None:
    check_what_is_legal(POSITIONS[name]().state, Random(1))


@pytest.mark.slow
@amount(2, full=2, whole=6)
def test_what_is_legal_is_accepted_and_all_else_is_refused(amount: int) -> None:
    """In positions of many games."""
    seen: Counter[str] = Counter()
    for seed in range(amount):
        random = Random(seed)
        state, _ = zigzag.apply(None, setup(random))
        for _ in range(50):
            if state.phase is Phase.OVER:
                break
            check_what_is_legal(state, random)
            seen[state.phase] += 1
            state, _ = zigzag.apply(state, some_action(state, random))
    assert seen.keys() >= {Phase.DEAL, Phase.BETWEEN, Phase.PLAY, Phase.VERIFY}


@pytest.mark.slow
def test_random_games_see_every_event() -> None:
    """Else the tests above would prove less than they seem to."""
    seen: set[str] = set()
    for seed in range(20):
        random = Random(seed)
        state, told = zigzag.apply(None, setup(random))
        for _ in range(250):
            seen.update(event.type for event in told)
            if state.phase is Phase.OVER:
                break
            state, told = zigzag.apply(state, some_action(state, random))
    kinds = {event_type(kind) for kind in vars(zigzag.events).values() if isinstance(kind, type) and kind is not Event
             and issubclass(kind, Event)}  # fmt: skip
    assert kinds - seen <= {"game_over"}


def play_out(seed: int, variant: Variant, level: int) -> State:
    """A game to its end: announcements are right, and everybody hurries."""
    random = Random(seed)
    seats = SIX[: {Variant.TEAMS: 4, Variant.TWO: 4, Variant.THREE: 3}[variant]]
    constraints = dict(zip(seats, LISTS, strict=False)) if level > 1 else {}
    # Few characters and many jokers, so that random hands are combinations often enough.
    deck = tuple(map(Card, BOX.deck(level, 2)))[:16] + (Card.JOKER,) * 30
    state, _ = zigzag.apply(None, zigzag.Setup(seats, deck, level, constraints, variant))
    for _ in range(20_000):
        if state.phase is Phase.OVER:
            return state
        legal = zigzag.legal_actions(state)
        right = [
            action
            for action in legal
            if isinstance(action, zigzag.Announce)
            and action.call is not Call.DOUBLE_ZAG
            and any(
                (level, Box(action.call.value)) in state.open_boxes(state.team_of(action.player))
                for level in zigzag.levels_reached(state, action.player, action.call)
            )
        ]
        action = random.choice(right) if right else some_action(state, random)
        if isinstance(action, zigzag.Announce) and not right:
            continue
        state, _ = zigzag.apply(state, action)
    raise AssertionError("The game has not ended.")


@pytest.mark.parametrize(("variant", "level"), [*product(Variant, (1,)), (Variant.TEAMS, 2), (Variant.TEAMS, 3)])
def test_games_come_to_an_end(variant: Variant, level: int) -> None:
    state = play_out(1, variant, level)
    assert state.winner is not None
    assert state.open_boxes(state.winner) == ()
    assert zigzag.from_json(zigzag.to_json(state)) == state
