"""What the open data say about how errors depend on haste, and what a conflict costs; part of `fit_people`.

Haste is fitted to session 1 of the arrow flanker of hedge2018 (47 people); session 2 is kept, and `judgements` compares
both with the shipped person. Reactions are taken about each person's own median, so that fast people are not taken for
hasty ones. Arrows beside the cue are another kind of conflict than left and right by place, which is what a table has:
the shipped person has the latter, and is judged at the flanker with ARROWS in its place.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import numpy as np

from calibration.fit.ex_gaussian_fit import usable
from sim.people.person import drawn
from sim.people.reaction import Task, answer, conflicting
from sim.people.skill import Skill
from sim.seeds import rng
from sim.statistics import LEVEL, Interval, mean
from studies.fit_table import Finding, Floats, read_number, read_rows

NERVES = "hedge2018_study1.csv.gz"
FIFTHS = 5
PLAIN, INCOMPATIBLE = "plain", "incompatible"
ARROWS = {"conflict_cost_ms": 44.0, "conflict_error_rate": 0.095, "impulse_fade_ms": 400.0}
"""What arrows beside the cue do to a casual person."""
FADES_MS = (10.0, 20.0, 30.0, 40.0, 60.0, 100.0, 150.0, 200.0, 300.0, 400.0, 600.0, 1000.0, 2000.0)
_GUESS_FADES_MS = tuple(np.geomspace(12.0, 150.0, 40).tolist())
_PERSONS, _TRIALS = 100, 240
_CARELESS = 0.1

Group = TypeVar("Group")
Trials = Mapping[str, tuple[Floats, Floats]]
"""One person's times (ms) and errors (0 or 1) by condition, in the order of the times."""


def nerves(folder: Path, skills: Mapping[str, Skill], resamples: int) -> list[Finding]:
    """Return the figures of hedge2018 in `folder`. Raises InputError as fit_people.findings."""
    return _haste(folder / NERVES, skills["casual"], resamples)


def place(path: Path, casual: Skill, resamples: int) -> list[Finding]:
    """Return what left and right by place cost, from a table of trials in the form of Franke's simon-task.csv.

    As usual, people who err in more than a tenth of their answers are left out. Raises InputError as
    fit_people.findings.
    """
    people = [person for person in _simon(path) if np.mean([wrong.mean() for _, wrong in person.values()]) <= _CARELESS]
    fades, costs = _resampled(people, _impulse_fade, min(resamples, 40)), _costs(people)
    note = f"{len(people)} people; shipped: their first answers are not among the right ones"
    return [
        Finding("place: conflict_cost_ms", mean(costs["cost"]), casual.conflict_cost_ms, note),
        Finding("place: conflict_error_rate", mean(costs["errors"]), casual.conflict_error_rate),
        Finding("place: impulse_fade_ms", fades, casual.impulse_fade_ms, "of a list; shipped fades more slowly"),
    ]


# --- how errors depend on haste


def _haste(path: Path, casual: Skill, resamples: int) -> list[Finding]:
    people = _flanker(path, "1")
    both = _flanker(path, "2")
    fades = _resampled(people, lambda chosen: _guesses(chosen)[0], resamples)
    slips = _resampled(people, lambda chosen: _guesses(chosen)[1], resamples)
    impulses = _resampled(people, _impulse_fade, min(resamples, 40))
    first, second = ({key: mean(values) for key, values in _costs(found).items()} for found in (people, both))
    goes = {session: _go_means(path, session) for session in ("1", "2")}
    names = sorted(set(goes["1"]) & set(goes["2"]))
    retest = _correlation([goes["1"][name] for name in names], [goes["2"][name] for name in names])
    return [
        Finding("casual guess_fade_ms", fades, casual.guess_fade_ms, "hedge2018 session 1, plain answers"),
        Finding("casual slip_share", slips, casual.slip_share, "hedge2018 session 1, plain answers"),
        Finding("arrows: impulse_fade_ms", impulses, ARROWS["impulse_fade_ms"], "hedge2018 session 1, incompatible"),
        Finding("arrows: conflict_cost_ms", first["cost"], ARROWS["conflict_cost_ms"], "session 1, right answers"),
        Finding("arrows: conflict_error_rate", first["errors"], ARROWS["conflict_error_rate"], "hedge2018 session 1"),
        Finding("arrows: cost in session 2, ms", second["cost"], None, "kept from the fit"),
        Finding("arrows: errors in session 2", second["errors"], None, "kept from the fit"),
        Finding("plain errors, hedge2018", first["plain"], casual.choice_error_rate, "session 1, by person"),
        Finding("false goes, hedge2018", mean(_false_goes(path)), None, "both sessions, by person, raw trials"),
        Finding("retest of mean go time", retest, _own_retest(casual), "hedge2018, two sessions, r"),
    ]


def _rows(path: Path) -> list[dict[str, str]]:
    return read_rows(path, ("task", "person", "session", "condition", "correct", "rt_ms"))


def _flanker(path: Path, session: str) -> list[Trials]:
    by: dict[str, dict[str, list[tuple[float, float]]]] = {}
    for row in _rows(path):
        if row["task"] == "flanker" and row["session"] == session:
            condition = INCOMPATIBLE if row["condition"] == "incongruent" else PLAIN
            trial = read_number(row, "rt_ms", path), 1.0 - read_number(row, "correct", path)
            by.setdefault(row["person"], {}).setdefault(condition, []).append(trial)
    return [{condition: _sorted(trials) for condition, trials in conditions.items()} for conditions in by.values()]


def _simon(path: Path) -> list[Trials]:
    by: dict[str, dict[str, list[tuple[float, float]]]] = {}
    for row in read_rows(path, ("submission_id", "RT", "condition", "correctness", "trial_type")):
        if row["trial_type"] == "main":
            condition = INCOMPATIBLE if row["condition"] == "incongruent" else PLAIN
            trial = read_number(row, "RT", path), float(row["correctness"] != "correct")
            by.setdefault(row["submission_id"], {}).setdefault(condition, []).append(trial)
    return [{condition: _sorted(trials) for condition, trials in conditions.items()} for conditions in by.values()]


def _sorted(trials: Sequence[tuple[float, float]]) -> tuple[Floats, Floats]:
    kept = np.array(sorted(trial for trial in trials if usable([trial[0]]).size))
    return kept[:, 0], kept[:, 1]


def _in_fifths(values: Floats) -> Floats:
    """Return the means of fifths of values that are in the order of their times."""
    return np.array([part.mean() for part in np.array_split(values, FIFTHS)])


def _measured(people: Sequence[Trials], condition: str) -> Floats:
    """Return the share of errors by fifths of reaction time, people by fifths."""
    return np.array([_in_fifths(person[condition][1]) for person in people])


def _guesses(people: Sequence[Trials]) -> tuple[float, float]:
    """Fit errors = slips + a exp(-x / fade), x about the person's median, to the fifths. Return fade and slip share."""
    goal = _measured(people, PLAIN).mean(axis=0)
    late = [person[PLAIN][0] - np.median(person[PLAIN][0]) for person in people]
    found = []
    for fade in _GUESS_FADES_MS:
        # Held, so that the few answers a long way ahead of the rest do not decide by themselves.
        curve = np.mean([_in_fifths(np.minimum(20.0, np.exp(-x / fade))) for x in late], axis=0)
        matrix = np.column_stack((np.ones(FIFTHS), curve))
        solution = np.linalg.lstsq(matrix, goal, rcond=None)[0]
        loss = float(((matrix @ solution - goal) ** 2).sum())
        found.append((loss, fade, float(min(1.0, max(0.0, solution[0] / goal.mean())))))
    _, fade, share = min(found)
    return fade, share


def _impulse_fade(people: Sequence[Trials]) -> float:
    """Return the fade (of a list) with which the fifths of the incompatible answers are met best.

    An answer to an incompatible cue is a plain one that the impulse carries off, or that takes an exponential time
    longer; as many are carried off, and it takes as long, as there are extra errors and costs.
    """
    goal = _measured(people, INCOMPATIBLE).mean(axis=0)
    costs = {key: float(np.mean(values)) for key, values in _costs(people).items()}
    losses = []
    for fade in FADES_MS:
        stream, errors = rng(0, "fit-people", "impulse"), []
        for person in people:
            times, wrong = person[PLAIN]
            share = np.exp(-(times - np.median(times)) / fade)
            carried = stream.random(times.size) < np.minimum(1.0, costs["errors"] * share / share.mean())
            later = np.where(carried, times, times + costs["cost"] * stream.standard_exponential(times.size))
            errors.append(_in_fifths(np.where(carried, 1.0, wrong)[np.argsort(later, kind="stable")]))
        losses.append(float(((np.mean(errors, axis=0) - goal) ** 2).sum()))
    return FADES_MS[int(np.argmin(losses))]


def _costs(people: Sequence[Trials]) -> dict[str, list[float]]:
    """Return by person what incompatible answers cost: the time of right ones (ms), errors; and the plain errors."""
    found: dict[str, list[float]] = {"cost": [], "errors": [], "plain": []}
    for person in people:
        (plain, slips), (times, wrong) = person[PLAIN], person[INCOMPATIBLE]
        found["cost"].append(float(times[wrong == 0].mean() - plain[slips == 0].mean()))
        found["errors"].append(float(wrong.mean() - slips.mean()))
        found["plain"].append(float(slips.mean()))
    return found


def _false_goes(path: Path) -> list[float]:
    by: dict[str, list[float]] = {}
    for row in _rows(path):
        if row["task"] == "go_no_go" and row["condition"] == "no-go":
            by.setdefault(row["person"], []).append(1.0 - read_number(row, "correct", path))
    return [float(np.mean(values)) for values in by.values()]


def _go_means(path: Path, session: str) -> dict[str, float]:
    by: dict[str, list[float]] = {}
    for row in _rows(path):
        if (row["task"], row["condition"], row["session"], row["correct"]) == ("go_no_go", "go", session, "1"):
            by.setdefault(row["person"], []).append(read_number(row, "rt_ms", path))
    return {person: float(usable(values).mean()) for person, values in by.items()}


def _correlation(first: Sequence[float], second: Sequence[float]) -> Interval:
    """Return Pearson's r with the interval of Fisher's transformation."""
    r = float(np.corrcoef(first, second)[0, 1])
    half = 1.959964 / math.sqrt(len(first) - 3)
    return Interval(r, math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half))


def _own_retest(casual: Skill) -> float:
    first, later = (
        np.array([drawn(casual, seed, "Anne", session).go_no_go.mean for seed in range(2000)]) for session in (0, 1)
    )
    return float(np.corrcoef(first, later)[0, 1])


# --- what the shipped person does


@dataclass(frozen=True, slots=True)
class Judgement:
    """The share of right answers in one fifth of the reaction times: measured, and by the shipped person."""

    name: str
    measured: Interval
    ours: float

    @property
    def difference(self) -> float:
        """Ours less measured."""
        return self.ours - self.measured.estimate

    def line(self) -> str:
        """Return the figure as one row of a table."""
        found = f"{self.measured.estimate:.3f}  ({self.measured.low:.3f} to {self.measured.high:.3f})"
        return f"{self.name:44} {found:32} {self.ours:<8.3f} {self.difference:+.3f}"


def judgements(path: Path, casual: Skill) -> list[Judgement]:
    """Compare accuracy by fifths of reaction time, person by person, in both sessions of hedge2018 with `casual`.

    Raises InputError as fit_people.findings.
    """
    at_arrows = replace(casual, **ARROWS)
    ours = {PLAIN: _own_fifths(casual, Task(2)), INCOMPATIBLE: _own_fifths(at_arrows, conflicting(at_arrows))}
    result = []
    for session, what in (("1", "fitted"), ("2", "kept")):
        people = _flanker(path, session)
        for condition, own in ours.items():
            right = 1.0 - _measured(people, condition)
            result += [
                Judgement(f"session {session} ({what}), {condition}, fifth {fifth + 1}", interval, float(own[fifth]))
                for fifth, interval in enumerate(mean(right[:, fifth].tolist()) for fifth in range(FIFTHS))
            ]
    return result


def _own_fifths(casual: Skill, task: Task) -> Floats:
    fifths = []
    for number in range(_PERSONS):
        person, stream = drawn(casual, number, "Anne"), rng(number, "judged")
        found = sorted((answer(person, stream, task) for _ in range(_TRIALS)), key=lambda each: each.seconds)
        fifths.append(_in_fifths(np.array([float(not each.wrong) for each in found])))
    result: Floats = np.array(fifths).mean(axis=0)
    return result


def _resampled(groups: Sequence[Group], statistic: Callable[[Sequence[Group]], float], resamples: int) -> Interval:
    """Return a statistic with its percentile interval over resampled people."""
    stream = rng(0, "fit-people", "nerves")
    draws = [
        statistic([groups[index] for index in stream.integers(0, len(groups), len(groups))]) for _ in range(resamples)
    ]
    low, high = np.quantile(draws, (0.5 - LEVEL / 2, 0.5 + LEVEL / 2))
    return Interval(statistic(groups), float(low), float(high))
