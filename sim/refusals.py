"""The words of refusals: what was expected, what was found, and which of the known names was probably meant.

No library's words reach people: what pydantic says about a value is put into ours here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sim.untrusted_text import quoted

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

KINDS: Mapping[str, str] = {
    "bool": "true or false",
    "bytes": "text",
    "dict": "an object",
    "finite_number": "a finite number",
    "float": "a number",
    "int": "a whole number",
    "list": "a list",
    "mapping": "an object",
    "model": "an object",
    "path": "a path",
    "set": "a list",
    "string": "text",
    "tuple": "a list",
}
"""What a value was expected to be, by how the names of pydantic's errors begin."""
_BOUNDS = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}


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
    return "".join(f", did you mean {name!r}" for name in near(found, known))


def one_of(found: object, known: Collection[str], what: str = "one of") -> str:
    """Return the words of a refusal: `expected one of crate, rat, found 'crat', did you mean 'crate'`."""
    return f"expected {what} {', '.join(known)}, found {quoted(found)}{meant(found, known)}"


def expected(error: ErrorDetails, table: str = "an object") -> str:
    """Return what pydantic expected of a value, in our words. table: what keys with values are called."""
    kind, context = error["type"], error.get("ctx", {})
    bound = next((name for name in _BOUNDS if name in context), None)
    if kind == "missing":
        return "expected this key"
    if kind == "extra_forbidden":
        return "expected no such key"
    if kind in ("value_error", "assertion_error"):
        return str(context["error"])
    if kind in ("literal_error", "enum"):
        return f"expected {context['expected']}"
    if kind == "union_tag_invalid":
        return f"{context['discriminator']}: expected one of {context['expected_tags']}".replace("'", "")
    if kind == "union_tag_not_found":
        return f"expected the key {context['discriminator']}".replace("'", "")
    if bound is not None:
        return f"expected {_BOUNDS[bound]} {_number(context[bound])}"
    if kind.endswith(("too_short", "too_long")):
        least, most = context.get("min_length"), context.get("max_length")
        limit = f"at least {least}" if kind.endswith("short") else f"at most {most}"
        return f"expected {limit} {'characters' if kind.startswith('string') else 'items'}"
    if kind == "string_pattern_mismatch":
        return f"expected text of the form {context['pattern']}"
    for name, words in KINDS.items():
        if kind.startswith(name):
            return f"expected {table if words == 'an object' else words}"
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
        words = "unknown key, expected " + (close[0] if close else f"one of {', '.join(sorted(keys))}")
    elif found and first["type"] not in ("missing", "extra_forbidden", "union_tag_not_found"):
        words += f", found {quoted(_value(first))}{meant(_value(first), _choices(first))}"
    return ": ".join(filter(None, (".".join(path), words)))


def _choices(error: ErrorDetails) -> list[str]:
    """Return the words among which a value was expected, none where it was expected to be something else."""
    context = error.get("ctx", {})
    return str(context.get("expected", context.get("expected_tags", ""))).split("'")[1::2]


def _value(error: ErrorDetails) -> Any:
    """Return the value that an error is about: where a word distinguishes kinds, that word."""
    return error["ctx"]["tag"] if error["type"] == "union_tag_invalid" else error["input"]
