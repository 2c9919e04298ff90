"""Pictures of a table of Zack!, put together from the window's paintings, without a display."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, partial

from PIL import Image, ImageDraw

from scenes.drawing.canvas import Picture
from scenes.drawing.palette import INK, lighter
from scenes.games.zack import art
from scenes.games.zack.art import (
    BACK,
    SLEEVE,
    WRIST,
    WRIST_TURN,
    border_of,
    colour_of,
    fingers_picture,
    table_image,
    thumb_picture,
)
from scenes.games.zack.view import TABLE_FAR_MM, TABLE_NEAR_MM, box_depths_mm, card_corners, home_view, seen
from scenes.layout.text import write
from scenes.window.camera import Rectangle
from sim.games.zack.match.frame import CardState, CardView, HandState, StaticScene, ZackFrame
from yardarm.envs.frames import Pixels, Sheet, Sleeve

WIDTH = 640
"""The width of a picture in pixels."""
_CARD_PX = 2.0
_TAG_PX = 14.0
PINCH_MM = 20.0


class BowlPictures:
    """Pictures of a table; the paintings are made once, when the first is asked for."""

    def __init__(self, static_scene: StaticScene, width: int = WIDTH) -> None:
        self._scene = static_scene
        home = home_view(static_scene)
        self._view = Rectangle(home.left, home.bottom, home.right, home.top + 40.0)
        self._width = width
        self._scale = width / self._view.width

    def pixels(self, frame: ZackFrame, lines: Sequence[str] = ()) -> Pixels:
        """Return the table as it is in a frame (height, width, 3). lines: words over the picture."""
        sheet = Sheet(self._view, self._width, self._back)
        order = {entry.name: place for place, entry in enumerate(frame.bowl)}
        colours = {seat.name: seat.colour for seat in frame.seats}

        def rank(card: CardView) -> tuple[bool, float]:
            lies = card.state in (CardState.BOWL, CardState.BESIDE)
            return not lies, order.get(card.name, card.y - 1000.0) if lies else -_depth_mm(card)

        cards = sorted(frame.cards, key=rank)
        for card in cards:
            if card.state is not CardState.HELD:
                self._put_card(sheet, card, colours[card.by])
        sheet.put(self._cut, *seen(0.0, 0.0, box_depths_mm(self._scene)[0]))
        for seat in frame.seats:
            held = next((card for card in cards if card.by == seat.name and card.state is CardState.HELD), None)
            if seat.hand.state is HandState.REST and held is None:
                continue
            fingers, thumb = (picture if seat.side > 0 else _mirrored(picture) for picture in self._hand)
            x, y = seen(seat.hand.x + seat.side * PINCH_MM, seat.hand.y, 0.45 * self._scene.setup.plate.span_mm)
            sheet.put(fingers, x, y)
            self._sleeve.put(sheet, x, y, 0.0, colour_of(seat.colour), seat.side)
            if held is not None:
                self._put_card(sheet, held, seat.colour)
            sheet.put(thumb, x, y)
        self._put_names(sheet, frame)
        if lines:
            sheet.words(lines)
        return sheet.pixels()

    def _put_card(self, sheet: Sheet, card: CardView, colour: str) -> None:
        """Paste a card, seen as the table is: a quadrilateral."""
        plate = self._scene.setup.plate
        corners = card_corners(card.x, card.y, card.angle, plate.length_mm, plate.span_mm, _depth_mm(card), card.yaw)
        places = [sheet.at(corner) for corner in corners]
        shown = card.face if card.face_up and math.cos(card.angle) >= 0 else BACK
        size = round(plate.length_mm * _CARD_PX), round(plate.span_mm * _CARD_PX)
        face = table_image(shown, border_of(card.face, colour), *size, plate.round)
        left, top = (math.floor(min(place[axis] for place in places)) - 1 for axis in (0, 1))
        right, bottom = (math.ceil(max(place[axis] for place in places)) + 1 for axis in (0, 1))
        near_left, near_right, _, far_left = ((x - left, y - top) for x, y in places)
        # The affine map of the picture's box to the face: its lower left corner is the card's near left one.
        (ox, oy), (ux, uy), (vx, vy) = near_left, near_right, far_left
        ux, uy, vx, vy = ux - ox, uy - oy, vx - ox, vy - oy
        area = ux * vy - uy * vx
        if abs(area) < 20.0:
            ImageDraw.Draw(sheet.image).line([places[0], places[1]], fill=colour_of(colour), width=3)
            return
        across, along = face.width / area, -face.height / area
        turned = face.transform(
            (right - left, bottom - top),
            Image.Transform.AFFINE,
            (
                across * vy,
                -across * vx,
                across * (vx * oy - vy * ox),
                -along * uy,
                along * ux,
                face.height + along * (uy * ox - ux * oy),
            ),
            Image.Resampling.BICUBIC,
        )
        sheet.image.paste(turned, (left, top), turned.getchannel("A"))

    def _put_names(self, sheet: Sheet, frame: ZackFrame) -> None:
        """Write who sits on either side, with the number of cards; the player who is due is lit."""
        draw = ImageDraw.Draw(sheet.image)
        rows = {-1: 0, 1: 0}
        for seat in frame.seats:
            wide = 118.0
            x = 8.0 if seat.side < 0 else sheet.image.width - wide - 8.0
            y = sheet.image.height - 24.0 * (rows[seat.side] + 1) - 6.0
            rows[seat.side] += 1
            tone = colour_of(seat.colour)
            outline = (255, 255, 255) if seat.name == frame.due else INK
            draw.rounded_rectangle((x, y, x + wide, y + 20.0), 5, fill=lighter(tone, 0.25), outline=outline, width=2)
            write(sheet.image, (x + 8.0, y + 10.0), f"{seat.name}: {seat.cards}", round(_TAG_PX), INK, anchor="lm")

    @cached_property
    def _back(self) -> Image.Image:
        view, depths = self._view, box_depths_mm(self._scene)
        horizon = (seen(0.0, 0.0, TABLE_FAR_MM)[1] - view.bottom) / view.height
        high = round(view.height * self._scale)
        sheet = Sheet(view, self._width, art.room_picture(self._width, high, horizon).convert("RGB"))
        first = math.floor(view.left / art.TILE_MM)
        for index in range(first, math.ceil(view.right / art.TILE_MM)):
            left = index * art.TILE_MM
            sheet.put(art.table_picture(left, self._scale), left, 0.0)
        for paint in (art.mat_picture, art.box_back_picture):
            sheet.put(partial(paint, self._scene.setup, depths)(self._scale), 0.0, 0.0)
        return sheet.image

    @cached_property
    def _cut(self) -> Picture:
        return art.cut_at_picture(self._scene.setup, box_depths_mm(self._scene)[0], self._scale)

    @cached_property
    def _sleeve(self) -> Sleeve:
        return Sleeve(SLEEVE, WRIST, WRIST_TURN, self._scale)

    @cached_property
    def _hand(self) -> tuple[Picture, Picture]:
        return fingers_picture(self._scale), thumb_picture(self._scale)


def _depth_mm(card: CardView) -> float:
    """Return how far behind the section the near edge of a card is drawn; never off the table."""
    return max(TABLE_NEAR_MM, card.z)


def _mirrored(picture: Picture) -> Picture:
    image = picture.image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    return Picture(image, (image.width - picture.anchor[0], picture.anchor[1]), picture.scale)
