"""Short matches of every game, one for each number of players, played once for all tests that only look at them."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from sim import spec
from sim.configuration import changed_configuration
from sim.match.record import Recorder
from sim.match.seats import seats_from
from sim.protocols import Accountable, Configuration, Line, Match
from sim.seat import Seat
from yardarm.testing import PRESET, TESTED

PROFILES = ("casual", "child", "skilled")
SEED = 3
GAMES = [os.environ[TESTED]] if TESTED in os.environ else list(spec.GAMES)
"""The games that are tested: one, or all that are installed."""
COUNTS = {name: spec.GAMES[name].counts for name in GAMES}
FACTS = {name: spec.conformance_of(name) for name in GAMES}
"""What the suite is to know of each game."""


def tables(quick: Callable[[Sequence[int]], Collection[int]]) -> list[ParameterSet]:
    """Return every game with every number of players; `quick` picks those of the quick runs.

    Of many games, those between the smallest and the largest are a study.
    """
    between = pytest.mark.slow if TESTED in os.environ else pytest.mark.study

    def marks(count: int, counts: Sequence[int]) -> Collection[pytest.MarkDecorator]:
        if count in quick(counts):
            return ()
        return (pytest.mark.slow if count in (counts[0], counts[-1]) else between,)

    return [
        pytest.param(game, count, marks=marks(count, counts), id=f"{game}-{count}")
        for game, counts in COUNTS.items()
        for count in counts
    ]


TABLES = tables(lambda counts: (counts[0], counts[-1]))
"""Every game with every number of players; in quick runs the smallest and the largest."""
SMALLEST = tables(lambda counts: counts[:1])
LARGEST = tables(lambda counts: counts[-1:])
"""The same for what plays a match again: in quick runs the smallest, or the largest."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match played to its end.

    lines: of its record, as they were handed over, without header and seal. conserved: each different value of what no
    moment may change. differences: where its table showed something else than the rules held, after a ruling.
    """

    match: Match
    recorder: Recorder
    lines: tuple[dict[str, Any], ...]
    conserved: tuple[object, ...]
    differences: tuple[str, ...]


def configured(game: str) -> Configuration:
    """The configuration of a short match at the draft profile, by the preset that is tested if there is one."""
    preset = Path(os.environ[PRESET]) if PRESET in os.environ else None
    return changed_configuration(game, FACTS[game].shorter, preset, profile="draft")


def seated(game: str, count: int) -> tuple[Seat, ...]:
    """Players of several skills."""
    words = (PROFILES * 2)[:count]
    strategy = FACTS[game].strategy
    return seats_from([f"{word}:{strategy}" if strategy else word for word in words], game)


def opened(
    game: str, count: int, seed: int = SEED, also_tell: Callable[[Line], object] = lambda _: None
) -> tuple[Match, Recorder, list[Line]]:
    """A match at its beginning, what is recorded of it, and its lines as they come."""
    configuration, seats, lines = configured(game), seated(game, count), list[Line]()
    recorder = Recorder.of(configuration, seats, seed)

    def tell(line: Line) -> None:
        lines.append(json.loads(json.dumps(line)))
        recorder.record_line(line)
        also_tell(line)

    return spec.match_of(game).open(configuration, seats, seed, tell), recorder, lines


def play(game: str, count: int, seed: int = SEED) -> Played:
    """Play a match to its end; look between at what is conserved, and after each ruling at table and rules."""
    facts, conserved, differences, begun = FACTS[game], list[object](), list[str](), list[Match]()

    def compare(line: Line) -> None:
        if line["stage"] == "ruling":
            differences.extend(f"{line}: {apart}" for match in begun for apart in holdings_apart(match))

    match, recorder, lines = opened(game, count, seed, compare)
    begun.append(match)
    while True:
        now = facts.conserved(match) if facts.conserved else None
        if now is not None and now not in conserved:
            conserved.append(now)
        if match.finished:
            return Played(match, recorder, tuple(lines), tuple(conserved), tuple(differences))
        match.advance(facts.glance_s)


def holdings_apart(match: Match) -> list[str]:
    """Where the table of a match shows something else than its rules hold.

    A match that is not `Accountable` shows the position of the rules itself.
    """
    if not isinstance(match, Accountable):
        return []
    shown, ruled = match.holdings()
    return [
        f"{place}: shown {shown.get(place, 'nowhere')}, ruled {ruled.get(place, 'nowhere')}"
        for place in sorted(shown.keys() | ruled.keys())
        if shown.get(place, "nowhere") != ruled.get(place, "nowhere")
    ]


@cache
def played(game: str, count: int) -> Played:
    """The one match of a table."""
    return play(game, count)


def digests() -> dict[str, str]:
    """What the record of the smallest table of each game comes to."""
    return {
        game: hashlib.sha256(played(game, counts[0]).recorder.text().encode()).hexdigest()
        for game, counts in COUNTS.items()
    }


if __name__ == "__main__":
    # In a process of its own.
    print(json.dumps(digests()), file=sys.stdout)
