"""Flicks of every kind: whatever is thrown leaves the hand at once, and the record of it repeats."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.riff_raff.match.frame import TableStage
from sim.games.riff_raff.match.intents import AnnounceCount, ChooseCard, NameCaptain, TakePiece
from sim.match.replay import verify
from sim.physics.contact.profiles import TICK_HZ
from tests.amounts import amount
from tests.games.riff_raff.match.by_hand import follow, glide, kept, seated, wait

HZ = 30.0


def to_my_turn(match: RiffRaffMatch, chance: random.Random) -> bool:
    """Answer until a piece is to be taken; return False if the match is over before."""
    while True:
        wait(match, lambda: bool(match.waits_for) or match.finished, HZ, 600.0)
        if match.finished:
            return False
        match match.question("You"):
            case "place":
                return True
            case "card":
                # Low cards first: what lies on deck stays there.
                match.act(ChooseCard(by="You", card=match.state.hands["You"][0]))
            case "captain":
                match.act(NameCaptain(by="You", captain="You"))
            case "count":
                match.act(AnnounceCount(by="You", count=chance.choice((1, 2))))
        match.advance(1 / HZ)


def flick(match: RiffRaffMatch, chance: random.Random) -> None:
    """Take any piece, carry it anywhere, and flick it in any direction; it must be gone within two ticks."""
    mouse, table = match.table.mouse, match.table
    kind = chance.choice([str(kind) for kind, count in match.state.supply["You"].items() if count])
    start = chance.choice((-1, 1)) * 250.0, chance.uniform(-100.0, 200.0)
    mouse.point(match.now_s, *start)
    match.act(TakePiece(by="You", piece=kind))
    match.advance(1 / HZ)
    mouse.hold_as(chance.choice(list(match.configuration.setup.pieces[kind].stances)))
    mouse.turn(chance.choice((0.0, chance.uniform(-3.0, 3.0))))
    # In wood, in cargo, behind and below her: anywhere.
    there = chance.uniform(-130.0, 130.0), chance.uniform(-60.0, 290.0)
    follow(match, glide(start, there, 0.35), chance.uniform(0.35, 0.6), HZ)
    assert table.holds
    speed, way, lasts_s = chance.uniform(200.0, 2600.0), chance.uniform(0.0, math.tau), chance.uniform(0.12, 0.3)
    # A minimum-jerk movement is at its middle 15/8 as fast as on the whole.
    far = speed * lasts_s * 8 / 15
    end = there[0] + far * math.cos(way), there[1] + far * math.sin(way)
    rate = chance.choice((24.0, 60.0, 144.0, 1000.0))
    follow(match, glide(there, end, lasts_s), chance.uniform(0.4, 0.6) * lasts_s, rate)
    assert mouse.flick(match.now_s) is not None
    lets_go_s = match.now_s
    mouse.let_go(lets_go_s)
    match.advance(3 / TICK_HZ)
    carrying = table.carrying
    assert carrying.hand is None, f"the {kind} was held back: {table.take_refusal()}"
    assert carrying.released_s + mouse._base / TICK_HZ - lets_go_s <= 2 / TICK_HZ + 1e-9
    assert carrying.thrown
    wait(match, lambda: table.stage not in (TableStage.LOADING, TableStage.WATCHING), HZ)
    assert carrying.world.is_finite()


@pytest.mark.slow
@amount(12, full=20, whole=500)
def test_every_flick_leaves_the_hand_within_two_ticks_and_its_record_repeats(
    configuration: RiffRaffConfiguration, tmp_path: Path, amount: int
) -> None:
    chance, flicks, laden = random.Random(15), 0, 0
    while flicks < amount:
        match, recorder = seated(configuration, flicks, "me", "skilled:simple")
        while flicks < amount and to_my_turn(match, chance):
            laden += bool(match.table.snapshot.cargo)
            flick(match, chance)
            flicks += 1
        assert verify(kept(recorder, tmp_path / "match.jsonl")) is None
    assert laden > 0.6 * amount
