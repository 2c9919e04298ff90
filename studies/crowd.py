"""The shipped casual people beside measured ones: `python -m studies.crowd [--people 3000] [--json]`.

Everybody's reactions are drawn, as at a table: how close two people are, whether the same person is as fast on another
day, what share of the variance lies between people, whether slow people also vary more, what left and right cost by
place and from the seat opposite, and how a throw scatters.
"""

from __future__ import annotations

import math

import numpy as np

from calibration.fit.ex_gaussian_fit import usable
from sim.people.motor import throw_error
from sim.people.person import drawn
from sim.people.reaction import Answer, Task, answer, conflicting
from sim.people.skill import PROFILES, Skill, load_skills
from sim.seeds import rng
from sim.statistics import Interval, mean, rate
from studies import arguments
from studies.fit_persons import between, resampled, sample, slow_and_uneven
from studies.fit_table import Floats

TASKS = ("simple", "go_no_go", "two_choice")
CLOSE_MS = 50.0
REACTIONS = 200


def _close(crowd: list[Skill], task: str) -> Interval:
    """Return the share of pairs of people whose single reactions are less than 50 ms apart."""
    stream = rng(51, task, "gaps")
    times = np.array([getattr(person, task).sample(stream) for person in crowd])
    gaps = np.abs(np.diff(times[: len(crowd) // 2 * 2].reshape(-1, 2), axis=1))
    return rate(int(np.sum(gaps < CLOSE_MS)), len(gaps))


def _correlation(first: list[float], second: list[float]) -> Interval:
    """Return a correlation with Fisher's interval."""
    found = float(np.corrcoef(first, second)[0, 1])
    low, high = (math.tanh(math.atanh(found) + z / math.sqrt(len(first) - 3)) for z in (-1.96, 1.96))
    return Interval(found, low, high)


def _answers(person: Skill, task: Task, number: int) -> list[Answer]:
    stream = rng(51, "answers", number)
    return [answer(person, stream, task) for _ in range(REACTIONS)]


def _right_ms(answers: list[Answer]) -> Floats:
    return usable([1000.0 * each.seconds for each in answers if not each.wrong])


def _wrong(answers: list[Answer]) -> float:
    return sum(each.wrong for each in answers) / len(answers)


def figures(people: int) -> dict[str, Interval | float]:
    """Return all figures, from this number of people."""
    skills = load_skills()
    casual = skills["casual"]
    crowd = [drawn(casual, seed, "Anne") for seed in range(people)]
    later = [drawn(casual, seed, "Anne", session=1) for seed in range(people)]
    means = [[person.go_no_go.mean for person in each] for each in (crowd, later)]
    # Of fewer, a resample could hold one person alone.
    some = crowd[: max(20, people // 10)]
    choices = [_answers(person, Task(2), number) for number, person in enumerate(some)]
    single = sample("choices", "two_choice", [_right_ms(each) for each in choices]).people
    found: dict[str, Interval | float] = {f"two people within 50 ms, {task}": _close(crowd, task) for task in TASKS}
    found["go time on another day, correlation"] = _correlation(*means)
    found["share of variance between people, two_choice"] = resampled(single, between)
    found["mean and sd of two_choice, correlation"] = resampled(single, slow_and_uneven)
    conflicts = [_answers(person, conflicting(person), number) for number, person in enumerate(some)]
    added = [np.mean(_right_ms(other)) - np.mean(_right_ms(one)) for one, other in zip(choices, conflicts, strict=True)]
    wrong = [_wrong(other) - _wrong(one) for one, other in zip(choices, conflicts, strict=True)]
    found["left and right by place, ms"] = mean([float(value) for value in added])
    found["left and right by place, errors"] = mean(wrong)
    found["simple reaction, casual, ms"] = casual.simple.mean
    for name in PROFILES:
        skill = skills[name]
        found[f"left and right from opposite, {name}, ms"] = skill.conflict_cost_ms + skill.perspective_cost_ms
        found[f"tremor, {name}, mm rms"] = skill.tremor_rms_mm
    errors = [throw_error(casual, rng(seed, "crowd")) for seed in range(people)]
    found["throw, casual, speed CV"] = float(np.std([error.speed_factor for error in errors], ddof=1))
    found["throw, casual, direction SD, deg"] = math.degrees(
        float(np.std([error.direction_rad for error in errors], ddof=1))
    )
    return found


def main() -> None:
    """Draw the people and print the figures."""
    parser = arguments.parser(__doc__, "json")
    parser.add_argument("--people", type=arguments.positive, default=3000)
    given = parser.parse_args()
    found = figures(given.people)
    if given.json:
        arguments.print_json(found)
        return
    for name, value in found.items():
        if isinstance(value, Interval):
            print(f"{name}: {value.estimate:.3g} ({value.low:.3g} to {value.high:.3g})")
        else:
            print(f"{name}: {value:.4g}")


if __name__ == "__main__":
    arguments.run(main)
