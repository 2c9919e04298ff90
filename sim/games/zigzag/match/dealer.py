"""What the table does of itself: dealing, showing cards, carrying out powers, shuffling the Poubelle.

Nobody decides these things, so no intent stands behind them; the match does them after the pauses of [table].
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sim.games.zigzag.bots.observation import What
from sim.games.zigzag.configuration import TableMeasures
from sim.games.zigzag.match import cards
from sim.games.zigzag.match.frame import Check
from sim.games.zigzag.match.hand_control import AtWork
from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import Card
from sim.games.zigzag.rules.combinations import disproof
from sim.games.zigzag.rules.legality import RUNNING
from sim.games.zigzag.rules.vocabulary import Phase
from sim.seeds import rng

TEN_S = 10.0
"""10 seconds, counted aloud by the others (rules)."""
RETRY_S = 0.25
"""What an announcement or a CONTRE has put off is tried again so much later."""


class Housekeeping(AtWork):
    """A match as far as nobody decides anything; `ZigzagMatch` makes what is named here."""

    shown: dict[str, tuple[str, ...]]
    check: Check | None
    _table: TableMeasures
    _planned: set[tuple[object, ...]]

    # ------------------------------------------------------------------------------------------ what the table does

    def _plan(self, seconds: float, what: Callable[[], None], *key: object) -> None:
        """Do it that much later, once."""
        if key not in self._planned:
            self._planned.add(key)
            self._at(seconds, what)

    def _arrange(self) -> None:
        """What comes next of itself."""
        state, table = self.state, self._table
        if state.shuffle_due:
            count = state.set_number, state.hand_number, self._ticks
            action = words.Shuffle(cards.shuffled(state.poubelle, self.seed, "poubelle", *count))
            self._rule(action, self.names[0])
            return
        here = (state.phase, state.set_number, state.hand_number)
        match state.phase:
            case Phase.DEAL:
                self._plan(table.shuffle_s if state.set_number else 1.0, self._deals, *here)
            case Phase.BETWEEN if not state.effects:
                if state.laid:
                    if ("due", *here, state.laid) not in self._planned:
                        self._planned.add(("due", *here, state.laid))
                        self._sees(What.DUE, seat=state.due)
                else:
                    self._plan(table.deal_s, partial(self._if, words.NextHand()), *here, state.laid)
            case Phase.TEN_SECONDS:
                if ("due", *here) not in self._planned:
                    self._planned.add(("due", *here))
                    self._sees(What.DUE, seat=state.due)
                    self._at(TEN_S, self._time_up)
            case Phase.VERIFY:
                self._plan(table.verify_s, partial(self._if, words.Verify()), *here, self._ticks)
            case Phase.CONTRE:
                self._plan(table.verify_s, self._show, *here, self._ticks)
            case Phase.TICK if state.choice is not None:
                self._sees(What.DUE, seat=state.teams[state.choice.team][0])

    def _if(self, action: words.Action) -> None:
        """If it is still to be done; a CONTRE may have come between, after which it is done all the same."""
        if self.allows(action):
            self._rule(action, self.names[0])
        elif isinstance(action, words.NextHand) and self.state.phase in (Phase.VERIFY, Phase.CONTRE):
            self._at(RETRY_S, partial(self._if, action))

    def _time_up(self) -> None:
        if self.state.phase is Phase.TEN_SECONDS:
            self._everybody_home()
            self._rule(words.TimeUp(), self.names[0])
        elif self.state.phase in (Phase.VERIFY, Phase.CONTRE):
            self._at(RETRY_S, self._time_up)

    def _deals(self) -> None:
        """Teams agree on their signs, the deck is shuffled, four cards each."""
        number = self.state.set_number + 1
        for team in range(len(self.state.teams)):
            zig, zag, _ = cards.signs(team, len(self.state.teams), self.seed, number)
            self._rule(words.AgreeSigns(team, zig, zag), self.state.teams[team][0])
        drawn = int(rng(self.seed, "number", number).integers(words.NUMBERS)) + 1 if self._table.level > 1 else None
        self.shown, self.check = {}, None
        self._rule(words.Deal(cards.shuffled(self.state.pile, self.seed, "set", number), drawn), self.names[0])

    def _resolves(self, effect: words.Effect) -> None:
        """A power is carried out that nobody has cancelled; not while an announcement or a CONTRE is looked at."""
        if effect not in self.state.effects or self.state.phase is Phase.DEAL:
            return
        if self.state.phase not in RUNNING or self.state.effects[0] != effect or self.state.shuffle_due:
            self._at(RETRY_S, partial(self._resolves, effect))
            return
        card, hand = None, self.state.hands[effect.target]
        if effect.card is Card.STEAL and hand:
            card = hand[int(rng(self.seed, "steal", self._ticks).integers(len(hand)))]
        self._rule(words.Resolve(card), effect.by)

    def _show(self) -> None:
        """The team under CONTRE shows cards: two without anything in common, whoever has them."""
        while self.state.phase is Phase.CONTRE and self.state.case is not None:
            case = self.state.case
            seat = next(name for name in self.state.teams[case.team] if name not in case.shown)
            found = disproof(self.state.hands[seat], self.state.stopped(seat))
            self._rule(words.Show(seat, found or ()), seat)
