"""The workshop's scene without a window: what mouse and keys do to a design, and what is seen of it."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scenes.workshop.words import figure_words
from sim.workshop.prototype import prototype_of
from sim.workshop.survey import Surveyor, done_here
from tests.scenes.looped import Looped

pytestmark = pytest.mark.usefixtures("screen", "own_folders")


class Still(Surveyor):
    """A surveyor that knows what it is given, and works nothing out."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Any] = []

    def ask(self, *subjects: Any) -> None:
        super().ask(*subjects)
        self.asked.append([subject.key for subject in subjects])

    def update(self) -> bool:
        return False

    def run(self, work: Any, *arguments: Any) -> Any:
        return done_here(work, *arguments)

    def fill(self, subject: Any, rounds: int, falls: Any) -> None:
        found = self.findings(subject.key)
        assert found is not None
        for number in range(rounds):
            found.add(number, {cell: falls(cell) for cell in found.cells})


def opened(game: str, path: Path) -> Any:
    from scenes.workshop.scene import WorkshopScene

    prototype = prototype_of(game, None, "play")
    scene = WorkshopScene(prototype, str(path), 1280.0, 720.0, 1.0, None, Still())
    frame(scene)
    return scene


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Any]:
    scene = opened("riff-raff", tmp_path / "mine.toml")
    yield scene
    scene.close()


@pytest.fixture
def bowl_shop(tmp_path: Path) -> Iterator[Any]:
    scene = opened("zack", tmp_path / "mine.toml")
    yield scene
    scene.close()


def keys() -> Any:
    from pyglet.window import key

    return key


def frame(scene: Any, wall_s: float = 1 / 60) -> None:
    scene.update(wall_s)
    scene.show()


def place(scene: Any, name: str, part: bool = False) -> tuple[float, float]:
    placed = next(placed for placed in scene.handles.all() if placed.name == (name, part))
    found: tuple[float, float] = scene.handles.place_of(placed)
    return found


def head(scene: Any) -> str:
    from scenes.workshop.readouts import headline

    return headline(scene.session, scene.boards[-1].share, scene.session.gap())[0]


def drag(scene: Any, name: str, dx: float, dy: float, steps: int = 4, part: bool = False) -> None:
    x, y = place(scene, name, part)
    scene.on_mouse_press(x, y, 1, 0)
    for step in range(1, steps + 1):
        scene.on_mouse_drag(x + dx * step / steps, y + dy * step / steps, 0, 0, 1, 0)
        frame(scene)
    scene.on_mouse_release(x + dx, y + dy, 1, 0)


def test_dragging_a_yards_end_makes_it_longer_and_undo_is_one_step(shop: Any) -> None:
    design = shop.session.prototype.document
    x, y = place(shop, "middle yard, starboard end")
    drag(shop, "middle yard, starboard end", 30.0, 0.0)
    longer = design.value("ship.middle_yard_length_mm")
    # She swings meanwhile: where the pointer is over her decides.
    assert longer == pytest.approx(2 * shop.boards[-1].to_design(x + 30.0, y)[0], abs=1.0)
    assert longer > 160.0
    assert [difference.key for difference in design.differences()] == ["ship.middle_yard_length_mm"]
    assert shop.session.prototype.live.world.ship.yards[1].length_mm == longer
    shop.on_key_press(keys().Z, keys().MOD_CTRL)
    assert design.differences() == ()
    assert shop.session.prototype.live.world.ship.yards[1].length_mm == 140.0
    shop.on_key_press(keys().Y, keys().MOD_CTRL)
    assert design.value("ship.middle_yard_length_mm") == longer


def test_a_yard_is_tilted_by_mouse_and_by_keys(shop: Any) -> None:
    design = shop.session.prototype.document
    drag(shop, "middle yard, tilt", 0.0, 14.0)
    by_mouse = design.configuration.tree["ship"]["yards"][1]["tilt_deg"]
    assert by_mouse > 2
    # The handle that was dragged is the one that keys move; five millimetres are some seven degrees.
    shop.on_key_press(keys().DOWN, keys().MOD_SHIFT)
    assert 4 <= by_mouse - design.configuration.tree["ship"]["yards"][1]["tilt_deg"] <= 10
    shop.on_key_press(keys().Z, keys().MOD_CTRL)
    assert design.configuration.tree["ship"]["yards"][1]["tilt_deg"] == by_mouse
    shop.on_key_press(keys().Z, keys().MOD_CTRL)
    assert design.differences() == ()


def test_a_corner_of_the_bowls_section_is_dragged_in_the_square(bowl_shop: Any) -> None:
    shop = bowl_shop
    shop.session.try_with(part="bowl in section")
    frame(shop)
    drag(shop, "section, corner 2", -20.0, 0.0, part=True)
    design = shop.session.prototype.document
    assert design.undoes == "section, corner 2"
    assert len(design.value("bowl.section")) == 3
    drag(shop, "section, corner 2", 300.0, 0.0, part=True)
    assert shop.notice.words.startswith("bowl.section")
    shop.on_key_press(keys().Z, keys().MOD_CTRL)
    shop.on_key_press(keys().Z, keys().MOD_CTRL)
    assert design.differences() == ()


def test_what_cannot_be_is_refused_beside_the_handle_and_the_last_design_stays(shop: Any) -> None:
    x, y = place(shop, "low yard, height")
    shop.on_mouse_press(x, y, 1, 0)
    shop.on_mouse_drag(x, y + 400.0, 0, 0, 1, 0)
    frame(shop)
    design = shop.session.prototype.document
    assert design.refusal.startswith("ship.")
    assert shop.handles.refused_at is not None
    assert design.configuration.setup.ship.yards[0].y_mm < design.configuration.setup.ship.yards[1].y_mm
    shop.on_mouse_release(x, y + 400.0, 1, 0)
    assert shop.notice.words.startswith("ship.")
    assert not design.refusal


def test_a_pieces_corner_is_dragged_in_the_square(shop: Any) -> None:
    shop.session.try_with(part="crate")
    frame(shop)
    before = shop.session.prototype.document.configuration.setup.pieces["crate"].mass_g
    corner = max(shop.session.prototype.part_handles(), key=lambda handle: sum(handle.at)).name
    drag(shop, corner, 12.0, 0.0, part=True)
    assert shop.session.prototype.document.configuration.setup.pieces["crate"].mass_g > before
    assert shop.session.prototype.document.undoes == corner


def test_the_drawing_is_worked_by_keys_too(shop: Any) -> None:
    shop.on_key_press(keys().F6, 0)
    names = [placed.handle.name for placed in shop.handles.all()]
    for _ in range(names.index("low yard, starboard end")):
        shop.on_key_press(keys().TAB, 0)
    shop.on_key_press(keys().RIGHT, 0)
    shop.on_key_press(keys().RIGHT, keys().MOD_SHIFT)
    assert shop.session.prototype.document.value("ship.low_yard_length_mm") == 180.0 + 2 + 10
    frame(shop)
    assert "low yard, starboard end" in shop.handles.words(None)


def test_a_dial_is_turned_by_mouse_and_a_drag_of_it_is_one_step(shop: Any) -> None:
    form, left = shop.dials.form, shop.layout.column.left
    control = form.control_of(form["ship.ball_mass_g"], form.place_of("ship.ball_mass_g"))
    x, y = left + control.left + 0.2 * control.width, control.centre[1]
    shop.on_mouse_press(x, y, 1, 0)
    for step in range(5):
        shop.on_mouse_drag(x + 8.0 * step, y, 8, 0, 1, 0)
        frame(shop)
    shop.on_mouse_release(x + 32.0, y, 1, 0)
    turned = shop.session.prototype.document.value("ship.ball_mass_g")
    assert turned != 110.0
    shop.on_key_press(keys().Z, keys().MOD_CTRL)
    assert shop.session.prototype.document.value("ship.ball_mass_g") == 110.0


def test_every_design_is_surveyed_anew_and_figures_show_at_their_slots(shop: Any) -> None:
    assert head(shop) == "Trying it out …"
    shop.session.surveyor.fill(shop.session.prototype.subject(), 6, lambda cell: cell[0] == 9)
    frame(shop)
    frame(shop, 0.3)
    tags = {name: said[0] for name, said in shop.boards[-1]._painted.items()}
    for _ in range(6):
        frame(shop)
    tags = {name: said[0] for name, said in shop.boards[-1]._painted.items()}
    assert tags["9"][0] == "100 %"
    assert tags["1"][0] == "0 %"
    assert "of placements" in head(shop)
    before = shop.session.surveyor.asked[-1]
    drag(shop, "ball", 0.0, 20.0)
    assert shop.session.surveyor.asked[-1] != before


def shown(scene: Any) -> Iterator[tuple[Any, str, str]]:
    """Every figure in the window: of which board, of what, and its words."""
    for board in scene.boards:
        for name, tag in board._tags.items():
            if tag._sprite is not None and tag._sprite.visible:
                yield board, name, tag._key[0][0]
        yield from ((board, risk.name, figure_words(risk.share)[0]) for risk in board.listed)
    yield scene.boards[-1], "headline", scene._readouts._head._key[0]


MOVES = {
    "edit": lambda scene, size: scene.session.edit({DIALS[scene.session.prototype.title]: 100.0 + size}, "size", size),
    "undo": lambda scene, _: scene.session.undo(),
    "redo": lambda scene, _: scene.session.redo(),
    "hands": lambda scene, size: scene.session.try_with(hands=("child", "casual", "skilled")[size % 3]),
    "load": lambda scene, size: scene.session.try_with(load=size % 4),
    "beside": lambda scene, _: scene.session.set_beside(),
}
DIALS = {"Riff Raff": "ship.top_yard_length_mm", "Zack!": "bowl.opening_mm"}


def check_no_figure_is_of_another_design(game: str, folder: Path, moves: list[tuple[str, int, bool]]) -> None:
    """Of every second design nothing ever falls, of the others everything does, also where that is found out late."""
    scene = opened(game, folder / "mine.toml")
    subjects: dict[Any, Any] = {}
    for what, size, known in moves:
        MOVES[what](scene, size)
        for prototype in scene.session.prototypes:
            subjects.setdefault(prototype.subject().key, prototype.subject())
        here = {prototype.subject().key for prototype in scene.session.prototypes}
        frame(scene)
        seen = 0
        for _ in range(2):
            for board, name, words in shown(scene):
                falls = list(subjects).index(board.prototype.subject().key) % 2
                right = f"{100 * falls} %" if name != "headline" else f"{100 * falls}.0 %"
                assert words.startswith(("…", "Trying it out …")) or right in words, (what, name, words)
                seen += right in words and not words.startswith("Trying it out …")
            for number, (key, subject) in enumerate(list(subjects.items())):
                # What the workers found of a former design may come at any time.
                if known or key not in here:
                    scene.session.surveyor.ask(subject, *scene.session.subjects())
                    scene.session.surveyor.fill(subject, 12, lambda _, falls=number % 2: bool(falls))
            frame(scene, 0.3)
        assert seen or not known
    scene.close()


@pytest.mark.parametrize("game", ["riff-raff", pytest.param("zack", marks=pytest.mark.slow)])
def test_no_figure_of_the_former_design_stays(game: str, tmp_path: Path) -> None:
    moves = [("load", 2, True), ("edit", 30, False), ("beside", 0, False), ("edit", 31, True), ("undo", 0, False)]
    check_no_figure_is_of_another_design(game, tmp_path, moves)


@pytest.mark.study
@pytest.mark.parametrize("game", ["riff-raff", "zack"])
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True)
@given(
    moves=st.lists(st.tuples(st.sampled_from(sorted(MOVES)), st.integers(0, 60), st.booleans()), min_size=8, max_size=9)
)
def test_no_figure_is_that_of_another_design(game: str, tmp_path: Path, moves: list[tuple[str, int, bool]]) -> None:
    check_no_figure_is_of_another_design(game, tmp_path, moves)


class FakeRun:
    """A tuning that says and finds what a test wants."""

    def __init__(self, *_: Any) -> None:
        self.words, self.over, self.changes = "fall_rate 0.2", False, None

    def stop(self) -> None:
        """Do nothing."""


def test_a_tuning_of_a_design_that_has_changed_is_marked_and_waits_for_it(
    shop: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scenes.workshop.session.TuneRun", FakeRun)
    session, design = shop.session, shop.session.prototype.document
    session.tune()
    frame(shop)
    assert session.tuning == "fall_rate 0.2"
    session.edit({"ship.top_yard_length_mm": 120.0}, "longer")
    assert session.tuning == "Of the design before your changes: fall_rate 0.2"
    session._run.words, session._run.changes = "Met at 77 g.", {"ship": {"ball_mass_g": 77.0}}
    session._run.over = True
    frame(shop)
    assert shop.notice.words == "Of the design before your changes: Met at 77 g. Undo them to take it over."
    assert design.value("ship.ball_mass_g") == 110.0
    session.undo()
    frame(shop)
    assert shop.notice.words == "Met at 77 g."
    assert (design.value("ship.ball_mass_g"), session.tuning) == (77.0, "")
    session.tune()
    session.edit({"ship.ball_mass_g": 90.0}, "heavier")
    assert shop.notice.words == ""
    session._run.words, session._run.over = "Out of reach.", True
    frame(shop)
    assert shop.notice.words == "Of the design before your changes: Out of reach."
    assert session.tuning == ""


def test_the_headline_says_what_nobody_has_measured_leaves_open_near_the_shipped_design(shop: Any) -> None:
    session = shop.session
    for changes, known in (({}, True), ({"wood.friction": 0.06}, False)):
        session.edit(changes, "smoother")
        session.surveyor.fill(session.prototype.subject(), 8, lambda cell: cell[0] == 1)
        frame(shop, 0.3)
        assert "10.0 % (" in head(shop)
        assert ("by chance; " in head(shop)) == ("by what nobody has measured) of" in head(shop)) == known


def test_the_headline_says_in_few_words_what_it_is_of_and_how_matches_differ(shop: Any, bowl_shop: Any) -> None:
    for each, trials in (
        (shop, "of placements at equal cargo, 6 aboard"),
        (bowl_shop, "of throws, each with 6 in the bowl"),
    ):
        prototype = each.session.prototype
        each.session.surveyor.fill(prototype.subject(), 12, lambda _: False)
        frame(each, 0.3)
        assert trials in head(each)
        assert head(each).endswith(f". {prototype.in_matches} (F1)")
        assert len(f"at equal cargo {prototype.in_matches} (F1)".split()) <= 12
        each.on_key_press(keys().F1, 0)
        assert ("Figures", prototype.figures_words) in each.page._keys


def test_two_designs_stand_side_by_side_and_their_difference_is_shown(shop: Any) -> None:
    shop.on_key_press(keys().F3, 0)
    assert len(shop.boards) == 2
    drag(shop, "top yard, starboard end", 20.0, 0.0)
    left, right = shop.boards
    assert left.prototype.document.differences() == ()
    assert right.prototype.document.differences() != ()
    assert shop.session.surveyor.asked[-1] == [right.prototype.subject().key, left.prototype.subject().key]
    shop.session.surveyor.fill(left.prototype.subject(), 4, lambda cell: cell[0] == 9)
    shop.session.surveyor.fill(right.prototype.subject(), 4, lambda cell: cell[0] in (9, 10))
    frame(shop, 0.3)
    frame(shop, 0.3)
    assert "+10.0 points (+10.0 to +10.0) beside the left one" in head(shop)
    shop.on_key_press(keys().F3, 0)
    assert len(shop.boards) == 1
    assert shop.session.prototype.document.differences() != ()


@pytest.mark.parametrize("size", [(1280.0, 720.0), (800.0, 500.0)])
def test_the_main_actions_show_without_scrolling(shop: Any, bowl_shop: Any, size: tuple[float, float]) -> None:
    for each in (shop, bowl_shop):
        each.resize(*size, 1.0)
        frame(each)
        form = each.dials.form
        for name in ("undo", "redo", "practise", "motion", "beside", "target", "tune", "path", "save"):
            place = form.place_of(name)
            assert place is not None, name
            assert 0 <= place.bottom < place.top <= size[1], name
        if size[0] == 1280.0:
            assert form.layout.surplus == 0


def test_figures_of_two_designs_in_a_small_window_do_not_cover_each_other(shop: Any) -> None:
    from itertools import combinations

    shop.session.set_beside()
    shop.resize(800.0, 500.0, 1.0)
    for prototype in shop.session.prototypes:
        shop.session.surveyor.fill(prototype.subject(), 12, lambda cell: cell[1] == "sailor")
    for _ in range(12):
        frame(shop, 0.3)
    for board in shop.boards:
        tags = [tag._sprite for tag in board._tags.values() if tag._sprite is not None and tag._sprite.visible]
        assert len(tags) == 10
        # A sprite hangs from its upper left corner.
        boxes = [(tag.x, tag.y - tag.height, tag.x + tag.width, tag.y) for tag in tags]
        for a, b in combinations(boxes, 2):
            across, along = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
            assert across <= 1 or along <= 1
        assert all(board.place.left <= box[0] and box[2] <= board.place.right for box in boxes)


def test_a_figure_of_few_trials_is_shown_as_its_interval_alone(shop: Any) -> None:
    for _ in range(10):
        frame(shop, 0.3)
    assert {said[0] for said in shop.boards[-1]._painted.values()} == {("…", "")}
    shop.session.surveyor.fill(shop.session.prototype.subject(), 1, lambda cell: cell[0] == 9)
    for _ in range(10):
        frame(shop, 0.3)
    words = [said[0] for said in shop.boards[-1]._painted.values()]
    assert all(interval == "" and "–" in shown and shown.endswith(" %") for shown, interval in words)


def test_the_design_is_saved_and_the_place_can_be_typed(shop: Any, tmp_path: Path) -> None:
    drag(shop, "ball", 0.0, 20.0)
    shop.session.path = str(tmp_path / "typed")
    shop.on_key_press(keys().S, keys().MOD_CTRL)
    assert list(tomllib.loads((tmp_path / "typed.toml").read_text("utf-8"))["ship"]) == ["rod_length_mm"]
    assert "--config" in shop.notice.words
    shop.session.path = str(tmp_path)
    shop.on_key_press(keys().S, keys().MOD_CTRL)
    shop.session.path = str(tmp_path / "nowhere" / "x.toml")
    shop.on_key_press(keys().S, keys().MOD_CTRL)
    assert "nowhere" in shop.notice.words


def test_keys_are_on_a_page_of_their_own(shop: Any) -> None:
    shop.on_key_press(keys().F1, 0)
    frame(shop)
    assert shop.page is not None
    shop.on_key_press(keys().ESCAPE, 0)
    assert shop.page is None
    assert not shop.closing
    shop.on_key_press(keys().ESCAPE, 0)
    assert shop.closing


@pytest.mark.slow
@pytest.mark.parametrize("size", [(800, 500), (1280, 720), (2560, 1440)])
@pytest.mark.parametrize("beside", [False, True])
def test_a_picture_of_every_size_shows_ship_and_dials(
    shop: Any, screen: Any, size: tuple[int, int], beside: bool
) -> None:
    screen.resize(*size)
    if beside:
        shop.session.set_beside()
    shop.resize(*map(float, size), 1.0)
    shop.session.surveyor.fill(shop.session.prototype.subject(), 3, lambda cell: cell[0] in (2, 9))
    for _ in range(8):
        frame(shop, 0.3)
    picture = screen.picture(shop)
    colours = picture.getcolors(1 << 24)
    assert len(colours) > 50
    column = shop.layout.column
    assert len(picture.crop((int(column.left), 0, *size)).getcolors(1 << 24)) > 20
    x, y = place(shop, "ball")
    assert picture.getpixel((round(x) + 8, size[1] - 1 - round(y))) != picture.getpixel((round(x) + 60, 2))


@pytest.mark.slow
def test_it_is_tried_by_hand_with_the_cargo_that_lies_there(shop: Any) -> None:
    aboard = shop.session.prototype.live.aboard
    shop.on_key_press(keys().F2, 0)
    frame(shop)
    assert shop.by_hand is None
    assert shop.notice.words == "Opening the table …"
    frame(shop)
    assert not shop.notice.words
    assert len(shop.by_hand.practice.frame().pieces) == aboard
    shop.on_key_press(keys().ESCAPE, 0)
    assert shop.by_hand is None
    assert shop.session.prototype.live.aboard == aboard


def test_a_design_that_is_left_alone_is_drawn_only_for_news(shop: Any) -> None:
    session = shop.session
    for _ in range(300):
        session.prototype.live.advance(0.1)  # she swings for twenty seconds before she lies still
    shown = Looped(shop)
    shown.wait(6.0)
    assert shown.rests()
    session.surveyor.fill(session.prototype.subject(), 2, lambda cell: cell[0] == 1)
    draws = shown.wait(2.0)[1]
    assert 1 <= draws <= 10, "the figures, a few at a time"
    assert shown.rests()
    session.start_motion()
    assert 25 <= shown.wait(1.0)[1] <= 35, "half of the frames, since the survey needs the time"


def test_a_ship_that_sways_less_than_the_eye_sees_is_not_drawn_anew(shop: Any) -> None:
    shop.on_key_press(keys().F4, 0)
    frame(shop)
    board = shop.boards[-1]
    looks = []
    for _ in range(120):
        shop.update(1 / 60)
        looks.append(shop.look)
    assert looks[0] != looks[-1]
    seen = board._bodies
    board._seen = seen
    board._bodies = tuple(replace(body, x=body.x + 0.4 / board.camera.pixels_per_mm) for body in seen)
    before = board.look(None, shop._clock_s + 0.1)
    board._bodies = tuple(replace(body, x=body.x + 0.6 / board.camera.pixels_per_mm) for body in seen)
    assert board.look(None, shop._clock_s + 0.1) != before


def test_until_a_changed_design_has_figures_those_before_say_whose_they_are_and_how_old(shop: Any) -> None:

    def fill(rounds: int) -> None:
        # The same placements fall on both designs, others in each round.
        of = itertools.count()
        shop.session.surveyor.fill(shop.session.prototype.subject(), rounds, lambda _: next(of) % 7 == 0)

    fill(6)
    frame(shop, 0.3)
    drag(shop, "ball", 0.0, 20.0)
    frame(shop, 3.0)
    words = shown_headline(shop)
    assert words.startswith("Trying it out … Before, 3 s ago: Something falls at 14")
    fill(4)
    frame(shop, 0.3)
    told = shown_headline(shop)
    assert "320 trials of this design, compared with " in told
    assert "the design before" in told


def shown_headline(scene: Any) -> str:
    found: str = scene._readouts._head._key[0]
    return found
