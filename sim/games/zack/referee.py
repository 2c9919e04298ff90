"""The lines of Zack!, in the order in which the cards lie in the bowl, lowest first.

{"do":"setup","seats":["anita","bernd","corinna"],"colours":{"anita":"red","bernd":"blue","corinna":"green"},
 "hands":{"anita":["R","circle:blue"], ...},"first":"anita","edition":"amigo"|"french","stop_cards":false}
{"do":"throw","player":"anita"}                                       her top card lands in the bowl
{"do":"miss","player":"anita"}                                        it lands beside; she still holds it. Without cards
                                                                      in hand it is her own colour card
{"do":"miss","player":"anita","card":"player"}                        her own colour card does, whatever she holds
{"do":"challenge","player":"corinna","target":"blue","reason":"slow"|"out_of_turn"}         lands in the bowl
{"do":"challenge_miss","player":"corinna","target":"blue","reason":"slow"|"out_of_turn"}    lands beside
{"do":"player_card","player":"anita"}                                 her own colour card lands in the bowl
{"do":"choose","colour":"red"}                                        after a choose card, by its thrower
{"do":"resume"}                                                       ends a stop (after a challenge or a stop card)
"""

from __future__ import annotations

from typing import Literal

from sim.games.zack import rules
from sim.referee.lines import Line, Name, Vocabulary

ColourName = Literal["red", "blue", "green", "yellow", "orange", "violet"]
CardName = Literal[
    "circle:red", "circle:blue", "circle:green", "circle:yellow", "circle:orange", "circle:violet",
    "R", "2R", "L", "2L", "again", "back", "choose", "swap", "mirror",
]  # fmt: skip
ReasonName = Literal["slow", "out_of_turn"]


class SetupLine(Line):
    seats: list[Name]
    colours: dict[str, ColourName]
    hands: dict[str, list[CardName]]
    first: str
    edition: Literal["amigo", "french"]
    stop_cards: bool

    def action(self) -> rules.Setup:
        return rules.Setup(
            seats=tuple(self.seats),
            colours={seat: rules.Colour(colour) for seat, colour in self.colours.items()},
            hands={seat: tuple(map(rules.Card, cards)) for seat, cards in self.hands.items()},
            first=self.first,
            edition=rules.Edition(self.edition),
            stop_cards=self.stop_cards,
        )


class ThrowLine(Line):
    player: str

    def action(self) -> rules.Throw:
        return rules.Throw(self.player)


class MissLine(Line):
    player: str
    card: Literal["player"] | None = None

    def action(self) -> rules.Miss:
        return rules.Miss(self.player, own_card=self.card is not None)


class ChallengeLine(Line):
    player: str
    target: ColourName
    reason: ReasonName

    def action(self) -> rules.Challenge | rules.ChallengeMiss:
        return rules.Challenge(self.player, rules.Colour(self.target), rules.Reason(self.reason))


class ChallengeMissLine(ChallengeLine):
    def action(self) -> rules.ChallengeMiss:
        return rules.ChallengeMiss(self.player, rules.Colour(self.target), rules.Reason(self.reason))


class PlayerCardLine(Line):
    player: str

    def action(self) -> rules.PlayerCard:
        return rules.PlayerCard(self.player)


class ChooseLine(Line):
    colour: ColourName

    def action(self) -> rules.Choose:
        return rules.Choose(rules.Colour(self.colour))


class ResumeLine(Line):
    def action(self) -> rules.Resume:
        return rules.Resume()


VOCABULARY: Vocabulary[rules.State, rules.Action] = Vocabulary(
    lines={
        "setup": SetupLine,
        "throw": ThrowLine,
        "miss": MissLine,
        "challenge": ChallengeLine,
        "challenge_miss": ChallengeMissLine,
        "player_card": PlayerCardLine,
        "choose": ChooseLine,
        "resume": ResumeLine,
    },
    apply=rules.apply,
    to_json=rules.to_json,
)
