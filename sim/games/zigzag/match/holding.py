"""A ZIGZAG match as plain data, at any tick: all that changes in it, and the same as one player knows it.

A tapis goes on from its snapshot exactly, what waits in the schedule is named, and minds are what they have noticed; so
nothing has to be played again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

import numpy as np

from sim.games.zigzag import rules
from sim.games.zigzag.bots.sign_beliefs import Reason, ReasonKind, Suspect
from sim.games.zigzag.match.dealer import GESTURES
from sim.games.zigzag.match.frame import Check, HandState, Voice
from sim.games.zigzag.match.rule_adapter import face_of, named
from sim.games.zigzag.match.table import HandTask, ZigzagTable
from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import Card
from sim.match.plain_values import PlainValues, kept, restore
from sim.physics.tapis.world import Snapshot, TapisWorld
from sim.protocols import Line
from sim.rules_frame import FrozenMap
from sim.seeds import rng

VALUES = PlainValues(
    *get_args(words.Action),
    *(words.Call, words.Effect, words.Laid, words.Phase, Card, Check, HandState, HandTask),
    *(Reason, ReasonKind, Suspect, Voice),
)
_OF_TABLE = "tasks", "laid_by", "voices", "signing", "shown", "check", "opening", "signs"
_OF_MATCH = "finished", "_events", "_most_boxes"


def held(match: Any, minds: Line | None) -> dict[str, Any]:
    """Return all that changes in a match of bots alone. minds: what `BotDriver.held` returns, or None."""
    table = match.table
    return {
        "state": rules.to_json(table.state),
        "world": table.world.snapshot().to_json(),
        **kept(table, _OF_TABLE, VALUES),
        **kept(match, _OF_MATCH, VALUES),
        "planned": VALUES.spell(match.dealer.planned),
        "schedule": match.schedule.held(VALUES),
        "minds": minds,
    }


def hold(match: Any, data: Mapping[str, Any]) -> None:
    """Take over what `held` returned, but for the minds.

    Raises KeyError, TypeError or ValueError for other data, and InputError.
    """
    table = match.table
    state = rules.from_json(data["state"])
    if state.seats != table.names:
        raise ValueError("state: seats: expected those of the record")
    table.state = state
    table.world = TapisWorld(match.configuration.setup, Snapshot.from_json(data["world"]))
    restore(table, _OF_TABLE, VALUES, data)
    restore(match, _OF_MATCH, VALUES, data)
    match.dealer.planned = VALUES.read(data["planned"])
    match.schedule.hold(data["schedule"], VALUES)


def determinize(match: Any, by: str, unnoticed: tuple[str, ...], seed: int) -> None:
    """Let all that a player cannot know be drawn anew in a match.

    Others' cards, signs and constraints, the pile, faces that were not noticed yet; what others mean to do with a hand
    that is under way, and where it and the player's own will come down. What others are about to call or to do is
    dropped: they look at the table anew. unnoticed: the names of those cards on the tapis.
    """
    table, random = match.table, rng(seed, "determinize")
    before = table.state
    _draw_faces(table, by, unnoticed, random)
    _draw_signs(table, by, random)
    state = table.state
    here = state.set_number, state.hand_number
    match.dealer.planned = {
        tuple(state.laid if part == before.laid and part else part for part in key)
        for key in match.dealer.planned
        if all(part in key for part in here) and all(part == before.laid for part in key if isinstance(part, tuple))
    }
    table.voices = {name: replace(voice, reason=None) for name, voice in table.voices.items()}
    table.signing = {name: made for name, made in table.signing.items() if name == by}
    match.schedule.keep(lambda name, given: name != "_is_heard" or given[1] == by)
    for name in table.names:
        _draw_movement(match, name, name == by, random)


def _draw_faces(table: ZigzagTable, by: str, unnoticed: tuple[str, ...], random: np.random.Generator) -> None:
    """Draw what lies face down, and the faces of cards on the tapis that were not noticed yet."""
    state = table.state
    if state.constraints:
        box = table.configuration.box
        left = sorted(card for card in box.constraints if card != state.constraints[by])
        drawn = iter([left[int(n)] for n in random.permutation(len(left))])
        given = {name: card if name == by else next(drawn) for name, card in state.constraints.items()}
        state = replace(state, constraints=FrozenMap(given))
    # Each pair of steps draws a face from all that are unseen: into the pile with it, and the pile is dealt again.
    faces = [Card(face_of(name)) for name in unnoticed]
    tapis = list(state.tapis)
    for hidden in faces:
        tapis.remove(hidden)
    state = rules.determinize(replace(state, tapis=tuple(tapis), pile=(*state.pile, *faces)), by, random)
    pile, renamed = list(state.pile), {}
    for name in unnoticed:
        found = pile.pop() if pile else Card(face_of(name))
        tapis.append(found)
        renamed[name] = found.value
    table.state = replace(state, tapis=tuple(tapis), pile=tuple(pile))
    for name, face in renamed.items():
        pose, laid_by = table.world.cards.pop(name), table.laid_by.pop(name, None)
        other = named(face, table.world.cards)
        table.world.cards[other] = pose
        if laid_by is not None:
            table.laid_by[other] = laid_by


def _draw_signs(table: ZigzagTable, by: str, random: np.random.Generator) -> None:
    state = table.state
    own = state.team_of(by)
    left = [sign for sign in GESTURES if sign not in table.signs[own]]
    drawn = iter([left[int(n)] for n in random.permutation(len(left))])
    table.signs = tuple(
        signs if team == own else (next(drawn), next(drawn), next(drawn)) for team, signs in enumerate(table.signs)
    )
    agreed = [None if one is None else words.Signs(*table.signs[team][:2]) for team, one in enumerate(state.signs)]
    table.state = replace(state, signs=tuple(agreed))


def _draw_movement(match: Any, name: str, own: bool, random: np.random.Generator) -> None:
    """Draw where a hand that is under way comes down, and, of another's, what for."""
    table = match.table
    task, hand = table.tasks[name], table.world.hands[name]
    # Drawn for each seat, whatever its hand does.
    noise_seed, luck = int(random.integers(2**63)), int(random.integers(2**31))
    reach = hand.reach
    if reach is None or task.state not in (HandState.LAYING, HandState.REACHING, HandState.FETCHING):
        return
    if not own and (hand.x, hand.y) == (reach.x0, reach.y0):
        # Nobody has seen it set out.
        table.tasks[name] = HandTask(over=task.over)
        hand.arrived, hand.reach = True, None
        if not task.over:
            table.world.rest(name)
    elif task.state is HandState.LAYING:
        cards = table.state.hands[name]
        card = task.card if own or not cards else cards[luck % len(cards)].value
        match.hands.carries(name, replace(task, card=card), noise_seed, reach)
    elif task.state is HandState.REACHING:
        lying = [each for each in table.world.cards if each not in table.world.held]
        aim = task.aim if own else lying[luck % len(lying)] if lying else None
        table.tasks[name].aim = aim
        if task.stuck:
            hand.reach = replace(reach, card=None)
        elif aim in table.world.cards:
            match.hands.reaches(name, str(aim), noise_seed, reach)
        elif not own:
            match.hands.go_home(name)
