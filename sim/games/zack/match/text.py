"""The words of Zack!: what the ticker says of each ruling."""

from __future__ import annotations

from sim.games.zack.rules import Stop, events
from sim.match.grammar import does, whom, whose
from sim.rules_frame import Event

_ORDINALS = {
    "R": "right",
    "2R": "two to the right",
    "L": "left",
    "2L": "two to the left",
    "again": "again",
    "back": "back",
    "choose": "choose a colour",
    "swap": "swap colours",
    "mirror": "left is right",
}


def card_words(face: str) -> str:
    """Return a card in words: `red` for a red circle."""
    kind, _, colour = face.partition(":")
    return colour if kind == "circle" else _ORDINALS.get(face, face)


def headline(event: Event, discreet: bool = False) -> tuple[str, str] | None:  # noqa: C901 - a flat table
    """Return an event of the rules in words, and its tone (good, bad, turn or plain); None for what is seen anyway.

    discreet: a person plays, who has to notice mistakes unaided.
    """
    match event:
        case events.CardLanded() if discreet:
            return f"{event.player}: {card_words(event.card.value)}.", "plain"
        case events.PlayerCardLanded() if discreet:
            return f"{whose(event.player)} own card!", "plain"
        case events.GameStarted():
            each = next(iter(event.cards.values()))
            return f"A new game: {each} cards each.", "turn"
        case events.CardLanded() if event.wrong:
            return f"{event.player}: {card_words(event.card.value)}, out of turn.", "bad"
        case events.CardLanded():
            return f"{event.player}: {card_words(event.card.value)}.", "plain"
        case events.CardMissed():
            return f"{does(event.player, 'misses')} the bowl.", "bad"
        case events.CardReturned():
            return f"{whose(event.player)} late card goes back.", "plain"
        case events.PlayerCardLanded() if event.wrong:
            return f"{whose(event.player)} own card, too early.", "bad"
        case events.PlayerCardLanded():
            return f"{whose(event.player)} own card!", "good"
        case events.ChallengeMissed():
            return f"{whose(event.by)} challenge lands beside the bowl.", "bad"
        case events.ChallengeReturned() if event.why == "due":
            return f"{does(event.by, 'is')} due: the player who is due cannot challenge.", "plain"
        case events.ChallengeReturned():
            return f"{whose(event.by)} challenge comes second.", "plain"
        case events.Challenge():
            return _verdict(event)
        case events.ColoursSwapped():
            return "Colours go to the left.", "turn"
        case events.HandsSwapped():
            return "Hands go to the left.", "turn"
        case events.MirrorTurned():
            return ("Left is right now." if event.mirrored else "Left is left again."), "turn"
        case events.GameStopped() if event.cause is Stop.STOP_CARD:
            return "Stop!", "turn"
        case events.ColourChosen():
            return f"{does(event.player, 'chooses')} {event.colour.value}: {event.due}.", "plain"
        case events.GameResumed():
            return f"{does(event.due, 'goes')} on.", "turn"
        case events.GameOver():
            return f"{does(event.winner, 'wins')} the game.", "turn"
    return None


def takes(taker: str | None, cards: int) -> str:
    """Return who takes how many cards out of the bowl after a challenge; `taker` is None where nobody has to."""
    if taker is None:
        return "nobody takes a card"
    if cards == 0:
        return f"there is no card for {whom(taker)} to take"
    return f"{does(taker, 'takes')} {'1 card' if cards == 1 else f'{cards} cards'}"


def _verdict(event: events.Challenge) -> tuple[str, str]:
    right, tone = ("rightly", "good") if event.success else ("wrongly", "bad")
    return f"{does(event.by, 'challenges')} {whom(event.against)}, {right}: {takes(event.taker, event.cards)}.", tone
