"""World to window and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes.window.camera import ZOOM_LEAST, ZOOM_MOST, Camera, Rectangle

HOME = Rectangle(-160, -190, 160, 262)
sides = st.floats(64, 4000)
points = st.tuples(st.floats(-2000, 2000), st.floats(-2000, 2000))


@given(sides, sides, points, st.lists(st.tuples(points, st.floats(0.2, 5.0)), max_size=4), points)
def test_to_world_is_the_exact_inverse_of_to_screen(
    width: float,
    height: float,
    point: tuple[float, float],
    zooms: list[tuple[tuple[float, float], float]],
    drag: tuple[float, float],
) -> None:
    camera = Camera(HOME, Rectangle(0, 0, width, height))
    for where, factor in zooms:
        camera.zoom_at(where, factor)
    camera.drag(*drag)
    assert camera.to_world(camera.to_screen(point)) == pytest.approx(point, abs=1e-6)
    assert camera.to_screen(camera.to_world(point)) == pytest.approx(point, abs=1e-6)


@given(sides, sides)
def test_home_fits_into_any_window(width: float, height: float) -> None:
    viewport = Rectangle(10, 20, 10 + width, 20 + height)
    camera = Camera(HOME, viewport)
    left, bottom = camera.to_screen((HOME.left, HOME.bottom))
    right, top = camera.to_screen((HOME.right, HOME.top))
    assert left >= viewport.left - 1e-6
    assert bottom >= viewport.bottom - 1e-6
    assert right <= viewport.right + 1e-6
    assert top <= viewport.top + 1e-6
    # As large as it can be: one of the two pairs of sides touches.
    assert right - left == pytest.approx(width) or top - bottom == pytest.approx(height)


@given(st.floats(0, 800), st.floats(0, 600), st.floats(0.7, 1.4))
def test_what_is_under_the_pointer_stays_there(x: float, y: float, factor: float) -> None:
    camera = Camera(HOME, Rectangle(0, 0, 800, 600))
    # Within the home rectangle: farther out the view is kept from losing the ship.
    x, y = camera.to_screen(
        (max(-80.0, min(80.0, camera.to_world((x, y))[0])), max(-80.0, min(80.0, camera.to_world((x, y))[1])))
    )
    before = camera.to_world((x, y))
    camera.zoom_at((x, y), factor)
    assert camera.to_world((x, y)) == pytest.approx(before, abs=1e-6)


def test_dragging_moves_the_world_with_the_pointer() -> None:
    camera = Camera(HOME, Rectangle(0, 0, 800, 600))
    camera.zoom_at((400, 300), 2.0)
    before = camera.to_screen((0.0, 0.0))
    camera.drag(30, -20)
    assert camera.to_screen((0.0, 0.0)) == pytest.approx((before[0] + 30, before[1] - 20))


def test_zoom_has_its_limits_and_reset_undoes_all() -> None:
    camera = Camera(HOME, Rectangle(0, 0, 800, 600))
    scale = camera.scale
    for _ in range(60):
        camera.zoom_at((100, 100), 1.3)
    assert camera.scale == pytest.approx(scale * ZOOM_MOST)
    for _ in range(90):
        camera.zoom_at((700, 500), 0.8)
    assert camera.scale == pytest.approx(scale * ZOOM_LEAST)
    for _ in range(50):
        camera.drag(500, 500)
    assert HOME.left <= camera.centre[0] <= HOME.right
    camera.reset()
    assert (camera.scale, camera.pan) == (scale, (0.0, 0.0))


def test_art_is_painted_for_the_pixels_of_a_dense_display() -> None:
    camera = Camera(HOME, Rectangle(0, 0, 800, 600), 2.0)
    assert camera.pixels_per_mm == pytest.approx(2 * camera.scale)
