"""Zack! by hand as it is drawn: where things are, what may be seen, what a click and a drag do; off screen."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from scenes.games.zack.layout import button_of, fields_of, lay_out, signs_of, strip_of
from scenes.play.controller import STOPPED
from scenes.play.settings import PlaySettings
from scenes.window.camera import Rectangle
from sim.configuration import changed_configuration
from sim.forecast.trials import forecast
from sim.games.zack import rules
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match import Practice, ZackMatch
from sim.games.zack.match.calibration import Flick
from sim.games.zack.match.frame import (
    CardState,
    Challenged,
    GameWon,
    TableStage,
    Verdict,
    ZackFrame,
    everybody_knows,
    unread,
)
from sim.games.zack.match.hand_log_entries import usual_throw
from sim.match.seats import seats_from
from sim.seat import PERSON, Seat
from tests.games.zack.match.by_hand import WIDE, flick
from tests.scenes.layout.geometry import apart, inside

SIZES = ((640, 400), *(pytest.param(size, marks=pytest.mark.slow) for size in ((1280, 720), (1920, 1080))), (480, 900))
LEFT, RIGHT = 1, 4


@pytest.fixture(scope="module")
def configuration() -> ZackConfiguration:
    return changed_configuration("zack", {"bowl": WIDE}, profile="draft")


SETTINGS = PlaySettings(ghosts=False, tempo="expert", natural_flick=1.0)


def usual_speed_mm_s(configuration: ZackConfiguration) -> float:
    """The speed of a practised hand's throw."""
    measures = configuration.table
    motion = usual_throw(configuration.setup, 1, measures.seat_distance_mm, measures.hand_height_mm).motion
    return math.hypot(motion.vx, motion.vy)


class AtOnce:
    """Forecast without another process."""

    problem: str | None = None

    def __init__(self) -> None:
        self.known: Any = None
        self.asked: list[Any] = []
        self.closed = False

    def ask(self, request: Any) -> None:
        self.asked.append(request)
        self.known = forecast(replace(request, count=min(request.count, 12)))

    def latest(self, key: object = None) -> Any:
        return self.known if self.known is not None and self.known.key == key else None

    def forget(self) -> None:
        self.known = None

    def close(self, _wait_s: float = 0.0) -> None:
        self.closed = True


# ------------------------------------------------------------------------------------------ no display needed


@pytest.mark.parametrize("size", [*SIZES, (320, 240), (2560, 700)])
@pytest.mark.parametrize("seats", [3, 6])
def test_everything_to_click_has_its_place(size: tuple[int, int], seats: int) -> None:
    layout = lay_out(*size, [1] * ((seats + 1) // 2) + [-1] * (seats // 2))
    strip = strip_of(layout, seats - 1)
    cards = [strip.pile, strip.own, *strip.challenges]
    window = Rectangle(0, 0, *size)
    assert inside(strip.place, window)
    assert all(inside(card, strip.place) for card in cards)
    assert apart(cards)
    assert all(card.width >= 12 for card in cards)
    fields = fields_of(layout.table, seats)
    assert apart([*fields])
    assert all(inside(field, layout.table) for field in fields)
    assert inside(button_of(layout.table), layout.table)
    assert strip.own.contains(*strip.own.centre)


def test_what_a_player_has_to_find_out_is_not_told(configuration: ZackConfiguration) -> None:
    match = ZackMatch(configuration, seats_from(["casual", "me", "casual:bold"], "zack", persons=True), 5)
    known, hidden = 0, 0
    while match.time_s < 30.0:
        match.advance(0.05)
        frame = match.frame()
        seen = unread(frame)
        if everybody_knows(frame):
            assert seen.due == frame.due
            known += 1
        else:
            assert seen.due is None
            assert not any(seat.is_due or seat.clock_s is not None for seat in seen.seats)
            hidden += 1
        assert not any(card.wrong for card in seen.cards)
        assert not any(entry.wrong for entry in seen.bowl)
        assert all(seat.believes is None for seat in seen.seats)
        assert [card.face for card in seen.cards] == [card.face for card in frame.cards]
    assert known > 20
    assert hidden > 20


# ------------------------------------------------------------------------------------------ the layer


class Window:
    """A match or a practice with its pictures, driven as a window drives it."""

    def __init__(self, screen: Any, match: Any, size: tuple[int, int], source: AtOnce | None = None) -> None:
        from scenes.games.zack.play import PlayLayer
        from scenes.spec import scene_of

        screen.resize(*size)
        self.screen, self.match, self.now_s = screen, match, 100.0
        self.scene = scene_of(match, *size, 1.0, match.frame())
        settings = SETTINGS.changed(ghosts=source is not None)
        self.layer = PlayLayer(match, self.scene, settings, lambda: match.person, source, clock=lambda: self.now_s)
        # The card leaves the hand as the pointer moves.
        speed = usual_speed_mm_s(match.configuration) * self.scene.camera.pixels_per_mm
        self.layer.flick.natural = Flick(speed, math.radians(match.configuration.setup.throw.flick_elevation_deg))
        self.layer.resize(*size, 1.0)
        self.side = match.hand.side
        self.frame()

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place of the section, in the window."""
        return self.scene.camera.to_screen((self.side * x, y))

    def frame(self, wall_s: float = 1 / 60) -> ZackFrame:
        self.now_s += wall_s
        self.layer.update(wall_s)
        frame: ZackFrame = self.match.frame()
        self.scene.show(frame, self.now_s)
        self.layer.show(self.now_s)
        return frame

    def until(self, so: Callable[[], bool], most_s: float = 40.0) -> bool:
        end = self.now_s + most_s
        while not so() and self.now_s < end:
            self.frame()
        return so()

    def throw(self) -> None:
        """Press, drag, flick, release."""
        self.layer.pointer(*self.at(540, 170))
        self.frame()
        self.layer.press(*self.at(540, 170), LEFT, 0)
        self.drag()

    def drag(self) -> None:
        course, began_s = flick((540, 170)), self.now_s
        while self.match.hand.card is not None and self.now_s - began_s < 0.6:
            self.frame()
            self.layer.pointer(*self.at(*course(self.now_s - began_s)))
        self.layer.release(*self.at(*course(self.now_s - began_s)), LEFT)

    def click(self, place: Rectangle) -> None:
        self.layer.pointer(*place.centre)
        self.layer.press(*place.centre, LEFT, 0)
        self.frame()
        self.layer.release(*place.centre, LEFT)

    def picture(self) -> Image.Image:
        image: Image.Image = self.screen.picture(self)
        return image

    def draw(self, window: Any) -> None:
        self.scene.draw(window)
        self.layer.draw(window)


def table(configuration: ZackConfiguration, *players: str, seed: int = 5) -> ZackMatch:
    seats = seats_from(players or ("me", "casual", "casual"), "zack", persons=True)
    return ZackMatch(configuration, seats, seed)


@pytest.fixture
def shown(screen: Any, configuration: ZackConfiguration) -> Iterator[Window]:
    window = Window(screen, table(configuration), (640, 400))
    assert window.until(lambda: window.match.table.stage is TableStage.PLAYING)
    yield window
    window.layer.close()


def test_a_drag_throws_the_top_card(shown: Window) -> None:
    match, hand = shown.match, shown.match.hand
    assert "swing to the bowl" in shown.layer.controller.notice.words
    shown.throw()
    shown.frame()
    assert match.table.bowl.flying(match.person)
    assert hand.releases == 1
    assert hand.last_release.motion.vx * shown.side < -1500.0
    assert shown.until(lambda: not match.table.bowl.flying(match.person), 4.0)


@pytest.mark.parametrize(("pause_s", "flies"), [(0.1, True), (0.2, False)])
def test_the_way_fades_as_the_hand_rests_and_a_late_release_is_explained(
    shown: Window, pause_s: float, flies: bool
) -> None:
    from scenes.games.zack.play_forecast import aim_of

    layer, hand = shown.layer, shown.match.hand
    shown.layer.pointer(*shown.at(540, 170))
    shown.frame()
    layer.press(*shown.at(540, 170), LEFT, 0)
    course, began_s = flick((540, 170)), shown.now_s
    # It stops before the end of its reach, where it would let go by itself.
    while shown.now_s < began_s + 0.11:
        shown.frame()
        layer.pointer(*shown.at(*course(shown.now_s - began_s)))
    stopped_s, fresh = shown.now_s, []
    while shown.now_s < stopped_s + pause_s:
        shown.frame()
        aim = aim_of(shown.match.configuration.setup, hand, layer.keyed, shown.now_s)
        fresh.append(0.0 if aim is None else aim.fresh)
    assert fresh == sorted(fresh, reverse=True)
    assert fresh[0] == 1.0
    assert (fresh[-1] > 0.0) == flies
    layer.release(*layer.controller.at, LEFT)
    assert (hand.releases == 1 and hand.last_release.motion.vx * shown.side < -1000.0) == flies
    assert (layer.controller.notice.words == STOPPED) == (not flies)


def test_the_hand_is_drawn_where_the_pointer_is(shown: Window) -> None:
    """In the frame of the update that heard of it."""
    for x, y in ((560, 120), (450, 300), (430, 90)):
        shown.layer.pointer(*shown.at(x, y))
        frame = shown.frame()
        hand = next(seat.hand for seat in frame.seats if seat.name == shown.match.person)
        assert (hand.x, hand.y) == pytest.approx((shown.side * x, y), abs=1e-6)
    # The pointer told again at every frame is no hand at rest between two movements of the mouse.
    shown.layer.pointer(*shown.at(500, 200))
    count = len(shown.match.hand.trace)
    shown.layer.pointer(*shown.at(500, 200))
    shown.frame()
    assert len(shown.match.hand.trace) == count


@pytest.mark.parametrize("size", [(800, 500), (1280, 720), (1920, 1080)])
def test_signs_cover_no_hand_and_nothing_to_click(
    screen: Any, configuration: ZackConfiguration, size: tuple[int, int]
) -> None:
    shown = Window(screen, table(configuration, "me", *["casual"] * 5), size)
    layout, camera = shown.scene.hud.layout, shown.scene.camera
    left, bottom, right, top = shown.match.hand.reach
    mine, others = (
        Rectangle(*camera.to_screen((min(ends), bottom)), *camera.to_screen((max(ends), top)))
        for ends in ((left, right), (-left, -right))
    )
    signs = signs_of(layout.table, layout.unit)
    assert all(inside(sign, layout.table) for sign in signs)
    clicked = (*fields_of(layout.table, 6), button_of(layout.table))
    assert all(apart([sign, place]) for sign in signs for place in (mine, others, *clicked))
    assert apart([*signs])
    shown.layer.close()


def test_the_right_button_and_a_lost_focus_put_the_card_back(shown: Window) -> None:
    hand = shown.match.hand
    for back in (lambda: shown.layer.press(*shown.at(540, 170), RIGHT, 0), shown.layer.lost_focus):
        shown.layer.press(*shown.at(540, 170), LEFT, 0)
        frame = shown.frame()
        held = [card for card in frame.cards if card.state is CardState.HELD and card.by == shown.match.person]
        assert [(card.face, card.face_up) for card in held] == [("reverse", False)]
        back()
        assert hand.card is None
        shown.frame()
        shown.layer.release(*shown.at(540, 170), LEFT)
    assert hand.releases == 0


@pytest.mark.slow
def test_what_cannot_be_done_is_said(shown: Window) -> None:
    from pyglet.window import key

    layer = shown.layer
    mine = shown.match.table.state.colours[shown.match.person].value
    assert layer.key({"red": key.R, "blue": key.B, "green": key.G}[mine], 0)
    shown.frame()
    assert "your own colour" in layer.controller.notice.words
    assert layer.key(key.ENTER, 0)
    shown.frame()
    assert layer.controller.notice.words == "Play is not stopped."
    assert not layer.key(key.F11, 0)
    assert not layer.key(key.R, key.MOD_CTRL)
    assert layer.key(key.U, 0)
    shown.frame()
    assert "switched off" in layer.controller.notice.words
    assert shown.until(lambda: "switched off" not in layer.controller.notice.words, 4.0)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["key", "letter", "click", "drag"])
def test_challenges(screen: Any, configuration: ZackConfiguration, how: str) -> None:
    from pyglet.window import key

    window = Window(screen, table(configuration, "casual", "me", "casual"), (640, 400))
    match, layer = window.match, window.layer
    assert window.until(lambda: match.table.stage is TableStage.PLAYING)
    against = match.table.state.due
    colours = [c.value for n in match.table.names if n != match.person for c in [match.table.state.colours[n]]]
    target = match.table.state.colours[against].value
    number = colours.index(target)
    if how == "key":
        layer.key((key._1, key._2)[number], 0)
    elif how == "letter":
        layer.key({"red": key.R, "blue": key.B, "green": key.G}[target], 0)
    else:
        spot = layer._panels.strip.challenges[number]
        if how == "click":
            window.click(spot)
        else:
            layer.pointer(*spot.centre)
            layer.press(*spot.centre, LEFT, 0)
            for step in range(12):
                x, y = window.at(540, 170)
                layer.pointer(spot.centre[0] + (x - spot.centre[0]) * step / 11,
                              spot.centre[1] + (y - spot.centre[1]) * step / 11)  # fmt: skip
                window.frame()
            for _ in range(6):
                window.frame()
            window.drag()
    assert window.until(lambda: match.table.challenges == 1, 5.0)
    thrown = match.table.verdict
    if thrown is not None:
        assert (thrown.by, thrown.against, thrown.reason) == (match.person, against, "slow")


@pytest.mark.slow
def test_a_stop_is_ended_and_a_colour_named_by_click(screen: Any, configuration: ZackConfiguration) -> None:
    window = Window(screen, table(configuration), (1280, 720))
    match, layer = window.match, window.layer
    assert window.until(lambda: match.table.stage is TableStage.PLAYING)
    pile = match.table.state.piles[match.person]
    match.table.state = replace(
        match.table.state, piles=match.table.state.piles.put(match.person, (rules.Card.CHOOSE, *pile))
    )
    window.throw()
    assert window.until(lambda: match.waits_for == (match.person,), 6.0)
    window.frame()
    assert layer.controller.notice.words.startswith("Name a colour")
    plain = window.picture()
    assert len(layer._panels.fields) == 3
    mine = list(match.table.names).index(match.person)
    window.click(layer._panels.fields[mine])
    window.frame()
    assert match.waits_for == ()
    # He is due himself: play goes on when he says so.
    assert window.until(lambda: match.waits_for == (match.person,), 3.0)
    window.frame()
    assert layer._panels.button is not None
    with_button = window.picture()
    window.click(layer._panels.button)
    window.frame()
    assert match.table.stage is TableStage.PLAYING
    assert np.abs(np.asarray(plain, int) - np.asarray(with_button, int)).sum() > 100_000


def test_without_cards_it_is_said_that_the_own_card_wins(shown: Window) -> None:
    match, notice = shown.match, shown.layer.controller.notice
    state = match.table.state
    assert state.due == match.person
    assert "own card" not in notice.words
    match.table.state = replace(state, piles=state.piles.put(match.person, ()))
    shown.frame()
    assert notice.words == "On your turn your own card wins: flick it or hold Space."
    shown.throw()
    assert shown.until(lambda: "own card" not in notice.words, 0.1)
    assert shown.until(lambda: match.table.games == 2, 8.0)
    assert match.table.series.wins[match.person] == 1
    assert notice.words == "You win game 1."
    # The result of the match says who won its last game.
    layer, over = shown.layer, replace(match.frame(), table_stage=TableStage.OVER, events=())
    won = GameWon(match.time_s + 1.0, 2, match.person)
    notice.clear()
    layer._commentary.hear(replace(over, events=(won,)), False)
    assert notice.words == ""


@pytest.mark.parametrize("how", ["key", pytest.param("click", marks=pytest.mark.slow)])
def test_what_a_person_waits_for_at_a_stop_can_be_hurried(shown: Window, how: str) -> None:
    from pyglet.window import key

    match, layer = shown.match, shown.layer
    state = match.table.state
    pile = (rules.Card.SWAP, *state.piles[match.person])
    match.table.state = replace(state, piles=state.piles.put(match.person, pile))
    shown.throw()
    assert shown.until(lambda: match.table.stage is TableStage.STOPPED, 6.0)
    shown.frame()
    began_s, asked_s = match.time_s, shown.now_s
    if how == "key":
        layer.key(key.SPACE, 0)
    else:
        shown.click(layer._panels.button)
    shown.frame()
    assert layer._panels.button is None
    assert shown.until(lambda: match.table.stage is not TableStage.STOPPED or bool(match.waits_for))
    assert match.time_s - began_s > 6.0
    assert match.time_s - began_s > 6.0 * (shown.now_s - asked_s)
    # From then on, time passes as ever.
    before_s = match.time_s
    shown.frame()
    assert match.time_s - before_s < 2 / 60


def test_a_missed_card_is_clicked_and_thrown_again(shown: Window) -> None:
    match = shown.match
    shown.layer.pointer(*shown.at(540, 170))
    shown.layer.press(*shown.at(540, 170), LEFT, 0)
    course, began_s = flick((540, 170), way=900.0), shown.now_s
    while match.hand.card is not None:
        shown.frame()
        shown.layer.pointer(*shown.at(*course(shown.now_s - began_s)))
    shown.layer.release(*shown.at(200, 200), LEFT)
    assert shown.until(lambda: bool(match.table.bowl.missed(match.person)), 5.0)
    shown.frame()
    assert "click the card" in shown.layer.controller.notice.words
    shown.layer.press(*shown.at(540, 170), LEFT, 0)
    shown.frame()
    assert "Pick up" in shown.layer.controller.notice.words
    motion = match.world.motion(match.table.bowl.missed(match.person)[0])
    place = shown.scene.camera.to_screen((motion.x, motion.y))
    shown.layer.release(*shown.at(540, 170), LEFT)
    shown.layer.press(*place, LEFT, 0)
    shown.frame()
    shown.frame()
    assert not match.table.bowl.missed(match.person)
    assert match.hand.card == "throw"  # it is in the hand, in one movement
    x, y = shown.at(540, 170)
    for step in range(12):
        shown.layer.pointer(place[0] + (x - place[0]) * step / 11, place[1] + (y - place[1]) * step / 11)
        shown.frame()
    for _ in range(6):
        shown.frame()
    assert match.hand.card == "throw"
    shown.drag()
    assert match.hand.releases == 2


def test_whose_turn_it_is_can_be_learned(screen: Any, configuration: ZackConfiguration) -> None:
    from pyglet.window import key

    shown = Window(screen, table(configuration, "casual", "me", "casual"), (640, 400))
    bowl_table = shown.match.table
    assert shown.until(lambda: bool(bowl_table.bowl.entries) and bowl_table.stage is TableStage.PLAYING)
    frame = shown.match.frame()
    assert frame.due is not None
    assert shown.scene.visible(frame).due is None
    shown.layer.key(key.T, 0)
    assert shown.scene.visible(frame).due == frame.due
    shown.layer.close()


def test_ghosts_while_aiming_and_usually_afterwards(screen: Any, configuration: ZackConfiguration) -> None:
    from pyglet.window import key

    source = AtOnce()
    window = Window(screen, table(configuration), (640, 400), source)
    match, layer = window.match, window.layer
    assert window.until(lambda: match.table.stage is TableStage.PLAYING)
    layer.pointer(*window.at(430, 220))
    window.frame()
    bare = np.asarray(window.picture(), int)
    layer.press(*window.at(430, 220), LEFT, 0)
    for _ in range(4):
        window.frame()
    assert not source.asked  # the hand has not moved with the card
    layer.pointer(*window.at(430, 229))
    layer.pointer(*window.at(430, 220))
    for _ in range(4):
        window.frame()
    assert len(source.asked) == 1  # asked once for one place
    assert layer.forecasts.chance is not None
    ghosts = np.asarray(window.picture(), int)
    assert np.abs(ghosts - bare).sum() > 30_000
    layer.press(*window.at(430, 220), RIGHT, 0)
    window.frame()
    assert layer.forecasts.chance is None
    layer.key(key.U, 0)
    window.frame()
    assert layer.controller.notice.words == "Throw a card first."
    window.throw()
    window.frame()
    layer.key(key.U, 0)
    assert source.asked[-1].key[0] == "usually"
    assert source.asked[-1].meant == match.hand.last_release
    window.frame()
    assert "of 12 in" in layer.controller.notice.words
    assert window.until(lambda: not layer.forecasts.playing, 10.0)
    assert layer.forecasts.words == ""
    source.problem = "There is no process for it."
    layer.key(key.W, 0)
    window.frame()
    assert layer.controller.notice.words == "There is no process for it."
    layer.close()
    assert source.closed


@pytest.mark.parametrize("size", SIZES)
def test_practice_is_drawn_and_played(screen: Any, configuration: ZackConfiguration, size: tuple[int, int]) -> None:
    from pyglet.window import key

    practice = Practice(configuration, Seat("Carla", "casual", PERSON), 3, side=-1, cards=5)
    window = Window(screen, practice, size)
    assert not window.layer.key(key.U, 0)  # the framework's: undo
    window.throw()
    assert window.until(lambda: len(practice.attempts) == 1, 6.0)
    picture = np.asarray(window.picture(), int)
    assert picture.std() > 20.0
    assert window.layer.keys()
    window.layer.key(key.R, 0)
    window.layer.key(key.SPACE, 0)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_any_moment_can_be_drawn_at_any_size(
    screen: Any, configuration: ZackConfiguration, size: tuple[int, int]
) -> None:
    window = Window(
        screen,
        table(configuration, "casual", "child", "me=A very long name indeed", "casual", "casual", "skilled"),
        size,
    )
    match = window.match
    looks = []
    for _ in range(4):
        for _ in range(60):
            window.frame()
        looks.append(np.asarray(window.picture(), int))
    window.layer.scroll(0, 0, -2)
    window.frame()
    assert "spin" in window.layer.controller.notice.words
    strip = window.layer._panels.strip
    assert len(strip.challenges) == 5
    assert all(look.std() > 20.0 for look in looks)
    assert match.person == "A very long name indeed"
    # The keys are printed on the cards.
    spot = strip.challenges[0]
    cut = looks[-1][round(size[1] - spot.top) : round(size[1] - spot.bottom), round(spot.left) : round(spot.right)]
    assert cut.reshape(-1, 3).std(axis=0).max() > 30.0


# ------------------------------------------------------------------------------------------ keys


def held(window: Window, symbol: int, seconds: float) -> None:
    """Hold a key for that long."""
    window.layer.key(symbol, 0)
    end = window.now_s + seconds
    while window.now_s < end:
        window.frame()
    window.layer.key_up(symbol)


GREEN_S = 0.55
"""After this time of holding Space the strength is that for the bowl's middle."""


@pytest.mark.slow
def test_keys_alone_throw_a_card_and_see_it_ruled(screen: Any, configuration: ZackConfiguration) -> None:
    from pyglet.window import key

    window = Window(screen, table(configuration, "me", "casual", "skilled:bold"), (640, 400))
    match, layer, hand = window.match, window.layer, window.match.hand
    window.until(lambda: match.table.stage is TableStage.PLAYING)
    # The first to throw is the person, who has done nothing yet.
    assert match.table.state.due == match.person
    spin, place = hand.spin_rad_s, hand.place
    layer.key(key.E, 0)
    assert hand.spin_rad_s > spin
    layer.key(key.Q, 0)
    assert hand.spin_rad_s == spin
    held(window, key.RIGHT, 0.2)
    assert hand.place[0] > place[0]
    held(window, key.UP, 0.1)
    held(window, key.DOWN, 0.1)
    rise = math.radians(layer.keyed.rise_deg)
    held(window, key.SPACE, GREEN_S)
    window.frame()
    assert hand.releases == 1
    motion = hand.last_release.motion
    assert math.atan2(motion.vy, -window.side * motion.vx) == pytest.approx(rise)
    assert window.until(lambda: match.table.throws == 1, 5.0)
    assert match.table.misses == 0
    assert match.table.bowl.cards[match.table.bowl.entries[0]].by == match.person
    window.frame()
    assert layer.controller.notice.words.startswith("In")
    # On to a challenge, naming a colour on the way (the card says so), and past the end of the stop that it brings.

    def goes_on() -> bool:
        if match.waits_for:
            held(window, key._1 if match.table.stage is TableStage.CHOOSING else key.SPACE, 0.05)
        return match.table.stage is TableStage.PLAYING

    def challenged() -> bool:
        if goes_on() and not hand.busy:
            layer.key(key._1, 0)
        return match.table.challenges > 0 and match.table.stage is TableStage.STOPPED

    assert window.until(challenged, 30.0)
    assert window.until(goes_on, 30.0)


def test_the_longer_space_is_held_the_stronger_and_backspace_takes_the_card_back(shown: Window) -> None:
    from pyglet.window import key

    layer, hand = shown.layer, shown.match.hand
    layer.key(key.SPACE, 0)
    shares = []
    for _ in range(30):
        shown.frame()
        shares.append(layer.keyed.share(shown.now_s))
    assert shares == sorted(shares)
    assert layer.keyed.charging
    assert hand.begun
    assert "green" in layer.controller.notice.words
    layer.pointer(*shown.at(300, 100))  # a mouse that is bumped throws nothing
    shown.frame()
    assert hand.card is not None
    layer.key(key.BACKSPACE, 0)
    shown.frame()
    assert hand.card is None
    layer.key_up(key.SPACE)
    shown.frame()
    assert hand.releases == 0


def test_space_takes_up_a_card_that_missed(shown: Window) -> None:
    from pyglet.window import key

    match, layer = shown.match, shown.layer
    layer.key(key.SPACE, 0)
    shown.frame()
    layer.key_up(key.SPACE)  # far too weak
    assert shown.until(lambda: bool(match.table.bowl.missed(match.person)), 5.0)
    layer.key(key.SPACE, 0)
    assert shown.until(lambda: layer.keyed.charging, 1.0)
    assert not match.table.bowl.missed(match.person)


# ------------------------------------------------------------------------------------------ learning


def test_a_beginner_is_shown_whose_turn_it_is_and_an_expert_is_not(
    screen: Any, configuration: ZackConfiguration, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(**changes: Any) -> Window:
        monkeypatch.setitem(globals(), "SETTINGS", SETTINGS.changed(**changes))
        return Window(screen, table(configuration, "me", "casual", "casual"), (640, 400))

    beginner = opened(tempo="grows")
    assert beginner.layer.hints
    assert beginner.match.table.tempo.value == 0.0
    experienced = opened(matches_played={"zack": 3})
    assert 0.0 < experienced.match.table.tempo.value < 1.0
    assert not opened(matches_played={"zack": 50}).layer.hints
    assert not opened(tempo="expert", matches_played={}).layer.hints


def test_challenges_and_rulings_are_in_plain_words_and_the_person_is_you() -> None:
    from scenes.games.zack.play_words import challenge_words, verdict_words

    seats: Any = (SimpleNamespace(name="Ann", colour="red"), SimpleNamespace(name="Zoe", colour="blue"))
    frame: Any = SimpleNamespace(seats=seats)
    assert challenge_words(Challenged(1.0, "Ben", "Zoe", "out_of_turn", "Ann"), "Zoe") == (
        "Ben challenges you: out of turn."
    )
    assert challenge_words(Challenged(1.0, "Zoe", "Ann", "slow", None), "Zoe") == "You challenge Ann: too slow."
    verdict = Verdict("Ben", "Zoe", "slow", True, "Zoe", 3, 1.0)
    assert verdict_words(frame, replace(verdict, due="Zoe"), "Zoe") == (
        "Right: you take 3 cards; it was your turn (blue)."
    )
    wrong = replace(verdict, success=False, taker="Ben", cards=1, due=None)
    assert verdict_words(frame, wrong, "Zoe") == "Wrong: Ben takes 1 card."


def test_a_throw_is_said_and_so_is_one_that_sets_the_strength(screen: Any, configuration: ZackConfiguration) -> None:
    practice = Practice(configuration, Seat("You", "casual", PERSON), 5)
    window = Window(screen, practice, (640, 400))
    window.throw()
    assert window.until(lambda: bool(practice.attempts), 5.0)
    window.frame()
    assert window.layer.controller.notice.words in ("In!", "Missed.")
    # A throw that sets the strength, and its last one, which is kept.
    kept: dict[str, float] = {}
    window.layer.keep = lambda **changes: kept.update(changes)
    from pyglet.window import key

    window.layer.key(key.K, 0)
    for _ in range(3):
        assert not kept
        assert window.until(lambda: practice._flying is None and practice.schedule.next_tick == math.inf, 5.0)
        window.throw()
        window.frame()
    assert kept["natural_flick"] > 0.0
    assert window.layer.flick.left == 0
