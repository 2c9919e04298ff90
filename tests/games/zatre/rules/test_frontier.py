"""The frontier of a board, read all at once, against the walk along each run."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sim.games.zatre import rules as zatre
from sim.games.zatre.rules.board import (
    DARK,
    EAST,
    KINDS,
    LENGTH,
    LIGHT,
    LIMIT,
    NEIGHBOURS,
    RED,
    SOUTH,
    SQUARES,
    ends_of,
    reach,
    room,
)
from sim.games.zatre.rules.frontier import CROSSES, Frontier, around, frontier_of
from sim.games.zatre.rules.judging import crossings, dark_is_possible, fault, laid, outcome_of, scores
from sim.games.zatre.rules.placements import tile_on
from sim.games.zatre.rules.tile_codes import CODES, LIGHT_STATE, NUMBERS, OUTCOMES, TOO_HIGH, WAITS, code_of
from tests.amounts import amount
from tests.games.playthroughs import playthrough
from tests.games.zatre.rules.table import cells_of

PLACES = st.sampled_from([zatre.place(number) for number in SQUARES])
BOARDS = st.dictionaries(PLACES, st.integers(1, 6), min_size=1, max_size=90).map(cells_of)
"""Tiles anywhere, up to the edges and in runs of any sum."""


@amount(25, full=75, whole=500)
@given(BOARDS)
def test_sums_ends_and_squares_are_those_of_the_walk(cells: zatre.Cells) -> None:
    ground = Frontier(cells)
    empty = [number for number in SQUARES if not cells[number]]
    assert ground.squares == tuple(n for n in empty if any(cells[beside] for beside in NEIGHBOURS[n]))
    for number in empty:
        sums = [reach(cells, number, step) for step in (-EAST, EAST, -SOUTH, SOUTH)]
        assert [ground.west[number], ground.east[number], ground.north[number], ground.south[number]] == sums
        if number in ground.squares:
            bits = 64 * (number in LIGHT) + 128 * (number == RED)
            assert (ground.row[number], ground.column[number]) == (bits + sums[0] + sums[1], bits + sums[2] + sums[3])
            assert ground.hidden[number] == TOO_HIGH
        else:
            assert ground.hidden[number] == (LIGHT_STATE if number in LIGHT else 0)
    assert all(ground.hidden[number] == TOO_HIGH for number in range(LENGTH) if number not in empty)
    assert ground.surroundings() == {
        (ground.row[n] % 64, ground.column[n] % 64, 0 if n in DARK else code_of(zatre.Outcome(crosses=1)))
        for n in ground.squares
    }


@amount(15, full=50, whole=300)
@given(BOARDS)
def test_single_tiles_lie_and_score_as_they_are_judged(cells: zatre.Cells) -> None:
    ground = frontier_of(cells)
    for value in zatre.TILES:
        single = ground.singles(value)
        fits = [number for number in ground.squares if room(cells, number) >= value]
        assert single.fits.numbers == fits
        assert single.fits.tiles == [tile_on(number, value) for number in fits]
        assert ground.fitting(value) == bool(fits)
        assert single.dark == [number for number in fits if number in DARK]
        assert ground.dark(value) == len(single.dark)
        outcomes = [outcome_of(laid(cells, [tile]), (tile,)) for tile in single.fits.tiles]
        assert [OUTCOMES[code] for code in single.fits.codes] == outcomes
        assert list(map(code_of, outcomes)) == single.fits.codes
        waiting = [n for n, found in zip(fits, outcomes, strict=True) if n in LIGHT and not any(found)]
        assert single.waiting == waiting
        assert single.free.numbers == [number for number in fits if number not in waiting]
        alone = dict(zip(single.free.numbers, single.free.codes, strict=True))
        assert {CODES[number] for number in single.kinds} == {
            code for number, code in alone.items() if code or number in DARK
        }
        assert all(
            single.found[number] == (NUMBERS[code] if code or number in DARK else WAITS)
            for number, code in zip(single.fits.numbers, single.fits.codes, strict=True)
            if number != RED
        )
        for number in waiting:
            assert (fault(cells, (value,), (tile_on(number, value),)) is None) == (not single.dark)


@amount(15, full=50, whole=300)
@given(BOARDS)
def test_a_tile_spoils_what_it_leaves_no_dark_square_for(cells: zatre.Cells) -> None:
    ground = Frontier(cells)
    for value, other in ((1, 6), (6, 6), (5, 2)):
        fits = ground.singles(value).fits.tiles
        spoilt = {zatre.square(tile.row, tile.col) for tile in fits if not dark_is_possible(cells, (tile,), other)}
        assert ground.spoilt(value, other) == spoilt


@amount(15, full=50, whole=300)
@given(st.dictionaries(PLACES, st.integers(1, 6), min_size=1, max_size=40).map(cells_of))
def test_two_squares_of_a_run_are_those_at_its_ends(cells: zatre.Cells) -> None:
    expected = set()
    for number in Frontier(cells).squares:
        for other, step in zip(ends_of(cells, number), (-SOUTH, -EAST, EAST, SOUTH), strict=True):
            if other in KINDS:
                run = reach(cells, number, -step) + reach(cells, number, step) + reach(cells, other, step)
                over = EAST + SOUTH - abs(step)
                across = [reach(cells, at, -over) + reach(cells, at, over) for at in (number, other)]
                crosses = sum(CROSSES[at] for at in (number, other))
                # Two tiles bring two points at least to the run, and each of them one to its other one.
                if run + 2 <= LIMIT and max(across) + 1 <= LIMIT:
                    expected.add((run, *sorted(across), crosses))
    found = {(run, *sorted(across), crosses) for run, *across, crosses in map(around, Frontier(cells).joints())}
    assert found == expected


def test_the_first_tile_lies_on_the_red_square() -> None:
    ground = frontier_of(zatre.EMPTY)
    assert ground.squares == (zatre.RED,)
    assert ground.singles(6).free.numbers == [zatre.RED]
    assert ground.singles(6).kinds == frozenset()
    assert [ground.dark(value) for value in zatre.TILES] == [0] * 6


@amount(2, full=5, whole=40)
def test_a_frontier_that_grew_with_a_game_is_that_of_its_board(amount: int) -> None:
    for seed in range(amount):
        ground = frontier_of(zatre.EMPTY)
        for before, state in pairwise(playthrough("zatre", seed)):
            if before.cells == state.cells:
                continue
            turn = zatre.turn_of(set(state.board) - set(before.board))
            ground, fresh = ground.after(state.cells, crossings(state.cells, turn)), Frontier(state.cells)
            assert (ground.squares, ground.hidden, ground.places) == (fresh.squares, fresh.hidden, fresh.places)
            for line in ("west", "east", "north", "south"):
                ours, theirs = getattr(ground, line), getattr(fresh, line)
                assert all(ours[number] == theirs[number] for number in SQUARES if not state.cells[number])
            for number in ground.squares:
                assert (ground.row[number], ground.column[number]) == (fresh.row[number], fresh.column[number])
            assert ground.is_dead == (not zatre.fitting(state.cells))
        assert len(state.board) > 100


@amount(15, full=50, whole=300)
@given(cells=BOARDS, values=st.tuples(st.integers(1, 6), st.integers(1, 6)), places=st.tuples(PLACES, PLACES))
def test_two_tiles_that_lie_are_lawful(
    cells: zatre.Cells, values: tuple[int, int], places: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    """Excused ones on light squares, too."""
    ground = Frontier(cells)
    tiles = zatre.turn_of(zatre.Tile(*place, value) for place, value in zip(places, values, strict=True))
    numbers = [zatre.square(*place) for place in places]
    if numbers[0] == numbers[1] or any(cells[number] for number in numbers):
        return
    lie = ground.lie(numbers[0], values[0], numbers[1], values[1])
    assert lie == (fault(cells, values, tiles) is None)


@amount(1, full=6)
def test_the_last_of_two_tiles_lies_where_no_fault_is_found(amount: int) -> None:
    """On boards that fill, where tiles on light squares are excused."""
    excused = 0
    for seed in range(amount):
        for state in playthrough("zatre", seed):
            if state.to_act is None or len(state.hand) != 2 or len(state.board) < 80:
                continue
            (low, high), ground = sorted(state.hand), frontier_of(state.cells)
            for number in ground.singles(low).waiting[:4]:
                for at in (*ground.singles(high).fits.numbers[::3], *ends_of(state.cells, number)):
                    if at in KINDS and at != number:
                        turn = zatre.turn_of((tile_on(number, low), tile_on(at, high)))
                        lie = fault(state.cells, state.hand, turn) is None
                        assert ground.lie(number, low, at, high) == lie
                        excused += lie and any(
                            not scores(laid(state.cells, turn), n) for n in (number, at) if n in LIGHT
                        )
    assert excused
