"""The parts of ZIGZAG that the scenes use, imported only when needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scenes.spec import BenchFixture, BuildLayer, BuildScene, PlayPart, PracticeForm, SceneSpec

if TYPE_CHECKING:
    from PIL import Image

    from scenes.games.zigzag.cues import Listener
    from scenes.games.zigzag.lobby import Practised
    from scenes.games.zigzag.play import PlayLayer
    from scenes.games.zigzag.scene import ZigzagScene
    from scenes.guide import Guide
    from scenes.playback.cues import Cue
    from scenes.playback.theatre import Moment
    from sim.games.zigzag.match.frame import StaticScene, ZigzagFrame
    from sim.games.zigzag.match.match import ZigzagMatch
    from sim.games.zigzag.match.practice import Practice


def _scene() -> BuildScene[StaticScene, ZigzagFrame, ZigzagScene]:
    from scenes.games.zigzag.scene import build_scene

    return build_scene


def _listener() -> Callable[[StaticScene], Listener]:
    from scenes.games.zigzag.cues import Listener

    return Listener


def _moments() -> Callable[[Sequence[ZigzagFrame], Sequence[Cue]], list[Moment]]:
    from scenes.games.zigzag.drama import moments

    return moments


def _cover() -> Callable[[int, int], Image.Image]:
    from scenes.games.zigzag.lobby import cover

    return cover


def _play() -> PlayPart[ZigzagMatch | Practice, ZigzagScene, PlayLayer, Practised]:
    from scenes.games.zigzag import lobby

    return PlayPart(
        _layer,
        lobby.MOST_PERSONS,
        lobby.SECRET,
        PracticeForm(lobby.usual, lobby.lines),
        real_time=True,
    )


def _layer() -> BuildLayer[ZigzagMatch | Practice, ZigzagScene, PlayLayer]:
    from scenes.games.zigzag.play import PlayLayer

    return PlayLayer


def _fixture() -> BenchFixture[PlayLayer]:
    from scenes.games.zigzag import bench_fixture as fixture

    return BenchFixture(fixture.FULL, fixture.take, fixture.tremble, fixture.place)


def _guide() -> Guide:
    from scenes.games.zigzag.guide import GUIDE

    return GUIDE


SCENES = SceneSpec(_scene, _listener, _moments, _cover, _play, _fixture, _guide)
