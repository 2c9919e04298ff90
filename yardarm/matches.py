"""Play one match: `match(...).run()`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sim.batch.match_counts import metrics_of
from sim.batch.rows import columns
from sim.match.record import Recorder
from sim.protocols import Configuration, Line, MatchRow, TurnRow
from sim.seat import Seat
from sim.spec import GAMES, game_of
from yardarm.words import Config, Players, configured, in_words_of_python, seated_at

if TYPE_CHECKING:
    import pandas


def games() -> tuple[str, ...]:
    """Return the names of all games, those of other packages included."""
    return tuple(GAMES)


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """A match that was played to its end.

    seats: who played. winners: their names. minutes: simulated time. row: what is counted of the match; turns: of each
    of its turns, with the columns that `simulate --out` stores.
    """

    game: str
    seed: int
    seats: tuple[Seat, ...]
    row: MatchRow
    turns: tuple[TurnRow, ...]
    _recorder: Recorder

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won, several where they share the victory."""
        return tuple(seat.name for seat, part in zip(self.seats, self.row.victory, strict=False) if part)

    @property
    def minutes(self) -> float:
        """The simulated time of the match."""
        return self.row.simulated_s / 60.0

    def to_pandas(self) -> pandas.DataFrame:
        """Return the turns as a table, one row each. Raises ImportError where pandas is not installed."""
        from pandas import DataFrame

        return DataFrame([columns(turn) for turn in self.turns])

    def save(self, path: str | Path) -> Path:
        """Write the record, which `yardarm replay` shows and `replay --verify` checks. Raises InputError."""
        self._recorder.write(Path(path))
        return Path(path)

    def __repr__(self) -> str:
        """Return the result on one line."""
        won = " and ".join(self.winners) or "nobody"
        return f"<{self.game}, seed {self.seed}: {won} won, {len(self.turns)} turns, {self.minutes:.1f} minutes>"


class Match:
    """A match before its end: play it with `run`."""

    def __init__(self, configuration: Configuration, seats: Sequence[Seat], seed: int) -> None:
        self.configuration = configuration
        self.seats = tuple(seats)
        self.seed = seed
        self._recorder = Recorder.of(configuration, self.seats, seed)
        self._rows = metrics_of(configuration.game).collector(0, seed, self.seats)
        self._played = game_of(configuration.game).match().open(configuration, self.seats, seed, self._record)

    @property
    def game(self) -> str:
        """The game's name."""
        return self.configuration.game

    @property
    def time_s(self) -> float:
        """The simulated time since the match began."""
        return self._played.time_s

    def run(self) -> Result:
        """Play the match to its end. A second call returns the same result."""
        self._played.run()
        return Result(self.game, self.seed, self.seats, self._rows.match_row(), tuple(self._rows.turns), self._recorder)

    def _record(self, line: Line) -> None:
        self._recorder.record_line(line)
        self._rows.add_line(line)

    def __repr__(self) -> str:
        """Return the match on one line."""
        people = ", ".join(f"{seat.name} ({seat.profile}:{seat.strategy})" for seat in self.seats)
        return f"<{self.game}, seed {self.seed}, {self.time_s:.0f} s: {people}>"

    def __str__(self) -> str:
        """Return what happened last, a line each."""
        return "\n".join([repr(self), *(line.text for line in self._played.ticker)])


def match(game: str, players: Players = None, *, seed: int = 1, config: Config = None, profile: str = "play") -> Match:
    """Set up a match of bots. Raises InputError.

    players: such as `["casual", "skilled"]`, the usual ones if None. config: a preset or what differs from the shipped
    values. profile: how finely the physics is stepped: draft, play or reference.
    """
    with in_words_of_python():
        configuration = configured(game, config, profile)
        return Match(configuration, seated_at(configuration, players), seed)
