"""Many textured quadrilaterals drawn in one call, in the order given; unlike sprites they can be sheared."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image
from pyglet import gl
from pyglet.gl import GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_TRIANGLES
from pyglet.graphics import Group
from pyglet.image import Texture
from pyglet.sprite import SpriteGroup

from scenes.drawing.batch import Batch
from scenes.drawing.sprites import pixels_of, texture_of, while_time
from scenes.window import display_list

if TYPE_CHECKING:
    from pyglet.graphics.vertexdomain import IndexedVertexList

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
"""The places at which the picture's lower left, lower right, upper right and upper left corner are drawn."""
Tint = tuple[int, int, int, int]
"""Red, green and blue, each multiplied by the opacity, and the opacity."""
PLAIN: Tint = (255, 255, 255, 255)


class Quad(NamedTuple):
    """A picture of an atlas, by its key, drawn to four corners. of: the thing, by which a listener follows it."""

    corners: Corners
    key: Hashable
    tint: Tint = PLAIN
    of: Hashable = None


GAP = 2
CORNERS = 4
PAGE = 128
"""Memory is allocated for this many quads at a time: allocated quads cost time at every frame, used or not."""
INDICES = tuple(CORNERS * quad + corner for quad in range(PAGE) for corner in (0, 1, 2, 0, 2, 3))

VERTEX = """#version 150 core
    in vec2 position;
    in vec3 tex_coords;
    in vec4 colors;

    out vec4 tint;
    out vec3 place;

    uniform WindowBlock
    {
        mat4 projection;
        mat4 view;
    } window;

    void main()
    {
        gl_Position = window.projection * window.view * vec4(position, 0.0, 1.0);
        tint = colors;
        place = tex_coords;
    }
"""
FRAGMENT = """#version 150 core
    in vec4 tint;
    in vec3 place;
    out vec4 colour;
    uniform sampler2D sprite_texture;

    void main()
    {
        colour = texture(sprite_texture, place.xy) * tint;
    }
"""
"""Texture coordinates are three numbers, of which the last is not used, as in pyglet's own program: with two, llvmpipe
(Mesa 22.3) takes a fast path for upright quads that mistakes the coordinates for the tint."""


class Atlas:
    """Small pictures in one texture.

    `paint(key)` makes a picture; the pictures of `keys` are painted at once, and those of `later`, none of which is
    larger, when they are shown or by `paint_ahead`. There is room for about `spare` more.
    """

    def __init__(
        self,
        paint: Callable[[Hashable], Image.Image],
        keys: Iterable[Hashable],
        spare: int = 16,
        later: Sequence[Hashable] = (),
    ) -> None:
        self._paint, self._later = paint, list(later)
        pictures = {key: paint(key) for key in keys}
        largest = max((image.size for image in pictures.values()), default=(8, 8))
        area = sum((image.width + GAP) * (image.height + GAP) for image in pictures.values())
        area += (len(later) + spare) * (largest[0] + GAP) * (largest[1] + GAP)
        self.width = max(largest[0] + 2 * GAP, int(area**0.5 * 1.1) + GAP)
        self.height = int(area / self.width * 1.25) + 2 * largest[1] + 2 * GAP
        self.texture: Texture = texture_of(Image.new("RGBA", (self.width, self.height), (0, 0, 0, 0)))
        self._x, self._y, self._row = GAP, GAP, 0
        self._regions: dict[Hashable, tuple[float, ...]] = {}
        self._pictures: dict[Hashable, Image.Image] = {}
        self.emptied = 0
        """How often the atlas was full and was emptied."""
        # The tallest first, so that rows waste little.
        for key, image in sorted(pictures.items(), key=lambda item: -item[1].height):
            self._add(key, image)

    def region(self, key: Hashable) -> tuple[float, ...]:
        """Return the texture coordinates of a picture, four corners of three numbers each; paint it if it is new."""
        found = self._regions.get(key)
        if found is None:
            self._add(key, self._paint(key))
            found = self._regions[key]
        return found

    def paint_ahead(self, budget_s: float = 0.005) -> None:
        """Paint pictures that will be shown later, for about `budget_s` seconds."""
        for _ in while_time(budget_s):
            if not self._later:
                return
            self.region(self._later.pop(0))

    def picture_of(self, key: Hashable) -> Image.Image:
        """Return the picture itself. Raises KeyError for one painted without a listener."""
        return self._pictures[key]

    def _add(self, key: Hashable, image: Image.Image) -> None:
        if display_list.listener() is not None:
            self._pictures[key] = image
        if self._x + image.width + GAP > self.width:
            self._x, self._y, self._row = GAP, self._y + self._row + GAP, 0
        if self._y + image.height + GAP > self.height:
            # Full: start again. This happens only with pictures that are not among the initial keys.
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
    """Up to `capacity` quads of one atlas, in the order in which they are given. Memory is allocated by the page."""

    def __init__(self, atlas: Atlas, batch: Batch, group: Group, capacity: int) -> None:
        self.atlas, self.capacity = atlas, capacity
        self.used = 0
        assert gl.current_context is not None
        # pyglet makes it once for each context and keeps it there.
        self._program = gl.current_context.create_program((VERTEX, "vertex"), (FRAGMENT, "fragment"))
        self.number = next(display_list.numbers)
        self._batch = batch
        batch.add(self)
        self._group = SpriteGroup(atlas.texture, GL_ONE, GL_ONE_MINUS_SRC_ALPHA, self._program, group)
        self._pages: list[IndexedVertexList] = []
        self._quads: list[Quad] = []
        self._emptied = atlas.emptied
        """How often the atlas had been emptied when the pages were written last."""

    @property
    def shown(self) -> Sequence[Quad]:
        """The quads that are drawn. As long as it is the same list, nothing has changed."""
        return self._quads

    @property
    def drawn_by(self) -> tuple[Group, int] | None:
        """The group that draws them, and where their vertices begin; None if there are none."""
        return (self._group, self._pages[0].start) if self._pages else None

    def picture_of(self, key: Hashable) -> Image.Image:
        """Return the picture of a key. Raises KeyError for one painted without a listener."""
        return self.atlas.picture_of(key)

    def tell(self, listener: display_list.Listener) -> None:
        """Tell what is drawn, if there is anything."""
        if self._pages:
            listener.quads(self.number, self)

    @property
    def room(self) -> int:
        """The number of quads for which memory is allocated now."""
        return PAGE * len(self._pages)

    def show(self, quads: Sequence[Quad]) -> None:
        """Draw these quads only, the first at the back; beyond the capacity the first ones are left out.

        Nothing is written where they are those that are drawn already.
        """
        shown, before = list(quads[-self.capacity :]), self._quads
        if shown != before or self._emptied != self.atlas.emptied:
            self._quads = shown
            same = next((n for n, (one, other) in enumerate(zip(shown, before, strict=False)) if one != other), None)
            first = min(len(shown), len(before)) if same is None else same
            self._write(first if self._emptied == self.atlas.emptied else 0)

    def add(self, quads: Sequence[Quad]) -> None:
        """Draw these quads too, before the others, which are not written again; leave out those beyond the capacity."""
        first = len(self._quads)
        self._quads = [*self._quads, *quads[: self.capacity - first]]
        self._write(first)

    def _write(self, first: int) -> None:
        """Write the quads from `first` on into the pages; those before are there already."""
        region, quads = self.atlas.region, self._quads
        emptied = self.atlas.emptied
        regions = [region(quad.key) for quad in quads[first:]]
        if self.atlas.emptied != emptied:
            # The atlas was emptied meanwhile: all regions asked for before are invalid.
            first, regions = 0, [region(quad.key) for quad in quads]
        self._emptied = self.atlas.emptied
        count = self.used = len(quads)
        wanted = -(-count // PAGE)
        while len(self._pages) > wanted:
            # The last first: the next page made takes its place, so that the order stays.
            self._pages.pop().delete()
        for number in range(first // PAGE, wanted):
            if number == len(self._pages):
                self._pages.append(self._page())
            begin, end = max(first, number * PAGE), min(count, (number + 1) * PAGE)
            self._fill(
                self._pages[number], begin - number * PAGE, quads[begin:end], regions[begin - first : end - first]
            )

    def _page(self) -> IndexedVertexList:
        return self._program.vertex_list_indexed(
            CORNERS * PAGE, GL_TRIANGLES, INDICES, self._batch, self._group,
            position=("f", (0.0,) * (2 * CORNERS * PAGE)),
            tex_coords=("f", (0.0,) * (3 * CORNERS * PAGE)),
            colors=("Bn", (0,) * (4 * CORNERS * PAGE)),
        )  # fmt: skip

    def _fill(
        self, page: IndexedVertexList, begin: int, quads: Sequence[Quad], regions: Sequence[tuple[float, ...]]
    ) -> None:
        """Write quads into a page from place `begin` on, and empty the rest of the page."""
        places: list[float] = []
        tints: list[int] = []
        for (a, b, c, d), _, tint, _ in quads:
            places += (*a, *b, *c, *d)
            tints += tint * CORNERS
        places += (0.0,) * (2 * CORNERS * (PAGE - begin) - len(places))
        start = page.start + CORNERS * begin
        for name, values, each in (
            ("position", places, 2),
            ("tex_coords", [number for four in regions for number in four], 3),
            ("colors", tints, 4),
        ):
            if values:
                page.domain.attrib_name_buffers[name].set_region(start, len(values) // each, values)

    def delete(self) -> None:
        """Delete all pages.

        The texture is freed when nothing refers to it any more; the batch does so until it is drawn again.
        """
        while self._pages:
            self._pages.pop().delete()
