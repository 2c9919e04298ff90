"""Levels 2 and 3: constraint cards, their numbers, +1 and -1. Quotes are the rulebook's; numbers of the decisions.

The shipped cards in order, number 1 first: Ann's begins with water, Bob's with blue, Cem's with sunglasses, Dora's with
earth; then each goes on water, blue, sunglasses, earth, yellow, cocktail, air, green, suitcase, fire, pink, none.
"""

from __future__ import annotations

import pytest

from sim.games.zigzag import rules as zigzag
from sim.games.zigzag.rules import Box, Call, Card, Trait, events
from tests.games.zigzag.rules.table import BOX, FOUR, ZAG, ZAG_2, ZIG, ZIG_2, Game

GLASSES_ZIG = "fys fgs eps ays"
WATER_ZAG = "wbs wbc wbu wbn"
GLASSES_ZAG = "ays aps abs ags"


def test_chaque_joueur_recoit_une_carte_contrainte() -> None:
    game = Game(level=2)
    assert set(game.state.constraints) == set(FOUR)
    assert len(set(game.state.constraints.values())) == 4


def test_la_contrainte_un_numero_entre_1_et_12_puis_chaque_joueur_constate() -> None:
    game = Game(level=2)
    assert "number from 1 to 12" in game.refused(zigzag.Deal(game.state.pile))
    assert "number from 1 to 12" in game.refused(zigzag.Deal(game.state.pile, 13))
    assert "not drawn" in Game().refused(zigzag.Deal(Game().state.pile, 1))
    game.deal(number=2)
    assert [game.state.constraint_of(seat) for seat in FOUR] == [
        Trait.BLUE, Trait.SUNGLASSES, Trait.EARTH, Trait.YELLOW,
    ]  # fmt: skip


def test_every_constraint_card_and_every_number_has_all_twelve() -> None:
    known = {trait.value for trait in Trait}
    assert all(set(card) == known for card in BOX.constraints)
    assert all(set(number) == known for number in zip(*BOX.constraints, strict=True))
    assert len(set(BOX.constraints)) == 12


def test_pour_valider_les_annonces_de_niveau_2_en_respectant_la_contrainte() -> None:
    """The holder's constraint counts (decision 22): Ann needs water."""
    assert Game(level=2).deal(ann=ZIG).announce("cem", "zig").ticked(0) == [(2, "zig")]
    game = Game(level=2).deal(ann=ZIG_2).announce("cem", "zig")
    assert not game.event(events.AnnouncementJudged).success
    assert Game(level=2).deal(ann=WATER_ZAG).announce("cem", "zag").ticked(0) == [(2, "zag")]
    assert Game(level=2).deal(ann=ZAG).announce("cem", "zag").ticked(0) == []


def test_both_constraints_for_a_combination_of_both() -> None:
    """Ann needs water, Cem sunglasses."""
    for cem, right in ((GLASSES_ZIG, True), (ZIG_2, False)):
        game = Game(level=2).deal(ann=ZIG, cem=cem).announce("cem", "double_zig")
        assert game.event(events.AnnouncementJudged).success is right
    game = Game(level=2).deal(ann=WATER_ZAG, cem=GLASSES_ZAG).announce("cem", "double_zag")
    assert game.do(zigzag.Tick("ann", 2, Box.ZIG)).ticked(0) == [(2, "zig")]


def test_a_la_fin_de_la_manche_tous_les_joueurs_changent_de_carte_contrainte() -> None:
    """Decision 30: they go to the left; the number is drawn anew."""
    game = Game(level=2)
    before = game.state.constraints
    game.deal(ann=ZIG).announce("cem", "zig")
    after = game.state.constraints
    assert [after[seat] for seat in ("bob", "cem", "dora", "ann")] == [before[seat] for seat in FOUR]
    assert game.event(events.ConstraintsPassed).constraints == after
    assert (game.state.number, game.state.number_of("ann")) == (None, None)
    assert game.deal(number=5).state.number == 5


def test_avec_le_niveau_2_il_faut_inserer_2_cartes_speciales_supplementaires() -> None:
    assert set(BOX.deck(2, 2)) - set(BOX.deck(1, 2)) == {"plus_one", "minus_one"}
    assert len(BOX.deck(2, 2)) == len(BOX.deck(1, 2)) + 2


@pytest.mark.parametrize(("card", "number", "after"), [("plus_one", 7, 8), ("minus_one", 7, 6)])
def test_changer_sa_contrainte_par_celle_du_numero_juste_au_dessus_ou_en_dessous(
    card: str, number: int, after: int
) -> None:
    """ "La 7 devient la 8 pour le joueur qui pose cette carte !": for him only."""
    game = Game(level=2).deal(ann=card, number=number).hand().play("ann", card)
    assert game.events == (events.ConstraintShifted("ann", Card(card), after),)
    assert [game.state.number_of(seat) for seat in FOUR] == [after, number, number, number]
    assert game.state.constraint_of("ann") is game.state.constraints["ann"][after - 1]


@pytest.mark.parametrize(("card", "number", "after"), [("plus_one", 12, 1), ("minus_one", 1, 12)])
def test_decision_21_twelve_is_followed_by_one(card: str, number: int, after: int) -> None:
    assert Game(level=2).deal(ann=card, number=number).hand().play("ann", card).state.number_of("ann") == after


def test_decision_21_both_may_stack() -> None:
    game = Game(level=2, more="plus_one").deal(ann="plus_one plus_one", pile="wgs", number=3).hand()
    game.play("ann", "plus_one").pick("ann").play("ann", "plus_one")
    assert game.state.number_of("ann") == 5


def test_ces_cartes_ont_un_effet_immediat_on_la_pose_sur_sa_carte_contrainte() -> None:
    """It lies there until the end of the set; with the number 2 Ann's combination must use blue."""
    game = Game(level=2).deal(ann="plus_one abn fbn wbc", pile="ebu").hand().play("ann", "plus_one").pick("ann")
    assert Card.PLUS_ONE not in game.state.poubelle
    game.announce("cem", "zig")
    assert game.ticked(0) == [(2, "zig")]
    assert not any(game.state.shifts.values())
    assert Card.PLUS_ONE in game.state.pile


def test_niveau_3_c_est_vous_qui_choisissez_de_respecter_la_contrainte_ou_pas() -> None:
    """ "On le vérifie directement": nobody says which; decision 23: level 2 if it is open."""
    assert Game(level=3).deal(ann=ZIG).announce("cem", "zig").ticked(0) == [(2, "zig")]
    assert Game(level=3).deal(ann=ZIG_2).announce("cem", "zig").ticked(0) == [(1, "zig")]
    game = Game(level=3).tick_all_but(0, (1, "zig"), (1, "zag")).deal(ann=ZIG).announce("cem", "zig")
    assert (1, "zig") in game.ticked(0)


def test_si_un_des_co_equipiers_avec_contrainte_et_l_autre_non_la_contrainte_ne_peut_pas_etre_validee() -> None:
    game = Game(level=3).deal(ann=ZIG, cem=ZIG_2).announce("cem", "double_zig")
    assert game.event(events.AnnouncementJudged).levels == (1,)
    assert game.ticked(0) == [(1, "double_zig")]


def test_les_deux_joueurs_doivent_appliquer_la_contrainte() -> None:
    game = Game(level=3).deal(ann=ZIG, cem=GLASSES_ZIG).announce("cem", "double_zig")
    assert game.event(events.AnnouncementJudged).levels == (1, 2)
    assert game.ticked(0) == [(2, "double_zig")]


def test_double_zag_without_constraints_ticks_no_box_of_level_2() -> None:
    game = Game(level=3).deal(ann=ZAG, cem=ZAG_2).announce("cem", "double_zag")
    assert "level 2 cannot" in game.refused(zigzag.Tick("ann", 2, Box.ZIG))
    full = Game(level=3).tick_all_but(0, (2, "zig")).deal(ann=ZAG, cem=ZAG_2).announce("cem", "double_zag")
    assert full.kinds() == ["announcement_judged", "set_ended", "constraints_passed"]


def test_l_annonce_fautive_sans_changement_de_cartes_contraintes() -> None:
    game = Game(level=3).deal(number=4)
    before = game.state
    game.announce("cem", "zig")
    assert (game.state.constraints, game.state.number) == (before.constraints, 4)


def test_la_partie_de_niveau_3_finit_avec_les_deux_niveaux() -> None:
    game = Game(level=3).tick_all_but(0, (1, "zig"), (2, "zig")).deal(ann=ZIG).announce("cem", "zig")
    assert game.state.winner is None
    number = game.state.constraints["ann"].index(Trait.WATER) + 1
    game.deal(ann=ZIG, number=number % 12 + 1).announce("cem", "zig")
    assert game.state.winner == 0


def test_levels_reached_is_empty_for_what_is_wrong() -> None:
    assert zigzag.levels_reached(Game(level=3).deal().state, "ann", Call.ZIG) == ()
