"""Those who play ZATRE: what they see, what they value, and who is stronger than whom."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from sim.errors import InputError
from sim.games.zatre import rules
from sim.games.zatre.bots import STRATEGIES, USUAL_STRATEGY, Observation
from sim.games.zatre.bots.move_generation import any_way, ways
from sim.games.zatre.bots.players import (
    ENVY,
    Judge,
    RuleOfThumb,
    Worth,
    best,
    best_places,
    laid,
    one_tile,
    tiles_of,
    two_tiles,
)
from sim.games.zatre.bots.sheet_value import (
    CELLS,
    JUDGEMENT_FILE,
    Offers,
    at_least,
    sheet_values,
    shipped_offers,
    third,
)
from sim.games.zatre.bots.two_tile_expectation import OutcomeGains, Pairs
from sim.measures import check
from sim.rules_frame import FrozenMap
from sim.seeds import rng
from tests.calls import calls_of


@cache
def position(seed: int, tiles: int, names: tuple[str, ...] = ("ann", "bob"), teams: bool = False) -> rules.State:
    """A position with this many tiles on the board, or some more, where something can be placed."""
    values = [value for value, count in rules.TILES.items() for _ in range(count)]
    for attempt in range(100):
        stream = rng(seed, "position", attempt)
        bag = [values[int(n)] for n in stream.permutation(len(values))]
        sides = {"ab": names[:2], "cd": names[2:]} if teams else {}
        state, _ = rules.apply(None, rules.Setup(names, names[0], bag[0], tuple(bag[1:]), sides))
        while state.phase is rules.Phase.PLAY and len(state.board) < tiles:
            state, _ = rules.apply(state, rules.Place(any_way(state.cells, state.hand, stream)))
        if state.phase is rules.Phase.PLAY:
            return state
    raise AssertionError("no position was found")


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("tiles", [0, 30, 70])
def test_everybody_places_by_the_rules_and_the_same_on_the_same_seed(name: str, tiles: int) -> None:
    state = position(1, tiles)
    turns = {STRATEGIES[name].place(Observation.of(state), rng(1, "mind")) for _ in range(2)}
    assert len(turns) == 1
    assert rules.why_not(state, turns.pop()) is None


def test_usual_strategies_are_strategies() -> None:
    assert set(USUAL_STRATEGY.values()) <= set(STRATEGIES)
    assert list(STRATEGIES) == ["random", "greedy", "sheet", "planner"]


def test_a_player_sees_neither_the_bag_nor_what_others_keep() -> None:
    state = position(2, 50)
    view = Observation.of(state)
    hidden = [*state.bag, *(value for name, rack in state.rack.items() if name != state.to_act for value in rack)]
    assert view.unseen == tuple(hidden.count(value) for value in range(1, 7))
    # Another order of the bag is the same view, and leads to the same decision.
    other = rules.State(
        state.players, state.teams, state.phase, state.turn, state.to_act, state.rack, state.bag[::-1], state.cells,
        state.sheets,
    )  # fmt: skip
    for strategy in STRATEGIES.values():
        assert strategy.place(Observation.of(other), rng(1, "mind")) == strategy.place(view, rng(1, "mind"))


def test_after_the_end_there_is_nothing_to_see() -> None:
    state = position(1, 0)
    over = rules.State(
        state.players, state.teams, rules.Phase.OVER, 9, None, state.rack, (), state.cells, state.sheets,
        rules.Ending.BAG_EMPTY,
    )  # fmt: skip
    with pytest.raises(ValueError, match="over"):
        Observation.of(over)


def test_all_ways_of_two_tiles_are_looked_at() -> None:
    for seed in range(5):
        state = position(seed, 40)
        if len(state.hand) <= 2:
            assert [(way.turn, way.outcome) for way in ways(state.cells, state.hand)] == list(rules.scored(state))


@pytest.mark.parametrize("tiles", [5, 40, 70])
def test_the_ways_of_a_team_are_by_the_rules_and_worth_what_they_say(tiles: int) -> None:
    state = position(3, tiles, ("ann", "bob", "cem", "dan"), teams=True)
    found = ways(state.cells, state.hand)
    assert len({way.turn for way in found}) == len(found) > 0
    for way in found[::25]:
        assert rules.why_not(state, way.turn) is None
        assert rules.outcome(state, way.turn) == way.outcome
    assert rules.why_not(state, any_way(state.cells, state.hand, rng(1, "any"))) is None


@pytest.mark.parametrize("tiles", [40, 90])
def test_who_holds_many_tiles_still_decides(tiles: int) -> None:
    """Whoever could place nothing for some turns draws one tile in each, and may place them all at once: more ways than
    can be told. So they are put together one by one."""
    state = position(6, tiles)
    side = state.to_act
    assert side is not None
    hand = (*state.hand, *state.bag[:8])[:9]
    many = rules.State(
        state.players, state.teams, state.phase, state.turn, side, state.rack.put(side, hand), state.bag[9:],
        state.cells, state.sheets,
    )  # fmt: skip
    found = ways(many.cells, many.hand)
    assert len({way.turn for way in found}) == len(found) > 0
    for way in found:
        assert rules.why_not(many, way.turn) is None
        assert rules.outcome(many, way.turn) == way.outcome
    best = max(way.plain for way in ways(state.cells, state.hand))
    assert max(way.plain for way in found) >= best
    for strategy in STRATEGIES.values():
        assert rules.why_not(many, strategy.place(Observation.of(many), rng(1, "mind"))) is None


def test_greedy_takes_the_most_points_then_the_most_crosses() -> None:
    for seed in range(6):
        state = position(seed, 30)
        turn = STRATEGIES["greedy"].place(Observation.of(state), rng(1, "mind"))
        found = rules.outcome(state, turn)
        best = max((outcome.points, outcome.crosses) for _, outcome in rules.scored(state))
        assert (found.points, found.crosses) == best


def test_greedy_decides_quickly_on_a_full_board() -> None:
    """Some 10,000 calls (5 ms), on the average of boards with 100 tiles or so, and with 60 open ones."""
    for tiles in (60, 100):
        states = [position(seed, tiles) for seed in range(5)]
        calls = [
            calls_of(lambda state=state: STRATEGIES["greedy"].place(Observation.of(state), rng(1, "mind")))
            for state in states
        ]
        assert sum(calls) / len(calls) < 30_000


# ------------------------------------------------------------------------------------------------ the sheet


def gains(turns: int) -> Callable[[rules.Sheet, rules.Outcome], float]:
    """What outcomes add to the values of sheets."""
    worth = sheet_values(turns, 4).worth
    return lambda sheet, outcome: worth(sheet.written(outcome)) - worth(sheet)


def test_the_rule_of_thumb_likes_complete_rows_and_crosses() -> None:
    worth = RuleOfThumb().worth
    assert worth(rules.Sheet(1, (1,), (2,), (4,))) == pytest.approx(20.0)
    assert worth(rules.Sheet(0, (1,), (2,), ())) == pytest.approx(1.5 * (3 + 1.5))
    assert worth(rules.Sheet(2, (1,), (), ())) == pytest.approx(2 * (1 + 0.6) + 5.0)
    assert worth(rules.Sheet(0, (), (), (4,) * 17)) == pytest.approx(1.5 * (68 + 0.2 * 72))


def test_the_chances_of_a_column_are_binomial() -> None:
    assert at_least(2, 0.5) == pytest.approx((0.75, 0.25))
    assert at_least(0, 0.3) == ()
    assert sum(at_least(30, 0.4)) == pytest.approx(30 * 0.4)


def test_a_finished_sheet_is_worth_its_total() -> None:
    worth = sheet_values(0, 4).worth
    for sheet in (
        rules.Sheet(),
        rules.Sheet(2, (1, 1), (2,), (4, 8, 4)),
        rules.Sheet(9, (1, 2, 1, 1), (2, 2, 4, 2, 2), (4,) * 12),
        rules.Sheet(3, (3,) * 17, (2,) * 18, (4,) * 19),
        # More cells than are told apart still count.
        rules.Sheet(2, (1,) * (CELLS + 3), (), ()),
    ):
        assert worth(sheet) == pytest.approx(sheet.total)


def test_one_turn_more_is_worth_the_best_of_what_it_offers_on_the_average() -> None:
    """With one turn to go, told again the plain way."""
    offers = shipped_offers()[third(4)]
    worth = sheet_values(1, 4).worth
    for sheet in (rules.Sheet(), rules.Sheet(3, (1, 1), (2, 2), (4, 4, 4)), rules.Sheet(1, (1,), (), (4, 8))):
        best = [max(sheet.written(outcome).total for outcome in offer) for offer in offers]
        # Of a second run of a kind one guesses whether its row will be crossed, even when its cross comes with it.
        assert worth(sheet) == pytest.approx(sum(best) / len(best), abs=0.7)


def test_thirds_of_the_bag() -> None:
    assert [third(bag) for bag in (0, 40, 41, 80, 81, 118)] == [0, 0, 1, 1, 2, 2]


def test_offers_are_words_of_digits() -> None:
    good = {"late": ["1000"], "middle": ["0000"], "early": ["0120 2001"]}
    assert check(Offers, good, "file").early == ("0120 2001",)
    for wrong in ("", "100", "1003", "10 00"):
        with pytest.raises(InputError, match=r"offers\.late: .*four digits"):
            check(Offers, {**good, "late": [wrong]}, JUDGEMENT_FILE.name, "offers")


def test_more_turns_are_worth_more_and_every_gain_is_one() -> None:
    sheet = rules.Sheet(1, (1,), (2, 2), (4,))
    worths = [sheet_values(turns, 4).worth(sheet) for turns in range(0, 30, 5)]
    assert worths == sorted(worths)
    gain = gains(5)
    assert gain(sheet, rules.Outcome()) == 0
    for outcome in (
        rules.Outcome(tens=1),
        rules.Outcome(elevens=1),
        rules.Outcome(twelves=1),
        rules.Outcome(crosses=1),
    ):
        assert gain(sheet, outcome) > 0


def test_a_column_that_lags_behind_is_worth_more() -> None:
    sheet = rules.Sheet(5, (1,) * 3, (2,) * 6, (4,) * 6)
    gain = gains(12)
    assert gain(sheet, rules.Outcome(tens=1)) > 1.3 * gain(sheet, rules.Outcome(elevens=1))


def test_the_missing_cell_of_a_row_is_worth_more_than_its_points() -> None:
    """The rulebook's advice: complete rows rather than many 12s."""
    sheet = rules.Sheet(4, (1, 1), (2, 2, 2, 2), (4, 4, 4, 4))
    ten, twelve = rules.Outcome(tens=1), rules.Outcome(twelves=1)
    gain = gains(3)
    assert gain(sheet, ten) > gain(sheet, twelve)
    assert gains(0)(sheet, ten) == pytest.approx(2 * (1 + 3))


@pytest.mark.parametrize("seed", range(4))
def test_the_best_way_is_the_best_of_all_though_not_all_boards_are_looked_at(seed: int) -> None:
    view, judge = Observation.of(position(seed, 40)), RuleOfThumb()
    offered, looked_at = one_tile(view, judge), 0

    def counting(_view: Observation, _judge: Judge) -> Callable[[bytearray], float]:
        def count(board: bytearray) -> float:
            nonlocal looked_at
            looked_at += 1
            return offered(board)

        return count

    found = best(view, rng(1, "mind"), judge, len(view.options), counting)
    gained = {
        option: judge.worth(view.sheet.written(option.outcome)) - judge.worth(view.sheet) for option in view.options
    }
    worth = {
        option: gain - ENVY / len(view.rivals) * offered(laid(view.cells, tiles_of(option)))
        for option, gain in gained.items()
    }
    assert found.worth == pytest.approx(max(worth.values()))
    assert found.worth == pytest.approx(worth[found.option])
    assert found.gain == pytest.approx(gained[found.option])
    assert 0 < looked_at < len(view.options)


# ------------------------------------------------------------------------------------------------ the quick look


WORTH = Worth((*([0.0] * 10), 1.0, 2.0, 4.0), 1.5)


def plain(outcome: rules.Outcome) -> float:
    """A worth by which single tiles and pairs can be told again."""
    return outcome.tens + 2 * outcome.elevens + 4 * outcome.twelves + 1.5 * outcome.crosses


def best_of_two(state: rules.State, pair: tuple[int, int]) -> float:
    """The most that these tiles bring by the rules."""
    return max(plain(outcome) for _, outcome in rules.scored_on(state.cells, pair))


@pytest.mark.parametrize("seed", range(4))
def test_a_single_tile_brings_what_the_rules_say(seed: int) -> None:
    state = position(seed, 45)
    best, pairs = best_places(state.cells, WORTH), Pairs(state.cells, OutcomeGains(plain))
    for value in range(1, 7):
        expected = max(plain(outcome) for _, outcome in rules.scored_on(state.cells, (value,)))
        assert best[value] == pytest.approx(expected)
        assert pairs.one(value) == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(6))
def test_two_tiles_bring_what_the_best_way_brings(seed: int) -> None:
    """Where two tiles can be placed the generator of all ways finds the same, and hardly ever more."""
    state = position(seed, 35 + 10 * (seed % 3))
    pairs = Pairs(state.cells, OutcomeGains(plain))
    found = {
        (one, other): (pairs.two(one, other), best_of_two(state, (one, other)))
        for one in range(1, 7)
        for other in range(one, 7)
    }
    assert all(quick <= best for quick, best in found.values())
    assert sum(quick == best for quick, best in found.values()) >= len(found) - 2
    assert pairs.two(2, 5) == pairs.two(5, 2)


def test_what_two_tiles_bring_is_judged_together() -> None:
    """Two 10s fill one cell: where every cell counts once, the second brings nothing."""
    state = position(1, 45)

    def cells(outcome: rules.Outcome) -> float:
        return float(sum(runs > 0 for runs in outcome[:3]))

    pairs = Pairs(state.cells, OutcomeGains(cells))
    for pair in ((1, 2), (3, 3), (4, 6)):
        best = max(cells(outcome) for _, outcome in rules.scored_on(state.cells, pair))
        assert best - 1 <= pairs.two(*pair) <= best


def test_the_expected_gain_is_the_mean_over_all_draws() -> None:
    pairs = Pairs(position(1, 45).cells, OutcomeGains(plain))
    assert pairs.expected((0, 1, 0, 0, 1, 0)) == pytest.approx(pairs.two(2, 5))
    assert pairs.expected((0, 2, 0, 0, 0, 0)) == pytest.approx(pairs.two(2, 2))
    three = (pairs.two(1, 2) + pairs.two(1, 3) + pairs.two(2, 3)) / 3
    assert pairs.expected((1, 1, 1, 0, 0, 0)) == pytest.approx(three)
    assert pairs.expected((0, 0, 1, 0, 0, 0)) == pytest.approx(pairs.one(3))
    assert pairs.expected((0,) * 6) == 0.0


def test_every_outcome_is_asked_once() -> None:
    asked: list[rules.Outcome] = []

    def gain(outcome: rules.Outcome) -> float:
        asked.append(outcome)
        return plain(outcome)

    gains = OutcomeGains(gain)
    Pairs(position(2, 50).cells, gains).expected((9,) * 6)
    assert len(asked) == len(set(asked)) > 5


def test_the_planner_envies_what_the_rules_would_give_the_next_one() -> None:
    """On a board that is left: the mean over all pairs of the best that the generator of all ways finds."""
    state = position(4, 75)
    view = Observation.of(state)
    judge = sheet_values(view.turns_left, 4)
    quick = two_tiles(view, judge)(bytearray(state.cells))
    rival, total, ways_to_draw = view.rivals[0], 0.0, 0.0
    for one in range(1, 7):
        for other in range(one, 7):
            first, second = view.unseen[one - 1], view.unseen[other - 1]
            weight = first * (first - 1) / 2 if one == other else first * second
            best = max(judge.worth(rival.written(outcome)) for _, outcome in rules.scored_on(state.cells, (one, other)))
            total += weight * (best - judge.worth(rival))
            ways_to_draw += weight
    assert quick == pytest.approx(total / ways_to_draw, rel=0.05)


def test_tiles_of_a_way() -> None:
    state = position(1, 20)
    way = ways(state.cells, state.hand)[0]
    after = laid(state.cells, tiles_of(way))
    assert bytes(after) == rules.laid(state.cells, way.turn)


def test_who_plays_alone_has_no_rivals_to_envy() -> None:
    state = position(1, 20)
    alone = rules.State(
        ("ann",), FrozenMap(), state.phase, 1, "ann", FrozenMap({"ann": state.hand}), state.bag, state.cells,
        FrozenMap({"ann": rules.Sheet()}),
    )  # fmt: skip
    for strategy in STRATEGIES.values():
        assert rules.why_not(alone, strategy.place(Observation.of(alone), rng(1, "mind"))) is None
