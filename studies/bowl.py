"""Whether hit rates and inversions depend on the physics step: `python -m studies.bowl --out DIR`.

The same throws into four fillings at two rates: every trial draws a side, a distance and a seed of noise; the card
leaves the hand in the same way at every profile, into the same bowlful, which was thrown at the reference. It writes
bowl-convergence.csv and bowl-convergence.png. docs/evidence.md has the results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from sim.batch.progress import counted
from sim.games.zack.configuration import load as load_zack
from sim.games.zack.throws import Thrower, bowlful, throw_once
from sim.physics.bowl.measures import load_card_profile
from sim.physics.bowl.state import BowlSnapshot
from sim.physics.contact.profiles import Profile
from sim.seeds import derive, rng
from studies import arguments
from studies.paired import PairedStudy, Row, Trial, png, points_off

PROFILES = ("play", "reference")
REFERENCE = "reference"
MEASURES = ("hit", "inverted", "landed", "unsettled", "inversions")
MEANS = ("inversions",)
FILLINGS = (0, 10, 30, 60)
DISTANCES_MM = (300.0, 400.0, 550.0, 800.0)
PLAYER = "child"  # the shipped skill profile that misses most
BOWLFULS = 6


@cache
def _thrower(profile: Profile, distance_mm: float) -> Thrower:
    configuration = load_zack()
    setup = replace(configuration.setup, profile=profile)
    return Thrower(setup, configuration.skills[PLAYER], distance_mm, configuration.table.hand_height_mm)


@cache
def _bowlful(cards: int, seed: int) -> BowlSnapshot:
    """Throw a bowlful at the reference, so that it stays the same whatever `play` is."""
    return bowlful(_thrower(load_card_profile(REFERENCE), 400.0), cards, seed) if cards else BowlSnapshot()


def throw_at(cards: int, index: int, seed: int, profile: Profile) -> dict[str, float]:
    """Carry out throw `index` into a bowlful at a profile; return what happened, 0 or 1 each but for `inversions`."""
    noise = derive(seed, "bowl convergence", cards, index)
    stream = rng(noise, "from where")
    side, distance = int(stream.choice((-1, 1))), float(stream.choice(DISTANCES_MM))
    release = _thrower(load_card_profile(REFERENCE), distance).release(side, noise)
    snapshot = _bowlful(cards, derive(seed, "bowlful", cards, index % BOWLFULS))
    outcome = throw_once(_thrower(profile, distance).setup, snapshot, release, watch=False)
    return {
        "hit": float(outcome.hit),
        "inverted": float(outcome.inverted > 0),
        "inversions": float(outcome.inverted),
        "landed": float(outcome.landed),
        "unsettled": float(outcome.unsettled),
    }


def run_trial(cards: int, index: int, seed: int, profiles: Sequence[str] = PROFILES) -> Trial:
    """Carry out one throw at every profile."""
    return Trial(str(cards), {name: throw_at(cards, index, seed, load_card_profile(name)) for name in profiles})


def study(
    trials: int, seed: int, fillings: Sequence[int] = FILLINGS, profiles: Sequence[str] = PROFILES
) -> list[Trial]:
    """Throw `trials` cards into each filling. The last profile is the reference."""
    tasks = [(cards, index) for cards in fillings for index in range(trials)]
    thrown = (run_trial(cards, index, seed, profiles) for cards, index in tasks)
    return list(counted(thrown, len(tasks), f"throws into {len(fillings)} fillings"))


STUDY = PairedStudy(
    name="bowl-convergence",
    group="cards",
    value="value",
    measures=MEASURES,
    means=MEANS,
    step_hz=lambda profile: load_card_profile(profile).step_hz,
    heading="Throws at two step rates, and the difference from the reference in points:",
    label=lambda row: f"{row.group:>3} cards  {row.measure:8}",
    printed=("hit", "inverted"),
)


def picture(rows: Sequence[Row]) -> bytes:
    """Draw hit rates and inversions less the reference, by filling, with a band of one point, as PNG."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.6), layout="constrained")
    for axes, measure, title in zip(
        figure.subplots(1, 2, sharey=True),
        ("hit", "inverted"),
        ("Card lies in the bowl", "Order of bowl and landing differ"),
        strict=True,
    ):
        mine = [row for row in rows if row.measure == measure and row.profile == PROFILES[0]]
        axes.axhspan(-1, 1, color="0.9")
        axes.axhline(0, color="0.6", linewidth=0.8)
        axes.errorbar(
            range(len(mine)),
            [points_off(row)[0] for row in mine],
            yerr=[points_off(row)[1] for row in mine],
            fmt="o",
            capsize=3,
            color="black",
        )
        axes.set_xticks(range(len(mine)), [row.group for row in mine])
        axes.set_xlabel("cards in the bowl")
        axes.set_title(f"{title}, {mine[0].trials} pairs")
    figure.axes[0].set_ylabel("play less reference, points")
    return png(figure)


def main(words: Sequence[str] | None = None) -> None:
    """Carry out the study and write its files."""
    given = arguments.parser(__doc__, "out", "trials", "seed", "json", trials=400).parse_args(words)
    rows = STUDY.table(study(given.trials, given.seed))
    STUDY.report(given.out, rows, picture(rows), given.json)


if __name__ == "__main__":
    arguments.run(main)
