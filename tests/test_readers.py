"""Every reader of what strangers write: a megabyte of the worst costs no more, for each byte, than any other text."""

from __future__ import annotations

import ast
import base64
import contextlib
import gzip
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from re import _parser as parser
from typing import Any

import pytest

from calibration.fit.judgement_command import kept
from calibration.fit.play_reading import read_actions
from calibration.fit.sway_table import read_sway
from calibration.fit.throws_table import read_throws
from calibration.fit.trials_table import read_trials as read_reactions
from calibration.options import FitReactionsOptions, FitShipOptions, FitThrowsOptions
from scenes.experiment.table import read_table
from scenes.play.settings import SettingsStore
from sim.batch.assumed import read_bands
from sim.batch.store_format import digest_of, read_runs
from sim.batch.store_writer import Run, Store
from sim.bots.answers import unpacked
from sim.bots.words import options_of
from sim.configuration import load_configuration
from sim.errors import InputError
from sim.files import read_text, read_toml
from sim.games.riff_raff.bots.learned.checkpoint import read_checkpoint
from sim.lab.measurements import read_rows
from sim.lab.pile import read_bricks
from sim.lab.sheet import LARGEST
from sim.match.hand_log import read_hand_log
from sim.match.lines import line_text
from sim.match.record import Recorder, read_record
from sim.match.trials import TrialsHeader, read_trials
from sim.referee import referee_of
from sim.seat import Seat
from sim.untrusted_text import read_json
from sim.wire import json_of
from tests.calls import calls_of, peak_of, steps_of

SIZE = 1 << 20
CALLS, BYTES = 4, 200
"""The most calls, and the most bytes held, for each byte of a megabyte."""
SEATS = (Seat("ann", "casual", "greedy"), Seat("bob", "casual", "greedy"))
ROOT = Path(__file__).parents[1]

# ------------------------------------------------------------------------------------------------------- the texts


def _json(before: str = "") -> Iterator[str]:
    """Yield what is worst for a reader of JSON, behind what it accepts."""
    yield before + '"' + '\\"' * (SIZE // 2)
    yield before + "{" + ",".join(f'"{n:012}":{{}}' for n in range(32_000)) + "}"
    yield before + "{}\n" * 2_000


def _json_alone() -> Iterator[str]:
    """Yield what is worst for JSON itself."""
    yield from ("[" * SIZE, "[]" * (SIZE // 2), "\\" * SIZE, '"' * SIZE, "1" * SIZE, "0." + "1" * SIZE, "\n" * SIZE)


def _toml() -> Iterator[str]:
    yield "a." * (SIZE // 2 - 3) + "a = 1"
    yield "b = {" + "a . " * (SIZE // 4 - 9) + "a = 1}"
    yield '"\\"".' * (SIZE // 5 - 2) + "a = 1"
    yield "[" + "a." * (SIZE // 2 - 2) + "a]"
    yield "a = " + "[" * (SIZE - 9)
    # Its own parser calls a few functions for each escape, so less of these takes as long.
    yield 'a = "' + '\\"' * (SIZE // 32)
    yield 'a = """' + '""\\"' * (SIZE // 64)
    yield "#" * (SIZE + 1)
    yield "".join(f"k{number} = 1\n" for number in range(SIZE // 100))


def _csv() -> Iterator[str]:
    yield "a" + ",b" * (SIZE // 4) + "\n" + "1\n" * 20_000
    yield "a\n" + "," * SIZE
    yield 'a\n"' + '""' * (SIZE // 2)


def _swings() -> Iterator[str]:
    yield "t_s,angle_rad\n" + "".join(f"{n / 1000},0.1\n" for n in range(SIZE // 11))
    yield "t_s,angle_rad\n" + "1,2:3:4\n" * (SIZE // 9)
    yield "\n" * SIZE
    yield "# " * (SIZE // 2)
    yield '[{"t_s":1}' + ',{"t_s":1}' * 5000 + "]"
    yield from _csv()


def _people() -> Iterator[str]:
    yield "person,rt,correct\n" + "".join(f"{n},300,1\n" for n in range(SIZE // 12))
    yield "score\n" + "T20\n" * (SIZE // 4)
    yield from _csv()


# ----------------------------------------------------------------------------------------------------- the readers


def _stored(path: Path) -> object:
    """Read a store whose run has this text for its players."""
    store = path.with_suffix(".sqlite")
    with Store(store, Run("zatre", 1, SEATS, load_configuration("zatre"), 1), resume=False):
        pass
    with contextlib.closing(sqlite3.connect(store)) as connection:
        connection.execute("UPDATE runs SET players = ?", (path.read_text(encoding="utf-8"),))
        ((*cells, _),) = connection.execute("SELECT * FROM runs").fetchall()
        connection.execute("UPDATE runs SET digest = ?", (digest_of(cells),))
        return read_runs(connection, store)


def _judged(game: str, path: Path) -> object:
    referee = referee_of(game)
    return [referee.answer(line) for line in path.read_bytes().split(b"\n")]


def _unpacked(path: Path) -> object:
    packed = base64.b64encode(zlib.compress(path.read_bytes(), 1)).decode()
    return unpacked(packed, "a match")


def _answers() -> Iterator[str]:
    """Yield as many answers as there may be, and more: both are a few kilobytes when they are packed."""
    answer = f'{{"answer":{{"tiles":[{",".join([TILE] * 6)}]}}}}'
    for length in (4 * SIZE - 1000, 16 * SIZE):
        yield f'{{"Anne":[{",".join([answer] * (length // (len(answer) + 1)))}]}}'


def _unzipped(path: Path) -> object:
    packed = path.with_suffix(".gz")
    packed.write_bytes(gzip.compress(path.read_bytes(), 1))
    return list(read_rows(packed, ["a"]))


def _header() -> str:
    """Return the first line of a record, so that the next is read."""
    return Recorder.of(load_configuration("zatre"), SEATS, 1).lines[0] + "\n"


TILE = '{"value":1,"row":7,"col":7}'
LINES = {
    "riff-raff": '{"do":"setup","players":[%s],"captain":"a"}',
    "zack": '{"do":"challenge","player":"a","target":[%s]}',
    "zatre": '{"do":"place","tiles":[%s]}',
    "zigzag": '{"do":"shuffle","pile":[%s]}',
}


def _lines(game: str) -> Iterator[str]:
    for what in ('"joker"', "1", TILE):
        yield LINES[game] % ",".join([what] * (20_000 if "{" in what else 60_000))
    yield from _json()


TRIALS = TrialsHeader(
    participant="P07", table="", table_sha256="", consent_sha256="", trials=1, profile="", language="", yardarm="0"
)


def _table_of_trials() -> Iterator[str]:
    yield "block,game\n" + "a,zack\n" * (SIZE // 7)
    yield "block,game\n" + "".join(f"{number},zack\n" for number in range(SIZE // 11))
    yield from _csv()


READERS: dict[str, tuple[Callable[[Path], object], Callable[[], Iterable[str]]]] = {
    "record": (read_record, lambda: _json(_header())),
    "hand log": (read_hand_log, _json),
    "trials": (read_trials, lambda: _json(line_text(json_of(TRIALS)) + "\n")),
    "table of trials": (read_table, _table_of_trials),
    "actions": (lambda path: read_actions([path], None), _json),
    "settings": (SettingsStore.opened, _json),
    "study": (read_bands, _json),
    "checkpoint": (read_checkpoint, _json),
    "cache": (kept, _json),
    "option of a bot": (lambda path: options_of("a=" + read_text(path), "--players"), _json),
    "answer of a bot": (lambda path: read_json(read_text(path), finite=True), _json_alone),
    "store": (_stored, _json),
    "answers": (_unpacked, _answers),
    "preset": (read_toml, _toml),
    "table": (lambda path: list(read_rows(path, ["a"])), _csv),
    "swing": (lambda path: read_sway(path, FitShipOptions(file=path)), _swings),
    "reactions": (lambda path: read_reactions(path, FitReactionsOptions(file=path)), _people),
    "throws": (lambda path: read_throws(path, FitThrowsOptions(file=path)), _people),
    "bricks": (read_bricks, _csv),
    "packed table": (_unzipped, lambda: ["a\n" + "1" * (2 * LARGEST)]),
    **{f"referee of {game}": (partial(_judged, game), partial(_lines, game)) for game in LINES},
}


@pytest.mark.study
@pytest.mark.parametrize("reader", READERS)
def test_a_megabyte_of_the_worst_costs_no_more_than_any_other_text(reader: str, tmp_path: Path) -> None:
    read, texts = READERS[reader]
    path = tmp_path / "read.csv"

    def refused() -> None:
        with contextlib.suppress(InputError, ValueError):
            read(path)

    for text in texts():
        path.write_text(text, encoding="utf-8")
        calls, peak = calls_of(refused) / SIZE, peak_of(refused) / SIZE
        assert (calls < CALLS, peak < BYTES) == (True, True), (text[:40], calls, peak)


def test_a_row_costs_no_more_for_the_columns_that_it_has_not(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("a" + ",b" * 1000 + "\n" + "1\n" * 1000, encoding="utf-8")
    assert steps_of(lambda: list(read_rows(path, ["a"]))) < 100_000


# ---------------------------------------------------------------------------------- what cannot be counted from here


def _patterns() -> Iterator[tuple[str, str]]:
    """Yield the file and the text of every regular expression of the program."""
    for room in ("sim", "scenes", "calibration", "yardarm"):
        for file in sorted((ROOT / room).rglob("*.py")):
            source = file.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(source)) if "\nimport re\n" in source else ():
                match node:
                    case ast.Call(ast.Attribute(ast.Name("re")), [ast.Constant(str(text)), *_]):
                        yield str(file.relative_to(ROOT)), text


def _may_begin_again(parts: Any, needs: bool = False) -> bool:
    """Return whether something that must match follows what repeats without end: a search may read far and fail.

    It then begins again at the next character, and reads as far: quadratic. needs: whether such a thing comes after
    these parts, as the module `re` has parsed them.
    """
    for place, (kind, argument) in enumerate(parts):
        after = needs or parts[place + 1 :].getwidth()[0] > 0
        match str(kind):
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                _, most, inner = argument
                if (after and most == parser.MAXREPEAT) or _may_begin_again(inner, after):
                    return True
            case "SUBPATTERN" if _may_begin_again(argument[-1], after):
                return True
            case "BRANCH" if any(_may_begin_again(branch, after) for branch in argument[1]):
                return True
    return False


ANCHORED = {
    "sim/rules_frame/text_notation.py": "matched at the one place that is read next",
    "calibration/tuning/targets.py": "matched with the whole of one word, from its beginning alone",
}


def test_no_pattern_reads_a_text_again_from_every_character() -> None:
    found = dict(_patterns())
    assert {"sim/untrusted_text.py", *ANCHORED} < set(found)
    assert [file for file, text in _patterns() if _may_begin_again(parser.parse(text))] == list(ANCHORED)


@pytest.mark.parametrize(
    ("text", "again"), [('"(?:[^"\\\\]|\\\\.)*+"|[{}]', True), ("(?:a|(b+))c", True), ('"(?:x|y)*+"?|z+', False)]
)
def test_a_search_that_begins_again_is_known(text: str, again: bool) -> None:
    assert _may_begin_again(parser.parse(text)) is again
