"""Lines of a hand log: what they are (pydantic models, for files only), and how a match makes them.

What a log is and how it is kept: hand_log.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from sim.match.record import Name, RecordModel
from sim.protocols import Line

LOG, VERSION = "yardarm-hands", 1
PATH_HZ = 120.0

Positive = Annotated[float, Field(gt=0)]
Sample = Annotated[list[float], Field(min_length=3, max_length=3)]
Spot = Annotated[list[float], Field(min_length=2, max_length=2)]


class HandsHeader(RecordModel):
    """The first line: whose hands these are, and whose noise they are supposed to have."""

    log: Literal["yardarm-hands"]
    version: Literal[1]
    game: str
    person: Name
    profile: Literal["child", "casual", "skilled"]


class _Movement(RecordModel):
    by: Name | None = None


class Placed(_Movement):
    """A piece set down, or flicked (then `height_mm` is null). Ship's frame, 0 at the mast; angles beyond the stance.

    `height_mm` is that of letting go above contact, `speed_mm_s` how fast the hand went down then (negative: up).
    """

    move: Literal["place"]
    piece: Literal["boat", "barrel", "bottle", "crate", "sailor", "plank", "rat", "chest"]
    stance: str
    slot: int = Field(ge=1, le=10)
    aim_x_mm: float | None
    x_mm: float
    aim_angle_rad: float | None
    angle_rad: float
    height_mm: float | None
    speed_mm_s: float
    path_hz: Positive
    path: list[Sample]


class Meant(RecordModel):
    """The release that a practised hand would use for an aim."""

    speed_mm_s: Positive
    elevation_rad: float
    spin_rad_s: float


class Thrown(_Movement):
    """A card thrown from `side` (-1 left, 1 right), `distance_mm` beside the bowl's middle; elevation above level."""

    move: Literal["throw"]
    card: Literal["zack", "challenge", "player"]
    side: Literal[-1, 1]
    distance_mm: Positive
    aim_x_mm: float | None
    speed_mm_s: float = Field(ge=0)
    elevation_rad: float
    spin_rad_s: float
    pace: Positive | None
    meant: Meant | None


class Reached(_Movement):
    """A hand over the tapis, seen from above: it laid a card, took one (`won`), came too late for it, or neither.

    `aim_*_mm`: the middle of the card it went for; `width_mm`: of a card; `x_mm`, `y_mm`: where the hand was at last.
    `path`: where the mouse led it, which the hand follows as fast as its strength allows. `took_ms` counts from setting
    out, `waited_ms` from when that card lay there until then (thinking included).
    """

    move: Literal["reach"]
    what: Literal["lay", "grab", "nothing"]
    aim_x_mm: float | None
    aim_y_mm: float | None
    width_mm: Positive
    x_mm: float
    y_mm: float
    took_ms: float = Field(ge=0)
    waited_ms: float | None = Field(ge=0)
    won: bool | None
    path_hz: Positive
    path: list[Spot]


class Reacted(_Movement):
    """An answer to a cue: whose turn it is, something falls, one's own card missed.

    `bits` of choice: the logarithm to base 2 of how many answers there were (0: it was known beforehand).
    """

    move: Literal["react"]
    cue: Literal["turn", "falls", "miss"]
    bits: float = Field(ge=0)
    conflict: bool
    rt_ms: float = Field(ge=0)
    correct: bool


MOVE: TypeAdapter[Any] = TypeAdapter(Annotated[Placed | Thrown | Reached | Reacted, Field(discriminator="move")])
MOVES = ("place", "throw", "reach", "react")


# -------------------------------------------------------------------------------------------------- lines are made


def hands_header(game: str, person: str, profile: str) -> Line:
    """The first line of a log."""
    return {"log": LOG, "version": VERSION, "game": game, "person": person, "profile": profile}


def placement(
    piece: str,
    stance: str,
    slot: int,
    *,
    x_mm: float,
    angle_rad: float,
    height_mm: float | None,
    speed_mm_s: float,
    aim_x_mm: float | None = None,
    aim_angle_rad: float | None = None,
    path: Sequence[Sequence[float]] = (),
    path_hz: float = PATH_HZ,
    by: str | None = None,
) -> Line:
    """A piece set down or flicked (`height_mm` None), as in `Placed`; the path from taking it up to letting it go."""
    return {
        **_by(by),
        "move": "place",
        "piece": piece,
        "stance": stance,
        "slot": slot,
        "aim_x_mm": aim_x_mm,
        "x_mm": x_mm,
        "aim_angle_rad": aim_angle_rad,
        "angle_rad": angle_rad,
        "height_mm": height_mm,
        "speed_mm_s": speed_mm_s,
        "path_hz": path_hz,
        # A thousandth of a millimetre is a hundredth of the steadiest hand's tremor.
        "path": [[round(x, 3), round(y, 3), round(angle, 5)] for x, y, angle in path],
    }


def throw(
    card: str,
    side: int,
    distance_mm: float,
    *,
    speed_mm_s: float,
    elevation_rad: float,
    spin_rad_s: float,
    aim_x_mm: float | None = None,
    pace: float | None = None,
    meant: tuple[float, float, float] | None = None,
    by: str | None = None,
) -> Line:
    """A card thrown, as in `Thrown`; `meant` is speed (mm/s), elevation (rad), spin (rad/s) of a practised hand."""
    keys = ("speed_mm_s", "elevation_rad", "spin_rad_s")
    return {
        **_by(by),
        "move": "throw",
        "card": card,
        "side": side,
        "distance_mm": distance_mm,
        "aim_x_mm": aim_x_mm,
        "speed_mm_s": speed_mm_s,
        "elevation_rad": elevation_rad,
        "spin_rad_s": spin_rad_s,
        "pace": pace,
        "meant": None if meant is None else dict(zip(keys, meant, strict=True)),
    }


def reach(
    what: str,
    *,
    x_mm: float,
    y_mm: float,
    width_mm: float,
    took_ms: float,
    aim_mm: tuple[float, float] | None = None,
    waited_ms: float | None = None,
    won: bool | None = None,
    path: Sequence[Sequence[float]] = (),
    path_hz: float = PATH_HZ,
    by: str | None = None,
) -> Line:
    """A hand over the tapis, as in `Reached`: `lay`, `grab` or `nothing`; the path from where it set out."""
    aim_x, aim_y = (None, None) if aim_mm is None else aim_mm
    return {
        **_by(by),
        "move": "reach",
        "what": what,
        "aim_x_mm": aim_x,
        "aim_y_mm": aim_y,
        "width_mm": width_mm,
        "x_mm": round(x_mm, 3),
        "y_mm": round(y_mm, 3),
        "took_ms": took_ms,
        "waited_ms": waited_ms,
        "won": won,
        "path_hz": path_hz,
        "path": [[round(x, 2), round(y, 2)] for x, y in path],
    }


def reaction(
    cue: str, rt_ms: float, *, bits: float = 0.0, conflict: bool = False, correct: bool = True, by: str | None = None
) -> Line:
    """An answer to a cue, as in `Reacted`: `turn`, `falls` or `miss`."""
    return {
        **_by(by),
        "move": "react",
        "cue": cue,
        "bits": bits,
        "conflict": conflict,
        "rt_ms": rt_ms,
        "correct": correct,
    }


def _by(name: str | None) -> Line:
    return {} if name is None else {"by": name}
