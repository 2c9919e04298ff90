"""Pictures as sprites: uploaded once, then only moved. Importing this needs a display or pyglet's headless option."""

from __future__ import annotations

import math
from collections.abc import Callable
from time import perf_counter

from PIL import Image, ImageOps
from pyglet import gl
from pyglet.gl import (
    GL_BGRA,
    GL_CLAMP_TO_EDGE,
    GL_ONE,
    GL_ONE_MINUS_SRC_ALPHA,
    GL_RGBA,
    GL_TEXTURE_2D,
    GL_TEXTURE_WRAP_S,
    GL_TEXTURE_WRAP_T,
    GL_ZERO,
    glBindTexture,
    glFlush,
    glTexParameteri,
)
from pyglet.graphics import Batch, Group
from pyglet.graphics.shader import ShaderProgram
from pyglet.image import ImageData, Texture
from pyglet.sprite import Sprite

from scenes.drawing.canvas import Picture
from scenes.drawing.palette import Colour

Painter = Callable[[float], Picture]
RESCALE_MORE, RESCALE_LESS = 1.15, 0.6

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
"""The pixels of the texture and nothing else, which software that draws (llvmpipe) copies instead of computing.

A sprite's colours are simply not asked for: pyglet leaves out what a program has no use for.
"""


def blank_texture(width: int, height: int) -> Texture:
    """A texture whose pixels lie in memory as those of a window do: blue, green, red, opacity.

    Any driver takes these, and some know them best: one that draws in software (Mesa's llvmpipe) is six times faster
    where the orders of texture and target are the same and both are this one.
    """
    return Texture.create(width, height, internalformat=GL_RGBA, fmt=GL_BGRA, blank_data=False)


def pixels_of(image: Image.Image) -> ImageData:
    """A picture for such a texture, its colour multiplied by its opacity."""
    pixels = image.convert("RGBA").convert("RGBa").tobytes("raw", "BGRa")
    return ImageData(image.width, image.height, "BGRA", pixels, pitch=-4 * image.width)


def texture_of(image: Image.Image, anchor: tuple[float, float] = (0.0, 0.0)) -> Texture:
    """A texture with colour multiplied by opacity, so that smooth edges stay clean when it is turned and scaled."""
    texture = blank_texture(*image.size)
    texture.blit_into(pixels_of(image), 0, 0, 0)
    glBindTexture(GL_TEXTURE_2D, texture.id)
    for axis in (GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T):
        # Else the upper edge is smoothed with the lower one, and a thin line shows.
        glTexParameteri(GL_TEXTURE_2D, axis, GL_CLAMP_TO_EDGE)
    texture.anchor_x, texture.anchor_y = anchor  # type: ignore[assignment]
    return texture


def sprite_of(texture: Texture, batch: Batch, group: Group, plain: bool = False, opaque: bool = False) -> Sprite:
    """A sprite of such a texture.

    plain: it is always shown as it is painted, never faded or tinted, which costs half as much or less (PLAIN).
    opaque: nothing behind it is seen through it.
    """
    return Sprite(
        texture,
        blend_src=GL_ONE,
        blend_dest=GL_ZERO if opaque else GL_ONE_MINUS_SRC_ALPHA,
        batch=batch,
        group=group,
        program=_plain_program() if plain else None,
    )


class Apart(Group):
    """A group that is drawn apart from all before it.

    Software that draws does so tile by tile of the window, and copies what is upright and plain only where nothing
    else was drawn on the tile in the same go. Where a graphics card draws this is a group like any other.
    """

    def __init__(self, order: int = 0) -> None:
        super().__init__(order=order)
        assert gl.current_context is not None
        self._in_software = "llvmpipe" in gl.current_context.get_info().get_renderer().lower()

    def set_state(self) -> None:
        """Hand over what has been drawn so far."""
        if self._in_software:
            glFlush()


def _plain_program() -> ShaderProgram:
    # Made once a context and kept there.
    assert gl.current_context is not None
    program: ShaderProgram = gl.current_context.create_program((PLAIN_VERTEX, "vertex"), (PLAIN_FRAGMENT, "fragment"))
    return program


def fade(sprite: Sprite, opacity: float, tint: Colour = (255, 255, 255)) -> None:
    """Show a sprite at that opacity (0 to 1), tinted."""
    share = min(1.0, max(0.0, opacity))
    red, green, blue = tint
    colour = round(red * share), round(green * share), round(blue * share), round(255 * share)
    if tuple(sprite.color) != colour:
        sprite.color = colour


class Art:
    """One picture in the world, repainted when the camera comes nearer, and all the sprites that show it."""

    def __init__(self, painter: Painter, scale: float) -> None:
        self.painter = painter
        self.sprites: list[Sprite] = []
        self.paint(scale)

    def paint(self, scale: float) -> None:
        """Paint it for that many pixels a millimetre."""
        picture = self.painter(scale)
        # A tile's own scale may differ a little from the one asked for, so that it is a whole number of pixels.
        self.asked, self.scale = scale, picture.scale
        self.texture = texture_of(picture.image, picture.anchor)
        for sprite in self.sprites:
            sprite.image = self.texture
            sprite.scale = 1.0 / self.scale

    def sprite(self, batch: Batch, group: Group, plain: bool = False) -> Sprite:
        """Another sprite of it, in millimetres; a `plain` one is never faded or tinted."""
        sprite = sprite_of(self.texture, batch, group, plain)
        sprite.scale = 1.0 / self.scale
        self.sprites.append(sprite)
        return sprite

    def drop(self, sprite: Sprite) -> None:
        """This sprite is not needed any more."""
        self.sprites.remove(sprite)
        sprite.delete()


class Gallery:
    """All art of a scene. After a zoom the pictures are repainted few at a time, so that no frame waits for all."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self._art: dict[str, Art] = {}
        self._stale: list[Art] = []

    def art(self, name: str, painter: Painter) -> Art:
        """The art of that name, painted when first asked for."""
        found = self._art.get(name)
        if found is None:
            found = self._art[name] = Art(painter, self.scale)
        return found

    def wanted(self, scale: float) -> None:
        """The camera now shows so many pixels a millimetre."""
        if RESCALE_LESS * self.scale <= scale <= RESCALE_MORE * self.scale:
            return
        self.scale = scale
        self._stale = [art for art in self._art.values() if art.asked != scale]

    def repaint(self, budget_s: float = 0.010) -> None:
        """Repaint, for about that long, pictures that are too coarse or too fine by now; at least one."""
        end = perf_counter() + budget_s
        while self._stale:
            self._stale.pop(0).paint(self.scale)
            if perf_counter() >= end:
                return


def place(sprite: Sprite, x: float, y: float, angle: float) -> None:
    """Put a sprite at (x, y), turned counter-clockwise by `angle` (rad)."""
    sprite.update(x=x, y=y, rotation=-math.degrees(angle))


def mirrored(painter: Painter) -> Painter:
    """The mirror image: the other hand."""

    def paint(scale: float) -> Picture:
        picture = painter(scale)
        return Picture(
            ImageOps.mirror(picture.image), (picture.image.width - picture.anchor[0], picture.anchor[1]), scale
        )

    return paint
