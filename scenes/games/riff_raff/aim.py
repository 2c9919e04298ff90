"""The flick as it is seen: the arc it would fly, how strong it is, the path of the last one, and where many came down.

All in mm over the ship, as one set of quads that is written only where something has moved.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw
from pyglet.graphics import Group

from scenes.drawing.batch import Batch
from scenes.drawing.palette import AIM, GLOW, INK, PAPER, Colour
from scenes.drawing.panels import FINE
from scenes.drawing.quads import Atlas, Point, Quad, Quads, Tint
from scenes.games.riff_raff.depth import Lean, risen
from scenes.games.riff_raff.keyboard_hand import ChargedThrow
from scenes.play.settings import PlaySettings
from sim.games.riff_raff.match.aiming import Aim, aim_of, aim_of_hand
from sim.games.riff_raff.match.drills import TargetSeries
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.match.practice import Practice
from sim.physics.ship.carrying import Carrying
from sim.physics.ship.letting_go import FLICK_MM_S
from sim.physics.turning import turned

if TYPE_CHECKING:
    pass

TRACE_S, FADE_S = 4.0, 0.6
"""How long the last path is shown after the piece has come to rest, and the time in which it fades after that (s)."""
AWAY_MM = 60.0
"""A piece in the hand that has gone as far from where it was taken ends the path of the one before."""
RING_MM, RING_WIDE_MM, RING_PARTS = 34.0, 2.4, 30
STRONGEST_MM_S = 3000.0
"""The speed at which the ring is full."""
APART_MM = 8.0
"""The least distance between two places of a path that is drawn."""
MEAN_MM = 10.0
"""Half the height of the line through the mean of landings."""
BAND, DISC, HOOP, CROSS = "band", "disc", "hoop", "cross"
_EDGE = (24, 16, 14, 150)
MOST_QUADS = 512

LEARNS = 3
"""It is said how to flick until this many flicks in a session, to a player who has finished no match by hand yet."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The path of a piece that was let go (mm, world's frame), how far before the mast, and its first contact."""

    path: tuple[Point, ...]
    fore_mm: float
    met: Point | None
    opacity: float = 1.0


class LastFlight:
    """The path of the last flick, while it is to be seen: from letting go until a moment after it lies still."""

    def __init__(self) -> None:
        self._carrying: Carrying | None = None
        self._taken_at: Point | None = None
        self._since_s = 0.0
        self._shown: Trace | None = None

    def update(self, carrying: Carrying | None, wall_s: float) -> None:
        """Follow the attempt that is under way, None for none, after `wall_s` of wall time."""
        if carrying is not None and carrying.flight is not None and carrying.flicked:
            if carrying is not self._carrying:
                self._carrying, self._since_s = carrying, 0.0
            if not carrying.done:
                self._since_s = 0.0
        if self._carrying is None:
            return
        if carrying is not None and carrying.hand is not None:
            at = carrying.hand.body.position
            self._taken_at = self._taken_at or (at.x, at.y)
            if math.dist(self._taken_at, (at.x, at.y)) > AWAY_MM:
                self._since_s = max(self._since_s, TRACE_S)
        else:
            self._taken_at = None
        if self._carrying.done or carrying is not self._carrying:
            self._since_s += wall_s
        if self._since_s > TRACE_S + FADE_S:
            self._carrying = None

    def trace(self) -> Trace | None:
        """Return what is to be seen now."""
        carrying = self._carrying
        if carrying is None or carrying.flight is None:
            return None
        flown = carrying.flown
        flight = carrying.flight
        met = (flight.end.x, flight.end.y) if flight.meets and len(flown) >= len(flight.path) else None
        opacity = min(1.0, (TRACE_S + FADE_S - self._since_s) / FADE_S)
        return Trace(_thinned(flown), carrying.fore_mm, met, round(opacity, 2))


class AimView:
    """Arc, ring, path and landings over the ship; `batch` is in mm."""

    def __init__(self) -> None:
        self.batch = Batch()
        self._quads = Quads(Atlas(_picture, (BAND, DISC, HOOP, CROSS)), self.batch, Group(order=0), MOST_QUADS)
        self._key: Hashable = None

    @property
    def shown(self) -> int:
        """The number of quads that show."""
        return self._quads.used

    def show(
        self, aim: Aim | None, fore_mm: float, trace: Trace | None, target: TargetSeries | None, lean: Lean
    ) -> None:
        """Show the arc of the hand, the last path, and the landings of a series; None for those that are not there.

        fore_mm: how far before the mast the piece in the hand is. The arc fades as the hand rests.
        """
        key = (aim, trace, target, fore_mm, lean)
        if key == self._key:
            return
        self._key = key
        quads: list[Quad] = []
        if target is not None:
            quads += _landings(target, lean.roll)
        if trace is not None:
            quads += _trace(trace, lean)
        if aim is not None:
            quads += _arc(aim, lean, fore_mm) + _ring(aim, risen(*aim.hand, lean, fore_mm))
        if quads or self._quads.used:
            self._quads.show(quads)


# -------------------------------------------------------------------------------------------------------- quads


def _tint(colour: Colour, opacity: float) -> Tint:
    red, green, blue = colour
    return round(red * opacity), round(green * opacity), round(blue * opacity), round(255 * opacity)


def _thinned(path: Sequence[Point]) -> tuple[Point, ...]:
    """Return the places of a path that are APART_MM from the one before, and always the last."""
    kept = [path[0]]
    for place in path[1:-1]:
        if math.dist(place, kept[-1]) >= APART_MM:
            kept.append(place)
    return (*kept, path[-1])


def _band(path: Sequence[Point], wide: Sequence[float], tint: Tint) -> list[Quad]:
    """Return a band along a path, half as wide at each place as `wide` says (mm)."""
    sides: list[tuple[Point, Point]] = []
    for index, (x, y) in enumerate(path):
        (ax, ay), (bx, by) = path[max(0, index - 1)], path[min(len(path) - 1, index + 1)]
        long = math.hypot(bx - ax, by - ay) or 1.0
        nx, ny = -(by - ay) / long * wide[index], (bx - ax) / long * wide[index]
        sides.append(((x - nx, y - ny), (x + nx, y + ny)))
    return [Quad((a, b, d, c), BAND, tint) for (a, c), (b, d) in pairwise(sides)]


def _at(picture: str, place: Point, half_mm: float, tint: Tint) -> Quad:
    (x, y), h = place, half_mm
    return Quad(((x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)), picture, tint)


def _colour(hits: bool) -> Colour:
    return AIM[0] if hits else AIM[1]


def _arc(aim: Aim, lean: Lean, fore_mm: float) -> list[Quad]:
    path = [risen(x, y, lean, fore_mm) for x, y in _thinned(aim.flight.path)]
    tint = _tint(_colour(aim.hits), 0.92 * aim.fresh)
    widths = [3.2 - 1.4 * index / max(1, len(path) - 1) for index in range(len(path))]
    end = HOOP if aim.hits else CROSS
    return [*_band(path, widths, tint), _at(end, path[-1], 8.0 if aim.hits else 6.0, tint)]


def _share(speed_mm_s: float) -> float:
    """Return how much of the ring a speed fills: by its root, so that slow flicks differ too."""
    return math.sqrt(min(1.0, speed_mm_s / STRONGEST_MM_S))


def _ring(aim: Aim, hand: Point) -> list[Quad]:
    x, y = hand
    side = math.copysign(1.0, x)

    def on_ring(share: float) -> Point:
        # From the top round the side on which there is no sleeve.
        return x - side * RING_MM * math.sin(math.tau * share), y + RING_MM * math.cos(math.tau * share)

    def part(begin: float, end: float, tint: Tint, wide: float) -> list[Quad]:
        count = max(1, math.ceil((end - begin) * RING_PARTS))
        path = [on_ring(begin + (end - begin) * n / count) for n in range(count + 1)]
        return _band(path, [wide] * len(path), tint)

    filled = _share(aim.speed_mm_s)
    quads = part(filled, 1.0, _tint(PAPER, 0.45 * aim.fresh), RING_WIDE_MM * 0.7)
    quads += part(0.0, filled, _tint(_colour(aim.hits), 0.95 * aim.fresh), RING_WIDE_MM)
    quads.append(_at(DISC, on_ring(_share(FLICK_MM_S)), 2.6, _tint(PAPER, aim.fresh)))
    if aim.needed_mm_s is not None and aim.needed_mm_s <= STRONGEST_MM_S:
        quads.append(_at(HOOP, on_ring(_share(aim.needed_mm_s)), 4.6, _tint(GLOW, aim.fresh)))
    return quads


def _trace(trace: Trace, lean: Lean) -> list[Quad]:
    path = [risen(x, y, lean, trace.fore_mm) for x, y in trace.path]
    quads = _band(path, [1.8] * len(path), _tint(PAPER, 0.8 * trace.opacity))
    if trace.met is not None:
        met = risen(*trace.met, lean, trace.fore_mm)
        quads.append(_at(HOOP, met, 6.0, _tint(GLOW, 0.9 * trace.opacity)))
    return quads


def _landings(target: TargetSeries, hull_angle: float) -> list[Quad]:
    quads: list[Quad] = []
    mean, spread = target.mean, target.spread_mm
    if mean is not None and spread is not None:
        bar = [turned(mean[0] + side * spread, mean[1], hull_angle) for side in (-1, 1)]
        quads += _band(bar, [3.2, 3.2], _tint(INK, 0.45))
    for landing in target.landings:
        place = turned(landing.x_mm, landing.y_mm, hull_angle)
        tint = _tint(_colour(landing.held), 0.95)
        quads.append(_at(DISC if landing.held else CROSS, place, 4.2, tint))
    if mean is not None:
        line = [turned(mean[0], mean[1] + up, hull_angle) for up in (-MEAN_MM, MEAN_MM)]
        quads += _band(line, [1.4, 1.4], _tint(PAPER, 1.0))
    return quads


# -------------------------------------------------------------------------------------------------------- pictures


def _picture(key: Hashable) -> Image.Image:
    """Paint a white shape with a dark edge, to be tinted."""
    if key == BAND:
        image = Image.new("RGBA", (8, 32), _EDGE)
        image.paste((255, 255, 255, 255), (0, 6, 8, 26))
        return image
    size, fine = 64, FINE
    image = Image.new("RGBA", (size * fine, size * fine), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)

    def disc(radius: float, fill: tuple[int, int, int, int]) -> None:
        low, high = (size / 2 - radius) * fine, (size / 2 + radius) * fine
        draw.ellipse((low, low, high, high), fill=fill)

    if key == DISC:
        disc(30, _EDGE)
        disc(24, (255, 255, 255, 255))
    elif key == HOOP:
        disc(31, _EDGE)
        disc(28, (255, 255, 255, 255))
        disc(17, _EDGE)
        disc(14, (0, 0, 0, 0))
    else:
        for wide, fill in ((18, _EDGE), (11, (255, 255, 255, 255))):
            short = 6 + (18 - wide) / 3
            for a, b in (((short, short), (64 - short, 64 - short)), ((short, 64 - short), (64 - short, short))):
                draw.line([(a[0] * fine, a[1] * fine), (b[0] * fine, b[1] * fine)], fill=fill, width=wide * fine)
    return image.resize((size, size), Image.Resampling.LANCZOS)


class FlickGuide:
    """The flick that the hand would make, and those it made, for a play layer. Call `update` once a frame."""

    def __init__(self, match: RiffRaffMatch | Practice, settings: PlaySettings) -> None:
        self.match = match
        self.view, self.last = AimView(), LastFlight()
        self.aim: Aim | None = None
        self._learns = settings.matches_played.get(match.game, 0) == 0
        self._flicks = 0
        self._counted: Carrying | None = None

    @property
    def teaches(self) -> bool:
        """True while a player with something in the hand still learns how to flick it."""
        return self._learns and self._flicks < LEARNS

    def update(self, wall_s: float, puts_back: bool, charged: ChargedThrow | None = None) -> None:
        """Follow the hand after the match has moved on by `wall_s` of wall time.

        puts_back: letting go here would put the piece back. charged: the throw that a key charges.
        """
        table = self.match.table
        carrying = table.carrying
        if charged is not None and carrying is not None:
            strength, (vx, vy) = table.mouse.strength, charged.velocity
            self.aim = aim_of(carrying, (strength * vx, strength * vy), charged.path)
        else:
            self.aim = None if puts_back else aim_of_hand(table, self.match.now_s, self.match.time_s)
        self.last.update(carrying, wall_s)
        if carrying is not None and carrying.flicked and carrying is not self._counted:
            self._counted, self._flicks = carrying, self._flicks + 1

    def show(self, lean: Lean, hidden: bool) -> None:
        """Move the pictures to the match as it is now. hidden: show nothing."""
        carrying = None if hidden else self.match.table.carrying
        series = self.match.drill if isinstance(self.match, Practice) and not hidden else None
        target = series if isinstance(series, TargetSeries) else None
        fore_mm = 0.0 if carrying is None else carrying.fore_mm
        trace = None if hidden else self.last.trace()
        self.view.show(None if hidden else self.aim, fore_mm, trace, target, lean)

    def draw(self) -> None:
        """Draw over the ship, in the view of its camera."""
        self.view.batch.draw()
