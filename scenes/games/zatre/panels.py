"""The panels of ZATRE as pictures: status, seats, the result. Pixels, y down; no window needed."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from scenes.drawing.palette import INK, INK_SOFT, OAK, OAK_FRONT, TONES, darker, lighter
from scenes.drawing.panels import FINE, Pen, clock, panel, victory, won_by
from scenes.games.zatre.art.board_art import rack_image, tile_image
from scenes.labels import player_label
from scenes.layout.text import first_fit, fitted, line_px, width_px, write
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
    return f"{frame.due or 'Somebody'} {verb}{'' if plain else 's'}"


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
    width, height = size
    picture = panel(size, pen)
    pad, text = min(pen(9), height // 5), min(pen.text(15), round(0.62 * height))
    words, count, right = status_words(frame), str(frame.bag), width - pad
    when = f"Turn {frame.turn}  {clock(frame.time_s)}" if frame.turn else clock(frame.time_s)
    small = pen.text(13)
    bag = bag_image(max(8, min(height - 2 * pad, round(1.9 * text))))
    x = right - width_px(count, text, True) - bag.width - pen(4)
    one_line = height - 2 * pad < 2.1 * small
    if not one_line and width_px(words, text, True) > x - pad - pen(6):
        # In a narrow panel the bag stands beside the second line.
        bag = bag_image(max(8, round(1.2 * small)))
        x = right - width_px(count, small, True) - bag.width - pen(4)
        first, second = pad + round(0.62 * text), height - pad - round(0.6 * small)
        for line in (when, clock(frame.time_s)):
            if width_px(line, small) <= x - pad - pen(4):
                write(picture, (pad, second), line, small, INK_SOFT, anchor="lm")
                break
        picture.alpha_composite(bag, (max(0, x), max(0, second - bag.height // 2)))
        write(picture, (right, second), count, small, INK, bold=True, anchor="rm")
        while text > small and width_px(words, text, True) > width - 2 * pad:
            text -= 1
        write(picture, (pad, first), fitted(words, width - 2 * pad, text, True), text, INK, bold=True, anchor="lm")
        return picture
    picture.alpha_composite(bag, (max(0, x), (height - bag.height) // 2))
    write(picture, (right, height / 2), count, text, INK, bold=True, anchor="rm")
    room = x - pad - pen(6)
    if one_line:
        both = f"{words}  {when}"
        fits = width_px(both, text, True) <= room
        write(picture, (pad, height / 2), both if fits else fitted(words, room, text, True), text, INK, True, "lm")
        return picture
    gap = (height - text - small) / 3
    write(picture, (pad, gap + text * 0.5), fitted(words, room, text, True), text, INK, bold=True, anchor="lm")
    when = first_fit((when, clock(frame.time_s)), room, small)
    write(picture, (pad, height - gap - small * 0.5), when, small, INK_SOFT, anchor="lm")
    return picture


def rack_box(size: tuple[int, int], pen: Pen) -> tuple[int, int, int, int]:
    """Return the left, top, right and bottom of the rack on a seat's panel of that size."""
    width, height = size
    pad = min(pen(8), max(2, height // 7))
    title, small = min(pen.text(16), max(8, height - 2 * pad)), pen.text(12.5)
    below = pad + line_px(title) + line_px(small)
    if height - pad - below >= max(22, 1.9 * small):
        return pad, below, width - pad, height - pad
    below = pad + line_px(title)
    if height - pad - below >= 16:
        return pad, below, width - pad, height - pad
    # A panel of a single line: the tiles begin at 45 % of its width.
    return round(width * 0.45), max(1, pad // 2), round(width * 0.45) + 2 * (height - pad), height - max(1, pad // 2)


def seat_panel(seat: SeatView, drawn: int | None, size: tuple[int, int], pen: Pen, empty: bool = False) -> Image.Image:
    """Paint a seat's panel: name, total, profile and strategy, and the tiles on the rack.

    drawn: the tile drawn to find who begins, shown instead of the rack. empty: leave the rack empty, as its tiles are
    shown elsewhere.
    """
    width, height = size
    picture = panel(size, pen, seat.is_due)
    pad = min(pen(8), max(2, height // 7))
    title, small = min(pen.text(16), max(8, height - 2 * pad)), pen.text(12.5)
    left, top, right, bottom = rack_box(size, pen)
    one_line = left > pad
    base = round(height / 2 + 0.36 * title) if one_line else pad + round(title * 0.9)
    total = str(seat.sheet.total)
    write(picture, (width - pad, base), total, title, INK, bold=True, anchor="rs")
    end = (left if one_line else width - pad - width_px(total, title, True)) - pen(6)
    x = pad
    if seat.team is not None:
        mark = "ABC"[seat.team % 3]
        write(picture, (x, base), mark, title, TONES["turn"], bold=True)
        x += width_px(mark, title, True) + pen(5)
    write(picture, (x, base), fitted(seat.name, end - x, title, True), title, INK, bold=True)
    if not one_line and top >= pad + line_px(title) + line_px(small):
        about = player_label(seat.profile, seat.strategy)
        write(picture, (pad, base + line_px(small) + pen(1)), fitted(about, width - 2 * pad, small), small, INK_SOFT)
    shown: Sequence[int | None] = () if empty else seat.rack
    if drawn is not None:
        shown = (drawn,)
    _rack(picture, shown, (left, top, right, bottom), framed=not one_line)
    return picture


def _rack(picture: Image.Image, tiles: Sequence[int | None], box: tuple[int, int, int, int], framed: bool) -> None:
    left, top, right, bottom = box
    high = bottom - top
    if high < 6 or right - left < 8:
        return
    if framed:
        picture.alpha_composite(rack_image((right - left, high)), (left, top))
    side = round(high * (0.80 if framed else 1.0))
    if not tiles:
        return
    step = min(round(side * 1.12), (right - left - side - round(0.2 * high)) // max(1, len(tiles) - 1))
    x, y = left + round(0.12 * high) * framed, top + round(0.02 * high)
    for value in tiles:
        if x + side > picture.width:
            break
        picture.alpha_composite(tile_image(value, side), (x, y))
        x += max(3, step)


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
