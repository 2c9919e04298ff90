"""Blocks of matches: sums are exact, and a store read in blocks has the matches that it has one by one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import astuple
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sim.batch.blocks import BLOCK, MatchBlock, Waiting
from sim.batch.job import CrashingMatch
from sim.batch.store_format import Tables, connected, read_block, read_matches, spans_of
from sim.batch.store_writer import Run, Store
from sim.errors import InputError


def match(index: int) -> SimpleNamespace:
    return SimpleNamespace(index=index)


def test_matches_wait_for_a_whole_block() -> None:
    counted: list[list[int]] = []
    waiting = Waiting(lambda block: counted.append(block.indices.tolist()))
    for index in (0, 3, BLOCK - 1, BLOCK, 5 * BLOCK):
        waiting.add(match(index), [])
    assert counted == [[0, 3, BLOCK - 1], [BLOCK]]
    waiting.end()
    waiting.end()
    assert counted == [[0, 3, BLOCK - 1], [BLOCK], [5 * BLOCK]]


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
            spans = spans_of(connection, path, run.key)
            blocks = [read_block(connection, path, run.key, tables, seats, span) for span in spans]
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
