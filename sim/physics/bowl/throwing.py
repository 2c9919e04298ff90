"""How a card leaves a hand: the throw that a practised hand means, and what an imprecise one makes of it.

No randomness here: the noise is drawn in sim/people and handed in as numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from sim.errors import InputError
from sim.physics.air import Motion, steady_flight
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.sideways import course_of
from sim.physics.bowl.state import Release

_FLIGHT_STEP_S = 1 / 240
_FLIGHT_CAP_S = 2.0
_SLOWEST, _FASTEST, _SCAN, _REFINE = 0.6, 2.2, 17, 6  # of the ballistic speed
# A practised hand allows for its own scatter: of the speed (a share), and of the direction (rad) up and to the side.
_SPEED_CV, _DIRECTION_RAD = 0.08, 0.06
_SCATTER = ((0.0, 0.0), (-_SPEED_CV, 0.0), (_SPEED_CV, 0.0), (0.0, -_DIRECTION_RAD), (0.0, _DIRECTION_RAD))


@dataclass(frozen=True, slots=True)
class Style:
    """A way to let go of a card: how much the throw rises, how far the leading edge stands above it, the backspin."""

    rise_rad: float
    presentation_rad: float
    backspin_rad_s: float


def styles(setup: BowlSetup) -> tuple[Style, ...]:
    """Return the ways a hand knows: the flick and the glide."""
    m = setup.throw
    return (
        Style(math.radians(m.flick_elevation_deg), math.radians(m.flick_presentation_deg), m.flick_backspin_rad_s),
        Style(math.radians(m.glide_elevation_deg), math.radians(m.glide_presentation_deg), m.glide_backspin_rad_s),
    )


def perturb(
    release: Release,
    speed_factor: float = 1.0,
    direction_rad: float = 0.0,
    spin_factor: float = 1.0,
    late_s: float = 0.0,
) -> Release:
    """Return the same throw with errors: faster, higher (direction_rad > 0, card and all), spinning more, let go late.

    A card let go late has gone on with the hand for that time: it leaves further along its path, and turned further.
    """
    x, y, angle, vx, vy, omega = release.motion
    turn = math.copysign(direction_rad, direction_rad * (1.0 if vx >= 0 else -1.0))
    c, s = math.cos(turn) * speed_factor, math.sin(turn) * speed_factor
    vx, vy, omega = c * vx - s * vy, s * vx + c * vy, omega * spin_factor
    return Release(Motion(x + vx * late_s, y + vy * late_s, angle + turn + omega * late_s, vx, vy, omega))


def _release(x: float, y: float, side: int, speed: float, style: Style) -> Release:
    """Return a throw at `speed` towards `side` (1: to the right); a throw to the left is its mirror image."""
    rise, pitch = style.rise_rad, style.rise_rad + style.presentation_rad
    vx, vy = side * speed * math.cos(rise), speed * math.sin(rise)
    return Release(Motion(x, y, side * pitch, vx, vy, side * style.backspin_rad_s))


def lands_at(setup: BowlSetup, release: Release, height_mm: float) -> float:
    """Return where (x, mm) a thrown card's middle comes down through a height, if nothing is in its way."""
    motion, fly_on = release.motion, steady_flight(setup.plate, setup.air, setup.gravity_mm_s2)
    for _ in range(math.ceil(_FLIGHT_CAP_S / _FLIGHT_STEP_S)):
        after = fly_on(motion, _FLIGHT_STEP_S, 1)
        if after.vy < 0 and after.y <= height_mm:
            share = (motion.y - height_mm) / (motion.y - after.y) if motion.y > height_mm else 0.0
            return motion.x + share * (after.x - motion.x)
        motion = after
    return motion.x


def comes_down(setup: BowlSetup, release: Release) -> tuple[float, float]:
    """Return where a thrown card's middle comes down to the height of the rim, if nothing is in its way.

    Seen in the direction of the throw (mm): beyond the bowl's middle, and to the left of it.
    """
    side = 1 if release.motion.x > 0 else -1
    x = lands_at(setup, release, setup.bowl.depth_mm)
    course = course_of(setup, release.motion.x, release.aside)
    # z points away from the viewer: to the left of a throw to the right, to the right of one to the left.
    return -side * x, 0.0 if course is None else -side * course.z_mm(x)


def ballistic_speed(setup: BowlSetup, rise_rad: float, reach_mm: float, drop_mm: float) -> float:
    """Return the speed (mm/s) at which a body without air flies `reach_mm` while it comes down by `drop_mm`."""
    fall = drop_mm + reach_mm * math.tan(rise_rad)
    return reach_mm / math.cos(rise_rad) * math.sqrt(setup.gravity_mm_s2 / (2 * fall))


@lru_cache(maxsize=4096)
def aimed_throw(setup: BowlSetup, from_x_mm: float, from_y_mm: float, target_x_mm: float) -> Release:
    """Return the throw, free of noise, that a practised hand makes from there to bring cards down over `target_x_mm`.

    Starts from the ballistic speed, then corrects for the air by trial shots, as practice does: of both styles, the
    speed at which the hand's usual scatter misses the target least (root mean square, at the height of the rim). The
    scatter grows with the speed: one that did not would favour throws so fast that the air brakes any to the same
    place. Raises InputError if the hand is not above the rim or right over the target.
    """
    reach, drop = abs(target_x_mm - from_x_mm), from_y_mm - setup.bowl.depth_mm
    if drop <= 0 or reach < 1:
        raise InputError(
            "throw: expected a hand beside the target and above the rim ({depth_mm:g} mm), found "
            "{reach:g} mm beside it at {from_y_mm:g} mm.",
            depth_mm=setup.bowl.depth_mm,
            reach=reach,
            from_y_mm=from_y_mm,
        )
    side = 1 if target_x_mm > from_x_mm else -1

    def miss(speed: float, plain: float, style: Style, most: float) -> float:
        """Return the sum of squares of the misses, along the throw and across it; or some of it above `most`.

        Most throws of a search are much worse than the best one found, which the first of their misses shows already.
        """
        meant, haste = _release(from_x_mm, from_y_mm, side, speed, style), speed / plain
        squares = [2 * (haste * _DIRECTION_RAD * reach) ** 2]  # to either side
        for faster, rise in _SCATTER:
            lands = lands_at(setup, perturb(meant, 1 + haste * faster, haste * rise), setup.bowl.depth_mm)
            squares.append((lands - target_x_mm) ** 2)
            if math.fsum(squares) > most:
                break
        return math.fsum(squares)

    best = (math.inf, 0.0, Style(0.0, 0.0, 0.0))
    for style in styles(setup):
        plain = ballistic_speed(setup, style.rise_rad, reach, drop)
        width = plain * (_FASTEST - _SLOWEST) / (_SCAN - 1)
        found = (math.inf, 0.0)
        for speed in (plain * _SLOWEST + width * k for k in range(_SCAN)):
            found = min(found, (miss(speed, plain, style, found[0]), speed))
        for _ in range(_REFINE):
            width /= 2
            for speed in (found[1] - width, found[1] + width):
                found = min(found, (miss(speed, plain, style, found[0]), speed))
        if found[0] < best[0]:
            best = (*found, style)
    return _release(from_x_mm, from_y_mm, side, best[1], best[2])
