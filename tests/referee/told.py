"""A referee who is told one line after the other, for tests of the lines of a game."""

from __future__ import annotations

import json
from typing import Any

from sim.referee import referee_of


class Told:
    """A referee of that game; `first` is the answer to the first line."""

    def __init__(self, game: str, **setup: Any) -> None:
        self.referee = referee_of(game)
        self.first = self.tell(do="setup", **setup)

    def tell(self, **line: Any) -> dict[str, Any]:
        """Return the answer to a line."""
        return self.referee.answer(json.dumps(line).encode())

    def ok(self, **line: Any) -> dict[str, Any]:
        """Return the position after a line that is accepted."""
        answer = self.tell(**line)
        assert answer["ok"], answer
        state: dict[str, Any] = answer["state"]
        return state

    def error(self, **line: Any) -> tuple[str, str]:
        """Return code and message of a refusal, which changes nothing."""
        before = self.referee.state
        answer = self.tell(**line)
        assert not answer["ok"], answer
        assert self.referee.state is before
        message: str = answer["error"]["message"]
        assert message.endswith(".")
        return answer["error"]["code"], message


def refused(game: str, **setup: Any) -> tuple[str, str]:
    """Return code and message of the refusal of a setup."""
    error = Told(game, **setup).first["error"]
    return error["code"], error["message"]
