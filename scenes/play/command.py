"""The verb `play`: everything is checked before the window opens, and what was played is kept when it closes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scenes.play.settings import SettingsStore
from scenes.play.setup import Setup, fresh_seed, named, usual_setup, with_profile
from scenes.spec import scenes_of
from sim.configuration import preset_file
from sim.errors import InputError
from sim.files import check_outputs
from sim.match.seats import seats_from
from sim.spec import GAMES
from sim.untrusted_text import printable

SIZE = (1280, 720)


def play_command(
    game: str | None,
    seats: Sequence[str] | None,
    practice: bool,
    chosen: dict[str, Any],
    resume: Path | None,
    record: Path | None,
    seed: int | None,
    config: Path | None,
    profile: str,
    size: tuple[int, int] | None = None,
) -> None:
    """Open a window and let somebody play.

    chosen: what to practise, as far as it was said. Raises InputError, before the window opens where that can be.
    """
    settings_store = SettingsStore.opened()
    setup = _setup(settings_store, game, seats, practice, chosen, seed, config, profile)
    check_outputs({"--record": record}, {"--config": preset_file(setup.game, config), "--resume": resume})
    at_once = seats is not None or (practice and game is not None)
    if at_once:
        setup.checked()
    setup.configuration()
    from scenes.window.window import NoDrawingError, open_window

    if resume is not None:
        # Read before a window opens: a record that cannot be gone on with is told in the terminal.
        from sim.match.record import read_record

        read_record(resume)
    try:
        window = open_window(*(size or SIZE), caption="Yardarm")
    except NoDrawingError as reason:
        raise InputError(f"play needs a window to play in, and {reason}.") from reason
    from scenes.play.scene import PlayScene
    from scenes.window.loop import run
    from scenes.window.window import pixel_ratio

    scene: PlayScene | None = None
    try:
        scene = PlayScene(settings_store, window.width, window.height, pixel_ratio(window), window, setup, record)
        if resume is not None:
            scene.begin(None, scene.resumed(resume, record))
        else:
            scene.begin(setup if at_once else None)
        scene.attach()
    except BaseException:
        if scene is not None:
            scene.close()
        window.close()
        raise
    try:
        run(window, scene)
    finally:
        for kept in scene.kept:
            print(printable(kept.sentence()), file=sys.stdout if kept.path is not None else sys.stderr)


def _setup(
    settings_store: SettingsStore,
    game: str | None,
    seats: Sequence[str] | None,
    practice: bool,
    chosen: dict[str, Any],
    seed: int | None,
    config: Path | None,
    profile: str,
) -> Setup:
    """What the command line asks for, the rest as usual. Raises InputError."""
    name, wishes = game or next(iter(GAMES)), settings_store.settings
    seed = fresh_seed() if seed is None else seed
    setup = usual_setup(name, wishes.name, wishes.profile, seed, config, profile)
    people = setup.seats
    if seats is not None:
        words = [with_profile(word, wishes.profile) for word in seats]
        people = named(seats_from(words, name, "--seats", persons=True), wishes.name)
    chosen = {key: value for key, value in chosen.items() if value is not None}
    if chosen and not practice:
        raise InputError(f"{_flag(next(iter(chosen)))}: expected --practice with it.")
    what = None
    if practice:
        form = scenes_of(name).play().form
        if form is None:
            raise InputError(f"--practice: expected a game that can be practised alone, found {name}.")
        usual = form.usual()
        strange = next((key for key in chosen if key not in usual), None)
        if strange is not None:
            raise InputError(f"{_flag(strange)}: expected another game, found {name}.")
        what = {**usual, **chosen}
    return Setup(name, people, setup.seed, config, profile, what)


def _flag(key: str) -> str:
    return {"cargo": "--aboard"}.get(key, f"--{key.replace('_', '-')}")
