"""The controls of ZATRE: tiles are dragged from the rack to squares that light up, taken back, and confirmed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pyglet.graphics import Group
from pyglet.math import Mat4
from pyglet.window import key

from scenes.drawing.batch import Batch
from scenes.drawing.hud import PanelSprite
from scenes.drawing.key_words import KeyWords
from scenes.drawing.panels import Pen
from scenes.drawing.pulses import Pulses
from scenes.drawing.quads import Quad
from scenes.games.zatre.art import middle, square_at, tile_image
from scenes.games.zatre.panels import said_of_due, sides_of
from scenes.games.zatre.play_overlay import News, overlay
from scenes.games.zatre.scene import ZatreScene, unseen
from scenes.games.zatre.stage import PENDING, TILE_MM
from scenes.games.zatre.tray import Look, Tray, lay_out, room_for, tray_picture
from scenes.games.zatre.turn_draft import KeyAim, TurnDraft
from scenes.play.controller import PlayController
from scenes.play.notice import Rank
from scenes.play.settings import PlaySettings
from sim.games.zatre.match.frame import Square, TableStage, ZatreFrame
from sim.games.zatre.match.intents import PlaceTiles
from sim.games.zatre.match.match import ZatreMatch
from sim.games.zatre.match.practice import Practice
from sim.language import N_, _, put_in

if TYPE_CHECKING:
    from pyglet.window import Window

CLICK_PX = 7.0
"""A button released within this distance (window units) of where it was pressed is a click, not a drag."""
HURRY = 6.0
"""Factor by which match time passes faster than real time while others think; AT_ONCE after the key T."""
AT_ONCE = 120.0
ZOOM = 1.12
HELD_LARGER = 1.15
DIGITS = (key._1, key._2, key._3, key._4, key._5, key._6)
PADS = (key.NUM_1, key.NUM_2, key.NUM_3, key.NUM_4, key.NUM_5, key.NUM_6)
ARROWS = {key.UP: (-1, 0), key.DOWN: (1, 0), key.LEFT: (0, -1), key.RIGHT: (0, 1)}
"""The step of each arrow key, in rows and columns."""
ENTER = (key.ENTER, key.RETURN, key.NUM_ENTER, key.SPACE)

KEYS: tuple[KeyWords, ...] = (
    (N_("Drag a tile"), N_("to one of the squares that light up")),
    (N_("Click, click"), N_("the same: the tile, then the square")),
    (N_("1 to 6, Tab"), N_("take up a tile of that value, the next")),
    ("← → ↑ ↓", N_("move it from one lit square to the next")),
    (N_("Shift and arrows"), N_("square by square")),
    (N_("Enter, Space"), N_("put it down; when done, end the turn")),
    (N_("Right click, Esc, ⌫"), N_("take back the last tile")),
    ("T", N_("do not wait while others think")),
    (N_("Wheel, 0"), N_("nearer or farther, reset")),
)
"""The keys of this game."""


class PlayLayer:
    """The tiles and controls of the people who play by hand.

    `person()` returns the player who has the mouse, None while it changes hands.
    """

    ghosts: int | None = None
    """None: a tile lies exactly where it is put, so there is no spread of outcomes to show."""

    def __init__(
        self, match: ZatreMatch | Practice, scene: ZatreScene, settings: PlaySettings, person: Callable[[], str | None]
    ) -> None:
        self.match, self.scene, self.settings, self.person = match, scene, settings, person
        self.controller = PlayController[ZatreFrame](match, self._moment)
        self.draft: TurnDraft | None = None
        self.held: int | None = None
        """The number of the tile held at the pointer."""
        self.tray: Tray | None = None
        self._sticks = False
        self._sent: dict[Square, int] = {}
        self._skips = False
        self.aim = KeyAim(match.static_scene.squares)
        self.pulses = Pulses()
        self._news = News(lambda: self.controller.notice)
        self._batch = Batch()
        self._tray_panel, self._held_panel = (PanelSprite(self._batch, Group(order=order)) for order in range(2))
        self._pen = Pen(1.0, 1.0)
        self._height = 0.0
        scene.visible = lambda frame: unseen(frame, self.person())
        scene.foot = room_for
        self.resize(*scene.size, scene.camera.pixel_ratio)

    # ------------------------------------------------------------------------------------------ the window

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """Lay everything out for a window of that size in units, of `pixel_ratio` pixels each."""
        self.scene.resize(width, height, pixel_ratio)
        layout = self.scene.hud.layout
        self._height = room_for(layout)
        self._pen = Pen(layout.unit, pixel_ratio)
        self._lay_out()
        self.pulses.resize(self._pen)

    def _lay_out(self) -> None:
        layout = self.scene.hud.layout
        self.tray = lay_out(layout.table, self._height, layout.unit, len(self._tiles()))

    def pointer(self, x: float, y: float) -> None:
        """Follow the pointer to a place in the window."""
        if self.controller.move(x, y):
            self.aim.clear()

    def press(self, x: float, y: float, button: int, _modifiers: int) -> None:
        """Handle a pressed button: take up a tile, confirm the turn, or (right button) take the last tile back."""
        self.pointer(x, y)
        if not self.controller.press(x, y, button, self._back) or self.tray is None:
            return
        self._sticks = self.held is not None
        if self.tray.button.contains(x, y):
            self.confirm()
            self.controller.pressed = None
            return
        draft = self.draft
        if draft is None or self.held is not None:
            return
        number = self.tray.tile_at(x, y)
        if number is not None and number in draft.rack:
            self._take(number)
        elif number is None:
            lies = draft.at(self._square())
            if lies is not None and self._over_board():
                draft.take_up(lies)
                self._take(lies)

    def release(self, x: float, y: float, button: int) -> None:
        """Handle a released left button: put down the tile that was dragged, or keep a clicked one in the hand."""
        self.pointer(x, y)
        pressed = self.controller.release(button)
        if pressed is None or self.held is None or self.draft is None or self.tray is None:
            return
        clicked = pressed.is_click(x, y, CLICK_PX)
        if clicked and not self._sticks:
            # A click, not a drag: the tile stays in the hand until the next click.
            return
        if self.tray.place.contains(x, y):
            other = self.tray.tile_at(x, y) if clicked else None
            held, self.held = self.held, None
            if other is not None and other != held and other in self.draft.rack:
                self._take(other)
            return
        if self._over_board():
            self._put(self._square())
        else:
            self._to_the_rack()

    def scroll(self, x: float, y: float, steps: float) -> None:
        """Zoom the view about the pointer."""
        self.scene.camera.zoom_at((x, y), ZOOM**steps)

    def key_up(self, symbol: int) -> None:
        """Ignore a key that is let go."""

    def lost_focus(self) -> None:
        """Return the held tile to the rack and clear the notice, since the mouse will not be heard for a while."""
        self.controller.pressed, self.held = None, None
        self.aim.clear()
        # The next player must not read what was said about another player's tiles.
        self.controller.notice.clear()

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key. Returns True if it meant something."""
        if modifiers & (key.MOD_CTRL | key.MOD_ALT):
            return False
        for row in (DIGITS, PADS):
            if symbol in row:
                return self._take_value(row.index(symbol) + 1)
        if symbol in (key.ESCAPE, key.BACKSPACE, key.DELETE):
            return self._back()
        if symbol in ARROWS:
            return self._move_aim(ARROWS[symbol], bool(modifiers & key.MOD_SHIFT))
        if symbol in ENTER:
            if self.draft is None:
                return False
            if self.held is not None and self.aim.at is not None:
                self._sticks = True
                self._put(self.aim.at)
            else:
                self.confirm()
        elif symbol == key.TAB:
            return self._take_next()
        elif symbol == key.T and self.draft is None:
            self._skips = True
        elif symbol in (key._0, key.NUM_0):
            self.scene.camera.reset()
        else:
            return False
        return True

    def keys(self) -> Sequence[KeyWords]:
        return KEYS

    def close(self) -> None:
        """Do nothing: no work goes on in the background."""

    # ------------------------------------------------------------------------------------------ actions

    def _square(self) -> Square:
        """Return the square that the arrow keys or the pointer aim at."""
        return square_at(*self.scene.camera.to_world(self.controller.at)) if self.aim.at is None else self.aim.at

    def _over_board(self) -> bool:
        """Return True if a square of the board is aimed at that can be seen: no panel lies over it."""
        if self.aim.at is not None:
            return True
        x, y = self.controller.at
        on_tray = self.tray is not None and self.tray.place.contains(x, y)
        seen = self.scene.hud.layout.table.contains(x, y) and not on_tray
        return seen and self._square() in self.match.static_scene.squares

    def _to_the_rack(self) -> None:
        """Put a tile that was let go of beside the board back on the rack, and say so."""
        assert self.draft is not None
        assert self.held is not None
        self.controller.say(
            _("The {tile} is back on the rack: that was off the board.", tile=self.draft.hand[self.held])
        )
        self.held = None

    def _spot(self, at: Square) -> tuple[float, float]:
        """Return the middle of a square in the window."""
        return self.scene.camera.to_screen(middle(*at))

    def _named_at(self, side: str) -> tuple[float, float] | None:
        """Return where the first player of a side is named in the window."""
        frame = self.controller.frame()
        sides = sides_of(frame)
        if side not in sides:
            return None
        index = frame.seats.index(sides[side][0])
        return self.scene.hud.layout.seat_place(index, len(frame.seats)).centre

    def _move_aim(self, step: Square, single: bool) -> bool:
        """Move the aim of the keys to the next lit square in a direction, or by a `single` square.

        Without a tile in the hand the first one is taken up.
        """
        draft = self.draft
        if draft is None:
            return False
        if self.held is None and not self._take_next():
            return True
        assert self.held is not None
        under = self._square() if self._over_board() else None
        # Beside the tile laid last, else beside the pointer.
        base = next(reversed(draft.laid.values()), under if under in self.match.static_scene.squares else None)
        self.aim.move(step, single, draft.open_for(self.held), base)
        self._hush()
        return True

    def _take_next(self) -> bool:
        """Take up the next tile of the rack, the first after the last. Returns False if there is none."""
        draft = self.draft
        if draft is None or not draft.rack:
            return False
        held = -1 if self.held is None else self.held
        self._take(next((number for number in draft.rack if number > held), draft.rack[0]))
        self._sticks = True
        return True

    def _take(self, number: int) -> None:
        self.held = number
        self._hush()
        if self.draft is not None and not self.draft.open_for(number):
            now, beside = (
                _("There is no square for the {tile} now."),
                _("There is no square for the {tile} as the others lie."),
            )
            words = put_in(beside if self.draft.laid else now, tile=self.draft.hand[number])
            self.controller.say(words, bad=True)

    def _take_value(self, value: int) -> bool:
        draft = self.draft
        if draft is None:
            return False
        numbers = [number for number in draft.rack if draft.hand[number] == value]
        if not numbers:
            self.controller.say(_("There is no {tile} on the rack.", tile=value), bad=True)
        else:
            # Pressed again, the key takes the next tile of that value.
            after = [number for number in numbers if self.held is not None and number > self.held]
            self._take((after or numbers)[0])
            self._sticks = True
        return True

    def _put(self, at: Square) -> None:
        assert self.draft is not None
        assert self.held is not None
        why = self.draft.lay(self.held, at)
        if why:
            self.controller.say(why, bad=True)
            if not self._sticks:
                # A dragged tile goes back to the rack; a clicked one stays in the hand.
                self.held = None
            return
        self.held = None
        self._hush()

    def _back(self) -> bool:
        if self.held is not None:
            self.held = None
            return True
        taken = self.draft is not None and self.draft.take_back()
        if taken:
            self._hush()
        return taken

    def confirm(self) -> None:
        """Play the tiles laid so far as the turn, if the rules allow it."""
        draft, by = self.draft, self.person()
        if draft is None or by is None:
            return
        turn = draft.down
        if self.held is not None or not draft.complete():
            self.controller.say(_("Every tile that fits has to be placed first."), bad=True)
            return
        if not self.controller.attempt(lambda: self.match.act(PlaceTiles.of(by, turn))):
            return
        self._sent = {(tile.row, tile.col): tile.value for tile in turn}
        self.scene.stage.laid = frozenset(self._sent)
        self.draft, self.held = None, None

    def _moment(self) -> object:
        """Return what refusals depend on."""
        return self.match.table.stage, None if self.draft is None else tuple(self.draft.laid.items())

    def _hush(self) -> None:
        self.controller.notice.hush()

    # ------------------------------------------------------------------------------------------ time

    def update(self, wall_s: float) -> None:
        """Advance messages and match by `wall_s` of real time, the match faster while other players think."""
        match = self.match
        self.controller.renew()
        self.controller.notice.pass_time(wall_s)
        self.pulses.update(wall_s)
        if not match.finished:
            table_stage = match.table.stage
            others = table_stage is TableStage.THINKING and not match.waits_for
            self.controller.advance(wall_s * ((AT_ONCE if self._skips else HURRY) if others else 1.0))
            if match.table.stage is not table_stage or match.waits_for:
                self._skips = False
        self._look()
        self._news.read(self.controller.frame(), self._is_mine)
        words, bad = self._next()
        self.controller.notice.suggest(
            words, "bad" if bad else "plain", Rank.ANSWER if bad or match.finished else Rank.HINT
        )
        self.scene.stage.overlay = self._over()

    def _is_mine(self, side: str) -> bool:
        """Return True if the person at the mouse belongs to a side."""
        return any(seat.name == self.person() for seat in sides_of(self.controller.frame()).get(side, ()))

    def _look(self) -> None:
        """Begin a draft when the person at the mouse has to place tiles, and drop it when they do not."""
        by, state = self.person(), self.match.table.state
        self.scene.hud.own = by
        asked = by is not None and by in self.match.waits_for and self.match.question(by) == "place"
        if not asked or state is None:
            self.draft, self.held = None, None
            self.aim.clear()
        elif self.draft is None or self.draft.state is not state:
            self.draft, self.held, self._sent = TurnDraft(state), None, {}
            self.scene.stage.laid = frozenset()
        if self.tray is None or len(self.tray.tiles) != len(self._tiles()):
            self._lay_out()

    def _tiles(self) -> tuple[int | None, ...]:
        """Return the tiles on the rack by number; None for a gap or a tile that must not be seen."""
        if self.draft is not None:
            rack = self.draft.rack
            return tuple(
                value if number in rack and number != self.held else None
                for number, value in enumerate(self.draft.hand)
            )
        by = self.person()
        seat = next((seat for seat in self.controller.frame().seats if seat.name == by), None)
        return () if seat is None or self._sent else tuple(seat.rack)

    def _next(self) -> tuple[str, bool]:
        """Return what is to be done now in a few words, and True if it says why the held tile may not go there."""
        draft, match = self.draft, self.match
        if match.finished:
            # Who has won stands over the board.
            return "", False
        if draft is None:
            if match.table.stage is TableStage.STARTING:
                return _("Everybody draws a tile: the highest begins."), False
            frame = self.controller.frame()
            if match.table.stage is TableStage.THINKING and frame.due is not None:
                return said_of_due(
                    frame,
                    _("You think ([T]: do not wait)."),
                    _("{name} thinks ([T]: do not wait)."),
                    _("{name} think ([T]: do not wait)."),
                ), False
            return "", False
        if self.held is not None:
            at = self._square()
            if self._over_board():
                why = draft.why_not(self.held, at)
                worth = draft.worth(draft.with_tile(self.held, at))
                return why or (worth if self.aim.at is None else _("{worth} Enter puts it down.", worth=worth)), bool(
                    why
                )
            return _("Put the {tile} on a lit square.", tile=draft.hand[self.held]), False
        if not draft.laid:
            return _("Drag a tile to a lit square."), False
        if draft.complete():
            worth = draft.worth(draft.down)
            rest = [str(draft.hand[number]) for number in draft.rack]
            if len(rest) == 1:
                return _("{worth} The {tile} is kept. Enter places it.", worth=worth, tile=rest[0]), False
            return _("{worth} Enter places it.", worth=worth), False
        left = len(draft.rack)
        return _("Now the other tile.") if left == 1 else _("{count} tiles are left to place.", count=left), False

    # ------------------------------------------------------------------------------------------ pictures

    def _over(self) -> list[Quad]:
        """Return what is drawn over the board: the draft, or the tiles just played that the frame does not show yet."""
        stage, draft = self.scene.stage, self.draft
        if draft is None:
            there = {(tile.row, tile.col) for tile in self.controller.frame().board} if self._sent else set()
            return [
                quad for at, value in self._sent.items() if at not in there for quad in stage.tile(at, value, PENDING)
            ]
        shown = self.held
        if shown is None and self.tray is not None:
            number = self.tray.tile_at(*self.controller.at)
            shown = number if number in draft.rack else None
        return overlay(stage, draft, shown, self.held, self._square() if self._over_board() else None)

    @property
    def _snaps(self) -> bool:
        """True while the held tile is over a square where it may go."""
        draft = self.draft
        if draft is None or self.held is None or not self._over_board():
            return False
        return self._square() in draft.open_for(self.held)

    def show(self, _clock_s: float) -> None:
        """Update tray and held tile to the match."""
        tiles = self._tiles()
        if self.tray is None or len(self.tray.tiles) != len(tiles):
            # The mouse may have changed hands since the match went on.
            self._lay_out()
        tray = self.tray
        assert tray is not None
        draft = self.draft
        hot = tray.tile_at(*self.controller.at) if draft is not None else None
        if tray.button.contains(*self.controller.at):
            hot = -1
        look = Look(
            tiles=tiles,
            words=self.controller.notice.words,
            bad=self.controller.notice.bad,
            ready=draft is not None and self.held is None and bool(draft.laid) and draft.complete(),
            hot=hot,
            due=draft is not None,
        )
        ratio = self._pen.ratio
        place = tray.place
        self._tray_panel.show((look, tray), place.left, place.top, ratio, lambda: tray_picture(tray, look, self._pen))
        self._show_due()
        if self.held is None or draft is None or self._snaps:
            # Over a square where it may go, the tile is drawn on the board.
            self._held_panel.hide()
            return
        value = draft.hand[self.held]
        side = max(6, round(TILE_MM * HELD_LARGER * self.scene.camera.scale * ratio))
        x, y = self.controller.at if self.aim.at is None else self._spot(self.aim.at)
        self._held_panel.show((value, side), x, y, ratio, lambda: tile_image(value, side), centred=True)

    def _show_due(self) -> None:
        """Draw a pulse round the player who is due: at the rack of the person at the mouse until a tile is taken up."""
        frame, draft, tray = self.controller.frame(), self.draft, self.tray
        at = None
        if draft is not None and tray is not None:
            at = tray.rack.centre if self.held is None and not draft.laid else None
        elif frame.table_stage is TableStage.THINKING and frame.due is not None:
            at = self._named_at(frame.due)
        self.pulses.pulse("due", at)

    def draw(self, window: Window) -> None:
        """Draw tray, held tile and pulses over the scene."""
        window.view = Mat4()
        self._batch.draw()
        self.pulses.batch.draw()
