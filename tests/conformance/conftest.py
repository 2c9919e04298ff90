"""Every game of the house, and one from outside it, on the path as an installed package is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sim import spec
from tests.conformance.matches import TOY


@pytest.fixture(autouse=True)
def toy() -> Iterator[Path]:
    """Put the toy on the path of this process, and return its folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(TOY))
        spec._entries.cache_clear()
        yield TOY
    spec._entries.cache_clear()
