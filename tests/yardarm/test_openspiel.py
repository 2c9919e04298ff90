"""OpenSpiel's games of ours: its own tests pass, chance has its law, and nobody sees what is hidden."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

import yardarm as ya
from sim.games.zatre.rules import board
from tests.amounts import amount
from tests.games.test_hidden import fits
from tests.processes import printed_by

pyspiel = pytest.importorskip("pyspiel", reason="the extra [openspiel] is not installed")

from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts  # noqa: E402

import yardarm.openspiel  # noqa: E402 - it registers the games
from yardarm.openspiel import numbers  # noqa: E402
from yardarm.openspiel.trees import Due, tree  # noqa: E402

SHORT = {"riff_raff": 12, "zack": 12, "zatre": 9, "zigzag": 8}
"""Decisions of a short game."""
USUAL = tuple((game, {}) for game in SHORT)
VARIED = tuple(
    pytest.param(game, parameters, marks=pytest.mark.slow)
    for game, parameters in (
        ("riff_raff", {"players": 2}),
        ("zack", {"players": 3, "edition": "french", "stop_cards": True, "success": 0.5}),
        ("zatre", {"players": 4, "teams": True}),
        ("zigzag", {"players": 6, "level": 3}),
        ("zigzag", {"players": 3, "variant": "three"}),
    )
)


def loaded(game: str, parameters: dict[str, Any], short: bool = True) -> Any:
    return pyspiel.load_game(f"yardarm_{game}", {**({"horizon": SHORT[game]} if short else {}), **parameters})


def states(game: Any, seed: int) -> Iterator[Any]:
    """The states of a game at random; what has been yielded changes."""
    random, state = Random(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            numbers, law = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(numbers, law)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize(("game", "parameters"), USUAL + VARIED)
def test_its_random_simulation_passes(game: str, parameters: dict[str, Any]) -> None:
    pyspiel.random_sim_test(loaded(game, parameters), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "parameters"), [*USUAL[:1], *USUAL[2:3]])
def test_it_passes_to_the_end_of_a_game(game: str, parameters: dict[str, Any]) -> None:
    def checked(state: Any) -> None:
        if state.is_terminal():
            assert state.moment.state.winners

    pyspiel.random_sim_test(
        loaded(game, parameters, short=False), num_sims=1, serialize=True, verbose=False, state_checker_fn=checked
    )


def test_the_board_is_that_of_the_rules() -> None:
    assert numbers.SIZE == board.SIZE


# A newer numpy says so of what OpenSpiel prints with.
@pytest.mark.filterwarnings("ignore:The chararray class is deprecated:DeprecationWarning")
@pytest.mark.parametrize(
    ("game", "length"), [("riff_raff", 7), ("zack", 1), ("zatre", 4), pytest.param("zigzag", 1, marks=pytest.mark.slow)]
)
def test_its_playthrough_is_the_same_again(game: str, length: int) -> None:
    words = f"yardarm_{game}(horizon={length})"
    found = generate_playthrough.playthrough(words, [], seed=1)
    assert found == generate_playthrough.playthrough(words, [], seed=1)
    assert "LegalActions() = [" in found
    assert "ChanceOutcomes() = [" in found


@pytest.mark.parametrize(("game", "parameters"), USUAL + VARIED)
def test_a_state_drawn_anew_is_the_same_to_its_player(game: str, parameters: dict[str, Any]) -> None:
    """So no text and no tensor shows what is hidden, though something else is hidden now."""
    moved = 0
    for state in states(loaded(game, parameters), 3):
        if state.is_chance_node() or state.is_terminal():
            continue
        sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, sampler)
            assert other.current_player() == state.current_player()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            moved += str(other) != str(state)
    assert moved


@pytest.mark.parametrize("game", ["zatre", "zigzag"])
def test_what_is_drawn_shows_to_one_player_at_most(game: str) -> None:
    shown = 0
    for state in states(loaded(game, {}), 5):
        moment = state.moment
        if moment.due != Due.DRAW or moment.left != 1 or moment.state is None:
            continue
        after = [state.child(number) for number, _ in state.chance_outcomes()]
        if any(hasattr(one.moment.action, "pile") for one in (state, *after)):
            continue
        seen = [{one.information_state_string(player) for one in after} for player in range(state.num_players())]
        assert sum(len(texts) > 1 for texts in seen) <= 1
        shown += max(map(len, seen)) > 1
    assert shown


def test_a_hidden_card_does_not_show_before_all_are_revealed() -> None:
    state = loaded("riff_raff", {}).new_initial_state()
    one, other = state.child(0), state.child(1)
    assert one.information_state_string(0) != other.information_state_string(0)
    for player in (1, 2, 3):
        assert one.information_state_string(player) == other.information_state_string(player)
        assert one.observation_tensor(player) == other.observation_tensor(player)


def test_information_remembers_what_an_observation_does_not() -> None:
    """Whoever has waited is where they were, and knows that they have waited."""
    state = next(one for one in states(loaded("zack", {}), 1) if one.current_player() >= 0)
    player, wait = state.current_player(), state.legal_actions()[-1]
    assert state.action_to_string(player, wait) == "wait"
    after = state.child(wait)
    assert after.observation_string(player) == state.observation_string(player)
    assert after.information_state_string(player) != state.information_state_string(player)


@pytest.mark.parametrize(("game", "parameters"), USUAL)
def test_a_state_survives_being_written(game: str, parameters: dict[str, Any]) -> None:
    for number, state in enumerate(states(loaded(game, parameters), 7)):
        if number % 9 == 0:
            again = pickle.loads(pickle.dumps(state))
            assert str(again) == str(state)
            assert again.history() == state.history()
            assert again.information_state_string(0) == state.information_state_string(0)
            if not state.is_terminal():
                assert again.legal_actions() == state.legal_actions()


def law_of_the_start(players: int) -> dict[tuple[str, int], float]:
    """How likely each player begins, with each tile, by the chances of the tree."""
    found: Counter[tuple[str, int]] = Counter()
    open_ = [(tree("zatre", players).root, 1.0)]
    while open_:
        moment, share = open_.pop()
        for number, chance in moment.chances():
            after = moment.after(number)
            if after.action is not None:
                found[after.action.starter, after.action.starting_tile] += share * chance
            elif share * chance > 1e-4:
                open_.append((after, share * chance))
    total = found.total()
    assert total > 0.98
    return {key: share / total for key, share in found.items()}


@amount(400, full=4000)
def test_the_start_of_zatre_has_the_law_of_the_rules(amount: int) -> None:
    law = law_of_the_start(2)
    begun = Counter[tuple[str, int]]()
    rules = ya.rules("zatre")
    for seed in range(amount):
        tiles = [value for value, count in rules.TILES.items() for _ in range(count)]
        Random(seed).shuffle(tiles)
        found = rules.start_draw(("P0", "P1"), tiles)
        begun[found.starter, found.tile] += 1
    likely = {key: Fraction(share) for key, share in law.items() if share * amount >= 5}
    rest = 1 - sum(likely.values())
    grouped = Counter({key if key in likely else None: 0 for key in begun})
    for key, count in begun.items():
        grouped[key if key in likely else None] += count
    fits(grouped, {**likely, None: rest} if rest * amount >= 5 else likely)


def test_hands_fail_as_often_as_is_said() -> None:
    for state in states(loaded("riff_raff", {"success": 0.7}), 2):
        if state.moment.due == Due.FATE:
            assert [share for _, share in state.chance_outcomes()] == pytest.approx([0.7, 0.15, 0.15])
            assert state.action_to_string(0).endswith("stays")
            return
    pytest.fail("nothing was loaded")


def test_winners_share_what_all_have_staked() -> None:
    moment = tree("zatre", 3).root
    while moment.due != Due.OVER:
        moment = moment.after(moment.chances()[0][0] if moment.due < 0 else moment.legal()[0])
    winners, returns = moment.state.winners, moment.returns()
    assert sum(returns) == pytest.approx(0.0)
    assert {seat for seat, gain in zip(moment.tree.seats, returns, strict=True) if gain > 0} == set(winners)
    assert max(returns) == pytest.approx((3 / len(winners) - 1) / 2)


@pytest.mark.parametrize("search", ["mcts", "ismcts"])
def test_its_searches_play(search: str) -> None:
    game, chance = loaded("zatre", {}), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = (
        mcts.MCTSBot(game, 1.4, 4, evaluator, random_state=chance)
        if search == "mcts"
        else ismcts.ISMCTSBot(game, evaluator, 1.4, 4, random_state=chance)
    )
    state = next(one for one in states(game, 1) if one.current_player() >= 0)
    for _ in range(2):
        state.apply_action(bot.step(state))
    assert len(state.moment.begun) == 2


def test_a_table_that_the_rules_do_not_allow_is_refused() -> None:
    with pytest.raises(ya.IllegalAction, match="ZATRE is for 2 to 6 players, not 7"):
        loaded("zatre", {"players": 7})
    with pytest.raises(ya.InputError, match=r"^success: expected a number from 0 to 1, found 2\.0"):
        loaded("zack", {"success": 2.0})


def test_a_process_that_has_loaded_the_games_ends_well() -> None:
    script = "import pyspiel, yardarm.openspiel; print(pyspiel.load_game('yardarm_zatre').num_distinct_actions())"
    assert printed_by(script) == "1159\n"


def test_without_the_extra_one_sentence_says_what_to_install() -> None:
    script = (
        "import sys\nsys.modules['pyspiel'] = None\n"
        "try:\n    import yardarm.openspiel\nexcept ImportError as refused:\n    print(refused)"
    )
    told = "yardarm.openspiel needs pyspiel, which is not installed: pip install '.[openspiel]'.\n"
    assert printed_by(script) == told
