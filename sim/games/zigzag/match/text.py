"""The words of ZIGZAG: what the ticker says of each ruling."""

from __future__ import annotations

from collections.abc import Sequence

from sim.games.zigzag.rules import events
from sim.match.grammar import does, many_do, whom, whose
from sim.match.seats import YOU
from sim.rules_frame import Event

_POWERS = {
    "steal": "steals a card from",
    "swap": "wants to exchange hands with",
    "peek": "looks at the hand of",
}


def card_words(card: str) -> str:
    """Return a card in words: `water yellow suitcase`, or `water yellow, nothing` for one without an accessory."""
    parts = card.split(".")
    if len(parts) == 3:
        return f"{parts[0]} {parts[1]}, nothing" if parts[2] == "none" else " ".join(parts)
    return "Z" if card == "z" else card.replace("_", " ")


def call_words(call: str) -> str:
    """Return a call as it is shouted: `DOUBLE-ZIG`."""
    return call.replace("_", "-").upper()


def _change(team: Sequence[str]) -> str:
    """Return a clause such as `Ada and Bert change their hands`."""
    if len(team) == 1:
        return f"{does(team[0], 'changes')} {_whose(team[0])} hand"
    return f"{many_do(team, 'changes')} {'your' if YOU in team else 'their'} hands"


def _whose(name: str) -> str:
    return "your" if name == YOU else "their"


def headline(  # noqa: C901 - a flat table
    event: Event, teams: Sequence[Sequence[str]], discreet: str | None = None
) -> tuple[str, str] | None:
    """Return an event of the rules in words, and its tone (good, bad, turn or plain); None for what is seen anyway.

    teams: the names of their players, by number. discreet: the name of a person at the table, from whom the line keeps
    what the others keep to themselves.
    """
    match event:
        case events.SetStarted():
            number = f", constraints by number {event.number}" if event.number is not None else ""
            return f"Set {event.set}{number}.", "turn"
        case events.HandStarted():
            return f"Hand {event.hand}.", "turn"
        case events.CardDiscarded():
            return f"{does(event.player, 'lays')} {card_words(event.card.value)}.", "plain"
        case events.CardTaken():
            return f"{does(event.player, 'takes')} {card_words(event.card.value)}.", "plain"
        case events.CardDrawn() if discreet is None:
            return None
        case events.SignMade():
            if discreet is not None:
                return None
            means = "which means nothing" if event.means is None else f"the sign for {call_words(event.means.value)}"
            return f"{event.player} {event.sign}: {means}.", "plain"
        case events.StopPlaced():
            return (
                f"{does(event.player, 'lays')} a {card_words(event.card.value)} before {whom(event.target)}.",
                "plain",
            )
        case events.StopRemoved():
            own = "yourself" if event.player == YOU else "themselves"
            where = own if event.player == event.target else whom(event.target)
            return f"{does(event.player, 'plays')} a Z: no more {card_words(event.card.value)} for {where}.", "plain"
        case events.ConstraintShifted():
            return f"{does(event.player, 'plays')} {card_words(event.card.value)}.", "plain"
        case events.PowerAnnounced():
            return f"{does(event.player, _POWERS[event.card.value])} {whom(event.target)}.", "plain"
        case events.PowerLaid():
            return f"{does(event.player, 'lays')} a power face down.", "plain"
        case events.PowerCancelled():
            power = f"{'your' if event.by == YOU else whose(event.by)} {card_words(event.card.value)}"
            return f"{does(event.player, 'plays')} a Z: {power} comes to nothing.", "good"
        case events.PowerWasted():
            return f"{whose(event.player)} {card_words(event.card.value)} is wasted.", "plain"
        case events.CardStolen():
            what = "a card" if discreet is not None else card_words(event.card.value)
            return f"{does(event.player, 'has')} stolen {what} from {whom(event.target)}.", "plain"
        case events.HandsExchanged():
            return f"{many_do((event.player, event.target), 'exchanges')} hands.", "plain"
        case events.CardsAssigned():
            return f"{does(event.player, 'has')} shared out the deal as master of cards.", "plain"
        case events.CardOpened():
            return f"Open on the table: {card_words(event.card.value)}.", "plain"
        case events.TimeUp():
            return f"{whose(event.player)} ten seconds are over.", "plain"
        case events.PileShuffled():
            return f"The Poubelle becomes the pile: {event.cards} cards.", "plain"
        case events.Announced():
            return f"{event.player}: {call_words(event.call.value)}!", "turn"
        case events.AnnouncementJudged():
            return (
                ("The announcement is right.", "good")
                if event.success
                else ("The announcement is wrong: both change their hands.", "bad")
            )
        case events.BoxTicked():
            box = call_words(event.box.value)
            return f"{many_do(teams[event.team], 'ticks')} {box} of level {event.level}.", "good"
        case events.ContreCalled():
            return f"{event.player}: CONTRE against {' and '.join(map(whom, teams[event.team]))}!", "turn"
        case events.CardsShown():
            shown = " and ".join(card_words(card.value) for card in event.cards) or "nothing that would help"
            return f"{does(event.player, 'shows')} {shown}.", "plain"
        case events.ContreJudged():
            return (
                (f"The CONTRE is confirmed: {_change(teams[event.team])}.", "good")
                if event.success
                else (f"The CONTRE has failed: {does(event.player, 'changes')} {_whose(event.player)} hand.", "bad")
            )
        case events.GameOver():
            sheet = "your" if YOU in event.winners else "their" if len(event.winners) > 1 else "the"
            return f"{many_do(event.winners, 'wins')}: {sheet} sheet is complete.", "turn"
    return None
