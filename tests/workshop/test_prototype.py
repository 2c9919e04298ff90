"""Prototypes of all games that can be designed."""

from __future__ import annotations

import pytest

from sim.batch.match_counts import metrics_of
from sim.spec import GAMES
from sim.workshop.prototype import copied, prototype_of


@pytest.mark.parametrize("game", [name for name, spec in GAMES.items() if spec.prototype])
def test_a_prototype_is_opened_and_copied_for_every_game(game: str) -> None:
    prototype = prototype_of(game, None, "play")
    other = copied(prototype)
    dial = prototype.dials()[0]
    assert prototype.document.edit({dial.key: dial.high}, dial.label)
    assert prototype.refresh()
    assert not prototype.refresh()
    assert other.document.value(dial.key) != dial.high
    assert prototype.subject().key != other.subject().key
    assert prototype.metric in metrics_of(game).table.until
    for each in prototype.dials():
        assert each.low <= other.document.value(each.key) <= each.high, each.key
        assert each.label
