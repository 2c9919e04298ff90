"""`lab place --from-record`: an attempt of a recorded match again, many times, beside what happened then."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from sim.configuration import provenance
from sim.errors import InputError
from sim.forecast.attempts import SettingDown
from sim.forecast.trials import Forecast, forecast
from sim.games.riff_raff.again import TRIALS, Again, fell, hands_of, title, what_happened
from sim.games.riff_raff.cargo import check_offset
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.forecast import HOLDS, SAVED, STAYS, Ghost
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.riff_raff.match.past_attempts import PastAttempt
from sim.match.record import Record, Recorder, RecordError, read_record
from sim.match.replay import replay
from sim.options import PlaceOptions
from sim.people.skill import Skill
from sim.physics.contact.profiles import TICK_HZ
from sim.physics.ship.fitting import middle_of
from sim.protocols import Line
from sim.refusals import one_of
from sim.statistics import Interval, paired_rate_difference, rate
from sim.untrusted_text import printable


@dataclass(frozen=True, slots=True)
class Recollection:
    """An attempt of a recorded match, and the hands that sat at its table by the players' names."""

    file: Path
    past: PastAttempt
    configuration: RiffRaffConfiguration
    hands: dict[str, Skill]


def recollect(file: Path, number: int) -> Recollection:
    """Return attempt `number`, counted from 1, of the record in a file, which is simulated up to its ruling.

    Raises InputError for a file that is no record of Riff Raff, is damaged, does not come out as recorded, or has no
    such attempt.
    """
    record = read_record(file)
    if record.header.game != RiffRaffMatch.game:
        raise InputError(
            "{file}: line 1: game: expected a record of {game}, found {game2}.",
            file=file,
            game=RiffRaffMatch.game,
            game2=record.header.game,
        )
    if not record.intact:
        raise InputError(
            "{file}: line {lines}: the seal does not fit the lines; the record is damaged.",
            file=file,
            lines=len(record.lines) + 1,
        )
    stages = [json.loads(line)["stage"] for line in record.lines[1:]]
    known = list(pairwise(stages)).count(("outcome", "ruling"))
    if not 1 <= number <= known:
        there = f"an attempt from 1 to {known}" if known else "a record with an attempt"
        raise InputError("--turn: expected {there} of {file}, found {number}.", there=there, file=file, number=number)
    match = _played(record, number)
    configuration = match.configuration
    hands = {seat.name: match.skill_of(seat.name) for seat in record.seats}
    return Recollection(file, match.past[number - 1], configuration, hands)


def _played(record: Record, attempts: int) -> RiffRaffMatch:
    """Return the match of a record after that number of attempts. Raises InputError where it comes out otherwise."""
    recorder = Recorder()

    def compare(line: Line) -> None:
        recorder.record_line(line)
        count = len(recorder.lines)
        if count < len(record.lines) and record.lines[count] != recorder.lines[-1]:
            raise RecordError(
                "{path}: line {count}: the match does not come out as recorded, so its moments are not the recorded "
                "ones.",
                path=record.path,
                count=count + 1,
            )

    match = replay(record, compare)
    assert isinstance(match, RiffRaffMatch)
    while len(match.past) < attempts and not match.finished:
        match.advance(1.0 / TICK_HZ)
    if len(match.past) < attempts:
        raise InputError(
            "{path}: line {lines}: the match ends here, where the record goes on.",
            path=record.path,
            lines=len(recorder.lines) + 1,
        )
    return match


def asked_again(found: Recollection, given: PlaceOptions) -> Again:
    """Return the attempt as the options ask for it. Raises InputError for what there is not."""
    past, setup = found.past, found.configuration.setup
    now = Again.as_meant(past)
    try:
        now = now.with_piece(given.piece, given.stance, given.slot)
        if given.offset_mm is not None:
            meant = now.action.intent
            middle = middle_of(setup.ship.slot(meant.slot), setup.pieces[meant.kind].stances[meant.stance])
            now = now.with_piece(x_mm=middle + given.offset_mm)
    except InputError as refused:
        raise InputError("--{refused}", refused=refused) from refused
    if given.offset_mm is not None:
        check_offset(setup, now.action.intent)
    if given.player is not None:
        skills = found.configuration.skills
        if given.player in found.hands:
            return now.in_hands(found.hands[given.player], hands_of(given.player))
        if given.player not in skills:
            raise InputError("--player: {one_of}.", one_of=one_of(given.player, (*skills, *found.hands)))
        now = now.in_hands(skills[given.player], given.player)
    return now


def again_command(given: PlaceOptions, file: Path) -> None:
    """Try a recorded attempt again and print what came of it. Raises InputError."""
    found = recollect(file, _number(given))
    now = asked_again(found, given)
    trials = TRIALS if given.trials is None else given.trials
    results = [
        _tried(one, given.seed, trials) for one in ((now, Again.as_meant(found.past)) if now.changed else (now,))
    ]
    difference = None
    if now.changed:
        changed, meant = (fell(known.shown) for known in results)
        difference = paired_rate_difference(meant, changed)
    if given.as_json:
        print(json.dumps(_answer(found, now, results, difference, given.seed)))
        return
    for line in _text(found, now, results, difference):
        print(printable(line))


def _number(given: PlaceOptions) -> int:
    """Return the number of the attempt that is asked for. Raises InputError for options that contradict the record."""
    if given.turn is None:
        raise InputError("--turn: expected the number of an attempt with --from-record, such as --turn 12.")
    for name, value in (("--config", given.config), ("--cargo", given.cargo), ("--aboard", given.aboard)):
        if value is not None:
            raise InputError(
                "{name}: expected either --from-record or {name}, not both: a record has its own ship.", name=name
            )
    if given.profile is not None:
        raise InputError("--profile: expected either --from-record or --profile: a record has its own steps.")
    return given.turn


def _tried(again: Again, seed: int, trials: int) -> Forecast[Ghost]:
    return forecast(again.cloud(seed, trials))


def _rates(known: Forecast[Ghost]) -> dict[str, Interval]:
    trials = known.trials
    own, lost = (trials - known.counted[question].count for question in (STAYS, SAVED))
    return {
        "fall_rate": rate(sum(fell(known.shown)), trials),
        "own_fall_rate": rate(own, trials),
        "lost_rate": rate(lost, trials),
        "hold_rate": known.counted[HOLDS].chance,
    }


def _summary(again: Again, known: Forecast[Ghost]) -> dict[str, Any]:
    return {
        **{name: interval.to_json() for name, interval in _rates(known).items()},
        "unsettled": known.unsettled,
        "trials": known.trials,
        "intent": again.action.intent.to_json(),
        "how": "set down" if isinstance(again.action, SettingDown) else "let go",
        "hands": again.whose,
    }


def _answer(
    found: Recollection, now: Again, results: list[Forecast[Ghost]], difference: Interval | None, seed: int
) -> dict[str, Any]:
    past, outcome = found.past, found.past.outcome
    answer: dict[str, Any] = {
        **_summary(now, results[0]),
        "changed": list(now.changed),
        "then": {
            "file": str(found.file),
            "turn": past.number,
            "round": past.view.state.round,
            "time_s": past.ruled_s,
            "by": past.by,
            "pieces_aboard": len(past.view.snapshot.cargo),
            "intent": past.intent.to_json(),
            "placed": outcome.placed.value,
            "lost": [{"piece": str(other.piece), "slot": other.slot} for other in outcome.lost],
            "caught": [{"piece": str(other.piece), "slot": other.slot} for other in outcome.caught],
            "fell": past.fell,
            "settled": past.settled,
        },
    }
    if difference is not None:
        answer["as_meant"] = _summary(Again.as_meant(past), results[1])
        answer["fall_rate_difference"] = difference.to_json()
    return {**answer, **provenance(found.configuration, seed)}


def _text(found: Recollection, now: Again, results: list[Forecast[Ghost]], difference: Interval | None) -> list[str]:
    past, aboard = found.past, len(found.past.view.snapshot.cargo)
    meant = Again.as_meant(past)
    lines = [
        f"{found.file}, {title(past)}, {aboard} piece{'s' if aboard != 1 else ''} aboard.",
        f"Then: {meant.words()}: {what_happened(past)}.",
        *_block("The same again" if difference is None else f"Now: {now.words()}", now, results[0]),
    ]
    if difference is not None:
        lines += _block("As it was meant then", meant, results[1])
        lines.append(f"Something falls {_points(difference)} now than then; what differs: {', '.join(now.changed)}.")
        if len(now.changed) > 1:
            lines.append("This does not show which of these makes the difference; change one at a time.")
    return lines


def _block(title: str, again: Again, known: Forecast[Ghost]) -> list[str]:
    rates = _rates(known)
    rows = {
        "something fell": "fall_rate",
        f"the {again.action.intent.kind} fell": "own_fall_rate",
        "not all caught": "lost_rate",
        "all held": "hold_rate",
    }
    wide = max(map(len, rows))
    lines = [f"{title}, {known.trials} times:"]
    lines += [f"  {words:{wide}}  {rates[name].percent()}" for words, name in rows.items()]
    if known.unsettled:
        lines.append(f"  unsettled after the cap of simulated time: {known.unsettled}")
    return lines


def _points(difference: Interval) -> str:
    """Return a difference of two rates as people read it: `12.0 points less often (20.4 less to 3.1 less)`."""
    points, how = _more(difference.estimate)
    (low, low_how), (high, high_how) = _more(difference.low), _more(difference.high)
    return f"{points} points {how} often ({low} {low_how} to {high} {high_how})"


def _more(share: float) -> tuple[str, str]:
    return f"{abs(100 * share):.1f}", "more" if share >= 0 else "less"
