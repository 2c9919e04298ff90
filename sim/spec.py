"""What the house knows of a game: its spec, and where the spec of each game is found.

A package adds a game with an entry point of the group `yardarm.games`, `name = "package.spec:SPEC"`; ours are found in
the same way (pyproject.toml). `game_of` finds a game by its name. A spec names its parts, as "module:attribute"; a part
is imported when it is asked for, so that a game that is not played is not loaded, and a referee needs no physics
(docs/how-to/add-a-game.md).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sim.errors import InputError
from sim.protocols import (
    Configuration,
    Line,
    Match,
    MatchRow,
    Position,
    Practice,
    RecordedMatch,
    RowCollector,
    TurnRow,
)
from sim.refusals import one_of
from sim.seat import Seat

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from sim.measures import Span
    from sim.metrics import MetricTable, Summary

Part = TypeVar("Part")

GROUP = "yardarm.games"
"""The group of entry points by which games are found."""


def _all_of_it(shipped: Mapping[str, object], _preset: Mapping[str, object]) -> Mapping[str, object]:
    return shipped


def _no_pieces(_configuration: Any) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class ConfigurationPart:
    """A game's configuration: the data that its matches depend on.

    sections: the tables that a preset may have, besides [skill]. shipped_tree: returns these tables as shipped. build:
    makes the configuration of a whole tree, given where it comes from (for messages) and the name of the physics
    profile; raises InputError. presets: the folder of the game's presets, NAME.toml each, or None. spans: returns the
    ranges of the assumed values of these tables, by dotted key. beneath: returns the part of the shipped tree that a
    preset's plain tables change: without what they replace as a whole, such as three yards by an array of yards.
    pieces: returns the kinds of pieces of a configuration, with a few words each, in a game whose options name them.
    changeable: what a maker of the game can change of the box, by dotted key, in words. left_open: the answer of `study
    assumptions --json` for the shipped design, or None. near: returns whether a design is so like the shipped one that
    this answer says something about it; None: as `is_near` says. tacit: returns tables as shipped of which a
    configuration's tree has only what differs, such as house rules; `shipped_tree` has none of them.
    """

    sections: tuple[str, ...]
    shipped_tree: Callable[[], Mapping[str, object]]
    build: Callable[[Mapping[str, object], str, str], Configuration]
    presets: Path | None = None
    spans: Callable[[], Mapping[str, Span]] = dict
    beneath: Callable[[Mapping[str, object], Mapping[str, object]], Mapping[str, object]] = _all_of_it
    pieces: Callable[[Any], Mapping[str, str]] = _no_pieces
    changeable: Mapping[str, str] = field(default_factory=dict)
    left_open: Path | None = None
    near: Callable[[Any], bool] | None = None
    tacit: Callable[[], Mapping[str, object]] = dict

    def is_near(self, configuration: Any) -> bool:
        """Return True for a design like the shipped one: as `near` says, else one with nothing changed but skills."""
        if self.near is not None:
            return self.near(configuration)
        return {key: table for key, table in configuration.tree.items() if key != "skill"} == self.shipped_tree()


class OutsideBots(Protocol):
    """The external bots that play in a match, by seat (sim/bots/seated.py)."""

    @property
    def forfeited(self) -> Mapping[str, str]:
        """The players whose bots have forfeited the match so far, and why, in words without a full stop."""

    def decide(self, question: Any, think: Callable[[], Any], check: Callable[[Any], None]) -> Any:
        """Return the answer to a question: the bot's, or what `think` returns where it is no bot's seat or it fails.

        check: raises IllegalAction for an answer against the rules.
        """

    def hear(self, line: Line) -> None:
        """Take in a line of the match's record."""

    def tell(self, by: str, percept: Line) -> None:
        """Pass on what this player alone has seen, where everybody acts at once."""

    def next_s(self, by: str) -> object:
        """Return when (s of the match) this player's bot wants to be asked next; None after the next percept."""


class OpenMatch(Protocol):
    """Set a match up at its beginning.

    record: one that the match follows: everybody decides as is written there; with `resumes` up to the record's last
    line, and where everybody acts at once persons alone, while bots decide anew. bots: play the seats of
    external bots; they are asked nothing where a record is followed to its end.
    """

    def __call__(
        self,
        configuration: Configuration,
        seats: tuple[Seat, ...],
        seed: int,
        record_line: Callable[[Line], None] | None = None,
        record: RecordedMatch | None = None,
        resumes: bool = False,
        bots: OutsideBots | None = None,
    ) -> Match:
        """Return the match. record_line: gets each line of its record. Raises InputError."""


class Check(Protocol):
    """Check plain data, as a pydantic TypeAdapter does."""

    def validate_python(self, data: Line, /) -> object:
        """Raise pydantic's ValidationError where it does not fit."""


@dataclass(frozen=True, slots=True)
class QuestionsPart:
    """The questions to external bots, as plain data.

    table: returns what never changes in a match, given its configuration. view: what the asked player sees. legal: the
    answers that the rules allow, or ranges of them. read: returns the intent of an answer; raises IllegalAction.
    public: returns what all players see of a line of the record, None for nothing. think: returns the answer of a
    strategy of ours, given its name with its options and a random stream; None where strategies follow the whole match,
    because everybody acts at once. mask: returns by number which actions of the rules are allowed after those begun
    (sim/rules_frame/action_space.py); None where a question has no numbers. text: returns what the asked player sees as
    a text for a terminal; None for the view in words. Questions and intents are those of the
    game's match (sim/match/turn_based.py), or, where everybody acts at once, those of
    sim/match/at_once.py.
    """

    table: Callable[[Any], Line]
    view: Callable[[Any], Line]
    legal: Callable[[Any], list[Line]]
    read: Callable[[Any, object], Any]
    public: Callable[[Line], Line | None]
    think: Callable[[Any, str, Any], Line] | None = None
    mask: Callable[[Any, tuple[int, ...]], Any] | None = None
    text: Callable[[Any], str] | None = None


def _nowhere(_match: Match) -> None:
    return None


@dataclass(frozen=True, slots=True)
class MatchPart:
    """A game's matches.

    open: sets one up. intent, measured: check a line of a record that says what was meant, or what a person's hand did.
    questions: what external bots are asked; None where they have no seat. position: returns where a match stands as
    its rules have it: None before it has begun, and for a game without rules of its own. by_hand: whether a person
    plays with a hand of theirs, for which there are no words. in_step: sets one up in which luck is drawn part by part,
    so that two designs meet the same in matches of one seed although their players part ways; None where no such
    matches are needed or known.
    """

    open: OpenMatch
    intent: Check
    measured: Check
    questions: QuestionsPart | None = None
    position: Callable[[Any], Position | None] = _nowhere
    by_hand: bool = False
    in_step: OpenMatch | None = None


@dataclass(frozen=True, slots=True)
class StrategyOption:
    """An option of a strategy: a number from low to high. meaning: in a few words. whole: without a fraction."""

    meaning: str
    low: float
    high: float
    whole: bool = False


@dataclass(frozen=True, slots=True)
class BotsPart:
    """A game's bots.

    strategies: their names, weakest first. usual: by skill profile, unless a seat says otherwise. options: of the
    strategies that have some, by the names of strategy and option. labels: what the screen calls a strategy, by its
    name, where that says more than the name.
    """

    strategies: Collection[str]
    usual: Mapping[str, str]
    options: Mapping[str, Mapping[str, StrategyOption]] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)


PLAIN_BOTS = BotsPart(("plain",), dict.fromkeys(("child", "casual", "skilled"), "plain"))
"""Of a game that has only one way to play."""


def _not_said(_configuration: Configuration, _seats: tuple[Seat, ...]) -> Mapping[str, Collection[object]]:
    return {}


@dataclass(frozen=True, slots=True)
class MetricsPart:
    """The part of a game that counts what happens in a batch.

    match_row: a dataclass that begins with `index` and `seed` (`sim.protocols.MatchRow`); turn_row: one that begins
    with `match` and the number of the turn within the match. sim/batch/row_schema.py says what their fields may be.
    collector: makes these rows of the lines of one match, given its index, seed and seats. table: the metrics.
    text: the figures that `simulate` prints for people, in the game's own words; None: each under its key. values:
    returns, by column, all that the turns of a match can hold there, for columns of which the configuration and the
    seats say it.
    """

    match_row: type[MatchRow]
    turn_row: type[TurnRow]
    collector: Callable[[int, int, tuple[Seat, ...]], RowCollector]
    table: MetricTable
    text: Callable[[Summary], str] | None = None
    values: Callable[[Any, tuple[Seat, ...]], Mapping[str, Collection[object]]] = _not_said


@dataclass(frozen=True, slots=True)
class ConformancePart:
    """The facts that the conformance suite (yardarm/testing) has to know of a game, where the defaults do not do.

    shorter: what is changed of its configuration, as a preset has it, so that its matches are short. strategy: one that
    thinks little. step_s, glance_s, watched_s: how much of a match lies between two frames that are looked at, between
    two looks at what is conserved, and in the stretch that each frame rate is tried on. unlawful: a question, and what
    makes its answer one against the rules, given what the same player answered to it before; None: another player's.
    conserved: returns what no moment of a match may change, None for nothing yet.
    """

    shorter: Mapping[str, Any] = field(default_factory=dict)
    strategy: str = ""
    step_s: float = 1.0
    glance_s: float = 3.0
    watched_s: float = 12.0
    unlawful: tuple[str, Callable[[Sequence[Line]], Line]] | None = None
    conserved: Callable[[Any], object] | None = None


@dataclass(frozen=True, slots=True)
class GameSpec:
    """A game as the house knows it.

    name: as the command line calls it; title: as people do. counts: the numbers of players it may be played with,
    smallest first (a house rule may allow fewer: `sim.configuration.seat_counts`). usual_seats: as many sit down where
    nobody says how many. The rest are parts, as "module:attribute"; those that a game need not have are None. match: a
    `MatchPart`. configuration: a `ConfigurationPart`; without one there are only the skills of people
    (`sim.configuration.SkillsConfiguration`). bots: a `BotsPart`; without one everybody plays as the match says
    (`PLAIN_BOTS`). metrics: a `MetricsPart`; without one only matches and victories are counted
    (sim/batch/match_counts.py). referee: the words of its referee (`sim.referee.Vocabulary`). ladder: who meets
    whom in `study ladder` (`sim.batch.ladder.Ladder`). practice: what opens a practice, given the configuration, the
    person's seat, the seed and, by name, what is practised. prototype: the class of its designs in the workshop
    (sim/workshop/prototype.py). rules: the module of the rules alone.
    start: the function that begins a game by the rules alone with what is in the box, given the players, a source of
    chance and what is agreed on by name; None where nothing is shuffled: then it is the `start` of the rules.
    conformance: a `ConformancePart`. reports: what people report of it (calibration/assumptions/reports.py). measuring:
    what there is to measure of it (calibration/measure/things.py).
    """

    name: str
    title: str
    counts: tuple[int, ...]
    usual_seats: int
    match: str
    configuration: str | None = None
    bots: str | None = None
    metrics: str | None = None
    referee: str | None = None
    ladder: str | None = None
    practice: str | None = None
    prototype: str | None = None
    rules: str | None = None
    start: str | None = None
    conformance: str | None = None
    reports: str | None = None
    measuring: str | None = None

    @property
    def folder(self) -> str:
        """The name of the game's folder, and of its figures in benchmarks."""
        return self.name.replace("-", "_")

    @property
    def most_seats(self) -> int:
        """The most who may play."""
        return self.counts[-1]


class Games(Mapping[str, GameSpec]):
    """All games by name: our own, then those of other packages. A spec is loaded when it is asked for, not its name."""

    def __getitem__(self, name: str) -> GameSpec:
        return _spec(_entries()[name])

    def __iter__(self) -> Iterator[str]:
        return iter(_entries())

    def __len__(self) -> int:
        return len(_entries())

    def __contains__(self, name: object) -> bool:
        return name in _entries()


GAMES: Mapping[str, GameSpec] = Games()


def game_of(name: object, where: str = "game") -> GameSpec:
    """Return the spec of a game. Raises InputError for an unknown game and for one that cannot be loaded."""
    if not isinstance(name, str) or name not in GAMES:
        if not GAMES:
            raise InputError("{where}: no game is installed. In a source tree: python -m pip install -e .", where=where)
        raise InputError("{where}: {one_of}.", where=where, one_of=one_of(name, GAMES))
    return GAMES[name]


@cache
def _entries() -> Mapping[str, EntryPoint]:
    return entries(GROUP)


def entries(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name, our own first: no other package can take their names."""
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: (not _is_ours(entry), entry.name)):
        found.setdefault(entry.name, entry)
    return found


def _is_ours(entry: EntryPoint) -> bool:
    """Return True if an entry point names a module of ours: names of packages are slow to read."""
    return entry.value.partition(".")[0] in ("scenes", "sim", "yardarm")


@cache
def _spec(entry: EntryPoint) -> GameSpec:
    spec = load_entry(entry, GameSpec)
    if spec.name != entry.name:
        raise InputError(
            "{group}: {entry} = {entry2!r}: expected a game of that name, found {spec!r}.",
            group=GROUP,
            entry=entry.name,
            entry2=entry.value,
            spec=spec.name,
        )
    return spec


def load_entry(entry: EntryPoint, kind: type[Part]) -> Part:
    """Return what an entry point names. Raises InputError where it cannot be imported or is of another kind."""
    try:
        found = entry.load()
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise InputError(
            "{group}: {entry} = {entry2!r} cannot be loaded ({reason}).",
            group=entry.group,
            entry=entry.name,
            entry2=entry.value,
            reason=reason,
        ) from error
    if not isinstance(found, kind):
        raise InputError(
            "{group}: {entry} = {entry2!r}: expected a {kind}, found {found}.",
            group=entry.group,
            entry=entry.name,
            entry2=entry.value,
            kind=kind.__name__,
            found=type(found).__name__,
        )
    return found


def load_part(spec: GameSpec, part: str, kind: type[Part]) -> Part | None:
    """Return what a spec names as a part, None where it names none. Raises InputError where it cannot be loaded."""
    value = getattr(spec, part)
    return None if value is None else load_named(spec.name, part, value, kind)


def load_named(game: str, part: str, value: str, kind: type[Part]) -> Part:
    """Return what "module:attribute" names. Raises InputError where it cannot be imported or is of another kind."""
    from importlib.metadata import EntryPoint

    return load_entry(EntryPoint(part, value, game), kind)


def match_of(game: str) -> MatchPart:
    """Return the matches of a game. Raises InputError for an unknown game."""
    part = load_part(game_of(game), "match", MatchPart)
    assert part is not None
    return part


def bots_of(game: str) -> BotsPart:
    """Return the bots of a game. Raises InputError for an unknown game."""
    return load_part(game_of(game), "bots", BotsPart) or PLAIN_BOTS


def practice_of(game: str) -> Callable[..., Practice]:
    """Return what opens a practice of a game. Raises InputError for a game that cannot be practised."""
    spec = game_of(game)
    practice = load_part(spec, "practice", type)
    if practice is None:
        raise InputError("{title} cannot be practised alone.", title=spec.title)
    return practice


def conformance_of(game: str) -> ConformancePart:
    """Return what the conformance suite is to know of a game. Raises InputError for an unknown game."""
    return load_part(game_of(game), "conformance", ConformancePart) or ConformancePart()
