"""Reaction times: sampling, the fit, and the shipped values against what the open data were found to say."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from calibration.fit.ex_gaussian_fit import fit_ex_gaussian, maximum_likelihood, usable
from sim.errors import InputError
from sim.people.ex_gaussian import ExGaussian
from sim.people.person import drawn
from sim.people.reaction import (
    FLOOR_MS,
    Answer,
    Task,
    answer,
    card_thought_s,
    conflicting,
    errs,
    mean_error_rate,
    mean_ms,
    placement_thought_s,
    reaction_s,
)
from sim.people.skill import Skill, load_skills
from sim.seeds import rng
from sim.statistics import Interval, mean, rate
from studies.fit_nerves import ARROWS
from studies.fit_people import DEVICE_DELAY_MS, main, spread
from studies.fit_table import Finding
from tests.amounts import amount

SKILLS = load_skills()
AT_ARROWS = dataclasses.replace(SKILLS["casual"], **ARROWS)
TRUE = ExGaussian(mu=246.0, sigma=22.0, tau=59.0)


def draws(distribution: ExGaussian, count: int, seed: int) -> np.ndarray:
    stream = rng(seed, "draws")
    return np.array([distribution.sample(stream) for _ in range(count)])


def test_samples_have_the_moments_and_the_law() -> None:
    sample = draws(TRUE, 20_000, 1)
    interval = mean(sample.tolist())
    assert interval.low < TRUE.mean < interval.high
    variance = mean(((sample - TRUE.mean) ** 2).tolist())
    assert variance.low < TRUE.sd**2 < variance.high
    assert stats.kstest(sample, stats.exponnorm(TRUE.tau / TRUE.sigma, TRUE.mu, TRUE.sigma).cdf).pvalue > 0.01


def test_the_density_is_scipys_and_the_quantile_inverts_its_integral() -> None:
    times = np.linspace(120.0, 1800.0, 400)
    expected = stats.exponnorm.logpdf(times, TRUE.tau / TRUE.sigma, TRUE.mu, TRUE.sigma)
    np.testing.assert_allclose(TRUE.log_density(times), expected, rtol=1e-9, atol=1e-9)
    grid = np.linspace(100.0, TRUE.quantile(0.9), 20_001)
    assert np.trapezoid(np.exp(TRUE.log_density(grid)), grid) == pytest.approx(0.9, abs=1e-4)


def test_quantiles_at_the_edges() -> None:
    assert ExGaussian(300.0, 0.0, 0.0).quantile(0.9) == 300.0
    assert ExGaussian(300.0, 20.0, 0.0).quantile(0.5) == pytest.approx(300.0)
    assert ExGaussian(300.0, 0.0, 20.0).quantile(0.5) == pytest.approx(300.0 + 20.0 * np.log(2.0))


@pytest.mark.slow
@amount(15, full=20, whole=40)
def test_the_fit_recovers_known_parameters_as_often_as_it_claims(amount: int) -> None:
    truth = {"mu": TRUE.mu, "sigma": TRUE.sigma, "tau": TRUE.tau, "mean": TRUE.mean}
    covered = dict.fromkeys(truth, 0)
    for seed in range(amount):
        best, intervals = fit_ex_gaussian(draws(TRUE, 300, seed))
        assert best.mu == intervals["mu"].estimate
        for name, value in truth.items():
            covered[name] += intervals[name].low < value < intervals[name].high
    # A 95 % interval covers fewer but for one time in a thousand: 33 of 40, 11 of 15.
    assert min(covered.values()) >= stats.binom.ppf(0.001, amount, 0.95), covered
    best = maximum_likelihood(draws(TRUE, 20_000, 7))
    assert (best.mu, best.sigma, best.tau) == pytest.approx((246.0, 22.0, 59.0), abs=2.0)


def test_a_fit_at_the_edge_says_that_it_cannot_tell_from_nought() -> None:
    stream = rng(4, "edge")
    best, intervals = fit_ex_gaussian(300.0 + 20.0 * stream.standard_normal(400))
    assert intervals["tau"].low == 0.0
    assert best.mean == pytest.approx(300.0, abs=3.0)
    assert intervals["sigma"].low < 20.0 < intervals["sigma"].high


def test_the_fit_is_the_same_in_any_unit() -> None:
    sample = draws(TRUE, 500, 4)
    one, ten = maximum_likelihood(sample), maximum_likelihood(10.0 * sample + 7.0)
    assert (ten.mu - 7.0, ten.sigma, ten.tau) == pytest.approx((10 * one.mu, 10 * one.sigma, 10 * one.tau), rel=1e-4)


@pytest.mark.parametrize(
    ("times", "expected"),
    [([300.0] * 5, "at least 20"), ([300.0] * 50, "differ"), ([300.0] * 30 + [float("nan")], "finite")],
)
def test_a_fit_of_nothing_is_refused(times: list[float], expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        fit_ex_gaussian(times)


def test_usable_times_are_neither_false_starts_nor_lapses() -> None:
    assert usable([99.0, 100.0, 101.0, 1499.0, 1500.0, 2000.0]).tolist() == [101.0, 1499.0]


@pytest.mark.parametrize("choices", [1, 2, 4])
def test_reactions_have_the_mean_the_skill_states(choices: int) -> None:
    skill = dataclasses.replace(SKILLS["casual"], lapse_rate=0.0)
    expected = {1: skill.simple.mean, 2: skill.two_choice.mean, 4: skill.two_choice.mean + 150.0}[choices]
    stream = rng(5, choices)
    interval = mean([1000.0 * reaction_s(skill, stream, choices) for _ in range(8000)])
    assert interval.low < expected < interval.high


def test_no_reaction_beats_the_floor_and_the_floor_is_rarely_met() -> None:
    for skill in SKILLS.values():
        stream = rng(6)
        times = [reaction_s(skill, stream) for _ in range(4000)]
        assert min(times) >= FLOOR_MS / 1000.0
        assert sum(time == FLOOR_MS / 1000.0 for time in times) < 0.01 * len(times)
    hasty = dataclasses.replace(SKILLS["skilled"], simple_mu_ms=1.0, simple_tau_ms=0.0)
    assert reaction_s(hasty, rng(6)) == FLOOR_MS / 1000.0


def test_a_hand_reacts_as_fast_as_in_a_laboratory() -> None:
    # 213 to 231 ms: Woods et al. 2015, 1469 people.
    assert 213.0 <= SKILLS["casual"].simple.mean <= 231.0


def test_casual_reactions_are_the_pooled_ones_of_the_screen_less_its_delay() -> None:
    # Ex-Gaussians of 50 people on the web (data sheet D): mean and sigma.
    skill = SKILLS["casual"]
    for task, (pooled_mean, sigma) in (
        (skill.simple, (305.0, 22.0)),
        (skill.go_no_go, (446.0, 54.0)),
        (skill.two_choice, (513.0, 42.0)),
    ):
        assert (task.mean + DEVICE_DELAY_MS, task.sigma) == pytest.approx((pooled_mean, sigma), abs=1.0)


def test_casual_reactions_scatter_as_several_laboratories_say_together() -> None:
    # Intervals of studies/fit_persons.py: two laboratories, at the pace of the first.
    assert 109.0 < SKILLS["casual"].go_no_go.sd < 123.0
    assert 120.0 < SKILLS["casual"].two_choice.sd < 139.0


def test_casual_errors_and_conflicts_lie_where_they_were_measured() -> None:
    # False goes: 0.038 in an easy task (50 people, web), 0.19 where three quarters of the signals ask for an act; plain
    # errors 0.042 to 0.077, arrows 40 to 52 ms and 7.2 to 10.3 points of errors (hedge2018, session 1); left and right
    # by place 17 to 25 ms and 2.3 to 4.0 points (184 people, web).
    skill = SKILLS["casual"]
    assert 0.038 < skill.false_go_rate < 0.19
    assert 0.042 < skill.choice_error_rate < 0.077
    assert 40.0 < AT_ARROWS.conflict_cost_ms < 52.0
    assert 0.072 < AT_ARROWS.conflict_error_rate < 0.103
    assert 17.0 < skill.conflict_cost_ms < 25.0
    assert 0.023 < skill.conflict_error_rate < 0.04


def test_two_random_people_are_as_close_as_measured() -> None:
    # Shares of pairs of answers, by two random people, less than 50 ms apart: 0.54, 0.29, 0.24 (data sheet D); of a
    # choice 0.27 of the 121 people of the web flanker and 0.35 of hedge2018.
    skill = SKILLS["casual"]
    for task, expected in ((skill.simple, 0.54), (skill.go_no_go, 0.29), (skill.two_choice, 0.24)):
        gaps = np.abs(draws(task, 20_000, 8) - draws(task, 20_000, 9))
        assert float(np.mean(gaps < 50.0)) == pytest.approx(expected, abs=0.05)


def test_conflict_lapse_and_withholding_cost_what_the_skill_says() -> None:
    skill = SKILLS["casual"].noiseless()
    assert reaction_s(skill, rng(1), 2, conflict=True) - reaction_s(skill, rng(1), 2) == pytest.approx(
        skill.conflict_cost_ms / 1000.0
    )
    absent = dataclasses.replace(skill, lapse_rate=1.0)
    assert reaction_s(absent, rng(1)) - reaction_s(skill, rng(1)) == pytest.approx(skill.lapse_delay_ms / 1000.0)
    assert reaction_s(skill, rng(1), go_no_go=True) == pytest.approx(skill.go_no_go.mean / 1000.0)


def test_errors_come_at_the_stated_rates() -> None:
    skill = SKILLS["child"]
    for options, expected in (
        ({"go_no_go": True}, skill.false_go_rate),
        ({"choices": 2}, skill.choice_error_rate),
        ({"choices": 3, "conflict": True}, skill.choice_error_rate + skill.conflict_error_rate),
    ):
        stream = rng(10, str(options))
        interval = rate(sum(errs(skill, stream, **options) for _ in range(6000)), 6000)
        # The stated rate leaves out that no answer is worse than chance: less than a fifth of the false goes of
        # all children together, whose times differ most.
        assert interval.low < expected < 1.15 * interval.high
    stream = rng(11)
    assert not any(errs(skill, stream) for _ in range(1000))
    assert not any(errs(skill.noiseless(), stream, 2, conflict=True) for _ in range(1000))


def answers(task: Task, haste: float = 1.0, count: int = 10_000, profile: str = "casual") -> list[Answer]:
    stream = rng(15, "answers")
    return [answer(SKILLS[profile], stream, task, haste) for _ in range(count)]


def right_by_fifths(found: list[Answer]) -> list[float]:
    ordered = sorted(found, key=lambda each: each.seconds)
    fifth = len(ordered) // 5
    return [1.0 - sum(each.wrong for each in ordered[part * fifth : (part + 1) * fifth]) / fifth for part in range(5)]


def right_mean_ms(found: list[Answer]) -> Interval:
    return mean([1000.0 * each.seconds for each in found if not each.wrong and each.seconds < 1.5])


def test_accuracy_by_fifths_of_reaction_time_is_that_of_the_arrow_flanker() -> None:
    # hedge2018, 47 people, person by person: session 1 (which was fitted) and session 2 (which was kept from the fit).
    found: dict[str, list[list[float]]] = {"plain": [], "conflict": []}
    for number in range(60):
        person, stream = drawn(AT_ARROWS, number, "Anne"), rng(17, number)
        for name, task in (("plain", Task(2)), ("conflict", conflicting(AT_ARROWS))):
            found[name].append(right_by_fifths([answer(person, stream, task) for _ in range(240)]))
    plain, conflict = (np.mean(found[name], axis=0) for name in ("plain", "conflict"))
    assert conflict == pytest.approx((0.708, 0.820, 0.883, 0.918, 0.937), abs=0.05)
    assert conflict == pytest.approx((0.701, 0.785, 0.862, 0.901, 0.949), abs=0.06)
    assert 0.63 < conflict[0] < 0.76
    assert plain == pytest.approx((0.858, 0.941, 0.967, 0.972, 0.965), abs=0.05)


def conflict_costs(skill: Skill) -> tuple[Interval, Interval, list[Answer]]:
    """What a conflict adds over a crowd: ms of right answers and share of errors, person by person; its answers."""
    plain, added, given = Task(2), conflicting(skill), []
    times, errors = [], []
    for number in range(200):
        person, stream = drawn(skill, number, "Anne"), rng(18, number)
        one, other = ([answer(person, stream, task) for _ in range(100)] for task in (plain, added))
        times.append(right_mean_ms(other).estimate - right_mean_ms(one).estimate)
        errors.append((sum(each.wrong for each in other) - sum(each.wrong for each in one)) / 100)
        given += other
    return mean(times), mean(errors), given


def test_left_and_right_by_place_cost_what_they_cost_in_the_nearest_tasks() -> None:
    times, errors, _ = conflict_costs(SKILLS["casual"])
    # 11 to 30 ms, and under 3 points of errors.
    assert 11.0 < times.low < times.high < 30.0
    assert 0.01 < errors.low < errors.estimate < 0.03


def test_arrows_beside_the_cue_cost_more_than_its_place() -> None:
    times, errors, given = conflict_costs(AT_ARROWS)
    assert times.estimate == pytest.approx(44.0, abs=15.0)
    assert 0.08 < errors.estimate < 0.10
    # Fast errors: 70 ms sooner than right answers in session 1, 76 in session 2.
    wrong = mean([1000.0 * each.seconds for each in given if each.wrong and each.seconds < 1.5])
    assert right_mean_ms(given).estimate - wrong.estimate == pytest.approx(73.0, abs=25.0)


@pytest.mark.slow
@pytest.mark.parametrize("task", [Task(2), Task(go_no_go=True), conflicting(SKILLS["casual"], 4)])
def test_who_decides_faster_errs_more_and_by_the_closed_form(task: Task) -> None:
    skill, before = SKILLS["casual"], 1.0
    for haste in (1.5, 1.2, 1.0, 0.8):
        found = answers(task, haste)
        errors = rate(sum(each.wrong for each in found), len(found))
        expected = mean_error_rate(skill, task, haste)
        # The closed form leaves out that no guess is worse than chance.
        assert errors.low < expected < errors.high + 0.012
        assert expected < before
        before = expected
    hasty, calm = (mean_ms(skill, task, haste) for haste in (1.5, 1.0))
    assert skill.simple.mean < hasty < calm
    # A simple reaction has nothing to be hurried or wrong.
    assert answers(Task(), 1.5, 200) == answers(Task(), 1.0, 200)


def test_the_mean_time_has_a_closed_form() -> None:
    skill = dataclasses.replace(SKILLS["casual"], lapse_rate=0.0, conflict_error_rate=0.0)
    for task in (Task(), Task(4), Task(go_no_go=True), conflicting(skill, 3)):
        stream = rng(16)
        interval = mean([1000.0 * answer(skill, stream, task, 1.3).seconds for _ in range(8000)])
        assert interval.low - 2.0 < mean_ms(skill, task, 1.3) < interval.high + 2.0


@pytest.mark.parametrize("call", [reaction_s, errs])
def test_undefined_reactions_are_refused(call: object) -> None:
    for arguments in ({"choices": 0}, {"choices": 2, "go_no_go": True}):
        with pytest.raises(ValueError, match="no reaction is defined"):
            call(SKILLS["casual"], rng(1), **arguments)


def test_thinking_times_have_the_stated_median_and_spread() -> None:
    skill = SKILLS["casual"]
    for thought, median, log_sd in (
        (card_thought_s, skill.think_card_median_s, skill.think_card_log_sd),
        (placement_thought_s, skill.think_placement_median_s, skill.think_placement_log_sd),
    ):
        stream = rng(12)
        logs = np.log([thought(skill, stream) for _ in range(4000)])
        interval = mean(logs.tolist())
        assert interval.low < np.log(median) < interval.high
        assert float(logs.std()) == pytest.approx(log_sd, rel=0.05)
        assert thought(skill.noiseless(), rng(1)) == median


def test_sampling_is_repeatable_and_uses_the_same_luck_for_every_skill() -> None:
    for choices in (1, 2, 5):
        streams = [rng(13) for _ in range(4)]
        times = [reaction_s(skill, stream, choices) for skill, stream in zip(SKILLS.values(), streams, strict=False)]
        assert reaction_s(SKILLS["child"], streams[3], choices) == times[0]
        # Whoever reacted, the stream has moved by as much.
        assert len({float(stream.random()) for stream in streams}) == 1


def test_an_sd_has_the_chi_square_interval() -> None:
    stream = rng(14)
    inside = 0
    for _ in range(200):
        interval = spread(3.0 * stream.standard_normal(40))
        inside += interval.low < 3.0 < interval.high
    assert 180 <= inside <= 199


def test_a_finding_outside_its_interval_says_so() -> None:
    fitted = Interval(1.0, 0.5, 1.5)
    assert "OUTSIDE" in Finding("x", fitted, 2.0).line()
    assert "inside" in Finding("x", fitted, 1.2).line()


def test_a_missing_data_folder_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(tmp_path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "mental_chronometry_50x3x20.csv" in captured.err
    assert captured.err.count("\n") == 1
