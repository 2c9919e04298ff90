"""A match as a page: what it says, what it may do, and that a browser shows what the window does."""

from __future__ import annotations

import base64
import io
import json
import re
import zlib
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from scenes.export.page.page import LETTERS, lettered
from sim.configuration import changed_configuration, load_configuration, usual_players
from sim.match.record import Recorder, read_record
from sim.match.replay import verify
from sim.match.seats import seats_from
from sim.spec import GAMES, match_of
from tests.browser import Page
from tests.drawing import absent
from tests.short_matches import SHORT

SIZE = (640, 360)
NEAR = {"2d": 2.0, "webgl": 1.0}
"""How far a frame may be from the window's, in the mean, of 255, by what draws it."""
HOSTILE = "</script><script>alert(1)</script>\"'&\u2028"


class Found(HTMLParser):
    """Scripts and texts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.texts: list[str] = []
        self._in: dict[str, str | None] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self._in = {**dict(attributes), "tag": tag}

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self._in = None

    def handle_data(self, data: str) -> None:
        if self._in is None:
            self.texts.append(data)
        else:
            self.scripts.append((self._in, data))


def of(game: str, changes: Any, words: tuple[str, ...], end_s: float | None, thoughts: bool = False) -> Any:
    """A match as it is taken down until then, and its record."""
    from scenes.export.page.taking import take

    configuration, seats = changed_configuration(game, changes, profile="draft"), seats_from(words, game)
    recorder = Recorder.of(configuration, seats, 3)
    match = match_of(game).open(configuration, seats, 3, recorder.record_line)
    return take(match, SIZE, lambda _words: None, 1.0, thoughts, (0.0, end_s)), recorder.text()


@pytest.fixture(scope="module")
def taken(display: str) -> Any:
    """The beginning of a match."""
    return of("riff-raff", {}, ("child:random", "child:random"), 12.0)


@pytest.fixture(scope="module")
def page(taken: Any) -> str:
    from scenes.export.page.page import written

    return written(*taken, "match.html")


@pytest.fixture(scope="module")
def whole(display: str) -> str:
    """The page of a short match."""
    from scenes.export.page.page import written

    return written(*of("zack", SHORT["zack"], ("casual", "casual", "casual"), None), "match.html")


def test_the_page_may_run_its_own_script_and_nothing_else(page: str) -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy[1]
    running = [
        text for attributes, text in Found(page).scripts if attributes["tag"] == "script" and "type" not in attributes
    ]
    assert len(running) == 1
    assert not re.findall(r'(?:src|href)="(?!data:|#)', page)


def test_what_happened_is_there_without_scripts(page: str, taken: Any) -> None:
    words = " ".join(Found(page).texts)
    assert taken[0].lines
    assert all(line in words for _, _, line in taken[0].lines)


def bytes_of(text: str) -> bytes:
    """What was `lettered`, and perhaps a zero more."""
    digits = [LETTERS.index(letter) for letter in text.encode()]
    bits = "".join(f"{91 * high + low:013b}" for high, low in zip(digits[::2], digits[1::2], strict=True))
    return bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8))


@pytest.mark.study
def test_the_record_inside_repeats(whole: str, tmp_path: Path) -> None:
    stored = next(text for attributes, text in Found(whole).scripts if attributes.get("data-part") == "record")
    (tmp_path / "match.jsonl").write_bytes(zlib.decompressobj().decompress(bytes_of(stored)))
    assert verify(read_record(tmp_path / "match.jsonl")) is None


@given(st.binary(max_size=40))
def test_what_is_written_in_letters_is_read_again_and_ends_no_element(data: bytes) -> None:
    text = lettered(data)
    assert bytes_of(text)[: len(data)] == data
    assert not set(text) & set('"&<')


def test_a_name_that_is_a_script_is_text(taken: Any) -> None:
    from scenes.export.page.page import written

    before, record = taken
    spoiled = replace(
        before,
        title=HOSTILE,
        seats=(HOSTILE,),
        meta={**before.meta, "captions": [(0, HOSTILE)]},
        lines=((0, 0.0, HOSTILE),),
    )
    found = Found(written(spoiled, record, HOSTILE))
    assert len(found.scripts) == len(Found(written(before, record, "match.html")).scripts)
    meta = next(text for attributes, text in found.scripts if attributes.get("data-part") == "meta")
    assert json.loads(meta)["captions"] == [[0, HOSTILE]]


def opened(browser: Page, text: str, folder: Path, fragment: str = "", size: tuple[int, int] = (1280, 720)) -> Page:
    """The browser with that page, ready to play."""
    file = folder / "match.html"
    file.write_text(text, "utf-8")
    browser.open(file, fragment, size, "document.querySelector('.ready, .failed')")
    assert browser.js("document.querySelector('.match').className") == "match ready"
    return browser


def state(browser: Page, what: str) -> Any:
    return browser.js(f"document.querySelector('.match').match.{what}")


@pytest.mark.study
@pytest.mark.parametrize("size", [(390, 844), (1280, 720)])
def test_it_is_played_by_keys_clicks_and_touch(
    browser: Page, whole: str, tmp_path: Path, size: tuple[int, int]
) -> None:
    shown = opened(browser, whole, tmp_path, size=size)
    last = shown.js("Number(document.querySelector('[data-is=seek]').max)")
    assert shown.js("document.documentElement.scrollWidth") <= size[0]
    for key, at in (("End", last), ("Home", 0), (".", 1), (".", 2), (",", 1), ("ArrowRight", 151), ("ArrowLeft", 1)):
        shown.key(key)
        assert state(shown, "drawn()") == at
    shown.key("]")
    assert state(shown, "drawn()") in shown.js(
        "JSON.parse(document.querySelector('[data-part=meta]').textContent).marks.map(mark => mark[0])"
    )
    shown.js("document.querySelector('[data-frame]').click()")
    x, y = shown.js(
        "(box => [box.x + box.width / 2, box.y + 20])(document.querySelector('canvas').getBoundingClientRect())"
    )
    shown.touch(x, y)
    assert state(shown, "playing()")
    shown.key(" ")
    assert not state(shown, "playing()")
    for name in ("theatre", "caption", "sound"):
        before = shown.js(f"document.querySelector('[data-is={name}]').getAttribute('aria-pressed')")
        shown.js(f"document.querySelector('[data-is={name}]').click()")
        assert shown.js(f"document.querySelector('[data-is={name}]').getAttribute('aria-pressed')") != before
    least = shown.js("Math.min(...[...document.querySelectorAll('.controls button')].filter(one => !one.hidden)"
                     ".map(one => one.getBoundingClientRect().height))")  # fmt: skip
    assert least >= 44
    assert shown.complaints == []
    assert shown.requests == []


@pytest.mark.study
def test_it_shows_dramatic_moments_only_when_asked(browser: Page, whole: str, tmp_path: Path) -> None:
    shown = opened(browser, whole, tmp_path)
    shots = shown.js("JSON.parse(document.querySelector('[data-part=meta]').textContent).shots")
    shown.js("document.querySelector('[data-is=speed]').value = '8'")
    shown.js("document.querySelector('[data-is=theatre]').click()")
    shown.js("new Promise(done => setTimeout(done, 300))")
    at = state(shown, "drawn()")
    assert any(begin <= at <= end for begin, end, _, _ in shots)


@pytest.mark.study
def test_what_was_meant_is_seen_until_it_is_hidden(browser: Page, display: str, tmp_path: Path) -> None:
    from scenes.export.page.page import written

    text = written(*of("riff-raff", {}, ("child:random", "child:random"), 40.0, thoughts=True), "match.html")
    shown = opened(browser, text, tmp_path)

    def picture() -> Any:
        return shown.js("document.querySelector('canvas').toDataURL('image/png')")

    def differs(frame: int) -> bool:
        shown.js(f"document.querySelector('.match').match.go({frame})")
        before = picture()
        shown.js("document.querySelector('[data-is=thoughts]').click()")
        after = picture()
        shown.js("document.querySelector('[data-is=thoughts]').click()")
        assert picture() == before
        return bool(before != after)

    last = shown.js("Number(document.querySelector('[data-is=seek]').max)")
    assert any(differs(frame) for frame in range(0, last, 15))


@pytest.mark.slow
def test_who_wants_no_motion_gets_none_unasked(browser: Page, page: str, tmp_path: Path) -> None:
    for preference, plays in (("reduce", False), ("no-preference", True)):
        browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": preference}])
        shown = opened(browser, page, tmp_path, "#play")
        assert state(shown, "playing()") is plays
    browser.ask("Emulation.setEmulatedMedia", features=[])


@pytest.mark.study
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=pytest.mark.slow if game in ("riff-raff", "zatre") else pytest.mark.study)
        for game in GAMES
    ],
)
def test_ten_frames_are_those_of_the_window(browser: Page, display: str, tmp_path: Path, game: str) -> None:
    from scenes.export.films import MatchFilm
    from scenes.export.page.page import written
    from scenes.export.page.taking import HZ, take
    from scenes.window.window import OffScreen

    configuration = load_configuration(game)
    stretch = 20.0, 40.0

    def match() -> Any:
        return match_of(game).open(configuration, seats_from(usual_players(configuration), game), 5)

    screen = OffScreen(*SIZE)
    film = MatchFilm(match(), SIZE, *stretch)
    film.simulate(lambda _words: None)
    frames = film.schedule(1 / HZ)
    windows: dict[int, Image.Image] = {}
    for number, what in enumerate(frames):
        film.show(what, number / HZ)
        if number % max(1, len(frames) // 10) == 0:
            windows[number] = screen.picture(film)
    screen.close()
    text = written(take(match(), SIZE, lambda _words: None, stretch_s=stretch), "", "match.html")
    for renderer, near in NEAR.items():
        shown = opened(browser, text, tmp_path, f"#{renderer}")
        if renderer == "webgl" and state(shown, "renderer") != "webgl":
            absent("this browser has no WebGL")
        for number, window in windows.items():
            told = shown.js(
                f"document.querySelector('.match').match.go({number}),"
                " document.querySelector('canvas').toDataURL('image/png')"
            )
            drawn = Image.open(io.BytesIO(base64.b64decode(told.partition(",")[2]))).convert("RGB")
            off = np.abs(np.asarray(drawn, dtype=int) - np.asarray(window, dtype=int))
            assert off.mean() < near, f"frame {number}, {renderer}"
            assert (off.max(axis=2) > 48).mean() < 0.005, f"frame {number}, {renderer}"
