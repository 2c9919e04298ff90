"""The verb `measure GAME`: asks for what is to be measured, shows what is left open, and writes the preset."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from calibration.measure.evening import Asked, Evening, open_evening, with_preset
from calibration.options import MeasureGameOptions
from sim.configuration import preset_file
from sim.errors import InputError
from sim.file_kinds import PRESET, PRINT
from sim.files import check_outputs, write_whole
from sim.language import said
from sim.measures import Span
from sim.refusals import one_of
from sim.spec import game_of
from sim.untrusted_text import printable

_LINES = """Type what you read off: 24.3, or 24.3 24.1 24.2 for several readings, with +- 0.2 after them if you know how
far off they may be. Enter: the next; FILE.toml: what a fit or a photo found; q: stop (Ctrl-C does no harm)."""


def game_command(given: MeasureGameOptions) -> None:
    """Plan, ask or take in an evening's measuring, and write preset and sheet. Raises InputError."""
    presets = [preset_file(given.game, path) or path for path in given.presets or ()]
    check_outputs(
        {"--out": (given.out, PRESET), "--sheet": (given.sheet, PRINT)},
        {f"--from {path}": path for path in presets},
    )
    evening = open_evening(given.game, given.skill, given.out)
    for path in presets:
        evening = with_preset(evening, path)
    for entry in given.entries or ():
        name, equals, typed = entry.partition("=")
        if not equals or name not in evening.things:
            raise InputError("--set: {one_of}.", one_of=one_of(name, evening.things))
        evening = evening.entered(name, typed, given.note)
    if given.entries or presets:
        evening.check("--set")
    if given.sheet is not None:
        from calibration.measure.evening_sheet import drawn

        write_whole(given.sheet, drawn(evening, given.paper))
    asking = given.out is not None and not (given.entries or presets or given.as_json) and sys.stdin.isatty()
    if asking:
        assert given.out is not None
        evening = guide(evening, given.out, given.note, input)
    elif given.out is not None and evening.tree:
        evening.write(given.out)
    if given.as_json:
        print(json.dumps(_answer(evening, given), allow_nan=False))
        return
    print("\n".join([*(() if asking else plan(evening)), *_ends(evening, given, asking)]))


def guide(evening: Evening, out: Path, note: str, ask: Callable[[str], str]) -> Evening:
    """Ask for one thing after the other, until all is measured or it is enough, and return the evening.

    ask: shows a prompt and returns the line typed; raises EOFError at the end. Every entry goes into `out` at once.
    """
    print("\n".join([*_head(evening), "", _LINES]))
    passed: set[str] = set()
    while waiting := [one for one in evening.asked() if one.name not in passed]:
        one = waiting[0]
        print("\n" + "\n".join(_question(one)))
        try:
            typed = ask(f"{one.name}{f' ({one.thing.unit})' if one.thing.unit else ''}: ").strip()
        except EOFError:
            break
        if typed == "q":
            break
        if not typed:
            passed.add(one.name)
            continue
        try:
            evening = _taken(evening, one, typed, note)
        except InputError as error:
            print(printable(said(error)))
            continue
        evening.write(out)
        print(f"Left open: {evening.band_text()}")
    return evening


def _taken(evening: Evening, one: Asked, typed: str, note: str) -> Evening:
    """Return the evening with what was typed: readings, or the name of a preset. Raises InputError."""
    if typed.endswith(".toml"):
        return with_preset(evening, Path(typed))
    found = evening.entered(one.name, typed, note)
    found.check(one.name)
    return found


def plan(evening: Evening) -> Iterator[str]:
    """Yield what there is to measure, as lines."""
    yield from _head(evening)
    asked = evening.asked()
    if not asked:
        yield "Everything that can be measured is measured."
        return
    yield ""
    yield f"{'narrows it by':>18}  what"
    for one in asked:
        yield f"{one.worth_words:>18}  {one.name}: {one.thing.what}"
        yield f"{'':20}{one.thing.how}"


def _head(evening: Evening) -> Iterator[str]:
    ensemble = evening.ensemble
    yield f"{game_of(evening.game).title}, {ensemble.label}: the band of 95 in 100 cases, each end with its interval"
    yield f"  {_known(evening)}: {evening.band_text()}"


def _known(evening: Evening) -> str:
    """Return what is known, in words."""
    count = sum(evening.ensemble.index_of(key) is not None for key in evening.known())
    parts, draws = evening.ensemble.parts, len(evening.ensemble.shares)
    return f"{draws} draws, with {count} of {sum(len(part.spans) for part in parts)} assumed values known"


def _question(one: Asked) -> Iterator[str]:
    yield f"{one.thing.what} (narrows the band by: {one.worth_words})" if one.worth is not None else one.thing.what
    yield f"  {one.thing.how}"


def _ends(evening: Evening, given: MeasureGameOptions, asked: bool) -> Iterator[str]:
    yield ""
    if asked:
        yield f"Left open: {evening.band_text()}"
    if given.sheet is not None:
        yield printable(f"the sheet is in {given.sheet}")
    if given.out is None:
        yield "With --out PRESET.toml it asks for one after the other; --sheet FILE.pdf prints a sheet to write on."
    elif evening.tree:
        yield printable(f"what is measured is in {given.out}: yardarm watch {given.game} --config {given.out}")
    else:
        yield f"Nothing was entered, so {printable(given.out)} was not written."


def _range(span: Span) -> dict[str, object]:
    return {"estimate": span.value, "low": span.low, "high": span.high, "jointly": span.jointly}


def _answer(evening: Evening, given: MeasureGameOptions) -> dict[str, object]:
    return {
        "game": evening.game,
        "figure": evening.ensemble.figure,
        "band": evening.band().to_json(),
        "measured": {key: _range(span) for key, span in evening.known().items()},
        "next": [
            {
                "name": one.name,
                "key": one.thing.key_for(evening.skill),
                "worth": None if one.worth is None else one.worth.to_json(),
            }
            for one in evening.asked()
        ],
        "preset": str(given.out) if given.out is not None and evening.tree else None,
    }
