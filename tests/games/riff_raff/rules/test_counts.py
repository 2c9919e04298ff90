"""Exact counts of everything that can happen in a few steps, as chess engines count moves (perft).

A step is every legal action; a placement is counted with each piece, each fate of it, and with every other piece
aboard staying, being lost or being caught (one other piece at most). `tests/golden/riff_raff_counts.txt` holds, for a
position and a number of steps: sequences of that length, how many of them end the match, and the different positions
reached. A count that changes means that the rules have changed. After a change that is meant:
`YARDARM_REWRITE_GOLDEN=1 pytest tests/games/riff_raff/rules`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sim.games.riff_raff import rules as rr
from sim.rules_frame import FrozenMap

DEPTHS = {
    "two players": 2,
    "three players": 2,
    "yard": 3,
    "two rounds left": 3,
    "last round of four": 5,
    "three on a yard": 3,
    "nobody catches": 3,
}
HEADER = "# position: steps | sequences | of them endings | different positions\n"


def position(name: str, match: Any) -> rr.State:
    if name == "two players":
        return match("ann", "bob").state
    if name == "three players":
        return match("ann", "bob", "cem").state
    if name == "yard":
        return (
            match("ann", "bob")
            .stow(slot_9="rat")
            .keep("ann", "crate", "boat")
            .keep("bob", "chest")
            .reveal(ann=9, bob=4)
            .state
        )
    if name == "two rounds left":
        m = match("ann", "bob", "cem")
        for number in range(1, 9):
            m.fumble_round(ann=number, bob=number + 1, cem=number + 2)
        return m.keep("ann", "crate", "boat").keep("bob", "chest").keep("cem", "rat").state
    if name == "three on a yard":
        agreed = rr.Agreed(pieces_a_turn=3, pieces_on=rr.PiecesOn.YARD, caught=rr.Caught.ALWAYS_LEAVES)
        m = match("ann", "bob", agreed=agreed).stow(slot_10="rat").keep("ann", "crate", "boat", "chest")
        return m.keep("bob", "chest").reveal(ann=9, bob=4).state
    if name == "nobody catches":
        agreed = rr.Agreed(pieces_a_turn=1, catches=rr.Catches.NOBODY, cards=(4, 9), rounds=3)
        m = match("ann", "bob", agreed=agreed).stow(slot_9="rat").keep("ann", "crate", "boat").keep("bob", "chest")
        return m.reveal(ann=9, bob=4).state
    m = match("ann", "bob", "cem", "dora")
    for number in range(1, 10):
        m.fumble_round(**{player: (number + 2 * seat) % 10 + 1 for seat, player in enumerate(m.state.players)})
    # The last cards are the same for all four, which no match without ties can bring about: hands are set, not played.
    same = {player: tuple(card for card in range(1, 11) if card != 7) for player in m.state.players}
    m.state = replace(m.state, hands=FrozenMap(dict.fromkeys(same, (7,))), played=FrozenMap(same))
    for player in m.state.players:
        m.keep(player, "crate")
    return rr.from_json(rr.to_json(m.state))


def steps(state: rr.State) -> Iterator[rr.Action]:
    for action in rr.legal_actions(state):
        if not isinstance(action, rr.Load):
            yield action
            continue
        others = sorted({rr.Fallen(piece, slot) for slot, pieces in state.ship.items() for piece in pieces}, key=str)
        for fated in rr.fates(action, state.agreed):
            yield fated
            for other in others:
                yield replace(fated, lost=(other,))
                if state.agreed.catches is not rr.Catches.NOBODY:
                    yield replace(fated, caught=(other,))


def count(state: rr.State, depth: int) -> tuple[int, int, int]:
    reached = [state]
    for _ in range(depth):
        reached = [rr.apply(before, action)[0] for before in reached for action in steps(before)]
    return len(reached), sum(after.phase is rr.Phase.OVER for after in reached), len(set(reached))


def table(match: Any) -> str:
    lines = [HEADER]
    for name, deepest in DEPTHS.items():
        state = position(name, match)
        lines += [f"{name}: {depth} | {' | '.join(map(str, count(state, depth)))}\n" for depth in range(1, deepest + 1)]
    return "".join(lines)


@pytest.mark.slow
def test_counts_are_those_on_file(match: Any, root: Path) -> None:
    path = root / "tests" / "golden" / "riff_raff_counts.txt"
    counted = table(match)
    if os.environ.get("YARDARM_REWRITE_GOLDEN") == "1":
        path.write_text(counted, encoding="utf-8")
    assert counted == path.read_text(encoding="utf-8")


@pytest.mark.slow
def test_counts_of_the_opening_follow_from_the_rules_by_hand(match: Any) -> None:
    """Without a computer: 8 kinds of pieces with 3 fates are 24 placements on an empty ship."""
    two, three = position("two players", match), position("three players", match)
    assert count(two, 1)[0] == 10 * 10
    # 90 pairs of different cards, and 10 ties with two players to name.
    assert count(two, 2)[0] == 90 * 24 + 10 * 2
    assert count(three, 1)[0] == 10**3
    # 720 without a tie; 10 of three equal cards, 3 to name; 135 with a high pair, 2 to name; 135 with a low pair, 2
    # orders.
    assert count(three, 2)[0] == 720 * 24 + 10 * 3 + 135 * 2 + 135 * 2


def test_counts_on_the_yard_follow_from_the_rules_by_hand(match: Any) -> None:
    """Ann holds crate and boat, her slot 9 the rat. 9 outcomes a piece: 3 fates, the rat stays, is lost or is
    caught."""
    state = position("yard", match)
    assert count(state, 1)[:2] == (2 + 2 * 9, 0)
    # Bob has one piece, which meets k others aboard: 3 (1 + 2 k) outcomes, of which 1 + 2 k leave him with nothing. Of
    # Ann's 9 outcomes one leaves k = 2, four leave k = 1, four leave k = 0. Announcing takes a step.
    assert count(state, 2)[:2] == (2 * 2 * 9 + 2 * (15 + 4 * 9 + 4 * 3), 2 * (5 + 4 * 3 + 4 * 1))
    # With two announced and nothing fallen (1 outcome of 9, for each piece) she goes on; everything else ends her turn.
    two = rr.apply(state, rr.Announce(2))[0]
    assert count(two, 1)[0] == 2 * 9
    going_on = [after for after in (rr.apply(two, action)[0] for action in steps(two)) if after.to_act == "ann"]
    assert len(going_on) == 2
    # The other piece then: 3 fates; of rat and first piece none falls, or one is lost or caught: 15. She wins if
    # nothing is left: it stays and nothing is lost (3), or it is caught together with another (2).
    assert count(going_on[0], 1)[:2] == (15, 5)


def test_counts_by_the_rules_of_a_table_follow_from_them_by_hand(match: Any) -> None:
    """Ann holds three pieces, the rat lies beside her slot: 9 outcomes a piece, and three numbers to announce."""
    assert count(position("three on a yard", match), 1)[:2] == (3 + 3 * 9, 0)
    # Each of two pieces has 2 fates, and the rat stays or is lost. Bob's one piece meets k others aboard, 2 to 0, in
    # 2 (1 + k) outcomes, one of which leaves him with nothing.
    state = position("nobody catches", match)
    assert count(state, 1)[:2] == (2 * 2 * 2, 0)
    assert count(state, 2)[:2] == (2 * (6 + 4 + 4 + 2), 2 * 4)


@pytest.mark.parametrize("name", DEPTHS)
def test_no_outcome_that_is_counted_is_told_twice(name: str, match: Any) -> None:
    actions = list(steps(position(name, match)))
    assert len(set(actions)) == len(actions)
