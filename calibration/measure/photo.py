"""Photos as they are read: bounded, turned upright, with the focal length that the camera wrote into them."""

from __future__ import annotations

import io
import math
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, ImageOps, UnidentifiedImageError

from sim.errors import InputError
from sim.files import read_bytes

LARGEST = 1 << 26
"""The largest file that is read as a photo (bytes)."""
MOST_PIXELS, FEWEST_PIXELS = 120_000_000, 800_000
_WORKING = 4500
"""A longer photo is made so long (pixels) before it is measured: more do not show more."""
_FULL_FRAME_MM = math.hypot(36.0, 24.0)
_DAMAGED = (
    Image.DecompressionBombError, OSError, ValueError, SyntaxError, LookupError, TypeError, ArithmeticError, EOFError,
)  # fmt: skip
"""What Pillow raises for files that break off or lie."""
_HEIF = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"avif")


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo. pixels: (height, width, 3), blue, green, red, bytes as the file has them. focal_px: None if unknown."""

    file: Path
    pixels: NDArray[np.uint8]
    focal_px: float | None

    @property
    def light(self) -> NDArray[np.float32]:
        """The pixels as shares of the most light, linear (IEC 61966-2-1)."""
        return linear(self.pixels)

    @property
    def grey_light(self) -> NDArray[np.float32]:
        """The light of the pixels without their colour (height, width)."""
        return linear(np.asarray(cv2.cvtColor(self.pixels, cv2.COLOR_BGR2GRAY)))


def linear(pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return sRGB bytes as linear light between 0 and 1 (IEC 61966-2-1)."""
    return _LIGHT[pixels]


def _light() -> NDArray[np.float32]:
    value = np.arange(256) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4).astype(np.float32)


_LIGHT = _light()


def hex_colour(light: NDArray[np.float64]) -> str:
    """Return linear red, green and blue, each between 0 and 1, as `#rrggbb`."""
    value = np.clip(light, 0.0, 1.0)
    shown = np.where(value <= 0.0031308, value * 12.92, 1.055 * value ** (1 / 2.4) - 0.055)
    return "#" + "".join(f"{round(255 * float(each)):02x}" for each in shown)


def read_photo(file: Path) -> Photo:
    """Read a JPEG or PNG. Raises InputError for anything else, HEIC among it, and for too few or too many pixels."""
    content = read_bytes(file, LARGEST)
    if content[4:8] == b"ftyp" and content[8:12] in _HEIF:
        raise InputError(
            "{file}: expected a JPEG, found HEIC: save or export the photo as JPEG (on an iPhone: Settings, Camera, "
            "Formats, Most Compatible).",
            file=file,
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(content), formats=("JPEG", "PNG")) as image:
                _check_size(file, image.size)
                exif = image.getexif()
                focal = _focal_px(exif, image.size)
                upright = ImageOps.exif_transpose(image).convert("RGB")
    except InputError:
        raise
    except UnidentifiedImageError as error:
        raise InputError("{file}: expected a photo (JPEG or PNG), found something else.", file=file) from error
    except _DAMAGED as error:
        raise InputError("{file}: is a damaged photo ({error}).", file=file, error=error) from error
    pixels = np.asarray(upright)[:, :, ::-1]
    scale = _WORKING / max(pixels.shape[:2])
    if scale < 1:
        pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        focal = None if focal is None else focal * scale
    return Photo(file, np.ascontiguousarray(pixels), focal)


def _check_size(file: Path, size: tuple[int, int]) -> None:
    pixels = size[0] * size[1]
    if not FEWEST_PIXELS <= pixels <= MOST_PIXELS:
        raise InputError(
            "{file}: expected a photo of {fewest:.2g} to {most:.3g} megapixels, found {width} x {height} pixels.",
            file=file,
            fewest=FEWEST_PIXELS / 1e6,
            most=MOST_PIXELS / 1e6,
            width=size[0],
            height=size[1],
        )


def _focal_px(exif: Image.Exif, size: tuple[int, int]) -> float | None:
    """Return the focal length in pixels from the one in mm for 35 mm film; None where there is no sensible one."""
    details: Any = exif.get_ifd(ExifTags.IFD.Exif)
    try:
        film_mm = float(details.get(ExifTags.Base.FocalLengthIn35mmFilm, 0))
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    return film_mm / _FULL_FRAME_MM * math.hypot(*size) if 8 <= film_mm <= 400 else None
