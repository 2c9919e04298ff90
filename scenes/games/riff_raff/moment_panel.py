"""The panels over a watched match, and their words: what was weighed, meant and done, and one moment tried again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image

from scenes.drawing.chance import ShownChance
from scenes.drawing.palette import CHANCES, GLOW, INK, INK_SOFT, PAPER, PAPER_DUE, PAPER_EDGE, TONES
from scenes.drawing.panels import Pen, panel, sheet
from scenes.layout.text import fitted, line_px, width_px, wrapped, write
from scenes.spec import WatchPart
from scenes.window.camera import Rectangle
from sim.forecast.trials import Forecast
from sim.games.riff_raff.again import Again, what_happened
from sim.games.riff_raff.bots.lookahead import Candidate
from sim.games.riff_raff.deliberation import Weighed, why_not_weighed
from sim.games.riff_raff.forecast import Ghost
from sim.games.riff_raff.match.past_attempts import PastAttempt
from sim.games.riff_raff.match.text import piece_words, stance_words
from sim.language import N_, _, put_in
from sim.match.grammar import called, said_of

KEYS = (
    ("I", N_("show what was meant and considered")),
    (N_("W, click"), N_("try this placement 100 times; drag the piece, or choose another")),
)
"""The keys of the layer while nothing is tried again."""


class Words(NamedTuple):
    """A line of words, its tone (a name in `TONES` or `CHANCES`), whether it is bold, and what stands before it."""

    words: str
    tone: str = "plain"
    bold: bool = False
    label: str = ""


SIZE = 13.0

AGAIN, CHANGED = N_("As meant, all holds"), N_("Changed, all holds")
"""What stands before the chance of an attempt that is tried again."""
CANDIDATES = 5
"""The greatest number of places of which it is said what a bot weighed."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A word that can be clicked. value: what it stands for. on: whether it is chosen."""

    words: str
    value: tuple[str, str]
    on: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A panel laid out, in pixels of its picture, y down: its size, its lines, and where its chips are.

    indent: how far words stand to the right of their labels.
    """

    size: tuple[int, int]
    lines: tuple[Words, ...]
    indent: int
    chips: tuple[tuple[Chip, tuple[int, int, int, int]], ...]

    def at(self, x: float, y: float) -> Chip | None:
        """Return the chip at that place of the picture (pixels, y down), None for none."""
        for chip, (left, top, right, bottom) in self.chips:
            if left <= x <= right and top <= y <= bottom:
                return chip
        return None


def lay_out(lines: Sequence[Words], rows: Sequence[Sequence[Chip]], room: int, pen: Pen) -> Placed:
    """Return the panel of these lines, and of rows of chips below them, at most `room` pixels wide; both wrap."""
    text, pad, gap = pen.text(SIZE), pen(9), pen(5)
    indent = max((width_px(line.label, text) + 2 * gap for line in lines if line.label), default=0)
    broken = tuple(
        line._replace(words=part, label="" if number else line.label)
        for line in lines
        for number, part in enumerate(wrapped(line.words, room - 2 * pad - indent, text, line.bold))
    )
    wide = max((indent + width_px(line.words, text, line.bold) for line in broken), default=0)
    chips: list[tuple[Chip, tuple[int, int, int, int]]] = []
    high = line_px(text) + gap
    y = pad + len(broken) * line_px(text)
    for row in rows:
        x = pad
        for chip in row:
            across = min(room - 2 * pad, width_px(chip.words, text, chip.on) + 2 * gap)
            if x > pad and x + across > room - pad:
                x, y = pad, y + high + gap // 2
            chips.append((chip, (x, y + gap, x + across, y + high)))
            x += across + gap
            wide = max(wide, x - gap - pad)
        y += high + gap // 2
    return Placed((min(room, wide + 2 * pad), y + pad), broken, indent, tuple(chips))


def picture(placed: Placed, hover: Chip | None, pen: Pen) -> Image.Image:
    """Return the picture of a panel; the chip under the pointer is brighter."""
    text, pad, tones = pen.text(SIZE), pen(9), TONES | CHANCES
    image = panel(placed.size, pen)
    for row, (words, tone, bold, label) in enumerate(placed.lines):
        y = pad + row * line_px(text) + text
        write(image, (pad, y), label, text, INK_SOFT)
        write(image, (pad + placed.indent, y), words, text, tones[tone], bold=bold)
    for chip, (left, top, right, bottom) in placed.chips:
        lit = chip.on or chip == hover
        ground = sheet(
            (right - left, bottom - top), pen(5), PAPER_DUE if lit else PAPER, GLOW if chip.on else PAPER_EDGE, 255,
            max(1, pen(2 if chip.on else 1)),
        )  # fmt: skip
        image.alpha_composite(ground, (left, top))
        words = fitted(chip.words, right - left - pen(4), text, chip.on)
        middle = (left + right) / 2, (top + bottom) / 2
        write(image, middle, words, text, INK if lit else INK_SOFT, bold=chip.on, anchor="mm")
    return image


def place_of(placed: Placed, room: Rectangle, ratio: float) -> Rectangle:
    """Return where in the window a panel lies: in the middle of the foot of a room (window units)."""
    wide, high = placed.size[0] / ratio, placed.size[1] / ratio
    left = room.centre[0] - wide / 2
    return Rectangle(left, room.bottom, left + wide, room.bottom + high)


WATCHING = WatchPart("scenes.games.riff_raff.moment:MomentLayer", KEYS)


def moment_lines(
    again: Again,
    known: Forecast[Ghost] | None,
    meant: Forecast[Ghost] | None,
    problem: str | None,
    pointed: bool = False,
) -> list[Words]:
    """Return the table of what came of an attempt: in the match, again as it was meant, and as it is now.

    meant: what came of it as it was meant, if that is known. problem: the reason why there can be no answer, or None.
    pointed: chances are shown with their intervals.
    """
    if known is not None and known.problem:
        problem = known.problem
    if problem:
        return [Words(problem, "bad", True)]
    lines = [Words(what_happened(again.past), label=_("In the match"))]
    if again.changed and meant is not None:
        lines.append(_chance_line(meant, _(AGAIN), pointed))
    lines.append(_chance_line(known, _(CHANGED if again.changed else AGAIN), pointed))
    return lines


def _chance_line(known: Forecast[Ghost] | None, label: str, pointed: bool) -> Words:
    if known is None or not known.shown:
        return Words(_("working it out ..."), "turn", label=label)
    chance = ShownChance.of(known.chance)
    words = _(
        "{chance}, {trials} of {wanted} tries", chance=chance.line(pointed), trials=known.trials, wanted=known.wanted
    )
    return Words(words, chance.odds or "turn", True, label)


def weighed_lines(past: PastAttempt, weighed: Weighed | None) -> list[Words]:
    """Return what a player weighed before an attempt, or why that is not known; None: not known yet."""
    why = why_not_weighed(past)
    if why is not None:
        return [Words(why)]
    if weighed is None:
        return [Words(_("What {name} weighed: working it out ...", name=called(past.by)))]
    if not weighed.candidates:
        return [Words(_("{name} saw no place that fits.", name=called(past.by)))]
    if not weighed.agrees:
        return [Words(_("Another version of the bot decided: what it weighed is unknown."))]
    tried = enumerate(weighed.candidates[:CANDIDATES])
    return [
        Words(_("{name} weighed; the chance that nothing falls:", name=called(past.by)), bold=True),
        *(Words(_candidate_words(c), "plain" if index else "turn", not index, f"{index + 1}") for index, c in tried),
    ]


def _candidate_words(candidate: Candidate) -> str:
    option = candidate.option
    held = (
        _("held {held} of {trials} tries in mind", held=candidate.held, trials=candidate.trials)
        if candidate.trials
        else _("not tried")
    )
    place = _(
        "{kind}, {stance}, {x_mm:.0f} mm",
        kind=piece_words(option.intent.kind)["piece"],
        stance=stance_words(option.intent.stance),
        x_mm=option.intent.x_mm,
    )
    return _("{place}: {risk:.0f} % at a glance, {held}", place=place, risk=100 * (1 - option.risk), held=held)


def did_words(past: PastAttempt) -> str:
    """Return how far the hand came from what it meant; of a person, that this is not known."""
    if past.executed is None:
        return said_of(
            past.by,
            _("Your hand is a person's: its aim is not on record."),
            _("{name}'s hand is a person's: its aim is not on record."),
        )
    off_mm, turned = past.executed.x_mm - past.intent.x_mm, math.degrees(past.executed.angle_rad)
    if off_mm > 0:
        words = _("Meant {x:.1f} mm (yellow), came {off:.1f} mm to starboard, turned {turned:+.1f}° (green)")
    else:
        words = _("Meant {x:.1f} mm (yellow), came {off:.1f} mm to port, turned {turned:+.1f}° (green)")
    return put_in(words, x=past.intent.x_mm, off=abs(off_mm), turned=turned)
