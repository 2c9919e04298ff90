"""Zack! by hand: the layer over the scene that turns mouse and keys into a moving hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pyglet.math import Mat4
from pyglet.window import key

from scenes.drawing.key_words import KeyWords, in_words
from scenes.drawing.palette import lighter
from scenes.drawing.pulses import Pulses
from scenes.games.zack.art import colour_of
from scenes.games.zack.play_calibration import OwnFlick
from scenes.games.zack.play_forecast import ThrowForecasts, aim_of
from scenes.games.zack.play_keys import ARROWS, KeyThrow
from scenes.games.zack.play_panels import OwnCards, PlayPanels
from scenes.games.zack.play_paths import Paths
from scenes.games.zack.play_words import Commentary, pointed_out
from scenes.games.zack.scene import ZackScene
from scenes.games.zack.view import seen
from scenes.layout.places import message_line
from scenes.play.controller import STOPPED, STOPPED_S, PlayController
from scenes.play.forecast import ForecastSource, started_forecaster
from scenes.play.keys import USUALLY, asks_usually, digit_of, usually_keys
from scenes.play.notice import Rank
from scenes.play.settings import PlaySettings
from scenes.window.event_time import event_time
from scenes.window.viewport import clipped, view_of
from sim.games.zack import rules
from sim.games.zack.match.calibration import Flick
from sim.games.zack.match.frame import TableStage, ZackFrame, unread
from sim.games.zack.match.intents import ChooseColour, ResumePlay
from sim.games.zack.match.rule_adapter import CHALLENGE, PLAYER_CARD
from sim.language import N_, _, put_in
from sim.match.tempo import SetTempo, starting_tempo

if TYPE_CHECKING:
    from pyglet.window import Window

SPIN_S = 1.5
"""How long the backspin is shown after a turn of the wheel."""
CLICK_S, CLICK_UNITS = 0.3, 6.0
"""The longest time of a click, and the farthest that the pointer moves in it (window units); the rest are drags."""
TRAIL_S, LINGERS_S = 0.28, 0.7
CATCH_MM = 24.0
CLOSING_S = 0.5
HURRIED = 8
"""The pace of a stop that the player hurries: as all tidy and take their cards, a person has nothing to do."""
LETTERS = {key.R: "red", key.B: "blue", key.G: "green", key.Y: "yellow", key.O: "orange", key.V: "violet"}
SPINS = {key.Q: -1.0, key.E: 1.0}
"""Keys that do what a notch of the wheel does."""
NUMBERS = 6
"""The number keys that have a meaning: 1 to this."""

THROWING: tuple[KeyWords, ...] = (
    (N_("Drag to the bowl"), N_("throw the top card")),
    (N_("Space held, let go"), N_("throw by key: let go while the ring is green")),
    (N_("Arrows"), N_("aim by key, and move the hand")),
    (N_("Wheel, Q E"), N_("more or less backspin")),
    ("K", N_("set the strength by three natural throws")),
    (N_("Right button, ⌫"), N_("put the card back")),
)
KEYS: tuple[KeyWords, ...] = (
    *THROWING,
    (N_("1 to 5, R B G Y O V"), N_("challenge that colour")),
    ("C", N_("throw your own colour's card")),
    (N_("Click"), N_("take up a missed card")),
    ("Space", N_("end or hurry a stop")),
    ("T", N_("show whose turn it is (for learners)")),
)
"""The keys of a match, beside those that ask what would usually have happened; those for throwing alone come first."""


class PlayLayer:
    """The play layer of Zack!, for a match or a practice.

    me: the name of the person. source: where forecasts come from; None for a worker process of the layer's own. It is
    not used where the settings show no ghosts. clock: the time of events (s).
    """

    def __init__(
        self,
        match: Any,
        scene: ZackScene,
        settings: PlaySettings,
        person: Callable[[], str | None],
        source: ForecastSource | None = None,
        clock: Callable[[], float] = event_time,
    ) -> None:
        self.match, self.scene, self._places = match, scene, settings.keys
        self.me: str = match.person
        self.hand = match.hand
        self.keep: Callable[..., None] = lambda **_changes: None
        """Keeps changes of the player's settings; set by the table's view."""
        self.hints = self._set_tempo(settings)
        """True while it is shown whose turn it is, for learning."""
        self.controller = PlayController[ZackFrame](match, self._moment, clock)
        self.flick = OwnFlick(
            match.configuration,
            self.hand,
            None if settings.natural_flick is None else Flick(settings.natural_flick, settings.natural_rise),
            settings.flick_strength,
            self.controller.say,
            lambda own: self.keep(natural_flick=own.speed_mm_s, natural_rise=own.rise_rad),
        )
        self.keyed = KeyThrow(match.configuration.setup, self.hand)
        self.pulses = Pulses()
        self._commentary = Commentary(lambda: self.controller.notice, self.me)
        self._person = person
        self._panels = PlayPanels(scene.hud)
        self._paths = Paths(match.static_scene)
        self.forecasts: ThrowForecasts | None = None
        if settings.ghosts:
            self.forecasts = ThrowForecasts(match, source or started_forecaster(), settings.profile)
        self._spot: tuple[str, int] | None = None
        """The thing under the pointer when the button went down, and its index."""
        self._take_next = self._charge_next = False
        self._throws = self.hand.releases
        self._let_go_s = -math.inf
        self._wall_s = 0.0
        self._hurries = False
        """True while the stop passes quickly, as the player has asked."""
        scene.visible = self._seen
        scene.hud.lens_shown = scene.hud.rulings_shown = False
        # The cards lie in the band below the table, the message above them.
        scene.foot = message_line
        scene.framing.side = match.hand.side
        width, height = scene.size
        self.resize(width, height, scene.camera.pixel_ratio)

    # ------------------------------------------------------------------------------------------ the window

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """Lay scene and layer out for a window of that size in units, of `pixel_ratio` pixels each."""
        self.scene.resize(width, height, pixel_ratio)
        self.pulses.resize(self.scene.hud.pen)
        self.flick.resize(self.scene.camera.pixels_per_mm / pixel_ratio)

    def pointer(self, x: float, y: float) -> None:
        """Move the pointer there (window units); the same place again adds no sample."""
        if self.controller.move(x, y) and not self.keyed.charging:
            self.keyed.stop()
            self.controller.attempt(
                lambda: self.hand.follow(self.controller.clock(), *self.scene.camera.to_world((x, y)))
            )

    def press(self, x: float, y: float, button: int, _modifiers: int) -> None:
        """Handle a mouse button that went down there (window units).

        The left button names a colour, ends a stop, or takes a card: one of the row, one that missed, or else the top
        card. The right one puts the card in the hand back.
        """
        self.pointer(x, y)
        if not self.controller.press(x, y, button, self._put_back):
            return
        spot = self._spot = self._panels.clicked(x, y)
        if spot is None:
            self.controller.attempt(self._grasp)
        else:
            self.controller.attempt(lambda: self._click(*spot))

    def release(self, x: float, y: float, button: int) -> None:
        """Handle a mouse button that went up there: let go of the card.

        After a click on a player or challenge card the hand throws that card by itself.
        """
        self.pointer(x, y)
        pressed, spot = self.controller.release(button), self._spot
        if pressed is None:
            return
        self._take_next = False
        now_s = self.controller.clock()
        if (
            pressed.is_tap(x, y, CLICK_UNITS, now_s, CLICK_S)
            and spot is not None
            and spot[0] in ("own", "challenge")
            and self.hand.card is not None
        ):
            self.controller.attempt(lambda: self.hand.put_back(now_s))
            self.controller.attempt(lambda: self._by_itself(*spot))
            return
        held = self.hand.card is not None
        self.controller.attempt(lambda: self.hand.let_go(now_s))
        if held and self.hand.stopped:
            self.controller.notice.say(_(STOPPED), "turn", Rank.ANSWER, STOPPED_S)

    def scroll(self, _x: float, _y: float, steps: float) -> None:
        """Add backspin by steps of the wheel, or take it away, and show how much there is."""
        self.hand.wheel(steps)
        self.controller.say(self._spin(), seconds=SPIN_S)

    def key_up(self, symbol: int) -> None:
        """Handle a key that is let go: an arrow, or Space, which throws."""
        if symbol in ARROWS:
            self.keyed.release(symbol)
        elif symbol == key.SPACE:
            self._charge_next = False
            if self.keyed.charging:
                now_s = self.controller.clock()
                velocity = self.keyed.velocity(now_s)
                self.keyed.stop()
                self.controller.attempt(lambda: self.hand.throw_at(now_s, velocity))

    def lost_focus(self) -> None:
        """Put the card in the hand back: mouse and keys are not heard any more."""
        self.controller.pressed, self._take_next, self._charge_next = None, False, False
        self._put_back()

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key; return True if it had a meaning."""
        if modifiers & (key.MOD_CTRL | key.MOD_ALT):
            return False
        digit = digit_of(symbol)
        if digit is not None and 1 <= digit <= NUMBERS:
            self.controller.attempt(lambda: self._number(digit - 1))
        elif symbol in LETTERS:
            self.controller.attempt(lambda: self._colour(LETTERS[symbol]))
        elif symbol == key.C:
            self.controller.attempt(lambda: self.hand.throw_by_itself(PLAYER_CARD))
        elif symbol == key.SPACE and not self._stopped:
            self.controller.attempt(self._charge)
        elif symbol in (key.SPACE, key.ENTER, key.RETURN, key.NUM_ENTER):
            self.controller.attempt(self._go_on)
        elif symbol in ARROWS:
            self.keyed.press(symbol, self.controller.clock())
        elif symbol in SPINS:
            self.scroll(*self.controller.at, SPINS[symbol])
        elif symbol == key.K:
            self.flick.begin()
        elif symbol == key.BACKSPACE:
            self._put_back()
        elif symbol == key.T:
            self.hints = not self.hints
        elif asks_usually(symbol, self._practising):
            self._usually()
        else:
            return False
        return True

    def keys(self) -> Sequence[KeyWords]:
        return (*(THROWING if self._practising else KEYS), (usually_keys(self._practising), USUALLY))

    def close(self) -> None:
        """Close the background process."""
        if self.forecasts is not None:
            # Wait for the process a moment: a program that ends while it is being closed could fail.
            self.forecasts.close(CLOSING_S)

    @property
    def ghosts(self) -> int:
        """The number of ghosts shown."""
        return 0 if self.forecasts is None else self.forecasts.ghosts

    # ------------------------------------------------------------------------------------------ what is done

    @property
    def _practising(self) -> bool:
        return len(self.match.seats) == 1

    def _set_tempo(self, settings: PlaySettings) -> bool:
        """Set the tempo of the bots as a match begins; return True if the person learns the game."""
        match = self.match
        if self._practising:
            return False
        if match.tick == 0 and match.inbox.caught_up:
            tempo = starting_tempo(settings.tempo, settings.matches_played.get(match.game, 0))
            if tempo.is_learning:
                match.act(SetTempo.of(self.me, tempo))
            return tempo.is_learning
        learning: bool = match.table.tempo.is_learning
        return learning

    def _charge(self) -> None:
        """Begin a throw by key: take a card if none is in the hand, first one that missed, and gather strength."""
        now_s = self.controller.clock()
        if self._missed():
            self.hand.pick_up(now_s)
            self._charge_next = True
            return
        if self.hand.card is None:
            self.hand.take(now_s)
        self.hand.draw_back(now_s)
        self.keyed.charge(now_s)

    @property
    def _stopped(self) -> bool:
        """True while play has stopped, or a colour is to be named."""
        return not self._practising and self.match.table.stage in (TableStage.STOPPED, TableStage.CHOOSING)

    @property
    def _others_tidy(self) -> bool:
        """True while play has stopped, and there is nothing that the person could do."""
        return self._stopped and not self.match.waits_for

    def _put_back(self) -> None:
        """Put the card in the hand back."""
        self.keyed.stop()
        self.controller.attempt(lambda: self.hand.put_back(self.controller.clock()))

    def _grasp(self) -> None:
        """Take the card under the hand: one that missed the bowl, else the top card of the pile."""
        missed = self._missed()
        if missed:
            x, y = self.scene.camera.to_world(self.controller.at)
            if self._under(missed, x, y):
                self.hand.pick_up(self.controller.clock())
                self._take_next = True
                return
        self.hand.take(self.controller.clock())

    def _missed(self) -> list[str]:
        if self._practising or self.match.table.stage is not TableStage.PLAYING:
            return []
        missed: list[str] = self.match.table.bowl.missed(self.me)
        return missed

    def _under(self, names: Sequence[str], x: float, y: float) -> bool:
        """Return True if one of these cards is at that point of the table (mm), or within CATCH_MM of it."""
        plate, world = self.match.configuration.setup.plate, self.match.world
        for name in names:
            motion = world.motion(name)
            across, up = abs(x - motion.x), y - motion.y
            if across < plate.length_mm / 2 + CATCH_MM and -CATCH_MM < up < plate.span_mm * 0.5 + CATCH_MM:
                return True
        return False

    def _click(self, what: str, number: int) -> None:
        if what == "field":
            self._name_colour(number)
        elif what == "button":
            self._go_on()
        elif what == "own":
            self.hand.take(self.controller.clock(), PLAYER_CARD)
        elif what == "challenge":
            self.hand.take(self.controller.clock(), CHALLENGE, self._challenges()[number][0])

    def _by_itself(self, what: str, number: int) -> None:
        if what == "own":
            self.hand.throw_by_itself(PLAYER_CARD)
        else:
            self.hand.throw_by_itself(CHALLENGE, self._challenges()[number][0])

    def _number(self, number: int) -> None:
        if self._names_colour:
            self._name_colour(number)
            return
        challenges = self._challenges()
        if number < len(challenges):
            self.hand.throw_by_itself(CHALLENGE, challenges[number][0])

    def _colour(self, colour: str) -> None:
        if self._names_colour:
            self._choose(colour)
        elif not self._practising:
            self.hand.throw_by_itself(CHALLENGE, colour)

    def _name_colour(self, number: int) -> None:
        colours = self._colours()
        if number < len(colours):
            self._choose(colours[number][0])

    def _go_on(self) -> None:
        if self._others_tidy:
            self._hurries = True
        elif not self._practising:
            self.match.act(ResumePlay(by=self.me))

    def _choose(self, colour: str) -> None:
        self.match.act(ChooseColour(by=self.me, colour=rules.Colour(colour)))

    def _button(self) -> str:
        """Return the words on the button in the middle of the table, "" where there is none."""
        if not self._stopped or self._names_colour or self._hurries:
            return ""
        return _("Hurry  ([Space])") if self._others_tidy else _("Go on  ([Space])")

    def _usually(self) -> None:
        if self.forecasts is None:
            self.controller.say(_("Ghosts are switched off in the settings."), bad=True)
        elif self.forecasts.problem is not None:
            self.controller.say(self.forecasts.problem, bad=True)
        elif self.forecasts.usually():
            self.controller.notice.hush()
        else:
            self.controller.say(_("Throw a card first."), bad=True)

    def _moment(self) -> object:
        """Return what refusals depend on: what was refused before may be allowed after it has changed."""
        stage = None if self._practising else self.match.table.stage
        return stage, self.match.waits_for, self.hand.card, self.hand.releases

    # ------------------------------------------------------------------------------------------ time

    def update(self, wall_s: float) -> None:
        """Move the hand and then the match on by `wall_s`, the match by `longest_step_s` at most."""
        now_s = self.controller.clock()
        self._wall_s = wall_s
        self.controller.begin_update(wall_s)
        self.pulses.update(wall_s)
        self.keyed.move_on(wall_s, now_s)
        self.controller.attempt(lambda: self.hand.before_frame(now_s))
        if self.hand.releases != self._throws:
            self._throws, self._let_go_s = self.hand.releases, now_s
            self.flick.thrown(self.hand.last_state)
            if self.forecasts is not None and self.hand.last_release is not None:
                self.forecasts.thrown(self.hand.last_release, self._throws)
        self._move_on(min(wall_s, self.match.longest_step_s))
        self.hand.after_frame(now_s)
        if self._take_next and not self._missed():
            self._take_next = False
            self.controller.attempt(lambda: self.hand.take(now_s))
        if self._charge_next and not self._missed():
            self._charge_next = False
            self.controller.attempt(self._charge)
        if self.keyed.charging and self.hand.card is None:
            # The game ended, or play stopped, under the hand.
            self.keyed.stop()
        self.controller.renew()

    def _move_on(self, step_s: float) -> None:
        """Move the match on by a step, or by HURRIED of them; bots see no more than one before it is drawn."""
        for _step in range(HURRIED if self._hurries else 1):
            if not self.match.finished:
                self.controller.advance(step_s)
            self._hurries = self._hurries and self._others_tidy
            if not self._hurries:
                return

    def _next(self) -> str:
        """Return in a few words what the player can do now; "" where finding that out is part of the game."""
        match, hand = self.match, self.hand
        if self.keyed.charging:
            return _("Let go of [Space] while the ring is green.")
        if hand.card is not None:
            return _("Let go while moving to flick it into the bowl.")
        if self._practising:
            if match.attempts:
                return ""
            if self.flick.left:
                return _("Press on your side, swing naturally and let go.")
            return _("Press on your side, swing to the bowl and let go.")
        if match.table.stage is TableStage.DEALING:
            return _("The cards are dealt: be ready.")
        if self._names_colour:
            return _("Name a colour: its player throws next.")
        if match.waits_for:
            return _("Press [Space] to go on.")
        if match.table.stage in (TableStage.STOPPED, TableStage.CHOOSING):
            who = match.table.state.due
            return _("Stop: you go on.") if who == self.me else _("Stop: {name} goes on.", name=who)
        if self._missed():
            return _("Missed: click the card, or press [Space], to throw again.")
        if match.table.stage is TableStage.PLAYING and self._only_own_card:
            return _("On your turn your own card wins: flick it or hold [Space].")
        if match.table.stage is TableStage.PLAYING and self._throws == 0:
            if self.flick.left:
                return _("On your turn, press on your side, swing naturally and let go.")
            return _("On your turn, press, swing to the bowl and let go.")
        return ""

    @property
    def _only_own_card(self) -> bool:
        """True while the card of the person's colour is the last one in their hand."""
        return not self.match.left_in(self.me) and self.match.table.holds(self.me, PLAYER_CARD)

    # ------------------------------------------------------------------------------------------ pictures

    def _seen(self, frame: ZackFrame) -> ZackFrame:
        return frame if self.hints or self._practising else unread(frame)

    @property
    def _names_colour(self) -> bool:
        return not self._practising and self.match.table.stage is TableStage.CHOOSING and bool(self.match.waits_for)

    def _challenges(self) -> list[tuple[str, str]]:
        """Return the player's challenge cards in the order of the seats: the colour and name that each is against."""
        if self._practising:
            return []
        state = self.match.table.state
        held = state.challenges[self.me]
        return [(state.colours[name].value, name) for name in state.seats if state.colours[name] in held]

    def _colours(self) -> list[tuple[str, str]]:
        if not self._names_colour:
            return []
        state = self.match.table.state
        return [(state.colours[name].value, name) for name in state.seats]

    def _row(self) -> OwnCards:
        hand, practising = self.hand, self._practising
        challenges = self._challenges()
        gone = None
        if hand.card == PLAYER_CARD or hand.busy_with == PLAYER_CARD:
            gone = -1
        target = hand.meant_for or hand.busy_target
        if target is not None:
            gone = next((n for n, (colour, _) in enumerate(challenges) if colour == target), None)
        return OwnCards(
            colour=self.match.colour if practising else self.match.table.state.colours[self.me].value,
            cards=self.match.left_in(self.me),
            own=practising or not self.match.table.state.laid_out(self.me),
            challenges=tuple(challenges),
            gone=gone,
            spin=self._spin(),
            key=in_words("[C]", self._places),
        )

    def _spin(self) -> str:
        turns = self.hand.spin_rad_s / math.tau
        if abs(turns) < 0.1:
            return _("No spin")
        return put_in(
            _("Backspin, {turns:.1f} turns a second") if turns > 0 else _("Topspin, {turns:.1f} turns a second"),
            turns=abs(turns),
        )

    def show(self, clock_s: float) -> None:
        """Bring the pictures up to the match."""
        forecasts, mm = self.forecasts, 1.0 / self.scene.camera.pixels_per_mm
        now_s = self.controller.clock()
        if forecasts is not None:
            forecasts.show(self._paths, self._wall_s, now_s, mm)
        self._show_hand(now_s, mm)
        # A throw that sets the strength flies as it has to: there is nothing to aim at.
        aims = self.keyed.steers or not self.flick.left
        self._paths.aim(aim_of(self.match.configuration.setup, self.hand, self.keyed, now_s) if aims else None, mm)
        frame = self._seen(self.controller.frame())
        self._commentary.hear(frame, self.hints)
        self._show_due(frame)
        usual = "" if forecasts is None else forecasts.words
        asked = Rank.ASKED if self._stopped and self.match.waits_for else Rank.HINT
        self.controller.notice.suggest(usual or self._next(), rank=Rank.ANSWER if usual else asked)
        message = self.controller.notice.message
        self._panels.show(
            self._row(),
            self._colours(),
            in_words(self._button(), self._places),
            (message.words, message.tone),
            None if forecasts is None else forecasts.chance,
            self.controller.at,
        )

    def _show_due(self, frame: ZackFrame) -> None:
        """Mark the hand of the player who is due by a pulse, while that is shown."""
        due, depths = pointed_out(frame, self.hints), self.scene.stage.hand_depths
        for seat in frame.seats:
            hand = seat.hand
            at = self.scene.camera.to_screen(seen(hand.x, hand.y, depths.get(seat.name, 0.0)))
            self.pulses.pulse(seat.name, at if seat is due else None, lighter(colour_of(seat.colour), 0.45))

    def _show_hand(self, now_s: float, mm: float) -> None:
        hand = self.hand
        holding = hand.card is not None
        # The gesture is shown a moment longer than the card is in the hand.
        end_s = now_s if holding else self._let_go_s
        trail = []
        if now_s - end_s < LINGERS_S:
            faded = (now_s - end_s) / LINGERS_S
            for at_s, x, y in hand.trace.places:
                age = (end_s - at_s) / TRAIL_S
                if 0.0 <= age <= 1.0:
                    trail.append((x, y, max(age, faded)))
        self._paths.hand(hand.reach, hand.side, 1.0 if holding else 0.35, trail, mm)

    def draw(self, window: Window) -> None:
        """Draw the layer over the scene."""
        camera, table = self.scene.camera, self.scene.hud.layout.table
        ratio = camera.pixel_ratio
        window.view = view_of(camera)
        left, bottom, width, height = (round(v * ratio) for v in (table.left, table.bottom, table.width, table.height))
        with clipped(left, bottom, width, height):
            self._paths.batch.draw()
        window.view = Mat4()
        self._panels.batch.draw()
        self.pulses.batch.draw()
