"""A game of ZIGZAG told in few words, shared by the tests of its rules.

Characters are three letters: w e a f (water, earth, air, fire), b y g p (blue, yellow, green, pink), s c u n
(sunglasses, cocktail, suitcase, none); every other card by its name. Ann and Cem play against Bob and Dora.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from sim.games.zigzag import rules as zigzag
from sim.games.zigzag.box import build_box, shipped_box_table
from sim.games.zigzag.rules import Call, Card, Phase, State, Trait
from sim.rules_frame import Event, IllegalAction

BOX = build_box(shipped_box_table(), "shipped")
FOUR = ("ann", "bob", "cem", "dora")
SIX = ("ann", "bob", "cem", "dora", "eva", "fred")

_LETTERS = (
    dict(zip("weaf", Trait, strict=False)),
    dict(zip("bygp", tuple(Trait)[4:], strict=False)),
    dict(zip("scun", tuple(Trait)[8:], strict=False)),
)
SHORT = {
    e + p + a: Card(".".join((_LETTERS[0][e], _LETTERS[1][p], _LETTERS[2][a])))
    for e in _LETTERS[0]
    for p in _LETTERS[1]
    for a in _LETTERS[2]
}

# Four in a row have nothing in common, and any two of them are a disproof.
HARMLESS = [
    SHORT["weaf"[i] + "bygp"[(i + j) % 4] + "scun"[(i + k) % 4]] for j in range(4) for k in range(4) for i in range(4)
]

ZIG = "wbs wyc wgu wpn"
"""Water."""
ZIG_2 = "ebs eyc egu epn"
"""Earth."""
ZAG = "fbs fbc fbu fbn"
"""Fire and blue."""
ZAG_2 = "ays ayc ayu ayn"
"""Air and yellow."""
ZIG_3 = "fyc fgu fpn fgs"
"""Fire."""


def cards(told: str) -> tuple[Card, ...]:
    return tuple(SHORT[name] if name in SHORT else Card(name) for name in told.split())


def one(told: str) -> Card:
    (card,) = cards(told)
    return card


class Game:
    """A game in the making: `state` is where it stands, `events` what the last action brought about."""

    def __init__(self, seats: tuple[str, ...] = FOUR, level: int = 1, more: str = "", **setup: Any) -> None:
        self.state: State
        self.events: tuple[Event, ...]
        teams = 3 if len(seats) != 4 else 2
        deck = (*map(Card, BOX.deck(level, teams)), *cards(more))
        if level > 1:
            lists = [tuple(map(Trait, card)) for card in BOX.constraints]
            setup.setdefault("constraints", dict(zip(seats, lists, strict=False)))
        self.state, self.events = zigzag.apply(None, zigzag.Setup(seats, deck, level, **setup))

    def do(self, action: zigzag.Action) -> Game:
        self.state, self.events = zigzag.apply(self.state, action)
        return self

    def deal(self, pile: str = "", number: int | None = None, **hands: str) -> Game:
        """A set in which these players get these cards, the others harmless ones; `pile` is drawn next."""
        left = Counter(self.state.pile)
        told = {seat: cards(hands.get(seat, "")) for seat in self.state.seats}
        top = cards(pile)
        left.subtract([card for hand in told.values() for card in hand])
        left.subtract(top)
        assert not -left, -left
        harmless = iter([card for card in HARMLESS if left[card]])
        full = {seat: (*hand, *(next(harmless) for _ in range(4 - len(hand)))) for seat, hand in told.items()}
        left.subtract([card for seat, hand in full.items() for card in hand[len(told[seat]) :]])
        rounds = [full[seat][place] for place in range(4) for seat in self.state.seats]
        rest = [card for card in HARMLESS if left[card]]
        rest += [card for card in left.elements() if card not in rest]
        if self.state.level > 1 and number is None:
            number = 1
        return self.do(zigzag.Deal((*rounds, *top, *rest), number))

    def hand(self) -> Game:
        return self.do(zigzag.NextHand())

    def discard(self, player: str, card: str) -> Game:
        return self.do(zigzag.Discard(player, one(card)))

    def pick(self, *players: str) -> Game:
        for player in players:
            self.do(zigzag.PickUp(player))
        return self

    def take(self, player: str, card: str) -> Game:
        return self.do(zigzag.Take(player, one(card)))

    def draw(self, player: str) -> Game:
        return self.do(zigzag.Draw(player))

    def passes(self, *players: str) -> Game:
        for player in players or [seat for seat in self.state.seats if seat not in self.state.passed]:
            self.do(zigzag.Pass(player))
        return self

    def open(self, *players: str) -> Game:
        """These players (or all who have not) discard their last character and pick up their card."""
        for player in players or [seat for seat in self.state.seats if self.state.face_down[seat] is not None]:
            if player not in self.state.opened:
                last = [card for card in self.state.hands[player] if card.is_character][-1]
                self.do(zigzag.Discard(player, last))
            self.do(zigzag.PickUp(player))
        return self

    def end_hand(self) -> Game:
        """Everybody opens and passes."""
        return self.open().passes()

    def play(self, player: str, card: str, target: str | None = None) -> Game:
        return self.do(zigzag.Play(player, Card(card), target))

    def z(self, player: str, target: str, card: str) -> Game:
        return self.do(zigzag.Cancel(player, target, Card(card)))

    def resolve(self, card: str = "") -> Game:
        return self.do(zigzag.Resolve(one(card) if card else None))

    def announce(self, player: str, call: str) -> Game:
        """Announced and verified."""
        return self.do(zigzag.Announce(player, Call(call))).do(zigzag.Verify())

    def contre(self, player: str, team: int) -> Game:
        return self.do(zigzag.Contre(player, team))

    def show(self, player: str, told: str = "") -> Game:
        return self.do(zigzag.Show(player, cards(told)))

    def refused(self, action: zigzag.Action) -> str:
        """The sentence with which the rules refuse an action; the position must not have changed."""
        before, spelled = self.state, zigzag.to_json(self.state)
        with pytest.raises(IllegalAction) as refusal:
            zigzag.apply(self.state, action)
        assert self.state is before
        assert zigzag.to_json(self.state) == spelled
        message = str(refusal.value)
        assert message.endswith(".")
        assert message.count(". ") == 0
        return message

    def kinds(self) -> list[str]:
        return [event.type for event in self.events]

    def event(self, kind: type[Any]) -> Any:
        """The only event of this kind that the last action brought about."""
        (found,) = (event for event in self.events if isinstance(event, kind))
        return found

    def cards(self, seat: str) -> set[Card]:
        return set(self.state.hands[seat])

    @property
    def phase(self) -> Phase:
        return self.state.phase

    def ticked(self, team: int) -> list[tuple[int, str]]:
        """The boxes with a tick, with their level."""
        sheet = self.state.sheets[team]
        return [(level, box.value) for level in sheet for box, ticks in sheet[level].items() if ticks]

    def edit(self, change: Callable[[State], State]) -> Game:
        self.state = change(self.state)
        return self

    def tick_all_but(self, team: int, *boxes: tuple[int, str]) -> Game:
        """As if the team had ticked all boxes but these."""
        sheet = self.state.sheets[team]
        for level in sheet:
            for box, wanted in self.state.ticks_wanted.items():
                if (level, box.value) not in boxes:
                    sheet = sheet.put(level, sheet[level].put(box, wanted))
        sheets = tuple(sheet if place == team else kept for place, kept in enumerate(self.state.sheets))
        return self.edit(lambda state: replace(state, sheets=sheets))
