"""One match of Zack!: a bowl's world x the rules engine x people, in continuous simulated time.

Everybody acts at once: a hand begins, a card shows its face, it lands, it comes to rest, and only then is it ruled, in
the order in which the cards lie ("the bowl is always right"). People do not wait for rulings: they read cards in the
air. A match is a series of games to so many wins.
"""

from __future__ import annotations

from collections.abc import Callable

from sim.games.zack import rules
from sim.games.zack.bots.percepts import Landed, Missed, Resumed, Ruled, Stopped
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.bot_driver import BotDriver, People, side_of
from sim.games.zack.match.bowl_table import BowlTable
from sim.games.zack.match.dealing import dealt
from sim.games.zack.match.frame import StaticScene, TableStage, Verdict, ZackFrame
from sim.games.zack.match.frame_builder import draw_frame
from sim.games.zack.match.hand_actions import Deeds
from sim.games.zack.match.hand_log_entries import MIDDLE_MM
from sim.games.zack.match.hands import tracks
from sim.games.zack.match.legality import check, reason_for
from sim.games.zack.match.mouse_hand import MouseHand
from sim.games.zack.match.persons import MixedTable, lag_ticks, the_person
from sim.games.zack.match.reaction_log import Eyes
from sim.games.zack.match.rule_adapter import (
    CHALLENGE,
    THROW,
    Flight,
    card_face,
    foreseen,
    own_card_face,
    referee_line,
    turn_of,
)
from sim.games.zack.match.text import does, headline
from sim.games.zack.rules import events
from sim.match.human_input import Inbox
from sim.people.skill import Skill
from sim.physics.bowl.throwing import aimed_throw
from sim.physics.bowl.world import BowlWorld
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line
from sim.rules_frame import Event, IllegalAction, spell
from sim.seat import Seat

TAKE_S = 0.6
"""Cards that go back to somebody are taken out of the bowl this long after the ruling (assumed)."""


class ZackMatch(Deeds):
    """A match under way.

    person: who of those at the table is one, if anybody. hand: that person's hand at the mouse. waits_for: whom play
    stands still for. note_hand: is told a line of the hand log for every movement of that hand. longest_step_s: no
    frame may take more match time than this, so that bots are told of nothing that was not drawn (persons.py).
    """

    game = "zack"
    title = "Zack!"
    older_misses: frozenset[str] = frozenset()
    """Names of cards that the rules are told nothing of when they miss: of records from before this could be."""
    hand: MouseHand
    longest_step_s: float

    def __init__(
        self,
        configuration: ZackConfiguration,
        seats: tuple[Seat, ...],
        seed: int,
        tell: Callable[[Line], None] | None = None,
        people: People | None = None,
        inbox: Inbox | None = None,
    ) -> None:
        super().__init__(seats, seed, tell)
        self.configuration = configuration
        self.names = tuple(seat.name for seat in seats)
        table = configuration.table
        self.series = rules.start_series(self.names, needed=table.wins)
        self.sides = {name: side_of(number, len(seats)) for number, name in enumerate(self.names)}
        self.static_scene = StaticScene(
            configuration.setup,
            self.names,
            self.sides,
            table.seat_distance_mm,
            table.hand_height_mm,
            table.edition,
            table.stop_cards,
            table.wins,
        )
        self.hands = tracks(self.sides, table.seat_distance_mm, table.hand_height_mm)
        self.inbox = inbox or Inbox()
        self.note_hand: Callable[[Line], None] = lambda _line: None
        # A replay has no live persons: whatever was done is on record.
        self.person = the_person(seats) if people is None else None
        self.people: People = people or self._people(configuration, seats, seed)
        self.judged = False
        self.throws = self.misses = self.challenges = self.unsettled = 0
        self.games = 0
        self.table_stage = TableStage.DEALING
        self._new_game()

    def _people(self, configuration: ZackConfiguration, seats: tuple[Seat, ...], seed: int) -> People:
        minds = BotDriver(configuration, seats, seed, self._colour_of)
        if self.person is None:
            return minds
        lag = lag_ticks(configuration)
        self.longest_step_s = lag / TICK_HZ
        eyes = Eyes(self.names.index(self.person), len(seats), lag / TICK_HZ)
        self.hand = MouseHand(self, self.person, self.sides[self.person], eyes)
        for track in self.hands.values():
            # What bots mean when they throw: found now, because it takes longer than a frame has.
            aimed_throw(configuration.setup, track.release_x, track.release_y, MIDDLE_MM)
        return MixedTable(minds, eyes, self.inbox, lag)

    # ------------------------------------------------------------------------------------------ persons

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The person who ends the stop or names a colour, while nothing else goes on."""
        person = self.person
        return (person,) if person is not None and self.judged and self.state.due == person else ()

    def may(self, line: Line) -> None:
        """Raise IllegalAction, one sentence, if a person may not do this now; mistakes that the rules punish may be."""
        check(self, line)

    def skill_of(self, name: str) -> Skill:
        """What is supposed of this player's hands, where they are not measured."""
        return self.configuration.skills[self.seats[self._seat(name)].profile]

    def left_in(self, name: str) -> int:
        """Zack cards in that hand, without those in the air."""
        return self.cards_left()[self._seat(name)]

    @property
    def world(self) -> BowlWorld:
        """The plane's world, of the game under way."""
        return self.section.world

    def reason(self, target: str) -> str:
        """What a person calls who challenges that colour now."""
        return reason_for(self, target).value

    # ------------------------------------------------------------------------------------------ games

    def _new_game(self) -> None:
        """Shuffle, deal, and begin when everybody has sorted out his cards."""
        table = self.configuration.table
        self.games += 1
        setup = dealt(self.configuration, self.names, self.series.first, self.seed, self.games)
        self.state, told = rules.apply(None, setup)
        self.section = BowlTable(self.configuration.setup, self.games)
        self.verdict: Verdict | None = None
        self.due_since_s = self.time_s
        self.game_began_s = self.time_s
        self._waiting: list[Line] = []
        self._sight: tuple[str, str] | None = None  # the newest card in sight that is not ruled, and who it makes due
        self._halted = True
        self.judged = False
        for seat in self.seats:
            if seat.is_person:
                self.hands[seat.name].withdraw()
        self.schedule.clear()
        self.table_stage = TableStage.DEALING
        self.people.new_game(self.games, list(self.state.hands.values()))
        self._tell({"stage": "outcome", "by": self.series.dealer, "game": self.games, "line": referee_line(setup)})
        self._ruled(told)
        self._at(table.deal_s if self.games > 1 else min(2.0, table.deal_s), self._begin)

    def _begin(self) -> None:
        self.table_stage, self._halted = TableStage.PLAYING, False
        self.game_began_s = self.due_since_s = self.time_s
        self._sees(Resumed(self.time_s, self._seat(self.state.due)))

    def _end_game(self, winner: str) -> None:
        self.series = self.series.won(winner)
        if self.series.winner is not None:
            self.table_stage, self.finished = TableStage.OVER, True
            for hand in self.hands.values():
                hand.withdraw()
            self._say(f"{does(winner, 'wins')} the match.", "turn")
            self._tell({"stage": "end", "time_s": self.time_s, "winners": [winner]})
            return
        self._new_game()

    # ------------------------------------------------------------------------------------------ time

    def _busy(self) -> bool:
        return self.section.world.active or bool(self._waiting)

    def _part(self) -> str:
        return f"game {self.games}"

    def _breaks_off(self, part: str) -> bool:
        return part != self._part()

    def _happen(self) -> None:
        game = self.games
        while self.schedule.next_tick <= self._ticks:
            self.schedule.pop()()
        if not self._waiting and self.people.next_tick > self._ticks:
            return
        waiting, self._waiting = self._waiting, []
        for line in [*waiting, *self.people.deeds(self._ticks, self.cards_left())]:
            if game == self.games:
                self._deed(line)

    # ------------------------------------------------------------------------------------------ physics

    def _physics(self) -> None:
        if not self.section.world.active:
            return
        for moment in self.section.world.tick():
            flight = self.section.note(moment)
            if flight is not None:
                self._moment(flight, moment.what)
        self._rule_what_lies()
        self._take_up()

    def _moment(self, flight: Flight, what: str) -> None:
        self.unsettled += what == "unsettled"
        if what == "lands":
            if flight.kind == CHALLENGE or (flight.kind == THROW and self._would_stop(flight)):
                self._halt()
        elif what in ("rests", "unsettled") and self.section.lies_beside(flight):
            self._rule_card(flight, in_bowl=False)

    def _would_stop(self, flight: Flight) -> bool:
        before = foreseen(self.state, self.section.pending(without=flight.name))
        return not before.stopped and foreseen(before, [rules.Throw(flight.by)]).stopped

    def _halt(self) -> None:
        if not self._halted and not self._between_games:
            self._halted, self.judged = True, False
            self._sees(Stopped(self.time_s))

    @property
    def _between_games(self) -> bool:
        return self.table_stage in (TableStage.DEALING, TableStage.OVER)

    def _rule_what_lies(self) -> None:
        """Rule the new cards in the bowl, lowest first, once all that have landed lie still."""
        if not self.section.landing or not self.section.at_rest:
            return
        game = self.games
        for flight in self.section.unruled():
            if game != self.games or self.finished:
                return  # that card won the game
            if self.section.lies_in_bowl(flight):
                self._rule_card(flight, in_bowl=True)

    def _take_up(self) -> None:
        """Everybody goes on where he was, if what made them stop was nothing: a challenge by whoever was due himself,
        or a stop card that sprang out of the bowl."""
        if self._halted and not self.state.stopped and not self._between_games and not self.section.landing:
            self._go_on()

    # ------------------------------------------------------------------------------------------ rulings

    def _rule_card(self, flight: Flight, in_bowl: bool) -> None:
        """Tell the rules where a card has come to lie."""
        seen = self.section.rule(flight)
        self._tell({"stage": "physics", "by": flight.by, "card": flight.name, **seen})
        action = flight.action(in_bowl)
        self.throws += flight.kind == THROW
        self.misses += not in_bowl
        self.challenges += flight.kind == CHALLENGE
        if isinstance(action, rules.Miss) and flight.name in self.older_misses:
            self._tell({"stage": "outcome", "by": flight.by, "card": flight.name, "line": None})
            self._missed(flight)
            return
        try:
            self._rule(action, flight.by, flight)
        except IllegalAction:
            self._out_of_sight(flight.name)
            # A card that its owner no longer holds (a swap of colours came first): he takes it back.
            self._tell({"stage": "outcome", "by": flight.by, "card": flight.name, "line": None})
            self._give_back(flight.name)

    def _rule(self, action: rules.Action, by: str, flight: Flight | None = None) -> None:
        due_before = self.due
        self.state, told = rules.apply(self.state, action)
        card = {} if flight is None else {"card": flight.name}
        self._tell({"stage": "outcome", "by": by, **card, "line": referee_line(action)})
        if flight is not None:
            self._out_of_sight(flight.name)
        if self.due != due_before or isinstance(action, rules.Resume):
            self.due_since_s = self.time_s
        self._ruled(told)
        for event in told:
            self._carry_out(event, flight)
        if not self._between_games:
            phase = self.state.phase
            self.table_stage = TableStage.CHOOSING if phase is rules.Phase.CHOOSE else self._beat_of_play()

    def _beat_of_play(self) -> TableStage:
        return TableStage.STOPPED if self.state.stopped else TableStage.PLAYING

    def _ruled(self, told: tuple[Event, ...]) -> None:
        for event in told:
            words = headline(event, discreet=self.person is not None)
            if words is not None:
                self._say(*words)
        self._tell(
            {
                "stage": "ruling",
                "time_s": self.time_s,
                "events": [spell(event) for event in told],
                "phase": self.state.phase.value,
                "stopped": self.state.stopped,
                "due": self.state.due,
                "hands": dict(self.state.hands),
            }
        )

    def _carry_out(self, event: Event, flight: Flight | None) -> None:
        """What an event of the rules means for cards and people."""
        name = "" if flight is None else flight.name
        match event:
            case events.CardLanded():
                self.section.entries.append(name)
                if event.wrong:
                    self.section.wrong.add(name)
                if not self._halted:
                    self._sees(Landed(self.time_s, name, card_face(self.state)))
            case events.PlayerCardLanded():
                self.section.entries.append(name)
                if event.wrong:
                    self.section.wrong.add(name)
                    if not self._halted:
                        self._sees(Landed(self.time_s, name, own_card_face(self.state, event.player)))
            case events.CardMissed():
                assert flight is not None
                self._missed(flight)
            case events.CardReturned() | events.ChallengeReturned() | events.ChallengeMissed():
                self._give_back(name)
            case events.PlayerCardReturned():
                self._give_back(*self.section.named(event.card.value, event.player))
            case events.Challenge():
                assert flight is not None
                reason = "" if flight.reason is None else flight.reason.value
                self.verdict = Verdict(
                    event.by, event.against, reason, event.success, event.taker, event.cards, self.time_s
                )
                self._give_back(name, *(self.section.entries if event.taker is not None else ()))
            case events.GameStopped():
                self._halt()
                self._at(self.configuration.table.judging_s, self._tells_who_goes_on)
            case events.ColourChosen():
                self.judged = False
                self._at(self.configuration.table.judging_s, self._tells_who_goes_on)
            case events.GameResumed():
                self._go_on()
            case events.GameOver():
                self._end_game(event.winner)

    def _tells_who_goes_on(self) -> None:
        if self.state.stopped:
            self.judged = True
            choose = self.state.phase is rules.Phase.CHOOSE
            self._sees(Ruled(self.time_s, self._seat(self.state.due), choose))

    def _go_on(self) -> None:
        self._halted = self.judged = False
        self.verdict = None
        self._sees(Resumed(self.time_s, self._seat(self.state.due)))

    def _missed(self, flight: Flight) -> None:
        if self._halted:
            return
        away = abs(self.section.world.motion(flight.name).x - self.hands[flight.by].release_x)
        self._sees(Missed(self.time_s, flight.name, self._seat(flight.by), away, turn_of(self.state)))

    # ------------------------------------------------------------------------------------------ cards that go back

    def _give_back(self, *names: str) -> None:
        """Their owners, or whoever must, take these cards up in a moment."""
        section = self.section
        section.entries = [name for name in section.entries if name not in names]
        self._at(TAKE_S, lambda: section.take(list(names)))

    def _colour_of(self, seat: int) -> str:
        return self.state.colours[self.names[seat]].value

    # ------------------------------------------------------------------------------------------ what is seen

    def frame(self) -> ZackFrame:
        """Everything that a drawing of this moment needs."""
        return draw_frame(self)

    def summary_line(self) -> str:
        """Who has won how many games."""
        return "Games won: " + ", ".join(f"{name} {wins}" for name, wins in self.series.wins.items()) + "."
