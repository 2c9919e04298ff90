"""How the profiles in sim/people/skills.toml follow from open data: `python -m studies.fit_people --data DIR`.

The data are not part of the project; DIR holds

    reactions/mental_chronometry_50x3x20.csv   subj, task, response, rt, correct: 50 people, three tasks, on the web
    reactions/flanker_trials.csv               subj, congruency, rt, correct: 121 people
    reactions/hedge2018_study1.csv.gz          task, person, session, condition, correct, rt_ms: 47 people, twice
    aim/mouse_fitts1d_8subj.csv                subj, A, W, MT, err_x: 8 people of a larger study
    aim/freethrow_60.csv                       speed_ms, elev_deg: one skilled thrower at 4.1 m

and `--place FILE` adds the public trials of left and right by place (simon-task.csv of Franke's intro-data-analysis).

Each row printed is one figure: the fit with its 95 % interval, the documented transformation of it (if any), and the
value shipped. A second table judges the shipped person on what was kept from the fit: session 2 of hedge2018.
How people differ is fitted to two laboratories and judged by a third and by that session (fit_persons.py). Intervals
of figures about people resample the people, because the trials of one person are alike.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from calibration.fit.ex_gaussian_fit import USABLE_MS, intervals_from, maximum_likelihood, usable
from sim.errors import InputError
from sim.people.skill import Skill, load_skills
from sim.seeds import rng
from sim.statistics import LEVEL, Interval, mean, rate
from studies import arguments
from studies.fit_attention import attention
from studies.fit_nerves import NERVES, judgements, nerves, place
from studies.fit_persons import TASKS, persons
from studies.fit_table import (
    CHILD_SLOWING,
    Finding,
    Floats,
    by_speed,
    paired,
    read_number,
    read_rows,
    scaled,
    shifted,
)

# A laboratory's simple reaction: 231 ms as measured, 213 ms less its own hardware's delay (Woods et al., Front. Hum.
# Neurosci. 9:131, 2015: 1469 people). The pooled web mean is 305 ms; what it has more is taken for the web's devices.
LABORATORY_SIMPLE_MS = (213.0, 231.0)
DEVICE_DELAY_MS = 83.0
# End scatter over target width in the whole pointing study (data sheet E); the file holds eight of its people.
WHOLE_STUDY_SD_PER_WIDTH = 0.22


def findings(data: Path, resamples: int = 200) -> list[Finding]:
    """Return all figures, from the folder `data`. Raises InputError for a file that is missing or lacks a column."""
    skills = load_skills()
    return [
        *_reactions(data / "reactions" / "mental_chronometry_50x3x20.csv", skills, resamples),
        *_conflict(data / "reactions" / "flanker_trials.csv"),
        *persons(data / "reactions", skills, resamples),
        *nerves(data / "reactions", skills, resamples),
        *attention(data / "reactions", skills),
        *_pointing(data / "aim" / "mouse_fitts1d_8subj.csv", skills, resamples),
        *_throwing(data / "aim" / "freethrow_60.csv", skills),
    ]


# --- reactions


def _reactions(path: Path, skills: dict[str, Skill], resamples: int) -> list[Finding]:
    rows = read_rows(path, ("subj", "task", "response", "rt", "correct"))
    answers = {name: _answers(rows, task, path) for name, task in TASKS.items()}
    times = {name: {person: usable(all_ms) for person, all_ms in by.items()} for name, by in answers.items()}
    order = by_speed(times)
    fast, slow = order[: round(len(order) / 4)], order[-round(len(order) / 4) :]
    result = []
    for name in TASKS:
        result += _one_task(name, times[name], order, fast, slow, skills, resamples)
    simple = [float(time) for person in order for time in times["simple"].get(person, ())]
    beyond = mean(simple)
    laboratory = sum(LABORATORY_SIMPLE_MS) / 2
    result.append(Finding("device delay, ms", shifted(beyond, -laboratory), DEVICE_DELAY_MS, "web less laboratory"))
    everything = np.concatenate([all_ms for by in answers.values() for all_ms in by.values()])
    late = everything[everything >= USABLE_MS[1]]
    answered = int(np.sum(everything > USABLE_MS[0]))
    casual = skills["casual"]
    delay = mean([float(time) for time in late - float(np.mean(usable(everything)))])
    result += [
        Finding("casual lapse_rate", rate(late.size, answered), casual.lapse_rate, f"{late.size} of {answered}"),
        Finding("casual lapse_delay_ms", delay, casual.lapse_delay_ms),
    ]
    held = [row for row in rows if row["task"] == "goNoGo" and (row["response"] == "wait") == (row["correct"] == "1")]
    false_go = rate(sum(row["correct"] == "0" for row in held), len(held))
    chosen = [row for row in rows if row["task"] == "discrimination"]
    wrong = rate(sum(row["correct"] == "0" for row in chosen), len(chosen))
    result += [
        Finding("web false goes", false_go, None, "shipped lies between these and those of hedge2018"),
        Finding("web choice errors", wrong, None, "shipped lies between these and those of hedge2018"),
    ]
    return result


def _one_task(
    name: str,
    times: dict[str, Floats],
    everyone: list[str],
    fast: list[str],
    slow: list[str],
    skills: dict[str, Skill],
    resamples: int,
) -> list[Finding]:
    result = []
    pooled = _group(times, everyone, resamples, name)
    for part, interval in pooled.items():
        shift = -DEVICE_DELAY_MS if part in ("mu", "mean") else 0.0
        hand = shifted(interval, shift)
        result.append(Finding(f"screen {name} {part}, ms", interval, None, "pooled"))
        # How far the answers of a decision scatter, several laboratories say together (fit_persons.py).
        if name == "simple" or part in ("sigma", "mean"):
            casual, child = (_shipped(skills[who], name, part) for who in ("casual", "child"))
            result += [
                Finding(f"casual {name} {part}, ms", hand, casual, "pooled, of the hand"),
                Finding(f"child {name} {part}, ms", scaled(hand, CHILD_SLOWING), child, f"{CHILD_SLOWING:g} x casual"),
            ]
    for part, interval in _group(times, fast, resamples, name).items():
        shift = -DEVICE_DELAY_MS if part in ("mu", "mean") else 0.0
        skilled = _shipped(skills["skilled"], name, part)
        result.append(Finding(f"skilled {name} {part}, ms", shifted(interval, shift), skilled, "fastest quarter"))
    slow_mean = shifted(_group(times, slow, resamples, name)["mean"], -DEVICE_DELAY_MS)
    result.append(Finding(f"slowest quarter {name} mean, ms", slow_mean, None, "for comparison with child"))
    return result


def _group(times: dict[str, Floats], people: list[str], resamples: int, name: str) -> dict[str, Interval]:
    """Fit the pooled ex-Gaussian of a group, with intervals by resampling its people."""
    known = [person for person in people if times.get(person, np.empty(0)).size]
    best = maximum_likelihood(np.concatenate([times[person] for person in known]))
    stream = rng(0, "fit-people", name, len(known))
    draws = []
    for _ in range(resamples):
        chosen = stream.integers(0, len(known), len(known))
        draws.append(maximum_likelihood(np.concatenate([times[known[index]] for index in chosen])))
    return intervals_from(best, draws)


def _answers(rows: list[dict[str, str]], task: str, path: Path) -> dict[str, Floats]:
    """Return times of right answers that were acts (not of holding back), by person."""
    by: dict[str, list[float]] = {}
    for row in rows:
        if row["task"] == task and row["correct"] == "1" and row["response"] != "wait":
            by.setdefault(row["subj"], []).append(read_number(row, "rt", path))
    if not by:
        raise InputError(f"{path}: task: expected trials of {task}, found none.")
    return {person: np.array(values) for person, values in by.items()}


def _conflict(path: Path) -> list[Finding]:
    """Measure what an incompatible cue adds, person by person: errors and time."""
    errors: dict[str, dict[str, list[float]]] = {}
    times: dict[str, dict[str, list[float]]] = {}
    for row in read_rows(path, ("subj", "congruency", "rt", "correct")):
        right = row["correct"] == "1"
        errors.setdefault(row["subj"], {}).setdefault(row["congruency"], []).append(0.0 if right else 1.0)
        if right:
            times.setdefault(row["subj"], {}).setdefault(row["congruency"], []).append(read_number(row, "rt", path))
    added, slower = (paired(by, "congruent", "incongruent") for by in (errors, times))
    return [
        Finding("web flanker extra errors", added, None, "a weak conflict; shipped is the arrow flanker of hedge2018"),
        Finding(
            "web flanker time cost, ms", slower, None, "a weak conflict; shipped is the arrow flanker of hedge2018"
        ),
    ]


# --- pointing


def _pointing(path: Path, skills: dict[str, Skill], resamples: int) -> list[Finding]:
    by: dict[str, list[tuple[float, float, float]]] = {}
    for row in read_rows(path, ("subj", "A", "W", "MT", "err_x")):
        width = read_number(row, "W", path)
        bits = math.log2(read_number(row, "A", path) / width + 1)
        by.setdefault(row["subj"], []).append(
            (bits, read_number(row, "MT", path), read_number(row, "err_x", path) / width)
        )
    people = {person: np.array(trials) for person, trials in by.items()}
    by_slope = sorted(people.values(), key=lambda trials: _fitts(trials)[0])
    by_scatter = sorted(people.values(), key=lambda trials: float(trials[:, 2].std(ddof=1)))
    casual, skilled, child = skills["casual"], skills["skilled"], skills["child"]
    groups = list(people.values())
    slope = _resampled(groups, lambda trials: _fitts(trials)[0], resamples)
    intercept = _resampled(groups, lambda trials: _fitts(trials)[1], resamples)
    scatter = _resampled(groups, lambda trials: float(trials[:, 2].std(ddof=1)), resamples)
    # Of so few people no people can be resampled: their trials are.
    single = [trial[np.newaxis, :] for trial in np.concatenate(by_slope[:2])]
    fastest = _resampled(single, lambda trials: _fitts(trials)[0], resamples)
    # The whole study's scatter is shipped for casual; best and worst keep their ratio to this file's own scatter.
    share = WHOLE_STUDY_SD_PER_WIDTH / scatter.estimate
    best, worst = (scaled(spread(by_scatter[index][:, 2]), share) for index in (0, -1))
    return [
        Finding("casual reach_slope_ms_per_bit", slope, casual.reach_slope_ms_per_bit),
        Finding(
            "child reach_slope_ms_per_bit",
            scaled(slope, CHILD_SLOWING),
            child.reach_slope_ms_per_bit,
            f"{CHILD_SLOWING:g} x casual",
        ),
        Finding("skilled reach_slope_ms_per_bit", fastest, skilled.reach_slope_ms_per_bit, "two fastest of the eight"),
        Finding("mouse intercept, ms", intercept, None, "with its click; shipped is without, assumed"),
        Finding("file reach_end_sd_per_width", scatter, None, "8 people of the study; its 0.22 is shipped for casual"),
        Finding("child reach_end_sd_per_width", worst, child.reach_end_sd_per_width, "widest of 8, scaled to 0.22"),
        Finding("skilled reach_end_sd_per_width", best, skilled.reach_end_sd_per_width, "best of 8, scaled to 0.22"),
    ]


def _fitts(trials: Floats) -> tuple[float, float]:
    """Fit slope (ms/bit) and intercept (ms) of movement time over difficulty."""
    slope, intercept = np.polyfit(trials[:, 0], trials[:, 1], 1)
    return float(slope), float(intercept)


def _resampled(groups: list[Floats], statistic: Callable[[Floats], float], resamples: int) -> Interval:
    stream = rng(0, "fit-people", "pointing")
    draws = [
        statistic(np.concatenate([groups[index] for index in stream.integers(0, len(groups), len(groups))]))
        for _ in range(resamples)
    ]
    low, high = np.quantile(draws, (0.5 - LEVEL / 2, 0.5 + LEVEL / 2))
    return Interval(statistic(np.concatenate(groups)), float(low), float(high))


# --- throwing


def _throwing(path: Path, skills: dict[str, Skill]) -> list[Finding]:
    rows = read_rows(path, ("speed_ms", "elev_deg"))
    speeds = np.array([read_number(row, "speed_ms", path) for row in rows])
    elevations = np.array([read_number(row, "elev_deg", path) for row in rows])
    skilled = skills["skilled"]
    return [
        Finding("skilled throw_speed_cv", spread(speeds / speeds.mean()), skilled.throw_speed_cv),
        Finding("skilled throw_direction_sd_deg", spread(elevations), skilled.throw_direction_sd_deg, "elevation"),
    ]


def spread(values: Floats) -> Interval:
    """Return a standard deviation with its chi-square interval (for values that are about normal)."""
    from scipy.stats import chi2

    freedom = values.size - 1
    estimate = float(values.std(ddof=1))
    low, high = (
        estimate * math.sqrt(freedom / float(chi2.ppf(share, freedom))) for share in (0.5 + LEVEL / 2, 0.5 - LEVEL / 2)
    )
    return Interval(estimate, low, high)


# --- reading and helpers


def _shipped(skill: Skill, task: str, part: str) -> float:
    distribution = {"simple": skill.simple, "go_no_go": skill.go_no_go, "two_choice": skill.two_choice}[task]
    return {"mu": distribution.mu, "sigma": distribution.sigma, "tau": distribution.tau, "mean": distribution.mean}[
        part
    ]


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m studies.fit_people", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder of open data")
    parser.add_argument("--place", type=Path, metavar="FILE", help="trials of left and right by place (simon-task.csv)")
    parser.add_argument("--resamples", type=int, default=200, metavar="N", help="bootstrap resamples (default 200)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(words)
    if options.resamples < 20:
        parser.error(f"--resamples: expected at least 20, found {options.resamples}")
    try:
        found = findings(options.data, options.resamples)
        if options.place:
            found += place(options.place, load_skills()["casual"], options.resamples)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    judged = judgements(options.data / "reactions" / NERVES, load_skills()["casual"])
    if options.json:
        arguments.print_json(
            {
                "fits": {finding.name: {"fitted": finding.fitted, "shipped": finding.shipped} for finding in found},
                "accuracy": {judgement.name: judgement.difference for judgement in judged},
            }
        )
        return 0
    print(f"{'figure':32} {'fitted (95 % interval)':36} {'shipped':20} note")
    for finding in found:
        print(finding.line())
    print(f"\n{'accuracy by fifths of reaction time':44} {'measured (95 % interval)':32} {'ours':8} difference")
    for judgement in judged:
        print(judgement.line())
    return 0


if __name__ == "__main__":
    sys.exit(main())
