"""The verb `fit reactions`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from calibration.fit.reactions import ConditionFit, fit_reactions
from calibration.fit.reactions_verdict import verdict_on
from calibration.fit.trials_table import read_trials
from calibration.fit.verdict import Verdict, exit_code, together
from calibration.options import FitReactionsOptions
from calibration.presets import Value, fine_json, print_interval, write_preset
from sim.errors import InputError
from sim.file_kinds import PRESET
from sim.files import check_outputs
from sim.untrusted_text import printable

# Names of conditions (letters only), and the reaction of a skill that each stands for.
TASKS = {
    "simple": "simple",
    "reaction": "simple",
    "gonogo": "go_no_go",
    "choice": "two_choice",
    "twochoice": "two_choice",
    "discrimination": "two_choice",
}


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


def reactions_command(given: FitReactionsOptions) -> int | None:
    """Read trials, fit them, print the figures and the verdict, and write the preset of good fits.

    Returns 1 for a fit that failed, and where no preset is written because of the verdict. Raises InputError.
    """
    check_outputs({"--out": (given.out, PRESET)}, {"RT.csv": given.file})
    read = read_trials(given.file, given)
    try:
        fits = fit_reactions(read.trials)
    except InputError as error:
        raise InputError("{file}: {error}", file=given.file, error=error) from error
    taken: dict[str, str] = {}
    if given.out is not None or read.condition is not None:
        taken = tasks_taken(fits, read.condition, given.file)
    verdicts = {name: verdict_on(fit) for name, fit in fits.items()}
    counted = {name: verdicts[name] for name in taken.values()} or verdicts
    whole = together(counted)
    out = given.out if whole.good or given.anyway else None
    if out is not None:
        _write(out, fits, taken, given, whole)
    said = [f"the preset takes condition {name!r} for the {task} reaction" for task, name in taken.items()]
    unanswered = dict.fromkeys(trial.condition for trial in read.trials if trial.condition not in fits)
    said += [f"condition {name!r} is left out: it has no right answers" for name in unanswered]
    if given.as_json:
        answer = {
            "conditions": {name: _condition_json(fit, verdicts[name]) for name, fit in fits.items()},
            "verdict": whole.to_json(),
            "read": read.understood,
            "file": str(given.file),
            "preset": None if out is None else str(out),
            "preset_conditions": taken,
            "remarks": said,
        }
        print(json.dumps(answer, allow_nan=False))
        return exit_code(whole, given.out, given.anyway)
    print(printable(read.understood))
    for name, fit in fits.items():
        counts = f"{fit.fitted} of {fit.trials} trials; too fast {fit.too_fast}, too slow {fit.too_slow}"
        print(printable(f"{name}: {counts}"))
        for key, interval in fit.intervals.items():
            print_interval(key, interval, "ms" if key.endswith("_ms") else "")
        over = "people, who differ" if fit.people_differ else "trials"
        print(f"{fit.people} people, sd between them {fit.person_sd_ms:.1f} ms; intervals are over {over}")
    for sentence in (*said, f"verdict: {whole}"):
        print(printable(sentence))
    if out is not None:
        print(printable(f"the reactions are in {out}, for skill {given.skill}"))
    elif given.out is not None:
        print(printable(f"no preset is written: --anyway writes {given.out}, with the verdict in it"))
    return exit_code(whole, given.out, given.anyway)


def _condition_json(fit: ConditionFit, verdict: Verdict) -> dict[str, Any]:
    return {
        **{key: fine_json(each.estimate) for key, each in fit.intervals.items()},
        "intervals": {key: each.to_json() for key, each in fit.intervals.items()},
        "trials": fit.trials,
        "fitted": fit.fitted,
        "too_fast": fit.too_fast,
        "too_slow": fit.too_slow,
        "people": fit.people,
        "person_sd_ms": fine_json(fit.person_sd_ms),
        "intervals_over": "people" if fit.people_differ else "trials",
        "verdict": verdict.to_json(),
    }


def _write(
    out: Path, fits: Mapping[str, ConditionFit], taken: Mapping[str, str], given: FitReactionsOptions, verdict: Verdict
) -> None:
    file, delay_ms = given.file, given.device_delay_ms
    values: dict[str, Value] = {}
    for task, name in taken.items():
        fit = fits[name]
        source = f"fit reactions {file.name}, condition {name}: 95 % "
        for part in ("mu", "sigma", "tau"):
            interval = fit.intervals[f"{part}_ms"]
            text = f"{source}{interval.low:.4g} to {interval.high:.4g}{verdict.provenance}"
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
    write_preset(out, f"{printable(heading)}\nVerdict: {verdict}", {f"skill.{given.skill}": values})
