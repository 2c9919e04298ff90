"""Bots do not bore: a brisk turn is short on the screen, T skips it, and the record is the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scenes.games.riff_raff.pace import BRISK as STAGES
from scenes.games.riff_raff.pace import Pacing
from scenes.play.settings import PlaySettings
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import Practice
from sim.games.riff_raff.match.frame import TableStage
from sim.games.riff_raff.match.intents import ChooseCard
from sim.match.record import Recorder
from sim.seat import Seat
from tests.games.riff_raff.match.by_hand import seated, wait
from tests.games.riff_raff.scenes.test_play import PLAIN, AtTable

BOTS = ("casual:random", "child:random", "skilled:random")
BRISK = PlaySettings(ghosts=False)
SLOW = BRISK.changed(brisk_bots=False, waits_pass=False)
IN_A_TURN = (
    TableStage.THINKING, TableStage.TAKING, TableStage.LOADING, TableStage.WATCHING, TableStage.RULED,
    TableStage.TIDYING,
)  # fmt: skip


def turns(pacing: Pacing, match: Any, wall_s: float, until_s: float) -> list[float]:
    """Play until that match time, and return how long each turn lasted on the screen (s)."""
    lasted: list[float] = []
    before, turn = None, 0
    while match.time_s < until_s and not match.finished:
        pacing.begin(wall_s)
        pacing.advance(wall_s)
        now = match.table.stage
        begins = now is TableStage.THINKING and before is not TableStage.THINKING
        turn += begins
        if begins:
            lasted.append(0.0)
        if now in IN_A_TURN and lasted:
            lasted[-1] += wall_s
        before = now
    return lasted[:-1]


def lines_until(recorder: Recorder, seconds: float) -> list[Any]:
    """What is on record up to a ruling at that match time."""
    lines = [json.loads(line) for line in recorder.lines]
    last = max(n for n, line in enumerate(lines) if line.get("stage") == "ruling" and line["time_s"] <= seconds)
    return recorder.lines[: last + 1]


@pytest.mark.slow
@pytest.mark.parametrize("hz", [60.0, 12.0])
def test_a_turn_of_a_bot_is_shorter_than_three_seconds(configuration: RiffRaffConfiguration, hz: float) -> None:
    match, _ = seated(configuration, 1, *BOTS)
    lasted = turns(Pacing(match, BRISK), match, 1.0 / hz, 500.0)
    assert len(lasted) >= 15
    assert max(lasted) < 3.0
    # Among them are turns in which something fell.
    assert any(line.text.endswith("falls!") for line in match.ticker)
    match, _ = seated(configuration, 1, *BOTS)
    assert max(turns(Pacing(match, SLOW), match, 0.1, 60.0)) > 10.0


def test_the_record_is_the_same_at_any_pace_and_when_turns_are_skipped(configuration: RiffRaffConfiguration) -> None:
    recorded = []
    for settings, skips in ((SLOW, False), (BRISK, False), (BRISK, True)):
        match, recorder = seated(configuration, 4, *BOTS)
        pacing = Pacing(match, settings)
        if skips:
            while match.time_s < 200.0:
                assert pacing.skip() == ""
                assert match.table.stage in (TableStage.RULED, TableStage.OVER)
        else:
            turns(pacing, match, 1.0 / 30.0, 200.0)
        recorded.append(lines_until(recorder, 180.0))
    assert recorded[0] == recorded[1] == recorded[2]
    assert len(recorded[0]) > 40


def test_a_brisk_pace_changes_smoothly_and_shows_falls_slowly(configuration: RiffRaffConfiguration) -> None:
    match, _ = seated(configuration, 1, *BOTS)
    pacing = Pacing(match, BRISK)
    rates: list[float] = []
    fell = 0
    while match.time_s < 300.0:
        stage = match.table.stage
        rates = [*rates, pacing.begin(1 / 60)] if stage is pacing._stage and rates else [pacing.begin(1 / 60)]
        if pacing._falls():
            fell += 1
            assert rates[-1] == 1.0 or pacing._falls_s >= 0.45
            rates.clear()  # the pace goes on after a fall where it would be without it
        elif len(rates) > 1 and pacing._stage_s < 0.8 * STAGES[stage][1]:
            assert rates[-1] < 4.0 * rates[-2]
        pacing.advance(1 / 60)
    assert fell > 20


def test_t_runs_to_the_outcome_of_a_bot_or_to_a_question(screen: Any, configuration: RiffRaffConfiguration) -> None:
    from pyglet.window import key

    match, _ = seated(configuration, 11, "me", "casual:random")
    wait(match, lambda: "You" in match.waits_for)
    table = AtTable(match, (640, 400), PLAIN)
    assert table.layer.key(key.T, 0)
    assert table.layer.controller.notice.words == "It is your move: there is nothing to skip."
    match.act(ChooseCard(by="You", card=1))
    table.frame(1.0, 1.0)
    assert table.layer.key(key.T, 0)
    table.frame(1.0, 1.0)
    assert match.table.stage is TableStage.RULED
    assert [len(played) for _, played in match.state.played.items()] == [1, 1]
    for _ in range(3):
        if match.question("You") is None:
            table.layer.key(key.T, 0)
    assert match.question("You") == "place"
    # The clock stands at the question: nothing of a person's own time is skipped.
    before = match.tick
    table.layer.key(key.T, 0)
    assert match.tick == before


def test_in_practice_there_is_nothing_to_skip(screen: Any, configuration: RiffRaffConfiguration) -> None:
    from pyglet.window import key

    practice = Practice(configuration, Seat("You", "casual", "person"), 4, slot=6, piece="rat")
    practice.advance(0.1)
    table = AtTable(practice, (640, 400), PLAIN)
    table.layer.key(key.T, 0)
    assert table.layer.controller.notice.words == "There is no one else to wait for."
