"""A game of another package is found, refereed, simulated, recorded, replayed and told; a broken one says so."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from pathlib import Path

import pytest

import yardarm.command
from calibration.tuning.targets import figures_of
from scenes.spec import games_with_scenes
from sim import spec
from sim.batch.match_counts import metrics_of
from sim.errors import InputError
from sim.spec import GAMES, game_of
from tests.commands import parse
from tests.conformance.matches import OURS
from tests.processes import completed

PAGE = Path("docs/adding-a-game.md")


def run(*words: str) -> int:
    return yardarm.command.run(list(words))


def test_it_stands_behind_our_own(toy: Path) -> None:
    assert list(GAMES) == [*OURS, "toy"]
    assert len(list(toy.rglob("*.py"))) <= 6
    files = [path for path in toy.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert len(files) <= 7
    assert sum(len(path.read_text().splitlines()) for path in files) <= 300


def test_it_is_refereed(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (
        {"do": "setup", "players": ["a", "b"], "blocks": 4},
        {"do": "take", "count": 4},
        {"do": "take", "count": 3},
    )
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(map(json.dumps, lines)).encode())))
    monkeypatch.setattr(sys, "stdout", out)
    assert run("referee", "toy") == 0
    first, refused, last = map(json.loads, out.getvalue().splitlines())
    assert first["state"]["blocks"] == 4
    assert refused["error"] == {"code": "illegal", "message": "Expected 1 to 3 blocks, found 4."}
    assert last["state"] == {"blocks": 1, "taken": {"a": 3, "b": 0}, "due": "b", "winner": None}


def test_workers_find_it_and_a_game_without_metrics_counts_matches_and_victories(
    toy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "toy", "--matches", "6", "--players", "child,skilled,skilled", "--json"]
    environment = os.environ | {"PYTHONPATH": str(toy)}
    records, store = tmp_path / "records", tmp_path / "runs.sqlite"
    more = ["--jobs", "2", "--record", str(records), "--out", str(store)]
    done = completed([sys.executable, "-m", "yardarm", *words, *more], env=environment, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert run(*words) == 0
    assert json.loads(capsys.readouterr().out) == found
    assert found["matches"] == 6
    assert [found["wins_by_seat"][name]["estimate"] for name in ("Anne", "Bert", "Cleo")] != [0, 0, 0]
    assert sum(wins["estimate"] for wins in found["wins_by_seat"].values()) == pytest.approx(1)
    lines = [json.loads(line) for line in (records / "match-00000.jsonl").read_text().splitlines()]
    assert {line["stage"] for line in lines} >= {"intent", "executed", "outcome", "ruling", "end", "seal"}
    assert run("replay", str(records / "match-00000.jsonl"), "--verify") == 0
    assert "repeat exactly" in capsys.readouterr().out
    assert run(*words, "--out", str(store), "--resume") == 0
    assert json.loads(capsys.readouterr().out) == found
    # A report has the same figures, and what every game has: who wins, by seat and by skill.
    page = tmp_path / "toy.html"
    assert run("report", str(store), "--out", str(page), "--json") == 0
    (reported,) = json.loads(capsys.readouterr().out)["runs"]
    figures = {figure["key"]: figure for figure in reported["figures"]}
    assert figures["turns.mean"]["estimate"] == found["turns"]["mean"]["estimate"]
    for name, wins in found["wins_by_seat"].items():
        assert figures[f"wins.seat.{name}"]["estimate"] == wins["estimate"]
    assert "Turns in a match, mean: " in page.read_text()
    assert "Who wins, by seat" in page.read_text()
    assert run(*words[:4], "--until", "minutes=1e6", *words[4:]) == 0
    assert json.loads(capsys.readouterr().out)["matches"] == 6
    assert set(figures_of(metrics_of("toy"), 2)) == {
        "turns",
        "simulated_s",
        "minutes",
        *(f"wins.{n}" for n in range(1, 3)),
    }


def test_it_is_told_as_text_where_it_has_no_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("watch", "toy", "--text") == 0
    told = capsys.readouterr().out
    assert re.search(r"Toy, seed 1: Anne .*\n  0:02  Anne takes \d, ", told)
    assert run("watch", "toy") == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Toy has no pictures, so the match is shown as text.\n")
    assert shown.splitlines()[1:] == told.splitlines()[1:]
    assert run("watch", "toy", "--export", str(tmp_path / "toy.png")) == 2
    assert capsys.readouterr().err == "yardarm: Toy has no pictures; --text shows it as text.\n"
    assert [game.name for game in games_with_scenes()] == list(OURS)


def test_a_person_plays_it_in_the_terminal(
    tmp_path: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "toy.jsonl"
    assert run("play", "toy") == 2
    assert "--text" in capsys.readouterr().err
    typed = ("9", "all", '{"cuont": 1}', "{", "", "2", "1")
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(typed) + "\n"))
    assert run("play", "toy", "--text", "--seed", "4", "--record", str(record)) == 0
    told, err = capsys.readouterr()
    assert err == ""
    assert told.count("You, take: count? Type one of 1, 2, 3.\n") == 3
    for refusal in (
        "Expected 1 to 3 blocks, found 9.",
        "count: expected a whole number, found 'all'.",
        "cuont: expected no such key.",
        "That is not JSON: '{'.",
        "Expected one of the answers above, or an object such as {\"count\": 1}, found ''.",
    ):
        assert refusal in told
    # Ctrl-D leaves; what was answered is kept, and gone on with.
    assert told.splitlines()[-1].endswith(f"yardarm play --resume {record} --text")
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 21))
    assert run("play", "--resume", str(record), "--text") == 0
    assert "has taken the last block." in capsys.readouterr().out
    assert run("replay", str(record), "--verify") == 0


def test_an_interrupt_in_the_terminal_saves_the_match(
    tmp_path: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = iter(("1",))

    def typed(_prompt: str) -> str:
        for line in said:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", typed)
    assert run("play", "toy", "--text", "--record", str(tmp_path / "toy.jsonl")) == 130
    assert "The match is saved: " in capsys.readouterr().out
    assert '"question":"take"' in (tmp_path / "toy.jsonl").read_text()


def test_its_rules_cannot_be_used_alone_where_its_spec_names_none(toy: Path) -> None:
    with pytest.raises(InputError, match=r"^game: expected one whose rules .* \(riff-raff, .*\), found 'toy'\.$"):
        yardarm.rules("toy")


def test_it_takes_skills_and_nothing_else_from_a_preset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "slow.toml").write_text("[tower]\nblocks = 3\n")
    assert run("simulate", "toy", "--matches", "1", "--config", str(tmp_path / "slow.toml")) == 2
    assert "tower: unknown section, expected one of skill." in capsys.readouterr().err
    assert run("simulate", "toy", "--matches", "1", "--config", "family") == 2
    assert capsys.readouterr().err == "yardarm: family: there is no such file, expected one.\n"


BROKEN = {
    "absent:SPEC": r"cannot be loaded \(ModuleNotFoundError: No module named 'absent'\)\.",
    "toy_game:SPEC": r"cannot be loaded \(AttributeError: .*'SPEC'\)\.",
    "toy_game.rules:MOST": r"expected a GameSpec, found int\.",
    "toy_game.spec:SPEC": r"expected a game of that name, found 'toy'\.",
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
    spec._entries.cache_clear()
    assert list(GAMES) == [*OURS, "broken", "toy"]
    with pytest.raises(InputError, match=f"^yardarm.games: broken = '{value}':? {reason}$"):
        game_of("broken")
    assert run("simulate", "broken", "--matches", "1") == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert run("simulate", "toy", "--matches", "1", "--json") == 0
    assert json.loads(capsys.readouterr().out)["matches"] == 1
    assert [game.name for game in games_with_scenes()] == list(OURS)


def test_one_of_ours_cannot_be_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "other-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[yardarm.games]\nzack = toy_game.spec:SPEC\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    spec._entries.cache_clear()
    assert list(GAMES) == [*OURS, "toy"]
    assert game_of("zack").title == "Zack!"


def test_the_page_shows_the_code_of_the_toy_and_commands_that_are_accepted(root: Path, toy: Path) -> None:
    page = (root / PAGE).read_text()
    assert len(page.splitlines()) <= 80
    blocks = re.findall(r"```(\w+)\n(.*?)```", page, re.DOTALL)
    sources = {
        path.relative_to(toy).as_posix(): path.read_text()
        for path in toy.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    kinds = {"python": 0, "ini": 0, "sh": 0}
    for kind, block in blocks:
        kinds[kind] += 1
        if kind == "sh":
            for line in block.splitlines():
                parse(line)
        else:
            for piece in block.split("...\n"):
                assert any(piece.strip("\n") in text for text in sources.values()), piece
    assert min(kinds.values()) >= 1
    for name in re.findall(r"`(toy_game\S*?)`", page):
        assert any(path.startswith(name) for path in sources), name
