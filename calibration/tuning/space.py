"""The parameters that may vary: any number of the configuration by its dotted key, with bounds; scaled to a unit cube.

`ship.ball_mass_g=60:200` is one number, `table.wins=1:5` stays whole, `skill.all.placement_sd_mm=1:4` is one value for
every profile, and `ship.*_yard_length_mm=x0.8:x1.2` multiplies several numbers by the same factor.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.configuration import changed_configuration, load_configuration, whole_tree
from sim.errors import InputError
from sim.language import Wording
from sim.measures import nested
from sim.protocols import Configuration
from sim.refusals import either, near
from sim.seat import Seat
from sim.seeds import rng
from sim.statistics import read_number

DIGITS = 4
"""The significant digits of a value that is tried: enough for a workshop, and readable in a preset."""
_MOST_CORNERS = 64

Values = tuple[float, ...]
"""One value per parameter, in their order."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that may vary between `low` and `high`.

    name: the dotted key, or the pattern. whole: whole numbers only. usual: the value without tuning. factors: for a
    pattern, each key with the number that the factor multiplies; the parameter's value is then the factor.
    """

    name: str
    low: float
    high: float
    whole: bool
    usual: float
    factors: tuple[tuple[str, float], ...] = ()

    def snapped(self, value: float) -> float:
        """Return the nearest value that can be tried: within the bounds, whole or rounded to DIGITS."""
        inside = min(max(value, self.low), self.high)
        if self.whole:
            return float(round(inside))
        # A bound keeps all its digits.
        return inside if inside in (self.low, self.high) else float(f"{inside:.{DIGITS}g}")

    def changes(self, value: float) -> dict[str, float | int]:
        """Return the entries of a preset for this value, by dotted key."""
        if self.factors:
            return {key: float(f"{value * number:.{DIGITS + 2}g}") for key, number in self.factors}
        return {self.name: round(value) if self.whole else value}

    def to_json(self) -> dict[str, object]:
        """Return the parameter as plain data."""
        kind = "factor" if self.factors else "whole" if self.whole else "number"
        return {"name": self.name, "low": self.low, "high": self.high, "kind": kind, "usual": self.usual}


@dataclass(frozen=True, slots=True)
class Space:
    """The parameters that may vary, with the game, preset and profile that they belong to."""

    game: str
    parameters: tuple[Parameter, ...]
    preset: Path | None = None
    profile: str = "play"
    option: str = "--vary"

    @property
    def usual(self) -> Values:
        """The values without tuning, moved into the bounds where they lie outside."""
        return tuple(p.snapped(p.usual) for p in self.parameters)

    def values(self, unit: Iterable[float]) -> Values:
        """Return the values that can be tried nearest to a point of the unit cube."""
        return tuple(p.snapped(p.low + float(u) * (p.high - p.low)) for p, u in zip(self.parameters, unit, strict=True))

    def rounded(self, values: Values, digits: int) -> Values:
        """Return the values rounded to this number of significant digits, within the bounds."""
        return tuple(p.snapped(float(f"{v:.{digits}g}")) for p, v in zip(self.parameters, values, strict=True))

    def unit(self, values: Values) -> NDArray[np.float64]:
        """Return the point of the unit cube for these values."""
        return np.array([(v - p.low) / (p.high - p.low) for p, v in zip(self.parameters, values, strict=True)])

    def snapped(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return points of the cube (n, d) moved so that whole parameters are whole."""
        moved = points.copy()
        for column, p in enumerate(self.parameters):
            if p.whole:
                moved[:, column] = (np.round(p.low + moved[:, column] * (p.high - p.low)) - p.low) / (p.high - p.low)
        return moved

    def changes(self, values: Values) -> dict[str, float | int]:
        """Return the entries of a preset for these values, by dotted key."""
        found: dict[str, float | int] = {}
        for parameter, value in zip(self.parameters, values, strict=True):
            found |= parameter.changes(value)
        return found

    def configuration(self, values: Values) -> Configuration:
        """Return the game's configuration with these values. Raises InputError."""
        where = "--vary at " + ", ".join(f"{p.name}={v:g}" for p, v in zip(self.parameters, values, strict=True))
        return changed_configuration(self.game, nested(self.changes(values)), self.preset, self.profile, where)

    def named_values(self, values: Values) -> dict[str, float | int]:
        """Return the values by the names of the parameters."""
        return {p.name: round(v) if p.whole else v for p, v in zip(self.parameters, values, strict=True)}


def numbers(tree: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, float | int]]:
    """Yield every number of a configuration by its dotted key; items of an array of tables are counted from 0."""
    for name, item in tree.items():
        key = f"{above}.{name}" if above else name
        if isinstance(item, list) and all(isinstance(table, Mapping) for table in item):
            yield from numbers({str(index): table for index, table in enumerate(item)}, key)
        elif isinstance(item, Mapping):
            yield from numbers(item, key)
        elif isinstance(item, int | float) and not isinstance(item, bool):
            yield key, item


def parse_space(words: Sequence[str], game: str, preset: Path | None, profile: str) -> Space:
    """Read options of the form `PARAMETER=LOW:HIGH`. Raises InputError naming the option.

    Configurations are tried at the bounds of each parameter, and in all corners or, if they are too many, some.
    """
    if not words:
        raise InputError("--vary: expected at least one PARAMETER=LOW:HIGH, such as ship.ball_mass_g=60:200.")
    known = dict(numbers(whole_tree(game, load_configuration(game, preset, profile).tree)))
    # `skill.all` stands for all profiles; its usual value is that of the casual player, the middle one of the three.
    usual = {f"skill.all{k.removeprefix('skill.casual')}": v for k, v in known.items() if k.startswith("skill.casual.")}
    parameters = [_parameter(word, game, known, usual) for word in words]
    taken: dict[str, str] = {}
    for parameter in parameters:
        for key in parameter.changes(parameter.low):
            if key in taken:
                raise InputError(
                    "--vary {parameter}: {key} is varied already by {taken}.",
                    parameter=parameter.name,
                    key=key,
                    taken=taken[key],
                )
            taken[key] = parameter.name
    space = Space(game, tuple(_whole(p, game, preset, profile) for p in parameters), preset, profile)
    for corner in _corners(len(parameters)):
        space.configuration(tuple(p.high if top else p.low for p, top in zip(space.parameters, corner, strict=True)))
    return space


def _corners(dimensions: int) -> Iterable[tuple[int, ...]]:
    """Return all corners of the unit cube or, if they are too many, some: any three bounds meet in about eight."""
    if 2**dimensions <= _MOST_CORNERS:
        return itertools.product((0, 1), repeat=dimensions)
    return map(tuple, rng(0, "tune", "corners").integers(0, 2, (_MOST_CORNERS, dimensions)).tolist())


def check_played(space: Space, seats: Sequence[Seat]) -> None:
    """Raise InputError for a parameter of hands that nobody at the table has: no match can show what it does."""
    known = sorted({seat.profile for seat in seats})
    for parameter in space.parameters:
        profiles = {
            key.split(".")[1] if key.startswith("skill.") else "all" for key in parameter.changes(parameter.low)
        }
        if profiles.isdisjoint({"all", *known}):
            raise InputError(
                "{option} {parameter}: no player has these hands, so no match can show what they do; "
                "expected those of {known}.",
                option=space.option,
                parameter=parameter.name,
                known=either(known),
            )


def _parameter(word: str, game: str, known: Mapping[str, float], usual: Mapping[str, float]) -> Parameter:
    name, _, bounds = (part.strip() for part in word.partition("="))
    low_text, _, high_text = (part.strip() for part in bounds.partition(":"))
    pattern = "*" in name
    try:
        low, high = (read_number(text.removeprefix("x") if pattern else text) for text in (low_text, high_text))
    except ValueError:
        low = high = math.nan
    if not (name and math.isfinite(low) and math.isfinite(high)):
        raise InputError(
            "--vary {word}: expected PARAMETER=LOW:HIGH, such as ship.ball_mass_g=60:200, or a "
            "pattern with factors such as ship.*_yard_length_mm=x0.8:x1.2.",
            word=word,
        )
    if not low < high:
        raise InputError("--vary {word}: expected a LOW below HIGH.", word=word)
    if pattern:
        if low <= 0 or not (low_text.startswith("x") and high_text.startswith("x")):
            raise InputError(
                "--vary {word}: a pattern is varied by factors above 0, such as {name}=x0.8:x1.2.", word=word, name=name
            )
        matching = tuple((key, float(number)) for key, number in known.items() if fnmatchcase(key, name))
        if not matching:
            raise InputError(
                "--vary {word}: no number of {game}'s configuration matches {name}.", word=word, game=game, name=name
            )
        return Parameter(name, low, high, False, 1.0, matching)
    everything = {**known, **usual}
    if name not in everything:
        close = near(name, everything, 3)
        close += [key for key in known if key.endswith(f".{name}") and key not in close]
        hint = (
            Wording("expected {names}", names=either(close[:4]))
            if close
            else Wording("expected a dotted key such as {key}", key=next(iter(known)))
        )
        raise InputError(
            "--vary {word}: {game}'s configuration has no number {name!r}, {hint}.",
            word=word,
            game=game,
            name=name,
            hint=hint,
        )
    return Parameter(name, low, high, False, float(everything[name]))


def _whole(parameter: Parameter, game: str, preset: Path | None, profile: str) -> Parameter:
    """Return the parameter, after trying its bounds, as whole if the configuration accepts nothing else.

    Raises InputError naming the option.
    """
    where = f"--vary {parameter.name}={parameter.low:g}:{parameter.high:g}"

    def tried(value: float) -> None:
        changes = parameter.changes(value) if parameter.factors else {parameter.name: _plain(value)}
        changed_configuration(game, nested(changes), preset, profile, where)

    tried(parameter.low)
    tried(parameter.high)
    if parameter.factors or not all(x.is_integer() for x in (parameter.low, parameter.high, parameter.usual)):
        return parameter
    try:
        tried(math.floor((parameter.low + parameter.high) / 2) + 0.5)
    except InputError:
        return replace(parameter, whole=True)
    return parameter


def _plain(value: float) -> float | int:
    return int(value) if value.is_integer() else value
