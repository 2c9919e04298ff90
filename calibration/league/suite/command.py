"""The verbs `suite list`, `suite run` and `suite tasks`."""

from __future__ import annotations

import json
from collections.abc import Sequence

from calibration.league.suite.folds import Fold, FoldName, Part, Selection, tasks_of, template_of, templates
from calibration.league.suite.run import Failed, entrants_of, name_of, run
from calibration.league.suite.scores import SuiteResult, result_of
from calibration.league.suite.tasks import KINDS, NAME, VERSION, SuiteTask
from calibration.options import SuiteListOptions, SuiteRunOptions, SuiteTasksOptions
from sim.batch.progress import counted
from sim.errors import InputError
from sim.file_kinds import JSON
from sim.files import check_outputs, write_whole
from sim.options import workers
from sim.protocols import Line
from sim.untrusted_text import printable


def list_command(given: SuiteListOptions) -> None:
    """Print every template: its kind, its hands, how many tasks and tries, and what it is."""
    if given.as_json:
        listed = [
            {
                "template": each.name,
                "kind": each.kind,
                "says": each.says,
                "hands": each.hands,
                "tasks": each.tasks,
                "tries": each.tries,
            }
            for each in templates().values()
        ]
        print(json.dumps({"suite": f"{NAME}-{VERSION}", "templates": listed}))
        return
    for each in templates().values():
        print(f"{each.name:18}{each.kind:8}{each.hands:9}{each.tasks:4} tasks, {each.tries} tries each  {each.says}")


def fold_of(name: FoldName | None, number: int | None, part: Part | None) -> Fold | None:
    """Return the part of a fold that was asked for, None for all tasks. Raises InputError."""
    if name is None:
        if number is not None or part is not None:
            raise InputError("--{words}: expected --fold with it.", words="number" if number is not None else "part")
        return None
    return Fold(name, number or 0, part or "test")


def scored(selection: Selection, words: Sequence[str], seed: int, jobs: int | None, bot_time_s: float) -> SuiteResult:
    """Let one bot, or two on the same tasks, do the tasks. Raises InputError, also where no task can be done."""
    if len(set(words)) < len(words):
        raise InputError("--against: expected another bot than {words!r}.", words=words[0])
    kinds = tuple(kind for kind in KINDS if any(each.kind == kind for each, _ in selection.chosen()))
    bots = [
        entrants_of(word, kinds, where, bot_time_s) for word, where in zip(words, ("--bot", "--against"), strict=False)
    ]
    count = sum(len(numbers) for _, numbers in selection.chosen())
    found = list(counted(run(selection, bots, seed, workers(jobs, count)), count, "tasks"))
    names = [name_of(bot) for bot in bots]
    failed = [one for one in found if isinstance(one, Failed)]
    if len(failed) == len(found):
        raise InputError(
            "suite: all tasks failed, the first, {template1} {number}: {error}.",
            template1=failed[0].template,
            number=failed[0].number,
            error=failed[0].error,
        )
    return result_of(selection, names, seed, found)


def run_command(given: SuiteRunOptions) -> None:
    """Score a bot, or compare two, and print what was found. Raises InputError."""
    check_outputs({"--out": (given.out, JSON)}, {})
    selection = Selection(
        KINDS if given.kind is None else (given.kind,),
        tuple(given.template or ()),
        given.tasks,
        fold_of(given.fold, given.number, given.part),
    )
    words = [given.bot] if given.against is None else [given.bot, given.against]
    result = scored(selection, words, given.seed, given.jobs, given.bot_time_s)
    answer = json.dumps(result.to_json(given.times), allow_nan=False)
    if given.out is not None:
        write_whole(given.out, answer + "\n")
    print(answer if given.as_json else result.text(given.times))


def tasks_command(given: SuiteTasksOptions) -> None:
    """Write the tasks of a template as plain JSON. Raises InputError."""
    check_outputs({"--out": (given.out, JSON)}, {})
    template = template_of(given.template, "TEMPLATE")
    selection = Selection(names=(template.name,), most=given.tasks, fold=fold_of(given.fold, given.number, given.part))
    found = counted(tasks_of(selection), sum(len(numbers) for _, numbers in selection.chosen()), "tasks")
    tasks = [_with_question(task) for task in found]
    whole = {
        "suite": f"{NAME}-{VERSION}",
        "template": template.name,
        "kind": template.kind,
        "says": template.says,
        "tries": template.tries,
        "tasks": tasks,
    }
    text = json.dumps(whole, allow_nan=False)
    if given.out is None:
        print(text)
        return
    write_whole(given.out, text + "\n")
    print(printable(f"Written: {given.out}, {len(tasks)} tasks"))


def _with_question(task: SuiteTask) -> Line:
    """Return a task as plain data with the question that a bot gets; a table has thousands of them, so none."""
    question = task.asked()
    if question is None:
        return task.to_json()
    return {
        **task.to_json(),
        "question": {"kind": question.kind, "by": question.by, "view": question.view, "legal": list(question.legal)},
    }
