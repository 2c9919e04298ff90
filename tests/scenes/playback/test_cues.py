"""Each event of a match has one cue: what is counted in the frames' events is counted again in the cues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import pytest

from scenes.playback.cues import listener_of
from scenes.playback.frame_buffer import FrameBuffer
from sim.configuration import load_configuration
from sim.games.riff_raff.match.frame import PieceEvent, PieceState
from sim.match.seats import seats_from
from sim.protocols import Frame
from sim.spec import match_of
from tests.scenes.fake_match import CALM, FALL, STORM, FakeMatch

UNTIL_S = {"zack": 120.0, "zigzag": 40.0, "zatre": 240.0}
CUES_OF = {
    "zack": {"Judged": ("challenge",), "PlayStopped": ("stop",)},
    "zigzag": {"PowerSpoken": ("stop",), "AnnouncementJudged": ("challenge",), "SetStarted": ("game",)},
    "zatre": {"TurnBegan": ("turn",)},
}
"""Kinds of events, and the cues of which each has one."""


@cache
def heard(game: str) -> tuple[FrameBuffer, Counter[str]]:
    seats = seats_from(["casual"] * 4, game)
    match = match_of(game).open(load_configuration(game, None, "draft"), seats, 2, lambda _line: None)
    buffer = FrameBuffer(match, listener_of(match))
    buffer.extend_to(UNTIL_S[game])
    return buffer, Counter(cue.kind for cue in buffer.cues)


def events_of(frames: Iterable[Frame]) -> Counter[str]:
    """Count the events of the frames but the first by their kinds, each once."""
    found: dict[object, str] = {}
    frames = list(frames)
    begun = set(map(_identity, frames[0].events))
    for frame in frames[1:]:
        found |= {_identity(event): type(getattr(event, "what", event)).__name__ for event in frame.events}
    return Counter(kind for event, kind in found.items() if event not in begun)


def _identity(event: object) -> object:
    return getattr(event, "number", event)


@pytest.mark.parametrize("game", CUES_OF)
def test_an_event_has_one_cue(game: str) -> None:
    buffer, cues = heard(game)
    events = events_of(buffer.frames)
    for kind, names in CUES_OF[game].items():
        assert events[kind] > 0, kind
        assert sum(cues[name] for name in names) == events[kind], kind


def test_a_card_that_lands_has_one_cue() -> None:
    buffer, cues = heard("zack")
    flew = ("air", "held")
    landed = sum(
        old.state.value in flew and new.state.value not in flew
        for before, after in pairwise(buffer.frames)
        for old in before.cards
        for new in after.cards
        if old.name == new.name
    )
    assert cues["card"] + cues["rim"] + cues["beside"] == landed > 10


def test_a_tile_that_is_put_down_has_one_cue() -> None:
    buffer, cues = heard("zatre")
    assert cues["knock"] == len(buffer.last.board) - len(buffer.frames[0].board) > 5


@pytest.mark.parametrize("placements", [FALL, (*CALM, *STORM)])
def test_a_piece_that_falls_has_one_cue_there_and_one_where_it_ends(placements: tuple[tuple[str, ...], ...]) -> None:
    match = FakeMatch(placements=placements)
    buffer = FrameBuffer(match, listener_of(match))
    buffer.extend_to(1000.0)
    events = {event for frame in buffer.frames for event in frame.events if isinstance(event, PieceEvent)}
    cues = Counter(cue.kind for cue in buffer.cues)
    ended = {what: {event.name for event in events if event.what == what} for what in ("slips", "falls", "caught")}
    assert cues["falls"] == len(ended["slips"] | ended["falls"]) > 0
    assert (cues["splash"], cues["catch"]) == (len(ended["falls"]), len(ended["caught"]))


def test_neither_a_free_fall_nor_a_landing_is_a_knock() -> None:
    """The last of these pieces rolls off a yard while everything else lies still."""
    match = FakeMatch(placements=FALL)
    buffer = FrameBuffer(match, listener_of(match))
    buffer.extend_to(1000.0)
    (falls,) = (cue.time_s for cue in buffer.cues if cue.kind == "falls")
    (ends,) = (cue.time_s for cue in buffer.cues if cue.kind in ("splash", "catch"))
    assert any(piece.state is PieceState.FALLING for piece in buffer.near(falls).pieces)
    assert [cue for cue in buffer.cues if cue.kind == "knock" and falls - 0.1 < cue.time_s < ends + 1.0] == []
