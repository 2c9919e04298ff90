"""Hostile bots: no command hangs, breaks or leaves anything behind; who fails loses, and nothing else changes."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sim.bots.process
from sim.batch.job import PlayedMatch, Task, play
from sim.bots import keeper
from sim.bots.started import end_bots
from sim.bots.words import named, seated_with_bots
from sim.configuration import changed_configuration
from sim.match.record import read_record
from sim.match.replay import verify
from sim.protocols import Configuration
from sim.seeds import derive
from sim.toml_text import toml_text
from sim.untrusted_text import printable
from tests import amounts
from tests.bots.hostile import oracle
from tests.bots.hostile.table import BOTS, GAMES, HERE, NO_HELLO, PLAIN, REFUSED, SEATED, Hostile
from tests.commands import refusal_of
from tests.processes import ROOT, completed, running, until
from tests.scenes.real_window import RealWindow
from tests.short_matches import SHORT

OTHERS: Mapping[str, tuple[str, ...]] = {
    "riff-raff": ("casual:random",),
    "zack": ("casual", "casual"),
    "zatre": ("casual:random",),
    "zigzag": ("casual", "casual", "casual"),
}
"""Who plays beside a bot."""
LEFT_S = 2.0
"""The time after which nothing of a bot may be left (s)."""


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """End all bots after each test."""
    yield
    end_bots()


def some(number: int, of: int) -> pytest.MarkDecorator:
    """Return the mark of one among many alike: one in so many is a slow test, all together are a study.

    Where games go round, a number that four does not divide has each game tried.
    """
    return pytest.mark.slow if number % of == 0 else pytest.mark.study


def each(bots: Any, of: int, default: tuple[str, ...] = ()) -> list[Any]:
    """Return bots as parameters; those by these names are tried by default, one in so many with the slow tests."""
    return [
        pytest.param(bot, id=bot.name, marks=() if bot.name in default else some(number, of))
        for number, bot in enumerate(bots)
    ]


def in_turn(bot: Hostile) -> str:
    """Return the game at which a bot is tried where each is tried at one."""
    return GAMES[SEATED.index(bot) % len(GAMES)]


# ------------------------------------------------------------------------------------------ one match in this process


def short(game: str) -> Configuration:
    return changed_configuration(game, SHORT[game], profile="draft")


def played(word: str, game: str, path: Path, time_s: float = 10.0, seed: int = 3) -> PlayedMatch:
    """Play one match with a bot on the first seat."""
    seats, bots = seated_with_bots([f"casual:{word}", *OTHERS[game]], game, time_s=time_s)
    found = play(short(game), Task(0, seed, seats, path, bots))
    assert isinstance(found, PlayedMatch)
    return found


def check_record(bot: Hostile, game: str, text: str, plain: str) -> None:
    """See that a match came out as the table says. plain: the record of the match of `first`."""
    end, lines = bot.end_at(game), list(map(json.loads, text.splitlines()))
    forfeited = lines[-2].get("forfeited", {})
    if end == "harmless":
        assert text == plain
    elif end == "counted":
        assert not forfeited
        assert any(line.get("by") == "Anne" and "fault" in line for line in lines)
    else:
        assert bot.says in printable(forfeited["Anne"])
        assert "Anne" not in lines[-2]["winners"]
        assert not any(line.get("by") != "Anne" and "fault" in line for line in lines)


QUICK = ("answers-generator", "lines-deep_in_answer", "lines-name_of_escapes", "exits-at-import", "dies-at-act")


@pytest.mark.parametrize("bot", each(SEATED, 49, QUICK))
def test_who_fails_loses_and_what_harms_nothing_changes_nothing(bot: Hostile, tmp_path: Path) -> None:
    game = "zatre" if bot.name in QUICK else in_turn(bot)
    match = played(bot.word, game, tmp_path / "hostile.jsonl", bot.time_s(game))
    if bot.end_at(game) == "harmless":
        end_bots()
        played(PLAIN, game, tmp_path / "plain.jsonl")
    else:
        assert any(bot.says in printable(fault.text) for fault in match.faults)
        (tmp_path / "plain.jsonl").touch()
    check_record(bot, game, *((tmp_path / f"{name}.jsonl").read_text() for name in ("hostile", "plain")))
    assert verify(read_record(tmp_path / "hostile.jsonl")) is None


@pytest.mark.parametrize("bot", each(REFUSED, 9, QUICK))
def test_what_does_not_start_is_refused_in_a_sentence(
    bot: Hostile, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if bot.says == NO_HELLO:
        monkeypatch.setattr(sim.bots.process, "HELLO_S", 0.5)
    said = refusal_of(capsys, "bot", "check", bot.word, "--game", "zatre", "--matches", "1")
    assert bot.says in said
    assert len(said) < 1000
    assert said.rstrip("\n").isprintable()


WAYS = ("dies", "deep", "unprintable", "endless")


@pytest.mark.parametrize(
    ("how", "game"),
    [pytest.param(how, game, marks=some(n + m, 4)) for n, how in enumerate(WAYS) for m, game in enumerate(GAMES)],
)
def test_the_sore_loser_loses(how: str, game: str, tmp_path: Path) -> None:
    match = played(f"@{HERE / 'deeds.py'}:SoreLoser?how={how}", game, tmp_path / "match.jsonl", time_s=5.0)
    assert match[0].victory[0] == 0.0
    assert "Anne" in json.loads((tmp_path / "match.jsonl").read_text().splitlines()[-2])["forfeited"]


@pytest.mark.study
def test_a_thought_of_ours_that_a_bot_asks_for_takes_no_longer_than_the_bot_may(tmp_path: Path) -> None:
    bot, game = BOTS["lines-need_thought_costly"], "riff-raff"
    played(bot.word, game, tmp_path / "match.jsonl", bot.time_s(game))
    check_record(bot, game, (tmp_path / "match.jsonl").read_text(), "")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_the_match_is_in_the_process_of_a_bot(game: str, tmp_path: Path) -> None:
    seed, notes = 7_345_678_901_234, tmp_path / "notes"
    secrets = [str(seed), "SeatedBots", "RiffRaffMatch", "ZackMatch", "ZatreMatch", "ZigzagMatch", "Recorder", "State"]
    there = ["Question", "PythonBot"]
    played(f"@{HERE / 'deeds.py'}:Spy?wanted={';'.join(secrets + there)}&path={notes}", game, tmp_path / "m", seed=seed)
    found = list(map(json.loads, notes.read_text().splitlines()))
    assert len(found) == 4
    assert all(set(each) <= set(there) for each in found)
    # What is there it finds.
    assert set(found[-1]) == set(there)


def test_a_bot_has_no_more_memory_than_its_keeper_allows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    monkeypatch.setattr(keeper, "MEMORY", used + (1 << 28))

    def greedy(question: Any) -> object:
        bytearray(1 << 30)
        return question.legal[0]

    match = played(named(greedy), "zatre", tmp_path / "match.jsonl")
    assert {fault.text for fault in match.faults[:3]} == {"MemoryError:"}
    assert match[0].victory[0] == 0.0


# ------------------------------------------------------------------------------------------ commands


class Folder:
    """A folder in which commands run, whose processes are known by a marker in their surroundings."""

    def __init__(self, path: Path) -> None:
        self.path, self._marker = path, f"YARDARM_HOSTILE={path}"

    def config(self, game: str) -> list[str]:
        """Return the options for short matches of a game."""
        path = self.path / f"{game}.toml"
        path.write_text(toml_text(SHORT[game]))
        return ["--config", str(path), "--profile", "draft"]

    @property
    def options(self) -> dict[str, Any]:
        """Return how a command is started here."""
        own = {"XDG_CONFIG_HOME": str(self.path / "config"), "XDG_DATA_HOME": str(self.path / "data")}
        own |= dict([self._marker.split("=", 1)])
        return {"cwd": ROOT, "env": {**os.environ, **own}, "text": True}

    def run(self, *words: object) -> tuple[int, str, str]:
        """Run a command to its end, see that nothing is left of it, and return its exit code and what it says."""
        done = completed([sys.executable, "-m", "yardarm", *map(str, words)], **self.options)
        self.check_nothing_left()
        return done.returncode, done.stdout, done.stderr

    def left(self) -> list[str]:
        """Return what still runs of what was started here."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                marked = self._marker.encode() in (folder / "environ").read_bytes()
                words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                ours = str(self.path) in words
                state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
                if (marked or ours) and state not in "ZX" and int(folder.name) != os.getpid():
                    found.append(f"{folder.name} {state} {words}")
        return found

    def check_nothing_left(self) -> None:
        """See that nothing runs here two seconds later."""
        end = time.monotonic() + LEFT_S
        while self.left() and time.monotonic() < end:
            time.sleep(0.05)
        assert self.left() == []


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


OURS: Mapping[str, tuple[str, str]] = {
    "riff-raff": ("casual:random", "child:random"),
    "zack": ("casual", "child"),
    "zatre": ("casual:random", "casual:greedy"),
    "zigzag": ("casual", "child"),
}
"""Two players of ours in a league."""


def table(word: str, game: str) -> str:
    return ",".join((f"casual:{word}", *OTHERS[game]))


Outcome = tuple[dict[str, Any], list[str]]
"""What a command says as JSON, and the records that it writes."""


def simulate(word: str, game: str, folder: Folder, time_s: float) -> Outcome:
    """Simulate two matches with two jobs."""
    records = folder.path / "records"
    words = ["simulate", game, "--matches", 2, "--jobs", 2, *folder.config(game), "--players", table(word, game)]
    code, out, err = folder.run(*words, "--bot-time-s", time_s, "--record", records, "--json")
    assert (code, out.count("\n")) == (0, 1), err
    assert all(line.startswith("yardarm: Anne (first@0): ") for line in err.splitlines())
    return json.loads(out), [path.read_text() for path in sorted(records.iterdir())]


def watch(word: str, game: str, folder: Folder, time_s: float) -> Outcome:
    """Watch a match as text."""
    record = folder.path / "record"
    words = ["watch", game, "--text", "--seed", 3, *folder.config(game), "--players", table(word, game)]
    code, out, err = folder.run(*words, "--bot-time-s", time_s, "--record", record)
    assert code == 0, err
    assert out.startswith("The match is shown as text.\n")
    assert "pick" not in out
    assert err.replace("\n", "").isprintable()
    text = record.read_text()
    return {"faults": '"fault"' in text}, [text]


def league(word: str, game: str, folder: Folder, time_s: float, seeded: bool = True) -> Outcome:
    """Let it meet two of ours; the digests of the matches of these two stand for records."""
    path, ours = folder.path / "league.sqlite", OURS[game]
    words = ["league", "run", game, *folder.config(game), "--players", f"casual:{word},{ours[0]},{ours[1]}"]
    words += ["--seed", "1"] if seeded else []
    code, out, err = folder.run(*words, "--pairs", 1, "--out", path, "--bot-time-s", time_s, "--json", "--jobs", 2)
    assert (code, out.count("\n")) == (0, 1), err
    answer = json.loads(out)
    assert answer["played"] == answer["matches"]
    digests = "SELECT sha256 FROM records JOIN runs USING (run) WHERE players NOT LIKE '%first@0%' ORDER BY run, match"
    with contextlib.closing(sqlite3.connect(path)) as store:
        return {**answer, "faults": bool(err)}, [digest for (digest,) in store.execute(digests)]


def suite(word: str, game: str, folder: Folder, time_s: float) -> Outcome:
    """Score it on a task."""
    template = {"riff-raff": "deck-empty", "zack": "throw-usual"}[game]
    words = ["suite", "run", "--bot", word, "--template", template, "--tasks", 1, "--bot-time-s", time_s]
    code, out, err = folder.run(*words, "--json")
    assert (code, out.count("\n"), err) == (0, 1, "")
    return json.loads(out), []


def check(word: str, game: str, folder: Folder, time_s: float) -> Outcome:
    """Check it."""
    words = ["bot", "check", word, "--game", game, "--matches", 1, "--bot-time-s", time_s, "--json"]
    code, out, err = folder.run(*words)
    assert (out.count("\n"), err) == (1, "")
    answer = json.loads(out)
    assert code == (not all(one["holds"] for one in answer["checks"]))
    return {"faults": code == 1}, []


COMMANDS = {"simulate": simulate, "watch": watch, "league": league, "suite": suite, "check": check}


def check_command(command: str, bot: Hostile, game: str, folder: Folder, plain: Callable[..., Outcome]) -> None:
    """Run a command with a bot, and see that it ends as it should."""
    answer, records = COMMANDS[command](bot.word, game, folder, bot.time_s(game))
    harmless = bot.end_at(game) == "harmless"
    assert "crashed" not in answer
    # A task of the suite may be too short for what comes later.
    if command != "suite" or harmless:
        assert bool(answer.get("faults")) != harmless, answer.get("faults")
    if command == "league":
        assert records == plain(command, game)[1]
        assert records
    elif records:
        others = plain(command, game)[1] if harmless else [""] * len(records)
        for text, other in zip(records, others, strict=True):
            check_record(bot, game, text, other)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Outcome]:
    """What comes of a command with the bot that is like the harmless ones."""

    @cache
    def outcome(command: str, game: str) -> Outcome:
        return COMMANDS[command](PLAIN, game, Folder(tmp_path_factory.mktemp("plain")), 10.0)

    return outcome


HARD = [bot for bot in SEATED if bot.name.startswith(("does", "wrapped"))]
"""Those that do something to processes."""


def turns(bots: Sequence[Hostile], shift: int = 0, mark: pytest.MarkDecorator | None = None) -> list[Any]:
    """Return each bot with a command and a game, in rotation; after four shifts each has been at every game."""
    found = []
    for number, bot in enumerate(bots):
        game = GAMES[(number + shift) % len(GAMES)]
        command = list(COMMANDS)[(number + number // len(COMMANDS) + shift) % len(COMMANDS)]
        # The suite has tasks of two games.
        command = "simulate" if command == "suite" and game in ("zatre", "zigzag") else command
        found.append(
            pytest.param(command, bot, game, id=f"{command}-{bot.name}-{game}", marks=mark or some(number, 65))
        )
    return found


@pytest.mark.parametrize(("command", "bot", "game"), turns(HARD))
def test_every_command_ends_and_leaves_nothing(
    command: str, bot: Hostile, game: str, folder: Folder, plain: Callable[..., Outcome]
) -> None:
    check_command(command, bot, game, folder, plain)


@pytest.mark.parametrize(
    ("command", "bot", "game"), [each for shift in range(4) for each in turns(SEATED, shift, pytest.mark.study)]
)
def test_every_bot_at_every_game(
    command: str, bot: Hostile, game: str, folder: Folder, plain: Callable[..., Outcome]
) -> None:
    check_command(command, bot, game, folder, plain)


# ------------------------------------------------------------------------------------------ bots that do not come back


@pytest.mark.parametrize(
    "how", [pytest.param(how, marks=some(n, 3)) for n, how in enumerate(("raises", "renames", "exits"))]
)
def test_a_bot_that_starts_only_once_forfeits_and_voids_no_match(
    how: str, folder: Folder, plain: Callable[..., Outcome]
) -> None:
    word = f"@{HERE / 'deeds.py'}:Once?how={how}&path={folder.path / 'was here'}"
    answer, records = league(word, "zatre", folder, 5.0)
    assert answer["faults"]
    assert records == plain("league", "zatre")[1]


# ------------------------------------------------------------------------------------------ oracles


def told_by(path: Path) -> set[int]:
    """Return the numbers that a bot has noted and that could be seeds."""
    return oracle.told_numbers(list(map(json.loads, path.read_text().splitlines())))


def test_the_oracle_derives_as_we_do_and_finds_what_is_there() -> None:
    seeds = np.array([0, 1, 2**32, 2**62 + 5], np.uint64)
    assert oracle.derived(seeds, "match", 7).tolist() == [derive(int(seed), "match", 7) for seed in seeds]
    given_away = derive(derive(77, "match", 0), "bot", "Anne")
    assert list(oracle.found({given_away}, 100)) == [(77, given_away)]


@pytest.mark.slow
@amounts.amount(10**5, 10**5, 10**7)
def test_the_oracle_finds_no_seed_of_a_run(amount: int, folder: Folder) -> None:
    notes = folder.path / "notes"
    word = f"!{sys.executable} {HERE / 'lines.py'} notes {notes}"
    simulate(word, "zatre", folder, 10.0)
    told = told_by(notes)
    assert len(told) > 50
    ours = [derive(1, "match", index) for index in range(2)]
    assert list(oracle.found(told, amount, ours)) == []


@pytest.mark.study
def test_the_oracle_finds_no_seed_of_a_league(folder: Folder) -> None:
    notes = folder.path / "notes"
    league(f"!{sys.executable} {HERE / 'lines.py'} notes {notes}", "zatre", folder, 10.0, seeded=False)
    told = told_by(notes)
    with contextlib.closing(sqlite3.connect(folder.path / "league.sqlite")) as store:
        ours = {seed for (seed,) in store.execute("SELECT seed FROM matches UNION SELECT seed FROM runs")}
    ours = {int(seed) for seed in ours}
    assert not told & ours
    assert list(oracle.found(told, 10**4, sorted(ours))) == []


# ------------------------------------------------------------------------------------------ interrupted, killed


INTERRUPTED = ("spins-at-act", "does-ten_children", "does-daemon", "does-ignores_in_children", "lines-half_a_line")


ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)


@pytest.mark.parametrize(
    ("name", "how"),
    [
        pytest.param(name, how, marks=some(n - m, len(ENDINGS)))
        for n, name in enumerate(INTERRUPTED)
        for m, how in enumerate(ENDINGS)
    ],
)
def test_a_command_that_is_ended_takes_its_bots_along(name: str, how: signal.Signals, folder: Folder) -> None:
    command = ("simulate", "watch", "league")[(INTERRUPTED.index(name) + how) % 3]
    words = {
        "simulate": ["simulate", "zatre", "--matches", "200", "--jobs", "2"],
        # Whose matches last after a bot has forfeited.
        "watch": ["watch", "riff-raff", "--text"],
        "league": ["league", "run", "zatre", "--pairs", "100", "--out", str(folder.path / "league.sqlite")],
    }[command]
    players = f"casual:{BOTS[name].word},casual:random"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    words = [sys.executable, "-m", "yardarm", *words, "--players", players, "--bot-time-s", "60"]
    with running(words, **folder.options, **quiet) as process:
        keepers: set[str] = set()

        def plays() -> bool:
            keepers.update(line.split()[0] for line in folder.left() if "keeper.py" in line)
            # The first is there to learn its name.
            return len(keepers) > 1

        until(plays, "no bot plays")
        time.sleep(0.5)
        process.send_signal(how)
        end = time.monotonic() + 20.0
        while process.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
        # Where an import was interrupted, CPython ends itself by SIGINT afterwards, which shells show as 130.
        assert process.poll() in ({-9} if how == signal.SIGKILL else {128 + how, -signal.SIGINT})
        folder.check_nothing_left()


# ------------------------------------------------------------------------------------------ windows

PLAY = """
import sys
sys.path.insert(0, {root!r})
import yardarm.command
print("ended", yardarm.command.run({words!r}), flush=True)
"""
AT_THE_WINDOW = (
    "spins-at-act",
    "dies-at-act",
    "does-prints",
    "does-kills_parent_leaves_child",
    "lines-floods",
    "does-daemon",
)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=some(n, len(AT_THE_WINDOW))) for n, name in enumerate(AT_THE_WINDOW)]
)
def test_a_window_goes_on_and_leaves_nothing(name: str, folder: Folder, windows: list[Any]) -> None:
    bot, game = BOTS[name], GAMES[AT_THE_WINDOW.index(name) % 4]
    others = ["casual"] * (len(OTHERS[game]) - 1)
    words = ["play", game, *folder.config(game), "--seats", ",".join((f"casual:{bot.word}", "me", *others))]
    words += ["--size", "640x400", "--bot-time-s", str(bot.time_s(game)), "--record", str(folder.path / "record")]
    window = RealWindow(PLAY.format(root=str(ROOT), words=words), (640, 400), folder.options["env"])
    windows.append(window)
    window.find()
    time.sleep(4.0)
    window.quit()
    said, complaints = window.end()
    assert said[-1] == "ended 0"
    assert "Traceback" not in complaints
    folder.check_nothing_left()
