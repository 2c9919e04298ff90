"""The command's frame: instant help, one sentence for a refusal, no traceback, and options that reach the work."""

from __future__ import annotations

import errno
import importlib.util
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import pytest
import typer
from typer.main import get_command

import yardarm.command
from calibration.options import FitPlayOptions, LadderOptions, LeagueRunOptions, TuneOptions
from scenes.options import PlayOptions, ReplayOptions, WatchOptions, WorkshopOptions
from sim.configuration import load_configuration
from sim.errors import InputError
from sim.match.record import Recorder
from sim.options import ImpactOptions, PileOptions, SimulateOptions
from sim.seat import Seat
from sim.verbs import MOST, shared
from tests.architecture import FRAME, LIGHT, ROOMS
from tests.commands import DECLARED, VERBS, help_of, parse, refusal_of, typed, verb_commands
from tests.processes import LONG_S, completed, printed_by, running

HEAVY = ("matplotlib", "numpy", "PIL", "pyglet", "pymunk", "scipy")


def command(root: Path, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, from the checkout."""
    return completed([sys.executable, "-m", "yardarm", *arguments], cwd=root, text=True, **options)


def stand_in(monkeypatch: pytest.MonkeyPatch, module: str, function: str, work: Any) -> None:
    """Put `work` where the verb will import its function from."""
    made = ModuleType(module)
    setattr(made, function, work)
    monkeypatch.setitem(sys.modules, module, made)


# Command lines whose words are read, not only passed on: (line, module, function, options that the work must get).
READ: list[tuple[str, str, str, Any]] = [
    (
        "simulate riff-raff --matches 3",
        "sim.batch.simulate",
        "simulate_command",
        SimulateOptions(game="riff-raff", matches=3),
    ),
    (
        "simulate zack --matches 3 --players child,skilled --config a.toml --engine dask --resume --json",
        "sim.batch.simulate",
        "simulate_command",
        SimulateOptions(
            game="zack",
            matches=3,
            players=("child", "skilled"),
            config=Path("a.toml"),
            engine="dask",
            resume=True,
            as_json=True,
        ),
    ),
    (
        "lab impact --semi-axes-mm 30,20 --tilt-rad -0.5",
        "sim.lab.impact",
        "impact_command",
        ImpactOptions(semi_axes_mm=(30.0, 20.0), tilt_rad=-0.5),
    ),
    (
        "watch zack --grid 4 --palette colour-blind --size 640x480 --no-sound --volume 30",
        "scenes.watch",
        "watch_command",
        WatchOptions(game="zack", grid=4, palette="colour-blind", size=(640, 480), sound=False, volume=30),
    ),
    ("replay m.jsonl --sound", "scenes.watch", "replay_command", ReplayOptions(file=Path("m.jsonl"), sound=True)),
    (
        "replay m.jsonl --verify",
        "scenes.watch",
        "replay_command",
        ReplayOptions(file=Path("m.jsonl"), verify=True),
    ),
    (
        "play riff-raff --seats me=Ada,casual,skilled:simple --practice --aboard 5",
        "scenes.play.command",
        "play_command",
        PlayOptions(
            game="riff-raff", seats=("me=Ada", "casual", "skilled:simple"), practice=True, practised={"aboard": 5}
        ),
    ),
    (
        "play match.jsonl --from 1:02:03.5 --seat 2",
        "scenes.play.command",
        "play_command",
        PlayOptions(game="match.jsonl", from_s=3723.5, seat=2),
    ),
    (
        "workshop riff-raff --config family --size 800x500 --out mine.toml",
        "scenes.workshop.command",
        "workshop_command",
        WorkshopOptions(game="riff-raff", config=Path("family"), size=(800, 500), out=Path("mine.toml")),
    ),
    ("study ladder", "calibration.league.ladder", "ladder_command", LadderOptions(game="riff-raff")),
    ("study ladder zigzag", "calibration.league.ladder", "ladder_command", LadderOptions(game="zigzag")),
    (
        "league run zatre --players casual,child:random --pairs 3 --out l.sqlite",
        "calibration.league.run",
        "league_run_command",
        LeagueRunOptions(game="zatre", players=("casual", "child:random"), pairs=3, out=Path("l.sqlite")),
    ),
    (
        "fit play a.jsonl b.jsonl --as skilled",
        "calibration.fit.play_command",
        "play_command",
        FitPlayOptions(files=[Path("a.jsonl"), Path("b.jsonl")], profile="skilled"),
    ),
    (
        "tune zack --target miss_rate=0.1 --target game_seconds=90+-10 --vary bowl.opening_mm=120:220",
        "calibration.tuning.command",
        "tune_command",
        TuneOptions(game="zack", target=["miss_rate=0.1", "game_seconds=90+-10"], vary=["bowl.opening_mm=120:220"]),
    ),
]


@pytest.mark.parametrize(("line", "module", "function", "expected"), READ, ids=[case[0] for case in READ])
def test_words_are_read_into_options(
    monkeypatch: pytest.MonkeyPatch, line: str, module: str, function: str, expected: object
) -> None:
    received: list[object] = []
    stand_in(monkeypatch, module, function, received.append)
    monkeypatch.delenv("YARDARM_LANGUAGE")
    monkeypatch.setenv("LC_ALL", "C")
    assert yardarm.command.run(shlex.split(line)) == 0
    assert received == [expected]


@pytest.mark.slow
@pytest.mark.parametrize("verb", VERBS)
def test_every_option_is_a_field_that_the_work_gets(verb: str) -> None:
    """Nothing is forwarded by hand: what the command accepts are the fields of one dataclass, in their order.

    A field of several options stands for these.
    """
    command = verb_commands(get_command(yardarm.command.build()))[verb]
    names = [parameter.name for parameter in command.params if parameter.name != "help"]
    several = {"practised": get_args(get_type_hints(PlayOptions, include_extras=True)["practised"])[1].hints}
    assert names == [name for each in fields(DECLARED[verb].options) for name in several.get(each.name, [each.name])]


def test_defaults_are_read_as_words_are() -> None:
    options = TuneOptions(game="zack")
    assert options.players == ("casual",) * 4
    assert WatchOptions(game="zack").size == (1280, 720)


def test_work_is_shared_by_as_many_processes_as_pay() -> None:
    assert SimulateOptions(game="zack", matches=3).workers == 1
    assert SimulateOptions(game="zack", matches=3, jobs=2).workers == 2
    assert LadderOptions(matches=4000).workers >= 1


# What each person gets wrong, and what the sentence must say.
WRONG = [
    ("wach riff-raff", "yardarm: no such command 'wach', did you mean 'watch'; see 'yardarm --help'."),
    ("watch chess", "there is no game 'chess', expected riff-raff"),
    ("watch", "yardarm watch: invalid value for GAME: expected"),
    ("play --seats me,casual", "expected a game with it"),
    ("play --practice", "expected a game with it"),
    ("play chess", "there is no game 'chess', expected riff-raff or zack or zatre or zigzag"),
    ("play zack --resume m.jsonl", "nothing else is chosen with --resume"),
    ("play --resume m.jsonl --seed 4", "nothing else is chosen with --resume"),
    ("play --resume m.jsonl --config family", "nothing else is chosen with --resume"),
    ("play --resume m.jsonl --tempo expert", "nothing else is chosen with --resume"),
    ("play --resume m.jsonl --profile draft", "nothing else is chosen with --resume"),
    ("play m.jsonl", "expected riff-raff or zack or zatre or zigzag, or --from with a record, found m.jsonl"),
    ("play --from 12", "--from: expected the record of a match with it"),
    ("play zack --from 12", "--from: expected the record of a match with it"),
    ("play m.jsonl --from soon", "'soon' is not a time of a match, expected seconds or M:SS"),
    ("play m.jsonl --from 12 --seed 4", "nothing else is chosen with it"),
    ("play m.jsonl --from 12 --seats me,casual", "nothing else is chosen with it"),
    ("play zack --seat 2", "--seat: expected --from with it"),
    ("play riff-raff --practice --slot 0", "'--slot'"),
    ("play riff-raff --seats me,,casual", "names an empty seat"),
    ("simulate riff-raff", "missing option '--matches'"),
    ("simulate riff-raff --matches 0", "'--matches'"),
    ("simulate riff-raff --matches many", "'--matches'"),
    ("simulate riff-raff --match 3", "no such option: --match, did you mean '--matches'"),
    ("simulate riff-raff --matches 3 --seed -1", "'--seed'"),
    ("simulate riff-raff --matches 3 --profile fine", "expected one of draft, play, reference, found 'fine'"),
    ("simulate riff-raff --matches 3 --players casual,,casual", "names an empty seat"),
    ("simulate riff-raff zack --matches 3", "(zack)"),
    ("watch riff-raff --speed nan", "'--speed'"),
    ("watch riff-raff --speed inf", "'--speed'"),
    ("watch riff-raff --size 640", "'640' is not a size, expected WIDTHxHEIGHT"),
    ("watch riff-raff --size 1x99999", "is not a size"),
    ("lab sway --start-deg inf", "inf is not a finite number"),
    ("lab place --slot 0 --piece rat", "'--slot'"),
    ("lab place --from-record m.jsonl --turn 0", "'--turn'"),
    ("lab impact --semi-axes-mm 30", "'30' is not two lengths"),
    ("lab impact --semi-axes-mm 30,nan", "nan is not a finite number"),
    ("lab swing", "yardarm lab: no such command 'swing'"),
    ("replay a.jsonl --verify --text", "--verify shows nothing"),
    ("fit throws t.csv --skill novice", "expected one of child, casual, skilled, all, found 'novice'"),
    ("tune riff-raff --out p.toml --max-matches 0", "'--max-matches'"),
    ("simulate riff-raff --matches 3 --engine threads", "expected one of processes, dask, found 'threads'"),
    ("simulate riff-raff --matches 3 --jobs 0", "'--jobs'"),
    ("report s.sqlite", "expected --out FILE.html, --csv DIR, --parquet DIR or --json"),
    ("report", "missing argument 'STORE.sqlite'"),
    ("--colour", "no such option: --colour"),
    (
        "watch rifraff",
        "there is no game 'rifraff', expected riff-raff or zack or zatre or zigzag, did you mean 'riff-raff'",
    ),
    ("watch Riff-Raff", "did you mean 'riff-raff'"),
    ("study ladder rifraff", "yardarm study ladder: invalid value for '[GAME]': there is no game 'rifraff'"),
    ("simulate riff-raff --matches 3 --profile refernce", "found 'refernce', did you mean 'reference'"),
    ("watch riff-raff --speed 0.01", "'--speed': expected at least 0.05, found '0.01'"),
    ("simulate riff-raff --matches 3.5", "'--matches': expected a whole number, found '3.5'"),
    ("lab throw --distance-mm far", "'--distance-mm': expected a number, found 'far'"),
    ("watch riff-raff --players", "yardarm watch: option '--players' requires an argument"),
]


@pytest.mark.parametrize(("line", "sentence"), WRONG, ids=[line for line, _ in WRONG])
def test_a_wrong_line_gets_one_sentence(capsys: pytest.CaptureFixture[str], line: str, sentence: str) -> None:
    err = refusal_of(capsys, *shlex.split(line))
    assert sentence in err
    assert err.endswith("--help'.\n")


# Names that are nearly right, refused by the work of a verb: each with the one that was probably meant.
NEARLY = [
    ("simulate riff-raff --matches 1 --players casul,casual", "--players: ", "casual"),
    ("simulate riff-raff --matches 1 --players casual:lookahaed,casual", "--players: ", "lookahead"),
    ("simulate riff-raff --matches 1 --players casual:lookahead?trise=3,casual", "--players: lookahead: ", "tries"),
    ("simulate riff-raff --matches 1 --config famliy", "famliy: ", "family"),
    ("simulate riff-raff --matches 1 --until fal_rate=1%", "--until: ", "fall_rate"),
    ("lab place --slot 10 --piece crat", "--piece: ", "crate"),
    ("lab place --slot 10 --piece crate --stance up-right", "--stance: ", "upright"),
    ("lab place --slot 10 --piece crate --cargo 7:Rat", "--cargo: 7:Rat: ", "rat"),
    ("lab throw --player casul", "--player: ", "casual"),
    ("suite run --bot lookahaed", "--bot: ", "lookahead"),
]


@pytest.mark.parametrize(("line", "where", "name"), NEARLY, ids=[line for line, _, _ in NEARLY])
def test_a_name_that_is_nearly_right_gets_the_one_that_was_meant(
    capsys: pytest.CaptureFixture[str], line: str, where: str, name: str
) -> None:
    err = refusal_of(capsys, *shlex.split(line))
    assert err.startswith(f"yardarm: {where}")
    assert f", did you mean {name!r}" in err
    assert err.endswith(" --help'.\n") == where.startswith("--")


@pytest.mark.parametrize("words", [["-h"], ["lab", "-h"], ["lab", "place", "-h"]])
def test_h_is_short_for_help(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert yardarm.command.run(words) == 0
    short = capsys.readouterr().out
    assert yardarm.command.run([*words[:-1], "--help"]) == 0
    assert short == capsys.readouterr().out


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_a_shell_completes_verbs_games_and_choices(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], shell: str
) -> None:
    monkeypatch.setenv("_YARDARM_COMPLETE", f"complete_{shell}")
    for line, names in {"wat": ["watch"], "watch zi": ["zigzag"], "watch zack --profile r": ["reference"]}.items():
        monkeypatch.setenv("COMP_WORDS", f"yardarm {line}")
        monkeypatch.setenv("COMP_CWORD", str(len(line.split())))
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", f"yardarm {line}")
        with pytest.raises(SystemExit):
            yardarm.command.run([])
        offered = capsys.readouterr().out
        assert all(name in offered for name in names)
        assert "riff-raff" not in offered


def test_completion_is_installed_for_the_shell_that_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("shellingham.detect_shell", lambda: ("bash", "/bin/bash"))
    with pytest.raises(SystemExit) as ended:
        yardarm.command.run(["--install-completion"])
    assert ended.value.code == 0
    assert "_YARDARM_COMPLETE=complete_bash" in (tmp_path / ".bash_completions" / "yardarm.sh").read_text()
    capsys.readouterr()
    monkeypatch.setenv("HOME", str(tmp_path / ".bashrc"))
    assert refusal_of(capsys, "--install-completion").startswith("yardarm: --install-completion: ")


@pytest.mark.parametrize("words", [[], ["lab"], ["study"], ["fit"]])
def test_no_verb_shows_the_verbs(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert yardarm.command.run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Commands:" in err


def test_input_error_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(*_: Any) -> None:
        raise InputError("preset.toml: ship.mass_g must be positive.")

    stand_in(monkeypatch, "calibration.league.ladder", "ladder_command", refuse)
    assert yardarm.command.run(["study", "ladder"]) == 2
    assert capsys.readouterr() == ("", "yardarm: preset.toml: ship.mass_g must be positive.\n")


def test_a_bug_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, "calibration.league.ladder", "ladder_command", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        yardarm.command.run(["study", "ladder"])


def test_an_interrupt_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    stand_in(monkeypatch, "calibration.league.ladder", "ladder_command", interrupted)
    assert yardarm.command.run(["study", "ladder"]) == 130
    assert capsys.readouterr() == ("", "")


def caused(error: Exception, cause: Exception) -> Exception:
    """An exception with its cause."""
    error.__cause__ = cause
    return error


FILES, STARTS, MEMORY = "too many open files; see ulimit -n", "started; see ulimit -u", "there is not enough memory"


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(errno.EMFILE, "Too many open files"), FILES),
        (OSError(errno.EMFILE, "Too many open files", "/a/file"), FILES),
        (caused(ImportError("numpy is broken"), ImportError("libm.so: cannot open: Too many open files")), FILES),
        (OSError(errno.EAGAIN, "Resource temporarily unavailable"), STARTS),
        (RuntimeError("can't start new thread"), STARTS),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), MEMORY),
        (MemoryError(), MEMORY),
        (OSError(errno.EIO, "Input/output error", "/a/file"), "yardarm: /a/file: Input/output error"),
        (OSError(errno.ENOSPC, "No space left on device"), "yardarm: No space left on device"),
    ],
)
def test_what_the_system_refuses_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, sentence: str
) -> None:
    def refused(*_: Any) -> None:
        raise error

    stand_in(monkeypatch, "calibration.league.ladder", "ladder_command", refused)
    err = refusal_of(capsys, "study", "ladder")
    assert err.startswith("yardarm: ")
    assert err.endswith(f"{sentence}.\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits")
def test_no_further_file_is_not_blamed_on_standard_output(root: Path) -> None:
    limited = (
        "import resource, yardarm.command; resource.setrlimit(resource.RLIMIT_NOFILE, (8, 8)); yardarm.command.main()"
    )
    words = [
        "simulate",
        "riff-raff",
        "--matches",
        "2",
        "--players",
        "child:random,child:random",
        "--profile",
        "draft",
        "--jobs",
        "2",
    ]
    told = completed([sys.executable, "-c", limited, *words], cwd=root, text=True)
    assert (told.returncode, told.stdout, told.stderr) == (2, "", f"yardarm: {FILES}.\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)])
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_signal_to_end_tidies_up_as_an_interrupt_does(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sway.csv").write_text("kept")

    def killed(*_: object) -> None:
        # `timeout` sends it to the process, then to its group.
        os.kill(os.getpid(), number)
        os.kill(os.getpid(), number)

    words = ["yardarm", "lab", "sway", "--duration-s", "0.1", "--csv", str(tmp_path / "sway.csv")]
    before = {each: signal.signal(each, signal.SIG_DFL) for each in {signal.SIGTERM, number}}
    monkeypatch.setattr(sys, "argv", words)
    monkeypatch.setattr(os, "replace", killed)
    try:
        with pytest.raises(SystemExit) as ended:
            yardarm.command.main()
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    assert ended.value.code == 128 + number
    assert capsys.readouterr() == ("", "")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("sway.csv", "kept")]


def test_no_count_is_beyond_reason(capsys: pytest.CaptureFixture[str]) -> None:
    for words, leaf in verb_commands(get_command(yardarm.command.build())).items():
        for name, hint in get_type_hints(DECLARED[words].options).items():
            if hint in (int, int | None) and "seed" not in name:
                with pytest.raises(typer.BadParameter, match=f"is too many, expected at most {MOST}"):
                    leaf.callback(**{name: 2**63})
    err = refusal_of(capsys, "simulate", "riff-raff", "--matches", str(10**30))
    assert err.startswith(f"yardarm simulate: invalid value for '--matches': expected at most {MOST}, found ")


def test_the_exit_code_of_a_verb_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, "sim.referee", "referee_command", lambda *_: 0)
    assert yardarm.command.run(["referee", "riff-raff"]) == 0
    stand_in(monkeypatch, "sim.referee", "referee_command", lambda *_: 3)
    assert yardarm.command.run(["referee", "riff-raff"]) == 3


def test_the_verb_and_the_laboratory_have_the_same_defaults() -> None:
    from sim.lab import impact
    from sim.lab.pile import PileSettings
    from tests.shipped import MEASURED_PLATE

    assert shared(PileSettings, PileOptions(file=Path("p.csv"))) == PileSettings()
    usual = ImpactOptions()
    assert (usual.friction, usual.restitution) == (impact.FRICTION, impact.RESTITUTION)
    assert impact.body_of(usual) == MEASURED_PLATE


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert yardarm.command.run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("yardarm ")


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(verb: str) -> None:
    text = help_of(verb)
    purpose = text.split("\n\n")[1].strip()
    assert purpose.count("\n") == 0, f"more than one line: {purpose}"
    assert len(purpose) <= 66, "longer than the list of verbs can show"
    assert len(text.splitlines()) <= 40, "longer than a screen"
    assert all(len(line) <= 80 for line in text.splitlines()), "wider than eighty columns"
    assert purpose.endswith(".")
    examples = text.partition("Example:\n")[2].replace("\\\n", "").splitlines()
    assert examples
    for example in examples:
        assert example.startswith(f"    yardarm {typed(verb)} ")
        assert parse(example) == verb


@pytest.mark.slow
def test_help_imports_nothing_heavy() -> None:
    code = (
        "import contextlib, io, json, sys, yardarm.command\n"
        f"for verb in {['', 'lab', 'study', *VERBS]!r}:\n"
        "    with contextlib.redirect_stdout(io.StringIO()) as text:\n"
        "        assert yardarm.command.run([*verb.split(), '--help']) == 0\n"
        "    assert 'Usage: yardarm' in text.getvalue()\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    loaded = set(json.loads(printed_by(code)))
    assert not loaded & set(HEAVY)
    # Of the house only the command's frame and the specs of games: how long that takes is the machine's affair.
    ours = {name for name in loaded if name.partition(".")[0] in ROOMS}
    specs = {name for name in ours if re.fullmatch(r"(sim|scenes)\.games(\.\w+(\.spec)?)?", name)}
    assert ours - specs <= {*FRAME, *LIGHT, *ROOMS}


def test_a_match_begins_without_other_games_and_without_verbs_that_were_not_asked_for() -> None:
    code = (
        "import json, sys, yardarm.command\n"
        "yardarm.command.build('simulate')\n"
        "import sim.batch.simulate, sim.games.zack.match\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    loaded = json.loads(printed_by(code))
    assert "sim.options" in loaded
    others = ("scenes", "calibration", "sim.physics.ship", "sim.physics.tapis")
    assert [name for name in loaded if name.startswith(others)] == []


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
        assert yardarm.command.run(["referee", "riff-raff"]) == 2
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


@pytest.mark.study
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


@pytest.mark.study
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


@pytest.mark.slow
def test_a_text_is_told_to_nobody_where_standard_output_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["watch", "riff-raff", "--players", "child:random,child:random", "--profile", "draft", "--text"]
    with monkeypatch.context() as closed:
        closed.setattr(sys, "stdout", None)
        assert yardarm.command.run(words) == 0


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
        yardarm.command.run(line)
        told = capsys.readouterr()
        assert all(character.isprintable() for character in (told.out + told.err).replace("\n", "")), line
        assert told.err.count("\n") <= 1, line
    assert Path(f"{name}.csv").exists()
    assert Path(f"{name}.toml").exists()
    assert yardarm.command.run(["simulate", "riff-raff", "--matches", "0", "--config", f"{name}.toml"]) == 2


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
