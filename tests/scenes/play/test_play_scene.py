"""The window's scene without a window: time, focus, whose hand the mouse is, screens before the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from scenes.play.folders import matches_folder
from scenes.play.settings import PlaySettings, SettingsStore
from scenes.play.setup import Setup, usual_setup
from scenes.spec import guide_of, play_of
from scenes.window.camera import Camera, Rectangle
from sim.errors import InputError
from sim.match.record import read_record
from sim.match.seats import seats_from
from tests.scenes.looped import Looped
from tests.scenes.play.fakes import FakeLayer

pytestmark = pytest.mark.usefixtures("screen", "fake_game", "closed")
TOLD = PlaySettings(notice_answered=True)
made: list[Any] = []


class PlainScene:
    """Draws nothing: most tests look at no picture, and a ship takes a second to paint."""

    def __init__(self) -> None:
        self.shown = 0
        self.hud = SimpleNamespace(result_shown=True)
        self.camera = Camera(Rectangle(-100, -100, 100, 100), Rectangle(0, 0, 640, 400))

    def resize(self, *_size: float) -> None:
        pass

    def show(self, *_rest: Any) -> None:
        self.shown += 1

    def tidy(self) -> None:
        pass

    def draw(self, _window: Any) -> None:
        pass


@pytest.fixture(autouse=True)
def plain(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain pictures, but for tests that look at them."""
    if "pictured" in request.fixturenames:
        return
    monkeypatch.setattr("scenes.play.table_view.scene_of", lambda *_rest: PlainScene())
    monkeypatch.setattr("scenes.games.riff_raff.lobby.cover", lambda *size: Image.new("RGBA", size))


@pytest.fixture
def pictured() -> None:
    """The game's own pictures."""


@pytest.fixture
def closed() -> Iterator[None]:
    """Every scene of the test is closed when it is over."""
    yield
    while made:
        made.pop().close()


def scene_with(
    setup: Setup | None = None, settings: PlaySettings = TOLD, size: tuple[int, int] = (640, 400), window: Any = None
) -> Any:
    from scenes.play.scene import PlayScene

    settings_store = SettingsStore.opened()
    settings_store.settings = settings
    scene = PlayScene(settings_store, *size, 1.0, window, setup or usual_setup("riff-raff", "", "casual", 7))
    made.append(scene)
    scene.begin(setup)
    return scene


def router(scene: Any) -> Any:
    from scenes.play.input_router import InputRouter

    return InputRouter(scene)


def leave(scene: Any, event: str = "on_deactivate") -> None:
    """Take the focus from the window, or minimise it, until its next frame."""
    getattr(router(scene), event)()
    scene.update(0.0)


def a_match(*words: str, seed: int = 7) -> Setup:
    return Setup("riff-raff", seats_from(words or ("me", "casual:random"), "riff-raff", persons=True), seed)


def names(scene: Any) -> list[str]:
    return [type(screen).__name__ for screen in scene.screens]


def layer() -> FakeLayer:
    return FakeLayer.made[-1]


def click(scene: Any, name: str) -> None:
    """Click a widget of the front screen."""
    form = scene.screens[-1].form
    place = form.place_of(name)
    x, y = place.centre
    router(scene).on_mouse_motion(x, y)
    router(scene).on_mouse_press(x, y, 1, 0)
    router(scene).on_mouse_release(x, y, 1, 0)


def test_without_seats_the_lobby_comes_first_and_starts_a_match() -> None:
    scene = scene_with()
    assert names(scene) == ["LobbyScreen"]
    assert scene.table is None
    scene.update(0.02)
    click(scene, "start")
    assert names(scene) == []
    assert scene.session.setup.seed == 7
    scene.update(0.02)
    assert scene.session.match.time_s == pytest.approx(0.02)


def test_a_button_looks_pressed_before_what_it_does_takes_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    scene, drawn = scene_with(), []
    monkeypatch.setattr(scene, "draw_now", lambda: drawn.append((scene.screens[-1].form.held, scene.session)))
    form = scene.screens[-1].form
    mouse = router(scene)
    x, y = form.place_of("start").centre
    mouse.on_mouse_press(x, y, 1, 0)
    assert drawn[0] == ("start", None)
    assert scene.session is not None
    scene.leave()
    form = scene.screens[0].form
    mouse.on_mouse_press(*form.place_of("settings").centre, 1, 0)
    mouse.on_mouse_release(0, 0, 1, 0)
    scene.screens[0].refresh()
    assert scene.screens[0].form.held == ""


def test_the_pointer_reaches_the_hand_in_the_same_frame() -> None:
    scene = scene_with(a_match())
    router(scene).on_mouse_motion(100, 50)
    scene.update(1 / 60)
    assert layer().drawn_at == (100.0, 50.0)
    router(scene).on_mouse_drag(120, 60, 20, 10, 1, 0)
    assert layer().at == (120.0, 60.0)  # at the event, too
    scene.update(1 / 60)
    assert layer().drawn_at == (120.0, 60.0)


def test_a_pointer_that_came_in_during_a_pause_is_known_when_it_ends() -> None:
    scene = scene_with(a_match())
    leave(scene)
    router(scene).on_mouse_motion(33, 44)
    scene.back()
    scene.update(1 / 60)
    assert layer().drawn_at == (33.0, 44.0)


def test_buttons_wheel_and_keys_reach_the_layer_only_when_the_table_is_in_front() -> None:
    scene = scene_with(a_match())
    before = len(layer().told)
    router(scene).on_mouse_press(5, 6, 1, 0)
    router(scene).on_mouse_release(7, 8, 1, 0)
    router(scene).on_mouse_scroll(1, 1, 0, -2)
    assert router(scene).on_key_press(ord("r"), 0)
    assert layer().told[before:] == [("press", 5, 6, 1), ("release", 7, 8, 1), ("scroll", -2), ("key", ord("r"))]
    leave(scene)
    before = len(layer().told)
    router(scene).on_mouse_press(5, 6, 1, 0)
    router(scene).on_mouse_scroll(1, 1, 0, -2)
    router(scene).on_key_press(ord("r"), 0)
    assert len(layer().told) == before


@pytest.mark.parametrize("event", ["on_deactivate", "on_hide"])
def test_a_window_that_is_left_pauses_and_time_does_not_jump(event: str) -> None:
    scene = scene_with(a_match())
    scene.update(0.05)
    leave(scene, event)
    assert names(scene) == ["PauseScreen"]
    assert ("lost focus",) in layer().told
    scene.update(30.0)
    assert scene.session.match.time_s == pytest.approx(0.05)
    click(scene, "on")
    scene.update(30.0)
    assert scene.session.match.time_s == pytest.approx(0.15)


def test_a_focus_that_is_back_by_the_next_frame_was_never_lost() -> None:
    scene = scene_with(a_match())
    router(scene).on_deactivate()
    router(scene).on_activate()
    scene.update(0.05)
    assert names(scene) == []


def test_a_window_that_is_left_in_full_screen_pauses_once_the_change_is_over() -> None:
    scene = scene_with(a_match())
    scene.calm_s = 0.1
    router(scene).on_deactivate()
    scene.update(0.05)
    assert names(scene) == []
    scene.update(0.06)
    assert names(scene) == ["PauseScreen"]


def test_a_lobby_that_is_left_stays_a_lobby() -> None:
    scene = scene_with()
    leave(scene)
    assert names(scene) == ["LobbyScreen"]


def test_the_keys_are_told_those_of_the_game_first() -> None:
    from pyglet.window import key

    scene = scene_with(a_match())
    assert "F1 shows the rules and the keys" in scene.notice.words
    router(scene).on_key_press(key.F1, 0)
    told = [block.term for block in scene.screens[-1].form["keys"].blocks]
    assert told[:3] == ["Keys and mouse", "R", "Esc, P"]


def test_keys_are_swapped_in_the_settings_and_do_each_others_work() -> None:
    from pyglet.window import key

    from scenes.play.menus import KeysScreen

    scene = scene_with(a_match())
    scene.open(KeysScreen(scene))
    for symbol in (key.F5, key.ESCAPE):
        # Neither can be swapped: nothing changes, and the next key is an ordinary one.
        click(scene, "swap")
        router(scene).on_key_press(symbol, 0)
        assert scene.settings.keys == {}
    click(scene, "swap")
    for symbol in (key.P, key.J):
        router(scene).on_key_press(symbol, 0)
    assert scene.settings.keys == {"P": "J", "J": "P"}
    assert ("Esc, J", "pause") in [(block.term, block.text) for block in scene.screens[-1].form["In every game"].blocks]
    router(scene).on_key_press(key.ESCAPE, 0)
    scene.update(0.02)
    router(scene).on_key_press(key.P, 0)
    assert names(scene) == []
    router(scene).on_key_press(key.J, 0)
    assert names(scene) == ["PauseScreen"]
    scene.open(KeysScreen(scene))
    click(scene, "usual")
    assert scene.settings.keys == {}


def test_f1_opens_and_closes_the_rules_on_every_screen() -> None:
    from pyglet.window import key

    from scenes.play.menus import SettingsScreen

    def opens_and_closes(scene: Any) -> None:
        before = names(scene)
        router(scene).on_key_press(key.F1, 0)
        assert names(scene) == [*before, "RulesScreen"]
        assert "rules" in scene.screens[-1].form
        scene.update(0.02)
        router(scene).on_key_press(key.F1, 0)
        assert names(scene) == before

    scene = scene_with(None, PlaySettings())
    assert names(scene) == ["FirstRunScreen"]
    opens_and_closes(scene)
    scene.leave()
    opens_and_closes(scene)
    scene.open(SettingsScreen(scene))
    opens_and_closes(scene)
    scene = scene_with(a_match())
    opens_and_closes(scene)
    scene.pause()
    opens_and_closes(scene)
    scene.back()
    end(scene)
    assert names(scene) == ["EndScreen"]
    opens_and_closes(scene)


def test_nothing_is_lit_under_a_pointer_that_is_elsewhere_in_a_window_of_another_size() -> None:
    scene = scene_with(None)
    form = scene.screens[-1].form
    place = form.place_of("start")
    router(scene).on_mouse_motion(*place.centre)
    assert form.hover == "start"
    scene.resize(800, 480, 1.0)
    assert scene.screens[-1].form.hover == ""


def test_escape_pauses_and_goes_on() -> None:
    from pyglet.window import key

    scene = scene_with(a_match())
    router(scene).on_key_press(key.ESCAPE, 0)
    assert names(scene) == ["PauseScreen"]
    router(scene).on_key_press(key.ESCAPE, 0)
    assert names(scene) == []


def test_start_again_with_the_same_seed() -> None:
    scene = scene_with(a_match())
    scene.update(0.1)
    first = scene.session
    leave(scene)
    click(scene, "again")
    assert scene.session is not first
    assert scene.session.setup == first.setup
    assert scene.session.match.time_s == 0
    assert names(scene) == []


def test_save_and_leave_goes_to_the_lobby_which_offers_to_go_on() -> None:
    scene = scene_with(a_match())
    scene.session.match.advance(2.5)
    leave(scene)
    click(scene, "leave")
    assert names(scene) == ["LobbyScreen"]
    assert [kept.path.parent for kept in scene.kept] == [matches_folder()]
    form = scene.screens[-1].form
    assert "The match is saved as " in form["news"].label
    assert "on" in form


def test_the_last_match_that_cannot_be_gone_on_with_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(record: Any, **_more: Any) -> Any:
        raise InputError(f"{record.path}: line 2: the match does not come out as recorded, so it cannot be resumed.")

    monkeypatch.setattr("scenes.play.session.resume", refuse)
    scene = scene_with(a_match())
    scene.session.match.advance(2.5)
    scene.leave()
    click(scene, "on")
    form = scene.screens[-1].form
    assert names(scene) == ["LobbyScreen"]
    assert "does not come out as recorded" in form["news"].label
    assert "on" not in form


def test_closing_keeps_the_match() -> None:
    scene = scene_with(a_match())
    scene.session.match.advance(2.5)
    scene.close()
    assert len(scene.kept) == 1
    assert scene.kept[0].path.exists()


def test_a_match_is_saved_at_every_ruling_while_it_is_played() -> None:
    scene = scene_with(a_match())
    for _ in range(25):  # 2.5 s, two rulings of the stand-in
        scene.update(0.1)
    (saved,) = matches_folder().iterdir()
    assert len(read_record(saved).lines) == 3


def test_a_match_that_cannot_be_saved_says_so_while_it_is_played(own_folders: Path, monkeypatch: Any) -> None:
    (own_folders / "data").write_text("no folder")
    monkeypatch.setattr("tempfile.tempdir", str(own_folders / "nowhere"))
    scene = scene_with(a_match())
    for _ in range(15):
        scene.update(0.1)
    assert scene.notice.words.startswith("The match is not saved: ")


def test_the_end_is_told_and_kept_before_anybody_asks() -> None:
    scene = scene_with(a_match())
    scene.session.match.advance(4.99)
    scene.session.match.tell({"stage": "end", "time_s": 5.0, "winners": ["You"]})
    scene.update(0.05)
    assert [path.name.rpartition("-")[2] for path in matches_folder().iterdir()] == ["seed7.jsonl"]
    assert names(scene) == []
    for _ in range(40):
        scene.update(0.05)
    assert names(scene) == ["EndScreen"]
    click(scene, "next")
    assert scene.session.setup.seed == 8
    assert len(list(matches_folder().iterdir())) == 1


def test_what_was_said_of_the_table_goes_when_the_match_is_over() -> None:
    scene = scene_with(a_match())
    scene.notice.say("Bert's crate holds.", seconds=9.0)
    scene.update(0.05)
    assert scene.notice.words
    scene.session.match.advance(5)
    assert scene.session.match.finished
    scene.update(0.05)
    assert scene.notice.words == ""


def test_looking_at_the_table_after_the_end() -> None:
    scene = scene_with(a_match())
    scene.session.match.advance(5)
    for _ in range(60):
        scene.update(0.05)
    # Who has won is said once, by the screen.
    assert not scene.table.scene.hud.result_shown
    click(scene, "look")
    for _ in range(60):
        scene.update(0.05)
    assert names(scene) == []
    leave(scene)
    assert names(scene) == []


def test_undo_is_for_practice() -> None:
    from pyglet.window import key

    scene = scene_with(a_match())
    router(scene).on_key_press(key.U, 0)
    assert scene.session.match.undone == 0
    setup = Setup("riff-raff", a_match().seats, 7, practice={"slot": 7, "piece": "rat", "aboard": 0})
    scene.play(setup)
    router(scene).on_key_press(key.U, 0)
    assert scene.session.match.undone == 1
    leave(scene)
    click(scene, "undo")
    assert scene.session.match.undone == 2
    assert names(scene) == []


# ---------------------------------------------------------------------------------------------- hot seat


def test_one_person_has_the_mouse_from_the_beginning() -> None:
    assert scene_with(a_match()).person() == "You"


def test_a_secret_choice_hides_the_table_until_its_person_has_the_mouse() -> None:
    scene = scene_with(a_match("me=Ann", "me=Bob"))
    match = scene.session.match
    match.secret = True
    match.waits_for = ("Ann", "Bob")
    scene.update(0.02)
    assert names(scene) == ["HandoverScreen"]
    assert scene.screens[-1].name == "Ann"
    assert scene.person() is None
    click(scene, "here")
    assert (scene.person(), names(scene)) == ("Ann", [])
    scene.update(0.02)
    assert names(scene) == []
    match.waits_for = ("Bob",)
    scene.update(0.02)
    assert scene.screens[-1].name == "Bob"
    before = match.time_s
    scene.update(0.1)
    assert match.time_s == before
    click(scene, "here")
    assert scene.person() == "Bob"


def test_an_open_choice_changes_hands_without_a_word() -> None:
    scene = scene_with(a_match("me=Ann", "me=Bob"))
    for name in ("Bob", "Ann"):
        scene.session.match.waits_for = (name,)
        scene.update(0.02)
        assert (scene.person(), names(scene)) == (name, [])


def test_a_handover_is_not_skipped_by_escape() -> None:
    from pyglet.window import key

    scene = scene_with(a_match("me=Ann", "me=Bob"))
    scene.session.match.secret = True
    scene.session.match.waits_for = ("Bob",)
    scene.update(0.02)
    router(scene).on_key_press(key.ESCAPE, 0)
    router(scene).on_mouse_press(2, 2, 1, 0)
    assert names(scene) == ["HandoverScreen"]


def test_the_ghosts_have_the_hands_of_the_seat_until_the_settings_say_otherwise() -> None:
    scene = scene_with(a_match("casual:random", "me:skilled"))
    assert layer().settings.profile == "skilled"
    leave(scene)
    scene.change_settings(ghosts=False)
    scene.back()
    assert (layer().settings.profile, layer().settings.ghosts) == ("skilled", False)
    leave(scene)
    scene.change_settings(profile="child")
    scene.back()
    assert layer().settings.profile == "child"


# ---------------------------------------------------------------------------------------------- real time


def test_everybody_is_counted_in_where_all_act_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = replace(play_of("riff-raff"), real_time=True)
    monkeypatch.setattr("scenes.play.table_view.play_of", lambda _game: at_once)
    scene = scene_with(a_match())
    assert names(scene) == ["Countdown"]
    shown = []
    for _ in range(100):
        if not scene.screens:
            break
        shown.append(scene.screens[-1].form["number"].label)
        scene.update(0.05)
    assert list(dict.fromkeys(shown)) == ["3", "2", "1"]
    assert scene.session.match.time_s == 0
    scene.update(0.05)
    leave(scene, "on_hide")
    click(scene, "on")
    assert names(scene) == ["Countdown"]


# ---------------------------------------------------------------------------------------------- the first minute


def test_cards_come_with_the_first_match_and_give_the_window_back() -> None:
    from pyglet.window import key

    scene = scene_with(None, PlaySettings())
    assert names(scene) == ["FirstRunScreen"]
    router(scene).on_text("1")
    assert names(scene) == []
    scene.update(0.02)
    strip = scene.first_cards.layout.strip
    # The mouse is free for the thing to try, and a click on the strip does not reach the table.
    router(scene).on_mouse_press(300, 100, 1, 0)
    router(scene).on_mouse_press(300, strip.top - 5, 1, 0)
    assert [told for told in layer().told if told[0] == "press"] == [("press", 300, 100, 1)]
    router(scene).on_key_press(key.F3, 0)
    assert scene.first_cards.number == 1
    scene.resize(800, 500, 1.0)
    assert layer().told[-1][2] == pytest.approx(scene.first_cards.layout.strip.bottom)
    router(scene).on_key_press(key.ESCAPE, 0)
    scene.update(0.02)
    assert scene.first_cards is None
    assert names(scene) == []
    assert layer().told[-1] == ("resize", 800, 500, 1.0)
    assert SettingsStore.opened().settings.cards_seen == ("riff-raff",)
    router(scene).on_key_press(key.ESCAPE, 0)
    assert names(scene) == ["PauseScreen"]
    click(scene, "again")
    assert scene.first_cards is None


def test_a_player_who_knows_the_window_gets_no_cards_by_the_command_line() -> None:
    assert scene_with(a_match()).first_cards is None
    assert scene_with(a_match(), PlaySettings()).first_cards is not None


def test_where_all_act_at_once_the_cards_come_at_a_practice_before_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    from scenes.play import scene as of_the_window

    guide = guide_of("riff-raff")
    assert guide is not None
    monkeypatch.setattr(of_the_window, "guide_of", lambda _game: replace(guide, practice={"slot": 7}))
    scene = scene_with(None, PlaySettings())
    router(scene).on_text("1")
    assert scene.session.is_practice
    assert scene.session.setup.practice == {"slot": 7}
    assert scene.draft.practice is None
    scene.first_cards.skip()
    scene.update(0.02)
    assert not scene.session.is_practice
    assert scene.session.setup == scene.draft
    assert scene.first_cards is None


def test_time_stands_still_under_a_card_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from scenes.play import scene as of_the_window

    guide = guide_of("riff-raff")
    card = replace(guide.cards[-1], stands=lambda glance: glance.match.time_s >= 0.2)
    monkeypatch.setattr(of_the_window, "guide_of", lambda _game: replace(guide, cards=(card,)))
    scene = scene_with(a_match(), PlaySettings())
    for _ in range(10):
        scene.update(0.1)
    assert scene.session.match.time_s == pytest.approx(0.2)
    scene.first_cards.next()
    for _ in range(10):
        scene.update(0.1)
    assert scene.session.match.time_s > 0.9


# ---------------------------------------------------------------------------------------------- notice and settings


def test_a_new_player_is_asked_after_the_first_match_and_once() -> None:
    from pyglet.window import key

    scene = scene_with(a_match(), PlaySettings())
    assert names(scene) == []
    end(scene)
    assert names(scene) == ["EndScreen", "HandsNotice"]
    router(scene).on_key_press(key.ESCAPE, 0)  # later
    assert names(scene) == ["EndScreen"]
    click(scene, "lobby")
    assert names(scene) == ["LobbyScreen", "HandsNotice"]
    click(scene, "no")
    assert names(scene) == ["LobbyScreen"]
    assert not scene.settings.record_hands
    assert scene.settings.notice_answered
    click(scene, "start")
    end(scene)
    assert names(scene) == ["EndScreen"]


def test_leaving_the_first_match_asks_too() -> None:
    scene = scene_with(a_match(), PlaySettings())
    scene.update(0.02)
    scene.leave()
    assert names(scene) == ["LobbyScreen", "HandsNotice"]


def end(scene: Any) -> None:
    """Play the stand-in's match to its end, past the picture of the end."""
    for _ in range(200):
        if scene.screens:
            return
        scene.update(0.1)
    raise AssertionError("no end")


def test_nothing_is_recorded_before_the_question_is_answered(own_folders: Path) -> None:
    scene = scene_with(a_match(), PlaySettings())
    reaction = {"move": "react", "cue": "turn", "bits": 1.0, "conflict": False, "rt_ms": 412.0, "correct": True}
    scene.session.match.note_hand(reaction)
    assert scene.session.hands.noted == 0
    end(scene)
    click(scene, "yes")
    scene.session.match.note_hand(reaction)
    assert scene.session.hands.noted == 1
    scene.change_settings(record_hands=False)
    scene.session.match.note_hand(reaction)
    assert scene.session.hands.noted == 1


def test_matches_played_to_their_end_are_counted_and_practice_is_not() -> None:
    scene = scene_with(a_match(), TOLD)
    end(scene)
    assert SettingsStore.opened().settings.matches_played == {"riff-raff": 1}
    scene.play(replace(a_match(), practice={}))
    for _ in range(30):
        scene.update(0.1)
    assert scene.settings.matches_played == {"riff-raff": 1}


def test_settings_that_cannot_be_kept_are_told_and_nothing_stops(own_folders: Path) -> None:
    (own_folders / "config").write_text("no folder")
    scene = scene_with(a_match(), PlaySettings())
    scene.change_settings(record_hands=False)
    assert "cannot be a folder" in scene.complaint
    scene.update(0.02)
    assert scene.notice.words == scene.complaint
    assert scene.session.match.time_s == pytest.approx(0.02)


def test_a_broken_settings_file_is_told_on_the_screen(own_folders: Path) -> None:
    from scenes.play.scene import PlayScene

    path = own_folders / "config" / "yardarm" / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_text("{")
    scene = PlayScene(SettingsStore.opened(), 640, 400, 1.0)
    made.append(scene)
    scene.begin(None)
    scene.update(0.02)
    assert "is not valid JSON" in scene.notice.words


def test_a_log_of_hands_that_cannot_be_written_is_told_once(own_folders: Path) -> None:
    scene = scene_with(a_match())
    (own_folders / "data").write_text("no folder")
    scene.session.match.note_hand(
        {"move": "react", "cue": "turn", "bits": 1.0, "conflict": False, "rt_ms": 412.0, "correct": True}
    )
    scene.update(0.02)
    assert "cannot be" in scene.notice.words


def test_no_sound_device_is_told_only_to_whoever_wants_sound() -> None:
    scene = scene_with(a_match())
    scene.update(0.02)
    assert "sound" not in scene.notice.words
    scene.change_settings(volume=50)
    scene.update(0.02)
    assert ("There is no sound" in scene.notice.words) == (not scene.sounds.audible)
    scene.change_settings(volume=0)
    assert not scene.sounds.audible


@pytest.mark.slow
@pytest.mark.usefixtures("pictured")
def test_other_letters_hold_at_once(screen: Any) -> None:
    scene = scene_with(a_match())
    leave(scene)
    before = layer()
    scene.change_settings(text_scale=1.5, palette="colour-blind")
    scene.change_settings(fullscreen=True, name="Ada")
    assert layer() is before
    scene.back()
    assert layer() is not before
    assert layer().settings.text_scale == 1.5
    scene.update(0.02)
    assert len(FakeLayer.made) == 2
    scene.change_settings(text_scale=1.0, palette="standard")


# ---------------------------------------------------------------------------------------------- pictures


@pytest.mark.slow
@pytest.mark.usefixtures("pictured")
@pytest.mark.parametrize("size", [(320, 240), (640, 400), (1280, 720)])
@pytest.mark.parametrize("game", ["riff-raff", "zack"])
def test_lobby_and_settings_can_be_drawn_at_any_size(screen: Any, size: tuple[int, int], game: str) -> None:
    from scenes.play.menus import SettingsScreen

    screen.resize(*size)
    scene = scene_with(None, size=size)
    scene.draft = usual_setup(game, "", "casual", 7)
    scene.screens[-1].refresh()
    scene.show()
    first = screen.picture(scene)
    scene.open(SettingsScreen(scene))
    scene.show()
    second = screen.picture(scene)
    assert len(first.getcolors(1 << 24) or ()) > 200
    assert first.tobytes() != second.tobytes()


@pytest.mark.usefixtures("pictured")
def test_another_language_holds_at_once(screen: Any) -> None:
    from sim.language import ENGLISH, speak

    scene = scene_with(a_match())
    leave(scene)
    try:
        scene.change_settings(language="de")
        assert scene.screens[-1].form["on"].label.startswith("Weiter")
    finally:
        scene.change_settings(language=None)
        speak(ENGLISH)


@pytest.mark.usefixtures("pictured")
def test_a_window_may_change_its_size_under_every_screen(screen: Any) -> None:
    scene = scene_with(a_match())
    leave(scene)
    for size in ((1280, 720), (320, 240), (64, 64), (640, 400)):
        scene.resize(*size, 1.0)
        scene.show()
    assert ("resize", 320, 240, 1.0) in layer().told
    screen.resize(640, 400)
    screen.picture(scene)


@pytest.mark.usefixtures("pictured")
def test_the_table_is_not_seen_while_the_mouse_changes_hands(screen: Any) -> None:
    screen.resize(640, 400)
    scene = scene_with(a_match("me=Ann", "me=Bob"))
    scene.session.match.secret = True
    scene.session.match.waits_for = ("Ann",)
    scene.update(0.02)
    scene.show()
    one = screen.picture(scene)
    scene.session.match._drawn.advance(20.0)
    scene.update(0.02)
    scene.show()
    assert screen.picture(scene).tobytes() == one.tobytes()


def test_settings_that_a_layer_wishes_to_change_are_kept() -> None:
    scene = scene_with(a_match())
    layer().take_wishes = lambda: {"flick_strength": 1.3}
    scene.update(1 / 60)
    assert SettingsStore.opened().settings.flick_strength == 1.3


def test_panels_are_folded_by_a_key_and_stay_so_when_the_view_is_built_anew(pictured: None) -> None:
    from pyglet.window import key

    scene = scene_with(a_match())
    table = scene.table
    folded, before = table.scene.hud.layout.is_folded, len(FakeLayer.made[-1].told)
    router(scene).on_key_press(key.F2, 0)
    assert table.scene.hud.layout.is_folded != folded
    # The layer over the scene is laid out anew.
    assert ("resize", 640, 400, 1.0) in FakeLayer.made[-1].told[before:]
    table.build_view(scene.settings, (640, 400, 1.0))
    assert table.scene.hud.layout.is_folded != folded
    router(scene).on_key_press(key.F2, 0)
    assert table.scene.hud.layout.is_folded == folded


@pytest.mark.parametrize("setup", [None, a_match()])
def test_a_window_with_a_screen_in_front_draws_nothing(setup: Setup | None) -> None:
    scene = scene_with(setup)
    if setup is not None:
        scene.pause()
    scene.notice.hush()
    shown = Looped(scene)
    assert shown.rests()
    scene.notice.say("News.")
    assert shown.wait(10.0)[1] == 2, "when it comes, and when it goes"


def test_a_countdown_draws_a_picture_a_number() -> None:
    from scenes.play.menus import COUNTDOWN_S, Countdown

    scene = scene_with(a_match())
    scene.notice.hush()
    scene.pause()
    shown = Looped(scene)
    shown.rests()
    scene.open(Countdown(scene))
    assert shown.wait(2.9 * COUNTDOWN_S)[1] == 3


def test_a_table_on_which_only_the_clock_goes_on_is_drawn_ten_times_a_second() -> None:
    scene = scene_with(a_match())
    scene.session.match.length_s = 1e9
    first = scene.session.match.frame()
    shown = Looped(scene)
    scene.session.match.frame = lambda: replace(first, time_s=scene.clock_s)
    shown.wait(3.0)
    steps, draws = shown.wait(5.0)
    assert draws == pytest.approx(50, abs=2)
    assert steps == pytest.approx(300, abs=10), "what the hand does is followed sixty times a second all the same"
    scene.session.match.frame = lambda: replace(first, time_s=scene.clock_s, hull_angle=scene.clock_s)
    assert shown.wait(1.0)[1] > 55


def test_wheel_and_keys_bring_the_table_nearer_and_show_all_of_it() -> None:
    from pyglet.window import key

    scene = scene_with(a_match())
    camera, mouse = scene.table.scene.camera, router(scene)
    mouse.on_mouse_scroll(300, 200, 0, 1)
    assert camera.zoom == 1.0, "the wheel alone is the hand's"
    under = camera.to_world((300, 200))
    mouse.on_key_press(key.LCTRL, 0)
    mouse.on_mouse_scroll(300, 200, 0, 1)
    assert camera.zoom > 1.1
    assert camera.to_world((300, 200)) == pytest.approx(under)
    mouse.on_key_release(key.LCTRL, 0)
    near = camera.zoom
    mouse.on_mouse_scroll(300, 200, 0, 1)
    mouse.on_key_press(key.PLUS, 0)
    assert camera.zoom > near
    mouse.on_key_press(key.MINUS, 0)
    assert camera.zoom == pytest.approx(near)
    assert not camera.whole
    mouse.on_key_press(key.V, 0)
    assert camera.whole


def test_a_lens_is_held_at_the_pointer_and_put_away_when_the_window_is_left() -> None:
    from pyglet.window import key

    scene = scene_with(a_match())
    camera, mouse = scene.table.scene.camera, router(scene)
    for put_away in (lambda: mouse.on_key_release(key.M, 0), mouse.on_deactivate):
        mouse.on_mouse_motion(300, 200)
        under, before = camera.to_world((300, 200)), (camera.zoom, camera.pan)
        for _ in range(3):  # the key repeats
            mouse.on_key_press(key.M, 0)
        assert camera.zoom > 2.0
        assert camera.to_world((300, 200)) == pytest.approx(under)
        put_away()
        assert (camera.zoom, camera.pan) == before


def test_the_last_move_is_shown_again_slowly_from_the_pause() -> None:
    from scenes.play.recent import BEFORE_S
    from scenes.playback.cues import Cue
    from scenes.playback.playback import AGAIN_SPEED

    scene = scene_with(a_match())
    scene.pause()
    router(scene).on_text("r")
    assert names(scene) == ["PauseScreen"]
    assert "why" in scene.screens[-1].form, "it says that there is nothing to show yet"
    frame = scene.session.match.frame()
    for tick in range(120):
        now = replace(frame, time_s=tick / 30, hull_angle=0.001 * tick)
        scene.table.seen.note(now, (Cue(2.0, "knock"),) if tick == 60 else ())
    router(scene).on_text("R")
    assert names(scene) == ["PauseScreen", "AgainScreen"]
    before_s = scene.session.match.time_s
    scene.update(0.1)
    assert scene.table.again_s == pytest.approx(2.0 - BEFORE_S + 0.1 * AGAIN_SPEED)
    scene.show()
    for _ in range(400):
        scene.update(0.1)
    assert names(scene) == ["PauseScreen"], "it closes at its end"
    assert scene.table.again_s is None
    click(scene, "slowly")
    click(scene, "back")
    assert (names(scene), scene.table.again_s) == (["PauseScreen"], None)
    assert scene.session.match.time_s == before_s
