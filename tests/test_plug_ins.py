"""Games are plug-ins: with the folders of two of ours deleted, and their lines in pyproject.toml, all else works."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture import violations
from tests.metadata import write_metadata

GONE = ("zatre", "zigzag")
ROOMS = ("calibration", "scenes", "sim", "yardarm")
QUICK = (
    "yardarm/testing/test_specs.py",
    "yardarm/testing/test_holdings.py",
    "tests/calibration/reports/test_ship_drawing.py",
    "tests/scenes/drawing/test_panels.py",
    "tests/yardarm/test_envs_riff_raff_place.py",
)
WHOLE = ("yardarm/testing", "tests/games/riff_raff/rules", "tests/games/zack/rules")


@pytest.fixture(scope="module")
def core(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the tree without two games, with the metadata that an installer writes of its pyproject.toml."""
    copy = tmp_path_factory.mktemp("core")
    for name in (*ROOMS, "tests", "docs"):
        shutil.copytree(root / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for game in GONE:
        for room in ("sim", "scenes", "tests"):
            shutil.rmtree(copy / room / "games" / game)
        for path in (copy / "yardarm" / "envs").glob(f"{game}_*.py"):
            path.unlink()
    lines = (root / "pyproject.toml").read_text("utf-8").splitlines(keepends=True)
    (copy / "pyproject.toml").write_text("".join(line for line in lines if not line.startswith(GONE)))
    write_metadata(copy / "pyproject.toml", copy)
    return copy


def ran(core: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, which comes before what is installed."""
    environment = os.environ | {"PYTHONPATH": str(core), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *words], cwd=core, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_the_others_are_offered_and_played(core: Path) -> None:
    helped = ran(core, "-m", "yardarm", "simulate", "--help")
    assert "riff-raff or zack" in helped.stdout
    assert "zatre" not in helped.stdout
    played = ran(core, "-m", "yardarm", "simulate", "riff-raff", "--matches", "1", "--profile", "draft", "--json")
    assert json.loads(played.stdout)["matches"] == 1, played.stderr
    refused = ran(core, "-m", "yardarm", "simulate", "zatre")
    assert refused.returncode == 2
    assert "there is no game 'zatre', expected riff-raff or zack; see" in refused.stderr


@pytest.mark.slow
def test_nothing_that_is_left_imports_them(core: Path) -> None:
    sources = {
        ".".join(path.relative_to(core).with_suffix("").parts): path.read_text("utf-8")
        for room in ROOMS
        for path in (core / room).rglob("*.py")
    }
    assert not violations(sources)
    text = "\n".join(sources.values())
    for game in GONE:
        assert f"games.{game}" not in text
        assert f"envs.{game}" not in text


@pytest.mark.study
def test_the_rest_has_its_types(core: Path, root: Path) -> None:
    pytest.importorskip("mypy", reason="mypy comes with the extra dev; `.ci/checks` runs this test with it")
    cache = root / ".mypy_cache"
    if cache.is_dir():
        # What mypy has found out about files that are the same, it need not find out again.
        shutil.copytree(cache, core / cache.name)
    checked = ran(core, "-m", "mypy", *ROOMS)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.study
@pytest.mark.parametrize("tests", [QUICK, WHOLE])
def test_the_tests_of_the_rest_pass(core: Path, tests: tuple[str, ...]) -> None:
    tested = ran(core, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests)
    assert tested.returncode == 0, tested.stdout[-3000:]
