"""Small faults, and the tests that are run for each."""

from __future__ import annotations

import json
from pathlib import Path

import coverage
import pytest

from studies.mutants import Checkout, Mutant, mutants

SOURCE = """LIMIT = 3


def sail(knots: int = 1) -> str:
    if knots > LIMIT and (
        not knots
    ):
        return "reef"
    match knots:
        case 4:
            return f"{knots + 1}"
        case 5:
            return dict(zip("ab", "cd", strict=True))
    return "full"
"""
FILE = Path("sim/match/sail.py")


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    file = tmp_path / FILE
    file.parent.mkdir(parents=True)
    file.write_text(SOURCE)
    executed = coverage.CoverageData(str(tmp_path / ".coverage"))
    for test, lines in {
        "": [1, 4],
        "tests/match/test_sail.py::test_reef": [5, 6, 8],
        "tests/test_harbour.py::test_in_port": [5, 9, 10, 14],
        "tests/test_harbour.py::test_red": [5, 9, 10, 14],
        "tests/test_ashore.py::test_inn": [1],
    }.items():
        executed.set_context(test)
        executed.add_lines({str(file): lines})
    executed.write()
    seconds = {
        "tests/match/test_sail.py::test_rope": 0.1,
        "tests/match/test_sail.py::test_reef": 0.2,
        "tests/match/test_knots.py::test_bowline": 0.3,
        "tests/test_harbour.py::test_in_port": 0.4,
        "tests/test_ashore.py::test_inn": 0.5,
    }
    (tmp_path / "seconds.json").write_text(json.dumps(seconds))
    return Checkout(tmp_path)


def _mutant(checkout: Checkout, shown: str) -> Mutant:
    (found,) = [mutant for mutant in mutants(checkout.folder, FILE) if str(mutant).endswith(shown)]
    return found


def test_every_expression_that_runs_has_its_fault(checkout: Checkout) -> None:
    assert [str(mutant).removeprefix(f"{FILE}:") for mutant in mutants(checkout.folder, FILE)] == [
        "1: 3  ->  4",
        "4: 1  ->  2",
        "5: knots > LIMIT and (not knots)  ->  knots > LIMIT or not knots",
        "5: knots > LIMIT  ->  knots >= LIMIT",
        "6: not knots  ->  knots",
        "10: 4  ->  5",
        "12: 5  ->  6",
    ]


def test_a_fault_replaces_its_expression_alone(checkout: Checkout) -> None:
    assert _mutant(checkout, "not knots  ->  knots").source(SOURCE) == SOURCE.replace("not knots", "(knots)")


def test_a_fault_is_tried_by_the_tests_that_execute_its_statement_its_own_room_first(checkout: Checkout) -> None:
    # The whole file of the room's tests, and no test that fails without a fault.
    room = ["tests/match/test_sail.py::test_rope", "tests/match/test_sail.py::test_reef"]
    assert checkout.tests(_mutant(checkout, "not knots  ->  knots")) == (room, ["tests/test_harbour.py::test_in_port"])
    assert checkout.tests(_mutant(checkout, "4  ->  5")) == ([], ["tests/test_harbour.py::test_in_port"])


def test_what_no_test_executes_is_tried_by_its_whole_room(checkout: Checkout) -> None:
    near, far = checkout.tests(_mutant(checkout, "5  ->  6"))
    assert (sorted({test.partition("::")[0] for test in near}), far) == (
        ["tests/match/test_knots.py", "tests/match/test_sail.py"],
        [],
    )


def test_what_runs_at_import_is_tried_by_its_whole_room_and_by_what_runs_the_rest(checkout: Checkout) -> None:
    near, far = checkout.tests(_mutant(checkout, "3  ->  4"))
    assert set(near) == {
        "tests/match/test_sail.py::test_rope",
        "tests/match/test_sail.py::test_reef",
        "tests/match/test_knots.py::test_bowline",
    }
    assert far == ["tests/test_harbour.py::test_in_port", "tests/test_ashore.py::test_inn"]
