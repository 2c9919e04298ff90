"""Zack!'s configuration: [card], [bowl], [throw], [air], [deck], [table], [sight], [hand], [look], [temper]; skills."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from sim.configuration import digest, load_configuration
from sim.errors import InputError
from sim.games.zack import rules
from sim.games.zack.bots.perception import PEOPLE_FILE, ZackPeople, build_people, shipped_people_tables
from sim.games.zack.deck import DECK_FILE, Deck, build_deck, shipped_deck_table
from sim.language import N_
from sim.measures import Span, TomlTable, check, shipped, shipped_spans
from sim.people.skill import Skill, skills_from
from sim.physics.bowl.measures import BOWL_FILE, BowlSetup, build_bowl, shipped_bowl_tables
from sim.physics.bowl.measures import SECTIONS as BOWL_SECTIONS
from sim.spec import ConfigurationPart

TABLE_FILE = Path(__file__).with_name("table.toml")
_PEOPLE = ("sight", "hand", "look", "temper")
SECTIONS = (*BOWL_SECTIONS, "deck", "table", *_PEOPLE)
CHANGEABLE = {
    "card.length_mm": N_("short side of a card"),
    "card.span_mm": N_("long side of a card"),
    "bowl.opening_mm": N_("length of the bowl"),
    "bowl.width_mm": N_("width of the bowl"),
    "bowl.depth_mm": N_("depth of the bowl"),
    "bowl.wall_thickness_mm": N_("thickness of the bowl's walls"),
    "bowl.rim_radius_mm": N_("radius of the bowl's rim"),
    "bowl.floor_thickness_mm": N_("thickness of the bowl's floor"),
    "bowl.wall_angle_deg": N_("how far the bowl's walls lean outwards"),
    "table.seat_distance_mm": N_("distance of the hands from the bowl's middle"),
}
"""What a maker can change, in words."""
FARTHEST_MM = 2000.0
"""The farthest that a hand may be from the bowl's middle."""


class TableMeasures(TomlTable):
    """The table [table]: rules, places and pauses."""

    edition: Literal["amigo", "french"]
    stop_cards: bool
    again_and_back: bool
    wins: int = Field(ge=1, le=20)
    child_handicap_ms: float = Field(ge=0, le=60_000)
    seat_distance_mm: float = Field(ge=150, le=FARTHEST_MM)
    hand_height_mm: float = Field(ge=60, le=1000)
    shuffle_s: float = Field(ge=0, le=600)
    deal_card_s: float = Field(ge=0, le=60)
    cards_a_grab: int = Field(ge=1, le=72)
    judging_s: float = Field(ge=0.1, le=60)

    def setup(
        self,
        seats: tuple[str, ...],
        colours: Mapping[str, rules.Colour],
        hands: Mapping[str, tuple[rules.Card, ...]],
        first: str,
    ) -> rules.Setup:
        """Return the setup of a game by the rules of this table."""
        return rules.Setup(seats, colours, hands, first, rules.Edition(self.edition), self.stop_cards)


@dataclass(frozen=True, slots=True)
class ZackConfiguration:
    """The values that a match of Zack! depends on, besides seats and seed. `tree` is all of it as plain data."""

    setup: BowlSetup
    deck: Deck
    table: TableMeasures
    people: ZackPeople
    skills: Mapping[str, Skill]
    tree: Mapping[str, Any]
    game: str = "zack"

    @property
    def profile(self) -> str:
        """The physics profile's name."""
        return self.setup.profile.name

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that change with any value of the configuration; the profile is not part of it."""
        return digest(self.tree)


def shipped_tree() -> dict[str, Any]:
    """Return the sections as shipped, without the skills."""
    return {
        **shipped_bowl_tables(),
        "deck": shipped_deck_table(),
        **shipped(TABLE_FILE),
        **shipped_people_tables(),
    }


def spans() -> dict[str, Span]:
    """Return the ranges of the assumed values of these sections, by dotted key."""
    return {
        **shipped_spans(BOWL_FILE),
        **shipped_spans(DECK_FILE, "deck"),
        **shipped_spans(TABLE_FILE),
        **shipped_spans(PEOPLE_FILE),
    }


def build(tree: Mapping[str, Any], where: str, profile: str) -> ZackConfiguration:
    """Build the configuration of a whole tree. Raises InputError."""
    setup = build_bowl(tree, where, profile)
    table = check(TableMeasures, tree.get("table", {}), where, "table")
    if table.hand_height_mm <= setup.bowl.depth_mm:
        raise InputError(
            "{where}: table.hand_height_mm: expected a hand above the rim ({depth_mm:g} mm).",
            where=where,
            depth_mm=setup.bowl.depth_mm,
        )
    if table.seat_distance_mm <= setup.half_outside_mm:
        raise InputError(
            "{where}: table.seat_distance_mm: expected a hand beside the bowl (bowl.opening_mm).", where=where
        )
    return ZackConfiguration(
        setup,
        build_deck(tree.get("deck", {}), where),
        table,
        build_people({key: tree[key] for key in _PEOPLE if key in tree}, where),
        skills_from(tree.get("skill", {}), where),
        tree,
    )


def load(preset: Path | None = None, profile: str = "play") -> ZackConfiguration:
    """Return the shipped configuration, with a preset's values in place of it. Raises InputError."""
    found = load_configuration("zack", preset, profile)
    assert isinstance(found, ZackConfiguration)
    return found


PART = ConfigurationPart(
    SECTIONS,
    shipped_tree,
    build,
    Path(__file__).with_name("presets"),
    spans,
    changeable=CHANGEABLE,
    left_open=Path(__file__).with_name("open.json"),
)
