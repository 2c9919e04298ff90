"""Many textured quadrilaterals drawn in one go, in the order in which they are given: what a sprite cannot do is shear.

Importing this needs a display or pyglet's headless option.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence

from PIL import Image
from pyglet.gl import GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_TRIANGLES
from pyglet.graphics import Batch, Group
from pyglet.image import Texture
from pyglet.sprite import SpriteGroup, get_default_shader

from scenes.sprites import pixels_of, texture_of

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
"""Lower left, lower right, upper right, upper left of the picture, wherever they are in the world."""
Tint = tuple[int, int, int, int]
"""Red, green, blue, multiplied by the opacity already, and the opacity."""
PLAIN: Tint = (255, 255, 255, 255)
Quad = tuple[Corners, Hashable, Tint]
GAP = 2
CORNERS = 4


class Atlas:
    """Small pictures in one texture. `paint(key)` gives a picture; all keys known in advance are painted at once."""

    def __init__(self, paint: Callable[[Hashable], Image.Image], keys: Iterable[Hashable], spare: int = 16) -> None:
        self._paint = paint
        pictures = {key: paint(key) for key in keys}
        largest = max((image.size for image in pictures.values()), default=(8, 8))
        area = sum((image.width + GAP) * (image.height + GAP) for image in pictures.values())
        area += spare * (largest[0] + GAP) * (largest[1] + GAP)
        self.width = max(largest[0] + 2 * GAP, int(area**0.5 * 1.1) + GAP)
        self.height = int(area / self.width * 1.25) + 2 * largest[1] + 2 * GAP
        self.texture: Texture = texture_of(Image.new("RGBA", (self.width, self.height), (0, 0, 0, 0)))
        self._x, self._y, self._row = GAP, GAP, 0
        self._regions: dict[Hashable, tuple[float, ...]] = {}
        self.emptied = 0
        """How often it was full and was begun again."""
        # The tallest first: rows waste little then.
        for key, image in sorted(pictures.items(), key=lambda item: -item[1].height):
            self._add(key, image)

    def region(self, key: Hashable) -> tuple[float, ...]:
        """Texture coordinates of that picture, four corners of three numbers each; painted when first asked for."""
        found = self._regions.get(key)
        if found is None:
            self._add(key, self._paint(key))
            found = self._regions[key]
        return found

    def _add(self, key: Hashable, image: Image.Image) -> None:
        if self._x + image.width + GAP > self.width:
            self._x, self._y, self._row = GAP, self._y + self._row + GAP, 0
        if self._y + image.height + GAP > self.height:
            # Full: begun again. Only pictures that nobody foresaw come to this.
            self._x, self._y, self._row = GAP, GAP, 0
            self._regions.clear()
            self.emptied += 1
        self.texture.blit_into(pixels_of(image), self._x, self._y, 0)
        left, right = (self._x + 0.5) / self.width, (self._x + image.width - 0.5) / self.width
        low, high = (self._y + 0.5) / self.height, (self._y + image.height - 0.5) / self.height
        self._regions[key] = (left, low, 0.0, right, low, 0.0, right, high, 0.0, left, high, 0.0)
        self._x += image.width + GAP
        self._row = max(self._row, image.height)


class Quads:
    """Up to `capacity` quads of one atlas, as one list of vertices."""

    def __init__(self, atlas: Atlas, batch: Batch, group: Group, capacity: int) -> None:
        self.atlas, self.capacity = atlas, capacity
        self.used = 0
        indices = [CORNERS * quad + corner for quad in range(capacity) for corner in (0, 1, 2, 0, 2, 3)]
        count = CORNERS * capacity
        program = get_default_shader()
        # Of a sprite's attributes only these are used: what is not turned needs no angle.
        self._list = program.vertex_list_indexed(
            count,
            GL_TRIANGLES,
            indices,
            batch,
            SpriteGroup(atlas.texture, GL_ONE, GL_ONE_MINUS_SRC_ALPHA, program, group),
            position=("f", (0.0,) * (3 * count)),
            tex_coords=("f", (0.0,) * (3 * count)),
            colors=("Bn", (0,) * (4 * count)),
            translate=("f", (0.0,) * (3 * count)),
            scale=("f", (1.0,) * (2 * count)),
            rotation=("f", (0.0,) * count),
        )

    def show(self, quads: Sequence[Quad]) -> None:
        """Draw these, the first at the back; what is beyond the capacity is not drawn."""
        places: list[float] = []
        tints: list[int] = []
        shown = quads[-self.capacity :]
        for (a, b, c, d), _, tint in shown:
            places += (*a, 0.0, *b, 0.0, *c, 0.0, *d, 0.0)
            tints += tint * CORNERS
        emptied = self.atlas.emptied
        regions = self._regions(shown)
        if self.atlas.emptied != emptied:
            # What was asked for first is elsewhere now.
            regions = self._regions(shown)
        rest = CORNERS * max(0, self.used - len(shown))
        places += (0.0,) * (3 * rest)
        self.used = len(shown)
        self._write("position", places, 3)
        self._write("tex_coords", regions, 3)
        self._write("colors", tints, 4)

    def _regions(self, quads: Sequence[Quad]) -> list[float]:
        region = self.atlas.region
        return [number for _, key, _ in quads for number in region(key)]

    def _write(self, name: str, values: list[float] | list[int], each: int) -> None:
        buffer = self._list.domain.attrib_name_buffers[name]
        if values:
            buffer.set_region(self._list.start, len(values) // each, values)

    def delete(self) -> None:
        """Draw nothing any more. The texture goes when nobody holds it: until the next drawing the batch still does."""
        self._list.delete()
