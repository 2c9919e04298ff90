"""Panels that fold away: in every game the table grows, and a line with everybody's name stays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from scenes.layout import text
from tests.scenes.playback.test_small_tiles import over

LEAST = 0.55


@pytest.mark.slow
@pytest.mark.parametrize("game", ["riff-raff", "zack", "zatre", "zigzag"])
def test_folded_panels_leave_the_window_to_the_table(screen: Any, game: str) -> None:
    from scenes.spec import scene_part

    static_scene, frame = over(game)
    scene = scene_part(game, "scene")(static_scene, 800, 500, 1.0, first=frame)
    scene.fold_panels(False)
    open_layout, open_view = scene.hud.layout, scene.camera.viewport
    assert not open_layout.is_folded
    assert scene.toggle_panels()
    view = scene.camera.viewport
    assert view.width * view.height > max(LEAST * 800 * 500, open_view.width * open_view.height)
    screen.resize(800, 500)
    scene.show(frame, 0.0)
    picture, strip = np.asarray(screen.picture(scene)).astype(int), scene.hud.layout.strip
    line = picture[round(500 - strip.top) : round(500 - strip.bottom), round(strip.left) : round(strip.right)]
    for part in np.array_split(line, len(frame.seats), axis=1):
        # Ink on paper: a name and a score in every part.
        assert (part.max(axis=2) < 90).sum() > 20
    assert not scene.toggle_panels()
    assert scene.hud.layout == open_layout
    assert scene.camera.viewport == open_view


def test_panels_fold_by_themselves_where_letters_are_large(screen: Any) -> None:
    from scenes.spec import scene_part

    static_scene, frame = over("riff-raff")
    try:
        text.set_scale(2.0)
        scene = scene_part("riff-raff", "scene")(static_scene, 800, 500, 1.0, first=frame)
        assert scene.hud.layout.is_folded
        scene.resize(2560, 1440, 1.0)
        assert not scene.hud.layout.is_folded
    finally:
        text.set_scale(1.0)
