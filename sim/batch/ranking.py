"""The parts that drop most and least, with claims that know that they were picked from many.

Of several figures, the greatest is greatest partly by chance. Here all differences of two parts are judged together:
with one quantile for the largest of them, the chance that any equal pair is called different is 5 % at most
(single-step max-T, Hothorn, Bretz & Westfall, Biometrical Journal 50, 2008: Tukey's comparison for correlated figures
of unequal precision). From these follow sets that hold the true extremes at 95 % (Mogstad, Romano, Shaikh & Wilhelm,
Review of Economic Studies 91, 2024): the parts that no other surely exceeds may be the greatest. The interval beside a
picked part is simultaneous over all parts, so that it holds for a picked one.

How many matches would tell two parts apart is what a test of power 0.8 needs at their difference, shrunk as Stein's
estimator does (James & Stein 1961) since the difference was picked too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from sim.batch.margins import Margins
from sim.language import _
from sim.metrics import By, Compared, Part
from sim.statistics import LEVEL, Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

FEWEST_TURNS, FEWEST_MATCHES = 10, 5
"""The numbers of observations of a part, and of matches, below which nothing is compared."""
_DRAWS, _SEED = 20_000, 16
_POWER = 0.8
_MOST, _NAMED = 1_000_000, 5


@dataclass(frozen=True, slots=True)
class Extreme:
    """One end of a ranking.

    picked: the part with the extreme estimate; interval: its figure, with simultaneous bounds. among: the parts that
    may be the true extreme, the picked one first. matches: the number that would tell the picked one from the next;
    None: that is known already, or no number can be named.
    """

    picked: Part
    interval: Interval
    among: tuple[Part, ...]
    matches: int | None

    @property
    def certain(self) -> bool:
        """True if no other part may be the extreme."""
        return len(self.among) == 1

    def to_json(self) -> dict[str, object]:
        """Return the extreme as plain data."""
        return {
            "part": str(self.picked),
            **self.interval.to_json(),
            "among": [str(part) for part in self.among],
            "certain": self.certain,
            "matches_needed": self.matches,
        }


@dataclass(frozen=True, slots=True)
class Ranking:
    """The two ends of a comparison of parts.

    differ: at least two parts differ for certain. matches: the number that would tell the two ends apart, if they do
    not yet differ; None if they do, or if the figures differ no more than chance makes them.
    """

    most: Extreme
    least: Extreme
    differ: bool
    apart: bool
    matches: int | None

    def to_json(self) -> dict[str, object]:
        """Return both ends and whether any parts differ as plain data."""
        return {
            "most": self.most.to_json(),
            "least": self.least.to_json(),
            "differ": self.differ,
            "matches_needed": self.matches,
        }

    def sentence(
        self, compared: Compared, by: By, show: Callable[[Interval], str], name: Callable[[str], str] = str
    ) -> str:
        """Return a sentence about both ends. show: formats a share; name: formats the name of a part."""
        words = compared.by[by]

        def called(*parts: Part) -> str:
            return _(words.noun).format(_listed([name(_(by.name(part).replace("_", " "))) for part in parts]))

        ends = (self.most, words.most), (self.least, words.least)
        if self.apart:
            most, least = (_end(end, called, _(does), show) for end, does in ends)
            return _("At equal {cargo}, {most}; {least}.", cargo=_(compared.at), most=most, least=least)
        wanted = (
            _("nothing suggests that they differ by more than chance")
            if self.matches is None
            else _("{matches} would tell these two apart", matches=matches_words(self.matches))
        )
        most, least = (
            _("{part} has {share}", part=called(end.picked), share=show(end.interval)) for end, _does in ends
        )
        return _(
            "At equal {cargo} it is not yet clear {which}: {most}, {least}; {wanted}.",
            cargo=_(compared.at),
            which=_(words.unclear),
            most=most,
            least=least,
            wanted=wanted,
        )


def _end(end: Extreme, called: Callable[..., str], does: str, show: Callable[[Interval], str]) -> str:
    """Return a clause about one end, in which parts that may be it are named as long as they are few."""
    if end.certain:
        return f"{called(end.picked)} {does}, {show(end.interval)}"
    many = len(end.among) > _NAMED
    who = _("one of {number}", number=len(end.among)) if many else called(*end.among)
    counted = _("{part} as counted, {share}", part=called(end.picked), share=show(end.interval))
    wanted = "" if end.matches is None else _("; {matches} would tell", matches=matches_words(end.matches))
    return f"{who} {does} ({counted}{wanted})"


def _listed(names: list[str]) -> str:
    """Return names as a list in words: `a, b or c`."""
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + _(" or ") + names[-1]


def matches_words(number: int) -> str:
    """Return about how many matches are needed, in words."""
    if number >= _MOST:
        return _("more than {number:,} matches", number=_MOST)
    return _("about {number:,} matches", number=number)


def ranking(margins: Margins, draws: int = _DRAWS) -> Ranking | None:
    """Return the most and the least of the parts with enough observations, or None if fewer than two have.

    draws: how many times the largest difference is drawn to find its quantile.
    """
    import numpy as np

    kept = [n for n, count in enumerate(margins.counts) if count >= FEWEST_TURNS]
    if len(kept) < 2 or margins.matches < FEWEST_MATCHES:
        return None
    parts = [margins.parts[n] for n in kept]
    logits = margins.logits[kept]
    clustered, model = (each[np.ix_(kept, kept)] for each in (margins.clustered, margins.model))
    one, other = np.triu_indices(len(kept), 1)
    error = np.sqrt(np.maximum(_of_differences(clustered, one, other), _of_differences(model, one, other)))
    normal, student = _drawn(len(kept), margins.matches - 1, draws)
    values, vectors = np.linalg.eigh(model)
    drawn = normal @ (vectors * np.sqrt(np.maximum(values, 0.0))).T
    of_one = np.abs(drawn / np.sqrt(np.diag(model))).max(axis=1) / student
    of_two = (np.abs(drawn[:, one] - drawn[:, other]) / np.sqrt(_of_differences(model, one, other))).max(
        axis=1
    ) / student
    alone, together = float(np.quantile(of_one, LEVEL)), float(np.quantile(of_two, LEVEL))
    distance = np.zeros((len(kept), len(kept)))
    distance[one, other] = (logits[one] - logits[other]) / error
    distance -= distance.T
    shrunk = _shrunk(logits, model)

    def needed(first: int, second: int) -> int | None:
        from scipy.special import ndtri

        gap = shrunk * abs(float(distance[first, second]))
        if gap <= 0.0:
            return None
        number = margins.matches * ((together + float(ndtri(_POWER))) / gap) ** 2
        return to_two_digits(max(number, margins.matches + 1.0))

    def end(sign: float) -> Extreme:
        order = np.argsort(-sign * logits, kind="stable")
        first = int(order[0])
        among = [int(n) for n in order if not (sign * distance[:, n] > together).any()]
        wanted = None if len(among) == 1 else needed(first, among[1])
        return Extreme(parts[first], margins.interval(parts[first], alone), tuple(parts[n] for n in among), wanted)

    most, least = end(1.0), end(-1.0)
    top, bottom = int(np.argmax(logits)), int(np.argmin(logits))
    differ = bool((np.abs(distance) > together).any())
    apart = bool(distance[top, bottom] > together)
    return Ranking(most, least, differ, apart, None if apart else needed(top, bottom))


def _of_differences(covariance: Numbers, one: NDArray[np.intp], other: NDArray[np.intp]) -> Numbers:
    import numpy as np

    variances = np.diag(covariance)
    found: Numbers = variances[one] + variances[other] - 2 * covariance[one, other]
    return found


def _shrunk(logits: Numbers, covariance: Numbers) -> float:
    """Return the share of the differences between parts that Stein's estimator leaves of them."""
    import numpy as np

    k = len(logits)
    # Contrasts with the last part: their quadratic form does not depend on which part it is.
    contrasts = np.hstack((np.eye(k - 1), -np.ones((k - 1, 1))))
    gaps = contrasts @ logits
    quadratic = float(gaps @ np.linalg.solve(contrasts @ covariance @ contrasts.T, gaps))
    return max(0.0, 1.0 - max(k - 3, 1) / quadratic) if quadratic > 0 else 0.0


@lru_cache(maxsize=8)
def _drawn(parts: int, freedom: int, draws: int) -> tuple[Numbers, Numbers]:
    """Return normal numbers, one row a draw, and for each draw a divisor that makes them Student's; always the same."""
    import numpy as np

    stream = np.random.default_rng(_SEED)
    return stream.normal(size=(draws, parts)), np.sqrt(stream.chisquare(freedom, size=draws) / freedom)


def to_two_digits(number: float) -> int:
    """Return a number of matches to two digits, upwards."""
    if number >= _MOST:
        return _MOST
    unit = int(10 ** max(0, math.floor(math.log10(number)) - 1))
    return math.ceil(number / unit) * unit
