"""The dials and buttons of a table of Zack!: bowl, card, distance and people; corners of the section."""

from __future__ import annotations

from sim.games.zack.configuration import ZackConfiguration
from sim.workshop.bowl.handles import section_edits, section_of
from sim.workshop.editing import Action, Dial, corner_added, corner_removed

FEWEST_CORNERS = 3

DIALS = (
    Dial("bowl.width_mm", "Bowl across", "mm", 80, 400, 5),
    Dial("bowl.wall_angle_deg", "Walls lean by", "°", 0, 45, 1),
    Dial("card.areal_density_g_m2", "Card, g/m²", "", 100, 900, 10),
    Dial("card.bowl_friction", "Friction in the bowl", "", 0.05, 0.9, 0.05),
    Dial("card.bowl_restitution", "Bounce in the bowl", "", 0.0, 0.8, 0.05),
    Dial("table.seat_distance_mm", "Hands off by", "mm", 200, 1200, 10),
    Dial("table.hand_height_mm", "Hands up by", "mm", 80, 500, 10),
)


def dials(configuration: ZackConfiguration, hands: str) -> tuple[Dial, ...]:
    """Return the dials; the last one is how far these hands err in direction."""
    own = Dial(f"skill.{hands}.throw_direction_sd_deg", "Throws err by", "°", 0.2, 10, 0.1)
    # Where a section gives the walls, their angle is no key of the design.
    drawn = configuration.setup.bowl.section is not None
    return (*(dial for dial in DIALS if not (drawn and dial.key == "bowl.wall_angle_deg")), own)


def section_actions(configuration: ZackConfiguration) -> tuple[Action, ...]:
    """Return the edits that add a corner to the bowl's section, or take one away while more than three are left."""
    points = section_of(configuration)
    found = [Action("Corner +", "one corner more", section_edits(configuration, corner_added(points, closed=False)))]
    if len(points) > FEWEST_CORNERS:
        fewer = section_edits(configuration, corner_removed(points, closed=False))
        found.append(Action("Corner −", "one corner less", fewer))
    return tuple(found)
