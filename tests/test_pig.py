"""The game of examples/pig, of a package of its own: all that can be done with it; a broken one says so."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import scenes.spec
import yardarm.command
from scenes.play.settings import PlaySettings, SettingsStore
from scenes.play.setup import Setup
from scenes.spec import games_with_scenes
from sim import spec
from sim.errors import InputError
from sim.match.seats import seats_from
from sim.spec import GAMES, game_of
from tests.commands import parse
from tests.metadata import write_metadata
from tests.processes import completed
from yardarm.testing import __main__ as suite

PAGE = Path("docs/how-to/add-a-game.md")
OURS = ["riff-raff", "zack", "zatre", "zigzag"]


@pytest.fixture(autouse=True)
def pig(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Path]]:
    """Put the example on the path of this process, as if it were installed; return its places on the path."""
    folder = root / "examples" / "pig"
    places = [folder, write_metadata(folder / "pyproject.toml", tmp_path_factory.mktemp("installed"))]
    with pytest.MonkeyPatch.context() as patch:
        for place in places:
            patch.syspath_prepend(str(place))
        forget()
        yield places
    forget()


def forget() -> None:
    """Forget which games are installed."""
    spec._entries.cache_clear()
    scenes.spec._entries.cache_clear()


def run(*words: str) -> int:
    return yardarm.command.run(list(words))


def test_it_stands_behind_our_own_and_is_short(root: Path) -> None:
    assert list(GAMES) == [*OURS, "pig"]
    lines = [
        line for path in (root / "examples" / "pig" / "pig").glob("*.py") for line in path.read_text().splitlines()
    ]
    assert sum(bool(line.strip()) for line in lines) <= 200


def test_it_is_refereed(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (
        {"do": "setup", "players": ["a", "b"]},
        {"do": "roll", "die": 7},
        {"do": "roll", "die": 4},
        {"do": "hold"},
    )
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(map(json.dumps, lines)).encode())))
    monkeypatch.setattr(sys, "stdout", out)
    assert run("referee", "pig") == 0
    first, refused, _, last = map(json.loads, out.getvalue().splitlines())
    assert first["state"]["points"] == [0, 0]
    assert refused["error"] == {"code": "illegal", "message": "Expected a die of 1 to 6, found 7."}
    assert last["state"] == {"players": ["a", "b"], "points": [4, 0], "turn": 0, "due": 1}


@pytest.mark.slow
def test_workers_find_it_and_a_report_has_its_own_words_and_chart(
    pig: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "pig", "--matches", "6", "--players", "child,skilled,skilled", "--json"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, pig))}
    records, store = tmp_path / "records", tmp_path / "runs.sqlite"
    more = ["--jobs", "2", "--record", str(records), "--out", str(store)]
    done = completed([sys.executable, "-m", "yardarm", *words, *more], env=environment, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert run(*words) == 0
    assert json.loads(capsys.readouterr().out) == found
    assert found["matches"] == 6
    assert run("replay", str(records / "match-00000.jsonl"), "--verify") == 0
    assert "repeat exactly" in capsys.readouterr().out
    assert run(*words, "--out", str(store), "--resume") == 0
    assert json.loads(capsys.readouterr().out) == found
    page = tmp_path / "pig.html"
    assert run("report", str(store), "--out", str(page), "--json") == 0
    (reported,) = json.loads(capsys.readouterr().out)["runs"]
    figures = {figure["key"]: figure for figure in reported["figures"]}
    assert figures["lost_rate"]["estimate"] == found["lost_rate"]["estimate"]
    text = page.read_text()
    assert "of the turns bring nothing." in text
    assert "What a turn brings" in text
    assert "Who wins, by seat" in text
    assert run(*words[:4], "--until", "gained=1e6", *words[4:]) == 0
    assert json.loads(capsys.readouterr().out)["matches"] == 6


def test_it_is_told_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("watch", "pig", "--text") == 0
    assert re.search(r"Pig, seed 1: Anne .*\n  0:01  Anne rolls \d\.\n", capsys.readouterr().out)


@pytest.mark.slow
def test_it_is_watched_on_the_board_and_exported(
    screen: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "match.jsonl"
    for name in ("pig.png", "pig.gif"):
        assert run("watch", "pig", "--export", str(tmp_path / name), "--size", "400x260", "--speed", "8") == 0
    assert run("watch", "pig", "--theatre", "--export", str(tmp_path / "end.gif"), "--size", "320x200") == 0
    assert run("watch", "pig", "--text", "--record", str(record)) == 0
    assert run("replay", str(record), "--export", str(tmp_path / "again.png"), "--size", "400x260") == 0
    capsys.readouterr()
    drawn, again = (Image.open(tmp_path / name) for name in ("pig.png", "again.png"))
    assert drawn.size == again.size == (400, 260)
    assert drawn.tobytes() == again.tobytes()
    assert [game.name for game in games_with_scenes()] == [*OURS, "pig"]


def test_a_person_plays_it_on_the_board_with_mouse_and_keys(screen: Any, own_folders: Path) -> None:
    from pyglet.window import key

    from scenes.board.play import PlayLayer
    from scenes.play.input_router import InputRouter
    from scenes.play.scene import PlayScene

    store = SettingsStore.opened()
    store.settings = PlaySettings(notice_answered=True)
    scene = PlayScene(store, 640, 400, 1.0)
    assert scene.play(Setup("pig", seats_from(["me=Ada", "casual"], "pig", persons=True), 3)) == ""
    scene.screens.clear()
    layer: Any = scene.table.layer
    assert isinstance(layer, PlayLayer)

    def asked() -> None:
        for _ in range(2000):
            scene.update(0.05)
            if layer.options:
                break
        scene.show()
        scene.draw(screen.window)

    asked()
    assert list(layer.options) == ["roll", "hold"]
    assert layer.chosen == 0
    assert layer.key(key.DOWN, 0)
    assert layer.chosen == 1
    assert layer.key(key.UP, 0)
    assert layer.key(key.ENTER, 0)
    assert layer.options == {}
    asked()
    place = layer._place
    second = place.left + 30, place.top - 2.5 * layer._row / layer._pen.ratio
    InputRouter(scene).on_mouse_motion(*map(round, second), 0, 0)
    assert layer.chosen == 1
    InputRouter(scene).on_mouse_press(*map(round, second), 1, 0)
    asked()
    mine = [line.text for line in scene.session.match.ticker if line.text.startswith("Ada")]
    assert mine[0].startswith("Ada rolls")
    assert "Ada holds." in mine[:2] or mine[0] == "Ada rolls 1."
    scene.close()


def test_a_person_plays_it_in_the_terminal(
    tmp_path: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "pig.jsonl"
    typed = ("jump", '{"acton": "roll"}', "{", "", "roll")
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(typed) + "\n"))
    assert run("play", "pig", "--text", "--seed", "4", "--record", str(record)) == 0
    told, err = capsys.readouterr()
    assert err == ""
    assert "You, decide: action? Type one of roll, hold.\n" in told
    for refusal in (
        "action: expected 'roll' or 'hold', found 'jump'",
        "acton: expected no such key.",
        "That is not JSON: '{'.",
        'Expected one of the answers above, or an object such as {"action": "roll"}, found \'\'.',
    ):
        assert refusal in told
    # Ctrl-D leaves; what was answered is kept, and gone on with.
    assert told.splitlines()[-1].endswith(f"yardarm play --resume {record} --text")
    monkeypatch.setattr(sys, "stdin", io.StringIO("roll\nhold\n" * 100))
    assert run("play", "--resume", str(record), "--text") == 0
    assert re.search(r"(You win|Anne wins)\.", capsys.readouterr().out)
    assert run("replay", str(record), "--verify") == 0


def test_an_interrupt_in_the_terminal_saves_the_match(
    tmp_path: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = iter(("roll",))

    def typed(_prompt: str) -> str:
        for line in said:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", typed)
    assert run("play", "pig", "--text", "--record", str(tmp_path / "pig.jsonl")) == 130
    assert "The match is saved: " in capsys.readouterr().out
    assert '"question":"decide"' in (tmp_path / "pig.jsonl").read_text()


@pytest.mark.study
def test_it_passes_the_conformance_suite(root: Path, pig: list[Path], tmp_path: Path) -> None:
    for word, places in (("pig", pig), ("pig.spec:SPEC", pig[:1])):
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, [*places, root]))}
        words = [sys.executable, "-m", "yardarm.testing", word, "-q", "-n", "0"]
        done = completed(words, env=environment, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stdout
        assert "passed" in done.stdout


def test_a_game_that_is_not_there_is_not_tested(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YARDARM_TESTED", "")
    monkeypatch.setenv("PYTHONPATH", "")
    assert suite.run([]) == 2
    assert suite.run(["pigs"]) == 2
    assert capsys.readouterr().err.splitlines()[1] == (
        "yardarm.testing: game: expected one of riff-raff, zack, zatre, zigzag, pig, found 'pigs', did you mean 'pig'."
    )


def test_its_rules_cannot_be_used_alone_where_its_spec_names_none() -> None:
    with pytest.raises(InputError, match=r"^game: expected one whose rules .* \(riff-raff, .*\), found 'pig'\.$"):
        yardarm.rules("pig")


def test_it_takes_skills_and_nothing_else_from_a_preset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "slow.toml").write_text("[die]\nsides = 3\n")
    assert run("simulate", "pig", "--matches", "1", "--config", str(tmp_path / "slow.toml")) == 2
    assert "die: unknown section, expected one of skill." in capsys.readouterr().err
    assert run("simulate", "pig", "--matches", "1", "--config", "family") == 2
    assert capsys.readouterr().err == "yardarm: family: there is no such file, expected one.\n"


BROKEN = {
    "absent:SPEC": r"cannot be loaded \(ModuleNotFoundError: No module named 'absent'\)\.",
    "pig:SPEC": r"cannot be loaded \(AttributeError: .*'SPEC'\)\.",
    "pig.rules:GOAL": r"expected a GameSpec, found int\.",
    "pig.spec:SPEC": r"expected a game of that name, found 'pig'\.",
}


@pytest.mark.parametrize(("value", "reason"), BROKEN.items(), ids=BROKEN.keys())
def test_a_broken_entry_is_one_sentence_and_the_other_games_go_on(
    value: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "broken-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(f"[yardarm.games]\nbroken = {value}\n[yardarm.scenes]\nbroken = {value}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    forget()
    assert list(GAMES) == [*OURS, "broken", "pig"]
    with pytest.raises(InputError, match=f"^yardarm.games: broken = '{value}':? {reason}$"):
        game_of("broken")
    assert run("simulate", "broken", "--matches", "1") == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert run("simulate", "pig", "--matches", "1", "--json") == 0
    assert json.loads(capsys.readouterr().out)["matches"] == 1
    assert [game.name for game in games_with_scenes()] == [*OURS, "pig"]


def test_one_of_ours_cannot_be_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "other-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[yardarm.games]\nzack = pig.spec:SPEC\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    forget()
    assert list(GAMES) == [*OURS, "pig"]
    assert game_of("zack").title == "Zack!"


def test_the_page_shows_the_code_of_pig_and_commands_that_are_accepted(root: Path) -> None:
    page, example = (root / PAGE).read_text(), root / "examples" / "pig"
    sources = {
        path.relative_to(example).as_posix(): path.read_text()
        for path in (*example.glob("*.toml"), *example.glob("pig/*.py"))
    }
    kinds = {"python": 0, "toml": 0, "text": 0}
    for kind, block in re.findall(r"```(\w+)\n(.*?)```", page, re.DOTALL):
        kinds[kind] += 1
        if kind == "text":
            for line in block.splitlines():
                if line.startswith("yardarm "):
                    parse(line)
        else:
            for piece in block.split("...\n"):
                assert any(piece.strip("\n") in text for text in sources.values()), piece
    assert min(kinds.values()) >= 1
    for name in re.findall(r"`(pig/\S*?)`", page):
        assert name in sources, name
