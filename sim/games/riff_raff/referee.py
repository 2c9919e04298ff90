"""The lines of the referee for Riff Raff.

{"do":"setup","players":["ann","bob","cem"],"captain":"ann"}          2-4 names, clockwise; captain before round 1
                                                                      "equipment" may follow: the pieces of a set and
                                                                      the ship's slots, the box as sold if left out:
 "equipment":{"pieces":{"crate":1,"whale":2},"deck_slots":4,"yards":4}
{"do":"reveal","cards":{"ann":7,"bob":9,"cem":7}}                     all players at once
{"do":"name_captain","captain":"bob"}                                 by the outgoing captain, if highest cards tie
{"do":"arrange","order":["bob","ann","cem"]}                          by the new captain, if others hold equal cards
{"do":"announce","count":2}                                           optional
{"do":"load","piece":"crate","placed":"stays"|"lost"|"caught","lost":[{"piece":"rat","slot":7}],"caught":[...],
 "ship":{"7":["crate"]}}                                              lost, caught and ship may be left out
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from sim.games.riff_raff import rules
from sim.referee.lines import Line, Name, Vocabulary
from sim.rules_frame import FrozenMap


def _one_of(word: str, words: Iterable[str]) -> str:
    """Return the word if it is one of these. Raises the error that pydantic has for a Literal."""
    known = tuple(words)
    if word not in known:
        *most, last = map(repr, known)
        expected = f"{', '.join(most)} or {last}" if most else last
        raise PydanticCustomError("literal_error", "Input should be {expected}", {"expected": expected})
    return word


def _piece(word: str, info: ValidationInfo) -> str:
    return _one_of(word, _equipment(info).pieces)


def _slot(word: str, info: ValidationInfo) -> str:
    return _one_of(word, map(str, _equipment(info).slots))


def _equipment(info: ValidationInfo) -> rules.Equipment:
    found = info.context
    assert isinstance(found, rules.Equipment)
    return found


def _in_force(state: rules.State | None) -> rules.Equipment:
    return rules.STANDARD if state is None else state.equipment


PieceName = Annotated[str, AfterValidator(_piece)]
SlotName = Annotated[str, AfterValidator(_slot)]


class EquipmentEntry(Line):
    pieces: dict[Name, int] = Field(default_factory=lambda: dict(rules.STANDARD.pieces))
    deck_slots: int = rules.STANDARD.deck_slots
    yards: int = rules.STANDARD.yards

    def action(self) -> rules.Equipment:
        return rules.Equipment(FrozenMap(self.pieces), self.deck_slots, self.yards)


class SetupLine(Line):
    players: list[Name]
    captain: str
    equipment: EquipmentEntry = Field(default_factory=EquipmentEntry)

    def action(self) -> rules.Setup:
        return rules.Setup(tuple(self.players), self.captain, self.equipment.action())


class RevealLine(Line):
    cards: dict[str, int]

    def action(self) -> rules.Reveal:
        return rules.Reveal(self.cards)


class NameCaptainLine(Line):
    captain: str

    def action(self) -> rules.NameCaptain:
        return rules.NameCaptain(self.captain)


class ArrangeLine(Line):
    order: list[str]

    def action(self) -> rules.Arrange:
        return rules.Arrange(tuple(self.order))


class AnnounceLine(Line):
    count: int

    def action(self) -> rules.Announce:
        return rules.Announce(self.count)


class FallenEntry(Line):
    piece: PieceName
    slot: int

    def action(self) -> rules.Fallen:
        return rules.Fallen(self.piece, self.slot)


class LoadLine(Line):
    piece: PieceName
    placed: Literal["stays", "lost", "caught"]
    lost: list[FallenEntry] = Field(default_factory=list)
    caught: list[FallenEntry] = Field(default_factory=list)
    ship: dict[SlotName, list[PieceName]] | None = None

    @field_validator("ship", mode="before")
    @classmethod
    def _left_out_or_given(cls, value: Any) -> Any:
        # The key may be left out, but null is no layout; returning a value that is no object makes pydantic say so.
        return () if value is None else value

    def action(self) -> rules.Load:
        ship = self.ship
        return rules.Load(
            piece=self.piece,
            placed=rules.Fate(self.placed),
            lost=tuple(entry.action() for entry in self.lost),
            caught=tuple(entry.action() for entry in self.caught),
            ship=None if ship is None else {int(slot): tuple(ship[slot]) for slot in ship},
        )


VOCABULARY: Vocabulary[rules.State, rules.Action] = Vocabulary(
    lines={
        "setup": SetupLine,
        "reveal": RevealLine,
        "name_captain": NameCaptainLine,
        "arrange": ArrangeLine,
        "announce": AnnounceLine,
        "load": LoadLine,
    },
    apply=rules.apply,
    to_json=rules.to_json,
    in_force=_in_force,
)
