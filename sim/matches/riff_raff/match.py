"""One match of Riff Raff: a ship's world x the rules engine x players, in simulated time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Any, Protocol

from sim.configuration import digest
from sim.configuration.riff_raff import RiffRaffConfiguration
from sim.matches.match import Line, Match, StopMatch
from sim.matches.riff_raff.frame import Beat, PieceState, PieceView, RiffRaffFrame, Scenery, SeatView
from sim.matches.riff_raff.story import headline
from sim.matches.seats import Seat
from sim.physics.contact import TICK_HZ
from sim.physics.loading import LoadAction, Loading, LoadResult
from sim.physics.ship_state import Snapshot
from sim.physics.world import ShipWorld
from sim.players.execution import PlaceIntent, execute, wander
from sim.players.reaction import card_thought_s, placement_thought_s
from sim.players.riff_raff import STRATEGIES, Strategy, View
from sim.rules import riff_raff as rules
from sim.rules.frame import Event, Table, spell
from sim.seeds import derive, rng

# Pauses of a real table, which nobody has measured (assumed): turning the cards up and agreeing on the order, and
# setting things to rights after a turn. They lengthen the match told in minutes and change nothing else.
REVEAL_S = 3.0
RULED_S = 2.0


class Decisions(Protocol):
    """Where decisions come from: the players' strategies, or the record of a match that was played before."""

    def decide(self, by: str, question: str, think: Callable[[], Line]) -> Line:
        """The answer to a question: `think()` computes what the player's strategy would say. May raise StopMatch."""
        ...


class FromMinds:
    """Decisions as the strategies make them."""

    def decide(self, by: str, question: str, think: Callable[[], Line]) -> Line:
        """What the strategy says."""
        return think()


class RiffRaffMatch(Match):
    """A match under way."""

    game = "riff-raff"
    title = "Riff Raff"

    def __init__(
        self,
        configuration: RiffRaffConfiguration,
        seats: tuple[Seat, ...],
        seed: int,
        tell: Callable[[Line], None] | None = None,
        decisions: Decisions | None = None,
    ) -> None:
        super().__init__(seats, seed, tell)
        self.configuration = configuration
        self.state = rules.start(tuple(seat.name for seat in seats))
        self.beat = Beat.CHOOSING
        self.snapshot = Snapshot()
        self.loading: Loading | None = None
        self.unsettled = 0
        self.events: list[Event] = []
        palm = max(configuration.skills[seat.profile].catch_width_mm for seat in seats)
        self.scenery = Scenery(configuration.setup.ship, configuration.setup.pieces, palm)
        self._decisions: Decisions = decisions or FromMinds()
        self._by_name = {seat.name: seat for seat in seats}
        self._slot_of: dict[str, int] = {}
        self._questions = 0
        self._attempts = 0
        self._moments = 0
        self._revealed = False
        self._pause_ticks = 0
        self._script = self._play()

    # ------------------------------------------------------------------------------------------ time

    def _move(self, most: int) -> int:
        if self._pause_ticks:
            ticks = min(most, self._pause_ticks)
            self._pause_ticks -= ticks
            self._ticks += ticks
        elif self.loading is not None and not self.loading.done:
            ticks = self.loading.advance(most)
            # What happens in a tick is told with the time at which it begins.
            self._ticks += ticks - 1
            self._notice(self.loading)
            self._ticks += 1
        else:
            try:
                self._pause_ticks = next(self._script, 0)
            except StopMatch:
                self.finished = True
            ticks = 0
        return ticks

    def _notice(self, loading: Loading) -> None:
        if loading.hand is None and self.beat is Beat.LOADING:
            self.beat = Beat.WATCHING
        for moment in loading.moments[self._moments :]:
            if moment.what in ("falls", "caught"):
                kind = _kind(moment.name)
                text = f"The {kind} falls!" if moment.what == "falls" else f"The {kind} is caught."
                self._say(text, "bad" if moment.what == "falls" else "good")
        self._moments = len(loading.moments)

    # ------------------------------------------------------------------------------------------ the course of a match

    def _play(self) -> Iterator[int]:
        """The match as pauses, in ticks; while `self.loading` is under way its ticks come in between."""
        while self.state.phase is not rules.Phase.OVER:
            self.beat, self._revealed = Beat.CHOOSING, False
            yield self._thought(card_thought_s, "card", *(seat.name for seat in self.seats))
            cards = {seat.name: self._ask(seat.name, "card", self._card)["card"] for seat in self.seats}
            self._rule(rules.Reveal(cards))
            self.beat, self._revealed = Beat.REVEALED, True
            if self.state.phase is rules.Phase.NAME_CAPTAIN:
                answer = self._ask(self.state.captain, "captain", self._captain)
                self._rule(rules.NameCaptain(answer["captain"]))
            if self.state.phase is rules.Phase.ARRANGE:
                answer = self._ask(self.state.captain, "order", self._order)
                self._rule(rules.Arrange((self.state.captain, *answer["order"])))
            yield round(REVEAL_S * TICK_HZ)
            round_now = self.state.round
            while self.state.phase is rules.Phase.LOAD and self.state.round == round_now:
                yield from self._turn()
        self.beat, self.finished = Beat.OVER, True
        self._tell({"stage": "end", "time_s": self.time_s, "winners": list(self.state.winners)})

    def _turn(self) -> Iterator[int]:
        """One attempt, and before the first of a turn the announcement."""
        player = self.state.to_act
        assert player is not None
        self.beat = Beat.THINKING
        yield self._thought(placement_thought_s, "placement", player)
        if self.state.may_place_two:
            self._rule(rules.Announce(self._ask(player, "count", self._count)["count"]))
        intent = PlaceIntent.from_json(self._ask(player, "place", self._place))
        skill = self.configuration.skills[self._by_name[player].profile]
        self._attempts += 1
        noise = derive(self.seed, "noise", self._attempts)
        action = execute(intent, f"{intent.kind}-{self._attempts}", skill, noise)
        self._tell({"stage": "executed", "by": player, "noise_seed": noise, "action": asdict(action)})
        world = ShipWorld(self.configuration.setup, self.snapshot)
        self.loading, self._moments, self.beat = Loading(world, action, wander(skill, noise)), 0, Beat.LOADING
        while not self.loading.done:
            yield 0
        result = self.loading.result()
        self.snapshot = world.snapshot()
        if not world.is_finite():
            raise FloatingPointError(f"the ship's world ran away in attempt {self._attempts} of match {self.seed}")
        self._tell_physics(player, result)
        self._rule(self._outcome(player, action, result))
        self.loading, self.beat = None, Beat.RULED
        yield round(RULED_S * TICK_HZ)

    def _thought(self, distribution: Callable[..., float], what: str, *names: str) -> int:
        """Ticks until the slowest of these players has thought."""
        self._questions += 1
        seconds = [
            distribution(
                self.configuration.skills[self._by_name[name].profile], rng(self.seed, what, name, self._questions)
            )
            for name in names
        ]
        return round(max(seconds) * TICK_HZ)

    def _outcome(self, player: str, action: LoadAction, result: LoadResult) -> rules.Load:
        """What the physics did, in the words of the rules."""
        placed = rules.Fate.STAYS
        if action.name in result.fallen:
            placed = rules.Fate.LOST
        elif action.name in result.caught:
            placed = rules.Fate.CAUGHT
        before = self._slot_of
        lost = tuple(rules.Fallen(_piece(n), before[n]) for n in result.fallen if n != action.name)
        caught = tuple(rules.Fallen(_piece(n), before[n]) for n in result.caught if n != action.name)
        ship = {slot: tuple(_piece(name) for name in names) for slot, names in result.aboard.items()}
        self._slot_of = {name: slot for slot, names in result.aboard.items() for name in names}
        outcome = rules.Load(_piece(action.name), placed, lost, caught, ship)
        self._tell(
            {
                "stage": "outcome",
                "by": player,
                "piece": action.kind,
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

    def _ask(self, by: str, question: str, think: Callable[[Strategy, View, Any], Line]) -> Line:
        self._questions += 1
        seat, count = self._by_name[by], self._questions
        view = View(by, self.state, self.snapshot, self.configuration.setup, self.configuration.skills[seat.profile])
        answer = self._decisions.decide(
            by, question, lambda: think(STRATEGIES[seat.strategy], view, rng(self.seed, "mind", by, count))
        )
        self._tell({"stage": "intent", "by": by, "question": question, **answer})
        return answer

    def _card(self, strategy: Strategy, view: View, stream: Any) -> Line:
        return {"card": strategy.choose_card(view, stream)}

    def _captain(self, strategy: Strategy, view: View, stream: Any) -> Line:
        return {"captain": strategy.name_captain(view, self.state.tied_for_captain, stream)}

    def _order(self, strategy: Strategy, view: View, stream: Any) -> Line:
        return {"order": list(strategy.arrange(view, self.state.groups, stream))}

    def _count(self, strategy: Strategy, view: View, stream: Any) -> Line:
        return {"count": strategy.announce(view, stream)}

    def _place(self, strategy: Strategy, view: View, stream: Any) -> Line:
        return strategy.place(view, stream).to_json()

    # ------------------------------------------------------------------------------------------ what is seen

    def farewell(self) -> str:
        """Who has how many pieces left."""
        left = ", ".join(f"{name} {count}" for name, count in self.state.supply_counts.items())
        return f"Pieces left: {left}."

    def frame(self) -> RiffRaffFrame:
        """Everything that a drawing of this moment needs."""
        loading, state = self.loading, self.state
        if loading is not None:
            now = loading.world.snapshot()
            pieces = [*_views(now, loading), *_debris(loading)]
            hand = None if loading.hand is None else loading.hand.pose()
            palms = () if loading.catchers is None else loading.catchers.poses()
        else:
            now, hand, palms = self.snapshot, None, ()
            pieces = list(_views(now, None))
        yards = now.yards or ShipWorld(self.configuration.setup).snapshot().yards
        return RiffRaffFrame(
            time_s=self.time_s,
            beat=self.beat,
            round=state.round,
            rounds=state.rounds,
            seats=tuple(self._seat_view(seat) for seat in self.seats),
            due=state.to_act,
            slot=state.slot,
            announced=state.announced or 1,
            hull_angle=now.hull.angle,
            yards=yards,
            pieces=tuple(pieces),
            hand=hand,
            palms=palms,
            removed=_counts(state.removed),
            ticker=tuple(self.ticker),
            winners=state.winners,
            revealed=self._revealed,
            unsettled=self.unsettled,
        )

    def _seat_view(self, seat: Seat) -> SeatView:
        state, name = self.state, seat.name
        supply = dict(_counts(state.supply[name]))
        if self.loading is not None and name == state.to_act:
            # The piece in the hand is no longer before its owner, though the rules count it until it is placed.
            supply[self.loading.action.kind] -= 1
        return SeatView(
            name=name,
            profile=seat.profile,
            strategy=seat.strategy,
            hand=state.hands[name],
            card=state.cards.get(name) if self._revealed else None,
            played=state.played[name],
            supply=supply,
            is_captain=name == state.captain,
            is_due=name == state.to_act,
            turn_in_round=state.order.index(name) if name in state.order else None,
        )


def _kind(name: str) -> str:
    """`crate-17` is a crate."""
    return name.partition("-")[0]


def _piece(name: str) -> rules.Piece:
    return rules.Piece(_kind(name))


def _counts(stock: Table[rules.Piece, int]) -> Mapping[str, int]:
    return {piece.value: count for piece, count in stock.items()}


def _views(now: Snapshot, loading: Loading | None) -> Iterator[PieceView]:
    for c in now.cargo:
        state = PieceState.ABOARD
        if loading is not None:
            if loading.hand is not None and loading.hand.name == c.name:
                state = PieceState.HELD
            elif c.name in loading.fallen:
                state = PieceState.FALLEN
            elif loading.world.cargo[c.name].falling:
                state = PieceState.FALLING
        yield PieceView(c.name, c.kind, c.form, c.pose.x, c.pose.y, c.pose.angle, state)


def _debris(loading: Loading) -> Iterator[PieceView]:
    for c in loading.debris:
        yield PieceView(c.name, c.kind, c.form, c.pose.x, c.pose.y, c.pose.angle, PieceState.FALLEN)
