"""The exceptions that the whole program shares: bad input, and actions that are not allowed."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

from sim.untrusted_text import printable


class InputError(Exception):
    """Bad input: a file, an option or a line that cannot be used.

    The message is one sentence that names the file, the key and what was expected; the command prints it and exits with
    code 2, and nothing has been written. What it quotes may come from anywhere, so control characters in it are
    escaped.
    """

    def __init__(self, message: object) -> None:
        super().__init__(printable(message))


class IllegalAction(Exception):  # noqa: N818 - the word of the rules
    """An action that rules forbid now, or an intent that its match refuses before anything moves.

    code: in snake_case, for programs; "illegal" where nobody asks which rule it was. message: one clear sentence for
    people. The position has not changed.
    """

    def __init__(self, code: str, message: str = "") -> None:
        """Refuse for the reason `code`, in the words of `message`. A sentence alone stands for code "illegal"."""
        if not message:
            code, message = "illegal", code
        super().__init__(code, message)  # both, so that an exception from a worker process can be unpickled
        self.code = code
        self.message = message

    def __str__(self) -> str:
        """Return the message alone."""
        return self.message


def whole(name: str, value: Any, least: int, most: int | None = None) -> int:
    """Return a whole number within its limits. Raises InputError."""
    number = isinstance(value, Integral) and not isinstance(value, bool)
    if not number or value < least or (most is not None and value > most):
        limits = f"from {least}" if most is None else f"from {least} to {most}"
        raise InputError(f"{name}: expected a whole number {limits}, found {value!r}.")
    return int(value)


def between(name: str, value: Any, least: float, most: float) -> float:
    """Return a number within its limits. Raises InputError."""
    number = isinstance(value, Real) and not isinstance(value, bool)
    if not number or not least <= value <= most:
        raise InputError(f"{name}: expected a number from {least:g} to {most:g}, found {value!r}.")
    return float(value)
