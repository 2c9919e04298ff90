"""docs/reference/environments.md says of each environment what it is: its observation, its actions, its version."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import pytest

import yardarm.envs
from sim.statistics import mean
from studies import environments
from studies.env_versions import VERSIONS
from yardarm.envs import riff_raff_v0, zack_v0, zatre_v0, zigzag_v0
from yardarm.envs.numbers import Layout
from yardarm.envs.policies import POLICIES

HANDS = [f"{yardarm.envs.NAMESPACE}/{name}" for name in yardarm.envs.ENTRY_POINTS]
MATCHES: dict[str, Any] = {
    "riff_raff_v0": riff_raff_v0.raw_env,
    "zatre_v0": zatre_v0.raw_env,
    "zack_v0": zack_v0.parallel_env,
    "zigzag_v0": zigzag_v0.parallel_env,
}


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    """Return the page."""
    return (root / "docs" / "reference" / "environments.md").read_text("utf-8")


def section(page: str, name: str) -> str:
    """Return the section of an environment."""
    return page.partition(f"\n### {name}\n")[2].partition("\n##")[0]


def row(page: str, name: str) -> str:
    """Return the row of an environment in the table of all."""
    (found,) = (line for line in page.splitlines() if line.startswith(f"| [`{name}`]"))
    return found


def observation(layout: Layout) -> str:
    """Return the line of the page that lists the parts of an observation."""
    parts = (f"`{part.name}`" if part.count == 1 else f"`{part.name}[{part.count}]`" for part in layout.parts)
    return f"- **Observation** ({layout.space.shape[0]}): {', '.join(parts)}"


def test_the_page_has_all_environments_and_no_others(page: str) -> None:
    assert re.findall(r"^### (\S+)$", page, re.MULTILINE) == [*sorted(HANDS, key=page.index), *MATCHES]
    assert {*HANDS, *MATCHES} == VERSIONS.keys()
    assert "All are v0, the first." in page
    assert all(re.search(r"[-_]v0$", name) for name in VERSIONS)


@pytest.mark.parametrize("name", [*HANDS, *MATCHES])
def test_a_section_lists_the_observation_and_has_a_picture(page: str, name: str, root: Path) -> None:
    env = MATCHES[name]() if name in MATCHES else gymnasium.make(name).unwrapped
    assert observation(env.layout) in section(page, name).splitlines()
    picture = re.search(r"!\[[^]]+\]\(([^)]+)\)", section(page, name))
    assert picture
    assert (root / "docs" / "reference" / picture[1]).is_file()


@pytest.mark.parametrize("name", MATCHES)
def test_the_table_has_the_number_of_actions(page: str, name: str) -> None:
    assert row(page, name).endswith(f"| Discrete ({len(MATCHES[name]().words)}) |")


@pytest.mark.parametrize("name", HANDS)
def test_the_table_has_the_action_space(page: str, name: str) -> None:
    space = gymnasium.make(name).action_space
    assert isinstance(space, gymnasium.spaces.Box)
    assert f"| Box ({space.shape[0]})" in row(page, name)


def test_a_score_is_the_mean_of_the_episodes_with_its_interval() -> None:
    """Counted in a second way: the episodes played one by one here."""
    name = "Yardarm/ZackThrow-v0"
    policy = POLICIES[name]["at the middle, at the usual pace"]
    env = gymnasium.make(name, cards=2)
    returns = [environments.played(env, policy, seed, "") for seed in range(3)]
    found = []
    for seed in range(3):
        env.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            _, reward, terminated, truncated, _ = env.step(policy(env, None))
            total, over = total + float(reward), terminated or truncated
        found.append(total)
    assert returns == found
    assert environments.row("x", 3, mean(found)).startswith(f"| x | 3 | {sum(found) / 3:.2f} (")


def test_a_picture_is_called_after_its_environment() -> None:
    assert environments._file_name("Yardarm/RiffRaffPlace-v0") == "riff-raff-place"


@pytest.mark.study
def test_the_examples_of_the_page_run_without_a_warning(page: str, tmp_path: Path, root: Path) -> None:
    for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", code],
            cwd=tmp_path,
            env={"PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout + done.stderr == ""
    assert (tmp_path / "match.jsonl").read_text().startswith('{"stage":"header"')


@pytest.mark.study
def test_no_picture_of_a_match_needs_pyglet_or_a_display() -> None:
    script = (
        "import sys\nfrom yardarm.envs import riff_raff_v0, zack_v0, zatre_v0, zigzag_v0\n"
        "for module in (riff_raff_v0, zack_v0, zatre_v0, zigzag_v0):\n"
        "    env = module.env(render_mode='rgb_array')\n    env.reset(seed=1)\n    env.render()\n"
        "assert 'pyglet' not in sys.modules"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", script], env={}, check=True)
