"""Riff Raff as text: what the ticker says of each ruling."""

from __future__ import annotations

from sim.games.riff_raff import rules
from sim.language import N_, _, _n, capital
from sim.match.grammar import said_of, said_of_all
from sim.match.seats import YOU
from sim.rules_frame import Event

_PIECES = {
    "boat": (N_("boat"), N_("the boat")),
    "barrel": (N_("barrel"), N_("the barrel")),
    "bottle": (N_("bottle"), N_("the bottle")),
    "crate": (N_("crate"), N_("the crate")),
    "sailor": (N_("sailor"), N_("the sailor")),
    "plank": (N_("plank"), N_("the plank")),
    "rat": (N_("rat"), N_("the rat")),
    "chest": (N_("chest"), N_("the chest")),
}


def piece_words(kind: str) -> dict[str, str]:
    """Return what a sentence may call a piece: `piece` without its article, `the` with it, `The` at the beginning.

    A preset's own kinds are called what it calls them.
    """
    bare, the = (_(words) for words in _PIECES.get(kind, (kind, kind)))
    return {"piece": bare, "the": the, "The": capital(the)}


_STANCES = {
    "upright": N_("upright"),
    "rolling": N_("rolling"),
    "hanging_starboard": N_("hanging_starboard"),
    "hanging_port": N_("hanging_port"),
    "lying": N_("lying"),
    "flat": N_("flat"),
}


def stance_words(stance: str) -> str:
    """Return a stance in words; a preset's own one as the preset calls it."""
    return _(_STANCES.get(stance, stance))


def pieces_words(count: int) -> str:
    """Return a number of pieces: `1 piece`, `5 pieces`."""
    return _n("{count} piece", "{count} pieces", count)


def headline(event: Event) -> tuple[str, str] | None:
    """Return an event of the rules as a sentence and its tone (good, bad, turn, plain); None if it needs no words."""
    match event:
        case rules.RoundStarted():
            return _("Round {round}. Everybody picks a card.", round=event.round), "turn"
        case rules.CardsRevealed():
            cards = ", ".join(f"{name} {card}" for name, card in event.cards.items())
            return _("Cards: {cards}.", cards=cards), "plain"
        case rules.CaptainNamed(by=None):
            return said_of(event.captain, _("You are captain."), _("{name} is captain.")), "plain"
        case rules.CaptainNamed(by=str(by)):
            return _named(by, event.captain), "plain"
        case rules.OrderSet() if event.by is not None:
            order = ", ".join(event.order)
            you, other = _("You set the order: {order}."), _("Captain {name} sets the order: {order}.")
            return said_of(event.by, you, other, order=order), "plain"
        case rules.TurnStarted():
            return loads(event.player, event.slot) + ".", "turn"
        case rules.Announced() if event.count == 2:
            return said_of(event.player, _("You announce two pieces."), _("{name} announces two pieces.")), "plain"
        case rules.Announced() if event.count > 2:
            you, other = _("You announce {pieces}."), _("{name} announces {pieces}.")
            return said_of(event.player, you, other, pieces=pieces_words(event.count)), "plain"
        case rules.PieceLoaded():
            you, other = _("Your {piece} stays on slot {slot}."), _("{name}'s {piece} stays on slot {slot}.")
            return said_of(event.player, you, other, slot=event.slot, **piece_words(event.piece)), "good"
        case rules.PieceLost():
            return lost(event.player, event.piece), "bad"
        case rules.PieceCaught():
            you = _("You have caught the {piece}: it leaves the game.")
            other = _("{name} has caught the {piece}: it leaves the game.")
            return said_of(event.player, you, other, **piece_words(event.piece)), "good"
        case rules.PieceReturned():
            you = _("You caught only the {piece} being placed, and keep it.")
            other = _("{name} caught only the {piece} being placed, and keeps it.")
            return said_of(event.player, you, other, **piece_words(event.piece)), "bad"
        case rules.CargoShifted():
            words = _(
                "The {piece} slides from slot {slot} to {to}.",
                slot=event.from_slot,
                to=event.to_slot,
                **piece_words(event.piece),
            )
            return words, "plain"
        case rules.MatchOver():
            return _ending(event), "turn"
    return None


def loads(player: str, slot: object) -> str:
    """Return whose turn it is: `Anne loads slot 7`."""
    return said_of(player, _("You load slot {slot}"), _("{name} loads slot {slot}"), slot=slot)


def lost(player: str, piece: str) -> str:
    """Return who gets what has fallen, as a sentence."""
    return said_of(player, _("The {piece} goes to you."), _("The {piece} goes to {name}."), **piece_words(piece))


def _named(by: str, captain: str) -> str:
    if captain == by:
        return said_of(by, _("You stay captain."), _("{name} stays captain."))
    if captain == YOU and by != YOU:
        return _("{name} names you captain.", name=by)
    return said_of(by, _("You name {captain} captain."), _("{name} names {captain} captain."), captain=captain)


def _ending(event: rules.MatchOver) -> str:
    if event.ending is rules.Ending.EMPTIED:
        one = _("{name} has no piece left and wins.")
        return said_of_all(
            event.winners, _("You have no piece left and win."), one, _("{names} have no piece left and win.")
        )
    winners = said_of_all(
        event.winners,
        _("You win with {pieces} left"),
        _("{name} wins with {pieces} left"),
        _("{names} win with {pieces} left"),
        pieces=pieces_words(min(event.supply.values())),
    )
    return _("The cards are played. {winners}.", winners=winners)
