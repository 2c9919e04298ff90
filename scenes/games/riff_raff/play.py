"""Riff Raff by hand: the layer over the scene that turns mouse and keys into cards, words and a hand.

Samples of the pointer carry the times at which they came in, so that a flick flies as it was made, however often the
window is drawn. The layer owns the pace of time: cargo that falls bends it for a moment.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pyglet.math import Mat4, Vec3
from pyglet.window import key, mouse

from scenes.drawing.panels import Pen
from scenes.games.riff_raff.panels import Icons
from scenes.games.riff_raff.play_forecast import Asked, Foresights, chance_words
from scenes.games.riff_raff.play_hand import Overlay
from scenes.games.riff_raff.play_panels import PlayPanels
from scenes.games.riff_raff.play_questions import asked
from scenes.games.riff_raff.scene import RiffRaffScene
from scenes.games.riff_raff.stage import seat_colour
from scenes.games.riff_raff.tray import Item, Sort, Tray, lay_out, room_for
from scenes.play.settings import PlaySettings
from scenes.window.event_time import event_time, events_are_stamped
from sim.forecast.worker import Foreseer
from sim.games.riff_raff.bots.deliberation import DELIBERATE
from sim.games.riff_raff.deliberation import ThinkAhead
from sim.games.riff_raff.match.frame import PieceState, RiffRaffFrame
from sim.games.riff_raff.match.intents import AnnounceCount, ChooseCard, NameCaptain, SetOrder, TakePiece
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.match.practice import Practice
from sim.match.intents import Intent
from sim.physics.ship.carrying import Carrying
from sim.rules_frame import IllegalAction

WHEEL_RAD, KEY_RAD, FINE_RAD = math.radians(6.0), math.radians(15.0), math.radians(2.0)
CLICK_PX = 7.0
"""A button that goes up no farther from where it went down has clicked, not dragged (window units)."""
NOTICE_S = 4.5
BENT, BEND_S, EASE_S = 0.3, 1.6, 0.5
"""While cargo falls time goes at this pace, for so long at most, and back to its own within so long."""
DIGITS = (key._1, key._2, key._3, key._4, key._5, key._6, key._7, key._8, key._9, key._0)
PADS = (key.NUM_1, key.NUM_2, key.NUM_3, key.NUM_4, key.NUM_5, key.NUM_6, key.NUM_7, key.NUM_8, key.NUM_9, key.NUM_0)
TURNS = {key.Q: 1, key.LEFT: 1, key.UP: 1, key.E: -1, key.RIGHT: -1, key.DOWN: -1}

_INTENTS: Mapping[str, tuple[type[Intent], str]] = {
    "card": (ChooseCard, "card"),
    "captain": (NameCaptain, "captain"),
    "order": (SetOrder, "order"),
    "count": (AnnounceCount, "count"),
    "place": (TakePiece, "piece"),
}
"""What an item of the tray means, by the question that it answers, and the field that holds its value."""


class PlayLayer:
    """A person's hands at a ship's table. `person()` tells whose the mouse is, None while it changes hands."""

    real_time = False

    def __init__(
        self,
        match: RiffRaffMatch | Practice,
        scene: RiffRaffScene,
        settings: PlaySettings,
        person: Callable[[], str | None],
        foreseer: Asked | None = None,
    ) -> None:
        self.match, self.scene, self.settings, self.person = match, scene, settings, person
        self.notice = ""
        self.clock: Callable[[], float] = event_time
        self.stamped: Callable[[], bool] = events_are_stamped
        self._bad = False
        self._notice_s = 0.0
        self._pointer = (0.0, 0.0)
        self._samples: list[tuple[float, float, float]] = []
        self._opens: float | None = None
        self._pressed: tuple[float, float] | None = None
        self._sticks = False
        self._bends_s: float | None = None
        self._watched: Carrying | None = None
        self._warned = False
        self._overlay = Overlay(scene.stage)
        self._panels = PlayPanels(Icons(scene.static_scene.pieces))
        self._pen = Pen(1.0, 1.0)
        self.tray: Tray | None = None
        self._title = self._hint = self._chance = ""
        self.foresights: Foresights | None = None
        if settings.ghosts:
            known = foreseer or Foreseer()
            if isinstance(known, Foreseer):
                known.warm_up()
            self.foresights = Foresights(match, known, settings.profile)
        self._ahead: ThinkAhead | None = None
        if isinstance(match, RiffRaffMatch) and any(s.strategy in DELIBERATE and not s.is_person for s in match.seats):
            match.ahead = self._ahead = ThinkAhead()
        self.resize(*scene.size, scene.camera.pixel_ratio)

    def close(self) -> None:
        """Let go of the background processes."""
        if self.foresights is not None:
            self.foresights.foreseer.close()
        if self._ahead is not None:
            self._ahead.close()

    @property
    def ghosts(self) -> int:
        """How many ghosts show."""
        known = None if self.foresights is None else self.foresights.ghosts()
        return 0 if known is None else len(known.shown)

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """The window is so many units wide and high, of `pixel_ratio` pixels each."""
        assert self.scene.hud.layout is not None
        self.scene.keep_foot(room_for(self.scene.hud.layout))
        self._pen = Pen(self.scene.hud.layout.unit, pixel_ratio)
        self._lay_out()

    # ------------------------------------------------------------------------------------------ mouse and keys

    def pointer(self, x: float, y: float) -> None:
        """The pointer is there. Told again for the same place it says nothing new."""
        if (x, y) != self._pointer:
            self._pointer = (x, y)
            self._samples.append((self.clock(), x, y))

    def press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """A button went down there."""
        self.pointer(x, y)
        if self._showing_usually():
            self._stop_usually()
            return
        if button == mouse.RIGHT:
            self._put_back()
            return
        if button != mouse.LEFT:
            return
        if self.match.table.holds:
            self._pressed, self._sticks = (x, y), False
            return
        index = None if self.tray is None else self.tray.at(x, y)
        if index is not None and self.tray is not None:
            self._choose(self.tray.items[index], (x, y))

    def release(self, x: float, y: float, button: int) -> None:
        """A button went up there."""
        self.pointer(x, y)
        if button != mouse.LEFT or self._pressed is None or not self.match.table.holds:
            self._pressed = None if button == mouse.LEFT else self._pressed
            return
        clicked = math.dist(self._pressed, (x, y)) <= CLICK_PX
        self._pressed = None
        if self._sticks and clicked:
            # Clicked, not dragged: the piece stays in the hand until the next time the button goes up.
            return
        if self.tray is not None and self.tray.covers(x, y):
            self._put_back()
        else:
            self._opens = self.clock()

    def scroll(self, x: float, y: float, steps: float) -> None:
        """The wheel was turned."""
        if self.match.table.holds:
            self.match.table.mouse.turn(WHEEL_RAD * steps)

    def key(self, symbol: int, modifiers: int) -> bool:
        """A key; True where it meant something."""
        if self._showing_usually():
            self._stop_usually()
            return True
        if symbol == key.W or (symbol == key.U and not isinstance(self.match, Practice)):
            return self._usually()
        if self.match.table.holds:
            return self._hand_key(symbol, modifiers)
        for row in (DIGITS, PADS):
            if symbol in row and self.tray is not None:
                number = str(row.index(symbol) + 1)
                found = [item for item in self.tray.items if item.key == number]
                if found:
                    self._choose(found[0], None)
                    return True
        return False

    def _hand_key(self, symbol: int, modifiers: int) -> bool:
        if symbol in TURNS:
            step = FINE_RAD if modifiers & key.MOD_SHIFT else KEY_RAD
            self.match.table.mouse.turn(TURNS[symbol] * step)
        elif symbol in (key.X, key.TAB):
            self._other_way()
        elif symbol in (key.ESCAPE, key.BACKSPACE):
            self._put_back()
        elif symbol in (key.SPACE, key.ENTER):
            self._opens = self.clock()
        else:
            return False
        return True

    def lost_focus(self) -> None:
        """Nothing more is to be heard of the mouse for a while: what is held stays in the hand."""
        self._pressed, self._opens = None, None
        self._samples.clear()
        self._stop_usually()

    def keys(self) -> Sequence[tuple[str, str]]:
        """Keys and what they do."""
        return (
            ("Drag a piece", "carry it; let go of it"),
            ("Click a piece", "carry it until the next click"),
            ("Wheel, Q E, ← →", "turn it (Shift: a little)"),
            ("X, Tab", "hold it another way"),
            ("Right click, Esc", "put it back"),
            ("Mouse after that", "the hands that catch"),
            ("1 to 0", "cards, pieces, answers"),
            ("W" if isinstance(self.match, Practice) else "U, W", "what would usually have happened"),
        )

    # ------------------------------------------------------------------------------------------ what is done

    def _choose(self, item: Item, pressed: tuple[float, float] | None) -> None:
        by = self.person()
        question = None if by is None else self.match.question(by)
        if by is None or question is None:
            return
        if item.sort is Sort.PIECE and not item.count:
            self.say(f"There is no {item.value} left.", bad=True)
            return
        kind, key = _INTENTS[question]
        try:
            self.match.act(kind.model_validate({"by": by, key: item.value}))
        except IllegalAction as refused:
            self.say(str(refused), bad=True)
            return
        self.say("")
        if question == "place":
            self._pressed, self._sticks, self._opens = pressed, True, None

    def _put_back(self) -> None:
        if not self.match.table.holds:
            return
        try:
            self.match.table.put_back()
        except IllegalAction as refused:
            self.say(str(refused), bad=True)
        self._pressed = self._opens = None

    def _other_way(self) -> None:
        carrying = self.match.table.carrying
        if carrying is None:
            return
        stances = list(self.match.configuration.setup.pieces[carrying.kind].stances)
        if len(stances) == 1:
            self.say(f"The {carrying.kind} looks the same from every side; turn it with the wheel.")
        elif carrying.inside:
            self.say("Lift it away from the ship first.", bad=True)
        else:
            now = stances.index(self.match.table.mouse.stance)
            self.match.table.mouse.hold_as(stances[(now + 1) % len(stances)])

    def say(self, words: str, bad: bool = False) -> None:
        """A word to the player, for a while."""
        self.notice, self._bad, self._notice_s = words, bad, NOTICE_S

    # ------------------------------------------------------------------------------------------ usually

    def _showing_usually(self) -> bool:
        return self.foresights is not None and self.foresights.playing

    def _stop_usually(self) -> None:
        if self.foresights is not None and self.foresights.playing:
            self.foresights.stop()

    def _usually(self) -> bool:
        if self.match.table.holds or (self.match.table.loading is not None and not self.match.table.loading.done):
            self.say("First see what comes of it.")
        elif self.foresights is None:
            self.say("The settings say that no ghosts shall be shown.")
        elif not self.foresights.usually():
            self.say("Nothing has been put down by hand yet.")
        return True

    # ------------------------------------------------------------------------------------------ time

    def update(self, wall_s: float) -> None:
        """So much time has passed: feed the pointer to the match, and move it on."""
        self._notice_s -= wall_s
        if self._notice_s <= 0:
            self.notice = ""
        if self.foresights is not None and self.foresights.playing:
            self.foresights.update(wall_s)
            self._samples.clear()
            return
        pace = self._pace(wall_s)
        match, now = self.match, self.clock()
        begins, ends = match.now_s, match.now_s + wall_s * pace

        def when(stamp: float) -> float:
            return min(ends, max(begins, ends - (now - stamp) * pace))

        for stamp, x, y in self._samples:
            match.table.mouse.point(when(stamp), *self.scene.camera.to_world((x, y)))
        self._samples.clear()
        match.table.mouse.point(ends, *self.scene.camera.to_world(self._pointer))
        match.table.mouse.pace = pace
        if self._opens is not None and match.table.holds:
            # Without stamps nobody knows when in this frame the pointer was where it is told to have been.
            match.table.mouse.let_go(when(self._opens), math.inf if self.stamped() else begins)
            self._opens = None
        match.advance(wall_s * pace)
        refusal = match.table.take_refusal()
        if refusal is not None:
            self.say(refusal, bad=True)
            self._sticks = False
        self._watch()
        if self.foresights is not None:
            self.foresights.aim()
            problem = self.foresights.foreseer.problem
            if problem is not None and not self._warned:
                self._warned = True
                self.say(problem, bad=True)

    def _watch(self) -> None:
        """Notice what becomes of the piece."""
        carrying = self.match.table.carrying
        if carrying is not self._watched and (carrying is None or carrying.release is not None):
            self._watched = carrying
            if carrying is not None:
                self._bends_s = None
                self.say("")
                if self.foresights is not None:
                    self.foresights.let_go(carrying)
        if carrying is not None and carrying.alarm and self._bends_s is None and carrying is self._watched:
            self._bends_s = 0.0

    def _pace(self, wall_s: float) -> float:
        """How fast time goes: slower for a moment when cargo falls that one can catch."""
        carrying = self.match.table.carrying
        if self._bends_s is None or not self.settings.time_bends or carrying is None or carrying.done:
            return 1.0
        self._bends_s += wall_s
        return BENT + (1.0 - BENT) * min(1.0, max(0.0, (self._bends_s - BEND_S) / EASE_S))

    # ------------------------------------------------------------------------------------------ pictures

    def _lay_out(self) -> None:
        layout = self.scene.hud.layout
        assert layout is not None
        self._title, items = asked(self.match, self.person())
        self._hint = ""
        if self._title and not items:
            self._hint = "wheel or Q, E: turn"
        elif items and items[0].sort is Sort.PIECE:
            self._hint = "drag it, or click it"
        self.tray = lay_out(layout, items) if self._title else None

    def show(self, clock_s: float) -> None:
        """Bring the pictures up to the match."""
        frame: RiffRaffFrame = self.match.frame()
        words, bad = self.notice, self._bad
        if self.foresights is not None and self.foresights.playing:
            shown = self.foresights.frame()
            if shown is not None:
                self.scene.show(shown, clock_s)
            words, bad = self.foresights.words(), False
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
        self._overlay.show_held(held, seat_colour(due))
        known = None if self.foresights is None or self.foresights.playing else self.foresights.ghosts()
        mark = self.match.mark if isinstance(self.match, Practice) and not self._showing_usually() else None
        if mark is not None and self.match.table.loading is not None and not self.match.table.holds:
            mark = None
        kind = "" if carrying is None else carrying.kind
        self._overlay.show_cloud(kind, () if known is None else known.shown)
        self._overlay.show_mark(mark, frame.hull_angle)
        self._chance = "" if known is None or not self.match.table.holds else f"It would hold: {chance_words(known)}"

    def _show_panels(self, frame: RiffRaffFrame, words: str, bad: bool) -> None:
        layout, tray, by = self.scene.hud.layout, self.tray, self.person()
        assert layout is not None
        seat = next((index for index, view in enumerate(frame.seats) if view.name == by), 0)
        hover = None if tray is None else tray.at(*self._pointer)
        self._panels.show_tray(tray, (self._title, self._hint), self._chance, seat_colour(seat), hover, self._pen)
        self._panels.show_notice(words, bad, layout, self._pen)

    def draw(self, window: Any) -> None:
        """Draw over the scene."""
        (x, y), scale = self.scene.camera.offset, self.scene.camera.scale
        window.view = Mat4.from_translation(Vec3(x, y, 0)) @ Mat4.from_scale(Vec3(scale, scale, 1))
        self._overlay.ghosts.draw()
        window.view = Mat4()
        self._panels.batch.draw()
        window.view = Mat4.from_translation(Vec3(x, y, 0)) @ Mat4.from_scale(Vec3(scale, scale, 1))
        self._overlay.batch.draw()
        window.view = Mat4()
