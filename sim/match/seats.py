"""The seats of a match: names, skill profiles, strategies."""

from __future__ import annotations

from collections.abc import Sequence

from sim.errors import InputError
from sim.language import N_, Wording
from sim.people.skill import PROFILES
from sim.refusals import listed, meant, one_of
from sim.rules_frame import name_fault
from sim.seat import NAMES, PERSON, Seat, strategy_options
from sim.spec import StrategyOption, bots_of, game_of
from sim.untrusted_text import has_control

_NUMBERS = (N_("none"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"))
ME, YOU = "me", "You"


def seats_from(words: Sequence[str], game: str, where: str = "--players", persons: bool = False) -> tuple[Seat, ...]:
    """Parse seats such as `casual` or `skilled:simple` (profile, and the strategy if it is not the usual one).

    With `persons`, also `me`, `me:skilled`, `me=Carla` and `me:skilled=Carla`. Raises InputError for an unknown profile
    or strategy, a number of seats that the game does not allow, or two seats of one name.
    """
    bots = bots_of(game)
    mine = sum(is_me(word) for word in words)
    seats = []
    for usual, word in zip(NAMES, words, strict=False):
        if persons and is_me(word):
            word, _, name = word.partition("=")
            _, _, profile = word.partition(":")
            name = name.strip() or (YOU if mine == 1 else usual)
            seats.append(Seat(name, profile or "casual", PERSON))
            continue
        profile, _, strategy = word.partition(":")
        if "?" in strategy and strategy.partition("?")[0] in bots.strategies:
            strategy = checked_strategy(strategy, game, where)
        seats.append(Seat(usual, profile, strategy or bots.usual.get(profile, "")))
    check_seats(tuple(seats), game, where, len(words), persons)
    return tuple(seats)


def checked_strategy(strategy: str, game: str, where: str) -> str:
    """Return a strategy of ours with its options as records have them: in the order of the game's, as plain numbers.

    Raises InputError for an unknown strategy, and for options that it does not have.
    """
    bots = bots_of(game)
    name = strategy.partition("?")[0]
    if name not in bots.strategies:
        raise InputError(
            "{where}: {one_of}.", where=where, one_of=one_of(strategy, bots.strategies, "one of the strategies")
        )
    offered = bots.options.get(name, {})
    words = listed(_span(key, option) for key, option in offered.items()) if offered else Wording("no options")
    try:
        _, found = strategy_options(strategy)
    except ValueError as error:
        raise InputError(
            "{where}: {strategy!r}: expected {words} ({error}).",
            where=where,
            strategy=strategy,
            words=words,
            error=error,
        ) from error
    for key, value in found.items():
        option = offered.get(key)
        if option is None:
            raise InputError(
                "{where}: {name}: expected {words}, found {key!r}{meant}.",
                where=where,
                name=name,
                words=words,
                key=key,
                meant=meant(key, offered),
            )
        if not option.low <= value <= option.high or (option.whole and not isinstance(value, int)):
            whole = Wording("a whole number") if option.whole else Wording("a number")
            raise InputError(
                "{where}: {name}: {key}: expected {whole} from {low:g} to {high:g}, found {value:g}.",
                where=where,
                name=name,
                key=key,
                whole=whole,
                low=option.low,
                high=option.high,
                value=value,
            )
    options = "&".join(f"{key}={found[key]:.12g}" for key in offered if key in found)
    return f"{name}?{options}" if options else name


def _span(key: str, option: StrategyOption) -> str:
    if option.whole:
        return Wording("{key} ({low:g} to {high:g}, whole)", key=key, low=option.low, high=option.high)
    return Wording("{key} ({low:g} to {high:g})", key=key, low=option.low, high=option.high)


def check_count(count: int, counts: Sequence[int], where: str, why: str = "") -> None:
    """Raise InputError if the number of players is not among `counts`; `why` follows these numbers in the message."""
    if count not in counts:
        raise InputError(
            "{where}: expected {number_words} players{why}, found {count}.",
            where=where,
            number_words=number_words(counts),
            why=why,
            count=count,
        )


def number_words(counts: Sequence[int]) -> str:
    """Format numbers: `two to four`, or `four or six` where numbers in between are not allowed."""
    words = [Wording(_NUMBERS[count]) for count in counts]
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return Wording("{least} to {most}", least=words[0], most=words[-1])
    *others, last = words
    return Wording("{others} or {last}", others=listed(others), last=last) if others else last


def is_me(word: str) -> bool:
    """Return True for the word of a person's seat, such as `me:skilled=Carla`."""
    return word.partition("=")[0].partition(":")[0] == ME


def check_seats(
    seats: tuple[Seat, ...],
    game: str,
    where: str,
    count: int | None = None,
    persons: bool = False,
    outside: bool = False,
) -> None:
    """Raise InputError for an unknown profile or strategy, a number of seats the game does not allow, or equal names.

    count: the number of seats asked for, if not all of them are in `seats`. outside: whether external bots may be
    among them, by name and version.
    """
    for seat in seats:
        if seat.profile not in PROFILES:
            known = (*PROFILES, ME) if persons else PROFILES
            raise InputError("{where}: {one_of}.", where=where, one_of=one_of(seat.profile, known, "one of the skills"))
        if not ((persons and seat.is_person) or (outside and seat.from_outside)):
            checked_strategy(seat.strategy, game, where)
    check_count(len(seats) if count is None else count, game_of(game).counts, where)
    names = [seat.name for seat in seats]
    for name in names:
        if has_control(name):
            raise InputError(
                "{where}: expected names without control characters, found {name!r}.", where=where, name=name
            )
        if names.count(name) > 1:
            raise InputError("{where}: expected names that differ, found {name!r} twice.", where=where, name=name)
    fault = name_fault(names)
    if fault is not None:
        raise InputError(
            "{where}: expected names that are easy to distinguish, but {fault}",
            where=where,
            fault=f"{fault[:1].lower()}{fault[1:]}",
        )
