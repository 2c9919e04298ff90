"""Control of Python's garbage collector while a match is shown.

A full collection looks at every object there is: 40 to 60 ms with a ship on the table, which is three frames, at any
time that Python chooses. Objects made before the first frame are therefore left out of later collections; those that
come and go afterwards are few.
"""

from __future__ import annotations

import gc


def settle() -> None:
    """Collect all garbage once, and leave the objects that remain out of collections from now on."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def unsettle() -> None:
    """Let collections look at all objects again."""
    gc.unfreeze()
