"""The panels of Riff Raff as pictures, painted with Pillow. Pixels, y down; no window needed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from PIL import Image, ImageDraw

from scenes.drawing.canvas import Canvas
from scenes.drawing.palette import BRASS, GAUGE, INK, INK_SOFT, PAPER, TONES, Colour, darker, lighter, mix
from scenes.drawing.panels import FINE, Pen, clock, on_panel, panel, sheet, status_box, victory, won_by
from scenes.games.riff_raff.art.piece_art import piece_icon
from scenes.layout.boxes import Lines
from scenes.layout.text import width_px, write
from sim.games.riff_raff.match.frame import RiffRaffFrame, TableStage
from sim.match.seats import YOU
from sim.physics.ship.pieces import Piece


@lru_cache(maxsize=128)
def card(width: int, height: int, colour: Colour, number: int | None, dim: bool) -> Image.Image:
    """Paint a playing card: its number, or its back where `number` is None.

    dim: pale, for a card of an earlier round.
    """
    face = number is not None
    picture = sheet(
        (width, height),
        max(2, width // 7),
        (255, 255, 255) if face else colour,
        darker(colour, 0.2),
        255,
        max(1, width // 22),
    ).copy()
    if face:
        tone = mix(colour, (255, 255, 255), 0.55) if dim else colour
        size = round(width * (0.66 if number != 10 else 0.54))
        write(
            picture,
            (width / 2, height / 2),
            str(number),
            size,
            darker(tone, 0.1 if not dim else 0.0),
            bold=True,
            anchor="mm",
        )
    else:
        pale = lighter(colour, 0.55)
        draw = ImageDraw.Draw(picture)
        inset = max(2, width // 6)
        draw.rectangle(
            (inset, inset, width - 1 - inset, height - 1 - inset), outline=(*pale, 255), width=max(1, width // 24)
        )
    return picture


@lru_cache(maxsize=16)
def hat(side: int) -> Image.Image:
    """Paint the captain's hat in a square of `side` pixels."""
    cloth = (36, 42, 66)
    canvas = Canvas(-10, -6, 10, 14, side / 20, cloth)
    shares = [i / 30 for i in range(31)]
    # From the front: a brim turned up at both ends, and a crown.
    brim = [(-10 + 20 * t, -3.5 + 7.5 * (2 * t - 1) ** 2) for t in shares]
    crown = [
        (10 - 20 * t, 4.0 + 8.5 * math.exp(-(((2 * t - 1) / 0.46) ** 2)) - 2.2 * (1 - (2 * t - 1) ** 2)) for t in shares
    ]
    canvas.cut([*brim, *crown])
    canvas.line([(x, y + 1.4) for x, y in brim], BRASS, 2.2)
    canvas.disc((0, 4.6), 2.3, BRASS)
    canvas.bevel(0.8, light=0.2)
    return canvas.finish().image.resize((side, side), Image.Resampling.LANCZOS)


def mark(picture: Image.Image, left: int, top: int, side: int, colour: Colour, index: int) -> None:
    """Paint a seat's shape in its colour, so that players differ by more than colour.

    It is a square, disc, triangle or diamond, by the `index` of the seat. left, top, side: its place in `picture`
    (pixels).
    """
    fine = Image.new("RGBA", (side * FINE, side * FINE), (*colour, 0))
    draw, end = ImageDraw.Draw(fine), side * FINE - 1
    half = end / 2
    match index % 4:
        case 0:
            draw.rounded_rectangle((0, 0, end, end), max(2, end // 6), fill=(*colour, 255))
        case 1:
            draw.ellipse((0, 0, end, end), fill=(*colour, 255))
        case 2:
            draw.polygon([(0, end), (half, 0), (end, end)], fill=(*colour, 255))
        case _:
            draw.polygon([(half, 0), (end, half), (half, end), (0, half)], fill=(*colour, 255))
    picture.alpha_composite(fine.reduce(FINE), (left, top))


class Icons:
    """Small pictures of the pieces, each painted once for every size."""

    def __init__(self, pieces: Mapping[str, Piece]) -> None:
        self._pieces = pieces
        self._made: dict[tuple[str, int, bool], Image.Image] = {}

    def icon(self, kind: str, side: int, ghost: bool = False) -> Image.Image:
        """Return the icon of a kind, a square of `side` pixels. ghost: faint, for a kind of which none is left."""
        key = (kind, side, ghost)
        if key not in self._made:
            picture = piece_icon(self._pieces[kind], side)
            if ghost:
                picture.putalpha(picture.getchannel("A").point(lambda value: value * 0.16))
            self._made[key] = picture
        return self._made[key]


# ------------------------------------------------------------------------------------------------ the table


def what_happens(frame: RiffRaffFrame) -> str:
    """Return in a few words what happens at the table."""
    who = frame.due or "Everybody"
    you = who == YOU
    if frame.table_stage is TableStage.RULED and frame.goes_on:
        return f"{who} {'have' if you else 'has'} one more piece to load"
    turn = "turn" if frame.rounds else "try"
    return {
        TableStage.CHOOSING: "Everybody picks a card",
        TableStage.REVEALED: "The cards are turned up",
        TableStage.THINKING: "You think" if you else f"{who} thinks",
        TableStage.TAKING: "You take a piece" if you else f"{who} takes a piece",
        TableStage.LOADING: "You lower a piece" if you else f"{who} lowers a piece",
        TableStage.WATCHING: "Will it hold?",
        TableStage.RULED: f"Your {turn} is over" if you else f"{who}'s {turn} is over",
        TableStage.TIDYING: "You tidy up" if you else f"{who} tidies up",
        TableStage.OVER: "The match is over",
    }[frame.table_stage]


def status_panel(frame: RiffRaffFrame, size: tuple[int, int], pen: Pen) -> Image.Image:
    """Paint the panel of the match: round, slot, number of pieces announced, clock, and what happens."""
    small, what = pen.text(13.5), what_happens(frame)
    long, short = f"Round {frame.round} of {frame.rounds}", f"{frame.round}/{frame.rounds}"
    if not frame.rounds:
        long, short = f"Practice, try {frame.round}", f"Try {frame.round}"
    lines = [[Lines(what, small, INK, whole=True)]]
    if frame.slot is not None and frame.table_stage is not TableStage.OVER:
        pieces = {0: "", 1: ", one piece", 2: ", two pieces"}.get(frame.announced, "")
        slot = f"Slot {frame.slot}{pieces}"
        lines.insert(0, [*lines[0], Lines(slot, small, TONES["turn"], whole=True)])
        lines.insert(1, [Lines(f"{what} · {slot}", small, INK, whole=True)])
    return on_panel(status_box((long, short), clock(frame.time_s), lines, (short, what), size, pen), size, pen)


def gauge_panel(stop_deg: float, size: tuple[int, int], pen: Pen) -> tuple[Image.Image, tuple[int, int], int]:
    """Paint the dial of the heel without its needle; return it, the needle's pivot and the needle's length.

    stop_deg: the heel at which the dial ends. The pivot (y down) and the length are in pixels.
    """
    width, height = size
    picture = panel(size, pen)
    text = pen.text(13)
    radius = min(height - pen(16), round(width * 0.26))
    centre = (width - pen(12) - radius, height - pen(11))
    reach = math.radians(64.0) / stop_deg
    fine = Image.new("RGBA", (width * FINE, height * FINE), (*PAPER, 0))
    draw = ImageDraw.Draw(fine)
    box = [(v - s) * FINE for v, s in ((centre[0], radius), (centre[1], radius))] + [
        (v + radius) * FINE for v in centre
    ]
    for low, high, tone in (
        (-1.0, 1.0, GAUGE[2]),
        (-0.65, 0.65, GAUGE[1]),
        (-0.33, 0.33, GAUGE[0]),
    ):
        a, b = (270 + math.degrees(reach * share * stop_deg) for share in (low, high))
        draw.arc(box, a, b, fill=(*tone, 255), width=pen(8) * FINE)
    for mark in range(-30, 31, 10):
        if abs(mark) > stop_deg:
            continue
        c, s = math.sin(reach * mark), math.cos(reach * mark)
        ends = [
            ((centre[0] + c * r) * FINE, (centre[1] - s * r) * FINE)
            for r in (radius - pen(9), radius - pen(1 if mark else 0))
        ]
        draw.line(ends[0] + ends[1], fill=(*INK, 255), width=max(FINE, pen(1.4) * FINE))
    picture.alpha_composite(fine.reduce(FINE))
    write(picture, (pen(10), pen(10) + round(text * 0.86)), "Heel", text, INK_SOFT)
    return picture, centre, radius - pen(4)


def needle(length: int, pen: Pen) -> Image.Image:
    """Paint the needle of the dial, upright; its pivot is `length` + 1 pixels below the picture's upper edge."""
    half = pen(3.2)
    fine = Image.new("RGBA", ((2 * half + 2) * FINE, (length + half + 2) * FINE), (*INK, 0))
    draw = ImageDraw.Draw(fine)
    x, foot = (half + 1) * FINE, (length + 1) * FINE
    draw.polygon([(x - half * FINE * 0.5, foot), (x, FINE), (x + half * FINE * 0.5, foot)], fill=(*INK, 255))
    draw.ellipse((x - half * FINE, foot - half * FINE, x + half * FINE, foot + half * FINE), fill=(*INK, 255))
    return fine.reduce(FINE)


def heel_words(hull_angle: float, room: int, size: int) -> str:
    """Return the heel in words: `7° starboard`, or `7°` where that is wider than `room` pixels."""
    degrees = round(-math.degrees(hull_angle))
    words = f"{abs(degrees)}°" + ("" if degrees == 0 else " starboard" if degrees > 0 else " port")
    return words if width_px(words, size, True) <= room else f"{abs(degrees)}°"


def banner(frame: RiffRaffFrame, room: tuple[int, int], pen: Pen) -> Image.Image:
    """Paint the result of the match: who has won, and how many pieces each player has left."""
    left = ", ".join(f"{seat.name} {sum(seat.supply.values())}" for seat in frame.seats)
    return victory(won_by(frame.winners), f"Pieces left: {left}", room, pen)
