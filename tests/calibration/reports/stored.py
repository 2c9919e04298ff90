"""Runs of the small stores."""

from __future__ import annotations

from pathlib import Path

from calibration.metrics.metrics_reader import StoredRun, reading


def run_of(stores: Path, name: str) -> StoredRun:
    """The first run of a store."""
    with reading(stores / name) as reader:
        return reader.runs[0]
