"""The measure of drama in ZIGZAG: cues within a short time of each other make one moment.

An announcement that is right counts 1.2, 0.6 more where both partners had to have a combination; a wrong one 0.9; a
CONTRE 1, 0.5 more where it is confirmed; a card reached too late 0.35; hands that touch 0.2; a STOP or a power 0.3; the
end of the match 1.5.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenes.games.zigzag.panels import verdict_words
from scenes.playback.cues import Cue
from scenes.playback.theatre import Moment
from sim.games.zigzag.match.frame import Check, ZigzagFrame
from sim.games.zigzag.rules.vocabulary import Call

RIGHT, BOTH, WRONG, CONTRE, CONFIRMED = 1.2, 0.6, 0.9, 1.0, 0.5
LATE, BUMP, PLAYED, LAST = 0.35, 0.2, 0.3, 1.5
WITHIN_S = 2.0
LEAD_S, TRAIL_S = 4.0, 2.5
REACH_S = 0.8
"""About the time from setting out to taking a card."""
KINDS = ("challenge", "miss", "beside", "stop", "end")
CALLED_WITH_BOTH = (Call.DOUBLE_ZIG, Call.ZIG_ZAG, Call.DOUBLE_ZAG)


def moments(frames: Sequence[ZigzagFrame], cues: Sequence[Cue]) -> list[Moment]:
    """Return a moment for every cluster of dramatic cues, or a single one for the whole match if there is none."""
    clusters: list[list[Cue]] = []
    for cue in cues:
        if cue.kind in KINDS:
            if clusters and cue.time_s - clusters[-1][-1].time_s <= WITHIN_S:
                clusters[-1].append(cue)
            else:
                clusters.append([cue])
    found = [_moment(cluster, frames) for cluster in clusters]
    return found or [Moment(frames[0].time_s, frames[-1].time_s, 0.0, "No hands got in each other's way")]


def _moment(cluster: list[Cue], frames: Sequence[ZigzagFrame]) -> Moment:
    begins, ends = cluster[0].time_s, cluster[-1].time_s
    near = [frame for frame in frames if begins - 0.05 <= frame.time_s <= ends + 0.05]
    count = {kind: sum(cue.kind == kind for cue in cluster) for kind in KINDS}
    checks = {frame.check.at_s: frame.check for frame in near if frame.check is not None}
    called = {cue.time_s for cue in cluster if cue.kind == "challenge"}
    drama = LATE * count["miss"] + BUMP * count["beside"] + PLAYED * count["stop"] + LAST * count["end"]
    drama += sum(_worth(check) for check in checks.values() if called)
    number = near[0].set if near else frames[-1].set
    title, second = _words(cluster, number, near, frames[-1])
    start, end = max(frames[0].time_s, begins - LEAD_S), ends + TRAIL_S
    if count["end"]:
        end = max(end, frames[-1].time_s)
    climax = next((h.time_s for h in cluster if h.kind in ("miss", "challenge")), begins)
    return Moment(start, min(end, frames[-1].time_s + 0.01), drama, title, second, (climax - REACH_S, climax + 0.2))


def _worth(check: Check) -> float:
    if check.call is None:
        return CONTRE + CONFIRMED * check.success
    if not check.success:
        return WRONG
    return RIGHT + BOTH * (check.call in CALLED_WITH_BOTH)


def _words(cluster: Sequence[Cue], number: int, near: Sequence[ZigzagFrame], last: ZigzagFrame) -> tuple[str, str]:
    """Return a title and a second line for a cluster of cues in the set `number`.

    near: the frames around it. last: the last frame of the match.
    """
    if cluster[-1].kind == "end" and last.winners:
        return f"Set {number}: the last box", f"{' and '.join(last.winners)} win the match"
    called_s = max((cue.time_s for cue in cluster if cue.kind == "challenge"), default=math.inf)
    for frame in near:
        if frame.time_s >= called_s and frame.check is not None:
            first, second = verdict_words(frame.check, frame.teams)
            return f"Set {number}: {first}", second
    for kind in ("challenge", "miss", "stop", "beside"):
        said = [cue.words for cue in cluster if cue.kind == kind]
        if said:
            return f"Set {number}: {said[-1]}", ""
    return f"Set {number}", ""
