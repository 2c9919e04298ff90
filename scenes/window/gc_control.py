"""What lives as long as a match is shown is not looked through for garbage again and again.

A full collection looks at every object there is: 40 to 60 ms with a ship on the table, three frames, whenever Python
finds it due. What has been made once, before the first frame, is put aside; what comes and goes after that is little.
"""

from __future__ import annotations

import gc


def settle() -> None:
    """Collect what is garbage now (for once, all of it), and leave the rest out of collections from now on."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def unsettle() -> None:
    """As it was."""
    gc.unfreeze()
