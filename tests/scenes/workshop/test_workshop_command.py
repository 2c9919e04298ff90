"""The verb before its window opens: what cannot be is refused in a sentence."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import yardarm.command
from scenes.workshop.command import saved_as
from tests.commands import refusal_of
from tests.processes import completed


@pytest.mark.busy
@pytest.mark.parametrize("display", [pytest.param({}, marks=pytest.mark.slow), {"DISPLAY": ":7777"}])
def test_without_a_display_one_sentence(root: Path, display: dict[str, str]) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "PYGLET_HEADLESS")}
    command = [sys.executable, "-m", "yardarm", "workshop", "riff-raff"]
    done = completed(command, cwd=root, env={**environment, **display}, text=True)
    said = (done.returncode, done.stdout, done.stderr)
    assert said == (2, "", "yardarm: workshop needs a window to work in, and there is no display.\n")


def test_a_game_that_the_workshop_does_not_know_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert yardarm.command.run(["workshop", "zatre"]) == 2
    assert (
        capsys.readouterr().err
        == "yardarm: workshop: expected riff-raff or zack, since ZATRE cannot be designed here.\n"
    )


def test_a_preset_that_cannot_be_built_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("[ship]\nball_mass_g = -3\n", "utf-8")
    assert "ship.ball_mass_g" in refusal_of(capsys, "workshop", "riff-raff", "--config", str(path))


def test_a_design_is_saved_where_it_came_from_but_never_over_a_shipped_preset(tmp_path: Path) -> None:
    assert saved_as("riff-raff", None) == Path("design.toml")
    assert saved_as("riff-raff", Path("family")) == Path("design.toml")
    own = tmp_path / "mine.toml"
    own.write_text("", "utf-8")
    assert saved_as("riff-raff", own) == own
