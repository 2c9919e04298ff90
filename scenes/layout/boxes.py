"""Boxes: the contents of a panel, described once and placed in the room there is. Pixels, y down; no window needed.

A box says how small it can be in a room (`least`) and how large it wants to be (`wanted`), and is painted into a place.
A row or a column gives every box what it wants if there is room, and what is left over to those that `grow`; else all
shrink towards their least, and where even that has no room those that are `spare` are left out, the most spare first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from itertools import pairwise
from typing import Literal, TypeAlias, TypeVar

from PIL import Image

from scenes.layout.parts import lay
from scenes.layout.text import fitted, line_px, width_px, words_of, wrapped, write

Size: TypeAlias = tuple[int, int]
"""Width and height."""
Place: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height."""
Side: TypeAlias = Literal["left", "middle", "right"]
Colour: TypeAlias = tuple[int, int, int]
B = TypeVar("B")
V = TypeVar("V")
ENDLESS = 10**6
"""A height that everything has room in."""


def _once(measure: Callable[[B, Size], V]) -> Callable[[B, Size], V]:
    """Return the method that measures each room once: rows in columns in rows ask for the same sizes many times."""
    name = measure.__name__

    @wraps(measure)
    def known(box: B, room: Size) -> V:
        found: dict[tuple[str, Size], V] = vars(box).setdefault("_known", {})
        key = name, room
        if key not in found:
            found[key] = measure(box, room)
        return found[key]

    return known


@dataclass(frozen=True, kw_only=True)
class Box:
    """Anything that takes room. grow: its share of what is left over. spare: it is left out where there is no room.

    name: by which `paint` tells its place.
    """

    grow: float = 0.0
    spare: int = 0
    name: str = ""

    @property
    def flows(self) -> bool:
        """True if its least height depends on the width of its room."""
        return False

    def least(self, room: Size) -> Size:
        """Return the smallest size that it can be painted in, given a room."""
        return 0, 0

    def wanted(self, room: Size) -> Size:
        """Return the size that it would take of a room."""
        return self.least(room)

    def parts(self, place: Place) -> Sequence[tuple[Box, Place]]:
        return ()

    def draw(self, picture: Image.Image, place: Place) -> None:
        """Paint what it has besides its parts."""


def paint(box: Box, picture: Image.Image, place: Place) -> dict[str, Place]:
    """Paint a box and everything in it into a place of a picture; return the places of those that have a name."""
    named = {}
    for part, at in placed(box, place):
        part.draw(picture, at)
        if part.name:
            named[part.name] = at
    return named


def placed(box: Box, place: Place) -> Iterator[tuple[Box, Place]]:
    """Yield a box and everything in it, each with its place, in the order in which they are painted."""
    yield box, place
    for part, at in box.parts(place):
        yield from placed(part, at)


@dataclass(frozen=True)
class Spacer(Box):
    """Empty room of a size, or all that is left over."""

    size: Size = (0, 0)

    def least(self, room: Size) -> Size:
        return self.size


@dataclass(frozen=True)
class Text(Box):
    """A line of text: its letters shrink to `smallest` pixels, and then it is cut.

    words: or several wordings, of which the first that fits is written. whole: it counts as having no room where it
    would be cut. side: of a place that is wider. line: its height, in heights of its letters.
    """

    words: str | Sequence[str]
    px: int
    colour: Colour
    bold: bool = False
    smallest: int = ENDLESS
    whole: bool = False
    side: Side = "left"
    line: float = 1.3

    @cached_property
    def wordings(self) -> Sequence[str]:
        """The wordings, the best one first."""
        return (self.words,) if isinstance(self.words, str) else self.words

    @cached_property
    def _sizes(self) -> range:
        return range(self.px, min(self.px, self.smallest) - 1, -1)

    @cached_property
    def _least(self) -> Size:
        px = self._sizes[-1]
        wide = min(width_px(words, px, self.bold) for words in self.wordings)
        return wide if self.whole else min(wide, 3 * px), self._high(px, min(1.0, self.line))

    def least(self, room: Size) -> Size:
        """Return the size of the shortest wording in the smallest letters; of some four letters if it may be cut."""
        return self._least

    @_once
    def wanted(self, room: Size) -> Size:
        """Return the size of what would be written in a room."""
        words, px = self.fit(room)
        return width_px(words, px, self.bold), self._high(px, self.line)

    @_once
    def fit(self, room: Size) -> tuple[str, int]:
        """Return what is written in a room, and the height of its letters."""
        sizes = [px for px in self._sizes if self._high(px, min(1.0, self.line)) <= room[1]] or self._sizes[-1:]
        for words in self.wordings:
            for px in sizes:
                if width_px(words, px, self.bold) <= room[0]:
                    return words, px
        px = sizes[-1]
        return fitted(self.wordings[-1], room[0], px, self.bold), px

    def _high(self, px: int, line: float) -> int:
        return round(line * px)

    def draw(self, picture: Image.Image, place: Place) -> None:
        """Write it in the middle of the height."""
        left, top, wide, high = place
        words, px = self.fit((wide, high))
        at, anchor = _anchored(left, wide, self.side)
        write(picture, (at, top + high / 2), words, px, self.colour, self.bold, anchor)


@dataclass(frozen=True)
class Lines(Box):
    """A text in as many lines as it needs: its letters shrink to `smallest` pixels, and then its last line is cut.

    whole: it counts as having no room where it would be cut.
    """

    words: str
    px: int
    colour: Colour
    bold: bool = False
    smallest: int = ENDLESS
    whole: bool = False
    side: Side = "left"

    @property
    def flows(self) -> bool:
        """True if it is not cut."""
        return self.whole

    @_once
    def least(self, room: Size) -> Size:
        """Return the size of its longest word, in as many lines as it needs if it is whole."""
        px = min(self.px, self.smallest)
        wide = max((width_px(word, px, self.bold) for word in words_of(self.words)), default=0)
        lines = len(wrapped(self.words, max(1, room[0]), px, self.bold)) if self.whole else 1
        return wide, (lines - 1) * line_px(px) + px

    def wanted(self, room: Size) -> Size:
        """Return the size of the lines that would be written in a room."""
        lines, px = self.fit(room)
        return max((width_px(line, px, self.bold) for line in lines), default=0), len(lines) * line_px(px)

    @_once
    def fit(self, room: Size) -> tuple[Sequence[str], int]:
        """Return what is written in a room, and the height of its letters."""
        for px in range(self.px, min(self.px, self.smallest) - 1, -1):
            lines = wrapped(self.words, max(1, room[0]), px, self.bold)
            if (len(lines) - 1) * line_px(px) + px <= room[1]:
                return lines, px
        most = max(1, (room[1] - px) // line_px(px) + 1)
        return (*lines[: most - 1], fitted(" ".join(lines[most - 1 :]), room[0], px, self.bold)), px

    def draw(self, picture: Image.Image, place: Place) -> None:
        """Write them in the middle of the height."""
        left, top, wide, high = place
        lines, px = self.fit((wide, high))
        at, anchor = _anchored(left, wide, self.side)
        for row, line in enumerate(lines):
            y = top + high / 2 + (row - (len(lines) - 1) / 2) * line_px(px)
            write(picture, (at, y), line, px, self.colour, self.bold, anchor)


def _anchored(left: int, wide: int, side: Side) -> tuple[float, str]:
    return {"left": (left, "lm"), "middle": (left + wide / 2, "mm"), "right": (left + wide, "rm")}[side]


@dataclass(frozen=True)
class Picture(Box):
    """A picture that is made in the size of its place: `make(width, height)`.

    shape: its width by its height, which it keeps; None: it takes its place whole. high, smallest: its greatest
    height and its least; the same where only `high` is given.
    """

    make: Callable[[int, int], Image.Image]
    shape: float | None = 1.0
    high: int = ENDLESS
    smallest: int | None = None

    def least(self, room: Size) -> Size:
        high = self.high % ENDLESS if self.smallest is None else min(self.high, self.smallest)
        return round(high * (self.shape or 0)), high

    def wanted(self, room: Size) -> Size:
        """Return the size in which it fits a room."""
        if self.shape is None:
            return 0, min(self.high, room[1])
        high = max(1, min(self.high, room[1], round(room[0] / self.shape)))
        return round(high * self.shape), high

    def draw(self, picture: Image.Image, place: Place) -> None:
        """Paint it in the middle."""
        left, top, wide, high = place
        size = (wide, min(high, self.high)) if self.shape is None else self.wanted((wide, high))
        if min(size) > 0:
            at = left + (wide - size[0]) // 2, top + (high - size[1]) // 2
            lay(picture, self.make(*size), max(0, at[0]), max(0, at[1]))


@dataclass(frozen=True)
class _Line(Box):
    """Boxes one after the other, `gap` apart. even: all are equally long. None is no box."""

    boxes: Sequence[Box | None]
    gap: int = 0
    even: bool = False
    along = 0

    @cached_property
    def _all(self) -> tuple[Box, ...]:
        return tuple(box for box in self.boxes if box is not None)

    @cached_property
    def flows(self) -> bool:
        """True if one of them does."""
        return any(box.flows for box in self._all)

    def least(self, room: Size) -> Size:
        """Return the room of those that are not spare, each at its smallest."""
        return self._least(room if self.flows else (ENDLESS, ENDLESS))

    @_once
    def _least(self, room: Size) -> Size:
        return self._sum(self._leasts([box for box in self._all if not box.spare], room))

    @_once
    def wanted(self, room: Size) -> Size:
        """Return the room that all together want."""
        lengths = tuple(self._lengths(room, grown=False))
        across = [box.wanted(self._turned(long, room[1 - self.along]))[1 - self.along] for box, long in lengths]
        long = sum(long for _, long in lengths) + self.gap * max(0, len(lengths) - 1)
        return self._turned(long, max(across, default=0))

    def parts(self, place: Place) -> Sequence[tuple[Box, Place]]:
        """Return those for which there is room."""
        left, top, wide, high = place
        at, found = 0, []
        for box, long in self._lengths((wide, high), grown=True):
            found.append((box, (left, top + at, wide, long) if self.along else (left + at, top, long, high)))
            at += long + self.gap
        return found

    def _turned(self, long: int, across: int) -> Size:
        return (across, long) if self.along else (long, across)

    def _sum(self, sizes: Sequence[Size]) -> Size:
        if not sizes:
            return 0, 0
        lengths = [size[self.along] for size in sizes]
        long = len(lengths) * max(lengths) if self.even else sum(lengths)
        return self._turned(long + self.gap * (len(sizes) - 1), max([size[1 - self.along] for size in sizes]))

    def _leasts(self, boxes: Sequence[Box], room: Size) -> list[Size]:
        """Return the least size of each beside the others: lines of text are higher where they have less width."""
        leasts = [box.least(room) for box in boxes]
        if self.along or not self.flows:
            return leasts
        free = room[0] - self._sum(leasts)[0]
        return [box.least((max(1, wide + free), room[1])) for box, (wide, _) in zip(boxes, leasts, strict=True)]

    @_once
    def _kept(self, room: Size) -> Sequence[Box]:
        kept = list(zip(self._all, self._leasts(self._all, room), strict=True))
        while any(box.spare for box, _ in kept):
            needed = self._sum([size for _, size in kept])
            if needed[0] <= room[0] and needed[1] <= room[1]:
                break
            del kept[max(range(len(kept)), key=lambda index: (kept[index][0].spare, index))]
        return [box for box, _ in kept]

    @_once
    def _wants(self, room: Size) -> Sequence[tuple[Box, int, int]]:
        """Return those for which there is room, each with its least length and the one that it wants."""
        kept = self._kept(room)
        free = room[self.along] - self.gap * max(0, len(kept) - 1)
        if self.even and kept:
            ends = [at * free // len(kept) for at in range(len(kept) + 1)]
            return [(box, end - start, end - start) for box, (start, end) in zip(kept, pairwise(ends), strict=True)]
        within, found = self._turned(free, room[1 - self.along]), []
        for box in kept:
            least = box.least(within)[self.along]
            # What grows in a column takes height that the others leave, and none that they want.
            wants = least if self.along and box.grow else max(least, box.wanted(within)[self.along])
            found.append((box, least, wants))
        return found

    def _lengths(self, room: Size, grown: bool) -> Iterator[tuple[Box, int]]:
        """Share the room out along the line. grown: all of it."""
        wants = self._wants(room)
        free = room[self.along] - self.gap * max(0, len(wants) - 1)
        left = free - sum(long for _, _, long in wants)
        shares: list[float] = [box.grow * grown if left > 0 else long - least for box, least, long in wants]
        total, shared, gained, at = sum(shares) or 1.0, 0.0, 0, 0
        for (box, _, long), share in zip(wants, shares, strict=True):
            # Rounded in sum, so that nothing is lost and each gets its least. Where there is not even that, what comes
            # last is cut.
            shared += share
            gain = round(left * shared / total) - gained
            gained += gain
            length = max(0, min(long + gain, free - at))
            at += length
            yield box, length


class Row(_Line):
    """Boxes from left to right."""


class Column(_Line):
    """Boxes from top to bottom."""

    along = 1


@dataclass(frozen=True)
class Overlay(Box):
    """Boxes on top of each other on purpose, the last one uppermost."""

    boxes: Sequence[Box]

    @cached_property
    def flows(self) -> bool:
        """True if one of them does."""
        return any(box.flows for box in self.boxes)

    def least(self, room: Size) -> Size:
        """Return the size that every one of them fits in at its smallest."""
        return _largest([box.least(room) for box in self.boxes])

    def wanted(self, room: Size) -> Size:
        """Return the size that the largest wants."""
        return _largest([box.wanted(room) for box in self.boxes])

    def parts(self, place: Place) -> Sequence[tuple[Box, Place]]:
        return [(box, place) for box in self.boxes]


def _largest(sizes: Sequence[Size]) -> Size:
    return max(wide for wide, _ in sizes), max(high for _, high in sizes)


@dataclass(frozen=True)
class First(Box):
    """The first of several boxes that has room; the last one if none has."""

    boxes: Sequence[Box]

    @property
    def flows(self) -> bool:
        """True if the last one does."""
        return self.boxes[-1].flows

    def least(self, room: Size) -> Size:
        """Return the least size of the last box."""
        return self.boxes[-1].least(room)

    def wanted(self, room: Size) -> Size:
        """Return what the box that fits wants."""
        return self._fitting(room).wanted(room)

    def parts(self, place: Place) -> Sequence[tuple[Box, Place]]:
        """Return the box that fits."""
        return [(self._fitting(place[2:]), place)]

    def _fitting(self, room: Size) -> Box:
        for box in self.boxes:
            wide, high = box.least(room)
            if wide <= room[0] and high <= room[1]:
                return box
        return self.boxes[-1]
