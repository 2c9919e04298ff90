"""Show a recorded match: `replay("match.jsonl").page("match.html")`."""

from __future__ import annotations

import html
from dataclasses import dataclass
from pathlib import Path

from sim.match.record import Record, read_record
from sim.match.replay import replay as replayed
from sim.seat import Seat

_SIZE = 1280, 720
_FRAME = 960, 700
"""Width and height of the player in a notebook."""


@dataclass(frozen=True, slots=True, repr=False)
class Replay:
    """A recorded match, which is simulated again whenever it is shown."""

    record: Record

    @property
    def game(self) -> str:
        """The game's name."""
        return self.record.header.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats, with the names of the players."""
        return self.record.seats

    def page(self, path: str | Path, size: tuple[int, int] = _SIZE) -> Path:
        """Write the match as a page for a browser, of that size in pixels. Raises InputError."""
        return self._export(Path(path), ".html", size)

    def film(self, path: str | Path, size: tuple[int, int] = _SIZE) -> Path:
        """Write the match as a film (.mp4), of that size in pixels. Raises InputError."""
        return self._export(Path(path), ".mp4", size)

    def _export(self, path: Path, suffix: str, size: tuple[int, int]) -> Path:
        from scenes.export.export import export
        from sim.errors import InputError

        if path.suffix.lower() != suffix:
            raise InputError("{path}: expected the suffix {suffix}.", path=path, suffix=suffix)
        export(replayed(self.record), path, size, record_of=lambda _match: self.record)
        return path

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


def replay(file: str | Path) -> Replay:
    """Read the record of a match. Raises InputError."""
    return Replay(read_record(Path(file)))
