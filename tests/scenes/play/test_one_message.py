"""Whatever is done at a table, at most one message is shown, short, outside the field, and only while it is true."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from scenes.play.input_router import InputRouter
from scenes.play.notice import Rank
from scenes.play.settings import PlaySettings, SettingsStore
from scenes.play.setup import Setup
from scenes.window.camera import Rectangle
from sim.match.seats import seats_from
from tests.scenes.play.test_words import MOST_WORDS

SIZE = (800, 500)
FRAME_S = 0.1
GAMES = ("riff-raff", "zack", "zigzag", "zatre")


def table_of(game: str, folder: Path, seed: int, learns: bool) -> Any:
    """A window at a match of a game, its first cards in front of a player who learns."""
    from scenes.play.scene import PlayScene

    seen = () if learns else (game,)
    store = SettingsStore(folder / "settings.toml", PlaySettings(notice_answered=True, cards_seen=seen, ghosts=False))
    seats = seats_from(["me=Ada", "casual", "casual", "casual"], game, persons=True)
    setup = Setup(game, seats, seed)
    scene = PlayScene(store, *SIZE, 1.0, None, setup)
    scene.play(setup)
    scene.screens.clear()  # the countdown
    return scene


class Restless:
    """A player who does something at random in every frame."""

    def __init__(self, scene: Any, seed: int) -> None:
        self.scene, self.router, self.random = scene, InputRouter(scene), random.Random(seed)
        self.at = (SIZE[0] / 2, SIZE[1] / 3)

    def act(self) -> None:
        from pyglet.window import key, mouse

        router, rng = self.router, self.random
        keys = (key.SPACE, key.ENTER, key.U, key.T, key.X, key.C, key.K, key.N, key.A, key.Z, key._1, key._2, key.UP)
        reach = 400.0 if rng.random() < 0.2 else 40.0
        self.at = tuple(
            min(max(v + rng.uniform(-reach, reach), 1.0), most - 1.0) for v, most in zip(self.at, SIZE, strict=True)
        )
        router.on_mouse_motion(*self.at, 0, 0)
        match rng.randrange(6):
            case 0:
                router.on_mouse_press(*self.at, mouse.LEFT, 0)
            case 1:
                router.on_mouse_release(*self.at, mouse.LEFT, 0)
            case 2:
                symbol = rng.choice(keys)
                router.on_key_press(symbol, 0)
                router.on_key_release(symbol, 0)
        self.scene.screens.clear()


def shown_at(layer: Any) -> Rectangle | None:
    """The place of the message in the window: on the tray of those that have one, else in a line of its own."""
    tray = getattr(layer, "tray", None)
    return tray.place if tray is not None else layer._panels._line.place


def check(scene: Any) -> None:
    """Check all that is to be read in this frame."""
    notice, layer, match = scene.notice, scene.table.layer, scene.session.match
    message = notice.message
    assert layer.controller.notice is notice
    assert scene._toast._panel.place is None, "the table shows it already"
    assert len(message.words.split()) <= MOST_WORDS, message.words
    place = shown_at(layer)
    if message.words:
        assert place is not None
        field = scene.table.scene.camera.viewport
        wide = min(place.right, field.right) - max(place.left, field.left)
        high = min(place.top, field.top) - max(place.bottom, field.bottom)
        assert min(wide, high) <= 1.0, f"{message.words} lies over the field"
    cards = scene.first_cards
    if cards is not None and not cards.over and message.words:
        assert message.rank is not Rank.HINT, "a card says what can be done"
    if "is thinking: the table waits" in message.words:
        assert message.words.startswith(scene.session.held_up_by)
    if "come down on slot" in message.words and message.rank is Rank.ANSWER:
        assert layer._refused is not None
        assert match.table.holds
    if message.words.startswith("Missed: "):
        assert match.table.bowl.missed(match.person)


@pytest.mark.parametrize(
    ("game", "learns"),
    [
        *((game, False) for game in GAMES if game != "zigzag"),
        pytest.param("zigzag", False, marks=pytest.mark.slow),
        pytest.param("riff-raff", True, marks=pytest.mark.slow),
    ],
)
def test_one_short_true_message_outside_the_field(screen: Any, tmp_path: Path, game: str, learns: bool) -> None:
    assert len(play(game, tmp_path, 5, learns, 60)) > 1


def test_a_screen_says_nothing_again_that_the_table_behind_it_says(screen: Any, tmp_path: Path) -> None:
    scene = table_of("riff-raff", tmp_path, 5, False)
    scene.notice.say("Bert's crate holds.")
    scene.pause()
    scene.show()
    assert scene._toast._panel.place is None
    scene.notice.say("Nothing is kept.", "bad", Rank.TROUBLE)
    scene.show()
    assert scene._toast._panel.place is not None
    scene.close()


@pytest.mark.study
@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=pytest.mark.study if seed else pytest.mark.slow) for seed in range(3)]
)
@pytest.mark.parametrize("game", GAMES)
def test_one_short_true_message_for_longer(screen: Any, tmp_path: Path, game: str, seed: int) -> None:
    assert len(play(game, tmp_path, seed, False, 400)) > 4


def play(game: str, folder: Path, seed: int, learns: bool, frames: int) -> set[str]:
    """Play for a while, and return all that was said."""
    scene = table_of(game, folder, seed, learns)
    player, said = Restless(scene, seed), set()
    for _ in range(frames):
        player.act()
        scene.update(FRAME_S)
        if scene.table is None or scene.session.match.finished:
            break
        scene.screens.clear()
        scene.show()
        check(scene)
        said.add(scene.notice.words)
    scene.close()
    return said
