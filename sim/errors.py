"""The exceptions that the whole program shares: bad input, and a head's unlawful intent."""

from __future__ import annotations

from sim.untrusted_text import printable


class InputError(Exception):
    """Bad input: a file, an option or a line that cannot be used.

    The message is one sentence that names the file, the key and what was expected; the command prints it and exits with
    code 2, and nothing has been written. What it quotes may come from anywhere, so control characters in it are
    escaped.
    """

    def __init__(self, message: object) -> None:
        super().__init__(printable(message))


class IllegalIntent(Exception):  # noqa: N818 - what the match says of an intent, as IllegalAction of an action
    """An intent of a head that its match refuses before anything moves."""

    def __init__(self, code: str, message: str) -> None:
        """Keep the short `code` in snake_case and the `message` that names seat, question and what was wrong."""
        super().__init__(code, message)  # both, so that an exception from a worker process can be unpickled
        self.code = code
        self.message = message

    def __str__(self) -> str:
        """Return the message alone, as one sentence for a person."""
        return self.message
