"""Ships and pieces of a preset in pictures: drawn where their wood is, a face of its own, words for every slot."""

from __future__ import annotations

import numpy as np
import pytest

from scenes.games.riff_raff.art import piece_face, ship_art
from scenes.games.riff_raff.art.piece_art import colour_of, piece_icon, piece_picture
from scenes.games.riff_raff.depth import front_mm
from scenes.games.riff_raff.layout import lay_out
from scenes.games.riff_raff.lobby import lines, place_words, usual
from scenes.layout.places import Foot
from scenes.play.widgets import Choice
from sim.games.riff_raff.configuration import RiffRaffConfiguration, load
from sim.physics.ship.pieces import KINDS

DESIGN = """
[ship]
deck_slots = 8
hull = [[-60, 0], [-40, 0], [-36, 14], [36, 14], [40, 0], [60, 0], [66, 34], [62, 34], [62, 28], [-62, 28], [-62, 34],
        [-66, 34]]
[[ship.yards]]
height_mm = 60
length_mm = 150
tilt_deg = 8
[pieces.crate]
supply = 0
[pieces.whale]
outline = [[-20, 2], [-12, 0], [10, 0], [18, 5], [22, 14], [16, 12], [13, 8], [6, 15], [-8, 16], [-18, 10]]
depth_mm = 14
stances.standing = { angle_deg = 90, mirror = true }
stances.lying = {}
[pieces.log]
outline = [[-15, 0], [15, 0], [15, 3], [-15, 3]]
depth_mm = 14
"""


@pytest.fixture(scope="module")
def design(tmp_path_factory: pytest.TempPathFactory) -> RiffRaffConfiguration:
    path = tmp_path_factory.mktemp("design") / "design.toml"
    path.write_text(DESIGN)
    return load(path)


@pytest.mark.parametrize("kind", ["whale", "log"])
def test_a_piece_without_art_is_painted_where_its_wood_is(design: RiffRaffConfiguration, kind: str) -> None:
    piece = design.setup.pieces[kind]
    for form, section in piece.forms.items():
        picture = piece_picture(piece, form, 3.0)
        alpha = np.asarray(picture.image.getchannel("A"), dtype=float) / 255
        assert alpha.sum() / 9.0 == pytest.approx(section.mass_g / section.areal_density_g_mm2, rel=0.06)
    assert piece_icon(piece, 26).size == (26, 26)


def test_a_face_is_painted_on_the_wood_and_follows_from_the_name(design: RiffRaffConfiguration) -> None:
    piece = design.setup.pieces["whale"]
    picture = np.asarray(piece_picture(piece, "side", 4.0).image).astype(int)
    seen = picture[picture[..., 3] == 255][:, :3]
    white = np.abs(seen - np.array(piece_face.WHITE)).sum(axis=1) < 60
    ink = seen.sum(axis=1) < 180
    assert white.mean() > 0.005
    assert ink.mean() > 0.005
    again = np.asarray(piece_picture(piece, "side", 4.0).image)
    assert (again == picture).all()
    # The colours of pieces without art are none of a shipped one.
    assert not {colour_of(kind) for kind in ("whale", "log", "duck")} & {colour_of(kind) for kind in KINDS}


def test_a_hull_of_any_outline_is_drawn_where_her_wood_is(design: RiffRaffConfiguration) -> None:
    ship = design.setup.ship
    picture = ship_art.hull_picture(ship, 2.0)
    alpha = np.asarray(picture.image.getchannel("A"))

    def there(x_mm: float, y_mm: float) -> bool:
        row = picture.image.height - picture.anchor[1] - y_mm * 2.0
        return bool(alpha[round(row), round(picture.anchor[0] + x_mm * 2.0)] > 127)

    assert all(there(x, y) for x, y in ((-50, 4), (50, 4), (0, 18), (-64.5, 32), (64.5, 32)))
    assert not any(there(x, y) for x, y in ((0, 4), (-30, 8), (-65, 4)))
    left, _, right, _ = picture.image.getchannel("A").getbbox() or (0, 0, 0, 0)
    assert right - left == pytest.approx(2 * 132, abs=3)


def test_the_tags_of_all_deck_slots_lie_apart_on_the_hull(design: RiffRaffConfiguration) -> None:
    ship = design.setup.ship
    places = [ship_art.deck_tag_place(ship, slot) for slot in ship.slots[:8]]
    for index, (x, y) in enumerate(places):
        assert abs(x) < ship.hull_half_mm
        assert 0 < y < front_mm(ship)
        assert all(abs(x - a) + abs(y - b) > 2 * ship_art.TAG_MM for a, b in places[:index])


def test_every_slot_has_words_of_its_own_and_the_form_offers_this_ship(design: RiffRaffConfiguration) -> None:
    ship = design.setup.ship
    words = [place_words(ship, slot) for slot in ship.slots]
    assert len(set(words)) == len(words) == 10
    assert words[:2] == ["bow, left 2", "bow, left 1"]
    assert words[-1] == "1. yard, right"
    shipped = load().setup.ship
    assert [place_words(shipped, slot) for slot in shipped.slots] == [
        "bow, left", "bow, right", "stern, left", "stern, right", "low yard, left", "low yard, right",
        "middle yard, left", "middle yard, right", "top yard, left", "top yard, right",
    ]  # fmt: skip
    slot, piece, *_ = lines(usual(), lambda _name, _value: None, design)
    assert isinstance(slot, Choice)
    assert isinstance(piece, Choice)
    assert [option.value for option in slot.options] == list(range(1, 11))
    assert [option.value for option in piece.options] == [None, *(k for k in KINDS if k != "crate"), "log", "whale"]


@pytest.mark.parametrize("size", [(800, 500), (1280, 720), (2560, 1440)])
def test_nine_kinds_get_no_smaller_ship_and_no_lower_panels(size: tuple[int, int]) -> None:
    foot: Foot | None = None
    eight, nine = (lay_out(*size, 4, foot, kinds=kinds) for kinds in (8, 9))
    assert nine.table == eight.table
    assert all(new.height >= old.height for old, new in zip(eight.seats, nine.seats, strict=True))
