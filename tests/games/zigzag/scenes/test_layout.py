"""Where everything of ZIGZAG is: inside the window, apart, before whom it belongs."""

from __future__ import annotations

import math

import pytest

from scenes.games.zigzag.art import table_picture
from scenes.games.zigzag.layout import Layout, buttons_of, cards_of, choices_of, lay_out, pad_of, strip_of
from scenes.games.zigzag.view import FAN_SCALE, ITEM_SCALE, corners, home_view, places_of
from scenes.layout.places import bar_height, message_line
from scenes.window.camera import Camera, Rectangle
from tests.games.zigzag.scenes.frames import static_scene
from tests.scenes.layout.geometry import apart, inside

SIZES = ((640, 400), (1280, 720), (1920, 1080), (480, 900), (320, 240), (2560, 700))
BUTTONS = 12


def laid(size: tuple[int, int], seats: int, levels: int = 1) -> Layout:
    return lay_out(*size, seats, levels)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("levels", [1, 2])
def test_everybody_has_a_panel_and_the_table_its_room(size: tuple[int, int], seats: int, levels: int) -> None:
    layout = laid(size, seats, levels)
    # In the smallest window panels would leave too little to the table.
    assert len(layout.seats) == (seats if size != (320, 240) else 0)
    assert len(layout.sheets) == len(layout.seats) // 2
    assert layout.table.width > 0.35 * size[0]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [4, 6])
def test_everything_to_click_has_its_place(size: tuple[int, int], seats: int) -> None:
    layout = lay_out(*size, seats, 1, message_line)
    window = Rectangle(0, 0, *size)
    strip, pad = strip_of(layout), pad_of(layout, BUTTONS)
    cards, buttons = cards_of(strip), buttons_of(pad, BUTTONS)
    assert inside(strip, window)
    assert apart([strip, layout.table])
    assert inside(pad, window)
    assert apart([strip, pad])
    assert all(inside(card, strip) for card in cards)
    assert all(inside(button, pad) for button in buttons)
    assert apart([*cards])
    assert apart([*buttons])
    assert cards[0].contains(*cards[0].centre)
    for choices in ([False] * 5, [True] * 6, [True]):
        spots = choices_of(layout.table, choices)
        assert apart([*spots])
        assert all(inside(spot, layout.table) for spot in spots)


@pytest.mark.parametrize("seats", [4, 6])
def test_partners_sit_opposite_each_other(seats: int) -> None:
    scene = static_scene(seats)
    places = places_of(scene)
    for first, second in scene.teams:
        a, b = places[first], places[second]
        assert a.home == pytest.approx((-b.home[0], -b.home[1]))
        assert a.facing == pytest.approx((-b.facing[0], -b.facing[1]))


@pytest.mark.parametrize("seats", [4, 6])
def test_what_lies_before_players_is_apart_and_seen(seats: int) -> None:
    scene = static_scene(seats, 3)
    home = home_view(scene)
    boxes = []
    for place in places_of(scene).values():
        assert home.contains(*place.fan)
        assert home.contains(*place.name)
        assert home.contains(*place.waiting)
        upright = abs(place.facing[1]) > 0.5
        wide, high = (112.0, 74.0) if upright else (74.0, 112.0)
        x, y = place.fan
        boxes.append(Rectangle(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
        x, y = place.item(0)
        boxes.append(Rectangle(x - 22, y - 31, x + 22, y + 31))
        assert math.dist(place.item(0), place.item(1)) > 39.0
        # The hand rests between what is his and the felt's middle.
        assert math.hypot(*place.home) < math.hypot(*place.fan) + 60.0
    for x, y in (scene.pile, scene.poubelle):
        boxes.append(Rectangle(x - 32, y - 45, x + 32, y + 45))
        assert home.contains(x, y)
    assert apart(boxes)


@pytest.mark.parametrize("played", [False, True], ids=["watched", "played"])
@pytest.mark.parametrize(
    ("size", "four", "six"), [((800, 500), 35, 34), ((1280, 720), 56, 51), ((1920, 1080), 84, 77)], ids=str
)
def test_cards_on_the_tapis_are_large(size: tuple[int, int], four: int, six: int, played: bool) -> None:
    """Their width in pixels, at four seats and at six."""
    width, height = size
    for seats, least in ((4, four), (6, six)):
        foot = message_line if played else None
        layout = lay_out(width, height - (0.0 if played else bar_height(*size)), seats, 1, foot)
        table, below = layout.table, message_line(layout) if played else 0.0
        scene = static_scene(seats)
        camera = Camera(home_view(scene), Rectangle(table.left, table.bottom + below, table.right, table.top))
        assert camera.scale * scene.setup.tapis.card_width_mm >= least, seats


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_nothing_that_lies_on_the_table_is_cut(seats: int) -> None:
    """Cards in hand and cards that are shown, three cards before each player, the pile and the poubelle."""
    scene = static_scene(seats)
    home, tapis = home_view(scene), scene.setup.tapis
    half = tapis.card_width_mm / 2, tapis.card_height_mm / 2
    lying = [(scene.pile, *half), (scene.poubelle, *half)]
    for place in places_of(scene).values():
        upright = abs(place.facing[1]) > 0.5
        fan = 1.5 * 25.0 * FAN_SCALE + FAN_SCALE * half[0], FAN_SCALE * half[1]
        lying.append((place.fan, *(fan if upright else fan[::-1])))
        lying += [(place.item(number), ITEM_SCALE * half[0], ITEM_SCALE * half[1]) for number in range(2)]
    for (x, y), wide, high in lying:
        assert home.left <= x - wide, (x, y)
        assert x + wide <= home.right, (x, y)
        assert home.bottom <= y - high, (x, y)
        assert y + high <= home.top, (x, y)


def test_the_felt_has_room_for_all_places() -> None:
    setup = static_scene().setup
    table = table_picture(1.0)
    for x, y in setup.places():
        for corner in corners(x, y, 0.0, setup.tapis.card_width_mm, setup.tapis.card_height_mm):
            across, up = (round(middle + table.scale * side) for middle, side in zip(table.anchor, corner, strict=True))
            red, green, blue, _ = table.image.getpixel((across, table.image.height - up))
            assert green > max(red, blue), "on the felt"


def test_a_turned_card_is_as_large_as_before() -> None:
    a, b, c, d = corners(10.0, -20.0, 0.7, 60.0, 90.0)
    assert math.dist(a, b) == pytest.approx(60.0)
    assert math.dist(b, c) == pytest.approx(90.0)
    assert ((a[0] + c[0]) / 2, (a[1] + c[1]) / 2) == pytest.approx((10.0, -20.0))
    assert d[0] - a[0] == pytest.approx(-90.0 * math.sin(0.7))
