"""The pictures of a page as small tiles, each stored once: panels change in part, and most of each stays as it was."""

from __future__ import annotations

import io
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from PIL import Image

from scenes.export.page.tracks import PIXEL, differences, packed

TILE = 24
"""The side of a tile in pixels."""
SIDE = 2040
"""The side of a sheet of tiles in pixels: what every browser can hold as one picture."""
COARSE = 8
"""The steps of colours on a lighter page."""
EFFORT = {False: {"method": 4}, True: {"method": 6, "quality": 100}}
"""How hard WebP tries, on a usual page and a lighter one: a sheet of the latter takes some seconds."""

Pixels = npt.NDArray[np.uint8]


class Pictures:
    """All pictures of a page, each with its anchor."""

    def __init__(self) -> None:
        self._of_image: dict[int, tuple[Image.Image, dict[tuple[float, float], int]]] = {}
        self._same: dict[tuple[bytes, tuple[int, int], float, float], int] = {}
        self._tiles: dict[bytes, int] = {}
        self._pixels: list[Pixels] = []
        self._index: list[int] = []

    def __len__(self) -> int:
        return len(self._same)

    def number(self, image: Image.Image, anchor: tuple[float, float] = (0.0, 0.0)) -> int:
        """Return the number of a picture, the same for equal ones."""
        _, anchors = self._of_image.setdefault(id(image), (image, {}))
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
            self._index += [*image.size, *(round(PIXEL * value) for value in anchor)]
            self._index += differences(self._tile(tile) for tile in _cut(pixels))
        return found

    def _tile(self, pixels: Pixels) -> int:
        key = bytes(pixels.shape[:2]) + pixels.tobytes()
        found = self._tiles.get(key)
        if found is None:
            found = self._tiles[key] = len(self._pixels)
            self._pixels.append(pixels)
        return found

    def index(self) -> bytes:
        """Return size, anchor and tiles of each picture, as player.js reads them."""
        return packed((len(self), *self._index))

    def sheets(self, lighter: bool) -> Iterator[bytes]:
        """Yield the tiles in sheets, as WebP without loss. lighter: of colours in steps of COARSE."""
        row = SIDE // TILE
        for start in range(0, len(self._pixels), row * row):
            tiles = self._pixels[start : start + row * row]
            sheet = np.zeros((-(-len(tiles) // row) * TILE, row * TILE, 4), dtype=np.uint8)
            for number, tile in enumerate(tiles):
                y, x = (TILE * place for place in divmod(number, row))
                sheet[y : y + tile.shape[0], x : x + tile.shape[1]] = tile
            if lighter:
                sheet[..., :3] = (np.minimum(sheet[..., :3], 255 - COARSE // 2) + COARSE // 2) // COARSE * COARSE
            out = io.BytesIO()
            Image.fromarray(sheet).save(out, "WEBP", lossless=True, **EFFORT[lighter])
            yield out.getvalue()


def _cut(pixels: Pixels) -> Iterator[Pixels]:
    high, wide = pixels.shape[:2]
    for y in range(0, high, TILE):
        for x in range(0, wide, TILE):
            yield np.ascontiguousarray(pixels[y : y + TILE, x : x + TILE])
