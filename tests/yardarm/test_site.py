"""Runs and leagues as folders of pages, and moments in a report."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import yardarm as ya
import yardarm.command
from calibration.reports.command import measured_runs, report_page
from calibration.reports.page import Attached
from sim.batch.job import play
from sim.batch.notable import notable
from sim.batch.runner import tasks_of
from sim.batch.store_writer import Run, Store
from sim.configuration import changed_configuration
from sim.match.seats import seats_from
from sim.spec import GAMES
from sim.statistics import Interval
from tests.browser import Page
from tests.commands import refusal_of
from tests.short_matches import SHORT
from yardarm.site import NOTHING, _moment

MOST_BYTES = 300_000
"""The weight of a moment."""


def stored(folder: Path, game: str) -> Path:
    """A store of a short match."""
    players = ["casual:random"] * 2 if game in ("zatre", "riff-raff") else ["casual"] * (3 if game == "zack" else 4)
    configuration = changed_configuration(game, SHORT.get(game, {}), profile="draft")
    run = Run(game, 1, seats_from(players, game), configuration, 1)
    with Store(folder / f"{game}.sqlite", run, resume=False) as kept:
        for task in tasks_of(run.seats, run.seed, range(1), None):
            kept.add(play(configuration, task))
    return folder / f"{game}.sqlite"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stored(tmp_path_factory.mktemp("runs"), "zack")


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("leagues") / "league.sqlite"
    ya.league("zatre", ["casual:random", "casual:greedy"], pairs=1, store=path, profile="draft")
    return path


def exported(path: Path, out: Path, *words: str) -> Path:
    assert yardarm.command.run(["export", str(path), "--out", str(out), *words]) == 0
    return out


def test_a_league_has_its_table(league: Path, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "notes.txt").write_text("mine")
    out = exported(league, tmp_path / "site", "--most", "0")
    assert sorted(path.name for path in out.iterdir()) == ["index.html", "notes.txt", "report.html"]
    index = (out / "index.html").read_text("utf-8")
    assert all(part in index for part in ("casual:random", "casual:greedy", "Elo", "Content-Security-Policy"))
    assert 'href="report.html"' in index
    assert "Against each other" in (out / "report.html").read_text("utf-8")
    before = {path: path.read_bytes() for path in out.iterdir()}
    exported(league, out, "--most", "0")
    assert {path: path.read_bytes() for path in out.iterdir()} == before


@pytest.mark.slow
def test_a_run_with_external_bots_says_why_it_shows_no_match(tmp_path: Path) -> None:
    path, players = tmp_path / "run.sqlite", "casual:tests.bots.examples:first,casual:random"
    words = ["--players", players, "--matches", "1", "--jobs", "1", "--profile", "draft", "--out", str(path)]
    assert yardarm.command.run(["simulate", "zatre", *words]) == 0
    assert NOTHING in (exported(path, tmp_path / "site") / "index.html").read_text("utf-8")


@pytest.mark.study
def test_a_run_has_its_figures_and_its_report(store: Path, tmp_path: Path) -> None:
    out = exported(store, tmp_path / "site", "--most", "0")
    assert 'class="interval"' in (out / "index.html").read_text("utf-8")
    assert (out / "report.html").read_text("utf-8") == report_page(measured_runs(store), Attached())


def test_a_result_of_the_suite_is_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = tmp_path / "suite.json"
    words = ["--bot", "random", "--against", "simple", "--template", "throw-hurry", "--tasks", "2", "--jobs", "1"]
    assert yardarm.command.run(["suite", "run", *words, "--out", str(result)]) == 0
    index = (exported(result, tmp_path / "site") / "index.html").read_text("utf-8")
    found = json.loads(result.read_text("utf-8"))
    for score in (found["all"], found["against"]["all"]):
        assert Interval.from_json(score).percent() in index
    assert "random against simple" in index
    assert Interval.from_json(found["difference"]["all"]).points() in index
    capsys.readouterr()
    assert "--matches: expected a store" in refusal_of(
        capsys, "export", result, "--out", tmp_path / "site", "--matches", "1"
    )
    for text, said in (("{}", "is not a result of suite run"), ("x", "is not JSON")):
        result.write_text(text)
        assert said in refusal_of(capsys, "export", result, "--out", tmp_path / "site")


def test_a_page_that_is_not_ours_stays(store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "index.html").write_text("<h1>My club</h1>")
    said = refusal_of(capsys, "export", store, "--out", tmp_path, "--most", "0")
    assert f"--out: {tmp_path / 'index.html'}: is not a page of Yardarm's" in said
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--matches", "7"), "expected numbers of matches that were played, found 7"),
        (("--matches", "3,x"), "'3,x' is not a list of matches"),
    ],
)
def test_matches_that_are_not_there_are_refused(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert said in refusal_of(capsys, "export", store, "--out", tmp_path / "site", *words)
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_leaves_nothing(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("yardarm.site._shown", interrupted)
    assert yardarm.command.run(["export", str(store), "--out", str(tmp_path / "site")]) == yardarm.command.INTERRUPTED
    assert list(tmp_path.iterdir()) == []


def test_moments_are_part_of_a_page(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--moments: expected --out FILE.html" in refusal_of(capsys, "report", store, "--json", "--moments", "1")


@pytest.mark.study
def test_the_index_and_a_match_in_a_browser(store: Path, browser: Page, display: str, tmp_path: Path) -> None:
    out = exported(store, tmp_path / "site", "--most", "1", "--size", "320x180")
    for size in ((390, 844), (1280, 720)):
        browser.open(out / "index.html", size=size)
        assert browser.js("document.documentElement.scrollWidth") <= size[0]
        assert browser.js("[...document.images].every(image => image.naturalWidth > 0)")
        assert (browser.complaints, browser.requests) == ([], [])
    href = browser.js("document.querySelector('figcaption a').getAttribute('href')")
    file, _, frame = href.partition("#frame=")
    assert f'href="{href}"' in (out / "report.html").read_text("utf-8")
    browser.open(out / file, f"#frame={frame}", (1280, 720), "document.querySelector('.ready')")
    assert browser.js("document.querySelector('.match').match.drawn()") == int(frame)


@pytest.mark.study
def test_small_players_share_a_script_and_hear_their_own_keys(
    store: Path, browser: Page, display: str, tmp_path: Path
) -> None:
    from scenes.export.page.page import player

    page = tmp_path / "report.html"
    assert yardarm.command.run(["report", str(store), "--out", str(page), "--moments", "2"]) == 0
    text = page.read_text("utf-8")
    (match, reason), *_ = notable(store)
    assert "\n".join(player(_moment(match, reason), folded=True)) in text
    assert len(re.findall("<script>", text)) == 1
    browser.open(page, size=(390, 844), ready="document.querySelectorAll('.ready').length === 2")
    assert browser.js("document.documentElement.scrollWidth") <= 390
    # A click gives a player the focus, and starts it.
    browser.js("document.querySelector('.match canvas').click()")
    browser.key("End")
    browser.key(",")
    drawn = "[...document.querySelectorAll('.match')].map(one => one.match.drawn())"
    last = browser.js("Number(document.querySelector('.match [data-is=seek]').max)")
    assert browser.js(drawn) == [last - 1, 0]
    assert (browser.complaints, browser.requests) == ([], [])


@pytest.mark.study
@pytest.mark.parametrize("game", GAMES)
def test_a_moment_weighs_little(game: str, display: str, tmp_path: Path) -> None:
    from scenes.export.page.page import player

    match, reason = notable(stored(tmp_path, game))[0]
    assert len("".join(player(_moment(match, reason), folded=True)).encode()) < MOST_BYTES
