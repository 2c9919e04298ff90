"""Watching and playing from Python do what the verbs do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import yardarm as ya
import yardarm.command
from scenes.window import loop

PLAYERS = ["casual:random", "casual:random"]


@pytest.mark.slow
def test_a_match_as_text_is_the_one_of_the_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ya.watch("zatre", PLAYERS, text=True, seed=3, config={"table.draw_s": 2}, record=tmp_path / "ours.jsonl")
    told = capsys.readouterr().out
    preset = ya.configuration("zatre", {"table.draw_s": 2}).save(tmp_path / "slow.toml")
    words = ("--players", ",".join(PLAYERS), "--text", "--seed", "3", "--config", str(preset))
    yardarm.command.run(["watch", "zatre", *words])
    assert told == capsys.readouterr().out
    ya.watch(ya.replay(tmp_path / "ours.jsonl"), text=True)
    assert told == capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.usefixtures("x_display")
def test_a_window_opens_until_it_is_closed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    shown: list[str] = []

    def run(self: Any) -> None:
        shown.append(self._window.caption)
        self._window.close()

    monkeypatch.setattr(loop.Loop, "run", run)
    ya.watch("zatre", PLAYERS, size=(320, 240), seed=1)
    ya.watch(ya.replay("examples/match.jsonl"), size=(320, 240))
    ya.play("riff-raff", ["me", "casual"], size=(320, 240), practice={"slot": 10, "piece": "crate"})
    assert len(shown) == 3
    assert "ZATRE" in shown[0]
