"""What the page asks: sections of rows, and the commands that answer; and whether a figure holds."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
DATA = "DATA"
"""In a command: the folder of open measurements, which are no part of the project."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command, as it is run in a checkout, and what its result rests on (digests.PROBES)."""

    name: str
    run: str
    rests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One test: what it is, what was measured in the world, and the figures that a command gave.

    figures: the way to each figure in what the command prints, keys between " > "; `key=value, ...` picks from a list.
    form, unit: how one is written; a form ending in % writes a share in percent, in p a difference of shares in points.
    band: it must lie between these. holds: its interval must hold this. order: the figures rise or fall. With several
    figures, `band` and `holds` may have an entry for each.
    """

    test: str
    world: str
    command: str
    figures: tuple[str, ...]
    form: str = ".1f"
    unit: str = ""
    band: tuple[Any, ...] = ()
    holds: tuple[float, ...] = ()
    order: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page, by its heading. In the intro `{machine}` stands for that of the first row's command."""

    name: str
    intro: str
    rows: tuple[Row, ...]

    @property
    def anchor(self) -> str:
        """The heading as links write it."""
        return self.name.lower().replace(" ", "-")


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that a command gave; without an interval the bounds are the estimate."""

    estimate: float
    low: float
    high: float

    @classmethod
    def from_json(cls, value: Any) -> Figure:
        """Return the figure of a number, or of an estimate with its bounds."""
        if not isinstance(value, Mapping):
            return cls(float(value), float(value), float(value))
        estimate = float(value["estimate"])
        # An interval of which an end is missing says nothing on that side.
        low, high = (math.inf * sign if value[key] is None else value[key] for key, sign in (("low", -1), ("high", 1)))
        return cls(estimate, low, high)


@cache
def read() -> tuple[dict[str, Command], tuple[Section, ...]]:
    """Return the commands by name, and the sections."""
    tree = tomllib.loads((Path(__file__).parent / "rows.toml").read_text("utf-8"))
    commands = {name: Command(name, one["run"], tuple(one["rests"])) for name, one in tree["command"].items()}
    sections = tuple(
        Section(one["name"], one["intro"], tuple(_row(row) for row in one["row"])) for one in tree["section"]
    )
    return commands, sections


def _row(row: Mapping[str, Any]) -> Row:
    keys: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Row(**keys)


def pick(found: Any, way: str) -> Any:
    """Return what lies at the end of a way. Raises KeyError or StopIteration if there is nothing."""
    for step in way.split(" > "):
        if isinstance(found, list):
            wanted = dict(part.split("=") for part in step.split(", "))
            found = next(one for one in found if all(str(one[key]) == value for key, value in wanted.items()))
        else:
            found = found[step]
    return found


def verdict(row: Row, figures: Sequence[Figure]) -> str:
    """Return whether the figures hold: yes, no, partly, or - where nothing is asked of them.

    A band: yes if the whole interval lies in it, no if none of it does. An order: no unless the estimates have it, yes
    if no two neighbours' intervals meet.
    """
    if row.order:
        return _ordered(figures if row.order == "rising" else figures[::-1])
    if row.holds:
        wanted = row.holds if len(row.holds) > 1 else row.holds * len(figures)
        found = {"yes" if each.low <= value <= each.high else "no" for each, value in zip(figures, wanted, strict=True)}
    elif row.band:
        bands = row.band if isinstance(row.band[0], list) else [row.band] * len(figures)
        found = {_within(each, *band) for each, band in zip(figures, bands, strict=True)}
    else:
        return "-"
    return found.pop() if len(found) == 1 else "partly"


def _within(figure: Figure, low: float, high: float) -> str:
    if low <= figure.low and figure.high <= high:
        return "yes"
    return "no" if figure.high < low or figure.low > high else "partly"


def _ordered(figures: Sequence[Figure]) -> str:
    pairs = list(pairwise(figures))
    if any(later.estimate <= earlier.estimate for earlier, later in pairs):
        return "no"
    return "yes" if all(later.low > earlier.high for earlier, later in pairs) else "partly"
