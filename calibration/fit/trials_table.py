"""The table of an experiment on reactions: trials out of whatever columns it has."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from calibration.fit.reactions import Trial
from calibration.options import FitReactionsOptions
from sim.errors import InputError
from sim.lab.measurements import PERSON, Column, Role, Table, names, program_of, units_asked
from sim.lab.sheet import read_sheet
from sim.lab.units import TIME
from sim.refusals import either

_AVERAGES = ("mean", "avg", "average", "median", "sd", "std", "instr", "instructions")
RT = Role(
    "rt_ms",
    names(
        "rt, reaction time, response time, reactiontime, responsetime, latency, resp time, respt, react time, "
        "reaktionszeit, tr, temps de réaction, tiempo de reacción, tiempo de reaccion"
    ),
    TIME,
    "--rt",
    endings=("rt", "latency"),
    never=_AVERAGES,
)
CORRECT = Role(
    "correct",
    names(
        "correct, corr, is correct, iscorrect, accuracy, acc, right, hit, correctness, richtig, response "
        "correct, correct response, juste, success"
    ),
    flag="--correct",
    endings=("corr", "acc", "correct"),
    never=_AVERAGES,
)
_WRONG = Role("error", names("error, errors, err, is error, incorrect, wrong, fehler"), flag="--correct")
CONDITION = Role(
    "condition",
    names(
        "condition, cond, conditions, bedingung, congruency, congruence, trial condition, task, block type, "
        "trial code, trialcode, condition name, stim type, stimulus type, trial type, type"
    ),
    flag="--condition",
    endings=("condition", "congruency"),
)
# The name of the condition of a table without conditions.
_ALL = "all"
# Programs that are known to write milliseconds, or seconds.
_PROGRAM_UNITS = {"jsPsych": "ms", "OpenSesame": "ms", "PsychoPy": "s"}
# Medians (of numbers without a unit) up to here are seconds, and from there on milliseconds; between, nobody knows.
_SECONDS_TO, _MILLISECONDS_FROM = 10.0, 60.0
# A median reaction lies between these (ms), whatever the task.
_MEDIANS_MS = (20.0, 60_000.0)


@dataclass(frozen=True, slots=True)
class Trials:
    """Trials, what was understood, and the condition that an option names (None if it names a column, or nothing)."""

    trials: list[Trial]
    understood: str
    condition: str | None


def read_trials(file: Path, asked: FitReactionsOptions) -> Trials:
    """Read the trials of a file. Raises InputError."""
    table = Table(read_sheet(file), asked.where)
    timed = table.needed(RT, asked.rt)
    judged, wrong = table.find(CORRECT, asked.correct), table.find(_WRONG)
    inverse = judged is None and wrong is not None
    judged = judged or wrong
    person = table.find(PERSON, asked.person)
    of_column = asked.condition is not None and table.has(asked.condition)
    condition = _conditions(table, asked.condition if of_column else None)
    columns = {"rt": timed, "correct": judged, "person": person, "condition": condition}
    there = {name: column for name, column in columns.items() if column is not None}
    cells = table.columns(list(there.values()))
    found = dict(zip(there, cells.columns, strict=True))
    count = len(cells.lines)
    times, unit = _milliseconds(table, timed, table.numbers(timed, cells.lines, found["rt"]), asked.unit)
    right: Sequence[bool | None] = [True] * count
    if judged is not None:
        right = table.truths(judged, cells.lines, found["correct"], CORRECT.flag)
    people = found.get("person", [""] * count)
    conditions = found.get("condition", [_ALL] * count)
    trials, left_out = [], 0
    for line, time, correct, who, name in zip(cells.lines, times, right, people, conditions, strict=True):
        # Screens with instructions and pauses have rows too.
        if correct is None or not name or (judged is None and math.isnan(time)):
            left_out += 1
            continue
        if time < 0:
            raise InputError(
                "{where}: rt_ms: expected a time of 0 or more, found {time:g} ms.",
                where=table.sheet.where(line),
                time=time,
            )
        trials.append(Trial(who, None if math.isnan(time) else time, correct != inverse, name))
    if not trials:
        raise InputError(
            "{file}: expected trials with a time, an answer that is right or wrong, and a condition, found none in "
            "{rows} rows: say --rt, --correct and --condition.",
            file=file,
            rows=count,
        )
    notes = [] if judged is not None else ["no column says what was right: all answers are"]
    notes += [] if person is not None else ["no column of people: one person"]
    notes += [] if condition is not None else ["no column of conditions: one condition"]
    notes += [f"{left_out} rows without an answer left out"] if left_out else []
    said = {name: column for name, column in there.items() if name != "rt"}
    understood = table.understood(count, {"time": f"{timed.name} ({unit})", **said}, notes)
    return Trials(trials, understood, None if of_column else asked.condition)


def _conditions(table: Table, given: str | None) -> Column | None:
    """Return the column of conditions; the kinds of screens that a program shows are none."""
    found = table.find(CONDITION, given)
    if found is not None and given is None and program_of(table.sheet) == "jsPsych" and found.name == "trial_type":
        return None
    return found


def _milliseconds(
    table: Table, column: Column, times: list[float], asked: Sequence[str] | None
) -> tuple[list[float], str]:
    """Return reaction times in ms, and the unit that they were in. Raises InputError."""
    file = table.sheet.file
    known = sorted(time for time in times if not math.isnan(time))
    median = known[len(known) // 2] if known else math.nan
    unit = units_asked(file, asked, {"time": TIME}).get("time", column.unit)
    said = unit or ""
    if unit is None:
        unit = _PROGRAM_UNITS.get(program_of(table.sheet) or "")
        if unit is None or not _MEDIANS_MS[0] <= 1000 * TIME[unit] * median <= _MEDIANS_MS[1]:
            unit = "s" if median <= _SECONDS_TO else "ms" if median >= _MILLISECONDS_FROM else None
        if unit is None and known:
            raise InputError(
                "{file}: {column}: expected a unit for times of about {median:.3g}: say {units}.",
                file=file,
                column=column.name,
                median=median,
                units=either(("--unit ms", "--unit s")),
            )
        unit = unit or "ms"
        said = f"{unit} by its size"
    factor = 1000 * TIME[unit]
    if known and not _MEDIANS_MS[0] <= factor * median <= _MEDIANS_MS[1]:
        raise InputError(
            "{file}: {column}: expected reaction times, found a median of {median:.3g} {unit}: if it is another "
            "unit, say {units}.",
            file=file,
            column=column.name,
            median=median,
            unit=unit,
            units=either(("--unit ms", "--unit s")),
        )
    return [factor * time for time in times], said
