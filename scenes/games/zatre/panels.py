"""The panels of ZATRE as pictures: status, seats, the result, the score sheet. Pixels, y down; no window needed.

The sheet is as printed in the rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from PIL import Image, ImageDraw

from scenes.drawing.palette import (
    GLOW,
    INK,
    INK_SOFT,
    OAK,
    OAK_FRONT,
    PAPER,
    PAPER_DUE,
    PAPER_EDGE,
    TONES,
    darker,
    lighter,
    mix,
)
from scenes.drawing.panels import FINE, Pen, clock, on_panel, panel, victory, won_by
from scenes.games.zatre.art import rack_image, tile_image
from scenes.labels import player_labels
from scenes.layout.boxes import Column, First, Picture, Row, Text, paint
from scenes.layout.parts import lay
from scenes.layout.text import fitted, width_px, write
from sim.games.zatre.match.frame import RowView, SeatView, SheetView, TableStage, ZatreFrame
from sim.games.zatre.match.text import said_of_side, side_words
from sim.games.zatre.rules import bonus
from sim.language import N_, _
from sim.match.grammar import called

WORDS = {
    TableStage.THINKING: (N_("You think"), N_("{name} thinks"), N_("{name} think")),
    TableStage.PLACED: (N_("You place"), N_("{name} places"), N_("{name} place")),
    TableStage.RULED: (N_("You count"), N_("{name} counts"), N_("{name} count")),
}
"""What is said of a person, of another player and of a team at each stage of a turn."""

HEADS = ("x2", "10 (1)", "11 (2)", "12 (4)", N_("Bonus"), N_("Total"))
SHORT = ("x2", "10", "11", "12", "B", "Σ")
SHARES = (0.13, 0.16, 0.16, 0.16, 0.17, 0.22)
PRINTED = 17
"""The least number of rows shown where there is room: as many as the rulebook's example fills."""
AHEAD = 2
"""Empty rows shown below the last filled one, where there is room for more than FEW."""
FEW = 4


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
        return _("The end") if frame.table_stage is TableStage.OVER else _("Who begins?")
    return said_of_due(frame, *map(_, WORDS[frame.table_stage]))


def said_of_due(frame: ZatreFrame, you: str, one: str, team: str) -> str:
    """Return what is said of the side to move, as `said_of_side` does."""
    return said_of_side(frame.due or _("Someone"), sum(seat.is_due for seat in frame.seats) > 1, you, one, team)


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
    when = _("Turn {turn}  {now}", turn=frame.turn, now=now) if frame.turn else now

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
    name = Text(called(seat.name), title, INK, bold=True, smallest=small, grow=1)
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
        lay(picture, tile_image(value, side), x, y)
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
    return victory(won_by(frame.winners), ", ".join(f"{side_words(name)} {total}" for name, total in ranked), room, pen)


def sum_tone(total: int) -> str:
    """Return the badge of a run's sum: `score` for 10 to 12, `plain` below, `bad` above 12."""
    return "bad" if total > 12 else "score" if total >= 10 else "plain"


@dataclass(frozen=True, slots=True)
class Fresh:
    """The cells that the turn just ruled has filled, as (row, column) for the first four columns."""

    cells: frozenset[tuple[int, int]] = frozenset()


def fresh(before: SheetView, after: SheetView) -> Fresh:
    """Return the cells that differ between two states of a sheet."""
    found = set()
    for row, now in enumerate(after.rows):
        old = before.rows[row] if row < len(before.rows) else RowView(False, None, None, None, 0, False, 0)
        pairs = ((old.crossed, now.crossed), (old.ten, now.ten), (old.eleven, now.eleven), (old.twelve, now.twelve))
        found |= {(row, column) for column, (one, other) in enumerate(pairs) if one != other}
    return Fresh(frozenset(found))


def shown_rows(sheet: SheetView, count: int) -> range:
    """Return the `count` rows to show: from the first on if possible, else up to AHEAD below the last one filled."""
    end = len(sheet.rows) + (AHEAD if count > FEW else 0)
    return range(max(0, end - count), max(count, end))


def sheet_panel(
    names: str, sheet: SheetView, size: tuple[int, int], pen: Pen, due: bool = False, new: Fresh | None = None
) -> Image.Image:
    """Paint the sheet of a side: x2, the three columns, bonus and total, minus points, grand total."""
    width, height = size
    picture = panel(size, pen, due)
    draw = ImageDraw.Draw(picture)
    pad = min(pen(8), max(2, width // 24))
    least = round(pen.text(1))
    text = max(least, min(pen.text(13), round(height / 9)))
    title = min(pen.text(15), round(text * 1.2))
    left, right = pad, width - pad
    # The grand total decides the match, so it stands beside the name.
    total = str(sheet.total)
    base = pad + round(title * 0.95)
    write(picture, (right, base), total, title, INK, bold=True, anchor="rs")
    room = right - left - width_px(total, title, True) - pen(6)
    write(picture, (left, base), fitted(names, room, title, True), title, INK, bold=True)
    top = base + round(0.45 * title)
    foot = height - pad
    step = round(text * 1.28)
    rows = max(1, (foot - top) // step - 1)
    # Two lines at the foot, where there is room: minus points and grand total.
    tail = 2 if rows >= 7 else 0
    rows = max(1, min(rows - tail, max(PRINTED, len(sheet.rows) + AHEAD)))
    if tail:
        step = min(round(text * 1.6), (foot - top) // (rows + 1 + tail))
    heads = HEADS if all(width_px(h, text) <= (right - left) * s - 8 for h, s in zip(HEADS, SHARES, strict=True)) \
        else SHORT  # fmt: skip
    edges = [left]
    for _share in SHARES:
        edges.append(round(left + (right - left) * (sum(SHARES[: len(edges)]))))
    head_box = (left, top, right, top + step)
    draw.rectangle(head_box, fill=(*mix(PAPER_EDGE, INK, 0.10), 255))
    for column, words in enumerate(map(_, heads)):
        room, gap = edges[column + 1] - edges[column], max(2, text // 4)
        head = Text(words, text, INK, bold=True, smallest=7, side="middle")
        paint(head, picture, (edges[column] + gap // 2, top, room - gap, step))
    y = ruled = top + step
    printed = shown_rows(sheet, rows)
    if printed.start > 0 and len(printed) > 2:
        # One line sums up the rows that have no room.
        printed = range(printed.start + 1, printed.stop)
        hidden = sum(view.total for view in sheet.rows[: printed.start])
        middle = y + step / 2
        words = fitted(_("Rows 1 to {start}", start=printed.start), edges[5] - edges[0] - 8, text)
        write(picture, (edges[0] + 4, middle), words, text, INK_SOFT, anchor="lm")
        write(picture, ((edges[5] + edges[6]) / 2, middle), str(hidden), text, INK_SOFT, anchor="mm")
        y += step
        ruled = y
    for row in printed:
        view = sheet.rows[row] if row < len(sheet.rows) else RowView(False, None, None, None, bonus(row), False, 0)
        _row(picture, draw, row, view, edges, y, step, text, new or Fresh())
        y += step
    line = (*mix(PAPER_EDGE, INK, 0.22), 255)
    for number, x in enumerate(edges):
        draw.line((x, ruled if 0 < number < 5 else top, x, y), fill=line)
    draw.line((left, y, right, y), fill=line)
    if tail:
        _tail(picture, _("Minus"), f"-{sheet.minus}" if sheet.minus else "-", edges, y, step, text, False)
        _tail(picture, _("Grand Total"), total, edges, y + step, step, text, True)
    return picture


def _row(
    picture: Image.Image,
    draw: ImageDraw.ImageDraw,
    row: int,
    view: RowView,
    edges: list[int],
    y: int,
    step: int,
    text: int,
    new: Fresh,
) -> None:
    middle = y + step / 2
    line = (*mix(PAPER_EDGE, INK, 0.12), 255)
    filled = any(cell is not None for cell in (view.ten, view.eleven, view.twelve))
    for column in range(4):
        if (row, column) in new.cells:
            draw.rectangle((edges[column], y, edges[column + 1], y + step), fill=(*mix(PAPER_DUE, GLOW, 0.75), 255))
    draw.line((edges[0], y, edges[-1], y), fill=line)

    def put(column: int, words: str, colour: tuple[int, int, int], bold: bool = False) -> None:
        room = edges[column + 1] - edges[column] - 2
        at = (edges[column] + edges[column + 1]) / 2, middle
        write(picture, at, fitted(words, room, text, bold), text, colour, bold=bold, anchor="mm")

    if view.crossed:
        put(0, "X", INK, True)
    for column, cell in enumerate((view.ten, view.eleven, view.twelve), start=1):
        if cell is not None:
            put(column, str(cell), INK, True)
    printed = view.bonus
    if printed:
        # The bonus is printed on the sheet, in bold once it is earned.
        put(4, str(printed), TONES["good"] if view.earned else mix(INK_SOFT, PAPER, 0.45), view.earned)
    if filled:
        put(5, str(view.total), darker(TONES["turn"], 0.1))


def _tail(
    picture: Image.Image, words: str, value: str, edges: list[int], y: int, step: int, text: int, strong: bool
) -> None:
    draw = ImageDraw.Draw(picture)
    if strong:
        draw.rectangle((edges[5], y, edges[6], y + step - 1), fill=(*mix(PAPER_DUE, PAPER, 0.3), 255))
    draw.rectangle((edges[5], y, edges[6], y + step - 1), outline=(*mix(PAPER_EDGE, INK, 0.22), 255))
    room = edges[5] - edges[0] - 6
    if width_px(words, text, strong) > room:
        # "Total" for "Grand Total": the last word alone, never a part of it.
        words = words.rsplit(maxsplit=1)[-1]
    write(picture, (edges[5] - 5, y + step / 2), fitted(words, room, text, strong), text, INK, bold=strong, anchor="rm")
    number = Text(value, text, INK, bold=True, smallest=6, side="middle")
    paint(number, picture, (edges[5] + 1, y, edges[6] - edges[5] - 2, step))
