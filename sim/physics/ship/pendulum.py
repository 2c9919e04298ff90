"""A rigid pendulum that the engine swings exactly: in its one coordinate, with no joint to drift or to lose energy.

A body hung by a joint away from its centre of gravity is moved along its tangent and pulled back every step, which
costs energy. Here the body's centre is the axis itself. Its translational mass is a large number that nothing reads
(the joint at its own centre holds it there and exerts no torque), its moment is the moment about the axis, and gravity
acts on it through a spring whose torque is the pendulum's own (docs/physics.md).
"""

from __future__ import annotations

import pymunk

from sim.physics.contact.bodies import Body
from sim.physics.contact.profiles import GRAVITY_MM_S2

# Far above any load, so that the gimbal stands still to 1e-9 of the cargo's motion.
_HULL_MASS_G = 1e7
# From the gimbal down to the spring's foot on the ground, and to its head on the hull; any two lengths do.
_SPRING_DEPTH_MM = 1000.0
_SPRING_LEVER_MM = 150.0


def add_pendulum(
    space: pymunk.Space, inertia_g_mm2: float, righting_g_mm: float, gravity_mm_s2: float = GRAVITY_MM_S2
) -> pymunk.Body:
    """Add a rigid body that swings about the origin as I th'' = -g S sin(th) (S negative: top-heavy), without loss.

    Gravity itself pulls at the origin, where it turns nothing; a spring of zero rest length between (0, -depth) on the
    ground and (0, -lever) on the body turns it by -stiffness x depth x lever x sin(angle).
    """
    body = Body(_HULL_MASS_G, inertia_g_mm2)
    ground = space.static_body
    stiffness = gravity_mm_s2 * righting_g_mm / (_SPRING_DEPTH_MM * _SPRING_LEVER_MM)
    space.add(
        body,
        pymunk.PivotJoint(ground, body, (0, 0), (0, 0)),
        pymunk.DampedSpring(ground, body, (0, -_SPRING_DEPTH_MM), (0, -_SPRING_LEVER_MM), 0, stiffness, 0),
    )
    return body
