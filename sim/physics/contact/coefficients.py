"""How surfaces meet: friction and restitution of pairs, of which the engine only knows products of shapes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import pymunk

REFERENCE_MATERIAL = "wood"


def shape_friction(mu_pair: float) -> float:
    """Return the per-shape friction with which two like surfaces have `mu_pair`: the engine multiplies the two."""
    if not (math.isfinite(mu_pair) and mu_pair >= 0):
        raise ValueError(f"a friction coefficient must be finite and not negative, found {mu_pair}")
    return math.sqrt(mu_pair)


def shape_restitution(e_pair: float) -> float:
    """Return the per-shape elasticity with which two like surfaces have restitution `e_pair`."""
    if not 0 <= e_pair <= 1:
        raise ValueError(f"a restitution must lie between 0 and 1, found {e_pair}")
    return math.sqrt(e_pair)


def shape_coefficients(
    with_reference: Mapping[str, float],
    reference: str = REFERENCE_MATERIAL,
    also: Mapping[tuple[str, str], float] | None = None,
    tolerance: float = 0.01,
) -> dict[str, float]:
    """Return per-shape coefficients for materials whose PAIR coefficients with a reference material are known.

    The engine knows only products s_i s_j. The reference against itself gives s_ref = sqrt(c_ref,ref); every other
    material follows as s_i = c_i,ref / s_ref. A table of n materials has n(n+1)/2 pairs and n coefficients, so every
    pair without the reference is implied: c_ij = c_i,ref c_j,ref / c_ref,ref. Pairs stated in `also` are checked
    against that and nothing is averaged away.

    Raises ValueError if the reference is missing or zero while others are not, a coefficient is negative or not finite,
    or a stated pair differs from the implied one by more than `tolerance` (relative).
    """
    if reference not in with_reference:
        raise ValueError(f"the table lacks the pair {reference}-{reference}")
    for material, value in with_reference.items():
        if not (math.isfinite(value) and value >= 0):
            raise ValueError(f"{material}-{reference}: expected a finite coefficient of at least 0, found {value}")
    root = math.sqrt(with_reference[reference])
    if root == 0 and any(with_reference.values()):
        raise ValueError(f"{reference}-{reference} is 0, so every pair with {reference} is 0: the table cannot hold")
    shapes = {material: value / root if root else 0.0 for material, value in with_reference.items()}
    for (first, second), stated in (also or {}).items():
        implied = shapes[first] * shapes[second]
        if abs(stated - implied) > tolerance * max(stated, implied):
            raise ValueError(
                f"{first}-{second}: the table says {stated:g}, but the engine multiplies, and the pairs with "
                f"{reference} make it {implied:g}"
            )
    return shapes


@dataclass(frozen=True, slots=True)
class Surface:
    """Per-shape friction and elasticity, for `pymunk.Shape.friction` and `.elasticity`."""

    friction: float
    elasticity: float

    def apply(self, shape: pymunk.Shape) -> None:
        shape.friction = self.friction
        shape.elasticity = self.elasticity


def like_surface(mu_pair: float, e_pair: float) -> Surface:
    """Return the surface that has these coefficients against another one of its kind."""
    return Surface(shape_friction(mu_pair), shape_restitution(e_pair))
