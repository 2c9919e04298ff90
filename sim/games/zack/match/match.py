"""One match of Zack!: a bowl's world x the rules engine x people, in continuous simulated time.

All act at once: a hand begins, a card shows its face, it lands, it comes to rest, and only then is it ruled, in the
order in which the cards lie ("the bowl is always right"). People do not wait for rulings: they read cards in the air. A
match is a series of games until a player has won the number of games agreed on.
In a replay the hands move as they did, and everything else is simulated anew.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sim.errors import InputError
from sim.games.zack import rules
from sim.games.zack.bots.percepts import Percept, Resumed
from sim.games.zack.bots.planning import Pace, Person
from sim.games.zack.bots.random_bot import RandomBot
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match import holding
from sim.games.zack.match.bot_driver import BotDriver, MakeHead, MixedTable, ZackPlayers, lag_ticks, release_on_record
from sim.games.zack.match.frame import BowlEntry, GameWon, MatchWon, StaticScene, TableStage, ZackFrame
from sim.games.zack.match.frame_builder import draw_frame
from sim.games.zack.match.hand_actions import HandActions
from sim.games.zack.match.hand_log_entries import MIDDLE_MM, Eyes
from sim.games.zack.match.hands import HandTrack
from sim.games.zack.match.intents import CARRYING_ON, INTENT, ZackIntent
from sim.games.zack.match.legality import check, reason_for
from sim.games.zack.match.mouse_hand import MouseHand
from sim.games.zack.match.outside import Look, OutsideHead
from sim.games.zack.match.phases import Phases
from sim.games.zack.match.rulings import Rulings
from sim.games.zack.match.table import ZackTable
from sim.language import _
from sim.match.at_once import Asked, Prompt, Reading
from sim.match.base import Cursor
from sim.match.grammar import called, said_of
from sim.match.human_input import Inbox
from sim.match.model import Known, usual_seats
from sim.match.record import CheckedRecord, check_order, number_of
from sim.match.simultaneous import SimultaneousMatch
from sim.people.person import seated
from sim.people.skill import Skill
from sim.physics.bowl.state import Release
from sim.physics.bowl.throwing import aimed_throw
from sim.physics.bowl.world import BowlWorld
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Holdings, Line, RecordedMatch
from sim.seat import Seat
from sim.spec import OutsideBots
from sim.wire import line_of

MOST_PERSONS = 1


def the_person(seats: tuple[Seat, ...]) -> str | None:
    """Return the name of the person at the table, None for bots among themselves. Raises InputError for more than one.

    At Zack! all act at once, and one mouse is in one hand.
    """
    names = [seat.name for seat in seats if seat.is_person]
    if len(names) > MOST_PERSONS:
        raise InputError(
            "--players: expected at most one person (me) at Zack!, where all throw at once and "
            "there is one mouse, found {names}: {names2}.",
            names=len(names),
            names2=", ".join(names),
        )
    return names[0] if names else None


class ZackMatch(SimultaneousMatch[ZackIntent]):
    """A match of Zack! under way.

    table: its state. person: the name of the player who is a person, or None. hand: that person's hand at the mouse;
    note_hand takes a line of the hand log for every movement of it. longest_step_s: the most match time that a frame
    may take, so that bots see nothing that was not drawn (`MixedTable`).
    """

    game = "zack"
    title = "Zack!"
    carrying_on = CARRYING_ON
    hand: MouseHand
    people: ZackPlayers

    def __init__(
        self,
        configuration: ZackConfiguration,
        seats: tuple[Seat, ...],
        seed: int,
        record_line: Callable[[Line], None] | None = None,
        people: ZackPlayers | None = None,
        inbox: Inbox[ZackIntent] | None = None,
        heads: Mapping[str, MakeHead] | None = None,
        bots: OutsideBots | None = None,
        reading: Reading = "human",
    ) -> None:
        """Begin the first game.

        people: the players, in place of the bots and persons that the seats name. heads: factories of heads by seat
        name, in place of `Mind`. bots: external ones, of the seats that are theirs. reading: theirs.
        """
        super().__init__(seats, seed, record_line)
        self.configuration = configuration
        self.table = table = ZackTable.of(configuration, seats)
        measures = configuration.table
        self._outside: dict[str, OutsideHead] = {}
        self.static_scene: StaticScene = StaticScene(
            configuration.setup,
            table.names,
            table.sides,
            measures.seat_distance_mm,
            measures.hand_height_mm,
            measures.edition,
            measures.stop_cards,
            measures.wins,
        )
        self.inbox = inbox or Inbox()
        self.note_hand: Callable[[Line], None] = lambda _line: None
        self.longest_step_s = math.inf
        # A replay has no live persons: what was done is on record.
        self.person = the_person(seats) if people is None else None
        self.people = people or self._people({**self._outside_heads(bots, reading), **(heads or {})})
        self.outside = bool(heads)
        self._phases = Phases(measures, seats, seated(seats, configuration.skills, seed), self.noise)
        self.rulings = Rulings(
            table,
            self.schedule,
            self.people,
            self._record_line,
            self._say,
            self._end_game,
            self._phases,
        )
        if self.person is not None:
            self._seat_person(self.person)
        self.schedule.knows(self.begin)
        self.actions = HandActions(table, self.schedule, self.people, self.rulings, self._record_line)
        self._new_game()

    def _outside_heads(self, bots: OutsideBots | None, reading: Reading) -> dict[str, MakeHead]:
        """Return the factories of heads for the seats of external bots."""
        if bots is None:
            return {}
        table = self.table
        look = Look(table)

        def due() -> int | None:
            return None if table.due is None else table.seat(table.due)

        def made(name: str) -> MakeHead:
            prompt, eyes = Prompt(name, bots, partial(self.model, name)), due if reading == "perfect" else None

            def make(
                me: Person, chance: RandomBot, *, cards: int, handicap_ms: Mapping[int, float] | None = None
            ) -> OutsideHead:
                head = OutsideHead(
                    table.names,
                    partial(look.of, name),
                    prompt,
                    eyes,
                    me,
                    chance,
                    cards=cards,
                    handicap_ms=handicap_ms,
                )
                self._outside[name] = head
                return head

            return make

        return {seat.name: made(seat.name) for seat in self.seats if seat.from_outside}

    def question(self, by: str) -> Asked:
        """Return what an external bot would be asked now. Raises KeyError for a seat without one."""
        head = self._outside[by]
        head.cards = self.table.cards_left()[head.seat]
        # As `BotDriver.intents` has the time.
        return self.bots.question(head, self.time_s + 1e-9)

    def _people(self, heads: Mapping[str, MakeHead]) -> ZackPlayers:
        configuration, table = self.configuration, self.table
        bots = BotDriver(configuration, self.seats, self.noise, table.colour_of, heads)
        return bots if self.person is None and not self.awaits_person else MixedTable(bots, self.inbox)

    def _sit_down(self, name: str) -> None:
        super()._sit_down(name)
        self.table.seats = self.seats
        self._phases = self.rulings.phases = replace(self._phases, seats=self.seats)
        if isinstance(self.people, MixedTable):
            # Elsewhere a record is followed.
            self.person = name
            self._seat_person(name)

    def _seat_person(self, name: str) -> None:
        """Give the player their eyes and their hand at the mouse."""
        configuration, table = self.configuration, self.table
        self.longest_step_s = lag_ticks(configuration) / TICK_HZ
        eyes = Eyes(table.seat(name), len(self.seats), self.longest_step_s)
        self.hand = MouseHand(self, name, table.sides[name], eyes)
        for track in table.hands.values():
            # Found in advance, and cached: the search for the throw that is meant takes longer than a frame.
            aimed_throw(configuration.setup, track.release_x, track.release_y, MIDDLE_MM)
        self.rulings.discreet = True
        assert isinstance(self.people, MixedTable)
        self.people.seat(eyes)

    # ------------------------------------------------------------------------------------------ persons

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The person who ends the stop or names a colour, while nothing else goes on."""
        person = self.person
        return (person,) if person is not None and self.table.judged and self.table.state.due == person else ()

    def may(self, said: ZackIntent) -> None:
        """Raise IllegalAction, with one sentence, if a person may not do this now; punishable mistakes are allowed."""
        check(self.table, self.person, said)

    @property
    def world(self) -> BowlWorld:
        """The plane's world, of the game under way."""
        return self.table.bowl.world

    def track_of(self, name: str) -> HandTrack:
        """Return a player's hand as it is drawn."""
        return self.table.hands[name]

    def skill_of(self, name: str) -> Skill:
        """Return the skill that is assumed of a player's hands where they are not measured."""
        return self.table.skill_of(name)

    def left_in(self, name: str) -> int:
        """Return the number of Zack cards that a player holds, without those in the air."""
        return self.table.cards_left()[self.table.seat(name)]

    def face_of(self, by: str, kind: str, target: rules.Colour | None) -> str | None:
        """Return the face of the card that this player would throw now; None where there is none."""
        return self.table.face_of(by, kind, target)

    def reason(self, target: rules.Colour) -> rules.Reason:
        """Return the reason that a person gives in a challenge of that colour now."""
        return reason_for(self.table, target)

    # ------------------------------------------------------------------------------------------ as a state

    @property
    def bots(self) -> BotDriver:
        """The bots of a match without a person. Raises ValueError in any other."""
        if not isinstance(self.people, BotDriver):
            raise ValueError("heads: expected bots of the house")
        return self.people

    def _held(self) -> Line | None:
        heads = self.people.held() if isinstance(self.people, BotDriver) else None
        return None if heads is None else holding.held(self, heads)

    def _hold(self, data: dict[str, Any]) -> None:
        holding.hold(self, data)
        table = self.table
        self.bots.new_game(table.games, list(table.state.hands.values()), table.pace)
        if data["heads"] is not None:
            self.bots.hold(data["heads"])
            return
        lying = {entry.name for entry in table.state.bowl if isinstance(entry.card, rules.Card)}
        self.bots.look(self.time_s, data["seen"], lying, data["begun"])

    def _determinized(self, by: str, seed: int) -> Known | None:
        if not isinstance(self.people, BotDriver):
            return None
        other = ZackMatch(self.configuration, usual_seats(self), seed)
        other.schedule.tick = self.tick
        holding.hold(other, holding.held(self, None))
        begun = holding.determinize(other, by, *self.bots.under_way(by), seed)
        more = {"begun": begun, "seen": self.bots.seen()}
        return Known(self.configuration, {**holding.held(other, None), **more})

    def _once_more(self, by: str) -> Asked:
        asked, self._once = self.bots.once_more(by, self.table.names, partial(Look(self.table).of, by), self.time_s)
        return asked

    def _begin_with(self, by: str, found: Any) -> None:
        self.bots.means(by, self._once.plan_of(found, self.time_s), self.time_s)

    # ------------------------------------------------------------------------------------------ games

    def _new_game(self, piles: Sequence[int] = ()) -> None:
        """Deal, and begin when the table is tidy and the cards are shuffled and dealt.

        piles: the numbers of cards in the bowl and in each hand at the end of the game before.
        """
        table = self.table
        setup, found = table.deal(self.noise, self.time_s)
        self.schedule.clear()
        self.people.new_game(table.games, list(table.state.hands.values()), table.pace)
        self._record_line({"stage": "outcome", "by": table.series.dealer, "game": table.games, "line": line_of(setup)})
        self.rulings.announce(found)
        dealt = sum(table.state.hands.values())
        self._at(self._phases.between_games_s(table.series.dealer, piles, dealt, table.games), self.begin)

    def begin(self) -> None:
        """Let play begin, now that the cards are dealt."""
        table = self.table
        table.stage, table.halted = TableStage.PLAYING, False
        table.game_began_s = table.due_since_s = self.time_s
        self.people.sees(Resumed(self.time_s, table.seat(table.state.due)))

    def _end_game(self, winner: str) -> None:
        table = self.table
        table.series = table.series.won(winner)
        table.tempo = table.tempo.after(winner == table.learner)
        table.events.append(GameWon(self.time_s, table.games, winner))
        if table.series.winner is None:
            piles = [len(table.state.bowl), *table.state.hands.values()]
            self._new_game(piles)
            return
        table.stage, self.finished = TableStage.OVER, True
        for hand in table.hands.values():
            hand.withdraw()
        table.events.append(MatchWon(self.time_s, winner))
        self._say(said_of(winner, _("You win the match."), _("{name} wins the match.")), "turn")
        self._record_line({"stage": "end", "time_s": self.time_s, "winners": [winner]})

    # ------------------------------------------------------------------------------------------ time

    def _busy(self) -> bool:
        return self.table.bowl.world.active or bool(self.table.waiting)

    def _shuffle_unseen(self) -> None:
        self.table.shuffle_unseen(self.noise)

    def _part(self) -> str:
        return f"game {self.table.games}"

    def _breaks_off(self, part: str) -> bool:
        return part != self._part()

    def _happen(self) -> None:
        table, game = self.table, self.table.games
        while self.schedule.next_tick <= self.tick:
            self.schedule.pop()()
        if not table.waiting and self.people.next_tick > self.tick:
            return
        found = self.people.intents(self.tick, table.cards_left())
        waiting, table.waiting = table.waiting, []
        for intent in [*waiting, *found]:
            if game == table.games:
                self.actions.do(intent)

    def _physics(self) -> None:
        self.rulings.move_cards()

    # ------------------------------------------------------------------------------------------ what is seen

    def frame(self) -> ZackFrame:
        """Return all that a drawing of this moment needs."""
        frame = draw_frame(self.table, self.tick, self.people.beliefs, tuple(self.ticker))
        return replace(frame, winners=self.winning(frame.winners)) if self.forfeited else frame

    def holdings(self) -> tuple[Holdings, Holdings]:
        """Return the cards in the bowl and the numbers in hand, as they are shown and as the rules have them."""
        table, frame = self.table, self.frame()
        state = table.state
        shown = {
            "bowl": frame.bowl,
            "plane": table.bowl.lying(),
            "hands": {seat.name: (seat.cards, seat.challenges) for seat in frame.seats},
        }
        ruled = {
            "bowl": tuple(BowlEntry(entry.name, entry.card.value, entry.by, entry.wrong) for entry in state.bowl),
            "plane": {entry.name: (entry.card.value, entry.by) for entry in state.bowl},
            "hands": {name: (len(pile), state.challenges[name]) for name, pile in state.piles.items()},
        }
        return shown, ruled

    def summary_line(self) -> str:
        """Return a line that says how many games each player has won."""
        wins = ", ".join(f"{called(name)} {won}" for name, won in self.table.series.wins.items())
        return _("Games won: {wins}.", wins=wins)


class FromRecord:
    """The players of a record, with the intents that it holds."""

    def __init__(self, record: CheckedRecord) -> None:
        self.record = record
        self._next = 0
        self._measured = deque(line for _, line in record.measured)

    def new_game(self, game: int, hands: Sequence[int], pace: Pace) -> None:
        """Do nothing: there is nothing to prepare."""

    def sees(self, percept: Percept) -> None:
        """Do nothing: what the players did is on record."""

    @property
    def next_tick(self) -> float:
        """The tick of the next intent on record; infinity if none is left."""
        if self._next < len(self.record.intents):
            return float(self.record.intents[self._next][1]["tick"])
        return math.inf

    def intents(self, tick: int, hands: Sequence[int]) -> list[ZackIntent]:
        found = []
        while self._next < len(self.record.intents) and self.record.intents[self._next][1]["tick"] <= tick:
            found.append(INTENT.read(self.record.intents[self._next][1]))
            self._next += 1
        return found

    @property
    def beliefs(self) -> Mapping[int, int | None]:
        """An empty mapping: beliefs are not on record."""
        return {}

    def measured(self, by: str) -> Release:
        """Return the next release of a person's hand on record. Raises InputError."""
        return release_on_record(self._measured.popleft() if self._measured else None, by)

    @property
    def here(self) -> int:
        """The number of the line of the record that was last asked for."""
        return number_of(self.record.intents, self._next)


def open_on_record(
    configuration: ZackConfiguration, seed: int, record_line: Callable[[Line], None] | None, record: RecordedMatch
) -> ZackMatch:
    """Return a match that follows a record. Raises InputError."""
    check_order(record)
    people = FromRecord(record)
    match = ZackMatch(configuration, record.seats, seed, record_line, people)
    match.cursor = Cursor(record.path, lambda: people.here)
    return match
