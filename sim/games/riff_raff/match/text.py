"""Riff Raff as text: what the ticker says of each ruling."""

from __future__ import annotations

import re

from sim.games.riff_raff import rules
from sim.match.seats import YOU
from sim.rules_frame import Event


def headline(event: Event) -> tuple[str, str] | None:
    """Return an event of the rules as a sentence and its tone (good, bad, turn, plain); None if it needs no words."""
    sentence = _sentence(event)
    return None if sentence is None else (_to_you(sentence[0]), sentence[1])


def _sentence(event: Event) -> tuple[str, str] | None:
    match event:
        case rules.RoundStarted():
            return f"Round {event.round}. Everybody picks a card.", "turn"
        case rules.CardsRevealed():
            return "Cards: " + ", ".join(f"{name} {card}" for name, card in event.cards.items()) + ".", "plain"
        case rules.CaptainNamed() if event.by is None:
            return f"{event.captain} is captain.", "plain"
        case rules.CaptainNamed():
            return f"{event.by} names {event.captain} captain.", "plain"
        case rules.OrderSet() if event.by is not None:
            return f"Captain {event.by} sets the order: {', '.join(event.order)}.", "plain"
        case rules.TurnStarted():
            return f"{event.player} loads slot {event.slot}.", "turn"
        case rules.Announced() if event.count == 2:
            return f"{event.player} announces two pieces.", "plain"
        case rules.PieceLoaded():
            return f"{event.player}'s {event.piece.value} stays on slot {event.slot}.", "good"
        case rules.PieceLost():
            return f"The {event.piece.value} goes to {event.player}.", "bad"
        case rules.PieceCaught():
            return f"{event.player} has caught the {event.piece.value}: it leaves the game.", "good"
        case rules.PieceReturned():
            return f"{event.player} caught only the {event.piece.value} being placed, and keeps it.", "bad"
        case rules.CargoShifted():
            return f"The {event.piece.value} slides from slot {event.from_slot} to {event.to_slot}.", "plain"
        case rules.MatchOver():
            return _ending(event), "turn"
    return None


def _ending(event: rules.MatchOver) -> str:
    names = " and ".join(event.winners)
    if event.ending is rules.Ending.EMPTIED:
        return f"{names} has no piece left and wins."
    fewest = min(event.supply.values())
    pieces = "1 piece" if fewest == 1 else f"{fewest} pieces"
    return f"The cards are played. {names} win{'s' if len(event.winners) == 1 else ''} with {pieces} left."


# A person at the table without a name is called You, which takes other verb forms.
_YOU = tuple(
    (re.compile(rf"\b{YOU}{said}"), put)
    for said, put in (
        ("'s ", "Your "), (" is ", "You are "), (" has ", "You have "), (" wins", "You win"), (" names ", "You name "),
        (" loads ", "You load "), (" announces ", "You announce "), (" sets ", "You set "),
    )
)  # fmt: skip


def _to_you(text: str) -> str:
    for said, put in _YOU:
        text = said.sub(put, text)
    if text.startswith(f"{YOU} caught only"):
        text = text.replace("keeps it", "keep it")
    return re.sub(rf"(?<= to ){YOU}\b", "you", text)
