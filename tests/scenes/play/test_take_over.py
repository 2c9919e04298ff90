"""A match that is watched is played on by hand: the key and the button, in the same window, and what is kept of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from scenes.play.settings import PlaySettings, SettingsStore
from scenes.playback.playback import Playback
from scenes.spec import games_with_scenes
from sim.configuration import load_configuration
from sim.games.zatre.match.intents import PlaceTiles
from sim.match.base import Match
from sim.match.play_on import cut, cut_at
from sim.match.record import Record, Recorder, read_record
from sim.match.replay import replay, verify
from sim.match.seats import seats_from
from sim.protocols import Match as AnyMatch
from sim.spec import match_of
from tests.match.of_bots import MOST_S, late, of_bots
from tests.scenes.real_window import RealWindow


@pytest.fixture
def watched(screen: Any) -> Any:
    """A match of ZATRE that is watched, which keeps what is played on of it."""
    from scenes.playback.watch_view import WatchScene

    seats = seats_from(["casual"] * 2, "zatre")
    configuration = load_configuration("zatre")
    scene = WatchScene(Playback(lambda seed: match_of("zatre").open(configuration, seats, seed), 1), 640, 400)
    scene.asked = []

    def play_on(match: AnyMatch, time_s: float) -> str:
        scene.asked.append((match, time_s))
        return "Nothing has been decided yet." if time_s < 1.0 else ""

    scene.play_on = play_on
    return scene


def test_the_key_plays_on_from_the_time_that_is_shown(watched: Any) -> None:
    from pyglet.window import key

    watched.on_key_press(key.P, 0)
    assert watched.note == "Nothing has been decided yet."
    watched.playback.seek(30.0)
    watched.on_key_press(key.P, 0)
    assert watched.asked == [(watched.playback.match, 0.0), (watched.playback.match, 30.0)]


def test_a_button_offers_it_while_the_match_stands_still(watched: Any, screen: Any) -> None:
    from pyglet.window import key, mouse

    watched.update(0.02)
    watched.show()
    x, y = 600.0, watched.timeline.place.top / 2
    assert (watched.offer, watched.timeline.offers(x, y)) == ("", False)
    moving = screen.picture(watched)
    watched.on_key_press(key.SPACE, 0)
    watched.show()
    assert watched.offer == "P: play on"
    assert screen.picture(watched) != moving
    watched.on_mouse_press(x, y, mouse.LEFT, 0)
    watched.on_mouse_release(x, y, mouse.LEFT, 0)
    assert len(watched.asked) == 1
    assert watched.playback.paused


def test_of_several_matches_the_large_one_is_played_on(screen: Any) -> None:
    from pyglet.window import key

    from scenes.playback.grid import GridScene, Several

    seats, configuration = seats_from(["casual"] * 2, "zatre"), load_configuration("zatre")
    several = Several(lambda seed: match_of("zatre").open(configuration, seats, seed), 1, 2)
    scene, asked = GridScene(several, 640, 400), list[AnyMatch]()
    scene.play_on = lambda match, _time_s: asked.append(match) or ""
    scene.on_key_press(key.P, 0)
    assert scene.note == "Show one match large to play on from it."
    scene.on_key_press(key._2, 0)
    scene.on_key_press(key.P, 0)
    assert asked == [several.matches[1]]


def seated(record: Record) -> Any:
    """The window's scene in which a person plays on."""
    from scenes.play.scene import PlayScene

    settings_store = SettingsStore.opened()
    settings_store.keep(PlaySettings(notice_answered=True, ghosts=False))
    scene = PlayScene(settings_store, 640, 400, 1.0)
    assert scene.play_on(cut_at(record, late(record))) == ""
    return scene


def matches() -> list[Path]:
    return sorted((Path(os.environ["XDG_DATA_HOME"]) / "yardarm" / "matches").glob("*.jsonl"))


def play(scene: Any) -> None:
    """Let the person at a table of ZATRE place once, and the others after them."""
    scene.update(0.1)
    match = scene.session.match
    (me,) = match.waits_for
    match.act(PlaceTiles.of(me, match.table.options[0].turn))
    for _ in range(300):
        scene.update(0.1)


@pytest.mark.usefixtures("screen")
def test_what_is_played_on_is_kept_in_a_file_of_its_own_and_can_be_begun_again() -> None:
    from scenes.play.menus import PauseScreen

    scene = seated(of_bots("zatre"))
    assert "You play on as" in scene.notice.words
    assert matches() == []
    play(scene)
    (first,) = matches()
    scene.pause()
    assert isinstance(scene.screens[-1], PauseScreen)
    began = scene.session.match.tick
    scene.screens[-1]._again()
    assert scene.session.match.tick < began
    play(scene)
    scene.close()
    both = [read_record(path) for path in matches()]
    assert first in matches()
    assert len(both) == 2
    for record in both:
        assert verify(record) is None
        assert record.header.played_on_from is not None
        assert record.header.played_on_from.file == "zatre.jsonl"


def test_who_leaves_is_shown_what_was_watched(screen: Any) -> None:
    from scenes.play.take_over import take_over
    from scenes.playback.watch_view import WatchScene
    from scenes.window.loop import Loop

    record, window = of_bots("zatre"), screen.window
    scene = WatchScene(Playback(lambda _seed: replay(record), 1), 640, 400)
    scene.attach(window)
    loop = Loop(window, scene)
    scene.playback.seek_to(late(record))
    window.set_caption("what is watched")
    caption = window.caption  # a window without a display has one for ever
    for _ in range(2):
        table, _router = take_over(window, loop, scene, record, scene.playback.match, scene.playback.now_s, None)
        assert scene.window is None
        play(table)
        table.leave()
        assert table.kept[0].path in matches()
        assert (scene.window, window.caption, scene.playback.paused) == (window, caption, True)
        assert scene.note == table.kept[0].words()
        assert loop._scene is scene
    scene.detach()


@pytest.mark.usefixtures("screen")
def test_the_best_moments_of_a_match_can_be_played_on(tmp_path: Path) -> None:
    scene = seated(of_bots("zatre"))
    play(scene)
    before = scene.session
    before.keep()
    assert scene.show_best() == ""
    best = scene.screens[-1]
    while not best._theatre.playback.now_s:
        best.update(0.1)
    # Nothing of the person's own has been decided there: that is said, and the moments go on.
    best._theatre.playback.now_s = 1.0
    best._play_on()
    assert "nobody has decided anything yet" in best._why
    assert scene.session is before
    best._theatre.playback.now_s = before.match.time_s
    best._play_on()
    assert scene.session is not before
    assert scene.screens == []
    scene.close()


@pytest.mark.slow
@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize("game", [game.name for game in games_with_scenes()])
def test_every_game_is_played_on_in_the_window(game: str) -> None:
    scene = seated(of_bots(game))
    (me,) = scene.session.setup.persons
    for _ in range(100):
        scene.update(0.1)
        scene.show()
    assert scene.session.setup.mine.name == me
    assert all(type(front).__name__ == "Countdown" for front in scene.screens)
    scene.close()
    for path in matches():
        assert verify(read_record(path)) is None


def test_a_moment_is_that_of_the_match_that_is_shown() -> None:
    record = of_bots("zatre")
    match = match_of("zatre").open(load_configuration("zatre", profile="draft"), record.seats, record.header.seed)
    assert isinstance(match, Match)
    match.advance(2 * MOST_S)
    assert cut(record, match, late(record)) == cut_at(record, late(record))


PROGRAM = """
import sys
sys.path[:0] = [{root!r}]
from scenes.play.scene import PlayScene
from scenes.playback.playback import Playback
def telling(kind, name, word):
    usual = getattr(kind, name)
    def told(self, *arguments):
        found = usual(self, *arguments)
        said = word(self)
        if said and said != getattr(self, "said", ""):
            self.said = said
            print(said, flush=True)
        return found
    setattr(kind, name, told)
telling(Playback, "advance", lambda self: f"paused {{self.now_s:.0f}}" if self.paused else "watching")
def asked(scene):
    match = scene.session.match
    return " ".join(["asked", *match.waits_for, str(match.question(match.waits_for[0]))]) if match.waits_for else ""
telling(PlayScene, "update", asked)
import yardarm.command
print("ended", yardarm.command.run({arguments!r}), flush=True)
"""


@pytest.mark.study
def test_by_real_keys_a_replay_is_paused_played_on_and_closed(windows: list[Any], root: Path, tmp_path: Path) -> None:
    configuration, seats = load_configuration("riff-raff", profile="draft"), seats_from(["casual"] * 2, "riff-raff")
    recorder = Recorder.of(configuration, seats, 3)
    match_of("riff-raff").open(configuration, seats, 3, recorder.record_line).advance(60.0)
    theirs = tmp_path / "theirs.jsonl"
    recorder.write(theirs)
    before = theirs.read_bytes()
    arguments = ["replay", str(theirs), "--size", "640x400", "--no-sound"]
    windows.append(window := RealWindow(PROGRAM.format(root=str(root), arguments=arguments), (640, 400)))
    assert window.line() == "watching"
    window.find()
    # The first key ends the title.
    window.keys("space", "space", "Right", "Right", "space")
    window.said("paused")
    window.keys("p")
    name, question = window.said("asked")
    assert question == "card"
    window.keys("3")
    window.said("asked")
    window.quit()
    said, complaints = window.end()
    assert complaints == ""
    assert said[-1] == "ended 0"
    (mine,) = matches()
    assert said[-2].startswith(f"The match is saved: {mine}; go on with it by:")
    assert theirs.read_bytes() == before
    record = read_record(mine)
    assert record.header.played_on_from is not None
    assert record.header.played_on_from.file == "theirs.jsonl"
    assert [seat.name for seat in record.seats if seat.person_from is not None] == [name]
    assert any(line["by"] == name and line.get("tick") is not None for _, line in record.intents)
    assert verify(record) is None
