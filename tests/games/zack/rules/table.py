"""A game of Zack! told in few words, shared by the tests of its rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from sim.games.zack import rules as zack
from sim.rules_frame import Event, IllegalAction

EDITIONS = ("amigo", "french")


class Game:
    """A game in the making: `state` is where it stands, `events` what the last action brought about.

    Seats are the names of the hands, clockwise, top card first; colours are those of the rulebook's example: the first
    seat is red, then blue, green, yellow, orange, violet. The first seat begins unless another is named.
    """

    def __init__(self, edition: str = "amigo", *, first: str = "", stops: bool = False, **hands: str) -> None:
        self.state: zack.State
        self.events: tuple[Event, ...]
        seats = tuple(hands)
        self.state, self.events = zack.apply(
            None,
            zack.Setup(
                seats=seats,
                colours=dict(zip(seats, zack.Colour, strict=False)),
                hands={seat: tuple(map(zack.Card, cards.split())) for seat, cards in hands.items()},
                first=first or seats[0],
                edition=zack.Edition(edition),
                stop_cards=stops,
            ),
        )

    def do(self, action: zack.Action) -> Game:
        self.state, self.events = zack.apply(self.state, action)
        return self

    def throw(self, *players: str) -> Game:
        """These players' top cards land, one after the other."""
        for player in players:
            self.do(zack.Throw(player))
        return self

    def miss(self, player: str) -> Game:
        return self.do(zack.Miss(player))

    def miss_own(self, player: str) -> Game:
        """The player's own colour card lands beside the bowl."""
        return self.do(zack.Miss(player, own_card=True))

    def slow(self, player: str, target: str) -> Game:
        return self.do(zack.Challenge(player, zack.Colour(target), zack.Reason.SLOW))

    def out(self, player: str, target: str) -> Game:
        """A challenge: the player with this colour was out of turn."""
        return self.do(zack.Challenge(player, zack.Colour(target), zack.Reason.OUT_OF_TURN))

    def beside(self, player: str, target: str, reason: str = "slow") -> Game:
        """A challenge card that misses the bowl."""
        return self.do(zack.ChallengeMiss(player, zack.Colour(target), zack.Reason(reason)))

    def own(self, player: str) -> Game:
        return self.do(zack.PlayerCard(player))

    def choose(self, colour: str) -> Game:
        return self.do(zack.Choose(zack.Colour(colour)))

    def resume(self) -> Game:
        return self.do(zack.Resume())

    def refused(self, action: zack.Action) -> str:
        """The sentence with which the rules refuse an action; the position must not have changed."""
        before, spelled = self.state, zack.to_json(self.state)
        with pytest.raises(IllegalAction) as refusal:
            zack.apply(self.state, action)
        assert self.state is before
        assert zack.to_json(self.state) == spelled
        message = str(refusal.value)
        assert message.endswith(".")
        return message

    @property
    def due(self) -> str | None:
        return self.state.due

    @property
    def bowl(self) -> list[str]:
        return [entry.card.value for entry in self.state.bowl]

    @property
    def wrong(self) -> list[str]:
        """Throwers of the wrong cards in the bowl, bottom to top."""
        return [entry.by for entry in self.state.bowl if entry.wrong]

    def pile(self, player: str) -> list[str]:
        return [card.value for card in self.state.piles[player]]

    def kinds(self) -> list[str]:
        return [event.type for event in self.events]

    @property
    def ruling(self) -> tuple[bool, str | None, int, str]:
        """Success, taker, cards and who continues, of the challenge that was judged last."""
        (found,) = (event for event in self.events if isinstance(event, zack.events.Challenge))
        return found.success, found.taker, found.cards, found.continues

    def returned(self) -> str:
        """Why the last challenge card was returned without effect."""
        (found,) = (event for event in self.events if isinstance(event, zack.events.ChallengeReturned))
        return found.why

    def edit(self, change: Callable[[zack.State], zack.State]) -> Game:
        self.state = change(self.state)
        return self

    def empty(self, player: str) -> Game:
        """The player has thrown all his cards, long ago."""
        return self.edit(lambda state: replace(state, piles=state.piles.put(player, ())))
