"""The angle of a swinging ship from a film: about the sticker at the pivot, without the shake of the hand.

Seen from aside, a plane is foreshortened: about the image of the pivot, tan(angle) grows by one factor. The masthead's
distance from the pivot varies with the angle as that factor says, so it is estimated and taken out; what remains of it,
and of a sticker that is not quite at the pivot, is an error of scale that all angles share.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.measure.film import Film
from sim.errors import InputError

Floats = NDArray[np.float64]

_SEEN = 0.9
"""A sticker is seen in this share of the pictures at least."""
_LEAST_SWING_PX = 25.0
_AT_REST = 0.25
"""What rests moves at most by this share of the masthead's way: no more than a hand shakes."""
_OFF_SHARE, _OFF_PX = 0.01, 1.5
"""A masthead that leaves its circle by more (of the radius, or pixels) is seen from too far aside, or is none."""
_PIVOT_SHARE = 0.12
"""The pivot's sticker is this near to the middle of the circle, as a share of the radius."""
_FACTOR_SD, _FACTOR_READ_SD = 0.02, 0.0093
"""Of the factor: beforehand (eight degrees aside), and as read: stuck on by 1 mm, a lens, a camera that looks up."""
_LOCKED_PX = 0.3
"""A codec may hold a sticker back by so much, longer than noise does."""
_STUCK_SD = 0.0044
"""A pivot's sticker that is off by 1 mm below a mast of 230 mm changes all angles by this share."""
_LET_GO = 0.75
"""From where the angle falls below this share of what it was held at, and goes on falling, the ship is free."""


@dataclass(frozen=True, slots=True)
class Sway:
    """A swing that was read. times (s, from the first picture) and angles (rad, about where she comes to rest).

    scale_sd: the sd of the share by which all angles are off. resting: how many stickers took out the shake. masthead,
    pivot: their places in each picture of the film (pictures, 2), pixels. first: the picture that the times begin with.
    off_px: by how much the masthead leaves its circle.
    """

    times: Floats
    angles: Floats
    scale_sd: float
    resting: int
    masthead: Floats
    pivot: Floats
    all_angles: Floats
    first: int
    off_px: float


def read_sway(film: Film, still: bool) -> Sway:
    """Return the swing of a film. still: the phone stood still, so that no sticker need rest. Raises InputError."""
    count = len(film.times)
    tracks = [track for track in film.tracks if len(track.pictures) >= _SEEN * count]
    if not tracks:
        raise InputError(
            "{file}: expected a sticker that is seen in nine pictures of ten, found none: use stickers of a strong "
            "colour that nothing else in the film has, and enough light.",
            file=film.file,
        )
    places = [track.filled(count) for track in tracks]
    ways = [_way(each) for each in places]
    swings = int(np.argmax(ways))
    if ways[swings] < _LEAST_SWING_PX:
        raise InputError("{file}: expected a ship that swings, found nothing that moves.", file=film.file)
    resting = [each for each, way in zip(places, ways, strict=True) if way < _AT_REST * ways[swings]]
    if len(resting) < 2 and not still:
        raise InputError(
            "{file}: expected stickers that rest, at the pivot and two on the box, found {found}: without them the "
            "shake of the hand cannot be taken out (frequencies were up to 11 % off); for a phone that stood still: "
            "--still.",
            file=film.file,
            found=len(resting),
        )
    steadied = _steadied(places[swings], resting)
    centre, radius, off = _circle(steadied)
    if off > max(_OFF_PX, _OFF_SHARE * radius):
        raise InputError(
            "{file}: expected a masthead on a circle, found it {off:.1f} pixels off: film her square on, from the "
            "stern, all four stickers in each picture.",
            file=film.file,
            off=off,
        )
    pivot = _pivot(film, resting, centre, radius)
    angles, scale_sd = _angles(steadied - pivot)
    seen = np.zeros(count, bool)
    seen[tracks[swings].pictures] = True
    first = _let_go(film, angles)
    kept = seen & (np.arange(count) >= first)
    return Sway(
        times=film.times[kept] - film.times[0],
        angles=angles[kept],
        scale_sd=scale_sd,
        resting=len(resting),
        masthead=places[swings],
        pivot=_followed(pivot, resting),
        all_angles=angles,
        first=first,
        off_px=off,
    )


def _way(places: Floats) -> float:
    return float(np.linalg.norm(np.percentile(places, 99, axis=0) - np.percentile(places, 1, axis=0)))


def _complex(places: Floats) -> NDArray[np.complex128]:
    return np.asarray(places[..., 0] + 1j * places[..., 1])


def _motion(resting: list[Floats]) -> tuple[NDArray[np.complex128], NDArray[np.complex128], NDArray[np.complex128]]:
    """Return how the camera moved: the middle of what rests in each picture, its usual place, the turn and growth."""
    seen = np.stack([_complex(each) for each in resting], axis=1)
    usual = np.array([np.median(each.real) + 1j * np.median(each.imag) for each in seen.T])
    middle, centre = seen.mean(axis=1), np.full(len(seen), usual.mean())
    if len(resting) < 2:
        return middle, centre, np.ones(len(seen), complex)
    arms, usual_arms = seen - middle[:, np.newaxis], usual - usual.mean()
    turn = (arms.conj() @ usual_arms) / np.sum(np.abs(arms) ** 2, axis=1)
    return middle, centre, turn


def _steadied(places: Floats, resting: list[Floats]) -> Floats:
    """Return places as if the camera had not moved, turned or come nearer."""
    if not resting:
        return places
    middle, centre, turn = _motion(resting)
    still = centre + (_complex(places) - middle) * turn
    return np.column_stack([still.real, still.imag])


def _followed(place: Floats, resting: list[Floats]) -> Floats:
    """Return where a place at rest (2,) is in each picture: the inverse of `_steadied`."""
    if not resting:
        return np.asarray(place)[np.newaxis]
    middle, centre, turn = _motion(resting)
    seen = middle + (complex(place[0], place[1]) - centre) / turn
    return np.column_stack([seen.real, seen.imag])


def _circle(places: Floats) -> tuple[Floats, float, float]:
    """Return middle, radius and root mean square misfit of a circle through places (n, 2)."""
    from scipy.optimize import least_squares

    middle = places.mean(axis=0)
    about = places - middle
    terms = np.column_stack([2 * about, np.ones(len(about))])
    x, y, rest = np.linalg.lstsq(terms, np.sum(about**2, axis=1), rcond=None)[0]
    start = [x, y, math.sqrt(max(rest + x * x + y * y, 1.0))]

    def off(circle: Floats) -> Floats:
        return np.asarray(np.hypot(*(about - circle[:2]).T) - circle[2])

    found = least_squares(off, start, loss="soft_l1", f_scale=0.5)
    misfit = off(found.x)
    return middle + found.x[:2], float(found.x[2]), math.sqrt(float(np.mean(np.minimum(misfit**2, 100.0))))


def _pivot(film: Film, resting: list[Floats], centre: Floats, radius: float) -> Floats:
    """Return the usual place of the sticker at the pivot. Raises InputError if none is there."""
    usual = [np.median(each, axis=0) for each in resting]
    near = min(usual, key=lambda each: float(np.linalg.norm(each - centre)), default=None)
    off = math.inf if near is None else float(np.linalg.norm(near - centre)) / radius
    if near is None or off > _PIVOT_SHARE:
        raise InputError(
            "{file}: expected a sticker that rests at the pivot, found none near the middle of the masthead's circle: "
            "without it the scale of the angle is not known.",
            file=film.file,
        )
    return np.asarray(near)


def _angles(arm: Floats) -> tuple[Floats, float]:
    """Return the angles (rad) of the masthead about the pivot, and the sd of the share by which they are off.

    arm: from the pivot to the masthead (n, 2), pixels. Seen from aside, r^2 = a + b sin(angle) + c sin(angle)^2, where
    1 + c / a is the square of the factor by which tan(angle) is too large.
    """
    upright = _complex(np.median(arm[-max(10, len(arm) // 6) :], axis=0))
    turned = _complex(arm) / upright
    seen = np.arctan2(turned.imag, turned.real)
    sine, squares = np.sin(seen), np.abs(turned) ** 2
    terms = np.column_stack([np.ones_like(sine), sine, sine**2])
    law, _, _, _ = np.linalg.lstsq(terms, squares, rcond=None)
    noise = float(np.std(squares - terms @ law))
    fitted_sd = noise * math.sqrt(float(np.linalg.pinv(terms.T @ terms)[2, 2])) / 2
    locked_sd = _LOCKED_PX / (abs(upright) * float(np.max(sine**2)))
    read_sd = math.hypot(fitted_sd, _FACTOR_READ_SD, locked_sd)
    trust = _FACTOR_SD**2 / (_FACTOR_SD**2 + read_sd**2)
    factor = 1 + trust * float(law[2] / law[0]) / 2
    spread = math.hypot(math.sqrt(trust) * read_sd, _STUCK_SD)
    return np.asarray(np.arctan(np.tan(seen) / factor)), spread


def _let_go(film: Film, angles: Floats) -> int:
    """Return the first picture in which the ship is free: from just before she first passes upright."""
    most = float(np.abs(angles).max())
    held_at = int(np.argmax(np.abs(angles) > 0.5 * most))
    side = math.copysign(1.0, float(angles[held_at]))
    passes = held_at + int(np.argmax(side * angles[held_at:] < 0))
    if passes <= held_at:
        raise InputError("{file}: expected a ship that is let go and passes upright, found none.", file=film.file)
    held = float(np.median(side * angles[held_at : max(held_at + 1, passes - 12)]))
    first = passes
    while first > 0 and side * angles[first - 1] < _LET_GO * held and side * angles[first - 1] > side * angles[first]:
        first -= 1
    return first
