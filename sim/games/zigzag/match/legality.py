"""The legality of intents at a table of ZIGZAG, with reasons: checked for bots, for persons, and before anything moves.

A wrong announcement and a CONTRE without ground may be called, since the rules punish them.
"""

from __future__ import annotations

from collections.abc import Mapping

from sim.errors import IllegalAction
from sim.games.zigzag import intents, rules
from sim.games.zigzag.match.frame import HandState
from sim.games.zigzag.match.rule_adapter import action_of, face_of
from sim.games.zigzag.match.table import ZigzagTable
from sim.games.zigzag.match.text import call_words, card_words
from sim.games.zigzag.rules import Refusal
from sim.language import N_, _
from sim.match.intents import Intent
from sim.match.tempo import SetTempo
from sim.rules_frame import quote

HAND_BUSY, HAND_NOT_OUT = "hand_busy", "hand_not_out"
CARD_GONE, CARD_HELD = "card_gone", "card_held"
HAND_CODES = frozenset((HAND_BUSY, HAND_NOT_OUT))
"""Codes of refusals that end as soon as the hand is where it has to be."""
_TO_A_PERSON: Mapping[str, str] = {
    HAND_BUSY: N_("Your hand is busy."),
    HAND_NOT_OUT: N_("Your hand is not over the table."),
    CARD_GONE: N_("That card does not lie on the cloth any more."),
    CARD_HELD: N_("Another hand is on that card."),
    Refusal.TEN_SECONDS_OF_ANOTHER: N_("Only {due} may exchange during these ten seconds."),
    Refusal.NOT_HELD: N_("You do not hold that card."),
    Refusal.COMPLETE_BEFORE_DISCARD: N_("Complete your hand before discarding another card."),
    Refusal.NOTHING_FACE_DOWN: N_("No face-down card lies before you."),
    Refusal.DISCARD_BEFORE_PICK_UP: N_("Discard or play a special card before picking up your card."),
    Refusal.HAND_FULL: N_("You would have too many cards in hand."),
    Refusal.PICK_UP_BEFORE_TAKE: N_("Pick up your face-down card before taking from the cloth."),
    Refusal.NOT_ON_TAPIS: N_("{Card} does not lie on the cloth."),
    Refusal.PICK_UP_BEFORE_DRAW: N_("Pick up your face-down card."),
    Refusal.TAKE_BEFORE_DRAW: N_("Complete your hand from the cloth."),
    Refusal.PASSED_ALREADY: N_("You have passed already."),
    Refusal.PICK_UP_FIRST: N_("Pick up your face-down card first."),
    Refusal.HAND_INCOMPLETE: N_("Complete your hand first."),
    Refusal.NOT_SPECIAL: N_("{Card} is not a special card."),
    Refusal.TARGET_MISSING: N_("{Card} needs a target."),
    Refusal.NO_TARGET: N_("{Card} has no target when it is played."),
    Refusal.TARGET_NO_SEAT: N_("{target} has no seat at this table."),
    Refusal.RECEIVER_NO_SEAT: N_("Cards can be given only to players at this table."),
    Refusal.OPPONENTS_ONLY: N_("{Card} is for opponents only."),
    Refusal.OWN_POWER_FIRST: N_("First carry out the special card that you have laid."),
    Refusal.STOPS_FULL: N_("{stops} STOP cards lie before {target} already."),
    Refusal.STOP_NOT_LAID: N_("No {card} lies before {target}."),
    Refusal.NOTHING_TO_CANCEL: N_("There is no {card} on {target} to be cancelled."),
    Refusal.NO_LOOK: N_("You have no hand to look at now."),
    Refusal.NOT_MASTER: N_("You are not the card master now."),
    Refusal.CALL_OF_TWO: N_("{call} takes two partners."),
    Refusal.CHOICE_OF_OTHERS: N_("You are not in the team that chooses."),
    Refusal.BOX_NOT_OPEN: N_("The box {box} of level {level} is not open."),
    Refusal.CONTRES_LOST: N_("Your team has lost as many CONTREs as are allowed."),
}
"""Refusals as they speak to the person who is refused, where the rules speak of that person or of a card by its code.

{due} is the player whose turn it is, {card} ({Card} at the beginning), {target}, {call}, {box} and {level} are of the
intent.
"""


def why_illegal(table: ZigzagTable, intent: Intent) -> IllegalAction | None:
    """Return why an intent cannot be carried out now, by its hand, the tapis and the rules; None if it can.

    Raises ValueError for a word that names no card, and KeyError for a player who is not at the table.
    """
    if isinstance(intent, SetTempo):
        return None
    found = _hand_trouble(table, intent)
    if found is not None or isinstance(intent, intents.ReachOut | intents.GoHome):
        return found
    return table.why_illegal(action_of(intent))


def _hand_trouble(table: ZigzagTable, intent: Intent) -> IllegalAction | None:
    task = table.tasks[intent.by]
    match intent:
        case intents.GoHome():
            out = task.over or task.steered or task.state is HandState.REACHING
            return None if out else _not_out(intent)
        case intents.Lay(noise_seed=None) | intents.Grab(noise_seed=None) if not task.steered:
            return _not_out(intent)
        case intents.Lay(noise_seed=int()) | intents.PickUpCard() | intents.DrawCard() | intents.ReachOut():
            return None if task.rests else _busy(intent)
        case intents.Grab():
            if not intent.is_by_hand and task.state not in (HandState.REST, HandState.REACHING):
                return _busy(intent)
            if intent.card not in table.world.cards:
                return IllegalAction(CARD_GONE, "{quote} does not lie on the cloth.", quote=quote(intent.card))
            if intent.card in table.world.held:
                return IllegalAction(CARD_HELD, "A hand is on {quote} already.", quote=quote(intent.card))
    return None


def _busy(intent: Intent) -> IllegalAction:
    return IllegalAction(HAND_BUSY, "The hand of {quote} is busy.", quote=quote(intent.by))


def _not_out(intent: Intent) -> IllegalAction:
    return IllegalAction(HAND_NOT_OUT, "The hand of {quote} is not over the cloth.", quote=quote(intent.by))


def why_not(table: ZigzagTable, intent: Intent) -> IllegalAction | None:
    """Return why a bot may not do this now, None if it may. Raises KeyError for a player who is not at the table."""
    if isinstance(intent, intents.ReachOut):
        return IllegalAction("not_a_person", N_("Only a person's hand is steered."))
    try:
        return why_illegal(table, intent)
    except ValueError as error:
        return IllegalAction("unknown_word", "{error}.", error=error)


def check_person(table: ZigzagTable, intent: Intent, finished: bool) -> None:
    """Raise IllegalAction, with a sentence for that person, if a person may not do this now.

    finished: the match is over.
    """
    if intent.by != table.person:
        raise IllegalAction("not_a_person", "{by} is not played by hand.", by=intent.by)
    if finished:
        raise IllegalAction("match_over", N_("The match is over."))
    found = why_illegal(table, intent)
    if found is not None:
        raise IllegalAction(found.code, words_for(intent, found, table.state.due))


def words_for(intent: Intent, refused: IllegalAction, due: str | None) -> str:
    """Return why an intent is refused, in a sentence for the person whose intent it is.

    The message of the rules is for all players alike: it names the person, and cards by their codes. due: the player
    whose turn it is.
    """
    words = _TO_A_PERSON.get(refused.code)
    if words is None:
        return refused.message
    target = getattr(intent, "target", None)
    card = card_words(face_of(getattr(intent, "card", "")))
    return _(
        words,
        due=due,
        card=card,
        Card=card[:1].upper() + card[1:],
        target=_("you") if target == intent.by else target,
        call=call_words(getattr(intent, "call", "")),
        box=call_words(getattr(intent, "box", "")),
        level=getattr(intent, "level", ""),
        stops=rules.STOPS_EACH,
    )
