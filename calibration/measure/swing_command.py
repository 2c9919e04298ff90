"""The verb `measure swing`: a film of a swinging ship becomes the table that `fit ship` reads."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image, ImageDraw

from calibration.fit.angle_scale import comment
from calibration.measure.extra import check_camera_extra
from calibration.options import MeasureSwingOptions
from sim.file_kinds import FILM, TABLE
from sim.files import check_outputs, write_whole
from sim.untrusted_text import printable

if TYPE_CHECKING:
    from calibration.measure.film import Film
    from calibration.measure.sway import Sway

_WIDEST = 1280
_MARK_PX = 7
_INK = (208, 16, 96)


def swing_command(given: MeasureSwingOptions) -> None:
    """Read the swing of a film, write times and angles, and print how well they are known. Raises InputError."""
    outputs = {"--out": (given.out, TABLE), "--overlay": (given.overlay, FILM)}
    check_outputs(outputs, {"FILM": given.file})
    check_camera_extra("measure swing")
    from calibration.measure.film import read_film
    from calibration.measure.sway import read_sway

    film = read_film(given.file)
    sway = read_sway(film, given.still)
    write_whole(given.out, _table(film, sway))
    if given.overlay is not None:
        _write_overlay(film, sway, given)
    rate = (len(sway.times) - 1) / (sway.times[-1] - sway.times[0])
    largest = math.degrees(float(np.abs(sway.angles).max()))
    if given.as_json:
        answer: dict[str, Any] = {
            "rows": len(sway.times),
            "released_s": round(float(sway.times[0]), 6),
            "pictures_per_s": round(float(rate), 3),
            "largest_deg": round(largest, 4),
            "angle_scale_sd": round(sway.scale_sd, 5),
            "stickers_at_rest": sway.resting,
            "off_circle_px": round(sway.off_px, 3),
            "out": str(given.out),
        }
        print(json.dumps(answer, allow_nan=False))
        return
    print(
        f"{len(sway.times)} rows from {sway.times[0]:.2f} s on, {rate:.1f} a second by the film's own clock, up to "
        f"{largest:.1f} degrees"
    )
    print(
        f"shake taken out by {sway.resting} sticker(s) at rest; the masthead keeps its circle to {sway.off_px:.2f} "
        f"pixels; all angles may be {196 * sway.scale_sd:.1f} % too large or too small (95 %)"
    )
    print(printable(f"the swing is in {given.out}: yardarm fit ship {given.out}"))


def _table(film: Film, sway: Sway) -> str:
    lines = [
        f"# {printable(film.file.name)}, by `yardarm measure swing`: angles about the sticker at the pivot",
        comment(sway.scale_sd),
        "time_s,angle_rad",
        *(f"{time:.6f},{angle:.6f}" for time, angle in zip(sway.times.tolist(), sway.angles.tolist(), strict=True)),
    ]
    return "\n".join(lines) + "\n"


def _write_overlay(film: Film, sway: Sway, given: MeasureSwingOptions) -> None:
    """Write the film with the masthead, the pivot, and the angle that was read between them."""
    from calibration.measure.film import pictures
    from sim.video import writing_video

    assert given.overlay is not None
    scale = min(1.0, _WIDEST / film.size[0])
    size = (int(film.size[0] * scale) // 2 * 2, int(film.size[1] * scale) // 2 * 2)
    hz = max(1, round((len(film.times) - 1) / float(film.times[-1] - film.times[0])))
    pivots = np.broadcast_to(sway.pivot, sway.masthead.shape)
    with writing_video(given.overlay, size, hz) as write:
        for index, picture in enumerate(pictures(given.file)):
            image = picture.to_image(width=size[0], height=size[1])
            drawing = ImageDraw.Draw(image)
            for place in (sway.masthead[index], pivots[index]):
                x, y = (place * scale).tolist()
                drawing.ellipse((x - _MARK_PX, y - _MARK_PX, x + _MARK_PX, y + _MARK_PX), outline=_INK, width=2)
            ends = [tuple((place * scale).tolist()) for place in (pivots[index], sway.masthead[index])]
            drawing.line(ends, fill=_INK, width=1)
            free = "" if index >= sway.first else " held"
            angle = math.degrees(float(sway.all_angles[index]))
            drawing.text((12, 12), f"{film.times[index] - film.times[0]:.3f} s  {angle:+.2f} deg{free}", fill=_INK)
            write(image if image.mode == "RGB" else Image.fromarray(np.asarray(image)[:, :, :3]))
