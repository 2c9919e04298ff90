"""Pictures in files."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fake_match import FALL, FakeMatch
from PIL import Image

from scenes import export
from sim.errors import InputError

SHORT = FALL[1:]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("match.mp4", "extra"),
        ("match.txt", ".gif or .png"),
        ("match", ".gif or .png"),
        ("missing/match.png", "cannot be written"),
    ],
)
def test_a_picture_that_cannot_be_is_refused_before_anything_is_simulated(tmp_path: Path, name: str, said: str) -> None:
    class Untouchable:
        def __getattr__(self, what: str) -> Any:
            raise AssertionError(f"{what} was asked for")

    with pytest.raises(InputError) as refusal:
        export.export(Untouchable(), tmp_path / name, (64, 64))  # type: ignore[arg-type]
    sentence = str(refusal.value)
    assert str(tmp_path / name) in sentence
    assert said in sentence
    assert sentence.endswith(".")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "x.png").mkdir()
    with pytest.raises(InputError, match="folder"):
        export.check_target(tmp_path / "x.png")


@pytest.mark.skipif(
    os.name == "nt" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere"
)
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(InputError, match="cannot be written"):
        export.check_target(tmp_path / "x.png")


def test_a_still_of_a_moment(screen: Any, tmp_path: Path) -> None:
    path = tmp_path / "still.png"
    match = FakeMatch(placements=SHORT)
    export.write_still(match, path, (400, 300), at_s=1.0)
    assert match.time_s == pytest.approx(1.0, abs=0.02)
    with Image.open(path) as picture:
        assert picture.size == (400, 300)
        assert len(np.unique(np.asarray(picture.convert("RGB")).reshape(-1, 3), axis=0)) > 2000
    assert list(tmp_path.iterdir()) == [path]


def test_the_last_still_shows_the_winners(screen: Any, tmp_path: Path) -> None:
    match = FakeMatch(placements=SHORT)
    export.export(match, tmp_path / "end.PNG", (400, 300))
    assert match.finished
    assert (tmp_path / "end.PNG").stat().st_size > 20_000


def test_a_gif_moves_and_reads_back(screen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "GIF_FRAMES", 12)
    path = tmp_path / "match.gif"
    export.export(FakeMatch(placements=SHORT), path, (320, 200), speed=2.0)
    with Image.open(path) as gif:
        assert gif.size == (320, 200)
        assert 3 < gif.n_frames <= 13
        assert gif.info["loop"] == 0
        frames = []
        for index in range(gif.n_frames):
            gif.seek(index)
            frames.append(np.asarray(gif.convert("RGB")))
    assert len({frame.tobytes() for frame in frames}) == len(frames)
    assert all(len(np.unique(frame.reshape(-1, 3), axis=0)) > 60 for frame in frames)


def test_a_gif_of_a_stretch_and_its_largest_size(screen: Any, tmp_path: Path) -> None:
    path = tmp_path / "part.gif"
    export.write_gif(FakeMatch(placements=SHORT), path, (1600, 900), start_s=0.7, end_s=1.1)
    with Image.open(path) as gif:
        assert gif.size == (export.GIF_SIDE, export.GIF_SIDE * 900 // 1600)
        assert 4 <= gif.n_frames <= 7


def test_a_gif_decodes_to_the_pictures_it_was_made_of() -> None:
    pictures = []
    for step in range(6):
        pixels = np.full((60, 90, 3), (150, 200, 235), dtype=np.uint8)
        pixels[40:] = (30, 90, 140)
        pixels[10:30, 10 * step : 10 * step + 20] = (200, 40, 40)
        pictures.append(Image.fromarray(pixels))
    with Image.open(io.BytesIO(export._gif(pictures))) as gif:
        assert gif.n_frames == len(pictures)
        for index, picture in enumerate(pictures):
            gif.seek(index)
            difference = np.abs(np.asarray(gif.convert("RGB")).astype(int) - np.asarray(picture).astype(int))
            assert difference.max() <= 8
