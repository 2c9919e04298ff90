"""The verb `play`: everything is checked before the window opens, and the match is saved when it closes."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from scenes.options import PlayOptions
from scenes.play.by_text import check_input, check_playable, input_line, play_text
from scenes.play.session import Session, print_kept
from scenes.play.settings import SettingsStore
from scenes.play.setup import Setup, first_setup, fresh_seed, named, usual_setup, with_profile
from scenes.spec import play_of, scenes_of
from sim.bots.words import NO_BOTS, named_again, seated_with_bots
from sim.configuration import preset_file
from sim.errors import InputError
from sim.file_kinds import RECORD
from sim.files import check_outputs
from sim.language import _
from sim.match.play_on import cut_at
from sim.match.record import read_record
from sim.spec import GAMES

if TYPE_CHECKING:
    from scenes.play.scene import PlayScene
    from sim.match.record import Record


def play_command(given: PlayOptions) -> None:
    """Open a window to play in. Raises InputError, if possible before the window opens."""
    settings_store = SettingsStore.opened()
    if given.language is None:
        settings_store.settings.speak()
    setup = _setup(settings_store, given)
    check_outputs(
        {"--record": (given.record, RECORD)},
        {"--config": preset_file(setup.game, given.config), "--resume": given.resume, "RECORD": given.file},
    )
    moment = _moment(given)
    if given.text:
        _play_text(setup, given, moment)
        return
    scenes_of(setup.game if moment is None else moment.header.game)
    begins = _begins(setup, settings_store, given)
    if begins is not None:
        begins.checked()
    setup.configuration()
    from scenes.window.window import NoDrawingError, open_window

    # Read before a window opens, so that an invalid record is reported in the terminal.
    setup = _with_bots(setup, given, moment)
    try:
        scale = settings_store.settings.window_scale
        window = open_window(*given.size, caption="Yardarm", scale=scale)
    except NoDrawingError as reason:
        raise InputError("play needs a window to play in, and {reason}.", reason=reason) from reason
    # Needs a display; what takes long to import comes after the first frame.
    from scenes.drawing.hud import show_wait

    scene: PlayScene | None = None
    try:
        show_wait(window, _("The table is being set"))
        from scenes.play.input_router import InputRouter
        from scenes.play.scene import PlayScene
        from scenes.window.loop import Loop
        from scenes.window.window import pixel_ratio

        scene = PlayScene(settings_store, window.width, window.height, pixel_ratio(window), window, setup, given.record)
        if moment is not None:
            scene.begin(None, scene.played_on(moment, given.record))
        elif given.resume is not None:
            scene.begin(None, scene.resumed(given.resume, given.record))
        else:
            scene.begin(begins)
        router = InputRouter(scene)  # kept in a variable: the window does not keep it alive
        router.attach(window)
    except BaseException:
        if scene is not None:
            scene.close()
        window.close()
        raise
    try:
        Loop(window, scene).run()
    finally:
        print_kept(scene.kept)


def _moment(given: PlayOptions) -> Record | None:
    """Return the record up to the moment that is played on from; None for none. Raises InputError."""
    if given.file is None or given.from_s is None:
        return None
    return cut_at(read_record(given.file), given.from_s, given.seat)


def _with_bots(setup: Setup, given: PlayOptions, moment: Record | None) -> Setup:
    """Return the setup with the bots of the match that is gone on with. Raises InputError."""
    record = read_record(given.resume) if given.resume is not None else moment
    if record is not None:
        seats = record.seats
        return replace(setup, bots=named_again(given.bot or (), seats, time_s=given.bot_time_s, aloud=True))
    if given.bot:
        raise InputError(
            "--bot: expected --resume or --from with it; at a new table --seats names a bot, as in me,casual:@bot.py."
        )
    return setup


def _play_text(setup: Setup, given: PlayOptions, moment: Record | None) -> None:
    """Play in the terminal; the match is saved at its end, or where the person leaves. Raises InputError."""
    check_input()
    setup = _with_bots(setup, given, moment)
    record = moment if given.resume is None else read_record(given.resume)
    game, seats = (setup.game, setup.seats) if record is None else (record.header.game, record.seats)
    check_playable(game, seats)
    if moment is not None:
        session = Session.playing_on(moment, given.record, lambda: False, lambda: None, setup.bots)
    elif given.resume is None:
        session = Session.begin(setup.checked(), given.record, lambda: False, lambda: None)
    else:
        session = Session.going_on(given.resume, given.record, lambda: False, lambda: None, setup.bots)
    try:
        play_text(session, input_line, sys.stdout)
    except EOFError:
        print()
    finally:
        kept = session.close()
        print_kept(() if kept is None else (kept,), "--text")


def _begins(setup: Setup, settings_store: SettingsStore, given: PlayOptions) -> Setup | None:
    """Return what begins at once, None for a menu.

    A new player who names a game has chosen its picture.
    """
    if given.seats is not None or given.practice:
        return setup
    settings = settings_store.settings
    if given.game is None or given.file is not None or not settings.is_first_run:
        return None
    return first_setup(setup, given.game, settings.name, settings.profile)


def _setup(settings_store: SettingsStore, given: PlayOptions) -> Setup:
    """Return the setup that the command line asks for, with usual values for the rest. Raises InputError."""
    game, settings = None if given.file is not None else given.game, settings_store.settings
    name = game or next(iter(GAMES))
    seed = fresh_seed() if given.seed is None else given.seed
    setup = usual_setup(name, settings.name, settings.profile, seed, given.config, given.profile)
    people, bots = setup.seats, NO_BOTS
    if given.seats is not None:
        words = [with_profile(word, settings.profile) for word in given.seats]
        people, bots = seated_with_bots(words, name, "--seats", given.bot_time_s, persons=True, aloud=True)
        people = named(people, settings.name)
    chosen = given.practised
    if chosen and not given.practice:
        raise InputError("{flag}: expected --practice with it.", flag=_flag(next(iter(chosen))))
    what = None
    if given.practice:
        form = play_of(name).form
        if form is None:
            raise InputError("--practice: expected a game that can be practised alone, found {name}.", name=name)
        usual = form.usual()
        strange = next((key for key in chosen if key not in usual), None)
        if strange is not None:
            raise InputError("{flag}: expected another game, found {name}.", flag=_flag(strange), name=name)
        what = {**usual, **chosen}
    if given.tempo is not None and game is not None and not play_of(name).real_time:
        raise InputError("--tempo: expected a game in which all players act at once, found {name}.", name=name)
    return Setup(name, people, setup.seed, given.config, given.profile, what, given.tempo, bots)


def _flag(key: str) -> str:
    return f"--{key.replace('_', '-')}"
