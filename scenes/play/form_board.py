"""A form in the window: its panel and its widgets as sprites; scrolled lines are cut off at the edges of the view."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PIL import Image
from pyglet.graphics import Group
from pyglet.sprite import Sprite

from scenes.drawing import palette
from scenes.drawing.batch import Batch
from scenes.drawing.hud import PanelSprite
from scenes.drawing.panels import Pen
from scenes.drawing.sprites import sprite_of, texture_of
from scenes.play.form import Form
from scenes.play.form_art import Mood, more_picture, paint, panel_picture
from scenes.play.widgets import Widget
from scenes.window.camera import Rectangle
from scenes.window.viewport import clipped

if TYPE_CHECKING:
    from pyglet.window import Window

VEIL = (14, 22, 30)


class Board:
    """A drawing of a form. One board belongs to one screen; the form may change."""

    def __init__(self, veil: int = 110) -> None:
        self._under, self._lines, self._foot = Batch(), Batch(), Batch()
        self._group = Group(order=1)
        self._panel = PanelSprite(self._under, self._group)
        self._panels: dict[str, PanelSprite] = {}
        self._veil: Sprite | None = None
        if veil:
            texture = texture_of(Image.new("RGBA", (2, 2), (*VEIL, veil)))
            self._veil = sprite_of(texture, self._under, Group(order=0), plain=True)
        self._bar = PanelSprite(self._foot, self._group)
        self._more = {up: PanelSprite(self._foot, self._group) for up in (True, False)}
        self._view = Rectangle(0, 0, 1, 1)
        self._ratio = 1.0

    def show(self, form: Form, width: float, height: float) -> None:
        """Move and paint the sprites as the form is now."""
        layout = form.layout
        assert layout is not None
        pen = layout.pen
        self._view, self._ratio = layout.view, pen.ratio
        if self._veil is not None:
            self._veil.update(scale_x=width / 2, scale_y=height / 2)
        size = _pixels(layout.panel, pen)
        key = (size, palette.PAPER)
        self._panel.show(key, layout.panel.left, layout.panel.top, pen.ratio, lambda: panel_picture(size, pen))
        shown = set()
        for widget in form:
            place = form.place_of(widget.name)
            if place is not None:
                shown.add(widget.name)
                self._widget(form, widget, place, pen)
        for name, panel in self._panels.items():
            if name not in shown:
                panel.hide()
        self._show_bar(form, pen)

    def _widget(self, form: Form, widget: Widget, place: Rectangle, pen: Pen) -> None:
        assert form.layout is not None
        panel = self._panels.get(widget.name)
        if panel is None:
            batch = self._foot if widget.name in form.layout.foot else self._lines
            panel = self._panels[widget.name] = PanelSprite(batch, self._group)
        mood = Mood(form.focus == widget.name, form.hover == widget.name, form.held == widget.name)
        size = _pixels(place, pen)
        label = round(form.label_room_of(widget, place.width) * pen.ratio)
        key = (type(widget), widget.look(), mood, size, label, pen, palette.INK)
        panel.show(key, place.left, place.top, pen.ratio, lambda: paint(widget, size, label, pen, mood))

    def _show_bar(self, form: Form, pen: Pen) -> None:
        """Show how far the form is scrolled, and where there is more, if it has more lines than fit."""
        layout = form.layout
        assert layout is not None
        view = layout.view
        beyond = {True: form.scroll > 1.0, False: form.scroll < layout.surplus - 1.0}
        for up, sprite in self._more.items():
            if not beyond[up]:
                sprite.hide()
                continue
            size = pen(40), pen(14)
            left, top = view.centre[0] - size[0] / pen.ratio / 2, view.top if up else view.bottom + size[1] / pen.ratio
            sprite.show((size, palette.PAPER, palette.INK), left, top, pen.ratio, partial(more_picture, size, up))
        if layout.surplus <= 0:
            self._bar.hide()
            return
        share = view.height / (view.height + layout.surplus)
        high = max(pen(12), round(view.height * share * pen.ratio))
        top = view.top - (view.height - high / pen.ratio) * form.scroll / layout.surplus
        wide = max(4, pen(5))
        key = (high, wide, palette.INK_SOFT)
        self._bar.show(
            key,
            view.right + 0.5,
            top,
            pen.ratio,
            lambda: Image.new("RGBA", (wide, high), (*palette.INK_SOFT, 255)),
        )

    def draw(self, window: Window) -> None:
        """Draw what was shown last."""
        self._under.draw()
        view, ratio = self._view, self._ratio
        size = max(0, round(view.width * ratio)), max(0, round(view.height * ratio))
        with clipped(round(view.left * ratio), round(view.bottom * ratio), *size):
            self._lines.draw()
        self._foot.draw()


def _pixels(place: Rectangle, pen: Pen) -> tuple[int, int]:
    return max(4, round(place.width * pen.ratio)), max(4, round(place.height * pen.ratio))
