"""A player's panel as a picture: name, cards, current action. Pixels, y down; no window needed."""

from __future__ import annotations

from PIL import Image, ImageDraw

from scenes.drawing.palette import INK, INK_SOFT, TONES, Colour
from scenes.drawing.panels import Pen, panel
from scenes.games.zigzag.art.card_art import BACK, SHAPE, card_image
from scenes.games.zigzag.panels import CALLS, mark, word
from scenes.labels import player_label
from scenes.layout.text import fitted, line_px, width_px, write
from sim.games.zigzag.match.frame import HandState, SeatView

DOES = {
    HandState.REST: "",
    HandState.LAYING: "lays a card",
    HandState.REACHING: "reaches for a card",
    HandState.GRASPING: "has a card",
    HandState.BACK: "",
    HandState.FETCHING: "fetches a card",
    HandState.PLAYING: "plays a card",
}


def doing(seat: SeatView) -> tuple[str, Colour]:
    """Return what a player is doing in a few words, and the colour of the words."""
    if seat.bluff:
        return "makes a false sign", TONES["bad"]
    if seat.sign is not None:
        call = CALLS.get(word(seat.sign))
        return ("makes a sign", INK_SOFT) if call is None else (f"signs {call}", TONES["good"])
    if DOES[seat.hand.state]:
        return DOES[seat.hand.state], INK_SOFT
    if seat.waiting:
        return "has not picked up yet", INK_SOFT
    return ("wants no more", INK_SOFT) if seat.passed else ("", INK_SOFT)


def seat_panel(seat: SeatView, size: tuple[int, int], pen: Pen, hidden: bool = False) -> Image.Image:
    """Paint a player's panel: name, profile, cards (backs if `hidden`), current action."""
    width, height = size
    combination = None if hidden else seat.says_combination
    picture = panel(size, pen, due=combination is not None)
    pad, title, small = pen(7), pen.text(15), pen.text(11.5)
    chip = round(title * 0.8)
    base = pad + round(title * 0.78)
    mark(picture, pad, base - chip, chip, seat.team)
    x, end = pad + chip + pen(5), width - pad
    if combination is not None:
        words = CALLS.get(word(combination), combination)
        end -= width_px(words, title, True) + pen(4)
        write(picture, (width - pad, base), words, title, TONES["good"], bold=True, anchor="rs")
    name = fitted(seat.name, round(end - x), title, True)
    write(picture, (x, base), name, title, INK, bold=True)
    x += width_px(name, title, True) + pen(6)
    how = player_label(seat.profile, seat.strategy, "zigzag")
    if end - x > 3 * small:
        write(picture, (x, base), fitted(how, round(end - x), small), small, INK_SOFT)
    top = base + round(0.35 * small) + pen(2)
    action, tone = doing(seat)
    line = line_px(small)
    room = height - top - pen(5)
    if room < 1.2 * small:
        return picture
    # The cards, and the current action below them, or beside them on a low panel.
    high = room - line if room > 3.2 * line else room
    wide = round(min(high / SHAPE, (width - 2 * pad - 3 * pen(3)) / 4))
    high = round(wide * SHAPE)
    if wide >= 7:
        x = pad
        for face in seat.cards:
            picture.alpha_composite(card_image(BACK if hidden else face, wide, high), (x, round(top)))
            x += wide + pen(3)
        for _ in range(4 - len(seat.cards)):
            box = (x, round(top), x + wide - 1, round(top) + high - 1)
            ImageDraw.Draw(picture).rounded_rectangle(box, max(1, wide // 12), outline=(*INK_SOFT, 110))
            x += wide + pen(3)
    if not action:
        return picture
    if room > 3.2 * line:
        write(picture, (pad, height - pen(5)), fitted(action, width - 2 * pad, small), small, tone)
    elif width - pad - x > 4 * small:
        words = fitted(action, round(width - pad - x), small)
        write(picture, (x + pen(2), top + high / 2), words, small, tone, anchor="lm")
    return picture
