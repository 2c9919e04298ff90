"""A match told in few words, shared by the tests of the rules of Riff Raff."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from sim.games.riff_raff import rules as rr
from sim.rules_frame import Event, FrozenMap, IllegalAction


class Match:
    """A match in the making: `state` is where it stands, `events` what the last action brought about."""

    def __init__(
        self,
        *players: str,
        captain: str | None = None,
        equipment: rr.Equipment = rr.STANDARD,
        agreed: rr.Agreed = rr.PRINTED,
    ) -> None:
        self.state: rr.State
        self.events: tuple[Event, ...]
        self.state, self.events = rr.apply(None, rr.Setup(players, captain or players[0], equipment, agreed))

    def do(self, action: rr.Action) -> Match:
        self.state, self.events = rr.apply(self.state, action)
        return self

    def reveal(self, **cards: int) -> Match:
        return self.do(rr.Reveal(cards))

    def load(
        self,
        piece: str,
        placed: str = "stays",
        lost: Iterable[tuple[str, int]] = (),
        caught: Iterable[tuple[str, int]] = (),
        ship: dict[int, list[str]] | None = None,
    ) -> Match:
        return self.do(
            rr.Load(
                piece,
                rr.Fate(placed),
                tuple(rr.Fallen(name, slot) for name, slot in lost),
                tuple(rr.Fallen(name, slot) for name, slot in caught),
                None if ship is None else {slot: tuple(names) for slot, names in ship.items()},
            )
        )

    def announce(self, count: int) -> Match:
        return self.do(rr.Announce(count))

    def refused(self, action: rr.Action) -> str:
        """The sentence with which the rules refuse an action; the position must not have changed."""
        before, spelled = self.state, rr.to_json(self.state)
        with pytest.raises(IllegalAction) as refusal:
            rr.apply(self.state, action)
        assert self.state is before
        assert rr.to_json(self.state) == spelled
        return str(refusal.value)

    def refused_load(self, piece: str, placed: str = "stays", **rest: object) -> str:
        """As `refused`, for a load."""
        before = self.state
        with pytest.raises(IllegalAction) as refusal:
            self.load(piece, placed, **rest)
        assert self.state is before
        return str(refusal.value)

    def kinds(self) -> list[str]:
        return [event.type for event in self.events]

    def event(self, kind: type[Event]) -> Event:
        """The only event of this kind that the last action brought about."""
        (found,) = (event for event in self.events if isinstance(event, kind))
        return found

    def supply(self, player: str) -> dict[str, int]:
        """Pieces before a player, without those he has none of."""
        return {piece: count for piece, count in self.state.supply[player].items() if count}

    def removed(self) -> dict[str, int]:
        return {piece: count for piece, count in self.state.removed.items() if count}

    def aboard(self) -> dict[int, list[str]]:
        """Slots that are not empty."""
        return {slot: list(pieces) for slot, pieces in self.state.ship.items() if pieces}

    def keep(self, player: str, *pieces: str) -> Match:
        """Leave a player only these pieces, as if the others had been caught, so that an end is near."""
        removed = dict(self.state.removed)
        kept = {piece: pieces.count(piece) for piece in self.state.equipment.pieces}
        for piece, count in self.state.supply[player].items():
            assert count >= kept[piece]
            removed[piece] += count - kept[piece]
        supply = self.state.supply.put(player, FrozenMap(kept))
        self.state = replace(self.state, supply=supply, removed=FrozenMap(removed))
        return self

    def stow(self, **slots: str) -> Match:
        """Lay pieces into slots as if they had been loaded earlier: `stow(slot_7="crate rat")`; the richest owner
        pays."""
        for key, names in slots.items():
            slot = int(key.removeprefix("slot_"))
            for piece in names.split():
                owners = [player for player in self.state.players if self.state.supply[player][piece]]
                owner = max(owners, key=lambda player: self.state.supply_counts[player])
                stock = self.state.supply[owner]
                self.state = replace(
                    self.state,
                    supply=self.state.supply.put(owner, stock.put(piece, stock[piece] - 1)),
                    ship=self.state.ship.put(slot, (*self.state.ship[slot], piece)),
                )
        return self

    def fumble_round(self, **cards: int) -> Match:
        """A round without ties in which every placement is lost, so that nobody has more or less than before."""
        self.reveal(**cards)
        for _ in self.state.players:
            player = self.state.to_act
            assert player is not None
            self.load(next(iter(self.supply(player))), "lost")
        return self


@pytest.fixture
def match() -> type[Match]:
    """`match("ann", "bob")` is a match of these two, set up."""
    return Match
