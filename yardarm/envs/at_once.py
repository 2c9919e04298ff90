"""The driver of environments for games in which everybody acts at once: PettingZoo's parallel API in ticks of 100 ms.

Each agent says at every tick what it means to do; the match goes on for 100 ms. An agent has the hands of its profile,
and their time and noise. How it reads the table is a choice: `reading="human"` with the delays and errors of a person
of that profile, as external bots have them; `"perfect"` at once and without error.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from sim.errors import IllegalAction, InputError
from sim.match.at_once import NOTHING, Asked, Reading, StandIn
from sim.match.simultaneous import SimultaneousMatch
from sim.protocols import Line
from yardarm.configurations import Config
from yardarm.envs.arguments import among, an_action
from yardarm.envs.holding import Replaying
from yardarm.envs.match_env import CheckedWrapper, MatchEnv
from yardarm.envs.numbers import Numbers
from yardarm.envs.seating import AGENT, Course, Mask, Observed, Players, Seating, mask_of, observed

TICK_S = 0.1
"""The match time of a step (s)."""
_LONGEST_WAIT_S = 120.0
"""The longest time in which nobody can do anything (s) that passes within a step."""
DO_NOTHING: Line = {"do": NOTHING}

Played = TypeVar("Played", bound=SimultaneousMatch[Any])
Stepped = tuple[dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class Hands:
    """The agents' answers to the questions of the match (`sim.spec.OutsideBots`): what each means to do in this tick.

    meant: the answer of each agent by the name of its seat. until_s: the match time at which the tick ends. seen: what
    each agent has seen since it was taken out last. refused: by the name of a seat, why its last answer did not count.
    """

    forfeited: ClassVar[Mapping[str, str]] = {}

    def __init__(self, names: Sequence[str], once: bool) -> None:
        """Answer for the seats of these names. once: an answer is given only once in a tick."""
        self.meant: dict[str, Line] = dict.fromkeys(names, DO_NOTHING)
        self.seen: dict[str, list[Line]] = {name: [] for name in names}
        self.refused: dict[str, IllegalAction] = {}
        self.until_s = 0.0
        self._once = once
        self._answered: set[str] = set()

    def begin(self, until_s: float) -> None:
        """Begin a tick that ends at this match time."""
        self.until_s = until_s
        self.refused.clear()
        self._answered.clear()

    def decide(self, question: Asked, think: Any, check: Any) -> Any:
        """Return what the agent means to do if that is still legal, else nothing.

        Where the table has waited too long for it, the usual strategy does what is waited for.
        """
        (by,) = question.by
        try:
            found = question.read(self.meant[by])
        except IllegalAction as error:
            if by not in self._answered:
                self.refused[by] = error
            try:
                found = question.read(DO_NOTHING)
            except IllegalAction:
                stand_in: StandIn = think()
                found = stand_in.in_place_of("illegal")
        else:
            if self._once:
                self.meant[by] = DO_NOTHING
        self._answered.add(by)
        check(found)
        return found

    def next_s(self, by: str) -> object:
        """Return the beginning of the next tick."""
        return self.until_s

    def tell(self, by: str, percept: Line) -> None:
        """Keep what an agent has seen."""
        self.seen[by].append(percept)

    def hear(self, line: Line) -> None:
        """Do nothing: agents see by their own eyes."""


class AtOnceEnv(Replaying, MatchEnv[Played], ParallelEnv[str, Observed, int]):  # type: ignore[misc]
    """An environment in which all agents act at every tick; max_cycles counts the ticks."""

    once = False
    """True where an action that has been begun is not to be begun again in the same tick."""

    def __init__(
        self,
        players: Players,
        config: Config,
        max_cycles: int,
        render_mode: str | None,
        reading: Reading,
        shaping: float,
        profile: str,
    ) -> None:
        """Seat the players. Raises InputError."""
        seating = Seating.of(self.game, players, config, profile, AGENT)
        super().__init__(seating, max_cycles, render_mode, shaping)
        self.reading = among("reading", reading, ("human", "perfect"))
        self._asked: dict[str, Asked] = {}
        self._legal: dict[str, dict[int, Line]] = {}
        # Of each player: the legal answers of the last question, whose options and mask are kept as long as they are.
        self._allowed: dict[str, list[Line]] = {}
        self._masks: dict[str, Mask] = {}

    # ---------------------------------------------------------------------------------------- what a game makes of it

    @abstractmethod
    def _open(self, seed: int, course: Course, hands: Hands) -> Played:
        """Return the match at its beginning."""

    @abstractmethod
    def _options(self, name: str, asked: Asked, legal: Sequence[Line]) -> dict[int, Line]:
        """Return the actions that this player can begin now, and the answer that each means.

        legal: the answers that the question allows, the same list as long as nothing of it has changed.
        """

    @abstractmethod
    def _look(self, name: str, percepts: Sequence[Line]) -> None:
        """Take in what a player has seen in the last tick."""

    @abstractmethod
    def _numbers(self, name: str, asked: Asked) -> Numbers:
        """Return what this player sees, as the numbers of the layout."""

    @abstractmethod
    def _idle(self) -> bool:
        """Return True while cards are dealt, so that nobody can do anything."""

    def _meaning(self, name: str, answer: Line) -> Line:
        """Return the answer that the match gets for the chosen action."""
        return answer

    def _forget(self) -> None:
        """Forget what was seen in another match."""

    # ---------------------------------------------------------------------------------------- PettingZoo

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Begin a match: that of this seed, at the moment at which play begins. Raises InputError."""
        first = self._begin({"seed": self.seating.seed(seed)})
        self._show()
        return first, {agent: {} for agent in self.agents}

    def _begin(self, began: Any) -> dict[str, Observed]:
        self._log_begin(**began)
        own = int(began["seed"])
        self._course = Course(self.seating, own, self._shaping)
        self._hands = Hands(tuple(self.seating.agents.values()), self.once)
        self._match = self._open(own, self._course, self._hands)
        self.agents = self.possible_agents[:]
        self._ticks = self._cycles = 0
        self._allowed = {}
        self._forget()
        self._wait()
        self._course.rewards(self._standing())
        return self._observed()

    def _again(self, action: Any) -> None:
        self._carry_out({agent: int(number) for agent, number in action.items()})

    def _streams(self) -> np.random.Generator:
        return self.seating.stream

    def _set_noise(self, seed: int) -> None:
        self.match.renoise(seed)

    def step(self, actions: Mapping[str, int]) -> Stepped:
        """Let 100 ms pass, and the time in which cards are dealt; what an agent cannot begin counts as nothing.

        The info of an agent whose action did not count says why (`refused`). Raises InputError, before anything moves,
        where an agent has no action, or one outside of its space.
        """
        found = self._carry_out(self._chosen(actions))
        self._show()
        return found

    def _carry_out(self, chosen: dict[str, int]) -> Stepped:
        self._log(chosen)
        for agent, action in chosen.items():
            name = self.seating.agents[agent]
            self._hands.meant[name] = self._meaning(name, self._legal[name].get(action, DO_NOTHING))
        self._advance()
        self._wait()
        self._cycles += 1
        rewards = self._course.rewards(self._standing())
        over, out = self.match.finished, self._cycles >= self.max_cycles
        playing = self.agents
        found = self._observed()
        refused = {agent: self._hands.refused.get(self.seating.agents[agent]) for agent in playing}
        if over or out:
            self.agents = []
        return (
            found,
            {agent: rewards[agent] for agent in playing},
            dict.fromkeys(playing, over),
            dict.fromkeys(playing, out and not over),
            {agent: {} if why is None else {"refused": str(why)} for agent, why in refused.items()},
        )

    def _chosen(self, actions: object) -> dict[str, int]:
        """Return the action of each agent. Raises InputError."""
        given = dict(actions) if isinstance(actions, Mapping) else {}
        missing = next((agent for agent in self.agents if agent not in given), None)
        if missing is not None:
            raise InputError("actions: expected one for each agent, found none for {missing}.", missing=missing)
        return {agent: an_action(self.action_space(agent), given[agent], f"actions: {agent}") for agent in self.agents}

    def _advance(self) -> None:
        self._ticks += 1
        self._hands.begin(self._ticks * TICK_S)
        self.match.advance(TICK_S)

    def _wait(self) -> None:
        """Let the time pass in which nobody can do anything."""
        until_s = self.match.time_s + _LONGEST_WAIT_S
        while self._idle() and not self.match.finished and self.match.time_s < until_s:
            self._hands.meant = dict.fromkeys(self._hands.meant, DO_NOTHING)
            self._advance()

    def _observed(self) -> dict[str, Observed]:
        return {agent: self._observe(name) for agent, name in self.seating.agents.items() if agent in self.agents}

    def _observe(self, name: str) -> Observed:
        self._look(name, self._hands.seen[name])
        self._hands.seen[name] = []
        question: Any = self.match
        asked: Asked = question.question(name)
        self._asked[name] = asked
        legal = asked.legal()
        if legal is not self._allowed.get(name):
            self._allowed[name] = legal
            self._legal[name] = {0: DO_NOTHING, **self._options(name, asked, legal)}
            if not any(answer["do"] == NOTHING for answer in legal):
                del self._legal[name][0]
            self._masks[name] = mask_of(set(self._legal[name]), len(self.words))
        return observed(self._numbers(name, asked), self._masks[name].copy())

    def action_masks(self, agent: str) -> npt.NDArray[np.bool_]:
        """Return which actions of an agent are legal, as sb3-contrib asks for it."""
        return self._masks[self.seating.agents[agent]].astype(bool)

    def asked(self, agent: str) -> Asked:
        """Return the question to an agent, as external bots are asked: its view and its legal answers."""
        return self._asked[self.seating.agents[agent]]

    def options(self, agent: str) -> Mapping[int, Line]:
        """Return the actions that are legal now, and the answer to the match's question that each means."""
        legal = self._legal[self.seating.agents[agent]]
        return {number: dict(answer) for number, answer in legal.items()}


def by_turns(env: ParallelEnv[str, Observed, int]) -> AECEnv[str, Observed, int]:
    """Return the same environment with agents that are asked one after the other before each tick."""
    return CheckedWrapper(parallel_to_aec(env))
