"""A design is edited in steps that can be taken back, and is always one that can be built and saved."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.configuration import load_configuration
from sim.errors import InputError
from sim.protocols import Configuration
from sim.workshop.document import Document


def test_a_new_design_is_the_shipped_one_and_its_preset_names_nothing() -> None:
    design = Document[Configuration]("riff-raff")
    assert design.configuration.digest == load_configuration("riff-raff").digest
    assert tomllib.loads(design.preset_text()) == {}
    assert not design.unsaved
    assert design.differences() == ()


def test_a_preset_names_only_what_differs_and_every_verb_reads_the_same_design(tmp_path: Path) -> None:
    design = Document[Configuration]("riff-raff")
    assert design.edit({"ship.ball_mass_g": 150.0}, "ball")
    assert design.edit({"ship.top_yard_length_mm": 120.0, "wood.friction": 0.25}, "yard")
    assert design.edit({"wood.friction": design.shipped("wood.friction")}, "as it was")
    path = tmp_path / "mine.toml"
    design.save(path)
    assert not design.unsaved
    assert tomllib.loads(path.read_text("utf-8")) == {"ship": {"ball_mass_g": 150.0, "top_yard_length_mm": 120.0}}
    assert load_configuration("riff-raff", path).digest == design.configuration.digest
    assert [(d.key, d.shipped, d.value) for d in Document[Configuration]("riff-raff", path).differences()] == [
        ("ship.ball_mass_g", 110.0, 150.0),
        ("ship.top_yard_length_mm", 100.0, 120.0),
    ]


def test_what_cannot_be_built_is_refused_in_a_sentence_and_the_last_design_stays() -> None:
    design = Document[Configuration]("riff-raff")
    design.edit({"ship.top_yard_height_mm": 190.0}, "yard")
    before = design.configuration
    assert not design.edit({"ship.top_yard_height_mm": 100.0}, "yard")
    assert design.configuration is before
    assert design.refusal.startswith("ship.")
    assert design.refusal.endswith(".")
    assert design.key.startswith("ship.")
    assert design.edit({"ship.top_yard_height_mm": 195.0}, "yard")
    assert design.refusal == design.key == ""


def test_a_drag_is_one_step() -> None:
    design = Document[Configuration]("riff-raff")
    for mass in (120.0, 130.0, 140.0):
        design.edit({"ship.ball_mass_g": mass}, "the ball", gesture="drag 1")
    design.end_gesture()
    design.edit({"ship.ball_mass_g": 150.0}, "the ball", gesture="drag 1")
    assert design.undoes == "the ball"
    assert design.undo()
    assert design.value("ship.ball_mass_g") == 140.0
    assert design.undo()
    assert design.value("ship.ball_mass_g") == 110.0
    assert not design.undo()
    assert design.redo()
    assert design.redo()
    assert not design.redo()
    assert design.value("ship.ball_mass_g") == 150.0


def test_an_edit_after_undo_forgets_what_was_undone() -> None:
    design = Document[Configuration]("riff-raff")
    design.edit({"ship.ball_mass_g": 150.0}, "one")
    design.undo()
    design.edit({"ship.ball_mass_g": 90.0}, "two", gesture="drag")
    assert not design.redoes
    assert design.undoes == "two"
    design.undo()
    design.redo()
    design.edit({"ship.ball_mass_g": 95.0}, "three", gesture="drag")
    assert design.undoes == "three"
    design.undo()
    assert design.value("ship.ball_mass_g") == 90.0


def test_the_provenance_of_a_preset_that_was_opened_is_kept(tmp_path: Path) -> None:
    design = Document[Configuration]("riff-raff", Path("family"))
    design.edit({"ship.ball_mass_g": 190.0}, "ball")
    kept = tomllib.loads(design.preset_text())
    assert kept["ship"]["ball_mass_g"] == 190.0
    assert kept["wood"]["friction"]["provenance"] == "tuned"


def test_a_preset_that_was_tuned_can_be_adopted_as_one_step() -> None:
    design = Document[Configuration]("riff-raff")
    assert design.adopt({"ship": {"ball_mass_g": {"value": 90.0, "provenance": "tuned", "source": "x"}}}, "tuned")
    assert design.value("ship.ball_mass_g") == 90.0
    assert design.undo()
    assert design.value("ship.ball_mass_g") == 110.0


def test_a_value_taken_out_is_as_shipped_again() -> None:
    design = Document[Configuration]("zack")
    design.edit({"bowl.opening_mm": 200.0}, "wider")
    design.edit({"bowl.opening_mm": None}, "as it was")
    assert design.differences() == ()
    assert not design.unsaved


def test_a_file_that_is_no_preset_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("[ship]\nbal_mass_g = 3\n", "utf-8")
    with pytest.raises(InputError, match="unknown key, expected ball_mass_g"):
        Document[Configuration]("riff-raff", path)


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(["edit", "undo", "redo"]), st.floats(-50, 400)), max_size=8))
def test_undo_and_redo_walk_along_the_steps_that_were_taken(moves: list[tuple[str, float]]) -> None:
    design, steps, at = Document[Configuration]("riff-raff"), [110.0], 0
    for what, mass in moves:
        if what == "edit":
            mass = round(mass)
            if design.edit({"ship.ball_mass_g": float(mass)}, "ball") and mass != steps[at]:
                steps[at + 1 :] = [float(mass)]
                at += 1
        elif what == "undo":
            assert design.undo() == (at > 0)
            at = max(0, at - 1)
        else:
            assert design.redo() == (at + 1 < len(steps))
            at = min(len(steps) - 1, at + 1)
        assert design.value("ship.ball_mass_g") == steps[at]
