"""Another language for a test: one of ours, or a pseudo-language by which a text shows that it is marked."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations, NullTranslations

from sim.language import CATALOGUES, ENGLISH, LANGUAGES, speak, speak_from

PSEUDO, KNOWN = "pseudo", "known"
TRANSLATED = tuple(language for language in LANGUAGES if language != ENGLISH)
_ACCENTS = str.maketrans("aeiou", "áéíöü")
_KEPT = re.compile(r"(\{[^}]*\}|\[\w+\]|\bSpace\b|\bTab\b|\b[A-Z]\b)")


class Pseudo(NullTranslations):
    """English with accents, and with a letter more at the end of each word of three: some 30 % longer.

    known: the texts that it knows; None: any.
    """

    def __init__(self, known: Container[str] | None = None) -> None:
        super().__init__()
        self._known = known

    def gettext(self, message: str) -> str:
        return self._accented(message) if self._known is None or message in self._known else message

    @staticmethod
    def _accented(message: str) -> str:
        parts = _KEPT.split(message)
        return "".join(part if n % 2 else _accented(part) for n, part in enumerate(parts))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        chosen = msgid1 if n == 1 else msgid2
        return self._accented(chosen) if self._known is None or msgid1 in self._known else chosen

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


@cache
def marked() -> Container[str]:
    """Return the texts of the catalogues."""
    with (CATALOGUES / f"{TRANSLATED[0]}.mo").open("rb") as file:
        keys = GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return frozenset(key[0] if isinstance(key, tuple) else key.partition("\4")[2] or key for key in keys)


def _accented(text: str) -> str:
    return re.sub(r"[A-Za-z]{3,}", lambda word: word[0].translate(_ACCENTS) + "õ", text)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language, or the pseudo-language, within; KNOWN is that of the texts that are marked in the code."""
    if language in (PSEUDO, KNOWN):
        speak_from(Pseudo(None if language == PSEUDO else marked()))
    else:
        speak(language)
    try:
        yield
    finally:
        speak(ENGLISH)
