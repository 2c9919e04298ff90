"""The exceptions that the whole program shares: bad input, and actions that are not allowed."""

from __future__ import annotations

import errno
import os
from numbers import Integral, Real
from typing import Any

from sim.language import N_, Wording
from sim.untrusted_text import quoted

_LIMITS = {
    errno.EMFILE: N_("too many open files; see ulimit -n"),
    errno.ENFILE: N_("the whole system has too many open files"),
    errno.EAGAIN: N_("no further process or thread can be started; see ulimit -u"),
    errno.ENOMEM: N_("there is not enough memory"),
}
"""What a process may run out of anywhere, in whatever it does."""


class InputError(Exception):
    """Bad input: a file, an option or a line that cannot be used.

    The message is one sentence that names the file, the key and what was expected, with the values that are put into
    it by name; the command prints it and exits with code 2, and nothing has been written. What it quotes may come from
    anywhere, so control characters in it are escaped.

        >>> import yardarm as ya
        >>> try:
        ...     ya.match("zatre", "casual")
        ... except ya.InputError as refused:
        ...     print(refused)
        players: expected two to six players, found 1.
    """

    def __init__(self, message: object, /, **values: Any) -> None:
        super().__init__(_text(message, **values))


def _text(message: object, /, **values: Any) -> Wording:
    return message if isinstance(message, Wording) else Wording(str(message), **values)


def reason(error: BaseException) -> str:
    """Return why the system refused something, in its own words."""
    return str(getattr(error, "strerror", None) or error)


def shortage(error: BaseException) -> str | None:
    """Return what this process has run out of, as a clause, if that is what the error or one of its causes says."""
    cause: BaseException | None = error
    while cause is not None:
        text = str(cause)
        if isinstance(cause, MemoryError):
            return _LIMITS[errno.ENOMEM]
        if isinstance(cause, RuntimeError) and text == "can't start new thread":
            return _LIMITS[errno.EAGAIN]
        # A library that cannot be loaded says so in words only.
        for number, limit in _LIMITS.items():
            said = isinstance(cause, ImportError) and text.endswith(os.strerror(number))
            if said or (isinstance(cause, OSError) and cause.errno == number):
                return limit
        cause = cause.__cause__ or cause.__context__
    return None


class IllegalAction(Exception):  # noqa: N818 - the word of the rules
    """An action that rules forbid now, or an intent that its match refuses before anything moves.

    code: in snake_case, for programs; "illegal" where nobody asks which rule it was. message: one clear sentence for
    people. The position has not changed.

        >>> import yardarm as ya
        >>> try:
        ...     ya.match("zatre").answer({})
        ... except ya.IllegalAction as refused:
        ...     print(refused.code)
        not_asked
    """

    def __init__(self, code: str, message: str = "", /, **values: Any) -> None:
        """Refuse for the reason `code`, in the words of `message`, into which the values are put by name.

        A sentence alone stands for code "illegal".
        """
        if not message:
            code, message = "illegal", code
        self.code = code
        self.message = _text(message, **values)
        super().__init__(code, self.message)  # both, so that an exception from a worker process can be unpickled

    def __str__(self) -> str:
        """Return the message alone."""
        return self.message


def whole(name: str, value: Any, least: int, most: int | None = None) -> int:
    """Return a whole number within its limits. Raises InputError."""
    number = isinstance(value, Integral) and not isinstance(value, bool)
    if not number or value < least or (most is not None and value > most):
        if most is None:
            raise InputError(
                "{name}: expected a whole number from {least}, found {value}.",
                name=name,
                least=least,
                value=quoted(value),
            )
        raise InputError(
            "{name}: expected a whole number from {least} to {most}, found {value}.",
            name=name,
            least=least,
            most=most,
            value=quoted(value),
        )
    return int(value)


def between(name: str, value: Any, least: float, most: float) -> float:
    """Return a number within its limits. Raises InputError."""
    number = isinstance(value, Real) and not isinstance(value, bool)
    if not number or not least <= value <= most:
        raise InputError(
            "{name}: expected a number from {least:g} to {most:g}, found {value}.",
            name=name,
            least=least,
            most=most,
            value=quoted(value),
        )
    return float(value)
