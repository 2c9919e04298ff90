"""Both designs of a comparison under the same luck: the same placements or throws by the same hands, or new matches.

Whole matches of one seed part ways at the first ruling that differs, so as pairs they gain nothing. Trials of the
workshop's survey do not part, and most of their noise cancels out: the change of a rate is known closer than from
matches of the same cost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from calibration.metrics.metrics_reader import StoredRun
from calibration.reports.against import SameLuck
from calibration.reports.page import number, paragraph, table
from calibration.reports.same_matches import same_matches
from sim.batch.engines import spread
from sim.errors import InputError
from sim.language import _
from sim.metrics import SHARE
from sim.spec import game_of, load_part, match_of
from sim.statistics import Interval
from sim.web_page import escape
from sim.workshop.document import Document
from sim.workshop.drawing import Risk
from sim.workshop.findings import Cell, Findings
from sim.workshop.prototype import Prototype
from sim.workshop.survey import survey


@dataclass(frozen=True, slots=True)
class SameTrials:
    """The outcomes of the same trials on two designs. prototype: of `one`, which is compared with `other`."""

    prototype: Prototype
    one: Findings
    other: Findings

    def to_json(self) -> dict[str, object]:
        """Return the figures with their differences (one - other) as plain data, over all trials first."""
        figures = [("all", self.prototype.counted(self.one)), *((risk.name, risk.cells) for risk in self._risks())]
        return {
            "trials": self.one.trials,
            "hands": self.prototype.hands,
            "load": self.prototype.load,
            "figures": [
                {"of": name}
                | dict(zip(("other", "one", "difference"), (i.to_json() for i in self._figures(cells)), strict=True))
                for name, cells in figures
            ],
        }

    def html(self, first: str, second: str) -> Iterator[str]:
        """Yield the figures as tables, and what they are of. first, second: names of `other` and `one` (HTML)."""
        words = _(
            "{trials} trials of each design, the same ones with the same noise, by {hands} hands. {load_words}: {load}."
            " The figures are {figures}.",
            trials=self.one.trials,
            hands=_(self.prototype.hands),
            load_words=_(self.prototype.load_words),
            load=self.prototype.load,
            figures=_(self.prototype.figures_words),
        )
        yield paragraph(escape(words))
        ends = (first, second, _("change"))
        yield table(("", *ends), [self._row(_("all together"), self.prototype.counted(self.one))], kind="wide")
        for title, risks in (
            (_("By place"), self.prototype.risks(self.one)),
            (_(self.prototype.list_title), self.prototype.listed(self.one)),
        ):
            yield table((escape(title), *ends), [self._row(_(risk.name), risk.cells) for risk in risks], kind="wide")

    def _risks(self) -> tuple[Risk, ...]:
        return self.prototype.risks(self.one) + self.prototype.listed(self.one)

    def _row(self, name: str, cells: tuple[Cell, ...]) -> tuple[str, ...]:
        other, one, change = self._figures(cells)
        return escape(name), number(other, SHARE), number(one, SHARE), number(change, SHARE, signed=True)

    def _figures(self, cells: tuple[Cell, ...]) -> tuple[Interval, Interval, Interval]:
        return self.other.share(cells), self.one.share(cells), self.other.difference(self.one, cells)


def same_trials(one: StoredRun, other: StoredRun, trials: int, jobs: int) -> SameLuck | None:
    """Try both designs `trials` times, up to a whole round, in `jobs` processes; return None for no trials.

    The hands are those of most players of `one`. Where a game has no trials but matches in step, as many of these are
    played. Raises InputError where it has neither, where the designs are the same or have not the same slots and
    pieces, and where a worker dies.
    """
    if not trials:
        return None
    kind: Any = load_part(game_of(one.game), "prototype", type)
    if kind is None and match_of(one.game).in_step is None:
        raise InputError(
            "--trials: {game} has none; expected runs of one seed and the same people, which are compared in pairs.",
            game=one.game,
        )
    if one.configuration == other.configuration:
        raise InputError("--trials: both runs are of the same design, expected two.")
    if kind is None:
        designs = _document(one).configuration, _document(other).configuration
        with spread(jobs) as mapped:
            return same_matches(one, designs, trials, mapped)
    hands = Counter(seat.profile for seat in one.seats).most_common(1)[0][0]
    prototypes = [kind(_document(run), hands) for run in (one, other)]
    subjects = [prototype.subject() for prototype in prototypes]
    if subjects[0].cells != subjects[1].cells:
        raise InputError("--trials: the designs have other slots or pieces, expected the same in both.")
    rounds = min(subjects[0].rounds, -(-trials // len(subjects[0].cells)))
    with spread(jobs) as mapped:
        first, second = (survey(subject, rounds, mapped) for subject in subjects)
    return SameTrials(prototypes[0], first, second)


def _document(run: StoredRun) -> Document[Any]:
    document: Document[Any] = Document(run.game, None, run.profile)
    if not document.adopt(run.tree, "") or document.configuration.digest != run.configuration:
        reason = document.refusal or _("this version of Yardarm builds another from what the store says")
        raise InputError("--trials: the design of {run} cannot be tried: {reason}.", run=run.key, reason=reason)
    return document
