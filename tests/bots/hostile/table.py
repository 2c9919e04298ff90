"""The hostile bots by name: the word that starts each, and what has to come of it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from tests.bots.hostile.answers import ANSWERS
from tests.bots.hostile.deeds import DEEDS

HERE = Path(__file__).parent
GAMES = ("riff-raff", "zack", "zatre", "zigzag")
TURNS = ("riff-raff", "zatre")
AT_ONCE = ("zack", "zigzag")
PLAIN = "@" + str(HERE.parent / "examples.py") + ":first"
"""The word of the bot that all are compared with which do no harm: they give its answers, and have its name."""

End: TypeAlias = Literal["refused", "forfeits", "counted", "harmless"]


@dataclass(frozen=True, slots=True)
class Hostile:
    """A bot and what has to come of it.

    word: starts it. end: refused with exit code 2 before any match; forfeits every match; counted, some answers do not
    count; harmless, it plays the matches of `first` byte by byte. says: stands in what is said of it. harmless_at: the
    games at which it does no harm.
    """

    name: str
    word: str
    end: End
    says: str = ""
    harmless_at: tuple[str, ...] = ()

    def time_s(self, game: str) -> float:
        """Return the time for an answer (s): short for those that do not answer in any, long for those that do."""
        if self.end_at(game) == "harmless":
            return 10.0
        return 0.3 if "within 0.3 s" in self.says else 1.0 if "within 1 s" in self.says else 10.0

    def end_at(self, game: str) -> End:
        """Return what comes of it at a game."""
        return "harmless" if game in self.harmless_at else self.end


def _speaks(way: str, end: End, says: str = "", harmless_at: tuple[str, ...] = ()) -> Hostile:
    return Hostile(f"lines-{way}", f"!{sys.executable} {HERE / 'lines.py'} {way}", end, says, harmless_at)


def _stops(how: str, at: str, end: End, says: str = "", harmless_at: tuple[str, ...] = ()) -> Hostile:
    named = f":{how}_at_import" if at == "import" else f":Stops?how={how}&at={at}"
    return Hostile(f"{how}-at-{at}", f"@{HERE / 'stops.py'}{named}", end, says, harmless_at)


def _does(what: str, end: End = "harmless", says: str = "") -> Hostile:
    return Hostile(f"does-{what}", f"@{HERE / 'deeds.py'}:Deed?what={what}", end, says)


def _answers(what: str, end: End, says: str = "") -> Hostile:
    return Hostile(f"answers-{what}", f"@{HERE / 'answers.py'}:Answers?what={what}", end, says)


LATE, NO_HELLO = "no answer within 0.3 s, 3 times in a row", "no answer within"
HOW_IT_STOPS = {
    "spins": LATE,
    "sleeps": LATE,
    "exits": "SystemExit: 0",
    "dies": "has ended with exit code 0",
    "raises": "ZeroDivisionError: by zero",
    "interrupts": "KeyboardInterrupt:",
    "unprintable": "CannotBePrintedError: that cannot be printed",
    "exiting": "ExitsInWordsError: that cannot be printed",
    "wordy": "ValueError: \\x1b[2J\\ud800\\u202e",
}
_AT_IMPORT = {**HOW_IT_STOPS, "spins": NO_HELLO, "sleeps": NO_HELLO}

REFUSED = (
    *(_stops(how, at, "refused", says) for how, says in _AT_IMPORT.items() for at in ("import", "made")),
    _speaks("hello_never", "refused", NO_HELLO),
    _speaks("hello_exits", "refused", "has ended with exit code 0"),
    _speaks("hello_closes", "refused", "closed its standard output"),
    _speaks("hello_floods", "refused", ""),
    _speaks("hello_of_another", "refused", NO_HELLO),
    _speaks("hello_deep", "refused", "expected a line of JSON"),
    _speaks("hello_garbage", "refused", "expected a line of JSON"),
    _speaks("hello_array", "refused", 'expected an object with the "id"'),
    _speaks("hello_text", "refused", 'expected an object with the "id"'),
    _speaks("hello_nothing", "refused", 'expected an object with the "id"'),
    _speaks("hello_long", "refused", "wrote more than is read"),
    _speaks("hello_of_errors", "refused", "\\x1b[2J\\ud800xxx"),
    _speaks("hello_of_an_array", "refused", "[['x']]"),
    *(
        _speaks(f"name_of_{what}", "refused", "expected a name and a version of at most 60 characters")
        for what in ("commas", "escapes", "lines", "surrogates", "bidi", "10000")
    ),
    _speaks("name_empty", "refused", "expected a name and a version of at most 60 characters"),
    _speaks("name_a_number", "refused", 'expected a "name" and a "version", both text'),
    _speaks("name_none", "refused", 'expected a "name" and a "version", both text'),
    _speaks("version_a_list", "refused", 'expected a "name" and a "version", both text'),
    _speaks("version_of_colons", "refused", "without comma, colon or @"),
    _speaks("wants_a_number", "refused", "a list of what it"),
    _speaks("wants_text", "refused", "a list of what it"),
)

_DO_HARM = {
    "prints_without_end": "",
    "prints_lines_without_end": "",
    "complains_without_end": "",
    "complains_in_lines": "",
    "closes_all": "",
    "dups_over_all": "",
    "fifty_children": "started more than 32 processes",
    "daemon_outlives": "has ended with exit code 0",
    "kills_parent": "has ended with exit code -9",
    "kills_parent_leaves_child": LATE,
    "stops_parent": LATE,
    "interrupts_parent": "",
    "ends_parent": "has ended with exit code -15",
    "kills_group": "has ended with exit code -9",
    "stops_itself": LATE,
    "segfaults": "has ended with exit code -11",
    "aborts": "has ended with exit code -6",
    "becomes_another": "closed its standard output",
}
_COUNTED = {
    "bombs": "MemoryError:",
    "recurses": "RecursionError: maximum recursion depth exceeded",
    "interrupts_itself": "KeyboardInterrupt:",
    "forges_everywhere": "",
}
_LEGAL = ("evil_text_that_is_legal", "evil_equal_that_is_legal", "evil_dict_that_is_legal")
_WRONG_LINES = {
    "deep": "expected a line of JSON",
    "deep_open": "expected a line of JSON",
    "deep_in_answer": "expected a line of JSON",
    "deep_31": "",
    "digits_4000": "",
    "digits_100000": "expected a line of JSON",
    "pick_of_digits": '"pick": expected a number from 0 to',
    "exponent": "",
    "nan": "expected a line of JSON",
    "infinity": "expected a line of JSON",
    "float_id": 'expected an object with the "id"',
    "huge_id": LATE,
    "text_id": 'expected an object with the "id"',
    "wrong_id": LATE,
    "true_id": "",
    "null_id": 'expected an object with the "id"',
    "no_id": 'expected an object with the "id"',
    "pick_true": '"pick": expected a number from 0 to',
    "pick_negative": '"pick": expected a number from 0 to',
    "pick_a_list": '"pick": expected a number from 0 to',
    "error": "\\x1b[2J\\ud800 ",
    "error_of_a_megabyte": "xxx",
    "error_false": "False",
    "text_of_a_megabyte": "",
    "many_values": "expected a line of JSON",
    "long": "wrote more than is read",
    "surrogates": "",
    "controls": "",
    "raw_controls": "expected a line of JSON",
    "need_garbage": '"need": expected legal, mask, model or thought',
    "need_a_list": '"need": expected legal, mask, model or thought',
    "empty": "expected a line of JSON",
    "needs_for_ever": "",
    "half_a_line": LATE,
    "drips": LATE,
    "floods": "",
    "floods_lines": "",
    "closes_stdout": "closed its standard output",
    "closes_stdin": LATE,
    "invalid_bytes": "expected a line of JSON",
    "kills_group": "has ended with exit code -9",
}
_RIGHT_LINES = (
    *("keys_twice", "twice", "ahead", "never_leaves", "wants_of_wrong_types", "wants_unknown", "wants_thrice"),
    *(f"need_mask_{what}" for what in ("garbage", "of_digits", "negative", "text", "number")),
    *(
        f"need_thought_{what}"
        for what in ("unknown", "of_nothing", "of_a_list", "seed", "seed_of_digits", "of_options")
    ),
)

SEATED = (
    *(_stops(how, "act", "forfeits", says) for how, says in HOW_IT_STOPS.items()),
    *(_stops(how, "see", "forfeits", says) for how, says in HOW_IT_STOPS.items()),
    *(_stops(how, "next", "forfeits", HOW_IT_STOPS[how], TURNS) for how in ("spins", "sleeps", "exits", "dies")),
    *(_stops(how, "reset", "forfeits", f"does not begin: {HOW_IT_STOPS[how]}") for how in ("exits", "dies", "raises")),
    *(_stops(how, "close", "harmless") for how in ("spins", "sleeps", "exits", "dies", "raises")),
    *(_does(what, "forfeits", says) for what, says in _DO_HARM.items()),
    *(_does(what, "counted", says) for what, says in _COUNTED.items()),
    *(_does(what) for what in DEEDS if what not in _DO_HARM and what not in _COUNTED),
    *(_answers(what, "harmless" if what.endswith("is_legal") else "forfeits") for what in ANSWERS),
    *(_speaks(way, "forfeits", says) for way, says in _WRONG_LINES.items()),
    *(_speaks(way, "harmless") for way in _RIGHT_LINES),
    _speaks("next_s_garbage", "forfeits", "next_s: expected a time in seconds", TURNS),
    _speaks("need_thought_costly", "forfeits", "no answer within 1 s", ("zack", "zatre", "zigzag")),
    _speaks("late_once", "counted", "no answer within 1 s"),
    Hostile(
        "wrapped-late_once",
        f"!sh -c '{sys.executable} {HERE / 'lines.py'} late_once; true'",
        "counted",
        "no answer within 1 s",
    ),
)
BOTS = {bot.name: bot for bot in (*REFUSED, *SEATED)}
