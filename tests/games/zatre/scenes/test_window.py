"""ZATRE by hand in a real window: a turn is played with real mouse events, the match left and gone on with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sim.match.record import read_record
from sim.match.replay import verify
from tests.scenes.real_window import ENDED, PlayWindow

ME = "Carla"

# The command itself, telling what goes on, and where in the window the next tile, its square and the button are.
PROGRAM = """
import sys
sys.path[:0] = [{root!r}]
from scenes.games.zatre import play
from scenes.games.zatre.art import middle
update, last = play.PlayLayer.update, [None]
def say(*words):
    if words != last[0]:
        last[0] = words
        print(*words, flush=True)
def noted(self, wall_s):
    update(self, wall_s)
    draft, match = self.draft, self.match
    button = [round(part) for part in self.tray.button.centre]
    if draft is None:
        say(match.table.stage.value)
    elif self.held is not None:
        say("held", self.held)
    elif draft.complete():
        say("complete", len(draft.laid), *button)
    else:
        number = next(number for number in draft.rack if draft.open_for(number))
        square = self.scene.camera.to_screen(middle(*draft.open_for(number)[-1]))
        places = [*self.tray.tiles[number].centre, *square]
        say("next", len(draft.laid), *(round(place) for place in places), *button)
play.PlayLayer.update = noted
import yardarm.command
print("ended", yardarm.command.run({arguments!r}), flush=True)
"""


class AtZatre(PlayWindow):
    """The command in a window of its own."""

    program = PROGRAM

    def click(self, x: float, y: float, button: str = "1") -> None:
        self.do(*self.at(x, y), "sleep", "0.1", "click", button)


@pytest.fixture
def play(windows: list[Any], root: Path, tmp_path: Path) -> Any:
    """Opens the command in a window, with folders of its own."""

    def begin(*arguments: str) -> AtZatre:
        windows.append(AtZatre(root, tmp_path, *arguments))
        return windows[-1]

    return begin


@pytest.mark.study
def test_a_turn_is_dragged_taken_back_and_confirmed(play: Any, tmp_path: Path) -> None:
    path = tmp_path / "zatre.jsonl"
    # With this seed Carla begins, with three tiles.
    shown = play("zatre", "--seats", f"me={ME},child", "--seed", "3", "--record", str(path))
    shown.find()

    def lie(count: int) -> list[int]:
        """This many tiles lie: where the next one is, where it may go, and the button."""
        found, *places = (int(word) for word in shown.said("next"))
        assert found == count
        return places

    first = lie(0)
    shown.drag(first[:2], first[2:4])
    second = lie(1)
    shown.drag(second[:2], second[2:4])
    lie(2)
    shown.click(*first[4:], "3")
    assert lie(1) == second
    shown.drag(second[:2], second[2:4])
    third = lie(2)
    shown.click(*third[:2])
    shown.said("held")
    shown.click(*third[2:4])
    laid, *button = (int(word) for word in shown.said("complete"))
    assert laid == 3
    shown.click(*button)
    shown.said("placed")
    assert shown.left() == ENDED

    record = read_record(path)
    assert record.intact
    assert not record.complete
    assert verify(record) is None
    lines = [json.loads(line) for line in record.lines]
    mine = [line for line in lines if line["stage"] == "intent" and line["by"] == ME]
    assert len(mine) == 1
    assert mine[0]["question"] == "place"
    assert len(mine[0]["tiles"]) == 3
    assert {"row": 7, "col": 7} in [{key: tile[key] for key in ("row", "col")} for tile in mine[0]["tiles"]]
    assert mine[0]["tick"] > 0
