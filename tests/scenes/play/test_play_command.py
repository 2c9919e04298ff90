"""The verb's refusals: one sentence each, before any window opens; and what it takes from the settings."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from scenes import options
from scenes.options import PlayOptions
from scenes.play.command import _setup
from scenes.play.settings import PlaySettings, SettingsStore
from scenes.spec import BOARD, PracticeOption
from sim.spec import GameSpec
from tests.commands import refusal_of
from tests.processes import completed

WRONG = [
    ("riff-raff --seats me", "--seats: expected two to four players, found 1."),
    ("riff-raff --seats me,genius", "--seats: expected one of the skills child, casual, skilled, me, found 'genius'."),
    ("riff-raff --seats casual,casual", "--seats: expected a person at the table, such as me,casual;"),
    ("zack --seats me,me=Bob,casual", "--seats: expected at most 1 at the mouse at Zack!, found 2."),
    ("riff-raff --seats me,casual --config nowhere.toml", "nowhere.toml"),
    ("riff-raff --seats me,casual --record nowhere/m.jsonl", "nowhere/m.jsonl: cannot be written"),
    ("riff-raff --slot 3", "--slot: expected --practice with it."),
    ("zack --practice --aboard 3", "--aboard: expected another game, found zack."),
    ("zack --practice --drill target", "--drill: expected another game, found zack."),
    ("riff-raff --drill target", "--drill: expected --practice with it."),
    ("riff-raff --practice --distance-mm 300", "--distance-mm: expected another game, found riff-raff."),
    ("zigzag --seats me,casual,casual,casual,casual", "--seats: expected four or six players, found 5."),
    ("zigzag --practice --tiles 3", "--tiles: expected another game, found zigzag."),
    ("riff-raff --tempo expert", "--tempo: expected a game in which all players act at once, found riff-raff."),
    ("zack --tempo slow", "--tempo"),
    ("--resume nowhere.jsonl", "nowhere.jsonl: cannot be read"),
    ("nowhere.jsonl --from 3", "nowhere.jsonl: cannot be read"),
    (
        "{root}/examples/match.jsonl --from 2:00:00",
        "--from: expected a time of the match, 0 to 1123.4 s, found 7200",
    ),
    ("{root}/examples/match.jsonl --from 0", "--from: at 0.0 s nobody has decided anything yet; the first decision"),
    ("{root}/examples/match.jsonl --from 2:00 --seat 3", "--seat: expected a seat of the match, 1 to 2, found 3."),
    ("{root}/examples/hands.jsonl --from 2:00", "line 1: format: expected yardarm-record, found yardarm-hands"),
    ("{root}/examples/match.jsonl --from 2:00 --record {root}/examples/match.jsonl", "expected another file"),
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=[words for words, _ in WRONG])
def test_refusals_come_before_any_window(
    words: str, said: str, root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("scenes.window.window.open_window", lambda *_rest, **_more: pytest.fail("a window was opened"))
    assert said.removesuffix(".") in refusal_of(capsys, "play", *shlex.split(words.format(root=root)))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.busy
@pytest.mark.parametrize(
    ("words", "display"),
    [
        ("riff-raff --seats me,casual", {}),
        pytest.param("zack --practice", {"DISPLAY": ":7777"}, marks=pytest.mark.slow),
        pytest.param("", {}, marks=pytest.mark.slow),
        pytest.param("", {"DISPLAY": ":7777"}, marks=pytest.mark.slow),
    ],
)
def test_without_a_display_one_sentence(root: Path, words: str, display: dict[str, str]) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "PYGLET_HEADLESS")}
    command = [sys.executable, "-m", "yardarm", "play", *words.split()]
    done = completed(command, cwd=root, env={**environment, **display}, text=True)
    told = (done.returncode, done.stdout, done.stderr)
    assert told == (2, "", "yardarm: play needs a window to play in, and there is no display.\n")


def setup_of(**wishes: Any) -> Any:
    settings = PlaySettings(name="Ada", profile="skilled")
    return _setup(SettingsStore(Path("nowhere"), settings), PlayOptions(**wishes))


def test_the_settings_know_who_plays() -> None:
    assert [(seat.name, seat.profile) for seat in setup_of().seats[:2]] == [("Ada", "skilled"), ("Anne", "casual")]
    found = setup_of(game="zack", seats=["casual", "me", "child"])
    assert [(seat.name, seat.profile) for seat in found.seats] == [
        ("Anne", "casual"),
        ("Ada", "skilled"),
        ("Cleo", "child"),
    ]


def test_another_seed_every_time_unless_one_is_asked_for() -> None:
    assert len({setup_of().seed for _ in range(20)}) > 5
    assert setup_of(seed=3).seed == 3


def test_what_is_practised_is_the_usual_but_for_what_is_said() -> None:
    found = setup_of(game="riff-raff", practice=True, practised={"slot": 10})
    assert found.practice == {"slot": 10, "piece": None, "aboard": 0, "drill": "free"}
    assert found.mine.name == "Ada"


def test_of_two_games_with_one_option_the_first_declares_it(monkeypatch: pytest.MonkeyPatch) -> None:
    of = {"chess": PracticeOption(int, "which square", low=1), "go": PracticeOption(str, "which point")}
    games = [GameSpec(name, name.title(), (2,), 2, "nowhere:PART") for name in of]
    monkeypatch.setattr(options, "games_with_scenes", lambda: games)
    monkeypatch.setattr(options, "scenes_of", lambda name: replace(BOARD, practice={"square_mm": of[name]}))
    found = options._practice_options()
    kind, declared = get_args(found.pop("square_mm"))
    assert not found
    assert kind == int | None
    # typer takes the first word for the name of the option when it reads the annotation.
    assert "--square-mm" in (declared.default, *declared.param_decls)
    assert (declared.min, declared.help) == (1, "Practice at Chess: which square.")


@pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
def test_a_signal_that_is_ignored_stays_ignored() -> None:
    from scenes.window.loop import _signals

    asked: list[int] = []
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGHUP)}
    try:
        with _signals(asked):
            for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
                signal.raise_signal(number)
        assert asked == [signal.SIGTERM]
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
