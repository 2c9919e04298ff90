"""The part that both kinds of environments of whole matches share: spaces, the match, its pictures, its record."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from gymnasium import spaces
from pettingzoo.utils import BaseWrapper

from sim.errors import between, whole
from sim.match.base import Match
from yardarm.envs.arguments import RENDER_MODES, a_render_mode, an_action
from yardarm.envs.holding import Holding
from yardarm.envs.numbers import Layout
from yardarm.envs.seating import Course, Observed, Seating, headlines

Played = TypeVar("Played", bound=Match)
SHOWN = ("human", *RENDER_MODES)
"""The modes of rendering. With `human` the table shows itself at every step, as a text on standard output."""


class CheckedWrapper(BaseWrapper[str, Observed, int | None]):  # type: ignore[misc]
    """An AEC environment that refuses what is no action of the deciding agent, before anything moves."""

    def step(self, action: int | None) -> None:
        """Carry out the action of the agent that decides. Raises InputError for anything outside of its space."""
        agent = self.agent_selection
        over = self.terminations[agent] or self.truncations[agent]
        super().step(action if over else an_action(self.action_space(agent), action))


class MatchEnv(Holding, Generic[Played]):
    """An environment of whole matches, without its steps: `AtOnceEnv` and `TurnsEnv` add those.

    layout: of the observations. words: each action in words, in the order of the numbers. max_cycles: the most steps
    before the match is truncated.
    """

    game: str
    layout: Layout
    words: tuple[str, ...]
    _course: Course

    def __init__(self, seating: Seating, max_cycles: int, render_mode: str | None, shaping: float) -> None:
        """Seat the players. Raises InputError."""
        self.seating = seating
        self.max_cycles = whole("max_cycles", max_cycles, 1)
        self.render_mode = a_render_mode(render_mode, SHOWN)
        self._shaping = between("shaping", shaping, -1e6, 1e6)
        self.possible_agents = list(seating.agents)
        self.agents = self.possible_agents[:]
        self._spaces: dict[str, tuple[spaces.Space[Any], spaces.Space[Any]]] = {}
        self._match: Played | None = None

    # ---------------------------------------------------------------------------------------- what a game makes of it

    @abstractmethod
    def _standing(self) -> Mapping[str, float]:
        """Return how each player stands, the more the better."""

    @abstractmethod
    def _pixels(self) -> Any:
        """Return a picture of the table (height, width, 3)."""

    def _text(self) -> list[str]:
        """Return the lines of the `ansi` rendering."""
        return headlines(self.match)

    # ---------------------------------------------------------------------------------------- PettingZoo

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self._space(agent)[0]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self._space(agent)[1]

    def _space(self, agent: str) -> tuple[spaces.Space[Any], spaces.Space[Any]]:
        if agent not in self._spaces:
            size = len(self.words)
            self._spaces[agent] = self.seating.space(self.layout, size), spaces.Discrete(size)
        return self._spaces[agent]

    @property
    def match(self) -> Played:
        """The match that is played."""
        assert self._match is not None, "reset() comes first"
        return self._match

    def render(self) -> Any:
        """Return a picture (height, width, 3), or a text; print it for `human`; None without a render_mode."""
        if self.render_mode == "rgb_array":
            return self._pixels()
        text = "\n".join(self._text()) if self.render_mode else None
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _show(self) -> None:
        """Print the table where it shows itself."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Do nothing: nothing is held open."""

    def record(self) -> str:
        """Return the record of the match."""
        return self._course.text()

    def save_record(self, path: str | Path) -> Path:
        """Write the record, which `yardarm replay` shows. Raises InputError."""
        return self._course.save(path)
