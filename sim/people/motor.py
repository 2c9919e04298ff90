"""Motor noise: what hands add to what was meant. Pure functions of a skill, a random stream and, for tremor, the time.

Units: mm, s, rad. Every function draws the same number of random values whatever the skill, so that two skills on one
seed meet the same luck and differ in its size only.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sim.people.skill import Skill
from sim.physics.minimum_jerk import Reach

# Enough sinusoids that nobody sees a period, few enough for a control tick (offset takes about 2.5 microseconds).
_TREMOR_WAVES = 6
_DRIFT_WAVES = 4


@dataclass(frozen=True, slots=True)
class PlacementError:
    """The difference between the executed placement and the intended one.

    `dx_mm` sideways and `dangle_rad` in the hand, at letting go; `dy_mm` is the height above contact at which the
    fingers open (negative: they go on by that much below contact, and press); the lowering speed is multiplied by
    `speed_factor`.
    """

    dx_mm: float
    dy_mm: float
    dangle_rad: float
    speed_factor: float


@dataclass(frozen=True, slots=True)
class ThrowError:
    """Speed times `speed_factor`; direction plus `direction_rad`; `release_s` late (see Skill: not to be added up)."""

    speed_factor: float
    direction_rad: float
    release_s: float


def placement_error(skill: Skill, rng: np.random.Generator) -> PlacementError:
    """Draw the noise of one placement; exactly (0, 0, 0, 1) for a skill without noise."""
    sideways, height, angle, speed = (float(z) for z in rng.standard_normal(4))
    return PlacementError(
        dx_mm=skill.placement_sd_mm * sideways,
        dy_mm=skill.release_height_mm + skill.release_height_sd_mm * height,
        dangle_rad=math.radians(skill.placement_angle_sd_deg) * angle,
        speed_factor=_factor(skill.lowering_speed_cv, speed),
    )


def throw_error(skill: Skill, rng: np.random.Generator) -> ThrowError:
    """Draw the noise of one throw; exactly (1, 0, 0) for a skill without noise."""
    speed, direction, release = (float(z) for z in rng.standard_normal(3))
    return ThrowError(
        speed_factor=_factor(skill.throw_speed_cv, speed),
        direction_rad=math.radians(skill.throw_direction_sd_deg) * direction,
        release_s=skill.throw_release_sd_ms * release / 1000.0,
    )


@dataclass(frozen=True, slots=True)
class SidewaysError:
    """A throw's error across its plane: the direction's, and the turn of the hand with what it holds (rad)."""

    direction_rad: float
    turn_rad: float


def sideways_error(skill: Skill, rng: np.random.Generator) -> SidewaysError:
    """Draw the noise of one throw across its plane; exactly (0, 0) for a skill without noise.

    Both have the measured spread of the direction, which is taken to be the same to the side as upwards.
    """
    direction, turn = (float(z) for z in rng.standard_normal(2))
    spread = math.radians(skill.throw_direction_sd_deg)
    return SidewaysError(spread * direction, spread * turn)


def _factor(cv: float, z: float) -> float:
    """Return a lognormal factor with mean 1 and coefficient of variation `cv`: a speed never turns negative."""
    variance = math.log1p(cv * cv)
    return math.exp(math.sqrt(variance) * z - variance / 2)


Wave = tuple[float, float, float]
"""Amplitude, angular frequency (rad/s), phase (rad)."""


@dataclass(frozen=True, slots=True)
class Tremor:
    """A held piece's wander about its course: a smooth function of time, whatever the time step.

    Per axis a sum of sinusoids of equal amplitude and random phase: physiological tremor in its band (6-10 Hz), and
    slow drift in its own. Frequencies are spread over each band and kept apart, so that the rms over time is exactly
    the skill's (the root of the two squares), and nearly so over a few seconds.
    """

    x_waves: tuple[Wave, ...]
    y_waves: tuple[Wave, ...]
    angle_waves: tuple[Wave, ...]

    @classmethod
    def drawn(cls, skill: Skill, rng: np.random.Generator) -> Tremor:
        """Draw the tremor of one hold: a function of the skill and of the stream's state alone."""
        axes = []
        for tremor_rms, drift_rms in (
            (skill.tremor_rms_mm, skill.drift_rms_mm),
            (skill.tremor_rms_mm, skill.drift_rms_mm),
            (math.radians(skill.tremor_angle_rms_deg), math.radians(skill.drift_angle_rms_deg)),
        ):
            fast = _waves(tremor_rms, skill.tremor_low_hz, skill.tremor_high_hz, _TREMOR_WAVES, rng)
            slow = _waves(drift_rms, skill.drift_low_hz, skill.drift_high_hz, _DRIFT_WAVES, rng)
            axes.append(fast + slow)
        return cls(*axes)

    def offset(self, t_s: float) -> tuple[float, float, float]:
        """Return (dx_mm, dy_mm, dangle_rad) at time `t_s`."""
        return _sum(self.x_waves, t_s), _sum(self.y_waves, t_s), _sum(self.angle_waves, t_s)


def _waves(rms: float, low_hz: float, high_hz: float, count: int, rng: np.random.Generator) -> tuple[Wave, ...]:
    amplitude = rms * math.sqrt(2.0 / count)
    places, phases = rng.random(count), rng.random(count)
    waves = []
    for index in range(count):
        # The middle half of each stratum: neighbours are never closer than half a stratum, so beats stay short.
        share = (index + 0.25 + 0.5 * float(places[index])) / count
        frequency = low_hz + share * (high_hz - low_hz)
        waves.append((amplitude, math.tau * frequency, math.tau * float(phases[index])))
    return tuple(waves)


def _sum(waves: tuple[Wave, ...], t_s: float) -> float:
    return math.fsum([amplitude * math.sin(omega * t_s + phase) for amplitude, omega, phase in waves])


def reach_of(skill: Skill) -> Reach:
    """Return what the reaches of this hand take."""
    return Reach(skill.reach_intercept_ms / 1000.0, skill.reach_slope_ms_per_bit / 1000.0, skill.hand_speed_max_mm_s)


def reach_time_s(skill: Skill, distance_mm: float, width_mm: float) -> float:
    """Return the seconds that this hand takes over a distance, once it moves: see physics/minimum_jerk.py."""
    return reach_of(skill).time_s(distance_mm, width_mm)


def reach_error_mm(skill: Skill, rng: np.random.Generator, width_mm: float) -> float:
    """Draw how far from the middle of a target `width_mm` wide a reach ends (signed; normal)."""
    return skill.reach_end_sd_per_width * width_mm * float(rng.standard_normal())
