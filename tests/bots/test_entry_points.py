"""Bots of other packages: an installed distribution offers one in the group of entry points."""

from __future__ import annotations

import json
import os
import sys
import zipfile
from pathlib import Path

import pytest

from tests.processes import completed

SOURCE = """
class Alpha:
    name, version = "alpha", "1.4"

    def __init__(self, last=False):
        self.last = last

    def act(self, question):
        return question.legal[-1 if self.last else 0]
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed a wheel with a bot."""
    folder = tmp_path_factory.mktemp("installed")
    wheel = folder / "alpha_bot-1.4-py3-none-any.whl"
    info = "alpha_bot-1.4.dist-info"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("alpha_bot.py", SOURCE)
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: alpha-bot\nVersion: 1.4\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/entry_points.txt", "[yardarm.bots]\nalpha = alpha_bot:Alpha\ngone = alpha_bot:Gone\n")
        archive.writestr(f"{info}/RECORD", "")
    site = folder / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(site)]
    done = completed([*pip, str(wheel)], cwd=folder, env=dict(os.environ), text=True)
    assert done.returncode == 0, done.stderr
    return site


def simulated(root: Path, installed: Path, player: str, *more: str) -> tuple[int, str, str]:
    """Run simulate with a bot in the first seat; return exit code, output and errors."""
    words = ["simulate", "zatre", "--matches", "2", "--profile", "draft", "--players", f"{player},casual:random"]
    command = [sys.executable, "-m", "yardarm", *words, *more]
    env = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{installed}"}
    done = completed(command, cwd=root, env=env, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.study
def test_a_bot_of_an_installed_distribution_plays_in_two_workers(root: Path, installed: Path) -> None:
    code, out, err = simulated(root, installed, "casual:alpha?last=true", "--jobs", "2", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["players"][0]["strategy"] == "alpha@1.4"


@pytest.mark.slow
def test_one_that_cannot_be_loaded_gets_a_sentence(root: Path, installed: Path) -> None:
    code, _, err = simulated(root, installed, "casual:gone")
    assert code == 2
    assert err.startswith("yardarm: --players: the bot 'gone': AttributeError: ")
    assert err.count("\n") == 1
