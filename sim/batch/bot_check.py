"""The verb `bot check`: whether an external bot starts, answers by the rules and in time, and the same again."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

from sim.bots.bot import Info, Question
from sim.bots.player import Player
from sim.bots.seated import SeatedBots
from sim.bots.words import label_of, start
from sim.configuration import load_configuration
from sim.errors import InputError
from sim.match.record import Recorder
from sim.options import BotCheckOptions
from sim.protocols import Line
from sim.seat import NAMES, Seat
from sim.seeds import keyed
from sim.spec import GAMES, bots_of, game_of, match_of
from sim.untrusted_text import printable

_PROFILE = "casual"


@dataclass(frozen=True, slots=True)
class Checked:
    """One thing that was checked: what, whether it holds, and what was found."""

    what: str
    holds: bool
    found: str

    def to_json(self) -> Line:
        """Return it as plain data."""
        return {"what": self.what, "holds": self.holds, "found": self.found}


class _Timed:
    """A bot, and how long each of its answers took (s)."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.name, self.version = player.name, player.version
        self.took_s: list[float] = []
        self.next_s: object = None
        self.busy = False
        self.used_s = math.nan

    def begin(self, info: Info) -> None:
        """Begin a match."""
        self.player.begin(info)

    def see(self, percept: Line) -> None:
        """Pass on what all players have seen."""
        self.player.see(percept)

    def ask(self, question: Question, seed: int, time_s: float) -> object:
        """Return the bot's answer, and note how long it took."""
        begun = time.perf_counter()
        try:
            return self.player.ask(question, seed, time_s)
        finally:
            self.took_s.append(time.perf_counter() - begun)
            self.next_s = self.player.next_s

    def end(self) -> None:
        """End the bot."""
        self.player.end()


def bot_check_command(given: BotCheckOptions) -> None:
    """Check a bot and print what was found.

    Raises InputError for one that cannot be started, SystemExit(1) where a check does not hold.
    """
    games = [given.game] if given.game is not None else [g for g in GAMES if match_of(g).questions is not None]
    bot = _Timed(start(given.bot, "BOT"))
    try:
        found = [Checked("says who it is", True, label_of(bot))]
        for game in games:
            found += _checked(bot, game, given.matches, given.seed, given.bot_time_s)
    finally:
        bot.end()
    if given.as_json:
        print(json.dumps({"bot": label_of(bot), "checks": [one.to_json() for one in found]}))
    else:
        for one in found:
            print(printable(f"{'ok' if one.holds else 'NO':4}{one.what}: {one.found}"))
    if not all(one.holds for one in found):
        raise SystemExit(1)


def _checked(bot: _Timed, game: str, matches: int, seed: int, time_s: float) -> Iterator[Checked]:
    """Yield what is found in some matches of a game, each played twice. Raises InputError."""
    part = match_of(game)
    if part.questions is None:
        raise InputError("--game: expected a game that seats external bots, found {game!r}.", game=game)
    configuration = load_configuration(game, profile="draft")
    usual = bots_of(game).usual[_PROFILE]
    bot.took_s.clear()
    records: list[list[str]] = []
    faults = []
    asked = 0
    for index in range(2 * matches):
        count = game_of(game).counts[0]
        names = (label_of(bot), *[usual] * (count - 1))
        seats = tuple(Seat(name, _PROFILE, strategy) for name, strategy in zip(NAMES, names, strict=False))
        at = seed + index % matches
        key = keyed(b"", "bots", index % matches)
        recorder = Recorder.of(configuration, seats, at)
        seated = SeatedBots.begin(configuration, part.questions, seats, key, {NAMES[0]: bot}, time_s)
        part.open(configuration, seats, at, recorder.record_line, bots=seated).run()
        records.append(recorder.lines)
        faults += seated.faults
        asked += seated.asked.total()
    first = f"; the first: {faults[0].kind}, {faults[0].why}: {faults[0].text}".rstrip(".") if faults else ""
    yield Checked(
        f"{game}: answers what it is asked, by the rules",
        not faults,
        f"{len(faults)} of {asked} answers in {2 * matches} matches did not count{first}",
    )
    again = sum(one == other for one, other in zip(records[:matches], records[matches:], strict=True))
    yield Checked(f"{game}: plays the same match again", again == matches, f"{again} of {matches} came out alike")
    mean_ms, slowest_s = 1000 * sum(bot.took_s) / max(1, len(bot.took_s)), max(bot.took_s, default=0.0)
    yield Checked(
        f"{game}: answers in time",
        slowest_s < time_s,
        f"{mean_ms:.2f} ms a question, at most {1000 * slowest_s:.1f} ms of {1000 * time_s:.0f} ms",
    )
