"""Sobol indices: functions whose indices are known in closed form, and noisy games made of them."""

from __future__ import annotations

import csv
import io
import math

import numpy as np
import pytest

from calibration.tuning.sensitivity import design, indices, study
from calibration.tuning.space import Parameter, Space
from calibration.tuning.targets import figure
from calibration.tuning.tornado import answer, csv_text, picture, text
from sim.configuration import load_configuration
from sim.errors import InputError
from sim.match.seats import seats_from
from tests.calibration.tuning.games import MadeUp, figure_of, space_of


def test_a_sum_by_hand() -> None:
    """f = x1 + 2 x2 + 3 x3: variances 1, 4 and 9 twelfths, so 1/14, 4/14, 9/14; nothing together."""
    first, total = indices(lambda u: u @ np.array([1.0, 2.0, 3.0]), 3, 12, 1)
    np.testing.assert_allclose(first, np.array([1, 4, 9]) / 14, atol=0.01)
    np.testing.assert_allclose(total, np.array([1, 4, 9]) / 14, atol=0.01)


def test_a_product_by_hand() -> None:
    """f = x1 x2: E f = 1/4, E f^2 = 1/9, so V = 7/144; V(E(f | x1)) = V(x1 / 2) = 1/48: 3/7 alone, 4/7 with others."""
    first, total = indices(lambda u: u[:, 0] * u[:, 1], 2, 13, 1)
    np.testing.assert_allclose(first, [3 / 7] * 2, atol=0.01)
    np.testing.assert_allclose(total, [4 / 7] * 2, atol=0.01)


def test_ishigami() -> None:
    """sin x1 + 7 sin^2 x2 + 0.1 x3^4 sin x1 on (-pi, pi): 0.3139, 0.4424, 0; 0.5576, 0.4424, 0.2437 (closed form)."""

    def f(u: np.ndarray) -> np.ndarray:
        x = (2 * u - 1) * math.pi
        return np.sin(x[:, 0]) + 7 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])

    first, total = indices(f, 3, 13, 1)
    np.testing.assert_allclose(first, [0.3139, 0.4424, 0.0], atol=0.02)
    np.testing.assert_allclose(total, [0.5576, 0.4424, 0.2437], atol=0.02)


def test_one_parameter_explains_all_and_a_constant_has_no_indices() -> None:
    assert indices(lambda u: u[:, 0] ** 2, 1, 8, 1) == (1.0, 1.0)
    first, total = indices(lambda u: np.full(len(u), 3.0), 2, 8, 1)
    assert np.isnan([*first, *total]).all()


@pytest.fixture(scope="module")
def found():
    """Minutes = 10 + 10 x1 + 5 x2, in noisy matches: 0.8 and 0.2; from 12.5 to 22.5, and from 15 to 20."""
    space = space_of(3)
    game = MadeUp(space, [lambda u: 10 + 10 * float(u[0]) + 5 * float(u[1])], [False], cluster=0.2)
    return study(space, figure_of("minutes", False), game, 32, 16, 1, draws=60)


@pytest.mark.slow
def test_a_noisy_game_has_the_indices_of_its_truth(found) -> None:
    one, two, three = found.influences
    for influence, share in ((one, 0.8), (two, 0.2), (three, 0.0)):
        for index in (influence.first, influence.total):
            assert index.estimate == pytest.approx(share, abs=0.08)
            assert index.low - 0.02 <= share <= index.high + 0.02
            assert index.high - index.low < 0.3
    assert one.at_low.low < 12.5 < one.at_low.high
    assert one.at_high.low < 22.5 < one.at_high.high
    # All points share the luck of their seeds, which moves the whole box; differences are free of it.
    assert two.at_high.estimate - two.at_low.estimate == pytest.approx(5, abs=0.5)
    assert two.at_low.low < 15 < two.at_low.high
    assert found.overall.low < 17.5 < found.overall.high
    assert found.matches == 512


def test_what_together_only_is_told_apart() -> None:
    """A proportion where the first parameter matters only if the second is high."""
    space = space_of(2)
    game = MadeUp(space, [lambda u: 0.1 + 0.6 * float(u[0] * u[1])], [True], cluster=0.1, attempts=100)
    told = study(space, figure_of("a", True), game, 32, 32, 1, draws=20)
    for influence in told.influences:
        assert influence.first.estimate == pytest.approx(3 / 7, abs=0.06)
        assert influence.total.estimate == pytest.approx(4 / 7, abs=0.06)


@pytest.mark.slow
def test_it_is_told_and_drawn(found) -> None:
    lines = text(found).splitlines()
    assert lines[0].startswith("riff-raff, seed 1, profile play: minutes over the box 1")
    assert lines[4].split()[0] == "made.up_0"
    table = list(csv.DictReader(io.StringIO(csv_text(found))))
    assert [row["parameter"] for row in table][:2] == ["made.up_0", "made.up_1"]
    assert float(table[0]["total"]) == pytest.approx(0.8, abs=0.1)
    assert float(table[0]["total_low"]) <= float(table[0]["total"]) <= float(table[0]["total_high"])
    assert picture(found).startswith(b"\x89PNG")
    told = answer(found, seats_from(["casual", "casual"], "riff-raff"))
    assert told["parameters"][0]["name"] == "made.up_0"
    assert told["matches"] == 512


def test_a_figure_that_nothing_moves() -> None:
    space = Space("riff-raff", (Parameter("a.b", 0, 1, False, 0.5), Parameter("a.c", 0, 1, False, 0.5)))
    still = MadeUp(space, [lambda u: 5.0], [False], cluster=0.0)
    told = study(
        space,
        figure("minutes", load_configuration("riff-raff"), seats_from(["casual"] * 2, "riff-raff"), "--metric"),
        still,
        8,
        4,
        1,
        draws=5,
    )
    assert [math.isnan(i.total.estimate) for i in told.influences] == [True, True]
    assert "none" in text(told)
    assert csv_text(told).splitlines()[1].startswith("a.b,0,1,,,")
    assert picture(told).startswith(b"\x89PNG")


def test_the_number_of_points() -> None:
    assert design(2, 8, 1).shape == (8, 2)
    for points in (7, 4):
        with pytest.raises(InputError, match="--points: expected a power of two, 8 or more for 2 parameters"):
            design(2, points, 1)
