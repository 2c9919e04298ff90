"""The special cards. Quotes are the rulebook's; numbers those of the decisions."""

from __future__ import annotations

import pytest

from sim.games.zigzag import rules as zigzag
from sim.games.zigzag.rules import Call, Card, Kind, Phase, events
from tests.games.zigzag.rules.table import ZAG, ZIG, Game, cards, one

PILE = "wgs epc abu fyn epu wpc abs egn"


def deal(**hands: str) -> Game:
    return Game().deal(pile=PILE, **hands).hand()


# STOP


def test_stop_doit_etre_posee_devant_l_adversaire_concerne() -> None:
    game = deal(ann="stop_character eyc agu fpn").play("ann", "stop_character", "bob")
    assert game.events == (events.StopPlaced("ann", "bob", Card.STOP_CHARACTER),)
    assert game.state.stopped("bob") == {Kind.CHARACTER}
    game = deal(ann="stop_character eyc agu fpn")
    assert "opponents only" in game.refused(zigzag.Play("ann", Card.STOP_CHARACTER, "cem"))
    assert "target themselves" in game.refused(zigzag.Play("ann", Card.STOP_CHARACTER, "ann"))
    assert "needs a target" in game.refused(zigzag.Play("ann", Card.STOP_CHARACTER))
    assert "has no seat" in game.refused(zigzag.Play("ann", Card.STOP_CHARACTER, "zoe"))


def test_stop_dans_la_limite_de_2_par_joueur() -> None:
    game = deal(ann="stop_character stop_accessory stop_landscape")
    game.play("ann", "stop_character", "bob").play("ann", "stop_accessory", "bob")
    assert "2 STOP cards" in game.refused(zigzag.Play("ann", Card.STOP_LANDSCAPE, "bob"))
    game.play("ann", "stop_landscape", "dora")


def test_decision_8_the_same_stop_may_lie_twice_before_a_player() -> None:
    """The book limits only the number: "dans la limite de 2 par joueur"."""
    game = deal(ann="stop_character", cem="stop_character stop_accessory")
    game.play("ann", "stop_character", "bob").play("cem", "stop_character", "bob")
    assert game.state.stops["bob"] == cards("stop_character stop_character")
    assert game.state.stopped("bob") == {Kind.CHARACTER}
    assert "2 STOP cards" in game.refused(zigzag.Play("cem", Card.STOP_ACCESSORY, "bob"))
    assert zigzag.from_json(zigzag.to_json(game.state)) == game.state


def test_stop_peut_etre_jouee_a_tout_moment() -> None:
    """Before the first hand, in the middle of an exchange, and between two hands."""
    game = Game().deal(ann="stop_character", bob="stop_accessory", cem="stop_landscape", pile=PILE)
    game.play("ann", "stop_character", "bob")
    assert game.phase is Phase.BETWEEN
    game.hand()
    assert "card_drawn" in game.kinds()
    game.discard("bob", game.state.hands["bob"][-1].value).play("bob", "stop_accessory", "ann")
    assert len(game.state.hands["bob"]) == 2
    game.pick("bob").draw("bob") if not game.state.tapis else game.pick("bob").take("bob", game.state.tapis[0].value)
    game.end_hand().play("cem", "stop_landscape", "dora").draw("cem")
    assert len(game.state.hands["cem"]) == 4
    assert "too many" in game.refused(zigzag.Draw("cem"))


def test_les_stop_restent_en_place_jusqu_a_la_fin_de_la_manche() -> None:
    game = deal(ann="stop_character", cem=ZIG).play("ann", "stop_character", "bob").pick("ann").end_hand().hand()
    assert game.state.stops["bob"]
    game = deal(ann="stop_character", cem=ZIG).play("ann", "stop_character", "bob").announce("ann", "zig")
    assert game.phase is Phase.DEAL
    assert not any(game.state.stops.values())


def test_le_stop_annule_le_zig_en_annonce() -> None:
    game = deal(ann="stop_character", dora=ZIG).play("ann", "stop_character", "dora").announce("bob", "zig")
    assert not game.event(events.AnnouncementJudged).success


def test_le_stop_annule_le_zag_en_annonce_and_leaves_a_zig() -> None:
    game = deal(ann="stop_character", dora=ZAG).play("ann", "stop_character", "dora")
    assert zigzag.levels_reached(game.state, "bob", Call.ZAG) == ()
    assert game.announce("bob", "zig").event(events.AnnouncementJudged).success


def test_le_stop_annule_le_zig_en_contre() -> None:
    """With the STOP two of Dora's cards have nothing in common that counts."""
    game = deal(ann="stop_character", dora=ZIG).play("ann", "stop_character", "dora").contre("ann", 1)
    game.show("dora", "wbs wyc").show("bob", " ".join(card.value for card in game.state.hands["bob"][:2]))
    assert game.kinds()[:2] == ["cards_shown", "contre_judged"]
    assert not game.event(events.ContreJudged).success


# Powers in general


def test_vous_pouvez_egalement_vous_defausser_de_cette_carte_en_la_jetant_au_tapis() -> None:
    """Decision 12: whoever takes it may use it."""
    game = deal(ann="peek", bob="wbs").discard("ann", "peek").open("bob").discard("bob", "wbs").take("bob", "peek")
    game.play("bob", "peek")
    assert game.state.laid == (zigzag.Laid("bob", Card.PEEK),)


def test_n_oubliez_pas_de_jeter_vos_cartes_pouvoirs_a_la_poubelle() -> None:
    game = deal(ann="steal", bob="wbs eyc agu fpn").play("ann", "steal", "bob")
    assert game.state.poubelle == ()
    assert game.resolve("wbs").state.poubelle == cards("steal")


def test_powers_are_played_between_two_exchanges() -> None:
    """Decision 9."""
    game = deal(ann="steal wbs eyc agu").discard("ann", "wbs")
    assert "complete hand" in game.refused(zigzag.Play("ann", Card.STEAL, "bob"))
    game.pick("ann").play("ann", "steal", "bob")
    game = deal(ann="steal").end_hand()
    assert "during a hand" in game.refused(zigzag.Play("ann", Card.STEAL, "bob"))


def test_toutes_les_cartes_pouvoirs_doivent_etre_annoncees() -> None:
    """By name if they act at once, deferred ones only as a power: the card lies face down."""
    assert deal(ann="steal").play("ann", "steal", "bob").events == (events.PowerAnnounced("ann", Card.STEAL, "bob"),)
    assert deal(ann="peek").play("ann", "peek").kinds() == ["power_laid"]


def test_elles_sont_jouees_dans_l_ordre_de_leur_annonce() -> None:
    game = deal(ann="steal", bob="swap", cem="wbs", dora="wys eyc agu fpn").play("ann", "steal", "dora")
    game.play("bob", "swap", "cem").resolve("wys")
    assert game.state.hands["ann"][-1] is one("wys")
    before = game.state.hands["cem"]
    assert game.resolve().state.hands["bob"] == before


def test_si_2_cartes_sont_contradictoires_c_est_la_1ere_annoncee_qui_est_jouee() -> None:
    """Two thefts from one player: he has a right to three cards. The second is wasted, announced or carried out."""
    for first_done in (False, True):
        game = Game(more="steal").deal(pile=PILE, ann="steal", cem="steal", bob="wbs eyc agu fpn").hand()
        game.play("ann", "steal", "bob")
        if first_done:
            game.resolve("wbs")
        game.play("cem", "steal", "bob")
        assert game.events == (events.PowerWasted("cem", Card.STEAL),)
        assert game.state.poubelle[-1] is Card.STEAL


def test_a_second_power_waits_for_the_first_to_be_carried_out() -> None:
    game = deal(ann="steal swap", bob="wbs eyc agu fpn").play("ann", "steal", "bob")
    assert "carried out first" in game.refused(zigzag.Play("ann", Card.SWAP, "bob"))
    assert "too many" in game.refused(zigzag.PickUp("ann"))


def test_only_special_cards_are_played() -> None:
    game = deal(ann="wbs joker z")
    assert "no special card" in game.refused(zigzag.Play("ann", one("wbs")))
    assert "no special card" in game.refused(zigzag.Play("ann", Card.JOKER))
    assert "naming what it cancels" in game.refused(zigzag.Play("ann", Card.Z))
    assert "does not hold" in game.refused(zigzag.Play("ann", Card.STEAL, "bob"))
    assert "has no target" in deal(ann="peek").refused(zigzag.Play("ann", Card.PEEK, "bob"))


# Vol de carte


def robbed() -> Game:
    return deal(ann="steal", bob="wbs eyc agu fpn").play("ann", "steal", "bob").resolve("eyc")


def test_vol_permet_de_voler_une_carte_au_hasard_dans_le_jeu_d_un_adversaire() -> None:
    """Chance is told: which card it was. Decision 15: the thief has four cards again, one played, one stolen."""
    game = robbed()
    assert game.events == (events.CardStolen("ann", "bob", one("eyc")),)
    assert len(game.state.hands["ann"]) == 4
    assert game.cards("bob") == set(cards("wbs agu fpn"))
    game = deal(ann="steal", bob="wbs eyc agu fpn")
    assert "opponents only" in game.refused(zigzag.Play("ann", Card.STEAL, "cem"))
    assert "No power waits" in game.refused(zigzag.Resolve())
    game.play("ann", "steal", "bob")
    assert "has to be named" in game.refused(zigzag.Resolve())
    assert "does not hold" in game.refused(zigzag.Resolve(one("wgu")))


def test_the_thief_has_to_discard_before_he_picks_up_his_card() -> None:
    game = robbed()
    assert "too many" in game.refused(zigzag.PickUp("ann"))
    game.discard("ann", "eyc").pick("ann")
    assert one("wgs") in game.state.hands["ann"]


def test_jusqu_a_la_main_suivante_l_adversaire_n_aura_le_droit_qu_a_seulement_3_cartes() -> None:
    game = robbed().discard("bob", "wbs").pick("bob")
    assert len(game.state.hands["bob"]) == 3
    assert "too many" in game.refused(zigzag.Take("bob", one("wbs")))
    game.discard("bob", "agu").take("bob", "wbs")
    assert "too many" in game.refused(zigzag.Draw("bob"))
    assert zigzag.Pass("bob") in zigzag.legal_actions(game.state, "bob")


def test_with_three_cards_there_is_no_combination() -> None:
    game = deal(ann="steal", bob=ZIG).play("ann", "steal", "bob").resolve("wbs").announce("dora", "zig")
    assert not game.event(events.AnnouncementJudged).success


def test_juste_avant_la_main_suivante_le_joueur_qui_n_a_que_3_cartes_en_pioche_une_4eme() -> None:
    game = robbed().discard("ann", "eyc").end_hand()
    assert len(game.state.hands["bob"]) == 3
    assert "too many" in game.refused(zigzag.Draw("bob"))
    game.hand()
    assert game.events[0] == events.CardDrawn("bob", one("epu"))
    assert (len(game.state.hands["bob"]), game.state.robbed) == (4, frozenset())


def test_a_theft_from_an_empty_hand_is_wasted() -> None:
    from dataclasses import replace

    game = deal(ann="steal").play("ann", "steal", "bob")
    hand = game.state.hands["bob"]
    game.edit(lambda s: replace(s, hands=s.hands.put("bob", ()), poubelle=hand))
    assert "No card is stolen" in game.refused(zigzag.Resolve(one("wbs")))
    assert game.resolve().events == (events.PowerWasted("ann", Card.STEAL),)


# Echange de jeu


@pytest.mark.parametrize("target", ["bob", "cem"])
def test_echange_force_un_joueur_partenaire_ou_adversaire_a_echanger_ses_cartes(target: str) -> None:
    """Decision 16: three cards for four; whoever has three now completes his hand."""
    game = deal(ann="swap wbs wyc wgu").play("ann", "swap", target)
    theirs = game.state.hands[target]
    game.resolve()
    assert game.events == (events.HandsExchanged("ann", target),)
    assert game.state.hands["ann"] == theirs
    assert game.cards(target) == set(cards("wbs wyc wgu"))
    game.draw(target)
    assert len(game.state.hands[target]) == 4
    # His own face-down card he can pick up only after a discard, as everybody.
    assert "discard or play" in game.refused(zigzag.PickUp(target))
    assert "too many" in game.refused(zigzag.PickUp("ann"))


# Z


def test_z_annule_stop_meme_s_il_est_deja_pose_depuis_plusieurs_mains() -> None:
    game = deal(ann="stop_character", bob="z").play("ann", "stop_character", "bob").end_hand().hand()
    game.z("bob", "bob", "stop_character")
    assert game.events == (events.StopRemoved("bob", "bob", Card.STOP_CHARACTER),)
    assert game.state.stops["bob"] == ()
    assert game.state.poubelle[-2:] == cards("z stop_character")


def test_decision_17_one_z_cancels_one_of_two_stops_of_one_kind() -> None:
    game = deal(ann="stop_character", cem="stop_character", bob="z")
    game.play("ann", "stop_character", "bob").play("cem", "stop_character", "bob").z("bob", "bob", "stop_character")
    assert game.state.stops["bob"] == cards("stop_character")
    assert game.state.stopped("bob") == {Kind.CHARACTER}
    assert game.state.poubelle[-2:] == cards("z stop_character")


def test_z_chez_soi_ou_chez_son_co_equipier() -> None:
    for target in ("bob", "dora"):
        game = (
            deal(ann="stop_character", bob="z").play("ann", "stop_character", target).z("bob", target, "stop_character")
        )
        assert game.state.stops[target] == ()
    game = deal(ann="stop_character", cem="z").play("ann", "stop_character", "bob")
    assert "oneself and one's partner" in game.refused(zigzag.Cancel("cem", "bob", Card.STOP_CHARACTER))
    assert "No stop_character lies" in game.refused(zigzag.Cancel("cem", "cem", Card.STOP_CHARACTER))
    assert "no seat" in game.refused(zigzag.Cancel("cem", "zoe", Card.STOP_CHARACTER))


@pytest.mark.parametrize("power", ["steal", "swap"])
def test_z_annule_vol_de_carte_et_echange_de_jeu(power: str) -> None:
    """Decision 17: before it is carried out; one Z cancels one card."""
    game = deal(ann=power, bob="z wbs").play("ann", power, "bob")
    hand = game.cards("bob")
    game.z("bob", "bob", power)
    assert game.events == (events.PowerCancelled("bob", "ann", "bob", Card(power)),)
    assert game.cards("bob") == hand - {Card.Z}
    assert game.state.effects == ()
    assert game.state.poubelle == (Card.Z, Card(power))
    # Both have three cards; who has played from four picks up his face-down card.
    assert len(game.pick("ann").state.hands["ann"]) == 4
    game = deal(ann=power, bob="z wbs").play("ann", power, "bob").resolve("wbs" if power == "steal" else "")
    holder = "bob" if power == "steal" else "ann"
    assert "to be cancelled" in game.refused(zigzag.Cancel(holder, "bob" if power == "steal" else "ann", Card(power)))


def test_a_power_that_waits_for_the_end_of_the_hand_still_waits_when_another_is_cancelled() -> None:
    game = deal(ann="steal", bob="z wbs", cem="ten_seconds").play("ann", "steal", "bob").play("cem", "ten_seconds")
    game.z("bob", "bob", "steal")
    assert game.kinds() == ["power_cancelled"]
    assert game.phase is Phase.PLAY


def test_z_annule_voir_un_jeu_chez_son_co_equipier() -> None:
    game = (
        deal(ann="peek", bob="z").play("ann", "peek").end_hand().do(zigzag.Look("ann", "dora")).z("bob", "dora", "peek")
    )
    assert game.kinds() == ["power_cancelled"]
    assert game.hand().phase is Phase.PLAY


# Deferred powers


def test_elles_sont_posees_face_cachee_et_jouees_a_l_entre_deux_mains() -> None:
    game = deal(ann="peek").play("ann", "peek").pick("ann")
    assert game.state.due is None
    assert "no hand to look at now" in game.refused(zigzag.Look("ann", "bob"))
    game.end_hand()
    assert (game.phase, game.state.due) == (Phase.BETWEEN, "ann")
    assert "acts first" in game.refused(zigzag.NextHand())


@pytest.mark.parametrize("target", ["bob", "cem"])
def test_voir_le_jeu_de_n_importe_quel_joueur(target: str) -> None:
    game = deal(ann="peek").play("ann", "peek").end_hand()
    assert "no hand to look at" in game.refused(zigzag.Look("bob", "ann"))
    assert "target themselves" in game.refused(zigzag.Look("ann", "ann"))
    assert "no seat" in game.refused(zigzag.Look("ann", "zoe"))
    game.do(zigzag.Look("ann", target))
    assert "not carried out" in game.refused(zigzag.NextHand())
    game.resolve()
    assert game.events == (events.HandSeen("ann", target, game.state.hands[target]),)
    assert game.state.poubelle[-1] is Card.PEEK
    assert game.hand().phase is Phase.PLAY


def test_le_maitre_des_cartes_regarde_les_cartes_et_choisit_a_qui_donner_chaque_carte() -> None:
    game = deal(ann="master").play("ann", "master").end_hand()
    offered = game.state.offered
    assert offered == cards("epu wpc abs egn")
    assert game.kinds()[2:] == ["card_offered"] * 4
    given = dict(zip(("dora", "cem", "bob", "ann"), offered, strict=True))
    assert "not the master" in game.refused(zigzag.Assign("bob", given))
    assert "no seat" in game.refused(zigzag.Assign("ann", {"zoe": offered[0]}))
    assert "exactly the cards" in game.refused(zigzag.Assign("ann", dict.fromkeys(given, offered[0])))
    assert "exactly the cards" in game.refused(zigzag.Assign("ann", {"ann": offered[0]}))
    game.do(zigzag.Assign("ann", given))
    assert game.state.face_down == given
    assert game.state.poubelle[-1] is Card.MASTER


def test_la_main_se_deroule_ensuite_comme_d_habitude() -> None:
    game = deal(ann="master").play("ann", "master").end_hand()
    game.do(zigzag.Assign("ann", dict(zip(game.state.seats, game.state.offered, strict=True)))).hand()
    assert game.kinds() == ["hand_started"]
    assert "discard or play" in game.refused(zigzag.PickUp("bob"))
    game.end_hand().hand()
    assert game.kinds() == ["card_dealt"] * 4 + ["hand_started"]


def ten_seconds() -> Game:
    return deal(ann="ten_seconds").play("ann", "ten_seconds").end_hand()


def test_10_secondes_empeche_la_distribution_individuelle_les_cartes_sont_posees_face_visible() -> None:
    game = ten_seconds()
    assert (game.phase, game.state.due) == (Phase.TEN_SECONDS, "ann")
    assert game.state.tapis == cards("epu wpc abs egn")
    game.do(zigzag.TimeUp()).hand()
    assert not any(game.state.face_down.values())


def test_le_joueur_dispose_de_10_secondes_pour_tous_les_changements_avec_son_propre_jeu() -> None:
    game = ten_seconds()
    first, *_ = game.state.hands["ann"]
    assert "Only 'ann' may exchange" in game.refused(zigzag.Discard("bob", game.state.hands["bob"][0]))
    assert "Only 'ann' may exchange" in game.refused(zigzag.Take("bob", one("epu")))
    game.discard("ann", first.value).take("ann", "epu").discard("ann", "epu").take("ann", "abs")
    assert game.state.tapis == (*cards("wpc egn"), first, one("epu"))
    assert "has not begun" in game.refused(zigzag.Pass("ann"))


def test_un_compte_a_rebours_est_fait() -> None:
    game = ten_seconds().do(zigzag.TimeUp())
    assert game.kinds() == ["time_up"]
    assert "ten seconds now" in game.refused(zigzag.TimeUp())
    assert game.state.poubelle[-1] is Card.TEN_SECONDS


def test_decision_19_what_is_left_is_the_tapis_and_everybody_exchanges() -> None:
    game = ten_seconds().do(zigzag.TimeUp()).hand()
    assert game.kinds() == ["hand_started"]
    own = game.state.hands["bob"][0]
    game.discard("bob", own.value).take("bob", "wpc").passes()
    assert game.phase is Phase.BETWEEN


@pytest.mark.parametrize(("first", "second"), [("master", "ten_seconds"), ("ten_seconds", "master")])
def test_decision_18_maitre_et_10_secondes_sont_contradictoires(first: str, second: str) -> None:
    """ "C'est la 1ère annoncée qui est jouée, l'autre est jetée à la Poubelle et ne peut pas être gardée"."""
    game = deal(ann=first, bob=second).play("ann", first).play("bob", second).end_hand()
    assert game.state.due == "ann"
    if first == "master":
        game.do(zigzag.Assign("ann", dict(zip(game.state.seats, game.state.offered, strict=True))))
    else:
        game.do(zigzag.TimeUp())
    assert game.kinds()[-1] == "power_wasted"
    assert game.state.poubelle[-2:] == (Card(first), Card(second))
    assert game.hand().phase is Phase.PLAY


def test_deferred_powers_act_in_the_order_of_their_announcement() -> None:
    game = deal(ann="master", bob="peek").play("bob", "peek").play("ann", "master").end_hand()
    assert (game.state.due, game.state.offered) == ("bob", ())
    game.do(zigzag.Look("bob", "ann")).resolve()
    assert (game.state.due, len(game.state.offered)) == ("ann", 4)


def test_hands_are_completed_before_a_power_deals() -> None:
    game = deal(ann="steal", bob="wbs eyc agu fpn", cem="ten_seconds").play("cem", "ten_seconds")
    game.play("ann", "steal", "bob").resolve("eyc").discard("ann", "eyc").end_hand()
    assert game.kinds() == ["passed", "hand_ended", "card_drawn", *["card_opened"] * 4]
    assert len(game.state.hands["bob"]) == 4
