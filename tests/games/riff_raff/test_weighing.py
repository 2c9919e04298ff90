"""What a look-ahead bot weighed, worked out again: the same thoughts as then, or a sentence that says why not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.forecast.trials import AtOnce, forecast
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.deliberation import Weighed, Weighing, why_not_weighed
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.riff_raff.match.past_attempts import PastAttempt
from sim.match.seats import seats_from

SEED = 5


@pytest.fixture(scope="module")
def planned() -> PastAttempt:
    """The first attempt of a look-ahead bot."""
    from tests.games.riff_raff.matches import draft

    return first_of(draft(), "skilled:lookahead", "casual:random")


def first_of(configuration: RiffRaffConfiguration, *players: str) -> PastAttempt:
    """The first attempt of a match between these."""
    match = RiffRaffMatch(configuration, seats_from(players, "riff-raff"), SEED)
    while not match.past:
        match.advance(1.0)
    return next(past for past in match.past)


def weighed(past: PastAttempt) -> Weighed:
    return forecast(Weighing(past, SEED)).shown[0]


def test_the_thoughts_of_then_come_out_again(planned: PastAttempt) -> None:
    if planned.strategy != "lookahead":
        assert why_not_weighed(planned) is not None
        return
    found = weighed(planned)
    assert found.agrees
    best, *others = found.candidates
    assert best.option.intent == planned.intent
    assert 1 <= len(others) <= 4
    assert best.trials == max(candidate.trials for candidate in found.candidates)
    for candidate in found.candidates:
        assert 0 <= candidate.held <= candidate.trials
        assert 0 <= candidate.option.risk <= 1
        # One piece less where it held, at most: the sum of changes is no lower.
        assert candidate.change >= -candidate.held


def test_another_head_is_noticed(planned: PastAttempt) -> None:
    meant = replace(planned.action.intent, x_mm=planned.intent.x_mm + 1.0)
    other = replace(planned, strategy="lookahead", action=replace(planned.action, intent=meant))
    assert not weighed(other).agrees


def test_who_weighs_nothing_is_named(planned: PastAttempt) -> None:
    assert why_not_weighed(replace(planned, strategy="lookahead")) is None
    assert "simple is no look-ahead bot" in str(why_not_weighed(replace(planned, strategy="simple")))
    assert "genius is not here" in str(why_not_weighed(replace(planned, strategy="genius")))
    assert "in no record" in str(why_not_weighed(replace(planned, executed=None)))


def test_what_is_worked_out_at_once_is_what_a_worker_would_say(planned: PastAttempt) -> None:
    source, request = AtOnce(), Weighing(replace(planned, strategy="lookahead"), SEED)
    assert source.latest() is None
    source.ask(request)
    known = source.latest(request.key)
    assert known.done
    source.ask(request)
    assert source.latest() is known, "asking again changes nothing"
    assert source.latest("another") is None
    source.forget()
    assert source.latest() is None
    source.close()
