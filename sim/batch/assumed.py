"""The bands that assumptions leave of figures, as `study assumptions --json` prints them, for `simulate` and `report`.

A band belongs to a design: to a configuration, by its digest, and to the players by skill profile and strategy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ValidationError

from sim.errors import InputError
from sim.files import read_text
from sim.seat import Seat
from sim.statistics import Interval
from sim.untrusted_text import read_json


class _End(BaseModel):
    estimate: float
    low: float
    high: float

    def interval(self) -> Interval:
        return Interval(self.estimate, self.low, self.high)


class _Ends(BaseModel):
    low: _End
    high: _End


class _Figure(BaseModel):
    figure: str
    band: _Ends | None
    flat: bool = True


class _Player(BaseModel):
    profile: str
    strategy: str


class _Study(BaseModel):
    game: str
    configuration: str
    players: list[_Player]
    figures: list[_Figure]
    # Only what `study assumptions` prints has them.
    assumptions: list[object]


@dataclass(frozen=True, slots=True)
class AssumedBand:
    """The ends between which the assumptions leave a figure in 95 of 100 draws, each with its sampling interval."""

    low: Interval
    high: Interval

    def to_json(self) -> dict[str, object]:
        """Return both ends as plain data."""
        return {"low": self.low.to_json(), "high": self.high.to_json()}

    def text(self, share: bool) -> str:
        """Format the clause about it: `the assumptions leave 12-31`. share: of a proportion, in percent."""
        scale = 100.0 if share else 1.0
        low, high = scale * self.low.estimate, scale * self.high.estimate
        digits = 0 if high - low >= 10 else 1 if high - low >= 1 else 2
        return f"the assumptions leave {low:.{digits}f}-{high:.{digits}f}"


@dataclass(frozen=True, slots=True)
class AssumedBands:
    """The bands of one design, by the names of the figures that vary with the assumptions by more than chance."""

    path: Path
    game: str
    configuration: str
    players: tuple[tuple[str, str], ...]
    bands: Mapping[str, AssumedBand]

    def fit(self, game: str, configuration: str, seats: Sequence[Seat]) -> bool:
        """Return True if they are of this game, configuration (its digest) and players."""
        players = tuple((seat.profile, seat.strategy) for seat in seats)
        return (game, configuration, players) == (self.game, self.configuration, self.players)

    def check_fit(self, game: str, configuration: str, seats: Sequence[Seat]) -> None:
        """Raise InputError unless they are of this game, configuration (its digest) and players."""
        if not self.fit(game, configuration, seats):
            raise InputError(f"--assumptions: {self.path}: {self.misfit()}")

    def misfit(self) -> str:
        """Return what is expected where they do not fit."""
        players = ",".join(f"{profile}:{strategy}" for profile, strategy in self.players)
        return (
            f"is of {self.game} with configuration {self.configuration} and players {players}, expected those of this "
            "run (study assumptions makes another file)."
        )


def read_bands(path: Path) -> AssumedBands:
    """Read what `study assumptions --json` printed. Raises InputError."""
    try:
        found = _Study.model_validate(read_json(read_text(path), finite=True))
    except (ValueError, ValidationError, RecursionError) as error:
        raise InputError(f"--assumptions: {path}: expected what study assumptions --json prints.") from error
    bands = {
        one.figure: AssumedBand(one.band.low.interval(), one.band.high.interval())
        for one in found.figures
        if one.band is not None and not one.flat
    }
    players = tuple((player.profile, player.strategy) for player in found.players)
    return AssumedBands(path, found.game, found.configuration, players, bands)
