"""The events that the rules of ZIGZAG make of what happens. Teams are numbers from 0; cards are by name.

| event | fields | when |
|---|---|---|
| game_started | seats, teams, level, variant, cards | the setup was accepted; `cards`: how many |
| signs_agreed | team, zig, zag | between two sets |
| set_started | set, number | cards are dealt; `number`: of the constraints, or null |
| card_drawn | player, card | from the pile into the hand |
| card_dealt | player, card | face down before the player |
| card_offered | player, card | shown to the master of cards |
| card_opened | card | from the pile onto the tapis (10 seconds) |
| pile_exhausted | cards | as many cards cannot be drawn: neither pile nor Poubelle has any |
| pile_shuffled | cards | the Poubelle is the new pile |
| hand_started | set, hand | everybody may act |
| card_discarded | player, card | onto the tapis |
| card_picked_up | player, card | their face-down card |
| card_taken | player, card | from the tapis |
| passed | player | they do not want to exchange any more |
| sign_made | player, sign, means | `means`: zig, zag, or null if their team has agreed on no such sign |
| stop_placed | player, target, card | |
| stop_removed | player, target, card | by a Z |
| constraint_shifted | player, card, number | their number now |
| power_announced | player, card, target | steal, swap or peek: it can be cancelled until it is carried out |
| power_laid | player, card | a deferred power, face down |
| power_cancelled | player, by, target, card | by a Z of `player` |
| power_wasted | player, card | it contradicts an earlier one, or finds nothing: to the Poubelle |
| card_stolen | player, target, card | |
| hands_exchanged | player, target | |
| hand_seen | player, target, cards | only for the eyes of `player` |
| cards_assigned | player, cards {seat: card} | by the master of cards |
| time_up | player | of their ten seconds |
| hand_ended | hand, cause, cards | `cause`: empty (tapis) or passed (everybody); cards go to the Poubelle |
| announced | player, call | |
| announcement_judged | success, player, team, call, hands, levels | `levels` at which it is right |
| box_ticked | team, level, box | |
| contre_called | player, team | |
| cards_shown | player, cards, proof | `proof`: true if they have nothing in common |
| contre_judged | success, player, team, failed | `failed`: CONTREs that the caller's team has lost so far |
| hand_changed | player, cards | all cards go to the Poubelle, new ones are drawn |
| set_ended | set, team | the team's announcement was right |
| constraints_passed | constraints {seat: [characteristics]} | everyone has their right neighbour's card now |
| game_over | winners, team, ending | `ending` is sheet |
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.games.zigzag.rules.cards import Card, Trait
from sim.games.zigzag.rules.vocabulary import Box, Call, Ending, Variant
from sim.rules_frame import Event, FrozenMap


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    seats: tuple[str, ...]
    teams: tuple[tuple[str, ...], ...]
    level: int
    variant: Variant
    cards: int


@dataclass(frozen=True, slots=True)
class SignsAgreed(Event):
    team: int
    zig: str
    zag: str


@dataclass(frozen=True, slots=True)
class SetStarted(Event):
    set: int
    number: int | None


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class CardDealt(Event):
    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class CardOffered(Event):
    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class CardOpened(Event):
    card: Card


@dataclass(frozen=True, slots=True)
class PileExhausted(Event):
    cards: int


@dataclass(frozen=True, slots=True)
class PileShuffled(Event):
    cards: int


@dataclass(frozen=True, slots=True)
class HandStarted(Event):
    set: int
    hand: int


@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class CardPickedUp(Event):
    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class Passed(Event):
    player: str


@dataclass(frozen=True, slots=True)
class SignMade(Event):
    player: str
    sign: str
    means: Call | None


@dataclass(frozen=True, slots=True)
class StopPlaced(Event):
    player: str
    target: str
    card: Card


@dataclass(frozen=True, slots=True)
class StopRemoved(Event):
    player: str
    target: str
    card: Card


@dataclass(frozen=True, slots=True)
class ConstraintShifted(Event):
    player: str
    card: Card
    number: int | None


@dataclass(frozen=True, slots=True)
class PowerAnnounced(Event):
    player: str
    card: Card
    target: str


@dataclass(frozen=True, slots=True)
class PowerLaid(Event):
    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class PowerCancelled(Event):
    player: str
    by: str
    target: str
    card: Card


@dataclass(frozen=True, slots=True)
class PowerWasted(Event):
    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class CardStolen(Event):
    player: str
    target: str
    card: Card


@dataclass(frozen=True, slots=True)
class HandsExchanged(Event):
    player: str
    target: str


@dataclass(frozen=True, slots=True)
class HandSeen(Event):
    player: str
    target: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsAssigned(Event):
    player: str
    cards: FrozenMap[str, Card]


@dataclass(frozen=True, slots=True)
class TimeUp(Event):
    player: str


@dataclass(frozen=True, slots=True)
class HandEnded(Event):
    hand: int
    cause: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Announced(Event):
    player: str
    call: Call


@dataclass(frozen=True, slots=True)
class AnnouncementJudged(Event):
    success: bool
    player: str
    team: int
    call: Call
    hands: FrozenMap[str, tuple[Card, ...]]
    levels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoxTicked(Event):
    team: int
    level: int
    box: Box


@dataclass(frozen=True, slots=True)
class ContreCalled(Event):
    player: str
    team: int


@dataclass(frozen=True, slots=True)
class CardsShown(Event):
    player: str
    cards: tuple[Card, ...]
    proof: bool


@dataclass(frozen=True, slots=True)
class ContreJudged(Event):
    success: bool
    player: str
    team: int
    failed: int


@dataclass(frozen=True, slots=True)
class HandChanged(Event):
    player: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SetEnded(Event):
    set: int
    team: int


@dataclass(frozen=True, slots=True)
class ConstraintsPassed(Event):
    constraints: FrozenMap[str, tuple[Trait, ...]]


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    winners: tuple[str, ...]
    team: int
    ending: Ending
