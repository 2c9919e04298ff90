"""The host of a bot in Python: it runs in the bot's process, and speaks YBP for it (sim/bots/process.py)."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from sim.bots.bot import Info, PythonBot, Question
from sim.bots.loading import NoBot, load
from sim.errors import InputError

if TYPE_CHECKING:
    import numpy as np

Said: TypeAlias = dict[str, Any]
"""A line of YBP."""
DEEPEST = 32
"""The deepest that an answer may be nested."""
_LONGEST = 1 << 19
"""The largest number of values in an answer, and of signs in a text of it."""
_WORDS = 200
_FAR = 1e300


class NotPlainError(Exception):
    """An answer that is no plain data. The message says what it is, in words."""


def main() -> None:
    """Serve the bot of the place that the command line names, with the options of `hello`."""
    said_to, said = _taken_over()
    hello = json.loads(said_to.readline())
    serve(lambda: load(sys.argv[2], hello["options"]), said_to, said, hello)


def serve_function(make: Callable[[], PythonBot]) -> None:
    """Serve the bot that is made, in a fork of the process that has it."""
    said_to, said = _taken_over()
    serve(make, said_to, said, json.loads(said_to.readline()))


def serve(make: Callable[[], PythonBot], said_to: BinaryIO, said: BinaryIO, hello: Said) -> None:
    """Make the bot and answer for it, until Yardarm says bye or is gone."""
    pipe = _Pipe(said_to, said)
    try:
        bot = make()
    except BaseException as error:  # noqa: BLE001 - a bot may raise anything as it is loaded, SystemExit too
        pipe.say({"id": hello["id"], "error": in_words(error)})
        return
    pipe.say({"id": hello["id"], "name": bot.name, "version": bot.version})
    kept: BaseException | None = None
    for line in iter(said_to.readline, b""):
        message = json.loads(line)
        if message["do"] == "bye":
            break
        try:
            found = _done(bot, message, pipe)
            if kept is not None:
                raise kept
        except BaseException as error:  # noqa: BLE001 - the same
            # An error of what wants no answer is given with the next answer.
            kept = error
            found = {"error": in_words(error)}
        if "id" in message:
            kept = None
            pipe.say({**found, "id": message["id"]})
    # Whatever hangs from here on is ended by the keeper.
    with contextlib.suppress(BaseException):
        bot.close()


class _Pipe:
    """What is written to Yardarm, and what it tells when it is asked."""

    def __init__(self, said_to: BinaryIO, said: BinaryIO) -> None:
        self._said_to, self._said, self._lock = said_to, said, threading.Lock()

    def say(self, line: Said) -> None:
        with self._lock:
            self._said.write(json.dumps(line, separators=(",", ":"), allow_nan=False).encode() + b"\n")
            self._said.flush()

    def given(self, wanted: Said) -> Said:
        """Return what Yardarm tells of the question that it has asked."""
        self.say(wanted)
        found: Said = json.loads(self._said_to.readline())
        return found


def _done(bot: PythonBot, message: Said, pipe: _Pipe) -> Said:
    """Do what a message says, and return the answer."""
    if message["do"] == "new":
        given: Said = {name: message[name] for name in Info.__slots__}
        bot.reset(Info(**{**given, "players": tuple(given["players"]), "profiles": tuple(given["profiles"])}))
    elif message["do"] == "see":
        bot.see({"see": message.pop("what"), **{key: item for key, item in message.items() if key != "do"}})
    elif message["do"] == "ask":
        question = _question(message, pipe)
        answer = {"answer": plain(bot.act(question, message["seed"]))}
        if question.now_s is not None:
            answer["next_s"] = plain(bot.next(question.now_s))
        return answer
    return {}


def _question(message: Said, pipe: _Pipe) -> Question:
    number = message["id"]

    def legal() -> list[Said]:
        found: list[Said] = pipe.given({"id": number, "need": "legal"})["legal"]
        return found

    def mask(begun: tuple[int, ...]) -> Any:
        import numpy as np

        given = pipe.given({"id": number, "need": "mask", "begun": plain(begun)})
        if "error" in given:
            raise InputError(given["error"])
        if given["mask"] is None:
            return None
        found = np.zeros(given["actions"], bool)
        found[given["mask"]] = True
        return found

    def thought(strategy: str, rng: np.random.Generator) -> Said:
        given = pipe.given(
            {"id": number, "need": "thought", "strategy": strategy, "seed": int(rng.integers(2**63, dtype="uint64"))}
        )
        if "error" in given:
            raise InputError(given["error"])
        found: Said = given["thought"]
        return found

    def model(seed: int) -> Said:
        given = pipe.given({"id": number, "need": "model", "seed": plain(seed)})
        if "error" in given:
            raise InputError(given["error"])
        found: Said = given["model"]
        return found

    now_s = message.get("now_s")
    return Question(
        message["by"], message["kind"], message["view"], legal, now_s=now_s, _think=thought, _mask=mask, _model=model
    )


def plain(value: object, deep: int = 0) -> Any:
    """Return an answer as plain data, numpy's numbers and arrays included. Raises NotPlainError."""
    return _Plain().of(value, deep)


class _Plain:
    """The making plain of one answer, which counts its values."""

    def __init__(self) -> None:
        self._left = _LONGEST

    def of(self, value: object, deep: int) -> Any:
        self._left -= 1
        if self._left < 0 or deep > DEEPEST:
            raise NotPlainError("an answer that is too large, or nested too deeply")
        kind = type(value)
        if value is None or kind is bool:
            return value
        if isinstance(value, float):
            return self._finite(value)
        if kind is int:
            return self._number(value)
        if isinstance(value, str):
            text = str.__str__(value)
            if len(text) > _LONGEST:
                raise NotPlainError("an answer that is too large, or nested too deeply")
            return text
        if isinstance(value, dict):
            return {self._key(key): self.of(item, deep + 1) for key, item in dict.items(value)}
        if isinstance(value, list | tuple):
            return [self.of(item, deep + 1) for item in value]
        if kind.__module__ == "numpy" and hasattr(value, "tolist"):
            return self.of(value.tolist(), deep + 1)
        if isinstance(value, Mapping):
            return self.of(dict(value), deep)
        if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview):
            return self.of(list(value), deep)
        raise NotPlainError(f"expected plain data as an answer, found {kind.__name__}")

    @staticmethod
    def _number(value: Any) -> int:
        if int.bit_length(value) > 63:
            raise NotPlainError("expected a number as large as the game has, found one of many digits")
        return int(value)

    @staticmethod
    def _finite(value: float) -> float:
        if value != value:
            raise NotPlainError("expected a number, found nan")
        # JSON has no infinity.
        return min(max(float(value), -_FAR), _FAR)

    @staticmethod
    def _key(key: object) -> str:
        if not isinstance(key, str):
            raise NotPlainError(f"expected keys that are text, found {type(key).__name__}")
        return str.__str__(key)


def in_words(error: BaseException) -> str:
    """Return an error as words without a full stop, cut to what a sentence holds."""
    if isinstance(error, NoBot | NotPlainError):
        return str(error)
    try:
        text = str(error)
    except BaseException:  # noqa: BLE001 - a bot's exception may raise another as it is printed
        text = "that cannot be printed"
    return " ".join(f"{type(error).__name__}: {text}".split())[:_WORDS].rstrip(".")


def _taken_over() -> tuple[BinaryIO, BinaryIO]:
    """Take standard input and output for ourselves; what the bot prints goes to standard error."""
    said_to, said = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False, errors="backslashreplace")
    return said_to, said
