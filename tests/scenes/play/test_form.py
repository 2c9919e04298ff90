"""Forms by mouse and keyboard, in windows of any size, without a window."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from scenes.drawing.panels import Pen
from scenes.play.form import Form
from scenes.play.form_art import Mood, paint
from scenes.play.widgets import Button, Choice, Field, Option, Slider, Words, switch

SIZES = [(320, 240), (640, 400), (400, 900), (1280, 720), (1920, 1080)]


def pen_of(width: float, height: float, ratio: float = 1.0) -> Pen:
    return Pen(max(0.5, min(width / 1280, height / 720)), ratio)


class Told(list[Any]):
    """What the widgets said."""

    def set(self, name: str) -> Any:
        return lambda value: self.append((name, value))


def a_form(told: Told) -> Form:
    return Form(
        [
            Words("title", "A form", size=24, bold=True),
            Choice("pick", "Pick", [Option(1, "one"), Option(2, "two"), Option(3, "three")], 1, told.set("pick")),
            switch("switch", "Switch", False, told.set("switch")),
            (
                Field("name", "", "Ada", told.set("name"), most=6, least=150),
                Button("other", "Other", lambda: told.append("other"), least=150),
                Button("off", "Off", lambda: told.append("off"), enabled=False),
            ),
            Slider("slide", "Slide", (0.0, 10.0), 0.5, 5.0, told.set("slide")),
            *(Words(f"w{n}", "Words that fill a line and then some, to be read by whoever scrolls.") for n in range(6)),
        ],
        foot=[Button("go", "Go", lambda: told.append("go"), "main"), Button("no", "No", lambda: told.append("no"))],
        escape=lambda: told.append("escape"),
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_everything_lies_inside_and_apart(size: tuple[int, int], ratio: float) -> None:
    form = a_form(Told())
    layout = form.lay_out(*size, pen_of(*size, ratio))
    assert 0 <= layout.panel.left < layout.panel.right <= size[0]
    assert 0 <= layout.panel.bottom < layout.panel.top <= size[1]
    places = list(layout.places.values())
    assert len(places) == len(list(form))
    for index, a in enumerate(places):
        assert layout.panel.left <= a.left < a.right <= layout.panel.right + 0.5
        for b in places[index + 1 :]:
            foot = layout.surplus > 0  # lines that are scrolled pass under the foot, cut off by the view
            assert (
                foot or a.right <= b.left or b.right <= a.left or a.top <= b.bottom + 1e-6 or b.top <= a.bottom + 1e-6
            )
    for name in layout.foot:
        assert layout.places[name].top <= layout.view.bottom
        assert layout.places[name].bottom >= layout.panel.bottom


@pytest.mark.parametrize("size", SIZES)
def test_every_widget_can_be_reached_by_tab_and_is_then_in_view(size: tuple[int, int]) -> None:
    form = a_form(Told())
    form.lay_out(*size, pen_of(*size))
    order = []
    for _ in range(7):
        form.key("tab")
        order.append(form.focus)
        place = form.place_of(form.focus)
        assert place is not None
        view = form.layout.view if form.layout is not None else None
        assert view is not None
        assert form.focus in ("go", "no") or (place.bottom >= view.bottom - 1e-6 and place.top <= view.top + 1e-6)
    assert order == ["pick", "switch", "name", "other", "slide", "go", "no"]
    form.key("tab")
    assert form.focus == "pick"
    form.key("back tab")
    assert form.focus == "no"


def click(form: Form, name: str, along: float = 0.5) -> bool:
    place = form.place_of(name)
    control = form.control_of(form[name], place)
    return form.press(control.left + along * control.width, (place.bottom + place.top) / 2)


def painted(form: Form) -> None:
    """As a board does: a choice learns whether its segments fit."""
    for widget in form:
        place = form.place_of(widget.name)
        if place is not None:
            label = round(form.label_room_of(widget, place.width))
            picture = paint(widget, (round(place.width), round(place.height)), label, form.layout.pen, Mood())
            assert isinstance(picture, Image.Image)


def test_the_mouse_works_every_widget() -> None:
    told = Told()
    form = a_form(told)
    form.lay_out(1280, 720, pen_of(1280, 720))
    painted(form)
    assert click(form, "pick", 0.9)
    assert click(form, "switch", 0.9)
    assert click(form, "other")
    assert not click(form, "off")
    assert not form.press(1.0, 1.0)
    assert click(form, "go")
    assert told == [("pick", 3), ("switch", True), "other", "go"]


def test_a_slider_is_dragged() -> None:
    told = Told()
    form = a_form(told)
    form.lay_out(1280, 720, pen_of(1280, 720))
    place = form.place_of("slide")
    click(form, "slide", 0.0)
    for x in range(round(place.left), round(place.right)):
        form.pointer(x, 5.0)  # the pointer may leave it
    assert told[0] == ("slide", 0.0)
    assert told[-1] == ("slide", 10.0)
    assert len(told) == 21
    form.release()
    form.pointer(place.left, 5.0)
    assert told[-1] == ("slide", 10.0)


def test_the_keyboard_works_every_widget() -> None:
    told = Told()
    form = a_form(told)
    form.lay_out(640, 400, pen_of(640, 400))
    assert form.key("escape")
    assert form.key("enter")  # nothing has the focus: the main button
    for keys in (
        ["tab", "right", "right", "right", "left"],  # pick: 2, 3, stays, 2
        ["down", "space"],  # switch
        ["down", "backspace", "left", "delete", "end"],  # Ada -> Ad -> A
        ["tab", "enter"],  # other
        ["tab", "right", "end", "home"],
        ["tab", "enter"],
    ):
        for word in keys:
            assert form.key(word)
    assert told == [
        "escape", "go",
        ("pick", 2), ("pick", 3), ("pick", 2), ("switch", True), ("name", "Ad"), ("name", "A"), "other",
        ("slide", 5.5), ("slide", 10.0), ("slide", 0.0), "go",
    ]  # fmt: skip


def test_typing_keeps_to_what_is_allowed() -> None:
    told = Told()
    field = Field("seed", "", "7", told.set("seed"), str.isdigit, most=4)
    assert field.text("x1\x002y34")
    assert field.value == "7123"
    assert not field.key("up")
    field.press(0.0)
    field.text("9")
    assert field.value == "7123"  # full
    field.key("delete")
    field.text("9")
    assert (field.value, field.caret) == ("9123", 1)


def test_scrolling_shows_the_end_and_no_more() -> None:
    form = a_form(Told())
    layout = form.lay_out(320, 240, pen_of(320, 240))
    assert layout.surplus > 0
    assert form.place_of("w5") is None
    for _ in range(60):
        form.wheel(-1)
    assert form.scroll == layout.surplus
    last = form.place_of("w5")
    assert last.bottom >= layout.view.bottom - 1e-6
    assert form.place_of("title") is None
    title = layout.places["title"]
    assert form.at_point(title.left + 5, title.bottom + form.scroll + 2) is None
    for _ in range(60):
        form.wheel(1)
    assert form.scroll == 0


def test_a_form_built_anew_keeps_focus_and_caret() -> None:
    before = a_form(Told())
    before.lay_out(320, 240, pen_of(320, 240))
    click(before, "name", 0.0)
    after = a_form(Told())
    after.follow(before)
    assert after.focus == "name"
    assert after["name"].caret == 0


@pytest.mark.parametrize("size", SIZES)
def test_every_size_can_be_painted(size: tuple[int, int]) -> None:
    form = a_form(Told())
    form.lay_out(*size, pen_of(*size, 2.0))
    painted(form)


def test_what_has_the_focus_or_is_pressed_looks_different() -> None:
    told = Told()
    for widget in a_form(told):
        if widget.takes_focus and widget.enabled:
            plain, ringed, pressed = (
                paint(widget, (300, 40), 80, pen_of(1280, 720), mood).tobytes()
                for mood in (Mood(), Mood(focused=True), Mood(focused=True, pressed=True))
            )
            assert plain != ringed, widget.name
            assert pressed != ringed or isinstance(widget, Field | Slider), widget.name


def test_what_is_touched_is_held_until_it_is_let_go_and_has_done_nothing_yet() -> None:
    told = Told()
    form = a_form(told)
    form.lay_out(1280, 720, pen_of(1280, 720))
    place = form.place_of("go")
    form.touch(*place.centre)
    assert (form.held, told) == ("go", [])
    form.touch(*form.place_of("off").centre)
    assert form.held == "go"
    form.release()
    assert form.held == ""


def test_a_label_too_long_for_its_column_goes_on_below() -> None:
    def told(_value: object) -> None:
        pass

    short, long = switch("short", "Short", True, told), switch("long", "A label that has a lot to say " * 2, True, told)
    form = Form([short, long])
    layout = form.lay_out(640, 400, pen_of(640, 400))
    assert layout.places["long"].height > 1.4 * layout.places["short"].height
    wide = Form([short, long], wide=3000).lay_out(3000, 400, pen_of(640, 400))
    assert wide.places["long"].height == wide.places["short"].height


def test_a_foot_of_several_lines_keeps_them_and_a_compact_form_is_shorter() -> None:
    def built(compact: bool) -> Form:
        foot = [(Button("a", "A", list), Button("b", "B", list)), Words("why", "word " * 60), Button("c", "C", list)]
        return Form([Slider(f"s{n}", "Slide", (0, 1), 0.1, 0.5, print) for n in range(5)], foot, compact=compact)

    for size in SIZES[1:]:
        loose, close = (built(compact).lay_out(*size, pen_of(*size)) for compact in (False, True))
        assert close.panel.height < loose.panel.height or loose.surplus > 0
        for layout in (loose, close):
            assert layout.foot == {"a", "b", "why", "c"}
            assert layout.places["a"].bottom == layout.places["b"].bottom > layout.places["why"].top
            assert layout.places["why"].bottom > layout.places["c"].top
            assert layout.panel.bottom <= layout.places["c"].bottom
            assert layout.view.bottom >= layout.places["a"].top
