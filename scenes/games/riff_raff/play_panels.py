"""The player's own panels: the tray with the message of the moment, and the chance that the piece in the hand holds."""

from __future__ import annotations

from pyglet.graphics import Group

from scenes.drawing.batch import Batch
from scenes.drawing.chance import ShownChance, chance_picture
from scenes.drawing.hud import PanelSprite
from scenes.drawing.message import SMALL, MessageLine
from scenes.drawing.palette import Colour
from scenes.drawing.panels import Pen
from scenes.games.riff_raff.layout import Layout
from scenes.games.riff_raff.panels import Icons
from scenes.games.riff_raff.tray import Tray, chance_place, room_for, tray_picture
from scenes.window.camera import Rectangle


class PlayPanels:
    """The player's panels over the scene; `batch` is in window units."""

    def __init__(self, icons: Icons) -> None:
        self.batch = Batch()
        low, high = (Group(order=order) for order in range(2))
        self._icons = icons
        self._tray, self._chance = PanelSprite(self.batch, low), PanelSprite(self.batch, high)
        self._line = MessageLine(self.batch, low)

    def show(
        self,
        tray: Tray | None,
        message: tuple[str, str],
        chance: ShownChance | None,
        colour: Colour,
        pointer: tuple[float, float],
        layout: Layout,
        pen: Pen,
    ) -> None:
        """Show the message of the moment: on the tray, or where there is none in its place.

        message: words and their tone. chance: shown on a tray without items; its interval while the pointer is there.
        """
        if tray is None:
            self._tray.hide()
            self._chance.hide()
            table = layout.table
            self._line.show(
                message, Rectangle(table.left, table.bottom, table.right, table.bottom + room_for(layout)), pen
            )
            return
        self._line.hide()
        over = tray.place.contains(*pointer)
        hover = 0 if over and tray.back else tray.at(*pointer)
        self._tray.show(
            (tray, message, colour, hover, pen), tray.place.left, tray.place.top, pen.ratio,
            lambda: tray_picture(tray, message, colour, hover, pen, self._icons),
        )  # fmt: skip
        if chance is None or tray.items:
            self._chance.hide()
            return
        # A picture of its own: it changes with every few ghosts, and the tray takes longer to paint.
        x, y, large = chance_place(tray, pen)
        self._chance.show(
            (chance, large, over), x, y, pen.ratio,
            lambda: chance_picture(chance, large, pen.text(SMALL), over), centred=True,
        )  # fmt: skip
