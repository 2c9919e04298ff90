"""The worked opening of the rulebook, turn by turn: Andreas and Beate.

The pictures of the tiles are lost; the values are those that every sentence and every sheet of the example allows. The
first sheet of Andreas after his second turn has a misprint: two runs of 12 are 8, as his later sheet says, not 5.
"""

from __future__ import annotations

import pytest

from sim.games.zatre import rules as zatre
from tests.games.zatre.rules.table import Game


@pytest.fixture
def opening() -> Game:
    """Andreas has won the start draw with a 6. He draws 5 5, Beate 5 3, he 1 2, she a 3, he 1 2."""
    return Game("55 53 12 3 12 46", tile=6, players="andreas beate")


def test_andreas_begins_with_his_starting_tile_and_two_new_ones(opening: Game) -> None:
    assert opening.state.to_act == "andreas"
    assert opening.state.rack["andreas"] == (6, 5, 5)
    assert opening.state.rack["beate"] == ()


def first(opening: Game) -> Game:
    return opening.place("6@7,7 5@7,8 5@8,8")


def test_turn_1_makes_11_and_10_and_two_crosses(opening: Game) -> None:
    """One for the red square, one for the light one."""
    assert first(opening).sheet("andreas") == (2, (1,), (2,), ())
    assert opening.state.rack["beate"] == (5, 3)


def test_turn_2_beate_lays_her_5_and_keeps_her_3_that_fits_nowhere(opening: Game) -> None:
    """10 and 11 without a cross. Both could have been placed elsewhere; the example shows that she need not."""
    first(opening).place("5@8,7")
    assert opening.sheet("beate") == (0, (1,), (2,), ())
    assert opening.state.rack["beate"] == (3,)
    assert all(value < 3 for value in zatre.fitting(opening.state.cells))


def third(opening: Game) -> Game:
    return first(opening).place("5@8,7").place("1@6,7 2@6,8")


def test_turn_3_makes_two_twelves_and_one_cross(opening: Game) -> None:
    """Only one of the two squares is light."""
    assert third(opening).sheet("andreas") == (3, (1,), (2,), (8,))


def test_turn_4_beate_draws_one_tile_and_places_two_without_points(opening: Game) -> None:
    """1 + 2 + 3 + 3 = 9; her last tile touches only a tile of the same turn."""
    third(opening)
    assert opening.state.rack["beate"] == (3, 3)
    assert opening.events[-1] == zatre.TilesDrawn("beate", (3,), 4)
    opening.place("3@6,9 3@6,10")
    assert opening.sheet("beate") == (0, (1,), (2,), ())
    assert opening.state.rack["beate"] == ()


def test_turn_5_offers_both_solutions_of_the_rulebook(opening: Game) -> None:
    """A: one run of 11 and a cross. B: runs of 10 and 12 and a cross; that is the one he takes."""
    third(opening).place("3@6,9 3@6,10")
    offered = {outcome for _, outcome in zatre.scored(opening.state)}
    assert zatre.Outcome(0, 1, 0, 1) in offered
    assert zatre.Outcome(1, 0, 1, 1) in offered
    turn = next(turn for turn, outcome in zatre.scored(opening.state) if outcome == (1, 0, 1, 1))
    opening.state, opening.events = zatre.apply(opening.state, zatre.Place(turn))
    assert opening.sheet("andreas") == (4, (1, 1), (2,), (8, 4))
