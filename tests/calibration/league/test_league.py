"""Leagues: playing, resuming, rating, and replaying every match bit for bit; a store that was changed is refused."""

from __future__ import annotations

import hashlib
import json
import math
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, cast

import pytest

import yardarm as ya
import yardarm.command
from calibration.league import run as league_run
from calibration.league.run import new_league, play_league
from calibration.league.sides import label
from calibration.league.store import Chain, LeagueStore, OpenedLeague, head_of
from calibration.league.table import LeagueTable, Standing, read_table
from calibration.league.verify import league_verify_command
from calibration.league.words import elo_text, table_lines, time_text
from calibration.options import LeagueVerifyOptions
from sim.batch.job import CrashingMatch, Task
from sim.batch.store_format import whole_match_digest
from sim.bots.answers import Notes, unpacked
from sim.bots.started import end_bots
from sim.configuration import changed_configuration, load_configuration
from sim.errors import InputError
from sim.games.zatre.bots import STRATEGIES
from sim.statistics import Interval
from tests.calls import calls_of, peak_of
from tests.short_matches import SHORT

ENGINE = Path(__file__).parents[3] / "docs" / "bots" / "engine.py"
EXAMPLES = Path(__file__).parents[2] / "bots" / "examples.py"
PLAYERS = ("casual:greedy", f"casual:!{sys.executable} {ENGINE}", "child:tests.bots.examples:Wrong")
CONFIGURATION = load_configuration("zatre", profile="draft")


class Here:
    """An engine that plays in this process, and raises KeyboardInterrupt after a number of chunks."""

    deaths: tuple[type[BaseException], ...] = ()
    workers = ahead = 1

    def __init__(self, _workers: int = 1) -> None:
        self.left = STOPS.pop() if STOPS else 10**9

    def submit(self, work: Any, *given: Any) -> Any:
        """Play at once."""
        from concurrent.futures import Future

        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        future: Future[Any] = Future()
        future.set_result(work(*given))
        return future

    def tend(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


STOPS: list[int] = []


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Play in this process: a worker takes longer to start than these matches."""
    monkeypatch.setattr("sim.batch.engines.Processes", Here)
    yield
    STOPS.clear()
    end_bots()


def play(path: Path, words: tuple[str, ...] = PLAYERS, pairs: int = 2, seed: int | None = 3) -> league_run.Played:
    """Play a league, or go on with it."""
    league, bots = new_league(CONFIGURATION, words, pairs, seed, 5.0)
    return play_league(path, league, bots, CONFIGURATION, 1)


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league of three, two of them external bots, one of which never answers by the rules."""
    path = tmp_path_factory.mktemp("league") / "league.sqlite"
    patch = pytest.MonkeyPatch()
    patch.setattr("sim.batch.engines.Processes", Here)
    assert play(path).matches == 12
    patch.undo()
    end_bots()
    return path


def rows(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query, or change the store."""
    with sqlite3.connect(path) as connection:
        found = connection.execute(sql).fetchall()
    connection.close()
    return found


def contents(path: Path) -> list[Any]:
    """Return all of a store but its times and the order in which its matches came."""
    tables = ("runs", "matches", "turns", "answers", "records", "(SELECT run, match FROM links)")
    found = [sorted(rows(path, f"SELECT * FROM {name}"), key=repr) for name in tables]
    return [*found, rows(path, "SELECT secret, players, pairs, bots, matches FROM league")]


@pytest.mark.study
def test_every_two_meet_in_mirrored_pairs_with_seeds_of_their_own(stored: Path) -> None:
    seeds: dict[tuple[str, ...], list[int]] = {}
    for players, seed in rows(stored, "SELECT players, matches.seed FROM runs JOIN matches USING (run) ORDER BY match"):
        seeds.setdefault(tuple(seat["strategy"] for seat in json.loads(players)), []).append(seed)
    names = ("greedy", "engine-py@1", "Wrong@0")
    assert set(seeds) == {(one, other) for one in names for other in names if one != other}
    assert all(seeds[one, other] == seeds[other, one] for one, other in seeds)
    # No bot meets with one opponent what it may remember of another.
    assert len({seed for each in seeds.values() for seed in each}) == 3 * 2


@pytest.mark.study
def test_a_league_that_was_interrupted_goes_on_to_the_same_store(stored: Path, tmp_path: Path) -> None:
    path = tmp_path / "league.sqlite"
    STOPS.append(5)
    with pytest.raises(KeyboardInterrupt):
        play(path)
    ((kept,),) = rows(path, "SELECT count(*) FROM matches")
    assert 0 < kept <= 5
    assert play(path).matches == 12 - kept
    assert play(path).matches == 0
    assert contents(path) == contents(stored)


@pytest.mark.study
def test_more_pairs_and_one_more_player_extend_it(stored: Path, tmp_path: Path) -> None:
    path = tmp_path / "league.sqlite"
    assert play(path, PLAYERS[:2], pairs=1).matches == 2
    assert play(path, PLAYERS[:2]).matches == 2
    assert play(path).matches == 8
    # Fewer pairs than there are ask for nothing more, and take nothing away.
    assert play(path, pairs=1).matches == 0
    assert contents(path) == contents(stored)


@pytest.mark.slow
def test_the_table_counts_what_the_store_holds(stored: Path) -> None:
    found = read_table(stored)
    for one in found.standings:
        # A second count: the victories by seat, straight from the tables.
        profile, strategy = one.side
        shares = [
            part
            for players, *victory in rows(
                stored, "SELECT players, victory_1, victory_2 FROM runs JOIN matches USING (run)"
            )
            for seat, part in zip(json.loads(players), victory, strict=True)
            if (seat["profile"], seat["strategy"]) == (profile, strategy)
        ]
        assert one.matches == len(shares) == 8
        assert one.pairs == 4
        assert one.victory.estimate == pytest.approx(sum(shares) / 8)
    by_name = {label(one.side): one for one in found.standings}
    wrong = by_name["child:Wrong@0"]
    assert wrong.faults["illegal"].estimate == 1.0
    assert (wrong.forfeits, wrong.victory.estimate) == (8, 0.0)
    assert wrong.first_forfeit.startswith("4 of 4 answers did not count, the last: ")
    assert "forfeited" not in wrong.faults
    assert {one.forfeits for name, one in by_name.items() if name != "child:Wrong@0"} == {0}
    assert by_name["casual:engine-py@1"].faults["illegal"].estimate == 0
    assert not by_name["casual:greedy"].faults
    assert all(one.thinking_s is not None and one.thinking_s.low > 0 for one in found.standings)
    assert found.standings[-1] is wrong
    for (first, second), share in found.against.items():
        assert share.estimate + found.against[second, first].estimate == pytest.approx(1)


def verified(path: Path, capsys: pytest.CaptureFixture[str], **more: Any) -> tuple[int, str]:
    """Verify a store; return the exit code and what was said."""
    try:
        league_verify_command(LeagueVerifyOptions(store=path, jobs=1, **more))
    except SystemExit as error:
        return int(str(error.code)), capsys.readouterr().out
    return 0, capsys.readouterr().out


@pytest.mark.slow
def test_every_match_repeats_and_no_bot_is_started(
    stored: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sim.bots.words.start", lambda *_: pytest.fail("a bot is started"))
    ((commitment, digest),) = rows(stored, "SELECT commitment, digest FROM league")
    code, said = verified(stored, capsys)
    bots = re.findall(r"(?m)^(\S+): its file has the digest [0-9a-f]{12}\.$", said)
    assert (code, sorted(bots)) == (0, ["Wrong@0", "engine-py@1"])
    assert said.startswith(f"{stored}: verified, 12 matches repeat exactly, digest {digest}.\n")
    assert f"Seeds: made from --seed 3, which was chosen, commitment {commitment}.\n" in said
    assert said.endswith("Times are as measured; nothing verifies them.\n")
    code, said = verified(stored, capsys, matches=3)
    assert code == 0
    assert "verified, 3 of 12 matches repeat exactly" in said


def forged(stored: Path, to: Path, *statements: str) -> Path:
    """Return a copy of a store that was changed, with all digests and the chain made to fit."""
    shutil.copy(stored, to)
    for sql in statements:
        rows(to, sql)
    with OpenedLeague(to) as opened:
        league = opened.league
    chain, links = Chain.begun(league), []
    for run, index in rows(to, "SELECT run, match FROM links JOIN matches USING (run, match) ORDER BY place"):
        of = f"WHERE run = '{run}' AND match = {index}"
        ((*match, _),) = rows(to, f"SELECT * FROM matches {of}")
        order = {"turns": "turn", "answers": "seat, verdict", "records": "match"}
        sides = (rows(to, f"SELECT * FROM {name} {of} ORDER BY {by}") for name, by in order.items())
        digest = whole_match_digest(tuple(match), *sides)
        rows(to, f"UPDATE matches SET digest = '{digest[:16]}' {of}")
        chain = chain.linked(run, index, digest)
        links.append((run, index, chain.matches, chain.link))
    with sqlite3.connect(to) as connection:
        connection.execute("DELETE FROM links")
        connection.executemany("INSERT INTO links VALUES (?, ?, ?, ?)", links)
        connection.execute("DELETE FROM league")
        head = head_of(league, chain)
        connection.execute(f"INSERT INTO league VALUES ({', '.join('?' * len(head))})", head)
    connection.close()
    return to


ONE = "WHERE run = (SELECT min(run) FROM runs) AND match = 0"


def deleted(where: str) -> tuple[str, ...]:
    """Return the statements that delete matches with all that is kept of them."""
    return tuple(f"DELETE FROM {name} {where}" for name in ("matches", "turns", "answers", "records", "times"))


@pytest.mark.study
def test_a_match_that_was_deleted_is_told(stored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "league.sqlite"
    shutil.copy(stored, path)
    for sql in deleted(ONE):
        rows(path, sql)
    broken = f"{path}: the chain of matches is broken: expected 12 matches, found 11, with 12 links.\n"
    assert verified(path, capsys) == (1, broken)
    with pytest.raises(InputError, match="expected 12 matches, found 11"):
        read_table(path)
    with pytest.raises(InputError, match="expected 12 matches, found 11"):
        play(path)
    # Though its link is deleted, too, the next one does not fit.
    rows(path, f"DELETE FROM links {ONE}")
    assert "expected 12 matches, found 11, with 11 links" in verified(path, capsys)[1]
    # A whole chain made anew fits, but not the plan, nor the digest that was printed.
    path = forged(stored, tmp_path / "b.sqlite", *deleted(ONE))
    code, said = verified(path, capsys)
    assert code == 1
    assert "1 of 12 planned matches is missing.\n" in said
    assert str(rows(stored, "SELECT digest FROM league")[0][0]) not in said
    # Some matches alone are looked at as they are.
    assert verified(path, capsys, matches=2)[0] == 0


@pytest.mark.slow
def test_another_order_is_told(stored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "league.sqlite"
    shutil.copy(stored, path)
    rows(path, "UPDATE links SET place = CASE place WHEN 3 THEN 4 ELSE 3 END WHERE place IN (3, 4)")
    code, said = verified(path, capsys)
    assert code == 1
    assert re.search(r"chain of matches is broken: match 0 of run-\w+ is not the one that came as number 3\.\n", said)


@pytest.mark.slow
def test_a_match_that_is_not_what_came_is_told(
    stored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Though its own digest is made to fit."""
    path = forged(stored, tmp_path / "a.sqlite", f"UPDATE matches SET victory_1 = 0.5 {ONE}")
    for name in ("links", "league"):
        rows(path, f"DELETE FROM {name}")
    with sqlite3.connect(path) as connection:
        connection.execute("ATTACH ? AS old", (str(stored),))
        for name in ("links", "league"):
            connection.execute(f"INSERT INTO {name} SELECT * FROM old.{name}")
    connection.close()
    code, said = verified(path, capsys)
    assert code == 1
    assert "is not the one that came as number" in said


@pytest.mark.study
def test_an_answer_that_was_edited_is_told(stored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ((run, match, packed),) = rows(
        stored,
        "SELECT run, match, records.answers FROM records JOIN runs USING (run)"
        " WHERE players LIKE '%engine%greedy%' LIMIT 1",
    )
    entries: list[dict[str, Any]] = unpacked(packed, "here")["Anne"]
    number = next(number for number, entry in enumerate(entries) if entry.get("answer"))
    surplus = [*entries, entries[-1]]
    edited = [*entries[:number], {"failed": "raised"}, *entries[number + 1 :]]
    for name, answers, words in (("a", surplus, "not all answers"), ("b", edited, "recorded")):
        changed = Notes(1, {"Anne": answers}).packed()
        sql = f"UPDATE records SET answers = '{changed}' WHERE run = '{run}' AND match = {match}"
        code, told = verified(forged(stored, tmp_path / f"{name}.sqlite", sql), capsys)
        assert code == 1
        assert f": differs, match {match} of {run}" in told
        assert words in told


def test_a_strategy_of_ours_that_was_swapped_is_told_beside_a_bot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "league.sqlite"
    with monkeypatch.context() as patch:
        patch.setitem(STRATEGIES, "random", STRATEGIES["greedy"])
        play(path, ("casual:random", f"casual:@{EXAMPLES}:first"), pairs=1)
    code, said = verified(path, capsys)
    assert code == 1
    assert ": differs, match 0 of run-" in said


@pytest.mark.slow
def test_a_turn_of_ours_that_was_edited_is_told(
    stored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = forged(stored, tmp_path / "a.sqlite", f"UPDATE turns SET points = points + 1 {ONE} AND turn = 1")
    code, said = verified(path, capsys)
    assert code == 1
    assert "turn 1: points: recorded" in said


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> list[Task]:
    """Have no match played; those that were to be are listed."""
    found: list[Task] = []

    def listed(_engine: Any, _job: Any, todo: Iterator[Task], _chunk: int) -> Iterator[CrashingMatch]:
        found.extend(todo)
        yield from ()

    monkeypatch.setattr(league_run, "dispatch", listed)
    return found


@pytest.mark.usefixtures("tasks")
def test_the_secret_is_drawn_committed_to_and_kept(tmp_path: Path) -> None:
    pair, first, other = ("casual:greedy", "child:greedy"), tmp_path / "a.sqlite", tmp_path / "b.sqlite"
    leagues = [play(path, pair, 1, None).league for path in (first, other)]
    assert all(len(league.secret) == 16 and league.seed is None for league in leagues)
    assert leagues[0].secret != leagues[1].secret
    ((secret, commitment),) = rows(first, "SELECT secret, commitment FROM league")
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment == leagues[0].commitment
    assert play(first, pair, 2, None).league.secret == leagues[0].secret
    with pytest.raises(InputError, match="holds another league, expected a league without --seed, found 3"):
        play(first, pair, 2, 3)
    # One of a seed that was chosen goes on without saying it again.
    chosen = tmp_path / "c.sqlite"
    assert play(chosen, pair, 1, 3).league == play(chosen, pair, 1, None).league


def test_no_bot_gets_the_key_of_its_seeds_twice(tmp_path: Path, tasks: list[Task]) -> None:
    league = play(tmp_path / "league.sqlite", ("casual:greedy", "child:greedy", "skilled:greedy")).league
    keys = {(task.bots.secret, task.index) for task in tasks}
    assert len(keys) == len(tasks) == 12
    assert league.secret not in {secret for secret, _ in keys}


@pytest.mark.usefixtures("tasks")
def test_a_bot_whose_file_has_changed_needs_another_version(tmp_path: Path) -> None:
    bot, path = tmp_path / "bot.py", tmp_path / "league.sqlite"
    players = "casual:greedy", f"casual:@{bot}"
    bot.write_text("def act(question):\n    return question.legal[0]\n")
    play(path, players, 1)
    bot.write_text("def act(question):\n    return question.legal[-1]\n")
    words = r"bot@0 is not what it was: expected the file with the digest [0-9a-f]{12}, found [0-9a-f]{12}; give it"
    with pytest.raises(InputError, match=words):
        play(path, players, 2)


def test_the_commitment_is_told_before_the_first_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def begun(*_: Any) -> Iterator[CrashingMatch]:
        told.append("".join(capsys.readouterr()))
        yield from ()

    monkeypatch.setattr(league_run, "dispatch", begun)
    words = [
        "league",
        "run",
        "zatre",
        "--players",
        "casual,child",
        "--pairs",
        "1",
        "--profile",
        "draft",
        "--jobs",
        "1",
        "--out",
    ]
    for number, more in enumerate(([], ["--json"])):
        path = tmp_path / f"{number}.sqlite"
        assert yardarm.command.run([*words, str(path), *more]) == 0
        ((commitment, digest),) = rows(path, "SELECT commitment, digest FROM league")
        assert told.pop() == f"commitment {commitment} to the seeds, drawn by chance.\n"
        assert f"{digest}" in capsys.readouterr().out


@pytest.mark.slow
def test_a_forged_match_is_told_with_what_differs(
    stored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = forged(
        stored, tmp_path / "a.sqlite", f"UPDATE matches SET victory_1 = victory_2, victory_2 = victory_1 {ONE}"
    )
    code, said = verified(path, capsys)
    assert code == 1
    assert said.count("\n") == 1
    assert "victory_1: recorded" in said
    path = forged(stored, tmp_path / "b.sqlite", f"UPDATE records SET sha256 = '{'0' * 64}' {ONE}")
    code, said = verified(path, capsys)
    assert code == 1
    assert "another digest, recorded 0000000000000000" in said


@pytest.mark.slow
def test_a_seed_of_ones_own_choice_is_told(stored: Path, tmp_path: Path) -> None:
    path = forged(stored, tmp_path / "c.sqlite", f"UPDATE matches SET seed = seed + 1 {ONE}")
    with pytest.raises(InputError, match="seed: expected that of the run's match"):
        read_table(path)


@pytest.mark.slow
def test_a_commitment_to_other_seeds_is_told(stored: Path, tmp_path: Path) -> None:
    path = tmp_path / "league.sqlite"
    shutil.copy(stored, path)
    with OpenedLeague(path) as found:
        league, chain = found.league, found.chain
    head = head_of(replace(league, secret=bytes(16)), chain)
    rows(path, f"UPDATE league SET secret = '{head[0]}', commitment = '{head[1]}', digest = '{head[-1]}'")
    with pytest.raises(InputError, match="is not a run of the league that it holds"):
        read_table(path)


DAMAGED = {
    f"UPDATE matches SET victory_1 = 0.25 {ONE}": "does not fit its digest; the store is damaged",
    "UPDATE league SET pairs = 9": "the row of the league cannot be read",
    "DELETE FROM league": "the row of the league cannot be read",
    "DROP TABLE league": "holds no league, expected a file written by league run",
    "UPDATE times SET processor_s = -1.0": "expected decisions and their processor time",
}


@pytest.mark.slow
@pytest.mark.parametrize("sql", DAMAGED)
def test_a_damaged_league_is_refused_in_one_sentence(
    sql: str, stored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "league.sqlite"
    shutil.copy(stored, path)
    rows(path, sql)
    assert yardarm.command.run(["league", "table", str(path)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert DAMAGED[sql] in told.err


def test_a_league_of_a_million_pairs_begins_at_once_and_goes_on_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, pair = tmp_path / "league.sqlite", ("casual:greedy", "child:greedy")
    tasks: list[Task] = []

    def interrupted(_engine: Any, _job: Any, todo: Iterator[Task], chunk: int) -> Iterator[CrashingMatch]:
        tasks[:] = islice(todo, 5)
        yield from map(CrashingMatch, tasks)
        raise KeyboardInterrupt

    monkeypatch.setattr(league_run, "dispatch", interrupted)

    def begun(pairs: int) -> None:
        with pytest.raises(KeyboardInterrupt):
            play(path, pair, pairs)

    assert peak_of(lambda: begun(1_000_000)) < 2_000_000
    assert [task.index for task in tasks] == [0, 0, 1, 1, 2]
    assert [task.seats[0].profile for task in tasks] == ["casual", "child"] * 2 + ["casual"]
    # With fewer pairs, it still is the league that the file says it is.
    assert peak_of(lambda: begun(1)) < 2_000_000
    with OpenedLeague(path) as league:
        assert league.league.pairs == 1_000_000


@pytest.mark.slow
def test_a_league_with_players_who_play_nowhere_is_refused(stored: Path, tmp_path: Path) -> None:
    path = tmp_path / "league.sqlite"
    shutil.copy(stored, path)
    with OpenedLeague(path) as found:
        league, chain = found.league, found.chain
    many = replace(league, players=(*league.players, *(("casual", str(number)) for number in range(10_000))))
    head = head_of(many, chain)
    rows(path, f"UPDATE league SET players = '{head[4]}', digest = '{head[-1]}'")

    def refused() -> None:
        with pytest.raises(InputError, match="'casual:0' is in no run of the league; the store is damaged"):
            OpenedLeague(path)

    # Their pairings would be fifty million.
    assert calls_of(refused) < 500_000


@pytest.mark.slow
def test_another_league_is_not_mixed_into_it(stored: Path, tmp_path: Path) -> None:
    path = tmp_path / "league.sqlite"
    shutil.copy(stored, path)
    with pytest.raises(InputError, match="holds another league, expected --seed 3, found 4"):
        play(path, seed=4)
    with pytest.raises(InputError, match="expected players that differ, found casual:sheet twice"):
        play(path, ("casual", "casual:sheet"))
    with pytest.raises(InputError, match="--players: expected two or more, found 1"):
        play(path, ("casual",))
    assert contents(path) == contents(stored)


@pytest.mark.slow
def test_the_verbs_print_a_table_json_and_a_page(
    stored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "league.html"
    assert yardarm.command.run(["league", "table", str(stored), "--out", str(page)]) == 0
    text = capsys.readouterr().out
    assert "casual:engine-py@1" in text
    assert "1e+03 illegal" in text or "1000 illegal" in text
    assert "child:Wrong@0 forfeited 8 matches, the first: 4 of 4 answers did not count" in text
    assert "times are as measured, and nothing verifies them" in text
    assert "Against each other" in page.read_text()
    assert yardarm.command.run(["league", "table", str(stored), "--anchor", "casual:greedy", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {one["player"]: one["elo"]["estimate"] for one in found["players"]}["casual:greedy"] == 1500
    assert len(found["against"]) == 6
    assert found["seed"] == 3
    assert yardarm.command.run(["league", "table", str(stored), "--anchor", "nobody"]) == 2
    assert "--anchor: expected one of casual:greedy" in capsys.readouterr().err


def test_columns_stay_apart_whatever_is_in_them() -> None:
    league, _ = new_league(CONFIGURATION, ("casual:greedy", "child:greedy", "skilled:greedy"), 2, 3, 5.0)
    share = Interval(1.0, 0.999, 1.0)
    times = (Interval(1.234e-5, 1.234e-5, 1.239e-5), Interval(10.0, 0.01, 12345.0), None)
    elos = (Interval(1234.0, -1e4, 2e4), Interval(-0.4, -123.0, 1e3), Interval(0.0, math.nan, math.nan))
    sides = [(profile, strategy) for (profile, strategy) in league.players[:2]]
    sides.append(("casual", "a-bot-with-a-name-that-does-not-end@1.2.3"))
    standings = tuple(
        Standing(side, elo, 123456, 61728, share, {"late": share} if number else {}, spent, 12345 * number, "late")
        for number, (side, elo, spent) in enumerate(zip(sides, elos, times, strict=True))
    )
    against = {(one, other): share for one in sides for other in sides if one != other}
    table = LeagueTable(league, "", None, standings, against, 0, 0, 1.0, (), "draft", "", {})
    lines = [re.split(r" {2,}", line.strip()) for line in table_lines(table)]
    for number, one in enumerate(standings, start=1):
        (cells,) = (line for line in lines if line[0] == str(number) and len(line) == 8)
        assert cells[1] == label(one.side)
        assert cells[2:6] == [elo_text(one.elo), one.victory.percent(), "123456", str(one.forfeits or "-")]
        assert cells[6] == time_text(one)
    assert sum(len(line) == 5 and line[0].isdigit() for line in lines) == 3


@pytest.mark.parametrize("game", ["riff-raff", "zack", "zatre", "zigzag"])
def test_the_configuration_comes_back_as_it_was(game: str, tmp_path: Path) -> None:
    configuration = load_configuration(game)
    league, _ = new_league(configuration, ("casual", "child"), 1, 1, 5.0)
    path = tmp_path / "league.sqlite"
    runs = [seating.run(configuration) for seating in league.seatings(*league.players) if seating.matches]
    with LeagueStore(path, league, runs):
        pass
    with OpenedLeague(path) as found:
        back: Any = found.configuration
        assert back.tree == configuration.tree
        assert repr(replace(back, tree={})) == repr(replace(cast(Any, configuration), tree={}))


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.study if game == "riff-raff" else pytest.mark.slow) for game in SHORT],
)
def test_every_match_repeats_at_every_game(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configuration = changed_configuration(game, SHORT[game], profile="draft")
    words = ("casual:trained", "casual:random") if game == "riff-raff" else ("casual", "child")
    league, bots = new_league(configuration, words, 1, 1, 5.0)
    play_league(tmp_path / "league.sqlite", league, bots, configuration, 1)
    assert verified(tmp_path / "league.sqlite", capsys)[0] == 0


def test_python_plays_a_league_too(tmp_path: Path) -> None:
    found = ya.league("zatre", ["casual:greedy", "casual:random"], pairs=2, profile="draft", anchor="casual:random")
    assert found.players == ("casual:greedy", "casual:random")
    assert found.elo("casual:random").estimate == 1500
    assert "casual:greedy" in repr(found)
    assert "victories" in str(found)
    with pytest.raises(InputError, match="pairs: expected at least 1, found 0"):
        ya.league("zatre", "casual:greedy,casual:random", pairs=0)
