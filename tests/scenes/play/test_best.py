"""The best moments of a match that was played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scenes.playback.theatre import Theatre
from sim.errors import InputError
from tests.scenes.fake_match import FALL, FakeMatch

STEP_S = 0.1


class Host:
    """A window's scene that counts how often its front screen was closed."""

    closed = 0

    def back(self) -> None:
        self.closed += 1


def test_they_are_shown_until_they_are_over_or_it_is_enough(screen: Any) -> None:
    from scenes.play.best import BestScreen

    host = Host()
    best = BestScreen(host, Theatre(lambda _seed: FakeMatch(1, FALL), 1), None)  # type: ignore[arg-type]
    best.resize(640, 400, 1.0)
    looks = {best.look}
    for _ in range(3000):
        best.update(STEP_S)
        if host.closed:
            break
        looks.add(best.look)
    assert host.closed == 1
    assert len(looks) > 50
    best.show()
    assert len(screen.picture(best).getcolors(1 << 20)) > 100
    assert best.key("escape")
    assert host.closed == 2


def test_a_record_that_cannot_be_read_is_refused(screen: Any, tmp_path: Path) -> None:
    from scenes.play.best import from_record

    (tmp_path / "match.jsonl").write_text("nothing\n")
    with pytest.raises(InputError):
        from_record(tmp_path / "match.jsonl")
