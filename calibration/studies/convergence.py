"""Does a fall rate depend on the physics step? The same placements on the same ships at four step rates, in pairs.

Every trial draws a piece, a slot, a place in it and a seed of noise; the action that follows is executed at every
profile from the same snapshot of a loaded ship. docs/physics.md tells what came out.
"""

from __future__ import annotations

import csv
import io
import multiprocessing
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from sim.batch.progress import counted
from sim.errors import InputError
from sim.files import check_outputs, output_folder, write_whole
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.lab.cargo import load, parse_cargo
from sim.lab.place import NAME, Placing, usual_intent
from sim.people.execution import PlaceIntent, execute, wander
from sim.physics.contact.profiles import Profile, load_profile
from sim.physics.ship.loading import Loading
from sim.physics.ship.measures import SLOTS, ShipSetup
from sim.physics.ship.state import Snapshot
from sim.physics.ship.world import ShipWorld
from sim.seeds import derive, rng
from sim.statistics import Interval, paired_difference, rate
from sim.untrusted_text import printable

PROFILES = ("draft", "play", "fine", "reference")
REFERENCE = "reference"
MEASURES = ("fell", "own_fell", "lost", "unsettled")
PLAYER = "casual"
_CHUNK = 10

# Neat ships: heavy pieces low and near the mast, both sides alike, as a careful loader would.
_NEAT = (
    "2:chest,3:chest,1:crate,4:crate",
    "5:boat,6:boat,7:rat,8:rat",
    "2:plank,3:plank,9:plank,10:plank",
    "5:sailor,6:sailor,7:sailor,8:sailor",
)
NEAT_SHIPS = {f"neat {4 * n}": ",".join(_NEAT[:n]) for n in range(1, len(_NEAT) + 1)}
UGLY_SHIPS = {f"ugly {n}": n for n in (4, 8, 12, 16)}
SHIPS = ("empty", *NEAT_SHIPS, *UGLY_SHIPS)


@dataclass(frozen=True, slots=True)
class Trial:
    """What one placement came to at each profile: for every measure, did it happen?"""

    ship: str
    happened: Mapping[str, Mapping[str, bool]]


@dataclass(frozen=True, slots=True)
class Row:
    """One measure of one ship at one profile, and how it differs from the reference in pairs."""

    ship: str
    measure: str
    profile: str
    step_hz: int
    trials: int
    rate: Interval
    difference: Interval
    discordant: float


def profile_of(name: str) -> Profile:
    """A shipped profile, or `fine`: the reference with half its steps (960 Hz)."""
    if name != "fine":
        return load_profile(name)
    reference = load_profile(REFERENCE)
    return replace(reference, name="fine", steps_per_tick=reference.steps_per_tick // 2)


@cache
def _setup(profile: str) -> ShipSetup:
    return replace(load_riff_raff().setup, profile=profile_of(profile))


def any_intent(setup: ShipSetup, seed: int) -> PlaceIntent:
    """A piece, a slot and a place in it, all at random; what can hang there hangs."""
    stream = rng(seed, "intent")
    kind = str(stream.choice(list(setup.pieces)))
    number = int(stream.choice(SLOTS))
    share = float(stream.uniform(-0.35, 0.35))
    slot, stance = setup.ship.slot(number), usual_intent(setup, kind, number).stance
    hangs = setup.pieces[kind].stances[stance].edge_mm is not None
    width = 0.0 if hangs else slot.wood_right_mm - slot.wood_left_mm
    return usual_intent(setup, kind, number, share * width)


def ugly_ship(setup: ShipSetup, pieces: int, seed: int) -> Snapshot:
    """A ship as casual hands leave her that put anything anywhere: whatever makes nothing fall stays aboard."""
    skill = load_riff_raff().skills[PLAYER]
    snapshot = Snapshot()
    for attempt in range(100 * pieces):
        if len(snapshot.cargo) == pieces:
            return snapshot
        noise = derive(seed, "ugly", pieces, attempt)
        action = execute(any_intent(setup, noise), f"piece-{attempt}", skill, noise)
        world = ShipWorld(setup, snapshot)
        result = Loading(world, action, wander(skill, noise)).run()
        if result.settled and not (result.fallen or result.caught):
            snapshot = world.snapshot()
    raise InputError(f"ship.toml: expected a ship that {pieces} pieces can be put on at all.")


@cache
def loaded_ship(name: str, seed: int) -> Snapshot:
    """One of SHIPS, loaded at profile play."""
    setup = _setup("play")
    if name in UGLY_SHIPS:
        return ugly_ship(setup, UGLY_SHIPS[name], seed)
    return load(setup, parse_cargo(NEAT_SHIPS.get(name), setup), name)


def run_trial(ship: str, index: int, seed: int, profiles: Sequence[str] = PROFILES) -> Trial:
    """One placement at every profile."""
    snapshot = loaded_ship(ship, seed)
    skill = load_riff_raff().skills[PLAYER]
    noise = derive(seed, "convergence", ship, index)
    intent = any_intent(_setup("play"), noise)
    happened = {}
    for profile in profiles:
        result = Placing(_setup(profile), snapshot, skill, intent).trial(noise)
        off = {*result.fallen, *result.caught}
        happened[profile] = {
            "fell": bool(off),
            "own_fell": NAME in off,
            "lost": bool(result.fallen),
            "unsettled": not result.settled,
        }
    return Trial(ship, happened)


def _run_chunk(task: tuple[str, int, int, int, tuple[str, ...]]) -> list[Trial]:
    ship, first, last, seed, profiles = task
    return [run_trial(ship, index, seed, profiles) for index in range(first, last)]


def study(
    trials: int, jobs: int, seed: int, ships: Sequence[str] = SHIPS, profiles: Sequence[str] = PROFILES
) -> list[Trial]:
    """That many trials on every ship, in the same order for any number of jobs. The last profile is the reference."""
    tasks = [
        (ship, first, min(first + _CHUNK, trials), seed, tuple(profiles))
        for ship in ships
        for first in range(0, trials, _CHUNK)
    ]
    what = f"tens of placements on {len(ships)} ships"
    if jobs == 1:
        return [trial for chunk in counted(map(_run_chunk, tasks), len(tasks), what) for trial in chunk]
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        return [trial for chunk in counted(pool.map(_run_chunk, tasks), len(tasks), what) for trial in chunk]


def compare(trials: Sequence[Trial], measure: str = "fell", ship: str = "all") -> list[Row]:
    """The rates of one measure, on one ship or on all, at every profile, against the last one."""
    chosen = [trial for trial in trials if ship in ("all", trial.ship)]
    profiles = list(chosen[0].happened)
    reference = [trial.happened[profiles[-1]][measure] for trial in chosen]
    rows = []
    for profile in profiles:
        here = [trial.happened[profile][measure] for trial in chosen]
        discordant = sum(a != b for a, b in zip(here, reference, strict=True)) / len(chosen)
        difference = paired_difference(reference, here)
        hertz = profile_of(profile).step_hz
        rows.append(Row(ship, measure, profile, hertz, len(chosen), rate(sum(here), len(here)), difference, discordant))
    return rows


def table(trials: Sequence[Trial]) -> list[Row]:
    """All ships together, then each, for every measure."""
    ships = ["all", *dict.fromkeys(trial.ship for trial in trials)]
    return [row for ship in ships for measure in MEASURES for row in compare(trials, measure, ship)]


def csv_text(rows: Sequence[Row]) -> str:
    """The table as CSV; rates and differences as shares (0..1)."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        [
            "ship",
            "measure",
            "profile",
            "step_hz",
            "trials",
            "rate",
            "rate_low",
            "rate_high",
            "difference",
            "difference_low",
            "difference_high",
            "discordant",
        ]
    )
    for row in rows:
        intervals = [row.rate, row.difference]
        figures = [f"{value:.6f}" for i in intervals for value in (i.estimate, i.low, i.high)]
        writer.writerow(
            [row.ship, row.measure, row.profile, row.step_hz, row.trials, *figures, f"{row.discordant:.6f}"]
        )
    return text.getvalue()


def picture(rows: Sequence[Row]) -> bytes:
    """Left: the fall rate of every ship against the step rate. Right: all ships together against the reference."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 4.2), layout="constrained")
    left, right = figure.subplots(1, 2)
    fell = [row for row in rows if row.measure == "fell"]
    colours = mpl.colormaps["viridis"]
    ships = [ship for ship in dict.fromkeys(row.ship for row in fell) if ship != "all"]
    for index, ship in enumerate(ships):
        mine = [row for row in fell if row.ship == ship]
        left.errorbar(
            [row.step_hz for row in mine],
            [100 * row.rate.estimate for row in mine],
            yerr=[
                [100 * (row.rate.estimate - row.rate.low) for row in mine],
                [100 * (row.rate.high - row.rate.estimate) for row in mine],
            ],
            marker="o" if "ugly" in ship else "s",
            markersize=4,
            capsize=2,
            linewidth=1,
            color=colours(index / max(1, len(ships) - 1)),
            label=ship,
        )
    left.set_ylabel("something fell, % of placements")
    left.set_title("Fall rate, 95 % intervals")
    figure.legend(fontsize=8, loc="outside right upper")
    every = [row for row in fell if row.ship == "all"]
    right.axhspan(-1, 1, color="0.9")
    right.errorbar(
        [row.step_hz for row in every],
        [100 * row.difference.estimate for row in every],
        yerr=[100 * (row.difference.high - row.difference.estimate) for row in every],
        marker="o",
        capsize=3,
        color="black",
    )
    right.set_ylabel("difference from the reference, points")
    right.set_title(f"All ships, {every[0].trials} paired placements; band: 1 point")
    for axes in (left, right):
        axes.set_xscale("log", base=2)
        axes.set_xticks([row.step_hz for row in every], [f"{row.step_hz}" for row in every])
        axes.set_xlabel("steps a second")
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=110, metadata={"Software": None})
    return content.getvalue()


def convergence_command(out: Path, trials: int, jobs: int, seed: int) -> None:
    """The verb: `trials` placements on each of nine ships; writes convergence.csv and convergence.png into `out`."""
    check_outputs({}, {}, {"--out": (out, ("convergence.csv", "convergence.png"))})
    output_folder(out, "--out")
    rows = table(study(trials, jobs, seed))
    write_whole(out / "convergence.csv", csv_text(rows))
    write_whole(out / "convergence.png", picture(rows))
    print("Share of placements in which something fell, and the difference from the reference in points:")
    for row in rows:
        if row.measure == "fell":
            d = row.difference
            print(
                f"  {row.ship:8} {row.step_hz:5} Hz  {row.rate.percent():24} {100 * d.estimate:+.2f}"
                f" ({100 * d.low:+.2f} to {100 * d.high:+.2f}), {100 * row.discordant:.1f} % of pairs disagree"
            )
    print(printable(f"Written: {out / 'convergence.csv'}, {out / 'convergence.png'}"))
