"""Persons: drawn once, the same through a match; all of them together react as their profile says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from scipy import stats

from sim.match.seats import seats_from
from sim.people.ex_gaussian import ExGaussian
from sim.people.person import between_share, drawn, seated, slowness_ms
from sim.people.skill import PROFILES, Skill, load_skills
from sim.seeds import rng

SKILLS = load_skills()
CASUAL = SKILLS["casual"]
TASKS = ("simple", "go_no_go", "two_choice")
PEOPLE = 3000


@pytest.fixture(scope="module")
def crowd() -> list[Skill]:
    return [drawn(CASUAL, seed, "Anne") for seed in range(PEOPLE)]


def one_each(crowd: list[Skill], task: str, key: str) -> np.ndarray:
    """A reaction by each person (ms)."""
    stream = rng(51, task, key)
    return np.array([getattr(person, task).sample(stream) for person in crowd])


@pytest.mark.slow
@pytest.mark.parametrize("task", TASKS)
def test_all_persons_together_are_the_profile(crowd: list[Skill], task: str) -> None:
    pooled: ExGaussian = getattr(CASUAL, task)
    law = stats.exponnorm(pooled.tau / pooled.sigma, pooled.mu, pooled.sigma)
    assert stats.kstest(one_each(crowd, task, "once"), law.cdf).pvalue > 0.01


@pytest.mark.slow
@pytest.mark.parametrize(("task", "expected"), [("simple", 0.21), ("go_no_go", 0.30), ("two_choice", 0.51)])
def test_people_differ_by_the_measured_share_of_the_variance(crowd: list[Skill], task: str, expected: float) -> None:
    # Data sheet D: 50 people, web.
    assert between_share(getattr(CASUAL, task), getattr(CASUAL, f"{task}_person_sd_ms")) == pytest.approx(
        expected, abs=0.01
    )
    # Two reactions of one person correlate by just that share.
    first, second = (one_each(crowd, task, key) for key in ("first", "second"))
    assert float(np.corrcoef(first, second)[0, 1]) == pytest.approx(expected, abs=0.06)


@pytest.mark.parametrize(("task", "measured"), [("simple", 0.54), ("go_no_go", 0.29), ("two_choice", 0.24)])
def test_two_persons_are_as_close_as_measured(crowd: list[Skill], task: str, measured: float) -> None:
    gaps = np.abs(np.diff(one_each(crowd, task, "gaps").reshape(-1, 2), axis=1))
    assert float(np.mean(gaps < 50.0)) == pytest.approx(measured, abs=0.05)


def means(crowd: list[Skill], task: str) -> list[float]:
    return [getattr(person, task).mean for person in crowd]


@pytest.mark.slow
def test_a_person_is_about_as_fast_on_another_day(crowd: list[Skill]) -> None:
    later = [drawn(CASUAL, seed, "Anne", session=1) for seed in range(PEOPLE)]
    # hedge2018: mean go time of 47 people, weeks apart.
    retest = float(np.corrcoef(means(crowd, "go_no_go"), means(later, "go_no_go"))[0, 1])
    assert retest == pytest.approx(0.72, abs=0.03)


def test_the_fast_are_fast_in_every_task(crowd: list[Skill]) -> None:
    # 50 people, web, the noise of the trials taken out: 0.66 to 0.82 between tasks.
    matrix = np.corrcoef([means(crowd, task) for task in TASKS])
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert 0.6 < matrix[one, other] < 0.85


def test_slowness_is_the_quantile_of_what_people_differ_by() -> None:
    times, share = CASUAL.two_choice, 0.51
    scores = np.linspace(-2.5, 2.5, 11).tolist()
    found = [slowness_ms(times, share, score) for score in scores]
    assert found == sorted(found)
    stream = rng(52)
    normal = np.sqrt(share) * times.sigma * stream.standard_normal(200_000)
    late = np.where(stream.random(200_000) < np.sqrt(1 - share), 0.0, times.tau * stream.standard_exponential(200_000))
    np.testing.assert_allclose(found[1:-1], np.quantile(normal + late, stats.norm.cdf(scores[1:-1])), atol=4.0)
    assert slowness_ms(times, 0.0, 2.0) == 0.0


@pytest.mark.parametrize("name", PROFILES)
def test_a_person_is_a_function_of_seed_and_name_and_differs_no_further(name: str) -> None:
    skill = SKILLS[name]
    person = drawn(skill, 5, "Anne")
    assert drawn(skill, 5, "Anne") == person != drawn(skill, 5, "Bert")
    assert drawn(skill, 6, "Anne") != person
    assert [getattr(person, f"{task}_person_sd_ms") for task in TASKS] == [0.0, 0.0, 0.0]
    assert drawn(person, 9, "Cleo") == person
    assert drawn(skill.noiseless(), 5, "Anne") == skill.noiseless()


def test_bots_are_drawn_and_people_who_play_are_not() -> None:
    seats = seats_from(["me:skilled", "casual", "casual"], "zack", persons=True)
    people = seated(seats, SKILLS, 3)
    assert people["You"] == SKILLS["skilled"]
    bots = [people[seat.name] for seat in seats[1:]]
    assert bots[0] != bots[1]
    assert CASUAL not in bots


def fields(skill: Skill) -> Iterator[tuple[str, Any]]:
    yield from ((key, getattr(skill, key)) for key in Skill.__dataclass_fields__)


def test_only_reactions_make_a_person() -> None:
    changed = {
        key for (key, old), (_, new) in zip(fields(CASUAL), fields(drawn(CASUAL, 1, "Anne")), strict=True) if old != new
    }
    assert changed == {f"{task}_{part}_ms" for task in TASKS for part in ("mu", "sigma", "tau", "person_sd")}
