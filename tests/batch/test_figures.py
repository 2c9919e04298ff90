"""Every figure of `simulate --json` counted a second time: from rows held in memory, in two passes, with numpy.

That is how figures were made before they were counted match by match; the two must agree in every digit that is told.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, binom, norm, t

from sim.batch import figures
from sim.batch.assumed import AssumedBand
from sim.batch.blocks import MatchBlock
from sim.batch.figures import Counted, Ratio, Values, at_share, quantile
from sim.batch.match_counts import metrics_of
from sim.metrics import Metric, by_turns
from sim.statistics import Interval
from tests.batch.stores import summed

riff_raff = metrics_of("riff-raff")
zack = metrics_of("zack")

Told = dict[str, float | None]
Rows = list[tuple[Any, list[Any]]]


def interval(*values: float) -> Told:
    """As `simulate --json` tells one."""
    numbers = zip(("estimate", "low", "high"), values, strict=True)
    return {name: None if value != value else round(float(value), 6) for name, value in numbers}


def quotient(pairs: Iterable[tuple[float, float]], proportion: bool = True) -> Told:
    """Of (y, x) of each match: the textbook's formula, as it stands."""
    y, x = np.array([pair for pair in pairs if pair[1] > 0], dtype=float).reshape(-1, 2).T
    k = len(x)
    if k == 0:
        return interval(np.nan, np.nan, np.nan)
    r = y.sum() / x.sum()
    if k == 1:
        return interval(r, np.nan, np.nan)
    squares = ((y - r * x) ** 2).sum()
    variance = k / (k - 1) * squares / x.sum() ** 2 if squares > 1e-15 * x.sum() ** 2 else 0.0
    expected = 1 + 0.02 * ((x**2).sum() / x.sum() - 1)
    if not proportion:
        q = t.ppf(0.975, k / 2)
        if not variance:
            return interval(r, max(0.0, r - q * q * expected / x.sum()), r + q * q * expected / x.sum())
        # The bounds solve (m - r)^2 = q^2 variance m / r.
        return interval(r, *sorted(np.roots([1, -2 * r - q * q * variance / r, r * r]).real))
    if (x == 1).all() and ((y == 0) | (y == 1)).all():
        q, n = norm.ppf(0.975), float(k)
    else:
        events = min(y.sum(), x.sum() - y.sum())
        found = variance * x.sum() / (r * (1 - r)) if events else 0.0
        q, n = t.ppf(0.975, k - 1), x.sum() * (2 + events) / (2 * expected + events * found)
    # Wilson's bounds solve (p - r)^2 = q^2 p (1 - p) / n.
    low, high = sorted(np.roots([1 + q * q / n, -2 * r - q * q / n, r * r]).real)
    if 0 < r * n <= 3:
        low = min(low, beta.ppf(0.05, r * n, n - r * n + 1))
    if 0 < (1 - r) * n <= 3:
        high = max(high, beta.ppf(0.95, r * n + 1, n - r * n))
    return interval(r, min(max(0.0, low), r), max(min(1.0, high), r))


def share(successes: int, trials: int) -> Told:
    """Of matches that are one yes or no each."""
    return quotient([(1, 1)] * successes + [(0, 1)] * (trials - successes))


def spread(by_match: list[list[float]]) -> dict[str, Told]:
    """Of the values of each match."""
    values = sorted(value for match in by_match for value in match)
    n = len(values)
    told = {"mean": quotient(((sum(match), len(match)) for match in by_match), proportion=False)}
    for name, p in (("p10", 0.1), ("p50", 0.5), ("p90", 0.9)):
        low, high = int(binom.ppf(0.025, n, p)) - 1, int(binom.ppf(0.975, n, p))
        estimate = next(v for v in values if sum(w <= v for w in values) >= p * n - 1e-9)
        told[name] = interval(estimate, values[low] if low >= 0 else np.nan, values[high] if high < n else np.nan)
    return told


def turn_sums(rows: Rows, y: Callable[[Any], float], x: Callable[[Any], float] = lambda _: 1.0, **how: bool) -> Told:
    """Of sums over the turns of each match."""
    return quotient([(sum(map(y, turns)), sum(map(x, turns))) for _, turns in rows], **how)


def of(rows: Rows, name: str, value: Any) -> Rows:
    """Only the turns with this value of a field."""
    return [(row, [turn for turn in turns if getattr(turn, name) == value]) for row, turns in rows]


def fallen_by(rows: Rows, name: str) -> dict[str, Told]:
    """Attempts that drop something, by the values of a field that were seen."""
    values = {getattr(turn, name) for _, turns in rows for turn in turns}
    return {str(value): turn_sums(of(rows, name, value), lambda turn: turn.fell) for value in values}


def hazard(rows: Rows) -> dict[str, Told]:
    """Turns that drop something, by round."""
    whole: list[dict[tuple[int, int], bool]] = []
    for _, turns in rows:
        whole.append({})
        for turn in turns:
            key = (turn.round, turn.turn)
            whole[-1][key] = whole[-1].get(key, False) or turn.fell
    rounds = {number for match in whole for number, _ in match}
    return {
        str(n): quotient(
            (sum(fell for (m, _), fell in match.items() if m == n), sum(m == n for m, _ in match)) for match in whole
        )
        for n in rounds
    }


def riff_raff_again(rows: Rows, names: list[str]) -> dict[str, Any]:
    """The figures of Riff Raff."""
    matches = [row for row, _ in rows]
    rounds = [row.rounds for row in matches]
    return {
        "matches": len(matches),
        "trials": sum(len(turns) for _, turns in rows),
        "fall_rate": turn_sums(rows, lambda turn: turn.fell),
        "fall_rate_by_slot": fallen_by(rows, "slot"),
        "fall_rate_by_round": fallen_by(rows, "round"),
        "fall_rate_by_piece": fallen_by(rows, "piece"),
        "fall_rate_by_profile": fallen_by(rows, "profile"),
        "own_fall_rate": turn_sums(rows, lambda turn: turn.own_fell),
        "catch_share": turn_sums(rows, lambda turn: turn.pieces_caught, lambda turn: turn.pieces_fallen),
        "pieces_per_fall": turn_sums(
            rows, lambda turn: turn.pieces_fallen, lambda turn: turn.pieces_fallen > 0, proportion=False
        ),
        "avalanche_rate": turn_sums(rows, lambda turn: turn.pieces_fallen >= 5),
        "hazard_by_round": hazard(rows),
        "rounds": {
            **spread([[n] for n in rounds]),
            "distribution": {str(n): share(rounds.count(n), len(rounds)) for n in range(min(rounds), max(rounds) + 1)},
        },
        "minutes": spread([[row.simulated_s / 60] for row in matches]),
        "attempts": spread([[row.attempts] for row in matches]),
        "wins_by_seat": {name: quotient((row.victory[n], 1) for row in matches) for n, name in enumerate(names)},
        "pieces_left_by_seat": {
            name: quotient(((row.pieces_left[n], 1) for row in matches), proportion=False)
            for n, name in enumerate(names)
        },
        "lead_changes": quotient(((row.lead_changes, 1) for row in matches), proportion=False),
        "far_heel_rate": turn_sums(rows, lambda turn: turn.max_heel_rad * 180 / math.pi > 8),
        "near_fall_rate": turn_sums(
            rows, lambda turn: bool(turn.stirred) and not turn.fell, lambda turn: turn.stirred is not None
        ),
        "held_breath_rate": turn_sums(
            rows,
            lambda turn: turn.stirred is not None and (turn.stirred or turn.max_heel_rad * 180 / math.pi > 8),
            lambda turn: turn.stirred is not None,
        ),
        "endings": {
            name: share(sum(row.ending == name for row in matches), len(matches)) for name in ("emptied", "cards_spent")
        },
        "unsettled": sum(row.unsettled for row in matches),
        "seconds_simulated": round(sum(row.simulated_s for row in matches), 6),
    }


def zack_again(rows: Rows, seats: Any) -> dict[str, Any]:
    """The figures of Zack!."""
    matches = [row for row, _ in rows]
    profiles = {seat.profile: [n for n, s in enumerate(seats) if s.profile == seat.profile] for seat in seats}
    cards = {turn.on for _, turns in rows for turn in turns} - {None}
    miss = (lambda turn: turn.kind != "challenge" and not turn.hit, lambda turn: turn.kind != "challenge")
    hit = lambda turn: turn.kind == "throw" and turn.hit  # noqa: E731
    wrong = (lambda turn: hit(turn) and turn.wrong, hit)
    pace = (lambda turn: turn.turn_s or 0.0, lambda turn: turn.turn_s is not None)
    judged = lambda turn: turn.success is not None  # noqa: E731
    right = (lambda turn: bool(turn.success), judged)

    def a_game(rows: Rows, seats: int = 1) -> Told:
        return quotient(((sum(map(judged, turns)), row.games * seats) for row, turns in rows), proportion=False)

    def won(seats: list[int]) -> Told:
        return quotient((sum(row.games_won[n] for n in seats), row.games) for row in matches)

    def thrown(turns: list[Any]) -> list[float]:
        ended = [turn.game for turn in turns if turn.ended]
        return [float(sum(turn.game == game and turn.kind != "challenge" for turn in turns)) for game in ended]

    reasons = ("slow", "out_of_turn")
    return {
        "matches": len(matches),
        "trials": sum(miss[1](turn) for _, turns in rows for turn in turns),
        "games": {
            "count": sum(row.games for row in matches),
            "per_match": quotient(((row.games, 1) for row in matches), proportion=False),
        },
        "game_seconds": spread([[turn.game_s for turn in turns if turn.ended] for _, turns in rows]),
        "game_throws": spread([thrown(turns) for _, turns in rows]),
        "minutes": spread([[row.simulated_s / 60] for row in matches]),
        "stopped_minutes": quotient(((row.stopped_s / 60, 1) for row in matches), proportion=False),
        "dealt_minutes": quotient(((row.dealt_s / 60, 1) for row in matches), proportion=False),
        "miss_rate": turn_sums(rows, *miss),
        "miss_rate_by_profile": {p: turn_sums(of(rows, "profile", p), *miss) for p in profiles},
        "out_of_turn_rate": turn_sums(rows, *wrong),
        "out_of_turn_rate_by_card": {card: turn_sums(of(rows, "on", card), *wrong) for card in cards},
        "out_of_turn_rate_by_profile": {p: turn_sums(of(rows, "profile", p), *wrong) for p in profiles},
        "undercut_rate": turn_sums(rows, lambda turn: turn.undercut, lambda turn: turn.hit),
        "turn_seconds": turn_sums(rows, *pace, proportion=False),
        "turn_seconds_by_profile": {p: turn_sums(of(rows, "profile", p), *pace, proportion=False) for p in profiles},
        "turn_seconds_by_card": {card: turn_sums(of(rows, "on", card), *pace, proportion=False) for card in cards},
        "challenges_per_game": a_game(rows),
        "challenges_per_game_by_reason": {reason: a_game(of(rows, "reason", reason)) for reason in reasons},
        "challenge_success": turn_sums(rows, *right),
        "challenge_success_by_reason": {r: turn_sums(of(rows, "reason", r), *right) for r in reasons},
        "challenges_per_game_and_seat_by_profile": {
            p: a_game(of(rows, "profile", p), len(numbers)) for p, numbers in profiles.items()
        },
        "cards_taken": turn_sums(rows, lambda turn: turn.cards or 0, judged, proportion=False),
        "wins_by_seat": {seat.name: quotient((row.victory[n], 1) for row in matches) for n, seat in enumerate(seats)},
        "games_won_by_seat": {seat.name: won([n]) for n, seat in enumerate(seats)},
        "games_won_by_profile": {p: won(numbers) for p, numbers in profiles.items()},
        "unsettled": sum(row.unsettled for row in matches),
        "seconds_simulated": round(sum(row.simulated_s for row in matches), 6),
    }


def same(found: Any, expected: Any, where: str = "") -> None:
    """Equal, up to one in the last digit that is told: the two ways round differently, and may at a tie."""
    if isinstance(expected, dict):
        assert set(found) == set(expected), where
        for key, value in expected.items():
            same(found[key], value, f"{where}/{key}")
    elif expected is None:
        assert found is None, where
    else:
        assert found == pytest.approx(expected, rel=1e-12, abs=1.1e-6), where


def cut(rows: Rows, rng: random.Random, count: int) -> Rows:
    """Matches that differ: parts of these."""
    found = []
    for index in range(count):
        row, turns = rng.choice(rows)
        kept = turns[: rng.randint(1, len(turns))]
        told = {"index": index, "simulated_s": row.simulated_s * rng.random()}
        if hasattr(row, "attempts"):
            ending = rng.choice(["emptied", "cards_spent"])
            told |= {"attempts": len(kept), "rounds": kept[-1].round, "ending": ending, "lead_changes": index % 4}
        found.append((replace(row, **told), [replace(turn, match=index) for turn in kept]))
    return found


def test_the_figures_of_riff_raff_counted_again(played) -> None:
    four = played[1]
    rows = cut([(four.row, four.turns)], random.Random(1), 40)
    names = [seat.name for seat in four.seats]
    for some in (rows, rows[:2], rows[:1]):
        found = dict(summed(riff_raff, some, four.seats).printed)
        # What is compared at equal cargo is counted again in test_margins.py.
        equal = found.pop("at_equal_cargo")
        for part, compared in equal.items():
            assert set(compared["parts"]) == set(found[f"fall_rate_by_{part}"])
        same(found, riff_raff_again(some, names))
    assert json.loads(json.dumps(found, allow_nan=False)) == found


@pytest.mark.slow
def test_the_figures_of_zack_counted_again(zack_rows) -> None:
    seats, _, whole = zack_rows
    rows = cut(whole, random.Random(2), 30) + [
        (replace(row, index=30 + n), turns) for n, (row, turns) in enumerate(whole)
    ]
    for some in (rows, rows[-2:], rows[-1:]):
        same(summed(zack, some, seats).printed, zack_again(some, seats))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["riff_raff", "zack"])
def test_the_order_of_matches_within_a_block_hardly_matters(played, zack_rows, game: str) -> None:
    room, seats, rows = (
        (riff_raff, played[1].seats, [(played[1].row, played[1].turns)])
        if game == "riff_raff"
        else (zack, zack_rows[0], zack_rows[2])
    )
    rng = random.Random(3)
    rows = cut(rows, rng, 20) + [(replace(row, index=20 + n), turns) for n, (row, turns) in enumerate(rows)]
    found = summed(room, rows, seats)
    rng.shuffle(rows)
    # Sums of floats, whose last digits are their order's; what is printed is rounded.
    assert json.dumps(summed(room, rows, seats).printed) == json.dumps(found.printed)


def test_a_metric_by_part_counts_whole_matches() -> None:
    slot = by_turns("slot", "slot {part}")
    counted = Counted(Metric("fall_rate", "falls", lambda turn: turn.fell), (), (slot,))
    turns = [SimpleNamespace(slot=slot, fell=fell) for slot, fell in ((1, 1), (1, 0), (2, 0), (None, 1))]
    counted.add(MatchBlock([SimpleNamespace(index=0)], turns, [len(turns)]))
    counted.add(MatchBlock([SimpleNamespace(index=1)], [turns[1]] * 2, [2]))
    # What is of no part counts for the undivided figure alone.
    assert counted.interval().to_json() == quotient([(2, 4), (0, 2)])
    assert counted.ordered(slot) == [1, 2]
    assert counted.counts.parts["slot"][1].share().to_json() == quotient([(1, 2), (0, 2)])
    assert counted.counts.parts["slot"][2].share().to_json() == quotient([(0, 1)])


def test_values_that_are_whole_stay_whole() -> None:
    values = Values(whole=True)
    values.add(np.arange(100), range(100), [1] * 100)
    found = values.spread(Metric("storeys", "storeys of a tower", unit=""))
    assert json.dumps(found.p50.to_json()) == '{"estimate": 49, "low": 39, "high": 60}'
    assert found.mean.to_json() == spread([[n] for n in range(100)])["mean"]


def at(ordered: list[float], p: float) -> float:
    """The smallest value with at least a share `p` of the values at or below it; the last where there is none."""
    n = len(ordered)
    return next((value for value in ordered if sum(w <= value for w in ordered) >= p * n - 1e-9), ordered[-1])


@given(st.lists(st.integers(0, 9), min_size=1, max_size=12).map(sorted), st.integers(-1, 13))
def test_a_quantile_is_the_smallest_value_with_its_share_at_or_below(ordered: list[float], twelfths: int) -> None:
    assert at_share(np.array(ordered), twelfths / 12) == at(ordered, twelfths / 12)
    assert quantile(ordered, 0.5).estimate == at(ordered, 0.5)


@pytest.mark.parametrize("count", [80, 12, 1])
def test_quantiles_of_several_values_a_match_are_woodruffs(count: int) -> None:
    """The interval of the share at or below them, clustered by match, is read off the distribution."""
    rng = random.Random(count)
    matches = [[rng.gauss(0, 1) for _ in range(rng.randrange(4))] for _ in range(count - 1)] + [[0.0, 1.0, 2.0]]
    values = Values()
    for first in range(0, count, 30):
        block = matches[first : first + 30]
        numbers = np.arange(first, first + len(block))
        values.add(numbers, [value for match in block for value in match], list(map(len, block)))
    ordered, sizes = sorted(value for match in matches for value in match), [len(match) for match in matches if match]
    unseen = Ratio.of([0.0] * len(sizes), sizes).share().high
    told = []
    for p in (0.1, 0.5, 0.9):
        estimate = at(ordered, p)
        share = Ratio.of((sum(value <= estimate for value in match) for match in matches if match), sizes).share()
        low, high = (at(ordered, bound - (share.estimate - p)) for bound in (share.low, share.high))
        told.append(interval(estimate, low if p > unseen else np.nan, high if 1 - p > unseen else np.nan))
    found = values.quantiles(0.1, 0.5, 0.9)
    assert [each.to_json() for each in found] == told
    # Of a single match, and beyond what few can show, nothing is known.
    assert sum(math.isnan(bound) for each in found for bound in (each.low, each.high)) == {80: 0, 12: 2, 1: 6}[count]


@pytest.mark.parametrize("pairs", [False, True])
def test_shares_of_kinds_are_those_counted_match_by_match(monkeypatch: pytest.MonkeyPatch, pairs: bool) -> None:
    rng = random.Random(9)
    matches = [[rng.randrange(3) for _ in range(rng.randrange(5))] for _ in range(50)]
    values = Values(pairs)
    values.add(np.arange(50), [kind for match in matches for kind in match], list(map(len, matches)))
    for block in (7, 500):
        monkeypatch.setattr(figures, "BLOCK", block)
        for kind, found in enumerate(values.shares(values.values.astype(np.intp), 3)):
            expected = quotient([(match.count(kind), len(match)) for match in matches])
            assert found.share().to_json() == pytest.approx(expected, abs=1.1e-6)
            assert found.clusters == sum(map(bool, matches))
            if pairs:
                kept = {match for indices, _, _ in found.pairs or () for match in indices.tolist()}
                assert kept == {index for index, match in enumerate(matches) if match}


@pytest.mark.parametrize(
    ("low", "high", "share", "words"),
    [
        (0.12, 0.31, True, "12-31"),
        (0.2, 0.3, True, "20-30"),
        (0.12, 0.2, True, "12.0-20.0"),
        (2.0, 3.0, False, "2.0-3.0"),
        (0.1, 0.2, False, "0.10-0.20"),
    ],
)
def test_the_ends_that_assumptions_leave_have_the_digits_that_tell_them_apart(
    low: float, high: float, share: bool, words: str
) -> None:
    band = AssumedBand(Interval(low, low, low), Interval(high, high, high))
    assert band.text(share) == words
