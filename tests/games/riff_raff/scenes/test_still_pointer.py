"""A pointer that does not move moves nothing: not the camera, not the hand, not the catching hands."""

from __future__ import annotations

from typing import Any

import pytest

from scenes.window.camera import Rectangle
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import Practice
from sim.games.riff_raff.match.frame import TableStage
from sim.physics.ship.catching import SIDES
from sim.protocols import Line
from sim.seat import Seat
from tests.games.riff_raff.match.by_hand import grip_above
from tests.games.riff_raff.scenes.test_play import PLAIN, AtTable

HIGH = (690.0, 708.0)


def practising(configuration: RiffRaffConfiguration, slot: int, cargo: int = 0) -> tuple[AtTable, list[Line]]:
    """Someone with a crate before a ship, and what their hands put on record."""
    practice = Practice(configuration, Seat("You", "casual", "person"), 3, slot=slot, piece="crate", aboard=cargo)
    practice.advance(0.1)
    noted: list[Line] = []
    practice.note_hand = noted.append
    return AtTable(practice, (1280, 720), PLAIN.changed(time_bends=True)), noted


def off_the_edge(table: AtTable) -> tuple[float, float]:
    """Set a crate down so far out that it falls, and return where the pointer is as it begins to fall."""
    spot = table.spot("crate")
    table.click(spot)
    edge = table.screen(*grip_above(table.match, "crate", 6, 97.0, 6.0))
    table.move(spot, edge, 0.8)
    table.move(edge, edge, 0.2)
    table.click(edge)
    table.rest(lambda: table.match.table.carrying is not None and table.match.table.carrying.alarm, edge)
    return edge


def palms(table: AtTable) -> list[float]:
    """Where the catching hands are (mm)."""
    return [pose.x for pose in table.match.frame().palms]


def test_the_camera_holds_still_while_a_piece_is_in_the_hand(screen: Any, configuration: RiffRaffConfiguration) -> None:
    table, _ = practising(configuration, 10, cargo=6)
    camera = table.scene.camera
    table.click(table.spot("crate"))
    table.frame(*HIGH)
    before = camera.to_world(HIGH)
    table.move(HIGH, HIGH, 2.5)
    assert camera.to_world(HIGH) == before
    hand = table.match.frame().hand
    assert table.screen(hand.x, hand.y) == pytest.approx(HIGH, abs=1.0 * camera.scale)


@pytest.mark.slow
def test_the_camera_holds_still_until_everything_has_come_to_rest(
    screen: Any, configuration: RiffRaffConfiguration
) -> None:
    table, _ = practising(configuration, 6)
    before = table.scene.camera.to_world(HIGH)
    edge = off_the_edge(table)
    while table.match.table.stage is TableStage.WATCHING:
        table.frame(*edge)
        assert table.scene.camera.to_world(HIGH) == before


@pytest.mark.slow
def test_catching_hands_wait_for_the_pointer_although_camera_and_pace_change(
    screen: Any, configuration: RiffRaffConfiguration
) -> None:
    table, noted = practising(configuration, 6)
    edge = off_the_edge(table)
    port, starboard = (table.match.table.carrying.guided.waits_at(side)[0] for side in SIDES)
    frames = 0
    while table.match.table.stage is TableStage.WATCHING:
        home = table.scene.camera.home
        table.scene.camera.home = Rectangle(home.left - 3.0, home.bottom, home.right - 1.0, home.top + 4.0)
        table.frame(*edge)
        if table.match.table.stage is TableStage.WATCHING:
            assert palms(table) in ([port], [port, starboard])  # starboard is the hand that let go
        frames += 1
    assert frames > 20
    assert [line["move"] for line in noted] == ["place"]


def test_catching_hands_wait_after_a_pause_in_which_the_pointer_went_elsewhere(
    screen: Any, configuration: RiffRaffConfiguration
) -> None:
    table, _ = practising(configuration, 6)
    edge = off_the_edge(table)
    table.frame(edge[0] + 30.0, edge[1])
    for _ in range(20):
        table.frame(edge[0] + 30.0, edge[1])
    table.layer.lost_focus()
    away = (edge[0] - 300.0, edge[1])
    table.frame(*away)
    before = palms(table)
    for _ in range(6):
        table.frame(*away)
    assert table.match.table.stage is TableStage.WATCHING
    assert palms(table) == pytest.approx(before, abs=0.5)
    table.move(away, (away[0] - 40.0, away[1]), 0.2)
    assert max(abs(now - then) for now, then in zip(palms(table), before, strict=True)) > 3.0


def test_a_pointer_that_moves_is_a_reaction(screen: Any, configuration: RiffRaffConfiguration) -> None:
    table, noted = practising(configuration, 6)
    edge = off_the_edge(table)
    table.move(edge, (edge[0] + 60.0, edge[1]), 0.5)
    table.rest(lambda: table.match.table.stage is not TableStage.WATCHING, (edge[0] + 60.0, edge[1]))
    table.frame(*edge)
    assert [line["move"] for line in noted] == ["place", "react"]
