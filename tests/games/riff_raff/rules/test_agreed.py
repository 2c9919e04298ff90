"""What a table may agree on beside the printed rules: rounds, cards, pieces a turn, who catches, and what that does."""

from __future__ import annotations

from typing import Any

import pytest

from sim.errors import IllegalAction, InputError
from sim.games.riff_raff import rules as rr
from sim.rules_frame import FrozenMap

LAID = {"slot_7": "rat", "slot_8": "boat"}


def test_a_match_of_three_rounds_ends_after_three(match: Any) -> None:
    m = match("ann", "bob", "cem", agreed=rr.Agreed(rounds=3))
    assert m.event(rr.MatchStarted).rounds == m.state.rounds == 3
    for number in (1, 2):
        m.fumble_round(ann=number, bob=number + 1, cem=number + 2)
    assert m.state.phase is rr.Phase.REVEAL
    m.fumble_round(ann=9, bob=10, cem=8)
    assert (m.state.ending, m.state.winners) == (rr.Ending.CARDS_SPENT, ("ann", "bob", "cem"))


def test_cards_of_a_hand_are_taken_back_once_all_are_played(match: Any) -> None:
    m = match("ann", "bob", "cem", agreed=rr.Agreed(rounds=3, cards=(6, 9)))
    assert m.state.hands["ann"] == m.state.full_hand == (6, 9)
    assert m.refused(rr.Reveal({"ann": 6, "bob": 9, "cem": 7})) == "'cem' does not hold the card 7."
    m.reveal(ann=6, bob=9, cem=6).do(rr.Arrange(("bob", "ann", "cem")))
    for piece in ("rat", "boat", "crate"):
        m.load(piece, "lost")
    m.reveal(ann=9, bob=6, cem=9).do(rr.NameCaptain("cem"))
    for piece in ("rat", "boat", "crate"):
        m.load(piece, "lost")
    assert m.event(rr.HandsRetaken).round == 2
    assert (m.state.round, m.state.hands["cem"]) == (3, (6, 9))


def test_without_rounds_of_its_own_a_match_has_one_for_each_card_and_two_for_two(match: Any) -> None:
    agreed = rr.Agreed(cards=(5, 6, 7))
    assert match("ann", "bob", "cem", agreed=agreed).state.rounds == 3
    assert match("ann", "bob", agreed=agreed).state.rounds == 6


def test_with_one_piece_a_turn_nothing_is_announced(match: Any) -> None:
    m = match("ann", "bob", agreed=rr.Agreed(pieces_a_turn=1)).stow(**LAID).reveal(ann=7, bob=1)
    assert not m.event(rr.TurnStarted).may_place_two
    assert m.refused(rr.Announce(2)) == "At this table one piece is placed in a turn, and none is announced."
    assert m.load("crate").kinds() == ["piece_loaded", "turn_ended", "turn_started"]


def test_three_pieces_follow_each_other_until_one_falls(match: Any) -> None:
    m = match("ann", "bob", agreed=rr.Agreed(pieces_a_turn=3)).stow(**LAID).reveal(ann=7, bob=1)
    assert m.state.most_pieces == 3
    assert m.refused(rr.Announce(4)) == "1 to 3 pieces can be announced."
    m.announce(3).load("crate").load("chest")
    assert (m.state.placed, m.state.pieces_due, m.state.to_act) == (2, 1, "ann")
    assert "loads slot 7 (three pieces)" in str(m.state)
    assert rr.from_json(rr.to_json(m.state)) == m.state
    assert m.load("plank").kinds() == ["piece_loaded", "turn_ended", "turn_started"]
    m = match("ann", "bob", agreed=rr.Agreed(pieces_a_turn=3)).stow(**LAID).reveal(ann=7, bob=1)
    assert m.announce(3).load("crate").load("chest", "lost").kinds()[-1] == "turn_started"


def test_nobody_announces_more_pieces_than_they_have(match: Any) -> None:
    m = match("ann", "bob", agreed=rr.Agreed(pieces_a_turn=4)).stow(**LAID).keep("ann", "crate", "chest", "plank")
    m.reveal(ann=7, bob=1)
    assert m.state.most_pieces == 3
    assert m.refused(rr.Announce(4)) == "'ann' has only 3 pieces left and cannot announce 4."
    assert m.announce(3).load("crate").load("chest").load("plank").state.winners == ("ann",)


@pytest.mark.parametrize(
    ("where", "slots"),
    [
        (rr.PiecesOn.SLOT, {7}),
        (rr.PiecesOn.YARD, {7, 8}),
        (rr.PiecesOn.ANYWHERE, set(range(1, 11))),
    ],
)
def test_on_which_slots_it_may_be_two(where: rr.PiecesOn, slots: set[int], match: Any) -> None:
    found = set()
    for slot in range(2, 11):
        m = match("ann", "bob", agreed=rr.Agreed(pieces_on=where)).stow(slot_7="rat", slot_1="boat")
        m.reveal(ann=slot, bob=1)
        if m.event(rr.TurnStarted).may_place_two:
            found.add(slot)
            m.announce(2).load("crate").load("chest")
        else:
            assert m.refused(rr.Announce(2)).startswith("The number of pieces is announced only for slots 5 to 10")
    assert found == slots - {1}


def test_where_nobody_catches_nothing_is_caught(match: Any) -> None:
    agreed = rr.Agreed(catches=rr.Catches.NOBODY)
    m = match("ann", "bob", agreed=agreed).stow(**LAID).reveal(ann=7, bob=1)
    assert m.refused_load("crate", "caught") == "At this table nobody catches what falls."
    assert m.refused_load("crate", caught=[("rat", 7)]) == "At this table nobody catches what falls."
    assert [load.placed for load in rr.fates(rr.Load("crate"), agreed)] == [rr.Fate.STAYS, rr.Fate.LOST]
    m.load("crate", "lost", lost=[("rat", 7)])
    assert m.removed() == {}


def test_a_lone_piece_that_is_caught_may_leave_the_game(match: Any) -> None:
    m = match("ann", "bob", agreed=rr.Agreed(caught=rr.Caught.ALWAYS_LEAVES)).keep("ann", "crate").reveal(ann=7, bob=1)
    m.load("crate", "caught")
    assert m.kinds() == ["piece_caught", "turn_ended", "match_over"]
    assert m.event(rr.PieceCaught).placed
    assert m.state.winners == ("ann",)


def test_what_is_caught_may_count_as_fallen(match: Any) -> None:
    m = match("ann", "bob", agreed=rr.Agreed(caught=rr.Caught.FALLS)).stow(**LAID).reveal(ann=7, bob=1)
    before = m.supply("ann")
    m.load("crate", "caught", lost=[("boat", 8)], caught=[("rat", 7)])
    assert m.kinds() == ["piece_lost", "piece_lost", "piece_lost", "turn_ended", "turn_started"]
    assert m.supply("ann") == {**before, "boat": before["boat"] + 1, "rat": before["rat"] + 1}
    assert m.removed() == {}


def test_what_is_agreed_stands_in_the_position_and_the_printed_rules_do_not(match: Any) -> None:
    agreed = rr.Agreed(rounds=4, cards=(5, 6), catches=rr.Catches.EVERYBODY)
    state = match("ann", "bob", agreed=agreed).state
    told = rr.to_json(state)
    assert told["agreed"] == {
        "rounds": 4,
        "cards": [5, 6],
        "pieces_a_turn": 2,
        "pieces_on": "slot",
        "catches": "everybody",
        "caught": "leaves",
    }
    assert list(told)[-1] == "agreed"
    assert "equipment" not in told
    assert rr.from_json(told) == state
    assert rr.from_text(rr.to_text(state)) == state
    assert "agreed" not in rr.to_json(match("ann", "bob").state)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("rounds", 201, "0 (one a card) to 200 rounds"),
        ("rounds", -1, "0 (one a card) to 200 rounds"),
        ("pieces_a_turn", 0, "1 to 4 pieces"),
        ("pieces_a_turn", 5, "1 to 4 pieces"),
        ("cards", (6, 5), "the lowest first"),
        ("cards", (5, 5), "different numbers"),
        ("cards", (0,), "different numbers of slots"),
    ],
)
def test_what_no_table_can_agree_on(key: str, value: Any, words: str) -> None:
    with pytest.raises(IllegalAction, match=words.replace("(", r"\(").replace(")", r"\)")):
        rr.Agreed(**{key: value})


def test_a_card_without_a_slot_is_refused(match: Any) -> None:
    small = rr.Equipment(FrozenMap({"crate": 2}), deck_slots=4, yards=0)
    with pytest.raises(IllegalAction, match="There is no slot 5 for a card, the slots are 1 to 4"):
        match("ann", "bob", equipment=small, agreed=rr.Agreed(cards=(4, 5)))
    told = rr.to_json(match("ann", "bob", agreed=rr.Agreed(cards=(4, 5))).state)
    with pytest.raises(InputError, match=r'"agreed": There is no slot 11'):
        rr.from_json({**told, "agreed": {**told["agreed"], "cards": [4, 11]}})
    with pytest.raises(InputError, match=r'"agreed": expected the keys'):
        rr.from_json({**told, "agreed": {"cards": [4, 5]}})
