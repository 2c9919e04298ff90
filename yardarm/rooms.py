"""The packages that Yardarm consists of, beside this one: whether Python finds them, and not others of their names."""

from importlib.util import find_spec
from pathlib import Path


def check_rooms() -> None:
    """Raise ImportError, in one sentence, where other packages of the same names stand before those of Yardarm."""
    house = Path(__file__).resolve().parent.parent
    for room in ("sim", "scenes", "calibration"):
        spec = find_spec(room)
        origin = None if spec is None else spec.origin
        if origin is None or Path(origin).resolve().parent.parent != house:
            raise ImportError(
                f"Yardarm's package {room} is hidden by {origin or 'nothing that Python can tell'}: expected no other "
                f"module of that name on the path; rename it, or start Python elsewhere."
            )
