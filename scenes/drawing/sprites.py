"""Pictures as sprites: uploaded once, then only moved."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from PIL import Image, ImageOps
from pyglet import gl
from pyglet.gl import (
    GL_CLAMP_TO_EDGE,
    GL_ONE,
    GL_ONE_MINUS_SRC_ALPHA,
    GL_TEXTURE_2D,
    GL_TEXTURE_WRAP_S,
    GL_TEXTURE_WRAP_T,
    GL_ZERO,
    glBindTexture,
    glFlush,
    glTexParameteri,
)
from pyglet.graphics import Group
from pyglet.graphics.shader import ShaderProgram
from pyglet.image import ImageData, Texture
from pyglet.sprite import Sprite

from scenes.drawing.batch import Batch
from scenes.drawing.canvas import Picture
from scenes.drawing.palette import Colour
from scenes.window import display_list
from scenes.window.window import blank_texture

Painter = Callable[[float], Picture]
RESCALE_MORE, RESCALE_LESS = 1.15, 0.6
HASTY = 0.25
"""At which share of its scale a picture is painted at first where the first frame must not wait (see `hastily`)."""
_first = [1.0]

PLAIN_VERTEX = """#version 150 core
    in vec3 translate;
    in vec3 tex_coords;
    in vec2 scale;
    in vec3 position;
    in float rotation;

    out vec2 place;

    uniform WindowBlock
    {
        mat4 projection;
        mat4 view;
    } window;

    void main()
    {
        float c = cos(radians(rotation));
        float s = sin(radians(rotation));
        vec2 sized = position.xy * scale;
        vec2 turned = vec2(c * sized.x + s * sized.y, c * sized.y - s * sized.x);
        gl_Position = window.projection * window.view * vec4(turned + translate.xy, translate.z, 1.0);
        place = tex_coords.xy;
    }
"""
PLAIN_FRAGMENT = """#version 150 core
    in vec2 place;
    out vec4 colour;
    uniform sampler2D sprite_texture;

    void main()
    {
        colour = texture(sprite_texture, place);
    }
"""
"""The texture's pixels and nothing else, which a software renderer (llvmpipe) copies instead of computing.

The program has no attribute for a sprite's colours; pyglet does not upload attributes that a program lacks.
"""


def pixels_of(image: Image.Image) -> ImageData:
    """Convert a picture to the pixels of a `blank_texture`, its colour multiplied by its opacity."""
    # The lowest row first, as the driver wants them: pyglet would cut the bytes into rows and join them again.
    pixels = (image if image.mode == "RGBA" else image.convert("RGBA")).tobytes("raw", "BGRa", 0, -1)
    return ImageData(image.width, image.height, "BGRA", pixels, pitch=4 * image.width)


def texture_of(image: Image.Image, anchor: tuple[float, float] = (0.0, 0.0)) -> Texture:
    """Create a texture of a picture, its colour multiplied by its opacity.

    So edges stay smooth when it is turned and scaled. anchor: the picture's origin, in pixels from the lower left
    corner.
    """
    texture = blank_texture(*image.size)
    put_picture(texture, image)
    glBindTexture(GL_TEXTURE_2D, texture.id)
    for axis in (GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T):
        # Otherwise the upper edge is smoothed with the lower one, and a thin line shows.
        glTexParameteri(GL_TEXTURE_2D, axis, GL_CLAMP_TO_EDGE)
    texture.anchor_x, texture.anchor_y = anchor  # type: ignore[assignment]
    return texture


def put_picture(texture: Texture, image: Image.Image) -> None:
    """Show another picture of the same size in a texture."""
    texture.blit_into(pixels_of(image), 0, 0, 0)
    display_list.note_picture(texture, image)


class PictureSprite(Sprite):
    """A sprite that can tell a listener where it is; to show or hide it once more writes nothing."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.number = next(display_list.numbers)

    @property
    def visible(self) -> bool:
        """True if it is drawn."""
        return self._visible

    @visible.setter
    def visible(self, visible: bool) -> None:
        if visible != self._visible:
            self._visible = visible
            self._update_position()

    @property
    def drawn_by(self) -> tuple[Group, int] | None:
        """The group that draws it, and where its vertices begin; None if it is not to be seen."""
        vertices = self._vertex_list
        return None if vertices is None else (self._group, vertices.start)

    def tell(self, listener: display_list.Listener) -> None:
        """Tell where it is, if it is to be seen."""
        if self._visible and self._vertex_list is not None:
            across, up = self._scale * self._scale_x, self._scale * self._scale_y
            listener.sprite(
                self.number,
                display_list.SpriteItem(self._texture, self._x, self._y, self._rotation, across, up, self._rgba),
            )


def sprite_of(texture: Texture, batch: Batch, group: Group, plain: bool = False, opaque: bool = False) -> Sprite:
    """Create a sprite of a `texture_of` texture.

    plain: it is never faded or tinted, which costs half as much or less (see PLAIN_FRAGMENT). opaque: nothing behind it
    shows through.
    """
    sprite = PictureSprite(
        texture,
        blend_src=GL_ONE,
        blend_dest=GL_ZERO if opaque else GL_ONE_MINUS_SRC_ALPHA,
        batch=batch,
        group=group,
        # Otherwise pyglet cuts the corners to whole pixels, and a picture with a fractional anchor is resampled.
        subpixel=True,
        program=_plain_program() if plain else None,
    )
    batch.add(sprite)
    return sprite


class Apart(Group):
    """A group that is drawn apart from everything before it.

    A software renderer draws tile by tile of the window, and copies upright plain sprites only on tiles on which
    nothing else was drawn in the same batch of commands. On a graphics card this is a group like any other.
    """

    def __init__(self, order: int = 0) -> None:
        super().__init__(order=order)
        assert gl.current_context is not None
        self._in_software = "llvmpipe" in gl.current_context.get_info().get_renderer().lower()

    def set_state(self) -> None:
        """Flush what has been drawn so far, if a software renderer draws."""
        if self._in_software:
            glFlush()


def _plain_program() -> ShaderProgram:
    # pyglet makes it once for each context and keeps it there.
    assert gl.current_context is not None
    program: ShaderProgram = gl.current_context.create_program((PLAIN_VERTEX, "vertex"), (PLAIN_FRAGMENT, "fragment"))
    return program


def fade(sprite: Sprite, opacity: float, tint: Colour = (255, 255, 255)) -> None:
    """Set a sprite's opacity (0 to 1) and tint."""
    share = min(1.0, max(0.0, opacity))
    red, green, blue = tint
    colour = round(red * share), round(green * share), round(blue * share), round(255 * share)
    if tuple(sprite.color) != colour:
        sprite.color = colour


class Art:
    """A picture in the world, repainted when the camera comes nearer, and all sprites that show it."""

    def __init__(self, painter: Painter, scale: float) -> None:
        self.painter = painter
        self.sprites: list[Sprite] = []
        self.paint(scale)

    def paint(self, scale: float) -> None:
        """Paint the picture for `scale` pixels a millimetre."""
        picture = self.painter(scale)
        # The picture's scale may differ a little from `scale`, so that a tile is a whole number of pixels.
        self.asked, self.scale = scale, picture.scale
        self.texture = texture_of(picture.image, picture.anchor)
        for sprite in self.sprites:
            sprite.image = self.texture
            sprite.scale = 1.0 / self.scale

    def sprite(self, batch: Batch, group: Group, plain: bool = False) -> Sprite:
        """Create one more sprite of the picture, scaled to millimetres; a `plain` one is never faded or tinted."""
        sprite = sprite_of(self.texture, batch, group, plain)
        sprite.scale = 1.0 / self.scale
        self.sprites.append(sprite)
        return sprite

    def drop(self, sprite: Sprite) -> None:
        """Delete a sprite of the picture."""
        self.sprites.remove(sprite)
        sprite.delete()


@contextmanager
def hastily() -> Iterator[None]:
    """Have pictures painted small, for a window's first frame; its galleries soon paint them again, in later frames."""
    _first[0] = HASTY
    try:
        yield
    finally:
        _first[0] = 1.0


def while_time(budget_s: float) -> Iterator[None]:
    """Yield for about `budget_s` seconds, at least once; not at all in haste (see `hastily`)."""
    end = perf_counter() + budget_s
    while _first[0] == 1.0:
        yield
        if perf_counter() >= end:
            return


class Gallery:
    """All art of a scene.

    After a zoom, and after a hasty beginning, the pictures are repainted a few at a time, so that no frame waits for
    all of them. stretched: how many times as large as they were painted pictures are shown before that.
    """

    def __init__(self, scale: float, stretched: float = RESCALE_MORE) -> None:
        self.scale, self._stretched = scale, stretched
        self._art: dict[str, Art] = {}
        self._stale: list[Art] = []

    def art(self, name: str, painter: Painter, seen: bool = True) -> Art:
        """Return the art of that name; it is painted when first asked for.

        seen: False for what no first frame shows: in haste it is left blank.
        """
        found = self._art.get(name)
        if found is None:
            in_haste = _first[0] != 1.0
            found = self._art[name] = Art(painter if seen or not in_haste else _blank, _first[0] * self.scale)
            if in_haste:
                found.painter = painter
                self._stale.append(found)
        return found

    def wanted(self, scale: float) -> None:
        """Note that the camera shows `scale` pixels a millimetre; if that has changed much, mark pictures for
        repainting.
        """
        if RESCALE_LESS * self.scale <= scale <= self._stretched * self.scale:
            return
        self.scale = scale
        self._stale = [art for art in self._art.values() if art.asked != scale]

    def repaint(self, budget_s: float = 0.010) -> None:
        """Repaint marked pictures for about `budget_s` seconds; at least one, but none in haste."""
        for _ in while_time(budget_s):
            if not self._stale:
                return
            self._stale.pop(0).paint(self.scale)


def place(sprite: Sprite, x: float, y: float, angle: float) -> None:
    """Put a sprite at (x, y), turned counter-clockwise by `angle` (rad)."""
    turned = -math.degrees(angle)
    if sprite.x != x or sprite.y != y or sprite.rotation != turned:
        sprite.update(x=x, y=y, rotation=turned)


def _blank(scale: float) -> Picture:
    return Picture(Image.new("RGBA", (1, 1), (0, 0, 0, 0)), (0.0, 0.0), scale)


def mirrored(painter: Painter) -> Painter:
    """Return a painter of the mirror image, as for the other hand."""

    def paint(scale: float) -> Picture:
        picture = painter(scale)
        return Picture(
            ImageOps.mirror(picture.image), (picture.image.width - picture.anchor[0], picture.anchor[1]), picture.scale
        )

    return paint
