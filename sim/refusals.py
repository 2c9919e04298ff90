"""The words of refusals: what was expected, what was found, and which of the known names was probably meant.

No library's words reach people: what pydantic says about a value is put into ours here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import reduce
from string import Formatter
from typing import TYPE_CHECKING, Any

from sim.language import N_, Wording, said
from sim.untrusted_text import quoted

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

KINDS: Mapping[str, str] = {
    "bool": N_("true or false"),
    "bytes": N_("text"),
    "dict": N_("an object"),
    "finite_number": N_("a finite number"),
    "float": N_("a number"),
    "int": N_("a whole number"),
    "list": N_("a list"),
    "mapping": N_("an object"),
    "model": N_("an object"),
    "path": N_("a path"),
    "set": N_("a list"),
    "string": N_("text"),
    "tuple": N_("a list"),
}
"""What a value was expected to be, by how the names of pydantic's errors begin."""
_BOUNDS = {
    "ge": N_("expected at least {bound}"),
    "gt": N_("expected more than {bound}"),
    "le": N_("expected at most {bound}"),
    "lt": N_("expected less than {bound}"),
}
_LENGTHS = (N_("expected at most {bound} characters"), N_("expected at least {bound} characters"))
_COUNTS = (N_("expected at most {bound} items"), N_("expected at least {bound} items"))


def near(found: object, known: Iterable[str], most: int = 1) -> list[str]:
    """Return the names that come near what was found, the nearest first.

    Capitals and what joins words (`-`, `_`, a space) make no difference.
    """
    import difflib

    plain: dict[str, str] = {}
    for name in known:
        plain.setdefault(_plain(name), name)
    return [plain[word] for word in difflib.get_close_matches(_plain(str(found)), plain, n=most)]


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter not in "-_ !")


def meant(found: object, known: Iterable[str]) -> str:
    """Return the end of a refusal, `, did you mean 'crate'`, or nothing where no name comes near."""
    close = near(found, known)
    return Wording(", did you mean {name!r}", name=close[0]) if close else ""


def one_of(found: object, known: Collection[str], what: str = N_("one of")) -> str:
    """Return the words of a refusal: `expected one of crate, rat, found 'crat', did you mean 'crate'`."""
    names = known if all(re.search(r"\w", name) for name in known) else map(repr, known)
    return Wording(
        "expected {what} {names}, found {found}{meant}",
        what=Wording(what),
        names=", ".join(names),
        found=quoted(found),
        meant=meant(found, known),
    )


def either(names: Iterable[str]) -> str:
    """Return `crate or rat`."""
    return reduce(lambda others, last: Wording("{others} or {last}", others=others, last=last), names)


def both(names: Iterable[str]) -> str:
    """Return `crate and rat`."""
    return reduce(lambda others, last: Wording("{others} and {last}", others=others, last=last), names)


def listed(names: Iterable[str]) -> str:
    """Return `crate, rat`, each to be said in the language that is spoken."""
    return reduce(lambda others, last: Wording("{others}, {last}", others=others, last=last), names)


def expected(error: ErrorDetails, table: str = "an object") -> str:
    """Return what pydantic expected of a value, in our words. table: what keys with values are called."""
    kind, context = error["type"], error.get("ctx", {})
    bound = next((name for name in _BOUNDS if name in context), None)
    if kind == "missing":
        return Wording("expected this key")
    if kind == "extra_forbidden":
        return Wording("expected no such key")
    if kind in ("value_error", "assertion_error"):
        return next((each for each in context["error"].args if isinstance(each, Wording)), str(context["error"]))
    if kind in ("literal_error", "enum"):
        return Wording("expected {what}", what=context["expected"])
    if kind == "union_tag_invalid":
        tags = context["expected_tags"].replace("'", "")
        return Wording("{key}: expected one of {names}", key=context["discriminator"].replace("'", ""), names=tags)
    if kind == "union_tag_not_found":
        return Wording("expected the key {key}", key=context["discriminator"].replace("'", ""))
    if bound is not None:
        return Wording(_BOUNDS[bound], bound=_number(context[bound]))
    if kind.endswith(("too_short", "too_long")):
        short, characters = kind.endswith("short"), kind.startswith("string")
        limits = _LENGTHS if characters else _COUNTS
        return Wording(limits[short], bound=context.get("min_length" if short else "max_length"))
    if kind == "string_pattern_mismatch":
        return Wording("expected text of the form {pattern}", pattern=context["pattern"])
    for name, words in KINDS.items():
        if kind.startswith(name):
            return Wording("expected {what}", what=Wording(table if words == "an object" else words))
    return error["msg"].replace("Input should be", "expected")


def _number(bound: object) -> str:
    return f"{bound:.12g}" if isinstance(bound, float) else str(bound)


def first_fault(
    error: ValidationError,
    tag: object = None,
    *,
    table: str = "an object",
    keys: Collection[str] = (),
    found: bool = True,
) -> str:
    """Return the first fault as the beginning of a sentence: its key, what was expected, and what was found.

    A misspelt key comes before the one that is missing because of it. tag: what distinguishes a line, such as its
    question, which is no key of it. table: what keys with values are called. keys: those that the whole may have.
    found: whether to say what was found.
    """
    errors = error.errors(include_url=False)
    first = next((each for each in errors if each["type"] == "extra_forbidden"), errors[0])
    path = [str(part) for part in first["loc"]]
    if len(path) > 1 and path[0] == tag:
        del path[0]
    words = expected(first, table)
    if first["type"] == "extra_forbidden" and keys:
        close = near(path[-1], keys)
        if close:
            words = Wording("unknown key, expected {name}", name=close[0])
        else:
            words = Wording("unknown key, expected one of {names}", names=", ".join(sorted(keys)))
    elif found and first["type"] not in ("missing", "extra_forbidden", "union_tag_not_found"):
        value = _value(first)
        words = Wording(
            "{expected}, found {value}{meant}",
            expected=words,
            value=quoted(value),
            meant=meant(value, _choices(first)),
        )
    return Wording("{key}: {fault}", key=".".join(path), fault=words) if path else words


def _choices(error: ErrorDetails) -> list[str]:
    """Return the words among which a value was expected, none where it was expected to be something else."""
    context = error.get("ctx", {})
    return str(context.get("expected", context.get("expected_tags", ""))).split("'")[1::2]


def _value(error: ErrorDetails) -> Any:
    """Return the value that an error is about: where a word distinguishes kinds, that word."""
    return error["ctx"]["tag"] if error["type"] == "union_tag_invalid" else error["input"]


_TYPERS = (
    N_("invalid value for {name}: {fault}"),
    N_("invalid value: {fault}"),
    N_("missing argument {name}"),
    N_("missing option {name}"),
    N_("no such option: {name}"),
    N_("no such command {name}, did you mean {close}"),
    N_("no such command {name}"),
    N_("option {name} requires an argument"),
    N_("option {name} does not take a value"),
    N_("got unexpected extra argument(s) ({names})"),
)
"""What typer says of a command line, with a small letter first. It knows no other language."""


def of_typer(message: str, fault: str) -> str:
    """Return what typer says of a command line in the language that is spoken. fault: what is wrong with a value."""
    for template in _TYPERS:
        pattern = ""
        for words, name, *_ in Formatter().parse(template):
            value = re.escape(fault) if name == "fault" else ".+"
            pattern += re.escape(words) + (f"(?P<{name}>{value})" if name else "")
        if found := re.fullmatch(pattern, message):
            return said(Wording(template, **found.groupdict()))
    return message
