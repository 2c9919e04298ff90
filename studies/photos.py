"""How true outlines from photos are: `python -m studies.photos --trials N`.

Photos are rendered with known truth (tests/calibration/measure/photos.py): shipped pieces in several woods and paints,
tilts to 30 degrees, any light, lens and JPEG. Depths are typed with an error of 0.3 mm (sd). An outline misses its
truth by the farthest that either is from the other, laid onto each other. docs/how-to/measure-with-a-phone.md has the
results.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from calibration.measure.photo import read_photo
from calibration.measure.pieces import Asked, PhotoPiece, measure_pieces
from calibration.measure.sheet import FREE, Ground
from sim.errors import InputError
from sim.files import temporary_folder
from sim.statistics import Interval, median, rate
from studies import arguments
from tests.calibration.measure.photos import COLOURS, Shot, Solid, card, drawn_by_lot, missed_mm, render, shipped

CONVEX = ("barrel", "crate", "plank", "chest")
HOLLOW = ("boat", "bottle", "rat", "sailor")
DEPTH_SD_MM = 0.3
PAINTS = ("beech", "walnut", "red", "blue", "green")
PALE = ("white", "pale", "beech", "red", "grey")
SPOTS = [(FREE.left + x, FREE.top + y) for y in (32, 92) for x in (35, 95, 155)]


@dataclasses.dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a photo. missed_mm: how far its outline is off. within_mm: what the verb says of that."""

    seed: int
    name: str
    missed_mm: float
    within_mm: float
    corners: int
    tilt_deg: float


@dataclasses.dataclass(frozen=True, slots=True)
class Refusal:
    """A photo that was refused, and why."""

    seed: int
    why: str


def _scattered(draw: np.random.Generator, names: list[str], paints: tuple[str, ...], least: float = 0.0) -> list[Solid]:
    """Return pieces in places of their own, in the order of reading. least: mm of the sheet, from the left."""
    spots = [spot for spot in SPOTS if spot[0] >= least]
    places = sorted(draw.permutation(len(spots))[: len(names)].tolist())
    solids = []
    for name, place in zip(names, places, strict=False):
        outline, depth = shipped(name)
        x, y = np.array(spots[place]) + draw.uniform(-6, 6, 2)
        paint = COLOURS[str(draw.choice(paints))]
        solids.append(Solid(outline, depth, (x, y), draw.uniform(0, 360), paint))
    return solids


def _on_sheet(seed: int, ground: Ground = "white") -> tuple[list[Solid], list[Shot]]:
    draw = np.random.default_rng((seed, 2))
    count = int(draw.integers(2, 5))
    names = draw.permutation(CONVEX + HOLLOW)[:count].tolist()
    return _scattered(draw, names, PAINTS if ground == "white" else PALE), [drawn_by_lot(seed, ground=ground)]


def _from_two_sides(seed: int) -> tuple[list[Solid], list[Shot]]:
    draw = np.random.default_rng((seed, 3))
    solids = _scattered(draw, draw.permutation(HOLLOW)[:3].tolist(), PAINTS)
    one = dataclasses.replace(drawn_by_lot(seed), tilt_deg=draw.uniform(12, 30))
    other = dataclasses.replace(
        drawn_by_lot(seed + 5000), tilt_deg=draw.uniform(12, 30), azimuth_deg=one.azimuth_deg + draw.uniform(150, 210)
    )
    return solids, [one, other]


def _beside_card(seed: int) -> tuple[list[Solid], list[Shot]]:
    draw = np.random.default_rng((seed, 4))
    names = draw.permutation(CONVEX + HOLLOW)[:2].tolist()
    solids = _scattered(draw, names, PAINTS, least=FREE.left + 140)
    solids = [dataclasses.replace(each, at=(each.at[0] + 22, y)) for each, y in zip(solids, (60.0, 118.0), strict=True)]
    shot = dataclasses.replace(drawn_by_lot(seed, ground=None), look_at=(150.0, 95.0))
    return [*solids, card((115.0, 90.0), draw.uniform(-10, 10))], [shot]


def _round(seed: int) -> tuple[list[Solid], list[Shot]]:
    draw = np.random.default_rng((seed, 5))
    outline, _ = shipped(str(draw.choice(["barrel", "bottle"])))
    wide = float(np.ptp(outline[:, 0]))
    at = (float(draw.uniform(110, 160)), float(draw.uniform(70, 100)))
    solid = Solid(outline, wide, at, draw.uniform(-30, 30), COLOURS[str(draw.choice(PAINTS))], lathe=True)
    return [solid], [dataclasses.replace(drawn_by_lot(seed), tilt_deg=draw.uniform(0, 8), look_at=at)]


KINDS: dict[str, tuple[Callable[[int], tuple[list[Solid], list[Shot]]], bool, bool]] = {
    "white sheet": (_on_sheet, False, False),
    "blue sheet, pale pieces": (lambda seed: _on_sheet(seed, "blue"), False, False),
    "hollow, from two sides": (_from_two_sides, False, False),
    "beside a bank card": (_beside_card, True, False),
    "round, from above": (_round, False, True),
}
"""What is rendered, and whether there is a card, and whether the pieces are round."""


def tried(kind: str, seed: int) -> Iterator[Piece | Refusal]:
    """Yield what becomes of the pieces of one set of photos."""
    made, card_there, lathe = KINDS[kind]
    solids, shots = made(seed)
    draw = np.random.default_rng((seed, 6))
    pieces = [solid for solid in solids if not (card_there and solid is solids[-1])]
    asked = [
        Asked(str(number), None if lathe else solid.depth_mm + draw.normal(0, DEPTH_SD_MM))
        for number, solid in enumerate(pieces)
    ]
    with temporary_folder("photos") as folder:
        files = [folder / f"{number}.jpg" for number in range(len(shots))]
        for file, shot in zip(files, shots, strict=True):
            file.write_bytes(render(solids, shot))
        try:
            photos = [read_photo(file) for file in files]
            found, _ = measure_pieces(photos, asked, card=card_there, lathe=lathe, line_mm=100.0)
        except InputError as error:
            yield Refusal(seed, str(error).replace(str(folder), ""))
            return
    yield from (_piece(seed, each, solid, shots[0]) for each, solid in zip(found, pieces, strict=True))


def _piece(seed: int, found: PhotoPiece, solid: Solid, shot: Shot) -> Piece:
    convex = any(np.array_equal(solid.outline, shipped(name)[0]) for name in CONVEX)
    name = "convex" if convex else "hollow"
    missed = missed_mm(found.outline, solid.outline)
    return Piece(seed, name, missed, found.within_mm + found.filled_mm, len(found.outline), shot.tilt_deg)


def summary(pieces: list[Piece]) -> dict[str, Interval | float | int]:
    """Return how far outlines miss, and how often what the verb says of it holds."""
    missed = [piece.missed_mm for piece in pieces]
    return {
        "pieces": len(pieces),
        "median_mm": median(missed),
        "p95_mm": float(np.quantile(missed, 0.95)),
        "most_mm": max(missed),
        "under_half_mm": rate(sum(each < 0.5 for each in missed), len(missed)),
        "within": rate(sum(piece.missed_mm <= piece.within_mm for piece in pieces), len(pieces)),
        "said_mm": float(np.median([piece.within_mm for piece in pieces])),
        "corners": max(piece.corners for piece in pieces),
    }


def main() -> int:
    """Try every kind of photo, print a table or JSON, and return 0."""
    parser = arguments.parser(__doc__, "trials", "seed", "json", trials=20)
    parser.add_argument("--kind", choices=KINDS, help="only this one")
    parser.add_argument("--rows", type=Path, metavar="FILE", help="also write each piece as a line of JSON")
    given = parser.parse_args()
    answer = {}
    with given.rows.open("w") if given.rows else open("/dev/null", "w") as rows:  # noqa: PTH123
        for kind in [given.kind] if given.kind else KINDS:
            pieces: list[Piece] = []
            refusals: list[Refusal] = []
            for seed in range(given.seed, given.seed + given.trials):
                for each in tried(kind, seed):
                    print(json.dumps({"kind": kind, **dataclasses.asdict(each)}), file=rows, flush=True)
                    (pieces if isinstance(each, Piece) else refusals).append(each)  # type: ignore[arg-type]
            for name in ("convex", "hollow"):
                chosen = [piece for piece in pieces if piece.name == name]
                if chosen:
                    answer[f"{kind}, {name}"] = {**summary(chosen), "refused": len(refusals)}
                    if not given.json:
                        print(f"{kind}, {name}: {answer[f'{kind}, {name}']}", flush=True)
            for refusal in refusals:
                print(f"  refused {refusal.seed}: {refusal.why}", file=sys.stderr)
    if given.json:
        print(json.dumps(answer, default=str))
    return 0


if __name__ == "__main__":
    sys.exit(main())
