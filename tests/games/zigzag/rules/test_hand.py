"""A set and its hands: deal, discard, pick up, exchange with the tapis, the Poubelle. Quotes are the rulebook's."""

from __future__ import annotations

import pytest

from sim.games.zigzag import rules as zigzag
from sim.games.zigzag.rules import Card, Phase, events
from sim.rules_frame import IllegalAction
from tests.games.zigzag.rules.table import BOX, FOUR, SIX, Game, cards, one


@pytest.fixture
def game() -> Game:
    """The first hand has begun; next in the pile after the four face-down cards is epu."""
    return Game().deal(ann="wbs eyc agu fpn", bob="wys egc apu fbn", pile="wgs epc abu fyn epu").hand()


def test_materiel_93_cartes_64_personnages_17_speciales_12_contraintes() -> None:
    assert BOX.size == 93
    assert sum(BOX.specials.values()) == 17
    assert len(BOX.constraints) == 12


def test_4_ou_6_joueurs_en_equipes_de_2() -> None:
    assert Game().state.teams == (("ann", "cem"), ("bob", "dora"))
    assert Game(SIX).state.teams == (("ann", "dora"), ("bob", "eva"), ("cem", "fred"))
    for seats in (FOUR[:2], FOUR[:3], SIX[:5]):
        with pytest.raises(IllegalAction, match="for 4 or 6 seats"):
            zigzag.apply(None, zigzag.Setup(seats, tuple(map(Card, BOX.deck(1, 2)))))


def test_niveau_1_on_retire_les_cartes_plus_1_moins_1_et_contraintes() -> None:
    assert not {"plus_one", "minus_one"} & set(BOX.deck(1, 2))
    with pytest.raises(IllegalAction, match="taken out at level 1"):
        zigzag.apply(None, zigzag.Setup(FOUR, tuple(map(Card, BOX.deck(2, 2)))))
    with pytest.raises(IllegalAction, match="no constraint cards at level 1"):
        Game(constraints={"ann": tuple(zigzag.Trait)})


def test_on_ne_laisse_qu_une_carte_joker_par_equipe() -> None:
    assert BOX.deck(1, 2).count("joker") == 2
    assert BOX.deck(1, 3).count("joker") == 3


def test_on_peut_decider_d_en_mettre_un_supplementaire() -> None:
    assert BOX.deck(1, 2, more_jokers=1).count("joker") == 3


def test_definir_2_signes_discrets_et_distincts() -> None:
    game = Game().do(zigzag.AgreeSigns(0, "ear", "nose"))
    assert game.event(events.SignsAgreed) == events.SignsAgreed(0, "ear", "nose")
    assert game.state.signs == (zigzag.Signs("ear", "nose"), None)
    assert "must differ" in game.refused(zigzag.AgreeSigns(1, "ear", "ear"))
    assert "no team" in game.refused(zigzag.AgreeSigns(2, "ear", "nose"))


def test_ces_signes_ne_peuvent_etre_changes_qu_entre_2_manches() -> None:
    game = Game().deal(ann="wbs wyc wgu wpn").hand()
    assert "between two sets" in game.refused(zigzag.AgreeSigns(0, "ear", "nose"))
    game.announce("cem", "zig")
    assert game.do(zigzag.AgreeSigns(0, "ear", "nose")).state.signs[0] is not None


def test_il_peut_executer_le_signe_prevu_a_son_co_equipier() -> None:
    """Decision 25: signs bind nobody, and they may be false."""
    game = Game().do(zigzag.AgreeSigns(0, "ear", "nose")).deal().hand()
    assert game.do(zigzag.Sign("ann", "ear")).events == (events.SignMade("ann", "ear", zigzag.Call.ZIG),)
    assert game.do(zigzag.Sign("cem", "nose")).events == (events.SignMade("cem", "nose", zigzag.Call.ZAG),)
    assert game.do(zigzag.Sign("ann", "chin")).events == (events.SignMade("ann", "chin", None),)
    assert game.do(zigzag.Sign("bob", "ear")).events == (events.SignMade("bob", "ear", None),)


def test_chaque_joueur_se_trouve_en_diagonale_de_son_equipier() -> None:
    for seats in (FOUR, SIX):
        state = Game(seats).state
        for place, seat in enumerate(seats):
            neighbours = {seats[place - 1], seats[(place + 1) % len(seats)]}
            assert state.partner(seat) not in neighbours
            assert all(state.team_of(other) != state.team_of(seat) for other in neighbours)


@pytest.mark.parametrize("seats", [FOUR, SIX])
def test_vous_distribuez_ensuite_4_cartes_a_chacun_et_le_reste_constitue_la_pioche(seats: tuple[str, ...]) -> None:
    game = Game(seats).deal()
    assert {len(hand) for hand in game.state.hands.values()} == {4}
    assert len(game.state.pile) == (78 if len(seats) == 4 else 79) - 4 * len(seats)
    assert game.phase is Phase.BETWEEN


def test_une_manche_est_distribuee_avec_toutes_les_cartes() -> None:
    game = Game()
    pile = game.state.pile
    assert "exactly the cards" in game.refused(zigzag.Deal(pile[1:]))
    assert "exactly the cards" in game.refused(zigzag.Deal((*pile[1:], pile[1])))
    assert "not been dealt" in game.refused(zigzag.NextHand())
    assert "goes on" in game.deal().refused(zigzag.Deal(pile))


def test_1_carte_de_la_pioche_est_distribuee_a_chaque_joueur_posee_face_cachee(game: Game) -> None:
    assert [game.state.face_down[seat] for seat in FOUR] == list(cards("wgs epc abu fyn"))
    assert {len(hand) for hand in game.state.hands.values()} == {4}
    assert game.kinds() == ["card_dealt"] * 4 + ["hand_started"]
    assert "has not ended" in game.refused(zigzag.NextHand())


def test_il_doit_se_defausser_avant_de_pouvoir_ramasser_sa_nouvelle_carte(game: Game) -> None:
    assert "discard or play" in game.refused(zigzag.PickUp("ann"))
    game.discard("ann", "fpn")
    assert game.state.tapis == cards("fpn")
    assert game.state.face_down["ann"] == one("wgs")
    assert game.pick("ann").cards("ann") == set(cards("wbs eyc agu wgs"))
    assert game.state.face_down["ann"] is None
    assert "No face-down card" in game.refused(zigzag.PickUp("ann"))


def test_ou_jouer_une_carte_speciale_avant_de_pouvoir_ramasser() -> None:
    game = Game().deal(ann="stop_character eyc agu fpn", pile="wgs").hand().play("ann", "stop_character", "bob")
    assert game.pick("ann").cards("ann") == set(cards("eyc agu fpn wgs"))


def test_ne_peut_en_aucun_cas_prendre_une_carte_dans_le_tapis_avant_sa_carte_face_cachee(game: Game) -> None:
    game.discard("bob", "fbn").discard("ann", "fpn")
    assert "face-down card" in game.refused(zigzag.Take("ann", one("fbn")))
    game.pick("ann").discard("ann", "eyc").take("ann", "fbn")
    assert game.cards("ann") == set(cards("wbs agu wgs fbn"))


def test_vous_ne_devrez_jamais_avoir_plus_de_4_cartes_en_main(game: Game) -> None:
    game.discard("bob", "fbn").discard("ann", "fpn").pick("ann")
    assert "too many" in game.refused(zigzag.Take("ann", one("fbn")))
    assert "too many" in game.refused(zigzag.Draw("ann"))


def test_changer_autant_de_fois_qu_ils_le_souhaitent_et_tous_en_meme_temps(game: Game) -> None:
    game.discard("ann", "fpn").discard("bob", "fbn").pick("bob", "ann")
    game.discard("bob", "wys").discard("ann", "agu").take("bob", "agu").take("ann", "wys")
    for _ in range(3):
        game.discard("ann", "wys").take("ann", "fbn").discard("ann", "fbn").take("ann", "wys")
    assert game.cards("ann") == set(cards("wbs eyc wys wgs"))
    assert game.cards("bob") == set(cards("agu egc apu epc"))


def test_who_is_first_has_the_card(game: Game) -> None:
    """Decision 13: the exchange is a race, one card at a time; the second finds nothing."""
    game.open("ann", "bob", "cem").discard("ann", "wbs").discard("bob", "wys").take("bob", "fpn")
    assert game.refused(zigzag.Take("ann", one("fpn"))) == "fire.pink.none does not lie on the tapis."


def test_on_ne_peut_jeter_qu_une_carte_a_la_fois(game: Game) -> None:
    game.discard("ann", "fpn")
    assert "complete their hand" in game.refused(zigzag.Discard("ann", one("agu")))
    game.pick("ann").discard("ann", "agu")
    assert "complete their hand" in game.refused(zigzag.Discard("ann", one("eyc")))


def test_puis_re_piocher_his_own_card_may_be_taken_back(game: Game) -> None:
    game.open("ann").discard("ann", "agu").take("ann", "agu")
    assert one("agu") in game.state.hands["ann"]


def test_plus_personne_ne_souhaite_changer_de_cartes(game: Game) -> None:
    """Decision 14: everybody passes; who has not picked up or not completed his hand cannot."""
    game.discard("ann", "fpn")
    assert "pick up" in game.refused(zigzag.Pass("ann"))
    game.pick("ann").discard("ann", "eyc")
    assert "complete hand" in game.refused(zigzag.Pass("ann"))
    game.take("ann", "eyc").open().passes("ann", "bob", "cem")
    assert "passed already" in game.refused(zigzag.Pass("ann"))
    assert game.phase is Phase.PLAY
    game.passes("dora")
    assert game.phase is Phase.BETWEEN
    assert game.event(events.HandEnded).cause == "passed"


def test_a_new_card_on_the_tapis_asks_everybody_again(game: Game) -> None:
    game.open().passes("ann", "bob", "cem").discard("dora", game.state.hands["dora"][0].value)
    assert game.state.passed == frozenset()


def test_le_tapis_est_alors_jete_a_la_poubelle(game: Game) -> None:
    game.open()
    tapis = game.state.tapis
    assert len(tapis) == 4
    game.passes()
    assert (game.state.tapis, game.state.poubelle) == ((), tapis)
    assert game.event(events.HandEnded).cards == tapis


def test_lorsqu_il_n_y_a_plus_de_cartes_au_tapis() -> None:
    """The hand ends at once when everybody has his cards and none lies on the tapis."""
    game = Game().deal(
        ann="stop_character eyc agu fpn", bob="stop_accessory", cem="stop_landscape", dora="z", pile="wgs"
    )
    game.hand().play("ann", "stop_character", "bob").play("bob", "stop_accessory", "ann")
    game.play("cem", "stop_landscape", "dora").z("dora", "dora", "stop_landscape").pick("ann", "bob", "cem")
    assert game.phase is Phase.PLAY
    game.pick("dora")
    assert (game.phase, game.event(events.HandEnded).cause) == (Phase.BETWEEN, "empty")


def test_on_passe_alors_a_la_main_suivante(game: Game) -> None:
    game.end_hand().hand()
    assert (game.state.set_number, game.state.hand_number) == (1, 2)
    assert game.state.face_down["ann"] == one("epu")
    assert "discard or play" in game.refused(zigzag.PickUp("ann"))


def test_en_cas_d_impossibilite_de_completer_leur_jeu_avec_le_tapis_les_joueurs_piochent() -> None:
    """Decision 10: a special card played later leaves three; the tapis completes them, else the pile."""
    game = Game().deal(ann="stop_character stop_accessory eyc agu", pile="wgs epc abu fyn epu").hand()
    game.play("ann", "stop_character", "bob")
    assert "face-down card to pick up" in game.refused(zigzag.Draw("ann"))
    game.pick("ann").play("ann", "stop_accessory", "bob").draw("ann")
    assert game.event(events.CardDrawn) == events.CardDrawn("ann", one("epu"))
    assert "too many" in game.refused(zigzag.Draw("ann"))


def test_he_does_not_draw_while_the_tapis_has_a_card() -> None:
    game = Game().deal(ann="stop_character eyc agu wbs", pile="wgs").hand().open("ann")
    game.play("ann", "stop_character", "bob")
    assert "from the tapis" in game.refused(zigzag.Draw("ann"))


def test_decision_11_the_poubelle_is_shuffled_when_the_pile_is_empty() -> None:
    game = Game(more="").deal()
    hands = 0
    while not game.state.shuffle_due:
        game.hand() if game.phase is Phase.BETWEEN else game.end_hand()
        hands += 1
    poubelle = game.state.poubelle
    assert not game.state.pile
    assert len(game.state.owed) > 0
    assert "has to be shuffled" in game.refused(zigzag.NextHand())
    assert "has to be shuffled" in game.refused(zigzag.Announce("ann", zigzag.Call.ZIG))
    assert "exactly the cards of the Poubelle" in game.refused(zigzag.Shuffle(poubelle[1:]))
    (shuffle,) = zigzag.legal_actions(game.state)
    assert isinstance(shuffle, zigzag.Shuffle)
    game.do(zigzag.Shuffle(poubelle[::-1]))
    assert all(game.state.face_down.values())
    assert game.state.poubelle == ()
    assert "only when" in game.refused(zigzag.Shuffle(()))


def test_constraints_and_posted_stops_are_not_in_the_poubelle() -> None:
    game = Game().deal(ann="stop_character eyc agu fpn").hand().play("ann", "stop_character", "bob").pick("ann")
    game.end_hand()
    assert Card.STOP_CHARACTER not in game.state.poubelle
    assert game.state.stops["bob"] == cards("stop_character")


def test_what_neither_pile_nor_poubelle_has_is_not_drawn() -> None:
    game = Game()
    deck = cards("stop_character stop_accessory stop_landscape z") + game.state.deck[:16]
    game.state, _ = zigzag.apply(None, zigzag.Setup(FOUR, deck))
    game.deal(ann="stop_character").hand().play("ann", "stop_character", "bob").pick("ann").end_hand().hand()
    if game.state.shuffle_due:
        game.do(zigzag.Shuffle(game.state.poubelle))
    assert "pile_exhausted" in game.kinds()
    assert sum(card is not None for card in game.state.face_down.values()) == 3
    assert game.state.deck == zigzag.sort_cards(deck)


def test_strangers_and_cards_that_nobody_has_are_refused(game: Game) -> None:
    assert game.refused(zigzag.Discard("zoe", one("wbs"))) == "'zoe' has no seat at this table."
    assert game.refused(zigzag.Discard("ann", one("wys"))) == "'ann' does not hold water.yellow.sunglasses."
    assert "set up already" in game.refused(zigzag.Setup(FOUR, ()))
    with pytest.raises(IllegalAction, match="must be a setup"):
        zigzag.apply(None, zigzag.NextHand())


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        ({"seats": ("a", "a", "b", "c")}, "same name"),
        ({"level": 4}, "levels 1, 2 and 3"),
        ({"contre_limit": -1}, "negative"),
        ({"deck": (Card.JOKER,) * 19}, "at least 20 cards"),
        ({"deck": (*zigzag.CHARACTERS, zigzag.CHARACTERS[0])}, "twice"),
        ({"level": 2}, "constraint card of 'ann' is missing"),
        ({"level": 2, "constraints": {"zoe": tuple(zigzag.Trait)}}, "'zoe', who has no seat"),
        ({"level": 2, "constraints": dict.fromkeys(FOUR, tuple(zigzag.Trait)[1:])}, "must have 12 numbers"),
    ],
)
def test_setups_that_are_refused(setup: dict[str, object], why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        zigzag.apply(None, zigzag.Setup(**{"seats": FOUR, "deck": zigzag.CHARACTERS, **setup}))
