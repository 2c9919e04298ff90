"""What has been seen of a match that is played: what is kept of it, and which of it is shown again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scenes.play.recent import AFTER_S, BEFORE_S, LEAP_S, Seen
from scenes.playback.cues import Cue, listener_of
from scenes.playback.frame_buffer import FrameBuffer
from scenes.playback.theatre import Highlights
from tests.scenes.fake_match import FALL, FakeMatch

FRAME_S = 1 / 60


def after_a_match() -> tuple[Seen, list[Cue], FakeMatch]:
    match = FakeMatch(1, FALL)
    listener, recent, cues = listener_of(match), Seen(match), list[Cue]()
    assert recent.span is None
    while not match.finished:
        match.advance(FRAME_S)
        heard = listener.hear(match.frame())
        recent.note(match.frame(), heard)
        cues += heard
    return recent, cues, match


def test_the_last_thing_that_happened_is_shown_again_as_it_was() -> None:
    recent, cues, _ = after_a_match()
    last = max(cue.time_s for cue in cues if cue.kind in ("falls", "table", "catch", "knock"))
    assert recent.span is not None
    start_s, end_s = recent.span
    assert start_s == pytest.approx(last - BEFORE_S)
    assert last < end_s <= last + AFTER_S
    again = FakeMatch(1, FALL)
    while again.time_s < last - 0.5:
        again.advance(FRAME_S)
    shown = {piece.name: piece.y for piece in recent.at(again.time_s).pieces}
    assert shown == pytest.approx({piece.name: piece.y for piece in again.frame().pieces}, abs=12.0)


def test_all_of_a_match_is_kept_as_a_watched_one_is() -> None:
    seen, cues, match = after_a_match()
    assert seen.whole
    assert seen.cues == cues
    watched = FrameBuffer(FakeMatch(1, FALL))
    watched.extend_to(1e9)
    assert len(seen) == pytest.approx(len(watched), abs=3)
    assert seen.last == match.frame()
    best = Highlights(seen)
    assert best.match is match
    assert best.spans


def test_a_match_of_which_a_part_was_skipped_is_not_whole() -> None:
    match = FakeMatch(1, FALL)
    seen = Seen(match)
    while not match.finished:
        match.advance(2 * LEAP_S)
        seen.note(match.frame(), ())
    assert not seen.whole


def test_an_attempt_that_is_undone_is_not_shown_again() -> None:
    recent, _, match = after_a_match()
    recent.note(replace(match.frame(), time_s=1.0), ())
    assert recent.span is None
