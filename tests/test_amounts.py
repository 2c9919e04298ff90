"""Long searches: few by default; more, and marked slow, where the slow tests run; as long as can be as a study."""

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
    (given_amount,) = [mark.args for mark in of_anything_else.pytestmark if mark.name == "parametrize"]
    assert given_amount == ("amount", [expected])
    assert ("slow" in marks(of_a_property), "slow" in marks(of_anything_else)) == (slow_too, slow_too)


def test_a_study_tries_as_many_as_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amounts, "SLOW_TOO", True)
    monkeypatch.setattr(amounts, "STUDIES_TOO", True)

    @amounts.amount(2, full=7, whole=30)
    def long(amount: int) -> None:
        raise NotImplementedError

    @amounts.amount(2, full=7)
    def short(amount: int) -> None:
        raise NotImplementedError

    assert [mark.args for mark in long.pytestmark if mark.name == "parametrize"] == [("amount", [30])]
    assert [mark.args for mark in short.pytestmark if mark.name == "parametrize"] == [("amount", [7])]
    assert ("study" in marks(long), "slow" in marks(long)) == (True, False)
    assert ("study" in marks(short), "slow" in marks(short)) == (False, True)


def test_this_run_knows_whether_it_takes_the_slow_tests_and_the_studies(request: pytest.FixtureRequest) -> None:
    asked = request.config.option.markexpr
    assert amounts.SLOW_TOO is ("not slow" not in asked)
    assert amounts.STUDIES_TOO is ("study" in asked and "not study" not in asked)
