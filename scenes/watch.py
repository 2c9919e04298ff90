"""The verbs `watch` and `replay`, and how a match is shown: in a window, as text, or drawn into a file."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from scenes.drawing import palette as palettes
from scenes.layout import text as texts
from scenes.options import ReplayOptions, WatchOptions
from scenes.playback.protocols import OpenMatch
from scenes.spec import guide_of, watch_layer_of, watching_of
from sim.errors import InputError
from sim.file_kinds import PICTURE, RECORD
from sim.files import check_outputs
from sim.language import _, capital, put_in, said
from sim.match.base import Match as OurMatch
from sim.match.record import Recorder, parse_record, read_record
from sim.match.replay import replay, verify_command
from sim.options import DEFAULT_SEED
from sim.protocols import Match
from sim.refusals import one_of
from sim.spec import game_of, match_of
from sim.untrusted_text import printable
from sim.verbs import shared

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyglet.window import Window

    from scenes.export.export import Film, Size
    from scenes.play.input_router import InputRouter
    from scenes.play.menus import RulesScreen
    from scenes.play.scene import PlayScene
    from scenes.playback.watch_view import WatchScene
    from scenes.window.loop import Loop
    from sim.bots.words import BotWords
    from sim.match.record import Record
    from sim.protocols import Configuration
    from sim.seat import Seat

SIZE = (1280, 720)
WATCHED = Path("a match that was watched")
"""Stands for the file of a record that was not written."""
GRIDS = (2, 4, 6, 9)
"""Numbers of matches that fill a grid."""


@dataclass(frozen=True, slots=True)
class Show:
    """The ways to show matches.

    from_mark: begin shortly before something happens. grid: matches at once (None: one). sound: None plays if there is
    a device. volume: 0 to 100; None is the player's setting; a film is always as loud as at 100. thoughts: what was
    meant and weighed. language: None is the player's setting, else the system's.
    """

    speed: float = 1.0
    export: Path | None = None
    size: tuple[int, int] = SIZE
    text: bool = False
    grid: int | None = None
    theatre: bool = False
    palette: str = palettes.STANDARD
    text_scale: float = 1.0
    sound: bool | None = None
    volume: int | None = None
    thoughts: bool = False
    from_mark: bool = False
    language: str | None = None

    def check(self) -> None:
        """Refuse options that contradict each other and a file that cannot be written. Raises InputError."""
        if self.export is not None and self.text:
            raise InputError("--text: expected either --export or --text, not both.")
        if self.text and (self.grid is not None or self.theatre):
            raise InputError(
                "--text: expected either {words} or --text, not both.", words="--grid" if self.grid else "--theatre"
            )
        if self.grid is not None and self.theatre:
            raise InputError("--grid: expected either --grid or --theatre, not both.")
        if self.grid is not None and self.grid not in GRIDS:
            raise InputError(
                "--grid: expected {grids} or {grids2}, found {grid}.",
                grids=", ".join(map(str, GRIDS[:-1])),
                grids2=GRIDS[-1],
                grid=self.grid,
            )
        for other, is_given in (("--text", self.text), ("--grid", self.grid is not None), ("--theatre", self.theatre)):
            if self.thoughts and is_given:
                raise InputError("--thoughts: expected either --thoughts or {other}, not both.", other=other)
        if self.palette not in palettes.NAMES:
            raise InputError("--palette: {one_of}.", one_of=one_of(self.palette, palettes.NAMES))
        try:
            texts.check_scale(self.text_scale)
        except ValueError as error:
            raise InputError("--text-scale: {error}.", error=error) from error
        if self.export is not None:
            from scenes.export.export import check_target

            is_page = check_target(self.export, "--export") == ".html"
            if is_page and self.grid is not None:
                raise InputError("--grid: a page shows one match, expected a .gif, .mp4 or .png file.")
            if is_page and self.theatre:
                raise InputError("--theatre: expected no such option, since every page has it as a button.")

    def dress(self) -> None:
        """Set palette, size of texts and language for everything that is painted from now on."""
        from scenes.play.settings import SettingsStore

        if self.language is None:
            SettingsStore.opened().settings.speak()
        palettes.use(self.palette)
        texts.set_scale(self.text_scale)


def watch_command(given: WatchOptions) -> None:
    """Let bots play and show it: in a window, as text, or drawn into a file. Raises InputError."""
    from sim.bots.words import seated_with_bots
    from sim.configuration import load_configuration, preset_file, print_remark, usual_players

    show = shared(Show, given)
    show.check()
    if given.game is None:
        _show_demo(given, replace(show, from_mark=True))
        return
    if given.record is not None and show.grid is not None:
        raise InputError("--record: a record holds one match, expected either --grid or --record, not both.")
    check_outputs(
        {"--export": (given.export, PICTURE), "--record": (given.record, RECORD)},
        {"--config": preset_file(given.game, given.config)},
    )
    configuration = load_configuration(given.game, given.config, given.profile)
    print_remark(configuration)
    words = given.players or usual_players(configuration)
    seats, bots = seated_with_bots(words, given.game, time_s=given.bot_time_s, aloud=True)
    seed = DEFAULT_SEED if given.seed is None else given.seed
    # An external bot takes its own time, so its match is not simulated in advance.
    show = replace(show, from_mark=given.seed is None and not bots.words)
    recorders: dict[int, Recorder] = {}
    open_match = partial(_open, configuration, seats, bots, given.grid or 1, recorders, seed)

    def record_of(match: Match) -> Record:
        return parse_record(given.record or WATCHED, recorders[match.seed].text().splitlines())

    try:
        show_match(open_match, given.game, seed, show, record_of, bots)
    finally:
        if given.record is not None:
            recorders.get(seed, Recorder.of(configuration, seats, seed)).write(given.record)


def _open(
    configuration: Configuration,
    seats: tuple[Seat, ...],
    bots: BotWords,
    together: int,
    recorders: dict[int, Recorder],
    first: int,
    seed: int,
) -> Match:
    """Open the match of a seed, recorded by one of `recorders`. together: how many are played at the same time."""
    from sim.bots.started import seated_bots

    recorder = recorders[seed] = Recorder.of(configuration, seats, seed)
    seated = seated_bots(configuration, seats, bots, table=(seed - first) % together)
    match: Match = match_of(configuration.game).open(configuration, seats, seed, recorder.record_line, **seated)
    return match


def show_match(
    open_match: OpenMatch,
    game: str,
    seed: int,
    show: Show,
    record_of: Callable[[Match], Record] | None = None,
    bots: BotWords | None = None,
) -> None:
    """Show the match of a seed, or several from that seed on, in the way that `show` asks for. Raises InputError.

    record_of: returns the record of a match as far as it goes, from which it can be played on, and which a page keeps.
    bots: its external ones.
    """
    title = game_of(game).title
    if show.text:
        _print_match(open_match, seed, _("The match is shown as text."))
        return
    if show.thoughts and watching_of(game) is None:
        raise InputError("--thoughts: {title} shows none.", title=title)
    show.dress()
    if show.export is not None:
        _export(open_match, seed, show, show.export, record_of)
        print(printable(_("{path}: written.", path=show.export)))
        return
    from scenes.play.settings import SettingsStore
    from scenes.window.loop import Loop, show_first
    from scenes.window.window import NoDrawingError, open_window

    seeds = (
        _("seed {seed}", seed=seed)
        if show.grid is None
        else _("seeds {first} to {last}", first=seed, last=seed + show.grid - 1)
    )
    try:
        scale = SettingsStore.opened().settings.window_scale
        window = open_window(*show.size, caption=_("Yardarm: {title}, {seeds}", title=title, seeds=seeds), scale=scale)
    except NoDrawingError as reason:
        sentence = str(reason)
        words = _("{Why}, so the match is shown as text.")
        if show.grid is not None:
            words = _("{Why}, so the first match is shown as text.")
        _print_match(open_match, seed, put_in(words, Why=capital(_(sentence))))
        return
    # Needs a display.
    from scenes.drawing.hud import show_wait
    from scenes.drawing.sprites import hastily

    try:
        show_wait(window, _("The table is being set"))
        with hastily():
            scene = _scene(partial(_open_for_window, open_match), seed, show, window)
            scene.rules = rules_of(game, lambda: scene.playback.match)
            scene.attach(window)
            show_first(window, scene)
        _complete(scene, show)
        loop = Loop(window, scene)
        played: list[tuple[PlayScene, InputRouter]] = []
        if record_of is not None:
            scene.play_on = partial(_play_on, window, loop, scene, record_of, bots, played)
    except BaseException:
        window.close()
        raise
    try:
        loop.run()
    finally:
        scene.playback.close()
        for shown, _router in played:
            from scenes.play.session import print_kept

            print_kept(shown.kept)


def _play_on(
    window: Window,
    loop: Loop,
    scene: WatchScene,
    record_of: Callable[[Match], Record],
    bots: BotWords | None,
    played: list[tuple[PlayScene, InputRouter]],
    match: Match,
    time_s: float,
) -> str:
    """Let a person play on at that time (s), and add this to `played`; return why they cannot, or an empty text."""
    # Takes a while to import, and most matches are only watched.
    from scenes.play.take_over import take_over

    try:
        played.append(take_over(window, loop, scene, record_of(match), match, time_s, bots))
    except InputError as error:
        return said(error)
    return ""


def _show_demo(given: WatchOptions, show: Show) -> None:
    """Show all games in turn until the window is closed. Raises InputError."""
    from scenes.window.loop import Loop
    from scenes.window.window import NoDrawingError, open_window, pixel_ratio
    from sim.bots.words import NO_BOTS
    from sim.configuration import load_configuration, usual_players
    from sim.match.seats import seats_from

    try:
        window = open_window(*show.size, caption="Yardarm")
    except NoDrawingError as reason:
        raise InputError("--demo: a demonstration needs a window, and {reason}.", reason=reason) from reason
    # Needs a display.
    from scenes.demo import Demo

    def opened(game: str, seed: int) -> WatchScene:
        configuration = load_configuration(game, None, given.profile)
        seats = seats_from(usual_players(configuration), game)
        open_match = partial(_open, configuration, seats, NO_BOTS, 1, {}, seed)
        scene = _scene(open_match, seed, show, window)
        _complete(scene, show)
        return scene

    try:
        size = window.width, window.height, pixel_ratio(window)
        demo = Demo(opened, show.dress, DEFAULT_SEED if given.seed is None else given.seed, size, window)
        demo.attach(window)
    except BaseException:
        window.close()
        raise
    Loop(window, demo).run()


def _open_for_window(open_match: OpenMatch, seed: int) -> Match:
    """Open a match that does not hold up the window while an external bot thinks."""
    match = open_match(seed)
    if isinstance(match, OurMatch):
        match.let_bots_take_their_time()
    return match


def rules_of(game: str, match: Callable[[], object]) -> Callable[[Callable[[], None]], RulesScreen]:
    """Return what makes the page of a game's rules, beside them the keys of watching, given what closes it.

    match: returns the match that is shown, whose table may have rules of its own.
    """

    def make(close: Callable[[], None]) -> RulesScreen:
        from scenes.drawing.key_words import WATCH_KEYS, placed
        from scenes.play.menus import RulesScreen

        guide, watching = guide_of(game), watching_of(game)
        keys = placed((*(() if watching is None else watching.keys), *WATCH_KEYS), {})
        rules = None if guide is None else guide.rules_of(getattr(match(), "configuration", None))
        return RulesScreen(close, _("{title}: the rules", title=game_of(game).title), rules, keys)

    return make


def _scene(open_match: OpenMatch, seed: int, show: Show, window: Window) -> WatchScene:
    """Return the scene that the window shows: a grid, the theatre or one match. It is not complete yet."""
    from scenes.playback.playback import Playback
    from scenes.playback.sound import Sounds
    from scenes.playback.watch_view import WatchScene
    from scenes.window.window import pixel_ratio

    place = window.width, window.height, pixel_ratio(window)
    sounds = Sounds(None)
    if show.grid is not None:
        from scenes.playback.grid import GridScene, Several

        return GridScene(Several(open_match, seed, show.grid, show.speed), *place, sounds)
    if show.theatre:
        from scenes.playback.theatre import Theatre
        from scenes.playback.theatre_view import TheatreScene

        return TheatreScene(Theatre(open_match, seed, show.speed), *place, sounds)
    scene = WatchScene(Playback(open_match, seed, show.speed, show.from_mark), *place, sounds)
    scene.put_title()
    return scene


def _complete(scene: WatchScene, show: Show) -> None:
    """Give a scene what its first picture does not need: sounds, and what its game shows over one match."""
    from scenes.playback.sound import Sounds

    scene.sounds = Sounds.open(volume_of(show))
    game = scene.playback.match.game
    watching = watching_of(game)
    if watching is not None and show.grid is None and not show.theatre:
        scene.put_layer(watch_layer_of(game), watching.keys, show.thoughts)


def volume_of(show: Show) -> float:
    """Return the volume asked for, else the player's setting, as a share of the greatest."""
    from scenes.play.settings import LOUDEST, SettingsStore

    if show.sound is False:
        return 0.0
    settings = SettingsStore.opened().settings
    return settings.volume_share if show.volume is None else show.volume / LOUDEST


def _export(
    open_match: OpenMatch, seed: int, show: Show, path: Path, record_of: Callable[[Match], Record] | None
) -> None:
    from scenes.export import export

    sound = show.sound is not False
    if show.grid is None and not show.theatre:
        export.export(open_match(seed), path, show.size, show.speed, sound, show.thoughts, record_of)
        return

    def make(size: Size) -> Film:
        from scenes.export.films import GridFilm, TheatreFilm
        from scenes.playback.theatre import LENGTH_S

        if show.grid is not None:
            return GridFilm(open_match, seed, show.grid, size)
        # A .gif holds at most GIF_FRAMES pictures, so it shows only the best moments.
        length_s = show.speed * export.GIF_FRAMES / export.GIF_HZ if path.suffix.lower() == ".gif" else LENGTH_S
        return TheatreFilm(open_match, seed, size, length_s)

    export.film(make, path, show.size, show.speed, sound)


def _print_match(open_match: OpenMatch, seed: int, first_line: str) -> None:
    from sim.match.text import print_match

    match = open_match(seed)
    print(first_line)
    print_match(match, sys.stdout)


def replay_command(given: ReplayOptions) -> None:
    """Show or verify a recorded match. Raises InputError, and SystemExit(1) for a record that does not repeat."""
    if given.verify:
        verify_command(given.file)
        return
    show = shared(Show, given)
    show.check()
    check_outputs({"--export": (given.export, PICTURE)}, {"FILE": given.file})
    record = read_record(given.file)
    header = record.header
    # The seed is ignored: a record holds one match, so "next match" begins it again.
    show_match(lambda _seed: replay(record), header.game, header.seed, show, lambda _match: record)
