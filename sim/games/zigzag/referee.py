"""The lines of ZIGZAG, in the order in which things happen: docs/referee-zigzag.md has them all with their rules.

{"do":"setup","seats":["ann","bob","cem","dora"],"deck":["water.blue.none", ...],"level":1}    and options, see there
{"do":"signs","team":0,"zig":"ear","zag":"nose"}                  {"do":"deal","pile":[...],"number":7}
{"do":"next_hand"}                                                {"do":"discard","player":"ann","card":"joker"}
{"do":"pick_up","player":"ann"}                                   {"do":"take","player":"ann","card":"joker"}
{"do":"draw","player":"ann"}                                      {"do":"pass","player":"ann"}
{"do":"play","player":"ann","card":"steal","target":"bob"}        {"do":"sign","player":"ann","sign":"ear"}
{"do":"cancel","player":"bob","target":"bob","card":"steal"}      {"do":"resolve","card":"joker"}
{"do":"assign","player":"ann","cards":{"bob":"joker", ...}}       {"do":"look","player":"ann","target":"bob"}
{"do":"time_up"}                                                  {"do":"shuffle","pile":[...]}
{"do":"announce","player":"ann","call":"double_zig"}              {"do":"verify"}
{"do":"tick","player":"ann","level":1,"box":"zag"}                {"do":"contre","player":"bob","team":0}
{"do":"show","player":"ann","cards":["joker","z"]}
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from sim.games.zigzag import rules
from sim.referee.lines import Line, Name, Vocabulary

CARDS = frozenset(card.value for card in rules.Card)
TRAITS = frozenset(trait.value for trait in rules.Trait)


def _card(value: Any) -> Any:
    if isinstance(value, str) and value not in CARDS:
        raise PydanticCustomError("card", "it is the name of no card")
    return value


def _trait(value: Any) -> Any:
    if isinstance(value, str) and value not in TRAITS:
        raise PydanticCustomError("trait", "it is the name of no characteristic")
    return value


def _left_out_or_given(value: Any) -> Any:
    # A key may be left out, but null is no value; returning what no text and no number is makes pydantic say so.
    return () if value is None else value


CardName = Annotated[str, BeforeValidator(_card)]
TraitName = Annotated[str, BeforeValidator(_trait)]


class SetupLine(Line):
    seats: list[Name]
    deck: list[CardName]
    level: int
    constraints: dict[str, list[TraitName]] = Field(default_factory=dict)
    variant: Literal["teams", "two", "three"] = "teams"
    strict: bool = False
    contre_test: Literal["shown", "true"] = "shown"
    contre_limit: int = rules.CONTRES

    def action(self) -> rules.Setup:
        return rules.Setup(
            seats=tuple(self.seats),
            deck=tuple(map(rules.Card, self.deck)),
            level=self.level,
            constraints={seat: tuple(map(rules.Trait, card)) for seat, card in self.constraints.items()},
            variant=rules.Variant(self.variant),
            strict=self.strict,
            contre_test=rules.ContreTest(self.contre_test),
            contre_limit=self.contre_limit,
        )


class SignsLine(Line):
    team: int
    zig: str
    zag: str

    def action(self) -> rules.AgreeSigns:
        return rules.AgreeSigns(self.team, self.zig, self.zag)


class DealLine(Line):
    pile: list[CardName]
    number: Annotated[int | None, BeforeValidator(_left_out_or_given)] = None

    def action(self) -> rules.Deal:
        return rules.Deal(tuple(map(rules.Card, self.pile)), self.number)


class NextHandLine(Line):
    def action(self) -> rules.NextHand:
        return rules.NextHand()


class PlayerLine(Line):
    player: str


class PlayerCardLine(PlayerLine):
    card: CardName


class DiscardLine(PlayerCardLine):
    def action(self) -> rules.Discard:
        return rules.Discard(self.player, rules.Card(self.card))


class PickUpLine(PlayerLine):
    def action(self) -> rules.PickUp:
        return rules.PickUp(self.player)


class TakeLine(PlayerCardLine):
    def action(self) -> rules.Take:
        return rules.Take(self.player, rules.Card(self.card))


class DrawLine(PlayerLine):
    def action(self) -> rules.Draw:
        return rules.Draw(self.player)


class PassLine(PlayerLine):
    def action(self) -> rules.Pass:
        return rules.Pass(self.player)


class SignLine(PlayerLine):
    sign: str

    def action(self) -> rules.Sign:
        return rules.Sign(self.player, self.sign)


class PlayLine(PlayerCardLine):
    target: Annotated[str | None, BeforeValidator(_left_out_or_given)] = None

    def action(self) -> rules.Play:
        return rules.Play(self.player, rules.Card(self.card), self.target)


class CancelLine(PlayerCardLine):
    target: str

    def action(self) -> rules.Cancel:
        return rules.Cancel(self.player, self.target, rules.Card(self.card))


class ResolveLine(Line):
    card: Annotated[CardName | None, BeforeValidator(_left_out_or_given)] = None

    def action(self) -> rules.Resolve:
        return rules.Resolve(None if self.card is None else rules.Card(self.card))


class LookLine(PlayerLine):
    target: str

    def action(self) -> rules.Look:
        return rules.Look(self.player, self.target)


class AssignLine(PlayerLine):
    cards: dict[str, CardName]

    def action(self) -> rules.Assign:
        return rules.Assign(self.player, {seat: rules.Card(card) for seat, card in self.cards.items()})


class TimeUpLine(Line):
    def action(self) -> rules.TimeUp:
        return rules.TimeUp()


class ShuffleLine(Line):
    pile: list[CardName]

    def action(self) -> rules.Shuffle:
        return rules.Shuffle(tuple(map(rules.Card, self.pile)))


class AnnounceLine(PlayerLine):
    call: Literal["zig", "zag", "double_zig", "zig_zag", "double_zag"]

    def action(self) -> rules.Announce:
        return rules.Announce(self.player, rules.Call(self.call))


class VerifyLine(Line):
    def action(self) -> rules.Verify:
        return rules.Verify()


class TickLine(PlayerLine):
    level: int
    box: Literal["zig", "zag", "double_zig", "zig_zag"]

    def action(self) -> rules.Tick:
        return rules.Tick(self.player, self.level, rules.Box(self.box))


class ContreLine(PlayerLine):
    team: int

    def action(self) -> rules.Contre:
        return rules.Contre(self.player, self.team)


class ShowLine(PlayerLine):
    cards: list[CardName]

    def action(self) -> rules.Show:
        return rules.Show(self.player, tuple(map(rules.Card, self.cards)))


VOCABULARY: Vocabulary[rules.State, rules.Action] = Vocabulary(
    lines={
        "setup": SetupLine,
        "signs": SignsLine,
        "deal": DealLine,
        "next_hand": NextHandLine,
        "discard": DiscardLine,
        "pick_up": PickUpLine,
        "take": TakeLine,
        "draw": DrawLine,
        "pass": PassLine,
        "sign": SignLine,
        "play": PlayLine,
        "cancel": CancelLine,
        "resolve": ResolveLine,
        "look": LookLine,
        "assign": AssignLine,
        "time_up": TimeUpLine,
        "shuffle": ShuffleLine,
        "announce": AnnounceLine,
        "verify": VerifyLine,
        "tick": TickLine,
        "contre": ContreLine,
        "show": ShowLine,
    },
    apply=rules.apply,
    to_json=rules.to_json,
)
