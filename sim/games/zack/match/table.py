"""A table of Zack! while people play: the state that hands, rulings, legality and frames share."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sim.games.zack import rules
from sim.games.zack.bots.planning import Pace
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.bowl_table import BowlTable
from sim.games.zack.match.frame import FrameEvent, GameBegan, TableStage, Verdict
from sim.games.zack.match.hands import HandTrack, side_of, tracks
from sim.games.zack.match.intents import AnyThrow
from sim.games.zack.match.rule_adapter import PLAYER_CARD, THROW, state_after
from sim.match.tempo import EXPERT, Tempo
from sim.people.skill import Skill
from sim.rules_frame import Event, FrozenMap
from sim.seat import Seat
from sim.seeds import Noise

_EVENTS = 16  # no two frames of a playback have as many between them


@dataclass(slots=True)
class ZackTable:
    """All that lies, moves or counts at a table.

    Attributes:
        sides: of the plane at which each player sits, -1 left or 1 right.
        hands: each player's throwing hand.
        state: the position of the game under way, as ruled.
        bowl: the cards of that game in the plane.
        verdict: the last challenge that was judged, while the stop lasts.
        games: begun so far. game_began_s: when play of the last one began.
        due_since_s: when the player became due who is due now.
        in_sight: the newest card whose face shows and that is not ruled yet, and whom it makes due.
        stopped_s: when play stopped last, or a colour was named.
        halted: True while nobody throws, since play has stopped or is about to.
        judged: True once those at the table know who ends the stop.
        waiting: throws of hands whose last card has not been ruled.
        stops: of the match so far. throws, misses, challenges: cards ruled so far. unsettled: cards that did not come
            to rest.
        events: the latest, for frames.
        tempo: at which bots play. learner: the person who set it, None at the expert's.
        rightful: who was due when a card was thrown out of turn, by the card's name.
    """

    configuration: ZackConfiguration
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    sides: Mapping[str, int]
    hands: dict[str, HandTrack]
    series: rules.Series
    state: rules.State = field(init=False)
    bowl: BowlTable = field(init=False)
    stage: TableStage = TableStage.DEALING
    verdict: Verdict | None = None
    games: int = 0
    game_began_s: float = 0.0
    due_since_s: float = 0.0
    stopped_s: float = 0.0
    in_sight: tuple[str, str] | None = None
    halted: bool = True
    judged: bool = False
    waiting: list[AnyThrow] = field(default_factory=list)
    stops: int = 0
    throws: int = 0
    misses: int = 0
    challenges: int = 0
    unsettled: int = 0
    events: deque[FrameEvent] = field(default_factory=lambda: deque(maxlen=_EVENTS))
    tempo: Tempo = EXPERT
    learner: str | None = None
    rightful: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, configuration: ZackConfiguration, seats: tuple[Seat, ...]) -> ZackTable:
        """Return the table of these players before their first game."""
        measures, names = configuration.table, tuple(seat.name for seat in seats)
        sides = {name: side_of(number, len(names)) for number, name in enumerate(names)}
        hands = tracks(sides, measures.seat_distance_mm, measures.hand_height_mm)
        return cls(configuration, seats, names, sides, hands, rules.start_series(names, needed=measures.wins))

    def deal(self, noise: Noise, now_s: float) -> tuple[rules.Setup, tuple[Event, ...]]:
        """Clear the table and deal the next game. Return its setup and the events of the rules."""
        self.games += 1
        setup = shuffled(self.configuration, self.names, self.series.first, noise, self.games)
        self.state, found = rules.apply(None, setup)
        self.bowl = BowlTable(self.configuration.setup, self.games)
        self.stage, self.verdict, self.in_sight = TableStage.DEALING, None, None
        self.due_since_s = self.game_began_s = now_s
        self.waiting = []
        self.events.append(GameBegan(now_s, self.games))
        self.halted, self.judged = True, False
        for seat in self.seats:
            if seat.is_person:
                self.hands[seat.name].withdraw()
        return setup, found

    def shuffle_unseen(self, noise: Noise) -> None:
        """Put the cards of every pile into another order, but for one that a hand has taken up or that flies."""
        piles = {}
        for name, pile in self.state.piles.items():
            kept = int(bool(self.bowl.flying(name) or self.hands[name].doing))
            order = noise.rng("pile", name, self.games).permutation(len(pile) - kept) if len(pile) > kept else ()
            piles[name] = (*pile[:kept], *(pile[kept + int(n)] for n in order))
        self.state = replace(self.state, piles=FrozenMap(piles))

    @property
    def between_games(self) -> bool:
        """True while cards are dealt, and after the match."""
        return self.stage in (TableStage.DEALING, TableStage.OVER)

    @property
    def due(self) -> str | None:
        """The player due by what can be seen: a card in the air counts before it is ruled."""
        return self.state.due if self.in_sight is None or self.state.stopped else self.in_sight[1]

    @property
    def pace(self) -> Pace:
        """The time that bots leave the person who learns the game."""
        return Pace(self.tempo, None if self.learner is None else self.seat(self.learner))

    def due_instead(self, of: str) -> str | None:
        """Return who was due when this player last threw a Zack card out of turn; None where they did not.

        Cards count that have landed since the last ruling, or still fly.
        """
        state, bowl = self.state, self.bowl
        wrong = [entry.name for entry in bowl.lies if entry.wrong and entry.by == of]
        found = self.rightful.get(wrong[-1]) if wrong else None
        flights = {flight.name: flight for flight in (*bowl.unruled(), *bowl.flights.values())}
        for flight in flights.values():
            if flight.kind == THROW and not state.stopped:
                if flight.by == of != state.due:
                    found = state.due
                state = state_after(state, [flight.action(in_bowl=True)])
        return found

    def out_of_sight(self, name: str) -> None:
        """Stop counting a card in the air: it has been ruled, or will not be thrown."""
        if self.in_sight is not None and self.in_sight[0] == name:
            self.in_sight = None

    def seat(self, name: str | None) -> int:
        """Return the number of a player's seat. Raises ValueError for an unknown name."""
        assert name is not None
        return self.names.index(name)

    def colour_of(self, seat: int) -> rules.Colour:
        return self.state.colours[self.names[seat]]

    def skill_of(self, name: str) -> Skill:
        """Return the skill that is assumed of a player's hands where they are not measured."""
        return self.configuration.skills[self.seats[self.seat(name)].profile]

    def cards_left(self) -> list[int]:
        """Return the number of Zack cards in each hand, without those in the air."""
        flights = [flight.by for flight in self.bowl.flights.values() if flight.kind == THROW]
        return [count - flights.count(name) for name, count in self.state.hands.items()]

    def holds(self, by: str, kind: str, target: rules.Colour | None = None) -> bool:
        """Return True if a player still holds a card of this kind; of a challenge card, against that colour."""
        if kind == THROW:
            return self.cards_left()[self.seat(by)] > 0
        flying = self.bowl.flying(by, kind)
        if kind == PLAYER_CARD:
            return not flying and self.state.may_lay_out(by)
        return target in self.state.challenges[by] and all(flight.target is not target for flight in flying)

    def face_of(self, by: str, kind: str, target: rules.Colour | None) -> str | None:
        """Return the face of the card that this player would throw now; None where there is none."""
        if kind == THROW:
            pile = self.state.piles[by]
            return pile[0].value if pile else None
        if kind == PLAYER_CARD:
            return str(rules.OwnCard.of(self.state.colours[by]).value)
        return f"challenge:{target}"


def shuffled(
    configuration: ZackConfiguration, names: tuple[str, ...], first: str, noise: Noise, game: int
) -> rules.Setup:
    """Return the setup of a game: colours in the order of the seats, the configuration's deck shuffled by the noise."""
    table, deck = configuration.table, configuration.deck
    colours = {name: rules.Colour(deck.colours[number]) for number, name in enumerate(names)}
    cards = deck.cards(colours.values(), table.stop_cards, table.again_and_back)
    order = noise.rng("shuffle", game).permutation(len(cards))
    hands = rules.deal([rules.Card(cards[int(place)]) for place in order], names).hands
    return table.setup(names, colours, hands, first)
