"""The setup of a match or a practice: what is played and by whom, checked before anything is opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import randbelow

from scenes.spec import play_of
from sim.bots.started import seated_bots
from sim.bots.words import NO_BOTS, BotWords
from sim.configuration import DefaultOpponents, default_opponents_of, load_configuration, presets, seat_counts
from sim.errors import InputError
from sim.language import Wording
from sim.match.seats import ME, YOU, check_count, check_seats
from sim.match.tempo import TempoSetting
from sim.protocols import Configuration, Line, Match, Practice
from sim.seat import NAMES, PERSON, Seat
from sim.spec import bots_of, game_of, match_of, practice_of

USUAL_BOT = "casual"
KINDEST = "family"
"""The preset of a first match, for a game that has it."""
SEEDS = 10_000


@dataclass(frozen=True, slots=True)
class Setup:
    """A match to play, or a practice. config: a preset's file or name, None for the shipped measures.

    practice: what is practised, as the game's Practice takes it, or None for a match. The first person practises.
    tempo: of the bots, in place of the one in the settings; None for that. bots: the external bots that may sit at
    the table.
    """

    game: str
    seats: tuple[Seat, ...]
    seed: int
    config: Path | None = None
    profile: str = "play"
    practice: Mapping[str, object] | None = field(default=None, hash=False)
    tempo: TempoSetting | None = None
    bots: BotWords = NO_BOTS

    @property
    def persons(self) -> tuple[str, ...]:
        """The names of the persons at the table, in the order of the seats."""
        return tuple(seat.name for seat in self.seats if seat.is_person)

    @property
    def mine(self) -> Seat:
        """The first person's seat."""
        return next(seat for seat in self.seats if seat.is_person)

    def with_seed(self, seed: int) -> Setup:
        """Return the same setup with another seed."""
        return replace(self, seed=seed)

    def checked(self, where: str = "--seats") -> Setup:
        """Return the setup if it can be played. Raises InputError if not; `where` begins its message."""
        check_seats(self.seats, self.game, where, persons=True, outside=True)
        if self.practice is None:
            check_count(
                len(self.seats), seat_counts(self.configuration()), where, Wording(" by the rules of this table")
            )
        if not self.persons:
            raise InputError(
                "{where}: expected a person at the table, such as me,casual; bots alone are for watch.", where=where
            )
        most = most_persons(self.game)
        if len(self.persons) > most:
            title = game_of(self.game).title
            raise InputError(
                "{where}: expected at most {most} at the mouse at {title}, found {persons}.",
                where=where,
                most=most,
                title=title,
                persons=len(self.persons),
            )
        return self

    def counts(self) -> tuple[int, ...]:
        """Return the numbers of players allowed, smallest first; the game's own if the configuration cannot be used."""
        try:
            return seat_counts(self.configuration())
        except InputError:
            return game_of(self.game).counts

    def configuration(self) -> Configuration:
        """Load the configuration. Raises InputError."""
        return load_configuration(self.game, self.config, self.profile)


def most_persons(game: str) -> int:
    """Return how many persons can play a game at one mouse."""
    return play_of(game).most_persons


def has_practice(game: str) -> bool:
    """Return True if the game can be practised alone."""
    return play_of(game).form is not None


def open_match(setup: Setup, configuration: Configuration, record_line: Callable[[Line], None]) -> Match:
    """Open the match at its beginning; `record_line` is called with each line of its record. Raises InputError."""
    seated = seated_bots(configuration, setup.seats, setup.bots)
    return match_of(setup.game).open(configuration, setup.seats, setup.seed, record_line, **seated)


def open_practice(setup: Setup, configuration: Configuration) -> Practice:
    """Open the practice before its first attempt. Raises InputError if the choice of what to practise is invalid."""
    return practice_of(setup.game)(configuration, setup.mine, setup.seed, **(setup.practice or {}))


def fresh_seed() -> int:
    """Choose a random seed."""
    return 1 + randbelow(SEEDS - 1)


def usual_setup(
    game: str, name: str, profile: str, seed: int | None = None, config: Path | None = None, physics: str = "play"
) -> Setup:
    """Return the lobby's first draft: one person, and the usual opponents of such a table."""
    setup = Setup(game, usual_seats(game, name, profile), fresh_seed() if seed is None else seed, config, physics)
    return setup if config is None else with_default_opponents(setup)


def first_setup(draft: Setup, game: str, name: str, profile: str) -> Setup:
    """Return a new player's first match of a game: the kindest table, with all that the draft says of it already."""
    kindest = Path(KINDEST) if KINDEST in presets(game) else None
    usual = usual_setup(game, name, profile, draft.seed, draft.config or kindest, draft.profile)
    return replace(usual, tempo=draft.tempo)


def _default_opponents(setup: Setup) -> DefaultOpponents | None:
    try:
        return default_opponents_of(setup.configuration())
    except InputError:
        return None


def with_default_opponents(setup: Setup, only_with_partners: bool = False) -> Setup:
    """Return the setup with its preset's default opponents, if it has any, and with as many seats as allowed.

    only_with_partners: change the bots only if the preset has a profile of its own for the person's partner, so that it
    matters who sits where.
    """
    setup = seated(setup)
    opponents = _default_opponents(setup)
    if opponents is None or (only_with_partners and opponents.partner_profile is None):
        return setup
    person = next((number for number, seat in enumerate(setup.seats) if seat.is_person), 0)
    seats = tuple(
        seat if seat.is_person else Seat(seat.name, *opponents.who(number, len(setup.seats), person))
        for number, seat in enumerate(setup.seats)
    )
    return replace(setup, seats=seats)


def with_profile(word: str, profile: str) -> str:
    """Return a seat's word; if it is `me` or `me=Carla`, which name no profile, with that profile."""
    who, equals, name = word.partition("=")
    return f"{who}:{profile}{equals}{name}" if who == ME else word


def named(seats: Sequence[Seat], name: str) -> tuple[Seat, ...]:
    """Return the seats with `name`, if there is one, for the person who is only called You."""
    others = [seat for seat in seats if seat.name != YOU]
    return tuple(
        replace(seat, name=free_name(name or YOU, others)) if seat.is_person and seat.name == YOU else seat
        for seat in seats
    )


def usual_seats(game: str, name: str, profile: str) -> tuple[Seat, ...]:
    """Return one person and bots, as many as usually play."""
    seats: tuple[Seat, ...] = (person(0, (), name, profile),)
    for _number in range(game_of(game).usual_seats - 1):
        seats = (*seats, bot(game, seats))
    return seats


def person(index: int, others: Sequence[Seat], name: str = "", profile: str = USUAL_BOT) -> Seat:
    """Return a person's seat, number `index`, with that name or else one that is free."""
    return Seat(free_name(name or (YOU if index == 0 else ""), others), profile, PERSON)


def bot(game: str, others: Sequence[Seat]) -> Seat:
    """Return a bot's seat with a name that is free."""
    return Seat(free_name("", others), USUAL_BOT, usual_strategy(game, USUAL_BOT))


def usual_strategy(game: str, profile: str) -> str:
    """Return the strategy that a profile plays a game with unless another is chosen."""
    return bots_of(game).usual[profile]


def free_name(wanted: str, others: Sequence[Seat]) -> str:
    """Return `wanted` if no seat has that name, else the first usual name that is free."""
    taken = {seat.name for seat in others}
    return next(name for name in (wanted, *NAMES, *(f"Player {n}" for n in range(1, 9))) if name and name not in taken)


def told_apart(setup: Setup) -> Setup:
    """Return the setup with a name of their own for a person called You, if others share the mouse."""
    if len(setup.persons) < 2 or YOU not in setup.persons:
        return setup
    others = [seat for seat in setup.seats if seat.name != YOU]
    seats = tuple(
        replace(seat, name=free_name("", others)) if seat.is_person and seat.name == YOU else seat
        for seat in setup.seats
    )
    return replace(setup, seats=seats)


def for_game(setup: Setup, game: str) -> Setup:
    """Return the setup for another game: the same players, as far as they may play it; bots get a strategy of it."""
    seats: tuple[Seat, ...] = ()
    for seat in setup.seats[: game_of(game).most_seats]:
        stays = seat.is_person and sum(other.is_person for other in seats) < most_persons(game)
        seats = (*seats, seat if stays else replace(seat, strategy=usual_strategy(game, seat.profile)))
    return seated(replace(setup, game=game, seats=seats, practice=None))


def seated(setup: Setup) -> Setup:
    """Return the setup with a number of seats that is allowed: the next smaller one, else the next larger."""
    counts, many = setup.counts(), len(setup.seats)
    wanted = max((count for count in counts if count <= many), default=counts[0])
    return with_more(without(setup, many - wanted), wanted - many)


def without(setup: Setup, many: int, index: int | None = None) -> Setup:
    """Return the setup with `many` seats fewer: seat `index` goes first, then bots from the last on, then persons."""
    seats = list(setup.seats)
    if index is not None and many > 0:
        del seats[index]
        many -= 1
    for _number in range(many):
        bots = [number for number, seat in enumerate(seats) if not seat.is_person]
        del seats[bots[-1] if bots else -1]
    return replace(setup, seats=tuple(seats))


def with_more(setup: Setup, many: int, first: Seat | None = None) -> Setup:
    """Return the setup with `many` seats more: `first` if there is one, then bots."""
    seats = setup.seats
    for number in range(many):
        seats = (*seats, first if first is not None and number == 0 else _another(setup, seats))
    return replace(setup, seats=seats)


def _another(setup: Setup, seats: tuple[Seat, ...]) -> Seat:
    """Return the seat of a bot that plays as the other opponents at such a table do."""
    fresh, opponents = bot(setup.game, seats), _default_opponents(setup)
    return fresh if opponents is None else Seat(fresh.name, opponents.profile, opponents.strategy)
