"""Pictures of matches, drawn off screen: a still (.png), a moving one (.gif), a film (.mp4) or a page (.html)."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from PIL import Image

from scenes.export.film_schedule import Shown, mixed
from scenes.playback.cues import Cue
from scenes.playback.protocols import Scene
from scenes.playback.sound import RATE_HZ
from scenes.spec import scene_of
from scenes.window.window import Drawn, NoDrawingError, OffScreen
from sim.errors import InputError
from sim.file_kinds import PICTURE, check_kind
from sim.files import output_file, write_whole
from sim.match.record import Record
from sim.protocols import Frame, Match
from sim.untrusted_text import printable

Size = tuple[int, int]
RecordOf = Callable[[Match], Record]
"""Returns the record of a match as far as it goes."""
GIF_HZ = 12.5  # a multiple of GIF's own hundredths of a second
GIF_FRAMES = 240
GIF_SIDE = 800
GIF_COLOURS = 255
UNCHANGED = 255  # the one palette index left: transparent, so the frame before shows through
MP4_HZ = 30
LAST_MS = 2500
STEP_S = 1.0 / 30


class Film(Drawn, Protocol):
    """A film to be written (scenes/export/films.py)."""

    def simulate(self, say: Callable[[str], None]) -> None:
        """Simulate everything that is to be filmed; `say` is called with the progress."""

    def schedule(self, step_s: float) -> list[Shown]:
        """Return what each picture shows, with `step_s` between two."""

    def heard(self, shown: Sequence[Shown]) -> list[tuple[int, Cue]]:
        """Return the cues to be heard, each with the index of its picture in `shown`."""

    def show(self, what: Shown, clock_s: float) -> None:
        """Move everything to that moment; `clock_s` drives animations."""


MakeFilm = Callable[[Size], Film]
"""Makes a film for pictures of a size; called when there is a target to draw on."""


def check_target(path: Path, flag: str = "") -> str:
    """Return the suffix of a picture that can be written to `path`, one of PICTURE's.

    Raises InputError, with `flag` in front, for another suffix; for a folder that is not there or cannot be written to;
    and for a film if the library that writes films is not installed.
    """
    suffix = check_kind(path, PICTURE, flag)
    if suffix == ".mp4":
        from sim.video import check_installed

        check_installed(path)
    output_file(path)
    return suffix


def export(
    match: Match,
    path: Path,
    size: Size,
    speed: float = 1.0,
    sound: bool = True,
    thoughts: bool = False,
    record_of: RecordOf | None = None,
) -> None:
    """Play a match to its end and write it as a still, a moving picture, a film or a page, by the suffix.

    thoughts: a moving one shows what was meant and weighed, if the game has a layer for it. record_of: a page keeps
    what it returns. Raises InputError, before anything is simulated if the file or the size is refused.
    """
    suffix = check_target(path)
    if suffix == ".png":
        write_still(match, path, size)
        return
    if suffix == ".html":
        from scenes.export.page.page import page_of

        try:
            text = page_of(match, size, record_of, path.name, _say, speed, thoughts)
        except NoDrawingError as problem:
            raise _refusal(path, problem) from problem
        write_whole(path, text)
        return

    def make(size: Size) -> Film:
        from scenes.export.films import MatchFilm

        return MatchFilm(match, size, thoughts=thoughts)

    film(make, path, size, speed, sound)


def film(make: MakeFilm, path: Path, size: Size, speed: float = 1.0, sound: bool = True) -> None:
    """Write a film, by the suffix: its last picture, a looping picture, or all of it with sound. Raises InputError."""
    suffix = check_target(path)
    if suffix == ".gif":
        _write_gif(make, path, size, speed)
    elif suffix == ".mp4":
        _write_mp4(make, path, size, speed, sound)
    else:
        _write_end(make, path, size)


def write_still(match: Match, path: Path, size: Size, at_s: float | None = None) -> None:
    """Write one moment (simulated seconds; None: the end) as a .png. Raises InputError."""
    screen = _screen(path, size)
    try:
        while not match.finished and (at_s is None or match.frame().time_s < at_s - STEP_S / 2):
            match.advance(STEP_S if at_s is not None else 1.0)
            _say(f"{match.frame().time_s:6.0f} s simulated")
        _say("")
        frame = match.frame()
        picture = screen.picture(_shown(scene_of(match, *size, 1.0, frame), frame, frame.time_s))
    finally:
        screen.close()
    write_whole(path, _png(picture))


def png_of(match: Match, size: Size) -> bytes:
    """Return where a match stands as a PNG, without moving it on. Raises NoDrawingError where nothing can be drawn."""
    screen = OffScreen(*size)
    try:
        frame = match.frame()
        return _png(screen.picture(_shown(scene_of(match, *size, 1.0, frame), frame, frame.time_s)))
    finally:
        screen.close()


def _write_end(make: MakeFilm, path: Path, size: Size) -> None:
    screen = _screen(path, size)
    try:
        made = make(size)
        made.simulate(_say)
        _say("")
        made.show(made.schedule(STEP_S)[-1], 0.0)
        picture = screen.picture(made)
    finally:
        screen.close()
    write_whole(path, _png(picture))


def _write_gif(make: MakeFilm, path: Path, size: Size, speed: float) -> None:
    width, height = size
    shrink = min(1.0, GIF_SIDE / max(size))
    size = max(64, round(width * shrink)), max(64, round(height * shrink))
    screen = _screen(path, size)
    try:
        made = make(size)
        made.simulate(_say)
        shown = made.schedule(speed / GIF_HZ)
        every = -(-len(shown) // GIF_FRAMES)
        if every > 1:
            note = f"{path}: a long match, shown at {every * speed:g} times real time."
            print(printable(note), file=sys.stderr)
            shown = [*shown[:-1:every], shown[-1]]
        pictures = list(_pictures(screen, made, shown, GIF_HZ))
    finally:
        screen.close()
    write_whole(path, gif(pictures))


def _write_mp4(make: MakeFilm, path: Path, size: Size, speed: float, sound: bool) -> None:
    from sim.video import writing_video

    size = size[0] // 2 * 2, size[1] // 2 * 2  # the codec stores colour for squares of two by two
    screen = _screen(path, size)
    try:
        made = make(size)
        made.simulate(_say)
        shown = made.schedule(speed / MP4_HZ)
        still = round(LAST_MS / 1000 * MP4_HZ)
        track = mixed(made.heard(shown), len(shown) + still, MP4_HZ) if sound else None
        with writing_video(path, size, MP4_HZ, track, RATE_HZ) as write:
            for picture in _pictures(screen, made, shown, MP4_HZ):
                write(picture)
            for _ in range(still):
                write(picture)
    finally:
        screen.close()


def _pictures(screen: OffScreen, made: Film, shown: Sequence[Shown], hz: float) -> Iterator[Image.Image]:
    for number, what in enumerate(shown):
        made.show(what, number / hz)
        yield screen.picture(made)
        _say(f"{number + 1} of {len(shown)} frames drawn")
    _say("")


def _screen(path: Path, size: Size) -> OffScreen:
    try:
        return OffScreen(*size)
    except NoDrawingError as problem:
        raise _refusal(path, problem) from problem


def _refusal(path: Path, problem: NoDrawingError) -> InputError:
    return InputError("{path}: cannot be drawn here, because {problem}.", path=path, problem=problem)


def _shown(scene: Scene, frame: Frame, clock_s: float) -> Scene:
    scene.show(frame, clock_s)
    return scene


def _png(picture: Image.Image) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def gif(pictures: Sequence[Image.Image]) -> bytes:
    """Encode the pictures as a .gif with one palette; after the first, unchanged pixels are transparent."""
    palette = _palette(pictures)
    flat = [_few_colours(picture, palette) for picture in pictures]
    indices = [np.asarray(picture) for picture in flat]
    for number in range(len(flat) - 1, 0, -1):
        changed = np.where(indices[number] == indices[number - 1], UNCHANGED, indices[number])
        indexed = Image.fromarray(changed.astype(np.uint8), "P")
        indexed.putpalette(flat[0].getpalette() or [])
        flat[number] = indexed
    stream = io.BytesIO()
    durations = [round(1000 / GIF_HZ)] * (len(flat) - 1) + [LAST_MS]
    flat[0].save(
        stream,
        "GIF",
        save_all=True,
        append_images=flat[1:],
        duration=durations,
        loop=0,
        optimize=False,
        disposal=1,
        transparency=UNCHANGED,
    )
    return stream.getvalue()


def _palette(pictures: Sequence[Image.Image]) -> Image.Image:
    chosen = pictures[:: max(1, len(pictures) // 8)]
    width, height = chosen[0].size
    album = Image.new("RGB", (width, height * len(chosen)))
    for index, picture in enumerate(chosen):
        album.paste(picture, (0, index * height))
    return album.quantize(GIF_COLOURS, method=Image.Quantize.MEDIANCUT, kmeans=2)


def _few_colours(picture: Image.Image, palette: Image.Image) -> Image.Image:
    # A fixed pattern instead of error diffusion: skies stay smooth, and still parts do not change between pictures.
    pattern = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], dtype=np.int16) - 8
    width, height = picture.size
    shift = np.tile(pattern, (height // 4 + 1, width // 4 + 1))[:height, :width, None] // 3
    pixels = np.clip(np.asarray(picture, dtype=np.int16) + shift, 0, 255).astype(np.uint8)
    return Image.fromarray(pixels).quantize(palette=palette, dither=Image.Dither.NONE)


def _say(text: str) -> None:
    """Print progress, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r{text:<40}", end="" if text else "\r", file=sys.stderr, flush=True)
