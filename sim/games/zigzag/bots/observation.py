"""What a bot may know of the table when it decides, and what it can notice: plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from sim.games.zigzag.intents import BoxName
from sim.match.intents import Intent


class PerceptKind(StrEnum):
    """The kind of an event that can be noticed."""

    NEW_SET = "new_set"
    NEW_HAND = "new_hand"  # a card lies face down before every player
    LAID = "laid"  # a card on the tapis
    TAKEN = "taken"  # a card from it
    FREE = "free"  # the player's own hand is free again (over the table, or at home)
    MISSED = "missed"  # the player's own hand came down beside its card, or is held up
    SIGNED = "signed"
    PLAYED = "played"  # a special card, announced
    CHANGED = "changed"  # a player has other cards than before: swap, theft, a failed announcement, a CONTRE
    STOPPED = "stopped"  # play stands still: an announcement or a CONTRE
    RESUMED = "resumed"
    DUE = "due"  # a deferred power of the player acts
    PEEKED = "peeked"  # a player's hand has been looked at: `cards`


@dataclass(frozen=True, slots=True)
class Percept:
    """An event that can be noticed: when, what, who did it, which card (its name on the tapis, and its face).

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
    """The table as one player can see it, their own cards, and the state of their own hand.

    number: of the seat. opponents: by team. room: cards that may still be taken into the hand. waiting: the dealt card
    lies face down before the player. opened: the player has discarded or played in this hand. passed: the player wants
    no more cards of the tapis. tapis: names and faces of the cards that lie there free. stops: axes that do not count
    any more, by seat. boxes: those that the team has still to tick, (level, box). theirs: the number of boxes that each
    other team has still to tick. levels: of the sheet, (1, 2) at level 3. contres: failed CONTREs that the team may
    still have; real: only a real combination confirms one. effects: powers announced and not carried out, (card, by,
    target). offered: the cards that the master of cards is shown. due: the player's own deferred power acts. must: the
    attribute that the constraint demands, at level 2 of the sheet (None: there are no constraints). beside: the
    attribute that it would demand after a +1 or a -1, by these cards; empty without constraints. free: the hand does
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
