"""Page 12 of the French rules (Zoch 2012, "Riff Raff"), sentence by sentence: each test quotes what it shows."""

from __future__ import annotations

from typing import Any

from sim.games.riff_raff import rules as rr


def test_attraper_les_pieces_au_vol(match: Any) -> None:
    """« Toutes les pièces qu'il rattrape (à une ou deux mains) sont retirées du jeu. »"""
    m = match("ann", "bob").stow(slot_6="rat", slot_9="boat").reveal(ann=8, bob=1)
    m.load("crate", caught=[("rat", 6), ("boat", 9)])
    assert m.removed() == {"rat": 1, "boat": 1}
    assert sum(m.state.supply_counts.values()) + 1 + 2 == 32


def test_pas_le_droit_de_sauver_uniquement_la_piece_en_train_de_placer(match: Any) -> None:
    """« Cependant, il n'a pas le droit de sauver uniquement la pièce qu'il était en train de placer. »"""
    m = match("ann", "bob").reveal(ann=8, bob=1).load("crate", "caught")
    assert m.removed() == {}


def test_une_fois_que_tout_le_monde_a_joue(match: Any) -> None:
    """« Une fois que tout le monde a joué, un nouveau tour commence : chacun joue, face cachée, une des cartes qu'il
    lui reste encore en main. »"""
    m = match("ann", "bob", "cem").reveal(ann=8, bob=1, cem=4).load("rat").load("rat")
    assert m.state.phase is rr.Phase.LOAD
    m.load("rat")
    assert (m.state.phase, m.state.round) == (rr.Phase.REVEAL, 2)
    assert m.kinds()[-1] == "round_started"
    assert "does not hold" in m.refused(rr.Reveal({"ann": 8, "bob": 2, "cem": 5}))


def test_seule_la_derniere_visible(match: Any) -> None:
    """« Cette nouvelle carte doit toujours recouvrir la (les) carte(s) déjà jouée(s) de manière à ce que seule la
    dernière soit toujours visible. »"""
    m = match("ann", "bob").fumble_round(ann=8, bob=1).fumble_round(ann=2, bob=9)
    assert m.state.cards == {"ann": 2, "bob": 9}


def test_le_capitaine_conserve_sa_fonction(match: Any) -> None:
    """« Le capitaine du tour précédent conserve sa fonction jusqu'à ce que les nouvelles cartes aient été découvertes.
    Celui qui a joué la carte la plus forte devient le nouveau capitaine. »"""
    m = match("ann", "bob").fumble_round(ann=1, bob=8)
    assert (m.state.phase, m.state.captain) == (rr.Phase.REVEAL, "bob")
    assert m.reveal(ann=9, bob=2).state.captain == "ann"


def test_l_ancien_capitaine_designe_son_successeur(match: Any) -> None:
    """« En cas d'égalité entre plusieurs joueurs, l'ancien capitaine encore en fonction désigne son successeur parmi
    ceux-ci. »"""
    m = match("ann", "bob", "cem").fumble_round(ann=1, bob=8, cem=2).reveal(ann=9, bob=2, cem=9)
    assert (m.state.phase, m.state.to_act) == (rr.Phase.NAME_CAPTAIN, "bob")
    assert rr.legal_actions(m.state) == (rr.NameCaptain("ann"), rr.NameCaptain("cem"))


def test_plus_une_seule_piece_a_la_fin_de_son_tour(match: Any) -> None:
    """« Le joueur à qui il ne reste plus une seule pièce à la fin de son tour remporte la partie. (Les autres joueurs
    ne terminent pas le tour.) »"""
    m = match("ann", "bob", "cem").keep("ann", "rat").keep("bob", "rat").reveal(ann=9, bob=8, cem=1).load("rat")
    assert m.state.winners == ("ann",)
    assert m.event(rr.MatchOver).ending is rr.Ending.EMPTIED


def test_toutes_les_cartes_jouees(match: Any) -> None:
    """« Si personne n'a gagné alors que toutes les cartes ont été jouées (10 tours), la partie s'arrête également. Le
    joueur à qui il reste le moins de pièces remporte la partie. Il peut y avoir plusieurs vainqueurs. »"""
    m = match("ann", "bob", "cem")
    for number in range(1, 11):
        assert m.state.phase is rr.Phase.REVEAL
        m.fumble_round(ann=number, bob=number % 10 + 1, cem=(number + 1) % 10 + 1)
    assert m.event(rr.MatchOver).ending is rr.Ending.CARDS_SPENT
    assert m.state.winners == ("ann", "bob", "cem")


def test_a_deux_joueurs_une_seconde_fois(match: Any) -> None:
    """« À 2 joueurs, une fois que les joueurs ont utilisé toutes les cartes, ils les reprennent en main et continuent
    à jouer. La partie s'arrête lorsque toutes les cartes ont été épuisées une seconde fois et qu'aucun joueur n'a
    réussi à se débarrasser de toutes ses pièces en bois. »"""
    m = match("ann", "bob")
    retaken = 0
    for number in range(20):
        m.fumble_round(ann=number % 10 + 1, bob=(number + 1) % 10 + 1)
        retaken += "hands_retaken" in m.kinds()
    assert (retaken, m.state.phase, m.state.ending) == (1, rr.Phase.OVER, rr.Ending.CARDS_SPENT)


def test_regles_de_chargement_pousser(match: Any) -> None:
    """« ... peut néanmoins la pousser à l'aide de la nouvelle pièce qu'il est en train de placer. »"""
    m = match("ann", "bob").stow(slot_2="boat").reveal(ann=2, bob=1).load("crate", ship={1: ["boat"], 2: ["crate"]})
    assert m.event(rr.CargoShifted) == rr.CargoShifted("boat", 2, 1)


def test_l_emplacement_sur_lequel_il_est_oblige_de_placer(match: Any) -> None:
    """« ... le joueur choisit l'une de ses pièces en bois et la place sur le navire. Le nombre inscrit sur la carte
    indique l'emplacement du navire sur lequel il est obligé de placer sa pièce. »"""
    for card in range(2, 11):
        m = match("ann", "bob").reveal(ann=card, bob=1)
        assert m.state.slot == card
        assert m.load("plank").aboard() == {card: ["plank"]}


def test_deux_pieces_sur_une_vergue(match: Any) -> None:
    """« S'il s'agit d'un emplacement sur l'une des vergues (emplacements 5 à 10) et si, avant qu'il ne joue, au moins
    une pièce s'y trouve déjà, le joueur peut décider d'y placer 2 pièces l'un après l'autre. Il doit cependant
    annoncer avant de jouer, s'il désire placer 1 ou 2 pièce(s). Ensuite, il ne peut plus changer d'avis. »"""
    m = match("ann", "bob").stow(slot_5="rat").reveal(ann=5, bob=1)
    assert set(rr.legal_actions(m.state)) >= {rr.Announce(1), rr.Announce(2)}
    m.announce(2)
    m.refused(rr.Announce(1))
    m.load("plank").load("boat")
    assert m.aboard() == {5: ["rat", "plank", "boat"]}


def test_tomber_des_la_premiere_tentative(match: Any) -> None:
    """« S'il fait tomber une pièce dès sa première tentative de chargement du navire, il ne peut pas en placer une
    deuxième. »"""
    m = match("ann", "bob").stow(slot_5="rat").reveal(ann=5, bob=1).announce(2).load("plank", lost=[("rat", 5)])
    assert m.state.to_act == "bob"


def test_le_joueur_recupere_toutes_les_pieces(match: Any) -> None:
    """« Le joueur récupère toutes les pièces qu'il ne rattrape pas et les place bien en évidence devant lui ; il devra
    les charger de nouveau à bord aux tours suivants. »"""
    m = match("ann", "bob", "cem").reveal(ann=5, bob=4, cem=3).load("rat").load("boat")
    m.load("crate", "lost", lost=[("rat", 5), ("boat", 4)])
    assert m.state.supply_counts == {"ann": 7, "bob": 7, "cem": 10}
    assert m.aboard() == {}


def test_s_il_ne_rattrape_que_la_piece(match: Any) -> None:
    """« S'il ne rattrape que la pièce qu'il était en train de placer, il doit également la garder devant lui pour la
    charger plus tard. »"""
    m = match("ann", "bob").keep("ann", "rat").reveal(ann=5, bob=4).load("rat", "caught")
    assert m.supply("ann") == {"rat": 1}
    assert m.load("rat").reveal(ann=6, bob=1).load("rat").state.winners == ("ann",)
