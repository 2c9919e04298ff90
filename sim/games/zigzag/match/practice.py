"""Practice: sets of ZIGZAG one after the other with bots at the table; any of them can be dealt again, card by card.

Every set is a match of its own that nobody finishes: its cards, signs and bots follow from the seed and the number of
the set alone, so `undo` deals the same set again. Time begins anew with each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from sim.errors import InputError
from sim.games.zigzag.bots import USUAL_STRATEGY
from sim.games.zigzag.bots.hand_value import JOKER, ZAG, is_special, reaches, worth
from sim.games.zigzag.configuration import ZigzagConfiguration
from sim.games.zigzag.match.match import ZigzagMatch
from sim.games.zigzag.match.text import card_words
from sim.games.zigzag.rules import events
from sim.people.skill import PROFILES
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line
from sim.rules_frame import Event
from sim.seat import NAMES, Seat
from sim.seeds import derive
from sim.spec import GAMES

OPEN = ("own", "partner", "all")
"""Whose cards can be seen: one's own, the partner's too, everybody's."""
LOOK_S = 4.0
"""So long a set that is over is left as it lies (assumed)."""
BARELY_BEGUN_S = 4.0
"""Who takes a set back that is not older than this means the one before it."""
_NEVER_MINUTES = 600.0


@dataclass(frozen=True, slots=True)
class Hint:
    """An exchange that brings one nearer: the card to lay (None: nothing), the one to take by its name on the tapis."""

    lay: str | None
    take: str
    words: str


@dataclass(frozen=True, slots=True)
class SetResult:
    """A set that was played to its end: by which team, and what one's own hand did."""

    number: int
    won: bool
    grabbed: int
    late: int


class Practice(ZigzagMatch):
    """Sets without end, one person among bots. `undo` deals the set again, or the one before it.

    players: 4 or 6. profile: of the bots, who play as that profile usually does. level: 1 to 3. cards: whose can be
    seen, one of `OPEN`. number: of the set. results: of the sets so far. Raises InputError for what cannot be.
    """

    title = "ZIGZAG, practice"

    def __init__(
        self,
        configuration: ZigzagConfiguration,
        seat: Seat,
        seed: int,
        tell: Callable[[Line], None] | None = None,
        *,
        players: int = 4,
        profile: str = "casual",
        level: int = 1,
        cards: str = "own",
    ) -> None:
        if players not in GAMES["zigzag"].counts:
            raise InputError(f"practice: players: expected 4 or 6, found {players!r}.")
        if profile not in PROFILES:
            raise InputError(f"practice: profile: expected one of {', '.join(PROFILES)}, found {profile!r}.")
        if level not in (1, 2, 3):
            raise InputError(f"practice: level: expected 1, 2 or 3, found {level!r}.")
        if cards not in OPEN:
            raise InputError(f"practice: cards: expected one of {', '.join(OPEN)}, found {cards!r}.")
        changes = {"level": level, "most_minutes": _NEVER_MINUTES, "shuffle_s": LOOK_S}
        self._set_up_as = replace(configuration, table=configuration.table.model_copy(update=changes))
        names = [name for name in NAMES if name != seat.name][: players - 1]
        self._people_as = (seat, *(Seat(name, profile, USUAL_STRATEGY[profile]) for name in names))
        self._base, self._told = seed, tell
        self.number, self.results = 1, list[SetResult]()
        self._turn_over = False
        self._shown_as = cards
        self._begin()

    def _begin(self) -> None:
        """The set of that number, from its beginning."""
        note = getattr(self, "note_hand", None)
        self._turn_over = False
        super().__init__(self._set_up_as, self._people_as, derive(self._base, "practice", self.number), tell=self._told)
        if note is not None:
            self.note_hand = note
        partner = self.state.partner(self.names[0])
        seen = {"own": (), "partner": (partner,), "all": self.names[1:]}[self._shown_as]
        self.open_to = frozenset(name for name in seen if name is not None)

    # ------------------------------------------------------------------------------------------ the course of it

    def _move(self, most: int) -> int:
        if self._turn_over:
            self.number += 1
            self._begin()
            self._say(f"The next set: {self._tally()}.", "turn")
        return super()._move(most)

    def _deals(self) -> None:
        if self.sets:
            self._turn_over = True
        else:
            super()._deals()

    def _carry_out(self, event: Event) -> None:
        super()._carry_out(event)
        if isinstance(event, events.SetEnded):
            won = event.team == self.state.team_of(self.names[0])
            self.results.append(SetResult(self.number, won, self.notes.grabbed, self.notes.late))
            told = "Yours" if won else "Not yours"
            self._say(f"{told}: {self._tally()}. U deals the same set again.", "good" if won else "bad")
        elif isinstance(event, events.GameOver):
            self.finished = False
            self._at(LOOK_S, self._deals)

    def _tally(self) -> str:
        won = sum(result.won for result in self.results)
        return f"{won} won of {len(self.results)}"

    def undo(self) -> bool:
        """Deal this set again; where it has barely begun, the one before it. False where there is none."""
        barely = self._ticks < BARELY_BEGUN_S * TICK_HZ
        if barely and self.number == 1:
            return False
        if barely:
            self.number -= 1
        self.results = [result for result in self.results if result.number < self.number]
        self._begin()
        self._say(f"Set {self.number} is dealt again: {self._tally()}.", "plain")
        return True

    # ------------------------------------------------------------------------------------------ persons

    def hint(self) -> Hint | None:
        """The exchange with the tapis that brings one nearest to a ZAG; None where there is none that helps."""
        me = self.names[0]
        view = self.view(me)
        held, stops, must = view.hand, view.stops[me], view.must_at(min(level for level, _ in view.boxes))
        full = view.room <= 0
        now = worth(held, ZAG, stops, must)
        best: tuple[float, Hint] | None = None
        for name, face in view.tapis:
            if is_special(face):
                continue
            for lay in dict.fromkeys(held) if full else (None,):
                if lay == JOKER:
                    continue
                after = [*held, face]
                if lay is not None:
                    after.remove(lay)
                found = worth(after, ZAG, stops, must)
                if found > now + 0.05 and (best is None or found > best[0]):
                    best = found, Hint(lay, name, _words(lay, face, reaches(after, stops, must)))
        return None if best is None else best[1]

    def run(self) -> None:
        """Practice has no end: raises InputError."""
        raise InputError(f"{self.names[0]} is a person: practice happens in a window, in real time.")

    def summary_line(self) -> str:
        """How many sets were the own team's, and what the own hand did."""
        grabbed = sum(result.grabbed for result in self.results) + self.notes.grabbed * (not self._is_told)
        late = sum(result.late for result in self.results) + self.notes.late * (not self._is_told)
        return f"Sets: {self._tally()}; {_count(grabbed, 'card')} taken, {late} lost to others."

    @property
    def _is_told(self) -> bool:
        """Is the set that lies there among the results?"""
        return bool(self.results) and self.results[-1].number == self.number


def _words(lay: str | None, take: str, call: str | None) -> str:
    first = "Take" if lay is None else f"Lay {card_words(lay)}, take"
    brings = f"a {call.upper()}" if call is not None else "nearer to a ZAG"
    return f"{first} {card_words(take)}: {brings}."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
