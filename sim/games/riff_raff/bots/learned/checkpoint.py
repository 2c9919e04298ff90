"""What a head has learned, as a file: weights by the names of the features, and where they come from."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np

from sim.errors import InputError
from sim.file_kinds import JSON, check_kind
from sim.files import read_text, write_whole
from sim.games.riff_raff.bots.learned.features import FEATURES, Array
from sim.games.riff_raff.bots.learned.race import CHANGES, PARTS, Pace
from sim.measures import TomlTable, check
from sim.untrusted_text import read_json

_BIAS = "bias"
_OUTCOME = ("falls", "losses")
_MOST_LOSSES = math.log(16.0)


class Provenance(TomlTable):
    """The origin of weights.

    placements: how many were simulated. configuration: the digest of the design. fits: the areas under the curve or
    mean returns that the learning reported. versions: of what it ran on.
    """

    command: str
    seed: int
    placements: int
    hands: str
    configuration: str
    figures: dict[str, float]
    versions: dict[str, str]
    date: str


class _File(TomlTable):
    """A checkpoint as written in its file."""

    format: Literal["yardarm-baseline"]
    format_version: Literal[1]
    falls: dict[str, float]
    losses: dict[str, float]
    preference: dict[str, float]
    pace: dict[str, list[list[float]]] | None = None
    provenance: Provenance


@dataclass(frozen=True, slots=True, eq=False)
class Checkpoint:
    """Weights that turn the features of places into scores.

    falls: of the logistic formula for the chance that the piece falls, bias first. losses: of the logarithm of the
    number of other pieces that are lost, bias first. preference: of that chance, that number, and each feature. pace:
    how supplies change in turns, by which the chance of winning is judged; None where that was not counted.
    """

    falls: Array
    losses: Array
    preference: Array
    provenance: Provenance
    pace: Pace | None = None

    def outcome(self, features: Array) -> tuple[Array, Array]:
        """Return for each place the chance that the piece falls, and the expected number of other pieces lost."""
        falls = 1.0 / (1.0 + np.exp(-np.clip(self.falls[0] + features @ self.falls[1:], -50.0, 50.0)))
        return falls, np.exp(np.clip(self.losses[0] + features @ self.losses[1:], -50.0, _MOST_LOSSES))

    def score(self, features: Array) -> Array:
        """Return the score of each place; without a preference of its own, the reward that is expected of it."""
        falls, losses = self.outcome(features)
        scores: Array = 1.0 + np.column_stack([falls, losses, features]) @ self.preference
        return scores

    def risk(self, features: Array) -> Array:
        """Return for each place the chance that anything falls, if pieces fell independently of each other."""
        falls, losses = self.outcome(features)
        return 1.0 - (1.0 - falls) * np.exp(-losses)

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits of all that was learned."""
        pace = [] if self.pace is None else [self.pace[players] for players in sorted(self.pace)]
        weights = b"".join(part.tobytes() for part in (self.falls, self.losses, self.preference, *pace))
        return hashlib.sha256(weights).hexdigest()[:8]

    def write(self, path: Path) -> None:
        """Write the file. Raises InputError."""
        check_kind(path, JSON)
        tree = {
            "format": "yardarm-baseline",
            "format_version": 1,
            "falls": _named(self.falls, _BIAS),
            "losses": _named(self.losses, _BIAS),
            "preference": _named(self.preference, *_OUTCOME),
            **({} if self.pace is None else {"pace": _spelled(self.pace)}),
            "provenance": self.provenance.model_dump(),
        }
        write_whole(path, json.dumps(tree, indent=1) + "\n")


EXPECTED_REWARD: Array = np.array([-2.0, -1.0, *np.zeros(len(FEATURES))])
"""The preference of nothing but the reward: 1 if the piece stays, less 1 for each piece that leaves the ship."""


@cache
def shipped_checkpoint() -> Checkpoint:
    """Return the checkpoint of the strategy `trained`. Raises InputError."""
    return read_checkpoint(Path(__file__).with_name("trained.json"))


def read_checkpoint(path: Path) -> Checkpoint:
    """Read the file that `write` wrote. Raises InputError for any other."""
    where = str(path)
    try:
        tree = read_json(read_text(path), finite=True)
    except (ValueError, RecursionError) as error:
        raise InputError(
            "{where}: expected a checkpoint of a baseline as JSON, found something else.", where=where
        ) from error
    if not isinstance(tree, Mapping):
        raise InputError("{where}: expected a checkpoint of a baseline, an object of JSON.", where=where)
    found = check(_File, tree, where)
    return Checkpoint(
        _weights(found.falls, where, "falls", _BIAS),
        _weights(found.losses, where, "losses", _BIAS),
        _weights(found.preference, where, "preference", *_OUTCOME),
        found.provenance,
        None if found.pace is None else _pace(found.pace, where),
    )


def _named(weights: Array, *first: str) -> dict[str, float]:
    return {name: float(f"{weight:.5g}") for name, weight in zip((*first, *FEATURES), weights, strict=True)}


def _spelled(pace: Pace) -> dict[str, list[list[float]]]:
    return {str(players): [[float(f"{chance:.5g}") for chance in part] for part in pace[players]] for players in pace}


def _pace(spelled: Mapping[str, Sequence[Sequence[float]]], where: str) -> Pace:
    found = {}
    for players, parts in spelled.items():
        key = f"{where}: pace.{players}"
        if not players.isdecimal() or not 2 <= int(players) <= 4:
            raise InputError("{key}: expected a number of players from 2 to 4.", key=key)
        if len(parts) != PARTS or any(len(part) != len(CHANGES) for part in parts):
            raise InputError(
                "{key}: expected {parts} parts of a match, each with {changes} chances.",
                key=key,
                parts=PARTS,
                changes=len(CHANGES),
            )
        table = np.array(parts)
        if (table < 0.0).any() or (np.abs(table.sum(axis=1) - 1.0) > 1e-3).any():
            raise InputError("{key}: expected chances that add up to 1 in each part.", key=key)
        found[int(players)] = table
    if not found:
        raise InputError("{where}: pace: expected the chances for at least one number of players.", where=where)
    return found


def _weights(named: Mapping[str, float], where: str, key: str, *first: str) -> Array:
    names = (*first, *FEATURES)
    odd = next((name for name in (*named, *names) if (name in named) != (name in names)), None)
    if odd is not None:
        expected = "no such weight" if odd in named else "a weight of this name"
        raise InputError(
            "{where}: {key}.{odd}: expected {expected}; the features are {features}.",
            where=where,
            key=key,
            odd=odd,
            expected=expected,
            features=", ".join(FEATURES),
        )
    return np.array([named[name] for name in names])
