"""A run may be as long as it likes: what is held of a match, once it is counted, are a few numbers."""

from __future__ import annotations

import gc
import json
import sys
import tracemalloc
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sim.batch.blocks import BLOCK
from sim.batch.match_counts import metrics_of
from sim.batch.metrics import BatchFigures
from sim.batch.progress import ProgressEstimate
from sim.batch.runner import RecordNames
from sim.batch.store_writer import Run, Store
from sim.errors import InputError
from sim.file_kinds import RECORD
from sim.files import check_outputs
from tests.batch.stores import filled
from tests.calls import peak_of
from tests.processes import completed

riff_raff = metrics_of("riff-raff")
zack = metrics_of("zack")

BYTES = 100
"""This many for each match."""
FEW = 2_000
"""The number of matches from which memory no longer grows."""
TURNS = 12
"""Turns of a match: few, because only the number of matches is in question."""

Matches = tuple[Run, list[tuple[Any, list[Any]]]]


@pytest.fixture
def matches(request: pytest.FixtureRequest, played, configuration, zack_rows) -> Matches:
    """A run and short matches of it: the ends of real ones."""
    if request.param == "zack":
        seats, its_configuration, rows = zack_rows
        run = Run("zack", 2, seats, its_configuration, len(rows))
    else:
        run = Run("riff-raff", 11, played[1].seats, configuration, 3)
        rows = [(replace(played[1].row, index=n), played[1].turns[: n - 3]) for n in range(3)]
    # A store's turns are numbered from one on.
    number = "throw" if request.param == "zack" else "attempt"
    return run, [
        (row, [replace(turn, match=row.index, **{number: n}) for n, turn in enumerate(turns[-TURNS:], start=1)])
        for row, turns in rows
    ]


@pytest.mark.parametrize(
    "matches",
    [pytest.param("riff-raff", marks=pytest.mark.slow), pytest.param("zack", marks=pytest.mark.study)],
    indirect=True,
)
def test_what_figures_keep_of_a_match(matches: Matches) -> None:
    run, rows = matches
    room = zack if run.game == "zack" else riff_raff
    # The estimate does not know the first match yet, as after a resumption: that is when it holds most.
    figures, estimate = BatchFigures(room.table, run.seats), ProgressEstimate(room.table, None)
    held = []
    tracemalloc.start()
    try:
        # Matches are counted in blocks: from the second one on all that is kept is there, and none is waiting.
        for index in range(1, 6 * BLOCK + 1):
            row, turns = rows[index % len(rows)]
            row = replace(row, index=index, simulated_s=row.simulated_s + index / 7)
            figures.add(row, turns)
            estimate.add(index, row, turns)
            if index in (2 * BLOCK, 6 * BLOCK):
                gc.collect()
                held.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert figures.matches == 6 * BLOCK
    assert (held[1] - held[0]) / (4 * BLOCK) < BYTES


ASKED = 2_000_000
LITTLE = 200_000
"""Bytes: a tenth of what one byte for each match that is asked for would take."""


@pytest.mark.parametrize("matches", ["riff-raff"], indirect=True)
def test_matches_that_are_only_asked_for_take_no_memory(tmp_path: Path, matches: Matches) -> None:
    run, rows = matches
    last = replace(rows[0][0], index=ASKED - 1)
    with Store(tmp_path / "store.sqlite", replace(run, asked=ASKED), resume=False) as store:
        store.add(rows[1])
        store.add((last, [replace(turn, match=last.index) for turn in rows[0][1]]))
        store.flush()
        assert peak_of(lambda: list(islice(store.missing(), 3))) < LITTLE
        assert list(islice(store.missing(), 3)) == [0, 2, 3]
        assert len(store.missing()) == ASKED - 2
        assert ASKED - 2 in store.missing()
        assert ASKED - 1 not in store.missing()
    estimate = ProgressEstimate(riff_raff.table, None)
    assert peak_of(lambda: estimate.miss(ASKED - 1)) < LITTLE
    folder, kept = tmp_path / "records", tmp_path / "records" / "match-1999999.jsonl"
    folder.mkdir()
    named = {"--record": (folder, RecordNames(ASKED))}
    assert peak_of(lambda: check_outputs({}, {}, named)) < LITTLE
    with pytest.raises(InputError, match=r"--record: .*match-1999999\.jsonl: is the file of --out too"):
        check_outputs({"--out": (kept, RECORD)}, {}, named)
    kept.mkdir()
    with pytest.raises(InputError, match=r"match-1999999\.jsonl: cannot be written \(it is a folder"):
        check_outputs({}, {}, named)
    assert [name in RecordNames(3) for name in ("match-00002.jsonl", "match-00003.jsonl", "match-2.jsonl")] == [
        True,
        False,
        False,
    ]


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="a process cannot be asked for its peak here")
@pytest.mark.parametrize(
    ("matches", "many"),
    [
        pytest.param("riff-raff", 4_000, marks=pytest.mark.study),
        pytest.param("riff-raff", 20_000, marks=pytest.mark.study),
        pytest.param("zack", 20_000, marks=pytest.mark.study),
    ],
    indirect=["matches"],
)
def test_memory_does_not_grow_with_the_run(root: Path, tmp_path: Path, matches: Matches, many: int) -> None:
    """Playing into a store, summing up, exporting, and without a store: more matches, the same memory."""
    source = filled(tmp_path / "source.sqlite", *matches)
    told = []
    for count in (FEW, many):
        folder = tmp_path / str(count)
        folder.mkdir()
        command = [sys.executable, "-m", "tests.batch.synthetic", str(source), str(count), str(folder)]
        done = completed(command, cwd=root, text=True)
        assert done.returncode == 0, done.stderr
        told.append(json.loads(done.stdout.splitlines()[-1]))
        lines = (folder / "csv" / "matches.csv").read_bytes().count(b"\n")
        assert lines == 1 + count
    short, long = told
    # What the allocator keeps is not ours to say, after a few blocks more or less of it. If they were held, the rows of
    # 20,000 matches would be 6 MB; those of the turns of 4,000 would be 13 MB.
    slack = 4_000_000
    for stage in ("store", "summary", "report", "unkept"):
        assert long[stage] - short[stage] < (many - FEW) * BYTES + slack, stage
