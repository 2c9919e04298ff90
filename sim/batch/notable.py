"""The matches of a store that are worth seeing, chosen by the rows that it holds, and each of them played again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.batch.job import PlayedMatch
from sim.batch.match_counts import metrics_of
from sim.batch.store_format import RunRow, Tables, making_sense, opened, read_matches, read_runs
from sim.bots.answers import Notes, seated_again
from sim.configuration import changed_versions, configuration_from
from sim.errors import InputError
from sim.language import N_, _
from sim.match.record import Recorder
from sim.metrics import Highlight
from sim.protocols import Line, Match, MatchRow, TurnRow
from sim.spec import match_of


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match of a store. number: its index, counted on from run to run. answers: what a sealed match keeps."""

    path: Path
    number: int
    run: RunRow
    row: MatchRow
    answers: str | None

    @property
    def name(self) -> str:
        """The match in words, as a refusal names it."""
        return f"{self.path}: match {self.number} (seed {self.row.seed})"

    @property
    def keeps_answers(self) -> bool:
        """True if it can be played again: without external bots, or with what they answered."""
        return self.answers is not None or not any(seat.from_outside for seat in self.run.seats)

    def open(self, record_line: Callable[[Line], None] | None = None) -> Match:
        """Return the match, ready to be played again. Raises InputError where the store has not what it takes."""
        run = self.run
        if not self.keeps_answers:
            outside = next(seat.strategy for seat in run.seats if seat.from_outside)
            raise InputError(
                "{name}: cannot be played again: the store keeps no answers of {outside}, as league run does.",
                name=self.name,
                outside=outside,
            )
        seated: dict[str, Any] = {}
        configuration = configuration_from(run.tree, f"{self.path}: configuration", run.profile, run.game)
        if self.answers is not None:
            notes = Notes.of(run.seats)
            seated["bots"] = seated_again(configuration, run.seats, self.answers, self.name, notes)
        match: Match = match_of(run.game).open(configuration, run.seats, self.row.seed, record_line, **seated)
        return match


class Again:
    """A match of a store that is played once more: `match`, and when that is over its record, if nothing differs."""

    def __init__(self, stored: StoredMatch) -> None:
        """Open the match. Raises InputError."""
        self._stored, run = stored, stored.run
        configuration = configuration_from(run.tree, f"{stored.path}: configuration", run.profile, run.game)
        self._recorder = Recorder.of(configuration, run.seats, stored.row.seed)
        self._rows = metrics_of(run.game).collector(stored.row.index, stored.row.seed, run.seats)
        self.match = stored.open(self._add)

    def _add(self, line: Line) -> None:
        self._recorder.record_line(line)
        self._rows.add_line(line)

    def record(self) -> str:
        """Return the text of its record. Raises InputError where the match came out otherwise than it is stored."""
        schema = Tables.of(self._stored.run.game).match
        if schema.stored_cells(self._rows.match_row()) != schema.stored_cells(self._stored.row):
            also = changed_versions(self._stored.run.versions)
            raise InputError("{stored}: does not come out as it is stored.{also}", stored=self._stored.name, also=also)
        return self._recorder.text()


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason to see a match: what happens there, words about it, and when (s)."""

    what: str
    words: str
    at_s: float


@dataclass(frozen=True, slots=True)
class Notable:
    """A match that is worth seeing."""

    match: StoredMatch
    reasons: tuple[Reason, ...]


def _lead_changes(match: MatchRow, _turns: Sequence[TurnRow]) -> tuple[float, float, str] | None:
    changes = getattr(match, "lead_changes", None)
    return (changes, match.simulated_s, _("changes of the lead: {changes}", changes=changes)) if changes else None


def _length(sign: float) -> Callable[[MatchRow, Sequence[TurnRow]], tuple[float, float, str]]:
    def found(match: MatchRow, _turns: Sequence[TurnRow]) -> tuple[float, float, str]:
        words = _("minutes: {minutes:.1f}", minutes=match.simulated_s / 60)
        return sign * match.simulated_s, match.simulated_s, words

    return found


OF_ALL_GAMES = (
    Highlight(N_("The closest match"), _lead_changes),
    Highlight(N_("The longest match"), _length(1.0)),
    Highlight(N_("The shortest match"), _length(-1.0)),
)
"""What is worth seeing of any game, after what the game names itself."""


def notable(path: Path, runs: Collection[str] | None = None) -> list[tuple[StoredMatch, Reason]]:
    """Return what is worth seeing of the matches of a store that can be played again, the best first.

    runs: the keys of those that count; None: all. Raises InputError.
    """
    best: dict[Highlight, tuple[float, StoredMatch, Reason]] = {}
    for stored, turns in _matches(path):
        if not stored.keeps_answers or (runs is not None and stored.run.run not in runs):
            continue
        for highlight in (*metrics_of(stored.run.game).table.highlights, *OF_ALL_GAMES):
            with making_sense(path):
                found = highlight.of(stored.row, turns)
            if found is not None and (highlight not in best or found[0] > best[highlight][0]):
                best[highlight] = found[0], stored, Reason(highlight.what, found[2], found[1])
    order = [*metrics_of(stored.run.game).table.highlights, *OF_ALL_GAMES] if best else []
    return [best[highlight][1:] for highlight in order if highlight in best]


def grouped(found: Sequence[tuple[StoredMatch, Reason]], most: int) -> list[Notable]:
    """Return at most `most` different matches, each with all reasons for it, in the order of their first."""
    reasons: dict[int, list[Reason]] = {}
    matches: dict[int, StoredMatch] = {}
    for match, reason in found:
        if match.number in matches or len(matches) < most:
            matches[match.number] = match
            reasons.setdefault(match.number, []).append(reason)
    return [Notable(match, tuple(reasons[number])) for number, match in matches.items()]


def numbered(path: Path, numbers: Sequence[int], option: str) -> list[Notable]:
    """Return the matches with these numbers, in that order. Raises InputError, naming the option, for one not there."""
    found = {stored.number: stored for stored, _ in _matches(path) if stored.number in numbers}
    missing = next((number for number in numbers if number not in found), None)
    if missing is not None:
        raise InputError(
            "{option}: {path}: expected numbers of matches that were played, found {missing}.",
            option=option,
            path=path,
            missing=missing,
        )
    return [Notable(found[number], ()) for number in dict.fromkeys(numbers)]


def _matches(path: Path) -> Iterator[tuple[StoredMatch, Sequence[TurnRow]]]:
    """Yield the matches of all runs of a store with the rows of their turns. Raises InputError."""
    with closing(opened(path)) as connection:
        before = 0
        for run in read_runs(connection, path):
            for played in read_matches(connection, path, run.run, Tables.of(run.game), len(run.players)):
                row, turns = played
                sealed = played.sealed if isinstance(played, PlayedMatch) else None
                answers = None if sealed is None else sealed.answers
                yield StoredMatch(path, before + row.index, run, row, answers), turns
            before += run.asked
