"""Tables of Zack!: whole games, in which the bot plays each seat in turn against the usual opponents.

The games of a task share their seed and the order of the opponents. Its score is the bot's mean share of the victory;
of a game in which none of its answers counted it has none, since another played it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from calibration.league.suite.tasks import Entrant, Template, Tried, head, noise_seed, spent_s
from sim.batch.match_counts import metrics_of
from sim.bots.bot import Question
from sim.bots.seated import SeatedBots
from sim.bots.started import seated_bots
from sim.bots.words import TIME_S, label_of, named, start
from sim.configuration import changed_configuration
from sim.games.zack.bots import USUAL_STRATEGY
from sim.language import N_
from sim.match.thinking_time import measured
from sim.protocols import Configuration, Line
from sim.seat import NAMES, Seat
from sim.seeds import keyed
from sim.spec import match_of

TASKS = 20
_GAME = "zack"
USUAL_WORDS = ("simple", "lookahead")
"""Those of our words that mean the usual strategy at these tables."""
_CHANGES = {"table": {"wins": 1}}


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table. others: the hands of the opponents, each with their usual play, clockwise from the bot."""

    says: str
    hands: str
    others: tuple[str, ...]


PLANS = {
    "table-three": TablePlan(N_("three casual players"), "casual", ("casual",) * 2),
    "table-four": TablePlan(N_("four casual players"), "casual", ("casual",) * 3),
    "table-mixed": TablePlan(
        N_("a casual player, a child, a skilled one, and the bot"), "casual", ("casual", "child", "skilled")
    ),
    "table-skilled": TablePlan(N_("three skilled players"), "skilled", ("skilled",) * 2),
    "table-children": TablePlan(N_("three children"), "child", ("child",) * 2),
}


@dataclass(frozen=True, slots=True)
class TableTask:
    """A task at a table: a game from each seat."""

    template: str
    number: int
    hands: str

    @property
    def others(self) -> tuple[str, ...]:
        """The hands of the opponents, clockwise."""
        return PLANS[self.template].others

    def to_json(self) -> Line:
        """Return all that the task consists of, as plain data."""
        return head(self, "table", config=_CHANGES, others=list(self.others))

    def asked(self) -> None:
        """Return None: a game asks thousands of questions."""

    def seats(self, entrant: Entrant, place: int) -> tuple[Seat, ...]:
        """Return the table at which the bot has this seat, from 0."""
        profiles = (self.hands, *self.others)
        count = len(profiles)
        turned = [profiles[(seat - place) % count] for seat in range(count)]
        own = USUAL_STRATEGY[self.hands] if entrant.strategy in USUAL_WORDS else entrant.strategy
        return tuple(
            Seat(NAMES[seat], profile, own if seat == place else USUAL_STRATEGY[profile])
            for seat, profile in enumerate(turned)
        )

    def tried(self, entrant: Entrant, seed: int, tries: int) -> Tried:
        """Let a bot play a game from each of the first `tries` seats."""

        def seated(seats: tuple[Seat, ...], _place: int, match_seed: int) -> SeatedBots | None:
            return seated_bots(_configuration(), seats, entrant.bots, f"{self.template} {self.number}").get("bots")

        return self._played(entrant, seed, tries, seated)

    def score(self, act: Callable[[Question], object], tries: int = 0, seed: int = 1) -> float:
        """Return the mean share of the victory over games from the first `tries` seats, or from all.

        act: returns the answer to a question, as plain data. seed: of the games.
        """
        part = match_of(_GAME).questions
        assert part is not None
        player = start(named(act), "act")

        def seated(seats: tuple[Seat, ...], place: int, match_seed: int) -> SeatedBots:
            key = keyed(b"", "bots", f"{self.template} {self.number}")
            return SeatedBots.begin(_configuration(), part, seats, key, {seats[place].name: player}, TIME_S)

        try:
            found = self._played(Entrant("own", label_of(player)), seed, tries or 1 + len(self.others), seated)
        finally:
            player.end()
        return found.solved / found.tries

    def _played(
        self,
        entrant: Entrant,
        seed: int,
        tries: int,
        seated: Callable[[tuple[Seat, ...], int, int], SeatedBots | None],
    ) -> Tried:
        found = Tried(tries=tries)
        match_seed = noise_seed(seed, self.template, self.number, "match")
        for place in range(tries):
            seats = self.seats(entrant, place)
            outside = seated(seats, place, match_seed)
            collector = metrics_of(_GAME).collector(place, match_seed, seats)
            with measured() as times:
                match_of(_GAME).open(_configuration(), seats, match_seed, collector.add_line, bots=outside).run()
            asked = 0
            if outside is not None:
                asked = outside.asked.total()
                found.decisions += asked
                found.cpu_s += spent_s(times, seats[place].name) if asked else 0.0
                found.faults += outside.faults
            if outside is None or len(outside.faults) < asked:
                found.solved += collector.match_row().victory[place]
        return found


@cache
def _configuration() -> Configuration:
    return changed_configuration(_GAME, _CHANGES)


def _task(template: str, number: int, hands: str) -> TableTask:
    return TableTask(template, number, hands)


def templates() -> Iterator[Template]:
    """Yield the tables."""
    for name, plan in PLANS.items():
        yield Template(name, "table", plan.says, plan.hands, TASKS, 1 + len(plan.others), partial(_task, name))


class Random:
    """A bot that begins, of all that is allowed, anything with equal chances: the one called random at these tables."""

    name, version = "random", "1"

    def act(self, question: Question, rng: np.random.Generator) -> object:
        """Return any of the answers that are allowed."""
        return question.legal[int(rng.integers(len(question.legal)))]
