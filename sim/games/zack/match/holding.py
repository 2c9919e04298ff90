"""A match of Zack! as plain data, at any tick: all that changes in it, and the same as one player knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sim.games.zack import rules
from sim.games.zack.bots.percepts import Do, Plan
from sim.games.zack.match.bot_driver import VALUES as OF_HEADS
from sim.games.zack.match.bowl_table import BowlTable
from sim.games.zack.match.frame import TableStage, Verdict
from sim.games.zack.match.hands import CARDS, HandTrack
from sim.games.zack.match.intents import INTENT, AnyThrow
from sim.games.zack.match.rule_adapter import PLAYER_CARD, THROW, Flight
from sim.match.plain_values import PlainValues, kept, restore
from sim.physics.bowl.state import BowlSnapshot
from sim.physics.bowl.world import BowlWorld
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line
from sim.rules_frame import FrozenMap
from sim.seeds import derive, rng

VALUES = PlainValues(
    Flight, HandTrack, TableStage, Verdict, rules.Card, rules.Colour, rules.Entry, rules.OwnCard, rules.Reason
)
_OF_TABLE = (
    *("stage", "verdict", "games", "game_began_s", "due_since_s", "stopped_s", "in_sight", "halted", "judged", "stops"),
    *("throws", "misses", "challenges", "unsettled", "rightful", "hands"),
)
_OF_BOWL = "cards", "flights", "lies", "wrong", "leaving", "_thrown", "_landed", "_moments", "_down"


def held(match: Any, heads: Line | None) -> dict[str, Any]:
    """Return all that changes in a match of bots alone. heads: what `BotDriver.held` returns, or None."""
    table = match.table
    return {
        "state": rules.to_json(table.state),
        "names": [entry.name for entry in table.state.bowl],
        "series": {"dealer": table.series.dealer, "wins": dict(table.series.wins)},
        "world": table.bowl.world.snapshot().to_json(),
        "bowl": kept(table.bowl, _OF_BOWL, VALUES),
        "table": kept(table, _OF_TABLE, VALUES),
        "waiting": [throw.line() for throw in table.waiting],
        "schedule": match.schedule.held(VALUES),
        "finished": match.finished,
        "heads": heads,
    }


def hold(match: Any, data: Mapping[str, Any]) -> None:
    """Take over what `held` returned, but for the heads.

    Raises KeyError, TypeError or ValueError for other data, and InputError.
    """
    table = match.table
    state = rules.from_json(data["state"])
    if state.seats != table.names:
        raise ValueError("state: seats: expected those of the record")
    names = zip(state.bowl, data["names"], strict=True)
    table.state = replace(state, bowl=tuple(replace(entry, name=name) for entry, name in names))
    series = data["series"]
    table.series = replace(table.series, dealer=series["dealer"], wins=FrozenMap(series["wins"]))
    restore(table, _OF_TABLE, VALUES, data["table"])
    table.bowl = BowlTable(match.configuration.setup, table.games)
    restore(table.bowl, _OF_BOWL, VALUES, data["bowl"])
    table.bowl.world = BowlWorld(match.configuration.setup, BowlSnapshot.from_json(data["world"]))
    throws: list[Any] = [INTENT.read(line) for line in data["waiting"]]
    table.waiting = [throw for throw in throws if isinstance(throw, AnyThrow)]
    table.events.clear()
    match.finished = bool(data["finished"])
    match.schedule.hold(data["schedule"], VALUES)


def determinize(match: Any, by: str, own: Plan | None, done: Plan | None, seed: int) -> Line:
    """Let all that a player cannot know be drawn anew in a match; return what each hand has begun.

    The cards in the piles but for those that have shown their face; how long a stop takes that is being settled. What
    is in the air goes on. A hand that others have seen start throws the next card of its pile, unless it shows another;
    one that nobody has seen has not begun. own, done: what the player's own hand has begun, and does in this tick.
    """
    table, schedule, rulings = match.table, match.schedule, match.rulings
    _deal_anew(match, seed)
    schedule.keep(lambda name, _: name == "_take")
    if table.between_games:
        schedule.after(match.configuration.table.shuffle_s, match.begin)
    elif table.state.stopped and not table.judged:
        rulings.judge(max(0.0, table.stopped_s + rulings.stop_s() - match.time_s))
    table.waiting = [
        throw.model_copy(update={"noise_seed": derive(seed, "waiting", n)}) for n, throw in enumerate(table.waiting)
    ]
    if done is not None and done.do in CARDS:
        table.waiting.append(match.bots.throw(by, done, match.tick, derive(seed, "noise")))
    elif done is not None:
        own = replace(done, at_s=match.time_s)
    waiting = {throw.by for throw in table.waiting}
    begun: dict[str, Any] = {}
    for name, track in table.hands.items():
        plan = own if name == by else None
        if plan is None and track.doing is not None and name not in waiting:
            plan = _plan_of(match, name, track)
        if name not in waiting:
            table.hands[name] = HandTrack(track.release_x, track.release_y, let_go_s=track.let_go_s)
        if plan is not None and plan.do in CARDS:
            match.actions.goes_on_with(name, plan, track.face_up)
        begun[name] = OF_HEADS.spell(plan)
    return begun


def _deal_anew(match: Any, seed: int) -> None:
    """Deal the cards anew that have not shown their faces."""
    table = match.table
    piles, tops = dict(table.state.piles), {}
    for name, pile in piles.items():
        track = table.hands[name]
        if pile and (table.bowl.flying(name) or (track.face_up and track.doing == THROW)):
            tops[name], piles[name] = pile[:1], pile[1:]
    state = rules.determinize(replace(table.state, piles=FrozenMap(piles)), None, rng(seed, "determinize"))
    piles = {name: (*tops.get(name, ()), *pile) for name, pile in state.piles.items()}
    table.state = replace(state, piles=FrozenMap(piles))


def _plan_of(match: Any, name: str, track: HandTrack) -> Plan | None:
    """Return what others see a hand do; None for one that nobody has seen start."""
    table, now_s = match.table, match.time_s
    if track.towards_s > now_s:
        return None
    does = str(track.doing) if track.face_up else THROW if table.cards_left()[table.seat(name)] else PLAYER_CARD
    if not table.holds(name, does):
        return None
    me = match.bots.person(name)
    takes_s = me.hand_time_s(me.intent(CARDS[does]))
    # It has not let go yet.
    at_s = max(track.towards_s + takes_s, now_s + 1.0 / TICK_HZ)
    return Plan(Do(does), at_s - takes_s, at_s, me.intent(CARDS[does]))
