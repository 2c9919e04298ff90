"""Practice: one slot, a mark, attempts without end, and back again."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sim.errors import InputError
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import Practice
from sim.games.riff_raff.match.frame import TableStage
from sim.games.riff_raff.match.intents import TakePiece
from sim.rules_frame import IllegalAction
from sim.seat import Seat
from tests.games.riff_raff.match.by_hand import follow, glide, grip_above, set_down, wait

ME = Seat("You", "casual", "person")


def test_attempts_follow_each_other_and_are_taken_back(configuration: RiffRaffConfiguration) -> None:
    practice = Practice(configuration, ME, 4, slot=6, piece="crate")
    logged: list[dict[str, Any]] = []
    practice.note_hand = logged.append
    wait(practice, lambda: practice.waits_for == ("You",))
    mark = practice.mark
    assert (mark.kind, mark.fore_mm, mark.angle) == ("crate", 0.0, 0.0)
    before = practice.table.snapshot
    with pytest.raises(IllegalAction, match="no attempt"):
        practice.undo()
    with pytest.raises(IllegalAction, match="practice with crate"):
        practice.act(TakePiece(by="You", piece="rat"))
    set_down(practice, "You", "crate", 6, mark.x_mm)
    assert (practice.kept, practice.tries) == (1, 1)
    assert "of the mark" in practice.ticker[-1].text
    assert logged[0]["aim_x_mm"] == mark.x_mm
    assert logged[0]["aim_angle_rad"] == 0.0
    assert abs(logged[0]["x_mm"] - mark.x_mm) < 2.0
    assert logged[0]["by"] == "You"
    wait(practice, lambda: practice.question("You") == "place")
    assert [piece.kind for piece in practice.frame().pieces] == ["crate"]
    assert practice.mark != mark
    practice.undo()
    assert (practice.table.snapshot, practice.kept, practice.tries, practice.mark) == (before, 0, 0, mark)
    assert not practice.finished


def test_an_attempt_says_when_and_where_the_hand_let_go_and_what_came_of_it(
    configuration: RiffRaffConfiguration,
) -> None:
    practice = Practice(configuration, ME, 4, slot=6, piece="crate")
    logged: list[dict[str, Any]] = []
    practice.note_hand = logged.append
    wait(practice, lambda: practice.waits_for == ("You",))
    assert practice.attempted is None
    assert not practice.let_go
    began_ms, mark = 1000.0 * practice.time_s, practice.mark
    set_down(practice, "You", "crate", 6, mark.x_mm)
    attempted = practice.attempted
    assert attempted is not None
    assert attempted.outcome == "aboard"
    assert (attempted.fallen, attempted.caught, attempted.by_keys) == (0, 0, False)
    assert (attempted.x_mm, attempted.aim_x_mm, attempted.aim_y_mm) == (logged[0]["x_mm"], mark.x_mm, mark.y_mm)
    assert (attempted.from_x_mm, attempted.from_y_mm) == pytest.approx(logged[0]["path"][0][:2], abs=0.001)
    assert attempted.taken_ms == pytest.approx(began_ms, abs=20.0)
    # It was carried for 1 s and lowered for 0.9 s.
    assert attempted.released_ms - attempted.taken_ms == pytest.approx(1900.0, abs=40.0)
    wait(practice, lambda: practice.question("You") == "place")
    practice.table.mouse.point(practice.now_s, 260.0, 150.0)
    practice.act(TakePiece(by="You", piece="crate"))
    follow(practice, glide((260.0, 150.0), (420.0, 220.0), 0.3), 0.15)
    practice.table.mouse.let_go(practice.now_s)
    wait(practice, lambda: practice.let_go)
    assert practice.attempted is attempted, "not before it has come to rest"
    wait(practice, lambda: practice.tries == 2)
    thrown = practice.attempted
    assert (thrown.outcome, thrown.fallen, thrown.caught) == ("fallen", 1, 0)
    assert thrown.vx_mm_s > 300.0


def test_while_a_piece_is_held_nothing_is_taken_back(configuration: RiffRaffConfiguration) -> None:
    practice = Practice(configuration, ME, 4)
    practice.advance(0.1)
    practice.act(TakePiece(by="You", piece="rat"))
    practice.advance(0.2)
    assert practice.table.holds
    with pytest.raises(IllegalAction, match="Let go"):
        practice.undo()
    assert practice.frame().seats[0].supply["rat"] == 0
    practice.table.put_back()
    practice.advance(0.1)
    assert practice.table.stage is TableStage.THINKING


def test_a_ship_laden_beforehand_is_the_same_for_the_same_seed(configuration: RiffRaffConfiguration) -> None:
    one, two = (Practice(configuration, ME, 9, aboard=6) for _ in range(2))
    other = Practice(configuration, ME, 10, aboard=6)
    assert len(one.table.snapshot.cargo) == 6
    assert one.table.snapshot == two.table.snapshot != other.table.snapshot
    assert abs(one.table.snapshot.hull.angle) < math.radians(15)


@pytest.mark.parametrize(
    ("wrong", "said"), [({"slot": 11}, "slot"), ({"piece": "anchor"}, "piece"), ({"aboard": 40}, "aboard")]
)
def test_what_cannot_be_practised_is_said(
    configuration: RiffRaffConfiguration, wrong: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        Practice(configuration, ME, 1, **wrong)


@pytest.mark.parametrize("slot", range(1, 11))
def test_marks_lie_within_every_slot(configuration: RiffRaffConfiguration, slot: int) -> None:
    where = configuration.setup.ship.slot(slot)
    for kind in ("plank", "sailor", "barrel"):
        practice = Practice(configuration, ME, slot, slot=slot, piece=kind)
        assert where.wood_left_mm - 20 < practice.mark.x_mm < where.wood_right_mm + 20
        assert (practice.mark.x_mm > 0) == (where.side > 0)


@pytest.mark.parametrize("slot", [1, 6, 9])
def test_the_sailor_is_hooked_over_the_end_from_outside(configuration: RiffRaffConfiguration, slot: int) -> None:
    practice = Practice(configuration, ME, 4, slot=slot, piece="sailor")
    practice.advance(0.1)
    side, x = (1 if practice.mark.x_mm > 0 else -1), practice.mark.x_mm
    start = (side * 260.0, 150.0)
    practice.table.mouse.point(practice.now_s, *start)
    practice.act(TakePiece(by="You", piece="sailor"))
    practice.advance(1 / 60)
    outside = grip_above(practice, "sailor", slot, x + side * 22.0, 1.5)
    hooked = grip_above(practice, "sailor", slot, x + side * 0.5, 1.5)
    down = grip_above(practice, "sailor", slot, x + side * 0.5, -0.5)
    follow(practice, glide(start, outside, 0.8), 1.2)
    follow(practice, glide(outside, hooked, 0.8), 1.0)
    follow(practice, glide(hooked, down, 0.3), 0.5)
    practice.table.mouse.let_go(practice.now_s)
    wait(practice, lambda: practice.table.stage is TableStage.RULED)
    assert practice.ticker[-1].text.startswith("It holds, 0 mm")
    loading = practice.table.loading
    assert list(loading.result().aboard) == [slot]
