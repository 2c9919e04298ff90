"""Stand-ins for a game under a person's hand: a match that records, a layer that counts, in place of the real ones."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import pytest

from scenes.play.controller import PlayController


@dataclass
class FakePlayed:
    """Answers like a match with a person: nothing happens but time, and a line a second."""

    seats: Any
    seed: int
    tell: Callable[[dict[str, Any]], None]
    length_s: float = 5.0
    game: str = "riff-raff"
    title: str = "Riff Raff"
    waits_for: tuple[str, ...] = ()
    time_s: float = 0.0
    told: int = 0
    undone: int = 0
    secret: bool = False
    note_hand: Callable[[dict[str, Any]], None] = field(default=lambda _line: None)

    def __post_init__(self) -> None:
        from tests.scenes.fake_match import FakeMatch

        self._drawn = FakeMatch(self.seed, players=len(self.seats))
        self.static_scene = self._drawn.static_scene

    @property
    def finished(self) -> bool:
        return self.time_s >= self.length_s

    def advance(self, seconds: float) -> None:
        self.time_s += seconds
        while self.told < int(self.time_s):
            self.told += 1
            self.tell({"stage": "ruling", "time_s": self.told, "events": [], "phase": "load"})

    def frame(self) -> Any:
        return self._drawn.frame()

    def question(self, by: str) -> str | None:
        return None if by not in self.waits_for else "card" if self.secret else "place"

    def summary_line(self) -> str:
        return "Pieces left: You 0."

    def undo(self) -> None:
        self.undone += 1


class FakeLayer:
    """Counts what it is told."""

    made: list[FakeLayer] = []  # noqa: RUF012 - every one, for the tests

    def __init__(self, match: Any, scene: Any, settings: Any, person: Callable[[], str | None]) -> None:
        self.match, self.scene, self.settings, self.person = match, scene, settings, person
        self.controller = PlayController[Any](match, lambda: match.waits_for)
        self.ghosts = None
        self.told: list[tuple[Any, ...]] = []
        self.at = (0.0, 0.0)
        self.drawn_at = (0.0, 0.0)
        FakeLayer.made.append(self)

    def close(self) -> None:
        pass

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        self.told.append(("resize", width, height, pixel_ratio))

    def pointer(self, x: float, y: float) -> None:
        self.at = (x, y)

    def press(self, x: float, y: float, button: int, modifiers: int) -> None:
        self.told.append(("press", x, y, button))

    def release(self, x: float, y: float, button: int) -> None:
        self.told.append(("release", x, y, button))

    def scroll(self, x: float, y: float, steps: float) -> None:
        self.told.append(("scroll", steps))

    def key(self, symbol: int, modifiers: int) -> bool:
        self.told.append(("key", symbol))
        return symbol == ord("r")

    def key_up(self, symbol: int) -> None:
        self.told.append(("key up", symbol))

    def lost_focus(self) -> None:
        self.told.append(("lost focus",))

    def update(self, wall_s: float) -> None:
        self.controller.advance(wall_s)
        self.drawn_at = self.at

    def show(self, clock_s: float) -> None:
        pass

    def draw(self, window: Any) -> None:
        pass

    def keys(self) -> tuple[tuple[str, str], ...]:
        return (("R", "turn it round"),)


@pytest.fixture
def fake_game(monkeypatch: pytest.MonkeyPatch) -> type[FakeLayer]:
    """Riff Raff with the stand-ins in place of its match, its practice and its layer."""
    module = ModuleType("scenes.games.riff_raff.play")
    module.PlayLayer = FakeLayer
    module.KEYS = (("Q E", "turn it"),)
    monkeypatch.setitem(sys.modules, "scenes.games.riff_raff.play", module)
    FakeLayer.made.clear()
    from scenes.play import session

    def match(setup: Any, _configuration: Any, tell: Any) -> FakePlayed:
        return FakePlayed(setup.seats, setup.seed, tell)

    monkeypatch.setattr(session, "open_match", match)
    monkeypatch.setattr(
        session, "open_practice", lambda setup, _c: FakePlayed(setup.seats, setup.seed, lambda _line: None, 1e9)
    )
    return FakeLayer
