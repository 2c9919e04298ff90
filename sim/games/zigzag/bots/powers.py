"""The use of special cards: which are played, on whom, and what deferred powers are used for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sim.games.zigzag import intents
from sim.games.zigzag.bots.calls import Goal
from sim.games.zigzag.bots.exchanging import value
from sim.games.zigzag.bots.hand_value import ZIG, is_special, nearness, worth
from sim.games.zigzag.bots.observation import Observation
from sim.games.zigzag.bots.people import StrategySettings
from sim.games.zigzag.bots.sign_beliefs import Suspect
from sim.match.intents import Intent
from sim.seeds import rng

STOPPED_AXIS = {"stop_character": 0, "stop_landscape": 1, "stop_accessory": 2}
TARGETED = (*STOPPED_AXIS, "steal", "swap")


def rivals(view: Observation) -> list[str]:
    """Return all opponents."""
    return [seat for seats in view.opponents.values() for seat in seats]


def _dangerous(view: Observation, suspects: Mapping[str, Suspect], order: list[str]) -> list[str]:
    """Return these opponents, the most suspicious first."""
    calm = Suspect()
    return sorted(order, key=lambda seat: -suspects.get(seat, calm).chance(view.stops[seat], view.hand_number))


def power_to_play(
    strategy: StrategySettings, view: Observation, goal: Goal, suspects: Mapping[str, Suspect], seed: int
) -> Intent | None:
    """Return the play of a special card of the hand in place of a discard; None to discard one."""
    random = rng(seed)
    specials = [card for card in view.hand if is_special(card) and card != "z"]
    if not specials:
        return None
    if strategy.plan == "none" and float(random.random()) < 0.5:
        return None
    targets = rivals(view)
    for card in specials:
        order = [targets[int(k)] for k in random.permutation(len(targets))]
        if strategy.plan == "sheet":
            order = _dangerous(view, suspects, order)
        if card == "swap" and strategy.plan != "none" and not _worth_a_swap(view, goal, order[0], suspects):
            continue
        if card in view.beside and strategy.plan != "none" and not _worth_a_shift(strategy, view, goal, card):
            continue
        for target in order if card in TARGETED else [None]:
            if target is not None and STOPPED_AXIS.get(card) in view.stops[target]:
                continue  # a second STOP of one kind takes no more away
            play = intents.PlayPower(by=view.me, card=card, target=target)
            if view.can(play):
                return play
    return None


def _worth_a_swap(view: Observation, goal: Goal, target: str, suspects: Mapping[str, Suspect]) -> bool:
    """Return True if the hand is poor enough to exchange; it may be better if the target was seen to make a sign."""
    kept = [card for card in view.hand if card != "swap"]
    mine = nearness(kept, view.stops[view.me], view.must_at(goal.level))[0]
    return mine <= 1 or (mine <= 2 and target in suspects and suspects[target].signed)


def _worth_a_shift(strategy: StrategySettings, view: Observation, goal: Goal, card: str) -> bool:
    """Return True if the rest of the hand is worth more under the constraint that this card brings."""
    kept = [each for each in view.hand if each != card]
    return value(strategy, replace(view, must=view.beside[card]), goal, kept) > value(strategy, view, goal, kept)


def answer_effect(view: Observation, goal: Goal) -> list[Intent]:
    """Return a Z against a theft, exchange or look announced against the player or their partner, if one is due."""
    if "z" not in view.hand:
        return []
    must = view.must_at(goal.level)
    for card, by, target in view.effects:
        if target not in (view.me, view.partner) or by in (view.me, view.partner):
            continue
        good = target != view.me or nearness(view.hand, view.stops[view.me], must)[0] >= 2
        cancel = intents.CancelPower(by=view.me, card=card, target=target)
        if good and view.can(cancel):
            return [cancel]
    return []


def z_for_stop(view: Observation) -> list[Intent]:
    """Return a Z against a STOP before the player or their partner, if one is due."""
    if "z" not in view.hand:
        return []
    for seat in (view.me, view.partner):
        for card, axis in STOPPED_AXIS.items():
            cancel = intents.CancelPower(by=view.me, card=card, target=seat)
            if axis in view.stops[seat] and view.can(cancel):
                return [cancel]
    return []


def due_power(view: Observation, goal: Goal, suspects: Mapping[str, Suspect], seed: int) -> list[Intent]:
    """Return the use of the player's own deferred power."""
    if view.offered:
        return [intents.ShareOut(by=view.me, cards=_shared_out(view, goal))]
    targets = rivals(view)
    order = [targets[int(k)] for k in rng(seed).permutation(len(targets))]
    look = intents.LookAt(by=view.me, target=_dangerous(view, suspects, order)[0])
    return [look] if view.can(look) else []


def _shared_out(view: Observation, goal: Goal) -> dict[str, str]:
    """Return a card by seat: the best for the player, a joker or a character for their partner, then the rest."""
    left = list(view.offered)
    stopped, must = view.stops[view.me], view.must_at(goal.level)
    given = {}
    for seat in [view.me, view.partner, *rivals(view)]:
        if seat not in view.stops or not left:
            continue
        if seat == view.me:
            best = max(left, key=lambda card: worth([*view.hand, card], ZIG, stopped, must))
        elif seat == view.partner:
            best = max(left, key=lambda card: (card == "joker", not is_special(card)))
        else:
            best = max(left, key=lambda card: (is_special(card), card != "joker"))
        left.remove(best)
        given[seat] = best
    return given
