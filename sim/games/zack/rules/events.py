"""The events that the rules of Zack! make of what happens.

Events, in the order in which one action can bring them about:

| event | fields | when |
|---|---|---|
| game_started | seats, colours {seat: colour}, cards {seat: n}, edition | the setup was accepted |
| card_landed | player, card, wrong, function | a Zack card counts; `function`: the card that it acts as, or null |
| card_missed | player, card | a Zack or player card landed beside the bowl; its thrower still has it |
| card_returned | player, card | the game is stopped: the card goes back under its player's pile |
| player_card_landed | player, card, wrong | the player's own colour card lies in the bowl, wrongly or to win |
| player_card_returned | player, card | the player's own colour card comes back |
| challenge_missed | by, against, reason | a challenge card landed beside the bowl |
| challenge_returned | by, against, why | without effect: `why` is due (the challenger was) or stopped (not the first) |
| challenge | success, by, against, taker, cards, continues | judged; `taker` (or null) takes `cards` Zack cards |
| game_stopped | cause | by a challenge or a stop_card: what lands from now on is returned |
| colours_swapped | colours {seat: colour} | everyone has the colour of their right neighbour now |
| hands_swapped | cards {seat: n}, challenges {seat: [colours]} | French edition: hands and challenge cards went left |
| mirror_turned | mirrored | is right now left? |
| due | player, choose | who has to act next; `choose` if it is to name a colour |
| colour_chosen | player, colour, due | the colour named, and who has it |
| game_resumed | due | the stop is over |
| game_over | winner, ending | `ending` is player_card |
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.games.zack.rules.vocabulary import Card, Colour, Edition, Ending, OwnCard, Reason, Stop
from sim.rules_frame import Event, FrozenMap


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    seats: tuple[str, ...]
    colours: FrozenMap[str, Colour]
    cards: FrozenMap[str, int]
    edition: Edition


@dataclass(frozen=True, slots=True)
class CardLanded(Event):
    player: str
    card: Card
    wrong: bool
    function: Card | None


@dataclass(frozen=True, slots=True)
class CardMissed(Event):
    player: str
    card: Card | OwnCard


@dataclass(frozen=True, slots=True)
class CardReturned(Event):
    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class PlayerCardLanded(Event):
    player: str
    card: OwnCard
    wrong: bool


@dataclass(frozen=True, slots=True)
class PlayerCardReturned(Event):
    player: str
    card: OwnCard


@dataclass(frozen=True, slots=True)
class ChallengeMissed(Event):
    by: str
    against: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class ChallengeReturned(Event):
    by: str
    against: str
    why: str


@dataclass(frozen=True, slots=True)
class Challenge(Event):
    success: bool
    by: str
    against: str
    taker: str | None
    cards: int
    continues: str


@dataclass(frozen=True, slots=True)
class GameStopped(Event):
    cause: Stop


@dataclass(frozen=True, slots=True)
class ColoursSwapped(Event):
    colours: FrozenMap[str, Colour]


@dataclass(frozen=True, slots=True)
class HandsSwapped(Event):
    cards: FrozenMap[str, int]
    challenges: FrozenMap[str, tuple[Colour, ...]]


@dataclass(frozen=True, slots=True)
class MirrorTurned(Event):
    mirrored: bool


@dataclass(frozen=True, slots=True)
class Due(Event):
    player: str
    choose: bool


@dataclass(frozen=True, slots=True)
class ColourChosen(Event):
    player: str
    colour: Colour
    due: str


@dataclass(frozen=True, slots=True)
class GameResumed(Event):
    due: str


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    winner: str
    ending: Ending
