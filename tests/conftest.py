"""What every test shares: where the checkout is, folders in place of the user's, and what drawing needs."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
import typer
from hypothesis import settings

import yardarm.command
from sim.language import spoken
from tests import amounts
from tests.browser import browser, browser_program
from tests.drawing import _drawing, _screens, display, display_of_its_own, screen, sharp, unpainted, x_display
from tests.processes import let_children_be_interrupted, let_children_share_bytecode
from tests.scenes.real_window import windows

__all__ = [
    "_drawing",
    "_screens",
    "browser",
    "browser_program",
    "display",
    "screen",
    "sharp",
    "unpainted",
    "windows",
    "x_display",
]

ROOT = Path(__file__).resolve().parent.parent

# The machine is shared, so a slow moment is no failure; in CI the examples are the same on every run, and twice as many
# would find nothing new. Long searches say how many they try (tests/amounts.py).
settings.register_profile("yardarm", deadline=None, derandomize=bool(os.environ.get("CI")), max_examples=50)
settings.load_profile("yardarm")

# Whatever the machine speaks; a test of another language says so.
os.environ["YARDARM_LANGUAGE"] = "en"

let_children_be_interrupted()
let_children_share_bytecode()


def pytest_configure(config: pytest.Config) -> None:
    """Let searches be long where the slow tests run too (see tests/amounts.py), and give a worker its display."""
    asked = config.option.markexpr
    amounts.SLOW_TOO = "not slow" not in asked
    amounts.STUDIES_TOO = "study" in asked.replace("not study", "")
    its_display = ExitStack()
    its_display.enter_context(display_of_its_own())
    config.add_cleanup(its_display.close)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Search for no garbage meanwhile, never among what is collected, which is there until the end, and seldom later.

    Most of what tests leave is kept for others (matches, art): to search all of it as often as Python does took a
    twentieth of the time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(5_000, 20, 20)
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What opens a real window is tried on a busy machine too."""
    for item in items:
        if "x_display" in getattr(item, "fixturenames", ()):
            item.add_marker("busy")


@pytest.fixture(scope="session", autouse=True)
def _one_command() -> Iterator[None]:
    """The command is put together once, and not for every line that tests have it run."""
    with pytest.MonkeyPatch.context() as patch:
        build = cache(lambda _language, word="", build=yardarm.command.build: build(word))
        patch.setattr(yardarm.command, "build", lambda word="": build(spoken(), word))
        patch.setattr(typer.main, "get_command", cache(typer.main.get_command))
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of its own, empty, in place of the user's."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    return home
