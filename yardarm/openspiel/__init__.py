"""OpenSpiel's games, made of the rules alone: `yardarm_zatre`, `yardarm_zigzag`, `yardarm_riff_raff`, `yardarm_zack`.

`import yardarm.openspiel` registers them; then `pyspiel.load_game("yardarm_zatre", {"players": 3})`. They need the
extra `openspiel`, which `import yardarm` never loads. docs/how-to/use-the-rules-alone.md says what is chance in them.
"""

from __future__ import annotations

from yardarm.rooms import check_rooms

try:
    import pyspiel as _  # noqa: F401
except ModuleNotFoundError as missing:
    raise ImportError(
        f"yardarm.openspiel needs {missing.name}, which is not installed: pip install '.[openspiel]'."
    ) from None

check_rooms()

from yardarm.openspiel.games import NAMES as NAMES  # noqa: E402 - only where `sim` is known to be ours
from yardarm.openspiel.games import register  # noqa: E402

register()
