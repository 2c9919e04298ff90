"""Pictures in files."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from scenes.export import export
from scenes.watch import Show, show_match
from sim.errors import InputError
from tests.scenes.fake_match import FALL, FakeMatch
from tests.scenes.pictures import colours_in

SHORT = FALL[1:]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("match.mp4", "pip install '.[video]'"),
        ("match.txt", ".gif, .png, .mp4 or .html"),
        ("match", ".gif, .png, .mp4 or .html"),
        ("missing/match.png", "cannot be written"),
    ],
)
def test_a_picture_that_cannot_be_is_refused_before_anything_is_simulated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    monkeypatch.setitem(sys.modules, "av", None)

    class Untouchable:
        def __getattr__(self, what: str) -> Any:
            raise AssertionError(f"{what} was asked for")

    with pytest.raises(InputError) as refusal:
        export.export(Untouchable(), tmp_path / name, (64, 64))
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
        assert colours_in(picture.convert("RGB")) > 2000
    assert list(tmp_path.iterdir()) == [path]


def test_the_last_still_shows_the_winners(screen: Any, tmp_path: Path) -> None:
    match = FakeMatch(placements=SHORT)
    export.export(match, tmp_path / "end.PNG", (400, 300))
    assert match.finished
    assert (tmp_path / "end.PNG").stat().st_size > 20_000


@pytest.mark.slow
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
    assert all(colours_in(frame) > 60 for frame in frames)


@pytest.mark.slow
def test_a_gif_of_a_stretch_and_its_largest_size(screen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from scenes.export.films import MatchFilm

    monkeypatch.setattr(export, "GIF_SIDE", 320)
    path = tmp_path / "part.gif"
    export.film(lambda size: MatchFilm(FakeMatch(placements=SHORT), size, 0.7, 1.1), path, (640, 360))
    with Image.open(path) as gif:
        assert gif.size == (320, 180)
        assert 4 <= gif.n_frames <= 7


def test_a_gif_decodes_to_the_pictures_it_was_made_of() -> None:
    pictures = []
    for step in range(6):
        pixels = np.full((60, 90, 3), (150, 200, 235), dtype=np.uint8)
        pixels[40:] = (30, 90, 140)
        pixels[10:30, 10 * step : 10 * step + 20] = (200, 40, 40)
        pictures.append(Image.fromarray(pixels))
    with Image.open(io.BytesIO(export.gif(pictures))) as gif:
        assert gif.n_frames == len(pictures)
        for index, picture in enumerate(pictures):
            gif.seek(index)
            difference = np.abs(np.asarray(gif.convert("RGB")).astype(int) - np.asarray(picture).astype(int))
            assert difference.max() <= 8


# ------------------------------------------------------------------------------------------ films


def read_back(path: Path) -> tuple[list[np.ndarray], Any, np.ndarray]:
    """The pictures of a film, its container's facts, and its sound (samples, empty without)."""
    av = pytest.importorskip("av")
    with av.open(str(path)) as film:
        video = film.streams.video[0]
        facts = {
            "codec": video.codec_context.name, "format": video.pix_fmt, "rate": float(video.average_rate),
            "size": (video.width, video.height),
        }  # fmt: skip
        pictures = [frame.to_ndarray(format="rgb24") for frame in film.decode(video=0)]
    sound = np.zeros(0)
    with av.open(str(path)) as film:
        if film.streams.audio:
            sound = np.concatenate([frame.to_ndarray().ravel() for frame in film.decode(audio=0)])
    return pictures, facts, sound


@pytest.mark.study
def test_a_film_reads_back(screen: Any, tmp_path: Path) -> None:
    pytest.importorskip("av")
    path, again = tmp_path / "match.mp4", tmp_path / "again.mp4"
    for target in (path, again):
        export.export(FakeMatch(placements=SHORT), target, (321, 201), speed=2.0)
    pictures, facts, sound = read_back(path)
    assert facts["size"] == (320, 200)
    assert (facts["format"], facts["rate"]) == ("yuv420p", 30.0)
    assert len(read_back(again)[0]) == len(pictures)
    still = round(export.LAST_MS / 1000 * export.MP4_HZ)
    assert len(pictures) > still + 20
    # It moves, ends in a still, and looks like the match.
    assert np.abs(pictures[0].astype(int) - pictures[len(pictures) - still - 5].astype(int)).mean() > 0.3
    assert np.abs(pictures[-1].astype(int) - pictures[-still // 2].astype(int)).mean() < 1.0
    assert colours_in(pictures[10]) > 1000
    assert len(sound) / 44100 == pytest.approx(len(pictures) / 30, abs=0.1)
    assert np.abs(sound).max() > 0.02
    assert sorted(tmp_path.iterdir()) == [again, path]


@pytest.mark.slow
def test_a_film_without_sound(screen: Any, tmp_path: Path) -> None:
    pytest.importorskip("av")
    path = tmp_path / "match.mp4"
    export.export(FakeMatch(placements=SHORT), path, (160, 120), speed=8.0, sound=False)
    assert len(read_back(path)[2]) == 0


def test_a_film_that_is_interrupted_leaves_nothing_half(
    screen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("av")
    from scenes.window.window import OffScreen

    drawn = 0
    draw = OffScreen.picture

    def interrupted(self: Any, drawing: Any) -> Any:
        nonlocal drawn
        drawn += 1
        if drawn == 8:
            raise KeyboardInterrupt
        return draw(self, drawing)

    monkeypatch.setattr(OffScreen, "picture", interrupted)
    (tmp_path / "match.mp4").write_bytes(b"the film of before")
    with pytest.raises(KeyboardInterrupt):
        export.export(FakeMatch(placements=SHORT), tmp_path / "match.mp4", (160, 120))
    assert [path.name for path in tmp_path.iterdir()] == ["match.mp4"]
    assert (tmp_path / "match.mp4").read_bytes() == b"the film of before"


@pytest.mark.parametrize("suffix", [".png", ".gif", ".mp4"])
@pytest.mark.study
def test_a_grid_and_a_theatre_are_filmed(
    screen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if suffix == ".mp4":
        pytest.importorskip("av")
    monkeypatch.setattr(export, "GIF_FRAMES", 10)
    for wishes in ({"grid": 2}, {"theatre": True}):
        path = tmp_path / f"film{suffix}"
        show = Show(export=path, size=(256, 144), speed=4.0, **wishes)
        show_match(lambda seed: FakeMatch(seed, SHORT), "riff-raff", 1, show)
        assert path.stat().st_size > 2000
        assert "written" in capsys.readouterr().out
        if suffix == ".gif":
            with Image.open(path) as gif:
                assert 2 < gif.n_frames <= 11
        if suffix == ".mp4":
            assert read_back(path)[1]["size"] == (256, 144)
