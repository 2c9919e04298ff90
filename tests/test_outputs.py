"""No verb's output destroys anything: not what it reads, not another output, no folder, no device, no link."""

from __future__ import annotations

import inspect
import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import get_type_hints

import pytest
import typer

import yardarm.command
from sim.file_kinds import HOW
from tests.commands import VERBS, refusal_of, verb_commands


@dataclass(frozen=True)
class Paths:
    """What else a verb needs, and its options and arguments that are paths, by what it does with them.

    Values are how one is given, `{}` the path; of a folder also the name of one file that goes into it.
    """

    words: str = ""
    reads: dict[str, str] = field(default_factory=dict)
    writes: dict[str, str] = field(default_factory=dict)
    folders: dict[str, tuple[str, str]] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    """Those that are always given."""


FIT = Paths("", {"file": "{}"}, {"out": "--out {}"}, needs=("file",))
CONFIG = {"config": "--config {}"}
PATHS = {
    "bot check": Paths(),
    "experiment": Paths(
        "--participant P07",
        {"file": "{}", "consent": "--consent {}", "debriefing": "--debriefing {}"},
        {},
        {"out": ("--out {}", "P07/trials.jsonl")},
        needs=("file", "out"),
    ),
    "export": Paths("", {"store": "{}"}, {}, {"out": ("--out {}", "index.html")}, needs=("store", "out")),
    "fit friction": FIT,
    "fit judgement": Paths("--matches 2 --tries 1 --profile draft", CONFIG, {"out": "--out {}"}),
    "fit play": Paths("", {"files": "{}"}, {"out": "--out {}"}, needs=("files",)),
    "fit reactions": FIT,
    "fit ship": replace(FIT, writes={**FIT.writes, "picture": "--picture {}"}),
    "fit throws": FIT,
    "lab fall": Paths("--length-mm 63.5 --areal-density-gsm 320 --count 1", {}, {"csv": "--csv {}"}),
    "lab impact": Paths("", {"file": "{}"}),
    "lab pile": Paths("", {"file": "{}"}),
    "lab place": Paths("--slot 10 --piece rat", {**CONFIG, "from_record": "--from-record {}"}),
    "lab sway": Paths("--duration-s 0.1", CONFIG, {"csv": "--csv {}"}),
    "lab throw": Paths("", CONFIG),
    "league run": Paths(
        "zatre --players casual:random,casual:greedy --pairs 1",
        CONFIG,
        {"out": "--out {}"},
        needs=("out",),
    ),
    "league table": Paths("", {"store": "{}"}, {"out": "--out {}"}, needs=("store",)),
    "league verify": Paths("", {"store": "{}"}, needs=("store",)),
    "measure GAME": Paths(
        "riff-raff --set rod=150", {"presets": "--from {}"}, {"out": "--out {}", "sheet": "--sheet {}"}
    ),
    "measure piece": Paths(
        "--name crate --depth-mm 24",
        {"files": "{}"},
        {"out": "--out {}", "overlay": "--overlay {}"},
        needs=("files",),
    ),
    "measure sheet": Paths("", {}, {"out": "--out {}"}, needs=("out",)),
    "measure ship": FIT,
    "measure swing": Paths("", {"file": "{}"}, {"out": "--out {}", "overlay": "--overlay {}"}, needs=("file", "out")),
    "play": Paths("", {**CONFIG, "resume": "--resume {}"}, {"record": "--record {}"}),
    "list": Paths("pieces riff-raff", CONFIG),
    "referee": Paths(),
    "replay": Paths("", {"file": "{}"}, {"export": "--export {}"}, needs=("file",)),
    "report": Paths(
        "",
        {"store": "{}", "against": "--against {}", "assumptions": "--assumptions {}"},
        {"out": "--out {}"},
        {"csv": ("--csv {}", "figures.csv"), "parquet": ("--parquet {}", "runs.parquet")},
        needs=("store",),
    ),
    "simulate": Paths(
        "riff-raff --matches 1 --players child:random,child:random --profile draft",
        {**CONFIG, "assumptions": "--assumptions {}"},
        {"out": "--out {}"},
        {"record": ("--record {}", "match-00000.jsonl")},
    ),
    "study assumptions": Paths("zatre --points 8 --matches 2", CONFIG, {"out": "--out {}"}),
    "study ladder": Paths(),
    "study sensitivity": Paths(
        "riff-raff --metric fall_rate --vary ship.ball_mass_g=60:200 --points 2 --matches 2",
        CONFIG,
        {},
        {"out": ("--out {}", "sensitivity.csv")},
    ),
    "suite list": Paths(),
    "suite run": Paths("--bot random --template throw-hurry --tasks 1", {}, {"out": "--out {}"}),
    "suite tasks": Paths("throw-hurry --tasks 1", {}, {"out": "--out {}"}),
    "tune": Paths(
        "riff-raff --target fall_rate=0.2 --vary ship.ball_mass_g=60:200 --max-matches 1",
        CONFIG,
        {"out": "--out {}", "store": "--store {}", "report": "--report {}"},
    ),
    "watch": Paths("riff-raff", CONFIG, {"export": "--export {}", "record": "--record {}"}),
    "workshop": Paths("riff-raff", CONFIG, {"out": "--out {}"}),
}


def test_every_path_of_every_verb_is_tried_here() -> None:
    assert set(PATHS) == set(VERBS)
    commands = verb_commands(typer.main.get_command(yardarm.command.build()))
    for verb, paths in PATHS.items():
        hints = get_type_hints(inspect.unwrap(commands[verb].callback))
        declared = {name for name, hint in hints.items() if "Path" in repr(hint)}
        assert declared == {*paths.reads, *paths.writes, *paths.folders}, verb


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, and the user's own folders elsewhere."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    place = tmp_path / "place"
    place.mkdir()
    monkeypatch.chdir(place)
    return place


def words_of(verb: str, given: dict[str, str]) -> list[str]:
    """The command line of a verb with these paths, and with files of their own for those that it needs."""
    paths = PATHS[verb]
    how = {**paths.reads, **paths.writes, **{name: flag for name, (flag, _) in paths.folders.items()}}
    line = [*verb.split(), *shlex.split(paths.words)]
    needed = {name: "needed.txt" if name in paths.reads else f"{name}.csv" for name in paths.needs}
    for name, path in {**needed, **given}.items():
        line += [path if word == "{}" else word for word in how[name].split()]
    return line


def tree() -> dict[str, bytes | str]:
    """All that is here: the contents of files, and what else there is by its kind."""
    return {
        str(path): str(path.readlink())
        if path.is_symlink()
        else path.read_bytes()
        if path.is_file()
        else f"mode {path.lstat().st_mode}"
        for path in sorted(Path().rglob("*"))
    }


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The sentence by which a command line is refused, having touched nothing."""
    before = tree()
    err = refusal_of(capsys, *words)
    assert tree() == before
    return err


def pairs() -> Iterator[tuple[str, str, str]]:
    """Verb, output and what else it reads or writes."""
    for verb, paths in PATHS.items():
        outputs = [*paths.writes, *paths.folders]
        for number, output in enumerate(outputs):
            for other in (*paths.reads, *outputs[number + 1 :]):
                if not {output, other} <= set(paths.folders):
                    yield verb, output, other


@pytest.mark.parametrize("how", ["name", "hard link"])
@pytest.mark.parametrize(("verb", "output", "other"), list(pairs()))
def test_one_file_is_not_two_things(
    verb: str, output: str, other: str, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = PATHS[verb]
    Path("needed.txt").write_text("kept")
    # A folder's files have names of their own; the other path is one of these files.
    if output not in paths.folders and other in paths.folders:
        output, other = other, output
    inside = output in paths.folders
    name = f"folder/{paths.folders[output][1]}" if inside else "one.png"
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text("kept")
    again = name
    if how == "hard link":
        again = "other.png"
        os.link(name, again)
    told = refused(words_of(verb, {output: "folder" if inside else name, other: again}), capsys)
    assert "is the file of" in told
    assert "too, expected another" in told


def outputs() -> Iterator[tuple[str, str]]:
    """Verb and output."""
    for verb, paths in PATHS.items():
        yield from ((verb, output) for output in (*paths.writes, *paths.folders))


KINDS = {
    "folder": "it is a folder",
    "link to a pipe": "it is a pipe",
    "long": "File name too long",
}
"""The rest of them in test_files."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("verb", "output"), list(outputs()))
def test_what_is_no_regular_file_is_not_written(
    verb: str, output: str, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = PATHS[verb]
    Path("needed.txt").write_text("kept")
    inside = output in paths.folders
    name = paths.folders[output][1] if inside else "one.png"
    given = "." if inside else name
    Path(name).parent.mkdir(exist_ok=True)
    if kind == "folder":
        Path(name).mkdir()
    elif kind == "link to a pipe":
        os.mkfifo("pipe")
        Path(name).symlink_to(Path("pipe").absolute())
    else:
        given = "x" * 300 + ".png"
    assert KINDS[kind] in refused(words_of(verb, {output: given}), capsys)


@pytest.mark.parametrize("name", [".", "", "/"])
@pytest.mark.parametrize(("verb", "output"), [each for each in outputs() if each[1] in PATHS[each[0]].writes])
def test_a_folder_without_a_name_is_not_written(
    verb: str, output: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("needed.txt").write_text("kept")
    assert refused(words_of(verb, {output: name}), capsys).startswith("yardarm")


@pytest.mark.parametrize(("verb", "output"), [each for each in outputs() if each[1] in PATHS[each[0]].folders])
def test_a_file_is_no_folder(verb: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("needed.txt").write_text("kept")
    assert "cannot be a folder" in refused(words_of(verb, {output: "needed.txt"}), capsys)


def kinds(verb: str, output: str) -> set[str]:
    """The suffixes that an option's own help names, and others that mean the same; of a folder none."""
    command = verb_commands(typer.main.get_command(yardarm.command.build()))[verb]
    (option,) = [each for each in command.params if each.name == output]
    named = set(re.findall(r"\.\w+", f"{option.metavar} {option.help}")) & set(HOW)
    return set() if output in PATHS[verb].folders else {*named, *ALIKE.get(next(iter(named)), ())}


ALIKE = {".html": (".htm",), ".sqlite": (".sqlite3", ".db")}


@pytest.mark.parametrize(("verb", "output"), list(outputs()))
def test_a_suffix_that_says_something_else_is_refused_with_what_makes_it(
    verb: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("needed.txt").write_text("kept")
    for suffix in HOW.keys() - kinds(verb, output):
        told = refused(words_of(verb, {output: f"x{suffix.upper()}"}), capsys)
        assert f"--{output}: x{suffix.upper()}: expected " in told
        assert f"; {HOW[suffix]}; see 'yardarm {verb} --help'.\n" in told


def reading() -> Iterator[tuple[str, str]]:
    """Verb and what it reads."""
    for verb, paths in PATHS.items():
        yield from ((verb, read) for read in paths.reads)


@pytest.mark.parametrize("name", ["x" * 300, "a\0b.toml", ".", "", "/"])
@pytest.mark.parametrize(("verb", "read"), list(reading()))
def test_a_name_that_no_file_has_is_one_sentence(
    verb: str, read: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("needed.txt").write_text("kept")
    words = words_of(verb, {read: name})
    if verb == "report":
        words += ["--json"]
    told = refused(words, capsys)
    assert "\0" not in told
    assert told.startswith("yardarm")


def test_the_report_does_not_take_the_place_of_what_sqlite_keeps_beside_the_store(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("s.sqlite").write_text("kept")
    Path("s.sqlite-wal").write_text("kept")
    assert "is the file of STORE.sqlite too" in refused(["report", "s.sqlite", "--out", "s.sqlite-wal"], capsys)


def test_a_shipped_preset_is_an_input_by_its_name(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shipped = root / "sim" / "games" / "riff_raff" / "presets" / "expert.toml"
    before = shipped.read_bytes()
    words = ["lab", "sway", "--duration-s", "0.1", "--config", "expert", "--csv", str(shipped)]
    assert "is the file of --config too" in refused(words, capsys)
    assert shipped.read_bytes() == before


def test_a_folder_and_a_file_of_one_name_are_refused_before_the_work(capsys: pytest.CaptureFixture[str]) -> None:
    Path("s.sqlite").write_text("kept")
    assert "expected another folder" in refused(["report", "s.sqlite", "--out", "x", "--csv", "x"], capsys)
