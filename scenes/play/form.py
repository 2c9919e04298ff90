"""A form: lines of widgets in a panel, laid out for any window, worked by mouse or keyboard. Needs no window.

Window units, y up. Lines that do not fit are scrolled; the line of buttons at the foot always shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from scenes.drawing.page import page_height
from scenes.drawing.panels import Pen
from scenes.layout.text import line_px, width_px, wrapped
from scenes.play.widgets import Button, Choice, Field, Page, Slider, Widget, Words
from scenes.window.camera import Rectangle

Lines = Sequence[Widget | Sequence[Widget]]
WHEEL_UNITS = 32.0
"""How far a step of the wheel scrolls (window units)."""
LABEL_SHARE = 0.42
"""A label beside its control takes at most this share of a line."""


@dataclass(slots=True)
class FormLayout:
    """The places of a form's parts.

    view: the part in which lines scroll. places: those of widgets before scrolling. foot: names of the widgets at the
    foot.
    """

    pen: Pen
    panel: Rectangle
    view: Rectangle
    places: dict[str, Rectangle] = field(default_factory=dict)
    label_room: float = 0.0
    """Width of the column of labels (window units)."""
    surplus: float = 0.0
    """How much higher the lines are than their view (window units)."""
    foot: frozenset[str] = frozenset()


class Form:
    """Lines of widgets, a foot of buttons, and the focus. `escape`: the action of Esc; `at`: 0 (top) to 1 (bottom).

    foot: a line of widgets, or several lines. compact: lines lie closer together, for a form that is worked beside
    what it changes.
    """

    def __init__(
        self,
        lines: Lines,
        foot: Lines = (),
        wide: float = 620.0,
        escape: Callable[[], None] | None = None,
        at: float = 0.5,
        compact: bool = False,
    ) -> None:
        self.lines = _as_tuples(lines)
        one_line = [widget for widget in foot if isinstance(widget, Widget)]
        self.foot = _as_tuples([one_line] if len(one_line) == len(foot) else foot)
        self.wide, self.escape, self.at, self.compact = wide, escape, at, compact
        self.focus = ""
        self.hover = ""
        self.scroll = 0.0
        self.held = ""
        """The widget on which the button of the mouse went down, until it goes up."""
        self._label_room = 0.0
        self.layout: FormLayout | None = None

    def __iter__(self) -> Iterator[Widget]:
        for line in (*self.lines, *self.foot):
            yield from line

    def __getitem__(self, name: str) -> Widget:
        return next(widget for widget in self if widget.name == name)

    def __contains__(self, name: object) -> bool:
        return any(widget.name == name for widget in self)

    def follow(self, before: Form) -> None:
        """Take over focus, hover and scrolling from the form that this one replaces."""
        self.focus = before.focus if before.focus in self and self[before.focus].reachable else ""
        self.hover, self.scroll, self.held = before.hover, before.scroll, before.held
        for widget in self:
            if isinstance(widget, Field) and widget.name in before:
                old = before[widget.name]
                if isinstance(old, Field):
                    widget.caret = min(old.caret, len(widget.value))

    # ------------------------------------------------------------------------------------------ layout

    def lay_out(self, width: float, height: float, pen: Pen) -> FormLayout:
        """Compute the place of every widget in a window of that size in units."""
        ratio = pen.ratio
        gap, pad = pen(4 if self.compact else 7) / ratio, pen(14 if self.compact else 18) / ratio
        margin = min(pen(24) / ratio, 0.02 * width + 2)
        wide = min(width - 2 * margin, self.wide * max(pen.unit, pen.text(15) / ratio / 15.0))
        inner = wide - 2 * pad
        labels = [pen.text(15) * 0.9 / ratio + width_px(w.label, pen.text(15)) / ratio for w in self if _beside(w)]
        # In a short window every row counts.
        label_room = min(max(labels, default=0.0), LABEL_SHARE * inner)
        self._label_room = label_room
        rows = [row for line in self.lines for row in _rows(line, inner, pen, gap)]
        foot_rows = [row for line in self.foot for row in _rows(line, inner, pen, gap)]
        heights, foot_heights = (
            [max(self._high(widget, room, pen) for widget, room in row) for row in each] for each in (rows, foot_rows)
        )
        foot_high = sum(high + gap for high in foot_heights)
        content = sum(heights) + gap * max(0, len(rows) - 1)
        most = height - 2 * margin
        high = min(most, content + foot_high + 2 * pad)
        left = (width - wide) / 2
        bottom = margin + (most - high) * (1 - self.at)
        panel = Rectangle(left, bottom, left + wide, bottom + high)
        view = Rectangle(left + pad * 0.5, bottom + pad + foot_high, left + wide - pad * 0.5, bottom + high - pad)
        layout = FormLayout(pen, panel, view, label_room=label_room, foot=frozenset(w.name for w in chain(*self.foot)))
        layout.surplus = max(0.0, content - view.height)
        y = view.top
        for row, row_high in zip(rows, heights, strict=True):
            _place(layout, row, left + pad, y, row_high, gap)
            y -= row_high + gap
        y = view.bottom - gap
        for row, row_high in zip(foot_rows, foot_heights, strict=True):
            _place(layout, row, left + pad, y, row_high, gap)
            y -= row_high + gap
        self.layout = layout
        self.scroll = min(max(0.0, self.scroll), layout.surplus)
        self._show_focus()
        return layout

    def _row_high(self, pen: Pen) -> float:
        least, lines = (26, 1.6) if self.compact else (34, 1.9)
        return max(pen(least), round(lines * pen.text(15))) / pen.ratio

    def _high(self, widget: Widget, room: float, pen: Pen) -> float:
        if isinstance(widget, Words):
            size = pen.text(widget.size)
            lines = wrapped(widget.label, max(1, round(room * pen.ratio) - 2), size, widget.bold)
            return (len(lines) * line_px(size) + pen(2)) / pen.ratio
        if isinstance(widget, Page):
            return page_height(widget.blocks, max(1, round(room * pen.ratio)), pen) / pen.ratio
        if widget.high is not None:
            return widget.high
        if _beside(widget):
            lines = wrapped(widget.label, label_px(min(self._label_room, LABEL_SHARE * room), pen), pen.text(15))
            return max(self._row_high(pen), (len(lines) * line_px(pen.text(15)) + pen(4)) / pen.ratio)
        return self._row_high(pen)

    def place_of(self, name: str) -> Rectangle | None:
        """Return where a widget shows now; None if it is scrolled out of view."""
        layout = self.layout
        if layout is None or name not in layout.places:
            return None
        place = layout.places[name]
        if name in layout.foot:
            return place
        place = Rectangle(place.left, place.bottom + self.scroll, place.right, place.top + self.scroll)
        hidden = place.bottom >= layout.view.top or place.top <= layout.view.bottom
        return None if hidden else place

    def control_of(self, widget: Widget, place: Rectangle) -> Rectangle:
        """Return the part of a widget's place that is not its label."""
        room = self.label_room_of(widget, place.width)
        return Rectangle(place.left + room, place.bottom, place.right, place.top)

    def label_room_of(self, widget: Widget, width: float) -> float:
        """Return how much of a place's width the widget's label takes."""
        if self.layout is None or not _beside(widget):
            return 0.0
        return min(self.layout.label_room, LABEL_SHARE * width)

    # ------------------------------------------------------------------------------------------ mouse

    def at_point(self, x: float, y: float) -> Widget | None:
        """Return the widget at that point of the window, or None."""
        if self.layout is None:
            return None
        view = self.layout.view
        for widget in self:
            place = self.place_of(widget.name)
            if place is None or not place.contains(x, y):
                continue
            if widget.name in self.layout.foot or view.bottom <= y <= view.top:
                return widget
        return None

    def pointer(self, x: float, y: float) -> None:
        """Note where the pointer is, and drag the slider that is held."""
        found = self.at_point(x, y)
        self.hover = found.name if found is not None and found.reachable else ""
        if self.held and self.held in self:
            widget = self[self.held]
            widget.drag(self._along(widget, x))

    def touch(self, x: float, y: float) -> None:
        """Hold the widget there, if it can be pressed: it looks pressed from then on."""
        found = self.at_point(x, y)
        if found is not None and found.reachable:
            self.focus = self.held = found.name

    def press(self, x: float, y: float) -> bool:
        """Press the widget there; return True if there is one that can be pressed."""
        found = self.at_point(x, y)
        if found is None or not found.reachable:
            return False
        self.focus = found.name
        if isinstance(found, Slider):
            self.held = found.name
        place = self.place_of(found.name)
        assert place is not None
        found.press(self._along(found, x), (y - place.bottom) / max(1.0, place.height))
        return True

    def release(self) -> None:
        """Let go of the widget that is held."""
        self.held = ""

    def wheel(self, steps: float) -> None:
        """Scroll by that many steps of the wheel, upwards if positive."""
        if self.layout is not None:
            self.scroll = min(max(0.0, self.scroll - WHEEL_UNITS * steps), self.layout.surplus)

    def _along(self, widget: Widget, x: float) -> float:
        assert self.layout is not None
        place = self.layout.places[widget.name]
        control = self.control_of(widget, place)
        inset = slider_inset(self.layout.pen, control.width) if isinstance(widget, Slider) else (0.0, 0.0)
        left, right = control.left + inset[0], control.right - inset[1]
        return min(1.0, max(0.0, (x - left) / max(1.0, right - left)))

    # ------------------------------------------------------------------------------------------ keyboard

    def key(self, word: str) -> bool:
        """Obey a key; return True if it has an action."""
        if word == "escape":
            if self.escape is not None:
                self.escape()
            return self.escape is not None
        focused = self[self.focus] if self.focus and self.focus in self else None
        if word in ("tab", "back tab"):
            self._step(1 if word == "tab" else -1)
            return True
        if focused is not None and focused.reachable and focused.key(word):
            return True
        if word in ("up", "down", "left", "right"):
            self._step(1 if word in ("down", "right") else -1)
            return True
        if word in ("page up", "page down"):
            self.wheel(8 if word == "page up" else -8)
            return True
        if word == "enter":
            main = next((w for w in self if isinstance(w, Button) and w.kind == "main" and w.enabled), None)
            if main is not None:
                main.press(0.5)
                return True
        return False

    def text(self, text: str) -> bool:
        """Insert text in the focused widget; return True if it accepts text."""
        focused = self[self.focus] if self.focus and self.focus in self else None
        return focused is not None and focused.reachable and focused.text(text)

    def _step(self, by: int) -> None:
        names = [widget.name for widget in self if widget.reachable]
        if not names:
            return
        if self.focus in names:
            self.focus = names[(names.index(self.focus) + by) % len(names)]
        else:
            self.focus = names[0 if by > 0 else -1]
        self._show_focus()

    def _show_focus(self) -> None:
        layout = self.layout
        if layout is None or self.focus not in layout.places or self.focus in layout.foot:
            return
        place, view = layout.places[self.focus], layout.view
        self.scroll = min(max(self.scroll, view.bottom - place.bottom), max(0.0, view.top - place.top))
        self.scroll = min(max(0.0, self.scroll), layout.surplus)


def label_px(room: float, pen: Pen) -> int:
    """Return how wide the lines of a label may be (pixels), given the room beside the control (window units)."""
    return max(1, round(room * pen.ratio) - pen(8))


def slider_inset(pen: Pen, width: float) -> tuple[float, float]:
    """Return the room left and right of a slider's track: half a knob, and that and the words (window units)."""
    knob = pen(9) / pen.ratio
    return knob, knob + min(0.45 * width, 5.2 * pen.text(15) / pen.ratio)


def _as_tuples(lines: Lines) -> list[tuple[Widget, ...]]:
    """Return lines as tuples of widgets, without the empty ones."""
    found = [(line,) if isinstance(line, Widget) else tuple(line) for line in lines]
    return [line for line in found if line]


def _beside(widget: Widget) -> bool:
    """Return True if a widget's label is beside its control."""
    return isinstance(widget, Choice | Field | Slider) and bool(widget.label)


Row = list[tuple[Widget, float]]


def _rows(line: Sequence[Widget], room: float, pen: Pen, gap: float) -> list[Row]:
    """Divide a line into rows that fit; each is a list of widgets with their widths."""
    scale = max(pen.unit, pen.text(15) / pen.ratio / 15.0)
    rows: list[list[Widget]] = []
    used = 0.0
    for widget in line:
        least = min(room, widget.least * scale)
        if not rows or used + gap + least > room + 0.5:
            rows.append([widget])
            used = least
        else:
            rows[-1].append(widget)
            used += gap + least
    return [_shared(row, room, gap, scale) for row in rows]


def _shared(row: list[Widget], room: float, gap: float, scale: float) -> Row:
    leasts = [min(room, widget.least * scale) for widget in row]
    spare = max(0.0, room - sum(leasts) - gap * (len(row) - 1))
    shares = sum(widget.share for widget in row)
    if shares <= 0:
        return list(zip(row, leasts, strict=True))
    return [(w, least + spare * w.share / shares) for w, least in zip(row, leasts, strict=True)]


def _place(layout: FormLayout, row: Row, left: float, top: float, high: float, gap: float) -> None:
    for widget, room in row:
        layout.places[widget.name] = Rectangle(left, top - high, left + room, top)
        left += room + gap
