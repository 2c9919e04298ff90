"""Batches of ZATRE: rows from what a match tells, figures from rows."""

from __future__ import annotations

from typing import Any

import pytest

from calibration.metrics.measured import FigureCollector
from sim.batch.metrics import BatchFigures
from sim.configuration import changed_configuration, load_configuration
from sim.games.zatre.match import ZatreMatch
from sim.games.zatre.metrics import STEPS, TABLE, score_step, to_text
from sim.games.zatre.rows import MatchRow, RowCollector, TurnRow
from sim.match.seats import seats_from
from sim.seat import Seat
from tests.batch.rows import rows_of

WORDS = ("casual:greedy", "child:random", "skilled:greedy")
Rows = tuple[tuple[Seat, ...], ZatreMatch, list[dict[str, Any]], MatchRow, list[TurnRow]]


def of(seed: int, words: tuple[str, ...], teams: bool = False) -> Rows:
    """A match, its lines and its rows."""
    configuration: Any = load_configuration("zatre")
    if teams:
        configuration = changed_configuration("zatre", {"table": {"teams": True}})
    seats, lines = seats_from(words, "zatre"), []
    match = ZatreMatch(configuration, seats, seed, lines.append)
    match.run()
    return seats, match, lines, *rows_of(RowCollector(0, seed, seats), lines)


@pytest.fixture(scope="module")
def played() -> Rows:
    """A match of three."""
    return of(3, WORDS)


def test_the_rows_are_what_the_rules_left(played: Rows) -> None:
    _, match, lines, row, turns = played
    state = match.table.state
    assert row.scores == tuple(sheet.total for name in state.players for sheet in (state.sheets[name],))
    assert row.turns == len(turns) == state.turn
    assert row.winning_score == max(row.scores)
    assert row.crosses == tuple(state.sheets[name].crosses for name in state.players)
    assert row.tiles_left == sum(map(len, state.rack.values())) == 121 - len(state.board)
    assert row.simulated_s == lines[-1]["time_s"]
    assert state.players[row.starter] == lines[0]["by"]
    assert 0.0 <= row.decided_at <= 1.0


def test_what_the_turns_gained_is_the_total(played: Rows) -> None:
    _, _, _, row, turns = played
    for seat in range(3):
        gained = sum(turn.gained for turn in turns if turn.seat == seat)
        assert gained - row.minus[seat] == row.scores[seat]
    assert sum(turn.placed for turn in turns) == 121 - row.tiles_left
    assert all(turn.points == turn.tens + 2 * turn.elevens + 4 * turn.twelves for turn in turns)
    assert turns[0].held == turns[0].placed == 3
    assert all(turn.thought_s >= 0 and turn.ways >= 1 for turn in turns)
    assert [turn.time_s for turn in turns] == sorted(turn.time_s for turn in turns)


@pytest.mark.slow
def test_partners_share_score_and_victory() -> None:
    _, match, _, row, _ = of(4, ("casual:greedy",) * 4, teams=True)
    assert match.table.state is not None
    assert row.scores[0] == row.scores[1]
    assert row.scores[2] == row.scores[3]
    assert sorted(row.victory) in ([0.0, 0.0, 0.5, 0.5], [0.25] * 4)
    own, other = (row.scores[::2] if row.starter < 2 else row.scores[::-2])[:2]
    assert row.starter_ahead == own - other


def test_figures_are_of_all_matches(played: Rows) -> None:
    seats, _, _, row, turns = played
    _, _, _, other, more = of(5, WORDS)
    figures = BatchFigures(TABLE, seats)
    figures.add(row, turns)
    figures.add(other, more)
    found = figures.summary().printed
    assert found["matches"] == 2
    assert found["score"]["estimate"] == pytest.approx((sum(row.scores) + sum(other.scores)) / 6)
    assert set(TABLE.until) <= set(found)
    assert "grand total of a player" in to_text(figures.summary())


@pytest.mark.parametrize(
    ("score", "step"), [(-3, -25), (0, 0), (24, 0), (25, 25), (324, 300), (9999, 500), (-999, -25)]
)
def test_every_score_has_its_step(score: int, step: int) -> None:
    assert score_step(score) == step
    assert step in STEPS


def test_reports_measure_the_same(played: Rows) -> None:
    seats, _, _, row, turns = played
    collector = FigureCollector(TABLE, seats, pairs=True)
    collector.add(row, turns)
    figures, curves = collector.figures()
    by_key = {figure.key: figure for figure in figures}
    assert curves == []
    assert len(by_key) == len(figures)
    assert by_key["score"].interval.estimate == pytest.approx(sum(row.scores) / 3)
    assert by_key["turns.mean"].interval.estimate == row.turns
    scoring = sum(turn.runs > 0 for turn in turns) / len(turns)
    assert by_key["scoring_rate"].interval.estimate == pytest.approx(scoring)
    assert by_key["starter_victory"].interval.estimate == row.starter_victory
