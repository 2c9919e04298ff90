"""What came of an attempt is said where it happened, to You."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scenes.games.riff_raff.outcomes import OutcomeReader, Said
from sim.games.riff_raff import rules
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import Practice
from sim.games.riff_raff.match.frame import PieceEvent, PieceState, PieceView, RiffRaffFrame, Ruled, TableStage
from sim.seat import Seat
from tests.games.riff_raff.match.by_hand import grip_above, seated
from tests.games.riff_raff.scenes.test_play import PLAIN, AtTable, my_turn


@pytest.fixture(scope="module")
def first(configuration: RiffRaffConfiguration) -> tuple[Any, RiffRaffFrame]:
    match, _ = seated(configuration, 1, "me", "casual:random")
    return match.static_scene, match.frame()


def piece(name: str, state: PieceState, x: float = 10.0, y: float = 20.0) -> PieceView:
    return PieceView(name, name.partition("-")[0], "box", x, y, 0.0, state)


def told(first: tuple[Any, RiffRaffFrame], pieces: list[PieceView], after: list[PieceView], *events: Any) -> list[Said]:
    """What is said of an attempt of these pieces that ends with these, by these events."""
    scene, frame = first
    reader = OutcomeReader(scene)
    held = [piece("crate-3", PieceState.HELD)]
    reader.read(replace(frame, table_stage=TableStage.LOADING, pieces=tuple(held)))
    reader.read(replace(frame, table_stage=TableStage.WATCHING, pieces=tuple(pieces)))
    ruled = tuple(event if isinstance(event, PieceEvent) else Ruled(1.0, event) for event in events)
    return reader.read(replace(frame, table_stage=TableStage.RULED, pieces=tuple(after), events=ruled))


def test_what_holds_is_said_at_the_piece(first: tuple[Any, RiffRaffFrame]) -> None:
    aboard = [piece("crate-3", PieceState.ABOARD, 40.0, 90.0), piece("rat-1", PieceState.ABOARD)]
    said = told(first, aboard, aboard, rules.PieceLoaded("You", "crate", 6))
    assert said == [Said("Held", "good", (40.0, 90.0))]


def test_what_is_lost_is_said_where_it_fell_and_at_its_new_owner(first: tuple[Any, RiffRaffFrame]) -> None:
    fallen = [piece("crate-3", PieceState.FALLEN, -100.0, -50.0), piece("rat-1", PieceState.FALLEN, -120.0, -50.0)]
    for name, words, seat in (("You", "you", 0), (first[1].seats[1].name, first[1].seats[1].name, 1)):
        events = [rules.PieceLost(name, kind, 6, kind == "crate") for kind in ("crate", "rat")]
        assert told(first, fallen, [], *events) == [
            Said(f"Lost: 2 pieces to {words}", "bad", (-110.0, -50.0)),
            Said(f"+2 to {words}", "bad", seat=seat),
        ]


def test_what_is_caught_is_said_at_the_hand(first: tuple[Any, RiffRaffFrame]) -> None:
    falls = [piece("crate-3", PieceState.ABOARD), piece("rat-1", PieceState.FALLING, 150.0, -20.0)]
    said = told(first, falls, falls[:1], PieceEvent(0.5, "caught", "rat-1", "rat"))
    assert said == [Said("Caught", "good", (150.0, -20.0))]


def test_a_turn_that_nobody_saw_is_told_at_its_slot(first: tuple[Any, RiffRaffFrame]) -> None:
    scene, frame = first
    reader = OutcomeReader(scene)
    reader.read(frame)
    events = (Ruled(1.0, rules.PieceLost("You", "rat", 7, True)),)
    said = reader.read(replace(frame, table_stage=TableStage.RULED, events=events, hull_angle=0.0))
    slot = scene.ship.slot(7)
    assert said[0].place == pytest.approx((slot.centre_mm, slot.surface_mm))
    # What holds is found among the pieces, since it was not there before.
    aboard = (piece("rat-1", PieceState.ABOARD), piece("crate-9", PieceState.ABOARD, -30.0, 80.0))
    reader.read(replace(frame, events=events, pieces=aboard[:1]))
    events = (*events, Ruled(2.0, rules.PieceLoaded("You", "crate", 7)))
    said = reader.read(replace(frame, table_stage=TableStage.RULED, events=events, pieces=aboard))
    assert said == [Said("Held", "good", (-30.0, 80.0))]


def test_a_banner_names_a_new_captain(first: tuple[Any, RiffRaffFrame]) -> None:
    scene, frame = first
    reader, said, events = OutcomeReader(scene), [], ()
    reader.read(frame)
    for at_s, captain in enumerate(("You", "You", "Ben")):
        events = (*events, Ruled(float(at_s), rules.CaptainNamed(captain, None)))
        said += reader.read(replace(frame, events=events))
    assert said == [Said("You are captain", "turn"), Said("Ben is captain", "turn")]


@pytest.mark.slow
def test_an_attempt_of_a_practice_speaks_for_itself(screen: Any, configuration: RiffRaffConfiguration) -> None:
    practice = Practice(configuration, Seat("You", "casual", "person"), 3, slot=6, piece="crate")
    practice.advance(0.1)
    table = AtTable(practice, (1280, 720), PLAIN)
    words: list[str] = []
    say = table.layer.callouts.say
    table.layer.callouts.say = lambda text, *more, **options: (words.append(text), say(text, *more, **options))
    for x_mm in (50.0, 97.0):
        spot = table.spot("crate")
        table.click(spot)
        over = table.screen(*grip_above(practice, "crate", 6, x_mm, 2.0))
        table.move(spot, over, 0.7)
        table.move(over, over, 0.3)
        table.click(over)
        table.rest(lambda: practice.table.stage is TableStage.THINKING, over)
    assert words in (["Held", "Lost: 1 piece"], ["Held", "Caught"])


def test_the_question_speaks_to_you_and_names_others(screen: Any, configuration: RiffRaffConfiguration) -> None:
    from scenes.games.riff_raff.play_questions import asked

    match = my_turn(configuration)
    assert asked(match, "You")[0] == "Your turn: a piece for slot 6"


def test_the_panel_of_who_is_due_pulses(screen: Any, configuration: RiffRaffConfiguration) -> None:
    table = AtTable(my_turn(configuration), (1280, 720), PLAIN)
    pulses: dict[object, Any] = {}
    table.layer.callouts.pulse = lambda key, at, colour: pulses.__setitem__(key, at)
    table.show()
    due = next(index for index, seat in enumerate(table.match.frame().seats) if seat.is_due)
    assert table.scene.hud.layout.seats[due].contains(*pulses.pop(due))
    assert set(pulses.values()) == {None}
