"""The figures that people's reports speak of, from hand-made attempts, and how far the empty ship swings on."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from calibration.games.riff_raff.reports import swing_left_deg
from sim.games.riff_raff.configuration import load
from sim.games.riff_raff.metrics import EARLY, REPORTED
from sim.games.riff_raff.rows import MatchRow, TurnRow

METRICS = {metric.key: metric for metric in REPORTED}
MATCH = MatchRow(0, 1, 10, 60.0, "cards_spent", 0, 0, 0, 0, 0, 0, 0, None, 0.5, (1, 1), (1.0, 0.0))
ATTEMPT = TurnRow(
    *(0, 1, 1, 1, 0, "casual", "simple", 1, "rat", "flat", 0.0, 1, 1, "stays", False, False, 0, 0),
    *(0, 1, 8, 7, True, 5.0, 2.0, 0.1, 9.0, None),
)


def attempt(slot: int, aboard: int, fell: bool) -> TurnRow:
    return dataclasses.replace(ATTEMPT, slot=slot, aboard_before=aboard, fell=fell)


def test_yards_and_deck_are_compared_at_equal_cargo_alone() -> None:
    turns = [
        attempt(5, 3, True),
        attempt(10, 4, False),
        attempt(1, 3, False),
        attempt(4, 5, True),
        # Nobody else has as much aboard.
        attempt(9, 20, True),
        attempt(2, 12, True),
    ]
    # 5 with 1 (+1); 10 with 1 (0) and with 4 (-1).
    assert METRICS["yards_less_deck"].sums(MATCH, turns) == (0.0, 3.0)
    assert METRICS["yards_less_deck"].sums(MATCH, turns[:3]) == (1.0, 2.0)


def test_early_attempts_are_those_with_few_aboard() -> None:
    turns = [attempt(5, EARLY, True), attempt(5, 0, False), attempt(5, EARLY + 1, True)]
    assert METRICS["early_fall_rate"].sums(MATCH, turns) == (1.0, 2.0)


@pytest.mark.parametrize(("rounds", "share"), [(9, 0.0), (10, 1.0), (14, 1.0)])
def test_round_ten_is_reached_or_not(rounds: int, share: float) -> None:
    assert METRICS["round_ten"].sums(dataclasses.replace(MATCH, rounds=rounds), []) == (share, 1.0)


@pytest.mark.parametrize(
    ("viscous", "dry", "low", "high"),
    # 10 degrees for ever; exp(-0.1 * 10) of them; a ship that sticks.
    [(0.0, 0.0, 9.9, 10.05), (0.1, 0.0, 3.5, 3.8), (0.0, 2.0, 0.0, 0.1)],
)
def test_the_empty_ship_swings_on_as_her_friction_lets_her(
    viscous: float, dry: float, low: float, high: float, tmp_path: Path
) -> None:
    preset = tmp_path / "ship.toml"
    preset.write_text(f"[ship]\npivot_viscous_per_s = {viscous}\npivot_coulomb_s2 = {dry}\n")
    assert low <= swing_left_deg(load(preset, "draft")) <= high
