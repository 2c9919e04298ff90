"""What a report says and draws of a game beside what it does of every game: sentences and charts, as data.

A figure is named by its key (`fall_rate`, `minutes.mean`), a table of figures by its path (`fall_rate.slot`). few: some
of the figures of a chart may rest on too little, and are grey then.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.language import N_


@dataclass(frozen=True, slots=True)
class Median:
    """A sentence that ends with a median, which is missing where more than half of the matches end before."""

    words: str
    key: str


@dataclass(frozen=True, slots=True)
class Extremes:
    """A sentence on the parts that are extreme at equal strata, with the raw figures of the same parts.

    compared, raw: paths of both. words: what the raw figures are called.
    """

    compared: str
    raw: str
    words: str


Sentence = str | Median | Extremes
"""A str holds figures by their keys in braces: {fall_rate} with unit and interval, {minutes.p10:1} to one digit."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A table drawn as a curve. x, y: what the axes are called. step: in steps."""

    title: str
    path: str
    x: str
    y: str
    caption: str = ""
    few: bool = False
    step: bool = False


@dataclass(frozen=True, slots=True)
class Dots:
    """A table drawn as dots with their intervals, a line for each part. x: what the axis is called."""

    title: str
    path: str
    x: str
    caption: str = ""
    few: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """A table drawn as bars. x, y: what the axes are called. width: of a bar; scale: of the numbers that name parts."""

    title: str
    path: str
    x: str
    y: str
    width: float = 1.0
    scale: float = 1.0
    caption: str = ""
    few: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """Pictures that a function draws ("module:attribute"), given the runs (`calibration.reports.charts.Run`)."""

    function: str


Chart = Curve | Dots | Bars | Drawing
TAIL = N_("The rightmost twentieth or less is not drawn.")
"""The caption of a distribution that is cut where it is long."""
