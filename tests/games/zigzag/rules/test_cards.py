"""The cards and what four of them are. Quoted sentences are the rulebook's; numbers those of the decisions."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from sim.games.zigzag import rules as zigzag
from sim.games.zigzag.rules import CHARACTERS, Card, Grade, Kind, Trait, common, disproof, disproves, grade, reaches
from tests.games.zigzag.rules.table import ZAG, ZIG, cards, one


def test_chaque_carte_personnage_se_distingue_par_3_caracteristiques() -> None:
    """ "1 personnage élément, 1 paysage coloré, 1 accessoire": 64 cards, one of each combination."""
    assert len(CHARACTERS) == 64
    assert len({card.traits for card in CHARACTERS}) == 64
    assert {tuple(trait.kind for trait in card.traits) for card in CHARACTERS} == {tuple(Kind)}
    assert Counter(trait for card in CHARACTERS for trait in card.traits) == dict.fromkeys(Trait, 16)


def test_lunettes_de_soleil_cocktail_valise_ou_sans_accessoire() -> None:
    """To have no accessory is a characteristic like the others."""
    assert grade(cards("wbn eyn agn fpn")) is Grade.ZIG
    assert common(cards("wbn eyn agn fpn")) == (Trait.NONE,)


def test_zig_is_4_cards_with_1_common_characteristic() -> None:
    assert grade(cards(ZIG)) is Grade.ZIG
    assert grade(cards("wbs wyc wgu fpn")) is Grade.NOTHING


def test_zag_is_4_cards_with_2_common_characteristics() -> None:
    assert grade(cards(ZAG)) is Grade.ZAG
    assert common(cards(ZAG)) == (Trait.FIRE, Trait.BLUE)


def test_three_cards_are_nothing() -> None:
    assert grade(cards("wbs wyc wgu")) is Grade.NOTHING
    assert not reaches(cards("wbs wyc wgu"), Grade.ZIG)


def test_les_jokers_permettent_de_remplacer_n_importe_quelle_carte_creature() -> None:
    assert grade(cards("wbs wyc wgu joker")) is Grade.ZIG
    assert grade(cards("fbs fbc fbu joker")) is Grade.ZAG
    assert grade(cards("wbs fyc joker joker")) is Grade.NOTHING
    assert grade(cards("wbs wbc joker joker")) is Grade.ZAG
    assert grade(cards("wbs joker joker joker")) is Grade.ZAG
    assert grade(cards("joker joker joker joker")) is Grade.ZAG


@pytest.mark.parametrize("special", [card for card in Card if card.is_special])
def test_a_special_card_in_hand_is_no_part_of_a_combination(special: Card) -> None:
    assert special.traits == ()
    assert grade((*cards("wbs wyc wgu"), special)) is Grade.NOTHING
    assert grade((*cards("joker joker joker"), special)) is Grade.NOTHING


@pytest.mark.parametrize(
    ("stop", "zig"),
    [("stop_character", "wbs wyc wgu wpn"), ("stop_landscape", "wbs ebc abu fbn"),
     ("stop_accessory", "wbs eys ags fps")],
)  # fmt: skip
def test_votre_adversaire_ne_peut_plus_regrouper_les_creatures_en_fonction_de(stop: str, zig: str) -> None:
    stopped = one(stop).stops
    assert stopped is not None
    assert grade(cards(zig)) is Grade.ZIG
    assert grade(cards(zig), [stopped]) is Grade.NOTHING
    for other in set(Kind) - {stopped}:
        assert grade(cards(zig), [other]) is Grade.ZIG


def test_le_stop_annule_le_zig_ou_le_zag_correspondant() -> None:
    """A ZAG that loses one characteristic is a ZIG; decision 8: two different STOPs, and there is no ZAG any more."""
    assert grade(cards(ZAG), [Kind.ACCESSORY]) is Grade.ZAG
    assert grade(cards(ZAG), [Kind.CHARACTER]) is Grade.ZIG
    assert grade(cards(ZAG), [Kind.CHARACTER, Kind.LANDSCAPE]) is Grade.NOTHING
    assert grade(cards("joker joker joker joker"), [Kind.CHARACTER, Kind.LANDSCAPE]) is Grade.ZIG


def test_decision_3_a_zag_hand_is_also_a_zig_unless_strict() -> None:
    assert reaches(cards(ZAG), Grade.ZIG)
    assert not reaches(cards(ZAG), Grade.ZIG, strict=True)
    assert reaches(cards(ZAG), Grade.ZAG, strict=True)
    assert reaches(cards(ZIG), Grade.ZIG, strict=True)


def test_two_cards_without_a_common_characteristic_disprove() -> None:
    assert disproves(cards("wbs fyc"))
    assert not disproves(cards("wbs fys"))
    assert not disproves(cards("wbs"))
    assert disproof(cards("wbs wyc wgu fpn")) == cards("wbs fpn")
    assert disproof(cards(ZIG)) is None


def test_decision_7_jokers_prove_nothing_and_special_cards_do() -> None:
    assert not disproves(cards("joker fyc"))
    assert not disproves(cards("joker z"))
    assert disproves(cards("z fyc"))
    assert disproves(cards("z peek"))


def test_decision_8_what_a_stop_takes_away_is_not_common_when_it_is_shown() -> None:
    assert not disproves(cards("wbs wyc"))
    assert disproves(cards("wbs wyc"), [Kind.CHARACTER])


def test_decision_6_a_hand_that_is_nothing_may_have_no_disproof() -> None:
    trap = cards("wbs wyc ebc wbc")
    assert grade(trap) is Grade.NOTHING
    assert disproof(trap) is None


def test_the_computed_facts_of_all_hands_without_jokers() -> None:
    """635,376 hands: 21,792 with at least a ZIG, 48 with a ZAG, 7,344 traps (nothing, and yet no disproof).

    Hands with two cards that disprove a CONTRE are set aside by these two, which the engine names; all others it
    grades. The study below does without the short cut.
    """
    clash = {(a, b): disproves((a, b)) for a, b in combinations(CHARACTERS, 2)}
    hands = zigs = zags = traps = 0
    for first, second in combinations(range(64), 2):
        one_, two = CHARACTERS[first], CHARACTERS[second]
        rest = CHARACTERS[second + 1 :]
        count = len(rest) * (len(rest) - 1) // 2
        hands += count
        if clash[one_, two]:
            continue  # a disproof: neither a combination nor a trap
        shared = [card for card in rest if not clash[one_, card] and not clash[two, card]]
        for third, fourth in combinations(shared, 2):
            if clash[third, fourth]:
                continue
            found = grade((one_, two, third, fourth))
            zigs += found >= Grade.ZIG
            zags += found is Grade.ZAG
            traps += found is Grade.NOTHING
    assert (hands, zigs, zags, traps) == (635_376, 21_792, 48, 7_344)


@pytest.mark.study
def test_the_computed_facts_hand_by_hand() -> None:
    """As above, every hand by `grade` and `disproof` and nothing else."""
    found: Counter[str] = Counter()
    for hand in combinations(CHARACTERS, 4):
        of = grade(hand)
        found[of.name] += 1
        found["trap"] += of is Grade.NOTHING and disproof(hand) is None
    assert found == {"NOTHING": 635_376 - 21_792, "ZIG": 21_792 - 48, "ZAG": 48, "trap": 7_344}


def test_two_different_cards_share_at_most_two_characteristics() -> None:
    shared = Counter(len(common(pair)) for pair in combinations(CHARACTERS, 2))
    assert set(shared) == {0, 1, 2}


def test_immediate_and_deferred_powers() -> None:
    assert {card.value for card in zigzag.IMMEDIATE} == {"steal", "swap", "z", "plus_one", "minus_one"}
    assert {card.value for card in zigzag.DEFERRED} == {"master", "ten_seconds", "peek"}
    specials = {card for card in Card if card.is_special}
    assert specials == {*zigzag.STOPS, *zigzag.IMMEDIATE, *zigzag.DEFERRED}
