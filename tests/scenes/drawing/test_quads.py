"""Quads: in the order in which they are given, however they are given, and no room kept for what is not there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.scenes.pictures import Batched

SIZE = (64, 48)
RED, GREEN, BLUE = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255)


def _square(left: float, bottom: float, side: float, tint: tuple[int, int, int, int]) -> Any:
    from scenes.drawing.quads import Quad

    right, top = left + side, bottom + side
    return Quad(((left, bottom), (right, bottom), (right, top), (left, top)), "plain", tint)


class Drawing(Batched):
    """Quads of one plain colour each."""

    def __init__(self, capacity: int = 2000) -> None:
        from pyglet.graphics import Group

        from scenes.drawing.batch import Batch
        from scenes.drawing.quads import Atlas, Quads

        super().__init__(Batch())
        atlas = Atlas(lambda _: Image.new("RGBA", (4, 4), (255, 255, 255, 255)), ["plain"], spare=0)
        self.quads = Quads(atlas, self.batch, Group(), capacity)


@pytest.fixture
def target(screen: Any) -> Any:
    screen.resize(*SIZE)
    return screen


def _seen(target: Any, drawing: Drawing) -> np.ndarray[Any, Any]:
    return np.asarray(target.picture(drawing), dtype=int)


def test_what_is_added_lies_before_what_was_shown(target: Any) -> None:
    drawing = Drawing()
    drawing.quads.show([_square(0, 0, 40, RED)])
    drawing.quads.add([_square(10, 10, 20, GREEN)])
    drawing.quads.add([_square(15, 15, 5, BLUE)])
    seen = _seen(target, drawing)[::-1]
    assert tuple(seen[5, 5]) == RED[:3]
    assert tuple(seen[12, 12]) == GREEN[:3]
    assert tuple(seen[17, 17]) == BLUE[:3]
    assert drawing.quads.used == 3
    drawing.quads.show([_square(0, 0, 40, GREEN)])
    seen = _seen(target, drawing)[::-1]
    assert tuple(seen[17, 17]) == GREEN[:3]
    assert drawing.quads.used == 1


def test_added_by_and_by_is_the_same_picture_as_shown_at_once(target: Any) -> None:
    rng = np.random.default_rng(4)
    many = [
        _square(*rng.uniform(0, 50, 2), rng.uniform(1, 14), (*(int(v) for v in rng.integers(0, 256, 3)), 255))
        for _ in range(700)
    ]
    whole, parts = Drawing(), Drawing()
    whole.quads.show(many)
    parts.quads.show(many[:3])
    for begin in range(3, 700, 41):
        parts.quads.add(many[begin : begin + 41])
    assert parts.quads.used == whole.quads.used == 700
    assert (_seen(target, parts) == _seen(target, whole)).all()
    # Fewer again, and then others: what had more room before stays in order.
    for drawing in (whole, parts):
        drawing.quads.show(many[:150])
    parts.quads.add(many[150:500])
    whole.quads.show(many[:500])
    assert (_seen(target, parts) == _seen(target, whole)).all()


def test_room_comes_and_goes_with_what_is_drawn(target: Any) -> None:
    drawing = Drawing(capacity=300)
    assert drawing.quads.room == 0
    many = [_square(0, 0, 10, RED)] * 299 + [_square(20, 20, 10, BLUE)] * 3
    drawing.quads.show(many)
    assert drawing.quads.used == 300
    assert 300 <= drawing.quads.room < 600
    assert tuple(_seen(target, drawing)[::-1][25, 25]) == BLUE[:3]
    drawing.quads.add([_square(40, 20, 5, GREEN)])
    # No more than the capacity.
    assert drawing.quads.used == 300
    assert not _seen(target, drawing)[::-1][22, 42].any()
    drawing.quads.show([])
    assert drawing.quads.room == 0
    assert not _seen(target, drawing).any()
    drawing.quads.show(many[:1])
    drawing.quads.delete()
    assert not _seen(target, drawing).any()


def test_a_plate_of_the_same_size_is_painted_into_the_same_texture(target: Any) -> None:
    from pyglet.graphics import Group

    from scenes.drawing.batch import Batch
    from scenes.drawing.hud import PanelSprite

    batch = Batch()
    plate = PanelSprite(batch, Group())

    used = []
    for number, colour in enumerate(((200, 10, 10), (10, 200, 10), (10, 10, 200))):
        plate.show(number, 4.0, 40.0, 1.0, lambda colour=colour: Image.new("RGB", (20, 12), colour))
        assert tuple(np.asarray(target.picture(Batched(batch)))[SIZE[1] - 35, 10]) == colour
        used.append(plate._texture.id)
    assert len(set(used)) == 1
    plate.show(9, 4.0, 40.0, 1.0, lambda: Image.new("RGB", (30, 12), (90, 90, 90)))
    assert tuple(np.asarray(target.picture(Batched(batch)))[SIZE[1] - 35, 30]) == (90, 90, 90)


def test_ghosts_that_come_one_after_the_other_are_drawn_as_if_they_came_at_once(screen: Any) -> None:
    from scenes.games.zack.play_paths import Paths
    from sim.configuration import load_configuration
    from sim.seat import Seat
    from sim.spec import practice_of

    practice = practice_of("zack")(
        load_configuration("zack"), Seat("Ada", "casual", "person"), 1, distance_mm=420.0, side=1, cards=2
    )
    courses = [[(t * 9.0, n * 11.0 + t * t * 0.1, 0.1 * n) for t in range(5 + 20 * n)] for n in range(9)]
    hits = [n % 2 == 0 for n in range(9)]
    whole, parts = Paths(practice.static_scene), Paths(practice.static_scene)
    whole.cloud("aim", courses, hits, 0.8)
    for count in (1, 4, 4, 9):
        parts.cloud("aim", courses[:count], hits[:count], 0.8)
    assert parts._ghosts._quads == whole._ghosts._quads
    assert parts._ends._quads == whole._ends._quads
    assert len(whole._ends._quads) == 9
    # Another aim begins anew; nothing stays of the one before.
    parts.cloud("another", courses[:1], hits[:1], 0.8)
    assert len(parts._ends._quads) == 1
    parts.clear()
    assert parts._ghosts.used == parts._ends.used == 0


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many quads were written into a page, each time that one was."""
    from scenes.drawing.quads import Quads

    found: list[int] = []
    original = Quads._fill

    def noting(self: Any, page: Any, begin: int, quads: Any, regions: Any) -> None:
        found.append(len(quads))
        original(self, page, begin, quads, regions)

    monkeypatch.setattr(Quads, "_fill", noting)
    return found


def test_quads_that_are_drawn_already_are_not_written_again(target: Any, writes: list[int]) -> None:
    drawing = Drawing(3)
    drawing.quads.show([_square(0, 0, 40, RED), _square(10, 10, 20, GREEN)])
    drawing.quads.show([_square(0, 0, 40, RED), _square(10, 10, 20, GREEN)])
    assert writes == [2]
    drawing.quads.add([_square(15, 15, 5, BLUE)])
    drawing.quads.show([_square(0, 0, 40, RED), _square(10, 10, 20, GREEN), _square(15, 15, 5, BLUE)])
    assert writes == [2, 1]
    drawing.quads.show([_square(0, 0, 40, RED), _square(10, 10, 20, BLUE), _square(15, 15, 5, BLUE)])
    assert writes == [2, 1, 2]
    assert tuple(_seen(target, drawing)[::-1][12, 12]) == BLUE[:3]


def test_quads_are_written_again_once_others_have_emptied_the_atlas(target: Any, writes: list[int]) -> None:
    from pyglet.graphics import Group

    from scenes.drawing.quads import Quads

    drawing = Drawing()
    atlas = drawing.quads.atlas
    others = Quads(atlas, drawing.batch, Group(order=1), 2000)
    shown = [_square(0, 0, 40, RED)]
    drawing.quads.show(shown)
    number = 0
    while not atlas.emptied:
        # A picture that the atlas has not got yet, until there is no room for another.
        others.show([_square(50, 0, 4, BLUE)._replace(key=("new", number))])
        number += 1
    del writes[:]
    drawing.quads.show(shown)
    assert writes == [1]
    drawing.quads.show(shown)
    assert writes == [1]
    assert tuple(_seen(target, drawing)[::-1][5, 5]) == RED[:3]


def test_what_is_not_shown_yet_is_painted_later_but_not_in_haste(screen: Any) -> None:
    from scenes.drawing.quads import Atlas
    from scenes.drawing.sprites import hastily

    painted: list[object] = []

    def paint(key: object) -> Image.Image:
        painted.append(key)
        return Image.new("RGBA", (40, 30))

    with hastily():
        atlas = Atlas(paint, ["first"], spare=0, later=range(50))
        atlas.paint_ahead()
        atlas.region(7)
    assert painted == ["first", 7]
    atlas.paint_ahead(60.0)
    assert sorted(painted[1:]) == [*range(50)]
    assert atlas.emptied == 0
