"""Before and after a game: the deal, the dealer, and the match to two games won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sim.games.zack.rules.turns import neighbour
from sim.games.zack.rules.vocabulary import SEATS, Card
from sim.rules_frame import FrozenMap, IllegalAction, check_names, quote

WINS = 2
"""Games that the overall winner must have won (German text; the French one only lets the dealer rotate)."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands, top card first, all of one size, and what was left over and lies aside unseen."""

    hands: FrozenMap[str, tuple[Card, ...]]
    aside: tuple[Card, ...]


def deal(cards: Sequence[Card], seats: Sequence[str]) -> Deal:
    """Deal shuffled cards one by one, clockwise, beginning with the first seat; a remainder is put aside.

    "Evenly" (German), and nobody sees what is left over: every hand has the same size (point 24).
    """
    each = len(cards) // len(seats)
    dealt = each * len(seats)
    hands = {seat: tuple(cards[place : dealt : len(seats)]) for place, seat in enumerate(seats)}
    return Deal(FrozenMap(hands), tuple(cards[dealt:]))


@dataclass(frozen=True, slots=True)
class Series:
    """A match of several games. Nothing in it can change; `won` makes new ones.

    Attributes:
        seats: clockwise.
        dealer: deals the next game.
        wins: games won so far.
        needed: games that win the match.
    """

    seats: tuple[str, ...]
    dealer: str
    wins: FrozenMap[str, int]
    needed: int = WINS

    @property
    def first(self) -> str:
        """The player who begins the next game, to the left of the dealer."""
        return neighbour(self.seats, self.dealer, 1)

    @property
    def games(self) -> int:
        """Games played so far."""
        return sum(self.wins.values())

    @property
    def winner(self) -> str | None:
        """The overall winner, None while nobody has won enough games."""
        return next((seat for seat, wins in self.wins.items() if wins >= self.needed), None)

    def won(self, seat: str) -> Series:
        """Return the match after a game won by this player: the office of the dealer moves on clockwise.

        Raises IllegalAction for a stranger, or when the match is over.
        """
        if self.winner is not None:
            raise IllegalAction("over", "The match is over.")
        if seat not in self.seats:
            raise IllegalAction("unknown_player", f"{quote(seat)} has no seat at this table.")
        return replace(self, dealer=self.first, wins=self.wins.put(seat, self.wins[seat] + 1))


def start_series(seats: Iterable[str], dealer: str | None = None, needed: int = WINS) -> Series:
    """Return a match before its first game; the last seat deals unless another is given, so that the first seat begins.

    Raises IllegalAction for fewer than three or more than six seats, names that are blank or look alike, or a dealer
    without a seat.
    """
    names = tuple(seats)
    if len(names) not in SEATS:
        raise IllegalAction("player_count", f"Zack! is for 3 to 6 players, not {len(names)}.")
    check_names(names)
    dealer = names[-1] if dealer is None else dealer
    if dealer not in names:
        raise IllegalAction("unknown_player", f"The dealer {quote(dealer)} has no seat at this table.")
    return Series(names, dealer, FrozenMap(dict.fromkeys(names, 0)), needed)
