"""The page, from the rows and from what is stored; and what of the store is out of date."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from textwrap import fill
from typing import Any

from studies.evidence import digests
from studies.evidence.rows import DATA, ROOT, Command, Figure, Row, Section, read, verdict

PAGE, STORE = ROOT / "docs" / "evidence.md", ROOT / "docs" / "evidence.json"
_HEAD = f"""# Evidence

What Yardarm gives beside what was measured in the world, with 95 % intervals. Every measured result of the project
stands here and nowhere else. `python -m studies.evidence` writes this page from
[evidence.json](evidence.json), in which each command left its figures, the versions it ran with and digests of
what they rest on; a test fails when the physics, the people or the bots have changed since.
`python -m studies.evidence --make --stale --data {DATA}` then runs again what is out of date.

The program decides what held. With a band: "yes" if the whole interval lies in it, "no" if none of it does, "partly"
between. With a measured value: "yes" if our interval holds it. With an order: "partly" if the estimates have it but
neighbouring intervals meet. "-": the world has no figure, or none is asked for. `{DATA}` is a folder of open
measurements, which are no part of the project because several have no licence; `studies/against_measurements.py` says
what it holds. Seconds are of processor time.
"""


def stored() -> dict[str, Any]:
    """Return what the commands gave, by their names."""
    return json.loads(STORE.read_text("utf-8")) if STORE.exists() else {}


def why_stale(command: Command, store: Mapping[str, Any]) -> str:
    """Return why a command must be run again; empty if it need not."""
    result = store.get(command.name)
    if result is None:
        return "it has never been run"
    if result["command"] != command.run:
        return "the command has changed"
    missing = [way for way in ways(command.name) if way not in result["figures"]]
    if missing:
        return f"nothing is stored of {missing[0]!r}"
    changed = [what for what in command.rests if result["digests"].get(what) != digests.today(what)]
    return f"what it rests on has changed: {', '.join(changed)}" if changed else ""


def ways(name: str) -> list[str]:
    """Return the ways of all figures that rows ask of a command."""
    return [way for section in read()[1] for row in section.rows if row.command == name for way in row.figures]


def text() -> str:
    """Return the whole page."""
    store = stored()
    return "\n".join([_HEAD, *(line for section in read()[1] for line in _section(section, store))])


def _section(section: Section, store: Mapping[str, Any]) -> Iterator[str]:
    commands, _ = read()
    yield from (f"## {section.name}", "")
    machine = store.get(section.rows[0].command, {}).get("machine", "a machine")
    yield from (fill(section.intro.replace("{machine}", machine), 120, break_on_hyphens=False), "")
    yield from ("|test|in the world|Yardarm|held|by|", "|---|---|---|---|---|")
    for row in section.rows:
        yield f"|{row.test}|{row.world}|{_found(row, store)}|`{row.command}`|"
    yield ""
    for name in dict.fromkeys(row.command for row in section.rows):
        seconds = f"{store[name]['seconds']:.0f} s" if name in store else "not yet run"
        yield f"- `{name}`: `{commands[name].run}` ({seconds})"
    yield ""


def _found(row: Row, store: Mapping[str, Any]) -> str:
    kept = store.get(row.command, {"figures": {}})["figures"]
    if any(kept.get(way) is None for way in row.figures):
        return "not yet run|-"
    figures = [Figure.from_json(kept[way]) for way in row.figures]
    unit = {"%": " %", "p": " points"}.get(row.form[-1], row.unit)
    return f"{', '.join(words(row.form, figure) for figure in figures)}{unit}|{verdict(row, figures)}"


def words(form: str, figure: Figure) -> str:
    scale, form = (100.0, f"{form.rstrip('%p')}f") if form[-1] in "%p" else (1.0, form)
    estimate, low, high = (f"{scale * value:{form}}" for value in (figure.estimate, figure.low, figure.high))
    if figure.low == figure.high:
        return estimate
    if not (math.isfinite(figure.low) and math.isfinite(figure.high)):
        return f"{estimate} (no interval)"
    return f"{estimate} ({low}{' to ' if form[0] == '+' or figure.low < 0 else '-'}{high})"
