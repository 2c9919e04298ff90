"""Short words at the place where something has happened, a banner over the table, and pulses round the player due.

Everything is painted once for its words and only moved and faded after that. Wall time moves it, so that it can be read
however fast the match runs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial

from PIL import Image, ImageDraw
from pyglet.graphics import Batch, Group
from pyglet.sprite import Sprite

from scenes.drawing.palette import GLOW, INK, PAPER_DUE, TONES, Colour
from scenes.drawing.panels import FINE, Pen, around, panel
from scenes.drawing.sprites import fade, sprite_of, texture_of
from scenes.layout.boxes import ENDLESS, First, Lines, Text
from scenes.window.camera import Rectangle

Place = Callable[[], tuple[float, float] | None]
"""Returns where something is now (window units), or None while it is out of sight."""

WORDS_S, BANNER_S, FADE_S = 2.2, 2.6, 0.45
"""How long words at a place and a banner are shown, and the part of that in which they fade (s, wall time)."""
RISE = 26.0
"""How far words rise while they are shown (units of a 720-line window)."""
MOST = 8
"""The greatest number of words at places shown at once; the oldest go first."""
PULSE_HZ, RING = 0.8, 34.0
"""How often a pulse grows in a second, and its radius (units of a 720-line window)."""


@dataclass(slots=True)
class Callout:
    """Words that are shown: their sprite and size (window units), where they are, and their age (s)."""

    sprite: Sprite
    size: tuple[float, float]
    place: Place
    at: tuple[float, float]
    lasts_s: float
    rises: float
    age_s: float = 0.0


class Callouts:
    """Words at places, a banner and pulses, drawn over a scene in window units.

    `update` moves them on, `show` puts them where their places are now, `batch` draws them.
    """

    def __init__(self) -> None:
        self.batch = Batch()
        self._rings, self._words, self._banners = (Group(order=order) for order in range(3))
        self._pen = Pen(1.0, 1.0)
        self._room = Rectangle(0.0, 0.0, 1280.0, 720.0)
        self._shown: list[Callout] = []
        self._banner: Callout | None = None
        self._pulses: dict[Hashable, Sprite] = {}
        self._clock_s = 0.0

    def resize(self, room: Rectangle, pen: Pen) -> None:
        """Keep words inside `room` (window units) and paint them with `pen`; end what is shown."""
        self._room, self._pen = room, pen
        self.clear()

    def clear(self) -> None:
        """End everything that is shown."""
        for shown in (*self._shown, *(() if self._banner is None else (self._banner,))):
            shown.sprite.delete()
        for ring in self._pulses.values():
            ring.delete()
        self._shown, self._banner, self._pulses = [], None, {}

    @property
    def words(self) -> tuple[Callout, ...]:
        """The words that are shown at places now, the oldest first."""
        return tuple(self._shown)

    def say(self, words: str, place: Place | tuple[float, float], tone: str = "turn", lasts_s: float = WORDS_S) -> None:
        """Show words at a place (window units, or a function that returns it), where they rise and fade.

        tone: a name in `scenes.drawing.palette.TONES`.
        """
        where: Place = place if callable(place) else lambda: place
        at = where()
        if at is None or not words:
            return
        while len(self._shown) >= MOST:
            self._shown.pop(0).sprite.delete()
        self._shown.append(self._made(words, where, at, tone, 17.0, self._words, lasts_s, RISE * self._pen.unit))

    def banner(self, words: str, tone: str = "plain", lasts_s: float = BANNER_S) -> None:
        """Show a line in the upper middle of the table instead of the banner before; end that one for no words."""
        if self._banner is not None:
            self._banner.sprite.delete()
            self._banner = None
        if words:
            room = self._room
            at = room.centre[0], room.bottom + 0.82 * room.height
            self._banner = self._made(words, lambda: at, at, tone, 22.0, self._banners, lasts_s, 0.0)

    def pulse(self, key: Hashable, at: tuple[float, float] | None, colour: Colour = GLOW) -> None:
        """Draw a ring that grows and fades again and again round a place (window units), until called with None."""
        ring = self._pulses.get(key)
        if at is None:
            if ring is not None:
                ring.visible = False
            return
        if ring is None:
            ring = self._pulses[key] = self._ring()
        phase = (self._clock_s * PULSE_HZ) % 1.0
        ring.update(x=at[0], y=at[1], scale=(0.45 + 0.55 * phase) / self._pen.ratio)
        fade(ring, 0.9 * (1.0 - phase) ** 1.5, colour)
        if not ring.visible:
            ring.visible = True

    def update(self, wall_s: float) -> None:
        """Move everything on by `wall_s` of wall time, and end what has been shown long enough."""
        self._clock_s += wall_s
        for shown in self._shown:
            shown.age_s += wall_s
        for old in [shown for shown in self._shown if shown.age_s >= shown.lasts_s]:
            old.sprite.delete()
            self._shown.remove(old)
        if self._banner is not None:
            self._banner.age_s += wall_s
            if self._banner.age_s >= self._banner.lasts_s:
                self.banner("")

    def show(self) -> None:
        """Put everything where its place is now; words that would cover others move up."""
        taken: list[Rectangle] = []
        # The newest words stay at their place, older ones make room.
        for shown in reversed(self._shown):
            taken.append(self._put(shown, taken))
        if self._banner is not None:
            self._put(self._banner, [])

    def draw(self) -> None:
        """Draw what was shown last."""
        self.batch.draw()

    # ------------------------------------------------------------------------------------------ making and moving

    def _made(
        self,
        words: str,
        where: Place,
        at: tuple[float, float],
        tone: str,
        size: float,
        group: Group,
        lasts_s: float,
        rises: float,
    ) -> Callout:
        image = words_picture(words, tone, size, round(0.9 * self._room.width * self._pen.ratio), self._pen)
        sprite = sprite_of(texture_of(image, (image.width / 2, image.height / 2)), self.batch, group)
        sprite.scale = 1.0 / self._pen.ratio
        wide, high = image.width / self._pen.ratio, image.height / self._pen.ratio
        shown = Callout(sprite, (wide, high), where, at, lasts_s, rises)
        self._put(shown, [])
        return shown

    def _put(self, shown: Callout, taken: list[Rectangle]) -> Rectangle:
        shown.at = shown.place() or shown.at
        share = shown.age_s / shown.lasts_s
        wide, high = shown.size
        x, y = shown.at[0], shown.at[1] + 0.9 * high + shown.rises * (1.0 - (1.0 - share) ** 2)
        room = self._room
        x = min(max(x, room.left + wide / 2), max(room.left + wide / 2, room.right - wide / 2))
        y = min(max(y, room.bottom + high / 2), max(room.bottom + high / 2, room.top - high / 2))
        for other in taken:
            if abs(x - other.centre[0]) < (wide + other.width) / 2 and abs(y - other.centre[1]) < high:
                y = other.top + high / 2 + 1.0
        ratio = self._pen.ratio
        shown.sprite.update(x=round(x * ratio) / ratio, y=round(y * ratio) / ratio)
        left_s = shown.lasts_s - shown.age_s
        fade(shown.sprite, min(1.0, left_s / FADE_S, (shown.age_s + 0.06) / 0.12))
        return Rectangle(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)

    def _ring(self) -> Sprite:
        image = ring_picture(round(RING * self._pen.unit * self._pen.ratio))
        return sprite_of(texture_of(image, (image.width / 2, image.height / 2)), self.batch, self._rings)


def words_picture(words: str, tone: str, size: float, room_px: int, pen: Pen) -> Image.Image:
    """Return words on a small panel, smaller or wrapped where they are wider than `room_px`.

    size: of the text in a 720-line window.
    """
    least, colour = pen.text(11), TONES.get(tone, INK)
    line = Text(words, pen.text(size), colour, bold=True, smallest=least, whole=True, side="middle")
    lines = Lines(words, min(pen.text(size), least), colour, bold=True, side="middle")
    # Smaller letters before several lines.
    return around(First([line, lines]), (room_px, ENDLESS), (pen(9), pen(2.5)), partial(panel, pen=pen))


def ring_picture(radius_px: int) -> Image.Image:
    """Return a white ring to be tinted, of that radius."""
    side, width = 2 * max(8, radius_px) * FINE, max(2, radius_px // 9) * FINE
    fine = Image.new("RGBA", (side, side), (*PAPER_DUE, 0))
    ImageDraw.Draw(fine).ellipse((width, width, side - width, side - width), outline=(255, 255, 255, 255), width=width)
    return fine.reduce(FINE)
