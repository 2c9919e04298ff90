"""The pages in a browser: every picture is drawn, nothing is fetched, nothing is wider than a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.study
@pytest.mark.parametrize("name", ["riff", "zack", "against"])
def test_on_a_phone(on_a_phone: Callable[[str], dict[str, Any]], pages: Path, name: str) -> None:
    text = (pages / f"{name}.html").read_text("utf-8")
    found = on_a_phone(text)
    assert found["wide"] == 400
    assert len(found["images"]) == text.count("<img ")
    assert all(width > 0 for width in found["images"])
    assert found["over"] == []
    assert found["scrolls"] == 400
    assert [url for url in found["fetched"] if not url.startswith("data:")] == []


@pytest.mark.study
def test_the_probe_can_fail(on_a_phone: Callable[[str], dict[str, Any]]) -> None:
    found = on_a_phone(
        '<body style="margin:0"><p style="width:500px">wide</p><img src="data:image/png;base64,"></body>'
    )
    assert found["over"] == ["P wide"]
    assert found["images"] == [0]


@pytest.mark.study
def test_nothing_is_fetched(browse: Callable[..., str], pages: Path, tmp_path: Path) -> None:
    def asked(page: Path) -> set[str]:
        """What the page, and not the browser by itself, asks for."""
        log = tmp_path / f"{page.stem}.json"
        browse(page, f"--log-net-log={log}", f"--screenshot={tmp_path / 'shot.png'}")
        requests = re.findall(r'"initiator":"([^"]*)".*?"url":"([^"]*)"', log.read_text("utf-8"))
        return {url for initiator, url in requests if initiator != "not an origin"}

    assert {url for url in asked(pages / "riff.html") if not url.startswith(("file:", "data:"))} == set()
    assert (tmp_path / "shot.png").stat().st_size > 10_000
    # The log does show what is asked for.
    (tmp_path / "bad.html").write_text('<img src="http://127.0.0.1:9/a.png">')
    assert asked(tmp_path / "bad.html") == {"http://127.0.0.1:9/a.png"}
