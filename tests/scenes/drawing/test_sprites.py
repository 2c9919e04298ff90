"""Pictures as sprites: what is drawn is what was painted, in either way of drawing, and nothing seen is left out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PIL import Image

from scenes.drawing.canvas import Picture
from scenes.games.riff_raff.art import backdrop
from tests.scenes.pictures import Batched

COLOURS = ((250, 120, 10, 255), (10, 60, 200, 255), (40, 200, 90, 128), (255, 255, 255, 0))
GROUND = (20, 30, 40)


def _drawn(screen: Any, picture: Image.Image, plain: bool) -> np.ndarray[Any, Any]:
    from pyglet.graphics import Group

    from scenes.drawing.batch import Batch
    from scenes.drawing.sprites import sprite_of, texture_of

    screen.resize(*picture.size)
    batch = Batch()
    ground = Image.new("RGB", picture.size, GROUND)
    kept = [
        sprite_of(texture_of(ground), batch, Group(order=0), plain=True, opaque=True),
        sprite_of(texture_of(picture), batch, Group(order=1), plain=plain),
    ]
    assert kept
    return np.asarray(screen.picture(Batched(batch)), dtype=int)


@pytest.mark.parametrize("plain", [True, False])
def test_a_sprite_shows_its_colours_over_what_is_behind(screen: Any, plain: bool) -> None:
    picture = Image.new("RGBA", (4 * len(COLOURS), 4))
    for index, colour in enumerate(COLOURS):
        picture.paste(colour, (4 * index, 0, 4 * index + 4, 4))
    shown = _drawn(screen, picture, plain)
    for index, (*colour, alpha) in enumerate(COLOURS):
        share = alpha / 255
        expected = [share * part + (1 - share) * under for part, under in zip(colour, GROUND, strict=True)]
        assert np.abs(shown[1:3, 4 * index + 1 : 4 * index + 3] - expected).max() <= 1.5


def test_a_plain_sprite_is_the_same_picture_the_same_way_up(screen: Any) -> None:
    rng = np.random.default_rng(3)
    picture = Image.fromarray(rng.integers(0, 256, (37, 53, 3), dtype=np.uint8))
    expected = np.asarray(picture, dtype=int)
    assert np.abs(_drawn(screen, picture, True) - expected).max() <= 1
    assert np.abs(_drawn(screen, picture, False) - expected).max() <= 1


def test_a_turned_plain_sprite_is_turned_as_a_tinted_one(screen: Any) -> None:
    from pyglet.graphics import Group

    from scenes.drawing.batch import Batch
    from scenes.drawing.sprites import place, sprite_of, texture_of

    screen.resize(90, 70)
    picture = Image.new("RGB", (40, 12), (200, 40, 10))
    picture.paste((10, 40, 200), (0, 0, 20, 12))
    shown = []
    for plain in (True, False):
        batch = Batch()
        sprite = sprite_of(texture_of(picture, (3.0, 5.0)), batch, Group(), plain=plain)
        sprite.scale = 1.4
        place(sprite, 30.0, 20.0, 0.6)
        shown.append(np.asarray(screen.picture(Batched(batch)), dtype=int))
    assert shown[0].max() > 150
    assert np.abs(shown[0] - shown[1]).max() <= 3


@pytest.mark.parametrize("scale", [0.4, 1.334, 2.5, pytest.param(5.0, marks=pytest.mark.slow)])
def test_what_is_not_painted_of_a_layer_of_the_sea_is_always_hidden_by_the_next(scale: float) -> None:
    for index in (0, 1):
        top, _, _, _, bob, _ = backdrop.SWELLS[index]
        next_top, _, _, _, next_bob, _ = backdrop.SWELLS[index + 1]
        layer, cover = (backdrop.layer_picture(i, 150.0, scale) for i in (index, index + 1))
        # The lowest row in which the next layer lets anything through, when it is at its lowest.
        open_rows = np.nonzero((np.asarray(cover.image)[..., 3] < 255).any(axis=1))[0]
        lowest = next_top - next_bob - (open_rows.max() + 2 - (cover.image.height - cover.anchor[1])) / cover.scale
        # This layer's lower edge at its highest.
        assert top + bob - layer.anchor[1] / layer.scale <= lowest
        # Not painted to the table any more, which is what this is for.
        assert layer.image.height / layer.scale < 80.0


def test_the_last_layer_reaches_to_the_table() -> None:
    picture = backdrop.layer_picture(2, 150.0, 1.5)
    assert picture.anchor[1] / picture.scale == pytest.approx(150.0, abs=2.0)


def test_pixels_are_multiplied_by_their_opacity_whatever_both_are(screen: Any) -> None:
    from scenes.drawing.sprites import pixels_of

    values, opacity = np.meshgrid(np.arange(256, dtype=np.uint8), np.arange(256, dtype=np.uint8))
    picture = Image.fromarray(np.stack([values, values[:, ::-1], values // 2, opacity], axis=2), "RGBA")
    pixels = pixels_of(picture)
    # The lowest row first: otherwise pyglet would turn the rows round.
    assert pixels.pitch == 4 * picture.width
    found = np.frombuffer(pixels.get_data("BGRA", pixels.pitch), dtype=np.uint8).reshape(256, 256, 4)[::-1]
    expected = np.asarray(picture.convert("RGBa"))[:, :, [2, 1, 0, 3]]
    assert (found == expected).all()


def test_a_panel_that_stays_where_it_is_is_neither_painted_nor_placed_again(
    screen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pyglet.graphics import Group
    from pyglet.sprite import Sprite

    from scenes.drawing.batch import Batch
    from scenes.drawing.hud import PanelSprite

    done: list[str] = []
    original = Sprite.update

    def noting(self: Any, *args: Any, **options: Any) -> None:
        done.append("placed")
        original(self, *args, **options)

    monkeypatch.setattr(Sprite, "update", noting)

    def paint() -> Image.Image:
        done.append("painted")
        return Image.new("RGBA", (8, 8), (255, 0, 0, 255))

    batch = Batch()
    panel = PanelSprite(batch, Group())

    def shown(key: str, left: float) -> list[tuple[str, int]]:
        del done[:]
        panel.show(key, left, 12.0, 1.0, paint)
        pixels = np.asarray(screen.picture(Batched(batch)), dtype=int)
        return [*((what, done.count(what)) for what in sorted(set(done))), ("left", int(pixels[16].argmax() // 3))]

    screen.resize(32, 24)
    assert shown("a", 4.0) == [("painted", 1), ("placed", 1), ("left", 4)]
    assert shown("a", 4.0) == [("left", 4)]
    assert shown("b", 4.0) == [("painted", 1), ("left", 4)]
    assert shown("b", 9.0) == [("placed", 1), ("left", 9)]
    panel.hide()
    assert shown("b", 9.0) == [("left", 9)]


def test_a_hasty_beginning_is_painted_small_and_soon_sharp(screen: Any, sharp: None) -> None:
    from scenes.drawing.sprites import HASTY, Gallery, hastily

    asked: list[float] = []

    def paint(scale: float) -> Picture:
        asked.append(scale)
        return Picture(Image.new("RGBA", (8, 8)), (0.0, 0.0), scale)

    gallery = Gallery(10.0)
    with hastily():
        gallery.art("one", paint)
        gallery.art("unseen", paint, seen=False)
        gallery.repaint()
    gallery.art("two", paint)
    assert asked == [10.0 * HASTY, 10.0]
    gallery.wanted(10.0)
    for _ in range(3):
        gallery.repaint()
    assert asked == [10.0 * HASTY, 10.0, 10.0, 10.0]
