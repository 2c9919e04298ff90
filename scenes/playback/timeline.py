"""The bar below a match: its current time, marks of what happens when, and a place to click to go there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw
from pyglet.graphics import Group
from pyglet.sprite import Sprite

from scenes.drawing.batch import Batch
from scenes.drawing.hud import PanelSprite, Seldom
from scenes.drawing.palette import GLOW, INK, PAPER, TONES, Colour, lighter, mix
from scenes.drawing.panels import FINE, Pen, clock, line_of_text, sheet
from scenes.drawing.sprites import sprite_of, texture_of
from scenes.layout.places import bar_height, unit_of
from scenes.layout.text import width_px
from scenes.playback.cues import MARKS, TICKS, Cue
from scenes.playback.playback import Playback
from scenes.window.camera import Rectangle
from sim.language import N_, _

REPAINT_S = 0.3
"""Least time between two paintings of the bar while the match is still being simulated."""
NEAR_UNITS = 6.0
TRACK = 0.36
"""Height of the track above the bar's foot, as a share of the bar's height; the marks are above the track."""
LONGEST_ASIDE = N_("no sound device")
GROUND = mix(INK, (0, 0, 0), 0.45)


@dataclass(frozen=True, slots=True)
class Span:
    """The times at both ends of the bar."""

    begins_s: float
    ends_s: float

    def share(self, time_s: float) -> float:
        """Return where a time lies on the bar, 0 to 1."""
        return min(1.0, max(0.0, (time_s - self.begins_s) / max(1e-6, self.ends_s - self.begins_s)))

    def time_s(self, share: float) -> float:
        """Return the time at a place of the bar, 0 to 1: the inverse of `share`."""
        return self.begins_s + min(1.0, max(0.0, share)) * (self.ends_s - self.begins_s)


def track_pixels(size: tuple[int, int], pen: Pen) -> tuple[int, int]:
    """Return the left and right end of the track on a bar of that size in pixels."""
    small = pen.text(12)
    room = width_px("00:00", small) + 2 * pen(8)
    aside = width_px(LONGEST_ASIDE, small) + pen(8)
    beside = room + (aside if aside < 0.14 * size[0] else width_px("♪", small) + pen(16))
    return room, max(room + 8, size[0] - beside)


def bar_picture(
    cues: Sequence[Cue],
    span: Span,
    done: bool,
    size: tuple[int, int],
    pen: Pen,
    lit: Sequence[tuple[float, float]] = (),
    known_s: float = math.inf,
) -> Image.Image:
    """Return the bar without its head: a track, a tick for every round or game, marks for dramatic cues.

    `lit` stretches of time are painted brighter, the time after `known_s` darker. Falls are triangles pointing down,
    catches triangles pointing up, challenges bolts, misses crosses, large heels slanted strokes, the end a disc.
    """
    width, height = size
    picture = Image.new("RGBA", (width * FINE, height * FINE), (*GROUND, 235))
    draw = ImageDraw.Draw(picture)
    left, right = (x * FINE for x in track_pixels(size, pen))
    middle, thick = round((1 - TRACK) * height * FINE), max(FINE, round(pen(4) * FINE / 2))
    box = (left - thick, middle - thick, right + thick, middle + thick)
    draw.rounded_rectangle(box, thick, fill=(*mix(GROUND, PAPER, 0.38 if known_s >= span.ends_s else 0.18), 255))
    if known_s < span.ends_s:
        end = left + (right - left) * span.share(known_s)
        draw.rounded_rectangle(
            (left - thick, middle - thick, end + thick, middle + thick), thick, fill=(*mix(GROUND, PAPER, 0.38), 255)
        )
    for low, high in lit:
        ends = (left + (right - left) * span.share(time_s) for time_s in (low, high))
        a, b = ends
        draw.rounded_rectangle((a, middle - thick, max(b, a + 2 * thick), middle + thick), thick, fill=(*GLOW, 255))
    if not done:
        # Dots: the match goes on beyond the right end, how far is not known yet.
        for step in (1, 2):
            x = right + (2.6 * step) * thick
            draw.ellipse((x - thick, middle - thick, x + thick, middle + thick), fill=(*mix(GROUND, PAPER, 0.3), 255))
    for cue in cues:
        if cue.kind in TICKS:
            at = left + (right - left) * span.share(cue.time_s)
            draw.line(
                (at, middle - 2.6 * thick, at, middle + 2.6 * thick), fill=(*PAPER, 255), width=max(2, thick // 2)
            )
    side = round(0.36 * height * FINE)
    for kind in MARKS:
        for cue in cues:
            if cue.kind == kind:
                at = left + (right - left) * span.share(cue.time_s)
                _mark(draw, kind, at, 0.30 * height * FINE, side * (0.75 + 0.25 * cue.strength))
    return picture.reduce(FINE)


def _mark(draw: ImageDraw.ImageDraw, kind: str, x: float, y: float, side: float) -> None:
    half = side / 2
    bad, good = lighter(TONES["bad"], 0.35), lighter(TONES["good"], 0.45)
    if kind == "falls":
        draw.polygon([(x - half, y - half), (x + half, y - half), (x, y + half)], fill=(*bad, 255))
    elif kind == "catch":
        x += 0.95 * side  # beside the fall that it ended
        draw.polygon([(x - half, y + half), (x + half, y + half), (x, y - half)], fill=(*good, 255))
    elif kind == "challenge":
        bolt = ((0.25, -1), (-0.6, 0.1), (-0.05, 0.1), (-0.3, 1), (0.6, -0.2), (0.05, -0.2), (0.5, -1))
        draw.polygon([(x + a * half, y + b * half) for a, b in bolt], fill=(*GLOW, 255))
    elif kind == "miss":
        for a in (-1, 1):
            ends = (x - 0.5 * half, y - a * 0.5 * half, x + 0.5 * half, y + a * 0.5 * half)
            draw.line(ends, fill=(*bad, 255), width=max(2, round(0.28 * half)))
    elif kind == "heel":
        ends = (x - 0.4 * half, y + 0.8 * half, x + 0.4 * half, y - 0.8 * half)
        draw.line(ends, fill=(*mix(GROUND, PAPER, 0.6), 255), width=max(2, round(0.2 * half)))
    else:
        draw.ellipse((x - 0.4 * half, y - 0.4 * half, x + 0.4 * half, y + 0.4 * half), fill=(*PAPER, 255))


@lru_cache(maxsize=8)
def head_picture(side: int, colour: Colour) -> Image.Image:
    """Return the knob on the track."""
    fine = Image.new("RGBA", (side * FINE, side * FINE), (*colour, 0))
    ImageDraw.Draw(fine).ellipse(
        (FINE, FINE, fine.width - FINE, fine.height - FINE), fill=(*colour, 255), outline=(*INK, 255), width=2 * FINE
    )
    return fine.reduce(FINE)


def near(cues: Sequence[Cue], time_s: float, within_s: float) -> Cue | None:
    """Return the marked cue within `within_s` of a time, the most important and then the nearest; None without one."""
    found = [
        (MARKS.index(h.kind) if h.kind in MARKS else -1, -abs(h.time_s - time_s), index)
        for index, h in enumerate(cues)
        if h.kind in (*MARKS, *TICKS) and abs(h.time_s - time_s) <= within_s
    ]
    return cues[max(found)[2]] if found else None


class Timeline:
    """The bar at the lower edge of a window."""

    def __init__(self) -> None:
        self.batch = Batch()
        low, middle, upper = (Group(order=order) for order in range(3))
        self._bar = PanelSprite(self.batch, low)
        self._now, self._end, self._words = (PanelSprite(self.batch, middle) for _ in range(3))
        self._tip, self._note, self._offer = (PanelSprite(self.batch, upper) for _ in range(3))
        self._offered: Rectangle | None = None
        self._head_group = middle
        self._head: Sprite | None = None
        self._hover: float | None = None
        self._painted_s = -1e9
        self._content: tuple[object, ...] = ()
        self._known: Seldom[object] = Seldom(REPAINT_S)
        self._span = Span(0.0, 1.0)
        self.place = Rectangle(0, 0, 1, 1)

    def resize(self, width: float, height: float, ratio: float) -> float:
        """Lay out for a window of that size in units, of `ratio` pixels each; return the height of the bar."""
        high = bar_height(width, height)
        self.place, self.ratio = Rectangle(0.0, 0.0, width, high), ratio
        unit = unit_of(width, height)
        self.pen = Pen(unit, ratio)
        self._size = max(8, round(width * ratio)), max(8, round(high * ratio))
        left, right = track_pixels(self._size, self.pen)
        self._track = left / ratio, right / ratio
        if self._head is not None:
            self._head.delete()
        side = max(7, round(0.55 * self._size[1]))
        knob = head_picture(side, GLOW)
        self._head = sprite_of(texture_of(knob, (side / 2, side / 2)), self.batch, self._head_group, plain=True)
        self._head.scale = 1.0 / ratio
        self._painted_s = -1e9
        # The pointer's place in the new window is not known until it moves.
        self._hover = None
        return high

    def contains(self, _x: float, y: float) -> bool:
        """Return True for a point of the window that is on the bar."""
        return y <= self.place.top

    def offers(self, x: float, y: float) -> bool:
        """Return True for a point of the window that is on the bar's button."""
        return self._offered is not None and self._offered.contains(x, y)

    def time_at(self, x: float) -> float:
        """Return the time of the match at that place of the track, or at its nearest end."""
        left, right = self._track
        return self._span.time_s((x - left) / (right - left))

    def hover(self, x: float, y: float) -> None:
        """Note where the pointer is; on the bar, `show` then shows what is under it."""
        self._hover = x if self.contains(x, y) else None

    def look(self, playback: Playback, clock_s: float) -> object:
        """Return what the bar shows beside the playback's time; while more is simulated, another after REPAINT_S."""
        frame_buffer = playback.frame_buffer
        known = frame_buffer, len(frame_buffer.cues), frame_buffer.ends_s, frame_buffer.complete
        return self._known.follow(known, clock_s)

    def show(
        self,
        playback: Playback,
        clock_s: float,
        aside: str = "",
        lit: Sequence[tuple[float, float]] = (),
        note: str = "",
        offer: str = "",
    ) -> None:
        """Show where a playback is.

        aside: written at the right end. lit: stretches of the match that are brighter. note: written above the clock.
        offer: written on a button at the bar's right end, instead of what else is there.
        """
        frame_buffer, pen, ratio = playback.frame_buffer, self.pen, self.ratio
        content = (id(frame_buffer), len(frame_buffer.cues), frame_buffer.complete, self._size, tuple(lit))
        urgent = (content[0], *content[2:]) != (*self._content[:1], *self._content[2:])
        since = clock_s - self._painted_s
        urgent = urgent or playback.now_s > self._span.ends_s
        if urgent or ((content != self._content or not frame_buffer.complete) and not 0 <= since < REPAINT_S):
            self._paint(playback, content, clock_s, lit)
        left, right = self._track
        assert self._head is not None
        x = left + (right - left) * self._span.share(playback.now_s)
        self._head.update(x=x, y=self.place.height * TRACK)
        small = pen.text(12)
        pale = lighter(INK, 0.85)
        now, end = clock(playback.now_s), clock(self._span.ends_s)
        top = self.place.height * TRACK + 0.66 * small / ratio
        self._now.show((now, small), pen(8) / ratio, top, ratio, lambda: line_of_text(now, small, pale, 999, bold=True))
        x_end = right + pen(18) / ratio
        dim = mix(GROUND, PAPER, 0.7)
        self._end.show((end, small), x_end, top, ratio, lambda: line_of_text(end, small, dim, 999))
        room = round((self.place.right - x_end) * ratio) - width_px("00:00", small) - pen(10)
        self._offered = self._show_paper(self._offer, offer, self.place.width, on_bar=True) if offer else None
        if self._offered is None:
            self._offer.hide()
        elif self._offered.left < x_end + (width_px(end, small) + pen(4)) / ratio:
            self._end.hide()
        if aside and self._offered is None and width_px(aside, small) <= room:
            x_words = self.place.right - (width_px(aside, small) + pen(8)) / ratio
            self._words.show((aside, small), x_words, top, ratio, lambda: line_of_text(aside, small, dim, room))
        else:
            self._words.hide()
        self._show_tip(frame_buffer.cues)
        if not note and playback.skipped_to_s is not None:
            note = _("skipped to {time}", time=clock(playback.skipped_to_s))
        if note and self._hover is None:
            self._show_paper(self._note, note, 0.0)
        else:
            self._note.hide()

    def _paint(
        self, playback: Playback, content: tuple[object, ...], clock_s: float, lit: Sequence[tuple[float, float]]
    ) -> None:
        frame_buffer = playback.frame_buffer
        self._content, self._painted_s = content, clock_s
        recorded_s = None if frame_buffer.complete else frame_buffer.recorded_s
        self._span = span = Span(
            frame_buffer.begins_s, max(frame_buffer.ends_s, frame_buffer.begins_s + 1.0, recorded_s or 0.0)
        )
        # Without a record it is not known when the match will end.
        done = frame_buffer.complete or recorded_s is not None
        self._bar.show(
            (*content, frame_buffer.ends_s),
            0.0,
            self.place.top,
            self.ratio,
            lambda: bar_picture(frame_buffer.cues, span, done, self._size, self.pen, lit, frame_buffer.ends_s),
        )

    def _show_tip(self, cues: Sequence[Cue]) -> None:
        if self._hover is None or (self._offered is not None and self._hover >= self._offered.left):
            self._tip.hide()
            return
        time_s = self.time_at(self._hover)
        left, right = self._track
        found = near(cues, time_s, NEAR_UNITS / max(1.0, right - left) * (self._span.ends_s - self._span.begins_s))
        words = clock(time_s) if found is None else f"{clock(found.time_s)}  {found.words}"
        self._show_paper(self._tip, words, self._hover)

    def _show_paper(self, panel: PanelSprite, words: str, middle: float, on_bar: bool = False) -> Rectangle:
        """Show a piece of paper with these words above the bar, about that place of it; return where it lies.

        on_bar: it is lit, and lies on the bar.
        """
        small, pen, ratio = self.pen.text(12.5), self.pen, self.ratio
        room = max(40, round(self.place.width * 0.7 * ratio))
        high = round((self.place.height - 2.0) * ratio) if on_bar else round(1.3 * small) + pen(6)

        def paint() -> Image.Image:
            text = line_of_text(words, small, INK, room)
            size, ground = (text.width + 2 * pen(8), high), GLOW if on_bar else PAPER
            paper = sheet(size, pen(6), ground, INK, 245, max(1, pen(1))).copy()
            paper.alpha_composite(text, (pen(8), (high - text.height) // 2))
            return paper

        wide = (min(room, width_px(words, small)) + 2 + 2 * pen(8)) / ratio
        x = min(max(2.0, middle - wide / 2), self.place.width - wide - 2.0)
        bottom = 1.0 if on_bar else self.place.top + 4.0
        panel.show((words, small, room, high), x, bottom + high / ratio, ratio, paint)
        return Rectangle(x, bottom, x + wide, bottom + high / ratio)
