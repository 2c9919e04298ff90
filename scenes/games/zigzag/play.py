"""The controls of ZIGZAG: mouse and keys move the person's hand; their cards and choices are drawn over the scene."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING

from pyglet.math import Mat4
from pyglet.window import key

from scenes.drawing.key_words import placed_words
from scenes.drawing.pulses import Pulses
from scenes.games.zigzag.panels import CALLS, word
from scenes.games.zigzag.play_choices import (
    ACTIONS,
    HINT,
    KEYS,
    Abilities,
    AnyMatch,
    Asking,
    Choice,
    GiveCard,
    Spot,
    Step,
    able,
    allowed,
    contres,
    next_step,
    plays,
    why_not,
)
from scenes.games.zigzag.play_hand import KeyCursor, Mark, TableHand
from scenes.games.zigzag.play_news import News
from scenes.games.zigzag.play_panels import Button, OwnCards, PlayPanels
from scenes.games.zigzag.scene import ZigzagScene, unread
from scenes.layout.places import message_line
from scenes.play.controller import PlayController
from scenes.play.keys import digit_of
from scenes.play.notice import Message, Rank
from scenes.play.settings import PlaySettings
from scenes.window.event_time import event_time
from sim.games.zigzag.intents import CallContre, DrawCard, Lay, LookAt, PickUpCard, PlayPower
from sim.games.zigzag.match.frame import SeatView, ZigzagFrame
from sim.games.zigzag.match.hints import Hint, discard_hint, exchange_hint
from sim.games.zigzag.match.legality import HAND_CODES
from sim.games.zigzag.match.practice import Practice
from sim.games.zigzag.rules.cards import Card
from sim.language import N_, _, said
from sim.match.intents import Intent
from sim.match.tempo import SetTempo, starting_tempo

if TYPE_CHECKING:
    from pyglet.window import Window

SEEN_S = 6.0
"""How long the cards of another hand are shown (s)."""
CLICK_S, CLICK_UNITS = 0.3, 8.0
"""A button released within this time (s) and distance (window units) is a click, not a drag."""
ARROWS = {key.LEFT: (-1, 0), key.RIGHT: (1, 0), key.UP: (0, 1), key.DOWN: (0, -1)}
ENTERS = (key.ENTER, key.NUM_ENTER)
STILL_UNITS = 6.0
"""How far the pointer may stray while keys lead the hand (window units)."""
HINTS_UNTIL = 0.5
"""The tempo from which hints are shown only where they are asked for."""
GREETING = N_("The others give you time, and less as you learn.")


class PlayLayer:
    """The person's hand at a match of ZIGZAG."""

    ghosts: int | None = None
    """None: the mouse leads the hand exactly, so there is no spread of outcomes to show."""

    def __init__(
        self,
        match: AnyMatch,
        scene: ZigzagScene,
        settings: PlaySettings,
        person: Callable[[], str | None],
        clock: Callable[[], float] = event_time,
    ) -> None:
        assert match.person is not None
        self.match, self.scene = match, scene
        self.me = match.person
        self.hand = TableHand(match, self.me)
        self.controller = PlayController[ZigzagFrame](match, self._moment, clock)
        self._settings, self._person = settings, person
        self._panels = PlayPanels(scene.hud)
        self._asking = Asking(match, self.me)
        self._abilities = Abilities(match, self.me)
        self._choices: list[Choice] = []
        self._prompt = ""
        self._carried: int | None = None
        """The number of the person's card that is being dragged."""
        self._looked: tuple[str, tuple[str, ...], float] | None = None
        self._signs: dict[str, tuple[int, str]] = {}
        """The last sign of each of the person's team, and the set in which it was made."""
        self._hint: Hint | None = None
        self._hint_key: Hashable = None
        self._hint_found: Hint | None = None
        self._step = Step("")
        self._cursor, self._chosen = KeyCursor(), 0
        self._keys_at: tuple[float, float] | None = None
        """Where the pointer was when keys took the lead; None while the mouse has it."""
        self._time_s = 0.0
        self.pulses = Pulses()
        self._news = News(self.me, lambda: self.controller.notice)
        self._is_greeted = match.tick > 0
        self._set_tempo()
        scene.hud.hidden = frozenset(name for name in match.names if name != self.me and name not in match.open_to)
        scene.hud.rulings_shown = False
        scene.visible = self._seen
        scene.foot = message_line
        scene.stage.left_handed = frozenset({self.me}) if settings.left_handed else frozenset()
        width, height = scene.size
        self.resize(width, height, scene.camera.pixel_ratio)

    # ------------------------------------------------------------------------------------------ the window

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """Lay everything out for a window of that size in units, of `pixel_ratio` pixels each."""
        self.scene.resize(width, height, pixel_ratio)
        self._panels.lay_out(len(ACTIONS))
        self.pulses.resize(self.scene.hud.pen)
        ticker = self.scene.hud.layout.ticker
        self.scene.hud.ticker_foot = 0.0 if ticker is None else self._panels.pad.height + 4.0

    def pointer(self, x: float, y: float) -> None:
        """Follow the pointer to a place in the window, and lead the hand there if that is over the table."""
        self.controller.move(x, y)
        if self._keys_at is not None and math.dist((x, y), self._keys_at) > STILL_UNITS:
            self._keys_at = self._cursor.mark = None
        if self._keys_at is None and not self._off_table(x, y):
            self.hand.follow(*self.scene.camera.to_world((x, y)))

    def press(self, x: float, y: float, button: int, _modifiers: int) -> None:
        """Handle a pressed button: grasp a card, choose, press a button, begin a drag, or (right button) go back."""
        self._keys_at = self._cursor.mark = None
        self.pointer(x, y)
        if not self.controller.press(x, y, button, self._back):
            return
        spot = self._panels.clicked(x, y)
        if spot is None:
            self._choices = []
            self._try(self._grasp)
            return
        what, number = spot
        if what == "choice":
            self._try(lambda: self._choose(number))
        elif what == "button":
            self._try(lambda: self._do(number))
        elif what == "card" and number < len(self._own().cards):
            self._choices = []
            self._carried = number

    def release(self, x: float, y: float, button: int) -> None:
        """Handle a released left button: play the card that was clicked, or lay the one that was dragged."""
        pressed, number = self.controller.release(button), self._carried
        if pressed is None or number is None:
            return
        self._carried = None
        self.pointer(x, y)
        cards = self._own().cards
        if number >= len(cards):
            return
        face = cards[number]
        if pressed.is_tap(x, y, CLICK_UNITS, self.controller.clock(), CLICK_S):
            self._try(lambda: self._play(face))
        elif not self._off_table(x, y):
            self._try(lambda: self._lay(face))

    def card_place(self, number: int) -> tuple[float, float]:
        """Return the middle of the person's card of that number in the row at the foot (window units)."""
        return self._panels.cards[number].centre

    def scroll(self, _x: float, _y: float, _steps: float) -> None:
        """Do nothing: the wheel has no meaning in this game."""

    def key_up(self, symbol: int) -> None:
        """Ignore a key that is let go."""

    def lost_focus(self) -> None:
        """Put down the dragged card and send the hand home, since the mouse will not be heard for a while."""
        self._carried = None
        self._try(self.hand.home)

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key. Returns True if it meant something."""
        if modifiers & (key.MOD_CTRL | key.MOD_ALT):
            return False
        digit = digit_of(symbol)
        if digit:
            self._try(lambda: self._digit(digit - 1))
            return True
        if symbol in ARROWS:
            self._arrow(ARROWS[symbol])
            return True
        if symbol in ENTERS or symbol == key.L:
            self._try(lambda: self._enter(play=symbol != key.L))
            return True
        if symbol == key.BACKSPACE:
            self._back()
            return True
        if symbol == key.SPACE and not able(self.match, PickUpCard(by=self.me)):
            # One key completes the hand, by picking up a card, snatching the marked one, or drawing one.
            if self._mark().lying is not None:
                self._try(self._enter)
                return True
            symbol = key.R if able(self.match, DrawCard(by=self.me)) else symbol
        if symbol == key.H and self._has_hints:
            self._show_hint()
            return True
        for number, action in enumerate(ACTIONS):
            if symbol == action.symbol:
                self._try(lambda n=number: self._do(n))  # type: ignore[misc]
                return True
        return False

    def keys(self) -> Sequence[tuple[str, str]]:
        learning = (HINT,) if self._has_hints else ()
        return (*learning, *KEYS)

    def close(self) -> None:
        """Do nothing: no work goes on in the background."""

    # ------------------------------------------------------------------------------------------ actions

    def _off_table(self, x: float, y: float) -> bool:
        panels, table = self._panels, self.scene.hud.layout.table
        return panels.strip.contains(x, y) or panels.pad.contains(x, y) or not table.contains(x, y)

    def _try(self, what: Callable[[], None]) -> None:
        """Do it, or show the player why it is refused."""
        if not self.controller.attempt(what):
            self._hint = None

    def _say(self, words: str, bad: bool = True) -> None:
        """Answer what the player has tried; bad news also removes the hint."""
        if bad:
            self._hint = None
        self.controller.say(words, bad)

    def _moment(self) -> object:
        """Return what refusals depend on."""
        state = self.match.table.state
        return state.phase, state.hands.get(self.me)

    def _own(self) -> SeatView:
        return next(seat for seat in self.controller.frame().seats if seat.name == self.me)

    # ------------------------------------------------------------------------------------------ keys alone

    def _mark(self) -> Mark:
        """Return what is marked by keys; nothing while the mouse has the lead."""
        return Mark() if self._keys_at is None or self._cursor.mark is None else self._cursor.mark

    def _lying(self) -> dict[str, tuple[float, float]]:
        """Return the places of the cards on the tapis that no hand holds (mm)."""
        world = self.match.table.world
        return {name: (pose.x, pose.y) for name, pose in world.cards.items() if name not in world.held}

    def _arrow(self, direction: tuple[int, int]) -> None:
        """Move the mark: over the choices if there are any, else over the cards."""
        self._keys_at = self.controller.at
        if self._choices:
            self._chosen = (self._chosen + direction[0] - direction[1]) % len(self._choices)
        else:
            self._cursor.move(direction, len(self._own().cards), self._lying())

    def _digit(self, number: int) -> None:
        """Choose, or play the card of that number; mark one that is not played."""
        cards = self._own().cards
        if number < len(self._choices):
            self._choose(number)
        elif number < len(cards):
            self._keys_at, self._cursor.mark = self.controller.at, Mark(own=number)
            if _is_played(cards[number]):
                self._play(cards[number])
            else:
                self._say(_("Enter lays it on the cloth."), bad=False)

    def _enter(self, play: bool = True) -> None:
        """Choose, lay, play or snatch what is marked. play: False lays a special card, too, instead of playing it."""
        if self._choices:
            self._choose(self._chosen)
            return
        self.controller.notice.hush()
        mark, cards = self._mark(), self._own().cards
        if mark.lying is not None:
            self.hand.grab(mark.lying)
        elif mark.own is None or mark.own >= len(cards):
            self._say(_("Mark a card with the arrows, or 1 to 4, first."), bad=False)
        elif play and _is_played(cards[mark.own]):
            self._play(cards[mark.own])
        else:
            self._lay(cards[mark.own], self.match.hand.free_place)

    def _back(self) -> None:
        self._choices, self._prompt, self._carried = [], "", None
        self._try(self.hand.home)

    def _grasp(self) -> None:
        """Take what is under the pointer: a card of the tapis, the person's face-down card, or one from the pile."""
        if self._off_table(*self.controller.at):
            return
        x, y = self.scene.camera.to_world(self.controller.at)
        found = self.match.hand.lying_at(x, y)
        if found is not None:
            self.hand.grab(found)
        elif self._on(self.scene.stage.places[self.me].waiting, x, y) and self._own().waiting:
            self.hand.fetch(PickUpCard(by=self.me))
        elif self._on(self.match.static_scene.pile, x, y):
            self.hand.fetch(DrawCard(by=self.me))

    def _on(self, at: tuple[float, float], x: float, y: float) -> bool:
        tapis = self.match.static_scene.setup.tapis
        return abs(x - at[0]) < tapis.card_width_mm * 0.7 and abs(y - at[1]) < tapis.card_height_mm * 0.7

    def _lay(self, face: str, at: tuple[float, float] | None = None) -> None:
        """Lay a card of the person's own. at: where keys lay it (mm); None: where the pointer is."""
        refusal = why_not(self.match, Lay(by=self.me, card=face))
        if refusal is not None and refusal.code not in HAND_CODES:
            raise refusal
        self.hand.lay(face, at)

    def _play(self, face: str) -> None:
        """Play a special card of the person's own, or ask for its target if there are several."""
        if not _is_played(face):
            self._say(_("Drag it to the cloth to discard it."), bad=False)
            return
        found = plays(self.match, self.me, face)
        if len(found) == 1 and not found[0].words:
            self._answer(found[0])
        elif found:
            self._prompt = _("What does the Z cancel?") if face == Card.Z.value else _("On whom?")
            self._choices, self._chosen = found, 0
        else:
            nothing = _("There is nothing that the Z could cancel.") if face == Card.Z.value else ""
            refusal = why_not(self.match, PlayPower(by=self.me, card=face))
            self._say(nothing or (_("It cannot be played on anyone now.") if refusal is None else said(refusal)))

    def _do(self, number: int) -> None:
        make = ACTIONS[number].intent
        if make is None:
            found = contres(self.match, self.me)
            if len(found) > 1:
                self._prompt, self._choices, self._chosen = _("CONTRE to whom?"), found, 0
            else:
                self._answer(found[0] if found else Choice("", None, CallContre(by=self.me, team=self._other())))
            return
        intent = make(self.me)
        if isinstance(intent, PickUpCard | DrawCard):
            self.hand.fetch(intent)
        else:
            self.match.act(intent)

    @property
    def _has_hints(self) -> bool:
        """True in practice, and while the person learns."""
        return isinstance(self.match, Practice) or self.match.table.tempo.is_learning

    def _found_hint(self) -> Hint | None:
        """Return what helps most now: an exchange, else a card to lay; looked for again after a change only."""
        table, me = self.match.table, self.me
        state = table.state
        key = state.hands[me], tuple(self._lying()), state.stops, state.face_down[me], me in state.opened
        if key != self._hint_key:
            view = self.match.view(me)
            self._hint_key, self._hint_found = key, exchange_hint(view) or discard_hint(view)
        return self._hint_found

    def _show_hint(self) -> None:
        """Mark the card to lay and the one to take, until another notice is shown."""
        self._hint = self._found_hint()
        nothing = _("Nothing that lies there brings you nearer to a ZAG.")
        self._say(nothing if self._hint is None else self._hint.words, bad=False)

    def _other(self) -> int:
        state = self.match.table.state
        return next(team for team in range(len(state.teams)) if team != state.team_of(self.me))

    def _choose(self, number: int) -> None:
        if number >= len(self._choices):
            return
        choice = self._choices[number]
        self._choices, self._prompt, self._chosen = [], "", 0
        self._answer(choice)

    def _answer(self, choice: Choice) -> None:
        match choice.answer:
            case GiveCard() as card:
                self._asking.give(card)
            case LookAt() as look:
                hand = tuple(card.value for card in self.match.table.state.hands[look.target])
                self.match.act(look)
                self._looked = look.target, hand, SEEN_S
            case Intent() as intent:
                self.match.act(intent)

    # ------------------------------------------------------------------------------------------ time

    def update(self, wall_s: float) -> None:
        """Advance notices, hand and match by `wall_s` of real time, the match by at most its longest step."""
        self.controller.renew()
        self.controller.notice.pass_time(wall_s)
        if self.match.time_s < self._time_s:
            self._anew()
        self._time_s = self.match.time_s
        self.pulses.update(wall_s)
        if self._looked is not None:
            name, cards, left_s = self._looked
            self._looked = (name, cards, left_s - wall_s) if left_s > wall_s else None
        off, held = self._off_table(*self.controller.at), self._carried is not None
        idle, carrying = off and not held, held and not off
        if self._keys_at is not None:
            idle, carrying = not self.hand.lead(wall_s), False
        self._try(lambda: self.hand.update(wall_s, idle, carrying))
        aim = self.hand.aim
        if self.hand.trouble:
            self._say(self.hand.trouble)
            self.hand.trouble = ""
        if not self.match.finished:
            self.controller.advance(min(wall_s, self.match.longest_step_s))
        self._tell(aim)
        prompt, choices = self._asking.prompt()
        if choices:
            if prompt != self._prompt:
                self._chosen = 0
            self._prompt, self._choices = prompt, choices
        elif self._choices and not all(self._still(choice) for choice in self._choices):
            self._prompt, self._choices = "", []
        self._step = self._to_do()
        to_do = self._asked() or Message(self._step.words)
        self.controller.notice.suggest(to_do.words, to_do.tone, to_do.rank)

    def _asked(self) -> Message | None:
        """Return what the choices are about that are shown."""
        if self._choices:
            return Message(self._prompt, "turn", Rank.ASKED)
        return (
            None
            if self._looked is None
            else Message(_("{name} holds these cards.", name=self._looked[0]), "turn", Rank.ASKED)
        )

    def _set_tempo(self) -> None:
        """Have the bots play at the tempo of the settings; one that has been growing goes on to."""
        match, settings = self.match, self._settings
        wanted = starting_tempo(settings.tempo, settings.matches_played.get(match.game, 0))
        now = match.table.tempo
        goes_on = match.tick > 0 and now.grows and wanted.grows
        if wanted != now and not goes_on and not match.finished:
            match.act(SetTempo.of(self.me, wanted))

    def _tell(self, aim: str | None) -> None:
        """Announce what is new. aim: the card that the person's hand went for."""
        learning = self.match.table.tempo.is_learning
        if learning and not self._is_greeted and self.controller.notice.hints:
            self.controller.notice.say(_(GREETING), "turn")
        self._is_greeted = self._is_greeted or self.match.tick > 0
        self._news.read(self.controller.frame(), aim, learning)

    def _to_do(self) -> Step:
        """Return the next thing to do; for a beginner with the exchange that helps most, whose cards are marked."""
        frame = self.controller.frame()
        if self._choices:
            return Step("")
        signs = {name: sign for name, (number, sign) in self._signs.items() if number == frame.set}
        due = self.match.table.state.due
        step = next_step(frame, self._own(), signs, due, lambda intent: able(self.match, intent))
        if self.controller.notice.message.rank is Rank.ANSWER:
            return step
        self._hint = self._found_hint() if step.helps and self.match.table.tempo.value < HINTS_UNTIL else None
        hint = self._hint
        return step if hint is None else Step(hint.words, Spot.TAPIS if hint.lay is None else Spot.OWN)

    def _anew(self) -> None:
        """Drop everything that was begun, as a practice has gone back or on to its next set."""
        self._choices, self._prompt, self._carried = [], "", None
        self._looked = self._hint = None
        self._signs.clear()
        self._cursor.mark = None
        self._news.forget()
        self.controller.notice.hush()
        self._asking = Asking(self.match, self.me)
        self.hand = TableHand(self.match, self.me)

    def _still(self, choice: Choice) -> bool:
        return isinstance(choice.answer, Intent) and allowed(self.match, choice.answer)

    # ------------------------------------------------------------------------------------------ pictures

    def _seen(self, frame: ZigzagFrame) -> ZigzagFrame:
        seen = unread(frame, self.me, self.match.open_to)
        captions = {}
        team = self.match.table.state.team_of(self.me)
        for seat in frame.seats:
            if seat.sign is None and not seat.bluff:
                continue
            if seat.team == team:
                captions[seat.name] = _("false") if seat.bluff else _(CALLS.get(word(seat.sign or ""), ""))
                if seat.sign is not None:
                    self._signs[seat.name] = frame.set, seat.sign
            else:
                zig, zag, false = self.match.signs_of(seat.team)
                sign = {"zig": zig, "zag": zag}.get(seat.sign or "", false)
                captions[seat.name] = _(sign)
        self.scene.hud.captions = captions
        return seen

    def show(self, clock_s: float) -> None:
        """Update the panels to the match."""
        own = self._own()
        gone = self._carried
        spot = self._panels.clicked(*self.controller.at)
        lit = spot[1] if spot is not None and spot[0] == "card" and gone is None else None
        if self._keys_at is not None:
            self._cursor.tidy(len(own.cards), self._lying())
            spot, lit = None, self._mark().own
        carried = None
        if gone is not None and gone < len(own.cards):
            scale = self.scene.camera.scale
            carried = own.cards[gone], self.match.static_scene.setup.tapis.card_width_mm * scale
        marked = None
        if self._keys_at is not None:
            marked = self._mark().lying
        elif spot is None and not self._off_table(*self.controller.at) and gone is None:
            marked = self.match.hand.lying_at(*self.scene.camera.to_world(self.controller.at))
        hint = self._hint
        if hint is not None and marked is None:
            marked = hint.take
        if hint is not None and lit is None and gone is None and hint.lay in own.cards:
            lit = own.cards.index(hint.lay)
        self.scene.stage.marked = marked
        due = self._step.button if self.match.table.tempo.is_learning else ""
        buttons = [
            Button(_(action.words), placed_words(action.cap, self._settings.keys), can, _(action.words) == due)
            for action, can in zip(ACTIONS, self._abilities.now(), strict=True)
        ]
        choices, message = list(self._choices), self.controller.notice.message
        if not choices and self._looked is not None:
            choices = [Choice("", face) for face in self._looked[1]] or [Choice(_("no cards"), None)]
        row = OwnCards(own.cards, gone, lit, own.waiting)
        chosen = self._chosen if self._keys_at is not None else None
        self._panels.show(row, buttons, choices, (message.words, message.tone), self.controller.at, carried, chosen)
        self._pulse()

    def _place_of(self, name: str) -> tuple[float, float]:
        """Return where a player for whom all wait is marked (window units): at their cards; the person at the tapis."""
        place = self.scene.stage.places[name]
        return self.scene.camera.to_screen(place.waiting if name == self.me else place.fan)

    def _pulse(self) -> None:
        """Draw a pulse round what is due while the person learns, and round another player for whom all wait."""
        is_learning = self.match.table.tempo.is_learning
        self.pulses.pulse("due", self._due_at() if is_learning else None)
        other = self.match.table.state.due if is_learning else None
        self.pulses.pulse("other", None if other in (None, self.me) else self._place_of(str(other)))

    def _due_at(self) -> tuple[float, float] | None:
        """Return where the next thing is done (window units); None if there is nothing to do."""
        stage, panels = self.scene.stage, self._panels
        to_screen = self.scene.camera.to_screen
        match self._step.spot:
            case Spot.OWN:
                lay = None if self._hint is None else self._hint.lay
                cards = self._own().cards
                return panels.cards[cards.index(lay)].centre if lay in cards else panels.strip.centre
            case Spot.WAITING:
                return to_screen(stage.places[self.me].waiting)
            case Spot.PILE:
                return to_screen(self.match.static_scene.pile)
            case Spot.TAPIS:
                at = None if self._hint is None else self._lying().get(self._hint.take or "")
                return None if at is None else to_screen(at)
            case Spot.BUTTON:
                words = [action.words for action in ACTIONS]
                return panels.buttons[words.index(self._step.button)].centre if self._step.button in words else None
        return None

    def draw(self, window: Window) -> None:
        """Draw the player's panels over the scene."""
        window.view = Mat4()
        self._panels.batch.draw()
        self.pulses.batch.draw()


def _is_played(face: str) -> bool:
    """Return True for a special card, which is played rather than collected."""
    return face != Card.JOKER.value and "." not in face
