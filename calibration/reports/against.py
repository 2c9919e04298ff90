"""The comparison of two runs: each figure from which value to which, with its difference, the surest changes first.

With hundreds of figures compared, some differ by chance. A change counts as beyond doubt if it passes Benjamini and
Hochberg's procedure over all figures (scipy.stats.false_discovery_control), so that at most one in twenty of these
changes is expected to be chance.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from calibration.metrics.figures import CHANCE, Difference, Figure, difference
from calibration.metrics.measured import Measured
from calibration.reports.charts import Run, charts_of
from calibration.reports.designs import Differing, differing_table
from calibration.reports.page import bullets, folded, heading, number, paragraph, part, pictures, table
from calibration.reports.single import what_was_run
from calibration.reports.tension import tension_pictures
from sim.language import _, _n, capital
from sim.web_page import escape

CHANGED, PERHAPS, SAME = "changed", "perhaps", ""
_LEVEL = 0.05
_SHORT = 12


@dataclass(frozen=True, slots=True)
class Change:
    """A figure of both runs. verdict: CHANGED beyond doubt, PERHAPS (its own interval excludes zero), or SAME."""

    one: Figure
    other: Figure
    difference: Difference
    verdict: str

    def to_json(self) -> dict[str, object]:
        """Return both figures, their difference (one - other), and the verdict, as plain data."""
        found = self.difference
        return {
            "key": self.one.key,
            "label": self.one.label,
            "unit": self.one.unit,
            "one": {**self.one.interval.to_json(), "count": self.one.count},
            "other": {**self.other.interval.to_json(), "count": self.other.count},
            "difference": found.interval.to_json(),
            "paired": found.paired,
            "verdict": self.verdict,
        }


class SameLuck(Protocol):
    """The figures of two designs under the same luck: of trials or of new matches."""

    def to_json(self) -> dict[str, object]:
        """Return the figures of both with their differences (one - other) as plain data."""

    def html(self, first: str, second: str, /) -> Iterator[str]:
        """Yield what was done, and the figures. first, second: names of `other` and `one` (HTML)."""


def compare(one: Measured, other: Measured) -> list[Change]:
    """Return the changes of all figures that both runs have, except p-values, the surest changes first."""
    from scipy.stats import false_discovery_control

    paired = one.run.pairs_with(other.run)
    pairs = [
        (figure, other[figure.key], difference(figure, other[figure.key], paired))
        for figure in one.figures
        if figure.key in other and figure.unit != CHANCE
    ]
    known = [n for n, (*_figures, found) in enumerate(pairs) if not math.isnan(found.distance)]
    chances = [pairs[n][2].by_chance for n in known]
    surely = (
        {n for n, p in zip(known, false_discovery_control(chances), strict=True) if p <= _LEVEL} if known else set()
    )
    changes = [
        Change(a, b, found, CHANGED if n in surely else PERHAPS if found.distance > 1 else SAME)
        for n, (a, b, found) in enumerate(pairs)
    ]
    return sorted(changes, key=_order)


def _order(change: Change) -> tuple[int, float, str]:
    distance = change.difference.distance
    rank = (CHANGED, PERHAPS, SAME).index(change.verdict)
    return rank, -distance if not math.isnan(distance) else math.inf, change.one.key


def difference_section(one: Run, other: Run, design: Sequence[Differing]) -> Iterator[str]:
    """Yield what is not the same in the two runs: the design, and what else may change a figure."""
    yield from part(_("What differs between the two"), _differences(one, other, design))


def _differences(one: Run, other: Run, design: Sequence[Differing]) -> Iterator[str]:
    to, off = one.measured.run, other.measured.run
    ends = _ends(one, other)
    yield differing_table(design, *ends) if design else paragraph(_("The designs are the same."))
    besides = [
        (name, *map(escape, values))
        for name, *values in (
            (_("players"), *(", ".join(f"{_(s.profile)} ({s.strategy})" for s in run.seats) for run in (off, to))),
            (_("physics profile"), off.profile, to.profile),
            (_("versions"), *(", ".join(f"{n} {v}" for n, v in sorted(run.versions.items())) for run in (off, to))),
        )
        if len(set(values)) > 1
    ]
    if besides:
        yield heading(_("Besides the design")) + table(("", *ends), besides, numbers_from=3, kind="wide two")
        if design:
            words = _(
                "{start}Not only the design differs:{end} what changed below may come from any of these.",
                start="<strong>",
                end="</strong>",
            )
            yield f'<p class="note">{words}</p>'
    yield paragraph(_pairing(one, other, to.pairs_with(off)))


def against_sections(one: Run, other: Run, changes: Sequence[Change], trials: SameLuck | None) -> Iterator[str]:
    """Yield what changed, the same trials of both, the pictures of both runs, every figure, and what was run."""
    yield from part(_("In short"), _short(one, other, changes))
    if trials is not None:
        yield from part(_("Both designs under the same luck"), trials.html(*_ends(one, other)))
    drawn = [*charts_of([one, other]), *tension_pictures([one, other])]
    yield from part(_("Pictures"), (pictures(drawn),))
    yield from part(_("All figures"), _all_figures(one, other, changes))
    yield from part(_("What was run"), _both_runs(one, other))


def _both_runs(one: Run, other: Run) -> Iterator[str]:
    for run in (one, other):
        yield f"<h3>{escape(run.label)}</h3>"
        yield from what_was_run(run.measured.run)


def _all_figures(one: Run, other: Run, changes: Sequence[Change]) -> Iterator[str]:
    words = _(
        "From {other} to {one}. The change is {one} less {other}; of shares it is in percentage points.",
        one=escape(one.label),
        other=escape(other.label),
    )
    yield f"<p>{words}</p>"
    yield from graded_tables(changes, *_ends(one, other))


def graded_tables(changes: Sequence[Change], first: str, second: str) -> Iterator[str]:
    """Yield a table of the changes of each verdict, the sure ones unfolded. first, second: names of the runs (HTML)."""
    for verdict, title in (
        (CHANGED, _("Changed beyond doubt")),
        (PERHAPS, _("Perhaps changed")),
        (SAME, _("No difference shown")),
    ):
        these = [change for change in changes if change.verdict == verdict]
        if these:
            inside = table(_head(first, second), map(_row, these), kind="wide")
            yield folded(title, _of_all(len(these), len(changes)), inside, verdict == CHANGED)


def _head(first: str, second: str) -> tuple[str, ...]:
    return _("figure"), first, second, _("change")


def _ends(one: Run, other: Run) -> tuple[str, str]:
    return _("from: {run}", run=escape(other.label)), _("to: {run}", run=escape(one.label))


def _of_all(some: int, number: int) -> str:
    return _n("{some} of {count} figure", "{some} of {count} figures", number, some=some)


def labels(one: tuple[str, str], other: tuple[str, str]) -> tuple[str, str]:
    """Return labels for two runs, each given as file name and key: as short as distinguishes them."""
    if one[0] != other[0]:
        return one[0], other[0]
    return (
        (one[1], other[1]) if one[1] != other[1] else (_("{run} (this)", run=one[0]), _("{run} (that)", run=other[0]))
    )


def _row(change: Change) -> tuple[str, ...]:
    name = f"{escape(_(change.one.label))}<code>{escape(change.one.key)}</code>"
    first, second = (
        f'{number(f.interval, f.unit)} <span class="interval">n = {f.count}</span>' for f in (change.other, change.one)
    )
    how = _("paired") if change.difference.paired else _("independent")
    found = number(change.difference.interval, change.one.unit, signed=True)
    if change.verdict == CHANGED:
        how = _("{how}, beyond doubt", how=how)
    return name, first, second, f'{found} <span class="interval">{how}</span>'


def _pairing(one: Run, other: Run, together: bool) -> str:
    if together:
        common = min(one.measured.run.goal, other.measured.run.goal)
        return _(
            "Both have the same seed and the same people, so matches 0 to {last} began alike: figures that are sums "
            "over matches are compared match by match (paired), all others as if the runs were independent.",
            last=common - 1,
        )
    return _("Seed or people differ, so the runs are compared as independent ones.")


def _short(one: Run, other: Run, changes: Sequence[Change]) -> Iterator[str]:
    changed = [change for change in changes if change.verdict == CHANGED]
    order = [figure.key for figure in one.measured.figures]
    perhaps = sum(change.verdict == PERHAPS for change in changes)
    number_of_them = f"<b>{len(changed)}</b>"
    surely = (
        _(
            "{count} changed beyond doubt (of these, one in twenty at most is expected to be chance)",
            count=number_of_them,
        )
        if changed
        else _("none changed beyond doubt")
    )
    words = _(
        "Of {count} figures, {changed}, and {perhaps} perhaps.",
        count=len(changes),
        changed=surely,
        perhaps=perhaps or _("none"),
    )
    yield f"<p>{words}</p>"
    main = [change for change in changes if "." not in change.one.key or change.one.key.endswith(".mean")]
    main.sort(key=lambda change: order.index(change.one.key))
    yield table(_head(*_ends(one, other)), map(_row, main), kind="wide")
    besides = [change for change in changed if change not in main]
    if besides:
        shown = besides[:_SHORT]
        yield heading(_("What else changed beyond doubt, the surest first"))
        yield bullets(
            _(
                "{figure}: from {before} to {after}, a change of {change}",
                figure=escape(capital(_(change.one.label))),
                before=number(change.other.interval, change.one.unit),
                after=number(change.one.interval, change.one.unit),
                change=number(change.difference.interval, change.one.unit, signed=True),
            )
            for change in shown
        )
        if len(besides) > len(shown):
            words = _("and {count} more, in the table below.", count=len(besides) - len(shown))
            yield f"<p>{words}</p>"
