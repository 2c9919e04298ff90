"""Flicks as a player sees them: arc, ring and words while the hand moves, the last path, a target's landings."""

from __future__ import annotations

import math
from typing import Any

import pytest

from scenes.play.controller import STOPPED
from scenes.play.settings import PlaySettings
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import Practice
from sim.games.riff_raff.match.drills import Landing, TargetSeries
from sim.seat import Seat
from tests.games.riff_raff.match.by_hand import wait
from tests.games.riff_raff.scenes.test_play import PLAIN, AtTable

SIZE = (800, 500)
START = (240.0, 150.0)


def at_practice(configuration: RiffRaffConfiguration, settings: PlaySettings = PLAIN, **what: Any) -> AtTable:
    practice = Practice(configuration, Seat("You", "casual", "person"), 4, **{"slot": 8, "piece": "crate", **what})
    table = AtTable(practice, SIZE, settings)
    table.rest(lambda: table.match.waits_for == ("You",), table.screen(*START))
    return table


def take(table: AtTable) -> None:
    """Drag the crate from the tray to where flicks begin."""
    table.rest(lambda: bool(table.layer.tray and table.layer.tray.items), table.screen(*START))
    spot = table.spot("crate")
    table.layer.press(*spot, 1, 0)
    table.move(spot, table.screen(*START), 0.15)


def flick(table: AtTable, speed: float = 700.0, up: float = 0.5) -> tuple[float, float]:
    """Move faster and faster for a quarter of a second, and on for a little; return where the pointer then is."""
    at = table.screen(*START)
    for step in range(1, 19):
        t = step / 60
        far = speed * (t * t / 0.5 if t < 0.25 else t - 0.125)
        at = table.screen(START[0] - far * math.cos(up), START[1] + far * math.sin(up))
        table.frame(*at)
    return at


def words_shown(table: AtTable) -> bool:
    return "to flick." in table.layer.controller.notice.words


@pytest.mark.slow
def test_the_arc_shows_while_the_hand_moves_and_the_path_after_it(
    screen: Any, configuration: RiffRaffConfiguration
) -> None:
    screen.resize(*SIZE)
    table = at_practice(configuration)
    guide = table.layer.guide
    assert guide.view.shown == 0
    take(table)
    table.rest(lambda: guide.aim is None, table.screen(*START))
    for _ in range(12):
        table.frame(*table.screen(*START))
    assert guide.view.shown == 0
    assert words_shown(table)
    at = flick(table)
    assert guide.aim.hits
    assert guide.view.shown > 40
    table.layer.release(*at, 1)
    table.frame(*at)
    assert guide.aim is None
    assert not words_shown(table)
    carrying = table.match.table.carrying
    wait(table.match, lambda: carrying.done)
    table.frame(*at)
    trace = guide.last.trace()
    assert trace.met == (carrying.flight.end.x, carrying.flight.end.y)
    assert trace.path[0] == carrying.flown[0]
    assert guide.view.shown > 10
    for _ in range(50):
        table.layer.update(0.1)
    table.frame(*at)
    assert guide.last.trace() is None
    assert guide.view.shown == 0


@pytest.mark.parametrize(("frames", "flies"), [(6, True), (11, False)])
def test_the_arc_fades_as_the_hand_rests_and_a_late_release_is_explained(
    screen: Any, configuration: RiffRaffConfiguration, frames: int, flies: bool
) -> None:
    screen.resize(*SIZE)
    table = at_practice(configuration)
    take(table)
    at, guide = flick(table), table.layer.guide
    fresh, alphas = [], []
    for _ in range(frames):
        table.frame(*at)
        fresh.append(0.0 if guide.aim is None else guide.aim.fresh)
        alphas.append(max((quad.tint[3] for quad in guide.view._quads.shown), default=0))
    assert fresh == sorted(fresh, reverse=True)
    assert alphas == sorted(alphas, reverse=True)
    assert 0.0 < alphas[5] < 0.7 * alphas[0]
    assert (alphas[-1] > 0) == (fresh[-1] > 0.0) == flies
    table.layer.release(*at, 1)
    table.frame(*at)
    carrying = table.match.table.carrying
    assert carrying.release is not None
    assert carrying.thrown == flies
    assert (table.layer.controller.notice.words == STOPPED) == (not flies)


@pytest.mark.slow
def test_nothing_is_written_again_while_nothing_moves(screen: Any, configuration: RiffRaffConfiguration) -> None:
    screen.resize(*SIZE)
    table = at_practice(configuration, drill="target")
    table.match.drill = TargetSeries(8, "crate", tuple(Landing(30.0 + n, 170.0, n > 1) for n in range(4)))
    table.frame(*table.screen(*START))
    view = table.layer.guide.view
    assert view.shown >= 6
    written: list[int] = []
    view._quads.show = lambda quads: written.append(len(quads))
    for _ in range(20):
        table.show()
    assert written == []


def test_the_words_are_for_the_first_flicks_of_those_who_never_played(
    screen: Any, configuration: RiffRaffConfiguration
) -> None:
    screen.resize(*SIZE)
    table = at_practice(configuration, PLAIN.changed(matches_played={"riff-raff": 1}))
    take(table)
    assert not words_shown(table)
    fresh = at_practice(configuration)
    take(fresh)
    assert words_shown(fresh)
    fresh.layer.guide._flicks = 3
    fresh.frame(*fresh.screen(*START))
    assert not words_shown(fresh)
    assert any("flick" in what for _, what in list(fresh.layer.keys()))


def test_ten_flicks_are_chosen_counted_and_the_best_is_kept(screen: Any, configuration: RiffRaffConfiguration) -> None:
    screen.resize(*SIZE)
    table = at_practice(configuration, PLAIN.changed(best_targets={"8/crate": 0, "7/rat": 4}))
    assert [item.words for item in table.layer.tray.items][-2:] == ["Ten flicks", "My strength"]
    table.click(table.spot("target"))
    series = TargetSeries(8, "crate", tuple(Landing(30.0 + n, 170.0, False) for n in range(9)))
    table.match.drill = series
    table.frame(*table.screen(*START))
    take(table)
    at = flick(table)
    table.layer.release(*at, 1)
    table.frame(*at)
    wait(table.match, lambda: table.match.drill.done)
    table.frame(*at)
    assert table.match.drill.held == 1
    assert table.layer.controller.notice.words.startswith("1 of 10 held, spread")
    assert table.layer.controller.notice.words.endswith("the best so far.")
    assert table.layer.take_wishes() == {"best_targets": {"8/crate": 1, "7/rat": 4}}
    assert table.layer.take_wishes() == {}
    wait(table.match, lambda: table.match.question("You") == "place")
    table.frame(*at)
    assert [item.words for item in table.layer.tray.items][-2:] == ["Again", "Stop"]
    table.click(table.spot("target"))
    assert table.match.drill == TargetSeries(8, "crate")


def test_three_flicks_tell_strength_and_hand_which_may_be_declined(
    screen: Any, configuration: RiffRaffConfiguration
) -> None:
    screen.resize(*SIZE)
    table = at_practice(configuration, drill="calibrate")
    for _ in range(3):
        take(table)
        at = flick(table, 520.0)
        table.layer.release(*at, 1)
        table.frame(*at)
        wait(table.match, lambda: table.match.question("You") == "place" and not table.match.table.holds)
    table.frame(*at)
    assert "thrown with the right hand" in table.layer.controller.notice.words
    found = table.match.drill
    assert found.strength > 1.05
    choices = {item.words: item.value for item in table.layer.tray.items[-2:]}
    assert list(choices) == ["Use this", "Leave it"]
    table.click(table.spot(choices["Leave it"]))
    assert table.layer.take_wishes() == {}
    assert table.match.table.mouse.strength == 1.0
    table.match.drill = found
    table.frame(*at)
    table.click(table.spot(choices["Use this"]))
    assert table.layer.take_wishes() == {"flick_strength": found.strength, "left_handed": False}
    assert table.match.table.mouse.strength == found.strength
    assert table.match.drill is None


def test_a_throw_that_keys_charge_is_seen_as_it_will_fly(screen: Any, configuration: RiffRaffConfiguration) -> None:
    from pyglet.window import key

    screen.resize(*SIZE)
    table = at_practice(configuration)
    layer, at = table.layer, table.screen(*START)
    table.rest(lambda: bool(layer.tray and layer.tray.items), at)
    layer.key(key._4, 0)
    table.frame(*at)
    assert table.match.table.holds
    layer.key(key.SPACE, 0)
    for _ in range(40):
        table.frame(*at)
    aim = layer.guide.aim
    assert aim is not None
    assert layer.guide.view.shown > 20
    layer.key_up(key.SPACE)
    carrying = table.match.table.carrying
    for _ in range(30):
        table.frame(*at)
        if carrying.flight is not None:
            break
    assert carrying.flicked
    end, flown = aim.flight.end, carrying.flight.end
    assert math.dist((end.x, end.y), (flown.x, flown.y)) < 3.0
