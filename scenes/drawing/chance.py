"""A chance as players read it: a word and a colour, the figure small beside it, and its interval where one points."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PIL import Image

from scenes.drawing.palette import CHANCES, INK_SOFT
from scenes.drawing.panels import around
from scenes.layout.boxes import ENDLESS, Row, Text
from sim.language import N_, _
from sim.statistics import Interval

SAFE, SAFE_LOW = 0.9, 0.7
"""A chance is safe from this estimate on, if the lower end of its interval is as high as that."""
LIKELY = 0.6
"""It is likely from this estimate on, and below it risky."""
HOPELESS_HIGH = 0.25
"""It is hopeless where the upper end of its interval is lower than this."""
COARSE = 0.5
"""While its interval is wider than this, nothing is said yet."""


class Odds(StrEnum):
    """The words for a chance."""

    SAFE = N_("safe")
    LIKELY = N_("likely")
    RISKY = N_("risky")
    HOPELESS = N_("hopeless")


def odds(chance: Interval) -> Odds | None:
    """Return the word for a chance with its interval; None while that is too wide for one."""
    if not chance.high - chance.low <= COARSE:
        return None
    if chance.high < HOPELESS_HIGH:
        return Odds.HOPELESS
    if chance.estimate >= SAFE and chance.low >= SAFE_LOW:
        return Odds.SAFE
    return Odds.LIKELY if chance.estimate >= LIKELY else Odds.RISKY


@dataclass(frozen=True, slots=True)
class ShownChance:
    """A chance in words: `likely`, `74 %`, `60–85 %`."""

    odds: Odds | None
    figure: str
    interval: str

    @classmethod
    def of(cls, chance: Interval) -> ShownChance:
        """Return the words for a chance."""
        interval = f"{100 * chance.low:.0f}–{100 * chance.high:.0f} %"
        return cls(odds(chance), f"{100 * chance.estimate:.0f} %", interval)

    def line(self, pointed: bool = False) -> str:
        """Return it in a sentence, `likely (74 %)`, or with the interval while one points at it."""
        return "…" if self.odds is None else f"{_(self.odds)} ({self.interval if pointed else self.figure})"

    def box(self, px: int, small: int, pointed: bool) -> Row:
        """Return the word, and the figure beside it in small letters; the interval instead while one points at it."""
        if self.odds is None:
            return Row([Text("…", px, INK_SOFT, bold=True)])
        word = Text(_(self.odds), px, CHANCES[self.odds], bold=True, whole=True)
        return Row([word, Text(self.interval if pointed else self.figure, small, INK_SOFT, whole=True)], small // 2)


def chance_picture(chance: ShownChance, px: int, small: int, pointed: bool) -> Image.Image:
    """Return a chance on a transparent ground, in letters of `px` and `small` pixels. pointed: as for `box`."""
    room = ENDLESS, ENDLESS
    return around(chance.box(px, small, pointed), room, (1, 1), lambda size: Image.new("RGBA", size, (0, 0, 0, 0)))
