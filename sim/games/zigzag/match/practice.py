"""Practice: sets of ZIGZAG one after the other with bots at the table; any of them can be dealt again, card by card.

Every set is a match of its own: its cards, signs and bots follow from the seed and the number of the set alone, so
`undo` deals the same set again. Time starts from zero in each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from sim.errors import InputError
from sim.games.zigzag.bots import USUAL_STRATEGY
from sim.games.zigzag.bots.observation import Observation
from sim.games.zigzag.configuration import ZigzagConfiguration
from sim.games.zigzag.match.frame import StaticScene, ZigzagFrame
from sim.games.zigzag.match.hints import Hint, exchange_hint
from sim.games.zigzag.match.match import ZigzagMatch
from sim.games.zigzag.match.mouse_hand import MouseHand
from sim.games.zigzag.match.table import ZigzagTable
from sim.games.zigzag.rules import events
from sim.language import _, _n, put_in
from sim.match.human_input import Inbox
from sim.match.intents import Intent
from sim.match.tempo import EXPERT, SetTempo
from sim.people.skill import PROFILES
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line, TickerLine
from sim.refusals import one_of
from sim.rules_frame import Event
from sim.seat import NAMES, Seat
from sim.seeds import derive
from sim.spec import GAMES

OPEN = ("own", "partner", "all")
"""The cards that the person sees: their own, their partner's too, or those of all players."""
LOOK_S = 4.0
"""The time for which a set that is over is left as it lies (assumed)."""
BARELY_BEGUN_S = 4.0
"""The age up to which taking back a set means the one before it."""
_NEVER_MINUTES = 600.0


@dataclass(frozen=True, slots=True)
class SetResult:
    """The result of a set: whether the person's team won it; how many cards their hand took, and lost to others."""

    number: int
    won: bool
    grabbed: int
    late: int


class Practice:
    """A series of sets without end, one person among bots. `undo` deals the set again, or the one before it.

    match: of the set that is played. number: of the set. results: of the sets so far. open_to: the players whose cards
    the person sees besides their own.
    """

    game = ZigzagMatch.game
    title = "ZIGZAG, practice"
    longest_step_s = ZigzagMatch.longest_step_s
    recorded_s: float | None = None
    finished = False
    """A practice has no end."""

    def __init__(
        self,
        configuration: ZigzagConfiguration,
        seat: Seat,
        seed: int,
        record_line: Callable[[Line], None] | None = None,
        *,
        players: int = 4,
        profile: str = "casual",
        level: int = 1,
        cards: str = "own",
    ) -> None:
        """Deal the first set.

        seat: the person. record_line: takes the lines of each set's record. players: 4 or 6. profile: of the bots, who
        play with its usual strategy. level: 1 to 3. cards: which can be seen, one of `OPEN`. Raises InputError.
        """
        if players not in GAMES["zigzag"].counts:
            raise InputError("practice: players: expected 4 or 6, found {players!r}.", players=players)
        if profile not in PROFILES:
            raise InputError("practice: profile: {one_of}.", one_of=one_of(profile, PROFILES))
        if level not in (1, 2, 3):
            raise InputError("practice: level: expected 1, 2 or 3, found {level!r}.", level=level)
        if cards not in OPEN:
            raise InputError("practice: cards: {one_of}.", one_of=one_of(cards, OPEN))
        changes = {"level": level, "most_minutes": _NEVER_MINUTES, "shuffle_s": LOOK_S}
        self.configuration = replace(configuration, table=configuration.table.model_copy(update=changes))
        names = [name for name in NAMES if name != seat.name][: players - 1]
        self.seats = (seat, *(Seat(name, profile, USUAL_STRATEGY[profile]) for name in names))
        self.person, self.seed = seat.name, seed
        self.number, self.results = 1, list[SetResult]()
        self._record_line = record_line
        self._note_hand: Callable[[Line], None] = lambda _line: None
        self._first_tempo = EXPERT
        self.match = self._deal()
        partner = self.table.state.partner(self.names[0])
        seen = {"own": (), "partner": (partner,), "all": self.names[1:]}[cards]
        self.open_to = frozenset(name for name in seen if name is not None)

    def _deal(self) -> ZigzagMatch:
        """Return the match of the set `number`, at its beginning."""
        seed = derive(self.seed, "practice", self.number)
        match = ZigzagMatch(self.configuration, self.seats, seed, self._record_line, one_set=True, watch=self._watch)
        match.note_hand = self._note_hand
        tempo = self._first_tempo
        for result in self.results:
            tempo = tempo.after(result.won)
        if tempo.is_learning:
            match.act(SetTempo.of(self.person, tempo))
        return match

    # ------------------------------------------------------------------------------------------ sets

    def advance(self, seconds: float) -> None:
        """Advance by `seconds` of simulated time, which starts from zero with every set."""
        self._go_on()
        self.match.advance(seconds)
        self._go_on()

    def _go_on(self) -> None:
        if self.match.finished:
            self.number += 1
            self.match = self._deal()
            self.match.say(_("The next set: {score}.", score=self._score()), "turn")

    def _watch(self, event: Event) -> None:
        if isinstance(event, events.SetEnded):
            won = event.team == self.table.state.team_of(self.names[0])
            self.results.append(SetResult(self.number, won, *self.match.grabbed_and_late))
            yours, others = (
                _("Yours: {score}. Undo deals the same set again."),
                _("Not yours: {score}. Undo deals the same set again."),
            )
            self.match.say(put_in(yours if won else others, score=self._score()), "good" if won else "bad")

    def _score(self) -> str:
        won = sum(result.won for result in self.results)
        return _("{won} won of {sets}", won=won, sets=len(self.results))

    def undo(self) -> bool:
        """Deal this set again; where it has barely begun, the one before it. Return False where there is none."""
        barely = self.match.tick < BARELY_BEGUN_S * TICK_HZ
        if barely and self.number == 1:
            return False
        if barely:
            self.number -= 1
        self.results = [result for result in self.results if result.number < self.number]
        self.match = self._deal()
        self.match.say(_("Set {number} is dealt again: {score}.", number=self.number, score=self._score()), "plain")
        return True

    # ------------------------------------------------------------------------------------------ persons

    def hint(self) -> Hint | None:
        """Return the exchange with the tapis that brings the person nearest to a ZAG; None if none helps."""
        return exchange_hint(self.view(self.names[0]))

    def run(self) -> None:
        """Raise InputError: a practice has no end."""
        raise InputError("{person} is a person: practice happens in a window, in real time.", person=self.person)

    def summary_line(self) -> str:
        """Return a line that says how many sets the person's team won, and what the person's hand did."""
        is_counted = bool(self.results) and self.results[-1].number == self.number
        grabbed, late = (0, 0) if is_counted else self.match.grabbed_and_late
        grabbed += sum(result.grabbed for result in self.results)
        late += sum(result.late for result in self.results)
        return _n(
            "Sets: {score}; {count} card taken, {late} lost to others.",
            "Sets: {score}; {count} cards taken, {late} lost to others.",
            grabbed,
            score=self._score(),
            late=late,
        )

    # ------------------------------------------------------------------------------------------ the set that lies there

    @property
    def table(self) -> ZigzagTable:
        """The state at the table."""
        return self.match.table

    @property
    def names(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return self.match.names

    @property
    def static_scene(self) -> StaticScene:
        """The constants of a set."""
        return self.match.static_scene

    @property
    def hand(self) -> MouseHand:
        """The person's hand."""
        return self.match.hand

    @property
    def inbox(self) -> Inbox[Intent]:
        """The intents of the person that the match has not taken yet."""
        return self.match.inbox

    @property
    def tick(self) -> int:
        """Control ticks since the set began."""
        return self.match.tick

    @property
    def time_s(self) -> float:
        """Simulated time since the set began."""
        return self.match.time_s

    @property
    def ticker(self) -> list[TickerLine]:
        """The last events in words."""
        return self.match.ticker

    @property
    def said(self) -> int:
        """The number of lines that the ticker has had in this set."""
        return self.match.said

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The person, while the table waits for their answer."""
        return self.match.waits_for

    @property
    def note_hand(self) -> Callable[[Line], None]:
        """A function that takes the lines of the hand log."""
        return self._note_hand

    @note_hand.setter
    def note_hand(self, note: Callable[[Line], None]) -> None:
        self._note_hand = self.match.note_hand = note

    def may(self, intent: Intent) -> None:
        """Raise IllegalAction, with one sentence, if the person may not do this now."""
        self.match.may(intent)

    def act(self, intent: Intent) -> None:
        """Have the person do this from the next tick on. Raises IllegalAction as `may` does.

        A tempo holds for the sets to come, too, and grows with those that are won.
        """
        self.match.act(intent)
        if isinstance(intent, SetTempo):
            self._first_tempo = intent.chosen

    def signs_of(self, team: int) -> tuple[str, str, str]:
        """Return the signs of a team in this set: for ZIG, for ZAG, and one that means nothing."""
        return self.match.signs_of(team)

    def view(self, name: str) -> Observation:
        """Return the table as that player can see it."""
        return self.match.view(name)

    def frame(self) -> ZigzagFrame:
        """Return the frame that a drawing of this moment needs."""
        return self.match.frame()
