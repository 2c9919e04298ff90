"""The drawing of matches: one scene for each game, in a pyglet window or off screen. Uses sim, never calibration."""

import os
import sys


def has_display() -> bool:
    """Return True if a window can be asked for: only Linux does without one where no DISPLAY is named."""
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY"))


if not has_display():
    # pyglet reads this when it is imported first, so that everything of this room can be imported in any order.
    os.environ.setdefault("PYGLET_HEADLESS", "1")
