"""What is left open of a figure by values that nobody has measured, beside its sampling interval: one statement.

`study assumptions --json` says it of one design: of a configuration, by its digest, and of players by skill profile and
strategy. A game can ship such an answer for its own design. For designs near it, and for other players, the ends of a
band are carried over as a shift: of the logit of a share, of the logarithm of any other figure. So a share stays
between 0 and 1, a time above 0, and what makes falls half as likely again does so on a calm ship and on a wild one.
That the shift is the same there is assumed, so it ends where the design is no longer like the shipped one.

The answer says besides what each assumed number does to a figure, all others averaged: so much is known of how the
figure answers to a change of the design.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ValidationError

from sim.configuration import part_of
from sim.errors import InputError
from sim.files import read_text
from sim.language import N_, _, number
from sim.metrics import SHARE
from sim.protocols import Configuration
from sim.seat import Seat
from sim.spec import game_of
from sim.statistics import Interval
from sim.untrusted_text import read_json

TO = N_(" to ")
"""What stands between the ends of an interval, where that is no dash."""
NONE = Path("none")
"""What `--assumptions` takes for no statement at all."""


class _End(BaseModel):
    estimate: float
    low: float
    high: float

    def interval(self) -> Interval:
        return Interval(self.estimate, self.low, self.high)


class _Ends(BaseModel):
    low: _End
    high: _End

    def ends(self) -> AssumedBand:
        return AssumedBand(self.low.interval(), self.high.interval())


class _FromUsual(_Ends):
    usual: float


class _Share(BaseModel):
    name: str
    from_usual: _FromUsual | None = None


class _Figure(BaseModel):
    figure: str
    unit: str
    estimate: float | None
    band: _Ends | None
    flat: bool = True
    shares: list[_Share] = []


class _Value(BaseModel):
    key: str
    value: bool | int | float | str
    range: tuple[float, float] | None = None


class _Assumption(BaseModel):
    name: str
    values: list[_Value]

    def numbers(self) -> tuple[AssumedNumber, ...]:
        """Return the numbers among the values."""
        return tuple(
            AssumedNumber(one.key, one.range[0], float(one.value), one.range[1], isinstance(one.value, int))
            for one in self.values
            if one.range is not None
        )


class _Player(BaseModel):
    profile: str
    strategy: str


class _Study(BaseModel):
    game: str
    configuration: str
    players: list[_Player]
    matches: int = 0
    # Of these the shares are made, where that is not all.
    matches_of_shares: int | None = None
    figures: list[_Figure]
    # Only what `study assumptions` prints has them.
    assumptions: list[_Assumption]


@dataclass(frozen=True, slots=True)
class AssumedBand:
    """The ends between which the assumptions leave a figure in 95 of 100 draws, each with its sampling interval."""

    low: Interval
    high: Interval

    def to_json(self) -> dict[str, object]:
        """Return both ends as plain data."""
        return {"low": self.low.to_json(), "high": self.high.to_json()}

    def text(self, share: bool, to: str = "-") -> str:
        """Format the ends: `12-31`. share: of a proportion, in percent. to: between them."""
        scale = 100.0 if share else 1.0
        low, high = scale * self.low.estimate, scale * self.high.estimate
        digits = 0 if high - low >= 10 else 1 if high - low >= 1 else 2
        return f"{number(low, f'.{digits}f')}{to}{number(high, f'.{digits}f')}"


def statement(text: str, band: AssumedBand | None, share: bool) -> str:
    """Return the text of a figure with what is left open of it in the brackets of its interval, where that is known.

    `21.3 % (20.1-22.5)` becomes `21.3 % (20.1-22.5 by chance; 15-30 by what nobody has measured)`.
    """
    if band is None:
        return text
    figure, bracket, rest = text.partition(")")
    ends = band.text(share, _(TO) if _(TO) in figure else "-")
    both = _("{figure} by chance; {ends} by what nobody has measured", figure=figure, ends=ends)
    return f"{both}{bracket}{rest}"


@dataclass(frozen=True, slots=True)
class AssumedNumber:
    """An assumed number of a design with its range, by its dotted key. whole: it is a whole number."""

    key: str
    low: float
    usual: float
    high: float
    whole: bool

    def place(self, value: float) -> float:
        """Return where a value lies: -1 at the low end, 0 at the usual value, 1 at the high end."""
        return (value - self.usual) / self._side(value < self.usual) if value != self.usual else 0.0

    def at(self, place: float) -> float:
        """Return the value at a place between -1 and 1."""
        return self.usual + place * self._side(place < 0)

    def _side(self, below: bool) -> float:
        return self.usual - self.low if below else self.high - self.usual


@dataclass(frozen=True, slots=True)
class StudiedFigure:
    """A figure of a study, with its band. usual: with the values as they are. share: it is a proportion.

    answers: by the name of an assumption, the figure at its usual value, and as the band at the ends of its range, all
    others averaged, with intervals of the change from the usual value.
    """

    usual: float
    band: AssumedBand
    share: bool
    answers: Mapping[str, StudiedFigure] = field(default_factory=dict)

    def carried(self, estimate: float) -> AssumedBand | None:
        """Return the band about the figure of another design; None where either has no logit or logarithm."""
        usual, here = (_odds(value) if self.share else value for value in (self.usual, estimate))
        if not (0 < usual < math.inf and 0 < here < math.inf):
            return None

        def moved(end: float) -> float:
            if not self.share:
                return here * end / usual
            odds = here * _odds(end) / usual
            return odds / (1 + odds) if odds < math.inf else 1.0

        low, high = (
            Interval(moved(end.estimate), moved(end.low), moved(end.high)) for end in (self.band.low, self.band.high)
        )
        return AssumedBand(low, high)


def _odds(share: float) -> float:
    return share / (1 - share) if share < 1 else math.inf


@dataclass(frozen=True, slots=True)
class AssumedBands:
    """A study's figures that vary with the assumptions by more than chance, by name, and what a run makes of them.

    reach: the run is of the same design and players as the study, of a design near it or of other players, or of one
    too far from it. numbers: the assumed numbers, those drawn together under one name. matches: that tell how figures
    answer to them.
    """

    path: Path
    game: str
    configuration: str
    players: tuple[tuple[str, str], ...]
    figures: Mapping[str, StudiedFigure]
    reach: Literal["same", "near", "far"] = "same"
    numbers: Mapping[str, tuple[AssumedNumber, ...]] = field(default_factory=dict)
    matches: int = 0

    def fit(self, game: str, configuration: str, seats: Sequence[Seat]) -> bool:
        """Return True if they are of this game, configuration (its digest) and players."""
        players = tuple((seat.profile, seat.strategy) for seat in seats)
        return (game, configuration, players) == (self.game, self.configuration, self.players)

    def check_fit(self, game: str, configuration: str, seats: Sequence[Seat]) -> None:
        """Raise InputError unless they are of this game, configuration (its digest) and players."""
        if not self.fit(game, configuration, seats):
            raise InputError("--assumptions: {path}: {misfit}", path=self.path, misfit=self.misfit())

    def misfit(self) -> str:
        """Return what is expected where they do not fit."""
        players = ",".join(f"{profile}:{strategy}" for profile, strategy in self.players)
        return (
            f"is of {self.game} with configuration {self.configuration} and players {players}, expected those of this "
            "run (study assumptions makes another file)."
        )

    def band(self, name: str, found: Interval) -> AssumedBand | None:
        """Return what is left open of a figure of the run; None where that is not known, or it has no interval."""
        studied = self.figures.get(name)
        if studied is None or self.reach == "far" or math.isnan(found.low):
            return None
        return studied.band if self.reach == "same" else studied.carried(found.estimate)

    @property
    def note(self) -> str:
        """A sentence where the design is too far; else empty."""
        if self.reach != "far":
            return ""
        return _(
            "What nobody has measured may move these figures further than chance; this design is too far from the "
            "shipped one to say how far: see yardarm study assumptions."
        )


def read_bands(path: Path) -> AssumedBands:
    """Read what `study assumptions --json` printed. Raises InputError."""
    try:
        found = _Study.model_validate(read_json(read_text(path), finite=True))
    except (ValueError, ValidationError, RecursionError) as error:
        raise InputError("--assumptions: {path}: expected what study assumptions --json prints.", path=path) from error
    figures = {
        one.figure: StudiedFigure(
            math.nan if one.estimate is None else one.estimate,
            one.band.ends(),
            one.unit == SHARE,
            {
                share.name: StudiedFigure(share.from_usual.usual, share.from_usual.ends(), one.unit == SHARE)
                for share in one.shares
                if share.from_usual is not None
            },
        )
        for one in found.figures
        if one.band is not None and not one.flat
    }
    players = tuple((player.profile, player.strategy) for player in found.players)
    numbers = {part.name: part.numbers() for part in found.assumptions}
    return AssumedBands(
        path,
        found.game,
        found.configuration,
        players,
        figures,
        numbers=numbers,
        matches=found.matches_of_shares or found.matches,
    )


_read_once = cache(read_bands)


def shipped_bands(configuration: Configuration, seats: Sequence[Seat] = ()) -> AssumedBands | None:
    """Return what the game ships, as far as it reaches a design and players; None where the game ships nothing."""
    part = part_of(game_of(configuration.game))
    if part.left_open is None:
        return None
    bands = _read_once(part.left_open)
    if bands.fit(configuration.game, configuration.digest, seats):
        return bands
    return replace(bands, reach="near" if part.is_near(configuration) else "far")


def bands_for(given: Path | None, configuration: Configuration, seats: Sequence[Seat]) -> AssumedBands | None:
    """Return what `--assumptions` means: a file about this very design, NONE, or what is shipped. Raises InputError."""
    if given is None:
        return shipped_bands(configuration, seats)
    if given == NONE:
        return None
    bands = read_bands(given)
    bands.check_fit(configuration.game, configuration.digest, seats)
    return bands
