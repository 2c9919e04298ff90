"""Bowls of other shapes and sizes in pictures: painted where the section is, as deep as the bowl is wide."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from scenes.games.zack.art import box_back_picture, box_cut_picture, cut_at_picture
from scenes.games.zack.view import NEAREST_MM, box_depths_mm, seen
from sim.games.zack.match.frame import CardState, CardView, StaticScene
from sim.measures import merged
from sim.physics.bowl.measures import BowlSetup, build_bowl, shipped_bowl_tables
from sim.physics.bowl.outline import contains, ground_at, reach_at
from sim.physics.bowl.throwing import aimed_throw
from tests.games.zack.scenes.frames import static_scene, still

DISH = [[0, 0], [0.5, 0], [0.8, 0.12], [0.94, 0.45], [1, 1]]


def setup_of(bowl: dict[str, Any]) -> BowlSetup:
    return build_bowl(merged(dict(shipped_bowl_tables()), {"bowl": bowl}), "design.toml")


def scene_of(bowl: dict[str, Any]) -> StaticScene:
    return replace(static_scene(), setup=setup_of(bowl))


@pytest.mark.slow
@pytest.mark.parametrize("bowl", [{}, {"section": DISH, "opening_mm": 230.0, "depth_mm": 60.0}])
def test_the_cut_is_painted_where_the_walls_are_and_nowhere_else(bowl: dict[str, Any]) -> None:
    setup = setup_of(bowl)
    picture = box_cut_picture(setup, 4.0)
    solid = [*setup.parts()]
    for column in range(-240, 241, 7):
        for row in range(int(2 * setup.bowl.depth_mm)):
            x, y = column / 2, row / 2 + 0.25
            around = {any(contains(part, x + dx, y + dy) for part in solid) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
            if len(around) > 1 or any((x - a) ** 2 + (y - b) ** 2 < 9 for a, b in setup.rims()):
                continue  # at an edge
            (inside,) = around
            at = (
                round(picture.anchor[0] + x * picture.scale),
                round(picture.image.height - picture.anchor[1] - y * picture.scale),
            )
            if 0 <= at[0] < picture.image.width and 0 <= at[1] < picture.image.height:
                assert (picture.image.getpixel(at)[3] > 128) == inside, (x, y)


def test_a_wide_bowl_reaches_nearer_and_farther_and_stays_on_the_table() -> None:
    assert box_depths_mm(static_scene()) == (-15.5, 106.5)
    # By as much as a card has more play to either side.
    assert box_depths_mm(scene_of({"width_mm": 180.0})) == (-45.5, 136.5)
    assert box_depths_mm(scene_of({"width_mm": 600.0}))[0] == NEAREST_MM


def test_no_card_in_the_bowl_is_drawn_through_its_front_or_its_back(screen: Any) -> None:
    """Not even one that lies as far out as it can, turned aside."""
    from scenes.games.zack.scene import build_scene

    screen.resize(1280, 720)
    frame = replace(still(1), cards=(), bowl=())
    scene = build_scene(static_scene(), 1280, 720, first=frame)

    def picture() -> np.ndarray:
        return np.asarray(screen.picture(scene)).astype(int)

    scene.show(frame, 0.0)
    empty, (near, far) = picture(), box_depths_mm(static_scene())
    for z in (-14.5, 0.0, 14.5):
        card = CardView("a", "R", frame.seats[0].name, 10.0, 2.4, 0.0, CardState.BOWL, z=z, yaw=0.25)
        scene.show(replace(frame, cards=(card,)), 0.0)
        table, camera = scene.hud.layout.table, scene.camera
        changed = np.abs(picture() - empty).max(axis=2)[: round(720 - table.bottom)] > 24
        rows = 720 - np.nonzero(changed)[0]
        assert len(rows) > 500
        assert rows.min() >= camera.to_screen(seen(0.0, 0.0, near))[1] - 1
        assert rows.max() <= camera.to_screen(seen(0.0, 2.4, far))[1] + 4


def test_a_nearer_cut_is_drawn_larger_by_what_perspective_gives() -> None:
    setup = setup_of({})
    here, nearer = box_cut_picture(setup, 2.0), cut_at_picture(setup, -60.0, 2.0)
    width = [picture.image.width / picture.scale for picture in (here, nearer)]
    assert width[1] / width[0] == pytest.approx(1.03, abs=0.01)


def test_the_inside_of_a_dish_is_painted_from_front_to_back() -> None:
    setup = setup_of({"section": DISH, "opening_mm": 230.0, "depth_mm": 60.0})
    picture = box_back_picture(setup, (-30.0, 145.0), 2.0)
    middle = round(picture.anchor[0])
    column = [picture.image.getpixel((middle, row))[3] for row in range(picture.image.height)]
    painted = [row for row, alpha in enumerate(column) if alpha > 128]
    assert painted == list(range(painted[0], painted[-1] + 1))
    assert len(painted) / picture.scale == pytest.approx(0.48 * 175 + 60 * (1 - 0.0005 * 145), abs=4.0)


def test_the_lens_holds_a_bowl_with_a_belly_and_the_cards_in_it(screen: Any) -> None:
    from scenes.games.zack.lens import lens_mm, lens_quads

    belly = scene_of({"section": [[0, 0], [0.8, 0], [1.4, 0.4], [1.4, 0.7], [1, 1]], "depth_mm": 60.0})
    assert lens_mm(belly)[0] > 2 * 1.4 * 95.0
    frame = still(3)
    moved = replace(frame, cards=tuple(replace(card, x=110.0, y=30.0, angle=0.0) for card in frame.cards[:1]))
    assert lens_quads(moved, belly, (0.0, 0.0), 1.0)
    assert not lens_quads(moved, static_scene(), (0.0, 0.0), 1.0)


def test_the_ground_under_a_shadow_and_the_reach_at_a_height_follow_the_outline() -> None:
    setup = setup_of({"section": [[0, 0], [0.5, 0], [1, 1]], "opening_mm": 200.0, "depth_mm": 53.0})
    inside = setup.inside()
    assert ground_at(inside, 20.0) == 2.0
    assert ground_at(inside, 75.0) == pytest.approx(27.0)
    assert reach_at(inside, 27.0) == pytest.approx(75.0)
    assert ground_at(inside, 140.0) == 0.0


def test_at_a_long_table_the_strength_of_keys_is_a_practised_hand_s(screen: Any) -> None:
    from scenes.games.zack.play_keys import needed_near

    setup = setup_of({"section": DISH, "opening_mm": 240.0, "width_mm": 190.0, "depth_mm": 60.0})
    usual = aimed_throw(setup, 750.0, 260.0, 0.0).motion
    speed = math.hypot(usual.vx, usual.vy)
    hand: Any = SimpleNamespace(place=(750.0, 260.0), side=1, spin_rad_s=30.0, usual_mm_s=speed)
    needed = needed_near(setup, hand, math.radians(10.0))
    assert speed > 3000.0
    assert needed.least < needed.middle == speed < needed.most
