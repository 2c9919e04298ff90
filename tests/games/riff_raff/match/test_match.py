"""The match: a ship's world x the rules engine x players, in simulated time."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.errors import InputError
from sim.games.riff_raff.bots import STRATEGIES, Observation
from sim.games.riff_raff.bots.simple import RandomBot
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.riff_raff.match.frame import FrameEvent, PieceEvent, PieceState, Ruled, TableStage
from sim.match.record import Recorder
from sim.match.replay import verify
from sim.match.seats import seats_from
from sim.people.execution import Catch, PlaceIntent
from tests.games.riff_raff.match.by_hand import kept
from tests.games.riff_raff.matches import play as played

STAGES_OF_AN_ATTEMPT = ["intent", "executed", "physics", "outcome", "ruling"]


def lines_of(recorder: Recorder) -> list[dict[str, object]]:
    return [json.loads(line) for line in recorder.lines]


def test_every_attempt_is_told_in_five_stages(finished: tuple[RiffRaffMatch, Recorder]) -> None:
    lines = lines_of(finished[1])
    attempts = [index for index, line in enumerate(lines) if line["stage"] == "executed"]
    assert len(attempts) >= 12
    for index in attempts:
        assert [line["stage"] for line in lines[index - 1 : index + 4]] == STAGES_OF_AN_ATTEMPT
        assert lines[index - 1]["question"] == "place"


class ToStarboard(RandomBot):
    """Loads a rat onto the starboard side of the deck."""

    def choose_card(self, view: Observation, rng: np.random.Generator) -> int:
        """Slot 4."""
        return 4

    def place(self, view: Observation, rng: np.random.Generator) -> PlaceIntent:
        """In its middle."""
        return PlaceIntent("rat", "flat", 4, view.setup.ship.slot(4).centre_mm, Catch.NONE)


def test_a_piece_torn_from_the_hand_is_ruled_as_a_piece_that_fell(
    configuration: RiffRaffConfiguration, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand that trembles by centimetres loses it to the waves before it ever meant to open."""

    def overboard(t: float) -> tuple[float, float, float]:
        return 55.0 * min(t / 0.1, 1.0), -110.0 * min(max(t / 0.1 - 1.0, 0.0), 1.0), 0.0

    monkeypatch.setattr("sim.games.riff_raff.match.match.wander", lambda _skill, _noise: overboard)
    monkeypatch.setitem(STRATEGIES, "starboard", ToStarboard())
    told: list[dict[str, Any]] = []
    match = RiffRaffMatch(configuration, seats_from(["casual:starboard"] * 2, "riff-raff"), 3, told.append)
    while not any(line["stage"] == "outcome" for line in told):
        match.advance(0.1)
    physics = next(line for line in told if line["stage"] == "physics")
    outcome = next(line for line in told if line["stage"] == "outcome")
    assert [what for _, what, _ in physics["moments"]] == ["lowers", "releases", "slips", "falls", "settled"]
    assert (outcome["placed"], outcome["ship"]) == ("lost", {})
    assert dict(match.state.supply_counts) == {"Anne": 16, "Bert": 16}
    assert match.table.snapshot.cargo == ()


class WithBothHands(RandomBot):
    """Holds every other piece with both hands."""

    def place(self, view: Observation, rng: np.random.Generator) -> PlaceIntent:
        """As a random player does."""
        return replace(super().place(view, rng), hands=1 + int(rng.integers(2)))


@pytest.mark.slow
def test_a_match_of_one_hand_and_of_two_is_repeated_to_the_byte(
    configuration: RiffRaffConfiguration, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(STRATEGIES, "both", WithBothHands())
    _, recorder = played(configuration, 5, "casual:both", "child:both")
    hands = [line["action"]["hands"] for line in lines_of(recorder) if line["stage"] == "executed"]
    assert {*hands} == {1, 2}
    assert verify(kept(recorder, tmp_path / "match.jsonl")) is None


@pytest.mark.slow
def test_a_match_of_two_has_two_sets_and_at_most_twenty_rounds(configuration: RiffRaffConfiguration) -> None:
    match, _ = played(configuration, 4, "skilled:simple", "child:random")
    assert match.state.rounds == 20
    assert (
        sum(match.state.removed.values()) + sum(match.state.supply_counts.values()) + len(match.table.snapshot.cargo)
        == 32
    )


@pytest.mark.slow
def test_frames_show_hands_pieces_and_table_through_a_whole_turn(configuration: RiffRaffConfiguration) -> None:
    match = RiffRaffMatch(configuration, seats_from(["casual"] * 4, "riff-raff"), 2)
    beats, states, supplies = set(), set(), set()
    while match.state.round == 1:
        frame = match.frame()
        beats.add(frame.table_stage)
        states |= {piece.state for piece in frame.pieces}
        held = [piece for piece in frame.pieces if piece.state is PieceState.HELD]
        assert (frame.hand is not None) == bool(held)
        on_table = sum(sum(seat.supply.values()) for seat in frame.seats)
        supplies.add(on_table + len(frame.pieces) + sum(frame.removed.values()))
        revealed = frame.table_stage is not TableStage.CHOOSING
        assert all((seat.card is not None) == revealed for seat in frame.seats)
        assert len(frame.yards) == 3
        match.advance(0.05)
    assert beats >= {
        TableStage.CHOOSING,
        TableStage.REVEALED,
        TableStage.THINKING,
        TableStage.LOADING,
        TableStage.WATCHING,
        TableStage.RULED,
    }
    assert states >= {PieceState.ABOARD, PieceState.HELD}
    # Every piece is somewhere in every frame: before a player, on the ship, in a hand, or out of the game.
    assert min(supplies) >= 31
    assert max(supplies) <= 33


def test_time_passes_in_whole_ticks_and_nothing_is_lost_between_calls(configuration: RiffRaffConfiguration) -> None:
    match = RiffRaffMatch(configuration, seats_from(["casual"] * 2, "riff-raff"), 2)
    for _ in range(1000):
        match.advance(0.0031)
    assert match.time_s == pytest.approx(3.1, abs=1 / 120 + 1e-9)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["casual"], "two to four"),
        (["casual"] * 5, "two to four"),
        (["casual", "grandma"], "child, casual, skilled"),
        (["casual", "casual:genius"], "random, simple, lookahead, trained"),
    ],
)
def test_impossible_tables_are_refused_in_one_sentence(words: list[str], expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        seats_from(words, "riff-raff")


def test_frames_tell_what_falls_and_what_the_rules_make_of_it(configuration: RiffRaffConfiguration) -> None:
    told: list[dict[str, Any]] = []
    match = RiffRaffMatch(configuration, seats_from(["child:random"] * 3, "riff-raff"), 4, told.append)
    seen: dict[FrameEvent, None] = {}
    while not match.finished:
        match.advance(1.0)
        seen.update((event, None) for event in match.frame().events)
    moments = [moment[1] for line in told if line["stage"] == "physics" for moment in line["moments"]]
    happened = [event.what for event in seen if isinstance(event, PieceEvent)]
    assert happened.count("falls") == moments.count("falls") > 0
    assert happened.count("caught") == moments.count("caught") > 0
    assert [event.event for event in seen if isinstance(event, Ruled)] == match.events
