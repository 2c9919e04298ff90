"""The window's scene while a person plays: the table, the screens in front of it, and who has the mouse.

A screen in front stops time. Otherwise the match moves on by wall time, at most `LATEST_S` a frame, so that a stalled
or minimised window never makes it jump.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from scenes.drawing.key_words import PLAY_KEYS, UNDO, placed
from scenes.drawing.toast import Toast
from scenes.play.controller import WishesSettings
from scenes.play.covers import LobbyBackground
from scenes.play.first_minute import FirstCards, FirstRunScreen
from scenes.play.lobby import LobbyScreen
from scenes.play.menus import Countdown, EndScreen, HandoverScreen, HandsNotice, MomentScreen, PauseScreen, RulesScreen
from scenes.play.notice import Notice, Rank
from scenes.play.screen import FormScreen
from scenes.play.session import Kept, Session
from scenes.play.settings import PlaySettings, SettingsStore, apply_settings
from scenes.play.setup import Setup, usual_setup
from scenes.play.table_view import Table
from scenes.playback.sound import Sounds
from scenes.spec import Glance, Guide, guide_of, play_keys_of
from scenes.window.window import rescale
from sim.configuration import load_configuration
from sim.errors import InputError
from sim.language import _, _n, put_in, said
from sim.match.record import Record
from sim.rules_frame import IllegalAction
from sim.spec import GAMES, game_of

if TYPE_CHECKING:
    from pyglet.window import Window

LATEST_S = 0.1
END_S = 1.6
"""How long the last frame shows before the end screen opens."""
SEATED_S = 7.0
"""How long it is said at whose seat one plays on (s), the countdown before it included."""
CALM_S = 0.6
"""How long a loss of focus is ignored after a change to or from full screen, which causes one."""
HELD_UP_S, WAITED_S = 0.4, 0.5
"""How long a bot thinks before the window says who holds up the table, and for how long it is said each time."""

OF_THE_TABLE = (
    "time_bends", "waits_pass", "ghosts", "palette", "text_scale", "profile", "flick_strength", "left_handed",
    "brisk_bots", "keys", "language",
)  # fmt: skip
"""Settings whose change requires the table's view to be built anew."""


class PlayScene:
    """The scene of a window for playing. `window` is None in tests without a window.

    notice: all that is said, by the window and at its table. pointer: where it is (window units). away: why the
    player cannot be there, empty while they can; what still holds at the next frame pauses. calm_s: how much longer
    it does not. go_back: shows what was watched before, with the news; None where one leaves to the lobby.
    """

    def __init__(
        self,
        settings_store: SettingsStore,
        width: float,
        height: float,
        ratio: float,
        window: Window | None = None,
        draft: Setup | None = None,
        record: Path | None = None,
    ) -> None:
        self.settings_store = settings_store
        self.window = window
        self.draft = draft or usual_setup(
            next(iter(GAMES)), settings_store.settings.name, settings_store.settings.profile
        )
        self.table: Table | None = None
        self.screens: list[FormScreen] = []
        self.first_cards: FirstCards | None = None
        self.kept: list[Kept] = []
        self.clock_s = 0.0
        self.closing = False
        self.go_back: Callable[[str], None] | None = None
        self._record = record
        self._after_cards: Setup | None = None
        self._size = (width, height, ratio)
        self.pointer = (0.0, 0.0)
        self._holder: str | None = None
        self._ended_s: float | None = None
        self._held_up_s = 0.0
        self.away, self.calm_s = "", 0.0
        self._stale = False
        self._cover = LobbyBackground()
        self.notice, self._toast = Notice(lambda: self.settings.keys), Toast()
        self.sounds = Sounds.open(self.settings.volume_share)
        apply_settings(self.settings)
        if settings_store.complaint:
            self._complain(settings_store.complaint)

    # ------------------------------------------------------------------------------------------ what screens ask

    @property
    def settings(self) -> PlaySettings:
        """The current settings."""
        return self.settings_store.settings

    @property
    def complaint(self) -> str:
        """The reason why the settings are not saved, or empty."""
        return self.settings_store.complaint

    @property
    def session(self) -> Session | None:
        """The session under way, or None."""
        return None if self.table is None else self.table.session

    def person(self) -> str | None:
        """Return who has the mouse; None while it changes hands."""
        return None if any(screen.covers for screen in self.screens) else self._holder

    def change_settings(self, **changes: object) -> None:
        """Change settings, save them and apply them; those of OF_THE_TABLE are applied when the front screen closes."""
        before = self.settings
        self.settings_store.keep(before.changed(**changes))
        if self.complaint:
            self._complain(self.complaint)
        now = self.settings
        if now.fullscreen != before.fullscreen:
            self._fit_screen()
        if now.window_scale != before.window_scale and self.window is not None and not now.fullscreen:
            rescale(self.window, before.window_scale, now.window_scale)
        if now.volume != before.volume:
            self._set_volume(now.volume_share)
        if now.language != before.language:
            now.speak()
        style = [(one.palette, one.text_scale, one.language) for one in (before, now)]
        if style[0] != style[1]:
            apply_settings(now)
            self._cover.forget()
            self._toast.forget()
            for screen in self.screens:
                screen.restyle()
        seen = set(OF_THE_TABLE)
        self._stale = self._stale or now.model_dump(include=seen) != before.model_dump(include=seen)

    def open(self, screen: FormScreen) -> None:
        """Put a screen in front."""
        if self.table is not None and not self.screens:
            self.table.layer.lost_focus()
        screen.resize(*self._size)
        screen.pointer(*self.pointer)
        self.screens.append(screen)

    def back(self) -> None:
        """Remove the front screen, and apply changes of settings that concern the table."""
        gone = self.screens.pop()
        if self._stale and self.table is not None:
            # Only now, after all changes: a ship takes a second to paint.
            self.table.build_view(self.settings, self._table_size())
            self._stale = False
        if self.screens:
            self.screens[-1].refresh()
        elif self.table is not None:
            if isinstance(gone, HandoverScreen):
                self._holder = gone.name
            elif isinstance(gone, PauseScreen | RulesScreen) and self._runs_on:
                self.open(Countdown(self))

    def play(self, setup: Setup) -> str:
        """Begin a match or a practice; return why it cannot be played, in one sentence, or an empty text.

        The first match of a game comes with its cards.
        """
        return self._play(setup, self._cards_for(setup))

    def _play(self, setup: Setup, guide: Guide | None) -> str:
        self._one_moment(_("The table is being set"))
        at_practice = guide is not None and guide.practice is not None
        try:
            if guide is not None and at_practice:
                practised = replace(setup, practice=guide.practice)
                session = Session.begin(practised, None, self._wanted, self.person)
            else:
                record, self._record = self._record, None
                session = Session.begin(setup, record, self._wanted, self.person)
            self._sit_down(session, guide, setup if at_practice else None)
        except InputError as error:
            return said(error)
        self.draft = setup
        return ""

    def _cards_for(self, setup: Setup) -> Guide | None:
        """Return the guide whose cards come with a match, or None if they have been shown or there are none."""
        if setup.practice is not None or setup.game in self.settings.cards_seen:
            return None
        guide = guide_of(setup.game)
        return guide if guide is not None and guide.cards else None

    def go_on_with(self, file: Path) -> str:
        """Resume a match from its record; return why it cannot be resumed, or an empty text."""
        try:
            record, self._record = self._record, None
            self._sit_down(self.resumed(file, record))
        except InputError as error:
            return said(error)
        return ""

    def play_on(self, cut: Record) -> str:
        """Play on where a record was cut off; return why it cannot be done, or an empty text."""
        try:
            self._sit_down(self.played_on(cut, None))
        except InputError as error:
            return said(error)
        return ""

    def show_again(self, passed_s: float) -> bool:
        """Show the last throw or placement again, `passed_s` of the match after its beginning; return False after it.

        Negative: show the table as it is now.
        """
        table = self.table
        span = None if table is None else table.seen.span
        if table is None or span is None:
            return False
        goes_on = 0.0 <= passed_s <= span[1] - span[0]
        table.again_s = span[0] + passed_s if goes_on else None
        return goes_on

    def show_best(self) -> str:
        """Show the best moments of the match that was played; return why they cannot be shown, or an empty text."""
        from scenes.play.best import BestScreen, from_record
        from scenes.playback.theatre import Highlights

        kept = None if self.session is None else self.session.keep()
        file = None if kept is None else kept.path
        if self.table is not None and self.table.seen.whole:
            self.open(BestScreen(self, Highlights(self.table.seen), file))
            return ""
        if file is None:
            return _("The match is not saved, so its moments cannot be shown.")
        try:
            self.open(BestScreen(self, from_record(file), file))
        except InputError as error:
            return said(error)
        return ""

    def undo(self) -> None:
        """Undo the last attempt of a practice."""
        session = self.session
        if session is None or not session.is_practice:
            return
        try:
            if session.match.undo() is False:
                self.notice.say(_("There is no attempt to take back."), rank=Rank.ANSWER)
        except IllegalAction as refused:
            self.notice.say(said(refused), rank=Rank.ANSWER)

    def pause(self, why: str = "") -> None:
        """Pause; `why` is shown if the player did not ask for it."""
        self.open(PauseScreen(self, why))

    def _stop(self, why: str) -> None:
        self.away = ""
        if self.table is not None and not self.screens and not self.table.session.match.finished:
            self.pause(why)

    def show_rules(self, game: str | None = None) -> None:
        """Show the rules of a game, by default of the one that is played or chosen, and the keys."""
        session = self.session
        practice = session is not None and session.is_practice
        own = PLAY_KEYS if practice else tuple(line for line in PLAY_KEYS if line != UNDO)
        name = game or (self.draft.game if session is None else session.setup.game)
        guide = guide_of(name)
        rules = None if guide is None else guide.rules_of(self._configuration_of(name))
        keys = play_keys_of(name) if self.table is None else tuple(self.table.layer.keys())
        lines = placed((*keys, *own), self.settings.keys)
        self.open(RulesScreen(self.back, _("{title}: the rules", title=game_of(name).title), rules, lines))

    def _configuration_of(self, game: str) -> object:
        """Return the configuration that a game is played with, or would be; None where it cannot be."""
        setup = self.draft if self.session is None else self.session.setup
        try:
            return setup.configuration() if setup.game == game else load_configuration(game)
        except InputError:
            return None

    def leave(self) -> None:
        """Save, and go to the lobby, or back to what was watched."""
        news, bad = "", False
        asks = self.session is not None and self._after_cards is None
        kept = self._clear_table()
        if kept is not None:
            news, bad = kept.words(), kept.path is None or bool(kept.trouble)
        self.screens.clear()
        if self.go_back is not None:
            self.go_back(news)
            return
        self.open(LobbyScreen(self, news, bad))
        if asks:
            self._ask_to_record()

    def _ask_to_record(self) -> None:
        """Ask once, after the first match, whether the hand's movements may be recorded."""
        if not self.settings.notice_answered:
            self.open(HandsNotice(self))

    def quit(self) -> None:
        """Save, and close the window."""
        self.closing = True
        if self.window is not None:
            # Not close(): pyglet's loop ends on the event on_close of its last window.
            self.window.dispatch_event("on_close")

    # ------------------------------------------------------------------------------------------ the table

    def begin(self, setup: Setup | None, resume: Session | None = None) -> None:
        """Open the window's first view: a setup to play at once, a session to resume, or the lobby.

        A new player chooses from pictures instead of the lobby. Raises InputError if the setup cannot be played.
        """
        if resume is not None:
            self._sit_down(resume)
        elif setup is not None:
            self.draft = setup
            # A player who has been here before knows what the command line asks for.
            why = self._play(setup, self._cards_for(setup) if self.settings.is_first_run else None)
            if why:
                raise InputError(why)
        elif self.settings.is_first_run:
            self.open(FirstRunScreen(self))
        else:
            self.open(LobbyScreen(self))
        self._fit_screen()

    def _one_moment(self, words: str) -> None:
        """Draw one frame that says that something takes a moment; the next frame is drawn without it."""
        screen = MomentScreen(self, words)
        screen.resize(*self._size)
        self.screens.append(screen)
        self.draw_now()
        self.screens.pop()

    def draw_now(self) -> None:
        """Draw a frame before anything else is done."""
        if self.window is None:
            return
        self.show()
        self.window.switch_to()
        self.window.clear()
        self.draw(self.window)
        self.window.flip()

    def resumed(self, file: Path, record: Path | None) -> Session:
        """Return the session of a match resumed from its record. Raises InputError."""
        self._one_moment(_("Catching up with the match"))
        return Session.going_on(file, record, self._wanted, self.person, self.draft.bots)

    def played_on(self, cut: Record, record: Path | None) -> Session:
        """Return the session of a match that is played on where a record was cut off. Raises InputError."""
        self._one_moment(_("Going to that moment"))
        return Session.playing_on(cut, record, self._wanted, self.person, self.draft.bots)

    def _sit_down(self, session: Session, guide: Guide | None = None, after: Setup | None = None) -> None:
        """Show a session's table.

        guide: its cards are shown above the table. after: the match that begins when these are over.
        """
        cards = None
        if guide is not None:
            cards = FirstCards(guide, _("Done (F3)") if after is None else _("To the match (F3)"), self.settings.keys)
        table = Table(session, self.settings, self._below(cards), self.person, self.notice)
        self._clear_table()
        self.notice.hints = cards is None
        self.table, self._ended_s, self._stale = table, None, False
        self.first_cards, self._after_cards = cards, after
        table.keep = self.change_settings
        self.screens.clear()
        persons = session.setup.persons
        self._holder = persons[0] if len(persons) == 1 else None
        self._caption()
        if session.cut is not None:
            words = _("You play on as {name}. Esc pauses, F1 shows the keys.", name=persons[-1])
            self.notice.say(words, "turn", Rank.ANSWER, SEATED_S, holds=lambda: not self.screens)
        elif cards is None:
            self.notice.say_once(_("Esc pauses, F1 shows the rules and the keys."))
        if table.real_time:
            self.open(Countdown(self))
        else:
            self._hand_over()

    def _below(self, cards: FirstCards | None) -> tuple[float, float, float]:
        """Return the size of the table's part of the window: all of it, or what is below the cards."""
        width, height, ratio = self._size
        return width, height - (0.0 if cards is None else cards.lay_out(*self._size)), ratio

    def _table_size(self) -> tuple[float, float, float]:
        return self._below(self.first_cards)

    def _glance(self, table: Table) -> Glance:
        return Glance(table.session.match, table.layer, self.person())

    @property
    def _stands_still(self) -> bool:
        """True while time has to stand still under a card."""
        card = None if self.first_cards is None else self.first_cards.card
        return (
            card is not None
            and card.stands is not None
            and self.table is not None
            and card.stands(self._glance(self.table))
        )

    def watch_cards(self) -> None:
        """Go on to the next card if the thing to try was done; after the last one, give the table the whole window."""
        cards, table = self.first_cards, self.table
        if cards is None or table is None:
            return
        cards.watch(self._glance(table))
        if not cards.over:
            return
        game, after = table.session.setup.game, self._after_cards
        self.first_cards = self._after_cards = None
        self.notice.hints = True
        self.change_settings(cards_seen=tuple(dict.fromkeys((*self.settings.cards_seen, game))))
        if after is None:
            table.resize(*self._size)
        else:
            why = self.play(after)
            if why:
                self.notice.say(why, "bad", Rank.TROUBLE)

    @property
    def _runs_on(self) -> bool:
        """True if everybody acts as soon as no screen is in front, so that a countdown has to come first."""
        return self.table is not None and self.table.real_time and not self.table.session.match.finished

    def _clear_table(self) -> Kept | None:
        self.first_cards = self._after_cards = None
        if self.table is None:
            return None
        session = self.table.session
        self.table.close()
        self.notice.suggest("")
        kept = session.close()
        if kept is not None and kept not in self.kept:
            self.kept.append(kept)
        self.table, self._ended_s = None, None
        self._caption()
        return kept

    def _wanted(self) -> bool:
        return self.settings.records

    def _caption(self) -> None:
        if self.window is None:
            return
        session = self.session
        if session is None:
            self.window.set_caption("Yardarm")
        else:
            match, practice = _("Yardarm: {title}, seed {seed}"), _("Yardarm: {title}, practice, seed {seed}")
            title, seed = game_of(session.setup.game).title, session.setup.seed
            self.window.set_caption(put_in(practice if session.is_practice else match, title=title, seed=seed))

    def _hand_over(self) -> None:
        """Give the mouse to the person the match waits for, behind a HandoverScreen if the question is secret."""
        table = self.table
        if table is None or len(table.session.setup.persons) < 2:
            return
        waited = table.session.match.waits_for
        if not waited or self._holder in waited:
            return
        if table.secret(waited[0]):
            self._holder = None
            self.open(HandoverScreen(self, waited[0]))
        else:
            self._holder = waited[0]

    def _watch_the_end(self, wall_s: float) -> None:
        table = self.table
        assert table is not None
        if not table.session.match.finished:
            self._ended_s = None
            return
        if self._ended_s is None:
            self._ended_s = 0.0
            self.notice.hush()
            table.session.keep()
            self._count(table.session.setup.game)
        before, self._ended_s = self._ended_s, self._ended_s + wall_s
        if before < END_S <= self._ended_s:
            table.scene.hud.result_shown = False
            self.open(self._end_screen(table.session))
            self._ask_to_record()

    def _count(self, game: str) -> None:
        played = self.settings.matches_played
        self.change_settings(matches_played={**played, game: played.get(game, 0) + 1})

    def _end_screen(self, session: Session) -> EndScreen:
        from scenes.drawing.panels import won_by

        match = session.match
        winners = tuple(getattr(match.frame(), "winners", ()))
        lines = [match.summary_line()]
        kept = session.keep()
        if kept is not None:
            lines.append(kept.words())
        if session.hands.noted:
            lines.append(
                _n(
                    "{count} movement of hands is recorded.",
                    "{count} movements of hands are recorded.",
                    session.hands.noted,
                )
            )
        leave_words = _("Lobby") if self.go_back is None else _("Back to watching")
        return EndScreen(self, won_by(winners), lines, leave_words)

    # ------------------------------------------------------------------------------------------ time and pictures

    def resize(self, width: float, height: float, ratio: float) -> None:
        """Lay out for a window of that size in units, of `ratio` pixels each."""
        size = (max(64.0, width), max(64.0, height), ratio)
        if size == self._size:
            return
        self._size = size
        if self.table is not None:
            self.table.resize(*self._table_size())
        for screen in self.screens:
            screen.resize(*size)

    def update(self, wall_s: float) -> None:
        """Move on by `wall_s` seconds of wall time, at most LATEST_S."""
        wall_s = min(max(0.0, wall_s), LATEST_S)
        self.clock_s += wall_s
        self.calm_s = max(0.0, self.calm_s - wall_s)
        if self.away and not self.calm_s:
            self._stop(self.away)
        if self.screens or self.table is None:
            self.notice.pass_time(wall_s)
        if self.screens:
            self.screens[-1].update(wall_s)
        elif self.table is not None:
            layer, session = self.table.layer, self.table.session
            self._tell_who_thinks(session, wall_s)
            layer.pointer(*self.pointer)
            # Where all act at once, nobody's time passes while a bot thinks.
            waits = self.table.real_time and session.held_up_by
            layer.update(0.0 if self._stands_still or waits else wall_s)
            wishes = layer.take_wishes() if isinstance(layer, WishesSettings) else {}
            if wishes:
                self.change_settings(**wishes)
            if session.hands.complaint:
                self._complain(session.hands.complaint)
            saved = session.save_new_ruling()
            if saved is not None and (saved.trouble or saved.path is None):
                self._complain(saved.words())
            self._watch_the_end(wall_s)
            self._hand_over()
            self.watch_cards()

    def _complain(self, words: str) -> None:
        """Announce once what keeps the window from saving something."""
        self.notice.say_once(words, "bad", Rank.TROUBLE)

    def _tell_who_thinks(self, session: Session, wall_s: float) -> None:
        """Announce who holds up the table, once that can be noticed, until it goes on."""
        name = session.held_up_by
        self._held_up_s = self._held_up_s + wall_s if name else 0.0
        if self._held_up_s >= HELD_UP_S:
            words = _("{name} is thinking: the table waits.", name=name)
            self.notice.say(words, rank=Rank.HINT, seconds=WAITED_S, holds=lambda: session.held_up_by == name)

    @property
    def look(self) -> object:
        """All that changes the picture without an event of the window."""
        if self.screens:
            front = self.screens[-1]
            return front, front.form, front.look, self.notice.words
        return None if self.table is None else self.table.look(self.clock_s)

    def show(self) -> None:
        """Move and paint the pictures as everything is now."""
        if self.table is None or any(screen.covers for screen in self.screens):
            game = self.draft.game if self.session is None else self.session.setup.game
            self._cover.show(game, self._size, self.screens[0].backdrop_share if self.screens else 1.0)
        else:
            self.table.show(self.clock_s, self.sounds)
            if self.first_cards is not None:
                self.first_cards.show(self._size, self.notice.words)
        if self.screens:
            self.screens[-1].show()
        message = self.notice.message
        # At a table its layer shows the message in its own place; before a screen only the window's own matters.
        apart = self.notice.stands and (self.table is None or (bool(self.screens) and message.rank is Rank.TROUBLE))
        self._toast.show(message.words if apart else "", message.tone, self._size)

    def draw(self, window: Window) -> None:
        """Draw what was shown last."""
        covered = any(screen.covers for screen in self.screens)
        if self.table is None or covered:
            self._cover.draw()
        else:
            self.table.draw(window)
            if self.first_cards is not None:
                self.first_cards.draw()
        if self.screens:
            self.screens[-1].draw(window)
        self._toast.draw()

    def _fit_screen(self) -> None:
        if self.window is not None and bool(self.window.fullscreen) != self.settings.fullscreen:
            self.calm_s = CALM_S
            self.window.set_fullscreen(self.settings.fullscreen)

    def close(self) -> None:
        """Save everything when the window closes."""
        self.window = None
        self._clear_table()

    def _set_volume(self, volume: float) -> None:
        """Set the volume, a share of the greatest; a knock shows how loud it is."""
        if volume and self.sounds.audible:
            self.sounds.volume = volume
        else:
            self.sounds = Sounds.open(volume)
        self.sounds.play("knock")
        if volume and self.sounds.status:
            self.notice.say(_("There is {status}.", status=self.sounds.status), "bad", Rank.TROUBLE)
