"""The table of what references are worth."""

from __future__ import annotations

from studies.survey_coverage import DESIGNS, simulated
from studies.survey_gain import line


def test_a_line_says_how_wide_intervals_are_with_and_without_the_reference() -> None:
    words = line("small edit", simulated(DESIGNS[1], 7, 1)).split()
    assert words[:2] == ["small", "edit"]
    assert words[-9] == "560"
    head, slots, _, head_beside, slots_beside, _, worth, worth_of_slots = map(float, words[-8:])
    assert head_beside < head
    assert slots_beside < slots
    assert abs(worth - (head / head_beside) ** 2) < 0.3
    assert abs(worth_of_slots - (slots / slots_beside) ** 2) < 0.3
