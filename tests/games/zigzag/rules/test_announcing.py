"""Announcements and their verification, CONTRE by both readings, sheets, the end. Quotes are the rulebook's."""

from __future__ import annotations

import pytest

from sim.games.zigzag import rules as zigzag
from sim.games.zigzag.rules import Box, Call, ContreTest, Phase, events
from sim.rules_frame import FrozenMap
from tests.games.zigzag.rules.table import SIX, ZAG, ZAG_2, ZIG, ZIG_2, ZIG_3, Game, cards, one

PILE = "wgs epc abu fyn epu wpc abs egn apn fbs"
HARMLESS = "wbs eyc agu fpn"


def judged(game: Game, player: str, call: str) -> bool:
    """Is the announcement right? Asked of the function and of the engine, which must agree."""
    expected = bool(zigzag.levels_reached(game.state, player, Call(call)))
    success: bool = game.announce(player, call).event(events.AnnouncementJudged).success
    assert success is expected
    return success


# What can be announced


def test_crier_zig_is_the_co_equipiers_task() -> None:
    """ "Vous devrez le faire savoir discrètement à votre co-équipier qui sera chargé de l'annoncer à haute voix"."""
    game = Game().deal(ann=ZIG).hand().do(zigzag.Announce("cem", Call.ZIG))
    assert (game.events, game.phase) == ((events.Announced("cem", Call.ZIG),), Phase.VERIFY)
    game.do(zigzag.Verify())
    assert game.event(events.AnnouncementJudged).success
    assert game.ticked(0) == [(1, "zig")]


def test_decision_2_ones_own_lone_zig_cannot_be_announced() -> None:
    assert not judged(Game().deal(ann=ZIG).hand(), "ann", "zig")


def test_crier_zag() -> None:
    game = Game().deal(ann=ZAG).hand()
    assert judged(game, "cem", "zag")
    assert game.ticked(0) == [(1, "zag")]
    assert not judged(Game().deal(ann=ZIG).hand(), "cem", "zag")


def test_double_zig_attendre_de_realiser_un_zig_a_son_tour() -> None:
    game = Game().deal(ann=ZIG, cem=ZIG_2).hand()
    assert judged(game, "cem", "double_zig")
    assert game.ticked(0) == [(1, "double_zig")]


def test_zig_zag_decision_4_whoever_holds_which() -> None:
    for hands in ({"ann": ZIG, "cem": ZAG}, {"ann": ZAG, "cem": ZIG}):
        game = Game().deal(**hands).hand()
        assert judged(game, "cem", "zig_zag")
        assert game.ticked(0) == [(1, "zig_zag")]
    assert not judged(Game().deal(ann=ZIG, cem=ZIG_2).hand(), "cem", "zig_zag")


def test_en_cas_d_erreur_meme_partielle() -> None:
    """Decision 5: a DOUBLE-ZIG with only one ZIG fails wholly."""
    assert not judged(Game().deal(ann=ZIG).hand(), "cem", "double_zig")
    assert not judged(Game().deal(ann=ZAG, cem=ZIG).hand(), "cem", "double_zag")


def test_decision_3_at_least_the_level_named_unless_strict() -> None:
    for strict in (False, True):
        assert judged(Game(strict=strict).deal(ann=ZAG).hand(), "cem", "zig") is not strict
        assert judged(Game(strict=strict).deal(ann=ZAG, cem=ZIG).hand(), "cem", "double_zig") is not strict
        assert judged(Game(strict=strict).deal(ann=ZAG, cem=ZIG).hand(), "cem", "zig_zag")
        assert judged(Game(strict=strict).deal(ann=ZAG, cem=ZAG_2).hand(), "cem", "zig_zag") is not strict


def test_three_cards_in_the_middle_of_an_exchange_are_no_combination() -> None:
    game = Game().deal(ann=ZIG).hand().discard("ann", "wpn")
    assert not judged(game, "cem", "zig")


def test_on_verifie_l_annonce_en_montrant_ses_cartes() -> None:
    """Nothing else happens meanwhile (decision 9); decision 27: what was called first counts."""
    game = Game().deal(ann=ZIG, bob="stop_character z").hand().do(zigzag.Announce("cem", Call.ZIG))
    for action in (
        zigzag.Play("bob", zigzag.Card.STOP_CHARACTER, "ann"),
        zigzag.Contre("bob", 0),
        zigzag.Announce("bob", Call.ZIG),
        zigzag.Discard("bob", zigzag.Card.Z),
        zigzag.PickUp("bob"),
        zigzag.Sign("ann", "zig"),
        zigzag.NextHand(),
    ):
        assert "while an announcement or a CONTRE is checked" in game.refused(action)
    cem = game.state.hands["cem"]
    judgement = game.do(zigzag.Verify()).events[0]
    hands = FrozenMap({"ann": cards(ZIG), "cem": cem})
    assert judgement == events.AnnouncementJudged(True, "cem", 0, Call.ZIG, hands, (1,))
    assert "no announcement" in Game().deal().refused(zigzag.Verify())


def test_announcements_between_two_hands_and_before_the_first() -> None:
    assert judged(Game().deal(ann=ZIG), "cem", "zig")
    assert judged(Game().deal(ann="wbs wyc wgu", pile="wpn").hand().end_hand(), "cem", "zig")


# When it is right


def test_la_manche_prend_fin_des_qu_une_equipe_arrive_a_faire_une_annonce_correcte() -> None:
    """ "Les jeux sont alors ramassés, la pioche est reformée et les cartes sont redistribuées"."""
    game = Game().deal(ann=ZIG, bob="stop_accessory", dora="peek").hand().play("bob", "stop_accessory", "ann")
    game.play("dora", "peek")
    deck = game.state.deck
    game.announce("cem", "zig")
    assert game.phase is Phase.DEAL
    assert game.event(events.SetEnded) == events.SetEnded(1, 0)
    assert game.state.pile == deck
    assert not any(game.state.hands.values())
    game.deal()
    assert game.state.set_number == 2


def test_decision_24_a_ticked_box_is_not_ticked_again_and_the_set_ends() -> None:
    game = Game().deal(ann=ZIG).announce("cem", "zig").deal(ann=ZIG).announce("cem", "zig")
    assert game.kinds() == ["announcement_judged", "set_ended"]
    assert game.ticked(0) == [(1, "zig")]
    assert game.phase is Phase.DEAL


def test_cas_particulier_double_zag_cocher_la_case_de_son_choix() -> None:
    game = Game().deal(ann=ZAG, cem=ZAG_2).announce("cem", "double_zag")
    assert game.phase is Phase.TICK
    assert "ticked first" in game.refused(zigzag.Discard("ann", one("fbs")))
    assert "not in the team" in game.refused(zigzag.Tick("bob", 1, Box.ZIG))
    assert "level 2 cannot" in game.refused(zigzag.Tick("ann", 2, Box.ZIG))
    game.do(zigzag.Tick("ann", 1, Box.ZIG_ZAG))
    assert game.ticked(0) == [(1, "zig_zag")]
    assert game.phase is Phase.DEAL
    assert "no box" in game.refused(zigzag.Tick("ann", 1, Box.ZIG))
    game.deal(ann=ZAG, cem=ZAG_2).announce("ann", "double_zag")
    assert "is not open" in game.refused(zigzag.Tick("ann", 1, Box.ZIG_ZAG))


# When it is wrong


def test_si_l_annonce_est_fautive_les_joueurs_de_l_equipe_jettent_leurs_cartes_et_piochent_4_nouvelles() -> None:
    """Decision 1: both partners."""
    game = Game().deal(ann=HARMLESS, pile=PILE).hand()
    thrown = (*game.state.hands["ann"], *game.state.hands["cem"])
    game.announce("cem", "zig")
    assert not game.event(events.AnnouncementJudged).success
    assert game.state.poubelle == thrown
    assert game.cards("ann") == set(cards("epu wpc abs egn"))
    assert len(game.state.hands["cem"]) == 4


def test_la_manche_se_poursuit_alors_sans_changement_pour_les_adversaires() -> None:
    game = Game().deal(ann=HARMLESS).hand()
    before = game.state
    game.announce("cem", "zig")
    assert game.phase is Phase.PLAY
    for seat in ("bob", "dora"):
        assert game.state.hands[seat] == before.hands[seat]
    assert game.state.face_down == before.face_down
    assert game.state.sheets == before.sheets


# CONTRE


def test_contre_chacun_2_cartes_sans_aucune_caracteristique_commune_s_ils_y_parviennent_rate() -> None:
    """ "Un CONTRE raté oblige le joueur qui s'est trompé à changer son jeu": only the caller (decision 26)."""
    game = Game().deal(ann=HARMLESS).hand().contre("bob", 0)
    assert (game.phase, game.kinds()) == (Phase.CONTRE, ["contre_called"])
    before = game.state
    game.show("ann", "wbs fpn").do(zigzag.Show("cem", before.hands["cem"][:2]))
    assert game.event(events.ContreJudged) == events.ContreJudged(False, "bob", 0, 1)
    assert game.state.failed == (0, 1)
    assert game.state.poubelle == before.hands["bob"]
    for seat in ("ann", "cem", "dora"):
        assert game.state.hands[seat] == before.hands[seat]
    assert game.phase is Phase.PLAY


def test_contre_confirme_oblige_l_equipe_contree_a_changer_son_jeu() -> None:
    game = Game().deal(ann=ZIG).hand().contre("bob", 0)
    before = game.state
    game.show("ann", "wbs wyc").do(zigzag.Show("cem", before.hands["cem"][:2]))
    assert game.event(events.ContreJudged) == events.ContreJudged(True, "bob", 0, 0)
    assert game.state.poubelle == (*before.hands["ann"], *before.hands["cem"])
    assert not set(before.hands["ann"]) & game.cards("ann")
    assert game.state.hands["bob"] == before.hands["bob"]
    assert game.state.failed == (0, 0)
    assert game.phase is Phase.PLAY


def test_quelle_qu_elle_soit_a_contre_names_no_combination() -> None:
    for hand in (ZIG, ZAG):
        game = Game(contre_test=ContreTest.TRUE).deal(ann=hand).hand().contre("bob", 0)
        assert game.event(events.ContreJudged).success


def test_whoever_shows_nothing_or_the_wrong_cards_has_not_succeeded() -> None:
    for shown in ("", "wbs"):
        game = Game().deal(ann=HARMLESS).hand().contre("bob", 0)
        if shown:
            assert "Two cards are shown" in game.refused(zigzag.Show("ann", cards(shown)))
        game.show("ann").do(zigzag.Show("cem", game.state.hands["cem"][:2]))
        assert game.event(events.ContreJudged).success


def test_only_members_show_each_once_what_they_hold() -> None:
    game = Game().deal(ann=HARMLESS).hand()
    assert "no CONTRE" in game.refused(zigzag.Show("ann"))
    game.contre("bob", 0)
    assert "not in the team" in game.refused(zigzag.Show("dora"))
    assert "does not hold these" in game.refused(zigzag.Show("ann", cards("wbs wbs")))
    assert "does not hold these" in game.refused(zigzag.Show("ann", cards("wbs fbs")))
    game.show("ann", "wbs fpn")
    assert "already" in game.refused(zigzag.Show("ann", cards("wbs fpn")))
    assert game.phase is Phase.CONTRE


TRAP = "wbs wyc ebc wbc"


def test_decision_6_the_trap_fails_when_cards_are_shown_and_passes_the_true_test() -> None:
    """It holds no common characteristic, and yet no two cards without one."""
    game = Game().deal(ann=TRAP).hand().contre("bob", 0)
    assert not any(action.cards and zigzag.disproves(action.cards) for action in shows(game, "ann"))
    game.show("ann").do(zigzag.Show("cem", game.state.hands["cem"][:2]))
    assert game.event(events.ContreJudged).success
    game = Game(contre_test=ContreTest.TRUE).deal(ann=TRAP).hand().contre("bob", 0)
    assert game.kinds()[:2] == ["contre_called", "contre_judged"]
    assert not game.event(events.ContreJudged).success


def shows(game: Game, seat: str) -> list[zigzag.Show]:
    return [action for action in zigzag.legal_actions(game.state, seat) if isinstance(action, zigzag.Show)]


def test_vous_n_avez_le_droit_qu_a_un_nombre_limite_de_contres_rates() -> None:
    """Three for each team and game (assumed); afterwards that team may not call CONTRE, either of the two."""
    game = Game(contre_test=ContreTest.TRUE).deal().hand()
    for caller in ("bob", "dora", "bob"):
        game.contre(caller, 0)
    assert game.state.failed == (0, 3)
    for caller in ("bob", "dora"):
        assert "as many CONTREs as are allowed" in game.refused(zigzag.Contre(caller, 0))
    game.contre("ann", 1)
    assert "allowed" in Game(contre_limit=0).deal().refused(zigzag.Contre("ann", 1))


def test_confirmed_contres_are_not_counted() -> None:
    game = Game(contre_test=ContreTest.TRUE, contre_limit=1).deal(ann=ZIG).hand().contre("bob", 0).contre("bob", 0)
    assert game.state.failed == (0, 1)


def test_contre_is_against_another_team() -> None:
    game = Game(SIX).deal(fred=ZIG).hand()
    assert "own team" in game.refused(zigzag.Contre("ann", 0))
    assert "no team" in game.refused(zigzag.Contre("ann", 3))
    assert "no seat" in game.refused(zigzag.Contre("zoe", 0))
    game.contre("ann", 2).show("fred", "wbs wyc").do(zigzag.Show("cem", game.state.hands["cem"][:2]))
    assert game.event(events.ContreJudged).success


def test_contre_between_two_hands() -> None:
    game = Game(contre_test=ContreTest.TRUE).deal(ann=ZIG).contre("bob", 0)
    assert game.phase is Phase.BETWEEN
    assert game.event(events.ContreJudged).success


def test_a_thief_whose_hand_is_changed_still_never_has_more_than_four_cards() -> None:
    game = Game(contre_test=ContreTest.TRUE).deal(ann="steal", bob=HARMLESS).hand().play("ann", "steal", "bob")
    game.announce("ann", "zig")
    assert len(game.state.hands["ann"]) == 3
    assert len(game.resolve("wbs").state.hands["ann"]) == 4


# The end


def test_la_partie_prend_fin_lorsqu_une_equipe_complete_entierement_sa_feuille_de_marque() -> None:
    game = Game().tick_all_but(0, (1, "zag")).deal(ann=ZIG_3).announce("cem", "zig")
    assert game.phase is Phase.DEAL
    game.deal(ann=ZAG).announce("cem", "zag")
    assert game.phase is Phase.OVER
    assert game.events[-1] == events.GameOver(("ann", "cem"), 0, zigzag.Ending.SHEET)
    assert (game.state.winners, game.state.ending) == (("ann", "cem"), zigzag.Ending.SHEET)
    assert game.refused(zigzag.NextHand()) == "The game is over."
    assert zigzag.legal_actions(game.state) == ()


def test_double_zag_completes_a_sheet() -> None:
    game = Game().tick_all_but(1, (1, "zig")).deal(bob=ZAG, dora=ZAG_2).announce("bob", "double_zag")
    assert game.do(zigzag.Tick("dora", 1, Box.ZIG)).state.winners == ("bob", "dora")


@pytest.mark.parametrize("level", [1, 2, 3])
def test_on_peut_decider_de_ne_jouer_qu_un_seul_des_2_niveaux(level: int) -> None:
    state = Game(level=level).state
    assert {of for of, _ in state.open_boxes(0)} == {1: {1}, 2: {2}, 3: {1, 2}}[level]
    assert len(state.open_boxes(0)) == (8 if level == 3 else 4)
