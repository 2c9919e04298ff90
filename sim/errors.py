"""The one exception for bad input."""

from __future__ import annotations

from sim.foreign import printable


class InputError(Exception):
    """Something a person handed in cannot be used.

    The message is one sentence that names the file, the key and what was expected; the command prints it
    and exits with code 2, and nothing has been written. What it quotes may come from anywhere, so control
    characters in it are escaped.
    """

    def __init__(self, message: object) -> None:
        super().__init__(printable(message))
