"""Prototypes of all games that can be designed."""

from __future__ import annotations

import pytest

from sim.workshop.games import PROTOTYPES, copied, prototype_of, wish_of


@pytest.mark.parametrize("game", list(PROTOTYPES))
def test_a_prototype_is_opened_and_copied_for_every_game(game: str) -> None:
    prototype = prototype_of(game, None, "play")
    other = copied(prototype)
    dial = prototype.dials()[0]
    assert prototype.document.edit({dial.key: dial.high}, dial.label)
    assert prototype.refresh()
    assert not prototype.refresh()
    assert other.document.value(dial.key) != dial.high
    assert prototype.subject().key != other.subject().key
    assert wish_of(game).game == game
    for each in prototype.dials():
        assert each.low <= other.document.value(each.key) <= each.high, each.key
        assert each.label
