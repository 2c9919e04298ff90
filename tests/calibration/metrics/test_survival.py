"""Survival curves against cases that were computed by hand, or published."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.metrics.survival import kaplan_meier
from sim.batch.figures import clustered_rate

# Weeks in remission under 6-MP: Freireich et al. 1963, as printed in Kalbfleisch & Prentice; False: censored.
SIX_MP = [
    (6, True), (6, True), (6, True), (6, False), (7, True), (9, False), (10, True), (10, False), (11, False),
    (13, True), (16, True), (17, False), (19, False), (20, False), (22, True), (23, True), (25, False), (32, False),
    (32, False), (34, False), (35, False),
]  # fmt: skip


def test_the_product_limit_of_four_matches_by_hand() -> None:
    # At turn 1 one of four falls; one match ends unharmed at turn 2; at turn 3 one of two falls; one goes on to 4.
    found = kaplan_meier(Counter([(1, True), (2, False), (3, True), (4, False)]))
    assert found.at_risk == (4, 3, 2, 1)
    assert found.events == (1, 0, 1, 0)
    assert [point.estimate for point in found.survival] == pytest.approx([3 / 4, 3 / 4, 3 / 8, 3 / 8])
    assert [point.estimate for point in found.hazard] == pytest.approx([1 / 4, 0, 1 / 2, 0])
    assert found.hazard[0] == clustered_rate([1, 0, 0, 0], [1] * 4)
    assert found.median.estimate == 3


def test_published_remission_times() -> None:
    found = kaplan_meier(Counter(SIX_MP))
    at = dict(zip(found.turns, found.survival, strict=True))
    published = {6: 0.857, 7: 0.807, 10: 0.753, 13: 0.690, 16: 0.627, 22: 0.538, 23: 0.448}
    for turn, value in published.items():
        assert at[turn].estimate == pytest.approx(value, abs=5e-4)
    assert found.median.estimate == 23
    # Greenwood's variance and its log-log band by hand at week 7: S = 6/7 x 16/17.
    s = 6 / 7 * 16 / 17
    greenwood = 3 / (21 * 18) + 1 / (17 * 16)
    spread = 1.959964 * math.sqrt(greenwood) / math.log(s)
    assert at[7].low == pytest.approx(s ** math.exp(-spread), abs=1e-5)
    assert at[7].high == pytest.approx(s ** math.exp(spread), abs=1e-5)


def test_where_nothing_or_everything_happened_the_band_is_still_one() -> None:
    quiet = kaplan_meier(Counter({(3, False): 2, (2, False): 1}))
    assert [point.estimate for point in quiet.survival] == [1, 1, 1]
    assert 0 < quiet.survival[0].low < 1
    assert math.isnan(quiet.median.estimate)
    all_at_once = kaplan_meier(Counter({(2, True): 2}))
    assert all_at_once.survival[1].estimate == 0
    assert all_at_once.survival[1].high > 0
    assert kaplan_meier(Counter()).turns == ()


def test_a_turn_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        kaplan_meier(Counter([(0, True)]))


@given(st.lists(st.tuples(st.integers(1, 12), st.booleans()), min_size=1, max_size=40))
def test_survival_is_the_product_of_what_the_hazards_leave(sample: list[tuple[int, bool]]) -> None:
    found = kaplan_meier(Counter(sample))
    left = 1.0
    for survival, hazard in zip(found.survival, found.hazard, strict=True):
        left *= 1 - hazard.estimate
        assert survival.estimate == pytest.approx(left, abs=1e-9)
        assert survival.low - 1e-9 <= survival.estimate <= survival.high + 1e-9
