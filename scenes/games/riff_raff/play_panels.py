"""The player's own panels: the tray, the chance that the piece in the hand holds, and the line to the player."""

from __future__ import annotations

from pyglet.graphics import Batch, Group

from scenes.drawing.hud import PanelSprite
from scenes.drawing.palette import TONES, Colour
from scenes.drawing.panels import Pen, line_of_text, notice_picture
from scenes.games.riff_raff.layout import Layout
from scenes.games.riff_raff.panels import Icons
from scenes.games.riff_raff.tray import Tray, chance_place, room_for, tray_picture
from scenes.window.camera import Rectangle

BELOW_HAND = 76.0
"""How far below the hand it is said why it would not let go (units of a 720-line window): the arm comes from above."""


class PlayPanels:
    """The player's panels over the scene; `batch` is in window units."""

    def __init__(self, icons: Icons) -> None:
        self.batch = Batch()
        groups = [Group(order=order) for order in range(4)]
        self._icons = icons
        self._tray, self._chance, self._notice, self._refusal = (PanelSprite(self.batch, group) for group in groups)

    def show_tray(
        self, tray: Tray | None, words: tuple[str, str], chance: str, colour: Colour, hover: int | None, pen: Pen
    ) -> None:
        """Show the tray, or hide it for None; over an empty tray, show `chance` where there is one.

        The chance is a picture of its own: it changes with every few ghosts, and the tray takes longer to paint. words:
        title and hint. hover: the index of the item under the pointer.
        """
        if tray is None:
            self._tray.hide()
            self._chance.hide()
            return
        has_chance = bool(chance)
        self._tray.show(
            (tray, words, has_chance, colour, hover, pen),
            tray.place.left,
            tray.place.top,
            pen.ratio,
            lambda: tray_picture(tray, words, has_chance, colour, hover, pen, self._icons),
        )
        if not has_chance or tray.items:
            self._chance.hide()
            return
        x, y, size, room = chance_place(tray, pen)
        self._chance.show(
            (chance, size, room),
            x,
            y,
            pen.ratio,
            lambda: line_of_text(chance, size, TONES["turn"], room, bold=True),
            centred=True,
        )

    def show_notice(self, words: str, bad: bool, layout: Layout, pen: Pen) -> None:
        """Show a line to the player, or hide it where `words` is empty."""
        if not words:
            self._notice.hide()
            return
        room = round(0.94 * layout.table.width * pen.ratio)
        self._notice.show(
            (words, bad, room, pen),
            layout.table.centre[0],
            layout.table.bottom + room_for(layout) + 26.0 * pen.unit,
            pen.ratio,
            lambda: notice_picture(words, bad, room, pen),
            centred=True,
        )

    def show_refusal(self, words: str, hand: tuple[float, float] | None, layout: Layout, pen: Pen) -> None:
        """Show below a hand (window units) why it would not let go there; hide it for no words or no hand."""
        if not words or hand is None:
            self._refusal.hide()
            return
        table = layout.table
        inside = Rectangle(table.left, table.bottom + room_for(layout), table.right, table.top)
        room = round(0.94 * table.width * pen.ratio)
        self._refusal.show(
            (words, room, pen),
            hand[0],
            hand[1] - BELOW_HAND * pen.unit,
            pen.ratio,
            lambda: notice_picture(words, True, room, pen),
            centred=True,
            inside=inside,
        )
