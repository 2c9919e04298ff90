"""A match played in the terminal, without window and pictures: a person answers its questions as text."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, TextIO

from scenes.play.answers import in_words, intent_of, is_plain, keys_of, options_of
from scenes.play.session import Session
from scenes.spec import games_with_scenes
from sim.errors import IllegalAction, InputError
from sim.language import _, put_in, said
from sim.match.intents import Intent
from sim.match.text import Teller
from sim.match.turn_based import Question, TurnBasedMatch
from sim.protocols import Line
from sim.refusals import either
from sim.seat import Seat
from sim.spec import QuestionsPart, game_of, match_of
from sim.untrusted_text import printable, quoted, read_json

SHOWN = 20
"""The most answers that are listed, unless all are asked for."""
_STEP_S = 0.1


def check_playable(game: str, seats: Sequence[Seat]) -> None:
    """Raise InputError for a game that cannot be played as text, and for several persons at one keyboard."""
    if match_of(game).by_hand:
        known = [spec.name for spec in games_with_scenes() if not match_of(spec.name).by_hand]
        raise InputError(
            "--text: {title} is played with the hand, for which there are no words; expected {known}.",
            title=game_of(game).title,
            known=either(known),
        )
    persons = sum(seat.is_person for seat in seats)
    if persons > 1:
        raise InputError("--text: expected one person at the table, found {persons}.", persons=persons)


def play_text(session: Session, read_line: Callable[[], str], out: TextIO) -> None:
    """Play a match to its end; where it asks the person, they answer with a line.

    Raises EOFError where there is no line any more; what was answered before is in the record.
    """
    match, (person,) = session.match, session.setup.persons
    if not isinstance(match, TurnBasedMatch):
        raise InputError(
            "--text: all players act at once at {title}, expected a game in which players take turns.",
            title=match.title,
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
    keys = keys_of(question)
    options = options_of(match, question, part)
    print(_seen(question, part), file=out)
    print(_offered(question, keys, options, SHOWN), file=out, flush=True)
    while True:
        text = read_line().strip()
        if text == "?":
            print(_offered(question, keys, options, len(options)), file=out, flush=True)
            continue
        try:
            match.act(intent_of(question, options[text] if text in options else _typed(text, keys, options)))
        except (IllegalAction, InputError) as refused:
            print(said(refused), file=out, flush=True)
            continue
        return


def _seen(question: Question[Any, Intent], part: QuestionsPart | None) -> str:
    """Return what the person sees, as a text."""
    if part is None:
        return printable(question.view)
    return in_words(part.view(question)) if part.text is None else part.text(question)


def _offered(question: Question[Any, Intent], keys: list[str], options: dict[str, Line], most: int) -> str:
    (by,), what = question.by, f"{question.kind}: {', '.join(keys)}"
    if not options:
        one = _("{by}, {what}? Type an object of JSON with this key.")
        words = one if len(keys) == 1 else _("{by}, {what}? Type an object of JSON with these keys.")
        return put_in(words, by=by, what=what)
    plain = all(is_plain(text, answer) for text, answer in options.items())
    shown = [text if plain else f"{text:>4}  {in_words(answer)}" for text, answer in islice(options.items(), most)]
    more = len(options) - len(shown)
    rest = _(" ({more} more: type ? for all)", more=more) if more else ""
    if plain:
        return _("{by}, {what}? Type one of {shown}{rest}.", by=by, what=what, shown=", ".join(shown), rest=rest)
    return "\n".join(
        [_("{by}, {what}? Type a number{rest}, or an object of JSON:", by=by, what=what, rest=rest), *shown]
    )


def _typed(text: str, keys: list[str], options: dict[str, Line]) -> Line:
    """Return the answer that was typed in full. Raises InputError."""
    value: object = text
    if text[:1] in ("{", "[") or text.lstrip("-").isdecimal():
        try:
            value = read_json(text, finite=True)
        except ValueError:
            raise InputError("That is not JSON: {text}.", text=quoted(text)) from None
    if isinstance(value, dict):
        return value
    if len(keys) == 1 and text and not (options and isinstance(next(iter(options.values()))[keys[0]], list)):
        return {keys[0]: value}
    example = json.dumps(next(iter(options.values()), dict.fromkeys(keys, "...")))
    raise InputError(
        "Expected one of the answers above, or an object such as {example}, found {text}.",
        example=example,
        text=quoted(text),
    )
