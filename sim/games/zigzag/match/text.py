"""The words of ZIGZAG: what the ticker says of each ruling."""

from __future__ import annotations

from collections.abc import Sequence

from sim.games.zigzag.rules import events
from sim.language import N_, _, put_in
from sim.match.grammar import called, jointly, said_of, said_of_all, whom
from sim.match.seats import YOU
from sim.rules_frame import Event

_POWERS = {
    "steal": (N_("You steal a card from {target}."), N_("{name} steals a card from {target}.")),
    "swap": (N_("You want to exchange hands with {target}."), N_("{name} wants to exchange hands with {target}.")),
    "peek": (N_("You look at the hand of {target}."), N_("{name} looks at the hand of {target}.")),
}
TRAITS = (
    *(N_("water"), N_("earth"), N_("air"), N_("fire")),
    *(N_("blue"), N_("yellow"), N_("green"), N_("pink")),
    *(N_("sunglasses"), N_("cocktail"), N_("suitcase"), N_("none")),
)
"""The names of traits, as texts."""
SPOKEN = {
    "steal": N_("steal!"),
    "swap": N_("swap!"),
    "z": N_("z!"),
    "plus_one": N_("plus one!"),
    "minus_one": N_("minus one!"),
    "stop_character": N_("stop character!"),
    "stop_accessory": N_("stop accessory!"),
    "stop_landscape": N_("stop landscape!"),
}
"""What is said aloud with a card that is played open."""
_SPECIAL = {
    "joker": N_("joker"),
    "z": N_("Z"),
    "stop_character": N_("stop character"),
    "stop_accessory": N_("stop accessory"),
    "stop_landscape": N_("stop landscape"),
    "steal": N_("steal"),
    "swap": N_("swap"),
    "master": N_("master"),
    "ten_seconds": N_("ten seconds"),
    "peek": N_("peek"),
    "plus_one": N_("plus one"),
    "minus_one": N_("minus one"),
}


def card_words(card: str) -> str:
    """Return a card in words: `water yellow suitcase`, or `water yellow, nothing` for one without an accessory."""
    parts = card.split(".")
    if len(parts) == 3:
        if parts[2] == "none":
            return _("{creature} {landscape}, nothing", creature=_(parts[0]), landscape=_(parts[1]))
        return " ".join(map(_, parts))
    return _(_SPECIAL.get(card, card))


def call_words(call: str) -> str:
    """Return a call as it is shouted: `DOUBLE-ZIG`."""
    return call.replace("_", "-").upper()


def headline(  # noqa: C901 - a flat table
    event: Event, teams: Sequence[Sequence[str]], discreet: str | None = None
) -> tuple[str, str] | None:
    """Return an event of the rules in words, and its tone (good, bad, turn or plain); None for what is seen anyway.

    teams: the names of their players, by number. discreet: the name of a person at the table, from whom the line keeps
    what the others keep to themselves.
    """
    match event:
        case events.SetStarted():
            if event.number is None:
                return _("Set {set}.", set=event.set), "turn"
            return _("Set {set}, constraints by number {number}.", set=event.set, number=event.number), "turn"
        case events.HandStarted():
            return _("Hand {hand}.", hand=event.hand), "turn"
        case events.CardDiscarded():
            return said_of(
                event.player, _("You lay {card}."), _("{name} lays {card}."), card=card_words(event.card.value)
            ), "plain"
        case events.CardTaken():
            return said_of(
                event.player, _("You take {card}."), _("{name} takes {card}."), card=card_words(event.card.value)
            ), "plain"
        case events.CardDrawn() if discreet is None:
            return None
        case events.SignMade():
            if discreet is not None:
                return None
            if event.means is None:
                return _("{name} {sign}: which means nothing.", name=called(event.player), sign=_(event.sign)), "plain"
            words, call = _("{name} {sign}: the sign for {call}."), call_words(event.means.value)
            return put_in(words, name=called(event.player), sign=_(event.sign), call=call), "plain"
        case events.StopPlaced():
            you, other = _("You lay a {card} before {target}."), _("{name} lays a {card} before {target}.")
            target = whom(event.target)
            return said_of(event.player, you, other, card=card_words(event.card.value), target=target), "plain"
        case events.StopRemoved():
            return _no_stop(event), "plain"
        case events.ConstraintShifted():
            return said_of(
                event.player, _("You play {card}."), _("{name} plays {card}."), card=card_words(event.card.value)
            ), "plain"
        case events.PowerAnnounced():
            you, other = map(_, _POWERS[event.card.value])
            return said_of(event.player, you, other, target=whom(event.target)), "plain"
        case events.PowerLaid():
            return said_of(
                event.player, _("You lay a special card face down."), _("{name} lays a special card face down.")
            ), "plain"
        case events.PowerCancelled():
            card = card_words(event.card.value)
            power = said_of(event.by, _("your {card}"), _("{name}'s {card}"), card=card)
            you, other = _("You play a Z: {power} comes to nothing."), _("{name} plays a Z: {power} comes to nothing.")
            return said_of(event.player, you, other, power=power), "good"
        case events.PowerWasted():
            card = card_words(event.card.value)
            return said_of(
                event.player, _("Your {card} is wasted."), _("{name}'s {card} is wasted."), card=card
            ), "plain"
        case events.CardStolen():
            what = _("a card") if discreet is not None else card_words(event.card.value)
            you, other = _("You have stolen {what} from {target}."), _("{name} has stolen {what} from {target}.")
            return said_of(event.player, you, other, what=what, target=whom(event.target)), "plain"
        case events.HandsExchanged():
            return _("{names} exchange hands.", names=jointly((event.player, event.target))), "plain"
        case events.CardsAssigned():
            you = _("You have shared out the deal as card master.")
            return said_of(event.player, you, _("{name} has shared out the deal as card master.")), "plain"
        case events.CardOpened():
            return _("Open on the table: {card}.", card=card_words(event.card.value)), "plain"
        case events.TimeUp():
            you, other = _("Your ten seconds are over."), _("{name}'s ten seconds are over.")
            return said_of(event.player, you, other), "plain"
        case events.PileShuffled():
            return _("The discards become the pile: {cards} cards.", cards=event.cards), "plain"
        case events.Announced():
            return f"{called(event.player)}: {call_words(event.call.value)}!", "turn"
        case events.AnnouncementJudged():
            return (
                (_("The call is right."), "good")
                if event.success
                else (_("The call is wrong: both change their hands."), "bad")
            )
        case events.BoxTicked():
            words = said_of_all(
                teams[event.team],
                _("You tick {box} of level {level}."),
                _("{name} ticks {box} of level {level}."),
                _("{names} tick {box} of level {level}."),
                box=call_words(event.box.value),
                level=event.level,
            )
            return words, "good"
        case events.ContreCalled():
            team = _(" and ").join(map(whom, teams[event.team]))
            return _("{name}: CONTRE against {team}!", name=called(event.player), team=team), "turn"
        case events.CardsShown():
            cards = _(" and ").join(card_words(card.value) for card in event.cards) or _("nothing that would help")
            return said_of(event.player, _("You show {cards}."), _("{name} shows {cards}."), cards=cards), "plain"
        case events.ContreJudged():
            if event.success:
                return _("The CONTRE is confirmed: {change}.", change=_change(teams[event.team])), "good"
            return _("The CONTRE has failed: {change}.", change=_change((event.player,))), "bad"
        case events.GameOver():
            return _won(event.winners), "turn"
    return None


def _no_stop(event: events.StopRemoved) -> str:
    card = card_words(event.card.value)
    if event.player == event.target:
        you = _("You play a Z: no more {card} for yourself.")
        return said_of(event.player, you, _("{name} plays a Z: no more {card} for themselves."), card=card)
    you, other = _("You play a Z: no more {card} for {target}."), _("{name} plays a Z: no more {card} for {target}.")
    return said_of(event.player, you, other, card=card, target=whom(event.target))


def _change(players: Sequence[str]) -> str:
    """Return a clause such as `Ada and Bert change their hands`."""
    you, one = _("You change your hand"), _("{name} changes their hand")
    many = _("{names} change your hands") if YOU in players else _("{names} change their hands")
    return said_of_all(players, you, one, many)


def _won(winners: Sequence[str]) -> str:
    you, one = _("You win: your sheet is complete."), _("{name} wins: the sheet is complete.")
    if YOU in winners:
        return said_of_all(winners, you, one, _("{names} win: your sheet is complete."))
    return said_of_all(winners, you, one, _("{names} win: their sheet is complete."))
