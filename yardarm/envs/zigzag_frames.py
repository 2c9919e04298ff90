"""Pictures of a table of ZIGZAG from above, put together from the window's paintings, without a display."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

from PIL import Image, ImageDraw

from scenes.drawing.canvas import Picture
from scenes.drawing.palette import INK, PAPER
from scenes.games.zigzag.art import card_image, grip_picture, open_picture, table_picture
from scenes.layout.text import write
from scenes.window.camera import Rectangle
from sim.games.zigzag.match.frame import StaticScene, ZigzagFrame
from yardarm.envs.frames import Pixels, Sheet

WIDTH = 640
"""The width of a picture in pixels."""
_BEYOND_MM = 130.0
_SMALL_PX = 24


class TapisPictures:
    """Pictures of a table; the paintings are made once, when the first is asked for."""

    def __init__(self, static_scene: StaticScene) -> None:
        self._scene = static_scene
        places = [*static_scene.homes.values(), static_scene.pile]
        x, y = (max(abs(place[axis]) for place in places) + _BEYOND_MM for axis in (0, 1))
        self._view = Rectangle(-x, -y, x, y)
        self._scale = WIDTH / self._view.width

    def pixels(self, frame: ZigzagFrame, lines: Sequence[str] = ()) -> Pixels:
        """Return the table as it is in a frame (height, width, 3). lines: words over the picture."""
        sheet = Sheet(self._view, WIDTH, self._back)
        measures = self._scene.setup.tapis
        size = round(measures.card_width_mm * self._scale), round(measures.card_height_mm * self._scale)
        if frame.pile:
            sheet.put(_centred(card_image("back", *size), self._scale), *self._scene.pile)
        for card in frame.cards:
            sheet.put(_centred(card_image(card.face, *size), self._scale), card.x, card.y, card.angle)
        for seat in frame.seats:
            hand = seat.hand
            home = self._scene.homes[seat.name]
            art = self._hands[hand.card is not None]
            sheet.put(art, hand.x, hand.y, math.atan2(-home[1], -home[0]) - math.pi / 2)
            self._put_seat(sheet, home, seat.name, seat.cards)
        if lines:
            sheet.words(lines)
        return sheet.pixels()

    def _put_seat(self, sheet: Sheet, home: tuple[float, float], name: str, cards: Sequence[str]) -> None:
        """Write a player's name, and show their cards, small."""
        x, y = sheet.at(home)
        high = round(_SMALL_PX * 1.4)
        wide = max(70, len(cards) * (_SMALL_PX + 2) + 8)
        left = min(max(4.0, x - wide / 2), sheet.image.width - wide - 4.0)
        top = min(max(60.0, y - high), sheet.image.height - high - 26.0)
        box = (left, top, left + wide, top + high + 22)
        ImageDraw.Draw(sheet.image).rounded_rectangle(box, 5, fill=PAPER, outline=INK)
        write(sheet.image, (left + 5, top + 10), name, 14, INK, bold=True, anchor="lm")
        for number, face in enumerate(cards):
            small = card_image(face, _SMALL_PX, high)
            sheet.image.paste(
                small, (round(left + 4 + number * (_SMALL_PX + 2)), round(top + 19)), small.getchannel("A")
            )

    @cached_property
    def _back(self) -> Image.Image:
        sheet = Sheet(self._view, WIDTH)
        sheet.put(table_picture(self._scale), 0.0, 0.0)
        return sheet.image

    @cached_property
    def _hands(self) -> tuple[Picture, Picture]:
        return open_picture(self._scale), grip_picture(self._scale)


def _centred(image: Image.Image, scale: float) -> Picture:
    return Picture(image, (image.width / 2, image.height / 2), scale)
