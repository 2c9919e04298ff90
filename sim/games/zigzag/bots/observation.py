"""What a bot may know of the table when it decides, and what it can notice: plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from sim.games.zigzag.intents import BoxName
from sim.match.intents import Intent


class PerceptKind(StrEnum):
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
    """Something that can be noticed: when, what, who did it, which card (its name on the tapis, and its face).

    other: the target. cards: those of a hand that was looked at.
    """

    at_s: float
    kind: PerceptKind
    seat: str | None = None
    name: str | None = None
    face: str | None = None
    other: str | None = None
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """The table as one player can see it, their own cards, and what their own hand is about.

    number: of the seat. opponents: by team. room: cards that may still be taken into the hand. waiting: the dealt card
    lies face down before the player. opened: the player has discarded or played in this hand. tapis: names and faces of
    what lies there free. stops: axes that count no more, by seat. boxes: what the team has still to tick, (level, box).
    theirs: how many boxes each other team has still to tick. levels: of the sheet, (1, 2) at level 3. contres: failed
    CONTREs that the team may still have; real: only a real combination confirms one. effects: what is announced and not
    carried out, (card, by, target). offered: what the master of cards is shown. due: the player's own deferred power
    acts. must: the attribute that the constraint demands, at level 2 of the sheet (None: there are no constraints).
    beside: what it would demand after a +1 or a -1, by these cards; empty without constraints. free: the hand does
    nothing; over: it is above the tapis; reaching: it goes for a card; stuck: it has not come to it. can: returns True
    if the rules would allow an intent now.
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
    boxes: tuple[tuple[int, BoxName], ...]
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
    can: Callable[[Intent], bool]

    def must_at(self, level: int) -> str | None:
        """Return the attribute that a combination needs to count at that level of the sheet; None for any."""
        return self.must if level > 1 else None
