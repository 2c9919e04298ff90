"""Takes down what a scene draws, frame by frame, for a page."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PIL import Image

from scenes.drawing.quads import Quad, Quads
from scenes.export.page.tiles import Pictures
from scenes.export.page.tracks import Key, Track, differences, packed, packed_keys
from scenes.window.display_list import Clip, SpriteItem, picture_of, told_to

if TYPE_CHECKING:
    from pyglet.window import Window

EVERYWHERE: Clip = (-1, -1, -1, -1)


class Recorder:
    """A listener that makes a track of every thing, and notes which are drawn when, and in what order."""

    def __init__(self, window: Window) -> None:
        self.pictures = Pictures()
        self.frame = -1
        self.cuts: set[int] = set()
        self._window = window
        self._tracks: list[Track] = []
        self._numbers: dict[Hashable, int] = {}
        self._order: list[int] = []
        self._orders: list[tuple[int, list[int], int]] = []
        self._plain = 0
        self._layers = 0
        self._scale = 1.0
        self._scales: dict[int, float] = {}
        self._last: dict[int, object] = {}
        self._quads: dict[int, tuple[Sequence[Quad], list[int]]] = {}

    @contextmanager
    def taking(self, cut: bool) -> Iterator[None]:
        """Take down the next frame. cut: it does not continue the one before."""
        self.frame += 1
        if cut:
            self.cuts.add(self.frame)
        self._order, self._layers, self._plain = [], 0, 0
        with told_to(self):
            yield
        plain = self._plain or len(self._order)
        if not self._orders or self._orders[-1][1:] != (self._order, plain):
            self._orders.append((self.frame, self._order, plain))

    def aside(self) -> None:
        """Take what follows in the frame for thoughts, which a player can hide."""
        self._plain = len(self._order)

    # ------------------------------------------------------------------------------------------ the listener

    def layer(self, clip: Clip | None) -> None:
        """Begin a batch, drawn with the window's view of now."""
        view = self._window.view
        number = self._number(("L", self._layers), "L")
        self._layers += 1
        self._scale = self._scales.setdefault(number, view[0])
        self._put(number, (view[12], view[13], view[0] / self._scale, *(clip or EVERYWHERE)))

    def fill(self, colour: tuple[int, int, int], clip: Clip | None) -> None:
        """Fill the window, or the clip, with a colour."""
        number = self._number(("F", self._layers), "F")
        self._layers += 1
        self._put(number, (*colour, *(clip or EVERYWHERE)))

    def sprite(self, number: int, item: SpriteItem) -> None:
        """Draw a sprite."""
        track = self._number(("S", number), "S")
        image = picture_of(item.texture)
        known = item, image
        if self._last.get(track) == known and self._tracks[track].seen == self.frame - 1:
            self._draw(track)
            return
        self._last[track] = known
        texture, x, y, rotation, across, up, colour = item
        picture = self.pictures.number(image, (texture.anchor_x, texture.anchor_y))
        s = self._scale
        self._tracks[track].put(self.frame, (picture, x * s, y * s, rotation, across * s, up * s, *colour))
        self._draw(track)

    def quads(self, number: int, quads: object) -> None:
        """Draw quads; each is known again by what it is a picture of."""
        assert isinstance(quads, Quads)
        before = self._quads.get(number)
        if before is not None and before[0] is quads.shown and self._follows(before[1]):
            for track in before[1]:
                self._draw(track)
            return
        count: dict[Hashable, int] = {}
        drawn: list[int] = []
        for quad in quads.shown:
            name = ("Q", number, quad.of, quad.key if quad.of is None else _kind(quad.key))
            nth = count[name] = count.get(name, 0) + 1
            track = self._number((*name, nth), "Q")
            if self._last.get(track) != quad or self._tracks[track].seen != self.frame - 1:
                self._last[track] = quad
                self._tracks[track].put(self.frame, self._row(quad, quads.picture_of(quad.key)))
            self._draw(track)
            drawn.append(track)
        self._quads[number] = quads.shown, drawn

    def _row(self, quad: Quad, image: Image.Image) -> tuple[float, ...]:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad.corners
        (wide, high), s = image.size, self._scale
        return (
            self.pictures.number(image), x0 * s, y0 * s,
            (x1 - x0) / wide * s, (y1 - y0) / wide * s, (x3 - x0) / high * s, (y3 - y0) / high * s,
            (x2 - x1 - x3 + x0) * s, (y2 - y1 - y3 + y0) * s, *quad.tint,
        )  # fmt: skip

    def _follows(self, tracks: Iterable[int]) -> bool:
        return all(self._tracks[track].seen == self.frame - 1 for track in tracks)

    def _number(self, name: Hashable, kind: str) -> int:
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self._tracks)
            self._tracks.append(Track(kind))
        return number

    def _put(self, track: int, row: tuple[float, ...]) -> None:
        if self._last.get(track) != row or self._tracks[track].seen != self.frame - 1:
            self._last[track] = row
            self._tracks[track].put(self.frame, row)
        self._draw(track)

    def _draw(self, track: int) -> None:
        self._tracks[track].seen = self.frame
        self._order.append(track)

    # ------------------------------------------------------------------------------------------ what it makes of it

    def motion(self) -> bytes:
        """Return all tracks and orders as bytes, as player.js reads them."""
        cuts = frozenset(self.cuts)
        parts = [packed((len(self._tracks),))]
        for track in self._tracks:
            parts.append(packed((ord(track.kind),)))
            parts += [packed_keys(keys) for keys in track.keys(cuts)]
        parts.append(packed((len(self._orders),)))
        last: list[int] = []
        gaps = differences(frame for frame, _, _ in self._orders)
        for gone, (_, order, plain) in zip(gaps, self._orders, strict=True):
            head, tail = _alike(last, order)
            middle = order[head : len(order) - tail]
            parts.append(packed((gone, head, tail, len(middle), *middle, len(order) - plain)))
            last = order
        return b"".join(parts)


def clock_keys(times_s: Sequence[float], cuts: Iterable[int]) -> bytes:
    """Return the time of the match at each frame, in ms, as the keys of a number."""
    cuts = frozenset(cuts)
    keys: list[Key] = []
    for frame, time_s in enumerate(times_s):
        value = round(1000 * time_s)
        if frame in cuts or not keys:
            if keys and keys[-1].frame < frame - 1:
                keys.append(Key(frame - 1, round(1000 * times_s[frame - 1]), held=True))
            elif keys:
                keys[-1] = keys[-1]._replace(held=True)
            keys.append(Key(frame, value, held=False))
    if keys[-1].frame < len(times_s) - 1:
        keys.append(Key(len(times_s) - 1, round(1000 * times_s[-1]), held=True))
    return packed_keys(keys)


def _alike(a: Sequence[int], b: Sequence[int]) -> tuple[int, int]:
    """Return how many numbers two lists share at their beginnings, and how many more at their ends."""
    most = min(len(a), len(b))
    head = next((n for n in range(most) if a[n] != b[n]), most)
    tail = next((n for n in range(most - head) if a[-1 - n] != b[-1 - n]), most - head)
    return head, tail


def _kind(key: Hashable) -> Hashable:
    """Return what kind of picture a key is of: a card keeps its track when it is turned over."""
    return key[0] if isinstance(key, tuple) else key
