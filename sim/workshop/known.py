"""Outcomes of shipped designs, known beforehand: the references of every survey with the same hands, load and seed.

A file holds them as `python -m studies.survey_known` writes it: the cells and clusters of a survey and, by hands, load
and seed, the outcomes of its rounds, a bit for each cell. A file of an older version of the physics makes no figure
wrong, since any design that was tried in rounds drawn alike may be a reference; it only explains less.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from sim.files import read_text, write_whole
from sim.language import N_
from sim.workshop.findings import Findings

SHIPPED = N_("the shipped design")
Circumstances = tuple[str, int, int]
"""Hands, load and seed."""


@lru_cache(maxsize=4)
def read_known(path: Path) -> dict[Circumstances, Findings]:
    """Return what a file holds, by hands, load and seed; nothing if there is no such file."""
    if not path.exists():
        return {}
    tree = json.loads(read_text(path))
    cells, clusters = tuple(map(tuple, tree["cells"])), tuple(tree["clusters"])
    found = {}
    for each in tree["surveys"]:
        findings = Findings(cells, each["rounds"], clusters, name=SHIPPED)
        for number, outcomes in enumerate(_rows(each["outcomes"], each["rounds"], len(cells))):
            findings.add(number, dict(zip(cells, outcomes, strict=True)))
        found[each["hands"], each["load"], each["seed"]] = findings
    return found


def write_known(path: Path, known: dict[Circumstances, Findings]) -> None:
    """Write findings of whole rounds, all of the same cells. Raises InputError."""
    surveys = [
        {"hands": hands, "load": load, "seed": seed, "rounds": len(found.outcomes), "outcomes": _bits(found)}
        for (hands, load, seed), found in sorted(known.items())
    ]
    any_of_them = next(iter(known.values()))
    tree = {"cells": any_of_them.cells, "clusters": any_of_them.clusters, "surveys": surveys}
    write_whole(path, json.dumps(tree) + "\n")
    read_known.cache_clear()


def _bits(found: Findings) -> str:
    import numpy as np

    table = [found.outcomes[number][cell] for number in range(len(found.outcomes)) for cell in found.cells]
    return base64.b64encode(np.packbits(np.array(table, bool)).tobytes()).decode()


def _rows(bits: str, rounds: int, cells: int) -> Sequence[Sequence[bool]]:
    import numpy as np

    table: Any = np.unpackbits(np.frombuffer(base64.b64decode(bits), np.uint8), count=rounds * cells)
    rows: list[list[bool]] = table.reshape(rounds, cells).astype(bool).tolist()
    return rows
