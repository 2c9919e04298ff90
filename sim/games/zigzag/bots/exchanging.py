"""The choice of cards to throw and to take: the next discard, and the best exchange with the tapis."""

from __future__ import annotations

from collections.abc import Sequence

from sim.games.zigzag.bots.calls import Goal
from sim.games.zigzag.bots.hand_value import AXES, JOKER, ZAG, can_answer, is_special, potential, traits, worth
from sim.games.zigzag.bots.observation import Observation
from sim.games.zigzag.bots.people import StrategySettings
from sim.seeds import rng

LEAST_GAIN = 0.015
"""The least gain in value that is worth a movement."""
LEAST_POTENTIAL = 0.1
"""The same on the way to a ZAG, with the plan `sheet`: every card thrown is one for the others."""
KEPT_JOKER = 0.6
"""The cost of throwing a joker where another card would do: another player takes it."""
FEEDING = 0.012
"""The cost of throwing a card, for each attribute that it shares with a card an opponent is known to hold."""


def fed(card: str, known: Sequence[str]) -> int:
    """Return the number of attributes that the card shares with these cards, summed over them."""
    mine = traits(card)
    if mine is None:
        return 0
    return sum(mine[axis] == other[axis] for face in known if (other := traits(face)) is not None for axis in AXES)


def value(strategy: StrategySettings, view: Observation, goal: Goal, cards: Sequence[str]) -> float:
    """Return the value of these cards for a player who collects for that goal."""
    stopped, must = view.stops[view.me], view.must_at(goal.level)
    rated = potential(cards, stopped, must) if _weighs(strategy, goal) else worth(cards, goal.kind, stopped, must)
    return rated + (strategy.guard if strategy.guard > 0 and can_answer(tuple(sorted(cards)), stopped) else 0.0)


def _weighs(strategy: StrategySettings, goal: Goal) -> bool:
    """Return True if the hand is valued by all that it may become: with the plan `sheet`, on the way to a ZAG."""
    return strategy.plan == "sheet" and goal.kind == ZAG


def to_discard(strategy: StrategySettings, view: Observation, goal: Goal, known: Sequence[str], seed: int) -> str:
    """Return the card of the hand that is best thrown onto the tapis."""
    random = rng(seed)
    cards = list(view.hand)
    if strategy.plan == "none":
        return cards[int(random.integers(len(cards)))]
    luck = random.random(len(cards))

    def kept(number: int) -> tuple[float, float]:
        left = cards[:number] + cards[number + 1 :]
        best = value(strategy, view, goal, left) - FEEDING * fed(cards[number], known)
        # A power that could not be played is thrown before it blocks the hand; a Z may still be of use.
        best += 0.3 if is_special(cards[number]) and cards[number] != "z" else 0.0
        return best - (5.0 if cards[number] == JOKER else 0.0), float(luck[number])

    return cards[max(range(len(cards)), key=kept)]


def best_exchange(
    strategy: StrategySettings,
    view: Observation,
    goal: Goal,
    seen: Sequence[tuple[str, str]],
    known: Sequence[str],
    seed: int,
    keen: float,
    fill: bool = False,
) -> tuple[str, str] | None:
    """Return the card to throw and the name of the card to take; None if nothing is worth it.

    keen: the probability that an exchange is made at all. fill: the hand lacks a card, so that one has to be taken, and
    none is thrown for it (the first of the pair is empty).
    """
    if not seen:
        return None
    random = rng(seed)
    if strategy.plan == "none":
        name = seen[int(random.integers(len(seen)))][0]
        give = "" if fill or not view.hand else view.hand[int(random.integers(len(view.hand)))]
        return (give, name) if float(random.random()) < keen else None
    least = LEAST_POTENTIAL if _weighs(strategy, goal) else LEAST_GAIN
    before = value(strategy, view, goal, view.hand)
    best: tuple[float, tuple[str, str]] | None = None
    cards = list(view.hand)
    for name, face in seen:
        if is_special(face) and not fill:
            continue
        for number, give in enumerate([""] if fill else cards):
            after = [*cards, face] if fill else [*cards[:number], *cards[number + 1 :], face]
            gain = value(strategy, view, goal, after) - before
            gain -= 0.0 if fill else FEEDING * fed(give, known) + (KEPT_JOKER if give == JOKER else 0.0)
            if (fill or gain > least) and (best is None or gain > best[0]):
                best = gain, (give, name)
    if best is None or (keen < 1.0 and float(random.random()) >= keen):
        return None
    return best[1]
