"""A match as one file for a browser: its picture, its sounds, its rulings and its record, with a player."""

from __future__ import annotations

import base64
import io
import json
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path

import numpy as np
from PIL import Image

from scenes.drawing.key_words import placed
from scenes.export.film_schedule import Shown
from scenes.export.films import MatchFilm
from scenes.export.page.recorder import Recorder, clock_keys
from scenes.export.page.tiles import TILE
from scenes.playback.cues import MARKS
from scenes.playback.frame_buffer import FrameBuffer
from scenes.playback.sound import RATE_HZ, level_of, sounds_of, waveform
from scenes.playback.theatre import SLOW, Moment, moments_of, programme
from scenes.window.display_list import told_to
from scenes.window.window import OffScreen
from sim.language import N_, _, spoken
from sim.match.grammar import called
from sim.match.record import Record, sealed
from sim.protocols import Match
from sim.web_page import escape, web_page

HZ = 30
"""How many frames a second are taken down; the player shows what lies between two of them."""
SPEEDS = (0.1, 0.25, 0.5, 1, 2, 4, 8)
EVERY = 2
"""Of a sound's samples, every second one is stored."""
LOUDNESS = 255
"""How much finer quiet samples are stored than loud ones (as in telephones: mu-law)."""
POSTER, LIGHTER_POSTER = (960, 540), (480, 270)
POSTER_QUALITY = 70
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


@dataclass(frozen=True, slots=True)
class Taken:
    """A match as a page shows it. meta: what the player needs to know. poster: a still (WebP). lines: of the ticker."""

    title: str
    meta: dict[str, object]
    motion: bytes
    sheets: tuple[bytes, ...]
    sounds: bytes
    poster: bytes
    lines: tuple[tuple[int, float, str], ...]


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


def take(
    match: Match,
    size: tuple[int, int],
    say: Callable[[str], None],
    speed: float = 1.0,
    thoughts: bool = False,
    stretch_s: tuple[float, float | None] = (0.0, None),
    last_s: float | None = None,
) -> Taken:
    """Play a match and take down what its scene draws of a stretch of it, by default of all.

    stretch_s: beginning and end of what is shown; None: the end of the match. last_s: how much of it is shown, from
    its end (s), with colours up to four of 255 beside the scene's, which makes a third of the weight. Raises
    NoDrawingError where nothing can be drawn.
    """
    screen = OffScreen(*size)
    try:
        screen.window.switch_to()
        recorder = Recorder(screen.window)
        with told_to(recorder):
            film = MatchFilm(match, size, *stretch_s, thoughts)
        film.simulate(say)
        shown = film.schedule(1.0 / HZ)
        if last_s is not None:
            first, *others = shown[-round(last_s * HZ) :]
            shown = [replace(first, cut=True), *others]
        for number, what in enumerate(shown):
            with told_to(recorder):
                film.show(what, number / HZ)
            with recorder.taking(what.cut):
                film.draw_table(screen.window)
                recorder.aside()
                film.draw_thoughts(screen.window)
            if number % HZ == 0:
                say(f"{number} of {len(shown)} frames taken")
        say("")
        whole = film.frame_buffer.complete
        shots = programme(moments_of(match.game, film.frame_buffer)).shots if whole else ()
        film.show(_at_its_height(shots, shown), 0.0)
        poster = _poster(screen.picture(film), POSTER if last_s is None else LIGHTER_POSTER)
    finally:
        screen.close()
    return _packed(match, size, speed, recorder, film, shown, shots, poster, thoughts, last_s is not None)


def _packed(
    match: Match,
    size: tuple[int, int],
    speed: float,
    recorder: Recorder,
    film: MatchFilm,
    shown: Sequence[Shown],
    shots: Sequence[Moment],
    poster: bytes,
    thoughts: bool,
    lighter: bool,
) -> Taken:
    times = [what.time_s for what in shown]
    heard = film.heard(shown)
    noises = [
        (number, name, round(level_of(strength), 3))
        for number, cues in groupby(heard, key=lambda sound: sound[0])
        for name, strength in sounds_of(cue for _, cue in cues).items()
    ]
    samples = {name: _samples(name) for name in sorted({name for _, name, _ in noises})}
    title = _("{title}, seed {seed}", title=match.title, seed=match.seed)
    meta = {
        "size": size, "hz": HZ, "frames": len(shown), "tile": TILE, "slow": SLOW, "speed": speed,
        "sheets": recorder.pictures.begins(),
        "marks": [(number, cue.kind, cue.words) for number, cue in heard if cue.kind in MARKS],
        "captions": [(number, cue.words) for number, cue in heard if cue.words],
        "heard": noises,
        "sounds": [(name, len(stored)) for name, stored in samples.items()],
        "soundHz": RATE_HZ // EVERY,
        "shots": [[bisect_left(times, at) for at in _bounds(shot)] for shot in shots],
        "thoughts": thoughts,
        "file": f"{match.game}-{match.seed}.jsonl",
        "seats": [called(seat.name) for seat in match.seats],
    }  # fmt: skip
    motion = recorder.pictures.index() + recorder.motion() + clock_keys(times, recorder.cuts)
    return Taken(
        title, meta, motion, tuple(recorder.pictures.sheets(lighter)), b"".join(samples.values()), poster,
        tuple(_lines(film.frame_buffer, times)),
    )  # fmt: skip


def _bounds(shot: Moment) -> tuple[float, float, float, float]:
    low, high = shot.slow or (shot.end_s, shot.end_s)
    return shot.start_s, shot.end_s, low, high


def _at_its_height(shots: Sequence[Moment], shown: Sequence[Shown]) -> Shown:
    """Return the picture of the most dramatic moment, the last one where none is known."""
    if not shots:
        return shown[-1]
    best = max(shots, key=lambda shot: shot.drama)
    at_s = best.slow[0] if best.slow is not None else best.end_s
    return min(shown, key=lambda what: abs(what.time_s - at_s))


def _poster(picture: Image.Image, most: tuple[int, int]) -> bytes:
    picture.thumbnail(most)
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=POSTER_QUALITY)
    return out.getvalue()


def _samples(name: str) -> bytes:
    """Return a sound as one byte a sample."""
    wave = waveform(name)[::EVERY]
    quiet = np.sign(wave) * np.log1p(LOUDNESS * np.abs(wave)) / np.log1p(LOUDNESS)
    return np.round(quiet * 127).astype(np.int8).tobytes()


def _lines(frame_buffer: FrameBuffer, times: Sequence[float]) -> Iterator[tuple[int, float, str]]:
    """Yield each line of the ticker of these times once, with the frame at which it is seen first and its time (s)."""
    seen: set[tuple[float, str]] = set()
    for frame in frame_buffer.frames:
        for line in frame.ticker:
            if times[0] <= line.time_s <= times[-1] and (line.time_s, line.text) not in seen:
                seen.add((line.time_s, line.text))
                yield bisect_left(times, line.time_s), line.time_s, line.text


# ------------------------------------------------------------------------------------------ the text of the page


def written(taken: Taken, record: str, name: str) -> str:
    """Return the text of the page. The same match gives the same bytes."""
    seats = ", ".join(str(seat) for seat in _list(taken.meta["seats"]))
    body = (
        f"<h1>{escape(f'{taken.title}: {seats}')}</h1>",
        *player(taken, record),
        *_about(taken, record, name),
    )
    style = kept("page.css") + kept("player.css")
    return web_page(taken.title, style, body, kept("player.js"), spoken())


def player(taken: Taken, record: str = "", folded: bool = False) -> Iterator[str]:
    """Yield the element of a match as HTML: what is seen, what is pressed, and the data of its player.

    folded: the list of what happened is. All players of a page share player.js and player.css (`kept`).
    """
    table, poster = escape(_("The table; what happened is listed below")), _base64(taken.poster)
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
    yield _controls(float(str(taken.meta["speed"])))
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
        yield _data("record", _base64(zlib.compress(record.encode(), 9)))
    yield f'<script type="application/json" data-part="meta">{_json(taken.meta)}</script>'
    yield _data("motion", _base64(zlib.compress(taken.motion, 9)))
    yield from (_data("sheet", _base64(sheet)) for sheet in taken.sheets)
    yield _data("sounds", _base64(taken.sounds))
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
        again = f"yardarm replay {taken.meta['file']} --verify"
        words = _("Save the record, and let Yardarm play it once more:")
        yield _folded(_("Check that it was played so"), f"<p>{escape(words)}</p><pre>{escape(again)}</pre>")
    frame = f'<iframe src="{name}#embed" width="960" height="640" title="{taken.title}" allowfullscreen></iframe>'
    words = _("Put this file beside that page, and this into it:")
    yield _folded(_("Show it on another page"), f"<p>{escape(words)}</p><pre>{escape(frame)}</pre>")


def _button(name: str, words: str, more: str = "") -> str:
    return f'<button data-is="{name}"{more}>{escape(words)}</button>'


def _folded(title: str, text: str) -> str:
    return f'<details class="about"><summary>{escape(title)}</summary>{text}</details>'


def _data(part: str, text: str) -> str:
    return f'<script type="text/plain" data-part="{part}">{text}</script>'


def _json(value: object) -> str:
    """Return JSON in which nothing can end its element or begin a comment."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


@cache
def kept(name: str) -> str:
    """Return the text of a file of this folder."""
    return Path(__file__).with_name(name).read_text("utf-8")
