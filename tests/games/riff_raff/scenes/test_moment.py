"""One moment of a watched match again, dragged and in other hands; what was meant and weighed, as outlines."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from scenes.games.riff_raff.depth import LEVEL
from scenes.games.riff_raff.moment_panel import AGAIN, CHANGED
from scenes.playback.playback import Playback
from scenes.spec import watch_layer_of, watching_of
from sim.forecast.trials import AtOnce, Request, forecast
from sim.games.riff_raff.again import Again
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.riff_raff.match.frame import RiffRaffFrame, TableStage
from sim.games.riff_raff.match.past_attempts import PastAttempt
from sim.match.seats import seats_from
from sim.options import DEFAULT_SEED
from tests.games.riff_raff.matches import draft

SIZE = (1000, 640)
TRIALS = 5
LEFT = 1
"""The left button, as pyglet counts them; importing its names needs a display."""


class Few(AtOnce):
    """Only the first few trials of what is asked, at once."""

    def ask(self, request: Request[Any]) -> None:
        super().ask(replace(request, count=min(TRIALS, request.count)))


@pytest.fixture(scope="module")
def playback() -> Playback:
    """A match of a planner, played for a while."""
    seats = seats_from(["skilled:lookahead", "casual:random"], "riff-raff")
    playback = Playback(lambda seed: RiffRaffMatch(draft(), seats, seed), 5)
    while len(past_of(playback)) < 4:
        playback.frame_buffer.extend()
    return playback


def past_of(playback: Playback) -> list[PastAttempt]:
    match = playback.match
    assert isinstance(match, RiffRaffMatch)
    return match.past


@pytest.fixture
def scene(screen: Any, playback: Playback) -> Any:
    """The window's scene, with the layer."""
    from scenes.playback.watch_view import WatchScene

    screen.resize(*SIZE)
    scene = WatchScene(playback, *SIZE)
    watching = watching_of("riff-raff")
    scene.put_layer(partial(watch_layer_of("riff-raff"), source=Few()), watching.keys)
    return scene


def pressed(scene: Any, name: str) -> bool:
    """Press a key; was it obeyed?"""
    from pyglet.window import key

    obeyed: bool = scene.on_key_press(getattr(key, name), 0)
    return obeyed


def at(scene: Any, past: PastAttempt, stage: TableStage) -> None:
    """Go to that stage of an attempt."""
    frames: list[RiffRaffFrame] = list(scene.playback.frame_buffer.frames)
    times = [
        frame.time_s
        for frame in frames
        if past.begun_s <= frame.time_s <= past.ruled_s + 1.0 and frame.table_stage is stage
    ]
    scene.playback.seek_to(times[len(times) // 2])
    scene.playback.paused = True


def pass_time(scene: Any, wall_s: float) -> None:
    """Let time pass, and show what is there then, as the window's loop does."""
    scene.update(wall_s)
    scene.show()


def open_moment(scene: Any, past: PastAttempt) -> Any:
    """Try that attempt again, by the key."""
    at(scene, past, TableStage.WATCHING)
    assert pressed(scene, "W")
    for _ in range(2):
        pass_time(scene, 0.02)
    return scene.layer


@pytest.mark.slow
def test_w_shows_the_ship_as_she_lay_and_the_outcomes(scene: Any, playback: Playback) -> None:
    past = past_of(playback)[2]
    now_s = playback.now_s
    layer = open_moment(scene, past)
    now_s = playback.now_s
    playback.paused = False
    pass_time(scene, 0.05)
    assert playback.now_s == now_s, "the playback waits"
    shown = scene.scene.shown
    assert [piece.name for piece in shown.pieces] == [state.name for state in past.view.snapshot.cargo]
    assert shown.hull_angle == past.ship.hull.angle
    assert shown.hand is None
    assert layer.again == Again.as_meant(past)
    # The same figures as on the command line.
    assert layer.known.shown == forecast(replace(layer.again.cloud(DEFAULT_SEED), count=TRIALS)).shown
    assert pressed(scene, "ESCAPE")
    assert not layer.holds
    pass_time(scene, 0.05)
    assert playback.now_s > now_s, "and goes on"


@pytest.mark.slow
def test_a_click_on_the_ship_does_the_same_and_a_drag_pans(scene: Any, playback: Playback) -> None:
    at(scene, past_of(playback)[1], TableStage.WATCHING)
    middle = scene.scene.hud.layout.table.centre
    x, y = middle[0] + scene.place.left, middle[1] + scene.place.bottom
    scene.on_mouse_press(x, y, LEFT, 0)
    scene.on_mouse_release(x + 40, y, LEFT, 0)
    assert not scene.layer.holds
    scene.on_mouse_press(x, y, LEFT, 0)
    scene.on_mouse_release(x + 1, y, LEFT, 0)
    pass_time(scene, 0.02)
    assert scene.layer.again == Again.as_meant(past_of(playback)[1])


def where(scene: Any, x_mm: float, y_mm: float) -> tuple[float, float]:
    """A place of the world in the window."""
    x, y = scene.scene.camera.to_screen((x_mm, y_mm))
    return x + scene.place.left, y + scene.place.bottom


def test_the_piece_is_dragged_to_another_slot(scene: Any, playback: Playback) -> None:
    past = past_of(playback)[0]
    layer = open_moment(scene, past)
    slots = playback.match.static_scene.ship.slots
    meant = layer.again.action.intent
    other = next(slot for slot in slots if slot.yard is not None and slot.number != meant.slot)
    start = where(scene, *layer._moment.meant(layer.again).place(LEVEL)[:2])
    end = where(scene, other.centre_mm, other.surface_mm + 12.0)
    scene.on_mouse_press(*start, LEFT, 0)
    scene.on_mouse_drag(*end, 0, 0, LEFT, 0)
    pass_time(scene, 0.02)
    scene.on_mouse_release(*end, LEFT, 0)
    assert layer.again.action.intent.slot == other.number
    assert abs(layer.again.action.intent.x_mm - other.centre_mm) < 25.0
    assert "slot" in layer.again.changed
    pass_time(scene, 0.02)
    assert layer.known.trials == TRIALS
    # A small table: what happened, the chance as it was meant, the chance now.
    assert [line.label for line in layer._panel.lines] == ["In the match", AGAIN, CHANGED]
    assert all(len(f"{line.label} {line.words}".split()) <= 12 for line in layer._panel.lines)


@pytest.mark.slow
def test_hands_and_pieces_are_chosen_on_the_panel_or_by_keys(scene: Any, playback: Playback) -> None:
    layer = open_moment(scene, past_of(playback)[0])

    def press(words: str) -> None:
        place, ratio = layer._panel_place(), layer._pen.ratio
        _, (left, top, right, bottom) = next(found for found in layer._panel.chips if found[0].words == words)
        x, y = place.left + (left + right) / 2 / ratio, place.top - (top + bottom) / 2 / ratio
        scene.on_mouse_press(x + scene.place.left, y + scene.place.bottom, LEFT, 0)
        scene.on_mouse_release(x + scene.place.left, y + scene.place.bottom, LEFT, 0)
        pass_time(scene, 0.02)

    press("child")
    assert (layer.again.whose, layer.again.changed) == ("child", ("hands",))
    kind = "chest" if layer.again.action.intent.kind != "chest" else "crate"
    press(kind)
    assert layer.again.changed == ("piece", "hands")
    press("as it was meant")
    assert layer.again.changed == ()
    pressed(scene, "RIGHT")
    assert layer.again.changed == ("place",)
    pressed(scene, "TAB")
    assert layer.again.whose == "child"
    pressed(scene, "P")
    pressed(scene, "UP")
    assert set(layer.again.changed) >= {"piece", "slot", "hands"}
    assert pressed(scene, "RIGHT"), "the playback's keys wait too"
    press("back to the match")
    assert not layer.holds


def visible(pool: Any) -> int:
    return sum(sprite.visible for made in pool._made.values() for sprite in made)


def test_what_was_weighed_meant_and_done_is_seen(scene: Any, playback: Playback) -> None:
    past = next(past for past in past_of(playback) if past.strategy == "lookahead")
    layer = scene.layer
    assert pressed(scene, "I")
    at(scene, past, TableStage.LOADING)
    pass_time(scene, 0.0)
    weighed = layer._weighed[past.number]
    assert weighed.agrees
    # A candidate each, and where the hand came.
    assert visible(layer._outlines) == len(weighed.candidates) + 1
    words = [line.words for line in layer._panel.lines]
    assert sum("at a glance" in line for line in words) == len(weighed.candidates)
    assert any(line.startswith("Meant") for line in words)
    at(scene, past, TableStage.WATCHING)
    pass_time(scene, 0.0)
    assert visible(layer._outlines) == 2, "what was meant, and what was done"
    simple = next(past for past in past_of(playback) if past.strategy == "random")
    at(scene, simple, TableStage.THINKING)
    pass_time(scene, 0.0)
    assert "no look-ahead bot" in layer._panel.lines[0][0]
    assert pressed(scene, "I")
    pass_time(scene, 0.0)
    assert visible(layer._outlines) == 0
    assert layer._panel is None


def test_the_next_match_has_a_layer_of_its_own(screen: Any, scene: Any) -> None:
    before = scene.layer
    before.thoughts = True
    seats = seats_from(["skilled:lookahead", "casual:random"], "riff-raff")
    playback = Playback(lambda seed: RiffRaffMatch(draft(), seats, seed), 5)
    scene.playback = playback
    pass_time(scene, 0.0)
    assert scene.layer is not before
    assert scene.layer.match is playback.match
    assert scene.layer.thoughts
    assert ("I", "show what was meant and considered") in scene.scene.hud.keys
    screen.picture(scene)


def test_a_film_shows_thoughts_too(screen: Any, playback: Playback) -> None:
    from scenes.export.film_schedule import Shown
    from scenes.export.films import MatchFilm

    screen.resize(320, 240)
    past = past_of(playback)[-1]
    pictures = []
    for thoughts in (False, True):
        film = MatchFilm(playback.match, (320, 240), thoughts=thoughts)
        film.show(Shown(past.ruled_s, False), 0.0)
        pictures.append(screen.picture(film).tobytes())
    assert pictures[0] != pictures[1]


def test_where_a_design_has_no_room_nothing_moves(playback: Playback) -> None:
    from scenes.games.riff_raff.moment import moved

    again = Again.as_meant(past_of(playback)[0])
    assert moved(again, slot=99) is again
    assert moved(again, x_mm=again.action.intent.x_mm + 1.0).changed == ("place",)
