"""Pulses are seen round their places until they are ended."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from scenes.drawing.panels import Pen


def test_a_pulse_is_round_its_place_until_it_is_ended(screen: Any) -> None:
    from scenes.drawing.pulses import Pulses

    screen.resize(640, 360)
    pulses = Pulses()
    pulses.resize(Pen(0.5, 1.0))
    drawing = SimpleNamespace(draw=lambda _window: pulses.batch.draw())

    def ink() -> np.ndarray[Any, Any]:
        picture = np.asarray(screen.picture(drawing), dtype=int)[:, :, :3]
        return np.abs(picture - picture[0, 0]).sum(axis=2) > 30

    pulses.update(0.3)
    pulses.pulse("ben", (500.0, 120.0))
    rows, columns = np.nonzero(ink())
    assert columns.mean() == pytest.approx(500.0, abs=2.0)
    assert 360.0 - rows.mean() == pytest.approx(120.0, abs=2.0)
    pulses.pulse("ben", None)
    assert not ink().any()
