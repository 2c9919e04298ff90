"""A player's panel as a picture: name, cards, current action. Pixels, y down; no window needed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PIL import Image, ImageDraw

from scenes.drawing.palette import INK, INK_SOFT, TONES, Colour
from scenes.drawing.panels import Pen, on_panel
from scenes.games.zigzag.art.card_art import BACK, SHAPE, card_image
from scenes.games.zigzag.panels import CALLS, mark_image, word
from scenes.labels import player_labels
from scenes.layout.boxes import Box, Column, First, Picture, Row, Spacer, Text
from scenes.layout.text import line_px
from sim.games.zigzag.match.frame import HandState, SeatView

HAND, GAP = 4, 0.07
"""The number of cards in a hand, and the gap between two as a share of a card's width."""
CARDS_SHAPE = (HAND + (HAND - 1) * GAP) / SHAPE
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
    title, small = pen.text(15), pen.text(11.5)
    about, skill = player_labels(seat.profile, seat.strategy, "zigzag")[0], seat.profile
    name = Text(seat.name, title, INK, bold=True, smallest=small)
    combination = None if hidden else seat.says_combination

    def head(beside: str = "", whole: bool = True) -> Row:
        chip = Picture(lambda side, _: mark_image(side, seat.team), high=round(0.8 * title))
        who = Text(beside, small, INK_SOFT, whole=True) if beside else None
        if combination is None:
            return Row([chip, replace(name, whole=whole), who], pen(5))
        words = CALLS.get(word(combination), combination)
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
            picture.alpha_composite(face, (min(x, wide - face.width), 0))
        else:
            edge = (x, 0, min(x + card, wide) - 1, high - 1)
            ImageDraw.Draw(picture).rounded_rectangle(edge, max(1, card // 12), outline=(*INK_SOFT, 110))
    return picture
