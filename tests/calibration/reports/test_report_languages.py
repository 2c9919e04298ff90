"""Reports in other languages: every text of a page is marked, and tables and JSON are the same in all of them."""

from __future__ import annotations

import base64
import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import yardarm as ya
from calibration.league.page import league_page
from calibration.league.suite.folds import Selection
from calibration.league.suite.run import Scored
from calibration.league.suite.scores import result_of
from calibration.league.suite.tasks import Tried
from calibration.league.table import read_table
from calibration.league.words import table_lines
from calibration.reports.against import compare
from calibration.reports.charts import Run
from calibration.reports.command import against_page, figures_csv, measured_runs, report_page, run_json
from calibration.reports.designs import differing
from calibration.reports.page import Attached, page
from sim.configuration import load_configuration
from sim.language import ENGLISH, speak, spoken
from sim.spec import GAMES
from tests.languages import KNOWN, TRANSLATED, speaking
from tests.yardarm.test_site import stored
from yardarm.command import run
from yardarm.site import _index

FORMAT = {"style", "code", "pre"}
"""What holds words of formats, which are the same in every language."""
SAME = re.compile(
    r"\b(Riff Raff|Zack|ZIGZAG|ZATRE|Anne|Bert|Cleo|Dirk|Elo|draft|random|(double )?(zig|zag)\b( zag\b)?|STOP|simulate"
    r"|(steady|bold|simple|team|greedy)|deck-shared|zatre|numpy|pymunk|yardarm|(child|casual|skilled):\w+|\w+\.sqlite)\b|--resume|\w+_\w+"
)
"""Names, strategies as they are typed, calls, and keys of figures."""


class Texts(HTMLParser):
    """The texts of a page, with those of its pictures, whose letters are drawn: each has its text as a comment."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._open: list[str] = []
        self.found: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "img", "br"):
            self._open.append(tag)
        given = dict(attrs)
        self.found.add(given.get("alt") or "")
        svg = (given.get("src") or "").partition("svg+xml;base64,")[2]
        self.found |= {html.unescape(each) for each in re.findall("<!-- (.*?) -->", base64.b64decode(svg).decode())}

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not FORMAT & set(self._open):
            self.found.add(data)


def plain(texts: set[str]) -> set[str]:
    """The texts that have an English word."""
    return {each for each in texts for word in re.findall(r"[^\W\d_]{4,}", SAME.sub("", each)) if word.isascii()}


@pytest.mark.study
@pytest.mark.parametrize("game", list(GAMES)[:4])
def test_every_text_of_a_page_is_marked(game: str, tmp_path: Path) -> None:
    store = stored(tmp_path, game)
    with speaking(KNOWN):
        found = measured_runs(store)
        texts = Texts(report_page(found, Attached())).found
        texts |= Texts("\n".join(_index("ZATRE", (), ()))).found
    assert len(texts) > 150
    # Parameters are named by their keys, and so are kinds of figures without a title.
    keys = {"minus", "score", "scores", "ways"}
    parameters = {each.words for each in differing(load_configuration(game).tree, found[0].run.tree)}
    assert {each.strip() for each in plain(texts)} <= keys | parameters


@pytest.mark.slow
def test_every_text_of_a_comparison_is_marked(stores: Path) -> None:
    with speaking(KNOWN):
        (one,), (other,) = measured_runs(stores / "riff.sqlite"), measured_runs(stores / "heavy.sqlite")
        design = differing(other.run.tree, one.run.tree)
        texts = Texts(against_page(Run(one, "a"), Run(other, "b"), design, compare(one, other), None)).found
    assert plain(texts) <= {each.words for each in design}


@pytest.mark.slow
def test_tables_and_json_are_the_same_in_every_language(stores: Path) -> None:
    def written() -> tuple[str, str]:
        found = measured_runs(stores / "riff.sqlite")
        return json.dumps([run_json(one) for one in found]), figures_csv(found)

    expected = written()
    for language in (*TRANSLATED, KNOWN):
        with speaking(language):
            assert written() == expected


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_a_page_says_its_language(language: str) -> None:
    with speaking(language):
        assert f'<html lang="{language}">' in page("", ())


def test_what_is_not_in_the_catalogues_is_printed_in_english(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    throws = ["lab", "throw", "--trials", "20", "--seed", "1"]
    assert run(throws) == 0
    english = capsys.readouterr().out
    monkeypatch.setenv("YARDARM_LANGUAGE", "de")
    try:
        assert run(throws) == 0
        assert spoken() == "de"
    finally:
        speak(ENGLISH)
    assert capsys.readouterr().out == english


def test_a_summary_a_league_and_the_suite_are_marked(tmp_path: Path) -> None:
    league = tmp_path / "league.sqlite"
    ya.league("zatre", ["casual:random", "casual:greedy"], pairs=1, store=league, profile="draft")
    batch = ya.simulate("zatre", 2, ["casual:random", "casual:greedy"], profile="draft")
    task = Scored(0, "deck-shared", 0, "", (Tried(1.0, 2),))
    with speaking(KNOWN):
        table = read_table(league)
        texts = {*table_lines(table), *str(batch).splitlines(), *Texts(league_page(table)).found}
        suite = result_of(Selection(names=("deck-shared",)), ["random"], 1, [task])
        texts |= set(suite.text(True).splitlines())
    assert plain({re.sub("[0-9a-f]{64}", "", text) for text in texts}) == set()
