"""Riff Raff by hand: the layer over the scene that turns mouse and keys into cards, answers and a moving hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from pyglet.math import Mat4
from pyglet.window import key

from scenes.drawing.chance import ShownChance
from scenes.drawing.key_words import KeyWords
from scenes.drawing.panels import Pen
from scenes.drawing.pulses import Pulses
from scenes.games.riff_raff.aim import FlickGuide
from scenes.games.riff_raff.depth import lean_of
from scenes.games.riff_raff.hand_input import CLICK_PX, HandInput
from scenes.games.riff_raff.outcomes import OutcomeReader
from scenes.games.riff_raff.pace import Pacing
from scenes.games.riff_raff.panels import Icons
from scenes.games.riff_raff.play_forecast import PieceForecasts
from scenes.games.riff_raff.play_hand import Overlay
from scenes.games.riff_raff.play_panels import PlayPanels
from scenes.games.riff_raff.play_questions import DrillDesk, asked
from scenes.games.riff_raff.scene import RiffRaffScene
from scenes.games.riff_raff.stage import seat_colour
from scenes.games.riff_raff.tray import Item, Sort, Tray, lay_out, room_for
from scenes.play.controller import LEFT, STOPPED, STOPPED_S, PlayController
from scenes.play.forecast import ForecastSource, started_forecaster
from scenes.play.keys import USUALLY, asks_usually, choice_of, usually_keys
from scenes.play.notice import Message, Rank
from scenes.play.settings import PlaySettings
from scenes.window.viewport import view_of
from sim.games.riff_raff.bots import DELIBERATE
from sim.games.riff_raff.deliberation import ThinkAhead
from sim.games.riff_raff.match.frame import PieceState, RiffRaffFrame, TableStage
from sim.games.riff_raff.match.intents import AnnounceCount, ChooseCard, NameCaptain, SetOrder, TakePiece
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.games.riff_raff.match.practice import Practice
from sim.games.riff_raff.match.table import RefusedPiece
from sim.games.riff_raff.match.text import piece_words
from sim.language import N_, _, put_in
from sim.match.intents import Intent
from sim.physics.ship.carrying import Carrying

if TYPE_CHECKING:
    from pyglet.window import Window

WHEEL_RAD = math.radians(6.0)
JUDGED_EVERY_S = 0.06
"""How often it is asked whether the hand would let go: that takes longer than all else of a frame."""
PULSE_IN = 18.0
"""Where the mark of a seat is in its panel, from the upper left corner (units of a 720-line window)."""
_INTENTS: Mapping[str, tuple[type[Intent], str]] = {
    "card": (ChooseCard, "card"),
    "captain": (NameCaptain, "captain"),
    "order": (SetOrder, "order"),
    "count": (AnnounceCount, "count"),
    "place": (TakePiece, "piece"),
}
"""By question: the intent that answers it, and the intent's field that takes the value of the chosen item."""

KEYS: tuple[KeyWords, ...] = (
    (N_("Drag a piece"), N_("carry it; let go of it")),
    (N_("Let go while moving"), N_("flick it; the arc shows where it goes")),
    (N_("Click a piece"), N_("carry it until the next click")),
    (N_("Wheel, Q E"), N_("turn it (Shift: a little)")),
    (N_("X, Tab"), N_("hold it another way")),
    (N_("Right click, Esc"), N_("put it back")),
    (N_("Mouse, ← → after letting go"), N_("move the hands that catch")),
    (N_("← → ↑ ↓, Enter"), N_("carry it (Shift: slowly), set it down")),
    (N_("Hold Space, A D ← →, let go"), N_("aim, throw it")),
    (N_("1 to 0 (Shift: 11 to 20)"), N_("cards, pieces, answers")),
    ("T", N_("skip a bot's turn")),
)
"""The keys of this game, beside those that ask what would usually have happened."""


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
        self.controller = PlayController[RiffRaffFrame](match, self._moment)
        match.table.mouse.strength = settings.flick_strength
        self.hand = HandInput(match, self.controller, scene.camera)
        self._sticks = self._taken = self._taken_by_key = False
        self._watched: Carrying | None = None
        self._refused: RefusedPiece | None = None
        self._judged_s = -math.inf
        self._warned = False
        self._overlay = Overlay(scene.stage)
        self.guide = FlickGuide(match, settings)
        self._drills = DrillDesk(match, settings) if isinstance(match, Practice) else None
        self._panels = PlayPanels(Icons(match.static_scene.pieces))
        self.pulses = Pulses()
        self._outcomes = OutcomeReader()
        self._pen = Pen(1.0, 1.0)
        self.tray: Tray | None = None
        self._title = ""
        self._chance: ShownChance | None = None
        self.forecasts: PieceForecasts | None = None
        if settings.ghosts:
            self.forecasts = PieceForecasts(match, source or started_forecaster(), settings.profile)
        self._ahead: ThinkAhead | None = None
        if isinstance(match, RiffRaffMatch) and any(
            seat.strategy_name in DELIBERATE and not seat.is_person for seat in match.seats
        ):
            match.ahead = self._ahead = ThinkAhead()
        self.pacing = Pacing(match, settings, self._ahead)
        scene.foot = room_for
        self.resize(*scene.size, scene.camera.pixel_ratio)

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
        self.pulses.resize(self._pen)
        self._lay_out()

    # ------------------------------------------------------------------------------------------ mouse and keys

    def pointer(self, x: float, y: float) -> None:
        """Move the pointer there (window units); the same place again adds no sample."""
        self.hand.pointer(x, y)

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

        Over the tray the piece is put back, unless it is thrown and may not go back any more, and over another panel
        unless it is thrown. After the click that took it, it stays in the hand.
        """
        self.pointer(x, y)
        pressed = self.controller.release(button)
        if button != LEFT or not (self.match.table.holds or self._taken):
            return
        if self._sticks and (pressed is None or pressed.is_click(x, y, CLICK_PX)):
            # Clicked, not dragged: the piece stays in the hand until the next time the button goes up.
            return
        if self._puts_back():
            self._put_back()
        else:
            self.hand.let_go()

    def _puts_back(self) -> bool:
        """Return True if a piece that is let go of where the pointer is goes back to the player who holds it."""
        at, table = self.controller.at, self.match.table
        flicks = table.mouse.flick(self.match.now_s) is not None
        if self.tray is not None and self.tray.place.contains(*at):
            return not (flicks and table.carrying is not None and table.carrying.touched)
        return not flicks and any(panel.contains(*at) for panel in self.scene.hud.layout.panels)

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
        if self.hand.key(symbol, modifiers):
            return True
        if self.match.table.holds:
            return self._hand_key(symbol)
        if symbol == key.T:
            return self._skip()
        number = choice_of(symbol, modifiers)
        if number is None or self.tray is None:
            return False
        found = next((item for item in self.tray.items if item.key == str(number)), None)
        if found is not None:
            self._choose(found, False)
        return found is not None

    def _hand_key(self, symbol: int) -> bool:
        if symbol in (key.X, key.TAB):
            self._other_way()
        elif symbol in (key.ESCAPE, key.BACKSPACE):
            self._put_back()
        else:
            return False
        return True

    def key_up(self, symbol: int) -> None:
        """Handle a key that is let go."""
        self.hand.key_up(symbol)

    def lost_focus(self) -> None:
        """Forget the pressed button; the piece in the hand stays there, unless it was let go before."""
        pressed = self.controller.pressed
        if pressed is not None and not pressed.is_click(*self.controller.at, CLICK_PX):
            # Of a drag the button goes up outside of the window, or is heard of later: then the piece is let go.
            self._sticks = False
        self.controller.pressed = None
        self.hand.lost_focus()
        self._stop_usually()

    def keys(self) -> Sequence[KeyWords]:
        return (*KEYS, (usually_keys(isinstance(self.match, Practice)), USUALLY))

    # ------------------------------------------------------------------------------------------ what is done

    def _choose(self, item: Item, by_mouse: bool) -> None:
        by = self.person()
        question = None if by is None else self.match.question(by)
        if by is None or question is None:
            return
        if item.sort is Sort.PIECE and not item.count:
            self.controller.say(_("There is no {piece} left.", **piece_words(str(item.value))), bad=True)
            return
        if item.sort is Sort.DRILL:
            self._choose_drill(item.value)
            return
        kind, field = _INTENTS[question]
        if not self.controller.attempt(lambda: self.match.act(kind.model_validate({"by": by, field: item.value}))):
            return
        self.controller.say("")
        if question == "place":
            self.controller.pressed = None
            self.hand.taken()
            self._taken_by_key = not by_mouse
            if by_mouse:
                self.controller.hold(*self.controller.at)
            self._sticks = self._taken = True

    def _choose_drill(self, value: object) -> None:
        desk = self._drills
        if desk is not None:
            self.controller.attempt(lambda: self.controller.say(desk.choose(value)))

    def take_wishes(self) -> Mapping[str, object]:
        """Return the settings that the player's drills have changed since the last call."""
        return {} if self._drills is None else self._drills.take_wishes()

    def _put_back(self) -> None:
        if not self.match.table.holds:
            return
        self.controller.attempt(self.match.table.put_back)
        self.controller.pressed = None
        self.hand.keep()

    def _other_way(self) -> None:
        carrying = self.match.table.carrying
        if carrying is None:
            return
        stances = list(self.match.configuration.setup.pieces[carrying.kind].stances)
        if len(stances) == 1:
            self.controller.say(
                _("Turn the {piece} with the wheel: all its sides look alike.", **piece_words(carrying.kind))
            )
        elif carrying.inside:
            self.controller.say(_("Lift it away from the ship first."), bad=True)
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
            self.controller.say(_("Wait for the outcome first."), bad=True)
        elif self.forecasts is None:
            self.controller.say(_("Ghosts are switched off in the settings."))
        elif self.forecasts.usually():
            self.controller.notice.hush()
        else:
            self.controller.say(_("Put a piece down first."), bad=True)
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
        self.pulses.update(wall_s)
        if self.forecasts is not None and self.forecasts.playing:
            self.forecasts.update(wall_s)
            self.hand.skip()
            return
        pace = self.pacing.begin(wall_s)
        # In a hurry there is no hand under the mouse, and the match may not get as far as the pace says.
        if pace <= 1.0:
            self.hand.pass_on(wall_s, pace)
        else:
            self.hand.skip()
        self.pacing.advance(wall_s)
        self.controller.renew()
        self._taken = False
        if self._taken_by_key and self.match.table.holds:
            self._taken_by_key = False
            if not self._over_table(*self.controller.at):
                self.hand.taken_by_key()
        if self.match.table.take_refusal() is not None:
            # The reason is shown already, for as long as the hand is there.
            self._sticks = False
        self._watch()
        keyboard = self.hand.keyboard
        # While a charged throw swings its arc stays as it was.
        puts_back = keyboard.swings if keyboard.leads else self._puts_back()
        self.guide.update(wall_s, puts_back, keyboard.charged)
        news = "" if self._drills is None else self._drills.news()
        if news:
            self.controller.say(news)
        if self.forecasts is not None:
            self.forecasts.aim()
            problem = self.forecasts.problem
            if problem is not None and not self._warned:
                self._warned = True
                self.controller.say(problem, bad=True)

    def _over_table(self, x: float, y: float) -> bool:
        """Return True if a place of the window is over the table, and not over the tray."""
        layout = self.scene.hud.layout
        return layout.table.contains(x, y) and y > layout.table.bottom + room_for(layout)

    def _watch(self) -> None:
        """Notice when the piece is let go."""
        carrying = self.match.table.carrying
        if carrying is not self._watched and (carrying is None or carrying.release is not None):
            self._watched = carrying
            if carrying is not None:
                self.controller.say("")
                if self.match.table.mouse.stopped and not carrying.flicked:
                    self.controller.notice.say(_(STOPPED), "turn", Rank.ANSWER, STOPPED_S)
                if self.forecasts is not None:
                    self.forecasts.let_go(carrying)

    # ------------------------------------------------------------------------------------------ pictures

    def _moment(self) -> object:
        """Return what refusals depend on."""
        table = self.match.table
        return table.stage, table.holds, self.match.waits_for

    def _lay_out(self) -> None:
        self._title, items = asked(self.match, self.person())
        carrying = self.match.table.carrying
        back = "" if items or carrying is None else carrying.kind
        self.tray = lay_out(self.scene.hud.layout, items, back) if self._title else None

    def _to_do(self) -> Message:
        """Return what can be done now, or why the hand would not let go where it is."""
        if self.forecasts is not None and self.forecasts.playing:
            return Message(self.forecasts.words(), "turn", Rank.ANSWER)
        if self._refused is not None:
            return Message(self._refused.words, "bad", Rank.ANSWER)
        if self.tray is not None and self.tray.items and self.tray.items[0].sort is Sort.WORDS:
            return Message(self._title, rank=Rank.ASKED)
        if self.match.table.holds and self.guide.teaches and self._title:
            by_key, by_mouse = _("{title}: hold [Space] to throw."), _("{title}: let go while moving to flick.")
            return Message(put_in(by_key if self.hand.keyboard.leads else by_mouse, title=self._title))
        return Message(self._title)

    def show(self, clock_s: float) -> None:
        """Bring the pictures up to the match; `clock_s` drives what moves by itself."""
        frame = self.controller.frame()
        if self._showing_usually():
            shown = None if self.forecasts is None else self.forecasts.frame()
            if shown is not None:
                self.scene.show(shown, clock_s)
            self.tray = None
        else:
            self._lay_out()
        self._show_hand(frame, clock_s)
        self._say(frame)
        self._show_panels(frame)
        self._show_pulses(frame)

    def _show_hand(self, frame: RiffRaffFrame, clock_s: float) -> None:
        carrying = self.match.table.carrying
        before = carrying is not None and self.match.table.holds and not carrying.inside and not self._showing_usually()
        held = next((piece for piece in frame.pieces if piece.state is PieceState.HELD), None) if before else None
        due = next((index for index, seat in enumerate(frame.seats) if seat.is_due), 0)
        if held is None:
            self._refused = None
        elif clock_s >= self._judged_s + JUDGED_EVERY_S or clock_s < self._judged_s:
            self._judged_s, self._refused = clock_s, self.match.table.refusal_at_hand(self.match.now_s)
        lean = lean_of(frame)
        self._overlay.show_held(held, seat_colour(due), lean, self._refused is not None)
        known = None if self.forecasts is None or self.forecasts.playing else self.forecasts.ghosts()
        mark = self.match.mark if isinstance(self.match, Practice) and not self._showing_usually() else None
        if mark is not None and self.match.table.loading is not None and not self.match.table.holds:
            mark = None
        kind = "" if carrying is None else carrying.kind
        fore_mm = 0.0 if carrying is None else carrying.fore_mm
        # What is foretold of a flick fades with its arc.
        fresh = 1.0 if self.guide.aim is None else self.guide.aim.fresh
        self._overlay.show_cloud(kind, () if known is None else known.shown, fore_mm, lean, fresh)
        self._overlay.show_mark(mark, lean)
        self.guide.show(lean, self._showing_usually())
        self._chance = None if known is None or not self.match.table.holds else ShownChance.of(known.chance)

    def _say(self, frame: RiffRaffFrame) -> None:
        """Announce what has just come of an attempt, and suggest what can be done."""
        notice, to_do = self.controller.notice, self._to_do()
        for said in self._outcomes.read(frame):
            notice.say(said.words, said.tone, said.rank)
        notice.suggest(to_do.words, to_do.tone, to_do.rank)

    def _show_panels(self, frame: RiffRaffFrame) -> None:
        tray, by, message = self.tray, self.person(), self.controller.notice.message
        seat = next((index for index, view in enumerate(frame.seats) if view.name == by), 0)
        self._panels.show(
            tray, (message.words, message.tone), self._chance, seat_colour(seat), self.controller.at,
            self.scene.hud.layout, self._pen,
        )  # fmt: skip
        hover = None if tray is None else tray.at(*self.controller.at)
        pointed = None if tray is None or hover is None else tray.items[hover]
        is_card = pointed is not None and pointed.sort is Sort.CARD
        self.scene.stage.pointed_slot = int(str(pointed.value)) if pointed is not None and is_card else None

    def _show_pulses(self, frame: RiffRaffFrame) -> None:
        """Show a pulse at the panel of the player who is due."""
        layout, count = self.scene.hud.layout, len(frame.seats)
        thinks = frame.table_stage in (TableStage.THINKING, TableStage.TAKING) and bool(frame.rounds)
        inset = PULSE_IN * self._pen.unit
        for index, seat in enumerate(frame.seats):
            place = layout.seat_place(index, count)
            at = place.left + inset, place.top - min(inset, place.height / 2)
            self.pulses.pulse(index, at if thinks and seat.is_due else None, seat_colour(index))

    def draw(self, window: Window) -> None:
        """Draw the layer over the scene."""
        world = window.view = view_of(self.scene.camera)
        self._overlay.ghosts.draw()
        self.guide.draw()
        window.view = Mat4()
        self._panels.batch.draw()
        window.view = world
        self._overlay.batch.draw()
        window.view = Mat4()
        self.pulses.batch.draw()
