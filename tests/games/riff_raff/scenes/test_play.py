"""The layer of Riff Raff by hand: clicks and drags, words, bent time, ghosts, at any size of window."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from scenes.games.riff_raff.depth import LEVEL
from scenes.play.settings import PlaySettings
from sim.forecast.trials import forecast
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import Practice
from sim.games.riff_raff.match.frame import PieceState, TableStage
from sim.games.riff_raff.match.intents import ChooseCard
from sim.seat import Seat
from tests.games.riff_raff.match.by_hand import grip_above, seated, to_my_turn, wait

SIZES = [(640, 400), (1280, 720), (480, 900)]
PLAIN = PlaySettings(ghosts=False, time_bends=False, brisk_bots=False)
PIECES = ("boat", "barrel", "bottle", "crate", "sailor", "plank", "rat", "chest")


class Foretold:
    """Forecast that works everything out when it is asked, a few trials of it."""

    def __init__(self, problem: str | None = None) -> None:
        self.problem = problem
        self.asked: list[Any] = []
        self.known: Any = None
        self.closed = False

    def ask(self, request: Any) -> None:
        if self.problem is None and (self.known is None or self.known.key != request.key):
            self.asked.append(request)
            self.known = forecast(replace(request, count=3))

    def latest(self, key: Hashable = None) -> Any:
        return self.known if self.known is not None and key in (None, self.known.key) else None

    def forget(self) -> None:
        self.known = None

    def close(self, wait_s: float = 0.0) -> None:
        self.closed = True


class AtTable:
    """Someone in front of a window: a match, its scene, the layer, and a clock that only this moves."""

    def __init__(
        self, match: Any, size: tuple[int, int], settings: PlaySettings = PLAIN, source: Any = None, who: str = "You"
    ) -> None:
        from scenes.games.riff_raff.play import PlayLayer
        from scenes.spec import scene_of

        self.match, self.who, self.now_s = match, who, 0.0
        self.scene: Any = scene_of(match, *size, 1.0, match.frame())
        self.layer = PlayLayer(match, self.scene, settings, lambda: self.who or None, source)
        self.layer.controller.clock = lambda: self.now_s
        self.layer.pointer(size[0] / 2, size[1] / 2)
        self.show()

    def show(self) -> None:
        self.scene.show(self.match.frame(), self.now_s)
        self.layer.show(self.now_s)

    def draw(self, window: Any) -> None:
        self.scene.draw(window)
        self.layer.draw(window)

    def frame(self, x: float, y: float, hz: float = 60.0) -> None:
        self.now_s += 1.0 / hz
        self.layer.pointer(x, y)
        self.layer.update(1.0 / hz)
        self.show()

    def move(self, start: tuple[float, float], end: tuple[float, float], seconds: float) -> None:
        steps = round(60 * seconds)
        for step in range(1, steps + 1):
            share = step / steps
            self.frame(*(a + (b - a) * share for a, b in zip(start, end, strict=True)))

    def spot(self, value: object) -> tuple[float, float]:
        tray = self.layer.tray
        return next(s.centre for item, s in zip(tray.items, tray.spots, strict=True) if item.value == value)

    def click(self, at: tuple[float, float], button: int = 1) -> None:
        self.layer.press(*at, button, 0)
        self.layer.release(*at, button)

    def screen(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        x, y = self.scene.camera.to_screen((x_mm, y_mm))
        return x, y

    def rest(self, until: Callable[[], bool], at: tuple[float, float], most: int = 900) -> None:
        for _ in range(most):
            if until():
                return
            self.frame(*at)
        raise AssertionError("it never came to that")


def my_turn(configuration: RiffRaffConfiguration, card: int = 6) -> Any:
    match, _ = seated(configuration, 11, "me", "casual:random")
    to_my_turn(match, card)
    return match


@pytest.mark.parametrize("size", [SIZES[0], *(pytest.param(size, marks=pytest.mark.slow) for size in SIZES[1:])])
def test_everything_to_click_is_large_and_in_the_window(
    screen: Any, configuration: RiffRaffConfiguration, size: tuple[int, int]
) -> None:
    screen.resize(*size)
    match, _ = seated(configuration, 2, "me=You", "me=Bert")
    wait(match, lambda: len(match.waits_for) == 2)
    table = AtTable(match, size)
    tray = table.layer.tray
    assert [item.value for item in tray.items] == list(range(1, 11))
    for spot in tray.spots:
        assert 0 <= spot.left < spot.right <= size[0]
        assert 0 <= spot.bottom < spot.top <= tray.place.top < size[1] / 3
        assert min(spot.width, spot.height) >= 20
    assert all(a.right <= b.left for a, b in pairwise(tray.spots))
    # The ship with her box stands clear of it.
    assert table.screen(0.0, -178.0)[1] >= tray.place.top - 1
    match = my_turn(configuration)
    table = AtTable(match, size)
    tray = table.layer.tray
    assert tuple(item.value for item in tray.items) == PIECES
    assert all(min(spot.width, spot.height) >= 28 for spot in tray.spots)
    pixels = np.asarray(screen.picture(table)).reshape(-1, 3)
    assert len(np.unique(pixels, axis=0)) > 3000


def test_a_card_is_chosen_by_a_click_and_stays(screen: Any, configuration: RiffRaffConfiguration) -> None:
    match, _ = seated(configuration, 2, "me=You", "me=Bert")
    wait(match, lambda: len(match.waits_for) == 2)
    table = AtTable(match, (1280, 720))
    table.who = ""
    table.show()
    assert table.layer.tray is None  # while the mouse changes hands nobody sees cards
    table.who = "You"
    table.show()
    table.click(table.spot(7))
    table.frame(1.0, 1.0)
    assert match.waits_for == ("Bert",)
    assert table.layer.tray is None
    table.who = "Bert"
    table.show()
    from pyglet.window import key

    assert table.layer.key(key._0, 0)  # the tenth
    table.frame(1.0, 1.0)
    table.rest(lambda: match.table.stage is not TableStage.CHOOSING, (1.0, 1.0))
    assert dict(match.state.cards) == {"You": 7, "Bert": 10}


def test_a_piece_is_dragged_over_the_yard_and_set_down(screen: Any, configuration: RiffRaffConfiguration) -> None:
    match = my_turn(configuration)
    table = AtTable(match, (1280, 720))
    start = table.spot("crate")
    table.layer.press(*start, 1, 0)
    over = table.screen(*grip_above(match, "crate", 6, 50.0, 20.0))
    down = table.screen(*grip_above(match, "crate", 6, 50.0, -1.0))
    table.move(start, over, 0.8)
    assert match.table.holds
    # The hand is drawn where the pointer is, in the very frame.
    hand = match.frame().hand
    assert table.screen(hand.x, hand.y) == pytest.approx(over, abs=1.5)
    table.move(over, down, 0.8)
    table.move(down, down, 0.3)
    table.layer.release(*down, 1)
    table.rest(lambda: match.table.stage is TableStage.RULED, down)
    assert str(dict(match.state.ship)[6][0]) == "crate"


@pytest.mark.slow
def test_a_click_carries_until_the_next_and_a_right_click_puts_back(
    screen: Any, configuration: RiffRaffConfiguration
) -> None:
    from pyglet.window import key

    match = my_turn(configuration)
    table = AtTable(match, (1280, 720))
    far = table.screen(-200.0, 100.0)

    def take(kind: str) -> None:
        spot = table.spot(kind)
        table.click(spot)
        table.move(spot, far, 0.3)
        assert match.table.holds

    take("rat")
    table.click(far, 4)
    table.frame(*far)
    assert not match.table.holds
    take("rat")
    assert table.layer.key(key.ESCAPE, 0)
    table.frame(*far)
    assert not match.table.holds
    assert not table.layer.key(key.ESCAPE, 0)  # then it is the window's
    take("barrel")
    before = match.table.mouse.stance
    table.layer.scroll(*far, 3.0)
    table.layer.key(key.Q, 0)
    table.move(far, far, 0.8)
    held = next(piece for piece in match.frame().pieces if piece.state is PieceState.HELD)
    assert held.angle == pytest.approx(3 * 0.1047 + 0.2618, abs=0.03)
    table.layer.key(key.X, 0)
    table.move(far, far, 0.2)
    assert match.table.mouse.stance != before
    # Let go over the tray, or another panel: put back as well.
    for home in (table.layer.tray.place.centre, table.scene.hud.layout.seats[0].centre):
        table.layer.press(*far, 1, 0)
        table.move(far, home, 0.4)
        table.move(home, home, 0.4)
        table.layer.release(*home, 1)
        table.frame(*home)
        assert not match.table.holds
        assert match.state.supply_counts["You"] == 16
        take("rat")


@pytest.mark.slow
def test_what_cannot_be_is_said(screen: Any, configuration: RiffRaffConfiguration) -> None:
    match = my_turn(configuration)
    table = AtTable(match, (640, 400))
    spot = table.spot("boat")
    table.click(spot)
    eight = table.screen(*grip_above(match, "boat", 8, 40.0, 10.0))
    table.move(spot, eight, 0.6)
    table.move(eight, eight, 0.3)
    table.click(eight)
    table.frame(*eight)
    assert table.layer.controller.notice.words == "The boat would come down on slot 8, not on 6."
    assert match.table.holds
    table.move(eight, eight, 5.0)
    assert table.layer.controller.notice.words == "The boat would come down on slot 8, not on 6."
    away = table.screen(230.0, 60.0)
    table.move(eight, away, 0.5)
    table.move(away, away, 0.3)
    assert "slot 8" not in table.layer.controller.notice.words
    table.layer.lost_focus()
    table.frame(*eight)
    assert match.table.holds


@pytest.mark.slow
def test_what_would_be_refused_is_outlined_and_its_reason_said_while_it_is_true(
    screen: Any, configuration: RiffRaffConfiguration
) -> None:
    screen.resize(1280, 720)
    match = my_turn(configuration)
    table = AtTable(match, (1280, 720))
    spot = table.spot("boat")
    table.click(spot)
    eight = table.screen(*grip_above(match, "boat", 8, 40.0, 10.0))
    table.move(spot, eight, 0.6)
    table.move(eight, eight, 0.3)
    refused = table.layer._refused
    assert refused.words == "The boat would come down on slot 8, not on 6."
    x, y = round(eight[0]), 720 - round(eight[1])

    def red() -> int:
        near = np.asarray(screen.picture(table)).astype(int)[y - 20 : y + 60, x - 60 : x + 60]
        return int(((near[..., 0] > 190) & (near[..., 1] < 70) & (near[..., 2] < 70)).sum())

    assert red() > 60
    notice = table.layer.controller.notice
    assert notice.words == refused.words
    # The same hand over its own slot, and outside of the ship.
    for at in (table.screen(*grip_above(match, "boat", 6, 50.0, 6.0)), table.screen(230.0, 60.0)):
        table.move(eight, at, 0.5)
        table.move(at, at, 0.3)
        assert table.layer._refused is None
        assert notice.words != refused.words


def test_the_slot_of_the_card_under_the_pointer_is_lit(screen: Any, configuration: RiffRaffConfiguration) -> None:
    match, _ = seated(configuration, 2, "me=You", "me=Bert")
    wait(match, lambda: len(match.waits_for) == 2)
    table = AtTable(match, (1280, 720))
    for number in (3, 9):
        for _ in range(2):
            table.frame(*table.spot(number))
        lit = [slot for slot, glow in table.scene.stage._glows.items() if glow.visible]
        assert lit == [number]
    for _ in range(2):
        table.frame(640.0, 400.0)
    assert not any(glow.visible for glow in table.scene.stage._glows.values())


@pytest.mark.slow
@pytest.mark.parametrize("bends", [True, False])
def test_time_bends_while_cargo_falls_if_one_likes(
    screen: Any, configuration: RiffRaffConfiguration, bends: bool
) -> None:
    match = my_turn(configuration)
    table = AtTable(match, (640, 400), PLAIN.changed(time_bends=bends))
    spot = table.spot("crate")
    table.click(spot)
    edge = table.screen(*grip_above(match, "crate", 6, 97.0, 6.0))
    table.move(spot, edge, 0.8)
    table.move(edge, edge, 0.2)
    table.click(edge)
    table.rest(lambda: match.table.carrying is not None and match.table.carrying.alarm, edge)
    table.frame(*edge)
    begins = match.now_s
    table.move(edge, (edge[0] + 40, edge[1]), 0.5)
    assert match.now_s - begins == pytest.approx(0.15 if bends else 0.5, abs=0.03)
    table.rest(lambda: match.table.stage is TableStage.RULED, edge)
    table.frame(*edge)
    begins = match.now_s
    table.move(edge, edge, 0.5)
    assert match.now_s - begins == pytest.approx(0.5, abs=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("passes", [True, False])
def test_the_others_think_and_tidy_quickly_unless_asked_for(
    screen: Any, configuration: RiffRaffConfiguration, passes: bool
) -> None:
    match, _ = seated(configuration, 11, "me", "casual:random")
    wait(match, lambda: "You" in match.waits_for)
    table = AtTable(match, (640, 400), PLAIN.changed(waits_pass=passes))
    begins = match.now_s
    table.move((0, 0), (0, 0), 0.5)
    assert match.now_s - begins == pytest.approx(0.5, abs=0.02), "nobody hurries a person"
    match.act(ChooseCard(by="You", card=1))
    wait(match, lambda: match.table.stage is TableStage.TAKING)
    begins = match.now_s
    table.move((0, 0), (0, 0), 0.2)
    assert match.now_s - begins == pytest.approx(1.6 if passes else 0.2, abs=0.03)
    wait(match, lambda: match.table.stage is TableStage.LOADING)
    begins = match.now_s
    table.move((0, 0), (0, 0), 0.1)
    assert match.now_s - begins == pytest.approx(0.1, abs=0.02), "what moves is shown at full length"


@pytest.mark.slow
def test_ghosts_gather_where_it_would_come_to_lie(screen: Any, configuration: RiffRaffConfiguration) -> None:
    screen.resize(1280, 720)
    match = my_turn(configuration)
    foretold = Foretold()
    table = AtTable(match, (1280, 720), PlaySettings(), foretold)
    spot = table.spot("crate")
    table.click(spot)
    far, over = table.screen(-250.0, 0.0), table.screen(*grip_above(match, "crate", 6, 50.0, 25.0))
    table.move(spot, far, 0.6)
    table.move(far, far, 0.4)
    # On the way it might have been thrown; at rest far from the slot there is nothing to forecast.
    foretold.asked.clear()
    table.move(far, far, 0.3)
    assert foretold.asked == []
    table.move(far, over, 0.6)
    table.move(over, over, 0.6)
    assert foretold.asked
    assert foretold.asked[-1].action.intent.slot == 6
    assert "%" in table.layer._chance.figure
    asked = len(foretold.asked)
    table.move(over, over, 0.5)
    assert len(foretold.asked) == asked  # a hand that rests asks nothing new
    with_cloud = np.asarray(screen.picture(table)).astype(int)
    foretold.known = None
    table.layer._overlay.show_cloud("crate", (), 0.0, LEVEL)
    without = np.asarray(screen.picture(table)).astype(int)
    assert (np.abs(with_cloud - without).max(axis=2) > 15).sum() > 300
    table.layer.close()
    assert foretold.closed


@pytest.mark.slow
def test_usually_is_told_afterwards(screen: Any, configuration: RiffRaffConfiguration) -> None:
    from pyglet.window import key

    practice = Practice(configuration, Seat("You", "casual", "person"), 4, slot=6, piece="rat")
    practice.advance(0.1)
    foretold = Foretold()
    table = AtTable(practice, (640, 400), PlaySettings(), foretold)
    assert table.layer.key(key.W, 0)
    assert "Put a piece down first" in table.layer.controller.notice.words
    assert not table.layer.key(key.U, 0)  # undo is the window's
    spot = table.spot("rat")
    table.click(spot)
    over = table.screen(*grip_above(practice, "rat", 6, practice.mark.x_mm, 2.0))
    table.move(spot, over, 0.8)
    table.move(over, over, 0.3)
    table.click(over)
    table.rest(lambda: practice.table.stage is TableStage.THINKING, over)
    assert table.layer.key(key.W, 0)
    told, time_s = [], practice.time_s
    for _ in range(90):
        table.now_s += 1 / 30
        table.layer.update(1 / 30)
        table.show()
        told.append(table.layer.forecasts.words() if table.layer.forecasts else "")
    assert practice.time_s == time_s  # meanwhile the match waits
    assert told[0].startswith("Usually: ")
    assert "of 3 hold" in told[0]
    assert told[0] != told[-1]
    table.click((5.0, 5.0))
    table.frame(5.0, 5.0)
    assert practice.time_s > time_s


def test_without_a_process_there_are_no_ghosts(screen: Any, configuration: RiffRaffConfiguration) -> None:
    match = my_turn(configuration)
    table = AtTable(match, (640, 400), PlaySettings(), Foretold("No chances are shown."))
    spot = table.spot("crate")
    table.click(spot)
    over = table.screen(*grip_above(match, "crate", 6, 50.0, 25.0))
    table.move(spot, over, 0.5)
    assert table.layer._chance is None
    assert table.layer.controller.notice.words == "No chances are shown."


def test_keys_are_told_and_the_window_may_change(screen: Any, configuration: RiffRaffConfiguration) -> None:
    match = my_turn(configuration)
    table = AtTable(match, (640, 400))
    assert {"Wheel, Q E", "X, Tab"} <= {told[0] for told in tuple(table.layer.keys())}
    for size in SIZES:
        table.scene.resize(*size, 1.0)
        table.layer.resize(*size, 1.0)
        table.show()
        screen.resize(*size)
        assert screen.picture(table).size == size


def test_bots_that_think_long_think_in_the_background(screen: Any, configuration: RiffRaffConfiguration) -> None:
    quick = AtTable(seated(configuration, 2, "me", "casual:simple")[0], (640, 400))
    assert quick.match.ahead is None
    quick.layer.close()
    slow = AtTable(seated(configuration, 2, "me", "casual:lookahead")[0], (640, 400))
    ahead = slow.match.ahead
    slow.layer.close()
    # Closed twice, and never asked again by a match that is saved now: nothing is left behind.
    ahead.close()


def carried_over(table: AtTable, kind: str, place: tuple[float, float]) -> tuple[float, float]:
    """Take a piece with a click, carry it there (mm) and wait; return where that is on the screen."""
    spot, there = table.spot(kind), table.screen(*place)
    table.click(spot)
    table.move(spot, there, 0.6)
    table.move(there, there, 0.2)
    assert table.match.table.holds
    return there


def flicked_from(table: AtTable, start: tuple[float, float], by_px: float = 120.0) -> tuple[float, float]:
    """Press the button there and move up quickly for a tenth of a second; return where the pointer is then."""
    table.layer.press(*start, 1, 0)
    end = start[0], start[1] + by_px
    table.move(start, end, 0.1)
    return end


def test_a_flick_above_another_slot_leaves_the_hand(screen: Any, configuration: RiffRaffConfiguration) -> None:
    match = my_turn(configuration)
    table = AtTable(match, (1280, 720))
    eight = carried_over(table, "boat", grip_above(match, "boat", 8, 40.0, 10.0))
    refused = match.table.refusal_at_hand(match.now_s)
    assert refused.words == "The boat would come down on slot 8, not on 6."
    end = flicked_from(table, eight, -40.0)
    table.layer.release(*end, 1)
    table.frame(*end)
    assert not match.table.holds
    assert match.table.carrying.thrown


def test_a_drag_whose_window_lost_the_keyboard_lets_go_when_the_button_goes_up(
    screen: Any, configuration: RiffRaffConfiguration
) -> None:
    match = my_turn(configuration)
    table = AtTable(match, (1280, 720))
    spot, far = table.spot("boat"), table.screen(-230.0, 100.0)
    table.layer.press(*spot, 1, 0)
    table.move(spot, far, 0.5)
    table.layer.lost_focus()
    table.frame(*far)
    assert match.table.holds
    table.layer.release(*far, 1)
    table.frame(*far)
    assert not match.table.holds


def test_a_flick_just_before_the_window_loses_the_keyboard_is_a_flick(
    screen: Any, configuration: RiffRaffConfiguration
) -> None:
    match = my_turn(configuration)
    table = AtTable(match, (1280, 720))
    far = carried_over(table, "boat", (-230.0, 100.0))
    end = flicked_from(table, far)
    table.now_s += 0.004
    table.layer.release(*end, 1)
    table.layer.lost_focus()
    table.now_s += 20.0
    table.frame(*end)
    table.frame(*end)
    assert not match.table.holds
    assert match.table.carrying.thrown


@pytest.mark.slow
def test_a_flick_from_the_supply_within_one_frame_leaves_the_hand(
    screen: Any, configuration: RiffRaffConfiguration
) -> None:
    match = my_turn(configuration)
    table = AtTable(match, (1280, 720))
    x, y = table.spot("rat")
    table.layer.press(x, y, 1, 0)
    for step in range(1, 6):
        table.now_s += 0.008
        table.layer.pointer(x, y + 50.0 * step)
    table.layer.release(x, y + 250.0, 1)
    table.layer.update(0.04)
    for _ in range(3):
        table.frame(x, y + 250.0)
    assert not match.table.holds
    assert match.table.carrying.thrown


@pytest.mark.slow
def test_the_strength_in_the_settings_multiplies_the_flick(screen: Any, configuration: RiffRaffConfiguration) -> None:
    speeds = []
    for strength in (0.5, 1.0, 2.0):
        match = my_turn(configuration)
        table = AtTable(match, (1280, 720), PLAIN.changed(flick_strength=strength))
        end = flicked_from(table, carried_over(table, "boat", (-230.0, 100.0)), 60.0)
        table.layer.release(*end, 1)
        table.frame(*end)
        table.frame(*end)
        speeds.append(math.hypot(*match.table.carrying.release_velocity))
    assert speeds[1] > 200.0
    assert speeds[0] == pytest.approx(0.5 * speeds[1], rel=0.01)
    assert speeds[2] == pytest.approx(2.0 * speeds[1], rel=0.01)
