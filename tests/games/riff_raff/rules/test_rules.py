"""The rules of Riff Raff, one by one, numbered as in the project's list of facts about the game (section 1.2)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.games.riff_raff import rules as rr
from sim.rules_frame import FrozenMap, IllegalAction

NAMES = ("ann", "bob", "cem", "dora")
EIGHT = {"boat", "barrel", "bottle", "crate", "sailor", "plank", "rat", "chest"}


@pytest.mark.parametrize("count", [0, 1, 5, 6])
def test_rule_01_only_two_to_four_players(count: int) -> None:
    with pytest.raises(IllegalAction, match=f"2 to 4 players, not {count}"):
        rr.start([f"p{i}" for i in range(count)])


@pytest.mark.parametrize("count", [2, 3, 4])
def test_rule_01_two_three_and_four_may_play(count: int) -> None:
    assert rr.start(NAMES[:count]).players == NAMES[:count]


def test_rule_01_players_must_be_told_apart_and_the_captain_be_one_of_them() -> None:
    with pytest.raises(IllegalAction, match="same name"):
        rr.start(["ann", "bob", "ann"])
    with pytest.raises(IllegalAction, match="'eve' is not one of the players"):
        rr.start(["ann", "bob"], "eve")


@pytest.mark.parametrize("count", [3, 4])
def test_rule_02_everyone_has_ten_cards_and_eight_different_pieces(count: int, match: Any) -> None:
    m = match(*NAMES[:count])
    for name in NAMES[:count]:
        assert m.state.hands[name] == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
        assert m.supply(name) == dict.fromkeys(EIGHT, 1)
    assert m.aboard() == {}
    assert m.removed() == {}
    assert m.event(rr.MatchStarted) == rr.MatchStarted(NAMES[:count], "ann", pieces_each=8, rounds=10)


def test_rule_03_two_players_have_two_sets_each(match: Any) -> None:
    m = match("ann", "bob")
    assert m.supply("ann") == m.supply("bob") == dict.fromkeys(EIGHT, 2)
    assert m.state.supply_counts == {"ann": 16, "bob": 16}
    assert m.event(rr.MatchStarted) == rr.MatchStarted(("ann", "bob"), "ann", pieces_each=16, rounds=20)


def test_rule_04_the_captain_before_round_one_breaks_the_first_tie(match: Any) -> None:
    m = match("ann", "bob", "cem", captain="cem").reveal(ann=9, bob=9, cem=1)
    assert m.state.captain == "cem"
    assert m.state.to_act == "cem"
    assert m.event(rr.CaptainTied) == rr.CaptainTied(by="cem", tied=("ann", "bob"))


def test_rule_05_everyone_reveals_at_once(match: Any) -> None:
    m = match("ann", "bob", "cem")
    assert m.state.to_act is None
    assert "card of 'cem' is missing" in m.refused(rr.Reveal({"ann": 1, "bob": 2}))
    assert "'eve' is not one of the players" in m.refused(rr.Reveal({"ann": 1, "bob": 2, "cem": 3, "eve": 4}))
    m.reveal(ann=1, bob=2, cem=3)
    assert m.event(rr.CardsRevealed) == rr.CardsRevealed(1, FrozenMap({"ann": 1, "bob": 2, "cem": 3}))
    assert m.state.cards == {"ann": 1, "bob": 2, "cem": 3}
    assert "has to load" in m.refused(rr.Reveal({"ann": 4, "bob": 5, "cem": 6}))


def test_rule_06_the_highest_card_is_captain_at_once(match: Any) -> None:
    m = match("ann", "bob", "cem").reveal(ann=3, bob=8, cem=5)
    assert m.state.captain == "bob"
    assert m.event(rr.CaptainNamed) == rr.CaptainNamed("bob", by=None)
    assert m.kinds() == ["cards_revealed", "captain_named", "order_set", "turn_started"]


def test_rule_06_tie_for_highest_is_broken_by_the_outgoing_captain(match: Any) -> None:
    m = match("ann", "bob", "cem").reveal(ann=3, bob=8, cem=8)
    assert m.state.phase is rr.Phase.NAME_CAPTAIN
    assert (m.state.captain, m.state.to_act) == ("ann", "ann")
    assert m.kinds() == ["cards_revealed", "captain_tied"]
    assert "one of 'bob', 'cem'" in m.refused(rr.NameCaptain("ann"))
    assert "one of 'bob', 'cem'" in m.refused(rr.NameCaptain("eve"))
    assert "'ann' has to name the new captain" in m.refused(rr.Load("rat"))
    m.do(rr.NameCaptain("cem"))
    assert m.event(rr.CaptainNamed) == rr.CaptainNamed("cem", by="ann")
    assert m.state.order == ("cem", "bob", "ann")


def test_rule_06_the_captain_of_a_round_is_the_outgoing_one_of_the_next(match: Any) -> None:
    m = match("ann", "bob", "cem").fumble_round(ann=3, bob=8, cem=5)
    assert m.state.captain == "bob"
    assert m.reveal(ann=7, bob=1, cem=7).state.to_act == "bob"


def test_rule_06_an_outgoing_captain_in_the_tie_may_name_himself(match: Any) -> None:
    m = match("ann", "bob", "cem").reveal(ann=8, bob=8, cem=2).do(rr.NameCaptain("ann"))
    assert m.state.captain == "ann"
    assert m.state.order == ("ann", "bob", "cem")


def test_rule_07_order_of_play_is_descending_captain_first(match: Any) -> None:
    m = match(*NAMES).reveal(ann=4, bob=10, cem=1, dora=7)
    assert m.state.order == ("bob", "dora", "ann", "cem")
    assert m.event(rr.OrderSet) == rr.OrderSet(("bob", "dora", "ann", "cem"), by=None)
    assert m.event(rr.TurnStarted) == rr.TurnStarted("bob", 10, may_place_two=False)


def test_rule_07_other_ties_are_ordered_by_the_new_captain(match: Any) -> None:
    m = match(*NAMES).reveal(ann=4, bob=10, cem=1, dora=4)
    assert m.state.phase is rr.Phase.ARRANGE
    assert (m.state.captain, m.state.to_act, m.state.order) == ("bob", "bob", ())
    assert m.event(rr.OrderTied) == rr.OrderTied("bob", (("ann", "dora"),))
    assert "plays first" in m.refused(rr.Arrange(("dora", "bob", "ann", "cem")))
    assert "Higher cards play before lower" in m.refused(rr.Arrange(("bob", "ann", "cem", "dora")))
    for order in (("bob", "ann", "dora"), ("bob", "ann", "ann", "cem"), ("bob", "ann", "dora", "cem", "cem"), ()):
        assert "exactly once" in m.refused(rr.Arrange(order))
    m.do(rr.Arrange(("bob", "dora", "ann", "cem")))
    assert m.kinds() == ["order_set", "turn_started"]
    assert m.event(rr.OrderSet) == rr.OrderSet(("bob", "dora", "ann", "cem"), by="bob")


def test_rule_07_those_not_named_in_a_tie_of_three_are_ordered_by_the_named_one(match: Any) -> None:
    m = match(*NAMES).reveal(ann=1, bob=9, cem=9, dora=9).do(rr.NameCaptain("cem"))
    assert m.kinds() == ["captain_named", "order_tied"]
    assert rr.legal_actions(m.state) == (
        rr.Arrange(("cem", "bob", "dora", "ann")),
        rr.Arrange(("cem", "dora", "bob", "ann")),
    )


def test_rule_07_all_four_tied_leaves_six_orders(match: Any) -> None:
    m = match(*NAMES).reveal(ann=5, bob=5, cem=5, dora=5).do(rr.NameCaptain("dora"))
    assert len(set(rr.legal_actions(m.state))) == 6
    assert all(action.order[0] == "dora" for action in rr.legal_actions(m.state))


def test_rule_07_two_players_who_tie_need_no_arranging(match: Any) -> None:
    m = match("ann", "bob").reveal(ann=6, bob=6).do(rr.NameCaptain("bob"))
    assert m.kinds() == ["captain_named", "order_set", "turn_started"]
    assert m.state.order == ("bob", "ann")


def test_rule_07_without_a_tie_nobody_arranges(match: Any) -> None:
    m = match("ann", "bob", "cem").reveal(ann=6, bob=5, cem=4)
    assert "has to load" in m.refused(rr.Arrange(("ann", "bob", "cem")))
    assert "has to load" in m.refused(rr.NameCaptain("ann"))


def test_rule_08_any_own_piece_goes_on_the_slot_of_the_card(match: Any) -> None:
    m = match("ann", "bob", "cem").reveal(ann=7, bob=5, cem=4)
    assert (m.state.to_act, m.state.slot) == ("ann", 7)
    assert {action.piece for action in rr.legal_actions(m.state)} == set(rr.STANDARD.pieces)
    m.load("rat")
    assert m.aboard() == {7: ["rat"]}
    assert "rat" not in m.supply("ann")
    assert m.kinds() == ["piece_loaded", "turn_ended", "turn_started"]
    assert m.event(rr.PieceLoaded) == rr.PieceLoaded("ann", "rat", 7)
    assert m.event(rr.TurnEnded) == rr.TurnEnded("ann", supply=7)
    assert (m.state.to_act, m.state.slot) == ("bob", 5)


def test_rule_08_nobody_loads_a_piece_that_he_does_not_have(match: Any) -> None:
    m = match("ann", "bob", "cem").keep("ann", "crate", "boat").reveal(ann=7, bob=5, cem=4)
    assert "'ann' has no rat" in m.refused_load("rat")
    assert {action.piece for action in rr.legal_actions(m.state)} == {"crate", "boat"}


@pytest.mark.parametrize("slot", [5, 6, 7, 8, 9, 10])
def test_rule_09_two_pieces_on_a_loaded_slot_of_a_yard(slot: int, match: Any) -> None:
    m = match("ann", "bob", "cem").stow(**{f"slot_{slot}": "rat"}).reveal(ann=slot, bob=2, cem=1)
    assert m.event(rr.TurnStarted).may_place_two
    m.announce(2)
    assert m.kinds() == ["announced"]
    m.load("crate")
    assert m.kinds() == ["piece_loaded"]
    assert (m.state.to_act, m.state.pieces_due) == ("ann", 1)
    m.load("boat")
    assert m.kinds() == ["piece_loaded", "turn_ended", "turn_started"]
    assert m.aboard() == {slot: ["rat", "crate", "boat"]}
    assert m.state.to_act == "bob"


@pytest.mark.parametrize("slot", [1, 2, 3, 4])
def test_rule_09_never_two_pieces_on_the_deck(slot: int, match: Any) -> None:
    m = match("ann", "bob").stow(**{f"slot_{slot}": "rat"}).reveal(ann=slot, bob=10).load("boat")
    assert (m.state.to_act, m.state.slot) == ("ann", slot)
    for count in (1, 2):
        assert "only for slots 5 to 10" in m.refused(rr.Announce(count))


def test_rule_09_never_two_pieces_on_an_empty_slot(match: Any) -> None:
    m = match("ann", "bob").reveal(ann=8, bob=1)
    assert "held a piece when the turn began" in m.refused(rr.Announce(2))
    assert m.load("crate").state.to_act == "bob"


def test_rule_09_one_piece_may_be_announced_too(match: Any) -> None:
    m = match("ann", "bob").stow(slot_8="rat").reveal(ann=8, bob=1).announce(1)
    assert m.event(rr.Announced) == rr.Announced("ann", 1)
    assert m.load("crate").state.to_act == "bob"


@pytest.mark.parametrize("count", [1, 2])
def test_rule_09_no_change_of_mind(count: int, match: Any) -> None:
    m = match("ann", "bob").stow(slot_8="rat").reveal(ann=8, bob=1).announce(count)
    for other in (1, 2):
        assert f"has announced {count} already" in m.refused(rr.Announce(other))
    assert all(isinstance(action, rr.Load) for action in rr.legal_actions(m.state))


def test_rule_09_who_announces_nothing_places_one(match: Any) -> None:
    m = match("ann", "bob").stow(slot_8="rat").reveal(ann=8, bob=1).load("crate")
    assert "turn_ended" in m.kinds()
    assert m.state.to_act == "bob"


def test_rule_09_no_announcement_between_the_two_pieces(match: Any) -> None:
    m = match("ann", "bob").stow(slot_8="rat").reveal(ann=8, bob=1).announce(2).load("crate")
    assert "already" in m.refused(rr.Announce(1))


@pytest.mark.parametrize("count", [-1, 0, 3, 10**30])
def test_rule_09_one_or_two_and_nothing_else(count: int, match: Any) -> None:
    m = match("ann", "bob").stow(slot_8="rat").reveal(ann=8, bob=1)
    assert "One or two" in m.refused(rr.Announce(count))


def test_rule_09_two_cannot_be_announced_with_one_piece_left(match: Any) -> None:
    """The text is silent; nobody can promise a piece that he does not have. One may still be announced."""
    m = match("ann", "bob").stow(slot_8="rat").keep("ann", "crate").reveal(ann=8, bob=1)
    assert not m.event(rr.TurnStarted).may_place_two
    assert "only one piece left" in m.refused(rr.Announce(2))
    assert rr.legal_actions(m.state) == (rr.Announce(1), rr.Load("crate"))
    assert m.announce(1).load("crate").state.winners == ("ann",)


@pytest.mark.parametrize(
    "outcome",
    [
        {"placed": "lost"},
        {"placed": "caught"},
        {"placed": "stays", "lost": [("rat", 8)]},
        {"placed": "stays", "caught": [("rat", 8)]},
    ],
)
def test_rule_09_no_second_piece_if_the_first_attempt_drops_something(outcome: dict[str, Any], match: Any) -> None:
    m = match("ann", "bob").stow(slot_8="rat").reveal(ann=8, bob=1).announce(2).load("crate", **outcome)
    assert m.kinds()[-2:] == ["turn_ended", "turn_started"]
    assert m.state.to_act == "bob"
    assert m.state.announced is None


def test_rule_10_loaded_pieces_may_be_pushed_about(match: Any) -> None:
    """How hands may touch is physics; that cargo lies elsewhere afterwards is told with `ship` and is legal."""
    m = match("ann", "bob").stow(slot_8="rat").reveal(ann=8, bob=1).load("crate", ship={6: ["rat"], 8: ["crate"]})
    assert m.aboard() == {6: ["rat"], 8: ["crate"]}
    assert m.event(rr.CargoShifted) == rr.CargoShifted("rat", from_slot=8, to_slot=6)
    assert m.state.to_act == "bob"


@pytest.mark.parametrize(
    "outcome",
    [{"placed": "lost"}, {"placed": "caught"}, {"lost": [("rat", 3)]}, {"caught": [("rat", 3)]}],
)
def test_rule_11_a_fall_ends_the_turn_at_once(outcome: dict[str, Any], match: Any) -> None:
    m = match("ann", "bob").stow(slot_3="rat").reveal(ann=8, bob=1).load("crate", **outcome)
    assert m.kinds()[-2:] == ["turn_ended", "turn_started"]
    assert m.state.to_act == "bob"


def test_rule_12_caught_pieces_leave_the_game(match: Any) -> None:
    m = (
        match("ann", "bob")
        .stow(slot_3="rat plank")
        .reveal(ann=8, bob=1)
        .load("crate", caught=[("plank", 3), ("rat", 3)])
    )
    assert m.removed() == {"plank": 1, "rat": 1}
    assert m.aboard() == {8: ["crate"]}
    assert m.events[1:3] == (
        rr.PieceCaught("ann", "plank", 3, placed=False),
        rr.PieceCaught("ann", "rat", 3, placed=False),
    )


def test_rule_12_catching_only_the_piece_being_placed_does_not_count(match: Any) -> None:
    m = match("ann", "bob").reveal(ann=8, bob=1)
    before = m.supply("ann")
    m.load("crate", "caught")
    assert m.supply("ann") == before
    assert m.removed() == {}
    assert m.kinds() == ["piece_returned", "turn_ended", "turn_started"]


def test_rule_13_lost_pieces_go_to_the_active_player_whoever_loaded_them(match: Any) -> None:
    m = match("ann", "bob", "cem").reveal(ann=1, bob=8, cem=2)
    m.load("boat").load("chest", lost=[("boat", 8)])
    assert m.supply("cem")["boat"] == 2
    assert "boat" not in m.supply("bob")
    assert m.aboard() == {2: ["chest"]}
    assert m.events[:2] == (
        rr.PieceLoaded("cem", "chest", 2),
        rr.PieceLost("cem", "boat", 8, placed=False),
    )


def test_rule_13_a_lost_piece_can_be_loaded_again_later(match: Any) -> None:
    m = match("ann", "bob").keep("bob", "crate").reveal(ann=1, bob=8).load("crate", "lost").load("boat")
    m.reveal(ann=1 + 1, bob=9)
    assert m.supply("bob") == {"crate": 1}
    assert m.load("crate").state.winners == ("bob",)


def test_rule_13_the_lost_piece_being_placed_stays_with_its_player(match: Any) -> None:
    m = match("ann", "bob").reveal(ann=8, bob=1)
    before = m.supply("ann")
    m.load("crate", "lost")
    assert m.supply("ann") == before
    assert m.events[0] == rr.PieceLost("ann", "crate", 8, placed=True)


def test_rule_14_only_the_last_card_is_visible_and_each_is_used_once(match: Any) -> None:
    m = match("ann", "bob").fumble_round(ann=7, bob=1)
    assert m.state.cards == {"ann": 7, "bob": 1}
    assert m.state.hands["ann"] == (1, 2, 3, 4, 5, 6, 8, 9, 10)
    assert "'ann' does not hold the card 7" in m.refused(rr.Reveal({"ann": 7, "bob": 2}))
    m.reveal(ann=4, bob=2)
    assert m.state.cards == {"ann": 4, "bob": 2}
    assert m.state.played == {"ann": (7, 4), "bob": (1, 2)}


@pytest.mark.parametrize("card", [0, 11, -3, 10**40])
def test_rule_14_cards_go_from_one_to_ten(card: int, match: Any) -> None:
    assert "does not hold the card" in match("ann", "bob").refused(rr.Reveal({"ann": card, "bob": 2}))


def test_rule_15_no_piece_at_the_end_of_his_turn_wins_immediately(match: Any) -> None:
    m = match("ann", "bob", "cem").keep("bob", "rat").reveal(ann=9, bob=8, cem=1).load("crate").load("rat")
    assert m.kinds() == ["piece_loaded", "turn_ended", "match_over"]
    assert (m.state.phase, m.state.ending, m.state.winners) == (rr.Phase.OVER, rr.Ending.EMPTIED, ("bob",))
    assert m.state.to_act is None
    assert m.state.slot is None
    assert rr.legal_actions(m.state) == ()
    assert m.refused_load("rat") == "The match is over."


def test_rule_15_the_round_is_not_finished_even_if_the_next_could_empty_his_supply_too(match: Any) -> None:
    m = match("ann", "bob").keep("ann", "crate").keep("bob", "rat").reveal(ann=9, bob=8).load("crate")
    assert m.state.winners == ("ann",)


def test_rule_15_the_last_piece_must_be_his_last_at_the_end_of_the_turn(match: Any) -> None:
    m = (
        match("ann", "bob")
        .stow(slot_3="rat")
        .keep("ann", "crate")
        .reveal(ann=9, bob=8)
        .load("crate", lost=[("rat", 3)])
    )
    assert m.state.phase is rr.Phase.LOAD
    assert m.supply("ann") == {"rat": 1}


def test_rule_15_the_last_piece_may_throw_off_others_if_they_are_caught(match: Any) -> None:
    m = (
        match("ann", "bob")
        .stow(slot_3="rat")
        .keep("ann", "crate")
        .reveal(ann=9, bob=8)
        .load("crate", caught=[("rat", 3)])
    )
    assert m.state.winners == ("ann",)


def test_rule_15_emptying_by_the_second_of_two_pieces(match: Any) -> None:
    m = match("ann", "bob").stow(slot_9="rat").keep("ann", "crate", "boat").reveal(ann=9, bob=8)
    m.announce(2).load("crate")
    assert m.state.phase is rr.Phase.LOAD
    assert m.load("boat").state.winners == ("ann",)


def last_round(match: Any, *players: str) -> Any:
    """A match before its tenth round, everybody holding one card: the first player the 10, the others lower ones."""
    m = match(*players)
    for number in range(1, 10):
        m.fumble_round(**{name: (number + seat - 1) % 10 + 1 for seat, name in enumerate(players)})
    return m


def test_rule_15_after_ten_rounds_the_fewest_pieces_win(match: Any) -> None:
    m = last_round(match, "ann", "bob", "cem")
    assert m.state.hands == {"ann": (10,), "bob": (1,), "cem": (2,)}
    m.reveal(ann=10, bob=1, cem=2).load("rat", "lost").load("rat").load("rat", "lost")
    assert m.kinds() == ["piece_lost", "turn_ended", "match_over"]
    assert (m.state.ending, m.state.winners) == (rr.Ending.CARDS_SPENT, ("cem",))
    assert m.event(rr.MatchOver).supply == {"ann": 8, "bob": 8, "cem": 7}
    assert m.state.round == 10


def test_rule_15_victory_can_be_shared(match: Any) -> None:
    m = last_round(match, "ann", "bob", "cem").reveal(ann=10, bob=1, cem=2)
    m.load("rat").load("rat", "lost").load("rat")
    assert m.state.winners == ("ann", "bob")


def test_rule_15_emptying_in_the_very_last_turn_is_an_immediate_win(match: Any) -> None:
    m = last_round(match, "ann", "bob", "cem").keep("bob", "rat").reveal(ann=10, bob=1, cem=2)
    m.load("rat").load("rat").load("rat")
    assert (m.state.ending, m.state.winners) == (rr.Ending.EMPTIED, ("bob",))


def test_rule_16_two_players_take_their_cards_back_once(match: Any) -> None:
    m = last_round(match, "ann", "bob").fumble_round(ann=10, bob=1)
    assert m.kinds() == ["piece_lost", "turn_ended", "hands_retaken", "round_started"]
    assert m.state.hands == {"ann": tuple(range(1, 11)), "bob": tuple(range(1, 11))}
    assert m.state.cards == {}
    assert (m.state.round, m.state.rounds, m.state.captain) == (11, 20, "ann")
    for number in range(1, 11):
        m.fumble_round(ann=number, bob=number % 10 + 1)
        assert "hands_retaken" not in m.kinds()
    assert (m.state.phase, m.state.round) == (rr.Phase.OVER, 20)
    assert (m.state.ending, m.state.winners) == (rr.Ending.CARDS_SPENT, ("ann", "bob"))


def test_rule_16_what_is_aboard_stays_aboard_when_the_cards_come_back(match: Any) -> None:
    m = last_round(match, "ann", "bob").reveal(ann=10, bob=1).load("rat").load("crate")
    assert m.aboard() == {1: ["crate"], 10: ["rat"]}
    assert m.state.supply_counts == {"ann": 15, "bob": 15}
    assert m.state.round == 11


def test_rule_16_three_players_do_not_take_their_cards_back(match: Any) -> None:
    m = last_round(match, "ann", "bob", "cem").fumble_round(ann=10, bob=1, cem=2)
    assert m.state.phase is rr.Phase.OVER
