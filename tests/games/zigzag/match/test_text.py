"""ZIGZAG in words: teams are called by the names of who they are, in the plural."""

from __future__ import annotations

import pytest

from sim.games.zigzag.match.rule_adapter import face_of, named
from sim.games.zigzag.match.text import headline
from sim.games.zigzag.rules import events
from sim.games.zigzag.rules.vocabulary import Box, Ending
from sim.rules_frame import Event

PAIRS = (("Ada", "Cleo"), ("Bert", "Dirk"))
ALONE = (("Ada",), ("Bert",), ("Cleo",))


@pytest.mark.parametrize(
    ("event", "pairs", "alone"),
    [
        (events.BoxTicked(1, 2, Box.ZIG), "Bert and Dirk tick ZIG of level 2.", "Bert ticks ZIG of level 2."),
        (events.ContreCalled("Ada", 1), "Ada: CONTRE against Bert and Dirk!", "Ada: CONTRE against Bert!"),
        (
            events.ContreJudged(True, "Ada", 1, 0),
            "The CONTRE is confirmed: Bert and Dirk change their hands.",
            "The CONTRE is confirmed: Bert changes their hand.",
        ),
        (
            events.GameOver(("Bert", "Dirk"), 1, Ending.SHEET),
            "Bert and Dirk win: their sheet is complete.",
            "Bert and Dirk win: their sheet is complete.",
        ),
        (events.GameOver(("Bert",), 1, Ending.SHEET), "Bert wins: the sheet is complete.", None),
    ],
)
def test_teams_are_told_by_their_names(event: Event, pairs: str, alone: str | None) -> None:
    told = headline(event, PAIRS)
    assert told[0] == pairs
    if alone is not None:
        told = headline(event, ALONE)
        assert told[0] == alone


def test_a_card_that_lies_there_twice_has_another_name_each_time() -> None:
    names = ["again"]
    for _ in range(2):
        names.append(named("again", names))
    assert names == ["again", "again#2", "again#3"]
    assert {face_of(name) for name in names} == {"again"}
