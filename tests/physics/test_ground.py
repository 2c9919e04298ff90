"""Polygons added by the engine's own functions are those that pymunk would add: the steps are the same to the last bit,
contacts begin with the same shapes, and nothing of them is left when their space has gone.
"""

from __future__ import annotations

import gc

import pymunk
import pytest

from sim.physics.contact.engine_batches import run_steps
from sim.physics.contact.ground import BeginsToTouch, Finish, Ground, pointer
from tests.physics.test_engine_batches import in_use

FILTER = pymunk.ShapeFilter(categories=2, mask=3)
FINISH = Finish(0.7, 0.2, 2, FILTER)
SLABS = [
    [(x, y), (x + 50.0, y + 4.0), (x + 49.0, y + 6.0), (x - 1.0, y + 2.0)] for x in (-60.0, 0.0) for y in (0.0, 9.0)
]


def falling(space: pymunk.Space) -> list[pymunk.Body]:
    bodies = []
    for k in range(4):
        body = pymunk.Body(1.0, 400.0)
        body.position, body.angle = (25.0 * k - 50.0, 30.0 + 12.0 * k), 0.3 * k
        shape = pymunk.Poly.create_box(body, (40.0, 5.0))
        shape.friction, shape.elasticity, shape.collision_type, shape.filter = 0.4, 0.3, 1, FILTER
        space.add(body, shape)
        bodies.append(body)
    return bodies


def new_space() -> pymunk.Space:
    space = pymunk.Space()
    space.gravity = 0.0, -9806.65
    return space


def poses(bodies: list[pymunk.Body]) -> list[tuple[float, ...]]:
    return [(*body.position, body.angle, *body.velocity, body.angular_velocity) for body in bodies]


def test_ground_is_what_pymunk_would_have_added() -> None:
    plain, quick = new_space(), new_space()
    slabs = []
    for corners in SLABS:
        slab = pymunk.Poly(plain.static_body, corners)
        slab.friction, slab.elasticity, slab.collision_type, slab.filter = 0.7, 0.2, 2, FILTER
        plain.add(slab)
        slabs.append(slab)
    disc = pymunk.Circle(plain.static_body, 6.0, (-30.0, -4.0))
    disc.friction, disc.elasticity, disc.collision_type, disc.filter = FINISH
    plain.add(disc)
    ground = Ground(quick)
    pointers = [ground.add(corners, FINISH) for corners in SLABS]
    round_one = ground.add_disc(6.0, (-30.0, -4.0), FINISH)
    expected: list[tuple[int, ...]] = []
    theirs, ours = falling(plain), falling(quick)
    moving = [shape for body in theirs for shape in body.shapes]
    known = [*slabs, disc, *moving]
    plain.on_collision(
        1, 2, begin=lambda arbiter, _s, _d: expected.append((2, *(known.index(shape) for shape in arbiter.shapes)))
    )
    begins = BeginsToTouch()
    quick.on_collision(1, 2, begin=begins, data=2)
    for steps in (1, 400, 300):
        run_steps(plain, 1 / 3000, steps)
        run_steps(quick, 1 / 3000, steps)
        assert poses(ours) == poses(theirs)
    here = [*pointers, round_one, *(pointer(shape) for body in ours for shape in body.shapes)]
    assert [(kind, here.index(one), here.index(other)) for kind, one, other in begins.begun] == expected
    assert len(expected) >= 4
    plain.remove(slabs[1])
    ground.remove(pointers[1])
    with pytest.raises(KeyError):
        ground.remove(pointers[1])
    run_steps(plain, 1 / 3000, 500)
    run_steps(quick, 1 / 3000, 500)
    assert poses(ours) == poses(theirs)


def test_a_filter_keeps_ground_apart() -> None:
    space = new_space()
    ground = Ground(space)
    ground.add(
        [(-99.0, 0.0), (99.0, 0.0), (0.0, 9.0)], FINISH._replace(filter=pymunk.ShapeFilter(categories=4, mask=4))
    )
    bodies = falling(space)
    run_steps(space, 1 / 3000, 900)
    assert max(body.position.y for body in bodies) < 0.0


def test_ground_goes_before_or_with_its_space() -> None:
    def once(ground_first: bool) -> None:
        space = new_space()
        ground = Ground(space)
        for corners in SLABS * 5:
            ground.add(corners, FINISH)
        falling(space)
        run_steps(space, 1 / 3000, 100)
        if ground_first:
            del ground
            run_steps(space, 1 / 3000, 10)

    def used() -> int:
        gc.collect()
        return in_use()

    for index in range(40):
        once(index % 2 == 0)
    before = used()
    for index in range(100):
        once(index % 2 == 0)
    assert used() - before < 20_000  # a slab is some five hundred bytes, and there are twenty a space: a megabyte


def test_callbacks_and_queries_are_shown_the_shape_that_stands_for_all() -> None:
    space = new_space()
    table = pymunk.Poly(space.static_body, SLABS[0])
    table.filter = FILTER
    space.add(table)
    ground = Ground(space, shown=table)
    ground.add(SLABS[3], FINISH)
    hand = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
    hand.position = 25.0, 14.0
    probe = pymunk.Circle(hand, 3.0)
    probe.filter = FILTER
    assert [hit.shape for hit in space.shape_query(probe)] == [table]
    seen: list[tuple[pymunk.Body, ...]] = []
    space.on_collision(1, 2, begin=lambda arbiter, _s, _d: seen.append(arbiter.bodies))
    bodies = falling(space)
    run_steps(space, 1 / 3000, 600)
    assert seen
    assert {two for _, two in seen} == {space.static_body}
    assert {one for one, _ in seen} <= {*bodies}
