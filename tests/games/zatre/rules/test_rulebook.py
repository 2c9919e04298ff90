"""The sentences of the ZATRE rulebook that rule something, one by one, and the decisions where they are silent."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from sim.games.zatre import rules as zatre
from sim.games.zatre.rules import Ending, Kind, Phase
from sim.games.zatre.rules.board import reach
from sim.rules_frame import FrozenMap, IllegalAction
from tests.games.zatre.rules.table import SQUARES, Game, at, full_bag, position, turn

CORNER = "6@7,7 5@7,8 5@8,8 5@8,7"
"""A square of four tiles, beside which nothing above 2 fits."""

PINNED = "4@6,7 6@6,8 4@7,7 5@7,8 4@8,7"
"""Beside these a 4 fits at one square only, a light one, where it scores nothing."""


# Material and start


def test_the_board_has_193_squares_of_which_32_are_light_and_one_is_red() -> None:
    assert len(zatre.SQUARES) == 193
    assert Counter(zatre.KINDS.values()) == {Kind.DARK: 160, Kind.LIGHT: 32, Kind.RED: 1}
    marks = {Kind.DARK: ".", Kind.LIGHT: "x", Kind.RED: "R"}
    assert {zatre.place(number): marks[kind] for number, kind in zatre.KINDS.items()} == SQUARES


def test_there_are_121_tiles_21_ones_and_20_of_each_other_value() -> None:
    assert dict(zatre.TILES) == {1: 21, 2: 20, 3: 20, 4: 20, 5: 20, 6: 20}
    assert sum(zatre.TILES.values()) == 121


@pytest.mark.parametrize("count", [1, 7])
def test_zatre_is_for_2_to_6_players(count: int) -> None:
    with pytest.raises(IllegalAction, match=f"2 to 6 players, not {count}"):
        Game("111", players=" ".join("abcdefg"[:count]))


def test_the_player_who_has_drawn_the_tile_with_most_points_begins() -> None:
    """« Le joueur ayant tiré le jeton avec le plus de points, commence. »"""
    draw = zatre.start_draw(("ann", "bob", "cem"), (2, 6, 5, 1, 1))
    assert (draw.starter, draw.tile, draw.returned) == ("bob", 6, (2, 5))
    assert [dict(values) for values in draw.rounds] == [{"ann": 2, "bob": 6, "cem": 5}]


def test_players_who_draw_the_same_number_of_points_go_on_drawing_until_one_alone_has_the_most() -> None:
    """« Si plusieurs joueurs tirent un jeton avec le même nombre de points, ils continuent à tirer des jetons jusqu'à
    ce qu'un joueur soit le seul à avoir un jeton avec le plus grand nombre de points. » Nobody else draws again."""
    draw = zatre.start_draw(("ann", "bob", "cem", "dan"), (5, 5, 1, 5, 3, 4, 4, 2, 6, 6))
    assert [dict(values) for values in draw.rounds] == [
        {"ann": 5, "bob": 5, "cem": 1, "dan": 5},
        {"ann": 3, "bob": 4, "dan": 4},
        {"bob": 2, "dan": 6},
    ]
    assert draw.starter == "dan"


@pytest.mark.parametrize(
    ("tiles", "starter", "keeps", "returned"),
    [
        ((5, 5, 2, 3), "bob", 5, (5, 2, 3)),  # not the 3 that decided
        ((4, 4, 6, 1), "ann", 6, (4, 4, 1)),  # the one that decided, when it is the highest
        ((5, 5, 5, 4), "ann", 5, (5, 5, 4)),
        ((6, 6, 2, 2, 3, 1), "ann", 6, (6, 2, 2, 3, 1)),
        ((6, 6, 2, 2, 1, 3), "bob", 6, (6, 2, 2, 1, 3)),
    ],
)
def test_who_begins_keeps_the_tile_with_most_points_and_puts_the_others_back_into_the_bag(
    tiles: tuple[int, ...], starter: str, keeps: int, returned: tuple[int, ...]
) -> None:
    """« Celui qui commence garde le jeton avec le plus grand nombre de points et remet les autres dans le sac. »"""
    draw = zatre.start_draw(("ann", "bob"), tiles)
    assert (draw.starter, draw.tile, draw.returned) == (starter, keeps, returned)
    assert sorted((draw.tile, *draw.returned)) == sorted(tiles)


@pytest.mark.parametrize(
    ("players", "tiles", "says"),
    [(("ann", "bob"), (3, 3, 3), "run out"), ((), (1,), "Nobody"), (("ann", "bob"), (7, 1), "value 7")],
)
def test_a_start_draw_that_cannot_be_is_refused(players: tuple[str, ...], tiles: tuple[int, ...], says: str) -> None:
    with pytest.raises(IllegalAction, match=says):
        zatre.start_draw(players, tiles)


def test_the_starter_keeps_his_tile_and_draws_two_new_ones() -> None:
    game = Game("12 34", tile=5, starter="bob")
    assert (game.state.to_act, game.state.rack["bob"], game.state.rack["ann"]) == ("bob", (5, 1, 2), ())
    assert game.kinds() == ["game_started", "tiles_drawn"]


def test_he_places_all_three() -> None:
    assert Game("12 34").refused("6@7,7 1@7,8") == (
        "Every tile that can be placed must be placed, and a 2 could be added at row 6, column 7."
    )


def test_one_of_the_first_three_tiles_must_lie_on_the_red_square() -> None:
    """Attention, and placement rule 1."""
    assert Game("12 34").refused("6@7,8 1@7,9 2@6,8") == (
        "One of the first tiles must lie on the red square at row 7, column 7."
    )
    assert Game("12 34").place("1@7,7 6@7,8 2@7,9").state.turn == 2


# Placing


def test_the_turn_goes_round_clockwise() -> None:
    game = Game("11 11 11 11", players="ann bob cem", starter="bob")
    seats = []
    for tiles in ("6@7,7 1@7,8 1@7,9", "1@7,10 1@6,7", "1@6,9 1@6,10"):
        seats.append(game.state.to_act)
        game.place(tiles)
    assert [*seats, game.state.to_act] == ["bob", "cem", "ann", "bob"]


def test_a_player_draws_two_tiles() -> None:
    game = Game("11 23 456").place("6@7,7 1@7,8 1@7,9")
    assert game.events[-1] == zatre.TilesDrawn("bob", (2, 3), 3)
    assert game.state.rack["bob"] == (2, 3)


def test_tiles_continue_those_on_the_board() -> None:
    """Placement rule 2: side by side; corners do not count."""
    game = at(position("6@7,7", "12"))
    assert game.refused("1@6,6 2@7,8") == "The tile at row 6, column 6 does not continue the tiles on the board."
    assert game.refused("1@7,9 2@9,7") == "The tile at row 7, column 9 does not continue the tiles on the board."


def test_a_tile_may_touch_only_a_tile_of_the_same_turn() -> None:
    """Beate's last 3 does in the example; in which order they are told does not matter."""
    assert zatre.legal(position("6@7,7", "12"), turn("1@7,9 2@7,8"))


@pytest.mark.parametrize(("tiles", "total"), [("6@7,8 5@7,9", 17), ("6@7,8 1@7,9", 13)])
def test_runs_of_13_and_more_are_not_allowed(tiles: str, total: int) -> None:
    """Placement rule 3."""
    game = at(position("6@7,7", tiles[0] + tiles[6]))
    assert game.refused(tiles) == (
        f"The run through the tile at row 7, column 8 would add up to {total}, and 13 or more are not allowed."
    )


def test_the_limit_holds_for_a_run_that_bridges_two() -> None:
    """Decision 13."""
    state = position("6@7,7 1@6,7 1@6,8 1@6,9 6@7,9", "1")
    assert "add up to 13" in str(zatre.why_not(state, turn("1@7,8")))


def test_runs_of_9_and_less_are_allowed_and_bring_nothing() -> None:
    """Placement rule 4, scoring rule 5."""
    game = at(position("6@7,7", "12", "3456")).place("1@7,8 2@6,7")
    assert game.sheet("ann") == (0, (), (), ())
    assert "runs_scored" not in game.kinds()


def test_both_tiles_must_be_placed_even_without_points() -> None:
    """Placement rule 5."""
    game = at(position("6@7,7", "12"))
    assert "must be placed" in game.refused("1@7,8")
    assert "must be placed" in game.refused()


def test_both_tiles_may_lie_together_or_apart() -> None:
    """Placement rule 6."""
    state = position("6@7,7", "12")
    assert zatre.legal(state, turn("1@7,8 2@7,9"))
    assert zatre.legal(state, turn("1@7,8 2@7,6"))


def test_a_tile_on_a_light_square_must_score() -> None:
    """Placement rule 7."""
    board = "6@7,7 1@7,8"
    assert at(position(board, "23")).refused("2@6,8 3@7,6") == (
        "The 2 at row 6, column 8 lies on a light square in no run of 10, 11 or 12, and it could lie on a dark one."
    )


def test_one_scoring_run_is_enough_on_a_light_square() -> None:
    """Decision 3: it need not be both."""
    game = at(position("6@7,7 5@7,8 1@6,7", "5", "11")).place("5@6,8")
    assert game.sheet("ann") == (1, (1,), (), ())
    assert reach(game.state.cells, zatre.square(6, 8), -1) + 5 == 6


def test_a_light_square_is_judged_with_all_tiles_of_the_turn() -> None:
    """Decision 3: alone the 4 would score nothing, with the 2 beside it there are 10."""
    state = position("6@7,7 4@7,8", "24")
    assert zatre.why_not(state, turn("4@6,8 2@5,8")) is None
    assert "light square" in str(zatre.why_not(state, turn("4@6,8 2@7,6")))


def test_without_a_dark_square_a_tile_goes_to_a_light_one_without_cross() -> None:
    """The exception of placement rule 7. The only room for a 4 is at the light square (8, 6)."""
    game = at(position(PINNED, "4", "11"))
    assert zatre.open_squares(game.state, (), 4) == ((8, 6),)
    game.place("4@8,6")
    assert game.sheet("ann") == (0, (), (), ())


def test_where_the_exception_holds_the_tile_must_be_placed() -> None:
    """The rulebook says must."""
    assert "must be placed" in at(position(PINNED, "4", "11")).refused()


# Kept tiles


def test_whoever_can_place_none_keeps_his_tiles() -> None:
    game = at(position(CORNER, "66", "1234")).place()
    assert game.kinds()[0] == "nothing_placed"
    assert game.state.rack["ann"] == (6, 6)


def test_whoever_can_place_one_places_it_and_keeps_the_other() -> None:
    game = at(position("6@7,7 5@7,8 5@8,8", "53"))
    assert "must be placed" in game.refused()
    game.place("5@8,7")
    assert game.state.rack["ann"] == (3,)
    assert game.events[0] == zatre.TilesPlaced("ann", turn("5@8,7"), FrozenMap({"ann": (3,)}))


def test_which_one_he_chooses_himself() -> None:
    """Either of the two, if each fits but not both: the only square is beside a run of 10."""
    state = position("6@7,7 5@7,8 5@8,8", "53")
    assert {tuple(tile.value for tile in found) for found in zatre.placements(state) if len(found) == 1} == {(5,), (3,)}


def back_to_ann(kept: str, bag: str, board: str = CORNER) -> zatre.State:
    """Bob has nothing to place and plays; it is Ann's turn, who kept these tiles."""
    state = position(board, "", bag)
    rack = state.rack.put("ann", tuple(map(int, kept))).put("bob", (6, 6))

    return zatre.apply(replace(state, to_act="bob", rack=rack), zatre.Place())[0]


def test_whoever_kept_one_tile_draws_one() -> None:
    """Even if it can be placed now."""
    assert back_to_ann("6", "5432").rack["ann"] == (6, 5)
    assert back_to_ann("1", "5432").rack["ann"] == (1, 5)


def test_whoever_kept_two_and_can_place_one_of_them_draws_none() -> None:
    state = back_to_ann("61", "5432")
    assert (state.rack["ann"], len(state.bag)) == ((6, 1), 4)


def test_whoever_kept_two_and_can_place_none_draws_one() -> None:
    state = back_to_ann("65", "1432")
    assert (state.rack["ann"], state.bag) == ((6, 5, 1), (4, 3, 2))


def test_he_may_place_all_his_tiles_even_more_than_two() -> None:
    state = position("6@7,7", "123", "456")
    assert zatre.most(state.cells, state.hand) == 3
    assert at(state).place("1@7,8 2@7,9 3@6,7").state.rack["ann"] == ()
    assert "must be placed" in at(state).refused("1@7,8 2@7,9")


def test_whoever_kept_none_draws_two_or_the_last_one() -> None:
    assert back_to_ann("", "543").rack["ann"] == (5, 4)
    assert back_to_ann("", "5").rack["ann"] == (5,)


# Scoring


def test_a_lone_tile_is_no_run_and_all_tiles_of_a_run_count() -> None:
    game = at(position("6@7,7", "64", "11")).place("4@7,8 6@6,7")
    assert game.events[1] == zatre.RunsScored(
        "ann", (zatre.Run(6, 7, True, 12), zatre.Run(7, 7, False, 10)), points=5, crosses=0
    )
    assert game.sheet("ann") == (0, (1,), (), (4,))


def test_two_tiles_in_one_run_make_one_run() -> None:
    """Decision 2."""
    assert at(position("6@7,7", "13", "11")).place("1@7,8 3@7,9").sheet("ann") == (0, (1,), (), ())


def test_a_run_of_10_that_grows_to_12_scores_again() -> None:
    """Decision 2."""
    game = at(position("6@7,7 4@7,8", "2", "11")).place("2@7,9")
    assert game.sheet("ann") == (0, (), (), (4,))


def test_a_run_that_was_there_before_does_not_score() -> None:
    game = at(position("6@7,7 4@7,8", "1", "11")).place("1@6,7")
    assert game.sheet("ann") == (0, (), (), ())


def test_a_light_square_gives_one_cross_whatever_its_runs() -> None:
    """Decision 5, on a square through which two runs of 10 and more go."""
    game = at(position("6@7,7 5@7,8 5@6,7", "5", "11")).place("5@6,8")
    assert game.sheet("ann") == (1, (2,), (), ())


def test_an_old_tile_on_a_light_square_gives_no_cross() -> None:
    """Decision 5."""
    game = at(position("6@7,7 4@7,8 6@6,8", "2", "11")).place("2@5,8")
    assert game.sheet("ann") == (0, (), (), (4,))


def test_the_red_square_gives_a_cross_only_with_a_run_of_10_and_more() -> None:
    """Scoring rule 6."""
    assert Game("44 11").place("6@7,7 4@7,8 4@6,7").sheet("ann")[0] == 1
    assert Game("11 11").place("6@7,7 1@7,8 1@6,7").sheet("ann")[0] == 0


def test_a_run_through_the_red_square_gives_no_cross_later() -> None:
    """Decision 5: the red square counts in the first turn."""
    assert at(position("6@7,7", "4", "11")).place("4@7,8").sheet("ann") == (0, (1,), (), ())


# The end


def test_who_draws_the_last_tile_plays_his_turn_and_the_game_ends() -> None:
    """Even if he drew only one."""
    game = Game("11 2").place("6@7,7 1@7,8 1@7,9")
    assert (game.kinds()[-1], game.state.bag, game.state.rack["bob"]) == ("bag_emptied", (), (2,))
    game.place("2@6,7")
    assert (game.state.phase, game.state.ending, game.kinds()[-1]) == (Phase.OVER, Ending.BAG_EMPTY, "game_over")
    assert game.state.to_act is None


def test_tiles_left_are_deducted() -> None:
    """Scoring rule 10, of everybody's."""
    state = position("6@7,7 5@7,8 5@8,8", "53", "")

    game = at(replace(state, rack=state.rack.put("bob", (5, 5)))).place("5@8,7")
    assert {side: sheet.minus for side, sheet in game.state.sheets.items()} == {"ann": 3, "bob": 10}
    assert game.state.sheets["bob"].total == -10


def test_the_highest_total_wins() -> None:
    game = at(position("6@7,7", "6", "")).place("6@6,7")
    assert (game.state.winners, game.state.sheets["ann"].total) == (("ann",), 4)


def test_a_tie_is_a_shared_win() -> None:
    """Decision 14."""
    game = at(position("6@7,7", "1", "")).place("1@6,7")
    assert game.state.winners == ("ann", "bob")


def test_if_nothing_can_be_placed_any_more_the_bag_is_drawn_in_turn_and_deducted() -> None:
    """Decision 12: from the next player on, one by one, besides what everyone kept."""
    game = at(position("6@7,7 6@7,8 6@6,7", "63", "12345")).place("6@6,8")
    assert game.kinds() == ["tiles_placed", "runs_scored", "bag_shared", "game_over"]
    assert game.state.ending is Ending.DEAD_POSITION
    assert dict(game.state.rack) == {"ann": (3, 2, 4), "bob": (1, 3, 5)}
    assert {side: sheet.minus for side, sheet in game.state.sheets.items()} == {"ann": 9, "bob": 9}
    assert game.state.bag == ()


def test_if_only_some_values_fit_play_goes_on() -> None:
    """Decision 12."""
    game = at(position(CORNER, "66", "6611")).place()
    assert (game.state.phase, game.state.rack["bob"]) == (Phase.PLAY, (6, 6))


# What a referee refuses


def test_a_setup_comes_first_and_once() -> None:
    setup = zatre.Setup(("ann", "bob"), "ann", 6, (1, 2))
    with pytest.raises(IllegalAction, match="must be a setup"):
        zatre.apply(None, zatre.Place())
    with pytest.raises(IllegalAction, match="set up already"):
        zatre.apply(zatre.apply(None, setup)[0], setup)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"players": ("ann", "ann")}, "the same name"),
        ({"starter": "cem"}, "'cem' is not one of the players"),
        ({"starting_tile": 7}, "no tile of the value 7"),
        ({"bag": (1, 0)}, "no tile of the value 0"),
        ({"bag": (6,) * 20}, "20 tiles of the value 6, not 21"),
        ({"bag": (1,)}, "hold 2 tiles or more, not 1"),
    ],
)
def test_a_setup_that_cannot_be_is_refused(changed: dict[str, object], says: str) -> None:
    fields = {"players": ("ann", "bob"), "starter": "ann", "starting_tile": 6, "bag": (1, 2), **changed}
    with pytest.raises(IllegalAction, match=says):
        zatre.apply(None, zatre.Setup(**fields))


def test_a_full_bag_is_accepted() -> None:
    state = zatre.apply(None, zatre.Setup(("ann", "bob"), "ann", 6, full_bag(Random(1), 6)))[0]
    assert len(state.bag) == 118


@pytest.mark.parametrize(
    ("tiles", "says"),
    [
        ("3@7,8", "There is no tile of the value 3 to place: the tiles are 1, 2."),
        ("1@7,8 1@7,9", "There are not 2 tiles of the value 1 to place: the tiles are 1, 2."),
        ("1@0,0", "The board has no square at row 0, column 0."),
        ("1@7,15", "The board has no square at row 7, column 15."),
        ("1@-1,4", "The board has no square at row -1, column 4."),
        ("1@7,7", "The square at row 7, column 7 is taken."),
        ("1@7,8 2@7,8", "The square at row 7, column 8 is taken."),
    ],
)
def test_a_turn_that_cannot_be_is_refused_in_one_sentence(tiles: str, says: str) -> None:
    assert at(position("6@7,7", "12")).refused(tiles) == says


def test_after_the_end_nothing_is_allowed() -> None:
    game = at(position("6@7,7", "6", "")).place("6@6,7")
    assert game.refused() == "The game is over."
    assert zatre.legal_actions(game.state) == ()
    assert list(zatre.gains(game.state)) == []
    assert zatre.gain(game.state, ()) == 0
