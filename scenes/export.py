"""Pictures of a match, drawn off screen: a still (.png) or a moving one (.gif)."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from scenes.match import Scene, WatchedMatch, scene_of
from scenes.window import NoDrawingError, OffScreen
from sim.errors import InputError
from sim.files import write_whole
from sim.matches.frame import Frame

Size = tuple[int, int]
GIF_HZ = 12.5  # a multiple of GIF's own hundredths of a second
GIF_FRAMES = 240
GIF_SIDE = 800
GIF_COLOURS = 255
UNCHANGED = 255  # the one colour left: lets the frame before shine through
LAST_MS = 2500
THOUGHT_S = 0.4  # of each moment's thinking so much is shown
STEP_S = 1.0 / 30


def check_target(path: Path) -> str:
    """The suffix of a picture that can be written there, `.png` or `.gif`.

    Raises InputError for another kind of file, a folder that is not there or cannot be written.
    """
    suffix = path.suffix.lower()
    if suffix == ".mp4":
        raise InputError(
            f"{path}: .mp4 needs a video extra that this version does not have yet, expected .gif or .png."
        )
    if suffix not in (".png", ".gif"):
        raise InputError(f"{path}: expected a name that ends in .gif or .png.")
    check_writable(path)
    return suffix


def check_writable(path: Path) -> None:
    """Nothing, where a file of that name can be written. Raises InputError."""
    if path.is_dir():
        raise InputError(f"{path}: cannot be written (it is a folder).")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error}).") from error


def export(match: WatchedMatch, path: Path, size: Size, speed: float = 1.0) -> None:
    """Play a match to its end and write it as a picture, by the suffix. Raises InputError, before anything is simulated
    where the file or the size cannot be."""
    suffix = check_target(path)
    if suffix == ".png":
        write_still(match, path, size)
    else:
        write_gif(match, path, size, speed)


def write_still(match: WatchedMatch, path: Path, size: Size, at_s: float | None = None) -> None:
    """Write one moment (simulated seconds; None: the end) as a .png."""
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


def write_gif(
    match: WatchedMatch,
    path: Path,
    size: Size,
    speed: float = 1.0,
    start_s: float = 0.0,
    end_s: float | None = None,
) -> None:
    """Write a match, or a stretch of its simulated time, as a looping .gif at `speed` times real time.

    Thinking is cut short, the longer side is at most GIF_SIDE pixels, and of a long match every n-th frame is shown so
    that there are at most GIF_FRAMES.
    """
    width, height = size
    shrink = min(1.0, GIF_SIDE / max(size))
    size = max(64, round(width * shrink)), max(64, round(height * shrink))
    screen = _screen(path, size)
    try:
        frames = list(_filmed(match, speed / GIF_HZ, start_s, end_s))
        every = -(-len(frames) // GIF_FRAMES)
        if every > 1:
            print(f"{path}: a long match, shown at {every * speed:g} times real time.", file=sys.stderr)
            frames = [*frames[:-1:every], frames[-1]]
        scene = scene_of(match, *size, 1.0, frames[0])
        pictures = []
        for index, frame in enumerate(frames):
            pictures.append(screen.picture(_shown(scene, frame, index / GIF_HZ)))
            _say(f"{index + 1} of {len(frames)} frames drawn")
        _say("")
    finally:
        screen.close()
    write_whole(path, _gif(pictures))


def _filmed(match: WatchedMatch, step_s: float, start_s: float, end_s: float | None) -> Iterator[Frame]:
    thought_s = 0.0
    while True:
        frame = match.frame()
        thought_s = thought_s + step_s if frame.thinking else 0.0
        if frame.time_s >= start_s and (thought_s <= THOUGHT_S or match.finished):
            yield frame
        if match.finished or (end_s is not None and frame.time_s >= end_s):
            return
        match.advance(step_s)
        _say(f"{frame.time_s:6.0f} s simulated")


def _screen(path: Path, size: Size) -> OffScreen:
    try:
        return OffScreen(*size)
    except NoDrawingError as problem:
        raise InputError(f"{path}: cannot be drawn here, because {problem}.") from problem


def _shown(scene: Scene, frame: Frame, clock_s: float) -> Scene:
    scene.show(frame, clock_s)
    return scene


def _png(picture: Image.Image) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _gif(pictures: Sequence[Image.Image]) -> bytes:
    """All pictures in one palette; after the first, only what has changed is told, which packs well."""
    palette = _palette(pictures)
    flat = [_few_colours(picture, palette) for picture in pictures]
    indices = [np.asarray(picture) for picture in flat]
    for number in range(len(flat) - 1, 0, -1):
        changed = np.where(indices[number] == indices[number - 1], UNCHANGED, indices[number])
        told = Image.fromarray(changed.astype(np.uint8), "P")
        told.putpalette(flat[0].getpalette() or [])
        flat[number] = told
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
    # A fixed pattern instead of error diffusion: skies stay smooth, and what stands still stays the same.
    pattern = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], dtype=np.int16) - 8
    width, height = picture.size
    shift = np.tile(pattern, (height // 4 + 1, width // 4 + 1))[:height, :width, None] // 3
    pixels = np.clip(np.asarray(picture, dtype=np.int16) + shift, 0, 255).astype(np.uint8)
    return Image.fromarray(pixels).quantize(palette=palette, dither=Image.Dither.NONE)


def _say(text: str) -> None:
    """Progress, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r{text:<40}", end="" if text else "\r", file=sys.stderr, flush=True)
