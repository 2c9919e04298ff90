"""The panels of ZATRE as pictures: status, seats, the result. Pixels, y down; no window needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PIL import Image, ImageDraw

from scenes.drawing.palette import INK, INK_SOFT, OAK, OAK_FRONT, TONES, darker, lighter
from scenes.drawing.panels import FINE, Pen, clock, on_panel, victory, won_by
from scenes.games.zatre.art import rack_image, tile_image
from scenes.labels import player_labels
from scenes.layout.boxes import Column, First, Picture, Row, Text
from sim.games.zatre.match.frame import SeatView, TableStage, ZatreFrame
from sim.match.seats import YOU

WORDS = {TableStage.THINKING: "think", TableStage.PLACED: "place", TableStage.RULED: "count"}


def sides_of(frame: ZatreFrame) -> dict[str, tuple[SeatView, ...]]:
    """Return the seats that share each sheet, in their order, by the name of the side (`Ada`, `Ada and Bert`)."""
    found: dict[str, tuple[SeatView, ...]] = {}
    for seat in frame.seats:
        if seat.team is None:
            found[seat.name] = (seat,)
    for team in sorted({seat.team for seat in frame.seats if seat.team is not None}):
        seats = tuple(seat for seat in frame.seats if seat.team == team)
        found[" and ".join(seat.name for seat in seats)] = seats
    return found


def status_words(frame: ZatreFrame) -> str:
    """Return what is going on in the match, in a few words."""
    if frame.table_stage not in WORDS:
        return "The end" if frame.table_stage is TableStage.OVER else "Who begins?"
    return does(frame, WORDS[frame.table_stage])


def does(frame: ZatreFrame, verb: str) -> str:
    """Return the name of the side to move and a verb: `Ada thinks`, `Ada and Bert think`, `You think`."""
    plain = frame.due == YOU or sum(seat.is_due for seat in frame.seats) > 1
    return f"{frame.due or 'Someone'} {verb}{'' if plain else 's'}"


def bag_image(high: int) -> Image.Image:
    """Paint a small cloth bag, `high` pixels wide and high."""
    fine = Image.new("RGBA", (high * FINE, high * FINE), (*OAK_FRONT, 0))
    draw = ImageDraw.Draw(fine)
    side = fine.width
    cloth, shade = lighter(OAK, 0.25), darker(OAK, 0.45)
    draw.ellipse((0.10 * side, 0.30 * side, 0.90 * side, 0.99 * side), fill=(*cloth, 255), outline=(*shade, 255),
                 width=max(2, side // 22))  # fmt: skip
    neck = [(0.34, 0.36), (0.24, 0.04), (0.42, 0.12), (0.50, 0.03), (0.60, 0.12), (0.78, 0.04), (0.66, 0.36)]
    draw.polygon([(x * side, y * side) for x, y in neck], fill=(*cloth, 255), outline=(*shade, 255))
    draw.line((0.32 * side, 0.34 * side, 0.68 * side, 0.34 * side), fill=(*shade, 255), width=max(3, side // 14))
    return fine.reduce(FINE)


def status_panel(frame: ZatreFrame, size: tuple[int, int], pen: Pen) -> Image.Image:
    """Paint the turn, the clock, what is going on, and the bag with the number of tiles left in it."""
    text, small = min(pen.text(15), round(0.62 * size[1])), pen.text(13)
    words, now = status_words(frame), clock(frame.time_s)
    when = f"Turn {frame.turn}  {now}" if frame.turn else now

    def left(px: int, high: float) -> Row:
        count = Text(str(frame.bag), px, INK, bold=True, whole=True)
        return Row([Picture(lambda _, high: bag_image(high), high=round(high * px), smallest=8), count], pen(4))

    title = Text(words, text, INK, bold=True, whole=True, grow=1)
    time = Text((when, now), small, INK_SOFT, grow=1)
    beside = Row([Column([title, time], pen(4), grow=1), left(text, 1.9)], pen(6))
    # In a narrow panel the bag stands beside the second line.
    narrow = Column([replace(title, smallest=small, whole=False), Row([time, left(small, 1.2)], pen(4), grow=1)])
    line = Row([replace(title, words=(f"{words}  {when}", words)), left(text, 1.9)], pen(6))
    return on_panel(First([beside, narrow, line]), size, pen)


def seat_panel(seat: SeatView, drawn: int | None, size: tuple[int, int], pen: Pen, empty: bool = False) -> Image.Image:
    """Paint a seat's panel: name, total, profile and strategy, and the tiles on the rack.

    drawn: the tile drawn to find who begins, shown instead of the rack. empty: leave the rack empty, as its tiles are
    shown elsewhere.
    """
    title, small = min(pen.text(16), max(8, round(0.7 * size[1]))), pen.text(12.5)
    shown: Sequence[int | None] = (drawn,) if drawn is not None else () if empty else seat.rack
    team = None if seat.team is None else Text("ABC"[seat.team % 3], title, TONES["turn"], bold=True, whole=True)
    name = Text(seat.name, title, INK, bold=True, smallest=small, grow=1)
    total = Text(str(seat.sheet.total), title, INK, bold=True, whole=True)
    about = Text(player_labels(seat.profile, seat.strategy, "zatre"), small, INK_SOFT, whole=True, spare=1)
    rack = Picture(partial(_rack, shown, True), None, smallest=max(16, round(1.5 * small)), grow=1)
    bare = Picture(partial(_rack, shown, False), 2.0, smallest=8, spare=1)
    box = First(
        [Column([Row([team, name, total], pen(5)), about, rack], pen(2)), Row([team, name, bare, total], pen(5))]
    )
    return on_panel(box, size, pen, seat.is_due)


def _rack(tiles: Sequence[int | None], framed: bool, wide: int, high: int) -> Image.Image:
    picture = rack_image((wide, high)).copy() if framed else Image.new("RGBA", (wide, high), (*OAK_FRONT, 0))
    side = round(high * (0.80 if framed else 1.0))
    step = min(round(side * 1.12), (wide - side - round(0.2 * high)) // max(1, len(tiles) - 1))
    x, y = round(0.12 * high) * framed, round(0.02 * high)
    for value in tiles:
        if x + side > wide:
            break
        picture.alpha_composite(tile_image(value, side), (x, y))
        x += max(3, step)
    return picture


def over_panel(frame: ZatreFrame, room: tuple[int, int], pen: Pen) -> Image.Image:
    """Paint the winners and the totals of all sides."""
    totals: dict[str, int] = {}
    teams: dict[int, list[str]] = {}
    for seat in frame.seats:
        if seat.team is None:
            totals[seat.name] = seat.sheet.total
        else:
            teams.setdefault(seat.team, []).append(seat.name)
    for number, names in teams.items():
        total = next(seat.sheet.total for seat in frame.seats if seat.team == number)
        totals[" and ".join(names)] = total
    ranked = sorted(totals.items(), key=lambda entry: -entry[1])
    return victory(won_by(frame.winners), ", ".join(f"{name} {total}" for name, total in ranked), room, pen)


def sum_tone(total: int) -> str:
    """Return the badge of a run's sum: `score` for 10 to 12, `plain` below, `bad` above 12."""
    return "bad" if total > 12 else "score" if total >= 10 else "plain"
