"""What the public functions take in common: arguments checked as the command line checks its options, players, and
refusals in the words of Python."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from functools import wraps
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    ParamSpec,
    Protocol,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np
from pydantic import Field, TypeAdapter, ValidationError

from sim.bots.bot import Question, is_bot
from sim.bots.words import TIME_S, BotWords, named, seated_with_bots
from sim.configuration import usual_players
from sim.errors import InputError
from sim.protocols import Configuration
from sim.refusals import expected, one_of
from sim.seat import Seat
from sim.untrusted_text import quoted
from sim.verbs import BadOption
from yardarm.configurations import as_plain

P = ParamSpec("P")
R = TypeVar("R")


BotQuestion: TypeAlias = Question
"""What a bot is asked, whatever plays it."""


class Acts(Protocol):
    """A bot as an object; it may have more (docs/reference/bot-protocol.md)."""

    def act(self, question: BotQuestion, rng: np.random.Generator, /) -> object:
        """Return the answer to a question."""


Profile: TypeAlias = Literal["draft", "play", "reference"]
"""How finely the physics is stepped."""
Player: TypeAlias = str | Callable[[BotQuestion], object] | Callable[[BotQuestion, np.random.Generator], object] | Acts
"""A word such as casual or `casual:@bot.py`, a function of a question, or an object with `act`."""
Players: TypeAlias = str | Sequence[Player] | None
"""`["casual", "skilled:simple"]`, or these words with commas between; None: the usual ones. A function of a
question, or an object with `act`, plays with the hands of a casual player."""

_OPTION = re.compile(r"(?<!\S)--([a-z][a-z-]*)")
_OPTIONS = {"player": "hands"}


@contextmanager
def in_words_of_python() -> Iterator[None]:
    """Name an argument where a refusal names an option of the command: `slot: ...` instead of `--slot: ...`."""
    try:
        yield
    except (InputError, BadOption) as refused:
        words = refused.message if isinstance(refused, BadOption) else str(refused)
        raise InputError(_OPTION.sub(_argument, words)) from None


def _argument(option: re.Match[str]) -> str:
    name = option[1].replace("-", "_")
    return _OPTIONS.get(name, name)


def checked_as(options: type[object], **named: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Check the arguments of a function as the command line checks the options of a verb that have the same names.

    options: the dataclass of the verb's options, whose types, limits and choices hold. named: the options of arguments
    with another name. An argument that is annotated as a text is one. None is taken where it is the argument's default,
    and numpy's numbers are taken as Python's. Anything else is left to the function. Raises InputError, which names the
    argument.
    """

    def decorate(work: Callable[P, R]) -> Callable[P, R]:
        signature, checks = inspect.signature(work), _checks(options)

        @wraps(work)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            bound = signature.bind(*args, **kwargs)
            for name, value in bound.arguments.items():
                parameter = signature.parameters[name]
                check = checks.get(named.get(name, name)) or _TEXTS.get(str(parameter.annotation))
                if check is not None and not (value is None and parameter.default is None):
                    bound.arguments[name] = _checked(name, value, *check)
            with in_words_of_python():
                return work(*bound.args, **bound.kwargs)

        return checked

    return decorate


def _checks(options: type[Any]) -> Mapping[str, tuple[Any, TypeAdapter[Any]]]:
    """Return the options that are numbers or choices: the type of each, and what checks it."""
    found = {}
    hints = get_type_hints(options, include_extras=True)
    for each in fields(options):
        hint, option = get_args(hints[each.name])
        choice = get_origin(hint) in (Union, UnionType)
        kind = next(one for one in get_args(hint) if one is not NoneType) if choice else hint
        if kind in (int, float) or get_origin(kind) is Literal:
            limits = {"ge": option.min, "le": option.max} if kind in (int, float) else {}
            found[each.name] = kind, _adapter(kind, **limits, **({"allow_inf_nan": False} if kind is float else {}))
    return found


def _adapter(kind: Any, **limits: Any) -> TypeAdapter[Any]:
    made: Any = Annotated[kind, Field(**limits)]
    return TypeAdapter(made)


def checked_value(name: str, value: object, kind: type[object], low: float | None, high: float | None) -> object:
    """Return a value as an option of that kind has it, within its bounds. Raises InputError, which names it."""
    limits = {"ge": low, "le": high} if kind in (int, float) else {}
    return _checked(name, value, kind, _adapter(kind, **limits))


_TEXTS = {
    "str": (str, _adapter(str)),
    "str | None": (str, _adapter(str)),
    "str | Path": (str, _adapter(str | Path)),
    "str | Path | None": (str, _adapter(str | Path)),
}
"""What checks a text or a path, by the annotation of the argument."""


def _checked(name: str, value: object, kind: Any, adapter: TypeAdapter[Any]) -> Any:
    """Return the value of an argument as its option has it. Raises InputError."""
    try:
        return adapter.validate_python(as_plain(value), strict=True)
    except ValidationError as fault:
        known = get_args(kind) if get_origin(kind) is Literal else ()
        words = one_of(value, known) if known else f"{expected(fault.errors()[0])}, found {quoted(value)}"
        raise InputError("{name}: {words}.", name=name, words=words) from None


def seated_at(
    configuration: Configuration, players: Players, bot_time_s: float = TIME_S, aloud: bool = False
) -> tuple[tuple[Seat, ...], BotWords]:
    """Return the seats of players, and the external bots among them. Raises InputError."""
    words = usual_players(configuration) if players is None else words_of(players)
    return seated_with_bots(words, configuration.game, "players", bot_time_s, aloud=aloud)


def checked_size(size: tuple[int, int]) -> tuple[int, int]:
    """Return width and height in pixels. Raises InputError where no picture can have them."""
    # Most of what calls this module shows nothing.
    from scenes.options import pixels

    try:
        return pixels("x".join(map(str, size)))
    except (TypeError, BadOption):
        raise InputError(
            "size: expected width and height in pixels, 64 to 8192 each, found {size}.", size=quoted(size)
        ) from None


def words_of(players: object, name: str = "players") -> list[str]:
    """Return words such as `casual` from a list of them, or from a text with commas between. Raises InputError."""
    if isinstance(players, str):
        return [word.strip() for word in players.split(",")]
    words = list(players) if isinstance(players, Iterable) and not isinstance(players, Mapping) else []
    if not words or not all(isinstance(word, str) or is_bot(word) for word in words):
        raise InputError(
            "{name}: expected words such as casual or skilled:simple, found {players}.",
            name=name,
            players=quoted(players),
        )
    return [word if isinstance(word, str) else f"casual:{named(word)}" for word in words]


def bot_word(bot: Player) -> str:
    """Return the word for a bot without its hands. Raises InputError."""
    return bot if isinstance(bot, str) else named(bot)
