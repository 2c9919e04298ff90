"""Ratings: those of known strengths lie within their intervals, extremes stay finite, and cycles are told."""

from __future__ import annotations

import math
import warnings
from itertools import combinations, pairwise, product

import numpy as np
import pytest

from calibration.league.rating import POINTS, Pair, Ratings, connected
from calibration.league.table import cycle_of
from sim.batch.ladder import Side
from studies.league_coverage import CASES, Case, drawn, looks


def draw(true: list[float], pairs: int, alike: float, seed: int) -> list[Pair]:
    """Return mirrored pairs of players of known Elo. alike: the correlation of the two matches of a pair."""
    return drawn(np.array(true), pairs, alike, np.random.default_rng(seed))


@pytest.mark.study
@pytest.mark.parametrize("case", CASES, ids=str)
def test_intervals_hold_known_strengths_in_95_of_100(case: Case) -> None:
    held = [hold for number in range(60) for _, hold in looks(case, 1, number)]
    assert 0.92 <= sum(held) / len(held) <= 0.99


def test_two_players_are_rated_by_the_logit_of_their_share() -> None:
    pairs = [Pair(0, 1, 1.0)] * 30 + [Pair(0, 1, 0.0)] * 10
    found = Ratings(2, pairs)
    # By hand: Jeffreys' penalty adds half a pair to either side, its weight by the scatter.
    weight = found.scatter / 2
    expected = POINTS * math.log((30 + weight) / (10 + weight))
    gap = found.intervals[0].estimate - found.intervals[1].estimate
    assert gap == pytest.approx(expected, abs=0.01)
    # 40 pairs, as far from the mean as can be, and two that count as usual.
    assert found.scatter == pytest.approx((40 + 2 * 0.5) / (39 + 2), rel=0.02)
    # The other way round, and with the pairs named the other way round, everything is mirrored.
    other = Ratings(2, [Pair(1, 0, pair.share) for pair in pairs])
    assert other.intervals[1].estimate == pytest.approx(found.intervals[0].estimate, abs=0.01)
    assert found.intervals[0].low == pytest.approx(-found.intervals[1].high, abs=0.05)


def test_shares_of_victories_never_say_more_or_less_than_ratings() -> None:
    verdicts = set()
    for seed in range(40):
        found = Ratings(2, draw([70.0, -70.0], 8, 0.3, seed))
        elo, share = found.intervals[0], found.victories(0)
        assert (elo.low > 0, elo.high < 0) == (share.low > 0.5, share.high < 0.5)
        assert share.low <= share.estimate <= share.high
        # Whoever is named first, and met alone or in the whole league.
        other = found.against(1, 0)
        assert (1 - other.high, 1 - other.low) == pytest.approx((share.low, share.high), abs=1e-3)
        verdicts.add(elo.low > 0)
    assert verdicts == {True, False}


def test_a_share_of_all_victories_has_a_lower_bound_and_one_pair_has_none() -> None:
    found = Ratings(2, [Pair(0, 1, 1.0)] * 5)
    assert 0.5 < found.victories(0).low < found.victories(0).estimate == found.victories(0).high == 1.0
    assert math.isnan(Ratings(2, [Pair(0, 1, 1.0)]).victories(0).low)


def test_shared_victories_count_in_parts() -> None:
    halves = Ratings(2, [Pair(0, 1, 0.5)] * 12).intervals
    assert halves[0].estimate == pytest.approx(0, abs=1e-6)
    assert halves[0].low < 0 < halves[0].high


def test_nothing_bounds_how_much_better_a_player_is_who_wins_every_pair() -> None:
    pairs = [Pair(0, 1, 1.0)] * 5 + [Pair(0, 2, 1.0)] * 5 + [Pair(1, 2, 0.5)] * 5
    found = Ratings(3, pairs)
    best, *others = found.intervals
    assert max(other.high for other in others) < best.low < best.estimate < best.high == math.inf
    # So the mean is that of the other two, who can be compared.
    assert found.core == (1, 2)
    assert sum(other.estimate for other in others) == pytest.approx(0, abs=1e-6)
    assert all(math.isfinite(other.low) for other in others)
    anchored = Ratings(3, pairs, anchor=0).intervals
    assert [other.low for other in anchored[1:]] == [-math.inf] * 2
    alone = Ratings(2, pairs[:5])
    assert alone.core == (0, 1)
    assert (alone.intervals[0].high, alone.intervals[1].low) == (math.inf, -math.inf)


@pytest.mark.study
def test_so_few_pairs_that_the_numbers_give_out_leave_a_rating_undecided() -> None:
    """A degree of freedom allows so much that bounds are sought where chances are no longer distinct from 0."""
    for shares in product((0.0, 0.5, 1.0), repeat=3):
        pairs = [Pair(*met, share) for met, share in zip(combinations(range(3), 2), shares, strict=True)]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            intervals = Ratings(3, pairs).intervals
        assert all(each.low < each.estimate < each.high for each in intervals)


def test_an_anchor_is_nought_and_the_gaps_stay() -> None:
    pairs = draw([-100.0, 0.0, 100.0], 20, 0.0, 3)
    mean, anchored = Ratings(3, pairs), Ratings(3, pairs, anchor=2)
    assert sum(each.estimate for each in mean.intervals) == pytest.approx(0, abs=1e-6)
    assert anchored.intervals[2].estimate == 0
    assert math.isnan(anchored.intervals[2].low)
    for player in (0, 1):
        gap = mean.intervals[player].estimate - mean.intervals[2].estimate
        assert anchored.intervals[player].estimate == pytest.approx(gap, abs=0.05)


def test_players_who_never_met_cannot_be_compared() -> None:
    assert connected(3, [Pair(0, 1, 1.0), Pair(1, 2, 1.0)])
    assert not connected(4, [Pair(0, 1, 1.0), Pair(2, 3, 1.0)])


def test_a_cycle_is_told_only_beyond_doubt() -> None:
    a, b, c = (("casual", name) for name in "abc")

    def met(share: float, pairs: int) -> dict[tuple[Side, Side], list[float]]:
        found = {}
        for first, second in ((a, b), (b, c), (c, a)):
            found[first, second] = [share] * pairs
            found[second, first] = [1 - share] * pairs
        return found

    assert cycle_of(met(0.9, 3)) == ()
    cycle = cycle_of(met(0.9, 40))
    assert sorted(cycle) == [a, b, c]
    assert all((first, second) in ((a, b), (b, c), (c, a)) for first, second in pairwise(cycle))
    transitive = met(0.9, 40)
    transitive[c, a], transitive[a, c] = transitive[a, c], transitive[c, a]
    assert cycle_of(transitive) == ()
