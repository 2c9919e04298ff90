"""Positions as people read them: the printed board of each game, line by line."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from textwrap import dedent

import pytest

from sim.games.zack.rules import Card, Entry, Phase
from tests.games.playthroughs import playthrough
from tests.games.zack.rules.table import Game

BOARDS = {
    ("riff-raff", 4, 71): """\
Round 17 of 20: Anne loads slot 6 (two pieces); Bert C. is captain.
  slot 10  chest
  slot  9  bottle
  slot  8  plank, plank
  slot  7  plank
  slot  6  plank
  slot  5  -
  slot  4  -
  slot  3  -
  slot  2  boat, chest
  slot  1  boat
  Anne     pieces: boat x2, barrel x2, bottle x2, crate x2, sailor x2, rat x2, chest; cards: 3 8 9
  Bert C.  pieces: barrel x2, bottle, crate x2, sailor x2, rat x2, chest; cards: 1 3 8""",
    ("zatre", 10, 22): """\
Turn 9: Anne plays 5 and 5; 105 tiles in the bag.
       0  1  2  3  4  5  6  7  8  9 10 11 12 13 14
   0               .  .  +     +  .  .
   1      +  .  .  .  .  .  .  .  .  .  .  .  +
   2      .  +  .  .  .  .  .  .  .  .  .  +  .
   3      .  .  +  .  .  .  .  .  .  .  +  .  .
   4   .  .  .  .  +  .  .  .  .  .  +  .  .  .  .
   5   .  .  .  .  .  +  .  .  .  +  .  .  .  .  .
   6   +  .  .  .  .  .  +  .  +  .  .  .  .  .  +
   7      .  .  .  .  .  .  6  5  .  .  .  .  .
   8   +  .  .  .  .  .  +  4  6  1  .  .  .  .  +
   9   .  .  .  .  .  +  .  .  .  6  4  .  .  .  .
  10   .  .  .  .  +  .  .  .  5  4  2  .  .  .  .
  11      .  .  +  .  .  .  .  .  .  2  +  .  .
  12      .  +  .  .  .  .  .  3  2  2  .  +  .
  13      +  .  .  .  .  .  .  .  .  .  .  .  +
  14               .  .  +     +  .  .
  Anne     0 points; tiles: 5 5
  Bert C.  2 points; tiles: -
  Cléo     2 points; tiles: -
  d'Or     4 points; tiles: -
  5        6 points; tiles: -
  !n       8 points; tiles: -""",
    ("zigzag", 6, 14): """\
Set 1, hand 1: play.
  tapis: fire.blue.suitcase, air.blue.suitcase, fire.pink.cocktail
  pile: 44 cards; Poubelle: 15
  Anne     earth.yellow.sunglasses, earth.blue.sunglasses, water.green.cocktail, minus_one; must use earth
  Bert C.  joker, stop_accessory, fire.pink.sunglasses, fire.yellow.cocktail; must use blue
  Cléo     fire.blue.cocktail, peek; must use fire
  d'Or     earth.yellow.cocktail, air.pink.cocktail, water.yellow.sunglasses; stopped by stop_accessory; must use none
  Anne and Cléo: ZIG 0/1 of level 2, ZAG 0/1 of level 2, DOUBLE-ZIG 0/1 of level 2, ZIG-ZAG 0/1 of level 2
  Bert C. and d'Or: ZIG 0/1 of level 2, ZAG 0/1 of level 2, DOUBLE-ZIG 0/1 of level 2, ZIG-ZAG 0/1 of level 2""",
}  # fmt: skip


@pytest.mark.parametrize(("game", "seed", "place"), BOARDS)
def test_a_board_is_printed_as_it_lies(game: str, seed: int, place: int) -> None:
    (state,) = islice(playthrough(game, seed), place, place + 1)
    assert str(state) == BOARDS[game, seed, place]


def test_of_a_full_bowl_the_eight_top_cards_are_printed() -> None:
    state = replace(Game(anita="L R", bernd="L", corinna="").state, mirrored=True)
    below = (Entry(Card.RIGHT, "bernd", False), *(Entry(Card.LEFT, "anita", False) for _ in range(6)))
    bowl = (*below, Entry(Card.AGAIN, "bernd", True))
    top = f"again by bernd (wrong){', L by anita' * 6}"
    for lying, told in (
        ((), "-"),
        (bowl, f"{top}, R by bernd"),
        ((*below[:1], *bowl), f"{top}, R by bernd, and 1 below"),
    ):
        assert str(replace(state, bowl=lying)) == dedent(f"""\
            anita is due. Right is left.
              bowl, from the top: {told}
              anita    red: 2 cards, on top L
              bernd    blue: 1 card, on top L
              corinna  green: 0 cards""")
    assert str(replace(state, phase=Phase.CHOOSE)).startswith("anita chooses a colour.")
    assert str(replace(state, phase=Phase.OVER, winner="bernd")).startswith("The game is over, won by bernd.")
