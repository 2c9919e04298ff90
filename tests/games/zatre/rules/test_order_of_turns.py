"""The generator of whole turns against the plain way to find them: the same ones in the same order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from sim.games.zatre import rules as zatre
from sim.games.zatre.rules.board import NEIGHBOURS, frontier, room
from sim.games.zatre.rules.judging import fault, laid, outcome_of
from sim.games.zatre.rules.placements import tile_on, ways_on
from sim.games.zatre.rules.tile_codes import OUTCOMES
from tests.amounts import amount
from tests.games.zatre.rules.table import cells_of, reachable

Found = tuple[zatre.Turn, zatre.Outcome]

SMALL = st.dictionaries(
    st.tuples(st.integers(5, 9), st.integers(5, 9)), st.integers(1, 6), min_size=1, max_size=18
).map(lambda board: cells_of({(7, 7): 1, **board}))
"""Boards with tiles that no game would have let lie there, too."""


def plainly(cells: zatre.Cells, hand: tuple[int, ...]) -> list[Found]:
    """All lawful sets in the order in which squares are asked, each judged as a whole; the larger ones hide theirs."""

    def sets(turn: zatre.Turn, left: Counter[int], open_: list[int], seen: frozenset[int]) -> Iterator[zatre.Turn]:
        if fault(cells, hand, turn) is None:
            yield turn
        board = laid(cells, turn)
        for index, number in enumerate(open_):
            opened = [beside for beside in NEIGHBOURS[number] if not board[beside] and beside not in seen]
            for value in sorted(+left):
                if value <= room(board, number):
                    more = zatre.turn_of((*turn, tile_on(number, value)))
                    after = [*open_[index + 1 :], *opened]
                    yield from sets(more, left - Counter([value]), after, seen.union(opened))

    edge = frontier(cells)
    lawful = list(sets((), Counter(hand), list(edge), frozenset(edge)))
    hidden = {less for turn in lawful for less in _less(turn)}
    return [(turn, outcome_of(laid(cells, turn), turn)) for turn in lawful if turn not in hidden]


def _less(turn: zatre.Turn) -> Iterator[zatre.Turn]:
    for kept in range(2 ** len(turn) - 1):
        yield tuple(tile for number, tile in enumerate(turn) if kept >> number & 1)


def compare(cells: zatre.Cells, hand: tuple[int, ...]) -> int:
    """Turns, their worth and their order, one by one and many at once; how many there are."""
    expected = plainly(cells, hand)
    assert list(zatre.scored_on(cells, hand)) == expected
    assert [turn for ways in ways_on(cells, hand) for turn in ways.turns()] == [turn for turn, _ in expected]
    parcels = list(ways_on(cells, hand))
    assert sum(parcel.total for parcel in parcels) == len(expected)
    one_by_one = [(each.turn(n), OUTCOMES[each.code(n)]) for each in parcels for n in range(each.total)]
    assert one_by_one == expected
    assert zatre.most(cells, hand) == max(len(turn) for turn, _ in expected)
    return len(expected)


@amount(3, full=10, whole=40)
@given(st.integers(0, 2**32))
def test_turns_come_in_the_order_in_which_squares_are_asked(seed: int) -> None:
    """In games, some of them played so that the board soon is full."""
    random = Random(seed)
    met = list(reachable(random, closing=random.random() < 0.7))
    for state in (*random.sample(met[1:], min(2, len(met) - 1)), met[-1]):
        hand = state.hand[:2]
        assert compare(state.cells, hand) > 0
        compare(state.cells, hand[:1])


@amount(15, full=30, whole=200)
@given(SMALL, st.lists(st.integers(1, 6), min_size=1, max_size=2))
def test_turns_come_in_that_order_on_any_small_board(cells: zatre.Cells, hand: list[int]) -> None:
    compare(cells, tuple(hand))


@amount(2, full=10, whole=20)
@given(SMALL, st.lists(st.integers(3, 6), min_size=3, max_size=3))
def test_three_tiles_do_so_too(cells: zatre.Cells, hand: list[int]) -> None:
    compare(cells, tuple(hand))


def test_so_does_the_first_turn_and_a_team_s_four_tiles() -> None:
    assert compare(zatre.EMPTY, (2, 3, 6)) > 10
    met = [state for state in reachable(Random(4), 4, teams=True, closing=True) if len(state.hand) > 2]
    assert compare(met[-1].cells, met[-1].hand[:4]) > 0
