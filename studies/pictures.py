"""The pictures of docs/how-to/play.md: `python -m studies.pictures FOLDER` draws them anew."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from scenes.play.folders import settings_file
from scenes.play.settings import PlaySettings, SettingsStore
from scenes.play.setup import Setup, usual_setup
from scenes.window.window import OffScreen
from sim.files import write_whole
from sim.match.seats import seats_from
from sim.spec import GAMES
from studies.full_tables import full_table

SIZE = (1280, 720)
SHOWN = (960, 540)
GHOSTS = 40
SEED = 5


def main(folder: Path) -> None:
    """Draw all pictures into a folder."""
    screen = OffScreen(*SIZE)
    for name, make in PICTURES.items():
        scene = make()
        scene.update(1 / 60)
        picture = screen.picture(scene)
        content = io.BytesIO()
        picture.resize(SHOWN, Image.Resampling.LANCZOS).save(content, "PNG", optimize=True)
        write_whole(folder / f"{name}.png", content.getvalue())
        scene.close()
        print(f"{folder / name}.png: written.")


def play_scene(setup: Setup | None = None, size: tuple[int, int] = SIZE) -> Any:
    """Return the window's scene of that size (units), which shows a match or a practice; the lobby for None."""
    from scenes.play.scene import PlayScene

    # Nobody's own settings: the file is where none is.
    settings_store = SettingsStore(
        Path(tempfile.gettempdir()) / settings_file().name, PlaySettings(notice_answered=True)
    )
    draft = setup or usual_setup("riff-raff", "Ada", "casual", SEED)
    scene = PlayScene(settings_store, *size, 1.0, None, draft)
    scene.begin(setup)
    scene.toast.hush()
    return scene


def _settings() -> Any:
    from scenes.play.menus import SettingsScreen

    scene = play_scene()
    scene.open(SettingsScreen(scene))
    return scene


def _first_run() -> Any:
    from scenes.play.first_minute import FirstRunScreen

    scene = play_scene()
    scene.screens.clear()
    scene.open(FirstRunScreen(scene))
    return scene


def _rules() -> Any:
    scene = play_scene()
    scene.show_rules("riff-raff")
    return scene


def _handover() -> Any:
    scene = play_scene(Setup("riff-raff", seats_from(["me=Ada", "me=Bert", "casual"], "riff-raff", persons=True), SEED))
    while not scene.screens:
        scene.update(1 / 60)
    return scene


def _aiming(game: str) -> Callable[[], Any]:
    def make() -> Any:
        from scenes.play.input_router import InputRouter

        table = full_table(game)
        seats = seats_from(["me=Ada", *["casual"] * (GAMES[game].usual_seats - 1)], game, persons=True)
        scene = play_scene(Setup(game, seats, SEED, None, "play", dict(table.full)))
        assert scene.table is not None
        table.aim(scene.table.layer, GHOSTS)
        InputRouter(scene).on_mouse_motion(*table.place(scene.table.layer))
        return scene

    return make


PICTURES: dict[str, Callable[[], Any]] = {
    "first-run": _first_run,
    "rules": _rules,
    "lobby": play_scene,
    "settings": _settings,
    "handover": _handover,
    "play-riff-raff": _aiming("riff-raff"),
    "play-zack": _aiming("zack"),
    "play-zatre": _aiming("zatre"),
    "play-zigzag": _aiming("zigzag"),
}

if __name__ == "__main__":
    main(Path(sys.argv[1]))
