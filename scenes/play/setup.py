"""What is to be played, and by whom: checked in words before anything is opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import randbelow

from scenes.spec import scenes_of
from sim.configuration import load_configuration, seat_counts
from sim.configuration.default_opponents import DefaultOpponents, default_opponents_of
from sim.errors import InputError
from sim.match.seats import ME, YOU, check_count, check_seats
from sim.protocols import Configuration, Line, Match, Practice
from sim.seat import NAMES, PERSON, Seat
from sim.spec import bots_of, game_of, practice_of

USUAL_BOT = "casual"
NOBODY = "Player"
"""Who has not said a name is called so: what the games tell is told of somebody, and `You` takes another verb."""
SEEDS = 10_000


@dataclass(frozen=True, slots=True)
class Setup:
    """A match to play, or a practice. config: a preset's file or name, None for the shipped measures.

    practice: what is practised, as the game's Practice takes it, or None for a match. The first person practises.
    """

    game: str
    seats: tuple[Seat, ...]
    seed: int
    config: Path | None = None
    profile: str = "play"
    practice: Mapping[str, object] | None = field(default=None, hash=False)

    @property
    def persons(self) -> tuple[str, ...]:
        """Who sits at the table, in the order of the seats."""
        return tuple(seat.name for seat in self.seats if seat.is_person)

    @property
    def mine(self) -> Seat:
        """The first person's seat."""
        return next(seat for seat in self.seats if seat.is_person)

    def with_seed(self, seed: int) -> Setup:
        """The same under another seed."""
        return replace(self, seed=seed)

    def checked(self, where: str = "--seats") -> Setup:
        """This, if it can be played. Raises InputError."""
        check_seats(self.seats, self.game, where, persons=True)
        if self.practice is None:
            check_count(len(self.seats), seat_counts(self.configuration()), where, " by the rules of this table")
        if not self.persons:
            raise InputError(f"{where}: expected somebody at the table, such as me,casual; bots alone are for watch.")
        most = most_persons(self.game)
        if len(self.persons) > most:
            title = game_of(self.game).title
            raise InputError(f"{where}: expected at most {most} at the mouse at {title}, found {len(self.persons)}.")
        return self

    def counts(self) -> tuple[int, ...]:
        """How many may play, smallest first; the game's numbers where the configuration cannot be used."""
        try:
            return seat_counts(self.configuration())
        except InputError:
            return game_of(self.game).counts

    def configuration(self) -> Configuration:
        """The configuration. Raises InputError."""
        return load_configuration(self.game, self.config, self.profile)


def most_persons(game: str) -> int:
    """How many persons can play a game at one mouse."""
    return scenes_of(game).play().most_persons


def has_practice(game: str) -> bool:
    """Can it be practised alone?"""
    return scenes_of(game).play().form is not None


def open_match(setup: Setup, configuration: Configuration, tell: Callable[[Line], None]) -> Match:
    """The match, at its beginning."""
    return game_of(setup.game).match().open(configuration, setup.seats, setup.seed, tell)


def open_practice(setup: Setup, configuration: Configuration) -> Practice:
    """The practice, before the first attempt. Raises InputError where what is practised cannot be."""
    return practice_of(setup.game)(configuration, setup.mine, setup.seed, **(setup.practice or {}))


def fresh_seed() -> int:
    """A seed that nobody has chosen."""
    return 1 + randbelow(SEEDS - 1)


def usual_setup(
    game: str, name: str, profile: str, seed: int | None = None, config: Path | None = None, physics: str = "play"
) -> Setup:
    """What the lobby shows at first: one person, and those who usually sit at such a table."""
    setup = Setup(game, usual_seats(game, name, profile), fresh_seed() if seed is None else seed, config, physics)
    return setup if config is None else with_company(setup)


def _company(setup: Setup) -> DefaultOpponents | None:
    try:
        return default_opponents_of(setup.configuration())
    except InputError:
        return None


def with_company(setup: Setup, only_with_partners: bool = False) -> Setup:
    """The same with the bots who usually sit at such a table, where its preset says who, and as many as may play.

    only_with_partners: only where who is whose partner decides who sits where.
    """
    setup = seated(setup)
    company = _company(setup)
    if company is None or (only_with_partners and company.partner_profile is None):
        return setup
    person = next((number for number, seat in enumerate(setup.seats) if seat.is_person), 0)
    seats = tuple(
        seat if seat.is_person else Seat(seat.name, *company.who(number, len(setup.seats), person))
        for number, seat in enumerate(setup.seats)
    )
    return replace(setup, seats=seats)


def with_profile(word: str, profile: str) -> str:
    """A seat's word; `me` and `me=Carla` have that profile where they name none."""
    who, equals, name = word.partition("=")
    return f"{who}:{profile}{equals}{name}" if who == ME else word


def named(seats: Sequence[Seat], name: str) -> tuple[Seat, ...]:
    """The seats; who is only called You is called by that name."""
    others = [seat for seat in seats if seat.name != YOU]
    return tuple(
        replace(seat, name=free_name(name or NOBODY, others)) if seat.is_person and seat.name == YOU else seat
        for seat in seats
    )


def usual_seats(game: str, name: str, profile: str) -> tuple[Seat, ...]:
    """One person and bots, as many as usually play."""
    seats: tuple[Seat, ...] = (person(0, (), name, profile),)
    for _ in range(game_of(game).usual_seats - 1):
        seats = (*seats, bot(game, seats))
    return seats


def person(index: int, others: Sequence[Seat], name: str = "", profile: str = USUAL_BOT) -> Seat:
    """Somebody for seat `index`, called as wished, else as nobody else is."""
    return Seat(free_name(name or (NOBODY if index == 0 else ""), others), profile, PERSON)


def bot(game: str, others: Sequence[Seat], profile: str = USUAL_BOT) -> Seat:
    """A bot that is called as nobody else is."""
    return Seat(free_name("", others), profile, usual_strategy(game, profile))


def usual_strategy(game: str, profile: str) -> str:
    """How a profile plays a game unless told otherwise."""
    return bots_of(game).usual[profile]


def free_name(wish: str, others: Sequence[Seat]) -> str:
    """The wish if nobody has that name, else the first usual name that is free."""
    taken = {seat.name for seat in others}
    return next(name for name in (wish, *NAMES, *(f"Player {n}" for n in range(1, 9))) if name and name not in taken)


def for_game(setup: Setup, game: str) -> Setup:
    """The same people at another game: as many as may play it, bots with a strategy of that game."""
    seats: tuple[Seat, ...] = ()
    for seat in setup.seats[: game_of(game).most_seats]:
        stays = seat.is_person and sum(other.is_person for other in seats) < most_persons(game)
        seats = (*seats, seat if stays else replace(seat, strategy=usual_strategy(game, seat.profile)))
    return seated(replace(setup, game=game, seats=seats, practice=None))


def seated(setup: Setup) -> Setup:
    """The same with as many seats as may play: the next smaller number that may, else the next larger one."""
    counts, many = setup.counts(), len(setup.seats)
    wanted = max((count for count in counts if count <= many), default=counts[0])
    return with_more(without(setup, many - wanted), wanted - many)


def without(setup: Setup, many: int, index: int | None = None) -> Setup:
    """So many fewer seats: seat `index` goes first, then bots from the last one on, then persons."""
    seats = list(setup.seats)
    if index is not None and many > 0:
        del seats[index]
        many -= 1
    for _ in range(many):
        bots = [number for number, seat in enumerate(seats) if not seat.is_person]
        del seats[bots[-1] if bots else -1]
    return replace(setup, seats=tuple(seats))


def with_more(setup: Setup, many: int, first: Seat | None = None) -> Setup:
    """So many more seats: `first` where one is given, then bots."""
    seats = setup.seats
    for number in range(many):
        seats = (*seats, first if first is not None and number == 0 else _another(setup, seats))
    return replace(setup, seats=seats)


def _another(setup: Setup, seats: tuple[Seat, ...]) -> Seat:
    """A bot who plays as the others at such a table do."""
    fresh, company = bot(setup.game, seats), _company(setup)
    return fresh if company is None else Seat(fresh.name, company.profile, company.strategy)
