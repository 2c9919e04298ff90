"""Another language for a test: one of ours, or a pseudo-language by which a text shows that it is marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations

from sim.language import ENGLISH, LANGUAGES, speak, speak_from

PSEUDO = "pseudo"
TRANSLATED = tuple(language for language in LANGUAGES if language != ENGLISH)
_ACCENTS = str.maketrans("aeiou", "áéíöü")
_KEPT = re.compile(r"(\{[^}]*\}|\[\w+\]|\bSpace\b|\bTab\b|\b[A-Z]\b)")


class Pseudo(NullTranslations):
    """English with accents, and with a letter more at the end of each word of three: some 30 % longer."""

    def gettext(self, message: str) -> str:
        parts = _KEPT.split(message)
        return "".join(part if n % 2 else _accented(part) for n, part in enumerate(parts))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


def _accented(text: str) -> str:
    return re.sub(r"[A-Za-z]{3,}", lambda word: word[0].translate(_ACCENTS) + "õ", text)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language, or the pseudo-language, within."""
    if language == PSEUDO:
        speak_from(Pseudo())
    else:
        speak(language)
    try:
        yield
    finally:
        speak(ENGLISH)
