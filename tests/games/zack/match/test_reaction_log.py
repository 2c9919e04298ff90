"""How soon a hand moved on its cue at Zack!, as the hand log has it: times that nothing but a fit reads."""

from __future__ import annotations

from typing import Any

import pytest

from sim.games.zack.bots.percepts import Landed, Missed, Percept, Resumed, Shown, Stopped
from sim.games.zack.bots.turn_reading import CardFace, due_of
from sim.games.zack.match.hand_log_entries import MISS, TURN, Eyes

SEATS, LAG_S = 4, 0.1
COLOURS = ("blue", "green", "yellow", "red")
RIGHT = CardFace("R", "R", 0, False, thrower=0, colours=COLOURS)
DUE = due_of(RIGHT, SEATS)
OPPOSITE, BESIDE = 2, 3


def logged(seat: int, *seen: Percept, at_s: float, what: str = TURN) -> Any:
    """The line of someone whose hand moves then, after they have seen that."""
    eyes = Eyes(seat, SEATS, LAG_S)
    for percept in seen:
        eyes.sees(percept)
    return eyes.moves(at_s, what)


@pytest.mark.parametrize(
    ("percept", "bits"),
    [(Shown(5.0, "a", RIGHT), 2.0), (Landed(5.0, "a", RIGHT), 2.0), (Resumed(5.0, DUE), 0.0)],
    ids=lambda value: type(value).__name__,
)
def test_a_turn_is_timed_from_when_its_cue_could_be_seen(percept: Percept, bits: float) -> None:
    line = logged(DUE, percept, at_s=5.4)
    assert line["cue"] == TURN
    assert line["rt_ms"] == pytest.approx(300.0)
    assert (line["bits"], line["correct"]) == (bits, True)
    assert line["conflict"] is not isinstance(percept, Resumed), "only what a card says can conflict"
    assert logged(DUE, percept, at_s=5.05) is None, "it moved before the cue"
    assert logged(OPPOSITE, percept, at_s=5.4)["correct"] is False


def test_a_miss_is_timed_for_the_one_who_picks_up_and_frees_the_others() -> None:
    missed = Missed(2.0, "a", 1, 300.0, 1)
    line = logged(1, missed, at_s=2.35, what=MISS)
    assert (line["cue"], line["bits"], line["correct"], line["conflict"]) == (MISS, 0.0, True, False)
    assert line["rt_ms"] == pytest.approx(250.0)
    assert logged(0, missed, at_s=2.35, what=MISS) is None
    assert logged(0, missed, at_s=2.35)["correct"] is False
    assert logged(2, Missed(2.0, "a", 1, 300.0, 2), at_s=2.35)["correct"] is True


def test_left_and_right_conflict_for_those_who_sit_opposite() -> None:
    shown = Shown(5.0, "a", RIGHT)
    assert [logged(seat, shown, at_s=6.0)["conflict"] for seat in (OPPOSITE, BESIDE)] == [True, True]
    plain = Shown(5.0, "a", CardFace("circle:green", "circle:green", 0, False, thrower=0, colours=COLOURS))
    assert logged(OPPOSITE, plain, at_s=6.0)["conflict"] is False
    far = Eyes(1, 6, LAG_S)
    far.sees(shown)
    line = far.moves(6.0, TURN)
    assert (line["conflict"], round(line["bits"], 3)) == (False, 2.585)


def test_a_cue_is_answered_once_and_a_stop_ends_it() -> None:
    eyes = Eyes(DUE, SEATS, LAG_S)
    eyes.sees(Shown(5.0, "a", RIGHT))
    # Read in flight, it says nothing new when it lands.
    eyes.sees(Landed(5.2, "a", RIGHT))
    line = eyes.moves(5.5, TURN)
    assert line["rt_ms"] == pytest.approx(400.0)
    assert eyes.moves(5.6, TURN) is None
    assert logged(DUE, Shown(5.0, "a", RIGHT), Stopped(5.1), at_s=5.5) is None
    # The cue in a card of one's own calls for the movement after the one that throws it.
    own = Eyes(0, SEATS, LAG_S)
    own.sees(Shown(5.0, "a", RIGHT))
    assert own.moves(5.3, TURN) is None
    after = own.moves(5.5, TURN)
    assert after["rt_ms"] == pytest.approx(400.0)
