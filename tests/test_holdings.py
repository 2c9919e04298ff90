"""The comparison of table and rules in the conformance suite: it can fail, and every game of ours takes part in it."""

from __future__ import annotations

import pytest

from sim.games.zack.match.bowl_table import BowlTable
from sim.protocols import Accountable
from yardarm.testing.matches import COUNTS, opened, play


def test_a_table_that_does_not_follow_its_rules_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BowlTable, "follow", lambda *_: [])
    assert "bowl: shown " in play("zack", 3).differences[0]


@pytest.mark.parametrize("game", ["riff-raff", "zack", "zatre", "zigzag"])
def test_ours_take_part(game: str) -> None:
    assert isinstance(opened(game, COUNTS[game][0])[0], Accountable)
