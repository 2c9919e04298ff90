"""`study assumptions` as a command: what it prints and writes; `simulate` and `report` name its bands."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import yardarm.command
from calibration.assumptions import command
from calibration.assumptions import study as study_module
from calibration.assumptions.study import AssumptionsStudy, study

pytestmark = pytest.mark.slow

Run = Callable[..., str]
PLAYERS = ("--players", "child:random,child:random")
STUDY = ("study", "assumptions", "zatre", *PLAYERS, "--metric", "minutes", "--metric", "winning_score")
QUICK = (*STUDY, "--points", "8", "--matches", "2", "--jobs", "1")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def running(*words: str, code: int = 0) -> str:
        capsys.readouterr()
        assert yardarm.command.run(list(words)) == code
        told = capsys.readouterr()
        return told.err if code else told.out

    return running


USUAL = 4
"""For quick studies: the number of matches with the values as they are, for each at a point."""
FOUND: list[AssumptionsStudy] = []
"""The study behind `answer`."""


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, dict[str, Any]]:
    """The JSON, as a file and read, and the page."""
    folder = tmp_path_factory.mktemp("assumptions")
    page, file = folder / "open.html", folder / "open.json"

    def kept(*given: Any) -> AssumptionsStudy:
        FOUND.append(study(*given))
        return FOUND[-1]

    with pytest.MonkeyPatch.context() as patched, contextlib.redirect_stdout(io.StringIO()) as text:
        patched.setattr(command, "study", kept)
        patched.setattr(study_module, "USUAL", USUAL)
        assert yardarm.command.run([*QUICK, "--out", str(page), "--json"]) == 0
    file.write_text(text.getvalue())
    return file, page, json.loads(text.getvalue())


@pytest.mark.study
def test_json_has_figures_with_bands_and_shares(answer: tuple[Path, Path, dict[str, Any]]) -> None:
    found = answer[2]
    assert [one["figure"] for one in found["figures"]] == ["minutes", "winning_score"]
    assert (found["points"], found["matches"], found["matches_as_usual"]) == (8, 16, 2 * USUAL)
    minutes = found["figures"][0]
    assert minutes["band"]["low"]["estimate"] < minutes["estimate"] < minutes["band"]["high"]["estimate"]
    assert not minutes["flat"]
    names = [share["name"] for share in minutes["shares"]]
    assert set(names[:2]) <= {"skill.child.think_placement_median_s", "thought.pieces"}
    assert sorted(names) == sorted(part["name"] for part in found["assumptions"])
    moved = minutes["shares"][0]["from_usual"]
    for end in ("low", "high"):
        assert moved[end]["low"] <= moved[end]["estimate"] <= moved[end]["high"]
    assert moved["low"]["estimate"] < moved["usual"] < moved["high"]["estimate"]
    assert moved["low"]["estimate"] == pytest.approx(minutes["shares"][0]["at_low"]["estimate"], abs=2e-6)
    assert all(value["reason"] for part in found["assumptions"] for value in part["values"])


def test_points_do_not_depend_on_how_time_is_spent(answer: tuple[Path, Path, dict[str, Any]]) -> None:
    # Thinking longer changes no move: the figure is flat, and has no shares.
    score = answer[2]["figures"][1]
    assert score["flat"]
    assert "shares" not in score


def test_the_page_is_whole_and_shows_every_assumption(answer: tuple[Path, Path, dict[str, Any]]) -> None:
    text = answer[1].read_text()
    HTMLParser().feed(text)
    assert "ZATRE: what the assumptions leave open" in text
    assert text.count("<img") == 3
    for part in answer[2]["assumptions"]:
        assert part["name"] in text


@pytest.mark.usefixtures("answer")
def test_the_text_names_figure_band_and_what_carries_it() -> None:
    text = command.text(FOUND[-1])
    assert "minutes of a match (minutes): " in text
    assert "the assumptions leave " in text
    assert "no more than chance" in text
    assert "at its high end" in text


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--points", "4"), "--points: expected at least 8"),
        (("--matches", "1"), "--matches: expected at least 2"),
        (("--metric", "minutes"), "--metric: expected each figure once"),
        (("--metric", "nothing"), "--metric: zatre has no figure 'nothing'"),
    ],
)
def test_wrong_options_are_refused(run: Run, words: tuple[str, ...], expected: str) -> None:
    assert expected in run(*STUDY, *words, code=2)


def test_simulate_names_the_band(run: Run, answer: tuple[Path, Path, dict[str, Any]]) -> None:
    words = ("simulate", "zatre", *PLAYERS, "--matches", "2", "--jobs", "1")
    plain, known = (json.loads(run(*words, *more, "--json")) for more in ((), ("--assumptions", str(answer[0]))))
    bands = known.pop("assumptions")
    assert known == plain
    assert bands == {"minutes": answer[2]["figures"][0]["band"]}
    lines = run(*words, "--assumptions", str(answer[0])).splitlines()
    usual = run(*words).splitlines()
    changed = [(a, b) for a, b in zip(usual, lines, strict=True) if a != b]
    assert [b.split()[0] for _, b in changed] == ["minutes"]
    assert " by chance; " in changed[0][1]


@pytest.mark.study
@pytest.mark.usefixtures("unpainted")
def test_report_names_the_band(run: Run, answer: tuple[Path, Path, dict[str, Any]], tmp_path: Path) -> None:
    store, page, known = (tmp_path / name for name in ("runs.sqlite", "plain.html", "known.html"))
    run("simulate", "zatre", *PLAYERS, "--matches", "2", "--jobs", "1", "--out", str(store))
    run("report", str(store), "--out", str(page))
    run("report", str(store), "--out", str(known), "--assumptions", str(answer[0]))
    assert "by what nobody has measured" not in page.read_text()
    assert known.read_text().count("by what nobody has measured") == 2
    figures = json.loads(run("report", str(store), "--json", "--assumptions", str(answer[0])))["runs"][0]["figures"]
    assert [one["key"] for one in figures if "assumptions" in one] == ["minutes.mean"]


def test_bands_of_another_design_are_refused(
    run: Run, answer: tuple[Path, Path, dict[str, Any]], tmp_path: Path
) -> None:
    bands = ("--assumptions", str(answer[0]))
    others = run("simulate", "zatre", "--matches", "1", "--players", "child,child", *bands, code=2)
    assert "is of zatre with configuration" in others
    preset = tmp_path / "slow.toml"
    preset.write_text("[thought]\npieces = 2.0\n")
    run("simulate", "zatre", "--matches", "1", *PLAYERS, "--config", str(preset), *bands, code=2)
    store = tmp_path / "runs.sqlite"
    run("simulate", "zatre", "--matches", "1", "--players", "child,child", "--out", str(store), "--jobs", "1")
    assert "--assumptions:" in run("report", str(store), "--json", *bands, code=2)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"figures": NaN}', '{"game": "zatre", "figures": 3}'])
def test_what_is_no_study_is_refused(run: Run, text: str, tmp_path: Path) -> None:
    file = tmp_path / "open.json"
    file.write_text(text)
    told = run("simulate", "zatre", "--matches", "1", *PLAYERS, "--assumptions", str(file), code=2)
    assert "expected what study assumptions --json prints" in told
