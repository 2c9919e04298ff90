"""The house stands as docs/explanation/design.md says; and the checker that says so can fail."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.architecture import ROOMS, named_games, violations

SKIPPED = {".git", ".venv", ".ci-venv", "build", "dist", "__pycache__", ".hypothesis"}


def house(root: Path) -> dict[str, str]:
    """Every module of the command and its three rooms."""
    files = [path for room in (*ROOMS, "yardarm") for path in (root / room).rglob("*.py")]
    return {".".join(path.relative_to(root).with_suffix("").parts): path.read_text("utf-8") for path in files}


@pytest.mark.slow
def test_the_house_stands(root: Path) -> None:
    sources = house(root)
    assert {"yardarm.command", "sim.cli", "scenes.cli", "calibration.cli", "sim.physics.__init__"} <= sources.keys()
    assert violations(sources) == []


# Each: the modules of a made-up house, and what the checker must say of it.
BROKEN = {
    "a game sees another": (
        {"sim.games.a.match": "import sim.games.b.rules", "sim.games.b.rules": ""},
        "a imports sim.games.b.rules: games do not know each other",
    ),
    "bots see a match": ({"sim.games.a.bots.x": "import sim.games.a.match"}, "bots (floor 2 of its game) imports"),
    "calibration of another game": (
        {"calibration.games.a.x": "import sim.games.b.x", "sim.games.b.x": ""},
        "games do not know each other",
    ),
    "a picture of another game": (
        {"scenes.games.a.play": "import scenes.games.b.play"},
        "games do not know each other",
    ),
    "a frame sees a game": ({"sim.match.base": "import sim.games.zack.spec"}, "sim.match (floor 4) imports"),
    "a cycle of types": (
        {"sim.a": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import sim.b", "sim.b": "import sim.a"},
        "cycle: sim.",
    ),
    "sim sees scenes": ({"sim.a": "import scenes.watch"}, "sim imports scenes.watch"),
    "calibration sees benchmarks": ({"calibration.a": "import benchmarks.peer"}, "calibration imports benchmarks.peer"),
    "sim sees calibration": ({"sim.a": "from calibration import fit"}, "sim imports calibration"),
    "sim sees pyglet": ({"sim.match.a": "def f():\n    import pyglet.window"}, "sim imports pyglet"),
    "sim sees matplotlib": ({"sim.lab.a": "from matplotlib import pyplot"}, "sim imports matplotlib"),
    "sim sees the command": ({"sim.a": "import yardarm"}, "sim imports yardarm"),
    "scenes see calibration": ({"scenes.a": "import calibration.fit"}, "scenes imports calibration.fit"),
    "calibration sees scenes": ({"calibration.a": "import scenes"}, "calibration imports scenes"),
    "calibration sees pyglet": ({"calibration.a": "import pyglet"}, "calibration imports pyglet"),
    "rules see physics": (
        {"sim.games.a.rules": "from sim.physics import ship", "sim.physics.ship": ""},
        "rules import sim.physics.ship",
    ),
    "rules see pymunk": ({"sim.games.a.rules": "import pymunk"}, "rules import pymunk"),
    "rules see numpy": ({"sim.games.a.rules": "def f():\n    import numpy.random"}, "rules import numpy"),
    "the rules' frame sees numpy": ({"sim.rules_frame.a": "def f():\n    import numpy"}, "rules import numpy"),
    "masks see numpy too soon": ({"sim.rules_frame.action_space": "import numpy"}, "rules import numpy"),
    "rules see chance": ({"sim.games.a.rules": "from random import choice"}, "rules import random"),
    "rules see the clock": ({"sim.games.a.rules": "import time"}, "rules import time"),
    "rules see the ground": (
        {"sim.games.a.rules": "from sim.seeds import rng", "sim.seeds": ""},
        "rules import sim.seeds",
    ),
    "rules print": ({"sim.games.a.rules": "print(1)"}, "calls print"),
    "physics sees rules": ({"sim.physics.a": "import sim.games.riff_raff.rules"}, "sim.physics (floor 1) imports"),
    "physics sees players": ({"sim.physics.a": "from ..people import skill"}, "imports sim.people"),
    "people see matches": ({"sim.people.a": "from sim import match", "sim.match.__init__": ""}, "(floor 4)"),
    "people see batch": ({"sim.people.a": "import sim.batch"}, "sim.people (floor 2) imports sim.batch"),
    "matches see lab": ({"sim.match.a": "import sim.lab.sway"}, "sim.match (floor 4) imports sim.lab.sway"),
    "the ground sees a floor": ({"sim.files": "import sim.physics.ship"}, "sim.files (floor 0) imports sim.physics"),
    "physics sees the frame": ({"sim.physics.a": "import sim.options"}, "imports sim.options (floor 4)"),
    "a hidden relative import": ({"sim.physics.__init__": "from ..games import x"}, "imports sim.games"),
    "a hidden type import": (
        {"sim.physics.a": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import sim.games"},
        "imports sim.games",
    ),
    "a dynamic import": ({"sim.physics.a": "import importlib\nimportlib.import_module('sim.games.x')"}, "sim.games.x"),
    "a table of imports": (
        {"sim.physics.a": "T = {'x': 'sim.games.x'}\n__import__(T['x'])", "sim.games.x": ""},
        "imports sim.games.x",
    ),
    "a computed import": ({"sim.a": "def f(name):\n    __import__(name)"}, "computed name"),
    "pickle": ({"scenes.a": "import pickle"}, "imports pickle"),
    "shelve": ({"calibration.a": "def f():\n    from shelve import open"}, "imports shelve"),
    "marshal": ({"sim.a": "import marshal"}, "imports marshal"),
    "pickle in numpy": ({"sim.a": "import numpy\nnumpy.load('x', allow_pickle=True)"}, "allows pickle"),
    "eval": ({"scenes.a": "eval('1')"}, "calls eval"),
    "exec": ({"sim.lab.a": "def f():\n    exec('1')"}, "calls exec"),
    "a window sees drawings": (
        {"scenes.window.a": "def f():\n    import scenes.drawing.b"},
        "scenes.window (floor 1) imports scenes.drawing.b (floor 3)",
    ),
    "a frame of scenes sees a game": ({"scenes.play.a": "import scenes.games.zack.play"}, "scenes.play (floor 5) imp"),
    "export sees play": ({"scenes.export.a": "import scenes.play.b"}, "imports scenes.play.b (floor 5)"),
    "scenes' spec sees more than types": ({"scenes.spec": "import scenes.play.a"}, "scenes.spec (floor 0) imports"),
    "a folder of scenes without a floor": ({"scenes.attic.__init__": ""}, "scenes.attic: has no floor"),
    "a package without a floor": ({"sim.attic.__init__": ""}, "sim.attic: has no floor"),
    "a cycle": ({"sim.a": "import sim.b", "sim.b": "def f():\n    import sim.a"}, "cycle: sim."),
    "a stray typer": ({"sim.lab.a": "import typer"}, "only the command's frame imports typer"),
    "a slow frame": ({"sim.cli": "import numpy"}, "sim.cli:1: imports numpy at the top"),
    "a verb of another room's work": ({"sim.cli": "Verb('a', 'scenes.b:c')", "scenes.b": ""}, "sim imports scenes.b"),
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
                "yardarm.command": "import os\ndef build():\n    import typer\n    import sim.cli, scenes.cli",
                "sim.__init__": "",
                "sim.cli": "from sim import options\nVERBS = ('lab sway', 'sim.lab.sway:sway_command')",
                "sim.options": "import typer",
                "sim.seeds": "import numpy as np",
                "sim.rules_frame.__init__": "import re\nfrom sim.errors import InputError\nre.compile('x')",
                "sim.games.zack.rules.__init__": "from .state import State",
                "sim.games.zack.rules.state": "from dataclasses import dataclass\nfrom sim.rules_frame import Event",
                "sim.errors": "class InputError(Exception): ...",
                "sim.physics.world": "import pymunk\nfrom sim.seeds import rng",
                "sim.people.hand": "from sim.physics import world",
                "sim.games.zack.bots.mind": "import sim.people.hand\nimport sim.games.zack.rules",
                "sim.match.base": "from sim.people.hand import Hand\nfrom sim.physics.world import World",
                "sim.games.zack.match.match": "import sim.games.zack.bots.mind\nimport sim.match.base",
                "sim.lab.sway": "from sim.physics.world import World",
                "scenes.options": "import typer\nfrom sim.options import Seed",
                "scenes.watch": "import pyglet\nfrom sim.match import base\nimport scenes.export.a",
                "scenes.spec": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import scenes.play.form",
                "scenes.play.form": "import scenes.window.window",
                "calibration.plots": "import matplotlib\nimport sim.lab.sway",
            }
        )
        == []
    )


# Modules outside the games' folders that may name a game, by the beginning of their names, each with its reason.
MAY_NAME = {
    "calibration.cli": "examples of command lines",
    "calibration.fit.judgement": "the verb `fit judgement`: where pieces fall on one game's ship",
    "calibration.fit.play": "the verb `fit play`: hands that place pieces or throw cards, as two games record them",
    "calibration.fit.ship_preset": "the verb `fit ship`: one game's ship",
    "calibration.league.suite": "Yardarm-40: a published suite of tasks of two games, to which no game is added",
    "scenes.cli": "examples of command lines",
    "scenes.demo": "a demonstration: visitors practise the game that needs no words",
    "sim.cli": "examples of command lines",
    "sim.lab.again": "the verb `lab place`: one game's ship",
    "sim.lab.place": "the verb `lab place`: one game's ship",
    "sim.lab.sway": "the verb `lab sway`: one game's ship",
    "sim.lab.throw": "the verb `lab throw`: one game's bowl",
    "sim.match.hand_log": "a card that is called as its game is",
    "yardarm.cli": "examples of command lines",
    "yardarm.baselines": "bots of one game, by a public path",
    "yardarm.envs.policies": "the shipped policies of all environments, by a public path",
    "yardarm.envs.riff_raff_": "environments of one game, by public paths",
    "yardarm.envs.zack_": "environments of one game, by public paths",
    "yardarm.envs.zatre_": "environments of one game, by public paths",
    "yardarm.envs.zigzag_": "environments of one game, by public paths",
    "yardarm.openspiel": "the rules of four games as OpenSpiel names and sees them",
    "yardarm.experiments": "the public functions `place`, `sway` and `throw`: one game's ship, another's bowl",
}


@pytest.mark.slow
def test_games_are_named_in_their_folders_alone(root: Path) -> None:
    sources = {name: text for name, text in house(root).items() if not name.startswith(("benchmarks.", "studies."))}
    games = [spec.parent.name for spec in (root / "sim" / "games").glob("*/spec.py")]
    named = named_games(sources, games)
    assert {module: word for module, word in named.items() if not module.startswith(tuple(MAY_NAME))} == {}
    assert [may for may in MAY_NAME if not any(module.startswith(may) for module in named)] == []


@pytest.mark.parametrize(
    "source",
    [
        "import sim.games.tip_cat.rules",
        "from sim.games import tip_cat",
        "GAMES = {'tip-cat': 1}",
        "def f(x): return f'{x} plays Tip Cat'",
        "class TipCatTable: ...",
        "def f(tip_cat): ...",
        "f(tip_cat=1)",
        "x.tip_cat",
    ],
)
def test_a_game_that_is_named_outside_its_folder_is_found(source: str) -> None:
    assert list(named_games({"sim.match.a": source, "sim.games.tip_cat.a": source}, ["tip_cat"])) == ["sim.match.a"]


def test_a_docstring_may_name_a_game_as_an_example() -> None:
    source = '"""Such as Tip Cat."""\nX = 1\n"""At Tip Cat it is 2."""  # tip-cat\ndef f():\n    """Tip Cat."""'
    assert named_games({"sim.match.a": source}, ["tip_cat"]) == {}


def test_nothing_names_this_machine_or_a_registry(root: Path) -> None:
    # Spelled in pieces, so that this file passes its own test.
    strangers = re.compile("|".join(("py" + r"pi\.org", "pythonhosted" + r"\.org", "/wo" + "rk/", "/ro" + "ot/")))
    kinds = {"", ".py", ".toml", ".md", ".txt", ".json", ".jsonl", ".csv", ".cfg", ".yml", ".yaml"}
    files = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in SKIPPED and not name.endswith("_cache")]
        files += [
            path
            for path in map(Path(folder).joinpath, names)
            if path.suffix in kinds and path.name not in SKIPPED and path.is_file()
        ]
    assert root / "pyproject.toml" in files
    assert [str(path) for path in files if strangers.search(path.read_text("utf-8", errors="replace"))] == []
