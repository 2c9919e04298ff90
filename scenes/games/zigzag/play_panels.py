"""The player's own panels over ZIGZAG: cards, buttons, choices, notices. Needs a display."""

from __future__ import annotations

from collections.abc import Sequence

from pyglet.graphics import Batch, Group

from scenes.drawing.panel_sprite import PanelSprite
from scenes.drawing.panels import Pen, notice_picture, notice_size
from scenes.games.zigzag import play_art
from scenes.games.zigzag.art import card_image
from scenes.games.zigzag.layout import buttons_of, cards_of, choices_of, pad_of, strip_of
from scenes.games.zigzag.play_choices import Choice
from scenes.games.zigzag.scene import Hud
from scenes.layout.places import spot_at
from scenes.window.camera import Rectangle

MOST_CHOICES, MOST_BUTTONS = 8, 14
Place = tuple[float, float]


class PlayPanels:
    """The panels laid out for a window, which can be shown and clicked."""

    def __init__(self, hud: Hud) -> None:
        self.hud = hud
        self.batch = Batch()
        low, high, top = Group(order=0), Group(order=1), Group(order=2)
        self._strip, self._notice = PanelSprite(self.batch, low), PanelSprite(self.batch, high)
        self._buttons = [PanelSprite(self.batch, low) for _ in range(MOST_BUTTONS)]
        self._choices = [PanelSprite(self.batch, high) for _ in range(MOST_CHOICES)]
        self._prompt, self._carried = PanelSprite(self.batch, high), PanelSprite(self.batch, top)
        self.cards: tuple[Rectangle, ...] = ()
        self.buttons: tuple[Rectangle, ...] = ()
        self.choices: tuple[Rectangle, ...] = ()
        self.strip = self.pad = Rectangle(0, 0, 1, 1)

    @property
    def pen(self) -> Pen:
        """The scale at which panels are painted."""
        return self.hud.pen

    @property
    def table(self) -> Rectangle:
        """The part of the window that is left to the table."""
        return self.hud.layout.table

    def lay_out(self, buttons: int) -> None:
        """Lay out the panels as the layout of the scene has places for them."""
        layout = self.hud.layout
        self.strip = strip_of(layout)
        self.cards = cards_of(self.strip)
        self.pad = pad_of(layout, buttons)
        self.buttons = buttons_of(self.pad, buttons, layout.unit)

    def show(
        self,
        row: play_art.OwnCards,
        buttons: Sequence[play_art.Button],
        choices: Sequence[Choice],
        prompt: str,
        notice: tuple[str, bool],
        pointer: Place,
        carried: tuple[str, float] | None,
        chosen: int | None = None,
    ) -> None:
        """Show cards, buttons, choices (under a prompt), the notice, and the card in the hand.

        notice: words, and True if they refuse something. carried: the face of the dragged card and its width in window
        units. chosen: the number of the choice that keys mark.
        """
        pen, ratio, strip = self.pen, self.pen.ratio, self.strip
        spots = self.cards
        self._strip.show(
            (row, strip, pen), strip.left, strip.top, ratio, lambda: play_art.strip_picture(row, strip, spots, pen)
        )
        for number, panel in enumerate(self._buttons):
            if number >= len(buttons):
                panel.hide()
                continue
            spot, button = self.buttons[number], buttons[number]
            size, lit = spot.pixels(ratio), number == spot_at(self.buttons, *pointer)
            panel.show(
                (button, size, lit, pen), spot.left, spot.top, ratio,
                lambda b=button, s=size, on=lit: play_art.button_picture(b, s, pen, on),  # type: ignore[misc]
            )  # fmt: skip
        self._show_choices(choices, prompt, pointer, chosen)
        self._say(notice)
        if carried is None:
            self._carried.hide()
        else:
            face, wide = carried
            side = max(8, round(wide * ratio))
            size = (side, round(side * 1.4))
            self._carried.show((face, size), *pointer, ratio, lambda: card_image(face, *size), centred=True)

    def _show_choices(self, choices: Sequence[Choice], prompt: str, pointer: Place, chosen: int | None) -> None:
        pen, ratio, table = self.pen, self.pen.ratio, self.table
        shown = choices[:MOST_CHOICES]
        self.choices = choices_of(table, [choice.face is not None for choice in shown]) if shown else ()
        marked = spot_at(self.choices, *pointer) if chosen is None else chosen
        for number, panel in enumerate(self._choices):
            if number >= len(self.choices):
                panel.hide()
                continue
            spot, choice = self.choices[number], shown[number]
            size, lit = spot.pixels(ratio), number == marked
            panel.show(
                (choice.words, choice.face, number, size, lit, pen), spot.left, spot.top, ratio,
                lambda c=choice, k=str(number + 1), s=size, on=lit: play_art.choice_picture(  # type: ignore[misc]
                    c.words, c.face, k, s, pen, on
                ),
            )  # fmt: skip
        if not shown or not prompt:
            self._prompt.hide()
            return
        room = round(0.94 * table.width * ratio)
        high = notice_size(prompt, False, room, pen)[1] / ratio
        top = max(spot.top for spot in self.choices) + high + 6.0
        wide = notice_size(prompt, False, room, pen)[0] / ratio
        self._prompt.show(
            (prompt, room, pen), table.centre[0] - wide / 2, min(top, table.top - 4), ratio,
            lambda: notice_picture(prompt, False, room, pen),
        )  # fmt: skip

    def _say(self, notice: tuple[str, bool]) -> None:
        """Show the notice at the foot of the table's place."""
        pen, ratio, table = self.pen, self.pen.ratio, self.table
        words, bad = notice
        if not words:
            self._notice.hide()
            return
        room = round(0.94 * table.width * ratio)
        wide, high = (side / ratio for side in notice_size(words, bad, room, pen))
        self._notice.show(
            (words, bad, room, pen), table.centre[0] - wide / 2, table.bottom + 3 + high, ratio,
            lambda: notice_picture(words, bad, room, pen),
        )  # fmt: skip

    def clicked(self, x: float, y: float) -> tuple[str, int] | None:
        """Return what is at a place of the window (choice, button, card, strip) and its number; None for the table."""
        for what, spots in (("choice", self.choices), ("button", self.buttons), ("card", self.cards)):
            number = spot_at(spots, x, y)
            if number is not None:
                return what, number
        return ("strip", 0) if self.strip.contains(x, y) else None
