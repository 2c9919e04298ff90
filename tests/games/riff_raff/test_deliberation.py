"""Bots that think in the background: the match is the same to the last line, and nothing waits for them."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from sim.forecast.trials import Forecast, forecast
from sim.games.riff_raff.bots.lookahead import Lookahead
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.deliberation import ThinkAhead, Thinking
from sim.games.riff_raff.match.frame import TableStage
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.match.seats import seats_from
from sim.protocols import Line
from tests.calls import given_to
from tests.processes import until

SEED = 4
MATCH_S = 150.0


class AtOnce:
    """Works everything out when it is asked, through pickles, as a process would."""

    def __init__(self) -> None:
        self.asked: list[Thinking] = []
        self._known: Forecast[Any] | None = None

    def ask(self, request: Thinking) -> None:
        self.asked.append(request)
        self._known = pickle.loads(pickle.dumps(forecast(pickle.loads(pickle.dumps(request)))))

    def latest(self, key: object = None) -> Any:
        return self._known if self._known is not None and self._known.key == key else None

    def close(self, wait_s: float = 0.0) -> None:
        self._known = None


def played(configuration: RiffRaffConfiguration, ahead: Any) -> tuple[list[Line], RiffRaffMatch]:
    lines: list[Line] = []
    seats = seats_from(["skilled:lookahead", "casual:lookahead", "child:simple"], "riff-raff")
    match = RiffRaffMatch(configuration, seats, SEED, lines.append)
    match.ahead = ahead
    match.advance(MATCH_S)
    return lines, match


@pytest.fixture(scope="module")
def alone(configuration: RiffRaffConfiguration) -> list[Line]:
    return played(configuration, None)[0]


@pytest.mark.slow
def test_a_match_is_the_same_when_its_bots_think_ahead(
    configuration: RiffRaffConfiguration, alone: list[Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = given_to(monkeypatch, Lookahead, "place")
    background = AtOnce()
    lines, _ = played(configuration, ThinkAhead(background))
    assert lines == alone
    intents = [line for line in lines if line["stage"] == "intent" and line["question"] == "place"]
    assert len(intents) >= 6
    assert any(line["question"] == "count" for line in lines if line["stage"] == "intent")
    # Every one of them had been worked out when it was asked for: never a second time.
    assert len(here) == len(background.asked) >= 4
    # Bots that know at once are not asked ahead.
    assert {request.deliberation.strategy for request in background.asked} == {"lookahead"}


@pytest.mark.parametrize(
    "told",
    [
        pytest.param("nothing", marks=pytest.mark.study),
        pytest.param("of another table", marks=pytest.mark.slow),
    ],
)
def test_what_is_not_known_is_worked_out_on_the_spot(
    configuration: RiffRaffConfiguration, alone: list[Line], told: str
) -> None:
    class Useless(AtOnce):
        def ask(self, request: Thinking) -> None:
            super().ask(request)
            if told == "nothing":
                self._known = None
            else:
                other = Thinking(
                    type(request.deliberation)("simple", request.deliberation.view, SEED, request.deliberation.count)
                )
                assert other.key == request.key
                self._known = forecast(other)

    lines, _ = played(configuration, ThinkAhead(Useless()))
    assert lines == alone


@pytest.mark.study
def test_a_worker_has_thought_when_it_is_asked(configuration: RiffRaffConfiguration, alone: list[Line]) -> None:
    ahead = ThinkAhead()
    begun: list[Any] = []

    class Patient:
        """A window lets seconds pass before it asks; this one waits until the worker knows."""

        def begin(self, deliberation: Any) -> None:
            begun.append(deliberation)
            ahead.begin(deliberation)
            until(lambda: ahead.known(deliberation) is not None)

        def known(self, deliberation: Any) -> Any:
            return ahead.known(deliberation)

    try:
        lines, _ = played(configuration, Patient())
    finally:
        ahead.close()
    assert begun
    assert lines == alone


class Never(AtOnce):
    """Only notes what it is asked."""

    def ask(self, request: Thinking) -> None:
        self.asked.append(request)


@pytest.mark.slow
def test_the_next_placement_is_begun_while_the_outcome_of_the_last_is_shown(
    configuration: RiffRaffConfiguration,
) -> None:
    background = Never()
    ahead = ThinkAhead(background)
    assert not ahead.busy
    seats = seats_from(["casual:simple", "casual:lookahead"], "riff-raff")
    match = RiffRaffMatch(configuration, seats, SEED, None)
    match.ahead = ahead
    slow = seats[1].name
    while match.state.to_act != slow or match.table.stage not in (TableStage.REVEALED, TableStage.RULED):
        match.advance(0.1)
    (early,) = {request.key for request in background.asked}
    assert early[1] == slow
    assert ahead.busy
    while match.table.stage is not TableStage.TAKING:
        match.advance(0.1)
    assert {request.key for request in background.asked} == {early}, "it is the very question that is asked later"
    background._known = forecast(background.asked[-1])
    assert not ahead.busy
