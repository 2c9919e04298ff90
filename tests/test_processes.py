"""The tests themselves, where they are run: without a display, from the background of a shell, and after a time-out."""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import completed, ended, let_children_be_interrupted, running, until

pytestmark = pytest.mark.busy
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and process groups as on POSIX")

IMPORTED = """
import importlib, json, sys
failed = {}
for name in json.loads(sys.argv[1]):
    try:
        importlib.import_module(name)
    except Exception as problem:
        failed[name] = f"{type(problem).__name__}: {problem}"
print(json.dumps(failed))
"""


def drawing_modules(path: Path) -> set[str]:
    """What a test file imports at its top of the room that draws, and of pyglet."""
    found: set[str] = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module}
            if node.module.startswith("scenes"):
                found |= {f"{node.module}.{alias.name}" for alias in node.names if alias.name.islower()}
    return {name for name in found if name.split(".")[0] in ("pyglet", "scenes")}


@pytest.mark.slow
def test_the_tests_are_collected_without_a_display(root: Path) -> None:
    modules = {path: drawing_modules(path) for path in sorted((root / "tests").rglob("*.py"))}
    names = sorted({name for found in modules.values() for name in found})
    there = [name for name in names if name.startswith("pyglet") or _is_module(root, name)]
    assert {"scenes.playback.sound", "scenes.games.zatre.cues"} <= set(there)
    blind = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "PYGLET_HEADLESS")}
    told = completed([sys.executable, "-c", IMPORTED, json.dumps(there)], cwd=root, env=blind, text=True, check=True)
    failed = json.loads(told.stdout)
    assert [
        f"{path.relative_to(root)} imports {name} at its top: {failed[name]}"
        for path, found in modules.items()
        for name in sorted(found & failed.keys())
    ] == []


def _is_module(root: Path, name: str) -> bool:
    place = root.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").is_file()


def test_only_one_module_starts_processes_that_run_beside_a_test(root: Path) -> None:
    mine = "subprocess." + "Popen("
    found = [path for path in (root / "tests").rglob("*.py") if mine in path.read_text("utf-8")]
    assert found == [root / "tests" / "processes.py"]


@POSIX
def test_tests_from_the_background_of_a_shell_can_interrupt_what_they_start() -> None:
    words = ["sh", "-c", "kill -INT $$; echo deaf"]
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert completed(words, text=True).stdout == "deaf\n"
        let_children_be_interrupted()
        told = completed(words, text=True)
        assert (told.returncode, told.stdout) == (-signal.SIGINT, "")
        # The tests themselves go on ignoring it.
        signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


@POSIX
def test_a_command_that_hangs_is_killed_with_all_that_it_has_started(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two processes: the shell that is started, and one that it has started in its background.
    words = ["sh", "-c", "sleep 1000 & echo $!; sleep 1000"]
    with running(words, stdout=subprocess.PIPE, text=True) as process:
        below = int(process.stdout.readline())
        os.kill(below, 0)
    assert process.returncode == -signal.SIGKILL
    until(lambda: ended(below))
    monkeypatch.setattr("tests.processes.LONG_S", 0.1)
    with pytest.raises(subprocess.TimeoutExpired):
        completed(words)
