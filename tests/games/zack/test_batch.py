"""The rows and the figures of a batch of Zack!."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import yardarm
from sim.batch.match_counts import metrics_of
from sim.batch.runner import match_seed
from sim.configuration import configuration_from, load_configuration
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match import ZackMatch
from sim.games.zack.metrics import to_text
from sim.games.zack.rows import CHALLENGE, MatchRow, RowCollector, TurnRow
from sim.match.seats import seats_from
from tests.batch.rows import rows_of
from tests.batch.stores import summed

zack = metrics_of("zack")

SEATS = seats_from(["child", "casual", "skilled:bold"], "zack")
ONE_GAME = "[table]\nwins = 1\n"


@pytest.fixture(scope="module")
def configuration() -> ZackConfiguration:
    """As shipped, one game a match, at the draft profile."""
    tree = dict(load_configuration("zack").tree)
    tree["table"] = {**tree["table"], "wins": 1}
    return configuration_from(tree, "test", "draft", game="zack")


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
        assert sum(row.victory) == 1.0
        assert row.games_won == tuple(map(int, row.victory))
        assert row.cards_left[row.victory.index(1.0)] == 0
        assert 0 < row.play_s < row.simulated_s
        assert [turn.throw for turn in turns] == list(range(1, len(turns) + 1))


def test_turn_times_are_those_between_two_cards_in_turn(
    played: list[tuple[list[dict[str, Any]], MatchRow, list[TurnRow]]],
) -> None:
    times = [turn.turn_s for _, _, turns in played for turn in turns if turn.turn_s is not None]
    assert len(times) > 40
    assert all(0 < time < 20 for time in times)
    assert all(turn.hit and not turn.wrong for _, _, turns in played for turn in turns if turn.turn_s is not None)


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
        assert set(told[key]) == {"estimate", "low", "high"}  # type: ignore[arg-type]
    text = to_text(summary)
    assert "Cleo (skilled, bold)" in text
    assert max(map(len, text.splitlines())) < 120


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("[table]\nwins = 0\n", "table.wins"),
        ("[table]\nhand_height_mm = 40\n", "table.hand_height_mm: expected a hand above"),  # below what is allowed
        ("[deck]\nsplit = 'ten_ten'\n", "deck.split"),
        ("[bowl]\nopning_mm = 100\n", "unknown key, expected opening_mm"),
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
    assert yardarm.run(["simulate", "zack", "--matches", "1", "--config", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert expected in err
    assert str(file) in err
    assert err.count("\n") == 1


def test_too_few_or_too_many_players(capsys: pytest.CaptureFixture[str]) -> None:
    for players in ("casual,casual", ",".join(["casual"] * 7)):
        assert yardarm.run(["simulate", "zack", "--matches", "1", "--players", players]) == 2
        assert "expected three to six players" in capsys.readouterr().err
