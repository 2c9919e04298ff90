"""What the open data say about attention and turn reading at Zack! (docs/explanation/people.md); part of `fit_people`.

Differences within a person between two conditions of one task on one device: no delay of devices enters them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from calibration.fit.ex_gaussian_fit import USABLE_MS, usable
from sim.people.skill import Skill
from sim.statistics import mean, rate
from studies.fit_table import CHILD_SLOWING, Finding, by_speed, paired, read_number, read_rows, scaled

By = dict[str, dict[str, list[float]]]
"""Times (ms) by person and condition."""


def attention(folder: Path, skills: Mapping[str, Skill]) -> list[Finding]:
    """Return the figures of the two files of reactions in `folder`. Raises InputError as fit_people.findings."""
    return [*_early_errors(folder / "flanker_trials.csv", skills), *_watching(folder, skills)]


def _early_errors(path: Path, skills: Mapping[str, Skill]) -> list[Finding]:
    """Measure how much sooner wrong answers come than the same person's right ones; and how often one is a lapse."""
    by: By = {}
    every = late = 0
    for row in read_rows(path, ("subj", "rt", "correct")):
        time = read_number(row, "rt", path)
        every += time > USABLE_MS[0]
        late += time >= USABLE_MS[1]
        if USABLE_MS[0] < time < USABLE_MS[1]:
            by.setdefault(row["subj"], {}).setdefault("right" if row["correct"] == "1" else "wrong", []).append(time)
    order = sorted(by, key=lambda person: float(np.mean(by[person].get("right", [USABLE_MS[1]]))))
    fast = {person: by[person] for person in order[: round(len(order) / 4)]}
    lead = paired(by, "wrong", "right")
    return [
        Finding("web flanker error lead, ms", lead, None, "right less wrong, by person: comes of the model, no value"),
        Finding("the same, fastest quarter, ms", paired(fast, "wrong", "right"), None),
        Finding(
            "flanker lapse_rate", rate(late, every), skills["casual"].lapse_rate, f"{late} of {every}: a second source"
        ),
    ]


def _watching(folder: Path, skills: Mapping[str, Skill]) -> list[Finding]:
    """Measure the cost of holding back if a signal is not one's own: go/no-go less simple reaction, by person."""
    path = folder / "mental_chronometry_50x3x20.csv"
    by: By = {}
    for row in read_rows(path, ("subj", "task", "response", "rt", "correct")):
        if row["correct"] == "1" and row["response"] != "wait":
            by.setdefault(row["subj"], {}).setdefault(row["task"], []).append(read_number(row, "rt", path))
    kept = {person: {task: usable(all_ms) for task, all_ms in tasks.items()} for person, tasks in by.items()}
    everyone = {task: {person: kept[person][task] for person in kept if task in kept[person]} for task in _TASKS}
    order = by_speed(everyone)
    costs = [float(np.mean(kept[person]["goNoGo"]) - np.mean(kept[person]["reaction"])) for person in order]
    whole, fast = mean(costs), mean(costs[: round(len(costs) / 4)])
    return [
        Finding("casual watch_cost_ms", whole, skills["casual"].watch_cost_ms, "go/no-go less simple, by person"),
        Finding(
            "child watch_cost_ms",
            scaled(whole, CHILD_SLOWING),
            skills["child"].watch_cost_ms,
            f"{CHILD_SLOWING:g} x casual",
        ),
        Finding("skilled watch_cost_ms", fast, skills["skilled"].watch_cost_ms, "fastest quarter"),
    ]


_TASKS = ("reaction", "goNoGo", "discrimination")
