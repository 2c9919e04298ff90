"""The three fits give back what was put in, whatever is missing or wrong with a few rows."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ellipk

from calibration.fit.reactions import Trial, fit_reactions
from calibration.fit.ship import fit_ship
from calibration.fit.swing import Pendulums, swing
from calibration.fit.throws import fit_column
from sim.errors import InputError
from sim.seeds import rng
from tests.calibration.fit.simulated import column, decay, trials
from tests.physics.published import BAR, BAR_AMPLITUDE_DEG, LEGO

TRUTH = (26.0, 0.3, 0.12, 0.0, 0.4, 0.1, 0.02)


def integrated(w2: float, v: float, c: float, q: float, theta: float, omega: float, times: np.ndarray) -> np.ndarray:
    """The same pendulum by scipy, from turn to turn."""
    angles, start, state = np.full(times.size, np.nan), 0.0, [theta, omega]
    sense = math.copysign(1, omega) if omega else -math.copysign(1, theta)
    while True:
        solved = solve_ivp(
            lambda _, y, s=sense: [y[1], -w2 * math.sin(y[0]) - 2 * v * y[1] - c * s - q * s * y[1] ** 2],
            (start, times[-1] + 1e-9),
            state,
            method="DOP853",
            rtol=1e-11,
            atol=1e-12,
            dense_output=True,
            events=_turn(start, sense),
        )
        inside = (times >= start) & (times <= solved.t[-1])
        angles[inside] = solved.sol(times[inside])[0]
        if solved.status != 1:
            return angles
        start, state = solved.t[-1], [float(solved.y[0, -1]), 0.0]
        pull = -w2 * math.sin(state[0])
        if abs(pull) <= c:
            angles[times >= start] = state[0]
            return angles
        sense = math.copysign(1, pull)


def _turn(start: float, sense: float):
    def event(time: float, state: np.ndarray) -> float:
        return sense * state[1] if time > start + 1e-9 else 1e-9

    event.terminal, event.direction = True, -1
    return event


@pytest.mark.slow
@pytest.mark.parametrize(
    "pendulum",
    [
        (20.0, 0.1, 0.12, 0.0, 0.3, 0.0),
        (20.0, 0.1, 0.12, 0.05, 0.5, 0.3),
        (100.0, 0.1, 0.3, 0.05, -1.57, -4.4),
        (19.0, 8.0, 0.0, 0.0, 0.3, 2.0),
        (20.0, 0.05, 0.1, 0.01, 2.9, 0.0),
    ],
    ids=["stops", "all frictions", "wide", "creeps", "nearly overhead"],
)
def test_the_pendulum_swings_as_the_equation_says(pendulum: tuple[float, ...]) -> None:
    times = np.linspace(0, 10, 301)
    angles = swing(Pendulums(*(np.array([value]) for value in pendulum)), times)[:, 0]
    np.testing.assert_allclose(angles, integrated(*pendulum, times), atol=1e-7)


def test_dry_friction_holds_a_ship_that_starts_near_upright() -> None:
    angles = swing(Pendulums(*(np.array([value]) for value in (20.0, 0.0, 1.0, 0.0, 0.04, 0.0))), np.linspace(0, 5, 9))
    assert angles[:, 0].tolist() == [0.04] * 9


@pytest.mark.slow
def test_a_decay_gives_back_its_friction_through_gaps_and_outliers() -> None:
    times = np.cumsum(rng(1, "uneven").uniform(0.005, 0.03, 500))
    times = times[(times < 3) | (times > 3.7)]
    angles = decay(TRUTH, times - times[0], 0.001, "gaps")
    wrong = rng(1, "wrong").choice(times.size, 20, replace=False)
    angles[wrong] += rng(1, "by").choice([-0.5, 0.8], 20)
    found = fit_ship(times + 100.0, angles)
    assert found.law == ("viscous", "coulomb")
    assert found.outliers == 20
    assert found.value("omega0_sq_s2") == pytest.approx(26.0, rel=0.003)
    assert found.value("viscous_per_s") == pytest.approx(0.3, abs=0.02)
    assert found.value("coulomb_s2") == pytest.approx(0.12, abs=0.01)
    assert found.value("zero_rad") == pytest.approx(0.02, abs=0.001)
    assert found.rms_rad.estimate == pytest.approx(0.001, rel=0.15)
    assert found.intervals["quadratic"].low == found.value("quadratic") == 0 < found.intervals["quadratic"].high
    later = np.linspace(100.0 + times[0], 100.0 + times[-1], 50)
    np.testing.assert_allclose(found.angles(later), decay(TRUTH, later - later[0], 0.0), atol=0.001)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("law", "friction"), [("viscous", (0.3, 0, 0)), ("coulomb", (0, 0.3, 0)), ("quadratic", (0, 0, 0.5))]
)
def test_the_law_of_damping_is_told(law: str, friction: tuple[float, float, float]) -> None:
    times = np.arange(0, 6, 1 / 40)
    found = fit_ship(times, decay((26.0, *friction, 0.5, 0.0, 0.0), times, 0.002, law, "told"))
    assert found.law == (law,)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("period", "amplitude_deg"),
    [
        *((lego.video_s, lego.amplitude_deg) for lego in LEGO[:1]),
        *((BAR[mm], BAR_AMPLITUDE_DEG) for mm in (350, 50)),
    ],
)
def test_swings_of_a_published_period_give_back_their_frequency(period: float, amplitude_deg: float) -> None:
    amplitude = math.radians(amplitude_deg)
    omega0 = 4 / period * float(ellipk(math.sin(amplitude / 2) ** 2))
    times = np.arange(0, 5 * period, 1 / 25)
    angles = decay((omega0**2, 0.01, 0.0, 0.0, amplitude, 0.0, 0.0), times, 0.002, "published", period)
    assert math.sqrt(fit_ship(times, angles).value("omega0_sq_s2")) == pytest.approx(omega0, rel=0.002)


@pytest.mark.study
def test_correlated_noise_widens_the_intervals() -> None:
    times = np.arange(0, 6, 1 / 50)
    clean = decay(TRUTH, times, 0.0)
    white, red = (fit_ship(times, clean + 0.002 * column(times.size, memory, "noise")) for memory in (0.0, 0.9))

    def width(found) -> float:
        interval = found.intervals["zero_rad"]
        return interval.high - interval.low

    assert width(red) > 2 * width(white)


@pytest.mark.parametrize(
    ("times", "angles", "expected"),
    [
        ([], [], "at least 20"),
        (list(range(19)), [0.1] * 19, "at least 20"),
        ([0.0] * 30, [0.1] * 30, "ascend"),
        (list(range(30)), [0.1] * 30, "at rest"),
    ],
)
def test_a_decay_of_nothing_is_refused(times: list[float], angles: list[float], expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        fit_ship(np.array(times), np.array(angles))


def test_reactions_are_told_from_false_starts_and_lapses() -> None:
    right = [trial for trial in trials(3, 400) if trial.correct]
    wrong = [Trial("ann", time, True, "simple") for time in (20.0, 60.0, 90.0, 1300.0, 1900.0, 5000.0)]
    clean, spoilt = (fit_reactions(each)["simple"] for each in (right, right + wrong))
    assert (spoilt.too_fast, spoilt.too_slow) == (3, 3)
    assert spoilt.intervals["tau_ms"] == clean.intervals["tau_ms"]


def test_trials_of_people_who_differ_are_worth_less() -> None:
    stream = rng(8, "people")
    offsets = stream.normal(0, 40, 12)
    alike, apart = (
        [
            Trial(f"p{person}", trial.rt_ms + share * offsets[person], trial.correct, "simple")
            for person in range(12)
            for trial in trials(100 + person, 40)
            if trial.rt_ms is not None
        ]
        for share in (0.0, 1.0)
    )
    same, different = (fit_reactions(each)["simple"] for each in (alike, apart))
    assert not same.people_differ
    assert different.people_differ
    assert different.person_sd_ms == pytest.approx(float(np.std(offsets)), rel=0.4)
    narrow, wide = same.intervals["mean_ms"], different.intervals["mean_ms"]
    assert wide.high - wide.low > 2 * (narrow.high - narrow.low)


def test_throws_with_outliers_gaps_and_a_compass() -> None:
    values = (1.3 * column(100, 0.0, "north")).tolist()
    clean = fit_column("azimuth_deg", values, circle=360.0)
    spoilt: list[float | None] = [value % 360 for value in values]
    spoilt[10], spoilt[50], spoilt[51] = 90.0, None, None
    found = fit_column("azimuth_deg", spoilt, circle=360.0)
    assert (found.outliers, found.missing, found.kept) == (1, 2, 97)
    assert found.sd.estimate == pytest.approx(clean.sd.estimate, rel=0.03)


def test_throws_that_resemble_the_one_before_are_worth_less() -> None:
    fresh, drifting = (fit_column("speed", column(400, memory, "drift").tolist()) for memory in (0.0, 0.8))
    assert drifting.lag1.estimate == pytest.approx(0.8, abs=0.1)
    assert math.log(drifting.sd.high / drifting.sd.low) > 1.5 * math.log(fresh.sd.high / fresh.sd.low)
