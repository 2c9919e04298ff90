"""Whole random games of Zack! against a second, deliberately plain account of the rules, and what must never change."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.games.zack import rules as zack
from sim.games.zack.deck import build_deck, shipped_deck_table
from sim.games.zack.rules import Card, Colour, Edition, Reason, State
from sim.rules_frame import Event, IllegalAction, event_type
from tests.amounts import amount

NAMES = ("anita", "bernd", "corinna", "dieter", "eva", "fritz")
DECK = build_deck(shipped_deck_table(), "shipped")
STEPS = {"L": 1, "2L": 2, "R": -1, "2R": -2}


class Account:
    """Zack! as a bystander would keep it on paper: lists that are changed in place, no state machine.

    He is told what happens and says who holds what, whose turn it is, and whether somebody has won.
    """

    def __init__(self, state: State) -> None:
        self.french = state.agreed.edition is Edition.FRENCH
        self.names = list(state.seats)
        self.hand = {name: [card.value for card in state.piles[name]] for name in self.names}
        self.colour = {name: state.colours[name].value for name in self.names}
        self.bowl: list[tuple[str, str, bool]] = []
        self.turn: str | None = state.due
        self.stopped = ""
        self.choosing = False
        self.mirrored = False
        self.winner: str | None = None

    def happens(self, action: zack.Action) -> None:
        match action:
            case zack.Throw(player):
                self.throw(player)
            case zack.PlayerCard(player):
                self.own(player)
            case zack.Challenge(player, target, reason):
                self.challenge(player, target.value, reason is Reason.SLOW, True)
            case zack.ChallengeMiss(player, target, reason):
                self.challenge(player, target.value, reason is Reason.SLOW, False)
            case zack.Choose(colour):
                self.turn = self.has(colour.value)
                self.choosing = False
            case zack.Resume():
                self.stopped = ""

    def has(self, colour: str) -> str:
        return next(name for name in self.names if self.colour[name] == colour)

    def throw(self, me: str) -> None:
        card = self.hand[me].pop(0)
        if self.stopped:
            self.hand[me].append(card)
            return
        self.bowl.append((card, me, me != self.turn))
        pile = [entry for entry in self.bowl if not entry[0].startswith("player")]
        meant = len(pile) - 1
        while meant >= 0 and pile[meant][0] == "again":
            meant -= 1
        does = pile[meant][0] if meant >= 0 else "nothing"
        places = self.names.index(me)
        self.turn = me
        if does in STEPS:
            self.turn = self.names[(places + (-STEPS[does] if self.mirrored else STEPS[does])) % len(self.names)]
        elif does.startswith("circle:"):
            self.turn = self.has(does.split(":")[1])
        elif does == "back" and len(pile) > 1:
            self.turn = pile[-2][1]
        elif does in ("choose", "swap", "mirror"):
            self.stopped = "card"
            self.choosing = does == "choose"
            if does == "mirror":
                self.mirrored = not self.mirrored
            elif does == "swap" and self.french:
                self.hand = {name: self.hand[self.names[place - 1]] for place, name in enumerate(self.names)}
            elif does == "swap":
                self.colour = {name: self.colour[self.names[place - 1]] for place, name in enumerate(self.names)}
                self.bowl = pile

    def wrong(self) -> set[str]:
        found = set()
        for place, (_, by, mistake) in enumerate(self.bowl):
            above = [card for card, _, _ in self.bowl[place + 1 :] if not card.startswith("player")]
            if mistake and len(above) < 4:
                found.add(by)
        return found

    def challenge(self, me: str, colour: str, slow: bool, landed: bool) -> None:
        if self.stopped == "challenge" or me == self.turn:
            return
        you = self.has(colour)
        reasons = [you == self.turn and not self.stopped, you in self.wrong()]
        right = landed and me != you and (any(reasons) if self.french else reasons[0 if slow else 1])
        self.stopped = "challenge"
        if not right and self.french and landed and not slow and not self.wrong() - {me}:
            return
        self.hand[you if right else me] += [card for card, _, _ in self.bowl if not card.startswith("player")]
        self.bowl = []
        self.choosing = False
        self.turn = me if right or self.french else you
        if not self.french:
            self.mirrored = False

    def own(self, me: str) -> None:
        if self.stopped:
            return
        self.bowl = [entry for entry in self.bowl if entry[0][:6] != "player" or entry[1] != me]
        wins = not self.hand[me] and (self.french or self.turn == me)
        self.bowl.append((f"player:{self.colour[me]}", me, not wins))
        if wins:
            self.winner, self.turn = me, None

    def agrees(self, state: State) -> None:
        told = zack.to_json(state)
        assert told["piles"] == self.hand
        assert told["bowl"] == [{"card": card, "by": by, "wrong": wrong} for card, by, wrong in self.bowl]
        assert told["colours"] == self.colour
        assert (told["due"], told["winner"]) == (self.turn, self.winner)
        assert told["stopped"] is bool(self.stopped)
        assert (told["phase"] == "choose") is self.choosing
        assert told["mirrored"] is self.mirrored
        assert state.challengeable == self.wrong()


def begin(edition: Edition, players: int, stops: bool, random: Random) -> tuple[State, Counter[Card]]:
    """A game of this many, and its cards."""
    seats = NAMES[:players]
    colours = random.sample(list(Colour), players)
    cards = [Card(name) for name in DECK.cards([colour.value for colour in colours], stop_cards=stops)]
    random.shuffle(cards)
    dealt = zack.deal(cards[: random.choice([len(cards), 30, 12])], seats)
    setup = zack.Setup(seats, dict(zip(seats, colours, strict=True)), dealt.hands, random.choice(seats), edition, stops)
    state, _ = zack.apply(None, setup)
    return state, Counter(card for hand in dealt.hands.values() for card in hand)


def some_action(state: State, random: Random, order: float) -> zack.Action:
    """What might happen next; `order` is how often it is what should happen."""
    legal = zack.legal_actions(state)
    if random.random() > order:
        return random.choice(legal)
    if state.phase is zack.Phase.CHOOSE or state.stopped:
        return random.choice([action for action in legal if isinstance(action, zack.Choose | zack.Resume)])
    assert state.due is not None
    return zack.Throw(state.due) if state.piles[state.due] else zack.PlayerCard(state.due)


def illegal_actions(state: State) -> list[zack.Action]:
    """What cannot happen in this position."""
    found: list[zack.Action] = [
        zack.Setup(NAMES[:3], dict(zip(NAMES, list(Colour)[:3], strict=False)), {}, "anita"),
        zack.Throw("nobody"),
        zack.PlayerCard("nobody"),
        zack.Challenge("nobody", Colour.RED, Reason.SLOW),
    ]
    found += [zack.Throw(seat) for seat in state.seats if not state.piles[seat]]
    own = {entry.by for entry in state.bowl if isinstance(entry.card, zack.OwnCard)}
    for seat in own if state.stopped else ():
        found += [zack.PlayerCard(seat), zack.Miss(seat, own_card=True)]
    if state.phase is not zack.Phase.CHOOSE:
        found += [zack.Choose(colour) for colour in state.in_play]
    if not state.stopped or state.phase is zack.Phase.CHOOSE:
        found.append(zack.Resume())
    for seat in state.seats:
        held = state.challenges[seat]
        found += [zack.ChallengeMiss(seat, colour, Reason.SLOW) for colour in Colour if colour not in held]
    return found


def check_goes_on(state: State) -> None:
    """The player who is due can bring the game forward."""
    assert state.due in state.seats
    legal = zack.legal_actions(state)
    if state.phase is zack.Phase.CHOOSE:
        assert zack.Choose(state.colours[state.due]) in legal
    elif state.stopped:
        assert zack.Resume() in legal
    elif state.piles[state.due]:
        assert zack.Throw(state.due) in legal
    else:
        assert zack.PlayerCard(state.due) in legal
        assert zack.apply(state, zack.PlayerCard(state.due))[0].winner == state.due


def play(edition: Edition, players: int, stops: bool, random: Random, order: float, length: int) -> list[Event]:
    """A game to its end or this many actions long, checked at every step; everything that has happened."""
    state, cards = begin(edition, players, stops, random)
    account = Account(state)
    account.agrees(state)
    happened: list[Event] = []
    for _ in range(length):
        if state.phase is zack.Phase.OVER:
            assert state.winners == (state.winner,)
            assert zack.legal_actions(state) == ()
            break
        check_goes_on(state)
        spelled = json.dumps(zack.to_json(state))
        wrong = random.choice(illegal_actions(state))
        with pytest.raises(IllegalAction):
            zack.apply(state, wrong)
        action = some_action(state, random, order)
        before, (state, events) = state, zack.apply(state, action)
        assert json.dumps(zack.to_json(before)) == spelled, "an action has changed the position before it"
        assert events
        account.happens(action)
        account.agrees(state)
        held = Counter(card for pile in state.piles.values() for card in pile)
        held.update(card for card, _ in zack.zack_cards(state.bowl))
        assert held == cards, "a card was lost or doubled"
        again = zack.from_json(json.loads(json.dumps(zack.to_json(state))))
        assert again == state
        assert hash(again) == hash(state)
        happened += events
    return happened


@pytest.mark.slow
@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("players", zack.SEATS)
@amount(3, full=8)
@given(seed=st.integers(0, 2**32), stops=st.booleans(), order=st.sampled_from([0.0, 0.5, 0.9]))
def test_random_games_lose_no_card_and_agree_with_the_account(
    edition: Edition, players: int, seed: int, stops: bool, order: float
) -> None:
    play(edition, players, stops, Random(seed), order, 120)


@pytest.mark.parametrize("edition", Edition)
@amount(8, full=20)
@given(data=st.data())
def test_a_player_card_thrown_too_early_leaves_the_bowl_only_by_a_ruling(edition: Edition, data: st.DataObject) -> None:
    """D 7: "kann von den Mitspielern herausgefordert werden": with a challenge that takes the bowl, when its owner
    wins, or when a swap has all player cards collected (D 8: "Alle Spieler sammeln ihre Spieler- und
    Herausforderungskarten ein"), and in no other way."""
    card = st.sampled_from([Card.MIRROR, Card.CHOOSE, Card.SWAP, Card.AGAIN, Card.LEFT])
    hands = {name: tuple(data.draw(st.lists(card, max_size=2))) for name in NAMES[:3]}
    colours = dict(zip(hands, Colour, strict=False))
    state, _ = zack.apply(None, zack.Setup(tuple(hands), colours, hands, "anita", edition, stop_cards=True))
    for _ in range(8):
        legal = zack.legal_actions(state)
        early = {entry for entry in state.bowl if isinstance(entry.card, zack.OwnCard)}
        for action in legal if early else ():
            after, told = zack.apply(state, action)
            ruled = any(
                isinstance(event, zack.events.ColoursSwapped | zack.events.GameOver)
                or (isinstance(event, zack.events.Challenge) and event.taker is not None)
                for event in told
            )
            assert ruled or early <= {*after.bowl}, action
        ways = [action for action in legal if isinstance(action, zack.Throw | zack.PlayerCard | zack.Choose)]
        if not ways:
            break
        state, _ = zack.apply(state, data.draw(st.sampled_from(ways)))


@amount(10, full=25)
@given(seed=st.integers(0, 2**32), edition=st.sampled_from(Edition), players=st.integers(3, 6))
def test_every_legal_action_is_accepted_and_every_other_refused(seed: int, edition: Edition, players: int) -> None:
    random = Random(seed)
    state, _ = begin(edition, players, True, random)
    for _ in range(random.randint(0, 60)):
        if state.phase is zack.Phase.OVER:
            break
        state, _ = zack.apply(state, some_action(state, random, 0.7))
    legal = zack.legal_actions(state)
    assert len(set(legal)) == len(legal)
    for action in legal:
        zack.apply(state, action)
    every: list[zack.Action] = [zack.Resume(), *map(zack.Choose, Colour)]
    for seat in NAMES:
        every += [zack.Throw(seat), zack.Miss(seat), zack.PlayerCard(seat), zack.Miss(seat, own_card=True)]
        every += [
            kind(seat, colour, reason)
            for kind in (zack.Challenge, zack.ChallengeMiss)
            for colour in Colour
            for reason in Reason
        ]
    for action in every:
        if action not in legal:
            with pytest.raises(IllegalAction):
                zack.apply(state, action)


@amount(6, full=15)
@given(seed=st.integers(0, 2**32), edition=st.sampled_from(Edition))
def test_a_game_resumed_from_json_goes_on_identically(seed: int, edition: Edition) -> None:
    random = Random(seed)
    state, _ = begin(edition, 4, True, random)
    other = state
    for step in range(80):
        if state.phase is zack.Phase.OVER:
            break
        action = some_action(state, random, 0.7)
        state, told = zack.apply(state, action)
        if step % 7 == 0:
            other = zack.from_json(json.loads(json.dumps(zack.to_json(other))))
        other, also = zack.apply(other, action)
        assert (other, also) == (state, told)


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.slow
def test_games_come_to_an_end_and_reach_every_event(edition: Edition) -> None:
    """The random games above are worth something only if they come everywhere: counted here on fixed seeds."""
    kinds: Counter[str] = Counter()
    for seed in range(12):
        random = Random(seed)
        kinds.update(event.type for event in play(edition, 3 + seed % 4, True, random, 0.8, 600))
    declared = {
        event_type(kind)
        for kind in vars(zack.events).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    }
    absent = {"amigo": {"hands_swapped"}, "french": {"colours_swapped"}}[edition.value]
    assert set(kinds) == declared - absent - {"game_started"}
    assert kinds["game_over"] >= 10
