"""One whole match of each game in a real window, by the mouse and by keys alone, to its end and out of the window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.match.record import read_record
from sim.match.replay import verify
from sim.spec import GAMES
from tests.scenes.real_window import ENDED
from tests.scenes.whole_match import MatchWindow, of_game


@pytest.mark.study
@pytest.mark.parametrize("way", ["mouse", "keys"])
@pytest.mark.parametrize("game", list(GAMES)[:4])
def test_a_whole_match_is_played_to_its_end(
    windows: list[Any], root: Path, tmp_path: Path, game: str, way: str
) -> None:
    player, path, preset = of_game(game), tmp_path / "match.jsonl", tmp_path / "short.toml"
    preset.write_text(player.CONFIGURATION)
    words = (game, *player.ARGUMENTS, "--config", str(preset), "--record", str(path))
    windows.append(window := MatchWindow(root, tmp_path, *words))
    window.find()
    window.play(player.by_mouse if way == "mouse" else player.by_keys)
    if way == "mouse":
        window.click(*window.look()["screen"]["Lobby"])
    else:
        window.keys("Escape")
    assert "Lobby" not in window.look()["screen"]
    assert window.left() == ENDED
    record = read_record(path)
    assert record.intact
    assert record.complete
    assert verify(record) is None
