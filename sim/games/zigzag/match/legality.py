"""The legality of intents at a table of ZIGZAG, with reasons: checked for bots, for persons, and before anything moves.

A wrong announcement and a CONTRE without ground may be called, since the rules punish them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sim.errors import IllegalAction
from sim.games.zigzag import intents
from sim.games.zigzag.match.frame import HandState
from sim.games.zigzag.match.rule_adapter import action_of
from sim.games.zigzag.match.table import ZigzagTable
from sim.games.zigzag.match.text import card_words
from sim.games.zigzag.rules.cards import Card
from sim.games.zigzag.rules.legality import why_illegal as why_against_rules
from sim.match.intents import Intent
from sim.rules_frame import quote

HAND_BUSY, HAND_NOT_OUT = "hand_busy", "hand_not_out"
CARD_GONE, CARD_HELD = "card_gone", "card_held"
AGAINST_THE_RULES = "against_the_rules"
HAND_CODES = frozenset((HAND_BUSY, HAND_NOT_OUT))
"""Codes of refusals that end as soon as the hand is where it has to be."""
_TO_A_PERSON = {
    HAND_BUSY: "Your hand is busy.",
    HAND_NOT_OUT: "Your hand is not over the table.",
    CARD_GONE: "That card does not lie on the tapis any more.",
    CARD_HELD: "Somebody else's hand is on that card.",
}


def why_illegal(table: ZigzagTable, intent: Intent) -> IllegalAction | None:
    """Return why an intent cannot be carried out now, by its hand, the tapis and the rules; None if it can.

    Raises ValueError for a word that names no card, and KeyError for a player who is not at the table.
    """
    found = _hand_trouble(table, intent)
    if found is not None or isinstance(intent, intents.ReachOut | intents.GoHome):
        return found
    reason = why_against_rules(table.state, action_of(intent))
    return None if reason is None else IllegalAction(AGAINST_THE_RULES, reason)


def _hand_trouble(table: ZigzagTable, intent: Intent) -> IllegalAction | None:
    task, name = table.tasks[intent.by], quote(intent.by)
    busy = IllegalAction(HAND_BUSY, f"The hand of {name} is busy.")
    not_out = IllegalAction(HAND_NOT_OUT, f"The hand of {name} is not over the tapis.")
    match intent:
        case intents.GoHome():
            return None if task.over or task.steered or task.state is HandState.REACHING else not_out
        case intents.Lay(noise_seed=None) | intents.Grab(noise_seed=None) if not task.steered:
            return not_out
        case intents.Lay(noise_seed=int()) | intents.PickUpCard() | intents.DrawCard() | intents.ReachOut():
            return None if task.rests else busy
        case intents.Grab():
            if not intent.is_by_hand and task.state not in (HandState.REST, HandState.REACHING):
                return busy
            if intent.card not in table.world.cards:
                return IllegalAction(CARD_GONE, f"{quote(intent.card)} does not lie on the tapis.")
            if intent.card in table.world.held:
                return IllegalAction(CARD_HELD, f"A hand is on {quote(intent.card)} already.")
    return None


def check_bot(table: ZigzagTable, intent: Intent) -> None:
    """Raise IllegalAction if a bot may not do this now."""
    if isinstance(intent, intents.ReachOut):
        raise IllegalAction("not_a_person", "Only a person's hand is steered.")
    try:
        found = why_illegal(table, intent)
    except ValueError as error:
        raise IllegalAction("unknown_word", f"{error}.") from error
    if found is not None:
        raise found


def check_person(table: ZigzagTable, intent: Intent, finished: bool) -> None:
    """Raise IllegalAction, with a sentence for that person, if a person may not do this now.

    finished: the match is over.
    """
    if intent.by != table.person:
        raise IllegalAction("not_a_person", f"{intent.by} is not played by hand.")
    if finished:
        raise IllegalAction("match_over", "The match is over.")
    found = why_illegal(table, intent)
    if found is not None:
        words = _TO_A_PERSON.get(found.code) or addressed_to(intent.by, table.names, found.message)
        raise IllegalAction(found.code, words)


# ------------------------------------------------------------------------------------------------ words

_VERBS = {"has": "have", "does": "do", "is": "are"}
_CARDS = re.compile("|".join(re.escape(card.value) for card in Card if "." in card.value or "_" in card.value))
"""Names of cards that are not plain words, and have to be put into words."""


def addressed_to(person: str, seats: Iterable[str], reason: str) -> str:
    """Return a refusal of the rules as one that speaks to `person`, and calls the others at the table by their names.

    The rules speak of all players alike, in words that programs read (`'Ada' does not hold stop_character.`).
    """
    me = quote(person)
    text = reason
    if me in text:
        text = text.replace(f"The team of {me}", "Your team")
        text = re.sub(rf"{re.escape(me)} (\w+)", lambda found: f"you {_VERBS.get(found[1], found[1])}", text)
        text = text.replace(me, "you")
        text = re.sub(r"\bhis\b", "your", text)
        text = re.sub(r"\bhe (\w+?)s\b", r"you \1", text)
        text = re.sub(r"you do not hold .*", "you do not hold that card.", text)
    for name in seats:
        text = text.replace(quote(name), name)
    text = _CARDS.sub(lambda found: card_words(found[0]), text)
    return text[:1].upper() + text[1:]
