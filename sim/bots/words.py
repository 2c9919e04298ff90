"""The words that name external bots, such as `casual:package.module:Class?depth=3`, `casual:@bot.py`,
`casual:!./engine --fast` and `casual:NAME` of an entry point. All of them play in processes of their own.

Only a command line, or a program that calls Yardarm, names a bot by such a word. Records, stores and presets hold a
bot's name and version, from which nothing is ever started.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sim.bots.bot import Options, PythonBot
from sim.bots.host import serve_function
from sim.bots.kept import Forked, Kept, Started
from sim.bots.loading import GROUP, entries
from sim.bots.player import Failed, Late, Player
from sim.bots.process import BotProcess
from sim.errors import InputError
from sim.files import given_file
from sim.match.seats import check_count, check_seats, is_me, seats_from
from sim.people.skill import PROFILES
from sim.refusals import both, meant
from sim.seat import NAMES, Seat
from sim.spec import bots_of, game_of, match_of
from sim.untrusted_text import has_control, read_json

TIME_S = 10.0
"""The time that a bot has for an answer, unless it is said otherwise (s)."""
_LONGEST = 60


class NotHereError(InputError):
    """A word for a function that is in another process."""


@dataclass(frozen=True, slots=True)
class BotWords:
    """The external bots of a run: the word that starts each, by its label NAME@VERSION, and their time (s).

    secret: the key of their seeds (`sim.seeds.keyed`); without one these depend on the number of a match alone, and say
    nothing of any seed. aloud: what they print is passed on to standard error.
    """

    words: tuple[tuple[str, str], ...] = ()
    time_s: float = TIME_S
    secret: bytes = b""
    aloud: bool = False

    def start(self, label: str, where: str = "--players") -> Player:
        """Start the bot of a label. Raises InputError, also where it calls itself otherwise by now."""
        word = dict(self.words)[label]
        player = start(word, where, self.aloud)
        if label_of(player) != label:
            player.end()
            raise InputError(
                "{where}: {word!r}: expected the bot {label}, found {label_of}.",
                where=where,
                word=word,
                label=label,
                label_of=label_of(player),
            )
        return player


NO_BOTS = BotWords()


def is_outside(strategy: str, game: str) -> bool:
    """Return True if what stands behind a profile names an external bot, and no strategy of the game's own.

    An entry point may have the name of a strategy. It is meant where an option is a word, since those of strategies are
    numbers.
    """
    name, _, text = strategy.partition("?")
    if not strategy:
        return False
    if name in bots_of(game).strategies:
        values = (part.partition("=")[2] for part in text.split("&"))
        return any(value and not _is_number(value) for value in values) and name in entries()
    return strategy[0] in "@!" or _FUNCTION.fullmatch(strategy) is not None or ":" in strategy or name in entries()


def seated_with_bots(
    words: Sequence[str],
    game: str,
    where: str = "--players",
    time_s: float = TIME_S,
    persons: bool = False,
    aloud: bool = False,
) -> tuple[tuple[Seat, ...], BotWords]:
    """Return the seats that these words name, as `seats_from` does, and the external bots among them.

    aloud: what they print as they play is passed on. Each is started once to learn its name and version. Raises
    InputError.
    """
    bots = [(n, word) for n, word in enumerate(words) if not (persons and is_me(word))]
    outside = {n: word for n, word in bots if is_outside(word.partition(":")[2], game)}
    if not outside:
        return seats_from(words, game, where, persons), NO_BOTS
    check_count(len(words), game_of(game).counts, where)
    ours = [word.partition(":")[0] if n in outside else word for n, word in enumerate(words)]
    seats = list(seats_from(ours, game, where, persons))
    if match_of(game).questions is None:
        raise InputError("{where}: {game} has no seats for external bots.", where=where, game=game)
    labels: dict[str, str] = {}
    for n, word in outside.items():
        named = word.partition(":")[2]
        if named not in labels:
            player = start(named, where)
            labels[named] = label_of(player)
            player.end()
        seats[n] = Seat(NAMES[n], seats[n].profile, labels[named])
    if len(set(labels.values())) < len(labels):
        raise InputError(
            "{where}: expected bots that differ in name or version, found {labels} alike.",
            where=where,
            labels=both(labels),
        )
    check_seats(tuple(seats), game, where, persons=persons, outside=True)
    return tuple(seats), BotWords(tuple((label, word) for word, label in labels.items()), time_s, aloud=aloud)


def named_again(words: Sequence[str], seats: Sequence[Seat], time_s: float = TIME_S, aloud: bool = False) -> BotWords:
    """Return the external bots of a match that is resumed, which these words name again, with or without profile.

    Each is started once to learn its name and version. Raises InputError where one of the match is not among them, and
    for one that plays at none of its seats.
    """
    wanted = {seat.strategy: seat for seat in seats if seat.from_outside}
    found: dict[str, str] = {}
    for word in words:
        profile, colon, rest = word.partition(":")
        named = rest if colon and profile in PROFILES else word
        player = start(named, "--bot")
        label = label_of(player)
        player.end()
        if label not in wanted:
            expected = f"one of {', '.join(wanted)}" if wanted else "none, since no external bot plays here"
            raise InputError(
                "--bot: expected {expected}, found {label}, as {named!r} calls itself.",
                expected=expected,
                label=label,
                named=named,
            )
        found[label] = named
    missing = next((seat for label, seat in wanted.items() if label not in found), None)
    if missing is not None:
        raise InputError(
            "--bot: expected {strategy}, an external bot that plays for {missing}, to be named "
            "again, such as --bot @bot.py; nothing that is read ever starts one.",
            strategy=missing.strategy,
            missing=missing.name,
        )
    return BotWords(tuple(found.items()), time_s, aloud=aloud)


def start(word: str, where: str = "--players", aloud: bool = False) -> BotProcess:
    """Start the bot that a word names. Raises InputError."""
    starter, options = _starter(word, where)
    try:
        player = BotProcess(starter, options, aloud)
    except (Late, Failed) as error:
        raise InputError("{where}: the bot {word!r}: {error}.", where=where, word=word, error=error) from error
    label = label_of(player)
    if not player.name or len(label) > _LONGEST or has_control(label) or set(label) & set(",:@") != {"@"}:
        player.end()
        raise InputError(
            "{where}: the bot {word!r}: expected a name and a version of at most {longest} characters together, "
            "without comma, colon or @, found {label!r}.",
            where=where,
            word=word,
            longest=_LONGEST,
            label=label[:_LONGEST],
        )
    return player


def label_of(player: Player) -> str:
    """Return the name and version of a bot as records have them."""
    return f"{player.name}@{player.version}"


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def options_of(text: str, where: str) -> Options:
    """Read the options behind `?`, such as `depth=3&eager=true`. Raises InputError."""
    found: dict[str, str | int | float | bool] = {}
    for part in filter(None, text.split("&")):
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier():
            raise InputError(
                "{where}: expected options such as depth=3&eager=true, found {text!r}.", where=where, text=text
            )
        try:
            read = read_json(value)
        except ValueError:
            read = value
        found[key] = read if isinstance(read, bool | int | float) else value
    return found


_HOST = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from sim.bots.host import main; main()"
_FUNCTION = re.compile(r"\(function ([0-9]{1,9})\)")
_FUNCTIONS: list[Any] = []
"""The bots that a program has handed over as objects; they play in forks of this process."""


def named(function: object) -> str:
    """Return a word for a function of a question, or for an object that has `act`, in this process.

    Raises InputError where processes cannot be forked.
    """
    if not hasattr(os, "fork"):
        raise InputError("players: a function plays in a fork, which this system lacks: expected @FILE with the bot.")
    number = next((n for n, known in enumerate(_FUNCTIONS) if known is function), len(_FUNCTIONS))
    if number == len(_FUNCTIONS):
        _FUNCTIONS.append(function)
    return f"(function {number})"


def _starter(word: str, where: str) -> tuple[Callable[[], Kept], Options]:
    """Return what starts the process of a bot, and its options. Raises InputError for a word that names none."""
    if word.startswith("!"):
        return partial(Started, _command(word, where)), {}
    if _FUNCTION.fullmatch(word):
        if _number_of(word) >= len(_FUNCTIONS):
            raise NotHereError(
                "{where}: a function plays in the process that has it alone: expected jobs=1, or @FILE.", where=where
            )
        return partial(Forked, partial(serve_function, partial(_function, word))), {}
    place, _, text = word.partition("?")
    path = Path(place[1:].partition(":")[0])
    if place.startswith("@"):
        if not given_file(path).is_file():
            raise InputError(
                "{where}: the bot {word!r}: {path}: expected a file of Python with a bot.",
                where=where,
                word=word,
                path=path,
            )
        place = f"@{given_file(path)}{place[1 + len(str(path)) :]}"
    elif ":" not in place and place not in entries():
        raise InputError(
            "{where}: expected a bot such as @bot.py, package.module:Class, !COMMAND or an entry "
            "point of {group}, found {word!r}{meant}.",
            where=where,
            group=GROUP,
            word=word,
            meant=meant(place, entries()),
        )
    words = [sys.executable, "-c", _HOST, json.dumps(sys.path), place]
    # The order of a set must not change what a bot answers.
    return partial(Started, words, {**os.environ, "PYTHONHASHSEED": "0"}), options_of(text, where)


def _function(word: str) -> PythonBot:
    function = _FUNCTIONS[_number_of(word)]
    name = getattr(function, "__name__", type(function).__name__)
    return PythonBot(function, name.strip("<>"))


def _number_of(word: str) -> int:
    found = _FUNCTION.fullmatch(word)
    return int(found[1]) if found is not None else len(_FUNCTIONS)


def _command(word: str, where: str) -> list[str]:
    """Return the words of a command, with its interpreter where its file may not be run. Raises InputError."""
    try:
        words = shlex.split(word[1:])
    except ValueError as error:
        raise InputError(
            "{where}: the bot {word!r}: is not a command ({why}).", where=where, word=word, why=str(error).lower()
        ) from error
    if not words:
        raise InputError(
            "{where}: the bot {word!r}: is not a command (there is no word in it).", where=where, word=word
        )
    if shutil.which(words[0]) is not None:
        return words
    path = Path(words[0])
    if not path.is_file():
        raise InputError(
            "{where}: the bot {word!r}: cannot be started (there is no such file).", where=where, word=word
        )
    if path.suffix == ".py":
        return [sys.executable, *words]
    raise InputError(
        "{where}: the bot {word!r}: cannot be started: {file} may not be run (chmod +x {quoted}).",
        where=where,
        word=word,
        file=words[0],
        quoted=shlex.quote(words[0]),
    )
