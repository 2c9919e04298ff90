"""The preset that a tuning ends with: the varied keys, each with its value, that it was tuned, and how well."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from calibration.toml_text import toml_text
from calibration.tuning.space import nested
from calibration.tuning.tuning import Tuning
from sim.configuration import overlaid, read_preset, versions
from sim.files import write_whole
from sim.seat import Seat


def source_of(tuning: Tuning, seats: Sequence[Seat]) -> str:
    """What a preset tells of where its values come from."""
    targets = " ".join(f"--target {target}" for target in tuning.targets)
    players = ",".join(f"{seat.profile}:{seat.strategy}" for seat in seats)
    return (
        f"tune {tuning.space.game} {targets}: {tuning.reached_text()}, seed {tuning.seed}, players {players}, "
        f"profile {tuning.space.profile}, yardarm {versions()['yardarm']}"
    )


def preset_text(tuning: Tuning, seats: Sequence[Seat]) -> str:
    """The preset as TOML. What it was tuned on top of (--config) is in it: alone it would not give these figures."""
    source = source_of(tuning, seats)
    changes = {
        key: {"value": value, "provenance": "tuned", "source": source}
        for key, value in tuning.space.changes(tuning.values).items()
    }
    below = {} if tuning.space.preset is None else read_preset(tuning.space.game, tuning.space.preset)
    return toml_text(overlaid(below, nested(changes)))


def write_preset(path: Path, tuning: Tuning, seats: Sequence[Seat]) -> None:
    """Write it whole. Raises InputError."""
    write_whole(path, preset_text(tuning, seats))
