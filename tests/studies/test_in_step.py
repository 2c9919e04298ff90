"""What matches in step are worth: by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from studies.in_step import gain, gain_interval


def test_the_gain_is_that_of_the_variance() -> None:
    one, other = np.array([1.0, -1.0, 2.0, -2.0]), np.array([1.0, -1.0, 1.0, -1.0])
    assert gain(one, other) == pytest.approx((10 + 4) / 2)
    assert gain(one, one) == math.inf
    assert gain(one, -one) == pytest.approx(0.5), "matches that go apart are worth less than others"
    found = gain_interval(np.tile(one, 20), np.tile(other, 20))
    assert found.low < found.estimate < found.high
