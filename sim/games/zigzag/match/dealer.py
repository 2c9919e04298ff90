"""The dealer's part of a match: shuffling, dealing, showing cards, carrying out powers.

No player's intent is behind these things; the match does them after the pauses of [table].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from sim.games.zigzag.bots.observation import PerceptKind
from sim.games.zigzag.box import ZigzagBox
from sim.games.zigzag.match.hand_control import HandControl, Notice, Rule
from sim.games.zigzag.match.table import Signs, ZigzagTable
from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import Card, Trait
from sim.games.zigzag.rules.combinations import disproof
from sim.games.zigzag.rules.legality import RUNNING
from sim.games.zigzag.rules.vocabulary import Phase
from sim.language import N_
from sim.match.simultaneous import Schedule
from sim.seeds import Noise

TEN_S = 10.0
"""10 seconds, counted aloud by the others (rules)."""
RETRY_S = 0.25
"""The delay after which something that an announcement or a CONTRE has put off is tried again."""
GESTURES = (
    N_("scratches an ear"),
    N_("touches the nose"),
    N_("strokes the chin"),
    N_("winks"),
    N_("taps a finger"),
    N_("bites a lip"),
    N_("sighs"),
    N_("rubs an eye"),
    N_("leans back"),
    N_("raises an eyebrow"),
    N_("clears the throat"),
    N_("looks at the ceiling"),
    N_("smooths the sleeve"),
)
"""Signs (ours); each team agrees on two of them for a set, and a false sign is one that it has not agreed on."""


def shuffled(cards: tuple[Card, ...], noise: Noise, *keys: int | str) -> tuple[Card, ...]:
    """Return the cards in random order."""
    return tuple(cards[int(place)] for place in noise.rng("shuffle", *keys).permutation(len(cards)))


def in_own_order(cards: tuple[Card, ...], noise: Noise, *keys: int | str) -> tuple[Card, ...]:
    """Return the cards in a random order in which one card more or less leaves the others as they are."""
    copies: Counter[Card] = Counter()
    placed = []
    for card in sorted(cards):
        copies[card] += 1
        placed.append((float(noise.rng("shuffle", *keys, card.value, copies[card]).random()), card))
    return tuple(card for _, card in sorted(placed))


def constraints(box: ZigzagBox, seats: tuple[str, ...], noise: Noise) -> dict[str, tuple[Trait, ...]]:
    """Deal every seat a constraint card."""
    order = noise.rng("constraints").permutation(len(box.constraints))
    return {seat: box.constraints[int(order[place])] for place, seat in enumerate(seats)}


def signs(teams: int, noise: Noise, set_number: int) -> tuple[Signs, ...]:
    """Return the signs of each team in a set; no two at the table are alike."""
    first = [GESTURES[int(place)] for place in noise.rng("signs", set_number).permutation(len(GESTURES))]
    return tuple((first[3 * team], first[3 * team + 1], first[3 * team + 2]) for team in range(teams))


class Dealer:
    """The dealer at a table, which does what no player decides, each thing once. planned: the keys of what was done."""

    def __init__(
        self,
        table: ZigzagTable,
        schedule: Schedule,
        rule: Rule,
        notice: Notice,
        hands: HandControl,
        stop: Callable[[], None] | None = None,
        in_step: bool = False,
    ) -> None:
        """Deal at `table`.

        stop: called in place of dealing a second set, where each set is a match of its own. in_step: every card has its
        own luck in a shuffle, however it came back and whatever other cards there are.
        """
        self._table, self._schedule, self._rule, self._notice, self._hands = table, schedule, rule, notice, hands
        self._stop, self._in_step = stop, in_step
        self._measures = table.configuration.table
        self.planned: set[tuple[object, ...]] = set()
        schedule.knows(self.deal, self._do_if_due, self._time_up, self._show, self._resolve)

    def _is_new(self, *key: object) -> bool:
        """Return True for a key that was not passed before."""
        if key in self.planned:
            return False
        self.planned.add(key)
        return True

    def _plan(self, seconds: float, key: tuple[object, ...], action: Callable[..., None], *given: object) -> None:
        """Schedule `action` after `seconds`, once for a key."""
        if self._is_new(*key):
            self._schedule.after(seconds, action, *given)

    def arrange(self) -> None:
        """Schedule, or do, whatever the state of the game calls for next without a player's intent."""
        state, measures = self._table.state, self._measures
        if state.shuffle_due:
            keys = state.set_number, state.hand_number, *(() if self._in_step else (self._schedule.tick,))
            self._do(words.Shuffle(self._shuffled(state.poubelle, "poubelle", *keys)))
            return
        here = (state.phase, state.set_number, state.hand_number)
        match state.phase:
            case Phase.DEAL:
                self._plan(measures.shuffle_s if state.set_number else 1.0, here, self.deal)
            case Phase.BETWEEN if not state.effects:
                if not state.laid:
                    self._plan(measures.deal_s, (*here, state.laid), self._do_if_due, words.NextHand())
                elif self._is_new("due", *here, state.laid):
                    self._notice(PerceptKind.DUE, seat=state.due)
            case Phase.TEN_SECONDS:
                if self._is_new("due", *here):
                    self._notice(PerceptKind.DUE, seat=state.due)
                    self._schedule.after(TEN_S, self._time_up)
            case Phase.VERIFY:
                self._plan(self._reading_s, (*here, self._schedule.tick), self._do_if_due, words.Verify())
            case Phase.CONTRE:
                self._plan(self._reading_s, (*here, self._schedule.tick), self._show)
            case Phase.TICK if state.choice is not None:
                self._notice(PerceptKind.DUE, seat=state.teams[state.choice.team][0])

    @property
    def _reading_s(self) -> float:
        """The time for which cards are shown before it is said what they are."""
        return self._measures.verify_s * self._table.tempo.moving

    def plan_effect(self, effect: words.Effect) -> None:
        """Schedule a power that was announced, to be carried out after the time in which a Z can cancel it."""
        self._schedule.after(self._measures.z_window_s * self._table.tempo.thinking, self._resolve, effect)

    def _do(self, action: words.Action) -> None:
        self._rule(action, self._table.names[0])

    def _do_if_due(self, action: words.Action) -> None:
        """Apply the action if the rules allow it; put a next hand off while an announcement or a CONTRE is checked."""
        if self._table.allows(action):
            self._do(action)
        elif isinstance(action, words.NextHand) and self._table.state.phase in (Phase.VERIFY, Phase.CONTRE):
            self._schedule.after(RETRY_S, self._do_if_due, action)

    def _time_up(self) -> None:
        if self._table.state.phase is Phase.TEN_SECONDS:
            self._hands.everybody_home()
            self._do(words.TimeUp())
        elif self._table.state.phase in (Phase.VERIFY, Phase.CONTRE):
            self._schedule.after(RETRY_S, self._time_up)

    def deal(self) -> None:
        """Deal a set: teams agree on their signs, the deck is shuffled, every player gets four cards."""
        table = self._table
        if self._stop is not None and table.sets:
            self._stop()
            return
        number = table.state.set_number + 1
        table.signs = signs(len(table.state.teams), table.noise, number)
        for team, (zig, zag, _) in enumerate(table.signs):
            self._rule(words.AgreeSigns(team, zig, zag), table.state.teams[team][0])
        random = table.noise.rng("number", number)
        drawn = int(random.integers(words.NUMBERS)) + 1 if self._measures.level > 1 else None
        table.shown, table.check = {}, None
        self._do(words.Deal(self._shuffled(table.state.pile, "set", number), drawn))

    def _shuffled(self, cards: tuple[Card, ...], *keys: int | str) -> tuple[Card, ...]:
        noise = self._table.noise
        return in_own_order(cards, noise, *keys) if self._in_step else shuffled(cards, noise, *keys)

    def shuffle_unseen(self) -> None:
        """Put the pile into another order."""
        table, state = self._table, self._table.state
        if state.phase is Phase.DEAL:
            return  # it is shuffled when it is dealt
        pile = shuffled(state.pile, table.noise, "unseen", state.set_number, state.hand_number)
        table.state = replace(state, pile=pile)

    def _resolve(self, effect: words.Effect) -> None:
        """Carry out a power that was not cancelled; wait while an announcement or a CONTRE is checked."""
        table, state = self._table, self._table.state
        if effect not in state.effects or state.phase is Phase.DEAL:
            return
        if state.phase not in RUNNING or state.effects[0] != effect or state.shuffle_due:
            self._schedule.after(RETRY_S, self._resolve, effect)
            return
        card, hand = None, state.hands[effect.target]
        if effect.card is Card.STEAL and hand:
            card = hand[int(table.noise.rng("steal", self._schedule.tick).integers(len(hand)))]
        self._rule(words.Resolve(card), effect.by)

    def _show(self) -> None:
        """Show cards of the team under CONTRE: of each hand two without anything in common, if it has them."""
        table = self._table
        while table.state.phase is Phase.CONTRE and table.state.case is not None:
            case = table.state.case
            seat = next(name for name in table.state.teams[case.team] if name not in case.shown)
            found = disproof(table.state.hands[seat], table.state.stopped(seat))
            self._rule(words.Show(seat, found or ()), seat)
