"""The lines of the referee for Riff Raff.

{"do":"setup","players":["ann","bob","cem"],"captain":"ann"}          2-4 names, clockwise; captain before round 1
{"do":"reveal","cards":{"ann":7,"bob":9,"cem":7}}                     all players at once
{"do":"name_captain","captain":"bob"}                                 by the outgoing captain, if highest cards tie
{"do":"arrange","order":["bob","ann","cem"]}                          by the new captain, if others hold equal cards
{"do":"announce","count":2}                                           optional
{"do":"load","piece":"crate","placed":"stays"|"lost"|"caught","lost":[{"piece":"rat","slot":7}],"caught":[...],
 "ship":{"7":["crate"]}}                                              lost, caught and ship may be left out
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, field_validator

from sim.games.riff_raff import rules
from sim.referee.lines import Line, Name, Vocabulary

PieceName = Literal["boat", "barrel", "bottle", "crate", "sailor", "plank", "rat", "chest"]
SlotName = Literal["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]


class SetupLine(Line):
    players: list[Name]
    captain: str

    def action(self) -> rules.Setup:
        return rules.Setup(tuple(self.players), self.captain)


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
        return rules.Fallen(rules.Piece(self.piece), self.slot)


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
            piece=rules.Piece(self.piece),
            placed=rules.Fate(self.placed),
            lost=tuple(entry.action() for entry in self.lost),
            caught=tuple(entry.action() for entry in self.caught),
            ship=None if ship is None else {int(slot): tuple(map(rules.Piece, ship[slot])) for slot in ship},
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
)
