"""Matches of Riff Raff for tests that only look at them: each is played once a process. As fixtures, too."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from sim.batch.job import match_seed
from sim.configuration import load_configuration
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.riff_raff.rows import MatchRow, RowCollector, TurnRow
from sim.games.riff_raff.rules import Setup, State
from sim.match.record import Recorder
from sim.match.seats import seats_from
from sim.referee import serve
from sim.seat import Seat
from sim.wire import line_of
from tests.batch.rows import rows_of


@cache
def draft() -> RiffRaffConfiguration:
    """Return the shipped configuration with coarse physics."""
    return load_configuration("riff-raff", profile="draft")


def play(configuration: RiffRaffConfiguration, seed: int, *players: str) -> tuple[RiffRaffMatch, Recorder]:
    """Play a match to its end; return it and its record. Nobody plans unless `players` says so."""
    seats = seats_from(players or ("casual:random", "casual:random", "casual:random"), "riff-raff")
    recorder = Recorder.of(configuration, seats, seed)
    match = RiffRaffMatch(configuration, seats, seed, recorder.record_line)
    match.run()
    return match, recorder


@cache
def of_three() -> tuple[RiffRaffMatch, Recorder]:
    """Return a match of three who do not plan."""
    return play(draft(), 3)


def answered(lines: list[dict[str, Any]], match: RiffRaffMatch) -> list[dict[str, Any]]:
    """What the referee behind its pipe answers to the lines of a recorded match."""
    asked = "\n".join(json.dumps(line) for line in _told(lines, match))
    out = io.StringIO()
    assert serve("riff-raff", io.BytesIO(asked.encode()), out) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def _told(lines: list[dict[str, Any]], match: RiffRaffMatch) -> Iterator[dict[str, Any]]:
    """What a person at the table would tell the referee."""
    players, state = match.state.players, match.state
    yield line_of(Setup(players, players[0], state.equipment, state.agreed))
    cards: dict[str, int] = {}
    for line in lines:
        match line.get("question"), line["stage"]:
            case "card", _:
                cards[line["by"]] = line["card"]
                if len(cards) == len(players):
                    yield {"do": "reveal", "cards": dict(cards)}
                    cards.clear()
            case "captain", _:
                yield {"do": "name_captain", "captain": line["captain"]}
            case "order", _:
                yield {"do": "arrange", "order": [line["by"], *line["order"]]}
            case "count", _:
                yield {"do": "announce", "count": line["count"]}
            case _, "outcome":
                yield {"do": "load", **{key: line[key] for key in ("piece", "placed", "lost", "caught", "ship")}}


@dataclass(frozen=True)
class PlayedMatch:
    """A match as it was told, as its rows, and as the rules left it."""

    seats: tuple[Seat, ...]
    lines: list[dict[str, Any]]
    row: MatchRow
    turns: list[TurnRow]
    match: RiffRaffMatch

    @property
    def state(self) -> State:
        """The last position."""
        return self.match.state


@cache
def of_a_batch() -> tuple[PlayedMatch, ...]:
    """Return three matches: hasty children who drop a lot, a table of four, and a duel of the skilled, who load two."""
    found = []
    for index, words in enumerate((["child:random"] * 3, ["casual", "child:random"] * 2, ["skilled"] * 2)):
        seats = seats_from(words, "riff-raff")
        lines: list[dict[str, Any]] = []
        match = RiffRaffMatch(draft(), seats, match_seed(11, index), lines.append)
        match.run()
        row, turns = rows_of(RowCollector(index, match.seed, seats), lines)
        found.append(PlayedMatch(seats, lines, row, turns, match))
    return tuple(found)


@pytest.fixture(scope="session")
def configuration() -> RiffRaffConfiguration:
    """The shipped configuration at the draft profile."""
    return draft()


@pytest.fixture(scope="session")
def finished() -> tuple[RiffRaffMatch, Recorder]:
    """One match of three, which nothing changes."""
    return of_three()


@pytest.fixture(scope="session")
def played() -> tuple[PlayedMatch, ...]:
    """Three different matches with their rows."""
    return of_a_batch()
