"""What are better hands worth? `python -m studies.hands skilled --pairs 200 --seed 18 --jobs 2 [--head trained]`

Two against two at a table of four, in mirrored pairs, all with the same head: casual hands against those of a child, of
a skilled adult, or against `perfect` ones, which neither err nor tremble, let go as gently as can be, and catch as the
skilled do. Printed are, with 95 % intervals (clustered by pair of matches), the share of the victories, and of the
attempts of either side at which the piece being placed falls, and at which anything falls, over all and by pieces
aboard.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from calibration.league.ladder import meet
from calibration.league.sides import sides_of
from sim.batch.ladder import Meeting, rates_of
from sim.configuration import changed_configuration
from sim.games.riff_raff.rows import TurnRow
from sim.protocols import Configuration

GAME = "riff-raff"
OTHERS = "casual"
ABOARD = ((0, 5), (6, 10), (11, 15), (16, 99))
PERFECT: Mapping[str, float] = MappingProxyType(
    {
        "placement_sd_mm": 0.05,
        "placement_angle_sd_deg": 0.05,
        "release_height_mm": 0.1,
        "release_height_sd_mm": 0.01,
        "lowering_speed_mm_s": 10.0,
        "lowering_speed_cv": 0.01,
        "press_force_mn": 1.0,
        "tremor_rms_mm": 0.001,
        "tremor_angle_rms_deg": 0.001,
        "drift_rms_mm": 0.01,
        "drift_angle_rms_deg": 0.01,
        "visuomotor_lag_ms": 1.0,
    }
)
"""Hands that hardly err: a bound, and nobody's. The keys are those of skills.toml."""
HANDS = ("child", "skilled", "perfect")


def hands(kind: str) -> tuple[str, Configuration]:
    """Return the profile of these hands, and the configuration in which it has them."""
    if kind != "perfect":
        return kind, changed_configuration(GAME, {})
    return "skilled", changed_configuration(GAME, {"skill": {"skilled": dict(PERFECT)}})


def played(kind: str, head: str, pairs: int, seed: int, jobs: int) -> Meeting:
    """Let these hands play against casual ones with the same head."""
    profile, configuration = hands(kind)
    (first, second), bots = sides_of((f"{profile}:{head}", f"{OTHERS}:{head}"), GAME, "players")
    return meet(configuration, first, second, pairs, seed, jobs, bots)


def _is_within(low: int, high: int, turn: TurnRow) -> bool:
    return low <= turn.aboard_before <= high


def main() -> None:
    """Play the matches that the command line asks for, and print what hands are worth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hands", choices=HANDS)
    parser.add_argument("--head", default="trained")
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    meeting = played(args.hands, args.head, args.pairs, args.seed, args.jobs)
    print(
        f"{args.hands} against {OTHERS} hands, {args.head}: {meeting.victory.percent()} of {2 * meeting.pairs} matches"
    )
    print(f"{'':28}{args.hands:>24}{OTHERS:>24}")
    rows = [("the piece itself falls", rates_of(meeting, lambda turn: turn.own_fell))]
    rows += [("anything falls", rates_of(meeting, lambda turn: turn.fell))]
    rows += [
        (f"- with {low} {f'to {high}' if high < ABOARD[-1][1] else 'or more'} aboard", found)
        for low, high in ABOARD
        for found in [rates_of(meeting, lambda turn: turn.fell, partial(_is_within, low, high))]
    ]
    for title, found in rows:
        print(f"{title:28}" + "".join(f"{each.percent():>24}" for each in found))


if __name__ == "__main__":
    main()
