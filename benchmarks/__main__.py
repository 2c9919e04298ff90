"""Measure speed, as ratios that mean the same on any machine: `python -m benchmarks --json`.

`step_share` is the share of the wall time of a batch (matches of four casual players, one process) that is spent inside
`pymunk.Space.step`. `speedup_over_naive` compares the processor time of a placement, or a throw, with that of the plain
way to do the same (benchmarks/ship.py, benchmarks/bowl.py).
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks import batch, bowl, frames, heads, pipe, ship, turns
from sim.configuration import provenance
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.games.zack.configuration import load as load_zack
from sim.match.seats import seats_from
from sim.statistics import Interval

_PLAYERS = ("casual",) * 4
_FRAMES = {
    "frame_ms": "built and drawn",
    "frame_build_ms": "built while one aims",
    "frame_build_p99_ms": "99 of 100 in at most",
    "frame_build_alone_ms": "without ghosts",
    "frame_build_alone_p99_ms": "99 of 100 in at most",
}


def measured(seconds: float, seed: int) -> dict[str, Any]:
    """Measure all figures, as `--json` prints them. seconds: about the time for each measurement."""
    configuration, zack = load_riff_raff(), load_zack()
    seats = seats_from(_PLAYERS, "riff-raff")
    placed = batch.run_batch(configuration, seats, seed, seconds)
    cards = batch.run_batch(zack, seats_from(_PLAYERS, "zack"), seed, seconds)
    thrown = bowl.compare(*bowl.sample_throws(max(8, round(4 * seconds)), seed))
    comparison = ship.compare(configuration, seats, seed, seconds)
    matches = max(4, round(seconds * placed.matches / placed.wall_s / 2))
    return {
        "step_share": round(placed.step_share, 4),
        "riff_raff": {
            "matches_per_s": round(placed.matches / placed.wall_s, 4),
            "placements_per_s": round(placed.turns / placed.wall_s, 3),
            "speedup_over_naive": round(comparison.speedup, 3),
            "fall_rate": comparison.rate(comparison.falls).to_json(),
            "naive_fall_rate": comparison.rate(comparison.naive_falls).to_json(),
            "verdicts_that_differ": comparison.differ,
            "trials": sum(comparison.attempts.values()),
        },
        "zack": {
            "step_share": round(cards.step_share, 4),
            "matches_per_s": round(cards.matches / cards.wall_s, 4),
            "throws_per_s": round(cards.turns / cards.wall_s, 3),
            "speedup_over_naive": round(thrown.speedup, 3),
            **{name: interval.to_json() for name, interval in thrown.rates().items()},
            "trials": thrown.throws,
            "configuration": zack.digest,
        },
        "scaling_two_jobs": round(batch.scaling_two_jobs(configuration, seats, seed, matches), 3),
        "zatre": turns.measured(seed, seconds).to_json(),
        "heads": heads.measured(configuration, seed, seconds).to_json(),
        "bots": pipe.measured(seed).to_json(),
        **frames.figures(seed),
        "naive": {
            "profile": ship.NAIVE_PROFILE,
            "seconds_after_release": ship.NAIVE_S,
            "seconds_after_throw": bowl.NAIVE_S,
        },
        **provenance(configuration, seed),
    }


def main(words: Sequence[str] | None = None) -> None:
    """Measure the figures and print them."""
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="about how long each is measured")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(words)
    found = measured(given.seconds, given.seed)
    if given.json:
        print(json.dumps(found))
    else:
        print_text(found)


def print_text(found: Mapping[str, Any]) -> None:
    """Print the figures in words."""
    riff_raff = found["riff_raff"]
    ours, plain = (Interval.from_json(riff_raff[key]).percent() for key in ("fall_rate", "naive_fall_rate"))
    print(f"of the time of a batch, inside the engine's step   {100 * found['step_share']:.0f} %")
    print(f"Riff Raff, four casual players, one process        {riff_raff['matches_per_s']:.2f} matches a second")
    print(f"                                                   {riff_raff['placements_per_s']:.1f} placements a second")
    print(f"a placement against the plain way                  {riff_raff['speedup_over_naive']:.1f} times as fast")
    print(f"  drops something: ours {ours}, plain {plain}, of {riff_raff['trials']}")
    zack = found["zack"]
    hits, plain_hits = (Interval.from_json(zack[key]).percent() for key in ("hit_rate", "hit_rate_naive"))
    print(f"Zack!, four casual players, one process            {zack['matches_per_s']:.2f} matches a second")
    print(f"                                                   {zack['throws_per_s']:.1f} throws a second")
    print(f"of its time, inside the engine's step              {100 * zack['step_share']:.0f} %")
    print(f"a throw against the plain way                      {zack['speedup_over_naive']:.1f} times as fast")
    print(f"  hits: ours {hits}, plain {plain_hits}, of {zack['trials']}")
    print(f"two processes against one                          {found['scaling_two_jobs']:.2f} times as fast")
    asked, of = Interval.from_json(found["bots"]["question_ms"]), found["bots"]["questions"]
    interval = f"{asked.low:.3f}-{asked.high:.3f}"
    print(f"a question to a bot in another process             {asked.estimate:.3f} ms ({interval}), median of {of}")
    zatre = found["zatre"]
    plainly = _times(Interval.from_json(zatre["turns_speedup_over_naive"]))
    print(f"{'ZATRE: the turns of a position, the plain way':<50} {plainly}, median of {zatre['positions']} positions")
    thoughts = found["heads"]
    for key, name, many in (
        ("lookahead_over_trained", "a thought of lookahead against one of trained", "questions"),
        ("skilled_match_over_casual", "a match of skilled players against casual ones", "matches"),
    ):
        print(f"{name:<50} {_times(Interval.from_json(thoughts[key]))}, median of {thoughts[many]} {many}")
    for key, what in _FRAMES.items():
        if found.get(key) is not None:
            costs = ", ".join(f"{game.replace('_', ' ')} {cost:.1f} ms" for game, cost in found[key].items())
            print(f"{f'a frame of 1280 x 720, {what}':<50} {costs}")
    for game, shown in (found.get("frames_shown") or {}).items():
        name = f"frames shown in a window, {game.replace('_', ' ')}"
        print(f"{name:<50} {shown['a_second']:.0f} a second, {100 * shown['late']:.1f} % later than 1/60 s")


def _times(ratio: Interval) -> str:
    interval = "no interval" if math.isnan(ratio.low) else f"{ratio.low:.2f}-{ratio.high:.2f}"
    return f"{ratio.estimate:.2f} times as long ({interval})"


if __name__ == "__main__":
    main()
