"""The words that name external bots, such as `casual:package.module:Class?depth=3`, `casual:@bot.py`,
`casual:!./engine --fast` and `casual:NAME` of an entry point.

Only a command line, or a program that calls Yardarm, names a bot by such a word. Records, stores and presets hold a
bot's name and version, from which nothing is ever started.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from sim.bots.bot import Options, PythonBot, is_bot
from sim.bots.player import Failed, InThread, Late, Player
from sim.errors import InputError
from sim.files import given_file
from sim.language import Wording
from sim.match.seats import check_count, check_seats, is_me, seats_from
from sim.people.skill import PROFILES
from sim.refusals import both, meant
from sim.seat import NAMES, Seat
from sim.spec import bots_of, game_of, match_of
from sim.untrusted_text import has_control, read_json

GROUP = "yardarm.bots"
"""The group of entry points under which other packages offer bots: a class, a factory, or a function of a question."""
TIME_S = 10.0
"""The time that a bot has for an answer, unless it is said otherwise (s)."""
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class BotWords:
    """The external bots of a run: the word that starts each, by its label NAME@VERSION, and their time (s)."""

    words: tuple[tuple[str, str], ...] = ()
    time_s: float = TIME_S

    def start(self, label: str, where: str = "--players") -> Player:
        """Start the bot of a label. Raises InputError, also where it calls itself otherwise by now."""
        word = dict(self.words)[label]
        player = start(word, where)
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
        return any(value and not _is_number(value) for value in values) and name in _entries()
    return strategy[0] in "@!" or ":" in strategy or name in _entries()


def seated_with_bots(
    words: Sequence[str], game: str, where: str = "--players", time_s: float = TIME_S, persons: bool = False
) -> tuple[tuple[Seat, ...], BotWords]:
    """Return the seats that these words name, as `seats_from` does, and the external bots among them.

    Each is started once to learn its name and version. Raises InputError.
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
    return tuple(seats), BotWords(tuple((label, word) for word, label in labels.items()), time_s)


def named_again(words: Sequence[str], seats: Sequence[Seat], time_s: float = TIME_S) -> BotWords:
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
    return BotWords(tuple(found.items()), time_s)


def start(word: str, where: str = "--players") -> Player:
    """Start the bot that a word names. Raises InputError."""
    try:
        if word.startswith("!"):
            from sim.bots.process import InProcess

            player: Player = InProcess(word[1:], {})
        else:
            player = InThread(_maker(word, where))
    except (Late, Failed) as error:
        raise InputError("{where}: the bot {word!r}: {error}.", where=where, word=word, error=error) from error
    label = label_of(player)
    if not player.name or len(label) > _LONGEST or has_control(label) or set(label) & set(",:@") != {"@"}:
        player.end()
        raise InputError(
            "{where}: the bot {word!r}: expected a name and a version of at most {longest} signs "
            "together, without comma, colon or @, found {label!r}.",
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


def _maker(word: str, where: str) -> Callable[[], PythonBot]:
    """Return what makes a Python bot. Raises InputError where its module cannot be loaded or holds no bot."""
    place, _, text = word.partition("?")
    options = options_of(text, where)
    if place.startswith("@"):
        path, _, name = place[1:].partition(":")
        found = _chosen(_of_file(Path(path), where), name, path, f"{where}: the bot {word!r}")
        named = name or Path(path).stem
    elif ":" in place:
        module, _, name = place.partition(":")
        try:
            loaded = importlib.import_module(module)
        except Exception as error:
            raise InputError(
                "{where}: the bot {word!r}: {in_words}.", where=where, word=word, in_words=_in_words(error)
            ) from error
        found = _chosen(loaded, name, module, f"{where}: the bot {word!r}")
        named = name or module.rpartition(".")[2]
    else:
        entries = _entries()
        if place not in entries:
            raise InputError(
                "{where}: expected a bot such as @bot.py, package.module:Class, !COMMAND or an entry "
                "point of {group}, found {word!r}{meant}.",
                where=where,
                group=GROUP,
                word=word,
                meant=meant(place, entries),
            )
        try:
            found, named = entries[place].load(), place
        except Exception as error:
            raise InputError(
                "{where}: the bot {word!r}: {in_words}.", where=where, word=word, in_words=_in_words(error)
            ) from error
    make = partial(_made, found, options, named, word, where)
    make()
    return make


def _made(found: Any, options: Options, name: str, word: str, where: str) -> PythonBot:
    """Return a new bot of a class, a factory or a function. Raises InputError."""
    made = found
    if isinstance(found, type) or options:
        try:
            made = found(**options)
        except Exception as error:
            raise InputError(
                "{where}: the bot {word!r}: {in_words}.", where=where, word=word, in_words=_in_words(error)
            ) from error
    if not is_bot(made):
        raise InputError(
            "{where}: the bot {word!r}: expected an object with act(question, rng), or a "
            "function of a question, found {made}.",
            where=where,
            word=word,
            made=type(made).__name__,
        )
    return PythonBot(made, name)


def _chosen(module: ModuleType, name: str, place: str, where: str) -> Any:
    """Return what a module calls by that name; without one, its `Bot` or `act`. Raises InputError.

    place: the module, or its file, in the words it was named with.
    """
    for wanted in (name,) if name else ("Bot", "act"):
        if hasattr(module, wanted):
            return getattr(module, wanted)
    raise InputError(
        "{where}: expected {name} in {place}.",
        where=where,
        name=name or Wording("a class Bot or a function act"),
        place=place,
    )


def _of_file(path: Path, where: str) -> ModuleType:
    """Load a file as a module, once in this process. Raises InputError."""
    whole = given_file(path).resolve()
    name = f"yardarm_bot_{whole.stem}_{zlib.crc32(str(whole).encode()):x}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, whole)
    if spec is None or spec.loader is None or not whole.is_file():
        raise InputError("{where}: {path}: expected a file of Python with a bot.", where=where, path=path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise InputError("{where}: {path}: {in_words}.", where=where, path=path, in_words=_in_words(error)) from error
    return module


def _entries() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _in_words(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200].rstrip(".")
