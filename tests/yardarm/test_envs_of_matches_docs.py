"""docs/environments-of-matches.md says what the environments are."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from yardarm.envs import riff_raff_v0, zack_v0, zatre_v0, zigzag_v0

RAW: dict[str, Any] = {
    "riff_raff_v0": riff_raff_v0.raw_env,
    "zatre_v0": zatre_v0.raw_env,
    "zack_v0": zack_v0.parallel_env,
    "zigzag_v0": zigzag_v0.parallel_env,
}


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    """Return the text of the page."""
    return (root / "docs/environments-of-matches.md").read_text("utf-8")


@pytest.mark.parametrize("name", RAW)
def test_the_page_has_every_number_of_an_observation_and_the_number_of_actions(
    page: str, name: str, root: Path
) -> None:
    env = RAW[name]()
    assert "\n".join(env.layout.table()) in page
    (row,) = (line for line in page.splitlines() if line.startswith(f"| [`{name}`]"))
    assert row.rstrip(" |").endswith(f"| {len(env.words)}")
    picture = re.search(rf"## {name}\n\n!\[[^]]+\]\(([^)]+)\)", page)
    assert (root / "docs" / picture[1]).is_file()
    assert f"**Versions.** {name.rpartition('_')[2]}: the first." in page


@pytest.mark.slow
def test_the_example_of_the_page_runs_without_a_warning(page: str, tmp_path: Path, root: Path) -> None:
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "example.py").write_text(code[1])
    done = subprocess.run(
        [sys.executable, "-W", "error", "example.py"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout + done.stderr == ""
    assert (tmp_path / "match.jsonl").read_text().startswith('{"stage":"header"')


@pytest.mark.slow
def test_no_picture_of_a_match_needs_pyglet_or_a_display() -> None:
    script = (
        "import sys\nfrom yardarm.envs import riff_raff_v0, zack_v0, zatre_v0, zigzag_v0\n"
        "for module in (riff_raff_v0, zack_v0, zatre_v0, zigzag_v0):\n"
        "    env = module.env(render_mode='rgb_array')\n    env.reset(seed=1)\n    env.render()\n"
        "assert 'pyglet' not in sys.modules"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", script], env={}, check=True)
