"""The lines of a hand log: pydantic models to validate files, and functions by which a match makes lines.

hand_log.py describes the log and keeps it.
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
    """The first line. person: whose hands these are. profile: the skill profile whose noise they are taken to have."""

    log: Literal["yardarm-hands"]
    version: Literal[1]
    game: str
    person: Name
    profile: Literal["child", "casual", "skilled"]


class _Movement(RecordModel):
    by: Name | None = None


class Placed(_Movement):
    """A piece set down, or flicked (then `height_mm` is null). Ship's frame, 0 at the mast; angles from the stance's.

    `height_mm` is the height above contact at letting go, `speed_mm_s` the downward speed of the hand then (negative:
    up). Piece, stance and slot are those of the design that was played, which the log does not hold.
    """

    move: Literal["place"]
    piece: str = Field(min_length=1)
    stance: str
    slot: int = Field(ge=1, le=99)
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

    `aim_*_mm`: the middle of the card it went for; `width_mm`: the width of a card; `x_mm`, `y_mm`: where the hand
    ended. `path`: where the mouse led it; the hand follows as fast as its strength allows. `took_ms`: the time from
    setting out, `waited_ms`: the time from when that card lay there to setting out (thinking included).
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
    """An answer to a cue: one's own turn, something that falls, one's own card that missed.

    `bits` of choice: the logarithm to base 2 of the number of possible answers (0: it was known beforehand).
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
    """Return the first line of a log."""
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
    """Return the line of a piece set down or flicked (`height_mm` None), as in `Placed`.

    path: x, y (mm) and angle (rad) from taking the piece up to letting it go, at `path_hz`.
    """
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
        # Rounded to a micrometre, a hundredth of the steadiest hand's tremor.
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
    """Return the line of a thrown card, as in `Thrown`.

    meant: speed (mm/s), elevation (rad) and spin (rad/s) that a practised hand would use.
    """
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
    """Return the line of a hand over the tapis, as in `Reached`. what: `lay`, `grab` or `nothing`.

    path: x and y (mm) from where the hand set out, at `path_hz`.
    """
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
    """Return the line of an answer to a cue, as in `Reacted`. cue: `turn`, `falls` or `miss`."""
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
