"""What is heard of a match of ZATRE, and which turns are dramatic."""

from __future__ import annotations

import pytest

from scenes.games.zatre.cues import GLIDE_S, Listener, moments
from sim.configuration import load_configuration
from sim.games.zatre.match import ZatreMatch as Match
from sim.games.zatre.match.frame import (
    BagEmptied,
    FrameEvent,
    Gains,
    MatchEnded,
    RunView,
    TableStage,
    TileView,
    TurnBegan,
    TurnRuled,
    ZatreFrame,
)
from sim.seat import Seat
from tests.games.zatre.scenes.frames import NAMES, SCENERY, SHEET, events, frame


def ruled(gains: Gains, tiles: int = 2, turn: int = 1, **totals: int) -> TurnRuled:
    return TurnRuled(turn, "Ada", gains, tiles, totals)


def heard(*frames: ZatreFrame) -> list[str]:
    listener = Listener(SCENERY)
    return [cue.kind for one in frames for cue in listener.hear(one)]


def test_a_tile_knocks_when_it_comes_down() -> None:
    put = TileView(7, 7, 6, "Ada", True, 5.0)
    now = [
        frame(time_s=5.0 + GLIDE_S + late, table_stage=TableStage.PLACED, gains=None, board=(put,))
        for late in (-0.1, 0.0, 0.1)
    ]
    assert heard(*now) == ["knock"]


def test_points_are_heard_once_and_a_great_turn_is_marked() -> None:
    before = frame(time_s=9.9, table_stage=TableStage.PLACED, gains=None)
    few = events(ruled(Gains("Ada", (RunView(((7, 7), (7, 8)), 11, 2),))))
    assert heard(before, frame(events=few), frame(time_s=10.1, events=few)) == ["score"]
    runs = (RunView(((7, 7), (7, 8)), 12, 4), RunView(((7, 7), (8, 7)), 12, 4))
    assert heard(before, frame(events=events(ruled(Gains("Ada", runs))))) == ["catch"]


def test_nothing_to_place_the_last_turn_and_the_end_are_told() -> None:
    before = frame(time_s=9.9, table_stage=TableStage.PLACED, gains=None, board=())
    nothing = ruled(Gains("Ada"), tiles=0)
    assert heard(before, frame(board=(), events=events(nothing))) == ["miss"]
    assert heard(before, frame(events=events(ruled(Gains("Ada"))))) == []
    assert heard(frame(), frame(time_s=10.1, events=events(BagEmptied()))) == ["round"]
    assert heard(frame(), frame(time_s=10.1, events=events(MatchEnded(("Ada",))))) == ["end"]
    begun = events(nothing, TurnBegan(2, "Bert"))
    assert heard(frame(events=begun[:1]), frame(time_s=10.1, events=begun)) == ["turn"]


def test_a_jump_is_silent() -> None:
    ended = events(ruled(Gains("Ada"), tiles=0), MatchEnded(("Ada",)))
    assert heard(frame(time_s=2.0), frame(events=ended)) == []
    assert heard(frame(), frame(time_s=9.0, events=ended)) == []
    assert heard(frame(time_s=2.0), frame(events=ended), frame(time_s=10.1, events=ended)) == []


def test_a_turn_that_takes_the_lead_is_more_dramatic() -> None:
    first = FrameEvent(0, 1.0, ruled(Gains("Ada"), Ada=30, Bert=40))
    found = []
    for total in (41, 39):
        second = FrameEvent(1, 5.0, ruled(Gains("Ada"), turn=2, Ada=total, Bert=40))
        shown = [frame(turn=1, time_s=1.0, events=(first,)), frame(turn=2, time_s=5.0, events=(first, second))]
        found.append(moments(shown, ()))
    assert [len(one) for one in found] == [2, 2]
    assert found[0][1].drama > found[1][1].drama + 0.5
    assert "takes the lead" in found[0][1].outcome
    assert "takes the lead" not in found[1][1].outcome


@pytest.mark.slow
def test_every_turn_of_a_match_is_a_moment() -> None:
    seats = tuple(Seat(name, "casual", "random") for name in NAMES[:2])
    match = Match(load_configuration("zatre"), seats, 5)
    frames, listener, told = [match.frame()], Listener(SCENERY), []
    while not match.finished:
        match.advance(0.2)
        frames.append(match.frame())
        told += listener.hear(frames[-1])
    found = moments(frames, told)
    assert len(found) == frames[-1].turn
    assert [cue.kind for cue in told].count("end") == 1
    assert sum(cue.kind == "knock" for cue in told) == len(frames[-1].board)
    assert max(found, key=lambda moment: moment.drama).drama >= 1.0
    assert found[-1].end_s == frames[-1].time_s
    assert found[-1].outcome.endswith(("win", "wins"))
    assert SHEET.total == 44
