"""Flicks whose button goes up late: what the rule in force makes of them, and what the one before did."""

from __future__ import annotations

import pytest

from studies.pauses import HEAD, IN_FORCE, RULES, table


@pytest.mark.slow
def test_late_flicks_fly_as_meant_and_placings_do_not() -> None:
    lines = table(40, 2, (RULES[0], IN_FORCE))
    for (device, game, rule), values in lines.items():
        found = dict(zip(HEAD, values, strict=True))
        if rule == IN_FORCE.name:
            pad = device == "touch pad"
            assert found["thrown"] > (0.8 if pad else 0.9), (device, game)
            assert found["within 15 %"] > (0.65 if pad else 0.8), (device, game)
            assert found["riddles"] <= 0.05, (device, game)
        else:
            assert found["thrown"] < 0.5, (device, game)
            assert found["riddles"] > 0.2, (device, game)
        assert found["placings"] <= 0.05, (device, game)
        assert found["rests"] == 0.0, (device, game)
