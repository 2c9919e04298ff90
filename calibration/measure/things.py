"""What there is to measure of a game, as data: each thing with its unit, its instrument, and what can be meant.

A game's plug-in names a file of them. A thing is a table, whose name is the word for it on the command line:

    [crate]
    key = "pieces.scale"
    what = "edge of the crate"
    how = "callipers across the cube, at three places"
    by = "callipers"
    unit = "mm"
    per = 24.0
    within = 0.1
    plausible = [10.0, 60.0]

The value of the preset's key is the reading over `per`, or its tangent (`law`); a `*` in the key stands for a person.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field

from sim.errors import InputError
from sim.files import read_toml
from sim.measures import TomlTable, check
from sim.spec import game_of, load_part
from sim.statistics import Interval

ANYBODY = "*"
"""The word in a key for the skill profile of the person who is measured."""


@dataclass(frozen=True, slots=True)
class MeasuringPart:
    """The evening that a game ships. things: the file of what there is to measure. figure: the band of which narrows.

    draws: matches at draws of what is assumed (studies/open_sizes.py), by which the worth of a thing is known.
    """

    things: Path
    figure: str
    draws: Path


class Thing(TomlTable):
    """A thing to measure. within: how far its instrument may be off (95 %). All numbers are in the unit of readings.

    by: the instrument, if readings differ by its doing; of other things, as throws, each has a scatter of its own.
    law: what a reading becomes, besides being divided by `per`. readings: the fewest that will do. scatter: the value
    is how far readings scatter about their mean (standard deviation), not the mean.
    """

    key: str
    what: str = Field(min_length=1)
    how: str = Field(min_length=1)
    by: str = ""
    unit: Literal["mm", "g", "deg", ""]
    within: float = Field(ge=0)
    plausible: tuple[float, float]
    per: float = 1.0
    law: Literal["as read", "tangent"] = "as read"
    readings: int = Field(default=1, ge=1)
    scatter: bool = False

    @property
    def counted(self) -> bool:
        """True for what is counted, not measured: a whole number, and nothing is off."""
        return self.within == 0

    @property
    def of_a_person(self) -> bool:
        """True for what differs from person to person."""
        return ANYBODY in self.key

    def key_for(self, skill: str) -> str:
        """Return the key of the preset, for a person of this skill profile."""
        return self.key.replace(ANYBODY, skill)

    def value(self, reading: float) -> float:
        """Return what the preset has for a reading."""
        return math.tan(math.radians(reading)) if self.law == "tangent" else reading / self.per

    def reading(self, value: float) -> float:
        """Return the reading at which the preset has this value."""
        return math.degrees(math.atan(value)) if self.law == "tangent" else value * self.per

    def interval(self, found: Interval) -> Interval:
        """Return an interval of readings as one of values."""
        low, high = sorted((self.value(found.low), self.value(found.high)))
        return Interval(self.value(found.estimate), low, high)


def measuring_of(game: str) -> MeasuringPart:
    """Return the evening that a game ships. Raises InputError for a game that has none."""
    spec = game_of(game)
    part = load_part(spec, "measuring", MeasuringPart)
    if part is None:
        raise InputError(
            "{title}: there is nothing to measure with a ruler, since its figures depend on people, not on sizes: "
            "see yardarm fit reactions and yardarm fit play.",
            title=spec.title,
        )
    return part


def read_things(file: Path) -> Mapping[str, Thing]:
    """Read what there is to measure, by name. Raises InputError."""
    return {name: check(Thing, table, file.name, name) for name, table in read_toml(file).items()}
