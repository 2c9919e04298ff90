"""The words of Zack!: what the ticker says of each ruling."""

from __future__ import annotations

from sim.games.zack.rules import Stop, events
from sim.language import N_, _, _n
from sim.match.grammar import said_of
from sim.match.seats import YOU
from sim.rules_frame import Event

_FACES = {
    "R": N_("right"),
    "2R": N_("two to the right"),
    "L": N_("left"),
    "2L": N_("two to the left"),
    "again": N_("again"),
    "back": N_("back"),
    "choose": N_("choose a colour"),
    "swap": N_("swap colours"),
    "mirror": N_("left is right"),
}
COLOURS = (N_("red"), N_("blue"), N_("green"), N_("yellow"), N_("orange"), N_("violet"))
"""The names of the colours, as texts."""


def card_words(face: str) -> str:
    """Return a card in words: `red` for a red circle."""
    kind, _colon, colour = face.partition(":")
    words = colour if kind == "circle" else _FACES.get(face, face)
    return _(words)


def headline(event: Event, discreet: bool = False) -> tuple[str, str] | None:  # noqa: C901 - a flat table
    """Return an event of the rules in words, and its tone (good, bad, turn or plain); None for what is seen anyway.

    discreet: a person plays, who has to notice mistakes unaided.
    """
    match event:
        case events.CardLanded() if discreet:
            return _threw(event), "plain"
        case events.PlayerCardLanded() if discreet:
            return _own_card(event.player), "plain"
        case events.GameStarted():
            each = next(iter(event.cards.values()))
            return _n("A new game: {count} card each.", "A new game: {count} cards each.", each), "turn"
        case events.CardLanded() if event.wrong:
            you, other = _("You: {card}, out of turn."), _("{name}: {card}, out of turn.")
            return said_of(event.player, you, other, card=card_words(event.card.value)), "bad"
        case events.CardLanded():
            return _threw(event), "plain"
        case events.CardMissed():
            return said_of(event.player, _("You miss the bowl."), _("{name} misses the bowl.")), "bad"
        case events.CardReturned():
            return said_of(event.player, _("Your late card goes back."), _("{name}'s late card goes back.")), "plain"
        case events.PlayerCardLanded() if event.wrong:
            return said_of(event.player, _("Your own card, too early."), _("{name}'s own card, too early.")), "bad"
        case events.PlayerCardLanded():
            return _own_card(event.player), "good"
        case events.ChallengeMissed():
            you, other = _("Your challenge lands beside the bowl."), _("{name}'s challenge lands beside the bowl.")
            return said_of(event.by, you, other), "bad"
        case events.ChallengeReturned() if event.why == "due":
            you = _("You are due: the player who is due cannot challenge.")
            return said_of(event.by, you, _("{name} is due: the player who is due cannot challenge.")), "plain"
        case events.ChallengeReturned():
            return said_of(event.by, _("Your challenge comes second."), _("{name}'s challenge comes second.")), "plain"
        case events.Challenge():
            return _verdict(event)
        case events.ColoursSwapped():
            return _("Colours go to the left."), "turn"
        case events.HandsSwapped():
            return _("Hands go to the left."), "turn"
        case events.MirrorTurned():
            return (_("Left is right now.") if event.mirrored else _("Left is left again.")), "turn"
        case events.GameStopped() if event.cause is Stop.STOP_CARD:
            return _("Stop!"), "turn"
        case events.ColourChosen():
            you, other = _("You choose {colour}: {due}."), _("{name} chooses {colour}: {due}.")
            return said_of(event.player, you, other, colour=_(event.colour.value), due=event.due), "plain"
        case events.GameResumed():
            return said_of(event.due, _("You go on."), _("{name} goes on.")), "turn"
        case events.GameOver():
            return said_of(event.winner, _("You win the game."), _("{name} wins the game.")), "turn"
    return None


def _threw(event: events.CardLanded) -> str:
    return said_of(event.player, _("You: {card}."), _("{name}: {card}."), card=card_words(event.card.value))


def _own_card(player: str) -> str:
    return said_of(player, _("Your own card!"), _("{name}'s own card!"))


def takes(taker: str | None, cards: int) -> str:
    """Return who takes how many cards out of the bowl after a challenge; `taker` is None where nobody has to."""
    if taker is None:
        return _("nobody takes a card")
    if cards == 0:
        return said_of(taker, _("there is no card for you to take"), _("there is no card for {name} to take"))
    if taker == YOU:
        return _n("You take {count} card", "You take {count} cards", cards)
    return _n("{name} takes {count} card", "{name} takes {count} cards", cards, name=taker)


def challenges(by: str, against: str) -> str:
    """Return who challenges whom: `Anne challenges you`."""
    if against == YOU:
        return _("{name} challenges you", name=by)
    return said_of(by, _("You challenge {against}"), _("{name} challenges {against}"), against=against)


def _verdict(event: events.Challenge) -> tuple[str, str]:
    who, what = challenges(event.by, event.against), takes(event.taker, event.cards)
    if event.success:
        return _("{who}, rightly: {what}.", who=who, what=what), "good"
    return _("{who}, wrongly: {what}.", who=who, what=what), "bad"
