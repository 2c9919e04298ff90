"""The race: closed forms, and races played out by drawing every turn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.games.riff_raff.bots.learned.race import CHANGES, PARTS, Race, Turn, in_succession, outcomes, pace_of
from tests.games.riff_raff.bots.learned.views import view


def always(change: int) -> Any:
    """Return the chances of a turn that always has this change."""
    return np.array([float(one == change) for one in CHANGES])


def pace(change: int = -1) -> dict[int, Any]:
    """Return a pace at which all turns of all tables are alike."""
    return {players: np.tile(always(change), (PARTS, 1)) for players in (2, 3, 4)}


def asked(mine: int, *theirs: int, first: bool = True, number: int = 1, rounds: int = 10) -> dict[str, Any]:
    """Return the view of Anne, with the pieces that she and the others have left; she plays first or last."""
    names = ["Anne", "Bert", "Cleo", "Dora"][: 1 + len(theirs)]
    supply = {name: {"rat": left} for name, left in zip(names, (mine, *theirs), strict=True)}
    return view(supply=supply, order=names if first else [*names[1:], "Anne"], round=number, rounds=rounds)


def test_chances_of_a_placement_add_up_and_have_the_right_mean() -> None:
    for falls, losses in ((0.0, 0.0), (0.2, 0.1), (0.6, 0.5)):
        found = outcomes(falls, losses)
        assert found.sum() == pytest.approx(1.0)
        assert found @ np.array(CHANGES) == pytest.approx(falls - 1.0 + losses, abs=0.02)
    np.testing.assert_array_equal(outcomes(0.0, 0.0), always(-1))
    np.testing.assert_array_equal(outcomes(1.0, 0.0), always(0))


def test_a_second_piece_follows_only_where_nothing_fell() -> None:
    one, two = outcomes(0.25, 0.0), outcomes(0.5, 0.0)
    np.testing.assert_allclose(in_succession(one, two), [0.75 * 0.5, 0.75 * 0.5, 0.25, 0.0, 0.0, 0.0])
    np.testing.assert_array_equal(in_succession(always(0), always(-1)), always(0))


def test_the_last_piece_wins_and_whoever_comes_later_has_lost() -> None:
    assert Race(pace(), asked(1, 1)).victory(always(-1)) == 1.0
    assert Race(pace(), asked(2, 1)).victory(always(-2)) == 1.0
    # Bert will be rid of his last piece before Anne plays again.
    assert Race(pace(), asked(2, 1)).victory(always(-1)) == 0.0
    # He has played in this round: in the next either of them may come first.
    assert Race(pace(), asked(2, 1, first=False)).victory(always(-1)) == pytest.approx(0.5)
    assert Race(pace(), asked(2, 1, 1, first=False)).victory(always(-1)) == pytest.approx(0.25)
    assert Race(pace(), asked(2, 2)).victory(always(-1)) == pytest.approx(0.5)
    assert Race(pace(), asked(2, 3)).victory(always(-1)) == 1.0


def test_after_the_last_round_the_fewest_pieces_win_and_a_draw_is_half() -> None:
    last = {"number": 10}
    assert Race(pace(), asked(4, 2, first=False, **last)).victory(always(-1)) == 0.0
    assert Race(pace(), asked(4, 3, first=False, **last)).victory(always(-1)) == pytest.approx(0.5)
    assert Race(pace(), asked(4, 4, first=False, **last)).victory(always(-1)) == 1.0
    assert Race(pace(), asked(4, 4, **last)).victory(always(-1)) == pytest.approx(0.5)
    assert Race(pace(), asked(3, 4, 9, first=False, **last)).victory(always(0)) == 1.0


def test_one_piece_less_is_never_worse_and_the_others_share_what_is_left() -> None:
    uneven = pace_of(
        Turn(3, 1 + k % 10, 10, change) for k, change in enumerate([-1] * 60 + [0] * 25 + [1] * 10 + [-2] * 5)
    )
    race = Race(uneven, asked(5, 5, 5))
    found = [race.victory(always(change)) for change in CHANGES]
    assert found == sorted(found, reverse=True)
    assert 0.0 < found[-1] < found[0] < 1.0


@pytest.mark.parametrize(
    ("mine", "theirs", "first", "number"), [(3, (3, 4), True, 4), (5, (4,), False, 6), (2, (2,), True, 9)]
)
def test_the_chance_is_that_of_races_played_out(mine: int, theirs: tuple[int, ...], first: bool, number: int) -> None:
    """Every other player is before or after this one in half of the rounds, each on its own."""
    table = np.tile([0.1, 0.55, 0.2, 0.1, 0.05, 0.0], (PARTS, 1))
    race = Race({2: table, 3: table, 4: table}, asked(mine, *theirs, first=first, number=number))
    chances, trials, stream = np.array([0.2, 0.5, 0.3, 0.0, 0.0, 0.0]), 20_000, np.random.default_rng(1)

    def turns(count: int) -> Any:
        return stream.choice(CHANGES, size=(count, trials), p=table[0])

    def finishes(left: Any, changes: Any) -> tuple[Any, Any]:
        """Return the number of the turn that takes the last piece (infinite for none), and what is left in the end."""
        at = np.full(trials, np.inf)
        for k, change in enumerate(changes):
            left = np.where(at < np.inf, left, left + change)
            at = np.where((at == np.inf) & (left <= 0), k, at)
        return at, left

    more = 10 - number
    own_at, own_left = finishes(
        np.full(trials, mine), np.concatenate([stream.choice(CHANGES, (1, trials), p=chances), turns(more)])
    )
    won = np.ones(trials)
    for left in theirs:
        changes = turns(more + 1)
        if not first:
            changes[0] = 0
        at, end = finishes(np.full(trials, left), changes)
        earlier = stream.random(trials) < 0.5
        ahead = (own_at < at) | ((own_at == at) & (own_at < np.inf) & (np.where(own_at == 0, True, ~earlier)))
        draw = (own_at == np.inf) & (at == np.inf)
        won *= np.where(draw, (own_left < end) + 0.5 * (own_left == end), ahead)
    assert race.victory(chances) == pytest.approx(won.mean(), abs=4.0 * won.std() / np.sqrt(trials))


def test_counted_turns_are_smoothed_by_the_match_at_large() -> None:
    turns = [Turn(2, 1, 20, -1)] * 8 + [Turn(2, 20, 20, 5)] * 8 + [Turn(4, 10, 10, -2)]
    found = pace_of(turns)
    assert sorted(found) == [2, 4]
    np.testing.assert_allclose(found[2].sum(axis=1), 1.0)
    np.testing.assert_allclose(found[2][0], [0.0, 0.9, 0.0, 0.0, 0.0, 0.1])
    np.testing.assert_allclose(found[2][-1], [0.0, 0.1, 0.0, 0.0, 0.0, 0.9])
    np.testing.assert_allclose(found[2][5], [0.0, 0.5, 0.0, 0.0, 0.0, 0.5])
    np.testing.assert_allclose(found[4][3], always(-2))


def test_a_table_of_a_size_that_was_not_counted_is_taken_for_the_nearest() -> None:
    only = {2: pace()[2], 4: pace(0)[4]}
    assert Race(only, asked(2, 3)).victory(always(-1)) == 1.0
    # At the pace of four nobody gets rid of anything.
    assert Race(only, asked(2, 3, 3, 1)).victory(always(-1)) == pytest.approx(0.5)
