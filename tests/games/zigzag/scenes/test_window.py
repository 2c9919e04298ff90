"""ZIGZAG by hand in a real window: a card is dragged to the tapis and another grabbed with real mouse events."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sim.match.record import read_record
from sim.match.replay import verify
from sim.spec import GAMES
from tests.scenes.real_window import ENDED, PlayWindow, attempts

ME = "Carla"

# The command itself, telling on the way what can be done, and where in the window.
PROGRAM = """
import sys
sys.path[:0] = [{root!r}]
from scenes.games.zigzag import play
from sim.games.zigzag.rules.vocabulary import Phase
update, told = play.PlayLayer.update, set()
def say(*words):
    if words not in told:
        told.add(words)
        print(*words, flush=True)
def noted(self, wall_s):
    update(self, wall_s)
    match, me = self.match, self.me
    state, hand = match.table.state, match.table.state.hands[me]
    playing = state.phase is Phase.PLAY
    plain = [number for number, card in enumerate(hand) if "." in card.value]
    if playing and state.face_down[me] is not None and len(hand) == 4 and me not in state.opened and plain:
        spot = self._panels.cards[plain[0]].centre
        target = self.scene.camera.to_screen((-40.0, -40.0))
        say("drag", *(round(value) for value in (*spot, *target)))
    if me in state.opened:
        say("laid")
        if state.face_down[me] is None:
            say("picked")
    if match.table.tasks[me].steered and match.table.tasks[me].card is not None:
        say("grabbed")
    free = [pose for name, pose in match.table.world.cards.items() if name not in match.table.world.held]
    if playing and free and me in state.opened and state.face_down[me] is None:
        spot = self.scene.camera.to_screen((free[-1].x, free[-1].y))
        print("lies", len(hand), *(round(value) for value in (*self._panels.cards[len(hand) - 1].centre, *spot)),
              flush=True)
play.PlayLayer.update = noted
import yardarm.command
print("ended", yardarm.command.run({arguments!r}), flush=True)
"""


class AtZigzag(PlayWindow):
    """The command at ZIGZAG, driven as a person would."""

    program = PROGRAM


@pytest.fixture
def play(windows: list[Any], root: Path, tmp_path: Path) -> Any:
    """Opens the command in a window, with folders of its own."""

    def begin(*arguments: str) -> AtZigzag:
        windows.append(AtZigzag(root, tmp_path, *arguments))
        return windows[-1]

    return begin


def click(shown: AtZigzag, x: float, y: float) -> None:
    """Point, press and release."""
    shown.do(*shown.at(x, y), "sleep", "0.15", "mousedown", "1", "sleep", "0.1", "mouseup", "1")


@pytest.mark.skipif("zigzag" not in GAMES, reason="the command does not offer ZIGZAG")
@pytest.mark.study
def test_a_card_is_laid_and_another_grabbed(play: Any, tmp_path: Path) -> None:
    path = tmp_path / "zigzag.jsonl"
    shown = play("zigzag", "--seats", f"me={ME},child,child,child", "--seed", "6", "--record", str(path))
    shown.find()
    places = [int(word) for word in shown.said("drag")]
    for _ in attempts():
        shown.drag(places[:2], places[2:])
        if shown.says("laid", 3.0):
            break
    else:
        pytest.fail("no card was laid")
    for _ in attempts():
        shown.do("key", "space")
        if shown.says("picked", 2.0):
            break
    else:
        pytest.fail("the own card was not picked up")
    # A person's clicks against three bots: several attempts are fair.
    for _ in attempts():
        count, *spots = (int(word) for word in latest(shown))
        if count == 4:
            x1, y1 = places[2:]
            shown.drag(spots[:2], (x1 + 30, y1))
            continue
        click(shown, *spots[2:])
        if shown.says("grabbed", 1.0):
            break
    else:
        pytest.fail("no card was grabbed")
    assert shown.left() == ENDED

    record = read_record(path)
    assert record.intact
    assert verify(record) is None
    lines = [json.loads(line) for line in record.lines]
    own = [line for line in lines if line.get("by") == ME]
    questions = [line["question"] for line in own if line["stage"] == "intent"]
    assert questions[:2] == ["tempo", "reach"]
    assert "lay" in questions
    assert "pick_up" in questions
    measured = [line["action"]["path"] for line in own if line["stage"] == "executed" and line.get("measured")]
    assert max(map(len, measured)) > 20
    # Where the mouse led the hand, from one card to another: a busy machine may see a drag only where it ends.
    assert max(abs(x + 40.0) + abs(y + 40.0) for path in measured for x, y in path) > 60.0
    assert any(line["stage"] == "physics" and line["what"] == "lays" for line in own)
    assert "grab" in questions
    assert any(line["stage"] == "physics" and line["what"] == "covers" for line in own)


def latest(shown: AtZigzag) -> list[str]:
    """The newest place of a free card."""
    found = shown.said("lies")
    while not shown.lines.empty():
        word, *more = shown.lines.get().split()
        if word == "lies":
            found = more
    return found
