"""The parts of ZIGZAG that the scenes use, imported only when needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scenes.spec import BenchFixture, PlayPart, PracticeForm, SceneSpec

if TYPE_CHECKING:
    from PIL import Image


def _scene() -> Callable[..., Any]:
    from scenes.games.zigzag.scene import build_scene

    return build_scene


def _listener() -> Callable[[Any], Any]:
    from scenes.games.zigzag.cues import Listener

    return Listener


def _moments() -> Callable[[Any, Any], list[Any]]:
    from scenes.games.zigzag.drama import moments

    return moments


def _cover() -> Callable[[int, int], Image.Image]:
    from scenes.games.zigzag.cover import cover

    return cover


def _play() -> PlayPart:
    from scenes.games.zigzag import practice_form

    return PlayPart(
        _layer,
        practice_form.MOST_PERSONS,
        practice_form.SECRET,
        PracticeForm(practice_form.usual, practice_form.lines),
        real_time=True,
    )


def _layer() -> Callable[..., Any]:
    from scenes.games.zigzag.play import PlayLayer

    return PlayLayer


def _fixture() -> BenchFixture:
    from scenes.games.zigzag import bench_fixture as fixture

    return BenchFixture(fixture.FULL, fixture.take, fixture.tremble, fixture.place)


SCENES = SceneSpec(_scene, _listener, _moments, _cover, _play, _fixture)
