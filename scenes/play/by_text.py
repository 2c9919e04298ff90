"""A match played in the terminal, without window and pictures: a person answers its questions as text."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, TextIO

from pydantic import ValidationError

from scenes.play.session import Session
from scenes.spec import has_scenes
from sim.errors import IllegalAction, InputError
from sim.match.intents import Intent
from sim.match.text import Teller
from sim.match.turn_based import Question, TurnBasedMatch
from sim.protocols import Line
from sim.refusals import first_fault
from sim.seat import Seat
from sim.spec import GAMES, QuestionsPart, game_of, match_of
from sim.untrusted_text import printable, quoted, read_json

SHOWN = 20
"""The most answers that are listed, unless all are asked for."""
_TRIED = 100
"""Whole numbers below this are tried, where a game does not say which answers are legal."""
_STEP_S = 0.1


def check_playable(game: str, seats: Sequence[Seat]) -> None:
    """Raise InputError for a game that cannot be played as text, and for several persons at one keyboard."""
    if match_of(game).by_hand:
        known = [name for name in GAMES if has_scenes(name) and not match_of(name).by_hand]
        raise InputError(
            f"--text: {game_of(game).title} is played with the hand, for which there are no words; expected "
            f"{' or '.join([*known, 'a game without pictures'])}."
        )
    persons = sum(seat.is_person for seat in seats)
    if persons > 1:
        raise InputError(f"--text: expected one person at the table, found {persons}.")


def play_text(session: Session, read_line: Callable[[], str], out: TextIO) -> None:
    """Play a match to its end; where it asks the person, they answer with a line.

    Raises EOFError where there is no line any more; what was answered before is in the record.
    """
    match, (person,) = session.match, session.setup.persons
    if not isinstance(match, TurnBasedMatch):
        raise InputError(
            f"--text: everybody acts at once at {match.title}, expected a game in which players take turns."
        )
    questions, teller = match_of(session.setup.game).questions, Teller(match, out)
    while not match.finished:
        match.advance(_STEP_S)
        teller.tell()
        session.save_new_ruling()
        if person in match.waits_for and match.inbox.caught_up:
            _ask(match, person, questions, read_line, out)
        elif match.held_up_by:
            time.sleep(_STEP_S)
    teller.end()


def input_line() -> str:
    """Return a line that was typed. Raises EOFError at the end of the input."""
    return input("> ")


def check_input() -> None:
    """Raise InputError where nothing can be typed or printed."""
    if sys.stdin is None or sys.stdout is None:
        raise InputError("--text: expected a terminal to play in, found a closed standard input or output.")


def _ask(
    match: TurnBasedMatch[Any], person: str, part: QuestionsPart | None, read_line: Callable[[], str], out: TextIO
) -> None:
    """Let a person answer what they are asked, until they say something that can be done."""
    asked = match.asked(person)
    assert asked is not None
    question = replace(asked, by=(person,))
    keys = [key for key in question.intent.model_fields if key not in Intent.model_fields]
    options = _options(match, question, part, keys)
    print(_seen(question, part), file=out)
    print(_offered(question, keys, options, SHOWN), file=out, flush=True)
    while True:
        text = read_line().strip()
        if text == "?":
            print(_offered(question, keys, options, len(options)), file=out, flush=True)
            continue
        try:
            match.act(_intent(question, options[text] if text in options else _typed(text, keys, options)))
        except (IllegalAction, InputError) as refused:
            print(printable(refused), file=out, flush=True)
            continue
        return


def _seen(question: Question[Any, Intent], part: QuestionsPart | None) -> str:
    """Return what the person sees, as a text."""
    if part is None:
        return printable(question.view)
    return _words(part.view(question)) if part.text is None else part.text(question)


def _options(
    match: TurnBasedMatch[Any], question: Question[Any, Intent], part: QuestionsPart | None, keys: list[str]
) -> dict[str, Line]:
    """Return the legal answers by what is typed for them: the value where there is but one, else a number."""
    if part is not None:
        legal: Iterable[Line] = part.legal(question)
    elif len(keys) == 1:
        tried: list[Line] = [{keys[0]: number} for number in range(_TRIED)]
        legal = [answer for answer in tried if _may(match, question, answer)]
    else:
        legal = ()
    found = list(legal)
    if len(keys) == 1 and all(isinstance(answer.get(keys[0]), int | str) for answer in found):
        return {str(answer[keys[0]]): answer for answer in found}
    return {str(number): answer for number, answer in enumerate(found, start=1)}


def _may(match: TurnBasedMatch[Any], question: Question[Any, Intent], answer: Line) -> bool:
    try:
        match.may(_intent(question, answer))
    except (IllegalAction, InputError):
        return False
    return True


def _offered(question: Question[Any, Intent], keys: list[str], options: dict[str, Line], most: int) -> str:
    (by,), what = question.by, f"{question.kind}: {', '.join(keys)}"
    if not options:
        return f"{by}, {what}? Type an object of JSON with {'this key' if len(keys) == 1 else 'these keys'}."
    plain = all(text in map(str, answer.values()) for text, answer in options.items())
    shown = [text if plain else f"{text:>4}  {_words(answer)}" for text, answer in islice(options.items(), most)]
    more = len(options) - len(shown)
    rest = f" ({more} more: type ? for all)" if more else ""
    if plain:
        return f"{by}, {what}? Type one of {', '.join(shown)}{rest}."
    return "\n".join([f"{by}, {what}? Type a number{rest}, or an object of JSON:", *shown])


def _words(value: object) -> str:
    """Return plain data in words: `tiles value 2 row 3 col 6; value 5 row 3 col 8`."""
    if isinstance(value, dict):
        return " ".join(f"{key} {_words(item)}" for key, item in value.items())
    return "; ".join(map(_words, value)) if isinstance(value, list | tuple) else printable(value)


def _typed(text: str, keys: list[str], options: dict[str, Line]) -> Line:
    """Return the answer that was typed in full. Raises InputError."""
    value: object = text
    if text[:1] in ("{", "[") or text.lstrip("-").isdecimal():
        try:
            value = read_json(text, finite=True)
        except ValueError:
            raise InputError(f"That is not JSON: {quoted(text)}.") from None
    if isinstance(value, dict):
        return value
    if len(keys) == 1 and text and not (options and isinstance(next(iter(options.values()))[keys[0]], list)):
        return {keys[0]: value}
    example = json.dumps(next(iter(options.values()), dict.fromkeys(keys, "...")))
    raise InputError(f"Expected one of the answers above, or an object such as {example}, found {quoted(text)}.")


def _intent(question: Question[Any, Intent], answer: Line) -> Intent:
    """Return what an answer means. Raises InputError."""
    (by,) = question.by
    try:
        return question.intent.model_validate({**answer, "stage": "intent", "by": by, "question": question.kind})
    except ValidationError as error:
        raise InputError(f"{first_fault(error)}.") from None
