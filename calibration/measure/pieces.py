"""Pieces from photos: found on the sheet or beside a card, each as the table of a preset that describes it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.measure.camera import Camera, camera_over_sheet, check_flat, check_tilt
from calibration.measure.card import ROUND_CARD, camera_by_card, without_card
from calibration.measure.outline import (
    area,
    base_share,
    edge_line,
    is_simple,
    profile_line,
    round_profile,
    sharp_corners,
    stood_up,
)
from calibration.measure.photo import Photo, hex_colour, linear
from calibration.measure.sheet import CARD_MM, FREE, GROUNDS, Box, Ground
from calibration.measure.silhouettes import FINE, Level, Picture, Silhouette, level_photo, silhouettes
from sim.errors import InputError

Floats = NDArray[np.float64]

BLURRED_MM, CLIPPED = 0.45, 0.25
"""A photo whose edges are smeared by more (sd), or of whose paper more is overexposed, is refused."""
MOST_OFF_MM = 0.6
SEEN_TWICE_MM = 1.5
"""How deep hollows seen from two sides may still be filled: 1.4 mm in 19 of 20 pieces (studies/photos.py)."""
_DEPTH_SD_MM = 0.3
_EDGE_MM = 0.25
"""By how much an outline misses the truth, in 19 of 20 pieces, where the camera is known exactly (rendered photos)."""
_CONVEX = 0.97
_SAME_MM = 15.0
_ROUND_LEAN = math.tan(math.radians(15.0))


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of a person about a piece. depth_mm: how far it stands out of the table; of a round one, None."""

    name: str
    depth_mm: float | None
    mass_g: float | None = None


@dataclass(frozen=True, slots=True)
class PhotoPiece:
    """A piece as photos show it.

    outline: (n, 2) mm, y up, its foot at y = 0. stances: names and angles in degrees. colour: `#rrggbb`. within_mm: in
    19 of 20 pieces no point of the outline is farther off. filled_mm: so deep hollows may be filled besides. drawn: the
    outline where it lies in the level photo (pixels).
    """

    asked: Asked
    outline: Floats
    depth_mm: float
    stances: dict[str, float]
    colour: str
    within_mm: float
    filled_mm: float
    drawn: Floats

    @property
    def shown_by_another(self) -> bool:
        """True if a second photo would show more of its hollows."""
        return self.filled_mm > SEEN_TWICE_MM

    @property
    def area_mm2(self) -> float:
        return area(self.outline)

    @property
    def density_g_cm3(self) -> float | None:
        """The density of its wood, if its mass is known."""
        return None if self.asked.mass_g is None else 1e3 * self.asked.mass_g / (self.area_mm2 * self.depth_mm)


@dataclass(frozen=True, slots=True)
class _Look:
    """A photo that has been understood."""

    photo: Photo
    camera: Camera
    level: Level
    ground: Ground
    found: list[Silhouette]


def measure_pieces(
    photos: Sequence[Photo], asked: Sequence[Asked], *, card: bool, lathe: bool, line_mm: float
) -> tuple[list[PhotoPiece], NDArray[np.uint8]]:
    """Measure the pieces that lie in all photos, in the order of reading. Raises InputError with what is wrong.

    lathe: the pieces are round, turned on a lathe. Returns also the first photo made level, for the outlines to be
    drawn on.
    """
    looks = [_look(photo, len(asked), card, line_mm, alone=len(photos) == 1) for photo in photos]
    first = looks[0]
    pieces = []
    for each, silhouette in zip(asked, first.found, strict=True):
        views = [(look, _same(look, silhouette)) for look in looks]
        pieces.append(_round_piece(each, views) if lathe else _flat_piece(each, views))
    return pieces, _shown(first)


def _look(photo: Photo, count: int, card: bool, line_mm: float, alone: bool) -> _Look:
    over_sheet = camera_over_sheet(photo, line_mm)
    if over_sheet is not None:
        camera, ground, blur = over_sheet
        _check_sharp(photo, blur)
        level = level_photo(photo, camera, _scaled(FREE, line_mm / 100))
    elif card:
        if not alone:
            raise InputError("{file}: expected the sheet in each of several photos, found none.", file=photo.file)
        camera, paper = camera_by_card(photo)
        ground, level = "white", level_photo(photo, camera, ROUND_CARD, paper)
    else:
        raise InputError(
            "{file}: expected the sheet of `yardarm measure sheet`, found none of its marks; beside a bank card: "
            "--card.",
            file=photo.file,
        )
    _check_light(photo, level.clipped)
    if over_sheet is not None:
        check_flat(photo, camera)
    check_tilt(photo, camera)
    found = silhouettes(level)
    if card:
        found = without_card(photo, camera, found) if over_sheet is not None else _beside_card(found)
    return _Look(photo, camera, level, ground, _counted(photo, found, count, ground))


def _scaled(box: Box, scale: float) -> Box:
    return Box(*(scale * side for side in (box.left, box.top, box.right, box.bottom)))


def _beside_card(found: list[Silhouette]) -> list[Silhouette]:
    """Return what is not the card that the frame is of; a piece that reaches the rim of the paper stays out too."""
    wide, high = CARD_MM
    return [
        each for each in found if each.whole and not (0 < each.middle_mm[0] < wide and 0 < each.middle_mm[1] < high)
    ]


def _check_sharp(photo: Photo, blur_mm: float) -> None:
    if blur_mm > BLURRED_MM:
        raise InputError(
            "{file}: expected a sharp photo, found edges smeared over {blur:.1f} mm: hold the phone still, with more "
            "light, and not nearer than it can focus.",
            file=photo.file,
            blur=2 * blur_mm,
        )


def _check_light(photo: Photo, clipped: float) -> None:
    if clipped > CLIPPED:
        raise InputError(
            "{file}: expected a photo whose paper is not overexposed, found {share:.0%} of it white without detail: "
            "use less light, or tap on the paper before you take it.",
            file=photo.file,
            share=clipped,
        )


def _counted(photo: Photo, found: list[Silhouette], count: int, ground: Ground) -> list[Silhouette]:
    """Return the pieces if their number is right, and all of each is seen. Raises InputError."""
    if not found:
        other = "blue" if ground == "white" else "white"
        raise InputError(
            "{file}: expected {count} piece(s) on the sheet, found nothing; for pieces that look like the paper take "
            "the sheet with --ground {other}.",
            file=photo.file,
            count=count,
            other=other,
        )
    cut = next((each for each in found if not each.whole), None)
    if cut is not None:
        raise InputError(
            "{file}: expected pieces within the sheet's marks and above its base line, found one that reaches beyond "
            "them (at {x:.0f} mm from the left, {y:.0f} mm from the top).",
            file=photo.file,
            x=cut.middle_mm[0],
            y=cut.middle_mm[1],
        )
    if len(found) != count:
        raise InputError(
            "{file}: expected {count} piece(s), one for each --name, found {found}; they must lie apart, alone on the "
            "sheet.",
            file=photo.file,
            count=count,
            found=len(found),
        )
    return found


def _same(look: _Look, wanted: Silhouette) -> Silhouette:
    """Return the silhouette of another photo that is the wanted one's piece. Raises InputError."""
    near = min(look.found, key=lambda each: float(np.linalg.norm(each.middle_mm - wanted.middle_mm)))
    off = float(np.linalg.norm(near.middle_mm - wanted.middle_mm))
    if off > _SAME_MM:
        raise InputError(
            "{file}: expected the pieces where they lie in the first photo, found one {off:.0f} mm away: leave them as "
            "they are between the photos.",
            file=look.photo.file,
            off=off,
        )
    return near


def _flat_piece(asked: Asked, views: list[tuple[_Look, Silhouette]]) -> PhotoPiece:
    assert asked.depth_mm is not None
    look, silhouette = views[0]
    share = base_share(silhouette, look.camera, asked.depth_mm)
    for other, seen in views[1:]:
        share = np.minimum(share, _moved(base_share(seen, other.camera, asked.depth_mm), seen, silhouette))
    line = edge_line(share, silhouette.left_mm, silhouette.top_mm)
    _check_line(look.photo, asked, line)
    within = max(_within_mm(each, asked, line, asked.depth_mm, _DEPTH_SD_MM) for each, _ in views)
    filled = _filled_mm(look.camera, line, asked.depth_mm)
    if len(views) > 1:
        filled = min(filled, SEEN_TWICE_MM)
    return _piece(asked, look, silhouette, line, sharp_corners(line), asked.depth_mm, within, filled)


def _round_piece(asked: Asked, views: list[tuple[_Look, Silhouette]]) -> PhotoPiece:
    look, silhouette = views[0]
    if len(views) > 1:
        raise InputError("{file}: --round: expected one photo, from straight above.", file=views[1][0].photo.file)
    line = edge_line(silhouette.share, silhouette.left_mm, silhouette.top_mm)
    _check_line(look.photo, asked, line)
    x, y, z = look.camera.position
    lean = math.dist((x, y), silhouette.middle_mm) / -float(z)
    if lean > _ROUND_LEAN:
        raise InputError(
            "{file}: --round: expected {name} straight below the camera, found it {lean:.0f} degrees off (15 at "
            "most): take the photo from right above it.",
            file=look.photo.file,
            name=asked.name,
            lean=math.degrees(math.atan(lean)),
        )
    profile = round_profile(line, look.camera)
    half = float(profile.halves.max())
    within = _within_mm(look, asked, line, half, 0.02 * half) + lean * half / 4
    corners = sharp_corners(profile_line(profile))
    return _piece(asked, look, silhouette, line, corners, profile.depth_mm, within, 0.0)


def _check_line(photo: Photo, asked: Asked, line: Floats) -> None:
    if not len(line):
        raise InputError(
            "{file}: expected an edge round {name}, found none: it hardly differs from the paper, or its --depth-mm is "
            "too large.",
            file=photo.file,
            name=asked.name,
        )


def _within_mm(look: _Look, asked: Asked, line: Floats, depth_mm: float, depth_sd_mm: float) -> float:
    """Return by how much an outline may miss the truth, in 19 of 20 cases: edges, the camera's place, the depth.

    Raises InputError where that is too much.
    """
    places = line * (1, -1)
    middle = places.mean(axis=0)
    spread = float(np.linalg.norm(places - middle, axis=1).max())
    by_depth = depth_sd_mm * (_aside_mm(look.camera, line) + spread) / look.camera.height_mm
    by_camera = look.camera.shift_sd_mm(middle + spread * np.array([1.0, 0.0]), depth_mm)
    within = math.hypot(_EDGE_MM, 2 * by_depth, 2 * by_camera)
    if within > MOST_OFF_MM:
        raise InputError(
            "{file}: expected a photo that tells where the camera was, found {name} known to {within:.1f} mm only: "
            "take one of the whole sheet with EXIF, tilted by ten degrees or more.",
            file=look.photo.file,
            name=asked.name,
            within=within,
        )
    return within


def _aside_mm(camera: Camera, line: Floats) -> float:
    """Return how far a thing lies from the foot of the camera."""
    return float(np.linalg.norm(line.mean(axis=0) * (1, -1) - camera.position[:2]))


def _filled_mm(camera: Camera, line: Floats, depth_mm: float) -> float:
    """Return how deep hollows may be filled: as far as the height of the piece hides what is behind; 0 without any."""
    hull = cv2.contourArea(cv2.convexHull(line.astype(np.float32)))
    if area(line) > _CONVEX * hull:
        return 0.0
    return depth_mm * _aside_mm(camera, line) / (camera.height_mm - depth_mm)


def _piece(
    asked: Asked,
    look: _Look,
    silhouette: Silhouette,
    line: Floats,
    corners: Floats,
    depth_mm: float,
    within_mm: float,
    filled_mm: float,
) -> PhotoPiece:
    if not is_simple(corners):
        raise InputError(
            "{file}: expected an outline of {name} that does not meet itself: it must lie apart from the others.",
            file=look.photo.file,
            name=asked.name,
        )
    outline, stances = stood_up(corners)
    drawn = (line * (1, -1) - (look.level.left_mm, look.level.top_mm)) * FINE - 0.5
    colour = hex_colour(silhouette.colour * linear_of(GROUNDS[look.ground]))
    return PhotoPiece(asked, outline, depth_mm, stances, colour, within_mm, filled_mm, drawn)


def linear_of(colour: str) -> Floats:
    """Return `#rrggbb` as linear red, green and blue; white paper gives back nine tenths of the light."""
    values = np.array([[int(colour[place : place + 2], 16) for place in (1, 3, 5)]], np.uint8)
    return np.asarray(0.9 * linear(values)[0], dtype=np.float64)


def _moved(share: Picture, seen: Silhouette, wanted: Silhouette) -> Picture:
    """Return the share of one silhouette in the window of another."""
    move = np.array(
        [[1.0, 0.0, (seen.left_mm - wanted.left_mm) * FINE], [0.0, 1.0, (seen.top_mm - wanted.top_mm) * FINE]]
    )
    return np.asarray(cv2.warpAffine(share, move, wanted.share.shape[1::-1]))


def _shown(look: _Look) -> NDArray[np.uint8]:
    """Return the level photo as bytes, blue, green, red."""
    value = np.clip(look.level.ratio * linear_of(GROUNDS[look.ground])[::-1], 0, 1)
    return np.asarray(255 * value ** (1 / 2.2), dtype=np.uint8)
