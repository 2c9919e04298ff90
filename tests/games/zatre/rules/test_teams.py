"""The variant of the rulebook: 4 or 6 players in teams of two, who share a turn and a sheet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.games.zatre import rules as zatre
from sim.rules_frame import IllegalAction
from tests.games.zatre.rules.table import Game, turn

NAMES = "ann bob cem dan"


def table(bag: str = "12 34 11 11 11", starter: str = "ann", tile: int = 5) -> Game:
    return Game(bag, tile, NAMES, starter, south="cem dan", north="ann bob")


@pytest.mark.parametrize(
    ("players", "teams", "says"),
    [
        ("ann bob", {"north": "ann bob"}, "Teams are for 4 or 6 players, not 2."),
        ("ann bob cem dan eve", {"north": "ann bob"}, "Teams are for 4 or 6 players, not 5."),
        (NAMES, {"north": "ann bob"}, "Every player must be in exactly one team, and nobody else."),
        (NAMES, {"north": "ann bob", "south": "bob dan"}, "Every player must be in exactly one team, and nobody else."),
        (NAMES, {"north": "ann bob cem", "south": "dan"}, "A team is of two players; 'north' has 3."),
        (NAMES, {"north": "ann cem", "south": "bob dan"}, "Partners sit side by side, and those of 'north' do not."),
    ],
)
def test_teams_are_of_two_who_sit_side_by_side_with_4_or_6_players(
    players: str, teams: dict[str, str], says: str
) -> None:
    with pytest.raises(IllegalAction) as refusal:
        Game("1111", 5, players, "", **teams)
    assert str(refusal.value) == says


def test_neighbours_may_also_sit_across_the_end_of_the_list() -> None:
    game = Game("1111", 5, NAMES, "ann", north="dan ann", south="bob cem")
    assert game.state.to_act == "north"
    assert list(game.state.sides) == ["north", "south"]


def test_six_players_make_three_teams() -> None:
    game = Game("11 11 1", 5, "a b c d e f", "c", x="a b", y="c d", z="e f")
    assert (list(game.state.sheets), game.state.to_act) == (["x", "y", "z"], "y")


def test_each_partner_draws_two_and_the_starter_has_his_starting_tile_besides() -> None:
    game = table(starter="bob")
    assert dict(game.state.rack) == {"ann": (1, 2), "bob": (5, 3, 4), "cem": (), "dan": ()}
    assert game.kinds() == ["game_started", "tiles_drawn", "tiles_drawn"]
    assert sorted(game.state.hand) == [1, 2, 3, 4, 5]


def test_the_tiles_of_both_are_placed_in_one_turn_and_noted_on_one_sheet() -> None:
    game = table().place("5@7,7 1@7,8 4@7,9 2@6,7 3@8,7")
    assert game.sheet("north") == (1, (2,), (), ())
    assert set(game.state.sheets) == {"north", "south"}
    assert game.state.to_act == "south"
    assert dict(game.state.rack) == {"ann": (), "bob": (), "cem": (1, 1), "dan": (1, 1)}


def test_a_turn_of_four_tiles_must_be_complete() -> None:
    game = table().place("5@7,7 1@7,8 4@7,9 2@6,7 3@8,7")
    assert "must be placed" in game.refused("1@6,9 1@6,10 1@5,10")
    game.place("1@6,9 1@6,10 1@5,10 1@5,11")
    assert game.state.turn == 3


def kept(ann: str, bob: str, bag: str) -> zatre.State:
    """Beside a square where nothing above 2 fits, south has nothing to place; then it is north's turn again."""
    state = table().state
    rack = {"ann": tuple(map(int, ann)), "bob": tuple(map(int, bob)), "cem": (6, 6), "dan": (6, 6)}
    board = zatre.laid(zatre.EMPTY, turn("6@7,7 5@7,8 5@8,8 5@8,7"))
    state = replace(state, to_act="south", cells=board, bag=tuple(map(int, bag)), turn=5, rack=type(state.rack)(rack))
    return zatre.apply(state, zatre.Place())[0]


def test_every_partner_draws_by_what_he_himself_has_kept() -> None:
    state = kept("6", "", "23456")
    assert (state.rack["ann"], state.rack["bob"]) == ((6, 2), (3, 4))
    state = kept("65", "61", "23456")
    assert (state.rack["ann"], state.rack["bob"]) == ((6, 5, 2), (6, 1))


def test_who_draws_the_last_tile_ends_the_game_for_his_team() -> None:
    state = kept("", "", "235")
    assert (state.rack["ann"], state.rack["bob"], state.bag) == ((2, 3), (5,), ())


@pytest.mark.parametrize(("order", "left"), [((2, 6, 1), ((6,), ())), ((2, 1, 6), ((), (6,)))])
def test_of_equal_tiles_the_partner_with_more_gives_one_and_the_first_if_both_have_as_many(
    order: tuple[int, ...], left: tuple[tuple[int, ...], ...]
) -> None:
    """Not in the rulebook: Ann, who gives the 2, has a 6 left, and Bob a 6 and a 1."""
    state = kept("2", "61", "6" * 8)
    found = next(found for found in zatre.placements(state) if tuple(tile.value for tile in found) == order)
    after, _ = zatre.apply(state, zatre.Place(found))
    assert (after.rack["ann"], after.rack["bob"]) == left


def test_the_bag_of_a_dead_position_is_drawn_by_every_player() -> None:
    state = table().state
    rack = {"ann": (6,), "bob": (), "cem": (), "dan": ()}
    board = zatre.laid(zatre.EMPTY, turn("6@7,7 6@7,8 6@6,7"))
    state = replace(state, cells=board, bag=(1, 2, 3, 4, 5), turn=5, rack=type(state.rack)(rack))
    after, events = zatre.apply(state, zatre.Place(turn("6@6,8")))
    assert dict(after.rack) == {"ann": (3,), "bob": (4,), "cem": (1, 5), "dan": (2,)}
    assert {side: sheet.minus for side, sheet in after.sheets.items()} == {"north": 7, "south": 8}
    assert after.winners == ("north",)
    assert [event.type for event in events][-2:] == ["bag_shared", "game_over"]
