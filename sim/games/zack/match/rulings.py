"""Rulings on the cards that have come to lie, and their consequences for cards and players."""

from __future__ import annotations

import math
from collections.abc import Callable

from sim.games.zack import rules
from sim.games.zack.bots.percepts import Landed, Missed, Percept, Resumed, Ruled, Stopped
from sim.games.zack.match.bot_driver import ZackPlayers
from sim.games.zack.match.frame import CardMissed, Judged, PlayStopped, TableStage, Verdict
from sim.games.zack.match.phases import Phases
from sim.games.zack.match.rule_adapter import (
    CHALLENGE,
    THROW,
    Flight,
    card_face,
    own_card_face,
    state_after,
    turn_of,
)
from sim.games.zack.match.table import ZackTable
from sim.games.zack.match.text import headline
from sim.games.zack.rules import events
from sim.match.simultaneous import Schedule
from sim.protocols import Line
from sim.rules_frame import Event, IllegalAction, spell
from sim.wire import line_of

TAKE_S = 0.6
"""Cards that go back to a player are taken out of the bowl this long after the ruling (assumed)."""


class Rulings:
    """The part of a match that moves the cards and has them ruled, lowest first, once all that landed lie still."""

    def __init__(
        self,
        table: ZackTable,
        schedule: Schedule,
        players: ZackPlayers,
        record: Callable[[Line], None],
        say: Callable[[str, str], None],
        won: Callable[[str], None],
        phases: Phases,
    ) -> None:
        """Rule at `table`.

        record: takes the lines of the record. say: takes words and tone for the ticker. won: takes the winner of a
        game. phases: how long stops take.
        """
        self._table, self._schedule, self._players = table, schedule, players
        self._record, self._say, self._won, self.phases = record, say, won, phases
        self.discreet = False
        """True while a person plays, who has to notice mistakes unaided."""
        schedule.knows(self._say_who_goes_on, self._take)

    def move_cards(self) -> None:
        """Move the cards on by one tick, and rule on those that have come to rest."""
        table = self._table
        if not table.bowl.world.active:
            return
        for moment in table.bowl.world.tick():
            flight = table.bowl.note(moment)
            if flight is not None:
                self._moment(flight, moment.what)
        self._rule_what_lies()
        # Play goes on where it was if the stop was void: a challenge by the player who was due, or a stop card that
        # sprang out of the bowl.
        if table.halted and not table.state.stopped and not table.between_games and not table.bowl.landing:
            self._go_on()

    def rule(self, action: rules.Action, by: str) -> None:
        """Apply an action that a player names, such as the end of a stop. Raises IllegalAction."""
        self._follow(action, rules.apply(self._table.state, action), by)

    def announce(self, found: tuple[Event, ...]) -> None:
        """Put a ruling into the ticker and on record."""
        for event in found:
            words = headline(event, discreet=self.discreet)
            if words is not None:
                self._say(*words)
        state = self._table.state
        self._record(
            {
                "stage": "ruling",
                "time_s": self._schedule.time_s,
                "events": [spell(event) for event in found],
                "phase": state.phase.value,
                "stopped": state.stopped,
                "due": state.due,
                "hands": dict(state.hands),
            }
        )

    # ------------------------------------------------------------------------------------------ what cards do

    def _moment(self, flight: Flight, what: str) -> None:
        table = self._table
        table.unsettled += what == "unsettled"
        if what == "lands":
            if flight.kind == CHALLENGE or (flight.kind == THROW and self._would_stop(flight)):
                self._halt()
        elif what in ("rests", "unsettled") and table.bowl.lies_beside(flight):
            self._rule_card(flight, in_bowl=False)

    def _would_stop(self, flight: Flight) -> bool:
        before = state_after(self._table.state, self._table.bowl.pending(without=flight.name))
        return not before.stopped and state_after(before, [rules.Throw(flight.by)]).stopped

    def _halt(self) -> None:
        table = self._table
        if not table.halted and not table.between_games:
            table.halted, table.judged = True, False
            self._show(Stopped(self._schedule.time_s))

    def _rule_what_lies(self) -> None:
        table = self._table
        if not table.bowl.landing or not table.bowl.at_rest:
            return
        for flight in table.bowl.unruled():
            if table.between_games:
                return  # that card won the game
            if table.bowl.lies_in_bowl(flight):
                self._rule_card(flight, in_bowl=True)

    # ------------------------------------------------------------------------------------------ what rules say

    def _rule_card(self, flight: Flight, in_bowl: bool) -> None:
        table = self._table
        head = {"by": flight.by, "card": flight.name}
        self._record({"stage": "physics", **head, **table.bowl.rule(flight)})
        action = flight.action(in_bowl)
        table.throws += flight.kind == THROW
        table.misses += not in_bowl
        table.challenges += flight.kind == CHALLENGE
        try:
            ruled = rules.apply(table.state, action)
        except IllegalAction:
            if not in_bowl:
                self._note_miss(flight, None)
            # A card that its owner no longer holds (a swap of colours came first) goes back.
            table.out_of_sight(flight.name)
            self._record({"stage": "outcome", **head, "line": None})
            self._give_back(flight.name)
            return
        if not in_bowl:
            counted = any(isinstance(event, events.CardMissed) for event in ruled[1])
            self._note_miss(flight, flight.by if counted else None)
        self._follow(action, ruled, flight.by, flight)

    def _follow(
        self,
        action: rules.Action,
        ruled: tuple[rules.State, tuple[Event, ...]],
        by: str,
        flight: Flight | None = None,
    ) -> None:
        """Carry out the consequences of an action that the rules have applied."""
        table = self._table
        due_before, stage_before, was_due = table.due, table.stage, table.state.due
        table.state, found = ruled
        judged = next((event for event in found if isinstance(event, events.Challenge)), None)
        instead = None
        if flight is not None and judged is not None and flight.reason is rules.Reason.OUT_OF_TURN:
            instead = table.due_instead(judged.against)  # while the cards that prove it lie in the bowl
        back = table.bowl.follow(table.state.bowl)
        if flight is not None and not any(isinstance(event, events.CardMissed) for event in found):
            back = [flight.name, *back]
        self._give_back(*back)
        card = {} if flight is None else {"card": flight.name}
        self._record({"stage": "outcome", "by": by, **card, "line": line_of(action)})
        if flight is not None:
            table.out_of_sight(flight.name)
        if table.due != due_before or isinstance(action, rules.Resume):
            table.due_since_s = self._schedule.time_s
        self.announce(found)
        for event in found:
            self._carry_out(event, flight, was_due, instead)
        if not table.between_games:
            if table.state.phase is rules.Phase.CHOOSE:
                table.stage = TableStage.CHOOSING
            else:
                table.stage = TableStage.STOPPED if table.state.stopped else TableStage.PLAYING
            if stage_before is TableStage.PLAYING and table.stage is TableStage.STOPPED and judged is None:
                table.events.append(PlayStopped(self._schedule.time_s))

    def _carry_out(self, event: Event, flight: Flight | None, was_due: str | None, instead: str | None) -> None:
        """Carry out what an event of the rules means for cards and players.

        was_due: until then. instead: who was due in place of a challenged player, as in `Verdict`.
        """
        table, now_s = self._table, self._schedule.time_s
        name = "" if flight is None else flight.name
        match event:
            case events.CardLanded():
                if event.wrong and was_due is not None:
                    table.rightful[name] = was_due
                if not table.halted:
                    self._show(Landed(now_s, name, card_face(table.state)))
            case events.PlayerCardLanded():
                if event.wrong and not table.halted:
                    self._show(Landed(now_s, name, own_card_face(table.state, event.player)))
            case events.CardMissed():
                assert flight is not None
                self._missed(flight)
            case events.Challenge():
                assert flight is not None
                reason = "" if flight.reason is None else flight.reason.value
                table.verdict = Verdict(
                    event.by, event.against, reason, event.success, event.taker, event.cards, now_s, instead
                )
                table.events.append(Judged(now_s, table.verdict))
            case events.GameStopped():
                self._halt()
                table.stops += 1
                table.stopped_s = now_s
                self.judge(self.stop_s())
            case events.ColourChosen():
                table.judged, table.stopped_s = False, now_s
                self.judge(table.configuration.table.judging_s)
            case events.GameResumed():
                self._go_on()
            case events.GameOver():
                self._won(event.winner)

    def stop_s(self) -> float:
        """Return the seconds from the stop that came last until all know who goes on."""
        table, phases = self._table, self.phases
        if table.verdict is not None:
            return phases.challenge_s(table.verdict, table.stops)
        if rules.function_of(table.state.bowl) is rules.Card.SWAP:
            return phases.swap_s(table.stops)
        return table.configuration.table.judging_s

    def judge(self, seconds: float) -> None:
        """Schedule the word on who goes on; another stop makes it void."""
        stop = self._table.stops
        self._schedule.after(seconds, self._say_who_goes_on, stop)

    def _say_who_goes_on(self, stop: int) -> None:
        table = self._table
        if table.state.stopped and stop == table.stops:
            table.judged = True
            choose = table.state.phase is rules.Phase.CHOOSE
            self._show(Ruled(self._schedule.time_s, table.seat(table.state.due), choose))

    def _go_on(self) -> None:
        table = self._table
        table.halted = table.judged = False
        table.verdict = None
        self._show(Resumed(self._schedule.time_s, table.seat(table.state.due)))

    def _note_miss(self, flight: Flight, by: str | None) -> None:
        """Note a card beside the bowl for frames; `by`: its thrower, if it counts."""
        aside = self._table.bowl.world.lane(flight.name) != 0
        self._table.events.append(CardMissed(self._schedule.time_s, by, aside))

    def _missed(self, flight: Flight) -> None:
        table = self._table
        if not table.halted:
            pose = table.bowl.world.pose(flight.name)
            away = math.hypot(pose.x - table.hands[flight.by].release_x, pose.z)
            turn = turn_of(table.state)
            self._show(Missed(self._schedule.time_s, flight.name, table.seat(flight.by), away, turn))

    def _give_back(self, *names: str) -> None:
        """Take these cards, but those that the rules have in the bowl, out of the plane after `TAKE_S`."""
        bowl = self._table.bowl
        back = [name for name in names if name not in bowl.entries]
        if back:
            bowl.leaving.update(back)
            self._schedule.after(TAKE_S, self._take, tuple(back))

    def _take(self, names: tuple[str, ...]) -> None:
        self._table.bowl.take(names)

    def _show(self, percept: Percept) -> None:
        self._players.sees(percept)
