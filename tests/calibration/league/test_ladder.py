"""The ladders: designs in which seats cancel, short steps of each, and how they are printed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest

from calibration.league import ladder as ladders
from calibration.league.ladder import against_all, duel, ladder_command, tasks
from calibration.league.sides import ladder_of, side_of, table
from calibration.options import LadderOptions
from sim.batch.job import CrashingMatch, Task, shown_again
from sim.batch.ladder import Duel, Ladder, Meeting, Met, Side, both_rates
from sim.bots.started import end_bots
from sim.bots.words import NO_BOTS, seated_with_bots
from sim.configuration import changed_configuration, load_configuration
from sim.errors import InputError
from sim.spec import bots_of
from sim.statistics import Interval
from tests.batch.here import play_by
from tests.short_matches import SHORT

RIFF_RAFF, ZATRE, ZIGZAG = (ladder_of(game) for game in ("riff-raff", "zatre", "zigzag"))
STEPS, TABLES = RIFF_RAFF.steps, RIFF_RAFF.tables
SURE, TOO_LITTLE = Interval(0.9, 0.8, 0.95), Interval(0.58, 0.52, 0.64)
UNSURE = Interval(0.55, 0.45, 0.65)


def test_every_seat_is_each_sides_as_often() -> None:
    stronger, weaker = STEPS[0]
    todo = tasks(stronger, weaker, 2 * len(TABLES), 1, TABLES, NO_BOTS)
    for seat in range(4):
        sides = Counter(side_of(task.seats[seat]) for task in todo)
        assert sides[stronger] == sides[weaker] == len(todo) / 2
    # All six ways to seat two and two, as often as each other.
    tables = Counter(tuple(seat.strategy for seat in task.seats) for task in todo)
    assert set(tables.values()) == {2}
    assert len(tables) == 6


def test_mirrored_matches_share_their_seed_and_pairs_do_not() -> None:
    todo = tasks(*STEPS[0], 9, 1, TABLES, NO_BOTS)
    seeds = [task.seed for task in todo]
    assert seeds[::2] == seeds[1::2]
    assert len(set(seeds)) == 9
    for one, other in zip(todo[::2], todo[1::2], strict=True):
        assert all(a.strategy != b.strategy for a, b in zip(one.seats, other.seats, strict=True))
    assert {task.seed for task in tasks(*STEPS[1], 9, 1, TABLES, NO_BOTS)}.isdisjoint(seeds)


def test_at_a_table_of_two_the_seats_are_exchanged() -> None:
    todo = tasks(*ZATRE.meetings[0], 3, 1, ZATRE.tables, NO_BOTS)
    assert len(todo) == 6
    for one, other in zip(todo[::2], todo[1::2], strict=True):
        assert one.seed == other.seed
        assert [seat.strategy for seat in one.seats] == [seat.strategy for seat in other.seats][::-1]


def test_partners_play_alike_and_pairs_are_mirrored() -> None:
    todo = tasks(*ZIGZAG.meetings[0], 3, 1, ZIGZAG.tables, NO_BOTS)
    assert len({task.seed for task in todo}) == 3
    for one, other in zip(todo[::2], todo[1::2], strict=True):
        ways = [[seat.strategy for seat in task.seats] for task in (one, other)]
        assert one.seed == other.seed
        assert ways == [["greedy", "random"] * 2, ["random", "greedy"] * 2]


def test_the_steps_are_those_that_were_promised() -> None:
    assert (("casual", "simple"), ("casual", "random")) in STEPS
    assert (("casual", "lookahead"), ("casual", "simple")) in STEPS
    assert (("casual", "trained"), ("casual", "lookahead")) in STEPS
    assert (("casual", "simple"), ("child", "simple")) in STEPS
    assert (("skilled", "trained"), ("casual", "simple")) in STEPS


@pytest.mark.parametrize("ladder", [ZATRE, ZIGZAG], ids=["zatre", "zigzag"])
def test_every_strategy_meets_the_next_weaker_one(ladder: Ladder) -> None:
    names = [(weaker[1], stronger[1]) for stronger, weaker in ladder.meetings]
    assert names == list(pairwise(bots_of(ladder.game).strategies))
    assert len(names) == {"zatre": 3, "zigzag": 4}[ladder.game]


def test_who_is_ahead_is_told_by_the_seats_of_either_side() -> None:
    met = Met(0, (True, False, True, False), None, ())
    assert met.ahead((4, 1, 2, 1)) == 2.0
    assert met.ours_of((0.5, 0.0, 0.5, 0.0)) == 1.0


def test_the_share_of_turns_is_of_all_turns_of_either_side() -> None:
    stronger, weaker = ("casual", "simple"), ("child", "random")

    def turns(side: Side, *fell: bool) -> list[SimpleNamespace]:
        return [SimpleNamespace(profile=side[0], strategy=side[1], fell=each) for each in fell]

    first = turns(stronger, True, False) + turns(weaker, True, True)
    second = turns(stronger, False, False) + turns(weaker, False, True, False)
    met = tuple(Met(number // 2, (True, False), None, each) for number, each in enumerate((first, [], second, first)))
    found = both_rates("falls", "falls", lambda turn: turn.fell).of(Meeting(stronger, weaker, met, ()))
    assert [rate.estimate for rate in found] == pytest.approx([2 / 6, 5 / 7])
    assert all(rate.low < rate.estimate < rate.high for rate in found)


def test_equals_share_exactly() -> None:
    # The same side twice would be ambiguous; the same hands and strategy under mirrored seats are told by the seats.
    seats = table("ABBA", ("casual", "random"), ("child", "random"))
    assert [seat.profile for seat in seats] == ["casual", "child", "child", "casual"]


def test_a_goal_asks_for_more_than_half() -> None:
    half, sure = Interval(0.55, 0.51, 0.6), Interval(0.8, 0.7, 0.9)
    assert [ladder.goal.reached(half) for ladder in (RIFF_RAFF, ZATRE, ZIGZAG)] == [True, False, True]
    assert all(ladder.goal.reached(sure) for ladder in (RIFF_RAFF, ZATRE, ZIGZAG))
    assert not RIFF_RAFF.goal.reached(Interval(0.55, 0.45, 0.65))


# ------------------------------------------------------------------------------------------ short steps of each


@pytest.mark.study
def test_judgement_beats_chance() -> None:
    # By far the widest step: six pairs show it.
    stronger, weaker = ("casual", "simple"), ("child", "random")
    found = duel(RIFF_RAFF, load_configuration("riff-raff", profile="draft"), stronger, weaker, 6, 2)
    assert len(found.meeting.matches) == 6
    assert found.victory.estimate > 0.6
    (ahead,), (falls, others) = found.measured["pieces_ahead"], found.measured["fall_rates"]
    assert ahead.estimate > 0
    assert falls.estimate < others.estimate


@pytest.mark.study
def test_the_simple_strategy_beats_chance_beyond_doubt() -> None:
    found = duel(RIFF_RAFF, load_configuration("riff-raff"), *STEPS[0], 60, 1)
    assert found.holds, found.victory


@pytest.mark.study
def test_the_trained_beat_the_simple_beyond_doubt() -> None:
    found = duel(RIFF_RAFF, load_configuration("riff-raff"), ("casual", "trained"), ("casual", "simple"), 40, 3)
    assert found.holds, found.victory


@pytest.mark.study
def test_skilled_planners_drop_less_than_simple_casual_players_beyond_doubt() -> None:
    # The share of victories needs hundreds of matches; what falls tells sooner. With casual hands, planning alone is
    # not shown to help in 60 matches (docs/evidence.md).
    sides = ("skilled", "lookahead"), ("casual", "simple")
    found = duel(RIFF_RAFF, load_configuration("riff-raff"), *sides, 60, 1)
    falls, others = found.measured["fall_rates"]
    assert falls.high < others.low, found.measured
    assert found.measured["pieces_ahead"][0].estimate > 0


@pytest.mark.slow
def test_greed_beats_chance_at_zatre() -> None:
    found = duel(ZATRE, load_configuration("zatre"), *ZATRE.meetings[0], 8, 2)
    assert len(found.meeting.matches) == 8
    assert found.victory.estimate == 1.0
    (ahead,), (ours, theirs) = found.measured["ahead"], found.measured["totals"]
    assert ahead.low > 0
    assert ours.estimate - theirs.estimate == pytest.approx(ahead.estimate)


@pytest.mark.study
def test_greed_beats_chance_at_zigzag() -> None:
    short = changed_configuration("zigzag", {"table": {"most_minutes": 3.0}})
    found = duel(ZIGZAG, short, *ZIGZAG.meetings[0], 3, 2)
    assert len(found.meeting.matches) == 4
    assert found.victory.estimate > 0.8
    assert found.measured["boxes_ahead"][0].estimate >= 1.0
    assert 0 < found.measured["minutes"][0].estimate <= 3.0 + 1e-6


@pytest.mark.study
@pytest.mark.parametrize(
    ("ladder", "number", "matches"),
    [(ZATRE, 0, 30), (ZATRE, 1, 60), (ZATRE, 2, 60), (ZIGZAG, 0, 16), (ZIGZAG, 1, 80), (ZIGZAG, 2, 80)],
    ids=[f"{ladder.game} {step[0][1]}" for ladder in (ZATRE, ZIGZAG) for step in ladder.meetings[:3]],
)
def test_every_step_holds(ladder: Ladder, number: int, matches: int) -> None:
    found = duel(ladder, load_configuration(ladder.game), *ladder.meetings[number], matches, 1)
    assert found.holds, found.victory


# ------------------------------------------------------------------------------------------------ external bots


@pytest.mark.study
@pytest.mark.parametrize("game", ["zack", "zigzag"])
def test_a_bot_from_outside_meets_every_strategy_where_all_act_at_once(game: str) -> None:
    ladder = against_all(ladder_of(game), "casual:tests.bots.at_once_bots:hasty")
    assert [weaker for _, weaker in ladder.meetings] == [("casual", name) for name in bots_of(game).strategies]
    found = duel(ladder, changed_configuration(game, SHORT[game], profile="draft"), *ladder.meetings[0], 2, 1)
    assert found.meeting.stronger == ("casual", "hasty@0")
    assert (len(found.meeting.matches), found.meeting.crashed) == (2, ())
    # A single pair tells nothing of how far chance reaches: no number stands where there is none.
    row = ladder.row(found)
    assert "(no interval)" in row
    assert "nan" not in row
    end_bots()


def test_a_crashed_match_of_a_bot_from_outside_is_shown_again_by_the_word_that_named_it() -> None:
    words = ["casual:tests.bots.at_once_bots:hasty", "child:steady", "casual:bold"]
    seats, bots = seated_with_bots(words, "zack")
    said = shown_again(CrashingMatch(Task(0, 5, seats, None, bots)), load_configuration("zack"), None)
    assert said.split()[3:7] == ["--players", ",".join(words), "--seed", "5"]
    assert seated_with_bots(said.split()[4].split(","), "zack") == (seats, bots)


# ------------------------------------------------------------------------------------------------ the verb


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, Interval]], None]:
    """Duels take no time: by the strategy of the stronger side they end as given, the others surely."""

    def set_up(victories: dict[str, Interval]) -> None:
        def fake(
            ladder: Ladder, _configuration: object, stronger: Side, weaker: Side, _matches: int, _seed: int, _jobs: int
        ) -> Duel:
            won = victories.get(stronger[1], SURE)
            pairs = ("fall_rates", "totals")
            measured = {
                each.key: (Interval(1.0, 0.5, 1.5),) * (2 if each.key in pairs else 1) for each in ladder.measures
            }
            return Duel(Meeting(stronger, weaker, (), ()), won, ladder.goal.reached(won), measured)

        monkeypatch.setattr(ladders, "duel", fake)

    return set_up


@pytest.mark.parametrize(
    ("game", "strategy", "victory", "said"),
    [
        (
            "riff-raff",
            "lookahead",
            UNSURE,
            "Not shown beyond doubt with this many matches: casual lookahead over casual simple.",
        ),
        ("zatre", "planner", TOO_LITTLE, "Not 60 %, or not beyond doubt more than half: planner over sheet."),
        ("zigzag", "team", UNSURE, "Not shown beyond doubt with this many matches: team over greedy."),
    ],
)
def test_a_step_that_does_not_hold_is_named(
    made: Callable[[dict[str, Interval]], None],
    capsys: pytest.CaptureFixture[str],
    game: str,
    strategy: str,
    victory: Interval,
    said: str,
) -> None:
    given = LadderOptions(game=game, matches=9, jobs=1)
    made({strategy: victory})
    ladder_command(given)
    out = capsys.readouterr().out
    assert "10 matches a step" in out
    assert "90.0 % (80.0-95.0)" in out
    assert said in out
    made({})
    ladder_command(given)
    assert "Every step holds" in capsys.readouterr().out


def test_a_bot_from_outside_is_asked_for_what_the_game_asks_of_its_own(
    made: Callable[[dict[str, Interval]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    given = LadderOptions(game="zack", matches=10, jobs=1, bot="casual:tests.bots.at_once_bots:hasty")
    bot = against_all(ladder_of("zack"), str(given.bot)).meetings[0][0][1]
    made({bot: UNSURE})
    ladder_command(given)
    unsure = f"Not shown beyond doubt with this many matches: casual {bot} over casual cautious;"
    assert unsure in capsys.readouterr().out
    made({})
    ladder_command(given)
    assert "the stronger side wins more than half, beyond doubt." in capsys.readouterr().out


def test_a_ladder_as_json_has_every_interval_by_its_name(
    made: Callable[[dict[str, Interval]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    made({"team": UNSURE})
    ladder_command(LadderOptions(game="zigzag", jobs=1, seed=7, as_json=True))
    told = json.loads(capsys.readouterr().out)
    assert {"profile", "configuration", "seed", "versions"} <= set(told)
    assert [step["holds"] for step in told["steps"]] == [True, False, True, True]
    assert told["steps"][1]["stronger"] == {"profile": "casual", "strategy": "team"}
    assert told["steps"][1]["victory"] == {"estimate": 0.55, "low": 0.45, "high": 0.65}
    assert {"boxes_ahead", "minutes"} <= set(told["steps"][1])
    ladder_command(LadderOptions(game="riff-raff", jobs=1, as_json=True))
    step = json.loads(capsys.readouterr().out)["steps"][0]
    assert list(step) == ["stronger", "weaker", "matches", "holds", "victory", "pieces_ahead", "fall_rates"]
    assert step["fall_rates"] == [Interval(1.0, 0.5, 1.5).to_json()] * 2


@pytest.fixture
def crashing(monkeypatch: pytest.MonkeyPatch) -> Callable[[set[int]], None]:
    """Matches take no time: the stronger side wins all of them but those that crash."""

    def quickly(_configuration: object, task: Task) -> object:
        shares = tuple(0.5 * (side_of(seat) == STEPS[0][0]) for seat in task.seats)
        turn = SimpleNamespace(profile="casual", strategy="simple", fell=True)
        other = SimpleNamespace(profile="casual", strategy="random", fell=True)
        return SimpleNamespace(index=task.index, victory=shares, pieces_left=(1, 2, 3, 4)), [turn, other]

    def set_up(which: set[int]) -> None:
        lost = LookupError("no such piece")
        play_by(monkeypatch, quickly, lambda task: lost if task.index in which else None)
        monkeypatch.setattr(ladders, "ladder_of", lambda _game: replace(RIFF_RAFF, steps=STEPS[:1]))

    return set_up


def test_a_match_that_crashes_takes_its_pair_with_it(
    crashing: Callable[[set[int]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    crashing({3})
    given = LadderOptions(matches=8, jobs=1)
    ladder_command(replace(given, as_json=True))
    out, err = capsys.readouterr()
    (step,) = json.loads(out)["steps"]
    assert step["matches"] == 6
    assert step["victory"]["estimate"] == 1.0
    (crash,) = step["crashed"]
    assert (crash["match"], crash["error"]) == (3, "LookupError: no such piece")
    assert err.startswith(f"yardarm: match 3 (seed {crash['seed']}): LookupError: no such piece; it is left out, and ")
    assert "yardarm watch riff-raff --players casual:random,casual:simple," in err
    ladder_command(given)
    out, _ = capsys.readouterr()
    assert "\n    matches that crashed, and whose pairs are left out: 1\n" in out


def test_a_ladder_of_which_no_pair_is_whole_is_one_sentence(crashing: Callable[[set[int]], None]) -> None:
    crashing({1, 2})
    with pytest.raises(InputError, match=r"no pair of matches of casual simple .* came to its end; match 1 \(seed"):
        ladder_command(LadderOptions(matches=4, jobs=1))
