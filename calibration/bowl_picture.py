"""A picture of a bowl that fills up: cards coloured by their order in it, from bottom (dark) to top (light)."""

from __future__ import annotations

import io

from calibration.bowl_soundness import fill
from sim.configuration import load_configuration
from sim.physics.bowl import BowlWorld
from sim.physics.bowl_state import IN_BOWL
from sim.physics.card_shapes import corners


def filling_picture(seed: int, at: tuple[int, ...] = (10, 30, 66)) -> bytes:
    """A PNG with a panel for each of these numbers of cards thrown."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 2.2 * len(at)), layout="constrained")
    panels = list(figure.subplots(len(at), 1, squeeze=False)[:, 0])
    for world in fill(load_configuration("zack"), seed):
        world.settle()
        thrown = len(world.names())
        while panels and thrown >= at[len(at) - len(panels)]:
            _draw(panels.pop(0), world, thrown)
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=100, metadata={"Software": None})
    return content.getvalue()


def _draw(axes: object, world: BowlWorld, thrown: int) -> None:
    import matplotlib as mpl
    from matplotlib.axes import Axes
    from matplotlib.patches import Circle, Polygon

    assert isinstance(axes, Axes)
    setup, order = world.setup, world.order()
    for part in (setup.floor(), *setup.walls()):
        axes.add_patch(Polygon(part, color="0.5"))
    for centre in setup.rims():
        axes.add_patch(Circle(centre, setup.bowl.rim_radius_mm, color="0.5"))
    axes.axhline(0, color="0.5", linewidth=0.8)
    colours = mpl.colormaps["viridis"]
    plate = setup.plate
    for pose in world.poses():
        inside = world.where(pose.name) == IN_BOWL
        colour = colours(order.index(pose.name) / max(1, len(order) - 1)) if inside else "firebrick"
        outline = corners(pose.x, pose.y, pose.angle, plate.length_mm, plate.thickness_mm)
        axes.add_patch(Polygon(outline, color=colour))
    axes.set(xlim=(-230, 230), ylim=(-5, 75), aspect="equal", title=f"{thrown} thrown, {len(order)} in the bowl")
