"""The parts of ZATRE that the scenes use, imported only when needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scenes.spec import BenchFixture, BuildLayer, BuildScene, PlayPart, PracticeForm, SceneSpec

if TYPE_CHECKING:
    from PIL import Image

    from scenes.games.zatre.cues import Listener
    from scenes.games.zatre.lobby import Practised
    from scenes.games.zatre.play import PlayLayer
    from scenes.games.zatre.scene import ZatreScene
    from scenes.guide import Guide
    from scenes.playback.cues import Cue
    from scenes.playback.theatre import Moment
    from sim.games.zatre.match.frame import StaticScene, ZatreFrame
    from sim.games.zatre.match.match import ZatreMatch
    from sim.games.zatre.match.practice import Practice


def _scene() -> BuildScene[StaticScene, ZatreFrame, ZatreScene]:
    from scenes.games.zatre.scene import build_scene

    return build_scene


def _listener() -> Callable[[StaticScene], Listener]:
    from scenes.games.zatre.cues import Listener

    return Listener


def _moments() -> Callable[[Sequence[ZatreFrame], Sequence[Cue]], list[Moment]]:
    from scenes.games.zatre.drama import moments

    return moments


def _cover() -> Callable[[int, int], Image.Image]:
    from scenes.games.zatre.lobby import cover

    return cover


def _play() -> PlayPart[ZatreMatch | Practice, ZatreScene, PlayLayer, Practised]:
    from scenes.games.zatre import lobby

    return PlayPart(
        _layer,
        lobby.MOST_PERSONS,
        lobby.SECRET,
        PracticeForm(lobby.usual, lobby.lines),
    )


def _layer() -> BuildLayer[ZatreMatch | Practice, ZatreScene, PlayLayer]:
    from scenes.games.zatre.play import PlayLayer

    return PlayLayer


def _fixture() -> BenchFixture[PlayLayer]:
    from scenes.games.zatre import bench_fixture as fixture

    return BenchFixture(fixture.FULL, fixture.take, fixture.tremble, fixture.place)


def _guide() -> Guide:
    from scenes.games.zatre.guide import GUIDE

    return GUIDE


SCENES = SceneSpec(_scene, _listener, _moments, _cover, _play, _fixture, _guide)
