"""Reading the matches of a store in blocks, whose digests and values are checked quickly.

The quick way only ever finds that all is well. Where it does not, the matches of the block are read one by one
(`read_matches`), which finds out and says what is wrong, or that nothing is.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic_core import to_json

from sim.batch.blocks import BLOCK, MatchBlock
from sim.batch.side_tables import ANSWERS, RECORDS, ByMatch, flaw_of
from sim.batch.store_format import (
    PLAYED,
    WHOLE_RUN,
    Span,
    Tables,
    column_names,
    read_matches,
    spans_of,
)


def read_blocks(
    connection: sqlite3.Connection, path: Path, run: str, tables: Tables, seats: int, span: Span = WHOLE_RUN
) -> Iterator[MatchBlock]:
    """Yield the matches of a run that were played, in the order of their indices, in blocks.

    Raises InputError as `read_matches` does.
    """
    for part in spans_of(connection, path, run, BLOCK, span):
        block = _quickly(connection, run, tables, seats, part)
        if block is not None:
            yield block
            continue
        matches = read_matches(connection, path, run, tables, seats, part)
        while few := list(islice(matches, BLOCK)):
            yield MatchBlock.of(few)


def _quickly(connection: sqlite3.Connection, run: str, tables: Tables, seats: int, span: Span) -> MatchBlock | None:
    """Return the matches of a span as a block if there is nothing wrong with them; None if there may be."""
    try:
        names = f"{column_names(tables.matches)}, digest"
        (asked,) = connection.execute("SELECT asked FROM runs WHERE run = ?", (run,)).fetchone()
        of_run = f"WHERE run = ?{span.sql} ORDER BY"
        matches = connection.execute(f"SELECT {names} FROM matches {of_run} match", (run,)).fetchmany(BLOCK + 1)
        if not 0 < len(matches) <= BLOCK:
            return None
        order = column_names(tables.turns[1:3])
        turns = connection.execute(
            f"SELECT {column_names(tables.turns)} FROM turns {of_run} {order}", (run,)
        ).fetchall()
        sides = {table: ByMatch.of(connection, table, run, span.sql) for table in (ANSWERS, RECORDS)}
        _, indices, status, *counted, errors, digests = zip(*matches, strict=True)
        columns = list(zip(*turns, strict=True))[1:]
        if not (
            set(map(type, indices)) == {int}
            and indices[0] >= 0
            and indices[-1] < asked
            and set(status) == {PLAYED}
            and set(errors) == {None}
            and tables.match.sound_columns((indices, *counted), seats)
            and tables.turn.sound_columns(columns, seats)
        ):
            return None
        sizes = _sizes(indices, *columns[:2]) if columns else [0] * len(indices)
        if sizes is None:
            return None
        end = 0
        for match, size, digest in zip(matches, sizes, digests, strict=True):
            begin, end = end, end + size
            more = [rows.take(match[1]) for rows in sides.values()]
            if any(flaw_of(table, row, seats) for table, rows in zip(sides, more, strict=True) for row in rows):
                return None
            if digest != _digest(match[:-1], turns[begin:end], *(more if any(more) else ())):
                return None
        if any(rows.left is not None for rows in sides.values()):
            return None
    except (sqlite3.Error, ValueError):
        return None
    rows = [tables.match.back((match[1], *match[3:-2]), seats) for match in matches]
    return MatchBlock(rows, tables.turn.rows(columns, seats) if columns else (), sizes)


def _sizes(indices: Sequence[int], of: Sequence[int], numbers: Sequence[int]) -> list[int] | None:
    """Return how many turns each match has; None unless they are of these matches and numbered 1, 2, ... in each.

    of, numbers: the index of the match and the number of each turn, sorted.
    """
    import numpy as np

    match_of = np.array(of, dtype=np.int64)
    begins, ends = (np.searchsorted(match_of, indices, side) for side in ("left", "right"))
    sizes = ends - begins
    # Turns of other matches would be left over.
    if int(sizes.sum()) != len(of):
        return None
    if (np.array(numbers) != np.arange(len(of)) - np.repeat(begins, sizes) + 1).any():
        return None
    found: list[int] = sizes.tolist()
    return found


def _digest(*cells: Any) -> str:
    """Return what `digest_of` does, where this JSON is the same text; another text, of numbers, has another digest."""
    return hashlib.sha256(to_json(cells)).hexdigest()[:16]
