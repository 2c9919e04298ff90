"""The cards of a bowl's world and where each of them is, with the lists that every tick asks for kept at hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from sim.physics.air.air import Motion, Plate
from sim.physics.bowl.nearness import Lying
from sim.physics.bowl.state import AIR, BESIDE, IN_BOWL, CardState


@dataclass(slots=True, eq=False)
class Card:
    """A card, as in CardState; `quiet_at` is where it has not moved from since the tick `quiet_since`.

    `motion` is not kept up to date while the card is in contact: the engine knows.
    """

    name: str
    place: str
    motion: Motion
    landed: int = 0
    since: int = 0
    told: set[str] = field(default_factory=set)
    quiet_at: Motion | None = None
    quiet_since: int = 0
    rested: str | None = None
    woke_at: Motion | None = None

    def state(self) -> CardState:
        """As plain data."""
        told = tuple(sorted(self.told))
        return CardState(self.name, self.place, self.motion, self.landed, self.since, told, self.rested, self.woke_at)


def card_of(state: CardState) -> Card:
    """The card that was written down."""
    return Card(
        state.name,
        state.place,
        state.motion,
        state.landed,
        state.since,
        set(state.told),
        rested=state.rested,
        woke_at=state.woke_at,
    )


class Cards:
    """Cards by name, in the order thrown. Change a card's place by `put` only."""

    def __init__(self, plate: Plate, states: Iterable[CardState] = ()) -> None:
        self._plate = plate
        self.by_name = {state.name: card_of(state) for state in states}
        self.flying: list[Card] = []
        self._lying: Lying | None = None
        self._sort()

    def __iter__(self) -> Iterator[Card]:
        return iter(self.by_name.values())

    def __getitem__(self, name: str) -> Card:
        return self.by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self.by_name

    @property
    def still(self) -> list[Card]:
        """Cards that lie still."""
        return [card for card in self.by_name.values() if card.place in (IN_BOWL, BESIDE)]

    @property
    def lying(self) -> Lying:
        """The same for questions about what is near."""
        if self._lying is None:
            self._lying = Lying(self._plate, [card.motion for card in self.still])
        return self._lying

    def add(self, card: Card) -> None:
        """One more."""
        self.by_name[card.name] = card
        self._sort()

    def pop(self, name: str) -> Card:
        """One less."""
        card = self.by_name.pop(name)
        self._sort()
        return card

    def put(self, card: Card, place: str) -> None:
        """It is somewhere else now."""
        before, card.place = card.place, place
        if AIR in (before, place):
            self._sort()
        else:
            self._lying = None

    def _sort(self) -> None:
        self.flying = [card for card in self.by_name.values() if card.place == AIR]
        self._lying = None
