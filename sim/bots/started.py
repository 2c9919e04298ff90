"""The external bots that this process has started; they are kept for the matches to come."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable
from typing import Any

from sim.bots.player import Absent, Player
from sim.bots.seated import SeatedBots
from sim.bots.words import BotWords, NotHereError
from sim.errors import InputError
from sim.protocols import Configuration
from sim.seat import Seat
from sim.seeds import Key, keyed
from sim.spec import match_of

_STARTED: dict[tuple[int, int, str, str], Player] = {}
"""By table, number of the seat, the bot's label and its word: two seats never share a bot."""


def seated_bots(
    configuration: Configuration,
    seats: tuple[Seat, ...],
    bots: BotWords,
    match: Key = 0,
    table: int = 0,
    noting: Callable[[str, Player], Player] | None = None,
) -> dict[str, Any]:
    """Return what a match is opened with, beside what all matches get: its external bots; nothing without any.

    match: names it among those of its run, for the bots' seeds. table: tells matches apart that are played at the same
    time. noting: returns the bot of a seat so that its answers are noted.

    One that cannot be started again forfeits. Raises InputError where one is not among `bots`.
    """
    outside = {number: seat for number, seat in enumerate(seats) if seat.from_outside}
    if not outside:
        return {}
    questions = match_of(configuration.game).questions
    if questions is None:
        raise InputError("{game} has no seats for external bots.", game=configuration.game)
    players = {seat.name: _player(table, number, seat, bots) for number, seat in outside.items()}
    if noting is not None:
        players = {by: noting(by, player) for by, player in players.items()}
    key = keyed(bots.secret, "bots", match)
    return {"bots": SeatedBots.begin(configuration, questions, seats, key, players, bots.time_s)}


def end_bots() -> None:
    """End all bots that this process has started."""
    while _STARTED:
        _STARTED.popitem()[1].end()


def _player(table: int, number: int, seat: Seat, bots: BotWords) -> Player:
    word = dict(bots.words).get(seat.strategy)
    if word is None:
        raise InputError(
            "{seat} is played by {strategy}, an external bot: expected it to be named again, "
            "since nothing that is read ever starts one.",
            seat=seat.name,
            strategy=seat.strategy,
        )
    key = table, number, seat.strategy, word
    if key in _STARTED and _STARTED[key].busy:
        # A match that was left asks it yet: that one may end in its own time.
        threading.Thread(target=_STARTED.pop(key).end, daemon=True).start()
    if key not in _STARTED:
        try:
            _STARTED[key] = bots.start(seat.strategy)
        except NotHereError:
            raise
        except InputError as error:
            # It was started to learn its name: that it fails now is its own doing, and loses its own matches alone.
            return Absent(str(error).rstrip("."))
    return _STARTED[key]


atexit.register(end_bots)
