"""The title of a match that is watched: the game, who plays, what to look for; gone after a moment or at a touch."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PIL import Image
from pyglet.graphics import Group

from scenes.drawing.batch import Batch
from scenes.drawing.hud import PanelSprite
from scenes.drawing.palette import GLOW, INK, INK_SOFT, PAPER, TONES
from scenes.drawing.panels import LEAST_TITLE, Pen, around, sheet
from scenes.layout.boxes import Column, Lines, Text
from scenes.spec import guide_of
from scenes.window.camera import Rectangle
from sim.language import _

if TYPE_CHECKING:
    from sim.protocols import Match

TITLE_S = 2.0
"""How long a title shows (s of wall time); longer only while the playback still winds to where it begins."""


def title_lines(match: Match) -> tuple[str, str, str]:
    """Return the game, who plays with which skill, and what to look for; each at most twelve words at a full table."""
    guide = guide_of(match.game)
    skills = {seat.profile for seat in match.seats}
    if len(skills) == 1:
        *others, last = [seat.name for seat in match.seats]
        names = _(" and ").join([", ".join(others), last] if others else [last])
        players = _("{names}: {skill}", names=names, skill=_(skills.pop()))
    else:
        players = ", ".join(f"{seat.name} ({_(seat.profile)})" for seat in match.seats)
    return match.title, players, "" if guide is None else _(guide.look_for)


def title_picture(lines: tuple[str, str, str], room: tuple[int, int], pen: Pen) -> Image.Image:
    """Return the title on paper, at most as large as a room (pixels)."""
    game, players, look_for = lines
    box = Column(
        [
            Text(game, pen.text(34), INK, bold=True, smallest=LEAST_TITLE, side="middle"),
            Lines(players, pen.text(16), INK_SOFT, whole=True, side="middle", spare=1),
            Lines(look_for, pen.text(18), TONES["turn"], bold=True, whole=True, side="middle") if look_for else None,
        ],
        pen(8),
    )
    paper = partial(sheet, radius=pen(12), colour=PAPER, edge=GLOW, alpha=240, width=max(2, pen(2)))
    return around(box, room, (pen(28), pen(16)), paper)


class Title:
    """A match's title over its first picture. over: True once it is gone."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.over = False
        self._lines = title_lines(match)
        self._left_s = TITLE_S
        self._batch = Batch()
        self._panel = PanelSprite(self._batch, Group(order=0))

    def update(self, wall_s: float, stays: bool) -> None:
        """Let wall time pass (s); stays: not gone by itself yet."""
        self._left_s -= wall_s
        self.over = self.over or (self._left_s <= 0.0 and not stays)

    def show(self, place: Rectangle, pen: Pen) -> None:
        """Put it into the middle of a place (window units)."""
        wide, high = place.pixels(pen.ratio)
        room = round(0.8 * wide), round(0.8 * high)
        middle = (place.left + place.right) / 2, (place.bottom + place.top) / 2
        paint = partial(title_picture, self._lines, room, pen)
        self._panel.show((room, pen), *middle, pen.ratio, paint, centred=True)

    def draw(self) -> None:
        """Draw it where it was shown."""
        self._batch.draw()
