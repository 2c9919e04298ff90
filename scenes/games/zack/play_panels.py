"""The player's own panels over Zack!: the row of cards, what can be clicked, words. Needs a display."""

from __future__ import annotations

from collections.abc import Sequence

from pyglet.graphics import Batch, Group

from scenes.drawing.panel_sprite import PanelSprite
from scenes.drawing.panels import Pen, notice_picture, notice_size
from scenes.games.zack import play_art
from scenes.games.zack.layout import Strip, button_of, fields_of, strip_of
from scenes.games.zack.scene import Hud
from scenes.layout.places import spot_at
from scenes.window.camera import Rectangle

MOST_COLOURS = 6
Place = tuple[float, float]


class PlayPanels:
    """The player's panels over the scene; `batch` is in window units.

    strip, fields, button: their places as shown last.
    """

    def __init__(self, hud: Hud) -> None:
        self.hud = hud
        self.batch = Batch()
        low, high = Group(order=0), Group(order=1)
        self._strip, self._notice, self._chance = (PanelSprite(self.batch, group) for group in (low, low, low))
        self._button = PanelSprite(self.batch, high)
        self._fields = [PanelSprite(self.batch, high) for _ in range(MOST_COLOURS)]
        self.strip: Strip | None = None
        self.fields: tuple[Rectangle, ...] = ()
        self.button: Rectangle | None = None

    @property
    def pen(self) -> Pen:
        """The scale in which panels are painted."""
        return self.hud.pen

    @property
    def table(self) -> Rectangle:
        """The part of the window that is left to the table."""
        return self.hud.layout.table

    def show(
        self,
        row: play_art.OwnCards,
        colours: Sequence[tuple[str, str]],
        go_on: str,
        notice: tuple[str, bool],
        chance: tuple[str, str] | None,
        pointer: Place,
        signs: bool,
    ) -> None:
        """Show the player's row, the colours that can be named, a button, and words.

        colours: colour and name of each. go_on: the button's words, "" for no button. notice: a line, and whether it is
        bad. chance: a title and a chance. signs: whether there are signs in the table's upper corners.
        """
        pen, ratio, table = self.pen, self.pen.ratio, self.table
        strip = self.strip = strip_of(self.hud.layout, len(row.challenges))
        place = strip.place
        self._strip.show(
            (row, strip, pen), place.left, place.top, ratio, lambda: play_art.strip_picture(row, strip, pen)
        )
        self.fields = fields_of(table, len(colours)) if colours else ()
        for number, panel in enumerate(self._fields):
            if number >= len(self.fields):
                panel.hide()
                continue
            spot, (colour, name) = self.fields[number], colours[number]
            size, lit = spot.pixels(ratio), number == spot_at(self.fields, *pointer)
            key = str(number + 1)
            panel.show(
                (colour, name, size, lit, pen), spot.left, spot.top, ratio,
                lambda c=colour, n=name, k=key, s=size, on=lit: play_art.field_picture(c, n, k, s, pen, on),  # type: ignore[misc]
            )  # fmt: skip
        self.button = button_of(table) if go_on else None
        if self.button is None:
            self._button.hide()
        else:
            spot = self.button
            size, lit = spot.pixels(ratio), spot.contains(*pointer)
            self._button.show(
                (go_on, size, lit, pen), spot.left, spot.top, ratio,
                lambda: play_art.button_picture(go_on, size, pen, lit),
            )  # fmt: skip
        self._say(notice, chance, 0.62 if signs else 0.94)

    def _say(self, notice: tuple[str, bool], chance: tuple[str, str] | None, share: float) -> None:
        pen, ratio, table = self.pen, self.pen.ratio, self.table
        words, bad = notice
        gap = pen(10) / ratio
        top = table.top - gap
        if words:
            room = round(share * table.width * ratio)
            picture = (words, bad, room, pen)
            wide, high = (side / ratio for side in notice_size(words, bad, room, pen))
            self._notice.show(
                picture, table.centre[0] - wide / 2, top, ratio,
                lambda: notice_picture(words, bad, room, pen),
            )  # fmt: skip
            top -= high + gap / 2
        else:
            self._notice.hide()
        if chance is None:
            self._chance.hide()
            return
        title, estimate = chance
        room = round(share * table.width * ratio)
        wide = play_art.chance_size(title, estimate, room, pen)[0] / ratio
        self._chance.show(
            (chance, room, pen), table.centre[0] - wide / 2, top, ratio,
            lambda: play_art.chance_picture(title, estimate, room, pen),
        )  # fmt: skip

    def clicked(self, x: float, y: float) -> tuple[str, int] | None:
        """Return what is at that place of the window, and its index; None for nothing.

        It is one of field, button, own (the player card), challenge, strip.
        """
        field = spot_at(self.fields, x, y)
        if field is not None:
            return "field", field
        if self.button is not None and self.button.contains(x, y):
            return "button", 0
        strip = self.strip
        if strip is None:
            return None
        card = spot_at((strip.own, *strip.challenges), x, y)
        if card is not None:
            return ("challenge", card - 1) if card else ("own", 0)
        return ("strip", 0) if strip.place.contains(x, y) else None
