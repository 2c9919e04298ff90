"""Reports in other languages: every text of a page is marked, and tables and JSON are the same in all of them."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from calibration.league.page import league_page
from calibration.league.table import read_table
from calibration.reports.against import compare
from calibration.reports.charts import Run
from calibration.reports.command import against_page, figures_csv, measured_runs, report_page, run_json
from calibration.reports.designs import differing
from calibration.reports.page import Attached
from sim.batch.metrics import BatchFigures
from sim.batch.match_counts import metrics_of
from sim.configuration import load_configuration
from sim.spec import GAMES
from tests.languages import KNOWN, TRANSLATED, speaking
from tests.yardarm.test_site import stored
from yardarm.site import _index

FORMAT = {"style", "code", "pre"}
"""What holds words of formats, which are the same in every language."""
SAME = re.compile(
    r"\b(Riff Raff|Zack|ZIGZAG|ZATRE|Anne|Bert|Cleo|Dirk|Elo|draft|random|(double )?(zig|zag)\b( zag\b)?|STOP|simulate"
    r"|(steady|bold|simple|team|greedy)|numpy|pymunk|yardarm|(child|casual|skilled):\w+|\w+\.sqlite)\b|--resume|\w+_\w+"
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


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES)[:4])
def test_every_text_of_a_page_is_marked(game: str, tmp_path: Path) -> None:
    store = stored(tmp_path, game)
    with speaking(KNOWN):
        found = measured_runs(store)
        texts = Texts(report_page(found, Attached())).found
        one, other = Run(found[0], "one.sqlite"), Run(found[0], "other.sqlite")
        design = differing(found[0].run.tree, found[0].run.tree)
        texts |= Texts(against_page(one, other, design, compare(found[0], found[0]))).found
        texts |= Texts("\n".join(_index("ZATRE", (), ()))).found
    assert len(texts) > 200
    # Parameters are named by their keys, and so are kinds of figures without a title.
    keys = {"minus", "score", "scores", "ways"}
    parameters = {each.words for each in differing(load_configuration(game).tree, found[0].run.tree)}
    assert {each.strip() for each in plain(texts)} <= keys | parameters
