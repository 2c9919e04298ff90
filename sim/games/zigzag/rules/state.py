"""The position of a game of ZIGZAG: where every card is, what is due, the sheets, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import SHIFTS, Card, Kind, Trait, sort_cards
from sim.rules_frame import FrozenMap

_NOTHING_STOPPED: frozenset[Kind] = frozenset()

Sheet = FrozenMap[int, FrozenMap[words.Box, int]]
"""Of one team: ticks by level and box."""


# A position is asked for its teams dozens of times in a tick.
@lru_cache(maxsize=64)
def teams_of(seats: tuple[str, ...], variant: words.Variant) -> tuple[tuple[str, ...], ...]:
    """Return the members of each team: partners sit diagonally, so that everybody sits beside opponents."""
    count = len(seats) if variant is words.Variant.THREE else len(seats) // 2
    return tuple(seats[team::count] for team in range(count))


def levels_of(level: int) -> tuple[int, ...]:
    """Return the levels of the score sheet at a level of the game: level 3 is both at once."""
    return (1, 2) if level == 3 else (level,)


@dataclass(frozen=True, slots=True)
class State:
    """A position. Nothing in it can change; `apply` makes new ones.

    Attributes:
        seats: names, clockwise. Team t of n has the seats t and t + n.
        variant, level, strict, contre_test, contre_limit: as in the setup.
        phase: what is due now.
        resumes: the phase that goes on after a verification or a CONTRE, None in every other phase.
        set_number: sets begun, 0 before the first.
        hand_number: hands begun in this set, 0 before the first.
        pile: the draw pile, top card first; between two sets the whole deck.
        hands: cards in hand.
        face_down: the card of the deal that each has not yet picked up, None without one.
        tapis: face-up cards in the middle, oldest first.
        poubelle: thrown away, oldest first.
        stops: STOP cards that lie before each seat.
        shifts: +1 and -1 on each seat's constraint card.
        laid: deferred powers, face down, in the order of their announcement.
        effects: announced steals, swaps and peeks that are not yet carried out, in order.
        offered: the cards that the master of cards is looking at.
        opened: who has discarded or played a card in this hand.
        passed: who does not want to exchange any more.
        robbed: who may hold one card less until the next hand.
        dealt: has a power dealt the next hand already?
        owed: cards to be drawn once the Poubelle has been shuffled; until then nothing else can happen.
        announcement, case, choice: what the phases verify, contre and tick are about.
        signs: each team's signs, None before it has agreed on any.
        constraints: each seat's constraint card (twelve characteristics, that of number 1 first); empty at level 1.
        number: the number of this set, None at level 1 and before the first deal.
        sheets: one of each team.
        failed: failed CONTREs of each team.
        winner: the team that has won.
    """

    seats: tuple[str, ...]
    variant: words.Variant
    level: int
    strict: bool
    contre_test: words.ContreTest
    contre_limit: int
    phase: words.Phase
    resumes: words.Phase | None
    set_number: int
    hand_number: int
    pile: tuple[Card, ...]
    hands: FrozenMap[str, tuple[Card, ...]]
    face_down: FrozenMap[str, Card | None]
    tapis: tuple[Card, ...]
    poubelle: tuple[Card, ...]
    stops: FrozenMap[str, tuple[Card, ...]]
    shifts: FrozenMap[str, tuple[Card, ...]]
    laid: tuple[words.Laid, ...]
    effects: tuple[words.Effect, ...]
    offered: tuple[Card, ...]
    opened: frozenset[str]
    passed: frozenset[str]
    robbed: frozenset[str]
    dealt: bool
    owed: tuple[words.Owed, ...]
    announcement: words.Announcement | None
    case: words.Case | None
    choice: words.Choice | None
    signs: tuple[words.Signs | None, ...]
    constraints: FrozenMap[str, tuple[Trait, ...]]
    number: int | None
    sheets: tuple[Sheet, ...]
    failed: tuple[int, ...]
    winner: int | None

    @property
    def teams(self) -> tuple[tuple[str, ...], ...]:
        """The members of each team; with the variant three everybody is one."""
        return teams_of(self.seats, self.variant)

    def team_of(self, seat: str) -> int:
        """Return the number of a seat's team, from 0. Raises ValueError for no seat."""
        return self.seats.index(seat) % len(self.teams)

    def partner(self, seat: str) -> str | None:
        """Return the other member of the seat's team, None where everybody plays alone."""
        return next((other for other in self.teams[self.team_of(seat)] if other != seat), None)

    @property
    def deck(self) -> tuple[Card, ...]:
        """Every card of the game wherever it is, in the order of `Card`: always the deck of the setup."""
        return sort_cards(
            [
                *self.pile,
                *(card for hand in self.hands.values() for card in hand),
                *(card for card in self.face_down.values() if card is not None),
                *self.tapis,
                *self.poubelle,
                *(card for lying in self.stops.values() for card in lying),
                *(card for lying in self.shifts.values() for card in lying),
                *(power.card for power in self.laid),
                *(effect.card for effect in self.effects),
                *self.offered,
            ]
        )

    @property
    def shuffle_due(self) -> bool:
        """True if the Poubelle must be shuffled before anything else can happen."""
        return bool(self.owed)

    @property
    def due(self) -> str | None:
        """The seat whose deferred power acts now, between two hands; None if there is none."""
        waits = self.phase in (words.Phase.BETWEEN, words.Phase.TEN_SECONDS) and not self.effects
        return self.laid[0].by if waits and self.laid else None

    def capacity(self, seat: str) -> int:
        """Return how many cards the seat may hold: 4, one less after a theft, one less while its own effect is due."""
        waiting = sum(effect.by == seat and effect.card is not Card.PEEK for effect in self.effects)
        return words.HAND - (seat in self.robbed) - waiting

    def missing(self, seat: str) -> int:
        """Return how many cards are missing from the seat's hand; negative if it holds too many."""
        return self.capacity(seat) - len(self.hands[seat])

    def stopped(self, seat: str) -> frozenset[Kind]:
        """Return the kinds of characteristics by which the seat can no longer combine."""
        laid = self.stops[seat]
        return frozenset(kind for card in laid if (kind := card.stops) is not None) if laid else _NOTHING_STOPPED

    def number_of(self, seat: str) -> int | None:
        """Return the number of the seat's constraint with its +1 and -1 (12 is followed by 1); None without one."""
        if self.number is None:
            return None
        return (self.number - 1 + sum(SHIFTS[card] for card in self.shifts[seat])) % words.NUMBERS + 1

    def constraint_of(self, seat: str) -> Trait | None:
        """Return the characteristic that the seat's combination must use at level 2; None without constraints."""
        number = self.number_of(seat)
        return None if number is None else self.constraints[seat][number - 1]

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels of the score sheet that are played."""
        return levels_of(self.level)

    @property
    def ticks_wanted(self) -> FrozenMap[words.Box, int]:
        """The number of ticks that each box of a level must have."""
        return words.TICKS_WANTED[self.variant]

    def open_boxes(self, team: int) -> tuple[tuple[int, words.Box], ...]:
        """Return the boxes, with their level, that the team has still to tick."""
        sheet, wanted = self.sheets[team], self.ticks_wanted.items()
        return tuple([(level, box) for level in self.levels for box, ticks in wanted if sheet[level][box] < ticks])

    @property
    def ending(self) -> words.Ending | None:
        """The way in which the game ended, None while it goes on."""
        return words.Ending.SHEET if self.phase is words.Phase.OVER else None

    @property
    def winners(self) -> tuple[str, ...]:
        """The members of the team that has won, empty while the game goes on."""
        return () if self.winner is None else self.teams[self.winner]

    def __str__(self) -> str:
        """Return the position as a text board: what is due, the cards in the middle, a line for each seat and sheet."""
        what = f"the game is over, won by {' and '.join(self.winners)}" if self.winners else str(self.phase.value)
        lines = [
            f"Set {self.set_number}, hand {self.hand_number}: {what.replace('_', ' ')}.",
            f"  tapis: {_cards(self.tapis)}",
            f"  pile: {len(self.pile)} cards; Poubelle: {len(self.poubelle)}",
        ]
        wide = max(map(len, self.seats))
        for seat in self.seats:
            more = f"; stopped by {_cards(self.stops[seat])}" if self.stops[seat] else ""
            trait = self.constraint_of(seat)
            more += f"; must use {trait.value}" if trait is not None else ""
            lines.append(f"  {seat:<{wide}}  {_cards(self.hands[seat])}{more}")
        for team, names in enumerate(self.teams):
            ticks = (
                f"{box.value.replace('_', '-').upper()} {self.sheets[team][level][box]}/{wanted} of level {level}"
                for level in self.levels
                for box, wanted in self.ticks_wanted.items()
            )
            lines.append(f"  {' and '.join(names)}: {', '.join(ticks)}")
        return "\n".join(lines)


def _cards(cards: tuple[Card, ...]) -> str:
    """Return cards on one line of a text board."""
    return ", ".join(card.value for card in cards) or "-"
