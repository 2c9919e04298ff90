"""The drama of ZIGZAG, measured: what happens within moments of each other is one moment.

An announcement that is right counts 1.2, 0.6 more where both partners had to have a combination; a wrong one 0.9; a
CONTRE 1, 0.5 more where it is confirmed; a card that somebody came too late for 0.35; hands that meet 0.2; a STOP or a
power 0.3; the end of the match 1.5.
"""

from __future__ import annotations

from collections.abc import Sequence

from scenes.games.zigzag.panels import word
from scenes.playback.cues import Cue
from scenes.playback.theatre import Moment
from sim.games.zigzag.match.frame import Check, ZigzagFrame

RIGHT, BOTH, WRONG, CONTRE, CONFIRMED = 1.2, 0.6, 0.9, 1.0, 0.5
LATE, BUMP, PLAYED, LAST = 0.35, 0.2, 0.3, 1.5
WITHIN_S = 2.0
LEAD_S, TRAIL_S = 4.0, 2.5
REACH_S = 0.8
"""A hand that takes a card now has set out about so long ago."""
KINDS = ("challenge", "miss", "beside", "stop", "end")
CALLED_WITH_BOTH = ("double_zig", "zig_zag", "double_zag")


def moments(frames: Sequence[ZigzagFrame], cues: Sequence[Cue]) -> list[Moment]:
    """Every cluster of dramatic cues; one moment for the whole match where there is none."""
    clusters: list[list[Cue]] = []
    for cue in cues:
        if cue.kind in KINDS:
            if clusters and cue.time_s - clusters[-1][-1].time_s <= WITHIN_S:
                clusters[-1].append(cue)
            else:
                clusters.append([cue])
    found = [_moment(cluster, frames) for cluster in clusters]
    return found or [Moment(frames[0].time_s, frames[-1].time_s, 0.0, "Nobody was in anybody's way")]


def _moment(cluster: list[Cue], frames: Sequence[ZigzagFrame]) -> Moment:
    begins, ends = cluster[0].time_s, cluster[-1].time_s
    near = [frame for frame in frames if begins - 0.05 <= frame.time_s <= ends + 0.05]
    count = {kind: sum(cue.kind == kind for cue in cluster) for kind in KINDS}
    checks = {frame.check.at_s: frame.check for frame in near if frame.check is not None}
    called = {cue.time_s for cue in cluster if cue.kind == "challenge"}
    drama = LATE * count["miss"] + BUMP * count["beside"] + PLAYED * count["stop"] + LAST * count["end"]
    drama += sum(_worth(check) for check in checks.values() if called)
    number = near[0].set if near else frames[-1].set
    title, told = _words(cluster, number, frames)
    start, end = max(frames[0].time_s, begins - LEAD_S), ends + TRAIL_S
    if count["end"]:
        end = max(end, frames[-1].time_s)
    climax = next((h.time_s for h in cluster if h.kind in ("miss", "challenge")), begins)
    return Moment(start, min(end, frames[-1].time_s + 0.01), drama, title, told, (climax - REACH_S, climax + 0.2))


def _worth(check: Check) -> float:
    if check.kind == "contre":
        return CONTRE + CONFIRMED * check.success
    if not check.success:
        return WRONG
    return RIGHT + BOTH * (word(check.kind) in CALLED_WITH_BOTH)


def _words(cluster: Sequence[Cue], number: int, frames: Sequence[ZigzagFrame]) -> tuple[str, str]:
    last = frames[-1]
    if cluster[-1].kind == "end" and last.winners:
        return f"Set {number}: the last box", f"{' and '.join(last.winners)} win the match"
    for kind in ("challenge", "miss", "stop", "beside"):
        said = [cue.words for cue in cluster if cue.kind == kind]
        if said:
            first, mark, second = said[-1].partition("! ")
            return f"Set {number}: {first}{mark.strip()}", second
    return f"Set {number}", ""
