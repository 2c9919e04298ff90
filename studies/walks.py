"""How far is it from one end of the house to the other? `python -m studies.walks [FLOW ...]`

Each flow runs once, in a process of its own, and the functions of the product that it calls are counted, and the files
that they stand in. What is imported and not called does not count, nor what other processes do.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("calibration", "scenes", "sim", "yardarm")
STEP_S = 1 / 60


def calls(work: Callable[[], None]) -> set[tuple[str, str]]:
    """Return the file and the qualified name of every function of the product that is called."""
    found = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_name != "<module>":
            found.add((code.co_filename, code.co_qualname))

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    rooms = tuple(f"{ROOT / room}/" for room in ROOMS)
    return {(file, name) for file, name in found if file.startswith(rooms)}


def command(*words: str) -> None:
    """Run the command, and show nothing of what it prints."""
    import yardarm.command

    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yardarm.command.run(list(words))


def flick() -> Callable[[], None]:
    """Return a flick at a practice of Riff Raff, from the first move of the pointer until the ship is at rest."""
    from scenes.play.settings import PlaySettings
    from scenes.spec import play_layer_of, scene_of
    from scenes.window.window import OffScreen
    from sim.configuration import load_configuration
    from sim.seat import PERSON, Seat
    from sim.spec import practice_of
    from studies.full_tables.riff_raff import place

    OffScreen(1280, 720)
    seat = Seat("Ada", "casual", PERSON)
    practice: Any = practice_of("riff-raff")(load_configuration("riff-raff"), seat, 3, slot=9, piece="bottle", aboard=4)
    scene = scene_of(practice, 1280, 720, 1.0, practice.frame())
    layer: Any = play_layer_of("riff-raff")(practice, scene, PlaySettings(ghosts=False), lambda: seat.name)
    layer.resize(1280, 720, 1.0)

    def frames(count: int, across: float = 0.0) -> None:
        for index in range(count):
            x, y = place(layer)
            layer.pointer(x - 60 + across * index, y + 30)
            layer.update(STEP_S)
            scene.show(practice.frame(), index * STEP_S)
            layer.show(index * STEP_S)

    def work() -> None:
        frames(1)
        layer.key(ord(str(1 + list(practice.static_scene.pieces).index("bottle"))), 0)
        frames(60)
        layer.press(*place(layer), 1, 0)
        frames(12, across=6.0)
        layer.release(*place(layer), 1)
        frames(200)

    return work


def card() -> Callable[[], None]:
    """Return a match of Zack! up to its first ruling on a card."""
    from sim.configuration import load_configuration
    from sim.match.seats import seats_from
    from sim.protocols import Line
    from sim.spec import match_of

    lines: list[Line] = []
    match = match_of("zack").open(load_configuration("zack"), seats_from(["casual"] * 4, "zack"), 5, lines.append)

    def work() -> None:
        while sum(line["stage"] == "ruling" for line in lines) < 2:
            match.advance(STEP_S)

    return work


def report() -> Callable[[], None]:
    """Return two matches of Riff Raff in a store, and their report."""
    folder = tempfile.mkdtemp()
    store, page = f"{folder}/s.sqlite", f"{folder}/p.html"

    def work() -> None:
        command("simulate", "riff-raff", "--matches", "2", "--profile", "draft", "--jobs", "1", "--out", store)
        command("report", store, "--out", page, "--jobs", "1")

    return work


def tune() -> Callable[[], None]:
    """Return a search of 60 matches of ZATRE that finds nothing."""
    words = "tune zatre --target minutes=30+-8 --vary table.place_s=0.5:5 --max-matches 60 --jobs 1"
    return lambda: command(*words.split())


def bot() -> Callable[[], None]:
    """Return a match of ZATRE with a bot over a pipe."""
    players = f"casual:!{sys.executable} {ROOT / 'docs/bots/engine.py'},casual"
    return lambda: command("simulate", "zatre", "--matches", "1", "--players", players, "--jobs", "1")


FLOWS: Mapping[str, Callable[[], Callable[[], None]]] = {
    "flick": flick,
    "card": card,
    "report": report,
    "tune": tune,
    "bot": bot,
}


def main() -> None:
    """Print what each flow calls."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("flows", nargs="*", metavar="FLOW", help=", ".join(FLOWS))
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    for name in given.flows or FLOWS:
        if name not in FLOWS:
            parser.error(f"expected {', '.join(FLOWS)}, found {name!r}")
        if not given.here:
            subprocess.run([sys.executable, "-m", "studies.walks", "--here", name], check=True)
            continue
        found = calls(FLOWS[name]())
        print(f"{name}: {len({file for file, _ in found})} files, {len(found)} functions", flush=True)


if __name__ == "__main__":
    main()
