"""The panels of Zack! and players' plates as pictures, painted with Pillow. Pixels, y down; no window needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PIL import Image, ImageDraw

from scenes.drawing.palette import (
    BRASS,
    GLOW,
    INK,
    INK_SOFT,
    LENS,
    PAPER,
    PAPER_EDGE,
    STOP,
    TONES,
    WRONG,
    Colour,
    darker,
    lighter,
    mix,
)
from scenes.drawing.panels import FINE, Pen, clock, inside, on_panel, panel, sheet, status_box, victory, won_by
from scenes.games.zack.art import BACK, LETTERS, SHAPE, card_image, colour_of, ink_on
from scenes.labels import player_labels
from scenes.layout.boxes import Box, Column, First, Lines, Picture, Place, Row, Spacer, Text, paint
from scenes.layout.parts import lay
from scenes.layout.text import fitted, line_px, width_px, write
from sim.games.zack.match.frame import BowlEntry, CardState, SeatView, TableStage, Verdict, ZackFrame
from sim.games.zack.match.text import challenges, takes
from sim.language import _, put_in
from sim.match.grammar import called, said_of, whom

WINDOW = 4
"""The number of topmost Zack cards among which a card thrown out of turn can still be challenged."""


def what_happens(frame: ZackFrame) -> str:
    """Return in a few words what happens at the table."""
    who = frame.due or _("Nobody")
    unknown = _("Whose turn is it?") if len(frame.seats) > 1 else _("Practice")
    return {
        TableStage.DEALING: _("Cards are dealt"),
        TableStage.PLAYING: unknown if frame.due is None else said_of(who, _("You are due"), _("{name} is due")),
        TableStage.STOPPED: _("Stop!"),
        TableStage.CHOOSING: said_of(who, _("You name a colour"), _("{name} names a colour")),
        TableStage.OVER: _("The match is over"),
    }[frame.table_stage]


def chip(picture: Image.Image, box: tuple[float, float, float, float], colour: str, letter: bool = True) -> None:
    """Paint a disc of a player's colour, with the letter of the colour where it can be read."""
    left, top, right, bottom = box
    side = max(4, round(right - left))
    fine = Image.new("RGBA", (side * FINE, side * FINE), (0, 0, 0, 0))
    tone = colour_of(colour)
    ImageDraw.Draw(fine).ellipse(
        (0, 0, fine.width - 1, fine.height - 1),
        fill=(*tone, 255),
        outline=(*darker(tone, 0.35), 255),
        width=max(2, fine.width // 16),
    )
    disc = fine.reduce(FINE)
    if letter and side >= 11:
        spot = side / 2, side / 2
        write(disc, spot, LETTERS.get(colour, "?"), round(side * 0.62), ink_on(tone), bold=True, anchor="mm")
    lay(picture, disc, round(left), round((top + bottom - side) / 2))


def _aim(frame: ZackFrame, wins_needed: int) -> str:
    """Return what wins the match; for practice, how many throws landed in the bowl."""
    if len(frame.seats) == 1:
        return _("{hits} of {throws} in the bowl", hits=frame.throws - frame.misses, throws=frame.throws)
    return _("One game decides") if wins_needed == 1 else _("First to win {count} games", count=wins_needed)


def status_panel(frame: ZackFrame, wins_needed: int, size: tuple[int, int], pen: Pen) -> Image.Image:
    """Paint the panel of the match: game, clock, what happens, and what wins."""
    small, what, game = pen.text(13.5), what_happens(frame), _("Game {game}", game=frame.game)
    due = next((seat for seat in frame.seats if seat.is_due), None)
    happens: Box = Lines(what, small, INK, bold=True, whole=True)
    if due is not None and frame.table_stage in (TableStage.PLAYING, TableStage.CHOOSING):
        happens = Row([chip_box(due.colour, round(1.15 * small)), happens], pen(5))
    aim = Lines(_aim(frame, wins_needed), small, INK_SOFT, whole=True, spare=1)
    return on_panel(status_box((game,), clock(frame.time_s), [[happens, aim]], (game, what), size, pen), size, pen)


def chip_box(colour: str, side: int) -> Picture:
    """Return the box of a disc of a player's colour."""

    def make(wide: int, high: int) -> Image.Image:
        picture = Image.new("RGBA", (wide, high), (0, 0, 0, 0))
        chip(picture, (0, 0, wide, high), colour)
        return picture

    return Picture(make, high=side)


def tally_panel(frame: ZackFrame, size: tuple[int, int], pen: Pen) -> Image.Image:
    """Paint the numbers of throws, misses and challenges so far."""
    large, small = min(pen.text(24), round(size[1] * 0.36)), pen.text(12)
    counts = [
        ((_("throws"),), frame.throws, INK),
        ((_("missed"),), frame.misses, TONES["bad"]),
        ((_("challenges"), "⚡"), frame.challenges, TONES["turn"]),
    ]
    columns = [
        Column(
            [
                Spacer(grow=1),
                Text(str(count), large, tone, bold=True, side="middle", line=1.1),
                Text(words, small, INK_SOFT, side="middle"),
                Spacer(grow=1),
            ]
        )
        for words, count, tone in counts
    ]
    return on_panel(Row(columns, pen(3), even=True), size, pen)


# ------------------------------------------------------------------------------------------------ the pile


def pile_panel(bowl: Sequence[BowlEntry], colours: Mapping[str, str], size: tuple[int, int], pen: Pen) -> Image.Image:
    """Paint the cards on top of the pile, the newest at the right, with who threw each, and how many lie below.

    bowl: bottom to top. colours: by player's name.
    """
    width, height = size
    picture = sheet(size, pen(9), LENS, mix(PAPER_EDGE, LENS, 0.4), 238, max(1, pen(1.2))).copy()
    pad, small = pen(8), pen.text(11.5)
    pale = lighter(LENS, 0.72)
    if not bowl:
        write(picture, (width / 2, height / 2), _("The bowl is empty"), pen.text(14), pale, anchor="mm")
        return picture
    high = height - 2 * pad - round(1.25 * small) - pen(3)
    wide = round(high / SHAPE)
    if wide < 8:
        return picture
    gap = max(2, pen(7))
    rest_room = round(wide * 0.9) + gap
    fit = max(1, (width - 2 * pad - rest_room + gap) // (wide + gap))
    shown = list(bowl[-fit:])
    rest = len(bowl) - len(shown)
    draw = ImageDraw.Draw(picture)
    x = width - pad - wide
    top = pad
    window = _window(bowl)
    first_x = x
    for place, entry in enumerate(reversed(shown)):
        newest = place == 0
        face = card_image(entry.face, colours.get(entry.by, ""), wide, high)
        if newest:
            _frame(draw, (x, top, x + wide, top + high), GLOW, max(2, pen(3)), wide)
        elif entry.wrong:
            _frame(draw, (x, top, x + wide, top + high), WRONG, max(2, pen(3)), wide)
        lay(picture, face, x, top)
        if entry.wrong:
            _cross(picture, (x + wide - round(0.16 * wide), top + round(0.16 * wide)), max(7, round(0.36 * wide)))
        if place < window:
            first_x = x
        colour = colours.get(entry.by, "")
        side = round(0.9 * small)
        base = height - pad - round(0.2 * small)
        room = wide + gap - side - pen(5)
        name = fitted(entry.by, room, small)
        if len(name) < min(4, len(entry.by)):
            # Less than three letters of a name say nothing: only the colour is shown.
            side = round(1.1 * small)
            chip(picture, (x + (wide - side) / 2, base - side, x + (wide + side) / 2, base), colour)
        else:
            chip(picture, (x, base - side, x + side, base), colour, letter=False)
            write(picture, (x + side + pen(3), base), name, small, PAPER if newest else pale)
        x -= wide + gap
    if window:
        y = top + high + max(1, pen(2))
        draw.line((first_x, y, width - pad, y), fill=(*GLOW, 230), width=max(1, pen(1.6)))
    if rest > 0:
        box = (pad, top, pad + round(wide * 0.9), top + high)
        _rest(picture, rest, box, pen)
        if width_px(_("below"), small) <= x + wide + gap - pad:
            write(picture, (pad, height - pad - round(0.2 * small)), _("below"), small, pale)
    return picture


def lying(frame: ZackFrame) -> tuple[BowlEntry, ...]:
    """Return the pile as the rules have it, bottom to top.

    Where the rules have given all cards back already, these are the cards that still lie in the bowl, by height.
    """
    if frame.bowl:
        return frame.bowl
    rest = sorted((card for card in frame.cards if card.state is CardState.BOWL), key=lambda card: card.y)
    return tuple(BowlEntry(card.name, card.face, card.by, card.wrong) for card in rest)


def _window(bowl: Sequence[BowlEntry]) -> int:
    """Return how many of the topmost cards hold the WINDOW Zack cards that can still be challenged."""
    zack = 0
    for count, entry in enumerate(reversed(bowl)):
        if zack == WINDOW:
            return count
        zack += not entry.face.startswith(("player:", "challenge:"))
    return len(bowl) if zack else 0


def _rest(picture: Image.Image, rest: int, box: tuple[int, int, int, int], pen: Pen) -> None:
    left, top, right, bottom = box
    pile(picture, rest, (left, top, right, bottom))
    size = pen.text(15)
    words = f"+{rest}"
    size = Text(words, size, PAPER, bold=True, smallest=8).fit((right - left, bottom - top))[1]
    x, y = (left + right) / 2, (top + bottom) / 2
    half = width_px(words, size, True) / 2 + pen(4)
    label = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    ImageDraw.Draw(label).rounded_rectangle(
        (x - half, y - 0.75 * size, x + half, y + 0.75 * size), pen(4), (*LENS, 235)
    )
    picture.alpha_composite(label)
    write(picture, (x, y), words, size, PAPER, bold=True, anchor="mm")


def pile(picture: Image.Image, count: int, box: tuple[int, int, int, int]) -> None:
    """Paint a pile of `count` cards, backs up; its height grows with the count, up to 24."""
    left, top, right, bottom = box
    layers = min(count, 24)
    step = max(0.5, (bottom - top) * 0.012)
    wide = round(right - left - layers * step * 0.35)
    high = round(bottom - top - layers * step)
    if wide < 3 or high < 3 or count < 1:
        return
    card = card_image(BACK, "", wide, high)
    side = card_image(BACK, "", wide, high).copy()
    side.paste((222, 214, 196, 255), (0, 0, wide, high), side.getchannel("A"))
    dark = side.copy()
    dark.paste((150, 138, 118, 255), (0, 0, wide, high), side.getchannel("A"))
    for layer in range(layers):
        at = round(left + layer * step * 0.35), round(bottom - high - layer * step)
        picture.alpha_composite(card if layer == layers - 1 else side if layer % 2 else dark, at)


def _frame(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], colour: Colour, width: int, wide: int) -> None:
    left, top, right, bottom = box
    draw.rounded_rectangle(
        (left - width, top - width, right + width - 1, bottom + width - 1), wide * 0.09 + width, fill=(*colour, 255)
    )


def _cross(picture: Image.Image, middle: tuple[int, int], side: int) -> None:
    """Paint the mark of a card thrown out of turn, `side` pixels large."""
    fine = Image.new("RGBA", (side * FINE, side * FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(fine)
    draw.ellipse((0, 0, fine.width - 1, fine.height - 1), fill=(*WRONG, 255), outline=(255, 255, 255, 255), width=FINE)
    a, b = fine.width * 0.30, fine.width * 0.70
    for start, end in (((a, a), (b, b)), ((a, b), (b, a))):
        draw.line((*start, *end), fill=(255, 255, 255, 255), width=max(FINE, fine.width // 8))
    mark = fine.reduce(FINE)
    lay(picture, mark, max(0, middle[0] - side // 2), max(0, middle[1] - side // 2))


# ------------------------------------------------------------------------------------------------ over the table


def stop_sign(side: int, words: str) -> Image.Image:
    """Paint a red octagon with a word on it, `side` pixels large."""
    fine = Image.new("RGBA", (side * FINE, side * FINE), (*STOP, 0))
    draw = ImageDraw.Draw(fine)
    for inset, tone in ((0.0, darker(STOP, 0.3)), (0.025, (255, 255, 255)), (0.075, STOP)):
        low, high = fine.width * inset, fine.width * (1 - inset)
        cut = (high - low) * 0.293
        corners = [(low + cut, low), (high - cut, low), (high, low + cut), (high, high - cut)]
        corners += [(high - cut, high), (low + cut, high), (low, high - cut), (low, low + cut)]
        draw.polygon(corners, fill=(*tone, 255))
    picture = fine.reduce(FINE)
    label = Text(words, round(side * 0.30), (255, 255, 255), bold=True, smallest=6, side="middle")
    paint(label, picture, (side // 10, 0, side - 2 * (side // 10), side))
    return picture


def verdict_words(verdict: Verdict) -> tuple[str, str]:
    """Return a ruling as two lines: on the challenge, and on what follows."""
    words = {"slow": _("{by} to {whom}: too slow!"), "out_of_turn": _("{by} to {whom}: out of turn!")}.get(
        verdict.reason
    )
    first = challenges(verdict.by, verdict.against)
    if words is not None:
        first = put_in(words, by=called(verdict.by), whom=whom(verdict.against))
    what = takes(verdict.taker if verdict.cards else None, verdict.cards)
    return first, _("Right: {takes}.", takes=what) if verdict.success else _("Wrong: {takes}.", takes=what)


def over_panel(frame: ZackFrame, room: tuple[int, int], pen: Pen) -> Image.Image:
    """Paint the result of the match: who has won, games won, and numbers of throws, misses and challenges."""
    wins = ", ".join(f"{called(seat.name)} {seat.wins}" for seat in frame.seats)
    summary = _(
        "Games won: {wins}. {throws} throws, {misses} missed, {challenges} challenges.",
        wins=wins,
        throws=frame.throws,
        misses=frame.misses,
        challenges=frame.challenges,
    )
    return victory(won_by(frame.winners), summary, room, pen)


MOST_STARS = 5
"""Where more games than these have to be won they are not shown one by one."""
MOST_BUBBLE = 0.27
"""The greatest width of a thought, as a share of the plate's."""


def seat_panel(
    seat: SeatView, wins_needed: int, size: tuple[int, int], pen: Pen
) -> tuple[Image.Image, dict[str, Place]]:
    """Paint a player's plate: colour, name, games won, profile and strategy, cards and challenge cards left.

    Return it and the places on it of the `clock` and of the `bubble`, if there is room for them.
    """
    title, small = min(pen.text(16), max(8, round(0.7 * size[1]))), pen.text(12.5)
    chip = chip_box(seat.colour, round(1.05 * title))
    name = Text(called(seat.name), title, INK, bold=True, smallest=small, grow=1)
    won = _won(seat, wins_needed, title)
    about = Text(player_labels(seat.profile, seat.strategy, "zack"), small, INK_SOFT, whole=True, grow=1)
    clock = Spacer(size=(clock_room(small), small), name="clock", spare=2) if seat.is_due else None
    # On a high plate the cards grow only as long as there is room for the rest beside them.
    most = max(20, round(0.25 * size[0]))
    count = Text(str(seat.cards), title, INK, bold=True, whole=True)
    below = [Row([about, clock], pen(2), spare=1), _cards(seat, size, most, pen)]
    box = First([Column([Row([chip, name, won], pen(6)), *below]), Row([chip, name, clock, won, count], pen(5))])
    picture = panel(size, pen, seat.is_due)
    return picture, paint(box, picture, inside(size, pen))


def _won(seat: SeatView, wins_needed: int, title: int) -> Box:
    """Return the games won as stars where they leave room for a name, else their number."""
    stars = "★" * min(seat.wins, wins_needed) + "☆" * max(0, wins_needed - seat.wins)
    number = f"★{seat.wins}" if seat.wins else ""
    words = (stars, number) if wins_needed <= MOST_STARS else number
    return Text(words, title, darker(BRASS, 0.25), whole=True, spare=1)


def _cards(seat: SeatView, size: tuple[int, int], most: int, pen: Pen) -> Box:
    """Return the pile in hand with its number, the challenge cards that are left, and the place of a thought."""
    text = min(pen.text(19), round(0.72 * most))

    def pile_picture(wide: int, high: int) -> Image.Image:
        if not seat.cards:
            # Only the player card is left.
            return card_image(f"player:{seat.colour}", "", wide, high)
        picture = Image.new("RGBA", (wide, high), (*PAPER, 0))
        pile(picture, seat.cards, (0, 0, wide, high))
        return picture

    boxes = [
        Picture(pile_picture, 1 / SHAPE, most, smallest=16),
        Text(str(seat.cards), text, INK, bold=True, smallest=pen.text(1), whole=True, line=0.8),
        Picture(partial(_challenges, seat, max(1, pen(3))), None, most, smallest=0, grow=1),
        Spacer(size=(min(round(1.25 * most), round(MOST_BUBBLE * size[0])), 0), name="bubble"),
    ]
    return Row(boxes, pen(5), grow=1)


def _challenges(seat: SeatView, gap: int, wide: int, high: int) -> Image.Image:
    picture = Image.new("RGBA", (wide, high), (*PAPER, 0))
    mini_high = round(high * 0.66)
    mini = round(mini_high / SHAPE)
    others = max(1, len(seat.challenges) - 1)
    step = min(mini + gap, (wide - mini) // others)
    top = (high - mini_high) // 2
    if step < 0.55 * mini:
        _stripes(picture, seat, (0, top, min(wide, 2 * mini), top + mini_high))
        return picture
    for number, colour in enumerate(seat.challenges):
        face = card_image(f"challenge:{colour}", seat.colour, mini, mini_high)
        lay(picture, face, number * step, top)
    return picture


def _stripes(picture: Image.Image, seat: SeatView, box: tuple[int, int, int, int]) -> None:
    """Paint the challenge cards where there is no room for them: one card of the player's colour, a stripe for each."""
    left, top, right, bottom = box
    if right - left < 3 * len(seat.challenges) + 4 or not seat.challenges:
        return
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((left, top, right - 1, bottom - 1), 3, fill=(*colour_of(seat.colour), 255))
    each = (right - left - 4) / len(seat.challenges)
    for index, colour in enumerate(seat.challenges):
        x = left + 2 + index * each
        draw.rectangle((round(x), top + 3, round(x + each) - 1, bottom - 4), fill=(*colour_of(colour), 255))


def clock_room(small: int) -> int:
    """Return the greatest width of a reaction clock, with letters of `small` pixels."""
    return width_px("00.0 s", small, True) + 8


def clock_text(seconds: float, small: int) -> Image.Image:
    """Paint how long a player has been due, to a tenth of a second.

    The picture is `clock_room` wide, with the words at its right end.
    """
    words = _("{seconds:.1f} s", seconds=min(seconds, 999.0))
    picture = Image.new("RGBA", (clock_room(small), line_px(small)), (*PAPER, 0))
    tone = TONES["bad"] if seconds > 2.0 else INK
    write(picture, (picture.width - 1, picture.height / 2), words, small, tone, bold=True, anchor="rm")
    return picture


def bubble(colour: str, wrong: bool, size: tuple[int, int]) -> Image.Image:
    """Paint a thought: the colour of the player who is believed to be due.

    wrong: struck through, with a red line round it.
    """
    width, height = size
    fine = Image.new("RGBA", (width * FINE, height * FINE), (*PAPER, 0))
    draw = ImageDraw.Draw(fine)
    line = (*(WRONG if wrong else PAPER_EDGE), 255)
    fill = (255, 236, 232, 255) if wrong else (255, 255, 255, 255)
    w, h = fine.width - 1, fine.height - 1
    # A cloud: discs in the colour of its outline, and over them smaller ones.
    cloud = [
        (0.10, 0.10, 0.55, 0.78),
        (0.34, 0.00, 0.80, 0.66),
        (0.52, 0.10, 0.99, 0.80),
        (0.22, 0.24, 0.76, 0.90),
        (0.06, 0.78, 0.20, 0.94),
        (0.00, 0.93, 0.07, 1.00),
    ]
    grow = max(2, round(fine.height * 0.035))
    for inset, tint in ((0, line), (grow, fill)):
        for x0, y0, x1, y1 in cloud:
            box = (x0 * w + inset, y0 * h + inset, x1 * w - inset, y1 * h - inset)
            if box[2] > box[0] and box[3] > box[1]:
                draw.ellipse(box, fill=tint)
    radius = 0.25 * h
    cx, cy = 0.53 * w, 0.44 * h
    tone = colour_of(colour)
    draw.ellipse((cx - radius, cy - radius, cx + radius, cy + radius), fill=(*tone, 255))
    if wrong:
        draw.line((cx - radius, cy + radius, cx + radius, cy - radius), fill=(*WRONG, 255), width=max(3, grow * 2))
    picture = fine.reduce(FINE)
    letter = round(0.36 * height)
    if letter >= 7 and not wrong:
        spot = cx / FINE, cy / FINE
        write(picture, spot, LETTERS.get(colour, "?"), letter, ink_on(tone), bold=True, anchor="mm")
    return picture
