"""Zack! by hand in a real window: a card is flicked with real mouse events, a challenge thrown with a key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sim.match.record import read_record
from sim.match.replay import verify
from tests.scenes.real_window import ENDED, PlayWindow, attempts

ME = "Carla"

# The command itself, telling on the way what goes on, and where in the window a flick begins and ends.
PROGRAM = """
import sys
sys.path[:0] = [{root!r}]
from scenes.games.zack import play
update, told = play.PlayLayer.update, set()
def say(*words):
    if words not in told:
        told.add(words)
        print(*words, flush=True)
def noted(self, wall_s):
    # The deal is watched in fast motion.
    update(self, wall_s if told else 5.0 * wall_s)
    match = self.match
    if match.table.stage == "playing" and match.table.due is not None:
        seen, side = self.scene.camera.to_screen, self.hand.side
        places = [seen((side * x, y)) for x, y in ((560, 150), (300, 235))]
        say("playing", *(round(value) for place in places for value in place))
    if match.table.bowl.flying(self.me):
        say("thrown")
    if self.hand.busy:
        say("challenges")
    if match.table.challenges:
        say("challenged")
play.PlayLayer.update = noted
import yardarm.command
print("ended", yardarm.command.run({arguments!r}), flush=True)
"""


class AtZack(PlayWindow):
    """The command at Zack!, driven as a person would."""

    program = PROGRAM

    def flick(self, x0: int, y0: int, x1: int, y1: int) -> None:
        """Press, rest a moment, flick in 0.3 s, release."""
        self.do(*self.at(x0, y0), "sleep", "0.1", "mousedown", "1", "sleep", "0.15")
        self.glide((x0, y0), (x1, y1), 0.3, up=True)


@pytest.fixture
def play(windows: list[Any], root: Path, tmp_path: Path) -> Any:
    """Opens the command in a window, with folders of its own."""

    def begin(*arguments: str) -> AtZack:
        windows.append(AtZack(root, tmp_path, *arguments))
        return windows[-1]

    return begin


def stages(lines: list[dict[str, Any]], **wanted: object) -> list[str]:
    return [line["stage"] for line in lines if all(line.get(key) == value for key, value in wanted.items())]


@pytest.mark.study
def test_a_card_is_flicked_and_a_challenge_thrown(play: Any, tmp_path: Path) -> None:
    path = tmp_path / "zack.jsonl"
    words = ("zack", "--seats", f"me={ME},casual,casual", "--seed", "5", "--record", str(path), "--tempo", "expert")
    shown = play(*words)
    shown.find()
    shown.flick(*map(int, shown.said("playing")))
    shown.said("thrown")
    for _ in attempts():
        # Refused while play has stopped or the hand is busy; whoever goes on is asked to.
        shown.do("key", "1")
        if shown.says("challenges", 0.6):
            break
        shown.do("key", "space")
    shown.said("challenged")
    assert shown.left() == ENDED

    record = read_record(path)
    assert record.intact
    assert not record.complete
    assert verify(record) is None
    lines = [json.loads(line) for line in record.lines]
    first = next(line for line in lines if line["stage"] == "executed" and line["by"] == ME)
    name = first["action"]["card"]
    assert first["measured"] is True
    x, _, _, vx = first["action"]["release"][:4]
    # The end of the reach, or as near as the hand comes in half the time between two samples of the mouse.
    assert abs(x) == pytest.approx(400.0, abs=0.004 * abs(vx))
    assert 300.0 < abs(vx) < 6000.0
    questions = [line["question"] for line in lines if line["stage"] == "intent" and line["by"] == ME]
    assert questions[:3] == ["begin", "show", "throw"]
    assert stages(lines, card=name) == ["physics", "outcome"]
    assert "ruling" in stages(lines[lines.index(first) :])
    challenge = next(line for line in lines if line.get("question") == "challenge" and line["by"] == ME)
    assert challenge["target"] == "blue"  # the first of the row
    thrown = lines[lines.index(challenge) + 1]
    assert (thrown["stage"], thrown["by"], thrown["noise_seed"]) == ("executed", ME, challenge["noise_seed"])
    assert stages(lines, card=thrown["action"]["card"]) == ["physics", "outcome"]
    # The hand log has the movement.
    (log,) = (tmp_path / "data" / "yardarm" / "hands").iterdir()
    moves = [json.loads(line) for line in log.read_text().splitlines()]
    assert moves[0]["person"] == ME
    assert any(line.get("move") == "throw" and line["card"] == "zack" for line in moves)

    again = play("--resume", str(path))
    again.find()
    again.said("challenged")
    assert again.left() == ENDED
    assert list(read_record(path).lines[: len(record.lines)]) == list(record.lines)
