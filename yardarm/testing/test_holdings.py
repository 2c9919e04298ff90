"""What the table shows is what the rules hold, in every game, after every ruling."""

from __future__ import annotations

import pytest

from yardarm.testing.matches import LARGEST, play_accounting


@pytest.mark.parametrize(("game", "count"), LARGEST)
def test_the_table_shows_what_the_rules_hold_after_every_ruling(game: str, count: int) -> None:
    stages = [line["stage"] for line in play_accounting(game, count)]
    assert stages.count("ruling") > 3
