"""One match of ZIGZAG: a tapis x the rules engine x people, in continuous simulated time.

All act at once; the rules are given one action after another, in the order in which they happen: what hands do at the
moment at which it is done, a call at the moment at which it is heard. In a replay people do what they did, and
everything else is simulated anew.
"""

from __future__ import annotations

import json
import math
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from sim.errors import InputError
from sim.games.zigzag import intents, rules
from sim.games.zigzag.bots.observation import Observation, Percept, PerceptKind
from sim.games.zigzag.bots.sign_beliefs import Reason
from sim.games.zigzag.configuration import ZigzagConfiguration
from sim.games.zigzag.match import holding
from sim.games.zigzag.match.bot_driver import BotDriver, FromRecord, MixedTable, People
from sim.games.zigzag.match.dealer import Dealer, constraints, signs
from sim.games.zigzag.match.frame import (
    CardGrabbed,
    CardLies,
    Check,
    FrameEvent,
    HandState,
    PowerSpoken,
    StaticScene,
    Voice,
    ZigzagFrame,
)
from sim.games.zigzag.match.frame_builder import Views, build_frame
from sim.games.zigzag.match.hand_control import HandControl, world_digest
from sim.games.zigzag.match.hand_log_entries import HandLogEntries
from sim.games.zigzag.match.legality import check_person, why_illegal, why_not
from sim.games.zigzag.match.mouse_hand import LAG_TICKS, MouseHand, person_among
from sim.games.zigzag.match.rule_adapter import action_of, face_of
from sim.games.zigzag.match.table import HandTask, Signs, ZigzagTable
from sim.games.zigzag.match.text import SPOKEN, headline
from sim.games.zigzag.rules import events
from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import DEFERRED, Card
from sim.games.zigzag.rules.legality import RUNNING
from sim.games.zigzag.rules.state import State
from sim.games.zigzag.rules.vocabulary import Phase
from sim.language import N_, _, _n
from sim.match.at_once import Asked, Prompt, Reading
from sim.match.base import Cursor
from sim.match.grammar import jointly
from sim.match.human_input import Inbox
from sim.match.intents import Intent
from sim.match.model import Known, usual_seats
from sim.match.record import check_order, number_of
from sim.match.simultaneous import SimultaneousMatch
from sim.match.tempo import SetTempo
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.tapis.world import TapisWorld
from sim.protocols import Holdings, Line, RecordedMatch
from sim.rules_frame import Event, FrozenMap, spell
from sim.seat import Seat
from sim.spec import OutsideBots
from sim.wire import line_of

RECENT = 256
"""The number of events that are kept for frames: more than happen within the time that a frame shows."""


class ZigzagMatch(SimultaneousMatch[Intent]):
    """A match of ZIGZAG under way.

    table: the state at the table. person: the name of the player who plays by hand, or None. hand: that player's hand.
    people: the source of intents.
    """

    game = "zigzag"
    title = "ZIGZAG"
    carrying_on = frozenset(("tempo",))
    hand: MouseHand
    static_scene: StaticScene
    people: People
    open_to: frozenset[str] = frozenset()
    """The players whose cards the person sees besides their own: none at a match."""
    longest_step_s = LAG_TICKS / TICK_HZ
    """The longest time that a window may let pass at once."""

    def __init__(
        self,
        configuration: ZigzagConfiguration,
        seats: tuple[Seat, ...],
        seed: int,
        record_line: Callable[[Line], None] | None = None,
        people: People | None = None,
        inbox: Inbox[Intent] | None = None,
        *,
        bots: OutsideBots | None = None,
        reading: Reading = "human",
        one_set: bool = False,
        in_step: bool = False,
        watch: Callable[[Event], None] | None = None,
    ) -> None:
        """Set up the table.

        record_line: takes the lines of the record. people: the source of intents; bots and the inbox if None. bots:
        external ones, of the seats that are theirs. reading: theirs. one_set: the match is over when a second set would
        be dealt, and not before. in_step: luck is drawn by set and hand, so that matches of one seed on two designs
        stay alike for longer; such a match cannot be held. watch: called with every event of the rules once it is
        carried out. Raises InputError.
        """
        super().__init__(seats, seed, record_line)
        if len(seats) not in (4, 6):
            raise InputError(
                "--players: expected four or six players in teams of two, found {seats}.", seats=len(seats)
            )
        self.configuration = configuration
        self.inbox = inbox or Inbox()
        # A replay has no live person: what was done is on record.
        self.person = person_among(seats) if people is None else None
        self._one_set, self._in_step, self._watch = one_set, in_step, watch
        self._recent: deque[FrameEvent] = deque(maxlen=RECENT)
        self._events = 0
        self._views = Views()
        self._most_boxes: tuple[str, ...] = ()
        """Who have won a match that has run out of time."""
        self.table = self._set_table()
        self._log = HandLogEntries(self.table, self.schedule)
        self.hands = HandControl(
            self.table,
            self.schedule,
            self._record_line,
            self._rule,
            self._notice,
            self._log,
            lambda by: self.people.path_of(by),
        )
        self._record_line = self.hands.record_line
        stop = self._stop if one_set else None
        self.schedule.knows(self._is_heard)
        self.dealer = Dealer(self.table, self.schedule, self._rule, self._notice, self.hands, stop, in_step)
        self.people = people or self._seat_people(bots, reading)
        state, pile_at = self.table.state, self.table.pile_at
        self.static_scene = StaticScene(
            configuration.setup,
            self.names,
            state.teams,
            self.table.homes,
            pile_at,
            (-pile_at[0], pile_at[1]),
            configuration.table.level,
        )
        self.dealer.arrange()

    def _set_table(self) -> ZigzagTable:
        configuration, names = self.configuration, tuple(seat.name for seat in self.seats)
        setup, measures = configuration.setup, configuration.table
        start = words.Setup(
            names,
            configuration.box.deck(measures.level, len(names) // 2, measures.more_jokers),
            measures.level,
            FrozenMap(constraints(configuration.box, names, self.noise) if measures.level > 1 else {}),
            strict=measures.strict,
            contre_test=words.ContreTest.TRUE if measures.true_contre else words.ContreTest.SHOWN,
            contre_limit=measures.contre_limit,
        )
        state, found = rules.apply(None, start)
        homes = {name: setup.home(number, len(names)) for number, name in enumerate(names)}
        beside = 4.5 * (setup.tapis.card_width_mm + setup.tapis.gap_mm)
        table = ZigzagTable(
            configuration=configuration,
            seats=self.seats,
            noise=self.noise,
            person=self.person,
            homes=homes,
            pile_at=(-beside, 0.0),
            state=state,
            world=TapisWorld.of(setup, homes),
            tasks={name: HandTask() for name in names},
            pointers=dict(homes),
            signs=signs(len(state.teams), self.noise, 1),
        )
        self._record_line({"stage": "outcome", "by": names[0], "line": line_of(start)})
        self._report(state, found)
        return table

    def _seat_people(self, outside: OutsideBots | None, reading: Reading) -> People:
        refusal, slowness = partial(why_not, self.table), lambda: self.table.tempo.thinking

        def signs_of(name: str) -> Signs:
            return self.signs_of(self.table.state.team_of(name))

        prompts = {
            seat.name: Prompt(seat.name, outside, partial(self.model, seat.name))
            for seat in self.seats
            if outside is not None and seat.from_outside
        }
        hand = self._hand if self._in_step else None
        bots = BotDriver(
            self.configuration, self.seats, self.noise, self.view, signs_of, refusal, slowness, prompts, reading, hand
        )
        if self.person is None and not self.awaits_person:
            return bots
        mixed = MixedTable(bots, self.inbox)
        if self.person is not None:
            self._seat_person(self.person, mixed)
        return mixed

    def _hand(self) -> tuple[int, int]:
        """Return the numbers of the set and of the hand that is played."""
        return self.table.state.set_number, self.table.state.hand_number

    def _sit_down(self, name: str) -> None:
        super()._sit_down(name)
        self.table.seats = self.seats
        if isinstance(self.people, MixedTable):
            # Elsewhere a record is followed.
            self.person = self.table.person = name
            self._seat_person(name, self.people)

    def _seat_person(self, name: str, people: MixedTable) -> None:
        """Give the player their hand at the mouse, and the others the delay of a screen."""
        self.hand = MouseHand(self.table, name, self.act)
        people.seat(name, LAG_TICKS)

    @property
    def names(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return self.table.names

    # ------------------------------------------------------------------------------------------ persons

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The person whose answer the table waits for: a box to be ticked, a deferred power of their own."""
        person, state = self.person, self.table.state
        if person is None or self.finished:
            return ()
        if state.phase is Phase.TICK and state.choice is not None:
            return (person,) if state.team_of(person) == state.choice.team else ()
        return (person,) if state.due == person and state.phase is Phase.BETWEEN else ()

    def may(self, said: Intent) -> None:
        """Raise IllegalAction, with one sentence, if the person may not do this now."""
        check_person(self.table, said, self.finished)

    def signs_of(self, team: int) -> Signs:
        """Return the signs of a team in this set: for ZIG, for ZAG, and one that means nothing."""
        return self.table.signs[team]

    @property
    def note_hand(self) -> Callable[[Line], None]:
        """A function that takes the lines of the hand log."""
        return self._log.note

    @note_hand.setter
    def note_hand(self, note: Callable[[Line], None]) -> None:
        self._log.note = note

    @property
    def grabbed_and_late(self) -> tuple[int, int]:
        """The numbers of cards that the person's hand took, and that it lost to others."""
        return self._log.grabbed, self._log.late

    # ------------------------------------------------------------------------------------------ as a state

    def _held(self) -> Line | None:
        cannot = self._one_set or self._in_step
        bots = self.people if isinstance(self.people, BotDriver) and not cannot else None
        minds = None if bots is None else bots.held(holding.VALUES)
        return None if minds is None else holding.held(self, minds)

    def _hold(self, data: dict[str, Any]) -> None:
        if not isinstance(self.people, BotDriver):
            raise ValueError("minds: expected bots of the house")
        holding.hold(self, data)
        if data["minds"] is not None:
            self.people.hold(data["minds"], holding.VALUES)
            return
        wants = {name: self.table.tasks[name].aim for name in self.names}
        self.people.look(self.time_s, {**wants, data["asked"]: data["wants"]})
        due = self.table.state.due
        if due is not None:
            self._notice(PerceptKind.DUE, seat=due)

    def _determinized(self, by: str, seed: int) -> Known | None:
        if not isinstance(self.people, BotDriver):
            return None
        unnoticed, wants = self.people.knowledge(by, self.time_s)
        other = ZigzagMatch(self.configuration, usual_seats(self), seed)
        other.schedule.tick = self.tick
        holding.hold(other, holding.held(self, None))
        holding.determinize(other, by, unnoticed, seed)
        wants = None if wants in unnoticed else wants
        # Not all that has happened was noticed.
        more = {"wants": wants, "events": 0}
        return Known(self.configuration, {**holding.held(other, None), **more})

    def _once_more(self, by: str) -> Asked:
        assert isinstance(self.people, BotDriver)
        return self.people.once_more(by, self.tick)

    def _begin_with(self, by: str, found: list[Intent]) -> None:
        assert isinstance(self.people, BotDriver)
        for intent in self.people.completed(by, found, self.tick):
            self._begin(intent)

    # ------------------------------------------------------------------------------------------ what is seen

    def question(self, by: str) -> Asked:
        """Return what an external bot would be asked now. Raises KeyError for a seat without one."""
        if not isinstance(self.people, BotDriver):
            raise KeyError(by)
        return self.people.question(by, self.tick)

    def view(self, name: str) -> Observation:
        """Return the table as that player can see it."""
        return self._views.of(self.table, name)

    def frame(self) -> ZigzagFrame:
        """Return the frame that a drawing of this moment needs."""
        winners = self.winning(self.table.state.winners or self._most_boxes)
        ticker, belief = tuple(self.ticker), self.people.belief
        return build_frame(self.table, self.time_s, self.finished, ticker, self._recent, belief, winners)

    def holdings(self) -> tuple[Holdings, Holdings]:
        """Return the cards on the tapis, in hands and on the piles, as they are shown and as the rules have them."""
        state, frame = self.table.state, self.frame()
        carried = [(card.held_by, card.face) for card in frame.cards if card.name not in self.table.world.cards]
        shown = {
            "tapis": sorted([*map(face_of, self.table.world.cards), *self.table.opening]),
            "hands": {seat.name: seat.cards for seat in frame.seats},
            "carried": carried,
            "pile": frame.pile,
            "poubelle": frame.discarded,
        }
        ruled = {
            "tapis": sorted(card.value for card in state.tapis),
            "hands": {name: tuple(card.value for card in cards) for name, cards in state.hands.items()},
            "carried": [(name, face) for name, face in carried if name and Card(face) in state.hands[name]],
            "pile": len(state.pile),
            "poubelle": len(state.poubelle),
        }
        return shown, ruled

    def summary_line(self) -> str:
        """Return a line that says how many boxes each team has ticked, and how many sets there were."""
        teams = self.table.state.teams
        boxes = ", ".join(f"{jointly(names)} {self._ticked(team)}" for team, names in enumerate(teams))
        return _n(
            "Boxes ticked: {boxes}; {count} set.", "Boxes ticked: {boxes}; {count} sets.", self.table.sets, boxes=boxes
        )

    def say(self, text: str, tone: str) -> None:
        """Add a line to the ticker. tone: good, bad, turn or plain."""
        self._say(text, tone)

    def _notice(
        self,
        kind: PerceptKind,
        seat: str | None = None,
        name: str | None = None,
        face: str | None = None,
        other: str | None = None,
        cards: tuple[str, ...] = (),
    ) -> None:
        if kind is PerceptKind.LAID and name is not None:
            self._happened(CardLies(name))
        elif kind is PerceptKind.TAKEN and name is not None and seat is not None:
            self._happened(CardGrabbed(seat, name))
        self._log.notice(kind, seat, name)
        self.people.sees(Percept(self.time_s, kind, seat, name, face, other, cards))

    def _happened(self, what: Event | CardLies | CardGrabbed | PowerSpoken) -> None:
        """Keep an event for the next frames."""
        self._recent.append(FrameEvent(self._events, self.time_s, what))
        self._events += 1

    # ------------------------------------------------------------------------------------------ time

    def _busy(self) -> bool:
        return self.table.world.active

    def _shuffle_unseen(self) -> None:
        self.dealer.shuffle_unseen()

    def _part(self) -> str:
        return f"set {self.table.sets}"

    def _skip(self, ticks: int) -> int:
        last = math.ceil(self.configuration.table.most_minutes * 60 * self.configuration.setup.profile.tick_hz)
        ticks = max(1, min(ticks, last - self.tick))
        self.table.world.skip(ticks)
        return super()._skip(ticks)

    def _happen(self) -> None:
        while self.schedule.next_tick <= self.tick and not self.finished:
            self.schedule.pop()()
        if not self.finished and self.people.next_tick <= self.tick:
            for intent in self.people.intents(self.tick):
                self._begin(intent)

    def _physics(self) -> None:
        self.hands.move()

    def _stop(self) -> None:
        self.finished = True

    def _called_off(self) -> bool:
        """End the match if the time that the table has agreed on is over: most boxes win."""
        if self.time_s < self.configuration.table.most_minutes * 60:
            return False
        if not self.finished:
            self._count_boxes()
        return True

    def _count_boxes(self) -> None:
        self.finished = True
        state = self.table.state
        ticked = [self._ticked(team) for team in range(len(state.teams))]
        best = [team for team, count in enumerate(ticked) if count == max(ticked)]
        winners = self._most_boxes = tuple(name for name in self.names if state.team_of(name) in best)
        self._say(_("Time is up: {names} have most boxes.", names=jointly(winners)), "turn")
        self._record_line({"stage": "end", "time_s": self.time_s, "winners": list(winners)})

    def _ticked(self, team: int) -> int:
        return sum(sum(boxes.values()) for boxes in self.table.state.sheets[team].values())

    # ------------------------------------------------------------------------------------------ intents

    def _begin(self, intent: Intent) -> None:
        """Begin to carry out an intent; drop one that has become impossible since, without recording it."""
        if self.finished or why_illegal(self.table, intent) is not None:
            return
        match intent:
            case intents.Lay():
                self.hands.lay(intent)
            case intents.Grab():
                self.hands.grab(intent)
            case intents.ReachOut():
                self.hands.reach_out(intent)
            case intents.GoHome():
                self._record_line(intent.line())
                self.hands.go_home(intent.by, self.table.tasks[intent.by].card)
            case intents.PickUpCard():
                self._fetch(intent, self.hands.in_front(intent.by))
            case intents.DrawCard():
                self._fetch(intent, self.table.pile_at)
            case intents.CallOut():
                self._record_line(intent.line())
                self._call(intent, intent.call.replace("_", "-").upper() + "!")
            case intents.CallContre():
                self._record_line(intent.line())
                self._call(intent, "CONTRE!")
            case SetTempo():
                self._record_line(intent.line())
                self.table.tempo = intent.chosen
            case intents.PlayPower() | intents.CancelPower():
                self._record_line(intent.line())
                self._play(intent)
            case _:
                self._record_line(intent.line())
                if isinstance(intent, intents.MakeSign):
                    self.table.signing[intent.by] = (intent.sign, self.time_s)
                self._rule(action_of(intent, self.signs_of(self.table.state.team_of(intent.by))), intent.by)

    def _fetch(self, intent: Intent, at: tuple[float, float]) -> None:
        self._record_line(intent.line())
        self.hands.fetch(intent.by, at, HandState.FETCHING, action_of(intent))

    def _call(self, intent: Intent, text: str) -> None:
        """Schedule a call for the time at which it is heard."""
        given = action_of(intent), intent.by, text, self.people.reason(intent.by)
        self.schedule.after(self.configuration.people.voice.call_s, self._is_heard, *given)

    def _is_heard(self, action: words.Action, by: str, text: str, reason: Reason | None) -> None:
        """Rule on a call, unless another player was first."""
        if self.table.allows(action):
            self.table.voices[by] = Voice(text, self.time_s, isinstance(action, words.Contre), reason)
            self._rule(action, by)

    def _play(self, intent: intents.PlayPower | intents.CancelPower) -> None:
        """Play a special card: say it aloud, and move the hand to the player that it is played on."""
        by, table = intent.by, self.table
        card = Card(intent.card) if isinstance(intent, intents.PlayPower) else Card.Z
        text = N_("A special card!") if card in DEFERRED else SPOKEN[card.value]
        table.voices[by] = Voice(text, self.time_s, reason=self.people.reason(by))
        self._happened(PowerSpoken(by, text))
        self._rule(action_of(intent), by)
        if table.tasks[by].state is HandState.REST and not table.tasks[by].over:
            self.hands.fetch(by, self.hands.in_front(intent.target or by), HandState.PLAYING, None)

    # ------------------------------------------------------------------------------------------ rulings

    def _rule(self, action: words.Action, by: str, physics: Line | None = None) -> None:
        state, found = rules.apply(self.table.state, action)
        if physics is not None:
            self._record_line({"stage": "physics", "by": by, **physics, "snapshot": world_digest(self.table)})
        self.table.follow(state)
        self._record_line({"stage": "outcome", "by": by, "line": line_of(action)})
        self._report(state, found)
        for event in found:
            self.carry_out(event)
        while self.table.opening:
            name = self.table.open_card()
            self._notice(PerceptKind.LAID, name=name, face=face_of(name))
        self.dealer.arrange()

    def _report(self, state: State, found: tuple[Event, ...]) -> None:
        """Put a ruling into the ticker and the record."""
        for event in found:
            line = headline(event, state.teams, discreet=self.person)
            if line is not None:
                self._say(*line)
        self._record_line(
            {
                "stage": "ruling",
                "time_s": self.time_s,
                "events": [spell(event) for event in found],
                "phase": state.phase.value,
                "set": state.set_number,
                "hand": state.hand_number,
            }
        )

    def carry_out(self, event: Event) -> None:
        """Carry out what an event of the rules means for hands, cards and players."""
        self._happened(event)
        table = self.table
        match event:
            case events.SetStarted():
                self._notice(PerceptKind.NEW_SET)
            case events.HandStarted():
                self._notice(PerceptKind.NEW_HAND)
            case events.HandEnded() | events.SetEnded():
                self.hands.everybody_home()
                self._quicken(event)
            case events.SignMade():
                self._notice(PerceptKind.SIGNED, seat=event.player, face=event.sign)
            case events.StopPlaced():
                self._notice(PerceptKind.PLAYED, seat=event.player, other=event.target)
            case events.PowerAnnounced():
                self._notice(PerceptKind.PLAYED, seat=event.player, other=event.target)
                self.dealer.plan_effect(words.Effect(event.card, event.player, event.target))
            case events.HandsExchanged() | events.CardStolen():
                self._notice(PerceptKind.CHANGED, seat=event.player)
                self._notice(PerceptKind.CHANGED, seat=event.target)
            case events.HandChanged():
                self._notice(PerceptKind.CHANGED, seat=event.player)
            case events.HandSeen():
                self._notice(PerceptKind.PEEKED, seat=event.player, other=event.target, cards=event.cards)
            case events.Announced() | events.ContreCalled():
                self.hands.everybody_home()
                self._notice(PerceptKind.STOPPED, seat=event.player)
            case events.AnnouncementJudged():
                table.shown = {seat: tuple(card.value for card in hand) for seat, hand in event.hands.items()}
                table.check = Check(event.call, event.player, event.team, event.success, None, self.time_s)
                self._resume()
            case events.BoxTicked():
                if table.check is not None:
                    box = (event.level, event.box.value)
                    table.check = replace(table.check, team=event.team, success=True, box=box)
            case events.CardsShown():
                table.shown[event.player] = tuple(card.value for card in event.cards)
            case events.ContreJudged():
                table.check = Check(None, event.player, event.team, event.success, None, self.time_s)
                self._resume()
            case events.GameOver():
                self._record_line({"stage": "end", "time_s": self.time_s, "winners": list(event.winners)})
                if self._one_set:
                    self.schedule.after(self.configuration.table.shuffle_s, self.dealer.deal)
                else:
                    self.finished = True
        if self._watch is not None:
            self._watch(event)

    def _partners(self, name: str) -> tuple[str, ...]:
        state = self.table.state
        return state.teams[state.team_of(name)]

    def _resume(self) -> None:
        if self.table.state.phase in RUNNING:
            self._notice(PerceptKind.RESUMED)

    def _quicken(self, ended: Event) -> None:
        """Let the tempo grow at the end of a set that the team of a person who learns has won."""
        learner = self.table.learner
        if learner is not None and isinstance(ended, events.SetEnded):
            self.table.tempo = self.table.tempo.after(won=self.table.state.team_of(learner) == ended.team)


def open_on_record(
    configuration: ZigzagConfiguration, seed: int, record_line: Callable[[Line], None] | None, record: RecordedMatch
) -> ZigzagMatch:
    """Return a match that follows a record. Raises InputError."""
    check_order(record)
    last = json.loads(record.lines[-1]) if record.lines else {}
    end_tick = round(last["time_s"] * TICK_HZ) if last.get("stage") == "end" else None
    people = FromRecord([line for _, line in record.intents], [line for _, line in record.measured], end_tick)
    match = ZigzagMatch(configuration, record.seats, seed, record_line, people)
    match.faults = (*match.faults, RuntimeError, ValueError)
    match.cursor = Cursor(record.path, lambda: number_of(record.intents, people.done))
    return match
