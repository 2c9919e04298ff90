"""Matches in places as small as those of a grid: panels go first, the table stays, results stay inside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from scenes.drawing.panels import Pen
from scenes.games.riff_raff.layout import lay_out as lay_out_riff_raff
from scenes.games.zack.layout import lay_out as lay_out_zack
from scenes.games.zigzag.layout import lay_out as lay_out_zigzag
from scenes.layout.places import tiles
from scenes.window.camera import Rectangle
from sim.games.riff_raff.match.frame import TableStage as ShipBeat
from sim.games.zack.match.frame import TableStage as BowlBeat
from sim.games.zatre.match.frame import TableStage as BoardBeat
from sim.games.zigzag.match.frame import TableStage as TapisBeat
from tests.games.zack.scenes import frames as zack_frames
from tests.games.zatre.scenes import frames as zatre_frames
from tests.games.zigzag.scenes import frames as zigzag_frames
from tests.scenes.fake_match import FakeMatch

TILE = tiles(Rectangle(0.0, 30.0, 640.0, 360.0), 4, 18.0)[0]
SMALL = ((round(TILE.width), round(TILE.height)), (211, 105), (300, 240))

Table = Callable[[float, float], tuple[Rectangle, tuple[Rectangle, ...], Rectangle]]


def ship(width: float, height: float, seats: int = 4) -> tuple[Rectangle, tuple[Rectangle, ...], Rectangle]:
    layout = lay_out_riff_raff(width, height, seats)
    return layout.table, layout.seats, layout.status


def bowl(width: float, height: float) -> tuple[Rectangle, tuple[Rectangle, ...], Rectangle]:
    layout = lay_out_zack(width, height, (-1, 1, -1, 1))
    return layout.table, layout.seats, layout.status


def tapis(width: float, height: float) -> tuple[Rectangle, tuple[Rectangle, ...], Rectangle]:
    layout = lay_out_zigzag(width, height, 4)
    return layout.table, layout.seats, layout.status


# How wide a table is by its height, at least, where it may be drawn.
TABLES = {
    "riff-raff": (ship, 0.72),
    "riff-raff for two": (partial(ship, seats=2), 0.72),
    "zack": (bowl, 2.4),
    "zigzag": (tapis, 1.0),
}


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("size", SMALL, ids=lambda size: f"{size[0]}x{size[1]}")
def test_panels_go_before_the_table_is_squeezed(game: str, size: tuple[int, int]) -> None:
    lay_out, shape = TABLES[game]
    width, height = size
    table, seats, status = lay_out(width, height)
    assert min(table.height, table.width / shape) >= 0.7 * min(height, width / shape)
    assert not seats or game == "zack"
    # One line is left, above it.
    assert table.top <= status.bottom + 0.01
    assert 0.0 <= status.left < status.right <= width
    assert status.top <= height


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize(
    "size", [(640, 360), (640, 400), (1280, 720), (1280, 500)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_where_there_is_room_everybody_has_a_panel(game: str, size: tuple[int, int]) -> None:
    _, seats, _ = TABLES[game][0](*size)
    assert len(seats) == (2 if game == "riff-raff for two" else 4)


def over(game: str) -> tuple[Any, Any]:
    """Scenery and the last frame of a match."""
    if game == "riff-raff":
        match = FakeMatch()
        return match.static_scene, replace(
            match.frame(), table_stage=ShipBeat.OVER, winners=("Ada", "Bosun Bartholomew")
        )
    if game == "zack":
        return zack_frames.static_scene(), replace(zack_frames.still(), table_stage=BowlBeat.OVER, winners=("Anne",))
    if game == "zatre":
        return zatre_frames.SCENERY, zatre_frames.frame(4, table_stage=BoardBeat.OVER, due=None, winners=("Ada",))
    scene = zigzag_frames.static_scene()
    return scene, replace(zigzag_frames.frame_of(scene), table_stage=TapisBeat.OVER, winners=("Anne", "Cleo"))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["riff-raff", "zack", "zatre", "zigzag"])
def test_a_result_stays_inside_its_tile(screen: Any, game: str) -> None:
    from scenes.spec import scene_part

    static_scene, frame = over(game)
    scene = scene_part(game, "scene")(static_scene, 640, 400, 1.0, first=frame)
    for width, height in (*SMALL, (120, 64), (640, 400)):
        scene.resize(width, height, 1.0)
        scene.show(frame, 0.0)
        plate = scene.hud._banner if game == "riff-raff" else scene.hud._over
        card = plate._sprite
        assert card.visible
        assert card.x >= 0.0
        assert card.x + card.width <= width
        assert card.y <= height
        assert card.y - card.height >= 0.0
    scene.hud.result_shown = False
    scene.show(frame, 0.0)
    assert not card.visible


def test_one_line_tells_what_is_going_on() -> None:
    from scenes.games.riff_raff import panels as ship_panels
    from scenes.games.zack import panels as bowl_panels
    from scenes.games.zigzag import panels as tapis_panels

    pen, size = Pen(0.5, 1.0), (310, 21)
    match = FakeMatch()
    ships = [
        replace(match.frame(), due=name, table_stage=table_stage)
        for name, table_stage in (("Ada", ShipBeat.THINKING), ("Bo", ShipBeat.THINKING), ("Bo", ShipBeat.RULED))
    ]
    bowls = [
        replace(zack_frames.still(), table_stage=table_stage) for table_stage in (BowlBeat.DEALING, BowlBeat.STOPPED)
    ]
    scene = zigzag_frames.static_scene()
    tables = [
        replace(zigzag_frames.frame_of(scene), table_stage=table_stage)
        for table_stage in (TapisBeat.DEALING, TapisBeat.PLAYING)
    ]
    pictures = (
        [ship_panels.status_panel(frame, size, pen) for frame in ships],
        [bowl_panels.status_panel(frame, 2, size, pen) for frame in bowls],
        [tapis_panels.status_panel(frame, 1, size, pen) for frame in tables],
    )
    for shown in pictures:
        for one, two in pairwise(shown):
            changed = np.abs(np.asarray(one, dtype=int) - np.asarray(two, dtype=int)).max(axis=2) > 60
            assert changed.sum() > 20
