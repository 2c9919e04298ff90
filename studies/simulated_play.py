"""Sessions of bots whose noise is known, as hand logs: their own hands, tremor, eyes and nerves (sim/people)."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import numpy as np

from calibration.fit.play import PlayFit
from sim.games.zack.bots.hand import haste, throw_noise
from sim.games.zack.configuration import load as load_zack
from sim.match.hand_log import HandLog, HandsHeader, Meant, Placed, Reacted, Thrown
from sim.people.execution import Catch, PlaceIntent, execute
from sim.people.motor import Tremor
from sim.people.reaction import errs, reaction_s
from sim.people.skill import Skill, load_skills
from sim.protocols import Line
from sim.seeds import derive, rng

MEANT = (2100.0, 0.45, -28.0)
HOLDS, HOLD_S = 40, 4.0
# What a hand log can tell of a skill.
FITTED = (
    *("placement_sd_mm", "placement_angle_sd_deg", "release_height_mm", "release_height_sd_mm"),
    *("lowering_speed_mm_s", "lowering_speed_cv", "throw_speed_cv", "throw_direction_sd_deg", "throw_spin_cv"),
    *("tremor_rms_mm", "tremor_angle_rms_deg", "drift_rms_mm", "drift_angle_rms_deg"),
    *(f"{task}_{part}_ms" for task in ("simple", "go_no_go", "two_choice") for part in ("mu", "sigma", "tau")),
    "choice_error_rate",
)


def skill(profile: str = "casual") -> Skill:
    """Return a shipped skill."""
    return load_skills()[profile]


def placed(hand: Skill, seed: int, count: int, holds: int = 0, hold_s: float = HOLD_S) -> list[Line]:
    """Return pieces put down by this hand; the first `holds` have a path: held still, with its tremor, and lowered."""
    lines = []
    aims = rng(seed, "aims").uniform(-60, 60, count).tolist()
    for number, aim in enumerate(aims):
        noise = derive(seed, "noise", number)
        action = execute(PlaceIntent("crate", "flat", 5, aim, Catch.NONE), "crate-1", hand, noise)
        path = [] if number >= holds else held(hand, noise, hold_s, aim)
        lines.append(
            Placed(
                piece="crate",
                stance="flat",
                slot=5,
                x_mm=action.x_mm,
                angle_rad=action.angle_rad,
                height_mm=action.open_height_mm,
                speed_mm_s=action.lowering_speed_mm_s,
                aim_x_mm=aim,
                aim_angle_rad=0.0,
                path=tuple(path),
            ).line()
        )
    return lines


def held(hand: Skill, noise: int, seconds: float, x_mm: float) -> list[tuple[float, float, float]]:
    """Return the path of a piece brought from the side in half a second, held, and lowered in half a second.

    It is rounded as a recording is: to micrometres, and to hundred thousandths of a radian.
    """
    tremor = Tremor.drawn(hand, rng(noise, "tremor"))
    samples = []
    for tick in range(round((seconds + 1) * 120)):
        t = tick / 120
        share = min(1.0, t / 0.5)
        come = share**3 * (10 - 15 * share + 6 * share**2)
        down = max(0.0, t - 0.5 - seconds) * hand.lowering_speed_mm_s
        dx, dy, dangle = tremor.offset(t)
        x, y = x_mm - 150 * (1 - come) + dx, 80 - down + dy
        samples.append((round(x, 3), round(y, 3), round(dangle, 5)))
    return samples


def thrown(hand: Skill, seed: int, count: int) -> list[Line]:
    """Return cards thrown by this hand, every third in haste."""
    setup, lines = load_zack().setup, []
    for number in range(count):
        pace = 1.3 if number % 3 == 0 else 1.0
        noise = throw_noise(hand, derive(seed, "throw", number), haste(setup, pace, MEANT[0]))
        lines.append(
            Thrown(
                card="zack",
                side=1,
                distance_mm=400.0,
                speed_mm_s=MEANT[0] * noise.speed_factor,
                elevation_rad=MEANT[1] + noise.direction_rad,
                spin_rad_s=MEANT[2] * noise.spin_factor,
                aim_x_mm=0.0,
                pace=pace,
                meant=Meant(*MEANT),
            ).line()
        )
    return lines


def reacted(nerves: Skill, seed: int, count: int) -> list[Line]:
    """Return `count` answers to each cue, of four seats, and half as many choices with a conflict, which cost more."""
    stream, other, lines = rng(seed, "reactions"), rng(seed, "conflicts"), []
    for number in range(count):
        choice_ms, wrong = 1000 * reaction_s(nerves, stream, 4), errs(nerves, stream, 4)
        lines.append(Reacted(cue="turn", rt_ms=choice_ms, bits=2.0, correct=not wrong).line())
        lines.append(Reacted(cue="falls", rt_ms=1000 * reaction_s(nerves, stream, go_no_go=True)).line())
        lines.append(Reacted(cue="miss", rt_ms=1000 * reaction_s(nerves, stream)).line())
        if number % 2:
            late_ms = 1000 * reaction_s(nerves, other, 4, conflict=True) + nerves.perspective_cost_ms
            wrong = errs(nerves, other, 4, conflict=True)
            lines.append(Reacted(cue="turn", rt_ms=late_ms, bits=2.0, conflict=True, correct=not wrong).line())
    return lines


def write(path: Path, lines: list[Line], profile: str = "casual", person: str = "Carla") -> Path:
    """Write a log of these lines, and return its path."""
    log = HandLog(path, HandsHeader(game="riff-raff", person=person, profile=profile))
    assert all(log.note(line) for line in lines), log.trouble
    log.close()
    return path


def session(path: Path, profile: str, seed: int, count: int = 300) -> Path:
    """Write `count` movements of every kind by a bot of a shipped profile, and return the path."""
    bot, luck = skill(profile), derive(seed, profile)
    return write(path, placed(bot, luck, count, HOLDS) + thrown(bot, luck, count) + reacted(bot, luck, count), profile)


def holds_truth(found: PlayFit, truth: Skill) -> dict[str, bool]:
    """Return which intervals hold the bot's own values."""
    values = dataclasses.asdict(truth)
    return {key: each.interval.low <= values[key] <= each.interval.high for key, each in found.figures.items()}


def slipping(lines: list[Line], seed: int, share: float) -> list[Line]:
    """Return the same, but the mouse slips now and then: 30 to 80 mm, 45 to 90 degrees, 5 to 20 times the speed."""
    stream = rng(seed, "slips")
    found = []
    for line in lines:
        if float(stream.random()) < share:
            side = float(stream.choice([-1.0, 1.0]))
            far, turned, fast = stream.uniform([30, math.pi / 4, 5], [80, math.pi / 2, 20]).tolist()
            if line["move"] == "place":
                line = {**line, "x_mm": line["x_mm"] + side * far, "angle_rad": side * turned, "height_mm": far}
                line["speed_mm_s"] = line["speed_mm_s"] * fast
            elif line["move"] == "throw":
                line = {
                    **line,
                    "speed_mm_s": line["speed_mm_s"] / fast,
                    "elevation_rad": line["elevation_rad"] + turned,
                }
        found.append(line)
    return found


def worst(held_of: dict[str, int]) -> str:
    """Return the least and the most of the counts, in words."""
    low, high = min(held_of, key=held_of.__getitem__), max(held_of, key=held_of.__getitem__)
    return f"least {low} {held_of[low]}, most {high} {held_of[high]}"


def mean_error(found: list[PlayFit], truth: Skill) -> dict[str, float]:
    """Return how far the estimates are off on average, as a share of the truth."""
    values = dataclasses.asdict(truth)
    return {
        key: float(np.mean([fit.figures[key].interval.estimate for fit in found])) / values[key] - 1
        for key in found[0].figures
    }
