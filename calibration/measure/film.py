"""Films as they are read: where strongly coloured stickers are in each picture, at the time that the film gives it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
from numpy.typing import NDArray

from sim.errors import InputError
from sim.files import is_file

Floats = NDArray[np.float64]
Planes = NDArray[np.float32]

MOST_PICTURES, FEWEST_PICTURES = 20_000, 60
LONGEST_S = 300.0
_MOST_PIXELS = 4096 * 2304
_KINDS = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi"
_FEWEST_PX, _MOST_SHARE = 10, 0.004
"""The area of a sticker: the least number of pixels of colour (there is one for four others), and the largest share."""
_VIVID = 38.0
_SLIM = 4
_RING_PX = 3
_PALE = 0.3
"""A pixel with so much less of a sticker's colour is none of it; with so little less it is all of it."""
_HUE_RAD, _HUE_PX = 0.5, 60.0
_JUMP_SHARE = 0.06
_GAP = 5
_MOST_SPOTS = 60


@dataclass(frozen=True, slots=True)
class Spot:
    """A strongly coloured thing in a picture. x, y: its middle (pixels). hue: rad. size: pixels of colour."""

    x: float
    y: float
    hue: float
    size: int


@dataclass(slots=True)
class Track:
    """A thing that was followed. pictures: in which it was seen. places: where (n, 2), pixels."""

    pictures: list[int]
    places: list[tuple[float, float]]
    hue: float
    size: float

    def filled(self, count: int) -> Floats:
        """Return its place in each of `count` pictures (count, 2), between those in which it was seen on a line."""
        places, every = np.array(self.places), np.arange(count)
        return np.column_stack([np.interp(every, self.pictures, places[:, axis]) for axis in (0, 1)])


@dataclass(slots=True)
class Film:
    """A film that was read. times: of its pictures, s. size: width and height of its pictures."""

    file: Path
    times: Floats
    size: tuple[int, int]
    tracks: list[Track] = field(default_factory=list)


def read_film(file: Path) -> Film:
    """Read a film, and follow what is strongly coloured and small. Raises InputError for no film, or too long a one."""
    times: list[float] = []
    size = (0, 0)
    ended: list[Track] = []
    running: list[Track] = []
    for picture in pictures(file):
        if picture.pts is None or picture.time_base is None:
            raise InputError("{file}: expected a time stamp on every picture, found one without.", file=file)
        size = picture.width, picture.height
        time = float(picture.pts * picture.time_base)
        if times and time <= times[-1]:
            raise InputError(
                "{file}: expected time stamps that ascend, found {time:.4f} s after {before:.4f} s.",
                file=file,
                time=time,
                before=times[-1],
            )
        times.append(time)
        _follow(running, _spots(picture), len(times) - 1, _JUMP_SHARE * max(size))
        ended += [track for track in running if len(times) - track.pictures[-1] > _GAP]
        running = [track for track in running if len(times) - track.pictures[-1] <= _GAP]
        if len(times) > MOST_PICTURES or time - times[0] > LONGEST_S:
            raise InputError(
                "{file}: expected a film of at most {most_s:g} s and {most} pictures: cut it to the swing.",
                file=file,
                most_s=LONGEST_S,
                most=MOST_PICTURES,
            )
    if len(times) < FEWEST_PICTURES:
        raise InputError(
            "{file}: expected a film of at least {fewest} pictures, found {found}.",
            file=file,
            fewest=FEWEST_PICTURES,
            found=len(times),
        )
    return Film(file, np.array(times), size, [*ended, *running])


def pictures(file: Path) -> Iterator[Any]:
    """Yield the pictures of a film, one after the other. Raises InputError for what is no film."""
    if not is_file(file):
        raise InputError("{file}: cannot be read (there is no such file).", file=file)
    # Through a stream, and by kinds that hold their pictures themselves: a list of addresses is not followed.
    allowed = {"format_whitelist": _KINDS, "protocol_whitelist": "file", "enable_drefs": "0"}
    try:
        with file.open("rb") as stream, av.open(stream, options=allowed) as container:
            if not container.streams.video:
                raise InputError("{file}: expected a film, found no pictures in it.", file=file)
            video = container.streams.video[0]
            if not 0 < video.width * video.height <= _MOST_PIXELS:
                raise InputError(
                    "{file}: expected pictures of at most {most} pixels, found {width} x {height}.",
                    file=file,
                    most=_MOST_PIXELS,
                    width=video.width,
                    height=video.height,
                )
            video.thread_type = "AUTO"
            with contextlib.suppress(EOFError):
                yield from container.decode(video)
    except (av.error.FFmpegError, OSError, ValueError, MemoryError) as error:
        raise InputError("{file}: is not a film that can be read ({error}).", file=file, error=error) from error


def _spots(picture: Any) -> list[Spot]:
    """Return what is small and strongly coloured."""
    width, height = picture.width // 2 * 2, picture.height // 2 * 2
    planes = picture.reformat(width=width, height=height, format="yuv420p").to_ndarray()
    coloured = planes[height:].reshape(2, height // 2, width // 2).astype(np.float32) - 128
    vivid = (np.sum(coloured**2, axis=0) > _VIVID**2).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(vivid, connectivity=8)
    sizes = stats[1:, 4]
    kept = 1 + np.flatnonzero((sizes >= _FEWEST_PX) & (sizes <= _MOST_SHARE * vivid.size))
    if len(kept) > _MOST_SPOTS:
        kept = kept[np.argsort(-stats[kept, 4], kind="stable")[:_MOST_SPOTS]]
    found = (_spot(planes[:height], coloured, labels, label, stats[label].tolist()) for label in kept.tolist())
    return [spot for spot in found if spot is not None]


def _spot(
    grey: NDArray[np.uint8], coloured: Planes, labels: NDArray[np.int32], label: int, stats: list[int]
) -> Spot | None:
    """Return a spot with its middle weighed by how much of each pixel it covers; None for what is no sticker.

    stats: left, top, width, height and size of its pixels of colour, each of which stands for four of grey.
    """
    x, y, w, h, size = stats
    ring = _RING_PX
    rows, columns = labels.shape
    inside = x >= ring and y >= ring and x + w <= columns - ring and y + h <= rows - ring
    if not inside or max(w, h) > _SLIM * min(w, h):
        return None
    left, top, right, bottom = x - ring, y - ring, x + w + ring, y + h + ring
    core = (labels[top:bottom, left:right] == label).astype(np.uint8)
    around = cv2.dilate(core, np.ones((5, 5), np.uint8)) == 0
    fine = (2 * (right - left), 2 * (bottom - top))
    window = np.stack([*coloured[:, top:bottom, left:right], core, around.astype(np.float32)])
    u, v, inner, outer = (cv2.resize(each.astype(np.float32), fine) for each in window)
    own = np.stack([u, v, grey[2 * top : 2 * bottom, 2 * left : 2 * right]], axis=-1)
    if not (outer > 0.5).any():
        return None
    ground = np.median(own[outer > 0.5], axis=0)
    colour = np.median(own[inner > 0.5], axis=0) - ground
    share = (own - ground) @ colour / max(float(colour @ colour), 1e-6)
    weight = np.clip((share - _PALE) / (1 - 2 * _PALE), 0.0, 1.0) * (cv2.dilate(inner, np.ones((7, 7))) > 0)
    down, across = np.mgrid[2 * top : 2 * bottom, 2 * left : 2 * right]
    total = float(weight.sum())
    if total <= 0:
        return None
    middle = float((across * weight).sum()) / total, float((down * weight).sum()) / total
    return Spot(*middle, float(np.arctan2(colour[1], colour[0])), size)


def _follow(tracks: list[Track], spots: list[Spot], picture: int, jump_px: float) -> None:
    """Add spots to the tracks that they go on with, the longest first; the others begin a track."""
    free = list(spots)
    for track in sorted(tracks, key=lambda each: -len(each.pictures)):
        place = np.array(track.places[-1])
        if len(track.places) > 1 and track.pictures[-2] == track.pictures[-1] - 1:
            place = 2 * place - track.places[-2]
        near = [(_unlike(track, spot, place), index) for index, spot in enumerate(free)]
        near = [(unlike, index) for unlike, index in near if unlike < jump_px]
        if near:
            spot = free.pop(min(near)[1])
            track.pictures.append(picture)
            track.places.append((spot.x, spot.y))
    tracks += [Track([picture], [(spot.x, spot.y)], spot.hue, spot.size) for spot in free]


def _unlike(track: Track, spot: Spot, place: Floats) -> float:
    """Return how unlike a spot is to what a track expects next, in pixels; infinite for another thing."""
    turned = abs((spot.hue - track.hue + np.pi) % (2 * np.pi) - np.pi)
    if turned > _HUE_RAD or not 0.3 < spot.size / track.size < 3.0:
        return float("inf")
    return float(np.hypot(spot.x - place[0], spot.y - place[1]) + _HUE_PX * turned)
