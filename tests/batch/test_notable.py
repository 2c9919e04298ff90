"""The matches of a store that are worth seeing, and that they come out again as they are stored."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import yardarm as ya
import yardarm.command
from sim.batch.match_counts import metrics_of
from sim.batch.notable import OF_ALL_GAMES, Again, grouped, notable, numbered
from sim.errors import InputError
from sim.match.record import parse_record
from sim.match.replay import verify
from sim.spec import GAMES
from tests.short_matches import SHORT


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three matches of two who leave it to chance."""
    path = tmp_path_factory.mktemp("notable") / "zatre.sqlite"
    players = "casual:random,casual:random"
    words = ["simulate", "zatre", "--matches", "3", "--players", players, "--jobs", "1", "--out", str(path)]
    assert yardarm.command.run(words) == 0
    return path


@pytest.fixture(scope="module")
def rows(store: Path) -> dict[int, Any]:
    """The rows of its matches, by number."""
    return {each.match.number: each.match.row for each in numbered(store, (0, 1, 2), "--matches")}


def test_what_is_worth_seeing_is_what_the_rows_say(store: Path, rows: dict[int, Any]) -> None:
    found = {reason.what: (match, reason) for match, reason in notable(store)}
    times = {number: row.simulated_s for number, row in rows.items()}
    assert found["The longest match"][0].number == max(times, key=times.__getitem__)
    assert found["The shortest match"][0].number == min(times, key=times.__getitem__)
    closest, _ = found["The closest match"]
    assert rows[closest.number].lead_changes == max(row.lead_changes for row in rows.values())
    assert list(found)[: -len(OF_ALL_GAMES)] == [each.what for each in metrics_of("zatre").table.highlights]
    for match, reason in found.values():
        assert 0 < reason.at_s <= match.row.simulated_s


def test_a_match_has_all_its_reasons_and_there_are_at_most_so_many(store: Path) -> None:
    found = notable(store)
    for most in (1, 2, 3):
        chosen = grouped(found, most)
        assert len({each.match.number for each in chosen}) == len(chosen) <= most
        for each in chosen:
            assert list(each.reasons) == [reason for match, reason in found if match.number == each.match.number]
    assert grouped(found, 0) == []


def test_a_number_that_was_not_played_is_refused(store: Path) -> None:
    with pytest.raises(InputError, match=r"--matches: .*expected numbers of matches that were played, found 3\.$"):
        numbered(store, (1, 3), "--matches")
    assert [each.match.number for each in numbered(store, (2, 0, 2), "--matches")] == [2, 0]


def test_a_match_comes_out_again_and_its_record_repeats(store: Path) -> None:
    (each,) = numbered(store, (1,), "--matches")
    again = Again(each.match)
    again.match.run()
    assert verify(parse_record(Path("match.jsonl"), again.record().splitlines())) is None
    other = Again(replace(each.match, row=replace(each.match.row, passes=99)))
    other.match.run()
    with pytest.raises(InputError, match=r"match 1 .*does not come out as it is stored"):
        other.record()


@pytest.mark.study
def test_what_an_external_bot_decided_has_to_be_kept(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def act(question):\n    return question.legal[0]\n")
    bot, ours = f"casual:@{tmp_path / 'bot.py'}", "casual:random"
    path = tmp_path / "runs.sqlite"
    words = ["simulate", "zatre", "--matches", "1", "--players", f"{bot},{ours}", "--jobs", "1", "--out", str(path)]
    assert yardarm.command.run(words) == 0
    assert notable(path) == []
    with pytest.raises(InputError, match=r"keeps no answers of bot@\w+, as league run does"):
        numbered(path, (0,), "--matches")[0].match.open()
    league = tmp_path / "league.sqlite"
    ya.league("zatre", [bot, ours], pairs=1, store=league, profile="draft")
    match, _ = notable(league)[0]
    again = Again(match)
    again.match.run()
    assert again.record()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_something_worth_seeing(game: str) -> None:
    played = ya.match(game, seed=1, profile="draft", config=SHORT.get(game) or None).run()
    highlights = metrics_of(game).table.highlights
    found = [each.of(played.row, played.turns) for each in (*highlights, *OF_ALL_GAMES)]
    assert len([each for each in found if each is not None]) >= 2
    assert all(0 <= at_s <= played.row.simulated_s for _, at_s, _ in filter(None, found))
