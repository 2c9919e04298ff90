"""Every game of the house, and one from outside it, on the path as an installed package is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sim import spec

TOY = Path(__file__).parents[1] / "toy_game"
"""A package of somebody else's, with the metadata that an installer leaves beside it."""


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Put the toy on the path of this process, and return its folder."""
    with monkeypatch.context() as patch:
        patch.syspath_prepend(str(TOY))
        spec._others.cache_clear()
        yield TOY
    spec._others.cache_clear()
