"""The tempo at which bots play with a person."""

from __future__ import annotations

from itertools import pairwise

import pytest
from pydantic import ValidationError

from sim.match.intents import IntentCodec
from sim.match.tempo import (
    EXPERT,
    MATCHES_TO_EXPERT,
    SLOWEST_MOVING,
    SLOWEST_THINKING,
    SetTempo,
    Tempo,
    starting_tempo,
)


def test_an_expert_meets_people_as_they_are_and_a_beginner_slower_ones() -> None:
    assert (EXPERT.thinking, EXPERT.moving) == (1.0, 1.0)
    assert not EXPERT.is_learning
    slowest = starting_tempo("beginner", 100)
    assert (slowest.thinking, slowest.moving) == (SLOWEST_THINKING, SLOWEST_MOVING)
    assert slowest.is_learning
    assert starting_tempo("expert", 0) == EXPERT
    # Half way it is the same factor from either end: the roots of 4 and of 1.8.
    assert (Tempo(0.5).thinking, Tempo(0.5).moving) == pytest.approx((2.0, 1.8**0.5))


def test_the_tempo_grows_with_the_matches_played_until_it_is_the_experts() -> None:
    found = [starting_tempo("grows", played) for played in range(MATCHES_TO_EXPERT + 3)]
    values = [tempo.value for tempo in found]
    assert values[:4] == [0.0, 1 / 6, 2 / 6, 3 / 6]
    assert all(one < other for one, other in pairwise(values[: MATCHES_TO_EXPERT + 1]))
    assert values[MATCHES_TO_EXPERT:] == [1.0, 1.0, 1.0]
    assert all(one.thinking >= other.thinking for one, other in pairwise(found))


def test_within_a_match_it_grows_with_what_is_won_and_only_where_it_may_grow() -> None:
    tempo = starting_tempo("grows", 0)
    assert tempo.after(won=False) == tempo
    assert tempo.after(won=True).value == pytest.approx(0.1)
    for _ in range(30):
        tempo = tempo.after(won=True)
    assert tempo.value == 1.0
    fixed = starting_tempo("beginner", 0)
    assert fixed.after(won=True) == fixed


def test_a_tempo_that_is_set_is_read_again_from_its_line() -> None:
    codec: IntentCodec[SetTempo] = IntentCodec(SetTempo, timed=True)
    said = SetTempo.of("Carla", Tempo(0.25, grows=True)).at(0)
    assert codec.read(said.line()).chosen == Tempo(0.25, grows=True)
    assert codec.read(said.line()).line() == said.line()
    with pytest.raises(ValidationError):
        SetTempo(by="Carla", tempo=1.5, grows=False)
