"""Exports of a game, as the command draws them, in one process: of the first second of a match, a few small pictures.

    python -m tests.scenes.export.short_exports GAME FIRST COUNT FOLDER

FIRST: the number in EXPORTS of the first, since what a process imports first decides how it draws. COUNT: how many.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import scenes.watch
import yardarm.command
from scenes.export import export
from tests.drawing import paint_once

WAYS = {"watch": ((), ("--theatre",), ("--grid", "2")), "replay": ((), ("--theatre",))}
EXPORTS = [(verb, form, way) for verb in WAYS for form, way in product(("gif", "mp4", "png"), WAYS[verb])]
"""Verb, format and way of every export."""


class FirstSecond:
    """A match that is over when its first second is."""

    def __init__(self, match: Any) -> None:
        self._match = match

    def __getattr__(self, name: str) -> Any:
        return getattr(self._match, name)

    @property
    def finished(self) -> bool:
        """True at its end, or a second after its beginning."""
        return self._match.finished or self._match.time_s >= 1.0


def cut_short() -> None:
    """Let `watch` and `replay` show the first second of their matches in few pictures."""
    show_match: Callable[..., None] = scenes.watch.show_match

    def shown(open_match: Callable[[int], Any], *rest: Any) -> None:
        show_match(lambda seed: FirstSecond(open_match(seed)), *rest)

    scenes.watch.show_match = shown
    yardarm.command.build = cache(yardarm.command.build)
    export.GIF_FRAMES, export.LAST_MS = 2, 100


def target(folder: Path, verb: str, form: str, way: tuple[str, ...]) -> Path:
    """Return the file of an export."""
    return folder / f"{verb}{''.join(way)}.{form}"


def main(game: str, first: int, count: int, folder: Path) -> None:
    """Export, and print what the command says; what it refuses ends this with its exit code."""
    cut_short()
    record = folder / "match.jsonl"
    commands = [["watch", game, "--profile", "draft", "--text", "--record", str(record)]]
    for verb, form, way in [*EXPORTS[first:], *EXPORTS[:first]][:count]:
        what = [game, "--profile", "draft"] if verb == "watch" else [str(record)]
        file = str(target(folder, verb, form, way))
        commands.append([verb, *what, *way, "--export", file, "--size", "64x64", "--speed", "4"])
    for number, words in enumerate(commands):
        code = yardarm.command.run(words)
        if code:
            raise SystemExit(code)
        if number == 1:
            # The first draws as it would alone; what follows need not paint again.
            paint_once()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
