"""What is heard and marked in a match of ZIGZAG, and how dramatic it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scenes.games.zigzag.cues import BOTH, BUMP, CONFIRMED, CONTRE, LAST, LATE, RIGHT, WRONG, Listener, moments
from scenes.playback.cues import Cue
from sim.games.zigzag.match.frame import (
    CardGrabbed,
    CardLies,
    CardView,
    HandState,
    HandView,
    PowerSpoken,
    TableStage,
    ZigzagFrame,
)
from sim.games.zigzag.rules import events
from sim.games.zigzag.rules.cards import Card
from sim.games.zigzag.rules.vocabulary import Call
from tests.games.zigzag.scenes.frames import (
    NAMES,
    configuration,
    frame_of,
    happened,
    judged,
    lying,
    people,
    said,
    static_scene,
    with_seat,
)

QUIET = frame_of(static_scene())
STOPPED = happened(QUIET, events.StopPlaced("Anne", NAMES[1], Card.STOP_ACCESSORY))


def after(*frames: ZigzagFrame) -> list[Cue]:
    """What happens from one frame to the next, a tenth of a second apart."""
    listener, told = Listener(static_scene()), []
    for number, frame in enumerate(frames):
        told += listener.hear(replace(frame, time_s=10.0 + 0.1 * number))
    return told


def kinds(cues: list[Cue]) -> list[str]:
    return [cue.kind for cue in cues]


def held_by_anne(card: CardView) -> CardView:
    return replace(card, name=f"{card.name}@Anne", held_by="Anne")


def test_a_card_is_heard_when_it_is_laid_and_when_it_is_taken() -> None:
    card = lying("air.blue.none", 0.0, 0.0)
    laid = happened(replace(QUIET, cards=(card,)), CardLies(card.name))
    taken = happened(replace(laid, cards=(held_by_anne(card),)), CardGrabbed("Anne", card.name))
    assert kinds(after(QUIET, laid)) == ["card"]
    assert kinds(after(laid, taken)) == ["card"]
    assert kinds(after(laid, laid)) == []


def test_whoever_comes_too_late_for_a_card_is_named() -> None:
    card = lying("air.blue.none", 0.0, 0.0)
    reaching = HandView(HandState.REACHING, None, "air.blue.none", 40.0, 0.0)
    before = with_seat(replace(QUIET, cards=(card,)), 2, hand=reaching)
    gone = happened(replace(before, cards=(held_by_anne(card),)), CardGrabbed("Anne", card.name))
    told = after(before, gone)
    assert kinds(told) == ["card", "miss"]
    assert told[1].words == "Anne is first at air, blue, no accessory; too late for Cleo"
    # From far away nothing is lost.
    far = with_seat(before, 2, hand=replace(reaching, x=300.0))
    assert kinds(after(far, gone)) == ["card"]


def test_hands_that_meet_are_heard_once() -> None:
    def hands(apart_mm: float) -> ZigzagFrame:
        first = with_seat(QUIET, 0, hand=HandView(HandState.REACHING, None, None, 0.0, 0.0))
        return with_seat(first, 1, hand=HandView(HandState.LAYING, None, None, apart_mm, 0.0))

    assert kinds(after(hands(200.0), hands(62.0), hands(61.0))) == ["beside"]


@pytest.mark.parametrize(
    ("frame", "kind", "words"),
    [
        (
            STOPPED,
            "stop",
            "STOP accessory before Bartholomew of the Deep",
        ),
        (happened(QUIET, PowerSpoken("Anne", "swap!")), "stop", "Anne: swap!"),
        (judged(QUIET), "challenge", "Anne: ZIG! Right! ZIG is ticked."),
        (judged(QUIET, "contre", success=False), "challenge", ""),
        (happened(QUIET, events.SetStarted(3, None), events.HandStarted(3, 1)), "game", "Set 3"),
        (happened(QUIET, events.HandStarted(2, 4)), "turn", "Hand 4"),
        (replace(QUIET, table_stage=TableStage.OVER), "end", "The end"),
    ],
)
def test_rulings_are_told(frame: ZigzagFrame, kind: str, words: str) -> None:
    told = after(QUIET, frame)
    assert kinds(told) == [kind]
    assert told[0].words.startswith(words)


def test_an_announcement_is_told_when_it_has_been_looked_at() -> None:
    announced = happened(with_seat(QUIET, 0, voice=said("ZIG!")), events.Announced("Anne", Call.ZIG))
    assert not after(QUIET, announced)
    assert not after(
        QUIET, happened(with_seat(QUIET, 0, voice=said("CONTRE!", is_contre=True)), events.ContreCalled("Anne", 1))
    )
    assert kinds(after(announced, judged(announced))) == ["challenge"]


def test_an_event_is_heard_once_and_none_that_is_older_than_the_first_frame() -> None:
    stopped = happened(QUIET, events.StopPlaced("Anne", "Cleo", Card.STOP_ACCESSORY))
    assert kinds(after(QUIET, stopped, stopped, stopped)) == ["stop"]
    assert not after(stopped, stopped)
    # A frame without events forgets none, and one of an earlier set begins to count anew.
    assert kinds(after(QUIET, stopped, QUIET, stopped)) == ["stop"]
    listener = Listener(static_scene())
    listener.hear(happened(stopped, events.HandStarted(2, 4)))
    listener.hear(replace(QUIET, time_s=0.0))
    assert kinds(list(listener.hear(replace(stopped, time_s=0.1)))) == ["stop"]


def test_nothing_is_heard_after_a_jump() -> None:
    listener = Listener(static_scene())
    listener.hear(QUIET)
    assert not listener.hear(replace(happened(QUIET, events.SetStarted(9, None)), time_s=QUIET.time_s + 5.0))


@pytest.mark.parametrize(
    ("kind", "success", "worth", "title"),
    [
        ("zig", True, RIGHT, "ZIG!"), ("double_zig", True, RIGHT + BOTH, "DOUBLE-ZIG!"), ("zag", False, WRONG, "ZAG!"),
        ("contre", True, CONTRE + CONFIRMED, f"CONTRE to {NAMES[1]} and Dirk!"),
        ("contre", False, CONTRE, f"CONTRE to {NAMES[1]} and Dirk!"),
    ],
)  # fmt: skip
def test_drama_of_what_is_called(kind: str, success: bool, worth: float, title: str) -> None:
    called = judged(QUIET, kind, success)
    frames = [replace(called, time_s=QUIET.time_s + step) for step in range(8)]
    found = moments(frames, [Cue(frames[3].time_s, "challenge", 1.0, "what the sound is of")])
    assert [moment.drama for moment in found] == [pytest.approx(worth)]
    assert found[0].title == f"Set 2: Anne: {title}"
    assert found[0].start_s < frames[3].time_s < found[0].end_s


def test_drama_of_hands() -> None:
    frames = [replace(QUIET, time_s=float(step)) for step in range(30)]
    told = [
        Cue(5.0, "miss", 0.6, "a"),
        Cue(6.0, "beside", 0.4, "b"),
        Cue(20.0, "end", 1.0, "The end"),
    ]
    found = moments(frames, told)
    assert [moment.drama for moment in found] == [pytest.approx(LATE + BUMP), pytest.approx(LAST)]
    assert len(moments(frames, [])) == 1


@pytest.mark.slow
def test_a_whole_match_is_heard() -> None:
    from sim.games.zigzag.match import ZigzagMatch as Match

    match = Match(configuration(), people(person=False), 5)
    listener, told = Listener(match.static_scene), []
    for _ in range(1200):
        match.advance(0.1)
        told += listener.hear(match.frame())
        if match.finished:
            break
    found = set(kinds(told))
    assert {"card", "turn", "challenge"} <= found
    assert all(0.0 <= cue.strength <= 1.0 for cue in told)
