"""Small stores of matches that were really played, made once, and a browser."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from calibration.options import ReportOptions
from sim.batch.job import CrashingMatch, MatchResult, play
from sim.batch.runner import tasks_of
from sim.batch.store_writer import Run, Store
from sim.configuration import changed_configuration
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.match.seats import seats_from
from tests.processes import completed
from yardarm.site import report_command

# What a browser would do by itself, on any page.
QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")
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


@cache
def _played(heavier: bool) -> list[MatchResult]:
    """Two matches, really played."""
    run = riff_raff_run(heavier=heavier)
    return [play(run.configuration, task) for task in tasks_of(run.seats, run.seed, range(2), None)]


def filled(path: Path, run: Run, matches: int, crashed: tuple[int, ...] = ()) -> Path:
    """A store with this many matches of a run: those that were played, in turns."""
    if run.game == "riff-raff":
        played = _played(run.configuration.digest != riff_raff().digest)
    else:
        played = [play(run.configuration, task) for task in tasks_of(run.seats, run.seed, range(1), None)]
    with Store(path, run, resume=False) as store:
        for task in tasks_of(run.seats, run.seed, range(matches), None):
            row, turns = played[task.index % len(played)]
            mine = [replace(turn, match=task.index) for turn in turns]
            crashes = task.index in crashed
            store.add(CrashingMatch(task) if crashes else (replace(row, index=task.index, seed=task.seed), mine))
    return path


def riff_raff(heavier: bool = False) -> RiffRaffConfiguration:
    """As shipped, or with a ball that makes a difference."""
    changes = {"ship": {"ball_mass_g": 200.0}} if heavier else {}
    return changed_configuration("riff-raff", changes, profile="draft")


def riff_raff_run(seed: int = 5, heavier: bool = False, asked: int = 5) -> Run:
    """Two at the table who leave it to chance, so that it is quick."""
    return Run(
        "riff-raff", seed, seats_from(["child:random", "skilled:random"], "riff-raff"), riff_raff(heavier), asked
    )


def report(store: Path, **named: object) -> None:
    report_command(ReportOptions(store=store, **named))


@pytest.fixture(scope="session")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with riff.sqlite, heavy.sqlite (the same seeds), other.sqlite (two runs of other seeds), zack.sqlite."""
    folder = tmp_path_factory.mktemp("stores")
    filled(folder / "riff.sqlite", riff_raff_run(), 5)
    filled(folder / "heavy.sqlite", riff_raff_run(heavier=True, asked=3), 3)
    filled(folder / "other.sqlite", riff_raff_run(seed=6, asked=3), 2, crashed=(1,))
    filled(folder / "other.sqlite", riff_raff_run(seed=7, asked=1), 1)
    people = seats_from(["casual", "casual", "casual"], "zack")
    zack = changed_configuration("zack", {"table": {"wins": 1}}, profile="draft")
    filled(folder / "zack.sqlite", Run("zack", 5, people, zack, 1), 1)
    return folder


@pytest.fixture(scope="session")
def pages(stores: Path) -> Path:
    """The pages of the stores, beside them."""
    report(stores / "riff.sqlite", out=stores / "riff.html")
    report(stores / "zack.sqlite", out=stores / "zack.html")
    report(stores / "other.sqlite", out=stores / "other.html")
    report(stores / "riff.sqlite", out=stores / "against.html", against=stores / "heavy.sqlite", trials=1)
    return stores


@pytest.fixture
def browse(browser_program: str, tmp_path: Path) -> Callable[..., str]:
    """Open a page without a window: `browse(page, option, ...)` gives what the browser prints."""

    def opened(page: Path, *options: str) -> str:
        line = [
            browser_program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", *QUIET,
            f"--user-data-dir={tmp_path / 'profile'}", *options, page.as_uri(),
        ]  # fmt: skip
        told: str = completed(line, text=True, check=True).stdout
        return told

    return opened


@pytest.fixture
def on_a_phone(browse: Callable[..., str], tmp_path: Path) -> Callable[[str], dict[str, Any]]:
    """What PROBE finds out about a page that is 400 pixels wide."""

    def shown(text: str) -> dict[str, Any]:
        # The page's own policy would not let the probe run.
        text = re.sub("<meta http-equiv[^>]*>", "", text)
        (tmp_path / "probed.html").write_text(text.replace("</body>", PROBE), "utf-8")
        (tmp_path / "phone.html").write_text(FRAME, "utf-8")
        printed = browse(tmp_path / "phone.html", "--virtual-time-budget=20000", "--dump-dom")
        told = re.search(r"PROBED(\{.*\})PROBED", printed)
        assert told, printed[:500]
        found: dict[str, Any] = json.loads(html.unescape(told[1]))
        return found

    return shown
