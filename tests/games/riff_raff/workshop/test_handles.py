"""Handles of the ship: they go where they are dragged and set nothing where they are."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from sim.games.riff_raff.configuration import load
from sim.games.riff_raff.workshop.handles import handles, piece_handles, with_yards
from sim.games.riff_raff.workshop.prototype import outline
from tests.games.riff_raff.workshop.designs import ship_design


def test_a_handle_sets_nothing_where_it_is() -> None:
    design = ship_design()
    for handle in handles(load()):
        assert design.edit(handle.edits(*handle.at), handle.name), handle.name
    for kind in load().setup.pieces:
        for handle in piece_handles(load(), kind):
            assert design.edit(handle.edits(*handle.at), handle.name), (kind, handle.name)
    assert design.differences() == ()


@pytest.mark.parametrize("name", [handle.name for handle in handles(load()) if "tilt" not in handle.name])
def test_a_handle_goes_where_it_is_dragged(name: str) -> None:
    design = ship_design()
    before = next(handle for handle in handles(load()) if handle.name == name)
    x, y = before.at
    where = (1.05 * x, 1.03 * y)
    assert design.edit(before.edits(*where), name), design.refusal
    after = next(handle for handle in handles(design.configuration) if handle.name == name)
    moved = [abs(a - b) for a, b in zip(after.at, before.at, strict=True)]
    assert max(moved) >= 1.0
    for now, wanted, was in zip(after.at, where, before.at, strict=True):
        assert abs(now - wanted) <= 1.0 or now == was
    assert {difference.key for difference in design.differences()} <= set(before.keys)


def test_a_corner_that_two_parts_share_moves_for_both() -> None:
    design = ship_design()
    parts = outline(design.configuration, "boat")
    shared = Counter(corner for part in parts for corner in part)
    place = next(corner for corner, count in shared.items() if count > 1)
    handle = next(h for h in piece_handles(design.configuration, "boat") if h.at == place)
    assert design.edit(handle.edits(place[0] + 0.6, place[1]), "corner")
    now = outline(design.configuration, "boat")
    assert sum(corner == (place[0] + 0.5, place[1]) for part in now for corner in part) == shared[place]
    assert not any(corner == place for part in now for corner in part)


def test_a_corner_that_makes_a_part_concave_is_refused() -> None:
    design = ship_design()
    handle = next(h for h in piece_handles(design.configuration, "crate"))
    assert not design.edit(handle.edits(0.0, 14.0), "corner")
    assert design.key.startswith("pieces.crate")


def test_a_yard_that_is_tilted_too_far_is_refused_at_its_handle() -> None:
    design = ship_design()
    handle = next(handle for handle in handles(load()) if handle.name == "middle yard, tilt")
    assert not design.edit(handle.edits(handle.at[0], handle.at[1] + 100.0), handle.name)
    assert any(design.key.startswith(key) for key in handle.keys)


def test_the_end_of_a_yard_of_a_list_can_be_dragged_and_saved(tmp_path: Path) -> None:
    design = ship_design()
    design.edit(with_yards(design.configuration, 4), "one yard more")
    handle = next(h for h in handles(design.configuration) if h.name == "yard 4, starboard end")
    assert design.edit(handle.edits(handle.at[0] + 10.0, handle.at[1]), "longer")
    path = tmp_path / "brig.toml"
    design.save(path)
    assert path.read_text("utf-8").count("[[ship.yards]]") == 4
    again = load(path)
    assert again.digest == design.configuration.digest
    assert again.setup.ship.yards[3].length_mm == design.configuration.setup.ship.yards[3].length_mm
