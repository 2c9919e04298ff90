"""docs/environments.md says of each environment of Gymnasium's what it is: its numbers, its versions, its scores."""

from __future__ import annotations

import re
from pathlib import Path

import gymnasium
import pytest

import yardarm.envs
from sim.statistics import Interval, mean
from studies import environments
from studies.env_versions import VERSIONS
from yardarm.envs.policies import POLICIES

NAMES = [f"{yardarm.envs.NAMESPACE}/{name}" for name in yardarm.envs.ENTRY_POINTS]
_SCORE = re.compile(
    r"\| (?P<words>[^|]+) \| (?P<episodes>\d+) \| (?P<mean>[\d.-]+) \((?P<low>[\d.-]+) to (?P<high>[\d.-]+)\) \|"
)


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    """Return the page."""
    return (root / "docs" / "environments.md").read_text("utf-8")


def section(page: str, name: str) -> str:
    """Return the section of an environment."""
    return page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]


def scores(page: str, name: str) -> dict[str, tuple[int, Interval]]:
    """Return episodes and mean return of each policy, as the page has them."""
    return {
        row["words"]: (int(row["episodes"]), Interval(float(row["mean"]), float(row["low"]), float(row["high"])))
        for row in _SCORE.finditer(section(page, name))
    }


@pytest.mark.parametrize("name", NAMES)
def test_the_page_lists_every_number_of_an_observation(page: str, name: str) -> None:
    for row in gymnasium.make(name).unwrapped.layout.table():
        assert row in section(page, name)


@pytest.mark.parametrize("name", NAMES)
def test_the_page_has_the_version_in_its_history_and_a_picture(page: str, name: str) -> None:
    plain, _, version = name.rpartition("-")
    assert f"| `{plain}` | {version} |" in page
    assert "](pictures/env-" in section(page, name)
    assert name in VERSIONS


@pytest.mark.parametrize("name", NAMES)
def test_the_page_has_a_score_with_its_interval_for_chance_and_for_every_shipped_policy(page: str, name: str) -> None:
    found = scores(page, name)
    assert list(found) == list(POLICIES[name])
    for words, (episodes, interval) in found.items():
        assert episodes == environments.EPISODES.get(words, environments.USUAL)
        assert interval.low < interval.estimate < interval.high
    chance, *shipped = (interval for _, interval in found.values())
    assert all(interval.low > chance.high for interval in shipped)


def test_a_row_is_the_mean_of_the_episodes_with_its_interval() -> None:
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


@pytest.mark.study
def test_other_seeds_give_the_scores_of_the_page(page: str) -> None:
    """A second count of what the page says, on episodes that it does not have: their intervals meet."""
    for name in ("Yardarm/ZackThrow-v0", "Yardarm/RiffRaffHand-v0"):
        env = gymnasium.make(name)
        for words, (_, said) in scores(page, name).items():
            again = mean([environments.played(env, POLICIES[name][words], seed, words) for seed in range(1000, 1060)])
            assert again.low <= said.high, (name, words)
            assert said.low <= again.high, (name, words)


def test_a_picture_is_called_after_its_environment() -> None:
    assert environments._file_name("Yardarm/RiffRaffPlace-v0") == "riff-raff-place"
