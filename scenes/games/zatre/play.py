"""ZATRE by hand: tiles are dragged from the rack to squares that light up, taken back, and confirmed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from pyglet.graphics import Batch, Group
from pyglet.math import Mat4
from pyglet.window import key, mouse

from scenes.drawing.panel_sprite import Plate
from scenes.drawing.panels import Pen
from scenes.drawing.quads import Quad
from scenes.games.zatre.art.board_art import square_at, tile_image
from scenes.games.zatre.panels import does
from scenes.games.zatre.placement_overlay import intention
from scenes.games.zatre.play_view import unseen
from scenes.games.zatre.scene import ZatreScene
from scenes.games.zatre.stage import PENDING, TILE_MM
from scenes.games.zatre.tray import Look, Tray, inside, lay_out, tray_height, tray_picture
from scenes.games.zatre.turn_draft import Laying
from scenes.play.settings import PlaySettings
from sim.games.zatre.match.frame import Square, TableStage
from sim.games.zatre.match.intents import PlaceTiles
from sim.rules_frame import IllegalAction

CLICK_PX = 7.0
"""A button that goes up no farther from where it went down has clicked, not dragged (window units)."""
SAID_S = 4.5
HURRY = 6.0
"""While others think, time goes on so many times as fast; with T so that they have thought at once."""
AT_ONCE = 120.0
ZOOM = 1.12
HELD_LARGER = 1.15
DIGITS = (key._1, key._2, key._3, key._4, key._5, key._6)
PADS = (key.NUM_1, key.NUM_2, key.NUM_3, key.NUM_4, key.NUM_5, key.NUM_6)
ENTER = (key.ENTER, key.RETURN, key.NUM_ENTER, key.SPACE)


class PlayLayer:
    """A person's tiles. `person()` tells whose the mouse is, None while it changes hands."""

    real_time = False
    ghosts: int | None = None
    """A tile lies where it is put: there is nothing that a hand's noise could do."""

    def __init__(self, match: Any, scene: ZatreScene, settings: PlaySettings, person: Callable[[], str | None]) -> None:
        self.match, self.scene, self.settings, self.person = match, scene, settings, person
        self.notice = ""
        self.laying: Laying | None = None
        self.held: int | None = None
        """The number of the tile that is in the hand."""
        self.tray: Tray | None = None
        self._said, self._said_s, self._bad = "", 0.0, False
        self._pointer = (0.0, 0.0)
        self._pressed: tuple[float, float] | None = None
        self._sticks = False
        self._sent: dict[Square, int] = {}
        self._skips = False
        self._batch = Batch()
        self._tray_plate, self._held_plate = (Plate(self._batch, Group(order=order)) for order in range(2))
        self._pen = Pen(1.0, 1.0)
        self._height = 0.0
        scene.eyes = lambda frame: unseen(frame, self.person())
        self.resize(*scene.size, scene.camera.pixel_ratio)

    # ------------------------------------------------------------------------------------------ the window

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """The window is so many units wide and high, of `pixel_ratio` pixels each."""
        self.scene.resize(width, height, pixel_ratio)
        layout = self.scene.hud.layout
        assert layout is not None
        self._height = tray_height(layout.board.height, layout.unit)
        self.scene.keep_foot(self._height)
        self._pen = Pen(layout.unit, pixel_ratio)
        self._lay_out()

    def _lay_out(self) -> None:
        layout = self.scene.hud.layout
        assert layout is not None
        self.tray = lay_out(layout.board, self._height, layout.unit, len(self._tiles()))

    def pointer(self, x: float, y: float) -> None:
        """The pointer is there."""
        self._pointer = (x, y)

    def press(self, x: float, y: float, button: int, _modifiers: int) -> None:
        """A button went down there."""
        self.pointer(x, y)
        if button == mouse.RIGHT:
            self._back()
        if button != mouse.LEFT or self.tray is None:
            return
        self._pressed, self._sticks = (x, y), self.held is not None
        if inside(self.tray.button, x, y):
            self.confirm()
            self._pressed = None
            return
        laying = self.laying
        if laying is None or self.held is not None:
            return
        number = self.tray.tile_at(x, y)
        if number is not None and number in laying.rack:
            self._take(number)
        elif number is None:
            lies = laying.at(self._square())
            if lies is not None and not inside(self.tray.place, x, y):
                laying.take_up(lies)
                self._take(lies)

    def release(self, x: float, y: float, button: int) -> None:
        """A button went up there."""
        self.pointer(x, y)
        pressed = self._pressed
        if button != mouse.LEFT or pressed is None:
            return
        self._pressed = None
        if self.held is None or self.laying is None or self.tray is None:
            return
        clicked = math.dist(pressed, (x, y)) <= CLICK_PX
        if clicked and not self._sticks:
            # Clicked, not dragged: the tile stays in the hand until the next click.
            return
        if inside(self.tray.place, x, y):
            other = self.tray.tile_at(x, y) if clicked else None
            held, self.held = self.held, None
            if other is not None and other != held and other in self.laying.rack:
                self._take(other)
            return
        self._put(self._square())

    def scroll(self, x: float, y: float, steps: float) -> None:
        """The wheel: nearer, or farther away."""
        self.scene.camera.zoom_at((x, y), ZOOM**steps)

    def lost_focus(self) -> None:
        """Nothing more is to be heard of the mouse for a while: the tile goes back to the rack."""
        self._pressed, self.held = None, None
        # Whoever sits there next must not read what was said of somebody else's tiles.
        self._hush()
        self.notice = ""

    def key(self, symbol: int, modifiers: int) -> bool:
        """A key; True where it meant something."""
        if modifiers & (key.MOD_CTRL | key.MOD_ALT):
            return False
        for row in (DIGITS, PADS):
            if symbol in row:
                return self._take_value(row.index(symbol) + 1)
        if symbol in (key.ESCAPE, key.BACKSPACE, key.DELETE):
            return self._back()
        if symbol in ENTER:
            if self.laying is None:
                return False
            self.confirm()
        elif symbol == key.T and self.laying is None:
            self._skips = True
        elif symbol in (key._0, key.NUM_0):
            self.scene.camera.reset()
        else:
            return False
        return True

    def keys(self) -> Sequence[tuple[str, str]]:
        """Keys and what they do."""
        return (
            ("Drag a tile", "to one of the squares that light up"),
            ("Click, click", "the same: the tile, then the square"),
            ("1 to 6", "take up a tile of that value"),
            ("Right click, Esc, ⌫", "take back the last tile"),
            ("Enter, Space", "place what lies there"),
            ("T", "do not wait while others think"),
            ("Wheel, 0", "nearer or farther, as at first"),
        )

    def close(self) -> None:
        """Nothing works in the background."""

    # ------------------------------------------------------------------------------------------ what is done

    def _square(self) -> Square:
        return square_at(*self.scene.camera.to_world(self._pointer))

    def _take(self, number: int) -> None:
        self.held = number
        self._hush()
        if self.laying is not None and not self.laying.open_for(number):
            lie = "as the others lie" if self.laying.laid else "now"
            self.say(f"There is no square for the {self.laying.hand[number]} {lie}.", bad=True)

    def _take_value(self, value: int) -> bool:
        laying = self.laying
        if laying is None:
            return False
        numbers = [number for number in laying.rack if laying.hand[number] == value]
        if not numbers:
            self.say(f"There is no {value} on the rack.", bad=True)
        else:
            # The same key again takes the next one of that value.
            after = [number for number in numbers if self.held is not None and number > self.held]
            self._take((after or numbers)[0])
            self._sticks = True
        return True

    def _put(self, at: Square) -> None:
        assert self.laying is not None
        assert self.held is not None
        why = self.laying.lay(self.held, at)
        if why:
            self.say(why, bad=True)
            if at not in self.scene.static_scene.squares:
                self.held = None
            elif not self._sticks:
                # What was dragged goes back to the rack; what was clicked is still in the hand.
                self.held = None
            return
        self.held = None
        self._hush()

    def _back(self) -> bool:
        if self.held is not None:
            self.held = None
            return True
        taken = self.laying is not None and self.laying.take_back()
        if taken:
            self._hush()
        return taken

    def confirm(self) -> None:
        """What lies is the turn, if the rules allow it."""
        laying, by = self.laying, self.person()
        if laying is None or by is None:
            return
        turn = laying.down
        try:
            self.match.act(PlaceTiles.of(by, turn))
        except IllegalAction as refused:
            self.say(str(refused), bad=True)
            return
        self._sent = {(tile.row, tile.col): tile.value for tile in turn}
        self.scene.laid = frozenset(self._sent)
        kept = [laying.hand[number] for number in laying.rack]
        self.laying, self.held = None, None
        told = laying.worth(turn)
        if kept:
            noun = "it is" if len(kept) == 1 else "they are"
            told += f" Kept: {', '.join(map(str, kept))}; {noun} for the next turn."
        self.say(told)

    def say(self, words: str, bad: bool = False) -> None:
        """A word to the player, for a while."""
        self._said, self._bad, self._said_s = words, bad, SAID_S

    def _hush(self) -> None:
        self._said_s = 0.0

    # ------------------------------------------------------------------------------------------ time

    def update(self, wall_s: float) -> None:
        """So much time has passed: the match goes on, and the hand is where the pointer is."""
        match = self.match
        self._said_s = max(0.0, self._said_s - wall_s)
        if not match.finished:
            table_stage = match.table.stage
            others = table_stage is TableStage.THINKING and not match.waits_for
            match.advance(wall_s * ((AT_ONCE if self._skips else HURRY) if others else 1.0))
            if match.table.stage is not table_stage or match.waits_for:
                self._skips = False
        self._look()
        self.notice = self._said if self._said_s > 0 else self._next()
        self.scene.over = self._over()

    def _look(self) -> None:
        """Whose turn it is, and with which tiles."""
        by, state = self.person(), self.match.table.state
        self.scene.hud.own = by
        asked = by is not None and by in self.match.waits_for and self.match.question(by) == "place"
        if not asked or state is None:
            self.laying, self.held = None, None
        elif self.laying is None or self.laying.state is not state:
            self.laying, self.held, self._sent = Laying(state), None, {}
            self.scene.laid = frozenset()
            self._hush()
        if self.tray is None or len(self.tray.tiles) != len(self._tiles()):
            self._lay_out()

    def _tiles(self) -> tuple[int | None, ...]:
        """What stands on the rack, by number; None where there is a gap, or what nobody may see."""
        if self.laying is not None:
            rack = self.laying.rack
            return tuple(
                value if number in rack and number != self.held else None
                for number, value in enumerate(self.laying.hand)
            )
        by = self.person()
        seat = next((seat for seat in self.match.frame().seats if seat.name == by), None)
        return () if seat is None or self._sent else tuple(seat.rack)

    def _next(self) -> str:
        """What there is to be done now, in a few words."""
        laying, match = self.laying, self.match
        self._bad = False
        if match.finished:
            return "The match is over."
        if laying is None:
            if match.table.stage is TableStage.STARTING:
                return "Everybody draws a tile: the highest begins."
            frame = match.frame()
            if match.table.stage is TableStage.THINKING and frame.due is not None:
                return f"{does(frame, 'think')} (T: do not wait)."
            return ""
        if self.held is not None:
            at = self._square()
            over_board = self.tray is not None and not inside(self.tray.place, *self._pointer)
            if over_board and at in self.scene.static_scene.squares:
                why = laying.why_not(self.held, at)
                self._bad = bool(why)
                return why or laying.worth(laying.with_tile(self.held, at))
            return f"Put the {laying.hand[self.held]} on a square that is lit."
        if not laying.laid:
            return "Drag a tile to the board: squares where it may go light up."
        if laying.complete():
            worth = laying.worth(laying.down)
            rest = [str(laying.hand[number]) for number in laying.rack]
            return f"{worth} {f'The {rest[0]} is kept. ' if len(rest) == 1 else ''}Place it with Enter."
        return "Now the other tile." if len(laying.rack) == 1 else f"{len(laying.rack)} tiles are left to place."

    # ------------------------------------------------------------------------------------------ pictures

    def _over(self) -> list[Quad]:
        """What is about to be done, on the board."""
        stage, laying = self.scene.stage, self.laying
        if laying is None:
            there = {(tile.row, tile.col) for tile in self.match.frame().board} if self._sent else set()
            return [
                quad for at, value in self._sent.items() if at not in there for quad in stage.tile(at, value, PENDING)
            ]
        hovers = self.tray is not None and not inside(self.tray.place, *self._pointer)
        shown = self.held
        if shown is None and self.tray is not None:
            number = self.tray.tile_at(*self._pointer)
            shown = number if number in laying.rack else None
        return intention(stage, laying, shown, self.held, self._square() if hovers else None)

    @property
    def _snaps(self) -> bool:
        """Is the tile in the hand over a square where it may go?"""
        laying, tray = self.laying, self.tray
        if laying is None or tray is None or self.held is None or inside(tray.place, *self._pointer):
            return False
        return self._square() in laying.open_for(self.held)

    def show(self, _clock_s: float) -> None:
        """Bring the pictures up to the match."""
        tiles = self._tiles()
        if self.tray is None or len(self.tray.tiles) != len(tiles):
            # The mouse may have changed hands since the match went on.
            self._lay_out()
        tray = self.tray
        assert tray is not None
        laying = self.laying
        hot = tray.tile_at(*self._pointer) if laying is not None else None
        if inside(tray.button, *self._pointer):
            hot = -1
        look = Look(
            tiles=tiles,
            words=self.notice,
            bad=self._bad,
            ready=laying is not None and self.held is None and bool(laying.laid) and laying.complete(),
            hot=hot,
            due=laying is not None,
        )
        ratio = self._pen.ratio
        place = tray.place
        self._tray_plate.show((look, tray), place.left, place.top, ratio, lambda: tray_picture(tray, look, self._pen))
        if self.held is None or laying is None or self._snaps:
            # Over a square where it may go the tile is seen on the board.
            self._held_plate.hide()
            return
        value = laying.hand[self.held]
        side = max(6, round(TILE_MM * HELD_LARGER * self.scene.camera.scale * ratio))
        x, y = self._pointer
        self._held_plate.show((value, side), x, y, ratio, lambda: tile_image(value, side), centred=True)

    def draw(self, window: Any) -> None:
        """Draw over the scene."""
        window.view = Mat4()
        self._batch.draw()
