"""Turns and mistakes as a bowl shows them: pure functions of what lies open on the table.

The engine uses these very functions; so can a player, on what was seen and is remembered. Only Zack cards count: player
cards lying between them have no function and no place in the counting (the texts are silent).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from sim.games.zack.rules.vocabulary import WINDOW, Card, Colour, Entry

Seat = TypeVar("Seat", str, int)
"""A seat by its name, or by its number."""

STEPS_LEFT: Mapping[Card, int] = {Card.LEFT: 1, Card.TWO_LEFT: 2, Card.RIGHT: -1, Card.TWO_RIGHT: -2}
"""How many seats clockwise, to the thrower's left, the four direction cards point."""


def neighbour(seats: Sequence[Seat], seat: Seat, steps_left: int) -> Seat:
    """Return the seat `steps_left` places to the left of another (clockwise); to the right if negative.

    With three players 2R is L and 2L is R, with four players 2R and 2L reach the same seat (decision 11).
    """
    return seats[(seats.index(seat) + steps_left) % len(seats)]


def holder(colours: Mapping[Seat, Colour], colour: Colour) -> Seat:
    """Return the seat that has this colour now. Raises KeyError if none has it."""
    for seat, own in colours.items():
        if own is colour:
            return seat
    raise KeyError(colour)


def zack_cards(bowl: Iterable[Entry]) -> Iterator[tuple[Card, str]]:
    """Return the Zack cards of a bowl with their throwers, bottom to top."""
    return ((entry.card, entry.by) for entry in bowl if isinstance(entry.card, Card))


def functions(cards: Iterable[Card]) -> tuple[Card | None, ...]:
    """Return for each card, bottom to top, the card whose function it carries out: itself, unless it is an again.

    An again has the function of the card below it, and so an again on an again (decision 2); None when there is nothing
    below to repeat.
    """
    found: list[Card | None] = []
    for card in cards:
        found.append((found[-1] if found else None) if card is Card.AGAIN else card)
    return tuple(found)


def function_of(bowl: Iterable[Entry]) -> Card | None:
    """Return the card whose function the top Zack card carries out; None for an again with nothing below to repeat."""
    found = functions(card for card, _ in zack_cards(bowl))
    return found[-1] if found else None


def mirrored_by(bowl: Iterable[Entry]) -> bool:
    """Return True if the mirror cards in this bowl, and each again that has repeated one, make right left."""
    return functions(card for card, _ in zack_cards(bowl)).count(Card.MIRROR) % 2 == 1


def due_after(seats: Sequence[str], colours: Mapping[str, Colour], bowl: Sequence[Entry], mirrored: bool) -> str:
    """Return the seat that has to act next by the top Zack card of a bowl.

    Args:
        seats: clockwise.
        colours: of the seats.
        bowl: bottom to top; at least one Zack card.
        mirrored: True if right is left now.

    A stop card gives it to its own thrower, who names the due colour after a choose card and plays on after the others.
    Raises ValueError for a bowl without a Zack card and KeyError for a circle whose colour no seat has.
    """
    cards = list(zack_cards(bowl))
    if not cards:
        raise ValueError("There is no Zack card in the bowl.")
    below = cards[-2][1] if len(cards) > 1 else None
    return due_by(seats, colours, functions(card for card, _ in cards)[-1], cards[-1][1], below, mirrored)


def due_by(
    seats: Sequence[Seat],
    colours: Mapping[Seat, Colour],
    function: Card | None,
    thrower: Seat,
    below: Seat | None,
    mirrored: bool,
) -> Seat:
    """Return the seat that has to act next by one card: the one whose `function` it carries out.

    Args:
        seats: clockwise.
        colours: of the seats.
        function: as `functions` gives it for the card; None for an again on nothing.
        thrower: of the card.
        below: the thrower of the card directly below it, None where there is none.
        mirrored: True if right is left now.

    Raises KeyError for a circle whose colour no seat has.
    """
    if function is Card.BACK:
        # Repeated by an again, back applies from the again's own place: to the thrower of the card below that (decision
        # 3). With nothing below the same player plays again (decision 6, and both texts for the first card).
        return thrower if below is None else below
    if function is None or function.stops:
        return thrower
    if function.colour is not None:
        return holder(colours, function.colour)
    return neighbour(seats, thrower, STEPS_LEFT[function] * (-1 if mirrored else 1))


def challengeable(bowl: Sequence[Entry]) -> frozenset[str]:
    """Return the seats that can be challenged: throwers of wrong cards among the four topmost Zack cards.

    A wrong player card counts as long as fewer than four Zack cards lie above it.
    """
    found = set()
    above = 0
    for entry in reversed(bowl):
        if above >= WINDOW:
            break
        if entry.wrong:
            found.add(entry.by)
        above += isinstance(entry.card, Card)
    return frozenset(found)
