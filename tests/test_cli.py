"""The command's frame: instant help, one sentence for a refusal, no traceback, and options that reach the work."""

from __future__ import annotations

import importlib.util
import inspect
import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import yardarm
from sim import options
from sim.configuration import load_configuration
from sim.errors import InputError
from sim.match.record import Recorder
from sim.seat import Seat
from tests.architecture import FRAME, LIGHT, ROOMS
from tests.commands import VERBS, help_of, parse
from tests.processes import LONG_S, completed, running

HEAVY = ("matplotlib", "numpy", "PIL", "pyglet", "pymunk", "scipy")


def command(root: Path, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, from the checkout."""
    return completed([sys.executable, "-m", "yardarm", *arguments], cwd=root, text=True, **options)


def stand_in(monkeypatch: pytest.MonkeyPatch, module: str, function: str, work: Any) -> None:
    """Put `work` where the verb will import its function from."""
    made = ModuleType(module)
    setattr(made, function, work)
    monkeypatch.setitem(sys.modules, module, made)


# Every verb with what it needs: (words, module, function, options given, arguments that must arrive).
LOOK = {"palette": "standard", "text_scale": 1.0, "sound": None}
SHARED = {"seed": 1, "config": None, "profile": "play"}
CALLS = [
    (
        "fit ship s.csv --out p.toml",
        "calibration.fit.ship_command",
        "ship_command",
        {"file": Path("s.csv"), "out": Path("p.toml"), "as_json": False},
    ),
    (
        "fit reactions r.csv --condition simple --device-delay-ms 83",
        "calibration.fit.reactions_command",
        "reactions_command",
        {
            "file": Path("r.csv"),
            "out": None,
            "condition": "simple",
            "skill": "casual",
            "device_delay_ms": 83.0,
            "as_json": False,
        },
    ),
    (
        "fit throws t.csv --skill skilled --json",
        "calibration.fit.throws_command",
        "throws_command",
        {"file": Path("t.csv"), "out": None, "skill": "skilled", "as_json": True},
    ),
    (
        "fit play a.jsonl b.jsonl --who Anne --as skilled --device-delay-ms 40 --out p.toml",
        "calibration.fit.play_command",
        "play_command",
        {
            "files": [Path("a.jsonl"), Path("b.jsonl")],
            "who": "Anne",
            "profile": "skilled",
            "device_delay_ms": 40.0,
            "out": Path("p.toml"),
            "as_json": False,
        },
    ),
    (
        "simulate riff-raff --matches 3",
        "sim.batch.simulate",
        "simulate_command",
        {
            **SHARED,
            "game": "riff-raff",
            "matches": 3,
            "players": None,
            "record": None,
            "jobs": 1,
            "engine": "processes",
            "scheduler": None,
            "out": None,
            "resume": False,
            "until": None,
            "as_json": False,
        },
    ),
    (
        (
            "simulate riff-raff --matches 3 --seed 9 --players child,skilled --config a.toml --profile draft"
            " --record d --jobs 2 --engine dask --scheduler tcp://a:1 --out s.sqlite --resume --until fall_rate=0.1"
            " --json"
        ),
        "sim.batch.simulate",
        "simulate_command",
        {
            "game": "riff-raff",
            "matches": 3,
            "seed": 9,
            "players": ["child", "skilled"],
            "config": Path("a.toml"),
            "profile": "draft",
            "record": Path("d"),
            "jobs": 2,
            "engine": "dask",
            "scheduler": "tcp://a:1",
            "out": Path("s.sqlite"),
            "resume": True,
            "until": "fall_rate=0.1",
            "as_json": True,
        },
    ),
    (
        ("report s.sqlite --out a.html --against b.sqlite --csv c --parquet p --run run-1 --against-run run-2 --json"),
        "calibration.reports.command",
        "report_command",
        {
            "store": Path("s.sqlite"),
            "out": Path("a.html"),
            "against": Path("b.sqlite"),
            "csv_into": Path("c"),
            "parquet_into": Path("p"),
            "run": "run-1",
            "against_run": "run-2",
            "as_json": True,
        },
    ),
    (
        "lab sway --start-deg -4 --duration-s 2 --cargo 7:rat --csv a.csv",
        "sim.lab.sway",
        "sway_command",
        {**SHARED, "start_deg": -4.0, "duration_s": 2.0, "cargo": "7:rat", "csv": Path("a.csv"), "as_json": False},
    ),
    (
        "lab place --slot 10 --piece rat --trials 5 --offset-mm -1.5 --player skilled --json",
        "sim.lab.place",
        "place_command",
        {
            **SHARED,
            "slot": 10,
            "piece": "rat",
            "player": "skilled",
            "trials": 5,
            "cargo": None,
            "offset_mm": -1.5,
            "as_json": True,
        },
    ),
    (
        "lab throw --player child --distance-mm 500 --trials 9 --bowl-radius-mm 80 --cards-in-bowl 3 --json",
        "sim.lab.throw",
        "throw_command",
        {
            **SHARED,
            "player": "child",
            "distance_mm": 500.0,
            "trials": 9,
            "bowl_radius_mm": 80.0,
            "cards_in_bowl": 3,
            "as_json": True,
        },
    ),
    (
        "lab pile p.csv --friction 0.5 --restitution 0 --gravity-mm-s2 10 --remove 0 --table-y-mm -5 --runs 2",
        "sim.lab.pile",
        "pile_command",
        {
            "file": Path("p.csv"),
            "friction": 0.5,
            "restitution": 0.0,
            "gravity_mm_s2": 10.0,
            "remove": "0",
            "table_y_mm": -5.0,
            "table_half_width_mm": None,
            "table_friction": None,
            "damping_per_fall_time": 0.2,
            "duration_fall_times": 58.3,
            "runs": 2,
            "seed": 1,
            "profile": "play",
            "as_json": False,
        },
    ),
    (
        "lab fall --length-mm 63.5 --areal-density-gsm 320 --count 7 --release-deg 80 --width-mm 88.9 --csv f.csv",
        "sim.lab.fall",
        "fall_command",
        {
            "length_mm": 63.5,
            "areal_density_gsm": 320.0,
            "count": 7,
            "release_deg": 80.0,
            "release_sd_deg": 3.0,
            "height_mm": 1100.0,
            "width_mm": 88.9,
            "csv": Path("f.csv"),
            "seed": 1,
            "profile": "play",
            "as_json": False,
        },
    ),
    (
        "lab impact --speed-mm-s 800 --descent-deg 60 --semi-axes-mm 30,20 --tilt-rad -0.5",
        "sim.lab.impact",
        "impact_command",
        {
            "file": None,
            "fit_first": False,
            "friction": 0.2,
            "restitution": 0.59,
            "mass_g": 36.4,
            "gyration_radius_mm": 19.2,
            "semi_axes_mm": (30.0, 20.0),
            "length_unit": "m",
            "speed_mm_s": 800.0,
            "descent_deg": 60.0,
            "tilt_rad": -0.5,
            "spin_rad_s": 0.0,
            "seed": 1,
            "profile": "play",
            "as_json": False,
        },
    ),
    (
        "watch riff-raff --players casual,skilled --size 640x480 --speed 2 --export a.gif --text --record m.jsonl",
        "scenes.watch",
        "watch_command",
        {
            **SHARED,
            "game": "riff-raff",
            "players": ["casual", "skilled"],
            "speed": 2.0,
            "export": Path("a.gif"),
            "size": (640, 480),
            "record": Path("m.jsonl"),
            "text": True,
            "grid": None,
            "theatre": False,
            **LOOK,
        },
    ),
    (
        (
            "watch zack --grid 4 --export a.mp4 --palette colour-blind --text-scale 1.5 --no-sound"
            " --players casual,casual,casual"
        ),
        "scenes.watch",
        "watch_command",
        {
            **SHARED,
            "game": "zack",
            "players": ["casual"] * 3,
            "speed": 1.0,
            "export": Path("a.mp4"),
            "size": (1280, 720),
            "record": None,
            "text": False,
            "grid": 4,
            "theatre": False,
            "palette": "colour-blind",
            "text_scale": 1.5,
            "sound": False,
        },
    ),
    (
        "play riff-raff --seats me=Ada,casual,skilled:thumb --record m.jsonl --seed 3 --config family --size 640x480",
        "scenes.play.command",
        "play_command",
        {
            "game": "riff-raff",
            "seats": ["me=Ada", "casual", "skilled:thumb"],
            "practice": False,
            "chosen": {"slot": None, "piece": None, "cargo": None, "distance_mm": None, "tiles": None, "level": None},
            "resume": None,
            "record": Path("m.jsonl"),
            "seed": 3,
            "config": Path("family"),
            "profile": "play",
            "size": (640, 480),
        },
    ),
    (
        "play riff-raff --practice --slot 10 --piece crate --aboard 5",
        "scenes.play.command",
        "play_command",
        {
            "game": "riff-raff",
            "seats": None,
            "practice": True,
            "chosen": {"slot": 10, "piece": "crate", "cargo": 5, "distance_mm": None, "tiles": None, "level": None},
            "resume": None,
            "record": None,
            "seed": None,
            "config": None,
            "profile": "play",
            "size": (1280, 720),
        },
    ),
    (
        "play zigzag --practice --level 2 --config expert",
        "scenes.play.command",
        "play_command",
        {
            "game": "zigzag",
            "seats": None,
            "practice": True,
            "chosen": {"slot": None, "piece": None, "cargo": None, "distance_mm": None, "tiles": None, "level": 2},
            "resume": None,
            "record": None,
            "seed": None,
            "config": Path("expert"),
            "profile": "play",
            "size": (1280, 720),
        },
    ),
    (
        "play --resume m.jsonl",
        "scenes.play.command",
        "play_command",
        {
            "game": None,
            "seats": None,
            "practice": False,
            "chosen": {"slot": None, "piece": None, "cargo": None, "distance_mm": None, "tiles": None, "level": None},
            "resume": Path("m.jsonl"),
            "record": None,
            "seed": None,
            "config": None,
            "profile": "play",
            "size": (1280, 720),
        },
    ),
    (
        "replay m.jsonl --text",
        "scenes.watch",
        "replay_command",
        {
            "file": Path("m.jsonl"),
            "speed": 1.0,
            "export": None,
            "text": True,
            "size": (1280, 720),
            "theatre": False,
            **LOOK,
        },
    ),
    (
        "replay m.jsonl --theatre --size 640x360 --export b.gif --sound",
        "scenes.watch",
        "replay_command",
        {
            "file": Path("m.jsonl"),
            "speed": 1.0,
            "export": Path("b.gif"),
            "text": False,
            "size": (640, 360),
            "theatre": True,
            **LOOK,
            "sound": True,
        },
    ),
    ("replay m.jsonl --verify", "sim.match.replay", "verify_command", {"file": Path("m.jsonl")}),
    (
        "study convergence --out d --trials 7 --jobs 2 --seed 3",
        "calibration.studies.convergence",
        "convergence_command",
        {"out": Path("d"), "trials": 7, "jobs": 2, "seed": 3},
    ),
    (
        "study bowl --out d --trials 7",
        "calibration.studies.bowl_convergence",
        "bowl_convergence_command",
        {"out": Path("d"), "trials": 7, "seed": 1},
    ),
    (
        "study soundness --throws 66 --json",
        "calibration.studies.soundness",
        "soundness_command",
        {"throws": 66, "seed": 1, "as_json": True},
    ),
    (
        "study robustness --matches 2 --noises 3 --players child,casual --config a.toml --profile draft --json",
        "calibration.studies.robustness",
        "robustness_command",
        {
            "matches": 2,
            "noises": 3,
            "players": ["child", "casual"],
            "config": Path("a.toml"),
            "profile": "draft",
            "seed": 1,
            "as_json": True,
        },
    ),
    (
        "study ladder --matches 8 --jobs 1",
        "calibration.studies.ladder",
        "ladder_command",
        {"matches": 8, "jobs": 1, "seed": 1, "as_json": False},
    ),
    (
        "study ladder zigzag --matches 8 --jobs 1 --seed 4 --json",
        "calibration.studies.ladder_zigzag",
        "ladder_command",
        {"matches": 8, "jobs": 1, "seed": 4, "as_json": True},
    ),
    (
        (
            "study sensitivity riff-raff --metric fall_rate --vary wood.friction=0.2:0.5"
            " --points 8 --matches 4 --jobs 1 --out d"
        ),
        "calibration.tuning.tornado",
        "sensitivity_command",
        {
            **SHARED,
            "game": "riff-raff",
            "metric": "fall_rate",
            "vary": ["wood.friction=0.2:0.5"],
            "points": 8,
            "matches": 4,
            "players": options.DEFAULT_PLAYERS.split(","),
            "jobs": 1,
            "out": Path("d"),
            "as_json": False,
        },
    ),
    (
        (
            "tune zack --target miss_rate=0.1 --target game_seconds=90+-10 --vary bowl.opening_mm=120:220"
            " --vary table.wins=1:3 --players casual,child,skilled --seed 9 --config a.toml --profile draft --jobs 2"
            " --store s.sqlite --resume --max-matches 50 --out p.toml --report r.html --json"
        ),
        "calibration.tuning.command",
        "tune_command",
        {
            "game": "zack",
            "targets": ["miss_rate=0.1", "game_seconds=90+-10"],
            "vary": ["bowl.opening_mm=120:220", "table.wins=1:3"],
            "players": ["casual", "child", "skilled"],
            "config": Path("a.toml"),
            "profile": "draft",
            "seed": 9,
            "jobs": 2,
            "store": Path("s.sqlite"),
            "resume": True,
            "most_matches": 50,
            "out": Path("p.toml"),
            "report": Path("r.html"),
            "as_json": True,
        },
    ),
    (
        "bench --seconds 2 --json",
        "calibration.bench.bench",
        "bench_command",
        {
            "seconds": 2.0,
            "seed": 1,
            "as_json": True,
            "frames": yardarm.frames,
        },
    ),
]


@pytest.mark.parametrize(("line", "module", "function", "expected"), CALLS, ids=[call[0] for call in CALLS])
def test_options_reach_the_work(
    monkeypatch: pytest.MonkeyPatch, line: str, module: str, function: str, expected: dict[str, Any]
) -> None:
    received: list[dict[str, Any]] = []
    stand_in(monkeypatch, module, function, lambda **arguments: received.append(arguments))
    assert yardarm.run(shlex.split(line)) == 0
    assert received == [expected]


def test_every_verb_is_tried() -> None:
    assert {verb for verb in VERBS if not any(line.startswith(verb) for line, *_ in CALLS)} == {"referee"}


# What each person gets wrong, and what the sentence must say.
WRONG = [
    ("wach riff-raff", "yardarm: no such command 'wach', did you mean 'watch'; see 'yardarm --help'."),
    ("watch chess", "there is no game 'chess', expected riff-raff"),
    ("watch", "yardarm watch: missing argument 'GAME'"),
    ("play --seats me,casual", "expected a game with it"),
    ("play --practice", "expected a game with it"),
    ("play chess", "there is no game 'chess', expected riff-raff or zack or zatre or zigzag"),
    ("play zack --resume m.jsonl", "nothing else is chosen with --resume"),
    ("play riff-raff --practice --slot 11", "'--slot'"),
    ("play riff-raff --seats me,,casual", "names an empty seat"),
    ("simulate riff-raff", "missing option '--matches'"),
    ("simulate riff-raff --matches 0", "'--matches'"),
    ("simulate riff-raff --matches many", "'--matches'"),
    ("simulate riff-raff --match 3", "no such option: --match (Possible options: --matches)"),
    ("simulate riff-raff --matches 3 --seed -1", "'--seed'"),
    ("simulate riff-raff --matches 3 --profile fine", "'fine' is not one of 'draft', 'play', 'reference'"),
    ("simulate riff-raff --matches 3 --players casual,,casual", "names an empty seat"),
    ("simulate riff-raff zack --matches 3", "(zack)"),
    ("watch riff-raff --speed nan", "'--speed'"),
    ("watch riff-raff --speed inf", "'--speed'"),
    ("watch riff-raff --size 640", "'640' is not a size, expected WIDTHxHEIGHT"),
    ("watch riff-raff --size 1x99999", "is not a size"),
    ("lab sway --start-deg inf", "inf is not a finite number"),
    ("lab place --slot 11 --piece rat", "'--slot'"),
    ("lab impact --semi-axes-mm 30", "'30' is not two lengths"),
    ("lab impact --semi-axes-mm 30,nan", "nan is not a finite number"),
    ("lab swing", "yardarm lab: no such command 'swing'"),
    ("replay a.jsonl --verify --text", "--verify shows nothing"),
    ("study convergence", "missing option '--out'"),
    ("tune riff-raff --out p.toml --max-matches 0", "'--max-matches'"),
    ("simulate riff-raff --matches 3 --engine threads", "'threads' is not one of 'processes', 'dask'"),
    ("simulate riff-raff --matches 3 --jobs 0", "'--jobs'"),
    ("report s.sqlite", "expected --out FILE.html, --csv DIR, --parquet DIR or --json"),
    ("report", "missing argument 'STORE.sqlite'"),
    ("--colour", "no such option: --colour"),
]


@pytest.mark.parametrize(("line", "sentence"), WRONG, ids=[line for line, _ in WRONG])
def test_a_wrong_line_gets_one_sentence(capsys: pytest.CaptureFixture[str], line: str, sentence: str) -> None:
    assert yardarm.run(shlex.split(line)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1
    assert err.endswith("--help'.\n")


@pytest.mark.parametrize("words", [[], ["lab"], ["study"], ["fit"]])
def test_no_verb_shows_the_verbs(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert yardarm.run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Commands:" in err


def test_input_error_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(**_: Any) -> None:
        raise InputError("preset.toml: ship.mass_g must be positive.")

    stand_in(monkeypatch, "calibration.bench.bench", "bench_command", refuse)
    assert yardarm.run(["bench"]) == 2
    assert capsys.readouterr() == ("", "yardarm: preset.toml: ship.mass_g must be positive.\n")


def test_a_bug_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, "calibration.bench.bench", "bench_command", lambda **_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        yardarm.run(["bench"])


def test_an_interrupt_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(**_: Any) -> None:
        raise KeyboardInterrupt

    stand_in(monkeypatch, "calibration.bench.bench", "bench_command", interrupted)
    assert yardarm.run(["bench"]) == 130
    assert capsys.readouterr() == ("", "")


def test_the_exit_code_of_a_verb_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, "sim.referee.pipe", "serve", lambda *_: 0)
    assert yardarm.run(["referee", "riff-raff"]) == 0
    stand_in(monkeypatch, "sim.referee.pipe", "serve", lambda *_: 3)
    assert yardarm.run(["referee", "riff-raff"]) == 3


@pytest.mark.parametrize(("line", "module"), [("pile p.csv", "sim.lab.pile"), ("impact p.csv", "sim.lab.impact")])
def test_the_verb_and_the_laboratory_have_the_same_defaults(
    monkeypatch: pytest.MonkeyPatch, line: str, module: str
) -> None:
    function = f"{module.rpartition('.')[2]}_command"
    parameters = inspect.signature(getattr(importlib.import_module(module), function)).parameters
    received: dict[str, Any] = {}
    stand_in(monkeypatch, module, function, received.update)
    assert yardarm.run(["lab", *line.split()]) == 0
    assert received.pop("file") == Path("p.csv")
    assert received == {name: parameters[name].default for name in received}


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert yardarm.run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("yardarm ")


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(verb: str) -> None:
    text = help_of(verb)
    purpose = text.split("\n\n")[1].strip()
    assert purpose.count("\n") == 0, f"more than one line: {purpose}"
    assert len(purpose) <= 66, "longer than the list of verbs can show"
    assert purpose.endswith(".")
    examples = [line.strip() for line in text.partition("Example:\n")[2].splitlines() if line.strip()]
    assert examples
    for example in examples:
        assert example.startswith(f"yardarm {verb} ")
        assert parse(example) == verb


def test_help_imports_nothing_heavy(root: Path) -> None:
    code = (
        "import contextlib, io, json, sys, yardarm\n"
        f"for verb in {['', 'lab', 'study', *VERBS]!r}:\n"
        "    with contextlib.redirect_stdout(io.StringIO()) as text:\n"
        "        assert yardarm.run([*verb.split(), '--help']) == 0\n"
        "    assert 'Usage: yardarm' in text.getvalue()\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    loaded = set(json.loads(shown.stdout))
    assert not loaded & set(HEAVY)
    # Of the house only the command's frame: how long that takes is the machine's affair.
    assert {name for name in loaded if name.partition(".")[0] in ROOMS} <= {*FRAME, *LIGHT, *ROOMS}


def test_a_reader_that_has_gone_is_no_error(root: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        told = subprocess.run(
            [sys.executable, "-m", "yardarm", "--help"], cwd=root, stdout=closed, stderr=subprocess.PIPE, check=False
        )
    assert told.stderr == b""
    assert told.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_is_one_sentence(root: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        told = subprocess.run(
            [sys.executable, "-m", "yardarm", "--help"], cwd=root, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert told.returncode == 1
    assert told.stderr == b"yardarm: standard output cannot be written (No space left on device).\n"


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_the_referee_refuses_a_closed_stream(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], stream: str
) -> None:
    with monkeypatch.context() as closed:
        closed.setattr(sys, stream, None)
        assert yardarm.run(["referee", "riff-raff"]) == 2
    name = stream.removeprefix("std")
    assert capsys.readouterr().err.startswith(f"yardarm: referee: standard {name}put is closed, expected ")


def shell(root: Path, line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A line of the shell in which $YARDARM is the command."""
    return subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=root,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=120,
        env={**os.environ, "YARDARM": f"{sys.executable} -m yardarm", **environment},
    )


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell")
def test_no_file_takes_the_place_of_a_closed_stream(root: Path, tmp_path: Path) -> None:
    """Whatever is printed or complained of later must not end in a file that has got the stream's number."""
    out = tmp_path / "sway.csv"
    told = shell(
        root,
        f"$YARDARM lab sway --duration-s 0.1 --csv '{out}' <&- >&- 2>&- || exit 9;"
        " $YARDARM referee riff-raff <&- >&- 2>&-; test $? = 2 || exit 8;"
        f" $YARDARM referee riff-raff 0>'{tmp_path}/written'",
    )
    assert told.returncode == 2
    assert told.stderr == b"yardarm: referee: standard input cannot be read (Bad file descriptor).\n"
    assert [line.count(b",") for line in out.read_bytes().splitlines()] == [1] * 14


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_what_a_console_has_no_character_for_is_told_with_others(root: Path, tmp_path: Path, encoding: str) -> None:
    seats = (Seat("Zoé 🦜", "child", "random"), Seat("Bert", "child", "random"))
    Recorder.of(load_configuration("riff-raff", profile="draft"), seats, 1).write(tmp_path / "m.jsonl")
    told = shell(root, f"$YARDARM replay '{tmp_path}/m.jsonl' --text", PYTHONIOENCODING=encoding)
    assert told.stderr == b""
    assert told.returncode == 0
    assert f"Riff Raff, seed 1: {'Zoé 🦜'.encode(encoding, 'replace').decode(encoding)} (child" in told.stdout.decode(
        encoding
    )


def test_a_text_is_told_to_nobody_where_standard_output_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["watch", "riff-raff", "--players", "child:random,child:random", "--profile", "draft", "--text"]
    with monkeypatch.context() as closed:
        closed.setattr(sys, "stdout", None)
        assert yardarm.run(words) == 0


@pytest.mark.parametrize("name", ["a\x1b[31mb", "a\nb", "gpj\u202eexe", "caf\udce9", "a\u2028b", "a\x9bb"])
def test_no_control_character_of_a_path_reaches_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [
        ["lab", "sway", "--duration-s", "0.1", "--csv", f"{name}.csv"],
        ["lab", "sway", "--config", f"{name}.toml"],
        ["lab", "sway", "--cargo", name],
        ["replay", f"{name}.jsonl"],
        ["report", f"{name}.sqlite", "--json"],
        ["fit", "throws", "t.csv", "--out", f"{name}.toml"],
        ["fit", "throws", f"{name}.csv", "--json"],
        ["simulate", name, "--matches", "1"],
        [name],
    ]
    rows = "".join(f"{5 + n % 3},{40 + n % 5},{n % 7}\n" for n in range(40))
    Path("t.csv").write_text(f"speed,elevation_deg,azimuth_deg\n{rows}")
    for line in lines:
        yardarm.run(line)
        told = capsys.readouterr()
        assert all(character.isprintable() for character in (told.out + told.err).replace("\n", "")), line
        assert told.err.count("\n") <= 1, line
    assert Path(f"{name}.csv").exists()
    assert Path(f"{name}.toml").exists()
    assert yardarm.run(["simulate", "riff-raff", "--matches", "0", "--config", f"{name}.toml"]) == 2


@pytest.mark.busy
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_ctrl_c_leaves_no_traceback(root: Path) -> None:
    words = [sys.executable, "-m", "yardarm", "referee", "riff-raff"]
    piped = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with running(words, cwd=root, text=True, **piped) as process:
        process.stdin.write("{}\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["ok"] is False
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=LONG_S)
    assert (process.returncode, out, err) == (130, "", "")


def test_run_from_a_module_and_from_python(root: Path) -> None:
    assert importlib.util.find_spec("yardarm") is not None
    shown = command(root, "--version")
    assert shown.returncode == 0
    assert shown.stdout.startswith("yardarm ")
    assert shown.stderr == ""
