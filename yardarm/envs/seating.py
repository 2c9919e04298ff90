"""What PettingZoo's environments have in common: seats and agents, seeds, rewards, the record, words over a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from sim.errors import InputError
from sim.match.base import Match
from sim.match.record import Recorder
from sim.match.seats import seats_from
from sim.protocols import Configuration, Line
from sim.seat import Seat
from yardarm.configurations import Config, configured
from yardarm.envs.numbers import Layout, Numbers
from yardarm.words import in_words_of_python

Players: TypeAlias = int | Sequence[str]
"""The number of agents, all with casual hands; or a word for each seat: `casual` is an agent with such hands,
`casual:simple` a bot of the house, which plays by itself."""
Mask: TypeAlias = npt.NDArray[np.int8]
Observed: TypeAlias = dict[str, Any]
"""`observation`: the numbers of a layout; `action_mask`: 1 for each action that is legal now."""
AGENT = "agent@0"
"""What a record calls the strategy of an agent where everybody acts at once."""
_LINES = 6


@dataclass(slots=True)
class Seating:
    """The seats of an environment. agents: the name of each agent's seat, by the agent's name, in the order of seats.

    An agent is called as its seat, in the spelling that PettingZoo recommends: `anne_0` sits on seat 0, Anne's.
    """

    configuration: Configuration
    seats: tuple[Seat, ...]
    agents: Mapping[str, str]
    _stream: np.random.Generator = field(default_factory=np.random.default_rng)

    @classmethod
    def of(cls, game: str, players: Players, config: Config, profile: str, strategy: str | None = None) -> Seating:
        """Seat the players. strategy: of the agents' seats; the usual one of the hands if None. Raises InputError."""
        with in_words_of_python():
            configuration = configured(game, config, profile)
            if isinstance(players, str):
                raise InputError("players: expected a number or a list of words, found {players!r}.", players=players)
            words = ["casual"] * players if isinstance(players, int) else [str(word) for word in players]
            seats = seats_from(words, game, "players")
        own = [number for number, word in enumerate(words) if ":" not in word]
        if not own:
            raise InputError(
                "players: expected at least one agent, such as 'casual', found {words}.", words=", ".join(words)
            )
        if strategy is not None:
            seats = tuple(
                Seat(seat.name, seat.profile, strategy) if number in own else seat for number, seat in enumerate(seats)
            )
        agents = {f"{seats[number].name.lower()}_{number}": seats[number].name for number in own}
        return cls(configuration, seats, agents)

    def seed(self, seed: int | None) -> int:
        """Return the seed of the next match: the one that is given; without it, drawn from the one given before.

        Raises InputError.
        """
        if seed is None:
            return int(self._stream.integers(2**31))
        given: Any = seed
        if isinstance(given, bool) or not isinstance(given, int | np.integer) or given < 0:
            raise InputError("seed: expected a whole number from 0, found {given!r}.", given=given)
        self._stream = np.random.default_rng(int(seed))
        return int(seed)

    @property
    def stream(self) -> np.random.Generator:
        """The generator of the seeds of matches to come."""
        return self._stream

    def around(self, name: str) -> tuple[str, ...]:
        """Return the names of all seats, clockwise from this one."""
        names = tuple(seat.name for seat in self.seats)
        at = names.index(name)
        return (*names[at:], *names[:at])

    def space(self, layout: Layout, actions: int) -> spaces.Dict:
        """Return the space of observations."""
        return spaces.Dict(
            {"observation": layout.space, "action_mask": spaces.Box(0, 1, (actions,), np.int8)},
        )


class Course:
    """A match under way as its environment follows it: the record, who has won, and how the leads have changed."""

    def __init__(self, seating: Seating, seed: int, shaping: float) -> None:
        """Begin. shaping: the weight of a change of lead in the rewards."""
        self._seating, self._shaping = seating, shaping
        self._recorder = Recorder.of(seating.configuration, seating.seats, seed)
        self._leads: Mapping[str, float] = {}
        self._winners: tuple[str, ...] | None = None

    def record_line(self, line: Line) -> None:
        """Take in a line of the record."""
        self._recorder.record_line(line)
        if line["stage"] == "end":
            winners: Any = line["winners"]
            self._winners = tuple(winners)

    @property
    def lines(self) -> list[str]:
        """The lines of the record so far, with the header."""
        return self._recorder.lines

    def held(self) -> dict[str, Any]:
        """Return what has been rewarded already, as plain data."""
        return {"leads": dict(self._leads), "winners": self._winners}

    def hold(self, lines: Sequence[str], held: Mapping[str, Any]) -> None:
        """Take over the lines of a record with its header, and what `held` returned."""
        self._recorder.lines[:] = lines
        self._leads, winners = dict(held["leads"]), held["winners"]
        self._winners = None if winners is None else tuple(winners)

    def rewards(self, standing: Mapping[str, float]) -> dict[str, float]:
        """Return what has been won by each agent since the last call.

        Everybody stakes 1, and the winners share the stakes: so it sums to 0 over all seats. standing: how each player
        stands; a lead is what is ahead of the mean of the others.
        """
        seats = [seat.name for seat in self._seating.seats]
        total = sum(standing[name] for name in seats)
        leads = {name: standing[name] - (total - standing[name]) / (len(seats) - 1) for name in seats}
        found = {name: self._shaping * (leads[name] - self._leads.get(name, leads[name])) for name in seats}
        self._leads = leads
        if self._winners is not None:
            for name in seats:
                found[name] += len(seats) / len(self._winners) - 1.0 if name in self._winners else -1.0
            self._winners = None
        return {agent: float(found[name]) for agent, name in self._seating.agents.items()}

    def text(self) -> str:
        """Return the record."""
        return self._recorder.text()

    def save(self, path: str | Path) -> Path:
        """Write the record, as `yardarm replay` and `replay --verify` read it. Raises InputError."""
        self._recorder.write(Path(path))
        return Path(path)


def headlines(match: Match) -> list[str]:
    """Return what is said of a match: how it stands, and what happened last, newest first."""
    minutes, seconds = divmod(int(match.time_s), 60)
    last = [line.text for line in reversed(match.ticker[-_LINES:])]
    return [f"{match.title}, {minutes}:{seconds:02}", match.summary_line(), *last]


def mask_of(legal: Sequence[int] | frozenset[int] | set[int], actions: int) -> Mask:
    """Return a mask with 1 at these numbers."""
    found = np.zeros(actions, np.int8)
    found[list(legal)] = 1
    return found


def observed(numbers: Numbers, mask: Mask) -> Observed:
    """Return an observation as PettingZoo has it."""
    return {"observation": numbers, "action_mask": mask}
