"""The part of the world that is shown: the way of the cards as large as that allows, or the bowl while play stands."""

from __future__ import annotations

from scenes.games.zack.view import TABLE_NEAR_MM, box_depths_mm, home_view, seen
from scenes.window.camera import Camera, Rectangle
from sim.games.zack.match.frame import CardState, StaticScene, TableStage, ZackFrame

FINGERS_MM, FLIGHT_MM = 57.0, 62.0
"""How far beyond the place where hands let go a match is watched, and how far above it: the fingers, and the flight."""
DRAWN_BACK_MM, SWING_MM = 170.0, 88.0
"""The same where a person plays, on their side: the hand draws back, and swings up."""
BEYOND_MM = 26.0
"""How far beyond the bowl, and beyond a card that missed it, a player sees."""
BOWL_SHARE, ABOVE_BOWL_MM = 0.34, 40.0
"""The share of the view's width that the bowl has while play is stopped, and how far above its back wall it is seen."""
STOOD_S = 1.0
"""How long play has been stopped before the view closes in on the bowl: not for a moment only."""
CLOSE_S, OPEN_S = 0.5, 0.15
"""How long a view closes in, and opens up, which has to be done before a hand moves after a stop (s)."""
LEAP_S = 0.25
"""After more of the match's time than this the view does not glide."""


def from_hand_to_hand(static_scene: StaticScene, room: Rectangle) -> Rectangle:
    """Return the view of the bowl and of the fingers of both sides where they let go, as large as that allows."""
    half = static_scene.hand_x_mm + FINGERS_MM
    return filled(Rectangle(-half, _table_front(), half, static_scene.hand_y_mm + FLIGHT_MM), room)


def bowl_view(static_scene: StaticScene, room: Rectangle) -> Rectangle:
    """Return the view of the bowl, near enough to read its cards."""
    setup = static_scene.setup
    half = setup.half_outside_mm / BOWL_SHARE
    top = seen(0.0, setup.bowl.depth_mm, box_depths_mm(static_scene)[1])[1] + ABOVE_BOWL_MM
    return filled(Rectangle(-half, _table_front(), half, top), room)


def throw_view(static_scene: StaticScene, side: int, room: Rectangle, frame: ZackFrame) -> Rectangle:
    """Return the view of a player's throws: from their hand, drawn back, to the bowl, and to cards that missed it.

    Where others sit on the other side, it goes on to where they let go. side: of the player, -1 left of the bowl, 1
    right. room: the part of the window, whose shape the view takes.
    """
    alone = all(static_scene.sides[name] == side for name in static_scene.seats)
    beyond = static_scene.setup.half_outside_mm + BEYOND_MM if alone else static_scene.hand_x_mm
    missed = [-side * card.x + BEYOND_MM for card in frame.cards if card.state is CardState.BESIDE]
    near = static_scene.hand_x_mm + DRAWN_BACK_MM
    far = min(near, max([beyond, *missed]))
    left, right = (-far, near) if side > 0 else (-near, far)
    return filled(Rectangle(left, _table_front(), right, static_scene.hand_y_mm + SWING_MM), room, side)


def _table_front() -> float:
    return seen(0.0, 0.0, TABLE_NEAR_MM)[1]


def filled(view: Rectangle, room: Rectangle, side: int = 0) -> Rectangle:
    """Return a view made as high or as wide as the shape of a window's part allows; the table stays at the bottom.

    side: the side at which its end stays (-1 left, 1 right); 0: it grows to both.
    """
    shape = max(1.0, room.height) / max(1.0, room.width)
    more = max(0.0, view.height / shape - view.width)
    left, right = view.left - more * (1 + side) / 2, view.right + more * (1 - side) / 2
    return Rectangle(left, view.bottom, right, view.bottom + max(view.height, (right - left) * shape))


class Framing:
    """Chooses what is seen in a frame, and moves there in the match's time: smoothly, and never while a card moves.

    side: of the player whose throws are shown, -1 left of the bowl, 1 right; 0 where a match is watched.
    """

    def __init__(self, static_scene: StaticScene) -> None:
        self.side = 0
        self._static_scene = static_scene
        self._shown_s, self._stopped_s = 0.0, 0.0
        self._start = self._goal = home_view(static_scene)
        self._share = 1.0

    def begin(self, frame: ZackFrame, camera: Camera, room: Rectangle) -> Rectangle:
        """Return the view of a frame in a part of the window that has another shape now."""
        self._shown_s = frame.time_s
        self._start = self._goal = self._wanted(frame, room, camera.whole)
        self._share = 1.0
        return self._goal

    def update(self, frame: ZackFrame, camera: Camera) -> None:
        """Move the camera's home towards the view of a frame; after a jump in time, it is there at once.

        It stands still under cards that are held, fly or slide: a view that moved under a pointer would move the hand,
        and the hand the view. Nor does it move for a viewer who has zoomed in or panned.
        """
        since_s = frame.time_s - self._shown_s
        self._shown_s = frame.time_s
        leaps = not 0.0 <= since_s < LEAP_S
        stopped = frame.table_stage in (TableStage.STOPPED, TableStage.CHOOSING)
        self._stopped_s = self._stopped_s + since_s if stopped and not leaps else 0.0
        if leaps:
            camera.home = self.begin(frame, camera, camera.viewport)
        elif not (is_busy(frame) or camera.zoom != 1.0 or camera.pan != (0.0, 0.0)):
            self._glide(self._wanted(frame, camera.viewport, camera.whole), since_s)
            camera.home = self._view()

    def _wanted(self, frame: ZackFrame, room: Rectangle, whole: bool) -> Rectangle:
        if whole:
            return filled(home_view(self._static_scene), room)
        if self.side:
            return throw_view(self._static_scene, self.side, room, frame)
        return (bowl_view if self._stopped_s > STOOD_S else from_hand_to_hand)(self._static_scene, room)

    def _glide(self, goal: Rectangle, since_s: float) -> None:
        if goal != self._goal:
            self._start, self._goal, self._share = self._view(), goal, 0.0
        lasts_s = CLOSE_S if self._goal.width < self._start.width else OPEN_S
        self._share = min(1.0, self._share + since_s / lasts_s)

    def _view(self) -> Rectangle:
        if self._share == 1.0:
            return self._goal
        share = self._share * self._share * (3.0 - 2.0 * self._share)
        return self._start.towards(self._goal, share)


def is_busy(frame: ZackFrame) -> bool:
    """Return True while a card is in a hand, flies or slides."""
    return any(card.state not in (CardState.BOWL, CardState.BESIDE) for card in frame.cards)
