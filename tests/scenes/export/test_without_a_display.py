"""Everything that can be exported is, by every game, where there is no display or one that does not answer."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from sim.spec import GAMES
from tests.processes import completed
from tests.scenes.export.short_exports import EXPORTS, target

NONE = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "PYGLET_HEADLESS")}
DEAD = {**NONE, "DISPLAY": ":7777"}
MAGIC = {"gif": b"GIF89a", "mp4": b"\0\0\0", "png": b"\x89PNG"}
FIRST = {
    "riff-raff": ("watch", "gif", NONE),
    "zack": ("watch", "mp4", DEAD),
    "zatre": ("replay", "gif", NONE),
    "zigzag": ("replay", "mp4", DEAD),
}
"""What each game exports first, and its environment: the first picture of a process decides how it draws."""


def export(root: Path, folder: Path, environment: dict[str, str], game: str, first: int, count: int) -> None:
    """Export `count` kinds of film and picture, from that one on, in a process that sees no display."""
    pytest.importorskip("av")
    program = [sys.executable, "-m", "tests.scenes.export.short_exports", game, str(first), str(count), str(folder)]
    done = completed(program, cwd=root, env=environment, text=True)
    assert done.returncode == 0, done.stderr
    for verb, form, way in [*EXPORTS[first:], *EXPORTS[:first]][:count]:
        assert target(folder, verb, form, way).read_bytes().startswith(MAGIC[form])


# All of one game without a display, and one of another with a dead one, are default tests: this is what these are for.
@pytest.mark.study
@pytest.mark.parametrize(
    ("game", "count"),
    [
        ("zatre", len(EXPORTS)),
        *(pytest.param(game, 6, marks=pytest.mark.slow) for game in GAMES if game != "zatre"),
    ],
)
def test_every_export_of_every_game(root: Path, tmp_path: Path, game: str, count: int) -> None:
    verb, form, environment = FIRST[game]
    export(root, tmp_path, environment, game, EXPORTS.index((verb, form, ())), count)


@pytest.mark.study
@pytest.mark.parametrize("first", range(1, len(EXPORTS), 6), ids=lambda number: " ".join(EXPORTS[number][:2]))
def test_any_export_may_come_first(root: Path, tmp_path: Path, first: int) -> None:
    export(root, tmp_path, DEAD, "zatre", first, 1)


def test_whatever_draws_can_be_imported_first(root: Path) -> None:
    program = "import scenes.export.films, pyglet; assert pyglet.options.headless"
    assert completed([sys.executable, "-c", program], cwd=root, env=NONE, text=True).stderr == ""
