"""The scene spec of the game Zack!"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scenes.spec import BenchFixture, BuildLayer, BuildScene, PlayPart, PracticeForm, SceneSpec

if TYPE_CHECKING:
    from PIL import Image

    from scenes.games.zack.cues import Listener
    from scenes.games.zack.lobby import Practised
    from scenes.games.zack.play import PlayLayer
    from scenes.games.zack.scene import ZackScene
    from scenes.guide import Guide
    from scenes.playback.cues import Cue
    from scenes.playback.theatre import Moment
    from sim.games.zack.match.frame import StaticScene, ZackFrame
    from sim.games.zack.match.match import ZackMatch
    from sim.games.zack.match.practice import Practice


def _scene() -> BuildScene[StaticScene, ZackFrame, ZackScene]:
    from scenes.games.zack.scene import build_scene

    return build_scene


def _listener() -> Callable[[StaticScene], Listener]:
    from scenes.games.zack.cues import Listener

    return Listener


def _moments() -> Callable[[Sequence[ZackFrame], Sequence[Cue]], list[Moment]]:
    from scenes.games.zack.drama import moments

    return moments


def _cover() -> Callable[[int, int], Image.Image]:
    from scenes.games.zack.lobby import cover

    return cover


def _play() -> PlayPart[ZackMatch | Practice, ZackScene, PlayLayer, Practised]:
    from scenes.games.zack import lobby

    return PlayPart(
        _layer,
        lobby.MOST_PERSONS,
        lobby.SECRET,
        PracticeForm(lobby.usual, lobby.lines),
        real_time=True,
    )


def _layer() -> BuildLayer[ZackMatch | Practice, ZackScene, PlayLayer]:
    from scenes.games.zack.play import PlayLayer

    return PlayLayer


def _fixture() -> BenchFixture[PlayLayer]:
    from scenes.games.zack import bench_fixture as fixture

    return BenchFixture(fixture.FULL, fixture.take, fixture.tremble, fixture.place)


def _guide() -> Guide:
    from scenes.games.zack.guide import GUIDE

    return GUIDE


SCENES = SceneSpec(_scene, _listener, _moments, _cover, _play, _fixture, _guide)
