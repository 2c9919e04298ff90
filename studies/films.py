"""How true swings from films are: `python -m studies.films --trials N`.

Films are rendered with known truth (tests/calibration/measure/films.py): a hand-held phone up to 15 degrees aside, 30
or 60 pictures a second, half of them at a variable rate, exposures, rows read one after the other, H.264. Each is read
and fitted as `measure swing` and `fit ship` do. docs/how-to/measure-with-a-phone.md has the results.
"""

from __future__ import annotations

import dataclasses
import json
import sys

import numpy as np

from calibration.fit.angle_scale import with_scale_error
from calibration.fit.ship import fit_ship
from calibration.measure.film import read_film
from calibration.measure.sway import read_sway
from sim.errors import InputError
from sim.files import temporary_folder
from sim.statistics import Interval, median, rate
from studies import arguments
from tests.calibration.measure.films import Take, drawn_by_lot, film

TRUTHS = {"omega0_sq_s2": "omega0_sq", "viscous_per_s": "viscous", "coulomb_s2": "coulomb"}
SIZE = (1920, 1080)


@dataclasses.dataclass(frozen=True, slots=True)
class Swing:
    """A film that was read. off: by key, by how much its estimate is off, as a share. held: whether its interval holds.

    held_without: the same, had the error of the angle's scale been left out.
    """

    seed: int
    off: dict[str, float]
    held: dict[str, bool]
    held_without: dict[str, bool]


def tried(take: Take) -> Swing:
    """Return what becomes of a film. Raises InputError where it is refused."""
    with temporary_folder("films") as folder:
        film(folder / "film.mp4", take)
        sway = read_sway(read_film(folder / "film.mp4"), still=False)
    plain = fit_ship(sway.times, sway.angles)
    fit = with_scale_error(plain, sway.scale_sd)
    truths = {key: float(getattr(take, name)) for key, name in TRUTHS.items()}
    return Swing(
        take.seed,
        {key: fit.value(key) / truth - 1 for key, truth in truths.items()},
        {key: _holds(fit.intervals[key], truth) for key, truth in truths.items()},
        {key: _holds(plain.intervals[key], truth) for key, truth in truths.items()},
    )


def _holds(interval: Interval, truth: float) -> bool:
    return interval.low <= truth <= interval.high


def summary(swings: list[Swing]) -> dict[str, dict[str, object]]:
    """Return by key how far off the estimates are (shares), and how often the intervals hold."""
    answer: dict[str, dict[str, object]] = {}
    for key in TRUTHS:
        off = np.abs([swing.off[key] for swing in swings])
        answer[key] = {
            "median_off": median(off.tolist()),
            "most_off": float(off.max()),
            "held": rate(sum(swing.held[key] for swing in swings), len(swings)),
            "held_without_scale": rate(sum(swing.held_without[key] for swing in swings), len(swings)),
        }
    return answer


def main() -> int:
    """Render and read films, print a table or JSON, and return 0."""
    given = arguments.parser(__doc__, "trials", "seed", "json", trials=20).parse_args()
    swings = []
    for seed in range(given.seed, given.seed + given.trials):
        try:
            swings.append(tried(drawn_by_lot(seed, size=SIZE)))
        except InputError as error:
            print(f"refused {seed}: {error}", file=sys.stderr)
            continue
        if not given.json:
            print(json.dumps(dataclasses.asdict(swings[-1])), flush=True)
    answer = summary(swings)
    if given.json:
        print(json.dumps(answer, default=dataclasses.asdict))
    else:
        for key, row in answer.items():
            print(key, row)
    return 0


if __name__ == "__main__":
    sys.exit(main())
