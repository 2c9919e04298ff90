"""Long searches: few by default; in full, and marked slow, where the slow tests run."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import amounts


def marks(test: Any) -> list[str]:
    return [mark.name for mark in getattr(test, "pytestmark", [])]


@pytest.mark.parametrize(("slow_too", "expected"), [(False, 2), (True, 7)])
def test_the_slow_run_tries_the_full_number_and_no_other_run(
    monkeypatch: pytest.MonkeyPatch, slow_too: bool, expected: int
) -> None:
    monkeypatch.setattr(amounts, "SLOW_TOO", slow_too)
    tried: list[int] = []

    @amounts.amount(2, full=7, database=None)
    @given(st.integers())
    def of_a_property(number: int) -> None:
        tried.append(number)

    @amounts.amount(2, full=7)
    def of_anything_else(amount: int) -> None:
        raise NotImplementedError

    of_a_property()
    assert len(tried) == expected
    (given_amount,) = [mark.args for mark in of_anything_else.pytestmark if mark.name == "parametrize"]  # type: ignore[attr-defined]
    assert given_amount == ("amount", [expected])
    assert ("slow" in marks(of_a_property), "slow" in marks(of_anything_else)) == (slow_too, slow_too)


def test_this_run_knows_whether_it_takes_the_slow_tests(request: pytest.FixtureRequest) -> None:
    assert amounts.SLOW_TOO is ("not slow" not in request.config.option.markexpr)
