"""Riff Raff in words: what the ticker says of each ruling."""

from __future__ import annotations

from sim.rules import riff_raff as rules
from sim.rules.frame import Event


def headline(event: Event) -> tuple[str, str] | None:
    """An event of the rules in words, and its tone (good, bad, turn or plain); None for what the eye sees anyway."""
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
