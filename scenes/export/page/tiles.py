"""The pictures of a page as small tiles, each stored once: panels change in part, and most of each stays as it was."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from itertools import accumulate
from weakref import ref

import numpy as np
import numpy.typing as npt
from PIL import Image

from scenes.export.page.tracks import PIXEL, differences, packed

TILE = 24
"""The side of a tile in pixels."""
SIDE = 2040
"""The side of a sheet of tiles in pixels: what every browser can hold as one picture."""
ROW = SIDE // TILE
LARGE = 50_000
"""A picture of at least this many pixels, none of which are known yet, is a sheet of its own."""
NEW = 0.9
"""The least share of its tiles that must be new."""
QUALITY, LESS, MOST_LOSS = 95, 0.8, 1.0
"""A large picture is stored at this quality (of WebP's 100), with a loss that cannot be seen, where that takes at most
this share of the bytes, and its colours are off by less than this in the mean (of 255)."""
STEPS = {False: 3, True: 5}
"""The steps in which colours and opacities are stored, on a usual page and a lighter one; black and white are kept."""
EFFORT = {False: {"method": 4}, True: {"method": 6, "quality": 100}}
"""How hard WebP tries, on a usual page and a lighter one: a sheet of the latter takes some seconds."""

Pixels = npt.NDArray[np.uint8]


class Pictures:
    """All pictures of a page, each with its anchor."""

    def __init__(self) -> None:
        self._of_image: dict[int, tuple[ref[Image.Image], dict[tuple[float, float], int]]] = {}
        self._same: dict[tuple[bytes, tuple[int, int], float, float], int] = {}
        self._tiles: dict[bytes, tuple[int, int]] = {}
        """Of each tile, the number of its kind (see `_first`), and its place there."""
        self._small: tuple[list[Pixels], list[Pixels]] = [], []
        """The tiles of one colour, as letters are, and all others: apart they take a tenth less."""
        self._large: list[Pixels] = []
        self._index: list[tuple[tuple[int, ...], list[tuple[int, int]]]] = []

    def __len__(self) -> int:
        return len(self._same)

    def number(self, image: Image.Image, anchor: tuple[float, float] = (0.0, 0.0)) -> int:
        """Return the number of a picture, the same for equal ones."""
        known, anchors = self._of_image.get(id(image), (None, {}))
        if known is None or known() is not image:
            # Not seen before, or at the place of one that is gone.
            anchors = {}
            self._of_image[id(image)] = ref(image), anchors
        found = anchors.get(anchor)
        if found is None:
            found = anchors[anchor] = self._added(image, anchor)
        return found

    def _added(self, image: Image.Image, anchor: tuple[float, float]) -> int:
        pixels = np.array(image.convert("RGBA"))
        # What is not seen is not stored either.
        pixels[pixels[..., 3] == 0] = 0
        key = (pixels.tobytes(), image.size, *anchor)
        found = self._same.get(key)
        if found is None:
            found = self._same[key] = len(self._same)
            size = *image.size, *(round(PIXEL * value) for value in anchor)
            self._index.append((size, self._places(pixels)))
        return found

    def _places(self, pixels: Pixels) -> list[tuple[int, int]]:
        """Return where the tiles of a picture are, and keep those that are new."""
        tiles = [(bytes(tile.shape[:2]) + tile.tobytes(), tile) for tile in _cut(pixels)]
        large = pixels.shape[0] * pixels.shape[1] >= LARGE
        if large and len({key for key, _ in tiles} - self._tiles.keys()) >= NEW * len(tiles):
            self._large.append(pixels)
            kind = len(self._small) - 1 + len(self._large)
            for place, (key, _) in enumerate(tiles):
                self._tiles.setdefault(key, (kind, place))
            return [(kind, place) for place in range(len(tiles))]
        for key, tile in tiles:
            if key not in self._tiles:
                kind = 0 if _is_of_one_colour(tile) else 1
                self._tiles[key] = kind, len(self._small[kind])
                self._small[kind].append(tile)
        return [self._tiles[key] for key, _ in tiles]

    def index(self) -> bytes:
        """Return size, anchor and tiles of each picture, as player.js reads them."""
        begins = self._first()
        numbers: list[int] = [len(self)]
        for size, places in self._index:
            numbers += size
            numbers += differences(begins[sheet] + place for sheet, place in places)
        return packed(numbers)

    def begins(self) -> list[int]:
        """Return the number of the first tile of each of the `sheets`."""
        first = self._first()
        small = (begin + start for begin, tiles in zip(first, self._small, strict=False) for start in _starts(tiles))
        return [*small, *first[len(self._small) :]]

    def _first(self) -> list[int]:
        """Return the number of the first tile of each kind of small ones, and of each large picture."""
        large = (math.prod(-(-side // TILE) for side in pixels.shape[:2]) for pixels in self._large)
        return list(accumulate((*map(len, self._small), *large), initial=0))[:-1]

    def sheets(self, lighter: bool = False) -> Iterator[bytes]:
        """Yield the small tiles in sheets, then the large pictures, as WebP. lighter: in coarser colours."""
        how, step = EFFORT[lighter], STEPS[lighter]
        for tiles in self._small:
            for start in _starts(tiles):
                yield _webp(_stepped(_sheet(tiles[start : start + ROW * ROW]), step), lossless=True, **how)
        for pixels in self._large:
            stepped = _webp(_stepped(pixels, step), lossless=True, **how)
            near = _webp(pixels, quality=QUALITY, method=how["method"])
            yield near if len(near) < LESS * len(stepped) and _loss(near, pixels) < MOST_LOSS else stepped


def _starts(tiles: Sequence[Pixels]) -> range:
    return range(0, len(tiles), ROW * ROW)


def _is_of_one_colour(tile: Pixels) -> bool:
    seen = tile[tile[..., 3] > 0]
    return bool((seen[..., :3] == seen[:1, :3]).all())


def _sheet(tiles: Sequence[Pixels]) -> Pixels:
    sheet = np.zeros((-(-len(tiles) // ROW) * TILE, ROW * TILE, 4), dtype=np.uint8)
    for number, tile in enumerate(tiles):
        y, x = (TILE * place for place in divmod(number, ROW))
        sheet[y : y + tile.shape[0], x : x + tile.shape[1]] = tile
    return sheet


def _stepped(pixels: Pixels, step: int) -> Pixels:
    return ((pixels + np.uint16(step // 2)) // step * step).astype(np.uint8)


def _webp(pixels: Pixels, **how: int) -> bytes:
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "WEBP", **how)
    return out.getvalue()


def _loss(stored: bytes, pixels: Pixels) -> float:
    """Return how far colours are off in the mean, weighted by their opacity."""
    shown = np.asarray(Image.open(io.BytesIO(stored)).convert("RGBA"), dtype=np.float64)
    return float((np.abs(shown - pixels)[..., :3] * pixels[..., 3:] / 255).mean())


def _cut(pixels: Pixels) -> Iterator[Pixels]:
    high, wide = pixels.shape[:2]
    for y in range(0, high, TILE):
        for x in range(0, wide, TILE):
            yield np.ascontiguousarray(pixels[y : y + TILE, x : x + TILE])
