"""The configuration: shipped data, presets, hashes; wrong presets are refused in one sentence that names the key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sim.configuration import (
    changed_configuration,
    configuration_from,
    load_configuration,
    overlaid,
    presets,
    read_preset,
    usual_players,
)
from sim.errors import InputError
from sim.match.seats import seats_from
from sim.measures import PROVENANCES
from sim.spec import GAMES


def preset(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "preset.toml"
    path.write_text(text)
    return path


def test_a_preset_changes_only_its_keys_and_the_hash(tmp_path: Path) -> None:
    usual = load_configuration("riff-raff")
    heavier = load_configuration("riff-raff", preset=preset(tmp_path, "[ship]\nball_mass_g = 150"))
    assert heavier.setup.ship.measures.ball_mass_g == 150
    assert heavier.setup.ship.measures.model_copy(update={"ball_mass_g": 110.0}) == usual.setup.ship.measures
    assert heavier.setup.wood == usual.setup.wood
    assert heavier.digest != usual.digest


def test_an_empty_preset_changes_nothing(tmp_path: Path) -> None:
    assert load_configuration("riff-raff", preset=preset(tmp_path, "")).digest == load_configuration("riff-raff").digest


def test_a_preset_may_tell_where_its_values_come_from(tmp_path: Path) -> None:
    text = '[wood]\nfriction = { value = 0.4, provenance = "measured", source = "my table" }'
    assert load_configuration("riff-raff", preset=preset(tmp_path, text)).setup.wood.friction == 0.4


def test_a_skill_for_everybody_and_one_for_one_profile(tmp_path: Path) -> None:
    text = "[skill.all]\nplacement_sd_mm = 1.0\n[skill.child]\nplacement_sd_mm = 7.0"
    skills = load_configuration("riff-raff", preset=preset(tmp_path, text)).skills
    assert [skills[name].placement_sd_mm for name in ("child", "casual", "skilled")] == [7.0, 1.0, 1.0]


def reversed_keys(tree: Any) -> Any:
    return {key: reversed_keys(tree[key]) for key in reversed(tree)} if isinstance(tree, dict) else tree


@pytest.mark.parametrize(
    ("game", "given"),
    [(game, given) for game in GAMES for given in (None, *map(Path, presets(game)))],
    ids=lambda given: "shipped" if given is None else getattr(given, "stem", given),
)
def test_the_order_of_keys_changes_nothing(game: str, given: Path | None) -> None:
    """Stores keep a configuration with its keys sorted: bots that go through the pieces must play the same again."""
    usual: Any = load_configuration(game, given)
    other: Any = configuration_from(reversed_keys(dict(usual.tree)), "a tree", usual.profile, game)
    assert other.digest == usual.digest
    assert repr(replace(other, tree={})) == repr(replace(usual, tree={}))


def test_the_stances_of_a_new_piece_come_in_the_order_of_their_names(tmp_path: Path) -> None:
    text = """
[pieces.wedge]
outline = [[0, 0], [30, 0], [0, 20]]
depth_mm = 20
stances = { tilted = { angle_deg = 90 }, lying = { angle_deg = 180 }, upright = {}, asleep = { mirror = true } }
"""
    wedge = load_configuration("riff-raff", preset=preset(tmp_path, text)).setup.pieces["wedge"]
    assert list(wedge.stances) == ["upright", "lying", "asleep", "tilted"]


def test_pieces_scale_and_density_carry_through_to_masses(tmp_path: Path) -> None:
    usual = load_configuration("riff-raff").setup.pieces
    drawn = load_configuration("riff-raff", preset=preset(tmp_path, "[pieces]\nscale = 1.0")).setup.pieces
    scaled = load_configuration("riff-raff", preset=preset(tmp_path, "[pieces]\nscale = 1.1")).setup.pieces
    dense = load_configuration("riff-raff", preset=preset(tmp_path, "[wood]\ndensity_g_cm3 = 0.77")).setup.pieces
    for kind, piece in usual.items():
        assert scaled[kind].mass_g == pytest.approx(drawn[kind].mass_g * 1.1**3)
        assert dense[kind].mass_g == pytest.approx(piece.mass_g * 1.1)


def test_a_whole_tree_gives_the_same_configuration_again() -> None:
    usual = load_configuration("riff-raff")
    assert configuration_from(usual.tree, "again", "play", "riff-raff").digest == usual.digest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[ship]\nball_mas_g = 3", "ship.ball_mas_g: unknown key, expected ball_mass_g"),
        ("[ship]\nball_mass_g = -3", "ship.ball_mass_g: expected more than 0, found -3"),
        ("[ship]\nball_mass_g = nan", "ship.ball_mass_g: expected a finite number"),
        ('[ship]\nball_mass_g = "heavy"', "ship.ball_mass_g"),
        ("[ship]\nball_mass_g = { worth = 3 }", "ship.ball_mass_g"),
        ('[ship]\nball_mass_g = { value = 3, provenance = "guessed" }', "ship.ball_mass_g.provenance"),
        ("[ship]\ntop_yard_height_mm = 900", "ship.low_yard_height_mm"),
        ("[ship]\nhull_width_mm = 20", "ship.hull_width_mm"),
        (
            "[ship]\nhull_width_mm = 300",
            "ship.hull_width_mm: expected a hull no wider than its box (box_width_mm, 297)",
        ),
        ("[ship]\nhull_bottom_width_mm = 400", "ship.hull_bottom_width_mm: expected a hull no wider than its box"),
        ("[ship]\nbox_width_mm = 70", "ship.hull_width_mm: expected a hull no wider than its box (box_width_mm, 70)"),
        ("[ship]\ntable_below_mm = 20", "ship.table_below_mm"),
        ("[shp]\nball_mass_g = 3", "shp: unknown section"),
        ("ship = 3", "ship: expected a table"),
        ("[wood]\nfriction = -0.1", "wood.friction"),
        ("[pieces]\nscale = 0", "pieces.scale"),
        ("[pieces.crat]\nsource = 'x'", "pieces.crat: expected an outline and depth_mm for a new piece, or crate"),
        ("[pieces.crate.sections.side]\ndepth_mm = -1", "pieces.crate.sections.side.depth_mm"),
        ("[pieces.crate.sections.side]\nparts = [[[0, 0], [9, 0], [2, 2], [0, 9]]]", "pieces.crate.sections.side"),
        ("[pieces.barrel.sections.end]\nradius_mm = 20.0", "pieces.barrel.sections"),
        ("[pieces.barrel.sections.end]\nradius_mm = 2000.0", "expected at most 1000, found 2000"),
        ("[pieces.crate.sections.side]\ndepth_mm = 1e300", "pieces.crate.sections.side.depth_mm: expected at most"),
        (
            "[pieces.crate.sections.side]\nparts = [[[0, 0], [1e5, 0], [0, 9]]]",
            "sections.side.parts.0.1.0: expected",
        ),
        ("[pieces.crate.sections.side]\nparts = [[[0, 0], [9, 0]]]", "parts.0: expected at least 3 items"),
        (
            f"[pieces.crate.sections.side]\nparts = [{[[x, x * x] for x in range(65)]}]",
            "expected at most 64 items",
        ),
        (
            f"[pieces.crate.sections.side]\nparts = {[[[0, 0], [9, 0], [0, 9]]] * 65}",
            "expected at most 64 items",
        ),
        (
            "".join(f"[pieces.crate.stances.s{n}]\nsection = 'side'\n" for n in range(20)),
            "stances: expected at most 16 items",
        ),
        (f"[skill.casual]\nplacement_sd_mm = '{'x' * 5000}'", "found 'xxxx"),
        (f"[company]\n{'x' * 200} = 1", "company: unknown section"),
        ("[pieces.crate.stances.upright]\nsection = 'front'", "pieces.crate.stances.upright.section"),
        ("[skill.casual]\nplacement_sd = 3", "skill.casual.placement_sd"),
        ("[skill.grandma]\nplacement_sd_mm = 3", "skill.grandma"),
        ("[ship\n", "line 1, column 6: is not valid TOML (expected ']' at the end of a table declaration)."),
        ("[ship]\nball = [1", "is not valid TOML (unclosed array)."),
        ("[ship]\nBall-Mass-g = 90", "ship.Ball-Mass-g: unknown key, expected ball_mass_g"),
        ("[shp]\nball_mass_g = 90", "shp: unknown section, expected one of"),
    ],
)
def test_a_wrong_preset_is_refused_in_one_sentence(tmp_path: Path, text: str, expected: str) -> None:
    path = preset(tmp_path, text)
    with pytest.raises(InputError) as refusal:
        load_configuration("riff-raff", preset=path)
    message = str(refusal.value)
    assert message.startswith(str(path))
    assert expected in message
    assert "\n" not in message


def test_a_missing_preset_an_unknown_game_and_an_unknown_profile_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_configuration("riff-raff", preset=tmp_path / "none.toml")
    with pytest.raises(InputError, match="riff-raff"):
        load_configuration("chess")
    with pytest.raises(InputError, match="draft, play, reference"):
        load_configuration("riff-raff", profile="rough")


def test_changes_come_on_top_of_a_preset(tmp_path: Path) -> None:
    path = preset(tmp_path, "[ship]\nball_mass_g = 150\nhull_mass_g = 130\n[skill.child]\nplacement_sd_mm = 7.0")
    changes = {"ship": {"ball_mass_g": 90.0}, "skill": {"casual": {"placement_sd_mm": 1.0}}}
    found = changed_configuration("riff-raff", changes, path)
    assert (found.tree["ship"]["ball_mass_g"], found.tree["ship"]["hull_mass_g"]) == (90.0, 130)
    assert (found.skills["child"].placement_sd_mm, found.skills["casual"].placement_sd_mm) == (7.0, 1.0)
    assert changed_configuration("riff-raff", {}, path).digest == load_configuration("riff-raff", preset=path).digest


def test_changes_are_refused_by_their_own_name() -> None:
    with pytest.raises(InputError, match=r"^--vary: ship.ball_mass_g: "):
        changed_configuration("riff-raff", {"ship": {"ball_mass_g": -1.0}}, where="--vary")
    with pytest.raises(InputError, match=r"^--vary: sihp: unknown section"):
        changed_configuration("riff-raff", {"sihp": {}}, where="--vary")


def test_two_presets_as_one() -> None:
    below = {"ship": {"a": {"value": 1, "source": "x"}, "b": 2}, "skill": {"child": {"p": 1, "q": 2}}}
    above = {"ship": {"a": 3}, "skill": {"all": {"p": 4}}}
    assert overlaid(below, above) == {
        "ship": {"a": 3, "b": 2},
        "skill": {"child": {"q": 2}, "all": {"p": 4}},
    }
    # What is said of one profile at the same time still holds.
    own = {"skill": {"all": {"p": 4}, "child": {"p": 5}}}
    assert overlaid(below, own)["skill"] == {"child": {"p": 5, "q": 2}, "all": {"p": 4}}


INVENTIONS = {"riff-raff": ("brig", "ferry"), "zack": ("long-table",)}
"""Shipped presets that are another design, not another difficulty."""


@pytest.mark.parametrize("game", GAMES)
def test_shipped_presets_go_by_their_names(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert set(presets(game)) == {"family", "standard", "expert", *INVENTIONS.get(game, ())}
    digests = {load_configuration(game, Path(name)).digest for name in presets(game)}
    assert len(digests) == len(presets(game))
    # A file of that name comes first.
    Path("family").write_text("[skill.child]\nplacement_sd_mm = 3.0\n")
    assert load_configuration(game, Path("family")).digest not in digests


def test_an_unknown_preset_names_the_shipped_ones() -> None:
    with pytest.raises(InputError, match="the name of a preset: brig, expert, family, ferry, standard"):
        load_configuration("riff-raff", Path("hard"))


def leaves(tree: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a preset by its dotted key."""
    inner = enumerate(tree) if isinstance(tree, list) else tree.items() if isinstance(tree, dict) else ()
    if not inner or "value" in tree:
        yield key, tree
        return
    for name, item in inner:
        yield from leaves(item, f"{key}.{name}")


@pytest.mark.parametrize(("game", "preset"), [(game, preset) for game in GAMES for preset in presets(game)])
def test_every_value_of_a_shipped_preset_says_where_it_comes_from(game: str, preset: str) -> None:
    for key, leaf in leaves(read_preset(game, Path(preset))):
        assert set(leaf) >= {"value", "provenance", "source"}, (game, preset, key)
        assert leaf["provenance"] in PROVENANCES
        assert len(leaf["source"]) > 20
        assert "PENDING" not in leaf["source"]


def test_a_preset_of_a_game_without_physics_says_who_sits_there() -> None:
    people = {
        (game, name): usual_players(load_configuration(game, None if name is None else Path(name)))
        for game in ("zatre", "zigzag")
        for name in (None, "family", "standard", "expert")
    }
    for (game, _), words in people.items():
        assert len(seats_from(words, game)) == 4
    assert people["zatre", "family"] == ["child:greedy"] * 4
    assert people["zatre", None] == people["zatre", "standard"] == ["casual:sheet"] * 4
    assert people["zatre", "expert"] == ["skilled:planner"] * 4
    assert people["zigzag", None] == people["zigzag", "standard"] == ["casual:team"] * 4
    # Partners sit opposite each other.
    assert people["zigzag", "family"] == ["skilled:watchful", "child:team"] * 2
    assert people["zigzag", "expert"] == ["casual:team", "skilled:watchful"] * 2


def test_the_partner_of_whoever_sits_down() -> None:
    company = load_configuration("zigzag", Path("family")).company
    strategies = [company.who(seat, 6, person=1)[1] for seat in range(6)]
    assert strategies == ["team", "watchful", "team", "team", "watchful", "team"]


def test_games_with_physics_seat_casual_players() -> None:
    for game in ("riff-raff", "zack"):
        assert usual_players(load_configuration(game, Path("expert"))) == ["casual"] * 4


@pytest.mark.parametrize(
    ("company", "said"),
    [
        ('strategy = "simple"', "company.strategy: expected one of random, greedy, sheet, planner, found 'simple'."),
        ('partner_strategy = "team"', "company.partner_strategy: expected one of random, greedy, sheet, planner"),
        ('profile = "deft"', "company.profile: "),
        ('name = "Bert"', "company.name: unknown key"),
    ],
)
def test_who_cannot_sit_there_is_told(company: str, said: str, tmp_path: Path) -> None:
    preset = tmp_path / "mine.toml"
    preset.write_text(f"[company]\n{company}\n")
    with pytest.raises(InputError) as refused:
        load_configuration("zatre", preset)
    assert said in str(refused.value)


def test_a_record_from_before_there_was_company_can_be_read() -> None:
    tree = {key: value for key, value in load_configuration("zatre").tree.items() if key != "company"}
    company = configuration_from(tree, "old.jsonl", "play", "zatre").company
    assert (company.profile, company.strategy) == ("casual", "sheet")
