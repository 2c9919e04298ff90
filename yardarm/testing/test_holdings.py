"""What the table shows is what the rules hold, in every game, after every ruling."""

from __future__ import annotations

import pytest

from yardarm.testing.matches import TABLES, played


@pytest.mark.parametrize(("game", "count"), TABLES)
def test_the_table_shows_what_the_rules_hold_after_every_ruling(game: str, count: int) -> None:
    found = played(game, count)
    assert [line["stage"] for line in found.lines].count("ruling") > 3
    assert found.differences == ()
