"""Whether a fall rate depends on the physics step: `python -m studies.convergence --out DIR`.

The same placements on nine ships at four rates: every trial draws a piece, a slot, a place in it and a seed of noise;
the action that follows is executed at every profile from the same snapshot of a loaded ship. It writes convergence.csv
and convergence.png. docs/evidence.md has the results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial

from sim.errors import InputError
from sim.games.riff_raff.cargo import load, parse_cargo
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.lab.place import NAME, Placing, usual_intent
from sim.people.execution import PlaceIntent, execute, wander
from sim.physics.contact.profiles import Profile
from sim.physics.ship.loading import Loading
from sim.physics.ship.measures import ShipSetup, load_ship_profile
from sim.physics.ship.state import Snapshot
from sim.physics.ship.world import ShipWorld
from sim.seeds import derive, rng
from studies import arguments
from studies.paired import PairedStudy, Row, Trial, in_order, png, points_off

PROFILES = ("draft", "play", "fine", "reference")
REFERENCE = "reference"
PLAYER = "casual"
MEASURES = ("fell", "own_fell", "lost", "caught", "unsettled")

# Neat ships: heavy pieces low and near the mast, both sides alike, as a careful loader would.
_NEAT = (
    "2:chest,3:chest,1:crate,4:crate",
    "5:boat,6:boat,7:rat,8:rat",
    "2:plank,3:plank,9:plank,10:plank",
    "5:sailor,6:sailor,1:sailor,4:sailor",
)
NEAT_SHIPS = {f"neat {4 * n}": ",".join(_NEAT[:n]) for n in range(1, len(_NEAT) + 1)}
UGLY_SHIPS = {f"ugly {n}": n for n in (4, 8, 12, 16)}
SHIPS = ("empty", *NEAT_SHIPS, *UGLY_SHIPS)


def profile_of(name: str) -> Profile:
    """Return a shipped profile, or `fine`: the reference with half its steps (960 Hz)."""
    if name != "fine":
        return load_ship_profile(name)
    reference = load_ship_profile(REFERENCE)
    return replace(reference, name="fine", steps_per_tick=reference.steps_per_tick // 2)


@cache
def _setup(profile: str) -> ShipSetup:
    return replace(load_riff_raff().setup, profile=profile_of(profile))


def any_intent(setup: ShipSetup, seed: int) -> PlaceIntent:
    """Draw a piece, a slot and a place in it at random. A piece that can hang in the slot hangs."""
    stream = rng(seed, "intent")
    kind = str(stream.choice(list(setup.pieces)))
    number = int(stream.choice([slot.number for slot in setup.ship.slots]))
    share = float(stream.uniform(-0.35, 0.35))
    slot, stance = setup.ship.slot(number), usual_intent(setup, kind, number).stance
    hangs = setup.pieces[kind].stances[stance].edge_mm is not None
    width = 0.0 if hangs else slot.wood_right_mm - slot.wood_left_mm
    return usual_intent(setup, kind, number, share * width)


def ugly_ship(setup: ShipSetup, pieces: int, seed: int) -> Snapshot:
    """Load a ship with pieces placed anywhere by casual hands, keeping those that make nothing fall."""
    skill = load_riff_raff().skills[PLAYER]
    snapshot = Snapshot()
    for attempt in range(400 * pieces):
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
    """Load one of SHIPS at the reference, so that the ships stay the same whatever `play` is."""
    setup = _setup(REFERENCE)
    if name in UGLY_SHIPS:
        return ugly_ship(setup, UGLY_SHIPS[name], seed)
    return load(setup, parse_cargo(NEAT_SHIPS.get(name), setup), name)


def place_once(ship: str, index: int, seed: int, profile: Profile) -> dict[str, float]:
    """Carry out placement `index` on one of SHIPS at a profile; return what happened, 0 or 1 each."""
    skill = load_riff_raff().skills[PLAYER]
    noise = derive(seed, "convergence", ship, index)
    setup = replace(load_riff_raff().setup, profile=profile)
    result = Placing(setup, loaded_ship(ship, seed), skill, any_intent(setup, noise)).trial(noise)
    off = {*result.fallen, *result.caught}
    return {
        "fell": float(bool(off)),
        "own_fell": float(NAME in off),
        "lost": float(bool(result.fallen)),
        "caught": float(bool(result.caught)),
        "unsettled": float(not result.settled),
    }


def run_trial(ship: str, index: int, seed: int, profiles: Sequence[str] = PROFILES) -> Trial:
    """Carry out one placement at every profile."""
    return Trial(ship, {profile: place_once(ship, index, seed, profile_of(profile)) for profile in profiles})


def study(
    trials: int, jobs: int, seed: int, ships: Sequence[str] = SHIPS, profiles: Sequence[str] = PROFILES
) -> list[Trial]:
    """Carry out `trials` placements on every ship, in the same order for any number of jobs.

    The last profile is the reference.
    """
    trial = partial(run_trial, seed=seed, profiles=tuple(profiles))
    return in_order(trial, ships, trials, jobs, f"tens of placements on {len(ships)} ships")


STUDY = PairedStudy(
    name="convergence",
    group="ship",
    value="rate",
    measures=MEASURES,
    step_hz=lambda profile: profile_of(profile).step_hz,
    heading="Share of placements in which something fell, and the difference from the reference in points:",
    label=lambda row: f"{row.group:8}",
    printed=("fell",),
)


def picture(rows: Sequence[Row]) -> bytes:
    """Draw the fall rate of each ship against the step rate (left), and all against the reference (right), as PNG."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 4.2), layout="constrained")
    left, right = figure.subplots(1, 2)
    fell = [row for row in rows if row.measure == "fell"]
    colours = mpl.colormaps["viridis"]
    ships = [ship for ship in dict.fromkeys(row.group for row in fell) if ship != "all"]
    for index, ship in enumerate(ships):
        mine = [row for row in fell if row.group == ship]
        left.errorbar(
            [row.step_hz for row in mine],
            [100 * row.value.estimate for row in mine],
            yerr=[
                [100 * (row.value.estimate - row.value.low) for row in mine],
                [100 * (row.value.high - row.value.estimate) for row in mine],
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
    every = [row for row in fell if row.group == "all"]
    right.axhspan(-1, 1, color="0.9")
    right.errorbar(
        [row.step_hz for row in every],
        [points_off(row)[0] for row in every],
        yerr=[points_off(row)[1] for row in every],
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
    return png(figure)


def main() -> None:
    """Carry out the study and write its files."""
    given = arguments.parser(__doc__, "out", "trials", "jobs", "seed", "json", trials=400).parse_args()
    rows = STUDY.table(study(given.trials, given.jobs, given.seed))
    STUDY.report(given.out, rows, picture(rows), given.json)


if __name__ == "__main__":
    arguments.run(main)
