"""The house stands as docs/architecture.md says; and the checker that says so can fail."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture import ROOMS, violations

SKIPPED = {".git", ".venv", ".ci-venv", "build", "dist", "__pycache__", ".hypothesis"}


def house(root: Path) -> dict[str, str]:
    """Every module of the command and its three rooms."""
    files = [root / "yardarm.py", *(path for room in ROOMS for path in (root / room).rglob("*.py"))]
    return {".".join(path.relative_to(root).with_suffix("").parts): path.read_text("utf-8") for path in files}


def test_the_house_stands(root: Path) -> None:
    sources = house(root)
    assert {"yardarm", "sim.cli", "scenes.cli", "calibration.cli", "sim.physics.__init__"} <= sources.keys()
    assert violations(sources) == []


# Each: the modules of a made-up house, and what the checker must say of it.
BROKEN = {
    "a door to a higher floor": ({"sim.players.a": "def f(g):\n    g.room('sim.matches')"}, "(floor 4)"),
    "a door without a name": ({"sim.a": "def f(g, n):\n    g.room(n)"}, "imports a computed name"),
    "sim sees scenes": ({"sim.a": "import scenes.watch"}, "sim imports scenes.watch"),
    "calibration sees benchmarks": ({"calibration.a": "import benchmarks.peer"}, "calibration imports benchmarks.peer"),
    "sim sees calibration": ({"sim.a": "from calibration import fit"}, "sim imports calibration"),
    "sim sees pyglet": ({"sim.matches.a": "def f():\n    import pyglet.window"}, "sim imports pyglet"),
    "sim sees matplotlib": ({"sim.lab.a": "from matplotlib import pyplot"}, "sim imports matplotlib"),
    "sim sees the command": ({"sim.a": "import yardarm"}, "sim imports yardarm"),
    "scenes see calibration": ({"scenes.a": "import calibration.fit"}, "scenes imports calibration.fit"),
    "calibration sees scenes": ({"calibration.a": "import scenes"}, "calibration imports scenes"),
    "calibration sees pyglet": ({"calibration.a": "import pyglet"}, "calibration imports pyglet"),
    "rules see physics": ({"sim.rules.a": "from sim.physics import ship", "sim.physics.ship": ""}, "(floor 1)"),
    "rules see pymunk": ({"sim.rules.a": "import pymunk"}, "rules import pymunk"),
    "rules see numpy": ({"sim.rules.a": "def f():\n    import numpy.random"}, "rules import numpy"),
    "rules see chance": ({"sim.rules.a": "from random import choice"}, "rules import random"),
    "rules see the clock": ({"sim.rules.a": "import time"}, "rules import time"),
    "rules see the ground": ({"sim.rules.a": "from sim.seeds import rng", "sim.seeds": ""}, "rules import sim.seeds"),
    "rules print": ({"sim.rules.a": "print(1)"}, "calls print"),
    "physics sees rules": ({"sim.physics.a": "import sim.rules.riff_raff"}, "sim.physics (floor 1) imports"),
    "physics sees players": ({"sim.physics.a": "from ..players import skill"}, "imports sim.players"),
    "players see matches": ({"sim.players.a": "from sim import matches", "sim.matches.__init__": ""}, "(floor 4)"),
    "players see batch": ({"sim.players.a": "import sim.batch"}, "sim.players (floor 2) imports sim.batch"),
    "matches see lab": ({"sim.matches.a": "import sim.lab.sway"}, "sim.matches (floor 4) imports sim.lab.sway"),
    "the ground sees a floor": ({"sim.files": "import sim.physics.ship"}, "sim.files (floor 0) imports sim.physics"),
    "physics sees the frame": ({"sim.physics.a": "import sim.options"}, "imports sim.options (floor 6)"),
    "a hidden relative import": ({"sim.physics.__init__": "from ..rules import x"}, "imports sim.rules"),
    "a hidden type import": (
        {"sim.physics.a": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import sim.rules"},
        "imports sim.rules",
    ),
    "a dynamic import": ({"sim.physics.a": "import importlib\nimportlib.import_module('sim.rules.x')"}, "sim.rules.x"),
    "a table of imports": (
        {"sim.physics.a": "T = {'x': 'sim.rules.x'}\n__import__(T['x'])", "sim.rules.x": ""},
        "imports sim.rules.x",
    ),
    "a computed import": ({"sim.a": "def f(name):\n    __import__(name)"}, "computed name"),
    "pickle": ({"scenes.a": "import pickle"}, "imports pickle"),
    "shelve": ({"calibration.a": "def f():\n    from shelve import open"}, "imports shelve"),
    "marshal": ({"sim.a": "import marshal"}, "imports marshal"),
    "pickle in numpy": ({"sim.a": "import numpy\nnumpy.load('x', allow_pickle=True)"}, "allows pickle"),
    "eval": ({"scenes.a": "eval('1')"}, "calls eval"),
    "exec": ({"sim.lab.a": "def f():\n    exec('1')"}, "calls exec"),
    "a package without a floor": ({"sim.attic.__init__": ""}, "sim.attic: has no floor"),
    "a cycle": ({"sim.a": "import sim.b", "sim.b": "def f():\n    import sim.a"}, "cycle: sim."),
    "a stray typer": ({"sim.lab.a": "import typer"}, "only the command's frame imports typer"),
    "a slow frame": ({"sim.cli": "import numpy"}, "sim.cli:1: imports numpy at the top"),
    "a verb behind a verb": ({"scenes.cli": "def f():\n    import sim.cli"}, "scenes imports the verbs of sim"),
}


@pytest.mark.parametrize(("sources", "reason"), BROKEN.values(), ids=BROKEN.keys())
def test_the_checker_can_fail(sources: dict[str, str], reason: str) -> None:
    found = violations(sources)
    assert any(reason in line for line in found), found


def test_the_checker_accepts_a_sound_house() -> None:
    assert (
        violations(
            {
                "yardarm": "import os\ndef build():\n    import typer\n    import sim.cli, scenes.cli",
                "sim.__init__": "",
                "sim.cli": "import typer\nfrom sim import options\ndef lab():\n    from sim.lab.sway import sway",
                "sim.options": "import typer",
                "sim.seeds": "import numpy as np",
                "sim.rules.__init__": "",
                "sim.rules.zack.__init__": "from .state import State",
                "sim.rules.zack.state": "from dataclasses import dataclass\nimport json\nfrom sim.rules import cards",
                "sim.errors": "class InputError(Exception): ...",
                "sim.rules.cards": "import re\nfrom sim.errors import InputError\nre.compile('x')",
                "sim.physics.world": "import pymunk\nfrom sim.seeds import rng",
                "sim.players.hand": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import sim.players.bot",
                "sim.players.bot": "import sim.players.hand\nimport sim.rules.zack\nfrom sim.physics import world",
                "sim.matches.match": "from sim.players.bot import Bot\nfrom sim.physics.world import World",
                "sim.lab.sway": "from sim.physics.world import World",
                "scenes.cli": "import typer\nfrom sim.options import Seed",
                "scenes.watch": "import pyglet\nfrom sim.matches import match",
                "calibration.plots": "import matplotlib\nimport sim.lab.sway",
            }
        )
        == []
    )


def test_nothing_names_this_machine_or_a_registry(root: Path) -> None:
    # Spelled in pieces, so that this file passes its own test.
    strangers = re.compile("|".join(("py" + r"pi\.org", "pythonhosted" + r"\.org", "/wo" + "rk/", "/ro" + "ot/")))
    kinds = {"", ".py", ".toml", ".md", ".txt", ".json", ".jsonl", ".csv", ".cfg", ".yml", ".yaml"}
    files = [
        path
        for path in root.rglob("*")
        if path.is_file()
        and path.suffix in kinds
        and not SKIPPED & set(path.relative_to(root).parts)
        and not any(part.endswith("_cache") for part in path.relative_to(root).parts)
    ]
    assert root / "pyproject.toml" in files
    assert [str(path) for path in files if strangers.search(path.read_text("utf-8", errors="replace"))] == []
