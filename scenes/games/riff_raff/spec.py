"""The scene spec of Riff Raff."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scenes.spec import BenchFixture, PlayPart, PracticeForm, SceneSpec

if TYPE_CHECKING:
    from PIL import Image


def _scene() -> Callable[..., Any]:
    from scenes.games.riff_raff.scene import build_scene

    return build_scene


def _listener() -> Callable[[Any], Any]:
    from scenes.games.riff_raff.cues import Listener

    return Listener


def _moments() -> Callable[[Any, Any], list[Any]]:
    from scenes.games.riff_raff.drama import moments

    return moments


def _cover() -> Callable[[int, int], Image.Image]:
    from scenes.games.riff_raff.cover import cover

    return cover


def _play() -> PlayPart:
    from scenes.games.riff_raff import practice_form

    return PlayPart(
        _layer,
        practice_form.MOST_PERSONS,
        practice_form.SECRET,
        PracticeForm(practice_form.usual, practice_form.lines),
    )


def _layer() -> Callable[..., Any]:
    from scenes.games.riff_raff.play import PlayLayer

    return PlayLayer


def _fixture() -> BenchFixture:
    from scenes.games.riff_raff import bench_fixture as fixture

    return BenchFixture(fixture.FULL, fixture.take, fixture.tremble, fixture.place)


SCENES = SceneSpec(_scene, _listener, _moments, _cover, _play, _fixture)
