"""The scene of Zack!, drawn off screen: cards are where the match says, and everything told can be seen."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from PIL import Image

from scenes.drawing import palette
from scenes.drawing.panels import Pen
from scenes.games.zack import panels
from scenes.games.zack.art import BACK, card_image, edge_image, faces
from scenes.games.zack.layout import lay_out, signs_of
from scenes.games.zack.view import card_corners, edge_corners, seen
from scenes.window.camera import Rectangle
from sim.games.zack.match.frame import CardState, CardView, TableStage, Verdict, ZackFrame
from sim.games.zack.match.hands import HandTrack
from sim.games.zack.match.text import headline
from sim.games.zack.rules.events import Challenge
from sim.physics.bowl.world import BowlWorld
from tests.calls import given_to
from tests.games.zack.scenes.frames import COLOURS, NAMES, frame_of, judged, seats, side, static_scene, still, throw
from tests.scenes.pictures import colours_in
from tests.shipped import shipped_setup

Array = np.ndarray
FULL = 66


def scene_of(frame: ZackFrame, size: tuple[int, int] = (640, 480), ratio: float = 1.0) -> Any:
    from scenes.games.zack.scene import build_scene

    made = build_scene(static_scene(len(frame.seats)), *size, ratio, first=frame)
    made.show(frame, 0.0)
    return made


def drawn(screen: Any, scene: Any) -> Array:
    return np.asarray(screen.picture(scene)).astype(int)


def differ(a: Array, b: Array, least: int = 30) -> Array:
    return np.abs(a - b).max(axis=2) > least


def part(picture: Array, place: Rectangle) -> Array:
    """The pixels of a rectangle of the window, at one pixel a unit."""
    height = picture.shape[0]
    rows = slice(max(0, round(height - place.top)), round(height - place.bottom))
    return picture[rows, max(0, round(place.left)) : round(place.right)]


def share_of(pixels: Array, colour: palette.Colour, within: int = 40) -> float:
    return float((np.abs(pixels.reshape(-1, 3) - np.array(colour)).max(axis=1) <= within).mean())


# ------------------------------------------------------------------------------------------------ where cards are


@pytest.mark.parametrize(
    "size", [(320, 240), (640, 480), pytest.param((1280, 720), marks=pytest.mark.slow), (333, 777)]
)
def test_a_full_bowl_is_a_picture_at_any_size(screen: Any, size: tuple[int, int]) -> None:
    screen.resize(*size)
    frame = still(FULL)
    scene = scene_of(frame, size)
    picture = drawn(screen, scene)
    assert colours_in(picture) > 2500
    empty = replace(frame, cards=(), bowl=())
    scene.show(empty, 0.0)
    assert differ(picture, drawn(screen, scene)).mean() > 0.002
    # Each card is a sheet and an edge, and all of them are in the lens where there is one.
    scene.show(frame, 0.0)
    resting = sum(card.state is CardState.BOWL for card in frame.cards)
    assert resting >= FULL - 4
    assert scene.stage.cards.used >= 2 * FULL
    assert scene.hud.lens_cards.used == (resting if scene.hud.layout.lens is not None else 0)


@pytest.mark.slow
def test_a_card_in_the_air_is_where_the_frame_says(screen: Any) -> None:
    screen.resize(1280, 720)
    frame = replace(still(1), cards=(), bowl=())
    scene = scene_of(frame, (1280, 720))
    before = drawn(screen, scene)
    for x, y, angle in ((-150.0, 260.0, 0.0), (180.0, 190.0, 0.5)):
        card = CardView("a", "player:blue", NAMES[1], x, y, angle, CardState.AIR)
        scene.show(replace(frame, cards=(card,)), 0.0)
        after = drawn(screen, scene)
        left, bottom, right, top = _around(scene, card)
        changed = differ(before, after)
        rows, columns = np.nonzero(changed[: round(720 - scene.camera.to_screen(seen(0, 60.0, 90.0))[1])])
        assert columns.min() == pytest.approx(left, abs=3)
        assert columns.max() == pytest.approx(right, abs=3)
        assert 720 - rows.min() == pytest.approx(top, abs=3)
        assert 720 - rows.max() == pytest.approx(bottom, abs=3)
        card_itself = after[round(720 - top) : round(720 - bottom), round(left) : round(right)]
        assert share_of(card_itself, palette.SIX["blue"], 90) > 0.2


def test_a_card_beside_a_side_wall_is_seen_before_or_behind_the_box(screen: Any) -> None:
    screen.resize(1280, 720)
    frame = replace(still(1), cards=(), bowl=())
    scene = scene_of(frame, (1280, 720))
    before = drawn(screen, scene)
    rows = []
    for z in (-112.0, 0.0, 112.0):
        card = CardView("a", "2R", NAMES[1], 60.0, 0.4, 0.0, CardState.BESIDE, z=z, yaw=0.2, aside=z != 0.0)
        scene.show(replace(frame, cards=(card,)), 0.0)
        changed = differ(before, drawn(screen, scene))
        assert changed.sum() > 100
        # A card beside the box is not in the section of the pile.
        assert scene.hud.lens_cards.used == (z == 0.0)
        rows.append(float(np.nonzero(part(changed, scene.hud.layout.table))[0].mean()))
    assert rows[0] > rows[1] + 15 > rows[2] + 30


def test_the_edges_of_a_card_are_smooth(screen: Any) -> None:
    """In most rows the first pixel of a card that flies is a mixture of it and of what is behind it."""
    screen.resize(1280, 720)
    frame = replace(still(1), cards=(), bowl=())
    scene = scene_of(frame, (1280, 720))
    before = drawn(screen, scene)
    card = CardView("a", "player:blue", NAMES[1], -150.0, 200.0, 0.3, CardState.AIR)
    scene.show(replace(frame, cards=(card,)), 0.0)
    left, bottom, right, top = (round(value) for value in _around(scene, card))
    rows = slice(720 - top + 8, 720 - bottom - 8)
    changed = np.abs(drawn(screen, scene) - before).max(axis=2)[rows, left - 3 : right + 3]
    first = (changed > 4).argmax(axis=1)
    mixed = [row[at] < 0.75 * row[at + 2] for row, at in zip(changed, first, strict=True)]
    assert np.mean(mixed) > 0.6


def test_a_card_casts_a_shadow_on_what_it_lies_on(screen: Any) -> None:
    screen.resize(1280, 720)
    frame = replace(still(1), cards=(), bowl=())
    scene = scene_of(frame, (1280, 720))
    before = drawn(screen, scene)
    card = CardView("a", "R", NAMES[1], 160.0, 0.4, 0.0, CardState.BESIDE)
    scene.show(replace(frame, cards=(card,)), 0.0)
    _, bottom, right, _ = _around(scene, card)
    beside = Rectangle(right + 0.5, bottom + 2, right + 2.5, bottom + 12)
    darkened = part(before, beside).mean() - part(drawn(screen, scene), beside).mean()
    assert darkened > 12


def _around(scene: Any, card: CardView) -> tuple[float, float, float, float]:
    plate = scene.hud.static_scene.setup.plate
    corners = card_corners(card.x, card.y, card.angle, plate.length_mm, plate.span_mm, 0.0)
    points = [scene.camera.to_screen(corner) for corner in corners]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def test_the_lens_shows_every_card_of_the_pile_in_its_place(screen: Any) -> None:
    from scenes.games.zack.lens import lens_origin, lens_scale

    screen.resize(1280, 720)
    frame = still(6)
    scene = scene_of(frame, (1280, 720))
    picture = drawn(screen, scene)
    place = scene.hud.layout.lens
    (ox, oy), scale = lens_origin(scene.hud.static_scene, place), lens_scale(scene.hud.static_scene, place)
    circles = 0
    for card in frame.cards:
        kind, _, colour = card.face.partition(":")
        if card.state is not CardState.BOWL or kind != "circle":
            continue
        column, row = round(ox + card.x * scale), 720 - (oy + card.y * scale)
        patch = picture[math.floor(row - 1) : math.ceil(row + 1), column - 12 : column + 12]
        assert share_of(patch, palette.SIX[colour], 75) > 0.3, card
        circles += 1
    assert circles >= 4


def test_the_section_is_true_and_only_what_lies_behind_is_drawn_higher() -> None:
    plate = shipped_setup().plate
    corners = card_corners(12.0, 80.0, 0.7, plate.length_mm, plate.span_mm, 0.0)
    assert math.dist(corners[0], corners[1]) == pytest.approx(plate.length_mm)
    assert (corners[0][0] + corners[1][0]) / 2 == pytest.approx(12.0)
    assert corners[3][1] > corners[0][1]
    edge = edge_corners(12.0, 80.0, 0.7, plate.length_mm, plate.thickness_mm)
    assert math.dist(edge[1], edge[2]) == pytest.approx(plate.thickness_mm)
    assert seen(5.0, 7.0) == (5.0, 7.0)


def test_a_thrown_card_shows_both_sides_and_lies_down_in_the_bowl(screen: Any) -> None:
    frames = throw()
    scene = scene_of(frames[0])
    shown: list[str] = []
    heights = []
    for frame in frames:
        flying = next((card for card in frame.cards if card.name == "c6"), None)
        scene.show(frame, 0.0)
        heights.append(flying.y)
        quads = scene.stage._card(flying, "", 0.0)
        shown.append(quads[0].key[1])
    assert set(shown) == {BACK, "R"}
    assert heights[0] > 200 > 20 > heights[-1]
    assert frames[-1].bowl[-1].name == "c6"


def test_a_card_put_under_another_is_drawn_under_it(screen: Any) -> None:
    from scenes.games.zack.lens import lens_quads

    frame = still(6)
    order = {entry.name: place for place, entry in enumerate(frame.bowl)}
    quads = lens_quads(frame, static_scene(), (0.0, 0.0), 1.0)
    drawn_faces = [quad.key[1] for quad in quads if isinstance(quad.key, tuple)]
    assert drawn_faces == [entry.face for entry in sorted(frame.bowl, key=lambda entry: order[entry.name])]


def test_nothing_sticks_out_of_the_lens() -> None:
    from scenes.games.zack.lens import ABOVE_MM, lens_quads

    frame, places = still(6), static_scene()
    top = places.setup.bowl.depth_mm + ABOVE_MM
    for x, y, angle, length in ((0.0, 30.0, 0.0, 59.0), (40.0, top - 10.0, math.pi / 2, 39.5), (0.0, 300.0, 1.0, 0.0)):
        card = CardView("a", "R", NAMES[0], x, y, angle, CardState.AIR)
        quads = lens_quads(replace(frame, cards=(card,)), places, (0.0, 0.0), 1.0)
        assert len(quads) == (length > 0)
        for corners in (quad.corners for quad in quads):
            assert max(y for _, y in corners) <= top + 0.5
            assert math.dist(corners[0], corners[1]) == pytest.approx(length)


# ------------------------------------------------------------------------------------------------ what is told


def test_whoever_is_due_is_marked(screen: Any) -> None:
    screen.resize(1280, 720)
    for due in (0, 3):
        frame = still(6, due=due)
        scene = scene_of(frame, (1280, 720))
        picture = drawn(screen, scene)
        bright = [share_of(part(picture, place), palette.PAPER_DUE, 10) for place in scene.hud.layout.seats]
        assert bright.index(max(bright)) == due
        assert sorted(bright)[-2] < 0.05 < 0.2 < max(bright)


def test_a_clock_runs_beside_whoever_is_due(screen: Any) -> None:
    screen.resize(1280, 720)
    frame = still(6)
    scene = scene_of(frame, (1280, 720))
    before = drawn(screen, scene)
    later = tuple(replace(seat, clock_s=4.87) if seat.is_due else seat for seat in frame.seats)
    scene.show(replace(frame, seats=later), 0.0)
    changed = differ(before, drawn(screen, scene))
    rows, columns = np.nonzero(changed)
    place = scene.hud.layout.seats[0]
    assert 20 < len(rows) < 900
    assert columns.min() >= place.left
    assert columns.max() <= place.right
    assert 720 - rows.min() <= place.top
    assert 720 - rows.max() >= place.bottom


@pytest.mark.parametrize("table_stage", list(TableStage))
def test_every_beat_is_drawn(screen: Any, table_stage: TableStage) -> None:
    frame = replace(still(6), table_stage=table_stage, winners=(NAMES[0],) if table_stage is TableStage.OVER else ())
    scene = scene_of(frame)
    picture = drawn(screen, scene)
    table = scene.hud.layout.table
    sign, _ = signs_of(table, scene.hud.layout.unit)
    stopped = share_of(part(picture, sign), palette.STOP, 25)
    assert (stopped > 0.2) == (table_stage in (TableStage.STOPPED, TableStage.CHOOSING))
    paper = share_of(part(picture, table), palette.PAPER_DUE, 8)
    assert (paper > 0.08) == (table_stage is TableStage.OVER)


def test_the_mirror_is_seen(screen: Any) -> None:
    frame = still(6)
    scene = scene_of(frame)
    plain = drawn(screen, scene)
    _, sign = signs_of(scene.hud.layout.table, scene.hud.layout.unit)
    scene.show(replace(frame, mirrored=True), 0.0)
    assert share_of(part(drawn(screen, scene), sign), palette.STOP, 25) > 0.2
    scene.show(frame, 0.0)
    assert not differ(plain, drawn(screen, scene)).any()


def test_a_card_out_of_turn_is_marked_everywhere(screen: Any) -> None:
    screen.resize(1280, 720)
    frame = still(6)
    scene = scene_of(frame, (1280, 720))
    top = frame.bowl[-1].name
    cards = tuple(replace(card, wrong=card.name == top) for card in frame.cards)
    bowl = tuple(replace(entry, wrong=entry.name == top) for entry in frame.bowl)
    before = drawn(screen, scene)
    scene.show(replace(frame, cards=cards, bowl=bowl), 0.0)
    after = drawn(screen, scene)
    layout = scene.hud.layout
    for place in (layout.lens, layout.pile):
        assert share_of(part(after, place), palette.WRONG, 25) > share_of(part(before, place), palette.WRONG, 25)
    assert differ(part(before, layout.table), part(after, layout.table), 15).sum() > 50


def test_help_covers_the_table(screen: Any) -> None:
    scene = scene_of(still(6))
    before = drawn(screen, scene)
    scene.toggle_help()
    scene.show(still(6), 0.0)
    assert differ(before, drawn(screen, scene)).mean() > 0.08


# ------------------------------------------------------------------------------------------------ long plays


def test_nothing_piles_up_over_many_frames(screen: Any) -> None:
    frames = throw()
    scene = scene_of(frames[0])

    def held() -> tuple[int, ...]:
        stage = scene.stage
        sprites = sum(len(art.sprites) for art in stage.gallery._art.values())
        return sprites, len(stage.hands), scene.stage.cards.room, len(scene.stage.cards.atlas._regions)

    for frame in frames:
        scene.show(frame, 0.0)
    first = held()
    for index in range(4):
        renamed = replace(
            frames[index * 7],
            cards=tuple(replace(card, name=f"{card.name}/{index}") for card in frames[index * 7].cards),
        )
        scene.show(renamed, 0.1)
        assert set(scene.stage._kept) <= {card.name for card in renamed.cards}
    scene.show(replace(frames[0], seats=frames[0].seats[:3]), 0.2)
    assert len(scene.stage.hands) == 3
    scene.show(frames[0], 0.3)
    assert held() == first


def test_panels_are_painted_only_when_they_change(screen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from scenes.drawing import hud as plates

    frames = throw()
    scene = scene_of(frames[1], (1280, 720))
    painted = given_to(monkeypatch, plates.PanelSprite, "_put")
    for frame in frames[1:12]:
        scene.show(frame, frame.time_s)
    assert len(painted) <= 1  # a second may have passed
    painted.clear()
    counted = replace(frames[11], throws=99, time_s=frames[11].time_s)
    scene.show(counted, 1.0)
    assert len(painted) == 1


@pytest.mark.slow
def test_cards_are_painted_again_after_a_zoom(screen: Any) -> None:
    scene = scene_of(still(6))
    before = scene.stage.cards.atlas.width
    scene.camera.zoom_at((320, 300), 2.5)
    for _ in range(40):
        scene.tidy()
    assert scene.stage.card_scale == pytest.approx(scene.camera.pixels_per_mm)
    assert scene.stage.cards.atlas.width > before
    scene.show(still(6), 0.0)
    assert colours_in(drawn(screen, scene)) > 2000


@pytest.mark.slow
def test_dense_pixels_show_the_same_in_more_detail(screen: Any) -> None:
    from pyglet.math import Mat4

    frame = still(6)
    plain = drawn(screen, scene_of(frame))
    dense = scene_of(frame, (640, 480), 2.0)
    screen.resize(1280, 960)

    class Dense:
        def draw(self, window: Any) -> None:
            # On a dense display the projection stays in window units; here it is that of the target.
            window.projection = Mat4.orthogonal_projection(0, 640, 0, 480, -255, 255)
            dense.draw(window)

    picture = screen.picture(Dense())
    assert np.abs(np.asarray(picture.reduce(2)).astype(int) - plain).mean() < 8.0
    coarse = np.asarray(picture.reduce(2).resize(picture.size)).astype(int)
    assert np.abs(np.asarray(picture).astype(int) - coarse).mean() > 1.0


def test_a_full_atlas_begins_again(screen: Any) -> None:
    from scenes.drawing.quads import Atlas

    atlas = Atlas(lambda key: Image.new("RGBA", (40, 30), (int(str(key)), 0, 0, 255)), range(3), spare=2)
    regions = [atlas.region(key) for key in range(40)]
    assert atlas.emptied > 0
    for left, low, _, right, _, _, _, high, *_ in regions:
        assert 0 <= left < right <= 1
        assert 0 <= low < high <= 1


# ------------------------------------------------------------------------------------------------ pictures


def test_no_two_faces_are_alike_even_without_colour() -> None:
    wide, high = 40, 62
    pictures = {face: np.asarray(card_image(*face, wide, high).convert("L")).astype(float) for face in faces(COLOURS)}
    for a, b in combinations(pictures, 2):
        if "challenge" in a[0] and "challenge" in b[0]:
            continue  # lightning on all of them: told by colour, and the ruling says it in words
        assert np.abs(pictures[a] - pictures[b]).mean() > 2.0, (a, b)


def test_edges_are_tinted_by_the_face() -> None:
    edges = {face: np.asarray(edge_image(*face, 60, 6).convert("RGB")).astype(float) for face in faces(COLOURS)}
    stops = {("choose", ""), ("swap", ""), ("mirror", ""), (BACK, "")}
    for a, b in combinations(edges, 2):
        if a in stops and b in stops:
            continue
        assert np.abs(edges[a] - edges[b]).max(axis=(0, 2)).max() > 20, (a, b)


LONG = "Bartholomew Maximilian Featherstonehaugh-Cholmondeley the Younger"


@pytest.mark.parametrize("size", [(262, 113), (130, 74), (104, 60), (100, 22)])
def test_long_names_stay_on_their_plates(size: tuple[int, int]) -> None:
    pen = Pen(1.0 if size[0] > 200 else 0.5, 1.0)
    seat = replace(seats()[0], name=LONG, profile="casual" * 6, wins=1)
    named, other = (panels.seat_panel(replace(seat, name=name), 2, size, pen)[0] for name in (LONG, "Al"))
    assert named.size == size
    a, b = (np.asarray(picture.convert("RGB")).astype(int) for picture in (named, other))
    changed = differ(a, b, 8)
    assert changed.any()
    assert not changed[:, -3:].any()
    assert not changed[:2].any()


@pytest.mark.parametrize("room", [150, 240, 600])
def test_a_result_fits_its_room(room: int) -> None:
    pen = Pen(1.0 if room > 300 else 0.5, 1.0)
    frame = replace(still(6), table_stage=TableStage.OVER, winners=(LONG,))
    # A low room takes the rest of the words first.
    for high in (400, 46):
        card = panels.over_panel(frame, (room, high), pen)
        assert card.width <= room
        assert card.height <= high


def test_rulings_in_words() -> None:
    right = Verdict("Anne", "Bert", "slow", True, "Bert", 1, 3.0)
    assert panels.verdict_words(right) == ("Anne to Bert: too slow!", "Right: Bert takes 1 card.")
    wrong = replace(right, reason="out_of_turn", success=False, taker=None, cards=0)
    assert panels.verdict_words(wrong) == ("Anne to Bert: out of turn!", "Wrong: nobody takes a card.")
    assert panels.verdict_words(replace(right, cards=5))[1] == "Right: Bert takes 5 cards."
    assert panels.verdict_words(replace(right, cards=0))[1] == "Right: nobody takes a card."
    assert all(len(" ".join(panels.verdict_words(verdict)).split()) <= 12 for verdict in (right, wrong))


@pytest.mark.parametrize(
    "size", [(800, 500), *(pytest.param(size, marks=pytest.mark.slow) for size in ((1280, 720), (1920, 1080)))]
)
def test_a_ruling_is_read_beside_the_table(screen: Any, size: tuple[int, int]) -> None:
    screen.resize(*size)
    frame = replace(still(6), table_stage=TableStage.STOPPED)
    scene = scene_of(frame, size)
    before, ruled = drawn(screen, scene), judged(frame)
    scene.show(ruled, 0.0)
    changed = differ(before, drawn(screen, scene))
    assert part(changed, scene.hud.layout.status).mean() > 0.05
    assert not part(changed, scene.hud.layout.table).any()
    # One who plays reads it in the line of messages.
    scene.hud.rulings_shown = False
    scene.show(ruled, 0.0)
    assert not part(differ(before, drawn(screen, scene)), scene.hud.layout.status).any()


@pytest.mark.parametrize(("cards", "expected"), [(0, "there is no card for Bert to take"), (1, "Bert takes 1 card")])
def test_the_ticker_says_what_a_challenge_costs(cards: int, expected: str) -> None:
    told = headline(Challenge(success=True, by="Anne", against="Bert", taker="Bert", cards=cards, continues="Anne"))
    assert told == (f"Anne challenges Bert, rightly: {expected}.", "good")


def test_a_wrong_belief_looks_wrong() -> None:
    right, wrong = (np.asarray(panels.bubble("green", flag, (60, 48)).convert("RGB")) for flag in (False, True))
    assert share_of(wrong.astype(int), palette.WRONG, 30) > 0.05
    assert share_of(right.astype(int), palette.WRONG, 30) == 0.0


def test_cards_given_back_are_shown_while_they_lie_there() -> None:
    frame = still(6)
    assert panels.lying(frame) == frame.bowl
    given_back = panels.lying(replace(frame, bowl=()))
    assert {entry.name for entry in given_back} == {entry.name for entry in frame.bowl}
    heights = {card.name: card.y for card in frame.cards}
    assert [heights[entry.name] for entry in given_back] == sorted(heights.values())
    assert panels.lying(replace(frame, bowl=(), cards=())) == ()


def test_the_four_topmost_zack_cards_can_be_challenged() -> None:
    bowl = still(FULL).bowl[:7]
    assert panels._window(bowl) == 4
    challenged = (*bowl[:-1], replace(bowl[-1], face="challenge:red"))
    assert panels._window(challenged) == 5
    assert panels._window(bowl[:2]) == 2
    assert panels._window((replace(bowl[0], face="player:red"),)) == 0


@pytest.mark.parametrize("size", [(640, 360), (1280, 720), (1920, 1080)])
@pytest.mark.slow
def test_hands_at_rest_are_seen_beside_the_panels(screen: Any, size: tuple[int, int]) -> None:
    """A hand whose fingers alone are seen shows 900 square millimetres; panels are drawn over what lies behind them."""
    screen.resize(*size)
    sides = {number: side(number) for number in range(6)}
    resting = [
        replace(seat, hand=HandTrack(400.0 * sides[number], 220.0 + 14.0 * (number // 2)).view(600))
        for number, seat in enumerate(seats(6))
    ]
    frame = replace(still(6), seats=tuple(resting), cards=())
    scene = scene_of(frame, size)
    picture, table = drawn(screen, scene), scene.hud.layout.table
    for number, seat in enumerate(resting):
        away = replace(seat, hand=replace(seat.hand, x=3000.0 * sides[number]))
        scene.show(replace(frame, seats=(*resting[:number], away, *resting[number + 1 :])), 0.0)
        seen_px = differ(part(picture, table), part(drawn(screen, scene), table)).sum()
        assert seen_px / scene.camera.scale**2 > 900.0, seat.name


def test_plates_stand_on_their_players_side() -> None:
    sides = (1, 1, -1, -1, 1)
    across = [place.centre[0] for place in lay_out(1280, 720, sides).seats]
    left = [x for x, side in zip(across, sides, strict=True) if side < 0]
    assert max(left) < min(x for x in across if x not in left)


def test_a_match_of_another_size_is_drawn_too(screen: Any) -> None:
    frame = frame_of(BowlWorld(shipped_setup()), players=3)
    scene = scene_of(frame)
    for size in ((500, 900), (320, 240), (900, 500)):
        scene.resize(*size, 1.0)
        scene.show(frame, 0.0)
        screen.resize(*size)
        assert colours_in(drawn(screen, scene)) > 1500


@pytest.mark.parametrize(("wins", "words"), [(1, "One game decides"), (2, "First to win 2 games")])
def test_it_is_said_how_many_games_win_the_match(wins: int, words: str) -> None:
    from scenes.games.zack.panels import _aim

    assert _aim(still(), wins) == words
