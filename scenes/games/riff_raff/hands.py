"""The hands of Riff Raff as sprites: the one that lowers a piece, and those that catch."""

from __future__ import annotations

from functools import partial

from pyglet.graphics import Group
from pyglet.sprite import Sprite

from scenes.drawing.arms import Forearm
from scenes.drawing.batch import Batch
from scenes.drawing.palette import Colour
from scenes.drawing.sprites import Gallery, Painter, fade, mirrored, place
from scenes.games.riff_raff.art import hand_art
from sim.physics.ship.catching import FINGER_MM, PALM_THICKNESS_MM
from sim.physics.ship.state import Pose

SIDES = (-1, 1)
OVER_CARGO = 0.6
"""The opacity of the arm that loads: cargo and numbers of slots are seen through it."""


def outer_side(x: float) -> int:
    """Return the side from which an arm comes: -1 (port) or 1 (starboard), by the hand's place.

    So no arm ever lies across the mast.
    """
    return -1 if x < 0 else 1


def _sprites(
    gallery: Gallery, name: str, painter: Painter, batch: Batch, group: Group, plain: bool = False
) -> dict[int, Sprite]:
    """Return a sprite for each side: the picture of a right hand, and of a left one."""
    painters = {-1: mirrored(painter), 1: painter}
    return {
        side: gallery.art(f"{name}{side}", painters[side], seen=False).sprite(batch, group, plain) for side in SIDES
    }


class LoweringHand:
    """A hand that holds a piece from above: fingers behind the piece, thumb and sleeve before it."""

    def __init__(self, gallery: Gallery, batch: Batch, fingers: Group, thumb: Group, sleeves: Group) -> None:
        self._parts = {
            name: _sprites(gallery, name, painter, batch, group)
            for name, painter, group in (
                ("fingers", hand_art.fingers_picture, fingers),
                ("thumb", hand_art.thumb_picture, thumb),
            )
        }
        self.arm = Forearm(gallery, hand_art.SLEEVE, hand_art.WRIST, hand_art.WRIST_TURN, batch, sleeves)
        self._side = 1
        self.hide()

    def show(
        self, at: tuple[float, float], side: int, colour: Colour, opacity: float = 1.0, spread: float = 0.0
    ) -> None:
        """Show the hand with its fingertips there (mm), its arm from that side, of that colour.

        spread: how far fingers and thumb are apart from where they pinch (mm).
        """
        if side != self._side:
            self.hide()
        self._side = side
        x, y = at
        turn = -side * hand_art.ARM_LEAN
        for name, off in (("fingers", spread), ("thumb", -spread)):
            sprite = self._parts[name][side]
            place(sprite, x + side * off, y, turn)
            fade(sprite, opacity)
            if not sprite.visible:
                sprite.visible = True
        self.arm.place(x, y, turn, side)
        self.arm.fade(opacity * OVER_CARGO, colour)
        self.arm.show(True)

    def hide(self) -> None:
        """Show nothing."""
        for sprites in self._parts.values():
            for sprite in sprites.values():
                if sprite.visible:
                    sprite.visible = False
        self.arm.show(False)


class CatchingHands:
    """The open hands below the ship, two at most: the fingers behind what falls into them, the palm before it."""

    def __init__(
        self, gallery: Gallery, width_mm: float, batch: Batch, fingers: Group, palms: Group, sleeves: Group
    ) -> None:
        inside = partial(hand_art.palm_fingers_picture, width_mm, FINGER_MM)
        palm = partial(hand_art.palm_picture, width_mm, PALM_THICKNESS_MM, FINGER_MM)
        self._fingers = _sprites(gallery, "palm fingers", inside, batch, fingers, plain=True)
        self.palms = _sprites(gallery, "palm", palm, batch, palms, plain=True)
        self.arms = {
            side: Forearm(
                gallery, hand_art.PALM_SLEEVE, hand_art.palm_wrist(width_mm), hand_art.PALM_WRIST_TURN, batch, sleeves
            )
            for side in SIDES
        }

    def show(self, poses: tuple[Pose, ...], colour: Colour) -> None:
        """Show hands at these poses, at most one on either side of the ship, with arms of that colour."""
        found = {outer_side(pose.x): pose for pose in poses}
        for side in SIDES:
            pose = found.get(side)
            for sprite in (self._fingers[side], self.palms[side]):
                if sprite.visible != (pose is not None):
                    sprite.visible = pose is not None
                if pose is not None:
                    place(sprite, pose.x, pose.y, pose.angle)
            arm = self.arms[side]
            arm.show(pose is not None)
            if pose is not None:
                arm.place(pose.x, pose.y, pose.angle, side)
                arm.fade(1.0, colour)
