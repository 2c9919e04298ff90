"""A bot whose every answer is strange: answers.py:Answers."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

import numpy as np

from sim.bots.bot import Question


class EvilText(str):
    """Legal text, with methods that end the process."""

    __slots__ = ()

    def __str__(self) -> NoReturn:
        sys.exit("evil")

    __repr__ = __len__ = __iter__ = __str__  # type: ignore[assignment]
    __hash__ = str.__hash__


class EvilEqual(str):
    """Legal text, which is never equal to anything in finite time."""

    __slots__ = ()

    def __eq__(self, _other: object) -> bool:
        while True:
            pass

    __hash__ = str.__hash__


class EvilDict(dict[str, Any]):
    """A legal answer, with methods that have no end."""

    def __iter__(self) -> Iterator[str]:
        while True:
            yield "x"

    def items(self) -> NoReturn:  # type: ignore[override]
        """Exit."""
        sys.exit("evil")

    keys = values = __len__ = items  # type: ignore[assignment]


class Endless(Mapping[str, int]):
    """A mapping whose items have no end."""

    def __getitem__(self, key: str) -> int:
        return 1

    def __iter__(self) -> Iterator[str]:
        # Always the same, so that the dictionary of it does not grow.
        while True:
            yield "x"

    def __len__(self) -> int:
        return 1


class Liar:
    """Calls itself what it is not."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    @property
    def __class__(self) -> Any:
        return self.kind


class EvilNumber(int):
    """A number with methods that exit."""

    def __int__(self) -> NoReturn:
        sys.exit("evil")

    __index__ = __repr__ = __str__ = __int__  # type: ignore[assignment]


class EvilFloat(float):
    """A number with methods that exit."""

    def __float__(self) -> NoReturn:
        sys.exit("evil")

    __repr__ = __str__ = __ne__ = __float__  # type: ignore[assignment]


class EvilList(list[Any]):
    """A list that has no end as it is read."""

    def __iter__(self) -> Iterator[int]:
        while True:
            yield 1


def _nested(deep: int, pair: Callable[[Any], Any]) -> Any:
    found: Any = None
    for _ in range(deep):
        found = pair(found)
    return found


def _cycle() -> list[Any]:
    found: list[Any] = []
    found.append(found)
    return found


def _numbers() -> Iterator[int]:
    while True:
        yield 1


def _class_named(name: str) -> object:
    return type(name, (), {})()


def _with(question: Question, wrong: Any) -> Any:
    """Return a legal answer with one thing that is wrong."""
    legal = dict(question.legal[0])
    return {**legal, next(iter(legal)): wrong}


ANSWERS: dict[str, Callable[[Question], Any]] = {
    "none": lambda _: None,
    "deep_lists": lambda _: _nested(100_000, lambda inner: [inner]),
    "deep_dicts": lambda _: _nested(100_000, lambda inner: {"card": inner}),
    "generator": lambda _: _numbers(),
    "cycle": lambda _: _cycle(),
    "digits_400": lambda question: _with(question, 10**400),
    "digits_100000": lambda question: _with(question, 10**100_000),
    "number_of_digits": lambda _: 10**100_000,
    "negative": lambda _: -(2**62),
    "nan": lambda _: math.nan,
    "nan_inside": lambda question: _with(question, math.nan),
    "infinite": lambda question: _with(question, math.inf),
    "array": lambda _: np.zeros((3, 3)),
    "array_of_a_million": lambda _: np.zeros(1_000_000),
    "array_of_objects": lambda _: np.array([object(), object()], object),
    "array_of_nothing": lambda _: np.array([], "datetime64[s]"),
    "type": lambda _: dict,
    "module": lambda _: sys,
    "function": lambda question: question.mask_after,
    "question": lambda question: question,
    "bytes": lambda _: b"\xff" * 100,
    "set": lambda _: {1, 2},
    "frozen_set": lambda _: frozenset("ab"),
    "complex": lambda _: 1j,
    "keys_of_numbers": lambda _: {1: 2},
    "keys_of_tuples": lambda _: {("card",): 2},
    "key_none": lambda _: {None: None},
    "endless_mapping": lambda _: Endless(),
    "endless_list": lambda _: EvilList(),
    "liar_text": lambda _: Liar(str),
    "liar_dict": lambda _: Liar(dict),
    "liar_float": lambda _: Liar(float),
    "liar_int": lambda _: Liar(int),
    "evil_int": lambda question: _with(question, EvilNumber(1)),
    "evil_float": lambda question: _with(question, EvilFloat(1.5)),
    "class_of_escapes": lambda _: _class_named("\x1b[2J\u202e"),
    "class_of_surrogates": lambda _: _class_named("x\udcff"),
    "surrogates": lambda question: _with(question, "\ud800"),
    "key_of_surrogates": lambda _: {"\udfff": "\udfff"},
    "nul": lambda question: _with(question, "a\x00b"),
    "controls": lambda question: _with(question, "\x1b[2J\x07\r\n\x9b"),
    "bidi": lambda question: _with(question, "\u202e\u2066\u200f"),
    "separators": lambda question: _with(question, "a\u2028b\u2029"),
    "text_of_a_megabyte": lambda question: _with(question, "x" * 1_000_000),
    "keys_of_many": lambda _: {str(n): n for n in range(100_000)},
    "many": lambda _: [0] * 600_000,
    "everything": lambda question: list(question.legal) * 1000,
    "ellipsis": lambda _: ...,
    "yes": lambda _: True,
    "exception": lambda _: ValueError("a value"),
    # What the game reads in these is legal.
    "evil_text_that_is_legal": lambda question: {EvilText(key): item for key, item in question.legal[0].items()},
    "evil_equal_that_is_legal": lambda question: {EvilEqual(key): item for key, item in question.legal[0].items()},
    "evil_dict_that_is_legal": lambda question: EvilDict(question.legal[0]),
    "tuple_of_items_that_is_legal": lambda question: {key: _tupled(item) for key, item in question.legal[0].items()},
}


def _tupled(item: Any) -> Any:
    return tuple(item) if isinstance(item, list) else item


class Answers:
    """Answers what ANSWERS has."""

    name, version = "first", "0"

    def __init__(self, what: str) -> None:
        self.make = ANSWERS[what]

    def act(self, question: Question) -> Any:
        """Answer."""
        return self.make(question)
