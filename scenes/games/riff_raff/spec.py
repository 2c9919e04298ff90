"""The scene spec of Riff Raff."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scenes.spec import (
    BenchFixture,
    BuildLayer,
    BuildScene,
    BuildWatchLayer,
    PlayPart,
    PracticeForm,
    SceneSpec,
    WatchPart,
)

if TYPE_CHECKING:
    from PIL import Image

    from scenes.games.riff_raff.cues import Listener
    from scenes.games.riff_raff.lobby import Practised
    from scenes.games.riff_raff.play import PlayLayer
    from scenes.games.riff_raff.scene import RiffRaffScene
    from scenes.guide import Guide
    from scenes.playback.cues import Cue
    from scenes.playback.theatre import Moment
    from sim.games.riff_raff.match.frame import RiffRaffFrame, StaticScene
    from sim.games.riff_raff.match.match import RiffRaffMatch
    from sim.games.riff_raff.match.practice import Practice


def _scene() -> BuildScene[StaticScene, RiffRaffFrame, RiffRaffScene]:
    from scenes.games.riff_raff.scene import build_scene

    return build_scene


def _listener() -> Callable[[StaticScene], Listener]:
    from scenes.games.riff_raff.cues import Listener

    return Listener


def _moments() -> Callable[[Sequence[RiffRaffFrame], Sequence[Cue]], list[Moment]]:
    from scenes.games.riff_raff.drama import moments

    return moments


def _cover() -> Callable[[int, int], Image.Image]:
    from scenes.games.riff_raff.lobby import cover

    return cover


def _play() -> PlayPart[RiffRaffMatch | Practice, RiffRaffScene, PlayLayer, Practised]:
    from scenes.games.riff_raff import lobby

    return PlayPart(
        _layer,
        lobby.MOST_PERSONS,
        lobby.SECRET,
        PracticeForm(lobby.usual, lobby.lines),
    )


def _layer() -> BuildLayer[RiffRaffMatch | Practice, RiffRaffScene, PlayLayer]:
    from scenes.games.riff_raff.play import PlayLayer

    return PlayLayer


def _fixture() -> BenchFixture[PlayLayer]:
    from scenes.games.riff_raff import bench_fixture as fixture

    return BenchFixture(fixture.FULL, fixture.take, fixture.tremble, fixture.place)


def _guide() -> Guide:
    from scenes.games.riff_raff.guide import GUIDE

    return GUIDE


def _watching() -> WatchPart[RiffRaffMatch, RiffRaffScene, RiffRaffFrame]:
    from scenes.games.riff_raff.moment_panel import KEYS

    return WatchPart(_moment_layer, KEYS)


def _moment_layer() -> BuildWatchLayer[RiffRaffMatch, RiffRaffScene, RiffRaffFrame]:
    from scenes.games.riff_raff.moment import MomentLayer

    return MomentLayer


SCENES = SceneSpec(_scene, _listener, _moments, _cover, _play, _fixture, _guide, _watching)
