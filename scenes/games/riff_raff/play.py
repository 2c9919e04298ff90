"""Riff Raff by hand: the layer over the scene that turns mouse and keys into cards, answers and a moving hand.

Samples of the pointer carry the times at which they came in, so that a flick flies as it was made, however often the
window is drawn. The layer also decides how fast the match runs: it slows down for a moment when cargo falls.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from pyglet.math import Mat4
from pyglet.window import key

from scenes.drawing.panels import Pen
from scenes.games.riff_raff.depth import lowered
from scenes.games.riff_raff.keyboard_hand import ARROWS, KeyboardHand
from scenes.games.riff_raff.pace import Pacing
from scenes.games.riff_raff.panels import Icons
from scenes.games.riff_raff.play_forecast import PieceForecasts
from scenes.games.riff_raff.play_hand import Overlay
from scenes.games.riff_raff.play_panels import PlayPanels
from scenes.games.riff_raff.play_questions import asked
from scenes.games.riff_raff.scene import RiffRaffScene
from scenes.games.riff_raff.stage import seat_colour
from scenes.games.riff_raff.tray import Item, Sort, Tray, lay_out, room_for
from scenes.play.controller import LEFT, PlayController
from scenes.play.forecast import ForecastSource, chance_words, started_forecaster
from scenes.play.keys import USUALLY, asks_usually, digit_of, usually_keys
from scenes.play.scene import LATEST_S
from scenes.play.settings import PlaySettings
from scenes.window.event_time import events_are_stamped
from scenes.window.viewport import view_of
from sim.games.riff_raff.bots.deliberation import DELIBERATE
from sim.games.riff_raff.deliberation import ThinkAhead
from sim.games.riff_raff.match.frame import PieceState, RiffRaffFrame
from sim.games.riff_raff.match.intents import AnnounceCount, ChooseCard, NameCaptain, SetOrder, TakePiece
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.match.practice import Practice
from sim.match.intents import Intent
from sim.physics import Point
from sim.physics.ship.carrying import Carrying

if TYPE_CHECKING:
    from pyglet.window import Window

WHEEL_RAD, KEY_RAD, FINE_RAD = math.radians(6.0), math.radians(15.0), math.radians(2.0)
CLICK_PX = 7.0
"""The farthest that the pointer may move during a click (window units); beyond that it drags."""
NOTICE_S = 4.5
TURNS = {key.Q: 1, key.E: -1}
AIMS = {key.A: 1, key.D: -1}
"""The keys that turn the piece in the hand and those that turn the aim of a throw: 1 for counter-clockwise."""
BESIDE_MM, ABOVE_MM = 60.0, 60.0
"""Where a piece is at first that is taken and carried by keys: how far beside and above its slot."""

_INTENTS: Mapping[str, tuple[type[Intent], str]] = {
    "card": (ChooseCard, "card"),
    "captain": (NameCaptain, "captain"),
    "order": (SetOrder, "order"),
    "count": (AnnounceCount, "count"),
    "place": (TakePiece, "piece"),
}
"""By question: the intent that answers it, and the intent's field that takes the value of the chosen item."""


class PlayLayer:
    """The play layer of Riff Raff, for a match or a practice.

    person: returns the player whose turn it is at the mouse, None while it is handed over. source: where forecasts
    come from; None for a worker process of the layer's own. It is not used where the settings show no ghosts.
    """

    def __init__(
        self,
        match: RiffRaffMatch | Practice,
        scene: RiffRaffScene,
        settings: PlaySettings,
        person: Callable[[], str | None],
        source: ForecastSource | None = None,
    ) -> None:
        self.match, self.scene, self.settings, self.person = match, scene, settings, person
        self.controller = PlayController[RiffRaffFrame](match, NOTICE_S)
        match.table.mouse.strength = settings.flick_strength
        self.stamped: Callable[[], bool] = events_are_stamped
        self._samples: list[tuple[float, float, float]] = []
        self._opens: float | None = None
        self._updated_s = -math.inf
        self._sticks = self._taken = self._taken_by_key = False
        self._aimed_for: Carrying | None = None
        self._place: Point | None = None
        self.keyboard = KeyboardHand()
        self._mouse_at = (0.0, 0.0)
        self._watched: Carrying | None = None
        self._warned = False
        self._overlay = Overlay(scene.stage)
        self._panels = PlayPanels(Icons(match.static_scene.pieces))
        self._pen = Pen(1.0, 1.0)
        self.tray: Tray | None = None
        self._title = self._hint = self._chance = ""
        self.forecasts: PieceForecasts | None = None
        if settings.ghosts:
            self.forecasts = PieceForecasts(match, source or started_forecaster(), settings.profile)
        self._ahead: ThinkAhead | None = None
        if isinstance(match, RiffRaffMatch) and any(s.strategy in DELIBERATE and not s.is_person for s in match.seats):
            match.ahead = self._ahead = ThinkAhead()
        self.pacing = Pacing(match, settings, self._ahead)
        scene.foot = room_for
        self.resize(*scene.size, scene.camera.pixel_ratio)

    @property
    def notice(self) -> str:
        """The line shown to the player, empty for none."""
        return self.controller.notice.words

    def frame(self) -> RiffRaffFrame:
        """Return the match as it is now."""
        return self.controller.frame()

    def close(self) -> None:
        """Close the background processes."""
        if self.forecasts is not None:
            self.forecasts.close()
        if self._ahead is not None:
            self._ahead.close()

    @property
    def ghosts(self) -> int:
        """The number of ghosts shown."""
        known = None if self.forecasts is None else self.forecasts.ghosts()
        return 0 if known is None else len(known.shown)

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """Lay scene and layer out for a window of that size in units, of `pixel_ratio` pixels each."""
        self.scene.resize(width, height, pixel_ratio)
        self._pen = Pen(self.scene.hud.layout.unit, pixel_ratio)
        self._lay_out()

    # ------------------------------------------------------------------------------------------ mouse and keys

    def pointer(self, x: float, y: float) -> None:
        """Move the pointer there (window units); the same place again adds no sample."""
        if not self.controller.move(x, y):
            return
        if self.keyboard.leads:
            if math.dist((x, y), self._mouse_at) <= CLICK_PX:
                return
            self.keyboard.leave()
        self._samples.append((self.controller.clock(), x, y))

    def press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Handle a mouse button that went down there (window units).

        The left button chooses an item of the tray, or begins what its release ends; the right one puts the piece back.
        While "usually" is shown any button only ends that.
        """
        self.pointer(x, y)
        if self._showing_usually():
            self._stop_usually()
            return
        if not self.controller.press(x, y, button, self._put_back):
            return
        if self.match.table.holds:
            self._sticks = False
            return
        index = None if self.tray is None else self.tray.at(x, y)
        if index is not None and self.tray is not None:
            self._choose(self.tray.items[index], True)

    def release(self, x: float, y: float, button: int) -> None:
        """Handle a mouse button that went up there (window units): let go of the piece.

        Over the tray the piece is put back, unless it is thrown and may not go back any more. After the click that took
        it, it stays in the hand.
        """
        self.pointer(x, y)
        pressed = self.controller.release(button)
        if button != LEFT or not (self.match.table.holds or self._taken):
            return
        if self._sticks and (pressed is None or pressed.is_click(x, y, CLICK_PX)):
            # Clicked, not dragged: the piece stays in the hand until the next time the button goes up.
            return
        if self.tray is not None and self.tray.place.contains(x, y) and not self._throws_what_touched():
            self._put_back()
        else:
            self._opens = self.controller.clock()

    def _throws_what_touched(self) -> bool:
        """Return True if the hand flicks a piece that has touched the ship."""
        table = self.match.table
        touched = table.carrying is not None and table.carrying.touched
        return touched and table.mouse.flick(self.match.now_s) is not None

    def scroll(self, x: float, y: float, steps: float) -> None:
        """Turn the piece in the hand by steps of the wheel."""
        if self.match.table.holds:
            self.match.table.mouse.turn(WHEEL_RAD * steps)

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key; return True if it had a meaning."""
        if self._showing_usually():
            self._stop_usually()
            return True
        if asks_usually(symbol, isinstance(self.match, Practice)):
            return self._usually()
        if symbol in (key.LSHIFT, key.RSHIFT):
            self.keyboard.fine = True
            return True
        if self.match.table.holds:
            return self._hand_key(symbol, modifiers)
        if symbol in ARROWS and self.match.table.carrying is not None:
            self._lead_by_keys()
            self.keyboard.press(symbol)
            return True
        if symbol == key.T:
            return self._skip()
        digit = digit_of(symbol)
        if digit is None or self.tray is None:
            return False
        # The key 0 is the tenth.
        found = next((item for item in self.tray.items if item.key == str(digit or 10)), None)
        if found is not None:
            self._choose(found, False)
        return found is not None

    def _hand_key(self, symbol: int, modifiers: int) -> bool:
        if symbol in TURNS:
            step = FINE_RAD if modifiers & key.MOD_SHIFT else KEY_RAD
            self.match.table.mouse.turn(TURNS[symbol] * step)
        elif symbol in ARROWS:
            self._lead_by_keys()
            self.keyboard.press(symbol)
        elif symbol in AIMS:
            self._lead_by_keys()
            self.keyboard.turn_aim(symbol, AIMS[symbol])
        elif symbol in (key.X, key.TAB):
            self._other_way()
        elif symbol in (key.ESCAPE, key.BACKSPACE):
            self._put_back()
        elif symbol == key.SPACE:
            self._lead_by_keys()
            carrying = self.match.table.carrying
            assert carrying is not None
            self.keyboard.charge(carrying.slot.centre_mm)
        elif symbol in (key.ENTER, key.NUM_ENTER) and self.keyboard.leads:
            self.keyboard.set_down(self.match.now_s)
        elif symbol in (key.ENTER, key.NUM_ENTER):
            self._opens = self.controller.clock()
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
        """Forget the pressed button; the piece in the hand stays there, unless it was let go before."""
        pressed = self.controller.pressed
        if pressed is not None and not pressed.is_click(*self.controller.at, CLICK_PX):
            # Of a drag the button goes up outside of the window, or is heard of later: then the piece is let go.
            self._sticks = False
        self.controller.pressed = None
        if self._opens is not None:
            # The button went up just before: by the next update nobody would know how fast the hand was.
            self._pass_on(min(LATEST_S, self.controller.clock() - self._updated_s), 1.0)
        self._samples.clear()
        self.keyboard.rest()
        table = self.match.table
        if not (table.holds and table.mouse.opens):
            self._place = None
            table.mouse.lose_sight()
        self._stop_usually()

    def keys(self) -> Sequence[tuple[str, str]]:
        """Return the keys of the layer, and what each does."""
        return (
            ("Drag a piece", "carry it; let go of it"),
            ("Click a piece", "carry it until the next click"),
            ("Wheel, Q E", "turn it (Shift: a little)"),
            ("X, Tab", "hold it another way"),
            ("Right click, Esc", "put it back"),
            ("Mouse, ← → after that", "the hands that catch"),
            ("← → ↑ ↓, Enter", "carry it (Shift: slowly), set it down"),
            ("Hold Space, let go", "throw it (A D, ← → aim)"),
            ("1 to 0", "cards, pieces, answers"),
            ("T", "skip a bot's turn"),
            (usually_keys(isinstance(self.match, Practice)), USUALLY),
        )

    # ------------------------------------------------------------------------------------------ what is done

    def _choose(self, item: Item, by_mouse: bool) -> None:
        by = self.person()
        question = None if by is None else self.match.question(by)
        if by is None or question is None:
            return
        if item.sort is Sort.PIECE and not item.count:
            self.controller.say(f"There is no {item.value} left.", bad=True)
            return
        kind, field = _INTENTS[question]
        if not self.controller.attempt(lambda: self.match.act(kind.model_validate({"by": by, field: item.value}))):
            return
        self.controller.say("")
        if question == "place":
            self.controller.pressed = None
            self.keyboard.leave()
            self._taken_by_key = not by_mouse
            if by_mouse:
                self.controller.hold(*self.controller.at)
            self._sticks, self._taken, self._opens = True, True, None

    def _put_back(self) -> None:
        if not self.match.table.holds:
            return
        self.controller.attempt(self.match.table.put_back)
        self.controller.pressed = self._opens = None

    def _other_way(self) -> None:
        carrying = self.match.table.carrying
        if carrying is None:
            return
        stances = list(self.match.configuration.setup.pieces[carrying.kind].stances)
        if len(stances) == 1:
            self.controller.say(f"The {carrying.kind} looks the same from every side; turn it with the wheel.")
        elif carrying.inside:
            self.controller.say("Lift it away from the ship first.", bad=True)
        else:
            now = stances.index(self.match.table.mouse.stance)
            self.match.table.mouse.hold_as(stances[(now + 1) % len(stances)])

    # ------------------------------------------------------------------------------------------ usually

    def _showing_usually(self) -> bool:
        return self.forecasts is not None and self.forecasts.playing

    def _stop_usually(self) -> None:
        if self.forecasts is not None and self.forecasts.playing:
            self.forecasts.stop()

    def _usually(self) -> bool:
        if self.match.table.holds or (self.match.table.loading is not None and not self.match.table.loading.done):
            self.controller.say("First see what comes of it.")
        elif self.forecasts is None:
            self.controller.say("The settings say that no ghosts shall be shown.")
        elif not self.forecasts.usually():
            self.controller.say("Nothing has been put down by hand yet.")
        return True

    # ------------------------------------------------------------------------------------------ time

    def _skip(self) -> bool:
        """Run a bot's turn to its outcome at once."""
        self.controller.say(self.pacing.skip())
        self.controller.renew()
        return True

    def update(self, wall_s: float) -> None:
        """Move the match on after `wall_s` of wall time, with what the pointer has done meanwhile."""
        self.controller.begin_update(wall_s)
        if self.forecasts is not None and self.forecasts.playing:
            self.forecasts.update(wall_s)
            self._samples.clear()
            return
        pace = self.pacing.begin(wall_s)
        # In a hurry there is no hand under the mouse, and the match may not get as far as the pace says.
        if pace <= 1.0:
            self._pass_on(wall_s, pace)
        else:
            self._samples.clear()
            self._place = None
        self.pacing.advance(wall_s)
        self.controller.renew()
        self._taken = False
        if self._taken_by_key and self.match.table.holds:
            self._taken_by_key = False
            self._begin_by_keys()
        refusal = self.match.table.take_refusal()
        if refusal is not None:
            self.controller.say(refusal, bad=True)
            self._sticks = False
        self._watch()
        if self.forecasts is not None:
            self.forecasts.aim()
            problem = self.forecasts.problem
            if problem is not None and not self._warned:
                self._warned = True
                self.controller.say(problem, bad=True)

    def _pass_on(self, wall_s: float, pace: float) -> None:
        """Pass on to the hand what the pointer did during the last `wall_s`, at the times at which it did.

        Between two events of the pointer the hand has one place in the world, whatever the camera or the ship does.
        """
        match, now = self.match, self.controller.clock()
        mouse = match.table.mouse
        begins, ends = match.now_s, match.now_s + wall_s * pace
        self._updated_s = now
        mouse.pace = pace
        if self.keyboard.leads:
            self._pass_keys_on(begins, ends, wall_s)
            return

        def when(stamp: float) -> float:
            return min(ends, max(begins, ends - (now - stamp) * pace))

        for stamp, x, y in self._samples:
            self._place = self._aimed(x, y)
            mouse.point(when(stamp), *self._place)
        self._samples.clear()
        if self._place is None or self.match.table.carrying is not self._aimed_for:
            self._aimed_for = self.match.table.carrying
            self._place = self._aimed(*self.controller.at)
        mouse.point(ends, *self._place)
        if self._opens is not None and match.table.holds:
            # Without time stamps on events, samples of the pointer are certain only up to the frame before.
            mouse.let_go(when(self._opens), math.inf if self.stamped() else begins)
            self._opens = None

    def _pass_keys_on(self, begins_s: float, ends_s: float, wall_s: float) -> None:
        """Pass on what the arrows did during that stretch of match time, and whether the fingers opened."""
        table, keyboard = self.match.table, self.keyboard
        self._samples.clear()
        self._place, self._aimed_for = None, table.carrying
        if ends_s <= begins_s:
            return
        for sample in keyboard.move(begins_s, ends_s, wall_s, table.holds):
            table.mouse.point(*sample)
        if keyboard.opens_s is not None and keyboard.opens_s <= ends_s:
            if table.holds:
                table.mouse.let_go(keyboard.opens_s)
            keyboard.opened()

    def _lead_by_keys(self) -> None:
        """Let the keys take the hand over from the mouse, where it is."""
        carrying = self.match.table.carrying
        if carrying is None or self.keyboard.leads:
            return
        pointing = self.match.table.mouse.pointing
        if carrying.hand is not None and not carrying.done:
            place = carrying.hand.pose()
            self.keyboard.lead((place.x, place.y))
        else:
            self.keyboard.lead(pointing.at(math.inf) if pointing.known else (0.0, 0.0))
        self._mouse_at = self.controller.at

    def _begin_by_keys(self) -> None:
        """Let the keys lead a piece that a key took while the pointer is not on the table: from beside its slot."""
        carrying = self.match.table.carrying
        layout = self.scene.hud.layout
        x, y = self.controller.at
        if carrying is None or (layout.table.contains(x, y) and y > layout.table.bottom + room_for(layout)):
            return
        slot = carrying.slot
        out = slot.wood_right_mm if slot.side > 0 else slot.wood_left_mm
        self.keyboard.lead((out + slot.side * BESIDE_MM, slot.surface_mm + ABOVE_MM))
        self._mouse_at = self.controller.at

    def _aimed(self, x: float, y: float) -> tuple[float, float]:
        """Return the place (mm, world's frame) of a hand that is drawn at a place in the window."""
        at = self.scene.camera.to_world((x, y))
        carrying = self.match.table.carrying
        return at if carrying is None else lowered(*at, carrying.world.hull.angle, carrying.slot.layer)

    def _watch(self) -> None:
        """Notice when the piece is let go."""
        carrying = self.match.table.carrying
        if carrying is not self._watched and (carrying is None or carrying.release is not None):
            self._watched = carrying
            if carrying is not None:
                self.controller.say("")
                if self.forecasts is not None:
                    self.forecasts.let_go(carrying)

    # ------------------------------------------------------------------------------------------ pictures

    def _lay_out(self) -> None:
        layout = self.scene.hud.layout
        self._title, items = asked(self.match, self.person())
        self._hint = ""
        if self._title and not items:
            self._hint = "arrows, Enter, hold Space" if self.keyboard.leads else "wheel or Q, E: turn"
        elif items and items[0].sort is Sort.PIECE:
            self._hint = "drag it, or click it"
        self.tray = lay_out(layout, items) if self._title else None

    def show(self, clock_s: float) -> None:
        """Bring the pictures up to the match; `clock_s` drives what moves by itself."""
        frame = self.controller.frame()
        words, bad = self.notice, self.controller.notice.bad
        if self.forecasts is not None and self.forecasts.playing:
            shown = self.forecasts.frame()
            if shown is not None:
                self.scene.show(shown, clock_s)
            words, bad = self.forecasts.words(), False
            self.tray = None
        else:
            self._lay_out()
        self._show_hand(frame)
        self._show_panels(frame, words, bad)

    def _show_hand(self, frame: RiffRaffFrame) -> None:
        carrying = self.match.table.carrying
        before = carrying is not None and self.match.table.holds and not carrying.inside and not self._showing_usually()
        held = next((piece for piece in frame.pieces if piece.state is PieceState.HELD), None) if before else None
        due = next((index for index, seat in enumerate(frame.seats) if seat.is_due), 0)
        self._overlay.show_held(held, seat_colour(due), frame.hull_angle)
        known = None if self.forecasts is None or self.forecasts.playing else self.forecasts.ghosts()
        mark = self.match.mark if isinstance(self.match, Practice) and not self._showing_usually() else None
        if mark is not None and self.match.table.loading is not None and not self.match.table.holds:
            mark = None
        kind = "" if carrying is None else carrying.kind
        layer = None if carrying is None else carrying.slot.layer
        self._overlay.show_cloud(kind, () if known is None else known.shown, layer, frame.hull_angle)
        self._overlay.show_mark(mark, frame.hull_angle)
        self._chance = "" if known is None or not self.match.table.holds else f"It would hold: {chance_words(known)}"

    def _show_panels(self, frame: RiffRaffFrame, words: str, bad: bool) -> None:
        layout, tray, by = self.scene.hud.layout, self.tray, self.person()
        seat = next((index for index, view in enumerate(frame.seats) if view.name == by), 0)
        hover = None if tray is None else tray.at(*self.controller.at)
        self._panels.show_tray(tray, (self._title, self._hint), self._chance, seat_colour(seat), hover, self._pen)
        self._panels.show_notice(words, bad, layout, self._pen)

    def draw(self, window: Window) -> None:
        """Draw the layer over the scene."""
        world = window.view = view_of(self.scene.camera)
        self._overlay.ghosts.draw()
        window.view = Mat4()
        self._panels.batch.draw()
        window.view = world
        self._overlay.batch.draw()
        window.view = Mat4()
