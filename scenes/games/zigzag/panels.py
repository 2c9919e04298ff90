"""The panels of ZIGZAG and its players as pictures, painted with Pillow. Pixels, y down; no window needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from math import cos, pi, sin

from PIL import Image, ImageDraw

from scenes.drawing.palette import (
    GLOW,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_EDGE,
    PLAYERS,
    STOP,
    TONES,
    Colour,
    darker,
    forget_on_use,
    mix,
)
from scenes.drawing.panels import FINE, Pen, clock, on_panel, sheet, status_box, victory, won_by
from scenes.games.zigzag.art import BACK, SHAPE, card_image, ink_on
from scenes.labels import player_labels
from scenes.layout.boxes import Box, Column, First, Lines, Picture, Row, Spacer, Text, paint
from scenes.layout.parts import lay
from scenes.layout.text import fitted, line_px, width_px, write
from sim.games.zigzag.match.frame import Check, HandState, SeatView, TableStage, TeamView, ZigzagFrame
from sim.language import N_, _, _n, put_in
from sim.match.grammar import called, jointly, said_of, said_of_all

BOXES = {"zig": "ZIG", "zag": "ZAG", "double_zig": "2×ZIG", "zig_zag": "ZIG-ZAG"}
"""The boxes as printed on a sheet; the keys are spelled as by `word`."""
NARROW = {"double_zig": "2 ZI", "zig_zag": "Z+Z"}
"""Shorter words for boxes where there is little room."""
CALLS = {
    "zig": "ZIG", "zag": "ZAG", "double_zig": "DOUBLE-ZIG", "zig_zag": "ZIG-ZAG", "double_zag": "DOUBLE-ZAG",
    "contre": N_("CONTRE"),
}  # fmt: skip
SIDES = 4, 3, 6
"""The corners of each team's mark, so that teams differ by more than colour."""


def call_shown(call: str) -> str:
    """Return a call, or a box, as the screen has it."""
    return _(CALLS.get(word(call), call))


def word(name: str) -> str:
    """Return the rules' spelling of a call or a box."""
    return name.replace("-", "_")


def team_colour(team: int) -> Colour:
    """Return a team's colour, as used for sleeves, marks and names."""
    return PLAYERS[team % len(PLAYERS)]


def mark(picture: Image.Image, x: float, y: float, side: int, team: int) -> None:
    """Draw a team's mark into the picture, `side` pixels wide, with its upper left corner at (x, y).

    The mark is a square, a triangle or a hexagon in the team's colour.
    """
    lay(picture, mark_image(max(5, side), team), round(x), round(y))


@lru_cache(maxsize=64)
def mark_image(side: int, team: int) -> Image.Image:
    """Return a team's mark, `side` pixels wide and high, cached."""
    fine = Image.new("RGBA", (side * FINE, side * FINE), (0, 0, 0, 0))
    corners, tone = SIDES[team % len(SIDES)], team_colour(team)
    half = fine.width / 2
    turn = pi / 4 if corners == 4 else -pi / 2
    reach = half * (1.3 if corners == 4 else 0.98)
    points = [
        (half + reach * cos(turn + 2 * pi * n / corners), half + reach * sin(turn + 2 * pi * n / corners))
        for n in range(corners)
    ]
    ImageDraw.Draw(fine).polygon(points, fill=(*tone, 255), outline=(*darker(tone, 0.5), 255))
    return fine.reduce(FINE)


def what_happens(frame: ZigzagFrame) -> str:
    """Return what is going on, in a few words."""
    check = frame.check
    if frame.table_stage is TableStage.DEALING and check is not None and check.success and check.call is not None:
        # The rules already wait for the deal, while the table still shows how the set ended.
        pair = frame.teams[check.team].seats
        return said_of_all(pair, _("You win the set"), _("{name} wins the set"), _("{names} win the set"))
    return {
        TableStage.DEALING: _("Cards are dealt") if frame.set else _("Getting ready"),
        TableStage.PLAYING: _("Exchange"),
        TableStage.CHECKING: _("Cards are shown"),
        TableStage.POWERS: _("Special cards act"),
        TableStage.OVER: _("The match is over"),
    }[frame.table_stage]


def status_panel(frame: ZigzagFrame, level: int, size: tuple[int, int], pen: Pen) -> Image.Image:
    """Paint set, hand, clock, what is going on, and at levels 2 and 3 the number of the constraint."""
    small, what = pen.text(13), what_happens(frame)
    where = _("Set {set}", set=frame.set) if frame.set else "ZIGZAG"
    title = _("Set {set}, hand {hand}", set=frame.set, hand=frame.hand) if frame.set and frame.hand else where
    lines = [Lines(what, small, INK, bold=True, whole=True)]
    if level > 1 and frame.number is not None:
        number = _("Level {level}, constraint number {number}", level=level, number=frame.number)
        lines.append(Lines(number, small, INK_SOFT, whole=True, spare=1))
    return on_panel(status_box((title,), clock(frame.time_s), [lines], (where, what), size, pen), size, pen)


def sheet_panel(team: int, view: TeamView, size: tuple[int, int], pen: Pen) -> Image.Image:
    """Paint a team's score sheet: names, a box for each contract at each level, and the failed CONTREs it has left."""
    text, small, left = pen.text(14), pen.text(11), max(0, view.contres_left)
    chip = Picture(lambda side, _: mark_image(side, team), high=round(0.85 * text))
    names = Text(" + ".join(map(called, view.seats)), text, INK, bold=True, whole=True, grow=1)
    number = Text(str(left), small, INK_SOFT if left else STOP, whole=True)
    # The names matter more than the word CONTRE: where both have no room only its number stays.
    head = First(
        [
            Row([chip, names, replace(number, words=_("CONTRE {left}", left=left))], pen(5)),
            Row([chip, replace(names, whole=False), number], pen(5)),
        ]
    )
    levels = sorted({level for level, _, _ in view.boxes})
    rows = []
    for level in levels:
        boxes = [_contract(box, ticked, team, pen) for at, box, ticked in view.boxes if at == level]
        label = Text(str(level), small, INK_SOFT, bold=True, whole=True) if levels != [1] else None
        rows.append(Row([label, Row(boxes, pen(3), even=True, grow=1)], pen(3), grow=1))
    return on_panel(Column([head, *rows], pen(3)), size, pen)


def _contract(box: str, ticked: bool, team: int, pen: Pen) -> Box:
    """Return a contract's box: its name, and above it, where there is room, whether it is ticked."""
    fill = mix(team_colour(team), PAPER, 0.08) if ticked else mix(PAPER, (255, 255, 255), 0.5)
    ink, small = ink_on(fill) if ticked else INK_SOFT, pen.text(11)
    words = BOXES.get(word(box), box), NARROW.get(word(box), box)
    name = Text(words, small, ink, bold=True, smallest=round(0.75 * small), side="middle")

    def make(wide: int, high: int) -> Image.Image:
        picture = Image.new("RGBA", (wide, high), (*fill, 0))
        draw = ImageDraw.Draw(picture)
        draw.rounded_rectangle((0, 0, wide - 1, high - 1), pen(4), fill=(*fill, 255), outline=(*PAPER_EDGE, 255))
        foot = round(1.1 * small) if high > 1.9 * small else high
        edge = max(1, pen(1.5))
        paint(name, picture, (edge, high - foot - (edge if foot < high else 0), wide - 2 * edge, foot))
        x, y, r = wide / 2, (high - foot) / 2, 0.32 * min(wide, high - foot)
        if ticked and r:
            points = [(x - r, y), (x - 0.25 * r, y + 0.75 * r), (x + 1.1 * r, y - 0.9 * r)]
            draw.line(points, fill=(*ink, 255), width=max(2, round(0.42 * r)), joint="curve")
        elif r:
            draw.rectangle((x - 0.7 * r, y - 0.7 * r, x + 0.7 * r, y + 0.7 * r), outline=(*PAPER_EDGE, 255))
        return picture

    return Picture(make, None, smallest=small)


# ------------------------------------------------------------------------------------------------ over the table


@lru_cache(maxsize=64)
def name_plate(name: str, team: int, size_px: int, lit: bool, room: int, passed: bool = False) -> Image.Image:
    """Return a name with the team's mark, cached.

    lit: highlighted, as the player speaks. room: the most pixels that the name may take. passed: a tick follows, as the
    player wants no more of the tapis.
    """
    words = fitted(name, max(20, room), size_px, True) + (" ✓" if passed else "")
    side = round(0.8 * size_px)
    wide = width_px(words, size_px, True) + side + round(1.2 * size_px)
    high = round(1.35 * size_px)
    ground = darker(team_colour(team), 0.35)
    picture = sheet((wide, high), high // 2, ground, GLOW if lit else darker(ground, 0.3), 235, 2 if lit else 1).copy()
    mark(picture, 0.45 * size_px, (high - side) / 2, side, team)
    write(picture, (0.65 * size_px + side, high / 2), words, size_px, (255, 255, 255), bold=True, anchor="lm")
    return picture


@lru_cache(maxsize=64)
def bubble(words: str, against: bool, team: int, below: bool, size_px: int) -> Image.Image:
    """Return a speech bubble, cached. against: it is a CONTRE. below: the tail points down, else up."""
    loud = words.upper() == words
    size = round(size_px * (1.35 if loud else 1.0))
    wide, high, tail = width_px(words, size, True) + round(1.2 * size), round(1.75 * size), round(0.7 * size)
    fine = Image.new("RGBA", (wide * FINE, (high + tail) * FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(fine)
    edge = STOP if against else darker(team_colour(team), 0.2)
    fill = (*(STOP if against else PAPER), 250)
    width = max(1, round(0.13 * size)) * FINE
    top = tail * FINE if not below else 0
    x, y = fine.width / 2, (high * FINE - width if below else tail * FINE + width)
    tip = fine.height - 1 if below else 0
    box = (width // 2, top + width // 2, fine.width - width // 2 - 1, top + high * FINE - width // 2 - 1)
    draw.rounded_rectangle(box, high * FINE // 2.4, fill=fill, outline=(*edge, 255), width=width)
    draw.polygon([(x - tail * 1.6, y), (x + tail * 1.6, y), (x, tip)], fill=fill)
    for side in (-1, 1):
        draw.line((x + side * tail * 1.6, y, x, tip), fill=(*edge, 255), width=width)
    picture = fine.reduce(FINE)
    middle = high / 2 if below else tail + high / 2
    write(picture, (wide / 2, middle), words, size, (255, 255, 255) if against else INK, bold=True, anchor="mm")
    return picture


@lru_cache(maxsize=64)
def count_plate(words: str, size_px: int) -> Image.Image:
    """Return the label of a heap, cached: its name and the number of its cards."""
    wide, high = width_px(words, size_px, True) + size_px, round(1.35 * size_px)
    picture = sheet((wide, high), high // 3, (20, 34, 30), (20, 34, 30), 215, 1).copy()
    write(picture, (wide / 2, high / 2), words, size_px, PAPER, bold=True, anchor="mm")
    return picture


def verdict_words(check: Check, teams: Sequence[TeamView]) -> tuple[str, str]:
    """Return two lines on an announcement or a CONTRE: what was called, and how it came out."""
    against = jointly(teams[check.team].seats) if check.team < len(teams) else _("the team")
    if check.call is None:
        first = _("{name}: CONTRE to {against}!", name=called(check.by), against=against)
        second = (
            _("Confirmed: they change their hands.")
            if check.success
            else said_of(check.by, _("Failed: You draw four cards."), _("Failed: {name} draws four cards."))
        )
        return first, second
    first = f"{called(check.by)}: {call_shown(check.call)}!"
    if not check.success:
        return first, _("Wrong: {against} draw four cards each.", against=against)
    if check.box is None:
        return first, _("Right! The set is won.")
    level, box = check.box
    words = _("Right! {box} is ticked at level {level}.") if level > 1 else _("Right! {box} is ticked.")
    return first, put_in(words, box=call_shown(box), level=level)


def over_panel(frame: ZigzagFrame, room: tuple[int, int], pen: Pen) -> Image.Image:
    """Paint the winners and the ticked boxes of every team."""
    sheets = []
    for view in frame.teams:
        ticked = sum(box[2] for box in view.boxes)
        sheets.append(_("{seats} {ticked} of {boxes}", seats=jointly(view.seats), ticked=ticked, boxes=len(view.boxes)))
    return victory(
        won_by(frame.winners),
        _n(
            "Boxes ticked: {sheets}. {count} set.",
            "Boxes ticked: {sheets}. {count} sets.",
            frame.set,
            sheets="; ".join(sheets),
        ),
        room,
        pen,
    )


for _cache in (mark_image, name_plate, bubble, count_plate):
    forget_on_use(_cache.cache_clear)


HAND, GAP = 4, 0.07
"""The number of cards in a hand, and the gap between two as a share of a card's width."""
CARDS_SHAPE = (HAND + (HAND - 1) * GAP) / SHAPE
DOES = {
    HandState.REST: "",
    HandState.LAYING: N_("lays a card"),
    HandState.REACHING: N_("reaches out"),
    HandState.GRASPING: N_("has a card"),
    HandState.BACK: "",
    HandState.FETCHING: N_("fetches a card"),
    HandState.PLAYING: N_("plays a card"),
}


def doing(seat: SeatView) -> tuple[str, Colour]:
    """Return what a player is doing in a few words, and the colour of the words."""
    if seat.bluff:
        return _("bluffs"), TONES["bad"]
    if seat.sign is not None:
        call = CALLS.get(word(seat.sign))
        return (_("makes a sign"), INK_SOFT) if call is None else (_("signs {call}", call=_(call)), TONES["good"])
    if DOES[seat.hand.state]:
        return _(DOES[seat.hand.state]), INK_SOFT
    if seat.waiting:
        return _("yet to pick up"), INK_SOFT
    return (_("wants no more"), INK_SOFT) if seat.passed else ("", INK_SOFT)


def seat_panel(seat: SeatView, size: tuple[int, int], pen: Pen, hidden: bool = False) -> Image.Image:
    """Paint a player's panel: name, profile, cards (backs if `hidden`), current action."""
    title, small = pen.text(15), pen.text(11.5)
    about, skill = player_labels(seat.profile, seat.strategy, "zigzag")[0], _(seat.profile)
    name = Text(called(seat.name), title, INK, bold=True, smallest=small)
    combination = None if hidden else seat.says_combination

    def head(beside: str = "", whole: bool = True) -> Row:
        chip = Picture(lambda side, _: mark_image(side, seat.team), high=round(0.8 * title))
        who = Text(beside, small, INK_SOFT, whole=True) if beside else None
        if combination is None:
            return Row([chip, replace(name, whole=whole), who], pen(5))
        words = call_shown(combination)
        call = Text(words, title, TONES["good"], bold=True, whole=True, side="right", grow=1)
        return Row([chip, replace(name, whole=whole), who, call], pen(5))

    action, tone = doing(seat)
    does = Text(action, small, tone, grow=1)
    high, low = (
        Picture(partial(_cards, seat, hidden), CARDS_SHAPE, smallest=least) for least in (2 * line_px(small), 10)
    )
    # The current action is below the cards, or beside them on a low panel.
    below: tuple[Box, ...] = Row([high, Spacer(grow=1)], grow=1), replace(does, grow=0.0)
    beside = Row([low, does], pen(5), grow=1)
    line = Text(about, small, INK_SOFT, whole=True)
    heads: list[list[Box]] = [[head(about)], [head(), line], [head(skill)], [head(whole=False)]]
    arrangements = [Column([*top, *rest], pen(2)) for rest in (below, (beside,)) for top in heads]
    box = First([*arrangements, head(whole=False)])
    return on_panel(box, size, pen, due=combination is not None)


def _cards(seat: SeatView, hidden: bool, wide: int, high: int) -> Image.Image:
    """Paint the cards of a hand side by side, and an outline for each that is missing."""
    picture = Image.new("RGBA", (wide, high), (*INK_SOFT, 0))
    card, step = round(wide / (HAND + (HAND - 1) * GAP)), wide * (1 + GAP) / (HAND + (HAND - 1) * GAP)
    for number in range(HAND):
        x = round(number * step)
        if number < len(seat.cards):
            face = card_image(BACK if hidden else seat.cards[number], card, high)
            lay(picture, face, min(x, wide - face.width), 0)
        else:
            edge = (x, 0, min(x + card, wide) - 1, high - 1)
            ImageDraw.Draw(picture).rounded_rectangle(edge, max(1, card // 12), outline=(*INK_SOFT, 110))
    return picture
