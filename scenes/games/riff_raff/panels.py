"""The panels of Riff Raff and its players as pictures, painted with Pillow. Pixels, y down; no window needed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache, partial

from PIL import Image, ImageDraw

from scenes.drawing.canvas import Canvas
from scenes.drawing.palette import BRASS, GAUGE, INK, INK_SOFT, PAPER, PAPER_EDGE, TONES, Colour, darker, lighter, mix
from scenes.drawing.panels import FINE, Pen, clock, on_panel, panel, sheet, status_box, victory, won_by
from scenes.games.riff_raff.art.piece_art import piece_icon
from scenes.games.riff_raff.layout import digit_height, icon_columns, icon_side
from scenes.labels import player_labels
from scenes.layout.boxes import Box, Column, First, Lines, Picture, Row, Spacer, Text
from scenes.layout.parts import lay
from scenes.layout.text import width_px, write
from sim.games.riff_raff.match.frame import RiffRaffFrame, SeatView, TableStage
from sim.games.riff_raff.match.text import pieces_words
from sim.language import N_, _, put_in
from sim.match.grammar import called, said_of
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
    who = frame.due or _("Everybody")
    if frame.table_stage is TableStage.RULED and frame.goes_on:
        return said_of(who, _("You have another piece to load"), _("{name} has another piece to load"))
    over = _("Your turn is over"), _("{name}'s turn is over")
    if not frame.rounds:
        over = _("Your try is over"), _("{name}'s try is over")
    return {
        TableStage.CHOOSING: _("Everybody picks a card"),
        TableStage.REVEALED: _("The cards are turned up"),
        TableStage.THINKING: said_of(who, _("You think"), _("{name} thinks")),
        TableStage.TAKING: said_of(who, _("You take a piece"), _("{name} takes a piece")),
        TableStage.LOADING: said_of(who, _("You lower a piece"), _("{name} lowers a piece")),
        TableStage.WATCHING: _("Will it hold?"),
        TableStage.RULED: said_of(who, *over),
        TableStage.TIDYING: said_of(who, _("You tidy up"), _("{name} tidies up")),
        TableStage.OVER: _("The match is over"),
    }[frame.table_stage]


def status_panel(frame: RiffRaffFrame, size: tuple[int, int], pen: Pen) -> Image.Image:
    """Paint the panel of the match: round, slot, number of pieces announced, clock, and what happens."""
    small, what = pen.text(13.5), what_happens(frame)
    long, short = (
        _("Round {round} of {rounds}", round=frame.round, rounds=frame.rounds),
        f"{frame.round}/{frame.rounds}",
    )
    if not frame.rounds:
        long, short = _("Practice, try {round}", round=frame.round), _("Try {round}", round=frame.round)
    lines = [[Lines(what, small, INK, whole=True)]]
    if frame.slot is not None and frame.table_stage is not TableStage.OVER:
        words = {1: _("Slot {slot}, one piece"), 2: _("Slot {slot}, two pieces")}
        pieces = pieces_words(frame.announced)
        slot = put_in(words.get(frame.announced, _("Slot {slot}, {pieces}")), slot=frame.slot, pieces=pieces)
        lines.insert(0, [*lines[0], Lines(slot, small, TONES["turn"], whole=True)])
        lines.insert(1, [Lines(f"{what} · {slot}", small, INK, whole=True)])
    return on_panel(status_box((long, short), clock(frame.time_s), lines, (short, what), size, pen), size, pen)


LEVEL_SHARE, PITCH_SHARE = 0.56, 0.28
"""Where the dot on the dial's needle is while she floats level, and how far it goes either way (of the needle)."""


def gauge_panel(stop_deg: float, size: tuple[int, int], pen: Pen) -> tuple[Image.Image, tuple[int, int], int]:
    """Paint the dial of the heel without its needle; return it, the needle's pivot and the needle's length.

    The thin arc is where the dot on the needle is while she floats level, fore and aft. stop_deg: the heel at which the
    dial ends. The pivot (y down) and the length are in pixels.
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
    level = round(LEVEL_SHARE * (radius - pen(4)))
    box = [(v - level) * FINE for v in centre] + [(v + level) * FINE for v in centre]
    draw.arc(box, 206, 334, fill=(*INK_SOFT, 255), width=max(FINE, pen(1.2) * FINE))
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
    write(picture, (pen(10), pen(10) + round(text * 0.86)), _("Heel"), text, INK_SOFT)
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


def dot(pen: Pen) -> Image.Image:
    """Paint the dot on the needle of the dial, which shows the pitch."""
    side = 2 * pen(4.6) + 1
    fine = Image.new("RGBA", (side * FINE, side * FINE), (*INK, 0))
    draw = ImageDraw.Draw(fine)
    draw.ellipse((0, 0, side * FINE - 1, side * FINE - 1), fill=(*INK, 255))
    rim = max(1, pen(1.5)) * FINE
    draw.ellipse((rim, rim, side * FINE - 1 - rim, side * FINE - 1 - rim), fill=(*PAPER, 255))
    return fine.reduce(FINE)


def heel_words(hull_angle: float, room: int, size: int) -> str:
    """Return the heel in words: `7° starboard`, or `7°` where that is wider than `room` pixels."""
    degrees = round(-math.degrees(hull_angle))
    words = _("{degrees}° starboard") if degrees > 0 else _("{degrees}° port") if degrees else "{degrees}°"
    words = put_in(words, degrees=abs(degrees))
    return words if width_px(words, size, True) <= room else f"{abs(degrees)}°"


def banner(frame: RiffRaffFrame, room: tuple[int, int], pen: Pen) -> Image.Image:
    """Paint the result of the match: who has won, and how many pieces each player has left."""
    left = ", ".join(f"{called(seat.name)} {sum(seat.supply.values())}" for seat in frame.seats)
    return victory(won_by(frame.winners), _("Pieces left: {left}", left=left), room, pen)


ORDINALS = (N_("1st"), N_("2nd"), N_("3rd"), N_("4th"))
CARD_SHAPE, BACK_SHAPE = 0.70, 0.68
"""The width of a card by its height: of the one of the round, and of those in the hand."""


def seat_panel(
    seat: SeatView, index: int, colour: Colour, size: tuple[int, int], pen: Pen, icons: Icons
) -> Image.Image:
    """Paint the panel of a player: name, hat, supply, card of the round, cards in hand, profile and strategy.

    index: of the seat. size: of the picture (pixels).
    """
    title = pen.text(16)
    name = [
        Picture(partial(_mark, colour, index), high=round(0.72 * title)),
        Text(called(seat.name), title, INK, bold=True, smallest=pen.text(12.5)),
        Picture(lambda _, high: hat(high), high=round(1.25 * title)) if seat.is_captain else None,
        Spacer(grow=1),
        Text(str(sum(seat.supply.values())), title, INK, bold=True, whole=True),
    ]
    cards = Row([_card_of_the_round(seat, colour, pen), _about(seat, colour, pen)], pen(9), grow=1, spare=2)
    box = Column([Row(name, pen(5)), cards, _supply(seat.supply, size[0], pen, icons)], pen(4))
    return on_panel(box, size, pen, seat.is_due)


def _mark(colour: Colour, index: int, wide: int, high: int) -> Image.Image:
    picture = Image.new("RGBA", (wide, high), (*colour, 0))
    mark(picture, 0, 0, high, colour, index)
    return picture


def _supply(supply: Mapping[str, int], width: int, pen: Pen, icons: Icons) -> Box:
    columns, gap = icon_columns(width / pen.ratio, pen.unit), pen(4)
    side = round(icon_side(width / pen.ratio, pen.unit) * pen.ratio)
    digit = round(digit_height(12.0, pen.unit) * pen.ratio)

    def make(wide: int, high: int) -> Image.Image:
        picture = Image.new("RGBA", (wide, high), (*INK, 0))
        for index, (kind, count) in enumerate(supply.items()):
            x, y = round(index % columns * wide / columns), index // columns * (side + gap)
            lay(picture, icons.icon(kind, side, ghost=count == 0), x, y)
            if count > 0:
                at = (x + side + max(1, round(0.04 * side)), y + side / 2)
                write(picture, at, str(count), digit, INK, bold=count > 1, anchor="lm")
        return picture

    return Picture(make, None, high=math.ceil(len(supply) / columns) * (side + gap) - gap, spare=1)


def _card_of_the_round(seat: SeatView, colour: Colour, pen: Pen) -> Box:
    """Return the card of the round, the last one played, dim, or an empty place."""

    def make(wide: int, high: int) -> Image.Image:
        if seat.card is not None:
            return card(wide, high, colour, seat.card, False)
        if seat.played:
            return card(wide, high, colour, seat.played[-1], True)
        picture = Image.new("RGBA", (wide, high), (*PAPER_EDGE, 0))
        edge = (0, 0, wide - 1, high - 1)
        draw = ImageDraw.Draw(picture)
        draw.rounded_rectangle(edge, max(2, wide // 7), outline=(*PAPER_EDGE, 255), width=max(1, pen(1.2)))
        return picture

    return Picture(make, CARD_SHAPE, smallest=round(1.8 * pen.text(12.5)))


def _about(seat: SeatView, colour: Colour, pen: Pen) -> Box:
    """Return who the player is, the cards in hand, and the order of play."""
    small = pen.text(12.5)
    order = "" if seat.turn_in_round is None else _(ORDINALS[min(seat.turn_in_round, len(ORDINALS) - 1)])
    if seat.is_due:
        order = _("{order}, due", order=order) if order else _("due")
    turn = Text(order, small, TONES["bad"] if seat.is_due else INK_SOFT, bold=True, whole=True, side="right", grow=1)
    count, apart = Text(str(len(seat.hand)), small, INK, whole=True), Spacer(size=(pen(6), 0))
    # A fan of backs where there is room for it beside the order of play; else one back and the number.
    fans = [Row([_fan(backs, colour, small), count, apart, turn], pen(4)) for backs in (len(seat.hand), 1) if seat.hand]
    hand = First([*fans, Row([count, apart, turn], pen(4)), turn])
    about = Text(player_labels(seat.profile, seat.strategy, "riff-raff"), small, INK_SOFT, whole=True, spare=1)
    return Column([about, Spacer(grow=1), hand], grow=1)


def _fan(backs: int, colour: Colour, small: int) -> Box:
    high = round(1.5 * small)
    wide = round(BACK_SHAPE * high)
    step = max(2, round(0.42 * wide))

    def make(width: int, height: int) -> Image.Image:
        picture = Image.new("RGBA", (width, height), (*colour, 0))
        for number in range(backs):
            picture.alpha_composite(card(wide, height, colour, None, False), (number * step, 0))
        return picture

    return Picture(make, (wide + step * (backs - 1)) / high, high)
