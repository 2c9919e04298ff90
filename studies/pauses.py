"""Does a flick fly whose button goes up late? `python -m studies.pauses --gestures 500 [--each]`

Flicks are scripted: a minimum-jerk movement that stops dead at 45 to 65 % of its time, as a finger leaves a pad, and a
button that goes up 0 to 150 ms later. They are seen as a mouse of 125 Hz and one of 1000 Hz report them, and as a touch
pad does: every 8 to 25 ms, of a fifth of the reports only the later of two; all in whole pixels, the last report of a
third of them tells the same place again, that of another third a pixel beside it. Against them stand placings, quick
ones among them, that brake to a stop before the button goes up 0 to 150 ms later, and rests: flicks whose button goes
up after 0.3 to 1 s.

Printed are, for both games' reading of the pointer (the velocity of Riff Raff, the state of Zack!), for how long after
the last motion it throws, and whether the speed fades meanwhile: the share of flicks that are thrown; the released
speed as a share of the meant one (median, and from the 5th to the 95th percentile); the share released within 15 % of
it; the share of riddles: an arc that was drawn in the frame before at more than a quarter of its strength, and no
throw; the placings and the rests that are thrown. "before" is what it was: the last report as it is, an arc that stays
for 0.12 s. With --each every flick is listed under the rule in force.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from sim.games.zack.match.gesture import shipped_hand_measures
from sim.physics import Point, pointer
from sim.physics.minimum_jerk import minimum_jerk
from sim.physics.ship.letting_go import FLICK_MM_S
from sim.seeds import rng
from sim.text_table import text_table
from studies.arguments import positive

PIXEL_MM, FRAME_S = 0.8, 1 / 60
PAUSE_S, REST_S = (0.0, 0.15), (0.3, 1.0)
DEVICES = {"mouse, 125 Hz": (0.008, 0.008), "mouse, 1000 Hz": (0.001, 0.001), "touch pad": (0.008, 0.025)}
"""The least and the greatest time between two reports (s)."""
COALESCED = 0.2
"""The share of a touch pad's reports that are swallowed by the next one."""
LAST = ("full", "zero", "tiny")
Path = Callable[[float], Point]


@dataclass(frozen=True, slots=True)
class Gesture:
    """Reports of a pointer (s, mm), when the button goes up (s), how fast the hand meant to be (mm/s, 0: at rest).

    pause_s: from when the hand stopped until the button went up. last: what the last report tells (see LAST).
    """

    reports: tuple[tuple[float, Point], ...]
    up_s: float
    meant_mm_s: float
    pause_s: float
    last: str


@dataclass(frozen=True, slots=True)
class Rule:
    """For how long after the last motion a hand throws (s), and whether its speed falls to 0 meanwhile.

    before: the last report counts as it is, and an arc stays for 0.12 s.
    """

    name: str
    window_s: float
    fades: bool = False
    before: bool = False

    def speed(self, last: pointer.LastMotion) -> float:
        """Return the speed (mm/s) of a release after this last motion."""
        left = max(0.0, 1.0 - last.rest_s / self.window_s)
        return last.speed * (left if self.fades else math.ceil(left))

    def strength(self, last: pointer.LastMotion) -> float:
        """Return how much of the arc is drawn after this last motion, from 0 to 1."""
        if self.before:
            return float(last.rest_s < self.window_s + 0.12)
        first = min(pointer.REST_S, self.window_s / 2)
        return min(1.0, max(0.0, (self.window_s - last.rest_s) / (self.window_s - first)))


IN_FORCE = Rule(f"{1000 * pointer.FLICK_S:.0f} ms", pointer.FLICK_S)
RULES = (
    Rule("before", 0.04, before=True),
    *(Rule(f"{1000 * window_s:.0f} ms", window_s) for window_s in (0.04, 0.08, 0.1, 0.12)),
    IN_FORCE,
    Rule("200 ms", 0.2),
    Rule(f"{1000 * pointer.FLICK_S:.0f} ms, fading", pointer.FLICK_S, fades=True),
)


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a gesture: whether an arc was drawn in the frame before, and the speed of the release (mm/s)."""

    gesture: Gesture
    drawn: bool
    speed_mm_s: float


# ---------------------------------------------------------------------------------------------------------- gestures


def flick(device: str, pause_s: tuple[float, float], chance: np.random.Generator) -> Gesture:
    """Return a flick that stops dead, and whose button goes up that much later."""
    lasts_s, speed = chance.uniform(0.2, 0.4), chance.uniform(300.0, 1500.0)
    # A minimum-jerk movement is at its middle 15/8 as fast as on the whole.
    path, stops_s = _movement(speed * lasts_s * 8 / 15, lasts_s, chance), chance.uniform(0.45, 0.65) * lasts_s
    meant = math.dist(path(stops_s - 1e-5), path(stops_s)) / 1e-5
    return _seen(device, path, stops_s, chance.uniform(*pause_s), meant, chance)


def placing(device: str, chance: np.random.Generator) -> Gesture:
    """Return a movement of 40 to 250 mm that brakes to a stop before the button goes up."""
    far = chance.uniform(40.0, 250.0)
    lasts_s = max(0.35, far / 500.0 * chance.uniform(1.0, 2.0))
    return _seen(device, _movement(far, lasts_s, chance), lasts_s, chance.uniform(*PAUSE_S), 0.0, chance)


def _movement(far_mm: float, lasts_s: float, chance: np.random.Generator) -> Path:
    way = chance.uniform(0.0, math.tau)

    def path(at_s: float) -> Point:
        gone = far_mm * minimum_jerk(at_s / lasts_s)
        return gone * math.cos(way), gone * math.sin(way)

    return path


def _seen(
    device: str, path: Path, stops_s: float, pause_s: float, meant: float, chance: np.random.Generator
) -> Gesture:
    """Return a gesture as the device reports it: its last report of the movement tells where the hand stopped."""
    least_s, most_s = DEVICES[device]
    at_s, reports, swallowed = -chance.uniform(0.0, least_s), list[tuple[float, Point]](), False
    while at_s < stops_s:
        at_s += chance.uniform(least_s, most_s)
        x, y = path(min(at_s, stops_s))
        if least_s < most_s and reports and not swallowed and chance.random() < COALESCED:
            swallowed = bool(reports.pop())
        else:
            swallowed = False
        reports.append((at_s, (PIXEL_MM * round(x / PIXEL_MM), PIXEL_MM * round(y / PIXEL_MM))))
    last, (at_s, (x, y)) = LAST[chance.integers(len(LAST))], reports[-1]
    if last != "full":
        beside = PIXEL_MM * (-1, 1)[chance.integers(2)] if last == "tiny" else 0.0
        reports.append((at_s + chance.uniform(0.008, 0.025), (x + beside, y)))
    up_s = stops_s + pause_s
    return Gesture(tuple(report for report in reports if report[0] <= up_s), up_s, meant, pause_s, last)


# ----------------------------------------------------------------------------------------------------------- readings


def riff_raff(reports: Sequence[tuple[float, Point]], at_s: float) -> pointer.LastMotion:
    """Return the last motion as a hand at the ship reads it."""
    pointing = pointer.Pointing()
    for time_s, place in reports:
        if time_s <= at_s:
            pointing.note(time_s, place)
    return pointing.last_motion(at_s)


def zack(reports: Sequence[tuple[float, Point]], at_s: float) -> pointer.LastMotion:
    """Return the last motion as a hand at the bowl reads it."""
    trace = pointer.Trace()
    for time_s, place in reports:
        if time_s <= at_s:
            trace.add(time_s, *place)
    return trace.last_motion(at_s)


Reading = Callable[[Sequence[tuple[float, Point]], float], pointer.LastMotion]
Motions = tuple[pointer.LastMotion, pointer.LastMotion]
GAMES: dict[str, tuple[Reading, float]] = {
    "Riff Raff": (riff_raff, FLICK_MM_S),
    "Zack!": (zack, shipped_hand_measures().gesture.least_mm_s),
}
"""By game: its reading of the pointer, and the least speed of a throw (mm/s)."""


def read(game: str, gestures: Sequence[Gesture], before: bool) -> list[Motions]:
    """Return the last motion of each gesture as it is in the frame before the button goes up, and then.

    before: as it was read when the last report counted as it is.
    """
    reading, cut_short = GAMES[game][0], pointer.CUT_SHORT
    pointer.CUT_SHORT = 0 if before else cut_short
    try:
        return [(reading(one.reports, one.up_s - FRAME_S), reading(one.reports, one.up_s)) for one in gestures]
    finally:
        pointer.CUT_SHORT = cut_short


def results(game: str, gestures: Sequence[Gesture], rule: Rule, motions: Sequence[Motions]) -> Iterator[Result]:
    """Yield what becomes of each gesture under a rule. motions: as `read` returns them."""
    least = GAMES[game][1]
    for gesture, (frame, up) in zip(gestures, motions, strict=True):
        speed = rule.speed(up)
        drawn = frame.speed > least and rule.strength(frame) > 0.25
        yield Result(gesture, drawn, speed if speed > least else 0.0)


def row(flicks: Sequence[Result], others: Sequence[Sequence[Result]]) -> list[float]:
    """Return the figures of a line: see the head of this file. others: placings, and rests."""
    shares = np.array([one.speed_mm_s / one.gesture.meant_mm_s for one in flicks])
    thrown = shares[shares > 0]
    low, median, high = np.quantile(thrown, (0.05, 0.5, 0.95)) if thrown.size else (math.nan,) * 3
    wrongly = [np.mean([one.speed_mm_s > 0 for one in found]) for found in others]
    riddles = np.mean([one.drawn and not one.speed_mm_s for one in flicks])
    within = np.mean(np.abs(shares - 1.0) < 0.15)
    return [float(value) for value in (np.mean(shares > 0), median, low, high, within, riddles, *wrongly)]


HEAD = ("thrown", "median", "5 %", "95 %", "within 15 %", "riddles", "placings", "rests")


def table(count: int, seed: int, rules: Sequence[Rule] = RULES) -> dict[tuple[str, str, str], list[float]]:
    """Return the lines by device, game and rule, of that many gestures of each kind."""
    lines = {}
    for device in DEVICES:
        chance = rng(seed, "pauses", device)
        kinds = (partial(flick, device, PAUSE_S), partial(placing, device), partial(flick, device, REST_S))
        made = [[make(chance) for _ in range(count)] for make in kinds]
        for game in GAMES:
            motions = {before: [read(game, gestures, before) for gestures in made] for before in (False, True)}
            for rule in rules:
                seen = zip(made, motions[rule.before], strict=True)
                flicks, *others = (list(results(game, gestures, rule, read_as)) for gestures, read_as in seen)
                lines[device, game, rule.name] = row(flicks, others)
    return lines


def main() -> None:
    """Run the study."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gestures", type=positive, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", action="store_true")
    options = parser.parse_args()
    if options.each:
        rows = [["device", "game", "pause ms", "last", "meant", "arc before", "released"]]
        for device in DEVICES:
            chance = rng(options.seed, "pauses", device)
            flicks = [flick(device, PAUSE_S, chance) for _ in range(options.gestures)]
            for game in GAMES:
                for one in results(game, flicks, IN_FORCE, read(game, flicks, False)):
                    made = one.gesture
                    figures = (f"{1000 * made.pause_s:.0f}", made.last, f"{made.meant_mm_s:.0f}")
                    rows.append([device, game, *figures, "yes" if one.drawn else "no", f"{one.speed_mm_s:.0f}"])
    else:
        rows = [["device", "game", "throws for", *HEAD]]
        for key, values in table(options.gestures, options.seed).items():
            rows.append([*key, *(f"{value:.3f}" if n >= 4 else f"{value:.2f}" for n, value in enumerate(values))])
    print("\n".join(text_table(rows, "<<<" + ">" * (len(rows[0]) - 3))))
    print(f"95 % interval of a share of one half: +-{0.98 / math.sqrt(options.gestures):.3f}; of others less.")


if __name__ == "__main__":
    main()
