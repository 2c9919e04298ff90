"""The rules' refusals as they are told to the person whom they refuse: `You have to ...`, and cards by their names.

The rules speak of everybody alike, in words that programs read (`'Ada' does not hold stop_character.`); those stay as
they are for the referee's pipe. Whoever sits at the table is spoken to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sim.games.zigzag.match.text import card_words
from sim.games.zigzag.rules.cards import Card
from sim.rules_frame import quote

_VERBS = {"has": "have", "does": "do", "is": "are"}
_CARDS = re.compile("|".join(re.escape(card.value) for card in Card if "." in card.value or "_" in card.value))
"""Names of cards that nobody would say; the others are words."""


def told_to(person: str, seats: Iterable[str], reason: str) -> str:
    """A refusal of the rules as it is told to `person`; the others at the table by their names."""
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
