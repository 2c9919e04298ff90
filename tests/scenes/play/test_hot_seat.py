"""Several persons at one mouse, with a real game: what is secret, and who is handed the mouse behind a cover."""

from __future__ import annotations

from typing import Any

import pytest

from scenes.play.folders import hands_folder
from scenes.play.settings import PlaySettings, SettingsStore
from scenes.play.setup import Setup
from scenes.spec import play_of
from sim.games.zatre.match.intents import PlaceTiles
from sim.games.zigzag.rules.vocabulary import Phase
from sim.match.hand_log import read_hand_log
from sim.match.seats import seats_from
from sim.spec import GAMES

pytestmark = pytest.mark.usefixtures("screen")
TOLD = PlaySettings(notice_answered=True)
AT_ZATRE = ("me=Ann", "me=Bob", "casual:greedy")
AT_ZIGZAG = ("me=Ann", *["casual"] * 3)
ZIGZAG_PRACTICE = {"players": 4, "profile": "child", "level": 1, "cards": "own"}


def scene_of(game: str, words: tuple[str, ...], settings: PlaySettings = TOLD, practice: Any = None) -> Any:
    """A scene in which these sit down to a match, or practise."""
    from scenes.play.scene import PlayScene

    settings_store = SettingsStore.opened()
    settings_store.keep(settings)
    scene = PlayScene(settings_store, 640, 400, 1.0)
    assert scene.play(Setup(game, seats_from(words, game, persons=True), 3, practice=practice)) == ""
    return scene


def test_each_game_says_itself_what_is_secret() -> None:
    assert {game: play_of(game).secret for game in GAMES} == {
        "riff-raff": ("card",), "zack": (), "zatre": ("place",), "zigzag": (),
    }  # fmt: skip


@pytest.mark.slow
def test_the_mouse_goes_round_behind_a_cover_at_zatre() -> None:
    """A whole round by hand: nobody sees the table between two persons."""
    scene = scene_of("zatre", AT_ZATRE)
    scene.screens.clear()
    passed = []
    for _ in range(6):
        for _ in range(4000):
            scene.update(0.1)
            if scene.screens or scene.session.match.waits_for:
                break
        due = scene.session.match.waits_for[0]
        if scene.person() != due:
            assert [type(screen).__name__ for screen in scene.screens] == ["HandoverScreen"]
            assert scene.screens[-1].name == due
            assert scene.person() is None
            passed.append(due)
            scene.back()
        assert scene.person() == due
        scene.update(0.02)
        match: Any = scene.session.match
        match.act(PlaceTiles.of(due, match.table.options[0].turn))
        scene.update(0.1)
    scene.close()
    assert passed[:3] in (["Ann", "Bob", "Ann"], ["Bob", "Ann", "Bob"])


def test_whoever_practises_is_alone_with_his_tiles() -> None:
    scene = scene_of("zatre", AT_ZATRE, practice={"tiles": 4})
    scene.screens.clear()
    for _ in range(400):
        scene.update(0.1)
        assert scene.screens == []
    assert scene.person() == "Ann"
    scene.close()


@pytest.mark.slow
def test_a_set_of_zigzag_is_taken_back_by_its_key() -> None:
    """A practice through the window's own scene: U deals the same set again, at its beginning it says why not."""
    from pyglet.window import key

    from scenes.play.input_router import InputRouter

    scene = scene_of("zigzag", AT_ZIGZAG, practice=ZIGZAG_PRACTICE)
    # No 3, 2, 1: a practice can be begun again at any time.
    assert scene.screens == []
    InputRouter(scene).on_key_press(key.U, 0)
    assert scene.notice.words == "There is no attempt to take back."
    for _ in range(100):
        scene.update(0.1)
    assert scene.session.match.time_s > 4.0
    InputRouter(scene).on_key_press(key.U, 0)
    assert scene.session.match.time_s == 0.0
    assert scene.session.match.number == 1
    scene.update(0.05)
    scene.close()


@pytest.mark.slow
@pytest.mark.parametrize("wanted", [True, False])
def test_the_hand_over_the_tapis_goes_into_the_log_if_one_agrees(wanted: bool) -> None:
    scene = scene_of(
        "zigzag", AT_ZIGZAG, PlaySettings(notice_answered=True, record_hands=wanted), practice=ZIGZAG_PRACTICE
    )
    match: Any = scene.session.match
    while match.table.state.phase is not Phase.PLAY:
        scene.update(0.1)
    # The pointer is not over the table, so the hand comes back by itself.
    match.hand.reach()
    for _ in range(20):
        scene.update(0.05)
    # The log goes on after the set is dealt again.
    match.undo()
    while match.table.state.phase is not Phase.PLAY:
        scene.update(0.1)
    match.hand.reach()
    for _ in range(20):
        scene.update(0.05)
    scene.close()
    logs = list(hands_folder().glob("*.jsonl")) if hands_folder().exists() else []
    if not wanted:
        assert logs == []
        return
    found = read_hand_log(logs[0])
    assert (found.header.game, found.header.person) == ("zigzag", "Ann")
    assert [(line["move"], line["what"]) for _, line in found.moves] == [("reach", "nothing")] * 2
