"""How far the heads of ZIGZAG are trusted: what they may do, what they may know, and what is not theirs to say."""

from __future__ import annotations

import json
import math
from dataclasses import fields, replace
from typing import Any, Literal

import pytest

from sim.configuration import changed_configuration
from sim.errors import IllegalAction
from sim.games.zigzag import intents
from sim.games.zigzag.bots.observation import Observation
from sim.games.zigzag.match import ZigzagMatch as Match
from sim.games.zigzag.match.bot_driver import BotDriver, Chance
from sim.games.zigzag.rules.cards import Card
from sim.games.zigzag.rules.state import State
from sim.match.intents import Intent
from sim.match.seats import seats_from
from sim.protocols import Line
from sim.rules_frame import FrozenMap
from sim.seeds import Noise

SEED = 0x5EED_1234


def match_at(level: int, lines: list[Line] | None = None) -> Match:
    """Anne, Bert, Cleo, Dirk: four bots."""
    configuration = changed_configuration("zigzag", {"table": {"level": level}}, profile="draft")
    seats = seats_from(["casual:watchful"] * 4, "zigzag")
    return Match(configuration, seats, SEED, None if lines is None else lines.append)


def mind_of(match: Match, name: str) -> Any:
    assert isinstance(match.people, BotDriver)
    return match.people._minds[name]


def about_to_discard(match: Match) -> Observation:
    """Go on until Anne has a card before her and all her own in hand, and is about to lay one."""
    while True:
        match.advance(1 / 120)
        view = match.view("Anne")
        if view.phase == "play" and view.waiting and view.free and not view.opened and view.room == 0:
            return view


@pytest.fixture
def lines() -> list[Line]:
    return []


@pytest.fixture
def match(lines: list[Line]) -> Match:
    found = match_at(3, lines)
    about_to_discard(found)
    return found


def answers(match: Match, answer: Any) -> None:
    """Anne answers that the next time."""
    mind = mind_of(match, "Anne")
    mind.decide = lambda _now_s, view: answer(view) if callable(answer) else answer
    mind.next_s = match.time_s


def said(kind: type[Intent], **more: Any) -> Intent:
    """What a head may say that makes its intent without a check."""
    return kind.model_construct(**{"by": "Anne", **more})


def lay(**more: Any) -> Any:
    return lambda view: [said(intents.Lay, **{"card": view.hand[0], **more})]


class Fly(Intent):
    """No question of this game."""

    question: Literal["fly"] = "fly"


class LoudPass(intents.PassOn):
    """An intent with a key too many."""

    loudly: bool = True


UNLAWFUL: dict[str, tuple[Any, str, str]] = {
    "nothing": (None, "malformed", "an intent of ZIGZAG"),
    "no intent": (["pass"], "malformed", "an intent of ZIGZAG"),
    "plain data": ([{"question": "pass"}], "malformed", "an intent of ZIGZAG"),
    "an unknown question": ([Fly(by="Anne")], "malformed", "Fly"),
    "a key too many": ([LoudPass(by="Anne")], "malformed", "LoudPass"),
    "another player's deed": (lay(by="Bert"), "malformed", "expected by Anne"),
    "another time": (lay(tick=3), "malformed", "tick, which the match says"),
    "an exact time of its own": (lay(at_s=0.0), "malformed", "at_s, which the match says"),
    "a noise of its own": (lay(noise_seed=7), "malformed", "noise_seed, which the match says"),
    "a number for a card": ([said(intents.Lay, card=4)], "malformed", "card"),
    "an unknown card": (
        [said(intents.Lay, card="water.red.none")],
        "against_the_rules",
        "water.red.none",
    ),
    "a card it does not hold": (
        lambda view: [
            intents.Lay.model_construct(
                by="Anne", card=next(card.value for card in Card if card.value not in view.hand)
            )
        ],
        "against_the_rules",
        "does not hold",
    ),
    "a card that lies nowhere": (
        [said(intents.Grab, card="water.blue.none")],
        "against_the_rules",
        "not lie",
    ),
    "its card before a discard": ([said(intents.PickUpCard)], "against_the_rules", "discard"),
    "a fifth card": ([said(intents.DrawCard)], "against_the_rules", "too many cards"),
    "to pass too early": ([said(intents.PassOn)], "against_the_rules", "pick up"),
    "to go home from home": ([said(intents.GoHome)], "against_the_rules", "not over the cloth"),
    "a steered hand": ([said(intents.ReachOut)], "against_the_rules", "person"),
    "a team of no number": ([said(intents.CallContre, team=math.nan)], "malformed", "nan"),
    "no such team": ([said(intents.CallContre, team=9)], "against_the_rules", "no team 9"),
    "its own team": ([said(intents.CallContre, team=0)], "against_the_rules", "own team"),
    "an unknown call": ([said(intents.CallOut, call="zog")], "malformed", "zog"),
    "an unknown sign": ([said(intents.MakeSign, sign="help")], "malformed", "help"),
    "a look it has not": (
        [said(intents.LookAt, target="Bert")],
        "against_the_rules",
        "no hand to look at",
    ),
    "cards it was not offered": (
        [said(intents.ShareOut, cards={"Bert": "joker"})],
        "against_the_rules",
        "master",
    ),
    "a box without a DOUBLE-ZAG": (
        [said(intents.TickBox, level=1, box="zig")],
        "against_the_rules",
        "no box",
    ),
    "a power it does not hold": (
        [said(intents.PlayPower, card="swap", target="nobody")],
        "against_the_rules",
        "does not hold",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", UNLAWFUL)
def test_an_unlawful_deed_is_refused_before_anything_moves(match: Match, lines: list[Line], what: str) -> None:
    answer, code, says = UNLAWFUL[what]
    mind = mind_of(match, "Anne")
    for other in "Bert", "Cleo", "Dirk":
        mind_of(match, other).next_s = math.inf
    assert "swap" not in match.view("Anne").hand
    answers(match, answer)
    state, world, told = match.table.state, match.table.world.snapshot(), len(lines)
    with pytest.raises(IllegalAction) as refused:
        match.advance(2 / 120)
    assert refused.value.code == code
    assert "Anne" in str(refused.value)
    assert says in str(refused.value)
    assert (match.table.state, match.table.world.snapshot(), len(lines)) == (state, world, told)
    assert mind is mind_of(match, "Anne")


@pytest.mark.parametrize("at", [math.nan, -1.0, "soon", None, True])
def test_a_head_that_names_no_time_is_refused(match: Match, at: Any) -> None:
    mind_of(match, "Anne").next_s = at
    with pytest.raises(IllegalAction, match=r"Anne.*next_s"):
        match.advance(1 / 120)


def test_the_deeds_of_the_shipped_heads_are_lawful_and_the_noise_of_no_two_movements_is_the_same() -> None:
    lines: list[Line] = []
    configuration = changed_configuration("zigzag", {"table": {"level": 3, "most_minutes": 1.0}}, profile="draft")
    words = "casual:random,casual:greedy,casual:team,casual:watchful,casual:random,casual:team"
    Match(configuration, seats_from(words.split(","), "zigzag"), SEED, lines.append).run()
    moved = [line for line in lines if line["stage"] == "intent" and line["question"] in ("lay", "grab")]
    assert len({line["noise_seed"] for line in moved}) == len(moved) > 30
    assert all(line["tick"] / 120 - 1 / 60 < line["at_s"] <= line["tick"] / 120 for line in moved)
    json.dumps(lines, allow_nan=False)


def hidden_otherwise(state: State, me: str) -> State:
    """What `me` does not see is otherwise: others' hands and constraints, cards face down, the pile."""
    others = [name for name in state.seats if name != me]
    hands, below, constraints = dict(state.hands), dict(state.face_down), dict(state.constraints)
    for name, other in zip(others, [*others[1:], others[0]], strict=True):
        hands[name] = tuple(reversed(state.hands[other]))
        constraints[name] = state.constraints[other]
    below = {name: None if card is None else state.pile[0] for name, card in below.items()}
    return replace(
        state,
        hands=FrozenMap(hands),
        face_down=FrozenMap(below),
        constraints=FrozenMap(constraints),
        pile=tuple(reversed(state.pile)),
    )


def test_a_view_holds_nothing_that_its_seat_may_not_know() -> None:
    match, seen = match_at(3), 0
    for _ in range(40):
        match.advance(0.7)
        state = match.table.state
        if any(len(hand) < 4 for hand in state.hands.values()):
            continue
        for name in match.names:
            before = match.view(name)
            match.table.state = hidden_otherwise(state, name)
            after = match.view(name)
            match.table.state = state
            assert after.can is not before.can
            for field in fields(Observation):
                if field.name != "can":
                    assert getattr(after, field.name) == getattr(before, field.name), field.name
        seen += 1
    assert seen > 5


def test_nobody_can_ask_what_another_player_may_do(match: Match) -> None:
    view = match.view("Anne")
    theirs = match.table.state.hands["Bert"][0].value
    assert view.can(intents.Lay.model_construct(by="Anne", card=view.hand[0]))
    assert not view.can(intents.Lay.model_construct(by="Bert", card=theirs))
    assert not view.can(intents.CallContre.model_construct(by="Anne", team="theirs"))
    assert not view.can({"question": ["lay"]})


def test_a_head_is_lent_chance_of_its_own_and_not_the_seed_of_the_match(match: Match) -> None:
    for name in match.names:
        held = vars(mind_of(match, name))
        assert SEED not in [value for value in held.values() if isinstance(value, int)]
    anne, bert = Chance(Noise(SEED), "Anne"), Chance(Noise(SEED), "Bert")
    drawn = [chance.draw(question) for chance in (anne, bert) for question in ("open", "open", "noise")]
    assert len(set(drawn)) == 6
