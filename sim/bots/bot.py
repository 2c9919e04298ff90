"""External bots: an object of which `act` alone is needed, or a plain function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import FunctionType
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from sim.errors import InputError
from sim.spec import load_named

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sim.protocols import Line


@dataclass(frozen=True, slots=True)
class Info:
    """The information that a bot gets when a match begins.

    game: its name. me: the name of the bot's seat. players: all names, in seat order. profiles: the skill profiles of
    their hands. table: what never changes in the match, as plain data. seed: the bot's own, for what it draws by
    itself; it says nothing about the match's randomness. time_s: the time in which an answer has to come.
    """

    game: str
    me: str
    players: tuple[str, ...]
    profiles: tuple[str, ...]
    table: Line
    seed: int
    time_s: float


MODELS = "yardarm.matches:load"
"""What opens a state as a match: the public face, which is above this floor and is named as a spec names its parts."""


class Outcome(Protocol):
    """How a match ended."""

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won."""

    @property
    def minutes(self) -> float:
        """The simulated time."""


class Model(Protocol):
    """A match that a bot tries things out in (`yardarm.Match`)."""

    @property
    def time_s(self) -> float:
        """The simulated time since the match began."""

    @property
    def position(self) -> object:
        """Where the match stands, a position of the game's rules."""

    def answer(self, answer: object) -> None:
        """Answer the question that is asked. Raises IllegalAction."""

    def advance(self, seconds: float) -> None:
        """Play on for some simulated time."""

    def run(self) -> Outcome:
        """Play to the end."""

    def questions(self, *names: str) -> Iterator[Question]:
        """Play to the end; yield each question to the players of these names."""

    def fork(self, renoise: int | None = None) -> Model:
        """Return another match at the same moment, with the same or with other noise."""

    def determinize(self, seed: int) -> Model:
        """Return the match as the asked player may know it, with all that is hidden drawn anew again."""

    def save(self) -> Mapping[str, object]:
        """Return where the match stands as plain data."""


@dataclass(frozen=True)
class Question:
    """A decision that a bot is asked for.

    by: the name of the bot's seat. kind: which decision, such as card or place. view: what the player sees, as plain
    data. now_s: the match time where everybody acts at once (s), else None.

        >>> import yardarm as ya
        >>> def act(question: ya.BotQuestion) -> object:
        ...     return question.legal[-1]
        >>> ya.match("zatre", ["casual:random", act]).seats[1].strategy
        'act@0'
    """

    by: str
    kind: str
    view: Line = field(repr=False)
    _legal: Callable[[], list[Line]] = field(repr=False, compare=False)
    now_s: float | None = field(default=None, repr=False, kw_only=True)
    _think: Callable[[str, np.random.Generator], Line] | None = field(
        default=None, repr=False, compare=False, kw_only=True
    )

    _mask: Callable[[tuple[int, ...]], Any] | None = field(default=None, repr=False, compare=False, kw_only=True)
    _model: Callable[[int], Line] | None = field(default=None, repr=False, compare=False, kw_only=True)

    @property
    def mask(self) -> NDArray[np.bool_] | None:
        """True by number for each action of the rules that may be the answer; None where the question has no numbers.

        The numbers are those of `ActionSpace`; at ZATRE of the first tile (`mask_after`). A number is itself an answer.
        """
        return self.mask_after()

    def mask_after(self, *begun: int) -> NDArray[np.bool_] | None:
        """Return the mask after some numbers: at ZATRE of the tiles that are laid first, one after the other."""
        found: NDArray[np.bool_] | None = None if self._mask is None else self._mask(begun)
        return found

    def state(self, seed: int = 0) -> Line:
        """Return what the player may know as a state of the match, with all that is hidden drawn anew by the seed.

        Raises InputError for a question that is not one of a match.
        """
        if self._model is None:
            raise InputError("model: expected a question of a match.")
        return self._model(seed)

    def model(self, seed: int = 0) -> Model:
        """Return that state as a match, which waits for the answer to this question and can be forked.

        Raises InputError as `state` does.
        """
        opened: Model = load_named("yardarm", "model", MODELS, FunctionType)(self.state(seed))
        return opened

    @cached_property
    def legal(self) -> Sequence[Line]:
        """The answers that the rules allow, as plain data; of a measure such as `x_mm`, the range that is allowed.

        An entry is itself an answer; for a range it means its middle.
        """
        return tuple(self._legal())

    def thought_of(self, strategy: str, rng: np.random.Generator) -> Line:
        """Return the answer of a strategy of ours, such as `simple` or `lookahead?tries=20`, as plain data.

        Raises InputError where everybody acts at once: there a strategy follows the whole match.
        """
        if self._think is None:
            raise InputError(
                "{strategy}: expected a game in which players take turns, and no other.", strategy=strategy
            )
        return self._think(strategy, rng)


class PythonBot:
    """A bot in Python: an object of which `act` alone is needed, or a function of a question.

    name, version: as records have them; without them the name of the class, function or file, and 0.
    """

    def __init__(self, made: Any, name: str, version: str = "0") -> None:
        """Complete what was made. `act` gets a random stream too where it takes two arguments.

        name, version: where the object has none.
        """
        self.name = str(getattr(made, "name", name))
        self.version = str(getattr(made, "version", version))
        self._made = made
        self._act = getattr(made, "act", made)
        self._takes_rng = _takes(self._act, 2)

    def reset(self, info: Info) -> None:
        """Begin a match."""
        self._call("reset", info)

    def see(self, percept: Line) -> None:
        """Take in what all players have seen, or, where everybody acts at once, what this one has."""
        self._call("see", percept)

    def act(self, question: Question, seed: int) -> object:
        """Return the answer. seed: of the stream that this question has."""
        if not self._takes_rng:
            return self._act(question)
        from numpy.random import default_rng

        return self._act(question, default_rng(seed))

    def next(self, now_s: float) -> object:
        """Return when to be asked again (s of the match), where everybody acts at once; None after the next percept."""
        return self._call("next", now_s)

    def close(self) -> None:
        """End: no match follows."""
        self._call("close")

    def _call(self, method: str, *arguments: object) -> object:
        found = getattr(self._made, method, None)
        return found(*arguments) if found is not None and self._act is not self._made else None


def _takes(function: Callable[..., object], count: int) -> bool:
    """Return True if a function can be called with that many arguments by position."""
    try:
        inspect.signature(function).bind(*range(count))
    except (TypeError, ValueError):
        return False
    return True


def is_bot(found: object) -> bool:
    """Return True for an object that has `act`, and for a function of a question."""
    act = getattr(found, "act", found)
    return callable(act) and (_takes(act, 1) or _takes(act, 2))


Options: TypeAlias = Mapping[str, str | int | float | bool]
"""The options in a bot's word, after `?`: each value as JSON if it is a number, true or false, else as text."""
