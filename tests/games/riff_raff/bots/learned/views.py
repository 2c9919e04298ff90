"""Tables and views of Riff Raff as an external bot is given them, for tests of the baselines."""

from __future__ import annotations

import json
import math
from functools import cache
from typing import Any

from hypothesis import strategies as st

from sim.bots.bot import Info, Question
from sim.configuration import load_configuration
from sim.games.riff_raff import rules
from sim.games.riff_raff.match.questions import table_of

PLAYERS = ("Anne", "Bert")
SYMMETRIC = ("boat", "barrel", "bottle", "crate", "plank", "chest")
"""The pieces whose mirror image is themselves."""


@cache
def table() -> dict[str, Any]:
    """Return the shipped table, as it comes through a pipe."""
    found: dict[str, Any] = json.loads(json.dumps(table_of(load_configuration("riff-raff")), allow_nan=False))
    return found


def info(game: str = "riff-raff") -> Info:
    """Return what a bot gets when a match begins."""
    return Info(game, "Anne", PLAYERS, ("casual", "casual"), table(), 1, 10.0)


def view(slot: int = 1, heel_deg: float = 0.0, cargo: Any = (), kinds: Any = None, **more: Any) -> dict[str, Any]:
    """Return a view of a ship with this cargo, to be loaded at this slot; `more` changes the position.

    cargo: in the ship's frame, as `lying` gives it; her yards keep their place in it. She lies as she rests.
    """
    turn = -math.radians(heel_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    position = rules.to_json(rules.start(PLAYERS))
    supply = dict.fromkeys(table()["pieces"], 2) if kinds is None else dict.fromkeys(kinds, 2)
    position |= {"slot": slot, "supply": {"Anne": supply, "Bert": dict.fromkeys(table()["pieces"], 1)}} | more
    return {
        "me": "Anne",
        "position": position,
        "heel_deg": heel_deg,
        "pitch_deg": 0.0,
        "rest_deg": [heel_deg, 0.0],
        "yards_deg": {},
        "cargo": [
            piece
            | {
                "x_mm": cos * piece["x_mm"] - sin * piece["y_mm"],
                "y_mm": sin * piece["x_mm"] + cos * piece["y_mm"],
                "angle_deg": piece["angle_deg"] - heel_deg,
            }
            for piece in cargo
        ],
        "placement_sd_mm": 4.0,
    }


def question(kind: str, seen: dict[str, Any], legal: list[Any]) -> Question:
    """Return a question for Anne."""
    return Question("Anne", kind, seen, lambda: legal)


def lying(
    piece: str, slot: int, x_mm: float, angle_deg: float = 0.0, above_mm: float = 0.0, row: int = 0
) -> dict[str, Any]:
    """Return a piece that lies on a slot's wood, or a little above it, in its first stance, turned by an angle.

    row: of the deck, that by the mast first.
    """
    place, found = table()["slots"][str(slot)], table()["pieces"][piece]
    stance = next(iter(found["stances"].values()))
    form = found["forms"][stance["form"]]
    low = form.get("radius_mm") or -min(y for part in form["parts_mm"] for _, y in part)
    return {
        "piece": piece,
        "form": stance["form"],
        "layer": list(place["rows"])[row] if place["rows"] else None,
        "x_mm": x_mm,
        "y_mm": place["surface_mm"] + low + above_mm,
        "angle_deg": angle_deg,
        "fore_mm": list(place["rows"].values())[row] if place["rows"] else 0.0,
    }


def pieces(kinds: Any = None) -> Any:
    """Return a strategy for a piece somewhere on the ship."""

    def somewhere(piece: str, slot: int, share: float, angle_deg: float, above_mm: float) -> dict[str, Any]:
        first, last = table()["slots"][str(slot)]["wood_mm"]
        return lying(piece, slot, first + share * (last - first), angle_deg, above_mm)

    return st.builds(
        somewhere,
        st.sampled_from(sorted(kinds or table()["pieces"])),
        st.integers(1, 10),
        st.floats(0.0, 1.0),
        st.floats(-180.0, 180.0),
        st.floats(0.0, 40.0),
    )


def mirrored(seen: dict[str, Any]) -> dict[str, Any]:
    """Return a view in a mirror: port for starboard, and the slot beside for the slot."""
    slot = seen["position"]["slot"]
    return seen | {
        "position": seen["position"] | {"slot": slot + 1 if slot % 2 else slot - 1},
        "heel_deg": -seen["heel_deg"],
        "rest_deg": [-seen["rest_deg"][0], seen["rest_deg"][1]],
        "yards_deg": {yard: -lean for yard, lean in seen["yards_deg"].items()},
        "cargo": [piece | {"x_mm": -piece["x_mm"], "angle_deg": -piece["angle_deg"]} for piece in seen["cargo"]],
    }
