"""How a match that is watched begins: a short title, a quick opening, something soon, and skips that are said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from scenes.playback import playback as playing
from scenes.playback.cues import MARKS
from scenes.playback.frame_buffer import STILL_S, FrameBuffer
from scenes.playback.playback import SAID_FOR_S, Playback
from scenes.playback.title import TITLE_S, title_lines
from sim.configuration import load_configuration
from sim.games.riff_raff.match.frame import RiffRaffFrame, TableStage
from sim.match.seats import seats_from
from sim.protocols import Match
from sim.spec import GAMES, game_of, match_of
from tests.scenes.fake_match import FALL, FakeMatch

FRAME_S = 1 / 60
OPENING_S = 3.0
SOON_S = 20.0


@dataclass
class Ponderous(FakeMatch):
    """A match in which players think from the second second to the twentieth, and whose end is not marked."""

    def frame(self) -> RiffRaffFrame:
        thinks = 2.0 <= self.time_s < 20.0
        return replace(super().frame(), table_stage=TableStage.THINKING if thinks else TableStage.WATCHING)


def opener(game: str, skills: tuple[str, ...] = ()) -> Callable[[int], Match]:
    configuration = load_configuration(game, profile="draft")
    seats = seats_from(skills or ("casual",) * game_of(game).counts[-1], game)
    return lambda seed: match_of(game).open(configuration, seats, seed)


def seen_s_until_heard(playback: Playback, *kinds: str) -> float:
    """Return how much wall time passes until a cue of these kinds (none: any) is heard; at most SOON_S."""
    passed_s = 0.0
    while passed_s < SOON_S:
        playback.advance(FRAME_S)
        passed_s += FRAME_S
        if any(not kinds or cue.kind in kinds for cue in playback.heard()):
            break
    return passed_s


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_an_opening_takes_three_seconds_unless_it_is_asked_for(game: str, seed: int) -> None:
    playback = Playback(opener(game), seed)
    assert seen_s_until_heard(playback) <= OPENING_S
    playback.home()
    playback.skip_thinking = False
    before_s = playback.now_s
    playback.advance(FRAME_S)
    assert playback.now_s - before_s == pytest.approx(FRAME_S)


@pytest.mark.parametrize("game", GAMES)
def test_from_a_mark_something_happens_within_twenty_seconds(game: str) -> None:
    playback = Playback(opener(game, ("casual",) * 4), 3, from_mark=True)
    while playback.winding:
        playback.advance(FRAME_S)
    assert seen_s_until_heard(playback, *MARKS) < SOON_S - TITLE_S


@pytest.mark.study
@pytest.mark.parametrize("game", GAMES)
def test_with_any_of_twenty_seeds_too(game: str) -> None:
    for seed in range(1, 21):
        playback = Playback(opener(game, ("casual",) * 4), seed, from_mark=True)
        while playback.winding:
            playback.advance(FRAME_S)
        assert seen_s_until_heard(playback, *MARKS) < SOON_S - TITLE_S, seed


def test_where_a_playback_begins_does_not_depend_on_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []
    for winding_s in (1e-4, 60.0):
        monkeypatch.setattr(playing, "WINDING_S", winding_s)
        playback = Playback(lambda seed: FakeMatch(seed, FALL), 1, from_mark=True)
        while playback.winding:
            playback.advance(FRAME_S)
        begun.append(playback.now_s)
    assert begun[0] == begun[1]
    (fall, *_) = (cue for cue in playback.frame_buffer.cues if cue.kind == "falls")
    assert playback.frame_buffer.begins_s <= begun[0] < fall.time_s


def test_a_match_in_which_nothing_is_marked_begins_at_its_beginning() -> None:
    playback = Playback(lambda seed: Ponderous(seed, FALL[:1]), 1, from_mark=True)
    for _ in range(1000):
        playback.advance(FRAME_S)
        if not playback.winding:
            break
    assert not [cue for cue in playback.frame_buffer.cues if cue.kind in MARKS]
    assert (playback.winding, playback.now_s) == (False, playback.frame_buffer.begins_s)


# ------------------------------------------------------------------------------------------ skips


def test_a_long_skip_is_said_and_what_was_skipped_can_be_seen_by_going_back() -> None:
    playback = Playback(lambda seed: Ponderous(seed, FALL, thinking_s=9.0), 1)
    playback.frame_buffer.extend_to(1e9)
    assert playback.frame_buffer.ends_s > 20.5, "the match goes on after that"
    playback.seek_to(1.9)
    while playback.skipped_to_s is None:
        assert playback.now_s < 20.5
        playback.advance(FRAME_S)
    assert playback.skipped_to_s == playback.now_s == pytest.approx(20.0, abs=0.1)
    look = playback.look
    playback.paused = True
    for _ in range(round(SAID_FOR_S / FRAME_S) + 2):
        playback.advance(FRAME_S)
    assert playback.skipped_to_s is None
    assert playback.look != look, "the window draws it away"
    playback.seek(-5.0)
    assert playback.shown().table_stage is TableStage.THINKING
    assert playback.skipped_to_s is None


@pytest.mark.slow
def test_a_verdict_in_a_pause_is_heard_and_seen() -> None:
    playback = Playback(opener("zack", ("casual",) * 4), 2)
    buffer = playback.frame_buffer
    assert isinstance(buffer, FrameBuffer)
    buffer.extend_to(120.0)
    verdicts = [c for c in buffer.cues if c.kind == "challenge" and buffer.near(c.time_s).thinking]
    assert verdicts, "otherwise this tests nothing"
    for verdict in verdicts:
        playback.seek_to(verdict.time_s - 1.0)
        shown_s, heard = 0.0, False
        while playback.now_s <= verdict.time_s + STILL_S:
            before_s = playback.now_s
            playback.advance(FRAME_S)
            shown_s += FRAME_S * (before_s >= verdict.time_s)
            heard = heard or verdict in playback.heard()
        assert heard
        assert shown_s >= STILL_S - 2 * FRAME_S


# ------------------------------------------------------------------------------------------ the title


@pytest.mark.parametrize("game", GAMES)
def test_a_title_has_at_most_twelve_words_a_line(game: str) -> None:
    most = game_of(game).counts[-1]
    for skills in (("casual",) * most, ("casual", "skilled") * (most // 2)):
        lines = title_lines(opener(game, skills)(1))
        assert lines[0] == game_of(game).title
        assert all(0 < len(line.split()) <= 12 for line in lines), lines


def titled() -> Any:
    from scenes.playback.watch_view import WatchScene

    scene = WatchScene(Playback(opener("riff-raff"), 1), 640, 400)
    scene.put_title()
    return scene


def test_a_title_is_gone_after_two_seconds_and_nothing_is_missed(screen: Any) -> None:
    scene = titled()
    begun_s = scene.playback.now_s
    scene.show()
    with_title = screen.picture(scene)
    passed_s = 0.0
    while scene.title is not None:
        assert scene.playback.now_s == begun_s
        scene.update(FRAME_S)
        passed_s += FRAME_S
    assert passed_s == pytest.approx(TITLE_S, abs=0.1)
    scene.show()
    assert screen.picture(scene) != with_title
    scene.playback.next_match()
    scene.update(FRAME_S)
    assert scene.title is not None, "the next match has its own"


def test_a_key_or_a_click_removes_a_title_and_a_click_does_no_more(screen: Any) -> None:
    from pyglet.window import key, mouse

    scene = titled()
    scene.on_key_press(key.SPACE, 0)
    assert (scene.title, scene.playback.paused) == (None, True)
    scene = titled()
    scene.on_mouse_press(320.0, 3.0, mouse.LEFT, 0)
    assert scene.title is None
    assert scene.playback.now_s == scene.playback.frame_buffer.begins_s, "not taken for a click on the bar"


def test_a_click_without_a_title_is_a_click(screen: Any) -> None:
    from pyglet.window import mouse

    scene = titled()
    scene.title = None
    scene.playback.frame_buffer.extend_to(30.0)
    scene.show()
    scene.on_mouse_press(320.0, 3.0, mouse.LEFT, 0)
    assert scene.playback.now_s > scene.playback.frame_buffer.begins_s
