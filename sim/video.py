"""Films as .mp4: H.264 if the installed ffmpeg has it, with a sound track. Needs PyAV, the extra `video`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt
from PIL import Image

from sim.errors import InputError
from sim.files import writing_whole

if TYPE_CHECKING:
    from av import VideoStream
    from av.container import OutputContainer

CODECS: tuple[Literal["libx264", "libopenh264", "h264_videotoolbox", "mpeg4"], ...] = (
    "libx264",
    "libopenh264",
    "h264_videotoolbox",
    "mpeg4",
)
"""The best first. The last one is part of every ffmpeg, and every player knows it."""
QUALITY = {"libx264": {"crf": "20", "preset": "veryfast"}}
BIT_RATE = 6_000_000
"""Bit rate for codecs not in QUALITY, at 1280x720; proportional to the pictures' area."""


def check_installed(path: Path) -> None:
    """Check that films can be written. Raises InputError if not."""
    try:
        import av  # noqa: F401
    except ImportError as error:
        raise InputError(
            "{path}: .mp4 needs PyAV, which the extra video brings: pip install "
            "'.[video]'; .gif and .png work without it.",
            path=path,
        ) from error


@contextlib.contextmanager
def writing_video(
    path: Path, size: tuple[int, int], hz: int, sound: npt.NDArray[np.int16] | None = None, sound_hz: int = 44100
) -> Iterator[Callable[[Image.Image], None]]:
    """Write a film of pictures of an even size, `hz` a second: call the yielded function with one after the other.

    sound: mono samples, `sound_hz` a second, as long as the film. The file is written whole or not at all. Raises
    InputError if it cannot be written.
    """
    import av

    with writing_whole(path) as stream:
        container: OutputContainer = av.open(stream, "w", format="mp4")
        try:
            video = _video(container, size, hz)
            audio = None
            if sound is not None:
                audio = container.add_stream("aac", rate=sound_hz, layout="mono")
            written, spoken = 0, 0

            def speak(until: int) -> None:
                """Write the sound up to that sample, in pieces of the codec's size."""
                nonlocal spoken
                assert audio is not None and sound is not None  # noqa: PT018
                while spoken < min(until, len(sound)):
                    piece = sound[spoken : spoken + 1024]
                    frame: av.AudioFrame = av.AudioFrame.from_ndarray(piece[None, :], format="s16", layout="mono")
                    frame.sample_rate, frame.pts, frame.time_base = sound_hz, spoken, Fraction(1, sound_hz)
                    spoken += len(piece)
                    container.mux(audio.encode(frame))

            def write(picture: Image.Image) -> None:
                nonlocal written
                frame: av.VideoFrame = av.VideoFrame.from_ndarray(np.asarray(picture), format="rgb24")
                frame.pts, frame.time_base = written, Fraction(1, hz)
                written += 1
                container.mux(video.encode(frame))
                if audio is not None:
                    speak(written * sound_hz // hz)

            yield write
            container.mux(video.encode(None))
            if audio is not None:
                container.mux(audio.encode(None))
        except BaseException:
            with contextlib.suppress(Exception):
                container.close()
            raise
        container.close()


def _video(container: OutputContainer, size: tuple[int, int], hz: int) -> VideoStream:
    """Add a video stream with the best codec that the installed ffmpeg has. Raises InputError if it has none."""
    import av

    for name in CODECS:
        try:
            av.codec.Codec(name, "w")
        except ValueError:
            continue
        stream = container.add_stream(name, rate=hz, options=QUALITY.get(name, {}))
        stream.width, stream.height = size
        stream.pix_fmt = "yuv420p"
        if name not in QUALITY:
            stream.bit_rate = round(BIT_RATE * size[0] * size[1] / (1280 * 720))
        return stream
    raise InputError("the installed ffmpeg writes no kind of video that an .mp4 can hold.")
