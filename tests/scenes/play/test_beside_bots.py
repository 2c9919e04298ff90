"""The window while an external bot thinks: frames go on, a line says who is waited for, and it can be left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scenes.play.settings import PlaySettings, SettingsStore
from scenes.play.setup import Setup
from sim.bots.started import end_bots
from sim.bots.words import seated_with_bots
from sim.match.record import read_record
from sim.match.replay import verify
from tests.bots import diary
from tests.processes import until

BOT = "casual:tests.bots.thoughtful:Thoughtful"
FRAME_S = 1.0 / 60.0


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """Open the gate and end all bots after each test."""
    diary.begin()
    yield
    diary.open_gate()
    end_bots()


@pytest.mark.parametrize("game", [pytest.param("zack", marks=pytest.mark.slow), "zatre"])
def test_a_line_says_who_thinks_and_every_frame_is_drawn(game: str, screen: Any, tmp_path: Path) -> None:
    from scenes.play.input_router import InputRouter
    from scenes.play.scene import PlayScene

    seats, bots = seated_with_bots(
        {"zack": ["me=Ada", BOT, "child"], "zatre": [BOT, "me=Ada"]}[game], game, time_s=15.0, persons=True
    )
    who = next(seat.name for seat in seats if seat.from_outside)
    store = SettingsStore.opened()
    store.settings = PlaySettings(notice_answered=True, cards_seen=(game,), matches_played={game: 9})
    record = tmp_path / "match.jsonl"
    scene = PlayScene(store, 640, 400, 1.0, None, Setup(game, seats, 3, None, "draft", bots=bots), record)
    scene.begin(scene.draft)
    scene.notice.hush()
    words = f"{who} is thinking: the table waits."

    def waits() -> bool:
        scene.update(FRAME_S)
        return scene.notice.words == words

    until(waits)
    session: Any = scene.session
    at_s = session.match.time_s
    for _ in range(5):
        InputRouter(scene).on_mouse_motion(300, 200, 1, 1)
        scene.update(FRAME_S)
    assert session.match.time_s == at_s
    diary.open_gate()

    def goes_on() -> bool:
        scene.update(FRAME_S)
        return session.match.time_s > at_s and scene.notice.words != words

    until(goes_on)
    # The bot may be chosen in the lobby, where it was named, and the same table begins again with it.
    scene.pause()
    assert scene.play(session.setup) == ""
    diary.begin()
    scene.leave()
    assert scene.draft.bots == bots
    scene.close()
    if game == "zack":
        assert verify(read_record(record)) is None
