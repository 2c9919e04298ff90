"""Records of the beginnings of matches of bots, to be played on from."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sim.configuration import changed_configuration, usual_players
from sim.match.record import Record, Recorder, parse_record
from sim.match.seats import seats_from
from sim.spec import match_of
from tests.short_matches import SHORT

MOST_S = 200.0
"""How much of a match is played (s)."""


@cache
def of_bots(game: str) -> Record:
    """The record of the beginning of a match between the usual bots."""
    configuration = changed_configuration(game, SHORT[game], profile="draft")
    seats, seed = seats_from(usual_players(configuration), game), 3
    recorder = Recorder.of(configuration, seats, seed)
    match_of(game).open(configuration, seats, seed, recorder.record_line).advance(MOST_S)
    return parse_record(Path(f"{game}.jsonl"), recorder.text().splitlines())


def late(record: Record) -> float:
    """A time late in that match (s)."""
    assert record.length_s is not None
    return 0.9 * record.length_s
