"""The position of a game of Zack!: piles, bowl, colours, who is due, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass

from sim.games.zack.rules.turns import challengeable, holder
from sim.games.zack.rules.vocabulary import Agreed, Card, Colour, Edition, Ending, Entry, OwnCard, Phase, Stop
from sim.rules_frame import FrozenMap

_COLOURS = tuple(Colour)


@dataclass(frozen=True, slots=True)
class State:
    """A position. Nothing in it can change; `apply` makes new ones.

    Attributes:
        seats: names, clockwise: the next one sits to the left.
        agreed: the rules of the table.
        phase: what is due now.
        colours: each seat's colour, which is also that of its player card.
        borders: border colour of the challenge cards that each seat holds, one against each other colour in play. In
            the German edition always the seat's own; after a swap of the French edition it need not be.
        piles: cards in hand, top card first.
        bowl: Zack and player cards in the bowl, bottom to top.
        due: who has to throw (or, in the phase choose, to name a colour); None after the end.
        stop: why the game is stopped, None while it runs.
        mirrored: True if right is left now.
        winner: who has won, None while the game goes on.
    """

    seats: tuple[str, ...]
    agreed: Agreed
    phase: Phase
    colours: FrozenMap[str, Colour]
    borders: FrozenMap[str, Colour]
    piles: FrozenMap[str, tuple[Card, ...]]
    bowl: tuple[Entry, ...]
    due: str | None
    stop: Stop | None
    mirrored: bool
    winner: str | None

    @property
    def stopped(self) -> bool:
        """True if the game is stopped, after a challenge or a stop card."""
        return self.stop is not None

    @property
    def hands(self) -> FrozenMap[str, int]:
        """Number of cards in each hand."""
        return FrozenMap({seat: len(pile) for seat, pile in self.piles.items()})

    @property
    def in_play(self) -> tuple[Colour, ...]:
        """The colours that players have, in the order of `Colour`."""
        held = set(self.colours.values())
        return tuple([colour for colour in _COLOURS if colour in held])

    @property
    def challenges(self) -> FrozenMap[str, tuple[Colour, ...]]:
        """The colours against which each seat holds a challenge card."""
        in_play = self.in_play
        return FrozenMap(
            {seat: tuple([colour for colour in in_play if colour is not own]) for seat, own in self.borders.items()}
        )

    @property
    def challengeable(self) -> frozenset[str]:
        """The seats that can be challenged now for a card thrown out of turn, or for a player card too early."""
        return challengeable(self.bowl)

    def holder(self, colour: Colour) -> str:
        """Return the seat that has this colour now. Raises KeyError if none has it."""
        return holder(self.colours, colour)

    def laid_out(self, seat: str) -> bool:
        """Return True if the seat's player card lies in the bowl."""
        return any(isinstance(entry.card, OwnCard) and entry.by == seat for entry in self.bowl)

    def may_finish(self, seat: str) -> bool:
        """Return True if the seat's player card would win, landing while the game is not stopped.

        Without cards in hand; by the German text also only on the seat's turn (points 15 and 16 of
        docs/explanation/games.md).
        """
        return not self.piles[seat] and (self.agreed.edition is Edition.FRENCH or self.due == seat)

    def may_lay_out(self, seat: str) -> bool:
        """Return True if the seat can throw its player card: it is in hand, or is taken out of the bowl to win with.

        One that was thrown too early is the proof of that mistake and stays in the bowl until it is ruled. Only while
        the game runs, and where it would win, is it taken out and thrown again (the texts are silent; without this its
        owner could do nothing when due).
        """
        return not self.laid_out(seat) or (self.may_finish(seat) and not self.stopped)

    @property
    def ending(self) -> Ending | None:
        """The way in which the game ended, None while it goes on."""
        return Ending.PLAYER_CARD if self.phase is Phase.OVER else None

    @property
    def winners(self) -> tuple[str, ...]:
        """The winner, empty while the game goes on."""
        return () if self.winner is None else (self.winner,)

    def __str__(self) -> str:
        """Return the position as a text board: what is due, the bowl from the top card down, a line for each seat."""
        shown = [
            f"{entry.card.value} by {entry.by}{' (wrong)' if entry.wrong else ''}" for entry in self.bowl[-8:][::-1]
        ]
        more = f", and {len(self.bowl) - 8} below" if len(self.bowl) > 8 else ""
        mirrored = " Right is left." if self.mirrored else ""
        lines = [self._due() + mirrored, f"  bowl, from the top: {', '.join(shown) or '-'}{more}"]
        wide = max(map(len, self.seats))
        for seat in self.seats:
            number = len(self.piles[seat])
            top = f", on top {self.piles[seat][0].value}" if number else ""
            lines.append(
                f"  {seat:<{wide}}  {self.colours[seat].value}: {number} card{'' if number == 1 else 's'}{top}"
            )
        return "\n".join(lines)

    def _due(self) -> str:
        if self.phase is Phase.OVER:
            return f"The game is over, won by {self.winner}."
        if self.phase is Phase.CHOOSE:
            return f"{self.due} chooses a colour."
        return f"{self.due} is due{', play has stopped' if self.stopped else ''}."
