"""A turn put together by hand: the rules say where tiles may go, whatever the order."""

from __future__ import annotations

import itertools

import pytest

from scenes.games.zatre.turn_draft import TurnDraft
from sim.games.zatre import rules
from sim.rules_frame import FrozenMap


def position(board: tuple[tuple[int, int, int], ...], hand: tuple[int, ...]) -> rules.State:
    """It is Ada's turn, with that hand."""
    cells = rules.laid(rules.EMPTY, [rules.Tile(*tile) for tile in board])
    return rules.State(
        players=("Ada", "Bert"), teams=FrozenMap(), phase=rules.Phase.PLAY, turn=5, to_act="Ada",
        rack=FrozenMap({"Ada": hand, "Bert": ()}), bag=(1, 2, 3, 4, 5, 6), cells=cells,
        sheets=FrozenMap({"Ada": rules.Sheet(), "Bert": rules.Sheet()}),
    )  # fmt: skip


OPENING = ((7, 7, 6), (7, 8, 5), (8, 8, 5))


def test_the_opening_of_the_rulebook_can_be_laid() -> None:
    draft = TurnDraft(position((), (6, 5, 5)))
    assert draft.open_for(0) == ((7, 7),)  # one of the first tiles must lie on the red square
    assert draft.lay(0, (7, 7)) == ""
    assert not draft.complete()
    assert draft.lay(1, (7, 8)) == ""
    assert draft.lay(2, (8, 8)) == ""
    assert draft.complete()
    assert sorted(run.total for run in draft.sums(draft.down)) == [10, 11]
    assert draft.worth(draft.down) == "3 points, x2 ticked twice."


def test_lit_squares_are_those_from_which_the_turn_can_be_finished() -> None:
    draft = TurnDraft(position(OPENING, (5, 1)))
    turns = set(rules.placements(draft.state))
    for number, value in enumerate(draft.hand):
        # A tile of a legal turn is lit if it continues the board, alone or by way of what lies already.
        possible = {
            (tile.row, tile.col)
            for turn in turns
            for tile in turn
            if tile.value == value and rules.fault(draft.state.cells, (value,), (tile,)) is None
        }
        assert possible <= set(draft.open_for(number))
        for square in draft.open_for(number):
            assert any(rules.Tile(*square, value) in turn for turn in turns)


def test_whatever_is_laid_on_lit_squares_can_be_finished() -> None:
    state = position(OPENING, (4, 3))
    for order in itertools.permutations(range(2)):
        for first in TurnDraft(state).open_for(order[0]):
            draft = TurnDraft(state)
            assert draft.lay(order[0], first) == ""
            if draft.complete():
                continue
            ends = draft.open_for(order[1])
            assert ends
            for end in ends:
                assert draft.lay(order[1], end) == ""
                assert draft.complete()
                draft.take_up(order[1])


@pytest.mark.parametrize(
    ("value", "at", "why"),
    [
        (6, (7, 9), "add up to 17"),
        (1, (0, 4), "has to continue"),
        (1, (7, 7), "is taken"),
        (1, (0, 0), "no square"),
        (1, (6, 6), "has to continue"),
    ],
)
def test_a_square_that_is_not_lit_has_its_reason(value: int, at: tuple[int, int], why: str) -> None:
    draft = TurnDraft(position(OPENING, (value, 2)))
    assert why in draft.why_not(0, at)
    assert why in draft.lay(0, at)
    assert not draft.laid


def test_what_hung_on_a_tile_that_is_taken_up_comes_back_too() -> None:
    draft = TurnDraft(position(((7, 7, 1), (7, 8, 1)), (2, 3)))
    assert draft.lay(0, (7, 9)) == ""
    assert draft.lay(1, (7, 10)) == ""
    draft.take_up(0)
    assert draft.rack == (0, 1)


def test_taking_back_begins_with_the_last() -> None:
    draft = TurnDraft(position(((7, 7, 1), (7, 8, 1)), (2, 3)))
    draft.lay(1, (7, 9))
    draft.lay(0, (7, 6))
    assert draft.take_back()
    assert draft.rack == (0,)
    assert draft.take_back()
    assert not draft.take_back()


def test_runs_show_their_sums_also_where_they_do_not_score_or_are_too_long() -> None:
    draft = TurnDraft(position(OPENING, (3, 4)))
    found = {run.squares: run.total for run in draft.sums(draft.with_tile(0, (7, 9)))}
    assert found == {((7, 7), (7, 8), (7, 9)): 14}
    found = {run.squares: run.total for run in draft.sums(draft.with_tile(0, (8, 9)))}
    assert found == {((8, 8), (8, 9)): 8}


def test_where_two_tiles_fit_one_alone_is_not_enough() -> None:
    draft = TurnDraft(position(((7, 7, 1), (7, 8, 1)), (2, 3)))
    draft.lay(0, (7, 9))
    assert not draft.complete()
