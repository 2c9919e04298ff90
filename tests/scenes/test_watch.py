"""The verbs watch and replay: words without a display, a real window with one, refusals in one sentence."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

import pytest

from scenes import watch
from scenes.options import ReplayOptions, WatchOptions
from scenes.play.settings import PlaySettings, SettingsStore
from scenes.watch import Show, replay_command, volume_of
from sim.errors import InputError
from tests.processes import completed
from tests.scenes.real_window import RealWindow

WATCH = WatchOptions(game="riff-raff", players=("casual", "child"), seed=3, profile="draft", size=(320, 240), text=True)

# A match with a fixed course, so that the test of the window takes no longer than the window.
PROGRAM = """
import sys
sys.path[:0] = [{root!r}]
from tests.scenes.fake_match import FakeMatch
from scenes import watch
from scenes.playback import playback
class Watched(playback.Playback):
    moments = 0
    def advance(self, wall_s):
        super().advance(wall_s)
        self.moments += 1
        if self.moments == 5:  # the loop runs
            print("open", flush=True)
    def toggle_pause(self):
        super().toggle_pause()
        print("paused" if self.paused else "going on", flush=True)
    def seek_to(self, time_s):
        super().seek_to(time_s)
        print("sought", flush=True)
playback.Playback = Watched
watch.show_match(lambda seed: FakeMatch(seed), "riff-raff", 1, watch.Show(size=(480, 360)))
print("ended", flush=True)
"""


@pytest.fixture
def short_story(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text of a match, without playing one."""

    def tell(match: Any, out: TextIO) -> None:
        print(f"Once upon a seed {match.seed} ...", file=out)

    monkeypatch.setattr("sim.match.text.print_match", tell)


@pytest.mark.usefixtures("short_story")
def test_text_on_wish(capsys: pytest.CaptureFixture[str]) -> None:
    watch.watch_command(WATCH)
    assert capsys.readouterr().out.splitlines() == ["The match is shown as text.", "Once upon a seed 3 ..."]


@pytest.mark.usefixtures("short_story")
@pytest.mark.parametrize("reason", ["there is no display", "no OpenGL window can be opened (no configuration)"])
def test_without_a_window_the_first_line_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    from scenes.window import window

    def refuse(*_rest: Any, **_more: Any) -> Any:
        raise window.NoDrawingError(reason)

    monkeypatch.setattr(window, "open_window", refuse)
    watch.watch_command(replace(WATCH, text=False))
    first, second = capsys.readouterr().out.splitlines()
    assert first == f"{reason[0].upper()}{reason[1:]}, so the match is shown as text."
    assert second.startswith("Once upon")


@pytest.mark.busy
@pytest.mark.parametrize("display", [pytest.param({}, marks=pytest.mark.slow), {"DISPLAY": ":7777"}])
def test_without_a_display_no_process_ends_in_a_traceback(root: Path, display: dict[str, str]) -> None:
    program = (
        f"import sys; sys.path[:0] = [{str(root)!r}]; from sim.match import text;"
        " text.print_match = lambda match, out: print('told', file=out);"
        " import yardarm.command; sys.exit(yardarm.command.run(['watch', 'riff-raff', '--players', 'casual,child']))"
    )
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "PYGLET_HEADLESS")}
    done = completed([sys.executable, "-c", program], env={**environment, **display}, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["There is no display, so the match is shown as text.", "told"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"export": Path("x.mp4"), "text": False}, "extra video"),
        ({"grid": 3, "text": False}, "2, 4, 6 or 9"),
        ({"grid": 4, "theatre": True, "text": False}, "either --grid or --theatre"),
        ({"grid": 4, "text": False, "record": Path("m.jsonl")}, "one match"),
        ({"theatre": True}, "either --theatre or --text"),
        ({"thoughts": True}, "either --thoughts or --text"),
        ({"thoughts": True, "grid": 4, "text": False}, "either --thoughts or --grid"),
        ({"thoughts": True, "theatre": True, "text": False}, "either --thoughts or --theatre"),
        ({"palette": "pastel", "text": False}, "expected one of standard, colour-blind, found 'pastel'"),
        ({"text_scale": 3.0, "text": False}, r"--text-scale: expected 0\.8 to 2"),
        ({"export": Path("x.png")}, "not both"),
        ({"export": Path("nowhere/x.gif"), "text": False}, "cannot be written"),
        ({"record": Path("nowhere/match.jsonl")}, "cannot be written"),
        ({"players": ["casual", "genius"]}, "genius"),
        ({"config": Path("nowhere.toml")}, "nowhere.toml"),
    ],
)
def test_refusals_come_before_anything_is_played(
    wrong: dict[str, Any], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "av", None)
    monkeypatch.setattr(watch, "_open", lambda *_rest: pytest.fail("a match was opened"))
    with pytest.raises(InputError, match=said):
        watch.watch_command(replace(WATCH, **wrong))
    assert list(tmp_path.iterdir()) == []


def test_a_game_without_thoughts_says_so() -> None:
    with pytest.raises(InputError, match="--thoughts: ZATRE shows none"):
        watch.watch_command(replace(WATCH, game="zatre", text=False, thoughts=True, profile="play"))


def test_replay_refuses_what_is_no_record(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.jsonl"):
        replay_command(ReplayOptions(file=tmp_path / "missing.jsonl", text=True))


def test_a_match_left_early_is_on_record_as_far_as_it_went(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sim.match.record import read_record
    from sim.match.replay import verify

    def leave(match: Any, _out: TextIO) -> None:
        while match.table.stage != "watching":
            match.advance(1.0)
        raise KeyboardInterrupt

    monkeypatch.setattr("sim.match.text.print_match", leave)
    path = tmp_path / "match.jsonl"
    with pytest.raises(KeyboardInterrupt):
        watch.watch_command(replace(WATCH, record=path))
    record = read_record(path)
    assert record.intact
    assert not record.complete
    assert len(record.intents) >= 3
    assert verify(record) is None


@pytest.mark.slow
def test_an_exported_picture_and_a_replayed_one_are_the_same(
    screen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from scenes.export import export

    def moment(match: Any, path: Path, size: tuple[int, int], *_rest: Any) -> None:
        export.write_still(match, path, (320, 240), at_s=20.0)

    monkeypatch.setattr(export, "export", moment)
    live, again, record = tmp_path / "live.png", tmp_path / "again.png", tmp_path / "match.jsonl"
    watch.watch_command(replace(WATCH, text=False, export=live, record=record))
    replay_command(ReplayOptions(file=record, export=again))
    assert live.read_bytes() == again.read_bytes()
    assert "written" in capsys.readouterr().out


# ---------------------------------------------------------------------------------------------- a real window


class Shown(RealWindow):
    """The program in a window, which runs."""

    def __init__(self, root: Path) -> None:
        super().__init__(PROGRAM.format(root=str(root)), (480, 360))

    def press(self, key: str) -> None:
        self.do("windowfocus", "--sync", self.window, "key", key)


@pytest.fixture
def shown(windows: list[Any], root: Path) -> Shown:
    """A running window."""
    windows.append(window := Shown(root))
    assert window.line() == "open"
    window.find()
    return window


@pytest.mark.study
def test_keys_in_a_real_window(shown: Shown) -> None:
    shown.press("space")
    assert shown.line() == "paused"
    shown.press("space")
    assert shown.line() == "going on"
    shown.press("q")
    assert (shown.end(), shown.process.returncode) == ((["ended"], ""), 0)


@pytest.mark.slow
def test_the_bar_is_clicked_in_a_real_window(shown: Shown) -> None:
    shown.press("space")
    assert shown.line() == "paused"
    shown.click(240, 7)  # eight units above the foot of 480x360
    assert shown.line() == "sought"
    shown.press("q")
    assert (shown.end(), shown.process.returncode) == ((["ended"], ""), 0)


@pytest.mark.study
def test_interrupt_closes_the_window_quietly(shown: Shown) -> None:
    shown.process.send_signal(signal.SIGINT)
    assert (shown.end(), shown.process.returncode) == ((["ended"], ""), 0)


@pytest.mark.parametrize(
    ("show", "volume"),
    [(Show(), 0.4), (Show(volume=70), 0.7), (Show(volume=70, sound=False), 0.0), (Show(volume=0), 0.0)],
)
@pytest.mark.usefixtures("own_folders")
def test_matches_are_as_loud_as_asked_for_or_as_the_player_has_set(show: Show, volume: float) -> None:
    SettingsStore.opened().keep(PlaySettings(volume=40))
    assert volume_of(show) == volume
