"""The transcript of what a scene draws, frame by frame, for a page."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image

from scenes.drawing.quads import Quad, Quads
from scenes.export.page.carriers import Carriers
from scenes.export.page.tiles import Pictures
from scenes.export.page.tracks import Key, Track, differences, packed, packed_keys
from scenes.layout.parts import split
from scenes.window.display_list import Clip, SpriteItem, picture_of, reporting_to

if TYPE_CHECKING:
    from pyglet.window import Window

Look = tuple[int, float, float, tuple[float, ...]]
"""The number of a picture, where it lies in the sprite (pixels from its anchor), and its colour."""
EVERYWHERE: Clip = (-1, -1, -1, -1)


@dataclass(slots=True)
class LastDrawn:
    """The last state of a sprite or of quads: what it was drawn from, its picture or quads, its tracks."""

    item: SpriteItem | None
    of: object
    tracks: list[int]
    last: int
    looks: tuple[Look, ...] = ()


class Transcript:
    """A listener that keeps a track of every thing, and which are drawn when, in what order."""

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
        self._drawn: dict[int, LastDrawn] = {}
        self._quads: dict[tuple[int, Hashable, Hashable, int], int] = {}

    @contextmanager
    def taking(self, cut: bool) -> Iterator[None]:
        """Take down the next frame. cut: it does not continue the one before."""
        self.frame += 1
        if cut:
            self.cuts.add(self.frame)
        self._order, self._layers, self._plain = [], 0, 0
        with reporting_to(self):
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
        image = picture_of(item.texture)
        if self._repeated(number, item, image):
            return
        drawn = self._drawn.get(number)
        if drawn is None or drawn.of is not image or drawn.item is None or _look(drawn.item) != _look(item):
            looks = tuple(self._looks(item, image))
            tracks = [self._number(("S", number, nth), "S") for nth in range(len(looks))]
            drawn = self._drawn[number] = LastDrawn(item, image, tracks, self.frame, looks)
        drawn.item, drawn.last = item, self.frame
        across, up = item.scale_x * self._scale, item.scale_y * self._scale
        x, y = item.x * self._scale, item.y * self._scale
        for track, (picture, off_x, off_y, colour) in zip(drawn.tracks, drawn.looks, strict=True):
            self._put(track, (picture, x + off_x * across, y + off_y * up, item.rotation, across, up, *colour))

    def _looks(self, item: SpriteItem, image: Image.Image) -> Iterator[Look]:
        """Yield the pictures that a sprite is made of.

        Parts of a picture are pictures themselves; if it is turned, it is one.
        """
        anchor = item.texture.anchor_x, item.texture.anchor_y
        paper, parts = split(image) if item.rotation == 0 else (image, [])
        yield self.pictures.number(paper, anchor), 0.0, 0.0, item.colour
        for part in parts:
            left, _, _, bottom = part.box
            tint = (share * value / 255 for share, value in zip(item.colour, (*part.colour, 255), strict=True))
            yield self.pictures.number(part.look), left - anchor[0], image.height - bottom - anchor[1], tuple(tint)

    def quads(self, number: int, quads: object) -> None:
        """Draw quads; each is known again by what it is a picture of."""
        assert isinstance(quads, Quads)
        if self._repeated(number, None, quads.shown):
            return
        count: dict[Hashable, int] = {}
        tracks: list[int] = []
        for quad in quads.shown:
            name = quad.of, quad.key if quad.of is None else _kind(quad.key)
            nth = count[name] = count.get(name, 0) + 1
            track = self._quads.get((number, *name, nth))
            if track is None:
                track = self._quads[number, *name, nth] = self._new("Q")
            known = self._tracks[track]
            if self._last.get(track) != quad or known.seen != self.frame - 1:
                self._last[track] = quad
                known.put(self.frame, self._row(quad, quads.picture_of(quad.key)))
            known.seen = self.frame
            tracks.append(track)
        self._order += tracks
        self._drawn[number] = LastDrawn(None, quads.shown, tracks, self.frame)

    def _repeated(self, number: int, item: SpriteItem | None, of: object) -> bool:
        """Draw what was drawn in the frame before; return False if it was something else."""
        before = self._drawn.get(number)
        if before is None:
            return False
        if before.of is of and before.item == item and before.last == self.frame - 1:
            before.last = self.frame
            self._order += before.tracks
            return True
        self._saw(before)
        return False

    def _saw(self, drawn: LastDrawn) -> None:
        for track in drawn.tracks:
            self._tracks[track].seen = drawn.last

    def _row(self, quad: Quad, image: Image.Image) -> tuple[float, ...]:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad.corners
        places = x0, y0, x1 - x0, y1 - y0, x3 - x0, y3 - y0, x2 - x1 - x3 + x0, y2 - y1 - y3 + y0
        return (self.pictures.number(image), *(self._scale * place for place in places), *quad.tint)

    def _number(self, name: Hashable, kind: str) -> int:
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = self._new(kind)
        return number

    def _new(self, kind: str) -> int:
        self._tracks.append(Track(kind, self._layers))
        return len(self._tracks) - 1

    def _put(self, track: int, row: tuple[float, ...]) -> None:
        if self._last.get(track) != row or self._tracks[track].seen != self.frame - 1:
            self._last[track] = row
            self._tracks[track].put(self.frame, row)
        self._tracks[track].seen = self.frame
        self._order.append(track)

    # ------------------------------------------------------------------------------------------ as bytes

    def motion(self) -> bytes:
        """Return all tracks and orders as bytes, as player.js reads them."""
        for drawn in self._drawn.values():
            self._saw(drawn)
        cuts = frozenset(self.cuts)
        parts = [packed((len(self._tracks),))]
        carriers = Carriers(self._tracks)
        for number, track in enumerate(self._tracks):
            parts.append(packed((ord(track.kind), carriers.of(number))))
            parts += [packed_keys(keys) for keys in carriers.seen(number).keys(cuts, number in carriers.carrying)]
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


def _look(item: SpriteItem) -> tuple[object, ...]:
    """Return what a sprite's pictures depend on."""
    return item.texture.anchor_x, item.texture.anchor_y, item.rotation == 0, item.colour


def _kind(key: Hashable) -> Hashable:
    """Return what kind of picture a key is of: a card keeps its track when it is turned over."""
    return key[0] if isinstance(key, tuple) else key
