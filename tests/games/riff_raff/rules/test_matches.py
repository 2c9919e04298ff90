"""Whole random matches of Riff Raff against a second, deliberately plain account of the rules, and what must never
change."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sim.games.riff_raff import rules as rr
from sim.rules_frame import FrozenMap, IllegalAction
from tests.amounts import amount

EIGHT = tuple(rr.STANDARD.pieces)
NAMES = ("ann", "bob", "cem", "dora")
BRIG = rr.Equipment(FrozenMap({**dict.fromkeys(rr.STANDARD.pieces, 1), "whale": 2}), deck_slots=4, yards=4)
"""A ship of our own: nine kinds of piece, two whales in a set, and twelve slots."""
EQUIPMENTS = st.builds(
    rr.Equipment,
    st.dictionaries(
        st.sampled_from([*rr.STANDARD.pieces, "whale", "blue-whale", "Käse"]), st.integers(1, 2), min_size=1
    ).map(FrozenMap),
    st.integers(1, 5),
    st.integers(0, 4),
)
AGREEMENTS = st.builds(
    rr.Agreed,
    rounds=st.integers(0, 14),
    cards=st.sampled_from([(), (5, 6, 7, 8, 9, 10), (2, 9), (3,)]),
    pieces_a_turn=st.integers(1, 4),
    pieces_on=st.sampled_from(rr.PiecesOn),
    catches=st.sampled_from(rr.Catches),
    caught=st.sampled_from(rr.Caught),
)
"""What tables with the standard ship may agree on."""


class Account:
    """Riff Raff as a person would keep it on paper: counters that are changed in place, no state machine.

    It is told what happens and says who has what, whose turn is next and whether the match is over.
    """

    def __init__(self, players: tuple[str, ...], pieces: list[str], slots: int, agreed: rr.Agreed) -> None:
        sets = 2 if len(players) == 2 else 1
        self.caught = str(agreed.caught)
        self.supply = {name: Counter(pieces * sets) for name in players}
        self.ship: Counter[tuple[str, int]] = Counter()
        self.out: Counter[str] = Counter()
        self.rounds_left = agreed.rounds or (len(agreed.cards) or slots) * sets
        self.queue: list[str] = []
        self.card: dict[str, int] = {}
        self.to_place = 1
        self.winners: list[str] = []

    def begin(self, order: tuple[str, ...], card: dict[str, int]) -> None:
        self.queue, self.card, self.to_place = list(order), card, 1
        self.rounds_left -= 1

    def place(self, load: rr.Load) -> None:
        me = self.queue[0]
        fell = load.lost + load.caught
        for fallen in fell:
            self.ship[fallen.piece, fallen.slot] -= 1
        if load.placed is rr.Fate.STAYS:
            self.supply[me][load.piece] -= 1
            self.ship[load.piece, self.card[me]] += 1
        elif load.placed is rr.Fate.CAUGHT and (
            self.caught == "always_leaves" or (self.caught == "leaves" and load.caught)
        ):
            self.supply[me][load.piece] -= 1
            self.out[load.piece] += 1
        self.supply[me].update(fallen.piece for fallen in load.lost)
        goes_to = self.supply[me] if self.caught == "falls" else self.out
        goes_to.update(fallen.piece for fallen in load.caught)
        if load.ship is not None:
            self.ship = Counter((piece, slot) for slot, pieces in load.ship.items() for piece in pieces)
        self.to_place -= 1
        if load.placed is not rr.Fate.STAYS or fell or not self.to_place:
            self.queue.pop(0)
            self.to_place = 1
            left = {name: supply.total() for name, supply in self.supply.items()}
            if left[me] == 0:
                self.winners, self.queue = [me], []
            elif not self.queue and not self.rounds_left:
                self.winners = [name for name in left if left[name] == min(left.values())]

    def agrees(self, state: rr.State) -> None:
        for name, supply in self.supply.items():
            assert +supply == +Counter(dict(state.supply[name]))
        assert +self.out == +Counter(dict(state.removed))
        aboard = Counter((piece, slot) for slot, pieces in state.ship.items() for piece in pieces)
        assert +self.ship == aboard
        loading = state.to_act if state.phase is rr.Phase.LOAD else None
        assert loading == (self.queue[0] if self.queue else None)
        assert list(state.winners) == self.winners


def some_load(state: rr.State, random: Random, calm: float) -> rr.Load:
    """A placement with a random outcome; `calm` is the probability that nothing falls."""
    player = state.to_act
    assert player is not None
    assert state.slot is not None
    piece = random.choice([piece for piece, count in state.supply[player].items() if count])
    if random.random() < calm:
        placed, lost, caught = rr.Fate.STAYS, [], []
        left = [(slot, name) for slot, names in state.ship.items() for name in names]
    else:
        nobody = state.agreed.catches is rr.Catches.NOBODY
        placed = random.choice([fate for fate in rr.Fate if not nobody or fate is not rr.Fate.CAUGHT])
        lost, caught, left = [], [], []
        for slot, names in state.ship.items():
            for name in names:
                where = random.choice("slll---" if nobody else "slllc--")
                if where == "l":
                    lost.append(rr.Fallen(name, slot))
                elif where == "c":
                    caught.append(rr.Fallen(name, slot))
                else:
                    left.append((slot, name))
    ship: dict[int, tuple[str, ...]] | None = None
    if random.random() < 0.3:
        ship = {}
        for slot, name in [*left, *([(state.slot, piece)] if placed is rr.Fate.STAYS else [])]:
            target = random.choice([slot, slot, random.choice(state.equipment.slots)])
            ship[target] = (*ship.get(target, ()), name)
    return rr.Load(piece, placed, tuple(lost), tuple(caught), ship)


def some_action(state: rr.State, random: Random, calm: float) -> rr.Action:
    """Any legal action, now and then a tie of cards more than chance would bring."""
    if state.phase is rr.Phase.REVEAL:
        wish = random.choice(state.full_hand)
        hands = state.hands
        return rr.Reveal(
            {
                name: wish if wish in hands[name] and random.random() < 0.4 else random.choice(hands[name])
                for name in hands
            }
        )
    if state.phase is rr.Phase.LOAD and not (state.may_announce and random.random() < 0.6):
        return some_load(state, random, calm)
    return random.choice([action for action in rr.legal_actions(state) if not isinstance(action, rr.Load)])


def illegal_actions(state: rr.State) -> list[rr.Action]:
    """Actions that no position like this one allows."""
    found: list[rr.Action] = [rr.Setup(("ann", "bob"), "ann"), rr.Announce(5), rr.NameCaptain("nobody"), rr.Arrange(())]
    pieces, beyond = list(state.equipment.pieces), state.equipment.slots[-1] + 1
    found.append(rr.Reveal(dict.fromkeys(state.players, beyond)))
    found += [rr.Load(pieces[0], lost=(rr.Fallen(pieces[0], slot),)) for slot in (0, beyond)]
    found += [rr.Load(piece, lost=(rr.Fallen(piece, 1),) * 99) for piece in pieces]
    found += [rr.Load("anchor"), rr.Load(pieces[0], ship={1: ("anchor",)})]
    if state.phase is not rr.Phase.REVEAL:
        found.append(rr.Reveal({name: (state.hands[name] or (1,))[0] for name in state.players}))
    if state.phase is not rr.Phase.LOAD:
        found += [rr.Load(pieces[0]), rr.Announce(1)]
    if state.agreed.catches is rr.Catches.NOBODY and state.to_act is not None:
        found += [rr.Load(piece, rr.Fate.CAUGHT) for piece in pieces]
    return found + [rr.Announce(count) for count in (1, 2, 3, 4) if not 1 <= count <= state.most_pieces]


def play(
    players: tuple[str, ...],
    random: Random,
    calm: float,
    equipment: rr.Equipment = rr.STANDARD,
    agreed: rr.Agreed = rr.PRINTED,
) -> tuple[list[rr.State], list[rr.Action]]:
    """A match to its end, checked at every step; all its positions and actions."""
    state = rr.start(players, random.choice(players), equipment, agreed)
    pieces = [piece for piece, count in equipment.pieces.items() for _ in range(count)]
    slots = equipment.deck_slots + 2 * equipment.yards
    account, hand = Account(players, pieces, slots, agreed), list(agreed.cards or range(1, slots + 1))
    states, actions, spelled = [state], [], [json.dumps(rr.to_json(state))]
    owned = len(pieces) * (4 if len(players) == 2 else len(players))
    while state.phase is not rr.Phase.OVER:
        for wrong in illegal_actions(state):
            with pytest.raises(IllegalAction) as refusal:
                rr.apply(state, wrong)
            assert str(refusal.value).endswith(".")
        assert json.dumps(rr.to_json(state)) == spelled[-1], "an illegal action has changed the position"
        action = some_action(state, random, calm)
        before = state
        state, events = rr.apply(state, action)
        assert events
        if isinstance(action, rr.Announce):
            account.to_place = action.count
        if isinstance(action, rr.Load):
            account.place(action)
        if state.order and not before.order:
            account.begin(state.order, dict(state.cards))
            ranked = [state.cards[name] for name in state.order]
            assert ranked == sorted(ranked, reverse=True)
        account.agrees(state)

        in_supply, aboard = sum(state.supply_counts.values()), sum(map(len, state.ship.values()))
        assert in_supply + aboard + sum(state.removed.values()) == owned
        for name in players:
            assert sorted(state.hands[name] + state.played[name]) == hand
        again = rr.from_json(json.loads(json.dumps(rr.to_json(state))))
        assert again == state
        assert hash(again) == hash(state)
        assert rr.from_text(rr.to_text(state)) == state
        states.append(state)
        actions.append(action)
        spelled.append(json.dumps(rr.to_json(state)))
    # Nothing that was played later has changed an earlier position.
    assert [json.dumps(rr.to_json(past)) for past in states] == spelled
    assert state.round <= state.rounds == (agreed.rounds or len(hand) * (2 if len(players) == 2 else 1))
    assert state.winners
    assert state.ending is not None
    assert rr.legal_actions(state) == ()
    return states, actions


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3, 4])
@amount(4, full=7, whole=15)
@given(seed=st.integers(0, 2**32), calm=st.sampled_from([0.2, 0.6, 0.95]))
def test_random_matches_keep_every_piece_and_card_and_agree_with_the_account(
    count: int, seed: int, calm: float
) -> None:
    play(NAMES[:count], Random(seed), calm)


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3, 4])
@amount(4, full=7, whole=15)
@given(seed=st.integers(0, 2**32), equipment=EQUIPMENTS)
@example(seed=1, equipment=BRIG)
@example(seed=2, equipment=rr.Equipment(FrozenMap({"whale": 1}), deck_slots=0, yards=6))
@example(seed=3, equipment=rr.Equipment(FrozenMap({"rat": 2, "boat": 1}), deck_slots=1, yards=0))
def test_random_matches_with_any_pieces_on_any_ship_keep_the_rules(
    count: int, seed: int, equipment: rr.Equipment
) -> None:
    """Cards are as many as slots, rounds as many as cards, and a piece left out is nowhere."""
    states, _ = play(NAMES[:count], Random(seed), 0.6, equipment)
    first = states[0]
    assert first.hands[NAMES[0]] == tuple(range(1, equipment.deck_slots + 2 * equipment.yards + 1))
    assert set(first.supply[NAMES[0]]) == set(first.removed) == set(equipment.pieces)
    for state in states:
        if state.may_announce:
            assert state.slot is not None
            assert state.slot > equipment.deck_slots


@amount(8, full=25, whole=60)
@given(seed=st.integers(0, 2**32), count=st.integers(2, 4), agreed=AGREEMENTS)
def test_random_matches_by_the_rules_of_any_table_agree_with_the_account(
    count: int, seed: int, agreed: rr.Agreed
) -> None:
    states, _ = play(NAMES[:count], Random(seed), 0.8, agreed=agreed)
    for state in states:
        more = agreed.pieces_a_turn > 1 and state.slot is not None and not state.placed and state.announced is None
        if agreed.pieces_on is rr.PiecesOn.ANYWHERE:
            assert state.may_announce is more
        elif more:
            slot = state.slot or 0
            beside = (slot, slot + 1 if slot % 2 else slot - 1) if agreed.pieces_on is rr.PiecesOn.YARD else (slot,)
            assert state.may_announce is (slot > 4 and any(state.ship[near] for near in beside))


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3, 4])
@amount(3, full=8)
@given(seed=st.integers(0, 2**32), cut=st.floats(0, 1))
def test_a_match_resumed_from_json_goes_on_identically(count: int, seed: int, cut: float) -> None:
    states, actions = play(NAMES[:count], Random(seed), 0.7)
    at = int(cut * len(actions))
    state = rr.from_json(json.loads(json.dumps(rr.to_json(states[at]))))
    for action, expected in zip(actions[at:], states[at + 1 :], strict=True):
        state, _ = rr.apply(state, action)
        assert state == expected


@amount(15, full=40)
@given(seed=st.integers(0, 2**32))
def test_every_legal_action_is_accepted_and_every_other_discrete_one_refused(seed: int) -> None:
    random = Random(seed)
    players = NAMES[: random.randint(2, 4)]
    state = rr.start(players, players[0])
    for _ in range(random.randint(0, 40)):
        if state.phase is rr.Phase.OVER:
            return
        state, _ = rr.apply(state, some_action(state, random, 0.8))
    legal = rr.legal_actions(state)
    assert len(set(legal)) == len(legal)
    for action in random.sample(legal, min(60, len(legal))):
        rr.apply(state, action)
    every: list[rr.Action] = [rr.Announce(1), rr.Announce(2), *map(rr.NameCaptain, players), *map(rr.Load, EIGHT)]
    every += [rr.Arrange(tuple(random.sample(players, len(players)))) for _ in range(6)]
    every += [rr.Reveal({name: random.randint(1, 10) for name in players}) for _ in range(6)]
    for action in every:
        if action not in legal:
            with pytest.raises(IllegalAction):
                rr.apply(state, action)


@pytest.mark.slow
def test_matches_end_both_ways_and_reach_every_event() -> None:
    """The random matches above are worth something only if they come everywhere: counted here on fixed seeds."""
    endings: Counter[Any] = Counter()
    kinds: Counter[str] = Counter()
    shared = 0
    for seed in range(18):
        players = NAMES[: 2 + seed % 3]
        states, actions = play(players, Random(seed), 0.2 + 0.7 * (seed % 7) / 6)
        endings[states[-1].ending] += 1
        shared += len(states[-1].winners) > 1
        kinds.update(
            event.type for state, action in zip(states, actions, strict=False) for event in rr.apply(state, action)[1]
        )
    assert set(endings) == set(rr.Ending)
    assert shared
    assert set(kinds) == {
        "round_started", "cards_revealed", "captain_tied", "captain_named", "order_tied", "order_set", "turn_started",
        "announced", "piece_loaded", "piece_lost", "piece_caught", "piece_returned", "cargo_shifted", "turn_ended",
        "hands_retaken", "match_over",
    }  # fmt: skip
