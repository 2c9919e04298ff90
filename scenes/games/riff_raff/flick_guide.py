"""What helps a player to flick, over the ship: the arc of the hand, the path of the last one, a few words at first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.drawing.panels import Pen
from scenes.games.riff_raff.aim import AimView, LastFlight
from scenes.games.riff_raff.keyboard_hand import ChargedThrow
from scenes.play.settings import PlaySettings
from scenes.window.camera import Camera, Rectangle
from sim.games.riff_raff.match.aiming import Aim, aim_of, aim_of_hand
from sim.games.riff_raff.match.drills import TargetSeries
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.match.practice import Practice
from sim.physics.ship.carrying import Carrying

if TYPE_CHECKING:
    from pyglet.window import Window

LEARNS = 3
"""The words are shown until this many flicks in a session, to a player who has finished no match by hand yet."""


class FlickGuide:
    """The flick that the hand would make, and those it made, for a play layer. Call `update` once a frame.

    by_keys: keys lead the hand, not the mouse.
    """

    def __init__(self, match: RiffRaffMatch | Practice, settings: PlaySettings) -> None:
        self.match, self.by_keys = match, False
        self.view, self.last = AimView(), LastFlight()
        self.aim: Aim | None = None
        self._learns = settings.matches_played.get(match.game, 0) == 0
        self._flicks = 0
        self._counted: Carrying | None = None

    @property
    def teaches(self) -> bool:
        """True while the words are to be shown beside a hand that holds something."""
        return self._learns and self._flicks < LEARNS

    def update(self, wall_s: float, puts_back: bool, charged: ChargedThrow | None = None) -> None:
        """Follow the hand after the match has moved on by `wall_s` of wall time.

        puts_back: letting go here would put the piece back. charged: the throw that a key charges.
        """
        table = self.match.table
        carrying = table.carrying
        if charged is not None and carrying is not None:
            strength, (vx, vy) = table.mouse.strength, charged.velocity
            self.aim = aim_of(carrying, (strength * vx, strength * vy), charged.path)
        else:
            self.aim = None if puts_back else aim_of_hand(table, self.match.now_s, self.match.time_s)
        self.view.update(self.aim, table.holds, wall_s)
        self.last.update(carrying, wall_s)
        if carrying is not None and carrying.flicked and carrying is not self._counted:
            self._counted, self._flicks = carrying, self._flicks + 1

    def show(
        self, hull_angle: float, camera: Camera, room: Rectangle, pen: Pen, hidden: bool, silent: bool = False
    ) -> None:
        """Move the pictures to the match as it is now; hull_angle: of the ship (rad).

        hidden: show nothing. silent: write nothing beside the hand, since something else is written there.
        """
        carrying = None if hidden else self.match.table.carrying
        series = self.match.drill if isinstance(self.match, Practice) and not hidden else None
        target = series if isinstance(series, TargetSeries) else None
        layer = None if carrying is None else carrying.slot.layer
        trace = None if hidden else self.last.trace()
        self.view.show(None if hidden else layer, trace, target, hull_angle)
        held = carrying.hand if carrying is not None and self.match.table.holds else None
        at = (held.body.position.x, held.body.position.y) if held is not None and self.teaches and not silent else None
        self.view.show_words(at, self.by_keys, camera, room, pen)
        self.view.show_spread(target, hull_angle, camera, room, pen)

    def draw(self, window: Window, camera: Camera) -> None:
        """Draw over the ship."""
        self.view.draw(window, camera)
