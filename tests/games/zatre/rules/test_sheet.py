"""The score sheet: columns, bonuses, crosses, and the 324 points of the rulebook's final example."""

from __future__ import annotations

import pytest

from sim.games.zatre import rules as zatre
from sim.games.zatre.rules import Outcome, Sheet

ANDREAS = Sheet(
    crosses=13,
    tens=(1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
    elevens=(2, 2, 2, 2, 4, 2, 2, 2, 2, 2, 2, 2),
    twelves=(8, 4, 4, 8, 4, 8, 8, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4),
    minus=5,
)
"""His sheet at the end of the rulebook."""


def test_the_sheet_of_324_points() -> None:
    assert ANDREAS.rows == (28, 20, 20, 30, 26, 30, 30, 22, 24, 24, 24, 24, 10, 5, 4, 4, 4)
    assert sum(ANDREAS.rows) == 329
    assert ANDREAS.total == 324


def test_the_sheet_of_324_points_is_written_turn_by_turn() -> None:
    """Each cell of the example is what one turn brought; crosses come one at a time."""
    sheet = Sheet()
    for row in range(17):
        tens = ANDREAS.tens[row] if row < 14 else 0
        elevens = ANDREAS.elevens[row] // 2 if row < 12 else 0
        sheet = sheet.written(Outcome(tens, elevens, ANDREAS.twelves[row] // 4, row < 13))
    assert sheet.with_minus(5) == ANDREAS


def test_a_run_of_10_is_worth_1_of_11_2_and_of_12_4() -> None:
    """Scoring rule 3."""
    assert [Outcome(1).points, Outcome(0, 1).points, Outcome(0, 0, 1).points] == [1, 2, 4]
    assert zatre.POINTS == {10: 1, 11: 2, 12: 4}


def test_points_are_noted_in_their_own_column_from_the_top_without_gaps() -> None:
    """Scoring rules 2 and 4: every column is filled downward on its own, as the example does."""
    sheet = Sheet().written(Outcome(tens=1)).written(Outcome(twelves=1)).written(Outcome(tens=1, elevens=1))
    assert (sheet.tens, sheet.elevens, sheet.twelves) == ((1, 1), (2,), (4,))
    assert sheet.rows == (1 + 2 + 4 + 3, 1)


def test_two_runs_of_one_kind_in_a_turn_share_a_cell() -> None:
    """Scoring rule 7: two runs of 12 make 8 in the first free cell."""
    sheet = Sheet().written(Outcome(twelves=1)).written(Outcome(tens=3, twelves=2))
    assert (sheet.tens, sheet.twelves) == ((3,), (4, 8))


def test_a_complete_row_brings_the_printed_bonus() -> None:
    """Scoring rule 8: 3 for the first four rows, then 4, 5 and 6, and none from row 17 on."""
    sheet = Sheet()
    for _ in range(18):
        sheet = sheet.written(Outcome(1, 1, 1))
    assert [total - 7 for total in sheet.rows] == [3] * 4 + [4] * 4 + [5] * 4 + [6] * 4 + [0, 0]
    assert [zatre.bonus(row) for row in (0, 3, 4, 8, 12, 15, 16, 40)] == [3, 3, 4, 5, 6, 6, 0, 0]


@pytest.mark.parametrize("outcome", [Outcome(1, 1, 0), Outcome(1, 0, 1), Outcome(0, 1, 1)])
def test_an_incomplete_row_brings_no_bonus(outcome: Outcome) -> None:
    """Scoring rule 8."""
    assert Sheet().written(outcome).rows == (outcome.points,)


def test_a_bonus_needs_no_cross() -> None:
    assert Sheet().written(Outcome(1, 1, 1, 0)).rows == (10,)


def test_a_cross_doubles_its_row_complete_or_not_and_the_bonus_with_it() -> None:
    """Scoring rule 9."""
    assert Sheet().written(Outcome(1, 1, 1, 1)).rows == (20,)
    assert Sheet().written(Outcome(1, 0, 1, 1)).rows == (10,)


def test_two_crosses_of_a_turn_go_below_each_other() -> None:
    """Scoring rule 6; a cross waits for the cells of its row and doubles nothing alone."""
    sheet = Sheet().written(Outcome(1, 1, 0, 2))
    assert (sheet.crosses, sheet.total) == (2, 6)
    assert sheet.written(Outcome(1)).total == 6 + 2


def test_minus_is_deducted_from_the_total() -> None:
    """Scoring rule 10."""
    assert Sheet().written(Outcome(1)).with_minus(5).total == -4
