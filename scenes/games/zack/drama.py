"""The drama of Zack!, measured: what happens within moments of each other is one moment.

A challenge counts 1 and 0.08 for every card that is taken, 0.5 more where it was wrong; a second one at the same time
0.5; a missed card 0.5; a card on the rim 0.4, since it may fall either way; a player card that ends a game 1.2; the end
of the match 1.5.
"""

from __future__ import annotations

from collections.abc import Sequence

from scenes.games.zack.panels import verdict_words
from scenes.playback.cues import Cue
from scenes.playback.theatre import Moment
from sim.games.zack.match.frame import GameWon, Judged, TableStage, ZackFrame

CHALLENGE, CARD, WRONG, SECOND, MISS, RIM, GAME, LAST = 1.0, 0.08, 0.5, 0.5, 0.5, 0.4, 1.2, 1.5
WITHIN_S = 2.0
LEAD_S, TRAIL_S = 2.6, 2.0
FLIGHT_S = 1.0
"""About the time from a throw to its ruling: flight, and coming to rest."""
KINDS = ("challenge", "miss", "rim", "game", "end")


def moments(frames: Sequence[ZackFrame], cues: Sequence[Cue]) -> list[Moment]:
    """Return a moment for every cluster of dramatic cues; a single one for the whole match where there is none."""
    clusters: list[list[Cue]] = []
    for cue in cues:
        if cue.kind in KINDS:
            if clusters and cue.time_s - clusters[-1][-1].time_s <= WITHIN_S:
                clusters[-1].append(cue)
            else:
                clusters.append([cue])
    found = [_moment(cluster, frames) for cluster in clusters]
    return found or [Moment(frames[0].time_s, frames[-1].time_s, 0.0, "Nobody was challenged")]


def _moment(cluster: list[Cue], frames: Sequence[ZackFrame]) -> Moment:
    begins, ends = cluster[0].time_s, cluster[-1].time_s
    near = [frame for frame in frames if begins - 0.05 <= frame.time_s <= ends + 0.05]
    count = {kind: sum(cue.kind == kind for cue in cluster) for kind in KINDS}
    verdicts = {frame.verdict.at_s: frame.verdict for frame in near if frame.verdict is not None}
    drama = MISS * count["miss"] + RIM * count["rim"] + GAME * count["game"] + LAST * count["end"]
    for verdict in verdicts.values():
        drama += CHALLENGE + CARD * verdict.cards + WRONG * (not verdict.success)
    drama += SECOND * max(0, len(verdicts) - 1)
    game = near[0].game if near else frames[-1].game
    title, sequel = _words(cluster, game, near, frames[-1])
    start, end = max(frames[0].time_s, begins - LEAD_S), ends + TRAIL_S
    if count["end"]:
        end = max(end, frames[-1].time_s)
    climax = next((h.time_s for h in cluster if h.kind == "challenge"), begins)
    return Moment(start, min(end, frames[-1].time_s + 0.01), drama, title, sequel, (climax - FLIGHT_S, climax + 0.15))


def _words(cluster: Sequence[Cue], game: int, near: Sequence[ZackFrame], last: ZackFrame) -> tuple[str, str]:
    """Return the title of a cluster and a line on what followed. near: the frames during it; last: of the match."""
    if cluster[-1].kind == "end" and last.table_stage is TableStage.OVER and last.winners:
        return f"Game {game}: the last card", f"{' and '.join(last.winners)} wins the match"
    kinds = {cue.kind for cue in cluster}
    events = [event for frame in near for event in frame.events if event.at_s < frame.time_s]
    judged = [event for event in events if isinstance(event, Judged)]
    won = [event for event in events if isinstance(event, GameWon)]
    if "challenge" in kinds and judged:
        first, second = verdict_words(judged[-1].verdict)
        return f"Game {game}: {first}", second
    if "game" in kinds and won:
        return f"Game {won[-1].game}: the last card", f"{won[-1].winner} wins the game"
    misses = [cue.words for cue in cluster if cue.kind == "miss"]
    if misses:
        return f"Game {game}: {misses[-1]}", ""
    return f"Game {game}: on the rim", ""
