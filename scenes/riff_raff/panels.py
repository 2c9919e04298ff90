"""The panels as pictures, painted with Pillow when what they tell has changed. Pixels, y down; no window needed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from scenes.canvas import Canvas
from scenes.palette import (
    BRASS,
    GLOW,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_DUE,
    PAPER_EDGE,
    TONES,
    Colour,
    darker,
    lighter,
    mix,
)
from scenes.playback import Playback
from scenes.riff_raff.layout import LEAST_TEXT
from scenes.riff_raff.piece_art import piece_icon
from scenes.text import fitted, line_px, width_px, wrapped, write
from sim.matches.frame import TickerLine
from sim.matches.riff_raff.frame import Beat, RiffRaffFrame
from sim.physics.pieces import Piece

FINE = 3


@dataclass(frozen=True, slots=True)
class Pen:
    """How large things are painted: `unit` times as in a 720-line window, at `ratio` pixels a window unit."""

    unit: float
    ratio: float

    def __call__(self, measure: float) -> int:
        """A measure in pixels."""
        return max(1, round(measure * self.unit * self.ratio))

    def text(self, size: float) -> int:
        """The height of a text in pixels."""
        return round(max(LEAST_TEXT, round(size * self.unit)) * self.ratio)


@lru_cache(maxsize=64)
def sheet(size: tuple[int, int], radius: int, colour: Colour, edge: Colour, alpha: int, width: int) -> Image.Image:
    """An empty panel: paper with round corners and an edge."""
    fine = Image.new("RGBA", (size[0] * FINE, size[1] * FINE), (*edge, 0))
    ImageDraw.Draw(fine).rounded_rectangle(
        (0, 0, fine.width - 1, fine.height - 1),
        radius * FINE,
        fill=(*colour, alpha),
        outline=(*edge, 255),
        width=width * FINE,
    )
    return fine.reduce(FINE)


def panel(size: tuple[int, int], pen: Pen, due: bool = False) -> Image.Image:
    """A panel to write on; a brighter one for whoever is due."""
    if due:
        return sheet(size, pen(9), PAPER_DUE, GLOW, 246, max(2, pen(3))).copy()
    return sheet(size, pen(9), PAPER, PAPER_EDGE, 232, max(1, pen(1.2))).copy()


@lru_cache(maxsize=128)
def card(width: int, height: int, colour: Colour, number: int | None, dim: bool) -> Image.Image:
    """A playing card: its number, or its back."""
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
    """The captain's hat, in a square of that many pixels."""
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


class Icons:
    """Small pictures of the pieces, painted once a size."""

    def __init__(self, pieces: Mapping[str, Piece]) -> None:
        self._pieces = pieces
        self._made: dict[tuple[str, int, bool], Image.Image] = {}

    def icon(self, kind: str, side: int, ghost: bool = False) -> Image.Image:
        """A kind's icon; as a ghost where none is left."""
        key = (kind, side, ghost)
        if key not in self._made:
            picture = piece_icon(self._pieces[kind], side)
            if ghost:
                picture.putalpha(picture.getchannel("A").point(lambda value: value * 0.16))
            self._made[key] = picture
        return self._made[key]


# ------------------------------------------------------------------------------------------------ the table


def clock(seconds: float) -> str:
    """Minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def what_happens(frame: RiffRaffFrame) -> str:
    """The moment in a few words."""
    who = frame.due or "Everybody"
    return {
        Beat.CHOOSING: "Everybody picks a card",
        Beat.REVEALED: "The cards are turned up",
        Beat.THINKING: f"{who} thinks",
        Beat.LOADING: f"{who} lowers a piece",
        Beat.WATCHING: "Will it hold?",
        Beat.RULED: f"{who}'s turn is over",
        Beat.OVER: "The match is over",
    }[frame.beat]


def status_panel(frame: RiffRaffFrame, size: tuple[int, int], pen: Pen) -> Image.Image:
    """Round, slot, number announced, clock, and what is happening."""
    width, height = size
    picture = panel(size, pen)
    pad = pen(10)
    title, small = pen.text(17), pen.text(13.5)
    base = pad + round(title * 0.86)
    now = clock(frame.time_s)
    write(picture, (width - pad, base), now, small, INK_SOFT, anchor="rs")
    room = width - 2 * pad - width_px(now, small) - pen(6)
    long = f"Round {frame.round} of {frame.rounds}"
    short = f"{frame.round}/{frame.rounds}"
    write(picture, (pad, base), long if width_px(long, title, True) <= room else short, title, INK, bold=True)
    lines = [(what_happens(frame), INK)]
    if frame.slot is not None and frame.beat is not Beat.OVER:
        pieces = {0: "", 1: ", one piece", 2: ", two pieces"}.get(frame.announced, "")
        lines.append((f"Slot {frame.slot}{pieces}", TONES["turn"]))
    room = width - 2 * pad
    y = base
    if base + 2 * (line_px(small) + pen(2)) + 0.25 * small > height - pad * 0.4:
        lines = [(" · ".join(text for text, _ in lines), INK)]
    for text, tone in lines:
        y += line_px(small) + pen(2)
        if y + 0.25 * small > height - pad * 0.4:
            break
        write(picture, (pad, y), fitted(text, room, small), small, tone)
    return picture


def gauge_panel(stop_deg: float, size: tuple[int, int], pen: Pen) -> tuple[Image.Image, tuple[int, int], int]:
    """The dial of the heel without its needle; where the needle turns (pixels, y down) and how long it is."""
    width, height = size
    picture = panel(size, pen)
    text = pen.text(13)
    radius = min(height - pen(16), round(width * 0.30))
    centre = (width - pen(12) - radius, height - pen(11))
    reach = math.radians(64.0) / stop_deg
    fine = Image.new("RGBA", (width * FINE, height * FINE), (*PAPER, 0))
    draw = ImageDraw.Draw(fine)
    box = [(v - s) * FINE for v, s in ((centre[0], radius), (centre[1], radius))] + [
        (v + radius) * FINE for v in centre
    ]
    for low, high, tone in (
        (-1.0, 1.0, (196, 68, 62)),
        (-0.65, 0.65, (235, 180, 70)),
        (-0.33, 0.33, (82, 158, 118)),
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
    """The dial's needle, upright, turning about the middle of its lower end."""
    half = pen(3.2)
    fine = Image.new("RGBA", ((2 * half + 2) * FINE, (length + half + 2) * FINE), (*INK, 0))
    draw = ImageDraw.Draw(fine)
    x, foot = (half + 1) * FINE, (length + 1) * FINE
    draw.polygon([(x - half * FINE * 0.5, foot), (x, FINE), (x + half * FINE * 0.5, foot)], fill=(*INK, 255))
    draw.ellipse((x - half * FINE, foot - half * FINE, x + half * FINE, foot + half * FINE), fill=(*INK, 255))
    return fine.reduce(FINE)


def heel_words(hull_angle: float, room: int, size: int) -> str:
    """The heel in words: `7° starboard`, or `7°` where there is no more room."""
    degrees = round(-math.degrees(hull_angle))
    words = f"{abs(degrees)}°" + ("" if degrees == 0 else " starboard" if degrees > 0 else " port")
    return words if width_px(words, size, True) <= room else f"{abs(degrees)}°"


def line_of_text(text: str, size: int, colour: Colour, room: int, bold: bool = False) -> Image.Image:
    """One line on nothing."""
    text = fitted(text, room, size, bold) or " "
    picture = Image.new("RGBA", (max(1, width_px(text, size, bold) + 2), line_px(size)), (*colour, 0))
    write(picture, (1, size), text, size, colour, bold=bold)
    return picture


def ticker_panel(lines: Sequence[TickerLine], size: tuple[int, int], pen: Pen) -> Image.Image:
    """The latest events, the newest at the bottom and strongest."""
    width, height = size
    picture = panel(size, pen)
    draw = ImageDraw.Draw(picture)
    pad, small = pen(10), pen.text(13)
    step, dot = line_px(small), round(small * 0.30)
    indent = pad + 2 * dot + pen(5)
    y = height - pad - round(small * 0.18)
    for age, entry in enumerate(reversed(lines)):
        words = wrapped(entry.text, width - pad - indent, small)
        if y - step * (len(words) - 1) - small < pad * 0.6:
            break
        tone = mix(TONES.get(entry.tone, INK), PAPER, min(0.34, 0.085 * age))
        for row, text in enumerate(reversed(words)):
            write(picture, (indent, y - row * step), text, small, tone)
        first = y - (len(words) - 1) * step
        middle = first - round(small * 0.33)
        draw.ellipse((pad, middle - dot, pad + 2 * dot, middle + dot), fill=(*tone, 255))
        y = first - step - pen(2)
    return picture


def remote_panel(playback: Playback, removed: Mapping[str, int], size: tuple[int, int], pen: Pen) -> Image.Image:
    """Speed, what has left the game, and where help is."""
    width, height = size
    picture = panel(size, pen)
    pad, small = pen(10), pen.text(13)
    middle = height / 2
    paused = playback.paused
    skipping = ", no thinking" if playback.skip_thinking else ""
    state = f"{'paused' if paused else 'speed'} {playback.speed:g}×{skipping}"
    state = fitted(state, width - 2 * pad, small, paused)
    write(picture, (pad, middle), state, small, TONES["bad"] if paused else INK, bold=paused, anchor="lm")
    x = pad + width_px(state, small, paused) + pen(12)
    out = sum(removed.values())
    end = width - pad
    hint = "H: help"
    if x + width_px(hint, small) <= end:
        write(picture, (end, middle), hint, small, INK_SOFT, anchor="rm")
        end -= width_px(hint, small) + pen(10)
    if out and x + width_px(f"caught {out}", small) <= end:
        write(picture, (x, middle), f"caught {out}", small, TONES["good"], anchor="lm")
    return picture


def banner(frame: RiffRaffFrame, room: int, pen: Pen) -> Image.Image:
    """Who has won."""
    names = " and ".join(frame.winners)
    title, small = pen.text(30), pen.text(15)
    words = f"{names} win{'s' if len(frame.winners) == 1 else ''}!" if names else "The match is over"
    while title > pen.text(15) and width_px(words, title, True) > room - pen(48):
        title -= 1
    words = fitted(words, room - pen(48), title, True)
    left = {seat.name: sum(seat.supply.values()) for seat in frame.seats}
    counts = ", ".join(f"{name} {count}" for name, count in left.items())
    below = wrapped(f"Pieces left: {counts}", room - pen(48), small)
    wide = max(
        width_px(text, size, bold) for text, size, bold in ((words, title, True), *((t, small, False) for t in below))
    )
    size = (min(room, wide + pen(48)), round(title * 1.3) + len(below) * line_px(small) + pen(26))
    picture = sheet(size, pen(12), PAPER_DUE, GLOW, 250, max(2, pen(3))).copy()
    write(picture, (size[0] / 2, pen(12) + title), words, title, INK, bold=True, anchor="ms")
    for row, text in enumerate(reversed(below)):
        write(picture, (size[0] / 2, size[1] - pen(15) - row * line_px(small)), text, small, INK_SOFT, anchor="ms")
    return picture


def help_panel(keys: Sequence[tuple[str, str]], room: tuple[int, int], pen: Pen) -> Image.Image:
    """The keys."""
    text = pen.text(15)
    while text > 8 and (len(keys) + 1.6) * line_px(text) + pen(40) > room[1]:
        text -= 1
    names = max(width_px(key, text, True) for key, _ in keys)
    words = max(width_px(what, text) for _, what in keys)
    pad = pen(20)
    width = min(room[0], names + words + pen(22) + 2 * pad)
    height = round((len(keys) + 1.6) * line_px(text)) + 2 * pad
    picture = sheet((width, height), pen(12), PAPER, PAPER_EDGE, 250, max(1, pen(1.5))).copy()
    y = pad + text // 2
    write(picture, (pad, y + text // 2), "Keys", text + 1, INK, bold=True)
    for key, what in keys:
        y += line_px(text)
        write(picture, (pad, y + text), key, text, TONES["turn"], bold=True)
        x = pad + names + pen(22)
        write(picture, (x, y + text), fitted(what, width - pad - x, text), text, INK)
    return picture
