"""The pages in a browser: every picture is drawn, nothing is fetched, nothing is wider than a phone."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

PROBE = """
<script>
addEventListener("load", () => {
  for (const part of document.querySelectorAll("details")) part.open = true;
  const wide = document.documentElement.clientWidth;
  parent.postMessage(JSON.stringify({
    wide,
    images: [...document.images].map(image => image.naturalWidth),
    over: [...document.querySelectorAll("body *")]
      .filter(one => one.getBoundingClientRect().right > wide + 0.5)
      .map(one => one.tagName + " " + one.textContent.slice(0, 40)),
    scrolls: document.documentElement.scrollWidth,
    fetched: performance.getEntriesByType("resource").map(entry => entry.name),
  }), "*");
});
</script>
</body>"""
# A browser's own window may have a least width, a frame has none.
FRAME = """<!DOCTYPE html><body style="margin:0">
<script>
addEventListener("message", event => { document.body.textContent = "PROBED" + event.data + "PROBED"; });
</script>
<iframe style="border:0;width:400px;height:900px" src="probed.html"></iframe></body>"""
# What a browser would do by itself, on any page.
QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")


@pytest.mark.parametrize("name", ["riff", "zack", "against"])
def test_on_a_phone(browse: Callable[..., str], pages: Path, tmp_path: Path, name: str) -> None:
    text = (pages / f"{name}.html").read_text("utf-8")
    (tmp_path / "probed.html").write_text(text.replace("</body>", PROBE), "utf-8")
    (tmp_path / "phone.html").write_text(FRAME, "utf-8")
    shown = browse(tmp_path / "phone.html", *QUIET, "--virtual-time-budget=20000", "--dump-dom")
    told = re.search(r"PROBED(\{.*\})PROBED", shown)
    assert told, shown[:500]
    found = json.loads(html.unescape(told[1]))
    assert found["wide"] == 400
    assert len(found["images"]) == text.count("<img ")
    assert all(width > 0 for width in found["images"])
    assert found["over"] == []
    assert found["scrolls"] == 400
    assert [url for url in found["fetched"] if not url.startswith("data:")] == []


def test_nothing_is_fetched(browse: Callable[..., str], pages: Path, tmp_path: Path) -> None:
    def asked(page: Path) -> set[str]:
        """What the page, and not the browser by itself, asks for."""
        log = tmp_path / f"{page.stem}.json"
        browse(page, *QUIET, f"--log-net-log={log}", f"--screenshot={tmp_path / 'shot.png'}")
        requests = re.findall(r'"initiator":"([^"]*)".*?"url":"([^"]*)"', log.read_text("utf-8"))
        return {url for initiator, url in requests if initiator != "not an origin"}

    assert {url for url in asked(pages / "riff.html") if not url.startswith(("file:", "data:"))} == set()
    assert (tmp_path / "shot.png").stat().st_size > 10_000
    # The log does show what is asked for.
    (tmp_path / "bad.html").write_text('<img src="http://127.0.0.1:9/a.png">')
    assert asked(tmp_path / "bad.html") == {"http://127.0.0.1:9/a.png"}
