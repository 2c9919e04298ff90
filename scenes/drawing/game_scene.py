"""The scene of a game: its stage, seen by a camera, between a backdrop and panels."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from PIL import Image
from pyglet.graphics import Group
from pyglet.math import Mat4
from pyglet.sprite import Sprite

from scenes.drawing.batch import Batch
from scenes.drawing.panels import Remote
from scenes.drawing.sprites import sprite_of, texture_of
from scenes.layout.places import Foot, PanelLayout
from scenes.window.camera import Camera, Rectangle
from scenes.window.viewport import view_of

if TYPE_CHECKING:
    from pyglet.window import Window

LEAST_SIDE = 64.0
"""A scene is laid out for a window at least this wide and high (units)."""

F = TypeVar("F")
F_contra = TypeVar("F_contra", contravariant=True)


class Stage(Protocol[F_contra]):
    """The pictures of a game's table and of everything that moves there, in mm."""

    batch: Batch

    def update(self, frame: F_contra, clock_s: float) -> None:
        """Move everything to a frame; `clock_s` drives animations that the frame does not contain."""

    def tidy(self, pixels_per_mm: float) -> None:
        """Repaint pictures that the camera now shows larger or smaller than they were painted."""


class Hud(Protocol[F_contra]):
    """A game's panels, in window units."""

    batch: Batch
    help_shown: bool
    fold: bool | None

    @property
    def layout(self) -> PanelLayout:
        """The places of the panels."""

    def seating(self, frame: F_contra) -> Hashable:
        """Return the part of a frame that decides where panels go."""

    def resize(self, width: float, height: float, ratio: float, frame: F_contra, foot: Foot | None) -> PanelLayout:
        """Lay the panels out for a window of that size in units, of `ratio` pixels each.

        foot: how much of the table's place is kept free at its foot; None where nobody plays by hand.
        """

    def update(self, frame: F_contra, remote: Remote | None, camera: Camera) -> None:
        """Show the content of a frame; `camera` gives the places of things on the table."""


class Backdrop(Protocol[F_contra]):
    """The picture behind a game's table."""

    def resize(self, size: tuple[float, float], camera: Camera) -> None:
        """Paint for a window of that size in units."""

    def update(self, frame: F_contra, clock_s: float, camera: Camera) -> None:
        """Move to a frame, before the stage does; this may move the camera's home."""

    def draw(self, size: tuple[float, float], camera: Camera) -> None:
        """Draw in window units."""


StageT = TypeVar("StageT", bound=Stage[Any])
HudT = TypeVar("HudT", bound=Hud[Any])


class GameScene(Generic[F, StageT, HudT]):
    """A drawing of the frames of a match.

    visible: reduces a frame to what the viewer may see. foot: given the layout, how much of the table's part of the
    window is kept free below the table (units); None where nobody plays by hand. home: given that part, the part of the
    world (mm) to be seen in it; None: what the camera shows already. `resize` applies changes of foot and home.
    """

    def __init__(
        self,
        stage: Callable[[Camera], StageT],
        hud: HudT,
        backdrop: Backdrop[F],
        view: Rectangle,
        size: tuple[float, float, float],
        first: F,
        home: Callable[[Rectangle], Rectangle] | None = None,
    ) -> None:
        """Lay out for the first frame.

        stage: makes the stage once the camera's scale is known. view: what the camera shows at first (mm). size: width
        and height in units, and pixels a unit.
        """
        width, height, pixel_ratio = size
        self.hud, self.shown, self.home = hud, first, home
        self.visible: Callable[[F], F] = lambda frame: frame
        self.foot: Foot | None = None
        self.camera = Camera(view, Rectangle(0, 0, width, height), pixel_ratio)
        self._backdrop = backdrop
        self._seating = hud.seating(first)
        self._fit(*size)
        self.stage = stage(self.camera)
        backdrop.resize(self.size, self.camera)

    def _fit(self, width: float, height: float, pixel_ratio: float) -> None:
        self.size = max(LEAST_SIDE, width), max(LEAST_SIDE, height)
        layout = self.hud.resize(*self.size, pixel_ratio, self.shown, self.foot)
        below = 0.0 if self.foot is None else min(self.foot(layout), 0.5 * layout.table.height)
        table = layout.table
        seen = Rectangle(table.left, table.bottom + below, table.right, table.top)
        if self.home is not None:
            self.camera.home = self.home(seen)
        self.camera.resize(seen, pixel_ratio)

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """Lay out for a window of that size in units, of `pixel_ratio` pixels each."""
        self._fit(width, height, pixel_ratio)
        self._backdrop.resize(self.size, self.camera)

    def show(self, frame: F, clock_s: float, remote: Remote | None = None) -> None:
        """Move everything to a frame; `clock_s` drives animations, `remote` is shown if there is one."""
        self.shown = frame = self.visible(frame)
        seating = self.hud.seating(frame)
        if seating != self._seating:
            self._seating = seating
            self.resize(*self.size, self.camera.pixel_ratio)
        self._backdrop.update(frame, clock_s, self.camera)
        self.stage.update(frame, clock_s)
        self.hud.update(frame, remote, self.camera)

    def draw(self, window: Window) -> None:
        """Draw the frame shown last."""
        window.view = Mat4()
        self._backdrop.draw(self.size, self.camera)
        window.view = view_of(self.camera)
        self.stage.batch.draw()
        window.view = Mat4()
        self.hud.batch.draw()

    def tidy(self) -> None:
        """Repaint pictures that the camera shows larger or smaller than they were painted; call before each frame."""
        self.stage.tidy(self.camera.pixels_per_mm)

    def toggle_panels(self) -> bool:
        """Fold the panels away, or unfold them; return True if they are folded now.

        A layer that lies over the scene has to be resized after it.
        """
        self.fold_panels(not self.hud.layout.is_folded)
        return self.hud.layout.is_folded

    def fold_panels(self, fold: bool) -> None:
        """Fold the panels away (True), or unfold them, even if the table gets less than its share of the window."""
        self.hud.fold = fold
        self.resize(*self.size, self.camera.pixel_ratio)

    def toggle_help(self) -> None:
        """Show or hide the keys."""
        self.hud.help_shown = not self.hud.help_shown


class WindowPicture:
    """A soft picture behind everything, painted smaller than the window and stretched over it."""

    def __init__(self, share: int, plain: bool = False, opaque: bool = False) -> None:
        """Prepare a picture painted at 1/`share` of the window's size; `plain`, `opaque`: as in `sprite_of`."""
        self._batch = Batch()
        self._share, self._plain, self._opaque = share, plain, opaque
        self._sprite: Sprite | None = None

    def paint(self, size: tuple[float, float], painter: Callable[[int, int], Image.Image]) -> None:
        """Paint for a window of that size in units; `painter` is called with width and height in pixels."""
        if self._sprite is not None:
            self._sprite.delete()
        width, height = size
        wide, high = max(8, round(width / self._share)), max(8, round(height / self._share))
        texture = texture_of(painter(wide, high))
        self._sprite = sprite_of(texture, self._batch, Group(order=0), plain=self._plain, opaque=self._opaque)
        self._sprite.update(scale_x=width / wide, scale_y=height / high)

    def draw(self) -> None:
        """Draw in window units."""
        self._batch.draw()


class StillBackdrop:
    """A backdrop of one picture: `painter` makes it, given width and height in pixels. share: as for WindowPicture."""

    def __init__(self, share: int, painter: Callable[[int, int], Image.Image]) -> None:
        self._picture, self._painter = WindowPicture(share), painter

    def resize(self, size: tuple[float, float], _camera: Camera) -> None:
        """Paint for a window of that size in units."""
        self._picture.paint(size, self._painter)

    def update(self, _frame: object, _clock_s: float, _camera: Camera) -> None:
        """Do nothing: it stands still."""

    def draw(self, _size: tuple[float, float], _camera: Camera) -> None:
        """Draw in window units."""
        self._picture.draw()
