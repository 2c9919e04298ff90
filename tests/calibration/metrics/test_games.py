"""The figures of both games, of made-up matches, computed by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest

from calibration.metrics.figures import Figure
from calibration.metrics.measured import FigureCollector, seat_test
from sim.batch.figures import clustered_rate, quantile
from sim.batch.metrics import BatchFigures
from sim.games.riff_raff.metrics import TABLE as RIFF_RAFF
from sim.games.zack.metrics import TABLE as ZACK
from tests.calibration.metrics.rows import attempt, card, match, seats, zack_match


def found_in(collector: Any) -> dict[str, Figure]:
    figures, _ = collector.figures()
    keys = [figure.key for figure in figures]
    assert len(keys) == len(set(keys))
    return {figure.key: figure for figure in figures}


def estimate(figures: dict[str, Figure], key: str) -> float:
    return figures[key].interval.estimate


def test_falls_of_two_matches_by_hand() -> None:
    first = [
        attempt(0, 1, slot=1, piece="rat"),
        attempt(0, 2, slot=2, piece="crate", fallen=6, own_fell=True, pieces_caught=2, settle_s=3.0),
        attempt(0, 3, slot=1, piece="rat", fallen=1),
    ]
    second = [attempt(1, 1, slot=2, piece="rat"), attempt(1, 2, slot=1, piece="rat")]
    collector = FigureCollector(RIFF_RAFF, seats("casual", "child"))
    collector.add(match(0, first), first)
    collector.add(match(1, second, victory=(0.5, 0.5), lead_changes=4, drama=0.3, decided_at=1.0), second)
    figures = found_in(collector)

    assert figures["fall_rate"].interval == clustered_rate([2, 0], [3, 2])
    assert figures["fall_rate"].count == 5
    for key, expected in {
        "fall_rate": 2 / 5,
        "fall_rate.slot.1": 1 / 3,
        "fall_rate.slot.2": 1 / 2,
        "fall_rate.piece.rat": 1 / 4,
        "fall_rate.piece.crate": 1.0,
        "fall_rate.round.1": 1 / 4,
        "fall_rate.round.2": 1.0,
        "fall_rate.attempt.2": 1 / 2,
        "fall_rate.attempt.3": 1.0,
        "fall_rate.seat.Anne": 1 / 3,
        "fall_rate.profile.child": 1 / 2,
        "fall_rate.slot_piece.1.rat": 1 / 3,
        "fall_rate.slot_piece.2.crate": 1.0,
        "own_fall_rate": 1 / 5,
        "catch_share": 2 / 7,
        "pieces_per_fall": 7 / 2,
        "avalanche_rate": 1 / 5,
        "settle_s.mean": 7 / 5,
        "settle_s.slot.2": 2.0,
        "wins.seat.Anne": 0.75,
        "wins.side.child:simple": 0.25,
        "wins.gap.1": 0.75,
        "wins.against.casual over child": 0.75,
        "lead_changes": 2.0,
        "drama": 0.3,
        "decided_at": 0.75,
        "rounds.mean": 1.5,
        "rounds.distribution.1": 0.5,
        "attempts.mean": 2.5,
        "minutes.mean": (30 + 20) / 2 / 60,
        # One match falls at its second attempt; the other ends unharmed at it.
        "first_fall.survival.1": 1.0,
        "first_fall.survival.2": 0.5,
        "first_fall.hazard.2": 0.5,
        "first_fall.median": 2.0,
        # Anne falls at her second own attempt of match 0, and has only one in match 1; Bert has one in each.
        "first_fall.seat.Anne.hazard.2": 1.0,
        "first_fall.seat.Bert.survival.1": 0.5,
    }.items():
        assert estimate(figures, key) == pytest.approx(expected), key
    assert figures["drama"].count == 1
    assert "fall_rate.slot.3" not in figures
    assert "seat_test.casual:simple" not in figures  # there is only one seat of each


def test_nothing_was_played() -> None:
    for collector in (
        FigureCollector(RIFF_RAFF, seats("casual", "child")),
        FigureCollector(ZACK, seats("casual", "child", "child")),
    ):
        figures, _ = collector.figures()
        assert all(math.isnan(figure.interval.estimate) and figure.count == 0 for figure in figures)


def test_seats_that_are_worth_the_same() -> None:
    # Pearson: (10 + 0 + 10) squares over 20: 100/20 + 0 + 100/20 = 10 on 2 degrees of freedom, p = exp(-5).
    assert seat_test([10, 20, 30]).estimate == pytest.approx(math.exp(-5.0))
    assert seat_test([20, 20, 20]).estimate == 1.0
    # Fewer than five victories a seat are not tested.
    assert math.isnan(seat_test([4, 5, 5]).estimate)


def test_skill_at_a_mixed_table() -> None:
    collector = FigureCollector(RIFF_RAFF, seats("skilled", "child", "child", "casual"))
    for index, victory in enumerate(((1.0, 0, 0, 0), (0, 0.5, 0.5, 0), (0, 0, 0, 1.0), (0.5, 0, 0, 0.5))):
        turns = [attempt(index, 1)]
        collector.add(match(index, turns, victory=tuple(map(float, victory))), turns)
    figures = found_in(collector)
    # A seat of the children has 0.5 of one match in all: 0.125 of the victories.
    assert estimate(figures, "wins.side.child:simple") == pytest.approx(0.125)
    assert estimate(figures, "wins.side.skilled:simple") == pytest.approx(1.5 / 4)
    # 1.5 against 0.5, and 1.5 against 1.5.
    assert estimate(figures, "wins.against.skilled over child") == pytest.approx(0.75)
    assert estimate(figures, "wins.against.skilled over casual") == pytest.approx(0.5)
    assert figures["wins.against.skilled over child"].count == 3
    assert estimate(figures, "wins.gap.2") == pytest.approx(0.75)
    assert estimate(figures, "wins.gap.1") == pytest.approx((1.5 + 1.5) / (1.5 + 1.5 + 1.5 + 0.5))


def test_cards_of_two_matches_by_hand() -> None:
    first = [
        card(0, 1),
        card(0, 2, seat=1, profile="child", hit=False, turn_s=None, settle_s=None),
        card(0, 3, wrong=True, turn_s=None, on="R"),
        card(0, 4, kind="challenge", reason="slow", success=True, cards=3, turn_s=None, seat=2, profile="skilled"),
        card(0, 5, turn_s=2.0, ended=True, game_s=40.0),
    ]
    second = [
        card(1, 1),
        card(1, 2, kind="player_card", turn_s=None, undercut=True),
        card(1, 3, kind="challenge", reason="out_of_turn", success=False, cards=1, turn_s=None),
        card(1, 4, ended=True, game_s=20.0),
        card(1, 5, game=2, turn_s=None),
        card(1, 6, game=2, ended=True, game_s=30.0),
    ]
    collector = FigureCollector(ZACK, seats("casual", "child", "skilled", strategy="steady"))
    collector.add(zack_match(0, first), first)
    collector.add(zack_match(1, second, games=2), second)
    figures = found_in(collector)
    for key, expected in {
        "hit_rate": 8 / 9,
        "miss_rate": 1 / 9,
        "miss_rate.profile.child": 1.0,
        "miss_rate.seat.Anne": 0.0,
        "miss_rate.throw.2": 1 / 3,
        "miss_rate.throws.1-5": 1 / 9,
        "out_of_turn_rate": 1 / 7,  # the player card is none
        "out_of_turn_rate.card.R": 1.0,
        "out_of_turn_rate.card.circle": 0.0,
        "undercut_rate": 1 / 10,
        "turn_seconds.mean": 6 / 5,
        "turn_seconds.profile.casual": 6 / 5,
        "challenges_per_game": 2 / 3,
        "challenges_per_game.reason.slow": 1 / 3,
        "challenges_per_game.profile.skilled": 1 / 3,
        "challenge_success": 1 / 2,
        "challenge_success.reason.out_of_turn": 0.0,
        "cards_taken": 2.0,
        "game_seconds.mean": 30.0,
        "game_throws.mean": (4 + 3 + 2) / 3,
        "games.mean": 1.5,
        "wins.seat.Anne": 1.0,
        "first_mistake.survival.1": 1.0,
        "first_mistake.survival.2": 0.5,
        "first_mistake.hazard.2": 0.5,
    }.items():
        assert estimate(figures, key) == pytest.approx(expected), key
    assert figures["first_mistake.hazard.2"].interval == clustered_rate([1, 0], [1, 1])
    # The second match had five cards, and ended without a mistake.
    assert figures["first_mistake.survival.5"].count == 1


def test_what_both_ways_count_is_the_same() -> None:
    """The figures that `simulate` tells too are the same numbers here."""
    people = seats("casual", "child")
    theirs, collector = BatchFigures(RIFF_RAFF, people), FigureCollector(RIFF_RAFF, people)
    for index in range(12):
        turns = [
            attempt(index, n, slot=1 + (n + index) % 10, fallen=(n * index) % 3, settle_s=0.5 + 0.1 * n)
            for n in range(1, 6 + index % 4)
        ]
        row = match(index, turns, victory=(float(index % 2), float(1 - index % 2)), lead_changes=index % 3)
        theirs.add(row, turns)
        collector.add(row, turns)
    summary, figures = theirs.summary(), found_in(collector)
    for key, interval in {
        "fall_rate": summary.interval("fall_rate"),
        "avalanche_rate": summary.interval("avalanche_rate"),
        "rounds.p50": summary.spread("rounds").p50,
        "attempts.mean": summary.spread("attempts").mean,
        "wins.seat.Anne": summary.table("wins.seat")["Anne"],
        "lead_changes": summary.interval("lead_changes"),
        **{f"fall_rate.slot.{slot}": interval for slot, interval in summary.table("fall_rate.slot").items()},
        **{f"rounds.distribution.{n}": interval for n, interval in summary.table("rounds.distribution").items()},
    }.items():
        ours = figures[key].interval
        assert (ours.estimate, ours.low, ours.high) == pytest.approx(
            (interval.estimate, interval.low, interval.high), nan_ok=True
        ), key


def test_quantiles_of_several_values_a_match_know_of_the_matches() -> None:
    """Games of one match share its people: `simulate` has the intervals of the report."""
    people = seats("casual", "child", "skilled", strategy="steady")
    theirs, collector = BatchFigures(ZACK, people), FigureCollector(ZACK, people)
    for index in range(10):
        cards = [
            card(index, 3 * game + n, game=game + 1, ended=n == 3, game_s=20.0 * index + game)
            for game in range(3)
            for n in (1, 2, 3)
        ]
        row = zack_match(index, cards, games=3)
        theirs.add(row, cards)
        collector.add(row, cards)
    spread, figures = theirs.summary().spread("game_seconds"), found_in(collector)
    for name, interval in (("p10", spread.p10), ("p50", spread.p50), ("p90", spread.p90)):
        # As text, since a missing bound is NaN.
        assert repr(interval) == repr(figures[f"game_seconds.{name}"].interval)
    # Games of a match are alike, so there are ten observations of the median rather than thirty.
    alone = quantile([20.0 * index + game for index in range(10) for game in range(3)], 0.5)
    assert spread.p50.estimate == alone.estimate
    assert spread.p50.high - spread.p50.low > 1.3 * (alone.high - alone.low)
