"""The piece in the player's hand, drawn over the panels; the mark of a practice; ghosts. All in mm."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PIL import Image, ImageChops, ImageFilter, ImageOps
from pyglet.graphics import Group
from pyglet.sprite import Sprite

from scenes.drawing.batch import Batch
from scenes.drawing.canvas import Picture
from scenes.drawing.palette import Colour
from scenes.drawing.sprites import Art, fade, place
from scenes.games.riff_raff.art.hand_art import grip_height
from scenes.games.riff_raff.art.piece_art import piece_picture
from scenes.games.riff_raff.depth import Lean, risen
from scenes.games.riff_raff.hands import LoweringHand, outer_side
from scenes.games.riff_raff.stage import Stage
from sim.games.riff_raff.forecast import Ghost
from sim.games.riff_raff.match.frame import PieceView
from sim.games.riff_raff.match.practice import Mark
from sim.physics.turning import turned

SHADOW_MM = (5.0, -7.0)
"""The offset of a piece's shadow (x, y) while the piece is in front of the ship."""
GHOSTS = 60
OUTLINE_MM = 2.6
EDGE_MM = 2.0
GHOST_MM = 0.9
"""How wide the line of a ghost is."""
REFUSED: Colour = (226, 44, 36)
FELL: Colour = (255, 120, 110)
MARKED: Colour = (255, 236, 140)


def outlined(picture: Picture) -> Picture:
    """Return the outline of a piece's picture, OUTLINE_MM wide around it, in white to be tinted."""
    wide = max(2, round(OUTLINE_MM * picture.scale))
    pad = wide + 2
    shape = ImageOps.expand(picture.image.getchannel("A"), pad)
    # A blurred edge that is cut off low is a broader shape with round corners.
    broad = shape.filter(ImageFilter.GaussianBlur(wide / 2)).point(lambda value: min(255, 6 * max(0, value - 8)))
    image = Image.new("RGBA", shape.size, (255, 255, 255, 0))
    image.putalpha(broad)
    return Picture(image, (picture.anchor[0] + pad, picture.anchor[1] + pad), picture.scale)


def edged(picture: Picture) -> Picture:
    """Return the edge of a piece's picture, EDGE_MM wide and hollow, in white to be tinted."""
    broad = outlined(picture)
    wide = max(1, round(EDGE_MM * picture.scale))
    shape = broad.image.getchannel("A")
    inner = shape.filter(ImageFilter.GaussianBlur(wide / 2)).point(lambda value: min(255, 6 * max(0, value - 212)))
    broad.image.putalpha(ImageChops.subtract(shape, inner))
    return broad


def hollow(picture: Picture) -> Picture:
    """Return a thin line along the edge of a piece's picture, GHOST_MM wide, in white to be tinted."""
    wide = max(1.3, GHOST_MM * picture.scale)
    pad = math.ceil(wide) + 1
    shape = ImageOps.expand(picture.image.getchannel("A").point(lambda value: 255 if value > 127 else 0), pad)
    inner = shape.filter(ImageFilter.GaussianBlur(wide)).point(lambda value: min(255, max(0, 4 * (value - 150))))
    image = Image.new("RGBA", shape.size, (255, 255, 255, 0))
    image.putalpha(ImageChops.subtract(shape, inner))
    return Picture(image, (picture.anchor[0] + pad, picture.anchor[1] + pad), picture.scale)


class Pool:
    """Sprites of pieces that are made once and used again in every frame."""

    def __init__(
        self,
        stage: Stage,
        batch: Batch,
        group: Group,
        art: str = "",
        changed: Callable[[Picture], Picture] | None = None,
    ) -> None:
        """Make none yet. changed: makes another picture of a piece's, whose art has the name `art`."""
        self._stage, self._batch, self._group, self._name, self._changed = stage, batch, group, art, changed
        self._made: dict[str, list[Sprite]] = {}
        self._used: dict[str, int] = {}

    def begin(self) -> None:
        """Begin a frame: no piece has been put anywhere yet."""
        self._used = dict.fromkeys(self._made, 0)

    def put(self, kind: str, form: str, x: float, y: float, angle: float, opacity: float, tint: Colour) -> None:
        """Show a piece there (mm and rad, world's frame), at an opacity from 0 to 1."""
        key = f"{kind}/{form}"
        made = self._made.setdefault(key, [])
        used = self._used.get(key, 0)
        if used == len(made):
            made.append(self._art(kind, form, key).sprite(self._batch, self._group))
        sprite = made[used]
        self._used[key] = used + 1
        place(sprite, x, y, angle)
        fade(sprite, opacity, tint)
        if not sprite.visible:
            sprite.visible = True

    def end(self) -> None:
        """End a frame: hide the sprites that were not put anywhere."""
        for key, made in self._made.items():
            for sprite in made[self._used.get(key, 0) :]:
                if sprite.visible:
                    sprite.visible = False

    def _art(self, kind: str, form: str, key: str) -> Art:
        painter = partial(piece_picture, self._stage.static_scene.pieces[kind], form)
        changed = self._changed
        if changed is None:
            return self._stage.gallery.art(key, painter)
        return self._stage.gallery.art(f"{key}/{self._name}", lambda scale: changed(painter(scale)))


def put_cloud(pool: Pool, kind: str, ghosts: Sequence[Ghost], fore_mm: float, lean: Lean, fresh: float = 1.0) -> None:
    """Put the ghosts of a kind of piece into a pool of outlines, those that fell or lie astray in red.

    fore_mm: how far before the mast the piece goes. fresh: how much of them is still to be seen, from 1 to 0.
    """
    # The more ghosts there are, the fainter each is.
    opacity = fresh * max(0.35, min(0.8, 14.0 / max(1, len(ghosts))))
    for ghost in ghosts:
        tint = FELL if ghost.fell or ghost.astray else (255, 255, 255)
        pool.put(kind, ghost.form, *risen(ghost.x, ghost.y, lean, fore_mm), ghost.angle, opacity, tint)


class Overlay:
    """Sprites over the scene: `ghosts` (with the mark) below the player's panels, `batch` on top of everything."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.ghosts, self.batch = Batch(), Batch()
        groups = [Group(order=order) for order in range(5)]
        self._cloud = Pool(stage, self.ghosts, groups[1], "ghost", hollow)
        self._mark = Pool(stage, self.ghosts, groups[0], "edge", edged)
        self._clouded: object = None
        self._held = Pool(stage, self.batch, groups[2])
        self._outline = Pool(stage, self.batch, groups[0], "outline", outlined)
        self._shadow = Pool(stage, self.batch, groups[0])
        self.hand = LoweringHand(stage.gallery, self.batch, groups[1], groups[4], groups[3])

    def show_held(self, held: PieceView | None, colour: Colour, lean: Lean, refused: bool) -> None:
        """Draw the held piece, its shadow and the hand above everything; draw nothing for None.

        colour: of the sleeve. refused: outline the piece, since the hand would not let go of it here.
        """
        self._held.begin()
        self._outline.begin()
        self._shadow.begin()
        if held is None:
            self.hand.hide()
        else:
            x, y = risen(held.x, held.y, lean, held.fore_mm)
            held = replace(held, x=x, y=y)
            dx, dy = SHADOW_MM
            self._shadow.put(held.kind, held.form, held.x + dx, held.y + dy, held.angle, 0.28, (0, 0, 0))
            self._held.put(held.kind, held.form, held.x, held.y, held.angle, 1.0, (255, 255, 255))
            if refused:
                self._outline.put(held.kind, held.form, held.x, held.y, held.angle, 1.0, REFUSED)
            section = self.stage.static_scene.pieces[held.kind].forms[held.form]
            at = held.x, held.y + grip_height(section, held.angle)
            self.hand.show(at, outer_side(held.x), colour)
        self._held.end()
        self._outline.end()
        self._shadow.end()

    def show_cloud(self, kind: str, ghosts: Sequence[Ghost], fore_mm: float, lean: Lean, fresh: float = 1.0) -> None:
        """Draw ghosts of a kind of piece (x, y, angle, form, fell, astray; world's frame), at most GHOSTS of them.

        fore_mm: how far before the mast the piece goes. fresh: how much of them is still to be seen, from 1 to 0.
        Sprites are moved only if the ghosts are not those of before.
        """
        key = (kind, len(ghosts), ghosts[:1], fresh)
        if key == self._clouded:
            return
        self._clouded = key
        cloud = self._cloud
        cloud.begin()
        put_cloud(cloud, kind, ghosts[:GHOSTS], fore_mm, lean, fresh)
        cloud.end()

    def show_mark(self, mark: Mark | None, lean: Lean) -> None:
        """Draw the mark of a practice, given in the ship's frame; draw nothing for None."""
        self._mark.begin()
        if mark is not None:
            x, y = risen(*turned(mark.x_mm, mark.y_mm, lean.roll), lean, mark.fore_mm)
            self._mark.put(mark.kind, mark.form, x, y, mark.angle + lean.roll, 0.9, MARKED)
        self._mark.end()
