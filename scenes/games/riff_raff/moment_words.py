"""The words over a watched match: what was weighed, meant and done, and what came of a moment that is tried again."""

from __future__ import annotations

import math

from scenes.games.riff_raff.moment_panel import Words
from scenes.play.forecast import chance_words
from sim.forecast.trials import Forecast
from sim.games.riff_raff.again import Again, title, what_happened
from sim.games.riff_raff.bots.lookahead import Candidate
from sim.games.riff_raff.deliberation import Weighed, why_not_weighed
from sim.games.riff_raff.forecast import Ghost
from sim.games.riff_raff.match.past_attempts import PastAttempt
from sim.match.grammar import whose

CANDIDATES = 5
"""The greatest number of places of which it is said what a bot weighed."""


def moment_lines(
    again: Again, known: Forecast[Ghost] | None, meant: Forecast[Ghost] | None, problem: str | None
) -> list[Words]:
    """Return what is tried again and what came of it so far.

    meant: what came of it as it was meant, if that is known. problem: the reason why there can be no answer, or None.
    """
    past, head = again.past, title(again.past)
    if known is not None and known.problem:
        problem = known.problem
    if problem:
        chance = problem
    elif known is None or not known.shown:
        chance = "100 times: working it out ..."
    else:
        chance = f"All holds: {chance_words(known)}, {known.trials} of {known.wanted} tries"
    if again.changed and meant is not None:
        chance += f"; as it was meant {chance_words(meant)}"
    lines: list[Words] = [
        (f"{head[:1].upper()}{head[1:]}. Then {what_happened(past)}.", "plain", True),
        (f"Now: {again.words()}. Drag the piece elsewhere, or choose:", "plain", False),
        (chance, "bad" if problem else "turn", True),
    ]
    if len(again.changed) > 1:
        lines.append((f"What differs: {', '.join(again.changed)}; nothing shows which of them counts.", "plain", False))
    return lines


def weighed_lines(past: PastAttempt, weighed: Weighed | None) -> list[Words]:
    """Return what a player weighed before an attempt, or why that is not known; None: not known yet."""
    why = why_not_weighed(past)
    if why is not None:
        return [(why, "plain", False)]
    if weighed is None:
        return [(f"What {past.by} weighed: working it out ...", "plain", False)]
    if not weighed.candidates:
        return [(f"{past.by} saw no place that fits.", "plain", False)]
    if not weighed.agrees:
        return [("Another version of the bot decided: what it weighed is unknown.", "plain", False)]
    lines: list[Words] = [(f"{past.by} weighed; the chance that nothing falls:", "plain", True)]
    for index, candidate in enumerate(weighed.candidates[:CANDIDATES]):
        lines.append((f"{index + 1}  {_candidate_words(candidate)}", "plain" if index else "turn", not index))
    return lines


def _candidate_words(candidate: Candidate) -> str:
    option = candidate.option
    held = f"held {candidate.held} of {candidate.trials} tries in mind" if candidate.trials else "not tried"
    place = f"{option.intent.kind}, {option.intent.stance}, {option.intent.x_mm:.0f} mm"
    return f"{place}: {100 * (1 - option.risk):.0f} % at a glance, {held}"


def did_words(past: PastAttempt) -> str:
    """Return how far the hand came from what it meant; of a person, that this is not known."""
    if past.executed is None:
        return f"{whose(past.by)} hand is a person's: its aim is not on record."
    off_mm, turned = past.executed.x_mm - past.intent.x_mm, math.degrees(past.executed.angle_rad)
    side = "starboard" if off_mm > 0 else "port"
    return (
        f"Meant {past.intent.x_mm:.1f} mm (yellow), came {abs(off_mm):.1f} mm to {side}, turned {turned:+.1f}° (green)"
    )
