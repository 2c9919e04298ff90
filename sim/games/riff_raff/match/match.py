"""One match of Riff Raff: a ship's world x the rules engine x players, in simulated time."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from sim.configuration import digest
from sim.games.riff_raff import rules
from sim.games.riff_raff.bots import STRATEGIES, Observation, Strategy
from sim.games.riff_raff.bots.deliberation import DELIBERATE, Ahead, Thought
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match.frame import RiffRaffFrame, SeatView, TableStage
from sim.games.riff_raff.match.intents import INTENT
from sim.games.riff_raff.match.table import ShipTable, kind_of
from sim.games.riff_raff.match.text import headline
from sim.match.decisions import Decisions, FromMinds, check_answer, malformed
from sim.match.human_input import Inbox
from sim.people.execution import PlaceIntent, execute, wander
from sim.people.reaction import card_thought_s, placement_thought_s
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.attempt import Attempt, LoadResult
from sim.physics.ship.loading import Loading
from sim.physics.ship.world import ShipWorld
from sim.protocols import Line
from sim.rules_frame import Event, FrozenMap, IllegalAction, spell
from sim.seat import Seat
from sim.seeds import derive, rng, sealed_rng

# Pauses of a real table, which nobody has measured (assumed): turning the cards up and agreeing on the order, and
# setting things to rights after a turn. They lengthen the match told in minutes and change nothing else.
REVEAL_S = 3.0
RULED_S = 2.0


class RiffRaffMatch(ShipTable):
    """A match under way."""

    def __init__(
        self,
        configuration: RiffRaffConfiguration,
        seats: tuple[Seat, ...],
        seed: int,
        tell: Callable[[Line], None] | None = None,
        decisions: Decisions | None = None,
        inbox: Inbox | None = None,
    ) -> None:
        super().__init__(configuration, seats, seed, tell, inbox)
        self.state = rules.start(tuple(seat.name for seat in seats))
        self.unsettled = 0
        self.events: list[Event] = []
        self._decisions: Decisions = decisions or FromMinds()
        # A window that must not stop while bots think puts somebody here who thinks meanwhile.
        self.ahead: Ahead | None = None
        self._slot_of: dict[str, int] = {}
        self._questions = 0
        self._revealed = False
        self._played = self.state

    # ------------------------------------------------------------------------------------------ the course of a match

    def _play(self) -> Iterator[int]:
        """The match as pauses, in ticks; while `self.loading` is under way its ticks come in between."""
        while self.state.phase is not rules.Phase.OVER:
            self.table_stage, self._revealed = TableStage.CHOOSING, False
            cards = yield from self._cards()
            self._rule(rules.Reveal(cards))
            self.table_stage, self._revealed = TableStage.REVEALED, True
            if self.state.phase is rules.Phase.NAME_CAPTAIN:
                answer = yield from self._say_it(self.state.captain, "captain", self._captain)
                self._rule(rules.NameCaptain(answer["captain"]))
            if self.state.phase is rules.Phase.ARRANGE:
                answer = yield from self._say_it(self.state.captain, "order", self._order)
                self._rule(rules.Arrange((self.state.captain, *answer["order"])))
            yield round(REVEAL_S * TICK_HZ)
            round_now = self.state.round
            while self.state.phase is rules.Phase.LOAD and self.state.round == round_now:
                yield from self._turn()
        self.table_stage, self.finished = TableStage.OVER, True
        self._tell({"stage": "end", "time_s": self.time_s, "winners": list(self.state.winners)})

    def _cards(self) -> Generator[int, None, dict[str, int]]:
        """Everybody's card: it takes as long as the slowest takes to choose."""
        persons = [seat.name for seat in self.seats if seat.is_person]
        thought = self._thought(card_thought_s, "card", *(seat.name for seat in self.seats if not seat.is_person))
        cards: dict[str, int] = {}
        if not persons:
            yield thought
        else:
            self._asked, ready = dict.fromkeys(persons, "card"), self._ticks + thought
            while True:
                self._listen()
                # Each is told when it is chosen, so that nobody who left has to choose again.
                for name in [name for name in persons if name in self._answers and name not in cards]:
                    cards[name] = self._answers[name].line["card"]
                    self._tell_answer(name, "card", self._answers[name].line)
                if len(cards) == len(persons) and self._ticks >= ready:
                    break
                yield 1
            self._asked.clear()
            self._answers.clear()
        for seat in self.seats:
            if not seat.is_person:
                cards[seat.name] = self._ask(seat.name, "card", self._card)["card"]
        return {seat.name: cards[seat.name] for seat in self.seats}

    def _say_it(
        self, by: str, question: str, think: Callable[[Strategy, Observation, Any], Line]
    ) -> Generator[int, None, Line]:
        """Anybody's answer to a question: a person is waited for."""
        if not self._by_name[by].is_person:
            return self._ask(by, question, think)
        yield from self._hear(by, question)
        self._asked.clear()
        return self._tell_answer(by, question, self._answers.pop(by).line)

    def _turn(self) -> Iterator[int]:
        """One attempt, and before the first of a turn the announcement."""
        player = self.state.to_act
        assert player is not None
        person = self._by_name[player].is_person
        self.table_stage = TableStage.THINKING
        if not person:
            thinks = self._thought(placement_thought_s, "placement", player)
            self._think_ahead(player)
            yield thinks
        if self.state.may_place_two:
            answer = yield from self._say_it(player, "count", self._count)
            self._rule(rules.Announce(answer["count"]))
        if person:
            assert self.state.slot is not None
            yield from self._carry(player, self.state.slot)
        else:
            yield from self._lower(player)
        loading = self.loading
        assert loading is not None
        result = loading.result()
        self.snapshot = loading.world.snapshot()
        if not loading.world.is_finite():
            raise FloatingPointError(f"the ship's world ran away in attempt {self._attempts} of match {self.seed}")
        self._tell_physics(player, result)
        self._played = self.state
        self._rule(self._outcome(player, loading, result))
        self.loading, self.table_stage = None, TableStage.RULED
        yield round(RULED_S * TICK_HZ)

    def _think_ahead(self, player: str) -> None:
        """Have the placement worked out that will be asked for when this player has thought, if that takes long."""
        strategy = self._by_name[player].strategy
        if self.ahead is None or strategy not in DELIBERATE:
            return
        thought = self._placing(player, self.state, self._questions + 1)
        if self.state.may_place_two:
            # One piece or two comes first, which takes no time to know.
            count = STRATEGIES[strategy].announce(thought.view, sealed_rng(self.seed, "mind", player, thought.count))
            if count not in (1, 2):
                return  # which is refused when it is asked for in earnest
            thought = self._placing(player, rules.apply(self.state, rules.Announce(count))[0], thought.count + 1)
        self.ahead.begin(thought)

    def _placing(self, player: str, state: rules.State, count: int) -> Thought:
        seat = self._by_name[player]
        skill = self.configuration.skills[seat.profile]
        view = Observation(player, state, self.snapshot, self.configuration.setup, skill)
        return Thought(seat.strategy, view, self.seed, count)

    def _lower(self, player: str) -> Iterator[int]:
        """The attempt of one who plays by himself."""
        intent = PlaceIntent.from_json(self._ask(player, "place", self._place))
        skill = self.configuration.skills[self._by_name[player].profile]
        self._attempts += 1
        noise = derive(self.seed, "noise", self._attempts)
        action = execute(intent, f"{intent.kind}-{self._attempts}", skill, noise)
        self._tell({"stage": "executed", "by": player, "noise_seed": noise, "action": asdict(action)})
        yield from self._attempt(
            Loading(ShipWorld(self.configuration.setup, self.snapshot), action, wander(skill, noise))
        )

    def _thought(self, distribution: Callable[..., float], what: str, *names: str) -> int:
        """Ticks until the slowest of these players has thought."""
        self._questions += 1
        seconds = [
            distribution(
                self.configuration.skills[self._by_name[name].profile], rng(self.seed, what, name, self._questions)
            )
            for name in names
        ]
        return round(max(seconds, default=0.0) * TICK_HZ)

    def _outcome(self, player: str, attempt: Attempt, result: LoadResult) -> rules.Load:
        """What the physics did, in the words of the rules."""
        placed = rules.Fate.STAYS
        if attempt.name in result.fallen:
            placed = rules.Fate.LOST
        elif attempt.name in result.caught:
            placed = rules.Fate.CAUGHT
        before = self._slot_of
        lost = tuple(rules.Fallen(_piece(n), before[n]) for n in result.fallen if n != attempt.name)
        caught = tuple(rules.Fallen(_piece(n), before[n]) for n in result.caught if n != attempt.name)
        ship = {slot: tuple(_piece(name) for name in names) for slot, names in result.aboard.items()}
        self._slot_of = {name: slot for slot, names in result.aboard.items() for name in names}
        outcome = rules.Load(_piece(attempt.name), placed, lost, caught, ship)
        self._tell(
            {
                "stage": "outcome",
                "by": player,
                "piece": attempt.kind,
                "placed": placed.value,
                "lost": [{"piece": f.piece.value, "slot": f.slot} for f in lost],
                "caught": [{"piece": f.piece.value, "slot": f.slot} for f in caught],
                "ship": {str(slot): [piece.value for piece in pieces] for slot, pieces in ship.items()},
                "settled": result.settled,
            }
        )
        return outcome

    def _tell_physics(self, player: str, result: LoadResult) -> None:
        assert self.loading is not None
        if not result.settled:
            self.unsettled += 1
            self._say("It will not come to rest: what holds now, holds.", "plain")
        self._tell(
            {
                "stage": "physics",
                "by": player,
                "moments": [[m.time_s, m.what, m.name] for m in self.loading.moments],
                "duration_s": result.duration_s,
                "max_heel_rad": result.max_heel_rad,
                "snapshot": digest(self.snapshot.to_json()),
            }
        )

    def _rule(self, action: rules.Action) -> None:
        self.state, events = rules.apply(self.state, action)
        self.events += events
        for event in events:
            told = headline(event)
            if told is not None:
                self._say(*told)
        self._tell(
            {
                "stage": "ruling",
                "time_s": self.time_s,
                "events": [spell(event) for event in events],
                "phase": self.state.phase.value,
                "supply": dict(self.state.supply_counts),
            }
        )

    # ------------------------------------------------------------------------------------------ decisions

    def _ask(self, by: str, question: str, think: Callable[[Strategy, Observation, Any], Line]) -> Line:
        self._questions += 1
        seat, count = self._by_name[by], self._questions
        view = Observation(
            by, self.state, self.snapshot, self.configuration.setup, self.configuration.skills[seat.profile]
        )
        answer = self._decisions.decide(
            by, question, lambda: think(STRATEGIES[seat.strategy], view, sealed_rng(self.seed, "mind", by, count))
        )
        check_answer(INTENT, by, question, answer, self._judge)
        self._tell({"stage": "intent", "by": by, "question": question, **answer})
        return answer

    def _judge(self, line: Line) -> None:
        """Raise IllegalAction where the rules forbid what a head answers."""
        self._check(line)
        if line["question"] == "place":
            self._check_place(line["piece"], line["stance"], line["slot"], line["x_mm"])

    def _check_place(self, kind: str, stance: str, number: int, x_mm: float) -> None:
        """Raise IllegalAction where a hand may not bring a piece: to another slot than the card's, or past its wood."""
        if number != self.state.slot:
            raise IllegalAction(f"The card says slot {self.state.slot}, not {number}.")
        setup = self.configuration.setup
        slot, turned = setup.ship.slot(number), setup.pieces[kind].stances[stance]
        left, right = setup.pieces[kind].forms[turned.form].sides(turned.angle)
        low, high = slot.wood_left_mm - right, slot.wood_right_mm - left
        if not low <= x_mm <= high:
            raise IllegalAction(
                f"A {kind} {stance} is over slot {number} between {low:.1f} and {high:.1f} mm, not at {x_mm:.6g} mm."
            )

    def _card(self, strategy: Strategy, view: Observation, stream: Any) -> Line:
        return {"card": strategy.choose_card(view, stream)}

    def _captain(self, strategy: Strategy, view: Observation, stream: Any) -> Line:
        return {"captain": strategy.name_captain(view, self.state.tied_for_captain, stream)}

    def _order(self, strategy: Strategy, view: Observation, stream: Any) -> Line:
        order: Any = strategy.arrange(view, self.state.groups, stream)
        return {"order": list(order) if isinstance(order, tuple) else order}

    def _count(self, strategy: Strategy, view: Observation, stream: Any) -> Line:
        return {"count": strategy.announce(view, stream)}

    def _place(self, strategy: Strategy, view: Observation, stream: Any) -> Line:
        if self.ahead is not None:
            known = self.ahead.known(self._placing(view.me, view.state, self._questions))
            if known is not None:
                return known
        intent: Any = strategy.place(view, stream)
        if not isinstance(intent, PlaceIntent):
            raise malformed(view.me, "place", "expected a PlaceIntent", intent)
        return intent.to_json()

    # ------------------------------------------------------------------------------------------ persons

    def _check(self, line: Line) -> None:
        by, question, state = line["by"], line["question"], self.state
        match question:
            case "card":
                if line.get("card") not in state.hands[by]:
                    raise IllegalAction(f"{by} does not hold the card {line.get('card')}.")
            case "captain":
                rules.apply(state, rules.NameCaptain(str(line.get("captain"))))
            case "order":
                rules.apply(state, rules.Arrange((state.captain, *map(str, line.get("order", ())))))
            case "count":
                rules.apply(state, rules.Announce(line.get("count", 0)))
            case "place":
                kind = str(line.get("piece"))
                piece = self.configuration.setup.pieces.get(kind)
                if piece is None or line.get("stance", next(iter(piece.stances))) not in piece.stances:
                    raise IllegalAction(f"There is no such piece as {kind} {line.get('stance', '')}".rstrip() + ".")
                if not state.supply[by][rules.Piece(kind)]:
                    raise IllegalAction(f"{by} has no {kind} to load.")

    def _why_not_now(self, by: str, question: str) -> str:
        asked, due = self._asked.get(by), self.state.to_act
        if asked == "card":
            return "Pick a card first."
        if question == "card":
            return "The cards of this round lie on the table; the next one is picked in the next round."
        if self.table_stage is TableStage.CHOOSING:
            return "Everybody picks a card first."
        if asked == "count":
            return "Say first whether it will be one piece or two."
        if due is not None and due != by:
            return f"It is {due}'s turn."
        if question == "count":
            return (
                "One piece or two is said once, before the first, and only for a slot from 5 to 10 that held a piece."
            )
        return "Not now."

    # ------------------------------------------------------------------------------------------ what is seen

    def summary_line(self) -> str:
        """Who has how many pieces left."""
        left = ", ".join(f"{name} {count}" for name, count in self.state.supply_counts.items())
        return f"Pieces left: {left}."

    def frame(self) -> RiffRaffFrame:
        """Everything that a drawing of this moment needs."""
        state, seen = self.state, self._seen()
        # The rules have begun the next turn by the time at which the outcome of this one is told.
        turn = self._played if self.table_stage is TableStage.RULED else state
        return RiffRaffFrame(
            time_s=self.time_s,
            table_stage=self.table_stage,
            round=turn.round,
            rounds=state.rounds,
            seats=tuple(self._seat_view(seat, turn) for seat in self.seats),
            due=turn.to_act,
            slot=turn.slot,
            announced=turn.announced or 1,
            hull_angle=seen.hull_angle,
            yards=seen.yards,
            pieces=seen.pieces,
            hand=seen.hand,
            palms=seen.palms,
            removed=_counts(state.removed),
            ticker=tuple(self.ticker),
            winners=state.winners,
            revealed=self._revealed,
            unsettled=self.unsettled,
            goes_on=self.table_stage is TableStage.RULED and state.placed > 0,
        )

    def _seat_view(self, seat: Seat, turn: rules.State) -> SeatView:
        name = seat.name
        supply = dict(_counts(self.state.supply[name]))
        if self.loading is not None and name == turn.to_act:
            # The piece in the hand is no longer before its owner, though the rules count it until it is placed.
            supply[self.loading.kind] -= 1
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


def _piece(name: str) -> rules.Piece:
    return rules.Piece(kind_of(name))


def _counts(stock: FrozenMap[rules.Piece, int]) -> Mapping[str, int]:
    return {piece.value: count for piece, count in stock.items()}
