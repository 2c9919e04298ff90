"""One match of ZIGZAG: a tapis x the rules engine x people, in continuous simulated time.

Everybody acts at once; the rules are told one thing after another, in the order in which it happened: what hands do at
the moment at which it is done, what is called at the moment at which it is heard. What is nobody's decision (dealing,
showing cards, carrying out a power that nobody has cancelled) the match does itself, after the pauses of [table].
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from sim.errors import InputError
from sim.games.zigzag import rules
from sim.games.zigzag.bots.observation import Deed, Observation, Percept, What
from sim.games.zigzag.configuration import ZigzagConfiguration
from sim.games.zigzag.match import cards
from sim.games.zigzag.match.bot_driver import BotDriver, MixedTable, People
from sim.games.zigzag.match.dealer import Housekeeping
from sim.games.zigzag.match.frame import Check, HandState, StaticScene, Voice, ZigzagFrame
from sim.games.zigzag.match.frame_builder import draw_frame, view_of
from sim.games.zigzag.match.hand_control import Course, percept
from sim.games.zigzag.match.hand_log_entries import HandNotes
from sim.games.zigzag.match.legality import check, hindrance, judge
from sim.games.zigzag.match.persons import MouseHand, lag_ticks, the_person
from sim.games.zigzag.match.rule_adapter import action_of, named, referee_line
from sim.games.zigzag.match.text import headline
from sim.games.zigzag.rules import events
from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import DEFERRED, Card
from sim.games.zigzag.rules.legality import RUNNING, refusal
from sim.games.zigzag.rules.state import State
from sim.games.zigzag.rules.vocabulary import Phase
from sim.match.human_input import Inbox
from sim.people.skill import Skill
from sim.physics import Point
from sim.physics.tapis.state import CardPose
from sim.physics.tapis.world import TapisWorld
from sim.protocols import Line
from sim.rules_frame import Event, FrozenMap, spell
from sim.seat import Seat


class ZigzagMatch(Housekeeping):
    """A match under way.

    person: who of those at the table is one, if anybody. hand: that person's hand. waits_for: whom the table waits for.
    """

    game = "zigzag"
    title = "ZIGZAG"
    hand: MouseHand
    static_scene: StaticScene
    open_to: frozenset[str] = frozenset()
    """Whose cards the person sees besides his own: nobody's at a match."""

    def __init__(
        self,
        configuration: ZigzagConfiguration,
        seats: tuple[Seat, ...],
        seed: int,
        tell: Callable[[Line], None] | None = None,
        people: People | None = None,
        inbox: Inbox[Line] | None = None,
    ) -> None:
        super().__init__(seats, seed, tell)
        if len(seats) not in (4, 6):
            raise InputError(f"--players: expected four or six players in teams of two, found {len(seats)}.")
        self.configuration = configuration
        self.names = tuple(seat.name for seat in seats)
        setup, self._table = configuration.setup, configuration.table
        self.homes = {name: setup.home(number, len(seats)) for number, name in enumerate(self.names)}
        self.world = TapisWorld.of(setup, self.homes)
        self.courses = {name: Course() for name in self.names}
        self.laid_by: dict[str, str] = {}
        beside = 4.5 * (setup.tapis.card_width_mm + setup.tapis.gap_mm)
        self.pile_at: Point = (-beside, 0.0)
        self.inbox = inbox or Inbox()
        self.note_hand: Callable[[Line], None] = lambda _line: None
        # A replay has no live persons: whatever was done is on record.
        self.person = the_person(seats) if people is None else None
        self.longest_step_s = lag_ticks(configuration) / setup.profile.tick_hz
        self.people: People = people or self._people(configuration, seats, seed)
        self.notes = HandNotes(self)
        self.voices: dict[str, Voice] = {}
        self.signing: dict[str, tuple[str, float]] = {}
        self.shown: dict[str, tuple[str, ...]] = {}
        self.check: Check | None = None
        self.bumps = self.sets = 0
        self.stopped_by_clock = False
        self._planned: set[tuple[object, ...]] = set()
        self.state = self._set_up()
        self.static_scene = StaticScene(
            setup, self.names, self.state.teams, self.homes, self.pile_at, (beside, 0.0), self._table.level
        )
        self._arrange()

    def _people(self, configuration: ZigzagConfiguration, seats: tuple[Seat, ...], seed: int) -> People:
        minds = BotDriver(configuration, seats, seed, self.view, partial(judge, self))
        if self.person is None:
            return minds
        self.hand = MouseHand(self, self.person, self.homes[self.person])
        return MixedTable(minds, self.inbox, lag_ticks(configuration))

    def _set_up(self) -> State:
        table, box, teams = self._table, self.configuration.box, len(self.names) // 2
        test = words.ContreTest.TRUE if table.true_contre else words.ContreTest.SHOWN
        setup = words.Setup(
            self.names,
            box.deck(table.level, teams, table.more_jokers),
            table.level,
            FrozenMap(cards.constraints(box, self.names, self.seed) if table.level > 1 else {}),
            strict=table.strict,
            contre_test=test,
            contre_limit=table.contre_limit,
        )
        self.state, told = rules.apply(None, setup)
        self._tell({"stage": "outcome", "by": self.names[0], "line": referee_line(setup)})
        self._ruled(told)
        return self.state

    # ------------------------------------------------------------------------------------------ persons

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The person whose answer the table stands still for: a box to be ticked, a deferred power of his own."""
        person, state = self.person, self.state
        if person is None or self.finished:
            return ()
        mine = state.due == person and state.phase is Phase.BETWEEN
        choosing = state.phase is Phase.TICK and state.choice is not None
        mine = mine or (choosing and state.choice is not None and state.team_of(person) == state.choice.team)
        return (person,) if mine else ()

    def may(self, line: Line) -> None:
        """Raise IllegalAction, one sentence, if a person may not do this now."""
        check(self, line)

    def skill_of(self, name: str) -> Skill:
        """What is supposed of this player's hands, where they are not measured."""
        return self.configuration.skills[self.seats[self.names.index(name)].profile]

    def pointer_of(self, name: str) -> Point:
        """Where a person's hand is steered to now (mm)."""
        return self.hand.pointer if name == self.person else self.homes[name]

    def view(self, name: str) -> Observation:
        """The table as that player can see it."""
        return view_of(self, name)

    # ------------------------------------------------------------------------------------------ time

    def _busy(self) -> bool:
        return self.world.active

    def _part(self) -> str:
        return f"set {self.sets}"

    def _skip(self, ticks: int) -> int:
        last = math.ceil(self._table.most_minutes * 60 * self.configuration.setup.profile.tick_hz)
        ticks = max(1, min(ticks, last - self._ticks))
        self.world.skip(ticks)
        return super()._skip(ticks)

    def _happen(self) -> None:
        while self.schedule.next_tick <= self._ticks and not self.finished:
            self.schedule.pop()()
        if not self.finished and self.people.next_tick <= self._ticks:
            for line in self.people.deeds(self._ticks):
                self._deed(line)

    def _called_off(self) -> bool:
        """End the match if the time that the table has agreed on is over: most boxes win."""
        if self.time_s < self._table.most_minutes * 60:
            return False
        if not self.finished:
            self._count_boxes()
        return True

    def _count_boxes(self) -> None:
        self.finished = self.stopped_by_clock = True
        ticked = [self._ticked(team) for team in range(len(self.state.teams))]
        best = [team for team, count in enumerate(ticked) if count == max(ticked)]
        winners = [name for name in self.names if self.state.team_of(name) in best]
        self._say(f"Time is up: {' and '.join(winners)} have most boxes.", "turn")
        self._tell({"stage": "end", "time_s": self.time_s, "winners": winners})

    def _ticked(self, team: int) -> int:
        return sum(sum(boxes.values()) for boxes in self.state.sheets[team].values())

    # ------------------------------------------------------------------------------------------ deeds

    def _deed(self, line: Line) -> None:
        """What somebody does; what cannot be any more is not done, and not told."""
        if self.finished or hindrance(self, line) is not None:
            return
        by, question = line["by"], line["question"]
        match question:
            case "lay" | "grab" if line.get("noise_seed") is None:
                self._by_hand(line)
            case "lay":
                self._lay(line)
            case "grab":
                self._grab(line)
            case "home":
                self._tell(line)
                self._goes_home(by, self.courses[by].card)
            case "reach":
                self._reach_out(line, self.people.path_of(by))
            case "pick_up" | "draw":
                self._tell(line)
                action = action_of(line, ("", "", ""))
                at = self._in_front(by) if question == "pick_up" else self.pile_at
                self._fetch(by, at, HandState.FETCHING, partial(self._done, action, by))
            case "announce" | "contre":
                action = action_of(line, ("", "", ""))
                if isinstance(action, words.Announce | words.Contre):
                    self._tell(line)
                    self._at(self.configuration.people.voice.call_s, partial(self._calls, action, by))
            case _:
                self._at_once(line)

    def _done(self, action: words.Action, by: str) -> None:
        if self.allows(action):
            self._rule(action, by)

    def _calls(self, action: words.Announce | words.Contre, by: str) -> None:
        """It is heard, unless somebody else was first."""
        if not self.allows(action):
            return
        text = "CONTRE!" if isinstance(action, words.Contre) else action.call.value.replace("_", "-").upper() + "!"
        self.voices[by] = Voice(text, self.time_s)
        self._rule(action, by)

    def _at_once(self, line: Line) -> None:
        by = line["by"]
        team = self.state.team_of(by)
        action = action_of(line, self.signs_of(team))
        self._tell(line)
        if isinstance(action, words.Sign):
            self.signing[by] = (line["sign"], self.time_s)
        if isinstance(action, words.Play | words.Cancel):
            card = action.card if isinstance(action, words.Play) else Card.Z
            deferred = card in DEFERRED
            self.voices[by] = Voice("A power!" if deferred else card.value.replace("_", " ") + "!", self.time_s)
            self._rule(action, by)
            if self._idle(by) and not self.courses[by].over:
                self._fetch(by, self._in_front(action.target or by), HandState.PLAYING, None)
            return
        self._rule(action, by)

    def signs_of(self, team: int) -> tuple[str, str, str]:
        """The signs of a team in this set: for ZIG, for ZAG, and one that means nothing."""
        return cards.signs(team, len(self.state.teams), self.seed, max(1, self.state.set_number))

    # ------------------------------------------------------------------------------------------ rulings

    def _rule(self, action: words.Action, by: str, physics: Line | None = None) -> tuple[Event, ...]:
        self.state, told = rules.apply(self.state, action)
        if physics is not None:
            self._tell({"stage": "physics", "by": by, **physics, "snapshot": self._digest()})
        self._tell({"stage": "outcome", "by": by, "line": referee_line(action)})
        self._ruled(told)
        for event in told:
            self._carry_out(event)
        self._arrange()
        return told

    def _ruled(self, told: tuple[Event, ...]) -> None:
        state = self.state
        for event in told:
            said = headline(event, state.teams, discreet=self.person)
            if said is not None:
                self._say(*said)
        self._tell(
            {
                "stage": "ruling",
                "time_s": self.time_s,
                "events": [spell(event) for event in told],
                "phase": state.phase.value,
                "set": state.set_number,
                "hand": state.hand_number,
            }
        )

    def _carry_out(self, event: Event) -> None:
        """What an event of the rules means for hands, cards and people."""
        match event:
            case events.SetStarted():
                self.sets = event.set
                self._sees(What.NEW_SET)
            case events.HandStarted():
                self._sees(What.NEW_HAND)
            case events.CardOpened():
                self._open(event.card.value)
            case events.HandEnded() | events.SetEnded():
                self._clear()
            case events.SignMade():
                self._sees(What.SIGNED, seat=event.player, face=event.sign)
            case events.StopPlaced() | events.PowerAnnounced():
                self._sees(What.PLAYED, seat=event.player, other=event.target)
                if isinstance(event, events.PowerAnnounced):
                    effect = words.Effect(event.card, event.player, event.target)
                    self._at(self._table.z_window_s, partial(self._resolves, effect))
            case events.HandsExchanged() | events.CardStolen():
                self._sees(What.CHANGED, seat=event.player)
                self._sees(What.CHANGED, seat=event.target)
            case events.HandChanged():
                self._sees(What.CHANGED, seat=event.player)
            case events.HandSeen():
                seen = Percept(self.time_s, What.PEEKED, event.player, None, None, event.target, event.cards)
                self.people.sees(seen)
            case events.Announced() | events.ContreCalled():
                self._everybody_home()
                self._sees(What.STOPPED, seat=event.player)
            case events.AnnouncementJudged():
                self.shown = {seat: tuple(card.value for card in hand) for seat, hand in event.hands.items()}
                self.check = Check(event.call.value, event.player, event.team, event.success, None, self.time_s)
                self._goes_on()
            case events.BoxTicked():
                if self.check is not None:
                    box = (event.level, event.box.value)
                    self.check = Check(self.check.kind, self.check.by, event.team, True, box, self.check.at_s)
            case events.CardsShown():
                self.shown[event.player] = tuple(card.value for card in event.cards)
            case events.ContreJudged():
                self.check = Check("contre", event.player, event.team, event.success, None, self.time_s)
                self._goes_on()
            case events.GameOver():
                self.finished = True
                self._tell({"stage": "end", "time_s": self.time_s, "winners": list(event.winners)})

    def _goes_on(self) -> None:
        if self.state.phase in RUNNING:
            self._sees(What.RESUMED)

    def _open(self, face: str) -> None:
        """A card of the pile is laid open."""
        name = named(face, self.world.cards)
        x, y = self._free_place(self.names[0])
        self.world.lay(name, CardPose(x, y, 0.0))
        self._sees(What.LAID, name=name, face=face)

    def _clear(self) -> None:
        """What lies on the tapis is thrown away; hands that were about it go home."""
        self._everybody_home()
        for name in list(self.world.cards):
            self.world.take(name)
        self.laid_by.clear()

    # ------------------------------------------------------------------------------------------ what is seen

    def _sees(self, what: What, **seen: str | None) -> None:
        self.notes.sees(what, seen.get("seat"), seen.get("name"))
        self.people.sees(percept(self.time_s, what, seen))

    def can(self, by: str, deed: Deed) -> bool:
        """Would the rules allow this deed of his now?"""
        try:
            action = action_of({**deed, "by": by}, ("", "", ""))
            return refusal(self.state, action) is None
        except (KeyError, TypeError, ValueError):
            return False

    def frame(self) -> ZigzagFrame:
        """Everything that a drawing of this moment needs."""
        return draw_frame(self)

    def summary_line(self) -> str:
        """Who has won, and how many boxes each team has ticked."""
        teams = self.state.teams
        boxes = ", ".join(f"{' and '.join(names)} {self._ticked(team)}" for team, names in enumerate(teams))
        return f"Boxes ticked: {boxes}; {self.sets} sets."
