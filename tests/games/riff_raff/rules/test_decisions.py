"""What the rules of Riff Raff leave open, decided: numbered as in the project's list of facts (section 1.8).

Decisions 5, 7, 9 and 10 are carried out by the physics; here stands the engine's share of them.
"""

from __future__ import annotations

from typing import Any

import pytest

from sim.games.riff_raff import rules as rr
from sim.rules_frame import FrozenMap


@pytest.mark.parametrize(("loaded", "other"), [(5, 6), (6, 5), (7, 8), (8, 7), (9, 10), (10, 9)])
def test_decision_01_already_a_piece_there_means_the_slot_not_the_yard(loaded: int, other: int, match: Any) -> None:
    m = match("ann", "bob").stow(**{f"slot_{loaded}": "rat"}).reveal(ann=other, bob=1)
    assert not m.state.may_announce
    assert "only for slots 5 to 10 that held a piece" in m.refused(rr.Announce(2))
    n = match("ann", "bob").stow(**{f"slot_{loaded}": "rat"}).reveal(ann=loaded, bob=1)
    assert n.announce(2).state.pieces_due == 2


def test_decision_02_own_piece_and_another_caught_are_both_removed(match: Any) -> None:
    m = match("ann", "bob").stow(slot_3="rat").reveal(ann=8, bob=1).load("crate", "caught", caught=[("rat", 3)])
    assert m.removed() == {"crate": 1, "rat": 1}
    assert m.supply("ann")["crate"] == 1
    assert m.events[:2] == (
        rr.PieceCaught("ann", "crate", 8, placed=True),
        rr.PieceCaught("ann", "rat", 3, placed=False),
    )


def test_decision_02_catching_the_last_own_piece_with_another_wins(match: Any) -> None:
    m = match("ann", "bob").stow(slot_3="rat").keep("ann", "crate").reveal(ann=8, bob=1)
    assert m.load("crate", "caught", caught=[("rat", 3)]).state.winners == ("ann",)


def test_decision_03_only_the_placed_piece_falls_and_is_caught_goes_back(match: Any) -> None:
    m = match("ann", "bob").keep("ann", "crate").reveal(ann=8, bob=1).load("crate", "caught")
    assert m.supply("ann") == {"crate": 1}
    assert m.events[0] == rr.PieceReturned("ann", "crate")
    assert m.state.phase is rr.Phase.LOAD


def test_decision_03_it_goes_back_too_if_others_fell_that_he_did_not_catch(match: Any) -> None:
    """The text asks what he caught, not what fell: the lone catch is the piece being placed."""
    m = match("ann", "bob").stow(slot_3="rat").keep("ann", "crate").reveal(ann=8, bob=1)
    m.load("crate", "caught", lost=[("rat", 3)])
    assert m.supply("ann") == {"crate": 1, "rat": 1}
    assert m.kinds()[:2] == ["piece_returned", "piece_lost"]


def test_decision_04_the_first_piece_of_the_same_turn_is_an_ordinary_piece(match: Any) -> None:
    """It falls while the second is placed, and is caught alone: it leaves the game."""
    m = match("ann", "bob").stow(slot_8="rat").reveal(ann=8, bob=1).announce(2)
    m.load("crate").load("boat", caught=[("crate", 8)])
    assert "crate" in m.removed()
    assert m.aboard() == {8: ["rat", "boat"]}


def test_decision_04_second_and_first_piece_caught_together_both_leave(match: Any) -> None:
    m = match("ann", "bob").stow(slot_8="rat").reveal(ann=8, bob=1).announce(2)
    m.load("crate").load("boat", "caught", caught=[("crate", 8)])
    assert m.removed() == {"crate": 1, "boat": 1}


def test_decision_04_only_the_current_piece_is_excluded(match: Any) -> None:
    m = match("ann", "bob").stow(slot_8="rat").reveal(ann=8, bob=1).announce(2)
    m.load("crate").load("boat", "caught", lost=[("crate", 8)])
    assert m.removed() == {}
    assert m.aboard() == {8: ["rat"]}
    assert m.supply("ann")["crate"] == m.supply("ann")["boat"] == 2


def test_decision_05_what_falls_after_the_turn_belongs_to_the_next_active_player(match: Any) -> None:
    """When bodies have settled is physics; a piece that falls afterwards is told with the next player's placement."""
    m = match("ann", "bob").reveal(ann=8, bob=1).load("crate").load("boat", lost=[("crate", 8)])
    assert m.supply("bob")["crate"] == 3
    assert m.supply("ann")["crate"] == 1


def test_decision_06_only_the_active_player_catches(match: Any) -> None:
    """A load has no other catcher: every event of a catch names the active player."""
    m = match("ann", "bob").stow(slot_3="rat").reveal(ann=8, bob=1).load("crate", caught=[("rat", 3)])
    assert {event.player for event in m.events if isinstance(event, rr.PieceCaught)} == {"ann"}


def test_decision_07_what_fell_is_aboard_no_more(match: Any) -> None:
    """What counts as fallen is physics; whatever is told as fallen must have been aboard, and is not any more."""
    m = match("ann", "bob").stow(slot_3="rat", slot_7="rat boat").reveal(ann=8, bob=1)
    assert "no crate lay there" in m.refused_load("plank", lost=[("crate", 3)])
    assert "only 1 rat lay there" in m.refused_load("plank", lost=[("rat", 3)], caught=[("rat", 3)])
    assert "no boat lay there" in m.refused_load("plank", "lost", lost=[("boat", 8)])
    assert "no slot 11" in m.refused_load("plank", lost=[("rat", 11)])
    m.load("plank", lost=[("rat", 3)], caught=[("rat", 7)])
    assert m.aboard() == {7: ["boat"], 8: ["plank"]}


def test_decision_07_the_piece_being_placed_is_not_among_the_others_that_fell(match: Any) -> None:
    m = match("ann", "bob").reveal(ann=8, bob=1)
    assert "no crate lay there" in m.refused_load("crate", "lost", lost=[("crate", 8)])


def test_decision_08_cargo_may_slide_into_another_slot(match: Any) -> None:
    m = match("ann", "bob").stow(slot_8="rat", slot_5="boat").reveal(ann=8, bob=1)
    m.load("crate", ship={4: ["crate", "rat"], 5: ["boat"]})
    assert m.aboard() == {4: ["crate", "rat"], 5: ["boat"]}
    assert [event for event in m.events if isinstance(event, rr.CargoShifted)] == [
        rr.CargoShifted("crate", 8, 4),
        rr.CargoShifted("rat", 8, 4),
    ]


def test_decision_08_the_layout_must_hold_exactly_what_is_still_aboard(match: Any) -> None:
    m = match("ann", "bob").stow(slot_8="rat").reveal(ann=8, bob=1)
    assert "1 crate, not 0" in m.refused_load("crate", ship={8: ["rat"]})
    assert "0 boat, not 1" in m.refused_load("crate", ship={8: ["rat", "crate", "boat"]})
    assert "0 rat, not 1" in m.refused_load("crate", lost=[("rat", 8)], ship={8: ["rat", "crate"]})
    assert "0 crate, not 1" in m.refused_load("crate", "lost", ship={8: ["rat", "crate"]})
    assert "no slot 0" in m.refused_load("crate", ship={8: ["rat"], 0: ["crate"]})
    # The slot of a piece that fell is the one where it lay before.
    m.load("crate", lost=[("rat", 8)], ship={7: ["crate"]})
    assert m.aboard() == {7: ["crate"]}


def test_decision_08_a_layout_that_changes_nothing_shifts_nothing(match: Any) -> None:
    m = match("ann", "bob").stow(slot_8="rat").reveal(ann=8, bob=1).load("crate", ship={8: ["crate", "rat"]})
    assert m.kinds() == ["piece_loaded", "turn_ended", "turn_started"]
    assert m.aboard() == {8: ["crate", "rat"]}


def test_decision_08_a_slot_filled_by_sliding_allows_two_pieces(match: Any) -> None:
    m = match("ann", "bob").reveal(ann=8, bob=5).load("crate", ship={5: ["crate"]})
    assert m.event(rr.TurnStarted) == rr.TurnStarted("bob", 5, may_place_two=True)


def test_decision_08_the_second_piece_may_be_placed_though_the_slot_has_been_vacated(match: Any) -> None:
    m = (
        match("ann", "bob")
        .stow(slot_8="rat")
        .reveal(ann=8, bob=1)
        .announce(2)
        .load("crate", ship={6: ["rat", "crate"]})
    )
    assert m.load("boat").aboard() == {6: ["rat", "crate"], 8: ["boat"]}


def test_decision_09_steadying_and_time_are_no_business_of_the_rules(match: Any) -> None:
    """The engine knows no clock and no hand: the fields of a load are pieces and slots only."""
    assert set(rr.Load.__slots__) == {"piece", "placed", "lost", "caught", "ship"}


def test_decision_10_illegal_touching_has_no_penalty(match: Any) -> None:
    """The physics makes touching impossible; what the engine refuses costs nothing: the same player is still to
    load."""
    m = match("ann", "bob").keep("ann", "crate", "boat").reveal(ann=8, bob=1)
    before = m.state.supply_counts
    for _ in range(3):
        m.refused_load("rat")
    assert (m.state.to_act, m.state.slot, m.state.supply_counts) == ("ann", 8, before)
    assert m.load("crate").state.supply_counts["ann"] == 1


def test_decision_11_the_captain_chooses_freely_among_the_tied(match: Any) -> None:
    m = match("ann", "bob", "cem", "dora").reveal(ann=9, bob=9, cem=2, dora=9)
    assert rr.legal_actions(m.state) == tuple(map(rr.NameCaptain, ("ann", "bob", "dora")))
    for name in ("ann", "bob", "dora"):
        assert rr.apply(m.state, rr.NameCaptain(name))[0].captain == name


def test_decision_12_nobody_wins_in_the_turn_of_another(match: Any) -> None:
    """Bob's supply cannot shrink while Ann plays: what she loses goes to her, what she catches leaves the game."""
    for outcome in ({}, {"placed": "lost"}, {"lost": [("rat", 3)]}, {"caught": [("rat", 3)]}):
        m = match("ann", "bob").stow(slot_3="rat").keep("bob", "boat").reveal(ann=8, bob=1).load("crate", **outcome)
        assert m.supply("bob") == {"boat": 1}
        assert m.state.to_act == "bob"


def test_decision_13_there_is_no_passing(match: Any) -> None:
    """However full the slot is, all that a player can do is load (or say how many)."""
    m = match("ann", "bob").stow(slot_8="crate crate crate crate boat chest bottle").reveal(ann=8, bob=1)
    assert {type(action) for action in rr.legal_actions(m.state)} == {rr.Announce, rr.Load}
    assert "'ann' has to load slot 8" in m.refused(rr.Reveal({"ann": 1, "bob": 2}))


def test_decision_14_caught_pieces_do_not_count_at_the_end(match: Any) -> None:
    m = match("ann", "bob", "cem").stow(slot_3="rat boat")
    for number in range(1, 10):
        m.fumble_round(ann=number, bob=number + 1, cem=(number + 1) % 10 + 1)
    before = m.state.supply_counts
    m.reveal(ann=10, bob=1, cem=2).load("crate", caught=[("rat", 3), ("boat", 3)])
    m.load("crate", "lost").load("crate", "lost")
    counts = {**before, "ann": before["ann"] - 1}
    assert m.event(rr.MatchOver) == rr.MatchOver(
        tuple(name for name in counts if counts[name] == min(counts.values())), rr.Ending.CARDS_SPENT, FrozenMap(counts)
    )
    assert sum(m.removed().values()) == 2
