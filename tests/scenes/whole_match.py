"""A whole match in a real window, played by what the window shows, with a mouse or with keys only.

The window prints what is to be seen at every frame; what a game shows, and what a player does about it, is in the
`whole_match` of the game's own tests.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from queue import Empty
from typing import Any

from tests.scenes.real_window import PlayWindow

SIZE = (1280, 720)
STUCK_S = 60.0
"""A match in which nothing happens for so long hangs."""
Seen = Mapping[str, Any]
Hand = Callable[["MatchWindow", Seen], None]

# The command as it is, telling at every frame what is to be seen.
PROGRAM = """
import sys
sys.path[:0] = [{root!r}]
from tests.scenes.whole_match import tell
tell()
import yardarm.command
print("ended", yardarm.command.run({arguments!r}), flush=True)
"""


def of_game(game: str) -> Any:
    """Return the module of a game's tests that looks (`look`) and plays (`by_mouse`, `by_keys`)."""
    return import_module(f"tests.games.{game.replace('-', '_')}.scenes.whole_match")


def tell() -> None:
    """Print what is to be seen at every frame; in the window's process."""
    from scenes.play.scene import PlayScene

    update = PlayScene.update

    def told(scene: PlayScene, wall_s: float) -> None:
        update(scene, wall_s)
        print("seen", json.dumps(_seen(scene)), flush=True)

    PlayScene.update = told  # type: ignore[method-assign]


def _seen(scene: Any) -> Seen:
    table = scene.table
    front = scene.screens[-1].form if scene.screens else None
    found = {} if front is None else {widget.label: front.place_of(widget.name) for widget in front}
    screen = {label: place.centre for label, place in found.items() if place is not None}
    over = table is None or table.session.match.finished
    shown = {} if screen or over else of_game(table.session.setup.game).look(table.layer)
    lines = 0 if table is None else len(table.session.recorder.lines)
    return {"screen": screen, "over": over, "says": scene.notice.words, "lines": lines, **shown}


class MatchWindow(PlayWindow):
    """`yardarm play` at one match, and the player."""

    program = PROGRAM
    turn = 0
    """How often the player has looked what to do: what is chosen by it is not chosen again for ever."""
    flick_s = 0.3
    """How long a flick lasts: a player who misses flicks faster or slower the next time."""
    settings: Mapping[str, object] = {"notice_answered": True, "volume": 0}

    def __init__(self, root: Path, folder: Path, *arguments: str) -> None:
        super().__init__(root, folder, *arguments, size=SIZE)

    def look(self) -> dict[str, Any]:
        """Return what is to be seen after all that has been done."""
        with suppress(Empty):
            while True:
                self.lines.get_nowait()
        # The first of these frames may have begun before.
        self.said("seen")
        seen: dict[str, Any] = json.loads(" ".join(self.said("seen")))
        return seen

    def play(self, hand: Hand) -> None:
        """Play until the screen of the end is there; `hand` does what there is to do."""
        happened_s, lines = time.monotonic(), 0
        while True:
            seen = self.look()
            if seen["over"] and seen["screen"]:
                return
            if not seen["screen"] and not seen["over"]:
                self.turn += 1
                hand(self, seen)
            if seen["lines"] != lines:
                happened_s, lines = time.monotonic(), seen["lines"]
            assert time.monotonic() < happened_s + STUCK_S, f"nothing has happened for {STUCK_S:.0f} s: {seen}"
