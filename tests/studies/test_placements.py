"""What the study of placements says of a line through figures."""

from __future__ import annotations

import numpy as np
import pytest

from studies.placements import line_through


def test_what_chance_explains_is_no_bias() -> None:
    g = np.random.default_rng(1)
    x = np.linspace(-2, 1, 400)
    errors = np.full(400, 0.1)
    line = line_through(x, 0.2 * x - 1.5 + g.normal(0, 0.1, 400), errors)
    assert line.slope == pytest.approx(0.2, abs=0.03)
    assert line.chance == pytest.approx(0.1)
    assert line.bias < 0.04
    biased = line_through(x, 0.2 * x - 1.5 + g.normal(0, np.hypot(0.1, 0.3), 400), errors)
    assert biased.bias == pytest.approx(0.3, abs=0.05)
    assert biased.correlation < line.correlation
