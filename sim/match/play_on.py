"""Playing on from a moment of a match: its record up to a decision, which then is a person's.

What is cut off there is the record of a match that was left before its end, so it is resumed like any other
(sim/match/replay.py). Its header says from which record it was made, and from which tick on a person has the seat.
"""

from __future__ import annotations

import json
from dataclasses import replace

from sim.errors import InputError
from sim.language import Wording, said
from sim.match.base import Decided, Match
from sim.match.grammar import does
from sim.match.record import HeaderModel, OriginModel, Record, sha256_of
from sim.match.replay import replay
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Match as AnyMatch
from sim.seat import Seat


def cut_at(record: Record, time_s: float, seat: int | None = None) -> Record:
    """Return a record up to the last decision before that time of its match (s), to be resumed by a person.

    seat: whose decision, counted from 1; None: anybody's, but only of persons where there are some. Raises InputError
    for a time outside the match, for a seat that there is not, where nothing has been decided yet, and as `replay`
    does.
    """
    length_s, seats = record.length_s or 0.0, record.seats
    if not 0.0 <= time_s <= length_s:
        raise InputError(
            "--from: expected a time of the match, 0 to {length_s:.1f} s, found {time_s:g} s.",
            length_s=length_s,
            time_s=time_s,
        )
    if seat is not None and not 1 <= seat <= len(seats):
        raise InputError(
            "--seat: expected a seat of the match, 1 to {seats}, found {seat}.", seats=len(seats), seat=seat
        )
    match = replay(record)
    match.advance(length_s)
    try:
        return cut(record, match, time_s, None if seat is None else seats[seat - 1].name)
    except InputError as error:
        reason = said(error)
        raise InputError("--from: {reason}", reason=f"{reason[:1].lower()}{reason[1:]}") from error


def cut(record: Record, match: AnyMatch, time_s: float, name: str | None = None) -> Record:
    """Return a record up to the last decision before that time (s), of this player, as `cut_at` does.

    match: that of the record, which has come to that time. Raises InputError where nothing has been decided yet, and
    for a game with matches of its own kind.
    """
    if not isinstance(match, Match):
        raise InputError(
            "{title} cannot be played on: its matches do not say who decided what when.", title=match.title
        )
    decision = _last_decision(record.seats, match, round(time_s * TICK_HZ), name)
    seats = tuple(_seat_after(seat, decision) for seat in record.seats)
    origin = OriginModel(file=record.path.name, sha256=sha256_of(list(record.lines)), line=decision.line)
    changed = {"seats": [seat.to_json() for seat in seats], "played_on_from": origin.model_dump()}
    header = {**json.loads(record.lines[0]), **changed}
    return Record(
        record.path,
        HeaderModel.model_validate(header),
        tuple(entry for entry in record.intents if entry[0] < decision.line),
        (json.dumps(header, separators=(",", ":")), *record.lines[1 : decision.line - 1]),
        intact=True,
        complete=False,
        measured=tuple(entry for entry in record.measured if entry[0] < decision.line),
    )


def _last_decision(seats: tuple[Seat, ...], match: Match, tick: int, name: str | None) -> Decided:
    persons = [seat.name for seat in seats if seat.by_hand(tick)]
    names = [name] if name is not None else persons or [seat.name for seat in seats]
    found = [one for one in match.decided if one.by in names and one.tick > 0 and one.question not in match.carrying_on]
    last = next((one for one in reversed(found) if one.tick <= tick), None)
    if last is None:
        alone = names[0] if len(names) == 1 else ""
        nothing = does(alone, "has decided nothing yet") if alone else Wording("nobody has decided anything yet")
        first = Wording("; the first decision comes at {time_s:.1f} s", time_s=found[0].tick / TICK_HZ) if found else ""
        raise InputError("At {tick:.1f} s {nothing}{first}.", tick=tick / TICK_HZ, nothing=nothing, first=first)
    # A person who sits down decides all that this player decided at that tick.
    return next(one for one in match.decided if one.by == last.by and one.tick == last.tick)


def _seat_after(seat: Seat, decision: Decided) -> Seat:
    """Return a seat of the match that goes on there: nobody sits down later."""
    if seat.by_hand(decision.tick):
        return seat
    return replace(seat, person_from=decision.tick if seat.name == decision.by else None)
