"""Riff Raff's configuration: [ship], [wood], [pieces], [table], the players' skills, and [judgement].

[table] is what the table agrees on beside the printed rules. Of it a configuration's tree has what differs from them,
so that one that plays as printed is what it was before there was such a section.

A preset's [judgement] is what the bots have learned about its design (`yardarm fit judgement`); without it they have
the shipped one. It is part of the configuration by value, so that the same preset and seed give the same matches on any
machine, whatever was learned there before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from sim.configuration import digest, load_configuration
from sim.errors import IllegalAction, InputError
from sim.games.riff_raff.bots.judgement import Judgement, build_judgement, shipped_judgement
from sim.games.riff_raff.rules.agreed import MOST_PIECES, MOST_ROUNDS, PRINTED, Agreed, Catches, Caught, PiecesOn
from sim.games.riff_raff.rules.equipment import Equipment
from sim.language import N_
from sim.measures import Span, TomlTable, check, shipped, shipped_spans
from sim.people.skill import Skill, skills_from
from sim.physics.ship.measures import (
    HULL_KEYS,
    MOST_SLOTS,
    SHIP_FILE,
    YARD_KEYS,
    ShipMeasures,
    ShipSetup,
    WoodMeasures,
    build_ship,
    load_ship_profile,
)
from sim.physics.ship.pieces import PIECES_FILE, build_pieces, shipped_pieces
from sim.rules_frame import FrozenMap
from sim.spec import ConfigurationPart

JUDGEMENT = "judgement"
TABLE = "table"
TABLE_FILE = Path(__file__).with_name("table.toml")
SECTIONS = ("ship", "wood", "pieces", TABLE, JUDGEMENT)
CHANGEABLE = {
    "ship.rod_length_mm": N_("length of the rod"),
    "ship.table_below_mm": N_("depth of the box below the gimbal"),
    "ship.hull_mass_g": N_("mass of the hull"),
    "ship.deck_rows": N_("rows of pieces on the deck"),
    "ship.hull_width_mm": N_("width of the deck"),
    "ship.hull_bottom_width_mm": N_("width of the hull at the bottom"),
    "ship.hull_height_mm": N_("height of the hull"),
    "ship.hull_length_mm": N_("length of the hull"),
    "ship.copy_list_deg": N_("list of a copy as it is made"),
    "ship.mast_width_mm": N_("width of the mast"),
    "ship.low_yard_height_mm": N_("height of the low yard"),
    "ship.middle_yard_height_mm": N_("height of the middle yard"),
    "ship.top_yard_height_mm": N_("height of the top yard"),
    "ship.low_yard_length_mm": N_("length of the low yard"),
    "ship.middle_yard_length_mm": N_("length of the middle yard"),
    "ship.top_yard_length_mm": N_("length of the top yard"),
    "ship.yard_thickness_mm": N_("thickness of the yards"),
    "ship.yard_depth_mm": N_("depth of the yards"),
    "ship.yard_stop_deg": N_("how far the yards rock"),
    "ship.peg_friction_n_mm": N_("friction of a yard on its peg"),
    "ship.slot_gap_mm": N_("gap between the slots of the deck"),
    "ship.pivot_coulomb_s2": N_("friction of the gimbal"),
    "ship.end_stop_deg": N_("how far the ship can lean"),
    "ship.wave_top_mm": N_("height of the waves, from the gimbal"),
    "wood.friction": N_("friction of the wood"),
    "pieces.scale": N_("size of the pieces, as a factor"),
}
"""What a maker can change, in words."""


class TableMeasures(TomlTable):
    """The table [table]: the rules of the table (`sim.games.riff_raff.rules.Agreed`)."""

    rounds: int = Field(ge=0, le=MOST_ROUNDS)
    cards: tuple[Annotated[int, Field(ge=1, le=MOST_SLOTS)], ...]
    pieces_a_turn: int = Field(ge=1, le=MOST_PIECES)
    pieces_on: PiecesOn
    catches: Catches
    caught: Caught


@dataclass(frozen=True, slots=True)
class RiffRaffConfiguration:
    """The values that a Riff Raff match depends on, besides seats and seed.

    agreed: the rules of the table. judgement: by which bots judge places. tree: all of it as plain data.
    """

    setup: ShipSetup
    skills: Mapping[str, Skill]
    agreed: Agreed
    judgement: Judgement
    tree: Mapping[str, Any]
    game: str = "riff-raff"

    @property
    def profile(self) -> str:
        """The physics profile's name."""
        return self.setup.profile.name

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that change with any value of the configuration; the profile is not part of it."""
        return digest(self.tree)

    @property
    def equipment(self) -> Equipment:
        """The pieces of a set and the slots of the ship, as the rules know them."""
        ship = self.setup.ship
        in_set = {kind: piece.supply for kind, piece in self.setup.pieces.items()}
        return Equipment(FrozenMap(in_set), ship.measures.deck_slots, len(ship.yards), ship.one_sided)

    @property
    def remark(self) -> str:
        """A sentence for those who let bots play on a design that their judgement does not know; else empty."""
        outside = self.judgement.outside(self.setup)
        if not outside:
            return ""
        return (
            f"this design lies outside what the bots' judgement knows ({', '.join(outside)}); "
            "`yardarm fit judgement` lets them learn it."
        )


def tacit() -> dict[str, Any]:
    """Return the section that a tree leaves out as far as it is as shipped."""
    return shipped(TABLE_FILE)


def shipped_tree() -> dict[str, Any]:
    """Return the other sections as shipped, without the players' skills."""
    return {**shipped(SHIP_FILE), "pieces": shipped_pieces()}


def beneath(tree: Mapping[str, Any], preset: Mapping[str, Any]) -> dict[str, Any]:
    """Return a shipped tree without what a preset's plain tables replace as a whole.

    An array of yards replaces the three yards by name, the hull's outline its three measures, and the outline of a
    shipped piece its sections and stances.
    """
    ship, pieces = preset.get("ship", {}), preset.get("pieces", {})
    gone = {*(YARD_KEYS if "yards" in ship else ()), *(HULL_KEYS if "hull" in ship else ())}
    drawn = {kind for kind, piece in pieces.items() if isinstance(piece, Mapping) and "outline" in piece}
    return {
        **tree,
        "ship": {key: value for key, value in tree["ship"].items() if key not in gone},
        "pieces": {
            kind: {"source": piece["source"]} if kind in drawn else piece for kind, piece in tree["pieces"].items()
        },
    }


def spans() -> dict[str, Span]:
    """Return the ranges of the assumed values of these sections, by dotted key."""
    return {**shipped_spans(SHIP_FILE), **shipped_spans(PIECES_FILE, "pieces")}


def build(tree: Mapping[str, Any], where: str, profile: str) -> RiffRaffConfiguration:
    """Build the configuration from a complete tree. Raises InputError."""
    wood = check(WoodMeasures, tree.get("wood", {}), where, "wood")
    measures = check(ShipMeasures, tree.get("ship", {}), where, "ship")
    pieces = build_pieces(tree.get("pieces", {}), where, wood.density_g_cm3)
    for kind, piece in pieces.items():
        if all(stance.edge_mm is not None for stance in piece.stances.values()):
            raise InputError(
                "{where}: pieces.{kind}.stances: expected one that does not hang, for slots without an end to hang on.",
                where=where,
                kind=kind,
            )
    setup = ShipSetup(build_ship(measures, wood, where), wood, pieces, load_ship_profile(profile))
    judgement = build_judgement(tree[JUDGEMENT], where, JUDGEMENT) if JUDGEMENT in tree else shipped_judgement()
    agreed, house_rules = _agreed(tree.get(TABLE, {}), where)
    tree = {**{key: table for key, table in tree.items() if key != TABLE}, **house_rules}
    found = RiffRaffConfiguration(setup, skills_from(tree.get("skill", {}), where), agreed, judgement, tree)
    _check_cards(found, where)
    return found


def _agreed(table: Mapping[str, Any], where: str) -> tuple[Agreed, dict[str, Any]]:
    """Return the rules of a table, and the section that has what differs from the printed ones. Raises InputError."""
    printed = tacit()[TABLE]
    measures = check(TableMeasures, {**printed, **table}, where, TABLE)
    try:
        agreed = Agreed(**dict(measures))
    except IllegalAction as error:
        raise InputError("{where}: table.cards: {error}", where=where, error=error) from error
    differs = {key: value for key, value in table.items() if value != printed[key]}
    return agreed, {TABLE: differs} if differs else {}


def _check_cards(configuration: RiffRaffConfiguration, where: str) -> None:
    try:
        configuration.agreed.hand(configuration.equipment)
    except IllegalAction as error:
        raise InputError("{where}: table.cards: {error}", where=where, error=error) from error


def load(preset: Path | None = None, profile: str = "play") -> RiffRaffConfiguration:
    """Return the shipped configuration, with a preset's values in their place. Raises InputError."""
    found = load_configuration("riff-raff", preset, profile)
    assert isinstance(found, RiffRaffConfiguration)
    return found


def pieces(configuration: RiffRaffConfiguration) -> dict[str, str]:
    """Return the kinds of cargo with their masses and the ways to put each down."""
    return {
        kind: f"{piece.mass_g:.1f} g; {', '.join(piece.stances)}" for kind, piece in configuration.setup.pieces.items()
    }


def near(configuration: RiffRaffConfiguration) -> bool:
    """Return True for a design that the shipped judgement knows, played as printed."""
    return configuration.agreed == PRINTED and not shipped_judgement().outside(configuration.setup)


PART = ConfigurationPart(
    SECTIONS,
    shipped_tree,
    build,
    Path(__file__).with_name("presets"),
    spans,
    beneath,
    pieces,
    changeable=CHANGEABLE,
    left_open=Path(__file__).with_name("open.json"),
    near=near,
    tacit=tacit,
)
