"""The driver of environments for games of turns: PettingZoo's AEC over a match, with a mask of the legal actions.

One agent decides at a time. Motor noise, hand times, physics and legality are the match's: an action is an answer to
the question that the match asks, or a part of one.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping
from copy import deepcopy
from typing import Any, ClassVar, TypeVar

import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sim.errors import IllegalAction, InputError
from sim.match.held import Held, state_of
from sim.match.intents import Intent
from sim.match.turn_based import Question, TurnBasedMatch
from sim.protocols import Line
from sim.spec import match_of
from yardarm.configurations import Config
from yardarm.envs.arguments import an_action
from yardarm.envs.match_env import CheckedWrapper, MatchEnv
from yardarm.envs.numbers import Numbers
from yardarm.envs.seating import Course, Mask, Observed, Players, Seating, mask_of, observed

Played = TypeVar("Played", bound=TurnBasedMatch[Any])


_STEPS = (
    "agents",
    "agent_selection",
    "terminations",
    "truncations",
    "infos",
    "rewards",
    "_cumulative_rewards",
    "_steps",
)
"""The attributes that PettingZoo keeps, plain data as they are."""


class Waiting:
    """The source of the answers of a match (`sim.spec.OutsideBots`): agents decide later, the house's bots at once.

    think: returns what the strategy of the asked agent's hands would answer.
    """

    forfeited: ClassVar[Mapping[str, str]] = {}

    def __init__(self, names: Collection[str]) -> None:
        """Let the seats of these names be decided for later."""
        self._names = names
        self.think: Callable[[], Any] | None = None

    def decide(self, question: Any, think: Callable[[], Any], check: Callable[[Any], None]) -> Any:
        """Return the answer of a bot of the house, None for an agent."""
        if question.by[0] not in self._names:
            return think()
        self.think = think
        return None

    def hear(self, line: Line) -> None:
        """Do nothing: an agent sees the table."""

    def tell(self, by: str, percept: Line) -> None:
        """Do nothing: players take turns."""

    def next_s(self, by: str) -> object:
        """Return None: players take turns."""
        return None


class TurnsEnv(MatchEnv[Played], AECEnv[str, Observed, int]):  # type: ignore[misc]
    """An environment in which agents decide one after the other; max_cycles counts the actions of all agents.

    The record of a match is what `ya.match(...)` of the same seats and seed would write.
    """

    def __init__(
        self,
        players: Players,
        config: Config,
        max_cycles: int,
        render_mode: str | None,
        shaping: float,
        profile: str,
    ) -> None:
        """Seat the players. Raises InputError."""
        super().__init__(Seating.of(self.game, players, config, profile), max_cycles, render_mode, shaping)
        self._agent_of = {name: agent for agent, name in self.seating.agents.items()}
        self._thought: Any = None

    # ---------------------------------------------------------------------------------------- what a game makes of it

    @abstractmethod
    def _numbers(self, name: str) -> Numbers:
        """Return what this player sees, as the numbers of the layout."""

    @abstractmethod
    def _legal(self, question: Question[Any, Intent]) -> Collection[int]:
        """Return the numbers of the actions that are legal now."""

    @abstractmethod
    def _answer(self, question: Question[Any, Intent], action: int) -> Intent | None:
        """Return the answer to the question, None while an action is only a part of it."""

    @abstractmethod
    def _nearest(self, question: Question[Any, Intent], thought: Any) -> int:
        """Return the legal action that is nearest to this answer, or begins it."""

    # ---------------------------------------------------------------------------------------- PettingZoo

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match: that of this seed. Raises InputError."""
        own = self.seating.seed(seed)
        self._course = Course(self.seating, own, self._shaping)
        self._waiting = Waiting(self.seating.agents.values())
        opened: Any = match_of(self.game).open(
            self.seating.configuration, self.seating.seats, own, self._course.record_line, bots=self._waiting
        )
        self._match = opened
        self.agents = self.possible_agents[:]
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._steps = 0
        self._forget()
        self.match.run()
        self.rewards = self._course.rewards(self._standing())
        self._select()
        self._show()

    def _forget(self) -> None:
        """Forget what belongs to the question that was asked."""
        self._thought = None

    def _held(self) -> dict[str, Any] | None:
        if self._match is None:
            return None
        # Whom the match waits for is asked again when it is loaded.
        match = {**state_of(self.match, self._course.lines, {}), "pending": False}
        steps = {name: getattr(self, name) for name in _STEPS}
        stream = self.seating.stream.bit_generator.state
        return deepcopy({"match": match, "course": self._course.held(), "steps": steps, "stream": stream})

    def _hold(self, episode: Any) -> None:
        held = Held(episode["match"])
        if held.seats != self.seating.seats or held.configuration.digest != self.seating.configuration.digest:
            raise InputError("state: episode: expected one of these players with this configuration.")
        self._course = Course(self.seating, held.seed, self._shaping)
        self._waiting = Waiting(self.seating.agents.values())
        self._course.hold(held.model.record[: len(held.before) + 1], episode["course"])
        opened: Any = held.open(self._course.record_line, self._waiting)
        if self._course.lines != held.model.record:
            raise held.differs()
        self._match = opened
        self._forget()
        self.match.run()
        # What has been rewarded is in the state, not in the lines that were played again.
        self._course.hold(held.model.record, episode["course"])
        self.__dict__.update(deepcopy(episode["steps"]))
        self.seating.stream.bit_generator.state = episode["stream"]

    def _renoise(self, seed: int) -> None:
        self.match.renoise(seed)

    def _select(self) -> None:
        """Let the agent decide whom the match asks; after the end, or the last cycle, all in their order."""
        pending, out = self.match.pending, self._steps >= self.max_cycles
        if pending is not None and not out:
            self.agent_selection = self._agent_of[pending.by[0]]
            return
        self.terminations = dict.fromkeys(self.agents, pending is None)
        self.truncations = dict.fromkeys(self.agents, pending is not None)
        self.agent_selection = self.agents[0]

    def step(self, action: int | None) -> None:
        """Carry out the action of the agent that decides.

        Raises, before anything has moved, IllegalAction for a masked action, and InputError for what is no action.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        question = self.match.pending
        assert question is not None
        number = an_action(self.action_space(self.agent_selection), action)
        if number not in self._legal(question):
            raise IllegalAction(
                "masked",
                "{agent_selection} cannot {words} now.",
                agent_selection=self.agent_selection,
                words=self.words[number],
            )
        self._cumulative_rewards[self.agent_selection] = 0.0
        answer = self._answer(question, number)
        if answer is not None:
            self._forget()
            self.match.answer(answer)
            self.match.run()
        self._steps += 1
        self.rewards = self._course.rewards(self._standing())
        self._accumulate_rewards()
        self._select()
        self._show()

    def observe(self, agent: str) -> Observed:
        """Return what an agent sees. The mask is all zeros while another decides; after the end nothing is masked."""
        return observed(self._numbers(self.seating.agents[agent]), self._mask(agent))

    def _mask(self, agent: str) -> Mask:
        question = self.match.pending
        if question is None or self._steps >= self.max_cycles:
            return np.ones(len(self.words), np.int8)
        if self.seating.agents[agent] == question.by[0]:
            return mask_of(set(self._legal(question)), len(self.words))
        return np.zeros(len(self.words), np.int8)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions of the deciding agent are legal, as sb3-contrib asks for it."""
        return self._mask(self.agent_selection).astype(bool)

    def suggested(self) -> int:
        """Return the action nearest to what the usual strategy of the deciding agent's hands would do."""
        question, think = self.match.pending, self._waiting.think
        assert question is not None
        assert think is not None
        if self._thought is None:
            self._thought = think()
        return self._nearest(question, self._thought)


def wrapped(raw: AECEnv[str, Observed, int]) -> AECEnv[str, Observed, int]:
    """Return an environment as PettingZoo's users expect it: an illegal action ends it, with -1 for who did it."""
    ended = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(CheckedWrapper(ended))
