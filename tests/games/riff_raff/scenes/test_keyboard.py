"""Riff Raff by keys alone: choosing, carrying, setting down, throwing and catching, on record like anything else."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match.frame import TableStage
from sim.match.replay import verify
from sim.physics.pointer import Pointing
from sim.protocols import Line
from tests.games.riff_raff.match.by_hand import grip_above, kept, seated, wait
from tests.games.riff_raff.scenes.test_play import PLAIN, AtTable

NOWHERE = (0.0, 0.0)


def symbol_of(name: str) -> int:
    """Return pyglet's number of a key; not imported at the top, since collecting tests needs no display."""
    from pyglet.window import key

    symbol: int = getattr(key, name)
    return symbol


class ByKeys(AtTable):
    """Someone who has no mouse."""

    def frames(self, count: int) -> None:
        for _ in range(count):
            self.frame(*NOWHERE)

    def hold(self, symbol: int, frames: int) -> None:
        self.layer.key(symbol, 0)
        self.frames(frames)
        self.layer.key_up(symbol)

    def take(self, kind: str) -> None:
        number = next(n for n, item in enumerate(self.layer.tray.items, start=1) if item.value == kind)
        assert self.layer.key(symbol_of(f"_{number}"), 0)
        self.frames(3)
        assert self.match.table.holds

    def carry(self, x: float, y: float) -> None:
        """Carry the piece there by arrows, as one does who looks."""
        hand = self.layer.hand.keyboard
        for axis, less, more in ((1, "DOWN", "UP"), (0, "LEFT", "RIGHT")):
            for _ in range(300):
                away = (x, y)[axis] - hand.place[axis]
                if abs(away) < 2.0:
                    break
                self.layer.key(symbol_of("LSHIFT"), 0) if abs(away) < 25.0 else self.layer.key_up(symbol_of("LSHIFT"))
                self.hold(symbol_of(more if away > 0 else less), 2)
        self.layer.key_up(symbol_of("LSHIFT"))
        self.frames(6)


def by_keys(configuration: RiffRaffConfiguration, card: int) -> tuple[ByKeys, Any]:
    match, recorder = seated(configuration, 11, "me", "casual:random")
    wait(match, lambda: "You" in match.waits_for)
    table = ByKeys(match, (640, 400), PLAIN)
    table.layer.pointer(*NOWHERE)
    assert table.layer.key(symbol_of(f"_{card}"), 0)
    table.frames(2)
    for _ in range(10):
        if match.question("You") == "place":
            break
        table.layer.key(symbol_of("T"), 0)
        table.frames(2)
    table.frames(2)
    return table, recorder


@pytest.mark.slow
def test_a_piece_is_taken_carried_turned_and_set_down_by_keys(
    screen: Any, configuration: RiffRaffConfiguration, tmp_path: Path
) -> None:
    table, recorder = by_keys(configuration, 6)
    match = table.match
    noted: list[Line] = []
    match.note_hand = noted.append
    table.take("crate")
    x, y = grip_above(match, "crate", 6, 50.0, 12.0)
    table.carry(x, y)
    table.layer.key(symbol_of("Q"), 0)
    table.layer.key(symbol_of("E"), 0)
    table.carry(*grip_above(match, "crate", 6, 50.0, 0.0))
    assert table.layer.key(symbol_of("ENTER"), 0)
    for _ in range(600):
        table.frames(1)
        if match.table.stage is TableStage.RULED:
            break
    assert str(dict(match.state.ship)[6][0]) == "crate"
    assert noted == [], "a path that keys lead is not the person's own"
    assert verify(kept(recorder, tmp_path / "match.jsonl")) is None


@pytest.mark.slow
def test_a_whole_turn_with_a_throw_and_a_catch_is_played_by_keys_and_verifies(
    screen: Any, configuration: RiffRaffConfiguration, tmp_path: Path
) -> None:
    table, recorder = by_keys(configuration, 4)
    match = table.match
    table.take("rat")
    hand = table.layer.hand.keyboard
    table.carry(match.configuration.setup.ship.half_beam_mm + 90.0, 150.0)
    there = hand.place
    assert there is not None
    table.layer.key(symbol_of("SPACE"), 0)
    table.frames(20)
    weak = math.hypot(*hand.throw)
    before = hand.aim_rad
    assert before > math.pi / 2, "it is aimed at the slot"
    table.hold(symbol_of("LEFT"), 6)
    assert hand.aim_rad > before
    table.frames(20)
    assert math.hypot(*hand.throw) > 1.3 * weak
    drawn = match.frame().hand
    assert math.dist((drawn.x, drawn.y), there) > 20.0, "the hand draws back"
    aim = table.layer.guide.aim
    assert aim.speed_mm_s == pytest.approx(math.hypot(*hand.throw), rel=0.02), "the arc is that of the charge"
    assert math.dist(aim.flight.path[0], there) < 60.0
    table.layer.key_up(symbol_of("SPACE"))
    vx, vy = hand.throw
    table.frames(10)
    carrying = match.table.carrying
    assert carrying.flicked
    assert carrying.release_velocity == pytest.approx((vx, vy), rel=0.05)
    # The hand that threw comes down first.
    table.frames(16)
    waits = [pose.x for pose in match.frame().palms]
    table.hold(symbol_of("RIGHT"), 4)
    table.frames(6)
    if match.table.stage is TableStage.WATCHING:
        assert [pose.x for pose in match.frame().palms] != waits
    for _ in range(900):
        table.frames(1)
        if match.table.stage is TableStage.RULED:
            break
    assert match.table.stage is TableStage.RULED
    assert verify(kept(recorder, tmp_path / "match.jsonl")) is None
    assert '"thrown":true' in (tmp_path / "match.jsonl").read_text().replace(" ", "")


def test_what_arrows_carry_shows_no_arc_and_is_set_down(screen: Any, configuration: RiffRaffConfiguration) -> None:
    table, _ = by_keys(configuration, 6)
    table.take("crate")
    table.layer.key(symbol_of("LEFT"), 0)
    for _ in range(12):
        table.frames(1)
        assert table.layer.guide.aim is None
    mouse = table.match.table.mouse
    assert table.layer.tray.back == "Enter sets it down, Esc puts it back"
    assert mouse.pointing.last_motion(table.match.now_s).speed > 150.0
    table.layer.key(symbol_of("ENTER"), 0)
    table.frames(6)
    assert mouse.flick(table.match.now_s) is None
    assert not mouse.stopped


def test_the_same_charge_gives_the_same_throw_at_any_frame_rate(screen: Any) -> None:
    from scenes.games.riff_raff.keyboard_hand import SWING_S, KeyboardHand

    thrown = []
    for hz in (24.0, 60.0, 144.0):
        hand, pointing, now = KeyboardHand(), Pointing(), 0.0
        hand.lead((10.0, 20.0))
        hand.charge(500.0)
        while now < 1.0 - 1e-9:
            step = min(1.0 / hz, 1.0 - now)
            for sample in hand.move(now, now + step, step, True):
                pointing.note(sample[0], sample[1:])
            now += step
        hand.let_fly(now)
        opens = hand.opens_s
        assert opens == pytest.approx(now + SWING_S)
        while now < opens:
            for sample in hand.move(now, now + 1.0 / hz, 1.0 / hz, True):
                pointing.note(sample[0], sample[1:])
            now += 1.0 / hz
        vx, vy = pointing.velocity(opens)
        assert (vx, vy) == pytest.approx(hand.throw, rel=0.02)
        assert pointing.at(opens) == pytest.approx((10.0, 20.0), abs=0.5)
        thrown.append((vx, vy))
    for other in thrown[1:]:
        assert other == pytest.approx(thrown[0], rel=0.02)


def test_arrows_carry_smoothly_and_stop(screen: Any) -> None:
    from scenes.games.riff_raff.keyboard_hand import CARRY_MM_S, KeyboardHand

    hand = KeyboardHand()
    hand.lead((0.0, 0.0))
    hand.press(symbol_of("RIGHT"))
    places = [hand.move(n / 60, (n + 1) / 60, 1 / 60, True)[-1][1] for n in range(60)]
    assert places[-1] == pytest.approx(CARRY_MM_S, rel=0.1)
    hand.fine = True
    for n in range(30):
        hand.move(1 + n / 60, 1 + (n + 1) / 60, 1 / 60, True)
    fine = hand.move(2.0, 2.1, 0.1, True)
    assert fine[-1][1] - fine[0][1] < 4.0
    hand.release(symbol_of("RIGHT"))
    for n in range(20):
        hand.move(3 + n / 60, 3 + (n + 1) / 60, 1 / 60, True)
    assert hand.move(4.0, 4.1, 0.1, True)[0][1:] == hand.place


@pytest.mark.slow
def test_the_mouse_takes_over_once_it_moves_and_keys_once_one_is_pressed(
    screen: Any, configuration: RiffRaffConfiguration
) -> None:
    table, _ = by_keys(configuration, 6)
    table.take("boat")
    assert table.layer.hand.keyboard.leads
    table.frame(3.0, 2.0)
    assert table.layer.hand.keyboard.leads, "a mouse that is bumped takes nothing over"
    table.frame(320.0, 250.0)
    assert not table.layer.hand.keyboard.leads
    assert table.layer.tray.back == "Let go here to put it back"
    table.move((320.0, 250.0), (330.0, 260.0), 0.4)
    hand = table.match.frame().hand
    assert table.screen(hand.x, hand.y) == pytest.approx((330.0, 260.0), abs=1.5)
    table.layer.key(symbol_of("UP"), 0)
    table.frame(330.0, 260.0)
    assert table.layer.hand.keyboard.leads
    assert table.layer.hand.keyboard.place == pytest.approx((hand.x, hand.y), abs=3.0)
    table.layer.key_up(symbol_of("UP"))
    assert table.layer.key(symbol_of("ESCAPE"), 0)
    table.frame(330.0, 260.0)
    assert not table.match.table.holds


def test_a_charge_is_lost_with_the_focus(screen: Any, configuration: RiffRaffConfiguration) -> None:
    table, _ = by_keys(configuration, 6)
    table.take("boat")
    table.layer.key(symbol_of("SPACE"), 0)
    table.frames(30)
    assert table.layer.hand.keyboard.charges
    table.layer.lost_focus()
    table.layer.key_up(symbol_of("SPACE"))
    table.frames(20)
    assert not table.layer.hand.keyboard.charges
    assert table.match.table.holds
