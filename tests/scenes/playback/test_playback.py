"""Pause, steps, speeds, seeking: all without a window."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import pytest

from scenes.playback import frame_buffer as frame_buffer
from scenes.playback.playback import (
    AGAIN_S,
    AGAIN_SPEED,
    KEEP_HZ,
    LATEST_S,
    PAUSED_AHEAD_S,
    SPEEDS,
    Playback,
    pace_words,
)
from sim.configuration import load_configuration
from sim.games.riff_raff.match.frame import PieceState, PieceView, RiffRaffFrame, TableStage
from sim.match.frame import LEAP_MM
from sim.match.seats import seats_from
from sim.physics.ship.state import Pose
from sim.spec import GAMES, game_of, match_of
from tests.scenes.fake_match import FALL, FakeMatch

SCENERY = FakeMatch(placements=FALL).static_scene


@dataclass
class Clockwork:
    """A match in which nothing happens but time; thinks during every other second."""

    seed: int = 1
    length_s: float = 1e9
    time_s: float = 0.0
    asked: int = 0
    game: str = "riff-raff"
    static_scene: Any = SCENERY
    recorded_s: float | None = None

    @property
    def finished(self) -> bool:
        return self.time_s >= self.length_s - 1e-9

    def advance(self, seconds: float) -> None:
        self.asked += 1
        self.time_s = min(self.length_s, self.time_s + seconds)

    def frame(self) -> RiffRaffFrame:
        table_stage = TableStage.THINKING if int(self.time_s) % 2 else TableStage.LOADING
        piece = PieceView("a", "rat", "side", 10 * self.time_s, 0.0, 0.0, PieceState.FALLING)
        return RiffRaffFrame(
            self.time_s, table_stage, 1, 10, (), None, None, 1,
            0.01 * self.time_s, -0.02 * self.time_s, (), (piece,), None, (), {}, (),
        )  # fmt: skip


class Statue(Clockwork):
    """Nothing happens at all."""

    def frame(self) -> RiffRaffFrame:
        return replace(super().frame(), table_stage=TableStage.CHOOSING, hull_angle=0.0, pitch_angle=0.0, pieces=())


def playing(**options: float) -> Playback:
    return Playback(lambda seed: Clockwork(seed, **options), 7)


def test_time_passes_at_the_speed_chosen() -> None:
    playback = playing()
    playback.skip_thinking = False
    for speed in SPEEDS:
        playback.speed = speed
        before = playback.now_s
        for _ in range(10):
            playback.advance(0.02)
        assert playback.now_s - before == pytest.approx(0.2 * speed)


def test_speeds_go_up_and_down_and_stop_at_the_ends() -> None:
    playback = playing()
    seen = [playback.speed]
    for _ in range(4):
        playback.faster()
        seen.append(playback.speed)
    assert seen == [1, 2, 4, 8, 8]
    for _ in range(7):
        playback.slower()
    assert playback.speed == 0.125
    playback.speed = 100.0
    playback.faster()
    assert playback.speed == 100.0
    playback.slower()
    assert playback.speed == 8.0


def test_pause_stops_time_and_a_step_is_one_kept_frame() -> None:
    playback = playing()
    playback.advance(0.05)
    playback.toggle_pause()
    stopped = playback.now_s
    playback.advance(5.0)
    assert playback.now_s == stopped
    playback.toggle_pause()
    playback.step()
    assert playback.paused
    assert playback.now_s == pytest.approx(stopped + 1 / KEEP_HZ)


def test_a_long_wait_is_not_caught_up_with() -> None:
    playback = playing()
    playback.advance(60.0)
    assert playback.now_s == pytest.approx(LATEST_S)


def test_seeking_back_simulates_nothing_and_forward_only_what_is_new() -> None:
    playback = playing()
    playback.seek(4.0)
    match = playback.match
    asked = match.asked
    assert asked == pytest.approx(4 * KEEP_HZ, abs=1)
    playback.seek(-3.0)
    playback.seek(2.0)
    assert match.asked == asked
    assert playback.now_s == pytest.approx(3.0)
    playback.seek(2.0)
    assert match.asked == pytest.approx(5 * KEEP_HZ, abs=1)
    playback.seek(-100.0)
    assert playback.now_s == 0.0


@pytest.mark.slow
def test_the_whole_match_can_be_seen_again_and_its_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame_buffer.FrameBuffer, "most_frames", 3000)
    monkeypatch.setattr(frame_buffer, "FINE_S", 60.0)
    playback = playing()
    playback.seek(600.0)
    assert len(playback.frame_buffer) <= 3000
    late, early = playback.frame_buffer.frames[-900:], playback.frame_buffer.frames[:900]
    assert max(b.time_s - a.time_s for a, b in pairwise(late)) == pytest.approx(1 / KEEP_HZ)
    assert max(b.time_s - a.time_s for a, b in pairwise(early)) > 2 / KEEP_HZ
    playback.home()
    assert playback.now_s == 0.0
    playback.seek_to(123.456)
    assert playback.shown().time_s == pytest.approx(123.456)
    assert playback.shown().pieces[0].x == pytest.approx(1234.56, abs=0.01)


def test_what_stands_still_is_kept_only_once() -> None:
    playback = Playback(lambda seed: Statue(seed), 1)
    playback.seek(100.0)
    assert len(playback.frame_buffer) <= 3
    playback.seek_to(55.5)
    assert playback.shown().time_s == pytest.approx(55.5)


def test_steps_go_both_ways() -> None:
    playback = playing()
    playback.seek(2.0)
    playback.step_back()
    assert playback.paused
    assert playback.now_s == pytest.approx(2.0 - 1 / KEEP_HZ)
    playback.step()
    playback.step()
    assert playback.now_s == pytest.approx(2.0 + 1 / KEEP_HZ)


def test_the_last_seconds_again_in_slow_motion() -> None:
    playback = playing()
    playback.seek(10.0)
    playback.speed = 2.0
    playback.toggle_pause()
    playback.again()
    assert playback.now_s == pytest.approx(10.0 - AGAIN_S)
    assert (playback.paused, playback.pace) == (False, AGAIN_SPEED)
    assert "once more" in playback.words
    for _ in range(round(AGAIN_S / AGAIN_SPEED / 0.05)):
        assert playback.now_s < 10.0
        playback.advance(0.05)
    playback.advance(0.05)
    assert playback.pace == 2.0
    assert playback.now_s >= 10.0


def test_the_end_is_reached_without_halting_the_window() -> None:
    playback = playing(length_s=400.0)
    playback.end()
    rounds = 0
    while playback.words == "to the end …":
        playback.advance(0.016)
        rounds += 1
        assert rounds < 10_000
    assert playback.ended
    assert playback.now_s == pytest.approx(400.0)
    playback.home()
    playback.end()
    assert playback.ended


def test_a_place_on_the_bar_that_is_not_known_yet_is_reached_without_halting_the_window() -> None:
    playback = playing(length_s=400.0)
    playback.wind_to(300.0)
    assert playback.now_s < 300.0
    rounds = 0
    while playback.words == "simulating …":
        playback.advance(0.016)
        rounds += 1
        assert rounds < 10_000
    assert playback.now_s == 300.0
    # Not farther than it was asked for, and at once where it is known.
    assert playback.frame_buffer.ends_s < 301.0
    playback.wind_to(20.0)
    assert playback.now_s == 20.0
    playback.wind_to(350.0)
    playback.seek_to(30.0)
    playback.advance(0.016)
    assert playback.now_s == pytest.approx(30.016)


def test_looking_ahead_knows_the_future_and_moves_nothing() -> None:
    playback = playing(length_s=3.0)
    playback.paused = True
    while not playback.frame_buffer.complete:
        playback.look_ahead(0.001)
    assert (playback.now_s, playback.frame_buffer.ends_s) == (0.0, pytest.approx(3.0))


def test_a_paused_playback_is_simulated_a_minute_ahead_and_no_farther() -> None:
    playback = playing()
    playback.paused = True
    known_s = -1.0
    while known_s < playback.frame_buffer.ends_s:
        known_s = playback.frame_buffer.ends_s
        playback.look_ahead(math.inf)
    assert playback.frame_buffer.ends_s == pytest.approx(PAUSED_AHEAD_S, abs=0.1)


def test_long_thoughts_are_not_computed_while_something_moves() -> None:
    playback = playing()
    for _ in range(1000):
        playback.look_ahead(0.01)
    # The clockwork moves in the first second; the next one it thinks.
    assert playback.frame_buffer.ends_s == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize(("speed", "words"), [(0.125, "⅛×"), (0.25, "¼×"), (1.0, "1×"), (2.5, "2.5×")])
def test_speeds_in_words(speed: float, words: str) -> None:
    assert pace_words(speed) == words


def test_what_is_heard_is_what_was_played_and_no_leap() -> None:
    playback = Playback(lambda seed: FakeMatch(seed, FALL), 1)
    playback.frame_buffer.extend_to(math.inf)
    (fall,) = (h for h in playback.frame_buffer.cues if h.kind == "falls")
    heard = []
    playback.seek_to(fall.time_s - 0.5)
    assert playback.heard() == []
    for _ in range(30):
        playback.advance(1 / 30)
        heard += playback.heard()
    assert heard.count(fall) == 1
    playback.seek_to(fall.time_s + 1.0)
    playback.seek_to(fall.time_s - 0.2)
    assert playback.heard() == []
    playback.speed = 0.125
    for _ in range(60):
        playback.advance(1 / 15)
        heard += playback.heard()
    assert heard.count(fall) == 2


def test_the_end_is_the_end() -> None:
    playback = playing(length_s=1.0)
    playback.seek(30.0)
    assert playback.ended
    assert playback.now_s == pytest.approx(1.0)
    playback.advance(0.1)
    assert playback.shown().time_s == pytest.approx(1.0)
    playback.seek(-0.5)
    assert not playback.ended


def test_next_match_has_the_next_seed() -> None:
    playback = playing()
    playback.seek(3.0)
    playback.next_match()
    assert (playback.match.seed, playback.now_s) == (8, 0.0)


def test_thinking_is_skipped_unless_asked_for() -> None:
    playback = playing()
    playback.seek(0.99)
    playback.advance(0.05)
    assert playback.shown().table_stage is TableStage.LOADING
    assert playback.now_s == pytest.approx(2.0, abs=0.05)


@pytest.mark.parametrize("game", GAMES)
def test_the_match_goes_on_at_the_speed_that_is_shown(game: str) -> None:
    configuration = load_configuration(game, profile="draft")
    seats = seats_from(["casual"] * game_of(game).counts[0], game)
    playback = Playback(lambda seed: match_of(game).open(configuration, seats, seed), 3)
    for thinking in (True, False):
        playback.skip_thinking = not thinking
        for speed in SPEEDS:
            playback.speed = speed
            for _ in range(6):
                before_s = playback.now_s
                playback.advance(1 / 60)
                passed_s = playback.now_s - before_s
                assert f"speed {pace_words(speed)}" in playback.words
                if "no thinking" not in playback.words:
                    assert passed_s == pytest.approx(speed / 60), (speed, playback.words)
    while not playback.shown().thinking:
        playback.advance(LATEST_S)
    playback.advance(1 / 60)
    assert playback.words == "speed 8×, no thinking"
    playback.next_match()
    assert playback.words == "speed 8×", "nothing has been passed over yet"


def test_between_two_frames_everything_moves_on_evenly() -> None:
    playback = playing()
    playback.seek(1.0)
    playback.seek(-0.5 / KEEP_HZ)
    frame = playback.shown()
    assert frame.pieces[0].x == pytest.approx(10 * frame.time_s)
    assert frame.hull_angle == pytest.approx(0.01 * frame.time_s)
    assert frame.pitch_angle == pytest.approx(-0.02 * frame.time_s)


def test_what_is_put_elsewhere_or_turns_through_half_a_circle_does_not_glide() -> None:
    base = Clockwork().frame()
    pose = replace(base.pieces[0], x=0.0, angle=math.pi - 0.1)
    turned = replace(pose, angle=-math.pi + 0.1)
    far = replace(pose, x=2 * LEAP_MM)
    middle = replace(base, pieces=(pose,)).interpolate(replace(base, pieces=(turned,)), 0.5)
    assert abs(middle.pieces[0].angle) == pytest.approx(math.pi)
    assert replace(base, pieces=(pose,)).interpolate(replace(base, pieces=(far,)), 0.9).pieces[0].x == 0.0
    gone = replace(base, palms=(Pose(1, 2, 0),)).interpolate(replace(base, palms=()), 0.5)
    assert gone.palms == (Pose(1, 2, 0),)


def test_a_real_avalanche_is_kept_as_it_was() -> None:
    playback = Playback(lambda seed: FakeMatch(seed, FALL), 1)
    live = FakeMatch(1, FALL)
    seen = set()
    while not live.finished:
        playback.seek(1 / KEEP_HZ)
        live.advance(1 / KEEP_HZ)
        assert playback.shown().pieces == live.frame().pieces
        seen |= {piece.state for piece in live.frame().pieces}
    assert seen >= {PieceState.HELD, PieceState.ABOARD, PieceState.FALLING}
    playback.seek(-1.0)
    playback.seek(1.0)
    assert playback.shown().pieces == live.frame().pieces
