"""Every test here has folders of its own in place of the user's, and may ask for the stand-ins of fakes.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenes.play.fakes import fake_game

__all__ = ["fake_game"]


@pytest.fixture(autouse=True)
def _own_folders(own_folders: Path) -> None:
    """Nothing here touches the user's folders."""
