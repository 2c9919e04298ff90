"""The cards of ZIGZAG as pictures: all of them told apart, also without colour and when they are small."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

import numpy as np
import pytest
from PIL import Image

from scenes.drawing import palette
from scenes.games.zigzag.art import (
    BACK,
    DEFERRED,
    ELEMENTS,
    FACES,
    FEET,
    LANDS,
    NAMES,
    TRAITS,
    WORDS_FROM,
    card_image,
    constraint_image,
    deferred_image,
    sign_image,
    title,
)
from sim.games.zigzag.rules.cards import Card, Trait
from tests.languages import TRANSLATED, speaking

SIZES = ((24, 34), (32, 45), (64, 90))


@pytest.fixture(params=palette.NAMES)
def colours(request: pytest.FixtureRequest) -> Iterator[str]:
    palette.use(request.param)
    yield request.param
    palette.use(palette.STANDARD)


def grey(picture: Image.Image) -> np.ndarray:
    ground = Image.new("RGBA", picture.size, (31, 107, 82, 255))
    ground.alpha_composite(picture)
    return np.asarray(ground.convert("L")).astype(int)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_no_two_cards_look_alike_even_in_grey(colours: str, size: tuple[int, int]) -> None:
    pictures = {face: grey(card_image(face, *size)) for face in (*FACES, BACK)}
    for a, b in combinations(pictures, 2):
        # Several per cent of a card's dots differ clearly.
        assert (np.abs(pictures[a] - pictures[b]) > 40).mean() > 0.012, (a, b, colours)


@pytest.mark.parametrize("size", SIZES)
def test_each_characteristic_shows_in_the_picture_above_the_letters(size: tuple[int, int]) -> None:
    high = round(0.74 * size[1])
    for axis, kinds in enumerate((tuple(Trait)[:4], tuple(Trait)[4:8], tuple(Trait)[8:])):
        for a, b in combinations(kinds, 2):
            faces = []
            for trait in (a, b):
                parts = ["water", "blue", "none"]
                parts[axis] = trait.value
                faces.append(grey(card_image(".".join(parts), *size))[:high])
            assert (np.abs(faces[0] - faces[1]) > 30).mean() > 0.02, (a, b)


@pytest.mark.parametrize("size", SIZES)
def test_each_characteristic_shows_in_the_letters_at_the_foot(size: tuple[int, int]) -> None:
    low = round(0.78 * size[1])
    for axis, kinds in enumerate((tuple(Trait)[:4], tuple(Trait)[4:8], tuple(Trait)[8:])):
        for a, b in combinations(kinds, 2):
            # Strokes only, whatever the colours are: they differ in the characteristic's own third, and nowhere else.
            strokes = []
            for trait in (a, b):
                parts = ["fire", "green", "none"]
                parts[axis] = trait.value
                foot = grey(card_image(".".join(parts), *size))[low:-2]
                strokes.append(np.abs(foot - np.median(foot[:, _third(axis, size[0])])) > 60)
            differ = strokes[0] != strokes[1]
            assert differ[:, _third(axis, size[0])].mean() > 0.05, (a, b)


def _third(axis: int, width: int) -> slice:
    return slice(axis * width // 3 + 2, (axis + 1) * width // 3 - 2)


def test_every_characteristic_and_every_special_card_has_a_picture() -> None:
    assert set(TRAITS) == {trait.value for trait in Trait}
    assert set(NAMES) == {card.value for card in Card if not card.is_character}


def test_large_cards_have_words() -> None:
    small = card_image("fire.green.suitcase", WORDS_FROM - 1, 117)
    large = card_image("fire.green.suitcase", WORDS_FROM, 117)
    a, b = (grey(each.resize((84, 117)))[90:] for each in (small, large))
    assert (np.abs(a - b) > 60).mean() > 0.1


@pytest.mark.parametrize(
    ("face", "words"),
    [("water.pink.none", "water, pink, no accessory"), ("swap", "swap hands"), ("stop_landscape", "STOP landscape")],
)
def test_a_card_in_words(face: str, words: str) -> None:
    assert title(face) == words


def test_what_lies_before_a_player_is_told_apart_too() -> None:
    pictures = [grey(constraint_image(trait.value, 24, 34)) for trait in Trait]
    pictures.append(grey(deferred_image(24, 34)))
    pictures.append(grey(card_image(BACK, 24, 34)))
    for a, b in combinations(pictures, 2):
        assert (np.abs(a - b) > 40).mean() > 0.02
    signs = [grey(sign_image(sign, "", 40, 12)) for sign in ("zig", "zag", "bluff")]
    for a, b in pairwise((*signs, signs[0])):
        assert (np.abs(a - b) > 40).mean() > 0.005


def ground(trait: str) -> tuple[int, ...]:
    """The colour on which the word of a characteristic is written."""
    pixels = np.asarray(FEET[f"{trait} in words"])
    red, green, blue = np.median(pixels[pixels[..., 3] == 255][:, :3], axis=0)
    return int(red), int(green), int(blue)


def test_colours_of_landscapes_and_elements_differ_for_everybody(colours: str) -> None:
    for group in (LANDS, ELEMENTS):
        grounds = [ground(trait) for trait in group]
        tones = [0.3 * red + 0.59 * green + 0.11 * blue for red, green, blue in grounds]
        if colours == palette.COLOUR_BLIND:
            assert min(abs(a - b) for a, b in combinations(tones, 2)) > 14
        assert len(set(grounds)) == len(group)


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_words_of_a_card_are_those_of_the_language(language: str) -> None:
    faces = [(face, 64, 90) for face in (*DEFERRED, "steal", "swap")] + [("water.blue.none", 120, 168)]
    english = [card_image(*face).tobytes() for face in faces] + [constraint_image("water", 64, 90).tobytes()]
    with speaking(language):
        palette.use(palette.STANDARD)
        spoken = [card_image(*face).tobytes() for face in faces] + [constraint_image("water", 64, 90).tobytes()]
    palette.use(palette.STANDARD)
    assert not any(here == there for here, there in zip(english, spoken, strict=True))
