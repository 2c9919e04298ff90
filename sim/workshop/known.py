"""Outcomes of designs that are known beforehand: the references of every survey with the same hands, load and seed.

They are the shipped design and variants of it that are easier or harder: a design on which other trials fail than on
the shipped one is better foretold by both. A file holds them as `python -m studies.survey_known` writes it: the cells
and clusters of a survey and, by edits, hands, load and seed, the outcomes of its rounds, a bit for each cell. A file of
an older version of the physics makes no figure wrong, since any design that was tried in rounds drawn alike may be a
reference; it only explains less.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from sim.files import read_text, write_whole
from sim.language import N_
from sim.workshop.findings import Cell, Findings

SHIPPED, VARIANTS = N_("the shipped design"), N_("variants of it")
Circumstances = tuple[str, int, int]
"""Hands, load and seed."""
Edited = tuple[tuple[str, float], ...]
"""What of the shipped design is changed: values by dotted key."""
Known = Mapping[Circumstances, Mapping[Edited, Findings]]


@lru_cache(maxsize=4)
def read_known(path: Path) -> Known:
    """Return what a file holds, by circumstances and edits; nothing if there is no such file."""
    if not path.exists():
        return {}
    tree = json.loads(read_text(path))
    cells, clusters = tuple(map(tuple, tree["cells"])), tuple(tree["clusters"])
    found: dict[Circumstances, dict[Edited, Findings]] = {}
    for each in tree["surveys"]:
        edited = tuple((key, value) for key, value in each["edits"])
        findings = nothing_known(cells, each["rounds"], clusters, edited)
        for number, outcomes in enumerate(_rows(each["outcomes"], each["rounds"], len(cells))):
            findings.add(number, dict(zip(cells, outcomes, strict=True)))
        found.setdefault((each["hands"], each["load"], each["seed"]), {})[edited] = findings
    return found


def references(path: Path, circumstances: Circumstances) -> tuple[Findings, ...]:
    """Return the findings of a file that are references under these circumstances."""
    return tuple(read_known(path).get(circumstances, {}).values())


def nothing_known(cells: tuple[Cell, ...], rounds: int, clusters: tuple[Hashable, ...], edited: Edited) -> Findings:
    """Return findings of a reference to which outcomes are to be added."""
    return Findings(cells, rounds, clusters, name=VARIANTS if edited else SHIPPED)


def write_known(path: Path, known: Known) -> None:
    """Write findings of whole rounds, all of the same cells. Raises InputError."""
    surveys = [
        {
            "edits": edited, "hands": hands, "load": load, "seed": seed,
            "rounds": len(found.outcomes), "outcomes": _bits(found),
        }
        for (hands, load, seed), designs in sorted(known.items())
        for edited, found in designs.items()
    ]  # fmt: skip
    any_of_them = next(found for designs in known.values() for found in designs.values())
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
