"""Do hit rates and inversions depend on the step? The same throws into the same bowlfuls at two step rates.

Every trial draws a side, a distance and a seed of noise; the card leaves the hand in the same way at every profile,
into the same bowlful, which was thrown at profile play. docs/bowl.md tells what came out.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from sim.batch.progress import counted
from sim.files import check_outputs, output_folder, write_whole
from sim.games.zack.configuration import load as load_zack
from sim.lab.throw import Thrower, bowlful, throw_once
from sim.physics.bowl.measures import BowlSetup, load_card_profile
from sim.physics.bowl.state import BowlSnapshot
from sim.seeds import derive, rng
from sim.statistics import Interval, mean, paired_difference, rate
from sim.untrusted_text import printable

PROFILES = ("play", "reference")
MEASURES = ("hit", "inverted", "landed", "unsettled")
FILLINGS = (0, 10, 30, 60)
DISTANCES_MM = (300.0, 400.0, 550.0, 800.0)
PLAYER = "child"  # of the shipped hands the one that misses most
BOWLFULS = 6


@dataclass(frozen=True, slots=True)
class Trial:
    """One throw at each profile: into how many cards, and what came of it (0 or 1; inversions: how many)."""

    cards: int
    found: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Row:
    """One measure over some trials at one profile, and how it differs from the reference in pairs."""

    cards: str
    measure: str
    profile: str
    step_hz: int
    trials: int
    value: Interval
    difference: Interval
    discordant: float


@cache
def _thrower(profile: str, distance_mm: float) -> Thrower:
    configuration = load_zack()
    setup = replace(configuration.setup, profile=load_card_profile(profile))
    return Thrower(setup, configuration.skills[PLAYER], distance_mm, configuration.table.hand_height_mm)


@cache
def _bowlful(cards: int, seed: int) -> BowlSnapshot:
    return bowlful(_thrower("play", 400.0), cards, seed) if cards else BowlSnapshot()


def _setup(profile: str) -> BowlSetup:
    return _thrower(profile, 400.0).setup


def run_trial(cards: int, index: int, seed: int, profiles: Sequence[str] = PROFILES) -> Trial:
    """One throw at every profile."""
    noise = derive(seed, "bowl convergence", cards, index)
    stream = rng(noise, "from where")
    side, distance = int(stream.choice((-1, 1))), float(stream.choice(DISTANCES_MM))
    release = _thrower("play", distance).release(side, noise)
    snapshot = _bowlful(cards, derive(seed, "bowlful", cards, index % BOWLFULS))
    found = {}
    for profile in profiles:
        outcome = throw_once(_setup(profile), snapshot, release, watch=False)
        found[profile] = {
            "hit": float(outcome.hit),
            "inverted": float(outcome.inverted > 0),
            "inversions": float(outcome.inverted),
            "landed": float(outcome.landed),
            "unsettled": float(outcome.unsettled),
        }
    return Trial(cards, found)


def study(
    trials: int, seed: int, fillings: Sequence[int] = FILLINGS, profiles: Sequence[str] = PROFILES
) -> list[Trial]:
    """That many throws into each filling. The last profile is the reference."""
    tasks = [(cards, index) for cards in fillings for index in range(trials)]
    thrown = (run_trial(cards, index, seed, profiles) for cards, index in tasks)
    return list(counted(thrown, len(tasks), f"throws into {len(fillings)} fillings"))


def compare(trials: Sequence[Trial], measure: str, cards: int | None = None) -> list[Row]:
    """The rates (or mean inversions) of one measure, in one filling or in all, against the last profile."""
    chosen = [trial for trial in trials if cards in (None, trial.cards)]
    profiles = list(chosen[0].found)
    reference = [trial.found[profiles[-1]][measure] for trial in chosen]
    rows = []
    for profile in profiles:
        here = [trial.found[profile][measure] for trial in chosen]
        discordant = sum(a != b for a, b in zip(here, reference, strict=True)) / len(chosen)
        value = mean(here) if measure == "inversions" else rate(round(sum(here)), len(here))
        rows.append(
            Row(
                "all" if cards is None else str(cards),
                measure,
                profile,
                load_card_profile(profile).step_hz,
                len(chosen),
                value,
                paired_difference(reference, here),
                discordant,
            )
        )
    return rows


def table(trials: Sequence[Trial]) -> list[Row]:
    """All fillings together, then each, for every measure."""
    fillings = [None, *dict.fromkeys(trial.cards for trial in trials)]
    return [
        row for cards in fillings for measure in (*MEASURES, "inversions") for row in compare(trials, measure, cards)
    ]


def csv_text(rows: Sequence[Row]) -> str:
    """The table as CSV; rates and differences as shares (0..1), inversions as numbers of pairs."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    intervals = [f"{name}{end}" for name in ("value", "difference") for end in ("", "_low", "_high")]
    writer.writerow(["cards", "measure", "profile", "step_hz", "trials", *intervals, "discordant"])
    for row in rows:
        figures = [f"{v:.6f}" for i in (row.value, row.difference) for v in (i.estimate, i.low, i.high)]
        writer.writerow(
            [row.cards, row.measure, row.profile, row.step_hz, row.trials, *figures, f"{row.discordant:.6f}"]
        )
    return text.getvalue()


def picture(rows: Sequence[Row]) -> bytes:
    """Differences of hit rate and inversions from the reference, filling by filling, with the band of one point."""
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
            [100 * row.difference.estimate for row in mine],
            yerr=[100 * (row.difference.high - row.difference.estimate) for row in mine],
            fmt="o",
            capsize=3,
            color="black",
        )
        axes.set_xticks(range(len(mine)), [row.cards for row in mine])
        axes.set_xlabel("cards in the bowl")
        axes.set_title(f"{title}, {mine[0].trials} pairs")
    figure.axes[0].set_ylabel("play less reference, points")
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=110, metadata={"Software": None})
    return content.getvalue()


def bowl_convergence_command(out: Path, trials: int, seed: int) -> None:
    """The verb: `trials` throws into each of four fillings; writes bowl-convergence.csv and .png into `out`."""
    check_outputs({}, {}, {"--out": (out, ("bowl-convergence.csv", "bowl-convergence.png"))})
    output_folder(out, "--out")
    rows = table(study(trials, seed))
    write_whole(out / "bowl-convergence.csv", csv_text(rows))
    write_whole(out / "bowl-convergence.png", picture(rows))
    print("Throws at two step rates, and the difference from the reference in points:")
    for row in rows:
        if row.measure in ("hit", "inverted"):
            d = row.difference
            print(
                f"  {row.cards:>3} cards  {row.measure:8} {row.step_hz:5} Hz  {row.value.percent():24}"
                f" {100 * d.estimate:+.2f} ({100 * d.low:+.2f} to {100 * d.high:+.2f}),"
                f" {100 * row.discordant:.1f} % of pairs disagree"
            )
    print(printable(f"Written: {out / 'bowl-convergence.csv'}, {out / 'bowl-convergence.png'}"))
