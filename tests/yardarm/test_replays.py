"""Recorded matches from Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import yardarm as ya
from tests.drawing import absent
from tests.short_matches import SHORT


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "match.jsonl"
    players = ["casual", "casual", "skilled"]
    return ya.match("zack", players, seed=1, profile="draft", config=SHORT["zack"]).run().save(file)


def test_a_record_says_whose_match_it_is(record: Path) -> None:
    found = ya.replay(record)
    assert found.game == "zack"
    assert repr(found) == f"<zack, seed 1: {', '.join(seat.name for seat in found.seats)}>"


def test_what_a_file_is_to_be_is_in_its_name(record: Path, tmp_path: Path) -> None:
    for write, said in ((ya.replay(record).page, ".html"), (ya.replay(record).film, ".mp4")):
        with pytest.raises(ya.InputError, match=f"expected the suffix {said}"):
            write(tmp_path / "match.png")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.study
def test_a_record_is_a_page_and_a_player_in_a_notebook(record: Path, tmp_path: Path, display: Any) -> None:
    found = ya.replay(record)
    text = found.page(tmp_path / "match.html", (320, 180)).read_text("utf-8")
    assert "Zack!, seed 1" in text
    shown = found._repr_html_()
    if shown is None:
        absent("nothing can be drawn")
    assert shown.startswith('<iframe srcdoc="&lt;!DOCTYPE html&gt;')
    assert "<script" not in shown
