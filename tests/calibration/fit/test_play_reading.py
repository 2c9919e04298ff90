"""Every number of a hand log or a record as a fit takes it: signs that no scatter shows, but a bias does."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from calibration.fit.play_reading import Actions, Answer, Throwing, _card, _piece, read_actions
from sim.configuration import load_configuration
from sim.games.zack.bots.hand import haste
from sim.match.hand_log import Meant, Placed, Reacted, Thrown
from sim.people.skill import load_skills
from sim.physics.bowl.throwing import aimed_throw, perturb
from studies import simulated_play as bots


def test_a_log_is_read_as_what_was_done_less_what_was_meant(tmp_path: Path) -> None:
    crate: Any = {"piece": "crate", "stance": "flat", "slot": 5, "x_mm": 12.0, "aim_x_mm": 10.0, "height_mm": 1.5}
    card: Any = {"card": "zack", "side": 1, "distance_mm": 400.0, "spin_rad_s": 33.0}
    moves = [
        Placed(**crate, angle_rad=0.3, aim_angle_rad=0.1, speed_mm_s=40.0),
        Placed(**crate, angle_rad=3.1, aim_angle_rad=-3.1, speed_mm_s=-5.0),
        Thrown(**card, speed_mm_s=2200.0, elevation_rad=0.5, pace=1.3, meant=Meant(2000.0, 0.4, 30.0)),
        Thrown(**card, speed_mm_s=1800.0, elevation_rad=-3.1, meant=Meant(2000.0, 3.1, 0.0)),
        Reacted(cue="turn", rt_ms=600.0, bits=2.0, conflict=True, correct=False),
        Reacted(cue="falls", rt_ms=400.0),
        Reacted(cue="miss", rt_ms=300.0),
    ]
    log = bots.write(tmp_path / "hands.jsonl", [move.line() for move in moves])
    actions = read_actions([log], None, device_delay_ms=40.0)
    assert actions.dx_mm == [2.0, 2.0]
    assert actions.dangle_rad == pytest.approx([0.2, 6.2 - math.tau])
    assert (actions.height_mm, actions.lowering_mm_s) == ([1.5, 1.5], [40.0])
    first, second = actions.thrown
    hurry = 2000.0 / load_configuration("zack").setup.throw.usual_speed_mm_s
    assert (first.haste, first.speed_factor, first.direction_rad, first.spin_factor) == pytest.approx(
        (1.3 * hurry, 1.1, 0.1, 1.1)
    )
    assert second == Throwing(hurry, 0.9, pytest.approx(math.tau - 6.2), None)
    choice_ms = 560.0 - load_skills()["casual"].choice_cost_ms_per_bit
    assert actions.answers == [
        Answer("two_choice", choice_ms, False, False),
        Answer("go_no_go", 360.0, True, True),
        Answer("simple", 260.0, True, True),
    ]


def test_a_record_is_read_as_what_was_done_less_what_was_meant() -> None:
    configuration: Any = load_configuration("zack", profile="draft")
    actions = Actions("Anne", "casual", load_skills()["casual"])
    aimed = aimed_throw(configuration.setup, 400.0, 220.0, 0.0)
    left = perturb(aimed, 1.1, 0.05, 1.2)
    meant = {"question": "throw", "target_x_mm": 0.0, "pace": 1.3}
    _card(actions, meant, {"release": left.to_json()}, configuration)
    thrown = actions.thrown[0]
    hurry = haste(configuration.setup, 1.3, aimed.speed_mm_s)
    assert (thrown.haste, thrown.speed_factor, thrown.direction_rad, thrown.spin_factor) == pytest.approx(
        (hurry, 1.1, 0.05, 1.2)
    )
    catch = {"reaction_s": 0.3, "width_mm": 60.0, "end_error_mm": [3.0, -6.0]}
    piece = {"x_mm": 12.0, "angle_rad": 0.1, "open_height_mm": 1.5, "lowering_speed_mm_s": 30.0, "catch": catch}
    _piece(actions, {"x_mm": 10.0}, piece, configuration)
    assert (actions.dx_mm, actions.dangle_rad) == ([2.0], [0.1])
    assert (actions.height_mm, actions.lowering_mm_s) == ([1.5], [30.0])
    assert (actions.answers, actions.reach_ends) == ([Answer("go_no_go", 300.0, True, True)], [0.05, -0.1])
