"""Yardarm-40, the suite of tasks for bots: `suite` scores a bot, `suite_tasks` gives the tasks to learners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from calibration.options import SuiteRunOptions, SuiteTasksOptions
from yardarm.words import Player, bot_word, checked_as, words_of

if TYPE_CHECKING:
    from calibration.league.suite.folds import FoldName, Part
    from calibration.league.suite.scores import SuiteResult
    from calibration.league.suite.tasks import Kind, SuiteTask


@checked_as(SuiteRunOptions)
def suite(
    bot: Player,
    *,
    against: Player | None = None,
    kind: Kind | None = None,
    template: str | Sequence[str] = (),
    tasks: int | None = None,
    fold: FoldName | None = None,
    number: int | None = None,
    part: Part | None = None,
    jobs: int = 1,
    seed: int = 1,
    bot_time_s: float = 10.0,
) -> SuiteResult:
    """Score a bot on the tasks of Yardarm-40.

    bot: random, simple, lookahead, @bot.py, package.module:Class, !COMMAND or a function. against: another, on the same
    tasks. kind: cargo, throws or table alone. template: these alone. tasks: the first of each template alone. fold,
    number, part: within, across or hands, from 0 to 9, and train or test. seed: of the noise of the hands.
    Raises InputError.

        >>> import yardarm as ya
        >>> ya.suite("simple", against="simple")
        Traceback (most recent call last):
        sim.errors.InputError: against: expected another bot than 'simple'.
    """
    from calibration.league.suite.command import fold_of, scored
    from calibration.league.suite.folds import Selection
    from calibration.league.suite.tasks import KINDS

    names = (template,) if isinstance(template, str) else tuple(words_of(template, "template")) if template else ()
    selection = Selection(KINDS if kind is None else (kind,), names, tasks, fold_of(fold, number, part))
    bots = [bot_word(one) for one in (bot, against) if one is not None]
    return scored(selection, bots, seed, jobs, bot_time_s)


@checked_as(SuiteTasksOptions)
def suite_tasks(
    template: str,
    *,
    tasks: int | None = None,
    fold: FoldName | None = None,
    number: int | None = None,
    part: Part | None = None,
) -> list[SuiteTask]:
    """Return the tasks of a template of Yardarm-40, or of a part of a fold.

    Each has `asked()`, the question that a bot gets, `score(act)`, the share of tries that an answer or a function of
    the question solves, and `to_json()`. Raises InputError.

        >>> import yardarm as ya
        >>> len(ya.suite_tasks("top-shared", tasks=2))
        2
    """
    from calibration.league.suite.command import fold_of
    from calibration.league.suite.folds import Selection, tasks_of

    return list(tasks_of(Selection(names=(template,), most=tasks, fold=fold_of(fold, number, part))))
