"""A result of the suite, as `suite run --out` writes it, for a page: its scores as a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ValidationError

from calibration.reports.page import paragraph, part, table
from sim.errors import InputError
from sim.files import read_text
from sim.language import N_, _
from sim.refusals import first_fault
from sim.statistics import Interval
from sim.untrusted_text import read_json
from sim.web_page import escape

ALL = N_("all")


class _Bounds(BaseModel):
    estimate: float | None
    low: float | None
    high: float | None

    @property
    def interval(self) -> Interval:
        """The same, in which what is not known is no number."""
        return Interval.from_json(self.model_dump())


class _Score(BaseModel):
    template: str
    kind: str
    score: _Bounds


class _Bot(BaseModel):
    bot: str
    all: _Bounds
    kinds: dict[str, _Bounds]
    templates: list[_Score]


class _Difference(BaseModel):
    all: _Bounds
    kinds: dict[str, _Bounds]
    templates: dict[str, _Bounds]


class StoredResult(_Bot):
    """A result that was read from a file. against, difference: of a second bot, where there is one."""

    suite: str
    seed: int
    as_published: bool | None
    against: _Bot | None = None
    difference: _Difference | None = None

    @property
    def title(self) -> str:
        """The title of its page."""
        if self.against is None:
            return f"{self.suite}: {self.bot}"
        return _("{game}: {one} against {other}", game=self.suite, one=self.bot, other=self.against.bot)


def read_result(path: Path) -> StoredResult:
    """Read a result. Raises InputError."""
    try:
        return StoredResult.model_validate(read_json(read_text(path)))
    except ValidationError as error:
        raise InputError(
            "{path}: is not a result of suite run ({first_fault}).", path=path, first_fault=first_fault(error)
        ) from error
    except ValueError as error:
        raise InputError("{path}: is not JSON, expected a file of suite run --out.", path=path) from error


def scores(found: StoredResult) -> Iterator[str]:
    """Yield the part on the scores: of each template, then of each kind, then of all."""
    bots: list[_Bot] = [found] if found.against is None else [found, found.against]
    rows = [*_templates(found, bots)]
    for kind in found.kinds:
        gap = [] if found.difference is None else [_points(found.difference.kinds.get(kind))]
        rows.append((f"<b>{escape(_(kind))}</b>", *(_percent(bot.kinds.get(kind)) for bot in bots), *gap))
    gap = [] if found.difference is None else [_points(found.difference.all)]
    rows.append((f"<b>{escape(_(ALL))}</b>", *(_percent(bot.all) for bot in bots), *gap))
    head = (_("template"), *(escape(bot.bot) for bot in bots), *([_("difference")] if len(bots) > 1 else []))
    lines = [table(head, rows)]
    if found.as_published is False:
        lines.append(
            paragraph(_("These are not the tasks of that version: scores do not compare with published ones."))
        )
    lines.append(paragraph(_("Seed {seed}; intervals of 95 %.", seed=found.seed)))
    yield from part(_("Tries that are solved"), lines)


def _templates(found: StoredResult, bots: list[_Bot]) -> Iterator[tuple[str, ...]]:
    scored = [{each.template: each.score for each in bot.templates} for bot in bots]
    for each in found.templates:
        gap = [] if found.difference is None else [_points(found.difference.templates.get(each.template))]
        yield escape(each.template), *(_percent(its.get(each.template)) for its in scored), *gap


def _percent(found: _Bounds | None) -> str:
    return "" if found is None else escape(found.interval.percent())


def _points(found: _Bounds | None) -> str:
    return "" if found is None else escape(found.interval.points())
