"""Read and show a recorded match: `replay("match.jsonl").page("match.html")`."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeAlias

from scenes.options import ReplayOptions
from sim.batch.match_counts import metrics_of
from sim.batch.rows import columns
from sim.batch.store_format import making_sense
from sim.batch.tabular import Row, Tabular
from sim.errors import InputError, between
from sim.files import as_path
from sim.match.record import LONGEST_S, Record, read_record
from sim.match.replay import replay as replayed
from sim.protocols import Line, RowCollector, TurnRow
from sim.seat import Seat
from yardarm.words import checked_as, checked_size

Size: TypeAlias = tuple[int, int]
_SIZE = 1280, 720
_FRAME = 960, 700
"""Width and height of the player in a notebook."""


@dataclass(frozen=True, slots=True, repr=False)
class Replay(Tabular):
    """A recorded match. Its lines are read from the file; it is simulated again whenever it is shown.

    For example:

        >>> import yardarm as ya
        >>> replay = ya.replay("examples/match.jsonl")
        >>> falls = [turn for turn in replay.rows() if turn["fell"]]
    """

    TABLES: ClassVar = ("turns",)
    record: Record

    @property
    def game(self) -> str:
        """The game's name."""
        return self.record.header.game

    @property
    def seed(self) -> int:
        """The seed of the match."""
        return self.record.header.seed

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats, with the names of the players."""
        return self.record.seats

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the record as plain data, the header first and without the seal."""
        return tuple(json.loads(line) for line in self.record.lines)

    @property
    def turns(self) -> tuple[TurnRow, ...]:
        """What is counted of each turn, as `Result.turns`, but for what no record holds. Raises InputError."""
        rows: RowCollector = metrics_of(self.game).collector(0, self.seed, self.seats)
        with making_sense(self.record.path):
            for line in self.lines:
                rows.add_line(line)
        return tuple(rows.turns)

    def _table(self, _name: str) -> Iterable[Row]:
        return map(columns, self.turns)

    def page(self, path: str | Path, size: Size = _SIZE) -> Path:
        """Write the match as a page for a browser, of that size in pixels. Raises InputError."""
        from scenes.export.export import export

        export(replayed(self.record), _named(path, ".html"), checked_size(size), record_of=lambda _match: self.record)
        return Path(path)

    def picture(self, path: str | Path, size: Size = _SIZE, *, at_s: float | None = None) -> Path:
        """Write a moment of the match (s) as a picture (.png); None: its end. Raises InputError."""
        from scenes.export.export import check_target, write_still

        check_target(_named(path, ".png"))
        at_s = None if at_s is None else between("at_s", at_s, 0.0, LONGEST_S)
        write_still(replayed(self.record), Path(path), checked_size(size), at_s)
        return Path(path)

    def film(self, path: str | Path, size: Size = _SIZE, *, start_s: float = 0.0, end_s: float | None = None) -> Path:
        """Write the match as a film (.mp4), of that size in pixels. Raises InputError.

        start_s, end_s: of a stretch of it, in seconds of the match; None: to the end.
        """
        from scenes.export.export import Film, film

        start_s = between("start_s", start_s, 0.0, LONGEST_S)
        end_s = None if end_s is None else between("end_s", end_s, start_s, LONGEST_S)
        match = replayed(self.record)

        def make(size: Size) -> Film:
            from scenes.export.films import MatchFilm

            return MatchFilm(match, size, start_s, end_s)

        film(make, _named(path, ".mp4"), checked_size(size))
        return Path(path)

    def __repr__(self) -> str:
        """Return what was recorded on one line."""
        names = ", ".join(seat.name for seat in self.seats)
        return f"<{self.game}, seed {self.record.header.seed}: {names}>"

    def _repr_html_(self) -> str | None:
        """Return the match as a player for a notebook; None where nothing can be drawn."""
        from scenes.export.page.page import page_of
        from scenes.window.window import NoDrawingError

        try:
            text = page_of(replayed(self.record), _SIZE, lambda _match: self.record, "match.html")
        except NoDrawingError:
            return None
        wide, high = _FRAME
        return f'<iframe srcdoc="{html.escape(text)}" width="{wide}" height="{high}"></iframe>'


def _named(path: str | Path, suffix: str) -> Path:
    """Return the path of a file with that suffix. Raises InputError for another."""
    path = as_path(path)
    if path.suffix.lower() != suffix:
        raise InputError("{path}: expected the suffix {suffix}.", path=path, suffix=suffix)
    return path


@checked_as(ReplayOptions)
def replay(file: str | Path) -> Replay:
    """Read the record of a match. Raises InputError.

    For example:

        >>> import yardarm as ya
        >>> ya.replay("examples/match.jsonl").game
        'riff-raff'
    """
    return Replay(read_record(Path(file)))
