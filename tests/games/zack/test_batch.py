"""The rows and the figures of a batch of Zack!."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from calibration.metrics.measured import FigureCollector
from sim.batch.job import match_seed
from sim.batch.match_counts import metrics_of
from sim.configuration import changed_configuration
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match import ZackMatch
from sim.games.zack.metrics import SPOT_MM, spot, to_text
from sim.games.zack.rows import CHALLENGE, WAYS, MatchRow, RowCollector, TurnRow
from sim.match.record import Recorder
from sim.match.seats import seats_from
from sim.physics.air import Motion, fly
from sim.physics.contact.profiles import TICK_HZ
from tests.batch.rows import rows_of
from tests.batch.stores import summed
from tests.commands import refusal_of

pytestmark = pytest.mark.slow

zack = metrics_of("zack")

SEATS = seats_from(["child", "casual", "skilled:bold"], "zack")
ONE_GAME = "[table]\nwins = 1\n"


@pytest.fixture(scope="module")
def configuration() -> ZackConfiguration:
    """As shipped, one game a match, at the draft profile."""
    return changed_configuration("zack", {"table": {"wins": 1}}, profile="draft")


@pytest.fixture(scope="module")
def played(configuration: ZackConfiguration) -> list[tuple[list[dict[str, Any]], MatchRow, list[TurnRow]]]:
    found = []
    for index in range(3):
        lines: list[dict[str, Any]] = []
        ZackMatch(configuration, SEATS, match_seed(4, index), lines.append).run()
        found.append((lines, *rows_of(RowCollector(index, match_seed(4, index), SEATS), lines)))
    return found


def test_rows_count_what_was_told(played: list[tuple[list[dict[str, Any]], MatchRow, list[TurnRow]]]) -> None:
    for lines, row, turns in played:
        events = [event for line in lines if line["stage"] == "ruling" for event in line["events"]]
        kinds = [event["type"] for event in events]
        cards = [turn for turn in turns if turn.kind != CHALLENGE]
        assert row.throws == len(cards)
        assert row.misses == kinds.count("card_missed") + sum(
            line["line"] is None for line in lines if line["stage"] == "outcome"
        )
        assert row.challenges == kinds.count("challenge")
        assert row.upheld == sum(event["type"] == "challenge" and event["success"] for event in events)
        assert row.wrong == sum(
            event["type"] in ("card_landed", "player_card_landed") and event["wrong"] for event in events
        )
        assert sum(turn.ended for turn in turns) == row.games == 1
        assert row.games_won == tuple(map(int, row.victory))
        assert row.cards_left[row.victory.index(1.0)] == 0
        assert 0 < row.play_s < row.simulated_s


def test_turn_times_are_those_between_two_cards_in_turn(
    played: list[tuple[list[dict[str, Any]], MatchRow, list[TurnRow]]],
) -> None:
    times = [turn.turn_s for _, _, turns in played for turn in turns if turn.turn_s is not None]
    assert len(times) > 40
    assert all(0 < time < 20 for time in times)
    assert all(turn.hit and not turn.wrong for _, _, turns in played for turn in turns if turn.turn_s is not None)


def test_times_are_those_on_record(
    played: list[tuple[list[dict[str, Any]], MatchRow, list[TurnRow]]],
) -> None:
    for lines, row, turns in played:
        intents = [line for line in lines if line["stage"] == "intent"]
        begun_s = next(line["tick"] for line in intents if line["question"] == "begin") / TICK_HZ
        over_s = next(
            line["time_s"]
            for line in lines
            if line["stage"] == "ruling" and any(event["type"] == "game_over" for event in line["events"])
        )
        assert row.play_s == pytest.approx(over_s - begun_s)
        assert [turn.game_s for turn in turns] == pytest.approx([turn.time_s - begun_s for turn in turns])
        thrown_s = [line["tick"] / TICK_HZ for line in intents if line["question"] == "throw"]
        between = {round(after - before, 6) for before, after in pairwise(thrown_s)}
        assert {round(turn.turn_s, 6) for turn in turns if turn.turn_s is not None} <= between
        moments = [line["moments"] for line in lines if line["stage"] == "physics"]
        landed = [(seen[-1][0], [at_s for at_s, what, *_ in seen if what == "lands"]) for seen in moments]
        assert sorted(turn.settle_s for turn in turns if turn.settle_s is not None) == pytest.approx(
            sorted(rests_s - lands[0] for rests_s, lands in landed if lands)
        )


def test_the_summary_says_what_the_rows_say(
    played: list[tuple[list[dict[str, Any]], MatchRow, list[TurnRow]]],
) -> None:
    summary = summed(zack, [(row, turns) for _, row, turns in played], SEATS)
    rows = [row for _, row, _ in played]
    cards = [turn for _, _, turns in played for turn in turns if turn.kind != CHALLENGE]
    assert summary.interval("miss_rate").estimate == pytest.approx(sum(row.misses for row in rows) / len(cards))
    assert summary.interval("challenges_per_game").estimate == pytest.approx(sum(row.challenges for row in rows) / 3)
    reasons = summary.table("challenges_per_game.reason").values()
    assert sum(reason.estimate for reason in reasons) == pytest.approx(summary.interval("challenges_per_game").estimate)
    assert summary.interval("challenge_success").estimate == pytest.approx(
        sum(row.upheld for row in rows) / sum(row.challenges for row in rows)
    )
    assert sum(share.estimate for share in summary.table("wins.seat").values()) == pytest.approx(1.0)
    assert summary.spread("game_seconds").mean.estimate == pytest.approx(sum(row.play_s for row in rows) / 3, abs=0.5)
    told = summary.printed
    json.dumps(told, allow_nan=True)
    for key in ("miss_rate", "challenge_success", "turn_seconds", "undercut_rate"):
        assert set(told[key]) == {"estimate", "low", "high"}
    assert "Cleo (skilled, bold)" in to_text(summary)


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("[table]\nwins = 0\n", "table.wins"),
        ("[table]\nhand_height_mm = 40\n", "table.hand_height_mm: expected a hand above"),  # below what is allowed
        ("[deck]\nsplit = 'ten_ten'\n", "deck.split"),
        ("[bowl]\nopning_mm = 100\n", "unknown key, expected opening_mm"),
        ("[card]\nspan_mm = 130\n", "bowl.width_mm: expected room for a card across the bowl (card.span_mm, 130)"),
        ("[bowl]\nsection = [[0, 0], [0.9, 0], [0.2, 0.6], [0.6, 0], [1, 1]]\n", "that does not cross itself"),
        ("[ship]\nmass_g = 1\n", "ship: unknown section"),
        ("[temper.bold]\nrisk = -1\n", "temper.bold.risk"),
        ("[card]\nareal_density_g_m2 = nan\n", "card.areal_density_g_m2"),
        ("[table]\nedition = 'dutch'\n", "table.edition"),
    ],
)
def test_a_wrong_preset_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], preset: str, expected: str
) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(preset.replace("hand_height_mm = 40", "hand_height_mm = 60\n[bowl]\ndepth_mm = 80"))
    err = refusal_of(capsys, "simulate", "zack", "--matches", "1", "--config", str(file))
    assert expected in err
    assert str(file) in err


def test_too_few_or_too_many_players(capsys: pytest.CaptureFixture[str]) -> None:
    for players in ("casual,casual", ",".join(["casual"] * 7)):
        said = refusal_of(capsys, "simulate", "zack", "--matches", "1", "--players", players)
        assert "expected three to six players" in said


# ------------------------------------------------------------------------------------------ where cards come down


def test_rows_say_where_each_card_comes_down(
    configuration: ZackConfiguration, played: list[tuple[list[dict[str, Any]], MatchRow, list[TurnRow]]]
) -> None:
    """By a second way: from the releases on record, flown anew step by step."""
    setup = configuration.setup
    for lines, _, turns in played:
        releases = {line["action"]["card"]: line["action"]["release"] for line in lines if line["stage"] == "executed"}
        names = [line["card"] for line in lines if line["stage"] == "physics"]
        assert len(names) == len(turns)
        for name, turn in list(zip(names, turns, strict=True))[::5]:
            x, y, angle, vx, vy, omega, offset, _ = releases[name]
            motion, before = Motion(x, y, angle, vx, vy, omega), Motion(x, y, angle, vx, vy, omega)
            while not (motion.vy < 0 and motion.y <= setup.bowl.depth_mm):
                before, motion = motion, fly(setup.plate, setup.air, motion, 1e-3, setup.gravity_mm_s2)
            share = (before.y - setup.bowl.depth_mm) / (before.y - motion.y)
            down = before.x + share * (motion.x - before.x)
            way = 1.0 if x < 0 else -1.0
            assert turn.along_mm == pytest.approx(way * down, abs=0.5)
            # It flies straight on: from 0 at the hand to its offset over the bowl's middle.
            assert turn.across_mm == pytest.approx(way * offset * (x - down) / x, abs=0.5)


def test_the_ways_to_miss_add_up_to_the_misses(
    played: list[tuple[list[dict[str, Any]], MatchRow, list[TurnRow]]],
) -> None:
    collector = FigureCollector(zack.table, SEATS)
    for _, row, turns in played:
        collector.add(row, turns)
    figures = {figure.key: figure for figure in collector.figures()[0]}
    cards = [turn for _, _, turns in played for turn in turns if turn.kind != CHALLENGE]
    # A card that its owner no longer holds does not count, wherever it lies, and some of these lie in the bowl.
    void = sum(not turn.hit and turn.way is None for turn in cards) / len(cards)
    assert sum(figures[f"miss_way.{way}"].interval.estimate for way in WAYS) + void == pytest.approx(
        figures["miss_rate"].interval.estimate
    )
    for lines, _, turns in played:
        moments = [line["moments"] for line in lines if line["stage"] == "physics"]
        for seen, turn in zip(moments, turns, strict=True):
            assert (turn.way is not None) == (seen[-1][-1] == "beside")
            words = {moment[1] for moment in seen}
            if turn.way is not None:
                assert (turn.way == "out_again") == ("lands" in words)
                assert (turn.way == "side") == (("side" in words or "passes" in words) and "lands" not in words)


def test_a_record_holds_no_word_of_where_cards_come_down(
    configuration: ZackConfiguration, played: list[tuple[list[dict[str, Any]], MatchRow, list[TurnRow]]]
) -> None:
    lines, row, turns = played[0]
    recorder = Recorder()
    for line in lines:
        recorder.record_line(line)
    assert "along_mm" not in recorder.text()
    again, rows = rows_of(RowCollector(0, match_seed(4, 0), SEATS), [json.loads(line) for line in recorder.lines])
    assert again == row
    assert rows == [replace(turn, along_mm=None, across_mm=None, way=None) for turn in turns]
    assert spot(rows[0]) is None


def test_the_map_has_every_card_in_its_cell(
    played: list[tuple[list[dict[str, Any]], MatchRow, list[TurnRow]]],
) -> None:
    cards = [turn for _, _, turns in played for turn in turns if turn.kind != CHALLENGE]
    spots = [spot(turn) for turn in cards]
    assert len(spots) == len(cards)
    for turn, cell in zip(cards, spots, strict=True):
        assert turn.along_mm is not None
        assert turn.across_mm is not None
        assert 0 <= turn.along_mm - SPOT_MM * cell[0] < SPOT_MM
        assert 0 <= turn.across_mm - SPOT_MM * cell[1] < SPOT_MM
        assert turn.way is None or not turn.hit
        assert cell[2] == ("hit" if turn.way is None else "miss")
