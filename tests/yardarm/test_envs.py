"""What holds for every environment of Gymnasium's: the checks of Farama, determinism, versions, pictures, vectors."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv

import yardarm.envs
from sim.seeds import rng
from studies import env_versions as versions
from studies.env_versions import VERSIONS, Version, trajectory_digest, why_changed
from tests.amounts import amount
from tests.processes import printed_by
from yardarm.envs.policies import fixed_action

NAMES = tuple(f"{yardarm.envs.NAMESPACE}/{name}" for name in yardarm.envs.ENTRY_POINTS)
STEPS = 4
SHORT: dict[str, dict[str, Any]] = {
    "Yardarm/RiffRaffPlace-v0": {"max_steps": 2},
    "Yardarm/RiffRaffHand-v0": {"max_steps": 2},
    "Yardarm/ZackThrow-v0": {"time_s": 0.5},
}
"""What makes an environment's episodes end within `STEPS`."""


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    """Return the name of an environment."""
    return str(request.param)


def trajectory(env: gymnasium.Env[Any, Any], seed: int | None, steps: int = STEPS) -> list[Any]:
    """Return everything that an environment answers under a policy that depends on the seed alone."""
    stream = rng(seed or 0, "policy")
    found: list[Any] = [env.reset(seed=seed)[0]]
    for _ in range(steps):
        observation, reward, terminated, truncated, _ = env.step(fixed_action(env.action_space, stream))
        assert env.observation_space.contains(observation)
        found.append((observation, reward, terminated, truncated))
        if terminated or truncated:
            found.append(env.reset()[0])
    return found


def exact(found: list[Any]) -> str:
    """Return a digest of all bits of a trajectory."""
    parts = [np.asarray(part).tobytes() for step in found for part in (step if isinstance(step, tuple) else (step,))]
    return hashlib.sha256(b"".join(parts)).hexdigest()


@pytest.mark.study
def test_an_environment_passes_the_checks_of_gymnasium(name: str) -> None:
    env = gymnasium.make(name)
    check_env(env.unwrapped)
    env.close()


@amount(1, full=3, whole=100)
def test_an_environment_passes_the_checks_of_gymnasium_with_many_seeds(name: str, amount: int) -> None:
    """`check_env` resets with seeds of its own; here whole episodes, each twice, with every answer in its space."""
    first, again = gymnasium.make(name), gymnasium.make(name)
    for seed in range(amount):
        assert exact(trajectory(first, seed)) == exact(trajectory(again, seed))


@pytest.mark.slow
def test_a_seed_gives_the_same_trajectory_to_the_last_bit_and_no_seed_another_one(name: str) -> None:
    one, other = gymnasium.make(name), gymnasium.make(name)
    trajectory(other, 5, 1)  # what was played before does not matter
    first = exact(trajectory(one, 2**40))
    assert exact(trajectory(other, 2**40)) == first
    assert exact(trajectory(one, None)) != first


SCRIPT = """
import json, sys
sys.path.insert(0, "tests/yardarm")
import gymnasium
from test_envs import NAMES, exact, trajectory
found = {}
for name in NAMES:
    env = gymnasium.make(f"yardarm.envs:{name}", render_mode="rgb_array")
    found[name] = exact(trajectory(env, 3, 2))
    env.render()
assert "pyglet" not in sys.modules
print(json.dumps(found))
"""


@pytest.mark.study
def test_another_process_with_another_hash_seed_gives_the_same_trajectories_and_no_picture_needs_pyglet() -> None:
    found = json.loads(printed_by(SCRIPT, "-W", "error", hash_seed=77))
    assert found == {name: exact(trajectory(gymnasium.make(name), 3, 2)) for name in NAMES}


def test_vector_environments_answer_as_their_environments_do_one_by_one(name: str) -> None:
    vector = gymnasium.make_vec(name, num_envs=2, vectorization_mode="sync")
    stream = rng(1, "policy")
    action = np.stack([fixed_action(vector.single_action_space, stream) for _ in range(2)])
    rows = [vector.reset(seed=[8, 9])[0], vector.step(action)[0]]
    vector.close()
    for index, seed in enumerate((8, 9)):
        env = gymnasium.make(name)
        alone = [env.reset(seed=seed)[0], env.step(action[index])[0]]
        assert all((row[index] == found).all() for row, found in zip(rows, alone, strict=True))


@pytest.mark.study
def test_environments_in_other_processes_answer_the_same_beyond_the_end_of_an_episode(name: str) -> None:
    found = {}
    for mode in ("sync", None):
        # Without a mode Gymnasium takes our own entry point.
        vector = gymnasium.make_vec(name, num_envs=3, vectorization_mode=mode, **SHORT[name])
        assert isinstance(vector, AsyncVectorEnv) == (mode is None)
        stream = rng(1, "policy")
        found[mode] = [vector.reset(seed=3)[0]]
        ends = 0
        for _ in range(STEPS):
            action = np.stack([fixed_action(vector.single_action_space, stream) for _ in range(3)])
            observed, rewards, terminated, truncated, _ = vector.step(action)
            ends += int((terminated | truncated).sum())
            found[mode] += [observed.copy(), rewards, terminated, truncated]
        vector.close()
        assert ends
    assert all((one == other).all() for one, other in zip(found["sync"], found[None], strict=True))


def test_what_is_registered_can_be_written_down(name: str) -> None:
    spec = gymnasium.spec(name)
    assert gymnasium.envs.registration.EnvSpec.from_json(spec.to_json()) == spec


@pytest.mark.slow
def test_a_picture_is_drawn_without_a_display_and_without_a_window(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    env = gymnasium.make(name, render_mode="rgb_array")
    env.reset(seed=2)
    before = env.render()
    env.step(fixed_action(env.action_space, rng(2, "policy")))
    after = env.render()
    assert isinstance(before, np.ndarray)
    assert before.dtype == np.uint8
    assert before.shape == after.shape
    assert before.shape[2] == 3
    assert len(np.unique(before.reshape(-1, 3), axis=0)) > 1000  # paintings, not flat shapes
    assert (before != after).any()
    assert env.metadata["render_fps"] > 0


def test_a_position_is_written_as_text(name: str) -> None:
    env = gymnasium.make(name, render_mode="ansi")
    env.reset(seed=2)
    before = env.render()
    env.step(fixed_action(env.action_space, rng(2, "policy")))
    after = env.render()
    assert isinstance(before, str)
    assert isinstance(after, str)
    assert len(before.splitlines()) > 1
    assert before != after


# ------------------------------------------------------------------------------------------------ versions


@pytest.mark.slow
@pytest.mark.parametrize("name", VERSIONS)
def test_a_version_stands_for_what_it_did_when_it_got_its_number(name: str) -> None:
    assert why_changed(name) == ""


def test_every_environment_has_a_version_in_the_table() -> None:
    assert set(NAMES) <= set(VERSIONS)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"configuration": "0" * 16}, "the configuration of its game changed"),
        ({"trajectory": "0" * 16}, "its behaviour in a fixed episode changed"),
    ],
)
def test_a_silent_change_is_told_with_what_to_do(
    changed: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = NAMES[0]
    then = VERSIONS[name]
    fields = {"game": then.game, "configuration": then.configuration, "trajectory": then.trajectory}
    monkeypatch.setattr(versions, "VERSIONS", {name: Version(**fields | changed)})
    said = why_changed(name)
    assert words in said
    assert "raise the number of its version" in said


def test_the_digest_of_a_trajectory_sees_every_number_and_not_the_last_digits() -> None:
    steps = [np.array([0.5, -0.25]), (np.array([1.0]), 2.0, False), {"a": [1, 2]}]
    assert trajectory_digest(steps) == trajectory_digest([steps[0] + 1e-7, *steps[1:]])
    for other in (
        [steps[0] + 0.01, *steps[1:]],
        [steps[0], (np.array([1.0]), 2.0, True), steps[2]],
        [*steps[:2], {"a": [1, 3]}],
    ):
        assert trajectory_digest(other) != trajectory_digest(steps)


def test_the_fixed_policy_draws_within_its_space() -> None:
    stream = rng(1, "spaces")
    for space in (
        gymnasium.spaces.Discrete(3, start=2),
        gymnasium.spaces.MultiDiscrete([2, 5]),
        gymnasium.spaces.Box(-2.0, 3.0, (2, 2), np.float32),
    ):
        found = [fixed_action(space, stream) for _ in range(50)]
        assert all(space.contains(action) for action in found)
        assert len({np.asarray(action).tobytes() for action in found}) > 2
    with pytest.raises(TypeError, match="bounded Box"):
        fixed_action(gymnasium.spaces.Text(3), stream)


# ------------------------------------------------------------------------------------------------ the extra


def test_without_the_extra_one_sentence_says_what_to_install() -> None:
    script = (
        "import sys\nsys.modules['gymnasium'] = None\nimport yardarm\n"
        "try:\n    import yardarm.envs\nexcept ImportError as refused:\n    print(refused)"
    )
    told = "yardarm.envs needs gymnasium, which is not installed: pip install '.[rl]'.\n"
    assert printed_by(script) == told


def test_importing_yardarm_does_not_load_the_environments() -> None:
    script = "import sys, yardarm; yardarm.games; assert not {'gymnasium', 'yardarm.envs'} & sys.modules.keys()"
    assert printed_by(script) == ""


def test_a_step_before_a_reset_and_after_the_end_is_refused(name: str) -> None:
    env = gymnasium.make(name).unwrapped
    action = fixed_action(env.action_space, rng(1, "policy"))
    with pytest.raises(ResetNeeded, match="expected a reset"):
        env.step(action)
    env.reset(seed=1)
    over = False
    while not over:
        over = any(env.step(fixed_action(env.action_space, rng(1, "policy")))[2:4])
    with pytest.raises(ResetNeeded, match="expected a reset"):
        env.step(action)
