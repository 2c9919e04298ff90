"""Short matches of every game, one for each number of players, played once for all tests that only look at them."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from sim import spec
from sim.configuration import changed_configuration
from sim.match.record import Recorder
from sim.match.seats import seats_from
from sim.protocols import Accountable, Configuration, Line, Match
from sim.seat import Seat

PROFILES = ("casual", "child", "skilled")
SEED = 3
GAMES = [os.environ["YARDARM_TESTED"]] if "YARDARM_TESTED" in os.environ else list(spec.GAMES)
"""The games that are tested: one, or all that are installed."""
COUNTS = {name: spec.GAMES[name].counts for name in GAMES}
FACTS = {name: spec.conformance_of(name) for name in GAMES}
"""What the suite is to know of each game."""


def tables(quick: Callable[[Sequence[int]], Collection[int]]) -> list[ParameterSet]:
    """Return every game with every number of players; `quick` picks those of the quick runs."""
    return [
        pytest.param(game, count, marks=() if count in quick(counts) else pytest.mark.slow, id=f"{game}-{count}")
        for game, counts in COUNTS.items()
        for count in counts
    ]


TABLES = tables(lambda counts: (counts[0], counts[-1]))
"""Every game with every number of players; in quick runs the smallest and the largest."""
LARGEST = tables(lambda counts: counts[-1:])
"""The same for what plays a match again and again: in quick runs the largest."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match played to its end. lines: of its record, as they were handed over, without header and seal."""

    match: Match
    recorder: Recorder
    lines: tuple[dict[str, Any], ...]


def configured(game: str) -> Configuration:
    """The configuration of a short match at the draft profile."""
    return changed_configuration(game, FACTS[game].shorter, profile="draft")


def seated(game: str, count: int) -> tuple[Seat, ...]:
    """Players of several skills."""
    words = (PROFILES * 2)[:count]
    strategy = FACTS[game].strategy
    return seats_from([f"{word}:{strategy}" if strategy else word for word in words], game)


def opened(game: str, count: int, seed: int = SEED) -> tuple[Match, Recorder, list[Line]]:
    """A match at its beginning, what is recorded of it, and its lines as they come."""
    configuration, seats, lines = configured(game), seated(game, count), list[Line]()
    recorder = Recorder.of(configuration, seats, seed)

    def tell(line: Line) -> None:
        lines.append(json.loads(json.dumps(line)))
        recorder.record_line(line)

    return spec.match_of(game).open(configuration, seats, seed, tell), recorder, lines


def play(game: str, count: int, seed: int = SEED) -> Played:
    """Play a match to its end."""
    match, recorder, lines = opened(game, count, seed)
    match.run()
    return Played(match, recorder, tuple(lines))


def play_accounting(game: str, count: int, seed: int = SEED) -> list[Line]:
    """Play a match; return the lines of its record, after each ruling of which its table showed what the rules held.

    A match that is not `Accountable` shows the position of the rules itself.
    """
    matches, lines = list[Match](), list[Line]()

    def compare(line: Line) -> None:
        lines.append(line)
        if line["stage"] == "ruling" and matches:
            (match,) = matches
            if not isinstance(match, Accountable):
                return
            shown, ruled = match.holdings()
            assert shown.keys() == ruled.keys()
            wrong = {place: (held, ruled[place]) for place, held in shown.items() if held != ruled[place]}
            assert not wrong, f"line {len(lines)}: shown and ruled: {wrong}"

    matches.append(spec.match_of(game).open(configured(game), seated(game, count), seed, compare))
    matches[0].run()
    return lines


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
