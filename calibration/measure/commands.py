"""The verbs `measure sheet`, `measure piece` and `measure ship`."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from calibration.measure.extra import check_camera_extra
from calibration.options import MeasurePieceOptions, MeasureSheetOptions, MeasureShipOptions
from calibration.presets import fine_json
from sim.file_kinds import PRESET, PRINT, SNAPSHOT
from sim.files import check_outputs, write_whole
from sim.measures import check, plain, shipped
from sim.physics.ship.measures import HULL_KEYS, SHIP_FILE, YARD_KEYS, ShipMeasures, WoodMeasures, build_ship
from sim.physics.ship.pieces import build_pieces, shipped_pieces
from sim.toml_text import toml_text
from sim.untrusted_text import printable

if TYPE_CHECKING:
    from calibration.measure.pieces import PhotoPiece
    from calibration.measure.ship import ShipSeen

_USUAL_DENSITY = 0.7
WITHIN_SHARE = 0.02
"""Of a ship's lengths: the card lies some mm before or behind her, of the 70 cm to the camera."""
_INK = (208, 16, 96)


def sheet_command(given: MeasureSheetOptions) -> None:
    """Write the sheet. Raises InputError."""
    check_outputs({"--out": (given.out, PRINT)}, {})
    check_camera_extra("measure sheet")
    from calibration.measure.sheet import drawn

    write_whole(given.out, drawn(given.paper, given.ground))
    print(printable(f"the sheet is in {given.out}: print it at 100 %, and measure its line of 100 mm"))


def piece_command(given: MeasurePieceOptions) -> None:
    """Measure pieces in photos, print their figures, and write them as a preset. Raises InputError."""
    check_outputs({"--out": (given.out, PRESET), "--overlay": (given.overlay, SNAPSHOT)}, {"PHOTO": given.files})
    check_camera_extra("measure piece")
    from calibration.measure.photo import read_photo
    from calibration.measure.pieces import Asked, measure_pieces

    depths, masses = given.depth_mm or [], given.mass_g or []
    asked = [
        Asked(name, depths[min(index, len(depths) - 1)] if depths else None, masses[index] if masses else None)
        for index, name in enumerate(given.name)
    ]
    photos = [read_photo(file) for file in given.files]
    pieces, level = measure_pieces(photos, asked, card=given.card, lathe=given.lathe, line_mm=given.line_mm)
    names = ", ".join(file.name for file in given.files)
    tables = {piece.asked.name: _table(piece, names) for piece in pieces}
    build_pieces({**shipped_pieces(), **plain(tables, names)}, names, _USUAL_DENSITY)
    if given.overlay is not None:
        write_whole(given.overlay, _overlay(level, pieces))
    if given.out is not None:
        heading = f"# Pieces of {printable(names)}, by `yardarm measure piece`.\n\n"
        write_whole(given.out, heading + toml_text({"pieces": tables}))
    if given.as_json:
        answer = {
            "pieces": [_answer(piece) for piece in pieces],
            "photos": [str(file) for file in given.files],
            "preset": None if given.out is None else str(given.out),
        }
        print(json.dumps(answer, allow_nan=False))
        return
    for piece in pieces:
        print(_sentence(piece))
    if given.out is not None:
        print(printable(f"the pieces are in {given.out}"))
    else:
        print(f"\nThe preset, which --out PRESET.toml writes:\n\n{toml_text({'pieces': tables}).rstrip()}")


def ship_command(given: MeasureShipOptions) -> None:
    """Measure yards and hull in a photo, print them, and write them as a preset. Raises InputError."""
    check_outputs({"--out": (given.out, PRESET)}, {"PHOTO": given.file})
    check_camera_extra("measure ship")
    from calibration.measure.photo import read_photo
    from calibration.measure.ship import measure_ship

    seen = measure_ship(read_photo(given.file))
    table = _ship_table(seen, given.file.name)
    shipped_tree = shipped(SHIP_FILE)
    wood = check(WoodMeasures, shipped_tree["wood"], given.file.name, "wood")
    kept = {key: value for key, value in shipped_tree["ship"].items() if key not in (*YARD_KEYS, *HULL_KEYS)}
    ship = {**kept, **plain(table, given.file.name)}
    build_ship(check(ShipMeasures, ship, given.file.name, "ship"), wood, given.file.name)
    if given.out is not None:
        heading = f"# Yards and hull of {printable(given.file.name)}, by `yardarm measure ship`.\n\n"
        write_whole(given.out, heading + toml_text({"ship": table}))
    if given.as_json:
        answer = {"ship": plain(table, given.file.name), "within_share": WITHIN_SHARE}
        print(json.dumps({**answer, "preset": None if given.out is None else str(given.out)}, allow_nan=False))
        return
    for yard in seen.yards:
        print(f"yard: {yard.length_mm:.1f} mm long, {yard.height_mm:.1f} mm above the deck, {yard.tilt_deg:+.1f} deg")
    print(f"mast: {seen.mast_height_mm:.1f} mm; hull: {np.ptp(seen.hull, axis=0)[0]:.1f} mm wide")
    print(f"lengths to {WITHIN_SHARE:.0%} (95 %), as far as the card was in her plane ({seen.distance_mm:.0f} mm away)")
    if given.out is not None:
        print(printable(f"yards and hull are in {given.out}"))


def _ship_table(seen: ShipSeen, name: str) -> dict[str, Any]:
    """Return a ship's yards and hull as a preset has them, lengths with their range."""
    by = printable(f"measure ship {name}")

    def length(value: float) -> dict[str, Any]:
        ends = [round(value * (1 - WITHIN_SHARE), 2), round(value * (1 + WITHIN_SHARE), 2)]
        return {**_measured(round(value, 2), by), "range": ends}

    return {
        "hull": _measured([[round(x, 2), round(y, 2)] for x, y in seen.hull.tolist()], by),
        "mast_height_mm": length(seen.mast_height_mm),
        "yards": [
            {
                "height_mm": length(yard.height_mm),
                "length_mm": length(yard.length_mm),
                "tilt_deg": _measured(round(yard.tilt_deg, 2), by),
            }
            for yard in seen.yards
        ],
    }


def _table(piece: PhotoPiece, names: str) -> dict[str, Any]:
    """Return a piece as a preset has it."""
    outline = [[round(x, 2), round(y, 2)] for x, y in piece.outline.tolist()]
    by = printable(f"measure piece {names}")
    depth = "typed" if piece.asked.depth_mm else f"{by}: the volume of a round piece over its area"
    found: dict[str, Any] = {
        "outline": _measured(outline, f"{by}: to {piece.within_mm:.2f} mm"),
        "depth_mm": _measured(fine_json(round(piece.depth_mm, 3)), depth),
        "colour": _measured(piece.colour, f"{by}: as the paper is white"),
    }
    if piece.density_g_cm3 is not None:
        density = round(piece.density_g_cm3, 4)
        found["density_g_cm3"] = _measured(density, f"{piece.asked.mass_g:g} g over the volume of the outline")
    return {**found, "stances": {name: {"angle_deg": angle} for name, angle in piece.stances.items()}}


def _measured(value: Any, source: str) -> dict[str, Any]:
    return {"value": value, "provenance": "measured", "source": source}


def _answer(piece: PhotoPiece) -> dict[str, Any]:
    return {
        "name": piece.asked.name,
        "outline": [[round(x, 3), round(y, 3)] for x, y in piece.outline.tolist()],
        "within_mm": round(piece.within_mm, 3),
        "filled_mm": round(piece.filled_mm, 3),
        "area_mm2": round(piece.area_mm2, 2),
        "depth_mm": round(piece.depth_mm, 3),
        "density_g_cm3": None if piece.density_g_cm3 is None else round(piece.density_g_cm3, 4),
        "colour": piece.colour,
        "stances": piece.stances,
    }


def _sentence(piece: PhotoPiece) -> str:
    width, height = np.ptp(piece.outline, axis=0).tolist()
    density = "" if piece.density_g_cm3 is None else f", {piece.density_g_cm3:.3g} g/cm3"
    filled = f"; hollows may be filled by {piece.filled_mm:.1f} mm" if piece.filled_mm > 0.3 else ""
    if piece.shown_by_another:
        filled += ", which a second photo from the opposite side shows"
    return (
        f"{piece.asked.name}: {width:.1f} x {height:.1f} mm, {len(piece.outline)} corners, every point to "
        f"{piece.within_mm:.2f} mm (95 %); {piece.area_mm2:.0f} mm2, {piece.depth_mm:.1f} mm deep{density}; stands "
        f"{', '.join(piece.stances)}{filled}"
    )


def _overlay(level: NDArray[np.uint8], pieces: list[PhotoPiece]) -> bytes:
    """Return the level photo with the outlines and names on it, as PNG."""
    from PIL import Image, ImageDraw

    image = Image.fromarray(np.ascontiguousarray(level[:, :, ::-1]))
    drawing = ImageDraw.Draw(image)
    for piece in pieces:
        points = [tuple(point) for point in piece.drawn.tolist()]
        drawing.line([*points, points[0]], fill=_INK, width=3)
        drawing.text(tuple(piece.drawn.mean(axis=0).tolist()), piece.asked.name, fill=_INK, anchor="mm", font_size=40)
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()
