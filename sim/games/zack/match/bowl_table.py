"""The cards of one game in the plane: the world in which they fly, who threw which, and what has been ruled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.configuration import digest
from sim.games.zack import rules
from sim.games.zack.match.rule_adapter import THROW, Flight
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.state import BESIDE, IN_BOWL, BowlMoment, Release
from sim.physics.bowl.throwing import comes_down
from sim.physics.bowl.world import BowlWorld
from sim.protocols import UNRECORDED


class BowlTable:
    """The plane and its cards, in one game.

    Attributes:
        cards: every card in the plane, by name.
        flights: those of them that have not been ruled.
        lies: what the rules have in the bowl, bottom to top.
        wrong: names of cards ruled to be out of turn, or too early.
        leaving: names of cards that go back to a player, and are still in the plane.
    """

    def __init__(self, setup: BowlSetup, game: int) -> None:
        """Begin with an empty bowl. game: its number in the match, which is part of the names of cards."""
        self.world = BowlWorld(setup)
        self.cards: dict[str, Flight] = {}
        self.flights: dict[str, Flight] = {}
        self.lies: tuple[rules.Entry, ...] = ()
        self.wrong: set[str] = set()
        self.leaving: set[str] = set()
        self._game = game
        self._thrown: list[str] = []
        self._landed: set[str] = set()
        self._moments: dict[str, list[Any]] = {}
        self._down: dict[str, tuple[float, float]] = {}

    # ------------------------------------------------------------------------------------------ throwing

    def next_name(self, by: str) -> str:
        """Return the name that this player's next card will have."""
        return f"{by}-{self._game}-{self._thrown.count(by) + 1}"

    def throw(self, flight: Flight, release: Release) -> None:
        """Throw a card from a hand; its name must be the next one of its player."""
        self._thrown.append(flight.by)
        self.cards[flight.name] = self.flights[flight.name] = flight
        self.world.throw(flight.name, release)
        self._down[flight.name] = comes_down(self.world.setup, release)

    def flying(self, by: str, kind: str = THROW) -> list[Flight]:
        """Return the cards of a kind that this player has thrown and that are not ruled yet."""
        return [flight for flight in self.flights.values() if flight.by == by and flight.kind == kind]

    # ------------------------------------------------------------------------------------------ landing

    def note(self, moment: BowlMoment) -> Flight | None:
        """Note a moment of a card that has not been ruled yet, and return that card; None for any other."""
        flight = self.flights.get(moment.name)
        if flight is not None:
            self._moments.setdefault(flight.name, []).append(
                [moment.time_s, moment.what, *([moment.where] if moment.where else [])]
            )
            if moment.what == "lands":
                self._landed.add(flight.name)
        return flight

    @property
    def landing(self) -> bool:
        """True if something that is not ruled yet has touched the bowl's inside."""
        return bool(self._landed)

    @property
    def at_rest(self) -> bool:
        """True if all that has touched the bowl's inside and is not ruled yet lies still."""
        return all(self.world.where(name) in (IN_BOWL, BESIDE) for name in self._landed)

    def unruled(self) -> list[Flight]:
        """Return the cards in the bowl that have not been ruled yet, bottom to top."""
        if len(self._landed) < 2:
            # Called at every throw: the order in the bowl does not matter where only one card is new.
            return [self.flights[name] for name in self._landed if self.world.inside(name)]
        return [self.flights[name] for name in self.world.order() if name in self.flights]

    def pending(self, without: str | None = None) -> list[rules.Action]:
        """Return the rules' actions of the unruled cards in the bowl, if they stay; without the card `without`."""
        return [flight.action(in_bowl=True) for flight in self.unruled() if flight.name != without]

    def lies_beside(self, flight: Flight) -> bool:
        """Return True if the card has come to rest on the table."""
        return self.world.where(flight.name) == BESIDE

    def lies_in_bowl(self, flight: Flight) -> bool:
        """Return True if the card has come to rest in the bowl."""
        return self.world.where(flight.name) == IN_BOWL

    def rule(self, flight: Flight) -> dict[str, Any]:
        """Count a card as ruled; return the moments of its flight and a digest of all poses.

        No record keeps where it came down (`comes_down`).
        """
        del self.flights[flight.name]
        self._landed.discard(flight.name)
        poses = [[pose.name, pose.x, pose.y, pose.angle] for pose in self.world.poses()]
        along, across = self._down.pop(flight.name)
        return {
            "moments": self._moments.pop(flight.name, []),
            "snapshot": digest(poses),
            UNRECORDED: {"along_mm": along, "across_mm": across},
        }

    def follow(self, lies: tuple[rules.Entry, ...]) -> list[str]:
        """Take over what the rules have in the bowl; return the names of the cards that they have taken out."""
        before, self.lies = self.entries, lies
        self.wrong |= {entry.name for entry in lies if entry.wrong}
        return [name for name in before if name not in self.entries]

    @property
    def entries(self) -> tuple[str, ...]:
        """The names of the cards that the rules have in the bowl, bottom to top."""
        return tuple(entry.name for entry in self.lies)

    def lying(self) -> dict[str, tuple[str, str]]:
        """Return the face and the thrower of every ruled card that stays in the plane, but those to be taken up."""
        beside = {name for by in self._thrown for name in self.missed(by)}
        gone = beside | self.leaving | self.flights.keys()
        return {name: (card.face, card.by) for name, card in self.cards.items() if name not in gone}

    # ------------------------------------------------------------------------------------------ taking up

    def take(self, names: Sequence[str]) -> None:
        """Take these cards out of the plane, as far as they are in it and have been ruled."""
        present = [name for name in names if name in self.cards and name not in self.flights]
        for name in present:
            del self.cards[name]
            self.wrong.discard(name)
            self.leaving.discard(name)
        if present:
            self.world.remove(present)

    def missed(self, by: str) -> list[str]:
        """Return the names of the cards that a player has thrown beside the bowl and has to take up."""
        return [
            name
            for name, card in self.cards.items()
            if card.by == by and name not in self.entries and name not in self.flights and self.lies_beside(card)
        ]

    def take_missed(self, by: str) -> None:
        """Take the cards that a player has thrown beside the bowl out of the plane."""
        self.take(self.missed(by))

    def clear(self) -> None:
        """Take the cards that the rules do not have in the bowl out of the plane."""
        self.take([name for name in self.cards if name not in self.entries])
