"""Playing on by hand in the window in which a match is watched."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scenes.play.input_router import InputRouter
from scenes.play.scene import PlayScene
from scenes.play.settings import SettingsStore
from scenes.play.setup import usual_setup
from scenes.window.window import pixel_ratio
from sim.bots.words import NO_BOTS, BotWords
from sim.errors import InputError
from sim.match.play_on import cut

if TYPE_CHECKING:
    from pyglet.window import Window

    from scenes.playback.watch_view import WatchScene
    from scenes.window.loop import Loop
    from sim.match.record import Record
    from sim.protocols import Match


def take_over(
    window: Window,
    loop: Loop,
    watched: WatchScene,
    record: Record,
    match: Match,
    time_s: float,
    bots: BotWords | None,
) -> tuple[PlayScene, InputRouter]:
    """Have a person play on in the window at the last decision before that time (s), instead of what is watched.

    record: that of the match. bots: its external ones. Return the scene and its router, which the window does not keep
    alive. Who leaves the table is shown again what was watched, paused. Raises InputError where the match cannot be
    played on; then it is watched as before.
    """
    store, caption = SettingsStore.opened(), window.caption
    draft = usual_setup(match.game, store.settings.name, store.settings.profile)
    moment = cut(record, match, time_s)
    scene = PlayScene(
        store, window.width, window.height, pixel_ratio(window), window, replace(draft, bots=bots or NO_BOTS)
    )
    why = scene.play_on(moment)
    if why:
        scene.close()
        raise InputError(why)
    watched.detach()
    loop.turn_to(scene)
    router = InputRouter(scene)
    router.attach(window)

    def go_back(news: str) -> None:
        window.pop_handlers()
        loop.turn_to(watched)
        watched.come_back(window, news)
        window.set_caption(caption)

    scene.go_back = go_back
    return scene, router
