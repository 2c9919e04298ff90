"""95 % intervals hold the truth about 95 times in a hundred: 200 simulated data sets for every fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from tests.calibration.fit import simulated

FITS: dict[str, Callable[[int], dict[str, bool]]] = {
    **{f"ship, {name}": partial(simulated.ship, name) for name in simulated.SHIPS},
    "reactions": simulated.reactions,
    "throws": simulated.throws,
}


def coverage(fit: Callable[[int], dict[str, bool]], sets: int) -> dict[str, int]:
    """How many of the sets' intervals hold the truth, by figure."""
    held: Counter[str] = Counter()
    for seed in range(sets):
        held.update({key: int(inside) for key, inside in fit(seed).items()})
    return dict(held)


@pytest.mark.study
@pytest.mark.parametrize("name", FITS)
def test_intervals_hold_the_truth_as_often_as_they_say(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    held = coverage(FITS[name], 200)
    with capsys.disabled():
        print(f"\n{name}: of 200 {held}")
    assert min(held.values()) >= 180, held
    assert max(held.values()) <= 199, held


@pytest.mark.parametrize(("name", "sets"), [("ship, all three", 2), ("reactions", 10), ("throws", 60)])
@pytest.mark.study
def test_a_few_intervals_hold_the_truth(name: str, sets: int) -> None:
    held = coverage(FITS[name], sets)
    # By chance alone fewer than this share happen once in thousands of runs; a wrong interval is caught.
    assert min(held.values()) >= 0.5 * sets if sets < 10 else min(held.values()) >= 0.8 * sets, held
