"""What a player of ZIGZAG wants, notices, calls and suspects."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

import pytest

from sim.errors import InputError
from sim.games.zigzag import intents, rules
from sim.games.zigzag.bots import STRATEGIES, USUAL_STRATEGY, settings_of
from sim.games.zigzag.bots.calls import Goal, best_call, callable_now, goal, signed
from sim.games.zigzag.bots.exchanging import best_exchange, to_discard, value
from sim.games.zigzag.bots.hand_value import ZAG, ZIG, can_answer, nearness, potential, reaches, worth
from sim.games.zigzag.bots.mind import Mind
from sim.games.zigzag.bots.observation import Observation, Percept, PerceptKind
from sim.games.zigzag.bots.people import build_people, shipped_people_tables
from sim.games.zigzag.bots.powers import answer_effect, power_to_play, z_for_stop
from sim.games.zigzag.bots.sign_beliefs import Suspect, team_chance
from sim.games.zigzag.match.bot_driver import Chance
from sim.people.skill import load_skills
from sim.seeds import Noise

PEOPLE = build_people(shipped_people_tables(), "zigzag.toml")
CASUAL = load_skills()["casual"]
ANY = Goal(ZIG, 1)
HAND = ("water.blue.none", "water.green.none", "water.pink.suitcase", "fire.pink.cocktail")


def view(**changes: object) -> Observation:
    base = Observation(
        me="Anne",
        partner="Cleo",
        number=0,
        opponents={1: ("Bert", "Dirk")},
        phase="play",
        hand_number=1,
        hand=HAND,
        room=0,
        waiting=False,
        opened=True,
        passed=False,
        tapis=(),
        stops=dict.fromkeys(("Anne", "Bert", "Cleo", "Dirk"), ()),
        boxes=((1, "zig"), (1, "zag"), (1, "double_zig"), (1, "zig_zag")),
        theirs={1: 4},
        levels=(1,),
        contres=3,
        real=False,
        effects=(),
        offered=(),
        due=False,
        must=None,
        beside={},
        free=True,
        over=False,
        reaching=False,
        stuck=False,
        can=lambda _deed: True,
    )
    return replace(base, **changes)


def mind(strategy: str = "team") -> Mind:
    found = Mind(
        "Anne", CASUAL, settings_of(PEOPLE, strategy), PEOPLE.eyes, PEOPLE.voice, Chance(Noise(3), "Anne").draw
    )
    found.signs = {"zig": "winks", "zag": "sighs"}
    return found


# ------------------------------------------------------------------------------------------------ worth


def test_a_hand_reaches_for_a_player_what_it_is_by_the_rules() -> None:
    cards = [*[card.value for card in rules.Card if card.is_character][:12], "joker", "stop_character"]
    for number, hand in enumerate(product(cards, repeat=4)):
        if number % 37 or len(set(hand)) < 4:
            continue
        grade = rules.grade([rules.Card(card) for card in hand])
        assert reaches(hand) == {0: None, 1: ZIG, 2: ZAG}[int(grade)]


def test_a_player_can_answer_a_contre_with_what_the_rules_take_for_an_answer() -> None:
    kinds = (rules.Kind.CHARACTER, rules.Kind.LANDSCAPE, rules.Kind.ACCESSORY)
    cards = [*[card.value for card in rules.Card if card.is_character][::5], "joker", "z"]
    for number, hand in enumerate(product(cards, repeat=4)):
        if number % 53 or len(set(hand)) < 4:
            continue
        for stopped in ((), (1,), (0, 2)):
            found = rules.disproof([rules.Card(card) for card in hand], {kinds[axis] for axis in stopped})
            assert can_answer(hand, stopped) == (found is not None), (hand, stopped)


def test_who_thinks_of_a_contre_likes_to_be_able_to_answer_it() -> None:
    shut = ("water.blue.none", "water.green.none", "water.pink.suitcase", "water.yellow.cocktail")
    near = (*shut[:3], "fire.yellow.cocktail")
    assert (can_answer(shut), can_answer(near)) == (False, True)
    greedy, watchful = PEOPLE.strategies["greedy"], PEOPLE.strategies["watchful"]
    rated = [[value(ways, view(), ANY, cards) for cards in (shut, near)] for ways in (greedy, watchful)]
    assert rated[1] == [rated[0][0], rated[0][1] + watchful.guard]
    # A combination is worth more all the same.
    assert rated[1][0] > rated[1][1]


@pytest.mark.parametrize(
    ("cards", "stopped", "must", "expected"),
    [
        (HAND, (), None, (3, 2)),
        (HAND, (0,), None, (2, 1)),  # no element any more: two without accessory, two pink
        (HAND, (0, 1), None, (2, 0)),  # with two STOPs no ZAG (FACTS 4.4 no 8)
        ((*HAND[:3], "joker"), (), None, (4, 3)),
        (HAND, (), "pink", (2, 1)),
        (HAND, (1,), "pink", (0, 0)),
        (("joker", "joker", "joker", "z"), (), None, (3, 3)),
    ],
)
def test_how_near_a_hand_is(
    cards: tuple[str, ...], stopped: tuple[int, ...], must: str | None, expected: tuple[int, int]
) -> None:
    assert nearness(cards, stopped, must) == expected


def test_a_zag_is_not_sought_by_way_of_a_zig_that_may_be_countered() -> None:
    three = ("water.blue.none", "water.blue.suitcase", "water.green.none", "fire.blue.none")
    four = ("water.blue.none", "water.blue.suitcase", "water.green.none", "water.pink.cocktail")
    assert worth(three, ZAG) >= worth(four, ZAG)
    assert worth(four, ZIG) > worth(three, ZIG)


def test_who_plans_weighs_what_a_hand_may_become() -> None:
    three = ("water.blue.none", "water.blue.suitcase", "water.blue.cocktail", "fire.pink.sunglasses")
    twice = ("water.blue.none", "water.blue.suitcase", "fire.pink.none", "fire.pink.sunglasses")
    once = ("water.blue.none", "water.blue.suitcase", "fire.pink.none", "earth.yellow.sunglasses")
    assert 4.0 == potential((*three[:3], "joker")) > potential(three) > potential(twice) > potential(once) > 0
    # What a STOP has taken away, and what a constraint does not allow, is no prospect.
    assert potential(three, stopped=(0,)) < potential(three)
    assert potential(three, must="pink") < potential(three, must="water") <= potential(three)
    assert potential(three, stopped=(0, 1)) == potential(("z", "peek")) == 0.0


# ------------------------------------------------------------------------------------------------ calls


@pytest.mark.parametrize(
    ("mine", "partners", "expected"),
    [
        (None, None, ()),
        (None, ZIG, ("zig",)),
        (None, ZAG, ("zig", "zag")),
        (ZIG, ZIG, ("zig", "double_zig")),
        (ZAG, ZIG, ("zig", "double_zig", "zig_zag")),
        (ZAG, ZAG, ("zig", "zag", "double_zig", "zig_zag", "double_zag")),
        (ZIG, None, ()),  # one's own ZIG is not announced by oneself (FACTS 4.4 no 2)
    ],
)
def test_what_the_receiver_of_a_sign_can_call(
    mine: str | None, partners: str | None, expected: tuple[str, ...]
) -> None:
    assert callable_now(mine, partners) == expected


def boxes(*words: str) -> tuple[tuple[int, str], ...]:
    """`2zag` is the box ZAG of level 2."""
    return tuple((int(word[0]), word[1:]) for word in words)


def test_the_hardest_open_box_is_called() -> None:
    zig, zag = Goal(ZIG, 1), Goal(ZAG, 1)
    assert best_call({1: ZIG}, zig, boxes("1zig", "1double_zig")) == "double_zig"
    assert best_call({1: None}, zig, boxes("1zag")) is None
    assert best_call({1: ZAG}, zag, boxes("1zag")) == "double_zag"
    assert best_call({1: ZAG}, None, boxes("1zag")) is None


def test_at_level_3_nothing_is_called_that_may_tick_nothing() -> None:
    """A box that is open at level 2 alone takes two hands of which both are known to use their constraints."""
    left = boxes("1zag", "2double_zig", "2zig_zag")
    assert best_call({1: ZIG, 2: None}, Goal(ZIG, 1), left) is None
    assert best_call({1: ZIG, 2: ZIG}, Goal(ZIG, 1), left) is None
    assert best_call({1: ZIG, 2: None}, Goal(ZIG, 2), left) is None
    assert best_call({1: ZIG, 2: ZIG}, Goal(ZIG, 2), left) == "double_zig"
    assert best_call({1: None, 2: None}, Goal(ZAG, 1), left) == "zag"
    # Of two boxes the harder one, of two levels the higher one.
    assert best_call({1: ZIG, 2: ZIG}, Goal(ZAG, 2), left) == "zig_zag"
    assert best_call({1: ZAG, 2: ZIG}, Goal(ZAG, 2), boxes("2zig")) == "zig"


def test_partners_go_for_what_their_sheet_lacks() -> None:
    zig, zag = Goal(ZIG, 1), Goal(ZAG, 1)
    assert goal("sheet", boxes("1zig", "1zag"), None, True) == zig
    assert goal("sheet", boxes("1double_zig", "1zag", "1zig_zag"), None, False) == zig
    # A ZAG is what takes long: both go for it, whatever they have on the way.
    assert [goal("sheet", boxes("1zag", "1zig_zag"), None, first) for first in (True, False)] == [zag, zag]
    # For the last ZIG-ZAG one of the two keeps a ZIG; both, as soon as a ZAG is there.
    assert [goal("sheet", boxes("1zig_zag"), None, first) for first in (True, False)] == [zag, zig]
    assert goal("sheet", boxes("1zig_zag"), ZAG, True) == zig
    assert goal("own", boxes("1zag"), None, True) == zag
    # At level 3 what needs no constraint comes first.
    assert goal("sheet", boxes("1zag", "2zig"), None, True) == zag
    assert goal("sheet", boxes("2zig", "2zag"), None, True) == Goal(ZIG, 2)


def test_a_pair_makes_signs_only_for_what_one_of_them_can_call() -> None:
    assert signed("sheet", boxes("1double_zig", "1zag")) == {ZIG: 1, ZAG: 1}
    assert signed("sheet", boxes("1zag", "1zig_zag")) == signed("sheet", boxes("1zig_zag")) == {ZAG: 1}
    assert signed("own", boxes("1zag")) == {ZAG: 1}
    assert signed("own", boxes("1zig_zag")) == signed("none", boxes("1zag")) == {ZIG: 1, ZAG: 1}
    # At level 3 a sign is for the lowest level at which it is wanted.
    assert signed("sheet", boxes("1zag", "2zig", "2zag")) == {ZIG: 2, ZAG: 1}
    assert signed("sheet", boxes("1zig", "2zag")) == {ZIG: 1, ZAG: 2}
    four = view(hand=(*HAND[:3], "water.yellow.none"), boxes=((1, "zag"), (1, "zig_zag")))
    assert all(deed.question != "sign" for deed in mind().decide(9.0, four))


def test_a_sign_that_can_mean_one_thing_only_is_called_at_once_and_another_one_seen_twice() -> None:
    def signs_until_called(left: tuple[tuple[int, str], ...]) -> int:
        player, table = mind(), view(boxes=left)
        for number in range(1, 9):
            player.sees(Percept(float(number), PerceptKind.SIGNED, "Cleo", None, "sighs"), table)
            if player.decide(number + 0.99, table) == [intents.CallOut(by="Anne", call="zag")]:
                return number
        return 9

    assert signs_until_called(((1, "zag"), (1, "zig_zag"))) == 1
    assert signs_until_called(((1, "zig"), (1, "zag"))) in (2, 3, 4)  # one in ten signs is missed
    # A partner with other habits, such as a person, may show a ZIG all the same: that is none of the calls wanted.
    player, table = mind(), view(boxes=((1, "zag"), (1, "zig_zag")))
    for number in range(1, 9):
        player.sees(Percept(float(number), PerceptKind.SIGNED, "Cleo", None, "winks"), table)
    assert player.partners == ZIG
    assert all(deed.question != "announce" for deed in player.decide(9.99, table))


WATER = (*HAND[:3], "water.yellow.none")
"""A ZIG, of water."""


def test_at_level_3_a_sign_is_made_only_for_a_combination_that_could_tick_something() -> None:
    signs = {"levels": (1, 2), "boxes": boxes("1zag", "2zig", "2double_zig"), "hand": WATER}
    assert all(deed.question != "sign" for deed in mind().decide(9.0, view(**signs, must="pink")))
    assert intents.MakeSign(by="Anne", sign="zig") in mind().decide(9.0, view(**signs, must="water"))


@pytest.mark.parametrize("strategy", ["greedy", "team", "watchful"])
def test_at_level_3_nobody_but_random_players_calls_what_is_ticked_already(strategy: str) -> None:
    """Partners may talk about their sheet there (rules, level 3), so a greedy pair knows it too."""

    def called(left: tuple[tuple[int, str], ...]) -> list[object]:
        player, table = mind(strategy), view(levels=(1, 2), boxes=left, must="pink")
        for number in range(1, 9):
            player.sees(Percept(float(number), PerceptKind.SIGNED, "Cleo", None, "winks"), table)
        return [deed.call for deed in player.decide(9.99, table) if deed.question == "announce"]

    assert called(boxes("1zig", "1zag", "2zig")) == ["zig"]
    assert called(boxes("1zag", "2zag", "2zig_zag")) == []


def test_a_constraint_is_moved_only_to_one_that_the_hand_is_nearer_to() -> None:
    hand = ("water.blue.none", "water.green.none", "water.pink.suitcase", "plus_one")
    table = view(hand=hand, levels=(2,), boxes=boxes("2zig"), must="fire", beside={"plus_one": "water"})
    for strategy in ("greedy", "team", "watchful"):
        ways = PEOPLE.strategies[strategy]
        assert power_to_play(ways, table, Goal(ZIG, 2), {}, 1) == intents.PlayPower(
            by="Anne", card="plus_one", target=None
        )
        assert power_to_play(ways, replace(table, beside={"plus_one": "earth"}), Goal(ZIG, 2), {}, 1) is None
        assert power_to_play(ways, replace(table, must="water"), Goal(ZIG, 2), {}, 1) is None


def test_a_second_stop_of_one_kind_is_laid_before_nobody() -> None:
    """It takes no more away than the first."""
    stop = view(hand=(*HAND[:3], "stop_character"), stops={"Anne": (), "Bert": (0,), "Cleo": (), "Dirk": ()})
    for seed in range(8):
        found = power_to_play(PEOPLE.strategies["team"], stop, Goal(ZIG, 1), {}, seed)
        assert isinstance(found, intents.PlayPower)
        assert found.target == "Dirk"


# ------------------------------------------------------------------------------------------------ cards


def test_the_card_that_does_not_fit_is_thrown() -> None:
    ways = PEOPLE.strategies["greedy"]
    assert {to_discard(ways, view(), ANY, (), seed) for seed in range(8)} == {"fire.pink.cocktail"}
    hand = (*HAND[:3], "joker")
    assert "joker" not in {to_discard(ways, view(hand=hand), ANY, (), seed) for seed in range(8)}


def test_what_an_opponent_collects_is_not_thrown_to_him() -> None:
    hand = ("water.blue.none", "water.green.none", "fire.pink.cocktail", "air.yellow.cocktail")
    ways, known = PEOPLE.strategies["watchful"], ("air.yellow.none", "air.yellow.suitcase")
    assert {to_discard(ways, view(hand=hand), ANY, known, seed) for seed in range(8)} == {"fire.pink.cocktail"}


def test_an_exchange_is_made_for_a_gain_only() -> None:
    ways = PEOPLE.strategies["greedy"]
    seen = [("air.green.cocktail", "air.green.cocktail"), ("water.yellow.cocktail", "water.yellow.cocktail")]
    assert best_exchange(ways, view(), ANY, seen, (), 1, 1.0) == ("fire.pink.cocktail", "water.yellow.cocktail")
    assert best_exchange(ways, view(), ANY, seen[:1], (), 1, 1.0) is None
    assert best_exchange(ways, view(), ANY, seen[:1], (), 1, 1.0, fill=True) == ("", "air.green.cocktail")


def test_powers_are_used_on_those_they_are_for() -> None:
    ways = PEOPLE.strategies["team"]
    stop = view(hand=(*HAND[:3], "stop_character"))
    found = power_to_play(ways, stop, ANY, {}, 1)
    assert isinstance(found, intents.PlayPower)
    assert found.target in ("Bert", "Dirk")
    assert power_to_play(ways, view(), ANY, {}, 1) is None
    z = view(hand=(*HAND[:3], "z"), effects=(("steal", "Bert", "Anne"),))
    assert answer_effect(z, ANY) == [intents.CancelPower(by="Anne", card="steal", target="Anne")]
    assert answer_effect(replace(z, effects=(("steal", "Anne", "Bert"),)), ANY) == []
    stopped = replace(z, stops={**z.stops, "Cleo": (1,)})
    assert z_for_stop(stopped) == [intents.CancelPower(by="Anne", card="stop_landscape", target="Cleo")]


# ------------------------------------------------------------------------------------------------ what is noticed


def test_what_lies_on_the_tapis_is_noticed_later_than_it_lies_there_and_later_still_among_many() -> None:
    def delay(lying: int) -> float:
        delays = []
        for seed in range(60):
            player = Mind(
                "Anne", CASUAL, PEOPLE.strategies["team"], PEOPLE.eyes, PEOPLE.voice, Chance(Noise(seed), "Anne").draw
            )
            around = view(tapis=tuple((f"c{n}", "air.green.cocktail") for n in range(lying)))
            player.sees(Percept(10.0, PerceptKind.LAID, "Bert", "c0", "air.green.cocktail"), around)
            assert player.next_s >= 10.1  # nobody reacts faster than 100 ms
            delays.append(player.next_s - 10.0)
        return sum(delays) / len(delays)

    one, many = delay(1), delay(9)
    assert one == pytest.approx(CASUAL.go_no_go.mean / 1000.0, abs=0.08)
    assert many > one + 0.2


def test_a_card_is_wanted_only_after_it_was_noticed() -> None:
    player = mind()
    lying = view(tapis=(("water.yellow.cocktail", "water.yellow.cocktail"),))
    player.sees(Percept(10.0, PerceptKind.LAID, "Bert", "water.yellow.cocktail", "water.yellow.cocktail"), lying)
    seen_s = player.next_s
    assert all(deed.question not in ("lay", "grab") for deed in player.decide(10.01, lying))
    assert [deed.question for deed in player.decide(seen_s, lying)] == ["lay"]


def test_partners_see_most_signs_and_neighbours_few_and_only_who_watches() -> None:
    def seen(strategy: str, seat: str) -> int:
        count = 0
        for seed in range(300):
            player = Mind(
                "Anne",
                CASUAL,
                settings_of(PEOPLE, strategy),
                PEOPLE.eyes,
                PEOPLE.voice,
                Chance(Noise(seed), "Anne").draw,
            )
            player.signs = {"zig": "winks", "zag": "sighs"}
            player.sees(Percept(5.0, PerceptKind.SIGNED, seat, None, "winks"), view())
            count += player.partners is not None or any(suspect.signed for suspect in player.suspects.values())
        return count

    # Of 300: the partner's 90 %, a neighbour's 35 % of what is noticed at all (a half).
    assert seen("team", "Cleo") == pytest.approx(270, abs=20)
    assert seen("watchful", "Bert") == pytest.approx(300 * 0.35 * CASUAL.notice_share, abs=25)
    assert seen("team", "Bert") == 0


def test_a_sign_that_means_nothing_is_none_to_the_partner_and_one_to_the_neighbour() -> None:
    player = mind("watchful")
    for _ in range(30):
        player.sees(Percept(5.0, PerceptKind.SIGNED, "Cleo", None, "coughs"), view())
        player.sees(Percept(5.0, PerceptKind.SIGNED, "Bert", None, "coughs"), view())
    assert player.partners is None
    assert player.suspects["Bert"].signed


def test_false_signs_are_made_in_their_share_of_the_hands_while_the_opponents_may_fail_a_contre() -> None:
    def bluffs(strategy: str, **changes: object) -> int:
        player, count = mind(strategy), 0
        for hand in range(400):
            player.sees(Percept(10.0 * hand, PerceptKind.NEW_HAND), view(opened=False))
            found = player.decide(10.0 * hand + 9.0, view(**changes))
            count += intents.MakeSign(by="Anne", sign="bluff") in found
            # Once a hand at most.
            again = player.decide(10.0 * hand + 9.5, view(**changes))
            assert intents.MakeSign(by="Anne", sign="bluff") not in again
        return count

    share = PEOPLE.strategies["watchful"].bluff
    assert bluffs("watchful") == pytest.approx(400 * share, abs=4 * math.sqrt(400 * share * (1 - share)))
    assert bluffs("watchful", contres=0) == bluffs("team") == 0
    # Who has a combination makes its sign.
    assert bluffs("watchful", hand=(*HAND[:3], "water.yellow.none")) == 0


def test_a_known_sign_is_called_and_a_combination_signed() -> None:
    player = mind()
    for _ in range(5):
        player.sees(Percept(5.0, PerceptKind.SIGNED, "Cleo", None, "winks"), view())
    assert player.decide(9.0, view()) == [intents.CallOut(by="Anne", call="zig")]
    four = view(hand=(*HAND[:3], "water.yellow.none"))
    assert intents.MakeSign(by="Anne", sign="zig") in mind().decide(9.0, four)


def test_a_contre_is_called_on_evidence_by_who_watches_while_his_team_may() -> None:
    player = mind("watchful")
    while not (player.suspects and player.suspects["Bert"].signed):
        player.sees(Percept(5.0, PerceptKind.SIGNED, "Bert", None, "sighs"), view())
    assert player.decide(9.0, view()) == [intents.CallContre(by="Anne", team=1)]
    assert player.decide(9.0, view(contres=0)) != [intents.CallContre(by="Anne", team=1)]
    player.sees(Percept(9.5, PerceptKind.CHANGED, "Bert"), view())
    assert player.decide(10.0, view()) != [intents.CallContre(by="Anne", team=1)]


def test_what_is_known_of_a_hand_makes_it_suspicious() -> None:
    nothing, three = Suspect(), Suspect(["water.blue.none", "water.green.none", "water.pink.suitcase"])
    assert nothing.chance((), 2) < three.chance((), 2) < Suspect([*three.cards, "joker"]).chance((), 2)
    assert three.chance((0,), 2) < three.chance((), 2)  # a STOP took that away
    assert team_chance([(nothing, ()), (three, ())], 2) == pytest.approx(1 - 0.65 * 0.1)
    three.laid("water.blue.none")
    assert three.chance((), 2) == Suspect(["water.green.none", "water.pink.suitcase"]).chance((), 2)
    signed = Suspect(signed=True)
    assert signed.chance((), 1) > PEOPLE.strategies["watchful"].threshold > nothing.chance((), 1)


def test_who_has_collected_for_longer_is_more_suspicious_until_he_has_other_cards() -> None:
    suspect = Suspect(["water.blue.none"])
    by_hand = [suspect.chance((), hand) for hand in range(1, 6)]
    assert by_hand == sorted(by_hand)
    pair = [team_chance([(Suspect(), ())] * 2, hand) for hand in range(1, 6)]
    # Without anything seen: two hands are not enough for a CONTRE; for who watches, time alone never is.
    assert [chance > PEOPLE.strategies["team"].threshold for chance in pair] == [False, False, True, True, True]
    assert max(pair) < PEOPLE.strategies["watchful"].threshold
    # Where only a real combination is caught, time proves nothing.
    assert Suspect().chance((), 9, real=True) < 0.1 < Suspect(signed=True).chance((), 1, real=True)
    suspect.forget(4)
    assert suspect.chance((), 4) == suspect.chance((), 5) == Suspect().chance((), 1)
    assert suspect.chance((), 7) == Suspect().chance((), 3) < Suspect().chance((), 4)


def test_who_looks_at_his_partner_alone_calls_a_contre_against_pairs_that_call_what_they_cannot_tick() -> None:
    contre = [intents.CallContre(by="Anne", team=1)]

    def after_a_set(strategy: str, caller: str, theirs: int) -> Mind:
        player = mind(strategy)
        player.sees(Percept(1.0, PerceptKind.NEW_SET), view())
        player.sees(Percept(20.0, PerceptKind.STOPPED, caller), view())
        player.sees(Percept(30.0, PerceptKind.NEW_SET), view(theirs={1: theirs}))
        return player

    assert after_a_set("team", "Bert", 4).spoilers == {1}
    # They have ticked a box; one's partner has called; one would never call a CONTRE.
    for player in (after_a_set("team", "Bert", 3), after_a_set("team", "Cleo", 4), after_a_set("greedy", "Bert", 4)):
        assert player.decide(40.0, view(hand_number=9)) != contre
    player = after_a_set("team", "Dirk", 4)
    assert player.decide(40.0, view(hand_number=2)) != contre
    assert player.decide(41.0, view(hand_number=3)) == contre
    assert player.decide(42.0, view(hand_number=3)) != contre
    assert player.decide(43.0, view(hand_number=5)) != contre
    assert player.decide(44.0, view(hand_number=6)) == contre


def test_a_lost_card_is_seen_lost_and_another_one_taken() -> None:
    player = mind()
    both = (("water.yellow.cocktail", "water.yellow.cocktail"), ("water.yellow.none", "water.yellow.none"))
    for name, face in both:
        player.sees(Percept(1.0, PerceptKind.LAID, "Bert", name, face), view(tapis=both))
    found = player.decide(5.0, view(tapis=both))
    assert found[0].question == "lay"
    grabbed = player.decide(5.1, view(tapis=both, over=True, room=1))[0]
    assert grabbed.question == "grab"
    left = tuple(each for each in both if each[0] != grabbed.card)
    player.sees(Percept(5.3, PerceptKind.TAKEN, "Bert", grabbed.card, grabbed.card), view(tapis=left))
    assert player.next_s == pytest.approx(5.3 + CASUAL.stop_ms / 1000.0)
    instead = player.decide(player.next_s, view(tapis=left, free=False, reaching=True, room=1))
    assert instead[0].card == left[0][0]


def test_the_tables_are_checked() -> None:
    assert set(USUAL_STRATEGY.values()) <= set(STRATEGIES)
    tables = shipped_people_tables()
    tables["strategy"]["team"]["watch"] = 2.0
    with pytest.raises(InputError, match=r"strategy\.team\.watch"):
        build_people(tables, "here")
    tables = shipped_people_tables()
    tables["eyes"]["glance_ms"] = math.nan
    with pytest.raises(InputError, match="glance_ms"):
        build_people(tables, "here")


def test_the_shrewd_collect_the_zig_of_the_last_zig_zag_only_when_the_zag_is_there() -> None:
    last = view(number=2, boxes=((1, "zig_zag"),))
    assert mind("watchful")._goal(last) == Goal(ZIG, 1)
    player = mind("shrewd")
    assert player._goal(last) == Goal(ZAG, 1)
    player.partners = ZAG
    assert player._goal(last) == Goal(ZIG, 1)


def test_shrewd_is_watchful_but_for_the_late_zig() -> None:
    people = build_people(shipped_people_tables(), "people.toml")
    assert settings_of(people, "shrewd") == settings_of(people, "watchful").model_copy(update={"late_zig": True})
    assert settings_of(people, "shrewd?bluff=0.5").bluff == 0.5
