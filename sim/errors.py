"""The one exception for bad input."""


class InputError(Exception):
    """Something a person handed in cannot be used.

    The message is one sentence that names the file, the key and what was expected; the command prints it
    and exits with code 2, and nothing has been written.
    """
