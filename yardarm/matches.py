"""Play one match: `match(...).run()`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from sim.batch.match_counts import metrics_of
from sim.batch.rows import columns
from sim.batch.tabular import Row, Tabular
from sim.bots.bot import Question as BotQuestion
from sim.bots.started import seated_bots
from sim.bots.words import NO_BOTS, TIME_S, BotWords, named_again
from sim.errors import IllegalAction, InputError, whole
from sim.files import as_path
from sim.match.base import Match as OurMatch
from sim.match.held import Held, state_of
from sim.match.record import Recorder
from sim.match.turn_based import Question as TurnQuestion
from sim.match.turn_based import TurnBasedMatch
from sim.options import SimulateOptions
from sim.protocols import UNRECORDED, Configuration, Line, MatchRow, Position, RowCollector, TurnRow
from sim.protocols import Match as AnyMatch
from sim.refusals import one_of
from sim.seat import Seat
from sim.seeds import derive
from sim.spec import OutsideBots, QuestionsPart, match_of
from yardarm.configurations import Config, configured
from yardarm.words import Players, Profile, checked_as, in_words_of_python, seated_at, words_of

State: TypeAlias = Mapping[str, object]
"""A match that is held, as plain data (sim/match/held.py)."""


@dataclass(frozen=True, slots=True, repr=False)
class Result(Tabular):
    """A match that was played to its end.

    seats: who played. winners: their names. minutes: simulated time. row: what is counted of the match; turns: of each
    of its turns, with the columns that `simulate --out` stores. position: where the match ended, as its rules have it.

        >>> import yardarm as ya
        >>> result = ya.match("zatre", ["casual:random", "casual:random"]).run()
        >>> len(result.rows()) == len(result.turns)
        True
    """

    TABLES: ClassVar = ("turns", "match")
    game: str
    seed: int
    seats: tuple[Seat, ...]
    row: MatchRow
    turns: tuple[TurnRow, ...]
    position: Position | None
    _recorder: Recorder
    _picture: Callable[[], bytes | None]

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won, several where they share the victory."""
        return tuple(seat.name for seat, part in zip(self.seats, self.row.victory, strict=False) if part)

    @property
    def minutes(self) -> float:
        """The simulated time of the match."""
        return self.row.simulated_s / 60.0

    def _table(self, name: str) -> Iterable[Row]:
        rows: Sequence[TurnRow | MatchRow] = self.turns if name == "turns" else (self.row,)
        return map(columns, rows)

    def save(self, path: str | Path) -> Path:
        """Write the record, which `yardarm replay` shows and `replay --verify` checks. Raises InputError."""
        path = as_path(path)
        self._recorder.write(path)
        return path

    def __repr__(self) -> str:
        """Return the result on one line."""
        won = " and ".join(self.winners) or "nobody"
        return f"<{self.game}, seed {self.seed}: {won} won, {len(self.turns)} turns, {self.minutes:.1f} minutes>"

    def _repr_png_(self) -> bytes | None:
        """Return the end of the match as a picture for a notebook; None where nothing can be drawn."""
        return self._picture()

    def __str__(self) -> str:
        """Return the result with the last position as a text board."""
        return "\n".join([repr(self), *([] if self.position is None else [str(self.position)])])


@dataclass(frozen=True)
class Question(BotQuestion):
    """A decision that a match waits for: `by` whom, of which `kind`, the `view` of that player, the `legal` answers.

    For example:

        >>> import yardarm as ya
        >>> match = ya.match("zatre", ["casual", "casual"])
        >>> for question in match.questions("Anne"):
        ...     question.answer(question.legal[0])
        >>> match.run().winners != ()
        True
    """

    _answer: Callable[[object], None] = field(repr=False, compare=False)

    def model(self, seed: int = 0) -> Match:
        """Return what the player may know as a match, with all that is hidden from them drawn anew by the seed.

        It waits for the answer to this question, and can be forked. Raises InputError for a game that has no such
        state.
        """
        return match.load(self.state(seed))

    def answer(self, answer: object) -> None:
        """Answer with one of the legal answers, or with data like them. Raises IllegalAction, before anything moves."""
        self._answer(answer)


def _question(
    asked: TurnQuestion[Any, Any],
    part: QuestionsPart,
    answer: Callable[[object], None],
    model: Callable[[int], Line],
) -> Question:
    """Return the question of a match as plain data."""
    think = None if part.think is None else partial(part.think, asked)
    mask = None if part.mask is None else partial(part.mask, asked)
    view, legal = part.view(asked), partial(part.legal, asked)
    return Question(asked.by[0], asked.kind, view, legal, answer, _think=think, _mask=mask, _model=model)


@dataclass(slots=True)
class _Asked:
    """The seats that are decided for from outside the match, and the bots of the others (`sim.spec.OutsideBots`)."""

    names: frozenset[str]
    bots: OutsideBots | None = None

    def decide(self, question: Any, think: Callable[[], Any], check: Callable[[Any], None]) -> Any:
        """Return None for a seat that is decided for from outside, else the bot's or the strategy's answer."""
        if question.by[0] in self.names:
            return None
        return think() if self.bots is None else self.bots.decide(question, think, check)

    @property
    def forfeited(self) -> Mapping[str, str]:
        """The players whose bots have forfeited the match so far, and why."""
        return {} if self.bots is None else self.bots.forfeited

    def hear(self, line: Line) -> None:
        """Pass a line of the record on."""
        if self.bots is not None:
            self.bots.hear(line)

    def tell(self, by: str, percept: Line) -> None:
        """Pass on what a player alone has seen."""
        if self.bots is not None:
            self.bots.tell(by, percept)

    def next_s(self, by: str) -> object:
        """Return when a player's bot wants to be asked next."""
        return None if self.bots is None else self.bots.next_s(by)


_PICTURE_PX = 800, 500
"""Width and height of the picture that a notebook shows."""
_LAST = 3
"""The number of lines about what happened last, below a text board."""
_TABLES = count(1)
"""Matches that are open at the same time share no bots."""


class Match:
    """A match before its end: play it with `run`, or decide for players with `questions`.

    For example:

        >>> import yardarm as ya
        >>> ya.match("zatre", ["casual", "skilled"], seed=5)
        <zatre, seed 5, 0 s: Anne (casual:sheet), Bert (skilled:planner)>
    """

    def __init__(
        self,
        configuration: Configuration,
        seats: Sequence[Seat],
        bots: BotWords,
        seed: int,
        held: Held | None = None,
    ) -> None:
        self.configuration = configuration
        self.seats = tuple(seats)
        self.seed = seed
        self._recorder = Recorder.of(configuration, self.seats, seed)
        self._lines: list[Line] = []
        self._result: Result | None = None
        self._bots = bots
        self._asked = _Asked(frozenset())
        seated = seated_bots(configuration, self.seats, bots, table=next(_TABLES))
        part = match_of(configuration.game)
        self._questions, self._position = part.questions, part.position
        if part.questions is not None:
            self._asked.bots = seated.get("bots")
            seated = {"bots": self._asked}
        if held is None:
            self._played = part.open(configuration, self.seats, seed, self._record, **seated)
        else:
            self._played = self._opened(held)

    def _opened(self, held: Held) -> AnyMatch:
        """Open a state. Raises InputError."""
        before = held.before
        self._recorder.lines[:] = held.model.record[: len(before) + 1]
        self._lines += before
        if self._asked.bots is not None:
            for line in before:
                self._asked.bots.hear(line)
        played = held.open(self._record, self._asked if self._questions is not None else None)
        if self._recorder.lines != held.model.record:
            raise held.differs()
        return played

    @property
    def game(self) -> str:
        """The game's name."""
        return self.configuration.game

    @property
    def time_s(self) -> float:
        """The simulated time since the match began."""
        return self._played.time_s

    @property
    def position(self) -> Position | None:
        """Where the match stands, a position of the game's rules, whose text is a board; None before it has begun."""
        return self._position(self._played)

    def run(self) -> Result:
        """Play the match to its end. A second call returns the same result."""
        self._ask_again()
        self._played.run()
        if self._result is None:
            rows = self._rows()
            row, turns = rows.match_row(), tuple(rows.turns)
            made = self.game, self.seed, self.seats, row, turns, self.position, self._recorder, self._repr_png_
            self._result = Result(*made)
        return self._result

    def advance(self, seconds: float) -> None:
        """Play on for some simulated time, or to the end. Raises InputError for anything but a time from 0 on."""
        given: Any = seconds
        if isinstance(given, bool) or not isinstance(given, int | float) or not 0.0 <= given < math.inf:
            raise InputError("advance: expected seconds, at least 0, found {seconds!r}.", seconds=seconds)
        self._ask_again()
        self._played.advance(float(seconds))

    def _ask_again(self) -> None:
        if isinstance(self._played, OurMatch):
            self._played.ask_again()

    def save(self) -> State:
        """Return where the match stands as plain data, which `match.load` opens at the same moment, in any process.

        Raises InputError for a game whose matches are of their own kind.
        """
        if not isinstance(self._played, OurMatch):
            raise InputError("{title} cannot be held: its matches are of their own kind.", title=self._played.title)
        unrecorded = {n: line[UNRECORDED] for n, line in enumerate(self._lines, start=2) if UNRECORDED in line}
        return state_of(self._played, self._recorder.lines, unrecorded)

    def fork(self, renoise: int | None = None) -> Match:
        """Return another match at the same moment, played on apart from this one. Raises InputError.

        renoise: a seed, of which from now on is drawn what hands, eyes, thinking times, the ship and the unseen order
        of a bag, pile or deck make of the match; None: what they will make of this one.
        """
        return _open(Held(self.save()), self._bots, renoise)

    def determinize(self, seed: int) -> Match:
        """Return what the player who is asked may know as a match, with the hidden drawn anew (`Question.model`).

        Raises InputError where nobody is asked, and for a game that has no such state.
        """
        pending = self._played.pending if isinstance(self._played, OurMatch) else None
        if pending is None or not isinstance(self._played, OurMatch):
            raise InputError("determinize: expected a match that waits for an answer (questions).")
        return _open(Held(self._played.model(pending.by[0], whole("seed", seed, 0))), NO_BOTS)

    def _renoise(self, seed: int) -> None:
        assert isinstance(self._played, OurMatch)
        # Seeds are counted from 0 or 1: none of them may be that of the match.
        self._played.renoise(derive(whole("renoise", seed, 0), "renoise"))

    def questions(self, *names: str) -> Iterator[Question]:
        """Play to the end; yield each question to the players of these names, of all if none is given.

        Each is answered by its `answer`, or by that of the match, before the next is asked for. Raises InputError for a
        game in which everybody acts at once, and for a name that is not at the table.
        """
        if self._questions is None or not isinstance(self._played, TurnBasedMatch):
            raise InputError("questions: expected a game in which players take turns, found {game}.", game=self.game)
        known = [seat.name for seat in self.seats]
        strange = next((name for name in names if name not in known), None)
        if strange is not None:
            raise InputError("questions: {one_of}.", one_of=one_of(strange, known, "names among"))
        self._asked.names = frozenset(names or known)
        self._played.ask_again()
        try:
            for asked in self._played.questions():
                model = partial(self._played.model, asked.by[0])
                yield _question(asked, self._questions, self.answer, model)
        finally:
            # What is left is decided by the bots again.
            self._asked.names = frozenset()

    def answer(self, answer: object) -> None:
        """Answer the question that is asked. Raises IllegalAction, before anything moves."""
        pending = self._played.pending if isinstance(self._played, OurMatch) else None
        if pending is None or self._questions is None or not isinstance(self._played, OurMatch):
            raise IllegalAction("not_asked", "No question is waiting for an answer.")
        self._played.answer(self._questions.read(pending, answer))

    def _record(self, line: Line) -> None:
        self._recorder.record_line(line)
        self._lines.append(line)

    def _rows(self) -> RowCollector:
        """Return what is counted of the lines."""
        rows = metrics_of(self.game).collector(0, self.seed, self.seats)
        for line in self._lines:
            rows.add_line(line)
        return rows

    def _repr_png_(self) -> bytes | None:
        """Return where the match stands as a picture for a notebook; None where nothing can be drawn."""
        from scenes.export.export import png_of
        from scenes.window.window import NoDrawingError

        try:
            return png_of(self._played, _PICTURE_PX)
        except NoDrawingError:
            return None

    def __repr__(self) -> str:
        """Return the match on one line."""
        people = ", ".join(f"{seat.name} ({seat.profile}:{seat.strategy})" for seat in self.seats)
        return f"<{self.game}, seed {self.seed}, {self.time_s:.0f} s: {people}>"

    def __str__(self) -> str:
        """Return where the match stands, as a text board, and what happened last."""
        board = [] if self.position is None else [str(self.position)]
        return "\n".join([repr(self), *board, *(line.text for line in self._played.ticker[-_LAST:])])


class Matches:
    """Openers of matches: `match("zatre", ["casual", "skilled"])`, and of one that is held, `match.load(state)`.

    For example:

        >>> import yardarm as ya
        >>> state = ya.match("zatre", ["casual:random", "casual:random"], seed=3).save()
        >>> ya.match.load(state).run()
        <zatre, seed 3: ... won, ... turns, ... minutes>
    """

    @checked_as(SimulateOptions)
    def __call__(
        self,
        game: str,
        players: Players = None,
        *,
        seed: int = 1,
        config: Config = None,
        profile: Profile = "play",
        bot_time_s: float = TIME_S,
    ) -> Match:
        """Set up a match of bots. Raises InputError.

        players: such as `["casual", "skilled", "casual:@bot.py"]`, the usual ones if None. bot_time_s: the time that an
        external bot has for an answer. config: a preset or what differs from the shipped values.
        profile: how finely the physics is stepped: draft, play or reference.

        For example:

            >>> import yardarm as ya
            >>> ya.match("zatre", ["casual:random", lambda question: question.legal[0]]).run()
            <zatre, seed 1: ... won, ... turns, ... minutes>
        """
        configuration = configured(game, config, profile)
        return Match(configuration, *seated_at(configuration, players, bot_time_s, aloud=True), seed)

    def load(self, state: State, bots: Players = None, *, bot_time_s: float = TIME_S) -> Match:
        """Open a match at the moment of a state, which `save` returned or JSON holds. Raises InputError.

        bots: the external ones of the match, which nothing that is read ever starts.
        """
        with in_words_of_python():
            words = () if bots is None else words_of(bots, "bots")
            held = Held(state)
            return _open(held, named_again(words, held.seats, bot_time_s, aloud=True) if words else NO_BOTS)


def _open(held: Held, bots: BotWords, renoise: int | None = None) -> Match:
    opened = Match(held.configuration, held.seats, bots, held.seed, held)
    if renoise is not None:
        opened._renoise(renoise)
    return opened


def load(state: State) -> Match:
    """Open a match at the moment of a state, as `match.load` does. Raises InputError."""
    return match.load(state)


match = Matches()
"""Sets up matches (`Matches`)."""
