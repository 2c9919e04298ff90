"""A match taken down for a page: what its scene draws, its sounds, its rulings, and what its player needs to know."""

from __future__ import annotations

import io
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np
from PIL import Image

from scenes.export.film_schedule import Shown
from scenes.export.films import MatchFilm
from scenes.export.page.tiles import TILE
from scenes.export.page.transcript import Transcript, clock_keys
from scenes.playback.cues import MARKS, Cue
from scenes.playback.frame_buffer import FrameBuffer
from scenes.playback.sound import RATE_HZ, level_of, sounds_of, waveform
from scenes.playback.theatre import SLOW, Moment, moments_of, programme
from scenes.window.display_list import reporting_to
from scenes.window.window import OffScreen
from sim.language import _
from sim.match.grammar import called
from sim.protocols import Match

HZ = 30
"""How many frames a second are taken down; the player shows what lies between two of them."""
EVERY = 2
"""Of a sound's samples, every second one is stored."""
LOUDNESS = 255
"""How much finer quiet samples are stored than loud ones (as in telephones: mu-law)."""
POSTER, LIGHTER_POSTER = (960, 540), (480, 270)
POSTER_QUALITY = 70


@dataclass(frozen=True, slots=True)
class Taken:
    """A match as a page shows it.

    seats: the names of the players. file: the name of its record. meta: what the page's player needs to know. poster: a
    still (WebP). lines: of the ticker, each with its frame and its time (s).
    """

    title: str
    seats: tuple[str, ...]
    speed: float
    file: str
    meta: dict[str, object]
    motion: bytes
    sheets: tuple[bytes, ...]
    sounds: bytes
    poster: bytes
    lines: tuple[tuple[int, float, str], ...]


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
    lighter = last_s is not None
    screen = OffScreen(*size)
    try:
        transcript = Transcript(screen.window)
        with reporting_to(transcript):
            film = MatchFilm(match, size, *stretch_s, thoughts)
        film.simulate(say)
        shown = film.schedule(1.0 / HZ)
        if last_s is not None:
            first, *others = shown[-round(last_s * HZ) :]
            shown = [replace(first, cut=True), *others]
        _take_frames(transcript, film, screen, shown, say)
        whole = film.frame_buffer.complete
        shots = programme(moments_of(match.game, film.frame_buffer)).shots if whole else ()
        film.show(_at_its_height(shots, shown), 0.0)
        poster = _poster(screen.picture(film), LIGHTER_POSTER if lighter else POSTER)
    finally:
        screen.close()
    times, heard = [what.time_s for what in shown], film.heard(shown)
    noises, sounds = _sounds(heard)
    meta = {
        "size": size, "hz": HZ, "frames": len(shown), "tile": TILE, "slow": SLOW, "thoughts": thoughts,
        "sheets": transcript.pictures.begins(),
        "marks": [(number, cue.kind, cue.words) for number, cue in heard if cue.kind in MARKS],
        "captions": [(number, cue.words) for number, cue in heard if cue.words],
        "heard": noises,
        "sounds": [(name, len(stored)) for name, stored in sounds.items()],
        "soundHz": RATE_HZ // EVERY,
        "shots": [[bisect_left(times, at) for at in _bounds(shot)] for shot in shots],
    }  # fmt: skip
    return Taken(
        title=_("{title}, seed {seed}", title=match.title, seed=match.seed),
        seats=tuple(called(seat.name) for seat in match.seats),
        speed=speed,
        file=f"{match.game}-{match.seed}.jsonl",
        meta=meta,
        motion=transcript.pictures.index() + transcript.motion() + clock_keys(times, transcript.cuts),
        sheets=tuple(transcript.pictures.sheets(lighter)),
        sounds=b"".join(sounds.values()),
        poster=poster,
        lines=tuple(_lines(film.frame_buffer, times)),
    )


def _take_frames(
    transcript: Transcript, film: MatchFilm, screen: OffScreen, shown: Sequence[Shown], say: Callable[[str], None]
) -> None:
    for number, what in enumerate(shown):
        with reporting_to(transcript):
            film.show(what, number / HZ)
        with transcript.taking(what.cut):
            film.draw_table(screen.window)
            transcript.aside()
            film.draw_thoughts(screen.window)
        if number % HZ == 0:
            say(f"{number} of {len(shown)} frames taken")
    say("")


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


def _sounds(heard: Sequence[tuple[int, Cue]]) -> tuple[list[tuple[int, str, float]], dict[str, bytes]]:
    """Return frame, name and volume of every sound, and the samples of each sound by its name."""
    noises = [
        (number, name, round(level_of(strength), 3))
        for number, cues in groupby(heard, key=lambda sound: sound[0])
        for name, strength in sounds_of(cue for _number, cue in cues).items()
    ]
    return noises, {name: _samples(name) for name in sorted({name for _number, name, _level in noises})}


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
