"""What a vector of environments waits for its slowest one, worked out from the times of steps."""

from __future__ import annotations

import math

import pytest

from benchmarks.envs import busy_share, spread


@pytest.mark.parametrize(
    ("times", "envs", "cores", "share"),
    [
        ([1.0, 1.0], 2, 2, 1.0),
        ([1.0, 3.0], 2, 2, 4 / 6),  # one core waits for two of three seconds
        ([1.0, 3.0], 2, 1, 1.0),
        ([1.0, 1.0, 1.0, 1.0], 4, 2, 1.0),
        ([1.0, 1.0, 4.0], 3, 2, 6 / 9),  # 1.5 s with all three, then 3 s with one: 4.5 s of two cores
        ([1.0, 3.0, 1.0, 1.0], 2, 2, 6 / 8),  # two steps of the vector
    ],
)
def test_the_busy_share_is_the_work_over_what_the_cores_could_have_done(
    times: list[float], envs: int, cores: int, share: float
) -> None:
    assert busy_share(times, envs, cores) == pytest.approx(share)


def test_more_environments_than_cores_wait_less() -> None:
    times = [1.0, 3.0] * 64
    assert busy_share(times, 16, 2) > 0.9 > busy_share(times, 2, 2)
    assert math.isnan(busy_share([1.0], 2, 2))


def test_a_figure_is_the_median_with_its_range() -> None:
    assert spread([3.0, 1.0, 2.0]) == "2 (1 to 3)"
