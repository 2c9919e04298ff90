"""The pictures of windows in README and docs: `python -m studies.pictures docs/pictures` draws them anew.

Those that a command draws are made by it: whale.png and grid.png in the pages that show them, and avalanche.gif by
`yardarm watch riff-raff --seed 8 --theatre --size 480x270 --export avalanche.gif`.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from scenes.play.folders import settings_file
from scenes.play.settings import PlaySettings, SettingsStore
from scenes.play.setup import Setup, usual_setup
from scenes.playback.playback import Playback
from scenes.spec import watch_layer_of, watching_of
from scenes.window.window import OffScreen
from sim.configuration import load_configuration
from sim.files import write_whole
from sim.forecast.trials import AtOnce
from sim.games.riff_raff.match import RiffRaffMatch
from sim.match.seats import seats_from
from sim.spec import match_of
from sim.workshop.prototype import prototype_of
from sim.workshop.survey import R, Surveyor, done_here, survey
from studies.full_tables import full_table

if TYPE_CHECKING:
    from scenes.playback.watch_view import WatchScene
    from scenes.workshop.scene import WorkshopScene

SIZE = (1280, 720)
SHOWN = (960, 540)
GHOSTS, SEED = 40, 5
MATCH, PLAYERS, ATTEMPT = 3, ("skilled", "casual", "child"), 18
"""A match of Riff Raff, and the attempt of it that is tried again."""
ROUNDS = 10
"""The rounds of trials behind the workshop's figures."""


def main(folder: Path) -> None:
    """Draw all pictures into a folder."""
    screen = OffScreen(*SIZE)
    for name, make in PICTURES.items():
        scene = make()
        for _ in range(3):
            # What is asked at one update is there at the next.
            scene.update(1 / 60)
            scene.show()
        content = io.BytesIO()
        screen.picture(scene).resize(SHOWN, Image.Resampling.LANCZOS).save(content, "PNG", optimize=True)
        write_whole(folder / f"{name}.png", content.getvalue())
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
    scene.notice.hush()
    return scene


def _aiming() -> Any:
    from scenes.play.input_router import InputRouter

    table = full_table("riff-raff")
    seats = seats_from(["me=Ada", "casual", "casual", "casual"], "riff-raff", persons=True)
    scene = play_scene(Setup("riff-raff", seats, SEED, None, "play", dict(table.full)))
    assert scene.table is not None
    table.aim(scene.table.layer, GHOSTS)
    InputRouter(scene).on_mouse_motion(*table.place(scene.table.layer))
    return scene


def _moment() -> WatchScene:
    """Return a match that is watched, at an attempt that is tried again."""
    from pyglet.window import key

    from scenes.playback.watch_view import WatchScene

    configuration = load_configuration("riff-raff")
    match = match_of("riff-raff").open(configuration, seats_from(PLAYERS, "riff-raff"), MATCH, None)
    assert isinstance(match, RiffRaffMatch)
    playback = Playback(lambda _seed: match, MATCH)
    while len(match.past) < ATTEMPT:
        playback.frame_buffer.extend()
    watching = watching_of("riff-raff")
    assert watching is not None
    scene = WatchScene(playback, *SIZE)
    scene.put_layer(partial(watch_layer_of("riff-raff"), source=AtOnce()), watching.keys)
    assert scene.layer is not None
    playback.paused = True
    playback.seek_to(match.past[ATTEMPT - 1].ruled_s)
    scene.layer.key(key.W, playback.now_s)
    return scene


def _workshop() -> WorkshopScene:
    # Imported after the screen is opened: without a display it could not be imported before.
    from scenes.workshop.scene import WorkshopScene

    scene = WorkshopScene(prototype_of("riff-raff", None, "play"), "design.toml", *SIZE, 1.0, None, _Idle())
    for subject in scene.session.subjects():
        found = scene.session.surveyor.findings(subject.key)
        assert found is not None
        for number, outcomes in survey(subject, ROUNDS).outcomes.items():
            found.add(number, outcomes)
    for _ in range(40):
        scene.update(1 / 30)
        scene.show()
    return scene


class _Idle(Surveyor):
    """A surveyor that leaves all work to `_workshop`."""

    def update(self) -> bool:
        """Work nothing out; return False."""
        return False

    def run(self, work: Callable[..., R], *arguments: Any) -> Future[R]:
        """Do everything at once."""
        return done_here(work, *arguments)


PICTURES: dict[str, Callable[[], Any]] = {"play-riff-raff": _aiming, "moment": _moment, "workshop": _workshop}

if __name__ == "__main__":
    main(Path(sys.argv[1]))
