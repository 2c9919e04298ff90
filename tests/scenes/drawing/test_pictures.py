"""Pictures that are kept as files: each has its place in its sheet, in every palette, and the size asked for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scenes.drawing import palette
from scenes.drawing.pictures import COLUMNS, Sheet, kept, scaled
from scenes.games.riff_raff.art.backdrop import CLOUDS
from scenes.games.zack import art as zack
from scenes.games.zatre.art import TILES
from scenes.games.zigzag import art as zigzag

SHEETS = (CLOUDS, zack.CARDS, zack.EDGES, TILES, zigzag.CARDS, zigzag.FEET)


@pytest.mark.parametrize("name", palette.NAMES)
@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: f"{sheet._path.parts[-3]}/{sheet._path.stem}")
def test_a_sheet_has_a_picture_for_each_of_its_names(sheet: Sheet, name: str) -> None:
    palette.use(name)
    try:
        whole = kept(sheet._path)
        assert (whole.width % COLUMNS, whole.height % sheet._rows) == (0, 0)
        assert all(sheet[name].getchannel("A").getextrema()[1] > 0 for name in sheet._places)
    finally:
        palette.use(palette.STANDARD)


def test_the_other_palette_has_the_same_fields_in_other_colours() -> None:
    found = list(Path(zack.__file__).parents[2].rglob(f"*-{palette.COLOUR_BLIND}.webp"))
    assert {path.stem.partition("-")[0] for path in found} == {"cards", "feet", "edges"}
    for path in found:
        usual = path.with_name(path.name.replace(f"-{palette.COLOUR_BLIND}", ""))
        with Image.open(path) as one, Image.open(usual) as other:
            assert one.size == other.size
            assert np.any(np.asarray(one.convert("RGBA")) != np.asarray(other.convert("RGBA")))


def test_a_name_that_a_sheet_does_not_have_is_an_error() -> None:
    with pytest.raises(KeyError):
        Sheet(CLOUDS._path, ("0",))["1"]


@pytest.mark.parametrize("scale", [0.4, 1.1, 2.0, 3.7])
def test_a_picture_is_scaled_with_its_origin_to_whole_pixels_and_never_enlarged(scale: float) -> None:
    picture = scaled(Image.new("RGB", (200, 100), (9, 8, 7)), 2.0, (50.0, 25.0), scale)
    assert picture.scale == pytest.approx(min(scale, 2.0), rel=0.01)
    assert picture.image.width / picture.scale == pytest.approx(100.0)
    assert picture.anchor[0] / picture.scale == pytest.approx(25.0)
    assert picture.image.getpixel((0, 0)) == (9, 8, 7, 255)
