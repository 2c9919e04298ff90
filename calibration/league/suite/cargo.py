"""Tasks of cargo: a ship of Riff Raff that stands, a slot, and the pieces in hand; one piece, or two, is to be placed.

The bot is asked the question of a match, its answer is judged by the laws of a match and carried out under the noise of
its hands. A try is solved if nothing leaves the ship, the piece itself included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, TypeAlias

from calibration.league.suite.ships import KINDS, SETS, LoadedShip, ShipPlan, loaded_ship
from calibration.league.suite.tasks import ME, Entrant, Template, Tried, head, noise_seed, spent_s
from sim.bots.bot import Question as BotQuestion
from sim.bots.started import seated_bots
from sim.configuration import changed_configuration
from sim.errors import IllegalAction
from sim.games.riff_raff import rules
from sim.games.riff_raff.bots import STRATEGIES, USUAL_STRATEGY
from sim.games.riff_raff.bots.observation import Observation
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import questions
from sim.games.riff_raff.match.intents import Place
from sim.games.riff_raff.match.table import check_piece, check_place, outcome_of
from sim.language import N_, Wording
from sim.match.intents import Intent
from sim.match.thinking_time import measured, thinking
from sim.match.turn_based import Question
from sim.people.execution import execute, wander
from sim.physics.ship.loading import Loading
from sim.physics.ship.state import Snapshot
from sim.physics.ship.world import ShipWorld
from sim.protocols import Line
from sim.rules_frame import FrozenMap
from sim.seat import NAMES, Seat
from sim.seeds import sealed_rng

TRIES = 4
"""The tries of each task: tasks differ more than tries do, so that more of these would narrow no interval much."""
TASKS = 100
_SEATS = 4
_CARDS = 10
Decide: TypeAlias = Callable[[Question[Observation, Any]], Place]


@dataclass(frozen=True, slots=True)
class CargoPlan:
    """A template of cargo. count: how many pieces are to be placed. changes: what differs from the shipped ship."""

    says: str
    ship: ShipPlan
    count: int = 1
    hands: str = "casual"
    changes: Mapping[str, Any] = field(default_factory=dict)


ANY, DECK, LOW, MIDDLE, TOP = tuple(range(1, 11)), (1, 2, 3, 4), (5, 6), (7, 8), (9, 10)
YARDS = (*LOW, *MIDDLE, *TOP)
_BROAD = ("crate", "chest", "plank")
_TALL = ("bottle", "crate", "barrel")

PLANS: Mapping[str, CargoPlan] = {
    "deck-empty": CargoPlan(
        N_("an empty slot on deck of a loaded ship, tall pieces, and a child's hands"),
        ShipPlan(DECK, aboard=(9, 12), hand=(1, 2), hand_kinds=_TALL),
        hands="child",
    ),
    "deck-shared": CargoPlan(N_("beside a piece on deck"), ShipPlan(DECK, there=(1, 1))),
    "deck-stack": CargoPlan(
        N_("onto broad pieces that cover a deck slot"), ShipPlan(DECK, there=(2, 3), there_kinds=_BROAD, piled=True)
    ),
    "low-empty": CargoPlan(
        N_("an empty slot on the low yard of a loaded ship, tall pieces, and a child's hands"),
        ShipPlan(LOW, aboard=(9, 12), hand=(1, 2), hand_kinds=_TALL),
        hands="child",
    ),
    "low-shared": CargoPlan(N_("beside a piece on the low yard"), ShipPlan(LOW, there=(1, 1), hand=(2, 3))),
    "low-crowded": CargoPlan(N_("a slot on the low yard with two or three pieces"), ShipPlan(LOW, there=(2, 3))),
    "middle-empty": CargoPlan(
        N_("an empty slot on the middle yard of a loaded ship"), ShipPlan(MIDDLE, aboard=(9, 12), hand=(2, 3))
    ),
    "middle-shared": CargoPlan(N_("beside a piece or two on the middle yard"), ShipPlan(MIDDLE, there=(1, 2))),
    "top-empty": CargoPlan(
        N_("an empty slot on the top yard of a loaded ship, tall pieces, and a child's hands"),
        ShipPlan(TOP, aboard=(9, 12), hand=(1, 2), hand_kinds=_TALL),
        hands="child",
    ),
    "top-shared": CargoPlan(N_("beside a piece on the top yard"), ShipPlan(TOP, there=(1, 1), aboard=(5, 8))),
    "counterweight": CargoPlan(
        N_("one-sided cargo, and a slot on the light side"), ShipPlan(YARDS, there=(0, 1), aboard=(6, 8), side=-1)
    ),
    "overweight": CargoPlan(
        N_("one-sided cargo, and a slot on the heavy side"), ShipPlan(YARDS, aboard=(5, 8), side=1)
    ),
    "barrels-beside": CargoPlan(
        N_("beside barrels on a yard"), ShipPlan(YARDS, there=(2, 2), there_kinds=("barrel",), hand=(2, 3))
    ),
    "round-hand": CargoPlan(
        N_("nothing in hand but barrels"),
        ShipPlan(YARDS, there=(1, 1), aboard=(5, 8), hand=(2, 3), hand_kinds=("barrel",)),
    ),
    "tall-hand": CargoPlan(
        N_("nothing in hand but bottles"),
        ShipPlan(YARDS, there=(0, 1), aboard=(5, 8), hand=(1, 2), hand_kinds=("bottle",)),
    ),
    "sailors-hand": CargoPlan(
        N_("nothing in hand but sailors, which hang or lie"),
        ShipPlan(YARDS, there=(1, 2), aboard=(5, 8), hand=(2, 2), hand_kinds=("sailor",)),
    ),
    "heavy-hand": CargoPlan(
        N_("nothing in hand but a crate and a chest, on a yard of a loaded ship"),
        ShipPlan(YARDS, there=(0, 1), aboard=(9, 12), hand=(2, 2), hand_kinds=("crate", "chest")),
    ),
    "leaning": CargoPlan(
        N_("cargo that leans already"),
        ShipPlan(
            YARDS,
            there=(0, 2),
            aboard=(4, 6),
            aboard_kinds=("sailor", "bottle", "boat", "plank", "crate"),
            leaning=True,
        ),
    ),
    "yard-stack": CargoPlan(
        N_("onto broad pieces that cover a slot on a yard"),
        ShipPlan((*LOW, *MIDDLE), there=(2, 3), there_kinds=_BROAD, piled=True, hand=(2, 3)),
    ),
    "two-low": CargoPlan(N_("two pieces for one slot on the low yard"), ShipPlan(LOW, there=(1, 2), hand=(3, 4)), 2),
    "two-high": CargoPlan(
        N_("two pieces for one slot on the upper yards"), ShipPlan((*MIDDLE, *TOP), there=(1, 1), hand=(3, 4)), 2
    ),
    "swinging": CargoPlan(
        N_("a ship that swings, as after a fall"), ShipPlan(YARDS, there=(0, 1), aboard=(5, 8), swing_deg=(4.0, 8.0))
    ),
    "impatient": CargoPlan(
        N_("a ship that swings, and a child who hardly waits"),
        ShipPlan(YARDS, there=(0, 1), swing_deg=(3.0, 6.0)),
        hands="child",
    ),
    "full-ship": CargoPlan(
        N_("any slot of a ship with eleven to sixteen pieces"), ShipPlan(ANY, (0, 3), aboard=(11, 13))
    ),
    "polished": CargoPlan(
        N_("the smoothest wood, friction 0.2"), ShipPlan(YARDS, there=(0, 1)), changes={"wood": {"friction": 0.2}}
    ),
}


@dataclass(frozen=True, slots=True)
class CargoTask:
    """A task of cargo. state: the position, in which ME has to load. snapshot: the ship as she lies."""

    template: str
    number: int
    hands: str
    changes: Mapping[str, Any]
    state: rules.State
    snapshot: Snapshot

    @property
    def configuration(self) -> RiffRaffConfiguration:
        """The ship, the pieces and the hands."""
        return _configuration(self.template)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The table, with nothing said of who plays."""
        return tuple(Seat(name, self.hands, USUAL_STRATEGY[self.hands]) for name in self.state.players)

    def question(
        self, number: int = 1, state: rules.State | None = None, snapshot: Snapshot | None = None
    ) -> Question[Observation, Place]:
        """Return the question of a match. state, snapshot: after a first piece; None before it."""
        known = self.configuration
        view = Observation(
            ME, state or self.state, snapshot or self.snapshot, known.setup, known.skills[self.hands], known.judgement
        )
        return Question((ME,), Place, view, number)

    def asked(self) -> BotQuestion:
        """Return the question in plain data, as an external bot gets it."""
        return _in_plain_data(self.question())

    def to_json(self) -> Line:
        """Return all that the task consists of, as plain data."""
        return head(
            self,
            "cargo",
            config=dict(self.changes),
            position=rules.to_json(self.state),
            ship=self.snapshot.to_json(),
        )

    def tried(self, entrant: Entrant, seed: int, tries: int) -> Tried:
        """Let a bot decide, and carry it out `tries` times."""
        found = Tried()
        own = noise_seed(seed, self.template, self.number, "bot")
        others = (self.hands,) * (_SEATS - 1)
        seats = entrant.seats(self.hands, others, USUAL_STRATEGY[self.hands])
        outside = seated_bots(self.configuration, seats, entrant.bots, f"{self.template} {self.number}").get("bots")

        def decide(question: Question[Observation, Any]) -> Place:
            found.decisions += 1
            strategy = USUAL_STRATEGY[self.hands] if outside is not None else entrant.strategy

            def think() -> Place:
                stream = sealed_rng(own, "mind", ME, question.number)
                return Place.of(ME, STRATEGIES[strategy].place(question.view, stream))

            if outside is None:
                with thinking(ME):
                    answer = think()
                self._check(question, answer)
            else:
                answer = outside.decide(question, think, partial(self._check, question))
            return answer

        with measured() as times:
            found.solved, found.tries = float(sum(self.outcomes(decide, seed, tries))), tries
        found.cpu_s = spent_s(times)
        if outside is not None:
            found.faults = list(getattr(outside, "faults", ()))
        return found

    def score(self, act: Callable[[BotQuestion], object], tries: int = TRIES, seed: int = 1) -> float:
        """Return the share of tries that are solved. act: returns the answer to a question, as plain data.

        seed: of the noise. Raises IllegalAction for an answer against the rules.
        """

        def decide(question: Question[Observation, Any]) -> Place:
            answer = questions.read(question, act(_in_plain_data(question)))
            self._check(question, answer)
            assert isinstance(answer, Place)
            return answer

        return sum(self.outcomes(decide, seed, tries)) / tries

    def outcomes(self, decide: Decide, seed: int, tries: int) -> Iterator[bool]:
        """Yield, for each try, whether nothing left the ship. The first piece is decided on once, a second each time.

        An answer that stands in for one that does not count solves nothing.
        """
        first = decide(self.question())
        for number in range(tries):
            state, snapshot, meant = self.state, self.snapshot, first
            holds = True
            while holds:
                held = None if meant.fault else self._carried_out(meant, state, snapshot, seed, number)
                holds = held is not None
                if held is None:
                    break
                state, snapshot = held
                if not (state.phase is rules.Phase.LOAD and state.to_act == ME and state.placed):
                    break
                meant = decide(self.question(2 + number, state, snapshot))
            yield holds

    def _carried_out(
        self, meant: Place, state: rules.State, snapshot: Snapshot, seed: int, number: int
    ) -> tuple[rules.State, Snapshot] | None:
        """Carry a placement out; return the position and the ship after it, or None where something fell."""
        setup, skill = self.configuration.setup, self.configuration.skills[self.hands]
        noise = noise_seed(seed, self.template, self.number, "noise", number, state.placed)
        world = ShipWorld(setup, snapshot)
        action = execute(meant.meant, f"{meant.piece}-{len(snapshot.cargo) + 1}", skill, noise)
        result = Loading(world, action, wander(skill, noise)).run()
        if result.fallen or result.caught:
            return None
        # Nothing has left the ship, so nobody asks where anything lay.
        after, _ = rules.apply(state, outcome_of(action.name, result, {}))
        return after, world.snapshot()

    def _check(self, question: Question[Observation, Any], answer: Intent) -> None:
        """Raise IllegalAction for an answer against the rules, as a match does."""
        if not isinstance(answer, Place):
            raise IllegalAction(Wording("{me} is asked for a placement.", me=ME))
        check_piece(answer, question.view.state, self.configuration.setup)
        check_place(answer, question.view.state, self.configuration.setup)


def _in_plain_data(question: Question[Observation, Any]) -> BotQuestion:
    return BotQuestion(ME, "place", questions.view_of(question), partial(questions.legal_answers, question))


@lru_cache(maxsize=4)
def _configured(changed: bool, template: str) -> RiffRaffConfiguration:
    found = changed_configuration("riff-raff", PLANS[template].changes if changed else {})
    assert isinstance(found, RiffRaffConfiguration)
    return found


def _configuration(template: str) -> RiffRaffConfiguration:
    changed = bool(PLANS[template].changes)
    return _configured(changed, template if changed else next(iter(PLANS)))


@lru_cache(maxsize=256)
def task_of(template: str, number: int, hands: str) -> CargoTask:
    """Return task `number` of a template. Its ship, slot and pieces are the same in all hands."""
    plan, configuration = PLANS[template], _configuration(template)
    loaded = loaded_ship(plan.ship, configuration.setup, template, number)
    state = _position(loaded, plan.count, configuration)
    return CargoTask(template, number, hands, plan.changes, state, loaded.snapshot)


def _position(loaded: LoadedShip, count: int, configuration: RiffRaffConfiguration) -> rules.State:
    """Return a position of the rules with that ship, in which the bot is to load, first of four in its round.

    The others hold what is neither aboard nor in its hand.
    """
    aboard = [kind for there in loaded.stowage.values() for kind in there]
    equipment, players = configuration.equipment, NAMES[:_SEATS]
    supply = {name: dict.fromkeys(KINDS, 0) for name in players}
    supply[ME] = {kind: loaded.hand.count(kind) for kind in KINDS}
    used = Counter(aboard) + Counter(loaded.hand)
    rest = [kind for kind in KINDS for _ in range(SETS - used[kind])]
    for index, kind in enumerate(rest):
        supply[players[1 + index % (_SEATS - 1)]][kind] += 1
    rounds = min(_CARDS, 1 + len(aboard) // _SEATS)
    # Everybody has played the same cards, so the bot may be the captain, and any order is one.
    others = [card for card in range(1, _CARDS + 1) if card != loaded.slot]
    played = (*others[: rounds - 1], loaded.slot)
    state = rules.State(
        players=players,
        phase=rules.Phase.LOAD,
        round=rounds,
        captain=ME,
        hands=FrozenMap({name: tuple(card for card in range(1, _CARDS + 1) if card not in played) for name in players}),
        played=FrozenMap(dict.fromkeys(players, played)),
        order=players,
        turn=0,
        announced=None,
        placed=0,
        supply=FrozenMap({name: FrozenMap(stock) for name, stock in supply.items()}),
        ship=equipment.stowage(loaded.stowage),
        removed=equipment.stock(),
        equipment=equipment,
    )
    return replace(state, announced=count) if state.may_place_two else state


def templates() -> Iterator[Template]:
    """Yield the templates of cargo."""
    for name, plan in PLANS.items():
        yield Template(name, "cargo", plan.says, plan.hands, TASKS, TRIES, partial(task_of, name))
