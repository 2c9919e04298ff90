"""The panels over a watched match, and their words: what was weighed, meant and done, and one moment tried again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from scenes.drawing.chance import ShownChance
from scenes.drawing.palette import CHANCES, GLOW, INK, INK_SOFT, PAPER, PAPER_DUE, PAPER_EDGE, TONES
from scenes.drawing.panels import Pen, panel, sheet
from scenes.layout.text import fitted, line_px, width_px, wrapped, write
from scenes.spec import WatchPart
from scenes.window.camera import Rectangle
from sim.forecast.trials import Forecast
from sim.games.riff_raff.again import Again, title, what_happened
from sim.games.riff_raff.bots.lookahead import Candidate
from sim.games.riff_raff.deliberation import Weighed, why_not_weighed
from sim.games.riff_raff.forecast import Ghost
from sim.games.riff_raff.match.past_attempts import PastAttempt
from sim.match.grammar import whose

KEYS = (
    ("I", "what was meant and weighed"),
    ("W, click", "this placement again 100 times: drag the piece, or choose"),
)
"""The keys of the layer while nothing is tried again."""
Words = tuple[str, str, bool]
"""A line of words, its tone (a name in `TONES` or `CHANCES`), and whether it is bold."""
SIZE = 13.0

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
    """A panel laid out, in pixels of its picture, y down: its size, its lines, and where its chips are."""

    size: tuple[int, int]
    lines: tuple[Words, ...]
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
    broken = tuple(
        (part, tone, bold) for words, tone, bold in lines for part in wrapped(words, room - 2 * pad, text, bold)
    )
    wide = max((width_px(words, text, bold) for words, _, bold in broken), default=0)
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
    return Placed((min(room, wide + 2 * pad), y + pad), broken, tuple(chips))


def picture(placed: Placed, hover: Chip | None, pen: Pen) -> Image.Image:
    """Return the picture of a panel; the chip under the pointer is brighter."""
    text, pad, tones = pen.text(SIZE), pen(9), TONES | CHANCES
    image = panel(placed.size, pen)
    for row, (words, tone, bold) in enumerate(placed.lines):
        write(image, (pad, pad + row * line_px(text) + text), words, text, tones[tone], bold=bold)
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
    """Return what is tried again and what came of it so far.

    meant: what came of it as it was meant, if that is known. problem: the reason why there can be no answer, or None.
    pointed: chances are shown with their intervals.
    """
    head = title(again.past)
    if known is not None and known.problem:
        problem = known.problem
    lines: list[Words] = [
        (f"{head[:1].upper()}{head[1:]}. Then {what_happened(again.past)}.", "plain", True),
        (f"Now: {again.words()}.", "plain", False),
    ]
    if problem:
        lines.append((problem, "bad", True))
    elif known is None or not known.shown:
        lines.append(("100 times: working it out ...", "turn", True))
    else:
        chance = ShownChance.of(known.chance)
        tries = f", {known.trials} of {known.wanted} tries"
        lines.append((f"All holds: {chance.line(pointed)}{tries}", chance.odds or "turn", True))
    if again.changed and meant is not None:
        lines.append((f"As it was meant: {ShownChance.of(meant.chance).line(pointed)}", "plain", False))
    if len(again.changed) > 1:
        lines.append((f"Changed: {', '.join(again.changed)}.", "plain", False))
    return lines


def weighed_lines(past: PastAttempt, weighed: Weighed | None) -> list[Words]:
    """Return what a player weighed before an attempt, or why that is not known; None: not known yet."""
    why = why_not_weighed(past)
    if why is not None:
        return [(why, "plain", False)]
    if weighed is None:
        return [(f"What {past.by} weighed: working it out ...", "plain", False)]
    if not weighed.candidates:
        return [(f"{past.by} saw no place that fits.", "plain", False)]
    if not weighed.agrees:
        return [("Another version of the bot decided: what it weighed is unknown.", "plain", False)]
    lines: list[Words] = [(f"{past.by} weighed; the chance that nothing falls:", "plain", True)]
    for index, candidate in enumerate(weighed.candidates[:CANDIDATES]):
        lines.append((f"{index + 1}  {_candidate_words(candidate)}", "plain" if index else "turn", not index))
    return lines


def _candidate_words(candidate: Candidate) -> str:
    option = candidate.option
    held = f"held {candidate.held} of {candidate.trials} tries in mind" if candidate.trials else "not tried"
    place = f"{option.intent.kind}, {option.intent.stance}, {option.intent.x_mm:.0f} mm"
    return f"{place}: {100 * (1 - option.risk):.0f} % at a glance, {held}"


def did_words(past: PastAttempt) -> str:
    """Return how far the hand came from what it meant; of a person, that this is not known."""
    if past.executed is None:
        return f"{whose(past.by)} hand is a person's: its aim is not on record."
    off_mm, turned = past.executed.x_mm - past.intent.x_mm, math.degrees(past.executed.angle_rad)
    side = "starboard" if off_mm > 0 else "port"
    return (
        f"Meant {past.intent.x_mm:.1f} mm (yellow), came {abs(off_mm):.1f} mm to {side}, turned {turned:+.1f}° (green)"
    )
