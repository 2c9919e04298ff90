"""What a seat at ZIGZAG may know: offers, powers, signs and constraints of others."""

from __future__ import annotations

from random import Random
from typing import Any

from sim.games.zigzag import rules as zigzag
from sim.rules_frame import spell
from tests.games.zigzag.rules.table import FOUR, Game


def seen(game: Game, key: str) -> dict[str | None, Any]:
    """A key of what each seat sees, and of what everybody does."""
    return {seat: zigzag.observation(game.state, seat)[key] for seat in (*FOUR, None)}


def test_a_power_is_known_to_its_player_alone_until_it_acts() -> None:
    game = Game().deal(ann="master").hand().play("ann", "master")
    hidden = {seat: [{"by": "ann", "card": None}] for seat in (*FOUR, None)}
    assert seen(game, "laid") == {**hidden, "ann": [{"by": "ann", "card": "master"}]}
    assert seen(game, "offered") == dict.fromkeys((*FOUR, None), 0)
    assert seen(game.end_hand(), "laid") == {seat: [{"by": "ann", "card": "master"}] for seat in hidden}


def test_of_two_powers_only_the_first_acts() -> None:
    game = Game().deal(ann="master", bob="ten_seconds").hand()
    game.play("ann", "master").play("bob", "ten_seconds").end_hand()
    laid = seen(game, "laid")
    assert (
        laid["cem"]
        == laid[None]
        == laid["ann"]
        == [
            {"by": "ann", "card": "master"},
            {"by": "bob", "card": None},
        ]
    )
    assert laid["bob"] == [{"by": "ann", "card": "master"}, {"by": "bob", "card": "ten_seconds"}]


def test_only_the_master_sees_what_is_offered() -> None:
    game = Game().deal(ann="master").hand().play("ann", "master").end_hand()
    assert len(game.state.offered) == 4
    assert seen(game, "offered") == {**dict.fromkeys((*FOUR, None), 4), "ann": spell(game.state.offered)}
    anew = zigzag.determinize(game.state, "bob", Random(1))
    assert anew.offered != game.state.offered
    assert zigzag.determinize(game.state, "ann", Random(1)).offered == game.state.offered


def test_signs_and_constraints_are_known_to_their_own() -> None:
    game = Game(level=2).do(zigzag.AgreeSigns(0, "ear", "nose")).deal()
    ours, theirs = [{"zig": "ear", "zag": "nose"}, None], [True, None]
    assert seen(game, "signs") == {"ann": ours, "bob": theirs, "cem": ours, "dora": theirs, None: theirs}
    own = {seat: {seat: spell(card)} for seat, card in game.state.constraints.items()}
    assert seen(game, "constraints") == {**own, None: {}}
    for random in map(Random, range(5)):
        ann, bob = (zigzag.determinize(game.state, seat, random) for seat in ("ann", "bob"))
        assert ann.signs == game.state.signs
        assert ann.constraints["ann"] == game.state.constraints["ann"]
        assert sorted(ann.constraints.values()) == sorted(game.state.constraints.values())
        guessed, none = bob.signs
        assert guessed is not None
        assert guessed.zig != guessed.zag
        assert none is None
    assert any(zigzag.determinize(game.state, "ann", Random(n)).constraints != game.state.constraints for n in range(9))
