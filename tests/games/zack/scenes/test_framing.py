"""What is seen of Zack!'s table, in pixels, and how the view moves from one part of it to another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from scenes.games.zack.framing import CLOSE_S, OPEN_S, STOOD_S, Framing
from scenes.games.zack.layout import lay_out
from scenes.games.zack.view import PINCH_MM, RING_AT_MM, RING_MM, card_corners, seen
from scenes.layout.places import bar_height
from scenes.window.camera import Camera, Rectangle
from sim.games.zack.match.frame import CardState, CardView, TableStage, ZackFrame
from tests.games.zack.scenes.frames import HAND, NAMES, side, static_scene, still, throw

SIZES = ((800, 500), (1280, 720), (1920, 1080))
TICK_S = 1 / 60


class View:
    """A camera over the table's part of a window, moved by a framing. played: by the player on the right.

    seats: how many sit at the table, on its right and left in turn.
    """

    def __init__(self, size: tuple[int, int], frame: ZackFrame, played: bool = False, seats: int = 4) -> None:
        width, height = size
        bar = 0.0 if played else bar_height(width, height)
        self.table = lay_out(width, height - bar, [side(number) for number in range(seats)]).table
        self.framing = Framing(static_scene(seats))
        self.framing.side = 1 if played else 0
        self.camera = Camera(Rectangle(-1, -1, 1, 1), self.table)
        self.camera.home = self.framing.begin(frame, self.camera, self.table)

    def show(self, frames: Sequence[ZackFrame]) -> list[Rectangle]:
        """Show frames, and return the view in each."""
        seen_in = []
        for frame in frames:
            self.framing.update(frame, self.camera)
            seen_in.append(self.camera.home)
        return seen_in

    @property
    def bowl(self) -> float:
        """The bowl's width in pixels."""
        return 2.0 * static_scene().setup.half_outside_mm * self.camera.scale

    @property
    def card(self) -> float:
        """A card's width in pixels."""
        return static_scene().setup.plate.length_mm * self.camera.scale


def later(frame: ZackFrame, seconds: float, stage: TableStage = TableStage.PLAYING) -> list[ZackFrame]:
    """That many seconds in which nothing moves but the clock."""
    count = round(seconds / TICK_S)
    return [replace(frame, time_s=frame.time_s + n * TICK_S, table_stage=stage) for n in range(1, count + 1)]


def with_card(state: CardState, x: float = 380.0) -> Callable[[ZackFrame], ZackFrame]:
    card = CardView("held", "R", NAMES[0], x, 220.0, 0.0, state)
    return lambda frame: replace(frame, cards=(*frame.cards, card))


@pytest.mark.parametrize(
    ("size", "bowl", "card"), [((800, 500), 168, 51), ((1280, 720), 270, 82), ((1920, 1080), 405, 123)]
)
def test_a_match_that_is_watched_has_a_large_table(size: tuple[int, int], bowl: int, card: int) -> None:
    """All cards fly within the view: more than 0.226 of its width the bowl cannot have beside two held cards."""
    view = View(size, still(6, 4))
    assert view.bowl >= bowl
    assert view.card >= card
    assert view.bowl / view.table.width >= 0.21


@pytest.mark.parametrize("size", SIZES)
def test_the_disc_of_a_player_is_seen_on_the_hand(size: tuple[int, int]) -> None:
    camera = View(size, still()).camera
    far = static_scene().hand_x_mm + PINCH_MM + RING_AT_MM[0] + RING_MM / 2
    assert RING_MM * camera.scale >= 16
    assert camera.to_screen((far, 0.0))[0] <= size[0]


@pytest.mark.parametrize("size", SIZES)
def test_the_bowl_has_a_third_of_the_width_while_play_is_stopped(size: tuple[int, int]) -> None:
    frame = still(6, 4)
    view = View(size, frame)
    view.show(later(frame, STOOD_S + CLOSE_S + 0.1, TableStage.STOPPED))
    assert view.bowl / view.table.width >= 0.30


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("seats", "bowl"), [(1, 0.206), (4, 0.199)], ids=["practice", "match"])
def test_a_player_sees_the_way_of_a_card_as_large_as_it_fits(size: tuple[int, int], seats: int, bowl: float) -> None:
    """In a match as far as the hands on the other side, whose cards are seen from where they are let go."""
    view = View(size, still(6, 4), played=True, seats=seats)
    assert view.bowl / size[0] >= bowl
    if seats > 1:
        assert view.table.contains(*view.camera.to_screen((-HAND[0] + 1.0, HAND[1])))
    # The hand is drawn back and swings up; its end of the view stays where the window ends.
    right = view.camera.to_screen((HAND[0] + 160.0, HAND[1]))[0]
    assert view.table.right - 30 < right <= view.table.right
    assert view.camera.to_screen((0.0, HAND[1] + 80.0))[1] <= view.table.top
    assert view.camera.to_screen((-static_scene().setup.half_outside_mm, 0.0))[0] > view.table.left + 20


@pytest.mark.parametrize("played", [False, True], ids=["watched", "played"])
@pytest.mark.parametrize("size", SIZES)
def test_every_card_of_a_throw_is_seen(size: tuple[int, int], played: bool) -> None:
    frames = throw()
    view = View(size, frames[0], played)
    plate = static_scene().setup.plate
    for frame in frames:
        view.show([frame])
        for card in frame.cards:
            corners = card_corners(card.x, card.y, card.angle, plate.length_mm, plate.span_mm, 0.0)
            x, y = view.camera.to_screen((card.x, card.y))
            assert view.table.contains(x, y), card
            assert view.camera.to_screen(corners[0])[1] > view.table.bottom


@pytest.mark.parametrize("played", [False, True], ids=["watched", "played"])
@pytest.mark.parametrize("state", [CardState.HELD, CardState.AIR, CardState.MOVING])
def test_the_view_never_moves_under_a_card_that_is_held_or_moves(state: CardState, played: bool) -> None:
    """Neither from rest nor on its way: play has been stopped, or a card lies far off, which alone would move it."""
    frame = still(6, 4)
    far = replace(frame, cards=(*frame.cards, CardView("far", "R", NAMES[1], -430.0, 0.4, 0.0, CardState.BESIDE)))
    held = with_card(state)
    stopped = later(far, STOOD_S + 4.0, TableStage.STOPPED)
    view = View((1280, 720), frame, played)
    start = view.camera.home
    assert set(view.show([held(moment) for moment in stopped[:120]])) == {start}
    moved = view.show(stopped[120:124])[-1]
    assert moved != start
    assert set(view.show([held(moment) for moment in stopped[124:180]])) == {moved}
    assert view.show(stopped[180:])[-1] != moved


def test_the_view_closes_in_smoothly_and_opens_before_a_hand_moves() -> None:
    frame = still(6, 4)
    view = View((1280, 720), frame)
    wide = view.camera.home
    stopped = later(frame, 3.0, TableStage.STOPPED)
    homes = view.show(stopped)
    assert set(homes[: round(STOOD_S / TICK_S) - 1]) == {wide}
    near = homes[-1]
    widths = [home.width for home in homes]
    steps = [a - b for a, b in pairwise(widths)]
    assert all(step >= 0.0 for step in steps)
    assert max(steps) < 0.07 * (wide.width - near.width)
    assert set(homes[round((STOOD_S + CLOSE_S) / TICK_S) + 2 :]) == {near}
    playing = view.show(later(stopped[-1], OPEN_S + 2 * TICK_S))
    assert playing[-1] == wide
    assert OPEN_S < 0.2


def test_a_jump_in_time_shows_the_whole_way_at_once() -> None:
    frame = still(6, 4)
    view = View((1280, 720), frame)
    wide = view.camera.home
    view.show(later(frame, 3.0, TableStage.STOPPED))
    for to_s in (frame.time_s + 30.0, frame.time_s):
        assert view.show([replace(frame, time_s=to_s, table_stage=TableStage.STOPPED)]) == [wide]


def test_a_viewer_who_has_zoomed_in_keeps_their_view() -> None:
    frame = still(6, 4)
    view = View((1280, 720), frame)
    home = view.camera.home
    view.camera.zoom_at((640.0, 300.0), 1.5)
    assert set(view.show(later(frame, 3.0, TableStage.STOPPED))) == {home}


def test_a_card_that_missed_the_bowl_is_seen_by_its_player() -> None:
    frame = still(6, 4)
    missed = replace(frame, cards=(*frame.cards, CardView("far", "R", NAMES[0], -430.0, 0.4, 0.0, CardState.BESIDE)))
    view = View((1280, 720), frame, played=True)
    assert not view.table.contains(*view.camera.to_screen((-430.0, 0.4)))
    view.show(later(missed, 1.0))
    assert view.table.contains(*view.camera.to_screen((-430.0, 0.4)))


def test_all_of_the_table_is_shown_where_it_is_asked_for() -> None:
    frame = still(6, 4)
    for played in (False, True):
        view = View((1280, 720), frame, played)
        view.camera.whole = True
        view.show(later(frame, 1.0))
        for x in (-HAND[0] - 120.0, HAND[0] + 120.0):
            assert view.table.contains(*view.camera.to_screen(seen(x, HAND[1])))
