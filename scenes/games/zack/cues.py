"""Cues of a match of Zack!, for sounds and marks, and its drama: cues close together make one moment.

A challenge counts 1 and 0.08 for every card that is taken, 0.5 more where it was wrong; a second one at the same time
0.5; a missed card 0.5; a card on the rim 0.4, since it may fall either way; a player card that ends a game 1.2; the end
of the match 1.5.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenes.games.zack.panels import verdict_words
from scenes.playback.cues import APART_S, Cue
from scenes.playback.theatre import Moment, clusters
from sim.games.zack.match.frame import (
    CardMissed,
    CardState,
    CardView,
    GameBegan,
    GameWon,
    Judged,
    MatchWon,
    PlayStopped,
    StaticScene,
    TableStage,
    ZackFrame,
)
from sim.language import _
from sim.match.grammar import said_of, said_of_all

LOUD_MM_S = 4000.0
INSIDE_MM = 4.0
JUST_NOW_S = 0.2
_FLIES = (CardState.AIR, CardState.HELD)

CHALLENGE, CARD, WRONG, SECOND, MISS, RIM, GAME, LAST = 1.0, 0.08, 0.5, 0.5, 0.5, 0.4, 1.2, 1.5
WITHIN_S = 2.0
LEAD_S, TRAIL_S = 2.6, 2.0
FLIGHT_S = 1.0
"""About the time from a throw to its ruling: flight, and coming to rest."""
KINDS = ("challenge", "miss", "rim", "game", "end")


class Listener:
    """A listener that follows the frames of one match."""

    def __init__(self, static_scene: StaticScene) -> None:
        self._half_mm = static_scene.setup.half_opening_mm
        self._outside_mm = static_scene.setup.half_outside_mm
        self._rim_mm = static_scene.setup.bowl.depth_mm
        self.forget()

    def forget(self) -> None:
        """Begin anew: the next frame is taken as the first."""
        self._before: ZackFrame | None = None
        self._speeds: dict[str, float] = {}

    def hear(self, frame: ZackFrame) -> tuple[Cue, ...]:
        """Return the cues since the frame before; none after a jump in time, or for the first frame."""
        before = self._before
        if before is not None and not 0.0 < frame.time_s - before.time_s <= APART_S:
            if frame.time_s == before.time_s and frame.table_stage is before.table_stage:
                return ()
            self.forget()
            before = None
        self._before = frame
        return () if before is None else (*self._cards(before, frame), *self._rulings(before, frame))

    def _cards(self, before: ZackFrame, frame: ZackFrame) -> list[Cue]:
        found, now, dt = [], frame.time_s, frame.time_s - before.time_s
        was = {card.name: card for card in before.cards}
        speeds = {}
        for card in frame.cards:
            old = was.get(card.name)
            if old is None:
                continue
            if card.state in (CardState.AIR, CardState.MOVING):
                speeds[card.name] = math.hypot(card.x - old.x, card.y - old.y) / dt
            if old.state not in _FLIES or card.state in _FLIES:
                continue
            strength = min(1.0, max(0.2, self._speeds.get(card.name, 0.0) / LOUD_MM_S))
            found.append(Cue(now, self._place(card), strength))
        self._speeds = speeds
        return found

    def _place(self, card: CardView) -> str:
        """Return what a card touches there first: the pile or the bowl, the bowl's rim, the table."""
        x, y = card.x, card.y
        if card.aside or abs(x) > self._outside_mm + INSIDE_MM or (y < self._rim_mm / 2 and abs(x) > self._outside_mm):
            return "beside"
        if abs(x) > self._half_mm - INSIDE_MM and y > self._rim_mm - INSIDE_MM:
            return "rim"
        return "card"

    def _rulings(self, before: ZackFrame, frame: ZackFrame) -> list[Cue]:
        found, now = [], frame.time_s
        recent = [event for event in frame.events if before.time_s <= event.at_s < now]
        if any(isinstance(event, CardMissed) for event in recent):
            found.append(Cue(now, "miss", 0.6, _newest_miss(frame)))
        for event in recent:
            match event:
                case Judged(_, verdict):
                    first, second = verdict_words(verdict)
                    strength = min(1.0, 0.4 + 0.05 * verdict.cards)
                    found.append(Cue(now, "challenge", strength, f"{first} {second}"))
                case PlayStopped():
                    found.append(Cue(now, "stop", 0.6, _("Stop!")))
                case GameBegan(_, game) if game > 1:
                    found.append(Cue(now, "game", 1.0, _("Game {game}", game=game)))
                case MatchWon():
                    found.append(Cue(now, "end", 1.0, _("The end")))
        return found


def _newest_miss(frame: ZackFrame) -> str:
    """Return who has missed just now, in words, where that is known."""
    for event in reversed(frame.events):
        if frame.time_s - event.at_s > JUST_NOW_S:
            break
        if isinstance(event, CardMissed) and event.by is not None:
            return (
                said_of(event.by, _("You miss the bowl to the side"), _("{name} misses the bowl to the side"))
                if event.aside
                else said_of(event.by, _("You miss the bowl"), _("{name} misses the bowl"))
            )
    return _("A card misses the bowl")


def moments(frames: Sequence[ZackFrame], cues: Sequence[Cue]) -> list[Moment]:
    """Return a moment for every cluster of dramatic cues; a single one for the whole match where there is none."""
    found = [_moment(cluster, frames) for cluster in clusters(cues, KINDS, WITHIN_S)]
    return found or [Moment(frames[0].time_s, frames[-1].time_s, 0.0, _("Nobody was challenged"))]


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
        you, one = _("You win the match"), _("{name} wins the match")
        victory = said_of_all(last.winners, you, one, _("{names} win the match"))
        return _("Game {game}: the last card", game=game), victory
    kinds = {cue.kind for cue in cluster}
    events = [event for frame in near for event in frame.events if event.at_s < frame.time_s]
    judged = [event for event in events if isinstance(event, Judged)]
    won = [event for event in events if isinstance(event, GameWon)]
    if "challenge" in kinds and judged:
        first, second = verdict_words(judged[-1].verdict)
        return _("Game {game}: {what}", game=game, what=first), second
    if "game" in kinds and won:
        winner = said_of(won[-1].winner, _("You win the game"), _("{name} wins the game"))
        return _("Game {game}: the last card", game=won[-1].game), winner
    misses = [cue.words for cue in cluster if cue.kind == "miss"]
    if misses:
        return _("Game {game}: {what}", game=game, what=misses[-1]), ""
    return _("Game {game}: on the rim", game=game), ""
