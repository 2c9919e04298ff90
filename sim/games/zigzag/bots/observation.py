"""What a mind may know of the table when it decides, and what it is told has happened: plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Deed = dict[str, Any]
"""What somebody does: `question`, and what else it needs (sim/games/zigzag/match/intents.py)."""


class What(StrEnum):
    """Kinds of things that can be noticed."""

    NEW_SET = "new_set"
    NEW_HAND = "new_hand"  # a card lies face down before everybody
    LAID = "laid"  # a card on the tapis
    TAKEN = "taken"  # a card from it
    FREE = "free"  # the own hand is free again (over the table, or at home)
    MISSED = "missed"  # the own hand came down beside its card, or is held up
    SIGNED = "signed"
    PLAYED = "played"  # a special card, announced
    CHANGED = "changed"  # somebody has other cards than before: swap, theft, a failed announcement, a CONTRE
    STOPPED = "stopped"  # play stands still: an announcement or a CONTRE
    RESUMED = "resumed"
    DUE = "due"  # a deferred power of one's own acts
    PEEKED = "peeked"  # somebody's hand has been looked at: `cards`


@dataclass(frozen=True, slots=True)
class Percept:
    """Something that can be noticed: when, what, who did it, which card (its name on the tapis, and its face)."""

    at_s: float
    what: What
    seat: str | None = None
    name: str | None = None
    face: str | None = None
    other: str | None = None
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """The table as one player can see it, his own cards, and what his own hand is about.

    number: his seat. opponents: by team. room: cards that he may still take into his hand. waiting: his dealt card lies
    face down before him. opened: he has discarded or played in this hand. tapis: names and faces of what lies there
    free. stops: axes that count no more, by seat. boxes: what his team has still to tick, (level, box). theirs: how
    many boxes each other team has still to tick. levels: of the sheet, (1, 2) at level 3. contres: failed CONTREs that
    his team may still have; real: only a real combination confirms one. effects: what is announced and not carried out,
    (card, by, target). offered: what he sees as master of cards. due: his own deferred power acts. must: the attribute
    that his constraint demands, at level 2 of the sheet (None: there are no constraints). beside: what it would demand
    after a +1 or a -1, by these cards; empty without constraints. free: his hand does nothing; over: it is above the
    tapis; reaching: it goes for a card; stuck: it has not come to it. can: would the rules allow this now?
    """

    me: str
    partner: str
    number: int
    opponents: Mapping[int, tuple[str, ...]]
    phase: str
    hand_number: int
    hand: tuple[str, ...]
    room: int
    waiting: bool
    opened: bool
    passed: bool
    tapis: tuple[tuple[str, str], ...]
    stops: Mapping[str, tuple[int, ...]]
    boxes: tuple[tuple[int, str], ...]
    theirs: Mapping[int, int]
    levels: tuple[int, ...]
    contres: int
    real: bool
    effects: tuple[tuple[str, str, str], ...]
    offered: tuple[str, ...]
    due: bool
    must: str | None
    beside: Mapping[str, str]
    free: bool
    over: bool
    reaching: bool
    stuck: bool
    can: Callable[[Deed], bool]

    def must_at(self, level: int) -> str | None:
        """The attribute that a combination has to use to count at that level of the sheet; None for any."""
        return self.must if level > 1 else None
