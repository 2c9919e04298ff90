"""The attempts that a match keeps: each restores its moment exactly, whether it was played or follows a record."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.forecast.attempts import SettingDown
from sim.games.riff_raff import rules
from sim.games.riff_raff.again import Again
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.forecast import End
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.riff_raff.match.past_attempts import PastAttempt, resting_place
from sim.match.record import Recorder, read_record
from sim.match.replay import replay
from sim.physics.ship.world import ShipWorld
from sim.seeds import derive
from tests.games.riff_raff.match.by_hand import kept, seated, set_down, to_my_turn

ENDS = {rules.Fate.STAYS: End.ABOARD, rules.Fate.CAUGHT: End.CAUGHT, rules.Fate.LOST: End.LOST}


@pytest.fixture(scope="module")
def by_hand(configuration: RiffRaffConfiguration, tmp_path_factory: pytest.TempPathFactory) -> list[PastAttempt]:
    """The attempts of a recorded match in which a person sets a piece down."""
    played, recorder = seated(configuration, 11, "me", "casual:random")
    to_my_turn(played, 6)
    set_down(played, "You", "crate", 6)
    match = replay(kept(recorder, tmp_path_factory.mktemp("by_hand") / "match.jsonl"))
    assert isinstance(match, RiffRaffMatch)
    match.run()
    return match.past


def test_there_is_one_for_each_attempt_in_the_order_of_play(finished: tuple[RiffRaffMatch, Recorder]) -> None:
    match, recorder = finished
    assert [past.number for past in match.past] == list(range(1, match.table.attempts + 1))
    assert sum('"stage":"outcome"' in line for line in recorder.lines) == len(match.past)
    times = [time_s for past in match.past for time_s in (past.begun_s, past.ruled_s)]
    assert times == sorted(times)


def test_the_noise_of_then_repeats_what_happened_then(finished: tuple[RiffRaffMatch, Recorder]) -> None:
    match, _ = finished
    assert {past.fell for past in match.past} == {True, False}, "the match has both"
    for past in match.past:
        ghost = Again.as_meant(past).cloud(0).under(derive(match.seed, "noise", past.number))
        assert ghost.end is ENDS[past.outcome.placed]
        assert ghost.others == len(past.outcome.lost) + len(past.outcome.caught)
        assert (ghost.fell or ghost.others > 0) is past.fell


@pytest.mark.slow
def test_a_replay_restores_the_same_moments(finished: tuple[RiffRaffMatch, Recorder], tmp_path: Path) -> None:
    match, recorder = finished
    file = tmp_path / "match.jsonl"
    recorder.write(file)
    again = replay(read_record(file))
    assert isinstance(again, RiffRaffMatch)
    again.run()
    assert again.past == match.past


def test_what_was_executed_is_what_was_meant_and_noise(finished: tuple[RiffRaffMatch, Recorder]) -> None:
    past = finished[0].past[0]
    assert isinstance(past.action, SettingDown)
    off_mm = past.executed.x_mm - past.intent.x_mm
    assert 0 < abs(off_mm) < 6 * past.view.skill.placement_sd_mm
    meant = resting_place(ShipWorld(past.view.setup, past.ship), past.intent)
    slot = past.view.setup.ship.slot(past.intent.slot)
    assert slot.surface_mm - 2 < meant.y < slot.surface_mm + 60


def test_a_person_meant_what_their_hand_did(by_hand: list[PastAttempt]) -> None:
    own = [past for past in by_hand if past.executed is None]
    assert own
    assert all(past.strategy == "person" for past in own)
    for past in own:
        assert isinstance(past.action, SettingDown)
        assert not past.action.cares
        # The ship is that of the moment in which the hand opened: the crate has set her swinging already.
        assert past.ship.hull.spin != past.view.snapshot.hull.spin
        assert {piece.name for piece in past.ship.cargo} == {piece.name for piece in past.view.snapshot.cargo}
