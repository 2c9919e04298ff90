"""Tasks of throws: a bowl of Zack!, what lies in it, and a card to be thrown in time; the bot says aim and pace.

The bot is asked what it does, as in a match, with what a person sees besides: how the cards lie, and by when the card
has to have left the hand. A try is solved if the card then lies in the bowl; in some templates uppermost.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

from calibration.league.suite.ships import SEED, Range
from calibration.league.suite.tasks import ME, Entrant, Template, Tried, head, noise_seed, spent_s
from sim.bots.bot import Question as BotQuestion
from sim.bots.started import seated_bots
from sim.configuration import changed_configuration
from sim.games.zack.bots import USUAL_STRATEGY
from sim.games.zack.bots.hand import PACE, Card, ThrowIntent, throw_time_s
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.outside import number_in
from sim.games.zack.throws import Thrower, bowlful, throw_once
from sim.language import N_
from sim.match.at_once import MOVE, Asked, Once, StandIn, word_of
from sim.match.intents import malformed
from sim.match.thinking_time import measured, thinking
from sim.physics.bowl.state import BowlSnapshot
from sim.physics.bowl.world import BowlWorld
from sim.protocols import Line
from sim.seeds import derive, rng, sealed_rng

TRIES = 4
TASKS = 100
_SEATS = 3
_FILLED_FROM_MM = 400.0
_REACH = 0.999


@dataclass(frozen=True, slots=True)
class ThrowPlan:
    """A template of throws. Ranges are (least, most).

    distance_mm: from the bowl's middle to the hand. slack: the time there is, in times of a throw at the usual pace.
    cards: how many lie in the bowl, thrown by casual hands at pile_mm, from the bowl's middle towards the thrower.
    uppermost: the card has to lie on top. changes: what differs from the shipped bowl.
    """

    says: str
    distance_mm: Range
    slack: float
    cards: Range = (0, 0)
    pile_mm: float = 0.0
    uppermost: bool = False
    hands: str = "casual"
    changes: Mapping[str, Any] = field(default_factory=dict)


PLANS: Mapping[str, ThrowPlan] = {
    "throw-usual": ThrowPlan(
        N_("from the usual distance in the usual time, with a child's hands"), (360, 440), 1.0, hands="child"
    ),
    "throw-hurry": ThrowPlan(N_("from near by, in a hurry"), (260, 320), 0.6),
    "throw-far": ThrowPlan(N_("from far away, at leisure"), (520, 600), 2.0),
    "throw-far-hurry": ThrowPlan(N_("from far away, in a hurry"), (480, 560), 0.8),
    "throw-small": ThrowPlan(N_("into a small bowl"), (400, 480), 1.2, changes={"bowl": {"opening_mm": 100.0}}),
    "throw-narrow": ThrowPlan(
        N_("into a bowl hardly wider than a card"), (440, 520), 1.0, changes={"bowl": {"width_mm": 96.0}}
    ),
    "throw-top": ThrowPlan(
        N_("onto a few cards in a small bowl, to lie uppermost"),
        (400, 480),
        1.0,
        (4, 8),
        uppermost=True,
        changes={"bowl": {"opening_mm": 120.0}},
    ),
    "throw-full": ThrowPlan(
        N_("into a bowl so shallow that it is nearly full"),
        (400, 480),
        1.0,
        (16, 22),
        changes={"bowl": {"depth_mm": 20.0, "opening_mm": 140.0}},
    ),
    "throw-heap": ThrowPlan(
        N_("over a heap on the near side of a shallow bowl, to lie uppermost"),
        (440, 520),
        1.0,
        (8, 12),
        25.0,
        uppermost=True,
        changes={"bowl": {"depth_mm": 30.0, "opening_mm": 140.0}},
    ),
    "throw-child": ThrowPlan(N_("from near by and with time, with a child's hands"), (300, 380), 1.5, hands="child"),
}


@dataclass(frozen=True, slots=True)
class Aim:
    """A throw as it is meant.

    target_mm: where to, 0 the bowl's middle, negative to the left. pace: as in ThrowIntent. wait_s: before it begins.
    """

    target_mm: float = 0.0
    pace: float = 1.0
    wait_s: float = 0.0


@dataclass(frozen=True, slots=True)
class ThrowTask:
    """A task of a throw. side: -1 from the left, 1 from the right. bowl: what lies in it. within_s: the time for it."""

    template: str
    number: int
    hands: str
    distance_mm: float
    side: int
    bowl: BowlSnapshot
    within_s: float

    @property
    def plan(self) -> ThrowPlan:
        """The template."""
        return PLANS[self.template]

    @property
    def configuration(self) -> ZackConfiguration:
        """The bowl, the cards and the hands, with the hand at its distance."""
        return _configuration(self.template, self.distance_mm)

    def hand_s(self, aim: Aim) -> float:
        """Return how long these hands take for a throw (s)."""
        intent = ThrowIntent(Card.ZACK, self.side, self.distance_mm, aim.target_mm, aim.pace)
        configuration = self.configuration
        return aim.wait_s + throw_time_s(intent, configuration.skills[self.hands], configuration.people.hand)

    def view(self) -> Line:
        """Return what the bot sees: what a match shows of such a moment, and the bowl, the hand and its time."""
        return {
            "me": ME,
            "time_s": 0.0,
            "ready_s": 0.0,
            "stopped": False,
            "wanted": None,
            "belief": ME,
            "hand": None,
            "fetch": False,
            "challenges": [],
            "own_card": False,
            "side": self.side,
            "within_s": self.within_s,
            "throw_s": self.hand_s(Aim()),
            "uppermost": self.plan.uppermost,
            "cards": [
                {"x_mm": pose.x, "y_mm": pose.y, "angle_deg": math.degrees(pose.angle)}
                for pose in BowlWorld(self.configuration.setup, self.bowl).poses()
            ],
        }

    def asked(self) -> BotQuestion:
        """Return the question in plain data, as an external bot gets it."""
        return BotQuestion(ME, MOVE, self.view(), _legal, now_s=0.0)

    def read(self, answer: object) -> Aim:
        """Return the throw that an answer means. Raises IllegalAction."""
        do, more = word_of(ME, answer)
        if do != "throw":
            raise malformed(ME, MOVE, "do: expected throw", do)
        strange = sorted(more.keys() - {"at_s", "aim_mm", "pace"})
        if strange:
            raise malformed(ME, MOVE, "throw: expected the keys aim_mm, at_s, pace", more)
        reach = _REACH * self.distance_mm
        pace = number_in(ME, more, "pace", *PACE)
        return Aim(
            number_in(ME, more, "aim_mm", -reach, reach) or 0.0,
            1.0 if pace is None else pace,
            number_in(ME, more, "at_s", 0.0, 3600.0) or 0.0,
        )

    def to_json(self) -> Line:
        """Return all that the task consists of, as plain data."""
        return head(
            self,
            "throws",
            config=dict(self.plan.changes),
            distance_mm=self.distance_mm,
            side=self.side,
            within_s=self.within_s,
            uppermost=self.plan.uppermost,
            bowl=self.bowl.to_json(),
        )

    def tried(self, entrant: Entrant, seed: int, tries: int) -> Tried:
        """Let a bot decide once, and throw `tries` times."""
        found = Tried(tries=tries, decisions=1)
        own = noise_seed(seed, self.template, self.number, "bot")
        seats = entrant.seats(self.hands, (self.hands,) * (_SEATS - 1), USUAL_STRATEGY[self.hands])
        outside = seated_bots(self.configuration, seats, entrant.bots, f"{self.template} {self.number}").get("bots")
        with measured() as times:
            if outside is None:
                with thinking(ME):
                    meant: Aim | StandIn = OURS[entrant.strategy](self, own)
            else:
                asked = Asked((ME,), 1, 0.0, Once(self.view), _legal, self.read)
                meant = outside.decide(asked, StandIn, lambda _: None)
                found.faults = list(outside.faults)
        found.cpu_s = spent_s(times)
        if isinstance(meant, Aim):
            found.solved = float(sum(self.outcomes(meant, seed, tries)))
        return found

    def score(self, act: Callable[[BotQuestion], object], tries: int = TRIES, seed: int = 1) -> float:
        """Return the share of tries that are solved. act: returns the answer to a question, as plain data.

        seed: of the noise. Raises IllegalAction for an answer against the rules.
        """
        return sum(self.outcomes(self.read(act(self.asked())), seed, tries)) / tries

    def outcomes(self, aim: Aim, seed: int, tries: int) -> Iterator[bool]:
        """Yield, for each try, whether the card lies where it should, and left the hand in time."""
        if self.hand_s(aim) > self.within_s + 1e-9:
            yield from (False,) * tries
            return
        for number in range(tries):
            yield self.thrown(aim, noise_seed(seed, self.template, self.number, "noise", number))

    def thrown(self, aim: Aim, noise: int) -> bool:
        """Throw once under a seed of noise; return whether the card lies where it should."""
        configuration = self.configuration
        setup, skill, height = configuration.setup, configuration.skills[self.hands], configuration.table.hand_height_mm
        thrower = Thrower(setup, skill, self.distance_mm, height, aim.target_mm, aim.pace)
        outcome = throw_once(setup, self.bowl, thrower.release(self.side, noise), watch=False)
        return outcome.hit and (outcome.uppermost or not self.plan.uppermost)


def _legal() -> list[Line]:
    return [{"do": "throw"}]


# ------------------------------------------------------------------------------------------------ our own throwers


def _in_time(task: ThrowTask, pace: float) -> float:
    """Return the pace, or the faster one that leaves no time over."""
    return min(PACE[1], max(pace, task.hand_s(Aim()) / task.within_s))


def _random(task: ThrowTask, seed: int) -> Aim:
    stream, half = sealed_rng(seed, "mind"), task.configuration.setup.half_opening_mm
    return Aim(float(stream.uniform(-half, half)), float(stream.uniform(*PACE)))


def _simple(task: ThrowTask, _seed: int) -> Aim:
    return Aim(0.0, _in_time(task, 1.0))


def _lookahead(task: ThrowTask, seed: int) -> Aim:
    """Return the best of a few aims, as slow as there is time for, after trials under the hand's own noise."""
    half, pace = task.configuration.setup.half_opening_mm, _in_time(task, PACE[0])
    hits = {Aim(share * half, pace): 0 for share in (0.0, -0.2, 0.2, -0.4, 0.4)}
    first = 0
    for trials, keep in ((3, 2), (4, 1)):
        for aim in hits:
            hits[aim] += sum(task.thrown(aim, derive(seed, "mind", first + trial)) for trial in range(trials))
        first += trials
        hits = dict(sorted(hits.items(), key=lambda each: -each[1])[:keep])
    return next(iter(hits))


OURS: Mapping[str, Callable[[ThrowTask, int], Aim]] = {"random": _random, "simple": _simple, "lookahead": _lookahead}
"""The throwers of ours: anywhere at any pace; at the middle, no faster than there is need; by trials of one's own."""


# ------------------------------------------------------------------------------------------------ how they are made


@lru_cache(maxsize=8)
def _built(template: str) -> ZackConfiguration:
    found = changed_configuration("zack", PLANS[template].changes)
    assert isinstance(found, ZackConfiguration)
    return found


@lru_cache(maxsize=256)
def _configuration(template: str, distance_mm: float) -> ZackConfiguration:
    changes = {**PLANS[template].changes, "table": {"seat_distance_mm": distance_mm}}
    found = changed_configuration("zack", changes)
    assert isinstance(found, ZackConfiguration)
    return found


@lru_cache(maxsize=256)
def task_of(template: str, number: int, hands: str) -> ThrowTask:
    """Return task `number` of a template. Its bowl and distance are the same in all hands; the time is theirs."""
    plan, stream = PLANS[template], rng(SEED, "suite", template, number)
    shipped = _built(template)
    distance = float(10 * stream.integers(plan.distance_mm[0] // 10, plan.distance_mm[1] // 10 + 1))
    side = 1 if stream.random() < 0.5 else -1
    cards = int(stream.integers(plan.cards[0], plan.cards[1] + 1))
    filler = Thrower(
        shipped.setup, shipped.skills["casual"], _FILLED_FROM_MM, shipped.table.hand_height_mm, side * plan.pile_mm
    )
    bowl = bowlful(filler, cards, derive(SEED, "suite", template, number, "bowl"))
    bare = ThrowTask(template, number, hands, distance, side, bowl, math.inf)
    return ThrowTask(template, number, hands, distance, side, bowl, plan.slack * bare.hand_s(Aim()))


def templates() -> Iterator[Template]:
    """Yield the templates of throws."""
    for name, plan in PLANS.items():
        yield Template(name, "throws", plan.says, plan.hands, TASKS, TRIES, partial(task_of, name))
