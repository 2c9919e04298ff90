"""The part of the world that is shown: the ship as large as her place allows, or the whole toy."""

from __future__ import annotations

import math

from scenes.window.camera import Camera, Rectangle
from sim.games.riff_raff.match.frame import PieceState, RiffRaffFrame, StaticScene, TableStage
from sim.physics.ship.catching import PALM_BELOW_MM, PALM_THICKNESS_MM
from sim.seat import PERSON

HEADROOM_MM = 52.0
"""What is seen above the highest piece aboard: room for a hand that puts another on top of it."""
HIGHEST_MM = 160.0
"""The most by which a pile raises the top of the view."""
AVALANCHE = 3
"""The whole toy is shown once this many pieces lie on the table."""
GLIDE_PER_S = 5.0
"""How fast the view moves: the share of the way that is left falls by this power of e a second."""
LEAP_S = 1.0
"""After more time than this, of the clock or of the match, the view does not glide."""


def whole_view(static_scene: StaticScene) -> Rectangle:
    """Return what the whole toy takes of the world (mm): the box, the ship, and a little above the masthead."""
    ship, half = static_scene.ship, _half_width(static_scene)
    return Rectangle(-half, -ship.measures.table_below_mm - 12.0, half, ship.mast_top_mm + 32.0)


def ship_view(static_scene: StaticScene) -> Rectangle:
    """Return what the ship and the hands below her take of the world (mm); the base is cut below the joint."""
    whole = whole_view(static_scene)
    return Rectangle(whole.left, -PALM_BELOW_MM - PALM_THICKNESS_MM - 6.0, whole.right, whole.top)


def _half_width(static_scene: StaticScene) -> float:
    ship = static_scene.ship
    # A waiting hand may be partly outside: it moves in when it has something to catch.
    return max(ship.measures.box_width_mm / 2 + 12.0, ship.hull_half_mm + 0.7 * static_scene.palm_width_mm)


class Framing:
    """Moves the camera's home from one view to the other, and its top to where all cargo aboard is seen."""

    def __init__(self, static_scene: StaticScene) -> None:
        self.whole, self.ship = whole_view(static_scene), ship_view(static_scene)
        self._shown_s: tuple[float, float] | None = None

    def update(self, frame: RiffRaffFrame, clock_s: float, camera: Camera) -> None:
        """Move the camera's home towards the view of a frame.

        It stands still from when a person has a piece in hand until everything has come to rest: a view that moved
        under a pointer would move the hand, and the hand the view.
        """
        before_s, self._shown_s = self._shown_s, (clock_s, frame.time_s)
        since_s = math.inf if before_s is None else clock_s - before_s[0]
        leaps = before_s is None or not 0 <= since_s < LEAP_S or abs(frame.time_s - before_s[1]) > LEAP_S
        if self._held_still(frame) and not leaps:
            return
        wanted = self.wanted(frame, camera.whole)
        share = 1.0 if leaps else -math.expm1(-GLIDE_PER_S * since_s)
        camera.home = _nearer(camera.home, wanted, share)

    def wanted(self, frame: RiffRaffFrame, whole: bool) -> Rectangle:
        """Return the view of a frame: the ship, or the whole toy.

        That is if asked for, before anything is aboard, after an avalanche, and at the end.
        """
        states = [piece.state for piece in frame.pieces]
        begins = frame.table_stage in (TableStage.CHOOSING, TableStage.REVEALED) and not states
        falls = states.count(PieceState.FALLEN) >= AVALANCHE
        over = frame.table_stage is TableStage.OVER
        view = self.whole if whole or begins or falls or over else self.ship
        aboard = [piece.y for piece in frame.pieces if piece.state is PieceState.ABOARD]
        top = min(max(view.top, max(aboard, default=0.0) + HEADROOM_MM), view.top + HIGHEST_MM)
        return Rectangle(view.left, view.bottom, view.right, top)

    def _held_still(self, frame: RiffRaffFrame) -> bool:
        by_hand = any(seat.is_due and seat.strategy == PERSON for seat in frame.seats)
        return by_hand and frame.table_stage in (TableStage.LOADING, TableStage.WATCHING)


def _nearer(home: Rectangle, wanted: Rectangle, share: float) -> Rectangle:
    if max(abs(home.bottom - wanted.bottom), abs(home.top - wanted.top)) < 0.05:
        # The last of the way is no more than a pixel's tenth: a view that has arrived is still.
        return wanted
    return home.towards(wanted, share)
