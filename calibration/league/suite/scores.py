"""The scores of a run: per template, per kind and in all, with 95 % intervals, and two bots compared in pairs.

The tries of a task share its ship or bowl, or the cards of its games, so a task is one observation. Each template
weighs the same: its share of solved tries is the mean over its tasks, and that of several templates the mean over
these. Templates are fixed, and tasks drawn within them, so the variance is that of a stratified mean (Cochran, Sampling
Techniques, 1977, 5.3):

    var = 1/T^2 sum_t s_t^2 / n_t        T templates; n_t tasks of template t, whose shares have the variance s_t^2

It becomes an interval as that of any clustered proportion does (sim/batch/figures.py).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from calibration.league.suite.folds import Selection, templates
from calibration.league.suite.published import as_published
from calibration.league.suite.run import Failed, Scored
from calibration.league.suite.tasks import KINDS, NAME, VERSION, Kind, Template
from sim.batch.figures import design_effect_of, effective_count
from sim.batch.tabular import Row, Tabular
from sim.bots.seated import BotFault
from sim.configuration import versions
from sim.language import N_, _, _n
from sim.statistics import NO_DATA, Interval, share_interval, t_quantile
from sim.text_table import text_table
from sim.untrusted_text import printable

Shares = Sequence[Sequence[float]]
"""For each template, the share of solved tries of each of its tasks."""
MOST_TOLD = 5
TITLES: Mapping[Kind, str] = {"cargo": N_("cargo"), "throws": N_("throws"), "table": N_("tables")}


def stratified(shares: Shares, tries: Sequence[int]) -> Interval:
    """Return the mean over templates of the mean over tasks, as a proportion. tries: of each task, by template.

    The variance is at least that of independent tries. Bounds are NaN where a template has a single task.
    """
    mean, variance, freedom = _moments(shares)
    if math.isnan(variance):
        return NO_DATA if math.isnan(mean) else Interval(mean, math.nan, math.nan)
    rates = [math.fsum(each) / len(each) for each in shares]
    least = math.fsum(r * (1 - r) / (len(each) * m) for r, each, m in zip(rates, shares, tries, strict=True))
    variance = max(variance, least / len(rates) ** 2)
    count = sum(len(each) * m for each, m in zip(shares, tries, strict=True))
    size = sum(len(each) * m * m for each, m in zip(shares, tries, strict=True)) / count
    return share_interval(mean, effective_count(mean, count, variance, design_effect_of(size)), t_quantile(freedom))


def difference(first: Shares, second: Shares) -> Interval:
    """Return how much more of the tries `second` solves than `first`, by pairs of the same tasks.

    Where no pair differs nothing is known of the spread: the bounds are those of none among that many tasks.
    """
    pairs = [[b - a for a, b in zip(one, two, strict=True)] for one, two in zip(first, second, strict=True)]
    mean, variance, freedom = _moments(pairs)
    if math.isnan(variance):
        return NO_DATA if math.isnan(mean) else Interval(mean, math.nan, math.nan)
    half = t_quantile(freedom) * math.sqrt(variance)
    if variance == 0:
        half = share_interval(0.0, sum(map(len, pairs)), t_quantile(freedom)).high
    return Interval(mean, max(-1.0, mean - half), min(1.0, mean + half))


def _moments(values: Shares) -> tuple[float, float, int]:
    """Return the stratified mean, its variance (NaN where a template has one task), and its degrees of freedom."""
    if not values:
        return math.nan, math.nan, 0
    means = [math.fsum(each) / len(each) for each in values]
    mean = math.fsum(means) / len(means)
    if min(map(len, values)) < 2:
        return mean, math.nan, 0
    parts = (
        math.fsum((value - centre) ** 2 for value in each) / (len(each) - 1) / len(each)
        for each, centre in zip(values, means, strict=True)
    )
    return mean, math.fsum(parts) / len(means) ** 2, sum(len(each) - 1 for each in values)


@dataclass(frozen=True, slots=True)
class TemplateScore:
    """The score of a bot at a template. numbers, solved: of its tasks. tries: of each of them."""

    template: Template
    numbers: tuple[int, ...]
    solved: tuple[float, ...]
    tries: int

    @property
    def shares(self) -> list[float]:
        """The share of solved tries of each task."""
        return [solved / self.tries for solved in self.solved]

    @property
    def score(self) -> Interval:
        """The share of solved tries."""
        return stratified([self.shares], [self.tries])

    @property
    def fair(self) -> float | None:
        """The share of the victory that each player of a table has if all are equal; None where there is no table."""
        return 1 / self.tries if self.template.kind == "table" else None

    def to_json(self) -> dict[str, object]:
        """Return the score as plain data."""
        fair = {} if self.fair is None else {"fair": round(self.fair, 6)}
        return {
            "template": self.template.name,
            "kind": self.template.kind,
            "tasks": len(self.numbers),
            "tries": self.tries,
            "score": self.score.to_json(),
            **fair,
            "numbers": list(self.numbers),
            "solved": [round(solved, 6) for solved in self.solved],
        }


@dataclass(frozen=True, slots=True)
class BotScores:
    """All scores of a bot. decisions, cpu_s: by kind; faults: by kind and reason, with the text of the first."""

    bot: str
    templates: tuple[TemplateScore, ...]
    decisions: Mapping[Kind, int]
    cpu_s: Mapping[Kind, float]
    faults: tuple[tuple[Kind, str, int, str], ...]

    @property
    def kinds(self) -> list[Kind]:
        """The kinds of task that were done."""
        return [kind for kind in KINDS if any(each.template.kind == kind for each in self.templates)]

    def of(self, *kinds: Kind) -> list[TemplateScore]:
        """Return the scores at the templates of these kinds."""
        return [each for each in self.templates if each.template.kind in kinds]

    def score(self, *kinds: Kind) -> Interval:
        """Return the score over all templates of these kinds, each weighing the same."""
        chosen = self.of(*kinds)
        return stratified([each.shares for each in chosen], [each.tries for each in chosen])

    def to_json(self, times: bool) -> dict[str, object]:
        """Return the scores as plain data. times: with the processor time of a decision, which no run repeats."""
        measured = {}
        if times:
            measured = {"ms_a_decision": {kind: _rounded(self.ms_a_decision(kind)) for kind in self.kinds}}
        return {
            "bot": self.bot,
            "all": self.score(*KINDS).to_json(),
            "kinds": {kind: self.score(kind).to_json() for kind in self.kinds},
            "templates": [each.to_json() for each in self.templates],
            "faults": [
                {"kind": kind, "why": why, "answers": count, "first": text} for kind, why, count, text in self.faults
            ],
            "decisions": {kind: self.decisions[kind] for kind in self.kinds if self.decisions[kind]},
            **measured,
        }

    def ms_a_decision(self, kind: Kind) -> float:
        """Return the processor time of a decision (ms); NaN for whole games, in which nobody counts them."""
        return 1000 * self.cpu_s[kind] / self.decisions[kind] if self.decisions[kind] else math.nan


def _rounded(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 3)


@dataclass(frozen=True, slots=True)
class SuiteResult(Tabular):
    """The result of a run. bots: the scores of one bot, or of two at the same tasks. failed: tasks that are left out.

    published: whether the tasks are those that the version stands for; None where too few were done to tell.
    """

    TABLES: ClassVar = ("tasks",)
    selection: Selection
    seed: int
    bots: tuple[BotScores, ...]
    failed: tuple[Failed, ...]
    published: bool | None

    @property
    def scores(self) -> BotScores:
        return self.bots[0]

    @property
    def score(self) -> Interval:
        """The bot's score over all templates that were done."""
        return self.scores.score(*KINDS)

    def difference(self, *kinds: Kind) -> Interval:
        """Return how much more of the tries the first bot solves than the second, over templates of these kinds."""
        ours, theirs = (bot.of(*kinds or KINDS) for bot in self.bots)
        return difference([each.shares for each in theirs], [each.shares for each in ours])

    def to_json(self, times: bool = False) -> dict[str, object]:
        """Return the result as plain data."""
        fold = self.selection.fold
        against: dict[str, Any] = {}
        if len(self.bots) > 1:
            against = {
                "against": self.bots[1].to_json(times),
                "difference": {
                    "all": self.difference().to_json(),
                    "kinds": {kind: self.difference(kind).to_json() for kind in self.scores.kinds},
                    "templates": {
                        ours.template.name: difference([theirs.shares], [ours.shares]).to_json()
                        for ours, theirs in zip(self.scores.templates, self.bots[1].templates, strict=True)
                    },
                },
            }
        return {
            "suite": f"{NAME}-{VERSION}",
            "as_published": self.published,
            "first_tasks_only": self.selection.most,
            "fold": None if fold is None else {"name": fold.name, "number": fold.number, "part": fold.part},
            **self.scores.to_json(times),
            **against,
            **({"crashed": [self._crashed(one) for one in self.failed]} if self.failed else {}),
            "seed": self.seed,
            "versions": versions(),
        }

    def _crashed(self, failed: Failed) -> dict[str, Any]:
        return {"template": failed.template, "number": failed.number, "error": failed.error}

    def _table(self, _name: str) -> Iterator[Row]:
        """Yield a row for each task and bot."""
        for bot in self.bots:
            for each in bot.templates:
                for number, solved in zip(each.numbers, each.solved, strict=True):
                    yield {
                        "template": each.template.name,
                        "kind": each.template.kind,
                        "number": number,
                        "bot": bot.bot,
                        "solved": solved,
                        "tries": each.tries,
                    }

    def __str__(self) -> str:
        """Return the result as text."""
        return self.text(times=False)

    def text(self, times: bool) -> str:
        """Return the result as text. times: with the processor time of a decision."""
        return "\n".join(map(printable, self._lines(times)))

    def _lines(self, times: bool) -> list[str]:
        selection, ours = self.selection, self.scores
        suite = f"{NAME}-{VERSION}"
        lines = [
            _(
                "{suite}: {names}, {count} tasks of {templates} templates, seed {seed}.",
                suite=suite,
                names=_(" against ").join(bot.bot for bot in self.bots),
                count=sum(len(each.numbers) for each in ours.templates),
                templates=len(ours.templates),
                seed=self.seed,
            )
        ]
        if selection.fold is not None:
            fold = selection.fold
            lines.append(_("Fold {name} {number}, part {part}.", name=fold.name, number=fold.number, part=fold.part))
        if selection.most is not None:
            lines.append(_("A quick look: only the first {count} tasks of each template.", count=selection.most))
        if self.published is False:
            lines.append(
                _("These are not the tasks of {version}: scores do not compare with published ones.", version=VERSION)
            )
        others = [] if len(self.bots) == 1 else [self.bots[1].bot[:20], _("difference")]
        rows = [["", _("solved (95 %)"), *others, ""]]
        for kind in ours.kinds:
            for index, each in enumerate(ours.templates):
                if each.template.kind == kind:
                    fair = ""
                    if each.fair is not None:
                        fair = "  " + _("of the victories; fair is {share:.0f} %", share=100 * each.fair)
                    says = _(each.template.says) if len(self.bots) == 1 else ""
                    rivals = [bot.templates[index] for bot in self.bots]
                    gap = difference([rivals[-1].shares], [rivals[0].shares])
                    rows.append(self._row(each.template.name, [one.score for one in rivals], gap, f"{says}{fair}"))
            rows.append(self._row(f"= {_(TITLES[kind])}", [bot.score(kind) for bot in self.bots], self._gap(kind)))
        if len(ours.kinds) > 1:
            rows.append(self._row(_("= all"), [bot.score(*KINDS) for bot in self.bots], self._gap(*KINDS)))
        lines += text_table(rows, "<" * len(rows[0]), (16, 22, 22)[: 1 + len(self.bots)])
        if any(len(each.numbers) == 1 for each in ours.templates):
            lines.append(_("(no interval): one task of a template says nothing about how much its tasks differ."))
        for bot in self.bots:
            lines += _fault_lines(bot)
            if times:
                spent = (
                    _("{kind} {spent:.1f} ms", kind=_(TITLES[kind]), spent=bot.ms_a_decision(kind))
                    for kind in bot.kinds
                    if bot.decisions[kind]
                )
                times_of = ", ".join(spent) or _("none")
                lines.append(_("Processor time a decision, {bot}: {times}.", bot=bot.bot, times=times_of))
        for failed in self.failed[:MOST_TOLD]:
            lines.append(
                _(
                    "Left out: task {number} of {template}: {reason}.",
                    number=failed.number,
                    template=failed.template,
                    reason=failed.error,
                )
            )
        if len(self.failed) > MOST_TOLD:
            lines.append(_("Left out: {count} more tasks that failed.", count=len(self.failed) - MOST_TOLD))
        return lines

    def _gap(self, *kinds: Kind) -> Interval:
        return self.difference(*kinds) if len(self.bots) > 1 else NO_DATA

    def _row(self, name: str, scores: Sequence[Interval], gap: Interval, says: str = "") -> list[str]:
        gaps = [gap.points()] if len(scores) > 1 else []
        return [name, *(score.percent() for score in scores), *gaps, says]


def _fault_lines(bot: BotScores) -> list[str]:
    return [
        _n(
            "{bot}: {count} answer {why} at {kind} did not count (the first: {first}).",
            "{bot}: {count} answers {why} at {kind} did not count (the first: {first}).",
            count,
            bot=bot.bot,
            why=why,
            kind=_(TITLES[kind]),
            first=text,
        )
        for kind, why, count, text in bot.faults
    ]


def result_of(selection: Selection, names: Sequence[str], seed: int, found: Sequence[Scored | Failed]) -> SuiteResult:
    """Return the result of a run. names: of its bots."""
    failed = tuple(one for one in found if isinstance(one, Failed))
    scored = [one for one in found if isinstance(one, Scored)]
    published = None if selection.hands is not None else as_published(scored)
    bots = tuple(_scores_of(name, index, scored) for index, name in enumerate(names))
    return SuiteResult(selection, seed, bots, failed, published)


def _scores_of(name: str, index: int, scored: Sequence[Scored]) -> BotScores:
    found = []
    decisions, cpu_s = dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0.0)
    faults: dict[tuple[Kind, str], list[BotFault]] = {}
    for template in templates().values():
        tasks = [one for one in scored if one.template == template.name]
        if not tasks:
            continue
        tried = [one.tried[index] for one in tasks]
        numbers, solved = tuple(one.number for one in tasks), tuple(one.solved for one in tried)
        found.append(TemplateScore(template, numbers, solved, tried[0].tries))
        for one in tried:
            # Of a bot that has ended nobody knows the time any more.
            if not math.isnan(one.cpu_s):
                decisions[template.kind] += one.decisions
                cpu_s[template.kind] += one.cpu_s
            for fault in one.faults:
                faults.setdefault((template.kind, fault.why), []).append(fault)
    counted = tuple((kind, why, len(each), each[0].text) for (kind, why), each in faults.items())
    return BotScores(name, tuple(found), decisions, cpu_s, counted)
