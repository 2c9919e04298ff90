"""The scene of ZIGZAG, drawn off screen: cards and hands are where the frame says, and everything told can be seen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from scenes.drawing import palette
from scenes.drawing.panels import Pen
from scenes.games.zigzag import panels
from scenes.games.zigzag.art import BACK
from sim.games.zigzag.match.frame import Check, HandState, HandView, TableStage, TeamView, ZigzagFrame
from sim.games.zigzag.rules.vocabulary import Call
from tests.calls import given_to
from tests.games.zigzag.scenes.frames import FACES, frame_of, judged, lying, said, seat_of, static_scene, with_seat
from tests.scenes.pictures import colours_in

Array = np.ndarray


def scene_of(frame: ZigzagFrame, size: tuple[int, int] = (640, 480), level: int = 1) -> Any:
    from scenes.games.zigzag.scene import build_scene

    made = build_scene(static_scene(len(frame.seats), level), *size, 1.0, first=frame)
    made.show(frame, 0.0)
    return made


def drawn(screen: Any, scene: Any) -> Array:
    return np.asarray(screen.picture(scene).convert("RGB")).astype(int)


def shown(screen: Any, scene: Any, frame: ZigzagFrame) -> Array:
    scene.show(frame, 0.0)
    return drawn(screen, scene)


def differ(a: Array, b: Array, least: int = 30) -> Array:
    return np.abs(a - b).max(axis=2) > least


def middle_of(changed: Array) -> tuple[float, float]:
    rows, columns = np.nonzero(changed)
    return float(columns.mean()), changed.shape[0] - float(rows.mean())


@pytest.mark.slow
@pytest.mark.parametrize("size", [(320, 240), (640, 400), (333, 777)])
@pytest.mark.parametrize("seats", [4, 6])
def test_a_full_tapis_is_a_picture_at_any_size(screen: Any, size: tuple[int, int], seats: int) -> None:
    screen.resize(*size)
    scene = static_scene(seats)
    places = scene.setup.places()
    cards = tuple(lying(FACES[number], x, y, 0.05) for number, (x, y) in enumerate(places))
    frame = frame_of(scene, cards)
    made = scene_of(frame, size)
    picture = drawn(screen, made)
    assert colours_in(picture) > 2500
    empty = shown(screen, made, replace(frame, cards=()))
    assert differ(picture, empty).mean() > 0.015


@pytest.mark.slow
@pytest.mark.parametrize(("x", "y"), [(0.0, 0.0), (-214.0, 110.0), (170.0, -160.0)])
def test_a_card_lies_where_the_frame_says(screen: Any, x: float, y: float) -> None:
    screen.resize(1280, 720)
    frame = frame_of(static_scene())
    made = scene_of(frame, (1280, 720))
    before = drawn(screen, made)
    after = shown(screen, made, replace(frame, cards=(lying("fire.yellow.none", x, y, 0.3),)))
    found = middle_of(differ(before, after))
    assert found == pytest.approx(made.camera.to_screen((x, y)), abs=4)
    _, columns = np.nonzero(differ(before, after))
    assert columns.max() - columns.min() > 50 * made.camera.scale


def test_a_hand_is_where_the_frame_says_and_its_sleeve_has_the_teams_colour(screen: Any) -> None:
    screen.resize(1280, 720)
    frame = frame_of(static_scene())
    made = scene_of(frame, (1280, 720))
    picture = shown(screen, made, with_seat(frame, 0, hand=HandView(HandState.REACHING, None, None, 40.0, 60.0)))
    column, row = made.camera.to_screen((38.0, 10.0))
    patch = picture[round(720 - row) - 6 : round(720 - row) + 6, round(column) - 6 : round(column) + 6]
    assert np.abs(patch.reshape(-1, 3) - np.array(palette.SKIN)).max(axis=1).min() < 40
    arm = made.stage.arms["Anne"]
    assert arm.spread.visible
    assert not arm.grip.visible
    assert (arm.spread.x, arm.spread.y) == pytest.approx((40.0, 60.0))
    from scenes.games.zigzag.stage import SLEEVE_OPACITY

    first, second = (tuple(made.stage.arms[name].sleeve.near.color[:3]) for name in ("Anne", "Cleo"))
    other = tuple(made.stage.arms["Dirk"].sleeve.near.color[:3])
    # Cards are seen through it: its colour is multiplied by its opacity.
    assert first == second == tuple(round(SLEEVE_OPACITY * value) for value in palette.PLAYERS[0])
    assert other == tuple(round(SLEEVE_OPACITY * value) for value in palette.PLAYERS[1])


def test_a_hand_that_carries_a_card_grips_it_and_shows_it(screen: Any) -> None:
    screen.resize(1280, 720)
    frame = frame_of(static_scene())
    hand = HandView(HandState.BACK, "air.pink.none", None, 10.0, 20.0)
    carried = replace(lying("air.pink.none@Anne", 10.0, 20.0), face="air.pink.none", held_by="Anne")
    out = with_seat(frame, 0, hand=hand)
    made = scene_of(out, (1280, 720))
    before = drawn(screen, made)
    after = shown(screen, made, replace(out, cards=(carried,)))
    arm = made.stage.arms["Anne"]
    assert arm.grip.visible
    assert not arm.spread.visible
    # Much of the card is seen beside the fingers.
    assert differ(before, after).sum() > 0.4 * 63.5 * 88.9 * made.camera.scale**2


def test_hands_that_meet_are_marked(screen: Any) -> None:
    frame = frame_of(static_scene())
    near = with_seat(
        with_seat(frame, 0, hand=HandView(HandState.REACHING, None, None, 0.0, 0.0)),
        1, hand=HandView(HandState.REACHING, None, None, 61.0, 0.0),
    )  # fmt: skip
    far = with_seat(near, 1, hand=HandView(HandState.REACHING, None, None, 100.0, 0.0))
    made = scene_of(frame)
    assert len(made.stage._bumps(near)) == 1
    assert not made.stage._bumps(far)
    assert not made.stage._bumps(frame)


CHANGES: tuple[dict[str, Any], ...] = (
    {"waiting": True},
    {"stops": ("stop_landscape", "stop_accessory")},
    {"deferred": 1},
    {"constraint": (3, "cocktail")},
    {"cards": FACES[:3]},
    {"shown": FACES[20:24]},
    {"sign": "zig"},
    {"bluff": True},
    {"voice": said("CONTRE!", is_contre=True)},
    {"says_combination": "zag"},
    {"passed": True},
)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [4, 6])
def test_whatever_a_player_has_before_him_can_be_seen(screen: Any, seats: int) -> None:
    screen.resize(640, 400)
    frame = frame_of(static_scene(seats))
    made = scene_of(frame, (640, 400))
    before = drawn(screen, made)
    for turn, changes in enumerate(CHANGES):
        # Everything before everybody, each at two seats.
        for number in {turn % seats, (turn + seats // 2 + 1) % seats}:
            after = shown(screen, made, with_seat(frame, number, **changes))
            assert differ(before, after).sum() > 12, (number, changes)


def test_two_signs_do_not_look_alike(screen: Any) -> None:
    frame = frame_of(static_scene())
    made = scene_of(frame)
    zig, zag = (shown(screen, made, with_seat(frame, 2, sign=sign)) for sign in ("zig", "zag"))
    assert differ(zig, zag).sum() > 8


def test_heaps_are_counted_and_the_poubelle_lies_open(screen: Any) -> None:
    screen.resize(1280, 720)
    frame = frame_of(static_scene())
    made = scene_of(frame, (1280, 720))
    before = drawn(screen, made)
    for changes in ({"pile": 3}, {"poubelle": (), "discarded": 0}, {"poubelle": ("joker", "peek")}):
        after = shown(screen, made, replace(frame, **changes))
        assert differ(before, after).sum() > 100, changes


# ------------------------------------------------------------------------------------------------ panels


@pytest.mark.parametrize("kind", ["zig", "zag", "double_zig", "zig_zag", "double_zag", "contre"])
@pytest.mark.parametrize("success", [True, False])
def test_what_was_called_is_judged_in_words(kind: str, success: bool) -> None:
    frame = judged(frame_of(static_scene()), kind, success)
    assert frame.check is not None
    first, second = panels.verdict_words(frame.check, frame.teams)
    assert first.startswith("Anne: ")
    assert ("CONTRE to" in first) == (kind == "contre")
    good = "Confirmed" if kind == "contre" else "Right"
    assert second.startswith(good) == success
    assert len(f"{first} {second}".replace("Bartholomew of the Deep", "Bert").split()) <= 12


def test_the_box_of_a_double_zag_is_told() -> None:
    frame = frame_of(static_scene())
    check = Check(Call.DOUBLE_ZAG, "Anne", 0, True, (2, "zig"), 83.0)
    assert panels.verdict_words(check, frame.teams)[1] == "Right! ZIG is ticked at level 2."


def test_while_a_won_set_is_looked_at_nothing_is_said_to_be_dealt() -> None:
    frame = replace(judged(frame_of(static_scene())), table_stage=TableStage.DEALING)
    assert panels.what_happens(frame) == "Anne and Cleo win the set"
    # A CONTRE ends no set, and later the cards are dealt indeed.
    against = replace(judged(frame_of(static_scene()), "contre"), table_stage=TableStage.DEALING)
    assert panels.what_happens(against) == panels.what_happens(replace(frame, check=None)) == "Cards are dealt"


def test_a_verdict_is_read_beside_the_table_and_the_winners_over_it(screen: Any) -> None:
    screen.resize(800, 500)
    frame = frame_of(static_scene())
    made = scene_of(frame, (800, 500))
    before, table, status = drawn(screen, made), made.hud.layout.table, made.hud.layout.status

    def changed(other: ZigzagFrame) -> tuple[float, float]:
        """The share of the pixels of the table, and of the status, that differ."""
        there = differ(before, shown(screen, made, other))
        found = [
            float(
                there[round(500 - place.top) : round(500 - place.bottom), round(place.left) : round(place.right)].mean()
            )
            for place in (table, status)
        ]
        return found[0], found[1]

    for success in (True, False):
        on_table, in_status = changed(judged(frame, success=success))
        assert on_table == 0.0
        assert in_status > 0.05
    assert changed(replace(frame, table_stage=TableStage.OVER, winners=("Anne", "Cleo")))[0] > 0.05
    # One who plays reads it in the line of messages.
    made.hud.rulings_shown = False
    assert changed(judged(frame))[1] == 0.0


def test_a_ticked_box_is_seen_on_the_sheet() -> None:
    size, pen = (260, 90), Pen(1.0, 1.0)
    boxes = tuple((level, box, False) for level in (1, 2) for box in ("zig", "zag", "double_zig", "zig_zag"))
    empty = np.asarray(panels.sheet_panel(0, TeamView(("Anne", "Cleo"), boxes, 3), size, pen)).astype(int)
    for number in range(len(boxes)):
        ticked = tuple((level, box, at == number) for at, (level, box, _) in enumerate(boxes))
        picture = np.asarray(panels.sheet_panel(0, TeamView(("Anne", "Cleo"), ticked, 3), size, pen)).astype(int)
        changed = np.abs(picture - empty).max(axis=2) > 60
        assert changed.sum() > 150
        rows, columns = np.nonzero(changed)
        # In its own quarter and its own row.
        assert round(4 * columns.mean() / size[0] - 0.5) == number % 4
        assert (rows.mean() > 56) == (number >= 4)


def test_teams_are_told_apart_without_their_colour() -> None:
    from PIL import Image

    marks = []
    for team in range(3):
        picture = Image.new("RGBA", (24, 24), (0, 0, 0, 0))
        panels.mark(picture, 2, 2, 20, team)
        marks.append(np.asarray(picture)[..., 3] > 128)
    assert (marks[0] != marks[1]).mean() > 0.1
    assert (marks[1] != marks[2]).mean() > 0.1
    assert (marks[0] != marks[2]).mean() > 0.05


def test_whoever_plays_sees_the_others_cards_from_behind(screen: Any) -> None:
    screen.resize(1280, 720)
    frame = frame_of(static_scene())
    made = scene_of(frame, (1280, 720))
    made.hud.hidden = frozenset({"Dirk"})
    other = with_seat(frame, 3, cards=FACES[40:44])
    assert not differ(shown(screen, made, frame), shown(screen, made, other)).any()
    made.hud.hidden = frozenset()
    assert differ(shown(screen, made, frame), shown(screen, made, other)).sum() > 500


@pytest.mark.parametrize("size", [(260, 150), (260, 104), (131, 60), (150, 90)])
def test_a_seat_panel_shows_its_cards(size: tuple[int, int]) -> None:
    scene, pen = static_scene(), Pen(1.0, 1.0)
    seat = seat_of(scene, 0)
    open_, hidden = (panels.seat_panel(seat, size, pen, hide) for hide in (False, True))
    a, b = (np.asarray(each.convert("RGB")).astype(int) for each in (open_, hidden))
    assert differ(a, b).mean() > 0.05
    backs = replace(seat, cards=(BACK,) * 4)
    assert not differ(b, np.asarray(panels.seat_panel(backs, size, pen, True).convert("RGB")).astype(int)).any()


def test_zooming_repaints_what_is_seen_larger(screen: Any) -> None:
    frame = frame_of(static_scene())
    made = scene_of(frame)
    coarse = made.stage.card_scale
    made.camera.zoom_at((320, 240), 3.0)
    made.tidy()
    assert made.stage.card_scale > 2 * coarse


@pytest.mark.slow
@pytest.mark.parametrize("colours", palette.NAMES)
@pytest.mark.parametrize("large", [1.0, 1.5])
def test_both_palettes_and_large_letters(screen: Any, colours: str, large: float) -> None:
    from scenes.layout import text

    screen.resize(640, 400)
    palette.use(colours)
    text.set_scale(large)
    try:
        frame = judged(frame_of(static_scene(6, 3), (lying("joker", 0.0, 0.0),)), "contre", success=False)
        picture = drawn(screen, scene_of(frame, (640, 400), 3))
        assert colours_in(picture) > 2000
    finally:
        palette.use(palette.STANDARD)
        text.set_scale(1.0)


def test_a_frame_like_the_one_before_paints_writes_and_places_nothing(
    screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PIL import ImageDraw
    from pyglet.sprite import Sprite

    from scenes.drawing.quads import Quads

    texts = given_to(monkeypatch, ImageDraw.ImageDraw, "text")
    quads = given_to(monkeypatch, Quads, "_fill")
    sprites = given_to(monkeypatch, Sprite, "update")
    static = static_scene(6)
    frame = frame_of(static, tuple(lying(face, 60.0 * n, 20.0) for n, face in enumerate(FACES[:4])))
    frame = with_seat(frame, 2, voice=said("steal!", 0.0), waiting=True, stops=("stop_character",))
    frame = replace(frame, poubelle=FACES[6:9], discarded=3)
    scene = scene_of(frame, (800, 500))
    for done in (texts, quads, sprites):
        assert done
        done.clear()
    # Equal, but made anew, as every frame of a match is.
    scene.show(replace(frame, cards=tuple(replace(card) for card in frame.cards)), 0.1)
    assert [*texts, *quads, *sprites] == []
    scene.show(replace(frame, cards=frame.cards[1:]), 0.2)
    assert len(quads) == 1
    assert texts == []


def test_no_face_is_painted_in_the_frame_in_which_a_sign_is_made(screen: Any) -> None:
    from scenes.games.zigzag.art import sign_face, sign_image
    from scenes.games.zigzag.scene import GESTURE

    sign_image.cache_clear()
    sign_face.cache_clear()
    frame = frame_of(static_scene())
    made = scene_of(frame, (800, 500))
    painted = sign_face.cache_info().misses
    for changes in ({"sign": "zig"}, {"sign": "zag"}, {"bluff": True}, {"sign": GESTURE}):
        made.show(with_seat(frame, 1, **changes), 0.0)
    assert sign_image.cache_info().misses == 4
    assert sign_face.cache_info().misses == painted
