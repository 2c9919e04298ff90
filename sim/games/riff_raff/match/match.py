"""A match of Riff Raff: a ship's world, the rules engine and players, in simulated time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sim.configuration import digest
from sim.errors import IllegalAction
from sim.forecast.attempts import Action, SettingDown
from sim.games.riff_raff import rules
from sim.games.riff_raff.bots import DELIBERATE, USUAL_STRATEGY, Ahead, Deliberation, Observation, strategy_of
from sim.games.riff_raff.bots.observation import as_agreed
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match.frame import PieceState, RiffRaffFrame, Ruled, SeatView, StaticScene, TableStage
from sim.games.riff_raff.match.intents import (
    AnnounceCount,
    ChooseCard,
    NameCaptain,
    Place,
    RiffRaffIntent,
    SetOrder,
    TakePiece,
)
from sim.games.riff_raff.match.past_attempts import PastAttempt, as_let_go
from sim.games.riff_raff.match.questions import thought_of
from sim.games.riff_raff.match.table import PersonLoads, ShipTable, check_piece, check_place, outcome_of
from sim.games.riff_raff.match.text import headline
from sim.language import N_, Wording, _
from sim.match.grammar import called, does, said_of
from sim.match.human_input import Inbox
from sim.match.intents import Intent
from sim.match.model import Known
from sim.match.turn_based import Decisions, Question, Said_co, Script, TurnBasedMatch, ask
from sim.people.execution import execute, wander
from sim.people.person import seated
from sim.people.reaction import card_thought_s, placement_thought_s
from sim.people.skill import Skill
from sim.people.turn_phases import hold_s, pick_up_s, talk_s, tidy_s
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.attempt import Attempt, LoadResult
from sim.physics.ship.loading import Loading
from sim.physics.ship.measures import copy_of
from sim.physics.ship.state import Snapshot
from sim.physics.ship.world import ShipWorld
from sim.protocols import UNRECORDED, Holdings, Line
from sim.rules_frame import Event, spell
from sim.seat import Seat
from sim.seeds import rng

# Pauses of a real table, assumed and not measured: turning the cards up and reading the order, and drawing back from a
# ship that has come to rest. They only lengthen the match time.
REVEAL_S = 3.0
RULED_S = 2.0
_BEGINNINGS = rules.RoundStarted, rules.TurnStarted


class RiffRaffMatch(TurnBasedMatch[Observation]):
    """A match that is being played.

    table: the ship and the hands at her. ahead: works out slow decisions early. past: the attempts so far.
    """

    game = "riff-raff"
    title = "Riff Raff"

    def __init__(
        self,
        configuration: RiffRaffConfiguration,
        seats: tuple[Seat, ...],
        seed: int,
        record_line: Callable[[Line], None] | None = None,
        decisions: Decisions | None = None,
        inbox: Inbox[Intent] | None = None,
    ) -> None:
        super().__init__(seats, seed, record_line, decisions, inbox)
        setup = copy_of(configuration.setup, rng(seed, "copy"))
        self.configuration = configuration = replace(configuration, setup=setup)
        self._skills = seated(seats, configuration.skills, seed)
        self.table = ShipTable(configuration, clock=lambda: self._ticks)
        self.static_scene: StaticScene = self.table.static_scene(seats)
        players, equipment, agreed = tuple(seat.name for seat in seats), configuration.equipment, configuration.agreed
        self.state = rules.start(players, equipment=equipment, agreed=agreed)
        self.unsettled = 0
        self.events: list[Event] = []
        self.ahead: Ahead | None = None
        self.past: list[PastAttempt] = []
        self._loads = PersonLoads(self.table, self.inbox, self._record_line, lambda line: self.note_hand(line))
        self._numbers = 0
        self._revealed = False
        self._asked_first: str | None = None
        self._played = self.state
        self._seats_seen: tuple[object, tuple[SeatView, ...]] | None = None

    # ------------------------------------------------------------------------------------------ the course of a match

    def _play(self) -> Script[Observation, None]:
        table = self.table
        while self.state.phase is not rules.Phase.OVER:
            self._keep(self._holding())
            if self.state.phase is rules.Phase.LOAD:
                yield from self._turn()
            else:
                yield from self._begin_round()
        table.stage, self.finished = TableStage.OVER, True
        self._record_line({"stage": "end", "time_s": self.time_s, "winners": list(self.state.winners)})

    def _begin_round(self) -> Script[Observation, None]:
        """Have the players choose their cards, and the order set."""
        table = self.table
        if self.state.phase is rules.Phase.REVEAL:
            table.stage, self._revealed = TableStage.CHOOSING, False
            cards = yield from self._cards()
            self._rule(rules.Reveal(cards))
        table.stage, self._revealed = TableStage.REVEALED, True
        if self.state.phase is rules.Phase.NAME_CAPTAIN:
            named = yield from self._asked(self.state.captain, NameCaptain)
            yield self._talk(named.by)
            self._rule(rules.NameCaptain(named.captain))
        if self.state.phase is rules.Phase.ARRANGE:
            arranged = yield from self._asked(self.state.captain, SetOrder)
            yield self._talk(arranged.by)
            self._rule(rules.Arrange((self.state.captain, *arranged.order)))
        self._think_ahead(2)
        yield ticks_of(REVEAL_S)

    def _holding(self) -> Callable[[], Line]:
        """Return what returns, as plain data, all that the match needs to go on from here, between two attempts."""
        numbers, unsettled, revealed, asked = self._numbers, self.unsettled, self._revealed, self._asked_first
        state, table, lists = self.state, self.table.holding(), self.configuration.setup.ship.list_g_mm
        return lambda: {
            "state": rules.to_json(state),
            "list_g_mm": list(lists),
            "table": table(),
            "numbers": numbers,
            "unsettled": unsettled,
            "revealed": revealed,
            "asked": asked,
        }

    def _restore(self, held: Line) -> None:
        data: dict[str, Any] = held
        self.state = self._played = rules.from_json(data["state"])
        self._asked_first = data.get("asked")
        setup, (starboard, forward) = self.configuration.setup, data["list_g_mm"]
        setup = replace(setup, ship=replace(setup.ship, list_g_mm=(float(starboard), float(forward))))
        self.configuration = self.table.configuration = replace(self.configuration, setup=setup)
        self.static_scene = self.table.static_scene(self.seats)
        self.table.restore(data["table"])
        self._numbers, self.unsettled, self._revealed = data["numbers"], data["unsettled"], data["revealed"]

    def _determinized(self, by: str, seed: int) -> Known:
        """Return the position: all lies open, and cards that were chosen for this round are not in it."""
        return Known(self.configuration, self._holding()(), steps=1)

    def _cards(self) -> Script[Observation, dict[str, int]]:
        """Get all players' cards: it takes as long as the slowest needs to choose."""
        persons = tuple(seat.name for seat in self.seats if seat.is_person)
        bots = [seat.name for seat in self.seats if not seat.is_person]
        thought = self._thought(card_thought_s, "card", *bots)
        cards: dict[str, int] = {}
        first = self._opened_at()
        if first is not None:
            bots.sort(key=lambda name: name != first)
        elif not persons:
            yield thought
        else:
            view = self._view(persons[0])
            question = Question(persons, ChooseCard, view, each=True, until_tick=self._ticks + thought)
            while isinstance(chosen := (yield question), ChooseCard):
                # Recorded when it is chosen, so that a match that is resumed does not ask for it again.
                cards[chosen.by] = chosen.card
                self._record_line(chosen.line())
        for name in bots:
            cards[name] = (yield from self._asked(name, ChooseCard)).card
        return {seat.name: cards[seat.name] for seat in self.seats}

    def _opened_at(self) -> str | None:
        """Return, once, who was asked at the moment at which the match was opened, having thought; None for nobody."""
        asked, self._asked_first = self._asked_first, None
        return asked

    def skill_of(self, name: str) -> Skill:
        """Return the skill of a player's own hands, as this match seats them. Raises KeyError."""
        return self._skills[name]

    def _view(self, name: str) -> Observation:
        setup, judgement = self.configuration.setup, self.configuration.judgement
        helper = None
        if self.state.agreed.catches is rules.Catches.EVERYBODY:
            players = self.state.players
            helper = self._skills[players[(players.index(name) + 1) % len(players)]]
        return Observation(name, self.state, self.table.snapshot, setup, self._skills[name], judgement, helper)

    def _asked(self, by: str, intent: type[Said_co]) -> Script[Observation, Said_co]:
        """Ask a player, record the answer and return it."""
        if not self._by_name[by].is_person:
            self._numbers += 1
        answer = yield from ask(Question((by,), intent, self._view(by), self._numbers))
        self._record_line(answer.line())
        return answer

    def _turn(self) -> Script[Observation, None]:
        """Play one attempt, and before the first of a turn the announcement."""
        player, table, begun_s = self.state.to_act, self.table, self.time_s
        assert player is not None
        table.stage = TableStage.THINKING
        if not self._by_name[player].is_person:
            thinks = self._thought(placement_thought_s, "placement", player)
            self._think_ahead(1)
            if self._opened_at() is None:
                yield thinks
        if self.state.may_place_two:
            announced = yield from self._asked(player, AnnounceCount)
            self._rule(rules.Announce(announced.count))
        view = self._view(player)
        # A person may have taken over from the bot that thought.
        is_person = self._by_name[player].is_person
        attempt, action, ship = yield from self._load(player) if is_person else self._lower(player)
        result = attempt.result()
        table.snapshot = attempt.world.snapshot()
        if not attempt.world.is_finite():
            raise FloatingPointError(f"the ship's world ran away in attempt {table.attempts} of match {self.seed}")
        self._record_physics(player, attempt, result)
        self._played = self.state
        outcome = self._outcome(player, attempt, result)
        table.loading, table.stage = None, TableStage.RULED
        begun = self._rule(outcome, result.aboard)
        executed = attempt.action if isinstance(attempt, Loading) else None
        strategy, number = self._by_name[player].strategy, len(self.past) + 1
        times_s = begun_s, self.time_s
        question, settled = self._numbers, result.settled
        self.past.append(
            PastAttempt(number, strategy, question, view, ship, action, executed, outcome, settled, *times_s)
        )
        self._think_ahead(2)
        yield ticks_of(RULED_S)
        fallen = len(result.fallen) + len(result.caught)
        if fallen and self.state.phase is not rules.Phase.OVER:
            table.stage = TableStage.TIDYING
            yield ticks_of(tidy_s(self._skills[player], self._stream("tidying"), fallen))
        self._tell(begun)

    def _load(self, player: str) -> Script[Observation, tuple[Attempt, Action, Snapshot]]:
        """Have a person load a piece by hand; return the attempt, and how it was let go, on which ship."""
        assert self.state.slot is not None
        view = self._view(player)
        question = Question((player,), TakePiece, view)
        carrying = yield from self._loads.load(question, self.state.slot, view.skill, lambda _kind: None)
        return carrying, as_let_go(carrying, self.configuration, view.helper), carrying.ship

    def _lower(self, player: str) -> Script[Observation, tuple[Attempt, Action, Snapshot]]:
        """Have a bot lower a piece; return the attempt, and what was meant, on which ship."""
        view = self._view(player)
        meant = as_agreed((yield from self._asked(player, Place)).meant, self.state.agreed)
        skill = view.skill
        self.table.attempts += 1
        noise = self.noise.derive("noise", self.table.attempts)
        action = execute(meant, f"{meant.kind}-{self.table.attempts}", skill, noise, view.helper)
        self._record_line({"stage": "executed", "by": player, "noise_seed": noise, "action": action.to_json()})
        self.table.stage = TableStage.TAKING
        yield ticks_of(pick_up_s(skill, self._stream("pick up")))
        if action.care is not None and action.care.ease_s > 0.0:
            # While the ship is calm nothing moves, so the time passes without physics.
            yield ticks_of(hold_s(skill, self._stream("hold")))
        ship = self.table.now()
        world = ShipWorld(self.configuration.setup, ship)
        attempt = self.table.begin(Loading(world, action, wander(skill, noise)))
        yield attempt
        return attempt, SettingDown(meant, helper=view.helper), ship

    def _talk(self, captain: str) -> int:
        """Return the ticks in which a captain settles a tie aloud; a person has taken them to answer."""
        if self._by_name[captain].is_person:
            return 0
        return ticks_of(talk_s(self._skills[captain], self._stream("order", self.state.phase.value)))

    def _stream(self, phase: str, *key: str) -> np.random.Generator:
        """Return the random stream of a phase of this turn, apart from all other randomness of the match."""
        return self.noise.rng("phase", phase, *key, self.state.round, self.table.attempts)

    def _notice(self) -> None:
        self.table.notice(self.time_s, self._say)

    def _think_ahead(self, further: int) -> None:
        """Start to compute the placement that will be asked for next, if the strategy of the player due is slow.

        further: how many numbers of questions the next question is from now.
        """
        player = self.state.to_act
        if self.ahead is None or player is None or self.state.phase is not rules.Phase.LOAD:
            return
        strategy = self._by_name[player].strategy
        if self._by_name[player].is_person or self._by_name[player].strategy_name not in DELIBERATE:
            return
        view, number = self._view(player), self._numbers + further
        if self.state.may_place_two:
            # The announcement comes first, and is computed at once.
            count = strategy_of(strategy).announce(view, self.noise.sealed_rng("mind", player, number))
            if not 1 <= count <= self.state.most_pieces:
                return  # the match refuses this answer when it asks
            state, _ = rules.apply(self.state, rules.Announce(count))
            view, number = replace(view, state=state), number + 1
        self.ahead.begin(Deliberation(strategy, view, self.noise.seed, number))

    def _thought(self, distribution: Callable[..., float], what: str, *names: str) -> int:
        """Return the ticks until the slowest of these players has finished thinking."""
        self._numbers += 1
        seconds = [distribution(self._skills[name], self.noise.rng(what, name, self._numbers)) for name in names]
        return ticks_of(max(seconds, default=0.0))

    def _outcome(self, player: str, attempt: Attempt, result: LoadResult) -> rules.Load:
        """Record what happened to the pieces, and return it as an action of the rules."""
        outcome = outcome_of(attempt.name, result, self.table.slots)
        self._record_line(
            {
                "stage": "outcome",
                "by": player,
                "piece": attempt.kind,
                "placed": outcome.placed.value,
                "lost": [{"piece": f.piece, "slot": f.slot} for f in outcome.lost],
                "caught": [{"piece": f.piece, "slot": f.slot} for f in outcome.caught],
                "ship": {str(slot): list(pieces) for slot, pieces in (outcome.ship or {}).items()},
                "settled": result.settled,
            }
        )
        return outcome

    def _record_physics(self, player: str, attempt: Attempt, result: LoadResult) -> None:
        if not result.settled:
            self.unsettled += 1
            self._say(_("It will not come to rest: what holds now, holds."), "plain")
        self._record_line(
            {
                "stage": "physics",
                "by": player,
                "moments": [[m.time_s, m.what, m.name] for m in attempt.moments],
                "duration_s": result.duration_s,
                "max_heel_rad": result.max_heel_rad,
                "snapshot": digest(self.table.snapshot.to_json()),
                UNRECORDED: {"stirred": result.stirred},
            }
        )

    def _rule(self, action: rules.Action, aboard: Mapping[int, Sequence[str]] | None = None) -> list[Event]:
        """Apply an action, and say what it has led to.

        aboard: the names of the pieces that lie in each slot, where an attempt has changed that. Return what begins
        after such an attempt, which is said when all have seen its outcome.
        """
        self.state, events = rules.apply(self.state, action)
        if aboard is not None:
            self.table.follow(self.state.ship, aboard)
        self.events += events
        self.table.events.extend(Ruled(self.time_s, event) for event in events)
        begun: list[Event] = [event for event in events if aboard is not None and isinstance(event, _BEGINNINGS)]
        self._tell(event for event in events if event not in begun)
        self._record_line(
            {
                "stage": "ruling",
                "time_s": self.time_s,
                "events": [spell(event) for event in events],
                "phase": self.state.phase.value,
                "supply": dict(self.state.supply_counts),
            }
        )
        return begun

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            sentence = headline(event)
            if sentence is not None:
                self._say(*sentence)

    # ------------------------------------------------------------------------------------------ decisions

    def _think(self, question: Question[Observation, Intent]) -> RiffRaffIntent:
        view, (by,) = question.view, question.by
        name = self._by_name[by].own_strategy(USUAL_STRATEGY)
        stream = self.noise.sealed_rng("mind", by, question.number)
        if question.kind != "place" or self.ahead is None:
            return thought_of(name, question, stream)
        known = self.ahead.known(Deliberation(name, view, self.noise.seed, question.number))
        return thought_of(name, question, stream) if known is None else Place.of(by, known)

    def _judge(self, intent: Intent) -> None:
        by, state = intent.by, self.state
        match intent:
            case ChooseCard():
                if intent.card not in state.hands[by]:
                    raise IllegalAction(
                        Wording("{does} the card {card}.", does=does(by, "does not hold"), card=intent.card)
                    )
            case NameCaptain():
                rules.apply(state, rules.NameCaptain(intent.captain))
            case SetOrder():
                rules.apply(state, rules.Arrange((state.captain, *intent.order)))
            case AnnounceCount():
                rules.apply(state, rules.Announce(intent.count))
            case TakePiece():
                check_piece(intent, state, self.configuration.setup)
                if isinstance(intent, Place) and not self._by_name[by].is_person:
                    check_place(intent, state, self.configuration.setup)

    # ------------------------------------------------------------------------------------------ persons

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The persons whose answer, or whose hand, the match waits for."""
        return super().waits_for if self.table.holder is None else (self.table.holder,)

    def question(self, by: str) -> str | None:
        """Return what a person is asked now: card, captain, order, count, place; None for nothing."""
        return "place" if by == self.table.holder else super().question(by)

    def _why_not_now(self, intent: Intent) -> str:
        by, asked, due = intent.by, self.question(intent.by), self.state.to_act
        if by == self.table.holder and isinstance(intent, TakePiece):
            return "The hand holds a piece already."
        if asked == "card":
            return N_("Pick a card first.")
        if isinstance(intent, ChooseCard):
            return N_("Wait for the next round to pick a card.")
        if self.table.stage is TableStage.CHOOSING:
            return N_("Everybody picks a card first.")
        if asked == "count":
            return N_("Say first: one piece or two.")
        if due is not None and due != by:
            return said_of(due, _("It is your turn."), _("It is {name}'s turn."))
        if isinstance(intent, AnnounceCount):
            when = self.state.agreed.when_more(self.state.equipment)
            return f"The number of pieces is announced only {when}."
        return N_("Not now.")

    # ------------------------------------------------------------------------------------------ what is seen

    def holdings(self) -> tuple[Holdings, Holdings]:
        """Return what lies in each slot and before each player, as it is shown and as the rules have it.

        Cards count in hand or played: those of the turn that was played are shown, though they may be retaken already.
        """
        state, frame = self.state, self.frame()
        ship: defaultdict[int, list[str]] = defaultdict(list)
        for piece in frame.pieces:
            if piece.state is PieceState.ABOARD:
                ship[self.table.slots[piece.name]].append(piece.kind)
        shown = {
            "ship": {slot: sorted(kinds) for slot, kinds in ship.items()},
            "supplies": {seat.name: seat.supply for seat in frame.seats},
            "cards": {seat.name: sorted((*seat.hand, *seat.played)) for seat in frame.seats},
            "removed": frame.removed,
        }
        ruled = {
            "ship": {slot: sorted(kinds) for slot, kinds in state.ship.items() if kinds},
            "supplies": {name: dict(supply) for name, supply in state.supply.items()},
            "cards": {name: sorted((*hand, *state.played[name])) for name, hand in state.hands.items()},
            "removed": dict(state.removed),
        }
        return shown, ruled

    def summary_line(self) -> str:
        """Return the number of pieces that each player has left."""
        left = ", ".join(f"{called(name)} {count}" for name, count in self.state.supply_counts.items())
        return _("Pieces left: {left}.", left=left)

    def frame(self) -> RiffRaffFrame:
        """Return all that a drawing of this moment needs."""
        state, seen, stage = self.state, self.table.seen(), self.table.stage
        # The rules have begun the next turn while the outcome of this one is still shown.
        turn = self._played if stage in (TableStage.RULED, TableStage.TIDYING) else state
        return RiffRaffFrame(
            time_s=self.time_s,
            table_stage=stage,
            round=turn.round,
            rounds=state.rounds,
            seats=self._seat_views(turn),
            due=turn.to_act,
            slot=turn.slot,
            announced=turn.announced or 1,
            hull_angle=seen.hull_angle,
            pitch_angle=seen.pitch_angle,
            yards=seen.yards,
            pieces=seen.pieces,
            hand=seen.hand,
            palms=seen.palms,
            removed=dict(state.removed),
            ticker=tuple(self.ticker),
            events=tuple(self.table.events),
            winners=self.winning(state.winners),
            unsettled=self.unsettled,
            goes_on=turn is not state and state.placed > 0,
        )

    def _seat_views(self, turn: rules.State) -> tuple[SeatView, ...]:
        """Return the view of every seat; it is made anew only where something that it shows has changed."""
        loading = None if self.table.loading is None else self.table.loading.kind
        content = self.state, turn, loading, self._revealed, self.seats
        if self._seats_seen is None or self._seats_seen[0] != content:
            self._seats_seen = content, tuple(self._seat_view(seat, turn, loading) for seat in self.seats)
        return self._seats_seen[1]

    def _seat_view(self, seat: Seat, turn: rules.State, loading: str | None) -> SeatView:
        name = seat.name
        supply = dict(self.state.supply[name])
        if loading is not None and name == turn.to_act:
            # The piece in the hand is no longer in its owner's supply, though the rules count it until it is placed.
            supply[loading] -= 1
        return SeatView(
            name=name,
            profile=seat.profile,
            strategy=seat.strategy,
            hand=turn.hands[name],
            card=turn.cards.get(name) if self._revealed else None,
            played=turn.played[name],
            supply=supply,
            is_captain=name == turn.captain,
            is_due=name == turn.to_act,
            turn_in_round=turn.order.index(name) if name in turn.order else None,
        )


def ticks_of(seconds: float) -> int:
    """Return a time as the nearest number of control ticks."""
    return round(seconds * TICK_HZ)
