"""The verb `fit reactions`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from calibration.fit.csv_reader import Column, read_columns
from calibration.fit.reactions import ConditionFit, Trial, fit_reactions
from calibration.options import FitReactionsOptions
from calibration.presets import Value, fine_json, print_interval, write_preset
from sim.errors import InputError
from sim.file_kinds import PRESET
from sim.files import check_outputs
from sim.lab.measurements import read_rows
from sim.language import Wording
from sim.untrusted_text import printable

RT = Column({"rt_ms": 1.0, "rt_s": 1e3})
CORRECT = Column({"correct": 1.0})

# Names of conditions (letters only), and the reaction of a skill that each stands for.
TASKS = {
    "simple": "simple",
    "reaction": "simple",
    "gonogo": "go_no_go",
    "choice": "two_choice",
    "twochoice": "two_choice",
    "discrimination": "two_choice",
}


def read_trials(file: Path) -> list[Trial]:
    """Read the trials of a file. Raises InputError."""
    _, rows = read_columns(file, (RT, CORRECT))
    words = read_rows(file, ("person", "condition"))
    trials = []
    for (where, (time, correct)), (_, cells) in zip(rows, words, strict=True):
        if correct not in (0.0, 1.0):
            raise InputError(
                "{where}: correct: expected 0 or 1, found {words}.",
                where=where,
                words=correct if correct is not None else Wording("nothing"),
            )
        if time is not None and time < 0:
            raise InputError("{where}: rt_ms: expected a time of 0 or more, found {time:g} ms.", where=where, time=time)
        if not cells["condition"]:
            raise InputError("{where}: condition: expected a name, found nothing.", where=where)
        trials.append(Trial(cells["person"], time, correct == 1.0, cells["condition"]))
    return trials


def tasks_taken(fits: Mapping[str, ConditionFit], condition: str | None, file: Path) -> dict[str, str]:
    """Return, for each reaction of a skill, the condition that it is taken from.

    A condition is matched by its name; the one given by `condition`, or an only one, counts as a simple reaction.
    Raises InputError for a condition that is not there, or if no name matches.
    """
    if condition is not None:
        if condition not in fits:
            raise InputError(
                "{file}: condition: expected {condition!r} of --condition, found {fits}.",
                file=file,
                condition=condition,
                fits=", ".join(fits),
            )
        return {_task(condition) or "simple": condition}
    taken: dict[str, str] = {}
    for name in fits:
        task = _task(name)
        if task is not None:
            taken.setdefault(task, name)
    if taken:
        return taken
    if len(fits) == 1:
        return {"simple": next(iter(fits))}
    raise InputError(
        "{file}: condition: expected --condition to say which one is for the preset, found {fits}.",
        file=file,
        fits=", ".join(fits),
    )


def _task(name: str) -> str | None:
    return TASKS.get(re.sub("[^a-z]", "", name.lower()))


def reactions_command(given: FitReactionsOptions) -> None:
    """Read trials, fit them, print the figures, and write the preset. Raises InputError."""
    check_outputs({"--out": (given.out, PRESET)}, {"RT.csv": given.file})
    try:
        fits = fit_reactions(read_trials(given.file))
    except InputError as error:
        if str(error).startswith(printable(given.file)):
            raise
        raise InputError("{file}: {error}", file=given.file, error=error) from error
    taken: dict[str, str] = {}
    if given.out is not None or given.condition is not None:
        taken = tasks_taken(fits, given.condition, given.file)
    if given.out is not None:
        _write(given.out, fits, taken, given.skill, given.device_delay_ms, given.file)
    said = [f"the preset takes condition {name!r} for the {task} reaction" for task, name in taken.items()]
    if given.as_json:
        conditions = {}
        for name, fit in fits.items():
            conditions[name] = {
                **{key: fine_json(each.estimate) for key, each in fit.intervals.items()},
                "intervals": {key: each.to_json() for key, each in fit.intervals.items()},
                "trials": fit.trials,
                "fitted": fit.fitted,
                "too_fast": fit.too_fast,
                "too_slow": fit.too_slow,
                "people": fit.people,
                "person_sd_ms": fine_json(fit.person_sd_ms),
                "intervals_over": "people" if fit.people_differ else "trials",
            }
        answer = {
            "conditions": conditions,
            "file": str(given.file),
            "preset": None if given.out is None else str(given.out),
            "preset_conditions": taken,
        }
        print(json.dumps(answer, allow_nan=False))
        return
    for name, fit in fits.items():
        counts = f"{fit.fitted} of {fit.trials} trials; too fast {fit.too_fast}, too slow {fit.too_slow}"
        print(printable(f"{name}: {counts}"))
        for key, interval in fit.intervals.items():
            print_interval(key, interval, "ms" if key.endswith("_ms") else "")
        over = "people, who differ" if fit.people_differ else "trials"
        print(f"{fit.people} people, sd between them {fit.person_sd_ms:.1f} ms; intervals are over {over}")
    for sentence in said:
        print(sentence)
    if given.out is not None:
        print(printable(f"the reactions are in {given.out}, for skill {given.skill}"))


def _write(
    out: Path, fits: Mapping[str, ConditionFit], taken: Mapping[str, str], skill: str, delay_ms: float, file: Path
) -> None:
    values: dict[str, Value] = {}
    for task, name in taken.items():
        fit = fits[name]
        source = f"fit reactions {file.name}, condition {name}: 95 % "
        for part in ("mu", "sigma", "tau"):
            interval = fit.intervals[f"{part}_ms"]
            text = f"{source}{interval.low:.4g} to {interval.high:.4g}"
            less = delay_ms if part == "mu" else 0.0
            if interval.estimate <= less:
                raise InputError(
                    "--device-delay-ms: expected less than mu, {estimate:.4g} ms, of {name!r}.",
                    estimate=interval.estimate,
                    name=name,
                )
            values[f"{task}_{part}_ms"] = (
                Value(fine_json(interval.estimate - less), "inferred", f"{text}, less {less:g} ms of device delay")
                if less
                else Value.measured(interval, text)
            )
        people = "one person" if fit.people == 1 else f"sd of the means of {fit.people} people, without chance"
        values[f"{task}_person_sd_ms"] = Value(
            fine_json(fit.person_sd_ms), "measured", f"fit reactions {file.name}, condition {name}: {people}"
        )
        if task == "two_choice":
            rate = fit.intervals["error_rate"]
            values["choice_error_rate"] = Value.measured(rate, f"{source}{rate.low:.4g} to {rate.high:.4g}")
    heading = f"The reactions of {file.name}, by `yardarm fit reactions`: " + ", ".join(
        f"condition {name} as {task}" for task, name in taken.items()
    )
    write_preset(out, printable(heading), {f"skill.{skill}": values})
