"""At the end of a match that is watched: its best moments, and answers where a key has nothing to show."""

from __future__ import annotations

from typing import Any

from scenes.playback.playback import Playback
from scenes.playback.theatre import Highlights
from tests.scenes.fake_match import FALL, FakeMatch

FRAME_S = 1 / 60


def test_the_best_moments_are_shown_from_the_frames_that_are_there() -> None:
    opened: list[int] = []

    def open_match(seed: int) -> FakeMatch:
        opened.append(seed)
        return FakeMatch(seed, FALL)

    playback = Playback(open_match, 1)
    playback.frame_buffer.extend_to(1e9)
    best = Highlights(playback.frame_buffer)
    assert opened == [1], "nothing is simulated again"
    assert best.frame_buffer is playback.frame_buffer
    assert best.shot is not None
    while not best.ended:
        before_s = best.at_s
        best.advance(0.1)
        assert best.at_s > before_s
    (fall,) = (cue for cue in playback.frame_buffer.cues if cue.kind == "falls")
    assert any(start_s < fall.time_s < end_s for start_s, end_s in best.spans)


def test_a_key_shows_them_once_the_match_is_over_and_leads_back(screen: Any) -> None:
    from pyglet.window import key

    from scenes.playback.watch_view import BEST, WatchScene

    playback = Playback(lambda seed: FakeMatch(seed, FALL), 1)
    scene = WatchScene(playback, 640, 400)
    assert scene.note == ""
    scene.on_key_press(key.B, 0)
    assert scene.playback is playback
    assert "at the end" in scene.note
    for _ in range(600):
        scene.update(FRAME_S)
        playback.seek(1.0)
    assert playback.ended
    scene.show()
    assert scene.scene.hud.result_hint == BEST
    before = screen.picture(scene)
    scene.on_key_press(key.B, 0)
    best = scene.playback
    assert isinstance(best, Highlights)
    assert best.shot is not None
    assert scene.note == best.shot.title
    scene.update(FRAME_S)
    scene.show()
    assert screen.picture(scene) != before
    scene.on_key_press(key.B, 0)
    assert scene.playback is playback
    scene.on_key_press(key.B, 0)
    scene.on_key_press(key.N, 0)
    assert scene.playback is playback
    assert (playback.seed, playback.ended) == (2, False)


def test_a_game_whose_moments_cannot_be_tried_says_so(screen: Any) -> None:
    from pyglet.window import key

    from scenes.playback.watch_view import PAUSED, WatchScene
    from sim.configuration import load_configuration
    from sim.match.seats import seats_from
    from sim.spec import match_of

    configuration = load_configuration("zatre", profile="draft")
    seats = seats_from(["casual"] * 2, "zatre")
    scene = WatchScene(Playback(lambda seed: match_of("zatre").open(configuration, seats, seed), 1), 640, 400)
    scene.put_title()
    scene.on_key_press(key.SPACE, 0)
    assert (scene.title, scene.note) == (None, PAUSED)
    look = scene.look
    scene.on_key_press(key.W, 0)
    assert scene.note == "At ZATRE nothing is tried 100 times; P plays on from here."
    assert scene.look != look
