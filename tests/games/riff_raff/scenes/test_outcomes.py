"""What came of an attempt is said in a few words, to You."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scenes.games.riff_raff.outcomes import OutcomeReader
from sim.games.riff_raff import rules
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import Practice
from sim.games.riff_raff.match.frame import (
    PieceAstray,
    PieceEvent,
    PieceState,
    PieceView,
    RiffRaffFrame,
    Ruled,
    TableStage,
)
from sim.games.riff_raff.match.text import headline
from sim.seat import Seat
from tests.games.riff_raff.match.by_hand import grip_above, seated
from tests.games.riff_raff.scenes.test_play import PLAIN, AtTable, my_turn


@pytest.fixture(scope="module")
def first(configuration: RiffRaffConfiguration) -> RiffRaffFrame:
    match, _ = seated(configuration, 1, "me", "casual:random")
    return match.frame()


def piece(name: str, state: PieceState) -> PieceView:
    return PieceView(name, name.partition("-")[0], "box", 10.0, 20.0, 0.0, state)


def told(first: RiffRaffFrame, pieces: list[PieceView], *events: Any) -> list[tuple[str, str]]:
    """What is said of an attempt with a crate that ends with these pieces, by these events."""
    reader = OutcomeReader()
    assert reader.read(replace(first, pieces=(piece("crate-3", PieceState.HELD),))) == []
    ruled = tuple(event if isinstance(event, PieceEvent | PieceAstray) else Ruled(1.0, event) for event in events)
    after = replace(first, table_stage=TableStage.RULED, pieces=tuple(pieces), events=ruled)
    said = reader.read(after)
    assert reader.read(after) == []
    return [(one.words, one.tone) for one in said]


def test_what_holds_comes_down_elsewhere_or_is_caught_is_said(first: RiffRaffFrame) -> None:
    aboard = [piece("crate-3", PieceState.ABOARD)]
    assert told(first, aboard, rules.PieceLoaded("You", "crate", 6)) == [("Your crate holds.", "good")]
    assert told(first, aboard, PieceAstray(0.5, "crate-3", "crate", 5, 6)) == [
        ("It came down on slot 5, not 6.", "bad")
    ]
    assert told(first, aboard, PieceEvent(0.5, "caught", "rat-1", "rat")) == [("Caught: the rat.", "good")]


def test_what_is_lost_is_said_once_with_its_new_owner(first: RiffRaffFrame) -> None:
    for name, words in (("You", "you"), (first.seats[1].name, first.seats[1].name)):
        events = [rules.PieceLost(name, kind, 6, kind == "crate") for kind in ("crate", "rat")]
        assert told(first, [], *events) == [(f"Lost: 2 pieces to {words}.", "bad")]


def test_a_new_captain_is_named(first: RiffRaffFrame) -> None:
    reader, said, events = OutcomeReader(), [], ()
    reader.read(first)
    for at_s, captain in enumerate(("You", "You", "Ben")):
        events = (*events, Ruled(float(at_s), rules.CaptainNamed(captain, None)))
        said += [one.words for one in reader.read(replace(first, events=events))]
    assert said == ["You are captain.", "Ben is captain."]


def test_a_captain_who_names_themselves_stays() -> None:
    assert headline(rules.CaptainNamed("Ben", "Ben")) == ("Ben stays captain.", "plain")
    assert headline(rules.CaptainNamed("Ben", "You")) == ("You name Ben captain.", "plain")


@pytest.mark.slow
def test_an_attempt_of_a_practice_speaks_for_itself(screen: Any, configuration: RiffRaffConfiguration) -> None:
    practice = Practice(configuration, Seat("You", "casual", "person"), 3, slot=6, piece="crate")
    practice.advance(0.1)
    table = AtTable(practice, (1280, 720), PLAIN)
    words: list[str] = []
    for x_mm in (50.0, 97.0):
        spot = table.spot("crate")
        table.click(spot)
        over = table.screen(*grip_above(practice, "crate", 6, x_mm, 2.0))
        table.move(spot, over, 0.7)
        table.move(over, over, 0.3)
        table.click(over)
        table.rest(lambda: practice.table.stage is TableStage.THINKING, over)
        words.append(table.layer.controller.notice.words)
    assert words[0] == "The crate holds."
    assert words[1] in ("Lost: 1 piece.", "Caught: the crate.")


def test_the_question_speaks_to_you_and_names_others(screen: Any, configuration: RiffRaffConfiguration) -> None:
    from scenes.games.riff_raff.play_questions import asked

    match = my_turn(configuration)
    assert asked(match, "You")[0] == "Your turn: a piece for slot 6"


def test_the_panel_of_who_is_due_pulses(screen: Any, configuration: RiffRaffConfiguration) -> None:
    table = AtTable(my_turn(configuration), (1280, 720), PLAIN)
    pulses: dict[object, Any] = {}
    table.layer.pulses.pulse = lambda key, at, colour: pulses.__setitem__(key, at)
    table.show()
    due = next(index for index, seat in enumerate(table.match.frame().seats) if seat.is_due)
    assert table.scene.hud.layout.seats[due].contains(*pulses.pop(due))
    assert set(pulses.values()) == {None}
