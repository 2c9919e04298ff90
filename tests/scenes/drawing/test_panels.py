"""Sheets of paper: a large one is put together from a small one, and nobody sees that."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenes.drawing import panels
from tests.calls import given_to

COLOURS = st.tuples(*[st.integers(0, 255)] * 3)


@settings(max_examples=60, deadline=None)
@given(
    size=st.tuples(st.integers(20, 160), st.integers(20, 90)),
    radius=st.integers(0, 16),
    colour=COLOURS,
    edge=COLOURS,
    alpha=st.integers(0, 255),
    width=st.integers(1, 5),
)
def test_a_sheet_put_together_is_the_one_painted_as_a_whole(
    size: tuple[int, int],
    radius: int,
    colour: tuple[int, int, int],
    edge: tuple[int, int, int],
    alpha: int,
    width: int,
) -> None:
    made = panels.sheet(size, radius, colour, edge, alpha, width)
    assert made.tobytes() == panels._whole_sheet(size, radius, colour, edge, alpha, width).tobytes()


def test_sheets_of_one_kind_are_painted_once_whatever_their_size(monkeypatch: pytest.MonkeyPatch) -> None:
    painted = given_to(monkeypatch, panels, "_whole_sheet")
    panels.sheet.cache_clear()
    for size in ((300, 40), (301, 40), (90, 200)):
        assert panels.sheet(size, 9, (250, 240, 230), (20, 20, 20), 232, 2).size == size
    assert [size for size, *_ in painted] == [(25, 25)]
