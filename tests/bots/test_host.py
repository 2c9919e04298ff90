"""The host of a bot in Python: answers made plain, errors in words."""

from __future__ import annotations

from collections import OrderedDict, UserDict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.bots.host import DEEPEST, NotPlainError, in_words, plain

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**62), 2**62) | st.floats(-1e300, 1e300) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(answer=JSON)
def test_plain_data_stays_as_it_is(answer: object) -> None:
    assert plain(answer) == answer


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ({"card": np.int64(7)}, {"card": 7}),
        (np.array([1, 2]), [1, 2]),
        ({"x_mm": np.float32(0.5)}, {"x_mm": 0.5}),
        (("a", True, None), ["a", True, None]),
        (UserDict(card=1), {"card": 1}),
        (OrderedDict(card=1), {"card": 1}),
        (range(3), [0, 1, 2]),
        (float("inf"), 1e300),
    ],
)
def test_what_is_like_plain_data_becomes_it(answer: object, found: object) -> None:
    assert plain(answer) == found


class Sly(str):
    """A text whose methods give false answers."""

    __slots__ = ()

    def __str__(self) -> str:
        return "other"

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[str]:
        raise AssertionError("looked at")


def test_a_text_is_taken_for_what_it_holds() -> None:
    assert plain({Sly("card"): Sly("own")}) == {"card": "own"}


def _deep(times: int) -> Any:
    found: Any = 1
    for _ in range(times):
        found = [found]
    return found


def _round() -> Any:
    found: list[Any] = []
    found.append(found)
    return found


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (_deep(DEEPEST + 1), "nested too deeply"),
        (_deep(100_000), "nested too deeply"),
        (_round(), "nested too deeply"),
        ([0] * 1_000_000, "too large"),
        ("a" * 1_000_000, "too large"),
        (10**400, "many digits"),
        (float("nan"), "found nan"),
        ((n for n in range(3)), "found generator"),
        (b"card", "found bytes"),
        ({1, 2}, "found set"),
        ({1: 2}, "keys that are text"),
        (object(), "found object"),
    ],
)
def test_anything_else_is_no_answer(answer: object, words: str) -> None:
    with pytest.raises(NotPlainError, match=words):
        plain(answer)


class SilentError(Exception):
    """Cannot be printed."""

    def __str__(self) -> str:
        raise SystemExit(0)


def test_errors_are_words() -> None:
    assert in_words(ZeroDivisionError("by zero.")) == "ZeroDivisionError: by zero"
    assert in_words(SilentError()) == "SilentError: that cannot be printed"
    assert len(in_words(ValueError("a" * 10_000))) == 200
