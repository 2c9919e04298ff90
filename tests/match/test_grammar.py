"""Sentences about players, of whom one may be the reader."""

from __future__ import annotations

import re

import pytest

from scenes.drawing.panels import won_by
from sim.games.riff_raff import rules as ship
from sim.games.riff_raff.match.text import headline as ship_words
from sim.games.zack.match.text import headline as bowl_words
from sim.games.zack.rules import events as bowl
from sim.games.zatre import rules as tiles
from sim.games.zatre.match.text import headline as tile_words
from sim.games.zatre.rules.vocabulary import Ending as TilesEnding
from sim.games.zigzag.match.text import headline as tapis_words
from sim.games.zigzag.rules import events as tapis
from sim.games.zigzag.rules.vocabulary import Box
from sim.games.zigzag.rules.vocabulary import Ending as TapisEnding
from sim.match.grammar import called, does, jointly, said_of_all, whom
from sim.rules_frame import FrozenMap

THIRD_PERSON = re.compile(
    r"\b[Yy]ou (?:[^.]* and )?"
    r"(?:is|has|wins|loads|names|sets|takes|lays|plays|draws|keeps|places|makes|ticks|changes)\b"
)


@pytest.mark.parametrize(
    ("verb", "said"),
    [("goes on", "You go on"), ("misses it", "You miss it"), ("is due", "You are due"), ("has won", "You have won"),
     ("chooses red", "You choose red"), ("wins", "You win"), ("changes", "You change")],
)  # fmt: skip
def test_the_reader_is_spoken_to(verb: str, said: str) -> None:
    assert does("You", verb) == said
    assert does("Anne", verb) == f"Anne {verb}"


def test_names_stay_as_they_were_chosen() -> None:
    assert (called("Youssef"), whom("Youssef"), does("Youssef", "has won")) == ("Youssef", "Youssef", "Youssef has won")
    assert (called("You"), whom("You")) == ("You", "you")


def test_several_do_it_together() -> None:
    won = "You win", "{name} wins", "{names} win"
    assert said_of_all(("Anne", "Bert"), *won) == "Anne and Bert win"
    assert said_of_all(("You", "Bert"), *won) == "Bert and you win"
    assert said_of_all(("Anne",), *won) == "Anne wins"
    assert jointly(("You",)) == "You"
    assert [won_by(("You",)), won_by(("You", "Anne")), won_by(("Anne",))] == [
        "You win!",
        "Anne and you win!",
        "Anne wins!",
    ]


@pytest.mark.parametrize(
    "words",
    [
        ship_words(ship.CaptainNamed("You", None)),
        ship_words(ship.CaptainNamed("You", "Anne")),
        ship_words(ship.TurnStarted("You", 3, False)),
        ship_words(ship.PieceLost("You", "rat", 3, True)),
        ship_words(ship.PieceReturned("You", "rat")),
        ship_words(ship.MatchOver(("You",), ship.Ending.EMPTIED, FrozenMap({"You": 0, "Anne": 3}))),
        ship_words(ship.MatchOver(("Anne", "You"), ship.Ending.CARDS_SPENT, FrozenMap({"You": 2, "Anne": 2}))),
        bowl_words(bowl.CardMissed("You", bowl.Card("circle:red"))),
        bowl_words(bowl.GameOver("You", bowl.Ending.PLAYER_CARD)),
        tile_words(tiles.GameOver(("You",), TilesEnding.BAG_EMPTY, FrozenMap({"You": 9})), bool, lambda n: n == "You"),
        tapis_words(tapis.BoxTicked(0, 1, Box.ZIG), (("You", "Bert"), ("Anne", "Cleo"))),
        tapis_words(tapis.ContreJudged(False, "You", 1, 0), (("You", "Bert"), ("Anne", "Cleo"))),
        tapis_words(tapis.GameOver(("You", "Bert"), 0, TapisEnding.SHEET), (("You", "Bert"), ("Anne", "Cleo"))),
    ],
)
def test_no_game_speaks_of_the_reader_in_the_third_person(words: tuple[str, str] | None) -> None:
    assert re.search(r"\b[Yy]our?\b", words[0])
    assert not THIRD_PERSON.search(words[0])
