"""`tune` and `study sensitivity` as commands: what they print and write, refuse, keep and resume."""

from __future__ import annotations

import json
import sqlite3
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import yardarm.command
from calibration.tuning import command, evaluations
from calibration.tuning.evaluations import SEARCH, Simulations, stream_seed
from calibration.tuning.space import parse_space
from calibration.tuning.targets import parse_targets
from sim.batch import job as work
from sim.batch.job import Task, play
from sim.batch.runner import run_tasks, tasks_of
from sim.configuration import load_configuration
from sim.match.seats import seats_from
from sim.seeds import rng
from studies import against_grid
from tests.batch.here import play_by
from tests.commands import refusal_of

TRIO = ("child:random",) * 3


def tune_words(out: Path, *more: str) -> list[str]:
    """A quick tuning of the quick game: 0.7 to 0.3 over the bounds."""
    return [
        *(
            "tune",
            "riff-raff",
            "--jobs",
            "1",
            "--players",
            ",".join(TRIO),
            "--profile",
            "draft",
            "--seed",
            "3",
            "--out",
            str(out),
        ),
        *("--vary", "ship.ball_mass_g=60:200", "--target", "fall_rate=0.4+-0.08", *more),
    ]


@pytest.fixture(scope="module")
def template() -> tuple[Any, list[Any]]:
    """One real match, as rows."""
    return play(load_configuration("riff-raff", profile="draft"), Task(0, 1, seats_from(TRIO, "riff-raff")))


@pytest.fixture(scope="module", autouse=True)
def played(template: tuple[Any, list[Any]]) -> Iterator[list[int]]:
    """Matches take no time: twenty attempts, which fail the less, the heavier the ball. Lists what was played."""
    log: list[int] = []

    def quick(configuration: Any, task: Task) -> tuple[Any, list[Any]]:
        log.append(task.index)
        chance = 0.7 - 0.4 * (configuration.tree["ship"]["ball_mass_g"] - 60) / 140
        falls = rng(task.seed, "quick").random(20) < chance
        turns = [
            replace(template[1][0], match=task.index, attempt=n + 1, fell=bool(fell)) for n, fell in enumerate(falls)
        ]
        return replace(template[0], index=task.index, seed=task.seed), turns

    with pytest.MonkeyPatch.context() as patch:
        play_by(patch, quick)
        yield log


@pytest.fixture(scope="module")
def whole(played: list[int], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, Path]:
    """One tuning with a store: preset, answer, store."""
    folder = tmp_path_factory.mktemp("tune")
    out, store = folder / "p.toml", folder / "s.sqlite"
    return out, captured(tune_words(out, "--store", str(store), "--json")), store


def captured(words: list[str], code: int = 0) -> str:
    """What a command prints."""
    import contextlib
    import io

    with contextlib.redirect_stdout(io.StringIO()) as text:
        assert yardarm.command.run(words) == code
    return text.getvalue()


@pytest.mark.slow
def test_a_tuning(whole: tuple[Path, str, Path]) -> None:
    out, text, _ = whole
    told = json.loads(text)
    assert told["ending"] == "met"
    (target,) = told["targets"]
    assert 0.32 <= target["reached"]["low"] < target["reached"]["high"] <= 0.48
    assert told["preset"] == str(out)
    assert told["configuration"] == load_configuration("riff-raff", out).digest
    assert told["profile"] == "draft"
    (parameter,) = told["parameters"]
    assert tomllib.loads(out.read_text())["ship"]["ball_mass_g"]["value"] == parameter["value"]


@pytest.mark.slow
def test_a_page_tells_of_it(whole: tuple[Path, str, Path], tmp_path: Path) -> None:
    out, _, store = whole
    page, again = tmp_path / "r.html", tmp_path / "again.sqlite"
    again.write_bytes(store.read_bytes())
    captured(tune_words(out, "--store", str(again), "--resume", "--report", str(page)))
    text = page.read_text()
    assert "tuned to attempts that drop something: 40 % ± 8 points" in text
    # The second count of the side effects: the store's own rows, by SQL.
    with sqlite3.connect(again) as connection:
        runs = connection.execute("SELECT run, json_extract(tree, '$.ship.ball_mass_g'), seed FROM runs").fetchall()
        seed = stream_seed(3, "fresh 1")
        (usual,) = [run for run, mass, one in runs if (mass, one) == (110.0, seed)]
        (fell,) = connection.execute("SELECT avg(fell) FROM turns WHERE run = ?", (usual,)).fetchone()
    connection.close()
    before = text.partition("<h2>Side effects</h2>")[2]
    row = before.partition("<code>fall_rate</code>")[2].partition("</tr>")[0]
    assert f"<b>{100 * fell:.1f}\u00a0%</b>" in row.partition("</td>")[2].partition("</td>")[0]
    assert "All settings that meet it" in text
    assert "ounde" in text.partition("Targets and results")[2]
    assert 'src="data:' in text
    assert "ball_mass_g" in text


@pytest.mark.slow
@pytest.mark.parametrize("kept", [0, 30])
def test_it_resumes_to_the_same_bytes(
    whole: tuple[Path, str, Path], played: list[int], tmp_path: Path, kept: int
) -> None:
    """From a store that lost all matches from the `kept`-th on: only these are played."""
    out, text, store = whole
    before = (out.read_bytes(), text)
    again = tmp_path / "again.sqlite"
    again.write_bytes(store.read_bytes())
    with sqlite3.connect(again) as connection:
        rows = connection.execute("SELECT run, match FROM matches ORDER BY run, match").fetchall()
        for key in rows[kept:]:
            connection.execute("DELETE FROM matches WHERE run = ? AND match = ?", key)
            connection.execute("DELETE FROM turns WHERE run = ? AND match = ?", key)
    connection.close()
    played.clear()
    resumed = captured(tune_words(out, "--store", str(again), "--resume", "--json"))
    assert (out.read_bytes(), resumed) == before
    assert len(played) == json.loads(text)["matches"]["all"] - kept


def test_an_interrupt_says_how_to_go_on(tmp_path: Path, monkeypatch, capsys) -> None:
    out, store = tmp_path / "p.toml", tmp_path / "s.sqlite"
    left = [12]

    def interrupted(*given: Any, real: Any = work.play) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return real(*given)

    play_by(monkeypatch, interrupted)
    assert yardarm.command.run(tune_words(out, "--store", str(store))) == 130
    assert f"the same command with --store {store} --resume goes on from here" in capsys.readouterr().err
    assert not out.exists()
    with sqlite3.connect(store) as connection:
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (12,)
    connection.close()
    left[0] = 2
    assert yardarm.command.run(tune_words(out)) == 130
    assert "nothing is kept without --store" in capsys.readouterr().err


def test_out_of_reach_is_exit_code_3_and_no_preset(tmp_path: Path, capsys) -> None:
    out = tmp_path / "p.toml"
    words = [word.replace("0.4+-0.08", "0.05+-0.02") for word in tune_words(out)]
    assert yardarm.command.run(words) == 3
    captured_text = capsys.readouterr()
    assert "Out of reach within the bounds: the nearest is attempts that drop something " in captured_text.err
    assert ", above your band (wanted: 5 % ± 2 points); " in captured_text.err
    assert f"Not written: {out}" in captured_text.out
    assert not out.exists()


@pytest.mark.slow
def test_without_out_the_preset_is_told_and_nothing_is_written(
    whole: tuple[Path, str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = [word for word in tune_words(tmp_path / "p.toml") if word not in ("--out", str(tmp_path / "p.toml"))]
    assert yardarm.command.run(words) == 0
    told = capsys.readouterr()
    assert told.err == ""
    above, _, preset = told.out.partition("The preset, which --out PRESET.toml writes:\n\n")
    assert tomllib.loads(preset) == tomllib.loads(whole[0].read_text())
    assert "ship.ball_mass_g" in above
    assert "fall_rate" in above
    assert "fresh matches, 95 %" in above
    assert "by what nobody has measured), inside your band" in above
    assert list(tmp_path.iterdir()) == []
    assert yardarm.command.run([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {**json.loads(whole[1]), "preset": None}
    assert yardarm.command.run([word.replace("0.4+-0.08", "0.05+-0.02") for word in words]) == 3
    assert "[ship]" not in capsys.readouterr().out


def test_matches_run_out_is_exit_code_3(tmp_path: Path) -> None:
    told = json.loads(captured(tune_words(tmp_path / "p.toml", "--max-matches", "10", "--json"), 3))
    assert told["ending"] == "not_found"
    assert set(told["assumptions"]) == {"fall_rate"}
    assert "--max-matches" in told["reason"]
    assert told["preset"] is None


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (["--target", "fal_rate=0.2"], "has no figure 'fal_rate', expected fall_rate"),
        (["--vary", "ship.ball=1:2"], "has no number 'ship.ball', expected ship.ball_mass_g"),
        (["--target", "fall_rate.slot.77=0.2"], "--target fall_rate.slot.77: no turn has slot 77, expected one of 1, "),
        (["--target", "wins.5=0.2"], "--target wins.5: expected one of the 3 seats, wins.1 to wins.3"),
        (["--vary", "skill.skilled.placement_sd_mm=1:4"], "no player has these hands"),
        (["--resume"], "--resume: expected --store STORE.sqlite"),
        (["--store", "{}/nothing.sqlite", "--resume"], "there is no such store"),
        (["--store", "{}/is.sqlite"], "exists already, expected --resume or another file"),
        (["--config", "{}/nothing.toml"], "cannot be read"),
        (["--players", "casual"], "expected two to four players"),
    ],
)
def test_bad_input_is_one_sentence(tmp_path: Path, capsys, more: list[str], expected: str) -> None:
    (tmp_path / "is.sqlite").write_text("old")
    words = [word.format(tmp_path) for word in more]
    assert expected in refusal_of(capsys, *tune_words(tmp_path / "p.toml"), *words)


@pytest.mark.parametrize("verb", ["sensitivity", "assumptions"])
def test_a_study_refuses_a_figure_that_no_match_can_show(
    verb: str, played: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    vary = ["--vary", "ship.ball_mass_g=60:200"] if verb == "sensitivity" else []
    before = len(played)
    said = refusal_of(capsys, "study", verb, "riff-raff", "--metric", "wins.3", *vary, "--players", "casual,casual")
    assert "--metric wins.3: expected one of the 2 seats, wins.1 to wins.2" in said
    assert len(played) == before


def test_a_store_of_another_game_is_refused(whole: tuple[Path, str, Path], tmp_path: Path, capsys) -> None:
    store = tmp_path / "s.sqlite"
    store.write_bytes(whole[2].read_bytes())
    words = ["tune", "zack", "--target", "miss_rate=0.1", "--vary", "bowl.opening_mm=150:260", "--profile", "draft"]
    said = refusal_of(capsys, *words, "--out", str(tmp_path / "p.toml"), "--store", str(store), "--resume")
    assert "is a store of riff-raff, expected one of zack" in said


def test_matches_of_other_versions_are_refused(
    whole: tuple[Path, str, Path], tmp_path: Path, capsys, monkeypatch
) -> None:
    store = tmp_path / "s.sqlite"
    store.write_bytes(whole[2].read_bytes())
    monkeypatch.setattr(evaluations, "versions", lambda: {"yardarm": "0.0.2"})
    said = refusal_of(capsys, *tune_words(tmp_path / "p.toml", "--store", str(store), "--resume"))
    assert "was begun with other versions, expected numpy " in said


def test_a_store_with_a_flipped_value_is_refused(whole: tuple[Path, str, Path], tmp_path: Path, capsys) -> None:
    store = tmp_path / "s.sqlite"
    store.write_bytes(whole[2].read_bytes())
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE turns SET fell = 1 - fell WHERE match = 2 AND attempt = 5")
    connection.close()
    err = refusal_of(capsys, *tune_words(tmp_path / "p.toml", "--store", str(store), "--resume"))
    assert f"{store}: match 2 (seed " in err
    assert "does not fit its digest" in err
    assert not (tmp_path / "p.toml").exists()


@pytest.mark.study
def test_a_point_is_a_run_like_any_other(tmp_path: Path, monkeypatch) -> None:
    """Whoever plays them: the matches of a point are those of `simulate` with its run seed, kept as such."""
    seats = seats_from(TRIO, "riff-raff")
    _, figures = parse_targets(["fall_rate=0.5", "rounds=9"], load_configuration("riff-raff", profile="draft"), seats)
    space = parse_space(["ship.ball_mass_g=60:200"], "riff-raff", None, "draft")
    play_by(monkeypatch, play)
    counted: list[None] = []
    found = []
    for jobs in (1, 2):
        store = tmp_path / f"{jobs}.sqlite"
        with Simulations(space, seats, figures, 3, jobs, store, False, lambda: counted.append(None)) as at:
            found.append([*at((110.0,), SEARCH, 0, 1), *at((110.0,), SEARCH, 1, 1), *at((110.0,), SEARCH, 0, 2)])
    assert found[0] == found[1]
    assert len(counted) == 4
    tasks = tasks_of(seats, stream_seed(3, SEARCH), range(2))
    rows = list(run_tasks(load_configuration("riff-raff", profile="draft"), tasks))
    expected = [tuple(figure.metric.sums(*row) for figure in figures) for row in rows]
    assert [outcome.sums for outcome in found[0][:2]] == expected
    assert found[0][2:] == found[0][:2]


def crashing(monkeypatch: pytest.MonkeyPatch, which: Callable[[Task], bool]) -> None:
    """Some matches raise."""
    play_by(monkeypatch, work.play, lambda task: LookupError("no such piece") if which(task) else None)


@pytest.mark.slow
@pytest.mark.usefixtures("unpainted")
def test_matches_that_crash_are_left_out_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crashing(monkeypatch, lambda task: task.seed % 10 == 0)
    out, store, page = tmp_path / "p.toml", tmp_path / "s.sqlite", tmp_path / "r.html"
    told = json.loads(captured(tune_words(out, "--store", str(store), "--json")))
    assert told["ending"] == "met"
    crashed = [crash for evaluation in told["evaluations"] for crash in evaluation.get("crashed", [])]
    assert 0 < len(crashed) < told["matches"]["all"]
    assert all(crash["seed"] % 10 == 0 and crash["error"] == "LookupError: no such piece" for crash in crashed)
    # The figure that is quoted says so, wherever it is quoted.
    assert "crashed and are left out" in told["reason"]
    assert "crashed and are left out" in tomllib.loads(out.read_text())["ship"]["ball_mass_g"]["source"]
    with sqlite3.connect(store) as connection:
        kept = connection.execute("SELECT seed FROM matches WHERE status = 'crashed' ORDER BY seed").fetchall()
    connection.close()
    assert [seed for (seed,) in kept] == sorted(crash["seed"] for crash in crashed)
    # Gone on with: they crash again, and everything is as it was.
    again = captured(tune_words(out, "--store", str(store), "--resume", "--report", str(page)))
    matches = told["matches"]["all"] + len(crashed)
    assert f"{len(crashed)} of {matches} matches crashed and are left out, such as match " in again
    assert f"{len(crashed)} of {matches} matches crashed and are left out" in page.read_text()


def test_where_every_match_crashes_there_is_one_sentence(tmp_path: Path, monkeypatch, capsys) -> None:
    crashing(monkeypatch, lambda _task: True)
    err = refusal_of(capsys, *tune_words(tmp_path / "p.toml"))
    assert "--vary: all of 8 matches crash at ship.ball_mass_g = 110, expected bounds that keep away" in err
    assert "match 0 (seed " in err
    assert "LookupError: no such piece" in err


@pytest.mark.slow
def test_a_sensitivity_tells_of_matches_that_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    crashing(monkeypatch, lambda task: task.index == 1)
    words = ["study", "sensitivity", "riff-raff", "--metric", "fall_rate", "--vary", "ship.ball_mass_g=60:200"]
    words += ["--points", "4", "--matches", "3", "--players", ",".join(TRIO), "--profile", "draft", "--jobs", "1"]
    told = json.loads(captured([*words, "--json"]))
    assert told["matches"] == 8
    assert [(crash["match"], crash["error"]) for crash in told["crashed"]] == [(1, "LookupError: no such piece")] * 4
    assert len({crash["values"]["ship.ball_mass_g"] for crash in told["crashed"]}) == 4
    assert "4 of 12 matches crashed and are left out, such as match 1 (seed " in captured(words)


def test_the_line_on_a_terminal(monkeypatch, capsys) -> None:
    monkeypatch.setattr(command.sys.stderr, "isatty", lambda: True, raising=False)
    with command.Status(500) as status:
        status.say("ship.ball_mass_g 80: fall_rate 0.200 (0.180-0.220)")
        status.step()
    assert "tuning: 0 matches played (at most 500), ship.ball_mass_g 80: fall_rate 0.2" in capsys.readouterr().err


def test_beside_a_grid(capsys) -> None:
    words = [
        "--target",
        "fall_rate=0.4+-0.08",
        "--vary",
        "ship.ball_mass_g=60:200",
        "--profile",
        "draft",
        "--seed",
        "3",
    ]
    against_grid.main([*words, "--players", ",".join(TRIO)])
    first, tuning, grid, ratio = capsys.readouterr().out.splitlines()
    assert first.startswith("Met at ship.ball_mass_g = 1")
    assert tuning.startswith("tuning (run): ")
    # From 0.7 to 0.3 in steps of 0.08.
    assert grid.startswith(("grid (computed): 6 = 6 points of ", "grid (computed): 7 = 7 points of "))
    assert ratio.startswith("the grid takes ")


@pytest.mark.slow
def test_a_sensitivity(tmp_path: Path) -> None:
    words = [
        *("study", "sensitivity", "riff-raff", "--metric", "fall_rate", "--players", ",".join(TRIO), "--jobs", "1"),
        *("--vary", "ship.ball_mass_g=60:200", "--points", "4", "--matches", "2", "--profile", "draft"),
    ]
    told = json.loads(captured([*words, "--json", "--out", str(tmp_path / "s")]))
    assert told["matches"] == 8
    assert told["parameters"][0]["total"]["estimate"] == pytest.approx(1, abs=0.01)
    assert (tmp_path / "s" / "sensitivity.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "s" / "sensitivity.csv").read_text().splitlines()[1].startswith("ship.ball_mass_g,60.0,200.0,")
