"""What the table shows is what the rules hold, in every game, after every ruling."""

from __future__ import annotations

import pytest

from sim.games.zack.match.bowl_table import BowlTable
from tests.conformance.matches import TABLES, play_accounting


@pytest.mark.parametrize(("game", "count"), TABLES)
def test_the_table_shows_what_the_rules_hold_after_every_ruling(game: str, count: int) -> None:
    stages = [line["stage"] for line in play_accounting(game, count)]
    assert stages.count("ruling") > 3


def test_a_table_that_does_not_follow_its_rules_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BowlTable, "follow", lambda *_: [])
    with pytest.raises(AssertionError, match="bowl"):
        play_accounting("zack", 3)
