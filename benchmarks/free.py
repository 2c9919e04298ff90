"""The ship of sim against a free one in space: the same loading in both, and what falls in each.

    pip install -r benchmarks/requirements.txt
    python -m benchmarks.free --out free                     # 640 placements: a quarter of an hour of one core
    python -m benchmarks.free --placements 64 --out free --json

Every plan is carried out along three histories. A shared one: the player loads the plane, and every placement starts in
space from the plane's state, so that verdicts can be compared one by one; what fell in either is taken off both. And
one of each engine's own, with a player who sees what that ship does: they give rates by place. Every second ship is
loaded by a player who trims her. Writes free.csv, an attempt a row, into the folder.

A difference is of the model and remains. What lies askew in space, turned out of the plane, has no place in
the plane; so the plane's states start both engines, and never those of space.
"""

from __future__ import annotations

import csv
import io
import json
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer

from benchmarks.engines import Mujoco, Pymunk, need_mujoco
from benchmarks.statics import FreeCheck, free_checks
from benchmarks.voyage import STEPS, Attempt, Run, voyage
from sim import options
from sim.batch.figures import clustered_rate
from sim.batch.progress import Bar
from sim.errors import InputError
from sim.files import check_outputs, output_folder, write_whole
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.statistics import NO_DATA, Interval, mean
from sim.verbs import verbs_app

ENGINES = (Pymunk(4), Mujoco(16))
"""Pymunk as matches are played, 480 Hz, and MuJoCo at 1,920: at 480 cargo slides slowly in it that lies still here."""
HEAPED_MM = 8.0
"""Let go higher above a slot's wood, a piece comes down on others: the ends of a yard rock by 6 mm."""
ALIKE, WITHIN = 0.95, 0.03
"""What is wanted: the share of verdicts alike, and how far apart the rates of falls may be."""
_OWN: tuple[Run, ...] = ("plane", "space")

Kept = Callable[[Attempt], bool]


@dataclass(frozen=True, slots=True)
class Policy:
    """The comparison of both engines for one player. yards_less_deck: by engine, each along its own history.

    apart: space less plane, in the share of placements on which something falls, along their own histories.
    """

    rates: dict[str, dict[str, Interval]]
    yards_less_deck: dict[str, Interval]
    apart: Interval

    @property
    def same_order(self) -> bool:
        """True if deck and yards are in the same order in both engines."""
        return len({math.copysign(1.0, one.estimate) for one in self.yards_less_deck.values()}) == 1


@dataclass(frozen=True, slots=True)
class Comparison:
    """The figures of all attempts.

    alike: the share of placements along the shared history with the same verdict, whether anything fell. alike_on_wood:
    of those let go below `HEAPED_MM`. apart: space less plane, in the share of placements on which something falls
    there. policies: `trims` and `does not trim`. seconds: of the processor for a placement, by run. unsound: attempts
    in which an engine ran away; they count as not alike.
    """

    placements: int
    alike: Interval
    alike_on_wood: Interval
    apart: Interval
    policies: dict[str, Policy]
    seconds: dict[str, Interval]
    unsound: int


def attempts(count: int, seed: int) -> Iterator[list[Attempt]]:
    """Yield the attempts of every placement in turn, ship after ship; every second ship is not trimmed."""
    setup = load_riff_raff().setup
    for ship in range(math.ceil(count / STEPS)):
        steps = min(STEPS, count - ship * STEPS)
        yield from voyage(setup, seed, ship, ship % 2 == 0, ENGINES, steps)


def compared(found: Sequence[Attempt]) -> Comparison:
    """Return what the attempts of both engines say, with intervals over ships."""
    same: dict[tuple[int, int], dict[Run, Attempt]] = {}
    for one in found:
        same.setdefault((one.ship, one.step), {})[one.run] = one
    pairs = [(by["shared plane"], by["shared space"]) for by in same.values() if "shared plane" in by]
    ships = sorted({one.ship for one in found})
    wood = [pair for pair in pairs if pair[0].height_mm < HEAPED_MM]
    return Comparison(
        placements=len(pairs),
        alike=_alike_share(pairs, ships),
        alike_on_wood=_alike_share(wood, ships),
        apart=_less(found, _of("shared space"), _of("shared plane")),
        policies={
            name: _policy([one for one in found if one.trims == trims])
            for name, trims in (("trims", True), ("does not trim", False))
        },
        seconds={run: mean([one.seconds for one in found if one.run == run]) for run in _OWN},
        unsound=sum(not one.sound for one in found),
    )


def _policy(found: Sequence[Attempt]) -> Policy:
    places = {"deck": ("deck",), "yards": ("low", "middle", "top"), "low": ("low",), "middle": ("middle",)}
    places["top"] = ("top",)
    return Policy(
        rates={run: {name: _rate(found, _of(run, *among)) for name, among in places.items()} for run in _OWN},
        yards_less_deck={run: _less(found, _of(run, *places["yards"]), _of(run, *places["deck"])) for run in _OWN},
        apart=_less(found, _of("space"), _of("plane")),
    )


def _alike(first: Attempt, second: Attempt) -> bool:
    return bool(first.fell) == bool(second.fell) and first.sound and second.sound


def _alike_share(pairs: Sequence[tuple[Attempt, Attempt]], ships: Sequence[int]) -> Interval:
    of_ship = {ship: [_alike(a, b) for a, b in pairs if a.ship == ship] for ship in ships}
    return clustered_rate([sum(alike) for alike in of_ship.values()], [len(alike) for alike in of_ship.values()])


def _of(run: Run, *places: str) -> Kept:
    return lambda one: one.run == run and (not places or one.place in places)


def _counts(found: Sequence[Attempt], kept: Kept) -> dict[int, tuple[int, int]]:
    """Return, by ship, on how many of the attempts something fell, and how many they are."""
    by_ship: dict[int, tuple[int, int]] = {one.ship: (0, 0) for one in found}
    for one in filter(kept, found):
        fell, total = by_ship[one.ship]
        by_ship[one.ship] = fell + bool(one.fell), total + 1
    return by_ship


def _rate(found: Sequence[Attempt], kept: Kept) -> Interval:
    counts = _counts(found, kept).values()
    return clustered_rate([fell for fell, _ in counts], [total for _, total in counts])


def _less(found: Sequence[Attempt], these: Kept, those: Kept) -> Interval:
    """Return the share of `these` on which something fell less that of `those`, over the same ships.

    Both are ratios of sums over ships; the variance is that of the difference of their linearised residuals (Cochran,
    Sampling Techniques, 1977, 6.13), which knows what the two have in common.
    """
    shares, by_ship = [], []
    for kept in (these, those):
        counts = _counts(found, kept)
        total = sum(x for _, x in counts.values())
        if not total:
            return NO_DATA
        share = sum(y for y, _ in counts.values()) / total
        shares.append(share)
        by_ship.append({ship: len(counts) * (y - share * x) / total for ship, (y, x) in counts.items()})
    first, second = by_ship
    return mean([shares[0] - shares[1] + first[ship] - second[ship] for ship in first])


# ------------------------------------------------------------------------------------------------- printing


def csv_text(found: Sequence[Attempt]) -> str:
    """Return the attempts as CSV, without their cost, so that the same seed gives the same bytes."""
    text = io.StringIO()
    rows = [asdict(one) | {"fell": " ".join(one.fell)} for one in found]
    names = [name for name in rows[0] if name != "seconds"]
    writer = csv.DictWriter(text, names, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _json(thing: Any) -> Any:
    """Return plain data; an interval as its three numbers."""
    if isinstance(thing, Interval):
        return thing.to_json()
    if isinstance(thing, dict):
        return {name: _json(value) for name, value in thing.items()}
    if isinstance(thing, Policy | Comparison):
        return {name: _json(getattr(thing, name)) for name in thing.__dataclass_fields__}
    return thing


def _print(statics: Sequence[FreeCheck], figures: Comparison) -> None:
    print("The free ship against closed forms:")
    for check in statics:
        off = 100 * (check.found / check.closed_form - 1)
        print(f"  {check.what:24} {check.closed_form:8.4g} {check.unit:4} {off:+.3f} %")
    print("The shared history, whether anything falls:")
    print(f"  alike {figures.alike.percent()} of {figures.placements}, wanted at least {100 * ALIKE:.0f} %")
    print(f"  alike where the piece came down on wood, not on cargo: {figures.alike_on_wood.percent()}")
    print(f"  space less plane {figures.apart.points()} points, wanted within {100 * WITHIN:.0f}")
    for name, policy in figures.policies.items():
        order = "the same order" if policy.same_order else "not in the same order"
        print(f"Histories of their own, a player who {name}; deck and yards are in {order}:")
        for run, rates in policy.rates.items():
            shown = ", ".join(f"{place} {rate.percent()}" for place, rate in rates.items())
            print(f"  {run:6} {shown}; yards less deck {policy.yards_less_deck[run].points()}")
        print(f"  space less plane {policy.apart.points()} points")
    costs = ", ".join(f"{run} {1000 * cost.estimate:.0f} ms" for run, cost in figures.seconds.items())
    print(f"Processor time of a placement: {costs}")
    if figures.unsound:
        print(f"An engine ran away in {figures.unsound} attempts")


def free_command(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for the attempts.")],
    count: Annotated[int, typer.Option("--placements", min=2, metavar="N", help="Placements, ship after ship.")] = 640,
    seed: options.Seed = options.DEFAULT_SEED,
    as_json: options.AsJson = False,
) -> None:
    """Load ships alike in sim's plane and in MuJoCo's space, and compare what falls."""
    try:
        _measure(out, count, seed, as_json)
    except InputError as refusal:
        print(f"benchmarks.free: {refusal}", file=sys.stderr)
        raise typer.Exit(2) from refusal


def _measure(out: Path, count: int, seed: int, as_json: bool) -> None:
    need_mujoco()
    check_outputs({}, {}, {"--out": (out, ("free.csv",))})
    output_folder(out, "--out")
    statics = free_checks()
    found: list[Attempt] = []
    with Bar("placements", count) as bar:
        for one in attempts(count, seed):
            found += one
            bar.step()
    figures = compared(found)
    write_whole(out / "free.csv", csv_text(found))
    if as_json:
        answer = {
            "placements": count,
            "seed": seed,
            "pymunk": version("pymunk"),
            "mujoco": version("mujoco"),
            "statics": [asdict(check) for check in statics],
            "comparison": _json(figures),
        }
        print(json.dumps(answer))
        return
    print(f"{count} placements, seed {seed}; pymunk {version('pymunk')}, MuJoCo {version('mujoco')}")
    _print(statics, figures)
    print(f"Written: {out / 'free.csv'}")


if __name__ == "__main__":
    app = verbs_app()
    app.command()(free_command)
    app(prog_name="benchmarks.free")
