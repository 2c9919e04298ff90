"""Blocks of matches: sums are exact, and a store read in blocks has the matches that it has one by one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import astuple
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.batch.blocks import BLOCK, MatchBlock, Waiting
from sim.batch.exact_sums import exact_sums
from sim.batch.job import CrashingMatch
from sim.batch.store_blocks import read_blocks
from sim.batch.store_format import Tables, connected, read_matches
from sim.batch.store_writer import Run, Store
from sim.errors import InputError

VALUES = st.one_of(
    st.integers(-(2**40), 2**40).map(float),
    st.floats(-1e6, 1e6, allow_subnormal=False),
    st.sampled_from([0.0, 1.0, 0.1, -1 / 3, 1e-9]),
)


@given(st.lists(st.tuples(VALUES, VALUES), max_size=40))
def test_sums_of_a_column_are_those_of_fractions(rows: list[tuple[float, float]]) -> None:
    y, x = (np.array([row[at] for row in rows]).reshape(-1, 1) for at in (0, 1))
    found = exact_sums(y, x)
    if found is None:
        return  # what cannot be summed so is summed otherwise
    ys, xs = ([Fraction(row[at]) for row in rows] for at in (0, 1))
    products = [sum(map(Fraction.__mul__, *pair), Fraction()) for pair in ((ys, ys), (xs, ys), (xs, xs))]
    assert [Fraction(total[0], found.unit) for total in found.sums[:2]] == [sum(ys, Fraction()), sum(xs, Fraction())]
    assert [Fraction(total[0], found.unit**2) for total in found.sums[2:]] == products


@given(st.lists(st.integers(-(2**25), 2**25).map(float), min_size=1, max_size=200))
def test_whole_numbers_and_halves_are_always_summed(values: list[float]) -> None:
    column = np.array(values).reshape(-1, 1)
    for table in (column, column / 2):
        assert exact_sums(table, table) is not None


def test_what_is_not_finite_is_not_summed() -> None:
    assert exact_sums(np.array([[np.inf]]), np.array([[1.0]])) is None
    assert exact_sums(np.array([[1.0]]), np.array([[np.nan]])) is None


def test_matches_wait_for_a_whole_block() -> None:
    counted: list[int] = []
    waiting = Waiting(lambda block: counted.append(len(block.rows)))
    for index in range(BLOCK + 2):
        waiting.add(index, [])
    assert counted == [BLOCK]
    waiting.end()
    waiting.end()
    assert counted == [BLOCK, 2]


def test_a_block_gives_back_its_matches() -> None:
    block = MatchBlock.of([("first", [1, 2]), ("second", []), ("third", [3])])
    assert [(row, list(turns)) for row, turns in block.matches] == [("first", [1, 2]), ("second", []), ("third", [3])]
    assert block.match.tolist() == [0, 0, 2]


@pytest.mark.parametrize("damaged", [False, True])
def test_a_store_in_blocks_is_the_store_match_by_match(
    tmp_path: Path, run: Run, results: list[Any], damaged: bool
) -> None:
    """Also where a digest does not fit any more: both refuse it, in the same words."""
    path = tmp_path / "runs.sqlite"
    with Store(path, run, resume=False) as store:
        # A match that crashed would be read the slow way, with all others of its block.
        for result in (each for each in results if not isinstance(each, CrashingMatch)):
            store.add(result)
    with closing(connected(path, "rw")) as connection:
        if damaged:
            connection.execute("UPDATE turns SET pieces_fallen = pieces_fallen + 1 WHERE match = 1 AND attempt = 2")
        tables, seats = Tables.of(run.game), len(run.seats)

        def one_by_one() -> object:
            matches = read_matches(connection, path, run.key, tables, seats)
            return [(row, list(map(astuple, turns))) for row, turns in matches]

        def in_blocks() -> object:
            blocks = list(read_blocks(connection, path, run.key, tables, seats))
            assert all(isinstance(turn, tuple) for block in blocks for turn in block.turns)
            return [(row, list(map(tuple, turns))) for block in blocks for row, turns in block.matches]

        found = [said(one_by_one), said(in_blocks)]
    assert ("damaged" in found[0]) is damaged
    assert found[0] == found[1]


def said(read: Callable[[], object]) -> str:
    """Return what was read as text, or the refusal."""
    try:
        return repr(read())
    except InputError as refused:
        return str(refused)
