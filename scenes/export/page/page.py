"""A match as one file for a browser: its picture, its sounds, its rulings and its record, with a player."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np

from scenes.drawing.key_words import placed
from scenes.export.page.taking import Taken, take
from sim.language import N_, _
from sim.match.record import Record, sealed
from sim.protocols import Match
from sim.web_page import escape, web_page

LETTERS = bytes(code for code in range(ord("!"), ord("~") + 1) if code not in b'"&<')
"""As what data are written: nothing of them ends an element, or is a reference in one."""
SPEEDS = (0.1, 0.25, 0.5, 1, 2, 4, 8)
KEYS = (
    ("Space", N_("play and pause")),
    ("← →", N_("five seconds back and on")),
    (", .", N_("a frame back and on")),
    ("[ ]", N_("to the mark before and after")),
    ("T", N_("only what is dramatic")),
    ("C", N_("captions")),
    ("M", N_("sound")),
    ("F", N_("full screen")),
)  # fmt: skip


def page_of(
    match: Match,
    size: tuple[int, int],
    record_of: Callable[[Match], Record] | None,
    name: str,
    say: Callable[[str], None] = lambda _words: None,
    speed: float = 1.0,
    thoughts: bool = False,
) -> str:
    """Return the page of a match, played to its end here.

    record_of: returns its record once it is played; None for a match of which none is kept. name: of the file, as the
    page says how to embed it. thoughts: what was meant and weighed is shown, too. Raises InputError for a size
    that cannot be drawn, NoDrawingError where nothing can.
    """
    taken = take(match, size, say, speed, thoughts)
    record = None if record_of is None else record_of(match)
    # A record that was changed is not sealed again.
    return written(taken, sealed(record.lines) if record is not None and record.intact else "", name)


def written(taken: Taken, record: str, name: str) -> str:
    """Return the text of the page. The same match gives the same bytes."""
    seats = ", ".join(taken.seats)
    body = (
        f"<h1>{escape(f'{taken.title}: {seats}')}</h1>",
        *player(taken, record),
        *_about(taken, record, name),
    )
    style = asset("page.css") + asset("player.css")
    return web_page(taken.title, style, body, asset("player.js"))


def player(taken: Taken, record: str = "", folded: bool = False) -> Iterator[str]:
    """Yield the element of a match as HTML: what is seen, what is pressed, and the data of its player.

    folded: the list of what happened is. All players of a page share player.js and player.css (`asset`).
    """
    table, poster = escape(_("The table; what happened is listed below")), base64.b64encode(taken.poster).decode()
    fails, moment = escape(_("This match cannot be played here:")), escape(_("A moment of the match"))
    time = escape(_("Time of the match"))
    yield (
        f'<section class="match" data-fails="{fails}">'
        '<div class="stage" data-is="stage">'
        f'<img alt="{moment}" src="data:image/webp;base64,{poster}">'
        f'<canvas data-is="picture" role="img" aria-label="{table}"></canvas>'
        '<p class="captions" data-is="captions" aria-live="polite"><span data-is="line"></span></p></div>'
    )
    yield (
        '<div class="bar"><div class="marks" data-is="marks" aria-hidden="true"></div>'
        '<input data-is="seek" type="range" min="0" value="0" step="any" '
        f'aria-label="{time}"></div>'
    )
    yield _controls(taken.speed)
    words = _("The moving picture needs JavaScript; the list below does not.")
    yield f"<noscript><p>{escape(words)}</p></noscript>"
    happened = escape(_("What happened"))
    yield f"<details><summary>{happened}</summary>" if folded else f'<h2 class="about">{happened}</h2>'
    yield '<ol class="happened about">'
    for frame, time_s, line in taken.lines:
        clock = f"{int(time_s) // 60}:{int(time_s) % 60:02d}"
        yield f'<li><a href="#frame={frame}" data-frame="{frame}">{clock}</a> {escape(line)}</li>'
    yield "</ol></details>" if folded else "</ol>"
    if record:
        button = _button("save", _("Save the record"))
        yield f'<p class="about">{button}</p>'
        yield _data("record", zlib.compress(record.encode(), 9))
    yield f'<script type="application/json" data-part="meta">{_json({**taken.meta, "file": taken.file})}</script>'
    yield _data("motion", zlib.compress(taken.motion, 9))
    yield from (_data("sheet", sheet) for sheet in taken.sheets)
    yield _data("sounds", zlib.compress(taken.sounds, 9))
    yield "</section>"


def _controls(speed: float) -> str:
    """Return what is pressed below the picture; `speed` is chosen at first."""
    play, pause, pace = escape(_("Play")), escape(_("Pause")), escape(_("Speed"))
    back, on = escape(_("One frame back")), escape(_("One frame on"))
    speeds = "".join(
        f"<option{' selected' if value == speed else ''}>{value:g}</option>" for value in sorted({*SPEEDS, speed})
    )
    return (
        f'<div class="controls"><button data-is="play" data-play="{play}" data-pause="{pause}">{play}</button>'
        f'<button data-is="back" aria-label="{back}">&minus;1</button>'
        f'<button data-is="on" aria-label="{on}">+1</button>'
        f'<label>{pace} <select data-is="speed">{speeds}</select></label>'
        + _button("theatre", _("Only what is dramatic"), ' aria-pressed="false"')
        + _button("caption", _("Captions"), ' aria-pressed="true"')
        + _button("thoughts", _("What was meant"), ' aria-pressed="true"')
        + _button("sound", _("Sound"), ' aria-pressed="false"')
        + _button("full", _("Full screen"))
        + '<output data-is="time">0:00</output></div>'
    )


def _about(taken: Taken, record: str, name: str) -> Iterator[str]:
    keys = "".join(f"<dt>{escape(key)}</dt><dd>{escape(does)}</dd>" for key, does in placed(KEYS, {}))
    yield _folded(_("Keys"), f"<dl>{keys}</dl>")
    if record:
        again = f"yardarm replay {taken.file} --verify"
        words = _("Save the record, and let Yardarm play it once more:")
        yield _folded(_("Check that it repeats exactly"), f"<p>{escape(words)}</p><pre>{escape(again)}</pre>")
    frame = f'<iframe src="{name}#embed" width="960" height="640" title="{taken.title}" allowfullscreen></iframe>'
    words = _("Put this file beside that page, and this into it:")
    yield _folded(_("Show it on another page"), f"<p>{escape(words)}</p><pre>{escape(frame)}</pre>")


def _button(name: str, words: str, more: str = "") -> str:
    return f'<button data-is="{name}"{more}>{escape(words)}</button>'


def _folded(title: str, text: str) -> str:
    return f'<details class="about"><summary>{escape(title)}</summary>{text}</details>'


def _data(part: str, data: bytes) -> str:
    return f'<script type="text/plain" data-part="{part}" data-bytes="{len(data)}">{lettered(data)}</script>'


def _json(value: object) -> str:
    """Return JSON in which nothing can end its element or begin a comment."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def lettered(data: bytes) -> str:
    """Return bytes as letters, each 13 bits as two of LETTERS: a twelfth shorter than base64."""
    bits = np.unpackbits(np.frombuffer(data, dtype=np.uint8))
    groups = np.append(bits, np.zeros(-len(bits) % 13, dtype=np.uint8)).reshape(-1, 13)
    pairs = np.column_stack(np.divmod(groups @ (1 << np.arange(12, -1, -1)), len(LETTERS)))
    return np.frombuffer(LETTERS, dtype=np.uint8)[pairs].tobytes().decode()


@cache
def asset(name: str) -> str:
    """Return the text of a file of this folder."""
    return Path(__file__).with_name(name).read_text("utf-8")
