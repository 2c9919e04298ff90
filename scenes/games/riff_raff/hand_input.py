"""What the player's pointer and keys do with the hand at the ship, passed on to it in match time.

Samples of the pointer carry the times at which they came in, so that a flick flies as it was made, however often the
window is drawn. Between two events of the pointer the hand has one place in the world, whatever the camera or the ship
does: a pointer that stands still moves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from pyglet.window import key

from scenes.games.riff_raff.depth import Lean, lowered
from scenes.games.riff_raff.keyboard_hand import ARROWS, KeyboardHand
from scenes.play.controller import PlayController
from scenes.play.scene import LATEST_S
from scenes.window.camera import Camera
from scenes.window.event_time import events_are_stamped
from sim.games.riff_raff.match.frame import RiffRaffFrame
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.match.practice import Practice
from sim.physics import Point
from sim.physics.ship.carrying import Carrying

KEY_RAD, FINE_RAD = math.radians(15.0), math.radians(2.0)
TURNS = {key.Q: 1, key.E: -1}
AIMS = {key.A: 1, key.D: -1}
"""The keys that turn the piece in the hand and those that turn the aim of a throw: 1 for counter-clockwise."""
CLICK_PX = 7.0
"""The farthest that the pointer may move during a click (window units); beyond that it drags."""
BESIDE_MM, ABOVE_MM = 60.0, 60.0
"""Where a piece is at first that is taken and carried by keys: how far beside and above its slot."""


class HandInput:
    """The hand of the player at the window. The mouse leads it, or keys do: whichever was used last.

    stamped: returns True if samples carry the time of their event, not that of its handling.
    """

    def __init__(
        self, match: RiffRaffMatch | Practice, controller: PlayController[RiffRaffFrame], camera: Camera
    ) -> None:
        self.match, self.controller, self.camera = match, controller, camera
        self.keyboard = KeyboardHand()
        self.stamped: Callable[[], bool] = events_are_stamped
        self._samples: list[tuple[float, float, float]] = []
        self._opens: float | None = None
        self._updated_s = -math.inf
        self._aimed_for: Carrying | None = None
        self._place: Point | None = None
        self._mouse_at = (0.0, 0.0)

    # ------------------------------------------------------------------------------------------ events

    def pointer(self, x: float, y: float) -> None:
        """Note where the pointer is (window units); the same place again adds no sample."""
        if not self.controller.move(x, y):
            return
        if self.keyboard.leads:
            if math.dist((x, y), self._mouse_at) <= CLICK_PX:
                return
            self.keyboard.leave()
        self._samples.append((self.controller.clock(), x, y))

    def taken(self) -> None:
        """Note that a piece has just been taken: the mouse leads it until a key is pressed."""
        self.keyboard.leave()
        self._opens = None

    def taken_by_key(self) -> None:
        """Let keys lead the piece that was just taken, beginning beside its slot."""
        carrying = self.match.table.carrying
        if carrying is not None:
            slot = carrying.slot
            out = slot.wood_right_mm if slot.side > 0 else slot.wood_left_mm
            self._lead((out + slot.side * BESIDE_MM, slot.surface_at(out) + ABOVE_MM))

    def let_go(self) -> None:
        """Open the hand now, with the speed that it has."""
        self._opens = self.controller.clock()

    def keep(self) -> None:
        """Cancel letting go."""
        self._opens = None

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key that moves, turns or opens the hand; return True if it is one, and there is such a hand."""
        table, keyboard = self.match.table, self.keyboard
        carrying = table.carrying
        if symbol in (key.LSHIFT, key.RSHIFT):
            keyboard.fine = True
        elif carrying is None:
            return False
        elif symbol in ARROWS:
            self._lead_from_here(carrying)
            keyboard.press(symbol)
        elif not table.holds:
            return False
        elif symbol in TURNS:
            table.mouse.turn(TURNS[symbol] * (FINE_RAD if modifiers & key.MOD_SHIFT else KEY_RAD))
        elif symbol in AIMS:
            self._lead_from_here(carrying)
            keyboard.turn_aim(symbol, AIMS[symbol])
        elif symbol == key.SPACE:
            self._lead_from_here(carrying)
            keyboard.charge(carrying.slot.centre_mm)
        elif symbol in (key.ENTER, key.NUM_ENTER):
            if keyboard.leads:
                keyboard.set_down(self.match.now_s)
            else:
                self.let_go()
        else:
            return False
        return True

    def key_up(self, symbol: int) -> None:
        """Handle a key that is let go: an arrow stops, a charged throw flies."""
        if symbol in (key.LSHIFT, key.RSHIFT):
            self.keyboard.fine = False
        elif symbol == key.SPACE:
            self.keyboard.let_fly(self.match.now_s)
        else:
            self.keyboard.release(symbol)

    def lost_focus(self) -> None:
        """Forget pointer and keys; a piece whose button went up just before is let go all the same."""
        table = self.match.table
        if self._opens is not None:
            # By the next update nobody would know how fast the hand was.
            self.pass_on(min(LATEST_S, self.controller.clock() - self._updated_s), 1.0)
        self._samples.clear()
        self.keyboard.rest()
        if not (table.holds and table.mouse.opens):
            self._place = None
            table.mouse.lose_sight()

    def _lead_from_here(self, carrying: Carrying) -> None:
        """Let keys take the hand over from the mouse, where it is."""
        pointing = self.match.table.mouse.pointing
        if carrying.hand is not None and not carrying.done:
            place = carrying.hand.pose()
            self._lead((place.x, place.y))
        else:
            self._lead(pointing.at(math.inf) if pointing.known else (0.0, 0.0))

    def _lead(self, place: Point) -> None:
        if not self.keyboard.leads:
            self.keyboard.lead(place)
            self._mouse_at = self.controller.at

    # ------------------------------------------------------------------------------------------ time

    def skip(self) -> None:
        """Drop what came in during a hurried stretch, in which there is no hand."""
        self._samples.clear()
        self._place = None

    def pass_on(self, wall_s: float, pace: float) -> None:
        """Pass on to the hand what was done during the last `wall_s`, at the times at which it was."""
        mouse, now = self.match.table.mouse, self.controller.clock()
        begins, ends = self.match.now_s, self.match.now_s + wall_s * pace
        self._updated_s, mouse.pace = now, pace
        mouse.may_throw = self.keyboard.swings or not self.keyboard.leads
        if self.keyboard.leads:
            self._pass_keys_on(begins, ends, wall_s)
            return

        def when(stamp: float) -> float:
            return min(ends, max(begins, ends - (now - stamp) * pace))

        # Without time stamps on events, it is certain only that the pointer moved since the frame before.
        stamped = self.stamped()
        for stamp, x, y in self._samples:
            self._place = self._aimed(x, y)
            mouse.point(when(stamp), *self._place, None if stamped else begins)
        self._samples.clear()
        if self._place is None or self.match.table.carrying is not self._aimed_for:
            self._aimed_for = self.match.table.carrying
            self._place = self._aimed(*self.controller.at)
        mouse.point(ends, *self._place)
        if self._opens is not None and self.match.table.holds:
            mouse.let_go(when(self._opens), math.inf if stamped else begins)
            self._opens = None

    def _pass_keys_on(self, begins_s: float, ends_s: float, wall_s: float) -> None:
        """Pass on what the keys did during that stretch of match time, and whether the fingers opened."""
        table, keyboard = self.match.table, self.keyboard
        self._samples.clear()
        self._place, self._aimed_for = None, table.carrying
        table.mouse.by_keys = True
        if ends_s <= begins_s:
            return
        for sample in keyboard.move(begins_s, ends_s, wall_s, table.holds):
            table.mouse.point(*sample)
        if keyboard.opens_s is not None and keyboard.opens_s <= ends_s:
            if table.holds:
                table.mouse.let_go(keyboard.opens_s)
            keyboard.opened()

    def _aimed(self, x: float, y: float) -> Point:
        """Return the place (mm, world's frame) of a hand that is drawn at a place in the window."""
        at = self.camera.to_world((x, y))
        carrying = self.match.table.carrying
        if carrying is None:
            return at
        world = carrying.world
        return lowered(*at, Lean(world.hull.angle, world.pitching.angle), carrying.fore_mm)
