"""The actions of hands at a table of Zack!: to start, hold back, show a face, throw a card; and how a stop is ended."""

from __future__ import annotations

from collections.abc import Callable

from sim.games.zack import rules
from sim.games.zack.bots.perception import face_seen_s
from sim.games.zack.bots.percepts import Began, Plan, Shown
from sim.games.zack.match.bot_driver import ZackPlayers
from sim.games.zack.match.frame import Challenged, TableStage
from sim.games.zack.match.hands import executed
from sim.games.zack.match.intents import (
    AnyThrow,
    Begin,
    ChooseColour,
    PickUp,
    ResumePlay,
    Show,
    ThrowChallenge,
    Withdraw,
    ZackIntent,
)
from sim.games.zack.match.rule_adapter import PLAYER_CARD, THROW, Flight, card_face, own_card_face, state_after
from sim.games.zack.match.rulings import Rulings
from sim.games.zack.match.table import ZackTable
from sim.match.simultaneous import Schedule
from sim.match.tempo import SetTempo
from sim.physics.bowl.state import Release
from sim.protocols import Line


class HandActions:
    """The part of a match that carries out intents, of bots and persons alike.

    Persons' intents have the tick at which they were made; the release of a person's card comes with a live intent, and
    from `players` where it is on record.
    """

    def __init__(
        self,
        table: ZackTable,
        schedule: Schedule,
        players: ZackPlayers,
        rulings: Rulings,
        record: Callable[[Line], None],
    ) -> None:
        """Work at `table`. record: takes the lines of the record."""
        self._table, self._schedule, self._players, self._rulings = table, schedule, players, rulings
        self._record = record
        schedule.knows(self._towards, self._shows)

    def do(self, intent: ZackIntent) -> None:
        """Carry out an intent; one that has been overtaken by events does nothing."""
        table, by = self._table, intent.by
        match intent:
            case Begin():
                self._record(intent.line())
                self._begin(intent)
            case Show():
                self._record(intent.line())
                self._turn_up(by)
            case Withdraw():
                self._record(intent.line())
                table.hands[by].withdraw()
                table.out_of_sight(table.bowl.next_name(by))
            case PickUp():
                self._record(intent.line())
                table.bowl.take_missed(by)
            case ResumePlay():
                if table.state.stopped and table.state.phase is rules.Phase.PLAY and by == table.state.due:
                    self._record(intent.line())
                    table.bowl.clear()
                    self._rulings.rule(rules.Resume(), by)
            case SetTempo():
                self._record(intent.line())
                if table.games > 1 or table.stage is not TableStage.DEALING:
                    return
                table.tempo, table.learner = intent.chosen, by
                # Nothing has been seen yet: heads are made again, which play at that tempo.
                self._players.new_game(table.games, list(table.state.hands.values()), table.pace)
            case ChooseColour():
                if table.state.phase is rules.Phase.CHOOSE and by == table.state.due:
                    self._record(intent.line())
                    self._rulings.rule(rules.Choose(intent.colour), by)
            case _:
                self._throw(intent)

    def _begin(self, intent: Begin) -> None:
        table, by, do = self._table, intent.by, intent.do.value
        hand, seat = table.hands[by], table.seat(by)
        face = table.face_of(by, do, intent.target)
        now_s = self._schedule.time_s
        if intent.at_s is None or intent.towards_bowl_s is None:
            # A person's hand: nobody knows when it will let go.
            hand.takes(now_s, do, face)
            if not table.halted:
                self._players.sees(Began(now_s, seat))
            return
        hand.begin(now_s, do, face, intent.towards_bowl_s, intent.at_s)
        self._schedule.after(intent.towards_bowl_s - now_s, self._towards, by, now_s)
        if do in (THROW, PLAYER_CARD):
            seen_s = face_seen_s(intent.at_s, table.configuration.people.sight, by_thrower=False)
            self._schedule.after(seen_s - now_s, self._shows, by, now_s, do)

    def goes_on_with(self, by: str, plan: Plan, face_up: bool) -> None:
        """Let a hand be under way with a plan that it began before now. face_up: its card shows its face already."""
        table, schedule, do = self._table, self._schedule, plan.do.value
        target = None if plan.target is None else table.colour_of(plan.target)
        hand = table.hands[by]
        hand.begin(plan.begin_s, do, table.face_of(by, do, target), plan.towards_bowl_s, plan.at_s)
        hand.face_up = face_up
        if plan.towards_bowl_s > schedule.time_s:
            schedule.after(plan.towards_bowl_s - schedule.time_s, self._towards, by, plan.begin_s)
        if do in (THROW, PLAYER_CARD) and not face_up:
            seen_s = face_seen_s(plan.at_s, table.configuration.people.sight, by_thrower=False)
            schedule.after(seen_s - schedule.time_s, self._shows, by, plan.begin_s, do)

    def _towards(self, by: str, began_s: float) -> None:
        """Let the others see a hand that moves to the bowl, if it is still the one that began then."""
        table = self._table
        if self._goes_on(by, began_s):
            table.bowl.take_missed(by)
            if not table.halted:
                self._players.sees(Began(self._schedule.time_s, table.seat(by)))

    def _shows(self, by: str, began_s: float, do: str) -> None:
        """Let the others see the face of the card in that hand."""
        if self._goes_on(by, began_s):
            self._table.hands[by].face_up = True
            if not self._table.halted:
                self._show(by, do)

    def _goes_on(self, by: str, began_s: float) -> bool:
        hand = self._table.hands[by]
        return hand.doing is not None and hand.begin_s == began_s

    def _turn_up(self, by: str) -> None:
        """Show the face of the card in a person's hand."""
        hand = self._table.hands[by]
        if hand.doing in (THROW, PLAYER_CARD) and not hand.face_up:
            hand.face_up = True
            if not self._table.halted:
                self._show(by, hand.doing)

    def _show(self, by: str, kind: str) -> None:
        """Let the others read the card in this hand as if it landed now."""
        table, now_s = self._table, self._schedule.time_s
        before = state_after(table.state, table.bowl.pending())
        if before.stopped or before.phase is not rules.Phase.PLAY:
            return
        # The card in the hand has no name in the world yet; it will have this one.
        name = table.bowl.next_name(by)
        if kind == PLAYER_CARD:
            self._players.sees(Shown(now_s, name, own_card_face(before, by)))
            return
        if not before.piles[by]:
            return
        # The card that lay on the pile when the hand started may be in the bowl by now.
        table.hands[by].face = before.piles[by][0].value
        after = state_after(before, [rules.Throw(by)])
        if after.stopped or after is before:
            return
        assert after.due is not None
        table.in_sight, table.due_since_s = (name, after.due), now_s
        self._players.sees(Shown(now_s, name, card_face(after)))

    def _throw(self, throw: AnyThrow) -> None:
        table, by, kind = self._table, throw.by, throw.question
        measured = throw.noise_seed is None
        if kind == THROW and table.bowl.flying(by) and not measured:
            # The last card still decides which card is on top of the pile: the hand waits until it is ruled.
            table.waiting.append(throw)
            return
        target = throw.target if isinstance(throw, ThrowChallenge) else None
        name, hand = table.bowl.next_name(by), table.hands[by]
        if not table.holds(by, kind, target):
            hand.withdraw()
            table.out_of_sight(name)
            return
        if measured:
            self._turn_up(by)
        release = self._release(throw)
        self._record({**throw.line(), "tick": self._schedule.tick})
        face = table.face_of(by, kind, target)
        assert face is not None
        reason = None
        if isinstance(throw, ThrowChallenge):
            reason, against = throw.reason, table.state.holder(throw.target)
            instead = table.due_instead(against) if reason is rules.Reason.OUT_OF_TURN else None
            table.events.append(Challenged(self._schedule.time_s, by, against, reason.value, instead))
        table.bowl.throw(Flight(name, by, kind, face, target, reason), release)
        hand.let_go(self._schedule.time_s)
        action = {"card": name, "face": face, "release": release.to_json()}
        how = {"measured": True} if measured else {"noise_seed": throw.noise_seed}
        self._record({"stage": "executed", "by": by, **how, "action": action})

    def _release(self, throw: AnyThrow) -> Release:
        """Return the release of the card: as measured, or as meant and with the noise under the throw's seed."""
        table, by = self._table, throw.by
        if throw.noise_seed is not None:
            return executed(table.configuration.setup, throw, table.hands[by].release_y, table.skill_of(by))
        return self._players.measured(by) if throw.release is None else throw.release
