"""How people differ from one another, fitted to several laboratories at once; part of `fit_people`.

A sample is one task in one laboratory. Laboratories differ in pace, practice and devices, so what is compared has no
unit: the share of the variance of a single answer that lies between people, the sd within a person over the mean, and
how far people differ in the logarithm of their own sd. What is fitted is the median over the samples, so that no one
laboratory decides it. The noise of the trials is left out by taking odd trials against even ones.

Kept from the fit: the 121 people of the web flanker, whose conflict is so weak that they make a plain choice of two,
and the second session of hedge2018.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np

from calibration.fit.ex_gaussian_fit import usable
from sim.people.ex_gaussian import ExGaussian
from sim.people.person import between_share, drawn
from sim.people.skill import Skill
from sim.seeds import rng
from sim.statistics import LEVEL, Interval
from studies.fit_table import CHILD_SLOWING, Finding, Floats, by_speed, read_number, read_rows, scaled

WEB, WEB_FLANKER, HEDGE = "mental_chronometry_50x3x20.csv", "flanker_trials.csv", "hedge2018_study1.csv.gz"
TASKS = {"simple": "reaction", "go_no_go": "goNoGo", "two_choice": "discrimination"}
_FEWEST = 6
"""Trials of a person in one task; with fewer, half of them have no spread."""
_PERSONS = 400

COUNT, MEAN, VARIANCE, ODD_MEAN, EVEN_MEAN, ODD_LOG_SD, EVEN_LOG_SD = range(7)


@dataclass(frozen=True, slots=True)
class Sample:
    """One task in one laboratory. people: a row for each person, columns COUNT to EVEN_LOG_SD; times in ms."""

    name: str
    task: str
    people: Floats


def sample(name: str, task: str, times: Iterable[Sequence[float] | Floats]) -> Sample:
    """Return the sample of right answers (ms), person by person in the order of the trials."""
    kept = [each for each in (usable(all_ms) for all_ms in times) if each.size >= _FEWEST]
    return Sample(name, task, np.array([_summary(each) for each in kept]))


def fitted_samples(folder: Path) -> list[Sample]:
    """Return the samples that the shipped people are fitted to. Raises InputError as fit_people.findings."""
    web = [sample(f"web {task}", task, times.values()) for task, times in _web(folder).items()]
    return [*web, *_hedge(folder / HEDGE, "1")]


def kept_samples(folder: Path) -> list[Sample]:
    """Return the samples kept for checking. Raises InputError as fit_people.findings."""
    flanker = folder / WEB_FLANKER
    weak = [
        sample(f"web flanker, {side}", "two_choice", _right(flanker, "congruency", side).values())
        for side in ("congruent", "incongruent")
    ]
    return [*weak, *_hedge(folder / HEDGE, "2")]


def persons(folder: Path, skills: Mapping[str, Skill], resamples: int) -> list[Finding]:
    """Return what makes persons differ, beside what is shipped. Raises InputError as fit_people.findings."""
    fitted, kept, casual = fitted_samples(folder), kept_samples(folder), skills["casual"]
    share, source = _joint(fitted, between, resamples), f"median of {len(fitted)} samples"
    return [
        Finding("between people, all tasks", share, _share(casual, "two_choice"), source),
        *(Finding(f"between people, {each.name}", resampled(each.people, between, resamples), None) for each in fitted),
        *(finding for each in kept for finding in _judged(each, casual, resamples)),
        Finding(
            "casual person_scatter_log_sd",
            _joint(fitted, _log_scatter, resamples),
            casual.person_scatter_log_sd,
            source,
        ),
        Finding(
            "casual person_scatter_speed_share",
            _joint(fitted, _speed_share, resamples),
            casual.person_scatter_speed_share,
            source,
        ),
        *(finding for task in TASKS for finding in _one_task(task, fitted, share, skills, resamples)),
        *_quick(_web(folder), skills["skilled"], resamples),
    ]


def _judged(kept: Sample, casual: Skill, resamples: int) -> list[Finding]:
    """Return a sample kept from the fit beside drawn people who give as many answers each."""
    note, ours = "kept from the fit", drawn_like(casual, kept)
    return [
        Finding(f"{what}, {kept.name}", resampled(kept.people, statistic, resamples), statistic(ours.people), note)
        for what, statistic in (("between people", between), ("mean and sd, r", slow_and_uneven))
    ]


def _one_task(
    task: str, fitted: Sequence[Sample], share: Interval, skills: Mapping[str, Skill], resamples: int
) -> list[Finding]:
    """Return how far a task's answers scatter, where two laboratories asked it, and how far its people differ."""
    samples = [each for each in fitted if each.task == task]
    times: ExGaussian = getattr(skills["casual"], task)
    result, key = [], f"{task}_person_sd_ms"
    if len(samples) > 1:
        # Of one person's answers over their mean, at the pace of the first laboratory.
        factor = _pace(samples[0].people) / math.sqrt(1.0 - share.estimate)
        spread = scaled(_joint(samples, _within, resamples), factor)
        result.append(Finding(f"casual {task} sd, ms", spread, times.sd, f"of {len(samples)} laboratories"))
    differ = Interval(*(math.sqrt(value) * times.sd for value in (share.estimate, share.low, share.high)))
    return [
        *result,
        Finding(f"casual {key}", differ, getattr(skills["casual"], key), "by the share of all tasks"),
        Finding(
            f"child {key}", scaled(differ, CHILD_SLOWING), getattr(skills["child"], key), f"{CHILD_SLOWING:g} x casual"
        ),
    ]


def _quick(web: dict[str, dict[str, Floats]], skilled: Skill, resamples: int) -> list[Finding]:
    order = by_speed(web)
    fast = order[: round(len(order) / 4)]
    return [
        Finding(
            f"skilled {task}_person_sd_ms",
            resampled(sample("fast", task, [times[person] for person in fast]).people, _between_sd, resamples),
            getattr(skilled, f"{task}_person_sd_ms"),
            "between the fastest quarter, web",
        )
        for task, times in web.items()
    ]


def _share(skill: Skill, task: str) -> float:
    return between_share(getattr(skill, task), getattr(skill, f"{task}_person_sd_ms"))


# --- statistics of a sample


def _summary(times: Floats) -> tuple[float, ...]:
    odd, even = times[::2], times[1::2]
    return (
        times.size,
        times.mean(),
        times.var(ddof=1),
        odd.mean(),
        even.mean(),
        math.log(odd.std(ddof=1)),
        math.log(even.std(ddof=1)),
    )


def components(people: Floats) -> tuple[float, float]:
    """Return the variances between and within people (analysis of variance with unequal numbers)."""
    counts, means = people[:, COUNT], people[:, MEAN]
    within = float(((counts - 1) * people[:, VARIANCE]).sum() / (counts - 1).sum())
    squares = float((counts * (means - _pace(people)) ** 2).sum()) / (len(people) - 1)
    usual = float(counts.sum() - (counts**2).sum() / counts.sum()) / (len(people) - 1)
    return max(0.0, (squares - within) / usual), within


def between(people: Floats) -> float:
    """Return the share of the variance of a single answer that lies between people."""
    found, within = components(people)
    return found / (found + within)


def slow_and_uneven(people: Floats) -> float:
    """Return the correlation of people's means and sds, as they come."""
    return float(np.corrcoef(people[:, MEAN], np.sqrt(people[:, VARIANCE]))[0, 1])


def _between_sd(people: Floats) -> float:
    return math.sqrt(components(people)[0])


def _within(people: Floats) -> float:
    return math.sqrt(components(people)[1]) / _pace(people)


def _pace(people: Floats) -> float:
    return float(np.average(people[:, MEAN], weights=people[:, COUNT]))


def _log_scatter(people: Floats) -> float:
    return math.sqrt(max(0.0, _covariance(people, ODD_LOG_SD, EVEN_LOG_SD)))


def _speed_share(people: Floats) -> float:
    """Return the squared correlation of mean and log sd, without the noise of the trials."""
    both = (_covariance(people, ODD_MEAN, EVEN_LOG_SD) + _covariance(people, EVEN_MEAN, ODD_LOG_SD)) / 2
    own = _covariance(people, ODD_MEAN, EVEN_MEAN) * _covariance(people, ODD_LOG_SD, EVEN_LOG_SD)
    return min(1.0, max(0.0, both) ** 2 / own) if own > 0 else 1.0


def _covariance(people: Floats, one: int, other: int) -> float:
    return float(np.cov(people[:, one], people[:, other])[0, 1])


def drawn_like(casual: Skill, like: Sample) -> Sample:
    """Return drawn people who give as many answers each as those of a sample do on average."""
    stream, trials = rng(0, "fit-people", "own", like.name), round(float(like.people[:, COUNT].mean()))
    laws = [getattr(drawn(casual, number, "Anne"), like.task) for number in range(_PERSONS)]
    return sample("own", like.task, [[law.sample(stream) for _ in range(trials)] for law in laws])


def resampled(people: Floats, statistic: Callable[[Floats], float], resamples: int = 200) -> Interval:
    """Return a statistic of people, rows as in `Sample`, with its interval over resampled people."""
    return _joint([Sample("", "", people)], statistic, resamples)


def _joint(samples: Sequence[Sample], statistic: Callable[[Floats], float], resamples: int) -> Interval:
    """Return the median of a statistic over samples, with its interval over resampled people."""
    stream = rng(0, "fit-people", "persons")
    draws = []
    for _ in range(resamples):
        chosen = [each.people[stream.integers(0, len(each.people), len(each.people))] for each in samples]
        draws.append(median(statistic(people) for people in chosen))
    low, high = np.quantile(draws, (0.5 - LEVEL / 2, 0.5 + LEVEL / 2))
    return Interval(median(statistic(each.people) for each in samples), float(low), float(high))


# --- reading


def _web(folder: Path) -> dict[str, dict[str, Floats]]:
    """Return usable times by task and person."""
    return {
        name: {person: usable(times) for person, times in _right(folder / WEB, "task", task).items()}
        for name, task in TASKS.items()
    }


def _right(path: Path, column: str, wanted: str) -> dict[str, list[float]]:
    """Return times of right answers that were acts, by person."""
    by: dict[str, list[float]] = {}
    for row in read_rows(path, (column, "subj", "rt", "correct")):
        if row[column] == wanted and row["correct"] == "1" and row.get("response") != "wait":
            by.setdefault(row["subj"], []).append(read_number(row, "rt", path))
    return by


def _hedge(path: Path, session: str) -> list[Sample]:
    """Return go answers, and plain answers of the flanker, of one session."""
    by: dict[str, dict[str, list[float]]] = {"go_no_go": {}, "two_choice": {}}
    for row in read_rows(path, ("task", "person", "session", "condition", "correct", "rt_ms")):
        task = _HEDGE_TASKS.get((row["task"], row["condition"]))
        if task and row["session"] == session and row["correct"] == "1":
            by[task].setdefault(row["person"], []).append(read_number(row, "rt_ms", path))
    return [sample(f"hedge2018 {task}, session {session}", task, found.values()) for task, found in by.items()]


_HEDGE_TASKS = {
    ("go_no_go", "go"): "go_no_go",
    ("flanker", "congruent"): "two_choice",
    ("flanker", "neutral"): "two_choice",
}
