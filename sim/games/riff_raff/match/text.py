"""Riff Raff as text: what the ticker says of each ruling."""

from __future__ import annotations

from sim.games.riff_raff import rules
from sim.match.grammar import does, many_do, whom, whose
from sim.match.seats import YOU
from sim.rules_frame import Event


def headline(event: Event) -> tuple[str, str] | None:
    """Return an event of the rules as a sentence and its tone (good, bad, turn, plain); None if it needs no words."""
    match event:
        case rules.RoundStarted():
            return f"Round {event.round}. Everybody picks a card.", "turn"
        case rules.CardsRevealed():
            return "Cards: " + ", ".join(f"{name} {card}" for name, card in event.cards.items()) + ".", "plain"
        case rules.CaptainNamed(by=None):
            return f"{does(event.captain, 'is')} captain.", "plain"
        case rules.CaptainNamed(by=str(by)):
            return f"{does(by, 'names')} {whom(event.captain)} captain.", "plain"
        case rules.OrderSet() if event.by is not None:
            captain = "You set" if event.by == YOU else f"Captain {event.by} sets"
            return f"{captain} the order: {', '.join(event.order)}.", "plain"
        case rules.TurnStarted():
            return f"{does(event.player, 'loads')} slot {event.slot}.", "turn"
        case rules.Announced() if event.count == 2:
            return f"{does(event.player, 'announces')} two pieces.", "plain"
        case rules.PieceLoaded():
            return f"{whose(event.player)} {event.piece} stays on slot {event.slot}.", "good"
        case rules.PieceLost():
            return f"The {event.piece} goes to {whom(event.player)}.", "bad"
        case rules.PieceCaught():
            return f"{does(event.player, 'has')} caught the {event.piece}: it leaves the game.", "good"
        case rules.PieceReturned():
            keeps = "keep" if event.player == YOU else "keeps"
            return f"{event.player} caught only the {event.piece} being placed, and {keeps} it.", "bad"
        case rules.CargoShifted():
            return f"The {event.piece} slides from slot {event.from_slot} to {event.to_slot}.", "plain"
        case rules.MatchOver():
            return _ending(event), "turn"
    return None


def _ending(event: rules.MatchOver) -> str:
    if event.ending is rules.Ending.EMPTIED:
        return f"{many_do(event.winners, 'has')} no piece left and {'win' if YOU in event.winners else 'wins'}."
    fewest = min(event.supply.values())
    pieces = "1 piece" if fewest == 1 else f"{fewest} pieces"
    return f"The cards are played. {many_do(event.winners, 'wins')} with {pieces} left."
