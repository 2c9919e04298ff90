"""Steps at a stretch are the steps of Space.step, to the last bit, callbacks included; and reading many bodies at once
leaves no memory of the engine behind when worlds come and go.
"""

from __future__ import annotations

import ctypes
import gc
import threading

import pymunk
import pytest

from sim.physics.contact.engine_batches import Overlap, bodies_of, motions_of, poses_buffer, run_steps
from sim.physics.ship.world import ShipWorld
from tests.physics.ships import aboard, resting, setup


def heap() -> tuple[pymunk.Space, list[pymunk.Body], list[int]]:
    space = pymunk.Space()
    space.gravity = 0.0, -9806.65
    begun: list[int] = []
    space.on_collision(1, 1, begin=lambda _arbiter, _space, _data: begun.append(1))
    ground = pymunk.Segment(space.static_body, (-500, 0), (500, 0), 1)
    shapes: list[pymunk.Shape] = [ground]
    bodies = []
    for k in range(5):
        body = pymunk.Body(1.0, 400.0)
        body.position, body.angle = (3.0 * k, 20.0 + 12.0 * k), 0.3 * k
        shapes.append(pymunk.Poly.create_box(body, (40.0, 5.0)))
        bodies.append(body)
    for shape in shapes:
        shape.friction, shape.elasticity, shape.collision_type = 0.4, 0.3, 1
    space.add(*bodies, *shapes)
    return space, bodies, begun


def test_steps_at_a_stretch_are_the_steps_one_by_one() -> None:
    plain, bodies, begun = heap()
    for _ in range(900):
        plain.step(1 / 3000)
    fast, others, others_begun = heap()
    for steps in (1, 2, 297, 600):
        run_steps(fast, 1 / 3000, steps)
    assert [(*b.position, b.angle, *b.velocity, b.angular_velocity) for b in others] == [
        (*b.position, b.angle, *b.velocity, b.angular_velocity) for b in bodies
    ]
    assert others_begun == begun
    assert len(begun) >= 5
    assert max(abs(b.velocity) for b in bodies) > 1.0  # something still moves: the comparison is not one of sleepers


def test_the_deepest_overlap_is_the_one_that_a_callback_sees() -> None:
    watched, bodies, begun = heap()
    called, others, others_begun = heap()
    depths = [0.0]

    def measure(arbiter: pymunk.Arbiter, _space: pymunk.Space, _data: object) -> None:
        depths.extend(-point.distance for point in arbiter.contact_point_set.points)

    called.on_collision(1, 1, begin=lambda _arbiter, _space, _data: others_begun.append(1), pre_solve=measure)
    found = []
    for steps in (1, 30, 400, 600):
        watch, depths[:] = Overlap(), [0.0]
        run_steps(called, 1 / 3000, steps)
        watch.run_steps(watched, 1 / 3000, steps)
        found.append(watch.deepest_mm)
        # The callback names the two bodies in another order, so that the last digit may differ.
        assert found[-1] == pytest.approx(max(depths), rel=1e-9)
    assert len({*found}) == 4  # the comparison is of different depths
    assert [(*b.position, b.angle) for b in bodies] == [(*b.position, b.angle) for b in others]
    assert begun == others_begun
    for shape in list(watched.shapes):
        watched.remove(shape)
    watch = Overlap()
    watch.run_steps(watched, 1 / 3000, 3)
    assert watch.deepest_mm == 0.0


def test_the_deepest_overlap_is_kept_until_it_is_forgotten() -> None:
    one, other = heap()[0], heap()[0]
    watch = Overlap()
    together, alone = [], []
    for _ in range(12):
        # Thousands of contacts, asked about or not: they are compared some thousands at a time.
        watch.run_steps(one, 1 / 3000, 100)
        together.append(watch.deepest_mm)
    assert together == sorted(together)
    watch.forget()
    assert watch.deepest_mm == 0.0
    for _ in range(12):
        watch.run_steps(other, 1 / 3000, 100)
    assert watch.deepest_mm == together[-1] > 0.0
    watch.forget()
    for _ in range(12):
        watch.run_steps(other, 1 / 3000, 1)
        alone.append(watch.deepest_mm)
    assert 0.0 < alone[0] <= alone[-1] < together[-1]


def test_motions_are_those_of_the_bodies_in_their_order() -> None:
    space, bodies, _ = heap()
    run_steps(space, 1 / 3000, 200)
    space.remove(bodies[1], *bodies[1].shapes)
    late = pymunk.Body(1.0, 400.0)
    space.add(late)
    run_steps(space, 1 / 3000, 20)
    here = {body.id: body for body in (*space.bodies, space.static_body)}
    found = dict(zip(bodies_of(space), motions_of(space), strict=True))
    assert found == {
        number: (*body.position, body.angle, *body.velocity, body.angular_velocity) for number, body in here.items()
    }
    assert bodies_of(space)[-1] == space.static_body.id


def test_what_is_added_and_removed_between_stretches_counts() -> None:
    space, bodies, begun = heap()
    run_steps(space, 1 / 3000, 50)
    space.remove(bodies[0], *bodies[0].shapes)
    before = bodies[0].position
    late = pymunk.Body(1.0, 400.0)
    late.position = 0.0, 300.0
    space.add(late, pymunk.Circle(late, 5.0))
    run_steps(space, 1 / 3000, 50)
    assert bodies[0].position == before
    assert late.position.y < 299.0
    assert begun


def test_a_body_without_mass_is_refused() -> None:
    space = pymunk.Space()
    body = pymunk.Body()
    space.add(body, pymunk.Circle(body, 1.0))
    with pytest.raises(AssertionError, match="mass"):
        run_steps(space, 1 / 3000, 3)


class _Malloc(ctypes.Structure):
    """`struct mallinfo2` of glibc: ten sizes, of which the eighth is the bytes in use."""

    _fields_ = [(f"size_{number}", ctypes.c_size_t) for number in range(10)]


def in_use() -> int:
    """Bytes that C code holds."""
    try:
        told = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError):
        pytest.skip("this C library does not tell what is in use (mallinfo2 of glibc 2.33 does)")
    told.restype = _Malloc
    gc.collect()
    return int(told().size_7)


@pytest.mark.slow
def test_worlds_that_are_gone_leave_nothing_behind() -> None:
    where = setup()
    crates = [
        resting(where, f"crate-{n}", "crate", "upright", where.ship.slot(n), where.ship.slot(n).centre_mm)
        for n in (1, 4)
    ]
    snapshot = aboard(*crates)

    def look(worlds: int) -> None:
        for _ in range(worlds):
            world = ShipWorld(where, snapshot)
            world.tick()
            assert len(world.places()[0]) == len(snapshot.cargo)

    look(30)
    before = in_use()
    look(300)
    # A buffer that is never freed would be 300 times 200 bytes or more.
    assert in_use() - before < 20_000


def test_every_thread_reads_into_its_own() -> None:
    found = []
    thread = threading.Thread(target=lambda: found.append(poses_buffer()))
    thread.start()
    thread.join()
    assert poses_buffer() is poses_buffer()
    assert found[0] is not poses_buffer()
