"""`simulate`: let bots play whole matches, without a window, and sum them up."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from sim.batch.progress import counted
from sim.batch.results import Batch, BatchRoom
from sim.batch.runner import run_matches
from sim.configuration import load_configuration, provenance
from sim.errors import InputError
from sim.games import game_of
from sim.matches.seats import seats_from


def simulate_command(
    game: str,
    matches: int,
    players: Sequence[str],
    seed: int,
    config: Path | None,
    profile: str,
    record: Path | None,
    as_json: bool,
) -> None:
    """The verb. Raises InputError."""
    seats = seats_from(players, game)
    room: BatchRoom = game_of(game).room("sim.batch")
    configuration = load_configuration(game, config, profile)
    if record is not None:
        try:
            record.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"--record: {record}: cannot be a folder ({error.strerror or error}).") from error
    batch = Batch()
    for row, turns in counted(run_matches(configuration, seats, seed, matches, records=record), matches, "matches"):
        batch.add(row, turns)
    summary = room.summarise(batch, seats)
    if as_json:
        answer = {
            "game": game,
            "players": [seat.to_json() for seat in seats],
            **room.to_json(summary),
            **provenance(configuration, seed),
        }
        print(json.dumps(answer, allow_nan=False))
        return
    print(f"{game}, seed {seed}, profile {configuration.profile}: {room.to_text(summary, seats)}")
