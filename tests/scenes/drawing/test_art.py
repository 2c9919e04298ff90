"""Art: it ends where the wood ends, and its colours can be told apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from scenes.drawing import palette
from scenes.drawing.canvas import Picture
from scenes.games.riff_raff.art import ship_art
from scenes.games.riff_raff.art.piece_art import piece_icon, piece_picture
from scenes.games.riff_raff.depth import LEVEL, ends_mm, front_mm
from scenes.games.riff_raff.panels import mark
from scenes.games.zack.art import card_image
from sim.configuration import load_configuration
from sim.physics.ship.pieces import KINDS, Section

SETUP = load_configuration("riff-raff").setup
FORMS = [(kind, form) for kind in KINDS for form in SETUP.pieces[kind].forms]


def outline(section: Section, picture: Picture, grow_mm: float) -> np.ndarray:
    """The wood's true outline on the picture's pixels, grown by so much."""
    fine = 4
    mask = Image.new("L", (picture.image.width * fine, picture.image.height * fine), 0)
    draw = ImageDraw.Draw(mask)

    def at(x: float, y: float) -> tuple[float, float]:
        return (
            (picture.anchor[0] + x * picture.scale) * fine,
            mask.height - (picture.anchor[1] + y * picture.scale) * fine,
        )

    if section.radius_mm is not None:
        r = section.radius_mm + grow_mm
        draw.ellipse((*at(-r, r), *at(r, -r)), fill=255)
    width = 2 * grow_mm * picture.scale * fine
    for part in section.parts:
        corners = [at(*corner) for corner in part]
        draw.polygon(corners, fill=255)
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            draw.line([a, b], fill=255, width=max(1, round(width)))
            draw.ellipse((a[0] - width / 2, a[1] - width / 2, a[0] + width / 2, a[1] + width / 2), fill=255)
    return np.asarray(mask.reduce(fine), dtype=float) / 255


@pytest.mark.parametrize(("kind", "form"), FORMS)
@pytest.mark.parametrize("scale", [1.1, 2.3])
def test_a_piece_is_drawn_where_its_wood_is(kind: str, form: str, scale: float) -> None:
    piece = SETUP.pieces[kind]
    picture = piece_picture(piece, form, scale)
    alpha = np.asarray(picture.image.getchannel("A"), dtype=float) / 255
    wood = outline(piece.forms[form], picture, 0.0)
    grown = outline(piece.forms[form], picture, 1.0)
    assert alpha[grown == 0].max(initial=0.0) == 0.0
    # All wood is drawn: what differs is the smoothing along the edge.
    assert np.abs(alpha - wood).mean() < 0.035
    # Its area is that of its wood, but for the quarter of a pixel along the edge to which corners are rounded: of a
    # plank 6 pixels high that is a twelfth, of a crate a thirtieth.
    left, bottom, right, top = piece.forms[form].extent(0.0)
    edge_px = 2 * (right - left + top - bottom) * scale
    area_px = piece.mass_g / piece.forms[form].areal_density_g_mm2 * scale**2
    assert alpha.sum() == pytest.approx(area_px, abs=edge_px / 4)


@pytest.mark.parametrize("kind", KINDS)
def test_a_piece_shows_its_colour_and_its_details(kind: str) -> None:
    picture = np.asarray(piece_picture(SETUP.pieces[kind], next(iter(SETUP.pieces[kind].forms)), 3.0).image)
    seen = picture[picture[..., 3] == 255][:, :3].astype(float)
    distance = np.linalg.norm(seen - np.array(palette.PIECES[kind]), axis=1)
    assert (distance < 70).mean() > 0.2
    assert (distance > 90).mean() > 0.03


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", [15, 26, 60])
def test_icons_fill_their_square(kind: str, side: int) -> None:
    icon = piece_icon(SETUP.pieces[kind], side)
    assert icon.size == (side, side)
    left, top, right, bottom = icon.getchannel("A").getbbox() or (0, 0, 0, 0)
    assert max(right - left, bottom - top) >= side - 4


def test_the_ship_is_drawn_where_her_wood_is() -> None:
    """Her deck is seen a little from above: its edges are drawn above and below the line that it is."""
    ship = SETUP.ship
    hull, deck, mast = (
        paint(ship, 2.0) for paint in (ship_art.hull_picture, ship_art.deck_picture, ship_art.mast_picture)
    )
    near, end, m = front_mm(ship), LEVEL.deep * ends_mm(ship), ship.measures
    half, bottom, taper = m.hull_width_mm / 2, m.hull_bottom_width_mm / 2, ship_art.TAPER * m.hull_width_mm / 2
    stern = ((-bottom, 0.0), (bottom, 0.0), (half, near), (-half, near))
    planks = ((-half, -end), (half, -end), (taper, end), (-taper, end))
    for picture, polygon in ((hull, stern), (deck, planks), (mast, ship.mast)):
        section = Section((polygon,), None, 1.0, 1.0, 1.0, 1.0)
        alpha = np.asarray(picture.image.getchannel("A"), dtype=float) / 255
        assert alpha[outline(section, picture, 1.0) == 0].max(initial=0.0) == 0.0
        assert np.abs(alpha - outline(section, picture, 0.0)).mean() < 0.02
    for index, yard in enumerate(ship.yards):
        picture = ship_art.yard_picture(ship, index, 2.0)
        assert picture.image.getchannel("A").getbbox() == pytest.approx(
            (
                picture.anchor[0] - yard.length_mm,
                picture.image.height - picture.anchor[1] - ship.measures.yard_thickness_mm,
                picture.anchor[0] + yard.length_mm,
                picture.image.height - picture.anchor[1] + ship.measures.yard_thickness_mm,
            ),
            abs=2.0,
        )


# Machado, Oliveira & Fernandes 2009, severity 1.0, on linear RGB.
BLINDNESS = {
    "none": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


def lab(colour: palette.Colour, matrix: np.ndarray) -> np.ndarray:
    """CIELAB (D65) of a colour as it is seen."""
    share = np.array(colour) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    seen = np.clip(matrix @ linear, 0, 1)
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ seen
    f = np.cbrt(np.maximum(xyz / np.array([0.9505, 1.0, 1.089]), 1e-9))
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.fixture(params=palette.NAMES)
def painted(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each palette in turn."""
    palette.use(request.param)
    yield request.param
    palette.use(palette.STANDARD)


LEAST = {
    palette.STANDARD: {"pieces": 18.0, "players": 18.0, "six": 25.0},
    palette.COLOUR_BLIND: {"pieces": 34.0, "players": 58.0, "six": 35.0, "gauge": 30.0, "exclaim": 30.0, "tones": 30.0},
}


@pytest.mark.parametrize("eyes", BLINDNESS)
def test_colours_can_be_told_apart(eyes: str, painted: str) -> None:
    matrix = BLINDNESS[eyes]
    sets = {
        "pieces": palette.PIECES.values(), "players": palette.PLAYERS, "six": palette.SIX.values(),
        "gauge": palette.GAUGE,
        "exclaim": [card_image(face, "", 59, 91).getpixel((30, 69))[:3] for face in ("again", "back")],
        "tones": [palette.TONES[tone] for tone in ("turn", "good", "bad")],
    }  # fmt: skip
    for name, least in LEAST[painted].items():
        pairs = combinations(sets[name], 2)
        distances = [float(np.linalg.norm(lab(a, matrix) - lab(b, matrix))) for a, b in pairs]
        assert min(distances) > least, name


def test_another_palette_is_painted_at_once_and_taken_back() -> None:
    def disc(colour: str) -> tuple[int, ...]:
        return card_image(f"circle:{colour}", "", 59, 91).getpixel((29, 25))

    before, pieces = disc("violet"), dict(palette.PIECES)
    palette.use(palette.COLOUR_BLIND)
    try:
        assert disc("violet") != before
        assert all(palette.PIECES[kind] != colour for kind, colour in pieces.items())
    finally:
        palette.use(palette.STANDARD)
    assert (disc("violet"), palette.PIECES) == (before, pieces)
    with pytest.raises(KeyError):
        palette.use("pastel")


def grey(picture: Image.Image) -> np.ndarray:
    return np.asarray(picture.convert("L"), dtype=float)


LETTERS = {
    "circle": (0.50, 0.50, 0.17),
    "player": (0.50, 0.63, 0.09),
    "challenge": (0.286, 0.208, 0.08),
    "border": (0.081, 0.058, 0.055),
}
"""Where each kind of card has its letter: middle and half width, as shares of the width; the middle's height."""


def letter(kind: str, colour: str) -> np.ndarray:
    """The letter of a colour on a kind of card, whatever the colours of letter and ground are."""
    other = "red" if colour != "red" else "blue"
    face = (f"challenge:{other}", colour) if kind == "border" else (f"{kind}:{colour}", other)
    picture = card_image(*face, 240, 370).convert("RGB")
    x, y, half = LETTERS[kind]
    box = (x - half) * 240, y * 370 - half * 240, (x + half) * 240, y * 370 + half * 240
    pixels = np.asarray(picture.crop(tuple(round(side) for side in box)), dtype=float)
    away = np.abs(pixels - np.median(pixels.reshape(-1, 3), axis=0)).max(axis=2)
    return away > 0.5 * away.max()


@pytest.mark.parametrize("kind", LETTERS)
def test_nothing_of_a_card_rests_on_colour_alone(kind: str) -> None:
    """Cards that differ in a colour differ in its letter too, which is the same in both palettes."""
    usual = {colour: letter(kind, colour) for colour in palette.SIX}
    assert min((a != b).mean() for a, b in combinations(usual.values(), 2)) > 0.06
    palette.use(palette.COLOUR_BLIND)
    try:
        assert max((letter(kind, colour) != usual[colour]).mean() for colour in palette.SIX) < 0.04
    finally:
        palette.use(palette.STANDARD)


@pytest.mark.usefixtures("painted")
def test_the_cards_of_players_have_the_colours_that_the_panels_use() -> None:
    for name, colour in palette.SIX.items():
        paper = card_image(f"player:{name}", "", 240, 370).getpixel((28, 40))
        assert paper[:3] == pytest.approx(colour, abs=4)


def test_no_player_is_known_by_colour_alone() -> None:
    marks = []
    for seat in range(4):
        sheet = Image.new("RGBA", (16, 16), (255, 255, 255, 255))
        mark(sheet, 0, 0, 16, (60, 60, 60), seat)
        marks.append(grey(sheet))
    assert min(np.abs(a - b).mean() for a, b in combinations(marks, 2)) > 12


def contrast(a: palette.Colour, b: palette.Colour) -> float:
    """WCAG 2 contrast ratio."""
    shares = [np.array(c) / 255 for c in (a, b)]
    bright = sorted(
        float(np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4) @ np.array([0.2126, 0.7152, 0.0722]))
        for s in shares
    )
    return (bright[1] + 0.05) / (bright[0] + 0.05)


@pytest.mark.usefixtures("painted")
@pytest.mark.parametrize("paper", [palette.PAPER, palette.PAPER_DUE])
def test_text_stands_out_from_its_paper(paper: palette.Colour) -> None:
    for colour in (palette.INK, palette.INK_SOFT, *palette.TONES.values()):
        assert contrast(colour, paper) >= 4.5


@pytest.mark.usefixtures("painted")
def test_a_players_card_can_be_read() -> None:
    assert all(contrast(colour, (255, 255, 255)) > 2.4 for colour in palette.PLAYERS)


def test_who_has_won_in_words() -> None:
    from scenes.drawing.panels import won_by

    assert won_by(["You"]) == "You win!"
    assert won_by(["Anne"]) == "Anne wins!"
    assert won_by(["Anne", "Bert"]) == "Anne and Bert win!"
    assert won_by([]) == "The match is over"


def test_the_newest_line_of_the_log_is_shown_also_where_it_is_too_long() -> None:
    from scenes.drawing.panels import Pen, ticker_panel
    from sim.protocols import TickerLine

    pen, size = Pen(0.8, 1.0), (150, 52)
    words = "Anne places 6 at row 10, column 10; 5 at row 10, column 11; 3 at row 10, column 12."
    short, long = (TickerLine(0.0, text, "plain") for text in ("Anne places 6.", words))
    empty, one, cut, older = (
        np.asarray(ticker_panel(lines, size, pen)).astype(int) for lines in ([], [short], [long], [long, short])
    )
    assert np.abs(one - empty).max() > 60
    assert np.abs(cut - empty).max() > 60, "the beginning of it is told"
    edge = slice(0, 3)
    assert (cut[edge] == empty[edge]).all(), "inside the panel"
    assert (older == one).all(), "an older one is told whole or not at all"
