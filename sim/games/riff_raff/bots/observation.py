"""The table as a player of Riff Raff sees it, also as plain data that may leave the process; a strategy's decisions."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from sim.games.riff_raff import rules
from sim.games.riff_raff.bots.judgement import Judgement, judge
from sim.games.riff_raff.bots.slot_geometry import Judged, SlotGeometry, slot_geometry_of
from sim.games.riff_raff.rules import State
from sim.people.execution import Catch, PlaceIntent
from sim.people.skill import Skill
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.state import Snapshot
from sim.protocols import Line


@dataclass(frozen=True, slots=True)
class Observation:
    """The table as one player sees it: the open position, the ship as she lies, and the player's own hands.

    Attributes:
        me: the player.
        state: the position. All of it is open: everyone has seen the cards that were played, so knows those that are
            left in each hand, and supplies lie on the table. Cards chosen for this round are not in it before all are
            revealed.
        snapshot: the ship and what lies on her, as she is.
        setup: measures of ship and pieces.
        skill: of the player's own hands; not those of the others.
        judgement: experience with places, by which the player's head judges them.
        helper: the skill of the neighbour who helps to catch, where everybody does; else None.
    """

    me: str
    state: State
    snapshot: Snapshot
    setup: ShipSetup
    skill: Skill
    judgement: Judgement
    helper: Skill | None = None

    @property
    def kinds(self) -> list[str]:
        """The kinds of piece in the player's supply, in the order of the rules."""
        return [kind for kind, count in self.state.supply[self.me].items() if count]

    @property
    def progress(self) -> float:
        """The share of the match's rounds that have begun."""
        return self.state.round / self.state.rounds

    @property
    def slot_geometry(self) -> SlotGeometry:
        """The geometry of all slots as the ship lies now."""
        return slot_geometry_of(self.setup, self.snapshot)

    def judged(self, number: int) -> Judged:
        """Return the places in a slot as this player judges them, for every kind of piece."""
        geometry, sd_mm = self.slot_geometry, self.skill.placement_sd_mm
        # Players of equal hands and equal judgement see the same places.
        known = geometry.judged.get((self.judgement, number, sd_mm))
        if known is None:
            judged = judge(geometry, number, sd_mm, self.judgement)
            known = geometry.judged[self.judgement, number, sd_mm] = judged
        return known


def as_agreed(intent: PlaceIntent, agreed: rules.Agreed) -> PlaceIntent:
    """Return a placement as the rules of a table let it be meant: where nobody catches, without catching."""
    return replace(intent, catch=Catch.NONE) if agreed.catches is rules.Catches.NOBODY else intent


class Strategy(Protocol):
    """The decisions of a player. Every method may draw from `rng` and no other source of chance."""

    def choose_card(self, view: Observation, rng: np.random.Generator) -> int:
        """Choose a card of one's hand, in secret."""
        ...

    def name_captain(self, view: Observation, tied: tuple[str, ...], rng: np.random.Generator) -> str:
        """Choose one of those tied for the highest card, as the outgoing captain."""
        ...

    def arrange(
        self, view: Observation, groups: tuple[tuple[str, ...], ...], rng: np.random.Generator
    ) -> tuple[str, ...]:
        """Return the order of all players but the captain; only holders of equal cards (a group) may be exchanged."""
        ...

    def announce(self, view: Observation, rng: np.random.Generator) -> int:
        """Return 1 or 2 pieces to announce; asked only where two are allowed."""
        ...

    def place(self, view: Observation, rng: np.random.Generator) -> PlaceIntent:
        """Choose piece, stance and place."""
        ...


def table_of(setup: ShipSetup, slots: Iterable[int]) -> Line:
    """Return what never changes in a match, as plain data: the ship, her slots and the pieces (mm, g).

    righting_g_mm: the sum of mass times depth below the gimbal's axis over the empty ship. A slot's wood lies between
    two places in the ship's frame, 0 at the mast, starboard positive; `room_mm` bounds a piece that is put down there
    (null: it may stick out), `ceiling_mm` is the height of the next wood above it (null: none), `rows` the rows of the
    deck there, the one by the mast first, and how far before the mast the middle of each is. A form is a section of a
    piece about its centre of gravity, x to starboard and y up: convex parts, or a disc. A stance is a form, its turn
    (counter-clockwise), and how wide it lies to port and to starboard of the place that is named as its x; of what
    hangs from the wood's end, `hangs_mm` says where that end belongs (else null).
    """
    return {
        "ship": {"righting_g_mm": setup.ship.righting_g_mm},
        "slots": {
            str(slot.number): {
                "yard": slot.yard,
                "rows": {row: setup.ship.middle_mm(slot, row) for row in slot.rows},
                "wood_mm": [slot.wood_left_mm, slot.wood_right_mm],
                "room_mm": [_finite(slot.left_mm), _finite(slot.right_mm)],
                "surface_mm": slot.surface_mm,
                "ceiling_mm": _finite(slot.ceiling_mm),
                "tilt_deg": math.degrees(slot.tilt_rad),
            }
            for slot in map(setup.ship.slot, slots)
        },
        "pieces": {
            name: {
                "mass_g": piece.mass_g,
                "forms": {
                    form: {"parts_mm": [[list(corner) for corner in part] for part in section.parts]}
                    if section.radius_mm is None
                    else {"radius_mm": section.radius_mm}
                    for form, section in piece.forms.items()
                },
                "stances": {
                    stance: {
                        "form": turned.form,
                        "turn_deg": math.degrees(turned.angle),
                        "sides_mm": list(sides_mm(setup, name, stance)),
                        "hangs_mm": None if turned.edge_mm is None else [turned.edge_mm, turned.seat_mm],
                    }
                    for stance, turned in piece.stances.items()
                },
            }
            for name, piece in setup.pieces.items()
        },
        "friction": setup.wood.friction,
    }


def view_of(view: Observation) -> Line:
    """Return what a player sees, as plain data: the position as the referee writes it, and the ship.

    The ship's heel and the lean of each yard are in degrees, to starboard positive, her pitch with the bow down; a
    piece's angle is counter-clockwise. Places are in mm in the world's frame, in which the ship hangs at 0, `fore_mm`
    before the mast. All of it is as the last attempt left it; since then she has swung on, about `rest_deg`, heel and
    pitch.
    """
    hull, yards = view.snapshot.hull, view.snapshot.yards
    return {
        "me": view.me,
        "position": rules.to_json(view.state),
        "heel_deg": math.degrees(-hull.angle),
        "pitch_deg": math.degrees(view.snapshot.pitch.angle),
        "rest_deg": [math.degrees(angle) for angle in view.slot_geometry.balance.rest],
        "yards_deg": {
            yard.name: math.degrees(-pose.angle) for yard, pose in zip(view.setup.ship.yards, yards, strict=False)
        },
        "cargo": [
            {
                "piece": state.kind,
                "form": state.form,
                "layer": state.layer,
                "x_mm": state.pose.x,
                "y_mm": state.pose.y,
                "angle_deg": math.degrees(state.pose.angle),
                "fore_mm": state.fore.mm,
            }
            for state in view.snapshot.cargo
        ],
        "placement_sd_mm": view.skill.placement_sd_mm,
    }


def sides_mm(setup: ShipSetup, kind: str, stance: str) -> tuple[float, float]:
    """Return how far a piece in a stance reaches to port (negative) and to starboard of the place that is named."""
    piece = setup.pieces[kind]
    turned = piece.stances[stance]
    left, right = piece.forms[turned.form].sides(turned.angle)
    return left, right


def _finite(measure: float) -> float | None:
    return measure if math.isfinite(measure) else None
