"""Positions as text boards: `print(match)`, `print(result)`, `print(state)`, and turns on one line."""

from __future__ import annotations

import random
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

import yardarm as ya
from scenes.window.window import NoDrawingError
from sim.games.zack import rules as zack
from sim.games.zatre import rules as zatre

QUICK = {"riff-raff": ["child:random"] * 2, "zack": None, "zatre": ["casual:random"] * 2, "zigzag": None}
"""Of each game, players who are done soon."""


@pytest.mark.slow
@pytest.mark.parametrize("game", QUICK)
def test_a_match_prints_as_its_position_and_what_happened_last(game: str) -> None:
    match = ya.match(game, QUICK[game], profile="draft")
    begun = str(match).splitlines()
    result = match.run()
    shown = str(match)
    assert begun[0] == repr(ya.match(game, QUICK[game], profile="draft"))
    assert shown.startswith(f"{match!r}\n{match.position}\n")
    assert str(result) == f"{result!r}\n{result.position}"
    assert all(name in str(match.position) for name in (seat.name for seat in match.seats))
    assert len(shown.splitlines()) < 40
    assert max(map(len, str(match.position).splitlines())) <= 250
    assert all(turn.count("\n") == 0 and 20 < len(turn) <= 110 for turn in map(repr, result.turns))


def test_the_board_of_riff_raff_has_the_slots_from_the_top_down_and_what_each_player_has() -> None:
    rules = ya.rules("riff-raff")
    state = rules.start(("Anne", "Bert"))
    assert str(state).splitlines()[0] == "Round 1 of 20: everybody picks a card."
    state, _ = rules.apply(state, rules.Reveal({"Anne": 7, "Bert": 9}))
    state, _ = rules.apply(state, rules.Load("rat"))
    lines = str(state).splitlines()
    assert lines[0] == "Round 1 of 20: Anne loads slot 7; Bert is captain."
    assert lines[1:4] == ["  slot 10  -", "  slot  9  rat", "  slot  8  -"]
    assert lines[-1] == (
        "  Bert  pieces: boat x2, barrel x2, bottle x2, crate x2, sailor x2, plank x2, rat, chest x2; "
        "cards: 1 2 3 4 5 6 7 8 10"
    )


def test_the_board_of_zack_has_the_bowl_from_the_top_and_every_hand() -> None:
    hands = {"Anne": (zack.Card.RIGHT, zack.Card.AGAIN), "Bert": (zack.Card.CIRCLE_RED,), "Cleo": (zack.Card.BACK,)}
    colours = dict(zip(hands, (zack.Colour.RED, zack.Colour.BLUE, zack.Colour.GREEN), strict=True))
    setup = zack.Setup(seats=tuple(hands), colours=colours, hands=hands, first="Anne")
    state, _ = zack.apply(None, setup)
    state, _ = zack.apply(state, zack.Throw("Anne"))
    state, _ = zack.apply(state, zack.Throw("Bert"))
    assert str(state).splitlines() == [
        "Anne is due.",
        "  bowl, from the top: circle:red by Bert (wrong), R by Anne",
        "  Anne  red: 1 card, on top again",
        "  Bert  blue: 0 cards",
        "  Cleo  green: 1 card, on top back",
    ]
    assert "R by Anne, and 1 below\n" in str(replace(state, bowl=(state.bowl[0],) * 9))
    assert "below" not in str(replace(state, bowl=(state.bowl[0],) * 8))
    assert str(replace(state, mirrored=True)).startswith("Anne is due. Right is left.")


def test_the_board_of_zatre_has_every_square_at_its_row_and_column() -> None:
    chance = random.Random(1)
    tiles = chance.sample(list(zatre.TILES), k=121, counts=list(zatre.TILES.values()))
    state, _ = zatre.apply(None, zatre.Setup(("Anne", "Bert"), "Anne", tiles[0], tuple(tiles[1:])))
    space = zatre.actions(state)
    begun: tuple[zatre.Place | zatre.Done, ...] = ()
    for _ in range(20):
        number = chance.choice(space.mask(state, state.to_act or "", begun).nonzero()[0])
        state, begun, _ = space.apply(state, state.to_act, space.decode(number, state.to_act or ""), begun)
    lines = str(state).splitlines()
    found = {
        (row, col): sign
        for row in range(zatre.SIZE)
        for col in range(zatre.SIZE)
        if (sign := lines[2 + row].ljust(50)[5 + 3 * col : 8 + 3 * col].strip())
    }
    signs = {zatre.Kind.DARK: ".", zatre.Kind.LIGHT: "+", zatre.Kind.RED: "*"}
    tiles_there = {(tile.row, tile.col): str(tile.value) for tile in state.board}
    squares = (zatre.place(number) for number in zatre.SQUARES)
    assert found == {at: tiles_there.get(at, signs[kind]) for at in squares if (kind := zatre.kind_of(*at)) is not None}
    assert len(tiles_there) > 10
    assert [line for line in lines if line.startswith("  Anne  ")] == [
        f"  Anne  {state.sheets['Anne'].total} points; tiles: {' '.join(map(str, state.rack['Anne'])) or '-'}"
    ]


@pytest.mark.slow
def test_the_board_of_zigzag_has_the_tapis_the_hands_and_the_sheets() -> None:
    match = ya.match("zigzag")
    match.run()
    state, lines = match.position, str(match.position).splitlines()
    assert lines[0].endswith(f"the game is over, won by {' and '.join(state.winners)}.")
    assert lines[1] == f"  tapis: {', '.join(card.value for card in state.tapis) or '-'}"
    for seat in state.seats:
        (line,) = [line for line in lines if line.startswith(f"  {seat}  ")]
        assert line.partition(";")[0] == f"  {seat}  {', '.join(card.value for card in state.hands[seat])}"
    sheet = state.sheets[state.winner]
    (line,) = [line for line in lines if line.startswith(f"  {' and '.join(state.winners)}:")]
    assert all(f"{box.value.replace('_', '-').upper()} {sheet[1][box]}/1 of level 1" in line for box in sheet[1])


@pytest.mark.slow
@pytest.mark.parametrize("game", QUICK)
def test_a_notebook_shows_where_a_match_stands_without_moving_it_on(game: str, display: str) -> None:
    match = ya.match(game, QUICK[game], profile="draft")
    before, drawn = str(match), match._repr_png_()
    assert drawn is not None
    picture = Image.open(BytesIO(drawn))
    assert picture.size == (800, 500)
    assert len(picture.getcolors(1 << 20) or ()) > 500
    assert str(match) == before


def test_where_nothing_can_be_drawn_a_notebook_shows_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_size: int) -> None:
        raise NoDrawingError("there is no display")

    monkeypatch.setattr("scenes.export.export.OffScreen", none)
    assert ya.match("zatre", QUICK["zatre"])._repr_png_() is None
